"""The lesson: what each generation thinks of a few positions, in a terminal and in a notebook."""

import json
import re

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove.learn.lesson import USUAL, Lesson, questions, thought
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

OPTIONS = {**USUAL, "learner": "numpy", "backend": "numpy", "generations": "3"}


def fresh(name):
    game = hm.game(name)
    architecture = preset("tiny", Encoding(game))
    return Network(game, architecture, draw_parameters(architecture), {})


@pytest.mark.slow_interpreted
def test_a_network_learns_the_moves_that_nobody_told_it(tmp_path):
    game, looks = hm.game("tictactoe"), []
    lesson = Lesson(game, tmp_path, looks.append)
    trained = hm.train(
        game, folder=tmp_path, positions=3000, workers=0, seed=1, options=OPTIONS, see=lesson.see
    )
    assert [look.generation for look in looks] == [0, 1, 2, 3] == [look.generation for look in lesson.looks]
    assert trained.last.generation == 3
    before, after = looks[0], looks[-1]
    assert after.errors < before.errors - 0.1
    start, wins, saves = after.thoughts
    assert [one.question.title for one in after.thoughts] == [
        "the start",
        "one move wins",
        "one move saves the draw",
    ]
    assert wins.right > before.thoughts[1].right + 0.1
    assert next(iter(start.policy)) == "b2"
    text = str(after)
    assert text.startswith("Generation 3: ")
    assert f"{wins.right:.0%} on the right move" in text
    assert wins.right == pytest.approx(
        wins.policy[game.action_text(wins.question.state, *wins.question.right)]
    )
    assert saves.value < 0.5
    html = after._repr_html_()
    assert html.count("<table>") == 4
    assert re.search(r"rgba\(208,96,32,0\.\d\d\)'>\d+%</td>", html)


@pytest.mark.slow_interpreted
def test_the_policy_stands_where_its_moves_do():
    network = fresh("tictactoe")
    start, wins, _ = (thought(network, question) for question in questions(network.game))
    assert [len(row) for row in start.table] == [3, 3, 3]
    assert np.sum(start.table) == pytest.approx(1)
    # a square that is taken has no move; the board is written from the top, as the table is
    board = [line[2:7].split() for line in wins.board.splitlines()[:3]]
    assert [[cell is None for cell in row] for row in wins.table] == [
        [sign != "." for sign in row] for row in board
    ]
    columns = thought(fresh("connect4"), questions(hm.game("connect4"))[0])
    assert [len(row) for row in columns.table] == [7]
    chess = thought(fresh("chess"), questions(hm.game("chess"))[0])
    assert chess.table == []
    assert len(chess.lines()) >= 8
    assert "<td" in chess.html()


@pytest.mark.slow_interpreted
def test_the_command_shows_a_lesson(tmp_path):
    options = [f"--option={name}={value}" for name, value in OPTIONS.items()]
    folder = str(tmp_path / "run")
    done = halfmove("train", "tictactoe", "--lesson", "-o", folder, "--positions", "500", *options)
    assert done.status == 0
    assert done.out.startswith("Before anything is learnt, errs in ")
    assert "\nGeneration 3: " in done.out
    assert "The network is" in done.out
    again = halfmove("train", "tictactoe", "--lesson", "--json", "-o", folder).out
    look, last = again.splitlines()[0], again[again.rindex("\n{") :]
    assert json.loads(look)["thoughts"][0]["position"] == "the start"
    assert json.loads(last)["over"]
