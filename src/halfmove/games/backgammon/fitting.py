"""Networks of backgammon, fitted to games against themselves from which the luck of the dice is taken.

`learner` moves the networks towards what each game went on to say; most of that is dice.  Here all 21 throws
are looked at before each one falls, each with the best play for it, and what a position is told is

    told(n) = mean(n) + λ · (told(n + 1) - said(n)),

where `mean(n)` is what the networks say after a throw and the best play, in the mean over all throws, and
`said(n)` what they say after the throw and the play that came.  The difference of `said` and `mean` is luck:
its expectation is 0, so that without it the expectation is that of TD(λ), and the variance a small part (the
control variate of rollouts, `search/chance/rollout.py`).  With λ = 1 this is the result of the whole game
less all luck.  Now and then the second best play is taken, so that positions come up which the networks would
avoid; what comes before such a play is told nothing of what comes after.

A position costs some hundred evaluations instead of twenty, and says as much as many; it is kept, and the
networks go through all of them several times, at steps that fall.

    collect("td-positions", positions=2_000_000, seed=5, begin="td-run-2/best.safetensors")
    fit("td-run-3", "td-positions", begin="td-run-2/best.safetensors")

Nothing but games of the networks against themselves goes in, and the tables of `bearoff`.
"""

from __future__ import annotations

import json
import math
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import randomness
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.sealed_zip import check_seal, save_sealed
from halfmove.games.backgammon.bearoff import in_words
from halfmove.games.backgammon.game import Backgammon
from halfmove.games.backgammon.learner import (
    LONGEST_GAME,
    Room,
    check_steps,
    keep,
    make_folder,
    move,
    over,
    read_state,
    room,
    say,
    thrown,
    told_of_end,
    turned,
)
from halfmove.games.backgammon.network import (
    OUTPUTS,
    Weights,
    divided,
    judge,
    network_of,
    read,
    shipped,
    worth,
)

TRACE = 0.9
"""λ, unless told otherwise."""
STRAY = 0.1
"""How often the second best play is taken."""
WORST = -10.0
"""Below every equity."""
PART = 20_000
"""Positions of a file."""
HELD_OUT = 50
"""One position in so many is not learnt from, and says how far the networks are."""
EPOCHS = 12
FIRST_RATE, LAST_RATE = 0.01, 0.0003
"""The step at the beginning and at the end; it falls by the same part in each epoch."""
WORDS = 4
"""Of a position: the mover's chequers and the other's."""


@kernel
def play(
    game: Game,
    positions: int,
    stray: float,
    tables: int,
    random: Buffer,
    kept: Buffer,
    mean: Any,
    said: Any,
    goes_on: Any,
    best: Any,
    w: Weights,
    r: Room,
) -> int:
    """Play whole games until there are so many positions; how many there are then.

    Positions go into `kept` as four words, and into rows of `mean` and `said` what the networks say after the
    next throw and the best play, in the mean over all throws, and for the throw that came; all have room for
    one game more.  `goes_on` is 1 where the next position follows after the best play, 0 where the game ends
    or another play was taken.  `best` is memory for one row.
    """
    done = 0
    while done < positions:
        s = game.initial()
        while game.to_move(s) == CHANCE and s.dice != 0:  # the throw that begins
            s = thrown(game, s, random)
        s, _, _ = replies(game, s, tables, w, r, best)
        begun = done
        while not over(game, s) and done - begun < LONGEST_GAME:
            for k in range(OUTPUTS):
                mean[done, k] = 0.0
            u = randomness.fraction(random)
            aside = randomness.fraction(random) < stray
            below = 0.0
            came = False
            after = s
            for dice, p in game.outcomes(s):
                top, runner_up, several = replies(game, game.result(s, dice), tables, w, r, best)
                for k in range(OUTPUTS):
                    mean[done, k] += p * best[k]
                below += p
                if not came and u < below:
                    came = True
                    for k in range(OUTPUTS):
                        said[done, k] = best[k]
                    goes_on[done] = 0 if aside and several else 1
                    after = runner_up if aside and several else top
            at = WORDS * done
            kept[at], kept[at + 1] = s.own[0], s.own[1]
            kept[at + 2], kept[at + 3] = s.other[0], s.other[1]
            done += 1
            s = after
        if done > begun:
            goes_on[done - 1] = 0
    return done


def replies(
    game: Game,
    here: Any,
    tables: int,
    w: Weights,
    r: Room,
    best: Any,
) -> tuple[Any, Any, bool]:
    """The states after the best play of a throw and after the second best, and whether there is one; into
    `best` what the networks say after the best, to the player whose play it is."""
    highest = next_highest = WORST
    top = runner_up = here
    for action in game.actions(here):
        child = game.result(here, action)
        if game.is_terminal(child):
            told_of_end(game.utility(child, here.mover), r.target)
        else:
            say(child.own, child.other, tables, w, r)
            turned(r.out, r.target)
        equity = worth(r.target)
        if equity > highest:
            next_highest, runner_up = highest, top
            highest, top = equity, child
            for k in range(OUTPUTS):
                best[k] = r.target[k]
        elif equity > next_highest:
            next_highest, runner_up = equity, child
    return top, runner_up, next_highest > WORST


@kernel
def go_through(
    game: Game,
    order: Any,
    rate: float,
    kept: Buffer,
    labels: Any,
    w: Weights,
    r: Room,
) -> float:
    """A step of this size for each position of `order`, one after the other; with a step of 0 nothing is
    learnt.  The sum of the squares of what equities were off before."""
    networks = len(w.ends) // OUTPUTS
    total = 0.0
    for position in range(len(order)):
        n = order[position]
        own = kept[WORDS * n], kept[WORDS * n + 1]
        other = kept[WORDS * n + 2], kept[WORDS * n + 3]
        for k in range(OUTPUTS):
            r.target[k] = labels[n, k]
        count = judge(own, other, w.first, w.second, w.ends, r.index, r.value, r.hidden, r.out)
        off = worth(r.out) - worth(r.target)
        total += off * off
        if rate > 0:
            net = network_of(own, other, networks)
            move(net, count, rate, w, r)
    return total


# ---- positions that are kept


@dataclass
class Collection:
    """Positions of a folder, and how they are made."""

    seed: int
    stray: float
    begin: str
    """The networks that play."""
    done: int = 0
    """Positions that are there."""


def collect(
    folder: str | Path,
    *,
    positions: int,
    begin: str | Path | None = None,
    seed: int = 0,
    stray: float = STRAY,
    see: Callable[[Collection], object] = lambda collection: None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Play until a folder holds so many positions with what comes of them; how many there are.

    `begin` are the networks that play, those that come with Halfmove unless told otherwise; `stray` is how
    often the second best play is taken.  Every 20,000 positions are a file, after which `see` is
    told and `stop` asked; the same call goes on with what is there.
    """
    if positions < 1:
        raise BadInput(f"There are to be 1 or more positions, not {positions}.")
    if not 0 <= stray <= 1:
        raise BadInput(f"'stray' is from 0 to 1, not {stray:g}.")
    path = make_folder(folder)
    weights = _weights(begin)
    wanted = Collection(seed, stray, "" if begin is None else str(begin))
    found = _collection(path, wanted)
    game, tables = Backgammon(evaluation="hand"), in_words().address
    kept = Buffer(WORDS * (PART + LONGEST_GAME), unsigned=True)
    mean, said = (np.zeros((PART + LONGEST_GAME, OUTPUTS), np.float32) for _ in range(2))
    goes_on = np.zeros(PART + LONGEST_GAME, np.int64)
    best = np.zeros(OUTPUTS, np.float32)
    while found.done < positions and not stop():
        random = randomness.stream((seed << 32) + found.done)
        wanted_now = min(PART, positions - found.done)
        pages = (kept, mean, said, goes_on, best)
        count = play(game, wanted_now, stray, tables, random, *pages, weights, room())
        found.done += count
        words = kept.array[: WORDS * count].reshape(count, WORDS)
        with whole_bytes(path / f"{found.done:09d}.npz") as out:
            save_sealed(
                out,
                positions=words,
                mean=mean[:count],
                said=said[:count],
                goes_on=goes_on[:count].astype(bool),
                made=json.dumps(asdict(found)),
            )
        see(found)
    return found.done


def _collection(path: Path, wanted: Collection) -> Collection:
    """How far a folder has come; `BadInput` where its positions are made otherwise."""
    parts = sorted(path.glob("*.npz"))
    if not parts:
        return wanted
    found = _part(parts[-1]).made
    if asdict(found) != {**asdict(wanted), "done": found.done}:
        raise BadInput(f"The positions of '{path}' were made otherwise: {json.dumps(asdict(found))}.")
    return found


class Part(NamedTuple):
    """Positions of one file."""

    positions: Any
    """uint64[n, 4]: the mover's chequers and the other's;"""
    mean: Any
    """float32[n, 5]: what the networks say after a throw and the best play, in the mean over all throws,"""
    said: Any
    """and after the throw that came;"""
    goes_on: Any
    """bool[n]: whether the next position follows after that."""
    made: Collection


def _part(file: Path) -> Part:
    try:
        check_seal(file)
        with np.load(file) as found:
            arrays = [found[name] for name in Part._fields[:-1]]
            made = Collection(**json.loads(str(found["made"])))
    except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, zlib.error):
        raise BadInput(f"'{file}' does not hold positions of backgammon, or is damaged.") from None
    n = len(arrays[0])
    if [a.shape for a in arrays] != [(n, WORDS), (n, OUTPUTS), (n, OUTPUTS), (n,)]:
        raise BadInput(f"'{file}' does not hold positions of backgammon of this Halfmove.")
    positions, mean, said, goes_on = arrays
    return Part(positions, mean, said, goes_on, made)


def told(mean: Any, said: Any, goes_on: Any, trace: float) -> Any:
    """What positions are told that follow each other: float32[n, 5], the chances of who throws (see above);
    `trace` is λ."""
    found = np.array(mean, np.float64)
    for n in range(len(found) - 2, -1, -1):
        if goes_on[n]:
            win, won, won_triple, lost, lost_triple = found[n + 1]
            found[n] += trace * ((1 - win, lost, lost_triple, won, won_triple) - said[n])
    return np.clip(found, 0, 1).astype(np.float32)


# ---- networks that go through them


@dataclass
class Fitting:
    """Where a fit stands."""

    seed: int
    epochs: int
    first_rate: float
    last_rate: float
    trace: float
    """λ,"""
    positions: int
    done: int = 0
    """Epochs."""
    error: float = math.nan
    """What the equities are off, in the root of the mean square, where positions were learnt from, before
    each was,"""
    held_out: float = math.nan
    """and where none was."""

    @property
    def rate(self) -> float:
        """The step of the next epoch."""
        share = self.done / max(self.epochs - 1, 1)
        return float(self.first_rate * (self.last_rate / self.first_rate) ** share)


def fit(
    folder: str | Path,
    positions: str | Path,
    *,
    begin: str | Path | None = None,
    epochs: int = EPOCHS,
    first_rate: float = FIRST_RATE,
    last_rate: float = LAST_RATE,
    trace: float = TRACE,
    seed: int = 0,
    see: Callable[[Fitting], object] = lambda fitting: None,
    stop: Callable[[], bool] = lambda: False,
) -> Weights:
    """Fit networks to what the positions of a folder of `collect` are told; the weights, which lie in
    `best.safetensors` of a folder of their own.

    They begin with those of `begin`, or those that come with Halfmove. After each epoch `see` is told where
    the fit stands, `log.jsonl` gets a line, the weights are written, and `stop` is asked; the same call goes
    on.  One position of fifty is not learnt from.
    """
    if epochs < 1:
        raise BadInput(f"A fit has 1 or more epochs, not {epochs}.")
    check_steps(trace, first_rate, last_rate)
    parts = [_part(file) for file in sorted(Path(positions).expanduser().glob("*.npz"))]
    if not parts:
        raise BadInput(f"There are no positions in '{positions}'.")
    path = make_folder(folder)
    file = path / "best.safetensors"
    if file.exists():
        weights, fitting = read(file), read_state(file, "fit", Fitting)
    else:
        weights = Weights(*(np.array(array) for array in _weights(begin)))
        fitting = Fitting(seed, epochs, first_rate, last_rate, trace, sum(len(part.mean) for part in parts))
    labels = np.concatenate([told(part.mean, part.said, part.goes_on, fitting.trace) for part in parts])
    kept = Buffer(WORDS * len(labels), unsigned=True)
    kept.array[:] = np.concatenate([part.positions for part in parts]).ravel()
    out = np.arange(len(labels)) % HELD_OUT == HELD_OUT - 1
    seen, unseen = np.flatnonzero(~out), np.flatnonzero(out)
    place = room()
    step = partial(_off, kept=kept, labels=labels, weights=weights, place=place)
    while fitting.done < fitting.epochs and not stop():
        order = np.random.default_rng((fitting.seed, fitting.done)).permutation(seen)
        fitting.error = step(order, fitting.rate)
        fitting.held_out = step(unseen, 0.0)
        fitting.done += 1
        keep(path, weights, "fit", fitting)
        see(fitting)
    return weights


def _off(order: Any, rate: float, *, kept: Buffer, labels: Any, weights: Weights, place: Any) -> float:
    """Go through positions; the root of the mean square of what equities were off."""
    total = go_through(Backgammon(evaluation="hand"), order, rate, kept, labels, weights, place)
    return math.sqrt(total / len(order)) if len(order) else math.nan


def _weights(file: str | Path | None) -> Weights:
    """The networks of a file, one for each class of positions, or those that come with Halfmove."""
    return shipped() if file is None else divided(read(file))
