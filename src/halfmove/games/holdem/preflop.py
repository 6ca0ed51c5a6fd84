"""All in before the flop: what each of the 169 classes of hands wins from each other, over all boards.

For every board, one of those that suits alone tell apart, the 1,081 hands that it leaves are sorted.
From the worst up, each hand beats all before it but those that share a card with it, counted by their
classes.  The table, 169 by 169 whole numbers, is made once and kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.kept_arrays import kept_arrays
from halfmove.games.holdem import equity, hands
from halfmove.games.holdem.cards import CARDS, HANDS, high_card, low_card
from halfmove.games.holdem.equity import Cards, next_board, orbit, sort_by_value
from halfmove.games.holdem.hands import START, HandTables, value_of
from halfmove.games.holdem.ranges import class_of, grid

CLASSES = 169
BOARDS = comb(CARDS - 4, 5)
"""Boards for two hands."""


@kernel
def count_wins(
    game: Game,
    t: HandTables,
    c: Cards,
    kind: Buffer,
    lists: Buffer,
    portion: int,
    turn: int,
    turns: int,
    below: Any,
    wins: Any,
) -> int:
    """Count a portion of the boards, from `c.at` on.  Of `turns` threads, each looks at those of its `turn`.
    0 once all are done, else 1.

    kind   [1326]: the class of each hand
    lists  [52 * 64]: for each card the classes of the hands so far that hold it, their number first
    below  int64[169], to work with
    wins   int64[169, 169]: how often a hand of one class beats one of another
    """  # fmt: skip
    for _ in range(portion):
        if c.at[5] % turns == turn:
            seen, word = bits.board(0), START
            for place in range(5):
                seen |= t.mask[c.at[place]]
                word += t.word[c.at[place]]
            stands = orbit(seen, c.suits, 24)
            if stands > 0:
                n = 0
                for hand in range(1326):
                    if c.mask[hand] & seen == bits.board(0):
                        c.values[hand] = value_of(t, 7, word + c.word[hand], seen | c.mask[hand])
                        c.order[n] = hand
                        n += 1
                sort_by_value(n, c.values, c.order, c.spare, c.places)
                for card in range(52):
                    lists[card << 6] = 0
                for k in range(169):
                    below[k] = 0
                first = 0
                while first < n:
                    value, last = c.values[c.order[first]], first
                    while last < n and c.values[c.order[last]] == value:
                        hand = c.order[last]
                        row = wins[kind[hand]]
                        for k in range(169):
                            row[k] += below[k]
                        for at in range(2):
                            start = (c.high[hand] if at == 0 else c.low[hand]) << 6
                            for k in range(1, lists[start] + 1):
                                row[lists[start + k]] -= stands
                        last += 1
                    for i in range(first, last):
                        hand = c.order[i]
                        below[kind[hand]] += stands
                        for at in range(2):
                            start = (c.high[hand] if at == 0 else c.low[hand]) << 6
                            count = lists[start] + 1
                            lists[start] = count
                            lists[start + count] = kind[hand]
                    first = last
        c.at[5] += 1
        if not next_board(c.at, 5, 52):
            return 0
    return 1


def class_numbers() -> Any:
    """The class of each hand, by its place in the grid: int64[1326]."""
    places = {kind: number for number, kind in enumerate(kind for row in grid() for kind in row)}
    return np.array([places[class_of(hand)] for hand in range(HANDS)])


@cache
def pairs() -> Any:
    """How many pairs of hands there are of each two classes that share no card: int64[169, 169]."""
    kind, found = class_numbers(), np.zeros((CLASSES, CLASSES), dtype=np.int64)
    cards = [{high_card(hand), low_card(hand)} for hand in range(HANDS)]
    for one in range(HANDS):
        for other in range(HANDS):
            if not cards[one] & cards[other]:
                found[kind[one], kind[other]] += 1
    return found


def win_counts(progress: Callable[[float], None] | None = None) -> Any:
    """How often hands of one class beat those of another: int64[169, 169].

    Made in half a minute of processor time, on all cores, where it is not there yet.
    """
    modules = (sys.modules[__name__], equity, hands)
    return kept_arrays("holdem-preflop", modules, lambda: _make(progress))["wins"]


def _make(progress: Callable[[float], None] | None) -> Mapping[str, Any]:
    random = np.ones(HANDS)
    threads = usable_cores()
    numbers = class_numbers()
    total = comb(CARDS, 5)

    def counted(turn: int) -> Any:
        work = equity._Work([random, random], (), (), True)
        cards, kind, lists = work.cards(), Buffer(HANDS), Buffer(CARDS << 6)
        kind.array[:] = numbers
        below, wins = np.zeros(CLASSES, dtype=np.int64), np.zeros((CLASSES, CLASSES), dtype=np.int64)
        more = 1
        while more:
            more = count_wins(work.deck, work.tables, cards, kind, lists, 20_000, turn, threads, below, wins)
            if progress is not None and turn == 0:
                progress(cards.at[5] / total)
        return wins

    with ThreadPoolExecutor(threads) as pool:
        return {"wins": sum(pool.map(counted, range(threads)))}


@cache
def equities(progress: Callable[[float], None] | None = None) -> Any:
    """The share of the pot that each class wins from each other, all in: float64[169, 169], 0 to 1."""
    wins, boards = win_counts(progress), pairs() * BOARDS
    return 0.5 + (wins - wins.T) / (2 * boards)
