"""Experts' moves to learn from: those of game records, and of an engine where there are no records.

Each position's target is the move that was played in it, and its value how the game ended.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.formats import RecordFormat, format_of
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.nature import draw_outcome
from halfmove.core.plain_text import PlainText
from halfmove.core.randomness import below, stream
from halfmove.core.words import write_words
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.selfplay import Evaluate, Options, PlayedGame, Throughput, longest_game
from halfmove.search.algorithms import Algorithm, analyze, choose
from halfmove.search.encoding import Encoding
from halfmove.search.neural.usual import name_of

MEGABYTES = 64
"""Memory for the engine's search."""


class Expert:
    """An engine's games against itself; they begin with random moves, which are not learnt from."""

    def __init__(self, encoding: Encoding, options: Options, name: str, strength: int, *, seed: int) -> None:
        """`name` is the algorithm's, `strength` the simulations of a move, or the nodes."""
        self.encoding, self.game, self._options = encoding, encoding.game, options
        self.evaluate: Evaluate | None = None
        """Not asked."""
        self.done = Throughput()
        algorithm, remember = find_expert(self.game, name)
        self._name = algorithm.name
        by_simulations = "simulations" in algorithm.limits
        self._limit = Limit(simulations=strength) if by_simulations else Limit(nodes=strength)
        self._memory = remember(algorithm.model(self.game), megabytes=MEGABYTES, threads=1, seed=seed)
        self._random = stream(seed)
        self._longest = options.plies or longest_game(self.game, self.game.initial())

    def step(self) -> list[PlayedGame]:
        """One game."""
        started = time.perf_counter()
        history = History(self.game)
        opening = 1 + below(self._random, self._options.opening_plies)
        first = 0
        chosen: list[tuple[Any, Any]] = []
        actions: list[Any] = []
        while not history.over and len(actions) < self._longest:
            state = history.state
            if self.game.to_move(state) == CHANCE:
                action = draw_outcome(self.game, state, self._random)
            elif len(actions) < opening:
                legal = history.legal()
                action = legal[below(self._random, len(legal))]
                first = len(actions) + 1
            else:
                found = analyze(
                    self.game, state, self._limit, algorithm=self._name, memory=self._memory, history=history
                )
                action = found.lines[0].action
                chosen.append((state, action))
            history.play(action)
            actions.append(int(action))
        limit = float(self.game.utility_limit)
        worth = [float(history.utility(p)) / limit if history.over else 0.0 for p in range(self.game.players)]
        samples = make_samples(self.encoding, chosen, worth)
        self.done += Throughput(games=1, positions=len(samples), seconds=time.perf_counter() - started)
        return [PlayedGame(actions, first, tuple(worth), samples)]


def find_expert(game: Game, name: str) -> tuple[Algorithm, Callable[..., Any]]:
    """An algorithm that plays games to learn from, and what makes its memory; `BadInput` or `Unsuitable`
    where there is none of that name that fits the game."""
    algorithm = choose(game, name)
    if reason := algorithm.refusal(game):
        raise Unsuitable(reason)
    if algorithm.remember is None or algorithm.needs or not {"simulations", "nodes"} & set(algorithm.limits):
        raise BadInput(f"The algorithm '{name}' plays no games to learn from; mcts and engine do.")
    return algorithm, algorithm.remember


def make_samples(encoding: Encoding, chosen: Sequence[tuple[Any, Any]], worth: Sequence[float]) -> Samples:
    """A game's states, each with the action that was played, as samples; `worth` is what the game brought
    each player, from −1 to 1."""
    sizes, row = Sizes.of(encoding), Buffer(encoding.words)
    samples = Samples.empty(len(chosen), sizes)
    for i, (state, action) in enumerate(chosen):
        actions, places = encoding.places(state)
        write_words(state, row, 0)
        samples.words[i] = row.array
        samples.places[i, : len(places)] = places
        samples.shares[i, actions.index(int(action))] = 1
        samples.outcome[i] = worth[encoding.game.to_move(state)] if sizes.values == 1 else worth
    samples.root[:] = samples.outcome
    samples.policy_weight[:] = 1
    samples.plies_left[:] = np.arange(len(chosen), 0, -1)
    samples.followed[: len(chosen) - 1] = True
    return samples


def read_samples(encoding: Encoding, place: str | Path) -> Iterator[Samples]:
    """The games of a file (SGF, PGN, Halfmove's own: as the game has them), or of all files of a folder, each
    as samples.  A game that is broken, has no result or is of other parameters is left out, and a warning
    says how many are broken or repaired; `BadInput` where none is left, or a file cannot be read."""
    game, path = encoding.game, Path(place).expanduser()
    if not path.exists():
        raise BadInput(f"The game records '{place}' are not there.")
    files = sorted(f for f in path.rglob("*") if f.is_file()) if path.is_dir() else [path]
    found, repaired = False, 0
    broken: list[BadInput] = []
    for file in files:
        form = _find_format(game, file)
        if form is None and path.is_dir():
            continue
        for line in (form or PlainText(game)).main_lines(file, broken=broken.append):
            if line.share is None or not line.actions or name_of(line.rules) != name_of(game):
                continue
            played = zip(line.states(), line.actions, strict=False)
            chosen = [(state, action) for state, action in played if game.to_move(state) != CHANCE]
            first = 2 * line.share - 1
            found = True
            repaired += bool(line.repairs)
            yield make_samples(encoding, chosen, (first, -first))
    if not found:
        raise BadInput(f"There are no finished games of {name_of(game)} in '{place}'.")
    if broken or repaired:
        warnings.warn(
            f"Of the games in '{place}' {len(broken):,} are broken and left out, {repaired:,} have something "
            "repaired, or results that contradict each other.",
            stacklevel=2,
        )


def _find_format(game: Game, file: Path) -> RecordFormat | None:
    """The format of a file by its ending; None for a file of another kind."""
    found = format_of(game, file.suffix)
    return found or (PlainText(game) if file.suffix in PlainText.suffixes else None)
