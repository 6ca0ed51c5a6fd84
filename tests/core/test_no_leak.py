"""No leak: all histories that a player cannot tell from one another look alike to him, in all he is given.

Histories of every registered game that hides something are gone through: all of a small one, of others those
of a few actions in each state.  Those in which a player has the same information differ in what is
hidden from him alone; what a view of any of them gives him (text, picture, numbers, what he was told of the
moves, what he may do, the state a search is given) must not differ, nor what a player of matches answers.
"""

import pickle
from collections import defaultdict

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, SPECTATOR, Chance
from halfmove.core.history import History
from halfmove.core.in_turn import InTurn, in_turn, rules_of
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import stream
from halfmove.core.view import View

pytestmark = pytest.mark.one_speed

SMALL = {
    "goofspiel": [{"cards": 3, "prizes": "descending"}],
    "hidden-goofspiel": [{"cards": 3, "prizes": "descending"}],
    "kuhn": [{}, {"players": 3}],
    "leduc": [{}],
    "liars-dice": [{"sides": 3}],
    "dark-hex": [{"rows": 2, "columns": 2}],
    "oshi-zumo": [{"coins": 3, "size": 1}],
}
"""Parameters of games small enough to go through."""
BROAD, LONG = 3, 6
"""Of other games: the actions tried in each state, and the plies."""
OWN = {"dark-chess": (BROAD, 4), "scrabble": (2, 9)}
"""Fewer plies where each takes long in plain Python, more where all tiles seen come first."""


def cases():
    for name in hm.all_games():
        if hm.game(name).veiled:
            for parameters in SMALL.get(name, [{}]):
                yield in_turn(interpreted(hm.game(name, **parameters)))


GAMES = list(cases())


def whole(game):
    """Whether all histories are gone through."""
    rules = game.game if isinstance(game, InTurn) else game
    return rules.name in SMALL


def histories(game):
    """All histories of a small game, some of a large one."""
    broad, long = OWN.get(rules_of(game).name, (BROAD, LONG))
    waiting = [()]
    while waiting:
        actions = waiting.pop()
        history = History(game, None, actions)
        yield history
        state = history.state
        if game.is_terminal(state) or (not whole(game) and len(actions) == long):
            continue
        if game.to_move(state) != CHANCE:
            found = list(game.actions(state))
        elif game.chance is Chance.SAMPLED:
            found = [*dict.fromkeys(draw_outcome(game, state, stream(seed)) for seed in range(broad))]
        else:
            found = [action for action, _ in game.outcomes(state)]
        waiting += [(*actions, action) for action in (found if whole(game) else found[:broad])]


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
        surface = view.game.surface()
        if surface is not None and view.mover == viewer:
            told += [surface.points(history.state), surface.occupied_to(history.state, viewer)]
    return told


@pytest.mark.parametrize(
    ("game", "viewer"),
    # whoever chooses first has nothing hidden from him: the others have not chosen yet
    [(g, v) for g in GAMES for v in (*range(g.players), SPECTATOR) if not (isinstance(g, InTurn) and v == 0)],
    ids=repr,
)
def test_what_a_viewer_cannot_see_changes_nothing_he_is_given(game, viewer):
    groups = alike(game, viewer)
    assert groups
    for group in groups:
        first = given(group[0], viewer)
        for history in group[1:]:
            assert given(history, viewer) == first


@pytest.mark.parametrize("game", [g for g in GAMES if g.hidden and whole(g) and g.players == 2], ids=repr)
def test_nor_what_is_found_for_him(game):
    """The search that plays such games, from every hand of an information set."""
    groups = [g for g in alike(game, 1) if game.to_move(g[0].state) == 1 and not g[0].over]
    if not groups:  # moves at once, where the second player knows as little as the first
        assert isinstance(game, InTurn)
    for group in groups[:: max(len(groups) // 6, 1)]:
        found = []
        for history in group:
            analysis = hm.analyze(game, history.state, hm.Limit(simulations=64), lines=3, seed=3)
            found.append([(line.action, line.value, line.visits) for line in analysis.lines])
        assert all(f == found[0] for f in found)
