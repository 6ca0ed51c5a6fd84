"""What a run says before it begins: its memory, what it is expected to come to, and what cannot be."""

from __future__ import annotations

import logging
import math
from dataclasses import replace

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.learner.convolution import PATCHES
from halfmove.learn.learner.memory import COPIES, ROOMS, UNDER_WAY, MemoryCount, learner_bytes
from halfmove.learn.lengths import SAMPLED_GAMES, RandomGames, sample_games
from halfmove.learn.runs.expectation import ENOUGH, FEW, Speeds, estimate_minutes, forecast, measure_speeds
from halfmove.learn.runs.memory import (
    PROCESS,
    TORCH,
    Machine,
    estimate_forest,
    estimate_memory,
    refuse_what_does_not_fit,
)
from halfmove.learn.runs.plan import describe_outlook, plan
from halfmove.learn.selfplay import Options, plan_of
from halfmove.learn.train import make_settings
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.forest_memory import new_forest
from halfmove.search.neural.layers import run

pytestmark = pytest.mark.one_speed

MACHINE = Machine(torch=False, gpu="", free=8 * 10**9, cores=2)
CONNECT4 = RandomGames(plies=20, actions=7)


def settings_of(name="connect4", given=None, options=None, network=None, **parameters):
    """The settings of a run in which NumPy learns."""
    chosen = {"minutes": 1.0, "workers": 2, **(given or {})}
    return make_settings(
        GameReference(name, parameters), chosen, network, {"learner": "numpy", **(options or {})}, None
    )


# ---- memory
def test_what_a_network_keeps_of_a_position_is_counted_layer_by_layer():
    """Of a convolution with a norm two stacks, of others what they make; sums, biases and rectifiers are
    written over what they are made of."""
    a = preset("tiny", Encoding(hm.game("tictactoe")), blocks=1, filters=4, policy_filters=3, value_filters=2)
    kept = MemoryCount()
    run(a, kept, kept.input(a.planes, a.points))
    trunk, policy = 3 * 2 * 9 * 4, 2 * 9 * 3 + 9 * 3 + 9
    value = 2 * 9 * 2 + 9 * 2 + a.value_units + 1 + 1
    assert kept.numbers == 9 * a.planes + trunk + policy + value
    assert kept.largest == 9 * 4
    expected_bytes = 4 * (10 * (kept.numbers + UNDER_WAY * 36) + COPIES * a.size + ROOMS * PATCHES)
    assert learner_bytes(a, 10) == expected_bytes


def test_a_batch_of_every_board_fits_in_a_gigabyte():
    for name in ("connect4", "chess", "gomoku", "go", "checkers", "othello", "backgammon"):
        settings = settings_of(name)
        assert learner_bytes(settings.network, settings.learning.batch) < 10**9, name


def test_a_forest_is_as_large_as_its_buffers():
    game = hm.game("connect4", width=4, height=4)
    made, schedule = plan_of(Encoding(game), Options(games=8, simulations=4), game.initial())
    forest = new_forest(game, made, 0, schedule)
    words = sum(len(one) for one in forest if isinstance(one, Buffer) and one is not forest.random)
    assert estimate_forest(game, made, len(schedule), RandomGames(10**6, 10**6)) == 8 * words
    assert estimate_forest(game, made, len(schedule), RandomGames(2, 2)) < 8 * words


def test_memory_is_of_the_learner_and_of_each_process_that_plays():
    settings = settings_of()
    two, three = (estimate_memory(replace(settings, workers=n), CONNECT4, MACHINE) for n in (2, 3))
    assert three.total - two.total == two.player > PROCESS
    alone = estimate_memory(replace(settings, workers=0), CONNECT4, MACHINE)
    assert alone.total == two.learner + two.player - PROCESS
    elsewhere = estimate_memory(settings, CONNECT4, MACHINE._replace(elsewhere=True))
    assert elsewhere.total == two.learner
    assert estimate_memory(settings, CONNECT4, MACHINE._replace(torch=True)).learner == two.learner + TORCH
    on_gpu = estimate_memory(settings, CONNECT4, MACHINE._replace(torch=True, gpu="H100"))
    assert on_gpu.learner == two.learner + TORCH - learner_bytes(settings.network, 256)
    larger = estimate_memory(settings.with_settings({"batch": "512"}), CONNECT4, MACHINE)
    assert larger.learner - two.learner == pytest.approx(learner_bytes(settings.network, 256), rel=0.35)


@pytest.mark.parametrize(
    ("free", "remedy"),
    [(2.2e9, "take --option games=64."), (1.4e9, "take --option games=64 --"), (0.2e9, "no smaller batch")],
)
def test_a_run_that_does_not_fit_is_refused_with_what_would(free, remedy):
    settings, sampled = settings_of("go"), RandomGames(512, 362)
    with pytest.raises(BadInput) as refused:
        refuse_what_does_not_fit(settings, sampled, MACHINE._replace(free=int(free)))
    sentence = str(refused.value)
    assert sentence.startswith("This run needs about 2.")
    assert f"{free / 1e9:.1f} GB are free" in sentence
    assert remedy in sentence
    assert sentence.endswith(".")


def test_what_is_proposed_fits():
    settings, sampled, machine = (
        settings_of("go"),
        RandomGames(512, 362),
        MACHINE._replace(free=1_400_000_000),
    )
    with pytest.raises(BadInput, match="take") as refused:
        refuse_what_does_not_fit(settings, sampled, machine)
    words = str(refused.value).split("take ")[1].rstrip(".").split()
    given = dict(zip(words[::2], words[1::2], strict=True))
    pairs = (
        text.split("=") for word, text in zip(words[::2], words[1::2], strict=True) if word == "--option"
    )
    smaller = settings_of(
        "go",
        given={"workers": int(given.get("--workers", 2))},
        options=dict(pairs),
        network=given.get("--network"),
    )
    assert refuse_what_does_not_fit(smaller, sampled, machine).total <= machine.free


FREE = "halfmove.learn.runs.memory.free_memory_bytes"


def test_the_command_refuses_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(FREE, lambda: 5 * 10**9)
    done = halfmove("train", "go", "--option", "batch=65536", "-o", str(tmp_path / "run"))
    assert done.status == 2
    [sentence] = done.err.splitlines()
    assert sentence.startswith("halfmove: This run needs about 1")
    assert "--option batch=64" in sentence


def test_train_refuses_before_it_makes_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(FREE, lambda: 10**8)
    with pytest.raises(BadInput, match="needs about"):
        hm.train("tictactoe", folder=tmp_path / "run", positions=100, workers=0, options={"learner": "numpy"})
    assert not (tmp_path / "run").exists()


# ---- what is expected
def test_random_games_are_sampled_the_same_each_time():
    game = hm.game("tictactoe")
    found = sample_games(game, 512)
    assert found == sample_games(game, 512)
    assert 5 <= found.plies <= 9
    assert found.actions == 9
    assert sample_games(game, 3) == (3, 9)
    assert sample_games(hm.game("chess"), 4).plies == 4
    assert SAMPLED_GAMES >= 1


def test_what_is_expected_follows_from_two_speeds():
    """Two processes of 256 games at 100 positions a second each: half of what is under way has not ended."""
    settings, speeds = settings_of(given={"minutes": 10.0}), Speeds(position=0.01, step=0.5)
    found = forecast(settings, CONNECT4, speeds, MACHINE._replace(cores=4))
    plies = 20 - 0.7 * 6.5  # seven games of ten begin with one to twelve random moves
    delay = 256 * 2 * plies / 2 / 200
    begins = delay + 4096 / 200
    rate = min(200, 3 / (0.01 + 4 / 256 * 0.5), 1 / (0.75 * 4 / 256 * 0.5))
    assert found.positions == pytest.approx(4096 + (600 - begins) * rate)
    assert found.games == pytest.approx(found.positions / plies)
    assert found.steps == pytest.approx(min(found.positions * 4 / 256, (600 - begins) / 0.5))


def test_by_positions_the_time_is_expected():
    by_minutes, speeds = settings_of(given={"minutes": 10.0}), Speeds(0.01, 0.5)
    ten = forecast(by_minutes, CONNECT4, speeds, MACHINE)
    by_positions = replace(by_minutes, minutes=0.0, positions=round(ten.positions))
    found = forecast(by_positions, CONNECT4, speeds, MACHINE)
    assert found.seconds == pytest.approx(600, rel=0.01)
    assert found.steps == pytest.approx(ten.steps, rel=0.01)
    both, shorter = replace(by_positions, minutes=2.0), replace(by_minutes, minutes=2.0)
    assert forecast(both, CONNECT4, speeds, MACHINE) == forecast(shorter, CONNECT4, speeds, MACHINE)


def test_other_programs_take_their_share_of_the_cores():
    busy = MACHINE._replace(busy=2.0)
    assert [MACHINE.share(n) for n in (1, 2, 3, 6)] == [1, 2, 2, 2]
    assert [busy.share(n) for n in (1, 2, 3, 6)] == pytest.approx([2 / 3, 1, 1.2, 1.5])
    settings, speeds = settings_of(given={"minutes": 10.0}), Speeds(0.01, 0.5)
    assert (
        forecast(settings, CONNECT4, speeds, busy).steps < forecast(settings, CONNECT4, speeds, MACHINE).steps
    )


@pytest.mark.parametrize("workers", [0, 1, 2, 8])
@pytest.mark.parametrize("busy", [0.0, 5.0])
@pytest.mark.parametrize("speeds", [Speeds(0.01, 0.5), Speeds(0.001, 2.0), Speeds(0.05, 0.0)])
def test_so_many_minutes_come_to_so_many_steps(workers, speeds, busy):
    settings, machine = settings_of(given={"workers": workers}), MACHINE._replace(busy=busy)
    minutes = estimate_minutes(ENOUGH, settings, CONNECT4, speeds, machine)
    there = forecast(replace(settings, minutes=minutes), CONNECT4, speeds, machine)
    assert there.steps == pytest.approx(ENOUGH, rel=0.25)


@pytest.mark.parametrize("options", [{}, {"auxiliary": "reply,plies", "squeeze": "4"}])
@pytest.mark.parametrize("name", ["tictactoe", "pig", "race"])
def test_every_network_can_be_measured(name, options):
    speeds = measure_speeds(settings_of(name, options={"backend": "numpy", **options}), MACHINE)
    assert speeds.position > 0
    assert speeds.step > 0


# ---- in words
def test_the_plan_says_device_processes_network_and_memory():
    settings = settings_of(given={"minutes": 30.0})
    memory = estimate_memory(settings, CONNECT4, MACHINE)
    lines = plan(settings, MACHINE, memory).splitlines()
    assert lines[0] == "NumPy learns on the processor."
    assert lines[1].startswith(
        "2 processes play, for 30 minutes; the network tower 5×64 has 400,584 parameters;"
    )
    assert lines[2].startswith("Memory: about 0.")
    assert lines[2].endswith("each of the 2 that play); 8.0 GB are free.")
    on_gpu = MACHINE._replace(torch=True, gpu="NVIDIA H100")
    assert plan(settings, on_gpu, memory).startswith("PyTorch learns on NVIDIA H100.\n")


def test_too_few_steps_are_said_with_what_helps():
    settings, speeds = settings_of(), Speeds(0.01, 1.5)
    said = describe_outlook(settings, CONNECT4, speeds, MACHINE)
    assert said.startswith("Expected in 1 minute: about ")
    [minutes] = [
        word for before, word in zip(said.split(), said.split()[1:], strict=False) if before == "--minutes"
    ]
    assert "next to nothing" in said
    assert "--network small" in said
    longer = replace(settings, minutes=float(minutes.rstrip(",")))
    found = forecast(longer, CONNECT4, speeds, MACHINE)
    assert found.steps > FEW
    assert "next to nothing" not in describe_outlook(longer, CONNECT4, speeds, MACHINE)
    auto = settings.with_settings({"learner": "auto"})
    assert "PyTorch" in describe_outlook(auto, CONNECT4, speeds, MACHINE)
    assert "PyTorch" not in describe_outlook(auto, CONNECT4, speeds, MACHINE._replace(torch=True))


def test_a_run_in_which_no_game_ends_says_so():
    said = describe_outlook(settings_of("go"), RandomGames(512, 362), Speeds(0.05, 8.0), MACHINE)
    assert "nothing, as no game ends by then" in said
    assert "--option games=32" in said


def test_by_positions_the_sentence_says_the_minutes():
    settings = replace(settings_of(), minutes=0.0, positions=100_000)
    speeds = Speeds(0.005, 0.5)
    minutes = forecast(settings, CONNECT4, speeds, MACHINE).seconds / 60
    said = describe_outlook(settings, CONNECT4, speeds, MACHINE)
    assert f"in some {math.floor(minutes + 0.5)} minutes." in said


@pytest.mark.slow_interpreted
def test_python_hears_of_it_by_its_logger(tmp_path, caplog):
    options = {"learner": "numpy", "games": "8", "simulations": "4", "first": "16", "batch": "8"}
    with caplog.at_level(logging.INFO, logger="halfmove"):
        hm.train("tictactoe", folder=tmp_path / "run", positions=40, workers=0, options=options)
    assert any("Memory: about" in line for line in caplog.messages)
    assert any(line.startswith("Expected: ") for line in caplog.messages)


def test_by_positions_only_more_of_them_make_more_steps():
    settings = replace(settings_of(options={"learner": "auto"}), minutes=0.0, positions=5000)
    said = describe_outlook(settings, CONNECT4, Speeds(0.002, 0.5), MACHINE)
    assert said.endswith("take --positions 19200.")
    more = replace(settings, positions=19_200)
    assert "next to nothing" not in describe_outlook(more, CONNECT4, Speeds(0.002, 0.5), MACHINE)
