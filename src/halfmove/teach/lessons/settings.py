"""What stands inside a fenced block: settings, one a line, then perhaps text of its own.

    ```search ab
    tree: fig-5-2
    algorithm: alphabeta

    (after an empty line: a tree, or a question's text)
    ```

A block whose first line is no `key: value` is text from its first line on.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from halfmove.core.errors import BadInput

_SETTING = re.compile(r"([a-z][a-z-]*):(?:[ \t]+(.*))?$")


class Misplaced(BadInput):
    """What is wrong, and on which line of the lesson."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True)
class Block:
    """A fenced block as it was written."""

    kind: str
    name: str
    """The second word after the fence; empty without one."""
    line: int
    """Of the fence, from 1."""
    settings: dict[str, str]
    lines: dict[str, int]
    """Of each setting."""
    body: str
    body_line: int

    def get(self, key: str, usual: str = "") -> str:
        """A setting's text, or what is usual."""
        return self.settings.get(key, usual)

    def wrong(self, sentence: str, key: str = "") -> Misplaced:
        """The error that says what is wrong with a setting, or with the block."""
        return Misplaced(self.lines.get(key, self.line), sentence)

    def know(self, keys: Collection[str], *, body: bool = False) -> None:
        """`Misplaced` for a setting that is not one of `keys`, and for text where there is to be none."""
        for key in self.settings:
            if key not in keys:
                raise self.wrong(
                    f"A block '{self.kind}' has no setting '{key}'; it has: {', '.join(sorted(keys))}.", key
                )
        if self.body.strip() and not body:
            raise Misplaced(
                self.body_line, f"A block '{self.kind}' has settings only, each on a line as key: value."
            )

    def number(self, key: str, least: int, most: int) -> int | None:
        """A whole number; None where it is not set."""
        text = self.get(key)
        if not text:
            return None
        if not re.fullmatch(r"-?\d{1,9}", text) or not least <= int(text) <= most:
            raise self.wrong(f"'{key}' is a whole number from {least} to {most:,}, not '{text[:40]}'.", key)
        return int(text)

    def yes(self, key: str, usual: bool) -> bool:
        """A choice of yes and no."""
        text = self.get(key, "yes" if usual else "no")
        if text not in ("yes", "no"):
            raise self.wrong(f"'{key}' is yes or no, not '{text[:40]}'.", key)
        return text == "yes"


def block(kind: str, name: str, line: int, content: str) -> Block:
    """The block that begins with a fence on `line` and has this content."""
    rows = content.split("\n")
    settings: dict[str, str] = {}
    lines: dict[str, int] = {}
    at = 0
    while at < len(rows) and (found := _SETTING.match(rows[at])):
        key, value = found[1], (found[2] or "").strip()
        if key in settings:
            raise Misplaced(line + 1 + at, f"The setting '{key}' is there twice.")
        settings[key], lines[key] = value, line + 1 + at
        at += 1
    if settings and at < len(rows) and rows[at].strip():
        raise Misplaced(
            line + 1 + at,
            f"After the settings of a block '{kind}' comes an empty line or its end, not '{rows[at][:40]}'.",
        )
    while at < len(rows) and not rows[at].strip():
        at += 1
    return Block(kind, name, line, settings, lines, "\n".join(rows[at:]).rstrip(), line + 1 + at)
