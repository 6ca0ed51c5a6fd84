"""The table of `preflop`, made: `python -m halfmove.games.holdem.preflop_making`, some minutes.

For every board, one of those that suits alone tell apart, the 1,081 hands that it leaves are sorted, and each
beats all that are worth less and share no card with it.  A pair of hands is counted together with those that
exchanging suits makes of it: so the board stands for all its own images.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.compile import kernel
from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.games.holdem.cards import HANDS
from halfmove.games.holdem.equity import Cards, _Work, next_board, orbit, sort_by_value
from halfmove.games.holdem.hand_arrays import disjoint, images
from halfmove.games.holdem.hands import START, HandTables, value_of
from halfmove.games.holdem.preflop import SHIPPED, first_hands


@kernel
def count_wins(
    game: Game, t: HandTables, c: Cards, numbers: Any, portion: int, turn: int, turns: int, wins: Any
) -> int:
    """Count a portion of the boards, from `c.at` on.  Of `turns` threads, each looks at those of its `turn`.
    0 once all are done, else 1.

    numbers  int32[1326, 1326]: the number of each pair of hands, the same for its images; 0 for no pair
    wins     int64[...]: by that number, how often the first hand beats the second
    """
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
                less = 0  # so many are worth less than those at `first`
                for i in range(n):
                    hand = c.order[i]
                    if c.values[hand] != c.values[c.order[less]]:
                        less = i
                    for k in range(less):
                        wins[numbers[hand, c.order[k]]] += stands
        c.at[5] += 1
        if not next_board(c.at, 5, 52):
            return 0
    return 1


def pair_numbers() -> Any:
    """The number of each ordered pair of hands, the same for its images when suits are exchanged, from 1;
    0 where they share a card: int32[1326, 1326]."""
    every = np.arange(HANDS)
    least = np.full((HANDS, HANDS), HANDS * HANDS)
    for moved in images():
        np.minimum(least, moved[:, None] * HANDS + moved, out=least)
    least[~disjoint(every, every)] = -1
    return np.unique(least, return_inverse=True)[1].reshape(HANDS, HANDS).astype(np.int32)


def make() -> Any:
    """The table: uint32[169, 1326]."""
    numbers, threads = pair_numbers(), usable_cores()
    together = np.bincount(numbers.ravel())

    def counted(turn: int) -> Any:
        work = _Work([np.ones(HANDS)] * 2, (), (), True)
        cards, wins = work.cards(), np.zeros(len(together), dtype=np.int64)
        while count_wins(work.deck, work.tables, cards, numbers, 20_000, turn, threads, wins):
            pass
        return wins

    with ThreadPoolExecutor(threads) as pool:
        wins = sum(pool.map(counted, range(threads))) // together
    wins[0] = 0
    return wins[numbers[first_hands()]].astype(np.uint32)


if __name__ == "__main__":
    with whole_bytes(SHIPPED) as out:
        np.savez_compressed(out, wins=make())
