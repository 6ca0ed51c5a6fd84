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
    records.add_argument("--group", default="", help="records, texts or files")
    records.add_argument("--reader", action="append", default=[])
    guided = what.add_parser("guided", help="one reader, in this process")
    guided.add_argument("reader")
    guided.add_argument("--seconds", type=float, default=60.0)
    for one in (records, guided):
        one.add_argument("--keep", type=Path, default=Path(".cache/fuzz"), help="a folder for faults")
        one.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.what == "guided":
        from fuzz.records import guided as fuzz

        fuzz(chosen.reader, chosen.seconds, chosen.keep, chosen.seed)
        return 0
    from fuzz.readers import readers
    from fuzz.records import campaign

    groups = readers()
    names = chosen.reader or [
        name for group, rows in groups.items() if chosen.group in ("", group) for name in rows
    ]
    return int(any(one.faults for one in campaign(chosen.minutes, names, chosen.keep, chosen.seed)))


if __name__ == "__main__":
    sys.exit(main())
