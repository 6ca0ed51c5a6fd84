"""`halfmove solve`: the proven value of a position; a strategy near equilibrium where something is hidden."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from halfmove.core.analysis import Analysis
    from halfmove.core.contract import Game

_REGRET = "Regret minimisation"


def solve(
    game: options.GameName,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    weak: Annotated[
        bool,
        usage.Option(
            "--weak", help="Prove win, draw or loss only, not the distance: faster.", rich_help_panel="Search"
        ),
    ] = False,
    threads: options.Threads = "1",
    memory: options.Memory = None,
    algorithm: Annotated[
        str | None,
        usage.Option(
            metavar="NAME",
            help="Minimise regret instead: cfr, cfr+, linear-cfr, discounted-cfr, predictive-cfr+, "
            "chance-mccfr, external-mccfr, outcome-mccfr, vr-mccfr, and of hold'em "
            "linear-external-mccfr; or fictitious-play, and where each chooses once replicator-dynamics; or "
            "solve it exactly: linear-programme, and of matrix games lemke-howson (one equilibrium), "
            "support-enumeration (all).  By default small games are solved exactly, others by cfr+.",
            rich_help_panel=_REGRET,
        ),
    ] = None,
    iterations: Annotated[
        str | None,
        usage.Option(
            metavar="N", help="Iterations in all, those of a checkpoint included.", rich_help_panel=_REGRET
        ),
    ] = None,
    seconds: Annotated[
        str | None, usage.Option(metavar="S", help="Seconds to run.", rich_help_panel=_REGRET)
    ] = None,
    target: Annotated[
        str | None,
        usage.Option(
            metavar="P",
            help="For a subgame: stop at an exploitability of P % of the pot; 0.5 without another limit.",
            rich_help_panel=_REGRET,
        ),
    ] = None,
    seed: Annotated[
        str, usage.Option(metavar="N", help="The seed of the samples (mccfr).", rich_help_panel=_REGRET)
    ] = "0",
    strategy: Annotated[
        str | None,
        usage.Option(
            metavar="FILE", help="Write the average strategy, as JSON.", writes=True, rich_help_panel=_REGRET
        ),
    ] = None,
    seat: Annotated[
        bool,
        usage.Option(
            "--seat",
            help="Install the average strategy: the engine plays by it in halfmove play and in the browser.",
            rich_help_panel=_REGRET,
        ),
    ] = False,
    checkpoint: Annotated[
        str | None,
        usage.Option(
            metavar="FILE",
            help="Continue from this file, saved every half minute (proofs: ten minutes) and at the end.",
            writes=True,
            rich_help_panel="Search",
        ),
    ] = None,
    buckets: Annotated[
        str | None,
        usage.Option(
            metavar="N,N,N",
            help="For heads-up hold'em: the number of buckets for hands on flop, turn and river; 200,200,200 "
            "by default.",
            rich_help_panel=_REGRET,
        ),
    ] = None,
    buckets_file: Annotated[
        str | None,
        usage.Option(
            metavar="FILE",
            help="Where buckets are kept; the cache by default.",
            writes=True,
            rich_help_panel=_REGRET,
        ),
    ] = None,
    sentences: Annotated[
        bool,
        usage.Option("--sentences", help="Tell every step in a sentence.", rich_help_panel=_REGRET),
    ] = False,
    output: Annotated[
        str | None,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a page to step through (.html), or the tree with its information sets (.svg); of a "
            "subgame, a picture of all hands (.svg).",
            writes=True,
            rich_help_panel=_REGRET,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Prove what a position is worth with best play, and in how many plies the game then ends.

    In a game of chance the value is an expectation, found by value iteration over all reachable positions.

    In a game with hidden information or simultaneous moves the answer is a strategy, with its value and
    its exploitability: near equilibrium by regret minimisation, or in equilibrium by linear programming.

    There is no time limit; Ctrl-C prints what is known so far and ends with exit status 130.

    Examples: halfmove solve connect4 --set width=5 --set height=4

    halfmove solve othello --set width=6 --set height=6 --checkpoint othello6.proof --memory 1024

    halfmove solve leduc --algorithm cfr+ --iterations 1000 --strategy leduc.json

    halfmove solve kuhn --algorithm cfr --iterations 5 --output kuhn.html

    halfmove solve holdem --set betting=limit --seconds 600 --threads 0 --strategy limit.npz

    halfmove solve rock-paper-scissors --algorithm support-enumeration --sentences

    halfmove solve holdem-river --set board=Kc7d2h5s3c --set "first=QQ+, AKs, A5s-A2s:0.5" --set pot=100
    """
    from halfmove.cli.options import processor_cores, read_settings, whole
    from halfmove.cli.position import is_tree_name, open_game, open_history
    from halfmove.core.public_tree import PublicTree
    from halfmove.games.registry import subgame, subgame_size, subgames

    part = None
    if game in subgames():
        given = read_settings(settings or [])
        size = subgame_size(game, given)
        if size is not None:
            from halfmove.imperfect.public_solving import check_free

            check_free(size)  # before it is laid out
        part = subgame(game, given)
    if isinstance(part, PublicTree):
        from halfmove.cli.solve.public import Asked, solve_public

        others = {
            "--weak": weak or None,
            "--memory": memory,
            "--position": position,
            "--seed": None if seed == "0" else seed,
            "--sentences": sentences or None,
            "--seat": seat or None,
        }
        refuse(others, "is not for a subgame, which is given by --set")
        wanted = Asked.read(
            algorithm, target, iterations, seconds, threads, moves, strategy, output, checkpoint
        )
        solve_public(part, wanted, json=json)
        return
    refuse({"--target": target}, "is for subgames with a public tree, such as holdem-river")
    bucketed = {"--buckets": buckets, "--buckets-file": buckets_file}
    asked = {
        "--iterations": iterations,
        "--seconds": seconds,
        "--strategy": strategy,
        "--seat": seat or None,
        "--checkpoint": checkpoint,
        "--seed": None if seed == "0" else seed,
        "--sentences": sentences or None,
        "--output": output,
    }
    # A tree hides nothing, and may stand on standard input, which is read once.
    rules = part
    if rules is None and not (algorithm is None and is_tree_name(game)):
        rules = open_game(game, settings)
    if rules is not None and (algorithm is not None or rules.veiled):
        from halfmove.cli.solve.buckets import sizes_of
        from halfmove.cli.solve.regret import Request, minimise
        from halfmove.imperfect.usual_strategy import seat_file

        abstraction = rules.abstraction(sizes_of(buckets), buckets_file)
        if seat:
            refuse({"--strategy": strategy}, "names a file, and --seat keeps the strategy where it is found")
            strategy = str(seat_file(rules))
        if abstraction is not None:
            from halfmove.cli.solve.buckets import Request as Training
            from halfmove.cli.solve.buckets import train_on_buckets

            others = {
                "--weak": weak or None,
                "--memory": memory,
                "--position": position,
                "--moves": moves,
                "--sentences": sentences or None,
                "--output": output,
            }
            refuse(others, "is not for training on buckets")
            training = Training.read(algorithm, iterations, seconds, seed, threads, strategy, checkpoint)
            train_on_buckets(rules, abstraction, training, json=json)
            return
        refuse(bucketed, "is for games whose deals are put together, such as holdem")
        proofs = {
            "--weak": weak or None,
            "--threads": None if threads == "1" else threads,
            "--memory": memory,
            "--position": position,
            "--moves": moves,
        }
        refuse(proofs, "is for proofs; regret is minimised over the whole game, on one processor core")
        bounded = iterations or seconds or checkpoint or seed != "0"
        if algorithm is None:
            from halfmove.imperfect.solve import usual_solver

            algorithm = usual_solver(rules, bounded=bool(bounded or sentences or output))
        typed = Request.read(algorithm, iterations, seconds, seed, strategy, checkpoint)
        if sentences or output is not None:
            from halfmove.cli.solve.steps import show_steps

            kept = {
                "--seconds": seconds,
                "--strategy": strategy,
                "--checkpoint": checkpoint,
                "--json": json or None,
            }
            refuse(kept, "is for a run to its end, which is not stepped through")
            show_steps(rules, typed, sentences=sentences, output=output)
            return
        minimise(rules, typed, json=json)
        return
    del asked["--checkpoint"]  # for proofs too
    refuse(bucketed, "is for games whose deals are put together, such as holdem")
    refuse(asked, "is for regret minimisation, which --algorithm cfr+ asks for")
    cores, megabytes = processor_cores(threads), whole(memory, "--memory")
    found = open_history(game, settings, position, moves)
    rules = as_solved(found.game, given=read_settings(settings or []))
    distance = not weak and rules.utility_limit == 1  # points are what is asked for, where points are counted
    analysis, interrupted = prove(
        rules, found.state, distance=distance, threads=cores, megabytes=megabytes, checkpoint=checkpoint
    )
    if analysis is None:
        print("halfmove: interrupted before anything was known.", file=sys.stderr)
        raise usage.Exit(130)
    if json:
        from halfmove.cli.terminal import print_json

        content: dict[str, Any] = {**analysis.to_dict()}
        if rules.has_chance:
            content = as_share(rules, content)
        print_json(in_points(content) if rules.utility_limit > 1 else content)
    else:
        from dataclasses import replace

        from halfmove.cli.terminal import print_text

        print_text(replace(analysis, interrupted=interrupted))
    if interrupted:
        raise usage.Exit(130)


def refuse(given: Mapping[str, object], why: str) -> None:
    """`BadInput` for the first option that is given."""
    from halfmove.core.errors import BadInput

    for option, value in given.items():
        if value is not None:
            raise BadInput(f"{option} {why}.")


def as_solved(game: Game, given: Mapping[str, str]) -> Game:
    """The same game with what it says of `solving`, but for what is `given`."""
    set_here = {name: value for name, value in game.solving.items() if name not in given}
    return type(game)(**{**game.parameters, **set_here}) if set_here else game


def in_points(content: dict[str, Any]) -> dict[str, Any]:
    """An analysis whose scores are points of the game (discs): proven ones, null where nothing is proven."""
    for part in (content, *content["lines"]):
        part["score"] = part["value"] if part["proven"] else None
    return content


def as_share(game: Game, content: dict[str, Any]) -> dict[str, Any]:
    """An analysis whose values are shares of the points, 0 to 1: where there is nothing but wins, draws and
    losses, a mean is told so; the mean itself is its `payoff`."""
    from halfmove.core.scores import share_of

    if game.players == 2 and game.utility_limit == 1:
        for part in (content, *content["lines"]):
            part["payoff"], part["value"] = part["value"], share_of(game, part["value"])
    return content


def prove(
    game: Game,
    state: Any,
    *,
    distance: bool,
    threads: int,
    megabytes: int | None,
    checkpoint: str | None = None,
) -> tuple[Analysis | None, bool]:
    """The proven analysis, or the latest progress report if Ctrl-C came first; and whether it did."""
    from halfmove.cli.options import check_memory
    from halfmove.cli.progress import Interruption, Progress
    from halfmove.search.proof import iteration
    from halfmove.search.proof.solver import solve

    check_memory(megabytes)
    size: dict[str, Any] = {} if megabytes is None else {"megabytes": megabytes}
    latest: Analysis | None = None
    with Interruption() as interruption, Progress(f"solving {game.title()}") as progress:

        def report(analysis: Analysis) -> None:
            nonlocal latest
            latest = analysis
            progress.see(analysis)

        try:
            if game.has_chance and checkpoint is None:
                return iteration.solve(game, state, progress=progress.say, **size), False
            latest = solve(
                game,
                state,
                distance=distance,
                threads=threads,
                see=report,
                checkpoint=checkpoint,
                **size,
            )
        except KeyboardInterrupt:
            interruption.happened = True
    return latest, interruption.happened
