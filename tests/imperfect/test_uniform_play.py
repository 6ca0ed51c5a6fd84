"""What uniform play can be exploited by in games that hide something: OpenSpiel 2.0.2's `nash_conv`."""

import pytest
from peer_open_spiel import load

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.imperfect.strategy import Strategy

pytestmark = pytest.mark.one_speed

GAMES = [
    ("kuhn", {"players": 3}, "kuhn_poker(players=3)", 2.0625, 1),
    ("kuhn", {"players": 4}, "kuhn_poker(players=4)", 3.476041666667, 1),
    ("liars-dice", {"sides": 3}, "liars_dice(dice_sides=3)", 10 / 9, 1),
    (
        "dark-hex",
        {"rows": 2, "columns": 2},
        "dark_hex(obstype=reveal-numturns,num_rows=2,num_cols=2)",
        1.25,
        1,
    ),
    (
        "hidden-goofspiel",
        {"cards": 4, "prizes": "descending"},
        "goofspiel(imp_info=True,num_cards=4,points_order=descending,returns_type=point_difference)",
        5.0,
        2,  # its payoffs are differences from the mean
    ),
    ("oshi-zumo", {"coins": 3, "size": 1}, "oshi_zumo(coins=3,size=1,min_bid=1)", 2 / 3, 1),
    ("rock-paper-scissors", {}, "matrix_rps()", 0.0, 1),
]


def nash_conv(name, parameters):
    game = interpreted(hm.game(name, **parameters))
    return game.players * hm.exploitability(game, Strategy.uniform(game))


@pytest.mark.parametrize(("name", "parameters", "theirs", "value", "scale"), GAMES)
def test_as_open_spiel_has_found(name, parameters, theirs, value, scale):
    assert nash_conv(name, parameters) == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(("name", "parameters", "theirs", "value", "scale"), GAMES)
def test_as_open_spiel_finds(name, parameters, theirs, value, scale):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = load(theirs)
    found = scale * pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert nash_conv(name, parameters) == pytest.approx(found, abs=1e-11)
