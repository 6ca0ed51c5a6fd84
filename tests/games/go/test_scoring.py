"""Counting, by hand and as sgfmill counts."""

import random

import pytest

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.go import Go
from halfmove.games.go.settlement import count
from halfmove.games.reference import position

# Black has the left half, White the right; a White stone is dead in the corner of Black's.
SPLIT = "1XO2/1XO2/1XO2/1XO2/OXO2"


def go(**parameters):
    return interpreted(Go(**{"size": 5, "komi": 0.0, **parameters}))


def test_area_counts_stones_and_what_they_surround():
    game = go()
    state = game.parse(f"{SPLIT} B - 2")
    assert game.score(state) == 5 - (15 + 1)  # the corner's empty points are reached from both sides
    assert game.score(state, [game.parse_point("A1")]) == 10 - 15
    assert game.result_text(state) == "W+11"
    assert game.utility(state, 0) == -1


def test_territory_counts_empty_points_and_prisoners():
    game = go(rules="japanese", komi=6.5)
    state = game.parse(f"{SPLIT} B - 2 3")
    assert game.score(state) == 0 - 10 + 3 - 6.5
    # the dead stone is a prisoner, and its point Black's
    assert game.score(state, [game.parse_point("A1")]) == 5 + 1 + 3 - 10 - 6.5
    assert game.result_text(state, [game.parse_point("A1")]) == "W+7.5"


def test_the_count_in_words():
    game = go(rules="japanese", komi=6.5)
    state = game.parse(f"{SPLIT} B - 2 -3")
    dead = game.chain_at(state, game.parse_point("A1"))
    assert str(count(game, state, dead)).splitlines() == [
        "Black: 6 = 5 territory + 1 dead stone",
        "White: 19.5 = 10 territory + 3 prisoners more + 6.5 komi",
        "White wins by 13.5.",
    ]
    game = go(komi=5.0)
    told = str(count(game, game.parse(f"{SPLIT} B - 2"), dead))
    assert told.splitlines()[0] == "Black: 10 = 5 territory + 5 stones"
    assert told.endswith("White wins by 10.")
    with pytest.raises(BadInput, match="There is no stone on A5"):
        game.chain_at(state, 0)


@pytest.mark.parametrize("rules", ["japanese", "aga"])
def test_the_count_is_the_score(rules):
    game, rng = go(rules=rules, komi=1.5), random.Random(1)
    for _ in range(30):
        state = game.initial()
        for _ in range(rng.randrange(60)):
            state = game.result(state, rng.choice(list(game.actions(state)))) if state.passes < 2 else state
        stones = [point for point, cell in enumerate("".join(game.grid(state))) if cell != "."]
        dead = game.chain_at(state, rng.choice(stones)) if stones else []
        assert count(game, state, dead).score == game.score(state, dead)


def test_as_many_points_are_a_draw():
    game = go(komi=11.0)
    black_all = game.parse("5/2X2/5/5/5 B - 2")
    assert game.score(black_all) == 14
    even = go(komi=25.0)
    assert (even.score(even.parse("5/2X2/5/5/5 B - 2")), even.result_text(black_all)) == (0, "0")
    assert [even.utility(black_all, p) for p in (0, 1)] == [0, 0]


def test_an_empty_board_belongs_to_nobody():
    for rules in ("chinese", "japanese"):
        assert go(rules=rules).score(go().initial()) == 0


def test_only_stones_can_be_dead():
    game = go()
    with pytest.raises(BadInput, match="There is no stone on C3"):
        game.score(game.initial(), [game.parse_point("C3")])
    with pytest.raises(BadInput, match="the point 25"):
        game.score(game.initial(), [25])


@pytest.mark.parametrize(
    ("rules", "back"), [("tromp-taylor", 0), ("chinese", 4), ("aga", 3), ("japanese", 0)]
)
def test_what_white_gets_for_handicap_stones(rules, back):
    game = go(size=9, rules=rules, komi=0.5, handicap=4)
    area = 0 if rules == "japanese" else 81
    territory = 77 if rules == "japanese" else 0
    assert game.score(game.initial()) == area + territory - 0.5 - back


def test_prisoners_are_those_taken():
    game = go(rules="japanese")
    state, _ = position(game, ".X.../XO.../.X.../5/5 B", "C4")
    assert state.prisoners == 1
    state, _ = position(game, ".O.../OX.../.O.../5/5 W", "C4")
    assert state.prisoners == -1


@pytest.mark.parametrize("size", [3, 5, 9, 13])
def test_boards_and_areas_are_sgfmills(size):
    boards = pytest.importorskip("sgfmill.boards")
    game, rng = interpreted(Go(size=size, komi=0.0)), random.Random(size)
    for _ in range(3):
        board, state = boards.Board(size), game.initial()
        for _ in range(150):
            legal = list(game.actions(state))
            if game.is_terminal(state) or legal == [game.points]:
                break
            action = rng.choice(legal[:-1])
            row, column = divmod(action, size)
            retake = board.play(size - 1 - row, column, "bw"[state.mover])
            state = game.result(state, action)
            point = None if retake is None else (size - 1 - retake[0]) * size + retake[1]
            assert point == (None if state.ko < 0 else game.point(state.ko))
        there = {(p[1], c) for c, p in board.list_occupied_points()}
        assert len(there) <= 2 * size
        stones = "".join(
            {None: ".", "b": "X", "w": "O"}[board.get(size - 1 - r, c)]
            for r in range(size)
            for c in range(size)
        )
        assert stones == "".join(game.grid(state))
        assert game.score(state) == board.area_score()
