"""The named trees show what they are said to show."""

import re

import pytest
from documents import ROOT

import halfmove as hm
from halfmove.search.trace import Cutoff, Extend
from halfmove.teach import examples
from halfmove.teach.examples import EXAMPLES

pytestmark = pytest.mark.one_speed


def counts(name):
    return EXAMPLES[name].trace().counts


def test_one_figure_has_one_number():
    """The fourth edition's: figures 5.10 to 5.13 are Monte Carlo tree search and backgammon."""
    files = [*ROOT.glob("src/**/*.py"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.py")]
    found = {
        number for file in files for number in re.findall(r"[Ff]ig(?:ure|\.) (5\.1[2-9])", file.read_text())
    }
    assert found == {"5.14"}
    assert {name for name in EXAMPLES if name.startswith("fig-5-1")} == {"fig-5-14", "fig-5-14-stretched"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_runs_and_says_where_it_comes_from(name):
    example = EXAMPLES[name]
    assert (example.name, bool(example.shows), bool(example.source)) == (name, True, True)
    trace = example.trace()
    assert trace.events
    assert trace.outline


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_text_is_the_same_tree(name):
    """As the browser's box has it; a list of three numbers is a node, and a payoff vector is none."""
    example = EXAMPLES[name]
    written = hm.trace(
        hm.tree(example.text()), algorithm=example.algorithm, depth=example.depth, **example.options
    )
    assert hm.tree(name).parameters == example.tree().parameters
    assert written.outcome == example.trace().outcome
    assert written.leaves == example.trace().leaves
    assert example.text().startswith("[") == (isinstance(example.spec, list) and name != "fig-5-4")


def test_every_constant_is_in_the_table():
    constants = [value for key, value in vars(examples).items() if key.isupper() and key != "EXAMPLES"]
    constants = [value for value in constants if isinstance(value, (list, dict))]
    assert len(constants) == len(EXAMPLES)
    assert all(any(example.spec is value for example in EXAMPLES.values()) for value in constants)


def test_the_published_ones():
    assert EXAMPLES["fig-5-2"].trace().outcome[:2] == (3, "a1")
    assert counts("fig-5-2").leaves == 7
    assert EXAMPLES["winston"].trace().outcome.value == 2
    assert counts("winston").evaluations == 3
    assert (EXAMPLES["mit-game1"].trace().outcome.value, counts("mit-game1").leaves) == (4, 13)
    other = hm.trace(hm.tree({"player": "min", "children": examples.MIT_GAME1}))
    assert (other.outcome.value, other.counts.leaves) == (11, 11)
    assert EXAMPLES["fig-5-4"].trace().outcome.value == (1, 2, 6)
    assert EXAMPLES["fig-5-14"].trace().outcome.value == pytest.approx(2.1)
    assert EXAMPLES["fig-5-14-stretched"].trace().outcome[:2] == (pytest.approx(40.9), "a2")


def test_best_and_worst_order():
    assert counts("best-order").leaves == 11
    assert counts("worst-order").leaves == 27
    assert sorted(EXAMPLES["worst-order"].trace().leaves) == list(range(27))


def test_the_deep_cut_is_deep():
    trace = EXAMPLES["deep-cut"].trace()
    cuts = [(i, event) for i, event in enumerate(trace.events) if isinstance(event, Cutoff)]
    steps, cut = cuts[0]
    assert (len(cuts), cut.path, cut.bound, cut.remaining) == (1, (1, 0, 0), 5, (1,))
    then = trace.after(steps).marks
    assert (then[1,].value, then[1, 0].value) == (None, None)
    assert trace.outcome[:2] == (7, 1)


def test_the_horizon_effect_is_cured():
    example = EXAMPLES["horizon"]
    assert hm.alphabeta(example.tree(), depth=1)[:2] == (1, "QxP")
    trace = example.trace()
    assert trace.outcome[:2] == (0, "d4") == hm.minimax(example.tree())[:2]
    marks = trace.replay.marks
    assert (marks["QxP",].stood, marks["QxP",].value, trace.true_value(("QxP",))) == (1, -3, -3)
    assert set(trace.replay.passed_over) == {("QxP", "Kh1"), ("QxP", "RxQ", "Kh2")}


def test_a_loss_is_delayed_in_vain():
    tree = EXAMPLES["delay"].tree()
    assert hm.alphabeta(tree, depth=2)[:2] == hm.quiescence(tree, depth=2)[:2] == (-1, "check")
    assert EXAMPLES["delay"].trace().outcome[:2] == hm.minimax(tree)[:2] == (-3, "wait")
    extended = [event.path for event in EXAMPLES["delay"].trace().events if isinstance(event, Extend)]
    assert extended == [("check",), ("check", "KxP")]


def test_the_singular_reply_is_extended():
    example = EXAMPLES["singular"]
    assert hm.alphabeta(example.tree(), depth=2)[:2] == (2, "quiet")
    trace = example.trace()
    assert trace.outcome[:2] == (7, "sacrifice") == hm.minimax(example.tree())[:2]
    assert [event.path for event in trace.events if isinstance(event, Extend)] == [("sacrifice",)]
    extended = [path for path, mark in trace.replay.marks.items() if mark.extended]
    assert extended == [("sacrifice", "accept")]


def test_a_tree_that_tapers_finds_or_misses():
    finds, misses = EXAMPLES["tapered"], EXAMPLES["sacrifice"]
    whole = hm.minimax(finds.tree())
    assert (whole.value, whole.action, whole.terminals) == (3, "a", 18)
    assert finds.trace().outcome[:2] == (3, "a")
    assert finds.trace().counts.evaluations == 4
    assert hm.minimax(misses.tree())[:2] == (9, "c")
    assert misses.trace().outcome[:2] == (4, "a")
    assert misses.trace().true_value(("c",)) == 9
