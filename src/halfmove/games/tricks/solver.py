"""How many tricks a side takes: the questions that partition search is asked, and the memory they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.memory import LANE, MOST_BLOCKS, NODES, USED, Memory, new_memory
from halfmove.games.tricks.partition import MADE, START, forget, prepare, search
from halfmove.games.tricks.rules import State, TrickGame

KEPT_BLOCKS = 8192
"""A table of at most so many blocks, 1 MB, is kept for the next deal; a larger one costs more to read than it
spares, and is emptied."""

T = TypeVar("T")
R = TypeVar("R")


class TrickSolver:
    """The tricks that the sides of one game take with best play; one thread's.

    What was found of one position serves others of the deal with the same trump suit.
    """

    def __init__(self, game: TrickGame, blocks: int = MOST_BLOCKS) -> None:
        self.game = game
        self.memory: Memory = new_memory(blocks)
        self._trump = START
        self._deal = (bits.board(0),) * 4  # the hands of which all searched since are parts
        self.last: int | None = None
        """The latest answer of `tricks`: a guess at the next deal's."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self.memory.counters[NODES]

    def tricks(self, s: State, guess: int | None = None) -> int:
        """How many of the tricks left, with that on the table, side 0 takes; the search begins at `guess`."""
        left = self.game.tricks_left(s)
        low, high, target = 0, left, (left + 1) // 2 if guess is None else guess
        is_made = self._ask(s) if left else None
        while is_made is not None and low < high:
            target = min(max(target, low + 1), high)
            if is_made(target):
                low, target = target, target + 1
            else:
                high, target = target - 1, target - 1
        self.last = low
        return low

    def takes(self, s: State, target: int) -> bool:
        """Whether side 0 takes so many of the tricks left, with that on the table: one question, cheaper than
        `tricks`."""
        if target <= 0 or target > self.game.tricks_left(s):
            return target <= 0
        return self._ask(s)(target)

    def _ask(self, s: State) -> Callable[[int], bool]:
        """Prepare for questions about a position: whether side 0 takes so many tricks of those left."""
        game, m = self.game, self.memory
        hands, seat = game.hands(s), game.seat(s)
        if s.trump != self._trump or any(hand & ~old for hand, old in zip(hands, self._deal, strict=True)):
            self._begin(hands, s.trump)
        for i, hand in enumerate(hands):
            m.hands[i] = hand
        top, winner = game.best(s)
        led, trick = START, bits.board(0)
        for place in range(game.played(s)):
            card = game.card_played(s, place)
            trick |= bits.bit(card)
            led = card // LANE if place == 0 else led

        def is_made(target: int) -> bool:
            answer = search(game, m, target, s.trump, seat, led, trick, top, winner, 0)
            return bool(answer & MADE)

        return is_made

    def _begin(self, hands: tuple[Bitboard, Bitboard, Bitboard, Bitboard], trump: int) -> None:
        """Another deal or trump suit: empty the table, unless it is small and holds for the deal too."""
        m = self.memory
        if trump != self._trump or m.counters[USED] > KEPT_BLOCKS:
            forget(self.game, m)
        for seat, hand in enumerate(hands):
            m.hands[seat] = hand
        prepare(self.game, m)
        self._deal, self._trump = hands, trump

    def after_each(self, s: State, cards: Sequence[int], guess: int | None = None) -> list[int]:
        """How many of the tricks left side 0 takes after each card; `cards` are all that are legal, of equal
        ones at least one.

        First the value of the position is found, beginning at `guess`; no card is better than that for the
        side to play.  Each card is then asked for that much, and for a trick less until the answer is yes.
        """
        best = self.tricks(s, guess)
        if len(cards) == 1:
            return [best]
        side, found = self.game.to_move(s), list[int]()
        for card in cards:
            after = self.game.result(s, card)
            gained, left = after.won - s.won, self.game.tricks_left(after)
            is_made, taken = self._ask(after) if left else None, best - gained
            if is_made is not None and side == 0:
                while taken > 0 and not is_made(taken):
                    taken -= 1
            elif is_made is not None:
                while taken < left and is_made(taken + 1):
                    taken += 1
            found.append(gained + taken)
        return found

    def cards(self, s: State) -> dict[int, int]:
        """Each legal card with the tricks of those left that the side to play takes after it."""
        game, found = self.game, dict[int, int]()
        side, left = game.to_move(s), game.tricks_left(s)
        runs = sorted(game.candidates(s), reverse=True)
        taken, value = dict(zip(runs, self.after_each(s, runs), strict=True)), 0
        for card in sorted(game.actions(s), reverse=True):
            value = taken.get(card, value)  # a card that is in none is as good as the one before
            found[card] = value if side == 0 else left - value
        return dict(reversed(found.items()))


def strain_results(solver: TrickSolver, hands: Sequence[int], trump: int) -> list[int]:
    """The tricks of each declarer in one strain; the hand after his leads."""
    game, found = solver.game, [0] * len(hands)
    left, guess = bits.count(hands[0]), None
    for leader in range(len(hands)):
        first = solver.tricks(game.first_state(hands, trump, leader), guess)
        declarer = (leader - 1) % len(hands)
        found[declarer] = first if declarer & 1 == 0 else left - first
        guess = first
    return found


def all_results(game: TrickGame, hands: Sequence[int], threads: int = 1) -> list[list[int]]:
    """By strain (♣ ♦ ♥ ♠ no trump), by declarer: the tricks he takes with best play on both sides."""
    strains = (4, 0, 1, 2, 3)  # the longest first, so that the threads end together
    rows = _solve_each(game, strains, lambda solver, trump: strain_results(solver, hands, trump), threads)
    no_trump, *suits = rows
    return [*suits, no_trump]


def iter_solved(
    deals: Sequence[Sequence[int]], strain: int, leader: int, threads: int = 1, game: TrickGame | None = None
) -> Iterator[int]:
    """Yield the tricks that the declarer, the hand before `leader`, takes in each deal, in order.

    A deal is its hands by seats, each a set of cards as `deals.read_deal` gives it, all of one size; `strain`
    is 0 to 4 (♣ ♦ ♥ ♠ no trump).  `game` is bridge where it is not given.  A caller that stops early, or is
    interrupted, waits for no more than one deal a thread.
    """
    game = game or DoubleDummy()
    declarer = (leader - 1) % game.seats

    def solve(solver: TrickSolver, hands: Sequence[int]) -> int:
        tricks = solver.tricks(solver.game.first_state(hands, strain, leader), solver.last)
        return tricks if declarer & 1 == 0 else bits.count(hands[0]) - tricks

    return _solve_each(game, deals, solve, threads)


def solve_many(
    deals: Sequence[Sequence[int]], strain: int, leader: int, threads: int = 1, game: TrickGame | None = None
) -> list[int]:
    """The tricks that the declarer takes in each of the deals: `iter_solved` as a list."""
    return list(iter_solved(deals, strain, leader, threads, game))


def cards_of_many(game: TrickGame, states: Sequence[State], threads: int = 1) -> Iterator[dict[int, int]]:
    """Yield of each position each legal card with the tricks that the side to play takes after it."""
    return _solve_each(game, states, TrickSolver.cards, threads)


def _solve_each(
    game: TrickGame, items: Sequence[T], solve: Callable[[TrickSolver, T], R], threads: int
) -> Iterator[R]:
    """Yield what `solve` makes of each item, in order; each thread has a solver of its own."""
    if threads == 1 or len(items) < 2:
        solver = TrickSolver(game)
        for item in items:
            yield solve(solver, item)
        return
    threads = min(threads, len(items))
    idle = [TrickSolver(game) for _ in range(threads)]

    def run(item: T) -> R:
        solver = idle.pop()
        try:
            return solve(solver, item)
        finally:
            idle.append(solver)

    with ThreadPoolExecutor(threads) as pool:
        # a generator that is closed cancels what has not begun
        yield from pool.map(run, items)
