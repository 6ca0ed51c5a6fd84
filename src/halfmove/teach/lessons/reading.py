"""From the text of a file to a lesson, by markdown-it-py (CommonMark with tables).

    ---
    title: Minimax
    about: What a position is worth if both play well.
    ---

    # Minimax                    the title, where no front matter says it
    ## What a tree is worth      a heading of level 1 or 2 begins a step; so does a line of ---
    Text, and fenced blocks of the kinds in `blocks`.

HTML in the text is text: a lesson comes from somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.bounded_file import SOURCE, read_bounded
from halfmove.core.errors import BadInput
from halfmove.teach.lessons import blocks
from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.lesson import Exhibit, Lesson, Prose, Question, Step
from halfmove.teach.lessons.markdown import parser
from halfmove.teach.lessons.settings import REFERENCE, LessonError, block, fill_references

if TYPE_CHECKING:
    from markdown_it.token import Token

LARGEST = 400_000
"""Bytes of a file."""
MOST_BLOCKS = 120
_FRONT = ("title", "about")


def read(path: str | Path) -> Lesson:
    """The lesson in a file; `BadInput` says what is wrong, with the file and the line."""
    file = Path(path)
    try:
        content = read_bounded(file, SOURCE)
    except OSError as error:
        raise BadInput(f"The lesson '{file}' cannot be read: {error.strerror}.") from None
    if len(content) > LARGEST:
        raise BadInput(f"The lesson '{file}' has more than {LARGEST // 1000} KB.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"The lesson '{file}' is no text in UTF-8.") from None
    return read_text(text, name=file.stem, said=str(file))


def read_text(text: str, *, name: str = "lesson", said: str = "") -> Lesson:
    """The lesson that a text is; `said` is what errors call it."""
    try:
        return _Reader(text.replace("\r\n", "\n")).lesson(name)
    except LessonError as error:
        raise BadInput(f"{said or name}, line {error.line}: {error}") from None


@dataclass
class _Raw:
    """A step as it is read: its parts, prose with the line it begins on."""

    title: str = ""
    line: int = 1
    parts: list[tuple[int, str] | Exhibit | Question] = field(default_factory=list)


class _Reader:
    def __init__(self, text: str) -> None:
        self.front, self.first = _front_matter(text)
        self.rows = text.split("\n")[self.first :]
        self.known = Known()
        self.title = ""
        self.steps = [_Raw()]
        self.blocks = self.questions = 0
        self.names: dict[str, int] = {}

    def line(self, row: int) -> int:
        """The line of the file, from 1."""
        return self.first + row + 1

    def lesson(self, name: str) -> Lesson:
        tokens = parser().parse("\n".join(self.rows))
        begun = 0
        for place, token in enumerate(tokens):
            if token.level == 0 and token.map and token.nesting >= 0 and token.type != "inline":
                begun = self._part(tokens, place, begun)
            elif token.type == "fence" and _words(token)[:1] and _words(token)[0] in blocks.KINDS:
                assert token.map is not None
                raise LessonError(
                    self.line(token.map[0]),
                    f"A block '{_words(token)[0]}' begins at the start of a line, not inside a list or "
                    "a quotation.",
                )
        steps = tuple(self._step(raw) for raw in self.steps if raw.parts or raw.title)
        if not steps:
            raise LessonError(1, "The lesson is empty; a heading begins a step: ## What is a game tree?")
        title = self.front.get("title") or self.title or name
        return Lesson(name, title, self.front.get("about", ""), steps, self.known.figures)

    def _part(self, tokens: Sequence[Token], place: int, begun: int) -> int:
        token = tokens[place]
        assert token.map is not None
        start, end = token.map
        words = _words(token)
        if token.type == "hr":
            self.steps.append(_Raw(line=self.line(start)))
        elif token.type == "heading_open" and token.tag in ("h1", "h2"):
            self._heading(tokens[place + 1].content, token.tag, self.line(start))
        elif token.type == "fence" and words and words[0] in blocks.KINDS:
            self._block(token, words)
        else:
            self._prose(start, end)
        return end

    def _heading(self, text: str, tag: str, line: int) -> None:
        if tag == "h1" and not self.title and not self.steps[-1].parts and len(self.steps) == 1:
            self.title = text
            return
        last = self.steps[-1]
        if last.parts or last.title:
            last = _Raw()
            self.steps.append(last)
        last.title, last.line = text, line

    def _prose(self, start: int, end: int) -> None:
        text = "\n".join(self.rows[start:end])
        parts = self.steps[-1].parts
        if parts and isinstance(parts[-1], tuple):
            line, before = parts[-1]
            gap = "\n" * (self.line(start) - line - before.count("\n"))
            parts[-1] = (line, before + (gap or "\n") + text)
        else:
            parts.append((self.line(start), text))

    def _block(self, token: Token, words: list[str]) -> None:
        assert token.map is not None
        start, end = token.map
        line = self.line(start)
        if not re.fullmatch(rf"\s*{re.escape(token.markup)}[`~]*\s*", self.rows[end - 1]) or end - 1 == start:
            raise LessonError(
                line, f"The block '{words[0]}' is not closed; {token.markup} on a line ends it."
            )
        name = words[1] if len(words) > 1 else ""
        if len(words) > 2 or (name and not name.isidentifier()):
            raise LessonError(
                line,
                f"After '{words[0]}' comes at most one name, of letters, digits and _, not "
                f"'{' '.join(words[1:])[:40]}'.",
            )
        if name in self.names:
            raise LessonError(line, f"The name '{name}' is taken by the block on line {self.names[name]}.")
        self.blocks += 1
        if self.blocks > MOST_BLOCKS:
            raise LessonError(line, f"A lesson has at most {MOST_BLOCKS} blocks.")
        self.questions += words[0] == "question"
        shown = blocks.made(block(words[0], name, line, token.content), self.known, self.questions)
        if name:
            self.names[name] = line
            if isinstance(shown, Exhibit):
                self.known.figures[name] = dict(shown.facts)
        self.steps[-1].parts.append(shown)

    # ---- the figures
    def _step(self, raw: _Raw) -> Step:
        parts: list[Any] = []
        for part in raw.parts:
            if isinstance(part, tuple):
                parts.append(Prose(self._fill(*part)))
            elif isinstance(part, Exhibit):
                parts.append(self._add_caption(part, raw))
            else:
                parts.append(part)
        return Step(self._fill(raw.line, raw.title, escape=False), tuple(parts))

    def _add_caption(self, part: Exhibit, raw: _Raw) -> Exhibit:
        from dataclasses import replace

        return replace(part, caption=self._fill(raw.line, part.caption, escape=False))

    def _fill(self, line: int, text: str, *, escape: bool = True) -> str:
        for found in REFERENCE.finditer(text):
            try:
                fill_references(found[0], self.known.figures)
            except BadInput as error:
                raise LessonError(line + text.count("\n", 0, found.start()), str(error)) from None
        return fill_references(text, self.known.figures, escape=escape)


def _words(token: Token) -> list[str]:
    return token.info.split()


def _front_matter(text: str) -> tuple[dict[str, str], int]:
    """What stands between lines of --- at the beginning, and how many lines that takes."""
    rows = text.split("\n")
    if rows[0].strip() != "---":
        return {}, 0
    found: dict[str, str] = {}
    for number, row in enumerate(rows[1:], 2):
        if row.strip() == "---":
            return found, number
        key, colon, value = row.partition(":")
        if not row.strip():
            continue
        if not colon or key.strip() not in _FRONT:
            raise LessonError(
                number,
                "Between the lines of --- at the beginning stand title: and about:, not "
                f"'{row.strip()[:40]}'.",
            )
        found[key.strip()] = value.strip().strip("\"'")
    raise LessonError(1, "The lines at the beginning are not closed; --- on a line ends them.")
