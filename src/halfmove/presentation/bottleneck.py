"""Where a run's time goes, and in a sentence what holds it up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from halfmove.learn.runs.report import Report

RECENT = 15
"""Reports, the newest, whose mean is told: half a minute."""
SHORTEST = 1e-3
"""Seconds that a report is about, at least."""
WAITS = 0.15
"""The share of its time from which a side is said to wait for the other."""
SHOWN = 0.005
"""Parts below this are not listed."""

WORDS = {
    "network": "the network's outputs",
    "search": "the search",
    "new networks": "taking over new networks",
    "waiting for leaves": "waiting for the server of leaves",
    "copying": "copying states and answers",
    "steps": "steps",
    "batches": "making batches",
    "games": "taking in games",
    "publishing": "handing over networks",
    "reanalysis": "searching old positions again",
    "trial": "trying what computes the network",
    "matches": "matches between generations",
    "other": "checkpoints, reports and the rest",
}
LEAVES = "waiting for leaves"
WAITING = {"waiting for games", "waiting for the learner"}


class TimeShares(NamedTuple):
    """Shares of the time of the process that learns, of those that play, and of the one that evaluates their
    leaves; empty where not measured."""

    learner: dict[str, float]
    play: dict[str, float]
    server: dict[str, float] = {}


def find_time(reports: Sequence[Report]) -> TimeShares:
    """The mean of the newest reports that say something about it, by the time that each is about."""
    spans = [after.seconds - before.seconds for before, after in pairwise(reports)]
    told = list(zip(reports, [reports[0].seconds, *spans] if reports else [], strict=True))
    told = [(report, max(span, SHORTEST)) for report, span in told if report.learner_time][-RECENT:]
    return TimeShares(
        _mean([(report.learner_time, span) for report, span in told]),
        _mean([(report.play_time, span) for report, span in told if report.play_time]),
        _mean([(report.server_time, span) for report, span in told if report.server_time]),
    )


def _mean(shares: list[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    names, whole = {name for one, _ in shares for name in one}, sum(span for _, span in shares)
    return {name: sum(one.get(name, 0.0) * span for one, span in shares) / whole for name in sorted(names)}


def list_shares(shares: Mapping[str, float]) -> str:
    """The parts, the largest first."""
    parts = sorted(shares.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {share:.0%}" for name, share in parts if share >= SHOWN)


def name_bottleneck(time: TimeShares) -> str:
    """What holds the run up, in a sentence; empty where it was not measured.

    >>> name_bottleneck(TimeShares({"self-play": 0.8, "steps": 0.2}, {"network": 0.75, "search": 0.25}))
    "One process plays and learns: 60% of its time goes to the network's outputs in self-play."
    """
    learner, play, server = time
    if not learner or not play:
        return ""
    if "self-play" in learner:
        inside = {name: share * learner["self-play"] for name, share in play.items()}
        rest = {name: share for name, share in learner.items() if name != "self-play"}
        name, share = _largest([*inside.items(), *rest.items()])
        whose = "in self-play" if name in inside else "of the learner"
        return f"One process plays and learns: {share:.0%} of its time goes to {WORDS[name]} {whose}."
    idle, blocked = learner.get("waiting for games", 0.0), play.get("waiting for the learner", 0.0)
    own, share = _largest(learner.items())
    part, part_share = _largest(play.items())
    if blocked >= WAITS and blocked > idle:
        return (
            f"The learner: those that play wait for it {blocked:.0%} of their time, and {share:.0%} of its "
            f"own goes to {WORDS[own]}."
        )
    if idle >= WAITS:
        return (
            f"Self-play: the learner waits for games {idle:.0%} of its time, and {part_share:.0%} of "
            f"self-play's goes to {WORDS[part]}{_describe_server(part, server)}."
        )
    return (
        f"Neither waits long for the other: {share:.0%} of the learner's time goes to {WORDS[own]}, "
        f"{part_share:.0%} of self-play's to {WORDS[part]}{_describe_server(part, server)}."
    )


def _describe_server(part: str, server: Mapping[str, float]) -> str:
    """What the server of leaves does, where it is waited for."""
    if part != LEAVES or not server:
        return ""
    idle = server.get(LEAVES, 0.0)
    if idle >= 1 - WAITS:
        return f", which itself waits {idle:.0%} of its time: more games at once would fill it"
    own, share = _largest(one for one in server.items() if one[0] != LEAVES)
    return f", {share:.0%} of whose time goes to {WORDS[own]}"


def _largest(parts: Iterable[tuple[str, float]]) -> tuple[str, float]:
    """The largest part that is work; one that a later version names is the rest."""
    work = [(name if name in WORDS else "other", share) for name, share in parts if name not in WAITING]
    return max(work, key=lambda part: part[1], default=("other", 0.0))


def time_rows(reports: Sequence[Report]) -> list[tuple[str, str]]:
    """Both as rows of a table: where time goes, and the bottleneck; none where it was not measured."""
    time = find_time(reports)
    rows = [
        ("time of the learner", list_shares(time.learner)),
        ("time of self-play", list_shares(time.play)),
        ("time of the server", list_shares(time.server)),
        ("bottleneck", name_bottleneck(time)),
    ]
    return [row for row in rows if row[1]]
