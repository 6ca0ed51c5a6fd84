import pytest

import halfmove as hm
from halfmove.core.in_turn import in_turn
from halfmove.games.description import name_game, summary, traits
from halfmove.games.goofspiel import Goofspiel

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (hm.game("nim"), ["2 players", "zero-sum"]),
        (hm.game("pig"), ["2 players", "zero-sum", "chance"]),
        (hm.game("race"), ["3 players", "not zero-sum", "chance"]),
        (hm.game("kuhn"), ["2 players", "zero-sum", "chance", "hidden"]),
        (hm.game("goofspiel", prizes="descending"), ["2 players", "zero-sum", "simultaneous"]),
        (in_turn(hm.game("goofspiel")), ["2 players", "zero-sum", "chance", "simultaneous"]),
    ],
    ids=repr,
)
def test_what_kind_of_game_it_is(game, said):
    assert traits(game) == said


def test_a_game_in_turn_is_called_as_the_game_is():
    assert name_game(in_turn(Goofspiel())) == "Goofspiel"
    assert summary(in_turn(Goofspiel())) == summary(Goofspiel())
