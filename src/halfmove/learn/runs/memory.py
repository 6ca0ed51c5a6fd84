"""The memory that a run will take, reckoned before it begins; what does not fit is refused.

The learner keeps what the layers made of a batch (`learner.memory`).  Each process that plays has a
forest, whose rooms are known before it is made (`search.neural.forest_memory`).  A system gives memory only
to what is written to: of rooms for the most actions that a game can have, those count that random games had
(`learn.lengths`).  docs/training.md has what was measured beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from halfmove.core.computer import free_memory_bytes, load, usable_cores
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.learn.learner.memory import NUMBER, largest_stack, learner_bytes
from halfmove.learn.lengths import RandomGames
from halfmove.learn.runs.learners import may_use_torch
from halfmove.learn.runs.matches import SIMULATIONS, may_meet
from halfmove.learn.runs.play import find_gpu
from halfmove.learn.runs.settings import RunSettings
from halfmove.learn.selfplay import Options, plan_of
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import Architecture, preset
from halfmove.search.neural.forest_memory import EDGE, R_FIRST, Plan, rooms
from halfmove.search.neural.in_numpy import CHUNK

PROCESS = 150_000_000
"""Bytes of a process that has done nothing yet: Python, NumPy, machine code, ONNX Runtime (130 to 170 MB
where it was measured)."""
TORCH = 450_000_000
"""Bytes of PyTorch, once it is imported; of its builds for CPUs."""
PAGE = 512
"""Words of memory that are given at once."""
LONGER = 2
"""Times the mean length of games, which few are longer than."""
WIDER = 1.5
"""Times the most actions that random games had: among thousands of positions there are wider ones."""
STACKS = 3
"""Of the network's largest, while it judges states."""
SMALLER: tuple[dict[str, str], ...] = (
    {"games": "64"},
    {"games": "16"},
    {"workers": "1"},
    {"batch": "64"},
    {"network": "tiny"},
)
"""What is proposed where a run does not fit, in this order."""


class Machine(NamedTuple):
    """What a run works on."""

    torch: bool
    """Whether PyTorch learns;"""
    gpu: str
    """on the GPU of this name, with memory of its own; empty: on the processor."""
    free: int
    """Bytes of memory that a program can have."""
    cores: int
    busy: float = 0.0
    """How many other programs work on them, in the mean of a minute."""
    elsewhere: bool = False
    """Whether other machines play."""

    @classmethod
    def here(cls, settings: RunSettings, elsewhere: bool = False) -> Machine:
        """This one."""
        torch = may_use_torch(settings)
        gpu = find_gpu() if torch else ""
        return cls(torch, gpu, free_memory_bytes(), usable_cores(), load(), elsewhere)

    def share(self, processes: int) -> float:
        """The cores that so many processes have together, where others get as much as each of them."""
        return min(processes, self.cores * processes / (processes + self.busy))


class Memory(NamedTuple):
    """Bytes, by who takes them."""

    learner: int
    """The process that learns; with `workers=0` it plays as well."""
    player: int
    """Each process that plays beside it."""
    players: int
    """How many of them there are on this machine."""

    @property
    def total(self) -> int:
        """All of it."""
        return self.learner + self.players * self.player

    def __str__(self) -> str:
        if not self.players:
            return format_gigabytes(self.total)
        each = "the process that plays" if self.players == 1 else f"each of the {self.players} that play"
        return (
            f"{format_gigabytes(self.total)} ({format_gigabytes(self.learner)} the process that learns, "
            f"{format_gigabytes(self.player)} {each})"
        )


def format_gigabytes(number: int) -> str:
    """Bytes for a person, to a tenth of a gigabyte, as nobody knows more."""
    return f"{max(number / 1e9, 0.1):.1f} GB"


def estimate_memory(settings: RunSettings, sampled: RandomGames, machine: Machine) -> Memory:
    """What a run takes of the machine's memory, where random games are as `sampled`."""
    learning = settings.learning
    encodings = [Encoding(reference.open()) for reference in settings.variants()]
    encoding = max(encodings, key=lambda one: math.prod(one.shape))  # of the largest board
    learner = PROCESS + (TORCH if machine.torch else 0)
    if not machine.gpu:
        learner += learner_bytes(settings.network.on_board(encoding) or settings.network, learning.batch)
    if settings.recipe == "exact":
        return Memory(learner, 0, 0)
    player = _estimate_playing(encoding, settings, settings.play, sampled)
    if learning.rating_games and may_meet(encoding) and settings.recipe != "alphago":
        simulations = min(settings.play.simulations, SIMULATIONS)
        games = min(learning.rating_games, settings.play.games)
        match = replace(settings.play, games=games, simulations=simulations)
        learner += _estimate_playing(encoding, settings, match, sampled)
    if settings.workers == 0:
        return Memory(learner + player, 0, 0)
    return Memory(learner, PROCESS + player, 0 if machine.elsewhere else settings.workers)


def refuse_what_does_not_fit(settings: RunSettings, sampled: RandomGames, machine: Machine) -> Memory:
    """The memory of a run; `BadInput`, with what would fit, where that is more than is free."""
    memory = estimate_memory(settings, sampled, machine)
    if memory.total <= machine.free:
        return memory
    for words, smaller in _list_smaller(settings):
        if estimate_memory(smaller, sampled, machine).total <= machine.free:
            remedy = f"take {words}"
            break
    else:
        remedy = "no smaller batch or network fits either"
    raise BadInput(
        f"This run needs about {memory} of memory, and {format_gigabytes(machine.free)} are free: {remedy}."
    )


def _estimate_playing(
    encoding: Encoding, settings: RunSettings, options: Options, sampled: RandomGames
) -> int:
    """Bytes of games under way, and of the network that judges them."""
    game = encoding.game
    plan, schedule = plan_of(encoding, options, game.initial())
    stacks = STACKS * options.games * largest_stack(settings.network)
    patches = CHUNK * settings.network.kernel**2 * largest_stack(settings.network)
    # planes as words and twice as bytes; logits as words and twice in single precision
    told = options.games * (10 * encoding.numbers + 16 * encoding.policy)
    return estimate_forest(game, plan, len(schedule), sampled) + NUMBER * (stacks + patches) + told


def estimate_forest(game: Game, plan: Plan, schedule: int, sampled: RandomGames) -> int:
    """What is written to of a forest, once its games have come to their ends."""
    actions = min(round(WIDER * sampled.actions), game.actions_limit)
    row = min(R_FIRST + plan.words + actions + PAGE, plan.row)
    plies = min(LONGER * sampled.plies, plan.plies)
    words = rooms(game, plan, schedule) | {
        "edges": plan.trees * plan.nodes_room * actions * EDGE,
        "record": plan.trees * plies * row,
    }
    return 8 * sum(words.values())


def _list_smaller(settings: RunSettings) -> Iterator[tuple[str, RunSettings]]:
    """Runs that take less memory, with the words that ask for them: one change first, then several."""
    for number in range(1, len(SMALLER) + 1):
        for changes in combinations(SMALLER, number):
            joined = {name: value for change in changes for name, value in change.items()}
            if len(joined) == number and all(_is_smaller(settings, *one) for one in joined.items()):
                yield _describe_changes(joined), _change(settings, joined)


def _is_smaller(settings: RunSettings, name: str, value: str) -> bool:
    """Whether a change makes a run smaller."""
    before = {
        "games": settings.play.games,
        "workers": settings.workers,
        "batch": settings.learning.batch,
    }
    if name == "network":
        return _find_smallest(settings).size < settings.network.size
    return int(value) < before[name]


def _describe_changes(changes: dict[str, str]) -> str:
    told = [
        f"--{name} {value}" if name in ("workers", "network") else f"--option {name}={value}"
        for name, value in changes.items()
    ]
    return " ".join(told)


def _change(settings: RunSettings, changes: dict[str, str]) -> RunSettings:
    if "network" in changes:
        settings = replace(settings, network=_find_smallest(settings))
    if "workers" in changes:
        settings = replace(settings, workers=int(changes["workers"]))
    options = {name: value for name, value in changes.items() if name in ("games", "batch")}
    return settings.with_settings(options)


def _find_smallest(settings: RunSettings) -> Architecture:
    """The smallest network that has a name."""
    name = "alphago-tiny" if settings.network.kind == "alphago" else "tiny"
    return preset(name, Encoding(settings.game.open()))
