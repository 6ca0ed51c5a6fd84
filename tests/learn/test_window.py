"""The replay window and the batches that are read from it."""

import numpy as np
import pytest
from drawn_samples import positions

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.words import read_words
from halfmove.learn.batch import Batches
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding

SIZES = Sizes(words=2, actions=3, values=1, last=2)


def numbered(start, stop):
    samples = Samples.empty(stop - start, SIZES)
    for array in samples.arrays().values():
        array[:] = np.arange(start, stop).reshape(-1, *[1] * (array.ndim - 1))
    return samples


def held(window):
    """The numbers of the samples that the window says it has; all arrays must agree."""
    found = window.read(np.arange(window.oldest, window.written))
    columns = [array.reshape(len(found), -1)[:, 0] for array in found.arrays().values()]
    assert all(np.array_equal(column, columns[0].astype(column.dtype)) for column in columns)
    return [int(number) for number in columns[0]]


def test_the_newest_samples_stay(tmp_path):
    window = Window(tmp_path, SIZES, 10)
    assert len(window) == 0
    for start, stop in ((0, 4), (4, 9), (9, 12), (12, 45)):
        window.write(numbered(start, stop))
        assert held(window) == list(range(max(stop - 10, 0), stop))
    assert held(Window(tmp_path, SIZES, 10)) == list(range(35, 45))
    drawn = window.draw(500, np.random.default_rng(0), newest=4)
    assert set(drawn.plies_left.tolist()) == {41, 42, 43, 44}


class Killed(BaseException):
    """Instead of a signal."""


class DyingArray:
    """Mapped memory whose writer is killed when it has written a part."""

    def __init__(self, array, rows):
        self.array, self.rows = array, rows

    def __setitem__(self, rows, values):
        self.array[rows[: self.rows]] = values[: self.rows]
        raise Killed


@pytest.mark.parametrize("dying", ["words", "shares", "plies_left"])
@pytest.mark.parametrize("rows", [0, 2])
@pytest.mark.parametrize("before", [3, 10, 27])
def test_a_kill_while_it_writes_leaves_whole_samples(tmp_path, dying, rows, before):
    window = Window(tmp_path, SIZES, 10)
    window.write(numbered(0, before))
    window._arrays[dying] = DyingArray(window._arrays[dying], rows)
    with pytest.raises(Killed):
        window.write(numbered(before, before + 4))
    again = Window(tmp_path, SIZES, 10)
    assert held(again) == list(range(max(before + 4 - 10, 0), before))
    again.write(numbered(before, before + 1))
    assert held(again) == list(range(max(before + 4 - 10, 0), before + 1))
    again.write(numbered(before + 1, before + 20))
    assert held(again) == list(range(before + 10, before + 20))


def test_another_games_window_and_a_full_disk_are_refused(tmp_path, monkeypatch):
    Window(tmp_path / "w", SIZES, 10)
    with pytest.raises(BadInput, match="of other sizes"):
        Window(tmp_path / "w", Sizes(words=3, actions=3, values=1), 10)

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(BadInput, match="cannot be made: No space left on device"):
        Window(tmp_path / "other", SIZES, 10)
    monkeypatch.undo()
    assert len(Window(tmp_path / "other", SIZES, 10)) == 0  # nothing half made is in the way


@pytest.mark.parametrize("name", ["mnk", "connect4", "othello"])
def test_a_batch_shows_each_position_by_its_symmetry(name):
    game = hm.game(name)
    encoding = Encoding(game)
    samples = positions(hm.interpreted(game), 12)
    twins = np.arange(12) % game.symmetry_count
    batch = Batches(encoding, outcome_share=0.25).turn_samples(samples, twins)
    plain = hm.interpreted(game)
    row = Buffer(encoding.words)
    for i in range(12):
        row.array[:] = samples.words[i]
        state = read_words(plain.initial(), row, 0)
        assert np.array_equal(batch.planes[i], encoding.planes([state], [twins[i]])[0])
        _, places = encoding.places(state, int(twins[i]))
        assert batch.places[i, : len(places)].tolist() == places
        assert batch.legal[i].sum() == len(places)
    assert batch.values == pytest.approx(0.25 * samples.outcome + 0.75 * samples.root)
