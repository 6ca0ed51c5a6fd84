"""`halfmove bench`, its measurements made short."""

import pytest
from command import halfmove

from halfmove.search import bench


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(bench, "_run", lambda *arguments, **environment: 0.25)
    monkeypatch.setattr(bench, "PERFT", {"tictactoe": 3})
    monkeypatch.setattr(bench, "PERFT_INTERPRETED", {"tictactoe": 3})
    monkeypatch.setattr(bench, "SEARCHED", ("tictactoe",))
    monkeypatch.setattr(bench, "SECONDS", 0.1)


def test_json():
    found = halfmove("bench", "--json").json
    assert list(found) == ["machine", "start_up", "perft", "search"]
    assert found["machine"]["halfmove"].startswith("0.")
    assert found["start_up"]["help_seconds"] == 0.25
    assert found["perft"][0]["nodes"] == 504
    assert found["search"][0]["nodes"] > 0


def test_the_table_fits_80_columns():
    outcome = halfmove("bench")
    assert outcome.status == 0
    assert "perft      tictactoe" in outcome.out
    assert max(map(len, outcome.out.splitlines()[2:])) <= 80
