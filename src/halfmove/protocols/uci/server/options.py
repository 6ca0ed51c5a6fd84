"""The options of the engine over UCI and USI: what they are, what may be chosen, and what was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole, shorten

WEAKEST, STRONGEST = 800, 2300
"""The ends of `UCI_Elo`."""


@dataclass(frozen=True)
class Option:
    """One option, as the handshake announces it."""

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    """What a combo offers."""
    alias: str = ""
    """What the engine itself calls it, where that is not its name."""

    @property
    def key(self) -> str:
        """What the engine itself calls it."""
        return self.alias or self.name

    @property
    def announced(self) -> str:
        """The line of the handshake."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        if self.least is not None:
            text += f" min {self.least} max {self.most}"
        return text + "".join(f" var {word}" for word in self.words)

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
        if self.kind == "combo" and value not in self.words:
            raise BadInput(f"{self.name} must be one of {', '.join(self.words)}, not '{shorten(value)}'.")
        return value


UCI_OPTIONS = (
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
"""In the order of the handshake; so below."""

USI_OPTIONS = (
    Option("USI_Hash", "spin", "64", 1, 65536, alias="Hash"),
    Option("USI_Ponder", "check", "false", alias="Ponder"),
    Option("ClearHash", "button", alias="Clear Hash"),
    Option("Threads", "spin", "1", 1, 256),
    Option("MultiPV", "spin", "1", 1, 256),
    Option("MoveOverhead", "spin", "10", 0, 5000, alias="Move Overhead"),
    Option("USI_Variant", "combo", "shogi", words=("shogi", "minishogi", "dobutsu")),
    Option("Impasse", "combo", "27", words=("27", "24", "none")),
)


class Options:
    """What has been chosen; `changed(key)` is called when a value is new, or a button was pressed."""

    def __init__(self, offered: Sequence[Option], changed: Callable[[str], None] = lambda key: None) -> None:
        self._offered = offered
        self._values = {option.key: option.default for option in offered}
        self._changed = changed

    def set(self, name: str, value: str) -> None:
        """Choose a value; `BadInput` for an option that is not there or a value that it cannot have."""
        for option in self._offered:
            if option.name.lower() == name.lower():
                checked = option.checked(value)
                if option.kind == "button" or checked != self._values[option.key]:
                    self._values[option.key] = checked
                    self._changed(option.key)
                return
        if not name:
            raise BadInput("setoption: 'name' is missing.")
        raise BadInput(f"there is no option '{name}'.")

    def number(self, key: str) -> int:
        """The value of a spin."""
        return int(self._values[key])

    def text(self, key: str) -> str:
        """The value of a string or a combo; empty for an option that is not offered."""
        return self._values.get(key, "")

    def true(self, key: str) -> bool:
        """Whether a check is on; one that is not offered is off."""
        return self._values.get(key) == "true"
