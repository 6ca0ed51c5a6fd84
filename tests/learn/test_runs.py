"""Runs: a network is trained, interrupted, killed and gone on with; what is wrong is refused."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from command import halfmove
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.batch import Batches
from halfmove.learn.learner.in_numpy import InNumPy
from halfmove.learn.learner.settings import LearnerSettings
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.settings import RunSettings, find_usual_settings
from halfmove.learn.samples import Sizes
from halfmove.learn.train import make_settings
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding
from halfmove.search.neural.initial import draw_parameters


def small(folder, positions=200, **given):
    options = {**SMALL, **given.pop("options", {})}
    return hm.train("tictactoe", folder=folder, positions=positions, workers=0, options=options, **given)


def loss_of(trained, parameters):
    """The losses of the run's network, or of the one that it began with, on what is in its window."""
    encoding, architecture = Encoding(trained.game), trained.settings.network
    window = Window(RunFolder(trained.folder).window, Sizes.of(encoding), trained.settings.learning.window)
    batch = Batches(encoding).make(window.draw(400, np.random.default_rng(0)), np.random.default_rng(0))
    learner = InNumPy(architecture, parameters or draw_parameters(architecture), LearnerSettings())
    return learner.gradients(batch)[0]


def lines(folder):
    return [json.loads(line) for line in RunFolder(folder).log.read_text().splitlines()]


def test_a_run_learns_and_its_folder_holds_all_of_it(tmp_path):
    seen = []
    trained = small(tmp_path / "run", positions=500, options={"reuse": "12"}, see=seen.append)
    assert trained.over
    assert trained.last == seen[-1]
    assert trained.last.positions >= 500
    assert trained.last.generation == 3
    for report in seen:
        assert sum(report.learner_time.values()) == pytest.approx(1)
        assert not report.play_time or sum(report.play_time.values()) == pytest.approx(1)
    assert {"self-play", "steps", "publishing", "batches"} <= {n for r in seen for n in r.learner_time}
    assert {"network", "search"} <= {name for report in seen for name in report.play_time}
    before, after = (loss_of(trained, parameters) for parameters in (None, trained.network.parameters))
    assert after.policy < 0.9 * before.policy
    assert after.value < 0.96 * before.value
    assert [0 <= line["errors"] < 0.6 for line in lines(trained.folder) if "errors" in line] == [True] * 3
    assert {path.name for path in trained.folder.iterdir()} == {
        "run.toml", "window", "checkpoint", "current.safetensors", "best.safetensors", "generations",
        "log.jsonl", "events", ".lock",
    }  # fmt: skip
    assert len(list((trained.folder / "generations").iterdir())) == 3
    assert trained.network.made["recipe"] == "alphazero"
    assert RunSettings.read(trained.folder / "run.toml") == trained.settings
    # a run that is over stays as it is
    again = small(tmp_path / "run", positions=500, options={"reuse": "12"})
    assert again.last.positions == trained.last.positions


@pytest.mark.slow_interpreted
def test_the_seed_and_the_settings_file_repeat_a_run(tmp_path):
    first, other = small(tmp_path / "a", seed=5), small(tmp_path / "b", seed=6)
    again = hm.train(None, config=first.folder / "run.toml", folder=tmp_path / "c")
    weights = [trained.network.parameters for trained in (first, again, other)]
    assert all(np.array_equal(weights[0][name], array) for name, array in weights[1].items())
    assert not np.array_equal(weights[0]["stem.conv.weight"], weights[2]["stem.conv.weight"])


@pytest.mark.slow_interpreted
def test_a_stopped_run_goes_on(tmp_path):
    seen = []
    begun = small(tmp_path, see=seen.append, stop=lambda: any(report.steps for report in seen))
    assert not begun.over
    steps = begun.last.steps
    ended = small(tmp_path)
    assert ended.over
    assert ended.last.steps > steps
    assert [line["steps"] for line in lines(tmp_path)] == sorted(line["steps"] for line in lines(tmp_path))


TRAINING = """
import halfmove as hm
hm.train("tictactoe", folder={folder!r}, positions={positions}, workers={workers}, options={options!r},
    see=lambda report: print(report.positions, flush=True))
"""


def begin(folder, positions, workers):
    """A process that trains; it tells how many positions there are."""
    text = TRAINING.format(folder=str(folder), positions=positions, workers=workers, options=SMALL)
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("workers", [0, 1])
def test_a_killed_run_goes_on_and_its_workers_end(tmp_path, workers):
    process = begin(tmp_path, 10_000_000, workers)
    while int(process.stdout.readline()) < 200:
        pass
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    assert len(children) == workers
    process.kill()
    process.wait()
    process.stdout.close()
    written = RunFolder(tmp_path).window / "counters"
    before = int(np.fromfile(written, np.int64)[1])
    assert before >= 200
    settings = RunSettings.read(tmp_path / "run.toml")
    seen = []
    ended = hm.train(
        "tictactoe", folder=tmp_path, see=seen.append, stop=lambda: bool(seen) and seen[-1].positions > before
    )
    assert ended.settings == settings
    assert seen[0].positions >= before
    until = time.monotonic() + 20
    while time.monotonic() < until and any(_runs(int(child)) for child in children):
        time.sleep(0.1)
    assert not any(_runs(int(child)) for child in children)


def _runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow_interpreted
def test_a_worker_that_is_killed_is_started_again(tmp_path):
    killed, seen = [], []

    def see(report):
        seen.append(report)
        if report.positions and not killed:
            found = subprocess.run(
                ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for row in found.splitlines():
                if "halfmove.learn.runs.worker" in row:
                    killed.append(int(row.split()[0]))
                    os.kill(killed[-1], signal.SIGKILL)

    def stop():
        return bool(seen) and seen[-1].restarted > 0 and seen[-1].positions_per_second > 0

    hm.train("tictactoe", folder=tmp_path, minutes=5, workers=1, options=SMALL, see=see, stop=stop)
    assert len(killed) == 1
    assert seen[-1].restarted == 1


@pytest.mark.slow_interpreted
def test_what_is_wrong_is_refused_in_a_sentence(tmp_path):
    folder = tmp_path / "run"
    small(folder, positions=100)
    with pytest.raises(BadInput, match=r"holds a run of tictactoe, not of connect4; give another folder\.$"):
        hm.train("connect4", folder=folder, minutes=1)
    with pytest.raises(BadInput, match=r"holds a run whose rate is 0\.002, not 0\.1; give"):
        hm.train("tictactoe", folder=folder, options={"rate": "0.1"})
    with pytest.raises(BadInput, match=r"no setting 'rates'; did you mean 'rate'\?"):
        hm.train("tictactoe", folder=tmp_path / "new", options={"rates": "1"})
    with pytest.raises(BadInput, match=r"'symmetries' is yes or no, not 'maybe'\."):
        hm.train("tictactoe", folder=tmp_path / "new", options={"symmetries": "maybe"})
    with pytest.raises(BadInput, match="recipe cannot be 'betazero'"):
        hm.train("tictactoe", folder=tmp_path / "new", recipe="betazero")
    with pytest.raises(hm.Unsuitable, match="cannot be put before a network"):
        hm.train("kuhn", folder=tmp_path / "new", minutes=1)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("Dear Sir,")
    with pytest.raises(BadInput, match="is there and holds no run; give a new folder"):
        hm.train("tictactoe", folder=tmp_path / "full")
    RunFolder(folder).checkpoint.write_bytes(b"PK")
    with pytest.raises(BadInput, match=r"The checkpoint '.*' is damaged\.$"):
        hm.train("tictactoe", folder=folder)
    (folder / "run.toml").write_text("[run")
    with pytest.raises(BadInput, match="are not TOML"):
        hm.train("tictactoe", folder=folder)
    assert not (tmp_path / "new").exists()


def test_a_folder_in_which_no_settings_could_be_written_is_free_again(tmp_path):
    settings = find_usual_settings(GameReference("tictactoe"), positions=100)
    left = tmp_path / "left"
    (left / "generations").mkdir(parents=True)
    (left / ".run.toml.0123.part").write_text("[run")
    RunFolder(left).prepare(settings)
    assert RunFolder(left).begun
    used = tmp_path / "used"
    (used / "generations").mkdir(parents=True)
    (used / "generations" / "0001.safetensors").write_bytes(b"a network")
    with pytest.raises(BadInput, match="is there and holds no run"):
        RunFolder(used).prepare(settings)


@pytest.mark.slow_interpreted
def test_another_runs_checkpoint_is_refused(tmp_path):
    small(tmp_path / "a", positions=100)
    small(tmp_path / "b", positions=100, options={"filters": "4"})
    RunFolder(tmp_path / "b").checkpoint.replace(RunFolder(tmp_path / "a").checkpoint)
    with pytest.raises(BadInput, match="is not of this run's network"):
        hm.train("tictactoe", folder=tmp_path / "a")


@pytest.mark.slow_interpreted
def test_a_loss_that_is_no_number_ends_the_run_and_keeps_the_last_state(tmp_path, monkeypatch):
    begun = small(tmp_path, positions=200, stop=lambda: False)
    before = RunFolder(tmp_path).checkpoint.read_bytes()
    assert begun.over
    text = (tmp_path / "run.toml").read_text()
    (tmp_path / "run.toml").write_text(text.replace("positions = 200", "positions = 900"))
    read = InNumPy.read_losses
    monkeypatch.setattr(
        InNumPy, "read_losses", lambda learner: [one._replace(value=float("nan")) for one in read(learner)]
    )
    with pytest.raises(BadInput, match=r"no number any more after \d+ steps; .* keeps the last good state"):
        hm.train("tictactoe", folder=tmp_path)
    assert RunFolder(tmp_path).checkpoint.read_bytes() == before


def test_settings_are_read_as_they_were_written(tmp_path):
    settings = make_settings(
        GameReference("mnk", {"width": 5, "height": 4, "k": 3}),
        {"minutes": 2.5, "workers": 3},
        "small",
        {"auxiliary": "plies", "symmetries": "no", "rate": "1e-3", "selection": "puct"},
        None,
    )
    settings.write(tmp_path / "run.toml")
    assert RunSettings.read(tmp_path / "run.toml") == settings
    assert settings.network.auxiliary == ("plies",)
    assert settings.learning.rate == 1e-3


@pytest.mark.slow_interpreted
def test_the_command_trains_and_goes_on(tmp_path):
    options = [f"--option={name}={value}" for name, value in SMALL.items()]
    folder = str(tmp_path / "run")
    done = halfmove("train", "tictactoe", "-o", folder, "--positions", "200", "--workers", "0", *options)
    assert done.status == 0
    assert "The network is" in done.out
    refused = halfmove("train", "tictactoe", "-o", folder, "--minutes", "0")
    assert (refused.status, refused.out) == (2, "")
    words = "--minutes must be a number between 0 and 16666666, such as 0.5, not '0'."
    assert refused.err == f"halfmove: {words}\n"
