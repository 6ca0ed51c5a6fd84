"""The kinds of values that a field of a request takes: how each is read and described.

Text is what a person types in a terminal or in a form; data is what JSON or Python brings.  Both are read
strictly, and what does not fit is refused in one sentence that names the field as its face does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from halfmove.core.computer import memory_bytes
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, MOST_SECONDS, read_decimal, read_whole, shorten

Schema = dict[str, Any]
"""A JSON schema."""

MOST_LETTERS = 20_000
MOST_ITEMS = 2_000
LARGEST = 2**53
"""Digits that every reader of JSON keeps."""


class Kind:
    """How a value is read.  `word` stands for it in a usage line; a `many` field may be given repeatedly."""

    word: str = "TEXT"
    many: bool = False

    def from_text(self, text: Any, name: str) -> Any:
        """The value that was typed; `BadInput`, which calls the field `name`, where it does not fit."""
        raise NotImplementedError

    def from_data(self, value: Any, name: str) -> Any:
        """The value that JSON or Python brings; `BadInput` likewise."""
        raise NotImplementedError

    def from_json(self, value: Any, name: str) -> Any:
        """The value that a client sends, where Python may bring an object besides; `BadInput` likewise."""
        return self.from_data(value, name)

    def to_data(self, value: Any) -> Any:
        """The value as JSON has it."""
        return value

    def schema(self) -> Schema:
        """Its JSON schema."""
        raise NotImplementedError


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number in a range."""

    least: int = 1
    most: int = MOST
    word: str = "N"

    def from_text(self, text: str, name: str) -> int:
        value = read_whole(text, self.least, self.most)
        if value is None:
            raise BadInput(f"{name} must be {self._range}, not '{shorten(text)}'.")
        return value

    def from_data(self, value: Any, name: str) -> int:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise BadInput(f"{name} must be {self._range}, not {_shown(value)}.")
        number = value.__index__()
        if not self.least <= number <= self.most:
            raise BadInput(f"{name} must be {self._range}, not {shorten(number)}.")
        return int(number)

    @property
    def _range(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Decimal(Kind):
    """A number in a range, whose ends belong to it unless they are `open`."""

    least: float = -MOST
    most: float = MOST
    open: bool = False
    word: str = "X"

    def from_text(self, text: str, name: str) -> float:
        value = read_decimal(text, self.least, self.most)
        if value is None or not self._fits(value):
            raise BadInput(f"{name} must be {self._range}, not '{shorten(text)}'.")
        return value

    def from_data(self, value: Any, name: str) -> float:
        number = _decimal(value)
        if number is None or not self._fits(number):
            raise BadInput(f"{name} must be {self._range}, not {_shown(value)}.")
        return number

    def _fits(self, value: float) -> bool:
        if self.open:
            return self.least < value < self.most
        return self.least <= value <= self.most

    @property
    def _range(self) -> str:
        if self.open:
            return f"a number between {self.least:.12g} and {self.most:.12g}, such as 0.5"
        return f"a number from {self.least:.12g} to {self.most:.12g}, such as 0.5"

    def schema(self) -> Schema:
        if self.open:
            return {"type": "number", "exclusiveMinimum": self.least, "exclusiveMaximum": self.most}
        return {"type": "number", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Seconds(Kind):
    """A time above zero, in seconds."""

    most: float = MOST_SECONDS
    word: str = "S"

    def from_text(self, text: str, name: str) -> float:
        value = read_decimal(text, 0, self.most)
        if not value:
            raise BadInput(f"{name} must be {self._range}, not '{shorten(text)}'.")
        return value

    def from_data(self, value: Any, name: str) -> float:
        number = _decimal(value)
        if number is None or not 0 < number <= self.most:
            raise BadInput(f"{name} must be {self._range}, not {_shown(value)}.")
        return number

    @property
    def _range(self) -> str:
        return f"a number of seconds above zero, such as 2 or 0.5, and at most {self.most:.12g}"

    def schema(self) -> Schema:
        return {"type": "number", "exclusiveMinimum": 0, "maximum": self.most}


@dataclass(frozen=True)
class Megabytes(Whole):
    """An amount of memory, no more than the machine has."""

    word: str = "MB"

    def from_text(self, text: str, name: str) -> int:
        return self._free(super().from_text(text, name), name)

    def from_data(self, value: Any, name: str) -> int:
        return self._free(super().from_data(value, name), name)

    def _free(self, megabytes: int, name: str) -> int:
        available = memory_bytes() >> 20
        if megabytes > available:
            raise BadInput(f"{name} {megabytes} is more than this machine's {available} MB; ask for less.")
        return megabytes


@dataclass(frozen=True)
class Switch(Kind):
    """True or false."""

    word: str = ""

    def from_text(self, text: Any, name: str) -> bool:
        words = {"yes": True, "true": True, "no": False, "false": False}
        value = text if isinstance(text, bool) else words.get(str(text).lower())
        if value is None:
            raise BadInput(f"{name} is yes or no, not '{shorten(text)}'.")
        return value

    def from_data(self, value: Any, name: str) -> bool:
        if not isinstance(value, bool):
            raise BadInput(f"{name} is true or false, not {_shown(value)}.")
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(Kind):
    """One of several words.  A function as `values` is called when they are needed."""

    values: tuple[str, ...] | Callable[[], Sequence[str]]
    word: str = "NAME"

    @property
    def known(self) -> tuple[str, ...]:
        """The words."""
        return tuple(self.values()) if callable(self.values) else self.values

    def from_text(self, text: str, name: str) -> str:
        if text not in self.known:
            from difflib import get_close_matches

            near = get_close_matches(text, self.known, n=1)
            hint = f"did you mean {near[0]}? It is" if near else "it is"
            raise BadInput(f"{name} cannot be '{shorten(text)}'; {hint} one of: {', '.join(self.known)}.")
        return text

    def from_data(self, value: Any, name: str) -> str:
        return self.from_text(_text(value, name), name)

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.known)}


@dataclass(frozen=True)
class Text(Kind):
    """A text."""

    word: str = "TEXT"
    most: int = MOST_LETTERS

    def from_text(self, text: str, name: str) -> Any:
        return text

    def from_data(self, value: Any, name: str) -> Any:
        if len(_text(value, name)) > self.most:
            raise BadInput(f"{name} may have {self.most:,} letters, not {len(value):,}.")
        return self.from_text(value, name)

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": self.most}


@dataclass(frozen=True)
class File(Text):
    """The name of a file; in Python also a path."""

    word: str = "FILE"

    def from_data(self, value: Any, name: str) -> Any:
        return super().from_data(fspath(value) if isinstance(value, PathLike) else value, name)


@dataclass(frozen=True)
class OutputFile(File):
    """The name of a file to write.  The terminal refuses one that cannot be written before the work begins.
    It is no field over HTTP."""


@dataclass(frozen=True)
class Texts(Kind):
    """Several texts: one text with `separator` between them as a person types them, a list as data."""

    word: str = "TEXT,TEXT,…"
    separator: str = ","
    most: int = MOST_ITEMS

    def from_text(self, text: str, name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in text.split(self.separator) if part.strip())

    def from_data(self, value: Any, name: str) -> tuple[str, ...]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BadInput(f"{name} is a list of texts, not {_shown(value)}.")
        if len(value) > self.most:
            raise BadInput(f"{name} may have {self.most:,} items, not {len(value):,}.")
        return tuple(_text(item, name) for item in value)

    def to_data(self, value: Any) -> list[str]:
        return list(value)

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": self.most}


class Files(Texts):
    """Names of files, one or more: each a word of its own as a person types them, a list as data."""

    many = True

    def from_text(self, text: str | Sequence[str], name: str) -> tuple[str, ...]:
        return tuple(text.split() if isinstance(text, str) else text)


@dataclass(frozen=True)
class TextList(Texts):
    """Several texts of which a command takes each as a word of its own, such as `AKs "QQ+, JJ"`."""

    word: str = "TEXT TEXT …"
    many: bool = field(default=True, init=False)

    def from_text(self, text: str | Sequence[str], name: str) -> tuple[str, ...]:
        return super().from_text(text, name) if isinstance(text, str) else tuple(text)


@dataclass(frozen=True)
class Object(Kind):
    """An object that only Python can give."""

    def from_data(self, value: Any, name: str) -> Any:
        return value

    def schema(self) -> Schema:
        return {}


@dataclass(frozen=True)
class Settings(Kind):
    """Names with values: `KEY=VALUE` as a person types them, any number of times; an object as data."""

    word: str = "KEY=VALUE"
    example: str = "width=7"
    many: bool = field(default=True, init=False)

    def from_text(self, text: str | Sequence[str], name: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for setting in text.split() if isinstance(text, str) else text:
            key, equals, value = (part.strip() for part in setting.partition("="))
            if not (key and equals and value):
                raise BadInput(f"{name} takes KEY=VALUE, such as {self.example}, not '{setting}'.")
            if key in found:
                raise BadInput(f"{name} gives '{key}' twice.")
            found[key] = value
        return found

    def from_data(self, value: Any, name: str) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise BadInput(f"{name} has names and values, such as {self.example}, not {_shown(value)}.")
        for key, item in value.items():
            if not isinstance(item, str | int | float | None):
                raise BadInput(f"{name}: '{shorten(key)}' is a number, a text, true or false.")
            if isinstance(item, int | float) and not abs(item) <= LARGEST:
                raise BadInput(f"{name}: '{shorten(key)}' is a number up to {LARGEST}, not {shorten(item)}.")
            _text(key, name)
        return dict(value)

    def schema(self) -> Schema:
        return {
            "type": "object",
            "additionalProperties": {"anyOf": [{"type": t} for t in ("string", "number", "boolean")]},
            "maxProperties": 30,
        }


def _shown(value: Any) -> str:
    """A value as a sentence shows it."""
    return shorten(value if isinstance(value, int | float) else repr(value))


def _decimal(value: Any) -> float | None:
    """The number that data is; None for what is none, or too large."""
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        return None
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return None


def _text(value: Any, name: str) -> str:
    """The text that data is; `BadInput` for what is none."""
    if not isinstance(value, str):
        raise BadInput(f"{name} is a text, not {_shown(value)}.")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadInput(f"{name} has half a surrogate pair in it.")
    return value
