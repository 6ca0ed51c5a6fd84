"""Regret minimisation as the paper writes it: a recursion over states, with dictionaries.

Nothing is laid out and nothing is shared with `halfmove.imperfect`.
"""

from halfmove.core.contract import CHANCE


class NaiveCFR:
    """Counterfactual regret minimisation with alternating updates (Zinkevich et al. 2007)."""

    def __init__(self, game):
        self.game = game
        self.regrets, self.sums = {}, {}

    def strategy(self, key, actions):
        regrets = self.regrets.setdefault(key, dict.fromkeys(actions, 0.0))
        positive = {a: max(r, 0.0) for a, r in regrets.items()}
        total = sum(positive.values())
        if total <= 0:
            return dict.fromkeys(actions, 1 / len(actions))
        return {a: r / total for a, r in positive.items()}

    def iterate(self):
        for player in range(self.game.players):
            current = {key: self.strategy(key, list(row)) for key, row in self.regrets.items()}
            self._walk(self.game.initial(), player, 1.0, 1.0, current)

    def _walk(self, state, player, own, others, current):
        game = self.game
        if game.is_terminal(state):
            return game.utility(state, player)
        mover = game.to_move(state)
        if mover == CHANCE:
            return sum(
                p * self._walk(game.result(state, a), player, own, others * p, current)
                for a, p in game.outcomes(state)
            )
        key, actions = (mover, game.information(state, mover)), list(game.actions(state))
        if key not in current:
            current[key] = self.strategy(key, actions)
        policy = current[key]
        if mover != player:
            return sum(
                policy[a] * self._walk(game.result(state, a), player, own, others * policy[a], current)
                for a in actions
            )
        values = {
            a: self._walk(game.result(state, a), player, own * policy[a], others, current) for a in actions
        }
        value = sum(policy[a] * values[a] for a in actions)
        sums = self.sums.setdefault(key, dict.fromkeys(actions, 0.0))
        # His own reach is the same in all histories of the set: it is counted once, by sharing it among them.
        for a in actions:
            self.regrets[key][a] += others * (values[a] - value)
            sums[a] += others * own * policy[a]
        return value


def best_response(game, policy, player):
    """What `player` earns with a best response to `policy(state)`: his sets, decided from the last back."""
    depth_of, members = {}, {}

    def collect(state, likely, depth):
        if game.is_terminal(state):
            return
        mover = game.to_move(state)
        if mover == CHANCE:
            for a, p in game.outcomes(state):
                collect(game.result(state, a), likely * p, depth + 1)
        elif mover == player:
            key = game.information(state, player)
            depth_of[key] = depth
            members.setdefault(key, []).append((state, likely))
            for a in game.actions(state):
                collect(game.result(state, a), likely, depth + 1)
        else:
            for a, p in policy(state).items():
                collect(game.result(state, a), likely * p, depth + 1)

    collect(game.initial(), 1.0, 0)
    plan = {}

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, player)
        mover = game.to_move(state)
        if mover == CHANCE:
            return sum(p * value(game.result(state, a)) for a, p in game.outcomes(state))
        if mover == player:
            return value(game.result(state, plan[game.information(state, player)]))
        return sum(p * value(game.result(state, a)) for a, p in policy(state).items())

    for key in sorted(members, key=depth_of.get, reverse=True):
        actions = list(game.actions(members[key][0][0]))
        plan[key] = max(actions, key=lambda a: sum(p * value(game.result(s, a)) for s, p in members[key]))
    return value(game.initial())
