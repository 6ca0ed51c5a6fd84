"""Two engines side by side: the same moves in the same rows, and where the two differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import Any

from halfmove.core import figures
from halfmove.web.board.sides import value_html

Found = Mapping[str, Any]
"""An analysis, as the task of that name tells it."""
LONGEST = 10
"""Moves of a line that are compared."""


def list_moves(pair: Sequence[Found]) -> list[str]:
    """The moves that either has a line for, the first one's first."""
    return list(dict.fromkeys(line["move"] for found in pair for line in found["lines"]))


def count_common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many moves two lines have in common before they part."""
    number = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        number += 1
    return number


def compare_html(pair: Sequence[Found]) -> str:
    """Two analyses of one position as a table: candidates and main lines, those that differ marked."""
    names = [escape(found["algorithm"]) for found in pair]
    if names[0] == names[1]:
        names = [f"{name} {number}" for number, name in enumerate(names, 1)]
    head = "".join(f"<th scope=col>{name}</th>" for name in names)
    rows = _row("Value", [value_html(found, "worth") for found in pair])
    rows += _row("Depth", [_describe_effort(found) for found in pair])
    for move in list_moves(pair):
        cells = [_describe_choice(found, move) for found in pair]
        rows += _row(escape(move), cells, differs=_rank(pair[0], move) != _rank(pair[1], move))
    table = f"<thead><tr><th scope=col>Move</th>{head}</tr></thead><tbody>{rows}</tbody>"
    lines = [found["variation"] or [line["move"] for line in found["lines"][:1]] for found in pair]
    return (
        f'<div class="hm-compared"><p><b>{_describe_agreement(pair, lines)}</b></p>'
        f'<div class="hm-scroll" tabindex="0" role="region" aria-label="both engines">'
        f'<table class="hm-thought hm-small hm-num">{table}{_format_lines(lines)}</table></div></div>'
    )


def _describe_agreement(pair: Sequence[Found], lines: Sequence[Sequence[str]]) -> str:
    one, other = (found["best"] for found in pair)
    if one is None or other is None:
        return "There is nothing to choose."
    if one != other:
        return f"They differ: {escape(one)} against {escape(other)}."
    common = count_common(*lines)
    return f"Both prefer {escape(one)}" + (f", and agree on {common} moves." if common > 1 else ".")


def _format_lines(lines: Sequence[Sequence[str]]) -> str:
    """The main lines, a row a ply; from where they part on, all moves differ: the positions do."""
    common = count_common(*lines)
    pairs = zip_longest(*(line[:LONGEST] for line in lines), fillvalue="")
    rows = "".join(
        _row(f"ply {ply + 1}", [escape(move) for move in moves], differs=ply >= common and all(moves))
        for ply, moves in enumerate(pairs)
    )
    return f"<tbody><tr><th scope=rowgroup colspan=3>Main line</th></tr>{rows}</tbody>"


def _row(name: str, cells: Sequence[str], *, differs: bool = False) -> str:
    look = ' class="hm-differs"' if differs else ""
    told = '<span class="hm-said">they differ: </span>' if differs else ""
    return f"<tr{look}><th scope=row>{told}{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _rank(found: Found, move: str) -> int | None:
    """The place of a move among an engine's lines, from 0; None where it has none for it."""
    return next((i for i, line in enumerate(found["lines"]) if line["move"] == move), None)


def _describe_choice(found: Found, move: str) -> str:
    """An engine's place and value for a move, with its visits, and what a network alone gives it."""
    rank = _rank(found, move)
    told = [] if rank is None else [f"{rank + 1}. {value_html(found['lines'][rank], 'short')}"]
    if rank is not None and (visits := found["lines"][rank].get("visits")):
        told.append(f"{figures.count(visits)} visits")
    alone = (found.get("network") or {}).get("moves", ())
    told += [f"network {one['share']:.0%}" for one in alone if one["move"] == move]
    return ", ".join(told) or "–"


def _describe_effort(found: Found) -> str:
    unit = "simulations" if found["lines"] and "visits" in found["lines"][0] else "nodes"
    return f"{found['depth']}, {figures.count(found['nodes'])} {unit}"
