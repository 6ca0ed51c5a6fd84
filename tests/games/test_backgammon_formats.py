"""Match files of backgammon: those of other programs, our own, damaged ones."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.games.backgammon.formats import MatchFile
from halfmove.games.backgammon.rules import CRAWFORD, OPENING

pytestmark = pytest.mark.one_speed  # files: no kernel is in it

FILE = """; [Site "A club"]
; [EventDate "2026.11.23"]

 5 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                  Doubles => 2
  3)  Takes                      66: 24/18 24/18 13/7 13/7
  4) 55: 8/3 8/3 6/1 6/1         21: 8/7 8/6
  5)  Doubles => 4                Drops
      Wins 2 points

 Game 2
 Ann : 2                        Bob : 0
  1) 65: 24/13                   43: 24/20 13/10
                                  Wins 1 point
"""
GAME = interpreted(hm.game("backgammon"))
FORM = MatchFile(GAME)


def test_a_file_is_read_game_by_game():
    first, second = FORM.read(FILE)
    assert first.rules.parameters == hm.game("backgammon", match=5, cube=True).parameters
    assert (first.headers["White"], first.headers["Black"], first.headers["Site"]) == ("Ann", "Bob", "A club")
    assert [move.text for move in first.moves[:6]] == ["13", "8/5 6/5", "roll", "42", "8/4 6/4", "double"]
    assert first.moves[11].text == "8/3(2) 6/1(2)"
    assert FORM.share(first) == 1.0
    assert second.rules.points_of(second.first, 0) == 2
    assert (second.headers["Termination"], FORM.share(second)) == ("resignation", 0.0)


def test_what_is_read_is_written_again():
    records = list(FORM.read(FILE))
    again = list(FORM.read("\n".join([FORM.text(records[0]), FORM.text(records[1]).split("match\n")[1]])))
    for one, other in zip(records, again, strict=True):
        assert (one.actions, one.headers, one.first) == (other.actions, other.headers, other.first)


def played(game, seed):
    rng, state = random.Random(seed), game.initial()
    record = GameRecord(game)
    while not game.is_terminal(state):
        action = rng.choice(list(game.actions(state)))
        record.moves.append(Move(action, game.action_text(state, action)))
        state = game.result(state, action)
    return record


@settings(max_examples=4)
@given(seed=st.integers(0, 10_000), match=st.sampled_from([0, 2]))
def test_any_match_comes_back_game_by_game(seed, match):
    game = interpreted(hm.game("backgammon", match=match, cube=True))
    record = played(game, seed)
    text = MatchFile(game).text(record)
    for said in (text, re.sub(r"(\d\d):(?=   |$)", r"\1: Cannot Move", text, flags=re.MULTILINE)):
        found = [action for one in MatchFile(game).read(said) for action in one.actions]
        assert found == record.actions


def test_the_crawford_game():
    """Somebody lacks a point: nobody doubles, unless the file says so."""
    text = " 3 point match\n\n Game 1\n A : 2    B : 0\n  1) 31: 8/5 6/5\n"
    (record,) = FORM.read(text)
    assert record.first.crawford == CRAWFORD
    (record,) = FORM.read(text + "  2)                 Doubles => 2\n".replace("2)  ", "2)"))
    assert record.first.crawford != CRAWFORD
    assert record.first.dice == OPENING


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (" 5 point match", "", "it does not say to how many points the match is"),
        ("Game", "Gane", "there is no game in it"),
        (" Ann : 0                        Bob : 0", "", "game 1: its players and their points are missing"),
        ("Ann : 0 ", "Ann : 5 ", "somebody has 5 points already"),
        ("42: 8/4 6/4", "42: 8/4 6/3", "'8/4 6/3' is not a legal play of 42"),
        ("42: 8/4 6/4", "47: 8/4 6/4", "'47:' is neither a throw nor a play"),
        ("31: 8/5 6/5", "33: 8/5(2) 6/3(2)", "a game does not begin with a doublet"),
        ("Doubles => 2", "Doubles => 4", "the cube shows 1"),
        (" Takes  ", " Beavers", "nobody has doubled"),
        ("21: 8/7 8/6", "21: Cannot Move", "There is a play of 21, so 'pass' is not legal"),
        ("21: 8/7 8/6", "21: 8/7", "'8/7' is not a legal play of 21"),
        (" Drops", " Drops   31: 8/5 6/5", "stands behind the end of the game"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, old, new, words):
    assert old in FILE
    file = tmp_path / "a.mat"
    file.write_text(FILE.replace(old, new, 1) if old != "Game" else FILE.replace(old, new))
    with pytest.raises(BadInput, match=words) as caught:
        list(FORM.read_file(file))
    assert "a.mat" in str(caught.value)


@settings(max_examples=150)
@given(at=st.integers(0, len(FILE) - 1), letters=st.text(max_size=3), cut=st.integers(0, 30))
def test_a_damaged_file_is_read_or_refused(at, letters, cut):
    try:
        records = list(FORM.read(FILE[:at] + letters + FILE[at + cut :]))
    except BadInput:
        return
    for record in records:
        assert FORM.text(record)


def test_a_text_is_known_by_its_length():
    assert FORM.begins(FILE)
    assert not FORM.begins("# Halfmove game: backgammon\n")
    assert re.search(r"^ 0 point match$", FORM.text(GameRecord(GAME)), re.MULTILINE)
