"""The tree of variations as a picture."""

from __future__ import annotations

import pytest
from browsing import expect
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.web.board.record import Record
from halfmove.web.board.variation_tree import place_nodes

pytestmark = pytest.mark.one_speed
GAME = interpreted(hm.game("gomoku"))


def test_the_main_line_is_straight_and_later_variations_lie_closer():
    record = Record(interpreted(hm.game("tictactoe")))
    record.read("a1 b1 (c1 b2) b2 (c3) c3")
    places = {node.text: place_nodes(record)[node.number] for node in record.nodes.values() if node.ply < 3}
    assert [places[text] for text in ("", "a1", "b1")] == [(0, 0), (1, 0), (2, 0)]
    rows = {(node.text, node.parent.text): place_nodes(record)[node.number][1]
            for node in record.nodes.values() if node.parent}  # fmt: skip
    assert rows["c3", "b1"] == 1
    assert rows["c1", "a1"] == rows["b2", "c1"] == 2


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 8)), max_size=60))
def test_no_two_nodes_share_a_place_and_no_edge_crosses_a_node(steps):
    record = Record(GAME)
    for at, move in steps:
        nodes = list(record.nodes.values())
        record.go(nodes[at] if at < len(nodes) else record.here)
        record.play(list(record.history.legal())[move])
    places = place_nodes(record)
    assert len(set(places.values())) == len(places) == len(record.nodes)
    for node in record.nodes.values():
        if node.parent is None:
            continue
        (before, above), (column, row) = places[node.parent.number], places[node.number]
        assert column == before + 1
        assert (row == above) == (node.parent.children[0] is node)
        assert row >= above
        assert not {(before, down) for down in range(above + 1, row)} & set(places.values())


def opened(page, path):
    page.goto(path)
    page.locator("[data-name=variations] summary").click()
    page.locator("[data-tree]").first.wait_for()


def shown(page, text):
    page.wait_for_selector(f".hm-moves [aria-current]:text-is('{text}')")


def test_a_click_and_the_keys_lead_through_the_tree(page):
    opened(page, "/analyse/tictactoe?moves=a1+b1+(c1+b2)+b2+c3")
    expect(page.locator("[data-tree]")).to_have_count(7)
    page.locator("[data-tree='5']").click()
    shown(page, "b2")
    page.locator(".hm-tree-picture").focus()
    for key, text in (("Home", None), ("ArrowRight", "a1"), ("ArrowRight", "b1"), ("ArrowDown", "c1"),
                      ("End", "b2"), ("ArrowLeft", "c1"), ("ArrowUp", "b1"), ("End", "c3")):  # fmt: skip
        page.keyboard.press(key)
        if text is not None:
            shown(page, text)
    page.locator("[data-point=a2]").click()
    page.locator("[data-tree='7'].hm-tree-here").wait_for()
    expect(page.locator("[data-tree]")).to_have_count(8)


def test_of_a_long_line_only_what_is_in_sight_is_drawn(page):
    moves = "+".join(f"{letter}{row}" for row in range(1, 10) for letter in "ABCDEFGH"[: 9 - row % 2])
    opened(page, f"/analyse/go?width=9&height=9&moves={moves}")
    last = len(moves.split("+"))
    page.locator(f"[data-tree='{last}']").wait_for()
    assert last > 60
    assert page.locator("[data-tree]").count() < 40
    page.locator("[data-name=first]").click()
    page.locator("[data-tree='0'].hm-tree-here").wait_for()
    expect(page.locator(f"[data-tree='{last}']")).to_have_count(0)


def test_a_game_whose_moves_stand_has_no_tree(page):
    page.goto("/play/kuhn?seats=you,1")
    expect(page.locator("[data-name=variations]")).to_have_count(0)
