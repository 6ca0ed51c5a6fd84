"""What playouts look at, beside definitions that take every point one by one, and the moves they make."""

import random

import pytest

import halfmove as hm
from halfmove.core import bits
from halfmove.core.compile import kernel
from halfmove.core.randomness import stream
from halfmove.games.go.patterns import PATTERNS

BOARDS = [{"size": 1}, {"width": 2, "height": 3}, {"width": 7, "height": 5}, {"size": 9}, {"size": 25}]
TURNS = [
    lambda rows: rows,
    lambda rows: rows[::-1],
    lambda rows: tuple(row[::-1] for row in rows),
    lambda rows: tuple(row[::-1] for row in rows[::-1]),
]
MATCHES = {"X": "X", "O": "O", ".": ".", "x": ".O ", "o": ".X ", "?": ".XO ", " ": " "}


def every_pattern():
    """Each pattern turned, mirrored and with the colours exchanged, as nine cells."""
    for rows in PATTERNS:
        for one in (rows, tuple("".join(column) for column in zip(*rows, strict=True))):
            for turn in TURNS:
                cells = "".join(turn(one))
                yield cells
                yield cells.translate(str.maketrans("XOxo", "OXox"))


EVERY = sorted(set(every_pattern()))


def around(game, place, own, other):
    """The nine cells around a place as the patterns write them."""
    row, column = divmod(place, game.stride)
    cells = ""
    for r in range(row - 1, row + 2):
        for c in range(column - 1, column + 2):
            at = r * game.stride + c
            if not (0 <= r < game.height and 0 <= c < game.width):
                cells += " "
            else:
                cells += "X" if bits.wide_has(own, at) else "O" if bits.wide_has(other, at) else "."
    return cells


def is_match(cells, pattern):
    return all(cell in MATCHES[sign] for cell, sign in zip(cells, pattern, strict=True) if sign != "?")


def positions(game, seed, plies, every):
    """Positions of a random game of reasonable moves."""
    draw, state = random.Random(seed), game.initial()
    for ply in range(plies):
        if game.is_terminal(state):
            return
        if ply % every == 0:
            yield state
        state = game.result(state, draw.choice(list(game.actions(state))))


@pytest.mark.parametrize("board", BOARDS)
def test_patterns_are_those_that_are_drawn(board):
    game = hm.interpreted(hm.game("go", **board))
    found = 0
    for state in positions(game, 3, 60, 20):
        own, other = game.own(state), game.other(state)
        for place in bits.wide_squares(game.empty(own, other)):
            cells = around(game, place, own, other)
            right = any(is_match(cells[:4] + cells[5:], p[:4] + p[5:]) for p in EVERY)
            assert game.has_pattern(place, own, other) == right, (cells, place)
            found += right
    assert found or game.points < 9


@pytest.mark.parametrize("board", BOARDS)
def test_cornered_and_liberties_are_those_of_the_whole_chain(board):
    game = hm.interpreted(hm.game("go", **board))
    seen = set()
    for state in positions(game, 4, 90, 15):
        own, other = game.own(state), game.other(state)
        empty = game.empty(own, other)
        for stones in (own, other):
            for place in bits.wide_squares(stones):
                chain = game.flood(game.alone(place), stones)
                number = bits.wide_count(bits.wide_and(game.neighbours(chain), empty))
                assert game.cornered(place, stones, empty) == (chain if number < 2 else game.nothing)
                assert game.has_liberty(place, stones, empty)
                assert not game.has_liberty(place, stones, game.nothing)
                seen.add(number < 2)
    assert seen == {True, False} or not 9 <= game.points <= 100


@kernel
def played(game, state, words, games):
    """A number for all moves of so many playouts, and how many there were."""
    mark, plies = 0, 0
    for _ in range(games):
        s, last = state, -1
        while not game.is_terminal(s):
            last = game.playout(s, last, words)
            s = game.result(s, last)
            mark = (mark * 31 + last) % 1_000_000_007
            plies += 1
    return mark, plies


PINNED = [
    ({"size": 9}, 1, 828592059, 133),
    ({"width": 7, "height": 5, "rules": "tromp-taylor"}, 2, 165914990, 99),
    ({"size": 19}, 1, 187243465, 418),
]
"""Boards, playouts, and what `played` makes of them: faster playouts play the same moves."""


@pytest.mark.parametrize(("board", "games", "mark", "plies"), PINNED)
def test_playouts_play_these_moves(board, games, mark, plies):
    game = hm.game("go", **board)
    assert played(game, game.initial(), stream(5), games) == (mark, plies)
