"""Liar's dice to look at and to touch: the dice, a table of all bids, and a button to call a lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.bits import has
from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.pig_board import COLOURS

if TYPE_CHECKING:
    from halfmove.games.liars_dice import LiarsDice, State

LEFT, DICE_X, ROW = 12, 86, 56
CELL_WIDTH, CELL_HEIGHT, GAP = 48, 40, 4
PAPER = "#fdfdfb"


def svg(game: LiarsDice, s: State, viewer: int | None) -> str:
    """The table as `viewer` may see it."""
    parts = []
    for owner, dice in enumerate(game.seen(s, viewer)):
        y = 10 + ROW * owner
        parts.append(drawing.text(LEFT, y + 28, game.player_names[owner], fill=COLOURS[owner]))
        for number, face in enumerate(dice):
            x, name = DICE_X + (drawing.DIE + 8) * number, f"die {owner + 1} {number + 1}"
            parts.append(drawing.die(x, y, face, name=name) if face else _cup(x, y, name))
    for number, point in enumerate(_cells(game)):
        parts.append(_bid(game, s, number, point))
    liar = _liar(game)
    if not game.is_terminal(s) and s.bids:
        parts.append(drawing.button(liar, liar.name))
    parts.append(
        drawing.text(liar.x + (0 if game.is_terminal(s) or not s.bids else 108), liar.y + 26, game.status(s))
    )
    label = f"Liar's dice: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    width = LEFT + max((CELL_WIDTH + GAP) * game.sides, DICE_X + 52 * game.dice, 340) + 12
    return drawing.picture(width, liar.y + drawing.BUTTON_HEIGHT + 12, label, "".join(parts))


def _cup(x: float, y: float, name: str) -> str:
    """A die that is not seen."""
    side = drawing.DIE
    return (
        f'<g{at(name)}><rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" rx="8" fill="{drawing.BACK}" '
        f'stroke="{drawing.INK}" stroke-width="1.5"/>'
        f"{drawing.text(x + side / 2, y + 30, '?', anchor='middle', size=24, fill='#dfe6ee')}</g>"
    )


def _bid(game: LiarsDice, s: State, number: int, point: Point) -> str:
    """A bid of the table: filled with the colour of whoever made it, pale where it is too low by now."""
    made = has(s.bids, number)
    before = sum(has(s.bids, lower) for lower in range(number))
    fill = COLOURS[before % 2] if made else PAPER
    gone = not made and number < game.last_bid(s)
    ink = "#fff" if made else drawing.BLACK
    return (
        f'<g{at(point.name) if made else ""} opacity="{0.35 if gone else 1:g}"><rect x="{point.x:g}" '
        f'y="{point.y:g}" width="{point.width:g}" height="{point.height:g}" rx="6" fill="{fill}" '
        f'stroke="{drawing.INK}"/>'
        f"{drawing.text(point.x + point.width / 2, point.y + 26, point.name, anchor='middle', fill=ink)}</g>"
    )


def _cells(game: LiarsDice) -> list[Point]:
    """Where each bid stands: a row for each number of dice, a column for each face."""
    top = 10 + 2 * ROW + 8
    return [
        Point(
            game.bid_text(bid),
            LEFT + (CELL_WIDTH + GAP) * (bid % game.sides),
            top + (CELL_HEIGHT + GAP) * (bid // game.sides),
            CELL_WIDTH,
            CELL_HEIGHT,
        )
        for bid in range(game.all_bids)
    ]


def _liar(game: LiarsDice) -> Point:
    """The button to call a lie."""
    below = 10 + 2 * ROW + 8 + (CELL_HEIGHT + GAP) * game.all_dice + 6
    return Point("liar", LEFT, below, drawing.BUTTON_WIDTH, drawing.BUTTON_HEIGHT)


class Table(Surface):
    """What can be touched are the bids that are higher than the last, and the button, called as actions."""

    game: LiarsDice
    title = "Liar's Dice"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        game = self.game
        if game.is_terminal(s) or game.to_move(s) == CHANCE:
            return []
        higher = _cells(game)[game.last_bid(s) + 1 :]
        return [*higher, _liar(game)] if s.bids else higher

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
