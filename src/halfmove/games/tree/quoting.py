"""What a person wrote, quoted in a message: on one line, and cut short."""

from __future__ import annotations

from typing import Any

LONGEST = 40


def cut(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text, without line breaks and control characters."""
    text = text if len(text) <= longest else text[: longest - 3] + "..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def quote(value: Any) -> str:
    """A value as JSON would write it, cut short."""
    words = {None: "null", True: "true", False: "false"}
    return words[value] if value is None or isinstance(value, bool) else cut(repr(value))
