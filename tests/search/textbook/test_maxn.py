from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many_players import AIMA_THREE, COLLUSION, Selfish
from small_games import TREES, ChanceTree, ListTree, RandomTree, root

from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.score import WIN
from halfmove.games.tree import tree
from halfmove.search.textbook.expectiminimax import expectiminimax
from halfmove.search.textbook.maxn import maxn
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.paranoid import paranoid
from halfmove.search.trace import Leave, Recorder, Update, Weigh


def by_definition(game, s, sides, depth=None):
    """The max^n payoffs: Python's `max` takes the first of equals, as the search is to do."""
    if game.is_terminal(s):
        return [game.utility(s, player) for player in range(game.players)]
    if depth == 0:
        return [game.evaluate(s, player) / WIN for player in range(game.players)]
    below = None if depth is None else depth - 1
    children = {a: by_definition(game, game.result(s, a), sides, below) for a in game.actions(s)}
    mover = game.to_move(s)
    if mover >= 0:
        return max(children.values(), key=lambda v: sum(v[i] for i in sides[mover]))
    chances = dict(game.outcomes(s))
    return [sum(chances[a] * v[i] for a, v in children.items()) for i in range(game.players)]


# ---- by hand


def test_the_textbook_s_three_players():
    watch = Recorder()
    outcome = maxn(tree(AIMA_THREE), watch=watch)
    assert outcome[:3] == ((1, 2, 6), 0, (0, 0, 0))
    assert (outcome.nodes, outcome.terminals) == (15, 8)
    backed_up = {e.path: e.value for e in watch.events if isinstance(e, Leave) and len(e.path) in (1, 2)}
    assert backed_up == {
        (0, 0): (1, 2, 6),
        (0, 1): (6, 1, 2),
        (1, 0): (1, 5, 2),
        (1, 1): (5, 4, 5),
        (0,): (1, 2, 6),
        (1,): (1, 5, 2),
    }
    assert all(e.relation == "=" for e in watch.events if isinstance(e, Leave))


def test_updates_are_of_whole_vectors():
    watch = Recorder()
    maxn(tree([(1, 2, 0), (1, 9, 9), (3, 0, 0)]), watch=watch)
    updates = [(e.old, e.new, e.action) for e in watch.events if isinstance(e, Update)]
    assert updates == [((-inf,) * 3, (1, 2, 0), 0), ((1, 2, 0), (3, 0, 0), 2)]


def test_chance_averages_each_component():
    watch = Recorder()
    spec = {"player": "chance", "probabilities": [0.25, 0.75], "children": [(4, 0, 8), (0, 4, 4)]}
    assert maxn(tree(spec), watch=watch)[:3] == ((1, 3, 5), None, ())
    weighed = [(e.old, e.new) for e in watch.events if isinstance(e, Weigh)]
    assert weighed == [((0, 0, 0), (1, 0, 2)), ((1, 0, 2), (1, 3, 5))]


def test_what_collusion_changes():
    assert maxn(tree(COLLUSION))[:2] == ((8, 1, 1), 0)
    for teams in ([(1, 2)], "1+2", "0,1+2"):
        assert maxn(tree(COLLUSION), teams=teams)[:2] == ((5, 2, 2), 1)


def test_a_player_who_does_not_care_decides_for_the_others():
    one, other = [[(2, 5), (9, 5)], [(3, 0)]], [[(9, 5), (2, 5)], [(3, 0)]]
    assert maxn(tree(one)).action == 1
    assert maxn(tree(other)).action == 0


def test_the_horizon_and_terminal_states():
    game = tree({"children": [{"value": [1, 7, 0], "children": [(5, 5, 5)]}, (2, 0, 0)]})
    assert maxn(game, depth=1)[:2] == ((2, 0, 0), 1)
    assert (maxn(game, depth=1).terminals, maxn(game, depth=1).evaluations) == (1, 2)
    assert maxn(game)[:2] == ((5, 5, 5), 0)
    assert maxn(game, depth=0)[:2] == ((0, 0, 0), None)
    assert maxn(tree((1, 2, 3)))[:3] == ((1, 2, 3), None, ())


# ---- by the definition


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("trees", TREES)
@pytest.mark.parametrize(("movers", "teams"), [(2, ()), (3, ()), (3, ((0, 2),)), (4, ((0, 3), (1, 2)))])
def test_trees_by_the_definition(movers, teams, trees):
    game = interpreted(Selfish(movers=movers, plies=3))
    sides = [next((t for t in teams if p in t), (p,)) for p in range(movers)]
    for number in range(trees // 4):
        outcome = maxn(game, root(number), teams=teams)
        assert list(outcome.value) == by_definition(game, root(number), sides), number


@given(st.integers(0, 10**9), st.integers(1, 4), st.sampled_from([None, 1, 2, 3]))
def test_any_number_of_players_to_any_depth(number, movers, depth):
    game = Selfish(movers=movers, plies=4)
    sides = [(player,) for player in range(movers)]
    outcome = maxn(game, root(number), depth=depth)
    assert list(outcome.value) == pytest.approx(by_definition(game, root(number), sides, depth))


@given(st.integers(0, 10**9))
def test_two_opponents_have_their_minimax_value(number):
    value = minimax(RandomTree(), root(number)).value
    assert maxn(RandomTree(), root(number)).value == (value, -value)
    mean = expectiminimax(ChanceTree(), root(number)).value
    assert maxn(ChanceTree(), root(number)).value == (mean, -mean)


@given(st.integers(0, 10**9), st.integers(0, 2))
def test_all_against_one_is_the_paranoid_search(number, player):
    """Where the others' payoffs are the negatives of his, enemies and a selfish team want the same."""

    class Hunt(RandomTree):
        def utility(self, s, who):
            worth = bits.number(bits.right(s.word, 20) & bits.board(1023)) % 9 - 4
            return worth if who == player else -worth

    game = interpreted(Hunt(movers=3))
    value = paranoid(game, root(number), player=player).value
    assert maxn(game, root(number)).value[player] == value


# ---- refusals


@pytest.mark.parametrize(
    ("teams", "words"),
    [
        ([(1, 3)], "no player 3; they are 0 to 2"),
        ([(0, 1), (1, 2)], "Player 1 is in two teams"),
        ("0+0", "Player 0 is in two teams, or twice in one"),
        ("0-1", "Teams are groups of players' numbers"),
        (7, "Teams are groups of players' numbers"),
        ([1], "Teams are groups of players' numbers"),
        ("-1+1", "no player -1"),
    ],
)
def test_teams_that_cannot_be_are_refused(teams, words):
    with pytest.raises(BadInput, match=words):
        maxn(tree(AIMA_THREE), teams=teams)


def test_hidden_information_is_refused():
    game = type("Odd", (ListTree,), {"information_kind": "imperfect"})([1, 2])
    with pytest.raises(Unsuitable, match="see everything, and max"):
        maxn(game)
