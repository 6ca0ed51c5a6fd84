"""What a run of the tests left out, counted by reasons in one line; with `HALFMOVE_SKIPS=none`, a failure.

And which files have tests that need a peer: they are marked `peers`, and `make test-peers` installs it.
"""

import os
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

_NEEDS = re.compile(r"""importorskip\(["'](gymnasium|nashpy|pettingzoo|pyspiel|torch)\b|peer_open_spiel""")
"""What a file of tests has in it that needs a peer."""


@cache
def _needs_peer(path: Path) -> bool:
    return _NEEDS.search(path.read_text()) is not None


def mark_peers(items: list[pytest.Item]) -> None:
    """Mark the tests of files in which some are skipped where a peer is not installed."""
    for item in items:
        if _needs_peer(item.path):
            item.add_marker(pytest.mark.peers)


def reasons(reports: list[pytest.TestReport]) -> Counter[str]:
    """How many tests, or whole files, were skipped for what."""
    found: Counter[str] = Counter()
    for report in reports:
        said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        found[re.sub(r"^Skipped: ", "", said).split(":")[0]] += 1
    return found


def line(found: Counter[str]) -> str:
    """What was skipped, in one line."""
    if not found:
        return "Nothing was skipped."
    return f"Skipped {found.total()}: " + "; ".join(f"{n} as {why}" for why, n in found.most_common()) + "."


def none_wanted() -> bool:
    """Whether a skipped test is a failure."""
    return os.environ.get("HALFMOVE_SKIPS") == "none"
