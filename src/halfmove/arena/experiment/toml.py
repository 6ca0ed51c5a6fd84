"""A TOML file read key by key: each of its type, unknown ones refused, every complaint with file and key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import SOURCE, read_bounded
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, shorten


def read(path: Path) -> Section:
    """The file as a section; `BadInput`, with the line, for one that is not there or is no TOML."""
    try:
        data = tomllib.loads(read_bounded(path, SOURCE).decode())
    except FileNotFoundError:
        raise BadInput(f"There is no file '{path}'; give the path of a TOML file.") from None
    except IsADirectoryError:
        raise BadInput(f"'{path}' is a folder; give the path of a TOML file.") from None
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"'{path}' is not a TOML file: it is not text in UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"'{path}' is not TOML: {str(error).rstrip('.')}.") from None
    return Section(path, data)


class Section:
    """A table of the file; each method takes a key out of it, and `nothing_left` ends it."""

    def __init__(self, path: Path, data: dict[str, Any], name: str = "") -> None:
        self.path = path
        self.name = name
        self._left = dict(data)
        self._asked: list[str] = []

    def wrong(self, key: str, what: str) -> BadInput:
        """`control.moves in x.toml: …` as an exception."""
        where = ".".join(filter(None, (self.name, key)))
        return BadInput(f"{where} in {self.path}: {what}")

    def has(self, key: str) -> bool:
        """Whether the key is there and has not been taken yet."""
        return key in self._left

    def peek(self, key: str) -> Any:
        """What the key holds, not taken; None where it is missing."""
        return self._left.get(key)

    def _take(self, key: str, kinds: tuple[type, ...], words: str) -> Any:
        self._asked.append(key)
        value = self._left.pop(key, None)
        if value is None:
            return None
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise self.wrong(key, f"must be {words}, not {_shown(value)}.")
        return value

    def text(self, key: str, default: str | None = None, *, example: str = "") -> str:
        """A text that is not empty; without a default the key must be there."""
        value = self._take(key, (str,), "a text")
        if value is None:
            if default is None:
                raise self.wrong(key, f"is missing{f'; an example is {example}' if example else ''}.")
            return default
        if not value.strip():
            raise self.wrong(key, "must not be empty.")
        return str(value).strip()

    def whole(self, key: str, default: int, *, least: int = 0, most: int = MOST) -> int:
        """A whole number in its range."""
        value = self._take(key, (int,), "a whole number")
        if value is None:
            return default
        if not least <= value <= most:
            raise self.wrong(key, f"must be at least {least} and at most {most}, not {shorten(value)}.")
        return int(value)

    def number(self, key: str, default: float | None, *, least: float | None = None) -> float | None:
        """A number; None as default where it may be missing."""
        value = self._take(key, (int, float), "a number")
        if value is None:
            return default
        if least is not None and not value >= least:
            raise self.wrong(key, f"must be at least {least:g}, not {shorten(value)}.")
        if abs(value) > MOST:  # nan is refused by whoever says more
            raise self.wrong(key, f"must be at most {MOST}, not {shorten(value)}.")
        return float(value)

    def truth(self, key: str, default: bool = False) -> bool:
        """true or false."""
        value = self._take(key, (bool,), "true or false")
        return default if value is None else bool(value)

    def one_of(self, key: str, choices: Iterable[str], default: str) -> str:
        """One of several words."""
        value, known = self.text(key, default), list(choices)
        if value not in known:
            near = get_close_matches(value.lower(), known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"it is one of {', '.join(known)}."
            raise self.wrong(key, f"there is no '{value}'; {hint}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; a single one counts as a list."""
        value = self._take(key, (list, str), "a list of texts")
        found = [] if value is None else [value] if isinstance(value, str) else value
        for item in found:
            if not isinstance(item, str) or not item.strip():
                raise self.wrong(key, f"must be a list of texts, and {_shown(item)} is none.")
        return tuple(item.strip() for item in found)

    def section(self, key: str) -> Section | None:
        """A table within; None where it is missing."""
        value = self._take(key, (dict,), f"a table, [{key}]")
        return None if value is None else Section(self.path, value, ".".join(filter(None, (self.name, key))))

    def sections(self, key: str) -> list[Section]:
        """A list of tables, [[key]]."""
        value = self._take(key, (list,), f"a list of tables, [[{key}]]")
        found = []
        for number, item in enumerate(value or []):
            if not isinstance(item, dict):
                raise self.wrong(key, f"must be a list of tables, [[{key}]], and {_shown(item)} is none.")
            found.append(Section(self.path, item, f"{key}[{number + 1}]"))
        return found

    def rest(self) -> dict[str, Any]:
        """All that is left, taken."""
        left, self._left = self._left, {}
        return left

    def nothing_left(self) -> None:
        """`BadInput` for the first key that nobody asked for."""
        known = list(dict.fromkeys(self._asked))
        for key in self._left:
            near = get_close_matches(key.lower(), known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"the keys are: {', '.join(known)}."
            raise self.wrong(key, f"there is no such key; {hint}")


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return f"{value!r}".lower() if isinstance(value, bool) else f"{value!r}"
