"""The same small games as people write them who know plain Python and nothing of Halfmove.

Every class compiles, and does what it does interpreted.
"""

from collections import namedtuple
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
