"""Games of checkers in PDN, Portable Draughts Notation 3.0, read and written.

PDN is PGN with squares as numbers.  `GameType` 21 is English draughts.  `1-0` says that Black, who moves
first, has won, as in the files of programs for English draughts.  Clocks stand in comments, as in PGN:
`[%clk 0:04:59] [%emt 0:00:07]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.ending import read_result, settle
from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import END, MOST_GLYPHS, GameRecord, Move, OpeningLine
from halfmove.core.record_text import clock_commands, game_text, join_texts, plain_word, tag_lines
from halfmove.games.checkers.geometry import BLACK

if TYPE_CHECKING:
    from halfmove.games.checkers import Checkers

ENGLISH = "21"
DEEPEST = 100
"""Variations within variations."""
RESULTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0, "2-0": 1.0, "1-1": 0.5, "0-2": 0.0}
"""Black's share of the point; matches count two points a game too."""
_PGN = {"2-0": "1-0", "1-1": "1/2-1/2", "0-2": "0-1", "0-0": "*"}
"""What only PDN writes, and PGN's results."""
_WRITTEN = {share: text for text, share in reversed(RESULTS.items())}
_ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
_NAME = r"[A-Za-z0-9][\w+#=:-]*"
_SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_WORD = re.compile(
    rf'\[\s*(?P<tag>{_NAME})\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]'
    r"|^%(?P<escape>[^\n]*)"
    # a comment is not closed where another begins behind an empty line and a tag
    rf'|\{{(?P<comment>(?:[^}}\n]|\n(?!\s*\n\s*\[{_NAME}\s+"[^}}]*\{{))*)\}}'
    r"|;(?P<line>[^\n]*)|\$(?P<nag>[0-9]{1,4})|(?P<sign>[!?]{1,2})|(?P<bracket>[()])"
    r"|(?P<result>\*|1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0)(?![0-9x:-])|[0-9]+\.+|(?P<dots>\.+)"
    r"|(?P<move>[1-9][0-9]?(?:[-xX:*][1-9][0-9]?)+)(?![0-9xX:*-]|[^\W\d])|(?P<strange>[^\s()!?{}$\[]+|[{}$\[])",
    re.MULTILINE,
)
_PLAIN = re.compile(r"(?:[0-9]+\.+)?(?P<move>[1-9][0-9]?(?:[-xX:*][1-9][0-9]?)+)[.,]?")
_NUMBER = re.compile(r"[0-9]*\.+|,")
_ALIKE = {ord("×"): "x", ord("х"): "x", ord("½"): "1/2", ord("…"): "..."}
_TIME = re.compile(r"\[%(clk|emt)\s+(?:(\d{1,6}):)?(\d{1,4}):(\d{1,4}(?:\.\d{1,3})?)\s*\]")


class Word(NamedTuple):
    """A word of a file, and its line."""

    kind: str
    text: str
    line: int
    value: str = ""
    """What a tag says."""


class PDN(FormatByParts):
    """Portable Draughts Notation."""

    name = "PDN"
    suffixes = (".pdn",)
    game: Checkers

    def begins(self, text: str) -> bool:
        return text.startswith("[")

    # ---- reading
    def parts(self, text: str) -> Iterator[list[Word]]:
        return _games(text)

    def place(self, number: int, part: list[Word]) -> str:
        return f"game {number} (line {part[0].line})"

    def openings(self, text: str) -> Iterator[OpeningLine]:
        for number, found in enumerate(self.read(text), 1):
            position = None if found.start is None else found.rules.position_text(found.start)
            name = found.headers.get("Opening") or f"game {number}"
            yield OpeningLine(found.place, tuple(move.text for move in found.moves), position, name)

    def record(self, words: list[Word]) -> GameRecord:
        tags = {word.text: word.value for word in reversed(words) if word.kind == "tag"}
        kind = tags.get("GameType", ENGLISH).split(",")[0].strip()
        if kind != ENGLISH:
            raise BadInput(f"its GameType is {kind[:20]}, and only {ENGLISH}, English draughts, is read.")
        record = GameRecord(self.game)
        for word in words:
            if word.kind == "tag":
                self._tag(record, tags, word)
        if "FEN" in tags:
            start = self.game.parse(tags["FEN"])
            record.start = None if start == self.game.initial() else start
        reader = _Reader(self, record)
        for word in words:
            try:
                reader.take(word)
            except BadInput as error:
                raise BadInput(f"line {word.line}: {error}") from None
        if reader.stack:
            raise BadInput("a bracket is not closed.")
        reader.end()
        self._settle(record, reader.state, reader.result)
        return record

    def _tag(self, record: GameRecord, tags: dict[str, str], word: Word) -> None:
        if tags[word.text] != word.value:
            self.repair(record, f"its tag {word.text} stands twice; '{tags[word.text][:40]}' counts.")
        elif word.text not in ("FEN", "SetUp", "GameType"):
            record.headers.setdefault(word.text, word.value)

    def _settle(self, record: GameRecord, state: Any, end: str) -> None:
        """The result, of which tag, end of the moves and board may speak."""
        headers = record.headers
        if headers.get("Result", "*") == "*":
            headers["Result"] = end if end in RESULTS else "*"
        if self.game.stuck(state):
            record.by_rules = "0-1" if state.mover == BLACK else "1-0"
        for sentence in settle(headers, _PGN.get(end, end), record.by_rules, _PGN):
            self.repair(record, f"{sentence}.")
        if end and _PGN.get(end, end) != _PGN.get(headers["Result"], headers["Result"]):
            record.properties[END] = [end]

    # ---- writing
    def text(self, record: Any) -> str:
        result = record.end or record.headers.get("Result", "*")
        words = [*_comment(record.comment), *_line(record.moves, record.first.mover)]
        words.append(result if result in RESULTS else "*")
        return game_text(tag_lines(self._tags(record), _ROSTER), words)

    def _tags(self, record: Any) -> dict[str, str]:
        told = {name: join_texts(value) for name, value in record.headers.items()}
        if record.start is not None:
            told["SetUp"], told["FEN"] = "1", record.rules.position_text(record.start)
        return told

    # ---- words
    def share(self, record: GameRecord) -> float | None:
        return RESULTS.get(record.by_rules or record.headers.get("Result", ""))

    def result(self, state: Any, share: float | None, how: str = "rules", agreed: str = "") -> str:
        return "*" if share is None else _WRITTEN[share]

    def continuation(self, state: Any, moves: list[Move]) -> str:
        return " ".join(_line(moves, state.mover))

    def numbered(self, record: Any, ply: int) -> str:
        moved = int(record.first.mover) + ply
        dots = "..." if moved % 2 else "."
        return f"{1 + moved // 2}{dots} {record.moves[ply].text}"


class _Reader:
    """Puts the words of a game together."""

    def __init__(self, form: PDN, record: GameRecord) -> None:
        self.form, self.record = form, record
        self.here: list[Move] = record.moves
        self.state = self.before = record.first
        self.stack: list[tuple[list[Move], Any, Any]] = []
        self.said = ""
        """A comment for the next move."""
        self.closed = False
        """Whether a variation has just ended, so that a comment belongs to what follows."""
        self.result = ""
        """What stands behind the moves."""

    def take(self, word: Word) -> None:
        """The next word; `BadInput` where it cannot stand there."""
        if word.kind == "move":
            self._move(word.text)
        elif word.kind == "bracket":
            self._bracket(word.text)
        elif word.kind in ("comment", "line"):
            self._comment(word.text)
        elif word.kind in ("nag", "sign"):
            self._nag(int(word.text) if word.kind == "nag" else _SIGNS.get(word.text, 0))
        elif word.kind == "result":
            if not self.stack:
                self.result = word.text
        elif word.kind == "strange":
            raise BadInput(f"'{word.text[:20]}' is neither a move, a comment, a glyph nor a result.")

    def _move(self, text: str) -> None:
        if self.form.bound is not None:
            self.form.bound.count()
        game = self.form.game
        action = game.find_action(self.state, text)
        self.here.append(Move(action, game.action_text(self.state, action), before=self.said))
        self.before, self.state = self.state, game.result(self.state, action)
        self.said, self.closed = "", False

    def _bracket(self, text: str) -> None:
        if text == ")":
            if not self.stack:
                raise BadInput("a bracket is closed that was not opened.")
            self.end()
            here = self.here
            self.here, self.state, self.before = self.stack.pop()
            if not here:
                self.here[-1].variations.pop()
            self.closed = True
            return
        if not self.here:
            raise BadInput("a variation stands after the move in whose place it is.")
        if len(self.stack) == DEEPEST:
            raise BadInput(f"variations are nested more than {DEEPEST} deep.")
        self.end()
        variation: list[Move] = []
        self.here[-1].variations.append(variation)
        self.stack.append((self.here, self.state, self.before))
        self.here, self.state, self.closed = variation, self.before, False

    def _comment(self, text: str) -> None:
        move = self.here[-1] if self.here else None
        if move is not None and not self.closed:
            for found in _TIME.finditer(text):
                seconds = 3600 * int(found[2] or 0) + 60 * int(found[3]) + float(found[4])
                setattr(move, "clock" if found[1] == "clk" else "spent", round(seconds, 3))
            move.comment = join_texts(move.comment, _TIME.sub(" ", text))
        elif move is None and not self.stack:
            self.record.comment = join_texts(self.record.comment, text)
        else:
            self.said = join_texts(self.said, text)

    def _nag(self, number: int) -> None:
        if not self.here or not number:
            raise BadInput("a glyph stands after a move.")
        if len(self.here[-1].nags) == MOST_GLYPHS:
            raise BadInput(f"a move has at most {MOST_GLYPHS} glyphs.")
        self.here[-1].nags += (number,)

    def end(self) -> None:
        """The line ends: what was said for its next move belongs to its last."""
        if self.said and self.here:
            self.here[-1].comment = join_texts(self.here[-1].comment, self.said)
        self.said = ""


def _games(text: str) -> Iterator[list[Word]]:
    """The words of each game: it ends with its result, where tags follow moves, or where a tag comes again
    behind an empty line."""
    words: list[Word] = []
    line = counted = depth = end = 0
    begun = False
    for found in _WORD.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        word = _word(found, line + 1)
        if word is None:
            continue
        again = any(w.kind == "tag" and w.text == word.text for w in words) and bool(
            re.search(r"\n\s*\n", text[end : found.start()])
        )
        if word.kind == "tag" and (begun or again):
            yield words
            words, begun, depth = [], False, 0
        words.append(word)
        end = found.end()
        begun = begun or word.kind not in ("tag", "comment", "line")
        depth += {"(": 1, ")": -1}.get(word.text, 0) if word.kind == "bracket" else 0
        if word.kind == "result" and depth <= 0:
            yield words
            words, begun, depth = [], False, 0
    if words:
        yield words


def _word(found: re.Match[str], line: int) -> Word | None:
    """What was found; None where it says nothing."""
    kind = found.lastgroup or "number"
    if kind in ("number", "dots", "escape"):
        return None
    if kind == "value":
        return Word("tag", found["tag"], line, re.sub(r"\\(.)", r"\1", found["value"]))
    text = found[kind]
    if kind == "strange":
        plain = plain_word(text, _ALIKE)
        if not plain or _NUMBER.fullmatch(plain):
            return None
        result = read_result(plain) if re.search(r"[0-9].*[-:/]", plain) else None
        if result is not None or plain in RESULTS:
            return Word("result", result or plain, line)
        if move := _PLAIN.fullmatch(plain):
            return Word("move", move["move"], line)
    return Word(kind, text, line)


def _comment(text: str) -> list[str]:
    """A comment as a word, none for none; one with a closing brace goes on to the end of its line."""
    text = join_texts(text)
    if not text:
        return []
    return [f";{text}\n"] if "}" in text else [f"{{{text}}}"]


def _line(moves: list[Move], mover: int) -> Iterator[str]:
    """The words of a line of moves; the first is numbered 1, as PDN's FEN has no number."""
    number, told = 1, True
    for move in moves:
        yield from _comment(move.before)
        if move.action is None:
            yield from _comment(move.comment)
            continue
        if mover == BLACK or told or move.before:
            yield f"{number}{'.' if mover == BLACK else '...'} {move.text}"
        else:
            yield move.text
        yield from (f"${nag}" for nag in move.nags)
        times = clock_commands(move)
        if "}" in move.comment:
            yield from _comment(" ".join(times))
            yield from _comment(move.comment)
        else:
            yield from _comment(join_texts(*times, move.comment))
        for variation in move.variations:
            yield from ("(", *_line(variation, mover), ")")
        told = bool(move.comment or times or move.variations)
        number += mover != BLACK
        mover = 1 - mover
