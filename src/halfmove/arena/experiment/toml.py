"""A TOML file read as a table: each key of its kind, unknown ones refused, every complaint with its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.operation import Text, TextList
from halfmove.core.operation.kinds import Kind


@dataclass(frozen=True)
class Table(Kind):
    """A table whose keys have kinds; `make` is called with what they read."""

    kinds: Mapping[str, Kind]
    examples: Mapping[str, str]
    """The keys that must be there, with an example of each."""
    make: Callable[..., Any] = dict

    def from_data(self, value: Any, name: str) -> Any:
        """What the table says; `name` is what it is called itself, empty for a whole file."""
        if not isinstance(value, Mapping):
            raise BadInput(f"{name} must be a table, [{name}], not {value!r:.60}.")
        prefix = f"{name}." if name else ""
        for key in value:
            if key not in self.kinds:
                near = get_close_matches(key.lower(), self.kinds, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"the keys are: {', '.join(self.kinds)}."
                raise BadInput(f"{prefix}{key}: there is no such key; {hint}")
        for key, example in self.examples.items():
            if key not in value:
                raise BadInput(f"{prefix}{key} is missing; an example is {key} = {example}.")
        return self.make(**{k: self.kinds[k].from_data(item, prefix + k) for k, item in value.items()})


@dataclass(frozen=True)
class Tables(Kind):
    """A list of tables."""

    each: Table

    def from_data(self, value: Any, name: str) -> list[Any]:
        if not isinstance(value, list):
            raise BadInput(f"{name} must be a list of tables, [[{name}]].")
        return [self.each.from_data(item, f"{name}[{number}]") for number, item in enumerate(value, 1)]


@dataclass(frozen=True)
class TextOr(Kind):
    """A text, or a table."""

    table: Kind

    def from_data(self, value: Any, name: str) -> Any:
        return (self.table if isinstance(value, Mapping) else Text()).from_data(value, name)


class OneOrMore(TextList):
    """Several texts; a single one counts as a list."""

    def from_data(self, value: Any, name: str) -> tuple[str, ...]:
        return super().from_data([value] if isinstance(value, str) else value, name)
