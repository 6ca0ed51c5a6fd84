"""The board in a real browser: whole games by clicks and drags, analysis, reports, setting up, links."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from browsing import WIDTHS, expect, has_moves, point, says
from new_game import change_game
from served import served

pytestmark = pytest.mark.one_speed  # what searches is marked `slow_interpreted`


def status(page):
    return page.locator('[data-name="status"]')


def two_people(page):
    change_game(page, seat1="you")
    page.wait_for_function("location.search.includes('seats=you%2Cyou')")  # the page has heard it


def test_a_whole_game_of_tictactoe_by_clicks(page):
    page.goto("/play/tictactoe")
    two_people(page)
    for number, square in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
        point(page, square).click()
        has_moves(page, number)
    says(page, "X wins.")
    page.wait_for_url(lambda url: url.endswith("?moves=a1+b1+a2+b2+a3&seats=you%2Cyou"))
    page.reload()
    says(page, "X wins.")
    has_moves(page, 5)


@pytest.mark.slow_interpreted
def test_a_game_of_connect_four_against_the_engine(page):
    page.goto("/play/connect4")
    change_game(page, seat1="1")
    for turn in range(21):
        page.wait_for_function(
            "n => document.querySelectorAll('[data-node]').length >= n"
            " || /wins|draw/.test(document.querySelector('[data-name=status]').textContent)",
            arg=2 * turn,
        )
        if re.search("wins|draw", status(page).text_content()):
            break
        page.wait_for_selector(".hm-can")
        page.locator(".hm-can").nth(turn % page.locator(".hm-can").count()).click()
    page.wait_for_function("/wins|draw/.test(document.querySelector('[data-name=status]').textContent)")


def test_a_move_by_dragging_and_one_by_the_keyboard(page):
    page.goto("/play/chess")
    two_people(page)
    point(page, "e2").drag_to(point(page, "e4"))
    says(page, "Black to move")
    page.wait_for_selector('[data-at="e4"]')
    point(page, "e7").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.hm-target').length === 2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page, "White to move")
    has_moves(page, 2)
    expect(page.locator("[data-node]")).to_have_text(["e4", "e5"])
    point(page, "d2").drag_to(point(page, "d5"))  # no move: the pawn goes back
    says(page, "White to move")
    has_moves(page, 2)


def test_a_promotion_is_chosen(page):
    page.goto("/play/chess?position=8/P6k/8/8/8/8/P7/K7+w+-+-+0+1")
    two_people(page)
    point(page, "a7").click()
    point(page, "a8").click()
    choices = page.locator("[data-name=choice]")
    choices.first.wait_for()
    expect(choices).to_have_count(4)
    choices.filter(has_text="a8=N").click()
    says(page, "Black to move")
    has_moves(page, 1)
    expect(page.locator("[data-node]")).to_have_text("a8=N")


def test_a_promotion_dragged_and_not_chosen_goes_back(page):
    page.goto("/play/chess?position=8/P6k/8/8/8/8/P7/K7+w+-+-+0+1&seats=you,you")
    before = page.locator('[data-at="a7"]').get_attribute("transform")
    point(page, "a7").drag_to(point(page, "a8"))
    page.locator("[data-name=choice]").first.wait_for()
    page.keyboard.press("Escape")
    page.wait_for_function(
        "before => document.querySelector('[data-at=a7]').getAttribute('transform') === before", arg=before
    )


def test_what_is_chosen_stays_so_while_arrows_come(page):
    page.goto("/analyse/chess")
    point(page, "e2").click()
    page.wait_for_selector(".hm-target")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-hint")
    expect(page.locator(".hm-target")).to_have_count(2)
    page.locator("[data-name=analyse1]").click()


def test_undo_redo_variations_and_links(page):
    page.goto("/play/connect4")
    two_people(page)
    for number, column in enumerate(("4", "4", "3"), 1):
        point(page, column).click()
        has_moves(page, number)
    page.locator("[data-name=back]").click()
    page.wait_for_function("document.querySelectorAll('[data-at]').length === 2")
    point(page, "5").click()
    page.wait_for_selector("[data-node]:text-is('5')")
    page.wait_for_function("location.search.includes('moves=4+4+3+%285%29')")
    page.reload()
    page.wait_for_selector("[data-node]:text-is('5')")
    has_moves(page, 4)


@pytest.mark.slow_interpreted
def test_an_analysis_is_started_and_stopped(page):
    page.goto("/analyse/connect4?moves=4443")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line")
    page.wait_for_selector(".hm-hint")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector("[data-name=analyse1]:has-text('Start')")
    first = page.locator(".hm-line button").first
    move = first.text_content()
    first.click()
    page.wait_for_selector(f"[data-node][aria-current]:text-is('{move}')")


def test_a_proof_is_marked_as_one(page):
    page.goto("/analyse/tictactoe?moves=a1,b2".replace(",", "+"))
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-proven")


@pytest.mark.slow_interpreted
def test_two_algorithms_side_by_side(page):
    page.goto("/analyse/tictactoe")
    page.locator("[data-name=compare]").click()
    second = page.locator('section[aria-label="engine 2"]')
    second.locator("select").first.select_option("mcts")
    second.locator("[data-name=analyse2]").click()
    second.locator(".hm-line").first.wait_for()
    expect(second).to_contain_text("mcts")


def test_the_trapped_pacman_judged_both_ways_by_a_link_and_by_a_click(page):
    for path in ("&compare=minimax,expectiminimax&to=3", ""):
        page.goto(f"/analyse/pacman?maze=trap&evaluation=score{path}")
        if not path:
            page.click("[data-name=both-ways]")
        for number, value, best in ((1, "501", "East"), (2, "252.5", "West")):
            engine = page.locator(f"section[aria-label='engine {number}']")
            engine.get_by_text("finished").wait_for(timeout=90_000)
            first = engine.locator(".hm-line").first
            expect(first.locator(".hm-worth")).to_contain_text(value)
            expect(first.locator("button").first).to_have_text(best)
            expect(engine.locator(".hm-line")).to_have_count(3)


@pytest.mark.slow_interpreted
def test_the_tree_of_a_running_search(page):
    page.goto("/analyse/connect4")
    page.locator("select").filter(has_text="the strongest").first.select_option("mcts")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line")
    page.locator("summary", has_text="The tree it is growing").click()
    page.locator(".hm-tree [data-path]").first.click()
    page.locator(".hm-tree ul ul [data-path]").first.wait_for()
    page.locator("[data-name=analyse1]").click()


@pytest.mark.slow_interpreted
def test_a_report_marks_the_mistake_and_shows_the_refutation(page):
    page.goto("/analyse/tictactoe?moves=a1+b1+b2")  # b1 loses: O has to answer in the middle
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    page.wait_for_selector("td:has-text('b1??')")
    page.wait_for_selector(".hm-moves :text('b1??')")


@pytest.mark.slow_interpreted
def test_a_report_on_dice_and_none_where_there_is_no_one_point(page):
    page.goto("/analyse/pig?target=20&position=A+15+B+0+B+has+5&moves=hold")
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    page.locator(".hm-count:has-text('1 blunder')").wait_for()  # 53 % by the equations, 14 % after holding
    lost = int(page.locator(".hm-table .hm-right").last.text_content().rstrip("%"))
    assert 30 <= lost <= 45
    page.goto("/analyse/race")
    expect(page.locator("[data-tab]")).to_have_text(["Moves", "Analysis", "Set up", "Share"])


def test_a_position_set_up_by_hand(page):
    page.goto("/analyse/chess")
    page.locator("[data-tab='Set up']").click()
    page.locator("[data-name=setup]").click()
    page.locator("button", has_text="Empty board").click()
    for piece, square in (("white king", "e1"), ("black king", "e8"), ("white queen", "d1")):
        page.locator(f'[data-piece][aria-label="{piece}"]').click()
        page.wait_for_selector(f'[data-piece][aria-label="{piece}"][aria-pressed=true]')
        point(page, square).click()
        page.wait_for_selector(f'[data-at="{square}"]')
    page.locator("[data-name=setupdone]").click()
    page.wait_for_function("location.search.includes('position=4k3')")
    page.locator("[data-name=setup]").click()
    page.locator('[data-piece][aria-label="remove"]').click()
    page.wait_for_selector('[data-piece][aria-label="remove"][aria-pressed=true]')
    point(page, "e8").click()
    page.wait_for_function("!document.querySelector('[data-at=e8]')")
    page.locator("[data-name=setupdone]").click()
    page.wait_for_selector("[role=alert]:has-text('king')")


def test_a_game_is_read_and_written(page):
    page.goto("/play/chess")
    page.locator("[data-tab=Share]").click()
    paper = page.locator("[data-name=paper]")
    paper.fill('[White "A"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *')
    paper.dispatch_event("change")
    page.locator("[data-name=import]").click()
    page.wait_for_selector("[data-node]:text-is('c5')")
    paper.fill("")  # what is written comes into an empty field, or one could not wait for it
    page.locator("[data-name=export]").click()
    page.wait_for_function("document.querySelector('[data-name=paper]')?.value.includes('1... c5 2. Nf3')")
    paper.fill("nonsense")
    paper.dispatch_event("change")
    page.locator("[data-name=import]").click()
    page.wait_for_selector("[role=alert]:has-text('no game of chess')")
    has_moves(page, 5)  # nothing is lost


def test_what_is_being_typed_stays_while_an_analysis_goes_on(page):
    page.goto("/analyse/chess")
    page.locator("[data-tab=Share]").click()
    paper = page.locator("[data-name=paper]")
    paper.click()
    page.keyboard.type("1. e")
    page.locator("[data-name=analyse1]").dispatch_event("click")
    page.wait_for_selector(".hm-hint", state="attached")  # the page has been drawn anew
    page.keyboard.type("4 e5")
    expect(paper).to_have_value("1. e4 e5")


def test_a_game_of_the_users_own(page):
    page.goto("/play/hexapawn")
    two_people(page)
    page.wait_for_selector(".hm-can, [data-name=action]")


@pytest.mark.parametrize(
    "path",
    ["/play/nonesuch", "/play/chess?position=nonsense", "/play/connect4?width=99", "/play/go?moves=Z99",
     "/play/mnk?width=100000", "/play/connect4?nonsense=3"],
)  # fmt: skip
def test_what_cannot_be_is_said_in_a_sentence(page, path):
    page.goto(path)
    expect(page.locator(".hm-error")).to_have_text(re.compile(r"\.$"))


def test_a_throw_of_the_die_is_told_and_buttons_fit_a_finger(page):
    page.set_viewport_size({"width": 390, "height": 844})
    for game, names in (("pig", ["roll"]), ("race", ["walk", "throw"])):
        page.goto(f"/play/{game}?seats={','.join(['you'] * (2 if game == 'pig' else 3))}&seed=5")
        for name in names:
            box = point(page, name).bounding_box()
            assert box["width"] >= 44
            assert box["height"] >= 28
        point(page, names[-1]).click()
        says(page, "Chance: ")
        told = page.locator(".hm-said").text_content()
        assert re.fullmatch(r"Chance: [1-6]\. [AB] to move\.", told)


def test_thirteen_cards_fit_a_finger_too(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/play/goofspiel?cards=13&prizes=descending")
    point(page, "first K").wait_for()
    assert point(page, "first K").bounding_box()["width"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_without_a_picture_keeps_its_columns(page):
    page.goto("/play/pig.py?seats=you,you")
    line = page.locator(".hm-picture text").first
    assert line.text_content() == "A    0"
    letters = line.evaluate("e => e.getComputedTextLength() / parseFloat(getComputedStyle(e).fontSize)")
    assert letters > 3, "spaces are not drawn as one"


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("/", "/play/chess", "/analyse/go", "/play/nim"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_link_that_takes_long_to_read_keeps_nobody_waiting(address):
    """Going back and on again and again, in Go, where every move is looked at for captures and repetition."""
    moves = " ".join(f"{column}{row}" for row in range(1, 16) for column in "ABCDEFGHJKLMNOP")
    link = f"/play/go?moves={moves}{'()' * 500}"
    waits, asked = [], time.monotonic()
    with ThreadPoolExecutor() as threads:
        slow = threads.submit(httpx.get, address + link, timeout=60)
        while not slow.done():
            began = time.monotonic()
            httpx.get(f"{address}/assets/board.css", timeout=60)
            waits.append(time.monotonic() - began)
    # who has to wait until the link is read waits nearly as long as that takes
    assert max(waits) < max(1, 0.6 * (time.monotonic() - asked))
    assert slow.result().status_code == 200
    assert "500 variations" not in slow.result().text
    assert "may have 500 variations" in httpx.get(f"{address}{link}()", timeout=60).text


def test_a_page_that_is_only_fetched_searches_nothing():
    """Two hundred of them took all searches that there may be, and everybody else was refused."""
    with served("--processes", "1") as server:
        server.get("/play/chess?seats=full,full")

        def spent():
            return [Path(f"/proc/{pid}/stat").read_text().split()[13] for pid in server.workers()]

        for _ in range(120):  # a search would go on for good; a worker only begins
            before = spent()
            time.sleep(1)
            if before and before == spent():
                return
        pytest.fail("A worker is busy.")


def test_a_browser_is_sent_little_of_a_large_board(page):
    """361 points and their rectangles are sent once."""
    frames = []
    page.on("websocket", lambda line: line.on("framereceived", lambda said: frames.append(len(said))))
    page.goto("/play/go?seats=you,you&moves=Q16+D4")
    page.wait_for_timeout(500)
    frames.clear()
    point(page, "Q3").click()
    page.wait_for_selector("[data-node]:text-is('Q3')")
    page.wait_for_selector('[data-at="Q3"]')
    assert sum(frames) < 20_000
