"""Goofspiel to look at and to touch: the prizes, and the hand of each player as cards to click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface
from halfmove.games import drawing

if TYPE_CHECKING:
    from halfmove.games.goofspiel import Goofspiel, State

LEFT, STEP, ROW = 110, 60, 92
MOST_IN_ROW = 8
"""Cards side by side: more would be too narrow for a finger on a phone."""
SUITS = "♣♦♠♥"


def svg(game: Goofspiel, s: State, *, seen: Sequence[bool] = (), label: str = "") -> str:
    """The prizes above, the one that is up first; below, what each player holds: where he is not `seen`, as
    many backs as he has cards."""
    parts = [drawing.text(12, 52, "prize")]
    if s.prize:
        parts.append(drawing.card(LEFT, 10, game.rank(s.prize), suit="★", name="prize"))
    else:
        parts.append(drawing.empty(LEFT, 10))
    coming = [game.rank(card) for card in range(1, game.cards + 1) if s.prizes >> (card - 1) & 1]
    parts.append(drawing.text(LEFT + STEP + 8, 44, f"to come: {' '.join(coming) or 'none'}", size=14))
    parts.append(drawing.text(LEFT + STEP + 8, 68, game.status(s), size=14))
    for player, name in enumerate(game.player_names):
        y = _place(game, player, 1)[1]
        parts.append(drawing.text(12, y + 34, name))
        parts.append(drawing.text(12, y + 56, f"{game.points(s, player)} points", size=14))
        hidden = bool(seen) and not seen[player]
        held = sum(game.holds(s, player, card) for card in range(1, game.cards + 1))
        for card in range(1, game.cards + 1):
            x, y = _place(game, player, card)
            if hidden:
                parts.append(drawing.card(x, y, "") if card <= held else drawing.empty(x, y))
            elif game.holds(s, player, card):
                point = _name(game, player, card)
                parts.append(drawing.card(x, y, game.rank(card), suit=SUITS[player], name=point))
            else:
                parts.append(drawing.empty(x, y))
    rows, in_row = _rows(game)
    width = LEFT + max(STEP * in_row, 230) + 12
    label = label or f"Goofspiel: {game.position_text(s)}"
    return drawing.picture(width, ROW * (rows * game.players + 1) + 10, label, "".join(parts))


def _rows(game: Goofspiel) -> tuple[int, int]:
    """How many rows a hand has, and how many cards a row."""
    rows = -(-game.cards // MOST_IN_ROW)
    return rows, -(-game.cards // rows)


def _place(game: Goofspiel, player: int, card: int) -> tuple[int, int]:
    """Where a card of a hand lies: its corner at the top left."""
    rows, in_row = _rows(game)
    row, column = divmod(card - 1, in_row)
    return LEFT + STEP * column, ROW * (rows * player + row + 1) + 10


def _name(game: Goofspiel, player: int, card: int) -> str:
    return f"{game.player_names[player]} {game.rank(card)}"


class Table(Surface):
    """A card in a hand is called by its player and its rank, `first K`."""

    game: Goofspiel

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        game = self.game
        return [
            Point(
                _name(game, player, card),
                *_place(game, player, card),
                drawing.CARD_WIDTH,
                drawing.CARD_HEIGHT,
            )
            for player in range(game.players)
            for card in game.actions_of(s, player)
        ]

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        if not isinstance(a, tuple):
            return ()
        return tuple(
            name for player in range(self.game.players) for name in self.touches_of(s, player, a[player])
        )

    def touches_of(self, s: Any, player: int, a: int) -> tuple[str, ...]:
        return (_name(self.game, player, a),)


class Hand(Table):
    """The same where bids stay hidden: nothing is touched but while a prize is up, when the points of
    whoever is to choose are his own cards."""

    title = "Goofspiel, Hidden Bids"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return super().points(s, below=below) if s.prize else []
