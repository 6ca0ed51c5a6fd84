"""The trees of textbooks by name: `halfmove tree fig-5-2`, and the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.teach.examples import Example


def example_named(name: str) -> Example | None:
    """The tree of a textbook that GAME names; None where it is anything else (a registered game is first)."""
    from halfmove.games.registry import games
    from halfmove.teach.examples import EXAMPLES

    return None if name in games() else EXAMPLES.get(name)


def show_names(*, json: bool) -> None:
    """Print the trees: the name, what it shows, how it is searched, where it comes from."""
    from halfmove.teach.examples import EXAMPLES

    if json:
        from halfmove.cli.terminal import print_json

        print_json(
            {
                "trees": [
                    {
                        "name": e.name,
                        "shows": e.shows,
                        "source": e.source,
                        "algorithm": e.algorithm,
                        "depth": e.depth,
                        "options": dict(e.options),
                        "leaves": sum(1 for node in e.tree().root.walk() if node.is_leaf),
                    }
                    for e in EXAMPLES.values()
                ]
            }
        )
        return
    from halfmove.cli.terminal import say

    width = max(map(len, EXAMPLES))
    for e in EXAMPLES.values():
        depth = "" if e.depth is None else f" --depth {e.depth}"
        say(f"{e.name:{width}}  {e.shows}")
        say(f"{'':{width}}  --algorithm {e.algorithm}{depth}; {e.source}")
