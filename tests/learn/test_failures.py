"""What a run does when the machine fails it: one sentence, and the last good state stays."""

from io import FileIO

import numpy as np
import pytest
from command import halfmove
from learn_small import SMALL

import halfmove as hm
from halfmove.core import atomic_file
from halfmove.core.errors import BadInput
from halfmove.learn.learner.in_numpy import InNumPy
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.run import Run
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

FULL = "/dev/full"
"""What is written to it finds no space left on the device."""


def fault(done):
    """The one sentence that a run ends with; before it only the plan is told."""
    *plan, last = done.err.splitlines()
    assert not any(line.startswith("halfmove: ") for line in plan)
    assert len(plan) in (0, 3, 4)  # who learns, who plays, the memory; what is expected of a new run
    assert last.startswith("halfmove: ")
    return last


def begun(folder, **given):
    """A run that was interrupted as soon as it had learnt something."""
    seen = []

    def stop():
        return any(report.steps for report in seen)

    arguments = {"positions": 400, "workers": 0, "options": SMALL, **given}
    return hm.train("tictactoe", folder=folder, see=seen.append, stop=stop, **arguments)


def arguments(folder):
    return ("train", "tictactoe", "-o", str(folder))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("file", ["best.safetensors", "checkpoint", "current.safetensors"])
def test_a_full_disk_ends_the_run_and_what_was_written_stays(tmp_path, file, monkeypatch):
    begun(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    part = tmp_path / f".{file}.part"
    monkeypatch.setattr(atomic_file, "name_beside", lambda path: path.with_name(f".{path.name}.part"))
    part.symlink_to(FULL)
    done = halfmove(*arguments(tmp_path))
    assert done.status == 2
    assert (
        fault(done) == f"halfmove: The file '{tmp_path / file}' cannot be written: No space left on device."
    )
    if file in before:
        assert (tmp_path / file).read_bytes() == before[file]
    # with room again it goes on: the temporary file, and with it the link, has gone
    assert hm.train("tictactoe", folder=tmp_path).over


@pytest.mark.slow_interpreted
def test_a_log_that_has_no_room_ends_the_run(tmp_path, monkeypatch):
    begun(tmp_path)
    before = RunFolder(tmp_path).checkpoint.read_bytes()
    log = RunFolder(tmp_path).log
    monkeypatch.setattr(RunFolder, "open_log", lambda self: FileIO(FULL, "a"))
    done = halfmove(*arguments(tmp_path))
    assert done.status == 2
    assert fault(done) == f"halfmove: The file '{log}' cannot be written: No space left on device."
    assert RunFolder(tmp_path).checkpoint.read_bytes() == before


@pytest.mark.slow_interpreted
def test_a_window_that_has_no_room_is_refused_and_leaves_nothing_half_made(tmp_path, monkeypatch):
    def full(descriptor, start, size):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(
        BadInput, match=r"The replay window in '.*' cannot be made: No space left on device\.$"
    ):
        begun(tmp_path)
    assert list((tmp_path / "window").iterdir()) == []
    monkeypatch.undo()
    assert hm.train("tictactoe", folder=tmp_path).over


@pytest.mark.slow_interpreted
def test_a_checkpoint_of_another_game_or_encoding_is_refused(tmp_path, monkeypatch):
    begun(tmp_path)
    # of the same sizes: nothing but the name tells them apart
    settings = RunSettings.read(tmp_path / "run.toml")
    text = (tmp_path / "run.toml").read_text()
    (tmp_path / "run.toml").write_text(
        text.replace('"tictactoe"', '"mnk"').replace(
            "[network]", "[parameters]\nwidth = 3\nheight = 3\nk = 3\n[network]"
        )
    )
    with pytest.raises(BadInput, match=r"The checkpoint '.*' is of tictactoe.*, and this run is of mnk"):
        hm.train("mnk", folder=tmp_path)
    (tmp_path / "run.toml").write_text(text)
    assert RunSettings.read(tmp_path / "run.toml") == settings
    monkeypatch.setattr("halfmove.learn.runs.run.encoding_of", lambda game: {"digest": "another"})
    with pytest.raises(BadInput, match=r"or of another encoding of it, .*; begin a new run\.$"):
        hm.train("tictactoe", folder=tmp_path)


@pytest.mark.slow_interpreted
def test_a_best_network_of_another_game_is_refused(tmp_path):
    begun(tmp_path, recipe="alphago-zero")
    game = hm.game("mnk", width=3, height=3, k=3)
    architecture = preset("tiny", Encoding(game))
    Network(game, architecture, draw_parameters(architecture), {}).save(tmp_path / "best.safetensors")
    before = RunFolder(tmp_path).checkpoint.read_bytes()
    done = halfmove(*arguments(tmp_path))
    assert done.status == 2
    assert "best.safetensors' is for mnk" in done.err
    assert fault(done)
    assert RunFolder(tmp_path).checkpoint.read_bytes() == before


def test_a_game_that_cannot_be_encoded_is_refused_and_leaves_no_folder(tmp_path):
    done = halfmove("train", "kuhn", "-o", str(tmp_path / "run"), "--minutes", "1")
    assert done.status == 2
    assert "cannot be put before a network" in done.err
    assert fault(done)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow_interpreted
def test_a_loss_that_is_no_number_is_one_sentence_of_the_command(tmp_path, monkeypatch):
    begun(tmp_path)
    before = RunFolder(tmp_path).checkpoint.read_bytes()
    gradients = InNumPy.gradients

    def spoilt(self, batch):
        losses, found = gradients(self, batch)
        return losses, {name: gradient * np.nan for name, gradient in found.items()}

    monkeypatch.setattr(InNumPy, "gradients", spoilt)
    done = halfmove(*arguments(tmp_path))
    assert done.status == 2
    assert "The loss is no number any more after" in done.err
    assert fault(done)
    assert RunFolder(tmp_path).checkpoint.read_bytes() == before


@pytest.mark.parametrize("place", ["step", "settle", "evaluate"])
def test_a_gpu_out_of_memory_is_one_sentence(tmp_path, monkeypatch, place):
    torch = pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")
    from halfmove.learn.learner.in_torch import InTorch

    options = {**SMALL, "learner": "torch", "backend": "torch"}
    begun(tmp_path, options=options)
    before = RunFolder(tmp_path).checkpoint.read_bytes()

    def out_of_memory(*arguments, **named):
        raise torch.cuda.OutOfMemoryError("CUDA out of memory.")

    if place == "evaluate":
        monkeypatch.setattr("halfmove.learn.learner.evaluating.run", out_of_memory)
    elif place == "step":
        monkeypatch.setattr(InTorch, "_losses", out_of_memory)
    else:
        monkeypatch.setattr(InTorch, "_outputs", out_of_memory)
    done = halfmove(*arguments(tmp_path))
    assert done.status == 2
    assert "The GPU has not enough memory for" in done.err
    assert ("--option games=64" if place == "evaluate" else "--option batch=64") in done.err
    assert fault(done)
    assert RunFolder(tmp_path).checkpoint.read_bytes() == before


@pytest.mark.slow_interpreted
def test_an_error_on_the_way_saves_nothing(tmp_path, monkeypatch):
    begun(tmp_path)
    saved = []
    monkeypatch.setattr(Run, "save", lambda self: saved.append(self))
    monkeypatch.setattr(Run, "learn", lambda self: (_ for _ in ()).throw(BadInput("It failed.")))
    with pytest.raises(BadInput, match="It failed"):
        hm.train("tictactoe", folder=tmp_path)
    assert saved == []
