"""Unconditional life: known shapes, and that nothing the other player does takes such a chain."""

import random

import pytest

import halfmove as hm
from halfmove.core import bits
from halfmove.games.go.benson import parts, unconditionally_alive

GAME = hm.interpreted(hm.game("go", size=5, rules="tromp-taylor", komi=0))


def alive(game, position, side=0):
    state = game.parse(position)
    own, other = (state.black, state.white) if side == 0 else (state.white, state.black)
    return {
        game.point_text(game.point(p)) for p in bits.wide_squares(unconditionally_alive(game, own, other))
    }


@pytest.mark.parametrize(
    ("rows", "living"),
    [
        (".X.X./XXXX./5/5/5", {"B5", "D5", "A4", "B4", "C4", "D4"}),  # two eyes in a corner
        (".XX2/XXX2/5/5/5", set()),  # one
        ("..X2/XXX2/5/5/5", set()),  # one of two points: it could be filled
        (".X.X./XX.X./3X1/XXXX1/5", set()),  # the false eye between two chains
        ("5/5/5/5/5", set()),
        ("XXXXX/X.X.X/XXXXX/5/5", {f"{c}{r}" for c in "ABCDE" for r in (5, 3)} | {"A4", "C4", "E4"}),
        (".XO.O/XXOOO/5/5/5", set()),  # Black has one eye, whatever White has
    ],
)
def test_shapes(rows, living):
    assert alive(GAME, rows) == living


def test_a_stone_inside_an_eye_of_two_points_does_not_matter():
    assert len(alive(GAME, ".XO1X/XXXXX/5/5/5")) == 7


def test_suicide_is_reckoned_with():
    """The two stones on the right have two eyes, one of which White can enlarge by a suicide."""
    rows = "XO.XX/XXX2/1XXXX/OXXXX/XX.XX"
    plain = hm.interpreted(hm.game("go", size=5, rules="chinese", komi=0))
    assert {"D5", "E5"} <= alive(plain, rows)
    assert not {"D5", "E5"} & alive(GAME, rows)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_no_moves_of_the_other_player_take_what_lives(size, rules):
    """Random positions; whatever is called alive outlasts the other player's moves, Black always passing."""
    game = hm.interpreted(hm.game("go", size=size, rules=rules, komi=0))
    rng = random.Random(size)
    living = 0
    for _ in range(60):
        state = game.initial()
        for _ in range(rng.randrange(3, 4 * size * size)):
            action = rng.choice([a for a in game.actions(state) if a != game.points] or [game.points])
            if rng.random() < 0.55 and state.mover == 1:
                action = game.points
            state = game.result(state, action)._replace(passes=0)
        safe = unconditionally_alive(game, state.black, state.white)
        living += not bits.wide_empty(safe)
        for _ in range(3 * size * size):
            state = state._replace(mover=1, passes=0, ko=-1)
            state = game.result(state, rng.choice(list(game.actions(state))))
            assert bits.wide_without(safe, state.black) == game.nothing
    assert living > 3


def test_parts_make_up_the_whole():
    state = GAME.parse("XX.OO/2X2/XX.OO/5/OXOXO")
    found = list(parts(GAME, state.black))
    assert sum(map(bits.wide_count, found)) == bits.wide_count(state.black)
    assert len(found) == 5
