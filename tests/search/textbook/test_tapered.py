import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import ListTree, RandomTree, root

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.score import WIN
from halfmove.games.connect4 import ConnectFour
from halfmove.search.algorithms import analyze
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.tapered import MAC_HACK, tapered
from halfmove.search.trace import Cutoff, Enter, PassOver, Recorder, Tell
from halfmove.teach.examples import EXAMPLES

NUMBERS = st.integers(0, 10**9)
GAMES = [RandomTree(branching=5), RandomTree(movers=3, in_turn=False)]


def static(game, s):
    return game.utility(s, 0) if game.is_terminal(s) else game.evaluate(s, 0) / WIN


def by_definition(game, s, depth, width, first_rank, widths, ply=0):
    """Minimax over the plausible moves."""
    if widths:
        width = widths[min(ply, len(widths) - 1)]
    if game.is_terminal(s) or depth == 0 or width <= 0:
        return static(game, s)
    sign = 1 if game.to_move(s) == 0 else -1
    children = [game.result(s, a) for a in game.actions(s)]
    plausible = sorted(children, key=lambda child: -sign * static(game, child))[:width]
    values = [
        by_definition(game, child, depth - 1, len(plausible) - rank, first_rank, widths, ply + 1)
        for rank, child in enumerate(plausible, first_rank)
    ]
    return sign * max(sign * value for value in values)


def uniform(height, branching, path=()):
    """A tree whose evaluations fall from the first action to the last for MAX, and rise for MIN."""
    spec = 0
    for _ in range(height):
        spec = [spec] * branching
    evaluations = {}

    def fill(path, value):
        evaluations[path] = value
        if len(path) < height:
            for i in range(branching):
                fill((*path, i), value - i if len(path) % 2 == 0 else value + i)

    fill((), 0)
    return ListTree(spec, evaluations=evaluations)


def entered(game, **options):
    recorder = Recorder()
    tapered(game, watch=recorder, **options)
    return [event.path for event in recorder.events if isinstance(event, Enter)]


def test_the_drawing_of_the_documentation():
    paths = entered(uniform(5, 4), window=False)
    branches = {p: sum(q[:-1] == p and q != () for q in paths) for p in paths}
    assert branches[()] == 4
    assert [branches[i,] for i in range(4)] == [3, 2, 1, 0]
    assert [branches[0, i] for i in range(3)] == [2, 1, 0]
    assert [branches[1, i] for i in range(2)] == [1, 0]
    assert len(paths) == 2**4  # a binomial tree


def test_a_first_rank_of_0_keeps_all_branches_on_the_most_plausible_line():
    paths = entered(uniform(5, 3), first_rank=0, window=False)
    branches = {p: sum(q[:-1] == p and q != () for q in paths) for p in paths}
    assert [branches[(0,) * k] for k in range(5)] == [3] * 5
    assert [branches[i,] for i in range(3)] == [3, 2, 1]


def test_the_width_of_the_root():
    assert entered(uniform(2, 4), width=2, window=False) == [(), (0,), (0, 0), (1,)]


def test_the_moves_left_out_are_told_and_counted():
    recorder = Recorder()
    outcome = tapered(uniform(2, 4), width=2, watch=recorder)
    left = [(event.path, event.action) for event in recorder.events if isinstance(event, PassOver)]
    assert left == [((0,), 1), ((0,), 2), ((0,), 3), ((), 2), ((), 3)]
    assert outcome.passed_over == 5
    assert not outcome.exact


def test_what_is_implausible_is_not_left_to_a_cutoff():
    game = ListTree([[5, 6], [3, 9, 4]], evaluations={(0,): 5, (1,): 4})
    recorder = Recorder()
    tapered(game, first_rank=0, watch=recorder)  # the second child keeps one branch: not its 9 and its 4
    (cut,) = [event for event in recorder.events if isinstance(event, Cutoff)]
    assert (cut.path, cut.inequality, cut.remaining) == ((1,), "3 ≤ 5", ())
    assert [e.action for e in recorder.events if isinstance(e, PassOver)] == [1, 2]


def test_a_table_of_widths():
    assert len(entered(uniform(3, 4), widths=(3, 2, 1), window=False)) == 1 + 3 + 6 + 6
    assert entered(uniform(3, 4), widths="3, 2, 1") == entered(uniform(3, 4), widths=[3, 2, 1])
    assert len(entered(uniform(4, 3), widths="2", window=False)) == 2**5 - 1  # the last for all plies
    game = ConnectFour()  # seven moves: Mac Hack's table leaves none out
    assert tapered(game, depth=4, widths=MAC_HACK) == alphabeta(game, depth=4)


def test_a_sacrifice_is_missed():
    sacrifice = ListTree(
        [[4, 5], [3, 6], [[9, 8], [9, 9]]],
        evaluations={(0,): 4, (1,): 3, (2,): -5, (2, 0): 8, (2, 1): 8},
    )
    assert alphabeta(sacrifice)[:2] == (9, 2)
    assert tapered(sacrifice)[:2] == (4, 0)
    assert tapered(sacrifice, first_rank=0)[:2] == (9, 2)


def test_windows_are_kept_only_if_asked_for():
    recorder = Recorder()
    outcome = tapered(uniform(4, 3), window=False, watch=recorder)
    assert {(e.alpha, e.beta) for e in recorder.events if isinstance(e, Enter)} == {(None, None)}
    assert outcome.cutoffs == 0


@given(
    NUMBERS,
    st.sampled_from(GAMES),
    st.sampled_from([None, 1, 3]),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([1, 0]),
    st.sampled_from([(), (2,), (3, 1), (1, 2, 3)]),
)
def test_random_trees_by_the_definition(number, game, depth, width, first_rank, widths):
    start = root(number)
    options = {"depth": depth, "width": width, "first_rank": first_rank, "widths": widths}
    outcome = tapered(game, start, **options)
    assert outcome == tapered(interpreted(game), start, **options)
    expected = by_definition(game, start, depth or 99, width or 99, first_rank, widths)
    assert outcome.value == expected
    for more in ({"window": False}, {"strict": True}):
        other = tapered(game, start, **options, **more)
        assert (other.value, other.action) == (outcome.value, outcome.action)


def test_analyze_ends_when_the_tree_does():
    levels = analyze(ConnectFour(), limit=Limit(seconds=60), algorithm="tapered")
    assert levels.depth < 10
    assert not levels.proven


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"width": 0}, "width of a tapered search must be at least 1, not 0"),
        ({"first_rank": 2}, "first rank of a tapered search is 1 or 0, not 2"),
        ({"widths": "3,x"}, "Widths are whole numbers from 1"),
        ({"widths": (3, 0)}, "Widths are whole numbers from 1"),
    ],
)
def test_what_is_refused(options, sentence):
    with pytest.raises(BadInput, match=sentence):
        tapered(uniform(2, 2), **options)


# ---- what the lecture writes beside each node
def told_of(game, **options):
    """By the name of each node that was entered: the figures told there."""
    found = {}
    for event in hm.trace(game, algorithm="tapered", **options).events:
        if isinstance(event, Tell):
            found[event.path] = (event.name, event.figures)
    return found


def test_ranks_and_branches_are_told_by_the_rule():
    """Of four branches the children have 3, 2, 1 and 0, and every node its parent's less its rank."""
    told = told_of(uniform(4, 4), window=False)
    assert told[()] == ("root", (4,))
    for path, (step, figures) in told.items():
        if step == "share":
            rank, above, branches = figures
            parent = told[path[:-1]][1]
            assert above == parent[-1]
            assert branches == above - rank
            siblings = [told[p][1][0] for p in told if len(p) == len(path) and p[:-1] == path[:-1]]
            assert sorted(siblings) == list(range(1, above + 1))
    assert sorted(figures[2] for path, (_, figures) in told.items() if len(path) == 1) == [0, 1, 2, 3]


def test_what_is_told_with_ranks_from_zero_and_with_a_table():
    told = told_of(uniform(3, 3), first_rank=0, window=False)
    assert sorted(told[(a,)][1][0] for a in range(3)) == [0, 1, 2]
    table = told_of(uniform(3, 3), widths="2,1", window=False)
    assert {name for path, (name, _) in table.items() if path} <= {"ply", "rank"}
    few = told_of(hm.tree({"children": [{"value": 9, "children": [4]}, 2, 3, 0]}), window=False)
    assert few[0,] == ("few", (1, 3, 1))
    assert [few[a,] for a in (1, 2, 3)] == [("rank", (3,)), ("rank", (2,)), ("rank", (4,))]


def test_a_search_by_widths_and_ranks_is_shown_in_every_form():
    trace = EXAMPLES["tapered"].trace()
    assert "r = 1, b = 2" in trace.text()
    picture = trace.svg()
    for words in ("r = 3, b = 0", "b = 3", "rank among the siblings", "horizon"):
        assert words in picture
