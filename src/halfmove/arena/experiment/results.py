"""The figures of an experiment: each match as far as it has been played, and what that decides."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypedDict

from halfmove.arena.experiment.description import Experiment, Match
from halfmove.arena.report.jsons import ContestData
from halfmove.arena.report.sequential_test import TestState, find_test_state
from halfmove.arena.report.summary import Meeting, make_meeting, report
from halfmove.arena.results import Results
from halfmove.arena.statistics.sprt import Verdict
from halfmove.arena.store import Store
from halfmove.core.results import Table


class State(StrEnum):
    """How far a match has come."""

    DECIDED = "decided"
    """Its test has come to a verdict."""
    PLAYED = "played"
    """All its games have been played."""
    OUT_OF_TIME = "out of time"
    """Its games have taken the hours it was given."""
    UNFINISHED = "unfinished"


class Opinion(StrEnum):
    """What a match says of the base, or the first side, against the other."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    OPEN = "open"


@dataclass(frozen=True)
class Finding:
    """One match of an experiment, and what its games say."""

    match: Match
    results: Results
    meeting: Meeting | None
    """None before the first game."""
    testing: TestState | None
    state: State

    @property
    def games(self) -> int:
        return len(self.results.records)

    @property
    def opinion(self) -> Opinion:
        """By the interval of the Elo difference: whether it leaves zero out."""
        difference = None if self.meeting is None else self.meeting.elo
        if difference is None or difference.low <= 0.0 <= difference.high:
            return Opinion.OPEN
        if difference.low == difference.high:  # every pair had the same score: the interval says nothing
            return Opinion.OPEN
        return Opinion.STRONGER if difference.low > 0.0 else Opinion.WEAKER

    @property
    def verdict(self) -> Verdict | None:
        """The test's; None without a test."""
        return None if self.testing is None else self.testing.verdict


class MatchData(TypedDict):
    """One match of an experiment."""

    name: Annotated[str, "What is varied in it, or the second side."]
    state: Annotated[str, "How far it has come."]
    opinion: Annotated[str, "What it says of the base, or the first side: stronger, weaker, open."]
    report: Annotated[ContestData, "Its figures."]


class FindingsData(TypedDict):
    """What an experiment has found."""

    name: Annotated[str, "What it is called."]
    hypothesis: Annotated[str, "What was supposed."]
    found: Annotated[list[str], "What was found, in sentences."]
    done: Annotated[bool, "Whether nothing is left to play."]
    setup: Annotated[dict[str, str], "What was played, and on what machine."]
    matches: Annotated[list[MatchData], "Its matches."]


@dataclass(frozen=True, repr=False)
class Findings(Table):
    """An experiment with all that has been found."""

    experiment: Experiment
    found: tuple[Finding, ...]
    version: str
    """Of the Halfmove that began it; empty before it was begun."""
    begun: float | None
    """Seconds since the epoch."""
    written: tuple[str, ...] = ()
    """The files that it was written to."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to play."""
        return all(finding.state is not State.UNFINISHED for finding in self.found)

    @property
    def faults(self) -> int:
        return sum(finding.results.faults for finding in self.found)

    @property
    def day(self) -> str:
        """When it was begun, as `2026-05-31`."""
        return "" if self.begun is None else time.strftime("%Y-%m-%d", time.localtime(self.begun))

    def to_text(self) -> str:
        from halfmove.arena.experiment.report import text

        files = f"\n\nWrote {' and '.join(self.written)}." if self.written else ""
        return text(self) + files

    def markdown(self) -> str:
        """The report as a Markdown document."""
        from halfmove.arena.experiment.report import markdown

        return markdown(self)

    def to_dict(self) -> FindingsData:
        from halfmove.arena.experiment.report import describe_setup, describe_verdicts

        return {
            "name": self.experiment.name,
            "hypothesis": self.experiment.hypothesis,
            "found": describe_verdicts(self),
            "done": self.done,
            "setup": dict(describe_setup(self)),
            "matches": [
                {
                    "name": one.match.name,
                    "state": str(one.state),
                    "opinion": str(one.opinion),
                    "report": report(one.results).to_dict(),
                }
                for one in self.found
            ],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a match: its name, games, state, opinion, and the Elo difference with its interval."""
        return [_make_row(one) for one in self.found]

    def save(self, path: str | Path) -> None:
        """Write a plot of the Elo differences (.svg, .png, .pdf), or the report (.md); `BadInput` where it
        cannot be, and then nothing is written."""
        if Path(path).suffix.lower() == ".md":
            from halfmove.arena.experiment.report import save
        else:
            from halfmove.arena.experiment.plot import save
        save(self, path)

    def __repr__(self) -> str:
        return self.to_text()


def _make_row(one: Finding) -> dict[str, Any]:
    elo = None if one.meeting is None else one.meeting.elo
    return {
        "match": one.match.name,
        "games": one.games,
        "state": str(one.state),
        "opinion": str(one.opinion),
        "elo": None if elo is None else elo.value,
        "low": None if elo is None else elo.low,
        "high": None if elo is None else elo.high,
    }


def make_finding(match: Match, results: Results, hours: float | None) -> Finding:
    """The figures of one match."""
    records = results.records
    met = make_meeting(records, 0, 1) if records else None
    tested = find_test_state(results)
    if tested is not None and tested.verdict is not Verdict.GO_ON:
        state = State.DECIDED
    elif len(records) >= match.plan.games:
        state = State.PLAYED
    elif is_out_of_time(results, hours):
        state = State.OUT_OF_TIME
    else:
        state = State.UNFINISHED
    return Finding(match, results, met, tested, state)


def is_out_of_time(results: Results, hours: float | None) -> bool:
    """Whether the games of a match have taken the hours that it was given, their times added up."""
    seconds = math.fsum(record.seconds for record in results.records.values())
    return hours is not None and seconds >= 3600 * hours


def load_findings(experiment: Experiment) -> Findings:
    """What the experiment's database holds; nothing is played, and no file is made."""
    if not experiment.database.exists():
        nothing = [Results(match.plan, {}) for match in experiment.matches]
        return _combine(experiment, nothing, "", None)
    with Store(experiment.database, make=False) as store:
        all_results, begun, version = [], None, ""
        summaries = {summary.contest: summary for summary in store.contests()}
        for match in experiment.matches:
            contest = store.find(match.plan)
            if contest is None:
                all_results.append(Results(match.plan, {}))
                continue
            summary = summaries[contest]
            if begun is None or summary.created < begun:
                begun, version = summary.created, summary.halfmove
            all_results.append(Results(match.plan, store.records(contest), store.faults(contest)))
    return _combine(experiment, all_results, version, begun)


def _combine(
    experiment: Experiment, all_results: list[Results], version: str, begun: float | None
) -> Findings:
    pairs = zip(experiment.matches, all_results, strict=True)
    found = tuple(make_finding(match, results, experiment.hours) for match, results in pairs)
    return Findings(experiment, found, version, begun)
