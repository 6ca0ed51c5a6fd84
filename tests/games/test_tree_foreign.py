"""Trees that others wrote: Lisp's lists, Graphviz's DOT, tests of the Pac-Man projects, objects by action."""

import math

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tree_specs import trees

from halfmove import alphabeta, expectiminimax, minimax
from halfmove.core.errors import BadInput
from halfmove.games.tree import tree
from halfmove.teach.drawing.content import contents
from halfmove.teach.drawing.dot import draw
from halfmove.teach.drawing.subject import Style, subject

pytestmark = pytest.mark.one_speed

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def refused(text, *words):
    with pytest.raises(BadInput) as error:
        tree(text)
    said = str(error.value)
    assert said.endswith(".")
    assert "\n" not in said
    for word in words:
        assert word in said
    return said


# ---- objects by action
def test_an_object_of_actions():
    assert tree('{"a": [3, 4]}') == tree({"children": {"a": [3, 4]}})
    assert tree("{a: {x: 1, y: [2, 7]}, b: 0}") == tree(
        {"children": {"a": {"children": {"x": 1, "y": [2, 7]}}, "b": 0}}
    )
    assert tree({"a": 1, "b": 3}, root="chance").root.probabilities == (0.5, 0.5)
    assert tree({"a": (1, 2, 3), "b": (0, 0, 0)}).players == 3


def test_a_key_that_is_nearly_one_of_a_nodes_is_a_slip():
    with pytest.raises(BadInput, match="did you mean 'children'"):
        tree('{"childern": [3, 4]}')
    refused('{"a": 3, "player": "max"}', "has no 'a'")
    refused('{"a": [3, {"b": "x"}]}', "line 1, column 12")


# ---- Lisp
def test_lisp():
    assert tree("((3 12 8) (2 4 6) (14 5 2))") == tree(FIGURE)
    assert tree("; fig. 5.2\n'((3 12 8)\n  (2 4 6) ; C\n  (14 5 2))\n") == tree(FIGURE)
    assert tree("(list (list 3 12 8) (list 2 4 6) (list 14 5 2))") == tree(FIGURE)
    assert tree('(max A (min B (b1 3) 12) (chance "C 2" 4 -6))') == tree(
        'MAX A\n  MIN B\n    b1 = 3\n    12\n  CHANCE "C 2"\n    4\n    -6'
    )
    assert tree("(#(1 2 3) (#(4 5 6)))") == tree([(1, 2, 3), [(4, 5, 6)]])
    assert tree("(min +inf.0 -inf.0)") == tree({"player": "min", "children": [math.inf, -math.inf]})
    assert tree("(1, 2)") == tree((1, 2))  # payoffs, as they were


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("((3 12) (2 x))", ("line 1, column 12", "(x 3)")),
        ("((3 12)\n (2 4)", ("line 2, column 7", "'(' of line 1, column 1 is not closed")),
        ("((3 12)) 4", ("column 10", "too much")),
        ("((3 12)))", ("column 9", "too much")),
        ("(a b 3)", ("column 4", "one name")),
        ("(3 ())", ("column 4", "at least one child")),
        ("(3 #())", ("column 4", "payoffs")),
        ("(3 #(1 a))", ("column 8", "payoffs are numbers")),
        ('(3 "a)', ("column 4", "quotation mark")),
        ("(max)", ("column 1", "at least one child")),
    ],
)
def test_lisp_that_is_no_tree(text, words):
    refused(text, *words)


def lisp(spec):
    """A specification of numbers and lists as Lisp has it."""
    return f"({' '.join(map(lisp, spec))})" if isinstance(spec, list) else str(spec)


PLAIN = st.recursive(
    st.integers(-99, 99), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20
)


@settings(max_examples=100)
@given(PLAIN.filter(lambda spec: isinstance(spec, list)), st.sampled_from([" ", "\n  ", " ; x, (\n"]))
def test_lists_come_back_from_lisp(spec, blank):
    assert tree(lisp(spec).replace(" ", blank)) == tree(spec)


# ---- Graphviz
def test_dot():
    text = """
    // fig. 5.2
    digraph fig {
      rankdir=TB; node [shape=circle, fontsize=12];
      A -> {B C D};  /* three moves */
      B -> {b1 b2 b3}
      C -> c1; C -> c2; C -> c3 [style=dashed];
      D -> d1:n; D -> "d2"; D -> d3;
      b1 [label=3]; b2 [label="12"]; b3 [label=<<b>8</b>>]
      c1 [label="c1 = 2"]; c2 [label="c2: 4"]; c3 [label="c3\\n6"]; d1 [label=14]; d2 [label=5]; d3 [label=2]
    }"""
    figure = tree(text)
    names = {node.name: node.value for node in figure.root.walk()}
    assert [names[n][0] for n in ("b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3")] == [
        value for row in FIGURE for value in row
    ]
    assert figure.root.name == "A"
    assert minimax(figure).value == 3
    assert [node.player for node in figure.root.walk() if not node.is_leaf] == [0, 1, 1, 1]


def test_dot_says_who_moves_and_what_is_likely():
    game = tree(
        'digraph { r [shape=invtriangle, label="R"]; c [shape=circle]; m [label="MAX m"] '
        'r -> c [label="coin"];'
        ' r -> m; c -> x [label="heads 1/3"]; c -> y [label="2/3"]; m -> 7; '
        'm -> 8; x [label=3] y [label="y\\n6"] }'
    )
    assert game == tree(
        "MIN R\n  coin: CHANCE c\n    heads 1/3: x = 3\n    2/3: y = 6\n  MAX m\n    7\n    8"
    )
    assert expectiminimax(game).value == 5
    circles = tree("graph { node [shape=circle] A -- 3; A -- 5 }")  # circles alone are no chance nodes
    assert circles.root.player == 0


def test_a_node_with_two_parents_stands_below_each():
    assert tree("digraph { A -> B; A -> C; B -> D; C -> D; D [label=4] }") == tree(
        "MAX A\n  B\n    D = 4\n  C\n    D = 4"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("digraph { A -> B; B -> A }", ("column 11", "root")),
        ("digraph { R -> A; A -> B; B -> A }", ("column 29", "back to a node above")),
        ("digraph { A -> 1; B -> 2 }", ("column 19", "'B'", "one root")),
        ("digraph { A -> B }", ("column 16", "'B' has no edge below it and no value")),
        ("digraph { A -> 1 [label=x }", ("column 27", "'}'")),
        ("digraph { A -> 1 [label=x", ("column 18", "not closed")),
        ("digraph { A -> 1", ("column 17", "'{' of line 1, column 9 is not closed")),
        ('digraph { A -> "1 }', ("column 16", "quotation mark")),
        ("digraph { A -> 1 } x", ("column 20", "too much")),
        ("digraph { A -> 1 [label] }", ("column 24", "'='")),
        ("digraph { A -> 1 [label=a]; A -> 2 [label=a] }", ("column 31", "'a'", "already")),
        ("digraph { }", ("no node",)),
        ("digraph { A [player=nobody]; A -> 1 }", ("column 21", "player")),
        ("digraph { A -> x; x [value=y] }", ("column 28", "number")),
    ],
)
def test_graphs_that_are_no_trees(text, words):
    refused(text, *words)


def test_a_graph_that_unfolds_without_measure_is_refused():
    edges = "".join(f"n{i} -> n{i + 1} [label=a]; n{i} -> n{i + 1} [label=b]; " for i in range(40))
    refused(f"digraph {{ {edges} n40 [label=1] }}", "more than 100,000 nodes")
    chain = "".join(f"n{i} -> n{i + 1}; " for i in range(300))
    refused(f"digraph {{ {chain} n300 [label=1] }}", "deeper than 200 levels")


@settings(max_examples=60)
@given(st.one_of(trees(2), trees(3)))
@example({"player": 1, "children": [(0, 0, 0)]}).via("the number of who moves is drawn in the node")
def test_what_is_written_as_dot_comes_back(spec):
    try:
        game = tree(spec)
    except BadInput:
        assume(False)
    back = tree(draw(contents(subject(game), Style()), "a title"))
    assert back == game
    for a, b in zip(game.root.walk(), back.root.walk(), strict=True):
        assert (a.path, a.name, a.player, a.value) == (b.path, b.name, b.player, b.value)
        assert (a.probabilities, a.forcing) == (b.probabilities, b.forcing)


# ---- the Pac-Man projects' tests
TEST = '''class: "GraphGameTreeTest"
alg: "AlphaBetaAgent"
depth: "3"

# a tree of our own
diagram: """
   top
  /   \\\\
 """
num_agents: "2"
start_state: "top"
win_states: "w1 w2"
lose_states: "l1"
successors: """
top Left m1
top Right m2
m1 Down w1
m1 Up l1
m2 Down l1
m2 Up w2
"""
evaluation: """
w1 7.0
l1 -2.5
w2 9
m1 1
"""
'''


def test_a_test_of_the_pac_man_projects():
    game = tree(TEST)
    assert game == tree(
        "MAX top\n  Left: MIN m1 = 1\n    Down: w1 = 7\n    Up: l1 = -2.5\n"
        "  Right: MIN m2\n    Down: l1 = -2.5\n    Up: w2 = 9"
    )
    assert alphabeta(game).value == -2.5
    chance = tree(TEST.replace("AlphaBetaAgent", "ExpectimaxAgent"))
    assert (expectiminimax(chance).value, expectiminimax(chance).action) == (3.25, "Right")
    alone = tree(TEST.replace('num_agents: "2"', 'num_agents: "1"'))
    assert {node.player for node in alone.root.walk() if not node.is_leaf} == {0}


def test_the_depth_counts_rounds_of_all_agents():
    deep = (
        TEST.replace('depth: "3"', 'depth: "1"')
        .replace("w1 w2", "w2")
        .replace("m2 Up w2", "m2 Up w2\nw1 Left x\nx Left w1")
    )
    assert tree(deep) == tree(TEST)  # what lies below the first round is not searched
    refused(deep.replace('depth: "1"', 'depth: "2"').replace("w1 7.0\n", ""), "'w1'", "no evaluation")


def test_several_ghosts():
    text = (
        'num_agents: "3"\nstart_state: "a"\nsuccessors: """\na L b\nb L c\nc L d\nc R e\n"""\n'
        'evaluation: """\nd 1\ne 2\n"""'
    )
    game = tree(text)
    assert [node.player for node in game.root.walk() if not node.is_leaf] == [0, 1, 2]
    assert game.player_names == ("MAX", "MIN 1", "MIN 2")
    assert alphabeta(game).value == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("m2 Up w2", "m2 Up", ("line 20, column 1", "STATE ACTION STATE")),
        ("l1 -2.5", "l1 low", ("line 24, column 1", "'low'")),
        ("l1 -2.5\n", "", ("'l1'", "no evaluation")),
        ('num_agents: "2"', 'num_agents: "two"', ("line 10, column 14", "whole number")),
        ('start_state: "top"\n', "", ("'start_state' is missing",)),
        ('start_state: "top"', 'start_state: "t"', ("line 11, column 15", "'t'")),
        ('win_states: "w1 w2"', 'win_states: "w1 w2', ("line 12, column 13", "not closed")),
        ('m1 1\n"""\n', "m1 1\n", ("'evaluation'", "not closed")),
        ("m1 Up l1", "m1 Down l1", ("line 18, column 1", "already")),
        ("# a tree", "a tree", ("line 5, column 1", "a field")),
        ('alg: "Alpha', 'depth: "Alpha', ("'depth' is there twice",)),
    ],
)
def test_tests_with_mistakes(old, new, words):
    assert old in TEST
    refused(TEST.replace(old, new), *words)


def as_test(game):
    """A tree of two players who move in turn, as such a file has it; states are numbered."""
    rows, values = [], []
    for node in game.root.walk():
        for action, child in node.children:
            rows.append(f"s{node.number} {action} s{child.number}")
        if node.is_leaf:
            values.append(f"s{node.number} {float(node.value[0])}")
    lines = "\n".join(rows)
    ends = " ".join(line.split()[0] for line in values)
    return (
        f'class: "GraphGameTreeTest"\nalg: "MinimaxAgent"\nnum_agents: "2"\nstart_state: "s0"\n'
        f'win_states: "{ends}"\nlose_states: ""\nsuccessors: """\n{lines}\n"""\n'
        'evaluation: """\n' + "\n".join(values) + '\n"""\n'
    )


@settings(max_examples=60)
@given(PLAIN)
def test_trees_come_back_from_such_a_file(spec):
    game = tree(spec)
    back = tree(as_test(game))
    for a, b in zip(game.root.walk(), back.root.walk(), strict=True):
        assert (tuple(map(str, a.path)), a.value) == (b.path, b.value)
        assert a.player == b.player
    assert minimax(back).value == minimax(game).value


# ---- nothing but a tree or BadInput comes out
texts = st.sampled_from(
    [
        TEST,
        "'(max A (min B (b1 3) 12 #(1 -1)) ; hi\n (list 2 4))",
        'digraph G { node [a=b]; A -> {B C} [label="x"]; B -> 3; C -> c [label=1]; '
        'c [label="c = 4\\n"] /* */ }',
        draw(contents(subject(tree(FIGURE)), Style()), "fig"),
    ]
)
alphabet = st.sampled_from("()[]{}<>-;:=\"'\\#,\n ax3é∞")


@settings(max_examples=300)
@given(texts, st.lists(st.tuples(st.integers(0, 700), st.integers(0, 4), alphabet), min_size=1, max_size=4))
def test_a_damaged_text_is_a_tree_or_bad_input(text, damages):
    for at, length, inserted in damages:
        at %= len(text) + 1
        text = text[:at] + inserted + text[at + length :]
    said = ""
    try:
        tree(text + "\n")
    except BadInput as error:
        said = str(error)
    assert "\n" not in said
    assert not said or said.endswith((".", "?"))


def test_many_blanks_are_passed_over_in_linear_time():
    """As many would otherwise take longer than the universe has."""
    with pytest.raises(BadInput):
        tree(" " * 300 + "}\n")
    assert tree("\n  # a remark\n" + " " * 300 + "graph { a -- b; b [value=3] }").root.children


def test_a_name_of_long_letters_is_no_file():
    with pytest.raises(BadInput):
        tree("[[1" + "\u0152" * 150)
