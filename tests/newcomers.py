"""The same small games as people write them who know plain Python and nothing of Halfmove.

Every class compiles, and does what it does interpreted.
"""

# ruff: noqa: B019, C416, C417, UP033  (people write so)

import itertools
from collections import namedtuple
from enum import IntEnum
from functools import lru_cache
from itertools import chain, combinations, pairwise, permutations, product
from typing import NamedTuple

from halfmove.core.contract import Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LISTS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
SIZE = 3


class State(NamedTuple):
    board: tuple[int, ...]
    turn: int


class TicTacToe(Game):
    """The rules of all that follow: they differ in how they are written."""

    def initial(self):
        return State((0,) * 9, 1)

    def to_move(self, s):
        return s.turn - 1

    def actions(self, s):
        for i in range(9):
            if s.board[i] == 0:
                yield i

    def result(self, s, a):
        cells = list(s.board)
        cells[a] = s.turn
        return State(tuple(cells), 3 - s.turn)

    def wins(self, s, p):
        for a, b, c in LINES:
            if s.board[a] == s.board[b] == s.board[c] == p:
                return True
        return False

    def is_terminal(self, s):
        return self.wins(s, 1) or self.wins(s, 2) or 0 not in s.board

    def utility(self, s, player):
        if self.wins(s, player + 1):
            return 1
        return -1 if self.wins(s, 2 - player) else 0


class Slices(TicTacToe):
    def actions(self, s):
        return [i for i in range(9) if s.board[i] == 0]

    def result(self, s, a):
        return State(s.board[:a] + (s.turn,) + s.board[a + 1 :], 3 - s.turn)


class Stars(TicTacToe):
    def actions(self, s):
        yield from (i for i, x in enumerate(s.board) if x == 0)

    def result(self, s, a):
        return State((*s.board[:a], s.turn, *s.board[1 + a :]), 3 - s.turn)


class Generated(TicTacToe):
    def is_terminal(self, s):
        return any(self.wins(s, p) for p in (1, 2)) or all(x != 0 for x in s.board)

    def wins(self, s, p):
        return any(all(s.board[i] == p for i in line) for line in LISTS)

    def result(self, s, a):
        return State(tuple(s.turn if i == a else x for i, x in enumerate(s.board)), 3 - s.turn)


class Comprehended(TicTacToe):
    def actions(self, s):
        return (i for i in range(len(s.board)) if not s.board[i])

    def wins(self, s, p):
        return max(sum(s.board[i] == p for i in line) for line in LINES) == 3

    def result(self, s, a):
        board = tuple([s.turn if i == a else s.board[i] for i in range(SIZE * SIZE)])
        return State(board=board, turn=1 if s.turn == 2 else 2)


class Appended(TicTacToe):
    def is_terminal(self, s):
        return len(list(self.actions(s))) == 0 or self.wins(s, 1) or self.wins(s, 2)

    def result(self, s, a):
        board = []
        for i in range(9):
            if i == a:
                board.append(s.turn)
            else:
                board.append(s.board[i])
        return State(tuple(board), 3 - s.turn)


class Replaced(TicTacToe):
    def wins(self, s, p):
        own = [i for i, x in enumerate(s.board) if x == p]
        return any(set(line) <= set(own) for line in LINES) if len(own) > 2 else False

    def result(self, s, a):
        s = s._replace(turn=3 - s.turn)
        return s._replace(board=s.board[:a] + (3 - s.turn,) + s.board[a + 1 :])


class Helped(TicTacToe):
    size: int = 3

    def place(self, board, a, mark):
        new = [*board]
        new[a] = mark
        return tuple(new)

    def result(self, s, a):
        if s.board[a] != 0:
            return s
        return State(self.place(s.board, a, s.turn), 3 - s.turn)

    def wins(self, s, p):
        rows = [s.board[self.size * r : self.size * (r + 1)] for r in range(self.size)]
        columns = list(zip(*rows)) if False else [s.board[c :: self.size] for c in range(self.size)]
        crosses = [s.board[:: self.size + 1], s.board[2:7:2]]
        return any(sum(x == p for x in line) == 3 for line in rows + columns) or any(
            all(x == p for x in line) for line in crosses
        )


class Turned(TicTacToe):
    """The board of the player to move, turned round after every move."""

    def initial(self):
        return State(tuple(0 for _ in range(9)), 1)

    def result(self, s, a):
        board = list(s.board)
        board[a] += 1
        board = [3 - x if x else 0 for x in board]
        return State(tuple(board), 3 - s.turn)

    def wins(self, s, p):
        own = 1 if s.turn == p else 2
        return any(tuple(s.board[i] for i in line) == (own, own, own) for line in LINES)


class Matched(TicTacToe):
    def actions(self, s):
        for i, x in enumerate(s.board):
            match x, i:
                case 0, 4 | 0:
                    yield i
                case 0, place if place > 0:
                    yield place

    def result(self, s, a):
        match s.turn:
            case 1 | 3 as turn:
                other = 2
            case turn:
                other = 1
        return State((*s.board[:a], turn, *s.board[a + 1 :]), other)

    def wins(self, s, p):
        for a, b, c in LINES:
            match (s.board[a], s.board[b], s.board[c]):
                case (x, y, z) if x == y == z == p:
                    return True
                case _:
                    continue
        return False

    def is_terminal(self, s):
        match self.wins(s, 1), self.wins(s, 2), s.board.count(0):
            case (False, False, n) if n > 0:
                return False
            case _:
                return True


class Rows(NamedTuple):
    board: tuple
    turn: int


class Square(TicTacToe):
    """A board of rows."""

    def initial(self):
        return Rows(((0,) * 3,) * 3, 1)

    def actions(self, s):
        for r, row in enumerate(s.board):
            for c, x in enumerate(row):
                if x == 0:
                    yield 3 * r + c

    def result(self, s, a):
        r, c = divmod(a, 3)
        rows = [list(row) for row in s.board]
        rows[r][c] = s.turn
        return Rows(tuple(tuple(row) for row in rows), 3 - s.turn)

    def wins(self, s, p):
        b = s.board
        lines = [all(b[i][j] == p for j in range(3)) for i in range(3)]
        lines += [all(b[i][j] == p for i in range(3)) for j in range(3)]
        lines.append(all(b[i][i] == p for i in range(3)))
        lines.append(all(b[i][2 - i] == p for i in range(3)))
        return any(lines)

    def is_terminal(self, s):
        return self.wins(s, 1) or self.wins(s, 2) or all(x for row in s.board for x in row)


class SquareMapped(Square):
    def result(self, s, a):
        rows = list(map(list, s.board))
        rows[a // 3][a % 3] = s.turn
        return s._replace(board=tuple(map(tuple, rows)), turn=3 - s.turn)


class SquareAliased(Square):
    def result(self, s, a):
        rows = [list(row) for row in s.board]
        row = rows[a // 3]
        row[a % 3] = s.turn
        return Rows(tuple([tuple(row) for row in rows]), 3 - s.turn)


class SquareSliced(Square):
    def result(self, s, a):
        r, c = a // 3, a % 3
        row = s.board[r][:c] + (s.turn,) + s.board[r][c + 1 :]
        return Rows(s.board[:r] + (row,) + s.board[r + 1 :], 3 - s.turn)


Heaps = namedtuple("Heaps", "heaps mover")


class Nim(Game):
    def initial(self):
        return Heaps((1, 2, 3), 0)

    def to_move(self, s):
        return s.mover

    def actions(self, s):
        for h, n in enumerate(s.heaps):
            for k in range(1, n + 1):
                yield 10 * h + k

    def result(self, s, a):
        heaps = list(s.heaps)
        heaps[a // 10] -= a % 10
        return Heaps(tuple(heaps), 1 - s.mover)

    def is_terminal(self, s):
        return sum(s.heaps) == 0

    def utility(self, s, player):
        return -1 if s.mover == player else 1


class NimSorted(Nim):
    """Heaps in order, so that equal positions are equal states."""

    def actions(self, s):
        for h in range(len(s.heaps)):
            yield from (10 * h + k for k in range(1, s.heaps[h] + 1))

    def result(self, s, a):
        h, k = divmod(a, 10)
        return Heaps(tuple(sorted(n - k if i == h else n for i, n in enumerate(s.heaps))), not s.mover)

    def is_terminal(self, s):
        return not any(s.heaps)


class NimSwapped(Nim):
    """The heap that was taken from goes to the front."""

    def result(self, s, a):
        heaps = list(s.heaps)
        h = a // 10
        heaps[h] -= a % 10
        heaps[0], heaps[h] = heaps[h], heaps[0]
        return Heaps(heaps=tuple(heaps), mover=1 - s.mover)

    def is_terminal(self, s):
        return max(s.heaps) == 0 and s.heaps.count(0) == len(s.heaps)


# ---- what people write in rules

NEIGHBOURS = [[1, 3], [0, 2, 4], [1, 5], [0, 4, 6], [1, 3, 5, 7], [2, 4, 8], [3, 7], [4, 6, 8], [5, 7]]
WORTH = {0: 0, 1: 10, 2: -10}
STEPS = {0: (-1, 0), 1: (0, 1), 2: (1, 0)}


class Marks(IntEnum):
    NONE = 0
    CROSS = 1
    NOUGHT = 2


class Position(NamedTuple):
    """A state with methods of its own."""

    board: tuple[int, ...]
    turn: int

    def empty(self):
        return [i for i, x in enumerate(self.board) if x == 0]

    def count_of(self, mark, more=0):
        return self.board.count(mark) + more

    @property
    def other(self):
        return 3 - self.turn


def climb(n):
    return n if n < 2 else climb(n - 1) + climb(n - 2)


class Plain(TicTacToe):
    def shared(self, s, n=2):
        return n + s.turn


class Phrases(Plain):
    """One phrase of Python a method, each of a state and a number."""

    side: int = 3

    def setup(self):
        self.near = [list(row) for row in NEIGHBOURS]

    def initial(self):
        return Position((0,) * 9, 1)

    def sorts_by_a_key(self, s):
        best = sorted([i for i in range(9)], key=lambda i: (-s.board[i], i))
        return 100 * best[0] + 10 * best[8] + sorted(s.board, reverse=True)[0]

    def chooses_by_a_key(self, s):
        last = max(range(9), key=lambda i: s.board[i] * 10 + i)
        return 10 * last + min((x for x in s.board if x), default=7) + max(s.board) - min(s.board)

    def zips_and_counts(self, s):
        n = 0
        for a, b in zip(s.board, s.board[1:]):
            n += a == b
        for i, x in enumerate(reversed(s.board)):
            n += i * x
        for i, (a, b) in enumerate(zip(range(3), (4, 5, 6))):
            n += a * b - i
        for i in reversed(range(2, 8, 2)):
            n = 3 * n + i
        return n % 1009

    def names_a_value(self, s):
        if (n := s.board.count(0)) == 0:
            return -1
        while (n := n - 1) > 3:
            pass
        return n + s.board.index(0)

    def matches(self, s):
        match s.turn:
            case 1 if s.board[0] == 1:
                return 1
            case 1 | 3:
                return 2
            case _:
                return 3

    def matches_rows(self, s):
        n, x = 0, 4
        for row in (s.board[:2], s.board[3:5], s.board[7:]):
            match row:
                case (0, 0):
                    n += 1
                case (x, 0) | (0, x):
                    n += 10 * x
                case [2 as x, y] if x == y:
                    n += 300
                case (_, _, _):
                    n += 500
                case both:
                    n += 7 * both[0] + x
        return n

    def matches_names(self, s):
        match s.board[0], (s.board[1], s.turn):
            case Marks.CROSS, (x, 1):
                return 10 + x
            case (x, (Marks.NOUGHT | 1, turn)) if x != turn:
                return 20 + x + turn
            case whole, (-1, _):
                return whole
            case x, pair:
                return 30 + x + pair[0] + pair[1]

    def looks_up(self, s):
        return sum(WORTH[x] for x in s.board) + STEPS[s.board[4]][1] + len(NEIGHBOURS[s.board[0]])

    def walks(self, s):
        found = []
        for i in range(9):
            for n in NEIGHBOURS[i]:
                if s.board[n] == s.board[i] and n not in found:
                    found.append(n)
            found += [n for n in self.near[-1 - i] if s.board[n] == 2]
        return sum(found)

    def walks_all(self, s):
        n = 0
        for i, row in enumerate(NEIGHBOURS):
            n += i * sum(s.board[j] for j in row)
        for row in self.near:
            n += len(row) if s.board[row[0]] else 0
        return n + max(sum(row) for row in NEIGHBOURS) + sum(x * y[0] for x, y in zip(s.board, self.near))

    def fills(self, s):
        waiting, seen = [0], set()
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            waiting.extend(n for n in NEIGHBOURS[place] if s.board[n] == s.board[0])
        return len(seen)

    def descends(self, s):
        return self.depth(s, 4) + climb(s.turn + 4)

    def depth(self, s, n):
        if n == 0:
            return s.turn
        return 2 * self.depth(s, n - 1) + sum(self.depth(s, n - 2) for _ in range(n - 1))

    def calls_itself(self, s):
        return self.up(s.turn) + 10 * self.even(s.board.count(0)) + 100 * self.mine(s, 4, True)

    def up(self, n, more=1):
        return 0 if n <= 0 else more + self.up(n - 1, more=more + 1) + self.up(n - 2)

    def even(self, n):
        return True if n == 0 else self.odd(n - 1)

    def odd(self, n):
        return False if n == 0 else self.even(n - 1)

    def mine(self, s, n, last):
        if n <= 0:
            return 5 if last else 6
        return 1 + self.theirs(s, n - 1, True) - self.mine(s, n - 3, n % 2 == 0)

    def theirs(self, s, n, last=False):
        if n <= 0:
            return s.board[0]
        return self.either(s, last=1, n=n - 1) + self.mine(s, n - 2, 0)

    def either(self, s, n, last):
        if n <= 0:
            return 9 - last
        return any(self.mine(s, k, last) > 3 for k in range(n)) + self.theirs(s, 0) + self.theirs(s, n - 1)

    def shared(self, s, n=2):
        return 10 * super().shared(s, n=n) + Plain.shared(self, s)

    def calls(self, s):
        return (
            self.shared(s)
            + self.shared(s, 5)
            + self.line(s, 0, 4, 8)
            + self.third(s.turn)
            + self.cached(s, 1)
        )

    def line(self, s, *squares):
        return sum(s.board[i] for i in squares)

    @classmethod
    def third(cls, n):
        return n // 3

    @lru_cache(maxsize=None)
    def cached(self, s, n):
        return s.board[n]

    def asks_the_state(self, s):
        return len(s.empty()) + s.other + s.count_of(1) + s.count_of(2, more=1)

    def collects(self, s):
        kinds = {x for x in s.board}
        row = {s.board[0], s.board[1], s.board[2]}
        return 100 * len(kinds) + 10 * (row == {1}) + (s.board[0] in {1, 2}) + len(set(s.board))

    def turns(self, s):
        grid = [[s.board[self.side * r + c] for c in range(self.side)] for r in range(self.side)]
        turned = [list(column) for column in zip(*grid)]
        turned[0][2] += 5
        return sum((i + 1) * x for i, row in enumerate(turned) for x in row)

    def first_of(self, s):
        first = next((i for i in range(9) if s.board[i] == 0), -1)
        return 10 * first + (not s.empty()) + (next(self.actions(s), None) is None)

    def takes_from_itertools(self, s):
        n = 0
        for a, b in product(range(3), s.board[:2]):
            n += 3 * a + b
        for a, b, c in permutations((1, s.turn, s.board[0])):
            n = (5 * n + a + 2 * b + c) % 1009
        for x in chain((1, 2), range(s.turn), s.empty()):
            n += x
        some = [i for i, x in enumerate(s.board) if x == 1]
        n += sum(a * b for a, b in itertools.combinations(some, 2)) + len(list(permutations(some, r=2)))
        n += any(a + b + c == 12 for a, b, c in combinations(s.empty(), self.side))
        n += sum(a * b * c for a, b, c in product((0, s.turn), repeat=3))
        n += sum(2 * x + y for x, y in itertools.combinations_with_replacement(s.board[3:6], 2))
        n += sum(chain.from_iterable(NEIGHBOURS)) + sum(a * b for a, b in pairwise(s.board))
        corners = tuple(product((0, 2), repeat=2))
        return n + (7 if (s.board[0], s.board[1]) in corners else 0)

    def unpacks_the_rest(self, s):
        first, *rest = s.board
        *most, last = s.empty() + [3, 4]
        a, b, *some, c = [x + 1 for x in s.board]
        head, *tail = self.near[s.turn]
        return first + 2 * sum(rest) + 3 * last + len(most) + a * b + sum(some[1:]) * c + head * len(tail)

    def tries(self, s):
        n = 0
        for x in s.board:
            try:
                n += 12 // x
            except Exception:  # noqa: BLE001
                n += 1
            else:
                n += 100
            finally:
                n += 1000
        return n

    def may_be_none(self, s):
        winner = self.winner(s)
        return 0 if winner is None else winner

    def winner(self, s):
        for a, b, c in LINES:
            if s.board[a] == s.board[b] == s.board[c] != Marks.NONE:
                return s.board[a]
        return None

    def compares(self, s):
        best = [0] * 3
        best[s.board[0]] += Marks.CROSS
        return (
            (s.board == (1,) * 9)
            + 2 * (s.board[: s.turn] == (1, 1)[: s.turn])
            + 4 * ((s.board[0], s.board[1]) in ((1, 1), (2, 2)))
            + 8 * best[1]
            + 16 * any(list(map(lambda x: x > 1, s.board)))
        )

    def inner(self, s):
        def same(a, b, c):
            return s.board[a] == s.board[b] == s.board[c]

        return same(0, 1, 2) + 2 * same(3, 4, 5)

    def all_of_them(self, s):
        return (
            self.sorts_by_a_key(s),
            self.chooses_by_a_key(s),
            self.zips_and_counts(s),
            self.names_a_value(s),
            self.matches(s),
            self.matches_rows(s),
            self.matches_names(s),
            self.looks_up(s),
            self.walks(s),
            self.walks_all(s),
            self.fills(s),
            self.descends(s),
            self.calls(s),
            self.calls_itself(s),
            self.asks_the_state(s),
            self.collects(s),
            self.turns(s),
            self.first_of(s),
            self.takes_from_itertools(s),
            self.unpacks_the_rest(s),
            self.tries(s),
            self.may_be_none(s),
            self.compares(s),
            self.inner(s),
        )
