"""The end of a game of Go in the browser: settled on the board, then scored; and what else a board shows."""

import httpx
import pytest
from browsing import expect, has_moves, says

SPLIT = "1XO2/1XO2/1XO2/1XO2/OXO2+B+-+0+2"
"""Black has the left of 5×5, White the right; White's stone on A1 is dead."""
JAPANESE = f"/play/go?width=5&height=5&komi=0.5&rules=japanese&position={SPLIT}"
SCREENS = [
    (390, 844, "dark"),
    (1440, 900, "light"),
    pytest.param(820, 1180, "light", marks=pytest.mark.exhaustive),
    pytest.param(1440, 900, "dark", marks=pytest.mark.exhaustive),
]

pytestmark = pytest.mark.one_speed  # what searches is marked `slow_interpreted`


def chosen(page, text):
    page.wait_for_selector(f"[data-name=settlement]:has-text('{text}')")


def press(page, name):
    page.locator(f"[data-name={name}]:visible").click()


def touch(page, name):
    page.locator(f'[data-point="{name}"]').click()


def passes(page, nodes):
    """Two passes, the second when the first is seen (each move makes the button anew): so many moves then."""
    for number in (nodes - 1, nodes):
        page.locator("[data-name=action]", has_text="pass").click()
        moves_made(page, number)


def moves_made(page, number):
    """Wait until so many moves are shown: a button that is made anew meanwhile would miss a click."""
    has_moves(page, number)


def squares(page):
    """Whose the points are that have a square: how many by colour."""
    fills = page.locator(".hm-owner").evaluate_all("all => all.map((e) => e.getAttribute('fill'))")
    return {fill: fills.count(fill) for fill in fills}


def faded(page):
    return page.locator(".hm-faded").evaluate_all("all => all.map((e) => e.dataset.at)")


def score(page):
    rows = page.locator("[data-name=score] tr").all_inner_texts()
    return [row.split("\t") for row in rows]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("width", "height", "scheme"), SCREENS)
def test_the_result_comes_after_the_dead_stones(page, width, height, scheme):
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{JAPANESE}&moves=pass+pass&seats=you,you")
    chosen(page, "Dead: A1 of White.")
    expect(page.locator("body")).not_to_contain_text("wins")
    says(page, "Settle the dead stones.")
    assert faded(page) == ["A1"]
    assert sorted(squares(page).values()) == [5, 10]
    assert score(page) == [
        ["", "Black", "White"],
        ["Territory", "5", "10"],
        ["Dead stones", "1", "0"],
        ["More prisoners", "2", "0"],
        ["Komi", "0", "0.5"],
        ["Together", "8", "10.5"],
    ]
    seen = page.locator("[data-name=accept]").bounding_box()
    assert seen["x"] >= 0
    assert seen["x"] + seen["width"] <= width
    assert seen["y"] + seen["height"] <= height, "the button is seen beside the board"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    press(page, "accept")
    says(page, "White wins by 2.5.")
    page.wait_for_function("location.search.includes('settled=A1')")
    assert faded(page) == ["A1"]


@pytest.mark.slow_interpreted
def test_a_touch_changes_a_chain_or_all_that_an_area_encloses(page):
    page.goto(f"{JAPANESE}&moves=pass+pass&seats=you,you")
    chosen(page, "A1 of White")
    touch(page, "A1")
    chosen(page, "no stones")
    assert faded(page) == []
    assert squares(page) == {"#f4f4f0": 10}, "the corner is nobody's, with a stone alive in it"
    touch(page, "A4")  # an empty point of the corner
    chosen(page, "A1 of White")
    touch(page, "B3")  # a chain of five
    chosen(page, "B5 B4 B3 B2 B1 of Black")
    expect(page.locator('[data-point="B3"]')).to_have_attribute("aria-label", "B3, black stone, dead")
    expect(page.locator('[data-point="D3"]')).to_have_attribute("aria-label", "D3, White's")
    touch(page, "B1")
    chosen(page, "Dead: A1 of White.")
    touch(page, "E5")
    chosen(page, "none is enclosed there")
    press(page, "accept")
    says(page, "White wins by 2.5.")


@pytest.mark.slow_interpreted
def test_play_is_resumed_and_the_game_settled_again(page):
    page.goto(f"{JAPANESE}&seats=you,you")
    passes(page, 2)
    chosen(page, "A1 of White")
    press(page, "resume")
    says(page, "Black to move.")
    page.wait_for_function("!location.search.includes('pass')")
    expect(page.locator("[data-name=settlement]")).not_to_be_visible()
    assert squares(page) == {}
    touch(page, "A2")
    moves_made(page, 1)
    passes(page, 3)
    page.wait_for_selector("[data-name=accept]:visible")
    page.wait_for_function("new URLSearchParams(location.search).get('moves') === 'A2 pass pass'")
    press(page, "accept")
    says(page, "wins by")
    press(page, "settleagain")
    says(page, "Settle the dead stones.")
    page.wait_for_function("!location.search.includes('settled')")
    press(page, "accept")
    says(page, "wins by")


@pytest.mark.slow_interpreted
def test_the_agreement_is_kept_in_the_link_and_the_record(page):
    page.goto(f"{JAPANESE}&moves=pass+pass&seats=you,you&settled=")
    says(page, "White wins by 8.5.")
    chosen(page, "no stones")
    page.goto(f"{JAPANESE}&moves=pass+pass&seats=you,you&settled=A1")
    says(page, "White wins by 2.5.")
    page.locator('[role=tab][data-tab="Share"]').click()
    press(page, "export")
    page.wait_for_function("document.querySelector('[data-name=paper]')?.value.includes('RE[W+2.5]')")
    press(page, "settleagain")
    says(page, "Settle the dead stones.")
    press(page, "export")
    page.wait_for_function(
        "(v => v && !v.includes('RE[W'))(document.querySelector('[data-name=paper]').value)"
    )


def test_a_link_cannot_settle_what_is_not_over(address):
    for link, why in (("pass&settled=A1", "nothing to settle"), ("pass+pass&settled=E5", "no stone on E5")):
        answer = httpx.get(f"{address}{JAPANESE}&moves={link}")
        assert answer.status_code == 400
        assert why in answer.text


@pytest.mark.slow_interpreted
def test_the_engine_proposes_and_engines_accept(page):
    page.goto(f"{JAPANESE}&moves=pass+pass&seats=you,1")
    chosen(page, "A1 of White")
    touch(page, "A1")
    chosen(page, "no stones")
    press(page, "accept")
    says(page, "White wins by 8.5.")
    page.goto(f"{JAPANESE}&moves=pass+pass&seats=1,1")
    says(page, "White wins by 2.5.")


# ---- what a board shows besides
def shown(page, selector):
    return [e for e in page.locator(selector).all() if e.is_visible()]


@pytest.mark.parametrize(
    ("path", "numbers"),
    [
        ("/play/go?width=5&height=5&moves=A2+A1+B2+C3+B1&seats=you,you", ["1", "3", "4", "5"]),
        ("/play/connect4?moves=4+4+3&seats=you,you", ["1", "2", "3"]),
        ("/play/tictactoe?moves=a1+b2&seats=you,you", ["1", "2"]),
    ],
)
def test_moves_are_numbered_where_pieces_stay(page, path, numbers):
    page.goto(path)
    assert shown(page, ".hm-number") == []
    centres = {(e.get_attribute("cx"), e.get_attribute("cy")) for e in shown(page, ".hm-dot")}
    assert len(centres) == 1, "the last move is marked, by a ring and its edge"
    page.locator("[data-name=numbers]").click()
    expect(page.locator(".hm-number:visible"), "a stone taken has none").to_have_text(numbers)
    assert shown(page, ".hm-dot") == [], "the highest number is the last move"
    expect(page.locator("[data-name=numbers]")).to_have_attribute("aria-pressed", "true")
    page.reload()
    page.wait_for_selector(".hm-number")
    assert len(shown(page, ".hm-number")) == len(numbers), "the browser remembers it"


def test_the_coordinates_can_be_left_out(page):
    for path in ("/play/go?width=5&height=5", "/play/chess", "/play/connect4"):
        page.goto(path)
        labels = page.locator("svg [data-part=labels]")
        expect(labels).to_be_visible()
        page.locator("[data-name=coordinates]").click()
        expect(labels).not_to_be_visible()
        page.locator("[data-name=coordinates]").click()
        expect(labels).to_be_visible()
    expect(page.locator("[data-name=estimate]"), "only a game that judges its points").to_have_count(0)
    page.goto("/play/chess")
    expect(page.locator("[data-name=numbers]"), "pieces move about").to_have_count(0)


@pytest.mark.slow_interpreted
def test_the_score_is_estimated_during_the_game(page):
    page.goto(f"{JAPANESE}&seats=you,you")
    press(page, "estimate")
    page.wait_for_selector("[data-name=estimated]:has-text('White is ahead by about')")
    colours = squares(page)
    assert set(colours) == {"#1b1b1f", "#f4f4f0"}
    touch(page, "A2")
    page.wait_for_selector("[data-node]:has-text('A2')")
    page.wait_for_selector("[data-name=estimated]:has-text('White is ahead by about')")
    press(page, "estimate")
    page.wait_for_function("document.querySelectorAll('.hm-owner').length === 0")
