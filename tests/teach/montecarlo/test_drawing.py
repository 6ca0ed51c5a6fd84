"""The growing picture of a Monte Carlo search: every step's labels are the sketch's, in their places."""

import re
from itertools import pairwise

import pytest

import halfmove as hm
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import player_data
from halfmove.teach.montecarlo.drawing import Drawing
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.text import ratio

pytestmark = pytest.mark.one_speed


def shown(told, part, step):
    """What a part of the picture says at a step."""
    content = [look for number, look in told["changes"][part] if number <= step][-1]
    return re.findall(r">([^<]+)</text>", content)


def test_the_figure_of_the_book_before_and_after():
    trace = FIGURES["aima-5.10"].trace()
    scene, told = player_data(Drawing(trace))
    words = {word.text for word in scene.words()}
    assert {"37/100", "60/79", "16/53", "27/35", "10/18", "1/10", "2/11"} <= words
    assert len(told["sentences"]) == len(told["at"]) == len(trace.steps) + 1
    last = len(trace.steps)
    after = {text for part in told["changes"] if part[0] == "n" for text in shown(told, part, last)}
    assert {"37/101", "61/80", "16/54", "28/36"} <= after


def test_each_step_says_what_the_sketch_says():
    trace = hm.simulate(hm.game("tictactoe"), simulations=25, seed=3)
    _, told = player_data(Drawing(trace))
    for step in (0, 3, 40, len(trace.steps)):
        tree = trace.after(step)
        for number, edge in tree.edges.items():
            part = f"n{number + 1}"
            if part in told["changes"] and (edge.visits or number in tree.way):
                assert ratio(edge.wins, edge.visits) in shown(told, part, step)
    assert told["stops"][:2] == [1, 1 + len([s for s in trace.steps if s.iteration.number == 1])]


def test_a_large_tree_shows_what_was_visited_most():
    trace = hm.simulate(hm.game("tictactoe"), simulations=60)
    scene, told = player_data(Drawing(trace, most=20))
    assert told["drawn"] == 20 < told["nodes"]
    assert draw(scene).count('data-part="n') == 21
    assert all(at in {g.name for g in scene.groups} for at in told["at"])


def test_nodes_of_one_level_do_not_touch():
    trace = hm.simulate(hm.game("tictactoe"), simulations=40)
    _, told = player_data(Drawing(trace))
    boxes = []
    for part, looks in told["changes"].items():
        if part[0] == "n" and (found := re.findall(r'<polygon points="([^"]+)"', looks[-1][1])):
            points = [tuple(map(float, pair.split(","))) for pair in found[-1].split()]
            xs, ys = zip(*points)
            boxes.append((min(ys), min(xs), max(xs)))
    boxes.sort()
    for (y, _, right), (other, left, _) in pairwise(boxes):
        assert y != other or right < left
