"""UCI in the hands of a controller that overtakes itself (some seconds of `python -m fuzz races`)."""

import pytest

pytest.importorskip("chess", reason="python-chess is not installed")
from fuzz.races import run

pytestmark = pytest.mark.slow_interpreted


def test_races_and_rubbish_are_answered_move_by_move():
    counts, _, _ = run(3, seed=5)
    assert counts["go"] == counts["bestmove"] > 100
