"""What a picture of a tree shows, and how: the options of every renderer."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from halfmove.core.errors import BadInput

_CHOICES: dict[str, tuple[object, ...]] = {
    "show": ("solution", "blank"),
    "windows": ("entered", "ended", "none"),
    "theme": ("auto", "light", "dark"),
    "unvisited": ("faint", "hidden"),
}


PAGE = 1040.0
"""Pixels that a page is wide: the text of a sheet of A4 on its side, at 96 an inch."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """What is drawn.  `BadInput` for a value that an option does not have."""

    show: Literal["solution", "blank"] = "solution"
    """"blank" is an exercise sheet: shapes, names, leaf values, and empty boxes to fill in."""
    windows: Literal["entered", "ended", "none"] = "entered"
    """Beside an inner node, the window (α, β) it was entered with last, or as it was when it was left."""
    values: bool = True
    """The value of an inner node with its relation: = 3, ≤ 2, ≥ 5."""
    intervals: bool = False
    """In the place of values and windows, what the leaves seen prove of every inner node: [3, 3], [−∞, 2], as
    in AIMA's fig. 5.5.  `BadInput` for a search that proves nothing."""
    truth: bool = False
    """The true minimax value beside it."""
    order: bool = False
    """The order in which nodes were first visited, from 1, and how often: 7, 7 (×2)."""
    cuts: bool = True
    """A double bar across each edge that a cutoff saved."""
    variation: bool = True
    """The principal variation as a thick line."""
    horizon: bool = True
    """A line below the deepest nodes that a depth limit lets the search enter."""
    names: bool = True
    """The nodes' own names, where an explicit tree gives them."""
    actions: bool | None = None
    """The actions, on the edges.  None: where they say something (not the numbers of list entries) and no
    boards are drawn, which show them."""
    boards: bool | None = None
    """The game's own picture of each state.  None: for games other than explicit trees."""
    board_size: float | None = None
    """The longer side of each board; None: larger where there are few side by side."""
    unvisited: Literal["faint", "hidden"] = "faint"
    """What no search visited: drawn faint and dashed, or below a cut edge left out."""
    legend: bool = True
    """What the signs mean, those that occur."""
    compact: bool = False
    """For wide trees: leaves narrow and close together, their values and names upright, and no actions on the
    edges to them."""
    width: float | None = None
    """How wide the picture is shown at most, in pixels, what is in it made smaller; None: as a page is wide
    (`PAGE`), 0: as wide as it comes.  Of a page to step through it says nothing: that one scrolls."""
    title: str | None = None
    """Above the picture; None: what was searched and what came of it.  Empty: no title."""
    theme: Literal["auto", "light", "dark"] = "auto"
    """Of an SVG: paper and ink as the reader's system has them, or as said.  Print is light."""

    def __post_init__(self) -> None:
        for option, choice in _CHOICES.items():
            given = getattr(self, option)
            if given not in choice:
                known = ", ".join(map(str, choice))
                raise BadInput(f"A picture's '{option}' is one of {known}, not '{given}'.")
        size = self.board_size
        if self.width is not None and self.width != 0 and not 100 <= self.width <= 100_000:
            raise BadInput(f"A picture's width must be 0 or from 100 to 100,000 pixels, not {self.width}.")
        if size is not None and not 8 <= size <= 2000:
            raise BadInput(f"A board's size must be from 8 to 2000, not {size}.")

    @property
    def most(self) -> float | None:
        """How wide the picture may be shown; None: as wide as it comes."""
        return PAGE if self.width is None else self.width or None

    @property
    def blank(self) -> bool:
        return self.show == "blank"


def style(**options: Any) -> Style:
    """A `Style`; `BadInput` names an option that there is not."""
    known = [option.name for option in fields(Style)]
    for option in options:
        if option not in known:
            raise BadInput(f"A picture has no option '{option}'; its options are: {', '.join(known)}.")
    return Style(**options)
