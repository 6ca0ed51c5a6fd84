"""Settled positions: nobody can take anything any more, and the count is that of the played-out game."""

import random

import pytest

import halfmove as hm
from halfmove.core import bits
from halfmove.games.go.benson import holdings, unconditionally_alive

pytestmark = pytest.mark.one_speed


def play_at_random(game, draw, plies):
    """States of a game in which nobody fills a point that only his own stones surround."""
    state = game.initial()
    for _ in range(plies):
        own = game.own(state)
        actions = [
            action
            for action in game.actions(state)
            if action != game.points
            and not bits.wide_empty(bits.wide_without(game.beside(game.place(action)), own))
        ]
        if not actions:
            return
        state = game.result(state, draw.choice(actions))
        yield state


def find_settled(game, draw, count):
    """Settled states and what they come to, one of each game at the most."""
    found = []
    while len(found) < count:
        for state in play_at_random(game, draw, 4 * game.points):
            settled = game.settle(state)
            if settled != state:
                found.append((state, settled))
                break
    return found


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
@pytest.mark.parametrize("size", [3, 5])
def test_what_is_held_is_kept_though_its_owner_always_passes(rules, size):
    game, draw = hm.interpreted(hm.game("go", size=size, rules=rules)), random.Random(f"{rules} {size}")
    for state, settled in find_settled(game, draw, 6):
        assert game.is_terminal(settled)
        assert bits.wide_or(settled.black, settled.white) == game.cells
        for attacker in (0, 1):
            now = state._replace(mover=attacker, passes=0, ko=-1)
            held = holdings(game, *((now.white, now.black) if attacker == 0 else (now.black, now.white)))
            alive = unconditionally_alive(
                game, *((now.white, now.black) if attacker == 0 else (now.black, now.white))
            )
            for _ in range(60):
                actions = [action for action in game.actions(now) if action != game.points]
                if not actions:
                    break
                now = game.result(now, draw.choice(actions))._replace(mover=attacker, passes=0, ko=-1)
                own, other = (now.black, now.white) if attacker == 0 else (now.white, now.black)
                # the living stones stand, and the attacker has none that live among what is held
                assert bits.wide_empty(bits.wide_without(alive, other))
                lives = unconditionally_alive(game, own, other)
                assert bits.wide_empty(bits.wide_and(lives, held))


def test_a_settled_count_takes_dead_stones_off():
    game = hm.interpreted(hm.game("go", size=5, komi=0.5))
    state = game.parse("2O1O/XXOO1/XXO1O/XXOO1/XXOOX W - 0")
    assert game.settle(state) == state  # Black has one eye
    state = game.parse("1XO1O/XXOO1/1XO1O/XXOO1/1XOOX W - 0")
    settled = game.settle(state)
    assert game.grid(settled) == ["XXOOO"] * 5
    assert game.score(settled) == 10 - 15 - 0.5
    assert game.utility(settled, 0) == -1


@pytest.mark.parametrize("text", ["5/5/5/5/5 B - 0", "1X3/5/2O2/5/5 W - 0"])
def test_an_open_board_is_not_settled(text):
    game = hm.game("go", size=5)
    state = game.parse(text)
    assert game.settle(state) == state


def test_territory_is_counted_only_when_the_game_is_over():
    game = hm.interpreted(hm.game("go", size=5, rules="japanese"))
    state = game.parse("1XO1O/XXOO1/1XO1O/XXOO1/1XOOX W - 0 0")
    assert game.settle(state) == state


def test_owners_are_counted_by_hand():
    game = hm.interpreted(hm.game("go", size=3))
    state = game.parse("1XO/1XO/XX1 B - 2")
    out = hm.core.buffer.Buffer(11)
    assert game.write_owners(state, out, 1) == 10
    assert list(out.array[1:10]) == [1, 1, -1, 1, 1, -1, 1, 1, 0]
    assert sum(out.array[1:10]) - 7.5 == game.score(state)
