"""The command line run inside the test's own process: quick, and its output in hand."""

import contextlib
import io
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from halfmove.cli.main import main
from halfmove.core import reporting

ANALYZE_KEYS = [
    "game",
    "parameters",
    "position",
    "to_move",
    "algorithm",
    "best",
    "value",
    "proven",
    "score",
    "depth",
    "nodes",
    "seconds",
    "variation",
    "lines",
]
"""What DESIGN section 6 promises of `analyze --json`."""


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out, parse_constant=_refuse)


def halfmove(*arguments: str, typed: str = "", patience: float = math.inf) -> Outcome:
    """What `halfmove *arguments` does when `typed` is piped into it.

    After `patience` seconds it says how far it is; never by default, so that no test hangs on the clock.
    """
    out, err = io.StringIO(), io.StringIO()
    before, reporting.PATIENCE = reporting.PATIENCE, patience
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _standard_input(typed):
            status = main(arguments)
    finally:
        reporting.PATIENCE = before
    return Outcome(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _standard_input(typed: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        yield
    finally:
        sys.stdin = before


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")
