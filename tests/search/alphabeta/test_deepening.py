"""The engine: what it promises about limits, proofs, distances, lines, threads and memory."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from engines import threads as threads_here
from exact import child_score, random_states, score
from mazes import Maze, limited, start
from small_games import AIMA, ListTree

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, BrokenPromise, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.score import ESTIMATE, INFINITY, WIN, score_of_utility
from halfmove.search import algorithms
from halfmove.search.algorithms import analyze, choose, deepen
from halfmove.search.alphabeta import deepening as engine
from halfmove.search.alphabeta.memory import NODES
from halfmove.search.alphabeta.threads import Engine

PLAIN = Maze()
UNEVEN = Maze(in_turn=False, utility_limit=3)
SEEDS = range(60)


def workers():
    """The threads that searches have left behind."""
    return [t for t in threads_here() if t is not threading.main_thread() and "pytest" not in t.name]


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    before = set(workers())
    yield
    assert set(workers()) <= before


@pytest.fixture(autouse=True)
def _helpers_join_at_once(monkeypatch):
    monkeypatch.setattr(engine, "HELPED_FROM", 0)


def whole(score):
    return 0 if score == 0 else (-(-abs(score) // WIN)) * (1 if score > 0 else -1)


def distance(score):
    return -abs(score) % WIN if score else None


# ---- proofs, distances and lines


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", [PLAIN, UNEVEN], ids=["plain", "uneven"])
def test_what_it_calls_proven_is_true_at_every_level(game, threads):
    proofs = estimates = 0
    for seed in SEEDS:
        value = score(game, start(seed), {})
        memory = Engine(game, megabytes=0.1, threads=threads)
        last = None
        for last in deepen(game, start(seed), Limit(seconds=60), threads=threads, memory=memory):
            if last.proven:
                proofs += 1
                assert last.value == whole(value)
            else:
                estimates += 1
                assert last.value == last.raw / WIN
            if last.distance is not None:
                assert last.raw == value
                assert last.distance == distance(value)
        assert last.proven
        assert last.raw == value
        assert last.distance == distance(value)
        assert child_score(game, start(seed), last.best, {}) == value
        assert last.depth <= game.plies
    assert proofs > 50
    assert estimates > 50


def test_without_a_proof_the_score_is_that_of_minimax_to_the_depth():
    for seed in SEEDS:
        for depth in (1, 3, 5):
            found = analyze(PLAIN, start(seed), Limit(depth=depth))
            if not found.proven:
                assert found.raw == limited(PLAIN, start(seed), depth, {})
                assert found.depth == depth
                assert found.distance is None


@pytest.mark.parametrize("game", [PLAIN, UNEVEN], ids=["plain", "uneven"])
@pytest.mark.parametrize("lines", [2, 3, 9])
def test_every_line_asked_for_has_its_own_value(game, lines):
    for seed in SEEDS[::3]:
        state, known = start(seed), {}
        worth = {a: child_score(game, state, a, known) for a in game.actions(state)}
        found = analyze(game, state, Limit(seconds=60), lines=lines)
        assert len(found.lines) == min(lines, len(worth))
        assert [line.raw for line in found.lines] == sorted(worth.values(), reverse=True)[:lines]
        for line in found.lines:
            assert line.proven
            assert line.raw == worth[line.action]
            assert line.value == whole(line.raw)
            assert line.distance == distance(line.raw)
            assert line.variation[0] == line.action
        assert len({line.action for line in found.lines}) == len(found.lines)


def test_lines_are_proven_one_by_one():
    for seed in SEEDS[::2]:
        state, known = start(seed), {}
        for depth in range(1, 7):
            for line in analyze(PLAIN, state, Limit(depth=depth), lines=3).lines:
                exact = child_score(PLAIN, state, line.action, known)
                if line.proven:
                    assert line.value == whole(exact)
                if line.distance is not None:
                    assert line.raw == exact


def test_variations_are_legal():
    for seed in SEEDS:
        found = analyze(PLAIN, start(seed), Limit(depth=5), lines=2)
        for line in found.lines:
            state = start(seed)
            for action in line.variation:
                assert not PLAIN.is_terminal(state)
                assert action in PLAIN.actions(state)
                state = PLAIN.result(state, action)


@pytest.mark.parametrize(
    "game",
    [
        hm.game("tictactoe"),
        pytest.param(hm.game("connect4", width=5, height=4), marks=pytest.mark.slow_interpreted),
    ],
    ids=str,
)
def test_real_games_end_in_a_proof(game):
    memory, known = Engine(game, megabytes=1), {}
    for state in random_states(game, 8, 6):
        if game.plies_left(state) <= 9:
            found = analyze(game, state, Limit(seconds=60), memory=memory)
            assert found.proven
            assert found.raw == score(game, state, known)


def test_a_draw_is_not_proven_before_its_time():
    told = list(deepen(hm.game("tictactoe"), limit=Limit(seconds=60)))
    last = told[-1].depth
    assert [found.depth for found in told if found.depth < last] == list(range(1, last))
    assert all(found.proven == (found.depth == last) for found in told)
    assert len(told[-1].variation) == 9, "the line of a proof goes to the end of the game"
    assert (told[-1].proven, told[-1].value, told[-1].distance) == (True, 0, None)
    assert told[-1].depth >= 5


def test_a_state_that_is_over_has_a_value_and_no_line():
    game = hm.game("tictactoe")
    state = game.initial()
    for action in (0, 3, 1, 4, 2):
        state = game.result(state, action)
    found = analyze(game, state)
    assert (found.value, found.proven, found.raw, found.distance) == (-1, True, score_of_utility(-1), 0)
    assert found.best is None
    assert found.variation == ()


# ---- limits


@pytest.mark.slow_interpreted
def test_limits():
    game = hm.game("connect4")
    assert analyze(game, limit=Limit(depth=7)).depth == 7
    few = analyze(game, limit=Limit(nodes=50_000))
    assert 10_000 < few.nodes <= 50_001
    assert analyze(game, limit=Limit(nodes=1)).depth == 1
    assert analyze(game, limit=Limit(seconds=1e-9)).depth == 1
    before = time.perf_counter()
    found = analyze(game, limit=Limit(seconds=0.3))
    assert 0.2 < time.perf_counter() - before < 1.5
    assert found.seconds < 1.0


@pytest.mark.slow_interpreted
def test_one_thread_and_one_seed_give_the_same_nodes():
    game = hm.game("connect4")
    told = [analyze(game, limit=Limit(depth=10), seed=seed) for seed in (0, 0, 7, 7, -(2**70))]
    assert told[0].nodes == told[1].nodes
    assert told[2].nodes == told[3].nodes != told[0].nodes
    assert [f.variation for f in told[:2]] == [told[0].variation] * 2


@pytest.mark.slow_interpreted
def test_threads_agree_with_one():
    game = hm.game("connect4", width=5, height=4)
    alone = analyze(game, limit=Limit(seconds=60))
    together = analyze(game, limit=Limit(seconds=60), threads=2)
    assert together.proven
    assert (together.value, together.raw) == (alone.value, alone.raw)


def test_a_helper_that_has_looked_further_answers():
    game = interpreted(hm.game("connect4"))
    state, memory = game.initial(), Engine(game, megabytes=0.1, threads=2)
    memory.begin()

    def ask(lines=1, **limit):
        search = engine.Deepening(memory, state, Limit(**limit), lines, 2)
        first, helper = memory.roots(state, 2)
        first.level(1, lines, -INFINITY, INFINITY)
        for depth in (1, 2, 3):
            helper.level(depth, 1, -INFINITY, INFINITY)
            helper.finished = depth
        last = search.analysis(first, 1)
        return search.ask_helpers(last, [helper]), last, helper

    found, _, helper = ask(depth=3)
    assert (found.depth, found.best) == (3, helper.moves[0].action)
    for limit in ({"depth": 2}, {"depth": 3, "lines": 2}):
        found, last, _ = ask(**limit)
        assert found is last, "no deeper than was asked for, and one line only"


@pytest.mark.slow_interpreted
def test_helpers_join_a_search_that_is_large_enough(monkeypatch):
    monkeypatch.setattr(engine, "HELPED_FROM", 1_000)
    game = hm.game("connect4")
    memory = Engine(game, megabytes=4, threads=2)
    for nodes, joined in ((900, False), (50_000, True)):
        analyze(game, limit=Limit(nodes=nodes), memory=memory, threads=2)
        assert (memory.memories[1].counters[NODES] > 0) == joined


@pytest.mark.parametrize("options", [{"lines": 0}, {"threads": 0}, {"lines": -2}])
def test_nonsense_is_refused(options):
    with pytest.raises(BadInput, match="at least 1"):
        analyze(PLAIN, start(1), Limit(depth=2), **options)


# ---- memory


@pytest.mark.slow_interpreted
def test_memory_of_earlier_moves_changes_no_proof():
    for seed in SEEDS:
        memory, state, known = Engine(PLAIN, megabytes=0.02), start(seed), {}
        while not PLAIN.is_terminal(state):
            analyze(PLAIN, state, Limit(depth=2), memory=memory)
            found = analyze(PLAIN, state, Limit(seconds=60), memory=memory)
            assert found.proven
            assert found.raw == score(PLAIN, state, known)
            state = PLAIN.result(state, found.best)


def test_memory_saves_work():
    game = hm.game("tictactoe")
    memory = Engine(game, megabytes=4)
    first = analyze(game, limit=Limit(seconds=60), memory=memory)
    again = analyze(game, limit=Limit(seconds=60), memory=memory)
    assert again.nodes < first.nodes / 2
    memory.clear()
    assert analyze(game, limit=Limit(seconds=60), memory=memory).nodes == first.nodes


def test_another_games_memory_is_refused():
    with pytest.raises(BadInput, match="memory"):
        analyze(PLAIN, start(1), Limit(depth=1), memory=Engine(UNEVEN, megabytes=0.1))


# ---- ends that come from outside


def test_closing_the_iterator_stops_the_search():
    game, before = interpreted(hm.game("connect4")), workers()
    analyses = deepen(game, limit=Limit(depth=40), threads=2)
    assert next(analyses).depth == 1
    assert len(workers()) > len(before)
    analyses.close()
    assert workers() == before


def test_ctrl_c_keeps_the_last_level(monkeypatch):
    real, levels = engine.Deepening.next_item, iter(range(100))

    def third_time(self, watch):
        if next(levels) == 2:
            raise KeyboardInterrupt
        return real(self, watch)

    monkeypatch.setattr(engine.Deepening, "next_item", third_time)
    assert analyze(interpreted(hm.game("connect4")), limit=Limit(seconds=60)).depth == 2


def test_ctrl_c_before_the_first_level_is_passed_on(monkeypatch):
    def at_once(self, watch):
        raise KeyboardInterrupt

    monkeypatch.setattr(engine.Deepening, "next_item", at_once)
    with pytest.raises(KeyboardInterrupt):
        analyze(PLAIN, start(1), Limit(seconds=60))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_the_game_reaches_the_caller(threads):
    class Broken(ListTree):
        def utility(self, s, player):
            raise ZeroDivisionError("in the game")

    with pytest.raises(ZeroDivisionError, match="in the game"):
        analyze(Broken([[1, [2, [3, 4]]], 5]), limit=Limit(seconds=60), threads=threads, algorithm="engine")


@pytest.mark.slow_interpreted
def test_searches_can_run_at_the_same_time_on_memories_of_their_own():
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda seed: analyze(PLAIN, start(seed), Limit(seconds=60)), SEEDS))
    assert [f.raw for f in found] == [score(PLAIN, start(seed), {}) for seed in SEEDS]


# ---- games of any objects


class Words(Game):
    """Players lengthen a word in turn; whoever completes one of the list loses. All of it is texts."""

    compiled = False
    words = ("cab", "bad", "ace", "be", "dad", "ebb", "fee")

    def initial(self):
        return ""

    def to_move(self, s):
        return len(s) % 2

    def actions(self, s):
        yield from sorted({w[len(s)] for w in self.words if w.startswith(s)})

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return s in self.words

    def utility(self, s, player):
        return 1 if player == self.to_move(s) else -1


def test_states_and_actions_of_any_kind():
    game = Words()
    exact = score(game, "", {})
    for threads in (1, 2):
        found = analyze(game, limit=Limit(seconds=60), lines=3, threads=threads)
        assert found.algorithm == "engine"
        assert found.proven
        assert found.raw == exact
        assert isinstance(found.best, str)
        assert {line.action for line in found.lines} <= set("abcdef")
    assert "".join(found.variation) in game.words


def test_the_books_tree():
    found = analyze(hm.tree(AIMA))
    assert (found.algorithm, found.value, found.best, found.proven) == ("engine", 3, 0, True)


def test_a_tree_with_named_actions():
    found = analyze(hm.tree({"children": {"left": 3, "right": {"children": {"a": 2, "b": 500}}}}))
    assert (found.algorithm, found.value, found.best, found.distance) == ("engine", 3, "left", 1)


# ---- which games it fits


class Coins(ListTree):
    def __init__(self, **traits):
        super().__init__([1, -1])
        for name, value in traits.items():
            setattr(self, name, value)


@pytest.mark.parametrize(
    ("traits", "said"),
    [
        ({"chance": "explicit"}, "chance"),
        ({"information_kind": "imperfect"}, "hides"),
        ({"dynamics": "simultaneous"}, "simultaneous"),
        ({"players": 3}, "3 players"),
        ({"payoffs": "general"}, "zero-sum"),
        ({"whole_utilities": False}, "whole numbers"),
        ({"utility_limit": 501}, "500"),
    ],
)
def test_games_that_do_not_fit_are_refused_with_a_reason(traits, said):
    with pytest.raises(Unsuitable, match=said):
        choose(Coins(**traits), "engine")
    with pytest.raises(Unsuitable, match=said):
        Engine(Coins(**traits))


@pytest.mark.parametrize("spec", [[[3, 12.5], [2, 4]], [501, 2]])
def test_other_payoffs_are_for_the_textbook(spec):
    assert choose(hm.tree(spec)).name == "alphabeta"
    assert analyze(hm.tree(spec)).value == max(s if isinstance(s, int) else min(s) for s in spec)


def test_a_utility_beyond_what_the_game_declares_is_named():
    with pytest.raises(BrokenPromise, match="utility_limit"):
        analyze(ListTree([7, 2]), algorithm="engine")


def test_the_strongest_algorithm_comes_first_whatever_was_imported_first(monkeypatch):
    table = algorithms.algorithms()
    monkeypatch.setattr(algorithms, "_TABLE", dict(sorted(table.items())))
    assert choose(hm.game("tictactoe")).name == "engine"


def test_an_estimate_never_passes_for_a_proof():
    class Boaster(Maze):
        def evaluate(self, s, player):
            return 5 * WIN if player == 0 else -5 * WIN

    game = interpreted(Boaster())
    for seed in SEEDS:
        found = analyze(game, start(seed), Limit(depth=2))
        if not found.proven:
            assert abs(found.raw) < ESTIMATE
        else:
            assert found.value == whole(score(game, start(seed), {}))
