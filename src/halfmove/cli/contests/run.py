"""GameInProgress a plan from the command line: begun, gone on with or shown again, and told at the end."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from halfmove.arena.plan import Format, Plan, names_of
from halfmove.arena.results import Results
from halfmove.cli import usage
from halfmove.core.errors import BadInput


@dataclass(frozen=True)
class Ways:
    """How a plan is to be played, and what becomes of its result."""

    file: str
    again: bool = False
    at_once: int | None = None
    ray: str | None = None
    anchors: dict[str, float] | None = None
    aivat: bool = False
    export: str | None = None
    plot: str | None = None
    view: str | None = None
    json: bool = False

    @classmethod
    def of(cls, typed: object, **otherwise: Any) -> Ways:
        """What was typed after a verb, by the names of its options; some of it `otherwise`."""
        named = {f.name: getattr(typed, f.name) for f in fields(cls) if hasattr(typed, f.name)}
        return cls(**{**named, **otherwise})


def play(plan: Plan, ways: Ways) -> None:
    """Play the plan and print its result; exit status 130 where Ctrl-C ended it before it was done."""
    from halfmove.arena.contest import checked, run
    from halfmove.arena.openings import book
    from halfmove.arena.schedule import schedule
    from halfmove.arena.store import Store
    from halfmove.cli.contests.show import LiveTable
    from halfmove.core.progress import resting

    game, players = checked(plan)
    games = schedule(plan, book(plan.openings, game, plan.seed), game.players).games
    outputs(ways, plan)
    if any(player.in_person for player in players) and not sys.stdin.isatty():
        print("halfmove: moves are read from standard input.", file=sys.stderr)
    with Store(ways.file) as store:
        before = store.find(plan)
        contest = store.contest(plan, anew=ways.again)
        known = 0 if ways.again or before is None else len(store.records(contest))
        if any(player.in_person for player in players):
            with resting():
                results = run(plan, store=store)
        else:
            with LiveTable(games) as live:
                results = run(plan, store=store, at_once=ways.at_once, ray=ways.ray, see=live.see)
        tell(results, ways, known=known)
    if not results.done:
        print(
            f"halfmove: stopped after {len(results.records)} games, which are in {ways.file}; the same "
            "command goes on from there.",
            file=sys.stderr,
        )
        raise usage.Exit(130)


def tell(results: Results, ways: Ways, *, known: int = 0) -> None:
    """Print the result, and write what was asked for."""
    if ways.json:
        _print_json(results, ways)
    else:
        _print(results, ways, known)
    if ways.export and results.records:
        from halfmove.arena.export import export

        export(results.plan, results.records.values(), ways.export)
    if ways.plot and results.records:
        from halfmove.arena.report.plots import plot
        from halfmove.arena.report.summary import report
        from halfmove.core.atomic_file import whole_bytes

        picture = plot(report(results), Path(ways.plot).suffix[1:], ways.view, ways.anchors)
        with whole_bytes(ways.plot) as out:
            out.write(picture)


def _print_json(results: Results, ways: Ways) -> None:
    from halfmove.arena.report.alone import alone_json, alone_report, is_alone
    from halfmove.arena.report.jsons import report_json
    from halfmove.arena.report.summary import report
    from halfmove.cli.terminal import print_json

    alone = is_alone(results)
    print_json(
        alone_json(alone_report(results))
        if alone
        else report_json(report(results, aivat=ways.aivat), ways.anchors)
    )


def _print(results: Results, ways: Ways, known: int) -> None:
    """For a person."""
    from halfmove.arena.report.alone import alone_report, is_alone
    from halfmove.arena.report.summary import report
    from halfmove.cli.contests.alone import print_alone
    from halfmove.cli.contests.show import print_report
    from halfmove.cli.terminal import console

    out = console()
    if known and known == len(results.records):
        out.print(f"This was played before and is kept in {ways.file}; --again plays it anew.\n")
    elif known:
        out.print(f"{known} of these games were played before and kept in {ways.file}.\n")
    if is_alone(results):
        print_alone(out, alone_report(results))
    else:
        print_report(out, report(results, aivat=ways.aivat), ways.anchors)


def outputs(ways: Ways, plan: Plan) -> None:
    """Refuse what could not be written in the end, before anything is played."""
    export, plot, view = ways.export, ways.plot, ways.view
    if plan.format == Format.ALONE and (plot or ways.anchors):
        raise BadInput(
            "--plot and --anchor are about players who met; these are judged one by one, see --json."
        )
    if ways.aivat:
        _refuse_aivat(plan)
    if view is not None:
        from halfmove.arena.report.plots import refuse

        if plot is None:
            raise BadInput("--view is about --plot, which is not given.")
        refuse(view, plan)
    if plot is not None:
        from halfmove.teach.canvas import require

        require()
    if ways.anchors:
        from halfmove.arena.report.rating import anchor_of

        anchor_of(names_of(plan), ways.anchors)
    if plot is not None and Path(plot).suffix not in (endings := (".svg", ".png", ".pdf")):
        raise BadInput(f"--plot writes {', '.join(endings)}, not '{plot}'.")
    if export is not None:
        from halfmove.arena.export import suits

        suits(plan, export)


def _refuse_aivat(plan: Plan) -> None:
    """`BadInput` or `Unsuitable` where the luck cannot be taken out, before anything is played."""
    from halfmove.arena.aivat import adjustment

    if plan.format == Format.ALONE:
        raise BadInput("--aivat is about players who met; these are judged one by one, over the same games.")
    adjustment(plan)
