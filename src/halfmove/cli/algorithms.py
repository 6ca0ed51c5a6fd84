"""`halfmove algorithms`: which searches there are, and which games they fit."""

from __future__ import annotations

from halfmove.cli import options


def algorithms(
    game: options.OptionalGameName = None, settings: options.Parameters = None, json: options.Json = False
) -> None:
    """List the algorithms for --algorithm, with the games they fit; or say which fit one game, and why not.

    Example: halfmove algorithms connect4
    """
    from halfmove.cli import fitting
    from halfmove.cli.jsons import print_json
    from halfmove.cli.target import open_game
    from halfmove.core.errors import BadInput

    if game is None and settings:
        raise BadInput(
            "--set needs the game whose parameter it sets, such as: halfmove algorithms nim --set heap=30."
        )
    candidates = fitting.registered() if game is None else {game: open_game(game, settings)}
    rows = fitting.rows(candidates)
    if json:
        print_json({"algorithms": rows})
    else:
        fitting.show(rows)
