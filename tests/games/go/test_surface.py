"""The board of Go to touch and to set up."""

import pytest
from surfaces import examine, shown, states

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.surface import Arrangement
from halfmove.games.go import Go
from halfmove.games.reference import position


def go(**parameters):
    return interpreted(Go(**parameters))


@pytest.mark.parametrize(
    "parameters",
    [{"size": 1}, {"size": 2}, {"width": 3, "height": 25}, {"width": 7, "height": 4, "rules": "japanese"}],
    ids=str,
)
def test_boards_of_all_shapes(parameters):
    game = go(**parameters)
    for number, state in enumerate(states(game, seed=4, games=3, plies=80)):
        if number % 3 == 0 or game.is_terminal(state):
            examine(game, state)


def test_a_pass_has_no_point():
    game = go(size=3)
    surface, state = game.surface(), game.initial()
    assert surface.touches(state, 9) == ()
    assert {surface.touches(state, a) for a in range(9)} == {(p.name,) for p in surface.points(state)}


KO = "C3 D3 B2 E2 C1 D1 D2 C2"


def test_the_ko_is_kept_while_it_can_be_one():
    game = go(size=5)
    surface, (state, _) = game.surface(), position(game, moves=KO)
    pieces, mover, rest = surface.arrangement(state)
    assert rest == {"ko": "D2", "passes": "0"}
    assert surface.text(Arrangement(pieces, mover, rest)).split()[2] == "D2"
    assert surface.draw(Arrangement(pieces, mover, rest)) == game.draw(state)
    assert surface.text(Arrangement(pieces, 1 - mover, rest)).split()[2] == "-"
    filled = pieces | {"D2": "X"}
    assert set(shown(surface.draw(Arrangement(filled, mover, rest)))) == set(filled)
    with pytest.raises(BadInput, match="D2 has no liberty left"):
        surface.text(Arrangement(filled, mover, rest))


def test_prisoners_are_kept_where_they_count():
    game = go(size=5, rules="japanese")
    surface, (state, _) = game.surface(), position(game, moves=KO)
    assert surface.arrangement(state).rest["prisoners"] == "-1"
    examine(game, state)
    with pytest.raises(BadInput, match="The number of prisoners"):
        surface.text(Arrangement({}, 0, {"prisoners": "many"}))


def test_stones_are_told_in_words():
    game = go(size=5)
    state, _ = position(game, moves="C3 A1")
    assert game.surface().occupied(state) == {"C3": "black stone", "A1": "white stone"}
