"""The trace as text: golden for the textbook's figure, and small whatever is told."""

import tracemalloc

import pytest
from lessons import FIG_5_2

import halfmove as hm
from halfmove.teach.summary import summary
from halfmove.teach.text import Writer, text
from halfmove.teach.trace import stream, teachable
from halfmove.teach.tree_text import BLANK, Show, branches, to_ascii

pytestmark = pytest.mark.one_speed

TREE = """\
MAX A = 3 ★  (−∞, ∞)
├─ a1: MIN B = 3 ★  (−∞, ∞)
│  ├─ b1: 3 ★
│  ├─ b2: 12
│  └─ b3: 8
├─ a2: MIN C ≤ 2  (3, ∞)  ✂ 2 ≤ 3
│  ├─ c1: 2
│  ├✂ c2: (4)
│  └✂ c3: (6)
└─ a3: MIN D = 2  (3, ∞)  ✂ 2 ≤ 3
   ├─ d1: 14
   ├─ d2: 5
   └─ d3: 2

★ the line of best play   ✂ cut: what follows was never visited   ≤ ≥ only a bound

value       3 to MAX
best move   a1
line        a1 b1
leaves      3 12 8 2 14 5 2
algorithm   alphabeta, dialect aima, labels before
counts      7 evaluations, 7 different leaves, 11 nodes visited, 13 generated, 4 expanded, 2
            cutoffs, 2 cut edges, 2 leaves never evaluated"""

EVENTS = """\
  enter C: MIN  (3, ∞)
    enter c1: leaf  (3, ∞)
    utility c1: 2
    return c1: = 2 (true value 2)
  update C: v ∞ → 2 by c1
  update C: β ∞ → 2 by c1
  cut C: 2 ≤ 3; never visited: c2, c3
  return C: ≤ 2 (true value 2)"""


@pytest.fixture(scope="module")
def figure():
    return hm.trace(hm.tree(FIG_5_2))


def test_the_tree_with_what_is_proven(figure):
    lines = branches(figure, None, Show(intervals=True))
    assert lines[:2] == ["MAX A [3, 3] ★", "├─ a1: MIN B [3, 3] ★"]
    assert lines[5] == "├─ a2: MIN C [−∞, 2]  ✂ 2 ≤ 3"
    assert lines[9] == "└─ a3: MIN D [2, 2]  ✂ 2 ≤ 3"
    assert "[2, 5] proven: worth 2 to 5" in lines[-1]
    assert "only a bound" not in lines[-1]


def test_no_exact_value_is_called_a_bound():
    """The legend speaks of bounds where there is one: what made a cut is none."""
    tree = hm.trace(hm.tree([3, [5, 2]]))
    assert "≤ ≥ only a bound" not in tree.text()
    assert "= 2" in tree.text()
    assert "≤ ≥ only a bound" in hm.trace(hm.tree([3, [2, 5]])).text()


def test_the_tree_with_its_answer(figure):
    assert figure.text() == TREE


def test_the_events_a_line_each(figure):
    assert EVENTS in figure.text("events")
    assert len(figure.text("events").splitlines()) == len(figure.events)
    assert figure.text("events").splitlines()[-1] == "finish: 3 by a1"


def test_a_leaf_needs_one_sentence(figure):
    told = figure.text("sentences", width=None).splitlines()
    assert [line.strip() for line in told if "b2" in line] == ["b2 is worth 12."]


def test_an_unknown_form(figure):
    with pytest.raises(hm.BadInput, match="one of the forms tree, events, sentences, summary, not 'poem'"):
        text(figure, "poem")


def test_half_way(figure):
    steps = next(i for i, event in enumerate(figure.events) if getattr(event, "path", None) == (("a2", "c1")))
    drawn = branches(figure, steps)
    assert drawn[0] == "MAX A v = 3  (3, ∞)"
    assert drawn[5:9] == ["├─ a2: MIN C  (3, ∞)", "│  ├─ c1: (2)", "│  ├─ c2: (4)", "│  └─ c3: (6)"]
    assert drawn[9] == "└─ a3: MIN D"


def test_an_exercise_shows_nothing_but_the_tree(figure):
    drawn = branches(figure, None, BLANK)
    assert drawn[:3] == ["MAX A", "├─ a1: MIN B", "│  ├─ b1: 3"]
    assert "│  ├─ c2: 4" in drawn
    assert len(drawn) == 13


def test_what_is_not_wanted_is_not_shown(figure):
    assert branches(figure, None, Show(windows=False))[5] == "├─ a2: MIN C ≤ 2  ✂ 2 ≤ 3"
    assert branches(figure, None, Show(values=False))[5] == "├─ a2: MIN C  (3, ∞)  ✂ 2 ≤ 3"
    assert branches(figure, None, Show(truth=True))[5] == "├─ a2: MIN C ≤ 2  (3, ∞)  ✂ 2 ≤ 3  true value 2"


def test_a_subtree_never_visited_is_counted_where_it_is_large():
    trace = hm.trace(hm.tree([[2, 3], [1, [[4, 5, 6], [7, 8, 9]]]]))
    assert "└✂ 1: MAX" in branches(trace)[6]
    assert branches(trace, None, Show(unseen=3))[6] == "   └✂ 1: MAX … 8 nodes below"


def test_lines_are_wrapped_to_the_width():
    name = "a node with quite a long name that says what it stands for"
    trace = hm.trace(hm.tree({"children": {"go there": {"name": name, "children": [1, 2]}, "stay": [3]}}))
    for form in ("tree", "events", "sentences", "summary"):
        assert max(map(len, trace.text(form, width=60).splitlines())) <= 60
        assert max(map(len, trace.text(form, width=None).splitlines())) > 60 or form == "summary"


def test_plain_letters_are_ascii(figure):
    for form in ("tree", "events", "sentences"):
        assert to_ascii(figure.text(form)).isascii()


def test_counts_with_what_they_count(figure):
    lines = summary(figure, definitions=True)
    assert "         2  cut edges: actions never tried because of a cutoff" in lines
    without = summary(hm.trace(hm.tree([[1, 2]]), algorithm="minimax"))
    assert not any("cutoff" in line for line in without)


def test_evaluations_at_the_horizon_are_told_from_values():
    drawn = hm.trace(hm.game("tictactoe"), depth=1).text()
    assert "b2: MIN ≈ 0.0002 ★" in drawn or "≈" in drawn
    assert "≈ an evaluation at the horizon" in drawn


def test_values_never_asked_for_are_the_movers_too():
    # X has won by a3 b3 c3, and the next to move is O: worth -1 to him
    game = hm.game("tictactoe")
    state, _ = hm.position(game, None, "a3 a1 b3 b1")
    trace = hm.trace(game, state, algorithm="negamax", depth=1)
    assert "├─ c3: -1".replace("-", "−") in trace.text()
    assert "├─ c3: (−1)" in "\n".join(branches(trace, 2))


def test_at_each_level_of_deepening_the_true_value_is_that_levels():
    tree = hm.tree(
        {"value": 0, "children": [{"value": 4, "children": [1, 2]}, {"value": 3, "children": [5]}]}
    )
    told = hm.trace(tree, algorithm="deepening", depth=2).text("events")
    assert "return root: = 4 (true value 4)" in told
    assert "return root: = 5 (true value 5)" in told


@pytest.mark.parametrize("name", sorted(teachable()))
def test_every_search_can_be_told(name):
    games = [
        hm.tree([[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]]),
        hm.tree({"children": [{"player": "chance", "children": [4, 2]}, [1, 3]]}),
    ]
    told = 0
    for game in games:
        if teachable()[name].unfit(game):
            continue
        options = {"bounds": (-20, 20)} if name.startswith("star") else {}
        trace = hm.trace(game, algorithm=name, depth=4, **options)
        assert len(trace.text("events", width=None).splitlines()) == len(trace.events)
        for form in ("tree", "sentences", "summary"):
            assert trace.text(form)
        told += 1
    assert told


class Uniform(hm.Game):
    """Three actions everywhere, `plies` deep; a state is the plies left."""

    compiled = False
    plies: int = 4

    def initial(self):
        return self.plies

    def to_move(self, s):
        return s % 2

    def actions(self, s):
        return iter((1, 2, 3))

    def result(self, s, a):
        return s - 1

    def is_terminal(self, s):
        return s == 0

    def utility(self, s, player):
        return 0


def tell(depth, seen):
    """Tell a search of the uniform tree as it runs; `seen(teller)` after each event.  How many there were."""
    writer = Writer(teachable()["minimax"].lesson)
    events = 0

    def hear(event):
        nonlocal events
        events += 1
        writer.lines(event)
        seen(writer.teller)

    stream(Uniform(plies=depth), None, hear, algorithm="minimax")
    return events


def test_a_stream_is_told_in_memory_bounded_by_its_depth():
    def most(depth):
        tracemalloc.start()
        events = tell(depth, lambda teller: None)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return events, peak

    (few, small), (many, large) = most(3), most(7)
    assert many > 50 * few
    assert large < 2 * small + 50_000


def test_what_is_remembered_of_20_000_events():
    largest = 0

    def seen(teller):
        nonlocal largest
        board = teller.replay
        largest = max(largest, len(board.marks) + len(board.pruned) + len(board.passed_over))

    assert tell(8, seen) > 20_000
    assert largest == 8 * 3 + 1
