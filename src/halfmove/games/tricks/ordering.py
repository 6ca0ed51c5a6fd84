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
    own = lane(hands[seat], suit)
    partner = lane(partner_hand(game, hands, seat), suit)
    left = lane(hands[(seat + 1) & (game.seats - 1)], suit)
    right = lane(hands[(seat + 3) & (game.seats - 1)], suit)
    mine, his, next_top, last_top = top_of(own), top_of(partner), top_of(left), top_of(right)
    if game.seats == 2:
        last_top = -1
    against = max(next_top, last_top)
    value = 0
    if trump != NO_TRUMP and suit != trump:
        trumps_left = lane(hands[(seat + 1) & (game.seats - 1)], trump) != bits.board(0)
        trumps_right = lane(hands[(seat + 3) & (game.seats - 1)], trump) != bits.board(0)
        if (next_top < 0 and trumps_left) or (last_top < 0 and trumps_right):
            value -= 30
        if his < 0 and lane(partner_hand(game, hands, seat), trump) != bits.board(0):
            value += 10
    value += bits.count(own) + bits.count(partner) - 20 * (suit == trump)
    if rank > max(his, against):
        value += 16
    elif his > against:
        value += 14 - rank
    elif rank == mine and rank > his and last_top > rank > next_top:
        value += 4
    elif next_top > last_top and his > last_top:
        # through the next player's high card, to the partner's
        value += 14 - rank
    else:
        value += 6 - rank
        sequence = bits.bit(rank) | bits.right(bits.bit(rank), 1)
        if rank == mine and (own & sequence) == sequence and rank > 5:
            value += 12 + rank // 2
    return value


def follow_rank(
    game: Seated,
    hands: Hands,
    seat: int,
    trump: int,
    every: Bitboard,
    led: int,
    top: int,
    winner: int,
    last: bool,
    card: int,
) -> int:
    """How promising a card is to play to a trick that another led."""
    suit, rank = card // LANE, card % LANE
    top_suit, top_rank = top // LANE, top % LANE
    beats = (suit == top_suit and rank > top_rank) or (suit == trump and top_suit != trump)
    partner_wins = ((winner ^ seat) & 1) == 0
    if suit != led and not beats:
        # a discard: low, from a long suit
        own = lane(hands[seat], suit)
        cards = lane(every, suit)
        value = 10 - rank + bits.count(own)
        if rank == top_of(cards):
            value -= 20
        elif suit == trump:
            value -= 10
        elif bits.count(own) == 2 and top_of(own) < top_of(cards) and rank != top_of(own):
            value -= 3
        return value
    if last:
        if partner_wins:
            return 20 - rank if not beats else 5 - rank
        return 40 - rank if beats else 10 - rank
    # those who play after this one
    after = (seat + 1) & (game.seats - 1)
    after_suit = lane(hands[after], led)
    threat = top_of(after_suit)
    if suit == trump and led != trump:
        threat = -1
        if after_suit == bits.board(0):
            threat = top_of(lane(hands[after], trump))
    ruffed = suit != trump and trump != NO_TRUMP and after_suit == bits.board(0)
    ruffed = ruffed and lane(hands[after], trump) != bits.board(0)
    if beats:
        holds = rank > threat and not ruffed
        if partner_wins:
            return 24 - rank if holds else -rank
        if holds:
            return 40 - rank
        return 6 - rank if ruffed else 8 - rank
    return 20 - rank
