"""New games, what is asked before, Back, and what a reload brings back."""

from __future__ import annotations

import re

import pytest
from browsing import WIDTHS, expect, has_moves, point, says
from new_game import change_game, open_dialog, seen, set_up

pytestmark = pytest.mark.one_speed  # what searches is marked `slow_interpreted`


def named(page, name):
    return page.locator(f'[data-name="{name}"]')


def address_has(page, text):
    page.wait_for_function("text => decodeURIComponent(location.search).includes(text)", arg=text)


def test_a_new_game_is_played_by_what_rules_and_size_say(page):
    page.goto("/play/connect4")
    open_dialog(page)
    page.locator("summary", has_text="Rules and size").click()
    named(page, "preset").select_option("5 × 4")
    page.wait_for_function("document.querySelector('[data-name=set-width]')?.value === '5'")
    named(page, "new").click()
    page.wait_for_url("**/play/connect4?width=5&height=4")
    page.wait_for_selector("html[data-live]")
    expect(page.locator("[data-point]")).to_have_count(5)
    open_dialog(page)
    page.locator("summary", has_text="Rules and size").click()
    expect(named(page, "preset")).to_have_value("5 × 4")
    named(page, "set-width").fill("900")
    named(page, "new").click()
    page.wait_for_selector("[role=alert]:has-text('width')")


def test_few_values_are_a_choice(page):
    page.goto("/play/go?width=9&height=9")
    open_dialog(page)
    page.locator("summary", has_text="Rules and size").click()
    expect(named(page, "preset")).to_have_value("9 × 9")
    rules = named(page, "set-rules")
    expect(rules.locator("option")).to_have_text(["tromp-taylor", "chinese", "aga", "japanese"])
    expect(rules).to_have_value("chinese")
    rules.select_option("japanese")
    set_up(page, minutes="5")
    named(page, "new").click()
    page.wait_for_url("**rules=japanese*")
    page.wait_for_selector(".hm-clock:has-text('5:00')")  # clocks come along
    page.goto("/play/chess")
    open_dialog(page)
    page.locator("summary", has_text="Rules and size").click()
    expect(named(page, "set-draws").locator("option")).to_have_text(["claimed", "automatic", "none"])


@pytest.mark.parametrize("width", WIDTHS)
def test_what_cannot_be_taken_back_is_asked_first_and_back_brings_the_last_game(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/play/tictactoe?seats=you,you")
    point(page, "a1").click()
    point(page, "b2").click()
    address_has(page, "moves=a1+b2")
    named(page, "delete").click()
    named(page, "no").click()
    page.wait_for_selector("[role=dialog]", state="detached")
    has_moves(page, 2)
    named(page, "delete").click()
    named(page, "yes").click()
    has_moves(page, 1)
    address_has(page, "moves=a1&")
    open_dialog(page)
    named(page, "new").click()
    has_moves(page, 0)
    page.wait_for_function("!location.search.includes('moves')")  # the address follows what is shown
    page.go_back()
    page.wait_for_selector("[data-node]:text-is('a1')")
    page.wait_for_url("**/play/tictactoe*")
    page.wait_for_selector("html[data-live]")
    named(page, "resign").click()
    named(page, "yes").click()
    says(page, "O resigns. X wins.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_cannot_be_done_any_more_is_not_offered(page, theme):
    page.emulate_media(color_scheme=theme)
    page.goto("/play/tictactoe?seats=you,you")
    expect(named(page, "undo")).to_be_disabled()
    expect(named(page, "delete")).to_be_disabled()
    for square in ("a1", "b1", "a2", "b2", "a3"):
        point(page, square).click()
        page.wait_for_selector(f"[data-node][aria-current]:text-is('{square}')")
    says(page, "X wins.")
    named(page, "hint").wait_for(state="hidden")
    assert not any(named(page, name).is_visible() for name in ("hint", "resign", "draw"))
    expect(named(page, "undo")).to_be_enabled()


@pytest.mark.parametrize(
    ("path", "offered"),
    [
        ("/play/chess", {"draw", "resign"}),
        ("/play/checkers", {"draw", "resign"}),
        ("/play/tictactoe", {"draw", "resign"}),
        ("/play/othello", {"resign"}),
        ("/play/go?width=5&height=5", {"resign", "pass"}),
        ("/play/backgammon", {"resign"}),
        ("/play/leduc", set()),  # one folds
        ("/play/race", set()),
        ("/play/monopoly", set()),
        ("/play/matrix", set()),
        ("/play/hexapawn", {"resign"}),
        ("/analyse/chess", set()),
    ],
)
def test_only_what_means_something_is_offered(page, path, offered):
    seats = "&seats=you,you" if "?" in path else "?seats=you,you"
    page.goto(path + seats * path.startswith("/play"))
    named(page, "turn").or_(named(page, "hint")).first.wait_for()
    shown = {name for name in ("draw", "resign") if named(page, name).is_visible()}
    if page.locator("[data-name=action]:has-text('pass')").count():
        shown.add("pass")
    assert shown == offered


def test_two_people_agree_on_a_draw(page):
    page.goto("/play/chess?seats=you,you&moves=e4")
    named(page, "draw").click()
    named(page, "yes").click()
    says(page, "A draw, by agreement.")


def test_a_reload_brings_back_clocks_and_values(page):
    page.goto("/play/tictactoe?seats=you,you")
    change_game(page, minutes="2")
    page.wait_for_selector(".hm-clock:text-matches('^(2:00|1:5[0-9])$')")  # a busy machine misses a second
    point(page, "a1").click()
    page.wait_for_selector(".hm-turn .hm-clock:text-matches('^1:5[0-7]$')")
    page.wait_for_function("history.state?.halfmove?.clock?.left?.[1] < 120")
    page.reload()
    page.wait_for_selector(".hm-turn .hm-clock:text-matches('^1:[1-5][0-9]$')")
    assert seen(page, "minutes") == "2"


@pytest.mark.slow_interpreted
def test_a_reload_brings_back_the_report_and_its_graph(page):
    page.goto("/analyse/tictactoe?moves=a1+b1+b2")
    page.locator("[data-tab=Report]").click()
    named(page, "report").click()
    page.wait_for_selector("td:has-text('b1??')")
    graph = page.locator(".hm-graph").inner_html()
    page.wait_for_function("history.state?.halfmove?.report?.judged?.length === 3")
    page.reload()
    page.wait_for_selector(".hm-moves :text('b1??')")
    page.wait_for_selector(".hm-graph")
    assert page.locator(".hm-graph").inner_html() == graph
    page.locator("[data-tab=Report]").click()
    page.wait_for_selector("td:has-text('b1??')")


@pytest.mark.slow_interpreted
def test_a_paused_game_between_engines_stays_paused(page):
    page.goto("/play/tictactoe?seats=1,1")
    named(page, "pause").click()
    page.wait_for_selector("[data-name=pause][aria-label='Go on']")
    page.wait_for_function("history.state?.halfmove?.paused === true")
    moves = page.locator("[data-node]").count()
    page.reload()
    page.wait_for_selector("[data-name=pause][aria-label='Go on']")
    page.wait_for_timeout(1500)  # an engine would have moved
    expect(page.locator("[data-node]")).to_have_count(moves)
    named(page, "pause").click()
    page.wait_for_function("n => document.querySelectorAll('[data-node]').length > n", arg=moves)


def test_a_strangers_word_of_what_was_kept_harms_nothing(page):
    page.goto("/analyse/tictactoe?moves=a1+b1")
    page.evaluate(
        "history.replaceState({halfmove: {clock: {base: 'x', left: 3}, values: [[0, 7], 'a', [1, null]],"
        " report: {moves: ['a1'], judged: [{ply: 5}]}, paused: 9, seconds: []}}, '')"
    )
    page.reload()
    page.wait_for_selector("[data-node]:text-is('b1')")
    expect(page.locator(".hm-graph")).to_have_count(0)


def test_games_of_one_name_are_told_apart_and_poker_has_its_name(page):
    page.goto("/")
    titles = page.locator(".hm-tile h2").all_text_contents()
    assert {"Pig", "Pig (pig.py)", "Kuhn Poker"} <= set(titles)
    assert len(titles) == len(set(titles))
    expect(page.locator("#main p").first).to_contain_text("shows how it thinks")


def test_only_algorithms_that_suit_a_game_are_listed(page):
    page.goto("/analyse/chess")
    offered = (
        page.locator('section[aria-label="engine 1"] select').first.locator("option").all_text_contents()
    )
    assert not [
        words for words in offered if re.match("star|expectiminimax|maxn|paranoid|determinized", words)
    ]
    assert "mcts: Monte Carlo tree search" in offered


def test_a_chosen_piece_stays_chosen_when_a_field_is_left_by_the_click_on_it(page):
    page.goto("/play/chess?seats=you,you")
    page.locator("[data-tab=Share]").click()
    named(page, "paper").click()
    page.keyboard.type("5")
    point(page, "e2").click()  # leaves the field, which the page hears of
    page.wait_for_timeout(300)
    expect(page.locator(".hm-target")).to_have_count(2)
    point(page, "e4").click()
    page.wait_for_selector("[data-node]:text-is('e4')")


@pytest.mark.slow_interpreted
def test_an_engine_that_does_not_stand_worse_declines_a_draw(page):
    page.goto("/play/connect4?moves=14&seats=you,full")
    named(page, "draw").click()
    page.wait_for_selector("text=The engine would rather play on.")
    says(page, "Red to move.")
    page.goto("/play/tictactoe?moves=b2+a1+c3+a3+a2+c2&seats=you,full")  # a draw by proof
    named(page, "draw").click()
    says(page, "A draw, by agreement.")
