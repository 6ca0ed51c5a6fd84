"""Games of checkers in PDN: read, written without loss, refused in a sentence."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import find_game
from halfmove.core.plain_text import PlainText
from halfmove.games.checkers import Checkers
from halfmove.games.checkers.records import PDN

pytestmark = pytest.mark.one_speed

GAME = interpreted(Checkers())
FORMAT = PDN(GAME)
TEXT = """[Event "A match"]
[Black "Ann \\"the\\" first"]
[White "Ben"]
[Result "1/2-1/2"]
[GameType "21"]

{Hello} 1. 11-15! {[%clk 0:04:59] good} 23-19 $2 (1... 22-18 {gives a man} 15x22 2. 25x18 (2. 26x17))
{after it} 2. 8-11 22-17 ;to the end of the line
3. 9-13 1/2-1/2

[FEN "W:W31:B18,19,26,27"]
1. 31x24x15 *
"""


def read(text):
    return list(FORMAT.read(text))


def test_a_file_of_two_games():
    first, second = read(TEXT)
    assert [move.text for move in first.moves] == ["11-15", "23-19", "8-11", "22-17", "9-13"]
    assert first.headers["Black"] == 'Ann "the" first'
    assert first.comment == "Hello"
    assert (first.moves[0].nags, first.moves[0].clock, first.moves[0].comment) == ((1,), 299.0, "good")
    (variation,) = first.moves[1].variations
    assert [move.text for move in variation] == ["22-18", "15x22", "25x18"]
    assert [[move.text for move in line] for line in variation[2].variations] == [["26x17"]]
    assert first.moves[2].before == "after it"
    assert first.moves[3].comment == "to the end of the line"
    assert (FORMAT.share(first), FORMAT.share(second)) == (0.5, None)
    assert [move.text for move in second.moves] == ["31x24x15"]
    assert (first.place, second.place) == ("game 1 (line 1)", "game 2 (line 11)")


def test_nothing_is_lost_when_a_game_is_written():
    for record in read(TEXT):
        text = FORMAT.text(record)
        assert read(text)[0] == record or read(text)[0].headers == record.headers | {"Result": "*"}
        assert read(text)[0].moves == record.moves
        assert all(len(line) <= 80 for line in text.splitlines())
        plain = PlainText(GAME)
        assert next(plain.read(plain.text(record))).moves == record.moves


COMMENTS = st.text('a b}({;[%]\\"$1-5 é', max_size=30)


@given(COMMENTS, COMMENTS, st.floats(0, 9999), st.lists(st.integers(1, 255), max_size=3))
@settings(max_examples=80, deadline=None)
def test_any_comment_is_kept(said, header, clock, nags):
    record = read("1. 11-15 22-18 15x22 *")[0]
    record.headers["Event"] = header
    move = record.moves[0]
    move.comment, move.clock, move.nags = said, round(clock, 3), tuple(nags)
    (found,) = read(FORMAT.text(record))
    assert found.moves[0].comment == " ".join(said.split())
    assert found.moves[0].clock == pytest.approx(clock, abs=0.001)
    assert found.moves[0].nags == tuple(nags)
    assert found.headers["Event"] == " ".join(header.split())
    assert found.moves[1:] == record.moves[1:]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. 11-15 11-15 *", r"game 1 \(line 1\): line 1: '11-15' is not legal: White has no piece on 11"),
        ("1. 11-15\n hello *", "line 2: 'hello' is neither a move"),
        ("(1. 11-15) *", "a variation stands after the move"),
        ("1. 11-15) *", "a bracket is closed that was not opened"),
        ("1. 11-15 (1. 12-16", "a bracket is not closed"),
        ("! 1. 11-15", "a glyph stands after a move"),
        ("1. 11-15 $", "neither a move"),
        ('[GameType "20"]\n1. 32-28 *', "its GameType is 20, and only 21"),
        ('[FEN "B:W1"]\n *', "A position is who is to move"),
        ("1. 11-15" + " $1" * 25, "at most 20 glyphs"),
        ("1. 11-15 " + "(1. 12-16 " * 200, "more than 100 deep"),
    ],
)
def test_broken_games_are_refused_and_passed_over(text, words):
    with pytest.raises(BadInput, match=words):
        read(text)
    told = []
    assert list(FORMAT.read(text, broken=told.append)) == []
    assert len(told) == 1


def test_a_game_may_go_on_past_a_draw():
    start = '[FEN "B:WK1:BK32:H79"]\n'
    (record,) = read(start + "1. 32-27 1-6 27-32 *")
    assert len(record.moves) == 3


def test_files(tmp_path):
    path = tmp_path / "games.pdn"
    assert FORMAT.write(path, read(TEXT)) == 2
    assert [len(line.actions) for line in FORMAT.main_lines(path)] == [5, 1]
    with pytest.raises(BadInput, match="There is no file"):
        list(FORMAT.read_file(tmp_path / "none.pdn"))
    assert [line.moves[0] for line in FORMAT.openings(TEXT)] == ["11-15", "31x24x15"]
    path.write_bytes(b"\xff\xfe\x00 11-99")
    with pytest.raises(BadInput, match=r"games\.pdn"):
        list(FORMAT.read_file(path))


@given(st.text('[]{}()"\\;$!?*.-x:0123456789 aFEN\n', max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused(text):
    told = []
    for record in FORMAT.read(text, broken=told.append):
        assert read(FORMAT.text(record))[0].moves == record.moves


# ---- as people, programs and servers write them
def told(text):
    """The games of a text, and what is said of those that are broken."""
    broken = []
    return list(FORMAT.read(text, broken=lambda error: broken.append(str(error)))), broken


A, B = '[Event "A"]\n[White "a"]', '[Event "B"]\n[White "b"]'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{A}\n\n1. 11-15 1-0\n\n\n{B}\n\n1. 12-16 0-1\n", [("A", 1), ("B", 1)]),
        (f"{{by x}}\n{A}\n\n1. 11-15 *", [("A", 1)]),
        (f"{A} 11-15 1-0 {B} 11-15 22-18 0-1", [("A", 1), ("B", 2)]),
        (f"{A}\n\n1. 11-15 1/2-1/2{B}\n\n1. 11-15 1-0", [("A", 1), ("B", 1)]),
        (f"{A}\n\n\n{B}\n\n", [("A", 0), ("B", 0)]),
        (f"{A}\n\n1. 11-15 {{see\n\n{B}\n\nthere}} 22-18 *", [("A", 2)]),
        (f"  {A}\n\n  1. 11-15 *\n \ufeff{B}\n\n 1. 12-16 *", [("A", 1), ("B", 1)]),
        (f"% words\n{A}\n\n1. 11-15\n% more\n22-18 *", [("A", 2)]),
        (f"{A}\n\n1. 11-15 {{never closed\n22-18 *\n\n{B}\n\n1. 12-16 {{a comment}} *", [("B", 1)]),
    ],
)
def test_where_games_end(text, expected):
    found, broken = told(text)
    assert [(game.headers["Event"], len(game.moves)) for game in found] == expected
    assert len(broken) == ("never closed" in text)


@pytest.mark.parametrize(
    "text",
    [
        "1. 11-15 22-18 2. 15x22",
        "1. 11–15 22—18 2. 15×22",
        "1. １１-１５ 22-18 2. 15х22",
        "1. 1\u200b1-15 22\ufeff-18 2. 15:22",
        "1. ... 11-15 22-18 2... 15*22",
        "1.11-15, 22-18, 2… 15x22.",
    ],
)
def test_moves_however_they_are_written(text):
    [game], broken = told(f"{text} *")
    assert ([move.text for move in game.moves], broken) == (["11-15", "22-18", "15x22"], [])


PLACES = [
    (number, at) for number, word in enumerate(["11-15", "22-18", "15x22"]) for at in range(len(word) + 1)
]


@given(st.sampled_from(PLACES), st.characters(exclude_categories=("Cs",)), st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_strange_character_in_a_move_is_read_or_reported(place, character, insert):
    moves = ["11-15", "22-18", "15x22"]
    number, at = place
    word = moves[number]
    put = word[:at] + character + word[at + (0 if insert else 1) :]
    plain = unicodedata.normalize("NFKC", character)
    if character.isspace() or character in "{}();[]%$*.!?" or any(c.isdigit() for c in plain):
        return  # other words, or another move
    if not insert and unicodedata.category(character) == "Cf":
        return  # nobody sees what is missing
    found, broken = told(" ".join([*moves[:number], put, *moves[number + 1 :], "*"]))
    assert broken or [move.text for move in found[0].moves] == moves


@pytest.mark.parametrize(
    ("word", "result"),
    [("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1–0", "1-0"), ("0:1", "0-1"), ("2-0", "2-0"), ("1-1", "1-1"),
     ("*", "*")],
)  # fmt: skip
def test_results_as_people_write_them(word, result):
    for tag in (f'[Result "{word}"]\n\n', ""):
        [game], broken = told(f"{tag}1. 11-15 {word}\n")
        assert (game.headers["Result"], broken, game.repairs) == (result, [], [])
        assert FORMAT.text(game).split()[-1] == result


def test_results_that_disagree_are_kept_and_said():
    [game], _ = told('[Result "1-0"]\n\n1. 11-15 0-1\n')
    assert game.repairs == ["its tag says 1-0, the end of its moves 0-1; the tag counts."]
    assert (FORMAT.share(game), FORMAT.text(game).split()[-1]) == (1.0, "0-1")
    [game], _ = told('[Result "won"]\n\n1. 11-15 *\n')
    assert game.repairs == ["its result 'won' is none that is known."]
    strict = PDN(GAME)
    strict.strict = True
    with pytest.raises(BadInput, match=r"game 1 \(line 1\): its tag says 1-0, the end of its moves 0-1"):
        list(strict.read('[Result "1-0"]\n\n1. 11-15 0-1\n'))


def test_the_board_counts():
    text = '[FEN "B:W32:B27"]\n[Result "0-1"]\n\n1. 27-31 0-1\n'
    [game], _ = told(text)
    assert game.by_rules == ""
    [game], _ = told('[FEN "B:W18:B15"]\n[Result "0-1"]\n\n1. 15x22 0-1\n')
    assert (game.by_rules, FORMAT.share(game)) == ("1-0", 1.0)
    assert game.repairs == [
        "its tag says 0-1 and the end of its moves says 0-1, but by the board it is 1-0, which counts."
    ]


def test_numbers_do_not_shift_and_letters_are_windows_s(tmp_path):
    path = tmp_path / "games.pdn"
    path.write_bytes(
        f'{A}\n\n1. 11-15 *\n\n{B}\n\n1. 11-99 *\n\n[Event "Müller €"]\n\n1. 12-16 *\n'.encode("cp1252")
    )

    def wanted(number):
        return find_game(lambda broken: FORMAT.read_file(path, broken=broken), number)

    assert wanted(3).headers["Event"] == "Müller €"
    with pytest.raises(BadInput, match=r"game 2 \(line 6\)"):
        wanted(2)
