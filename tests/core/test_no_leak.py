"""No leak: all histories that a player cannot tell from one another look alike to him, in all he is given.

Every history of a game is gone through.  Those in which a player has the same information differ in what is
hidden from him alone; what a view of any of them gives him (text, picture, numbers, what he was told of the
moves, what he may do, the state a search is given) must not differ, nor what a player of matches answers.
"""

import pickle
from collections import defaultdict

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, SPECTATOR
from halfmove.core.history import History
from halfmove.core.in_turn import InTurn, in_turn
from halfmove.core.view import View
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc

pytestmark = pytest.mark.one_speed

GAMES = [
    interpreted(Kuhn()),
    interpreted(Leduc()),
    in_turn(interpreted(Goofspiel(cards=3, prizes="descending"))),
]


def histories(game):
    """All histories of a game."""
    waiting = [()]
    while waiting:
        actions = waiting.pop()
        history = History(game, None, actions)
        yield history
        if not game.is_terminal(history.state):
            if game.to_move(history.state) == CHANCE:
                waiting += [(*actions, action) for action, _ in game.outcomes(history.state)]
            else:
                waiting += [(*actions, action) for action in game.actions(history.state)]


def alike(game, viewer):
    """The histories that a viewer cannot tell from one another, in groups of two and more."""
    groups = defaultdict(list)
    for history in histories(game):
        if viewer == SPECTATOR:
            name = (*View(history, viewer).moves(), game.public(history.state))  # cards that lie open at last
        elif isinstance(game, InTurn):  # what is known of a state forgets who chose what in rounds before
            name = tuple(View(history, viewer).moves())
        else:
            name = (int(game.information(history.state, viewer)), history.over)
        groups[name].append(history)
    return [group for group in groups.values() if len(group) > 1]


def given(history, viewer):
    """All that a viewer is given of a history."""
    view = View(history, viewer)
    told = [view.text, view.picture, view.observation, view.moves(), view.legal(), view.mover, view.over]
    if viewer != SPECTATOR and not view.over:
        drawn = view.sampled_history(5)
        told += [drawn.state, drawn.shown, drawn.told, pickle.dumps(vars(drawn))]
    return told


@pytest.mark.parametrize(
    ("game", "viewer"),
    # whoever chooses first has nothing hidden from him: the other has not chosen yet
    [(game, viewer) for game in GAMES for viewer in (0, 1, SPECTATOR) if (game, viewer) != (GAMES[2], 0)],
)
def test_what_a_viewer_cannot_see_changes_nothing_he_is_given(game, viewer):
    groups = alike(game, viewer)
    assert groups
    for group in groups:
        first = given(group[0], viewer)
        for history in group[1:]:
            assert given(history, viewer) == first


@pytest.mark.parametrize("game", GAMES[:2], ids=repr)
def test_nor_what_is_found_for_him(game):
    """The search that plays such games, from every hand of an information set."""
    groups = [g for g in alike(game, 1) if game.to_move(g[0].state) == 1 and not g[0].over]
    assert groups
    for group in groups[:: max(len(groups) // 6, 1)]:
        found = []
        for history in group:
            analysis = hm.analyze(game, history.state, hm.Limit(simulations=64), lines=3, seed=3)
            found.append([(line.action, line.value, line.visits) for line in analysis.lines])
        assert all(f == found[0] for f in found)
