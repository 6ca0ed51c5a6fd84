"""Pac-Man in real time: scenes, held directions, what is expected."""

from __future__ import annotations

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.realtime import DIRECTIONS, Course

pytestmark = pytest.mark.one_speed
STEPS = ("West", "Stop", "East", "North", "South")


def played(game, *moves):
    state = game.initial()
    for move in moves:
        state = game.result(state, game.parse_action(state, move))
    return state


def opened(**parameters):
    game = interpreted(hm.game("pacman", **parameters))
    return game, game.real_time()


def test_a_scene_says_where_everybody_is_and_what_is_left():
    game, ticks = opened(maze="tiny")
    scene = ticks.scene(game.initial())
    assert scene.figures == ((36.0, 36.0, (0, 0), "still"), (180.0, 36.0, (0, 0), ""))
    assert scene.things == "1" * len(scene.things)
    assert len(scene.things) == ticks.ground().count("hm-thing")
    assert len(scene.figures) == len(ticks.cast())
    after = ticks.scene(played(game, "East"))
    assert after.figures[0] == (60.0, 36.0, (1, 0), "")
    assert (after.things.count("0"), dict(after.tally)["Score"]) == (1, "9")


def test_the_end_is_said_and_looks_so():
    game, ticks = opened(maze="corridor")
    scene = ticks.scene(played(game, "West", "East"))
    assert (scene.ending, scene.figures[0].look) == ("Caught!", "caught")
    assert dict(scene.tally)["Lives"] == "0"
    assert dict(ticks.scene(game.initial()).tally)["Lives"] == "1"
    game, ticks = opened(maze="%%%%/%P.%/%%%%")
    assert ticks.scene(played(game, "East")).ending == "All food eaten!"


def test_a_scared_ghost_goes_half_a_square_and_blinks_at_the_end():
    rows = ("%" * 34, "%Po" + " " * 29 + "G%", "%" * 34)
    game, ticks = opened(maze="/".join(rows))
    state = played(game, "East", "West")
    assert ticks.scene(state).figures[1] == (24 * 31.5 + 12, 36.0, (-1, 0), "scared")
    looks = []
    for _ in range(39):
        state = game.result(game.result(state, STEPS.index("Stop")), STEPS.index("West"))
        looks.append(ticks.scene(state).figures[1].look)
    assert looks == ["scared"] * 30 + ["ending"] * 8 + [""]


def test_he_turns_where_he_can_and_goes_on_where_he_cannot():
    game, ticks = opened(maze="tiny")
    start = game.initial()
    assert [STEPS[ticks.steered(start, held)] for held in ("", *DIRECTIONS)] == [
        "Stop",
        "Stop",
        "East",
        "Stop",
        "South",
    ]
    under_way = played(game, "East", "West")
    assert [STEPS[ticks.steered(under_way, held)] for held in ("", "down", "left")] == [
        "East",
        "East",
        "West",
    ]


def test_a_ghost_that_nobody_steers_goes_some_way():
    game, ticks = opened(maze="tiny")
    turn = played(game, "East")
    assert ticks.steered(turn, "") in list(game.actions(turn))
    assert STEPS[ticks.steered(turn, "down")] == "South"


@pytest.mark.parametrize("ghosts", ["players", "random", "chase,players"])
def test_what_ghosts_are_thought_to_do_adds_up(ghosts):
    game, ticks = opened(maze="small", ghosts=ghosts, thought="directional")
    expected = ticks.expected(game.initial())
    for ghost in (1, 2):
        shares = [course.probability for course in expected if course.figure == ghost]
        assert sum(shares) == pytest.approx(1.0)
    if ghosts == "chase,players":
        assert [course.probability for course in expected if course.figure == 1] == [1.0]


def test_a_line_of_moves_is_a_way_for_everybody_in_it():
    game, ticks = opened(maze="tiny")
    ways = ticks.courses(game.initial(), [2, 0, 2])
    assert ways == [
        Course(0, ((36.0, 36.0), (60.0, 36.0), (84.0, 36.0))),
        Course(1, ((180.0, 36.0), (156.0, 36.0))),
    ]
