"""The record of a game with its variations: written and read back, walked through, cut."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.formats import find_format
from halfmove.core.plain_text import PlainText
from halfmove.web.board.game_records import make_game_record, read_game_record
from halfmove.web.board.record import Record
from halfmove.web.workers.tasks.report import final_share

pytestmark = pytest.mark.one_speed

GAMES = {
    name: interpreted(hm.game(name)) for name in ("tictactoe", "connect4", "chess", "nim")
} | {"go": interpreted(hm.game("go", width=5, height=5))}  # fmt: skip


MAT = """ 1 point match

 Game 1
 A : 0      B : 0
  1) 64: 24/14
      Wins 1 point
"""


def wander(game, seed, steps):
    """A record made by playing and going back at random."""
    random, record = Random(seed), Record(game)
    for _ in range(steps):
        legal = record.history.legal()
        if random.random() < 0.3 or not legal:
            record.go(random.choice(list(record.nodes.values())))
        else:
            record.play(random.choice(legal))
    return record


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(0, 60))
def test_what_is_written_is_read_back(name, seed, steps):
    record = wander(GAMES[name], seed, steps)
    again = Record(GAMES[name])
    again.read(record.written())
    assert again.written() == record.written()
    assert len(again.nodes) == len(record.nodes)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(0, 60))
def test_the_history_is_that_of_the_node(name, seed, steps):
    record = wander(GAMES[name], seed, steps)
    for node in list(record.nodes.values()):
        record.go(node)
        assert record.history.actions == [n.action for n in node.path()]
        fresh = hm.History(GAMES[name], actions=record.history.actions)
        assert fresh.state == record.history.state
        assert fresh.over == record.history.over


def test_variations_stand_in_brackets_after_the_move_they_replace():
    record = Record(GAMES["chess"])
    record.read("e4 e5 (c5 Nf3 (Nc3)) Nf3")
    assert record.written() == "e4 e5 (c5 Nf3 (Nc3)) Nf3"
    assert record.moves() == ["e4", "e5", "Nf3"]


def test_a_variation_becomes_the_main_line_and_is_cut():
    record = Record(GAMES["chess"])
    record.read("e4 e5 (c5 Nf3) Nf3")
    c5 = next(node for node in record.nodes.values() if node.text == "c5")
    record.promote(c5)
    assert record.written() == "e4 c5 (e5 Nf3) Nf3"
    record.go(c5.children[0])
    record.cut(c5)
    assert record.written() == "e4 e5 Nf3"
    assert record.moves() == ["e4"], "who stood in it is at the move before"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("e4 e4", "Move 2, 'e4', cannot be played"),
        ("(e4)", "A variation stands after the move"),
        ("e4 )", "no opening one"),
        ("f3 e5 g4 Qh4 e4", "cannot be played: the game is over"),
    ],
)
def test_what_cannot_be_read_is_said(text, words):
    with pytest.raises(hm.BadInput, match=words.replace("(", r"\(").replace(")", r"\)")):
        Record(GAMES["chess"]).read(text)


def test_a_record_has_a_bound(monkeypatch):
    monkeypatch.setattr("halfmove.web.board.record.MOST_NODES", 3)
    with pytest.raises(hm.BadInput, match="may have 3 moves"):
        Record(GAMES["connect4"]).read("4 4 4 4")


def test_the_last_actions_are_taken_back_and_forgotten():
    record = Record(GAMES["go"])
    record.read("A1 B2 pass pass")
    record.take_back(2)
    assert record.written() == "A1 B2"
    assert record.here.text == "B2"
    record.read("A1 B2 pass pass (C3)")
    record.go(record.end(record.root))
    record.take_back(2)
    assert record.here.text == "B2"
    assert record.written() == "A1 B2 pass pass (C3)", "with a variation among them they stay"


def test_the_last_actions_of_a_file_are_taken_back_and_not_forgotten():
    game = GAMES["go"]
    [paper] = PlainText(game).read("A1 B2 pass {enough} pass")
    record = read_game_record(game, paper, PlainText(game))
    record.take_back(2)
    assert record.here.text == "B2"
    record.play(game.parse_action(record.history.state, "C3"))
    assert record.written() == "A1 B2 pass (C3) pass"
    assert record.root.children[0].children[0].children[0].comment == "enough"


def test_a_file_that_ends_with_words_alone_has_not_gone_on():
    form = find_format(GAMES["go"], "SGF")
    [read] = form.read("(;GM[1]SZ[5]RE[B+Resign];B[cc];C[said last])")
    record = read_game_record(GAMES["go"], read, form)
    assert not record.goes_on
    assert make_game_record(record, form).headers == read.headers


@pytest.mark.parametrize(
    ("name", "form", "text", "move"),
    [
        ("chess", "PGN", '[Result "1-0"]\n[Termination "resignation"]\n\n1. e4 e5 0-1\n', "Nf3"),
        ("go", "SGF", "(;GM[1]SZ[5]RE[B+Resign];B[cc];W[bb])", "D4"),
        ("backgammon", "SGF", "(;GM[6]MI[length:0][game:1]RU[NoCube]RE[W+2R];W[46xn])", "43"),
        ("backgammon", "MAT", MAT, "43"),
    ],
)  # fmt: skip
def test_how_a_file_ended_is_dropped_once_the_game_goes_on(name, form, text, move):
    form = find_format(GAMES[name] if name in GAMES else interpreted(hm.game(name)), form)
    [read] = form.read(text)
    game = interpreted(read.rules)
    for judged in (True, False):
        record = read_game_record(game, read, form)
        kept = make_game_record(record, form, judged=judged)
        assert (kept.headers["Result"], kept.properties) == (read.headers["Result"], read.properties)
        record.play(game.parse_action(record.history.state, move))
        on = make_game_record(record, form, judged=judged)
        assert on.headers["Result"] == "*"
        assert not {"Termination", "Points"} & on.headers.keys()
        assert not {"end", "RE"} & on.properties.keys()
        assert record.root.paper.properties == read.properties, "taken back, it ended so"


def test_what_is_settled_is_kept_with_its_position():
    record = Record(GAMES["go"])
    record.read("A1 pass pass")
    assert record.settlement().chosen == []
    record.here.settled = ("A1",)
    record.back()
    assert record.settlement() is None
    record.on()
    assert record.settlement().chosen == ["A1"]


def test_a_report_ends_with_what_the_players_have_settled():
    record = Record(GAMES["go"], "1XO2/1XO2/1XO2/1XO2/OXO2 B - 0")
    record.read("pass pass")
    assert final_share(record.history, []) == 0.0
    assert final_share(record.history, ["C1", "C2", "C3", "C4", "C5"]) == 1.0
    other = Record(GAMES["tictactoe"])
    other.read("a1 b1 a2 b2 a3")
    assert final_share(other.history, None) == 1.0, "there is nothing to settle"


def test_moves_of_several_words_are_written_and_read_with_their_variations():
    record = Record(hm.game("backgammon"))
    text = "31 8/5 6/5 44 13/5(2) (13/9(2) 8/4(2) 21) 64"
    record.read(text)
    assert record.moves() == ["31", "8/5 6/5", "44", "13/5(2)", "64"]
    assert record.written() == text
