"""The options of the UCI engine: what they are, what may be chosen, and what was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole, shorten

WEAKEST, STRONGEST = 1000, 2300
"""The ends of `UCI_Elo`."""


@dataclass(frozen=True)
class Option:
    """One option, as the handshake announces it."""

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None

    @property
    def announced(self) -> str:
        """The line of the handshake."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        if self.least is not None:
            text += f" min {self.least} max {self.most}"
        return text

    def checked(self, value: str) -> str:
        """The value, if it is one; `BadInput` otherwise."""
        if self.kind == "spin":
            assert self.least is not None
            assert self.most is not None
            number = read_whole(value, self.least, self.most)
            if number is None:
                raise BadInput(
                    f"{self.name} must be a whole number from {self.least} to {self.most}, "
                    f"not '{shorten(value)}'."
                )
            return str(number)
        if self.kind == "string" and value == "<empty>":
            return ""
        if self.kind == "check":
            if value.lower() not in ("true", "false"):
                raise BadInput(f"{self.name} must be true or false, not '{value}'.")
            return value.lower()
        return value


OPTIONS = (
    Option("Hash", "spin", "64", 1, 65536),
    Option("Clear Hash", "button"),
    Option("Threads", "spin", "1", 1, 256),
    Option("MultiPV", "spin", "1", 1, 256),
    Option("Ponder", "check", "false"),
    Option("OwnBook", "check", "false"),
    Option("Book File", "string"),
    Option("Best Book Move", "check", "false"),
    Option("Endings Path", "string"),
    Option("SyzygyPath", "string"),
    Option("Move Overhead", "spin", "10", 0, 5000),
    Option("UCI_Chess960", "check", "false"),
    Option("UCI_LimitStrength", "check", "false"),
    Option("UCI_Elo", "spin", str(STRONGEST), WEAKEST, STRONGEST),
    Option("UCI_AnalyseMode", "check", "false"),
    Option("UCI_Opponent", "string"),
)
"""In the order of the handshake."""


class Options:
    """What has been chosen; `changed(name)` is called when a value is new, or a button was pressed."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._values = {option.name: option.default for option in OPTIONS}
        self._changed = changed

    def set(self, name: str, value: str) -> None:
        """Choose a value; `BadInput` for an option that is not there or a value that it cannot have."""
        for option in OPTIONS:
            if option.name.lower() == name.lower():
                checked = option.checked(value)
                if option.kind == "button" or checked != self._values[option.name]:
                    self._values[option.name] = checked
                    self._changed(option.name)
                return
        if not name:
            raise BadInput("setoption: 'name' is missing.")
        raise BadInput(f"there is no option '{name}'.")

    def number(self, name: str) -> int:
        """The value of a spin."""
        return int(self._values[name])

    def text(self, name: str) -> str:
        """The value of a string."""
        return self._values[name]

    def true(self, name: str) -> bool:
        """The value of a check."""
        return self._values[name] == "true"
