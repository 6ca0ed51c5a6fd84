"""Options of a UCI engine, by name, with values of their kinds: what a description says, checked.

Huber and Meyer-Kahlen, "Description of the UCI protocol": names are told apart without regard to case; a
`check` is true or false, a `spin` a whole number in a range, a `combo` one of some words, a `button` is
pressed, a `string` anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_SEED, read_whole

THREADS = "threads"
MANAGED = {
    "multipv": "one variation is all that a game needs",
    "uci_chess960": "it follows from the game's parameter chess960",
    "uci_variant": "it follows from the game",
    "usi_variant": "it follows from the game",
    "uci_analysemode": "it is off in a game",
}
"""Options that nobody else sets, with the reason."""


def checked(settings: Mapping[str, str], own: Mapping[str, Any], title: str) -> dict[str, Any]:
    """The settings as the engine spells and counts them; a button's value is None.  `own` are the engine's
    options by name, as python-chess describes them.  Where nobody says how many threads, it is one.

    `BadInput` says which setting it does not take.
    """
    names = {name.lower(): name for name in own}
    found: dict[str, Any] = {}
    for key, text in settings.items():
        if key.lower() in MANAGED:
            raise BadInput(f"The option '{key}' cannot be set: {MANAGED[key.lower()]}.")
        name = names.get(key.lower())
        if name is None:
            raise BadInput(f"{title} has no option '{key}'; {_hint(key, list(own))}")
        found[name] = value(own[name], text)
    threads = names.get(THREADS)
    if threads is not None and threads not in found and (own[threads].min or 1) <= 1:
        found[threads] = 1
    return found


def _hint(key: str, names: list[str]) -> str:
    if not names:
        return "it has none."
    by_lower = {name.lower(): name for name in names}
    near = get_close_matches(key.lower(), by_lower, 3, 0.5)
    if near:
        return f"did you mean {' or '.join(repr(by_lower[n]) for n in near)}?"
    return f"it has: {', '.join(names)}."


def value(option: Any, text: str) -> str | int | bool | None:
    """An option's value of its kind, within its range; `BadInput` where the text is none."""
    if option.type == "button":
        if text.lower() not in ("", "true"):
            raise BadInput(f"The option '{option.name}' is a button; write '{option.name}=', not '{text}'.")
        return None
    if option.type == "check":
        if text.lower() not in ("true", "false"):
            raise BadInput(f"The option '{option.name}' is true or false, not '{text}'.")
        return text.lower() == "true"
    if option.type == "spin":
        return _number(option, text)
    if option.type == "combo":
        for word in option.var or ():
            if word.lower() == text.lower():
                return str(word)
        words = ", ".join(option.var or ())
        raise BadInput(f"The option '{option.name}' is one of {words}, not '{text}'.")
    if any(ord(c) < 32 for c in text):
        raise BadInput(f"The option '{option.name}' is one line of text, not {text!r}.")
    return text


def _number(option: Any, text: str) -> int:
    low, high = option.min, option.max
    number = read_whole(text, -MOST_SEED if low is None else low, MOST_SEED if high is None else high)
    if number is None:
        span = f" from {low} to {high}" if low is not None and high is not None else ""
        raise BadInput(f"The option '{option.name}' is a whole number{span}, not '{text}'.")
    return number
