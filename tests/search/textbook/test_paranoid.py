import pytest
from hypothesis import given
from hypothesis import strategies as st
from many_players import AIMA_THREE, COLLUSION, PACMAN, RIVALS, Selfish
from small_games import AIMA, TREES, ListTree, RandomTree, root

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.score import WIN
from halfmove.games.tree import tree
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.maxn import maxn
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.paranoid import paranoid
from halfmove.search.trace import Cutoff, Enter, Leave, Recorder, Start

NUMBERS = st.integers(0, 10**9)


def by_definition(game, s, player, depth=None):
    """What `player` can be sure of."""
    if game.is_terminal(s):
        return game.utility(s, player)
    if depth == 0:
        return game.evaluate(s, player) / WIN
    below = None if depth is None else depth - 1
    values = [by_definition(game, game.result(s, a), player, below) for a in game.actions(s)]
    return max(values) if game.to_move(s) == player else min(values)


def test_the_textbook_s_three_players_by_hand():
    assert paranoid(tree(AIMA_THREE))[:2] == (1, 0)
    assert paranoid(tree(COLLUSION))[:2] == (5, 1)
    assert maxn(tree(COLLUSION))[:2] == ((8, 1, 1), 0)


def test_the_player_at_the_root_is_max_whoever_he_is():
    game = tree(AIMA_THREE)
    watch = Recorder()
    assert paranoid(game, game.parse("1"), watch=watch)[:2] == (4, 1)  # B: min(1, 5) or min(7, 4)
    start = watch.events[0]
    assert isinstance(start, Start)
    assert start.options["maximisers"] == (1,)
    assert paranoid(game, player=2).value == 2


def test_pac_man_against_two_ghosts():
    # Pac-Man's last moves: 9 7 8 9 | 2 8 9 7; the ghosts together leave 7 or 2.
    game = ListTree(PACMAN, players=3)
    for search in (minimax, alphabeta, paranoid):
        assert search(game)[:3] == (7, 0, (0, 0, 1, 1))
    assert minimax(game).terminals == 16
    watch = Recorder()
    alphabeta(game, watch=watch)
    cuts = [(e.path, e.player, e.inequality) for e in watch.events if isinstance(e, Cutoff)]
    assert ((1, 0), 2, "2 ≤ 7") in cuts  # the second ghost's own cut
    assert ((1,), 1, "2 ≤ 7") in cuts  # and through him the first ghost's


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("trees", TREES)
def test_trees_by_the_definition(trees):
    for number in range(trees):
        outcome = paranoid(RIVALS, root(number))
        assert outcome.value == by_definition(RIVALS, root(number), 0), number


@given(NUMBERS, st.sampled_from([None, 1, 2, 3]), st.integers(0, 2))
def test_compiled_interpreted_by_the_definition_for_any_player(number, depth, player):
    outcome = paranoid(RIVALS, root(number), depth=depth, player=player)
    assert outcome == paranoid(interpreted(RIVALS), root(number), depth=depth, player=player)
    assert outcome.value == by_definition(RIVALS, root(number), player, depth)


@given(NUMBERS)
def test_no_more_than_max_n_promises(number):
    assert paranoid(RIVALS, root(number)).value <= maxn(RIVALS, root(number)).value[0]


@given(NUMBERS, st.integers(0, 2))
def test_what_is_said_of_every_node_is_true(number, player):
    game, watch = interpreted(RIVALS), Recorder()
    paranoid(game, root(number), watch=watch, player=player)
    entered = {}
    for event in watch.events:
        if isinstance(event, Enter):
            entered[event.path] = event.state
        elif isinstance(event, Leave):
            true = by_definition(game, entered[event.path], player)
            assert {"=": true == event.value, "≤": true <= event.value, "≥": true >= event.value}[
                event.relation
            ]
        elif isinstance(event, Cutoff):
            assert event.above == (event.player == player)


def test_two_opponents_have_alphabeta():
    assert paranoid(ListTree(AIMA)) == alphabeta(ListTree(AIMA))
    for number in range(100):
        assert paranoid(RandomTree(), root(number)) == alphabeta(RandomTree(), root(number))


def test_games_and_players_that_do_not_fit():
    with pytest.raises(Unsuitable, match="chance in it, and the paranoid"):
        paranoid(Selfish(movers=3))
    with pytest.raises(BadInput, match="no player 3; they are 0 to 2"):
        paranoid(RIVALS, player=3)
