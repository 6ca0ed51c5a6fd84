"""What is done with each class of hands, as a picture: 13 by 13 cells, a bar of colours in each."""

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
