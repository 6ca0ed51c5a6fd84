"""What players expect of a board besides plain moves: marks drawn by hand, premoves, castling onto the rook,
a promotion chosen beside its square, pieces dragged while setting up."""

from __future__ import annotations

import pytest
from browsing import WIDTHS, expect, has_moves, point, says
from new_game import change_game, open_dialog, seen
from served import served

pytestmark = pytest.mark.one_speed

CASTLING = "/play/chess?position=r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R+w+KQkq+-+0+1&seats=you,you"
PROMOTION = "/play/chess?position=8/P6k/8/8/8/8/P7/K7+w+-+-+0+1&seats=you,you"


def drag(page, start, end, button="left"):
    for name, act in ((start, page.mouse.down), (end, page.mouse.up)):
        box = point(page, name).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        act(button=button)


def test_arrows_and_circles_are_drawn_by_the_right_button(page):
    page.goto("/play/chess?seats=you,you")
    drag(page, "g1", "f3", "right")
    drag(page, "e5", "e5", "right")
    page.wait_for_selector(".hm-mark.hm-green line")
    page.wait_for_selector(".hm-mark.hm-green circle")
    page.keyboard.down("Shift")
    drag(page, "d8", "h4", "right")
    page.keyboard.up("Shift")
    page.wait_for_selector(".hm-mark.hm-red line")
    drag(page, "e5", "e5", "right")  # once more takes it away
    page.wait_for_function("!document.querySelector('.hm-mark circle')")
    expect(page.locator(".hm-mark")).to_have_count(2)
    point(page, "a5").click()
    page.wait_for_function("!document.querySelector('.hm-mark')")
    has_moves(page, 0)  # a mark is no move


@pytest.mark.parametrize("target", ["g1", "h1"])
def test_the_king_castles_by_two_squares_and_onto_its_rook(page, target):
    page.goto(CASTLING)
    drag(page, "e1", target)
    page.wait_for_selector("[data-node]:text-is('O-O')")
    for square in ("g1", "f1"):
        expect(page.locator(f"[data-at={square}]")).to_have_count(1)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_promotion_is_chosen_over_its_square(page, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(PROMOTION)
    point(page, "a7").click()
    point(page, "a8").click()
    choices = page.locator("[data-name=choice]")
    choices.first.wait_for()
    expect(choices.locator("svg"), "each with its piece").to_have_count(4)
    first, square = choices.first.bounding_box(), point(page, "a8").bounding_box()
    assert abs(first["x"] - square["x"]) < 3
    assert abs(first["y"] - square["y"]) < 3
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('[data-name=choice]')")
    has_moves(page, 0)
    point(page, "a7").click()
    point(page, "a8").click()
    choices.filter(has_text="a8=R").click()
    page.wait_for_selector("[data-node]:text-is('a8=R')")


@pytest.mark.parametrize("game", ["chess", "go", "connect4", "tictactoe"])
def test_board_and_buttons_are_above_the_fold(page, game):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/play/{game}")
    for button in page.locator(".hm-tools button:visible").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 900, button.text_content()


def test_mate_and_stalemate_are_called_so(page):
    page.goto("/play/chess?moves=f3+e5+g4+Qh4&seats=you,you")
    says(page, "Black wins: checkmate.")
    page.goto("/play/chess?position=7k/8/5KQ1/8/8/8/8/8+b+-+-+0+1&seats=you,you")
    says(page, "A draw: stalemate.")


@pytest.mark.slow_interpreted
def test_sides_are_switched(page):
    page.goto("/play/chess?seats=you,1")
    open_dialog(page)
    page.locator("[data-name=switch]").click()
    page.locator("[data-name=change]").click()
    page.wait_for_function("location.search.includes('seats=1%2Cyou')")
    page.wait_for_selector("[data-node]")  # the engine, now White, has moved
    assert seen(page, "seat0") == "1"
    assert point(page, "a8").bounding_box()["y"] > point(page, "a1").bounding_box()["y"]


def test_the_position_shown_is_there_to_copy(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/play/chess?moves=e4&seats=you,you")
    page.locator("[data-tab=Share]").click()
    page.locator("[data-name=back]").click()
    page.wait_for_function("document.querySelector('[data-name=position]')?.value.includes(' w KQkq ')")
    page.locator("[data-name=copyposition]").click()
    page.wait_for_selector("[data-name=copyposition]:text-is('Copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_lines_of_a_report_are_clicked_through(page):
    page.goto("/analyse/tictactoe?moves=a1+b1+b2")
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    steps = page.locator("td .hm-step")
    steps.first.wait_for()
    text = steps.nth(1).text_content()
    steps.nth(1).click()
    page.wait_for_selector(f"[data-node][aria-current]:text-is('{text}')")


def test_an_analysis_goes_on_until_it_is_stopped(chromium):
    with served("--processes", "1", "--seconds", "1.5") as server:
        page = chromium.new_page(base_url=server.url)
        page.goto("/analyse/gomoku")
        page.wait_for_selector("html[data-live]")
        page.locator("select:has(option[value=endless])").select_option("endless")
        page.locator("[data-name=analyse1]").click()
        page.wait_for_selector(".hm-line", timeout=60_000)
        for _ in range(8):  # three times as long as a search may run
            page.wait_for_timeout(600)
            # nor for a moment between two searches
            assert "finished" not in page.locator("section[aria-label='engine 1']").text_content()
        page.locator("[data-name=analyse1]").click()
        page.wait_for_function(
            "document.querySelector('[data-name=analyse1]')?.textContent.includes('Start')"
        )
        page.close()


def slow_engine(page):
    """A game against an engine that thinks long enough for a premove on any machine."""
    page.goto("/play/chess?seats=you,full")
    change_game(page, thinking="8")
    page.wait_for_timeout(500)


@pytest.mark.slow_interpreted
def test_a_premove_is_played_as_soon_as_it_is_legal(page):
    slow_engine(page)
    drag(page, "e2", "e4")
    says(page, "Black to move")
    drag(page, "d2", "d4")
    page.wait_for_selector(".hm-point.hm-premove[data-point=d4]")
    page.wait_for_function("document.querySelectorAll('[data-node]').length >= 3", timeout=120_000)
    expect(page.locator("[data-node]").nth(2)).to_have_text("d4")
    expect(page.locator(".hm-premove")).to_have_count(0)


@pytest.mark.slow_interpreted
def test_a_premove_is_what_a_piece_could_do_and_a_click_takes_it_back(page):
    slow_engine(page)
    drag(page, "e2", "e4")
    says(page, "Black to move")
    drag(page, "a1", "b3")  # no rook goes so
    drag(page, "e7", "e5")  # not one's own
    expect(page.locator(".hm-premove")).to_have_count(0)
    drag(page, "d1", "g4")
    page.wait_for_selector(".hm-premove[data-point=g4]")
    point(page, "a5").click()
    page.wait_for_function("!document.querySelector('.hm-premove')")
    says(page, "White to move")
    has_moves(page, 2)  # it was not played


def test_pieces_are_dragged_while_setting_up(page):
    page.goto("/analyse/chess")
    page.locator("[data-tab='Set up']").click()
    page.locator("[data-name=setup]").click()
    page.wait_for_selector("[data-piece]")
    drag(page, "e2", "e5")
    page.wait_for_function(
        "document.querySelector('[data-at=e5]') && !document.querySelector('[data-at=e2]')"
    )
    queen = page.locator('[data-piece][aria-label="white queen"]').bounding_box()
    page.mouse.move(queen["x"] + 15, queen["y"] + 15)
    page.mouse.down()
    box = point(page, "e2").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10, steps=5)
    expect(page.locator(".hm-ghost svg")).to_have_count(1)
    page.mouse.up()
    page.wait_for_selector("[data-point=e2][aria-label='e2, white queen']")
    expect(page.locator(".hm-ghost")).to_have_count(0)
    box = point(page, "a2").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(2, 300, steps=5)  # off the board
    page.mouse.up()
    page.wait_for_function("!document.querySelector('[data-at=a2]')")
    page.locator("[data-name=setupdone]").click()
    page.wait_for_function("location.search.includes('1PPPQPPP')")


def test_the_wheel_over_the_board_goes_through_the_moves_and_does_not_scroll(page):
    page.set_viewport_size({"width": 1000, "height": 500})
    page.goto("/play/tictactoe?moves=a1+b2+c3&seats=you,you")
    page.locator("[data-node][aria-current]:text-is('c3')").wait_for()
    board = page.locator(".hm-layer").bounding_box()
    page.mouse.move(board["x"] + 100, board["y"] + 100)
    for notch, square in ((-120, "b2"), (-120, "a1"), (120, "b2"), (120, "c3")):
        page.mouse.wheel(0, notch)
        page.wait_for_selector(f"[data-node][aria-current]:text-is('{square}')")
    page.mouse.wheel(0, 120)  # there is no move left, and the page still stays
    page.evaluate(
        """() => { const board = document.querySelector(".hm-layer"); // a touch pad: small turns add up
          for (const deltaY of [-20, -20, -20])
            board.dispatchEvent(new WheelEvent("wheel", {deltaY, bubbles: true, cancelable: true})); }"""
    )
    page.wait_for_selector("[data-node][aria-current]:text-is('b2')")
    assert page.evaluate("scrollY") == 0
    page.mouse.move(board["x"] + 100, board["y"] - 40)
    page.mouse.wheel(0, 120)
    page.wait_for_function("scrollY > 0")
    expect(page.locator("[data-node][aria-current]")).to_have_text("b2")
