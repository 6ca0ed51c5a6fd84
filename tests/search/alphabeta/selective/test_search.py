"""The selective search: the textbook's with nothing selective about it, and sound with everything."""

import pytest

import halfmove as hm
from halfmove.core.evaluation_network import find_network
from halfmove.core.history import History
from halfmove.core.score import ESTIMATE, WIN
from halfmove.search.alphabeta import deepening
from halfmove.search.alphabeta.selective.features import SELECTIVE, mask
from halfmove.search.alphabeta.selective.memory import ALL

CHESS = hm.game("chess")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
QUIET = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
pytestmark = pytest.mark.slow_interpreted


def at(fen):
    return CHESS.parse(fen)


def engine(**options):
    return hm.Engine(CHESS, megabytes=4, **options)


def estimate(state, network):
    """By a network, or by the game's own sum."""
    if network is None:
        return CHESS.evaluate(state, state.mover)
    return CHESS.refine(state, state.mover, network.evaluate(CHESS, state, state.mover))


def naive(state, depth, network):
    """Negamax as the textbook has it, with mates scored by distance."""
    if CHESS.is_terminal(state):
        return -WIN if CHESS.utility(state, state.mover) else 0
    if depth == 0:
        return estimate(state, network)
    best = -(10**9)
    for action in CHESS.actions(state):
        value = -naive(CHESS.result(state, action), depth - 1, network)
        if abs(value) >= ESTIMATE:
            value += -1 if value > 0 else 1
        best = max(best, value)
    return best


@pytest.mark.parametrize("evaluation", ["terms", "auto"])
@pytest.mark.parametrize("fen", [QUIET, ENDGAME, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"])
def test_with_nothing_left_in_it_is_plain_negamax(fen, evaluation):
    network = find_network(CHESS, evaluation)
    everything = [*hm.features(CHESS)]
    assert mask(tuple(SELECTIVE)) == 0
    state = at(fen)
    for depth in (1, 2, 3) if fen == ENDGAME else (1, 2):
        found = hm.analyze(
            CHESS, state, hm.Limit(depth=depth), memory=engine(without=everything, evaluation=evaluation)
        )
        assert found.raw == naive(state, depth, network)


def test_features_by_name():
    assert set(hm.features(CHESS)) == set(SELECTIVE) - {"mates"}
    assert set(hm.features("shogi")) >= {"mates", "quiescence"}
    assert mask(()) == ALL
    assert {bin(f.bit).count("1") for f in SELECTIVE.values()} == {1}
    assert len({f.bit for f in SELECTIVE.values()}) == len(SELECTIVE)
    with pytest.raises(hm.BadInput, match="no feature 'nullmove'; did you mean 'null-move'"):
        hm.Engine(CHESS, without=["nullmove"])


@pytest.mark.parametrize("name", hm.features(CHESS))
def test_without_any_one_it_still_wins_a_piece(name):
    state = at("4k3/pppp4/8/3q4/4P3/8/PPPP4/R3K3 w - - 0 1")  # the queen hangs
    memory = engine(without=[name])
    found = hm.analyze(CHESS, state, hm.Limit(depth=7), memory=memory)
    assert found.raw > 30_000, name
    assert CHESS.action_text(state, found.best) == "exd5"
    assert memory.statistics()["deepest"] >= 6


MATES = [
    ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8#", 1),
    ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", "Nf6+", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", None, 3),
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", "Qb8+", 2),
]


@pytest.mark.parametrize(("fen", "move", "moves"), MATES)
def test_mates_are_found_and_counted(fen, move, moves):
    found = hm.analyze(CHESS, at(fen), hm.Limit(depth=2 * moves + 6), memory=engine())
    assert found.raw == WIN - (2 * moves - 1)
    assert found.proven
    if move:
        assert CHESS.action_text(at(fen), found.best) == move


def test_being_mated_is_put_off():
    state = at("7k/5ppp/8/8/8/8/1r6/K6R b - - 0 1")
    assert hm.analyze(CHESS, state, hm.Limit(depth=6), memory=engine()).raw > 0
    lost = at("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    assert hm.analyze(CHESS, lost, hm.Limit(depth=6), memory=engine()).raw == -(WIN - 2)


def test_a_perpetual_check_is_a_draw():
    state = at("6k1/5p1p/6pQ/8/8/8/1q5P/r1B3K1 w - - 0 1")  # Black threatens mate; White has no checks: lost
    assert hm.analyze(CHESS, state, hm.Limit(depth=8), memory=engine()).raw < 0
    perpetual = at("5rk1/5ppp/8/6Q1/8/7P/1q4PK/r7 w - - 0 1")
    found = hm.analyze(CHESS, perpetual, hm.Limit(depth=8), memory=engine())
    assert found.raw < ESTIMATE


def shuffled(times):
    """A game in which the rook has gone to and fro so often, White to move and far ahead."""
    history = History(CHESS, at("7k/8/8/8/8/8/1R6/K7 w - - 0 1"))
    for _ in range(times):
        for text in ("Rb3", "Kg7", "Rb2", "Kh8"):
            history.play(CHESS.parse_action(history.state, text))
    return history


def test_the_winner_does_not_repeat_what_has_stood_twice():
    history = shuffled(1)
    state = history.state
    repeating = CHESS.parse_action(state, "Rb3")
    found = hm.analyze(CHESS, state, hm.Limit(depth=6), memory=engine(), history=history, lines=40)
    scores = {line.action: line.raw for line in found.lines}
    assert found.best != repeating
    assert found.raw > 30_000
    history = shuffled(2)  # Rb3 would bring the third time
    found = hm.analyze(CHESS, history.start, hm.Limit(depth=6), memory=engine(), lines=40)
    assert {line.action: line.raw for line in found.lines}[repeating] > 30_000, "without a past it is no draw"
    assert scores.keys() == {line.action for line in found.lines}


def test_a_third_time_is_a_draw_to_the_search():
    history = shuffled(1)
    for text in ("Rb3", "Kg7"):
        history.play(CHESS.parse_action(history.state, text))
    # Rb2 would bring the start about for the third time
    found = hm.analyze(CHESS, history.state, hm.Limit(depth=5), memory=engine(), history=history, lines=40)
    back = CHESS.parse_action(history.state, "Rb2")
    scores = {line.action: line.raw for line in found.lines}
    assert scores[back] != found.raw
    history.play(back)
    history.play(CHESS.parse_action(history.state, "Kh8"))
    assert history.repeated


def test_fifty_moves_are_seen_coming():
    state = at("7k/8/8/8/8/8/1R6/K7 w - - 97 80")
    assert hm.analyze(CHESS, state, hm.Limit(depth=8), memory=engine()).raw == 0
    fresh = at("7k/8/8/8/8/8/1R6/K7 w - - 0 80")
    assert hm.analyze(CHESS, fresh, hm.Limit(depth=8), memory=engine()).raw > 30_000


def test_lines_are_different_moves_the_best_first():
    found = hm.analyze(CHESS, at(QUIET), hm.Limit(depth=6), memory=engine(), lines=4)
    assert len({line.action for line in found.lines}) == 4
    assert [line.raw for line in found.lines] == sorted((line.raw for line in found.lines), reverse=True)
    for line in found.lines:
        state = at(QUIET)
        for action in line.variation:
            assert action in list(CHESS.actions(state))
            state = CHESS.result(state, action)


def test_only_some_moves_may_be_chosen():
    from halfmove.search.alphabeta.deepening import search

    state = at(KIWIPETE)
    only = [CHESS.parse_action(state, "a3"), CHESS.parse_action(state, "Kf1")]
    *_, last = search(CHESS, state, hm.Limit(depth=5), memory=engine(), only=only)
    assert last.best in only


def test_the_same_search_twice_visits_the_same_positions():
    counts = set()
    for _ in range(2):
        found = hm.analyze(CHESS, at(QUIET), hm.Limit(depth=9), memory=engine())
        counts.add((found.nodes, found.best, found.raw))
    assert len(counts) == 1


def test_a_memory_that_was_cleared_is_as_new():
    memory = engine()
    first = hm.analyze(CHESS, at(QUIET), hm.Limit(depth=8), memory=memory)
    hm.analyze(CHESS, at(KIWIPETE), hm.Limit(depth=6), memory=memory)
    memory.clear()
    again = hm.analyze(CHESS, at(QUIET), hm.Limit(depth=8), memory=memory)
    assert (again.nodes, again.raw, again.variation) == (first.nodes, first.raw, first.variation)


def test_bounds_on_nodes_are_kept_and_there_is_always_a_move():
    for nodes in (1, 50, 5000):
        found = hm.analyze(CHESS, at(KIWIPETE), hm.Limit(nodes=nodes), memory=engine())
        assert found.best in list(CHESS.actions(at(KIWIPETE)))
        assert found.nodes <= max(nodes, 1000) + 1


def test_threads_share_a_table(monkeypatch):
    monkeypatch.setattr(deepening, "HELPED_FROM", 0)
    memory = engine(threads=2)
    found = hm.analyze(CHESS, at(QUIET), hm.Limit(depth=10), memory=memory, threads=2)
    assert found.depth == 10
    assert memory.memories[1].counters[1] > 0, "the second has searched too"


def test_a_proof_is_not_left_to_it():
    solver = hm.Solver(hm.game("tictactoe"), megabytes=1)
    assert not solver.engine.selective
    assert engine().selective
    assert not hm.Engine(CHESS, megabytes=1, selective=False).selective
