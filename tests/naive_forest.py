"""A search with a network as plain objects, to compare kernels with: PUCT, and what Gumbel chooses."""

import math

import numpy as np

from halfmove.core.contract import CHANCE
from halfmove.core.randomness import fraction, stream
from halfmove.search.neural.architecture import values_of


def says_something(encoding):
    """Numbers that depend on the state alone, and not on what else is in the batch."""
    rng, values = np.random.default_rng(7), values_of(encoding.game)
    weights = rng.normal(size=(encoding.numbers, encoding.policy + values)) / 100

    def evaluate(planes):
        told = np.tanh(planes.reshape(len(planes), -1).astype(float) @ weights)
        logits = np.round(told[:, : encoding.policy] * 3 * 64) / 64
        return logits.astype(np.float32), (np.round(told[:, encoding.policy :] * 64) / 64).astype(np.float32)

    return evaluate


class Vertex:
    """A node of the tree: a state in which a player moves, or nature, which nobody judges."""

    def __init__(self, actions, mover):
        self.actions, self.mover = actions, mover
        self.n = [0] * len(actions)
        self.w = [0.0] * len(actions)
        self.children = [None] * len(actions)
        self.state = None

    def judged(self, logits, brought):
        """What the network says: a logit for each action, and what the state brings each player."""
        self.logits, self.brought, self.worth = logits, brought, brought[self.mover]
        shares = [math.exp(x - max(logits)) for x in logits]
        self.priors = [share / sum(shares) for share in shares]

    def q(self, i):
        return self.w[i] / self.n[i]

    @property
    def mean(self):
        return (self.worth + sum(self.w)) / (1 + sum(self.n))

    def completed(self):
        """Logit + sigma(completed q) of each action."""
        total = sum(self.n)
        seen = [i for i, n in enumerate(self.n) if n]
        mixed = self.worth
        if seen:
            mean = sum(self.priors[i] * self.q(i) for i in seen) / sum(self.priors[i] for i in seen)
            mixed = (self.worth + total * mean) / (1 + total)
        scale = 0.1 * (50 + max(self.n))
        return [
            logit + scale * ((self.q(i) if self.n[i] else mixed) + 1) / 2
            for i, logit in enumerate(self.logits)
        ]

    def improved(self):
        logits = self.completed()
        shares = [math.exp(x - max(logits)) for x in logits]
        return [share / sum(shares) for share in shares]


class Naive:
    """Searches of one game; nature's moves are drawn from a stream of its own."""

    def __init__(self, game, encoding, evaluate, seed=0):
        self.game, self.encoding, self.evaluate = game, encoding, evaluate
        self.random = stream(seed)
        self.asked = 0

    def vertex(self, state):
        """A new node."""
        vertex = Vertex(list(self.game.actions(state)), self.game.to_move(state))
        vertex.state = state
        if vertex.mover != CHANCE:
            logits, [values] = self.evaluate(self.encoding.planes([state]))
            brought = [float(value) for value in values]
            if len(brought) == 1:
                brought = [brought[0] if p == vertex.mover else -brought[0] for p in range(2)]
            vertex.judged([float(logits[0][place]) for place in self.encoding.places(state)[1]], brought)
            self.asked += 1
        return vertex

    def drawn(self, state):
        """The number of the outcome that nature draws."""
        left, outcomes = fraction(self.random), list(self.game.outcomes(state))
        for i, (_, probability) in enumerate(outcomes):
            left -= probability
            if left < 0:
                return i
        return len(outcomes) - 1

    def simulate(self, vertex, choose):
        """One simulation; what it brings each player."""
        i = self.drawn(vertex.state) if vertex.mover == CHANCE else choose(vertex)
        below = BELOW.get(choose, inside)
        child = vertex.children[i]
        if child is not None:
            brought = self.simulate(child, below)
        else:
            after = self.game.result(vertex.state, vertex.actions[i])
            if self.game.is_terminal(after):
                players = range(self.game.players)
                brought = [self.game.utility(after, p) / self.game.utility_limit for p in players]
            else:
                child = vertex.children[i] = self.vertex(after)
                brought = self.simulate(child, below) if child.mover == CHANCE else child.brought
        vertex.n[i] += 1
        if vertex.mover != CHANCE:
            vertex.w[i] += brought[vertex.mover]
        return brought


def best(values):
    return max(range(len(values)), key=lambda i: (values[i], -i))


def by_puct(v):
    total = 1 + sum(v.n)
    factor = (math.log((1 + total + 19652) / 19652) + 1.25) * math.sqrt(total)
    seen = sum(p for p, n in zip(v.priors, v.n, strict=True) if n)
    unvisited = v.mean - 0.2 * math.sqrt(seen)
    return best(
        [
            (v.q(i) if v.n[i] else unvisited) + factor * v.priors[i] / (1 + v.n[i])
            for i in range(len(v.actions))
        ]
    )


def inside(v):
    return best([p - n / (1 + sum(v.n)) for p, n in zip(v.improved(), v.n, strict=True)])


def at_root(noise, schedule):
    def root_by_gumbel(v):
        wanted = schedule[sum(v.n)]
        values = v.completed()
        return best([noise[i] + values[i] if n == wanted else -math.inf for i, n in enumerate(v.n)])

    return root_by_gumbel


BELOW = {by_puct: by_puct}
"""What chooses below the root, by what chooses there; `inside`, of Gumbel's roots."""
