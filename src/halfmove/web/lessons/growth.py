"""Growth curves as a page shows them: the table, the plot where it can be drawn, the bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_decimal, shorten
from halfmove.core.reporting import Step
from halfmove.games.reference import PositionReference
from halfmove.teach.growth import plot, theory
from halfmove.teach.growth.curves import Curves
from halfmove.teach.growth.deepening import Deepening, deepening_curves
from halfmove.teach.growth.games import check_searches, game_curves, measurable, measured_curve
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.lessons.searches import SHORT, whole

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

MOST_CURVES, MOST_SECONDS, MOST_SAMPLES, MOST_NODES = 8, 10.0, 2000, 5_000_000
"""What one page may ask to be measured: curves, seconds for each, random trees a depth, nodes a depth."""
SECONDS = 1.0
DEEPEST = 40


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows; an interruption keeps what was measured by then."""

    def tell(step: Step) -> None:
        link.tell(kind="progress", text=f"{step.line[:1].upper()}{step.line[1:]}…")

    found: Deepening | None = None
    if fields.get("game"):
        curves = _of_game(fields, link, tell)
    elif fields.get("deepening") == "yes":
        found = _deepened(fields, tell)
        curves = found.curves
    else:
        curves = _uniform(fields, tell)
    return {
        "slots": {
            "table": _table(curves) + (_ratios(found) if found else ""),
            "chart": _chart(curves),
            "notes": "".join(f"<li>{escape(note)}</li>" for note in plot.notes(curves)),
        }
    }


@dataclass(frozen=True)
class _Wanted:
    """What the fields say, of uniform trees and of games."""

    game: str
    names: list[str] | None
    count: str
    depth: int | None
    branching: int
    samples: int | None
    seed: int
    seconds: float

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> _Wanted:
        """`BadInput` says what is wrong with one."""
        for key, text in fields.items():
            if len(text) > (2000 if key in ("moves", "position") else SHORT):
                raise BadInput(f"'{key}' has too many letters.")
        game = fields.get("game", "")
        return cls(
            game,
            _names(fields),
            theory.unit_key(fields.get("count") or ("nodes" if game else "evaluations")),
            whole(fields.get("depth", ""), "The depth", 1, DEEPEST),
            whole(fields.get("branching", ""), "The branching factor", 1, 1000) or 10,
            whole(fields.get("samples", ""), "The number of samples", 2, MOST_SAMPLES),
            whole(fields.get("seed", ""), "The seed", 0, 2**31) or 0,
            _seconds(fields.get("seconds", "")),
        )


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields of which there is no curve."""
    wanted = _Wanted.read(fields)
    if wanted.game:
        check_searches(catalogue.open(_place(fields, catalogue)).game, wanted.names or (), wanted.count)
    else:
        for name in wanted.names or ():
            measurable(name)


def _uniform(fields: Mapping[str, str], tell: Callable[[Step], None]) -> Curves:
    wanted = _Wanted.read(fields)
    depth = wanted.depth or 8
    cases = [case for case in theory.CASES if fields.get(case, "yes") == "yes"]
    curves = theory.uniform_curves(wanted.branching, depth, cases=cases, count=wanted.count)
    if wanted.samples is None:
        if not cases:
            raise BadInput("There is nothing to draw: choose a case, or give samples to measure.")
        return curves
    for name in wanted.names or ["alphabeta"]:
        found = measured_curve(
            name,
            wanted.branching,
            depth,
            wanted.samples,
            wanted.seed,
            count=wanted.count,
            nodes=MOST_NODES,
            progress=tell,
        )
        curves = replace(curves, series=(*curves.series, found))
        if found.note == "interrupted":
            break
    return curves


def _deepened(fields: Mapping[str, str], tell: Callable[[Step], None]) -> Deepening:
    wanted = _Wanted.read(fields)
    cases = [case for case in theory.CASES if fields.get(case, "yes") == "yes"]
    if not cases:
        raise BadInput("There is nothing to draw: choose a case.")
    return deepening_curves(
        wanted.branching,
        wanted.depth or 8,
        cases=cases,
        count=wanted.count,
        samples=wanted.samples,
        seed=wanted.seed,
        nodes=MOST_NODES,
        progress=tell,
    )


def _ratios(found: Deepening) -> str:
    """All levels as a multiple of the last one."""
    return (
        f"<h3>{escape(found.ratios.title)}</h3>{_table(found.ratios)}"
        f'<p class="hm-soft">{escape(found.tends)}</p>'
    )


def _of_game(fields: Mapping[str, str], link: Link, tell: Callable[[Step], None]) -> Curves:
    wanted = _Wanted.read(fields)
    history = link.catalogue.open(_place(fields, link.catalogue), compiled=True)
    return game_curves(
        history.game,
        history.state,
        algorithms=wanted.names,
        depth=wanted.depth,
        seconds=wanted.seconds,
        count=wanted.count,
        progress=tell,
    )


def _place(fields: Mapping[str, str], catalogue: Catalogue) -> PositionReference:
    name = fields["game"]
    game = catalogue.watched(name)
    moves = game.split_moves(fields.get("moves", "")) if fields.get("moves", "").strip() else []
    return position_reference(name, None, fields.get("position", "").strip() or None, tuple(moves))


def _names(fields: Mapping[str, str]) -> list[str] | None:
    found = list(dict.fromkeys(fields.get("algorithms", "").replace(",", " ").split()))
    if len(found) > MOST_CURVES:
        raise BadInput(f"At most {MOST_CURVES} searches are measured at once, not {len(found)}.")
    return found or None


def _seconds(text: str) -> float:
    seconds = read_decimal(text.strip() or str(SECONDS), 0.05, MOST_SECONDS)
    if seconds is None:
        raise BadInput(
            f"The seconds for each curve are a number from 0.05 to {MOST_SECONDS:g}, not '{shorten(text)}'."
        )
    return seconds


def _table(curves: Curves) -> str:
    head, *rows = plot.cells(curves)
    top = "".join(f'<th scope="col" class="hm-right">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row" class="hm-right">{escape(row[0])}</th>'
        + "".join(f'<td class="hm-right">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<table class="hm-table"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


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
