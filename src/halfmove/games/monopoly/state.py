"""The state of a game of Monopoly: what its numbers mean, and the functions that read and change them."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core import bits
from halfmove.games.monopoly.squares import (
    COLOURS,
    GROUP,
    LOTS,
    PLACE,
    PRICE,
)

START_CASH, SALARY, BAIL, TAX, LUXURY = 1500, 200, 50, 200, 100
HOUSES, HOTELS = 32, 12
HOTEL = 5
"""As a level of building: four houses are 4."""
MOST_PLAYERS, MOST_ROUNDS = 8, 10_000
BANK = -1

# ---- what the numbers of `State.now` are
(
    MORTGAGED, PLACES, TERMS, OUT, ROUND, MOVER, PHASE, ACTOR, DOUBLES, DICE, STEPS, OWED, DEBTOR, CREDITOR,
    REST, EACH_OWED, FOR_SALE, LOT, BID, BIDDER, BIDDERS, UNSEEN, QUEUE, HOLDER, PARTNER, GIVEN, ASKED, ADDED,
    OFFERED,
) = (*range(22), 23, 25, 27, 28, 29, 30, 31)  # fmt: skip
"""Mortgaged lots, as bits; the squares of all players, six bits each, and their terms in jail, two bits each
(0: free, 1 to 3: the throw that comes next); who is bankrupt, as bits; rounds finished; whose turn it is;
what is waited for, and of whom; doubles in a row; the dice, 31 for a three and a one; steps to go when debts
are paid; what is owed, by whom and to whom (`BANK`: the bank), and by or to which others next, as bits, and
how much (below 0: to each); lots to be auctioned, as bits; the lot asked about or auctioned; the bid, who
made it, plus 1, and who still bids, as bits; and twice, for Chance and for Community Chest, the cards not
drawn yet, as bits, those drawn, four bits each, the next lowest, and who holds the card to leave jail with,
plus 1.  Then of an offer: to whom, plus 1; what is given and what asked for, lots and after them the cards of
both packs, as bits; the cash that is added to it (below 0: asked for); and whether one has been made before
this throw."""
NUMBERS = 32
PHASES = (
    "manage", "throw", "buy", "auction", "chance", "chest", "rent", "debt", "done", "over", "offer", "answer",
)  # fmt: skip
MANAGE, THROW, BUY, AUCTION, DRAW_CHANCE, DRAW_CHEST, THROW_RENT, DEBT, DONE, OVER, OFFER, ANSWER = range(12)

# ---- actions: a kind and a lot, or the number that chance plays
(
    THROWS, PAYS, PLAYS_CARD, BUYS, DECLINES, PASSES, BIDS, BUILDS, SELLS, MORTGAGES, LIFTS, OFFERS, GIVES,
    ASKS, GIVES_CASH, ASKS_CASH, PROPOSES, WITHDRAWS, ACCEPTS, REFUSES,
) = (32 * (k + 1) for k in range(20))  # fmt: skip
RAISES = (1, 10, 50, 100)
"""By how much a bid is more than the one before, and cash is added to an offer."""
ASSETS = LOTS + 2
"""What can be traded: the lots, and the two cards to leave jail with."""


class State(NamedTuple):
    """What each player has in cash, and of lots, as bits; the level of building of each colour's lots, three
    bits a lot; and all else, by the numbers above."""

    cash: tuple[int, ...]
    owned: tuple[int, ...]
    built: tuple[int, ...]
    now: tuple[int, ...]


def place_of(s: State, player: int) -> int:
    """The square that a player is on."""
    return (s.now[PLACES] >> (6 * player)) & 63


def term_of(s: State, player: int) -> int:
    """0: a player is free; 1 to 3: he is in jail, and this is his next throw there."""
    return (s.now[TERMS] >> (2 * player)) & 3


def level_of(s: State, lot: int) -> int:
    """How many houses stand on a lot; 5: a hotel."""
    return (s.built[GROUP[lot]] >> (3 * PLACE[lot])) & 7 if GROUP[lot] < COLOURS else 0


def mortgage_of(lot: int) -> int:
    """What the bank lends on a lot."""
    return PRICE[lot] // 2


def interest_on(lot: int) -> int:
    """The tenth of a mortgage, rounded up, that is paid with it, or when a mortgaged lot is taken over."""
    return (mortgage_of(lot) + 9) // 10


def with_now(s: State, at: int, value: int) -> State:
    """With another of the numbers of `now`."""
    return State(s.cash, s.owned, s.built, bits.with_item(s.now, at, value))


def with_cash(s: State, player: int, more: int) -> State:
    """A player has so much more."""
    return State(bits.with_item(s.cash, player, s.cash[player] + more), s.owned, s.built, s.now)


def with_level(s: State, lot: int, level: int) -> State:
    """So many houses stand on a lot."""
    group, at = GROUP[lot], 3 * PLACE[lot]
    levels = s.built[group] + ((level - level_of(s, lot)) << at)
    return State(s.cash, s.owned, bits.with_item(s.built, group, levels), s.now)


def with_lot(s: State, player: int, lot: int) -> State:
    """The lot is this player's, and was nobody's."""
    return State(s.cash, bits.with_item(s.owned, player, s.owned[player] | (1 << lot)), s.built, s.now)


def ones(word: int) -> int:
    """How many bits are set in a word that is not negative."""
    return bits.count(bits.board(word))


def lowest(word: int) -> int:
    """The number of the lowest bit that is set."""
    return bits.lowest(bits.board(word))
