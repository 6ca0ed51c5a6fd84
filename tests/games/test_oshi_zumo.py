import pytest
from peer_open_spiel import Beside

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.games.oshi_zumo import OshiZumo

GAME = interpreted(OshiZumo(coins=4, size=1))


def naive(coins, place, size, rounds, minimum, horizon, alesia):
    """Every way to play on: what the first player earned in each, in the order of bids."""
    if abs(place) > size:
        return [1 if place > 0 else -1]
    if max(coins) < max(minimum, 1) or rounds == horizon:
        return [0 if alesia else (place > 0) - (place < 0)]
    bids = [range(minimum, has + 1) if has >= minimum else [0] for has in coins]
    found = []
    for one in bids[0]:
        for other in bids[1]:
            after = place + (one > other) - (one < other)
            left = (coins[0] - one, coins[1] - other)
            found += naive(left, after, size, rounds + 1, minimum, horizon, alesia)
    return found


@pytest.mark.parametrize(
    "parameters",
    [
        {"coins": 4, "size": 1},
        {"coins": 3, "size": 1, "minimum": 0, "horizon": 4},
        {"coins": 5, "size": 2, "minimum": 2},
        {"coins": 4, "size": 1, "alesia": True},
    ],
)
def test_every_way_to_play_agrees_with_the_rules_in_words(parameters):
    game = interpreted(OshiZumo(**parameters))
    ends = []

    def walk(state):
        if game.is_terminal(state):
            ends.append(game.utility(state, 0))
            assert game.utility(state, 1) == -ends[-1]
            return
        for action in game.actions(state):
            walk(game.result(state, action))

    walk(game.initial())
    p = game.parameters
    start = (p["coins"], p["coins"])
    assert ends == naive(start, 0, p["size"], 0, p["minimum"], p["horizon"], p["alesia"])


@pytest.mark.parametrize(
    "text", ["coins=4,size=1,min_bid=1", "coins=3,size=1,horizon=3", "coins=4,size=1,min_bid=1,alesia=True"]
)
def test_as_open_spiel_plays_it(text):
    given = dict(word.split("=") for word in text.split(","))
    game = OshiZumo(
        coins=given["coins"],
        size=given["size"],
        minimum=given.get("min_bid", 0),
        horizon=given.get("horizon", 1000),
        alesia=given.get("alesia", "False"),
    )
    # it knows more than the game's state: all bids; sets of ours are compared by history elsewhere
    assert Beside(game, f"oshi_zumo({text})", sets=False).all().histories > 100


def test_long_games_as_open_spiel_plays_them():
    Beside(OshiZumo(), "oshi_zumo(coins=50,size=3,min_bid=1)", sets=False).some(20)


def test_who_pushes_and_who_wins():
    state, _ = hm.position(GAME, moves="3/1 1/2")
    assert GAME.position_text(state) == "0 1 #.W.# 2"
    assert GAME.show(state) == "first     0\nsecond    1\n#.W.#\nround 3: both bid"
    state = GAME.result(state, (0, 1))
    assert GAME.show(state).endswith("#W..#\nsecond wins")
    off, _ = hm.position(GAME, moves="2/1 2/1")
    assert GAME.field(off) == "#...W"
    assert [GAME.utility(off, p) for p in (0, 1)] == [1, -1]
    assert GAME.parse(GAME.position_text(off)) == off


def test_it_is_fair():
    """Both sides are the same, so the value is 0 (Buro 2003)."""
    solution = hm.regret(GAME, algorithm="linear-programme")
    assert solution.value == pytest.approx(0, abs=1e-9)
    assert solution.exploitability == pytest.approx(0, abs=1e-9)


def test_what_is_touched_are_bids():
    board, turned = GAME.surface(), in_turn(GAME)
    assert board.touches(GAME.initial(), (3, 1)) == ("first 3", "second 1")
    assert [p.name for p in turned.surface().points(turned.initial())] == [
        f"first {bid}" for bid in range(1, 5)
    ]
    assert "3" not in turned.show(turned.result(turned.initial(), 3), viewer=1).splitlines()[-1]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("parameters", [{}, {"coins": 4, "size": 1, "minimum": 0, "horizon": 20}])
def test_both_speeds_say_the_same(parameters):
    hm.check_game(OshiZumo(**parameters), games=2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4 4", "looks like '4 4 #.W.# 0'"),
        ("4 4 #..# 0", "The field looks like"),
        ("5 4 #.W.# 0", "4 coins for each"),
        ("4 4 #..W# 0", "a place a round"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"coins": 0}, "'coins' is 1 to 100, not 0"),
        ({"size": 11}, "'size' is 1 to 10, not 11"),
        ({"minimum": 51}, "'minimum' is 0 to 50, not 51"),
        ({"horizon": 0}, "'horizon' is 1 to 1000, not 0"),
    ],
)
def test_parameters_that_make_no_game_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        OshiZumo(**parameters)
