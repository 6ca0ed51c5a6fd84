import math

import pytest

import halfmove as hm
from halfmove.search.trace import Leaf, Recall
from halfmove.teach.arrangement import merge_symmetric, right_to_left, use_evaluation_steps
from halfmove.teach.trace import stream, teachable

pytestmark = pytest.mark.one_speed

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_fig_5_2():
    trace = hm.trace(hm.tree(AIMA))
    assert trace.outcome[:3] == (3, 0, (0, 0))
    assert trace.leaves == (3, 12, 8, 2, 14, 5, 2)
    assert trace.counts == (7, 7, 11, 13, 4, 2, 2, 2)
    board = trace.replay
    assert set(board.pruned) == {(1, 1), (1, 2)}
    assert board.variation == ((), (0,), (0, 0))
    assert (board.marks[1,].value, board.marks[1,].relation, trace.true_value((1,))) == (2, "≤", 2)


def test_right_to_left():
    trace = hm.trace(hm.tree(AIMA), order="right")
    assert trace.leaves == (2, 5, 14, 6, 4, 2, 8, 12, 3)
    assert trace.outcome.action == 0


def test_half_way_the_window_and_the_value_are_those_of_the_moment():
    trace = hm.trace(hm.tree(AIMA))
    steps = next(i for i, e in enumerate(trace.events) if isinstance(e, Leaf) and e.value == 14)
    mark = trace.after(steps).marks[2,]
    assert (mark.alpha, mark.beta, mark.value, mark.relation) == (3, float("inf"), None, None)
    assert trace.after(steps).current == (2, 0)


@pytest.mark.parametrize(
    ("game", "depth", "won"),
    [
        (hm.game("tictactoe"), 2, 20),
        (hm.game("connect4", width=5, height=4), 3, 2000),
        (hm.game("mnk", width=4, height=4, k=4), 2, 200),
    ],
    ids=lambda value: value.name if isinstance(value, hm.Game) else str(value),
)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negamax"])
def test_values_may_be_whole_numbers_of_what_people_count(game, depth, won, algorithm):
    shares = hm.trace(game, algorithm=algorithm, depth=depth)
    counted = hm.trace(use_evaluation_steps(game), algorithm=algorithm, depth=depth)
    assert all(float(value).is_integer() for value in counted.leaves)
    assert counted.leaves == pytest.approx([value * won for value in shares.leaves])
    assert (counted.outcome.action, counted.counts) == (shares.outcome.action, shares.counts)
    assert hm.trace(right_to_left(use_evaluation_steps(game)), algorithm=algorithm, depth=depth).leaves


def test_a_won_game_is_worth_as_many_as_it_counts():
    game = hm.game("tictactoe")
    state = game.initial()
    for move in ("a1", "a3", "b1", "b3"):
        state = game.result(state, game.parse_action(state, move))
    assert hm.trace(use_evaluation_steps(game), state, depth=1).outcome.value == 20
    with pytest.raises(hm.BadInput, match="no unit of its own"):
        use_evaluation_steps(hm.game("nim"))


def test_symmetric_positions_are_merged():
    game = hm.game("tictactoe")
    assert hm.trace(game, algorithm="minimax", depth=2).counts.leaves == 72
    assert hm.trace(merge_symmetric(game), algorithm="minimax", depth=2).counts.leaves == 12
    whole, few = hm.trace(game, depth=5), hm.trace(merge_symmetric(game), depth=5)
    assert few.outcome.value == whole.outcome.value


def test_a_stream_tells_the_same_events():
    heard = []
    tree = hm.tree(AIMA)
    outcome = stream(tree, None or tree.root, heard.append)
    trace = hm.trace(tree)
    assert outcome == trace.outcome
    assert tuple(heard[1:]) == trace.events[1:]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"algorithm": "magic"}, "There is no search 'magic' to watch; there are: alphabeta, deepening,"),
        ({"algorithm": "alfabeta"}, "There is no search 'alfabeta' to watch; did you mean alphabeta?"),
        ({"order": "up"}, "The order of actions is 'left' or 'right', not 'up'"),
        ({"labels": 7}, "alphabeta's option 'labels' is one of before, after, not '7'"),
        ({"window": 7}, "alphabeta has no option 'window'"),
    ],
)
def test_what_it_does_not_know(options, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        hm.trace(hm.tree(AIMA), **options)


@pytest.mark.parametrize("name", [n for n in teachable() if n != "singular"])
@pytest.mark.parametrize("depth", [None, 1, 2, 3])
def test_evaluations_mean_the_same_in_an_outcome_and_in_its_trace(name, depth):
    """Static ones, by UTILITY or EVAL (singular's outcome counts what it looks up on the side as well)."""
    spec = {
        "value": 1,
        "children": [{"value": 2, "children": [{"value": 0, "children": [3, 12]}, 8]}, 6, [5, 2]],
    }
    found = hm.trace(hm.tree(spec), algorithm=name, depth=depth)
    assert found.outcome.evaluations == found.counts.evaluations == len(found.leaves)
    assert found.outcome.nodes == found.counts.visited


def test_a_leaf_answered_from_memory_takes_no_expansion_back():
    trace = hm.trace(hm.tree(7), algorithm="mtdf")
    assert any(isinstance(event, Recall) for event in trace.events)
    assert trace.counts[:6] == (1, 1, 2, 1, 0, 0)


def test_infinite_payoffs_and_evaluations_are_drawn_and_counted():
    game = hm.tree([[math.inf, 3], {"value": -math.inf, "children": [-math.inf, 5]}])
    trace = hm.trace(game)
    assert (trace.outcome.value, trace.counts.removed_leaves) == (3, 1)
    assert [vertex.payoffs for vertex in trace.outline.children] == [None, (-math.inf, math.inf)]


def test_what_lies_beyond_the_horizon_was_not_removed():
    """The first MIN has two nodes at the horizon whose own leaves nobody asks for; the last MIN is cut."""
    first, second = ({"value": value, "children": [1, 2, 3]} for value in (5, 4))
    game = hm.tree([[first, second], [3, [7, 8]]])
    assert hm.trace(game, depth=2, algorithm="minimax").counts.removed_leaves == 0
    assert hm.trace(game, depth=2).counts.removed_leaves == 1
    assert hm.trace(game, depth=0).counts.removed_leaves == 0
    assert "3 of 4 leaves" in hm.trace(game, depth=2).svg()


def test_where_python_shows_a_trace_it_is_one_line():
    assert repr(hm.trace(hm.tree([[2, 7], [1, 8]]))) == "<Trace of alphabeta on tree: 24 events>"


@pytest.mark.parametrize("form", ["minimax", "alphabeta", "negascout", "deepening"])
def test_a_count_of_one_name_is_one_thing(form):
    """What an outcome and a trace both count is equal; what differs has names that differ."""
    found = hm.trace(hm.game("tictactoe"), algorithm=form, depth=3)
    shared = set(found.outcome._fields) & set(found.counts._fields)
    assert shared == {"evaluations", "cutoffs"}
    for name in shared:
        assert getattr(found.outcome, name) == getattr(found.counts, name)


def test_where_a_depth_is_a_round_the_tree_goes_on_to_its_last_ply():
    game = hm.game("pacman", maze="trap", evaluation="score")
    cut = hm.trace(game, algorithm="alphabeta", depth=1)
    whole = hm.trace(game, algorithm="minimax", depth=1)
    assert (cut.depth, cut.plies) == (1, 3)
    assert [v.path for v in cut.outline.walk()] == [v.path for v in whole.outline.walk()]
    assert cut.counts.removed_leaves == whole.counts.evaluations - cut.counts.evaluations == 2
