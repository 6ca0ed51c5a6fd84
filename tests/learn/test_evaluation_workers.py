"""Files of judged positions by processes and by a cluster, and of recorded games."""

import os
import signal
from types import SimpleNamespace

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.words import read_rows, write_rows
from halfmove.games.reference import GameReference
from halfmove.learn.evaluation.judges import EngineJudge
from halfmove.learn.evaluation.positions import JudgedFolder
from halfmove.learn.evaluation.records import read_chunks
from halfmove.learn.evaluation.train import EvaluationSettings, judge_positions
from halfmove.learn.evaluation.workers import FileMaker, FileTask, InProcesses, JudgingOrders, OnCluster

pytestmark = pytest.mark.slow_interpreted

SETTINGS = EvaluationSettings(positions=1000, seed=3, threads=1, depth=1, nodes=100)
"""Files of 500 positions."""
ORDERS = JudgingOrders(GameReference("chess"), SETTINGS)


@pytest.fixture(scope="module")
def game():
    return hm.game("chess")


@pytest.fixture(scope="module")
def alone(game):
    """The first two files as one process makes them."""
    maker = FileMaker(game, SETTINGS)
    return [maker.make(FileTask(number), lambda: False) for number in range(2)]


def take_all(source, number):
    made = {}
    while len(made) < number:
        made.update(source.take(0.1))
    return made


def assert_same(made, alone):
    for number, expected in enumerate(alone):
        for found, column in zip(made[number], expected, strict=True):
            assert (found == column).all()
            assert found.dtype == column.dtype


def test_a_process_that_dies_is_replaced_and_the_file_is_the_same(alone):
    source = InProcesses(ORDERS, 1)
    try:
        source.ask(FileTask(0))
        source.ask(FileTask(1))
        (worker,) = source._busy
        os.kill(worker.process.pid, signal.SIGKILL)
        assert_same(take_all(source, 2), alone)
    finally:
        source.close()


class Lost(Exception):
    """What the cluster says of an actor that is gone."""


class Cluster:
    """Ray as it is used here, in this process; call number n is lost where `lost(n)`."""

    exceptions = SimpleNamespace(RayError=Lost)

    def __init__(self, lost):
        self.lost, self.made, self.ended, self._answers = lost, 0, 0, {}

    def remote(self, **needs):
        assert needs == {"num_cpus": 1}
        return lambda kind: SimpleNamespace(remote=lambda orders: self._actor(kind(orders)))

    def _actor(self, actor):
        self.made += 1
        number = self.made

        def make(task):
            reference = object()
            self._answers[reference] = Lost("gone") if self.lost(number) else actor.make(task)
            return reference

        return SimpleNamespace(make=SimpleNamespace(remote=make))

    def wait(self, references, timeout):
        return references[:1], references[1:]

    def get(self, reference):
        answer = self._answers.pop(reference)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def kill(self, actor):
        self.ended += 1


def on(cluster, orders=ORDERS, workers=2):
    return OnCluster(orders, SimpleNamespace(ray=cluster, workers=workers))


def test_actors_make_the_same_files_and_a_lost_one_is_replaced(alone):
    cluster = Cluster(lambda number: number == 1)
    source = on(cluster)
    for number in range(2):
        source.ask(FileTask(number))
    assert_same(take_all(source, 2), alone)
    source.close()
    assert (cluster.made, cluster.ended) == (3, 3)
    source = on(Cluster(lambda number: True))
    source.ask(FileTask(0))
    with pytest.raises(BadInput, match="The cluster's workers end before they have made a file: gone"):
        take_all(source, 1)


def test_what_an_actor_refuses_ends_the_run():
    settings = EvaluationSettings(positions=1000, seed=3, threads=1, teacher="no-such-engine")
    source = on(Cluster(lambda number: False), JudgingOrders(GameReference("chess"), settings))
    source.ask(FileTask(0))
    with pytest.raises(BadInput, match="There is no program 'no-such-engine'"):
        take_all(source, 1)


# ---- recorded games

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"
"""Nothing hangs in the last positions."""


def write_games(file, number, said=True, result="1-0"):
    """Games whose every position is said to be worth a hundredth of the ply for White, and one unfinished."""
    text = ""
    for each in (*[result] * number, "*"):
        text += f'[Result "{each}"]\n\n'
        for ply, move in enumerate(MOVES.split()):
            text += f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
            text += f"{move} " + (f"{{[%eval {(ply + 1) / 100:.2f}]}} " if said else "")
        text += f"{each}\n\n"
    file.write_text(text)
    return file


def test_games_say_what_their_positions_are_worth(game, tmp_path):
    file = write_games(tmp_path / "games.pgn", 3)
    (states, scores), (rest, _) = read_chunks(game, [file], 20, True, pytest.fail)
    found = list(read_rows(game.initial(), states.states))
    assert len(found) == 26  # of two games, from the eighth ply on
    assert len(rest.states) == 13
    for number, (state, score) in enumerate(zip(found, scores, strict=True)):
        ply = 8 + number % 13
        assert game.to_move(state) == ply % 2
        assert score == (ply if ply % 2 == 0 else -ply)
    assert (states.results == 1).all()


def test_games_without_judgements_are_judged(game, tmp_path):
    file = write_games(tmp_path / "games.pgn", 2, said=False, result="1/2-1/2")
    settings = EvaluationSettings(positions=1000, seed=0, threads=1, depth=2, games=(str(file),))
    ((states, scores),) = read_chunks(game, [file], 500, False, pytest.fail)
    assert scores is None
    made = FileMaker(game, settings).make(FileTask(0, states), lambda: False)
    assert (made.results == 0).all()
    judged = EngineJudge(game, 2).judge(states.states)
    assert 0 < len(made.scores) < len(states.states) + 1
    assert set(made.scores) <= set(judged)


def test_states_that_are_not_at_rest_are_left_out_of_recorded_games(game, tmp_path):
    file = write_games(tmp_path / "games.pgn", 1)
    settings = EvaluationSettings(positions=None, seed=0, threads=1, games=(str(file),))
    ((states, scores),) = read_chunks(game, [file], 500, True, pytest.fail)
    hanging = game.parse("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    both = np.concatenate([states.states, write_rows([hanging])])
    found = states._replace(states=both, results=np.append(states.results, np.int8(1)))
    made = FileMaker(game, settings).make(FileTask(0, found, np.append(scores, np.int16(7))), lambda: False)
    kept = set(read_rows(game.initial(), made.states))
    assert hanging not in kept
    assert len(kept) >= 8
    assert set(made.scores) <= set(scores)


def test_a_run_reads_games_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.learn.evaluation.train.RECORDED_STATES", 20)
    file = write_games(tmp_path / "games.pgn", 6)
    given = (
        "train",
        "chess",
        "--evaluation",
        "--games",
        str(file),
        "--workers",
        "0",
        "-o",
        str(tmp_path / "run"),
    )
    options = ("--option", "width=64", "--option", "epochs=1")
    run = halfmove(*given, *options)
    assert run.status == 0, run.err
    settings = EvaluationSettings(positions=None, seed=0, threads=1, games=(str(file),))
    folder = JudgedFolder(tmp_path / "run", hm.game("chess"), settings.judge)
    assert settings.judge == "the players of games.pgn"
    whole = [each.read_bytes() for each in folder.files]
    assert len(whole) == 3
    folder.files[-1].unlink()
    judge_positions(GameReference("chess"), folder, settings, lambda: False)
    assert [each.read_bytes() for each in folder.files] == whole
    # positions of other judges need another folder
    other = halfmove(*given, *options, "--option", "depth=1")
    assert other.status == 2
    assert "were judged by the players of games.pgn" in other.err


@pytest.mark.parametrize(
    ("games", "said", "sentence"),
    [
        (1, True, "positions to learn from; a network needs more than 2,000."),
        (1, False, "No finished game says what its positions are worth ([%eval …])"),
    ],
)
def test_too_few_games_are_refused_in_a_sentence(games, said, sentence, tmp_path):
    file = write_games(tmp_path / "games.pgn", games, said)
    given = ("train", "chess", "--evaluation", "--workers", "0", "-o", str(tmp_path / "run"))
    run = halfmove(*given, "--games", str(file))
    assert run.status == 2
    assert sentence in run.err
    assert "add --evaluation" in halfmove("train", "chess", "--games", str(file), "-o", "run").err
