"""Which search to show, and its options, from text: as the command line and the pages have them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.search.algorithms import Algorithm

PREFERRED = ("alphabeta", "expectiminimax", "maxn", "minimax")
"""What "auto" tries first, where not every player has payoffs of his own; then whatever fits."""


def fitting(game: Game, name: str) -> Algorithm:
    """The search called `name`; for "auto" the first of `PREFERRED`, or else of all, that fits."""
    from halfmove.teach.trace import prepare, teachable

    if name != "auto":
        return prepare(game, name, "left")[0]
    table = teachable()
    if game.players > 2 and table["maxn"].suits(game) and not table["maxn"].unfit(game):
        return table["maxn"]  # everybody has payoffs of his own
    for candidate in (*(name for name in PREFERRED if name in table), *table):
        if not table[candidate].unfit(game):
            return table[candidate]
    raise Unsuitable(table[PREFERRED[0]].unfit(game) or f"No search fits {game.title()}.")


def read_options(algorithm: Algorithm, texts: Iterable[str]) -> dict[str, Any]:
    """Each KEY=VALUE as the algorithm takes it; `BadInput` for what it does not know."""
    assert algorithm.lesson is not None
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (equals and key and value):
            raise BadInput(f"--option takes KEY=VALUE, such as dialect=cs188, not '{text}'.")
        if key in found:
            raise BadInput(f"The option '{key}' is given twice.")
        found[key] = as_wanted(value, algorithm.lesson.options.get(key, ()))
    return found


def as_wanted(text: str, choices: tuple[Any, ...]) -> Any:
    """The choice that `text` names, or where any value of a kind will do, the value it writes."""
    words = {_word(choice): choice for choice in choices}
    if text.lower() in words and (len(choices) > 1 or choices[0] is None):
        return words[text.lower()]
    if len(choices) > 1 or not choices or isinstance(choices[0], str):
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _number(text)


def _word(choice: Any) -> str:
    """How a choice is written: yes and no for truth values."""
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice).lower()


def _number(text: str) -> Any:
    try:
        return float(text)  # inf
    except ValueError:
        return text
