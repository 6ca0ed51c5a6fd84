"""The options that verbs share: how they are declared, and how what was typed is read.

All come as text and are read strictly, so that what is wrong is refused in a sentence of our own.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_type_hints

from halfmove.cli import usage
from halfmove.core.computer import memory_bytes, usable_cores
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.numbers import (
    MOST,
    MOST_PLIES,
    MOST_SECONDS,
    MOST_STEPS,
    read_decimal,
    read_whole,
    shorten,
)

T = TypeVar("T")


def takes(options: type[T]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Make a verb of a function of one argument: the fields of the dataclass `options` are what can be typed.

    `cli.usage` is shown a function that has the fields as parameters.
    """
    hints = get_type_hints(options, include_extras=True)
    shown = [
        p.replace(annotation=hints[p.name], kind=inspect.Parameter.POSITIONAL_OR_KEYWORD)
        for p in inspect.signature(options).parameters.values()
    ]

    def made(run: Callable[[T], None]) -> Callable[..., None]:
        def verb(**typed: Any) -> None:
            run(options(**typed))

        verb.__name__, verb.__doc__, verb.__module__ = run.__name__, run.__doc__, run.__module__
        verb.__annotations__ = hints
        vars(verb)["__signature__"] = inspect.Signature(shown)
        return verb

    return made


_POSITION, _LIMITS, _SEARCH, _OUTPUT = "Position", "Limits (whichever comes first)", "Search", "Output"

GameName = Annotated[
    str,
    usage.Argument(
        metavar="GAME",
        help="A game's name (see `halfmove games`), a .py file of your own, or a tree: a .tree or .json "
        "file, its text, or - for standard input.",
    ),
]

Parameters = Annotated[
    list[str] | None,
    usage.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a parameter of the game (for a tree: root=min, who moves first); repeatable.",
        rich_help_panel=_POSITION,
    ),
]

Position = Annotated[
    str | None,
    usage.Option(
        metavar="TEXT",
        help="A position in the game's notation, or a file for the end of its game: games.pgn, games.sgf#3.",
        rich_help_panel=_POSITION,
    ),
]

GameNumber = Annotated[
    str | None,
    usage.Option(
        "--game",
        metavar="N",
        help="The number of the game, where --position is a file with several.",
        rich_help_panel=_POSITION,
    ),
]

Moves = Annotated[
    str | None,
    usage.Option(
        metavar='"M M …"', help="Moves to play first, in the game's notation.", rich_help_panel=_POSITION
    ),
]

Roll = Annotated[
    str | None,
    usage.Option(
        metavar="TEXT",
        help="The dice after those moves, in the game's notation: 31.",
        rich_help_panel=_POSITION,
    ),
]

AlgorithmName = Annotated[
    str,
    usage.Option(metavar="NAME", help="See `halfmove algorithms`.", rich_help_panel=_SEARCH),
]

Seconds = Annotated[str | None, usage.Option(metavar="S", help="Time to think.", rich_help_panel=_LIMITS)]

Depth = Annotated[str | None, usage.Option(metavar="N", help="Plies to look ahead.", rich_help_panel=_LIMITS)]

Nodes = Annotated[str | None, usage.Option(metavar="N", help="Positions to visit.", rich_help_panel=_LIMITS)]

Simulations = Annotated[
    str | None,
    usage.Option(
        metavar="N",
        help="Simulations of Monte Carlo tree search; 0: a network alone.",
        rich_help_panel=_LIMITS,
    ),
]

Settings = Annotated[
    list[str] | None,
    usage.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the algorithm, such as formula=rave for mcts; repeatable.",
        rich_help_panel=_SEARCH,
    ),
]

Threads = Annotated[str, usage.Option(metavar="N", help="Processor cores to use.", rich_help_panel=_SEARCH)]

Seed = Annotated[
    str, usage.Option(metavar="N", help="The same seed gives the same search.", rich_help_panel=_SEARCH)
]

Memory = Annotated[
    str | None,
    usage.Option(metavar="MB", help="Memory for the search's tables.", rich_help_panel=_SEARCH),
]

Lines = Annotated[str, usage.Option(metavar="N", help="Show the N best moves.", rich_help_panel=_OUTPUT)]

NetworkFile = Annotated[
    str | None,
    usage.Option(
        "--network",
        metavar="FILE",
        help="Search with this network (--algorithm network; see docs/networks.md).",
        rich_help_panel=_SEARCH,
    ),
]

Endings = Annotated[
    str | None,
    usage.Option(
        "--endings",
        metavar="FOLDER",
        help="Databases of endings (see `halfmove endgame`); by default all; none: search without.",
        rich_help_panel=_SEARCH,
    ),
]

Syzygy = Annotated[
    str | None,
    usage.Option(
        "--syzygy",
        metavar="FOLDER",
        help="Syzygy tables of chess endings; none: search without. Default: HALFMOVE_SYZYGY.",
        rich_help_panel=_SEARCH,
    ),
]

Json = Annotated[
    bool, usage.Option("--json", help="Print one JSON object and nothing else.", rich_help_panel=_OUTPUT)
]


def whole(text: str | None, option: str, *, least: int = 1, most: int = MOST) -> int | None:
    """The whole number that `text` writes, within its range; None for None; `BadInput` otherwise."""
    if text is None:
        return None
    value = read_whole(text, least, most)
    if value is None:
        raise BadInput(f"{option} must be a whole number from {least} to {most}, not '{shorten(text)}'.")
    return value


def processor_cores(text: str) -> int:
    """How many threads `--threads` writes: no more than there are processor cores, and a word about it."""
    wanted = whole(text, "--threads", most=256) or 1
    here = usable_cores()
    if wanted > here:
        there = "is one processor core" if here == 1 else f"are {here} processor cores"
        print(f"halfmove: of --threads {wanted} only {here} can be used: there {there}.", file=sys.stderr)
    return min(wanted, here)


def duration(text: str | None, option: str) -> float | None:
    """The seconds that `text` writes, up to `MOST_SECONDS`; None for None; `BadInput` otherwise."""
    if text is None:
        return None
    value = read_decimal(text, 0, MOST_SECONDS)
    if not value:
        raise BadInput(
            f"{option} must be a number of seconds above zero, such as 2 or 0.5, and at most {MOST_SECONDS}, "
            f"not '{shorten(text)}'."
        )
    return value


def weight(text: str | None, option: str) -> float | None:
    """The number from 0 to `MOST` that `text` writes; None for None; `BadInput` otherwise."""
    return None if text is None else number(text, option, least=0)


def number(text: str, option: str, *, least: float = -MOST, most: float = MOST) -> float:
    """The number that `text` writes, within its range; `BadInput` otherwise."""
    value = read_decimal(text, least, most)
    if value is None:
        raise BadInput(
            f"{option} must be a number from {least:.12g} to {most:.12g}, such as 0.5, not '{shorten(text)}'."
        )
    return value


def fraction(text: str, option: str) -> float:
    """The share that `text` writes, from 0 to 1; `BadInput` otherwise."""
    return number(text, option, least=0, most=1)


DEFAULT_SECONDS = 0.5
"""Thinking time where no limit is given: with start-up, an answer in about a second."""


def limit_of(
    seconds: str | None, depth: str | None, nodes: str | None, simulations: str | None = None
) -> Limit:
    """The limit that the options ask for; `DEFAULT_SECONDS` with none of them."""
    limit = Limit(
        seconds=duration(seconds, "--seconds"),
        depth=whole(depth, "--depth", most=MOST_PLIES),
        nodes=whole(nodes, "--nodes", most=MOST_STEPS),
        simulations=whole(simulations, "--simulations", least=0, most=MOST_STEPS),
    )
    return limit if limit != Limit() else Limit(seconds=DEFAULT_SECONDS)


def read_settings(settings: list[str]) -> dict[str, str]:
    """Each `key=value` as a pair; `BadInput` for anything else, and for a key given twice."""
    parameters: dict[str, str] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (equals and key.isidentifier() and value):
            raise BadInput(f"--set takes KEY=VALUE, such as width=7, not '{setting}'.")
        if key in parameters:
            raise BadInput(f"--set gives '{key}' twice.")
        parameters[key] = value
    return parameters


def pairs(settings: list[str] | None) -> tuple[tuple[str, str], ...]:
    """What `--option KEY=VALUE`, given any number of times, says."""
    found = []
    for setting in settings or []:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (key and equals):
            raise BadInput(f"--option takes KEY=VALUE, such as formula=rave, not '{setting}'.")
        found.append((key, value))
    return tuple(found)


def check_memory(megabytes: int | None) -> None:
    """Refuse a table larger than the machine's memory, which would end in the process being killed."""
    available = memory_bytes() >> 20
    if megabytes is not None and megabytes > available:
        raise BadInput(f"--memory {megabytes} is more than this machine's {available} MB; ask for less.")
