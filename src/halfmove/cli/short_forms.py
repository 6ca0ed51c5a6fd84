"""Short forms of commands: `analyze --algorithm A,B` compares, `analyze chess --pgn FILE` annotates,
`explain --evaluation` evaluates."""

from __future__ import annotations

from collections.abc import Sequence


def in_full(words: Sequence[str]) -> list[str]:
    """The words of a command, in the form of the operation that they mean."""
    full = list(words)
    if full[0] == "analyze":
        for option in ("--pgn", "--sgf"):
            if option in full[:-1]:
                place = full.index(option)
                return ["annotate", *full[1:place], *full[place + 2 :], full[place + 1]]
        if "," in _value_of(full, "--algorithm"):
            full[0] = "compare"
    if full[0] == "explain" and "--evaluation" in full:
        full[0] = "evaluate"
        full.remove("--evaluation")
    return full


def _value_of(words: Sequence[str], option: str) -> str:
    """The value that an option is given; "" without one."""
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            return words[place + 1]
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return ""
