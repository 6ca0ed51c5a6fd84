"""A contest as it is planned: who plays what against whom, how often, and when it may stop.

A plan is a plain value that survives JSON.  Two plans are the same contest (`identity`) if they differ only
in how long it goes on, so that more games or rounds, or another stopping rule, continue what has been played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication
from halfmove.games.reference import GameReference


class Format(StrEnum):
    """Who meets whom."""

    MATCH = "match"
    """Two players; in a game for more, all at one board."""
    ROUND_ROBIN = "round-robin"
    """Everyone meets everyone."""
    GAUNTLET = "gauntlet"
    """The first meets all others."""
    SWISS = "swiss"
    """In each round those with equal points meet, nobody twice."""
    ALONE = "alone"
    """Each player has the first seat in games of its own, all over the same openings and seeds.  Where there
    are more seats, the last player of the plan has all of them, and never the first."""


@dataclass(frozen=True)
class OpeningSource:
    """Where openings come from: a file, or made at random (`plies` > 0 without a file), or neither: the
    initial position.  Which opening is the k-th depends on nothing but this, the game and the plan's seed."""

    file: str = ""
    digest: str = ""
    """Of the file's content: another content is another contest, another path is not."""
    plies: int = 0
    """Moves made at random; with a file, how many of each line are played (0: all)."""
    shuffled: bool = False
    """Whether a file's openings are taken in an order drawn with the seed."""
    margin: float = 0.25
    """Random openings are those in which a short search sees neither side further ahead than this, in units
    in which 1 is a win or a pawn."""


@dataclass(frozen=True)
class StopRule:
    """A sequential probability ratio test that ends a match of two players."""

    elo0: float
    elo1: float
    model: str = "normalized"
    """`normalized`, `logistic` or `bayesian`: the units of elo0 and elo1; or `points`, the game's own."""
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True)
class Plan:
    """Everything that decides what is played, in what order, and how it is scored."""

    game: GameReference
    players: tuple[str, ...]
    """Descriptions (`description.describe`), in the order given."""
    format: str = Format.MATCH
    games: int = 100
    """Games of each pairing; each opening is played once with every exchange of seats."""
    rounds: int = 0
    """Rounds of a Swiss tournament; 0 for as many as the number of players asks for."""
    controls: tuple[str, ...] = ("",)
    """One time control for all, or one for each player (`clock.parse_time_control`)."""
    openings: OpeningSource = field(default_factory=OpeningSource)
    adjudication: Adjudication = field(default_factory=Adjudication)
    on_fault: str = "loss"
    """`loss` for the player at fault, or `void`: the game does not count and is played again."""
    seed: int = 0
    grace: float = 0.1
    patience: float = 10.0
    start_patience: float = 30.0
    stop: StopRule | None = None

    def count_soloists(self, seats: int) -> int:
        """In the format `alone`, for a game with so many seats: how many players are compared."""
        return len(self.players) - (1 if seats > 1 else 0)

    def control(self, player: int) -> str:
        """The time control of a player."""
        return self.controls[player if len(self.controls) > 1 else 0]

    @property
    def identity(self) -> str:
        """16 hexadecimal digits: the same for plans that differ only in how long they go on."""
        data = plan_json(self)
        for how_long in ("games", "rounds", "stop"):
            if how_long != "games" or self.format != Format.SWISS:  # there pairings follow from all games
                del data[how_long]
        del data["openings"]["file"]
        text = json.dumps(data, sort_keys=True, ensure_ascii=False)
        return blake2b(text.encode(), digest_size=8).hexdigest()


def list_names(plan: Plan) -> list[str]:
    """What the players are called, on one line each, two of one name told apart by a number."""
    plain = [" ".join(describe(text).name.split()) or f"player {k}" for k, text in enumerate(plan.players, 1)]
    seen: Counter[str] = Counter()
    told = []
    for name in plain:
        seen[name] += 1
        told.append(f"{name} ({seen[name]})" if plain.count(name) > 1 else name)
    return told


def plan_json(plan: Plan) -> dict[str, Any]:
    """The plan as JSON knows it."""
    return json.loads(json.dumps(asdict(plan)))  # type: ignore[no-any-return]  # tuples become lists


def parse_plan(data: Mapping[str, Any]) -> Plan:
    """The plan that `plan_json` wrote."""
    return Plan(
        **{
            **data,
            "game": GameReference.from_data(data["game"]),
            "players": tuple(data["players"]),
            "controls": tuple(data["controls"]),
            "openings": OpeningSource(**data["openings"]),
            "adjudication": Adjudication(**data["adjudication"]),
            "stop": StopRule(**data["stop"]) if data["stop"] else None,
        }
    )
