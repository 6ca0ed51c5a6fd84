"""Networks of backgammon that learn from their own lookahead.

Temporal differences (`learner`) move a network towards what it says after one throw, of 21.  Here the mean
over all 21 is what it is told: the value of the best play of each, as the network sees it.  That is the
same on average and costs twenty times as much, but has nothing of the dice's luck in it, so that positions
can be kept and learnt from again and again with ever smaller steps.  GNU Backgammon's networks were made so,
after their first games (J. Heled, "The GNU Backgammon training program", 2003).  The positions are those of
games against itself, in which plays are chosen with more or less noise: what is to be judged when a play is
chosen are the positions after plays that are not the best, too.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core import randomness
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.game import Backgammon
from halfmove.games.backgammon.learner import move, room, thrown, told_of_end
from halfmove.games.backgammon.network import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OUTPUTS,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    Weights,
    judge,
    made_of,
    network_of,
    read,
    worth,
    write,
)

NOISE = 0.25
"""The noise of plays in the games with most of it, in points."""
BETWEEN = 3
"""Plies from one position that is taken to the next."""
AT_ONCE = 500
"""Positions of a thread between two looks at the clock."""
ROUND = 16_384
"""Positions of a round, of which each ends with learning."""
NEWEST = 0.6
"""The part of all positions, the newest, that is learnt from: the older ones were judged by worse networks."""
FIRST_RATE, LAST_RATE = 0.01, 0.0005
"""The step at the beginning and at the end; between them it falls by the same part in each minute."""
EPOCHS, LAST_EPOCHS = 3, 12
"""How often each position is gone through in a round, and at the end of all."""


@kernel
def gather(
    game: Game,
    wanted: int,
    random: Buffer,
    boards: Any,
    targets: Any,
    first: Any,
    second: Any,
    ends: Any,
    index: Any,
    value: Any,
    hidden: Any,
    out: Any,
    target: Any,
    slopes: Any,
) -> int:
    """Fill the rows of `boards`, each four words: the chequers of the player who throws and the other's, and
    those of `targets`, what the lookahead says of them; how many games it took."""
    found = games = 0
    while found < wanted:
        games += 1
        noise = NOISE * randomness.fraction(random) * randomness.fraction(random)
        s = game.initial()
        while game.to_move(s) == CHANCE and s.dice != 0:
            s = thrown(game, s, random)
        while not game.is_terminal(s) and found < wanted:
            if game.to_move(s) == CHANCE:
                if randomness.fraction(random) * BETWEEN < 1.0:
                    look(game, s, first, second, ends, index, value, hidden, out, target, slopes)
                    boards[found, 0], boards[found, 1] = s.own[0], s.own[1]
                    boards[found, 2], boards[found, 3] = s.other[0], s.other[1]
                    for k in range(OUTPUTS):
                        targets[found, k] = target[k]
                    found += 1
                s = thrown(game, s, random)
            best = -10.0
            after = s
            for action in game.actions(s):
                child = game.result(s, action)
                if game.is_terminal(child):
                    equity = float(game.utility(child, s.mover))
                else:
                    judge(child.own, child.other, first, second, ends, index, value, hidden, out)
                    equity = -worth(out) + noise * randomness.fraction(random)
                if equity > best:
                    best, after = equity, child
            s = after
    return games


@kernel
def study(
    game: Game,
    boards: Any,
    targets: Any,
    order: Any,
    rate: float,
    first: Any,
    second: Any,
    ends: Any,
    index: Any,
    value: Any,
    hidden: Any,
    out: Any,
    target: Any,
    slopes: Any,
) -> float:
    """A step for each row, in the order that `order` gives; the mean square of the equity's error before
    its step, in points."""
    error = 0.0
    for n in order:
        own, other = (boards[n, 0], boards[n, 1]), (boards[n, 2], boards[n, 3])
        for k in range(OUTPUTS):
            target[k] = targets[n, k]
        count = judge(own, other, first, second, ends, index, value, hidden, out)
        off = worth(out) - worth(target)
        error += off * off
        net = network_of(own, other)
        move(net, count, rate, first, second, ends, index, value, hidden, out, target, slopes)
    return error / max(len(order), 1)


def look(
    game: Game,
    state: Any,
    first: Any,
    second: Any,
    ends: Any,
    index: Any,
    value: Any,
    hidden: Any,
    out: Any,
    target: Any,
    kept: Any,
) -> None:
    """Write to `target` the mean over all throws of what the network says after the best play; `kept` has
    room for one position's outputs."""
    for k in range(OUTPUTS):
        target[k] = 0.0
    for throw, p in game.outcomes(state):
        s = game.result(state, throw)
        best = -10.0
        for action in game.actions(s):
            child = game.result(s, action)
            if game.is_terminal(child):
                told_of_end(game.utility(child, s.mover), out)
                equity = worth(out)
            else:
                judge(child.own, child.other, first, second, ends, index, value, hidden, out)
                equity = -worth(out)
                turn_round(out)
            if equity > best:
                best = equity
                for k in range(OUTPUTS):
                    kept[k] = out[k]
        for k in range(OUTPUTS):
            target[k] += p * kept[k]


def turn_round(out: Any) -> None:
    """The same chances as the other player has them."""
    out[WIN] = 1.0 - out[WIN]
    won, tripled = out[WIN_GAMMON], out[WIN_BACKGAMMON]
    out[WIN_GAMMON], out[WIN_BACKGAMMON] = out[LOSE_GAMMON], out[LOSE_BACKGAMMON]
    out[LOSE_GAMMON], out[LOSE_BACKGAMMON] = won, tripled


# ---- a run


@dataclass
class Refinement:
    """Where a run stands."""

    seed: int
    minutes: float
    """How long it is to learn, and"""
    seconds: float = 0.0
    """how long it has, interruptions left out."""
    rounds: int = 0
    positions: int = 0
    games: int = 0
    error: float = 0.0
    """The root of the mean square of the equity's error in the newest positions, before they were learnt."""

    @property
    def share(self) -> float:
        """How much of it is over."""
        return min(self.seconds / (60 * self.minutes), 1.0)


class Positions:
    """All positions of a run, in a file a round."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boards = np.zeros((0, 4), np.uint64)
        self.targets = np.zeros((0, OUTPUTS), np.float32)

    def file(self, number: int) -> Path:
        return self.folder / f"{number:05}.npz"

    def read(self, rounds: int) -> None:
        """Those of so many rounds; `BadInput` where one is missing or damaged."""
        found = []
        for number in range(1, rounds + 1):
            try:
                with np.load(self.file(number), allow_pickle=False) as kept:
                    found.append((kept["boards"], kept["targets"]))
            except (OSError, ValueError, KeyError, EOFError):
                raise BadInput(f"The positions '{self.file(number)}' are missing or damaged.") from None
        self.boards = np.concatenate([self.boards, *(b for b, _ in found)])
        self.targets = np.concatenate([self.targets, *(t for _, t in found)])

    def add(self, number: int, boards: Any, targets: Any) -> None:
        """A round's."""
        self.folder.mkdir(exist_ok=True)
        with whole_bytes(self.file(number)) as out:
            np.savez(out, boards=boards, targets=targets)
        self.boards, self.targets = np.concatenate([self.boards, boards]), np.concatenate([self.targets, targets])


def refine(
    folder: str | Path,
    *,
    minutes: float | None = None,
    seed: int = 0,
    threads: int = 2,
    positions: int = ROUND,
    see: Callable[[Refinement], object] = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> Weights:
    """Go on with the networks of a folder of `learner.train` for some minutes (30), or with what this has
    begun there; the weights, which lie in its `best.safetensors`.

    A round judges so many positions with all threads, and learns from the newest of all with one.  After each
    the positions (`positions/`), a line of `lookahead.jsonl` and the weights are written, so that a run that
    is killed loses a round.  `stop` is asked every few seconds.
    """
    path = Path(folder).expanduser()
    file = path / "best.safetensors"
    weights, before = Weights(*(np.array(array) for array in read(file))), made_of(file)
    progress = Refinement(**json.loads(before["lookahead"])) if "lookahead" in before else None
    if progress is None:
        progress = Refinement(seed, minutes or 30.0)
    progress.minutes = minutes or progress.minutes
    kept = Positions(path / "positions")
    kept.read(progress.rounds)
    game, rooms = Backgammon(), [room() for _ in range(threads)]
    begun = time.perf_counter() - progress.seconds
    last = progress.share >= 1
    with ThreadPoolExecutor(threads) as pool:
        while not last:
            found = judged(pool, game, weights, progress, rooms, positions, stop)
            if found is None:
                break
            progress.rounds += 1
            kept.add(progress.rounds, *found)
            progress.positions = len(kept.boards)
            progress.seconds = time.perf_counter() - begun
            last = progress.share >= 1
            study_newest(game, weights, kept, progress, len(found[0]), rooms[0], LAST_EPOCHS if last else EPOCHS)
            progress.seconds = time.perf_counter() - begun
            told = json.dumps(asdict(progress))
            write(file, weights, {**before, "lookahead": told})
            with (path / "lookahead.jsonl").open("a", encoding="utf-8") as log:
                log.write(told + "\n")
            see(progress)
    return weights


def judged(
    pool: ThreadPoolExecutor,
    game: Game,
    weights: Weights,
    progress: Refinement,
    rooms: list[Any],
    positions: int,
    stop: Callable[[], bool],
) -> tuple[Any, Any] | None:
    """A round's positions and what the lookahead says of them; None if it was stopped."""
    boards, targets = np.zeros((positions, 4), np.uint64), np.zeros((positions, OUTPUTS), np.float32)
    parts = np.array_split(np.arange(positions), len(rooms))

    def fill(number: int) -> int:
        random = randomness.stream((progress.seed << 24) + (progress.rounds << 8) + number)
        part, games = parts[number], 0
        for start in range(0, len(part), AT_ONCE):
            if stop():
                return -1
            rows = slice(part[start], part[min(start + AT_ONCE, len(part)) - 1] + 1)
            count = rows.stop - rows.start
            games += gather(game, count, random, boards[rows], targets[rows], *weights, *rooms[number])
        return games

    games = list(pool.map(fill, range(len(rooms))))
    if min(games) < 0:
        return None
    progress.games += sum(games)
    return boards, targets


def study_newest(
    game: Game, weights: Weights, kept: Positions, progress: Refinement, new: int, place: Any, epochs: int
) -> None:
    """Learn from the newest positions, in some order, several times; at the end with ever smaller steps."""
    rng = np.random.default_rng([progress.seed, progress.rounds])
    count = len(kept.boards)
    rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** progress.share
    fresh = rng.permutation(np.arange(count - new, count))
    known = [np.array(array) for array in weights]
    progress.error = study(game, kept.boards, kept.targets, fresh, 0.0, *known, *place) ** 0.5
    newest = np.arange(count - max(int(NEWEST * count), new), count)
    for epoch in range(epochs):
        step = rate if epochs == EPOCHS else rate * 0.8**epoch
        study(game, kept.boards, kept.targets, rng.permutation(newest), step, *weights, *place)
