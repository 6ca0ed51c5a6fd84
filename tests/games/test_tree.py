import copy
import json
import math
import pickle
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.score import ESTIMATE, WIN
from halfmove.games.tree import tree
from halfmove.games.tree.spec import DEEPEST
from halfmove.search.textbook.minimax import minimax
from halfmove.teach.trace import choose_search

pytestmark = pytest.mark.one_speed

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
    assert (game.players, game.zero_sum, game.has_chance, game.compiled) == (2, True, False, False)
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
    assert game.has_chance
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
        "MAX A\n├─ a1: CHANCE B\n│  ├─ 0 (1/3): 1\n│  └─ 1 (2/3): leaf = -2.5\n"
        "└─ a2: MIN (value 0.5)\n   ├─ b1: 7\n   └─ b2: MAX\n      ├─ 0: 0.25\n      └─ 1: 4"
    )
    assert "and 40 more nodes" in tree([0] * 99).show(tree([0] * 99).root)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "The tree is empty"),
        ("[1,", "In the tree, line 1, column 4: the tree ends, but the '[' of line 1, column 1"),
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
        (
            {"player": "chance", "children": [1, 2], "probabilities": [2, -1]},
            "At root.probabilities[0]: a probability is above 0 and at most 1, not 2",
        ),
        ({"player": "chance", "children": [1], "probabilities": ["1/0"]}, "'1/0' is not a probability"),
        ({"childern": [1]}, "a node has no 'childern'; did you mean 'children'?"),
        ({"name": 3, "value": 1}, "the name must be a text, not 3"),
        ({"name": "x"}, "a node needs children, or a value if it is a leaf"),
        ({"value": True}, "a value is a number, not true"),
        (
            {"player": 7.5, "children": [1]},
            'At root.player: the player is "max", "min", "min 2", "chance" or a number from 0, not 7.5',
        ),
        ({"player": -1, "children": [1]}, "not -1"),
        ({"children": "abc"}, "children are a list or an object of action: node, not 'abc'"),
        ({"children": {"a/b": 1}}, "without '/'"),
        ('{"a": 1, "a": 2}', "line 1, column 10: 'a' is there twice"),
        ([float("nan")], "At root[0]: a value must be a number, not NaN"),
        ("[1,\n NaN]", "line 2, column 2: a value must be a number, not NaN"),
        ([1, (1, 2, 3)], "At root[0]: the tree has 3 players"),
        ([(1, 2), (1, 2, 3)], "At root[0]: 2 payoffs for 3 players"),
        ("[" * 300 + "1" + "]" * 300, "deeper than 200 levels"),
        ("[" * 90000 + "]" * 90000, "deeper than 200 levels"),
        ([[1, 2], {"children": [1, {"children": {"b": [True]}}]}], "At root[1].children[1].children.b[0]: "),
        ({"player": 200, "children": [1]}, "at most 100 players"),
        ({"player": "chance", "children": [1, 2], "probabilities": [0, 1]}, "leave out what cannot happen"),
        ({"player": "chance", "children": [[1, math.inf], [-math.inf]]}, "have no expectation"),
        (
            {"children": {"a": 1, "b": 2}, "forcing": ["c"]},
            "'c' is not an action here; the actions are: a, b",
        ),
        ({"children": [1, 2], "forcing": [True]}, "true is not an action here; the actions are: 0, 1"),
        ({"children": [1, 2], "forcing": {}}, '"forcing" is a list of actions'),
        ({"children": [1, 2], "forcing": [0], "quiet": True}, "leave one out"),
        ({"children": [1, 2], "quiet": 1}, '"quiet" is true or false, not 1'),
        ({"player": "chance", "children": [1, 2], "forcing": [0]}, "no action is forcing"),
        ({"value": 3, "forcing": []}, "a leaf has no 'forcing'"),
        ({"children": {1: 2, "1": 3}}, "two actions are called '1'"),
        ({"children": {"a\nb": 2}}, "on one line"),
        ([10**400], "a value is at most 1.8e308"),
        ({"children": [{"children": []}]}, "At root.children[0]: an inner node needs at least one child"),
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


def test_who_moves_at_the_root_can_be_said():
    course = [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]
    assert value(tree(course), tree(course).root) == 4
    for word in ("min", "MIN", 1, "1", "player 1"):
        game = tree(course, root=word)
        assert value(game, game.root) == 11
        assert tree(game.parameters["spec"]) == game
    assert tree(course, root=0) == tree(course, root="max") == tree(course)
    assert tree([1, 2, 6], root="chance") == tree({"player": "chance", "children": [1, 2, 6]})
    assert tree([(1, 2, 3)], root=2).root.player == 2
    assert tree({"player": "min", "children": [1]}, root="min").root.player == 1
    with pytest.raises(BadInput, match="another player"):
        tree({"player": "min", "children": [1]}, root="max")
    with pytest.raises(BadInput, match="Of the root, the player is"):
        tree([1, 2], root="left")


def test_infinite_payoffs_are_kept_honestly():
    game = tree([[math.inf, 3], ["-inf", {"value": -math.inf, "children": [1, "∞"]}]])
    assert [game.root.child(i).child(j).value for i, j in ((0, 0), (1, 0))] == [
        (math.inf, -math.inf),
        (-math.inf, math.inf),
    ]
    assert (game.zero_sum, game.whole_utilities, game.utility_limit) == (True, False, math.inf)
    assert value(game, game.root) == 3
    inner = game.parse("1/1")
    assert (game.evaluate(inner, 0), game.evaluate(inner, 1)) == (-math.inf, math.inf)
    assert json.loads(game.parameters["spec"], parse_constant=pytest.fail) == [
        ["inf", 3],
        ["-inf", {"value": "-inf", "children": [1, "inf"]}],
    ]
    assert "∞" in game.show(game.root)
    assert ">-∞</text>" in game.draw(game.root)
    assert not tree([(math.inf, -math.inf, 0)]).zero_sum
    lopsided = tree({"player": "chance", "children": [math.inf, [3, -5]]})
    assert value(lopsided, lopsided.root) == math.inf


def test_the_utility_limit_covers_the_evaluations():
    for spec, limit in (
        ([1, -1], 1),
        ({"value": 0.5, "children": [1, -1]}, 1),
        ([{"value": 0.9, "children": [1]}], 2),
    ):
        assert tree(spec).utility_limit == limit
    for e in (0.89, 0.9, 3, 3.05, 3.95):
        game = tree({"value": e, "children": [1, -1]})
        assert abs(game.evaluate(game.root, 0)) < (game.utility_limit - 1) * WIN + ESTIMATE


def test_forcing_actions():
    game = tree(
        {"children": {"a": 1, "b": {"children": [3, 4], "forcing": [1]}, "c": 0}, "forcing": ["c", "a"]}
    )
    assert list(game.forcing(game.root)) == ["a", "c"]  # in the order of the children
    assert list(game.forcing(game.parse("b"))) == [1]
    assert list(game.forcing(tree([1]).root)) == []
    assert list(game.forcing(tree({"children": [1, 2], "quiet": False}).root)) == [0, 1]
    assert list(game.forcing(tree({"children": [1, 2], "quiet": True}).root)) == []
    assert tree({"children": [1, 2], "forcing": "1"}).root.forcing == (1,)


def test_python_numbers_of_other_kinds():
    assert tree(np.array([[3, 12], [2.5, 4]])) == tree([[3.0, 12.0], [2.5, 4.0]])
    assert tree([np.int64(3), np.float64(0.5), Fraction(1, 4)]) == tree([3, 0.5, 0.25])
    chances = {"player": "chance", "children": [1, 2], "probabilities": [Fraction(1, 4), "75%"]}
    assert tree(chances).root.probabilities == (0.25, 0.75)


def test_nodes_are_values():
    one, two, other = tree(BACKGAMMON), tree(json.dumps(BACKGAMMON)), tree(AIMA)
    for a, b in zip(one.root.walk(), two.root.walk(), strict=True):
        assert a == b
        assert hash(a) == hash(b)
        assert copy.deepcopy(a) is a
        assert pickle.loads(pickle.dumps(a)) == a
    assert one.root != other.root
    assert len({*one.root.walk(), *two.root.walk(), *other.root.walk()}) == 9 + 13


def test_positions_whose_words_mean_two_things():
    game = tree(
        {"children": {"root": [1, {"name": "0", "children": [2, {"name": "twin", "value": 3}]}], "B": 4}}
    )
    for node in game.root.walk():
        assert game.parse(game.position_text(node)) is node
    clash = tree([{"name": "1", "value": 5}, {"name": "0", "value": 6}])
    assert [clash.parse_action(clash.root, word) for word in ("0", "1")] == [0, 1]
    twins = tree([{"name": "x", "value": 5}, {"name": "x", "value": 6}])
    with pytest.raises(
        BadInput, match="2 nodes are called 'x'; say which by the actions that lead to it, such as 0"
    ):
        twins.parse("x")
    assert twins.split_moves("0 1") == ["0", "1"]
    assert tree({"children": {"toss coin": 1}}).split_moves("toss coin/heads") == ["toss coin", "heads"]


@pytest.mark.parametrize(
    "spec",
    [AIMA, BACKGAMMON, [[(1, 2, 6), (4, 3, 2)], [(0, 0, 1)]], [[math.inf, 1], [-math.inf, 2]],
     {"value": 7, "forcing": ["a"],
      "children": {"a": {"value": -3.5, "children": [1, 2], "forcing": [0]}, "b": 5}}],
)  # fmt: skip
def test_trees_keep_the_contract(spec):
    check_game(tree(spec), games=5)


def test_a_large_tree():
    spec = [[[[i * j % 97 for i in range(10)] for j in range(10)] for _ in range(10)] for _ in range(20)]
    game = tree(json.dumps(spec))
    assert sum(1 for _ in game.root.walk()) == 1 + 20 + 200 + 2000 + 20000
    assert tree(spec) == game
    assert tree(game.indented()) == game


def test_a_deep_tree_is_served_to_the_bottom():
    spec = 1
    for i in range(DEEPEST):
        spec = {"name": f"n{i}", "children": {"a": spec, "b": i}}
    game = tree(spec)
    assert tree(game.indented()) == tree(json.dumps(spec)) == game
    assert game.draw(game.root).endswith("</svg>")
    assert minimax(game).value == value(game, game.root)
    with pytest.raises(BadInput, match="deeper than 200 levels"):
        tree([spec])


def test_a_notebook_shows_the_tree():
    shown = tree([[3, 12], [2, 4]])
    assert shown._repr_svg_() == shown.draw(shown.root)


GHOSTS = """
MAX
  a: MIN 1
    b: MIN 2 [5, 6]
    c: MIN 2 [6, 5]
  d: MIN 1
    e: MIN 2 [9, 1]
    f: MIN 2 [8, 2]
"""


def test_several_mins_share_the_opposite_of_what_max_gets():
    game = hm.tree(GHOSTS)
    assert (game.players, game.player_names) == (3, ("MAX", "MIN 1", "MIN 2"))
    leaf = game.parse("a/b/0")
    assert [game.utility(leaf, player) for player in range(3)] == [5, -5, -5]
    vectors = GHOSTS
    for n in (5, 6, 9, 1, 8, 2):
        vectors = re.sub(rf"(?<=[ \[]){n}(?=[,\]])", f"({n}, {-n}, {-n})", vectors)
    assert hm.tree(vectors).root == game.root
    for written in (game.indented(), game.parameters["spec"]):
        again = hm.tree(written)
        assert again.root == game.root
        assert again.player_names == game.player_names
    assert [hm.minimax(game)[:2], hm.alphabeta(game)[:2]] == [(5, "a"), (5, "a")]
    assert hm.maxn(game).value == (5, -5, -5)
    assert choose_search(game, "auto").name == "alphabeta"


def test_several_mins_in_lists_and_objects():
    spec = {"children": [[{"player": "min 2", "children": [5, 6]}], [{"player": 2, "children": [-1, "inf"]}]]}
    game = hm.tree(spec)
    assert game.player_names == ("MAX", "MIN 1", "MIN 2")
    assert hm.minimax(game).value == 5
    assert hm.minimax(hm.tree([1, [2, 3]], root=2)).value == 1  # the root's player is the third
    with pytest.raises(hm.BadInput, match="3 players with payoffs of their own, so every value is a list"):
        hm.tree([(1, 2, 3), 4])
    with pytest.raises(hm.BadInput, match='the player is "max", "min", "min 2"'):
        hm.tree({"player": "min 0", "children": [1, 2]})


def test_ghosts_are_numbered_in_pictures():
    game = hm.tree(GHOSTS)
    assert "MIN 2" in game.show(game.root)
    assert [game.draw(game.root).count(f">{n}</text>") for n in (1, 2)] == [2 + 1, 4 + 1]  # and a leaf each
    assert "circle" not in game.draw(game.root)
    picture = hm.trace(game).svg()
    assert "MIN 1" in picture
    assert "MIN 2" in picture
    assert "MIN 2 at c" in hm.trace(game).text("sentences") or "MIN 2 moves" in hm.trace(game).text(
        "sentences"
    )
