"""What is done with each class of hands, 13 by 13: as a picture with bars of colours, and as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

CELL_WIDTH, CELL_HEIGHT, KEY = 52, 36, 34
PASSIVE = {"fold": "#6c8ebf", "check": "#8fb98b", "call": "#8fb98b"}
AGGRESSIVE = ("#f2a65a", "#e07a5f", "#c8553d", "#9d2b2b", "#6d1a36")
"""For bets and raises, the smallest first."""
EMPTY, INK = "#80869133", "#1d2026"


def colours(actions: Sequence[str]) -> list[str]:
    """A colour for each action: folding blue, checking and calling green, bets from orange to dark red."""
    found, bets = [], 0
    for action in actions:
        if action in PASSIVE:
            found.append(PASSIVE[action])
        else:
            found.append(AGGRESSIVE[min(bets, len(AGGRESSIVE) - 1)])
            bets += 1
    return found


def hand_grid_svg(
    title: str,
    labels: Sequence[Sequence[str]],
    actions: Sequence[str],
    shares: Sequence[Sequence[Sequence[float | None]]],
    weights: Sequence[Sequence[float | None]],
) -> str:
    """An SVG of a table of classes: how often each action is taken (`shares[action][row][column]`, 0 to 1,
    None where the class is not held), the bar as high as the class is held (`weights`, 0 to 1)."""
    rows, columns = len(labels), len(labels[0])
    width, height = columns * CELL_WIDTH, rows * CELL_HEIGHT + KEY
    named = colours(actions)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(title)}" '
        'font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(title)}</title>",
    ]
    x = 4.0
    for action, colour in zip(actions, named, strict=True):
        parts.append(f'<rect x="{x:.0f}" y="8" width="14" height="14" fill="{colour}"/>')
        parts.append(f'<text x="{x + 19:.0f}" y="20" font-size="13" fill="#808691">{escape(action)}</text>')
        x += 34 + 8 * len(action)
    for r in range(rows):
        for c in range(columns):
            left, top = c * CELL_WIDTH, KEY + r * CELL_HEIGHT
            box = f'x="{left}" y="{top}" width="{CELL_WIDTH - 1}" height="{CELL_HEIGHT - 1}"'
            parts.append(f'<rect {box} fill="{EMPTY}"/>')
            held = weights[r][c] or 0.0
            at, tall = float(left), held * (CELL_HEIGHT - 1)
            for number, colour in enumerate(named):
                share = shares[number][r][c] or 0.0
                wide = share * (CELL_WIDTH - 1)
                if wide * tall > 0:
                    parts.append(
                        f'<rect x="{at:.2f}" y="{top + CELL_HEIGHT - 1 - tall:.2f}" width="{wide:.2f}" '
                        f'height="{tall:.2f}" fill="{colour}"/>'
                    )
                at += wide
            ink = INK if held > 0 else "#808691"
            parts.append(
                f'<text x="{left + 5}" y="{top + 22}" font-size="13" fill="{ink}">{labels[r][c]}</text>'
            )
    return "".join([*parts, "</svg>"])


def depth_grid_svg(
    title: str,
    labels: Sequence[Sequence[str]],
    figures: Sequence[Sequence[str]],
    depths: Sequence[Sequence[float]],
) -> str:
    """An SVG of a table of classes, a figure below the name of each; the cell is filled with green from below
    as its depth says, 0 to 1."""
    rows, columns = len(labels), len(labels[0])
    width, height = columns * CELL_WIDTH, rows * CELL_HEIGHT + KEY
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(title)}" '
        'font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<text x="4" y="20" font-size="13" fill="#808691">{escape(title)}</text>',
    ]
    for r in range(rows):
        for c in range(columns):
            left, top = c * CELL_WIDTH, KEY + r * CELL_HEIGHT
            tall = depths[r][c] * (CELL_HEIGHT - 1)
            parts.append(
                f'<rect x="{left}" y="{top}" width="{CELL_WIDTH - 1}" height="{CELL_HEIGHT - 1}" '
                'fill="#d9dce1"/>'
                f'<rect x="{left}" y="{top + CELL_HEIGHT - 1 - tall:.2f}" width="{CELL_WIDTH - 1}" '
                f'height="{tall:.2f}" fill="{PASSIVE["call"]}"/>'
                f'<text x="{left + 4}" y="{top + 14}" font-size="11" fill="{INK}">{labels[r][c]}</text>'
                f'<text x="{left + CELL_WIDTH - 5}" y="{top + 29}" font-size="12" fill="{INK}" '
                f'text-anchor="end">{escape(figures[r][c])}</text>'
            )
    return "".join([*parts, "</svg>"])


def share_grid_text(
    labels: Sequence[Sequence[str]], values: Sequence[Sequence[float | None]], *, colours: bool
) -> list[str]:
    """A line a row: each class with its value from 0 to 1 in hundredths, a dot where it has none; with
    `colours` greener is more."""

    def cell(label: str, value: float | None) -> str:
        if value is None:
            return f"{label:<3}  ·"
        share = min(max(value, 0.0), 1.0)
        return _coloured(f"{label:<3}{100 * share:3.0f}", share if colours else None)

    return [
        "".join(cell(label, value) for label, value in zip(row, numbers, strict=True))
        for row, numbers in zip(labels, values, strict=True)
    ]


def figure_grid_text(
    figures: Sequence[Sequence[str]], shares: Sequence[Sequence[float]], *, names: str, colours: bool
) -> list[str]:
    """A table with a figure of at most five letters in each cell, the names of rows and columns before and
    above; with `colours` greener is more, 0 to 1."""
    lines = ["  " + "".join(f"{name:>5}" for name in names)]
    for name, row, depths in zip(names, figures, shares, strict=True):
        cells = zip(row, depths, strict=True)
        line = (_coloured(f"{figure:>5}", share if colours else None) for figure, share in cells)
        lines.append(f"{name:<2}" + "".join(line))
    return lines


def _coloured(text: str, share: float | None) -> str:
    """Black letters on a colour, as ANSI writes it: from red, 0, over yellow to green, 1; None is plain."""
    if share is None:
        return text
    red = 240 if share < 0.5 else round(240 - 200 * (share - 0.5))
    green = min(round(130 + 180 * share) if share < 0.5 else 220, 220)
    return f"\033[30;48;2;{red};{green};110m{text}\033[0m"
