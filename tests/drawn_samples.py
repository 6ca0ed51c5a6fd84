"""Samples of any game whose targets are drawn at random."""

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.words import write_words
from halfmove.learn.samples import Samples, Sizes
from halfmove.search.encoding import Encoding


def positions(game, count):
    """Samples with targets drawn at random, after 0, 1, 2 … plies."""
    encoding, random, state = Encoding(game), np.random.default_rng(3), game.initial()
    samples = Samples.empty(count, Sizes.of(encoding))
    row = Buffer(encoding.words)
    for i in range(count):
        actions, places = encoding.places(state)
        write_words(state, row, 0)
        samples.words[i] = row.array
        samples.places[i, : len(places)] = places
        shares = random.random(len(places))
        samples.shares[i, : len(places)] = shares / shares.sum()
        samples.outcome[i], samples.root[i] = random.uniform(-1, 1, 2)
        samples.policy_weight[i] = i != 1
        samples.plies_left[i] = -1 if i == 2 else 9 - i
        state = game.result(state, actions[int(random.integers(len(actions)))])
        samples.followed[i] = i < count - 1 and not game.is_terminal(state)
        if game.is_terminal(state):
            state = game.initial()
    for i in range(count if encoding.has_owners else 0):
        ended = game.initial()
        while not game.is_terminal(ended):
            actions = list(game.actions(ended))
            ended = game.result(ended, actions[int(random.integers(len(actions)))])
        write_words(ended, row, 0)
        samples.last[i], samples.owned[i] = row.array, i != 1
    return samples


def after(samples):
    """The sample after each; the last itself after the last."""
    return samples.take(np.minimum(np.arange(len(samples)) + 1, len(samples) - 1))
