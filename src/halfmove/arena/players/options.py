"""The options of a description, taken one by one as the type they should be; what is left over is refused."""

from __future__ import annotations

from difflib import get_close_matches

from halfmove.arena.description import Description
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, read_decimal, read_whole_option, shorten


class Options:
    """The options of one description; `text`, `whole`, … take one out, `check_end` ends it."""

    def __init__(self, description: Description) -> None:
        self.kind = description.kind
        self.left = dict(description.options)
        self.asked: list[str] = []
        if description.target:
            raise BadInput(f"'{self.kind}' takes no ':{description.target}'; options come after a '?'.")

    def text(self, key: str, default: str = "") -> str:
        """The option as it is written."""
        self.asked.append(key)
        return self.left.pop(key, default)

    def whole(self, key: str, *, least: int = 1, most: int = MOST) -> int | None:
        """A whole number; None where it is not given."""
        text = self.text(key)
        if not text:
            return None
        return read_whole_option(self.kind, key, text, least, most)

    def positive(self, key: str) -> float | None:
        """A number greater than zero, at most `MOST`; None where it is not given."""
        text = self.text(key)
        if not text:
            return None
        number = read_decimal(text, 0, MOST)
        if not number:
            raise BadInput(
                f"{self.kind}'s option '{key}' must be a number greater than zero, at most {MOST}, "
                f"not '{shorten(text)}'."
            )
        return number

    def names(self, key: str) -> tuple[str, ...]:
        """Names separated by commas."""
        return tuple(name.strip() for name in self.text(key).split(",") if name.strip())

    def check_end(self, besides: tuple[str, ...] = ()) -> None:
        """`BadInput` for the first option that nobody asked for."""
        known = [*self.asked, *besides, "name"]
        for key in self.left:
            near = get_close_matches(key.lower(), known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"its options are: {', '.join(known)}."
            raise BadInput(f"{self.kind} has no option '{key}'; {hint}")
