"""Marks drawn on the points of a board, and how a format of records writes them (`RecordFormat.markup`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

SHAPES = ("triangle", "square", "cross", "circle")
LABEL = "label"


class Mark(NamedTuple):
    """A mark on a point."""

    kind: str
    """One of `SHAPES`, or `LABEL`."""
    point: str
    """As the game's surface calls it."""
    text: str = ""
    """Of a label: letters or a number."""


class Markup(ABC):
    """The marks among the properties of a move (`Move.properties`)."""

    @abstractmethod
    def read(self, properties: Mapping[str, Sequence[str]]) -> list[Mark]:
        """The marks; what cannot be read is passed over."""

    @abstractmethod
    def put(
        self, properties: Mapping[str, Sequence[str]], point: str, mark: Mark | None
    ) -> dict[str, list[str]]:
        """The properties in which the point has this mark and no other, None for none at all; all else stays
        as it is written."""
