import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.core.game import CHANCE
from halfmove.core.score import WIN
from halfmove.games.tree import tree

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""Russell and Norvig, 4th ed., fig. 5.2."""

BACKGAMMON = {
    "name": "A",
    "children": {
        "a1": {
            "name": "B",
            "player": "chance",
            "children": [1, {"name": "leaf", "value": -2.5}],
            "probabilities": ["1/3", "2/3"],
        },
        "a2": {"player": "min", "value": 0.5, "children": {"b1": 7, "b2": [0.25, 4]}},
    },
}


def value(game, s):
    """Expectiminimax of player 0 by the definition."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if game.to_move(s) == CHANCE:
        return sum(p * value(game, game.result(s, a)) for a, p in game.outcomes(s))
    return (max if game.to_move(s) == 0 else min)(value(game, game.result(s, a)) for a in game.actions(s))


def test_lists_are_max_and_min_in_turn():
    game = tree(AIMA)
    assert value(game, game.initial()) == 3
    assert list(game.actions(game.initial())) == [0, 1, 2]
    assert (game.players, game.zero_sum, game.chance, game.compiled) == (2, True, False, False)
    assert game.player_names == ("MAX", "MIN")
    child = game.result(game.initial(), 1)
    assert game.to_move(child) == 1
    assert [game.utility(game.result(child, a), 1) for a in game.actions(child)] == [-2, -4, -6]


def test_names_chance_and_values():
    game = tree(BACKGAMMON)
    root = game.initial()
    assert list(game.actions(root)) == ["a1", "a2"]
    b, other = (game.result(root, a) for a in game.actions(root))
    assert (b.name, game.to_move(b), game.to_move(other)) == ("B", CHANCE, 1)
    assert [p for _, p in game.outcomes(b)] == pytest.approx([1 / 3, 2 / 3])
    assert game.chance
    assert game.evaluate(other, 0) == WIN // 2 == -game.evaluate(other, 1)
    assert game.evaluate(b, 0) == 0
    assert game.to_move(game.result(other, "b2")) == 0  # MAX follows MIN
    assert value(game, root) == pytest.approx(4)


def test_chance_does_not_change_whose_turn_comes_next():
    game = tree({"player": "chance", "children": [[1, [2, 3]], [4]]})
    assert [game.to_move(game.result(game.root, a)) for a in (0, 1)] == [0, 0]
    assert [p for _, p in game.outcomes(game.root)] == [0.5, 0.5]


def test_several_players_have_payoff_vectors():
    game = tree([[(1, 2, 6), (4, 3, 2)], {"player": 2, "children": [{"value": [0, 1, 5]}]}])
    assert (game.players, game.zero_sum) == (3, False)
    assert [game.to_move(game.result(game.root, a)) for a in (0, 1)] == [1, 2]
    leaf = game.result(game.result(game.root, 1), 0)
    assert [game.utility(leaf, p) for p in range(3)] == [0, 1, 5]
    assert tree(game.parameters["spec"]).root == game.root
    assert tree([(1, -1), {"value": [0, 0]}]).zero_sum
    assert not tree([(1, 1)]).zero_sum
    assert tree([(1, -2, 1)]).zero_sum


def test_a_tree_comes_from_python_json_or_a_file(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(BACKGAMMON))
    whole = tree(BACKGAMMON)
    assert tree(json.dumps(BACKGAMMON)).root == tree(path).root == tree(str(path)).root == whole.root
    assert tree(json.dumps(BACKGAMMON)) == whole
    assert tree("7").utility(tree(7).root, 0) == 7
    assert tree("-2.5").is_terminal(tree(-2.5).root)


trees = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3) | st.fixed_dictionaries(
        {"children": st.dictionaries(st.sampled_from("abcd"), below, min_size=1)}
    ), max_leaves=12
)  # fmt: skip


@given(trees)
def test_positions_and_actions_round_trip(spec):
    game = tree(spec)
    assert tree(game.parameters["spec"]).root == game.root
    for node in game.root.walk():
        assert game.parse(game.position_text(node)) is node
        for action in game.actions(node):
            assert game.parse_action(node, game.action_text(node, action)) == action
    keys = [game.key(node) for node in game.root.walk()]
    assert len(set(keys)) == len(keys)
    assert game.draw(game.root).endswith("</svg>")


def test_nodes_print_by_name_and_are_found_by_it():
    game = tree(BACKGAMMON)
    assert repr(game.root) == "<A>"
    assert repr(game.parse("a2/b2")) == "<a2/b2>"
    assert game.parse("B") is game.parse("a1")
    assert game.parse_action(game.parse("B"), "leaf") == 1
    assert game.show(game.root) == (
        "MAX A\n├─ a1: CHANCE B\n│  ├─ 0 (0.3333): 1\n│  └─ 1 (0.6667): leaf = -2.5\n"
        "└─ a2: MIN (value 0.5)\n   ├─ b1: 7\n   └─ b2: MAX\n      ├─ 0: 0.25\n      └─ 1: 4"
    )
    assert "and 40 more nodes" in tree([0] * 99).show(tree([0] * 99).root)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "The tree is empty"),
        ("[1,", "In the tree, line 1, column 4: this is not JSON"),
        ([], "At root: an inner node needs at least one child"),
        ([1, [2, "x"]], "At root[1][1]: a node is a number, a list or an object, not 'x'"),
        (
            [1, {"children": {"a": [None]}}],
            "At root[1].children.a[0]: a node is a number, a list or an object, not null",
        ),
        (
            {"children": [1, 2], "probabilities": [0.5, 0.5]},
            'only a node of player "chance" has probabilities',
        ),
        ({"player": "chance", "children": [1, 2], "probabilities": [0.5, 0.6]}, "sum to 1.1, not to 1"),
        ({"player": "chance", "children": [1, 2], "probabilities": [1]}, "give a list of 2 probabilities"),
        ({"player": "chance", "children": [1, 2], "probabilities": [2, -1]}, "from 0 to 1, not 2"),
        ({"player": "chance", "children": [1], "probabilities": ["1/0"]}, "'1/0' is not a probability"),
        ({"childern": [1]}, "a node has no 'childern'; did you mean 'children'?"),
        ({"name": 3, "value": 1}, "the name must be a text, not 3"),
        ({"name": "x"}, "a node needs children, or a value if it is a leaf"),
        ({"value": True}, "a value is a number, not true"),
        ({"player": 7.5, "children": [1]}, 'the player is 0, 1, … or "chance", not 7.5'),
        ({"player": -1, "children": [1]}, "not -1"),
        ({"children": "abc"}, "children are a list or an object of action: node, not 'abc'"),
        ({"children": {"a/b": 1}}, "without '/'"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ("[NaN]", "At root[0]: a value must be finite"),
        ([1, (1, 2, 3)], "At root[0]: the tree has 3 players"),
        ([(1, 2), (1, 2, 3)], "At root[0]: 2 payoffs for 3 players"),
        ("[" * 300 + "1" + "]" * 300, "deeper than 200 levels"),
        ("[" * 90000 + "]" * 90000, "nested too deeply"),
        ("nofile.json", "There is no file 'nofile.json'"),
    ],
)
def test_a_mistake_is_named_with_its_place(spec, words):
    with pytest.raises(BadInput) as caught:
        tree(spec)
    assert words in str(caught.value)


def test_files_that_are_no_trees(tmp_path):
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00[")
    for path, words in ((tmp_path, "is a folder"), (tmp_path / "binary.json", "not text in UTF-8")):
        with pytest.raises(BadInput, match=words):
            tree(path)


def test_moves_and_positions_that_are_not_there():
    game = tree(AIMA)
    with pytest.raises(BadInput, match="'5' is not an action at root; the actions are: 0, 1, 2"):
        game.parse("5")
    with pytest.raises(BadInput, match="0/0 is a leaf"):
        game.parse("0/0/0")
