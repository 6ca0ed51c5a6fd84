"""Drop-out expansion beside a naive oracle on tic-tac-toe; runs that end early go on as if they had not."""

import hashlib
import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import Drawing, Forbidding, Losing

from halfmove.books.book import find_keys
from halfmove.books.dropout.evaluation import Evaluator, SearchSettings
from halfmove.books.dropout.expanding import WORK, Run, expand_book
from halfmove.books.extended.book import Expansion, find_step
from halfmove.books.extended.identity import Identity
from halfmove.books.extended.store import Store
from halfmove.books.making import make_book
from halfmove.books.opening import open_book, open_book_of
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import ESTIMATE, one_ply_on, score_of_utility
from halfmove.games.mnk import TicTacToe
from halfmove.games.nim import Nim
from halfmove.games.othello import Othello

pytestmark = pytest.mark.one_speed  # what is compiled are searches, tried elsewhere

TICTACTOE = interpreted(TicTacToe())
NEVER_PROVEN = 10_000
SEARCH = json.dumps({"algorithm": "none"})


class Guess:
    """A search's stand-in: estimates drawn from the position's key, the same for symmetric ones."""

    most = ESTIMATE

    def __init__(self, game, spread=3, seed=0):
        self.game, self.spread, self.seed, self.asked = game, spread, seed, 0

    def of(self, state):
        if self.game.is_terminal(state):
            return score_of_utility(self.game.utility(state, 0)), True
        key = find_keys(self.game).keys(state)[0]
        drawn = hashlib.sha256(f"{self.seed} {key}".encode()).digest()[0]
        return (drawn % (2 * self.spread + 1) - self.spread) * find_step(self.game) // 2, False

    def __call__(self, history, stop=lambda: False):
        self.asked += 1
        return self.of(history.state)


class Naive:
    """Values and costs of tic-tac-toe from their definitions: every move, every way, no symmetries."""

    def __init__(self, guess, expanded, weight):
        self.game, self.guess, self.expanded, self.weight = guess.game, guess, expanded, weight

    @cache  # noqa: B019
    def is_expanded(self, s):
        return find_keys(self.game).keys(s)[0] in self.expanded

    def mover(self, s):
        return 0 if self.game.is_terminal(s) else self.game.to_move(s)

    @cache  # noqa: B019
    def value(self, s):
        """To the mover, and whether it is proven."""
        if not self.is_expanded(s):
            return self.guess.of(s)
        children = [(self.worth(s, a), self.value(self.game.result(s, a))[1]) for a in self.game.actions(s)]
        best = max(worth for worth, _ in children)
        sure = all(p for _, p in children) or (best >= ESTIMATE and any(p for w, p in children if w == best))
        return best, sure

    def worth(self, s, a):
        t = self.game.result(s, a)
        value, proven = self.value(t)
        value = one_ply_on(value) if proven else value
        return value if self.mover(t) == self.mover(s) else -value

    def ways(self, s, player):
        """The cost of each way out of the book that a game may take where `player` has it."""
        if self.value(s)[1]:
            return
        if not self.is_expanded(s):
            yield 0.0, self.guess.of(s)
            return
        best = self.value(s)[0]
        for a in self.game.actions(s):
            loss = best - self.worth(s, a)
            if self.game.to_move(s) == player and loss:
                continue
            own = 0.0 if self.game.to_move(s) == player else self.weight * loss / find_step(self.game)
            for cost, leaf in self.ways(self.game.result(s, a), player):
                yield 1 + own + cost, leaf


def run_in(folder, game, guess, wanted, weight=2.0, name="work"):
    store = Store(folder / name, work=True)
    store.note(Identity.of(game))
    return Run(store, game, guess, Expansion(0, wanted, weight, SEARCH))


@settings(max_examples=15)
@given(
    seed=st.integers(0, 1000),
    weight=st.sampled_from([0.0, 0.3, 1.0, 5.0]),
    spread=st.sampled_from([0, 1, 4]),
    steps=st.integers(1, 9),
)
def test_values_and_the_next_position_are_those_of_the_definitions(
    tmp_path_factory, seed, weight, spread, steps
):
    guess = Guess(TICTACTOE, spread, seed)
    run = run_in(tmp_path_factory.mktemp("work"), TICTACTOE, guess, steps, weight)
    run.expand(lambda seen: None, lambda: False)
    graph = run.graph
    expanded = {node.key for node in graph.nodes.values() if node.edges is not None}
    assert len(expanded) == graph.expanded == steps
    naive = Naive(guess, expanded, weight)
    start = TICTACTOE.initial()
    assert (graph.root.value, graph.root.proven) == naive.value(start)
    costs = [min((cost for cost, _ in naive.ways(start, player)), default=math.inf) for player in (0, 1)]
    assert graph.root.costs == pytest.approx(costs)
    path = graph.next()
    assert path is not None
    assert path[-1].child.edges is None
    player = costs.index(min(costs))
    node, cost = graph.root, 0.0
    for edge in path:
        loss = node.value - node.worth(edge)
        assert loss == 0 or node.mover != player
        cost += 1 + weight * loss / find_step(TICTACTOE)
        node = edge.child
    assert cost == pytest.approx(min(costs))
    run.store.close()


def test_the_first_positions_by_hand(tmp_path):
    """All estimates alike: the book grows ply by ply, the root, then its three replies, and so on."""
    run = run_in(tmp_path, TICTACTOE, Guess(TICTACTOE, 0), 4)
    lines = []
    run.expand(lambda seen: lines.append(seen.line), lambda: False)
    assert [len(line) for line in lines] == [0, 1, 1, 1]
    assert len(set(lines)) == 4
    assert {row.number for row in run.store.rows() if row.key == run.graph.root.key} == {0, 1, 4}
    run.store.close()


def test_all_of_a_small_game_is_proven_in_the_end(tmp_path):
    made = expand_book(tmp_path / "b.sqlite", TICTACTOE, NEVER_PROVEN, SearchSettings(Limit(depth=1)))
    assert made.expansion.complete
    assert not made.expansion.interrupted
    assert (made.value.proven, made.value.value) == (True, 0)
    with open_book_of(TICTACTOE, tmp_path / "b.sqlite") as book:
        moves = book.moves(TICTACTOE, TICTACTOE.initial())
        assert [move.value.text(TICTACTOE) for move in moves] == ["draw"] * 3
        edge = TICTACTOE.result(TICTACTOE.initial(), 1)
        replies = book.moves(TICTACTOE, edge)
        lost = [move for move in replies if move.value.proven and move.value.value < 0]
        assert all(move.weight == 0 for move in lost)


def contents(path):
    """All rows of a book but its digest."""
    with sqlite3.connect(path) as sql:
        rows = [
            [*sql.execute(f"SELECT * FROM {table} ORDER BY 1, 2")] for table in ("move", "position", "fact")
        ]
    sql.close()
    rows[2] = [(name, value) for name, value in rows[2] if name not in ("sha256", "expansion from")]
    return rows


DEPTH = SearchSettings(Limit(depth=2))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A book of twelve positions, expanded in one run."""
    path = tmp_path_factory.mktemp("whole") / "b.sqlite"
    expand_book(path, TICTACTOE, 12, DEPTH)
    return path


@pytest.mark.parametrize("asked", [1, 7])
def test_a_run_that_is_stopped_goes_on(whole, tmp_path, asked):
    path, calls = tmp_path / "b.sqlite", []

    def stop():
        calls.append(None)
        return len(calls) >= asked

    made = expand_book(path, TICTACTOE, 12, DEPTH, stop=stop)
    assert made.expansion.interrupted
    assert [p.name for p in tmp_path.iterdir()] == ["b.sqlite"]
    with open_book(path) as book:
        assert book.expansion.interrupted
    again = expand_book(path, TICTACTOE, 12, DEPTH)
    assert again.begun == made.expansion.positions < 12
    assert contents(path) == contents(whole)


_KILLED = """
import os, signal, sys
from halfmove.books.dropout.evaluation import Evaluator, SearchSettings
from halfmove.books.dropout.expanding import expand_book
from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.mnk import TicTacToe
def see(seen):
    if seen.expanded == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
expand_book(sys.argv[1], interpreted(TicTacToe()), 12, SearchSettings(Limit(depth=2)), see=see)
"""


@pytest.mark.parametrize("expanded", [0, 5])
def test_a_run_that_is_killed_goes_on(whole, tmp_path, expanded):
    path = tmp_path / "b.sqlite"
    arguments = [sys.executable, "-c", _KILLED, str(path), str(expanded)]
    assert subprocess.run(arguments, check=False).returncode == -signal.SIGKILL
    assert not path.exists()
    with pytest.raises(BadInput, match="damaged, or was not finished"):
        open_book(path.with_name(path.name + WORK))
    made = expand_book(path, TICTACTOE, 12, SearchSettings())  # as it was begun
    assert made.begun == expanded
    assert contents(path) == contents(whole)
    assert [p.name for p in tmp_path.iterdir()] == ["b.sqlite"]


def test_a_book_goes_on_with_more(whole, tmp_path):
    path = tmp_path / "b.sqlite"
    for positions in (3, 4, 12):
        expand_book(path, TICTACTOE, positions, DEPTH)
    assert contents(path) == contents(whole)
    made = expand_book(path, TICTACTOE, 12, DEPTH)
    assert (made.begun, made.expansion.positions) == (12, 12)


def test_what_does_not_go_on(whole, tmp_path):
    for game, searching, weight, words in (
        (TICTACTOE, SearchSettings(Limit(depth=3)), None, "depth=2, not depth=3"),
        (TICTACTOE, SearchSettings(Limit(nodes=3)), None, "depth=2, not nodes=3"),
        (TICTACTOE, DEPTH, 1.0, r"weight=2\.0, not weight=1\.0"),
        (interpreted(Othello()), DEPTH, None, "of tictactoe, not of othello"),
        (interpreted(Nim()), DEPTH, None, "of tictactoe, not of nim"),
        (TICTACTOE, SearchSettings(Limit(simulations=3)), None, "depth=2, not simulations=3"),
    ):
        before = whole.read_bytes()
        with pytest.raises((BadInput, Unsuitable), match=words):
            expand_book(whole, game, 20, searching, weight=weight)
        assert whole.read_bytes() == before
        assert [p.name for p in whole.parent.iterdir()] == ["b.sqlite"]
    with pytest.raises(BadInput, match="counts no simulations"):
        expand_book(tmp_path / "new.sqlite", TICTACTOE, 3, SearchSettings(Limit(simulations=3)))
    assert [*tmp_path.iterdir()] == []
    (tmp_path / "b.bin").write_bytes(bytes(16))
    with pytest.raises(BadInput, match=r"ends in \.sqlite"):
        expand_book(tmp_path / "b.bin", TICTACTOE, 3, DEPTH)
    (tmp_path / "b.sqlite").write_bytes(bytes(16))
    with pytest.raises(BadInput, match="no extended book"):
        expand_book(tmp_path / "b.sqlite", TICTACTOE, 3, DEPTH)


def test_work_on_another_book_is_not_mixed_with_this_one(whole, tmp_path):
    path = tmp_path / "b.sqlite"
    arguments = [sys.executable, "-c", _KILLED, str(path), "2"]
    subprocess.run(arguments, check=False)
    path.write_bytes(whole.read_bytes())
    with pytest.raises(BadInput, match="goes on from another book"):
        expand_book(path, TICTACTOE, 12, DEPTH)
    assert path.read_bytes() == whole.read_bytes()


def test_two_processes_do_not_expand_one_book(tmp_path):
    path = tmp_path / "b.sqlite"
    holding = Store(path.with_name(path.name + WORK), work=True)
    holding.note(Identity.of(TICTACTOE))
    with pytest.raises(BadInput, match="written by another process"):
        expand_book(path, TICTACTOE, 1, DEPTH)
    holding.close()
    expand_book(path, TICTACTOE, 1, DEPTH)


def test_games_and_searches_in_one_book(tmp_path, whole):
    """What was played counts beside what the searches say; both are in the bonus."""
    (tmp_path / "g.txt").write_text("# Halfmove game: tictactoe\n# tag Result 1-0\nb2 a3 c1\n")
    make_book([tmp_path / "g.txt"], tmp_path / "games.sqlite")
    make_book([tmp_path / "games.sqlite", whole], tmp_path / "both.sqlite")
    make_book([tmp_path / "games.sqlite"], tmp_path / "expanded.sqlite")
    expand_book(tmp_path / "expanded.sqlite", TICTACTOE, 12, DEPTH)
    found = []
    for name in ("both", "expanded"):
        with open_book_of(TICTACTOE, tmp_path / f"{name}.sqlite") as book:
            moves = book.moves(TICTACTOE, TICTACTOE.initial())
            found.append([(m.action, m.weight, m.played, m.value) for m in moves])
            assert book.facts.games == 1
    assert found[0] == found[1]
    games = {action: played.games for action, _, played, _ in found[0]}
    assert games == {4: 1, 0: 0, 1: 0}
    with pytest.raises(BadInput, match="only one of them can be"):
        make_book([whole, tmp_path / "expanded.sqlite"], tmp_path / "three.sqlite")


@pytest.mark.parametrize(("game", "expanded"), [(Drawing(), 8), (Losing(), 8), (Forbidding(), 7)])
def test_games_that_go_round_in_circles_end(tmp_path, game, expanded):
    """Every cycle is cut where it closes, so that values, costs and the file have an end."""
    run = run_in(tmp_path, game, Guess(game, 2), 50)
    run.expand(lambda seen: None, lambda: False)
    graph = run.graph
    assert graph.expanded == expanded  # four places, two movers; at one all moves are forbidden
    assert run.expansion.complete
    order = graph._sort_upwards()
    assert sorted(node.key for node in order) == sorted(graph.nodes)
    place = {node.key: at for at, node in enumerate(order)}
    back = 0
    for node in order:
        for edge in node.edges or ():
            if edge.child is None:
                back += 1
            else:
                assert place[edge.child.key] < place[node.key]
    assert back or game.repetition == "forbidden"
    run.store.close()
    again = run_in(tmp_path, game, Guess(game, 2), 50)
    assert (again.graph.root.value, again.graph.expanded) == (graph.root.value, expanded)
    again.store.close()


def test_ctrl_c_twice_keeps_the_work(whole, tmp_path):
    path = tmp_path / "b.sqlite"

    def see(seen):
        if seen.expanded == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        expand_book(path, TICTACTOE, 12, DEPTH, see=see)
    assert [p.name for p in tmp_path.iterdir()] == ["b.sqlite" + WORK]
    assert expand_book(path, TICTACTOE, 12, DEPTH).begun == 3
    assert contents(path) == contents(whole)


def test_a_long_search_ends_when_it_is_told(tmp_path):
    """Deeper than anybody waits for; what it had found so far does not count."""
    asked = []

    def stop():
        asked.append(None)
        return len(asked) > 3

    searching = SearchSettings(Limit(depth=99))
    game = interpreted(Othello())
    with Evaluator(game, searching) as evaluate:
        assert evaluate(History(game), stop) is None
    assert len(asked) == 4


def test_a_run_that_is_stopped_in_its_first_search_has_made_no_book(tmp_path):
    path, game = tmp_path / "b.sqlite", interpreted(Othello())
    with pytest.raises(KeyboardInterrupt):
        expand_book(path, game, 2, SearchSettings(Limit(depth=99)), stop=lambda: True)
    assert not path.exists()
    made = expand_book(path, game, 2, SearchSettings(Limit(depth=1)))
    assert (made.begun, made.expansion.positions) == (0, 2)


class Named(NamedTuple):
    """A state of `Halving`."""

    left: int
    mover: int


class Halving(Game):
    """Take one of what is left, or half of it; whoever takes the last wins.  Actions are words."""

    compiled = False

    def initial(self):
        return Named(6, 0)

    def to_move(self, s):
        return s.mover

    def actions(self, s):
        yield from ("one", "half") if s.left > 1 else ("one",)

    def result(self, s, a):
        return Named(s.left - 1 if a == "one" else s.left // 2, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1


def test_actions_that_are_no_numbers(tmp_path):
    run = run_in(tmp_path, Halving(), Guess(Halving(), 1), 3)
    run.expand(lambda seen: None, lambda: False)
    assert run.graph.expanded == 3
    run.store.close()
    again = run_in(tmp_path, Halving(), Guess(Halving(), 1), 50)
    again.expand(lambda seen: None, lambda: False)
    assert again.expansion.complete
    assert again.graph.root.proven
    assert again.graph.root.value < 0  # five and three are wins for the other
    again.store.close()
