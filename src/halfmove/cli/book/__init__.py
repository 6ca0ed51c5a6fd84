"""`halfmove book`: opening books shown, made and expanded."""

from __future__ import annotations

from typing import Annotated

from halfmove.cli import options, usage
from halfmove.core.numbers import MOST_PLIES, MOST_STEPS

app = usage.Group("Opening books: show their moves, make them from games.")


GameOption = Annotated[
    str | None,
    usage.Option(
        "--game",
        metavar="GAME",
        help="The game, where the files do not say it: a name (see `halfmove games`) or a .py file.",
    ),
]


@app.command(short_help="Show a book's moves for a position.")
def show(
    file: Annotated[str, usage.Argument(metavar="FILE", help="A Polyglot book or an extended one.")],
    position: options.Position = None,
    moves: options.Moves = None,
    game: GameOption = None,
    settings: options.Parameters = None,
    json: options.Json = False,
) -> None:
    """Show the moves that a book has for a position, the initial one by default.

    An extended book tells what became of each move, what it is worth where the book was expanded, and what
    speaks for it: a bonus in doublings, the sum of its parts. Of two moves, one whose bonus is larger by 1 is
    chosen twice as often.

    Example: halfmove book show book.sqlite --moves "e4 c5"
    """
    from halfmove.cli.book.game import opened
    from halfmove.cli.book.show import show as shown

    book, target = opened(file, game, settings, position, moves)
    with book:
        book.check(target.game)
        shown(file, book, target, json=json)


@app.command(short_help="Make a book from games.")
def make(
    sources: Annotated[
        list[str],
        usage.Argument(
            metavar="GAMES …",
            help="Files with games, as .pgn, .sgf, .pdn, .wtb, .ggf, .txt; extended books are taken over.",
        ),
    ],
    output: Annotated[
        str,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The book: extended (.sqlite), or Polyglot's (.bin; chess).",
            writes=True,
        ),
    ],
    plies: Annotated[str, usage.Option(metavar="N", help="How far into each game.")] = "40",
    least_games: Annotated[
        str, usage.Option(metavar="N", help="Leave moves out that fewer games have.")
    ] = "1",
    variations: Annotated[
        bool,
        usage.Option("--variations", help="Count the moves in variations, as of games without a result."),
    ] = False,
    game: GameOption = None,
    settings: options.Parameters = None,
    json: options.Json = False,
) -> None:
    """Make an opening book from games, in any format of the game's records, and from extended books.

    An extended book keeps for every move of every position how often it was played, with what results, by
    whom and when; a Polyglot book, which most chess programs read, only a weight that follows from it. Ctrl-C
    makes a book of the games read so far.

    Example: halfmove book make games.pgn -o book.sqlite
    """
    from halfmove.cli.book.game import named_game
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
            named_game(game, settings),
        )
    )


@app.command(short_help="Expand a book by engine searches.")
def expand(
    file: Annotated[
        str, usage.Argument(metavar="FILE", help="The book (.sqlite); begun where there is none.")
    ],
    positions: Annotated[
        str, usage.Option(metavar="N", help="How many positions of it are to be expanded, earlier runs' too.")
    ] = "100",
    seconds: options.Seconds = None,
    depth: options.Depth = None,
    nodes: options.Nodes = None,
    simulations: options.Simulations = None,
    weight: Annotated[
        str | None,
        usage.Option(
            metavar="W",
            help="Plies that a loss of one pawn, or disc, counts as (default 2): a large one makes it deep.",
        ),
    ] = None,
    algorithm: options.AlgorithmName = "auto",
    threads: options.Threads = "1",
    game: GameOption = None,
    settings: options.Parameters = None,
    json: options.Json = False,
) -> None:
    """Expand a book by drop-out expansion (Lincke 2000): the position in which a game would leave it soonest
    gets all its moves, each searched within the limits, half a second by default; values go up by negamax.

    Ctrl-C ends it in good order, and the same command goes on, also after a run that was killed.

    Example: halfmove book expand othello.sqlite --game othello --positions 200 --depth 10
    """
    from halfmove.books.dropout.evaluation import Searching
    from halfmove.cli.book.expand import Request, conduct
    from halfmove.cli.book.game import named_game
    from halfmove.core.limit import Limit

    limit = Limit(
        seconds=options.duration(seconds, "--seconds"),
        depth=options.whole(depth, "--depth", most=MOST_PLIES),
        nodes=options.whole(nodes, "--nodes", most=MOST_STEPS),
        simulations=options.whole(simulations, "--simulations", most=MOST_STEPS),
    )
    conduct(
        Request(
            file,
            named_game(game, settings),
            options.whole(positions, "--positions") or 100,
            Searching(limit, algorithm, options.processor_cores(threads)),
            options.weight(weight, "--weight"),
            json,
        )
    )
