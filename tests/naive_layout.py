"""The layout of a game by its definition: history by history, each with the last choice of every player."""

import numpy as np

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.in_turn import InTurn, in_turn, rules_of
from halfmove.imperfect.layout import OVER, Layout


def naive_layout(game):
    """A `Layout`; the names of its sets, their actions, and the actions that lead to the first history of
    each."""
    return NaiveLayout(interpreted(in_turn(game))).numbered()


class NaiveLayout:
    """A last choice is (player, name of the set, which action); None before the first."""

    def __init__(self, game):
        self.game, self.players = game, game.players
        self.sets = [{} for _ in range(self.players)]  # by name: number, actions, last choice before, way
        self.leaves = {}
        self.mover, self.place, self.child, self.chance, self.earned = [], [], [], [1.0], []
        level = [(game.initial(), (None,) * self.players, 1.0, (), 0)]
        while level:
            self.following = []
            self.at = len(self.mover) + len(level)
            for history in level:
                self.note(*history)
            level = self.following
        self.child.append(len(self.mover))

    def note(self, state, last, likely, way, seen):
        """A history: its state, everybody's last choice, nature's probability, the actions that lead to it,
        and the last history on the way that all players have seen."""
        game = self.game
        self.child.append(self.at)
        if game.is_terminal(state):
            self.end(state, last, likely)
            return
        if not (isinstance(game, InTurn) and state.chosen != game.nobody):
            seen = len(self.mover)
        mover = game.to_move(state)
        self.mover.append(mover)
        if mover == CHANCE:
            self.place.append(0)
            steps = [(action, p, last) for action, p in game.outcomes(state)]
        else:
            actions = tuple(game.actions(state))
            name = game.information(state, mover) if rules_of(game).hidden else seen
            self.sets[mover].setdefault(name, (len(self.sets[mover]), actions, last[mover], way))
            self.place.append((mover, name))
            steps = [
                (action, 1.0, (*last[:mover], (mover, name, which), *last[mover + 1 :]))
                for which, action in enumerate(actions)
            ]
        for action, p, now in steps:
            self.chance.append(p)
            self.following.append((game.result(state, action), now, likely * p, (*way, action), seen))
        self.at += len(steps)

    def end(self, state, last, likely):
        earned = [float(self.game.utility(state, player)) for player in range(self.players)]
        self.mover.append(OVER)
        self.place.append(len(self.earned))
        self.earned.append(earned)
        sums = self.leaves.setdefault(last, [0.0] * self.players)
        for player in range(self.players):
            sums[player] += likely * earned[player]

    def numbered(self):
        ordered = [(p, *found) for p, sets in enumerate(self.sets) for found in sets.values()]
        bounds = np.cumsum([0, *map(len, self.sets)])
        first = np.cumsum([self.players, *(len(actions) for _, _, actions, _, _ in ordered)])

        def set_number(player, name):
            return int(bounds[player]) + self.sets[player][name][0]

        def sequence(player, last):
            return player if last is None else int(first[set_number(*last[:2])]) + last[2]

        leaves = sorted(
            ([sequence(p, last) for p, last in enumerate(key)], sums)
            for key, sums in self.leaves.items()
            if any(sums)
        )
        layout = Layout(
            players=self.players,
            sets=bounds,
            first=first,
            parent=np.array([sequence(player, last) for player, _, _, last, _ in ordered]),
            leaf=np.array([key for key, _ in leaves]),
            pay=np.array([sums for _, sums in leaves]),
            mover=np.array(self.mover),
            place=np.array([set_number(*at) if isinstance(at, tuple) else at for at in self.place]),
            child=np.array(self.child),
            chance=np.array(self.chance),
            earned=np.array(self.earned),
        )
        names = [name for sets in self.sets for name in sets]
        return layout, names, [set_[2] for set_ in ordered], [list(set_[4]) for set_ in ordered]
