"""The changes of a picture bring one to the other, and are small where a move is."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest

import halfmove as hm
from halfmove.web.board.picture_parts import find_changes, split_picture

pytestmark = pytest.mark.one_speed

GAMES = ("chess", "connect4", "go", "othello", "shogi", "monopoly", "backgammon", "tictactoe", "holdem")


def pictures(name, plies=8):
    """Those of a random game."""
    game, choice = hm.interpreted(hm.game(name)), random.Random(7)
    state, surface = game.initial(), game.surface()
    for _ in range(plies):
        yield surface.picture_to(state, None, below=0)
        if game.is_terminal(state):
            return
        state = game.result(state, choice.choice(list(game.actions(state))))


def put_together(before, changes):
    _, elements = split_picture(before)
    assert changes["count"] == len(elements)
    new = []
    for part in changes["parts"]:
        new += [part] if isinstance(part, str) else elements[part[0] : part[0] + part[1]]
    return changes["head"], tuple(new)


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_make_the_next_picture(name):
    shown = list(pictures(name))
    for before, now in pairwise(shown):
        assert put_together(before, find_changes(before, now)) == split_picture(now)
        assert put_together(now, find_changes(now, before)) == split_picture(before)


def test_a_move_of_chess_is_a_few_elements_of_thirty():
    before, now = list(pictures("chess", 2))
    changes = find_changes(before, now)
    assert sum(isinstance(part, str) for part in changes["parts"]) <= 3
    assert len(json.dumps(changes)) < len(now) / 10


def test_an_element_holds_others_and_signs():
    head, elements = split_picture(
        '<svg a="1"><g b=">"><g/><text>x &gt; y</text></g> <rect c=\'/>\'/>\n</svg>'
    )
    assert head == '<svg a="1">'
    assert elements == ('<g b=">"><g/><text>x &gt; y</text></g>', "<rect c='/>'/>")


@pytest.mark.parametrize(
    "other",
    ["", "<p>no board</p>", '<svg viewBox="0 0 9 9">word</svg>', '<svg viewBox="0 0 9 9"><g></svg>'],
)
def test_what_cannot_be_taken_apart_is_sent_whole(other):
    usual = '<svg viewBox="0 0 9 9"><g/></svg>'
    assert find_changes(usual, other) is None
    assert find_changes(other, usual) is None


def test_a_picture_of_another_size_is_sent_whole_and_one_of_another_name_is_not():
    first = '<svg viewBox="0 0 9 9" aria-label="one"><g/></svg>'
    assert find_changes(first, first.replace("9 9", "8 8")) is None
    assert find_changes(first, first.replace("one", "two")) == {
        "count": 1, "head": '<svg viewBox="0 0 9 9" aria-label="two">', "parts": ((0, 1),)
    }  # fmt: skip
