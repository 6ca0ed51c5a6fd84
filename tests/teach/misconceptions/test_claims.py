"""What each entry of the gallery claims, by hand on its own tree, and on random trees where it is general."""

import random

import pytest
from random_specs import spec, trees
from small_games import naive

import halfmove as hm
from halfmove.search.trace import Cutoff
from halfmove.teach.growth import best_case
from halfmove.teach.misconceptions.entries import chance, cost, hidden
from halfmove.teach.misconceptions.worlds import Worlds, list_earnings

pytestmark = pytest.mark.one_speed


def facts(name):
    return hm.misconception(name).facts


def test_equal_moves():
    found = facts("equal-moves")
    assert (found["drawn"], found["worth"]) == (["a", "b", "c"], [4, 4, 1])
    assert found["average"] == 3
    assert found["equal"] == ["a", "b"]
    assert (found["last_of_equals"], found["last_of_equals_worth"]) == ("c", 1)
    assert [found[f"evaluations{kind}"] for kind in ("", "_strict", "_reset")] == [5, 6, 6]


def test_inner_values():
    found = facts("inner-values")
    assert found["root"] == [3, 3, 3]
    assert (found["minimax"], found["fail_soft"], found["fail_hard"]) == (0, 2, 3)
    assert found["relations"] == ["=", "≤", "≤"]


def test_pruned_values():
    found = facts("pruned-values")
    assert found["values"] == [3, 3, 3]
    assert found["leaves"] == [[3, 12, 8, 2, 14, 5, 2]] * 3
    assert found["inner"] == [2, -50, 2]


def test_what_was_pruned_may_be_anything():
    dice, changed = random.Random(5), 0
    for _ in range(60):
        before = spec(dice, 4)
        first = hm.trace(hm.tree(before))
        after = _filled(before, (), set(first.replay.pruned), dice)
        second = hm.trace(hm.tree(after))
        assert second.leaves == first.leaves
        assert second.outcome[:2] == first.outcome[:2]
        changed += before != after
    assert changed > 20


def _filled(node, path, pruned, dice, below=False):
    """The tree with other leaves wherever the search did not look."""
    below = below or path in pruned
    if not isinstance(node, list):
        return dice.randint(-99, 99) if below else node
    return [_filled(child, (*path, i), pruned, dice, below) for i, child in enumerate(node)]


def test_changes_the_answer():
    found = facts("changes-the-answer")
    assert found["values"] == [3, 3]
    assert found["same"] == found["trees"]
    assert found["alphabeta_leaves"] < found["minimax_leaves"] == found["trees"] * 3**4


def test_other_dialect():
    found = facts("other-dialect")
    assert found["values"] == [5, 5]
    assert found["actions"] == ["a", "a"]
    assert found["evaluations"] == [5, 7]
    assert found["visited_only_beyond"] == ["b/1", "b/2"]


def test_dialects_differ_only_at_equality():
    more = 0
    for game in trees(80, depth=4):
        loose, strict = hm.trace(game), hm.trace(game, dialect="cs188")
        assert loose.outcome[:2] == strict.outcome[:2]
        assert set(loose.replay.marks) <= set(strict.replay.marks)
        more += loose.leaves != strict.leaves
    assert more > 5


def test_with_no_two_leaves_equal_the_dialects_visit_the_same():
    dice = random.Random(4)
    for _ in range(40):
        worth = iter(dice.sample(range(500), 300))
        game = hm.tree(_renamed(spec(dice, 5), worth))
        assert hm.trace(game).leaves == hm.trace(game, dialect="cs188").leaves


def _renamed(node, worth):
    """The tree with the next of `worth` at every leaf."""
    return [_renamed(child, worth) for child in node] if isinstance(node, list) else next(worth)


def test_cut_after_the_last_child():
    found = facts("cut-after-last-child")
    assert (found["cutoffs"], found["cut_edges"], found["saved"]) == (2, 2, 2)
    assert (found["useful"], found["empty"]) == (["C"], ["D"])


def test_only_shallow_cuts():
    found = facts("only-shallow-cuts")
    assert found["values"] == [7, 7]
    assert (found["evaluations"], found["evaluations_parent"], found["leaves"]) == (4, 5, 5)
    assert (found["plies"], found["missed"]) == (3, "1/0/0/1")


def test_all_first():
    found = facts("all-first")
    assert found["values"] == [3, 3]
    assert found["tests"] == [2, 2]
    assert (found["evaluations"], found["cut_edges"]) == ([7, 9], [2, 0])


def test_windows():
    found = facts("window-reset")
    assert (found["evaluations"], found["evaluations_reset"], found["values"]) == (7, 9, [3, 3])
    assert found["exact"] == {"a1": 3, "a2": 2, "a3": 2}
    found = facts("fresh-windows")
    assert (found["values"], found["cutoffs"], found["evaluations"]) == ([3, 3], [2, 0], [7, 9])
    found = facts("copied-branch")
    assert (found["true"], found["right"], found["wrong"], found["wrong_move_worth"]) == (4, 4, 9, 1)
    found = facts("negamax-window")
    assert found["values"] == {"same": 6, "signs": 8, "right": 6}
    assert found["evaluations"] == {"same": 8, "signs": 4, "right": 7}
    assert (found["true"], found["cutoffs_same"], found["signs_worth"]) == (6, 0, 3)


def test_more_cuts():
    found = facts("more-cuts")
    assert found["values"] == [8, 8]
    assert (found["cutoffs"], found["evaluations"]) == ([3, 2], [12, 8])


def test_more_cuts_compares_one_tree_with_itself():
    def unordered(node):
        return sorted(map(unordered, node), key=repr) if isinstance(node, list) else node

    from halfmove.teach.misconceptions.entries.cost import FEW, MANY

    assert unordered(FEW) == unordered(MANY)


def test_order():
    found = facts("order-does-not-matter")
    assert found["values"] == [3, 3, 3]
    assert found["evaluations"] == [7, 5, 9]


def test_odd_depths():
    found = facts("odd-depths")
    assert found["measured"] == found["formula"] == [5, 9, 29, 49, 149]
    assert found["example"] == 11


@pytest.mark.parametrize("branching", [2, 3])
def test_the_best_order_costs_what_the_formula_says(branching):
    for depth in range(1, 6):
        game = hm.tree(cost.order_tree(branching, depth, seed=depth))
        assert hm.trace(game).counts.evaluations == best_case(branching, depth)


def test_several_ghosts():
    found = facts("several-ghosts")
    assert (found["value"], found["move"], found["together"]) == (5, "a", 5)
    assert (found["between_value"], found["between_move"], found["between_worth"]) == (8, "b", 1)
    assert found["cut_by"] == ["Pac-Man"]


def test_no_ghost_is_cut_by_a_ghost():
    dice, cuts = random.Random(2), 0
    for _ in range(40):
        game = hm.tree(_ghosts(dice, 0))
        for event in hm.trace(game).events:
            if isinstance(event, Cutoff):
                cuts += 1
                assert event.above == (event.player == 0)
    assert cuts > 40


def _ghosts(dice, ply):
    if ply == 5:
        worth = dice.randint(0, 20)
        return (worth, -worth, -worth)
    children = [_ghosts(dice, ply + 1) for _ in range(2)]
    return {"player": ply % 3, "children": children}


def test_the_two_readings_have_the_same_leaves():
    def leaves(node):
        return (
            [leaf for child in node["children"] for leaf in leaves(child)]
            if isinstance(node, dict)
            else [node]
        )

    specs = [chance.spec_of_several_ghosts(third) for third in (0, 2)]
    for spec_ in specs:
        spec_["children"] = list(spec_["children"].values())
    assert leaves(specs[0]) == leaves(specs[1])


def test_chance_pruning():
    found = facts("chance-pruning")
    assert (found["true"], found["wrong"], found["wrong_worth"]) == (5, 4, 4)
    assert (found["star1"], found["star1_pruned"], found["evaluations"]) == (5, ["c/1"], [6, 5])
    assert (found["through"], found["through_worth"], found["through_true"]) == (5, 0, 4)


def test_without_bounds_star1_cuts_before_the_last_outcome_nowhere():
    for game in trees(40, depth=4, chance=True):
        cuts = [
            e for e in hm.trace(game, algorithm="star1", bounds="-inf,inf").events if isinstance(e, Cutoff)
        ]
        assert all(not cut.remaining for cut in cuts if cut.player == -1)


def test_only_order():
    found = facts("only-order")
    assert found["minimax"] == ["a1", "a1"]
    assert found["chance"] == ["a1", "a2"]
    assert found["values"] == pytest.approx([2.1, 40.9])


def test_minimax_asks_for_the_order_of_leaves_alone():
    dice = random.Random(7)
    for _ in range(40):
        before = spec(dice, 4)
        first, second = (hm.minimax(hm.tree(tree)) for tree in (before, _stretched(before)))
        assert first.action == second.action


def _stretched(node):
    return list(map(_stretched, node)) if isinstance(node, list) else node**3 + 100 * node


def test_weak_opponent():
    found = facts("weak-opponent")
    assert (found["value"], found["move"], found["least"], found["most"]) == (3, "a", 3, 4)
    assert (found["random_move"], found["random_value"], found["random_least"]) == ("b", 11, 2)


def test_minimax_gets_at_least_its_value_from_anyone():
    dice, more = random.Random(11), 0
    for game in trees(60, depth=5):
        state, value = game.root, naive(game, game.root)
        while not game.is_terminal(state):
            ours = game.to_move(state) == 0
            action = hm.minimax(game, state).action if ours else dice.choice(list(game.actions(state)))
            state = game.result(state, action)
        assert game.utility(state, 0) >= value
        more += game.utility(state, 0) > value
    assert more > 5


def test_horizon():
    found = facts("horizon")
    assert found["greedy"] == ["QxP", 1, -3]
    assert found["quiescence"] == ["d4", 0, 0]
    assert found["delayed"] == ["check", -1, -4]
    assert found["extended"] == ["wait", -3, -3]
    assert found["true"] == [0, -3]
    assert found["wrong_depths"] == [2, 3]


def test_deepening():
    found = facts("deepening-wastes")
    assert found["levels"] == [7, 43, 259, 1555]
    assert found["ratio"] == pytest.approx(6 / 5, rel=0.01)


def test_who_moves_first():
    found = facts("who-moves-first")
    assert found["values"] == [4, 11]
    assert found["evaluations"] == [13, 11]


def test_what_is_counted():
    found = facts("what-is-counted")
    assert [found[key] for key in ("evaluations", "visited", "generated", "expanded")] == [7, 11, 13, 4]
    assert [found[key] for key in ("cutoffs", "cut_edges", "removed_leaves")] == [2, 2, 2]


def test_chance_is_a_player():
    found = facts("chance-is-a-player")
    assert found["worth"] == {"a": 6.5, "b": 4, "c": 3}
    assert found["right"] == [6.5, "a"]
    assert (found["smallest"], found["largest"], found["plain"]) == ([3, "b"], [11, "c"], [6, "c"])


def test_which_window():
    found = facts("which-window")
    assert (found["true"], found["wrong"], found["right"]) == (7, 3, 7)
    assert found["entered"] == {"A": "(−∞, ∞)", "B": "(−∞, ∞)", "C": "(3, ∞)"}
    assert found["left"] == {"A": "(7, ∞)", "B": "(−∞, 3)", "C": "(3, 7)"}


def test_three_players():
    found = facts("three-players")
    assert found["maxn"] == [7, 5, 2]
    assert (found["paranoid"], found["moves"]) == (3, ["a", "b"])
    assert (found["maxn_move_against_allies"], found["paranoid_move_against_selfish"]) == (0, 3)


def test_null_windows():
    found = facts("null-windows")
    assert found["values"] == [15, 15, 16, 16]
    assert (found["alphabeta"], found["negascout"]) == ([12, 12], [10, 21])
    assert found["again"] == [0, 5]


def test_negascout_looks_at_no_other_leaves_than_alphabeta():
    for game in trees(40, depth=4):
        both = [hm.trace(game, algorithm=name) for name in ("alphabeta", "negascout")]
        assert both[0].outcome.value == both[1].outcome.value
        assert set(both[1].replay.marks) <= set(both[0].replay.marks)


def test_every_entry_has_its_claims_tested():
    from pathlib import Path

    tested = Path(__file__).read_text()
    assert [name for name in hm.misconceptions() if f'facts("{name}")' not in tested] == []


def test_strategy_fusion():
    found = facts("strategy-fusion")
    assert found["open_plans"] == ["b, then c", "b, then d"]
    assert found["fused"] == [5, 5]
    assert found["plans"] == {"a": [3, 3], "b, then c": [5, 0], "b, then d": [0, 5]}
    assert found["moves"] == {"pimc": "b", "alpha-mu": "a", "so-ismcts": "a", "cfr+": "a"}
    assert (found["values"]["pimc"], found["values"]["alpha-mu"]) == (5, 3)
    assert found["values"]["cfr+"] == pytest.approx(3, abs=0.01)
    assert found["best"] == {"a": 3, "b": 2.5}


def test_non_locality():
    found = facts("non-locality")
    assert (found["replies"], found["local"], found["best"]) == (["x", "y"], "c", "b, then d")
    assert found["plans"] == {"a": [1, 1], "b, then c": [0, 1], "b, then d": [0, 4]}
    assert list(found["said"].values()) == ["c", "c", "c", "d"]
    assert found["value"] == pytest.approx(2, abs=0.01)
    assert found["above"] == pytest.approx(2, abs=0.2)


def test_trees_of_worlds_are_games_of_hidden_information():
    for tree, plans in (
        (hidden.STRATEGY_FUSION_TREE, hidden.STRATEGY_FUSION_PLANS),
        (hidden.NON_LOCALITY_TREE, hidden.NON_LOCALITY_PLANS),
    ):
        game = Worlds(tree)
        hm.check_game(game, games=5)
        assert game != Worlds((1, 2))
        solution = hm.regret(game, algorithm="cfr+", iterations=300)
        assert solution.exploitability < 0.01
        best = max(list_earnings(game, plan) for plan in plans.values())
        assert len(best) == game.worlds == 2
