"""Pig and the race of dice."""

import random
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.pig import HOLD, ROLL, Pig
from halfmove.games.race import Race

EXAMPLE = Path(__file__).parents[2] / "examples" / "pig.py"


def win_probability(target, sides):
    """Neller and Presser's equations for two players by value iteration: the chance of whoever moves, with
    i points to the other's j and k in the turn."""
    known = {}
    for total in range(2 * target - 2, -1, -1):  # points never fall, so the sums of both go from above
        pairs = {(i, total - i) for i in range(target) if 0 <= total - i < target}
        own = {(i, j, k): 0.5 for i, j in pairs for k in range(target - i)}
        change = 1.0
        while change > 1e-12:
            change = 0.0
            for i, j, k in own:
                hold = 1 - _at(own, known, j, i + k, 0)
                on = [
                    1.0 if i + k + r >= target else _at(own, known, i, j, k + r) for r in range(2, sides + 1)
                ]
                roll = (1 - _at(own, known, j, i, 0) + sum(on)) / sides
                best = max(hold, roll) if k else roll
                change = max(change, abs(best - own[i, j, k]))
                own[i, j, k] = best
        known |= own
    return known


def _at(own, known, i, j, k):
    return own[i, j, k] if (i, j, k) in own else known[i, j, k]


def test_neller_and_pressers_equations_hold_of_the_rules():
    """The rules, asked state by state, satisfy the equations that the paper writes down."""
    target, sides = 8, 4
    game, known = interpreted(Pig(target=target, sides=sides)), win_probability(target, sides)

    def chance(s):
        if game.is_terminal(s):
            return 1.0 if game.utility(s, 0) > 0 else 0.0
        if s.rolling:
            return sum(p * chance(game.result(s, a)) for a, p in game.outcomes(s))
        own, other = game.points(s, s.mover), game.points(s, 1 - s.mover)
        if own + s.turn >= target:
            return 1.0 if s.mover == 0 else 0.0
        mine = known[own, other, s.turn]
        return mine if s.mover == 0 else 1 - mine

    tried = 0
    for (i, j, k), value in known.items():
        s = game.parse(f"A {i} B {j} A has {k}")
        assert max(chance(game.result(s, a)) for a in game.actions(s)) == pytest.approx(value, abs=1e-9)
        tried += 1
    assert tried == 288


def test_the_example_plays_by_the_same_rules():
    """But for rolling on with enough to win, which only the example allows."""
    rng, example = random.Random(3), interpreted(hm.load(EXAMPLE, target=30))
    game = interpreted(Pig(target=30))
    for _ in range(20):
        s, t = game.initial(), example.initial()
        while not game.is_terminal(s):
            assert game.position_text(s) == example.position_text(t)
            assert game.to_move(s) == example.to_move(t)
            assert set(game.actions(s)) <= set(example.actions(t))
            action = rng.choice(list(game.actions(s)))
            s, t = game.result(s, action), example.result(t, action)
        assert example.is_terminal(t)
        assert [game.utility(s, p) for p in (0, 1)] == [example.utility(t, p) for p in (0, 1)]


def test_who_has_enough_holds():
    game = interpreted(Pig(target=20))
    assert list(game.actions(game.parse("A 15 B 0 A has 5"))) == [HOLD]
    assert list(game.actions(game.parse("A 15 B 0 A has 4"))) == [ROLL, HOLD]
    won = game.result(game.parse("A 15 B 0 A has 5"), HOLD)
    assert game.show(won).endswith("A wins")


@pytest.mark.parametrize("game", [Pig(), hm.load(EXAMPLE, target=100)], ids=["pig", "example"])
def test_the_engine_that_looks_a_ply_ahead_holds_at_twenty(game):
    """The estimate that took half of the turn for lost held at 3, and lost to random moves."""
    game = interpreted(game)
    chosen = {}
    for turn in (2, 10, 19, 21, 30):
        found = hm.expectiminimax(game, game.parse(f"A 30 B 30 A has {turn}"), depth=1)
        chosen[turn] = found.action
    assert chosen == {2: ROLL, 10: ROLL, 19: ROLL, 21: HOLD, 30: HOLD}


def test_pig_for_four():
    game = interpreted(Pig(players=4, target=10))
    state, _ = hm.position(game, moves="roll 6 hold roll 1 roll 4 roll 6 hold")
    assert game.is_terminal(state)
    assert [game.utility(state, p) for p in range(4)] == [-1, -1, 3, -1]
    assert game.parse(game.position_text(state)) == state


def test_a_runner_who_is_landed_on_goes_back():
    game = interpreted(Race(length=10))
    state, _ = hm.position(game, moves="throw 5 walk throw 3 throw 1")
    assert game.position_text(state) == "A 6 B 0 C 3 B moves"  # C's throw landed on B
    end, _ = hm.position(game, moves="throw 5 walk throw 3 throw 6")
    assert game.is_terminal(end)
    assert [game.utility(end, p) for p in range(3)] == [10, 0, 3]
    assert game.show(end).endswith("A wins")


def test_nobody_is_sent_back_from_the_start():
    game = interpreted(Race(length=4, players=2))
    state, _ = hm.position(game, moves="walk walk")
    assert game.position_text(state) == "A 0 B 3 A moves"


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [Pig(players=3, target=15), Race()], ids=repr)
def test_both_speeds_say_the_same(game):
    hm.check_game(game, games=4)


def test_counts():
    """Counted by hand: a throw makes six of one, and in Pig the first roll of a turn is forced."""
    race, pig = interpreted(Race()), interpreted(Pig())
    assert [hm.perft(race, race.initial(), depth) for depth in range(5)] == [1, 2, 8, 20, 68]
    assert [hm.perft(pig, pig.initial(), depth) for depth in range(5)] == [1, 1, 6, 11, 41]


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        (Pig(target=20), "A 20 B 20 A has 0", "nobody goes on"),
        (Pig(target=20), "A 20 B 0 A has 0", "it is the turn of the player after him"),
        (Pig(target=20), "A 30 B 0 B has 0", "Nobody has more than 25"),
        (Pig(target=20), "A 15 B 0 A rolls with 5", "holds"),
        (Pig(target=20), "A 15", "looks like 'A 9 B 12 A has 6'"),
        (Race(), "A 3 B 3 C 0 A moves", "No two runners"),
        (Race(), "A 21 B 3 C 0 A moves", "The track has 20 squares"),
        (Race(), "A 20 B 3 C 0 A moves", "it is the turn of the player after him"),
        (Race(), "A 1", "looks like 'A 0 B 0 C 0 A moves'"),
    ],
)
def test_what_cannot_be_is_refused(game, text, words):
    with pytest.raises(BadInput, match=words):
        interpreted(game).parse(text)


@pytest.mark.parametrize("name", ["pig", "race"])
def test_a_die_rolls_in_the_air_and_lies_as_it_fell(name):
    game = hm.game(name)
    start = game.initial()
    rolling = game.result(start, list(game.actions(start))[-1])
    assert 'data-part="rolling"' in game.draw(rolling)
    assert 'data-part="rolling"' not in game.draw(start)
    surface = game.surface()
    assert [surface.thrown(rolling, face).count("<circle") for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
