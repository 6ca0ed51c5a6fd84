"""What a run tells of itself while it goes on, to a terminal, a page, and its log."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from halfmove.core.results import Result
from halfmove.learn.runs.matches import MatchResult


@dataclass(frozen=True)
class Report(Result):
    """A few seconds of a run, and where it stands."""

    share: float
    """How much of the run is over, 0 to 1."""
    seconds: float
    """Of learning and playing so far, interruptions left out."""
    games: int
    positions: int
    steps: int
    """Of the learner, so far."""
    published: int
    """Networks that self-play got."""
    generation: int
    """The last network that was kept."""
    policy: float | None
    """The losses' means since the last report: the policy's, the value's, and those of the heads for plies
    left and the reply; None where there was no step, or is no such head."""
    value: float | None
    plies: float | None
    reply: float | None
    rate: float
    positions_per_second: float
    """Of self-play, since the last report."""
    learnt_per_second: float
    occupancy: float | None
    """The share of self-play's time in which the network was at work."""
    filled: float | None
    """How full its batches were."""
    length: float | None
    """The mean length of games, in searched moves."""
    results: tuple[int, int, int]
    """How many games the first player won, drew and lost, since the last report."""
    restarted: int
    """Workers that died and were started again."""
    errors: float | None = None
    """The share of positions in which the network's policy throws away what it has, by the exact solver; None
    where this is not measured, or not now."""
    gate: str = ""
    """How the last generation fared against the best one; empty where none has been tried now."""
    matches: tuple[MatchResult, ...] = ()
    """Matches of a new generation against earlier ones, if any were played now."""
    stage: str = ""
    """What the recipe does now, where it has stages."""
    accuracy: float | None = None
    """In how many positions put aside the policy's likeliest move is the one that was played; a share."""
    example: str = ""
    """A game that has ended since the last report, in the game's notation."""
    evaluated_per_second: float | None = None
    """States that the network evaluated for games that have arrived since the last report."""
    backend: str = ""
    """What computes the network in self-play."""
    owners: float | None = None
    """The losses of the heads for who holds the points at the end, and for the mean of that."""
    score: float | None = None
    learner_time: Mapping[str, float] = field(default_factory=dict)
    """What the process that learns did since the last report: shares of its time, by part; empty where an
    older version did not measure it."""
    play_time: Mapping[str, float] = field(default_factory=dict)
    """The same of those that play, of games that have arrived since."""
    server_time: Mapping[str, float] = field(default_factory=dict)
    """The same of the process that evaluates leaves for them, if there is one."""
    teraflops: float | None = None
    """Arithmetic of the network for these games, in 10¹² operations a second."""

    is_line = True

    def to_dict(self) -> dict[str, Any]:
        """As the log has it; rounded to what can be read."""
        return {key: _short(value) for key, value in asdict(self).items() if value not in (None, "", (), {})}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """The report of which `to_dict` gave this; ValueError for anything else.  What a later version
        wrote besides is left out."""
        found: dict[str, Any] = dict.fromkeys((*LOSSES, "occupancy", "filled", "length"))
        try:
            found |= {one.name: data[one.name] for one in fields(cls) if one.name in data}
            found["matches"] = tuple(MatchResult(*map(int, match)) for match in found.get("matches", ()))
            found["results"] = tuple(map(int, found["results"]))
            told = cls(**found)
        except (TypeError, KeyError) as error:
            raise ValueError(f"it is no report: {error}") from None
        for one in fields(cls):
            value, kind = getattr(told, one.name), str(one.type)
            if (value is None and "None" in kind) or kind.startswith("tuple"):
                continue
            if kind == "str":
                right = isinstance(value, str)
            elif kind.startswith("Mapping"):
                right = isinstance(value, dict) and all(_is_number(part) for part in value.values())
            else:
                right = _is_number(value)
            if not right:
                raise ValueError(f"'{one.name}' is wrong")
        if len(told.results) != 3:
            raise ValueError("'results' is wrong")
        return told


SeeTraining = Callable[[Report], None]

LOSSES = ("policy", "value", "plies", "reply", "owners", "score")
PACE = (
    "positions_per_second",
    "learnt_per_second",
    "evaluated_per_second",
    "teraflops",
    "occupancy",
    "filled",
    "length",
    "rate",
)
FOUND = ("errors", "accuracy")


def scalars(report: Report) -> dict[str, float]:
    """The numbers of a report that change as a run goes on, by name: `loss/policy`."""
    found = {
        f"{group}/{name}": getattr(report, name)
        for group, names in (("loss", LOSSES), ("pace", PACE), ("found", FOUND))
        for name in names
    }
    found |= {f"run/{name}": getattr(report, name) for name in ("games", "positions", "generation")}
    for who, parts in (
        ("learner", report.learner_time),
        ("self-play", report.play_time),
        ("server", report.server_time),
    ):
        found |= {f"time of {who}/{name}": share for name, share in parts.items()}
    for match in report.matches:
        if match.opponent == match.generation - 1:
            games = match.won + match.drawn + match.lost
            found["found/score against the generation before"] = (match.won + match.drawn / 2) / games
    return {name: float(value) for name, value in found.items() if value is not None}


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: float(f"{part:.3g}") for key, part in value.items()}
    return float(f"{value:.6g}") if isinstance(value, float) else value
