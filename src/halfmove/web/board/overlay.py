"""What is drawn over a board's picture: faded pieces, squares for the owners of points, numbers of moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from halfmove.core.contract import CHANCE
from halfmove.core.settlement import Settlement
from halfmove.core.surface import Point
from halfmove.web.board.table import Table

LEAST = 0.2
"""The estimated part of a point below which it is shown to be nobody's."""
NEWS = 2
"""Plies for which a die lies as it fell: the throw itself, and the decision that rests on it."""
SIDE = 0.36
"""Of a square, as a part of the point's own."""

HOT = "#ea580c"
HOTTEST = 0.65
"""How solid the likeliest point of a policy is; others in proportion."""
FAINTEST = 0.03
TOLD = 0.005
"""A share that is told in figures: below it would be 0 %."""
HALO = "#ffffffd0"
"""Around figures, which the picture would cross."""


class Overlay(NamedTuple):
    """As the board's element takes it, in the coordinates of the picture."""

    faded: tuple[str, ...] = ()
    """The points whose pieces count for nothing."""
    squares: tuple[dict[str, Any], ...] = ()
    numbers: tuple[dict[str, Any], ...] = ()
    """In the order of the moves."""
    signs: tuple[dict[str, Any], ...] = ()
    """Marks that a person or a file has put on points."""
    spoken: Mapping[str, str] = {}
    """What a screen reader is told of points besides."""


def draw_picture(table: Table) -> str:
    """The picture with what nature threw last lying on it, while that is news."""
    drawn, history, surface = table.picture(), table.record.history, table.surface
    if surface is None or table.game.hidden or table.mover == CHANCE:
        return drawn
    plies = len(history.actions)
    for ply in range(plies - 1, max(plies - 1 - NEWS, -1), -1):
        state, action = history.states[ply], history.actions[ply]
        if table.game.to_move(state) == CHANCE and (thrown := surface.thrown(state, action)):
            new = f' class="hm-thrown" data-ply="{plies}"' if ply == plies - 1 else ""
            return drawn.replace("</svg>", f"<g{new}>{thrown}</g></svg>")
    return drawn


def make_settlement_overlay(table: Table, settlement: Settlement) -> Overlay:
    """The choice, and whose the points therefore are."""
    owners = settlement.owners()
    spoken = {name: f"{table.names[player]}'s" for name, player in owners.items()}
    spoken |= dict.fromkeys(settlement.chosen, settlement.mark)
    shares = {name: 1.0 - 2.0 * player for name, player in owners.items()}
    return Overlay(tuple(settlement.chosen), tuple(_squares(table, shares)), spoken=spoken)


def make_estimate_overlay(table: Table, shares: Mapping[str, float]) -> Overlay:
    """Whose the points will be, from 1 to -1, the more solid the surer."""
    return Overlay(squares=tuple(_squares(table, shares)))


def make_policy_overlay(table: Table, told: Mapping[str, Any]) -> Overlay:
    """A network's policy (`core.analysis.NetworkData`) as a heat map: on the points that are touched, or
    where pieces move on those they leave, each with its share in figures."""
    assert table.surface is not None, "only a game with a board has points"
    shares: dict[str, float] = {}
    lands: dict[str, tuple[float, float] | None] = {}
    leaving: set[str] = set()
    said = {move["move"]: move["share"] for move in told["moves"]}
    for move in table.legal:
        if move.touches and move.text in said:
            name = move.touches[0]
            shares[name] = shares.get(name, 0.0) + said[move.text]
            lands[name] = move.lands if len(move.touches) == 1 else None
            if len(move.touches) > 1:
                leaving.add(name)
    most = max(shares.values(), default=1.0)
    squares, signs, spoken = [], [], {}
    for p in table.surface.points(table.state, below=table.below):
        if p.name not in shares:
            continue
        share, side = shares[p.name], min(p.width, p.height)
        x, y = lands[p.name] or (p.x + p.width / 2, p.y + p.height / 2)
        heat = HOTTEST * share / most
        spoken[p.name] = f"network {share:.0%}"
        if heat >= FAINTEST:
            about = {"side": side, "fill": HOT, "opacity": round(heat, 2)}
            squares.append({"x": x - side / 2, "y": y - side / 2, **about})
        if share >= TOLD:
            down = 0.37 * side if p.name in leaving else 0.0  # a piece stands in the middle
            about = {"ink": "#000000", "width": side * 0.015, "halo": HALO, "size": side * 0.2}
            about |= {"x": x, "y": y + down, "text": f"{share:.0%}"}
            signs.append({"kind": "share", "point": p.name, **about})
    return Overlay(squares=tuple(squares), signs=tuple(signs), spoken=spoken)


def _squares(table: Table, shares: Mapping[str, float]) -> Iterable[dict[str, Any]]:
    assert table.surface is not None, "only a game with a board has points"
    for p in table.surface.points(table.state, below=table.below):
        share = shares.get(p.name, 0.0)
        if abs(share) >= LEAST:
            side = SIDE * min(p.width, p.height)
            x, y = p.x + (p.width - side) / 2, p.y + (p.height - side) / 2
            fill = table.colours[share < 0]
            yield {"x": x, "y": y, "side": side, "fill": fill, "opacity": round(abs(share), 2)}


def number_moves(table: Table) -> tuple[dict[str, Any], ...]:
    """The number of the move that put each piece where it stands, the last one marked; none where pieces move
    about."""
    surface, history = table.surface, table.record.history
    if surface is None or not table.numbered:
        return ()
    made: dict[str, tuple[int, int]] = {}
    for ply, (state, action) in enumerate(zip(history.states, history.actions, strict=False), 1):
        if name := surface.placed(state, action):
            made[name] = (ply, table.game.to_move(state))
    there = surface.arrangement(table.state).pieces
    cells = surface.cells(table.state, below=table.below)
    standing = sorted((*made[cell.name], cell) for cell in cells if cell.name in made and cell.name in there)
    return tuple(
        _number(cell, ply, table.colours[player], last=ply == len(history.actions))
        for ply, player, cell in standing
    )


def _number(cell: Point, ply: int, colour: str, *, last: bool) -> dict[str, Any]:
    side = min(cell.width, cell.height)
    x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
    size = side * (0.46 if ply < 100 else 0.36)
    return {"text": str(ply), "x": x, "y": y, "size": size, "fill": choose_readable(colour), "last": last}


def choose_readable(colour: str) -> str:
    """Black or white, whichever stands out from a colour `#rrggbb`: from a luminance of 0.18 on contrast with
    black is the higher one (WCAG 2.2, relative luminance)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.18 else "#ffffff"
