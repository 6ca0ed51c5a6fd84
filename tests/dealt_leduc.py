"""Leduc hold'em whose deals are drawn at once, with buckets that put nothing together: a game in a file."""

from typing import NamedTuple

import numpy as np

from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS, SHARED, Abstraction
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.leduc import Leduc, State

CARDS = 6


class Nothing(NamedTuple):
    """Leduc needs no tables."""

    none: Buffer


class Dealt(Leduc):
    """Leduc whose deals can be drawn at once: a rank each, and one for all."""

    def deal(self, t: Nothing, random: Buffer, out: Buffer) -> int:
        first = below(random, CARDS)
        second = below(random, CARDS - 1)
        if second >= first:
            second += 1
        common = below(random, CARDS)
        while common in (first, second):
            common = below(random, CARDS)
        a, b, c = first >> 1, second >> 1, common >> 1
        out[0], out[1], out[2], out[3] = a, 3 * a + c, b, 3 * b + c
        mine, yours = a + (3 if a == c else 0), b + (3 if b == c else 0)
        out[4] = SHARED if mine == yours else (FIRST_WINS if mine > yours else SECOND_WINS)
        return 0

    def abstraction(self, sizes=(), file=None):
        return Ranks()


class Ranks(Abstraction):
    """A bucket for each rank, and for each pair of one's own and the open one."""

    sizes = (3, 9)
    examples = ((3, 1, 2), (2, 2, 1), (1, 3, 2))

    def __init__(self):
        self._tables = Nothing(Buffer(1))

    @property
    def tables(self):
        return self._tables

    def bucket(self, state: State, player: int) -> int:
        rank = Leduc().card(state, player) - 1
        return 3 * rank + state.open - 1 if state.second else rank

    def bets(self, state: State) -> int:
        return state.betting

    def identity(self):
        return {"buckets": list(self.sizes)}

    # ---- for whoever answers a strategy: the six cards, of which ranks say all
    holdings = CARDS

    def holding_buckets(self, state, player):
        seen = [state.open - 1, Leduc().card(state, 1 - player) - 1]
        found = []
        for card in range(CARDS):
            rank, suit = card >> 1, card & 1
            gone = suit < seen.count(rank)
            found.append(-1 if gone else 3 * rank + state.open - 1 if state.second else rank)
        return np.array(found)

    def chance(self, state, player, weights, random):
        own, won, total = Leduc().card(state, player) - 1, 0.0, 0.0
        for card in np.flatnonzero(weights):
            other = int(card) >> 1
            deck = [0, 0, 1, 1, 2, 2]
            deck.remove(own)
            deck.remove(other)
            for common in [state.open - 1] if state.open else deck:
                mine = own + (3 if own == common else 0)
                yours = other + (3 if other == common else 0)
                share = weights[card] / (1 if state.open else len(deck))
                won += share * ((mine > yours) + 0.5 * (mine == yours))
                total += share
        return won / total

    def chances(self, state, player, random):
        other, found = Leduc().card(state, 1 - player) - 1, np.full(CARDS, np.nan)
        seen = [state.open - 1, other]
        for card in range(CARDS):
            own, suit = card >> 1, card & 1
            if suit < seen.count(own):
                continue
            deck = [0, 0, 1, 1, 2, 2]
            deck.remove(own)
            deck.remove(other)
            commons = [state.open - 1] if state.open else deck
            strengths = [(own + 3 * (own == c), other + 3 * (other == c)) for c in commons]
            found[card] = np.mean([(mine > yours) + 0.5 * (mine == yours) for mine, yours in strengths])
        return found
