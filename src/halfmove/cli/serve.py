"""`halfmove serve`: the board in the browser, and the HTTP API."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from halfmove.core.operation import (
    Files,
    Request,
    Seconds,
    Switch,
    Text,
    TextList,
    Whole,
    Work,
    field,
    operation,
)

if TYPE_CHECKING:
    from halfmove.web.server import Door
    from halfmove.web.workers.pool import Bounds


@operation("serve", "Open the board in the browser, and the HTTP API.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Serve(Request):
    """Serve the board in the browser: play, analyse, watch the search, practise; and the same over HTTP.

    Games of your own are Python files as for `halfmove play`. Ctrl-C stops the server.

    Example: halfmove serve --open

    Example: halfmove serve --runs connect4-run --open

    Example: halfmove serve mygame.py --port 9000

    Example: halfmove serve --lessons week5 --host 0.0.0.0 --token new
    """

    files: tuple[str, ...] = field(
        Files(word="FILE.py …"), "Games of your own, served beside the others.", default=(), place=True
    )
    port: int | None = field(
        Whole(0, 65_535),
        "The port; 0 takes any free one.",
        default=None,
        usual="8321, or any free one if that is taken",
    )
    host: str = field(
        Text(word="ADDRESS"),
        "The address to listen at. By default only this machine can reach it; any other address needs "
        "--token or --expose.",
        default="127.0.0.1",
    )
    token: Sequence[str] = field(
        TextList(word="WORD"),
        "Answer only those who have this word, which is part of the printed link; new makes one. Of several "
        "each is a user's.",
        default=(),
    )
    expose: bool = field(
        Switch(), "Answer everybody who can reach the address, from other machines too.", default=False
    )
    processes: int | None = field(
        Whole(1, 256), "Searches that run at once.", default=None, usual="one for each core"
    )
    seconds: float = field(Seconds(), "The longest that one search may run.", default=600.0, usual="600")
    book: Sequence[str] = field(
        Files(word="FILE"),
        "A book of openings, for the explorer and the engines; several for several games.",
        default=(),
    )
    network: Sequence[str] = field(
        Files(word="FILE"), "A network to search its game with; several for several games.", default=()
    )
    strategy: Sequence[str] = field(
        Files(word="FILE"),
        "A strategy, as `halfmove solve --strategy` writes it, to play against; several for several games.",
        default=(),
    )
    endings: str | None = field(
        Text(word="FOLDER"),
        "Databases of endings (see `halfmove endgame`); none to search without.",
        default=None,
        usual="all that are found",
    )
    syzygy: str | None = field(
        Text(word="FOLDER"),
        "Syzygy tables of chess endings; none to search without.",
        default=None,
        usual="those of HALFMOVE_SYZYGY",
    )
    library: str | None = field(
        Text(word="FILE"),
        "The library of games (see `halfmove library`), to be read only where others reach the server; none "
        "for none.",
        default=None,
        usual="your own, where only this machine reaches the server",
    )
    runs: Sequence[str] = field(
        Files(word="FOLDER"),
        "A run of halfmove train, or a folder of runs, to watch; their networks play.",
        default=(),
    )
    lessons: Sequence[str] = field(
        Files(word="FOLDER"),
        "Lessons of your own (see `halfmove lesson`), before the built-in ones.",
        default=(),
    )
    rooms: str | None = field(
        Text(word="FOLDER"),
        "Where games between browsers and exhibitions are kept, so that they outlast a restart.",
        default=None,
        usual="rooms in the user's cache folder",
    )
    class_work: str | None = field(
        Text(word="FOLDER"),
        "Collect a class's answers in this folder (see `halfmove class`).",
        default=None,
        usual="none",
        options=("--class",),
    )
    limit: Sequence[str] = field(
        TextList(word="NAME=N"),
        "A limit for clients, such as header=5 (seconds for a request's header), address=500 (connections of "
        "one address) or minute=20 (seconds of search of one user in a minute); the others: body, idle, "
        "stall, total, searches, queue, rooms, rooms_total, hour.",
        default=(),
    )
    proxy: Sequence[str] = field(
        TextList(word="NETWORK"),
        "The network of a proxy before the server, such as 127.0.0.1, which is believed for whom it asks "
        "(X-Forwarded-For).",
        default=(),
    )
    monitor: Sequence[str] = field(
        TextList(word="NETWORK"),
        "A network that may read /health and /metrics.",
        default=(),
        usual="this machine",
    )
    ray: str | None = field(
        Text(word="ADDRESS"),
        "Serve the HTTP API alone, on this Ray cluster: auto, HOST:6379, or local, which starts one here.",
        default=None,
    )
    replicas: int = field(
        Whole(1, 10_000), "With --ray: servers behind one door, each with --processes of its own.", default=2
    )
    show: bool = field(Switch(), "Open it in your browser.", default=False, options=("--open",))


def show(asked: Serve, work: Work) -> None:
    """Serve until Ctrl-C; `BadInput` says what stands in the way."""
    from halfmove.books.opening import open_book
    from halfmove.core.extras import check
    from halfmove.search.prepare import prepare_meanwhile

    check("nicegui", "The board in the browser needs")
    from halfmove.web.books import Opened
    from halfmove.web.catalogue import Catalogue
    from halfmove.web.class_work.folder import ClassFolder
    from halfmove.web.limits import count_descriptors, find_limits
    from halfmove.web.server import PORT, Server
    from halfmove.web.server import serve as run

    _make_usual(asked)
    class_work = None if asked.class_work is None else ClassFolder(asked.class_work)
    from halfmove.teach.lessons.library import LessonLibrary, shipped_folders

    shipped = shipped_folders()
    library = LessonLibrary([*asked.lessons, *shipped])
    for entry in library:
        if entry.path.parent not in shipped:
            library.open(entry.name)  # what is wrong with a lesson is said now, not before the class
    door, bounds, catalogue = _door(asked), _bounds(asked), Catalogue.of(asked.files)
    if asked.ray is not None:
        from halfmove.web.on_ray import serve_on
        from halfmove.web.server import check_exposed, is_own

        check_exposed(asked.host, door, own=is_own(asked.host))
        port = PORT if asked.port is None else asked.port
        make = partial(_make_api, asked, door, bounds)
        serve_on(asked.ray, make, asked.host, port, replicas=asked.replicas, cores=bounds.processes)
        return
    with ExitStack() as opened:
        books = [Opened(file, opened.enter_context(open_book(file))) for file in asked.book]
        opened.enter_context(prepare_meanwhile(asked.files))
        run(
            Server(catalogue, bounds, books, asked.runs, library, asked.rooms, class_work),
            asked.host,
            asked.port,
            limits=find_limits(asked.limit, count_descriptors()),
            door=door,
            show=asked.show,
            library=asked.library,
        )


def _make_api(asked: Serve, door: Door, bounds: Bounds) -> Any:
    """The API as a replica serves it, in a process of its own."""
    from halfmove.web.catalogue import Catalogue
    from halfmove.web.server import Server, application, is_own

    _make_usual(asked)
    server = Server(Catalogue.of(asked.files), bounds, (), asked.runs)
    return application(server, door, own=is_own(asked.host), paged=False)


def _make_usual(asked: Serve) -> None:
    """Have the networks, strategies and tables of the request for all searches."""
    if asked.network or asked.runs:
        from halfmove.presentation.runs import networks
        from halfmove.search.neural.usual import make_usual

        make_usual([*asked.network, *networks(asked.runs)])
    if asked.strategy:
        from halfmove.imperfect.usual_strategy import make_usual_strategies

        make_usual_strategies(asked.strategy)
    if asked.endings is not None:
        from halfmove.endings.attach import make_usual as have_endings

        have_endings(asked.endings)
    if asked.syzygy is not None:
        from halfmove.endings.attach import make_usual_tablebase

        make_usual_tablebase(asked.syzygy)


def _door(asked: Serve) -> Door:
    from halfmove.web.server import Door
    from halfmove.web.token import parse_token
    from halfmove.web.users import LOOPBACK, parse_networks

    return Door(
        tokens=tuple(parse_token(word) for word in asked.token),
        proxies=parse_networks(asked.proxy, "--proxy"),
        monitors=parse_networks(asked.monitor, "--monitor") or LOOPBACK,
        expose=asked.expose,
    )


def _bounds(asked: Serve) -> Bounds:
    from halfmove.core.computer import usable_cores
    from halfmove.web.limits import find_limits
    from halfmove.web.workers.pool import Bounds

    limits = find_limits(asked.limit)
    return Bounds(
        processes=asked.processes or (usable_cores() if asked.ray is None else 1),
        seconds=asked.seconds,
        each=limits.searches,
        most=limits.queue,
        minute=limits.minute,
        hour=limits.hour,
    )
