"""Time controls, and the clocks that run by them.

A time control is written as engine matches write it:

    10+0.1        ten seconds for the game, a tenth more after every move
    40/60+0.5     sixty seconds for each forty moves, half a second more after every move
    0.5/move      half a second for each move
    depth=6, nodes=10000, simulations=1000, seconds=0.5; several with commas: 10+0.1,nodes=100000
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.numbers import (
    MOST,
    MOST_PLIES,
    MOST_SECONDS,
    MOST_STEPS,
    read_decimal,
    read_whole,
    shorten,
)

_GAME = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d+)?|\.\d+)(?:\+(\d+(?:\.\d+)?|\.\d+))?", re.ASCII)
_MOVE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)/move", re.ASCII)
EXAMPLES = "10+0.1, 40/60+0.5, 0.5/move, depth=6, nodes=10000"


@dataclass(frozen=True)
class TimeControl:
    """What a player may spend: a clock for the game (`base` seconds, each `moves` moves if given, plus an
    increment) or none (`base` None), and bounds on every single move."""

    base: float | None = None
    moves: int | None = None
    increment: float = 0.0
    limit: Limit = field(default_factory=Limit)

    @property
    def text(self) -> str:
        """The text that `parse_time_control` reads as this; empty without any bound."""
        parts = []
        if self.base is not None:
            moves = f"{self.moves}/" if self.moves else ""
            parts.append(f"{moves}{self.base:g}" + (f"+{self.increment:g}" if self.increment else ""))
        if self.limit.seconds is not None:
            parts.append(f"{self.limit.seconds:g}/move")
        for name in ("depth", "nodes", "simulations"):
            if getattr(self.limit, name) is not None:
                parts.append(f"{name}={getattr(self.limit, name)}")
        return ",".join(parts)

    @property
    def bounded(self) -> bool:
        """Whether anything at all bounds the player."""
        return self != TimeControl()


def parse_time_control(text: str) -> TimeControl:
    """The time control that a text stands for; `BadInput` says what is wrong with it."""
    control = TimeControl()
    for part in filter(None, (p.strip() for p in text.split(","))):
        control = _add_part(control, part)
    return control


def is_time_control(text: str) -> bool:
    """Whether a text stands for a time control."""
    try:
        return bool(parse_time_control(text).text)
    except BadInput:
        return False


def _add_part(control: TimeControl, part: str) -> TimeControl:
    """`control` with one more part."""
    if match := _MOVE.fullmatch(part):
        return replace(control, limit=replace(control.limit, seconds=_parse_positive(match[1], part)))
    if match := _GAME.fullmatch(part):
        if match[1] and not match[1].strip("0"):
            raise BadInput(f"The time control '{part}' is for no move at all; give at least 1/….")
        moves = _parse_whole(match[1], part) if match[1] else None
        base, increment = (_parse_seconds(text or "0", part) for text in (match[2], match[3]))
        if base + increment <= 0:
            raise BadInput(f"The time control '{part}' leaves no time at all.")
        return replace(control, base=base, moves=moves, increment=increment)
    key, _, value = part.partition("=")
    if key.strip() in ("depth", "nodes", "simulations", "seconds"):
        number = _parse_bound(key.strip(), value, part)
        return replace(control, limit=replace(control.limit, **{key.strip(): number}))
    raise BadInput(f"'{shorten(part)}' is no time control; examples are: {EXAMPLES}.")


def _parse_bound(key: str, text: str, part: str) -> Any:
    if key == "seconds":
        return _parse_positive(text, part)
    return _parse_whole(text, part, MOST_PLIES if key == "depth" else MOST_STEPS)


def _parse_positive(text: str, part: str) -> float:
    number = read_decimal(text.strip(), 0, MOST_SECONDS)
    if not number:
        raise BadInput(
            f"'{shorten(part)}': the time must be a number of seconds greater than zero, "
            f"at most {MOST_SECONDS}."
        )
    return number


def _parse_seconds(text: str, part: str) -> float:
    number = read_decimal(text, 0, MOST_SECONDS)
    if number is None:
        raise BadInput(f"'{shorten(part)}': times are numbers of seconds from 0 to {MOST_SECONDS}.")
    return number


def _parse_whole(text: str, part: str, most: int = MOST) -> int:
    number = read_whole(text.strip(), 1, most)
    if number is None:
        raise BadInput(f"'{shorten(part)}': the bound must be a whole number from 1 to {most}.")
    return number


@dataclass(frozen=True)
class Budget:
    """What a player may spend on one move; times in seconds."""

    limit: Limit = field(default_factory=Limit)
    """Bounds on this move."""
    clocks: tuple[float | None, ...] = ()
    """Seconds left to each seat, the mover's own among them; None for a seat without a clock."""
    increments: tuple[float, ...] = ()
    moves_to_go: int | None = None
    """Moves until the next time control, where there is one."""
    most: float = 600.0
    """Seconds after which a player that has not answered counts as hung."""


class Clock:
    """One seat's clock."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left: float | None = control.base
        self.moves = 0

    @property
    def moves_to_go(self) -> int | None:
        every = self.control.moves
        return None if every is None else every - self.moves % every

    def spend(self, seconds: float, grace: float = 0.0) -> bool:
        """Take the time of one move off; False if that was more than there was, plus the grace."""
        self.moves += 1
        allowed = self.control.limit.seconds
        if allowed is not None and seconds > allowed + grace:
            return False
        if self.left is None:
            return True
        self.left -= seconds
        if self.left < -grace:
            return False
        self.left = max(self.left, 0.0) + self.control.increment
        if self.control.moves and self.moves % self.control.moves == 0:
            self.left += self.control.base or 0.0
        return True
