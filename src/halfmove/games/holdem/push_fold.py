"""Push or fold, heads-up: the small blind goes all in or folds, the big blind calls or folds.

What short stacks play before the flop, and what the charts of players give.  Hands are the 169 classes, dealt
as often as two hands of theirs can be held at once; all in, each wins its exact equity (`preflop`).  Chips
are big blinds; `stack` is what the shorter player has before the blinds, `ante` what each puts in besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below
from halfmove.games.holdem.preflop import CLASSES, equities, pairs
from halfmove.games.holdem.ranges import class_text, grid

NO, YES = 1, 2
"""What a player has done: folded; gone all in or called.  0: nothing yet."""
LABELS = [class_text(kind) for row in grid() for kind in row]


class State(NamedTuple):
    """The classes of both hands, 169 times the small blind's plus the big blind's (-1: not dealt), and what
    each player has done."""

    deal: int
    push: int
    call: int


class PushFold(Game):
    """The small blind goes all in or folds, the big blind calls or folds."""

    name = "holdem-push-fold"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    player_names = ("small blind", "big blind")

    stack: float = 10.0
    ante: float = 0.0

    def setup(self) -> None:
        if not (isfinite(self.stack) and self.stack > 1 and isfinite(self.ante) and self.ante >= 0):
            raise BadInput(
                "stack is a number of big blinds above 1, and ante 0 or more; not "
                f"{self.stack:g} and {self.ante:g}."
            )
        if self.stack <= 1 + self.ante:
            raise BadInput(
                f"A stack of {self.stack:g} does not pay for the blind and an ante of {self.ante:g}."
            )
        self.utility_limit = int(self.stack) + 1
        self.whole_utilities = False
        self.actions_limit = CLASSES * CLASSES

    def initial(self) -> State:
        return State(-1, 0, 0)

    def to_move(self, s: State) -> int:
        return CHANCE if s.deal < 0 else (0 if s.push == 0 else 1)

    def actions(self, s: State) -> Iterator[int]:
        if s.deal < 0:
            yield from range(CLASSES * CLASSES)
        else:
            yield NO
            yield YES

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        counts = pairs()
        total = int(counts.sum())
        for deal, count in enumerate(counts.ravel()):
            yield deal, int(count) / total

    def result(self, s: State, a: int) -> State:
        if s.deal < 0:
            return State(a, 0, 0)
        return State(s.deal, a, 0) if s.push == 0 else State(s.deal, s.push, a)

    def is_terminal(self, s: State) -> bool:
        return s.push == NO or s.call > 0

    def utility(self, s: State, player: int) -> float:
        if s.push == NO:
            won = -0.5 - self.ante
        elif s.call == NO:
            won = 1 + self.ante
        else:
            won = self.stack * (2 * float(equities()[s.deal // CLASSES, s.deal % CLASSES]) - 1)
        return won if player == 0 else -won

    # ---- what players know
    def held(self, s: State, player: int) -> int:
        """The class of a player's hand; -1 before the deal."""
        if s.deal < 0:
            return -1
        return s.deal // CLASSES if player == 0 else s.deal % CLASSES

    def observation(self, s: State, player: int) -> tuple[int, int, int]:
        """The class of his hand, and what both have done."""
        return self.held(s, player), s.push, s.call

    def information(self, s: State, player: int) -> Bitboard:
        return bits.board(((player << 8 | self.held(s, player) + 1) << 2 | s.push) << 2 | s.call)

    def public(self, s: State) -> tuple[int, int]:
        """What both have done."""
        return s.push, s.call

    def resample(self, s: State, player: int, random: Buffer) -> State:
        own, counts = self.held(s, player), pairs()
        row = counts[own] if player == 0 else counts[:, own]
        left = below(random, int(row.sum()))
        other = int((row.cumsum() > left).argmax())
        return State(own * CLASSES + other if player == 0 else other * CLASSES + own, s.push, s.call)

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if s.deal < 0:
            return LABELS[a // CLASSES if viewer == 0 else a % CLASSES] if viewer in (0, 1) else "two hands"
        return self.action_text(s, a)

    # ---- text
    def action_text(self, s: State, a: int) -> str:
        if s.deal < 0:
            return f"{LABELS[a // CLASSES]} {LABELS[a % CLASSES]}"
        return ("fold", "all-in" if s.push == 0 else "call")[a - 1]

    def show(self, s: State, *, viewer: int | None = None) -> str:
        seen = [
            LABELS[self.held(s, p)] if s.deal >= 0 and (viewer is None or viewer == p) else "?"
            for p in (0, 1)
        ]
        done = [("", "  folds", "  all in")[s.push], ("", "  folds", "  calls")[s.call]]
        return "\n".join(f"{self.player_names[p]:<12} {seen[p]}{done[p]}" for p in (0, 1))

    # ---- what a strategy looks like
    def strategy_tables(
        self, strategy: Any
    ) -> Sequence[tuple[str, Sequence[Sequence[str]], Sequence[Sequence[float]]]]:
        """How often each class goes all in, and calls."""
        labels = [[class_text(kind) for kind in row] for row in grid()]
        shares: list[list[float]] = [[], []]
        for number in range(CLASSES):
            for player in (0, 1):
                state = State(number * (CLASSES + 1), YES if player else 0, 0)
                shares[player].append(strategy.at(state)[YES])
        weights = pairs().sum(axis=1)
        whole = [
            sum(share * w for share, w in zip(row, weights, strict=True)) / weights.sum() for row in shares
        ]
        return [
            (
                f"{name}: {100 * whole[p]:.1f} % of all hands",
                labels,
                [shares[p][at : at + 13] for at in range(0, CLASSES, 13)],
            )
            for p, name in enumerate(("small blind, all in", "big blind, calls"))
        ]
