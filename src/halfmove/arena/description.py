"""A player in one line: `KIND:TARGET?option=value&option=value`.

    alphabeta?depth=6
    uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500
    gtp:"gnugo --mode gtp --level 10"
    ./my_player.py?speed=3

KIND is an algorithm, `random`, `person`, a protocol, or the path of a Python file; TARGET, for a kind that
needs one, is a command line, in quotes where it holds a `?`.  Options are percent-encoded where they hold a
`&` or a `%`.  `name` is an option that every kind takes: what the player is called in tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from halfmove.core.errors import BadInput

NAME = "name"


@dataclass(frozen=True)
class Description:
    """A player as it is described: what kind, of what, with which options (without `name`)."""

    kind: str
    target: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    called: str = ""
    """What `name=` says."""

    @property
    def text(self) -> str:
        """The line that `describe` reads as this."""
        target = f':"{self.target}"' if '"' not in self.target else f":'{self.target}'"
        options = {**self.options, **({NAME: self.called} if self.called else {})}
        written = "&".join(f"{_encode(k)}={_encode(v)}" for k, v in options.items())
        return self.kind + (target if self.target else "") + (f"?{written}" if written else "")

    @property
    def name(self) -> str:
        """What to call the player in a table."""
        return self.called or self.text.replace('"', "")


def _encode(text: str) -> str:
    """Percent-encoded only where it must be, so that a command line stays readable."""
    return "".join(f"%{ord(c):02X}" if c in "%&=?#+" or ord(c) < 32 else c for c in text)


def describe(text: str) -> Description:
    """The description that a line stands for; `BadInput` says what is wrong with it."""
    line = text.strip()
    kind, mark, rest = _cut(line, ":?")
    if not kind:
        raise BadInput(f"'{text}' describes no player; an example is: alphabeta?depth=6")
    target = ""
    if mark == ":":
        target, rest = _parse_target(rest, text)
    elif mark:
        rest = mark + rest
    if rest and not rest.startswith("?"):
        raise BadInput(f"'{text}': after the target comes '?' and options, not '{rest}'.")
    options = dict(_parse_option(pair, text) for pair in rest[1:].split("&") if pair)
    called = options.pop(NAME, "")
    return Description(kind, target, options, called)


def _cut(text: str, marks: str) -> tuple[str, str, str]:
    """`text` before the first of the marks, that mark, and what follows it."""
    at = min((i for i in (text.find(m) for m in marks) if i >= 0), default=len(text))
    return text[:at].strip(), text[at : at + 1], text[at + 1 :]


def _parse_target(rest: str, whole: str) -> tuple[str, str]:
    rest = rest.lstrip()
    if rest[:1] in ("'", '"'):
        end = rest.find(rest[0], 1)
        if end < 0:
            raise BadInput(f"'{whole}': the quotation mark {rest[0]} is not closed.")
        target, rest = rest[1:end], rest[end + 1 :].strip()
    else:
        target, mark, rest = _cut(rest, "?")
        rest = mark + rest
    if not target.strip():
        raise BadInput(f"'{whole}': there is nothing after the colon; an example is: uci:stockfish")
    return target.strip(), rest


def _parse_option(pair: str, whole: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not equals or not key.strip():
        raise BadInput(f"'{whole}': options are written option=value, not '{pair}'.")
    return unquote(key).strip(), unquote(value).strip()
