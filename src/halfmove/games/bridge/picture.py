"""The bridge table: a player at the bottom, his partner opposite, the trick or the bidding box between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.contract import CHANCE
from halfmove.core.surface import Amount, Count, Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.bridge.auction import CALL, bid_text, call_text, list_calls
from halfmove.games.bridge.claim_actions import CLAIM
from halfmove.games.bridge.rules import CARDS, State
from halfmove.games.card_table import Face, Seat
from halfmove.games.tricks.deals import SUIT_SIGNS, card_text
from halfmove.games.tricks.memory import LANE
from halfmove.games.tricks.picture import count_tricks, face, sorted_hand
from halfmove.games.tricks.scoring import SEATS

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.bridge.game import Bridge

WIDTH, HIGH = 440, 640
SCALE, STEP = 0.78, 31
OWN_Y, PARTNER_Y = 506, 44
SIDE_WIDTH, SIDE_SCALE, SIDE_Y, SIDE_STEP = 126.0, 0.5, 174, 42
"""The hands at the left and the right lie suit by suit."""
CALLING_STEP = 22
"""So above the bidding box, where little room is left."""
TRICK_SCALE = 0.8
TRICK = ((220.0, 362.0), (170.0, 288.0), (220.0, 214.0), (270.0, 288.0))
"""The middle of the card of each, from the one at the bottom clockwise."""
PLATES = ((220.0, 486.0), (52.0, 152.0), (220.0, 126.0), (388.0, 152.0))
BOX_X, BOX_Y, BOX_STEP, BOX_HIGH = 22.0, 300.0, 80.0, 22.0
"""The bidding box: seven rows of five, and one of the other calls above them."""
CALLS_X, CALLS_Y, CALLS_STEP = 153.0, 184.0, 45.0
CALL_ROWS = 4
"""Rows of the auction that are shown, the last ones."""


def seat_at(seat: int, below: int) -> int:
    """Where a seat is, from the bottom clockwise."""
    return (seat - below) & 3


def places(s: State, hand: int, at: int) -> list[tuple[int, float, float, float]]:
    """The cards of an open hand: each with its corner at the top left and the width that is seen of it."""
    if at % 2 == 0:
        cards = sorted_hand(hand)
        wide = STEP * (len(cards) - 1) + drawing.CARD_WIDTH * SCALE
        y = OWN_Y if at == 0 else PARTNER_Y
        last = len(cards) - 1
        return [
            (card, (WIDTH - wide) / 2 + STEP * k, y, STEP if k < last else drawing.CARD_WIDTH * SCALE)
            for k, card in enumerate(cards)
        ]
    found = []
    left = 8.0 if at == 1 else WIDTH - 8 - SIDE_WIDTH
    whole = drawing.CARD_WIDTH * SIDE_SCALE
    down = CALLING_STEP if s.declarer < 0 else SIDE_STEP
    for row, suit in enumerate((3, 2, 0, 1)):
        cards = [card for card in sorted_hand(hand) if card // LANE == suit]
        step = min(20.0, (SIDE_WIDTH - whole) / max(len(cards) - 1, 1))
        found += [
            (card, left + step * k, float(SIDE_Y + down * row), step if k < len(cards) - 1 else whole)
            for k, card in enumerate(cards)
        ]
    return found


def svg(game: Bridge, s: State, viewer: int | None, below: int | None = None) -> str:
    """The table as `viewer` may see it."""
    near = card_table.find_near(2 if below is None and viewer is None else below, viewer, 4)
    parts = [card_table.cloth(WIDTH, HIGH)]
    for seat, hand in enumerate(game.seen_hands(s, viewer)):
        parts.append(_hand(game, s, seat, hand, seat_at(seat, near)))
    if s.dealt == CARDS and s.declarer < 0 and not game.is_terminal(s):
        parts += [_auction(s), _box(game, s)]
    elif s.declarer < 0:
        parts.append(_auction(s))
    else:
        parts += [_trick(game, s, near), _facts(game, s)]
    words = game.status(s)
    if s.claim and not game.is_terminal(s):  # contract and tricks stand above
        words = "; ".join(words.split("; ")[2:])
    parts.append(drawing.outlined(WIDTH / 2, HIGH - 14, words, anchor="middle", size=15))
    label = f"Bridge: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(WIDTH, HIGH, label, "".join(parts))


def _hand(game: Bridge, s: State, seat: int, hand: int | None, at: int) -> str:
    """A hand, open or as backs, and whose it is."""
    turn = s.dealt == CARDS and not game.is_terminal(s) and seat == game.seat_of_turn(s)
    x, y = PLATES[at]
    role = "declarer" if seat == s.declarer else "dummy" if s.declarer >= 0 and seat == game.dummy(s) else ""
    parts = [card_table.plate(x, y, Seat(SEATS[seat], holds=role, turn=turn, dealer=seat == s.dealer))]
    if seat == s.dealer and s.declarer < 0:
        parts.append(card_table.button(x + 60 if at != 3 else x - 60, y))
    if hand is not None:
        scale = SCALE if at % 2 == 0 else SIDE_SCALE
        for card, left, top, _ in places(s, hand, at):
            parts.append(card_table.card(left, top, face(card), name=card_text(card), scale=scale))
        return "".join(parts)
    count = bits.count(game.hands(s)[seat])
    backs = [Face()] * count
    if at % 2 == 0:
        parts.append(
            card_table.row(WIDTH / 2, OWN_Y if at == 0 else PARTNER_Y, backs, scale=SCALE, widest=300)
        )
    else:
        parts.append(card_table.row(x, SIDE_Y, backs, scale=SIDE_SCALE, widest=88))
    return "".join(parts)


def _trick(game: Bridge, s: State, near: int) -> str:
    """The cards on the table, or those of the last trick, pale."""
    played = game.played(s)
    cards = [((s.leader + place) & 3, game.card_played(s, place), 1.0) for place in range(played)]
    if not cards and s.played:
        cards = [(seat, card, 0.45) for seat, card in game.list_play(s)[-4:]]
    parts = []
    for seat, card, shade in cards:
        x, y = TRICK[seat_at(seat, near)]
        left, top = x - drawing.CARD_WIDTH * TRICK_SCALE / 2, y - drawing.CARD_HEIGHT * TRICK_SCALE / 2
        name = f"{'trick' if shade == 1 else 'last'} {SEATS[seat]}"
        source = PLATES[seat_at(seat, near)]
        drawn = card_table.card(left, top, face(card), name=name, scale=TRICK_SCALE, source=source)
        parts.append(drawn if shade == 1 else f'<g opacity="{shade}">{drawn}</g>')
    return "".join(parts)


def _facts(game: Bridge, s: State) -> str:
    """The contract, and the tricks of the sides."""
    contract = _signs(str(game.contract(s)))
    tricks = f"NS {s.won}   EW {s.lost}"
    return drawing.outlined(14, 26, contract, size=17) + drawing.outlined(
        WIDTH - 14, 26, tricks, anchor="end", size=17
    )


def _auction(s: State) -> str:
    """The last calls, a column for each seat from West on, as it is printed."""
    first = (s.dealer + 1) & 3
    calls = [""] * first + [call_text(call) for call in list_calls(s.auction)]
    rows = [calls[k : k + 4] for k in range(0, len(calls), 4)][-CALL_ROWS:]
    parts = [
        drawing.outlined(CALLS_X + CALLS_STEP * k, CALLS_Y, seat, anchor="middle", size=14)
        for k, seat in enumerate("WNES")
    ]
    for row, words in enumerate(rows):
        parts += [
            drawing.outlined(
                CALLS_X + CALLS_STEP * k, CALLS_Y + 22 * (row + 1), _signs(word), anchor="middle", size=16
            )
            for k, word in enumerate(words)
            if word
        ]
    return f'<g data-part="auction">{"".join(parts)}</g>'


def _signs(words: str) -> str:
    """Calls with the signs of suits: `3♥`, `3NT`."""
    head, rest = words[:2], words[2:]
    if head[:1].isdigit():
        strain = head[1:]
        head = head[0] + ("NT" if strain == "N" else SUIT_SIGNS["CDHS".index(strain)])
    return head + rest


def box_points() -> list[Point]:
    """The bidding box, whole."""
    calls = [
        Point(call_text(CALL + k), BOX_X + 134 * k, BOX_Y - 25, 128, BOX_HIGH)
        for k in range(3)
    ]  # fmt: skip
    bids = [
        Point(bid_text(5 * level + k + 1), BOX_X + BOX_STEP * k, BOX_Y + 24 * level, 76, BOX_HIGH)
        for level in range(7)
        for k in range(5)
    ]
    return calls + bids


def _box(game: Bridge, s: State) -> str:
    """Calls that may be made stand out."""
    legal = {game.action_text(s, a) for a in game.actions(s)}
    words = {"P": "Pass", "X": "Double", "XX": "Redouble"}
    parts = []
    for point in box_points():
        said = words.get(point.name) or _signs(point.name)
        fade = "" if point.name in legal else ' opacity="0.3"'
        red = point.name[1:] in ("D", "H")
        ground = "#fdfdfb" if point.name[0].isdigit() else drawing.PRESS
        ink = drawing.RED if red else drawing.BLACK if point.name[0].isdigit() else "#fff"
        middle = point.x + point.width / 2
        parts.append(
            f'<g{fade}><rect x="{point.x:g}" y="{point.y:g}" width="{point.width:g}" '
            f'height="{point.height:g}" rx="5" fill="{ground}"/>'
            f"{drawing.text(middle, point.y + 16.5, said, anchor='middle', size=15, fill=ink)}</g>"
        )
    return f'<g data-part="box">{"".join(parts)}</g>'


class Table(Surface):
    """A card is called by its suit and its rank, `SA`; a call as it is written, `3N`."""

    game: Bridge

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        """The calls, or the cards of the hand whose turn it is."""
        game = self.game
        if game.is_terminal(s) or game.to_move(s) == CHANCE:
            return []
        if s.claim:
            return []
        if s.declarer < 0:
            legal = {game.action_text(s, a) for a in game.actions(s)}
            return [point for point in box_points() if point.name in legal]
        seat, choice = game.seat(s), game.choice(s)
        at = seat_at(seat, below)
        high = drawing.CARD_HEIGHT * (SCALE if at % 2 == 0 else SIDE_SCALE)
        return [
            Point(card_text(card), x, y, wide, high)
            for card, x, y, wide in places(s, bits.number(game.hands(s)[seat]), at)
            if bits.has(choice, card)
        ]

    def picture(self, s: Any, *, below: int = 0) -> str:
        return svg(self.game, s, None, below)

    def picture_to(self, s: Any, viewer: int | None, *, below: int = 0) -> str:
        return svg(self.game, s, viewer, below)

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        return () if s.dealt < CARDS or a >= CLAIM else (self.game.action_text(s, a),)

    def amount(self, s: Any) -> Amount | None:
        return Amount("claim", 0, self.game.left(s)) if self.game.may_claim(s) else None

    def counts(self, history: History) -> list[Count]:
        s = history.state
        return [count_tricks(n) for n in (s.won, s.lost, s.won, s.lost)] if s.declarer >= 0 else []

    def counts_to(self, history: History, viewer: int | None) -> list[Count]:
        return self.counts(history)
