"""Games as programs write them, read without a look at each sign: tags on lines of their own, then moves,
numbers, glyphs and comments, at the end the result.

Whatever is written otherwise, or has variations, is left to `tokens`: the words of a text are looked up as a
whole, and of one that is not known already `tokens` says what it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from halfmove.games.chess.pgn.builder import Builder
from halfmove.games.chess.pgn.following import code_of
from halfmove.games.chess.pgn.tokens import Word, parts_of

_TAG = re.compile(r'\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*) "([^"\\\n]*)"\]\n')
_APART = re.compile(r"\n[^\S\n]*\n\s*[^\s]|\n%")
"""Something behind an empty line, or a line that is passed over."""
_WORD = re.compile(r"\{[^{}]*\}|[^\s{}()\[\];$]+|\S")
MOVE, NUMBER, RESULT = range(3)


class Meaning(NamedTuple):
    """What a word is."""

    kind: int
    """MOVE, with the glyphs behind it; NUMBER, of a move; RESULT."""
    code: int = 0
    """Of a move (`following`)."""
    mates: bool = False
    glyphs: tuple[Word, ...] = ()
    text: str = ""
    """Of a result."""


def read_regular(text: str, builder: Builder) -> bool:
    """Have a builder with a follower read the one game of a text; whether it is written so, and nothing else
    is in the text.  If not, the builder is of no more use."""
    at, headers = 0, builder.headers
    while tag := _TAG.match(text, at):
        if tag[1] in headers:
            return False
        headers[tag[1]] = tag[2]
        at = tag.end()
    if not headers or text[at : at + 1] != "\n" or _APART.search(text, at + 1) or not builder.begin():
        return False
    ended = False
    for word in _WORD.findall(text, at):
        if ended:
            return False
        if word[0] == "{" and len(word) > 1:
            builder.comment_on(word[1:-1])
            continue
        meaning = _meaning(word)
        if meaning is None:
            return False
        if meaning.kind == MOVE:
            builder.move(meaning.code, meaning.mates, meaning.glyphs)
        elif meaning.kind == RESULT:
            builder.end, ended = meaning.text, True
    builder.finish(len(text))
    return not builder.error


@lru_cache(maxsize=50_000)
def _meaning(word: str) -> Meaning | None:
    """What a word is, where it is a move, with its number before it and glyphs behind, a number or a
    result."""
    parts = list(parts_of(word))
    if parts and parts[0].kind == "number":
        if len(parts) == 1:
            return Meaning(NUMBER)
        parts = parts[1:]
    if len(parts) == 1 and parts[0].kind == "result":
        return Meaning(RESULT, text=parts[0].text)
    if not parts or parts[0].kind != "move" or any(part.kind != "nag" for part in parts[1:]):
        return None
    code = code_of(parts[0].text)
    glyphs = tuple(Word("nag", part.text, 0) for part in parts[1:])
    return None if code < 0 else Meaning(MOVE, code, "#" in parts[0].written, glyphs)
