"""Questions on information sets: the same tree, but MAX never sees what MIN plays."""

import itertools

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.sets import Unseen

pytestmark = pytest.mark.one_speed

TREE = [[[[2, 9], [5, 19]], [[9, 6], [13, 5]]], [[[10, 9], [0, 3]], [[11, 1], [7, 14]]]]


def on(spec, questions="sets, unseen", **options):
    return hm.exercise_on(spec, questions=questions, **options)


def test_by_hand():
    """After the first move MAX cannot tell D from E: the first move there is worth min(2, 6), the second
    min(5, 5); F from G: min(9, 1) and min(0, 7).  Seeing all he would have 7."""
    exercise = on(TREE)
    assert exercise.solution() == {"sets": {"D": 2, "E": 2, "F": 2, "G": 2}, "unseen": 5}
    assert exercise.trace.outcome.value == 7
    assert "D and E are one set" in exercise.text(solution=True)


def test_a_player_knows_how_many_moves_he_has():
    """C has leaves below it, E three moves and D two; D is told from E by that, and G is alone."""
    exercise = on([[[1, 2], [3, 4, 0]], [[5, 9], [6, 2]], [7, 8]])
    assert exercise.solution() == {"sets": {"E": 1, "F": 1, "G": 2, "H": 2}, "unseen": 7}
    marked = hm.mark(exercise, {"sets": "E=2 F=2 G=2 H=2", "unseen": 7})
    assert {thought.name for thought in marked.misconceptions} == {"different-actions"}


def naive(exercise):
    """The best of all plans, each tried: what the worst of MIN's replies leaves of it."""
    unseen = Unseen(exercise)
    sets = list(unseen.sets)
    best = None
    for ranks in itertools.product(*(range(choices) for _, _, choices in sets)):
        plan = dict(zip(sets, ranks, strict=True))

        def worth(vertex, own=(), plan=plan):
            if vertex.is_leaf:
                return vertex.payoffs[0]
            if unseen.is_max(vertex):
                rank = plan[len(vertex.path), own, len(vertex.children)]
                return worth(vertex.children[rank], (*own, rank))
            return min(worth(child, own) for child in vertex.children)

        value = worth(unseen.root)
        best = value if best is None else max(best, value)
    return best


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("shape", [(4, 2, "max"), (3, (2, 3), "max"), (5, 2, "min")])
def test_what_max_can_be_sure_of_is_the_best_of_all_plans(seed, shape):
    depth, branching, root = shape
    exercise = hm.exercise(seed, depth=depth, branching=branching, root=root)
    assert Unseen(exercise).sure([exercise.names.root]) == naive(exercise)


def test_ghosts_are_all_unseen():
    """Two layers of MIN between two of MAX: four nodes in a set."""
    exercise = hm.exercise(3, depth=4, branching=2, ghosts=2, questions="sets, unseen")
    assert set(exercise.solution()["sets"].values()) == {4}
    assert exercise.solution()["unseen"] == naive(exercise)


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ({"sets": "D=4 E=4 F=4 G=4"}, "forgets-own-moves"),
        ({"sets": "D=1 E=1 F=1 G=1"}, "sees-hidden-moves"),
        ({"unseen": "7"}, "strategy-fusion"),
    ],
)
def test_ways_of_thinking_that_it_knows(answer, name):
    marked = hm.mark(on(TREE), answer)
    assert [thought.name for thought in marked.misconceptions] == [name]
    assert marked.points == 0


def test_right_answers_and_half_right_ones():
    assert hm.mark(on(TREE), {"sets": "2 2 2 2", "unseen": "5"}).points == 5
    assert hm.mark(on(TREE), {"sets": "D=2 E=2", "unseen": "?"}).points == 2
    assert hm.mark(on(TREE), on(TREE).solution()).points == 5


def test_where_there_is_nothing_to_ask():
    for spec, options in [
        ([[3, 4], [5, 6]], {}),
        ([[[1, 2], [3, 4, 5]], 3], {}),
        ({"children": [{"player": "chance", "children": [[1, 2], [3, 4]]}, 2]}, {}),
    ]:
        for kind in ("sets", "unseen"):
            with pytest.raises(BadInput, match="MAX has no nodes that he could not tell apart"):
                on(spec, kind, **options)
    three = hm.exercise(1, players=3, depth=3, branching=2)
    with pytest.raises(BadInput, match="could not tell apart"):
        hm.exercise_on(three.game, questions="sets", algorithm="maxn")


def test_all_asks_about_the_search_alone():
    assert not {"sets", "unseen", "dialect"} & set(on(TREE, "all").asked)
    assert on(TREE, "information, sure").asked == ("sets", "unseen")
