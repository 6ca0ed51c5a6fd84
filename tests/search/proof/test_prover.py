"""Proofs by df-pn, PN and PN², beside going through every path of small games."""

import random

import pytest
from exact import random_states, score
from mates import read_mates
from mazes import Maze, start
from naive_repetition import Knot, Tangle, forces, value_by_paths

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.naming import open_game
from halfmove.core.score import utility_of
from halfmove.games.connect4 import ConnectFour
from halfmove.games.shogi import Shogi
from halfmove.search.proof import dfpn
from halfmove.search.proof.by_numbers import solve
from halfmove.search.proof.numbers_table import Found, bucket_at, covers, find, new_table, store
from halfmove.search.proof.prover import METHODS, Prover, Question

TANGLE = Tangle()
SEEDS = range(120)
WAYS = [
    ("dfpn", 1),
    pytest.param(("dfpn", 2), marks=pytest.mark.slow_interpreted),
    ("pn", 1),
    ("pn2", 1),
]
"""Method and threads."""


@pytest.fixture(params=WAYS, ids=lambda way: f"{way[0]}-{way[1]}")
def make(request):
    """Makes provers that search in one of the ways."""
    method, threads = request.param
    return lambda game, megabytes: Prover(game, megabytes=megabytes, method=method, threads=threads)


def knots(seeds=SEEDS):
    return [state for seed in seeds if not TANGLE.is_terminal(state := Knot(seed, 0))]


def follow(game, prover, state, question, plies=60):
    """Every line against the action that proves: each ends as the question asks."""
    if game.is_terminal(state):
        assert game.utility(state, question.player) >= question.least
        return
    assert plies > 0, "a proof that goes on for ever"
    if game.to_move(state) == question.player:
        action = prover.action(state, question)
        assert action in list(game.actions(state))
        follow(game, prover, game.result(state, action), question, plies - 1)
    else:
        for action in game.actions(state):
            child = game.result(state, action)
            assert prover.prove(child, question)
            follow(game, prover, child, question, plies - 1)


# ---- answers


@pytest.mark.parametrize("megabytes", [0.1, 0.004])
def test_positions_that_come_again_are_worth_what_all_paths_say(make, megabytes):
    """However little is remembered."""
    prover = make(TANGLE, megabytes)
    seen = set()
    for state in knots():
        value = value_by_paths(TANGLE, state)
        seen.add(value)
        for player in (0, 1):
            for least in (0, 1):
                question = Question(player, least)
                assert prover.prove(state, question) == ((value if player == 0 else -value) >= least)
    assert seen == {-1, 0, 1}
    assert prover.repetitions > 0


def test_every_question_of_every_position_of_a_game_is_answered_with_one_table():
    prover = Prover(TANGLE, megabytes=0.1)
    for state in knots(range(30)):
        for place in range(TANGLE.size):
            for question in (Question(0), Question(1), Question(1, 0), Question(0, checks=True)):
                there = state._replace(place=place)
                asked = question if question.least > 0 else Question(0)
                expected = forces(TANGLE, there, asked)
                assert prover.prove(there, question) == (expected if question.least > 0 else not expected)


def test_proofs_are_followed_to_their_ends(make):
    prover = make(TANGLE, 0.1)
    proven = [state for state in knots() if prover.prove(state, Question(0))]
    assert len(proven) > 10
    for state in proven:
        follow(TANGLE, prover, state, Question(0))


def test_a_table_of_a_few_entries_changes_no_answer():
    prover = Prover(TANGLE, megabytes=0.001)
    for state in knots(range(40)):
        assert prover.prove(state, Question(0)) == (value_by_paths(TANGLE, state) > 0)


def test_problems_of_mate_and_limits_of_plies(make):
    prover = make(TANGLE, 0.1)
    for state in knots(range(80)):
        for plies in (None, 1, 2, 3, 5, 8):
            for checks in (False, True):
                question = Question(0, 1, checks, plies)
                assert prover.prove(state, question) == forces(TANGLE, state, question), question


def test_points_in_games_not_in_turn(make):
    game = Maze(in_turn=False, utility_limit=3)
    prover = make(game, 0.5)
    for seed in range(30):
        state = start(seed)
        value = utility_of(score(game, state, {}))
        for least in range(-2, 4):
            assert prover.prove(state, Question(game.to_move(state), least)) == (value >= least)


@pytest.mark.parametrize("game", [open_game("tictactoe"), interpreted(open_game("nim"))])
def test_small_games_beside_brute_force(make, game):
    prover = make(game, 1)
    known = {}
    for state in random_states(game, 1, 3):
        mover = game.to_move(state)
        value = utility_of(score(game, state, known))
        assert prover.prove(state, Question(mover)) == (value > 0)
        assert prover.prove(state, Question(mover, 0)) == (value >= 0)
        found = solve(game, state, shortest=True, prover=prover)
        assert (found.score.value, found.algorithm) == (value, prover.method)
        assert found.lines[0].action in list(game.actions(state))


@pytest.mark.parametrize("method", METHODS)
def test_both_speeds_search_alike(method):
    nodes = []
    for game in (TANGLE, interpreted(TANGLE)):
        prover = Prover(game, megabytes=0.1, method=method)
        for state in knots(range(20)):
            prover.prove(state, Question(0))
            nodes.append((prover.nodes, prover.tree_nodes, prover.full))
    assert nodes[:20] == nodes[20:]


# ---- limits, and what is refused


def test_it_ends_by_nodes_by_the_clock_and_when_somebody_stops_it(make):
    game = interpreted(open_game("connect4"))
    prover = make(game, 1)
    assert prover.prove(game.initial(), Question(0), nodes=20) is None
    assert prover.prove(game.initial(), Question(0), seconds=0.0) is None
    assert prover.prove(game.initial(), Question(0), see=prover.stop) is None
    assert prover.status(game.initial(), Question(0)) is None


def test_nothing_is_asked_while_it_searches():
    """Its question stands in the memories of the threads."""
    game = interpreted(open_game("connect4"))
    prover = Prover(game, megabytes=1)
    with pytest.raises(RuntimeError, match="one question at a time"):
        prover.prove(game.initial(), Question(0), see=lambda: prover.plies(game.initial(), Question(1)))
    assert prover.status(game.initial(), Question(0)) is None


def test_an_interrupt_ends_it():
    def see():
        raise KeyboardInterrupt

    game = interpreted(open_game("connect4"))
    assert Prover(game, megabytes=1).prove(game.initial(), Question(0), see=see) is None


def test_a_fault_in_the_rules_is_raised_from_the_thread():
    class Faulty(Tangle):
        compiled = False

        def result(self, s, a):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Prover(Faulty(), megabytes=0.1).prove(knots()[0], Question(0), seconds=60)


class Superko(Tangle):
    """No place may come again, nor the one beside it, which counts as the same."""

    compiled = False
    repetition = "forbidden"

    def repetition_key(self, s):
        return s.place // 2 + s.seed * self.size


class Losing(Superko):
    repetition = "loss"


class Counting(Superko):
    utility_limit = 2


def forces_with_superko(game, state, player, keys=()):
    """Whether a player wins by going through every path; who has no legal action has nothing."""
    if game.is_terminal(state):
        return game.utility(state, player) >= 1
    keys = (*keys, game.repetition_key(state))
    after = [game.result(state, a) for a in game.actions(state)]
    answers = [
        forces_with_superko(game, s, player, keys) for s in after if game.repetition_key(s) not in keys
    ]
    ours = game.to_move(state) == player
    return any(answers) if ours else bool(answers) and all(answers)


def test_where_positions_may_not_come_again_a_proof_is_one_on_every_path():
    game = Superko()
    prover = Prover(game, megabytes=0.1)
    proven = open_ = 0
    for state in knots():
        for player in (0, 1):
            answer = prover.prove(state, Question(player))
            truth = forces_with_superko(game, state, player)
            assert answer in (True, None)
            assert truth or not answer
            proven += bool(answer)
            open_ += answer is None
            assert prover.unsure == (answer is None)
            assert prover.prove(state, Question(1 - player, 0)) == (False if answer else None)
    assert proven > 10
    assert open_ > 30


def pasts(game, seeds, plies):
    """Games of a few plies, in which no position has come twice."""
    for seed in range(seeds):
        history, dice = History(game, Knot(seed, 0)), random.Random(seed)
        while not history.over and len(history.actions) < plies and history.legal():
            history.play(dice.choice(history.legal()))
        if history.legal():
            yield history


def test_positions_of_the_game_so_far_count_for_the_rule_about_repetition():
    prover, other = Prover(TANGLE, megabytes=0.1), 0
    for history in [*pasts(TANGLE, 600, 2)] * 2:  # the second time with a table that has seen many pasts
        value = value_by_paths(TANGLE, history.state, tuple(history.states[:-1]))
        other += value != value_by_paths(TANGLE, history.state)
        prover.look_back(history)
        for player in (0, 1):
            for least in (0, 1):
                question = Question(player, least)
                yes = (value if player == 0 else -value) >= least
                assert prover.prove(history.state, question) == yes
                if yes and least and history.mover == player:
                    action = prover.action(history.state, question)
                    assert TANGLE.result(history.state, action) not in history.states
        found = solve(TANGLE, history.state, history=history, prover=prover)
        assert int(found.score.value) == (value if history.mover == 0 else -value)
    assert other > 8
    prover.look_back(None)
    assert prover.prove(knots()[0], Question(0)) == (value_by_paths(TANGLE, knots()[0]) > 0)


def test_a_proof_keeps_clear_of_positions_that_the_game_forbids():
    game = Superko()
    prover, proven = Prover(game, megabytes=0.1), 0
    for history in pasts(game, 200, 1):
        prover.look_back(history)
        for player in (0, 1):
            if prover.prove(history.state, Question(player)):
                proven += 1
                assert forces_with_superko(game, history.state, player, tuple(history.keys()))
    assert proven > 5


def test_a_position_ends_the_game_from_the_occurrence_on_that_the_rule_names():
    class Thrice(Tangle):
        repetition_count = 3

    history = History(Thrice(), Knot(3, 0))
    assert history.ending_keys() == []
    history._note(1)
    assert history.ending_keys() == [history.game.repetition_key(history.state)]


def test_what_does_not_fit_is_refused():
    with pytest.raises(Unsuitable, match="a loss"):
        Prover(Losing())
    with pytest.raises(Unsuitable, match="counts points"):
        Prover(Counting())
    with pytest.raises(Unsuitable, match="chance"):
        Prover("backgammon")
    with pytest.raises(BadInput, match="one thread"):
        Prover(TANGLE, method="pn", threads=2)
    with pytest.raises(BadInput, match="dfpn, pn, pn2"):
        Prover(TANGLE, method="pds")
    prover = Prover(Maze(), megabytes=0.1)
    with pytest.raises(BadInput, match="needs a game with checks"):
        prover.prove(start(1), Question(0, checks=True))
    with pytest.raises(BadInput, match="player 0 or 1"):
        prover.prove(start(1), Question(2))
    with pytest.raises(BadInput, match="asks for a win"):
        prover.prove(start(1), Question(0, 0, plies=3))
    with pytest.raises(BadInput, match="asks for a win"):
        Prover(TANGLE, megabytes=0.1).prove(knots()[0], Question(0, 0, checks=True))


# ---- the table


def test_the_table_keeps_what_cost_most_and_proofs_for_more_in_hand():
    table = new_table(0.0001)
    key = 99
    store(table, 0, key, 2, Found(0, dfpn.SETTLED, 7, 5, 0), 20, 0)
    assert find(table, 0, key, 2)[:3] == (0, dfpn.SETTLED, 7)
    assert find(table, 0, key, 3).proof == 0
    assert find(table, 0, key, 1).proof == 1
    store(table, 0, key, 3, Found(dfpn.SETTLED, 0, 0, 5, 3), 20, 0)
    assert find(table, 0, key, 1).disproof == 0
    for other in range(20):
        store(table, 0, other + 1000, 0, Found(4, 5, 0, 1, 0), other % 3, 0)
    assert find(table, 0, key, 2).proof == 0
    assert bucket_at(key, 0) == 0


def test_what_another_thread_has_settled_meanwhile_is_taken_over(monkeypatch):
    game = interpreted(ConnectFour(width=4, height=4))
    prover, state = Prover(game, megabytes=1), game.initial()
    prover.searcher.put(state, Question(0))
    memory = prover.searcher.memories[0]
    memory.counters[dfpn.SHARING] = 1
    place = dfpn.place_of(game, state, 99, memory)
    at = bucket_at(place.key, memory.counters[dfpn.MASK])
    weigh = dfpn.weigh

    def settle_and_weigh(rows, n, sharing, m):
        """Another thread answers the root's question while its second child is searched."""
        if memory.counters[dfpn.NODES] == 8:
            store(memory.table, at, place.key, place.held, Found(dfpn.SETTLED, 0, 0, 3, 0), 1, 0)
        return weigh(rows, n, sharing, m)

    monkeypatch.setattr(dfpn, "weigh", settle_and_weigh)
    assert dfpn.root(game, state, 99, memory) == dfpn.NO
    assert memory.counters[dfpn.NODES] < 20
    assert find(memory.table, at, place.key, place.held).disproof == 0


def test_a_cleared_prover_searches_as_a_new_one_does():
    game = interpreted(ConnectFour(width=4, height=4))
    state, used, nodes = game.initial(), Prover(game, megabytes=0.1), []
    for _ in range(20):  # more often than entries have ages
        before = used.nodes
        assert used.prove(state, Question(0)) is False
        assert used.permille() > 0
        nodes.append(used.nodes - before)
        used.clear()
        assert used.permille() == 0
        assert used.status(state, Question(0)) is None
    fresh = Prover(game, megabytes=0.1)
    fresh.prove(state, Question(0))
    assert set(nodes) == {fresh.nodes}


def test_holdings_are_compared_thing_by_thing():
    assert covers(0x0203, 0x0203)
    assert covers(0x0203, 0x0102)
    assert not covers(0x0203, 0x0300)
    assert not covers(0x0200, 0x0001)


def test_disproofs_confirmed_in_old_rounds_are_forgotten_in_time():
    prover = Prover(TANGLE, megabytes=0.1)
    states = knots()
    for _ in range(300):
        prover.searcher._next_round()
    for state in states[:30]:
        assert prover.prove(state, Question(0)) == (value_by_paths(TANGLE, state) > 0)


# ---- problems of mate in shogi


@pytest.mark.slow_interpreted
def test_mates_in_shogi_are_proven_with_few_nodes():
    game = Shogi()
    prover = Prover(game, megabytes=16)
    mates = read_mates()
    assert len(mates) > 100
    for plies, sfen in mates:
        state, before = game.parse(sfen), prover.nodes
        prover.clear()
        assert prover.prove(state, Question(0, checks=True), nodes=40_000), sfen
        assert prover.plies(state, Question(0, checks=True)) >= plies
        assert prover.nodes - before <= 40_000


@pytest.mark.slow_interpreted
def test_the_shortest_mates_are_as_long_as_the_file_says():
    game = Shogi()
    prover = Prover(game, megabytes=16)
    for plies, sfen in read_mates()[::6]:
        state = game.parse(sfen)
        prover.clear()
        assert prover.prove(state, Question(0, checks=True, plies=plies)), sfen
        assert not prover.prove(state, Question(0, checks=True, plies=plies - 2)), sfen
