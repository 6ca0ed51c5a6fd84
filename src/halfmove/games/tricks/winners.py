"""Tricks that need no search: those a side can cash at once, and those that its trumps are sure of.

Each comes with the cards whose rank the count rests on: a position in which the same seats own the cards
from the top down to the lowest of them has as many (M. Ginsberg, *Partition search*, AAAI 1996; B. Haglund,
S. Hein and others, *Search algorithms for a bridge double dummy solver*, 2014).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.tricks.memory import LANE, NO_TRUMP, SUITS, Hands, Seated

FULL = (1 << LANE) - 1


def lane(b: Bitboard, suit: int) -> Bitboard:
    """A suit's cards of a set, as the lowest bits of a word."""
    return bits.right(b, LANE * suit) & bits.board(FULL)


def highest(b: Bitboard, k: int) -> Bitboard:
    """The k-th highest card of a set of one suit, alone; empty if there are fewer."""
    for _ in range(k - 1):
        b ^= bits.highest_bit(b)
    return bits.highest_bit(b)


def highest_cards(b: Bitboard, k: int) -> Bitboard:
    """The k highest cards of a set of one suit."""
    rest = b
    for _ in range(k):
        rest ^= bits.highest_bit(rest)
    return b ^ rest


def run(every: Bitboard, own: Bitboard) -> int:
    """How many of the highest cards of `every` are `own`, before another's."""
    others = bits.without(every, own)
    if others == bits.board(0):
        return bits.count(every)
    above = bits.left(bits.highest_bit(others), 1)
    return bits.count(bits.without(own, bits.minus(above, bits.board(1))))


def partner_hand(game: Seated, hands: Hands, seat: int) -> Bitboard:
    """The hand opposite; nobody's where there are two seats."""
    return hands[seat ^ 2] if game.seats == 4 else bits.board(0)


def quick_tricks(
    game: Seated, hands: Hands, seat: int, trump: int, every: Bitboard, need: int
) -> tuple[int, Bitboard]:
    """How many tricks the side on lead takes without losing one, as far as they count up to `need`; and the
    cards that they rest on.

    The leader cashes what he can, then his partner, if a card of the leader's reaches a winner of his.
    """
    left = bits.count(hands[seat])
    own, partner = hands[seat], partner_hand(game, hands, seat)
    first = hands[(seat + 1) & (game.seats - 1)]
    second = hands[(seat + 3) & (game.seats - 1)]
    ruffs_first, ruffs_second = False, False
    if trump != NO_TRUMP:
        ruffs_first = lane(first, trump) != bits.board(0)
        ruffs_second = lane(second, trump) != bits.board(0)
    tricks, across, reached = 0, 0, False
    ranks, ranks_across = bits.board(0), bits.board(0)
    for i in range(SUITS):
        # trumps first: whoever has lost them ruffs nothing
        suit = i
        if trump != NO_TRUMP:
            if i == 0:
                suit = trump
            elif i <= trump:
                suit = i - 1
        cards = lane(every, suit)
        if cards == bits.board(0):
            continue
        mine, his = lane(own, suit), lane(partner, suit)
        n, p = bits.count(mine), bits.count(his)
        f, s = bits.count(lane(first, suit)), bits.count(lane(second, suit))
        opposed = max(f, s)
        limit = LANE
        if suit != trump:
            if ruffs_first:
                limit = min(limit, f)
            if ruffs_second:
                limit = min(limit, s)
        top = run(cards, mine)
        cash, rests = min(top, limit), min(top, limit)
        if top >= max(opposed, p):
            rests = min(max(opposed, p), limit)
            cash = min(n, limit)
        if cash > 0:
            rests = min(rests, need - tricks)  # no more of the highest than are needed
            tricks += cash
            if rests > 0:
                ranks |= bits.left(highest(cards, rests), LANE * suit)
            if suit == trump and cash >= f:
                ruffs_first = False
            if suit == trump and cash >= s:
                ruffs_second = False
            if tricks >= need:
                return tricks, ranks
        if p > cash and cash == top and limit > cash:
            # what the partner can cash in the suit after it
            his_run = run(bits.without(cards, highest_cards(cards, top)), his)
            rest = min(his_run, p - cash)
            if cash + rest >= max(opposed, n):
                rest = p - cash
            rest = min(rest, limit - cash)
            if his_run > 0:
                rests = min(his_run, max(need - tricks - across, 1))
                across += rest
                ranks_across |= bits.left(highest(cards, top + rests), LANE * suit)
                if n > cash:
                    reached = True
    if reached and across > 0:
        tricks = min(tricks + across, left)
        ranks |= ranks_across
    return tricks, ranks


def sure_trumps(
    game: Seated, hands: Hands, seat: int, trump: int, every: Bitboard, need: int
) -> tuple[int, Bitboard]:
    """How many tricks the trumps of a seat's side take whatever is played, up to `need`; and the cards that
    they rest on."""
    cards = lane(every, trump)
    if cards == bits.board(0):
        return 0, bits.board(0)
    mine = lane(hands[seat], trump)
    his = lane(partner_hand(game, hands, seat), trump)
    ours = mine | his
    mine_sure, his_sure, rests = 0, 0, bits.board(0)
    while max(mine_sure, his_sure) < need and cards != bits.board(0):
        best = bits.highest_bit(cards)
        cards ^= best
        if (best & ours) == bits.board(0):
            break
        rests = best
        if (best & mine) != bits.board(0):
            mine_sure += 1
        else:
            his_sure += 1
    return max(mine_sure, his_sure), bits.left(rests, LANE * trump)
