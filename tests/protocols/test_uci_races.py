"""UCI and USI in the hands of a controller that overtakes itself (some seconds of `python -m fuzz races`)."""

import pytest

pytest.importorskip("chess", reason="python-chess is not installed")
from fuzz.races import run

pytestmark = pytest.mark.slow_interpreted


@pytest.mark.parametrize("protocol", ["uci", "usi"])
def test_races_and_rubbish_are_answered_one_by_one(protocol):
    counts, _, _ = run(protocol, 3, seed=5)
    assert counts["go"] == counts["bestmove"] + counts["checkmate"] > 50
    assert (counts["checkmate"] > 5) == (protocol == "usi")
