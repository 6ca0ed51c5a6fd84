"""Files opened and saved in a real browser, and the games that the browser keeps: nothing is lost."""

from __future__ import annotations

import re

import pytest
from browsing import drop, expect, has_moves, point, says, waiting
from new_game import open_dialog

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.formats import find_format
from halfmove.games.chess.pgn import games

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it

SGF = (
    "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese]PB[Ann]PW[Bob]BR[3k]RE[B+R]DT[2011-05-01]C[a start];B[ee]C[centre]"
    ";W[gc](;B[cg]LB[cg:A])(;B[gg]BM[1]C[too slow];W[cc])(;B[gc]C[cannot be]))"
)
PGN = """[Event "Paris Opera"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]
[Termination "Black resigns"]
[ECO "C41"]

1. e4 $1 {[%eval 0.3] [%clk 0:05:00] best by test} 1... e5 (1... c5 {sharper} 2. Nf3 (2. c3)) (1... e6 $6)
2. Nf3 d6 {[%csl Rd6] [%clk 0:04:10]} 1-0
"""
PBN = """[Event "x"]
[Board "1"]
[Dealer "W"]
[Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
[Auction "W"]
1NT Pass Pass Pass
[Play "N"]
H2 S8 H3 H4
"""
RESULT = re.compile(r"(?<![\d-])(?:1-0|0-1)(?![\d-])|Termination|RE\[")
TWO = PGN + '\n[White "Carl"]\n[Black "Dora"]\n[Result "1/2-1/2"]\n\n1. d4 d5 1/2-1/2\n'


@pytest.fixture
def page(page):
    """The page of `conftest`, which is waited for until it takes files too."""
    go = page.goto

    def goto(path):
        answer = go(path)
        page.wait_for_function("Boolean(window.halfmoveFile)")
        return answer

    page.goto = goto
    return page


def saved(page, form):
    """What Save as file gives."""
    page.locator("[data-tab=Share]").click()
    page.locator("select:has(option[value=position])").first.select_option(form)
    with page.expect_download() as download:
        page.locator("[data-name=save]").click()
    return download.value.path().read_text()


def shown(page, text):
    return page.locator(f"[data-node]:text-is('{text}')")


def test_an_sgf_opens_at_its_size_and_is_saved_as_it_was_also_after_a_reload(page):
    page.goto("/play/go")
    drop(page, "small.sgf", SGF)
    page.wait_for_url(re.compile("width=9"))
    says(page, "Black wins by resignation.")
    page.wait_for_url(
        lambda url: {"height=9", "komi=5.5", "rules=japanese"} <= set(url.partition("?")[2].split("&"))
    )
    expect(shown(page, "G3")).to_have_count(1)
    assert "Ann" in page.locator(".hm-seats, .hm-seat").all_text_contents()[-1]
    shown(page, "E5").click()
    page.wait_for_selector("[data-name=said]:has-text('centre')")
    form = find_format(interpreted(hm.game("go", size=9)), "SGF")
    [before] = form.read(SGF)
    for _ in range(2):
        [after] = form.read(saved(page, "SGF"))
        assert (after.moves, after.headers, after.properties) == (
            before.moves,
            before.headers,
            before.properties,
        )
        assert after.moves[1].kept == ["(;B[gc]C[cannot be])"]
        page.reload()
        page.wait_for_selector("html[data-live]")


def test_a_pgn_keeps_all_that_it_says_and_shows_its_result(page):
    page.goto("/play/chess")
    drop(page, "opera.pgn", PGN)
    says(page, "White wins by resignation.")
    page.wait_for_url(re.compile("record="))
    [before] = games(PGN)
    for _ in range(2):
        [after] = games(saved(page, "PGN"))
        assert after == before
        assert "Date" not in after.headers
        page.reload()
        page.wait_for_selector("html[data-live]")
    says(page, "White wins by resignation.")
    shown(page, "e4!").or_(page.locator("[data-node]").first).first.click()
    page.wait_for_selector("[data-name=said]:has-text('best by test')")
    page.wait_for_selector("[data-name=said]:has-text('5:00')")
    expect(page.locator(".hm-table-page")).to_contain_text("Morphy")


@pytest.mark.parametrize(
    ("game", "form", "text", "ended", "moves"),
    [
        ("chess", "PGN", PGN.replace("} 1-0", "} 0-1"), "White wins by resignation.", ["f1", "c4"]),
        ("go", "SGF", SGF, "Black wins by resignation.", ["A1"]),
    ],
)
def test_how_a_game_ended_is_forgotten_as_soon_as_it_goes_on(page, game, form, text, ended, moves):
    page.goto(f"/play/{game}")
    drop(page, f"game.{form.lower()}", text)
    button = page.locator("[data-name=gameoffile]")  # a result that contradicts itself is said first
    page.wait_for_function("document.querySelector('[data-name=gameoffile]') || location.search")
    if button.count():
        button.click()
        page.wait_for_url("**/play/*?**")
    page.wait_for_selector("html[data-live]")
    says(page, ended)
    before = saved(page, form)
    page.locator("[data-tab=Moves]").click()
    for square in moves:
        point(page, square).click()
    page.wait_for_selector("[data-name=status]:has-text('to move.')")
    after = saved(page, form)
    assert RESULT.search(before)
    assert not RESULT.search(after), after
    page.reload()
    page.wait_for_selector("[data-name=status]:has-text('to move.')")
    assert not RESULT.search(saved(page, form))


@pytest.mark.parametrize(
    ("file", "game", "text", "moves", "line"),
    [
        (
            "root.sgf",
            "go",
            "(;GM[1]SZ[9]KM[5.5](;B[ee];W[gc])(;B[cc])(;W[cg]C[White first];B[ff]))",
            "1.E5 (1.C7 ) (1 line that cannot be played here) 2.G7",
            "(;W[cg]C[White first];B[ff])",
        ),
        (
            "null.pgn",
            "chess",
            "1. e4 (1. d4 d5) (1. -- e5 2. Nf3) 1... e5 *",
            "1.e4 (1.d4 d5 ) (1 line that cannot be played here) 1…e5",
            "1. -- e5 2. Nf3",
        ),
    ],
)
def test_lines_that_begin_at_the_root_are_listed_and_those_of_the_other_side_counted(
    page, file, game, text, moves, line
):
    page.goto(f"/play/{game}")
    drop(page, file, text)
    note = page.locator(".hm-moves [data-name=unplayable]")
    note.wait_for()
    expect(page.locator(".hm-moves")).to_have_text(moves)
    note.click()
    page.wait_for_selector(f"[data-name=said] .hm-kept:text-is('{line}')")


def test_moves_of_a_file_that_are_undone_stay_in_it(page):
    page.goto("/play/chess")
    drop(page, "opera.pgn", PGN)
    says(page, "White wins by resignation.")
    page.locator("[data-name=undo]").click()
    says(page, "Black to move.")
    [before], [after] = games(PGN), games(saved(page, "PGN"))
    assert after == before
    page.locator("[data-name=undo]").click()
    says(page, "White to move.")
    page.locator("[data-tab=Moves]").click()
    point(page, "d2").click()
    point(page, "d4").click()
    shown(page, "d4").wait_for()
    [after] = games(saved(page, "PGN"))
    assert [move.text for move in after.moves] == [move.text for move in before.moves]
    assert [line[0].text for line in after.moves[2].variations] == ["d4"]


def test_of_several_games_one_is_chosen(page):
    page.goto("/play/chess")
    page.locator("[data-tab=Share]").click()
    page.locator("[data-name=file]").set_input_files(
        {"name": "two.pgn", "mimeType": "text/plain", "buffer": TWO.encode()}
    )
    choices = page.locator("[data-name=gameoffile]")
    choices.first.wait_for()
    expect(choices).to_have_count(2)
    expect(choices.first).to_contain_text("Morphy – Allies")
    expect(choices.nth(1)).to_contain_text("1/2-1/2, 2 moves")
    choices.nth(1).click()
    says(page, "A draw.")
    has_moves(page, 2)
    open_dialog(page)
    page.wait_for_function(  # others' game, and nobody's engine
        "[...document.querySelectorAll('select[data-name^=seat]')].map(s => s.value).join() == 'you,you'"
    )


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("bad.pgn", PGN.replace("d6", "Ke3"), "bad.pgn: game 1 (line 9): 2... 'Ke3' is not legal."),
        ("cut.sgf", SGF[:-1], "cut.sgf: game 1 (line 1): it is cut off"),
        ("big.pgn", "x" * 200_000, "The file has 200,000 bytes; a page opens files of up to 150,000."),
        ("picture.png", "\x89PNG\0\0", "'picture.png' is not a text file"),
        ("huge.sgf", "(;SZ[52];B[aa])", "huge.sgf: game 1 (line 1): "),
        # its tags look like a PGN's
        ("revoke.pbn", PBN, "board 1: East has a heart and must follow suit, so S8 is a revoke."),
        ("late.pbn", "\n".join([f'[Note "{n}"]' for n in range(60)] + [PBN]), "so S8 is a revoke."),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused_in_a_sentence(page, name, text, words):
    page.goto("/play/chess?moves=e4&seats=you,you")
    drop(page, name, text)
    refused = page.locator("[data-name=refused]")
    refused.wait_for()
    expect(refused).to_contain_text(words)
    expect(page.locator("[data-node]"), "what was there is there").to_have_text(["e4"])


def test_a_game_that_was_resigned_is_written_with_its_result_and_the_engines_name(page):
    page.goto("/play/chess?moves=e4+e5&seats=you,5")
    page.locator("[data-name=resign]").click()
    page.locator("[data-name=yes]").click()
    says(page, "White resigns")
    [game] = games(saved(page, "PGN"))
    assert game.headers["Result"] == "0-1"
    assert game.headers["Termination"] == "resignation"
    assert game.headers["Black"] == "Halfmove, level 5"
    assert game.headers["Date"] == "????.??.??"


def test_games_are_kept_in_the_browser_resumed_and_deleted(page):
    page.goto("/")
    expect(page.locator("[data-games]")).to_be_hidden()
    page.goto("/play/tictactoe?moves=a1+b1&seats=you,you")
    page.locator('[data-point="b2"]').click()
    has_moves(page, 3)
    page.goto("/play/nim?moves=A1&seats=you,you")
    page.wait_for_function("JSON.parse(localStorage['halfmove-games'] || '[]').length === 2")
    page.goto("/")
    rows = page.locator("[data-games] li")
    rows.first.wait_for()
    expect(rows.first).to_have_text(re.compile("^Nim"))
    expect(rows.nth(1)).to_contain_text("3 moves")
    rows.nth(1).locator("a").click()
    page.wait_for_selector("html[data-live]")
    page.locator('[data-point="b3"]').click()
    has_moves(page, 4)
    page.wait_for_function("JSON.parse(localStorage['halfmove-games'])[0].state.startsWith('4 moves')")
    page.goto("/")
    rows.first.wait_for()
    expect(rows, "the same game, resumed, is no other one").to_have_count(2)
    page.on("dialog", lambda dialog: dialog.accept())
    rows.first.locator("button").click()
    page.wait_for_function("document.querySelectorAll('[data-games] li').length === 1")
    page.reload()
    rows.first.wait_for()
    expect(rows).to_have_count(1)


def test_a_file_dropped_on_the_first_page_opens_its_game(page):
    page.goto("/")
    drop(page, "small.sgf", SGF)
    page.wait_for_url(re.compile("/play/go"))
    says(page, "Black wins by resignation.")
    page.goto("/")
    title = hm.game("connect4", width=5, height=4).title()
    drop(page, "saved.txt", f"# Halfmove game: {title}\n# set width=5\n# set height=4\n1 5 {{well}} (4) 2\n")
    page.wait_for_url(re.compile("/play/connect4.*width=5"))
    page.wait_for_selector("[data-node]:text-is('4')")


def test_a_browser_that_is_full_says_so_and_loses_no_game(page):
    page.goto("/")
    page.evaluate(
        """() => localStorage.setItem("halfmove-games", JSON.stringify(
          [...Array(200).keys()].map((n) => ({id: "old" + n, url: "/play/nim", title: "Nim " + n}))))"""
    )
    page.goto("/play/tictactoe?moves=a1+b1&seats=you,you")
    page.wait_for_selector("text=storage for games is full")
    kept = page.evaluate("JSON.parse(localStorage['halfmove-games']).map((game) => game.id)")
    assert kept == [f"old{n}" for n in range(200)]


def test_one_game_in_two_tabs_becomes_two_and_neither_is_lost(page):
    page.goto("/play/tictactoe?seats=you,you")
    point(page, "a1").click()
    page.wait_for_function("JSON.parse(localStorage['halfmove-games'] || '[]').length === 1")
    other = waiting(page.context.new_page())
    other.goto("/")
    other.locator("[data-games] a").click()
    other.wait_for_selector("html[data-live]")
    point(other, "b2").click()
    other.wait_for_function("JSON.parse(localStorage['halfmove-games'])[0].url.includes('b2')")
    point(page, "c3").click()
    page.wait_for_selector("text=continued in another tab")
    for here, square in ((other, "c1"), (page, "a3")):
        point(here, square).click()
        here.wait_for_selector(f"[data-node]:text-is('{square}')")
    page.reload()
    point(page, "b1").click()
    page.wait_for_selector("[data-node]:text-is('b1')")
    page.wait_for_function("JSON.parse(localStorage['halfmove-games'])[0].url.includes('b1')")
    urls = page.evaluate("JSON.parse(localStorage['halfmove-games']).map((game) => game.url)")
    moves = [re.search("moves=([^&]*)", url)[1] for url in urls]
    assert moves == ["a1+c3+a3+b1", "a1+b2+c1"]


def test_sgf_of_two_games_is_told_apart_by_what_it_says(page):
    page.goto("/")
    drop(page, "match.sgf", "(;FF[4]GM[6]MI[length:0]PW[Ann]PB[Bob]RU[NoCube];W[31hefe];B[42qusu])")
    page.wait_for_url(re.compile("/play/backgammon"))
    page.wait_for_selector("[data-node]:text-is('8/4 6/4')")


def test_what_is_repaired_is_said_before_a_file_is_opened(page):
    page.goto("/play/go")
    drop(page, "german.pgn", '[Event "x"]\n\n1. Sf3 Sf6 2. Sc3 {gut} Sc6 1/2\n')
    page.wait_for_selector(
        "text=Repaired: game 1 (line 1): its pieces are written K, D, T, L, S, for K, Q, R, B, N."
    )
    page.locator("[data-name=gameoffile]").click()
    page.wait_for_url(re.compile("/play/chess"))
    shown(page, "Nc3").wait_for()
    says(page, "A draw.")
