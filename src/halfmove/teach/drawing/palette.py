"""Ink and type: how each part of a picture looks, by its role.

The hues are those of M. Okabe and K. Ito, "Color universal design" (2008), which the colour-blind tell apart;
no sign depends on them: shapes, numbers, dashes and thickness say the same in black and white.
"""

from __future__ import annotations

from typing import NamedTuple

LIGHT = {
    "paper": "#ffffff", "ink": "#1b1f24", "soft": "#57606a", "faint": "#98a1ab", "line": "#7d8590",
    "max": "#d5e8f7", "max-line": "#005a94", "min": "#fde3d0", "min-line": "#a84300",
    "chance": "#d8efe4", "chance-line": "#006b4a", "player": "#eadcf0", "player-line": "#7a3f80",
    "leaf": "#f6f8fa", "bar": "#b3261e", "ring": "#e69f00", "none": "none",
}  # fmt: skip
DARK = {
    "paper": "#14171c", "ink": "#e8ebef", "soft": "#aab3be", "faint": "#69727d", "line": "#8b949e",
    "max": "#123a57", "max-line": "#6cb6ee", "min": "#57290c", "min-line": "#f59a5c",
    "chance": "#0c4331", "chance-line": "#4cc79c", "player": "#43264a", "player-line": "#cf9ad6",
    "leaf": "#1f242b", "bar": "#ff7b72", "ring": "#f0b429", "none": "none",
}  # fmt: skip
"""The colours by name, on light and on dark paper."""


class Pen(NamedTuple):
    """How a line or an area is drawn."""

    stroke: str
    """Both colours by name."""
    width: float
    fill: str = "none"
    dash: tuple[float, float] | None = None


class Type(NamedTuple):
    """How a text is set."""

    size: float
    colour: str
    bold: bool = False
    italic: bool = False


PENS = {
    "edge": Pen("line", 1.4),
    "edge-variation": Pen("ink", 3.6),
    "edge-faint": Pen("faint", 1.2, dash=(4, 3)),
    "edge-waiting": Pen("faint", 1.2),
    "edge-passed": Pen("faint", 1.4, dash=(1.2, 3.2)),
    "bar": Pen("bar", 2.2),
    "max": Pen("max-line", 1.7, "max"),
    "min": Pen("min-line", 1.7, "min"),
    "chance": Pen("chance-line", 1.7, "chance"),
    "player": Pen("player-line", 1.7, "player"),
    "leaf": Pen("soft", 1.4, "leaf"),
    "faint": Pen("faint", 1.2, "paper", dash=(3, 2.5)),
    "waiting": Pen("faint", 1.3, "paper"),
    "fill-in": Pen("soft", 1.1, "paper"),
    "ring": Pen("ring", 3),
    "frame": Pen("faint", 1.0),
    "horizon": Pen("soft", 1.3, dash=(9, 4)),
    "set-0": Pen("max-line", 1.5, dash=(5, 4)),
    "set-1": Pen("min-line", 1.5, dash=(5, 4)),
    "set-2": Pen("player-line", 1.5, dash=(5, 4)),
    "set-now": Pen("ring", 2.8, dash=(7, 4)),
}
"""The lines and areas by role; "max-outer", "max-thick" and so on are made of these, see `pen`."""

TYPES = {
    "static": Type(13, "ink"),
    "static-faint": Type(13, "faint"),
    "value": Type(13, "ink", bold=True),
    "note": Type(10.5, "soft"),
    "name": Type(13, "ink", bold=True),
    "name-faint": Type(13, "faint", bold=True),
    "order": Type(10, "soft", italic=True),
    "rank": Type(12, "ink", bold=True),
    "rank-faint": Type(12, "faint"),
    "label": Type(11, "ink"),
    "label-faint": Type(11, "faint"),
    "extended": Type(10.5, "bar", bold=True),
    "fill-in": Type(9, "faint"),
    "horizon": Type(10, "soft", italic=True),
    "title": Type(15, "ink", bold=True),
    "legend": Type(11, "soft"),
}
"""The texts by role; sizes in pixels, as all lengths in a scene."""


def pen(role: str) -> Pen:
    """The pen of a role; `…-outer` is a second, thin outline, `…-thick` a heavy one."""
    base, _, variant = role.rpartition("-")
    if variant == "outer":
        return PENS[base]._replace(fill="none", width=1.2)
    if variant == "thick":
        return PENS[base]._replace(width=3.6)
    return PENS[role]
