"""`python -m fuzz`: a campaign against the HTTP API, a protocol, or the readers of files and texts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main() -> int:
    """The exit status: 1 where there was a fault."""
    asked = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    what = asked.add_subparsers(dest="what", required=True)
    records = what.add_parser("records", help="every reader of files and texts, guided by coverage")
    records.add_argument("--minutes", type=float, default=60.0)
    records.add_argument("--reader", action="append", default=[], help="this one only; may be repeated")
    api = what.add_parser("api", help="the HTTP API, by its description")
    api.add_argument("--cases", type=int, default=50_000)
    for parser in (records, api):
        parser.add_argument("--keep", type=Path, default=Path(".cache/fuzz"), help="a folder for faults")
    engines = [
        what.add_parser(name, help="lines of the protocol, and broken ones") for name in ("uci", "usi", "gtp")
    ]
    for parser in engines:
        parser.add_argument("--lines", type=int, default=1_000_000)
    races = what.add_parser(
        "races", help="UCI or USI whose searches are overtaken, with broken lines between"
    )
    races.add_argument("--protocol", choices=("uci", "usi"), default="uci")
    races.add_argument("--minutes", type=float, default=1.0)
    for parser in (records, api, races, *engines):
        parser.add_argument("--seed", type=int, default=0)
    return int(bool(campaign(asked.parse_args())))


def campaign(chosen: argparse.Namespace) -> object:
    """Run one; its faults."""
    if chosen.what == "records":
        from fuzz import records

        found = records.campaign(chosen.minutes, chosen.reader, chosen.keep, chosen.seed)
        return [fault for one in found for fault in one.faults]
    if chosen.what == "api":
        from fuzz import api

        return api.campaign(chosen.cases, chosen.keep, chosen.seed)
    if chosen.what == "races":
        from fuzz import races

        races.campaign(chosen.protocol, chosen.minutes, chosen.seed)
        return []
    from fuzz import engines

    return engines.campaign(chosen.what, chosen.lines, chosen.seed)


if __name__ == "__main__":
    sys.exit(main())
