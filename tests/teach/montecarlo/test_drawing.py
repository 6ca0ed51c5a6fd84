"""The growing picture of a Monte Carlo search: every step's labels are the sketch's, in their places."""

import json
import re
from itertools import pairwise

import pytest

import halfmove as hm
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import player_data
from halfmove.teach.frames.recording import Fold
from halfmove.teach.montecarlo.drawing import Drawing
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.text import ratio
from halfmove.teach.montecarlo.trace import Sketch, sketch

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


def test_a_search_is_saved_as_a_page_and_as_the_tree_at_the_end(tmp_path):
    trace = FIGURES["aima-5.10"].trace()
    trace.save(tmp_path / "mcts.html")
    page = (tmp_path / "mcts.html").read_text()
    data = json.loads(re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
    assert len(data["sentences"]) == trace.last + 1
    trace.save(tmp_path / "mcts.svg")
    drawn = (tmp_path / "mcts.svg").read_text()
    assert "37/101" in drawn
    assert "37/100" not in drawn
    assert "37/100" in trace.svg(0)
    with pytest.raises(hm.BadInput, match="Simulations are written as"):
        trace.save(tmp_path / "mcts.pdf")


def test_a_state_folded_back_and_forth_is_the_state_of_that_step():
    trace = hm.simulate(hm.game("tictactoe"), simulations=6, seed=1)
    fold = Fold(lambda: sketch(trace.beginning, ()), Sketch.apply, trace.steps)
    for step in (5, 17, 3, 3, trace.last, 0):
        assert fold.at(step) == trace.after(step)
