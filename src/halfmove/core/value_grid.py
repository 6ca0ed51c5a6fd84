"""Tables of values in text, a figure and a colour in each cell; the colours are ANSI's codes."""

from __future__ import annotations

from collections.abc import Sequence


def value_grid(
    labels: Sequence[Sequence[str]], values: Sequence[Sequence[float | None]], *, colours: bool
) -> list[str]:
    """A line a row: each label with its value from 0 to 1 in hundredths, a dot where it has none; with
    `colours` greener is more."""

    def cell(label: str, value: float | None) -> str:
        if value is None:
            return _dim(f"{label:<3}  ·", colours=colours)
        share = min(max(value, 0.0), 1.0)
        return _shade(f"{label:<3}{100 * share:3.0f}", share, colours=colours)

    return [
        "".join(cell(label, value) for label, value in zip(row, numbers, strict=True))
        for row, numbers in zip(labels, values, strict=True)
    ]


def figure_grid(
    figures: Sequence[Sequence[str]], shares: Sequence[Sequence[float]], *, names: str, colours: bool
) -> list[str]:
    """A table with a figure of at most five letters in each cell, the names of rows and columns before and
    above; with `colours` greener is more, 0 to 1."""
    lines = [_dim("  " + "".join(f"{name:>5}" for name in names), colours=colours)]
    for name, row, parts in zip(names, figures, shares, strict=True):
        cells = zip(row, parts, strict=True)
        line = (_shade(f"{figure:>5}", share, colours=colours) for figure, share in cells)
        lines.append(_dim(f"{name:<2}", colours=colours) + "".join(line))
    return lines


def _dim(text: str, *, colours: bool) -> str:
    return f"\033[2m{text}\033[0m" if colours else text


def _shade(text: str, share: float, *, colours: bool) -> str:
    """Black letters on a colour from red, 0, over yellow to green, 1."""
    if not colours:
        return text
    red = 240 if share < 0.5 else round(240 - 200 * (share - 0.5))
    green = min(round(130 + 180 * share) if share < 0.5 else 220, 220)
    return f"\033[30;48;2;{red};{green};110m{text}\033[0m"
