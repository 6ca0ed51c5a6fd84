"""The evaluation of Othello by named features, for boards of any size, and each of them shown.

The features are those of the classical programs: mobility, potential mobility and stability (P. Rosenbloom,
*A World-Championship-Level Othello Program*, Artificial Intelligence 19, 1982), the squares beside an empty
corner (players call those on the edge C, on the diagonal X), and parity: who has the last move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.term import Term
from halfmove.games.othello.rules import AnyBoard

DISC = 10_000
"""What a disc of the final difference is worth, in units of an estimate, where a win is the score."""
MOBILITY, POTENTIAL, CORNER, X_SQUARE, C_SQUARE, STABLE, PARITY = (
    8_000,
    3_000,
    80_000,
    -50_000,
    -15_000,
    20_000,
    15_000,
)
"""Weights, set by judgement."""
PARITY_FROM = 20
"""Empty squares from which on the last move is counted."""
DISCS_FROM = 16
"""Empty squares from which on discs are counted, each less of them more."""
WORDS = {
    "mobility": "moves the side has, or would have on turn",
    "potential mobility": "empty squares beside a disc of the other side",
    "corners": "corners held",
    "X-squares": "discs diagonally beside an empty corner",
    "C-squares": "discs on the edge beside an empty corner",
    "stable edge discs": "discs on edges that are never turned: joined to an own corner, or on a full edge",
    "parity": "the last move, where an odd number of squares is left to the mover",
    "discs": "discs on the board, near the end",
}
"""Each term's name and meaning."""


class Counts(NamedTuple):
    """How often one side has each feature, discs and parity left out."""

    mobility: int
    potential: int
    corners: int
    x_squares: int
    c_squares: int
    stable: int


class Features(AnyBoard):
    """The hook `evaluate`, and what it is made of."""

    estimate_unit = "discs"

    def setup(self) -> None:
        super().setup()
        self.scale = WIN // DISC if self.counts_discs else 1
        self.unit = DISC * self.scale

    def feature_counts(self, own: Any, other: Any) -> Counts:
        """One side's features."""
        raise NotImplementedError

    def position_of(self, own: Any, other: Any) -> int:
        """One side's part of the evaluation, discs and parity left out."""
        n = self.feature_counts(own, other)
        value: int = (
            MOBILITY * n.mobility
            + POTENTIAL * n.potential
            + CORNER * n.corners
            + X_SQUARE * n.x_squares
            + C_SQUARE * n.c_squares
            + STABLE * n.stable
        )
        return value

    def parity(self, empty: int) -> int:
        """What the last move is worth to the mover."""
        if empty == 0 or empty > PARITY_FROM:
            return 0
        return PARITY if empty & 1 else -PARITY

    def disc(self, empty: int) -> int:
        """What a disc on the board is worth."""
        return max(DISCS_FROM - empty, 0) * DISC // DISCS_FROM

    def feature_sum(self, s: Any) -> int:
        """All features, to the player to move."""
        own, other = self.disc_count(s.own), self.disc_count(s.other)
        empty = self.squares - own - other
        value = self.position_of(s.own, s.other) - self.position_of(s.other, s.own)
        return value + self.parity(empty) + (own - other) * self.disc(empty)

    def limited(self, value: int) -> int:
        """An estimate below what can be won, in units of an estimate."""
        value = min(max(value, 1 - ESTIMATE), ESTIMATE - 1)
        if self.counts_discs:
            value = min(max(value, -(self.squares - 1) * DISC), (self.squares - 1) * DISC) * self.scale
        return value

    def evaluate(self, s: Any, player: int) -> int:
        value = self.limited(self.feature_sum(s))
        return value if player == s.mover else -value

    def terms(self, s: Any) -> list[Term]:
        return self.with_limit(s, self.feature_terms(s))

    def with_limit(self, s: Any, found: list[Term]) -> list[Term]:
        """The terms, and what the limit of estimates takes away."""
        beyond = self.evaluate(s, 0) / self.unit - sum(term.worth for term in found)
        if abs(beyond) > 0.5 / DISC:
            found.append(Term("limit", "an estimate stays below what can be won", {}, beyond))
        return found

    def feature_terms(self, s: Any) -> list[Term]:
        """The features one by one."""
        sides = (s.own, s.other) if s.mover == 0 else (s.other, s.own)
        empty = self.squares - self.disc_count(s.own) - self.disc_count(s.other)
        columns: list[dict[str, int]] = []
        for who, (own, other) in enumerate((sides, sides[::-1])):
            n = self.feature_counts(own, other)
            columns.append(
                {
                    "mobility": MOBILITY * n.mobility,
                    "potential mobility": POTENTIAL * n.potential,
                    "corners": CORNER * n.corners,
                    "X-squares": X_SQUARE * n.x_squares,
                    "C-squares": C_SQUARE * n.c_squares,
                    "stable edge discs": STABLE * n.stable,
                    "parity": self.parity(empty) if who == s.mover else 0,
                    "discs": self.disc(empty) * self.disc_count(own),
                }
            )
        found = []
        for name, words in WORDS.items():
            parts = {self.player_name(who): columns[who][name] / DISC for who in (0, 1)}
            found.append(Term(name, words, parts, (columns[0][name] - columns[1][name]) / DISC))
        return found
