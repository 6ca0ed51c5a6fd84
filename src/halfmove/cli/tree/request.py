"""Which search is wanted: the game, the position, the algorithm and its options, as the command line says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.search.algorithms import Algorithm
from halfmove.search.trace import Event
from halfmove.teach.trace import Trace, choose_search, read_options


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
        units: bool,
    ) -> Request:
        """From the words of the command line; `BadInput` or `Unsuitable` with what is wrong."""
        from halfmove.cli.options import whole
        from halfmove.cli.position import open_history
        from halfmove.cli.tree.named import example_named
        from halfmove.teach.arrangement import apply_display_options
        from halfmove.teach.trace import prepare, with_defaults

        plies = whole(depth, "--depth", most=10_000)
        example = example_named(target[0])
        opened = open_history(target[0] if example is None else example.text(), *target[1:])
        game = opened.game
        as_there = example is not None and algorithm in ("auto", example.algorithm)
        if example is not None and as_there:
            algorithm = example.algorithm
            plies = example.depth if plies is None else plies
        if game.explicit and merge:
            raise BadInput("--merge is for games; an explicit tree has no symmetric positions.")
        if game.explicit and units:
            raise BadInput("--units is for games; the values of an explicit tree stand in it.")
        game = apply_display_options(game, merge=merge, units=units)
        chosen = choose_search(game, algorithm)
        prepare(game, chosen.name, order)
        given = read_options(chosen, options)
        if example is not None and as_there:
            given = {**example.options, **given}
        with_defaults(chosen, given)
        return cls(game, opened.state, chosen, plies, order, given)

    @property
    def explicit(self) -> bool:
        """Whether the game is a tree that is written down."""
        return self.game.explicit

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
