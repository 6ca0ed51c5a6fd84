import functools

import pytest
from exact import check_knowledge, random_states
from hypothesis import given
from hypothesis import strategies as st
from line_sets import Line
from probe import check_speeds

from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.score import ESTIMATE, win_in
from halfmove.games.mnk import MNK, Gomoku, TicTacToe
from halfmove.games.mnk.many_words import NOWHERE, ManyWords
from halfmove.games.mnk.one_word import OneWord
from halfmove.games.reference import position
from halfmove.operations import perft

BOTH = pytest.mark.parametrize("kind", [OneWord, ManyWords])


def test_a_board_takes_one_word_where_it_fits():
    assert type(MNK()) is OneWord
    assert type(MNK(width=12, height=5, k=5)) is OneWord  # the last square is bit 63
    assert type(MNK(width=13, height=5, k=5)) is ManyWords
    assert type(MNK(width="15", height="15", k="5")) is ManyWords


def test_tic_tac_toe_ends_after_so_many_plies():
    # 9!/(9-d)! to depth 5, as the first line takes five plies; 1,440 games end there (Bottomley).
    game = interpreted(TicTacToe())
    exact = [perft(game, game.initial(), d) for d in range(7)]
    assert exact == [1, 9, 72, 504, 3024, 15120, 54720]


@pytest.mark.slow_interpreted
def test_tic_tac_toe_to_the_end():
    game = TicTacToe()
    assert [perft(game, game.initial(), d) for d in (7, 8, 9)] == [148176, 200448, 127872]


@BOTH
@pytest.mark.parametrize(
    ("width", "height", "k"), [(3, 3, 3), (4, 2, 2), (2, 4, 3), (5, 1, 3), (1, 4, 2), (1, 1, 1)]
)
def test_perft_agrees_with_sets_of_squares(kind, width, height, k):
    game, naive = interpreted(kind(width=width, height=height, k=k)), Line(width, height, k, drop=False)
    for depth in range(6):
        assert perft(game, game.initial(), depth) == naive.perft(depth)


@BOTH
def test_lines_are_found_in_every_direction_and_place(kind):
    for width, height, k in ((9, 6, 4), (12, 5, 5), (4, 13, 3)):
        game = interpreted(kind(width=width, height=height, k=k))
        squares = {(r, c) for r in range(height) for c in range(width)}
        for r, c in squares:
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, c + i * dc) for i in range(k)]
                stones = [y * width + x for y, x in line if 0 <= y < height and 0 <= x < width]
                others = [y * width + x for y, x in sorted(squares - set(line))][:: 2 * k][: len(stones)]
                state = game.state_of(stones, others[: len(stones) - 1] if len(stones) == k else others)
                if len(stones) == k:
                    assert game.is_terminal(state)
                    assert game.utility(state, 0) == 1 == -game.utility(state, 1)


@pytest.mark.one_speed
@BOTH
@pytest.mark.parametrize(
    ("width", "height", "k", "most"),
    [
        (3, 3, 3, 9),
        (4, 3, 3, 9),
        (3, 4, 3, 9),
        (3, 3, 2, 9),
        (5, 3, 3, 9),
        (4, 4, 3, 9),
        (4, 4, 4, 8),
        (5, 5, 4, 8),
        (6, 5, 5, 8),
        (7, 1, 3, 7),
        (8, 3, 5, 7),
        (15, 2, 5, 7),
    ],
)
def test_what_it_knows_is_true(kind, width, height, k, most):
    game, known = interpreted(kind(width=width, height=height, k=k)), {}
    games = 40 if kind is OneWord else 15
    told = [
        check_knowledge(game, state, known)
        for state in random_states(game, 1, games)
        if game.stones(state).count(".") <= most
    ]
    assert len(told) > 0.75 * games


@BOTH
def test_a_fork_wins_in_three_and_a_second_threat_cannot_be_met(kind):
    game = interpreted(kind(width=7, height=7, k=4))
    open_two = position(game, moves="c4 a1 d4 a2")[0]
    assert game.bounds(open_two) == (win_in(3), win_in(3))
    facing_three = position(game, moves="c4 a1 d4 a2 e4")[0]
    assert game.bounds(facing_three) == (2 - win_in(0), 2 - win_in(0))


@BOTH
def test_a_potential_below_one_half_is_a_draw(kind):
    # 5,5,5 has twelve lines: 12 / 32 < 1/2 (Erdős and Selfridge); 4,4,4 has ten: 10 / 16 is below one only.
    assert kind(width=5, height=5, k=5).bounds(kind(width=5, height=5, k=5).initial()) == (0, 0)
    assert kind(width=4, height=4, k=4).bounds(kind(width=4, height=4, k=4).initial())[0] == 0


def test_the_estimate_is_the_textbooks():
    # 3·X2 + X1 − (3·O2 + O1), a hundredfold. X in the centre has three lines left, O in the corner two.
    game = interpreted(TicTacToe())
    state, _ = position(game, moves="b2 a1")
    assert game.evaluate(state, 0) == 50_000 * (3 - 2) == -game.evaluate(state, 1)
    assert game.evaluate(position(game, moves="b2")[0], 0) == 200_000


@BOTH
def test_estimates_stay_inside_their_bounds(kind):
    game = interpreted(kind(width=8, height=6, k=6))
    row = [r * 8 + c for r in range(6) for c in range(5)]
    state = game.state_of(row, [])
    assert abs(game.evaluate(state, 0)) < ESTIMATE


@BOTH
@pytest.mark.parametrize(
    ("width", "height", "count"), [(3, 3, 8), (4, 4, 8), (5, 3, 4), (2, 6, 4), (1, 1, 8)]
)
def test_symmetric_positions_are_the_same_game(kind, width, height, count):
    game = interpreted(kind(width=width, height=height, k=min(3, max(width, height))))
    assert game.symmetry_count == count
    assert game.table_symmetries == (kind is OneWord)
    for state in random_states(game, 4, 2):
        assert game.symmetric(state, 0) == state
        for k in range(count):
            image = game.symmetric(state, k)
            for action in game.actions(state):
                there = game.symmetric_action(action, k)
                assert game.result(image, there) == game.symmetric(game.result(state, action), k)


def test_both_ways_to_hold_a_board_turn_it_alike():
    size = {"width": 5, "height": 5, "k": 4}
    one, many = interpreted(OneWord(**size)), interpreted(ManyWords(**size))
    moves = [3, 20, 7, 11, 0]
    states = [functools.reduce(game.result, moves, game.initial()) for game in (one, many)]
    pictures = [
        [game.stones(game.symmetric(state, k)) for k in range(8)]
        for game, state in zip((one, many), states, strict=True)
    ]
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0])) == 8


def test_the_symmetries_of_a_square_are_eight():
    game = interpreted(TicTacToe())
    state, _ = position(game, moves="a1 b1 c2")
    assert len({game.key(game.symmetric(state, k)) for k in range(8)}) == 8
    assert len({game.key(game.symmetric(game.result(game.initial(), 0), k)) for k in range(8)}) == 4


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    "game",
    [
        MNK(width=12, height=5, k=5),
        MNK(width=20, height=3, k=4),
        Gomoku(),
    ],
    ids=repr,
)
def test_both_speeds_know_the_same(game):
    check_speeds(game, list(random_states(game, 3, 2))[:40])


@given(
    st.lists(st.integers(0, 399), max_size=60),
    st.sampled_from([(3, 3, 3), (15, 15, 5), (20, 20, 3), (26, 2, 2)]),
)
def test_positions_and_boards_round_trip(squares, size):
    width, height, k = size
    game = interpreted(MNK(width=width, height=height, k=k))
    state = game.initial()
    for square in squares:
        if not game.is_terminal(state) and square in list(game.actions(state)):
            assert game.parse_action(state, game.action_text(state, square)) == square
            state = game.result(state, square)
    assert game.parse(game.position_text(state)) == state
    assert game.parse(game.show(state)) == state


def test_squares_are_named_as_in_chess_or_numbered():
    game = interpreted(TicTacToe())
    assert [game.action_text(game.initial(), a) for a in (0, 1, 3, 8)] == ["a3", "b3", "a2", "c1"]
    assert position(game, moves="5 1 C3")[1] == [4, 0, 2]
    assert game.position_text(position(game, moves="5 1 c3")[0]) == "O.X/.X./..."


def test_the_picture():
    game = interpreted(TicTacToe())
    state, _ = position(game, moves="1 2 5 3 9")
    assert game.show(state) == "3 X O O\n2 . X .\n1 . . X\n  a b c\n  X wins"
    assert game.draw(state).startswith("<svg")
    assert 'opacity="0.3"' in game.draw(state)
    stones = interpreted(Gomoku())
    assert stones.draw(position(stones, moves="h8 h9")[0]).count("<circle") == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XXX/OOO/...", "Both sides have 3 in a line"),
        ("XXX/OO./O..", "so X must have moved last"),
        ("OOO/XX./XX.", "so O must have moved last, but it is O's turn"),
        ("XXX/.../...", "3 X and 0 O"),
        ("XX/OO./...", "Row 1 of the position, 'XX', has 2 squares"),
        (".../...", "has 2 rows, but the board has 3"),
        ("..a/.../...", "'A' in row 1"),
        ("3 X X X\n2 . . .\n1 O O .\n0 . . .", "has 4 rows"),
    ],
)
def test_positions_that_cannot_arise_are_refused(text, words):
    with pytest.raises(BadInput) as caught:
        interpreted(TicTacToe()).parse(text)
    assert words in str(caught.value)


def test_two_lines_need_a_common_square():
    game = interpreted(MNK(width=5, height=5, k=3))
    with pytest.raises(BadInput, match="No last move can have made all of X's lines of 3"):
        game.parse("XXX../OO.O./...../OO.../XXX..")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("b2 b2", "Move 2, 'b2', cannot be played: The square b2 is taken, by X."),
        ("d1", "'d1' is not a square of this board; the squares are a1 (bottom left) to c3 (top right)."),
        ("a0", "'a0' is not a square"),
        ("0", "'0' is not a square"),
        ("1 4 2 5 3 6", "Move 6, '6', cannot be played: the game is over after move 5."),
    ],
)
def test_moves_that_cannot_be_played_are_refused(moves, words):
    with pytest.raises(BadInput) as caught:
        position(interpreted(TicTacToe()), moves=moves)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "parameters", "words"),
    [
        (MNK, {"k": 4}, "'k' must be from 1 to 3"),
        (MNK, {"k": 0}, "'k' must be from 1 to 3"),
        (MNK, {"width": 27}, "'width' must be from 1 to 26, not 27"),
        (MNK, {"height": 0}, "'height' must be from 1 to 26, not 0"),
        (MNK, {"width": "wide"}, "must be a whole number, not 'wide'"),
        (TicTacToe, {"width": 15, "height": 15}, "ask for it as mnk: width=15, height=15, k=3"),
    ],
)
def test_boards_that_make_no_game_are_refused(kind, parameters, words):
    with pytest.raises(BadInput) as caught:
        kind(**parameters)
    assert words in str(caught.value)


# ---- what is looked for first on large boards, beside what it stands for
def lines_through(game):
    """All lines of a board, as places on the padded board."""
    for y in range(game.height):
        for x in range(game.width):
            for dx, dy in ((1, 0), (-1, 1), (0, 1), (1, 1)):
                ends = x + dx * (game.k - 1), y + dy * (game.k - 1)
                if 0 <= ends[0] < game.width and ends[1] < game.height:
                    yield [(y + dy * t) * game.stride + x + dx * t for t in range(game.k)]


def ray_by_hand(game, own, other, square, step):
    """2 a stone, 1 after a gap; shut by the edge or the other side's stone it is worth 1 less."""
    strength, gap = 0, False
    for t in range(1, game.k):
        place = square + t * step
        if not game.on_board(place) or place in other:
            return max(0, strength - 1)
        if place in own:
            strength += 1 if gap else 2
        elif gap or t > 2:
            break
        else:
            gap = True
    return strength


@pytest.mark.parametrize(
    ("width", "height", "k"), [(15, 15, 5), (12, 9, 4), (10, 8, 3), (9, 9, 6), (26, 5, 5)]
)
def test_threats_potential_and_order_are_what_all_lines_say(width, height, k):
    game = interpreted(ManyWords(width=width, height=height, k=k))
    every = list(lines_through(game))
    states = [s for s in random_states(game, 2, 1) if not game.is_terminal(s)]
    for state in states[len(states) // 16 :: len(states) // 8]:
        sides = [{*bits.wide_squares(game.moving(state))}, {*bits.wide_squares(game.waiting(state))}]
        words = [game.moving(state), game.waiting(state)]
        for (own, other), (mine, theirs) in zip((sides, sides[::-1]), (words, words[::-1]), strict=True):
            missing = [{*line} - own for line in every if not other & {*line}]
            wins = {square for line in missing if len(line) == 1 for square in line}
            pairs = [line for line in missing if len(line) == 2]
            found = game.threats(mine, theirs)
            assert {found.win, found.second_win} - {NOWHERE} <= wins
            assert (found.win == NOWHERE, found.second_win == NOWHERE) == (not wins, len(wins) < 2)
            assert {*bits.wide_squares(game.pairs(mine, theirs))} == {s for line in pairs for s in line}
            forks = {
                square
                for square in {s for line in pairs for s in line}
                if len({s for line in pairs if square in line for s in line if s != square}) > 1
            }
            assert found.fork in forks if forks else found.fork == NOWHERE
            for square in forks or {s for line in pairs for s in line}:
                after = {s for line in pairs if square in line for s in line if s != square}
                assert (NOWHERE in game.wins_after(mine, theirs, square)) == (len(after) < 2)
            potential = sum(32 // 2 ** min(len(line), 5) for line in missing)
            assert game.census(mine, theirs).potential == potential
            for limit in (16, 32, potential, potential + 1):
                assert game.spoilt(mine, theirs, limit) == (potential < limit)
        own, other = sides
        for a in game.actions(state):
            square, rank = a + a // width, 0
            for step in game.steps:
                mine = sum(ray_by_hand(game, own, other, square, way) for way in (step, -step))
                theirs = sum(ray_by_hand(game, other, own, square, way) for way in (step, -step))
                rank += (mine + 1) * mine + theirs * theirs
            assert game.order(state, a) == min(rank, 1000)
