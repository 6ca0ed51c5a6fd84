"""The solver: published values, brute force beside it, distances, weak answers, interruptions."""

from functools import cache
from typing import NamedTuple

import pytest
from engines import threads
from exact import random_states, score
from hypothesis import given
from hypothesis import strategies as st
from mazes import Maze, start
from shared_suites import suite
from small_games import AIMA

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, BrokenPromise, Unsuitable
from halfmove.core.score import WIN, loss_in, utility_of, win_in
from halfmove.search.proof import solver as module
from halfmove.search.proof.solver import Proof, Solver, next_question, score_at, slowest, solve, speed_of
from halfmove.search.textbook.alphabeta import alphabeta

PLAIN = Maze()
UNEVEN = Maze(in_turn=False, utility_limit=3)
SEEDS = range(60)


# ---- the questions


@given(st.integers(1, 250), st.data())
def test_speeds_are_scores_in_the_same_order(plies, data):
    speeds = sorted(data.draw(st.lists(st.integers(-3 * plies, 3 * plies), min_size=2)))
    scores = [score_at(speed, plies) for speed in speeds]
    assert scores == sorted(scores)
    assert [speed_of(s, plies) for s in scores] == speeds


def test_speeds_of_ends():
    assert speed_of(win_in(1), 9) == 9
    assert speed_of(win_in(9), 9) == 1
    assert speed_of(loss_in(1), 9) == -9
    assert speed_of(2 * WIN - 9, 9) == 10
    assert speed_of(0, 9) == 0
    assert speed_of(win_in(10), 9) == speed_of(loss_in(50), 9) == speed_of(5, 9) == 0
    assert speed_of(2 * WIN - 10, 9) == 9


@given(st.integers(-900, 900), st.integers(1, 900), st.integers(1, 900), st.data())
def test_questions_come_to_an_end(low, width, plies, data):
    high = low + width
    value = data.draw(st.integers(low, high))
    asked = 0
    while low < high:
        question = next_question(low, high, plies)
        assert low <= question < high
        low, high = (question + 1, high) if value > question else (low, question)
        asked += 1
    assert low == value
    assert asked <= 25


def test_quick_ends_are_asked_for_first():
    """Of 33 plies: a loss within half of them, a win within half, then the middle of what is left."""
    assert next_question(-33, 33, 33) == -16
    assert next_question(-15, 33, 33) == 16
    assert next_question(-15, 16, 33) == 0
    assert next_question(-33, -16, 33) == -25
    assert next_question(17, 33, 33) == 25


def test_the_largest_number_of_a_utility_parts_it_from_the_next():
    for plies in (1, 9):
        for utility in range(-3, 4):
            last = slowest(utility, plies)
            assert -(-abs(score_at(last, plies)) // WIN) == abs(utility)
            assert -(-score_at(last + 1, plies) // WIN) == utility + 1 or utility < 0
            assert speed_of(score_at(last + 1, plies), plies) == last + 1


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow_interpreted)])
def test_points_without_distances_are_those_of_brute_force(threads):
    kept = Solver(UNEVEN, megabytes=0.5, threads=threads)
    for seed in SEEDS:
        state = start(seed)
        found = solve(UNEVEN, state, distance=False, solver=kept)
        assert found.proven
        assert found.value == utility_of(score(UNEVEN, state, {}))


# ---- values


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow_interpreted)])
@pytest.mark.parametrize("game", [PLAIN, UNEVEN], ids=["plain", "uneven"])
def test_values_lines_and_distances_are_those_of_brute_force(game, threads):
    kept = Solver(game, megabytes=0.5, threads=threads)
    for seed in SEEDS:
        state, known = start(seed), {}
        value = score(game, state, known)
        found = solve(game, state, solver=kept)
        assert found.proven
        assert found.raw == value == kept.score(state)
        assert found.value == (0 if value == 0 else -(-abs(value) // WIN) * (1 if value > 0 else -1))
        assert found.distance == (-abs(value) % WIN if value else None)
        check_line(game, state, found.variation, value, known)


def check_line(game, state, line, value, known):
    """Every move of the line keeps the value, and it ends when the game does."""
    mover = game.to_move(state)
    for action in line:
        assert not game.is_terminal(state)
        state = game.result(state, action)
        worth = score(game, state, known)
        whole = -(-abs(worth) // WIN) * (1 if worth > 0 else -1)
        expected = -(-abs(value) // WIN) * (1 if value > 0 else -1)
        assert whole == (expected if game.to_move(state) == mover else -expected)
    assert game.is_terminal(state)
    assert value == 0 or len(line) == -abs(value) % WIN


def test_weak_answers_are_right():
    for game in (PLAIN, UNEVEN):
        for seed in SEEDS:
            value = score(game, start(seed), {})
            found = solve(game, start(seed), distance=False, megabytes=0.5)
            assert found.proven
            assert found.value == (0 if value == 0 else -(-abs(value) // WIN) * (1 if value > 0 else -1))
            assert found.raw in (None, value)
            assert found.best in PLAIN.actions(start(seed)) or game is UNEVEN


def test_both_speeds_solve_alike():
    for seed in range(10):
        told = [solve(game, start(seed), megabytes=0.5) for game in (PLAIN, interpreted(PLAIN))]
        assert told[0].nodes == told[1].nodes
        assert told[0].lines == told[1].lines


@cache
def minimax(game, s):
    """Win, draw or loss for the player to move, by the definition."""
    if game.is_terminal(s):
        return game.utility(s, game.to_move(s))
    return max(-minimax(game, game.result(s, a)) for a in game.actions(s))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("width", "height", "value"),
    [
        (4, 4, 0),
        (5, 4, 0),
        (6, 4, -1),
        *(pytest.param(*more, 0, marks=pytest.mark.exhaustive) for more in ((4, 5), (5, 5))),
    ],
)
def test_published_values_of_small_boards(width, height, value):
    """John Tromp, tromp.github.io/c4/c4.html: results for boards of up to 64 squares."""
    game = hm.game("connect4", width=width, height=height)
    found = solve(game)
    assert (found.proven, found.value) == (True, value)
    if (width, height) == (4, 4):
        assert alphabeta(game).value == value
    state, plies = game.initial(), len(found.variation)
    for action in found.variation:
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert found.distance is None if value == 0 else plies == found.distance


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("width", "height"), [(4, 3), pytest.param(4, 4, marks=pytest.mark.exhaustive)])
def test_connect_four_by_the_definition(width, height):
    game = hm.game("connect4", width=width, height=height)
    assert solve(game).value == minimax(game, game.initial())


@pytest.mark.slow_interpreted
def test_four_by_five_by_alpha_beta_of_the_textbook():
    game = hm.game("connect4", width=4, height=5)
    state = game.initial()
    for action in (1, 1, 2):
        state = game.result(state, action)
    textbook = alphabeta(game, state).value
    assert solve(game, state).value == (textbook if game.to_move(state) == 0 else -textbook)


def test_tictactoe_is_a_draw_and_every_position_what_brute_force_says():
    game, known = hm.game("tictactoe"), {}
    kept = Solver(game, megabytes=4)
    assert kept.score(game.initial()) == 0
    assert solve(game, solver=kept).value == 0
    for state in random_states(game, 4, 10):
        if game.plies_left(state) <= 8:
            value = score(game, state, known)
            assert kept.score(state) == value
            check_line(game, state, solve(game, state, solver=kept).variation, value, known)


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_the_nim_sum(misere):
    game = hm.game("nim")
    if misere:
        game = interpreted(hm.game("nim", heaps="2,3,4", misere=True))
    kept = Solver(game, megabytes=1)
    for state in random_states(game, 1, 8):
        heaps = [game.heap(state, i) for i in range(3) if game.heap(state, i)]
        total = 0
        for heap in heaps:
            total ^= heap
        wins = total != 0
        if misere and all(heap <= 1 for heap in heaps):
            wins = len(heaps) % 2 == 0
        assert (kept.score(state) > 0) == wins


def test_a_state_that_is_over():
    game = hm.game("nim", heaps="1")
    state = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    assert Solver(game, megabytes=0.1).score(state) == loss_in(0)
    found = solve(game, state)
    assert (found.value, found.proven, found.distance, found.lines) == (-1, True, 0, ())


def test_the_books_tree():
    found = solve(hm.tree(AIMA))
    assert (found.value, found.best, found.distance, found.variation) == (3, 0, 2, (0, 0))


# ---- the position sets


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("name", "lines"), [("Test_L3_R1", 1000), ("Test_L2_R1", 300), ("Test_L1_R1", 30)])
def test_positions_of_the_shared_sets(name, lines):
    game = hm.game("connect4")
    kept = Solver(game, megabytes=64)
    for line in suite(f"connect4/{name}").read_text().splitlines()[:lines]:
        moves, said = line.split()
        state = game.initial()
        for column in moves:
            state = game.result(state, int(column) - 1)
        found, free = kept.score(state), 42 - len(moves)
        after = free - (WIN - abs(found))  # squares free when the game has been won
        assert int(said) == (0 if found == 0 else (after // 2 + 1) * (1 if found > 0 else -1)), line


# ---- what it refuses, and what it says when cut short


class Step(NamedTuple):
    at: int


class Walk(Game):
    """One action a ply, for `length` plies, if `known` so that the game says how many are left."""

    length: int = 260
    known: bool = True
    promise: int = 0

    def initial(self):
        return Step(0)

    def to_move(self, s):
        return s.at % 2

    def actions(self, s):
        for a in range(1):  # noqa: UP028
            yield a

    def result(self, s, a):
        return Step(s.at + 1)

    def is_terminal(self, s):
        return s.at >= self.length

    def utility(self, s, player):
        return 1 if player == 0 else -1

    def plies_left(self, s):
        return self.length - s.at if self.known else super().plies_left(s)


@pytest.mark.slow_interpreted
def test_games_too_long_are_refused():
    long = interpreted(Walk())
    with pytest.raises(Unsuitable, match="260 plies"):
        solve(long, megabytes=0.1)
    assert solve(long, Step(11), megabytes=0.1).distance == 249
    unsaid = interpreted(Walk(known=False))
    for ask in (solve, Solver(unsaid, megabytes=0.1).score):
        with pytest.raises(Unsuitable, match="too long"):
            ask(*((unsaid, Step(0)) if ask is solve else (Step(0),)))
    assert solve(unsaid, Step(12), megabytes=0.1).distance == 248


def test_a_utility_not_declared_is_no_wrong_answer():
    class Modest(Maze):
        def utility(self, s, player):
            return 3 * super().utility(s, player)

    seed = next(seed for seed in SEEDS if score(PLAIN, start(seed), {}))
    game = interpreted(Modest())
    with pytest.raises(BrokenPromise, match="utility_limit"):
        solve(game, start(seed), megabytes=0.1)


def test_another_games_solver_is_refused():
    with pytest.raises(BadInput, match="solver"):
        solve(PLAIN, solver=Solver(UNEVEN, megabytes=0.1))


def test_a_solver_used_again_works_less():
    kept = Solver(PLAIN, megabytes=1)
    seed = next(s for s in SEEDS if solve(PLAIN, start(s)).nodes > 50)
    first = solve(PLAIN, start(seed), solver=kept)
    again = solve(PLAIN, start(seed), solver=kept)
    assert again.nodes < first.nodes
    assert again.lines == first.lines
    kept.clear()
    assert solve(PLAIN, start(seed), solver=kept).nodes == first.nodes


@pytest.mark.slow_interpreted
def test_progress_is_told_and_ctrl_c_returns_what_is_known():
    told, game, before = [], hm.game("connect4"), threads()

    def progress(analysis):
        told.append(analysis)
        if len(told) == 2:
            raise KeyboardInterrupt

    kept = Solver(game, megabytes=16)
    found = solve(game, see=progress, threads=2, solver=kept)
    assert not told[0].proven
    assert told[0].nodes < told[1].nodes <= found.nodes
    assert not found.proven
    assert (found.value, found.raw, found.lines) == (0, None, ())
    assert threads() == before
    state = game.initial()
    for column in "2252576253462244111563365343671351441":  # the first of Test_L3_R1
        state = game.result(state, int(column) - 1)
    assert kept.score(state) == loss_in(4)  # and the solver goes on working


def test_a_stop_between_two_questions_is_heard(monkeypatch):
    """Ctrl-C may come when no thread is searching."""
    kept = Solver(PLAIN, megabytes=1)
    real = module.first_of

    def stopped_after_the_first(engine, threads, search):
        answer = real(engine, threads, search)
        engine.stop()
        engine.go_on()  # as the next question would
        return answer

    seed = next(s for s in SEEDS if score(PLAIN, start(s), {}) not in (0, win_in(1)))
    monkeypatch.setattr(module, "first_of", stopped_after_the_first)
    kept.engine.begin()
    proof = Proof(kept, start(seed), True)
    proof.ask()
    assert not proof.known


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_the_game_reaches_the_caller(threads):
    class Broken(Maze):
        def result(self, s, a):
            if s.ply == 3:
                raise ZeroDivisionError("in the game")
            return super().result(s, a)

    kept = Solver(interpreted(Broken()), megabytes=0.1, threads=threads)
    seed = next(s for s in SEEDS if score(PLAIN, start(s), {}) == 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="in the game"):
            solve(kept.game, start(seed), solver=kept)
