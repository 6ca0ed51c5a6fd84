"""The cards of a game of tricks on a cloth: each hand before its seat, the trick in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.surface import Count, Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Face
from halfmove.games.tricks.deals import RANK_LETTERS, SUIT_SIGNS, card_text
from halfmove.games.tricks.memory import LANE

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.tricks.rules import State, TrickGame

WIDTH, HIGH = 440, 560
SUIT_ORDER = (3, 2, 0, 1)
"""From the left: the colours take turns."""
SCALE = 0.78
STEP = 31


def count_tricks(number: int) -> Count:
    """What a player's line says of tricks."""
    return Count(f"{number} trick{'s' if number != 1 else ''}")


def face(card: int) -> Face:
    """A card as it is printed."""
    return Face(RANK_LETTERS[card % LANE], SUIT_SIGNS[card // LANE])


def sorted_hand(hand: int) -> list[int]:
    """Suit by suit, the highest first."""
    return [
        card
        for suit in SUIT_ORDER
        for card in sorted(bits.squares(hand), reverse=True)
        if card // LANE == suit
    ]


def places(game: TrickGame, s: State, seat: int) -> list[tuple[int, float, float]]:
    """The cards of a seat, each with its corner at the top left."""
    cards = sorted_hand(game.hands(s)[seat])
    wide = STEP * (len(cards) - 1) + drawing.CARD_WIDTH * SCALE
    return [(card, (WIDTH - wide) / 2 + STEP * k, float(_row(game, seat))) for k, card in enumerate(cards)]


def _row(game: TrickGame, seat: int) -> int:
    """The upper edge of a seat's cards: the first at the top, its partner at the bottom."""
    return (34, 476)[seat] if game.seats == 2 else (34, 376, 476, 134)[seat]


def svg(game: TrickGame, s: State) -> str:
    """The table with all that lies on it."""
    parts = [card_table.cloth(WIDTH, HIGH + 16)]
    top, winner = game.best(s)
    for seat, letter in enumerate(game.seat_letters):
        y = _row(game, seat)
        turn = not game.is_terminal(s) and seat == game.seat(s)
        parts.append(_seat_sign(letter, y, turn))
        for card, x, row in places(game, s, seat):
            parts.append(card_table.card(x, row, face(card), name=card_text(card), scale=SCALE))
    for place in range(game.played(s)):
        seat = (s.leader + place) & (game.seats - 1)
        card = game.card_played(s, place)
        x = WIDTH / 2 - 26 + 58 * (place - (game.seats - 1) / 2)
        parts.append(card_table.card(x, 244, face(card), name=f"trick {place + 1}", scale=0.9))
        sign = (
            f"{game.seat_letters[seat]} wins" if seat == winner and card == top else game.seat_letters[seat]
        )
        parts.append(drawing.outlined(x + 23, 332, sign, anchor="middle"))
    parts.append(drawing.outlined(WIDTH / 2, 232, game.status(s), anchor="middle", size=14))
    label = f"{game.title()}: {game.position_text(s)}"
    return drawing.picture(WIDTH, HIGH + 16, label, "".join(parts))


def _seat_sign(letter: str, y: float, turn: bool) -> str:
    """Whose row it is, framed where it is his turn."""
    frame = card_table.TURN if turn else "#5a6170"
    return (
        f'<circle cx="26" cy="{y - 14:g}" r="12" fill="{card_table.PLATE}" stroke="{frame}" '
        f'stroke-width="{3.5 if turn else 1}"/>'
        f"{drawing.text(26, y - 9, letter, anchor='middle', size=14, fill='#fff')}"
    )


class Cards(Surface):
    """A card is called by its suit and its rank, `SA`."""

    game: TrickGame

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        game = self.game
        if game.is_terminal(s):
            return []
        choice = game.choice(s)
        high = drawing.CARD_HEIGHT * SCALE
        row = places(game, s, game.seat(s))
        last = len(row) - 1
        return [
            Point(card_text(card), x, y, STEP if k < last else drawing.CARD_WIDTH * SCALE, high)
            for k, (card, x, y) in enumerate(row)
            if bits.has(choice, card)
        ]

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        return (card_text(a),)

    def counts(self, history: History) -> list[Count]:
        return [count_tricks(n) for n in (history.state.won, history.state.lost)]
