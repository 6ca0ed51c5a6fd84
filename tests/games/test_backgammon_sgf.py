"""SGF of backgammon: as GNU Backgammon writes it, ours, damaged files, and GNU Backgammon reading ours."""

import random
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.sgf_tree import MARKS, collection, tree
from halfmove.games.backgammon.records import MatchFile
from halfmove.games.backgammon.rules import AFTER, BEFORE, CHOICE, CRAWFORD, OTHER, THROW
from halfmove.games.backgammon.sgf import SgfFile
from halfmove.games.reference import open_position

pytestmark = pytest.mark.one_speed  # files: no kernel is in it

FILE = """(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]
DT[2026-11-25]EV[A club]RU[Crawford]RE[W+2]GS[M:14 17][C:5 15]
;B[31qtst]A[0][qtst E ver 3 0.5]C[the 5 point]
;W[42hdfd]
;B[double]DA[E ver 3]
;W[take]
;B[66agaglrlr]
;W[55hchcfafa]
;B[21qrqs]
;W[double]
;B[drop])
(;FF[4]GM[6]MI[length:5][game:1][ws:2][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[B+1R]
;W[65xrrm]
;B[43aelo])
"""
GAME = interpreted(hm.game("backgammon"))
FORM = SgfFile(GAME)


def test_a_file_is_read_game_by_game():
    first, second = FORM.read(FILE)
    assert first.rules.parameters == hm.game("backgammon", match=5, cube=True).parameters
    assert (first.headers["White"], first.headers["Black"]) == ("Ann", "Bob")
    assert (first.headers["Event"], first.headers["Date"]) == ("A club", "2026.11.25")
    said = [move.text for move in first.moves]
    assert said[:6] == ["13", "8/5 6/5", "roll", "42", "8/4 6/4", "double"]
    assert said[-4:] == ["21", "8/6 8/7", "double", "drop"]
    assert FORM.share(first) == 1.0
    assert second.rules.points_of(second.first, 0) == 2
    assert [move.text for move in second.moves] == ["65", "24/13", "roll", "43", "24/20 13/10"]
    told = (second.headers["Termination"], second.headers["Points"], FORM.share(second))
    assert told == ("resignation", "1", 0.0)


def test_what_is_not_understood_is_kept():
    first, second = FORM.read(FILE)
    assert first.properties == {"GS": ["M:14 17", "C:5 15"]}
    assert first.moves[1].properties == {"A": ["0", "qtst E ver 3 0.5"]}
    assert first.moves[1].comment == "the 5 point"
    for one in (first, second):
        (again,) = FORM.read(FORM.text(one))
        assert (again.actions, again.first, again.headers) == (one.actions, one.first, one.headers)
        assert (again.properties, again.comment) == (one.properties, one.comment)
        assert [(m.comment, m.properties) for m in again.moves] == [
            (m.comment, m.properties) for m in one.moves
        ]


def test_other_lines_are_kept():
    (record,) = FORM.read("(;GM[6]MI[length:0];W[31hefe](;B[42qusu])(;B[42lpln]C[safe]))")
    assert [move.text for move in record.moves] == ["31", "8/5 6/5", "roll", "42", "8/4 6/4"]
    assert record.moves[1].kept == ["(;B[42lpln]C[safe])"]
    (again,) = FORM.read(FORM.text(record))
    assert (again.actions, again.moves[1].kept) == (record.actions, record.moves[1].kept)


@pytest.mark.parametrize(
    "text", ["(;GM[6](;)(;B[42qusu]))", "(;GM[6];B[42qusu](;C[safe])(;W[31hefe];B[42lpln]))"]
)
def test_a_game_that_ends_before_another_line_ends_there_again(text):
    (record,) = FORM.read(text)
    (again,) = FORM.read(FORM.text(record))
    assert len(record.moves) in (0, 2)
    assert (again.actions, again.kept) == (record.actions, record.kept)
    assert FORM.text(again) == FORM.text(record)


def test_who_beavers_doubles_a_double():
    (record,) = FORM.read("(;GM[6]MI[length:0]RU[Jacoby];W[31hefe];B[double];W[double];B[take];B[42qusu])")
    parameters = record.rules.parameters
    assert (parameters["cube"], parameters["jacoby"], parameters["beavers"]) == (True, True, True)
    assert [move.text for move in record.moves] == [
        *("31", "8/5 6/5", "double", "beaver", "take", "42", "8/4 6/4"),
    ]
    assert "double];W[double];B[take]" in FORM.text(record).replace("\n", "")


def test_the_crawford_game():
    def crawford(rules, points):
        (record,) = FORM.read(f"(;GM[6]MI[length:3][ws:{points}][bs:0]RU[{rules}];W[31hefe])")
        return record.first.crawford

    assert crawford("Crawford", 1) == BEFORE
    assert crawford("Crawford:CrawfordGame", 2) == CRAWFORD
    assert crawford("Crawford", 2) == AFTER
    assert crawford("", 0) == AFTER


def test_without_a_cube_there_is_none():
    (record,) = FORM.read("(;GM[6]MI[length:0]RU[NoCube];W[31hefe];B[42qusu])")
    assert record.rules is GAME
    assert [move.text for move in record.moves] == ["31", "8/5 6/5", "42", "8/4 6/4"]


def test_a_position_that_is_set_up():
    """White on 4 and 1, Black on his 6 and the bar; Black has the cube at 2, White to play 21."""
    text = "(;GM[6]MI[length:0];PL[W]AE[a:y]AW[d][a]AB[s][y]CV[2]CP[b]DI[12];W[21dbaz])"
    (record,) = FORM.read(text)
    s = record.first
    assert (s.mover, s.dice, s.cube, s.owner) == (0, 21, 2, OTHER)
    assert record.rules.position_text(s) == record.rules.position_text(
        record.rules.parse(record.rules.position_text(s))
    )
    assert [move.text for move in record.moves] == ["4/2 1/off"]
    (again,) = FORM.read(FORM.text(record))
    assert (again.first, again.actions) == (s, record.actions)
    (nothing,) = FORM.read("(;GM[6]MI[length:0];PL[B]AE[a:y]AW[d][a]AB[s][y])")
    assert (nothing.moves, nothing.first.mover, nothing.first.dice) == ([], 1, CHOICE)
    (plain,) = FORM.read("(;GM[6]RU[NoCube];PL[B]AE[a:y]AW[d][a]AB[s][y])")
    assert plain.first.dice == THROW


def played(game, seed):
    rng, state = random.Random(seed), game.initial()
    record = GameRecord(game)
    while not game.is_terminal(state):
        action = rng.choice(list(game.actions(state)))
        record.moves.append(Move(action, game.action_text(state, action)))
        state = game.result(state, action)
    return record


PARAMETERS = [{"match": 3, "cube": True}, {"cube": True, "jacoby": True, "beavers": True}, {}]


@settings(max_examples=4)
@given(seed=st.integers(0, 10_000), parameters=st.sampled_from(PARAMETERS))
def test_any_match_comes_back_game_by_game(seed, parameters):
    game = interpreted(hm.game("backgammon", **parameters))
    record = played(game, seed)
    found = list(SgfFile(game).read(SgfFile(game).text(record)))
    assert [action for one in found for action in one.actions] == record.actions
    assert {one.rules for one in found} == {game}
    assert all(one.headers["Result"] in ("1-0", "0-1") for one in found)


@pytest.mark.skipif(shutil.which("gnubg", path="/usr/games:/usr/bin") is None, reason="no GNU Backgammon")
def test_gnu_backgammon_reads_ours(tmp_path):
    """And writes the same games as a match file."""
    game = interpreted(hm.game("backgammon", match=5, cube=True))
    record = played(game, 3)
    (tmp_path / "ours.sgf").write_text(SgfFile(game).text(record))
    program = shutil.which("gnubg", path="/usr/games:/usr/bin")
    commands = "load match ours.sgf\nexport match mat theirs.mat\nquit\ny\n"
    subprocess.run(
        [program, "-t", "-q", "-r"], input=commands, text=True, cwd=tmp_path, capture_output=True, timeout=60
    )
    games = list(MatchFile(game).read_file(tmp_path / "theirs.mat"))
    assert [action for one in games for action in one.actions] == record.actions


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("GM[6]CA", "GM[1]CA", "of another game than backgammon"),
        ("[length:5][game:0]", "[length:many][game:0]", "a match's length is a whole number"),
        ("[ws:0][bs:0]", "[ws:5][bs:0]", "somebody has 5 points already"),
        (";B[31qtst]", ";B[33qtqtstst]", "a game does not begin with a doublet"),
        (";B[31qtst]", ";B[31qtsu]", r"game 1 \(line 3\): '8/5 6/4' is not a legal play of 31"),
        (";B[31qtst]", ";B[31]", "there is a play of 31"),
        (";B[31qtst]", ";B[37qtst]", "'37qtst' is no play"),
        (";B[31qtst]", ";B[31qtst]W[31qtst]", "both players move at once"),
        (";W[42hdfd]", ";B[42hdfd]", "it is not the turn of Black"),
        (";B[double]", ";W[double]", "nobody may double here"),
        (";W[take]", ";B[take]", "he has doubled himself"),
        (";W[take]", "", "nobody is to throw|not the turn|he has doubled"),
        (";B[drop])", ";B[drop];W[31hefe])", "nobody is to throw|that cannot be played|not the turn"),
        (";W[42hdfd]", ";PL[B];W[42hdfd]", "a position is set up where the game is being played"),
        (";B[31qtst]", ";AW[a]AB[q]CP[x];B[31qtst]", "the cube is c, w or b"),
        (";B[31qtst]", ";AW[a]AB[q]CV[3];B[31qtst]", "the cube shows 1, 2, 4"),
        (";B[31qtst]", ";AW[a]AB[q]DI[7];B[31qtst]", "dice are two numbers"),
        (";B[31qtst]", ";AW[a]AB[zz];B[31qtst]", "a chequer stands on a point"),
        (";B[31qtst]", ";AW[a];B[31qtst]", "each player has 1 to 15 chequers"),
        (";B[31qtst]", ";PL[X];B[31qtst]", "PL is W or B"),
        ("(;FF[4]GM[6]CA", "FF[4]GM[6]CA", "stands where no SGF has it|1 point"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, old, new, words):
    assert old in FILE
    file = tmp_path / "a.sgf"
    file.write_text(FILE.replace(old, new, 1))
    if old.startswith("(;"):
        file.write_text("no game")
        words = "there is no game in it"
    strict = SgfFile(GAME)
    strict.strict = True
    with pytest.raises(BadInput, match=words) as caught:
        list(strict.read_file(file))
    assert "a.sgf" in str(caught.value)


def test_a_game_is_read_as_far_as_it_is_one():
    first, second = FORM.read(FILE.replace(";B[66agaglrlr]", ";B[66agaglrlq]"))
    assert [move.text for move in first.moves][-2:] == ["double", "take"]
    [sentence] = first.repairs
    assert sentence.startswith("line 7: '24/18 24/18 13/7 13/8' is not a legal play of 66")
    assert sentence.endswith("; what follows is no part of the game.")
    assert (first.headers["Result"], second.place) == ("1-0", "game 2 (line 12)")
    again, _ = FORM.read("".join(map(FORM.text, (first, second))))
    assert (again.actions, again.moves[-1].kept) == (first.actions, first.moves[-1].kept)


def test_a_bad_game_costs_no_other():
    told = []
    text = FILE.replace(";B[drop])", ";B[drop]") + "(;FF[4]GM[6]MI[length:many])" + FILE
    found = list(FORM.read(text, broken=lambda error: told.append(str(error))))
    assert [record.place for record in found] == [
        f"game {n} (line {m})" for n, m in ((2, 12), (4, 15), (5, 26))
    ]
    assert [line.split(":")[0] for line in told] == ["game 1 (line 11)", "game 3 (line 15)"]


def test_results_and_charsets_of_the_field(tmp_path):
    text = (
        "(;GM[6]CA[Shift_JIS]MI[length:0]PW[髙ソ]RE[W+Resign];W[31hefe])(;GM[6]MI[length:0]RE[so];W[31hefe])"
    )
    (tmp_path / "a.sgf").write_bytes(text.encode("cp932"))
    first, second = FORM.read_file(tmp_path / "a.sgf")
    assert (first.headers["White"], first.headers["Result"], first.repairs) == ("髙ソ", "1-0", [])
    assert second.repairs == ["its result 'so' is none that is known."]
    (wrong,) = FORM.read(FILE[: FILE.index(")\n(") + 1].replace("RE[W+2]", "RE[B+2]"))
    assert wrong.headers["Result"] == "1-0"
    assert wrong.repairs == ["it says B+2, but by the rules W has won, which counts."]


@settings(max_examples=150)
@given(at=st.integers(0, len(FILE) - 1), letters=st.text(max_size=3), cut=st.integers(0, 30))
def test_a_damaged_file_is_read_or_refused(at, letters, cut):
    try:
        list(FORM.read(FILE[:at] + letters + FILE[at + cut :]))
    except BadInput as error:
        assert str(error)  # noqa: PT017  it need not be raised


def test_formats_tell_themselves_apart():
    assert FORM.begins(FILE)
    assert not FORM.begins(FILE.replace("GM[6]", "GM[1]"))
    assert not MatchFile(GAME).begins(FILE)
    assert open_position(GAME, None, [m.text for m in next(FORM.read("(;GM[6]RU[NoCube];W[31hefe])")).moves])


def nodes(text):
    """The nodes of a file's main line as they stand there, names in order."""
    (_, part, _), *_ = collection(text)
    return [list(node.properties.items()) for node in tree(part).main_line()]


def again(text):
    return "".join(FORM.text(record) for record in FORM.read(text))


@pytest.mark.parametrize(
    ("root", "plays"),
    [
        (
            "GM[6]FF[4]CA[UTF-8]AP[Halfmove]RE[B+1]MI[length:0][game:3][bs:0]PB[B]PW[A]",
            ";W[46xn];B[34loae]",
        ),
        (
            "FF[4]GM[6]CA[UTF-8]AP[Halfmove]MI[length:0][game:1][ws:0][bs:0]PW[A]PB[B]RE[W+2R]XX[y]",
            ";W[31fehe]C[a]BM[2]IT[]ZZ[z]",
        ),
        ("FF[4]GM[6]CA[UTF-8]AP[Halfmove]MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]RE[Void]", ";W[13hefe]"),
        (
            "FF[4]GM[6]CA[UTF-8]AP[Halfmove]MI[length:5][ws:2][bs:0]PW[A]DT[2026-11-25]EV[e]PB[B]RU[Crawford]",
            "",
        ),
    ],
)
def test_a_file_is_written_as_it_was(root, plays):
    text = f"(;{root}{plays})"
    assert nodes(again(text)) == nodes(text)
    assert nodes(again(again(text))) == nodes(text)


def test_glyphs_are_read_and_written_as_marks():
    for nag, (name, value) in MARKS.items():
        (record,) = FORM.read(f"(;GM[6];W[31hefe]{name}[{value}]C[why])")
        assert record.moves[1].nags == (nag,)
        assert record.moves[1].properties == {"order": [f"W {name} C"]} or not record.moves[1].properties
        record.moves[1].nags = (4,)
        assert "W[31hefe]BM[2]C[why]" in FORM.text(record)


def test_a_match_file_spells_its_plays_in_its_own_way_only():
    text = " 1 point match\n\n Game 1\n A : 0      B : 0\n  1) 64: 24/14     43: 24/20 13/10\n"
    (record,) = MatchFile(GAME).read(text)
    assert record.moves[1].properties == {"play": ["24/14"]}
    assert "play" not in FORM.text(record)
    (sgf,) = FORM.read("(;GM[6]MI[length:0];W[64xn])")
    assert "64xn" not in MatchFile(GAME).text(sgf)


SPELLINGS = st.lists(
    st.sampled_from(
        [
            "FF[4]",
            "EV[a]",
            "PB[B]",
            "PW[A]",
            "ZZ[x][y]",
            "RU[Crawford]",
            "RE[B+3R]",
            "RO[2]",
            "DT[2026-11-25]",
            "C[said]",
        ]
    ),
    unique=True,
)


@given(SPELLINGS, st.integers(0, 20), st.permutations(["length:7", "ws:1", "bs:2"]))
def test_properties_keep_their_order(names, number, parts):
    said = "".join(f"[{part}]" for part in [*parts, f"game:{number}"])
    text = f"(;GM[6]{''.join(names)}MI{said};W[31hefe];B[42qusu])"
    before, after = dict(nodes(text)[0]), dict(nodes(again(text))[0])
    assert {name: after[name] for name in before} == before
    assert [name for name in after if name in before] == [*before]
