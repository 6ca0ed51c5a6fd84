"""The table of hold'em: players round it, the board, the pot, and a button for each action."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Amount, Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Face, Seat
from halfmove.games.holdem.cards import SIGNS
from halfmove.games.holdem.notation import BACK
from halfmove.games.holdem.rules import BOARD, OVER

if TYPE_CHECKING:
    from halfmove.games.holdem.notation import Notation
    from halfmove.games.holdem.rules import State


LEFT, WORDS = 12, 52
"""Where words below the table begin, and letters of a line."""
BUTTON, IN_ROW, DOWN = 132, 3, drawing.BUTTON_HEIGHT + 8


def svg(game: Notation, s: State, viewer: int | None, *, below: int | None = None) -> str:
    """The table as `viewer` may see it, with `below` at the bottom: else the viewer, or the first seat."""
    near = card_table.find_near(below, viewer, game.players)
    shown = [_face(card) for card in game.seen_board(s, viewer)]
    board = [*shown, *[None] * (BOARD - len(shown))]
    seats = [_seat(game, s, seat, cards, viewer) for seat, cards in enumerate(game.seen(s, viewer))]
    parts = [card_table.table(seats, below=near, board=board, pot=game.left_in_pot(s))]
    touched = buttons(game, s) if viewer in (None, s.mover) else []
    parts += [drawing.button(point, point.name) for point in touched]
    if not touched:
        lines = wrap(game.status(s), WORDS)
        parts += [
            drawing.text(LEFT, _below(game) + 20 * number, line, size=15)
            for number, line in enumerate(lines, 1)
        ]
    label = f"Texas hold'em: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(card_table.WIDTH, height(game, s), label, "".join(parts))


def _face(text: str) -> Face:
    """A card by its text; its back for one that is not seen."""
    return Face() if text == BACK else Face(text[0].replace("T", "10"), text[1].translate(SIGNS))


def _seat(game: Notation, s: State, seat: int, cards: list[str], viewer: int | None) -> Seat:
    """A player: who folds holds his cards up to nobody but himself."""
    folded, over = game.folds(s, seat), s.street == OVER
    shown = () if folded and viewer not in (None, seat) else [_face(card) for card in cards]
    remark = "" if over else game.remark(s, seat)
    if not remark and not folded and "??" not in cards:
        remark = game.made_hand(s, seat, viewer)
    return Seat(
        name=game.player_names[seat],
        cards=shown,
        holds=f"{game.has(s, seat):,}",
        bet=0 if over else s.bets[seat],
        won=s.won[seat] if over else 0,
        remark=remark,
        turn=s.mover == seat,
        out=folded,
        dealer=seat == game.button(),
    )


def _below(game: Notation) -> float:
    """Where the table ends."""
    return card_table.height(game.players) + 6


def buttons(game: Notation, s: State) -> list[Point]:
    """A button for each action that is offered to the player whose turn it is."""
    if game.is_terminal(s) or s.mover == CHANCE:
        return []
    names = [game.action_text(s, a) for a in game.actions(s)]
    top, step = _below(game), BUTTON + 10
    return [
        Point(name, LEFT - 1 + step * (i % IN_ROW), top + DOWN * (i // IN_ROW), BUTTON, drawing.BUTTON_HEIGHT)
        for i, name in enumerate(names)
    ]


def height(game: Notation, s: State) -> float:
    """Of the picture: there is always room for two rows of buttons, so that it does not jump."""
    rows = max(2, -(-len(buttons(game, s)) // IN_ROW))
    return _below(game) + DOWN * rows


# ---- to touch
class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Notation
    title = "Texas Hold'em"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return buttons(self.game, s)

    def picture(self, s: Any, *, below: int = 0) -> str:
        return self.picture_to(s, None, below=below)

    def picture_to(self, s: Any, viewer: int | None, *, below: int = 0) -> str:
        return svg(self.game, s, viewer, below=below)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if s.mover == CHANCE else (self.game.action_text(s, a),)

    def amount(self, s: Any) -> Amount | None:
        game = self.game
        if game.is_terminal(s) or s.mover == CHANCE or game.limit or not game.may_raise(s):
            return None
        return Amount(game.raising(s), game.least(s), game.most(s))
