"""Go on paper: vertices, SGF's coordinates, positions, pictures."""

import random
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.go import Go
from halfmove.games.go.points import handicap_points, star_points
from halfmove.games.reference import position

pytestmark = pytest.mark.one_speed

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


def go(**parameters):
    return interpreted(Go(**parameters))


def test_points_have_letters_without_i():
    game = go()
    start = game.initial()
    assert game.action_text(start, 0) == "A19"
    assert game.action_text(start, 8) == "J19"
    assert game.action_text(start, 360) == "T1"
    assert game.action_text(start, 361) == "pass"
    assert [game.parse_action(start, t) for t in ("a19", "J19", " t1 ", "PASS")] == [0, 8, 360, 361]
    assert game.sgf_text(game.parse_point("Q16")) == "pd"
    assert game.parse_sgf("pd") == game.parse_point("Q16")
    assert game.parse_sgf("") == game.parse_sgf("tt") == 361
    assert go(size=21).parse_sgf("tt") == 19 * 21 + 19  # a point of a larger board


@pytest.mark.parametrize("size", [1, 2, 9, 19, 25])
def test_every_point_has_a_name_of_its_own(size):
    game = go(size=size)
    names = [game.point_text(a) for a in range(size * size)]
    assert len(set(names)) == size * size
    assert [game.parse_point(n) for n in names] == list(range(size * size))
    assert [game.parse_sgf(game.sgf_text(a)) for a in range(size * size)] == list(range(size * size))


@given(
    st.randoms(use_true_random=False),
    st.sampled_from([(9, 9), (5, 3), (1, 4), (4, 1), (13, 7)]),
    st.sampled_from(["japanese", "tromp-taylor"]),
)
def test_positions_and_boards_round_trip(rng, size, rules):
    game = go(width=size[0], height=size[1], rules=rules)
    state = game.initial()
    for _ in range(rng.randrange(80)):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(list(game.actions(state))))
    assert game.parse(game.position_text(state)) == state
    if not game.is_terminal(state):  # of a finished game the picture says the result, not whose turn it was
        assert game.parse(game.show(state)) == state


def test_a_ko_is_in_the_text():
    game = go(size=5)
    state, _ = position(game, ".XO../X1XO./.XO../5/5 W")
    assert game.position_text(state) == "1XO2/X1XO1/1XO2/5/5 W - 0"
    after = game.result(state, game.parse_action(state, "B4"))
    assert game.position_text(after) == "1XO2/XO1O1/1XO2/5/5 B C4 0"
    assert game.show(after).splitlines()[-1] == "  X (Black) to move, ko at C4"
    assert 'fill="none" stroke="#b3261e"' in game.draw(after)
    with pytest.raises(BadInput, match="C4 is forbidden by ko"):
        game.parse_action(after, "C4")


def test_the_rest_may_be_left_out():
    game = go(size=2)
    assert game.parse("2/2") == game.initial()
    assert game.parse("../..  w").mover == 1
    assert game.parse("2/2 white - 1").passes == 1
    assert go(size=2, rules="japanese").parse("2/2 B - 0 -3").prisoners == -3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2/2/2", "has 3 rows, but the board has 2"),
        ("3/2", "has 3 points, but the board is 2 wide"),
        ("X?/2", "'?' in row 1"),
        ("2/2 Q", "the side to move, B or W, not 'Q'"),
        ("2/2 B - 3", "passes in a position is from 0 to 2"),
        ("2/2 B - 0 0", "not as much as"),
        ("2/2 B A1", "There can be no ko at A1"),
        ("2/2 B Z9", "'Z9' is not a point"),
        ("XO/O1 W", "A2 has no liberty left"),
        ("  ", "no position in an empty text"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, words):
    with pytest.raises(BadInput) as caught:
        go(size=2).parse(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("position_text", "move", "words"),
    [
        ("9/9/9/9/9/9/9/9/8X W", "J1", "J1 is taken: Black has a stone there"),
        ("9/9/9/9/9/9/9/8X/7X1 W", "J1", "J1 would be suicide"),
        ("9/9/9/9/9/9/9/9/9", "I5", "'I5' is not a point of this board"),
        ("9/9/9/9/9/9/9/9/9", "K1", "A1 (bottom left) to J9 (top right)"),
        ("9/9/9/9/9/9/9/9/9 B - 2", "A1", "The game is over"),
    ],
)
def test_moves_that_cannot_be_are_refused(position_text, move, words):
    game = go(size=9)
    state = game.parse(position_text)
    with pytest.raises(BadInput) as caught:
        game.parse_action(state, move)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"size": 26}, "'width' must be from 1 to 25, not 26"),
        ({"size": 0}, "from 1 to 25"),
        ({"rules": "korean"}, "one of tromp-taylor, chinese, aga, japanese"),
        ({"komi": float("nan")}, "'komi' must be from"),
        ({"handicap": 1}, "from 2 to 9, or 0"),
        ({"size": 9, "handicap": 10}, "it cannot be 10"),
        ({"size": 8, "handicap": 5}, "from 2 to 4"),
        ({"size": 5, "handicap": 2}, "the board has no points for them"),
        ({"size": "big"}, "must be a whole number"),
    ],
)
def test_boards_that_cannot_be_are_refused(parameters, words):
    with pytest.raises(BadInput) as caught:
        Go(**parameters)
    assert words in str(caught.value)


def test_size_stands_for_both_sides():
    assert Go(size="9") == Go(width=9, height=9)
    assert Go(size=9, height=5).parameters["height"] == 5


def names(points, width, height):
    game = go(width=width, height=height)
    return {game.point_text(p) for p in points}


def test_star_points_are_where_boards_have_them():
    assert names(star_points(9, 9), 9, 9) == {"C3", "C7", "E5", "G3", "G7"}
    assert names(star_points(13, 13), 13, 13) == {"D4", "D10", "G7", "K4", "K10"}
    assert len(star_points(19, 19)) == 9
    assert star_points(3, 3) == ()


def test_handicap_stones_are_those_of_gtp():
    """GTP version 2, section 4.1.1."""
    assert names(handicap_points(19, 19, 3), 19, 19) == {"D4", "Q16", "D16"}
    assert names(handicap_points(19, 19, 5), 19, 19) == {"D4", "Q16", "D16", "Q4", "K10"}
    state = go(size=9, handicap=4, rules="aga", komi=0.5).initial()
    assert state.mover == 1


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_handicap_stones_are_gnugos():
    asked = [(size, n) for size in (7, 8, 9, 10, 13, 14, 19) for n in range(2, 10)]
    script = "".join(f"boardsize {size}\nfixed_handicap {n}\n" for size, n in asked)
    done = subprocess.run([GNUGO, "--mode", "gtp"], input=script, capture_output=True, text=True, timeout=60)
    answers = [line for line in done.stdout.splitlines() if line][1::2]
    for (size, n), answer in zip(asked, answers, strict=True):
        try:
            ours = names(handicap_points(size, size, n), size, size)
        except BadInput:
            assert answer.startswith("?")
        else:
            assert ours == set(answer.split()[1:])


def test_the_picture_has_every_stone():
    game = go(size=9)
    state, _ = position(game, moves="E5 C3 pass G7")
    svg = game.draw(state)
    assert (svg.count('fill="url(#b)"'), svg.count('fill="url(#w)"')) == (1, 2)
    assert svg.count("<text") == 18
    assert game.show(state).splitlines()[2] == "7 . . + . . . O . ."


def test_random_play_reaches_no_position_that_reading_refuses():
    game, rng = go(size=3, rules="tromp-taylor"), random.Random(5)
    state = game.initial()
    for _ in range(400):
        state = game.result(state, rng.choice(list(game.actions(state))))
        if game.is_terminal(state):
            state = game.initial()
        assert game.parse(game.position_text(state)) == state
