"""One process of self-play on Connect Four, ours or OpenSpiel's, on one core.

    python -m benchmarks.selfplay.player PLAYER SIMULATIONS SECONDS SEED

warms up, says `ready`, waits for a line, plays for so many seconds, and prints a `Count` as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks.answers import WrongAnswer, expect
from halfmove.core.history import History
from halfmove.games.registry import game
from halfmove.learn.selfplay import Evaluate, Options, PlayedGame, SelfPlay
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.forest_memory import DONE, ROWS, TREE
from halfmove.search.neural.in_numpy import InNumPy
from halfmove.search.neural.in_onnx import InOnnx
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

BLOCKS, FILTERS = 5, 64
"""The preset `medium`."""
GAMES = 64
"""At once, in each of our processes."""
EXPLORE, NOISE, ALPHA, TEMPERATURE_PLIES = 1.25, 0.25, 1.0, 10
"""Of PUCT, of the root's noise, and of the moves that are drawn: alike for all."""
KEPT = ", kept"
"""After the name of what computes the network: the tree below the moves made is kept."""
FRESH = ", fresh"
"""likewise: no answers of the network are kept for states that come again."""
CACHE = 1 << 16
"""States whose network's answers are kept: OpenSpiel's own default, and ours."""


@dataclass(frozen=True)
class Count:
    """What a process has played."""

    name: str
    games: int
    lengths: int
    """Games that were played one after the other, and the moves of all of them."""
    moves: float
    """Moves that were searched; a part of one where its search was under way at the end."""
    evaluated: int
    """States that the network judged."""
    wall: float
    processor: float
    in_network: float
    """Seconds on the wall inside the network."""
    filled: float
    """How full its batches were."""


# ---- ours


def evaluators() -> dict[str, Callable[[Network], Evaluate]]:
    """What can compute a network's outputs here, by name."""

    def torch(precision: str) -> Callable[[Network], Evaluate]:
        from halfmove.learn.learner.evaluating import TorchEvaluate

        return lambda n: TorchEvaluate(n.architecture, n.parameters, precision=precision)

    found: dict[str, Callable[[Network], Evaluate]] = {
        "numpy": lambda n: InNumPy(n.architecture, n.parameters),
        "onnx": lambda n: n.evaluate("onnx"),
        "onnx-int8": lambda n: n.evaluate("onnx", precision="int8"),
    }
    if installed("torch"):
        found |= {"torch-float32": torch("float32"), "torch-bfloat16": torch("bfloat16")}
    if not installed("onnxruntime"):
        del found["onnx"], found["onnx-int8"]
    return found


def plain(name: str) -> str:
    """What computes the network of one of ours."""
    return name.removesuffix(KEPT).removesuffix(FRESH)


def installed(package: str) -> bool:
    """Whether a package can be imported."""
    from importlib.util import find_spec

    return find_spec(package) is not None


def ours(name: str, simulations: int, seconds: float, seed: int) -> Count:
    """Self-play by `learn.selfplay`."""
    rules = game("connect4")
    encoding = Encoding(rules)
    own = plain(name)
    evaluate = evaluators()[own](Network.new(rules, "medium", seed=1))
    options = Options(
        games=GAMES,
        simulations=simulations,
        selection="puct",
        explore=EXPLORE,
        noise=NOISE,
        noise_total=ALPHA * 7,
        temperature_plies=TEMPERATURE_PLIES,
        keep=name.endswith(KEPT),
        answers=0 if name.endswith(FRESH) else CACHE,
    )
    SelfPlay(encoding, evaluate, options, seed=seed).step()  # compiles, and warms the network
    play = SelfPlay(encoding, evaluate, options, seed=seed)
    ready()
    start, used = time.perf_counter(), time.process_time()
    ended: list[PlayedGame] = []
    while time.perf_counter() - start < seconds:
        ended += play.step()
    wall, used = time.perf_counter() - start, time.process_time() - used
    for one in ended:
        history = History(rules)
        for action in one.actions:
            history.play(action)
        expect("a game of self-play, its end", (history.over, one.outcome[0]), (True, utility(history)))
    done, trees = play.done, play.forest.trees.array.reshape(-1, TREE)
    moves = done.positions + trees[:, ROWS].sum() + trees[:, DONE].sum() / simulations
    return Count(name, 0, 0, float(moves), done.evaluated, wall, used, done.network_seconds, done.filled)


def utility(history: Any) -> float:
    """What a finished game brought the first player."""
    return float(history.game.utility(history.state, 0))


# ---- OpenSpiel's


def theirs(name: str, simulations: int, seconds: float, seed: int) -> Count:
    """Self-play as the actor of OpenSpiel's AlphaZero plays it, game after game: with its own network in JAX,
    or with ours in ONNX Runtime, one state at a time either way, and answers kept for states seen before."""
    import pyspiel
    from open_spiel.python.algorithms import mcts

    random = np.random.default_rng(seed)
    rules = pyspiel.load_game("connect_four")
    evaluator: Any = in_jax(rules) if name == "openspiel" else in_onnx(seed)
    timed = Timed(evaluator)

    def bot() -> Any:
        return mcts.MCTSBot(
            rules,
            EXPLORE,
            simulations,
            evaluator,
            solve=False,
            dirichlet_noise=(NOISE, ALPHA),
            child_selection_fn=mcts.SearchNode.puct_value,
            random_state=np.random.RandomState(seed),
            dont_return_chance_node=True,
        )

    player = bot()
    timed.clear()
    player.mcts_search(rules.new_initial_state())  # warms the network
    timed.clear()
    ready()
    start, used = time.perf_counter(), time.process_time()
    games = lengths = moves = 0
    state = rules.new_initial_state()
    while time.perf_counter() - start < seconds:
        root = player.mcts_search(state)
        if sum(child.explore_count for child in root.children) != simulations - 1:
            raise WrongAnswer("OpenSpiel's root has not as many visits as simulations but one.")
        visits = np.zeros(rules.num_distinct_actions())
        for child in root.children:
            visits[child.action] = child.explore_count
        if state.move_number() >= TEMPERATURE_PLIES:
            action = root.best_child().action
        else:
            action = random.choice(len(visits), p=visits / visits.sum())
        state.apply_action(action)
        moves += 1
        if state.is_terminal():
            games, lengths = games + 1, lengths + state.move_number()
            state = rules.new_initial_state()
    wall, used = time.perf_counter() - start, time.process_time() - used
    return Count(name, games, lengths, moves, timed.calls, wall, used, timed.seconds, 1.0)


class Timed:
    """Counts and times the calls of an evaluator's network."""

    def __init__(self, evaluator: Any) -> None:
        self._evaluator, self._infer = evaluator, evaluator._model.inference
        self.calls, self.seconds = 0, 0.0
        evaluator._model.inference = self

    def __call__(self, observation: Any, mask: Any) -> Any:
        start = time.perf_counter()
        value, policy = self._infer(observation, mask)
        value, policy = np.asarray(value), np.asarray(policy)  # JAX answers before it has computed
        self.seconds += time.perf_counter() - start
        self.calls += 1
        return value.item(), policy

    def clear(self) -> None:
        """Begin again, with nothing kept."""
        self._evaluator._cache.clear()
        self.calls, self.seconds = 0, 0.0


def in_jax(rules: Any) -> Any:
    """OpenSpiel's own evaluator and network, of as many blocks and filters, by the faster of its two APIs."""
    import tempfile

    from open_spiel.python.algorithms.alpha_zero import evaluator, model_nnx

    model = model_nnx.Model.build_model(
        "resnet",
        rules.observation_tensor_shape(),
        rules.num_distinct_actions(),
        FILTERS,
        BLOCKS,
        1e-4,
        1e-3,
        tempfile.gettempdir(),
    )
    return evaluator.AlphaZeroEvaluator(rules, model, CACHE)


def in_onnx(seed: int) -> Any:
    """Our network and ONNX Runtime behind OpenSpiel's interface, and OpenSpiel's cache before it."""
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.utils import lru_cache

    architecture = Architecture(
        planes=3, rows=6, columns=7, policy=7, values=1, blocks=BLOCKS, filters=FILTERS
    )
    network = InOnnx(architecture, draw_parameters(architecture, seed))

    class Model:
        def inference(self, observation: Any, mask: Any) -> Any:
            logits, values = network(observation)
            shares = np.exp(logits[0] - logits[0].max()) * mask
            return values[0], shares / shares.sum()

    class Evaluator(mcts.Evaluator):  # type: ignore[misc]
        def __init__(self) -> None:
            self._model, self._cache = Model(), lru_cache.LRUCache(CACHE)

        def _judged(self, state: Any) -> Any:
            planes = (np.asarray(state.observation_tensor(), np.float32) * 100).astype(np.int8)
            mask = np.asarray(state.legal_actions_mask())
            return self._cache.make(
                planes.tobytes(), lambda: self._model.inference(planes.reshape(1, 3, 6, 7), mask)
            )

        def evaluate(self, state: Any) -> Any:
            value, _ = self._judged(state)
            mine = state.current_player() == 0
            return np.array([value, -value]) if mine else np.array([-value, value])

        def prior(self, state: Any) -> Any:
            _, policy = self._judged(state)
            return [(action, policy[action]) for action in state.legal_actions()]

    return Evaluator()


def ready() -> None:
    """Say so, and wait for the word to begin."""
    print("ready", flush=True)
    sys.stdin.readline()


def main(name: str, simulations: str, seconds: str, seed: str) -> None:
    """The process's work."""
    play = theirs if name.startswith("openspiel") else ours
    print(json.dumps(asdict(play(name, int(simulations), float(seconds), int(seed)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
