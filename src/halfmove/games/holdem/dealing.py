"""Hold'em between two dealt a hand at a time and put into buckets, for training on its bets alone.

A deal is nine cards.  On each street a player's hand has a bucket (`buckets`): before the flop one of the 169
that suits do not tell apart, then what is made of all hands of the street.  The board counts only through it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS, SHARED, Abstraction
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, short_at
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.randomness import below
from halfmove.games.holdem.buckets import CLASSES, USUAL, Buckets
from halfmove.games.holdem.cards import CARDS, HANDS, card_bit
from halfmove.games.holdem.hands import START, HandTables, deck, hand_tables, value_of
from halfmove.games.holdem.isomorphism import SuitTables, hand_number, isomorphism
from halfmove.games.holdem.notation import Notation
from halfmove.games.holdem.rules import BOARD, Rules, State, card_of, count_of, set_of_cards

STREETS = 4
BOARD_CARDS = (0, 3, 4, 5)
SAMPLES, BOARDS = 100, 200
"""Boards drawn for a hand's chance, and for those of all hands."""


class DealTables(NamedTuple):
    """What hands are numbered and compared by."""

    hands: HandTables
    preflop: SuitTables
    flop: SuitTables
    turn: SuitTables
    river: SuitTables
    flop_buckets: Buffer
    turn_buckets: Buffer
    river_buckets: Buffer


def bucket_of(t: DealTables, street: int, own: Bitboard, board: Bitboard) -> int:
    """The bucket of a hand with the board of a street."""
    none = bits.board(0)
    if street == 0:
        return hand_number(t.preflop, own, none, none, none)
    if street == 1:
        return short_at(t.flop_buckets, hand_number(t.flop, own, board, none, none))
    if street == 2:
        return short_at(t.turn_buckets, hand_number(t.turn, own, board, none, none))
    return short_at(t.river_buckets, hand_number(t.river, own, board, none, none))


@kernel
def list_buckets(game: Game, t: DealTables, street: int, board: Bitboard, gone: Bitboard, out: Buffer) -> int:
    """The bucket of each of the 1,326 hands; -1 where one of its cards is gone."""
    hand = 0
    for high in range(1, CARDS):
        for low in range(high):
            own = card_bit(high) | card_bit(low)
            out[hand] = bucket_of(t, street, own, board) if own & gone == bits.board(0) else -1
            hand += 1
    return hand


def dealt_out(board: Bitboard, held: Bitboard, random: Buffer) -> Bitboard:
    """A board with what it lacks drawn, none of it held."""
    for _ in range(BOARD - bits.count(board)):
        card = below(random, CARDS)
        while (board | held) & card_bit(card) != bits.board(0):
            card = below(random, CARDS)
        board |= card_bit(card)
    return board


def word_with(t: HandTables, word: int, cards: Bitboard) -> int:
    """The word of cards (`value_of`) with some more."""
    for square in bits.squares(cards):
        word += t.word[4 * (square & 15) + (square >> 4)]
    return word


@kernel
def count_chance(
    game: Game, t: HandTables, own: Bitboard, board: Bitboard, weights: Any, samples: int, random: Buffer
) -> float:
    """The share of the pot that a hand wins against others as likely as `weights` (float64[1326]): with this
    board if it is whole, else over so many boards drawn."""
    missing = BOARD - bits.count(board)
    won, total = 0.0, 0.0
    for _ in range(samples if missing > 0 else 1):
        whole = dealt_out(board, own, random)
        word = word_with(t, START, whole)
        value = value_of(t, 7, word_with(t, word, own), whole | own)
        hand = 0
        for high in range(1, CARDS):
            for low in range(high):
                weight = weights[hand]
                hand += 1
                held = card_bit(high) | card_bit(low)
                if weight > 0.0 and held & (whole | own) == bits.board(0):
                    other = value_of(t, 7, word + t.word[high] + t.word[low], whole | held)
                    won += weight * (1.0 if value > other else (0.5 if value == other else 0.0))
                    total += weight
    return won / total if total > 0.0 else 0.5


@kernel
def list_chances(
    game: Game, t: HandTables, other: Bitboard, board: Bitboard, samples: int, random: Buffer, out: Any
) -> int:
    """The share of the pot that each of the 1,326 hands wins against one, to `out` (float64[1326]): over all
    boards where at most a card is missing, else over so many drawn that do not meet it; no number (nan) for a
    hand that meets the other or the board there is."""
    missing = BOARD - bits.count(board)
    counts = np.zeros(HANDS)
    for hand in range(HANDS):
        out[hand] = 0.0
    for sample in range(1 if missing == 0 else (CARDS if missing == 1 else samples)):
        whole = board
        if missing == 1:
            if (board | other) & card_bit(sample) != bits.board(0):
                continue
            whole |= card_bit(sample)
        elif missing > 1:
            whole = dealt_out(board, other, random)
        word = word_with(t, START, whole)
        value = value_of(t, 7, word_with(t, word, other), whole | other)
        hand = 0
        for high in range(1, CARDS):
            for low in range(high):
                held = card_bit(high) | card_bit(low)
                if held & (whole | other) == bits.board(0):
                    mine = value_of(t, 7, word + t.word[high] + t.word[low], whole | held)
                    out[hand] += 1.0 if mine > value else (0.5 if mine == value else 0.0)
                    counts[hand] += 1.0
                hand += 1
    for hand in range(HANDS):  # with two hundred boards drawn there is one for every hand
        out[hand] = out[hand] / counts[hand] if counts[hand] > 0.0 else np.nan
    return missing


class Dealing(Notation):
    """Hold'em whose deals can be put together."""

    def deal(self, t: DealTables, random: Buffer, out: Buffer) -> int:
        """Draw nine cards; write the buckets of both players, street by street, and who wins."""
        gone, own, other, board = bits.board(0), bits.board(0), bits.board(0), bits.board(0)
        word, mine, yours = START, 0, 0
        for number in range(2 * 2 + BOARD):
            card = below(random, CARDS)
            while gone & card_bit(card) != bits.board(0):
                card = below(random, CARDS)
            gone |= card_bit(card)
            if number < 2:
                own |= card_bit(card)
                mine += t.hands.word[card]
            elif number < 4:
                other |= card_bit(card)
                yours += t.hands.word[card]
            else:
                board |= card_bit(card)
                word += t.hands.word[card]
            if number == 3 or number > 5:  # the cards of a street are there
                street = number - 5 if number > 5 else number - number
                out[street] = bucket_of(t, street, own, board)
                out[STREETS + street] = bucket_of(t, street, other, board)
        first = value_of(t.hands, 7, word + mine, board | own)
        second = value_of(t.hands, 7, word + yours, board | other)
        out[2 * STREETS] = SHARED if first == second else (FIRST_WINS if first > second else SECOND_WINS)
        return 0

    def abstraction(self, sizes: Sequence[int] = (), file: str | Path | None = None) -> Abstraction:
        """So many buckets on flop, turn and river, kept in a file; `Unsuitable` but for two players,
        `BadInput` for other numbers."""
        if self.players != 2:
            raise Unsuitable("Hold'em is trained on buckets between two players: --set players=2.")
        return HoldemBuckets(self, tuple(sizes) or USUAL, file)


ACES, TREY_DEUCE = (51, 50), (4, 1)
ROYAL = (51, 47, 43, 39, 35)
LOW = (44, 41, 30, 19, 8)
"""A board that pairs and completes nothing: K Q 9 6 4 of mixed suits."""


class HoldemBuckets(Abstraction):
    """The buckets of hold'em between two."""

    free = ("bets",)
    examples = ((*ACES, *TREY_DEUCE, *LOW), (0, 5, 10, 4, *ROYAL), (*TREY_DEUCE, *ACES, *LOW))

    def __init__(self, rules: Rules, sizes: tuple[int, ...], file: str | Path | None = None) -> None:
        self.rules = rules
        self.buckets = Buckets(sizes, file=file)
        self.sizes = (CLASSES, *sizes)
        self._tables: DealTables | None = None

    def ready(
        self,
        *,
        threads: int = 1,
        progress: Callable[[str, float], None] = lambda what, part: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.buckets.ready(threads=threads, progress=progress, stop=stop)

    @property
    def seconds(self) -> float:
        return 0.0 if self.buckets.made or self.buckets.read() else self.buckets.seconds()

    @property
    def tables(self) -> DealTables:
        if self._tables is None:
            if not self.buckets.made:
                self.ready()
            stages = self.buckets.stages
            self._tables = DealTables(
                hands=hand_tables(),
                preflop=isomorphism(2).tables,
                flop=isomorphism(2, 3).tables,
                turn=isomorphism(2, 4).tables,
                river=isomorphism(2, 5).tables,
                flop_buckets=stages[1].table,
                turn_buckets=stages[2].table,
                river_buckets=stages[3].table,
            )
        return self._tables

    def bucket(self, state: State, player: int) -> int:
        board = set_of_cards(state.board)
        if state.hands[player] == 0 or bits.count(board) != BOARD_CARDS[state.street]:
            raise BadInput("Cards are to be dealt here: nobody has a bucket.")
        return bucket_of(self.tables, state.street, set_of_cards(state.hands[player]), board)

    def bets(self, state: State) -> Hashable:
        return int(state.past)

    def size(self, state: State, action: int) -> float:
        return self.rules.part(state, action)

    def cards(self, state: State) -> list[int]:
        hands = [card_of(state.hands[player], place) for player in range(2) for place in range(2)]
        return hands + [card_of(state.board, place) for place in range(count_of(state.board))]

    def identity(self) -> Mapping[str, Any]:
        return self.buckets.identity()

    # ---- for whoever answers a strategy
    holdings = HANDS

    def holding_buckets(self, state: State, player: int) -> Any:
        board = set_of_cards(state.board)
        out = Buffer(HANDS)
        gone = board | set_of_cards(state.hands[1 - player])
        list_buckets(deck(), self.tables, state.street, board, gone, out)
        return out.array.copy()

    def chance(self, state: State, player: int, weights: Any, random: Buffer) -> float:
        own, board = set_of_cards(state.hands[player]), set_of_cards(state.board)
        return count_chance(deck(), self.tables.hands, own, board, weights, SAMPLES, random)

    def chances(self, state: State, player: int, random: Buffer) -> Any:
        other, board = set_of_cards(state.hands[1 - player]), set_of_cards(state.board)
        found = np.empty(HANDS)
        list_chances(deck(), self.tables.hands, other, board, BOARDS, random, found)
        return found
