"""Go openings from SGF files: the main line of each game, from an empty board or from the stones that its
root sets up."""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.arena.job import Opening
from halfmove.core.errors import BadInput
from halfmove.core.game import Game


def read(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each game of the collection as an opening."""
    from halfmove.games.go import Go
    from halfmove.games.go.sgf.game import vertex_of
    from halfmove.games.go.sgf.reading import main_line, records, tree_of, unreadable

    if not isinstance(game, Go):
        raise BadInput(f"SGF is for Go; give openings of {game.title()} as a .txt file.")
    for number, part in enumerate(records(text), 1):
        place = f"game {number}"
        try:
            tree = tree_of(part)
            size = tree.get_size()
            if (game.width, game.height) != (size, size):
                raise BadInput(f"it is on {size}×{size}, the match on {game.width}×{game.height}.")
            start, nodes = main_line(tree, game)
            moves = tuple(vertex_of(node.get_move()[1]) for node in nodes)
            root = tree.get_root()
            name = str(root.get("GN")) if root.has_property("GN") else place
        except BadInput as error:
            raise BadInput(f"{place}: {error}") from None
        except ValueError as error:  # sgfmill's word for all that it cannot read
            raise BadInput(f"{place}: {unreadable(error)}") from None
        yield place, Opening(moves, None if start is None else game.position_text(start), name)
