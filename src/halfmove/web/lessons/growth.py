"""Growth curves as a page shows them: the table, the plot where it can be drawn, the bars."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.operation import Request
from halfmove.core.operation.position import GROUP
from halfmove.core.operations import load
from halfmove.teach.frames.text import html_table
from halfmove.teach.growth import plot
from halfmove.teach.growth.curves import Curves
from halfmove.teach.growth.deepening import Deepening
from halfmove.teach.growth.games import check_searches, measurable
from halfmove.teach.growth.request import TREES
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import operations
from halfmove.web.lessons.player import COPY_BESIDE, Family, lesson_form

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows; an interruption keeps what was measured by then."""
    found = operations.answer(_read(fields), link)
    curves, deepening = found.curves, found.deepening
    return {
        "slots": {
            "table": _table(curves) + (_ratios(deepening) if deepening else ""),
            "chart": _chart(curves),
            "notes": "".join(f"<li>{escape(note)}</li>" for note in plot.notes(curves)),
        }
    }


def _read(fields: Mapping[str, str]) -> Request:
    return operations.read({**fields, operations.NAME: "growth"})


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields of which there is no curve."""
    wanted: Any = _read(fields)
    if wanted.game:
        rules = catalogue.watched(wanted.game)
        check_searches(rules, wanted.algorithms or (), wanted.count or "nodes")
    else:
        for name in wanted.algorithms or ():
            measurable(name)


def _ratios(found: Deepening) -> str:
    """All levels as a multiple of the last one."""
    return (
        f"<h3>{escape(found.ratios.title)}</h3>{_table(found.ratios)}"
        f'<p class="hm-soft">{escape(found.tends)}</p>'
    )


def _table(curves: Curves) -> str:
    return html_table(plot.cells(curves), headed=True)


def _chart(curves: Curves) -> str:
    title = escape(curves.title)
    bars = f"<pre>{escape(plot.bars(curves))}</pre>"
    if not plot.available():
        return f'<h2>{title}</h2>{bars}<p class="hm-soft hm-small">{escape(plot.unavailable())}</p>'
    svg = curves.svg()
    svg = svg[svg.index("<svg") :]
    label = escape(f"{curves.title}: {curves.unit} by depth, on a logarithmic scale")
    return (
        f'<h2 class="hl-unseen">{title}</h2><div role="img" aria-label="{label}">{svg}</div>'
        "<details><summary>As bars</summary>"
        f'<div class="hm-scroll">{bars}</div></details>'
    )


def form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    """The form, filled with fields."""
    when = {TREES: "game=", GROUP: f"game={'|'.join(catalogue.names())}"}
    return lesson_form(operations.form(load("growth"), catalogue, fields, when), "Draw the curves")


def _stage() -> str:
    return (
        '<section class="hm-card"><div class="hl-chart" data-slot="chart"></div>'
        f'<div class="hm-row">{COPY_BESIDE}</div></section>'
        '<section class="hm-card"><h2>The numbers</h2><div class="hm-scroll" '
        'data-slot="table" tabindex="0" role="group" aria-label="The numbers"></div><ul class="hm-soft '
        'hm-small" data-slot="notes"></ul><p class="hm-soft hm-small">× a ply: by how much the count grows '
        "with a ply; b*: Nilsson's effective branching factor.</p></section>"
    )


FAMILY = Family(
    kind="growth",
    path="/growth",
    name="Growth",
    heading="Growth",
    about="What a search costs by depth: by the formulas of the lectures, and as real searches measure it.",
    form=form,
    check=check,
    stage=_stage,
    subjects=Catalogue.names,
    seconds=150.0,
)
