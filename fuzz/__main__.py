"""`python -m fuzz`: a campaign against the HTTP API, a protocol, or the readers of files and texts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main() -> int:
    """The exit status: 1 where there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    records = what.add_parser("records", help="every reader of files and texts, guided by coverage")
    records.add_argument("--minutes", type=float, default=60.0)
    records.add_argument("--reader", action="append", default=[], help="this one only; may be repeated")
    records.add_argument("--keep", type=Path, default=Path(".cache/fuzz"), help="a folder for faults")
    records.add_argument("--seed", type=int, default=0)
    api = what.add_parser("api", help="the HTTP API, by its description")
    api.add_argument("--cases", type=int, default=50_000)
    api.add_argument("--keep", type=Path, default=Path(".cache/fuzz"), help="a folder for faults")
    api.add_argument("--seed", type=int, default=0)
    for name in ("uci", "gtp"):
        engine = what.add_parser(name, help="the engine, told lines of the protocol and broken ones")
        engine.add_argument("--lines", type=int, default=1_000_000)
        engine.add_argument("--seed", type=int, default=0)
    races = what.add_parser("races", help="UCI whose searches are overtaken, with broken lines between")
    races.add_argument("--minutes", type=float, default=1.0)
    races.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.what == "races":
        from fuzz.races import campaign as race

        race(chosen.minutes, chosen.seed)
        return 0
    if chosen.what == "api":
        from fuzz import api as http

        answered, faults = http.campaign(chosen.cases, chosen.keep, chosen.seed)
        for (operation, status), count in sorted(answered.items()):
            print(f"{operation} {status}: {count:,}")
        return int(bool(faults))
    if chosen.what != "records":
        from fuzz import engines

        return int(bool(engines.campaign(chosen.what, chosen.lines, chosen.seed)))
    from fuzz.records import campaign

    return int(any(one.faults for one in campaign(chosen.minutes, chosen.reader, chosen.keep, chosen.seed)))


if __name__ == "__main__":
    sys.exit(main())
