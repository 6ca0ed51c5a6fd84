"""`halfmove simulate`: as text, as data, step by step."""

import pytest
from command import halfmove

from halfmove.cli.steps.players import SimulationPlayer, simulation_frame
from halfmove.teach.montecarlo import simulate
from halfmove.teach.montecarlo.figures import FIGURES

pytestmark = pytest.mark.one_speed


def stepped(*lines, arguments=("aima-5.10",)):
    outcome = halfmove("simulate", *arguments, "--steps", typed="\n".join(lines) + "\n")
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out


def test_the_figure_as_text():
    out = halfmove("simulate", "aima-5.10").out
    assert "├─ a1: 60/79\n│  ├─ b1: 16/53\n│  │  ├─ c1: 27/35" in out
    assert "├─ a1: 61/80\n│  ├─ b1: 16/54\n│  │  ├─ c1: 28/36" in out
    assert "best move   a1" in out


def test_the_figure_as_json():
    found = halfmove("simulate", "aima-5.10", "--json").json
    assert (found["game"], found["algorithm"], found["to_move"]) == ("aima-5.10", "mcts", 0)
    assert (found["before"]["wins"], found["before"]["visits"]) == (37, 100)
    assert (found["after"]["wins"], found["after"]["visits"]) == (37, 101)
    (iteration,) = found["iterations"]
    assert [level["move"] for level in iteration["selection"]] == ["a1", "b1", "c1"]
    terms = iteration["selection"][0]["candidates"][0]
    assert terms["exploitation"] + terms["exploration"] == pytest.approx(terms["total"])
    assert [(c["wins"], c["visits"]) for c in iteration["backup"]] == [
        ([0, 0], [0, 1]),
        ([27, 28], [35, 36]),
        ([16, 16], [53, 54]),
        ([60, 61], [79, 80]),
    ]


def test_a_seed_repeats_it_and_options_reach_it():
    one, two = (halfmove("simulate", "nim", "--simulations", "5", "--seed", "4").out for _ in range(2))
    assert one == two
    assert one != halfmove("simulate", "nim", "--simulations", "5", "--seed", "5").out
    out = halfmove("simulate", "nim", "--option", "formula=rave", "--option", "c=0.5", "--depth", "1").out
    assert out.startswith("UCT-RAVE on nim, c = 0.5\n")
    assert out.count("Iteration ") == 10


def test_a_page_to_step_through_and_a_picture(tmp_path):
    for ending, begin in (("html", "<!doctype html>"), ("svg", "<svg")):
        path = tmp_path / f"figure.{ending}"
        assert halfmove("simulate", "aima-5.10", "--output", str(path)).out == f"Wrote {path}.\n"
        assert path.read_text().lower().startswith(begin)


def test_counts_from_a_file_and_as_text(tmp_path):
    text = "3/4\n  b2: 1/3\n  c3: 0/1\n"
    path = tmp_path / "counts.txt"
    path.write_text(text)
    arguments = ["simulate", "tictactoe", "--moves", "a1 a2", "--simulations", "1", "--counts"]
    read = halfmove(*arguments, str(path)).out
    assert "3/4 X to move\n├─ b2: 1/3" in read or "3/4 X to move\n├─ c3: 0/1" in read
    assert read == halfmove(*arguments, text).out


def test_forward_back_and_to_a_step():
    out = stepped("", "n 3", "b", "5", "goto 2", "end", "n", "start", "quit")
    places = [line.split("step ")[-1] for line in out.splitlines() if line.startswith("UCT (UCB1) on")]
    assert places == [f"{k} of 6" for k in (0, 1, 4, 3, 5, 2, 6, 0)]
    assert "This is the last step." in out
    assert "▸ │  │  │  ├─ d2: 0/1" in out
    assert "a1            60/79  0.759    0.338  1.098  taken" in out


def test_from_iteration_to_iteration():
    out = stepped("i", "i", "i 7", "I", "i 99", "help", arguments=("tictactoe",))
    places = [line.split("  ")[-1].strip() for line in out.splitlines() if line.startswith("UCT (UCB1) on")]
    assert [place.partition(",")[0] for place in places[1:]] == [f"iteration {k}" for k in (1, 2, 7, 6)]
    assert "There is no such iteration." in out
    assert "to the iteration before" in out
    assert "X to move" in out  # the board


def test_going_back_shows_what_was_there():
    player = SimulationPlayer(simulate(FIGURES["aima-5.10"].game(), simulations=12))
    forward = []
    for _ in range(player.last):
        player.forward()
        forward.append([line.plain for line in simulation_frame(player, None, 80, None)])
    for step in range(player.last, 0, -1):
        player.go(step)
        assert [line.plain for line in simulation_frame(player, None, 80, None)] == forward[step - 1]
    assert player.earlier() is False


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (30, 10), (200, 60)])
def test_a_frame_fits_the_terminal(width, height):
    from halfmove.games.registry import game

    player = SimulationPlayer(simulate(game("tictactoe"), simulations=40))
    for step in range(0, player.last, 3):
        player.go(step)
        lines = simulation_frame(player, 4, width, height)
        assert len(lines) <= height
        assert max(line.cell_len for line in lines) <= width


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["aima-5.11"], "There is no game 'aima-5.11'"),
        (["aima-5.10", "--moves", "a1"], "has its own game and counts; leave --moves out"),
        (["nim", "--simulations", "-1"], "--simulations must be a whole number from 0"),
        (["nim", "--option", "formula=best"], "must be one of ucb1, tuned, puct, rave"),
        (["nim", "--option", "c"], "--option takes KEY=VALUE"),
        (["nim", "--counts", "lost.txt"], "There is no file 'lost.txt'"),
        (["nim", "--counts", "1/2\n  Z9: 1/2"], "In the counts, line 2"),
        (["nim", "--counts", "1/2\n  A1: 2/2"], "leaves 1 wins to whoever moves there"),
        (["nim", "--counts", "1/2", "--option", "graph=true"], "not for a graph"),
        (["nim", "--steps", "--json"], "--steps and --json exclude each other"),
        (["nim", "--output", "x.png"], "Simulations are written as .html or .svg, not as 'x.png'"),
        (["nim", "--output", "x.svg", "--steps"], "--steps and --output exclude each other"),
        (["nim", "--depth", "none"], "--depth must be a whole number"),
        (["[[inf, 2], [3, 4]]"], "infinite"),
    ],
)
def test_bad_input_is_one_sentence(arguments, said):
    outcome = halfmove("simulate", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
