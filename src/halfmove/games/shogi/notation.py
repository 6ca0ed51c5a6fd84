"""Positions and moves of shogi in text.

Positions are SFEN, moves USI's (`7g7f`, `7g7f+`, `P*5e`), Western (`P-7f`, `Bx2b+`, `P*5e`, `S-4h`, and
`G6i-5h` where two golds can go there) or Japanese (`▲７六歩`, `▲２二角成`, `▲５八金右`), all of which are
read.  Sources: Tord Romstad, *The Universal Shogi Interface* (hgm.nubati.net/usi.html); George Hodges's
notation as in *Shogi* magazine (1976 to 1987), where a promotion that is declined is written `=`; and the
Japan Shogi Association's page on how moves are written (shogi.or.jp/faq/kihuhyouki.html).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.shogi.geometry import (
    BISHOP,
    BLACK,
    DRAGON,
    GOLD,
    HORSE,
    KINDS,
    KING,
    LANCE,
    NO_KING,
    PAWN,
    PROMOTED,
    ROOK,
    STEPS,
    WHITE,
    WORD,
    Geometry,
)
from halfmove.games.shogi.japanese import japanese_text, read_japanese
from halfmove.games.shogi.position import (
    DECLARE,
    DECLARED_WIN,
    DROP,
    GOING_ON,
    HELD,
    TURN,
    Position,
    end_of,
    hand_key,
    hand_of,
    held,
    kind_at,
    other_of,
    own_of,
    pawns_of,
    piece_key,
    promotes,
    start_of,
)
from halfmove.games.shogi.rules import Rules

LETTERS = ".PLNSGBRK"
NAMES = ("", "pawn", "lance", "knight", "silver", "gold", "bishop", "rook", "king")
PROMOTED_NAMES = {HORSE: "horse", DRAGON: "dragon"}
RANKS = "abcdefghi"
HAND_ORDER = (7, 6, 5, 4, 3, 2, 1)
"""In which SFEN writes a hand: rooks first."""
MOST = (0, 18, 4, 4, 4, 4, 2, 2, 1)
"""Pieces of each kind in the set; kings a side."""


class Notation(Rules):
    """Text of moves and positions."""

    notation: str = "western"
    """How moves are written: `western`, `usi` or `japanese`."""

    geometry: Geometry
    most: tuple[int, ...] = MOST
    """Pieces of each kind in the set; kings a side."""
    piece_names = NAMES
    promoted_names = PROMOTED_NAMES
    letters = LETTERS
    hand_kinds: tuple[int, ...] = HAND_ORDER
    """The kinds that can be in hand, as they lie on the stand."""
    kinds: tuple[int, ...] = tuple(STEPS) + (LANCE, BISHOP, ROOK)
    """All kinds of pieces."""
    sliding = True
    """Whether there are pieces that go any distance."""

    def start(self) -> str:
        """The initial position in SFEN."""
        raise NotImplementedError

    def initial(self) -> Position:
        return self.parse(self.start())

    # ---- squares and pieces
    def square_text(self, square: int) -> str:
        """`7g`: the file, counted from the right, and the rank."""
        file, rank = self.geometry.place(square)
        return f"{file + 1}{RANKS[rank]}"

    def square_named(self, text: str) -> int:
        """The square of a name; -1 if there is none."""
        if len(text) != 2 or text[0] not in "123456789" or text[1] not in RANKS:
            return -1
        file, rank = int(text[0]) - 1, RANKS.index(text[1])
        return self.geometry.square(file, rank) if file < self.files and rank < self.ranks else -1

    def symbol_at(self, s: Position, square: int) -> str:
        """What stands on a square, in SFEN; `.` for nothing."""
        kind = kind_at(s, square)
        return self.symbol(kind, WHITE - bits.wide_has(s.black, square)) if kind else "."

    def kind_on(self, s: Position, square: int) -> int:
        """What stands on a square; 0: nothing."""
        return kind_at(s, square)

    def kind_name(self, kind: int) -> str:
        """A kind of piece in words."""
        if kind <= KING:
            return self.piece_names[kind]
        return self.promoted_names.get(kind, f"promoted {self.piece_names[kind - PROMOTED]}")

    def symbol(self, kind: int, side: int) -> str:
        """A piece in SFEN: `P`, `+p`, `K`; a capital is Black's."""
        letter = self.letters[kind] if kind <= KING else "+" + self.letters[kind - PROMOTED]
        return letter if side == BLACK else letter.lower()

    # ---- moves
    def usi_text(self, a: int) -> str:
        """An action as USI writes it: `7g7f+`, `P*5e`, `win`."""
        if a == DECLARE:
            return "win"
        start, end = start_of(a), self.square_text(end_of(a))
        if start > DROP:
            return f"{self.letters[start - DROP]}*{end}"
        return self.square_text(start) + end + ("+" if promotes(a) else "")

    def western_text(self, s: Position, a: int) -> str:
        """An action in Western notation: `P-7f`, `+Rx2b`, `B*5e`, `N-3c+`, `S-2c=`."""
        if a == DECLARE:
            return "win"
        start, end = start_of(a), end_of(a)
        if start > DROP:
            return f"{self.letters[start - DROP]}*{self.square_text(end)}"
        kind = kind_at(s, start)
        origin = self.square_text(start) if self.rivals(s, kind, start, end) else ""
        how = "x" if kind_at(s, end) else "-"
        could = (a ^ 1 << 14) in self.arriving(s, start, end)
        suffix = "+" if promotes(a) else "=" if could else ""
        return f"{self.symbol(kind, BLACK)}{origin}{how}{self.square_text(end)}{suffix}"

    def arriving(self, s: Position, start: int, end: int) -> list[int]:
        """The legal actions from a square to another."""
        return [a for a in self.legal(s) if start_of(a) == start and end_of(a) == end]

    def rivals(self, s: Position, kind: int, start: int, end: int) -> list[int]:
        """Where other pieces of a kind stand that can go to a square, too."""
        found = {
            start_of(a) for a in self.legal(s) if end_of(a) == end and start_of(a) < DROP and a != DECLARE
        }
        return sorted(other for other in found if other != start and kind_at(s, other) == kind)

    def action_text(self, s: Position, a: int) -> str:
        if self.notation == "usi":
            return self.usi_text(a)
        return japanese_text(self, s, a) if self.notation == "japanese" else self.western_text(s, a)

    def parse_action(self, s: Position, text: str) -> int:
        """In any of the three notations."""
        wanted = text.strip()
        if not self.is_terminal(s):
            actions = self.legal(s)
            for a in actions:
                if self.usi_text(a) == wanted or self.usi_text(a).lower() == wanted.lower():
                    return a
            if (found := read_japanese(self, s, wanted)) is not None:
                return found
            plain = _plain(wanted)
            for a in actions:
                if _plain(self.western_text(s, a)) == plain:
                    return a
            found = self._with_origin(s, actions, plain)
            if found is not None:
                return found
        return int(super().parse_action(s, text))

    def _with_origin(self, s: Position, actions: list[int], text: str) -> int | None:
        """An action whose origin is written where that is not needed, or whose promotion is not declined."""
        found = re.fullmatch(r"(\+?[A-Z])([1-9][a-i])?[-x]?([1-9][a-i])([+=]?)", text)
        if not found:
            return None
        piece, origin, end, suffix = found.groups()
        fitting = [
            a
            for a in actions
            if a != DECLARE
            and start_of(a) < DROP
            and self.symbol(kind_at(s, start_of(a)), BLACK) == piece
            and self.square_text(end_of(a)) == end
            and (not origin or self.square_text(start_of(a)) == origin)
            and promotes(a) == (suffix == "+")
        ]
        return fitting[0] if len(fitting) == 1 else None

    # ---- positions
    def position_text(self, s: Position) -> str:
        """SFEN, and after it what the rules need besides: a declaration, and how many of each player's last
        moves gave check, where that is not seen from the board."""
        text = self.sfen(s)
        if s.declared:
            return f"{text} declared {'win' if s.declared == DECLARED_WIN else 'draw'}"
        return text if s.checks == self.checks_seen(s) else f"{text} checks {s.checks[0]} {s.checks[1]}"

    def checks_seen(self, s: Position) -> tuple[int, int]:
        """The checks in a row that a position without a past has."""
        gave = 0 if bits.wide_empty(s.checkers) else 1
        return (gave, 0) if s.mover == WHITE else (0, gave)

    def position_forms(self, s: Position) -> Mapping[str, str]:
        return {"SFEN": self.sfen(s)}

    def sfen(self, s: Position) -> str:
        """The position in SFEN."""
        rows = []
        for rank in range(self.ranks):
            row = "".join(
                self.symbol_at(s, self.geometry.square(file, rank)) for file in reversed(range(self.files))
            )
            rows.append(re.sub(r"[.]+", lambda run: str(len(run[0])), row))
        return f"{'/'.join(rows)} {'bw'[s.mover]} {self.hands_text(s)} {s.number}"

    def hands_text(self, s: Position) -> str:
        """Both hands as SFEN has them: `RB2Pp`, `-` for none."""
        out = []
        for side in (BLACK, WHITE):
            for kind in HAND_ORDER:
                count = held(hand_of(s, side), kind)
                if count:
                    out.append((str(count) if count > 1 else "") + self.symbol(kind, side))
        return "".join(out) or "-"

    def parse(self, text: str) -> Position:
        words = text.split()
        if words and words[0] in ("startpos", "start") and len(words) == 1:
            return self.initial()
        if words and words[0] == "sfen":
            words = words[1:]
        if not 2 <= len(words) <= 7 or words[1] not in ("b", "w"):
            raise BadInput(f"A position of {self.title()} looks like '{self.start()}', not '{text.strip()}'.")
        board = self._parse_board(words[0])
        hands = self.parse_hands(words[2] if len(words) > 2 else "-")
        number = words[3] if len(words) > 3 else "1"
        if not re.fullmatch(r"[0-9]{1,6}", number):
            raise BadInput(f"The number of the move is a whole number, not '{number}'.")
        s = self.position_of(board, hands, "bw".index(words[1]), int(number))
        self.check_position(s, board, hands)
        if words[4:] in (["declared", "win"], ["declared", "draw"]):
            s = s._replace(declared=DECLARED_WIN if words[5] == "win" else DECLARED_WIN + 1)
        elif found := re.fullmatch(r"checks ([0-9]{1,4}) ([0-9]{1,4})", " ".join(words[4:])):
            s = s._replace(checks=(int(found[1]), int(found[2])))
        elif words[4:]:
            raise BadInput(f"Nothing follows the number of the move, so '{' '.join(words[4:])}' is too much.")
        return s

    def _parse_board(self, text: str) -> dict[int, tuple[int, int]]:
        """What stands on each square: kind and side."""
        rows, board = text.split("/"), {}
        if len(rows) != self.ranks:
            raise BadInput(f"The board has {self.ranks} ranks, and '{text}' has {len(rows)}.")
        for rank, row in enumerate(rows):
            file = self.files
            for token in re.findall(r"\+?.", row):
                if token in "123456789":
                    file -= int(token)
                    continue
                piece = token.lstrip("+")
                kind = self.letters.find(piece.upper())
                if kind <= 0 or (len(token) == 2 and (kind in (GOLD, KING) or len(piece) != 1)):
                    raise BadInput(f"'{token}' in '{row}' is no piece of {self.title()}.")
                file -= 1
                if file >= 0:
                    side = BLACK if piece.isupper() else WHITE
                    board[self.geometry.square(file, rank)] = kind + PROMOTED * (len(token) - 1), side
            if file != 0:
                raise BadInput(f"A rank has {self.files} squares, and '{row}' has {self.files - file}.")
        return board

    def parse_hands(self, text: str) -> tuple[dict[int, int], dict[int, int]]:
        """How many pieces of each kind each side holds."""
        hands: tuple[dict[int, int], dict[int, int]] = ({}, {})
        if text == "-":
            return hands
        if not re.fullmatch(r"(?:[0-9]{0,2}[A-Za-z])+", text):
            raise BadInput(f"Pieces in hand look like 'RB2Pp', or '-' for none, not '{text}'.")
        for count, letter in re.findall(r"([0-9]*)([A-Za-z])", text):
            kind = self.letters.find(letter.upper())
            if not 0 < kind < KING:
                raise BadInput(f"'{letter}' in '{text}' is no piece that can be in hand.")
            hand = hands[BLACK if letter.isupper() else WHITE]
            hand[kind] = hand.get(kind, 0) + int(count or 1)
        return hands

    def position_of(
        self,
        board: dict[int, tuple[int, int]],
        hands: tuple[dict[int, int], dict[int, int]],
        mover: int,
        number: int,
    ) -> Position:
        """The position with these pieces on the board (kind and side by square) and in the hands."""
        planes, black = [[0, 0] for _ in range(4)], [0, 0]
        key = TURN if mover == WHITE else 0
        for square, (kind, side) in board.items():
            for bit in range(4):
                planes[bit][square // WORD] |= (kind >> bit & 1) << square % WORD
            if side == BLACK:
                black[square // WORD] |= 1 << square % WORD
            key ^= piece_key(side, kind, square)
        packed = [0, 0]
        for side, hand in enumerate(hands):
            for kind, count in hand.items():
                packed[side] |= (count & 31) << HELD * (kind - 1)
                key ^= hand_key(side, kind, count & 31)
        pairs = [(bits.board(low), bits.board(high)) for low, high in (*planes, black, packed)]
        nothing = (bits.board(0), bits.board(0))
        one, two, three, four, sides, both = pairs
        s = Position(
            *(one, two, three, four, sides, both, nothing),
            *((0, 0), bits.board(key), mover, number, GOING_ON),
        )
        return self.with_checks(s)

    def legal(self, s: Position) -> list[int]:
        """The actions, kept for the next text of the same state."""
        return _list_legal(self, s)

    def check_position(
        self, s: Position, board: dict[int, tuple[int, int]], hands: tuple[dict[int, int], dict[int, int]]
    ) -> None:
        """Refuse what no game comes to."""
        stand = list(board.items())
        for kind in range(PAWN, KING):
            number = sum(1 for _, (on, _) in stand if on in (kind, kind + PROMOTED))
            number += sum(hand.get(kind, 0) for hand in hands)
            if number > self.most[kind]:
                name = self.piece_names[kind]
                raise BadInput(f"There are {self.most[kind]} {name}s in the set, and not {number}.")
        for side in (BLACK, WHITE):
            kings = sum(1 for _, piece in stand if piece == (KING, side))
            if kings > 1 or not any(kind == KING for _, (kind, _) in stand):
                raise BadInput(f"{self.player_names[side]} has one {self.piece_names[KING]}, not {kings}.")
        self.check_dead(board)
        self.check_sides(s)

    def check_dead(self, board: dict[int, tuple[int, int]]) -> None:
        """Refuse pieces that could never move again."""
        for square, (kind, side) in board.items():
            if bits.wide_has(self.table_entry(self.dead, KINDS * side + kind), square):
                raise BadInput(
                    f"The {self.piece_names[kind]} on {self.square_text(square)} could never move again."
                )

    def check_sides(self, s: Position) -> None:
        """Refuse two pawns on a file, and a player in check who is not to move."""
        for own, side in ((own_of(s), s.mover), (other_of(s), 1 - s.mover)):
            pawns = bits.wide_and(pawns_of(s), own)
            for square in bits.wide_squares(pawns):
                if bits.wide_count(bits.wide_and(pawns, self.table_entry(self.file_of, square))) > 1:
                    file = self.square_text(square)[0]
                    raise BadInput(f"{self.player_names[side]} has two pawns on file {file}.")
        king = self.king_square(s, other_of(s))
        whole = bits.wide_or(own_of(s), other_of(s))
        if king != NO_KING and not bits.wide_empty(self.attackers(s, king, own_of(s), s.mover, whole)):
            raise BadInput(f"{self.player_names[1 - s.mover]} is in check, and not to move.")

    # ---- pictures in text
    def show(self, s: Position) -> str:
        rows = ["  " + " ".join(f"{file:>2}" for file in range(self.files, 0, -1))]
        for rank in range(self.ranks):
            squares = [self.geometry.square(file, rank) for file in reversed(range(self.files))]
            rows.append("  " + " ".join(f"{self.symbol_at(s, n):>2}" for n in squares) + f"  {RANKS[rank]}")
        rows += ["", *(f"{self.player_names[side]} holds {self.hand_words(s, side)}" for side in (1, 0))]
        return "\n".join([*rows, "", self.words(s)])

    def hand_words(self, s: Position, side: int) -> str:
        """A hand in words: `a rook, 2 pawns`."""
        counts = [(held(hand_of(s, side), kind), self.piece_names[kind]) for kind in HAND_ORDER]
        return ", ".join(f"a {name}" if n == 1 else f"{n} {name}s" for n, name in counts if n) or "nothing"

    def words(self, s: Position) -> str:
        """Who moves, or how the game ended."""
        side, other = self.player_names[s.mover], self.player_names[1 - s.mover]
        if not self.is_terminal(s):
            return f"{side} to move{', in check' if self.in_check(s) else ''}"
        if self.is_drawn(s):
            return f"Draw: {self.ending(s)}"
        return f"{other} wins: {self.ending(s)}"

    def ending(self, s: Position) -> str:
        if s.declared != GOING_ON:
            return "impasse declared"
        return "checkmate" if self.in_check(s) else "no legal move"


@lru_cache(64)
def _list_legal(game: Notation, s: Position) -> list[int]:
    return list(game.actions(s))


def _plain(text: str) -> str:
    """A move as it is compared: captures and moves alike, letters of pieces large, ranks small."""
    text = re.sub(r"[-x:]", "", text.strip().replace("'", "*"))
    return text[:1] + text[1:] if text else text
