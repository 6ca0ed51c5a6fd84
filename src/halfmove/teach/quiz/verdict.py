"""What marking says: of each item, of each question, and of the way of thinking behind a wrong answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

Sort = Literal["right", "half", "wrong", "missed", "excess", "blank"]
"""`half` is partly right; `missed` and `excess` are of a set: not named though it should be; the reverse."""


@dataclass(frozen=True)
class Remark:
    """One item of a question, marked."""

    sort: Sort
    where: str
    """The node, the move or the leaf it is about."""
    points: Fraction
    """What it brings; below zero for what was named in excess."""
    text: str
    """What is right, and why."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"sort": self.sort, "where": self.where, "points": number(self.points), "text": self.text}


@dataclass(frozen=True)
class Misconception:
    """A way of thinking that explains a wrong answer."""

    name: str
    """A short name, the same for every exercise: `right-to-left`, `window-reset`, `other-dialect`, …"""
    text: str
    """What was probably done, and what is right."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"name": self.name, "text": self.text}


@dataclass(frozen=True)
class Verdict:
    """One question, marked."""

    kind: str
    points: Fraction
    """What the answer got, from 0 to `most`."""
    most: int
    remarks: tuple[Remark, ...]
    misconceptions: tuple[Misconception, ...] = ()
    """The ways of thinking that lead to this answer; where there are several, none is known to be the one."""

    @property
    def right(self) -> bool:
        """Whether it got everything."""
        return self.points == self.most

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.kind,
            "points": number(self.points),
            "most": self.most,
            "remarks": [remark.to_dict() for remark in self.remarks],
            "misconceptions": [found.to_dict() for found in self.misconceptions],
        }


def verdict(
    kind: str, most: int, remarks: list[Remark], misconceptions: list[Misconception] | None = None
) -> Verdict:
    """The verdict on a question: its remarks' points together, never below zero."""
    points = max(Fraction(0), sum((remark.points for remark in remarks), Fraction(0)))
    return Verdict(kind, points, most, tuple(remarks), tuple(misconceptions or ()))


RIVALS = "Several ways of thinking lead to this answer; which of them was yours?"
"""Said before the misconceptions of a verdict that has more than one."""

PLAIN = ("no-pruning",)
"""Ways of thinking that need no other to explain an answer; they are named first."""


def told_apart(fitting: Iterable[Misconception]) -> list[Misconception]:
    """Each way of thinking once, the plainest first."""
    found: dict[str, Misconception] = {}
    for thought in fitting:
        found.setdefault(thought.name, thought)
    return sorted(found.values(), key=lambda thought: thought.name not in PLAIN)


def number(points: Fraction) -> int | float:
    """Points as a number: whole, or to two decimals."""
    return int(points) if points.denominator == 1 else round(float(points), 2)


def plural(count: Any, what: str) -> str:
    """`1 point`, `2.5 points`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
