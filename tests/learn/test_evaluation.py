"""Networks that estimate, learnt: games with themselves, judges, a folder without loss, a fit that fits."""

import math
import sys
from typing import NamedTuple

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.evaluation_network import EvaluationNetwork, find_network, list_inputs
from halfmove.core.words import read_rows
from halfmove.games.reference import GameReference
from halfmove.learn.evaluation import train
from halfmove.learn.evaluation.fit import Fit, add_gradients, new_weights
from halfmove.learn.evaluation.games import SelfPlay
from halfmove.learn.evaluation.judges import UNJUDGED, EngineJudge, open_judge
from halfmove.learn.evaluation.passes import Passes
from halfmove.learn.evaluation.positions import JudgedFolder, JudgedStates, Positions, find_positions

pytestmark = pytest.mark.slow_interpreted


@pytest.fixture(scope="module")
def game():
    return hm.game("chess")


@pytest.fixture(scope="module")
def played(game):
    return SelfPlay(game, nodes=200, seed=1).play(4000, lambda: False)


@pytest.fixture(scope="module")
def judged(game, played):
    scores = EngineJudge(game, 1).judge(played.states)
    kept = scores != UNJUDGED
    return JudgedStates(played.states[kept], scores[kept], played.results[kept])


def list_states(game, rows):
    return list(read_rows(game.initial(), rows))


def test_states_are_those_that_searches_estimate(game, played):
    states = list_states(game, played.states)
    assert len(states) >= 4000
    assert not any(game.in_check(state) for state in states)
    assert all(state == game.parse(game.position_text(state)) for state in states[::100])
    assert len(set(states)) > 0.8 * len(states)
    assert set(played.results) <= {1, 0, -1}
    # after many of them something hangs, which in games of good players is rare
    captures = [any(game.gain(s, a) >= game.unit and game.exchange(s, a) > 0 for a in game.actions(s))
                for s in states[::20]]  # fmt: skip
    assert np.mean(captures) > 0.2


def test_the_same_seed_gives_the_same_states(game, played):
    again = SelfPlay(game, nodes=200, seed=1).play(1000, lambda: False)
    assert (again.states == played.states[: len(again.states)]).all()
    other = SelfPlay(game, nodes=200, seed=2).play(100, lambda: False)
    assert not (other.states[:20] == played.states[:20]).all()


def test_games_that_are_stopped_leave_nothing(game):
    looks = iter([False] * 20 + [True] * 1000)
    found = SelfPlay(game, nodes=200, seed=1).play(10_000, lambda: next(looks))
    assert len(found.states) == len(found.results) == 0


def test_the_engine_judges_states_at_rest(game, played):
    rows = played.states[:1000]
    scores = EngineJudge(game, 1).judge(rows)
    kept = scores != UNJUDGED
    assert 0.3 < kept.mean() < 0.95
    network = find_network(game, "auto")
    estimates = []
    for state in list_states(game, rows[kept]):
        mover = game.to_move(state)
        value = game.refine(state, mover, network.evaluate(game, state, mover))
        estimates.append(value * 100 / game.unit)
    near = np.abs(estimates) < 300  # where one side is winning, a ply alters more
    assert near.mean() > 0.3
    assert np.median(np.abs(scores[kept] - estimates)[near]) < 60
    assert np.abs(scores[kept]).max() <= 2000


def test_inputs_are_those_of_the_states(game, judged):
    found = find_positions(game, judged)
    for number, state in enumerate(list_states(game, judged.states)):
        if number % 7 == 0:
            mover = game.to_move(state)
            count = found.counts[number]
            assert found.inputs[number, 0, :count].tolist() == list_inputs(game, state, mover)
            assert found.inputs[number, 1, :count].tolist() == list_inputs(game, state, 1 - mover)
            assert found.buckets[number] == game.output_bucket(state)
            assert found.scores[number] == pytest.approx(judged.scores[number] / 100)
            result = judged.results[number]
            assert found.results[number] == ((result if mover == 0 else -result) + 1) / 2


def test_a_folder_gives_back_what_it_was_given(game, judged, tmp_path):
    folder = JudgedFolder(tmp_path, game, "nobody")
    file = folder.add(judged)
    for kept, given in zip(folder.read(file), judged, strict=True):
        assert (kept == given).all()
    assert folder.count() == len(judged.scores)
    assert file.stat().st_size < 40 * len(judged.scores)
    with pytest.raises(BadInput, match="are of Chess"):
        JudgedFolder(tmp_path, hm.game("chess", chess960=True), "nobody").read(file)
    with pytest.raises(BadInput, match="were judged by nobody, not by somebody"):
        JudgedFolder(tmp_path, game, "somebody").count()
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(BadInput, match="holds no judged positions"):
        folder.read(file)


def test_a_plain_search_judges_and_what_is_over_is_left_out():
    game = hm.game("othello", score="discs")
    played = SelfPlay(game, nodes=100, seed=1).play(300, lambda: False)
    assert set(played.results) <= {1, 0, -1}
    scores = EngineJudge(game, 2).judge(played.states[:40])
    for score, state in zip(scores, list_states(game, played.states[:40]), strict=True):
        searched = hm.analyze(game, state, hm.Limit(depth=2)).score.raw
        assert score == searched * 100 // game.unit
    over = game.initial()
    for text in ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"):  # White has no disc left
        over = game.result(over, game.parse_action(over, text))
    assert game.is_terminal(over)
    assert EngineJudge(game, 1).judge(np.array([over], np.uint64).view(np.int64)) == [UNJUDGED]


def test_symmetric_twins_are_drawn_for_each_pass():
    game = hm.game("othello")
    played = SelfPlay(game, nodes=100, seed=1).play(200, lambda: False)
    judged = JudgedStates(played.states, np.zeros(len(played.states), np.int16), played.results)
    found = find_positions(game, judged, np.random.default_rng(1))
    drawn = np.random.default_rng(1).integers(0, 8, len(played.states))
    for number, state in enumerate(list_states(game, played.states)):
        twin = game.symmetric(state, int(drawn[number]))
        count = found.counts[number]
        assert found.inputs[number, 0, :count].tolist() == list_inputs(game, twin, game.to_move(twin))
    assert len(set(drawn)) == 8


# ---- a teacher

ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Counter", "uciok", sep="\\n")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        fen = line.split()[2:]
        white = sum("PNBRQK".find(c) >= 0 for c in fen[0]) - sum("pnbrqk".find(c) >= 0 for c in fen[0])
    elif word == "eval":
        print("Classical evaluation 9.00", f"Final evaluation {white / 2:+.2f} (white side)", sep="\\n")
    elif word == "go":
        mover = white if fen[1] == "w" else -white
        print("info depth 1 score cp 12345", f"info depth 2 score cp {30 * mover} pv e2e4", sep="\\n")
        print("info depth 2 string the score is told" if mover < 3 else "info depth 3 score mate 4")
        print("bestmove e2e4")
    sys.stdout.flush()
"""
"""It counts pieces: half a pawn each by `eval`, less by a search, which says mate from three more on."""
FENS = ("4k3/8/8/8/8/8/3PP3/4K3", "4k3/8/8/8/1P3P2/8/1P1PP3/4K3")
"""White has two pawns more, and five."""


@pytest.fixture
def counter(tmp_path):
    file = tmp_path / "counter.py"
    file.write_text(ENGINE)
    return f"{sys.executable} {file}"


def count_pieces(game, rows):
    """By how many the mover has more."""
    found = []
    for s in list_states(game, rows):
        more = s.white.bit_count() - s.black.bit_count()
        found.append(more if game.to_move(s) == 0 else -more)
    return np.array(found)


def test_a_teacher_judges_without_a_search(game, played, counter):
    teacher = open_judge(game, counter, 0)
    scores = teacher.judge(played.states[:150])
    teacher.close()
    assert (scores == 50 * count_pieces(game, played.states[:150])).all()


def test_a_teacher_judges_by_a_search_and_mates_are_left_out(game, played, counter):
    teacher = open_judge(game, counter, 2)
    scores = teacher.judge(played.states[:300])
    teacher.forget()
    teacher.close()
    more = count_pieces(game, played.states[:300])
    assert (scores == np.where(more < 3, 30 * more, UNJUDGED)).all()


def test_a_teacher_says_what_states_are_worth(game, counter):
    teacher = open_judge(game, counter, 2)
    states = [game.initial(), *(game.parse(f"{fen} {mover} - - 0 1") for fen in FENS for mover in "wb")]
    assert teacher.values(states) == [0, 0.6, -0.6, math.inf, -1.5]
    teacher.close()


def test_what_is_no_teacher_is_refused_in_a_sentence(game, tmp_path):
    with pytest.raises(BadInput, match="There is no program 'no-such-engine'"):
        open_judge(game, "no-such-engine", 0)
    with pytest.raises(BadInput, match=r"The teacher '.*' ended with exit status 3"):
        open_judge(game, f"{sys.executable} -c 'import sys; sys.exit(3)'", 0)
    with pytest.raises(Unsuitable, match="not played over UCI"):
        open_judge(hm.game("checkers"), "stockfish", 0)


# ---- the fit


def test_gradients_are_the_slopes_of_the_loss(game, judged):
    found = find_positions(game, judged)
    weights = new_weights(game, 64, seed=5)
    layer, order = np.zeros((2, 64), np.float32), np.arange(60)
    targets = np.linspace(0.05, 0.95, len(found.counts)).astype(np.float32)

    def loss(learn=False):
        gradients = weights.zeros()
        told = found.inputs, found.counts, found.buckets, targets, order, tuple(weights), tuple(gradients)
        return add_gradients(game, *told, layer, learn), gradients

    _, gradients = loss(learn=True)
    for part, slopes in zip(weights[:4], gradients[:4], strict=True):
        for place in np.argsort(-np.abs(slopes), axis=None)[:3]:
            at = np.unravel_index(place, part.shape)
            before, step = part[at], np.float32(0.003)
            part[at] = before + step
            above, _ = loss()
            part[at] = before - step
            below, _ = loss()
            part[at] = before
            assert slopes[at] == pytest.approx((above - below) / (2 * step), rel=0.05, abs=0.002)


class Together(NamedTuple):
    """Positions that are passed over all at once."""

    positions: Positions

    @property
    def number(self):
        return len(self.positions.counts)

    def draw(self, random):
        yield self.positions


def test_passes_draw_every_position_once_in_an_order_of_their_own(game, judged, tmp_path):
    folder = JudgedFolder(tmp_path, game, "nobody")
    parts = np.array_split(np.arange(len(judged.scores)), 7)
    for part in parts:
        folder.add(JudgedStates(*(column[part] for column in judged)))
    passes, random = Passes(folder, folder.files, at_once=len(judged.scores) // 3), np.random.default_rng(1)
    orders = []
    for _ in range(3):
        groups = list(passes.draw(random))
        assert len(groups) > 1
        assert max(len(group.counts) for group in groups) <= len(judged.scores) // 3 + len(parts[0])
        orders.append(np.concatenate([group.scores for group in groups]))
        assert np.allclose(np.sort(orders[-1]), np.sort(judged.scores / 100))
    assert not np.array_equal(orders[0], orders[1])
    assert passes.number == len(judged.scores)
    whole = Passes(folder, folder.files)
    (first,), (again,) = whole.draw(random), whole.draw(random)
    assert first is again, "what fits at once is read once"
    assert (first.inputs == find_positions(game, judged).inputs).all()


def test_each_pass_over_a_symmetric_game_draws_other_twins(tmp_path):
    game = hm.game("othello")
    played = SelfPlay(game, nodes=100, seed=1).play(200, lambda: False)
    folder = JudgedFolder(tmp_path, game, "nobody")
    folder.add(JudgedStates(played.states, np.zeros(len(played.states), np.int16), played.results))
    passes, random = Passes(folder, folder.files), np.random.default_rng(1)
    (first,), (second,) = passes.draw(random), passes.draw(random)
    assert (np.sort(first.counts) == np.sort(second.counts)).all()
    assert not np.array_equal(first.inputs, second.inputs)


@pytest.mark.parametrize("zones", [1, 4])
def test_a_fit_begins_from_a_network_and_widens_it(game, judged, zones):
    """What it estimates before the first step is what the network estimates, but for whole numbers."""
    found = find_positions(game, judged)
    random = np.random.default_rng(2)
    places = game.evaluation_rows // game.evaluation_zones
    start = EvaluationNetwork(
        random.integers(-60, 60, (zones * places, 64)).astype(np.int16),
        random.integers(0, 120, 64).astype(np.int16),
        random.integers(-40, 40, (8, 2, 64)).astype(np.int16),
        random.integers(-10000, 10000, 8),
        round(game.evaluation_spread * game.unit),
        "a test",
    )
    fit = Fit(game, Together(found), found, width=128, epochs=1, seed=1, trust=1, threads=1, start=start)
    wider = fit.network("wider")
    assert wider.width == 128
    for state in list_states(game, judged.states[::50]):
        mover = game.to_move(state)
        before, after = (n.evaluate(game, state, mover) / n.scale for n in (start.fit_to(game), wider))
        assert after == pytest.approx(before, abs=0.02 * (1 + abs(before)))
    assert not (wider.outputs[:, :, :64] == wider.outputs[:, :, 64:]).all()


def test_a_fit_brings_the_error_down_and_whole_numbers_say_nearly_the_same(game, judged):
    found = find_positions(game, judged)
    fit = Fit(game, Together(found), found, width=64, epochs=30, seed=1, trust=0.8, threads=2)
    errors = []
    fit.run(errors.append, lambda: False)
    assert errors[-1].held_out < errors[0].held_out / 2
    network = fit.network("a test")
    targets = 0.8 / (1 + np.exp(-found.scores / 3)) + 0.2 * found.results
    wholes = []
    for number, state in enumerate(list_states(game, judged.states)):
        value = network.evaluate(game, state, game.to_move(state)) / network.scale
        wholes.append((1 / (1 + np.exp(-value)) - targets[number]) ** 2)
    assert np.mean(wholes) ** 0.5 == pytest.approx(errors[-1].held_out, abs=0.01)


def test_a_run_goes_on_where_it_was_interrupted_and_writes_a_network(tmp_path, monkeypatch):
    monkeypatch.setattr(train, "STATES", 700)
    given = ("train", "chess", "--evaluation", "--positions", "1300", "--workers", "2")
    options = ("depth=1", "nodes=100", "width=64", "epochs=2")
    small = (*given, *(word for option in options for word in ("--option", option)))
    settings = train.EvaluationSettings(positions=1, seed=0, threads=2, depth=1, nodes=100)
    game = hm.game("chess")
    judged = JudgedFolder(tmp_path / "broken", game, settings.judge)
    train.judge_positions(GameReference("chess"), judged, settings, lambda: len(judged.files) > 0)
    assert len(judged.files) == 1  # made in this process, those below by two others
    run = halfmove(*small, "-o", str(tmp_path / "broken"))
    whole = halfmove(*small, "-o", str(tmp_path / "whole"))
    assert run.status == whole.status == 0, run.err + whole.err
    for name in ("positions-00001.npz", "positions-00002.npz"):
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    network = EvaluationNetwork.read(tmp_path / "whole" / "evaluation.npz")
    assert network.width == 64
    assert "judged by the engine, 1 plies" in network.origin
    assert (network.rows == EvaluationNetwork.read(tmp_path / "broken" / "evaluation.npz").rows).all()
    assert f"engine?evaluation={tmp_path / 'whole' / 'evaluation.npz'}" in whole.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tictactoe", "--evaluation"], "names no inputs of an evaluation network"),
        (["chess", "--evaluation", "--option", "width=100"], "must be a multiple of 64"),
        (["chess", "--evaluation", "--option", "depth=0"], "must be a whole number from 1 to 20"),
        (["chess", "--evaluation", "--option", "start=none.npz"], "cannot be read"),
        (
            ["chess", "--evaluation", "--option", "start=NETWORK", "--option", "width=192"],
            "width 256 can't begin one of width 192",
        ),
        (["othello", "--evaluation", "--option", "start=NETWORK"], "inputs and 8 outputs"),
        (["chess", "--evaluation", "--option", "deep=3"], "has no setting 'deep'"),
        (["chess", "--evaluation", "--minutes", "3"], "without 'minutes'"),
        (["chess", "--evaluation", "--teacher", "no-such-engine"], "There is no program 'no-such-engine'"),
        (["chess", "--teacher", "stockfish"], "add --evaluation"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_a_sentence(arguments, said, tmp_path):
    own = f"start={hm.game('chess').evaluation_network()}"
    given = [argument.replace("start=NETWORK", own) for argument in arguments]
    run = halfmove("train", *given, "-o", str(tmp_path / "run"))
    assert run.status == 2
    assert said in run.err
    assert not (tmp_path / "run").exists()
