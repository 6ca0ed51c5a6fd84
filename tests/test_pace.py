"""The prepared scripts that measure training, each for seconds."""

import pytest

import benchmarks.pace.runs as runs
from benchmarks import __main__ as command
from halfmove.core.extras import is_installed


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("name", ["pace_connect4", "pace_go", "pace_workers", "pace_server", "pace_trace"])
def test_each_script_runs_for_seconds_and_says_on_what(name, capsys, monkeypatch):
    monkeypatch.setattr(runs, "WORKERS", 1)
    monkeypatch.setattr("benchmarks.pace.workers.WORKERS", 2)
    assert command.main([name, "--quick", "--seconds", "3"]) == 0
    said = capsys.readouterr().out
    assert "Device: " in said
    assert "load" in said
    if name == "pace_trace":
        assert "a batch made, ms" in said
        return
    assert "network, processes, games each, batch, reuse" in said
    assert "positions a second, whole run" in said
    assert "Learner: " in said
    if name == "pace_server":
        assert "a server of leaves" in said
    if name == "pace_workers":
        assert "1 playing" in said
        assert "2 playing" in said


@pytest.mark.slow_interpreted
def test_whole_games_on_the_device_are_measured_beside_ours_or_said_to_be_left_out(capsys, monkeypatch):
    monkeypatch.setattr(runs, "WORKERS", 1)
    assert command.main(["pace_whole_games", "--quick", "--seconds", "1"]) == 0
    said = capsys.readouterr().out
    if not all(map(is_installed, ("jax", "mctx", "pgx"))):
        assert "pgx, mctx and JAX are not installed, so nothing was measured" in said
        return
    ours, theirs = (row.split("|") for row in said.splitlines() if row.startswith(("| ours", "| pgx")))
    assert float(ours[2].replace(",", "")) > 0
    assert float(theirs[2].replace(",", "")) > 0
    assert "JAX compiled for" in said


@pytest.mark.one_speed
def test_a_script_knows_a_gpu_and_how_many_play(monkeypatch):
    """A fake card: the processes that play leave two cores to its learner."""
    monkeypatch.setattr(runs, "is_installed", lambda name: name == "torch")
    monkeypatch.setattr(runs, "find_gpu", lambda: "Fake H200")
    monkeypatch.setattr(runs, "usable_cores", lambda: 16)
    assert runs.usual_workers() == 14
    monkeypatch.setattr(runs, "find_gpu", lambda: "")
    assert runs.usual_workers() == runs.WORKERS == 2
