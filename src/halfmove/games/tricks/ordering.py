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


def ruffs_to_come(
    game: Seated, hands: Hands, seat: int, trump: int, suit: int, left: Bitboard, right: Bitboard
) -> tuple[bool, bool]:
    """Whether an opponent can ruff a suit, of which they hold `left` and `right`; whether the partner can."""
    theirs = left == bits.board(0) and lane(hands[(seat + 1) & (game.seats - 1)], trump) != bits.board(0)
    ours = False
    if game.seats == 4:
        if right == bits.board(0) and lane(hands[(seat + 3) & 3], trump) != bits.board(0):
            theirs = True
        ours = lane(hands[seat ^ 2], suit) == bits.board(0) and lane(hands[seat ^ 2], trump) != bits.board(0)
    return theirs, ours


def lead_rank(
    game: Seated, hands: Hands, seat: int, trump: int, every: Bitboard, suit: int, rank: int
) -> int:
    """How promising a card is to lead.

    What counts is who has the highest cards of the suit, and how few choices the opponents have in it
    (Haglund, Hein and others 2014).  The numbers here and below were chosen by the positions visited in 36
    random deals; finer tuning on these did not carry over to others.
    """
    cards = lane(every, suit)
    own, partner = lane(hands[seat], suit), lane(partner_hand(game, hands, seat), suit)
    left, right = lane(hands[(seat + 1) & (game.seats - 1)], suit), bits.board(0)
    if game.seats == 4:
        right = lane(hands[(seat + 3) & 3], suit)
    p, n, r = bits.count(partner), bits.count(left), bits.count(right)
    # whoever is void has the choice of all cards
    most = bits.count(hands[seat]) + 1
    choices = (n if n > 0 else most) + (r if r > 0 or game.seats == 2 else most)
    ruffed, ruffs = False, False
    value = -7 * choices - (9 if p == 0 else 0)
    if trump != NO_TRUMP and suit != trump and lane(every, trump) != bits.board(0):
        ruffed, ruffs = ruffs_to_come(game, hands, seat, trump, suit, left, right)
        value = -5 * choices
        if ruffed:
            value -= 12
        if ruffs and r > 0:
            value += 17
    best = bits.highest_bit(cards)
    second = bits.highest_bit(cards ^ best)
    third = bits.highest_bit(cards ^ best ^ second)
    it = bits.bit(rank)
    place = 14 - bits.count(bits.right(cards, rank))
    if not ruffed and (it == best or partner > (left | right) or ruffs):
        # the side takes the trick
        if (second & left) != bits.board(0) and n > 1:
            return value + 40 + place
        if (second & right) != bits.board(0) and r > 1:
            return value + 18 + place
        return value + 45 + place
    pair = second | third
    if ((best | second) & right) != bits.board(0):
        if r > 1:
            value -= 10
    elif (best & left) != bits.board(0) and (second & partner) != bits.board(0) and p > 1:
        value += 30  # through the highest card to the second
    if third != bits.board(0) and (pair & partner) == pair:
        value += 30
    elif p > 1 and (pair & own) != bits.board(0) and (pair & partner) != bits.board(0):
        value += 20
    if ((best & left) != bits.board(0) and n == 1) or ((best & right) != bits.board(0) and r == 1):
        return value + 28 + place
    if (best & own) != bits.board(0):
        return value - 17 + place
    if (own & bits.highest_bit(cards & bits.minus(it, bits.board(1)))) == bits.board(0):
        return value + 12 + place
    # of a sequence
    return value + 48 if it == second else value + 29 - place


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
    if yet > 1:
        sequence = own & bits.highest_bit(cards & bits.minus(bits.bit(rank), bits.board(1)))
        if suit != led:
            return 15 - place
        return (30 if sequence != bits.board(0) else 13) - place
    # to make the last hand play its best card, a card above its second
    in_suit = lane(after, led)
    if suit == led:
        return 20 - place if rank > top_of(bits.without(in_suit, bits.highest_bit(in_suit))) else -place
    return 30 - place
