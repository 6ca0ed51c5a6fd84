"""The lessons in a real browser: stepped through, answered, restored from a link, told what is wrong."""

from __future__ import annotations

from urllib.parse import urlencode

import httpx
import pytest
from browsing import WIDTHS, expect

from halfmove.teach.quiz import exercise

pytestmark = pytest.mark.one_speed

FIG_5_2 = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def at(page, step):
    page.wait_for_function(
        "step => document.querySelector('[data-do=count]').textContent.startsWith(step + ' /')", arg=step
    )


def says(page, slot, text):
    page.wait_for_function(
        "([slot, text]) => document.querySelector(`[data-slot=${slot}]`).textContent.includes(text)",
        arg=[slot, text],
    )


def test_a_tree_is_stepped_through_to_its_end(page):
    page.goto("/lab")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("c")
    expect(page.locator("#sentence")).to_contain_text("Cut at node 1")
    page.keyboard.press("End")
    expect(page.locator("#sentence")).to_contain_text("the value is 3")
    expect(page.locator('[data-part="count-evaluations"]')).to_have_text("7")
    expect(page.locator('[data-slot="pruned"]')).to_contain_text("1/1, 1/2")
    page.keyboard.press("Home")
    at(page, 1)
    expect(page.locator("#back")).to_be_disabled()


def test_a_link_restores_tree_search_and_step(page):
    link = urlencode({"tree": FIG_5_2, "algorithm": "alphabeta", "dialect": "cs188", "step": 12})
    page.goto(f"/lab?{link}")
    at(page, 12)
    expect(page.locator('[name="dialect"]:enabled')).to_have_value("cs188")
    expect(page.locator('[data-slot="answer"]')).to_contain_text("cs188")
    page.click("#next")
    at(page, 13)
    page.wait_for_url(lambda url: "step=13" in url and "dialect=cs188" in url)


def test_an_option_in_a_link_holds_for_the_search_that_fits_best(page):
    page.goto("/lab?dialect=cs188")
    says(page, "answer", "dialect cs188")


def test_a_leaf_is_changed_by_a_click(page):
    page.goto("/lab")
    at(page, 1)
    page.click('[data-part="n2"]')
    page.fill("#node input", "1")
    page.keyboard.press("Enter")
    says(page, "answer", "2 to MAX")
    expect(page.locator('[name="tree"]')).to_have_value(FIG_5_2.replace("3,", "1,", 1))
    page.click('[data-part="n1"]')
    page.click('#node [data-do="remove"]')
    page.wait_for_function("document.querySelector('[name=tree]')?.value === '[[2, 4, 6], [14, 5, 2]]'")


def test_a_leaf_of_several_mins_is_one_number(page):
    page.goto("/lab?" + urlencode({"tree": "MAX\n  a: MIN 1\n    b: MIN 2 [5, 6]\n    c: MIN 2 [6, 5]"}))
    at(page, 1)
    page.click('[data-part="n3"]')
    expect(page.locator("#node input")).to_have_value("5")
    page.fill("#node input", "9")
    page.keyboard.press("Enter")
    says(page, "answer", "leaves9 6")
    assert "MIN 2" in page.input_value('[name="tree"]') or "player" in page.input_value('[name="tree"]')


def test_a_bad_tree_is_told_and_nothing_is_lost(page):
    page.goto("/lab")
    at(page, 1)
    page.fill('[name="tree"]', "[[3, 4], [5")
    says(page, "error", "is not closed")
    expect(page.locator(".hl-picture svg")).to_have_count(1)
    page.fill('[name="tree"]', "[[3, 4], [5]]")
    says(page, "answer", "5 to MAX")
    expect(page.locator('[data-slot="error"]')).to_have_text("")


def test_a_path_is_no_tree(page):
    page.goto("/lab")
    at(page, 1)
    page.fill('[name="tree"]', "/etc/hostname")
    says(page, "error", "'/etc/hostname' has no value")


def test_a_game_is_searched_and_a_large_one_refused(page):
    page.goto("/lab?game=tictactoe&merge=yes")
    says(page, "title", "Tic Tac Toe: alphabeta (depth 2)")
    expect(page.locator('[name="depth"]')).to_have_value("2")
    page.goto("/lab?game=tictactoe&depth=9")
    says(page, "error", "more than 1,000 nodes")


def test_values_are_in_open_lines_where_that_is_ticked(page):
    page.goto("/lab?game=tictactoe&merge=yes&depth=2")
    says(page, "answer", "0.05 to MAX")
    page.check('[name="units"]')
    says(page, "answer", "1 to MAX")
    says(page, "title", "Tic Tac Toe: alphabeta (depth 2)")


@pytest.mark.parametrize("game", ["chess", "go", "gomoku", "connect4", "nim", "race"])
def test_the_first_try_with_a_game_can_be_drawn(page, game):
    """Chosen from the list, the game begins at a place and a depth whose tree is small enough."""
    page.goto("/lab")
    at(page, 1)
    page.select_option('[name="game"]', game)
    page.wait_for_function(
        "game => document.querySelector('[data-slot=title]').textContent.match(game)", arg=": "
    )
    expect(page.locator('[data-slot="error"]')).to_have_text("")
    assert page.input_value('[name="depth"]') in ("1", "2", "3")
    assert (
        3 <= page.locator(".hl-picture [data-part^=n] svg, .hl-picture [data-part^=n] image").count() <= 150
    )
    page.keyboard.press("End")
    expect(page.locator("#sentence")).to_contain_text("The search is over")


def test_another_game_forgets_the_place_of_the_last_one(page):
    page.goto("/lab?game=chess")
    says(page, "title", "Chess")
    expect(page.locator('[name="position"]')).to_have_value("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    page.select_option('[name="game"]', "connect4")
    says(page, "title", "Connect Four")
    expect(page.locator('[name="position"]')).to_have_value("")
    page.goto("/lab?game=gomoku&set=width%3D5+height%3D4+k%3D3&depth=1")
    says(page, "title", "Gomoku")
    page.fill('[name="parameters"]', "nonsense")
    says(page, "error", "'parameters' takes KEY=VALUE, such as width=7, not 'nonsense'.")


OFFERED = "[...document.querySelector('[name=algorithm]').options].map(o => o.value)"


def test_only_the_searches_that_fit_are_offered(page):
    page.goto("/lab")
    at(page, 1)
    offered = page.evaluate(OFFERED)
    assert offered[0] == "auto"
    assert "alphabeta" in offered
    assert not {"expectiminimax", "maxn"} & set(offered)
    page.select_option('[name="algorithm"]', "alphabeta")
    page.fill('[name="tree"]', "MAX\n  chance\n    50%: 3\n    50%: 8\n  4")
    says(page, "error", "expectiminimax")
    page.wait_for_function(f"{OFFERED}.includes('expectiminimax')")
    assert "minimax" not in page.evaluate(OFFERED)
    page.select_option('[name="algorithm"]', "expectiminimax")
    says(page, "answer", "5.5 to MAX")
    assert "alphabeta" not in page.evaluate(OFFERED)


def test_the_first_page_offers_what_fits_its_link(page, address):
    assert "expectiminimax" in httpx.get(f"{address}/lab?game=pig").text
    page.goto("/lab?game=pig")
    offered = page.evaluate(OFFERED)
    assert "expectiminimax" in offered
    assert not {"minimax", "alphabeta"} & set(offered)


def test_a_textbook_s_tree_of_three_players_keeps_its_payoffs(page):
    page.goto("/lab")
    at(page, 1)
    page.select_option("[data-fill]", "fig-5-4")
    says(page, "answer", "(1, 2, 6)")


def test_an_example_chooses_a_search_that_was_not_offered(page):
    page.goto("/lab")
    at(page, 1)
    assert "expectiminimax" not in page.evaluate(OFFERED)
    page.select_option("[data-fill]", "fig-5-14")
    says(page, "title", "expectiminimax")
    expect(page.locator('[name="algorithm"]')).to_have_value("expectiminimax")


def test_the_old_tree_is_dimmed_while_a_new_one_is_made(page):
    page.goto("/lab")
    at(page, 1)
    stage = "getComputedStyle(document.querySelector('.hl-stage')).opacity"
    assert page.evaluate(stage) == "1"
    page.evaluate("window.emitEvent = () => {}")  # the answer never comes
    page.select_option('[name="root"]', "min")
    page.wait_for_function(f"Number({stage}) < 0.5")
    expect(page.locator(".hl-picture svg")).to_have_count(1)


def test_what_is_proven_is_drawn_as_intervals(page):
    page.goto("/lab?intervals=yes")
    at(page, 1)
    page.keyboard.press("End")
    expect(page.locator(".hl-picture svg")).to_contain_text("[−∞, 2]")
    expect(page.locator(".hl-picture svg")).to_contain_text("[2, 2]")
    page.locator('[name="intervals"]').uncheck()
    page.wait_for_function("document.querySelector('.hl-picture svg')?.textContent.includes('≤ 2')")


def test_steps_are_files_to_take_along(page, address):
    page.goto("/lab?step=5")
    at(page, 5)
    link = page.get_attribute('a[data-file="/lab/file/svg"]', "href")
    answer = page.request.get(address + link)
    assert answer.ok
    assert answer.text().startswith("<svg")
    bad = page.request.get(address + "/lab/file/svg?tree=%5B")
    assert bad.status == 400
    assert "the tree ends" in bad.text()


def test_an_exercise_is_answered_wrong_and_right(page):
    wishes = {"depth": 2, "branching": 3, "min_cuts": 1}
    made = exercise(7, **wishes)
    page.goto("/quiz?" + urlencode({"seed": 7, **wishes}))
    moves = page.locator('[data-question="move"]')
    moves.wait_for()
    wrong = next(c.edge for c in made.names.root.children if (c.path) not in made.question("move").best)
    moves.get_by_label(wrong, exact=True).check()
    moves.get_by_text("Check").click()
    moves.locator(".hl-wrong").wait_for()
    expect(page.locator("#score")).to_contain_text("0 of 1 point")

    pruned = page.locator('[data-question="pruned"]')
    nodes = {node["name"]: part for part, node in page.evaluate("hmLesson.nodes").items()}
    solution = made.solution()["pruned"]
    for name in solution:
        page.click(f'[data-part="{nodes[name]}"]')
    expect(pruned.locator("input")).to_have_value(" ".join(solution))
    pruned.get_by_text("Check").click()
    pruned.locator(".hl-right").first.wait_for()
    points = made.question("pruned").points
    expect(page.locator("#score")).to_have_text(f"{points} of {points + 1} points")

    values = page.locator('[data-question="values"]')
    values.locator("input").first.fill("x")
    values.get_by_text("Check").click()
    values.locator(".hm-error").wait_for()
    expect(values).to_contain_text("not a number")
    values.get_by_text("Hint").click()
    values.locator(".hl-hint").wait_for()

    for ending, begins in (("xml", b"<?xml"), ("gift", b"$CATEGORY"), ("zip", b"PK")):
        link = page.get_attribute(f'a[data-file="/quiz/file/{ending}"]', "href")
        assert "seed=7" in link
        assert page.request.get(page.url.partition("/quiz")[0] + link).body().startswith(begins)
    refused = page.request.get(page.url.partition("/quiz")[0] + "/quiz/file/doc?seed=7")
    assert (refused.status, "not 'doc'" in refused.text()) == (400, True)

    page.get_by_text("Next exercise").click()
    says(page, "title", "Exercise 8")
    page.wait_for_url(lambda url: "seed=8" in url)


def test_how_much_is_pruned_both_ways_is_asked_in_the_browser(page):
    wishes = {"depth": 3, "branching": "2-3", "min_cuts": 2}
    right = exercise(7, questions="leaves nodes", **wishes).solution()
    page.goto("/quiz?" + urlencode({"seed": 7, "questions": "leaves nodes", **wishes}))
    for kind, other in (("leaves", 1), ("nodes", 0)):
        asked = page.locator(f'[data-question="{kind}"]')
        asked.get_by_label("left", exact=True).fill(str(right[kind]["left"]))
        asked.get_by_label("right", exact=True).fill(str(right[kind]["right"] + other))
        asked.get_by_text("Check").click()
        asked.locator(".hl-wrong" if other else ".hl-right").first.wait_for()
    expect(page.locator("#score")).to_have_text("3 of 4 points")


def test_one_iteration_of_monte_carlo_to_its_end(page):
    page.goto("/montecarlo")
    at(page, 0)
    for step in range(1, 7):
        page.keyboard.press("ArrowRight")
        at(page, step)
        if step == 1:
            expect(page.locator('[data-part="terms"]')).to_contain_text("1.098")
    expect(page.locator('[data-part="phase"]')).to_have_text("Iteration 1: back-propagation")
    expect(page.locator(".hl-picture svg")).to_contain_text("37/101")
    expect(page.locator("#next")).to_be_disabled()


def test_monte_carlo_of_a_game_from_a_link(page):
    page.goto("/montecarlo?game=tictactoe&simulations=20&seed=3&formula=puct&step=30")
    at(page, 30)
    expect(page.locator('[data-part="board"] svg')).to_have_count(1)
    expect(page.locator('[data-slot="title"]')).to_contain_text("PUCT")


def test_growth_by_formula(page):
    page.goto("/growth?branching=10&depth=4")
    says(page, "table", "10,000")
    says(page, "table", "199")


def test_a_misconception_opens(page):
    page.goto("/misconceptions")
    page.click('a[href="/misconceptions/horizon"]')
    page.locator(".hl-exhibit svg").first.wait_for()
    expect(page.locator("h1")).to_have_count(1)
    page.goto("/misconceptions/nothing")
    expect(page.locator("main")).to_contain_text("There is no misconception 'nothing'")


@pytest.mark.parametrize(
    "path", ["/lab", "/montecarlo", "/regret", "/matrix", "/quiz", "/growth", "/misconceptions"]
)
def test_nothing_is_wider_than_a_telephone(page, path):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)
    page.locator(".hl-picture svg, .hl-chart h2, .hm-tile").first.wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


CUT = """() => {
  const ruler = document.createElement("canvas").getContext("2d"), cut = [];
  for (const part of document.querySelectorAll("details")) part.open = true;
  for (const field of document.querySelectorAll("#lesson select, #lesson input[placeholder]")) {
    if (!field.clientWidth) continue;
    const style = getComputedStyle(field), select = field.tagName === "SELECT";
    const words = select ? field.selectedOptions[0].text : field.placeholder;
    const margins = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + (select ? 16 : 0);
    const room = field.clientWidth - margins;
    ruler.font = style.font;
    if (ruler.measureText(words).width > room + 1) cut.push(`${field.name}: ${words}`);
  }
  return cut;
}"""
"""The fields without room for what stands in them, or for the hint; a select needs 16 dots for its arrow."""


@pytest.mark.parametrize("width", WIDTHS)
def test_no_field_cuts_what_stands_in_it(page, width):
    page.set_viewport_size({"width": width, "height": 844})
    for path in (
        "/lab", "/lab?game=tictactoe&depth=1", "/quiz", "/growth", "/growth?game=nim", "/montecarlo",
        "/montecarlo?game=nim",
    ):  # fmt: skip
        page.goto(path)
        assert page.evaluate(CUT) == [], path
