"""The engine in the hands of a controller that says whatever it likes (some seconds of `uci_fuzz`)."""

import pytest

pytest.importorskip("chess", reason="python-chess is not installed")
from uci_fuzz import run

pytestmark = pytest.mark.slow_interpreted


def test_races_and_rubbish_are_answered_move_by_move():
    counts, _, _ = run(3, seed=5)
    assert counts["go"] == counts["bestmove"] > 100
