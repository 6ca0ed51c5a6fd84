"""Positions from which the luck is taken, and networks fitted to them: against their definitions."""

import json

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.backgammon import fitting
from halfmove.games.backgammon.bearoff import in_words
from halfmove.games.backgammon.fitting import Part, collect, fit, told
from halfmove.games.backgammon.learned import Learned
from halfmove.games.backgammon.learner import beginning, room
from halfmove.games.backgammon.network import divided, read, shipped, worth, write
from halfmove.games.backgammon.rules import THROW, State

GAME = interpreted(Learned())


def a_game(rules, stray, seed=3):
    """The positions of a game and what is kept of them."""
    kept = Buffer(4 * fitting.LONGEST_GAME, unsigned=True)
    mean, said = (np.zeros((fitting.LONGEST_GAME, 5), np.float32) for _ in range(2))
    goes_on = np.zeros(fitting.LONGEST_GAME, np.int64)
    pages = (kept, mean, said, goes_on, np.zeros(5, np.float32))
    count = fitting.play(rules, 1, stray, in_words().address, stream(seed), *pages, shipped(), room())
    words = np.array(kept.array[: 4 * count]).reshape(count, 4)
    return words, mean[:count], said[:count], goes_on[:count].astype(bool)


def thrower(words):
    """The state in which who moves there throws."""
    a, b, c, d = map(int, words)
    s = GAME.initial()
    return State((a, b), (c, d), 0, THROW, 1, 0, 0, 0, s.crawford, 0)


@pytest.mark.slow_interpreted
def test_the_mean_is_that_over_all_throws_and_the_best_plays():
    words, mean, said, goes_on = a_game(hm.game("backgammon", evaluation="hand"), 0.3)
    assert 20 < len(words) < 200
    assert not goes_on[-1]
    assert 0.1 < 1 - goes_on.mean() < 0.5
    for n in range(0, len(words) - 1, 9):
        s = thrower(words[n])
        expected, worths = 0.0, []
        for dice, p in GAME.outcomes(s):
            here = GAME.result(s, dice)
            best = max(
                GAME.utility(child, 0) if GAME.is_terminal(child) else GAME.evaluate(child, 0) / 1e6
                for child in (GAME.result(here, a) for a in GAME.actions(here))
            )
            expected += p * best
            worths.append(best)
        assert worth(mean[n]) == pytest.approx(expected, abs=1e-4)
        assert min(abs(worth(said[n]) - w) for w in worths) < 1e-4
        if goes_on[n]:  # the next position is that of which this was said
            following = thrower(words[n + 1])
            assert -GAME.evaluate(following, 0) / 1e6 == pytest.approx(worth(said[n]), abs=1e-4)


@pytest.mark.exhaustive  # a whole game of self-play in plain Python
@pytest.mark.slow_interpreted
def test_both_speeds_play_the_same():
    machine, python = (
        a_game(rules, 0.1, 5) for rules in (hm.game("backgammon", evaluation="hand"), GAME_BY_HAND)
    )
    assert np.array_equal(machine[0], python[0])
    assert np.array_equal(machine[3], python[3])
    assert machine[1] == pytest.approx(python[1], abs=1e-5)


GAME_BY_HAND = interpreted(hm.game("backgammon", evaluation="hand"))


def test_what_positions_are_told_by_hand():
    """Of the win alone: after the last mean of 0.7 the other player has 0.3, which is 0.1 more than was said;
    of that, half.  Where another play was taken the mean stands."""
    mean, said = np.zeros((4, 5), np.float32), np.zeros((4, 5), np.float32)
    mean[:, 0] = 0.9, 0.2, 0.4, 0.7
    said[:, 0] = 0.5, 0.5, 0.2, 0.8
    mean[3, 1] = 0.2  # a gammon that the last one wins, and who moves before loses
    found = told(mean, said, np.array([True, False, True, False]), 0.5)
    assert found[:, 0] == pytest.approx([min(0.9 + 0.5 * (0.8 - 0.5), 1), 0.2, 0.4 + 0.5 * (0.3 - 0.2), 0.7])
    assert found[2, 3] == pytest.approx(0.5 * 0.2)
    assert np.array_equal(told(mean, said, np.ones(4, bool), 0.0), mean)


def some(folder, count=300):
    """A folder with one position, many times, and what no network says of it that knows nothing."""
    rng = np.random.default_rng(2)
    s = GAME.parse("4HPwATDgc/ABMA")
    words = np.tile(np.array([*s.own, *s.other], np.uint64), (count, 1))
    mean = np.tile(np.array([0.8, 0.3, 0.1, 0.05, 0.0], np.float32), (count, 1))
    mean[:, 0] += rng.uniform(-0.01, 0.01, count).astype(np.float32)
    made = json.dumps({"seed": 1, "stray": 0.1, "begin": "", "done": count})
    np.savez(
        folder / "1.npz", positions=words, mean=mean, said=mean, goes_on=np.zeros(count, bool), made=made
    )


@pytest.mark.slow_interpreted
def test_a_fit_comes_near_what_is_told_and_is_gone_on_with(tmp_path):
    positions, before = tmp_path / "positions", tmp_path / "before"
    positions.mkdir()
    some(positions)
    write(before, divided(beginning(3)), {})
    seen = []
    stops = iter([False, False, True])
    settings = {"begin": before, "epochs": 6, "first_rate": 0.05, "last_rate": 0.005}
    see = lambda f: seen.append((f.done, f.rate, f.held_out))  # noqa: E731
    fit(tmp_path / "fit", positions, **settings, see=see, stop=lambda: next(stops))
    assert [done for done, _, _ in seen] == [1, 2]
    weights = fit(tmp_path / "fit", positions, see=see)
    assert [done for done, _, _ in seen] == [1, 2, 3, 4, 5, 6]
    assert seen[-1][2] < 0.03
    assert len((tmp_path / "fit" / "log.jsonl").read_text().splitlines()) == 6
    whole = fit(tmp_path / "whole", positions, **settings)
    for a, b, kept in zip(weights, whole, read(tmp_path / "fit" / "best.safetensors"), strict=True):
        assert np.array_equal(a, b)
        assert np.array_equal(a, kept)


@pytest.mark.slow_interpreted
def test_positions_are_gone_on_with(tmp_path):
    seen = []
    assert collect(tmp_path, positions=30, seed=4, see=lambda c: seen.append(c.done)) == seen[-1] >= 30
    more = collect(tmp_path, positions=seen[-1] + 1, seed=4, see=lambda c: seen.append(c.done))
    assert more == seen[-1] > seen[0]
    assert (
        collect(tmp_path, positions=more, seed=4, stop=lambda: pytest.fail("nothing was to be done")) == more
    )
    parts = [fitting._part(file) for file in sorted(tmp_path.glob("*.npz"))]
    assert sum(len(part.mean) for part in parts) == more
    assert not np.array_equal(parts[0].positions[:20], parts[1].positions[:20])
    with pytest.raises(BadInput, match="made otherwise"):
        collect(tmp_path, positions=2 * more, seed=5)


def test_what_is_refused(tmp_path):
    for settings, words in (
        ({"positions": 0}, "1 or more positions"),
        ({"positions": 5, "stray": 1.5}, "'stray'"),
        ({"positions": 5, "begin": tmp_path / "nowhere"}, "cannot be read"),
    ):
        with pytest.raises(BadInput, match=words):
            collect(tmp_path / "new", **settings)
    with pytest.raises(BadInput, match="no positions"):
        fit(tmp_path / "fit", tmp_path)
    (tmp_path / "1.npz").write_bytes(b"nothing of the kind")
    with pytest.raises(BadInput, match="does not hold positions"):
        fit(tmp_path / "fit", tmp_path)
    some(tmp_path, 5)
    made = json.dumps({"seed": 1, "stray": 0.1, "begin": "", "done": 5})
    part = fitting._part(tmp_path / "1.npz")
    arrays = dict(zip(Part._fields, part, strict=True)) | {"mean": part.mean[:3], "made": made}
    np.savez(tmp_path / "2.npz", **arrays)
    with pytest.raises(BadInput, match="of this Halfmove"):
        fit(tmp_path / "fit", tmp_path)
    for settings, words in (
        ({"epochs": 0}, "epochs"),
        ({"trace": -1}, "'trace'"),
        ({"first_rate": 0.1, "last_rate": 0.2}, "steps fall"),
    ):
        with pytest.raises(BadInput, match=words):
            fit(tmp_path / "fit", tmp_path, **settings)
    (tmp_path / "fit").mkdir(exist_ok=True)
    write(tmp_path / "fit" / "best.safetensors", shipped(), {})
    (tmp_path / "2.npz").unlink()
    with pytest.raises(BadInput, match="how far"):
        fit(tmp_path / "fit", tmp_path)
