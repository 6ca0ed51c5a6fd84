"""Games of Othello in files: GGF and WTHOR, written here by their specifications and read back."""

import random
import re
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.cli.play.record import load
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, find_format, format_of
from halfmove.core.plain_text import PlainText
from halfmove.games.othello import Othello

pytestmark = pytest.mark.one_speed

USUAL = interpreted(Othello())
GGF, WTHOR = (find_format(USUAL, name) for name in ("GGF", "WTHOR"))


def played(seed, plies=200):
    """The actions of a random game, passes included, and where it came to."""
    rng, state, actions = random.Random(seed), USUAL.initial(), []
    while not USUAL.is_terminal(state) and len(actions) < plies:
        action = rng.choice(list(USUAL.actions(state)))
        actions.append(action)
        state = USUAL.result(state, action)
    return actions, state


def ggf(actions, result="+02.00", passes=True):
    colours, words, state = "BW", [], USUAL.initial()
    for action in actions:
        if passes or action != 64:
            name = "PA" if action == 64 else USUAL.square_text(action).upper()
            words.append(f"{colours[state.mover]}[{name}/0.5/1.25]")
        state = USUAL.result(state, action)
    board = "8 " + "\n".join(row.replace(".", "-").replace("X", "*") for row in USUAL.grid(USUAL.initial()))
    head = f"GM[Othello]PC[GGS/os]PB[Ann]PW[Bob]TY[8]RE[{result}]BO[{board} *]"
    return f"(;{head}{''.join(words)};)\n"


def wthor(games, side=0):
    parts = [struct.pack("<4BIHHBBBB", 20, 26, 11, 22, len(games), 0, 2026, side, 0, 0, 0)]
    for actions, discs in games:
        moves = bytes(10 * (a // 8 + 1) + a % 8 + 1 for a in actions if a != 64)
        parts.append(struct.pack("<HHHBB", 3, 7, 300, discs, discs) + moves.ljust(60, b"\0"))
    return b"".join(parts)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 70), passes=st.booleans())
def test_what_is_written_is_read(seed, plies, passes):
    actions = played(seed, plies)[0]
    while actions and actions[-1] == 64:  # nobody writes a pass after the last move
        actions.pop()
    [found] = GGF.read(ggf(actions, passes=passes))
    assert found.actions == actions
    assert (found.headers["Black"], found.headers["White"], found.headers["Result"]) == ("Ann", "Bob", "1-0")
    assert found.start is None
    data = wthor([(actions, 20), (actions[:3], 32)])
    first, second = WTHOR.read(WTHOR.decoded(data))
    assert (first.actions, second.actions) == (actions, actions[:3])
    assert [record.headers["Result"] for record in (first, second)] == ["0-1", "1/2-1/2"]
    assert (first.headers["Black"], first.headers["White"], first.headers["Date"]) == (
        "player 7", "player 300", "2026",
    )  # fmt: skip
    assert [m.text for m in first.moves] == [m.text for m in found.moves]


def test_a_game_with_passes_is_among_those_tried():
    assert any(64 in played(seed)[0][:-1] for seed in range(20))


def test_a_known_opening_of_wthor():
    """f5 d6 c3 d3 c4: 56 64 33 34 43, as ten times the row and the column."""
    data = wthor([([37, 43, 18, 19, 26], 40)])
    assert data[24:29] == bytes([56, 64, 33, 34, 43])
    [line] = WTHOR.openings(WTHOR.decoded(data))
    assert line.moves == ("f5", "d6", "c3", "d3", "c4")


def test_files_are_opened(tmp_path):
    actions, _ = played(4)
    (tmp_path / "games.wtb").write_bytes(wthor([(actions, 40), (actions[:9], 33)]))
    (tmp_path / "games.ggf").write_text(ggf(actions, "-4.0:r") + ggf(actions[:9], "0"))
    assert [len(line.actions) for line in WTHOR.main_lines(tmp_path / "games.wtb")] == [len(actions), 9]
    lines = list(GGF.main_lines(tmp_path / "games.ggf"))
    assert [line.share for line in lines] == [0.0, 0.5]
    assert lines[0].headers["Termination"] == "resignation"
    for name in ("games.wtb", "games.ggf"):
        loaded = load(USUAL, str(tmp_path / name), 2)
        assert loaded.session.history.actions == actions[:9]
    assert format_of(USUAL, ".wtb").name == "WTHOR"
    with pytest.raises(BadInput, match="for reading only"):
        WTHOR.text(next(iter(GGF.read(ggf(actions)))))


def test_a_record_goes_on_as_plain_text():
    [found] = GGF.read(ggf(played(4)[0]))
    [again] = PlainText(USUAL).read(PlainText(USUAL).text(found))
    assert (again.actions, again.headers) == (found.actions, found.headers)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"short", "the file has 5 bytes, but WTHOR's header alone has 16"),
        (wthor([([37], 40)])[:-1], "but its 1 games take 84"),
        (wthor([([37], 40)], side=10), "has 10 squares a side"),
        (wthor([([37, 37], 40)]), "game 1: move 2: f5 is taken"),
        (
            wthor([([37, 43], 40)]).replace(bytes([64]), bytes([90])),
            "game 1: move 2: the byte 90 is no square",
        ),
    ],
)
def test_damaged_wthor_is_refused(data, words, tmp_path):
    path = tmp_path / "games.wtb"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=words) as caught:
        list(WTHOR.read_file(path))
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no game", "there is no game in it"),
        ("(;GM[Amazons];)", "it is a game of 'Amazons'"),
        ("(;GM[Othello]BO[10 -- *];)", "its board has 10 squares a side"),
        ("(;GM[Othello]B[a1];)", "move 1: a1 turns no disc over"),
        ("(;GM[Othello]B[f5]B[d6];)", "move 2: it is White's turn"),
        ("(;GM[Othello]W[f5];)", "move 1: it is Black's turn"),
        ("(;GM[Othello]B[f5]W[d", "game 1: it is not closed"),
        ("(;GM[Othello]B[f5];)\n(;GM[Othello]B[f5]W[d6]", "game 2: it is not closed"),
        ("(;GM[Othello]B[f5]\n(;GM[Othello]B[f5];)", "game 1: it is not closed"),
    ],
)
def test_damaged_ggf_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        list(GGF.read(text))


def test_what_stands_in_brackets_is_no_sign():
    [found] = GGF.read("(;GM[Othello]PB[(; ;)]C[a(;]B[f5];)")
    assert (found.headers["Black"], found.actions) == ("(; ;)", [37])


def test_a_broken_game_is_passed_over():
    told = []
    found = list(GGF.read("(;GM[Othello]B[a1];)" + ggf([37]), broken=lambda error: told.append(str(error))))
    assert [record.actions for record in found] == [[37]]
    assert told[0].startswith("game 1: move 1: ")


# ---- as programs and servers write it, and written again
NBOARD = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Ann]PW[Bob]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.25]W[d6/-3.20/2]"
    "B[C3/0.5];)\n"
)
GGS = (
    "(;GM[Othello]PC[GGS/os]DT[1043387342]PB[Ann]PW[Bob]RB[2451.36]RW[1946.98]TI[05:00//02:00]TY[8]RE[+02.00:t]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0.00/0.01]W[D6];)\n"
)


@pytest.mark.parametrize("text", [NBOARD, GGS])
def test_tags_clocks_ratings_and_values_survive(text):
    [found] = GGF.read(text)
    assert found.repairs == []
    again = GGF.text(found)
    assert sorted(re.findall(r"[A-Z]+\[[^]]*", again.upper())) == sorted(
        re.findall(r"[A-Z]+\[[^]]*", text.upper())
    )
    assert list(GGF.read(again)) == [found]
    plain = PlainText(USUAL)
    [kept] = plain.read(plain.text(found))
    assert GGF.text(kept) == again


def test_what_a_move_says():
    [found] = GGF.read(NBOARD)
    assert (GGF.share(found), "Result" in found.headers) == (None, False)
    assert [(move.spent, move.properties) for move in found.moves] == [
        (1.25, {}),
        (2.0, {"value": ["-3.20"]}),
        (None, {"value": ["0.5"]}),
    ]
    [timed] = GGF.read(GGS)
    assert (timed.headers["BlackElo"], timed.headers["Termination"]) == ("2451.36", "time forfeit")


@pytest.mark.parametrize("said", ["", "?", "much"])
def test_results_that_are_none(said):
    [found] = GGF.read(NBOARD.replace("RE[?]", f"RE[{said}]"))
    assert GGF.share(found) is None
    assert found.repairs == (
        ["its result 'much' is no difference in discs, so it has none."] if said == "much" else []
    )
    assert f"RE[{said or '?'}]" in GGF.text(found)
    strict = type(GGF)(USUAL)
    strict.strict = True
    broken = []
    games = list(strict.read(NBOARD.replace("RE[?]", f"RE[{said}]"), broken=broken.append))
    assert (len(games), len(broken)) == ((0, 1) if said == "much" else (1, 0))


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6), plies=st.integers(0, 70), times=st.lists(st.integers(0, 10**7), max_size=5)
)
def test_any_game_comes_back(seed, plies, times):
    actions, _ = played(seed, plies)
    record = GameRecord(USUAL, headers={"Black": "A ] b", "Result": "1-0", "Termination": "resignation"})
    state = USUAL.initial()
    for number, action in enumerate(actions):
        spent = times[number] / 1000 if number < len(times) else None
        record.moves.append(Move(action, USUAL.action_text(state, action), spent=spent))
        state = USUAL.result(state, action)
    [found] = GGF.read(GGF.text(record))
    assert (found.actions, found.headers) == (actions, {**record.headers, "Black": "A ) b"})
    assert [move.spent for move in found.moves] == [move.spent for move in record.moves]


def test_results_are_written_by_the_board():
    actions, state = played(11)
    assert USUAL.is_terminal(state)
    margin = sum((c == "X") - (c == "O") for row in USUAL.grid(state) for c in row)
    result = "1-0" if margin > 0 else "0-1" if margin < 0 else "1/2-1/2"
    [record] = GGF.read(ggf(actions, "?"))
    record.headers["Result"] = result
    assert f"RE[{margin:+.2f}]" in GGF.text(record)
    with pytest.raises(BadInput, match="as many columns as rows"):
        GGF.text(GameRecord(interpreted(Othello(width=6, height=4))))
