"""Links: what they may say, what a bad one answers, and the way home from there."""

from __future__ import annotations

from html import unescape

import httpx
import pytest
from browsing import expect

from halfmove.core.figures import listed

pytestmark = pytest.mark.one_speed


def heading(page):
    page.wait_for_selector("html[data-live]")
    return page.locator("h1").text_content()


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/nowhere", 404, "There is nothing at /nowhere."),
        ("/play/nonesuch", 404, "There is no game 'nonesuch' here"),
        ("/analyse/nonesuch", 404, "There is no game 'nonesuch' here"),
        ("/play/chess?position=nonsense", 400, "position"),
        ("/play/go?moves=Z99", 400, "Move 1, 'Z99', cannot be played"),
        ("/play/chess?ended=White+wins+by+magic", 400, "not as 'White wins by magic'"),
        ("/play/chess?ended=resigned-2", 400, "not as 'resigned-2'"),
    ],
)
def test_a_bad_link_has_its_status_a_reason_and_a_way_home(page, address, path, status, said):
    assert httpx.get(address + path).status_code == status
    page.goto(path)
    heading(page)
    expect(page.locator(".hm-error")).to_contain_text(said)
    page.locator("#main a[href='/']").click()
    page.wait_for_selector(".hm-tile")


@pytest.mark.parametrize(
    ("path", "status", "said", "kept"),
    [
        ("/lab?game=nonesuch", 404, "There is no game 'nonesuch' here", {"game": ""}),
        ("/lab?game=tictactoe&depth=many", 400, "'depth' must be a whole number", {"depth": "2"}),
        ("/lab?game=tictactoe&moves=Z9&depth=1", 400, "'Z9'", {"moves": "", "depth": "1"}),
        ("/lab?tree=%5B%5B3,4%5D", 400, "is not closed", {"tree": "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"}),
        ("/lab?algorithm=nonsense", 400, "There is no search 'nonsense'", {}),
        ("/lab?algorithm=minimax&game=pig", 400, "it needs expectiminimax", {}),
        ("/lab?dialect=latin", 400, "'dialect' is one of", {}),
        ("/lab?truth=maybe", 400, "'truth' is yes or no, not 'maybe'.", {}),
        ("/lab?algoritm=minimax", 400, "There is no field 'algoritm' on this page", {}),
        ("/lab?step=two", 400, "The step is a whole number", {}),
        ("/lab?game=go&set=nonsense", 400, "KEY=VALUE, such as width=7, not 'nonsense'.", {}),
        ("/quiz?seed=one", 400, "'seed' must be a whole number", {}),
        ("/quiz?depth=wide&seed=3", 400, "depth", {"depth": "", "seed": "3"}),
        ("/quiz?questions=all+of+them", 400, "'questions' is one of", {}),
        ("/quiz?players=9", 400, "'players' must be a whole number from 2 to 4", {}),
        ("/growth?game=nonesuch", 404, "There is no game 'nonesuch' here", {"game": ""}),
        ("/growth?branching=0&depth=4", 400, "'branching' must be a whole", {"branching": "", "depth": "4"}),
        ("/growth?count=apples", 400, "'count' cannot be 'apples'", {}),
        ("/growth?game=nim&algorithms=guessing", 400, "There is no search 'guessing'", {}),
        ("/growth?game=nim&seconds=long", 400, "'seconds' must be a number of seconds", {}),
        ("/montecarlo?game=nonesuch", 404, "There is no game 'nonesuch' here", {"game": "aima-5.10"}),
        ("/montecarlo?c=much", 400, "Monte Carlo's option 'c' must be a number from 0", {"c": ""}),
        ("/montecarlo?formula=best", 400, "Monte Carlo's 'formula' must be one of", {}),
        ("/montecarlo?simulations=1000000", 400, "'simulations' must be a whole number", {}),
        ("/regret?game=nonesuch", 404, "There is no game 'nonesuch' here", {"game": "kuhn"}),
        ("/regret?algorithm=cfr3", 400, "There is no algorithm 'cfr3' of regret minimisation", {}),
        ("/subgame?game=chess", 404, "There is no subgame 'chess' here", {}),
        ("/subgame?settings=board", 400, "'settings' takes KEY=VALUE, such as pot=100, not 'board'.", {}),
        ("/matrix?preset=chess", 400, "There is no table 'chess' here", {}),
        ("/regret?iterations=1001", 400, "'iterations' must be a whole number from 1 to 1000", {}),
        ("/montecarlo?game=tictactoe&moves=a1+a1", 400, "'a1'", {"game": "tictactoe", "moves": ""}),
    ],
)  # fmt: skip
def test_a_bad_query_of_a_lesson_is_refused_and_its_form_is_filled_with_the_rest(
    page, address, path, status, said, kept
):
    answer = httpx.get(address + path)
    assert answer.status_code == status
    assert said in unescape(unescape(answer.text))  # a text of HTML within the data of the page
    if not kept:  # a browser need not see them all
        return
    page.goto(path)
    page.wait_for_selector("html[data-live]")
    why = page.locator("[data-name=refused]")
    expect(why).to_contain_text(said)
    page.wait_for_selector("[data-slot=picture] svg, [data-slot=chart] h2", state="attached")
    for name, value in kept.items():
        expect(page.locator(f"#lesson [name={name}]").first).to_have_value(value)
    expect(page.locator("[data-slot=error]")).to_have_text("")
    why.locator("a[href='/']").click()
    page.wait_for_selector(".hm-tile")


@pytest.mark.parametrize(
    "path",
    [
        "/lab?tree=%5B3,4%5D&algorithm=alphabeta&dialect=cs188&step=2&intervals=yes&numbers=no",
        "/lab?game=tictactoe&moves=a1+b2&depth=1&boards=no&utm=",
        "/lab?game=gomoku&set=width%3D5,height%3D4+k%3D3&depth=1",
        "/lab/file/svg?game=gomoku&set=width%3D5,height%3D4+k%3D3&depth=1",
        "/quiz?seed=8&depth=2-3&branching=2&min_cuts=1&ties=no&unique_best=no",
        "/regret?game=kuhn&algorithm=cfr%2B&iterations=2&step=3",
        "/matrix?preset=rock,+paper,+scissors",
        "/growth?branching=10&depth=4&worst=no&samples=20",
        "/growth?game=connect4&algorithms=alphabeta%2Border+engine-table",
        "/montecarlo?game=tictactoe&simulations=20&seed=3&formula=puct&step=30",
        "/montecarlo?simulations=2&proofs=true",
    ],
)
def test_a_good_query_of_a_lesson_is_taken_as_it_is(address, path):
    answer = httpx.get(address + path)
    assert answer.status_code == 200
    assert "refused" not in answer.text


def test_a_misconception_that_is_not_in_the_gallery_is_not_found(address):
    answer = httpx.get(f"{address}/misconceptions/nonesuch")
    assert answer.status_code == 404
    assert "There is no misconception" in answer.text


def test_a_file_that_is_not_there_is_no_page(address):
    answer = httpx.get(f"{address}/assets/nothing.css")
    assert answer.status_code == 404
    assert "<html" not in answer.text


def test_how_a_game_ended_besides_by_its_rules_comes_back_from_the_link(page):
    for link, said in (
        ("/play/chess?moves=e4&ended=resigned-1", "Black resigns. White wins."),
        ("/play/chess?moves=e4&ended=time-0", "White has run out of time. Black wins."),
        ("/play/chess?moves=e4&ended=draw", "A draw, by agreement."),
        ("/play/race?ended=resigned-1", "B resigns. A and C win."),
    ):
        page.goto(link)
        heading(page)
        expect(page.locator("[data-name=status]")).to_have_text(said)


def test_names_in_a_sentence():
    assert [listed(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]
