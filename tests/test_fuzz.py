"""Some seconds of each campaign of `python -m fuzz`, the same every time."""

import pytest

import halfmove as hm
from fuzz import gtp
from fuzz.engines import PROTOCOLS, session
from fuzz.process import Broken
from fuzz.readers import readers
from fuzz.trial import tried
from halfmove.arena.store import Store
from halfmove.core.errors import LONGEST, BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.plain_text import PlainText, formats_of

pytestmark = pytest.mark.one_speed

SLOW = {"lesson": 3, "exercise": 40, "page-file": 10}
"""Inputs of readers that search."""
NAMES = [name for group in readers().values() for name in group]


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_reads_or_says_why_not(name):
    report = tried(name, SLOW.get(name, 60))
    assert report.read > 0, "what it begins with is none of what it reads"
    assert not report.faults, "\n".join(report.faults.values())


@pytest.mark.parametrize("name", PROTOCOLS)
def test_an_engine_answers_each_line_that_wants_it_once(name):
    found = session(name, 600, seed=1)
    assert found.lines >= 600
    assert found.answers.total() > 100


def test_what_is_no_answer_is_noticed():
    ear = gtp.Ear()
    assert [ear(line) for line in ("=12 2", "", "? syntax error", "")] == [None, "12", None, ""]
    with pytest.raises(Broken, match="between two answers"):
        ear("")
    with pytest.raises(Broken, match="begins no answer"):
        ear("info move C3")


# ---- what campaigns have found
def test_what_is_quoted_stays_on_one_line():
    said = str(BadInput(f"'a\nb\x1b[2J' is no move: '{'x' * 5000}'."))
    assert said.startswith("'a b\\x1b[2J' is no move: 'xxx")
    assert said.endswith("xxx'.")
    assert len(said) <= LONGEST
    assert str(BadInput("\ud800")) == "\\ud800"


def test_what_is_nested_too_deep_is_told_in_a_sentence():
    with pytest.raises(BadInput):
        list(formats_of(hm.game("holdem"))[0].read("actions = " + "[" * 20_000))
    with pytest.raises(BadInput):
        hm.game("matrix", table="[" * 20_000)


def test_a_position_of_nim_may_have_several_lines():
    with pytest.raises(BadInput):
        hm.game("nim").parse("3\n4 first")


def test_a_field_of_oshi_zumo_may_be_too_long():
    with pytest.raises(BadInput, match="The field looks like"):
        hm.game("oshi-zumo").parse("50 50 #.......................W# 3")


def test_a_table_of_one_column_reads_the_same():
    game = hm.game("matrix", table="[[[0, -1]], [[1, 0.5]]]")
    assert hm.game("matrix", table=game.table).table == game.table


def test_a_game_of_ggf_is_written_the_same_each_time():
    form = formats_of(hm.game("othello"))[0]
    text = form.text(
        next(form.read("(;GM[Othello]TY[8]RE[?]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *];)"))
    )
    assert form.text(next(form.read(text))) == text


def test_the_length_of_a_match_stands_before_its_games():
    with pytest.raises(BadInput, match="how many points"):
        list(formats_of(hm.game("backgammon"))[0].read(" Game 1\n 7 point match\n"))


def test_a_move_in_the_root_of_backgammon_is_played_once():
    form = formats_of(hm.game("backgammon"))[1]
    text = form.text(next(form.read("(;GM[6]B[42lpln]C[safe])")))
    assert form.text(next(form.read(text))) == text
    assert text.count("B[42lpln]") == 1


def test_a_game_with_other_parameters_is_written_by_its_own_rules():
    large = hm.game("go", size=9)
    record = GameRecord(large, moves=[Move(a, large.action_text(large.initial(), a)) for a in (80,)])
    text = PlainText(large).text(record)
    assert PlainText(hm.game("go", size=5)).text(record) == text


def test_a_damaged_file_of_matches_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "m.sqlite"
    Store(path).close()
    with Store(path) as store:
        store._db.execute(
            "INSERT INTO contest (identity, plan, halfmove, python, created) VALUES ('x', '{', '', '', 0)"
        )
        with pytest.raises(BadInput, match="damaged"):
            store.contests()
