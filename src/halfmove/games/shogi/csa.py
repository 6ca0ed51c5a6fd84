"""Games of shogi as CSA has them, version 2.2, and 3.0 as far as it says the same.

    'CSA encoding=UTF-8
    V3.0
    N+…                    Black; N- is White
    $EVENT:…
    PI                     the usual beginning; else P1 to P9, P+ and P-
    +                      who begins
    +7776FU                from, to, and what stands there then; from 00: a drop
    T12                    the seconds that it took
    '*said after it
    %TORYO

Source: Computer Shogi Association, computer-shogi.org/protocol/record_v22.html and record_v3.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from halfmove.core.errors import BadInput
from halfmove.core.formats import Bound, GameRecord, Move
from halfmove.games.shogi import handicap_start, kifu
from halfmove.games.shogi.geometry import BLACK, KING, PROMOTED, WHITE
from halfmove.games.shogi.judged import comment_of, read_judgements
from halfmove.games.shogi.kifu_words import (
    ENDED,
    ENDINGS,
    HANDICAPS,
    OF_CSA,
    ending_of,
    headers_besides,
    is_header,
    moment_text,
    one_line,
    read_moment,
    result_of,
)
from halfmove.games.shogi.notation import HAND_ORDER, Notation
from halfmove.games.shogi.position import (
    DECLARE,
    DROP,
    Position,
    end_of,
    hand_of,
    held,
    kind_at,
    promotes,
    start_of,
)

PIECES = ("", "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "", "UM", "RY")
_KINDS = {name: kind for kind, name in enumerate(PIECES) if name}
VERSION = "V"
"""The property that keeps the version of a game that was read."""
NEWEST = "V3.0"
ENCODING = "'CSA encoding=UTF-8"
TAGS = {"EVENT": "Event", "SITE": "Site", "OPENING": "Opening"}
BEGAN = "START_TIME"
_TAG = re.compile(r"\$([^:\n]{1,40}):(.*)")
_MOVE = re.compile(r"([+-])(\d\d)(\d\d)([A-Z]{2})", re.ASCII)
_PLACED = re.compile(r"(\d\d)([A-Z]{2})", re.ASCII)


def begins(text: str) -> bool:
    """Whether a text looks like CSA."""
    return bool(
        re.match(
            r"(?:'[^\n]*\n|[ \r\n])*(?:V[1-9]|N[+-]|\$[A-Z_]+:|PI|P[1-9+-]|[+-](?:\d{4}[A-Z]{2}|\s))",
            text[:3000],
        )
    )


def parts(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each game with their numbers: a line with a stroke divides games, and so does what stands
    before the moves of the next."""
    lines: list[tuple[int, str]] = []
    begun = False
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text.lstrip("\ufeff")), 1):
        if line.strip() == "/" or (begun and re.match(r"'CSA encoding|V[1-9]|N[+-]|PI|P1", line)):
            if any(line.strip() for _, line in lines):
                yield lines
            lines, begun = [], False
        if line.strip() != "/":
            lines.append((number, line))
            begun = begun or _MOVE.match(line) is not None or line.startswith("%")
    if any(line.strip() for _, line in lines):
        yield lines


def _statements(line: str) -> list[str]:
    """Those of a line: several with commas between, where they are no tags and no comments."""
    if not re.match(r"[+\-%TP]", line):
        return [line]
    found, rest = [], line
    while rest and not rest.startswith("'"):
        one, _, rest = rest.partition(",")
        found.append(one.strip())
    return [*found, rest] if rest else found


class Reader:
    """One game, statement by statement."""

    def __init__(self, game: Notation, lines: Sequence[tuple[int, str]], bound: Bound | None) -> None:
        self.record = GameRecord(game)
        self._game, self._bound = game, bound
        self._board: dict[tuple[int, int], tuple[int, int]] = {}
        """Kind and side by file and rank, from 1."""
        self._hands: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._all: int | None = None
        """Who holds all that is left."""
        self._set = False
        self._state: Position | None = None
        self._said: dict[int, list[str]] = {}
        for number, line in lines:
            try:
                for statement in _statements(line):
                    self._take(statement)
            except BadInput as error:
                raise BadInput(f"line {number}: {error}") from None
        if self._state is None:
            self._begin(BLACK)
        read_judgements(self.record.moves)
        state = self._state
        if state is not None and self.record.rules.is_terminal(state):
            drawn = self.record.rules.is_drawn(state)
            self.record.by_rules = "1/2-1/2" if drawn else ("0-1", "1-0")[state.mover]

    def _take(self, text: str) -> None:
        record = self.record
        if text.startswith("'"):
            self._comment(text)
        elif not text.strip():
            return
        elif re.fullmatch(r"V[0-9.]{1,8}", text.strip()):
            record.properties[VERSION] = [text.strip()]
        elif text.startswith(("N+", "N-")):
            if text[2:].strip():
                record.headers["Black" if text[1] == "+" else "White"] = text[2:].strip()
        elif found := _TAG.fullmatch(text):
            self._tag(found[1], found[2].strip(" "))
        elif text.startswith("P") and self._state is None:
            self._place(text)
        elif text.strip() in ("+", "-") and self._state is None:
            self._begin(BLACK if text.strip() == "+" else WHITE)
        elif found := _MOVE.fullmatch(text.strip()):
            self._move(*found.groups())
        elif found := re.fullmatch(r"T(\d{1,9}(?:\.\d{1,3})?)", text.strip(), re.ASCII):
            self._time(float(found[1]))
        elif found := re.fullmatch(r"%([+-]?)([A-Z_]+)", text.strip()):
            self._end(found[1], found[2])
        else:
            raise BadInput(f"'{text.strip()[:40]}' is nothing that is known here.")

    # ---- words
    def _comment(self, text: str) -> None:
        where = self.record.moves[-1] if self.record.moves else self.record
        if text.startswith("'*"):
            said = self._said.setdefault(id(where), [])
            said.append(text[2:])
            where.comment = "\n".join(said)
        elif not re.match(r"'CSA encoding=", text):
            where.properties.setdefault(kifu.REMARKS, []).append(text[1:])

    def _tag(self, name: str, value: str) -> None:
        if name == BEGAN and (moment := read_moment(value)):
            self.record.headers |= moment
        elif name in TAGS:
            if value:
                self.record.headers[TAGS[name]] = value
        elif is_header(name):
            self.record.headers[name] = value
        else:
            self.record.properties.setdefault(name, []).append(value)

    # ---- where it begins
    def _place(self, text: str) -> None:
        game = self._game
        self._set = True
        if text.startswith("PI"):
            for square in range(game.files * game.ranks):
                file, rank = square % game.files, square // game.files
                found = game.symbol_at(_usual(game), game.geometry.square(file, rank))
                if found != ".":
                    kind = game.kind_on(_usual(game), game.geometry.square(file, rank))
                    self._board[file + 1, rank + 1] = kind, WHITE if found.islower() else BLACK
            for place, _ in self._placed(text[2:]):
                self._board.pop((int(place[0]), int(place[1])), None)
        elif row := re.fullmatch(r"P([1-9])(.*)", text):
            self._rank(int(row[1]), row[2])
        elif text[1:2] in ("+", "-"):
            side = BLACK if text[1] == "+" else WHITE
            rest = text[2:].strip()
            if rest.endswith("00AL"):
                self._all, rest = side, rest[:-4]
            for place, name in self._placed(rest):
                self._put(place, name, side)
        else:
            raise BadInput(f"'{text.strip()[:40]}' sets up nothing.")

    def _placed(self, text: str) -> list[tuple[str, str]]:
        found = _PLACED.findall(text)
        if "".join(place + name for place, name in found) != text.strip():
            raise BadInput(f"'{text.strip()[:40]}' names no pieces.")
        return found

    def _rank(self, rank: int, text: str) -> None:
        cells = [text[at : at + 3] for at in range(0, 3 * self._game.files, 3)]
        for number, cell in enumerate(cells):
            word = cell.strip()
            if word in ("", "*"):
                continue
            if word[0] not in "+-" or word[1:] not in _KINDS:
                raise BadInput(f"'{word[:10]}' in rank {rank} is no piece.")
            self._board[self._game.files - number, rank] = (
                _KINDS[word[1:]],
                BLACK if word[0] == "+" else WHITE,
            )

    def _put(self, place: str, name: str, side: int) -> None:
        kind = _KINDS.get(name, 0)
        file, rank = int(place[0]), int(place[1])
        if not kind or (place == "00" and kind >= KING) or (place != "00" and not file * rank):
            raise BadInput(f"'{place}{name}' is no piece on a square or in hand.")
        if place == "00":
            self._hands[side][kind] = self._hands[side].get(kind, 0) + 1
        else:
            self._board[file, rank] = kind, side

    def _begin(self, mover: int) -> None:
        """What stands before the moves is read."""
        record, game = self.record, self._game
        record.rules = kifu.with_handicap(game, "none")
        if self._set:
            text = self._sfen(mover)
            for handicap in HANDICAPS.values():
                if handicap_start(handicap) == text:
                    record.rules = kifu.with_handicap(game, handicap)
                    break
            else:
                record.start = game.parse(text)
        elif mover == WHITE:
            record.start = game.parse(record.rules.start().replace(" b ", " w "))
        self._state = record.first

    def _sfen(self, mover: int) -> str:
        game, rows = self._game, []
        if self._all is not None:
            there = [kind for kind, _ in self._board.values()]
            for kind in HAND_ORDER:
                used = sum(on in (kind, kind + PROMOTED) for on in there) + sum(
                    h.get(kind, 0) for h in self._hands
                )
                self._hands[self._all][kind] = self._hands[self._all].get(kind, 0) + max(
                    game.most[kind] - used, 0
                )
        for rank in range(1, game.ranks + 1):
            cells = [self._board.get((file, rank)) for file in range(game.files, 0, -1)]
            row = "".join(game.symbol(*cell) if cell else "1" for cell in cells)
            rows.append(re.sub("1+", lambda run: str(len(run[0])), row))
        hands = "".join(
            (str(n) if n > 1 else "") + game.symbol(kind, side)
            for side in (BLACK, WHITE)
            for kind in HAND_ORDER
            if (n := self._hands[side].get(kind, 0))
        )
        return f"{'/'.join(rows)} {'bw'[mover]} {hands or '-'} 1"

    # ---- moves
    def _move(self, sign: str, start: str, end: str, name: str) -> None:
        if self._state is None:
            self._begin(BLACK if sign == "+" else WHITE)
        if self._bound is not None:
            self._bound.count()
        game, state = self._game, self._state
        assert state is not None
        if ENDED in self.record.properties:
            raise BadInput(f"'{sign}{start}{end}{name}' follows the end of the game.")
        kind = _KINDS.get(name, 0)
        action, squares = -1, [kifu.square_at(game, *place) for place in (start, end)]
        if start == "00" and squares[1] is not None and 0 < kind < KING:
            action = (DROP + kind) | squares[1] << 7
        elif squares[0] is not None and squares[1] is not None and kind:
            promoted = kind_at(state, squares[0]) != kind
            action = squares[0] | squares[1] << 7 | promoted << 14
            if promoted and kind_at(state, squares[0]) + PROMOTED != kind:
                action = -1
        if ("+", "-")[state.mover] != sign or action not in game.legal(state):
            raise BadInput(f"'{sign}{start}{end}{name}' is not a legal move here.")
        self.record.moves.append(Move(action, game.action_text(state, action)))
        self._state = game.result(state, action)

    def _time(self, seconds: float) -> None:
        record = self.record
        if ENDED in record.properties:
            record.properties[ENDED] = [record.properties[ENDED][0], f"{seconds:g}"]
        elif record.moves:
            record.moves[-1].spent = seconds

    def _end(self, sign: str, name: str) -> None:
        if self._state is None:
            self._begin(BLACK)
        game, state = self._game, self._state
        assert state is not None
        if name == "KACHI" and not game.is_terminal(state) and DECLARE in game.legal(state):
            self.record.moves.append(Move(DECLARE, game.action_text(state, DECLARE)))
            self._state = game.result(state, DECLARE)
            return
        word = OF_CSA.get(name, name)
        if name == "ILLEGAL_ACTION" and ("+", "-")[state.mover] == sign:
            word = "反則負け"  # the mover's own
        self.record.properties[ENDED] = [word]
        self.record.headers |= result_of(word, state.mover)


def _usual(game: Notation) -> Position:
    return kifu.with_handicap(game, "none").initial()


# ---- writing
def lines_of(record: GameRecord) -> Iterator[str]:
    """The lines of a game; variations have no place in it."""
    game, headers = record.rules, record.headers
    assert isinstance(game, Notation)
    yield record.properties.get(VERSION, [NEWEST])[0]
    for name, sign in (("Black", "+"), ("White", "-")):
        if headers.get(name):
            yield f"N{sign}{one_line(headers[name])}"
    for tag, header in TAGS.items():
        if headers.get(header):
            yield f"${tag}:{one_line(headers[header])}"
    if moment := moment_text(headers):
        yield f"${BEGAN}:{one_line(moment)}"
    others = [(name, [value]) for name, value in headers_besides(headers, TAGS.values())]
    kept = (ENDED, VERSION, kifu.REMARKS, kifu.REMARK, kifu.BOOKMARK, kifu.HANDICAP)
    others += [(name, values) for name, values in record.properties.items() if name not in kept]
    for name, values in others:
        if re.fullmatch(r"[^:\n]{1,40}", name):
            yield from (f"${name}:{one_line(value)}" for value in values)
    yield from _position(game, record)
    yield from _said(record.comment, record.properties)
    state = record.first
    for move in record.moves:
        if move.action == DECLARE:
            yield "%KACHI"
        elif move.action is not None:
            yield move_text(game, state, move.action)
        if move.action is not None and move.spent is not None:
            yield f"T{move.spent:g}"
        yield from _said(comment_of(move), move.properties)
        if move.action is not None:
            state = game.result(state, move.action)
    if record.moves and record.moves[-1].action == DECLARE:
        return
    yield from _ending(record, state)


def _ending(record: GameRecord, state: Position) -> Iterator[str]:
    word = ending_of(record, state, state.mover)
    said = ENDINGS.get(word)
    if said is None:
        return
    name = said.csa or next(
        (w.csa for w in ENDINGS.values() if w.csa and (w.winner, w.how) == (said.winner, said.how)), "CHUDAN"
    )
    sign = "+-"[1 - state.mover] if name == "ILLEGAL_ACTION" else ""
    yield f"%{sign}{name}"
    kept = record.properties.get(ENDED, [])
    if len(kept) > 1 and kept[0] == word:
        yield f"T{kept[1]}"


def _position(game: Notation, record: GameRecord) -> Iterator[str]:
    start = record.first
    if start == _usual(game):
        yield "PI"
    else:
        for rank in range(game.ranks):
            cells = []
            for file in reversed(range(game.files)):
                square = game.geometry.square(file, rank)
                kind, sign = (
                    game.kind_on(start, square),
                    "-" if game.symbol_at(start, square).islower() else "+",
                )
                cells.append(f"{sign}{PIECES[kind]}" if kind else " * ")
            yield f"P{rank + 1}{''.join(cells)}"
        for side, sign in ((BLACK, "+"), (WHITE, "-")):
            counts = [(kind, held(hand_of(start, side), kind)) for kind in HAND_ORDER]
            if any(n for _, n in counts):
                yield f"P{sign}" + "".join(f"00{PIECES[kind]}" * n for kind, n in counts)
    yield "+-"[start.mover]


def move_text(game: Notation, s: Position, a: int) -> str:
    """`+7776FU`, `-0055KA`."""
    start, sign = start_of(a), "+-"[s.mover]
    file, rank = game.geometry.place(end_of(a))
    if start > DROP:
        return f"{sign}00{file + 1}{rank + 1}{PIECES[start - DROP]}"
    kind = kind_at(s, start) + (PROMOTED if promotes(a) else 0)
    begin = game.geometry.place(start)
    return f"{sign}{begin[0] + 1}{begin[1] + 1}{file + 1}{rank + 1}{PIECES[kind]}"


def _said(comment: str, properties: dict[str, list[str]]) -> Iterator[str]:
    yield from (f"'{text}" for text in properties.get(kifu.REMARKS, []))
    if comment:
        yield from (f"'*{line}" for line in re.split(r"\r\n|\n|\r", comment))
