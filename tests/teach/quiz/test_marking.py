"""Marking: full marks for what is right, exactly the stated loss for what is not, and the thoughts behind."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from usual import some

import halfmove as hm
from halfmove.teach.quiz.course import common

pytestmark = pytest.mark.one_speed

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SEARCHES = ("alphabeta", "negascout", "negamax", "scout", "mtdf", "minimax", "maxn", "star1", "star2")
SEARCHES += ("expectiminimax", "paranoid")
DIALECTS = ("aima", "cs188", "winston", "eth", "mit")


def any_exercise(seed, **more):
    """An exercise of a kind that depends on the seed: all searches, dialects, orders and roots in turn."""
    search = SEARCHES[seed % len(SEARCHES)]
    kind = seed // len(SEARCHES)
    several = search in ("maxn", "paranoid")
    wanted = {
        "depth": (1, 1 + seed % 4),
        "branching": (1, 3),
        "leaves": (1, 20),
        "order": ("left", "right")[kind % 2],
        "root": "min" if kind // 2 % 2 and not several else "max",
        "players": 3 if several else 2,
        "chance": search in ("star1", "star2", "expectiminimax"),
        "dialect": DIALECTS[kind % 5] if search == "alphabeta" else None,
    }
    return hm.exercise(seed, algorithm=search, questions="all", **wanted, **more)


@pytest.mark.parametrize("block", some(range(10), lambda block: block < 1))
def test_perfect_answers_get_full_marks(block):
    """1,000 random exercises of all kinds, their solutions having been through JSON; 100 in `make test`."""
    for seed in range(100 * block, 100 * block + 100):
        exercise = any_exercise(seed)
        marking = hm.mark(exercise, json.loads(json.dumps(exercise.solution())))
        assert marking.points == marking.most == exercise.points, seed
        assert not marking.misconceptions
        assert not marking.read_again


@pytest.mark.parametrize("seed", some(range(44), lambda seed: seed < 22))
def test_no_answers_get_nothing(seed):
    exercise = any_exercise(seed)
    marking = hm.mark(exercise, {})
    assert marking.points == 0
    assert marking.most == exercise.points
    assert not marking.misconceptions
    assert all(remark.sort == "blank" for v in marking.verdicts for remark in v.remarks)


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_json_round_trip(seed, solution):
    exercise = any_exercise(seed)
    again = hm.Exercise.from_dict(json.loads(json.dumps(exercise.to_dict(solution=solution))))
    assert again == exercise
    assert again.solution() == exercise.solution()


def test_options_survive_json():
    wanted = {"chance": True, "depth": 3, "branching": 2, "algorithm": "star1", "bounds": (0, 25)}
    exercise = hm.exercise(3, **wanted)
    assert "payoffs known to be from 0 to 25" in exercise.task()
    assert hm.Exercise.from_dict(json.loads(json.dumps(exercise.to_dict()))) == exercise


def test_json_of_anything_else():
    for data in (
        None,
        [],
        {},
        {"format": "halfmove exercise 1"},
        {"format": "halfmove exercise 1", "tree": 3},
    ):
        with pytest.raises(hm.BadInput):
            hm.Exercise.from_dict(data)


# ---- one thing wrong loses exactly what is stated


def naive(node, maximise, values):
    """Minimax by the definition; fills `values` by name."""
    if "children" not in node:
        return node["value"]
    below = [naive(child, not maximise, values) for child in node["children"].values()]
    values[node["name"]] = (max if maximise else min)(below)
    return values[node["name"]]


@pytest.mark.parametrize("seed", range(30))
def test_values_against_minimax_by_the_definition(seed):
    exercise = hm.exercise(seed, depth=(1, 4), branching=(1, 3), root=("max", "min")[seed % 2])
    values = {}
    naive(json.loads(exercise.spec), seed % 2 == 0, values)
    assert exercise.solution()["values"] == values


@pytest.mark.parametrize("seed", range(30))
def test_a_wrong_value_loses_its_point_and_is_named(seed):
    exercise = hm.exercise(seed, depth=3, branching=2, questions="values")
    right = exercise.solution()["values"]
    node = sorted(right)[seed % len(right)]
    marking = exercise.mark({"values": {**right, node: 1000}})
    assert marking.most - marking.points == 1
    (wrong,) = (r for r in marking.verdicts[0].remarks if r.sort != "right")
    assert (wrong.sort, wrong.where) == ("wrong", node)
    assert "not 1000. " in wrong.text


def test_a_value_that_follows_from_a_wrong_one_counts_half():
    exercise = hm.exercise_on(AIMA, questions="values")
    marking = exercise.mark({"values": "A=4 B=4 C=2 D=2"})
    assert marking.points == Fraction(5, 2)
    assert [r.sort for r in marking.verdicts[0].remarks] == ["half", "wrong", "right", "right"]


def test_returned_half_for_the_value_without_its_relation():
    exercise = hm.exercise_on(AIMA, questions="returned")
    assert exercise.mark({"returned": "A=3 B=3 C=2 D=2"}).points == Fraction(7, 2)
    assert exercise.mark({"returned": "A=3 B=3 C<=2 D<=7"}).points == 3


def test_equal_is_right_wherever_the_leaves_seen_prove_it():
    """D of fig. 5.2 was given up after its last leaf: all were seen, and it is worth 2."""
    exercise = hm.exercise_on(AIMA, questions="returned")
    whole = exercise.mark({"returned": "A=3 B=3 C<=2 D=2"})
    assert whole.points == whole.most == 4
    weaker = exercise.mark({"returned": "A=3 B=3 C<=2 D<=2"})
    assert weaker.points == Fraction(7, 2)
    assert "D = 2, not ≤ 2. The value is right, but the node's minimax value is exactly that." in str(weaker)
    assert "D returns 2, its exact value" in str(weaker)
    assert "is cut returns a bound" not in exercise.question("returned").hint()


@pytest.mark.parametrize("seed", range(40))
def test_what_a_hint_says_is_what_is_marked(seed):
    """Every node of which the hint says that it is exact is marked so, and no other."""
    exercise = hm.exercise(seed, depth=3, branching=(2, 3), questions="returned")
    question = exercise.question("returned")
    for name, (value, relation) in question.expected.items():
        proven = question.replay.marks[question.paths[name]].proven
        assert (relation == "=") == (proven == (value, value))


def test_what_is_never_visited_returns_nothing():
    exercise = hm.exercise_on([[3, 4], [[5, 1], [2, 6], [9, 9]], [[1, 2], [7, 8]]], questions="returned")
    right = exercise.solution()["returned"]
    assert right == {"A": "= 3", "B": "= 3", "C": "≤ 5"} | right
    assert exercise.question("returned").items == ("A", "B", "C", "D", "E", "F", "G", "H", "I")
    unseen = [item for item in exercise.question("returned").items if item not in right]
    assert unseen == ["I"]
    row = [right.get(item, "–") for item in exercise.question("returned").items]
    assert exercise.mark({"returned": row}).points == exercise.points
    marking = exercise.mark({"returned": {**right, "I": 8}})
    assert marking.most - marking.points == 1
    assert [r.where for r in marking.verdicts[0].remarks if r.sort == "excess"] == ["I"]


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("a2 c2 c3", 0),  # all of C named: c1 in excess, but so is nothing else
        ("c2 c3", 2),
        ("c3, c2", 2),
        ("c2", 1),
        ("c2 c3 d3", 1),
        ("c2 c3 D", 1),  # a subtree named in excess is one mistake
        ("c2 d1 d2", 0),
        ("d1 d2 d3", 0),
        ("none", 0),
        (["C/2", "a2/c3"], 2),
    ],
)
def test_pruning_points(answer, points):
    exercise = hm.exercise_on(AIMA, questions="pruned")
    expected = 1 if answer == "a2 c2 c3" else points
    assert exercise.mark({"pruned": answer}).points == expected


def test_pruning_names_what_was_missed_and_what_is_in_excess_with_the_reason():
    verdict = hm.exercise_on(AIMA, questions="pruned").mark({"pruned": "c2 d2"}).verdict("pruned")
    by_sort = {remark.sort: remark for remark in verdict.remarks}
    assert by_sort["missed"].where == "c3"
    assert "2 ≤ 3" in by_sort["missed"].text
    assert by_sort["excess"].where == "d2"
    assert "v at D was 14 and α was 3: v ≤ α did not hold" in by_sort["excess"].text


@pytest.mark.parametrize("seed", range(25))
def test_a_subtree_may_be_named_by_its_root_or_by_its_leaves(seed):
    exercise = hm.exercise(seed, depth=(2, 4), branching=2, min_cuts=2, questions="pruned")
    names = exercise.names
    roots = exercise.solution()["pruned"]
    leaves = [names.name(leaf) for root in roots for leaf in names.leaves(names.find(root))]
    for answer in (roots, leaves, roots + leaves, " ".join(leaves)):
        assert exercise.mark({"pruned": answer}).points == len(roots)


@pytest.mark.parametrize("seed", range(25))
def test_one_branch_missed_and_one_in_excess(seed):
    exercise = hm.exercise(seed, depth=3, branching=3, min_cuts=3, questions="pruned")
    right = exercise.solution()["pruned"]
    marking = exercise.mark({"pruned": right[1:]})
    assert marking.most - marking.points == 1
    assert [r.where for r in marking.verdicts[0].remarks if r.sort == "missed"] == right[:1]
    seen = exercise.names.name(exercise.question("pruned").replay.variation[-1])
    marking = exercise.mark({"pruned": [*right, seen]})
    assert marking.most - marking.points == 1
    assert [r.where for r in marking.verdicts[0].remarks if r.sort == "excess"] == [seen]


def test_part_of_a_branch_counts_in_proportion():
    exercise = hm.exercise_on([[3, 4], [[1, 2], [5, 6, 7]]], questions="pruned")
    assert exercise.solution()["pruned"] == ["E"]
    assert exercise.mark({"pruned": "e1 e3"}).points == Fraction(2, 3)


def test_nothing_pruned():
    exercise = hm.exercise_on([[1, 2], [3, 4]], questions="pruned")
    assert exercise.solution()["pruned"] == []
    assert exercise.mark({"pruned": "none"}).points == exercise.mark({"pruned": []}).points == 1
    assert exercise.mark({"pruned": "c2"}).points == 0
    assert exercise.mark({"pruned": None}).points == 0


@pytest.mark.parametrize("seed", range(20))
def test_order_points(seed):
    exercise = hm.exercise(seed, depth=3, branching=2, min_cuts=1, questions="order")
    right = exercise.solution()["order"]
    assert exercise.mark({"order": right[:2] + right[3:]}).points == len(right) - 1
    assert exercise.mark({"order": [right[1], right[0], *right[2:]]}).points == len(right) - 1
    never = exercise.names.name(exercise.names.leaves(next(iter(exercise.trace.replay.pruned)))[0])
    assert exercise.mark({"order": [*right, never]}).points == len(right) - 1
    assert exercise.mark({"order": [never] * 99}).points == 0


@given(st.lists(st.integers(0, 3), max_size=7), st.lists(st.integers(0, 3), max_size=7))
def test_longest_common_subsequence(a, b):
    def longest(i, j):
        if i == len(a) or j == len(b):
            return 0
        return max(longest(i + 1, j), longest(i, j + 1), 1 + longest(i + 1, j + 1) if a[i] == b[j] else 0)

    assert len(common(a, b)) == longest(0, 0)


def test_windows_count_each_end():
    exercise = hm.exercise_on(AIMA, questions="window")
    assert exercise.mark({"window": "B (-inf, inf) C (3, 9) D (3, inf)"}).points == 5


def test_every_best_move_counts():
    exercise = hm.exercise_on([[3, 5], [3, 4], [1, 9]], questions="move")
    assert exercise.mark({"move": "a2"}).points == exercise.mark({"move": "C"}).points == 1
    assert exercise.mark({"move": "a3"}).points == 0
    with pytest.raises(hm.BadInput, match="not a move at A"):
        exercise.mark({"move": "b1"})


def test_what_is_no_answer():
    exercise = hm.exercise_on(AIMA)
    for answers, sentence in [
        ([], "an object by question"),
        ({"window": 3}, "has no question 'window'"),
        ({"pruned": "x9"}, "There is no node 'x9'"),
        ({"values": {"A": "three"}}, "'three' is not a number"),
    ]:
        with pytest.raises(hm.BadInput, match=sentence):
            exercise.mark(answers)


# ---- misconceptions, each on a tree where it differs


def thoughts(spec, kind, answer, **options):
    return [
        t.name for t in hm.exercise_on(spec, questions=kind, **options).mark({kind: answer}).misconceptions
    ]


def test_another_dialect():
    assert "other-dialect" in thoughts([[3, 5], [3, 2]], "pruned", "none")
    assert "other-dialect" in thoughts([[3, 5], [3, 2]], "pruned", "c2", dialect="cs188")
    assert "other-dialect" in thoughts(AIMA, "returned", "A=3 B=3 C<=3 D<=3")
    assert "other-dialect" in thoughts([[3, 5], [3, 2]], "order", "b1 b2 c1 c2")


def test_who_did_not_prune_at_all_is_told_so_first():
    """An empty answer fits other ways of thinking as well, and which it was nobody can tell."""
    marking = hm.exercise_on(AIMA, questions="pruned").mark({"pruned": "none"})
    names = [thought.name for thought in marking.misconceptions]
    assert names[0] == "no-pruning"
    assert len(names) > 1
    assert len(names) == len(set(names))
    assert "Several ways of thinking lead to this answer; which of them was yours?" in marking.text()
    assert "  - You named nothing, as if every node were visited" in marking.text()
    one = hm.exercise_on(AIMA, questions="count").mark({"count": 9})
    assert [thought.name for thought in one.misconceptions] == ["no-pruning"]
    assert "Several ways" not in one.text()
    assert thoughts(AIMA, "cuts", "0") == ["no-pruning"]


def test_probabilities_are_the_fractions_that_the_tree_has():
    spec = {"player": "chance", "probabilities": ["1/3", "2/3"], "children": [3, 6]}
    exercise = hm.exercise_on([spec, 1], questions="values", algorithm="expectiminimax")
    assert "(1/3) b1 = 3" in exercise.text()
    assert "Chance decides at B: 1/3 × 3 + 2/3 × 6 = 5." in exercise.mark({"values": "A=1 B=4"}).text()
    assert "0.3333" not in exercise.text(solution=True)


def test_a_player_is_called_by_his_number_only():
    exercise = hm.exercise_on([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, -1)]], algorithm="maxn")
    told = exercise.text(solution=True) + exercise.mark({"values": {"A": "(9, 9, 9)"}}).text()
    assert "Player 0 moves at A and takes the largest payoff to player 0 of" in told
    assert "payoff to player 1" in told
    assert "payoff number" not in told + exercise.question("values").hint()


def test_window_reset_at_the_root():
    deep = [[[5, 6], [7, 8]], [[1, 2], [3, 9]]]
    exercise = hm.exercise_on(deep, questions="pruned")
    assert exercise.solution()["pruned"] == ["e2", "G"]
    assert "window-reset" in thoughts(deep, "pruned", "e2 g2")


def test_right_to_left_order():
    assert "right-to-left" in thoughts([[12, 1], [9, 4]], "pruned", "b1")
    assert "left-to-right" in thoughts([[3, 12], [2, 4, 6]], "pruned", "c2 c3", order="right")


def test_cut_after_the_last_child():
    assert "cut-after-last-child" in thoughts(AIMA, "pruned", "c2 c3 d3")
    assert "cut-after-last-child" in thoughts(AIMA, "cuts", "3")


def test_the_number_pruned_is_marked_for_each_order():
    exercise = hm.exercise_on(AIMA, questions="leaves, nodes")
    assert [
        exercise.mark({"leaves": text}).points for text in ("left=2 right=0", "2 0", "right=0 left=1")
    ] == [2, 2, 1]
    assert exercise.mark({"leaves": {"left": 2}, "nodes": [2, 0]}).points == 3
    with pytest.raises(hm.BadInput, match="The blanks are left and right, not 'middle'"):
        exercise.mark({"leaves": "middle=3"})
    deep = [[3, 4], [[1, 2], [8, 1]]]
    assert thoughts(AIMA, "leaves", "0 2") == ["sides-exchanged"]
    assert "order-forgotten" in thoughts(AIMA, "leaves", "2 2")
    assert thoughts(AIMA, "leaves", "0 0") == ["no-pruning"]
    assert thoughts(AIMA, "leaves", "7 9") == ["counts-visited"]
    assert "cut-after-last-child" in thoughts(AIMA, "nodes", "3 1")
    assert "counts-nodes" in thoughts(deep, "leaves", "3 0")
    assert "counts-removed" in thoughts(deep, "nodes", "2 0")
    assert "counts-branches" in thoughts(deep, "nodes", "1 0")
    assert "other-dialect" in thoughts([[3, 5], [3, 2]], "leaves", "0 0")


def test_the_child_that_makes_the_cut():
    assert "cutting-child" in thoughts(AIMA, "pruned", "c1 c2 c3")


def test_max_and_min_swapped():
    assert thoughts(AIMA, "values", "A=6 B=12 C=6 D=14") == ["max-min-swapped"]
    assert "max-min-swapped" in thoughts([[3, 5], [1, 9]], "move", "a2")


def test_bounds_and_values_mixed_up():
    tree = [[3, 12, 8], [2, 1, 6]]
    assert thoughts(tree, "values", "A=3 B=3 C=2") == ["bounds-for-values"]
    assert thoughts(tree, "returned", "A=3 B=3 C=1") == ["values-for-bounds"]
    assert thoughts(tree, "returned", "A=3 B=3 C=2") == ["all-exact"]


def test_a_bound_taken_for_a_value_at_the_root():
    assert "bound-taken-for-value" in thoughts([[3, 12], [3, 1]], "move", "a2")


def test_only_shallow_cuts():
    deep = [[10, 10], [[[5, 6], [20, 30]], 99]]
    exercise = hm.exercise_on(deep, questions="pruned")
    assert len(shallow(exercise)) < len(exercise.solution()["pruned"])
    assert "only-shallow-cuts" in thoughts(deep, "pruned", shallow(exercise))


def shallow(exercise):
    """The branches that deep cuts do not account for."""
    deep = {(*cut.path, a) for cut in exercise.findings.deep for a in cut.remaining}
    return [exercise.names.name(p) for p in exercise.trace.replay.pruned if p not in deep]


def test_chance():
    spec = {"player": "chance", "probabilities": [0.25, 0.75], "children": [4, 8]}
    assert thoughts([spec, 1], "values", "A=6 B=6") == ["plain-mean"]
    assert thoughts([spec, 1], "values", "A=4 B=4") == ["chance-as-min"]
    assert thoughts([spec, 1], "values", "A=8 B=8") == ["chance-as-max"]


def test_windows_and_counts():
    assert thoughts(AIMA, "window", "B (-inf, inf) C (-inf, inf) D (-inf, inf)") == ["window-reset"]
    assert thoughts(AIMA, "window", "B (inf, -inf) C (inf, 3) D (inf, 3)") == ["ends-exchanged"]
    assert thoughts(AIMA, "count", 11) == ["counts-nodes"]
    assert thoughts(AIMA, "count", 9) == ["no-pruning"]
    assert thoughts(AIMA, "next", "b1=b2 b2=b3 c1=c2") == ["no-pruning"]


def test_right_answers_show_no_misconception_and_wrong_ones_need_not():
    assert thoughts(AIMA, "pruned", "c2 c3") == []
    assert thoughts(AIMA, "pruned", "b2 d2") == []
    assert thoughts(AIMA, "values", "A=99") == []


def test_the_report():
    marking = hm.exercise_on(AIMA).mark({"values": "3 3 2 2", "move": "a1", "pruned": "c2 d3"})
    assert (marking.points, marking.most) == (5, 7)
    text = marking.text()
    assert text.startswith("5 of 7 points")
    assert "To read again:" in text
    assert "✓" not in marking.text(brief=True)
    data = json.loads(json.dumps(marking.to_dict()))
    assert [q["points"] for q in data["questions"]] == [4, 1, 0]
    assert data["misconceptions"][0]["name"] == "cut-after-last-child"
    assert len(data["read_again"]) == 1
