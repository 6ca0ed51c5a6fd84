"""The wrong procedures: alpha-beta but for their faults, and what is claimed of a fault holds in general."""

import pytest
from random_specs import trees
from small_games import expected, naive

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.search.trace import Cutoff, Enter, Leaf, Start
from halfmove.teach.misconceptions import faulty
from halfmove.teach.misconceptions.reading import best_looking, root_moves

pytestmark = pytest.mark.one_speed

ALL = [
    faulty.RESET_AT_ROOT,
    faulty.FRESH_WINDOWS,
    faulty.ONLY_PARENT,
    faulty.COPIED_BRANCH,
    faulty.ALL_FIRST,
    faulty.LAST_OF_EQUALS,
    faulty.ONE_WINDOW,
]
RIGHT_VALUE = [p for p in ALL if p not in (faulty.COPIED_BRANCH, faulty.ONE_WINDOW)]


def told(trace):
    return [event for event in trace.events if not isinstance(event, Start)]


def leaves(trace):
    return [event.path for event in trace.events if isinstance(event, Leaf)]


def test_without_a_fault_it_is_alphabeta_event_by_event():
    for game in trees(60):
        assert told(faulty.run(faulty.SOUND, game)) == told(hm.trace(game))


@pytest.mark.parametrize("procedure", RIGHT_VALUE, ids=lambda p: p.name)
def test_faults_that_only_cost(procedure):
    for game in trees(60):
        found, right = faulty.run(procedure, game), hm.trace(game)
        assert found.outcome.value == naive(game, game.root)
        assert set(leaves(right)) <= set(leaves(found))


def test_each_fault_shows_somewhere():
    for procedure in ALL:
        assert any(told(faulty.run(procedure, game)) != told(hm.trace(game)) for game in trees(60))


def test_a_reset_at_the_root_makes_its_values_exact():
    for game in trees(60):
        assert all(m.returned == m.true for m in root_moves(faulty.run(faulty.RESET_AT_ROOT, game)))


def test_fresh_windows_never_cut():
    for game in trees(30):
        found = faulty.run(faulty.FRESH_WINDOWS, game)
        assert leaves(found) == leaves(hm.trace(game, algorithm="minimax"))
        assert not any(isinstance(event, Cutoff) for event in found.events)


def test_after_all_children_nothing_is_left_to_cut():
    for game in trees(30):
        cuts = [e for e in faulty.run(faulty.ALL_FIRST, game).events if isinstance(e, Cutoff)]
        assert all(cut.remaining == () for cut in cuts)


def test_a_copied_branch_sees_one_child_of_every_min():
    wrong = 0
    for game in trees(60):
        found = faulty.run(faulty.COPIED_BRANCH, game)
        entered = [event for event in found.events if isinstance(event, Enter)]
        for node in entered:
            if node.player == 1:
                assert sum(e.path[:-1] == node.path and e.path != () for e in entered) == 1
        wrong += found.outcome.value != naive(game, game.root)
    assert wrong > 20


def test_one_window_for_all_is_often_wrong():
    games = trees(60)
    wrong = [faulty.run(faulty.ONE_WINDOW, game).outcome.value != naive(game, game.root) for game in games]
    assert sum(wrong) > 10


def test_the_last_of_equals_may_be_a_worse_move():
    worse = 0
    for game in trees(100, depth=3):
        found = faulty.run(faulty.LAST_OF_EQUALS, game)
        true = {m.action: m.true for m in root_moves(found)}
        worse += true.get(found.outcome.action, found.outcome.value) != found.outcome.value
    assert worse > 0


def test_equal_root_moves_are_equal_where_equality_does_not_cut():
    loose = 0
    for game in trees(150, depth=4, seed=3):
        strict = hm.trace(game, dialect="cs188")
        assert all(m.true == strict.outcome.value for m in best_looking(strict))
        normal = hm.trace(game)
        loose += any(m.true != normal.outcome.value for m in best_looking(normal))
        first = best_looking(normal)[:1]
        assert all(m.true == normal.outcome.value for m in first)
    assert loose > 0


def test_negamax_with_its_window_turned_is_alphabeta():
    for game in trees(40):
        found = faulty.run_negamax(faulty.TURNED, game)
        assert leaves(found) == leaves(hm.trace(game))
        assert found.outcome.value == naive(game, game.root)


def test_negamax_with_its_window_as_it_stands_cuts_nothing():
    for game in trees(40):
        found = faulty.run_negamax(faulty.NOT_TURNED, game)
        assert leaves(found) == leaves(hm.trace(game, algorithm="minimax"))
        assert found.outcome.value == naive(game, game.root)


def test_negamax_with_signs_turned_alone_is_wrong():
    games = trees(40)
    wrong = [faulty.run_negamax(faulty.NOT_EXCHANGED, g).outcome.value != naive(g, g.root) for g in games]
    assert sum(wrong) > 10


def test_chance_without_a_fault_is_expectiminimax():
    sound = faulty.ChanceFault("none", cuts=False, through=False)
    games = trees(40, chance=True)
    assert any(game.has_chance for game in games)
    for game in games:
        assert faulty.run_chance(sound, game).outcome.value == pytest.approx(expected(game, game.root))


@pytest.mark.parametrize("fault", [faulty.MEAN_SO_FAR, faulty.WINDOW_THROUGH])
def test_chance_faults_may_be_wrong(fault):
    games = trees(80, chance=True)
    wrong = [
        faulty.run_chance(fault, game).outcome.value != pytest.approx(expected(game, game.root))
        for game in games
    ]
    assert 0 < sum(wrong) < 80


def test_only_the_one_fault_cuts_at_chance_nodes():
    for game in trees(30, chance=True):
        cuts = [e for e in faulty.run_chance(faulty.MEAN_SO_FAR, game).events if isinstance(e, Cutoff)]
        through = faulty.run_chance(faulty.WINDOW_THROUGH, game)
        assert not any(isinstance(e, Cutoff) and e.player == CHANCE for e in through.events)
        assert all(cut.value <= cut.bound for cut in cuts if cut.player == CHANCE)


def test_no_wrong_procedure_can_be_asked_for():
    game = hm.tree([[1, 2], [3, 4]])
    before = dict(hm.algorithms())
    for procedure in ALL:
        found = faulty.run(procedure, game)
        assert found.algorithm.name not in hm.algorithms()
        with pytest.raises(hm.BadInput):
            hm.trace(game, algorithm=found.algorithm.name)
        with pytest.raises(hm.BadInput):
            hm.analyze(game, algorithm=found.algorithm.name)
        with pytest.raises(NotImplementedError):
            found.algorithm.search(game, None, None)
    assert hm.algorithms() == before
