"""The root: what is known when a level is cut short is not forgotten."""

import pytest

import halfmove as hm
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta.memory import NODE_LIMIT, NODES, STOP
from halfmove.search.alphabeta.threads import Engine

GAME = hm.game("chess")
HANGING = "4k3/8/8/3q4/4P3/8/8/4K2R w K - 0 1"  # exd5 wins the queen


def root(position=HANGING):
    engine = Engine(GAME, megabytes=1)
    engine.begin()
    [root] = engine.roots(GAME.parse(position), 1)
    return root


def names(root):
    return [GAME.action_text(root.state, move.action) for move in root.moves]


def stop_at_once(root):
    counters = root.memory.counters
    counters[NODE_LIMIT] = counters[NODES]


def test_a_move_above_the_window_is_kept_when_its_score_is_not_found_any_more():
    one = root()
    assert one.level(2, 1, -INFINITY, INFINITY)
    assert names(one)[0] == "exd5"
    true = one.moves[0].score
    one.moves.reverse()
    assert one.level(2, 1, true - 3_000, true - 1_000)
    assert names(one)[0] == "exd5"
    assert one.moves[0].score >= true - 1_000
    stop_at_once(one)
    assert not one.level(2, 1, true - 3_000, INFINITY)
    assert one.cut_short, "the caller is to take it"
    assert names(one)[0] == "exd5"


def test_a_level_that_was_not_searched_before_changes_nothing():
    one = root()
    assert one.level(1, 1, -INFINITY, INFINITY)
    before = names(one)
    stop_at_once(one)
    assert not one.level(2, 1, -INFINITY, INFINITY)
    assert one.memory.counters[STOP]
    assert not one.cut_short
    assert names(one) == before


def test_below_the_window_the_order_stays():
    one = root()
    assert one.level(1, 1, -INFINITY, INFINITY)
    before = names(one)
    assert one.level(1, 1, 900_000, INFINITY)
    assert names(one) == before


@pytest.mark.parametrize("lines", [1, 3])
def test_the_best_lead_and_the_others_stay(lines):
    one = root()
    assert one.level(1, lines, -INFINITY, INFINITY)
    scores = [move.score for move in one.moves]
    assert scores[:lines] == sorted(scores, reverse=True)[:lines]
    assert sorted(names(one)) == sorted(names(root()))


def test_a_better_move_is_kept_even_while_it_is_searched_again():
    one = root()
    assert one.level(1, 1, -INFINITY, INFINITY)
    better = one.moves[0]
    one.moves = [*one.moves[1:], better]
    plain = one.search

    def stopped(move, alpha, beta, depth):
        if move is better and beta - alpha > 1:
            one.memory.counters[STOP] = 1
            return alpha
        return plain(move, alpha, beta, depth)

    one.search = stopped
    assert not one.level(2, 1, -INFINITY, INFINITY)
    assert one.cut_short
    assert one.moves[0] is better
