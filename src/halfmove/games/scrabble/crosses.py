"""Which letters fit the squares of a board in the words across them, and where plays begin.

On each line, across and down, a play has at least one anchor: the last tile of a row of tiles that it joins,
or an empty square with a tile only across the line.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.scrabble.desk import Desk, child_of, ending_letters
from halfmove.games.scrabble.lexicon.graph import GADDAG, LOW


def letters_across(t: Desk, size: int, square: int, at: int, step: int) -> Bitboard:
    """The letters that make a word across, where the place of the square on the line across is `at`, and the
    next square of that line is `step` further."""
    last = at
    while last + 1 < size and t.board[square + (last + 1 - at) * step] > 0:
        last += 1
    node = bits.number(t.graph[GADDAG])
    for place in range(last, at, -1):  # what follows, backwards
        node = child_of(t.graph, node, t.board[square + (place - at) * step] & 31) if node > 0 else 0
    if node == 0:
        return bits.board(0)
    first = at
    while first > 0 and t.board[square + (first - 1 - at) * step] > 0:
        first -= 1
    if first == at:
        return ending_letters(t.graph, node)
    if last == at:  # what comes before, backwards, then the separator and the letter
        for place in range(at - 1, first - 1, -1):
            node = child_of(t.graph, node, t.board[square + (place - at) * step] & 31) if node > 0 else 0
        node = child_of(t.graph, node, 0) if node > 0 else 0
        return ending_letters(t.graph, node) if node > 0 else bits.board(0)
    found = bits.board(0)
    either = t.graph[node] & bits.board(LOW - 1)
    for letter in bits.squares(either):
        below = child_of(t.graph, node, letter)
        for place in range(at - 1, first, -1):
            below = child_of(t.graph, below, t.board[square + (place - at) * step] & 31) if below > 0 else 0
        if below > 0 and bits.has(ending_letters(t.graph, below), t.board[square + (first - at) * step] & 31):
            found |= bits.bit(letter)
    return found


def refresh_lines(t: Desk, size: int) -> None:
    """Bring `fits`, `across` and `lines` up to date: of rows and columns on which the board has changed."""
    rows, columns = bits.board(0), bits.board(0)
    for row in range(size):
        for column in range(size):
            square = row * size + column
            if t.board[square] != t.known[square]:
                t.known[square] = t.board[square]
                rows |= bits.bit(row)
                columns |= bits.bit(column)
    for row in bits.squares(rows):
        refresh_line(t, size, row, row * size, 1, size * size)
    for column in bits.squares(columns):
        refresh_line(t, size, size + column, column, size, 0)


def refresh_line(t: Desk, size: int, line: int, first: int, step: int, plane: int) -> None:
    """The same of one line, which lies across the plays that `plane` is for."""
    full = bits.board(0)
    for at in range(size):
        if t.board[first + at * step] > 0:
            full |= bits.bit(at)
    t.lines[line] = full
    near = (bits.left(full, 1) | bits.right(full, 1)) & bits.board((1 << size) - 1)
    for at in range(size):
        square = first + at * step
        if not bits.has(near, at):
            t.fits[plane + square] = bits.board(LOW)
            t.across[plane + square] = -1
        elif not bits.has(full, at):
            total = 0
            place = at - 1
            while place >= 0 and bits.has(full, place):
                total += t.points[t.board[first + place * step]]
                place -= 1
            place = at + 1
            while bits.has(full, place):
                total += t.points[t.board[first + place * step]]
                place += 1
            t.fits[plane + square] = letters_across(t, size, square, at, step)
            t.across[plane + square] = total


def anchors_of(t: Desk, size: int, down: int) -> Iterator[tuple[int, int, int]]:
    """The anchors of all lines of a direction: the line, the place on it, and the first place of which a play
    with this first anchor may cover an empty square."""
    empty = True
    for line in range(size):
        if t.lines[line] != bits.board(0):
            empty = False
    for line in range(size):
        full, near = t.lines[down * size + line], bits.board(0)
        if line > 0:
            near |= t.lines[down * size + line - 1]
        if line + 1 < size:
            near |= t.lines[down * size + line + 1]
        if empty and line == size // 2:
            near = bits.bit(size // 2)
        beside = bits.right(full, 1)
        open_ones = bits.without(near, full | beside | bits.left(full, 1))
        limit = 0
        for place in bits.squares(bits.without(full, beside) | open_ones):
            if bits.has(full, place):
                yield line, place, limit
                limit = place + 2
            else:
                square = place * size + line if down == 1 else line * size + place
                if t.fits[down * size * size + square] != bits.board(0):
                    yield line, place, limit
                limit = place + 1
