"""The checker of certificates: it believes the game's rules and nothing else.

A proof that a player gets at least so much is a strategy: in each position where it is his turn one action,
against every action of the other.  A certificate holds the numbers of these actions only.  Whoever knows the
rules walks through all positions that can arise, each once, and reads a number wherever the player has to
choose; so nothing is said of positions, and nothing about them need be believed.

It proves what it is said to prove, however the rules treat repetition:

- Every play comes to an end: a position that stands on the path already is a failure.
- Where a position that comes again changes what is legal, or who has won (`Game.repetition`), none may come
  again at all.  Which ones are the same is said by `repetition_key`, and the walk notes which key follows
  which: if these go in no circle, no play meets one twice.  Two positions that share a key by chance can make
  a circle, and so spoil a proof, but not make one.
- Only where a repetition is a draw, whoever brings it about, and a draw is enough, may the play go in
  circles: each of them is as good as what is to be proven.

A claim may take positions that are alike by symmetry for one.  Then the game's `symmetric` is believed too;
the walk goes on from one position in place of all that are like it.

No search is imported here.
"""

from __future__ import annotations

import graphlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, NotProven, Unsuitable
from halfmove.core.history import list_bounded
from halfmove.core.progress import at

SEEN = 1000
"""Positions between two words about how far it is."""


@dataclass(frozen=True)
class Claim:
    """What a position is said to be worth to the player to move, if it has no past: a game begins there."""

    relation: str
    """The value is equal to ("="), at least (">=") or at most ("<=") …"""
    value: int
    """… this utility."""
    plies: int | None = None
    """With "=", a win or loss: how far away it is, both sides playing their best.  Else: the game ends within
    so many plies.  None: nothing is said about it."""
    symmetric: bool = False
    """Whether the proof takes positions that are alike by symmetry for one."""


class Part(NamedTuple):
    """What one strategy has to prove."""

    player: int
    least: int
    """The utility that he gets at least."""
    within: int | None = None
    """The game ends in so many plies at most."""
    until: int | None = None
    """Or only that he gets less in none of the first plies, fewer than these."""
    symmetric: bool = False
    """Whether positions that are alike by symmetry count as one."""


class Tally(NamedTuple):
    """How large a proof is."""

    positions: int
    """Those in which somebody has to move, each counted once for each strategy that meets it."""
    numbers: int
    """The actions that are written down."""
    size: int = 0
    """Bytes of the file."""


def parts_of(game: Game, start: Any, claim: Claim) -> list[Part]:
    """What has to be proven for a claim, by a strategy each; none of what no play can fall short of."""
    mover, limit, value, plies = game.to_move(start), game.utility_limit, claim.value, claim.plies
    alike = claim.symmetric
    if claim.relation == "=" and plies is not None:
        if abs(value) != limit or not value:
            raise BadInput("How far away the end is can be claimed of a win or a loss only, not of points.")
        winner = mover if value > 0 else 1 - mover
        within = Part(winner, limit, within=plies, symmetric=alike)
        return [within, Part(1 - winner, 1 - limit, until=plies, symmetric=alike)]
    both = ((">=", mover, value), ("<=", 1 - mover, -value))
    return [
        Part(player, least, within=plies, symmetric=alike)
        for relation, player, least in both
        if claim.relation in ("=", relation) and (least > -limit or plies is not None)
    ]


def representative(game: Game, state: Any) -> Any:
    """The position that stands for all that are like it by symmetry: that with the least key."""
    return min((game.symmetric(state, k) for k in range(game.symmetry_count)), key=lambda s: int(game.key(s)))


class _Step(NamedTuple):
    """A position on the path, and what of its actions is still to be followed."""

    name: Any
    state: Any
    actions: Iterator[Any]
    played: list[Any]
    """The action that is being followed."""


class Walk:
    """Goes through all positions that can arise while one player keeps to his strategy.

    `choose(state, ply, actions)` gives the number of his action; ply 0 is the start.  `NotProven` says where
    the strategy fails.
    """

    def __init__(self, game: Game, part: Part, choose: Callable[[Any, int, list[Any]], int]) -> None:
        self.game, self.part, self.choose = game, part, choose
        self.done: set[Any] = set()
        """The positions that were gone through, and need not be again."""
        self.parts: dict[Any, Any] = {}
        """Tuples in states, such as boards of several words: equal ones are kept once."""
        self.path: list[_Step] = []
        self.on_path: set[Any] = set()
        self.followers: dict[int, set[int]] = {}
        """Which positions follow which, by `repetition_key`."""
        repeats_draw = game.repetition == "draw" and type(game).repetition_loser is Game.repetition_loser
        self.may_repeat = repeats_draw and part.least <= 0 and part.within is None
        """Whether a repetition is as good as what is to be proven."""

    def run(self, start: Any) -> int:
        """How many positions there are; `NotProven` if one of them disproves the part."""
        self._enter(start)
        while self.path:
            step = self.path[-1]
            action = next(step.actions, None)
            if action is not None:
                step.played[:] = [action]
                self._enter(self.game.result(step.state, action))
                continue
            self.path.pop()
            self.on_path.discard(step.name)
            self.done.add(step.name)
            if len(self.done) % SEEN == 0:
                at(len(self.done), unit="positions")
        try:
            graphlib.TopologicalSorter(self.followers).prepare()
        except graphlib.CycleError:
            raise NotProven(
                "A position can come again, and by the rules that is not without effect."
            ) from None
        return len(self.done)

    def name(self, state: Any, ply: int) -> Any:
        """What tells positions apart: where plies count, two that came after different numbers of them."""
        return state if self.part.within is None and self.part.until is None else (state, ply)

    def has(self, state: Any, ply: int) -> bool:
        """Whether the proof has a position already that may be gone to."""
        name = self.name(self._same(state), ply)
        return name in self.done or (self.may_repeat and name in self.on_path)

    def _same(self, state: Any) -> Any:
        """A position, or what stands for it."""
        return representative(self.game, state) if self.part.symmetric else state

    def _enter(self, state: Any) -> None:
        """Look at a position, and put it on the path if something is to be followed there."""
        state = self._same(state)
        game, (player, least, within, until, _), ply = self.game, self.part, len(self.path)
        if until is not None and ply >= until:
            return
        over = game.is_terminal(state)
        if game.repetition != "none" and not self.may_repeat and self.path:
            self._note_step(state, over)
        if over:
            utility = game.utility(state, player)
            if utility < least:
                raise self._failure(f"the game is over, with {utility} for the player who was to get {least}")
            return
        if within is not None and ply >= within:
            raise self._failure(f"the game goes on, after the {within} plies in which it was to end")
        name = self.name(state, ply)
        if name in self.done:
            return
        if name in self.on_path:
            if self.may_repeat:
                return
            raise self._failure("the play can go in a circle")
        actions = list_bounded(game.actions(state), game)
        if game.to_move(state) == player:
            number = self.choose(state, ply, actions)
            if not 0 <= number < len(actions):
                raise self._failure(f"there are {len(actions)} actions, so none has the number {number}")
            actions = [actions[number]]
        if not actions:
            raise self._failure("there is no action, and the game is not over")
        name = self.name(self._share(state), ply)
        self.path.append(_Step(name, state, iter(actions), []))
        self.on_path.add(name)

    def _share(self, state: Any) -> Any:
        """An equal state whose tuples are those of the positions before, as memory is short."""
        if not isinstance(state, tuple) or not hasattr(state, "_make"):
            return state
        return state._make(self.parts.setdefault(p, p) if isinstance(p, tuple) else p for p in state)

    def _note_step(self, state: Any, over: bool) -> None:
        """Note which key follows which on the way to a position."""
        game, above = self.game, self.path[-1]
        before, key = int(game.repetition_key(above.state)), int(game.repetition_key(state))
        if game.may_repeat(above.state, above.played[0]) or not (over or key == before):
            self.followers.setdefault(before, set()).add(key)

    def _failure(self, what: str) -> NotProven:
        """What is wrong where the walk stands."""
        moves = [self.game.action_text(step.state, step.played[0]) for step in self.path if step.played]
        where = f"After {' '.join(moves)}" if moves else "At the start"
        alike = ", taken from like positions" if moves and self.part.symmetric else ""
        return NotProven(f"{where}{alike}: {what}.")


def check(game: Game, start: Any, claim: Claim, numbers: Iterator[int]) -> Tally:
    """How large the proof is that the numbers make; `NotProven` says what is not proven."""
    check_kind(game, claim)
    positions, used = 0, 0

    def choose(state: Any, ply: int, actions: list[Any]) -> int:
        nonlocal used
        used += 1
        number = next(numbers, None)
        if number is None:
            raise NotProven(f"The strategy ends after {used - 1:,} actions, and more are needed.")
        return number

    for part in parts_of(game, start, claim):
        positions += Walk(game, part, choose).run(start)
    if next(numbers, None) is not None:
        raise NotProven(f"The proof needs {used:,} actions, and more are written.")
    return Tally(positions, used)


def check_kind(game: Game, claim: Claim | None = None) -> None:
    """`Unsuitable` for a game of which strategies as these prove nothing."""
    if game.players != 2 or game.has_chance or game.hidden or game.simultaneous or not game.zero_sum:
        raise Unsuitable(
            f"A certificate is about a game of two players with opposite interests, without chance, hidden "
            f"information and simultaneous moves; {game.title()} is none."
        )
    if claim is not None and claim.symmetric and game.repetition != "none":
        raise Unsuitable(
            f"A proof takes positions that are alike by symmetry for one only where the rules do not look "
            f"back, and those of {game.title()} do."
        )
