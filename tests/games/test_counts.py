"""What each player has, beside his name: pieces taken, discs, pips, prisoners."""

import pytest

from halfmove.core.history import History
from halfmove.core.surface import Count
from halfmove.games.registry import game as open_game


def counts(name, moves="", position=None, viewer=None, **parameters):
    """Of a game after some moves, as players write them."""
    game = open_game(name, **parameters)
    history = History(game, None if position is None else game.parse(position))
    for text in moves.split():
        history.play(game.parse_action(history.state, text))
    return list(game.surface().counts_to(history, viewer))


def texts(*given, **named):
    return [count.text for count in counts(*given, **named)]


def test_chess_tells_the_difference_of_material():
    assert counts("chess") == [Count(""), Count("")]
    assert counts("chess", "e4 d5 exd5 Qxd5") == [Count(""), Count("")]  # a pawn each
    assert counts("chess", "e4 d5 exd5 Qxd5 Nc3 Qe5 Be2 Qxe2") == [Count(""), Count("+3", ("B",))]
    rook_for_bishops = "4k3/8/8/8/8/8/2B5/R3KB2 w Q - 0 1"
    assert counts("chess", position=rook_for_bishops) == [Count("+11", ("b", "b", "r")), Count("")]


def test_a_side_with_more_of_one_kind_shows_it_though_it_is_behind():
    white, black = counts("chess", position="4k3/ppp5/8/8/8/8/8/R3K3 w Q - 0 1")
    assert (white, black) == (Count("+2", ("r",)), Count("", ("P", "P", "P")))


def test_go_counts_prisoners_by_any_rules():
    corner = "b1 a1 a2"  # Black takes the stone in the corner
    for rules in ("chinese", "japanese"):
        assert texts("go", corner, rules=rules) == ["1 prisoner", "0 prisoners"]
    suicide = "c1 b1 b2 pass a2 a1"
    assert texts("go", suicide, rules="tromp-taylor") == ["2 prisoners", "0 prisoners"]


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("othello", "f5", ["4 discs", "1 disc"]),
        ("checkers", "", ["12 men", "12 men"]),
        ("breakthrough", "", ["16 pawns", "16 pawns"]),
        ("backgammon", "", ["167 pips", "167 pips"]),
        ("hex", "", []),
    ],
)
def test_games_count_what_is_theirs(name, moves, said):
    assert texts(name, moves) == said


def test_what_is_hidden_is_not_counted_for_a_player():
    """How many pieces the other has left, a player in fog does not know."""
    assert texts("dark-chess", viewer=0) == []
