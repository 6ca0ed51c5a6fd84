"""A game laid out as its information sets: what regret minimisation and best responses read instead of rules.

A *sequence* of a player is what he has done so far: his last action, at the information set where he chose
it, says all the rest (perfect recall).  What everybody earns then depends on the sequences alone, so that all
ends of the game with the same sequences are one *leaf*, whose payoffs are weighted with nature's
probabilities: von Stengel, "Efficient computation of behavior strategies", *Games and Economic Behavior* 14,
1996.  Sequences, information sets and leaves are numbered:

    sequences      0 … players-1          the empty sequences, one a player
                   first[i] … first[i+1]-1  the actions of information set i
    sets           sets[p] … sets[p+1]-1  those of player p, each after the one that his way to it passed last
    parent[i]      the sequence of its player that leads to set i

For algorithms that sample, the tree of histories is kept beside: the children of a node lie side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Action, Chance, Game, State
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import InTurn, in_turn, rules_of

LARGEST = 3_000_000
"""Histories of a game that is laid out: about a gigabyte while it is done, half a minute of Python."""

OVER = -2
"""The mover of a history that has ended (`CHANCE` is -1)."""

Announce = Callable[[int], None]


class Layout(NamedTuple):
    """The numbers of a game, as arrays: see the head of this module."""

    players: int
    sets: Any
    """int64[players + 1]: where each player's information sets begin."""
    first: Any
    """int64[sets + 1]: the first sequence of each information set."""
    parent: Any
    """int64[sets]: the sequence that leads to it."""
    leaf: Any
    """int64[leaves, players]: the sequences of each player that end in a leaf."""
    pay: Any
    """float64[leaves, players]: what each earns there, times nature's probability."""
    mover: Any
    """int64[histories]: who is to act; `CHANCE`, `OVER`."""
    place: Any
    """int64[histories]: the information set of its mover; where it is over, the row of `earned`."""
    child: Any
    """int64[histories + 1]: the first of its children; those of the next history follow."""
    chance: Any
    """float64[histories]: nature's probability of the step that leads to it; 1 for players' steps."""
    earned: Any
    """float64[ends, players]: the utilities where a history is over."""


class LaidOut(Game):
    """The game that kernels on a `Layout` are made for: one for all games, which so share machine code."""

    name = "laid out"


LAID_OUT = LaidOut()
"""What kernels take as their game."""


class GameTable:
    """A game, its layout, and the names of its information sets and actions."""

    def __init__(
        self,
        game: Game,
        layout: Layout,
        names: list[int],
        actions: list[tuple[Action, ...]],
        ways: list[tuple[Any, ...]],
    ) -> None:
        self.game = game
        """The game, interpreted, its moves made in turn."""
        self.compiled = True
        """Whether kernels on the layout run compiled: as those of the game itself do."""
        self.by_history = False
        """Whether nothing is hidden but choices of the same moment: sets are then numbered histories."""
        self.layout = layout
        self.names = names
        """The 64-bit name of each information set (`Game.information`), or the number of its history."""
        self.actions = actions
        """Its actions, in the order of its sequences."""
        self._ways = ways

    @cached_property
    def numbers(self) -> list[dict[int, int]]:
        """For each player: the name of an information set to its number."""
        bounds = self.layout.sets
        return [
            {self.names[i]: i for i in range(bounds[p], bounds[p + 1])} for p in range(self.layout.players)
        ]

    @property
    def sets(self) -> int:
        """How many information sets there are, of all players."""
        return len(self.names)

    @property
    def histories(self) -> int:
        """How many histories the game has."""
        return len(self.layout.mover)

    @property
    def one_set_each(self) -> bool:
        """Whether each player has one information set, so that a state need not tell how it came about."""
        return list(self.layout.sets) == list(range(self.layout.players + 1))

    def owner(self, number: int) -> int:
        """Whose information set it is."""
        return int(np.searchsorted(self.layout.sets, number, side="right")) - 1

    def likelihoods(self, policy: Any) -> Any:
        """float64[histories]: how likely each is where all play by `policy`, a probability for each
        sequence's last action."""
        layout = self.layout
        parent = np.repeat(np.arange(self.histories), np.diff(layout.child))
        step = layout.chance.copy()
        chosen = np.flatnonzero(layout.mover[parent] >= 0)  # of the histories but the first, whose step is 1
        above = parent[chosen]
        step[chosen + 1] = policy[layout.first[layout.place[above]] + chosen + 1 - layout.child[above]]
        likely = np.ones(self.histories)
        for level in levels(layout):
            likely[level] = likely[parent[level - 1]] * step[level]
        return likely

    def weights(self, policy: Any) -> Any:
        """float64[sets]: how likely the histories of each set are where all play by `policy`."""
        own = self.layout.mover >= 0
        return np.bincount(self.layout.place[own], self.likelihoods(policy)[own], self.sets)

    def way(self, number: int) -> list[Action]:
        """The actions that lead to the first history found of an information set."""
        found, step = [], self._ways[number]
        while step:
            step, action = step
            found.append(action)
        return found[::-1]

    def example(self, number: int) -> State:
        """The first history found of an information set."""
        state = self.game.initial()
        for action in self.way(number):
            state = self.game.result(state, action)
        return state

    def seen(self, number: int) -> str:
        """What its player was told on the way to an information set, in the game's words."""
        game, owner, told = self.game, self.owner(number), []
        state = game.initial()
        for action in self.way(number):
            told.append(game.action_seen(state, action, owner))
            state = game.result(state, action)
        return " ".join(told)

    def texts(self, number: int) -> list[str]:
        """The actions of an information set, as the game writes them."""
        state = self.example(number)
        return [self.game.action_text(state, action) for action in self.actions[number]]


def levels(layout: Layout) -> Iterator[Any]:
    """The histories of each length but 0, the shortest first: those of one length lie side by side."""
    start, stop = 0, 1
    while (after := int(layout.child[stop])) > stop:
        start, stop = stop, after
        yield np.arange(start, stop)


def refusal(game: Game) -> str | None:
    """Why a game cannot be laid out, as a sentence; None where its size alone decides."""
    if game.chance is Chance.SAMPLED:
        return (
            f"{game.title()} has more outcomes of chance than can be listed, so its tree cannot be laid out."
        )
    if game.repetition != "none":
        return (
            f"In {game.title()} a repeated position counts, so that its positions are not all that matters; "
            "regret minimisation reads positions only."
        )
    return None


def lay_out(game: Game, *, largest: int = LARGEST, progress: Announce | None = None) -> GameTable:
    """The table of a game whose every history can be listed; moves made at once are made in turn, hidden.

    `progress` is told the number of histories now and then.  `Unsuitable` for a game that does not fit,
    `BadInput` for one that is too large or whose information sets are inconsistent.
    """
    told = refusal(game)
    if told is not None:
        raise Unsuitable(told)
    table = _Laying(interpreted(in_turn(game)), largest, progress).table()
    table.compiled = game.compiled
    table.by_history = not game.hidden
    return table


class _Set:
    """An information set while it is being found."""

    __slots__ = ("actions", "name", "number", "parent", "way")

    def __init__(self, name: int, actions: tuple[Action, ...], parent: Any, way: Any, number: int) -> None:
        self.name, self.actions, self.parent, self.way, self.number = name, actions, parent, way, number


class _Laying:
    """The histories of a game gone through level by level."""

    def __init__(self, game: Game, largest: int, progress: Announce | None) -> None:
        self.game, self.largest, self.progress = game, largest, progress
        self.players = game.players
        self.found: list[dict[Any, _Set]] = [{} for _ in range(self.players)]
        self.mover: list[int] = []
        self.place: list[Any] = []
        self.child: list[int] = []
        self.chance: list[float] = []
        self.earned: list[list[float]] = []
        self.by_history = not rules_of(game).hidden
        """Whether players see all but choices of this moment: information sets are then histories."""
        self.leaves: dict[tuple[Any, ...], list[float]] = {}

    def table(self) -> GameTable:
        # A history: its state, each player's last (set, action), nature's probability, the way to it, and the
        # last history on the way that all players have seen.
        level: list[tuple[State, tuple[Any, ...], float, Any, int]] = [
            (self.game.initial(), (None,) * self.players, 1.0, (), 0)
        ]
        self.chance.append(1.0)
        while level:
            level = list(self._next(level))
            if self.progress is not None:
                self.progress(len(self.mover))
        self.child.append(len(self.mover))
        return self._numbered()

    def _next(self, level: list[tuple[State, tuple[Any, ...], float, Any, int]]) -> Iterator[Any]:
        """The histories one step on from those of a level, which are noted."""
        game = self.game
        at = len(self.mover) + len(level)  # where the children of the first lie
        for state, sequences, likely, way, open_one in level:
            self.child.append(at)
            if game.is_terminal(state):
                self._end(state, sequences, likely)
                continue
            mover = game.to_move(state)
            public = open_one if isinstance(game, InTurn) and state.chosen != game.nobody else len(self.mover)
            self.mover.append(mover)
            if mover == CHANCE:
                self.place.append(0)
                for action, probability in game.outcomes(state):
                    self.chance.append(probability)
                    yield game.result(state, action), sequences, likely * probability, (way, action), public
                    at += 1
            else:
                actions = tuple(game.actions(state))
                found = self._set(state, mover, actions, sequences[mover], way, public)
                self.place.append(found)
                before, after = sequences[:mover], sequences[mover + 1 :]
                for which, action in enumerate(actions):
                    self.chance.append(1.0)
                    then = (*before, (found, which), *after)
                    yield game.result(state, action), then, likely, (way, action), public
                at += len(actions)
            if at > self.largest:
                raise BadInput(
                    f"{game.title()} has more than {self.largest:,} histories, too many to lay out; "
                    "take it smaller, by its parameters."
                )

    def _end(self, state: State, sequences: tuple[Any, ...], likely: float) -> None:
        earned = [float(self.game.utility(state, player)) for player in range(self.players)]
        self.mover.append(OVER)
        self.place.append(len(self.earned))
        self.earned.append(earned)
        sums = self.leaves.setdefault(sequences, [0.0] * self.players)
        for player in range(self.players):
            sums[player] += likely * earned[player]

    def _set(
        self, state: State, mover: int, actions: tuple[Action, ...], parent: Any, way: Any, public: int
    ) -> _Set:
        """The information set of a state: by its name, or by what all have seen where nothing is hidden."""
        sets = self.found[mover]
        name = public if self.by_history else int(self.game.information(state, mover))
        found = sets.get(name)
        if found is None:
            sets[name] = found = _Set(name, actions, parent, way, len(sets))
        elif found.actions != actions or found.parent != parent:
            what = "other actions" if found.actions != actions else "a past of his own that differs"
            raise BadInput(
                f"{self.game.title()}: {self.game.player_names[mover]} has the same information in "
                f"'{self._text(found.way)}' and '{self._text(way)}', but {what}."
            )
        return found

    def _text(self, way: Any) -> str:
        actions = []
        while way:
            way, action = way
            actions.append(action)
        state = self.game.initial()
        for action in reversed(actions):
            state = self.game.result(state, action)
        return self.game.position_text(state)

    def _numbered(self) -> GameTable:
        """The table, once all histories are known."""
        ordered = [found for sets in self.found for found in sets.values()]
        bounds = np.cumsum([0, *map(len, self.found)])
        first = np.cumsum([self.players, *(len(found.actions) for found in ordered)])

        def sequence(player: int, last: Any) -> int:
            if last is None:
                return player
            return int(first[bounds[player] + last[0].number]) + int(last[1])

        owners = [player for player, sets in enumerate(self.found) for _ in sets]
        place = [
            bounds[mover] + at.number if mover >= 0 else at
            for mover, at in zip(self.mover, self.place, strict=True)
        ]
        # Leaves in the order of their sequences, so that neighbours in memory are read one after the other.
        leaves = sorted(
            (tuple(sequence(p, last) for p, last in enumerate(key)), sums)
            for key, sums in self.leaves.items()
            if any(sums)
        )
        layout = Layout(
            players=self.players,
            sets=bounds.astype(np.int64),
            first=first.astype(np.int64),
            parent=np.array(
                [sequence(p, found.parent) for p, found in zip(owners, ordered, strict=True)], np.int64
            ),
            leaf=np.array([key for key, _ in leaves], np.int64).reshape(len(leaves), self.players),
            pay=np.array([sums for _, sums in leaves], np.float64).reshape(len(leaves), self.players),
            mover=np.array(self.mover, np.int64),
            place=np.array(place, np.int64),
            child=np.array(self.child, np.int64),
            chance=np.array(self.chance, np.float64),
            earned=np.array(self.earned, np.float64).reshape(len(self.earned), self.players),
        )
        return GameTable(
            self.game,
            layout,
            [found.name for found in ordered],
            [found.actions for found in ordered],
            [found.way for found in ordered],
        )
