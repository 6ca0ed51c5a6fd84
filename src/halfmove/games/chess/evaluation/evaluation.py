"""The evaluation: for each side the weights of all its features, added up.

The weights are an argument, so that one source serves three ends.  The search adds up `weights.toml`; a table
of the terms adds up one feature, with all others zero; the tuner learns how often a feature counts from a
weight of one.  Between middle game and endgame by the material left, as in many programs since
the 1980s; Shannon (1950) and the lectures have the weighted sum, Deep Blue some 8,000 features.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.packed_weights import Feature, Words, end_of_game, middle_of
from halfmove.core.term import Term
from halfmove.games.chess.evaluation.endings import UNKNOWN, Endings
from halfmove.games.chess.evaluation.king import king_safety
from halfmove.games.chess.evaluation.pawns import pawn_structure
from halfmove.games.chess.evaluation.pieces import pieces
from halfmove.games.chess.evaluation.threats import room, threats
from halfmove.games.chess.evaluation.weights import (
    AGAINST,
    ALL_PHASES,
    FEATURES,
    OFFSETS,
    TEMPO,
    TOGETHER,
    WEIGHTS,
    WHOLE,
)
from halfmove.games.chess.legal import pawn_attacks
from halfmove.games.chess.position import WHITE, Position

# ---- what material is worth together: a knight wants pawns, two of a kind get in each other's way
# A polynomial of the second degree in the numbers of pieces, own times own and own times enemy's, whose
# coefficients are weights like all others.  Sources: L. Kaufman, "The Evaluation of Material Imbalances",
# *Chess Life*, March 1999 (the rules in words); T. Romstad's Glaurung, 2007 (as a polynomial).

Numbers = tuple[int, int, int, int, int]


def numbers(s: Position, own: Bitboard) -> Numbers:
    """How many pawns, knights, bishops, rooks, queens a side has."""
    return (
        bits.count(s.pawns & own),
        bits.count(s.knights & own),
        bits.count(s.bishops & own),
        bits.count(s.rooks & own),
        bits.count(s.queens & own),
    )


def sum_products(w: Any, own: Numbers, other: Numbers) -> int:
    """A side's products of numbers, weighed."""
    score = 0
    pair, rival = TOGETHER, AGAINST
    for i in range(5):
        if own[i] != 0:
            for j in range(i + 1):
                score += int(w[pair + j]) * own[i] * own[j]
            for j in range(i):
                score += int(w[rival + j]) * own[i] * other[j]
        pair += i + 1
        rival += i
    return score


UNITS = 100
"""Score units of a hundredth of a pawn."""


def phase_of(s: Position) -> int:
    """24 with all pieces on the board, 0 with kings and pawns alone."""
    minor = bits.count(s.knights | s.bishops)
    return min(minor + 2 * bits.count(s.rooks) + 4 * bits.count(s.queens), ALL_PHASES)


def isolate_feature(feature: Feature) -> Words:
    """The weights with those of all other features at zero."""
    part = slice(OFFSETS[feature.name], OFFSETS[feature.name] + feature.size)
    words = np.zeros_like(WEIGHTS)
    words[part] = WEIGHTS[part]
    return words


class Evaluation(Endings):
    """The hook `evaluate`, and what it is made of."""

    def evaluate(self, s: Position, player: int) -> int:
        known = self.known(s)
        if known != UNKNOWN:
            return (known if player == WHITE else -known) * UNITS
        word = self.weighed(s, WEIGHTS)
        phase = phase_of(s)
        middle, end = middle_of(word), end_of_game(word)
        # all in one fraction, rounded towards zero: a position and its mirror image are worth the same
        total = (64 * middle * phase + end * self.scale(s, end) * (ALL_PHASES - phase)) * UNITS
        score = total // WHOLE if total >= 0 else -(-total // WHOLE)
        score += self.driving(s) * UNITS
        return score if player == WHITE else -score

    def terms(self, s: Position) -> list[Term]:
        middle_share, end_share, driving = self.shares(s)
        besides = Term("known ending", "a known result; a king driven to the edge", {}, driving / 100)
        if self.known(s) != UNKNOWN:
            return [besides]
        found = []
        for feature in FEATURES:
            white, black = self.both(s, isolate_feature(feature))
            word = white - black
            found.append(
                Term(
                    feature.name,
                    feature.words,
                    {
                        "White middle": middle_of(white) / 100,
                        "White end": end_of_game(white) / 100,
                        "Black middle": middle_of(black) / 100,
                        "Black end": end_of_game(black) / 100,
                    },
                    (middle_of(word) * middle_share + end_of_game(word) * end_share) / WHOLE / 100,
                )
            )
        return [*found, besides]

    def shares(self, s: Position) -> tuple[int, int, int]:
        """How much of the middle game's and of the endgame's weights counts, in parts of `WHOLE`, and what is
        added besides, in hundredths of a pawn."""
        known = self.known(s)
        if known != UNKNOWN:
            return 0, 0, known
        phase = phase_of(s)
        end = end_of_game(self.weighed(s, WEIGHTS))
        return 64 * phase, self.scale(s, end) * (ALL_PHASES - phase), self.driving(s)

    def weighed(self, s: Position, w: Any) -> int:
        """White's features less Black's, weighed by `w` (a word for each place of `weights`)."""
        white, black = self.both(s, w)
        return white - black

    def both(self, s: Position, w: Any) -> tuple[int, int]:
        """Each side's features, weighed."""
        # no constants, of which Numba would make two copies of all that follows
        first = s.mover - s.mover
        second = first + 1
        white_pawns, black_pawns = (
            pawn_attacks(s.pawns & s.white, first),
            pawn_attacks(s.pawns & s.black, second),
        )
        score_w, mine = pieces(s, w, first, s.white, s.black, white_pawns, black_pawns)
        score_b, theirs = pieces(s, w, second, s.black, s.white, black_pawns, white_pawns)
        score_w += pawn_structure(s, w, first, s.white, s.black, mine, theirs)
        score_b += pawn_structure(s, w, second, s.black, s.white, theirs, mine)
        score_w += king_safety(s, w, first, s.white, s.black, mine, theirs)
        score_b += king_safety(s, w, second, s.black, s.white, theirs, mine)
        score_w += threats(s, w, first, s.white, s.black, mine, theirs)
        score_b += threats(s, w, second, s.black, s.white, theirs, mine)
        score_w += room(s, w, first, s.white, s.black, mine, theirs)
        score_b += room(s, w, second, s.black, s.white, theirs, mine)
        white_has, black_has = numbers(s, s.white), numbers(s, s.black)
        score_w += sum_products(w, white_has, black_has)
        score_b += sum_products(w, black_has, white_has)
        if s.mover == WHITE:
            score_w += int(w[TEMPO])
        else:
            score_b += int(w[TEMPO])
        return score_w, score_b
