"""Monte Carlo tree search with a network, AlphaZero's, and the network's own word.

Silver et al., *A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play*, Science 362, 2018.  The engine is `search.montecarlo`'s: its tree is kept from move to move,
proofs are backed up, and batches of leaves are valued at once (`montecarlo.batches`).  With a limit of no
simulations the network alone answers: its policy, and its value of the position.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.compile import runs_compiled
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.scores import Score
from halfmove.search.algorithms import check_memory
from halfmove.search.encoding import Encoding
from halfmove.search.montecarlo.choosing import PRIOR_ONE, proven_utility
from halfmove.search.montecarlo.engine import MonteCarlo, turn_of
from halfmove.search.montecarlo.findings import Candidate
from halfmove.search.montecarlo.memory import (
    ROOT,
    action_on,
    edges_of,
    prior_on,
)
from halfmove.search.montecarlo.searching import UNLESS_TOLD, Growing
from halfmove.search.neural.algorithm import MEGABYTES, NAME, unfit
from halfmove.search.neural.asking import NetworkBatches
from halfmove.search.neural.halving import GumbelBatches
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import Options, options_from
from halfmove.search.neural.usual import file_for


class NetworkSearch(MonteCarlo):
    """The search of one game with one network, and its tree."""

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        network: Network | None = None,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        seed: int = 0,
        judge: type[Judge] = Judge,
    ) -> None:
        """So many `threads` grow the tree, each with its own batches, unless the root shares out its
        simulations (Gumbel): then they are the network's.  The `network` is the options' `file` unless
        given."""
        reason = unfit(game)
        if reason:
            raise Unsuitable(reason)
        options = options or Options()
        self.network = network or Network.load(file_for(game, options.file), game)
        self.options = options.mix(self.network.mixture, self.network.architecture.has_value)
        crew = threads if self.options.selection == "puct" and runs_compiled(game) else 1
        self.judges = [self._make_judge(judge, threads // crew, at) for at in range(crew)]
        super().__init__(
            game,
            self.options.settings(game),
            megabytes=megabytes,
            seed=seed,
            evaluators=self.judges,
            batch=self.options.batch,
            batches=GumbelBatches if self.options.selection == "gumbel" else NetworkBatches,
        )
        for batches in self.crew:
            assert isinstance(batches, NetworkBatches)
            batches.rollouts = self.options.rollouts or 0.0
            batches.threshold = self.options.threshold or 1
            if isinstance(batches, GumbelBatches):
                batches.considered = self.options.considered

    def _make_judge(self, kind: type[Judge], threads: int, number: int) -> Judge:
        """What asks the network in a thread of the search, with so many of its own."""
        evaluate = self.network.evaluate(
            self.options.backend, threads=threads, precision=self.options.precision
        )
        encoding = self.network.encoding if number == 0 else Encoding(self.network.game)
        return kind(encoding, evaluate, self.options.symmetries)

    @property
    def judge(self) -> Judge:
        """What asks the network in the first thread."""
        return self.judges[0]

    def reseed(self, seed: int) -> None:
        """Have the next search draw the random numbers of this seed, those of its symmetries too."""
        super().reseed(seed)
        for number, judge in enumerate(self.judges):
            judge.reseed(seed, number)

    @property
    def backend(self) -> str:
        """What computes the network's outputs."""
        return self.judge.evaluate.name

    def priors(self) -> dict[Any, float]:
        """How likely the network holds each action of the root to be the best."""
        (tree,) = self.trees
        edges = edges_of(tree, ROOT)
        return {self.named(action_on(tree, e)): prior_on(tree, e) / PRIOR_ONE for e in edges}

    def value(self, state: Any) -> list[float]:
        """What the network alone says a state is worth to each player; the mean over what nature does."""
        game = self.game
        if game.is_terminal(state):
            return [float(game.utility(state, player)) for player in range(game.players)]
        mover = game.to_move(state)
        if mover == CHANCE:
            worth = [(p, self.value(game.result(state, a))) for a, p in game.outcomes(state)]
            return [sum(p * values[player] for p, values in worth) for player in range(game.players)]
        values = (self.judge.judge([state]).values[0] * self.judge.limit).tolist()
        if len(values) == 1:
            return [values[0], -values[0]] if mover == 0 else [-values[0], values[0]]
        return [float(v) for v in values]


def search(
    game: Game,
    state: Any,
    limit: Limit,
    *,
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: NetworkSearch | None = None,
    history: History | None = None,
    only: Collection[Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Analysis]:
    """Analyses of `state`, as Monte Carlo's; with a limit of 0 simulations one, the network's own."""
    if game.is_terminal(state):
        turn = turn_of(game, state)
        yield Analysis(
            game, state, NAME, (), Score.proof(game, turn, game.utility(state, turn), 0), 0, 0, 0.0
        )
        return
    check_memory(memory, game)
    if memory is None:
        from halfmove.search.neural.distributed import engine_of

        memory = engine_of(game, options_from(options), threads=threads, seed=seed)
    engine = memory
    if limit.simulations == 0:
        yield evaluate_without_search(engine, state, lines, only)
        return
    if limit == Limit() and engine.plan.solve:  # a proof may be far away
        limit = Limit(simulations=UNLESS_TOLD)
    yield from _Asking(engine, state, limit, lines, history, only, NAME)


def evaluate_without_search(
    engine: NetworkSearch, state: Any, lines: int, only: Collection[Any] | None
) -> Analysis:
    """What the network says of a state without a search: each action's share of its policy, and its value of
    the state, which stands for every action."""
    game = engine.game
    engine.judge.prepare(state)  # before the clock starts
    started = time.perf_counter()
    turn = turn_of(game, state)
    score = Score.mean(game, turn, engine.value(state)[turn])
    shares: dict[Any, float] = {}
    if game.to_move(state) != CHANCE:
        found = engine.judge.judge([state]).shares.tolist()
        shares = dict(zip(engine.network.encoding.places(state)[0], found, strict=True))
        shares = {a: share for a, share in shares.items() if only is None or a in only}
    ranked = sorted(shares, key=lambda action: -shares[action])
    return Analysis(
        game=game,
        state=state,
        algorithm=NAME,
        lines=tuple(Line(a, score, (a,), prior=shares[a]) for a in ranked[:lines]),
        score=score,
        depth=0,
        nodes=1,
        seconds=time.perf_counter() - started,
        statistics={"evaluated": 1},
        weights=shares or None,
        backend=engine.backend,
    )


class _Asking(Growing):
    """A search in progress; its analyses say what the network held likely, and what computed that."""

    engine: NetworkSearch

    def analysis(self) -> Analysis:
        found, priors = super().analysis(), self.engine.priors()
        lines = tuple(replace(line, prior=priors.get(line.action)) for line in found.lines)
        return replace(found, lines=lines, backend=self.engine.backend)

    def ranked(self, found: list[Candidate]) -> list[Candidate]:
        """With Gumbel's root its choice is first, unless something is proven to win, or it to lose."""
        order, batches = super().ranked(found), self.engine.batches
        if not isinstance(batches, GumbelBatches) or (order[0].proven and proven_utility(order[0].low) > 0):
            return order
        number = batches.choice(self.engine.trees[0])
        chosen = [c for c in order if number is not None and c.action == self.engine.named(number)]
        if not chosen or (chosen[0].proven and proven_utility(chosen[0].high) < 0):
            return order
        return [*chosen, *(c for c in order if c is not chosen[0])]

    def weights(self, found: list[Candidate]) -> dict[Any, float]:
        """With Gumbel's root the improved policy, none for what proofs rule out."""
        weights, batches = super().weights(found), self.engine.batches
        if not isinstance(batches, GumbelBatches) or len(weights) == 1:
            return weights
        improved = batches.improved(self.engine.trees[0])
        shares = {self.engine.named(number): share for number, share in improved.items()}
        return {action: shares[action] for action in weights if shares.get(action)} or weights
