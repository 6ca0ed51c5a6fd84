"""A person's lines: from a terminal, or from a pipe, and then echoed so that the transcript reads well."""

from __future__ import annotations

import sys


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
