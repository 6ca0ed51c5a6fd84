"""Texas hold'em as a game: rules and text with its picture, formats of records and named ways to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from halfmove.core.policy import Policy
from halfmove.games.holdem.cards import HANDS, hand_of
from halfmove.games.holdem.dealing import Dealing
from halfmove.games.holdem.equity import equity
from halfmove.games.holdem.rules import CALL, FOLD, State, card_of, count_of

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.policy import Policy
    from halfmove.core.surface import Surface
    from halfmove.games.holdem.rules import Rules, State


class Holdem(Dealing):
    """A hand of Texas hold'em: two cards each, five for all, and four rounds of bets."""

    def strategies(self) -> Mapping[str, Policy]:
        from halfmove.games.holdem.game import strategies

        return strategies(limits_for_two=self.players == 2 and self.betting == "limit")

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.holdem.records import PHH

        return (PHH(self),)

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.holdem.board import svg

        return svg(self, s, viewer)

    def surface(self) -> Surface:
        from halfmove.games.holdem.board import Table

        return Table(self)


# ---- ways to play hold'em that have names: what players are measured against, and a rule of thumb
# Always calling and always raising are the usual yardsticks: each loses to whoever plays for value, in a way
# of its own.

SAMPLES = 300
"""Deals drawn for a hand's chance: a standard error of three hundredths."""
VALUE = 0.65
"""Against one player, with which chance a hand is bet by `tight`."""


def always_call(game: Rules, s: State, random: Random) -> int:
    """Check or call."""
    return CALL


def always_raise(game: Rules, s: State, random: Random) -> int:
    """The least bet or raise, while there may be one."""
    return game.least(s) + 1 if game.may_raise(s) else CALL


def always_all_in(game: Rules, s: State, random: Random) -> int:
    """The most that may be bet."""
    return game.most(s) + 1 if game.may_raise(s) else CALL


def tight(game: Rules, s: State, random: Random) -> int:
    """Fold what the pot does not pay for against random hands, bet the pot with what mostly wins."""
    chance, owed, others = winning_chance(game, s, random), game.owed(s), game.live(s) - 1
    fair = 1 / (others + 1)
    strong = chance > fair + (1 - fair) * (2 * VALUE - 1)
    if strong and game.may_raise(s) and s.raises < 3:
        return min(max(game.sized(s, 1000), game.least(s)), game.most(s)) + 1
    if owed == 0 or chance * (game.pot(s) + owed) > owed + (0.1 * owed):
        return CALL
    return FOLD


def winning_chance(game: Rules, s: State, random: Random) -> float:
    """The share of the pot that the mover's hand wins against random hands of those still in, sampled."""
    own = np.zeros(HANDS)
    own[hand_of(card_of(s.hands[s.mover], 0), card_of(s.hands[s.mover], 1))] = 1.0
    board = [card_of(s.board, place) for place in range(count_of(s.board))]
    anything = [np.ones(HANDS)] * (game.live(s) - 1)
    found = equity([own, *anything], board=board, samples=SAMPLES, seed=random.getrandbits(31))
    return float(found.shares[0])


def strategies(*, limits_for_two: bool) -> Mapping[str, Policy]:
    """All of them by name; where two play with limits, `tight` beats the searches."""
    return {
        "always-call": Policy("checks and calls whatever comes", always_call),
        "always-raise": Policy("bets and raises as little as it may, whenever it may", always_raise),
        "always-all-in": Policy("bets and raises as much as it may, whenever it may", always_all_in),
        "tight": Policy(
            "calls where its chance against random hands pays for it, and bets the pot where that is high",
            tight,
            seated=limits_for_two,
        ),
    }
