"""SGF read as plain data and written again says what it said: the same tree, property by property, also where
our rules cannot play what stands in it.  sgfmill is the independent reader."""

from __future__ import annotations

import dataclasses
import re

import pytest
from go_files import GO5, files, tree_of
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, format_named
from halfmove.core.plain_text import PlainText
from halfmove.core.sgf_charset import decoded
from halfmove.core.sgf_tree import VALUE, escaped, parts, tree, unescaped
from halfmove.games.go.sgf.plain import DEEPEST

pytestmark = pytest.mark.one_speed

FORM = format_named(GO5, "SGF")


@settings(max_examples=80, deadline=None)
@given(files())
def test_what_is_read_is_written_again_with_all_that_it_says(text):
    [record] = FORM.read(text)
    again = FORM.text(record)
    assert tree_of(again) == tree_of(text)
    [once_more] = FORM.read(again)
    assert once_more == record


@settings(max_examples=30, deadline=None)
@given(files())
def test_sgfmill_reads_the_same(text):
    sgf_grammar = pytest.importorskip("sgfmill.sgf_grammar")

    def said(coarse, main=True):
        """`tree_of`, of sgfmill's tree."""
        sequence = list(coarse.sequence)
        below = [said(child, main and n == 0) for n, child in enumerate(coarse.children)]
        first = 1 if main else 0
        below = below[:first] + sorted(below[first:], key=repr)
        for node in reversed(sequence):
            about = {name: [v.decode() for v in values] for name, values in node.items()}
            about = {n: [unescaped(v) for v in vs] if n == "C" else vs for n, vs in about.items()}
            below = [(sorted(about.items()), below)]
        return below[0]

    [record] = FORM.read(text)
    assert said(sgf_grammar.parse_sgf_game(FORM.text(record).encode())) == tree_of(text)


NAMES = st.text("ABXYZ", min_size=1, max_size=3) | st.text(max_size=4)
RAW = st.text("ab\\\\][;()\n", max_size=8) | st.text(max_size=8)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(NAMES, st.lists(RAW, max_size=2), max_size=3), st.lists(RAW, max_size=2))
def test_what_a_stranger_says_is_written_as_what_it_is_or_refused(said, kept):
    """Properties and continuations of the plain text, whose names and values nobody has checked."""
    record = GameRecord(GO5, moves=[Move(0, "A5", properties=said, kept=kept)], properties=said)
    try:
        text = FORM.text(record)
    except BadInput:
        bad = [name for name in said if not re.fullmatch("[A-Z]+", name)]
        assert bad or {"B", "W", "AB", "AW"} & set(said)
        return
    root = tree(next(parts(text)))
    assert len(root.children) == 1
    for node in (root, root.children[0]):
        for name, values in said.items():
            assert [unescaped(v) for v in node.properties.get(name, [])] == [
                unescaped(v) if VALUE.fullmatch(v) else unescaped(escaped(v)) for v in values
            ]
    assert root.children[0].raw("B") == GO5.sgf_text(0)
    if not {"KEPT", "AB", "AW"} & set(said) and not any(line.startswith("(") for line in kept):
        [again] = [record.moves[0] for record in FORM.read(text)]
        there = again.kept + [unescaped(value) for value in again.properties.get("KEPT", [])]
        ends = [re.sub(r"\r\n|\n\r|\r", "\n", line) for line in kept]
        assert sorted(there) == sorted(ends)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("[also x\\]=y]", "cannot be the name of a property of SGF; that is capital letters"),
        ("[also Lb=aa:1]", "cannot be the name"),
        ("[also B=bb]", "would be another move in SGF"),
        ("[also W=bb]", "would be another move in SGF"),
        ("[also AB=bb]", "would be another move in SGF"),
        ("[not B]", "would be another move in SGF"),
    ],
)
def test_what_would_be_another_game_is_not_written(word, sentence):
    [record] = PlainText(GO5).read(f"A1 {word} B1")
    with pytest.raises(BadInput, match=sentence):
        FORM.text(record)


def test_values_of_a_stranger_stay_in_their_property():
    [record] = PlainText(GO5).read(r"A1 [also N=a\];B[bb\]] [also GN=a\\] B1")
    first = tree(next(parts(FORM.text(record)))).children[0]
    assert (first.text("N"), first.text("GN")) == ("a];B[bb]", "a\\")
    assert [node.raw("W") for node in first.children] == [GO5.sgf_text(21)]


def test_continuations_that_are_no_sgf_are_kept():
    [record] = PlainText(GO5).read(r"[kept 1. e4 e5] A1 [kept (;B[cc\])] [kept so ] [kept (;] B1")
    text = FORM.text(record)
    [again] = FORM.read(text)
    assert again.kept == ["1. e4 e5"]
    assert sorted(again.moves[0].kept) == ["(;", "(;B[cc])", "so "]
    assert FORM.text(again) == text


@pytest.mark.parametrize(
    ("said", "control"),
    [
        ("TM[300]", "300"),
        ("TM[300]OT[2 fischer]", "300+2"),
        ("TM[300.5]OT[0.5 fischer]", "300.5+0.5"),
        ("TM[600]OT[5x30 byo-yomi]", None),
        ("TM[two hours]", None),
        ("OT[2 fischer]", None),
    ],
)
def test_a_time_control_has_the_name_that_pgn_has_for_it(said, control):
    text = f"(;GM[1]SZ[5]{said};B[aa]BL[299]OB[3];W[bb]WL[12.5])\n"
    [record] = FORM.read(text)
    assert record.headers.get("TimeControl") == control
    assert [move.clock for move in record.moves] == [299, 12.5]
    assert FORM.text(record).split() == text.split()
    plain = PlainText(GO5)
    [again] = plain.read(plain.text(record))
    assert again == dataclasses.replace(record, place=again.place)
    assert tree_of(FORM.text(again)) == tree_of(text)


def test_size_komi_rules_names_and_both_variations_come_back():
    text = (
        "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese]PB[Ann]PW[Bob]BR[3k]RE[B+R]DT[2011-05-01]C[before]"
        ";B[ee]C[centre];W[gc](;B[cg]LB[cg:A])(;B[gg]BM[1]C[too slow];W[cc])(;B[cc];W[tt];B[]))"
    )
    form = format_named(interpreted(hm.game("go", size=19)), "SGF")
    [record] = form.read(text)
    assert (record.rules.width, record.rules.komi, record.rules.rules) == (9, 5.5, "japanese")
    assert record.headers["Black"] == "Ann"
    assert [line[0].text for line in record.moves[2].variations] == ["G3", "C7"]
    assert tree_of(form.text(record)) == tree_of(text)


def test_what_our_rules_cannot_play_is_kept_as_it_stands():
    text = "(;GM[1]SZ[5];B[cc](;W[cd])(;W[cc];B[aa])(;AB[ab];W[bb]))"
    [record] = FORM.read(text)
    assert record.moves[0].kept == ["(;W[cc];B[aa])", "(;AB[ab];W[bb])"]
    assert tree_of(FORM.text(record)) == tree_of(text)


def test_variations_may_not_stand_too_deep_in_each_other():
    # Black on the left and White on the right, so that nobody is taken and nobody passes
    letters = "abcdefghijklmnopqrs"
    moves = [
        f"{'BW'[n % 2]}[{letters[n // 2 // 19 + 12 * (n % 2)]}{letters[n // 2 % 19]}]"
        for n in range(DEEPEST + 2)
    ]
    nested = "".join(f"(;{move[0]}[jj])(;{move}" for move in moves)
    with pytest.raises(BadInput, match=r"game 1 \(line 1\): .*variations are nested more than 200 deep"):
        list(FORM.read(f"(;SZ[19]{nested}{')' * (DEEPEST + 3)}"))


@pytest.mark.parametrize("charset", ["idna", "undefined", "a\0b", "unicode_escape", "utf-7", "nonesuch"])
def test_what_is_no_charset_is_told(charset):
    text = f"(;CA[{charset}]PB[+2AA-])"
    found = decoded(text.encode())
    assert found == text
    assert [piece.notes for piece in found.pieces] == [(f"its charset, '{charset}', is not known.",)]


def test_what_no_clock_shows_stays_as_it_stood():
    text = f"(;SZ[5];B[cc]BL[{'9' * 400}];W[bb]WL[0];B[dd]BL[12.5])"
    (record,) = FORM.read(text)
    assert [move.clock for move in record.moves] == [None, 0, 12.5]
    assert "9" * 400 in FORM.text(record)
