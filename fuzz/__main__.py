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
    chosen = parser.parse_args()
    from fuzz.records import campaign

    return int(any(one.faults for one in campaign(chosen.minutes, chosen.reader, chosen.keep, chosen.seed)))


if __name__ == "__main__":
    sys.exit(main())
