import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.nim import Nim
from halfmove.search.algorithms import choose
from halfmove.search.determinized import LEAST, Determinized

KUHN = interpreted(Kuhn())


def found(analysis):
    return [(line.action, line.value, line.visits) for line in analysis.lines]


def at(moves, game=KUHN):
    return hm.position(game, moves=moves)[0]


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        (KUHN, "Q J", "Q K"),
        (KUHN, "J Q bet", "K Q bet"),
        (KUHN, "K J check bet", "K Q check bet"),
        (in_turn(interpreted(Goofspiel(cards=3))), "3 A", "3 2"),
    ],
)
def test_what_the_player_cannot_see_changes_nothing(game, one, other):
    first, second = (
        hm.analyze(game, at(moves, game), hm.Limit(simulations=400), lines=3, seed=5)
        for moves in (one, other)
    )
    assert found(first) == found(second)
    assert first.value == second.value


def test_only_states_that_were_drawn_are_searched(monkeypatch):
    """Of the state itself no result is asked: the search goes on from the states drawn."""
    asked, true = [], at("Q J")
    original = Kuhn.result

    def watched(self, s, a):
        asked.append(s)
        return original(self, s, a)

    monkeypatch.setattr(Kuhn, "resample", lambda self, s, player, random: at("Q K"))
    monkeypatch.setattr(Kuhn, "result", watched)
    hm.analyze(KUHN, true, hm.Limit(simulations=200), algorithm="determinized", seed=1)
    assert asked
    assert true not in asked


def test_a_seed_repeats_and_another_does_not():
    game, limit = in_turn(interpreted(Goofspiel(cards=4))), hm.Limit(simulations=300)
    state = at("3", game)
    first = found(hm.analyze(game, state, limit, lines=4, seed=1))
    assert found(hm.analyze(game, state, limit, lines=4, seed=1)) == first
    assert found(hm.analyze(game, state, limit, lines=4, seed=2)) != first


@pytest.mark.parametrize(
    ("moves", "best"),
    [("J K bet", "call"), ("K J bet", "fold"), ("K J check bet", "call"), ("J Q check bet", "fold")],
)
def test_what_is_certain_is_found(moves, best):
    analysis = hm.analyze(
        KUHN, at(moves), hm.Limit(simulations=600), algorithm="determinized", seed=1, lines=2
    )
    assert KUHN.action_text(analysis.state, analysis.best) == best
    assert analysis.algorithm == "determinized"
    assert not analysis.proven


def test_values_are_means_over_the_states_drawn():
    """With a queen that faces a bet, a call wins or loses 2 as the other card is a jack or a king."""
    analysis = hm.analyze(
        KUHN,
        at("J Q bet"),
        hm.Limit(simulations=6400),
        algorithm="determinized",
        seed=1,
        lines=2,
        options={"worlds": "400"},
    )
    by_text = {KUHN.action_text(analysis.state, line.action): line for line in analysis.lines}
    assert by_text["fold"].value == -1
    low, high = by_text["call"].interval
    assert low < 0 < high
    assert high - low < 0.9
    assert analysis.statistics["worlds"] == 400
    assert analysis.nodes == 6400


def test_how_many_states_are_drawn():
    few = hm.analyze(KUHN, at("Q J"), hm.Limit(simulations=3 * LEAST), algorithm="determinized", seed=1)
    assert few.statistics["worlds"] == 3
    told = hm.analyze(
        KUHN, at("Q J"), hm.Limit(simulations=500), algorithm="determinized", seed=1, options={"worlds": "7"}
    )
    assert told.statistics["worlds"] == 7
    assert (
        hm.analyze(KUHN, at("Q J"), hm.Limit(seconds=0.2), algorithm="determinized").statistics["worlds"] > 1
    )


def test_it_stands_where_something_is_hidden_and_nowhere_else():
    assert choose(Kuhn()).name == "equilibrium"
    assert choose(Goofspiel()).name == "backward-induction"
    assert choose(in_turn(Goofspiel())).name == "backward-induction"
    assert choose(Goofspiel(cards=13)).name == "sm-mcts"
    assert choose(Nim()).name == "engine"
    with pytest.raises(Unsuitable, match="in nim players see everything"):
        choose(Nim(), "determinized")
    for name in ("mcts", "engine", "alphabeta", "expectiminimax"):
        with pytest.raises(Unsuitable):
            choose(Kuhn(), name)
        with pytest.raises(Unsuitable):
            choose(Goofspiel(), name)


def test_a_simultaneous_game_is_searched_in_turn():
    game = interpreted(Goofspiel(cards=3, prizes="descending"))
    analysis = hm.analyze(game, limit=hm.Limit(simulations=300), seed=1)
    assert analysis.game == in_turn(game)
    assert analysis.best in (1, 2, 3)


def test_where_nature_moves_and_where_the_game_is_over():
    start = hm.analyze(KUHN, limit=hm.Limit(simulations=100))
    assert start.lines == ()
    assert -2 < start.value < 2
    over = hm.analyze(KUHN, at("K J check check"))
    assert (over.value, over.proven, over.lines) == (1, True, ())


def test_several_players_and_only_some_actions():
    game = in_turn(interpreted(Goofspiel(cards=3, players=3)))
    analysis = hm.analyze(game, at("3", game), hm.Limit(simulations=200), seed=1, only={1, 2}, lines=3)
    assert {line.action for line in analysis.lines} == {1, 2}


def test_its_options():
    with pytest.raises(BadInput, match="has no option 'c'; there is: worlds"):
        hm.analyze(KUHN, at("Q J"), algorithm="determinized", options={"c": "1"})
    with pytest.raises(BadInput, match="a whole number from 1 to"):
        hm.analyze(KUHN, at("Q J"), algorithm="determinized", options={"worlds": "0"})


@pytest.mark.slow_interpreted
def test_both_speeds_find_the_same():
    limit = hm.Limit(simulations=400)
    state = at("Q J")
    fast = hm.analyze(Kuhn(), state, limit, algorithm="determinized", lines=2, seed=3)
    assert found(fast) == found(hm.analyze(KUHN, state, limit, algorithm="determinized", lines=2, seed=3))
    memory = Determinized(Kuhn(), seed=3)
    assert found(hm.analyze(Kuhn(), state, limit, algorithm="determinized", lines=2, memory=memory)) == found(
        fast
    )


class Words(hm.Game):
    """Two players say a word at once; states and actions are any Python objects."""

    compiled = False
    dynamics = "simultaneous"

    def initial(self):
        return ()

    def to_move(self, s):
        return hm.SIMULTANEOUS

    def actions_of(self, s, player):
        yield from ("yes", "no") if player == 0 else ("yes", "perhaps")

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return bool(s)

    def utility(self, s, player):
        return (1 if s[0] == "no" else -1) * (1 if player == 0 else -1)


def test_actions_that_are_no_numbers():
    """The first wins by a no, whatever the second says."""
    game = in_turn(Words())
    analysis = hm.analyze(game, limit=hm.Limit(simulations=200), seed=1, lines=2)
    assert analysis.best == "no"
    hm.check_game(Words(), games=3)
