"""What a run says before it begins: who learns and where, what it takes, and what is to be expected of it."""

from __future__ import annotations

import math

from halfmove.core.extras import command
from halfmove.learn.lengths import RandomGames
from halfmove.learn.runs.expectation import ENOUGH, FEW, Speeds, count_searched, estimate_minutes, forecast
from halfmove.learn.runs.memory import Machine, Memory, format_gigabytes
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.neural.architecture import PRESETS

SMALLER = "small"
"""The network that is proposed where a larger one is too slow."""


def plan(settings: RunSettings, machine: Machine, memory: Memory) -> str:
    """What a run will use, in words: who learns and on what, where it plays, its network, when it ends, and
    the memory that it takes of what is free."""
    learning = settings.learning
    if machine.torch:
        learner = f"PyTorch learns on {machine.gpu or 'the processor'}"
    elif learning.learner == "auto":
        learner = (
            "NumPy learns, many times slower than PyTorch, which is not installed; install it with: "
            f"{command('train')}"
        )
    else:
        learner = "NumPy learns on the processor"
    many = "1 process plays" if settings.workers == 1 else f"{settings.workers} processes play"
    plays = many if settings.workers else "One process plays and learns"
    return (
        f"{learner}.\n{plays}, for {_format_length(settings)}; the network {settings.network.title} has "
        f"{settings.network.size:,} parameters; batches of {learning.batch} positions, the newest "
        f"{learning.window:,} kept.\nMemory: about {memory}; {format_gigabytes(machine.free)} are free."
    )


def describe_outlook(settings: RunSettings, sampled: RandomGames, speeds: Speeds, machine: Machine) -> str:
    """What is to be expected of a run, in a sentence; where that is next to nothing, what would help."""
    found = forecast(settings, sampled, speeds, machine)
    work = f"{_round(found.games)} games, {_round(found.positions)} positions and {_round(found.steps)} steps"
    if settings.positions and found.positions >= settings.positions:
        work = f"{_round(found.games)} games and {_round(found.steps)} steps"
        words = f"Expected: {work} of the learner, in some {_format_minutes(found.seconds / 60)}."
    elif found.games < 1:
        words = f"Expected in {_format_minutes(found.seconds / 60)}: nothing, as no game ends by then."
    else:
        words = f"Expected in {_format_minutes(found.seconds / 60)}: about {work} of the learner."
    if found.steps >= FEW:
        return words
    remedy = _find_remedy(settings, sampled, speeds, machine)
    return f"{words} So few steps teach it next to nothing: take {remedy}."


def _find_remedy(settings: RunSettings, sampled: RandomGames, speeds: Speeds, machine: Machine) -> str:
    """What would have the learner make steps enough."""
    learning = settings.learning
    enough = math.ceil(ENOUGH * learning.batch / learning.reuse)
    if not settings.minutes:
        return f"--positions {max(enough, 2 * settings.positions)}"
    minutes = estimate_minutes(ENOUGH, settings, sampled, speeds, machine)
    ways = [f"--minutes {_round_up(minutes)}"]
    if settings.positions and settings.positions < enough:
        ways[0] += f" --positions {enough}"
    if settings.network.blocks > PRESETS[SMALLER]["blocks"] and settings.network.kind == "tower":
        ways.append(f"--network {SMALLER}")
    if _is_late(settings, sampled):
        ways.append("--option games=32 (games at once, all of which end late)")
    if not machine.torch and learning.learner == "auto":
        ways.append("PyTorch (see above)")
    return ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])} or {ways[-1]}"


def _is_late(settings: RunSettings, sampled: RandomGames) -> bool:
    """Whether most of the time until the first step is taken by games that have not ended."""
    under_way = settings.play.games * max(settings.workers, 1) * count_searched(settings, sampled) / 2
    return under_way > settings.learning.first and settings.play.games > 32


def _format_length(settings: RunSettings) -> str:
    return _format_minutes(settings.minutes) if settings.minutes else f"{settings.positions:,} positions"


def _format_minutes(minutes: float) -> str:
    """Minutes, or the seconds of less than one."""
    if minutes < 1:
        return f"{math.ceil(60 * minutes - 1e-9)} seconds"
    if minutes == round(minutes, 2):
        text = f"{minutes:g}"
    else:
        text = f"{minutes:.2g}" if minutes < 10 else _round(minutes)
    return "1 minute" if text == "1" else f"{text} minutes"


def _round(number: float) -> str:
    """Two digits of it, as nobody knows more."""
    return f"{round(number, 1 - math.floor(math.log10(number))):,.0f}" if number >= 1 else "0"


def _round_up(minutes: float) -> str:
    """Whole minutes, of which two digits, rounded up."""
    unit = 10 ** max(math.floor(math.log10(max(minutes, 1))) - 1, 0)
    return str(math.ceil(minutes / unit) * unit)
