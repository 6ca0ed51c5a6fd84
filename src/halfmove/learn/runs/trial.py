"""What computes the network in self-play, by trying: each way for some seconds, by all processes together.

For a small network fourteen cores in eight bits may beat a card that fifteen processes share, and nobody
knows before.  All ways are set up at once, then one after the other plays, from the same start; the processes
of the fastest play on, with their games, and the others end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from halfmove.core.errors import BadInput
from halfmove.learn.runs.processes import Processes
from halfmove.learn.runs.served import start_processes
from halfmove.learn.runs.worker import Orders

SECONDS = 5.0
"""For which each way plays."""


class Trial(NamedTuple):
    """What came of it."""

    source: Processes
    """The processes that play on."""
    backend: str
    rates: dict[str, float]
    """States that were evaluated in a second by all processes together, for each way; those that cannot be
    are left out."""


def try_backends(
    orders: Orders,
    count: int,
    backends: Sequence[str],
    seconds: float = SECONDS,
    stop: Callable[[], bool] = lambda: False,
    *,
    by_torch: bool = False,
) -> Trial | None:
    """Try each of the backends in `count` processes, and have the fastest play on; None where `stop()`.
    `BadInput` where none can play."""
    sources: dict[str, Processes] = {}
    try:
        for backend in backends:
            tried = replace(orders, backend=backend, trial=seconds)
            sources[backend] = start_processes(tried, count, by_torch)
        rates, refused = dict[str, float](), BadInput("No way to compute the network is left.")
        for backend, source in sources.items():
            try:
                source.collect("ready", stop)
                source.tell("measure")
                rates[backend] = sum(source.collect("measured", stop))
            except BadInput as error:
                refused = error
            if stop():
                return None
        if not rates:
            raise refused
        best = max(rates, key=lambda backend: rates[backend])
        chosen = sources.pop(best)
        chosen.end_trial()
        return Trial(chosen, best, rates)
    finally:
        for source in sources.values():
            source.close()


def describe_trial(rates: Mapping[str, float], backend: str, gpu: str) -> str:
    """What was tried and taken, in a sentence.

    >>> describe_trial({"torch": 9000.0, "int8": 21000.0}, "int8", "H200")
    'Tried: on H200 9,000 states a second, in eight bits on the processor 21,000; self-play takes the latter.'
    """
    ways = {
        "server": f"by one process on {gpu or 'the processor'}",
        "torch": f"on {gpu or 'the processor'}",
        "int8": "in eight bits on the processor",
    }
    parts = [f"{ways.get(name, f'by {name}')} {rate:,.0f}" for name, rate in rates.items()]
    if len(parts) == 1:
        return f"Tried: only {parts[0]} states a second; the other way cannot play here."
    first, *_, last = rates
    taken = "the former" if backend == first else "the latter" if backend == last else backend
    parts[0] += " states a second"
    return f"Tried: {', '.join(parts)}; self-play takes {taken}."
