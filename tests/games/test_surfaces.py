"""The boards of Connect Four, the m,n,k-games, Nim and explicit trees, to touch and to set up."""

import pytest
from surfaces import examine, shown, states

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.surface import Arrangement
from halfmove.games.checkers import Checkers
from halfmove.games.connect4 import ConnectFour
from halfmove.games.mnk import MNK, Gomoku
from halfmove.games.nim import Nim
from halfmove.games.othello import Othello
from halfmove.games.reference import position
from halfmove.games.tree import tree

pytestmark = pytest.mark.one_speed

TREE = tree(
    {"children": {'a "1" <&>': {"player": "chance", "children": [3, [1, 2]]}, "root": [4, 2.5, 123456.5]}}
)


@pytest.mark.parametrize(
    "game",
    [
        ConnectFour(width=4, height=3),
        ConnectFour(width=32, height=1),
        MNK(width=5, height=2, k=2),
        MNK(width=12, height=1, k=3),
        MNK(width=26, height=3, k=6),
        Nim(heaps="21", most=3, misere=True),
        Nim(heaps="3,70,100", most=80),
        Othello(width=6, height=4),
        Checkers(),
        TREE,
    ],
    ids=repr,
)
def test_boards_of_other_sizes(game):
    game = interpreted(game) if game.compiled else game
    for number, state in enumerate(states(game, seed=1, games=3, plies=40)):
        if number % 5 == 0 or game.is_terminal(state):
            examine(game, state)


# ---- Connect Four
def test_a_column_is_a_point_and_a_cell_has_its_row():
    game = interpreted(ConnectFour())
    surface = game.surface()
    state, _ = position(game, moves="44")
    assert [point.name for point in surface.points(state)] == list("1234567")
    assert {(p.y, p.height) for p in surface.points(state)} == {(-8, 404)}  # with the label
    assert surface.touches(state, 3) == ("4",)
    assert surface.occupied(state) == {"4": "red, yellow"}
    assert surface.arrangement(state).pieces == {"4.1": "X", "4.2": "O"}
    assert surface.text(Arrangement({"4.1": "X", "4.2": "O"}, 1)) == "7/7/7/7/3O3/3X3"  # the stones say it


def test_no_game_leads_to_a_stone_that_floats():
    surface = interpreted(ConnectFour()).surface()
    floating = Arrangement({"4.2": "X"}, 1)
    assert set(shown(surface.draw(floating))) == {"4.2"}
    with pytest.raises(BadInput, match="The stone above row 1 of column 4 floats"):
        surface.text(floating)


# ---- m,n,k-games
def test_small_boards_have_marks_and_large_ones_stones():
    small, large = (interpreted(game).surface() for game in (MNK(), Gomoku()))
    assert "<path" in small.piece_picture("X")
    assert "<path" not in large.piece_picture("X")
    with pytest.raises(BadInput, match="X moves first"):
        large.text(Arrangement({"h8": "O"}, 0))


# ---- Nim
def test_a_match_touched_is_taken_with_all_to_its_right():
    game = interpreted(Nim(heaps="3,70", most=12))
    surface = game.surface()
    state = game.initial()
    touched = {game.action_text(state, a): surface.touches(state, a) for a in game.actions(state)}
    assert (touched["A1"], touched["A3"]) == (("A3",), ("A1",))
    assert (touched["B10"], touched["B11"], touched["B12"]) == (("B",), ("B60",), ("B59",))


def test_a_gap_takes_away_what_is_not_drawn():
    game = interpreted(Nim(heaps="3,70"))
    surface = game.surface()
    pieces, mover, rest = surface.arrangement(game.initial())
    assert rest == {"B": "10"}
    without = {at: piece for at, piece in pieces.items() if at != "B5"}
    assert surface.text(Arrangement(without, mover, rest)).startswith("3,59 ")
    assert "B5" not in shown(surface.draw(Arrangement(without, mover, rest)))
    with pytest.raises(BadInput, match=r"Heap B has 99 matches .* but the game began with 70"):
        surface.text(Arrangement(pieces, mover, {"B": "39"}))
    assert surface.text(Arrangement(pieces, mover, {"B": "many"})).startswith("3,60 ")


# ---- trees
def test_the_points_are_the_children_under_the_node():
    surface = TREE.surface()
    points = surface.points(TREE.root)
    assert [point.name for point in points] == ['a "1" <&>', "/root"]
    assert surface.touches(TREE.root, "root") == ("/root",)
    assert surface.occupied(TREE.root) == {'a "1" <&>': "CHANCE", "/root": "MIN"}
    below = TREE.result(TREE.root, "root")
    assert list(surface.occupied(below).values()) == ["4", "2.5", "123456"]
    assert set(shown(TREE.draw(below))) == {"/root", "root/0", "root/1", "root/2"}
    assert set(shown(TREE.draw(below))) < set(shown(TREE.draw(TREE.root)))
    with pytest.raises(BadInput, match="Positions of tree cannot be set up by hand"):
        surface.arrangement(below)
