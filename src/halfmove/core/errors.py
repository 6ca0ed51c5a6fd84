"""What can go wrong, as exceptions whose text is one sentence for the person who caused it."""

from __future__ import annotations

import unicodedata

LONGEST = 1000
"""Letters of what is said of bad input, which quotes what was given."""
_BLANKS = "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"


class HalfmoveError(Exception):
    """The base of every error that Halfmove raises on purpose; its text is a sentence for the user."""


class BadInput(HalfmoveError, ValueError):
    """Something the user gave (a parameter, position, move or option) is not acceptable.

    Its text is on one line, however long and of whatever letters the thing is that it quotes.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*(_on_one_line(one) if isinstance(one, str) else one for one in arguments))


class Unsuitable(HalfmoveError):
    """The algorithm does not fit the game's traits; the text says why."""


class NotProven(HalfmoveError):
    """A certificate that can be read does not prove what it claims; the text says what fails, and where."""


class CompileError(HalfmoveError):
    """A compiled game uses what can't be compiled; the text names the method and the line."""


class BrokenPromise(HalfmoveError, AssertionError):
    """`check_game` found a game that breaks the contract; the text names the promise."""


def _on_one_line(text: str) -> str:
    """A sentence without ends of lines, without letters that a terminal obeys or nobody can write, and with
    its middle left out where a long text is quoted in it."""
    shown = text if text.isprintable() else "".join(map(_shown, text))
    if len(shown) <= LONGEST:
        return shown
    return f"{shown[: LONGEST * 2 // 3]} … {shown[-LONGEST // 4 :]}"


def _shown(letter: str) -> str:
    if letter in _BLANKS:
        return " "
    if letter.isprintable() or unicodedata.category(letter) == "Zs":
        return letter
    return letter.encode("unicode_escape").decode()
