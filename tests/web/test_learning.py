"""A game report's graph and cards, and the mistakes to learn from."""

from __future__ import annotations

import re

import pytest
from browsing import expect, point

from halfmove.teach.judgements import accuracy
from halfmove.web.board.learning import summarise
from halfmove.web.board.scorecard import judgement_of
from halfmove.web.board.value_graph import trace_areas

pytestmark = pytest.mark.one_speed
LOST = "/analyse/tictactoe?moves=a1+b1+b2"
"""b1 loses: O has to answer in the middle."""
WHOLE = f"{LOST}+c3+a2+a3+c2"


def test_the_graph_has_a_gap_where_no_value_is_known():
    first = list(trace_areas([(0, 0.5), (1, 0.75), (4, 1.0)], 4, 100))
    assert first == ["M0.0 100L0.0 50.0L0.0 50.0L250.0 25.0L375.0 25.0L375.0 100z", "M875.0 100L875.0 0.0"
                     "L1000.0 0.0L1000.0 0.0L1000.0 100z"]  # fmt: skip
    assert list(trace_areas([], 4, 0)) == []


def test_a_message_of_a_report_is_a_judgement():
    message = {"ply": 1, "mover": 1, "before": 0.5, "after": 1.0, "lost": 0.5, "mark": "??", "better": ["b2"]}
    told = judgement_of(message)
    assert (told.mark, told.better, told.lost, told.share) == (4, "b2", 0.5, 0.5)
    assert accuracy([(told.ply, told.mover, told.lost, told.share)], 1) < 15
    assert judgement_of({**message, "mark": "", "better": []}).mark == 0


def test_what_came_of_the_questions_is_counted():
    assert summarise(["found", "shown", "found"]) == "3 mistakes: 2 found at once, 1 shown."
    assert summarise(["helped"]) == "1 mistake: 1 after a hint or another try."


def reported(page, path):
    page.goto(path)
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    page.locator(".hm-scorecard").first.wait_for()


def said(page, text):
    page.locator("[data-name=learn]").filter(has_text=text).wait_for()


def places(page):
    return page.locator(".hm-moves [data-node]").count()


def test_a_better_move_is_found_after_a_try_that_leaves_nothing_behind(page):
    reported(page, LOST)
    moves = places(page)
    page.locator("[data-learn='start 1']").click()
    said(page, "Find a better move for O.")
    page.locator(".hm-report-moves").wait_for(state="hidden")  # it would tell the answer
    page.locator(".hm-moves .hm-var").first.wait_for(state="hidden")
    point(page, "b1").click()
    said(page, "That is the move of the game.")
    point(page, "c1").click()
    said(page, "c1 loses 50% of a point. Try another.")
    page.locator("[data-learn=hint]").click()
    said(page, "One of these is the best.")
    page.wait_for_function("document.querySelectorAll('.hm-hint circle').length === 3")
    point(page, "b2").click()
    said(page, "Right.")
    page.locator(".hm-report-moves").wait_for()
    assert places(page) == moves
    page.locator("[data-learn=next]").click()
    said(page, "1 mistake: 1 after a hint or another try.")


def test_the_solution_is_shown_and_no_engine_plays_on_meanwhile(page):
    reported(page, "/play/tictactoe?seats=1,you&moves=a1+b1+b2+c3+c1+a3+a2")
    page.locator("[data-learn='start 1']").click()
    said(page, "Mistake 1")
    page.locator("[data-learn=solution]").click()
    said(page, "b2")
    node = page.locator(".hm-moves [aria-current]").get_attribute("data-node")
    page.wait_for_timeout(1000)  # the engine would have moved
    expect(page.locator(".hm-moves [aria-current]")).to_have_attribute("data-node", node)
    page.locator("[data-learn=end]").click()
    page.locator("[data-learn='start 1']").wait_for()


def test_who_looks_elsewhere_comes_back_to_the_question(page):
    reported(page, LOST)
    page.locator("[data-learn='start 1']").click()
    said(page, "Find a better move")
    page.locator("[data-name=last]").click()
    page.locator("[data-name=last]").click()
    said(page, "another position")
    page.locator("[data-learn=back]").click()
    said(page, "Find a better move")
    page.locator("[data-learn=next]").click()
    said(page, "1 mistake: 1 passed over.")


def test_the_graph_leads_to_moves_by_mouse_and_keys_and_says_what_they_are_worth(page):
    reported(page, WHOLE)
    graph = page.locator(".hm-value-graph")
    expect(graph.locator("[data-mark='??']")).to_have_count(1)
    width = graph.bounding_box()["width"]
    graph.hover(position={"x": width / 7, "y": 20})
    page.locator(".hm-graph-tip").filter(has_text=re.compile(r"a1, 50% for X")).wait_for()
    graph.click(position={"x": width / 7, "y": 20})
    page.wait_for_selector(".hm-moves [aria-current]:text-is('a1')")
    graph.focus()
    page.keyboard.press("PageDown")
    page.wait_for_selector(".hm-moves [aria-current]:has-text('b1??')")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"b1\?\?, blunder, 100% for X$"))
    page.keyboard.press("Home")
    page.wait_for_selector(".hm-value-graph[aria-valuenow='0']")
    page.mouse.move(*middle(graph, 0.14))
    page.mouse.down()
    page.mouse.move(*middle(graph, 0.99), steps=4)
    page.mouse.up()
    page.wait_for_selector(".hm-value-graph[aria-valuenow='7']")


def middle(graph, share):
    box = graph.bounding_box()
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


def test_a_count_leads_to_the_next_such_move(page):
    reported(page, WHOLE)
    page.locator("[data-next='1 ??']").click()
    page.wait_for_selector(".hm-moves [aria-current]:has-text('b1??')")
    page.wait_for_selector("[data-next='0 ??'][disabled]")
