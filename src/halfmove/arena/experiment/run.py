"""Playing an experiment: each match as far as it still lacks games, then the findings of all.

Every game is kept at once in the experiment's database, so that a run that was broken off goes on where it
stopped, and one of a finished experiment plays nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.arena import contest
from halfmove.arena.experiment.description import Experiment
from halfmove.arena.experiment.description import load_experiment as described
from halfmove.arena.experiment.results import (
    Finding,
    Findings,
    State,
    is_out_of_time,
    load_findings,
    make_finding,
)
from halfmove.arena.results import Results
from halfmove.arena.store import Store
from halfmove.core.progress import at

if TYPE_CHECKING:
    from halfmove.arena.workers.pool import GameInProgress, Pool

SeeExperiment = Callable[[int, Finding, "tuple[GameInProgress, ...]"], None]
"""Called after each game and a few times a second: which match, how it stands, the games in progress."""


def run(
    experiment: Experiment | str | Path,
    *,
    again: bool = False,
    at_once: int | None = None,
    ray: str | None = None,
    pool: Pool | None = None,
    see: SeeExperiment | None = None,
) -> Findings:
    """Play what an experiment still lacks and return all that has been found.

    `again` plays everything anew, beside what was played before, which is kept.  `at_once` games at a time,
    on the Ray cluster at the address `ray`, or by `pool`: as for `arena.contest.run`.  Ctrl-C ends it in
    order: the findings so far are returned, not `done`.  `BadInput` for what is wrong with the file or
    the plan.
    """
    made = experiment if isinstance(experiment, Experiment) else described(experiment)
    if not again and load_findings(made).done:
        return load_findings(made)
    with Store(made.database) as store:
        if again:
            for match in made.matches:
                store.contest(match.plan, anew=True)
        for number in range(len(made.matches)):
            at(what=f"playing match {number + 1} of {len(made.matches)}")
            state = _play(made, number, store, {"at_once": at_once, "ray": ray, "pool": pool}, see)
            if state is State.UNFINISHED:  # Ctrl-C
                break
    return load_findings(made)


def _play(
    experiment: Experiment,
    number: int,
    store: Store,
    where: dict[str, Any],
    see: SeeExperiment | None,
) -> State:
    """Play one match to its end; the state it is left in."""
    match, hours = experiment.matches[number], experiment.hours

    def look(results: Results, playing: tuple[GameInProgress, ...]) -> None:
        if see is not None:
            see(number, make_finding(match, results, hours), playing)

    results = contest.run(
        match.plan,
        store=store,
        see=look,
        enough=lambda results: is_out_of_time(results, hours),
        **where,
    )
    return make_finding(match, results, hours).state
