"""A rollout as JSON, the same in the terminal and over HTTP, and as the columns of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping
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
    nature moves); `ends` is how many trials ended with each payoff; `confidence` the one with which the best
    is better than a play, null for the best itself; an infinite error is null."""
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
        "confidence": None if play is found.plays[0] else _number(play.surpassed),
        "ends": {f"{end:g}": number for end, number in play.ends.items()},
        "throws": round(play.throws, 2),
    }


def _number(value: float) -> Any:
    return finite(round(value, 6)) if math.isfinite(value) else None


def _text(found: Rollout, play: Play) -> str | None:
    return None if play.action is None else found.game.action_text(found.state, play.action)


def headings(told: Mapping[str, Any]) -> list[str]:
    """The columns of `rows`; `told` is a rollout as JSON."""
    ends = [f"{end:+g}" for end in _ends(told)]
    return ["play", "value ± error", "behind ± error", "confidence", "variance", *ends]


def _ends(told: Mapping[str, Any]) -> list[float]:
    """The payoffs with which trials ended, the best first; none where most trials were cut off before."""
    plays = told["plays"]
    known = {float(end) for play in plays for end in play["ends"]}
    over = sum(sum(play["ends"].values()) for play in plays)
    return sorted(known, reverse=True) if 2 * over > told["trials"] * len(plays) else []


def rows(told: Mapping[str, Any]) -> list[list[str]]:
    """A candidate each: its name, its value, by how much it is behind and how surely, and the shares of each
    payoff."""
    ends = _ends(told)
    return [
        [
            play["play"] or "as it stands",
            f"{play['value']:+.4f} ± {_error(play['error'])}",
            f"{play['behind']:.4f} ± {_error(play['behind_error'])}" if place else "",
            "" if play["confidence"] is None else f"{play['confidence']:.1%}",
            "" if play["variance_reduction"] is None else f"÷ {play['variance_reduction']:.1f}",
            *(f"{play['ends'].get(f'{end:g}', 0) / told['trials']:.1%}" for end in ends),
        ]
        for place, play in enumerate(told["plays"])
    ]


def _error(value: float | None) -> str:
    return "?" if value is None else f"{value:.4f}"


def sentence(told: Mapping[str, Any]) -> str:
    """What was done: `1,296 trials of each play, 7 throws long, in 2.10 s; all trials are done`."""
    long = "to the end" if told["truncated"] is None else f"{told['truncated']} throws long"
    each = " of each play" if len(told["plays"]) > 1 else ""
    return (
        f"{count(told['trials'])} trials{each}, {long}, seed {told['seed']}, in "
        f"{time_taken(told['seconds'])}; {FINISHED[told['finished']]}"
    )
