"""Self-play as a run sees it: networks go in, samples come out; here, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from halfmove.core.contract import Game
from halfmove.core.extras import is_installed
from halfmove.learn.samples import Samples
from halfmove.learn.selfplay import Evaluate, PlayedGame, Throughput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.network import Network

SERVER = "server"
"""The backend with which one process evaluates for all that play (`runs.leaf_server`)."""


@dataclass(frozen=True)
class FinishedGames:
    """Games that have ended."""

    samples: Samples
    games: int
    results: tuple[int, int, int]
    """How many the first player won, how many were drawn, and how many he lost."""
    example: list[int]
    """The actions of one of them."""
    done: Throughput
    """What playing them took."""
    served: Mapping[str, float] = field(default_factory=dict)
    """Seconds by part of the server of leaves, since it was heard last."""


class Player(Protocol):
    """What plays games in one process, a step at a time."""

    done: Throughput
    evaluate: Any
    """The network that it plays with, if it has one."""

    def step(self) -> list[PlayedGame]:
        """Go on; the games that have ended."""


class GameSource(Protocol):
    """Where games are played."""

    def publish(self) -> None:
        """A new network is in the file."""

    def take_games(self, seconds: float) -> list[FinishedGames]:
        """The games that have ended since, waiting at most so long for one."""

    def close(self) -> None:
        """Stop."""


def join_games(games: list[PlayedGame], done: Throughput) -> list[FinishedGames]:
    """Several games as one arrival for each variant; what they took goes with the first."""
    by_variant: dict[int, list[PlayedGame]] = {}
    for game in games:
        by_variant.setdefault(int(game.samples.variant[0]), []).append(game)
    shares = [done, *[Throughput()] * (len(by_variant) - 1)]
    return [_join_alike(alike, share) for alike, share in zip(by_variant.values(), shares, strict=True)]


def _join_alike(games: list[PlayedGame], done: Throughput) -> FinishedGames:
    """Games of one variant as one arrival."""
    firsts = [game.outcome[0] for game in games]
    results = sum(v > 0 for v in firsts), sum(v == 0 for v in firsts), sum(v < 0 for v in firsts)
    samples = Samples.concatenate([game.samples for game in games])
    return FinishedGames(samples, len(games), results, games[-1].actions, done)


def list_backends(
    wanted: str, architectures: Sequence[Architecture], by_torch: bool, may_serve: bool = True
) -> list[str]:
    """What may compute the outputs of a run's networks; of several, which is the fastest is to be tried
    (`runs.trial`), and the first is taken untried.

    On a processor whole numbers of eight bits are 1.5 to 2.6 times as fast as PyTorch in bfloat16, at all
    sizes; whether many cores with them are faster than a GPU that their processes share, nobody knows."""
    if wanted != "auto":
        return [wanted]
    own = find_processor_backend(architectures, by_torch)
    if not (by_torch and find_gpu()):
        return [own]
    return [*([SERVER] if may_serve else []), "torch", *([own] if own == "int8" else [])]


def find_processor_backend(architectures: Sequence[Architecture], by_torch: bool) -> str:
    """What computes these networks' outputs best on a processor."""
    if is_installed("onnxruntime") and not any(one.squeeze for one in architectures):
        return "int8"
    return "torch" if by_torch else "auto"


def find_own_backend(architecture: Architecture, by_torch: bool) -> str:
    """What computes where a process evaluates by itself, as `auto` takes it untried."""
    return list_backends("auto", [architecture], by_torch, may_serve=False)[0]


def find_gpu() -> str:
    """The GPU that PyTorch computes on; empty where there is none."""
    from halfmove.learn.learner.in_torch import torch_module

    cuda = torch_module().cuda
    return str(cuda.get_device_name()) if cuda.is_available() else ""


def evaluate_of(game: Game, file: Path, backend: str, others: Iterable[Game] = ()) -> Evaluate:
    """What computes the outputs of the network in a file; for boards of other sizes too, if there are games
    on such among the `others`."""
    others = [one for one in others if one != game]
    if not others:
        return choose_evaluate(Network.load(file, game), backend)
    boards = {Encoding(one).shape[1:]: one for one in (*others, game)}
    found = {board: choose_evaluate(Network.load(file, one), backend) for board, one in boards.items()}
    return found.popitem()[1] if len(found) == 1 else lambda planes: found[planes.shape[2:]](planes)


def choose_evaluate(network: Network, backend: str) -> Evaluate:
    """What computes the outputs of a network, for one process by itself."""
    if backend == SERVER:
        backend = find_own_backend(network.architecture, is_installed("torch"))
    if backend == "int8":
        return network.evaluate("onnx", precision="int8")
    if backend != "torch":
        return network.evaluate(backend)
    from halfmove.learn.learner.evaluating import TorchEvaluate

    return TorchEvaluate(network.architecture, network.parameters)


class InThisProcess:
    """`GameSource` here, a step for each time it is asked: the same seed gives the same games."""

    def __init__(self, player: Player, load: Callable[[], Evaluate]) -> None:
        """`load` gives the network that the file holds now."""
        self._load, self._selfplay = load, player

    def publish(self) -> None:
        """Play with the network that the file holds now."""
        self._selfplay.evaluate = self._load()

    def take_games(self, seconds: float) -> list[FinishedGames]:
        """The games that end with the next step."""
        ended = [game for game in self._selfplay.step() if len(game.samples)]
        if not ended:
            return []
        done, self._selfplay.done = self._selfplay.done, Throughput()
        return join_games(ended, done)

    def close(self) -> None:
        """Nothing is left to stop."""
