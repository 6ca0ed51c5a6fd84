"""Tables of values in the terminal, a figure and a colour in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text


def value_table(labels: Sequence[Sequence[str]], values: Sequence[Sequence[float | None]]) -> Text:
    """A row a line, a cell as its label and its value from 0 to 1 in hundredths; greener is more.

    A cell without a value has a dot.
    """
    from rich.text import Text

    text = Text(no_wrap=True)
    for row, numbers in zip(labels, values, strict=True):
        for label, number in zip(row, numbers, strict=True):
            if number is None:
                text.append(f"{label:<3}  ·", style="dim")
                continue
            share = min(max(number, 0.0), 1.0)
            text.append(f"{label:<3}{100 * share:3.0f}", style=f"black on {_colour(share)}")
        text.append("\n")
    text.right_crop(1)
    return text


def figure_table(
    figures: Sequence[Sequence[str]], shares: Sequence[Sequence[float]], *, names: str, corner: str = ""
) -> Text:
    """A table with a figure of at most five letters in each cell, the names of rows and columns before and
    above; greener is more, 0 to 1."""
    from rich.text import Text

    text = Text(no_wrap=True)
    text.append(f"{corner:<2}" + "".join(f"{name:>5}" for name in names) + "\n", style="dim")
    for name, row, depths in zip(names, figures, shares, strict=True):
        text.append(f"{name:<2}", style="dim")
        for figure, share in zip(row, depths, strict=True):
            text.append(f"{figure:>5}", style=f"black on {_colour(share)}")
        text.append("\n")
    text.right_crop(1)
    return text


def _colour(share: float) -> str:
    """From red, 0, over yellow to green, 1, light enough for black letters."""
    red = 240 if share < 0.5 else round(240 - 200 * (share - 0.5))
    green = round(130 + 180 * share) if share < 0.5 else 220
    return f"rgb({red},{min(green, 220)},110)"
