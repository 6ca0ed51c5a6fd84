"""What each variation is worth as a picture: the Elo of the base over it, with the interval of 95 %.

Drawn by matplotlib, of the extra `halfmove[pictures]`, in the colours of the project's other plots.
"""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.arena.experiment.results import Finding, Findings, Opinion
from halfmove.core.atomic_file import check_writable, whole_bytes
from halfmove.core.errors import BadInput
from halfmove.core.extras import check
from halfmove.teach.canvas import GREY, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMS = ("svg", "png", "pdf")
WIDTH, ROW, FRAME, DOTS = 7.2, 0.34, 1.1, 200
"""Inches: the width, the height of a row, of all that is not rows; pixels an inch."""

COLOURS = {Opinion.STRONGER: PALETTE[0], Opinion.WEAKER: PALETTE[1], Opinion.OPEN: GREY}
MARKERS = {Opinion.STRONGER: "o", Opinion.WEAKER: "s", Opinion.OPEN: "D"}


def check_target(path: str | Path) -> str:
    """The form that a file's name asks for; `BadInput` if none, or if it could not be written."""
    target = Path(path)
    form = target.suffix.lower().lstrip(".")
    if form not in FORMS:
        raise BadInput(f"A plot is written as .svg, .png or .pdf, not '{target.name}'.")
    check_writable(path)
    check("matplotlib", "Plots need")
    return form


def save(findings: Findings, path: str | Path) -> None:
    """Write the picture; `BadInput` where it cannot be, and then nothing is written."""
    content = draw_image(findings, check_target(path))
    with whole_bytes(path) as out:
        out.write(content)


def draw_image(findings: Findings, form: str = "svg") -> bytes:
    """The picture; the same findings give the same bytes."""
    shown = [finding for finding in findings.found if _has_difference(finding)]
    if not shown:
        raise BadInput("There is nothing to plot yet: no match has a finite Elo difference.")
    import matplotlib
    from matplotlib.figure import Figure

    settings: Any = {"svg.hashsalt": "halfmove", "font.family": "DejaVu Sans", "font.size": 9.5}
    undated: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(WIDTH, FRAME + ROW * len(shown)), dpi=DOTS)
        _draw(figure.add_subplot(), findings, shown)
        out = io.BytesIO()
        figure.savefig(out, format=form, bbox_inches="tight", metadata=undated[form])
    return out.getvalue()


def _has_difference(finding: Finding) -> bool:
    met = finding.meeting
    return met is not None and met.elo is not None and math.isfinite(met.elo.value)


def _draw(axes: Axes, findings: Findings, shown: list[Finding]) -> None:
    """A row for each match, the largest difference at the top."""
    rows = sorted(shown, key=lambda f: f.meeting.elo.value)  # type: ignore[union-attr]  # they have both
    for height, finding in enumerate(rows):
        assert finding.meeting is not None
        difference = finding.meeting.elo
        assert difference is not None
        ends = [end if math.isfinite(end) else difference.value for end in (difference.low, difference.high)]
        colour, marker = COLOURS[finding.opinion], MARKERS[finding.opinion]
        axes.plot(ends, [height, height], color=colour, linewidth=1.8, solid_capstyle="butt")
        axes.plot([difference.value], [height], marker, color=colour, markersize=6)
    axes.axvline(0.0, color="#000000", linewidth=0.9)
    axes.set_yticks(range(len(rows)), [finding.match.name for finding in rows])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    whose = "the base over the variation" if findings.experiment.varied else "the first side over the second"
    axes.set_xlabel(f"Elo of {whose}, 95 %")
    axes.set_title(findings.experiment.name, loc="left", fontsize=11, fontweight="bold")
    axes.grid(True, axis="x", color="#E3E3E3", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
