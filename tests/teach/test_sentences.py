"""Sentences: golden ones for the textbook's figure, and that what they claim is true on random trees."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lessons import FIG_5_2
from small_games import ListTree, naive

import halfmove as hm
from halfmove.search.trace import Cutoff, Enter, Update
from halfmove.teach.naming import MINUS
from halfmove.teach.sentences import Teller

pytestmark = pytest.mark.one_speed

WINDOWED = [
    ("alphabeta", {"dialect": "aima"}),
    ("alphabeta", {"dialect": "cs188"}),
    ("alphabeta", {"dialect": "winston"}),
    ("alphabeta", {"dialect": "mit", "labels": "after"}),
    ("negamax", {"form": "F2"}),
    ("negamax", {"form": "F3"}),
    ("negascout", {}),
    ("negascout", {"form": "pvs"}),
    ("scout", {}),
    ("mtdf", {}),
]


def sentences(trace):
    teller = Teller(trace.lesson, trace.true_value)
    return [teller.tell(event) for event in trace.events]


def of_kind(trace, kind):
    return [said for said, event in zip(sentences(trace), trace.events) if isinstance(event, kind)]


def test_fig_5_2():
    told = sentences(hm.trace(hm.tree(FIG_5_2)))
    assert told[:8] == [
        "alphabeta searches the tree in the dialect aima.",
        "A is entered: MAX moves. Window (−∞, ∞): any value would matter.",
        "B is entered: MIN moves. Window (−∞, ∞): any value would matter.",
        "b1 is entered: a leaf.",
        "b1 is worth 3.",
        "b1 returns 3.",
        "v at B becomes 3 with b1: it is worth at most 3.",
        "β at B falls from ∞ to 3: MIN can hold MAX to 3 with b1, and looks for less.",
    ]
    assert "C is entered: MIN moves. Window (3, ∞): MAX has 3 with a1 at A." in told
    assert "B returns 3, its exact value (true value 3)." in told
    assert "C returns 2: it is worth at most 2 (true value 2)." in told
    assert told[-1] == "The search is over: the value is 3, and the best move for MAX is a1."


def test_a_cut_says_whose_choice_makes_what_irrelevant():
    assert of_kind(hm.trace(hm.tree(FIG_5_2)), Cutoff) == [
        "Cut at C, v ≤ α: 2 ≤ 3. MIN at C can already hold MAX to 2; MAX has 3 with a1 at A, so MAX will "
        "never move to C, whatever c2 and c3 are worth.",
        "Cut at D, v ≤ α: 2 ≤ 3. MIN at D can already hold MAX to 2; MAX has 3 with a1 at A, so MAX will "
        "never move to D (no move was left to try, so the cut saves nothing).",
    ]


def test_fail_hard_dialects_compare_the_ends_of_the_window():
    cut = of_kind(hm.trace(hm.tree(FIG_5_2), dialect="winston"), Cutoff)[0]
    assert cut.startswith("Cut at C, β ≤ α: 2 ≤ 3. ")


def test_at_equality_there_is_no_reason_to_come():
    [cut] = of_kind(hm.trace(hm.tree([[2, 3], [2, 1]])), Cutoff)
    assert "MAX has 2 with move 0 at the root, so MAX gains nothing by moving to node 1, whatever" in cut
    assert of_kind(hm.trace(hm.tree([[2, 3], [2, 3]]), dialect="cs188"), Cutoff) == []


def test_a_deep_cut_names_the_ancestor_whose_choice_it_is():
    # MAX has 5 at the root; three plies further down MIN can hold him to 4 (Knuth and Moore, fig. 2)
    tree = hm.tree([[5, 6], [[[4, 1], 9], 9]])
    cut = of_kind(hm.trace(tree), Cutoff)[0]
    assert "at node 1/0/0 can already hold MAX to 4; MAX has 5 with move 0 at the root" in cut
    assert "so MAX will never let the play come to node 1/0/0, whatever move 1 is worth." in cut


def test_negamax_tells_what_the_mover_has():
    cut = of_kind(hm.trace(hm.tree(FIG_5_2), algorithm="negamax", form="F3"), Cutoff)[0]
    assert cut == (
        "Cut at C, v ≥ β: −2 ≥ −3. MIN at C is already sure of −2; MAX is sure of 3 with a1 at A, so MAX "
        "will never move to C, whatever c2 and c3 are worth."
    )


def test_a_null_window_is_a_question_and_a_re_search_has_a_reason():
    trace = hm.trace(hm.tree([[1, 2], [[3, 5], 4]]), algorithm="negascout")
    told = sentences(trace)
    asked = "The narrowest window, (1, 1+ε), asks only whether it is worth more than 1."
    assert any(asked in said for said in told)
    shown = "That showed only that node 1 is worth at least 3: node 1 is searched again"
    assert any(said.startswith(shown) for said in told)
    scout = sentences(hm.trace(hm.tree([[1, 2], [[3, 5], 4]]), algorithm="scout"))
    assert any(said.startswith("That showed only that node 1 is worth more than 1: ") for said in scout)


def test_passes_of_mtdf():
    told = sentences(hm.trace(hm.tree([[1, 2], [3, 4]]), algorithm="mtdf"))
    again = [said for said in told if said.startswith("The pass returned")]
    assert again[0].startswith("The pass returned 1: the value is at least that. The search begins again")


def test_several_mins_are_told_apart():
    game = ListTree([[[5, 6]], [[4, 9], [1]]], players=3)
    cuts = of_kind(hm.trace(game), Cutoff)
    assert "MIN 2 at node 1/0 can already hold MAX to 4; MAX has 5 with move 0 at the root" in cuts[0]


def test_chance_counts_by_its_probability_and_is_cut_by_its_bounds():
    spec = {
        "children": [
            {"player": "chance", "probabilities": [0.5, 0.5], "children": [4, 2]},
            {"player": "chance", "probabilities": ["1/3", "2/3"], "children": [-5, 5]},
        ]
    }
    told = sentences(hm.trace(hm.tree(spec), algorithm="star1", bounds=(-5, 5)))
    assert "Node 0/0 counts with its probability: 0.5 × 4; the sum at node 0 goes from 0 to 2." in told
    assert any(
        "Even with the outcomes left at their best for MAX, node 1 is worth at most 1.6667; MAX has 3 with "
        "move 0 at the root, so MAX will never move to node 1, whatever move 1 is worth." in said
        for said in told
    )


def test_payoff_vectors():
    told = sentences(hm.trace(hm.tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2)]]), algorithm="maxn"))
    assert "v at node 0 goes from (1, 2, 6) to (4, 3, 3) with move 1, the best so far for player 1." in told
    assert told[-1].endswith("the value is (6, 1, 2), and the best move for player 0 is 1.")


# ---- what is said is true
LEAF = st.integers(-9, 9)
TREES = st.recursive(LEAF, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14).filter(
    lambda tree: isinstance(tree, list)
)
NUMBER = rf"({MINUS}?\d+(?:\.\d+)?)"
NODE = r"(?:the )?(?:node )?(\S+)"
BOUND = "(at least|at most|more than|less than)"
CLAIMS = {
    rf"v at {NODE} .*(?:it is|known to be) worth {BOUND} {NUMBER}( to MIN)?\.": None,
    rf"(?:The |Node )(\S+) returns .*it is worth {BOUND} {NUMBER}( to MIN)? ": None,
    rf"M\w+ at {NODE} (already has) {NUMBER};": "at least",
    rf"M\w+ at {NODE} can (already hold MAX to) {NUMBER};": "at most",
}
WORDS = {
    "at least": lambda true, said: true >= said,
    "at most": lambda true, said: true <= said,
    "more than": lambda true, said: true > said,
    "less than": lambda true, said: true < said,
}


def claims(said):
    """(node, words, number, to MIN) for each claim about a node's true value in a sentence."""
    for pattern, fixed in CLAIMS.items():
        for name, words, number, *rest in re.findall(pattern, said):
            yield name, fixed or words, float(number.replace(MINUS, "-")), bool(rest and rest[0])


def test_there_are_claims_to_check():
    told = sentences(hm.trace(ListTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    found = [(name, words, number) for said in told for name, words, number, _ in claims(said)]
    assert found[:3] == [("0", "at most", 3), ("root", "at least", 3), ("1", "at most", 2)]
    assert ("1", "at most", 2) in found
    assert len(found) == 9  # D, whose leaves were all seen, is worth 2 exactly


@settings(max_examples=60, deadline=None)
@given(TREES, st.sampled_from(WINDOWED))
def test_every_claim_about_a_node_is_true(spec, search):
    algorithm, options = search
    game = ListTree(spec)
    trace = hm.trace(game, algorithm=algorithm, **options)
    for said, event in zip(sentences(trace), trace.events):
        for name, words, number, to_min in claims(said):
            if " which is only known" in said and isinstance(event, Update):
                name = f"{name}/{event.action}" if name != "root" else str(event.action)
            path = () if name == "root" else tuple(map(int, name.split("/")))
            true = naive(game, path) * (-1 if to_min else 1)
            assert WORDS[words](true, number), said


@settings(max_examples=60, deadline=None)
@given(TREES, st.sampled_from(["aima", "cs188", "winston", "mit"]))
def test_the_ancestor_named_is_the_nearest_that_set_this_end_of_the_window(spec, dialect):
    trace = hm.trace(ListTree(spec), dialect=dialect)
    changed = {}  # the oracle: who changed which end since it was entered
    for said, event in zip(sentences(trace), trace.events):
        if isinstance(event, Enter):
            changed[event.path] = {}
        elif isinstance(event, Update) and event.bound != "value":
            changed[event.path][event.bound] = event.new
        elif isinstance(event, Cutoff):
            end = "beta" if event.above else "alpha"
            above = [event.path[:n] for n in range(len(event.path) - 1, -1, -1)]
            who = next((path for path in above if end in changed[path]), None)
            assert who is not None
            where = f"node {'/'.join(map(str, who))}" if who else "the root"
            assert re.search(rf"; M\w+ (has|can hold MAX to) \S+ with move \d at {where}, so", said), said


@pytest.mark.parametrize(("algorithm", "options"), WINDOWED)
def test_every_event_has_a_sentence(algorithm, options):
    for said in sentences(hm.trace(hm.tree(FIG_5_2), algorithm=algorithm, **options)):
        assert said.endswith(".")
        assert "None" not in said
        assert re.match(rf"[A-Z]|[vαβ] at|[bcd]\d |{algorithm} ", said), said


def test_a_search_that_leaves_out_what_may_matter_claims_less():
    spec = {
        "name": "R",
        "value": 0,
        "children": {
            "a": {"name": "A", "value": 1, "forcing": ["x"], "children": {"x": -3, "y": 2}},
            "b": {"name": "B", "value": 0, "children": {"z": 5}},
        },
    }
    told = sentences(hm.trace(hm.tree(spec), algorithm="quiescence", depth=1))
    assert "MIN may stop at A: the evaluation, 1, is the most that it is worth." in told
    assert (
        "y at A is not forcing, and is left out beyond the horizon, though nothing proves that it does not "
        "matter." in told
    )
    assert "v at R becomes −3 with a: it seems worth at least −3." in told
    assert "R returns 0 (true value 5)." in told


def test_memory_answers():
    told = sentences(hm.trace(hm.tree([[4, 9], [3, 8]]), algorithm="mtdf"))
    assert "Node 0/0 is known from before: 4." in told


def chance_node(children):
    return {"player": "chance", "children": children}


CHANCE_TREES = st.recursive(
    LEAF,
    lambda below: (
        st.lists(below, min_size=1, max_size=3) | st.lists(below, min_size=2, max_size=3).map(chance_node)
    ),
    max_leaves=12,
).filter(lambda tree: not isinstance(tree, int))
CHANCE_CLAIMS = [
    rf"for MAX(?:, as far as the probes allow)?, {NODE} is worth {BOUND} {NUMBER};",
    rf"with that for (?:node )?\S+, {NODE} is worth {BOUND} {NUMBER}, whatever",
    rf"v at {NODE} .*: it is worth {BOUND} {NUMBER}\.",
    rf"(?:The |Node )(\S+) returns .*it is worth {BOUND} {NUMBER} ",
]


def expected(node):
    """Expectiminimax by the definition."""
    if node.is_leaf:
        return node.value[0]
    values = [expected(child) for _, child in node.children]
    if node.player == hm.CHANCE:
        return sum(p * value for p, value in zip(node.probabilities, values))
    return max(values) if node.player == 0 else min(values)


@settings(max_examples=100, deadline=None)
@given(CHANCE_TREES, st.sampled_from(["star1", "star2", "expectiminimax"]))
def test_every_claim_about_a_chance_node_is_true(spec, algorithm):
    tree = hm.tree(spec)
    options = {"bounds": (-9, 9)} if algorithm != "expectiminimax" else {}
    for said in sentences(hm.trace(tree, algorithm=algorithm, **options)):
        for pattern in CHANCE_CLAIMS:
            for name, words, number in re.findall(pattern, said):
                true = expected(tree.parse(name))
                slack = 1e-4 if words == "at least" else -1e-4  # figures are rounded to four decimals
                assert WORDS[words](true + slack, float(number.replace(MINUS, "-"))), said


def test_where_no_payoff_is_larger_nothing_better_can_come():
    tree = hm.tree([[[5], chance_node([0, [9, 1]])]])
    cut = of_kind(hm.trace(tree, algorithm="star1", bounds=(-9, 9)), Cutoff)[0]
    assert "MAX at node 0/1/1 already has 9; no payoff is more than 9, whatever move 1 is worth." in cut
