"""Which card to try first: what players of tricks would think of."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.tricks.memory import LANE, NO_TRUMP, Hands, Seated
from halfmove.games.tricks.winners import lane, partner_hand


def top_of(b: Bitboard) -> int:
    """The highest rank of a suit's cards; -1 of none."""
    rest, top = b, -1
    if rest != bits.board(0):
        top = bits.lowest(bits.highest_bit(rest))
    return top


def lead_rank(
    game: Seated, hands: Hands, seat: int, trump: int, every: Bitboard, suit: int, rank: int
) -> int:
    """How promising a card is to lead."""
    cards = lane(every, suit)
    own = lane(hands[seat], suit)
    partner = lane(partner_hand(game, hands, seat), suit)
    left = lane(hands[(seat + 1) & (game.seats - 1)], suit)
    right = bits.board(0)
    if game.seats == 4:
        right = lane(hands[(seat + 3) & 3], suit)
    p, n, r = bits.count(partner), bits.count(left), bits.count(right)
    # a suit in which the opponents have few choices makes a small tree; a void is any card
    tricks = bits.count(hands[seat])
    choices = (n if n > 0 else tricks + 1) + (r if r > 0 or game.seats == 2 else tricks + 1)
    ruffs, value = False, 0
    his_ruff = False
    if trump != NO_TRUMP and suit != trump and lane(every, trump) != bits.board(0):
        ruffs = n == 0 and lane(hands[(seat + 1) & (game.seats - 1)], trump) != bits.board(0)
        if game.seats == 4:
            ruffs = ruffs or (r == 0 and lane(hands[(seat + 3) & 3], trump) != bits.board(0))
            his_ruff = p == 0 and lane(hands[seat ^ 2], trump) != bits.board(0)
        value -= 5 * choices
        if ruffs:
            value -= 12
        if his_ruff and r > 0:
            value += 17
    else:
        value -= 7 * choices
        if p == 0:
            value -= 9
    best = bits.highest_bit(cards)
    rest = cards ^ best
    second = bits.highest_bit(rest)
    third = bits.highest_bit(rest ^ second)
    it = bits.bit(rank)
    place = 14 - bits.count(bits.right(cards, rank))
    wins = (it == best or partner > (left | right)) and not ruffs
    wins = wins or (his_ruff and not ruffs)
    sequence = (own & bits.highest_bit(cards & bits.minus(it, bits.board(1)))) != bits.board(0)
    if wins:
        if (second & left) != bits.board(0) and n > 1:
            value += 40 + place
        elif (second & right) != bits.board(0) and r > 1:
            value += 18 + place
        else:
            value += 45 + place
        return value
    if ((best | second) & right) != bits.board(0):
        if r > 1:
            value -= 10
    elif (best & left) != bits.board(0) and (second & partner) != bits.board(0) and p > 1:
        value += 30
    if (second & partner) != bits.board(0) and (third & partner) != bits.board(0):
        value += 30
    elif p > 1 and (
        ((second & own) != bits.board(0) and (third & partner) != bits.board(0))
        or ((second & partner) != bits.board(0) and (third & own) != bits.board(0))
    ):
        value += 20
    if ((best & left) != bits.board(0) and n == 1) or ((best & right) != bits.board(0) and r == 1):
        return value + 28 + place
    if (best & own) != bits.board(0):
        return value - 17 + place
    if not sequence:
        return value + 12 + place
    if it == second:
        return value + 48
    return value + 29 - place


def strength(hand: Bitboard, led: int, trump: int) -> int:
    """How high a hand can play to a trick: the rank of its best card, with 32 more for a trump; -1 if it can
    only discard."""
    suit = led
    if lane(hand, led) == bits.board(0):
        suit = trump
    if suit == NO_TRUMP:
        return -1
    top = top_of(lane(hand, suit))
    return top + 32 if suit == trump and top >= 0 else top


def follow_rank(
    game: Seated,
    hands: Hands,
    seat: int,
    trump: int,
    every: Bitboard,
    led: int,
    top: int,
    winner: int,
    yet: int,
    card: int,
) -> int:
    """How promising a card is to play to a trick, to which `yet` more hands play after it."""
    suit, rank = card // LANE, card % LANE
    own, cards = lane(hands[seat], suit), lane(every, suit)
    place = 14 - bits.count(bits.right(cards, rank))
    current = top % LANE + (32 if top // LANE == trump else 0)
    mine = rank + (32 if suit == trump else 0) if suit in (led, trump) else -1
    ours, theirs = -1, current
    if ((winner ^ seat) & 1) == 0:
        ours, theirs = current, -1
    after = hands[(seat + 1) & (game.seats - 1)]
    threat = -1
    if yet > 0:
        threat = strength(after, led, trump)
        theirs = max(theirs, threat)
    if yet > 1:
        ours = max(ours, strength(hands[seat ^ 2], led, trump))
    if suit != led and suit != trump:
        # a discard: low, from a long suit, not what guards a high card
        n = bits.count(own)
        value = 2 * n - place
        best = bits.highest_bit(cards)
        if n == 2 and (own & bits.highest_bit(cards ^ best)) != bits.board(0):
            value -= 5
        elif n == 1 and (own & best) != bits.board(0):
            value -= 6
        if ours > theirs:
            value += 60
        return value
    if ours > theirs:
        return -place if suit == led else -place - 30
    if mine > theirs:
        return 80 - place
    if mine <= current:
        return -place if suit == led else -place - 20
    if yet == 1:
        # to make the last hand play its best card, a card above its second
        theirs_in_suit = lane(after, led)
        under = bits.without(theirs_in_suit, bits.highest_bit(theirs_in_suit))
        if suit == led and rank > top_of(under):
            return 20 - place
        return -place if suit == led else 30 - place
    sequence = (own & bits.highest_bit(cards & bits.minus(bits.bit(rank), bits.board(1)))) != bits.board(0)
    if suit != led:
        return 15 - place
    return (30 if sequence else 13) - place
