"""Random games beside other people's programs: `python -m tests.beside chess --plies 1000000 --seed 1`.

Without names, all pairs whose peer is installed, one after the other.  The first difference of a pair is
printed with the game's seed, its record and what each program says; the status is 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.beside.comparison import Difference, Report, compare
from tests.beside.pairs import kind, names, pair


def main() -> int:
    """The status: 0 if all agree, 1 if some pair does not, 2 if a pair is unknown or its peer is missing."""
    asked = argparse.ArgumentParser(prog="python -m tests.beside", description=__doc__.split("\n")[0])
    asked.add_argument("names", nargs="*", metavar="PAIR", help=f"of {', '.join(names())}; all by default")
    asked.add_argument("--plies", type=int, default=20_000, help="of each pair (20,000 by default)")
    asked.add_argument("--games", type=int, default=0, help="of each pair at least, besides the plies")
    asked.add_argument("--seed", type=int, default=1, help="of the first game (1 by default)")
    asked.add_argument("--list", action="store_true", help="say what is compared, and where rules differ")
    given = asked.parse_args()
    for name in given.names:
        if name not in names():
            print(f"There is no pair '{name}'; there are {', '.join(names())}.", file=sys.stderr)
            return 2
    if given.plies < 1:
        print(f"Plies to compare are 1 or more, not {given.plies}.", file=sys.stderr)
        return 2
    if given.list:
        _list(given.names or names())
        return 0
    status = 0
    for name in given.names or names():
        status = max(status, _compared(name, given, bool(given.names)))
    return status


def _list(wanted: list[str]) -> None:
    """Print the pairs, and where their rules differ on purpose."""
    for name in wanted:
        try:
            row = kind(name)
        except ImportError as missing:
            print(f"{name}: {missing.name} is not installed")
            continue
        print(f"{name} beside {row.peer}{': ' if row.known else ''}{row.known}")


def _compared(name: str, given: argparse.Namespace, wanted: bool) -> int:
    """Compare one pair and print what came of it."""
    try:
        both = pair(name)
    except ImportError as missing:
        print(f"{name}: left out, as {missing.name} is not installed", file=sys.stderr, flush=True)
        return 2 if wanted else 0
    start = told = time.monotonic()
    so_far = Report(both.name, both.peer)

    def tell(report: Report) -> None:
        nonlocal told, so_far
        so_far = report
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{name}: {report.plies:,} plies equal", file=sys.stderr, flush=True)

    try:
        report = compare(both, given.plies, given.seed, tell, games=given.games)
    except Difference as difference:
        print(difference, flush=True)
        return 1
    except KeyboardInterrupt:
        print(f"{so_far.to_text()}\n    {time.monotonic() - start:.0f} s, then stopped", flush=True)
        raise SystemExit(130) from None
    print(f"{report.to_text()}\n    {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
