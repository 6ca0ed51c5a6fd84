"""Games of OpenSpiel as ours: the contract holds, searches and solvers agree with what is known of them."""

import pickle

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.randomness import stream
from halfmove.games.reference import GameReference, PositionReference
from tests.command import halfmove

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from halfmove.bridges.from_open_spiel import OpenSpielGame, open_spiel_game

pytestmark = pytest.mark.one_speed

KINDS = {
    "chances": "pig",
    "hidden cards": "kuhn_poker",
    "moves at once": "goofspiel(num_cards=3)",
    "no texts for what is public": "liars_dice(numdice=1,dice_sides=2)",
    "perfect information": "connect_four(rows=4,columns=4)",
    "written in Python": "python_tic_tac_toe",
}


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS)
def test_the_contract_holds(name):
    report = hm.check_game(open_spiel_game(name), games=2)
    assert report.games == 2


def test_a_game_is_found_by_its_name_on_the_command_line():
    done = halfmove("solve", "open_spiel:tic_tac_toe")
    assert done.status == 0
    assert "proven draw" in done.out


def test_parameters_come_by_keyword_or_in_brackets():
    game = GameReference("open_spiel:hex(swap=True)", {"board_size": 3}).open()
    assert game == OpenSpielGame(game="hex(swap=True,board_size=3)")
    assert len(list(game.actions(game.initial()))) == 9


def test_kuhn_poker_is_worth_an_eighteenth_less():
    found = hm.analyze(open_spiel_game("kuhn_poker"))
    assert found.value == pytest.approx(-1 / 18)


def test_a_position_goes_to_another_process_and_back():
    game = open_spiel_game("kuhn_poker")
    history = hm.History(game, actions=[2, 0, 1])
    again = PositionReference.from_data(PositionReference.of(history).as_data()).open()
    assert again.texts() == history.texts() == ["Deal:2", "Deal:0", "Bet"]
    assert again.state == history.state == pickle.loads(pickle.dumps(history.state))
    assert game.parse(game.position_text(history.state)) == history.state
    assert game.position_text(game.initial()) == "-"


def test_a_player_is_told_of_no_card_but_his_own():
    game = open_spiel_game("kuhn_poker")
    history = hm.History(game, actions=[2, 0])
    assert game.action_seen(history.states[0], 2, 0) == "Deal:2"
    assert game.action_seen(history.states[0], 2, 1) == "something"
    assert game.action_seen(history.state, 1, 1) == "Bet"
    drawn = {game.resample(history.state, 0, stream(seed)).past for seed in range(20)}
    assert drawn == {(2, 0), (2, 1)}


def test_own_acts_are_remembered_where_open_spiel_forgets_them():
    """In Goofspiel its information states do not say which cards a player bid."""
    game = open_spiel_game("goofspiel(num_cards=3)")
    s = game.replayed([0, 0, 1])
    other = game.replayed([0, 1, 0])
    assert game.information(s, 0) != game.information(other, 0)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("conect_four", "OpenSpiel has no game 'conect_four'; the nearest are: connect_four"),
        ("zzz", "OpenSpiel has no game 'zzz'; `pyspiel.registered_names()` lists them"),
        ("connect_four(rws=3)", "Unknown parameter 'rws'"),
    ],
)
def test_what_open_spiel_has_not_got_is_one_sentence(name, said):
    with pytest.raises(BadInput, match=said.replace("(", r"\(").replace(")", r"\)")):
        open_spiel_game(name)


def test_a_game_whose_chances_cannot_be_listed_is_refused():
    with pytest.raises(Unsuitable, match="draws its chances by itself"):
        open_spiel_game("negotiation")


@pytest.mark.parametrize("text", ["3 3 3 3 3", "9", "x", "1 two"])
def test_a_position_that_cannot_be_is_one_sentence(text):
    with pytest.raises(BadInput, match="action"):
        open_spiel_game("connect_four(rows=4,columns=4)").parse(text)
