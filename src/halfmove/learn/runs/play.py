"""Self-play as a run sees it: networks go in, samples come out; here, in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from halfmove.core.contract import Game
from halfmove.learn.samples import Samples
from halfmove.learn.selfplay import Evaluate, Options, Played, SelfPlay, Throughput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.network import Network


@dataclass(frozen=True)
class Arrival:
    """Games that have ended."""

    samples: Samples
    games: int
    results: tuple[int, int, int]
    """How many the first player won, how many were drawn, and how many he lost."""
    example: list[int]
    """The actions of one of them."""
    done: Throughput
    """What playing them took."""


class Play(Protocol):
    """Where games are played."""

    def publish(self) -> None:
        """A new network is in the file."""

    def arrived(self, seconds: float) -> list[Arrival]:
        """The games that have ended since, waiting at most so long for one."""

    def close(self) -> None:
        """Stop."""


def arrival_of(games: list[Played], done: Throughput) -> Arrival:
    """Several games as one arrival."""
    firsts = [game.outcome[0] for game in games]
    results = sum(v > 0 for v in firsts), sum(v == 0 for v in firsts), sum(v < 0 for v in firsts)
    samples = Samples.joined([game.samples for game in games])
    return Arrival(samples, len(games), results, games[-1].actions, done)


def evaluate_of(game: Game, file: Path, by_torch: bool) -> Evaluate:
    """What computes the outputs of the network in a file, at its fastest here."""
    network = Network.load(file, game)
    if not by_torch:
        return network.evaluate()
    from halfmove.learn.learner.evaluating import TorchEvaluate

    return TorchEvaluate(network.architecture, network.parameters)


class InThisProcess:
    """`Play` here, a step for each time it is asked: the same seed gives the same games."""

    def __init__(self, game: Game, options: Options, seed: int, file: Path, by_torch: bool) -> None:
        self._load: Callable[[], Evaluate] = lambda: evaluate_of(game, file, by_torch)
        self._selfplay = SelfPlay(Encoding(game), self._load(), options, seed=seed)

    def publish(self) -> None:
        """Play with the network that the file holds now."""
        self._selfplay.evaluate = self._load()

    def arrived(self, seconds: float) -> list[Arrival]:
        """The games that end with the next step."""
        ended = [game for game in self._selfplay.step() if len(game.samples)]
        if not ended:
            return []
        done, self._selfplay.done = self._selfplay.done, Throughput()
        return [arrival_of(ended, done)]

    def close(self) -> None:
        """Nothing is left to stop."""
