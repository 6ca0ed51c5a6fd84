"""A small network learns from a large one's searches."""

import numpy as np
import pytest
from command import halfmove
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.packing import pack_run
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.neural.file import read

OPTIONS = {**SMALL, "publish": "40", "backend": "numpy"}


def saved_teacher(path, game="tictactoe", **changes):
    """A larger network than `SMALL`, drawn from a seed."""
    network = hm.Network.new(hm.game(game), "tiny", seed=7, **changes)
    network.save(path)
    return network


def distil(folder, teacher, positions=300, **given):
    options = {**OPTIONS, **given.pop("options", {})}
    return hm.train(
        "tictactoe", folder=folder, positions=positions, workers=0, distil=teacher, options=options, **given
    )


@pytest.mark.slow_interpreted
def test_the_teacher_plays_all_games_and_the_small_network_learns(tmp_path):
    teacher = saved_teacher(tmp_path / "teacher.safetensors")
    begun = distil(tmp_path / "run", tmp_path / "teacher.safetensors", stop=lambda: False, positions=150)
    folder = RunFolder(begun.folder)
    assert begun.settings.recipe == "distillation"
    assert begun.last.steps > 0
    assert begun.last.published == 1  # nothing but the teacher was ever played with
    for file in (folder.current, folder.teacher):
        assert all(
            np.array_equal(read(file, begun.game).parameters[k], v) for k, v in teacher.parameters.items()
        )
    assert begun.network.architecture.filters == 8
    assert begun.network.made["recipe"] == "distillation"
    # another seed of the learner's own network does not change what the teacher plays; the same repeats it
    again = distil(tmp_path / "again", tmp_path / "teacher.safetensors", positions=150)
    assert all(np.array_equal(again.network.parameters[k], v) for k, v in begun.network.parameters.items())


@pytest.mark.slow_interpreted
def test_a_run_goes_on_without_the_teachers_file_here_and_elsewhere(tmp_path):
    file, seen = tmp_path / "teacher.safetensors", []
    saved_teacher(file)
    begun = distil(
        tmp_path / "run", file, see=seen.append, stop=lambda: bool(seen) and seen[-1].positions > 80
    )
    assert not begun.over
    file.unlink()
    pack_run(RunFolder(begun.folder), tmp_path / "packed.run")
    for folder, given in ((begun.folder, {}), (tmp_path / "other", {"unpack": tmp_path / "packed.run"})):
        ended = hm.train(None, folder=folder, **given)
        assert ended.over
        assert ended.settings == RunSettings.read(begun.folder / "run.toml")


@pytest.mark.slow_interpreted
def test_what_was_learnt_are_the_teachers_searches(tmp_path):
    """The small network comes nearer to what the teacher's games say than one that learnt nothing."""
    file = tmp_path / "teacher.safetensors"
    saved_teacher(file)
    seen = []
    distil(tmp_path / "run", file, positions=1500, options={"reuse": "12"}, see=seen.append)
    losses = [report.policy for report in seen if report.policy is not None]
    assert losses[-1] < 0.8 * losses[0]


def test_what_cannot_be_distilled_is_refused_in_a_sentence(tmp_path):
    file = tmp_path / "teacher.safetensors"
    saved_teacher(file)
    with pytest.raises(BadInput, match="with it, and only with it, --distil names the network's file"):
        hm.train("tictactoe", folder=tmp_path / "run", positions=100, recipe="distillation")
    with pytest.raises(BadInput, match="with it, and only with it, --distil names the network's file"):
        distil(tmp_path / "run", file, recipe="alphazero")
    with pytest.raises(
        BadInput, match=r"nowhere.safetensors' cannot be read|nowhere.safetensors' is not there"
    ):
        distil(tmp_path / "run", tmp_path / "nowhere.safetensors")
    with pytest.raises(BadInput, match=r"tictactoe|Tic"):
        hm.train("nim", folder=tmp_path / "run", positions=100, workers=0, distil=file, options=OPTIONS)
    with pytest.raises(BadInput, match="searches no positions, so none anew"):
        distil(tmp_path / "run", file, options={"reanalyse": "0.5"})
    assert not (tmp_path / "run").exists()
    said = halfmove("train", "tictactoe", "--evaluation", "--distil", str(file), "-o", str(tmp_path / "run"))
    assert said.status == 2
    assert "learnt without 'distil': leave it out" in said.err
