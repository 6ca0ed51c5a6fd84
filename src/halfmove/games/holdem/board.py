"""The table of hold'em: the board, the pot, a row for each seat, and a button for each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Amount, Count, Point, Surface
from halfmove.games import drawing
from halfmove.games.holdem.cards import SIGNS
from halfmove.games.holdem.notation import BACK
from halfmove.games.holdem.rules import BOARD, OVER

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.holdem.notation import Notation
    from halfmove.games.holdem.rules import State


WIDTH, LEFT, TOP, ROW = 430, 12, 12, 58
SMALL = 0.66
"""The size of a player's cards, beside those of the board."""
CARDS_X, STACK_X, BET_X = 106, 256, 292
STEP = drawing.CARD_WIDTH + 8
SEATS = TOP + drawing.CARD_HEIGHT + 16
BUTTON, IN_ROW, DOWN = 129, 3, drawing.BUTTON_HEIGHT + 8


def svg(game: Notation, s: State, viewer: int | None) -> str:
    """The table as `viewer` may see it."""
    parts = []
    shown = game.seen_board(s, viewer)
    for place in range(BOARD):
        x = LEFT + STEP * place
        if place < len(shown):
            parts.append(_card(x, TOP, shown[place], f"board {place + 1}"))
        else:
            parts.append(drawing.empty(x, TOP))
    parts.append(drawing.text(LEFT + STEP * BOARD + 4, TOP + 32, "pot"))
    parts.append(drawing.text(LEFT + STEP * BOARD + 4, TOP + 56, f"{game.left_in_pot(s):,}", size=18))
    for seat, cards in enumerate(game.seen(s, viewer)):
        parts.append(_seat(game, s, seat, cards, viewer))
    touched = buttons(game, s) if viewer in (None, s.mover) else []
    parts += [drawing.button(point, point.name) for point in touched]
    if not touched:
        parts += _words(game.status(s), _below(game) + 20)
    label = f"Texas hold'em: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(WIDTH, height(game, s), label, "".join(parts))


def _card(x: float, y: float, text: str, name: str) -> str:
    """A card by its text; its back for one that is not seen."""
    if text == BACK:
        return drawing.card(x, y, "", name=name)
    return drawing.card(x, y, text[0].replace("T", "10"), name=name, suit=text[1].translate(SIGNS))


def _seat(game: Notation, s: State, seat: int, cards: list[str], viewer: int | None) -> str:
    """A player: his name and the button, his cards, what he has, and what he has bet."""
    y = SEATS + ROW * seat
    folded = game.folds(s, seat)
    parts = []
    if s.mover == seat:
        parts.append(
            f'<rect x="2" y="{y - 4:g}" width="{WIDTH - 4}" height="{ROW}" rx="8" fill="none" '
            f'stroke="{drawing.PRESS}" stroke-width="2"/>'
        )
    parts.append(drawing.text(LEFT, y + 30, game.player_names[seat]))
    if seat == game.button():
        parts.append(
            f'<circle cx="{CARDS_X - 20}" cy="{y + 24:g}" r="11" fill="#fdfdfb" stroke="{drawing.INK}"/>'
            f"{drawing.text(CARDS_X - 20, y + 29, 'D', anchor='middle', size=14, fill=drawing.BLACK)}"
        )
    if not folded or viewer in (None, seat):
        inside = [
            _card(STEP * place, 0, card, f"card {seat + 1} {place + 1}") for place, card in enumerate(cards)
        ]
        fade = ' opacity="0.4"' if folded else ""
        parts.append(f'<g transform="translate({CARDS_X} {y:g}) scale({SMALL})"{fade}>{"".join(inside)}</g>')
    parts.append(drawing.text(STACK_X, y + 30, f"{game.has(s, seat):,}", anchor="end"))
    if s.street != OVER and s.bets[seat] > 0:
        parts.append(drawing.chip(BET_X, y + 24, drawing.RED))
        parts.append(drawing.text(BET_X + 16, y + 30, f"{s.bets[seat]:,}"))
    remark = game.remark(s, seat)
    if remark:
        parts.append(drawing.text(WIDTH - LEFT, y + 30, remark, anchor="end", size=14))
    return "".join(parts)


def _words(text: str, y: float) -> list[str]:
    """A sentence on as many lines as it takes."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > 52:
            lines.append(word)
        else:
            lines[-1] = longer
    return [drawing.text(LEFT, y + 20 * number, line, size=15) for number, line in enumerate(lines)]


def _below(game: Notation) -> float:
    """Where the seats end."""
    return SEATS + ROW * game.players + 4


def buttons(game: Notation, s: State) -> list[Point]:
    """A button for each action that is offered to the player whose turn it is."""
    if game.is_terminal(s) or s.mover == CHANCE:
        return []
    names = [game.action_text(s, a) for a in game.actions(s)]
    top, step = _below(game), BUTTON + 9
    return [
        Point(name, LEFT + step * (i % IN_ROW), top + DOWN * (i // IN_ROW), BUTTON, drawing.BUTTON_HEIGHT)
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

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if s.mover == CHANCE else (self.game.action_text(s, a),)

    def counts(self, history: History) -> list[Count]:
        return [Count(f"{self.game.has(history.state, p):,} chips") for p in range(self.game.players)]

    def counts_to(self, history: History, viewer: int | None) -> list[Count]:
        return self.counts(history)  # chips lie open on the table

    def amount(self, s: Any) -> Amount | None:
        game = self.game
        if game.is_terminal(s) or s.mover == CHANCE or game.limit or not game.may_raise(s):
            return None
        return Amount(game.raising(s), game.least(s), game.most(s))
