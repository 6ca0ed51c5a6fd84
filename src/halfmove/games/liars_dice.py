"""Liar's dice: hidden dice, bids that rise, until somebody calls the other a liar.

Also called bluff, perudo or dudo.  Both players throw their dice under a cup.  A bid says how many dice at
least show a face, among all of them, `2x4`: two fours.  Each bid is higher than the one before it: more dice,
or as many of a higher face.  Instead of bidding a player may call the last bid a lie; then all cups are
lifted, and the bidder wins if it was true, else the other does.  One round is played.  The highest face is
wild: it counts as any (`wild`), as in OpenSpiel's `liars_dice`, whose numbers for bids these are:

    bid of q dice of face f = (q - 1) * sides + f - 1        to call a lie = 2 * dice * sides

As bids only rise, those made so far are a set of bits, and their number says whose turn it is.  A hand is a
word with a count for each face, three bits each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard, has
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.hand_over import HandOver, moved_on
from halfmove.core.randomness import below
from halfmove.core.surface import Point, Surface, at
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Seat
from halfmove.games.drawing import PLAYER_COLOURS

GAMES = {"liars-dice": "LiarsDice"}

COUNT = 3
"""Bits of the count of a face in a hand."""
MOST_DICE, MOST_SIDES, MOST_BIDS = 5, 9, 62
WILD = ("highest", "ones", "none")
LIAR = "liar"


class State(NamedTuple):
    """The hands, how many dice have been thrown, the bids made, and whether the last was called a lie."""

    first: int
    second: int
    thrown: int
    bids: Bitboard
    called: bool


class LiarsDice(Game):
    """Bid how many dice show a face, higher and higher, or call the last bid a lie."""

    name = "liars-dice"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT

    dice: int = 1
    sides: int = 6
    wild: str = "highest"

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"dice": tuple(range(1, MOST_DICE + 1)), "wild": WILD}

    def setup(self) -> None:
        if not 1 <= self.dice <= MOST_DICE:
            raise BadInput(
                f"Liar's dice is played with 1 to {MOST_DICE} dice for each player, not {self.dice}."
            )
        if not 2 <= self.sides <= MOST_SIDES:
            raise BadInput(f"The dice of liar's dice have 2 to {MOST_SIDES} sides, not {self.sides}.")
        if 2 * self.dice * self.sides > MOST_BIDS:
            raise BadInput(
                f"Liar's dice has at most {MOST_BIDS} bids; {self.dice} dice of {self.sides} sides for each "
                f"player make {2 * self.dice * self.sides}."
            )
        if self.wild not in WILD:
            raise BadInput(f"The wild face of liar's dice is {', '.join(WILD)}, not '{self.wild}'.")
        self.joker = {"highest": self.sides, "ones": 1, "none": 0}[self.wild]
        self.all_dice = 2 * self.dice
        self.all_bids = self.all_dice * self.sides
        self.actions_limit = max(self.sides, self.all_bids)

    # ---- the six functions
    def initial(self) -> State:
        return State(0, 0, 0, bits.board(0), False)

    def to_move(self, s: State) -> int:
        return CHANCE if s.thrown < self.all_dice else bits.count(s.bids) & 1

    def actions(self, s: State) -> Iterator[int]:
        if s.thrown < self.all_dice:
            for face in range(1, self.sides + 1):  # noqa: UP028  `yield from` has no machine code
                yield face
        else:
            for bid in range(self.last_bid(s) + 1, self.all_bids):  # noqa: UP028
                yield bid
            if s.bids != bits.board(0):
                yield self.all_bids

    def result(self, s: State, a: int) -> State:
        if s.thrown < self.dice:
            return State(s.first + self.one(a), s.second, s.thrown + 1, s.bids, False)
        if s.thrown < self.all_dice:
            return State(s.first, s.second + self.one(a), s.thrown + 1, s.bids, False)
        if a == self.all_bids:
            return State(s.first, s.second, s.thrown, s.bids, True)
        return State(s.first, s.second, s.thrown, s.bids | bits.bit(a), False)

    def is_terminal(self, s: State) -> bool:
        return s.called

    def utility(self, s: State, player: int) -> int:
        bidder = 1 - (bits.count(s.bids) & 1)
        won = player == bidder if self.holds(s, self.last_bid(s)) else player != bidder
        return 1 if won else -1

    # ---- what the rules are made of
    def one(self, face: int) -> int:
        """A hand of one die."""
        return 1 << (COUNT * (face - 1))

    def shown(self, hand: int, face: int) -> int:
        """How many dice of a hand show a face."""
        return (hand >> (COUNT * (face - 1))) & ((1 << COUNT) - 1)

    def last_bid(self, s: State) -> int:
        """The number of the highest bid; -1 before the first."""
        return -1 if s.bids == bits.board(0) else bits.lowest(bits.highest_bit(s.bids))

    def holds(self, s: State, bid: int) -> bool:
        """Whether a bid is true."""
        face = bid % self.sides + 1
        found = self.shown(s.first, face) + self.shown(s.second, face)
        if self.joker > 0 and face != self.joker:
            found += self.shown(s.first, self.joker) + self.shown(s.second, self.joker)
        return found > bid // self.sides

    def plies_left(self, s: State) -> int:
        if s.called:
            return 0
        return self.all_dice - s.thrown + self.all_bids - self.last_bid(s)

    def key(self, s: State) -> Bitboard:
        hands = bits.hash_with(bits.board(s.first), s.second)
        return bits.hash_with(
            bits.hash_with(s.bids, bits.number(hands >> 8)), 2 * s.thrown + (1 if s.called else 0)
        )

    # ---- what players know
    def known(self, s: State, owner: int, viewer: int) -> int:
        """A hand as `viewer` sees it: 0 where he does not."""
        if owner != viewer and not s.called:
            return 0
        return s.first if owner == 0 else s.second

    def observation(self, s: State, player: int) -> tuple[int, int, int, int, bool]:
        """The hands, 0 for one not seen; the dice thrown, the bids, and whether the last was called a lie."""
        first, second = self.known(s, 0, player), self.known(s, 1, player)
        return first, second, s.thrown, bits.number(s.bids), s.called

    def information(self, s: State, player: int) -> Bitboard:
        h = bits.hash_with(s.bids, self.known(s, 0, player))
        h = bits.hash_with(h, self.known(s, 1, player))
        return bits.hash_with(h, (4 * s.thrown + 2 * player) + (1 if s.called else 0))

    def resample(self, s: State, player: int, random: Buffer) -> State:
        if s.called:
            return s
        hidden = s.thrown - self.dice if player == 0 else s.thrown
        hand = 0
        for _ in range(max(0, min(hidden, self.dice))):
            hand += self.one(1 + below(random, self.sides))
        if player == 0:
            return State(s.first, hand, s.thrown, s.bids, s.called)
        return State(hand, s.second, s.thrown, s.bids, s.called)

    def public(self, s: State) -> tuple[int, int, int, int, bool]:
        """The same as `observation`: hands lie open at the end only."""
        first, second = self.known(s, 0, -1), self.known(s, 1, -1)
        return first, second, s.thrown, bits.number(s.bids), s.called

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if s.thrown < self.all_dice and viewer != (0 if s.thrown < self.dice else 1):
            return "a die"
        return self.action_text(s, a)

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        return self.action_text(s, a) if now.called else self.action_seen(s, a, viewer)

    # ---- text: a position is `35 66 1x3 2x3 liar`, the dice and what was bid; `-` for none thrown yet
    def action_text(self, s: State, a: int) -> str:
        if s.thrown < self.all_dice:
            return str(a)
        return LIAR if a == self.all_bids else self.bid_text(a)

    def bid_text(self, bid: int) -> str:
        """A bid as it is written, `2x4`."""
        return f"{bid // self.sides + 1}x{bid % self.sides + 1}"

    def hand_text(self, hand: int) -> str:
        """The dice of a hand, lowest first."""
        return "".join(str(face) * self.shown(hand, face) for face in range(1, self.sides + 1))

    def said(self, s: State) -> list[str]:
        """What the players have said, as texts."""
        return [*(self.bid_text(bid) for bid in bits.squares(s.bids)), *([LIAR] if s.called else [])]

    def position_text(self, s: State) -> str:
        hands = [self.hand_text(hand) or "-" for hand in (s.first, s.second)]
        return " ".join([*hands, *self.said(s)])

    def parse(self, text: str) -> State:
        words = text.lower().split()
        dice = "3" * self.dice, "5" * self.dice
        how = f"A position of liar's dice looks like '{dice[0]} {dice[1]} 1x3 1x5 liar', not '{text}'."
        if len(words) < 2:
            raise BadInput(how)
        hands = [self._hand(word, how) for word in words[:2]]
        if len(hands[0]) < self.dice and hands[1]:
            raise BadInput(f"{how} The first player throws all his dice before the second.")
        state = self.initial()
        for face in hands[0] + hands[1]:
            state = self.result(state, face)
        for word in words[2:]:
            if state.thrown < self.all_dice:
                raise BadInput(f"{how} Nobody bids before all dice are thrown.")
            if state.called:
                raise BadInput(f"{how} '{word}' comes after the end.")
            legal = {self.action_text(state, a): a for a in self.actions(state)}
            if word not in legal:
                after = self.said(state)[-1] if state.bids else "nothing"
                raise BadInput(f"{how} After {after} there is no bid '{word}'.")
            state = self.result(state, legal[word])
        return state

    def _hand(self, word: str, how: str) -> list[int]:
        if word == "-":
            return []
        if not re.fullmatch(f"[1-{self.sides}]{{1,{self.dice}}}", word):
            raise BadInput(f"{how} A hand is up to {self.dice} dice, from 1 to {self.sides}.")
        return [int(face) for face in word]

    # ---- pictures
    def seen(self, s: State, viewer: int | None) -> list[list[int]]:
        """The dice of both players as `viewer` sees them: faces, 0 for one under its cup."""
        rows = []
        for owner, hand in enumerate((s.first, s.second)):
            thrown = max(0, min(s.thrown - self.dice * owner, self.dice))
            open_ = viewer is None or self.known(s, owner, viewer) > 0
            rows.append([int(face) for face in self.hand_text(hand)] if open_ else [0] * thrown)
        return rows

    def show(self, s: State, *, viewer: int | None = None) -> str:
        rows = []
        for owner, dice in enumerate(self.seen(s, viewer)):
            faces = " ".join(str(face) if face else "?" for face in dice) or "-"
            rows.append(f"{self.player_names[owner]:<7} {faces}")
        said = ", ".join(self.said(s))
        return "\n".join([*rows, *([said] if said else []), self.status(s)])

    def hand_over(self, s: State, viewer: int | None) -> HandOver:
        dice = [
            f"{name} {''.join(map(str, faces))}"
            for name, faces in zip(self.player_names, self.seen(s, viewer), strict=True)
            if 0 not in faces
        ]
        return HandOver(
            won=tuple(self.utility(s, player) for player in range(2)),
            unit="rounds",
            seen=", ".join(dice),
            seats=moved_on(2),
            parameters={},
        )

    def status(self, s: State) -> str:
        """Whose turn it is, or how it ended."""
        if s.called:
            was = "true" if self.holds(s, self.last_bid(s)) else "a lie"
            winner = self.player_names[0 if self.utility(s, 0) > 0 else 1]
            return f"{self.bid_text(self.last_bid(s))} was {was}: {winner} wins"
        if s.thrown < self.all_dice:
            return f"{self.player_names[0 if s.thrown < self.dice else 1]} throws"
        return f"{self.player_names[self.to_move(s)]} to bid" + (" or to call a lie" if s.bids else "")

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        return svg(self, s, viewer)

    def surface(self) -> Surface:
        return Table(self)


# ---- to look at and to touch
LEFT, DICE_X, ROW = 12, 126, 60
CELL_WIDTH, CELL_HEIGHT, GAP = 48, 40, 4
PAPER = "#fdfdfb"


def svg(game: LiarsDice, s: State, viewer: int | None) -> str:
    """The table as `viewer` may see it."""
    liar = _liar(game)
    width = LEFT + max((CELL_WIDTH + GAP) * game.sides, DICE_X + 52 * game.dice, 340) + 12
    high = liar.y + drawing.BUTTON_HEIGHT + 12
    parts = [card_table.cloth(width, liar.y - 4)]
    for owner, dice in enumerate(game.seen(s, viewer)):
        y = 10 + ROW * owner
        turn = not game.is_terminal(s) and game.to_move(s) == owner
        seat = Seat(game.player_names[owner], turn=turn, colour=PLAYER_COLOURS[owner])
        parts.append(card_table.plate(LEFT + 53, y + 24, seat))
        for number, face in enumerate(dice):
            if face:
                x, name = DICE_X + (drawing.DIE + 8) * number, f"die {owner + 1} {number + 1}"
                parts.append(drawing.die(x, y, face, name=name))
        if dice and not all(dice):
            wide = (drawing.DIE + 8) * len(dice) + 12
            parts.append(card_table.cup(DICE_X - 6, y + 48, wide, name=f"cup {owner + 1}"))
            words = f"{len(dice)} dice" if len(dice) > 1 else "1 die"
            parts.append(drawing.outlined(DICE_X + wide + 2, y + 32, words, size=14))
    for number, point in enumerate(_cells(game)):
        parts.append(_bid(game, s, number, point))
    open_ = not game.is_terminal(s) and s.bids
    if open_:
        parts.append(drawing.button(liar, liar.name))
    parts.append(drawing.text(liar.x + (108 if open_ else 0), liar.y + 26, game.status(s)))
    label = f"Liar's dice: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(width, high, label, "".join(parts))


def _bid(game: LiarsDice, s: State, number: int, point: Point) -> str:
    """A bid of the table: filled with the colour of whoever made it, pale where it is too low by now."""
    made = has(s.bids, number)
    before = sum(has(s.bids, lower) for lower in range(number))
    fill = PLAYER_COLOURS[before % 2] if made else PAPER
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
