"""The plays of a position rolled out, told as the trials go on.

After every message the sums so far go back with the job (`standing`), so that another turn, in another
process, goes on with them; only whole rounds count, and the figures are those of one go.
"""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.search.chance.rollouts import Goal, Rollout, begin, deepen_rollout

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

EVERY = 0.2
"""Seconds between two messages."""


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """Roll out a place; every message of kind "rollout" and the result are as `told`."""
    history = link.seen(link.open(arguments), arguments.get("viewer"))
    game, state = history.game, history.state
    if history.over:
        raise BadInput("The game is over, so there is nothing to roll out.")
    plays = arguments.get("plays")
    rolling = begin(
        game,
        state,
        actions=[game.parse_action(state, play) for play in plays] if plays else None,
        count=arguments["lines"],
        truncate=arguments["truncate"],
        seed=arguments["seed"],
    )
    rolling.sums = arguments.get("standing") or rolling.sums
    goal = Goal(*(arguments[key] for key in ("trials", "error", "confidence", "seconds")))
    found: Rollout | None = None
    sent = 0.0
    with closing(deepen_rollout(rolling, goal, threads=1)) as rounds:  # type: ignore[type-var]
        for found in rounds:
            if found.finished or time.monotonic() - sent >= EVERY:
                link.tell(kind="rollout", standing=rolling.sums, **told(found))
                sent = time.monotonic()
    assert found is not None, "the last round says why it is the last"
    return told(found)


def told(found: Rollout) -> dict[str, Any]:
    """A rollout as JSON, and what was done in a sentence."""
    return {**found.to_dict()}
