"""Games of shogi as KIF and KI2 have them, line by line: what both have in common, and how each writes moves.

    手合割：平手
    先手：…
    *said before the first move
    手数----指手---------消費時間--
       1 ７六歩(77)   ( 0:16/00:00:16)
    *said after it
       2 ３四歩(33)   ( 0:03/00:00:03)+
       3 投了
    変化：2手
       2 ８四歩(83)

KI2 has `▲７六歩　△３四歩` instead, and `まで2手で先手の勝ち`.  A variation belongs to the line written last
that has a move at its number and begins before it.  Sources: see `kifu_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from halfmove.core.errors import BadInput
from halfmove.core.formats import Bound, GameRecord, Move
from halfmove.core.plain_text import reopen
from halfmove.games.shogi.diagram import Diagram, board_lines
from halfmove.games.shogi.geometry import KING
from halfmove.games.shogi.japanese import FILES, NAMES, OTHER_NAMES, RANKS, japanese_text, read_japanese
from halfmove.games.shogi.judged import comment_of, read_judgements
from halfmove.games.shogi.kifu_words import (
    DECLARED,
    ENDED,
    ENDINGS,
    HANDICAPS,
    HEADERS,
    MINI,
    OTHER,
    OTHER_HANDICAPS,
    PLAYERS,
    ending_of,
    headers_besides,
    is_header,
    moment_text,
    one_line,
    read_moment,
    result_of,
)
from halfmove.games.shogi.notation import Notation
from halfmove.games.shogi.position import DECLARE, DROP, Position, end_of, kind_at, promotes, start_of

REMARK, BOOKMARK = "#", "&"
"""Properties for lines that begin so."""
REMARKS = "'"
"""The same of CSA, which has no place here."""
HANDICAP, BEGAN = "手合割", "開始日時"
MOVES = "手数----指手---------消費時間--"
SENTE, SHITATE = ("先手", "後手"), ("下手", "上手")
MARKS = "▲△☗☖▼▽"
A_LINE = 6
"""Moves on a line of KI2."""
_KINDS = {name: kind for kind, name in NAMES.items()}
_TIME = (
    r"(?:\(\s*(?:(?P<hours>\d{1,3}):)?(?P<minutes>\d{1,5}):\s*(?P<seconds>\d{1,2}(?:\.\d{1,3})?)"
    r"\s*(?:/[^)]*)?\))?"
)  # fmt: skip
_NUMBERED = re.compile(
    r"\s*(?P<number>\d{1,5})[\s　]+(?P<move>[^\s(（][^(]*?(?:\(\d\d\))?)\s*" + _TIME + r"\s*\+?\s*", re.ASCII
)
_MOVE = re.compile(
    r"(?:(?P<file>[１-９1-9])(?P<rank>[一二三四五六七八九１-９1-9])|同)(?P<piece>成香|成桂|成銀|成歩|[玉歩香桂銀金角飛と馬龍])"
    r"(?P<how>打|成|不成)?(?:\((?P<start>\d\d)\))?"
)
_VARIATION = re.compile(r"変化\s*[：:]\s*(\d{1,5})\s*手.*", re.ASCII)
_HEADER = re.compile(r"([^：:\s*&|+\d][^：:]{0,30}?)\s*[：:](.*)")
_LAST = re.compile(
    r"まで[、，]?\s*\d{0,5}\s*手で\s*(?:(時間切れ|切れ負け|反則)により)?(?:(先手|下手|後手|上手)の)?(.*?)[。\s]*"
)
_DIGITS = str.maketrans("１２３４５６７８９", "123456789")
_ALIKE = str.maketrans({"王": "玉", "竜": "龍", "杏": "成香", "圭": "成桂", "全": "成銀"})
assert set(OTHER_NAMES) == set(map(chr, _ALIKE))


def begins_kif(text: str) -> bool:
    """Whether a text looks like KIF: headers, a board, or numbered moves."""
    headers = r"#KIF|手数-|手合割[：:]|開始日時[：:]|[先後上下]手[：:]"
    begins = rf"^(?:{headers}|\|[v ][^\x00-\x7f]| *1 +[１-９][一二三四五六七八九])"
    return re.search(begins, text[:3000], re.MULTILINE) is not None


def begins_ki2(text: str) -> bool:
    """Whether moves stand in a text as in KI2."""
    return re.search(rf"^[ 　]*[{MARKS}]", text, re.MULTILINE) is not None


# ---- games of a file
def parts(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each game with their numbers: after moves, what begins a game begins the next."""
    lines: list[tuple[int, str]] = []
    begun = False
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text.lstrip("\ufeff")), 1):
        if begun and re.match(rf"#KIF|{HANDICAP}[：:]|{BEGAN}[：:]|棋戦[：:]", line):
            yield lines
            lines, begun = [], False
        lines.append((number, line))
        begun = begun or bool(_NUMBERED.fullmatch(line) or re.match(rf"手数-|まで|[ 　]*[{MARKS}]", line))
    if any(line.strip() for _, line in lines):
        yield lines


@dataclass
class Line:
    """A line of moves as it is read."""

    moves: list[Move]
    begins: int
    """The number of its first move."""
    states: list[Position]
    """Before its first move, and after each."""
    target: int | None = None
    """Where the move before its first went."""
    ended: bool = False
    """Whether a word ended it."""


class Reader:
    """One game, line by line."""

    def __init__(self, game: Notation, lines: Sequence[tuple[int, str]], bound: Bound | None) -> None:
        self.record = GameRecord(game)
        self._game = game
        self._diagram = Diagram(game)
        self._bound = bound
        self._handicap = ""
        self._stack: list[Line] = []
        self._before = ""
        self._said: dict[int, list[str]] = {}
        """The lines of comments by the identity of what they are on."""
        for number, line in lines:
            try:
                self._take(line.rstrip("\r\n"))
            except BadInput as error:
                raise BadInput(f"line {number}: {error}") from None
        self._begin()
        self._finish()

    # ---- lines
    def _take(self, line: str) -> None:
        if line.startswith("#"):
            if not line.startswith("#KIF"):
                self.record.properties.setdefault(REMARK, []).append(line[1:])
        elif line.startswith("*"):
            self._say(line[1:])
        elif line.startswith("&"):
            self._properties().setdefault(BOOKMARK, []).append(line[1:])
        elif not line.strip():
            return
        elif found := _VARIATION.fullmatch(line.strip()):
            self._vary(int(found[1]))
        elif not self._stack and self._diagram.take(line):
            return
        elif found := _NUMBERED.fullmatch(line):
            self._numbered(found)
        elif line.strip()[0] in MARKS:
            self._begin()
            for text in re.findall(rf"[{MARKS}][^{MARKS}]*", line):
                self._play(re.sub(r"[\s　]", "", text[1:]), None)
        elif found := _LAST.fullmatch(line.strip()):
            self._last(found)
        elif line.startswith("手数-"):
            self._begin()
        elif not self._stack and (found := _HEADER.fullmatch(line)):
            self._head(found[1].strip(), found[2])
        elif not self._stack and re.fullmatch(r"\S+[：:]?", line):
            self._head(line.rstrip("：:"), "")
        else:
            raise BadInput(f"'{line.strip()[:40]}' is nothing that is known here.")

    def _head(self, name: str, value: str) -> None:
        record, plain = self.record, value.strip(" ")
        if name == HANDICAP:
            self._handicap = plain.strip("　")
        elif name == BEGAN and (moment := read_moment(plain)):
            record.headers |= moment
        elif name in PLAYERS or name in HEADERS:
            if plain:
                record.headers[(PLAYERS | HEADERS)[name]] = plain
        elif name == "変化":
            raise BadInput(f"'{name}：{plain[:20]}' has no number of a move.")
        elif is_header(name):
            record.headers[name] = plain
        else:
            record.properties.setdefault(name, []).append(plain)

    def _begin(self) -> None:
        """What stands before the moves is read: set up where the game begins."""
        if self._stack:
            return
        record, game = self.record, self._game
        if self._handicap in HANDICAPS and "handicap" in game.parameters:
            record.rules = with_handicap(game, HANDICAPS[self._handicap])
        elif self._handicap in OTHER_HANDICAPS and "handicap" in game.parameters:
            record.properties[HANDICAP] = [self._handicap]
            rest = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
            record.rules = with_handicap(game, "none")
            record.start = game.parse(f"{OTHER_HANDICAPS[self._handicap]}/{rest}")
        elif self._handicap not in ("", OTHER, *HANDICAPS, *((MINI, "５五将棋") if game.files == 5 else ())):
            raise BadInput(f"'{self._handicap[:20]}' is no handicap of {game.title()}.")
        drawn = self._diagram.position()
        if drawn is not None:
            record.start = None if drawn == record.rules.initial() else drawn
        self._stack = [Line(record.moves, 1, [record.first])]

    # ---- moves
    def _numbered(self, found: re.Match[str]) -> None:
        self._begin()
        spent = None
        if found["minutes"] is not None:
            spent = 3600 * int(found["hours"] or 0) + 60 * int(found["minutes"]) + float(found["seconds"])
        text = re.sub(r"[\s　]", "", found["move"])
        word = text.strip(MARKS)
        if word in ENDINGS or not re.match(r"[１-９1-9同]", word):
            self._end(word, spent)
        else:
            self._play(word, spent)

    def _play(self, text: str, spent: float | None) -> None:
        line = self._stack[-1]
        if line.ended:
            raise BadInput(f"'{text[:20]}' follows the end of its line.")
        if self._bound is not None:
            self._bound.count()
        state = line.states[-1]
        last = next((m.action for m in reversed(line.moves) if m.action is not None), None)
        target = line.target if last is None or last == DECLARE else end_of(last)
        action = find_move(self._game, state, text, target)
        self._add(action, spent)

    def _add(self, action: int, spent: float | None) -> None:
        line, game = self._stack[-1], self._game
        state = line.states[-1]
        line.moves.append(Move(action, game.action_text(state, action), spent=spent, before=self._before))
        self._before = ""
        line.states.append(game.result(state, action))

    def _end(self, word: str, spent: float | None = None) -> None:
        """A line ends with a word."""
        self._begin()
        line = self._stack[-1]
        state = line.states[-1]
        if word == DECLARED and not self._game.is_terminal(state) and DECLARE in self._game.legal(state):
            self._add(DECLARE, spent)
            return
        line.ended = True
        times = [] if spent is None else [f"{spent:g}"]
        if len(self._stack) == 1:
            self.record.properties[ENDED] = [word, *times]
            self.record.headers |= result_of(word, state.mover)
        elif line.moves:
            line.moves[-1].properties[ENDED] = [word, *times]

    def _last(self, found: re.Match[str]) -> None:
        """`まで73手で先手の勝ち`, which says nothing new behind the word of an end."""
        self._begin()
        line = self._stack[-1]
        if line.ended:
            return
        how, player, word = found.groups()
        if player is not None:
            who = 0 if player in ("先手", "下手") else 1
            wins = (who if word.endswith("勝ち") else 1 - who) == line.states[-1].mover
            if word == "勝ち":
                word = {"反則": "反則勝ち" if wins else "反則負け", None: "" if wins else "投了"}.get(
                    how, how
                )
            elif word in ("反則勝ち", "反則負け"):
                word = "反則勝ち" if wins else "反則負け"
            if not word and len(self._stack) == 1:
                self.record.headers["Result"] = ("1-0", "0-1")[who]
        if word:
            self._end(word)

    def _vary(self, number: int) -> None:
        self._begin()
        while len(self._stack) > 1 and self._stack[-1].begins >= number:
            self._stack.pop()
        parent = self._stack[-1]
        at = number - parent.begins
        if not 0 <= at <= len(parent.moves):
            raise BadInput(f"there is no move {number} that something could be played instead of.")
        if at == len(parent.moves):  # instead of what is no move: the end of the game
            parent.moves.append(Move(None, ""))
        variation: list[Move] = []
        parent.moves[at].variations.append(variation)
        last = next((m.action for m in reversed(parent.moves[:at]) if m.action is not None), None)
        target = parent.target if last is None or last == DECLARE else end_of(last)
        self._before = ""
        self._stack.append(Line(variation, number, [parent.states[at]], target))

    # ---- words
    def _properties(self) -> dict[str, list[str]]:
        moves = self._stack[-1].moves if self._stack else []
        return moves[-1].properties if moves else self.record.properties

    def _say(self, text: str) -> None:
        moves = self._stack[-1].moves if self._stack else []
        if not moves and len(self._stack) > 1:
            self._before = f"{self._before}\n{text}" if self._before else text
            return
        where = moves[-1] if moves else self.record
        said = self._said.setdefault(id(where), [])
        said.append(text)
        where.comment = "\n".join(said)

    def _finish(self) -> None:
        """Variations without a move are none; comments say what moves are worth."""
        record, state = self.record, self._stack[0].states[-1]
        waiting = [record.moves]
        while waiting:
            for move in waiting.pop():
                move.variations = [line for line in move.variations if line]
                waiting += move.variations
        if record.moves and record.moves[-1].action is None and not record.moves[-1].variations:
            record.moves.pop()
        read_judgements(record.moves)
        if record.rules.is_terminal(state):
            loser = state.mover
            record.by_rules = "1/2-1/2" if record.rules.is_drawn(state) else ("0-1", "1-0")[loser]


@lru_cache(32)
def with_handicap(game: Notation, handicap: str) -> Notation:
    """The same game with a handicap."""
    if game.parameters["handicap"] == handicap:
        return game
    found = reopen(game, {**{k: str(v) for k, v in game.parameters.items()}, "handicap": handicap})
    assert isinstance(found, Notation)
    return found


def find_move(game: Notation, s: Position, text: str, target: int | None) -> int:
    """The legal action of a move in KIF or KI2; `target`: the square that 同 stands for."""
    found = _MOVE.fullmatch(text.translate(_ALIKE))
    action = None
    if found and found["file"] is None and target is None:
        raise BadInput(f"'{text[:20]}' follows no move.")
    if found:
        square = target if found["file"] is None else square_at(game, found["file"], found["rank"])
        piece = found["piece"].replace("成歩", "と")
        if found["start"] is not None:
            start = square_at(game, *found["start"])
            action = (
                -1 if square is None or start is None else start | square << 7 | (found["how"] == "成") << 14
            )
            if start is not None and kind_at(s, start) != _KINDS[piece]:
                action = -1
        elif found["how"] == "打" and square is not None and _KINDS[piece] < KING:
            action = (DROP + _KINDS[piece]) | square << 7
    if action is None:
        there = "" if target is None else _square_text(game, target)
        action = read_japanese(game, s, re.sub("^同", there, text))
    if action is None or action not in game.legal(s):
        raise BadInput(f"'{text[:20]}' is not a legal move here.")
    return action


def square_at(game: Notation, file: str, rank: str) -> int | None:
    """The square of a file and a rank, in digits or kanji; None where the board has none."""
    number = int(file.translate(_DIGITS)) - 1
    line = RANKS.find(rank) if rank in RANKS else int(rank.translate(_DIGITS)) - 1
    inside = 0 <= number < game.files and 0 <= line < game.ranks
    return game.geometry.square(number, line) if inside else None


def _square_text(game: Notation, square: int) -> str:
    file, rank = game.geometry.place(square)
    return FILES[file] + RANKS[rank]


# ---- writing
def kif_move(game: Notation, s: Position, a: int, last: int | None) -> str:
    """`７六歩(77)`, `同　銀(31)`, `５五角打`."""
    start, end = start_of(a), end_of(a)
    there = "同　" if end == last else _square_text(game, end)
    if start > DROP:
        return f"{there}{NAMES[start - DROP]}打"
    file, rank = game.geometry.place(start)
    name = NAMES[kind_at(s, start)]
    return f"{there}{name}{'成' if promotes(a) else ''}({file + 1}{rank + 1})"


def ki2_move(game: Notation, s: Position, a: int, last: int | None) -> str:
    """`▲７六歩`, `△同　銀`, `▲５八金右`."""
    text = japanese_text(game, s, a, same=end_of(a) == last)
    single = len(NAMES[kind_at(s, start_of(a))] if start_of(a) < DROP else "x") == 1
    return text.replace("同", "同　", 1) if single else text


class Writer:
    """The lines of a game; `ki2`: as KI2 has them."""

    def __init__(self, record: GameRecord, *, ki2: bool) -> None:
        game = record.rules
        assert isinstance(game, Notation)
        self._game = game
        self._record, self._ki2 = record, ki2
        handicap = game.parameters.get("handicap", "none")
        self._names = SENTE if handicap == "none" else SHITATE
        self.lines: list[str] = []
        self._head(str(handicap))
        self._say(record.comment, record.properties)
        if not ki2:
            self.lines.append(MOVES)
        self._line(record.moves, record.first, 1, None, main=True)

    def _head(self, handicap: str) -> None:
        record, lines = self._record, self.lines
        name = next((word for word, value in HANDICAPS.items() if value == handicap), OTHER)
        if record.start is not None:
            kept = record.properties.get(HANDICAP, [""])[0]
            name = kept if kept in OTHER_HANDICAPS else OTHER if handicap == "none" else name
        lines.append(f"{HANDICAP}：{MINI if self._game.files == 5 else name}")
        lines += [f"#{text}" for text in record.properties.get(REMARK, [])]
        moment = moment_text(record.headers)
        if moment:
            lines.append(f"{BEGAN}：{one_line(moment)}")
        for header, player in zip(("Black", "White"), self._names, strict=True):
            if record.headers.get(header):
                lines.append(f"{player}：{one_line(record.headers[header])}")
        for word, header in HEADERS.items():
            if record.headers.get(header):
                lines.append(f"{word}：{one_line(record.headers[header])}")
        for name, values in self._others():
            lines += [f"{name}：{one_line(value)}" for value in values]
        if record.start is not None:
            lines += board_lines(self._game, record.start, self._names)

    def _others(self) -> Iterator[tuple[str, list[str]]]:
        """Headers and properties that have no word of their own here."""
        for name, value in headers_besides(self._record.headers, HEADERS.values()):
            if _HEADER.fullmatch(f"{name}：x"):
                yield name, [value]
        for name, values in self._record.properties.items():
            if name not in (ENDED, REMARK, BOOKMARK, HANDICAP, REMARKS) and _HEADER.fullmatch(f"{name}：x"):
                yield name, values

    def _say(self, text: str, properties: dict[str, list[str]]) -> None:
        if text:
            self.lines += [f"*{line}" for line in re.split(r"\r\n|\n|\r", text)]
        self.lines += [f"&{one_line(name)}" for name in properties.get(BOOKMARK, [])]

    def _line(
        self, moves: Sequence[Move], state: Position, number: int, last: int | None, *, main: bool
    ) -> None:
        """A line of moves with its end, then the variations beside it, the latest first."""
        game, spent = self._game, [0.0, 0.0]
        beside: list[tuple[int, Position, int | None, list[Move]]] = []
        ended = False
        for place, move in enumerate(moves):
            varies = [line for line in move.variations if line]
            if place or main:
                beside += [(number, state, last, line) for line in reversed([*_siblings(varies)])]
            if move.action is None:
                self._say(comment_of(move) or move.before, move.properties)
                continue
            if move.before:
                self._say(move.before, {})
            mark = "+" if varies else ""
            if move.action == DECLARE:
                self._word(DECLARED, number, move.spent, state, spent)
                ended = True
            elif self._ki2:
                self._print(ki2_move(game, state, move.action, last))
            else:
                spent[state.mover] += move.spent or 0.0
                text = kif_move(game, state, move.action, last)
                self._numbered(number, text, move.spent, spent[state.mover], mark)
            self._say(comment_of(move), move.properties)
            state, last, number = game.result(state, move.action), end_of(move.action), number + 1
        if not ended:
            self._ending(moves, state, number, main=main, spent=spent)
        for begins, before, target, line in reversed(beside):
            self.lines += ["", f"変化：{begins}手"]
            self._line(line, before, begins, target, main=False)

    def _print(self, move: str) -> None:
        """A move of KI2, several on a line."""
        row = self.lines[-1] if self.lines else ""
        if row[:1] and row[0] in MARKS and sum(row.count(mark) for mark in MARKS) < A_LINE:
            self.lines[-1] = f"{row}　　{move}"
        else:
            self.lines.append(move)

    def _ending(
        self, moves: Sequence[Move], state: Position, number: int, *, main: bool, spent: list[float]
    ) -> None:
        if main:
            kept = self._record.properties.get(ENDED, [])
            word = ending_of(self._record, state, state.mover)
        else:
            kept = moves[-1].properties.get(ENDED, []) if moves else []
            word = kept[0] if kept else ""
        if word:
            told = kept[1] if len(kept) > 1 and kept[0] == word else ""
            seconds = float(told) if re.fullmatch(r"\d{1,9}(\.\d{1,3})?", told) else None
            self._word(word, number, seconds, state, spent)
        elif main and (share := {"1-0": 0, "0-1": 1}.get(self._record.headers.get("Result", ""))) is not None:
            self.lines.append(f"まで{number - 1}手で{self._names[share]}の勝ち")

    def _word(
        self, word: str, number: int, seconds: float | None, state: Position, spent: list[float]
    ) -> None:
        """The word that ends a line, and how the game ended, in words: KI2 has these alone."""
        if not self._ki2:
            total = spent[state.mover] + (seconds or 0.0)
            self._numbered(number, word, seconds, total, "")
        mover, other = self._names[state.mover], self._names[1 - state.mover]
        text = {
            "投了": f"{other}の勝ち",
            "切れ負け": f"{word}により{other}の勝ち",
            "時間切れ": f"{word}により{other}の勝ち",
            "反則勝ち": f"{mover}の{word}",
            "反則負け": f"{mover}の{word}",
            "入玉勝ち": f"{mover}の{word}",
        }.get(word, word)
        self.lines.append(f"まで{number - 1}手で{text}")

    def _numbered(self, number: int, text: str, seconds: float | None, total: float, mark: str) -> None:
        blanks = " " * max(13 - 2 * len(text), 1)
        self.lines.append(f"{number:>4} {text}{blanks}{_time_text(seconds, total)}{mark}".rstrip())


def _siblings(variations: Sequence[list[Move]]) -> Iterator[list[Move]]:
    """Variations, and those of their first moves, which stand beside them."""
    for line in variations:
        yield line
        yield from _siblings([more for more in line[0].variations if more])


def _time_text(seconds: float | None, total: float) -> str:
    """`( 0:16/00:01:16)`; nothing where no time is known."""
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds, 3), 60)
    whole = int(total)
    text = f"{rest:06.3f}".rstrip("0").rstrip(".") if rest % 1 else f"{int(rest):02d}"
    return f"({int(minutes):>2}:{text}/{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d})"
