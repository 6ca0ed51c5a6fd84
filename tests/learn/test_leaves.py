"""A server of leaves: the games are those that each process plays alone, and deaths are survived."""

import os
import signal
from dataclasses import replace

import numpy as np
import pytest
from leaf_line import Line, play_alone, play_together
from learn_small import SMALL

import halfmove as hm
from halfmove.games.reference import GameReference
from halfmove.learn.learner.graphs import AtOnce, list_sizes
from halfmove.learn.runs import leaf_server
from halfmove.learn.runs.leaf_server import Served
from halfmove.learn.runs.leaves import (
    GROUPS,
    LeafClient,
    LeafMemory,
    ServedGames,
    SlotShape,
    no_answer,
)
from halfmove.learn.runs.play import choose_evaluate
from halfmove.learn.runs.served import start_processes
from halfmove.learn.runs.trial import try_backends
from halfmove.learn.runs.worker import Orders
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.learn.variants import split_games
from halfmove.search.encoding import Encoding

pytestmark = pytest.mark.one_speed

GAME = hm.game("tictactoe")
OPTIONS = Options(games=6, simulations=5, answers=0)


def opinion(planes):
    """What a network may say: the same of the same planes."""
    flat = planes.reshape(len(planes), -1).astype(np.float32)
    places = planes.shape[2] * planes.shape[3] + (planes.shape[1:] != Encoding(GAME).shape)
    random = np.random.default_rng(1)
    weights = random.standard_normal((flat.shape[1], places + 1)).astype(np.float32) / 100
    told = flat @ weights
    return told[:, :places], np.tanh(told[:, places:])


class Counted(Line):
    """With a device that counts its calls."""

    def __init__(self, tmp_path, boards=(GAME, GAME), clients=2):
        self.batches = []

        def evaluate(planes):
            self.batches.append(len(planes))
            return opinion(planes)

        super().__init__(tmp_path, lambda shape: AtOnce(lambda _: evaluate, shape), clients, boards)


@pytest.fixture
def line(tmp_path):
    made = Counted(tmp_path)
    yield made
    made.close()


def test_slots_of_a_memory_do_not_overlap():
    shapes = [SlotShape(5, (3, 2, 2), 7, 2), SlotShape(2, (3, 5, 5), 26, 1), SlotShape(5, (3, 2, 2), 7, 2)]
    memory = LeafMemory(LeafMemory.open_file(shapes), shapes)
    for slot, shape in enumerate(shapes):
        memory.planes(slot, shape.rows)[:] = slot + 1
        memory.logits(slot, shape.rows)[:] = 10 * (slot + 1)
        memory.values(slot, shape.rows)[:] = 100 * (slot + 1)
    again = LeafMemory(LeafMemory.open_file(shapes), shapes)
    for slot, shape in enumerate(shapes):
        assert not again.planes(slot, shape.rows).any()
        assert (memory.planes(slot, shape.rows) == slot + 1).all()
        assert (memory.logits(slot, shape.rows) == 10 * (slot + 1)).all()
        assert (memory.values(slot, shape.rows) == 100 * (slot + 1)).all()


def test_the_games_are_those_without_a_server(line):
    """Each group's games are those that it plays alone with the same seed, though batches are shared."""
    groups = split_games({GAME: 1}, OPTIONS, GROUPS)
    assert [(number, options.games) for _, number, options in groups] == [(0, 3), (0, 3)]
    found = play_together(line, groups, 2, 8)
    assert max(line.batches) == 12  # the states of all four groups
    for (client, slot), games in found.items():
        alone = play_alone(GAME, opinion, groups[slot][2], 10 * client + slot, 8)
        assert games[:8] == [game.actions for game in alone]
    done = line.server.take_done()
    assert done.states == sum(line.batches)
    assert done.batches == len(line.batches)
    assert set(done.parts()) == {"network", "copying", "new networks", "waiting for leaves"}
    assert line.server.take_done() == Served()


def test_one_server_serves_boards_of_several_sizes(tmp_path):
    """A batch has boards of one size, of all processes; each group's games are those that it plays alone."""
    boards = {hm.interpreted(hm.game("go", size=size)): 1 for size in (2, 3)}
    groups = split_games(boards, replace(OPTIONS, games=4, plies=12), GROUPS)
    assert [variant for _, variant, _ in groups] == [0, 1]
    line = Counted(tmp_path, boards)
    try:
        found = play_together(line, groups, 2, 2)
    finally:
        line.close()
    assert max(line.batches) == 4  # of two clients' groups of one size
    for (client, slot), games in found.items():
        game, _, options = groups[slot]
        alone = play_alone(game, opinion, options, 10 * client + slot, 2)
        assert games[:2] == [played.actions for played in alone]


def test_the_board_that_has_waited_longest_is_next(tmp_path):
    """However many states of another one are there by then."""
    boards = [hm.game("go", size=2), hm.game("go", size=3)]
    line = Counted(tmp_path, boards, clients=3)
    clients = [LeafClient(one) for one in line.lines]
    sizes = [Encoding(game).shape for game in boards]
    clients[0].ask(1, np.zeros((1, *sizes[1]), np.int8))
    for client in clients:
        client.ask(0, np.zeros((8, *sizes[0]), np.int8))
    line.server.turn()
    assert line.batches == [1]
    clients[1].ask(1, np.zeros((2, *sizes[1]), np.int8))
    line.server.turn()
    assert line.batches == [1, 24]
    line.server.turn()
    assert line.batches == [1, 24, 2]
    line.close()


def test_answers_to_questions_of_the_dead_are_left_out(line):
    """One that takes the place of another gets the answers to its own questions only."""
    planes = np.zeros((2, *line.shapes[0].planes), np.int8)
    dead, heir = LeafClient(line.lines[0]), LeafClient(line.lines[0])
    dead._sequence, heir._sequence = 7, 1000
    dead.ask(0, planes)
    line.server.turn()
    line.server.turn()
    planes[:] = 50
    heir.ask(0, planes)
    line.server.turn()
    line.server.turn()
    logits, values, loaded = heir.wait(0)
    assert np.allclose(logits, opinion(planes)[0])
    assert np.allclose(values, opinion(planes)[1])
    assert loaded == 1


def test_of_two_questions_for_a_slot_the_last_is_answered(line):
    """The first is of one that died; together they would be more than the memory has room for."""
    planes = np.zeros((8, *line.shapes[0].planes), np.int8)
    for slot in range(2):
        for number in (0, 1):
            dead, heir = LeafClient(line.lines[number]), LeafClient(line.lines[number])
            dead.ask(slot, planes)
            heir.ask(slot, planes[:3])
    line.server.turn()
    assert line.batches == [12]


def test_a_new_network_is_taken_over_and_what_the_old_one_said_is_forgotten(line, monkeypatch):
    monkeypatch.setattr(leaf_server, "FRESH", 0.0)
    client, forgotten = LeafClient(line.lines[0]), []
    play = ServedGames([(SelfPlay(Encoding(GAME), no_answer, OPTIONS, seed=1), 0)], client)
    monkeypatch.setattr(SelfPlay, "forget", lambda self: forgotten.append(self))
    for turn in range(6):
        play.step()
        if turn == 3:
            os.utime(line.file, ns=(1, 1))
        line.server.turn()
        line.server.turn()
    assert len(forgotten) == 2  # the first network, and the second
    assert line.server._loaded == 2


def test_sizes_of_captured_batches_hold_every_batch():
    assert list_sizes(1) == [1]
    assert list_sizes(6) == [1, 2, 3, 6]
    assert list_sizes(4096) == [512, 1024, 2048, 4096]


def orders(folder, **given):
    file = folder / "current.safetensors"
    hm.Network.new(GAME, "tiny", blocks=1, filters=8).save(file)
    return Orders(GameReference("tictactoe"), OPTIONS, 3, file, "server", **given)


@pytest.mark.slow_interpreted
def test_processes_play_by_a_server_and_survive_its_death_and_theirs(tmp_path):
    source = start_processes(orders(tmp_path), 2, by_torch=False)
    try:
        assert gather(source, 6)
        server, (worker, _) = source._server, source._workers
        os.kill(worker.process.pid, signal.SIGKILL)
        while source.restarted == 0:
            source.take_games(1.0)
        assert gather(source, 6)
        os.kill(server.process.pid, signal.SIGKILL)
        while source.restarted == 1:
            source.take_games(1.0)
        assert source._server is not server
        assert gather(source, 6)
    finally:
        source.close()


def gather(source, count):
    """Games that arrive, with what the server has done."""
    games, served = 0, {}
    while games < count or not served:
        for arrival in source.take_games(10.0):
            games += arrival.games
            served |= arrival.served
    return games and set(served) >= {"network", "copying"}


@pytest.mark.slow_interpreted
def test_a_run_learns_by_a_server_and_says_where_its_time_goes(tmp_path):
    seen = []
    trained = hm.train(
        "tictactoe", folder=tmp_path / "run", minutes=20, workers=2, see=seen.append,
        options={**SMALL, "backend": "server"}, stop=lambda: any(report.server_time for report in seen),
    )  # fmt: skip
    assert trained.last.positions > 0
    assert seen[-1].backend == "server"
    assert any("waiting for leaves" in report.play_time for report in seen)
    assert any({"network", "copying"} <= report.server_time.keys() for report in seen)


@pytest.mark.slow_interpreted
def test_a_run_on_several_boards_learns_by_a_server(tmp_path):
    seen = []
    hm.train(
        "go", parameters={"width": 3, "height": 3}, vary={"height": "3,4"}, folder=tmp_path / "run",
        minutes=20, workers=1, see=seen.append,
        options={
            **SMALL, "backend": "server", "policy_head": "planes", "value_head": "pooled", "plies": "20",
        },
        stop=lambda: any(report.server_time for report in seen),
    )  # fmt: skip
    assert seen[-1].backend == "server"
    assert seen[-1].positions > 0


@pytest.mark.slow_interpreted
def test_a_server_that_dies_while_it_is_tried_is_left_out(tmp_path, monkeypatch):
    """A card without memory for it: the others play on."""
    monkeypatch.setattr("halfmove.learn.runs.served.find_own_backend", lambda *_: "no such backend")
    found = try_backends(replace(orders(tmp_path), options=OPTIONS), 1, ["server", "numpy"], seconds=0.2)
    try:
        assert list(found.rates) == ["numpy"]
    finally:
        found.source.close()


@pytest.mark.slow_interpreted
def test_a_server_is_tried_once_it_is_ready_and_plays_on(tmp_path):
    found = try_backends(orders(tmp_path), 1, ["server"], seconds=0.3)
    try:
        assert found.rates["server"] > 0
        assert gather(found.source, 4)
    finally:
        found.source.close()


def test_one_process_by_itself_computes_by_what_it_has(tmp_path):
    """With a server chosen, matches of generations and runs of one process evaluate by themselves."""
    hm.train(
        "tictactoe", folder=tmp_path / "run", positions=200, workers=0,
        options={**SMALL, "backend": "server", "rating_games": "4", "generations": "2"},
    )  # fmt: skip
    assert choose_evaluate(hm.Network.new(GAME, "tiny"), "server").name
