"""Plots as bytes: one place for matplotlib's settings, so that all plots look alike and repeat exactly.

matplotlib is of the extra `halfmove[pictures]`.  The colours are those of M. Okabe and K. Ito, *Color
Universal Design* (2008), which people with any kind of colour vision tell apart.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from halfmove.core.extras import check

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEXT, LINES = 4.5, 3.0
"""The least contrast with what is behind them of text and of lines, by WCAG 2.2, level AA (1.4.3, 1.4.11)."""
LIGHT, DARK = "#FFFFFF", "#1D2127"
"""Papers that plots are seen on."""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours `#rrggbb`, 1 to 21, as WCAG 2.2 defines it."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, paper: str = LIGHT, least: float = TEXT) -> str:
    """The colour, mixed with as little black (on light paper) or white as it takes for that contrast."""
    end = 0 if _luminance(paper) > 0.18 else 255
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    for share in range(101):
        mixed = "#" + "".join(f"{round(part + (end - part) * share / 100):02X}" for part in parts)
        if contrast(mixed, paper) >= least:
            return mixed
    raise ValueError(f"nothing has a contrast of {least} with {paper}")


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F6A00")
PALETTE = tuple(legible(colour, least=LINES) for colour in OKABE_ITO)
"""Of lines on white paper; what is written in one of these is `legible`."""
GREY = "#6B6B6B"
GRID = "#E3E3E3"
DOTS = 200
"""Pixels an inch where the picture has pixels."""


def require() -> None:
    """`BadInput` where matplotlib is not installed."""
    check("matplotlib", "Plots need")


def render(draw: Callable[[Axes], None], form: str, *, width: float = 7.2, height: float = 4.6) -> bytes:
    """What `draw` puts on the axes, as "svg", "png" or "pdf"; the same drawing gives the same bytes."""
    require()
    import matplotlib
    from matplotlib.figure import Figure

    settings: Any = {
        "svg.hashsalt": "halfmove",
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "text.parse_math": False,  # a `$` in a name is a `$`
    }
    undated: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(width, height), dpi=DOTS)
        draw(figure.add_subplot())
        out = io.BytesIO()
        figure.savefig(out, format=form, bbox_inches="tight", metadata=undated[form])
    return out.getvalue()


def plain(axes: Axes, title: str, *, grid: str = "both") -> None:
    """The look of every plot: a title, a light grid below, no frame above and to the right."""
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold")
    axes.grid(True, axis=grid, color=GRID, linewidth=0.7)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
