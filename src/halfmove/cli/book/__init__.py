"""`halfmove book`: opening books shown and made."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options

app = typer.Typer(
    add_completion=False,
    suggest_commands=False,
)


@app.callback(invoke_without_command=True)
def book(context: typer.Context) -> None:
    """Opening books of chess: show what one has, make one from games."""
    if context.invoked_subcommand is None:
        context.get_help()


@app.command(short_help="Show a book's moves for a position.")
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A Polyglot book or an extended one.")],
    position: options.Position = None,
    moves: options.Moves = None,
    settings: options.Parameters = None,
    json: options.Json = False,
) -> None:
    """Show the moves that a book has for a position, the initial one by default.

    An extended book tells what became of each move, and what speaks for it: a bonus in doublings, the sum of
    its parts. Of two moves, one whose bonus is larger by 1 is chosen twice as often.

    Example: halfmove book show book.sqlite --moves "e4 c5"
    """
    from halfmove.books.book import GAME
    from halfmove.cli.book.show import show as shown
    from halfmove.cli.position import open_history

    shown(file, open_history(GAME, settings, position, moves), json=json)


@app.command(short_help="Make a book from games.")
def make(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="GAMES.pgn …", help="Games, one file or more; extended books are taken over."),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The book: extended (.sqlite), or Polyglot's (.bin)."
        ),
    ],
    plies: Annotated[str, typer.Option(metavar="N", help="How far into each game.")] = "40",
    least_games: Annotated[
        str, typer.Option(metavar="N", help="Leave moves out that fewer games have.")
    ] = "1",
    variations: Annotated[
        bool,
        typer.Option("--variations", help="Count the moves in variations, as of games without a result."),
    ] = False,
    json: options.Json = False,
) -> None:
    """Make an opening book from games in PGN, and from extended books.

    An extended book keeps for every move of every position how often it was played, with what results, by
    whom and when; a Polyglot book, which most chess programs read, only a weight that follows from it. Ctrl-C
    makes a book of the games read so far.

    Example: halfmove book make games.pgn -o book.sqlite
    """
    from halfmove.cli.book.make import Request, conduct
    from halfmove.cli.options import whole

    conduct(
        Request(
            sources,
            output,
            whole(plies, "--plies", most=1000) or 40,
            whole(least_games, "--least-games") or 1,
            variations,
            json,
        )
    )
