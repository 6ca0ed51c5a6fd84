"""Oshi-Zumo: both bid coins at once; the higher bid pushes the wrestler a step, and all coins bid are gone.

Also called Alesia.  M. Buro, "Solving the Oshi-Zumo game", *Advances in Computer Games* 10, 2003.  The
wrestler stands in the middle of a field of 2 · `size` + 1 places.  Both players have `coins`.  In each round
each bids some of his, `minimum` at least where he still has so many (else nothing); the higher bid pushes the
wrestler a place towards the other's end, equal bids leave him where he is.  Whoever pushes him off the field
wins.  When neither can bid any more, or after `horizon` rounds, the player in whose half he does not stand
wins; in the middle it is a draw.  With `alesia` that is a draw wherever he stands.  So OpenSpiel has it, but
for minimums of 2 and more: there who has fewer coins than the minimum bids all that he has.

A joint action is a tuple with the bid of each player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import SIMULTANEOUS, Dynamics, Game
from halfmove.core.errors import BadInput
from halfmove.core.surface import Point, Surface, at
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Seat
from halfmove.games.drawing import PLAYER_COLOURS

GAMES = {"oshi-zumo": "OshiZumo"}

MOST_COINS, LARGEST, MOST_ROUNDS = 100, 10, 1000


class State(NamedTuple):
    """The coins of both, where the wrestler stands (0 and 2 · size + 2: off the field; the first player
    pushes towards the higher numbers), and how many rounds there have been."""

    first: int
    second: int
    place: int
    rounds: int


class OshiZumo(Game):
    """Bid coins at once to push the wrestler off the other's end of the field."""

    name = "oshi-zumo"
    dynamics = Dynamics.SIMULTANEOUS

    coins: int = 50
    size: int = 3
    minimum: int = 1
    horizon: int = MOST_ROUNDS
    alesia: bool = False

    def choices(self) -> Mapping[str, Sequence[int]]:
        return {"minimum": (1, 0)}

    def setup(self) -> None:
        for what, value, least, most in (
            ("coins", self.coins, 1, MOST_COINS),
            ("size", self.size, 1, LARGEST),
            ("minimum", self.minimum, 0, self.coins),
            ("horizon", self.horizon, 1, MOST_ROUNDS),
        ):
            if not least <= value <= most:
                raise BadInput(f"Oshi-Zumo's parameter '{what}' is {least} to {most}, not {value}.")
        self.middle = self.size + 1
        self.least = max(self.minimum, 1)
        self.far_end = 2 * self.size + 2
        self.actions_limit = (self.coins + 1) ** 2

    # ---- the rules
    def initial(self) -> State:
        return State(self.coins, self.coins, self.middle, 0)

    def to_move(self, s: State) -> int:
        return SIMULTANEOUS

    def actions_of(self, s: State, player: int) -> Iterator[int]:
        if not self.is_terminal(s):
            has = s.first if player == 0 else s.second
            least, most = (self.minimum, has) if has >= self.minimum else (0, 0)
            for bid in range(least, most + 1):  # noqa: UP028  `yield from` has no machine code
                yield bid

    def result(self, s: State, a: tuple[int, int]) -> State:
        step = 1 if a[0] > a[1] else (-1 if a[0] < a[1] else 0)
        return State(s.first - a[0], s.second - a[1], s.place + step, s.rounds + 1)

    def is_terminal(self, s: State) -> bool:
        off = s.place == 0 or s.place == self.far_end
        return off or max(s.first, s.second) < self.least or s.rounds == self.horizon

    def utility(self, s: State, player: int) -> int:
        lead = s.place - self.middle
        if self.alesia and s.place != 0 and s.place != self.far_end:
            lead = 0
        won = 1 if lead > 0 else (-1 if lead < 0 else 0)
        return won if player == 0 else -won

    # ---- knowledge
    def evaluate(self, s: State, player: int) -> int:
        """Places won, and coins to win more."""
        lead = 10_000 * (s.place - self.middle) + 600 * (s.first - s.second)
        return lead if player == 0 else -lead

    def plies_left(self, s: State) -> int:
        left = self.horizon - s.rounds
        if self.minimum > 0:
            left = min(left, (s.first + s.second) // self.minimum + 1)
        return left

    def key(self, s: State) -> Bitboard:
        return bits.board((((s.rounds << 8) | s.place) << 16) | (s.first << 8) | s.second)

    # ---- text: a position is `50 47 #....W..# 3`, the coins, the field, the rounds
    def choice_text(self, s: State, player: int, a: int) -> str:
        return str(a)

    def field(self, s: State) -> str:
        """The field with its two ends; `W` is the wrestler."""
        places = ["#", *["."] * (2 * self.size + 1), "#"]
        places[s.place] = "W"
        return "".join(places)

    def position_text(self, s: State) -> str:
        return f"{s.first} {s.second} {self.field(s)} {s.rounds}"

    def parse(self, text: str) -> State:
        match = re.fullmatch(r"(\d{1,3}) (\d{1,3}) ([#.W]+) (\d{1,4})", " ".join(text.split()))
        if not match:
            raise BadInput(
                f"A position of Oshi-Zumo looks like '{self.position_text(self.initial())}', not '{text}'."
            )
        first, second, rounds = int(match[1]), int(match[2]), int(match[4])
        field = match[3]
        state = State(first, second, field.find("W"), rounds)
        if len(field) != 2 * self.size + 3 or state.place < 0 or field != self.field(state):
            raise BadInput(f"The field looks like '{self.field(self.initial())}', not '{field}'.")
        if max(first, second) > self.coins or rounds > self.horizon:
            raise BadInput(f"There are {self.coins} coins for each, and {self.horizon} rounds at most.")
        if abs(state.place - self.middle) > rounds:
            raise BadInput("The wrestler is pushed a place a round at most.")
        return state

    # ---- pictures
    def show(self, s: State) -> str:
        names = self.player_names
        rows = [f"{names[0]:<7} {s.first:>3}", f"{names[1]:<7} {s.second:>3}", self.field(s)]
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """What is to be done, or how it ended."""
        if not self.is_terminal(s):
            return f"round {s.rounds + 1}: both bid"
        won = self.utility(s, 0)
        return "a draw" if won == 0 else f"{self.player_names[0 if won > 0 else 1]} wins"

    def draw(self, s: State) -> str:
        return svg(self, s)

    def surface(self) -> Surface:
        return Ring(self)


# ---- to look at and to touch
LEFT, PLACE, TOP = 12, 40, 12
BID_WIDTH, BID_HEIGHT, GAP, IN_ROW = 38, 38, 2, 10
PAPER = "#fdfdfb"


def svg(game: OshiZumo, s: State) -> str:
    """The field: each end in the colour of whoever loses there; below, each player's coins and bids, a token
    for each."""
    width = LEFT * 2 + max(PLACE * (game.far_end + 1), (BID_WIDTH + GAP) * min(IN_ROW, game.coins + 1))
    parts = [card_table.cloth(width, _below(game, 2) - 36)]
    for place in range(game.far_end + 1):
        x = LEFT + PLACE * place
        end = place in (0, game.far_end)
        fill = PLAYER_COLOURS[0 if place == 0 else 1] if end else PAPER
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
    parts.append(drawing.text(LEFT, TOP + PLACE + 26, game.status(s), size=15, fill="#fff"))
    for player, name in enumerate(game.player_names):
        y = _below(game, player) - 20
        parts.append(card_table.plate(LEFT + 48, y, Seat(name, colour=PLAYER_COLOURS[player])))
        parts.append(card_table.stack(LEFT + 136, y, s[player], name=f"coins {player + 1} {s[player]}"))
        for bid in game.actions_of(s, player):
            point = _bid(game, player, bid)
            middle, line = point.x + point.width / 2, point.y + point.height / 2
            parts.append(
                f'<circle cx="{middle:g}" cy="{line:g}" r="17" fill="{PAPER}" '
                f'stroke="{PLAYER_COLOURS[player]}" stroke-width="3" stroke-dasharray="6 2.9"/>'
            )
            parts.append(
                drawing.text(middle, line + 5, str(bid), anchor="middle", size=15, fill=drawing.BLACK)
            )
    label = f"Oshi-Zumo: {game.show(s)}".replace("\n", "; ")
    return drawing.picture(width, _below(game, 2) - 36, label, "".join(parts))


def _below(game: OshiZumo, player: int) -> float:
    """Where the bids of a player begin."""
    rows = -(-(game.coins + 1) // IN_ROW)
    return TOP + PLACE + 82 + player * (rows * (BID_HEIGHT + GAP) + 46)


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

    def laid(self, s: Any, player: int, a: int | None) -> str:
        """His bid beside his coins: a token, face down for who does not know it."""
        y = _below(self.game, player) - 21
        fill = PLAYER_COLOURS[player]
        return card_table.token(
            LEFT + 210, y, "?" if a is None else str(a), fill=fill, name=f"bid {player + 1}"
        )
