"""A rollout, as JSON has it, as the columns of a table and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis_text import position_lines
from halfmove.core.figures import columns, count, fact, time_taken

if TYPE_CHECKING:
    from halfmove.search.chance.rollouts import Rollout

FINISHED = {
    "": "going on",
    "trials": "all trials are done",
    "error": "the standard error is reached",
    "confidence": "the best is the best with the confidence asked for",
    "seconds": "the time is up",
    "interrupted": "interrupted",
}
"""Why a rollout ended, in words."""


def headings(told: Mapping[str, Any]) -> list[str]:
    """The columns of `rows`; `told` is a rollout as JSON."""
    ends = [f"{end:+g}" for end in _list_payoffs(told)]
    return ["play", "value ± error", "behind ± error", "confidence", "variance", *ends]


def _list_payoffs(told: Mapping[str, Any]) -> list[float]:
    """The payoffs with which trials ended, the best first; none where most trials were cut off before."""
    plays = told["plays"]
    known = {float(end) for play in plays for end in play["ends"]}
    over = sum(sum(play["ends"].values()) for play in plays)
    return sorted(known, reverse=True) if 2 * over > told["trials"] * len(plays) else []


def rows(told: Mapping[str, Any]) -> list[list[str]]:
    """A candidate each: its name, its value, by how much it is behind and how surely, and the shares of each
    payoff."""
    ends = _list_payoffs(told)
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
    """What was done: `1,296 trials of each play, 7 throws long, seed 0; all trials are done`."""
    long = "to the end" if told["truncated"] is None else f"{told['truncated']} throws long"
    each = " of each play" if len(told["plays"]) > 1 else ""
    return f"{count(told['trials'])} trials{each}, {long}, seed {told['seed']}; {FINISHED[told['finished']]}"


def rollout_text(found: Rollout) -> str:
    """The position, the best play, and a row for each."""
    game, told = found.game, found.to_dict()
    lines = position_lines(game, found.state, found.history)
    if found.best is not None:
        lines += fact("best play", game.action_text(found.state, found.best))
    worth = f"{found.value:+.4f} {game.estimate_unit}".strip()
    lines += fact("value", f"{worth} ± {found.plays[0].error:.4f} (standard error)")
    lines += fact("rolled out", f"{sentence(told)}, in {time_taken(found.seconds)}")
    heads = headings(told)
    return "\n".join([*lines, "", *columns(heads, rows(told), right=heads[1:])])
