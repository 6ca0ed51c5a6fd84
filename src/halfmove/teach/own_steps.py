"""What a search tells in its own words (`algorithms.OwnStep`), written out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from halfmove.search.algorithms import Lesson
from halfmove.search.trace import Cutoff, Event, Tell
from halfmove.teach.number_text import figure
from halfmove.teach.replay import Mark

NEXT_CUT = "next cut", "c"


def wording(template: str, event: Tell, node: str = "", texts: Mapping[str, str] | None = None) -> str:
    """A template of the step's, with its figures, the node's name, and what else is given as text."""
    figures: dict[str, Any] = {
        name: value if isinstance(value, str) else figure(value)
        for name, value in event.named.items()
        if name not in (texts or {})
    }
    return template.format(node=node, **figures, **(texts or {}))


def beside(mark: Mark) -> list[str]:
    """What stands at a node because the search told it there."""
    return [wording(event.step.beside, event) for event in mark.told.values() if event.step.beside]


def legends(mark: Mark) -> tuple[tuple[str, str], ...]:
    """What these words mean: the signs and their meaning, each once."""
    return tuple({event.step.legend: None for event in mark.told.values() if event.step.legend[0]})


def stops(event: Event) -> bool:
    """Whether a player can go to this step at once: a cut, or one that the search itself names so."""
    return isinstance(event, Cutoff) or (isinstance(event, Tell) and bool(event.step.stop))


def next_stop(lesson: Lesson) -> tuple[str, str]:
    """The button that goes on to such a step, and its key: "next expansion", or the next cut."""
    return next((f"next {step.stop}" for step in lesson.steps.values() if step.stop), NEXT_CUT[0]), NEXT_CUT[
        1
    ]
