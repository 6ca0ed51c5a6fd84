"""`python -m benchmarks`: runs all benchmarks, or those named."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from benchmarks import machine, report
from benchmarks.answers import WrongAnswer
from benchmarks.processes import Failed
from benchmarks.settings import SUITES, Settings

BENCHMARKS = {
    "perft": "benchmarks.perft",
    "games": "benchmarks.perft_games",
    "checkers": "benchmarks.checkers_perft",
    "othello": "benchmarks.othello_perft",
    "shogi": "benchmarks.shogi_perft",
    "chess": "benchmarks.chess",
    "node": "benchmarks.node_time",
    "threads": "benchmarks.threads",
    "endings": "benchmarks.endings",
    "strength": "benchmarks.strength",
    "features": "benchmarks.features",
    "montecarlo": "benchmarks.montecarlo",
    "moves": "benchmarks.montecarlo_moves",
    "solving": "benchmarks.solving",
    "connect4": "benchmarks.connect4_sets",
    "empty": "benchmarks.empty_board",
    "reuse": "benchmarks.reuse",
    "textbook": "benchmarks.textbook",
    "pacman": "benchmarks.pacman",
    "dice": "benchmarks.dice",
    "backgammon": "benchmarks.dice_matches",
    "regret": "benchmarks.regret",
    "information": "benchmarks.information_sets",
    "holdem": "benchmarks.holdem",
    "hands": "benchmarks.holdem_hands",
    "liars": "benchmarks.liars_dice",
    "kept": "benchmarks.kept_tree",
    "session": "benchmarks.session",
    "lessons": "benchmarks.laboratory.searches",
    "leaves": "benchmarks.laboratory.leaves",
    "growth": "benchmarks.laboratory.growth",
    "traces": "benchmarks.laboratory.traces",
    "pictures": "benchmarks.laboratory.pictures",
    "practice": "benchmarks.laboratory.practice",
    "commands": "benchmarks.laboratory.commands",
    "sequential": "benchmarks.arena.sequential",
    "ratings": "benchmarks.arena.fitting",
    "overhead": "benchmarks.arena.overhead",
    "records": "benchmarks.arena.records",
    "library": "benchmarks.library",
    "browser": "benchmarks.browser",
    "realtime": "benchmarks.realtime",
    "slow": "benchmarks.slow_clients",
    "pages": "benchmarks.page_memory",
    "users": "benchmarks.many_users",
    "answer-times": "benchmarks.answer_times",
    "selfplay": "benchmarks.selfplay.section",
    "learned": "benchmarks.learned",
    "parts": "benchmarks.parts",
    "recipes": "benchmarks.recipes",
    "pace_connect4": "benchmarks.pace.connect4",
    "pace_go": "benchmarks.pace.go",
    "pace_workers": "benchmarks.pace.workers",
    "pace_server": "benchmarks.pace.server",
    "pace_trace": "benchmarks.pace.trace",
    "pace_whole_games": "benchmarks.pace.whole_games",
    "scaling": "benchmarks.scaling",
}
"""The modules by name, in the order of the report."""

NOT_QUICK = ("empty",)
"""Left out of `--quick` unless named: minutes and a gigabyte."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 for a wrong answer, 2 for bad input."""
    parser = command_line()
    chosen = parser.parse_args(arguments)
    if chosen.list:
        for name in BENCHMARKS:
            print(f"{name:<10} {title(load(name))}")
        return 0
    unknown = [name for name in chosen.benchmarks if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark '{unknown[0]}'; there are {', '.join(BENCHMARKS)}")
    usual = [name for name in BENCHMARKS if not (chosen.quick and name in NOT_QUICK)]
    settings = settings_of(chosen)
    print(
        f"{machine.machine()}; load {machine.load()}\n{machine.versions()}\n{machine.command()}\n", flush=True
    )
    for name in dict.fromkeys(chosen.benchmarks or usual):
        module = load(name)
        section = report.Section(name, module.__doc__ or "")
        try:
            module.run(section, settings)
        except (WrongAnswer, Failed) as error:
            print(f"benchmarks: {name}: {error}", file=sys.stderr)
            return 1
        section.close()
        if chosen.markdown:  # after each one, so that a long run that is stopped keeps what it has
            report.write(chosen.markdown, [section], list(BENCHMARKS))
    return 0


def load(name: str) -> ModuleType:
    """A benchmark's module."""
    return import_module(BENCHMARKS[name])


def title(module: ModuleType) -> str:
    """What a benchmark measures, in a line."""
    return (module.__doc__ or "").strip().partition("\n")[0]


def command_line() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Halfmove beside its peers: times, ratios from one run, and answers checked.",
    )
    parser.add_argument("benchmarks", nargs="*", metavar="NAME", help="the benchmarks to run; all, if none")
    parser.add_argument("--list", action="store_true", help="list the benchmarks")
    parser.add_argument("--quick", action="store_true", help="few runs, few positions, no slow peer")
    parser.add_argument("--runs", type=positive, help="runs of each contestant (default: 5; with --quick 2)")
    parser.add_argument(
        "--positions",
        type=positions,
        action="append",
        default=[],
        metavar="[SET=]N",
        help="positions of a Connect Four set, such as L1_R3=10, or of every set; repeatable",
    )
    parser.add_argument("--suites", type=Path, default=SUITES, help="the folder of position sets")
    parser.add_argument(
        "--megabytes", type=positive, default=1024, help="table for exact solving (default: 1024)"
    )
    parser.add_argument(
        "--peer-limit", type=float, default=90, metavar="S", help="stop a peer that solves after S seconds"
    )
    parser.add_argument("--slow-peers", action="store_true", help="BitBully solves the empty board as well")
    parser.add_argument(
        "--network",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="learned, parts: a network to measure (learned: of Connect Four); repeatable",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="pace_…: seconds of each run, in place of some minutes"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the sections into FILE")
    return parser


def settings_of(chosen: argparse.Namespace) -> Settings:
    """The options as the benchmarks take them."""
    return Settings(
        quick=chosen.quick,
        runs=chosen.runs or (2 if chosen.quick else 5),
        positions=dict(chosen.positions),
        suites=chosen.suites,
        megabytes=chosen.megabytes,
        peer_limit=chosen.peer_limit,
        slow_peers=chosen.slow_peers,
        networks=chosen.network,
        seconds=chosen.seconds,
    )


def positive(text: str) -> int:
    """A whole number from 1."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def positions(text: str) -> tuple[str, int]:
    """`20` or `L1_R3=10`."""
    name, _, number = text.rpartition("=")
    return name, int(number)


if __name__ == "__main__":
    sys.exit(main())
