"""`halfmove endgame`: databases of endings made, checked, shown and asked."""

from __future__ import annotations

from typing import Annotated

from halfmove.cli import options, usage

app = usage.Group(
    "Databases of endings, solved backwards from the ends of the game: exact values, read by searches."
)

Tables = Annotated[
    list[str] | None, usage.Argument(metavar="[TABLE …]", help="Tables by name, KQKR; all by default.")
]

Folder = Annotated[
    str | None,
    usage.Option(
        "--folder", metavar="FOLDER", help="Where tables are kept; HALFMOVE_ENDINGS, or the data folder."
    ),
]


@app.command(short_help="Make tables.")
def build(
    game: options.GameName,
    tables: Tables = None,
    settings: options.Parameters = None,
    folder: Folder = None,
    threads: options.Threads = "0",
    again: Annotated[bool, usage.Option("--again", help="Make tables anew that are there.")] = False,
    json: options.Json = False,
) -> None:
    """Make tables of endings, and those that they convert to by a capture or a promotion.

    Ctrl-C stops it with exit status 130; what is done is kept, and the same command goes on, also after the
    process was killed.

    Example: halfmove endgame build chess KQK KRK
    """
    from halfmove.cli.endgame.run import Request, make

    make(Request(game, tables or [], settings, folder, threads, json), again=again)


@app.command(short_help="Check tables.")
def verify(
    game: options.GameName,
    tables: Tables = None,
    settings: options.Parameters = None,
    folder: Folder = None,
    threads: options.Threads = "0",
    json: options.Json = False,
) -> None:
    """Check that every entry of tables follows from those of its successors.

    Example: halfmove endgame verify chess KQK
    """
    from halfmove.cli.endgame.run import Request, check

    check(Request(game, tables or [], settings, folder, threads, json))


@app.command(short_help="Show what the tables contain.")
def show(
    game: options.GameName,
    tables: Tables = None,
    settings: options.Parameters = None,
    folder: Folder = None,
    json: options.Json = False,
) -> None:
    """Show how many positions of tables are won, drawn and lost for the player to move, and the longest win.

    Example: halfmove endgame show chess KQK --json
    """
    from halfmove.cli.endgame.run import Request, tell

    tell(Request(game, tables or [], settings, folder, "1", json))


@app.command(short_help="Look up a position in the tables.")
def probe(
    game: options.GameName,
    position: options.Position = None,
    moves: options.Moves = None,
    settings: options.Parameters = None,
    folder: Folder = None,
    syzygy: options.Syzygy = None,
    json: options.Json = False,
) -> None:
    """Say what a position and each of its moves are worth, by the tables that are there.

    Example: halfmove endgame probe chess --position "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
    """
    from halfmove.cli.endgame.probe import answer
    from halfmove.cli.position import open_history

    answer(open_history(game, settings, position, moves), folder, syzygy, as_json=json)
