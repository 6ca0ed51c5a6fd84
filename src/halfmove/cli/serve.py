"""`halfmove serve`: the board in the browser, and the HTTP API."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

from halfmove.cli import usage


def serve(
    files: Annotated[
        list[str] | None,
        usage.Argument(metavar="[FILE.py]…", help="Games of your own, served beside the others."),
    ] = None,
    port: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="The port; 0 takes any free one (default 8321, or any free one if that is taken).",
        ),
    ] = None,
    host: Annotated[
        str,
        usage.Option(
            metavar="ADDRESS",
            help="The address to listen at. By default only this machine can reach it; any other address "
            "needs --token or --expose.",
        ),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        usage.Option(
            metavar="WORD",
            help="Answer only those who have this word, which is part of the printed link; new makes one.",
        ),
    ] = None,
    expose: Annotated[
        bool,
        usage.Option("--expose", help="Answer everybody who can reach the address, from other machines too."),
    ] = False,
    processes: Annotated[
        str | None,
        usage.Option(metavar="N", help="Searches that run at once (default: one for each core)."),
    ] = None,
    seconds: Annotated[str, usage.Option(metavar="S", help="The longest that one search may run.")] = "600",
    book: Annotated[
        list[str] | None,
        usage.Option(
            metavar="FILE",
            help="A book of openings, for the explorer and the engines; several for several games.",
        ),
    ] = None,
    network: Annotated[
        list[str] | None,
        usage.Option(metavar="FILE", help="A network to search its game with; several for several games."),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        usage.Option(
            metavar="FILE",
            help="A strategy, as `halfmove solve --strategy` writes it, to play against; several for several "
            "games.",
        ),
    ] = None,
    endings: Annotated[
        str | None,
        usage.Option(
            metavar="FOLDER",
            help="Databases of endings (see `halfmove endgame`); by default all; none: search without.",
        ),
    ] = None,
    syzygy: Annotated[
        str | None,
        usage.Option(
            metavar="FOLDER",
            help="Syzygy tables of chess endings; none: search without. Default: HALFMOVE_SYZYGY.",
        ),
    ] = None,
    runs: Annotated[
        list[str] | None,
        usage.Option(
            metavar="FOLDER",
            help="A run of halfmove train, or a folder of runs, to watch; their networks play.",
        ),
    ] = None,
    lessons: Annotated[
        list[str] | None,
        usage.Option(
            metavar="FOLDER",
            help="Lessons of your own (see `halfmove lesson`), listed before the built-in ones.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        usage.Option(
            metavar="NAME=N",
            help="A limit for clients, such as header=5 (seconds for a request's header) or address=500 "
            "(connections of one address); the others: body, idle, stall, total, searches, queue.",
        ),
    ] = None,
    show: Annotated[bool, usage.Option("--open", help="Open it in your browser.")] = False,
) -> None:
    """Serve the board in the browser: play, analyse, watch the search, practise; and the same over HTTP.

    Games of your own are Python files as for `halfmove play`. Ctrl-C stops the server.

    Example: halfmove serve --open

    Example: halfmove serve --runs connect4-run --open

    Example: halfmove serve mygame.py --port 9000

    Example: halfmove serve --lessons week5 --host 0.0.0.0 --token new
    """
    from halfmove.books.opening import open_book
    from halfmove.cli.options import duration, whole
    from halfmove.core.computer import usable_cores
    from halfmove.core.extras import check
    from halfmove.search.prepare import prepare_meanwhile

    number = whole(port, "--port", least=0, most=65_535)
    at_once = whole(processes, "--processes", most=256) or usable_cores()
    longest = duration(seconds, "--seconds")
    check("nicegui", "The board in the browser needs")
    from halfmove.web.books import Opened
    from halfmove.web.catalogue import Catalogue
    from halfmove.web.limits import count_descriptors, find_limits
    from halfmove.web.server import Server
    from halfmove.web.server import serve as run
    from halfmove.web.token import parse_token
    from halfmove.web.workers.pool import Bounds

    if network or runs:
        from halfmove.presentation.runs import networks
        from halfmove.search.neural.usual import make_usual

        make_usual([*(network or []), *networks(runs or [])])
    if strategy:
        from halfmove.imperfect.usual_strategy import make_usual_strategies

        make_usual_strategies(strategy)
    if endings is not None:
        from halfmove.endings.attach import make_usual as have_endings

        have_endings(endings)
    if syzygy is not None:
        from halfmove.endings.attach import make_usual_tablebase

        make_usual_tablebase(syzygy)
    from halfmove.teach.lessons.library import SHIPPED, LessonLibrary

    library = LessonLibrary([*(lessons or []), SHIPPED])
    for entry in library:
        if entry.path.parent != SHIPPED:
            library.open(entry.name)  # what is wrong with a lesson is said now, not before the class
    word = None if token is None else parse_token(token)
    limits = find_limits(limit or [], count_descriptors())
    bounds = Bounds(processes=at_once, seconds=longest or 600.0, each=limits.searches, most=limits.queue)
    catalogue = Catalogue.of(files or [])
    with ExitStack() as opened:
        books = [Opened(file, opened.enter_context(open_book(file))) for file in book or []]
        opened.enter_context(prepare_meanwhile(files or []))
        run(
            Server(catalogue, bounds, books, runs or [], library),
            host,
            number,
            limits=limits,
            token=word,
            expose=expose,
            show=show,
        )
