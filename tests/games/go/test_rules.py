"""The rules of Go against sets of coordinates, known counts, and positions made for one rule each."""

import random

import pytest
from naive_go import PASS, NaiveGo

from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.games.go import Go

SIZES = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 5),
    (2, 2),
    (3, 2),
    (3, 3),
    (4, 4),
    (5, 3),
    (5, 5),
    (7, 6),
    (8, 8),
    (9, 9),
]
RULES = ["tromp-taylor", "chinese", "aga", "japanese"]


def oracle(game):
    superko = game.repetition == "forbidden"
    return NaiveGo(game.width, game.height, game.suicide, game.situational, superko)


def stones_of(game, state):
    grid = game.grid(state)
    return {(r, c): "XO".index(x) for r, row in enumerate(grid) for c, x in enumerate(row) if x != "."}


def play_and_compare(game, rng, plies):
    """One random game, move for move the oracle's; passes are rare, so that captures are many."""
    history, naive = History(game), oracle(game)
    while not history.over and len(history.actions) < plies:
        legal = history.legal()
        points = [divmod(a, game.width) for a in legal if a != game.points]
        assert legal[-1] == game.points
        assert points == naive.legal()
        assert history.mover == naive.mover
        action = rng.choice(legal[:-1]) if len(legal) > 1 and rng.random() < 0.97 else game.points
        history.play(action)
        naive.play(PASS if action == game.points else divmod(action, game.width))
        assert stones_of(game, history.state) == naive.stones
    state = history.state
    expected = naive.area()
    if game.territory:
        expected = naive.territory() + naive.prisoners[0] - naive.prisoners[1]
        assert state.prisoners == naive.prisoners[0] - naive.prisoners[1]
    assert game.score(state) == expected - game.komi
    return history


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_random_games_are_move_for_move_those_of_sets_of_points(width, height, rules):
    game = interpreted(Go(width=width, height=height, rules=rules, komi=0.5))
    rng = random.Random(width * 100 + height)
    for _ in range(4 if width * height < 40 else 1):
        play_and_compare(game, rng, 120)


@pytest.mark.parametrize("rules", RULES)
def test_on_nineteen_lines(rules):
    play_and_compare(interpreted(Go(rules=rules)), random.Random(1), 40)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("width", "height"), [(5, 5), (9, 9), (19, 19)])
def test_compiled_games_are_the_same(width, height):
    for rules in RULES if width == 5 else ["tromp-taylor"]:
        game = Go(width=width, height=height, rules=rules)
        check_game(game, games=2 if width < 19 else 1, seed=1)


@pytest.mark.parametrize(("size", "legal"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_positions_are_as_many_as_published(size, legal):
    """J. Tromp and G. Farnebäck, *Combinatorics of Go* (2007), table 1: every legal board is reached by play,
    and no other."""
    game = interpreted(Go(size=size, rules="tromp-taylor"))
    seen, waiting = set(), [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in game.actions(state):
            for mover in (0, 1):  # a pass hands over the turn, and the ko is forgotten
                after = game.result(state, action)
                after = after._replace(ko=-1, passes=0, mover=mover)
                if (after.black, after.white, mover) not in seen:
                    seen.add((after.black, after.white, mover))
                    waiting.append(after)
    assert len({(black, white) for black, white, _ in seen}) == legal
