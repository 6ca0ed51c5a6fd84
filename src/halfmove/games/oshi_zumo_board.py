"""Oshi-Zumo to look at and to touch: the field with the wrestler, the coins, and a button for each bid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.pig_board import COLOURS

if TYPE_CHECKING:
    from halfmove.games.oshi_zumo import OshiZumo, State

LEFT, PLACE, TOP = 12, 40, 12
BID_WIDTH, BID_HEIGHT, GAP, IN_ROW = 36, 32, 4, 10
PAPER = "#fdfdfb"


def svg(game: OshiZumo, s: State) -> str:
    """The field: each end in the colour of whoever loses there; below, each player's coins and bids."""
    parts = []
    for place in range(game.far_end + 1):
        x = LEFT + PLACE * place
        end = place in (0, game.far_end)
        fill = COLOURS[0 if place == 0 else 1] if end else PAPER
        parts.append(
            f'<rect x="{x}" y="{TOP}" width="{PLACE}" height="{PLACE}" fill="{fill}" '
            f'stroke="{drawing.INK}" stroke-width="1.5"/>'
        )
        if place == game.middle:
            parts.append(
                f'<path d="M{x + PLACE / 2:g} {TOP}v{PLACE}" stroke="{drawing.INK}" stroke-dasharray="3 4"/>'
            )
    stands = LEFT + PLACE * s.place + PLACE / 2
    parts.append(
        f'<circle{at("wrestler")} cx="{stands:g}" cy="{TOP + PLACE / 2:g}" r="14" fill="{drawing.BLACK}" '
        f'stroke="{PAPER}" stroke-width="2"/>'
    )
    parts.append(drawing.text(LEFT, TOP + PLACE + 26, game.status(s), size=15))
    for player, name in enumerate(game.player_names):
        words = f"{name}: {s[player]} coins"
        parts.append(drawing.text(LEFT, _below(game, player) - 10, words, fill=COLOURS[player]))
        for bid in game.actions_of(s, player):
            point = _bid(game, player, bid)
            parts.append(
                f'<rect x="{point.x:g}" y="{point.y:g}" width="{point.width:g}" height="{point.height:g}" '
                f'rx="6" fill="{PAPER}" stroke="{COLOURS[player]}"/>'
            )
            middle = point.x + point.width / 2
            parts.append(
                drawing.text(middle, point.y + 21, str(bid), anchor="middle", size=14, fill=drawing.BLACK)
            )
    width = LEFT * 2 + max(PLACE * (game.far_end + 1), (BID_WIDTH + GAP) * min(IN_ROW, game.coins + 1))
    label = f"Oshi-Zumo: {game.show(s)}".replace("\n", "; ")
    return drawing.picture(width, _below(game, 2) - 24, label, "".join(parts))


def _below(game: OshiZumo, player: int) -> float:
    """Where the bids of a player begin."""
    rows = -(-(game.coins + 1) // IN_ROW)
    return TOP + PLACE + 70 + player * (rows * (BID_HEIGHT + GAP) + 34)


def _bid(game: OshiZumo, player: int, bid: int) -> Point:
    """The button of a bid."""
    row, column = divmod(bid, IN_ROW)
    return Point(
        f"{game.player_names[player]} {bid}",
        LEFT + (BID_WIDTH + GAP) * column,
        _below(game, player) + (BID_HEIGHT + GAP) * row,
        BID_WIDTH,
        BID_HEIGHT,
    )


class Ring(Surface):
    """A bid is called by its player and its coins, `first 12`."""

    game: OshiZumo
    title = "Oshi-Zumo"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [_bid(self.game, p, bid) for p in (0, 1) for bid in self.game.actions_of(s, p)]

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        if not isinstance(a, tuple):
            return ()
        return tuple(name for player in (0, 1) for name in self.touches_of(s, player, a[player]))

    def touches_of(self, s: Any, player: int, a: int) -> tuple[str, ...]:
        return (_bid(self.game, player, a).name,)
