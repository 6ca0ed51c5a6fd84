import math

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import stream
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc
from halfmove.games.nim import Nim
from halfmove.search.algorithms import choose
from halfmove.search.perfect_information import OpenCards

pytestmark = pytest.mark.one_speed

KUHN = interpreted(Kuhn())
LEDUC = interpreted(Leduc())
GOOFSPIEL = in_turn(interpreted(Goofspiel(cards=3)))
WHOLE = hm.Limit()


def at(moves, game=KUHN):
    return hm.position(game, moves=moves)[0]


def found(analysis):
    return [(line.action, line.value, line.interval) for line in analysis.lines]


# ---- against the definition


def open_value(game, state):
    """What a state is worth to player 0 when both see everything: the whole tree, by the definition."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.to_move(state) == hm.CHANCE:
        return math.fsum(p * open_value(game, game.result(state, a)) for a, p in game.outcomes(state))
    values = [open_value(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


def naive(game, state, worlds, seed):
    mover, random = game.to_move(state), stream(seed)
    drawn = [game.resample(state, mover, random) for _ in range(worlds)]
    sign = 1 if mover == 0 else -1
    return {
        a: math.fsum(sign * open_value(game, game.result(s, a)) for s in drawn) / worlds
        for a in game.actions(state)
    }


@pytest.mark.parametrize("search", ["auto", "expectiminimax", "maxn"])
@pytest.mark.parametrize(
    ("game", "moves"),
    [(KUHN, "Q J"), (KUHN, "J Q bet"), (LEDUC, "K Q bet"), (GOOFSPIEL, "3 A"), (GOOFSPIEL, "2")],
    ids=["kuhn", "second", "leduc", "at once", "first"],
)
def test_each_action_is_worth_the_mean_of_its_values_with_open_cards(game, moves, search):
    state = at(moves, game)
    analysis = hm.analyze(
        game, state, WHOLE, algorithm="pimc", lines=9, seed=7, options={"worlds": "20", "search": search}
    )
    expected = naive(game, state, 20, 7)
    assert {line.action for line in analysis.lines} == set(expected)
    for line in analysis.lines:
        assert line.value == pytest.approx(expected[line.action], abs=1e-5)  # millionths are rounded
    assert analysis.lines[0].value == max(line.value for line in analysis.lines)
    assert analysis.statistics["worlds"] == 20
    assert not analysis.proven


@pytest.mark.parametrize("search", ["auto", "mcts", "maxn"])
@pytest.mark.parametrize(
    ("game", "one", "other"), [(KUHN, "Q J", "Q K"), (KUHN, "J Q bet", "K Q bet"), (GOOFSPIEL, "3 A", "3 2")]
)
def test_what_the_player_cannot_see_changes_nothing(game, one, other, search):
    limit = hm.Limit(simulations=300) if search == "mcts" else WHOLE
    first, second = (
        hm.analyze(
            game, at(moves, game), limit, lines=3, seed=5, algorithm="pimc", options={"search": search}
        )
        for moves in (one, other)
    )
    assert found(first) == found(second)


def test_a_solved_state_is_not_searched_again():
    """A player with the queen can hold it against two cards, however many states are drawn."""
    analysis = hm.analyze(KUHN, at("Q J"), WHOLE, algorithm="pimc", seed=1, options={"worlds": "500"})
    assert analysis.statistics == {"worlds": 500, "solved": 2}
    few = hm.analyze(KUHN, at("Q J"), WHOLE, algorithm="pimc", seed=1, options={"worlds": "20"})
    assert analysis.nodes == few.nodes
    low, high = analysis.lines[0].interval
    assert high - low < 0.25


def test_limits_are_shared_out():
    game = in_turn(interpreted(Goofspiel(cards=5)))
    state = at("3", game)
    for limit, most in ((hm.Limit(depth=2), 4), (hm.Limit(depth=3), 6)):
        analysis = hm.analyze(game, state, limit, algorithm="pimc", options={"worlds": "3"})
        assert analysis.depth <= most
        assert analysis.statistics == {"worlds": 3, "solved": 0}
    spent = hm.analyze(game, state, hm.Limit(nodes=600), algorithm="pimc", options={"worlds": "3"})
    assert 0 < spent.nodes < 5_000
    timed = hm.analyze(game, state, hm.Limit(seconds=0.1), algorithm="pimc", seed=2)
    assert timed.best in range(1, 6)
    assert timed.seconds < 1.5
    drawn = hm.analyze(
        game, state, hm.Limit(simulations=300), algorithm="pimc", options={"search": "mcts", "worlds": "3"}
    )
    assert drawn.nodes == 300


def test_where_nature_moves_where_it_is_over_and_among_what():
    start = hm.analyze(KUHN, limit=WHOLE, algorithm="pimc")
    assert start.lines == ()
    assert start.value == pytest.approx(open_value(KUHN, KUHN.initial()), abs=1e-5)
    over = hm.analyze(KUHN, at("K J check check"), algorithm="pimc")
    assert (over.value, over.proven, over.lines) == (1, True, ())
    only = hm.analyze(KUHN, at("K J"), WHOLE, only={0}, lines=2, algorithm="pimc")
    assert [line.action for line in only.lines] == [0]


def test_a_memory_serves_search_after_search():
    memory = OpenCards(LEDUC, seed=3)
    state = at("K Q", LEDUC)
    first = hm.analyze(LEDUC, state, WHOLE, algorithm="pimc", memory=memory, lines=3)
    again = hm.analyze(LEDUC, state, WHOLE, algorithm="pimc", memory=memory, lines=3)
    assert found(first) == found(again)
    assert again.nodes == 0
    memory.clear()
    assert hm.analyze(LEDUC, state, WHOLE, algorithm="pimc", memory=memory).nodes > 0


def test_three_players():
    """Three players have no opponents: each is for himself (max^n)."""
    game = interpreted(Leduc(players=3))
    analysis = hm.analyze(game, at("K Q J", game), WHOLE, algorithm="pimc", options={"worlds": "2"}, lines=2)
    assert {game.action_text(analysis.state, line.action) for line in analysis.lines} == {"check", "bet"}


def test_what_it_refuses():
    with pytest.raises(Unsuitable, match="in nim players see everything"):
        choose(Nim(), "pimc")
    for options, words in [
        ({"c": "1"}, "has no option 'c'; there are: worlds, search"),
        ({"worlds": "0"}, "a whole number from 1 to"),
        ({"search": "nobody"}, "There is no algorithm 'nobody'"),
        ({"search": "mo-ismcts"}, "'mo-ismcts' cannot search the states drawn"),
        ({"search": "alphabeta"}, "'alphabeta' cannot search the states drawn"),
    ]:
        with pytest.raises(BadInput, match=words):
            hm.analyze(KUHN, at("Q J"), algorithm="pimc", options=options)
