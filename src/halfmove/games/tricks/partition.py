"""Partition search: alpha-beta whose table holds classes of positions instead of positions.

Of a question "does side 0 take that many of the tricks left?" an answer comes with the cards whose rank it
rests on.  All positions with as many cards of each suit in each hand, in which the same seats own the cards
from the top of each suit down to the lowest of those, have the same answer: one entry of the table speaks for
all (M. Ginsberg, *Partition search*, AAAI 1996).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.compile import kernel, step
from halfmove.games.tricks.memory import (
    BLOCK,
    BOUND,
    DEPTHS,
    FIRST,
    HEADS,
    HOLDINGS,
    KEY,
    LANE,
    LATEST,
    NEXT,
    NO_TRUMP,
    NODES,
    OWNER_BITS,
    PATTERNS,
    ROOM,
    ROW,
    SUITS,
    USED,
    Memory,
    Seated,
)
from halfmove.games.tricks.ordering import follow_rank, lead_rank
from halfmove.games.tricks.winners import FULL, highest, lane, quick_tricks, sure_trumps

MADE = 1 << 63
"""In an answer, beside the cards it rests on: side 0 takes the tricks asked for."""

OWNERS = (1 << OWNER_BITS) - 1
START = -1
"""No card, no seat: of a trick that has not begun."""


@step
def all_cards(game: Seated, m: Memory) -> Bitboard:
    """The cards in all hands."""
    cards = m.hands[0] | m.hands[1]
    if game.seats == 4:
        cards |= m.hands[2] | m.hands[3]
    return cards


@kernel
def prepare(game: Seated, m: Memory) -> None:
    """Fill `Memory.relative` for the hands, and for all that will be left of them."""
    for suit in range(SUITS):
        base = HOLDINGS * suit
        m.relative[base] = bits.board(0)
        every, under = lane(all_cards(game, m), suit), bits.board(0)
        while under != every:
            top = bits.lowest_bit(every ^ under)
            owner = 0
            for seat in range(1, game.seats):
                if (lane(m.hands[seat], suit) & top) != bits.board(0):
                    owner = seat
            add, place = bits.board(owner | (1 << (32 + 4 * owner))), base + bits.number(top)
            # every set of the cards below, with and without this one
            below, more = bits.board(0), True
            while more:
                old = m.relative[base + bits.number(below)]
                held = old & bits.board(OWNERS)
                m.relative[place + bits.number(below)] = bits.plus((old ^ held) | bits.left(held, 2), add)
                below = bits.minus(below, under) & under
                more = below != bits.board(0)
            under |= top


@kernel
def forget(game: Seated, m: Memory) -> None:
    """Empty the table."""
    for i in range(HEADS):
        m.heads[i] = 0
    m.counters[USED] = 1


@step
def last_trick(game: Seated, m: Memory, target: int, trump: int, seat: int) -> Bitboard:
    """The answer where every hand has one card."""
    top, winner, alike = bits.lowest(m.hands[seat]), seat, 1
    for i in range(1, game.seats):
        other = (seat + i) & (game.seats - 1)
        card = bits.lowest(m.hands[other])
        if card // LANE == top // LANE:
            alike += 1
            if card > top:
                top, winner = card, other
        elif card // LANE == trump:
            top, winner, alike = card, other, 1
    answer = bits.bit(top) if alike > 1 else bits.board(0)
    if winner & 1 == 0:
        answer |= bits.board(MADE)
    return answer


@step
def does_match(m: Memory, owners: Bitboard, pattern: Bitboard) -> bool:
    """Whether the owners of two suits' cards are those of a word of a pattern, as far as they matter."""
    mask = m.masks[bits.number(bits.right(pattern, DEPTHS) & bits.board(255))]
    return ((owners ^ pattern) & mask) == bits.board(0)


@step
def cards_at(every: Bitboard, pattern: Bitboard, suit: int) -> Bitboard:
    """The lowest cards that matter of a suit and the next, of a word of a pattern."""
    depths = bits.number(bits.right(pattern, DEPTHS))
    cards = bits.board(0)
    for i in range(2):
        depth = (depths >> (4 * i)) & 15
        if depth > 0:
            cards |= bits.left(highest(lane(every, suit + i), depth), LANE * (suit + i))
    return cards


@step
def look_up(
    game: Seated, m: Memory, key: Bitboard, low: Bitboard, high: Bitboard, every: Bitboard, target: int
) -> tuple[bool, Bitboard]:
    """Whether the table has an answer, and that."""
    b, front = m.blocks, 0
    place = m.heads[bits.number(key & bits.board(HEADS - 1))]
    while place != 0:
        at = place * BLOCK
        link = bits.number(b[at + NEXT])
        place = link >> 3
        if b[at + KEY] != key:
            continue
        end = at + FIRST + 2 * (link & 7)
        if front == 0:
            front = end - 2
        while end > at + FIRST:
            end -= 2
            one, other = b[end], b[end + 1]
            if does_match(m, low, one) and does_match(m, high, other):
                made = bits.number(bits.right(one, BOUND)) >= target
                if made or bits.number(bits.right(other, BOUND)) < target:
                    # what was of use is found first the next time
                    b[end], b[end + 1] = b[front], b[front + 1]
                    b[front], b[front + 1] = one, other
                    answer = cards_at(every, one, 0) | cards_at(every, other, 2)
                    if made:
                        answer |= bits.board(MADE)
                    return True, answer
    return False, bits.board(0)


@step
def depth_of(every: Bitboard, answer: Bitboard, suit: int) -> int:
    """How many of a suit's cards, from the highest, an answer rests on."""
    ranks, depth = lane(answer, suit) & bits.board(HOLDINGS - 1), 0
    if ranks != bits.board(0):
        depth = bits.count(bits.right(lane(every, suit), bits.lowest(ranks)))
    return depth


@step
def store(
    game: Seated,
    m: Memory,
    key: Bitboard,
    low: Bitboard,
    high: Bitboard,
    every: Bitboard,
    target: int,
    left: int,
    answer: Bitboard,
) -> None:
    """Put an answer into the table."""
    lower, upper = 0, target - 1
    if (answer & bits.board(MADE)) != bits.board(0):
        lower, upper = target, left
    depths = depth_of(every, answer, 0) | (depth_of(every, answer, 1) << 4)
    one = (low & m.masks[depths]) | bits.left(bits.board(depths | (lower << 8)), DEPTHS)
    depths = depth_of(every, answer, 2) | (depth_of(every, answer, 3) << 4)
    other = (high & m.masks[depths]) | bits.left(bits.board(depths | (upper << 8)), DEPTHS)
    b, head = m.blocks, bits.number(key & bits.board(HEADS - 1))
    place = m.heads[head]
    while place != 0 and b[place * BLOCK + KEY] != key:
        place = bits.number(b[place * BLOCK + NEXT]) >> 3
    patterns = PATTERNS
    if place != 0:
        patterns = bits.number(b[place * BLOCK + NEXT]) & 7
    if patterns == PATTERNS:
        if m.counters[USED] >= m.counters[ROOM]:
            forget(game, m)
        place, patterns = m.counters[USED], 0
        m.counters[USED] = place + 1
        b[place * BLOCK + KEY] = key
        b[place * BLOCK + NEXT] = bits.board(m.heads[head] << 3)
        m.heads[head] = place
    at = place * BLOCK
    b[at + NEXT] = bits.plus(b[at + NEXT], bits.board(1))
    b[at + FIRST + 2 * patterns] = one
    b[at + FIRST + 2 * patterns + 1] = other


@step
def settle(
    game: Seated, m: Memory, target: int, trump: int, seat: int, every: Bitboard, left: int
) -> tuple[bool, Bitboard]:
    """Whether tricks that need no search answer the question, and how."""
    side = seat & 1
    need = target if side == 0 else left - target + 1
    made = bits.board(MADE) if side == 0 else bits.board(0)
    unmade = bits.board(MADE) ^ made
    tricks, ranks = quick_tricks(game, m.hands, seat, trump, every, need)
    if tricks >= need:
        return True, ranks | made
    if trump != NO_TRUMP and lane(every, trump) != bits.board(0):
        tricks, ranks = sure_trumps(game, m.hands, seat, trump, every, need)
        if tricks >= need:
            return True, ranks | made
        tricks, ranks = sure_trumps(game, m.hands, seat ^ 1, trump, every, left - need + 1)
        if tricks > left - need:
            return True, ranks | unmade
    elif need == left:
        # the leader's side takes no more than it has cards in suits where it has the highest
        most, ranks = 0, bits.board(0)
        for suit in range(SUITS):
            cards = lane(every, suit)
            if cards != bits.board(0):
                best = bits.highest_bit(cards)
                mine = lane(m.hands[seat], suit)
                his = lane(m.hands[seat ^ 2], suit) if game.seats == 4 else bits.board(0)
                if ((mine | his) & best) != bits.board(0):
                    most += max(bits.count(mine), bits.count(his))
                else:
                    ranks |= bits.left(best, LANE * suit)
        if most < need:
            return True, ranks | unmade
    return False, bits.board(0)


@step
def list_cards(
    game: Seated,
    m: Memory,
    trump: int,
    seat: int,
    led: int,
    top: int,
    winner: int,
    yet: int,
    every: Bitboard,
    row: int,
) -> int:
    """Write the cards worth trying, one of each run of equal ones, with their ranks; how many there are."""
    hand = m.hands[seat]
    choice = hand
    if led >= 0:
        follow = bits.left(lane(hand, led), LANE * led)
        if follow != bits.board(0):
            choice = follow
    # a card is as good as the next higher one of all, if that is in the same hand
    n = 0
    for suit in range(SUITS):
        mine, cards = lane(choice, suit), lane(every, suit)
        before = False
        while mine != bits.board(0):
            best = bits.highest_bit(cards)
            cards ^= best
            if (mine & best) == bits.board(0):
                before = False
                continue
            mine ^= best
            if before:
                continue
            before = True
            m.moves[row + n] = LANE * suit + bits.lowest(best)
            n += 1
    if n > 1:
        killer = m.moves[row + LATEST] - 1
        for i in range(n):
            card = m.moves[row + i]
            if led < 0:
                value = lead_rank(game, m.hands, seat, trump, every, card // LANE, card % LANE)
                if card == killer:
                    value += 45
            else:
                value = follow_rank(game, m.hands, seat, trump, every, led, top, winner, yet, card)
            m.moves[row + i] = (value << 8) | card
    return n


@step
def best_card(m: Memory, row: int, i: int, n: int) -> int:
    """Bring the best of the cards from the i-th on to the i-th place; that card."""
    best = i
    for j in range(i + 1, n):
        if m.moves[row + j] > m.moves[row + best]:
            best = j
    found = m.moves[row + best]
    m.moves[row + best] = m.moves[row + i]
    m.moves[row + i] = found
    return found & 255


@step
def with_equals(every: Bitboard, hand: Bitboard, card: int) -> Bitboard:
    """A card with those below it that are as good, as the same hand has them."""
    suit = card // LANE
    found = bits.bit(card)
    below = lane(every, suit) & bits.minus(bits.bit(card % LANE), bits.board(1))
    while below != bits.board(0):
        best = bits.highest_bit(below)
        below ^= best
        equal = bits.left(best, LANE * suit)
        if (hand & equal) == bits.board(0):
            break
        found |= equal
    return found


@kernel
def search(
    game: Seated,
    m: Memory,
    target: int,
    trump: int,
    seat: int,
    led: int,
    trick: Bitboard,
    top: int,
    winner: int,
    ply: int,
) -> Bitboard:
    """Whether side 0 takes `target` of the tricks from here on, as `MADE` or not, and the cards that the
    answer rests on.

    `trick` are the cards that lie, of the suit `led`; `top` is the best of them, the `winner`'s.
    """
    m.counters[NODES] += 1
    every = all_cards(game, m) | trick
    start = trick == bits.board(0)
    low, high, key = bits.board(0), bits.board(0), bits.board(0)
    left = 0
    if start:
        left = bits.count(m.hands[seat])
        if target <= 0:
            return bits.board(MADE)
        if target > left:
            return bits.board(0)
        if left == 1:
            return last_trick(game, m, target, trump, seat)
        settled, answer = settle(game, m, target, trump, seat, every, left)
        if settled:
            return answer
        a = m.relative[bits.number(lane(every, 0))]
        b = m.relative[HOLDINGS + bits.number(lane(every, 1))]
        c = m.relative[2 * HOLDINGS + bits.number(lane(every, 2))]
        d = m.relative[3 * HOLDINGS + bits.number(lane(every, 3))]
        owners = bits.board(OWNERS)
        low, high = (
            (a & owners) | bits.left(b & owners, OWNER_BITS),
            (c & owners) | bits.left(d & owners, OWNER_BITS),
        )
        shape = bits.right(a, 32) | bits.left(bits.right(b, 32), 16)
        shape |= bits.left(bits.right(c, 32), 32) | bits.left(bits.right(d, 32), 48)
        key = bits.mix(bits.hash_with(shape, seat))
        found, answer = look_up(game, m, key, low, high, every, target)
        if found:
            return answer
    none = led - led + START
    row = ROW * ply
    following = (seat + 1) & (game.seats - 1)
    yet = game.seats - 1 - bits.count(trick)
    last = yet == 0
    n = list_cards(game, m, trump, seat, led, top, winner, yet, every, row)
    side = seat & 1
    rests, dead = bits.board(0), bits.board(0)
    for i in range(n):
        card = best_card(m, row, i, n)
        if bits.has(dead, card):
            continue
        it = bits.bit(card)
        suit = card // LANE
        new_top, new_winner = top, winner
        if start or (suit == top // LANE and card > top) or (suit == trump and top // LANE != trump):
            new_top, new_winner = card, seat
        m.hands[seat] ^= it
        if last:
            taken = 1 if new_winner & 1 == 0 else 0
            answer = search(
                game, m, target - taken, trump, new_winner, none, bits.board(0), none, none, ply + 1
            )
            ranked = bits.left(bits.board(FULL), LANE * (new_top // LANE)) & (trick | it)
            if ranked != bits.bit(new_top):
                answer |= with_equals(every, m.hands[new_winner], new_top)
        else:
            answer = search(
                game,
                m,
                target,
                trump,
                following,
                suit if start else led,
                trick | it,
                new_top,
                new_winner,
                ply + 1,
            )
        m.hands[seat] ^= it
        made = (answer & bits.board(MADE)) != bits.board(0)
        if made == (side == 0):
            rests = answer
            m.moves[row + LATEST] = card + 1
            break
        rests |= answer
        # cards below all whose rank matters would fail alike
        ranks = lane(answer, suit) & bits.board(HOLDINGS - 1)
        limit = bits.board(HOLDINGS - 1)
        if ranks != bits.board(0):
            limit = bits.minus(bits.lowest_bit(ranks), bits.board(1))
        if bits.has(limit, card % LANE):
            dead |= bits.left(limit, LANE * suit)
    if start:
        store(game, m, key, low, high, every, target, left, rests)
    return rests
