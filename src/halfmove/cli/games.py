"""`halfmove games`: which games there are."""

from __future__ import annotations

from halfmove.cli import options


def games(
    game: options.OptionalGameName = None, settings: options.Parameters = None, json: options.Json = False
) -> None:
    """List the games with their parameters, or show one: its board, its moves, its notation.

    Example: halfmove games connect4
    """
    from halfmove.cli import gallery
    from halfmove.cli.jsons import print_json
    from halfmove.cli.target import open_game
    from halfmove.core.errors import BadInput
    from halfmove.faces.games import described, everything

    if game is not None:
        chosen = open_game(game, settings)
        if json:
            print_json(described(chosen))
        else:
            gallery.show(chosen)
    elif settings:
        raise BadInput(
            "--set needs the game whose parameter it sets, such as: halfmove games connect4 --set width=8."
        )
    elif json:
        print_json({"games": everything()})
    else:
        gallery.table()
