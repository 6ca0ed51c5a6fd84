"""Equity: the share of the pot that hands or ranges win, all in, over all boards that may come.

Two players are counted exactly: for each board all hands of both ranges are valued and sorted, and one pass
from the worst up says what each hand beats.  A hand cannot meet one that shares a card with it, so that what
is beaten is summed for each card as well and taken off (the way of vector-form solvers; Johanson, Waugh,
Bowling and Zinkevich, "Accelerating best response calculation in large extensive games", IJCAI 2011).
Suits that neither ranges nor board tell apart may be exchanged: of boards that are alike but for that, one is
looked at, and weighs as many.

More players, or fewer seconds, are sampled: hands and boards are drawn, and the standard error is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.randomness import fraction, stream
from halfmove.games.holdem.cards import (
    CARDS,
    HANDS,
    cards_text,
    hand_text,
    high_card,
    low_card,
    set_of,
)
from halfmove.games.holdem.hand_arrays import (
    EXCHANGES,
    hand_sets,
    high_cards,
    images,
    low_cards,
    moved_hands,
)
from halfmove.games.holdem.hands import START, HandTables, deck, hand_tables, value_of
from halfmove.games.holdem.preflop import outcomes_against
from halfmove.games.holdem.ranges import without

BOARD = 5
MOST_PLAYERS = 9
PORTION = 20_000
"""Boards between two looks at whether to stop: a tenth of a second with wide ranges."""
SAMPLES = 1_000_000


@dataclass(frozen=True)
class Equity:
    """What each player wins of the pot, from 0 to 1."""

    shares: tuple[float, ...]
    wins: tuple[float, ...]
    """How often each wins the whole pot."""
    ties: tuple[float, ...]
    """How often each shares it."""
    errors: tuple[float, ...] | None
    """The standard error of each share where it was sampled; None: it is exact."""
    boards: int
    """Boards counted, or deals drawn."""
    hands: tuple[Any, ...]
    """For each player what each of his hands wins, float64[1326], NaN for those he has not; empty where it
    was sampled."""


# ---- exactly, two players
def sort_by_value(n: int, values: Buffer, order: Buffer, spare: Buffer, places: Buffer) -> None:
    """Sort the numbers in `order` (n of them) by their `values` of 16 bits; stable."""
    if n <= 24:
        for at in range(1, n):
            item = order[at]
            value = values[item]
            to = at
            while to > 0 and values[order[to - 1]] > value:
                order[to] = order[to - 1]
                to -= 1
            order[to] = item
        return
    for turn in range(2):  # a byte at a time
        shift = 8 * turn
        for byte in range(257):
            places[byte] = 0
        for at in range(n):
            places[((values[order[at]] >> shift) & 255) + 1] += 1
        for byte in range(256):
            places[byte + 1] += places[byte]
        for at in range(n):
            item = order[at]
            byte = (values[item] >> shift) & 255
            spare[places[byte]] = item
            places[byte] += 1
        for at in range(n):
            order[at] = spare[at]


def exchanged(cards: Bitboard, suits: int) -> Bitboard:
    """A set of cards with its suits exchanged: two bits each of where they go."""
    moved = bits.board(0)
    for suit in range(4):
        ranks = bits.right(cards, 16 * suit) & bits.board(0x1FFF)
        moved |= bits.left(ranks, 16 * ((suits >> (2 * suit)) & 3))
    return moved


def orbit(cards: Bitboard, suits: Buffer, exchanges: int) -> int:
    """How many boards a board stands for; 0 where another stands for it."""
    same = 0
    for at in range(exchanges):
        other = exchanged(cards, suits[at])
        if other < cards:
            return 0
        if other == cards:
            same += 1
    return exchanges // same


class Cards(NamedTuple):
    """What is read and worked with while boards are counted: bare memory."""

    live: Buffer
    """The cards that may still come."""
    at: Buffer
    """[6]: the board, as places in `live` that rise, and how many boards came before it."""
    suits: Buffer
    """The exchanges of suits that change nothing, two bits a suit."""
    word: Buffer
    """[1326]: the word of each hand."""
    mask: Buffer
    """[1326], unsigned: its set of cards."""
    high: Buffer
    """[1326]: its higher card."""
    low: Buffer
    values: Buffer
    """[1326]: its value on this board."""
    order: Buffer
    """The hands that this board leaves, from the worst up."""
    spare: Buffer
    places: Buffer


def next_board(at: Buffer, missing: int, live: int) -> bool:
    """Go on to the next `missing` of `live` cards; False after the last."""
    place = missing - 1
    while place >= 0 and at[place] == live - missing + place:
        place -= 1
    if place < 0:
        return False
    at[place] += 1
    for later in range(place + 1, missing):
        at[later] = at[later - 1] + 1
    return True


def beaten(c: Cards, n: int, mine: Any, theirs: Any, stands: int, sums: Any, cards: Any) -> None:
    """Add to `sums` (float64[3, 1326]) what each of one player's hands beats, ties with and meets on a board
    that `stands` for so many: the first n of `c.order`.  `cards` is float64[3, 52], to work with."""
    total, below = 0.0, 0.0
    for card in range(CARDS):
        cards[0, card], cards[1, card], cards[2, card] = 0.0, 0.0, 0.0
    for i in range(n):
        hand = c.order[i]
        total += theirs[hand]
        cards[0, c.high[hand]] += theirs[hand]
        cards[0, c.low[hand]] += theirs[hand]
    first = 0
    while first < n:
        value, last, group = c.values[c.order[first]], first, 0.0
        while last < n and c.values[c.order[last]] == value:
            hand = c.order[last]
            group += theirs[hand]
            cards[1, c.high[hand]] += theirs[hand]
            cards[1, c.low[hand]] += theirs[hand]
            last += 1
        for i in range(first, last):
            hand = c.order[i]
            if mine[hand] > 0.0:
                a, b = c.high[hand], c.low[hand]
                sums[0, hand] += stands * (below - cards[2, a] - cards[2, b])
                sums[1, hand] += stands * (group - cards[1, a] - cards[1, b] + theirs[hand])
                sums[2, hand] += stands * (total - cards[0, a] - cards[0, b] + theirs[hand])
        for i in range(first, last):
            hand = c.order[i]
            cards[2, c.high[hand]] += cards[1, c.high[hand]]
            cards[1, c.high[hand]] = 0.0
            cards[2, c.low[hand]] += cards[1, c.low[hand]]
            cards[1, c.low[hand]] = 0.0
        below += group
        first = last


@kernel
def count_boards(
    game: Game,
    t: HandTables,
    c: Cards,
    hands: Buffer,
    n: int,
    board: Bitboard,
    word: int,
    missing: int,
    live: int,
    exchanges: int,
    portion: int,
    turn: int,
    turns: int,
    first: Any,
    second: Any,
    first_sums: Any,
    second_sums: Any,
    work: Any,
) -> int:
    """Count a portion of the boards: `missing` cards are added to `board`, whose word is `word`, from `c.at`
    on.  Of `turns` threads, each looks at the boards of its `turn`.  0 once all are done, else 1.

    hands          the hands that either has, n of them
    first, second  float64[1326]: the ranges
    first_sums, second_sums  float64[3, 1326]: see `beaten`
    work           float64[3, 52]
    """
    for _ in range(portion):
        if c.at[5] % turns == turn:
            added, sum_of = bits.board(0), word
            for place in range(missing):
                card = c.live[c.at[place]]
                added |= t.mask[card]
                sum_of += t.word[card]
            stands = 1 if exchanges == 1 else orbit(added, c.suits, exchanges)
            if stands > 0:
                seen, count = board | added, 0
                for i in range(n):
                    hand = hands[i]
                    if c.mask[hand] & seen == bits.board(0):
                        c.values[hand] = value_of(t, 7, sum_of + c.word[hand], seen | c.mask[hand])
                        c.order[count] = hand
                        count += 1
                sort_by_value(count, c.values, c.order, c.spare, c.places)
                beaten(c, count, first, second, stands, first_sums, work)
                beaten(c, count, second, first, stands, second_sums, work)
        c.at[5] += 1
        if not next_board(c.at, missing, live):
            return 0
    return 1


# ---- many players
def share_pot(
    t: HandTables, c: Cards, held: Buffer, players: int, seen: Bitboard, word: int, sums: Any
) -> None:
    """Add to `sums` (float64[players, 4]) each player's share of a pot on a whole board, its square, and
    whether he wins or shares it."""
    best, sharing = -1, 0
    for player in range(players):
        hand = held[player]
        value = value_of(t, 7, word + c.word[hand], seen | c.mask[hand])
        c.values[player] = value
        if value > best:
            best, sharing = value, 0
        if value == best:
            sharing += 1
    for player in range(players):
        if c.values[player] == best:
            sums[player, 0] += 1.0 / sharing
            sums[player, 1] += 1.0 / (sharing * sharing)
            sums[player, 2 if sharing == 1 else 3] += 1.0


@kernel
def run_out(
    game: Game,
    t: HandTables,
    c: Cards,
    held: Buffer,
    players: int,
    board: Bitboard,
    word: int,
    missing: int,
    live: int,
    portion: int,
    sums: Any,
) -> int:
    """A portion of the boards for one hand each (`held`).  0 once all are done, else 1."""
    for _ in range(portion):
        seen, sum_of = board, word
        for place in range(missing):
            card = c.live[c.at[place]]
            seen |= t.mask[card]
            sum_of += t.word[card]
        share_pot(t, c, held, players, seen, sum_of, sums)
        c.at[5] += 1
        if not next_board(c.at, missing, live):
            return 0
    return 1


@kernel
def draw_deals(
    game: Game,
    t: HandTables,
    c: Cards,
    held: Buffer,
    players: int,
    board: Bitboard,
    word: int,
    missing: int,
    live: int,
    portion: int,
    likely: Any,
    random: Buffer,
    sums: Any,
) -> int:
    """Draw deals until `portion` of them are possible; how many were drawn.

    likely  float64[players, 1326]: of each player's hands, by number, the weights added up, 1 at the end
    """
    drawn, found = 0, 0
    while found < portion and drawn < 1000 * portion + 100000:
        drawn += 1
        seen, possible = board, True
        for player in range(players):
            want, low, high = fraction(random), 0, 1325
            while low < high:
                middle = (low + high) >> 1
                if likely[player, middle] > want:
                    high = middle
                else:
                    low = middle + 1
            held[player] = low
            if c.mask[low] & seen != bits.board(0):
                possible = False
                break
            seen |= c.mask[low]
        if not possible:
            continue
        found += 1
        public, sum_of, left = board, word, missing
        while left > 0:
            card = c.live[int(fraction(random) * live)]
            if t.mask[card] & seen == bits.board(0):
                seen |= t.mask[card]
                public |= t.mask[card]
                sum_of += t.word[card]
                left -= 1
        share_pot(t, c, held, players, public, sum_of, sums)
    return drawn


@cache
def hand_words() -> Any:
    """The word of each hand (`hands`): int64[1326]."""
    word = hand_tables().word.array
    return word[high_cards()] + word[low_cards()]


# ---- what callers use
def equity(
    ranges: Sequence[Any],
    *,
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    compiled: bool = True,
    progress: Callable[[float], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Equity:
    """The equity of two to nine ranges (float64[1326] each, see `ranges`) on a board of none or three to
    five cards, `dead` cards being out of the deck.

    Exact for two players, and for more if each has one hand; otherwise, and where `samples` are given, drawn
    with `seed`.  A deal of hands that share a card cannot be; the weight of a deal is the product of its
    weights.  `progress` is told the part that is done; `stop` ends a sampled run with what it has, and an
    exact one with `KeyboardInterrupt`.  `BadInput` for what cannot be.
    """
    if not 2 <= len(ranges) <= MOST_PLAYERS:
        raise BadInput(f"Equity is that of 2 to {MOST_PLAYERS} hands or ranges, not of {len(ranges)}.")
    if len(board) not in (0, 3, 4, 5):
        raise BadInput(f"A board has none, three, four or five cards, not {len(board)}.")
    gone = set_of([*board, *dead])
    if gone.bit_count() < len(board) + len(dead):
        raise BadInput(f"A card of '{cards_text([*board, *dead])}' is named twice.")
    left = [without(weights, gone) for weights in ranges]
    for number, weights in enumerate(left):
        if not weights.any():
            raise BadInput(f"No hand of player {number + 1} is left: all hold cards that are out.")
    work = _Work(left, board, dead, compiled)
    if samples is not None:
        return work.sampled(samples, seed, progress, stop)
    if len(left) == 2:
        return work.exact(threads, progress, stop)
    if all(np.count_nonzero(weights) == 1 for weights in left):
        return work.one_hand_each(progress, stop)
    return work.sampled(SAMPLES, seed, progress, stop)


class _Work:
    """One question, and the memory for its answer."""

    def __init__(self, ranges: list[Any], board: Sequence[int], dead: Sequence[int], compiled: bool) -> None:
        self.ranges, self.board, self.deck = ranges, board, deck(compiled)
        self.tables = hand_tables()
        self.missing = BOARD - len(board)
        self.live = [card for card in range(CARDS) if card not in board and card not in dead]
        self.mask = set_of(board)
        self.word = START + sum(self.tables.word[card] for card in board)
        self.suits = exchanges(ranges, set_of(board), set_of(dead))

    def cards(self) -> Cards:
        """Memory for one thread."""
        made = Cards(
            live=Buffer(CARDS),
            at=Buffer(BOARD + 1),
            suits=Buffer(24),
            word=Buffer(HANDS),
            mask=Buffer(HANDS, unsigned=True),
            high=Buffer(HANDS),
            low=Buffer(HANDS),
            values=Buffer(HANDS),
            order=Buffer(HANDS),
            spare=Buffer(HANDS),
            places=Buffer(257),
        )
        made.live.array[: len(self.live)] = self.live
        made.at.array[:BOARD] = range(BOARD)
        made.suits.array[: len(self.suits)] = self.suits
        made.high.array[:], made.low.array[:] = high_cards(), low_cards()
        made.mask.array[:] = hand_sets()
        made.word.array[:] = hand_words()
        return made

    def exact(self, threads: int, progress: Any, stop: Callable[[], bool]) -> Equity:
        """Two players, all boards."""
        if self.missing == BOARD and len(self.live) == CARDS:
            return self.looked_up()
        return self.counted(threads, progress, stop)

    def counted(self, threads: int, progress: Any, stop: Callable[[], bool]) -> Equity:
        """The same, board for board."""
        held = np.flatnonzero(self.ranges[0] + self.ranges[1])
        hands = Buffer(len(held))
        hands.array[:] = held
        boards = comb(len(self.live), self.missing)

        def portion(turn: int) -> Any:
            cards, work = self.cards(), np.zeros((3, CARDS))
            sums = np.zeros((2, 3, HANDS))
            more = 1
            while more and not stop():
                more = count_boards(
                    self.deck, self.tables, cards, hands, len(held), self.mask, self.word, self.missing,
                    len(self.live), len(self.suits), PORTION, turn, threads, self.ranges[0], self.ranges[1],
                    sums[0], sums[1], work,
                )  # fmt: skip
                if progress is not None and turn == 0:
                    progress(min(cards.at[BOARD] / boards, 1.0))
            return sums

        if threads == 1:
            sums = portion(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                sums = sum(pool.map(portion, range(threads)))
        if stop():
            raise KeyboardInterrupt
        return self._of(sums, boards)

    def looked_up(self) -> Equity:
        """Two players before the flop, by the table of what beats what."""
        sums = np.zeros((2, 3, HANDS))
        for p, mine in enumerate(self.ranges):
            hands = np.flatnonzero(mine)
            sums[p][:, hands] = outcomes_against(hands, self.ranges[1 - p])
        return self._of(sums, comb(CARDS, BOARD))

    def _of(self, sums: Any, boards: int) -> Equity:
        """The equities that the sums say."""
        totals = [(self.ranges[p] * sums[p]).sum(axis=1) for p in range(2)]
        met = totals[0][2]
        if met <= 0:
            raise BadInput("The two ranges cannot meet: all their hands share cards.")
        wins = tuple(float(total[0] / met) for total in totals)
        tie = float(totals[0][1] / met)
        alike = images(self.suits)
        hands = []
        for p in range(2):
            beats, ties, meets = sums[p][:, alike].sum(axis=1)  # hands that suits alone tell apart share
            with np.errstate(invalid="ignore", divide="ignore"):
                hands.append(np.where(meets > 0, (beats + ties / 2) / meets, np.nan))
        shares = tuple(win + tie / 2 for win in wins)
        return Equity(shares, wins, (tie, tie), None, boards, tuple(hands))

    def one_hand_each(self, progress: Any, stop: Callable[[], bool]) -> Equity:
        """Any number of players with one hand each, all boards."""
        players = len(self.ranges)
        held = Buffer(players)
        held.array[:] = [int(np.flatnonzero(weights)[0]) for weights in self.ranges]
        taken = [card for hand in held.array for card in (high_card(int(hand)), low_card(int(hand)))]
        if len(set(taken)) < len(taken):
            raise BadInput(
                f"Two of the hands {', '.join(hand_text(int(h)) for h in held.array)} share a card."
            )
        self.live = [card for card in self.live if card not in taken]
        cards, sums = self.cards(), np.zeros((players, 4))
        boards = comb(len(self.live), self.missing)
        more = 1
        while more:
            if stop():
                raise KeyboardInterrupt
            more = run_out(
                self.deck, self.tables, cards, held, players, self.mask, self.word, self.missing,
                len(self.live), 50 * PORTION, sums,
            )  # fmt: skip
            if progress is not None:
                progress(cards.at[BOARD] / boards)
        return _shares(sums, boards, sampled=False)

    def sampled(self, samples: int, seed: int, progress: Any, stop: Callable[[], bool]) -> Equity:
        """Any ranges, deals drawn."""
        players = len(self.ranges)
        likely = np.cumsum(np.array(self.ranges), axis=1)
        likely /= likely[:, -1:]
        cards, held, random = self.cards(), Buffer(players), stream(seed)
        sums, done, portion = np.zeros((players, 4)), 0, 20 * PORTION if self.deck.compiled else 200
        while done < samples and not (done and stop()):
            now = min(portion, samples - done)
            before = sums[:, 0].sum()
            draw_deals(
                self.deck, self.tables, cards, held, players, self.mask, self.word, self.missing,
                len(self.live), now, likely, random, sums,
            )  # fmt: skip
            got = round(float(sums[:, 0].sum() - before))
            if got < now:
                raise BadInput("The ranges can hardly ever be dealt together: their hands share cards.")
            done += now
            if progress is not None:
                progress(done / samples)
        return _shares(sums, done, sampled=True)


def _shares(sums: Any, boards: int, *, sampled: bool) -> Equity:
    """The equities that `share_pot` has added up over so many boards."""
    mean = sums / boards
    errors = tuple(sqrt(max(float(m[1] - m[0] ** 2), 0.0) / boards) for m in mean)
    columns = [tuple(float(x) for x in mean[:, column]) for column in (0, 2, 3)]
    return Equity(columns[0], columns[1], columns[2], errors if sampled else None, boards, ())


# ---- suits that may be exchanged
def exchanges(ranges: Sequence[Any], board: Bitboard, dead: Bitboard) -> list[int]:
    """The exchanges of suits that leave all ranges and both sets of cards as they are, two bits a suit."""
    found = []
    for suits in EXCHANGES:
        if exchanged(board, suits) == board and exchanged(dead, suits) == dead:
            moved = moved_hands(suits)
            if all(np.array_equal(weights[moved], weights) for weights in ranges):
                found.append(suits)
    return found
