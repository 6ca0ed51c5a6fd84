"""A rollout as JSON, the same in the terminal and over HTTP, and as the columns of a table."""

from __future__ import annotations

import math
from typing import Any

from halfmove.presentation.analyses import position_text
from halfmove.presentation.words import count, finite, time_taken
from halfmove.search.chance.rollouts import Play, Rollout

FINISHED = {
    "": "going on",
    "trials": "all trials are done",
    "error": "the standard error is reached",
    "confidence": "the best is the best with the confidence asked for",
    "seconds": "the time is up",
    "interrupted": "interrupted",
}
"""Why a rollout ended, in words."""


def rollout_json(found: Rollout) -> dict[str, Any]:
    """A rollout: values and errors in the game's units, to the player to move (the first player's where
    nature moves); `ends` is how many trials ended with each payoff; an infinite error is null."""
    return {
        "game": found.game.title(),
        "parameters": found.game.parameters,
        "position": position_text(found.game, found.state),
        "to_move": found.game.to_move(found.state),
        "best": _text(found, found.plays[0]),
        "value": round(found.value, 6),
        "error": _number(found.plays[0].error),
        "trials": found.trials,
        "truncated": found.truncated,
        "seed": found.seed,
        "seconds": round(found.seconds, 3),
        "finished": found.finished,
        "plays": [_play_json(found, play) for play in found.plays],
    }


def _play_json(found: Rollout, play: Play) -> dict[str, Any]:
    return {
        "play": _text(found, play),
        "value": round(play.value, 6),
        "error": _number(play.error),
        "plain": round(play.plain, 6),
        "plain_error": _number(play.plain_error),
        "variance_reduction": _number(play.factor),
        "behind": round(play.behind, 6),
        "behind_error": _number(play.behind_error),
        "ends": {f"{end:g}": number for end, number in play.ends.items()},
        "throws": round(play.throws, 2),
    }


def _number(value: float) -> Any:
    return finite(round(value, 6)) if math.isfinite(value) else None


def _text(found: Rollout, play: Play) -> str | None:
    return None if play.action is None else found.game.action_text(found.state, play.action)


def headings(found: Rollout) -> list[str]:
    """The columns of `rows`."""
    ends = [f"{end:+g}" for end in _ends(found)]
    return ["play", "value", "± error", "behind", "± error", "variance", *ends]


def _ends(found: Rollout) -> list[float]:
    """The payoffs with which trials ended, the best first; none where most trials were cut off before."""
    known = {end for play in found.plays for end in play.ends}
    over = sum(sum(play.ends.values()) for play in found.plays)
    return sorted(known, reverse=True) if 2 * over > found.trials * len(found.plays) else []


def rows(found: Rollout) -> list[list[str]]:
    """A candidate each: its name, its value, by how much it is behind, and the shares of each payoff."""
    ends = _ends(found)
    return [
        [
            _text(found, play) or "as it stands",
            f"{play.value:+.4f}",
            _error(play.error),
            f"{play.behind:.4f}" if place else "",
            _error(play.behind_error) if place else "",
            f"÷ {play.factor:.1f}" if math.isfinite(play.factor) and not math.isnan(play.factor) else "",
            *(f"{play.ends.get(end, 0) / found.trials:.1%}" for end in ends),
        ]
        for place, play in enumerate(found.plays)
    ]


def _error(value: float) -> str:
    return f"{value:.4f}" if math.isfinite(value) else "?"


def sentence(found: Rollout) -> str:
    """What was done: `1,296 trials of each play, 7 throws long, in 2.10 s; all trials are done`."""
    long = "to the end" if found.truncated is None else f"{found.truncated} throws long"
    each = " of each play" if len(found.plays) > 1 else ""
    return (
        f"{count(found.trials)} trials{each}, {long}, seed {found.seed}, in {time_taken(found.seconds)}; "
        f"{FINISHED[found.finished]}"
    )
