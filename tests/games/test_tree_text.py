"""Trees as text: the indented form, brackets, and what the reader says of mistakes."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tree_specs import trees

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.games.tree import tree
from halfmove.games.tree.numerals import (
    number_text,
    parse_number,
    parse_probability,
    parse_value,
    probability_text,
)

pytestmark = pytest.mark.one_speed

EXAMPLES = {path.stem: path for path in (Path(__file__).parents[2] / "examples" / "trees").glob("*.tree")}


def same(text, spec, **options):
    """Whether a text means the same tree as a Python value."""
    assert tree(text, **options) == tree(spec)
    return True


# ---- the indented form
def test_figure_5_2():
    spec = {
        "name": "A",
        "children": {
            f"a{i}": {"name": name, "children": {f"{name.lower()}{k}": v for k, v in enumerate(leaves, 1)}}
            for i, (name, leaves) in enumerate((("B", (3, 12, 8)), ("C", (2, 4, 6)), ("D", (14, 5, 2))), 1)
        },
    }
    assert tree(EXAMPLES["aima-5-2"]) == tree(str(EXAMPLES["aima-5-2"])) == tree(spec)
    assert tree(spec).indented() == EXAMPLES["aima-5-2"].read_text().split("\n", 1)[1].rstrip()


def test_the_parts_of_a_line():
    text = """\
# a comment

MAX the root = 1.5   # names may have blanks; "= value" is an evaluation
    MIN B            # no action: but its sisters have, so this one is called 0
        3
        b2 = 12      # a leaf with a name
        = -8
        b4 x!:-2     # an action of two words, and it is forcing
    a2!: [4, [5, 6]]
    e8=Q: C = 7 {c1: 4, "c 2": [(1, -1)]}
    O-O: player 0 "MIN" = ∞
        "5" = −1
        !: 2
    Qh7#: = 3
        4
"""
    assert same(
        text,
        {
            "name": "the root",
            "value": 1.5,
            "children": {
                "0": {
                    "name": "B",
                    "player": 1,
                    "children": {"0": 3, "1": {"name": "b2", "value": 12}, "2": -8, "b4 x": -2},
                    "forcing": ["b4 x"],
                },
                "a2": [4, [5, 6]],
                "e8=Q": {"name": "C", "value": 7, "children": {"c1": 4, "c 2": [-1 * -1]}},
                "O-O": {
                    "name": "MIN",
                    "player": 0,
                    "value": math.inf,
                    "children": [{"name": "5", "value": -1}, 2],
                    "forcing": [1],
                },
                "Qh7#": {"value": 3, "children": [4]},
            },
            "forcing": ["a2"],
        },
    )


def test_chance_in_lines():
    text = "CHANCE\n  heads 1/4: 5\n  0.25: max\n    1\n  50%: (3, -3)\n"
    spec = {
        "player": "chance",
        "children": {"heads": 5, "1": [1], "2": 3},
        "probabilities": [0.25, 0.25, 0.5],
    }
    assert same(text, spec)
    assert same("Chance\n 1\n 2\n", {"player": "chance", "children": [1, 2]})
    halves = {"name": "A", "player": "chance", "children": [1, 2], "probabilities": ["1/4", "3/4"]}
    assert same("A\n 1/4: 1\n 3/4: 2", halves, root="chance")
    quoted = {"player": "chance", "children": {"2": 1, "0.5": 2}}
    assert same('CHANCE\n  "2" 50%: 1\n  "0.5" 50%: 2', quoted)


def test_several_players_in_lines():
    game = tree(EXAMPLES["three-players"])
    assert (game.players, game.zero_sum) == (3, False)
    assert [game.to_move(game.parse(path)) for path in ("root", "l", "l/r")] == [0, 1, 2]
    assert game.parse("r/r/1").value == (5, 4, 5)
    assert same("Player 1 X\n (1, 2)", {"name": "X", "player": 1, "children": [(1, 2)]})


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_written_as_they_are_read(name):
    game = tree(EXAMPLES[name])
    assert tree(game.indented()) == tree(game.parameters["spec"]) == game


def test_indentation_is_whatever_is_deeper():
    spec = [[3, 12], [2]]
    for text in (
        "MAX\n MIN\n  3\n  12\n MIN\n  2",
        "MAX\n\tMIN\n\t\t3\n\t\t12\n\tMIN\n\t\t2\n",
        "\r\n    MAX\r\n      MIN\r\n        3\r\n        12\r\n\r\n      MIN\r\n              2\r\n",
        "MAX\n\t MIN\n\t   3\n\t   12\n\t MIN\n\t \t2",
        "\ufeffMAX\n  MIN [3, 12]\n  MIN [2]",
    ):
        assert same(text, spec)


@pytest.mark.parametrize("text", ["3", " -2.5 ", "∞", "-inf", "+Infinity", "(1, 2, 3)", "a = 4", "−3"])
def test_a_leaf_alone(text):
    assert tree(text).root.is_leaf


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("MAX\n  3\n x", "line 3, column 2: this line is indented neither like the nodes above it nor"),
        ("MAX\n    1\n  2", "line 3, column 3: this line is indented neither"),
        ("MAX\n\t3\n  4\n", "line 3, column 3: the indentation mixes tabs and blanks"),
        ("  MAX\n    3\n 4", "line 3, column 2: this would be a second root"),
        ("MAX\n  3\nMIN\n  4", "line 3, column 1: this would be a second root"),
        ("a: MAX\n  3", "line 1, column 1: the root has no action"),
        ("MAX\n  MIN A:\n    3", "line 2, column 3: 'MIN A' before a colon would be the name of an action"),
        ("MAX\n  : 3", "line 2, column 3: before the colon comes the name of an action"),
        ("MAX\n  a: b: 3", "line 2, column 7: there is a second colon"),
        ('MAX\n  "a: 3', "line 2, column 3: this quotation mark is not closed"),
        ('MAX\n  "a" b: 3', "line 2, column 3: \"a\" b is not a name"),
        ('MAX\n  a: "\\q" = 3', "is not a name"),
        ("MAX\n  b1 3", "line 2, column 3: 'b1 3' has no value and nothing stands under it"),
        ("MAX\n  3,5", "line 2, column 3: '3,5' has a comma; write a decimal with a point"),
        ("MAX\n  a:", "line 2, column 3: this node has no value"),
        ("MAX\n", "line 1, column 1: this node has no value"),
        ("= x", "line 1, column 3: after '=' comes a value"),
        ("MAX\n  MIN = 3", "line 2, column 3: 'min' moves here, but nothing stands under it"),
        ("MAX\n  A =", "line 2, column 5: after '=' comes a value, a number or payoffs such as (1, 2, 3)"),
        ("MAX\n  A = [1, 2]", "line 2, column 7: payoffs stand in round brackets, = (1, 2)"),
        ("MAX\n  A = (1, x)", "not '(1, x)'"),
        ("MAX\n  a: 3\n  b: 4\n  a: 5", "line 4, column 3: an action 'a' leads from the same node already"),
        ("MAX\n  a: 3\n  a/b: 5", "line 3, column 3: an action needs a name, on one line and without '/'"),
        ("MAX\n  CHANCE\n    1/3: 3\n    4", "line 4, column 5: the other outcomes have a probability"),
        ("MAX\n  CHANCE\n    1/3: 3\n    1/3: 4", "line 2, column 3: the probabilities sum to 0.6666666667"),
        ("CHANCE\n  1: 3\n  0: 4", "line 3, column 3: a probability is above 0 and at most 1, not '0'"),
        ("CHANCE\n  a!: 3", "line 1, column 1: where chance moves no action is forcing"),
        ("MAX\n  B [1, [2]", "line 2, column 12: the tree ends, but the '[' of line 2, column 5 is"),
        ("MAX\n  B [1, 2] 3", "line 2, column 12: the tree is complete, and '3' is too much"),
        ("MAX\n  B [1, [2, x]]", "line 2, column 13: 'x' is no number that can be used"),
        ("MAX\n  B [1,\n 2]", "line 2, column 8: the tree ends"),
        ("MAX\n  B [1, []]", "line 2, column 9: an inner node needs at least one child"),
        ('MAX\n  B {children: [1]}', "line 2, column 3: braces after a node hold its children alone"),
        ("MAX\n  B [1]\n    2", "line 3, column 5: the node above has its children in brackets already"),
        ("MAX\n  (1, 2, 3)\n  4", "line 3, column 3: the tree has 3 players with payoffs of their own"),
        ("MAX\n  nan\n  4", "line 2, column 3: a value must be a number, not NaN"),
        ("MAX\n  A = nan\n  4", "line 2, column 7: a value must be a number, not NaN"),
        ("# nothing\n\n", "In the tree there is no node"),
        ("MAX\n" + "".join(" " * i + "a:\n" for i in range(1, 202)) + " " * 202 + "3", "deeper than 200"),
    ],
)  # fmt: skip
def test_mistakes_in_lines(text, said):
    with pytest.raises(BadInput) as caught:
        tree(text)
    assert said in str(caught.value)
    assert str(caught.value).endswith(".")


def test_mistakes_in_a_file_name_it(tmp_path):
    (tmp_path / "my.tree").write_text("MAX\n  a: 3\n  a: 4\n")
    with pytest.raises(BadInput, match=r"In '.*my.tree', line 3, column 3: an action 'a'"):
        tree(tmp_path / "my.tree")


# ---- brackets
def test_brackets_as_people_write_them():
    assert same("[3, 12, 8,]", [3, 12, 8])
    assert same("# a comment\n[3, # three\n 12]\n", [3, 12])
    assert same("[(1, 2), (3, 4,)]", [(1, 2), (3, 4)])
    assert same("[Infinity, -inf, ∞, '-∞', \"inf\"]", [math.inf, -math.inf, math.inf, -math.inf, math.inf])
    assert same(
        "{name: 'A \\'x\\'', player: 'min', children: {\"b\\u00e9\": 1, c: {'quiet': False, children: [1]}}}",
        {"name": "A 'x'", "player": 1, "children": {"bé": 1, "c": {"children": [1], "forcing": [0]}}},
    )
    assert same("(1, 2, 3)", (1, 2, 3))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2", "line 1, column 6: the tree ends, but the '[' of line 1, column 1 is not closed"),
        ("[[1, 2}]", "line 1, column 7: here must be ',' or ']', for the '[' of line 1, column 2, not '}'"),
        ("[1 2]", "line 1, column 4: here must be ',' or ']', for the '[' of line 1, column 1, not '2'"),
        ("[1]\n[2]", "line 2, column 1: the tree is complete, and '[' is too much"),
        ("[1] # so\n x", "line 2, column 2: the tree is complete, and 'x' is too much"),
        ("[1,, 2]", "line 1, column 4: here must be a number, a list or an object, not ','"),
        ("[one]", "line 1, column 2: 'one' is no number that can be used"),
        ("[1, 1e999]", "line 1, column 5: '1e999' is no number that can be used"),
        ('["one]', "line 1, column 2: here must be a number, a list or an object, not a quotation mark"),
        ('["one"]', "line 1, column 2: a node is a number, a list or an object, not 'one'"),
        ("[true]", "line 1, column 2: a node is a number, a list or an object, not true"),
        ("{3}", "line 1, column 3: after the name '3' comes a colon, not '}'"),
        ("{[1]: 3}", "line 1, column 2: here must be a name in quotes"),
        ("{name: 'a'", "line 1, column 11: the tree ends"),
        ("{name: 'a\\q\\x', value: 1}", "has a \\ that means nothing"),
        ("[1,\n {children: [1],\n  childen: [2]}]", "line 3, column 3: a node has no 'childen'; did"),
        ("[1,\n {player: chance}]", "line 2, column 11: 'chance' is no number"),
        ("[1,\n{player:'chance', probabilities:[1,2], children:[1,1]}]", "line 2, column 36: a probability"),
        ("[1,\n {player: 'left', children: [1, 1]}]", "line 2, column 3: the player is"),
        ("[[1, (1, 2, 3)], [(1, 2)]]", "line 1, column 3: the tree has 3 players"),
        ("[]", "line 1, column 1: an inner node needs at least one child"),
        ("[()]", "0 payoffs for 2 players"),
        ('{"a\\nb", 3}', "line 1, column 8: after the name 'a\\nb' comes a colon, not ','"),
    ],
)  # fmt: skip
def test_mistakes_in_brackets(text, said):
    with pytest.raises(BadInput) as caught:
        tree(text)
    assert said in str(caught.value)


# ---- numbers
@given(st.floats(allow_nan=False) | st.integers(-(10**30), 10**30))
def test_numbers_round_trip(number):
    assert parse_number(number_text(number)) == number


@given(st.floats(min_value=1e-300, max_value=1, exclude_min=True))
def test_probabilities_round_trip(probability):
    assert parse_probability(probability_text(probability)) == probability


def test_numbers_that_are_none():
    for text in ("", "x", "1_000", "0x10", "1,5", "1e999", "--1", "٣", "1" * 500):
        assert parse_number(text) is None
    assert parse_probability("9" * 400) is None
    assert parse_number("1.") == 1.0
    assert parse_number("−.5") == -0.5
    assert [parse_probability(t) for t in ("1/3", "2/4", "50%", "3/2", "1/0", "inf", "x%")] == [
        1 / 3, 0.5, 0.5, None, None, None, None,
    ]  # fmt: skip
    assert probability_text(1 / 3) == "1/3"
    assert probability_text(0.25) == "1/4"
    assert probability_text(0.3) == "0.3"
    assert parse_value("(1, x)") is None
    assert parse_value("(1,)") == (1,)


# ---- any tree is written so that it is read back
@settings(max_examples=150)
@given(st.one_of(trees(2), trees(3)), st.sampled_from([None, "max", "min", 0, 1]))
def test_every_tree_comes_back(spec, root):
    try:
        game = tree(spec, root)
    except BadInput as refused:
        told = str(refused)
        assert any(
            words in told
            for words in ("no expectation", "without '/'", "two actions", "another player", "on one line")
        ), told
        assume(False)
    text = game.indented()
    for back in (tree(text), tree(game.parameters["spec"]), tree(json.loads(game.parameters["spec"]))):
        assert back == game
        for a, b in zip(game.root.walk(), back.root.walk(), strict=True):
            assert (a.path, a.name, a.player, a.value) == (b.path, b.name, b.player, b.value)
            assert (a.probabilities, a.forcing) == (b.probabilities, b.forcing)
            assert (a.probabilities != ()) == (a.player == CHANCE and not a.is_leaf)
    assert tree(text).indented() == text
    json.loads(game.parameters["spec"], parse_constant=pytest.fail)
    for node in game.root.walk():
        assert game.parse(game.position_text(node)) is node


# ---- nothing but BadInput comes out
alphabet = st.sampled_from(
    "MAXminchanceplayer 0123456789.,:;=!#()[]{}\"'\\/%\n\n\n    \t\t∞−-+eE_\r\u2028\x00é"
)


@settings(max_examples=300)
@given(st.text(alphabet, max_size=60) | st.text(max_size=30))
def test_any_text_is_a_tree_or_bad_input(text):
    read_or_refuse("MAX\n " + text)
    read_or_refuse(text)


texts = st.sampled_from([path.read_text() for path in EXAMPLES.values()]) | st.sampled_from(
    ['{"name": "A", "player": "chance", "children": {"a": [1, 2], "b": -2}, "probabilities": ["1/3", "2/3"]}',
     "[[3, 12, 8], [2, (4, 5), 6], {'quiet': true, 'children': [1, ∞]}]",
     'MAX "A b" = 3\n\tx!: MIN {a: 1, "b": [2, 3]}\n\t"5": CHANCE\n\t\t1/3: 4\n\t\tz 2/3: -inf\n']
)  # fmt: skip


def test_a_name_that_begins_with_a_number_is_not_the_number_of_a_player():
    game = tree(
        {"children": [{"name": "1 after Nf3", "children": [0, 1]}, {"name": "2", "children": [3, 4]}]}
    )
    assert 'MIN "1 after Nf3"' in game.indented()
    assert tree(game.indented()) == game


@settings(max_examples=300)
@given(texts, st.lists(st.tuples(st.integers(0, 500), st.integers(0, 3), alphabet), min_size=1, max_size=4))
def test_a_damaged_tree_is_a_tree_or_bad_input(text, damages):
    for at, length, inserted in damages:
        at %= len(text) + 1
        text = text[:at] + inserted + text[at + length :]
    read_or_refuse(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3),
    lambda below: (
        st.lists(below, max_size=3)
        | st.lists(below, max_size=3).map(tuple)
        | st.dictionaries(
            st.sampled_from(
                ["name", "player", "value", "children", "probabilities", "forcing", "quiet", "x", 3]
            ),
            below,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@settings(max_examples=300)
@given(anything, st.none() | st.integers() | st.text(max_size=4) | st.sampled_from(["min", "chance"]))
def test_any_python_value_is_a_tree_or_bad_input(spec, root):
    if not isinstance(spec, str):
        read_or_refuse(spec, root)
    read_or_refuse({"children": [1, spec], "player": "chance"}, root)
    read_or_refuse({"children": [1, 2], "value": spec, "forcing": spec}, root)


def read_or_refuse(spec, root=None):
    try:
        game = tree(spec, root)
    except BadInput as error:
        refused = str(error)
    else:
        assert tree(game.indented()) == game
        game.show(game.root)
        for node in game.root.walk():
            game.evaluate(node, 0)
        return
    assert refused[-1] in ".?"
    assert "\n" not in refused
