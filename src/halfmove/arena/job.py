"""One game to be played, and the record of one that was: all that passes between the runner and its workers.

Both are plain values that survive JSON (`as_json`, `parse_job`, `parse_record`), so that they can be stored,
sent to another process or to another machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.reference import GameReference, open_position


@dataclass(frozen=True)
class Opening:
    """Where a game starts: a position (the initial one by default) and moves played from it, in the game's
    notation."""

    moves: tuple[str, ...] = ()
    position: str | None = None
    name: str = ""

    def open(self, game: Game) -> History:
        """The game with the opening played; `BadInput` if that cannot be, or leaves nothing to play."""
        history = open_position(game, self.position, self.moves)
        if history.over:
            raise BadInput("It leaves nothing to play: the game is over.")
        return history


@dataclass(frozen=True)
class Adjudication:
    """When a game is scored before its end; every rule is off by default.

    A value is what the players say they expect, in units in which 1 is a win or a pawn (`Choice.value`).
    """

    resign_value: float | None = None
    """A game is lost once both sides say, for `resign_moves` of each in a row, that one is so far behind."""
    resign_moves: int = 3
    draw_value: float | None = None
    """After `draw_after` plies, it is drawn once both say no more than it `draw_moves` times in a row."""
    draw_moves: int = 8
    draw_after: int = 80
    most_plies: int | None = None
    """It is drawn after so many plies."""


class Ending(StrEnum):
    """How a game came to its end."""

    RULES = "rules"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    TIME = "time"
    FAULT = "fault"
    ADJUDICATION = "adjudication"
    LENGTH = "length"
    VOID = "void"
    """It does not count: a fault under the rule that such a game is played again, or a worker was lost."""


@dataclass(frozen=True)
class Job:
    """A game to be played."""

    number: int
    """Its place in the schedule, from 0."""
    pair: int
    """Games of one pair share an opening, with the seats exchanged; from 0."""
    game: GameReference
    players: tuple[int, ...]
    """Which player (its number in the plan) has each seat."""
    descriptions: tuple[str, ...]
    """The player of each seat."""
    controls: tuple[str, ...]
    """The time control of each seat, as `clock.parse_time_control` reads it."""
    opening: Opening = field(default_factory=Opening)
    adjudication: Adjudication = field(default_factory=Adjudication)
    seed: int = 0
    grace: float = 0.1
    """Seconds over its time that are forgiven a player: pipes and schedulers take some."""
    patience: float = 10.0
    """Seconds beyond its time and the grace after which a player that has not answered counts as hung."""
    start_patience: float = 30.0
    """Seconds that a player may take to start."""
    round: int = 0


@dataclass(frozen=True)
class MoveRecord:
    """One move of a game, with what its player said of it."""

    text: str
    seconds: float
    value: float | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None
    opening: bool = False
    """Whether it belongs to the opening, which nobody chose."""
    seat: int = -1
    """Who made it; -1: nature, or the opening."""
    seen: str | None = None
    """What may be told of it while the game goes on, where that is less than its text: what a spectator
    sees, which may be nothing (""); None: its text."""


@dataclass(frozen=True)
class FaultRecord:
    """What a player did wrong."""

    seat: int
    fault: str
    """A `player.Fault`."""
    ply: int
    words: str


@dataclass(frozen=True)
class Record:
    """A game that was played."""

    number: int
    pair: int
    players: tuple[int, ...]
    scores: tuple[float, ...]
    """Each seat's share of the game's one point: (1, 0), (½, ½); with more players, by their places; where
    several seats play for a side (`Game.partnerships`), that of the side."""
    ending: str
    """An `Ending`."""
    words: str
    """The same for people: `checkmate`, `second loses on time`."""
    moves: tuple[MoveRecord, ...]
    faults: tuple[FaultRecord, ...] = ()
    titles: tuple[str, ...] = ()
    """What the player of each seat calls itself, with its version; empty where it does not say."""
    seconds: float = 0.0
    """Wall-clock time of the whole game."""
    position: str | None = None
    """Where the game began, if not in the initial position; the moves of the opening are among `moves`."""
    round: int = 0
    utilities: tuple[float, ...] = ()
    """Each seat's utility, where the game came to its end by the rules."""
    winners: tuple[int, ...] = ()
    """The seats that have won by the game's own measure (`Game.won`), of which there may be none."""
    inner: tuple[tuple[float, ...], ...] = ()
    """Where the game is a match of games (`Game.inner_points`), what each of these was worth to each seat."""
    figures: tuple[Mapping[str, float], ...] = ()
    """What players of the game count over a game, of each seat (`Game.game_figures`)."""
    thinking: float = 0.0
    """Wall-clock time in which players had been asked for a move: the rest is the runner's own."""

    @property
    def counts(self) -> bool:
        """Whether the game counts for a result."""
        return self.ending != Ending.VOID

    @property
    def set_up(self) -> bool:
        """Whether it began elsewhere than in the initial position, or with an opening that nobody chose."""
        return self.position is not None or any(move.opening for move in self.moves)

    def open(self, game: Game) -> History:
        """The game on the board again, as far as it was played."""
        return open_position(game, self.position, [move.text for move in self.moves], played=True)


def as_json(value: Job | Record) -> dict[str, Any]:
    """The value as JSON knows it: dicts, lists, text, numbers."""
    return asdict(value)


def parse_job(data: Mapping[str, Any]) -> Job:
    """The job that `as_json` wrote."""
    opening = data["opening"]
    return Job(
        **{
            **data,
            "game": GameReference.from_data(data["game"]),
            "players": tuple(data["players"]),
            "descriptions": tuple(data["descriptions"]),
            "controls": tuple(data["controls"]),
            "opening": Opening(tuple(opening["moves"]), opening["position"], opening["name"]),
            "adjudication": Adjudication(**data["adjudication"]),
        }
    )


def parse_record(data: Mapping[str, Any]) -> Record:
    """The record that `as_json` wrote."""
    return Record(
        **{
            **data,
            "players": tuple(data["players"]),
            "scores": tuple(data["scores"]),
            "titles": tuple(data["titles"]),
            "utilities": tuple(data.get("utilities", ())),  # games kept by an older version have none
            "winners": tuple(data.get("winners", ())),
            "inner": tuple(tuple(points) for points in data.get("inner", ())),
            "figures": tuple(data.get("figures", ())),
            "moves": tuple(MoveRecord(**m) for m in data["moves"]),
            "faults": tuple(FaultRecord(**f) for f in data["faults"]),
        }
    )
