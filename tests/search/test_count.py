import pytest
from small_games import AIMA, ListTree, RandomTree, root

from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import Unsuitable
from halfmove.games.connect4 import ConnectFour
from halfmove.games.mnk import TicTacToe
from halfmove.search.count import FOUND, Games, count_games, count_positions, tally_positions

TICTACTOE = Games(games=255_168, wins=(131_184, 77_904), draws=46_080, nodes=549_946)


@pytest.mark.slow_interpreted
def test_the_complete_games_of_tictactoe():
    assert count_games(TicTacToe()) == TICTACTOE


@pytest.mark.slow_interpreted
def test_the_complete_games_of_tictactoe_interpreted():
    assert count_games(interpreted(TicTacToe())) == TICTACTOE


@pytest.mark.parametrize("game", [TicTacToe(), interpreted(TicTacToe())])
def test_the_positions_of_tictactoe(game):
    assert count_positions(game) == 5_478
    assert count_positions(game, symmetric=True) == 765


def test_one_source_counts_positions_at_both_speeds():
    game = interpreted(TicTacToe())
    tally = Buffer(4)
    tally_positions(game, game.initial(), Buffer(1 << 14, unsigned=True), (1 << 14) - 1, tally, 1, 0)
    assert tally[FOUND] == 5_478


@pytest.mark.parametrize(("width", "height", "games"), [(3, 2, 90), (4, 3, 356_232)])
@pytest.mark.slow_interpreted
def test_the_complete_games_of_a_small_connect_four(width, height, games):
    """Robin Jehn's numbers, oeis.org/A342329."""
    assert count_games(ConnectFour(width=width, height=height)).games == games


@pytest.mark.slow_interpreted
def test_the_positions_of_a_small_connect_four():
    """John Tromp's table of the number of legal positions, tromp.github.io/c4/c4.html: small boards."""
    assert count_positions(ConnectFour(width=4, height=4)) == 161_029
    assert count_positions(ConnectFour(width=4, height=5)) == 1_706_255


def test_random_trees_at_both_speeds():
    for game in (RandomTree(), RandomTree(movers=3, in_turn=False)):
        assert count_games(game, root(3)) == count_games(interpreted(game), root(3))
        assert count_positions(game, root(3)) == count_positions(interpreted(game), root(3))


def test_an_explicit_tree():
    assert count_games(ListTree(AIMA)) == Games(9, (9, 0), 0, 13)
    assert count_positions(ListTree(AIMA)) == 13


def test_chance_is_refused():
    game = type("Dice", (ListTree,), {"chance": "explicit"})(AIMA)
    for count in (count_games, count_positions):
        with pytest.raises(Unsuitable, match="chance"):
            count(game)
