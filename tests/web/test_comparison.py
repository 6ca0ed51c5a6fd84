"""Two engines side by side."""

from __future__ import annotations

import re

import pytest
from browsing import expect

from halfmove.web.board.comparison import compare_html, count_common, list_moves

pytestmark = pytest.mark.one_speed


def found(algorithm, *moves, line=(), **more):
    """An analysis whose lines begin with these moves, the best first."""
    lines = [{"move": move, "short": f"+{9 - i}", "worth": "so much"} for i, move in enumerate(moves)]
    base = {"algorithm": algorithm, "depth": 4, "nodes": 1200, "worth": "so much", "best": moves[0]}
    return {**base, "lines": lines, "variation": list(line or moves[:1]), **more}


def marked(html):
    """What stands in the first column of the rows that are marked."""
    return re.findall(r'<tr class="hm-differs"><th scope=row><span.*?</span>(.*?)</th>', html)


def test_moves_of_both_stand_once_and_in_the_order_of_the_first():
    assert list_moves([found("a", "e4", "d4"), found("b", "d4", "c4")]) == ["e4", "d4", "c4"]


def test_lines_are_common_up_to_the_first_difference():
    assert count_common(["e4", "e5", "Nf3"], ["e4", "e5", "Bc4"]) == 2
    assert count_common(["e4"], ["e4", "e5"]) == 1
    assert count_common([], ["e4"]) == 0


def test_where_they_differ_is_marked():
    pair = [found("a", "e4", "d4", line=["e4", "e5"]), found("b", "e4", "c4", line=["e4", "c5"])]
    html = compare_html(pair)
    assert "Both prefer e4." in html
    assert marked(html) == ["d4", "c4", "ply 2"]
    assert "They differ: e4 against c4." in compare_html([found("a", "e4"), found("b", "c4")])
    assert "a 1" in compare_html([found("a", "e4"), found("a", "e4")])


def test_what_a_network_alone_gives_a_move_stands_beside_the_search():
    network = {"moves": [{"move": "e4", "share": 0.4}, {"move": "d4", "share": 0.25}]}
    html = compare_html([found("network", "e4", network=network), found("b", "d4")])
    assert "network 40%" in html
    assert "network 25%" in html


@pytest.mark.slow_interpreted
def test_two_algorithms_are_compared_until_one_is_taken_away(page):
    page.goto("/analyse/tictactoe?moves=a1+b1&compare=minimax,alphabeta&to=2")
    compared = page.locator(".hm-compared")
    compared.wait_for()
    expect(compared.locator("thead th")).to_have_text(["Move", "minimax", "alphabeta"])
    page.locator("[data-name=compare]").click()
    compared.wait_for(state="detached")
