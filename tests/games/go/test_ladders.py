"""Ladders: textbook ones, what breaks them, and a naive search over the same moves."""

import copy
import random

import pytest
from naive_go import NaiveGo

import halfmove as hm
from halfmove.core import bits
from halfmove.games.go.ladders import LONGEST, NODES, ladder_move, read_ladder

MANY = 10**9


def go(**parameters):
    return hm.interpreted(hm.game("go", **parameters))


def found(game, text, point):
    """Where the side to move has its way with the chain at a point."""
    move = ladder_move(game, game.parse(text), game.parse_point(point))
    return None if move is None else game.point_text(move)


# ---- positions made for one thing each


@pytest.mark.parametrize(
    ("rows", "catches"),
    [
        ("9/9/2OO5/1OX6/9/9/9/9/9", "C5"),  # to the right edge
        ("9/9/2OO5/1OX6/9/9/9/7X1/9", None),  # a stone of the runner's in the way
        ("9/9/2OO5/1OX6/9/9/6X2/9/9", None),
        ("9/9/2OO5/1OX6/9/9/9/9/8X", "C5"),  # in the corner behind it
        ("9/9/2OO5/1OX6/9/9/9/7O1/9", "C5"),
        ("9/9/2O6/1OX6/9/9/9/9/9", None),  # an open side
        ("9/9/2O6/1OX6/1O7/9/9/9/9", "D6"),  # to the top
        ("9/2XX5/1XOO5/1OX6/9/9/9/9/9", None),  # the chasers come into atari on the way
        ("9/9/2OO5/1OX6/1OX6/9/9/9/9", None),  # two stones in line have three liberties
    ],
)
def test_a_chain_with_two_liberties_is_caught(rows, catches):
    assert found(go(size=9), f"{rows} W", "C6") == catches


@pytest.mark.parametrize(
    ("rows", "saves"),
    [
        ("9/9/2OO5/1OX6/2O6/9/9/9/9", None),
        ("9/9/2OO5/1OX6/2O6/9/9/7X1/9", "D6"),
        ("9/2X6/1XOO5/1OX6/2OX5/9/9/9/9", "D6"),
        ("9/2X6/1XO1O4/1OX1O4/2OO5/9/9/9/9", "D7"),  # takes a stone; D6 would not do
    ],
)
def test_a_chain_in_atari_is_saved(rows, saves):
    assert found(go(size=9), f"{rows} B", "C6") == saves


def test_across_nineteen_lines_to_the_breaker():
    rows = ["19"] * 19
    rows[2], rows[3] = "2OO15", "1OX16"
    game = go()
    assert found(game, "/".join(rows) + " W", "C16") == "C15"
    rows[15] = "15X3"  # sixteen lines away
    assert found(game, "/".join(rows) + " W", "C16") is None


def test_a_ko_is_kept_to():
    """White's stone on B4 has just taken one on C4; its last liberty is where that stood."""
    game = go(size=5)
    text = "1XO2/XO1O1/1XO2/5/5 B"
    assert found(game, text, "B4") == "C4"
    assert found(game, f"{text} C4", "B4") is None


def test_a_snapback_saves_nothing():
    """Black can take the stone on A1; then all his stones there have one liberty, and White takes them."""
    game = go(size=5)
    text = "1O1X1/O1OO1/XO1X1/1XO2/OXO1X B"
    assert found(game, text, "B2") is None
    later = game.result(game.parse(text), game.parse_point("A2"))
    assert game.point_text(ladder_move(game, later, game.parse_point("B2"))) == "A1"


def test_what_is_in_no_ladder():
    game = go(size=9)
    assert found(game, "9/9/9/2X6/9/9/9/9/9 W", "C6") is None  # four liberties
    assert found(game, "9/9/2OO5/1OX6/9/9/9/9/9 B", "C6") == "D6"  # in no danger yet
    assert found(game, "9/9/2OO5/1OX6/2O6/9/9/9/9 W", "C6") == "D6"  # the last liberty


def test_the_bounds_make_an_escape():
    game = go(size=9)
    state = game.parse("9/9/2OO5/1OX6/9/9/9/9/9 W")
    point = game.parse_point("C6")
    assert ladder_move(game, state, point, depth=3) is None
    assert ladder_move(game, state, point, nodes=5) is None
    place, left = read_ladder(game, state, game.place(point), 0, LONGEST, NODES)
    assert game.point(place) == game.parse_point("C5")
    assert 0 < NODES - left < 60
    assert ladder_move(game, state, point, nodes=NODES - left) == game.point(place)


@pytest.mark.slow_interpreted
def test_machine_code_reads_the_same():
    game, rng = hm.game("go", size=9), random.Random(2)
    plain, read_of = go(size=9), 0
    for _ in range(20):
        state = plain.initial()
        for _ in range(60):
            state = plain.result(state, rng.choice(list(plain.actions(state))[:-1]))
        for place in bits.wide_squares(plain.other(state)):
            asked = state, place, 1 - state.mover, LONGEST, NODES
            assert read_ladder(game, *asked) == read_ladder(plain, *asked)
            read_of += 1
    assert read_of > 300


# ---- the oracle


def naive_catch(board, point, depth):
    """The moves by which the side to move takes the chain at `point` in a ladder."""
    chain = board.chain(board.stones, point)
    liberties = board.liberties(board.stones, chain)
    if len(liberties) > 2 or depth == 0:
        return []
    return [p for p in liberties if board.allowed(p) and not naive_save(after(board, p), point, depth - 1)]


def naive_save(board, point, depth):
    """The moves by which the side to move saves its chain at `point`; none if it is gone."""
    if point not in board.stones:
        return []
    chain = board.chain(board.stones, point)
    tried = set(board.liberties(board.stones, chain))
    for beside in {q for p in chain for q in board.around(p) if board.stones.get(q) == 1 - board.mover}:
        liberties = board.liberties(board.stones, board.chain(board.stones, beside))
        if len(liberties) == 1:
            tried |= liberties
    return [p for p in tried if board.allowed(p) and _saves(after(board, p), point, depth)]


def _saves(board, point, depth):
    return point in board.stones and not naive_catch(board, point, depth)


def after(board, point):
    later = copy.copy(board)
    later.prisoners, later.seen = list(board.prisoners), set()
    later.play(point)
    return later


@pytest.mark.parametrize(
    ("width", "height", "rules", "games"),
    [(5, 5, "chinese", 40), (4, 6, "tromp-taylor", 40), (7, 7, "japanese", 30), (9, 9, "aga", 20)],
)
def test_random_positions_are_read_as_by_the_oracle(width, height, rules, games):
    """Every chain with one liberty or two, for either side to move."""
    game, rng = go(width=width, height=height, rules=rules), random.Random(width)
    depth, answers = 10, set()
    for _ in range(games):
        state, board = game.initial(), NaiveGo(width, height, game.suicide, superko=False)
        for _ in range(rng.randrange(width * height // 3, 3 * width * height // 2)):
            legal = list(game.actions(state))[:-1]
            if not legal:
                break
            action = rng.choice(legal)
            state = game.result(state, action)
            board.play(divmod(action, width))
        for mover in (0, 1):
            if mover != state.mover:
                state = state._replace(mover=mover, ko=-1)
                board.mover, board.before = mover, None
            for point in sorted(board.stones):
                chain = board.chain(board.stones, point)
                if point != min(chain) or len(board.liberties(board.stones, chain)) > 2:
                    continue
                saving = board.stones[point] == mover
                if saving and len(board.liberties(board.stones, chain)) == 2:
                    continue
                expected = (naive_save if saving else naive_catch)(board, point, depth)
                move = ladder_move(game, state, point[0] * width + point[1], depth, MANY)
                assert (move is not None) == bool(expected), game.show(state)
                assert move is None or divmod(move, width) in expected
                answers.add((saving, move is not None))
    assert len(answers) == 4


# ---- what the search is told


@pytest.mark.parametrize(
    ("rows", "move", "weight"),
    [
        ("9/9/2OO5/1OX6/2O6/9/9/9/9 B", "D6", 10),  # runs into a ladder
        ("9/9/2OO5/1OX6/2O6/9/9/7X1/9 B", "D6", 800),  # and escapes with a breaker's help
        ("9/9/2OO5/1OX6/9/9/9/9/9 W", "C5", 800),
        ("9/9/2OO5/1OX6/9/9/9/7X1/9 W", "C5", 200),
    ],
)
def test_the_prior_knows_ladders(rows, move, weight):
    game = go(size=9)
    assert game.prior(game.parse(rows), game.parse_point(move)) == weight
