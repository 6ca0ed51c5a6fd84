"""The trees of textbooks by name: `halfmove tree fig-5-2`, and the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core.history import History

if TYPE_CHECKING:
    from halfmove.teach.examples import Example


def example_named(name: str) -> Example | None:
    """The tree of a textbook that GAME names; None where it is anything else (a registered game is first)."""
    from halfmove.games.registry import games
    from halfmove.teach.examples import EXAMPLES

    return None if name in games() else EXAMPLES.get(name)


def open_target(
    name: str, settings: list[str] | None, text: str | None, moves: str | None, root: str | None
) -> History:
    """As `cli.position.open_history`, for a tree of a textbook too: its one setting is `root`."""
    from halfmove.cli.options import read_settings
    from halfmove.cli.position import open_history
    from halfmove.core.errors import BadInput
    from halfmove.games.reference import open_position

    example = example_named(name)
    if example is None:
        return open_history(name, settings, text, moves, root)
    parameters = read_settings(settings or [])
    said = parameters.pop("root", root)
    if root is not None and said != root:
        raise BadInput(f"--root {root} and --set root={said} contradict each other; give one of them.")
    if parameters:
        raise BadInput(
            "A game tree has one parameter, root, which says who moves first; it has no "
            f"'{next(iter(parameters))}'."
        )
    return open_position(example.tree(said), text, moves)


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
