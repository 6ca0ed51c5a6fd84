"""What a viewer is given of a game that hides something."""

import pickle

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.core.view import Seen, View, seen_text
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.nim import Nim
from halfmove.games.reference import open_position

pytestmark = pytest.mark.one_speed

KUHN = interpreted(Kuhn())


def at(moves):
    return open_position(KUHN, moves=moves)


def test_a_player_is_told_and_shown_his_own_card_only():
    history = at("K J check")
    first, second, spectator, analyst = (View(history, viewer) for viewer in (0, 1, SPECTATOR, None))
    assert first.moves() == ["K", "a card", "check"]
    assert second.moves() == ["a card", "J", "check"]
    assert spectator.moves() == ["a card", "a card", "check"]
    assert analyst.moves() == ["K", "J", "check"]
    assert "J" not in first.text + first.picture
    assert "K" not in second.text + second.picture.replace("Kuhn", "")
    assert first.observation == (3, 2, 0b10)
    assert spectator.observation == (0, 2, 0b10)
    assert analyst.observation == history.state


def test_only_whoever_is_to_move_has_actions():
    history = at("K J check")
    assert [View(history, viewer).legal() for viewer in (0, 1, SPECTATOR, None)] == [[], [0, 1], [], [0, 1]]
    assert [View(at("K J check check"), viewer).legal() for viewer in (0, 1, None)] == [[], [], []]
    assert {View(history, viewer).mover for viewer in (0, 1, SPECTATOR, None)} == {1}


def test_a_history_for_a_player_holds_nothing_that_he_does_not_know():
    drawn = {View(at("K J check"), 1).sampled_history(seed).state for seed in range(40)}
    assert {KUHN.card(state, 0) for state in drawn} == {2, 3}  # the true card is one of those it may be
    assert {KUHN.card(state, 1) for state in drawn} == {1}
    one, other = (View(at(f"{card} J check"), 1).sampled_history(7) for card in "KQ")
    assert isinstance(one, Seen)
    assert (one.state, one.states, one.actions, one.shown, one.told) == (
        other.state, other.states, other.actions, other.shown, other.told
    )  # fmt: skip
    assert pickle.dumps(vars(one)) == pickle.dumps(vars(other))
    assert "?" in seen_text(one)
    assert one.told == ("a card", "J", "check")


def test_where_all_is_seen_the_history_is_given_as_it_is():
    history = open_position(interpreted(Nim()), moves="A3")
    view = View(history, 0)
    assert view.sampled_history(1) is history
    assert view.legal() == []  # it is the other's turn
    assert view.moves() == ["A3"]
    assert view.text == seen_text(history) == history.game.show(history.state)


def test_choices_made_at_once_are_told_when_all_are_made():
    history = open_position(in_turn(interpreted(Goofspiel(cards=3, prizes="descending"))), moves="3 2 A")
    assert View(history, 0).moves() == ["3", "3/2", "A"]
    assert View(history, 1).moves() == ["a choice", "3/2", "a choice"]
    assert View(history, SPECTATOR).moves() == ["a choice", "3/2", "a choice"]
    assert {View(history, 1).sampled_history(seed).state.chosen[0] for seed in range(20)} == {1, 2}


@pytest.mark.parametrize(
    ("viewer", "moves", "words"),
    [
        (5, "K J", "one of the players 0 to 1"),
        (SPECTATOR, "K J", "drawn for a player"),
        (0, "K J bet fold", "The game is over"),
    ],
)
def test_what_cannot_be_is_refused(viewer, moves, words):
    with pytest.raises(BadInput, match=words):
        View(at(moves), viewer).sampled_history(1)


def test_an_analysis_of_what_is_seen_needs_no_truth():
    """A search from a history drawn for a player finds what one from the true state does."""
    for card in "KQ":
        history = at(f"{card} J check")
        seen = View(history, 1).sampled_history(3)
        found = [hm.analyze(KUHN, h.state, hm.Limit(simulations=200), seed=1).policy for h in (history, seen)]
        assert found[0] == found[1]
