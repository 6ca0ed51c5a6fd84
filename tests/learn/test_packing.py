"""Runs that move house: packed into a file, unpacked elsewhere, and gone on with."""

import io
import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.sealed_zip import seal
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.packing import BEGIN, DIRECTORY, pack_run, round_to_bfloat16, unpack_run
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.samples import Sizes
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding


def train(folder, positions=400, **given):
    return hm.train(
        "tictactoe", folder=folder, positions=positions, workers=0, seed=3, options=SMALL, **given
    )


def stopped(folder, least=200):
    """A run that was stopped when it had so many positions."""
    seen = []
    trained = train(folder, see=seen.append, stop=lambda: bool(seen) and seen[-1].positions >= least)
    assert not trained.over
    return RunFolder(trained.folder)


def window_of(folder):
    settings = RunSettings.read(folder.settings_file)
    return Window(folder.window, Sizes.of(Encoding(settings.game.open())), settings.learning.window)


@pytest.mark.slow_interpreted
def test_an_unpacked_run_comes_to_what_the_first_would_have(tmp_path):
    there = stopped(tmp_path / "there")
    packed = pack_run(there, tmp_path / "run.pack")
    assert packed.size == (tmp_path / "run.pack").stat().st_size
    assert packed.samples == packed.of == len(window_of(there)) >= 200
    here = hm.train(unpack=tmp_path / "run.pack", folder=tmp_path / "here")
    on = train(there.path)
    assert here.over
    assert on.over
    assert here.last.positions == on.last.positions
    assert all(np.array_equal(on.network.parameters[n], a) for n, a in here.network.parameters.items())
    lines = RunFolder(here.folder).log.read_text().splitlines()
    assert lines[: len(lines) // 2] == there.log.read_text().splitlines()[: len(lines) // 2]


@pytest.mark.slow_interpreted
def test_where_there_is_no_room_whole_games_are_left_out(tmp_path):
    there = stopped(tmp_path / "there")
    for file in there.generations.iterdir():  # fewer of them would make room
        file.unlink()
    every = window_of(there)
    samples = every.read(np.arange(every.oldest, every.written))
    noise = np.random.default_rng(1).random(samples.shares.shape, np.float32)  # which does not become smaller
    every.write(replace(samples, shares=noise))
    whole = pack_run(there, tmp_path / "whole.pack", most=80_000)  # a checkpoint rounded, as with less
    most = whole.size + DIRECTORY - noise.nbytes // 2
    without = pack_run(there, tmp_path / "other.pack", most=most)
    assert without.size <= most
    assert 0 < without.samples < without.of == len(every)
    folder = RunFolder(tmp_path / "here")
    unpack_run(tmp_path / "other.pack", folder)
    window = window_of(folder)
    assert window.written == every.written
    assert len(window) == without.samples
    kept = window.read(np.arange(window.oldest, window.written))
    samples = every.read(np.arange(every.oldest, every.written))
    games = set(games_of(samples))
    assert all(game in games for game in games_of(kept))
    drawn = window.numbers(1000, np.random.default_rng(0))
    assert drawn.min() >= window.oldest
    assert drawn.max() < window.written
    with pytest.raises(BadInput, match="without any position"):
        pack_run(there, tmp_path / "none.pack", most=5000)
    assert not (tmp_path / "none.pack").exists()


def games_of(samples):
    """The positions of each game, in order."""
    ends = np.flatnonzero(~samples.followed) + 1
    return [words.tobytes() for words in np.split(samples.words, ends) if len(words)]


@pytest.mark.slow_interpreted
def test_a_stretch_ends_and_packs_and_other_machines_have_other_processes(tmp_path):
    first = train(tmp_path / "a", positions=1_000_000, stretch=0.02, pack=tmp_path / "a.pack")
    assert (first.over, first.stretched, first.interrupted) == (False, True, False)
    assert first.packed.file == tmp_path / "a.pack"
    settings = unpack_run(tmp_path / "a.pack", RunFolder(tmp_path / "b"), 2, {"learner": "numpy"})
    assert settings == RunSettings.read(tmp_path / "b" / "run.toml")
    assert settings.workers == 2
    assert settings.learning.learner == "numpy"
    again = hm.train(folder=tmp_path / "b", pack=tmp_path / "b.pack")
    assert again.to_dict()["positions"] == again.samples == first.packed.samples


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The bytes of a packed run."""
    folder = tmp_path_factory.mktemp("packed")
    pack_run(stopped(folder / "run", 50), folder / "run.pack")
    return (folder / "run.pack").read_bytes()


def refused(content, tmp_path):
    (tmp_path / "bad.pack").write_bytes(content)
    with pytest.raises(BadInput, match="is no packed run, or a damaged one"):
        unpack_run(tmp_path / "bad.pack", RunFolder(tmp_path / "new"))
    assert [path.name for path in tmp_path.iterdir()] == ["bad.pack"]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("share", [0.0, 0.3, 0.999])
def test_a_file_that_was_cut_is_refused(packed, tmp_path, share):
    refused(packed[: int(len(packed) * share)], tmp_path)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("share", [0.01, 0.5, 0.9999])
def test_a_flipped_bit_is_noticed(packed, tmp_path, share):
    changed = bytearray(packed)
    changed[int(len(packed) * share)] ^= 4
    refused(bytes(changed), tmp_path)


def rewritten(packed, **parts):
    """The archive with other parts, sealed; None: without it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, content in parts.items():
            if content is not None:
                new.writestr(name, content)
    seal(out)
    return out.getvalue()


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    "parts",
    [
        {"checkpoint": None},
        {"run.toml": None},
        {"window/words.npy": None},
        {"window/words.npy": npy(np.zeros(3))},
        {f"window/{BEGIN}": npy(np.array([5, 10**9]))},
        {f"window/{BEGIN}": npy(np.array([5, -1]))},
    ],
    ids=lambda parts: "-".join(parts),
)
def test_what_is_missing_or_of_another_size_is_refused(packed, tmp_path, parts):
    refused(rewritten(packed, **parts), tmp_path)


@pytest.mark.slow_interpreted
def test_nothing_is_written_outside_of_the_folder(packed, tmp_path):
    (tmp_path / "odd.pack").write_bytes(rewritten(packed, **{"../outside": b"x", "window/../odd": b"x"}))
    unpack_run(tmp_path / "odd.pack", RunFolder(tmp_path / "in" / "run"))
    assert {path.name for path in tmp_path.iterdir()} == {"odd.pack", "in"}
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["run"]
    assert not (tmp_path / "in" / "run" / "odd").exists()


@pytest.mark.slow_interpreted
def test_a_folder_that_holds_something_is_left_alone(packed, tmp_path):
    (tmp_path / "run.pack").write_bytes(packed)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter").write_text("dear")
    with pytest.raises(BadInput, match="is there already"):
        unpack_run(tmp_path / "run.pack", RunFolder(tmp_path / "mine"))
    assert (tmp_path / "mine" / "letter").read_text() == "dear"


@pytest.mark.one_speed
def test_without_a_run_there_is_nothing_to_pack(tmp_path):
    with pytest.raises(BadInput, match="holds no run"):
        hm.train(folder=tmp_path / "none", pack=tmp_path / "out")
    with pytest.raises(BadInput, match="leave the game out"):
        hm.train("tictactoe", folder=tmp_path / "none", unpack=tmp_path / "out")
    with pytest.raises(BadInput, match="cannot be read"):
        hm.train(folder=tmp_path / "none", unpack=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.one_speed
@given(st.lists(st.floats(width=32, allow_nan=True, allow_infinity=True), max_size=20))
def test_rounding_keeps_eight_bits_and_what_is_no_number(numbers):
    array = np.array(numbers, np.float32)
    rounded = round_to_bfloat16(array)
    finite = np.isfinite(array) & np.isfinite(rounded)
    assert not (rounded[finite].view(np.uint32) & 0xFFFF).any()
    normal = finite & (np.abs(array) >= np.finfo(np.float32).tiny)
    with np.errstate(over="ignore"):
        assert (np.abs(rounded[normal] - array[normal]) <= np.abs(array[normal]) / 256).all()
    assert np.array_equal(np.isnan(rounded), np.isnan(array))


@pytest.mark.slow_interpreted
def test_a_large_checkpoint_is_rounded(packed, tmp_path):
    (tmp_path / "run.pack").write_bytes(packed)
    unpack_run(tmp_path / "run.pack", RunFolder(tmp_path / "a"))
    folder = RunFolder(tmp_path / "a")
    state, counters = folder.load()
    size = sum(array.nbytes for array in state.values())
    small = pack_run(folder, tmp_path / "small.pack", most=2 * size - 2)
    unpack_run(small.file, RunFolder(tmp_path / "b"))
    other, same = RunFolder(tmp_path / "b").load()
    assert json.dumps(counters) == json.dumps(same)
    moments = [name for name in state if name.startswith(("first/", "second/"))]
    assert moments
    assert all(np.array_equal(round_to_bfloat16(state[name]), other[name]) for name in moments)
    assert all(np.array_equal(array, other[name]) for name, array in state.items() if name not in moments)
