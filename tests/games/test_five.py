"""Five in a row with its lines' patterns, beside sets of squares and the game that counts all lines anew."""

import random

import pytest
from exact import check_knowledge, child_score, random_states, score
from probe import check_speeds

import halfmove as hm
from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.score import loss_in, win_in
from halfmove.games.mnk import MNK, Gomoku
from halfmove.games.mnk.five import FiveInLine, around, eight
from halfmove.games.mnk.gomoku import GomokuOfFive, GomokuOfOthers
from halfmove.games.mnk.many_words import ManyWords
from halfmove.games.mnk.patterns import FIVES, FOURS, PLACES, REACH, WORTH, digits, tables, views
from halfmove.games.reference import position
from halfmove.search.alphabeta.threads import Engine

SIZES = [(15, 9), (9, 15), (9, 7), (15, 5), (5, 9)]


def steps(game, state):
    """The actions of a game that is played where the stones are."""
    near = list(game.plausible(state))
    return near if len(near) > 1 else list(game.actions(state))


def played_states(game, seed, games):
    """The states of random games, most of whose moves are near the others."""
    rng = random.Random(seed)
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state):
            yield state
            moves = steps(game, state) if rng.random() < 0.8 else list(game.actions(state))
            state = game.result(state, rng.choice(moves))
        yield state


def test_gomoku_is_five_in_line_where_that_fits():
    assert type(Gomoku()) is GomokuOfFive
    assert type(Gomoku(width="9", height="9", k="5")) is GomokuOfFive
    assert type(Gomoku(width=7, height=7, k=4)) is GomokuOfOthers
    assert type(Gomoku(width=19, height=19)) is GomokuOfOthers
    assert type(MNK(width=15, height=15, k=5)) is ManyWords
    assert [repr(game) for game in (Gomoku(height=9), Gomoku(k=4))] == [
        "Gomoku(width=15, height=9, k=5)",
        "Gomoku(width=15, height=15, k=4)",
    ]
    with pytest.raises(BadInput, match="'k' must be a whole number"):
        Gomoku(k="five")
    with pytest.raises(BadInput, match="up to 15 squares wide, not with k=4 and width=9"):
        FiveInLine(width=9, height=9, k=4)


def test_the_patterns_are_what_their_windows_say():
    added, taken, shapes = (table.tolist() for table in tables())
    rng = random.Random(5)
    for _ in range(400):
        cells = [rng.choice((0, 0, 1, 1, 2)) for _ in range(2 * REACH + 1)]
        cells[REACH] = 0
        own = sum(1 << i for i, cell in enumerate(cells) if cell == 1)
        shut = sum(1 << i for i, cell in enumerate(cells) if cell == 2)
        pattern = int(digits()[own] + 2 * digits()[shut])
        windows = [range(i, i + 5) for i in range(5) if 2 not in cells[i : i + 5]]
        stones = [sum(cells[i] for i in window) for window in windows]
        assert added[pattern] == sum((1 << PLACES[n + 1]) - (1 << PLACES[n]) for n in stones) % 2**64
        assert taken[pattern] == sum(1 << PLACES[n] for n in stones)
        for first, lacks in ((FIVES, 3), (FOURS, 2)):
            free = {
                i
                for window, n in zip(windows, stones, strict=True)
                if n == lacks
                for i in window
                if cells[i] == 0 and i != REACH
            }
            assert shapes[pattern] >> first & 511 == sum(1 << i for i in free)
        assert shapes[pattern] >> WORTH == sum(4**n for n in stones)


def test_what_both_sides_see_is_what_each_side_sees():
    _, _, shapes = (table.tolist() for table in tables())
    worth, fives = (table.tolist() for table in views())
    rng = random.Random(6)
    for _ in range(400):
        cells = [rng.choice((0, 0, 0, 1, 1, 2, 2, 3)) for _ in range(2 * REACH + 1)]
        cells[REACH] = 0
        mine, theirs, off = (sum(1 << i for i, cell in enumerate(cells) if cell == n) for n in (1, 2, 3))
        own = shapes[int(digits()[mine] + 2 * digits()[theirs | off])]
        other = shapes[int(digits()[theirs] + 2 * digits()[mine | off])]
        seen = int(eight(mine | off)) | int(eight(theirs | off)) << 8
        assert worth[seen] == (own >> WORTH) + (other >> WORTH)
        assert fives[seen] == own & 511


def test_the_squares_around_a_square_in_the_order_of_its_lines():
    game = interpreted(FiveInLine(width=15, height=15, k=5))
    rng = random.Random(1)
    for _ in range(40):
        squares = {rng.randrange(225) for _ in range(80)}
        board = game.nothing
        for a in squares:
            board = bits.wide_with(board, game.place(a))
        a = rng.randrange(225)
        seen, edges = around(board, game.place(a)), int(game.edges[game.place(a)])
        for d, (down, right) in enumerate(((0, 1), (1, 0), (1, 1), (1, -1))):
            for t in range(-REACH, REACH + 1):
                row, column, bit = a // 15 + down * t, a % 15 + right * t, 16 * d + t + REACH
                inside = 0 <= row < 15 and 0 <= column < 15
                assert edges >> bit & 1 == (not inside)
                if inside:
                    assert seen >> bit & 1 == (row * 15 + column in squares)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_is_kept_is_what_all_lines_say(width, height):
    game = interpreted(FiveInLine(width=width, height=height, k=5))
    other = interpreted(ManyWords(width=width, height=height, k=5))
    lines = [
        {(r + dr * t) * width + c + dc * t for t in range(5)}
        for r in range(height)
        for c in range(width)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        if r + dr * 4 < height and 0 <= c + dc * 4 < width
    ]
    for number, state in enumerate(played_states(game, width + height, 2)):
        twin = other.parse(game.position_text(state))
        assert game.is_terminal(state) == other.is_terminal(twin)
        assert game.utility(state, 0) == other.utility(twin, 0)
        if number % 6 != 0 or game.is_terminal(state):
            continue
        assert list(game.actions(state)) == list(other.actions(twin))
        assert game.evaluate(state, 0) == other.evaluate(twin, 0)
        assert game.parse(game.position_text(state)) == state  # whatever the order of the moves was
        stones = game.stones(state)
        x, o = ({a for a, stone in enumerate(stones) if stone == side} for side in "XO")
        for own, theirs, wins, fours, forks, census in (
            (x, o, state.x_wins, state.x_fours, state.x_forks, state.x_census),
            (o, x, state.o_wins, state.o_fours, state.o_forks, state.o_census),
        ):
            missing = [line - own for line in lines if not line & theirs]
            pairs = [line for line in missing if len(line) == 2]
            after = {
                a: {b for pair in pairs if a in pair for b in pair - {a}} for pair in pairs for a in pair
            }
            named = [{game.action(p) for p in bits.wide_squares(board)} for board in (wins, fours, forks)]
            assert named[0] == {a for line in missing if len(line) == 1 for a in line}
            assert named[1] == set(after)
            assert named[2] == {a for a, more in after.items() if len(more) > 1}
            potential = sum(32 // 2 ** len(line) for line in missing)
            assert game.potential(census) == potential
            for limit in (16, 32, potential, potential + 1):
                assert game.spoilt(census, limit) == (potential < limit)


@pytest.mark.one_speed
@pytest.mark.parametrize(("width", "height", "most"), [(6, 6, 6), (8, 5, 6), (7, 7, 6)])
def test_what_it_knows_is_true(width, height, most):
    game, known = interpreted(FiveInLine(width=width, height=height, k=5)), {}
    pressed = 0
    for state in random_states(game, 1, 20):
        if game.stones(state).count(".") <= most:
            check_knowledge(game, state, known)
            lower, upper = game.bounds(state)
            if lower < upper and game.in_check(state):
                pressed += 1
                best = max(child_score(game, state, a, known) for a in game.plausible(state))
                assert best == score(game, state, known)
    assert pressed


def test_threats_are_proven():
    game = interpreted(Gomoku())
    facing_four = position(game, moves="h8 a1 i8 a2 j8 a3 k8")[0]
    assert game.bounds(facing_four) == (loss_in(2), loss_in(2))
    open_three = position(game, moves="h8 a1 i8 c1 j8 e1")[0]
    assert game.bounds(open_three) == (win_in(3), win_in(3))
    facing_three = position(game, moves="h8 a1 i8 c1 j8")[0]
    assert game.in_check(facing_three)
    replies = {game.action_text(facing_three, a) for a in game.plausible(facing_three)}
    assert replies == {"g8", "f8", "k8"}  # g8 is the first fork, f8 and k8 win after it


def test_both_speeds_keep_the_same():
    game = Gomoku()
    check_speeds(game, list(played_states(interpreted(game), 3, 1))[:60:7])


# wins by continuous fours that neither a four nor a fork tells: moves, and with which the win may begin
CONTINUOUS = [
    ("e8 d8 f8 h11 g8 f9 h9 a1 h10 c15 i6 m1 j5 o13", {"h8"}),
    ("e8 d8 f8 h11 g5 f9 g6 g4 g7 a1 h9 c15 h10 m1 i6 o13 j5 a12", {"g8", "g9"}),
]


@pytest.mark.parametrize(("moves", "first"), CONTINUOUS)
def test_continuous_fours_are_found_at_once(moves, first):
    game = Gomoku()
    state, _ = position(game, moves=moves)
    lower, upper = game.bounds(state)
    assert lower < upper
    analysis = hm.analyze(game, state, Limit(depth=1), memory=Engine(game, megabytes=1))
    assert (analysis.proven, analysis.value) == (True, 1)
    assert game.action_text(state, analysis.best) in first


@pytest.mark.one_speed
@pytest.mark.parametrize(("width", "height", "free"), [(5, 5, 7), (6, 6, 7)])
def test_no_win_is_claimed_that_is_none(width, height, free):
    game, known = interpreted(Gomoku(width=width, height=height)), {}
    claimed = 0
    for state in random_states(game, 8, 6):
        if game.stones(state).count(".") == free:
            analysis = hm.analyze(game, state, Limit(depth=6), memory=Engine(game, megabytes=1))
            if analysis.proven:
                claimed += 1
                exact = score(game, state, known)
                assert analysis.value == (exact > 0) - (exact < 0)
    assert claimed
