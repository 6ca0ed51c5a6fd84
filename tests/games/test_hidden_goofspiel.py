from collections import defaultdict

import pytest
from peer_open_spiel import Beside

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import stream
from halfmove.core.view import View
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.hidden_goofspiel import HiddenGoofspiel
from halfmove.games.reference import open_position
from halfmove.imperfect.strategy import Strategy

GAME = interpreted(HiddenGoofspiel(cards=4))
FOUR = interpreted(HiddenGoofspiel(cards=4, prizes="descending"))
THEIRS = "goofspiel(imp_info=True,num_cards={},points_order={},returns_type=point_difference)"


def states(game):
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        yield state
        if not game.is_terminal(state):
            waiting += [game.result(state, a) for a in game.actions(state)]


@pytest.mark.parametrize("prizes", ["descending", "random"])
def test_the_rules_are_goofspiels(prizes):
    """Whatever is played, prizes, hands and points are those of the open game."""
    hidden, plain = (interpreted(kind(cards=3, prizes=prizes)) for kind in (HiddenGoofspiel, Goofspiel))
    waiting = [(hidden.initial(), plain.initial())]
    while waiting:
        s, t = waiting.pop()
        assert s[:4] == t
        assert hidden.is_terminal(s) == plain.is_terminal(t)
        if hidden.is_terminal(s):
            assert hidden.utility(s, 0) == plain.utility(t, 0)
            continue
        assert list(hidden.actions(s)) == list(plain.actions(t))
        waiting += [(hidden.result(s, a), plain.result(t, a)) for a in plain.actions(t)]


@pytest.mark.parametrize(("cards", "prizes", "sets"), [(3, "descending", 16), (3, "random", 90)])
def test_as_open_spiel_plays_it(cards, prizes, sets):
    """Payoffs there are differences from the mean, half of ours."""
    game = HiddenGoofspiel(cards=cards, prizes=prizes)
    assert Beside(game, THEIRS.format(cards, prizes), lambda game, s, a: a - 1, scale=0.5).all().sets == sets


def test_random_games_of_six_cards_as_open_spiel_plays_them():
    Beside(HiddenGoofspiel(cards=6), THEIRS.format(6, "random"), lambda game, s, a: a - 1, scale=0.5).some(30)


def test_values():
    """NashConv of random play on four cards is 2 · 2.5 by OpenSpiel 2.0.2; both sides are the same."""
    assert 2 * hm.exploitability(FOUR, Strategy.uniform(FOUR)) == pytest.approx(5)
    solution = hm.regret(FOUR, algorithm="linear-programme")
    assert (solution.value, solution.exploitability) == (
        pytest.approx(0, abs=1e-9),
        pytest.approx(0, abs=1e-9),
    )


def test_what_is_drawn_is_everything_that_a_player_cannot_tell_apart_and_no_more():
    for player in (0, 1):
        alike = defaultdict(set)
        for state in states(FOUR):
            if not FOUR.is_terminal(state):
                alike[FOUR.information(state, player)].add(state)
        assert max(map(len, alike.values())) > 3
        for group in alike.values():
            first = next(iter(group))
            drawn = [FOUR.resample(first, player, stream(seed)) for seed in range(25 * len(group))]
            assert set(drawn) == group
            assert {FOUR.resample(other, player, stream(3)) for other in group} == {drawn[3]}


def test_a_player_sees_his_cards_and_who_took_what():
    state, _ = hm.position(GAME, moves="3 2/4 A")
    assert GAME.show(state).splitlines() == [
        "prize   A  of A24", "first    0  A34", "second   3  A23", "3 to second (2/4)", "all bid for A",
    ]  # fmt: skip
    assert GAME.show_to(state, 0).splitlines()[2:4] == ["second   3  ???", "3 to second (2/?)"]
    assert GAME.show_to(state, SPECTATOR).splitlines()[1:4] == [
        "first    0  ???", "second   3  ???", "3 to second (?/?)",
    ]  # fmt: skip
    history = open_position(in_turn(GAME), None, "3 2 4 A 3 3")
    assert View(history, 0).moves() == ["3", "2", "2, second takes it", "A", "3", "3, nobody takes it"]
    assert View(history, 1).moves() == [
        "3",
        "a choice",
        "4, second takes it",
        "A",
        "a choice",
        "3, nobody takes it",
    ]
    assert View(history, SPECTATOR).moves()[2] == "second takes it"
    assert GAME.parse(GAME.position_text(state)) == state
    assert GAME.surface().points(GAME.initial()) == []


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("parameters", [{}, {"cards": 13, "prizes": "descending"}])
def test_both_speeds_say_the_same(parameters):
    hm.check_game(HiddenGoofspiel(**parameters), games=2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5", "there is no '5'"),
        ("3:2/5", "there is no '2/5'"),
        ("3:2/4 3", "there is no '3'"),
        ("3:2/4 2:2/3", "there is no '2/3'"),
        ("3:2/4 2:1", "there is no '1'"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        GAME.parse(text)


def test_positions_of_a_fixed_order():
    with pytest.raises(BadInput, match="4 is up, not 3"):
        FOUR.parse("3")
    with pytest.raises(BadInput, match="comes after the end"):
        FOUR.parse("4:A/A 3:2/2 2:3/3 A:4/4 A")
    with pytest.raises(BadInput, match="for 2 players, not 3"):
        HiddenGoofspiel(players=3)
