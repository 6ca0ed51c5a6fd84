"""`halfmove analyze`: the best move in a position."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage

_PAPER = "Games on paper (chess, Go)"


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove analyze`."""

    game: options.GameName
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    roll: options.Roll = None
    seconds: options.Seconds = None
    depth: options.Depth = None
    nodes: options.Nodes = None
    simulations: options.Simulations = None
    algorithm: Annotated[
        str,
        usage.Option(
            metavar="NAME[,NAME…]",
            help="See `halfmove algorithms`; several are shown side by side.",
            rich_help_panel="Search",
        ),
    ] = "auto"
    threads: options.Threads = "1"
    seed: options.Seed = "0"
    memory: options.Memory = None
    without: options.Without = None
    option: options.Settings = None
    network: options.NetworkFile = None
    endings: options.Endings = None
    syzygy: options.Syzygy = None
    lines: options.Lines = "1"
    pgn: Annotated[
        str | None,
        usage.Option(metavar="FILE.pgn", help="Annotate the games in a file.", rich_help_panel=_PAPER),
    ] = None
    sgf: Annotated[
        str | None,
        usage.Option(metavar="FILE.sgf", help="The same for Go.", rich_help_panel=_PAPER),
    ] = None
    output: Annotated[
        str | None,
        usage.Option(
            "--output", "-o", metavar="FILE", help="Write them here.", writes=True, rich_help_panel=_PAPER
        ),
    ] = None
    skip_broken: Annotated[
        bool,
        usage.Option("--skip-broken", help="Leave out games that are broken.", rich_help_panel=_PAPER),
    ] = False
    strict: Annotated[
        bool,
        usage.Option("--strict", help="Games that need a repair are broken.", rich_help_panel=_PAPER),
    ] = False
    json: options.Json = False

    @property
    def about_files(self) -> bool:
        """Whether games in a file are meant, and not a position."""
        return (
            self.skip_broken
            or self.strict
            or not (self.pgn is None and self.sgf is None and self.output is None)
        )


@options.takes(Options)
def analyze(typed: Options) -> None:
    """Find the best move in a position, what it is worth, and the play expected after it; or annotate games.

    With no limit it thinks for half a second. Ctrl-C ends the search: what it has found is printed, and the
    exit status is 130.

    With --pgn or --sgf every position of the games in a file is looked at, each within the limit; -o writes
    them with evaluations, with marks (?!, ?, ??) for what loses, and with the better line.

    Example: halfmove analyze connect4 --moves "4 4 3" --lines 3

    Example: halfmove analyze connect4 --network best.safetensors --simulations 600

    Example: halfmove analyze pacman --set maze=trap --algorithm minimax,expectiminimax --depth 3
    """
    from halfmove.cli.options import limit_of, pairs, processor_cores, whole
    from halfmove.cli.position import open_history
    from halfmove.cli.search import Request, search, with_network

    algorithm, settings = with_network(typed.algorithm, pairs(typed.option), typed.network)
    request = Request(
        limit=limit_of(typed.seconds, typed.depth, typed.nodes, typed.simulations),
        algorithm=algorithm,
        threads=processor_cores(typed.threads),
        seed=whole(typed.seed, "--seed", least=0, most=2**32 - 1) or 0,
        megabytes=whole(typed.memory, "--memory"),
        without=tuple(name.strip() for name in (typed.without or "").split(",") if name.strip()),
        lines=whole(typed.lines, "--lines") or 1,
        options=settings,
        endings=typed.endings,
        syzygy=typed.syzygy,
    )
    if typed.about_files:
        from halfmove.cli.analyze.annotate import annotate, files_of

        files = files_of(
            typed.pgn,
            typed.sgf,
            typed.output,
            skip_broken=typed.skip_broken,
            strict=typed.strict,
            json=typed.json,
        )
        annotate(typed.game, files, request, [typed.settings, typed.position, typed.moves])
        return
    target = open_history(typed.game, typed.settings, typed.position, typed.moves, roll=typed.roll)
    if "," in request.algorithm:
        from halfmove.cli.analyze.compare import compare

        compare(target, request, as_json=typed.json)
        return
    analysis, interrupted = search(target, request)
    if analysis is None:
        print("halfmove: interrupted before the first ply was searched.", file=sys.stderr)
        raise usage.Exit(130)
    opinion = None
    if analysis.algorithm == "network":
        from halfmove.search.neural.opinion import opinion_on

        opinion = opinion_on(analysis, dict(settings))
    if typed.json:
        from halfmove.cli.terminal import print_json
        from halfmove.presentation.analyses import analysis_json

        print_json(analysis_json(analysis, opinion=opinion, history=target))
    else:
        from halfmove.cli.report import print_analysis

        print_analysis(analysis, interrupted=interrupted, history=target, opinion=opinion)
    if interrupted:
        raise usage.Exit(130)
