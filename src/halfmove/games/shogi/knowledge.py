"""What is known of shogi, for searches, besides what a position is worth: what to look at first, what is
forcing, and what an exchange brings.

The pieces' values are those of Apery and YaneuraOu (github.com/yaneurao/YaneuraOu, evaluate.h).
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.games.shogi.evaluation import UNIT, Evaluation
from halfmove.games.shogi.geometry import (
    BISHOP,
    BLACK,
    KING,
    NO_KING,
    PAWN,
    PLACES,
    PROMOTED,
    ROOK,
)
from halfmove.games.shogi.position import (
    DECLARE,
    DROP,
    TURN,
    Position,
    bishops_of,
    end_of,
    hand_key,
    hand_of,
    held,
    kind_at,
    kings_of,
    lances_of,
    other_of,
    own_of,
    pawns_of,
    promotes,
    rooks_of,
    start_of,
    taken,
    with_turn,
)
from halfmove.games.shogi.rules import NEVER

VALUES = (0, 90, 315, 405, 495, 540, 855, 990, 0, 540, 540, 540, 540, 0, 945, 1395)
"""By kind; a pawn is 90."""
SCALE = UNIT // 90


class Knowledge(Evaluation):
    """The hooks."""

    selective = True
    draws_agreed = True
    quiescence_plies = 16
    dominance = True

    # ---- what to look at first
    def order(self, s: Position, a: int) -> int:
        """The most valuable victim first, taken by the least valuable piece; promotions; drops near the
        king."""
        if a == DECLARE:
            return 1000
        start, end = start_of(a), end_of(a)
        enemy = self.king_square(s, other_of(s))
        close = 20 if bits.wide_has(self.table_entry(self.near, enemy), end) else 0
        if start > DROP:
            return close - VALUES[start - DROP] // 40
        kind, victim = kind_at(s, start), kind_at(s, end)
        promotion = (VALUES[kind | PROMOTED] - VALUES[kind]) // 4 if promotes(a) else 0
        if victim == KING:
            return 1000
        if victim > 0:
            return min((VALUES[victim] + VALUES[victim & 7]) // 3 + promotion - VALUES[kind] // 20, 999)
        return promotion + close

    def history_slot(self, s: Position, a: int) -> int:
        if a == DECLARE:
            return 0
        start = start_of(a)
        return (start - DROP if start > DROP else kind_at(s, start)) * PLACES + end_of(a)

    def quiet(self, s: Position, a: int) -> bool:
        return start_of(a) > DROP or (not promotes(a) and kind_at(s, end_of(a)) == 0)

    def gain(self, s: Position, a: int) -> int:
        if start_of(a) > DROP:
            return 0
        victim = kind_at(s, end_of(a))
        gained = VALUES[victim] + VALUES[victim & 7]
        if promotes(a):
            kind = kind_at(s, start_of(a))
            gained += VALUES[kind | PROMOTED] - VALUES[kind]
        return gained * SCALE

    def may_pass(self, s: Position) -> bool:
        return bits.wide_empty(s.checkers) and self.king_square(s, own_of(s)) != NO_KING

    def passed(self, s: Position) -> Position:
        key = s.hash ^ bits.board(TURN)
        return with_turn(s, s.checkers, s.checks, key, 1 - s.mover, s.number + 1, s.declared)

    def structure(self, s: Position) -> int:
        """The pawns."""
        pawns = pawns_of(s)
        black = bits.wide_and(pawns, s.black)
        h = bits.mix(bits.mix(bits.mix(bits.mix(black[0]) ^ black[1]) ^ pawns[0]) ^ pawns[1])
        return bits.number(bits.right(h, 1))

    # ---- quiescence
    def forcing(self, s: Position) -> Iterator[int]:
        """Captures, and promotions of pawns, bishops and rooks; in check, everything."""
        if not bits.wide_empty(s.checkers):
            for a in self.actions(s):  # noqa: UP028  `yield from` has no machine code
                yield a
        else:
            own, other = own_of(s), other_of(s)
            occupied = bits.wide_or(own, other)
            king = self.king_square(s, own)
            for end in bits.wide_squares(bits.wide_and(self.king_moves(s, king, own), other)):
                yield king | end << 7
            pinned = self.pins(s, king, own)
            for start in bits.wide_squares(bits.wide_without(own, kings_of(s))):
                kind = kind_at(s, start)
                reach = bits.wide_without(self.reach(occupied, s.mover, kind, start), own)
                if bits.wide_has(pinned, start):
                    reach = bits.wide_and(reach, self.line(reach, king, start))
                promoting = self.promoting(reach, s.mover, kind, start)
                better = kind in (PAWN, BISHOP, ROOK)
                if not better:
                    promoting = bits.wide_and(promoting, other)
                for end in bits.wide_squares(promoting):
                    yield start | end << 7 | 1 << 14
                plain = bits.wide_and(self.unpromoted(reach, s.mover, kind), other)
                if better:
                    plain = bits.wide_without(plain, promoting)
                for end in bits.wide_squares(plain):
                    yield start | end << 7

    def threatening(self, s: Position) -> Iterator[int]:
        """Quiet moves and drops that give check by the piece itself, where the mover is not in check."""
        own, other = own_of(s), other_of(s)
        enemy = self.king_square(s, other)
        if bits.wide_empty(s.checkers) and enemy != NO_KING:
            occupied = bits.wide_or(own, other)
            free = bits.wide_without(self.table_entry(self.masks, 0), occupied)
            king = self.king_square(s, own)
            pinned = self.pins(s, king, own)
            for start in bits.wide_squares(bits.wide_without(own, kings_of(s))):
                kind = kind_at(s, start)
                goal = bits.wide_and(self.reach(occupied, 1 - s.mover, kind, enemy), free)
                reach = bits.wide_and(self.reach(occupied, s.mover, kind, start), goal)
                if bits.wide_has(pinned, start):
                    reach = bits.wide_and(reach, self.line(reach, king, start))
                for end in bits.wide_squares(self.unpromoted(reach, s.mover, kind)):
                    yield start | end << 7
            hand = hand_of(s, s.mover)
            if hand != bits.board(0):
                for kind in range(PAWN, KING):
                    if held(hand, kind) > 0:
                        goal = bits.wide_and(self.reach(occupied, 1 - s.mover, kind, enemy), free)
                        for end in bits.wide_squares(self.drops(s, kind, goal)):
                            yield (DROP + kind) | end << 7

    # ---- proof-number search
    def checking(self, s: Position) -> Iterator[int]:
        """The actions that give check, and a declaration; stalemate is no aim of problems."""
        own, other = own_of(s), other_of(s)
        enemy = self.king_square(s, other)
        occupied = bits.wide_or(own, other)
        king = self.king_square(s, own)
        screens = self.screens(s, own, other, enemy)
        if bits.wide_has(screens, king):
            steps = bits.wide_without(self.king_moves(s, king, own), self.line(own, enemy, king))
            for end in bits.wide_squares(steps):
                yield king | end << 7
        target = self.targets(s, king, own)
        pinned = self.pins(s, king, own)
        for start in bits.wide_squares(bits.wide_without(own, kings_of(s))):
            kind = kind_at(s, start)
            reach = bits.wide_and(self.reach(occupied, s.mover, kind, start), target)
            if bits.wide_has(pinned, start):
                reach = bits.wide_and(reach, self.line(reach, king, start))
            rest = bits.wide_without(occupied, self.alone(start))
            plain = self.reach(rest, 1 - s.mover, kind, enemy)
            better = self.reach(rest, 1 - s.mover, kind | PROMOTED, enemy)
            if bits.wide_has(screens, start):
                off = bits.wide_without(reach, self.line(reach, enemy, start))
                plain, better = bits.wide_or(plain, off), bits.wide_or(better, off)
            for end in bits.wide_squares(bits.wide_and(self.promoting(reach, s.mover, kind, start), better)):
                yield start | end << 7 | 1 << 14
            for end in bits.wide_squares(bits.wide_and(self.unpromoted(reach, s.mover, kind), plain)):
                yield start | end << 7
        hand = hand_of(s, s.mover)
        if hand != bits.board(0):
            free = bits.wide_without(target, occupied)
            for kind in range(PAWN, KING):
                if held(hand, kind) > 0:
                    goal = bits.wide_and(self.reach(occupied, 1 - s.mover, kind, enemy), free)
                    for end in bits.wide_squares(self.drops(s, kind, goal)):
                        yield (DROP + kind) | end << 7
        if self.win_points < NEVER and self.may_declare(s):
            yield DECLARE

    def screens(self, s: Position, own: Wide, other: Wide, enemy: int) -> Wide:
        """The mover's pieces that alone stand between one of his sliders and the enemy's king."""
        occupied = bits.wide_or(own, other)
        sliders = bits.wide_and(bishops_of(s), self.open_line(0, enemy))
        sliders = bits.wide_or(sliders, bits.wide_and(rooks_of(s), self.open_line(1, enemy)))
        sliders = bits.wide_or(sliders, bits.wide_and(lances_of(s), self.open_line(3 - s.mover, enemy)))
        found = bits.wide_without(own, own)
        for slider in bits.wide_squares(bits.wide_and(sliders, own)):
            between = bits.wide_and(bits.wide_entry(own, self.between, PLACES * enemy + slider), occupied)
            if bits.wide_count(between) == 1:
                found = bits.wide_or(found, bits.wide_and(between, own))
        return found

    def holdings(self, s: Position, player: int) -> Bitboard:
        """The pieces in hand: whoever has more of them than in another position, the other having less, has
        every action that he had there, and the other no more."""
        hand, found = hand_of(s, player), bits.board(0)
        if hand != bits.board(0):
            for kind in range(PAWN, KING):
                found |= bits.left(bits.board(held(hand, kind)), 8 * (kind - 1))
        return found

    def key_without_holdings(self, s: Position) -> Bitboard:
        """Board and mover, and what both have in hand together."""
        key, first, second = self.key(s), s.hands[0], s.hands[1]
        if first != bits.board(0):
            for kind in range(PAWN, KING):
                key ^= hand_key(0, kind, held(first, kind))
        if second != bits.board(0):
            for kind in range(PAWN, KING):
                key ^= hand_key(1, kind, held(second, kind))
        return bits.hash_with(key, bits.number(bits.plus(first, second)))

    # ---- exchanges on one square
    def exchange(self, s: Position, a: int) -> int:
        """Static exchange evaluation, each side the least valuable piece first and free to stop, as in chess;
        pins are not looked at, nor later promotions."""
        if a == DECLARE:
            return 0
        start, end = start_of(a), end_of(a)
        occupied = taken(s)
        kind = start - DROP
        balance = 0
        if start < DROP:
            kind = kind_at(s, start)
            victim = kind_at(s, end)
            balance = VALUES[victim] + VALUES[victim & 7]
            occupied = bits.wide_without(occupied, self.alone(start))
            if promotes(a):
                balance += VALUES[kind | PROMOTED] - VALUES[kind]
                kind |= PROMOTED
        worth = self.loss(kind)
        if balance - worth >= 0:
            return (balance - worth) * SCALE
        return (balance - self.recaptured(s, end, occupied, 1 - s.mover, worth)) * SCALE

    def loss(self, kind: int) -> int:
        """What the balance changes by where a piece is captured: the other has it in hand then."""
        return 100_000 if kind == KING else VALUES[kind] + VALUES[kind & 7]

    def recaptured(self, s: Position, square: int, occupied: Wide, side: int, worth: int) -> int:
        """What the side gains by capturing a piece `worth` so much on a square, 0 if it had better not.

        `total` is the side's balance along the one line of captures: the side has `low` for sure by then, the
        other allows no more than `high`.
        """
        low, high = 0, 100_000
        total, sign, mover = 0, 1, side
        while True:
            own = s.black if mover == BLACK else bits.wide_without(taken(s), s.black)
            takers = bits.wide_and(self.attackers(s, square, own, mover, occupied), occupied)
            if bits.wide_empty(takers):
                break
            start = self.least(s, takers)
            kind = kind_at(s, start)
            if kind == KING:
                others = bits.wide_without(taken(s), own)
                back = bits.wide_and(self.attackers(s, square, others, 1 - mover, occupied), occupied)
                if not bits.wide_empty(back):
                    break
            total += sign * worth
            worth = self.loss(kind)
            occupied = bits.wide_without(occupied, self.alone(start))
            if sign > 0:
                high = min(high, max(total, low))
            else:
                low = max(low, min(total, high))
            if low >= high:
                break
            sign, mover = -sign, 1 - mover
        return low if sign > 0 else high

    def least(self, s: Position, pieces: Wide) -> int:
        """The square of the least valuable of some pieces."""
        best, least = -1, 1_000_000
        for square in bits.wide_squares(pieces):
            worth = self.loss(kind_at(s, square))
            if worth < least:
                best, least = square, worth
        return best
