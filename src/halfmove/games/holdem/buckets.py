"""Buckets: hands that are played alike, street by street; whoever uses them forgets those of earlier streets.

Before the flop nothing is put together but suits: 169 hands.  Then every hand of `isomorphism` gets the
number of a bucket, the weaker first:

river   by its strength: how often it beats a random hand, of the 990 that may be held, ties half.  There are
        1,981 strengths, and the best intervals of them (least squares) are the buckets.
turn    by the histogram of the buckets it will be in after the river: clusters by earth mover's distance,
        the buckets at their mean strengths.
flop    by the histogram of its buckets on the turn, whose distances are those of their centres.

M. Johanson, N. Burch, R. Valenzano and M. Bowling, "Evaluating state-space abstractions in extensive-form
games", AAMAS 2013; S. Ganzfried and T. Sandholm, "Potential-aware imperfect-recall abstraction with earth
mover's distance in imperfect-information games", AAAI 2014.

Nothing is shipped: strengths are counted on all 134,459 boards that suits do not make alike, street after
street from the last, on all cores.  What is made is kept in a file, a street at a time.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from halfmove.core import bits
from halfmove.core.atomic_file import check_writable, whole_bytes
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, put_short, short_at
from halfmove.core.code.files import cache_folder
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.sealed_zip import check_seal, save_sealed
from halfmove.games.holdem import clusters as clustering
from halfmove.games.holdem import equity, hands
from halfmove.games.holdem import isomorphism as numbering
from halfmove.games.holdem.cards import CARDS, HANDS
from halfmove.games.holdem.clusters import ByGround, OnLine, areas, clusters, line_clusters
from halfmove.games.holdem.equity import Cards, beaten, next_board, orbit, sort_by_value
from halfmove.games.holdem.hands import START, HandTables, value_of
from halfmove.games.holdem.isomorphism import SuitTables, hand_number, isomorphism

PREFLOP, FLOP, TURN, RIVER = range(4)
BOARD_CARDS = (0, 3, 4, 5)
STREETS = ("preflop", "flop", "turn", "river")
CLASSES = 169
"""Buckets before the flop."""
USUAL = (200, 200, 200)
"""Buckets on flop, turn and river, where nobody says."""
MOST = 1000
"""Buckets of a street, at the most: histograms over them are kept for all hands of a sample."""
STRENGTHS = 1981
"""Different strengths on the river: twice the hands beaten of 990, ties once."""
SAMPLE = 100
"""Hands drawn for each bucket, from which clusters are made."""
LEAST_SAMPLE, MOST_SAMPLE = 5_000, 40_000
HANDS_A_BOARD = 50
"""Hands drawn on each board of a sample."""
FORMAT = "halfmove holdem buckets 1"
NONE = 0xFFFF
"""What stands where no bucket has been found yet."""


# ---- boards and strengths
@kernel
def list_boards(game: Game, at: Buffer, suits: Buffer, cards: int, boards: Buffer, stands: Buffer) -> int:
    """Write the boards of so many cards that stand for all that suits alone tell apart, and for how many each
    stands; how many there are."""
    found = 0
    for place in range(cards):
        at[place] = place
    more = True
    while more:
        board = bits.board(0)
        for place in range(cards):
            board |= bits.bit(16 * (at[place] & 3) + (at[place] >> 2))
        times = orbit(board, suits, int(np.int64(24)))
        if times > 0:
            boards[found] = board
            stands[found] = times
            found += 1
        more = next_board(at, cards, CARDS)
    return found


def find_strengths(t: HandTables, c: Cards, board: Bitboard, ones: Any, sums: Any, cards: Any) -> int:
    """For each hand that a board of five cards leaves, listed in `c.order`: how many hands it beats, ties
    with and meets, `sums` (float64[3, 1326]).  How many hands are left."""
    word, n = START, 0
    for square in bits.squares(board):
        word += t.word[4 * (square & 15) + (square >> 4)]
    for hand in range(HANDS):
        sums[0, hand], sums[1, hand], sums[2, hand] = 0.0, 0.0, 0.0
        if c.mask[hand] & board == bits.board(0):
            c.values[hand] = value_of(t, 7, word + c.word[hand], board | c.mask[hand])
            c.order[n] = hand
            n += 1
    sort_by_value(n, c.values, c.order, c.spare, c.places)
    beaten(c, n, ones, ones, 1, sums, cards)
    return n


def strength_of(sums: Any, hand: int) -> int:
    """Twice the hands that a hand beats, and once those it ties with: 0 to 1,980."""
    return int(2.0 * sums[0, hand] + sums[1, hand] + 0.5)


@kernel
def count_strengths(
    game: Game, t: HandTables, c: Cards, boards: Buffer, stands: Buffer, first: int, last: int, step: int,
    ones: Any, sums: Any, cards: Any, counts: Any,
) -> None:  # fmt: skip
    """Add up how often each strength comes (int64[1981]) on every `step`-th board from `first` to `last`."""
    for at in range(first, last, step):
        n = find_strengths(t, c, boards[at], ones, sums, cards)
        for i in range(n):
            counts[strength_of(sums, c.order[i])] += stands[at]


@kernel
def fill_river(
    game: Game, t: HandTables, c: Cards, suits: SuitTables, boards: Buffer, first: int, last: int, step: int,
    ones: Any, sums: Any, cards: Any, bucket: Buffer, table: Buffer,
) -> None:  # fmt: skip
    """Write the buckets of all hands on these boards, by that of each strength."""
    none = bits.board(0)
    for at in range(first, last, step):
        board = boards[at]
        n = find_strengths(t, c, board, ones, sums, cards)
        for i in range(n):
            hand = c.order[i]
            number = hand_number(suits, c.mask[hand], board, none, none)
            put_short(table, number, bucket[strength_of(sums, hand)])


@kernel
def turn_counts(
    game: Game, t: HandTables, c: Cards, board: Bitboard, ones: Any, sums: Any, cards: Any, bucket: Buffer,
    counts: Any,
) -> None:  # fmt: skip
    """For every hand on a board of four cards, in how many of its 46 rivers it is in each bucket: `counts`,
    uint8[1326, buckets]; nothing for hands that cannot be."""
    for hand in range(HANDS):
        for k in range(counts.shape[1]):
            counts[hand, k] = 0
    for card in range(CARDS):
        if t.mask[card] & board == bits.board(0):
            n = find_strengths(t, c, board | t.mask[card], ones, sums, cards)
            for i in range(n):
                hand = c.order[i]
                counts[hand, bucket[strength_of(sums, hand)]] += 1


@kernel
def flop_counts(
    game: Game, t: HandTables, c: Cards, suits: SuitTables, board: Bitboard, turns: Buffer, counts: Any
) -> None:  # fmt: skip
    """The same on a board of three, of its 47 turns, by the table of the turn's buckets."""
    none = bits.board(0)
    for hand in range(HANDS):
        for k in range(counts.shape[1]):
            counts[hand, k] = 0
        if c.mask[hand] & board == none:
            gone = board | c.mask[hand]
            for card in range(CARDS):
                if t.mask[card] & gone == none:
                    number = hand_number(suits, c.mask[hand], board | t.mask[card], none, none)
                    counts[hand, short_at(turns, number)] += 1


@kernel
def hand_numbers(
    game: Game, c: Cards, suits: SuitTables, board: Bitboard, table: Buffer, numbers: Any, held: Any
) -> int:
    """The hands of a board whose buckets are not in the table yet, one for each number, and these numbers;
    they are marked there with bucket 0.  How many they are."""
    none, n = bits.board(0), 0
    for hand in range(HANDS):
        if c.mask[hand] & board == none:
            number = hand_number(suits, c.mask[hand], board, none, none)
            if short_at(table, number) == NONE:
                put_short(table, number, 0)
                numbers[n], held[n] = number, hand
                n += 1
    return n


# ---- what is kept
class Stage(NamedTuple):
    """A street's buckets."""

    table: Buffer
    """The bucket of each hand, by its number: 16 bits each (`core.buffer.short_at`)."""
    centres: Any
    """River: float64[k], the mean strength of each bucket, 0 to 1; turn: int32[k, d], the centres (`areas`);
    flop: int32[k, turn's buckets]."""
    strengths: Any
    """River: int64[1981], the bucket of each strength; None on other streets."""


def hands_on(street: int) -> int:
    """How many hands a street has, suits put together."""
    return isomorphism(2, BOARD_CARDS[street]).count if street else CLASSES


class Buckets:
    """The buckets of flop, turn and river: made street by street from the last, or read from their file."""

    def __init__(
        self, sizes: tuple[int, ...] = USUAL, seed: int = 0, *, file: str | Path | None = None
    ) -> None:
        if len(sizes) != 3 or not all(2 <= size <= MOST for size in sizes):
            raise BadInput(
                f"Buckets are three numbers from 2 to {MOST}, those of flop, turn and river, such as "
                f"200,200,200; not {','.join(map(str, sizes))}."
            )
        self.sizes, self.seed = tuple(sizes), seed
        self.stages: dict[int, Stage] = {}
        self.named = file is not None
        """Whether the user has named the file."""
        self.file = Path(file).expanduser() if file is not None else self._usual_file()

    # ---- what it takes
    def identity(self) -> dict[str, Any]:
        """What a file must have in common with these."""
        return {"game": "holdem", "buckets": list(self.sizes), "seed": self.seed, "digest": digest()}

    def _usual_file(self) -> Path:
        name = "-".join(map(str, (*self.sizes, self.seed)))
        return cache_folder() / "tables" / f"holdem-buckets-{name}-{digest()}.npz"

    def memory(self) -> int:
        """The bytes of the tables, and of the file."""
        return 2 * sum(hands_on(street) for street in (FLOP, TURN, RIVER))

    def seconds(self) -> float:
        """Processor seconds that making them takes, roughly: measured with 20 and 200 of each, 2026."""
        flop, turn, river = self.sizes
        return 40 + 40 * turn * river / 200**2 + 50 * flop * turn / 200**2

    @property
    def made(self) -> bool:
        """Whether all are there."""
        return len(self.stages) == 3

    # ---- the file
    def read(self) -> bool:
        """Read what the file holds; whether that is all.  `BadInput` for a file of other buckets."""
        if not self.file.exists():
            return False
        try:
            check_seal(self.file)
            with np.load(self.file, allow_pickle=False) as kept:
                told = [str(text) for text in kept["told"]]
                if told[0] != FORMAT:
                    raise ValueError
                self._check(json.loads(told[1]))
                for street in (FLOP, TURN, RIVER):
                    if f"table{street}" in kept:
                        self.stages[street] = _stage(street, kept)
        except (OSError, KeyError, ValueError, IndexError, EOFError, BadZipFile, zlib.error) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(
                f"'{self.file}' is no file of hold'em buckets; delete it to make them anew."
            ) from None
        return self.made

    def _check(self, told: dict[str, Any]) -> None:
        for what, mine in self.identity().items():
            if told.get(what) != mine:
                raise BadInput(
                    f"The buckets in '{self.file}' have {what} {told.get(what)}, not {mine}; delete it to "
                    "make them anew, or give another file."
                )

    def write(self) -> None:
        """Write what there is."""
        arrays: dict[str, Any] = {}
        for street, stage in self.stages.items():
            arrays[f"table{street}"] = stage.table.array.view(np.uint16)[: hands_on(street)]
            arrays[f"centres{street}"] = stage.centres
            if stage.strengths is not None:
                arrays[f"strengths{street}"] = stage.strengths
        if not self.named:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        with whole_bytes(self.file) as out:
            save_sealed(out, told=np.array([FORMAT, json.dumps(self.identity())]), **arrays)

    # ---- making them
    def make(
        self,
        *,
        threads: int = 1,
        progress: Callable[[str, float], None] = lambda what, part: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Make what is not there yet, and write it a street at a time.  `progress` is told what is made and
        the part that is done; `KeyboardInterrupt` once `stop()` is true: finished streets are kept."""
        if self.named:
            check_writable(self.file)
        for street in (RIVER, TURN, FLOP):
            if street not in self.stages:
                making = _Making(self, threads, partial(progress, STREETS[street]), stop)
                self.stages[street] = (making.flop, making.turn, making.river)[street - 1]()
                self.write()

    def ready(
        self,
        *,
        threads: int = 1,
        progress: Callable[[str, float], None] = lambda what, part: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Buckets:
        """Read, or made where they are not there."""
        if not self.read():
            self.make(threads=threads, progress=progress, stop=stop)
        return self


def _stage(street: int, kept: Any) -> Stage:
    table = Buffer(hands_on(street) // 4 + 1)
    table.array.view(np.uint16)[: hands_on(street)] = kept[f"table{street}"]
    strengths = kept[f"strengths{street}"] if street == RIVER else None
    return Stage(table, kept[f"centres{street}"], strengths)


def digest() -> str:
    """Of the source that makes buckets."""
    modules = (sys.modules[__name__], clustering, equity, hands, numbering)
    return hashlib.sha256("".join(map(inspect.getsource, modules)).encode()).hexdigest()[:16]


class _Thread(NamedTuple):
    """Memory of one thread."""

    cards: Cards
    ones: Any
    sums: Any
    by_card: Any


class _Making:
    """The work of making one street."""

    def __init__(
        self, buckets: Buckets, threads: int, progress: Callable[[float], None], stop: Callable[[], bool]
    ) -> None:
        self.buckets, self.threads, self.progress, self.stop = buckets, threads, progress, stop
        work = equity._Work([np.ones(HANDS)] * 2, (), (), True)
        self.game, self.tables = work.deck, work.tables
        self.work = [
            _Thread(work.cards(), np.ones(HANDS), np.zeros((3, HANDS)), np.zeros((3, CARDS)))
            for _ in range(threads)
        ]
        self.random = np.random.default_rng(buckets.seed)

    def boards(self, cards: int) -> tuple[Buffer, Buffer, int]:
        """The boards of so many cards, suits put together, and for how many each stands."""
        boards, stands = Buffer(140_000, unsigned=True), Buffer(140_000)
        at = Buffer(6)
        n = list_boards(self.game, at, self.work[0].cards.suits, cards, boards, stands)
        return boards, stands, n

    def each(
        self, n: int, portion: int, work: Callable[[_Thread, int, int], None], begin: float, end: float
    ) -> None:
        """Have the threads do the portions of n things: `work(memory, first, last)`."""

        def share(turn: int) -> None:
            for first in range(turn * portion, n, self.threads * portion):
                if self.stop():
                    return
                work(self.work[turn], first, min(first + portion, n))
                if turn == 0:
                    self.progress(begin + (end - begin) * min(first + portion, n) / n)

        if self.threads == 1:
            share(0)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(share, range(self.threads)))
        if self.stop():
            raise KeyboardInterrupt

    def river(self) -> Stage:
        """Strengths counted on every eighth board, put into intervals, and then the table."""
        boards, stands, n = self.boards(5)
        counts = [np.zeros(STRENGTHS, np.int64) for _ in range(self.threads)]
        places = {id(thread): number for number, thread in enumerate(self.work)}

        def count(m: _Thread, first: int, last: int) -> None:
            count_strengths(
                self.game, self.tables, m.cards, boards, stands, first, last, 8, m.ones, m.sums, m.by_card,
                counts[places[id(m)]],
            )  # fmt: skip

        self.each(n, 4096, count, 0.0, 0.1)
        weights = sum(counts)
        labels = line_clusters(weights, self.buckets.sizes[2])
        k = int(labels.max()) + 1
        mass = np.bincount(labels, weights, k)
        centres = np.bincount(labels, weights * np.arange(STRENGTHS), k) / mass / (STRENGTHS - 1)
        bucket, table = Buffer(STRENGTHS), _table(RIVER)
        bucket.array[:] = labels
        suits = isomorphism(2, 5).tables

        def fill(m: _Thread, first: int, last: int) -> None:
            fill_river(
                self.game, self.tables, m.cards, suits, boards, first, last, 1, m.ones, m.sums, m.by_card,
                bucket, table,
            )  # fmt: skip

        self.each(n, 512, fill, 0.1, 1.0)
        return Stage(table, centres, labels)

    def turn(self) -> Stage:
        """Clusters of a sample's histograms, and the nearest of them for every hand."""
        river = self.buckets.stages[RIVER]
        places, bucket = river.centres, Buffer(STRENGTHS)
        bucket.array[:] = river.strengths

        def counts_on(m: _Thread, board: int, counts: Any) -> None:
            turn_counts(
                self.game, self.tables, m.cards, board, m.ones, m.sums, m.by_card, bucket, counts
            )  # fmt: skip

        sample = areas(self.sample(4, self.buckets.sizes[1], len(places), counts_on, 0.2), places)
        centres = self.clustered(OnLine(self.game, sample), self.buckets.sizes[1])
        return self.filled(
            TURN, centres, len(places), counts_on, lambda c: OnLine(self.game, areas(c, places))
        )

    def flop(self) -> Stage:
        """The same, by the distances of the turn's buckets."""
        turn, suits = self.buckets.stages[TURN], isomorphism(2, 4).tables
        places = turn.centres

        def counts_on(m: _Thread, board: int, counts: Any) -> None:
            flop_counts(self.game, self.tables, m.cards, suits, board, turn.table, counts)

        ground = ByGround(self.game, np.zeros((0, len(places)), np.uint8), places)

        sample = self.sample(3, self.buckets.sizes[0], len(places), counts_on, 0.1)
        centres = self.clustered(ground.of(sample), self.buckets.sizes[0])
        return self.filled(FLOP, centres, len(places), counts_on, ground.of)

    def sample(
        self, cards: int, size: int, width: int, counts_on: Callable[[_Thread, int, Any], None], end: float
    ) -> Any:
        """The histograms of hands as they are dealt: uint8[n, width]."""
        wanted = min(max(SAMPLE * size, LEAST_SAMPLE), MOST_SAMPLE)
        n = wanted // HANDS_A_BOARD
        dealt = [self.random.choice(CARDS, cards, replace=False) for _ in range(n)]
        seeds = self.random.integers(1 << 62, size=n)
        found = np.zeros((n, HANDS_A_BOARD, width), np.uint8)

        def draw(m: _Thread, first: int, last: int) -> None:
            counts = np.zeros((HANDS, width), np.uint8)
            for at in range(first, last):
                board = 0
                for card in dealt[at]:
                    board |= self.tables.mask[int(card)]
                counts_on(m, board, counts)
                held = np.flatnonzero(counts.sum(axis=1))
                found[at] = counts[
                    np.random.default_rng(seeds[at]).choice(held, HANDS_A_BOARD, replace=False)
                ]

        self.each(n, 4, draw, 0.0, end)
        return found.reshape(n * HANDS_A_BOARD, width)

    def clustered(self, points: Any, size: int) -> Any:
        return clusters(
            points, size, self.buckets.seed, threads=self.threads, stop=self.stop,
            progress=lambda part: self.progress(0.2 + 0.2 * part),
        )  # fmt: skip

    def filled(
        self, street: int, centres: Any, width: int, counts_on: Callable[[_Thread, int, Any], None],
        points: Callable[[Any], Any],
    ) -> Stage:  # fmt: skip
        """The table of a street: the nearest centre of each hand."""
        table, suits = _table(street), isomorphism(2, BOARD_CARDS[street]).tables
        boards, _, n = self.boards(BOARD_CARDS[street])
        buckets = table.array.view(np.uint16)

        def fill(m: _Thread, first: int, last: int) -> None:
            counts = np.zeros((HANDS, width), np.uint8)
            numbers, held, found = (np.zeros(HANDS, np.int64) for _ in range(3))
            for at in range(first, last):
                new = hand_numbers(self.game, m.cards, suits, boards[at], table, numbers, held)
                counts_on(m, boards[at], counts)
                points(counts[held[:new]]).assign(centres, 0, new, found)
                buckets[numbers[:new]] = found[:new] & 0xFFFF

        self.each(n, 8, fill, 0.4, 1.0)
        return Stage(table, centres, None)


def _table(street: int) -> Buffer:
    made = Buffer(hands_on(street) // 4 + 1)
    made.array.view(np.uint16)[:] = NONE
    return made
