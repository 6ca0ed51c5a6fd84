"""A game of ours beside OpenSpiel's own: both played through together, history by history.

Same players to move, chances, actions, payoffs and ends; and the information sets are the same: two histories
look the same to a player in one exactly if they do in the other.
"""

from __future__ import annotations

import random

import pytest

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.in_turn import in_turn


def load(text):
    """OpenSpiel's game, moves made at once in turn; the test is skipped where OpenSpiel is not installed."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = pyspiel.load_game(text)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return game


class Beside:
    """The comparison; `theirs` gives OpenSpiel's number for our action in our state.  `sets`: whether
    information sets are compared; not of a game of perfect information, as its states tell no histories.
    `scale`: what our payoffs are to be multiplied by."""

    def __init__(self, game, text, theirs=None, *, sets=True, scale=1):
        self.game, self.other = interpreted(in_turn(game)), load(text)
        self.theirs = theirs or (lambda game, s, a: a)
        self.compare_sets = sets
        self.scale = scale
        self.names = [{} for _ in range(game.players)]
        self.texts = [{} for _ in range(game.players)]
        self.histories = 0

    def all(self):
        """Every history."""
        waiting = [(self.game.initial(), self.other.new_initial_state())]
        while waiting:
            waiting += self.step(*waiting.pop())
        return self

    def some(self, games, seed=1):
        """Random games."""
        draw = random.Random(seed)
        for _ in range(games):
            found = [(self.game.initial(), self.other.new_initial_state())]
            while found:
                found = self.step(*draw.choice(found))
        return self

    def step(self, s, t):
        """Compare one history, and give those one action on."""
        game = self.game
        self.histories += 1
        where = f"after {t.history_str()}: {game.position_text(s)}"
        while not t.is_terminal() and t.is_chance_node() and game.to_move(s) != CHANCE:
            ((only, _),) = t.chance_outcomes()  # a chance of one outcome is none
            t.apply_action(only)
        while t.is_terminal() and not game.is_terminal(s):
            (only,) = game.actions(s)  # it plays a last round without choices by itself
            s = game.result(s, only)
        assert game.is_terminal(s) == t.is_terminal(), where
        if t.is_terminal():
            for player, earned in enumerate(t.returns()):
                assert game.utility(s, player) * self.scale == pytest.approx(earned), where
            return []
        mover = game.to_move(s)
        if mover == CHANCE:
            assert t.is_chance_node(), where
            mine = {self.theirs(game, s, a): (a, p) for a, p in game.outcomes(s)}
            others = dict(t.chance_outcomes())
            assert mine.keys() == others.keys(), where
            for action, (_, p) in mine.items():
                assert p == pytest.approx(others[action]), where
            return [(game.result(s, a), t.child(action)) for action, (a, _) in mine.items()]
        assert t.current_player() == mover, where
        mine = {self.theirs(game, s, a): a for a in game.actions(s)}
        assert sorted(mine) == t.legal_actions(), where
        if not self.compare_sets:
            return [(game.result(s, a), t.child(action)) for action, a in mine.items()]
        name, text = int(game.information(s, mover)), t.information_state_string(mover)
        assert self.names[mover].setdefault(name, text) == text, where
        assert self.texts[mover].setdefault(text, name) == name, where
        return [(game.result(s, a), t.child(action)) for action, a in mine.items()]

    @property
    def sets(self):
        """The information sets met, of all players."""
        return sum(map(len, self.names))
