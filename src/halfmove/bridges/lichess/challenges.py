"""Challenges, which of them to accept, and the reasons for which others are declined, by Lichess's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

VARIANTS = ("standard", "chess960", "fromPosition")
"""Those that are chess by its usual rules."""
SPEEDS = ("ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence")
USUAL_SPEEDS = SPEEDS[1:5]
MODES = ("rated", "casual")
OPPONENTS = ("human", "bot")
LONGEST_INITIAL, LONGEST_INCREMENT = 10_800, 180
"""Seconds that a clock on Lichess can have."""


@dataclass(frozen=True)
class Challenge:
    """What somebody wants to play; the clock's seconds are None where there is no clock."""

    id: str
    challenger: str
    is_from_bot: bool
    variant: str
    speed: str
    is_rated: bool
    initial: int | None = None
    increment: int | None = None

    def __str__(self) -> str:
        clock = "" if self.initial is None else f" {self.initial}+{self.increment}"
        mode = MODES[0] if self.is_rated else MODES[1]
        bot = " (bot)" if self.is_from_bot else ""
        return f"{self.challenger}{bot}, {mode} {self.variant}, {self.speed}{clock}"


def read_challenge(data: dict[str, Any]) -> Challenge:
    """The challenge that an event has; `LookupError`, `TypeError` or `ValueError` where it is none."""
    challenger, clock = data["challenger"], data["timeControl"]
    has_clock = clock["type"] == "clock"
    return Challenge(
        id=str(data["id"]),
        challenger=str(challenger["name"]),
        is_from_bot=challenger.get("title") == "BOT",
        variant=str(data["variant"]["key"]),
        speed=str(data["speed"]),
        is_rated=bool(data["rated"]),
        initial=int(clock["limit"]) if has_clock else None,
        increment=int(clock["increment"]) if has_clock else None,
    )


@dataclass(frozen=True, kw_only=True)
class Acceptance:
    """Which challenges to accept; times in seconds."""

    variants: Sequence[str] = VARIANTS
    speeds: Sequence[str] = USUAL_SPEEDS
    modes: Sequence[str] = MODES
    opponents: Sequence[str] = OPPONENTS
    least_initial: int = 0
    most_initial: int = LONGEST_INITIAL
    least_increment: int = 0
    most_increment: int = LONGEST_INCREMENT

    def find_reason(self, challenge: Challenge) -> str | None:
        """Why a challenge is declined, as Lichess names it; None where it is accepted.  `rated` asks for a
        rated game instead, `casual` and `standard` likewise."""
        if challenge.variant not in self.variants:
            return "standard" if tuple(self.variants) == VARIANTS[:1] else "variant"
        if challenge.is_from_bot and "bot" not in self.opponents:
            return "noBot"
        if not challenge.is_from_bot and "human" not in self.opponents:
            return "onlyBot"
        if challenge.is_rated and "rated" not in self.modes:
            return "casual"
        if not challenge.is_rated and "casual" not in self.modes:
            return "rated"
        if challenge.speed not in self.speeds:
            return "timeControl"
        if challenge.initial is None or challenge.increment is None:
            return None
        if challenge.initial < self.least_initial or challenge.increment < self.least_increment:
            return "tooFast"
        if challenge.initial > self.most_initial or challenge.increment > self.most_increment:
            return "tooSlow"
        return None
