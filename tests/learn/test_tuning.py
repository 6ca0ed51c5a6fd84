"""Tuning: a fit that finds what is there, samples from games, a file that can be read again."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove.learn.tuning.fit import Data, error, expected, fit, fit_steepness

chess = pytest.importorskip("chess", reason="python-chess is not installed")
from halfmove.learn.tuning.samples import Sample, read_evaluations, read_finished_games, read_samples  # noqa: E402
from halfmove.learn.tuning.tune import fit_slope, make_data, tune  # noqa: E402

GAME = """[Event "?"]
[Result "{result}"]
{fen}
{moves} {result}
"""
LONG = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 "
    "11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6"
)


def pgn(tmp_path, *results, moves=LONG, fen=""):
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(GAME.format(result=result, moves=moves, fen=fen) for result in results))
    return path


def made(number, seed, true_middle, true_end):
    """Random positions, and results drawn by the model from these weights."""
    dice = np.random.default_rng(seed)
    size = len(true_middle)
    counts = dice.integers(-2, 3, (number, size)).astype(np.int8)
    middle = dice.random(number).astype(np.float32)
    data = Data(counts, middle, 1 - middle, np.zeros(number, np.float32), np.zeros(number, np.float32))
    chance = expected(data, true_middle, true_end, 1.0)
    return data._replace(result=(dice.random(number) < chance).astype(np.float32))


def test_the_fit_finds_the_weights_that_made_the_results():
    true_middle = np.array([100, -50, 20, 0, 70], np.float32)
    true_end = np.array([120, 30, -40, 10, 0], np.float32)
    learnt, tested = (made(number, seed, true_middle, true_end) for number, seed in ((30_000, 1), (6_000, 2)))
    start = np.array([60, 0, 0, 0, 30], np.float32)
    found = fit(learnt, tested, start, start.copy(), steps=400, pull=0.0)
    assert found.after < found.before
    assert found.after <= error(tested, true_middle, true_end, 1.0) + 0.002
    # weights and steepness are found up to a common factor
    assert found.k * found.middle == pytest.approx(true_middle, abs=12)
    assert found.k * found.end == pytest.approx(true_end, abs=12)


def test_what_is_kept_is_what_predicts_games_not_seen():
    true = np.array([80.0], np.float32)
    learnt, tested = made(20, 3, true, true), made(4000, 4, true, true)
    found = fit(learnt, tested, np.array([70.0], np.float32), np.array([70.0], np.float32), steps=200)
    assert found.after <= found.before, "twenty positions teach nothing: the old weights are better"


def test_steepness():
    true = np.array([80.0, -60.0], np.float32)
    data = made(40_000, 5, true, true)
    assert fit_steepness(data, true, true) == pytest.approx(1, abs=0.05)
    assert fit_steepness(data, true / 2, true / 2) == pytest.approx(2, abs=0.1)
    zero = np.zeros(2, np.float32)
    assert error(data, zero, zero, 1.0) == pytest.approx(1), "who knows nothing errs by one bit"


# ---- games
def test_finished_games_and_no_others(tmp_path):
    path = pgn(tmp_path, "1-0", "*", "1/2-1/2", "0-1")
    broken = []
    read = list(read_finished_games(hm.game("chess"), [path], broken.append))
    assert [(result, repaired) for _, result, repaired in read] == [(1.0, False), (0.5, False), (0.0, False)]
    assert len(read[0][0]) == 28 - 8
    board = chess.Board()
    for move in LONG.replace(".", ". ").split():
        if not move[0].isdigit() and len(board.move_stack) < 8:
            board.push_san(move)
    assert read[0][0][0][0] == hm.game("chess").parse(board.fen(en_passant="legal"))
    assert broken == []


def test_a_game_with_a_mistake_in_it_is_left_out(tmp_path):
    broken = []
    path = pgn(tmp_path, "1-0", moves="1. e4 e5 2. Ke3 Nf6 3. a3 a6 4. b3 b6 5. c3 c6")
    assert list(read_finished_games(hm.game("chess"), [path], broken.append)) == []
    assert str(broken[0]) == f"{path}: game 1 (line 4): 2. 'Ke3' is not legal."


def test_a_game_whose_results_disagree_is_counted_as_repaired(tmp_path):
    path = pgn(tmp_path, "1-0", moves="1. e4 e5 2. a3 a6 3. b3 b6 4. c3 c6 5. h3 h6 0-1 {no}")
    [(_, result, repaired)] = read_finished_games(hm.game("chess"), [path], lambda error: None)
    assert (result, repaired) == (1.0, True)


@pytest.mark.slow_interpreted
def test_samples_are_quiet_and_games_are_kept_apart(tmp_path):
    path = pgn(tmp_path, *["1-0", "0-1"] * 20)
    drawn = read_samples(hm.game("chess"), [path], of_each=3, seed=1)
    assert drawn.games == 40
    assert 0 < len(drawn.tested) < len(drawn.learnt)
    assert (len(drawn.tested) + len(drawn.learnt)) <= 120
    again = read_samples(hm.game("chess"), [path], of_each=3, seed=1)
    assert again == drawn
    with pytest.raises(hm.BadInput, match="too few finished games"):
        read_samples(hm.game("chess"), [pgn(tmp_path, "*")])


# ---- the command
@pytest.mark.slow_interpreted
def test_the_command_reports_and_writes(tmp_path):
    path = pgn(tmp_path, *["1-0", "0-1", "1/2-1/2"] * 10)
    target = tmp_path / "w.toml"
    told = halfmove("tune", "chess", str(path), "--steps", "5", "-o", str(target))
    assert told.status == 0, told.err
    assert "30 games" in told.out
    assert "games not seen" in told.out
    assert "king danger" in told.out
    from halfmove.games.chess.evaluation.weights import FEATURES, TUNABLE

    assert len(TUNABLE.read(target)) > 300
    data = halfmove("tune", "chess", str(path), "--steps", "5", "--weights", str(target), "--json").json
    assert data["games"] == 30
    assert set(data["bits"]) == {"learnt", "tested"}
    assert len(data["changes"]) == len(FEATURES)
    assert json.dumps(data)
    assert not list(Path(tmp_path).glob("*.part"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nim", "games.pgn"], "'nim' has no weights to tune"),
        (["chess", "none.pgn"], "There is no file 'none.pgn' with games"),
        (["chess", "games.pgn", "-o", "/none/w.toml"], "There is no folder"),
        (["chess", "games.pgn", "--steps", "few"], "--steps must be a whole number"),
        (["chess", "games.pgn", "--weights", "none.toml"], "cannot be read"),
    ],
)
def test_bad_input(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pgn(tmp_path, "1-0")
    told = halfmove("tune", *words)
    assert told.status == 2
    assert said in told.err


# ---- evaluations that games tell
TOLD = (
    "1. e4 { [%eval 0.3] } e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 { [%eval 0.1] } 5. O-O { [%eval 0.25] } Be7 "
    "6. Re1 { [%eval 0.4,12] } b5 7. Bb3 { [%eval #3] } d6 { [%eval -0.5] }"
)


def test_positions_have_the_evaluation_of_the_move_before_them(tmp_path):
    path = pgn(tmp_path, "1-0", "*", moves=TOLD)
    [(found, result, _)] = read_evaluations(hm.game("chess"), [path], lambda error: None)
    board = chess.Board()
    boards = {}
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"
    for ply, move in enumerate(moves.split(), start=1):
        board.push_san(move)
        boards[ply] = board.fen(en_passant="legal").rsplit(" ", 1)[0]
    # nothing of the first seven plies, nothing without a word, no mate
    told = [(hm.game("chess").position_text(state).rsplit(" ", 1)[0], pawns) for state, pawns in found]
    assert told == [(boards[8], 0.1), (boards[9], 0.25), (boards[11], 0.4), (boards[14], -0.5)]
    assert result == 1.0


def test_evaluations_count_for_as_much_as_they_are_trusted():
    game = hm.game("chess")
    drawn = [Sample(game.initial(), 1.0, 0.5), Sample(game.initial(), 0.0, -2.0)]
    assert list(make_data(game, drawn).result) == [1.0, 0.0]
    chance = [1 / (1 + 10 ** (-1.5 * 50 / 400)), 1 / (1 + 10 ** (1.5 * 200 / 400))]
    assert make_data(game, drawn, 1.0, 1.5).result == pytest.approx(chance)
    half = [(1 + chance[0]) / 2, chance[1] / 2]
    assert make_data(game, drawn, 0.5, 1.5).result == pytest.approx(half)


def test_the_slope_of_evaluations_is_found():
    dice = np.random.default_rng(5)
    pawns = dice.normal(0, 2, 20_000)
    won = dice.random(20_000) < 1 / (1 + 10 ** (-0.7 * pawns / 4))
    drawn = [Sample(None, float(w), float(p)) for w, p in zip(won, pawns, strict=True)]
    assert fit_slope(drawn) == pytest.approx(0.7, abs=0.05)


@pytest.mark.slow_interpreted
def test_tuning_by_evaluations(tmp_path):
    moves = LONG.replace(". ", ".").split()
    told = " ".join(f"{m} {{ [%eval {0.1 * (n % 5):.2f}] }}" for n, m in enumerate(moves))
    path = pgn(tmp_path, *["1-0", "0-1", "1/2-1/2"] * 12, moves=told)
    found = tune(hm.game("chess"), [path], trust=0.8, steps=5)
    assert found.games == 36
    assert found.fit.after <= found.fit.before
    for words, sentence in (
        ((str(path), "--trust", "1.5"), "--trust must be a number from 0 to 1"),
        ((str(pgn(tmp_path, "1-0", "0-1")), "--trust", "1"), "too few games that tell evaluations"),
    ):
        refused = halfmove("tune", "chess", *words)
        assert refused.status == 2
        assert sentence in refused.err
