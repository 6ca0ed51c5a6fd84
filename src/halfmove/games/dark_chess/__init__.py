"""Dark chess ("fog of war"): chess in which each player sees only where his pieces stand and may go.

The rules are OpenSpiel's `dark_chess`.  Pieces move as in chess, but nobody is told of check: a king may stay
or move into it, and who takes the king has won.  A player sees

    - his own pieces,
    - every square that one of his pieces may go to, with what stands on it: also while the other is to move,
    - the pawn that he may take en passant,

and all else is fog.  A pawn sees the squares before it that are empty and those beside them where it can
take; where its way is blocked he knows that something stands there, not what.  Castling needs the right, and
empty squares between king and rook, nothing else.  Everybody hears whose turn it is, the number of the move,
and how many plies there have been without a capture or a pawn's move: after a hundred the game is drawn, as
it is where the player to move has no move.  At the end all is shown.  Unlike OpenSpiel's, no game ends as a
position has come for the third time: nobody can see that it has.

What a player knows is all that he has seen and done: each player's memory is kept as a running hash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below, word
from halfmove.games.chess.geometry import BETWEEN, KING, PAWN
from halfmove.games.chess.legal import (
    castle,
    kind_of_piece,
    other_of,
    own_of,
    pawn_attacks,
    pawn_steps,
    pawn_targets,
    piece_reach,
)
from halfmove.games.chess.notation.fen import START, board_of, letter_on, parse_fen, placing
from halfmove.games.chess.notation.uci import NAMES, square_text, uci_text
from halfmove.games.chess.position import (
    BLACK,
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    NOWHERE,
    PLAIN,
    QUEEN,
    WHITE,
    Position,
    end_of,
    kind_of,
    start_of,
)

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

GAMES = {"dark-chess": "DarkChess"}

PLIES_ALLOWED = 100
"""Without a capture or a pawn's move; then the game is drawn."""
COUNT = 4
"""Bits of how many of a kind were taken: pawns, knights, bishops, rooks, queens, from the lowest on."""
STARTED = (8, 2, 2, 2, 1)
"""How many of each kind a side begins with."""
MIDDLE = 0x00FF_FFFF_FFFF_FF00
"""Where pawns stand: not on the first and last rank."""
PAWN_WORTH = 10_000
FOG = "?"


class State(NamedTuple):
    """The position (`passed`: behind a pawn that has just made two steps), what was taken of White's and of
    Black's pieces, and what each has seen and done before, as a hash."""

    board: Position
    white_lost: int
    black_lost: int
    white_past: Bitboard
    black_past: Bitboard


class DarkChess(Game):
    """Chess in the fog; whoever takes the king wins."""

    name = "dark-chess"
    information_kind = Information.IMPERFECT
    player_names = ("White", "Black")
    actions_limit = 256
    estimate_unit = "pawns"

    # ---- the six functions
    def initial(self) -> State:
        return State(parse_fen(START)._replace(hash=0), 0, 0, bits.board(0), bits.board(0))

    def to_move(self, s: State) -> int:
        return s.board.mover

    def actions(self, s: State) -> Iterator[int]:
        for a in self.moves(s.board):  # noqa: UP028  machine code inlines no `yield from`
            yield a

    def moves(self, p: Position) -> Iterator[int]:
        """The legal actions of a position."""
        own, other = own_of(p), other_of(p)
        occupied = own | other
        nothing = bits.board(0)
        for start in bits.squares(bits.without(own, p.pawns)):
            for end in bits.squares(bits.without(self.reach(p, start, occupied), own)):
                yield start | (end << 6)
        for start in bits.squares(own & p.pawns):
            for end in bits.squares(pawn_targets(p, start, own, other)):
                first, last = PLAIN, PLAIN
                if end < 8 or end > 55:
                    first, last = QUEEN - 3, QUEEN
                elif end - start == 16 or start - end == 16:
                    first, last = DOUBLE, DOUBLE
                for kind in range(last, first - 1, -1):
                    yield start | (end << 6) | (kind << 12)
        if p.passed != NOWHERE:
            for start in bits.squares(bits.entry(PAWN, 64 * (1 - p.mover) + p.passed) & p.pawns & own):
                yield start | (p.passed << 6) | (EN_PASSANT << 12)
        for rook in bits.squares(p.castling & own):
            king = bits.lowest(p.kings & own)
            if bits.entry(BETWEEN, 64 * king + rook) & occupied == nothing:
                yield king | (rook << 6) | (CASTLING << 12)

    def result(self, s: State, a: int) -> State:
        p = s.board
        white_lost, black_lost = s.white_lost, s.black_lost
        taken = self.taken(p, a)
        if taken != bits.board(0) and taken & p.kings == bits.board(0):
            lost = 1 << (COUNT * kind_of_piece(p, taken))
            if p.mover == WHITE:
                black_lost += lost
            else:
                white_lost += lost
        return State(
            self.after(p, a),
            white_lost,
            black_lost,
            self.remembered(s, WHITE, a),
            self.remembered(s, BLACK, a),
        )

    def is_terminal(self, s: State) -> bool:
        return self.is_over(s.board)

    def utility(self, s: State, player: int) -> int:
        p = s.board
        if p.kings & p.white != bits.board(0) and p.kings & p.black != bits.board(0):
            return 0
        return -1 if player == p.mover else 1

    # ---- what the rules are made of
    def reach(self, p: Position, start: int, occupied: Bitboard) -> Bitboard:
        """Where a piece that is no pawn may go, own pieces among it."""
        if p.kings & bits.bit(start) != bits.board(0):
            return bits.entry(KING, start)
        return piece_reach(p, start, occupied, 0, bits.board(0))

    def is_over(self, p: Position) -> bool:
        """Whether a king is taken, or the game drawn."""
        nothing = bits.board(0)
        if p.kings & p.white == nothing or p.kings & p.black == nothing or p.quiet >= PLIES_ALLOWED:
            return True
        for _ in self.moves(p):
            return False
        return True

    def taken(self, p: Position, a: int) -> Bitboard:
        """The piece that an action takes, or none."""
        captured = end_of(a)
        if kind_of(a) == EN_PASSANT:
            captured = captured - 8 if p.mover == WHITE else captured + 8
        return bits.bit(captured) & other_of(p)

    def after(self, p: Position, a: int) -> Position:
        """The position after an action."""
        if kind_of(a) == CASTLING:
            rights = bits.without(p.castling, own_of(p))
            return castle(p, start_of(a), end_of(a), rights, bits.board(0))
        return self.moved(p, start_of(a), end_of(a), kind_of(a), self.taken(p, a))

    def moved(self, p: Position, start: int, end: int, kind: int, taken: Bitboard) -> Position:
        """The position after a move that is no castling."""
        origin, goal = bits.bit(start), bits.bit(end)
        stay = bits.invert(origin | taken)
        what = kind_of_piece(p, origin)
        becomes = kind if 0 < kind <= QUEEN else what
        pawns, knights, bishops = p.pawns & stay, p.knights & stay, p.bishops & stay
        rooks, queens, kings = p.rooks & stay, p.queens & stay, p.kings & stay
        if becomes == 0:
            pawns |= goal
        elif becomes == 1:
            knights |= goal
        elif becomes == 2:
            bishops |= goal
        elif becomes == 3:
            rooks |= goal
        elif becomes == 4:
            queens |= goal
        else:
            kings |= goal
        own = bits.without(own_of(p), origin) | goal
        other = bits.without(other_of(p), taken)
        castling = bits.without(p.castling, origin | taken)
        if what == 5:
            castling = bits.without(castling, own_of(p))
        if taken & p.kings != bits.board(0):
            castling = bits.without(castling, other_of(p))
        quiet = 0 if what == 0 or taken != bits.board(0) else p.quiet + 1
        return Position(
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            own if p.mover == WHITE else other,
            other if p.mover == WHITE else own,
            castling,
            bits.board(0),
            1 - p.mover,
            (start + end) // 2 if kind == DOUBLE else NOWHERE,
            quiet,
            p.number + p.mover,
        )

    def key(self, s: State) -> Bitboard:
        return bits.hash_with(
            bits.hash_with(self.board_hash(s.board, bits.invert(bits.board(0))), s.board.quiet),
            s.board.number,
        )

    def evaluate(self, s: State, player: int) -> int:
        p = s.board
        worth = 0
        for own, sign in ((p.white, 1), (p.black, -1)):
            pieces = bits.count(p.pawns & own) + 3 * bits.count((p.knights | p.bishops) & own)
            pieces += 5 * bits.count(p.rooks & own) + 9 * bits.count(p.queens & own)
            worth += sign * pieces
        return PAWN_WORTH * (worth if player == WHITE else -worth)

    def order(self, s: State, a: int) -> int:
        taken = bits.bit(end_of(a)) & other_of(s.board)
        if taken == bits.board(0):
            return 500 if kind_of(a) == QUEEN else 0
        return 600 + 50 * kind_of_piece(s.board, taken) - kind_of_piece(s.board, bits.bit(start_of(a)))

    # ---- what players know
    def side(self, p: Position, player: int) -> Bitboard:
        """A player's pieces."""
        return p.white if player == WHITE else p.black

    def takes_passing(self, p: Position, player: int) -> bool:
        """Whether a player may take a pawn en passant now."""
        if p.passed == NOWHERE or p.mover != player:
            return False
        able = bits.entry(PAWN, 64 * (1 - player) + p.passed) & p.pawns & self.side(p, player)
        return able != bits.board(0)

    def vision(self, p: Position, player: int) -> Bitboard:
        """The squares that a player sees."""
        own, occupied = self.side(p, player), p.white | p.black
        seen = own
        for start in bits.squares(bits.without(own, p.pawns)):
            seen |= self.reach(p, start, occupied)
        one, two = pawn_steps(p.pawns & own, player, occupied)
        seen |= one | two | (pawn_attacks(p.pawns & own, player) & bits.without(occupied, own))
        if self.takes_passing(p, player):
            seen |= bits.bit(p.passed) | bits.bit(p.passed - 8 if player == WHITE else p.passed + 8)
        return seen

    def board_hash(self, p: Position, seen: Bitboard) -> Bitboard:
        """A name of what stands on some squares, and whose turn it is."""
        h = bits.hash_with(seen, p.mover)
        for board in (p.pawns, p.knights, p.bishops, p.rooks, p.queens, p.kings, p.white):
            h = bits.mix(h ^ bits.times(board & seen, bits.board(0x9E37_79B9_7F4A_7C15)))
        return h

    def remembered(self, s: State, player: int, a: int) -> Bitboard:
        """What a player remembers after an action: what he knew before, and the action if it is his."""
        return bits.hash_with(self.known(s, player), a + 1 if s.board.mover == player else 0)

    def information(self, s: State, player: int) -> Bitboard:
        if self.is_terminal(s):
            return bits.hash_with(self.key(s) ^ bits.mix(s.white_past) ^ s.black_past, 4 + player)
        return self.known(s, player)

    def known(self, s: State, player: int) -> Bitboard:
        """A name of what a player knows in a game that goes on."""
        p = s.board
        h = self.board_hash(p, self.vision(p, player)) ^ bits.mix(p.castling & self.side(p, player))
        h = bits.hash_with(h, 200 * p.number + p.quiet)
        h = bits.hash_with(bits.hash_with(h, s.white_lost), s.black_lost)
        h = bits.hash_with(h, p.passed if self.takes_passing(p, player) else NOWHERE)
        return bits.mix(h ^ bits.left(s.white_past if player == WHITE else s.black_past, 1)) ^ bits.board(
            player
        )

    def observation(self, s: State, player: int) -> tuple[int, ...]:
        """The squares that he sees; on these the pawns, knights, bishops, rooks, queens and kings, and
        White's; the rooks with which he may castle; what was taken of White's and of Black's; whose turn it
        is, plies without a capture or a pawn's move, the number of the move.  At the end what is public."""
        if self.is_terminal(s):
            return self.public(s)
        p = s.board
        return self.told(s, self.vision(p, player), self.side(p, player))

    def public(self, s: State) -> tuple[int, ...]:
        """The same as nobody sees anything, and at the end as everybody sees all."""
        squares = bits.invert(bits.board(0)) if self.is_terminal(s) else bits.board(0)
        return self.told(s, squares, squares)

    def told(self, s: State, squares: Bitboard, rooks: Bitboard) -> tuple[int, ...]:
        """What there is on these squares, which of these rooks may castle, and what all know."""
        p = s.board
        return (
            bits.number(squares),
            bits.number(p.pawns & squares),
            bits.number(p.knights & squares),
            bits.number(p.bishops & squares),
            bits.number(p.rooks & squares),
            bits.number(p.queens & squares),
            bits.number(p.kings & squares),
            bits.number(p.white & squares),
            bits.number(p.castling & rooks),
            s.white_lost,
            s.black_lost,
            p.mover,
            p.quiet,
            p.number,
        )

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        """To the other player what changed before his eyes, `a move: qh4 -d8 ?e4`: a black queen is on h4, d8
        is empty, e4 is in fog; to spectators a capture or a pawn's move."""
        before = s.board
        mover, after = before.mover, self.after(before, a)
        if viewer == mover or self.is_over(after):
            return self.action_text(s, a)
        lost = self.taken(before, a)
        told = "a move" if after.quiet else "a pawn moves"
        if lost:
            told = f"takes a {WORDS[kind_of_piece(before, lost)]}"
        if viewer != 1 - mover:
            return told
        if lost:
            told += f" on {square_text(bits.lowest(lost))}"
        changes = self.changes(before, after, viewer)
        return f"{told}: {' '.join(changes)}" if changes else told

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        return self.action_text(s, a) if self.is_terminal(now) else self.action_seen(s, a, viewer)

    def changes(self, before: Position, after: Position, viewer: int) -> list[str]:
        """What a player sees otherwise than before the other's move, square by square."""
        was, now = int(self.vision(before, viewer)), int(self.vision(after, viewer))
        found = []
        for q in range(64):
            seen = letter_on(after, q).replace(".", "-") if now >> q & 1 else FOG
            if seen != (letter_on(before, q).replace(".", "-") if was >> q & 1 else FOG):
                found.append(f"{seen}{square_text(q)}")
        return found

    # ---- a state that a player cannot tell from the true one
    def resample(self, s: State, player: int, random: Buffer) -> State:
        """The other's unseen pieces on squares in the fog, where they fit what the player sees now and what
        was taken; what he saw of them earlier is not reckoned with.

        Something stands where a pawn of his is blocked by what he does not see, and nothing where a pawn
        could take it.  Of the other's pieces those are left that began and were not taken, as far as they go;
        the others are pawns, and pawns that find no rank to stand on have become queens.
        """
        if self.is_terminal(s):
            return s
        p = s.board
        own = self.side(p, player)
        seen = self.vision(p, player)
        other = bits.without(p.white | p.black, own)
        shown = other & seen
        unseen = bits.count(other) - bits.count(shown)
        chosen = self.fogged_squares(p, player, seen, unseen, random)
        lost = s.black_lost if player == WHITE else s.white_lost
        left = unseen - (1 if p.kings & shown == bits.board(0) else 0)
        knights = min(left, self.left(p.knights & shown, lost, 1))
        bishops = min(left - knights, self.left(p.bishops & shown, lost, 2))
        rooks = min(left - knights - bishops, self.left(p.rooks & shown, lost, 3))
        queens = min(left - knights - bishops - rooks, self.left(p.queens & shown, lost, 4))
        pawns = left - knights - bishops - rooks - queens
        where, placed = chosen, bits.board(0)
        kept = own | shown
        for _ in range(pawns):
            able = where & bits.board(MIDDLE)
            if able == bits.board(0):
                queens += 1
            else:
                square = bits.select(able, below(random, bits.count(able)))
                where, placed = bits.without(where, bits.bit(square)), placed | bits.bit(square)
        on_knights = self.some_of(where, knights, random)
        where = bits.without(where, on_knights)
        on_bishops = self.some_of(where, bishops, random)
        where = bits.without(where, on_bishops)
        on_rooks = self.some_of(where, rooks, random)
        where = bits.without(where, on_rooks)
        on_queens = self.some_of(where, queens, random)
        where = bits.without(where, on_queens)
        others = shown | chosen
        passed = p.passed if p.mover != player or self.takes_passing(p, player) else NOWHERE
        board = Position(
            (p.pawns & kept) | placed,
            (p.knights & kept) | on_knights,
            (p.bishops & kept) | on_bishops,
            (p.rooks & kept) | on_rooks,
            (p.queens & kept) | on_queens,
            (p.kings & kept) | where,
            own if player == WHITE else others,
            others if player == WHITE else own,
            p.castling & own,
            bits.board(0),
            p.mover,
            passed,
            p.quiet,
            p.number,
        )
        past = word(random)  # what the other remembers is his alone
        return State(
            board,
            s.white_lost,
            s.black_lost,
            s.white_past if player == WHITE else past,
            s.black_past if player == BLACK else past,
        )

    def fogged_squares(
        self, p: Position, player: int, seen: Bitboard, count: int, random: Buffer
    ) -> Bitboard:
        """So many squares for the other's pieces, among them those on which something must stand."""
        chosen = self.blocking(p, player, seen)
        guarded = pawn_attacks(p.pawns & self.side(p, player), player)
        free = bits.without(bits.invert(seen), chosen | guarded)
        return chosen | self.some_of(free, count - bits.count(chosen), random)

    def blocking(self, p: Position, player: int, seen: Bitboard) -> Bitboard:
        """The squares in the fog on which something must stand, as a pawn is blocked there."""
        pawns = p.pawns & self.side(p, player)
        nothing = bits.board(0)
        one, two = pawn_steps(pawns, player, nothing)
        stopped = bits.without(one, seen)
        free, _ = pawn_steps(pawns, player, p.white | p.black)
        beyond = bits.left(free, 8) if player == WHITE else bits.right(free, 8)
        return stopped | bits.without(beyond & two, seen)

    def left(self, shown: Bitboard, lost: int, kind: int) -> int:
        """How many of a kind that began have not been taken and are not seen."""
        began = 1 if kind == 4 else 2
        return max(0, began - ((lost >> (COUNT * kind)) & 15) - bits.count(shown))

    def some_of(self, squares: Bitboard, count: int, random: Buffer) -> Bitboard:
        """So many of these squares, at random."""
        found = bits.board(0)
        for _ in range(count):
            left = bits.without(squares, found)
            found |= bits.bit(bits.select(left, below(random, bits.count(left))))
        return found

    # ---- text: FEN, what was taken, and what each remembers in hexadecimal
    def action_text(self, s: State, a: int) -> str:
        return uci_text(self, s.board, a)

    def position_text(self, s: State) -> str:
        p = s.board
        rights = "".join(
            right for right, square in (("K", 7), ("Q", 0), ("k", 63), ("q", 56)) if p.castling >> square & 1
        )
        passed = "-" if p.passed == NOWHERE else square_text(p.passed)
        fen = f"{placing(p)} {'wb'[p.mover]} {rights or '-'} {passed} {p.quiet} {p.number}"
        lost = f"{lost_text(s.white_lost, WHITE)}{lost_text(s.black_lost, BLACK)}" or "-"
        return f"{fen} {lost} {int(s.white_past):x} {int(s.black_past):x}"

    def parse(self, text: str) -> State:
        fields = text.split()
        if fields in (["start"], ["startpos"]):
            return self.initial()
        if len(fields) not in (6, 9):
            raise BadInput(
                "A position of dark chess is a FEN of six fields, alone or with the pieces taken and what "
                f"each player remembers (two numbers in hexadecimal), not '{text.strip()}'."
            )
        board, white, black = board_of(fields[0])
        if fields[1] not in ("w", "b"):
            raise BadInput(f"The side to move of a FEN is w or b, not '{fields[1]}'.")
        mover = "wb".index(fields[1])
        for side, own in zip(self.player_names, (white, black), strict=True):
            if bits.count(board[5] & own) > 1 or bits.count(own) > 16:
                raise BadInput(f"{side} has more than one king or more than 16 pieces.")
        if not board[5]:
            raise BadInput("There is no king on the board.")
        if board[0] & ~MIDDLE:
            raise BadInput("No pawn stands on the first or last rank.")
        kings = {WHITE: board[5] & white, BLACK: board[5] & black}
        castling = _rights(fields[2], kings, (board[3] & white, board[3] & black))
        passed = _passed(fields[3], mover, board[0] & (black if mover == WHITE else white), white | black)
        counters = [_number(fields[4], "plies without a capture"), _number(fields[5], "number of the move")]
        pawns, knights, bishops, rooks, queens, all_kings = board
        sides = (white, black)
        p = Position(
            pawns, knights, bishops, rooks, queens, all_kings, *sides, castling, 0, mover, passed,
            counters[0], max(counters[1], 1),
        )  # fmt: skip
        if len(fields) == 6:
            lost = [_missing(board, own) for own in (white, black)]
            return State(p, lost[0], lost[1], 0, 0)
        lost = [_lost(fields[6], side) for side in (WHITE, BLACK)]
        return State(p, lost[0], lost[1], _word(fields[7]), _word(fields[8]))

    # ---- pictures
    def seen(self, s: State, viewer: int | None) -> Bitboard:
        """The squares that `viewer` sees; None sees everything."""
        if viewer is None or self.is_terminal(s):
            return bits.invert(bits.board(0))
        return self.vision(s.board, viewer) if viewer >= 0 else bits.board(0)

    def show(self, s: State, *, viewer: int | None = None) -> str:
        seen = self.seen(s, viewer)
        rows = []
        for rank in range(7, -1, -1):
            squares = range(8 * rank, 8 * rank + 8)
            row = (letter_on(s.board, q) if int(seen) >> q & 1 else FOG for q in squares)
            rows.append(f"{rank + 1}  " + " ".join(row))
        return "\n".join([*rows, "", "   a b c d e f g h", "", self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is, or how it ended."""
        if not self.is_terminal(s):
            return f"{self.player_names[s.board.mover]} to move"
        if self.utility(s, WHITE):
            return f"{self.player_names[1 - s.board.mover]} wins: the king is taken"
        return f"Draw: {self.ending(s)}"

    def ending(self, s: State) -> str:
        if self.utility(s, WHITE):
            return "the king is taken"
        if s.board.quiet >= PLIES_ALLOWED:
            return f"{PLIES_ALLOWED // 2} moves without a capture or a pawn's move"
        return f"{self.player_names[s.board.mover]} has no move"

    def draw(self, s: State, *, viewer: int | None = None, below: int = WHITE) -> str:
        """The board as SVG, what `viewer` does not see in fog, the side `below` at the bottom."""
        from halfmove.games.dark_chess.board import svg

        return svg(self, s, viewer, below)

    def surface(self) -> Surface:
        from halfmove.games.dark_chess.board import Board

        return Board(self)


LETTERS = "PNBRQ"
WORDS = "pawn", "knight", "bishop", "rook", "queen", "king"


def lost_text(lost: int, side: int) -> str:
    """The pieces of a side that were taken, as letters of FEN: `PPN`."""
    found = "".join(letter * (lost >> COUNT * kind & 15) for kind, letter in enumerate(LETTERS))
    return found if side == WHITE else found.lower()


def _lost(text: str, side: int) -> int:
    """The count of a side's letters; `BadInput` for what is none."""
    counts = 0
    for letter in "" if text == "-" else text:
        if letter.upper() not in LETTERS:
            raise BadInput(f"The pieces taken are letters such as PPn, or '-', not '{text}'.")
        if letter.isupper() == (side == WHITE):
            counts += 1 << COUNT * LETTERS.index(letter.upper())
    if any(counts >> COUNT * kind & 15 > 15 for kind in range(5)) or len(text) > 30:
        raise BadInput(f"Nobody has lost so many pieces: '{text}'.")
    return counts


def _missing(board: Sequence[int], own: int) -> int:
    """What must have been taken of a side that began with all, as far as pawns have not become pieces."""
    more = sum(max(0, bits.count(board[k] & own) - STARTED[k]) for k in range(1, 5))
    counts = 0
    for kind in range(5):
        gone = STARTED[kind] - bits.count(board[kind] & own) - (more if kind == 0 else 0)
        counts += max(0, gone) << COUNT * kind
    return counts


def _rights(field: str, kings: dict[int, int], rooks: tuple[int, int]) -> int:
    found = 0
    for letter in "" if field == "-" else field:
        if letter not in "KQkq":
            raise BadInput(f"'{letter}' in the castling rights is none of KQkq, or '-'.")
        side = WHITE if letter.isupper() else BLACK
        square = (7 if letter.upper() == "K" else 0) + 56 * side
        if kings[side] != 1 << 4 + 56 * side or not rooks[side] >> square & 1:
            raise BadInput(f"The castling right '{letter}' fits no king and rook where they began.")
        found |= 1 << square
    return found


def _passed(field: str, mover: int, pawns: int, occupied: int) -> int:
    if field == "-":
        return NOWHERE
    ahead = -8 if mover == WHITE else 8
    if field not in NAMES or field[1] != "63"[mover]:
        raise BadInput(f"The en passant square is a square such as e3, or '-', not '{field}'.")
    square = NAMES.index(field)
    if not pawns >> square + ahead & 1 or occupied >> square & 1 or occupied >> square - ahead & 1:
        raise BadInput(f"No pawn can just have passed {field}.")
    return square


def _number(field: str, what: str) -> int:
    if not (field.isascii() and field.isdecimal()) or len(field) > 6:
        raise BadInput(f"The {what} is a whole number, not '{field}'.")
    return int(field)


def _word(field: str) -> int:
    try:
        found = int(field, 16)
    except ValueError:
        found = -1
    if not 0 <= found < 1 << 64:
        raise BadInput(f"What a player remembers is a number in hexadecimal, not '{field}'.")
    return found
