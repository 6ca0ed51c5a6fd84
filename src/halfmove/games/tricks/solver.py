"""How many tricks a side takes: the questions that partition search is asked, and the memory they share."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from halfmove.core import bits
from halfmove.games.tricks.memory import LANE, MOST_ENTRIES, NODES, Memory, new_memory
from halfmove.games.tricks.partition import MADE, START, forget, prepare, search
from halfmove.games.tricks.rules import State, TrickGame


class TrickSolver:
    """The tricks that the sides of one game take with best play; one thread's.

    What was found of one position serves others with the same trump suit, of other deals too.
    """

    def __init__(self, game: TrickGame, entries: int = MOST_ENTRIES) -> None:
        self.game = game
        self.memory: Memory = new_memory(entries)
        self._trump = START

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self.memory.counters[NODES]

    def tricks(self, s: State, guess: int | None = None) -> int:
        """How many of the tricks left, with that on the table, side 0 takes; the search begins at `guess`."""
        game, m = self.game, self.memory
        left = game.tricks_left(s)
        if left == 0:
            return 0
        if s.trump != self._trump:
            forget(game, m)
            self._trump = s.trump
        for seat, hand in enumerate(game.hands(s)):
            m.hands[seat] = hand
        prepare(game, m)
        played, seat = game.played(s), game.seat(s)
        top, winner = game.best(s)
        led = game.card_played(s, 0) // LANE if played else START
        trick = bits.board(0)
        for place in range(played):
            trick |= bits.bit(game.card_played(s, place))
        low, high, target = 0, left, (left + 1) // 2 if guess is None else guess
        while low < high:
            target = min(max(target, low + 1), high)
            answer = search(game, m, target, s.trump, seat, led, trick, top, winner, 0)
            if answer & MADE:
                low, target = target, target + 1
            else:
                high, target = target - 1, target - 1
        return low

    def cards(self, s: State) -> dict[int, int]:
        """Each legal card with the tricks of those left that the side to play takes after it."""
        game, found = self.game, dict[int, int]()
        side, left = game.to_move(s), game.tricks_left(s)
        guess = None
        for card in game.actions(s):
            after = game.result(s, card)
            first = self.tricks(after, guess) + after.won - s.won
            guess = first
            found[card] = first if side == 0 else left - first
        return found


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
    solvers = [TrickSolver(game) for _ in range(threads)]
    idle = list(solvers)

    def solve(trump: int) -> list[int]:
        solver = idle.pop()
        try:
            return strain_results(solver, hands, trump)
        finally:
            idle.append(solver)

    if threads == 1:
        return [solve(trump) for trump in range(5)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(solve, range(5)))
