"""Standard output and input: one JSON object, lines in letters that can be encoded, a prompt."""

from __future__ import annotations

import json
import shutil
import sys
from typing import Any


def print_json(content: dict[str, Any]) -> None:
    """Print `content` on standard output; a NaN or an infinity is a fault of ours and raises."""
    print(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))


def line_width() -> int | None:
    """The terminal's width; None where lines go into a pipe or a file, which wrap nothing."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def writable(text: str) -> str:
    """The text in signs that standard output can encode: plain letters where it lacks ≤ and ∞."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        from halfmove.teach.ascii import plain

        return plain(text).encode(encoding, "replace").decode(encoding)
    return text


def say(line: str) -> None:
    """Print a line in signs that standard output can encode."""
    print(writable(line))


def ask(prompt: str) -> str | None:
    """The line typed at the prompt, without blanks around it; None at the end of the input."""
    if sys.stdin.isatty():
        import readline  # noqa: F401  (gives `input` its line editing and history)

        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(line.rstrip("\n"), flush=True)
    return line.strip() if line else None


def forget_lines() -> None:
    """Forget what was typed at prompts: whoever comes to the keyboard would see it with the arrow keys."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
