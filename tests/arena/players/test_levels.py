"""Levels: each stronger than the one before."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.levels import DEFAULT, FULL, LEVELS, describe_level, draw_slip, find_level
from halfmove.arena.players.registry import player
from halfmove.core.history import History
from halfmove.search.algorithms import choose
from halfmove.search.session import Session

pytestmark = pytest.mark.one_speed


def test_each_level_is_stronger_than_the_one_before():
    for weaker, stronger in pairwise(LEVELS):
        deeper = (stronger.depth or 999) >= (weaker.depth or 999)
        assert deeper
        assert stronger.slips <= weaker.slips
        assert stronger != weaker


def test_seconds_alone_mean_full_strength():
    assert find_level(None, 3.0).depth is LEVELS[FULL - 1].depth is None
    assert find_level(None, 3.0).seconds == 3.0
    assert find_level(4, 3.0).depth == LEVELS[3].depth
    assert find_level(None, None) == LEVELS[DEFAULT - 1]


def test_what_is_said_of_a_level():
    assert describe_level(LEVELS[0]) == "looks 1 ply ahead, 50% of its moves at a glance"
    assert describe_level(LEVELS[9]) == "thinks 2 s a move"
    counting = choose(hm.game("kuhn"), "determinized")
    assert describe_level(LEVELS[2], counting) == "160 simulations a move, 15% of its moves at a glance"
    assert describe_level(LEVELS[9], counting) == "thinks 2 s a move"
    told = choose(hm.game("connect4"), "network")  # whose simulations are worth more
    assert describe_level(LEVELS[2], told) == "10 simulations a move, 15% of its moves at a glance"
    assert (
        describe_level(LEVELS[0], choose(hm.game("connect4")))
        == "looks 1 ply ahead, 50% of its moves at a glance"
    )


@pytest.mark.parametrize("number", [1, 4, 7])
def test_a_level_slips_as_often_as_it_says(number):
    """Against what the same player without slips would play."""
    game = hm.interpreted(hm.game("nim", heaps="3,4"))
    one = player(describe(f"level?n={number}"))
    one.check(game)
    chosen = slips = 0
    for seed in range(120):
        one.new_game(game, seed % 2, seed)
        choice = one.choose(History(game), Budget())
        chosen += 1
        slips += choice.depth is None  # a move at random says nothing of the position
    share = LEVELS[number - 1].slips
    assert abs(slips - share * chosen) <= 4 * (share * (1 - share) * chosen) ** 0.5


def slips_of(game, state, number=400, algorithm="engine"):
    """How often each move is drawn."""
    session = Session(game, algorithm)
    history = History(game, state)

    def look(limit, lines):
        *_, last = session.deepen(history, limit, lines=lines)
        return last

    random = Random(4)
    drawn = Counter(draw_slip(history, session.algorithm, look, random) for _ in range(number))
    return {game.action_text(state, action): times for action, times in drawn.items()}


@pytest.mark.slow_interpreted
def test_a_slip_is_more_often_small_than_large():
    game = hm.game("chess")
    pawn = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1"
    queen = "rnb1kbnr/pppppppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    taken = slips_of(game, game.parse(pawn))["exd5"]
    assert 400 / 30 < taken < 300, "a pawn that hangs is taken more often than not, and often overlooked"
    assert slips_of(game, game.parse(queen))["exd5"] > 2 * taken, "a queen is overlooked less often"


def test_where_moves_are_alike_slips_are_too():
    game = hm.interpreted(hm.game("nim", heaps="2,2"))
    found = slips_of(game, game.initial())
    assert min(found.values()) > 60, "all of them lose"


def test_where_something_is_hidden_slips_look_at_nothing():
    game = hm.interpreted(hm.game("kuhn"))
    history = History(game)
    while history.mover < 0:
        history.play(next(iter(game.actions(history.state))))
    drawn = {draw_slip(history, choose(game), None, Random(seed)) for seed in range(20)}
    assert drawn == set(history.legal())


def test_the_same_seed_slips_in_the_same_places():
    game = hm.interpreted(hm.game("connect4", width=4, height=4))
    games = []
    for _ in range(2):
        one = player(describe("level?n=2"))
        one.new_game(game, 0, 9)
        history = History(game)
        while not history.over:
            history.play(one.choose(history, Budget()).action)
        games.append(history.actions)
    assert games[0] == games[1]
    assert one.title.endswith("level 2")


def test_a_level_of_a_search_that_solves_the_game_says_so():
    assert (
        describe_level(LEVELS[5], choose(hm.game("kuhn"), "equilibrium"))
        == "plays what solving the whole game says"
    )
