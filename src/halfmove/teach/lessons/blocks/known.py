"""What the blocks before one have made: its figures, and its searches, by the blocks' names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.teach.trace import Trace


@dataclass
class Known:
    """Filled from the lesson's first block to its last."""

    figures: dict[str, dict[str, Any]] = field(default_factory=dict)
    traces: dict[str, Trace] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)
    """Of each search, from which side it takes children."""
