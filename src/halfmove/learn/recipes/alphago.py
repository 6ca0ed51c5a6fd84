"""AlphaGo: a policy network from experts' games, then by playing itself; a value network from its games.

Silver et al., *Mastering the game of Go with deep neural networks and tree search*, Nature 529, 2016.  The
stages, each with its share of the run:

    supervised  a policy network learns the moves of game records or, where there are none, of an engine's
                games; a part of the games is put aside, and says how many moves it foresees
    reinforced  REINFORCE: it plays games against earlier versions of itself, moves drawn by its shares, and
                each of its moves becomes likelier by z − b: z is the result, and b, a baseline, 0 at first
    value       a value network learns what positions are worth when the reinforced policy plays on, from one
                position of each game
    and the last two again, the baseline now being what the value network says: an actor and its critic

The search that AlphaGo plays with is `network` with its option `rollouts`.  The search's policy is the
reinforced one; the paper found the supervised one better there, and both are files of the folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.learn.experts import find_expert, read_samples
from halfmove.learn.policies import Match
from halfmove.learn.recipes.alphazero import WAIT
from halfmove.learn.runs.play import FinishedGames, GameSource, evaluate_of
from halfmove.learn.runs.run import Run
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.selfplay import Evaluate, Throughput
from halfmove.learn.window import Window
from halfmove.search.neural.architecture import values_of
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.network import Network

POLICY, VALUE = "alphago-policy", "alphago-value"
HELD = 4096
"""Positions of games that are put aside, at most;"""
HELD_SHARE = 0.1
"""and this part of all."""
AT_ONCE = 1024
"""Positions of a step of the policy gradient, at most: more would take much memory."""


class Stage(NamedTuple):
    """A part of the run."""

    title: str
    kind: str
    """Of the network that learns."""
    file: str
    """The network that comes of it."""
    end: float
    """The share of the run that is over then."""
    work: Callable[[Run, float], None]


def refuse(settings: RunSettings) -> None:
    """`BadInput` or `Unsuitable` for a run that cannot be."""
    game, learning = settings.game.open(), settings.learning
    if values_of(game) != 1:
        raise Unsuitable(f"{game.title()} is not AlphaGo's: its players are not two with opposite interests.")
    if not learning.records:
        find_expert(game, learning.expert)
    elif settings.positions:
        raise BadInput("With game records a run's length is in minutes: leave --positions out.")
    elif not Path(learning.records).expanduser().exists():
        raise BadInput(f"The game records '{learning.records}' are not there.")


def train(run: Run) -> None:
    """Go through the stages, from the one where the run stands."""
    if not run.counters.kind:
        run.teach(POLICY)
        run.counters.stage_from = 0  # killed before its first checkpoint it keeps what is in the window
    while True:
        number = run.counters.stage
        stage = STAGES[number]
        run.stage, run.span = stage.title, (STAGES[number - 1].end if number else 0.0, stage.end)
        run.beside = load_kept(run, "policy") if stage.kind == VALUE else {}
        if is_running(run, stage.end):
            stage.work(run, stage.end)
        if run.is_stopped() or number + 1 == len(STAGES):
            break
        begin_next_stage(run)
    show(run)


def is_running(run: Run, end: float) -> bool:
    """Whether the stage that ends there does."""
    return run.share < end and not run.is_stopped()


def begin_next_stage(run: Run) -> None:
    """Keep what the stage has come to, and begin the next where the last of its kind ended."""
    stage, following = STAGES[run.counters.stage], STAGES[run.counters.stage + 1]
    run.report()
    run.beside = {}
    run.network().save(find_file(run, stage.file))
    if stage.file == "supervised":
        run.network().save(find_file(run, "policy"))
    found = load_kept(run, "policy" if following.kind == POLICY else "value")
    run.teach(following.kind, found or None)
    run.counters.stage += 1
    run.counters.pool_from = run.counters.generation + 1
    run.save()


# ---- the stages


def supervise(run: Run, end: float) -> None:
    """Learn experts' moves."""
    held = Window(run.folder.path / "held", Sizes.of(run.encoding), HELD)
    learning = run.settings.learning
    play: GameSource | None = None
    if not learning.records:
        play = run.play(expert=(learning.expert, learning.expert_simulations))
    elif not run.counters.games:  # killed in the midst of it, it reads them all again
        for samples in read_samples(run.encoding, learning.records):
            share_out(run, held, FinishedGames(samples, 1, (0, 0, 0), [], Throughput()))
        run.save()
    try:
        while is_running(run, end):
            for arrival in run.receive(play, WAIT) if play else ():
                share_out(run, held, arrival)
            if run.may_learn() or not play:
                run.learn()
            look_after(run, held)
    finally:
        if play:
            play.close()
    run.accuracy = measure_accuracy(run, held)
    run.report()


def share_out(run: Run, held: Window, arrival: FinishedGames) -> None:
    """Put some games aside, and the others into the window."""
    if len(held) < min(HELD_SHARE * run.positions, HELD - len(arrival.samples)):
        held.write(arrival.samples)
    else:
        run.take(arrival)


def measure_accuracy(run: Run, held: Window) -> float | None:
    """In how many positions of games put aside the policy's likeliest move is the one that was played."""
    if not len(held):
        return None
    samples = held.read(np.arange(held.oldest, held.written))
    batch = run.batches.turn_samples(samples, np.zeros(len(samples), np.int64))
    logits = run.network().evaluate()(batch.planes)[0]
    told = np.where(batch.legal, np.take_along_axis(logits, batch.places, axis=1), -np.inf)
    return float((batch.shares[np.arange(len(batch)), told.argmax(1)] > 0).mean())


def reinforce(run: Run, end: float) -> None:
    """The policy gradient: matches against earlier versions, and a step after each; the value network's word
    is the baseline, once there is one."""
    settings, counters = run.settings, run.counters
    run.slowed = settings.learning.reinforce_rate
    value = find_file(run, "value")
    critic = evaluate_of(run.game, value, run.backend) if value.exists() else None
    options = replace(settings.play, games=settings.learning.reinforce_games)
    if counters.generation < counters.pool_from:
        run.keep_generation()
    while is_running(run, end):
        counters.matches += 1
        opponent = int(run.random.integers(counters.pool_from, counters.generation + 1))
        run.publish()
        learner = evaluate_of(run.game, run.folder.current, run.backend)
        former = evaluate_of(run.game, run.folder.network_of(opponent), run.backend)
        match = Match(run.encoding, learner, former, options, seed=settings.seed + 7919 * counters.matches)
        samples = match.play(lambda: not is_running(run, end))
        if samples is None:
            break
        samples.policy_weight[:] = compute_advantages(run, samples, critic)
        won, drawn, lost = match.results
        run.take(FinishedGames(samples, options.games, (won, drawn, lost), match.example, match.done))
        order = run.random.permutation(len(samples))
        for start in range(0, len(samples), AT_ONCE):
            run.step([run.batches.make(samples.take(order[start : start + AT_ONCE]), run.random)])
        look_after(run)
    run.slowed = 1.0


def compute_advantages(run: Run, samples: Samples, critic: Evaluate | None) -> NDArray[np.float32]:
    """By how much the result was better for the mover than the baseline: 0, or what the critic says."""
    found: NDArray[np.float32] = samples.outcome[:, 0].copy()
    for start in range(0, len(samples) if critic else 0, AT_ONCE):
        part = samples.take(slice(start, start + AT_ONCE))
        planes = run.batches.turn_samples(part, np.zeros(len(part), np.int64)).planes
        if critic:
            found[start : start + AT_ONCE] -= critic(planes)[1][:, 0]
    return found


def train_value(run: Run, end: float) -> None:
    """Learn what positions are worth."""
    play = run.play(find_file(run, "policy"), former=find_file(run, "supervised"))
    try:
        while is_running(run, end):
            for arrival in run.receive(play, WAIT):
                run.take(arrival)
            if run.may_learn():
                run.learn()
            look_after(run)
    finally:
        play.close()


STAGES = (
    Stage("supervised", POLICY, "supervised", 0.35, supervise),
    Stage("reinforced", POLICY, "policy", 0.5, reinforce),
    Stage("value", VALUE, "value", 0.75, train_value),
    Stage("reinforced again", POLICY, "policy", 0.85, reinforce),
    Stage("value again", VALUE, "value", 1.0, train_value),
)


# ---- what they share


def look_after(run: Run, held: Window | None = None) -> None:
    """Keep a generation, save and report, where it is time."""
    if run.generation_is_due():
        if held is not None:
            run.accuracy = measure_accuracy(run, held)
        run.keep_generation()
        show(run)
    run.look_after()


def show(run: Run) -> None:
    """Write the best network: both, or the policy as long as there is no value."""
    before = run.beside
    run.beside = load_kept(run, "policy" if run.counters.kind == VALUE else "value")
    run.network().save(run.folder.best)
    run.beside = before


def find_file(run: Run, name: str) -> Path:
    """The file of what a stage has come to."""
    return run.folder.path / f"{name}.safetensors"


def load_kept(run: Run, name: str) -> Parameters:
    """What a stage has come to; nothing where it has not been."""
    file = find_file(run, name)
    return Network.load(file, run.game).parameters if file.exists() else {}
