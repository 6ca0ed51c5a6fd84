"""Networks of backgammon that learn from games against themselves, by temporal differences.

Gerald Tesauro, "Practical Issues in Temporal Difference Learning", *Machine Learning* 8, 1992: the chances
that the network gave before a throw are moved towards those that it gives after the play, and those towards
the ones after the next, with weights that fall by λ from play to play, up to the result.  This is TD(λ), each
game looked at from its end, when it is over; with λ = 0 the next play alone says what a position was worth.
Once both players bear off, `bearoff`'s tables say what the result is worth, and the game is over.  Whole
plays are chosen by the estimate of what they lead to; the dice alone see to it that everything is tried.
Several threads move the same weights without waiting for each other (Niu, Recht, Re and Wright, "Hogwild!",
NIPS 2011), as each play touches few of them; so with more than one a seed does not repeat a run to the last
bit.

    train("td-run", minutes=15, seed=1)
    train("td-run-2", minutes=15, seed=1, begin="td-run/best.safetensors", first_rate=0.02, trace=0.7)

The first run learns two networks, the second goes on with one for each class of positions (`network`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from halfmove.core import randomness
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.bearoff import at_home, bear_off, in_words
from halfmove.games.backgammon.game import Backgammon
from halfmove.games.backgammon.network import (
    ACTIVE,
    HIDDEN,
    INPUTS,
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    ONE,
    OUTPUTS,
    UNDIVIDED,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
    Weights,
    divided,
    judge,
    made_of,
    network_of,
    read,
    shapes,
    worth,
    write,
)

T = TypeVar("T")

GAMES, PLIES, GAMMONS, BACKGAMMONS = range(4)
"""What the kernel counts."""
LONGEST_GAME = 2_000
"""Plays; a longer one ends with what is thought of it then."""
HALF = 0.5
FIRST_RATE, LAST_RATE = 0.1, 0.002
"""The step at the beginning and at the end; between them it falls by the same part in each minute."""
AT_ONCE = 20_000
"""Plies of a thread between two looks at the clock."""
REPORT = 20.0
"""Seconds between reports, each of which is a checkpoint too."""
LONGEST = 100_000.0
"""Minutes."""


class Room(NamedTuple):
    """Memory for one position: inputs that are not 0 by their numbers, their values, hidden units, outputs,
    what they are told, and slopes."""

    index: Any
    value: Any
    hidden: Any
    out: Any
    target: Any
    slopes: Any


@kernel
def learn(
    game: Game,
    plies: int,
    rate: float,
    trace: float,
    tables: int,
    random: Buffer,
    counters: Buffer,
    seen: Buffer,
    told: Any,
    w: Weights,
    r: Room,
) -> int:
    """Play whole games and learn from each, until there have been so many plies; how many there were.

    `rate` is the step at the output layer; the hidden layer's is the same.  `trace` is λ, `tables` is where
    those of `bearoff` are.  `seen` has room for the positions of a game, and `told` for what was said after
    each play.
    """
    done = 0
    networks = len(w.ends) // OUTPUTS
    while done < plies:
        s = game.initial()
        while game.to_move(s) == CHANCE and s.dice != 0:  # the throw that begins
            s = thrown(game, s, random)
        length = 0
        while not over(game, s) and length < LONGEST_GAME:
            if game.to_move(s) == CHANCE:
                s = thrown(game, s, random)
            best = -10.0
            after = s
            for action in game.actions(s):
                child = game.result(s, action)
                if game.is_terminal(child):
                    equity = float(game.utility(child, s.mover))
                else:
                    say(child.own, child.other, tables, w, r)
                    equity = -worth(r.out)
                if equity > best:
                    best, after = equity, child
            # what the player who threw is told now
            if game.is_terminal(after):
                told_of_end(game.utility(after, s.mover), r.target)
            else:
                say(after.own, after.other, tables, w, r)
                turned(r.out, r.target)
            seen[4 * length], seen[4 * length + 1] = s.own[0], s.own[1]
            seen[4 * length + 2], seen[4 * length + 3] = s.other[0], s.other[1]
            for k in range(OUTPUTS):
                told[length, k] = r.target[k]
            length += 1
            s = after
        done += length
        counters[PLIES] += length
        counters[GAMES] += 1
        counters[GAMMONS] += 1 if r.target[WIN_GAMMON] + r.target[LOSE_GAMMON] > HALF else 0
        counters[BACKGAMMONS] += 1 if r.target[WIN_BACKGAMMON] + r.target[LOSE_BACKGAMMON] > HALF else 0
        for back in range(length):
            n = length - 1 - back
            if back > 0:
                turned(r.slopes, r.target)  # what the next position was told
                for k in range(OUTPUTS):
                    r.target[k] = trace * r.target[k] + (ONE - trace) * told[n, k]
            own = seen[4 * n], seen[4 * n + 1]
            other = seen[4 * n + 2], seen[4 * n + 3]
            count = judge(own, other, w.first, w.second, w.ends, r.index, r.value, r.hidden, r.out)
            net = network_of(own, other, networks)
            move(net, count, rate, w, r)
            for k in range(OUTPUTS):
                r.slopes[k] = r.target[k]
    return done


def over(game: Game, s: Any) -> bool:
    """Whether a game is, or the tables know the rest."""
    return bool(game.is_terminal(s) or (at_home(s.own) and at_home(s.other)))


def say(
    own: Wide,
    other: Wide,
    tables: int,
    w: Weights,
    r: Room,
) -> None:
    """What the tables say of a position, or the networks where no table knows it."""
    if at_home(own) and at_home(other):
        bear_off(own, other, tables, r.out)
    else:
        judge(own, other, w.first, w.second, w.ends, r.index, r.value, r.hidden, r.out)


def turned(out: Any, target: Any) -> None:
    """The same chances as the other player has them."""
    target[WIN] = ONE - out[WIN]
    target[WIN_GAMMON] = out[LOSE_GAMMON]
    target[WIN_BACKGAMMON] = out[LOSE_BACKGAMMON]
    target[LOSE_GAMMON] = out[WIN_GAMMON]
    target[LOSE_BACKGAMMON] = out[WIN_BACKGAMMON]


def told_of_end(points: int, target: Any) -> None:
    """The chances of who has won so many points."""
    target[WIN] = 1.0
    target[WIN_GAMMON] = 1.0 if points > 1 else 0.0
    target[WIN_BACKGAMMON] = 1.0 if points > 2 else 0.0
    target[LOSE_GAMMON] = 0.0
    target[LOSE_BACKGAMMON] = 0.0


def thrown(game: Game, s: Any, random: Buffer) -> Any:
    """The state after a throw."""
    u = randomness.fraction(random)
    found = s
    below = 0.0
    came = False
    for action, p in game.outcomes(s):
        if not came:
            found = game.result(s, action)
            below += p
            came = u < below
    return found


def move(
    net: int,
    count: int,
    rate: float,
    w: Weights,
    r: Room,
) -> None:
    """A step down the cross-entropy of what the network said, from what it is told."""
    for j in range(HIDDEN):
        r.slopes[j] = 0.0
    for k in range(OUTPUTS):
        row = net * OUTPUTS + k
        r.out[k] = rate * (r.target[k] - r.out[k])
        error = r.out[k]
        for j in range(HIDDEN):
            r.slopes[j] += error * w.second[row, j]
        for j in range(HIDDEN):
            w.second[row, j] += error * r.hidden[j]
        w.ends[row] += error
    for j in range(HIDDEN):
        flat = ONE - abs(r.hidden[j])
        r.slopes[j] *= flat * flat
    for i in range(count):
        row = net * INPUTS + r.index[i]
        x = r.value[i]
        for j in range(HIDDEN):
            w.first[row, j] += x * r.slopes[j]


# ---- a run


@dataclass
class Progress:
    """Where a run stands."""

    seed: int
    minutes: float
    """How long it is to learn, and"""
    first_rate: float = FIRST_RATE
    last_rate: float = LAST_RATE
    """The steps at its beginning and its end,"""
    trace: float = 0.0
    """λ,"""
    seconds: float = 0.0
    """how long it has, interruptions left out."""
    games: int = 0
    plies: int = 0
    gammons: int = 0
    """Games won by a gammon or more,"""
    backgammons: int = 0
    """and by a backgammon."""

    @property
    def share(self) -> float:
        """How much of it is over."""
        return min(self.seconds / (60 * self.minutes), 1.0)


def train(
    folder: str | Path,
    *,
    minutes: float | None = None,
    seed: int = 0,
    begin: str | Path | None = None,
    first_rate: float = FIRST_RATE,
    last_rate: float = LAST_RATE,
    trace: float = 0.0,
    threads: int = 2,
    see: Callable[[Progress], object] = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> Weights:
    """Learn for some minutes (15), or go on with what a folder holds; the weights, which lie in its
    `best.safetensors`.

    A new run begins with two networks that know nothing, or with those of the file `begin`, with which it
    learns one network for each class of positions. Its step falls from `first_rate` to `last_rate`; `trace`
    is λ, from 0 up to 1.

    Every 20 seconds and at the end `see` is told where the run stands, `log.jsonl` gets a line, and the
    weights are written with all that is needed to go on; a run that is killed loses no more.  `stop` is asked
    every 20,000 plies of a thread.
    """
    if minutes is not None and not 0 < minutes <= LONGEST:
        raise BadInput(f"A run takes from a moment to {LONGEST:g} minutes, not {minutes:g}.")
    if not 1 <= threads <= 256:
        raise BadInput(f"A run has 1 to 256 threads, not {threads}.")
    check_steps(trace, first_rate, last_rate)
    path = make_folder(folder)
    file = path / "best.safetensors"
    if file.exists():
        weights, progress = read(file), read_state(file, "run", Progress)
        progress.minutes = minutes or progress.minutes
    else:
        weights = beginning(seed) if begin is None else divided(read(begin))
        progress = Progress(seed, minutes or 15.0, first_rate, last_rate, trace)
    team = [_Learner(progress, k) for k in range(threads)]
    seen = progress.seconds
    begun = time.perf_counter() - progress.seconds
    with ThreadPoolExecutor(threads) as pool:
        while progress.share < 1 and not stop():
            rate = progress.first_rate * (progress.last_rate / progress.first_rate) ** progress.share
            for work in [pool.submit(one.learn, rate, weights) for one in team]:
                work.result()
            progress.seconds = time.perf_counter() - begun
            for one in team:
                one.count_in(progress)
            if progress.seconds - seen >= REPORT:
                seen = progress.seconds
                keep(path, weights, "run", progress)
                see(progress)
    keep(path, weights, "run", progress)
    see(progress)
    return weights


def check_steps(trace: float, first_rate: float, last_rate: float) -> None:
    """`BadInput` for a λ or steps that cannot be."""
    if not 0 <= trace <= 1:
        raise BadInput(f"'trace', the λ of TD(λ), is from 0 to 1, not {trace:g}.")
    if not 0 < last_rate <= first_rate <= 1:
        raise BadInput(
            f"The steps fall from at most 1 to more than 0, not from {first_rate:g} to {last_rate:g}."
        )


class _Learner:
    """A thread's own memory: random numbers, counters, a game's positions."""

    def __init__(self, progress: Progress, number: int) -> None:
        self.trace, self.counters = progress.trace, Buffer(4)
        self.random = randomness.stream((progress.seed << 20) + progress.plies + 256 * number)
        self.positions, self.told = game_room()
        self.room = room()

    def learn(self, rate: float, weights: Weights) -> None:
        """A portion of games."""
        game, tables = Backgammon(evaluation="hand"), in_words().address
        memory = self.random, self.counters, self.positions, self.told
        learn(game, AT_ONCE, rate, self.trace, tables, *memory, weights, self.room)

    def count_in(self, progress: Progress) -> None:
        """Add what was played."""
        progress.games += self.counters[GAMES]
        progress.plies += self.counters[PLIES]
        progress.gammons += self.counters[GAMMONS]
        progress.backgammons += self.counters[BACKGAMMONS]
        self.counters.clear()


def beginning(seed: int) -> Weights:
    """Small random weights; gammons and backgammons are unlikely to begin with."""
    rng = np.random.default_rng(seed)
    wanted = shapes(UNDIVIDED)
    first = (0.1 * rng.standard_normal(wanted.first)).astype(np.float32)
    second = (0.1 * rng.standard_normal(wanted.second)).astype(np.float32)
    return Weights(first, second, np.tile(np.array([0, -1, -4, -1, -4], np.float32), UNDIVIDED))


def game_room() -> tuple[Any, ...]:
    """Memory for the positions of a game, and for what was said after each play."""
    return Buffer(4 * LONGEST_GAME, unsigned=True), np.zeros((LONGEST_GAME, OUTPUTS), np.float32)


def room() -> Room:
    """The memory for one position."""
    inputs = np.zeros(ACTIVE, np.int64), np.zeros(ACTIVE, np.float32)
    hidden, slopes = np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32)
    return Room(*inputs, hidden, np.zeros(OUTPUTS, np.float32), np.zeros(OUTPUTS, np.float32), slopes)


def make_folder(folder: str | Path) -> Path:
    """The folder of a run, made where it is not there; `BadInput` where it cannot be."""
    path = Path(folder).expanduser()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder '{folder}' cannot be made: {error.strerror}.") from None
    return path


def keep(path: Path, weights: Weights, what: str, state: Any) -> None:
    """Write the weights with the state of what made them, a "run" or a "fit", and a line of the log."""
    line = json.dumps(asdict(state))
    write(path / "best.safetensors", weights, {what: line})
    with (path / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(line + "\n")


def read_state(file: Path, what: str, made: Callable[..., T]) -> T:
    """The state that `keep` wrote."""
    try:
        return made(**json.loads(made_of(file)[what]))
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"'{file}' does not say how far its {what} has come.") from None
