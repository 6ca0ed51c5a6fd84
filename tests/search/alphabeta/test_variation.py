"""Principal variations: legal, optimal, complete where they are proofs."""

from exact import score
from mazes import Maze, start

import halfmove as hm
from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.limit import Limit
from halfmove.core.score import WIN, one_ply_back
from halfmove.search.action_numbers import NO_ACTION
from halfmove.search.algorithms import analyze
from halfmove.search.alphabeta.memory import MAX_PLY
from halfmove.search.alphabeta.plain import root
from halfmove.search.alphabeta.table import bucket_of, pack, store
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.alphabeta.variation import find_stored_action, from_table, proven_line

GAME = Maze(in_turn=False, utility_limit=3)


def test_a_proven_line_is_best_play_to_the_end():
    for seed in range(100):
        engine, state, known = Engine(GAME, megabytes=0.1), start(seed), {}
        value = score(GAME, state, known)
        line = proven_line(engine, state, value, 1_000_000)
        for action in line:
            child = GAME.result(state, action)
            same = GAME.to_move(child) == GAME.to_move(state)
            value = one_ply_back(value) if same else -one_ply_back(value)
            assert score(GAME, child, known) == value
            state = child
        assert GAME.is_terminal(state)
        assert abs(value) % WIN == 0


def test_a_proven_line_stops_where_its_nodes_do():
    engine, state = Engine(GAME, megabytes=0.1), start(4)
    value = score(GAME, state, {})
    line = proven_line(engine, state, value, 0)
    assert len(line) <= 1
    assert len(proven_line(engine, state, value, 10**6)) >= len(line)  # and leaves nothing behind


def test_a_score_out_of_reach_has_no_line():
    engine, state = Engine(GAME, megabytes=0.1), start(4)
    assert proven_line(engine, state, score(GAME, state, {}) + 1, 10**6) == ()


def test_the_tables_line_is_legal_and_no_longer_than_asked():
    for seed in range(50):
        engine = Engine(GAME, megabytes=0.1)
        root(GAME, start(seed), -2 * 10**9, 2 * 10**9, 8, engine.memories[0])
        for plies in (0, 1, 3, 20):
            state = start(seed)
            line = from_table(engine.subject, engine.table, state, plies)
            assert len(line) <= plies
            for action in line:
                assert action in GAME.actions(state)
                state = GAME.result(state, action)


def test_an_action_that_is_none_of_the_positions_is_not_believed():
    engine, state = Engine(GAME, megabytes=0.1), start(1)
    key = bits.mix(GAME.key(state))
    for action in (17, NO_ACTION):
        store(
            engine.table.words, bucket_of(key, engine.table.buckets - 1), key, pack(0, action, 1, 3, 1, 0), 0
        )
        assert find_stored_action(engine.subject, engine.table, state) is None
        assert from_table(engine.subject, engine.table, state, 5) == ()


def test_mirrored_positions_find_their_own_action():
    game = interpreted(hm.game("connect4", width=4, height=4))
    engine, known = Engine(game, megabytes=1), {}
    for moves in ((0, 1, 0, 1, 0), (0, 0, 1, 3, 2), (3, 3, 0, 0, 1, 2)):
        state = game.initial()
        for action in moves:
            state = game.result(state, action)
        mirrored = game.symmetric(state, 1)
        root(engine.subject, state, -(10**9), 10**9, MAX_PLY, engine.memories[0])
        here, there = (from_table(engine.subject, engine.table, s, 1) for s in (state, mirrored))
        assert len(here) == len(there) == 1
        child, other = game.result(state, *here), game.result(mirrored, *there)
        assert score(game, child, known) == score(game, other, known)


def test_the_engines_variation_of_a_proof_leads_to_its_value():
    for seed in range(40):
        found = analyze(GAME, start(seed), Limit(seconds=60))
        state = start(seed)
        for action in found.variation:
            state = GAME.result(state, action)
        if GAME.is_terminal(state):
            assert GAME.utility(state, GAME.to_move(start(seed))) == found.value
