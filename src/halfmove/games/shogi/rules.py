"""The rules of shogi (Japan Shogi Association; English in Tony Hosking, *The Art of Shogi*, 1997, and in the
FESA rules, 2019), and of minishogi (Shigenobu Kusumoto, 1970), whose board is smaller.

A player who has no legal move has lost.  A piece is taken into the hand of whoever captures it and may be
dropped on an empty square instead of a move, where it can move on, a pawn not on a file with another of its
side that is not promoted (*nifu*), nor so that it mates at once (*uchifuzume*).

Repetition needs the history, so the game declares it and `core.history` counts: the fourth time that a
position stands, the game is drawn (*sennichite*; in minishogi Black has lost), but a player whose moves since
the first time all gave check has lost.

An impasse may be declared with the king in the far three ranks, not in check, ten more pieces there, and so
many points of big pieces (five) and others (one) there and in hand: 28 for Black and 27 for White win by the
rule of 27 points; by that of 24 points 31 win, and from 24 on it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.contract import Game
from halfmove.games.shogi.geometry import (
    BISHOP,
    BLACK,
    GOLD,
    KINDS,
    KING,
    KNIGHT,
    LANCE,
    NO_KING,
    PAWN,
    PLACES,
    PROMOTED,
    ROOK,
    SILVER,
    STEPS,
    TO_BLACK,
    TO_WHITE,
    Words,
    geometry_of,
)
from halfmove.games.shogi.position import (
    DECLARE,
    DECLARED_DRAW,
    DECLARED_WIN,
    DROP,
    GOING_ON,
    HELD,
    TURN,
    Position,
    bishops_of,
    end_of,
    golds_of,
    hand_key,
    hand_of,
    held,
    kind_at,
    kings_of,
    knights_of,
    lances_of,
    other_of,
    own_of,
    pawns_of,
    piece_key,
    promotes,
    rooks_of,
    silvers_of,
    start_of,
    taken,
    with_turn,
)

NEVER = 1 << 20
"""More points than there are: no impasse is declared."""


class Rules(Game):
    """The six functions, of shogi on a board of `files` and `ranks`."""

    name = "shogi"
    player_names = ("Black", "White")
    actions_limit = 600  # the most known is 593
    history_slots = KINDS * PLACES
    repetition = "draw"
    repetition_count = 4
    stuck_is_over = True
    runtime_parameters: tuple[str, ...] = ("win_points", "draw_points", "first_points", "handicap_points")

    files = 9
    ranks = 9
    repeating_loser = -1
    """Who has lost where a position comes for the fourth time without perpetual check; -1: nobody."""
    pieces_steps = STEPS
    zone = 3
    """The ranks of the far side in which pieces are promoted."""

    win_points: int
    """The points that win by impasse."""
    draw_points: int
    """The points that draw by it, as many or more than win where none do."""
    first_points: int
    """What Black needs besides to win."""
    handicap_points: int
    """What White's points are raised by for pieces left out."""

    steps: Words
    rays: Words
    open_lines: Words
    file_of: Words
    zones: Words
    dead: Words
    masks: Words
    between: Words
    lines: Words
    top_shift: int
    """From the first rank of a file to its last, in bits."""

    def setup(self) -> None:
        self.win_points = self.draw_points = NEVER
        self.first_points = self.handicap_points = 0
        self.geometry = g = geometry_of(self.files, self.ranks, self.pieces_steps, self.zone)
        self.steps, self.rays, self.file_of, self.zones, self.dead = (
            g.steps,
            g.rays,
            g.files_of,
            g.zones,
            g.dead,
        )
        self.masks = g.table([g.squares, [g.square(file, g.ranks - 1) for file in range(g.files)]])
        self.between, self.lines, self.open_lines = g.between, g.lines, g.open_lines
        self.top_shift = g.ranks - 1

    # ---- the six functions
    def to_move(self, s: Position) -> int:
        return s.mover

    def actions(self, s: Position) -> Iterator[int]:
        if self.goes_on(s):
            own, occupied = own_of(s), taken(s)
            king = self.king_square(s, own)
            for end in bits.wide_squares(self.king_moves(s, king, own)):
                yield king | end << 7
            target = self.targets(s, king, own)
            if not bits.wide_empty(target):  # in double check only the king gets out
                pinned = self.pins(s, king, own)
                for start in bits.wide_squares(bits.wide_without(own, kings_of(s))):
                    kind = kind_at(s, start)
                    reach = bits.wide_and(self.reach(occupied, s.mover, kind, start), target)
                    if bits.wide_has(pinned, start):
                        reach = bits.wide_and(reach, self.line(reach, king, start))
                    for end in bits.wide_squares(self.promoting(reach, s.mover, kind, start)):
                        yield start | end << 7 | 1 << 14
                    for end in bits.wide_squares(self.unpromoted(reach, s.mover, kind)):
                        yield start | end << 7
                hand = hand_of(s, s.mover)
                if hand != bits.board(0):
                    free = bits.wide_without(target, occupied)
                    for kind in range(PAWN, KING):
                        if held(hand, kind) > 0:
                            for end in bits.wide_squares(self.drops(s, kind, free)):
                                yield (DROP + kind) | end << 7
            if self.win_points < NEVER and self.may_declare(s):
                yield DECLARE

    def count_actions(self, s: Position) -> int:
        if not self.goes_on(s):
            return 0
        own, occupied = own_of(s), taken(s)
        king = self.king_square(s, own)
        number = bits.wide_count(self.king_moves(s, king, own))
        target = self.targets(s, king, own)
        if not bits.wide_empty(target):
            pinned = self.pins(s, king, own)
            pawns = self.unpromoted(bits.wide_and(pawns_of(s), own), s.mover, PAWN)
            stuck = bits.wide_without(bits.wide_and(pawns, pinned), self.table_entry(self.file_of, king))
            reach = bits.wide_and(self.pawn_steps(bits.wide_without(pawns, stuck), s.mover), target)
            number += bits.wide_count(self.unpromoted(reach, s.mover, PAWN))
            number += bits.wide_count(bits.wide_and(reach, self.table_entry(self.zones, s.mover)))
            for start in bits.wide_squares(bits.wide_without(own, bits.wide_or(pawns, kings_of(s)))):
                kind = kind_at(s, start)
                reach = bits.wide_and(self.reach(occupied, s.mover, kind, start), target)
                if bits.wide_has(pinned, start):
                    reach = bits.wide_and(reach, self.line(reach, king, start))
                number += bits.wide_count(self.promoting(reach, s.mover, kind, start))
                number += bits.wide_count(self.unpromoted(reach, s.mover, kind))
            hand = hand_of(s, s.mover)
            if hand != bits.board(0):
                free = bits.wide_without(target, occupied)
                for kind in range(PAWN, KING):
                    if held(hand, kind) > 0:
                        number += bits.wide_count(self.drops(s, kind, free))
        if self.win_points < NEVER and self.may_declare(s):
            number += 1
        return number

    def result(self, s: Position, a: int) -> Position:
        if a == DECLARE:
            return self.declare(s)
        start, end, side = start_of(a), end_of(a), s.mover
        goal = self.alone(end)
        own, other = own_of(s), other_of(s)
        hand = hand_of(s, side)
        key = s.hash ^ bits.board(TURN)
        touched = goal
        if start > DROP:
            kind = start - DROP
            count = held(hand, kind)
            key ^= hand_key(side, kind, count) ^ hand_key(side, kind, count - 1)
            hand = bits.minus(hand, bits.left(bits.board(1), HELD * (kind - 1)))
        else:
            kind = kind_at(s, start)
            origin = self.alone(start)
            touched = bits.wide_or(goal, origin)
            own = bits.wide_without(own, origin)
            key ^= piece_key(side, kind, start)
            victim = kind_at(s, end)
            if victim > 0:
                key ^= piece_key(1 - side, victim, end)
                base = victim & 7
                if base > 0:  # all but the lion of dōbutsu shōgi
                    count = held(hand, base)
                    key ^= hand_key(side, base, count) ^ hand_key(side, base, count + 1)
                    hand = bits.plus(hand, bits.left(bits.board(1), HELD * (base - 1)))
                other = bits.wide_without(other, goal)
            if promotes(a):
                kind |= PROMOTED
        own = bits.wide_or(own, goal)
        after = Position(
            self.changed(s.plane0, touched, goal, kind & 1),
            self.changed(s.plane1, touched, goal, kind & 2),
            self.changed(s.plane2, touched, goal, kind & 4),
            self.changed(s.plane3, touched, goal, kind & 8),
            own if side == BLACK else other,
            (hand, s.hands[1]) if side == BLACK else (s.hands[0], hand),
            s.checkers,
            s.checks,
            key ^ piece_key(side, kind, end),
            1 - side,
            s.number + 1,
            GOING_ON,
        )
        return self.with_checks(after)

    def is_terminal(self, s: Position) -> bool:
        return not self.goes_on(s) or self.none_legal(s)

    def is_drawn(self, s: Position) -> bool:
        return s.declared == DECLARED_DRAW

    def utility(self, s: Position, player: int) -> int:
        if s.declared == DECLARED_DRAW:
            return 0
        return -1 if player == s.mover else 1

    def in_check(self, s: Position) -> bool:
        return not bits.wide_empty(s.checkers)

    # ---- looking back
    def key(self, s: Position) -> Bitboard:
        return s.hash if s.declared == GOING_ON else bits.hash_with(s.hash, s.declared)

    def repetition_key(self, s: Position) -> Bitboard:
        return self.key(s)

    def may_repeat(self, s: Position, a: int) -> bool:
        return a != DECLARE

    def reversible(self, s: Position) -> int:
        return s.number

    def repetition_loser(self, s: Position, plies: int) -> int:
        first, second = s.checks
        perpetual = first >= plies // 2
        if perpetual != (second >= plies // 2):
            return 0 if perpetual else 1
        return self.repeating_loser

    # ---- sets of squares
    def alone(self, square: int) -> Wide:
        """The set of one square."""
        if square < 64:
            return (bits.bit(square), bits.board(0))
        return (bits.board(0), bits.bit(square - 64))

    def table_entry(self, table: Words, index: int) -> Wide:
        """A set of a table."""
        return (bits.entry(table, 2 * index), bits.entry(table, 2 * index + 1))

    def line(self, like: Wide, one: int, other: int) -> Wide:
        """The line through two squares."""
        return bits.wide_entry(like, self.lines, PLACES * one + other)

    def changed(self, plane: Wide, touched: Wide, goal: Wide, has: int) -> Wide:
        """A plane without what is `touched`, with the `goal` where the new piece there `has` its bit."""
        rest = bits.wide_without(plane, touched)
        return bits.wide_or(rest, goal) if has != 0 else rest

    def step(self, side: int, kind: int, square: int) -> Wide:
        """Where a piece steps to."""
        return self.table_entry(self.steps, (KINDS * side + kind) * PLACES + square)

    def up(self, occupied: Wide, way: int, square: int) -> Wide:
        """What a slider reaches in a direction of higher squares."""
        ray = self.table_entry(self.rays, PLACES * way + square)
        low, high = occupied[0] & ray[0], occupied[1] & ray[1]
        borrow = bits.board(1 if low == bits.board(0) else 0)
        return (
            (low ^ bits.minus(low, bits.board(1))) & ray[0],
            (high ^ bits.minus(high, borrow)) & ray[1],
        )

    def down(self, occupied: Wide, way: int, square: int) -> Wide:
        """What a slider reaches in a direction of lower squares."""
        ray = self.table_entry(self.rays, PLACES * way + square)
        low, high = occupied[0] & ray[0], occupied[1] & ray[1]
        one, nothing = bits.board(1), bits.board(0)
        lower = bits.minus(nothing, bits.highest_bit(low | one)) & ray[0]
        return (
            lower if high == nothing else nothing,
            bits.minus(nothing, bits.highest_bit(high | one)) & ray[1],
        )

    def bishop_reach(self, occupied: Wide, square: int) -> Wide:
        """What a bishop reaches, pieces in its way included."""
        rising = bits.wide_or(self.up(occupied, 2, square), self.up(occupied, 3, square))
        falling = bits.wide_or(self.down(occupied, 6, square), self.down(occupied, 7, square))
        return bits.wide_or(rising, falling)

    def rook_reach(self, occupied: Wide, square: int) -> Wide:
        """What a rook reaches, pieces in its way included."""
        rising = bits.wide_or(self.up(occupied, 0, square), self.up(occupied, 1, square))
        falling = bits.wide_or(self.down(occupied, 4, square), self.down(occupied, 5, square))
        return bits.wide_or(rising, falling)

    def lance_reach(self, occupied: Wide, side: int, square: int) -> Wide:
        """What a lance of a side reaches."""
        if side == BLACK:
            return self.down(occupied, TO_WHITE, square)
        return self.up(occupied, TO_BLACK, square)

    def reach(self, occupied: Wide, side: int, kind: int, square: int) -> Wide:
        """What a piece reaches, pieces in its way included."""
        reach = self.step(side, kind, square)
        if kind == LANCE:
            return self.lance_reach(occupied, side, square)
        low = kind & 7
        if low == BISHOP:
            return bits.wide_or(reach, self.bishop_reach(occupied, square))
        if low == ROOK:
            return bits.wide_or(reach, self.rook_reach(occupied, square))
        return reach

    def pawn_steps(self, pawns: Wide, side: int) -> Wide:
        """Where pawns of a side step to: none is on its last rank."""
        if side == BLACK:
            return (bits.right(pawns[0], 1), bits.right(pawns[1], 1))
        return (bits.left(pawns[0], 1), bits.left(pawns[1], 1))

    def open_line(self, row: int, square: int) -> Wide:
        """What a slider, the `row` of `open_lines`, reaches on a board without pieces."""
        return self.table_entry(self.open_lines, PLACES * row + square)

    def in_line(self, row: int, square: int, pieces: Wide) -> bool:
        """Whether a slider on a square would reach one of the pieces, were there no others."""
        return not bits.wide_empty(bits.wide_and(self.open_line(row, square), pieces))

    # ---- kings
    def king_square(self, s: Position, own: Wide) -> int:
        """Where the king among some pieces stands; `NO_KING`, from where nothing is reached, if there is none
        (in problems of mate)."""
        king = bits.wide_and(kings_of(s), own)
        return NO_KING if bits.wide_empty(king) else bits.wide_lowest(king)

    def attackers(self, s: Position, square: int, by: Wide, side: int, occupied: Wide) -> Wide:
        """The pieces among `by`, which are those of `side`, that attack a square."""
        back = 1 - side
        found = bits.wide_and(self.step(back, GOLD, square), golds_of(s))
        found = bits.wide_or(found, bits.wide_and(self.step(back, SILVER, square), silvers_of(s)))
        found = bits.wide_or(found, bits.wide_and(self.step(back, KNIGHT, square), knights_of(s)))
        found = bits.wide_or(found, bits.wide_and(self.step(back, PAWN, square), pawns_of(s)))
        bishops, rooks = bits.wide_and(bishops_of(s), by), bits.wide_and(rooks_of(s), by)
        lances = bits.wide_and(lances_of(s), by)
        near = bits.wide_or(bits.wide_and(bits.wide_or(bishops, rooks), s.plane3), kings_of(s))
        found = bits.wide_or(found, bits.wide_and(self.step(back, KING, square), near))
        if self.in_line(0, square, bishops):
            found = bits.wide_or(found, bits.wide_and(self.bishop_reach(occupied, square), bishops))
        if self.in_line(1, square, rooks):
            found = bits.wide_or(found, bits.wide_and(self.rook_reach(occupied, square), rooks))
        if self.in_line(2 + back, square, lances):
            found = bits.wide_or(found, bits.wide_and(self.lance_reach(occupied, back, square), lances))
        return bits.wide_and(found, by)

    def king_moves(self, s: Position, king: int, own: Wide) -> Wide:
        """Where the mover's king goes and is not attacked; it does not shield squares behind it."""
        room = bits.wide_without(self.step(s.mover, KING, king), own)
        other = other_of(s)
        open_board = bits.wide_without(taken(s), self.alone(king))
        for end in bits.wide_squares(room):
            if not bits.wide_empty(self.attackers(s, end, other, 1 - s.mover, open_board)):
                room = bits.wide_without(room, self.alone(end))
        return room

    def targets(self, s: Position, king: int, own: Wide) -> Wide:
        """Where pieces other than the king may go: in check to the piece that gives it and between, in
        double check nowhere."""
        target = bits.wide_without(self.table_entry(self.masks, 0), own)
        if bits.wide_empty(s.checkers):
            return target
        checker = bits.wide_lowest(s.checkers)
        if bits.wide_count(s.checkers) > 1:
            return bits.wide_without(target, target)
        line = bits.wide_entry(target, self.between, PLACES * king + checker)
        return bits.wide_or(line, s.checkers)

    def pins(self, s: Position, king: int, own: Wide) -> Wide:
        """The mover's pieces that alone stand between the king and a slider."""
        other = other_of(s)
        occupied = bits.wide_or(own, other)
        nothing = bits.wide_without(own, own)
        sliders = bits.wide_and(bishops_of(s), self.open_line(0, king))
        sliders = bits.wide_or(sliders, bits.wide_and(rooks_of(s), self.open_line(1, king)))
        sliders = bits.wide_or(sliders, bits.wide_and(lances_of(s), self.open_line(2 + s.mover, king)))
        pinned = nothing
        for slider in bits.wide_squares(bits.wide_and(sliders, other)):
            between = bits.wide_and(bits.wide_entry(own, self.between, PLACES * king + slider), occupied)
            if bits.wide_count(between) == 1:
                pinned = bits.wide_or(pinned, bits.wide_and(between, own))
        return pinned

    def with_checks(self, s: Position) -> Position:
        """The position with who checks its mover found out."""
        other = other_of(s)
        king = self.king_square(s, own_of(s))
        checkers = self.attackers(s, king, other, 1 - s.mover, taken(s))
        gave = bits.wide_count(checkers) > 0
        first, second = s.checks
        if s.mover == BLACK:
            second = second + 1 if gave else 0
        else:
            first = first + 1 if gave else 0
        return with_turn(s, checkers, (first, second), s.hash, s.mover, s.number, s.declared)

    # ---- promotion and drops
    def promoting(self, reach: Wide, side: int, kind: int, start: int) -> Wide:
        """The squares of a piece's reach on which it may be promoted."""
        zone = self.table_entry(self.zones, side)
        if kind >= KING or kind == GOLD:
            return bits.wide_without(reach, reach)
        return reach if bits.wide_has(zone, start) else bits.wide_and(reach, zone)

    def unpromoted(self, reach: Wide, side: int, kind: int) -> Wide:
        """The squares of a piece's reach to which it may go as it is."""
        return bits.wide_without(reach, self.table_entry(self.dead, KINDS * side + kind))

    def drops(self, s: Position, kind: int, free: Wide) -> Wide:
        """The empty squares among `free` on which the mover may drop a piece."""
        squares = self.unpromoted(free, s.mover, kind)
        if kind == PAWN:
            own = own_of(s)
            squares = bits.wide_and(squares, self.pawnless(bits.wide_and(pawns_of(s), own)))
            other = other_of(s)
            king = self.king_square(s, other)
            check = bits.wide_and(squares, self.step(1 - s.mover, PAWN, king))
            if not bits.wide_empty(check) and self.pawn_mates(s, check, king):
                squares = bits.wide_without(squares, check)
        return squares

    def pawnless(self, pawns: Wide) -> Wide:
        """The files without any of these pawns: from a bit on top of every file they are subtracted, and it
        stays where there is none."""
        top = self.table_entry(self.masks, 1)
        low = bits.minus(top[0], pawns[0]) & top[0]
        high = bits.minus(top[1], pawns[1]) & top[1]
        return (
            bits.minus(bits.left(low, 1), bits.right(low, self.top_shift)),
            bits.minus(bits.left(high, 1), bits.right(high, self.top_shift)),
        )

    def pawn_mates(self, s: Position, pawn: Wide, king: int) -> bool:
        """Whether a pawn dropped before the other's king mates it: nobody takes it, and the king has no
        square."""
        own, other = own_of(s), other_of(s)
        occupied = bits.wide_or(taken(s), pawn)
        square = bits.wide_lowest(pawn)
        back = Position(
            bits.wide_or(s.plane0, pawn),
            s.plane1,
            s.plane2,
            s.plane3,
            bits.wide_or(s.black, pawn) if s.mover == BLACK else s.black,
            s.hands,
            pawn,
            s.checks,
            s.hash,
            1 - s.mover,
            s.number,
            s.declared,
        )
        takers = bits.wide_without(self.attackers(s, square, other, 1 - s.mover, occupied), self.alone(king))
        if not bits.wide_empty(takers):
            takers = bits.wide_without(
                takers,
                bits.wide_without(self.pins(back, king, other), self.table_entry(self.file_of, king)),
            )
            if not bits.wide_empty(takers):
                return False
        open_board = bits.wide_without(occupied, self.alone(king))
        attackers = bits.wide_or(own, pawn)
        for end in bits.wide_squares(bits.wide_without(self.step(1 - s.mover, KING, king), other)):
            if bits.wide_empty(self.attackers(back, end, attackers, s.mover, open_board)):
                return False
        return True

    # ---- the end
    def goes_on(self, s: Position) -> bool:
        """Whether nothing but having no action can end the game here."""
        return s.declared == GOING_ON

    def none_legal(self, s: Position) -> bool:
        """Whether the mover has no action: looks at what most often has one first."""
        own, occupied = own_of(s), taken(s)
        king = self.king_square(s, own)
        target = self.targets(s, king, own)
        if not bits.wide_empty(target):
            hand = hand_of(s, s.mover)
            if hand != bits.board(0):
                free = bits.wide_without(target, occupied)
                for kind in range(PAWN, KING):
                    if held(hand, kind) > 0 and not bits.wide_empty(self.drops(s, kind, free)):
                        return False
            pinned = self.pins(s, king, own)
            for start in bits.wide_squares(bits.wide_without(own, kings_of(s))):
                reach = bits.wide_and(self.reach(occupied, s.mover, kind_at(s, start), start), target)
                if bits.wide_has(pinned, start):
                    reach = bits.wide_and(reach, self.line(reach, king, start))
                if not bits.wide_empty(reach):
                    return False
        if not bits.wide_empty(self.king_moves(s, king, own)):
            return False
        return not (self.win_points < NEVER and self.may_declare(s))

    def points(self, s: Position, pieces: Wide, hand: Bitboard) -> int:
        """What pieces of the board and a hand count in an impasse."""
        number = bits.wide_count(bits.wide_without(pieces, kings_of(s)))
        number += 4 * bits.wide_count(bits.wide_and(pieces, bits.wide_or(bishops_of(s), rooks_of(s))))
        for kind in range(PAWN, KING):
            number += held(hand, kind) * (5 if kind >= BISHOP else 1)
        return number

    def impasse_points(self, s: Position) -> int:
        """The mover's points, if king and ten more pieces are in the far zone and there is no check; else
        -1."""
        own = own_of(s)
        inside = bits.wide_and(own, self.table_entry(self.zones, s.mover))
        if bits.wide_count(inside) <= 10 or not bits.wide_empty(s.checkers):
            return -1
        if bits.wide_empty(bits.wide_and(inside, kings_of(s))):
            return -1
        points = self.points(s, inside, hand_of(s, s.mover))
        return points - self.first_points if s.mover == BLACK else points + self.handicap_points

    def may_declare(self, s: Position) -> bool:
        """Whether the mover may declare an impasse that wins or draws."""
        return self.impasse_points(s) >= min(self.win_points, self.draw_points)

    def declare(self, s: Position) -> Position:
        """The position after a declaration, which ends the game."""
        wins = self.impasse_points(s) >= self.win_points
        nothing = bits.wide_without(s.black, s.black)
        declared = DECLARED_WIN if wins else DECLARED_DRAW
        return with_turn(s, nothing, (0, 0), s.hash ^ bits.board(TURN), 1 - s.mover, s.number + 1, declared)
