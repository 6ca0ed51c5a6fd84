"""What stands in a picture, and that nothing stands on anything else: by the boxes around all texts."""

import random
import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.search.trace import Leaf
from halfmove.teach.arrangement import merge_symmetric
from halfmove.teach.drawing.compose import compose
from halfmove.teach.drawing.content import contents
from halfmove.teach.drawing.scene import Board, Disc, Line, Word
from halfmove.teach.drawing.subject import Style, style, subject

pytestmark = pytest.mark.one_speed

AIMA = {
    "name": "A",
    "children": {
        "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"name": "C", "children": {"c1": 2, "c2": 4, "c3": 6}},
        "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
NAMES = st.text("abXYZ _-<&>∞ß", max_size=12).map(lambda text: " ".join(text.split()))
LEAVES = st.one_of(st.integers(-99, 99), st.integers(-99999, 99999).map(lambda n: n / 1000))


def inner(children):
    lists = st.lists(children, min_size=1, max_size=4)
    actions = st.dictionaries(NAMES.filter(bool), children, min_size=1, max_size=3)
    return st.builds(lambda name, below: {"name": name, "children": below}, NAMES, st.one_of(lists, actions))


SPECS = st.recursive(LEAVES, inner, max_leaves=30).filter(lambda spec: isinstance(spec, dict))


def scene(content, **options):
    return compose(subject(content), style(**options))


def items(content, **options):
    return list(contents(subject(content), style(**options)).walk())


def part(picture, name):
    return next(group for group in picture.groups if group.name == name)


def overlap(a, b, slack=0.2):
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def touches(line, box):
    """Whether any piece of a line passes through a box, sampled finely."""
    left, top, right, bottom = box
    for (ax, ay), (bx, by) in pairwise(line.points):
        steps = 2 + int(max(abs(bx - ax), abs(by - ay)))
        for i in range(steps + 1):
            x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
            if left + 0.3 < x < right - 0.3 and top + 0.3 < y < bottom - 0.3:
                return True
    return False


def check_apart(picture):
    """No text on another, none outside, no edge through a text, no node on a node."""
    texts = [word.bounds for word in picture.words() if word.text.strip()]
    for a, b in combinations(texts, 2):
        assert not overlap(a, b), (a, b)
    for left, top, right, bottom in texts:
        assert left >= -0.5
        assert top >= 0
        assert right <= picture.width + 0.5
        assert bottom <= picture.height
    edges = [m for g in picture.groups if g.name.startswith("e") for m in g.marks if isinstance(m, Line)]
    for edge in edges:
        for box in texts:
            assert not touches(edge, box), (edge, box)
    signs = [
        [m.bounds for m in g.marks if isinstance(m, (Disc, Board)) or (isinstance(m, Line) and m.closed)]
        for g in picture.groups
        if g.name.startswith("n")
    ]
    for one, other in combinations(signs, 2):
        assert not any(overlap(a, b) for a in one for b in other)


def test_intervals_stand_in_the_place_of_values_and_windows():
    """AIMA's fig. 5.5 after the first leaf of C, and at the end."""
    trace = hm.trace(hm.tree(AIMA))
    steps = next(i for i, e in enumerate(trace.events, 1) if isinstance(e, Leaf) and e.path == ("a2", "c1"))
    half, whole = trace.svg(steps=steps, intervals=True), trace.svg(intervals=True)
    for picture, written in ((half, "[−∞, 2]"), (whole, "[2, 2]")):
        assert f">{written}<" in picture
        assert "(3, ∞)" not in re.sub("<title>.*?</title>", "", picture)
        assert "what is proven: worth 2 to 5" in picture
    assert ">[3, ∞]<" in half


@settings(max_examples=60, deadline=None)
@given(SPECS, st.booleans(), st.sampled_from(["entered", "ended", "none"]), st.booleans())
def test_nothing_lies_on_anything_else(spec, order, windows, blank):
    trace = hm.trace(hm.tree(spec))
    show = "blank" if blank else "solution"
    check_apart(scene(trace, order=order, windows=windows, truth=True, actions=True, show=show))


def irregular(generator, depth):
    if depth == 0 or generator.random() < 0.15:
        return generator.randint(-20, 40)
    return [irregular(generator, depth - 1) for _ in range(generator.randint(1, 4))]


@pytest.mark.parametrize("seed", range(3))
def test_nothing_lies_on_anything_else_in_large_trees(seed):
    generator = random.Random(seed)
    tree = hm.tree([irregular(generator, 4) for _ in range(3)])
    check_apart(scene(hm.trace(tree), actions=True))


CHANCE = {
    "children": {
        "left": {"player": "chance", "children": [2, {"player": "min", "children": [1, 7]}]},
        "right": {"player": "chance", "children": [-3, [5, 20, 6], 4], "probabilities": ["1/3", 0.5, "1/6"]},
    }
}
THREE = [[[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, -1)]], [[(5, -1, -1), (-1, 5, 2)], [(7, 7, -1)]]]


def test_chance_players_and_boards_are_apart_too():
    check_apart(scene(hm.trace(hm.tree(CHANCE), algorithm="expectiminimax")))
    check_apart(scene(hm.trace(hm.tree(THREE), algorithm="maxn"), order=True))
    check_apart(scene(hm.trace(hm.tree(THREE), algorithm="paranoid")))
    check_apart(scene(hm.trace(merge_symmetric(hm.game("tictactoe")), depth=2), actions=True))


def test_fig_5_2():
    picture = scene(hm.trace(hm.tree(AIMA)))
    written = {
        g.name: [m.text for m in g.marks if isinstance(m, Word)] for g in picture.groups if g.name != "legend"
    }
    assert written["title"] == ["alphabeta: 3 by a1, 7 of 9 leaves evaluated"]
    assert written["n0"] == ["A", "= 3", "(−∞, ∞)"]
    assert written["n5"] == ["C", "≤ 2", "(3, ∞)"]
    assert written["n9"] == ["D", "= 2", "(3, ∞)"]
    assert [written[f"n{i}"] for i in (6, 7, 8)] == [["2"], ["4"], ["6"]]
    assert written["e7"] == ["c2"]
    bars = [g.name for g in picture.groups if any(m.role == "bar" for m in g.marks if isinstance(m, Line))]
    assert bars == ["e7", "e8", "legend"]
    thick = [g.name for g in picture.groups if g.name[0] == "e" and g.marks[0].role == "edge-variation"]
    assert thick == ["e1", "e2"]


def test_statuses_half_way_and_at_the_end():
    trace = hm.trace(hm.tree([[3, 12], [2, 4]]))
    done = {item.vertex.path: item for item in items(trace)}
    assert [done[p].status for p in [(), (0, 1), (1, 1)]] == ["visited", "visited", "pruned"]
    assert done[1, 1].cut
    assert not done[1, 0].cut
    early = contents(subject(trace, steps=3), style())
    assert [item.status for item in early.walk()] == ["visited", "visited"] + ["waiting"] * 5
    assert [item.current for item in early.walk()].index(True) == 1


def test_a_blank_sheet_gives_nothing_away():
    trace = hm.trace(hm.tree(AIMA))
    blank, plain = items(trace, show="blank", order=True, truth=True), items(hm.tree(AIMA))
    for item, bare in zip(blank, plain, strict=True):
        assert (item.value, item.notes, item.order, item.cut, item.variation) == ("", (), "", False, False)
        assert (item.static, item.name, item.label) == (bare.static, bare.name, bare.label)
        assert bool(item.to_fill) == (item.kind != "leaf")
    widths = {word.text for word in scene(trace, show="blank").words()}
    assert "4" in widths
    assert "≤ 2" not in widths


def test_the_numbers_of_several_mins_and_of_players():
    ghosts = [[[(1, -1, -1), (2, -2, -2)], [(3, -3, -3)]]]
    kinds = [(item.kind, item.rank) for item in items(hm.trace(hm.tree(ghosts)))]
    assert kinds[:4] == [("max", None), ("min", 1), ("min", 2), ("leaf", None)]
    each = [(item.kind, item.rank) for item in items(hm.trace(hm.tree(THREE), algorithm="maxn"))]
    assert each[:4] == [("player", 0), ("player", 1), ("player", 2), ("leaf", None)]
    outlines = [g for g in scene(hm.trace(hm.tree(ghosts))).groups if g.name in ("n1", "n2")]
    shapes = [[m.role for m in g.marks if isinstance(m, Line)] for g in outlines]
    assert shapes == [["min"], ["min-outer", "min"]]  # told apart without colour


def test_horizon_and_evaluations():
    spec = [{"value": 5, "children": [3, 1]}, {"value": 2, "children": [8]}]
    picture = scene(hm.trace(hm.tree(spec), depth=1))
    line = part(picture, "horizon").marks[0]
    bottom = {g.name: max(m.bounds[3] for m in g.marks) for g in picture.groups}
    top = {g.name: min(m.bounds[1] for m in g.marks) for g in picture.groups}
    assert bottom["n1"] < line.points[0][1] < top["n2"]
    assert [m.text for m in part(picture, "n1").marks if isinstance(m, Word)] == ["5"]
    assert "horizon" not in {g.name for g in scene(hm.trace(hm.tree(spec))).groups}


def test_what_was_never_visited_can_be_left_out():
    tree = hm.tree([[3, 3], [2, [[1, 2], 3]]])
    every, some = items(hm.trace(tree)), items(hm.trace(tree), unvisited="hidden")
    assert len(every) == 11
    assert len(some) == 7
    assert [item.vertex.path for item in some if item.cut] == [(1, 1)]


def test_boards_fit_their_places():
    picture = scene(hm.trace(merge_symmetric(hm.game("tictactoe")), depth=2))
    boards = [mark for group in picture.groups for mark in group.marks if isinstance(mark, Board)]
    assert len(boards) == 1 + 3 + 12
    assert max(boards[0].width, boards[0].height) == 104
    assert sum(board.faint for board in boards) == 4
    plain = scene(hm.trace(hm.game("tictactoe"), depth=1), boards=False, actions=True)
    assert not any(isinstance(mark, Board) for group in plain.groups for mark in group.marks)
    assert {"a3", "b2"} <= {word.text for word in plain.words()}


# ---- wide trees
WIDE = [[[(i * 37 + j * 11 + k) % 90 + 10 for k in range(4)] for j in range(4)] for i in range(4)]


def test_compact_leaves_stand_upright_and_do_not_touch():
    trace = hm.trace(hm.tree(WIDE))
    plain, compact = (compose(subject(trace), Style(compact=c, windows="none")) for c in (False, True))
    assert compact.width < 0.7 * plain.width
    turned = [word for word in compact.words() if word.turned]
    assert [word.text for word in turned] == [str(value) for i in WIDE for j in i for value in j]
    boxes = sorted(word.bounds for word in turned)
    assert all(right <= left for (_, _, right, _), (left, *_) in pairwise(boxes))
    for left, top, right, bottom in boxes:
        assert bottom - top > right - left


def test_short_values_stay_as_they_are_and_names_are_turned():
    scene = compose(subject(hm.tree({"a": {"x": 3, "y": 4}, "b": 5})), Style(compact=True))
    assert not any(word.turned for word in scene.words() if word.text in "345")
    named = hm.tree({"children": [{"name": "left", "value": 3}, 4]})
    assert [w.text for w in compose(subject(named), Style(compact=True)).words() if w.turned] == ["left"]


@pytest.mark.parametrize(("wanted", "shown"), [(None, 1040), (700, 700), (0, None), (5000, None)])
def test_a_picture_is_no_wider_than_a_page_unless_asked(wanted, shown):
    trace = hm.trace(hm.tree(WIDE))
    natural = compose(subject(trace), Style()).width
    assert natural > 1040
    opening = trace.svg(width=wanted).split(">")[0]
    found = {key: float(value) for key, value in re.findall(r' (width|height)="([0-9.]+)"', opening)}
    assert found["width"] == pytest.approx(natural if shown is None else shown, abs=0.1)
    left, top, wide, high = map(float, re.search(r'viewBox="([^"]+)"', opening)[1].split())
    assert (left, top) == (0, 0)
    assert wide == pytest.approx(natural, abs=0.1)
    assert found["width"] / found["height"] == pytest.approx(wide / high, rel=0.01)


def test_a_width_that_is_none():
    with pytest.raises(BadInput, match="width must be 0 or from 100"):
        Style(width=3)
