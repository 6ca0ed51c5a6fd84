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
from halfmove.games.backgammon.records import MatchFile
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


@pytest.mark.parametrize(
    "length", ["0 point match", "-1 point match", "Unlimited Match", "unlimited", "money session"]
)
def test_matches_without_a_length(length):
    [record] = FORM.read(f" {length}\n\n Game 1\n A : 2    B : 7\n  1) 31: 8/5 6/5\n      Wins 1 point\n")
    assert (record.rules.match, FORM.share(record), record.repairs) == (0, 1.0, [])


@pytest.mark.parametrize(
    ("said", "moves", "repair"),
    [
        ("????", 4, "'43: ????' is no play, so that what follows cannot be played."),
        ("Illegal play", 4, "'43: Illegal play' is no play, so that what follows cannot be played."),
        ("Illegal play (24/20 13/11)", 4, "'43: Illegal play (24/20 13/11)' is no play, so that"),
        ("Illegal play (24/20 13/10)", 9, "'43: Illegal play (24/20 13/10)' is read as 24/20 13/10."),
    ],
)
def test_plays_that_are_not_told(said, moves, repair):
    rest = " Doubles => 2                  Takes\n  3) 21: 13/11 6/5\n"
    rest += "                             Wins 2 points\n"
    text = f" 5 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 65: 24/13        43: {said}\n  2){rest}"
    record, second = FORM.read(text + " Game 2\n Ann : 0    Bob : 2\n  1) 31: 8/5 6/5\n")
    assert (second.place, second.repairs) == ("game 2", [])
    assert len(record.moves) in (moves - 1, moves)
    assert [sentence.startswith(repair) for sentence in record.repairs] == [True]
    assert FORM.share(record) == 0.0
    strict = MatchFile(GAME)
    strict.strict = True
    with pytest.raises(BadInput, match="game 1: "):
        list(strict.read(text))


@pytest.mark.parametrize("play", ["24/13", "24/18/13", "24/18 18/13", "13/8 24/18", "24/18 13/8"])
def test_plays_are_written_as_the_file_had_them(play):
    text = f" 5 point match\n\n Game 1\n Ann : 0    Bob : 0\n  1) 65: {play}\n"
    [record] = FORM.read(text)
    assert f"65: {play}" in FORM.text(record)
    assert list(FORM.read(FORM.text(record))) == [record]
