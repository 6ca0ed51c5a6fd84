"""Which search is wanted: the game, the position, the algorithm and its options, as the command line says."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.game import Game
from halfmove.search.algorithms import Algorithm
from halfmove.search.trace import Event
from halfmove.teach.trace import Trace

PREFERRED = ("alphabeta", "expectiminimax", "maxn", "minimax")
"""What "auto" tries first, where not every player has payoffs of his own; then whatever fits."""


@dataclass(frozen=True)
class Request:
    """One search to be shown."""

    game: Game
    state: Any
    algorithm: Algorithm
    depth: int | None
    order: str
    options: dict[str, Any]

    @classmethod
    def read(
        cls,
        *,
        target: tuple[str, list[str] | None, str | None, str | None, str | None],
        algorithm: str,
        depth: str | None,
        order: str,
        options: list[str],
        merge: bool,
    ) -> Request:
        """From the words of the command line; `BadInput` or `Unsuitable` with what is wrong."""
        from halfmove.cli.numerals import whole
        from halfmove.cli.target import open_target
        from halfmove.teach.arrangement import merged
        from halfmove.teach.trace import prepare, with_defaults

        plies = whole(depth, "--depth", most=10_000)
        opened = open_target(*target)
        game = opened.game
        if merge:
            if hasattr(game, "root"):
                raise BadInput("--merge is for games; an explicit tree has no symmetric positions.")
            game = merged(game)
        chosen = fitting(game, algorithm)
        prepare(game, chosen.name, order)
        given = read_options(chosen, options)
        with_defaults(chosen, given)
        return cls(game, opened.state, chosen, plies, order, given)

    @property
    def explicit(self) -> bool:
        """Whether the game is a tree that is written down."""
        return hasattr(self.game, "root")

    def small(self) -> bool:
        """Whether the whole tree can be drawn."""
        try:
            self.refuse_if_large()
        except BadInput:
            return False
        return True

    def refuse_if_large(self) -> None:
        """`BadInput` where the whole tree is too large to draw."""
        from halfmove.teach.outline import outline

        try:
            outline(self.game, self.state, None if self.explicit else self.depth)
        except RecursionError:
            raise BadInput(f"The tree of {self.game.title()} is too deep to draw; give a --depth.") from None

    def trace(self) -> Trace:
        """The whole search, with every step kept."""
        from halfmove.teach.trace import trace

        return trace(
            self.game,
            self.state,
            algorithm=self.algorithm.name,
            depth=self.depth,
            order=self.order,
            **self.options,
        )

    def stream(self, sink: Callable[[Event], object]) -> Any:
        """The search, each step handed to `sink` as it happens and not kept."""
        from halfmove.teach.trace import stream

        return stream(
            self.game,
            self.state,
            sink,
            algorithm=self.algorithm.name,
            depth=self.depth,
            order=self.order,
            **self.options,
        )


def fitting(game: Game, name: str) -> Algorithm:
    """The search called `name`; for "auto" the first of `PREFERRED`, or else of all, that fits."""
    from halfmove.teach.trace import prepare, teachable

    if name != "auto":
        return prepare(game, name, "left")[0]
    table = teachable()
    if game.players > 2 and not game.zero_sum and not table["maxn"].unfit(game):
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
