"""Exercises from a seed: the same everywhere, with the properties asked for, or a clear refusal."""

import json
import os
import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.search.trace import Leaf
from halfmove.teach.quiz.ranges import Dice
from halfmove.teach.quiz.requirements import Shapes, count
from halfmove.teach.quiz.usual import usual_wishes

pytestmark = pytest.mark.one_speed

GOLDEN = [[[11, 12, 14], [11, 11, 0], [16, 15, 20]], [[9, 0, 11], [7, 16, 12], [1, 19, 0]]]
"""The trees of seeds 7 and 8, with at least one cut."""


def lists(exercise):
    """An exercise's tree as nested lists."""

    def plain(node):
        below = node.get("children")
        return node["value"] if below is None else [plain(child) for child in below.values()]

    return plain(json.loads(exercise.spec))


def test_split_mix_64():
    """The first outputs from seed 1234567, as published with the generator's reference code."""
    dice = Dice(1234567)
    assert [dice.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_dice_are_fair():
    dice = Dice(1)
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert all(880 < c < 1120 for c in counts)
    assert {dice.between(-1, 1) for _ in range(50)} == {-1, 0, 1}


def test_the_same_seed_makes_the_same_exercise_in_every_process():
    code = "import halfmove as hm; print(hm.exercise(7, depth=(2, 4), branching=(1, 3), min_cuts=2).spec)"
    texts = set()
    for salt in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": salt},
        )
        texts.add(done.stdout.strip())
    assert texts == {hm.exercise(7, depth=(2, 4), branching=(1, 3), min_cuts=2).spec}


def test_golden_exercises():
    assert [lists(e) for e in hm.exercises(2, 7, min_cuts=1)] == GOLDEN


def test_seeds_differ():
    assert len({e.spec for e in hm.exercises(100, 1000)}) == 100


# ---- shapes


def depths(shape, ply=0):
    return {ply} if shape is None else set().union(*(depths(child, ply + 1) for child in shape))


def branchings(shape):
    return set() if shape is None else {len(shape)}.union(*map(branchings, shape))


@given(
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(0, 10**9),
)
@settings(max_examples=60, deadline=None)
def test_shapes_keep_to_depth_branching_and_leaves(depth, deeper, branching, wider, seed):
    shapes = Shapes((depth, depth + deeper), (branching, branching + wider))
    wanted = shapes.counts[seed % len(shapes.counts)]
    drawn = Shapes((depth, depth + deeper), (branching, branching + wider), (wanted, wanted)).draw(Dice(seed))
    assert count(drawn) == wanted
    assert depths(drawn) <= set(range(depth, depth + deeper + 1))
    assert branchings(drawn) <= set(range(branching, branching + wider + 1))


def every_count(least, most, branching, ply=0):
    """All numbers of leaves, by trying all trees."""
    found = {1} if ply >= max(least, 1) else set()
    if ply < most:
        below = every_count(least, most, branching, ply + 1)
        for k in range(branching[0], branching[1] + 1):
            found |= {sum(counts) for counts in product(below, repeat=k)}
    return found


@pytest.mark.parametrize(
    ("depth", "branching"), [((2, 2), (2, 3)), ((1, 3), (2, 2)), ((2, 3), (1, 2)), ((3, 3), (2, 3))]
)
def test_the_numbers_of_leaves_are_all_there_are(depth, branching):
    assert set(Shapes(depth, branching).counts) == every_count(*depth, branching)


# ---- wishes come true


def few_of(seeds):
    """The first six; the others are tried by `make test-all`."""
    return [pytest.param(s, marks=[] if s < 6 else pytest.mark.exhaustive) for s in range(seeds)]


def leaves(exercise):
    return [leaf.payoffs[0] for leaf in exercise.names.root.leaves()]


@pytest.mark.parametrize("seed", few_of(25))
def test_the_wish_of_the_lecture(seed):
    """Depth 4, 12 to 20 leaves, four cuts and a deep one."""
    made = hm.exercise(seed, depth=4, branching=(1, 3), leaves=(12, 20), min_cuts=4, deep_cut=True)
    assert 12 <= len(leaves(made)) <= 20
    assert {len(leaf.path) for leaf in made.names.root.leaves()} == {4}
    assert len(made.findings.cuts) >= 4
    assert made.findings.deep


@pytest.mark.parametrize("seed", few_of(12))
def test_evaluations_and_values(seed):
    made = hm.exercise(seed, depth=3, branching="2-3", evaluations="6..8", values=(-5, 30), root="min")
    assert 6 <= sum(isinstance(e, Leaf) for e in made.trace.events) <= 8
    assert all(-5 <= value <= 30 for value in leaves(made))
    assert made.names.root.player == 1


@pytest.mark.parametrize("seed", range(12))
def test_ties_and_none(seed):
    free = hm.exercise(
        seed, depth=3, branching=2, min_cuts=1, ties=False, dialect_free=True, unique_best=True
    )
    assert len(set(leaves(free))) == len(leaves(free))
    courses = set()
    for dialect in ("aima", "cs188", "winston", "eth", "mit"):
        other = hm.trace(free.game, dialect=dialect)
        courses.add((other.leaves, other.outcome.action))
    assert len(courses) == 1
    tied = hm.exercise(seed, depth=3, branching=2, ties=True)
    strict, loose = (hm.trace(tied.game, dialect=d).events for d in ("cs188", "aima"))
    assert strict != loose  # where values meet the window, ≥ cuts or notes what > does not


@pytest.mark.parametrize("seed", range(8))
def test_one_best_move_or_several(seed):
    values = [
        [c.payoffs[0] for c in child.children]
        for child in hm.exercise(seed, unique_best=False).names.root.children
    ]
    best = sorted(map(min, values))
    assert best[-1] == best[-2]
    values = [
        [c.payoffs[0] for c in child.children]
        for child in hm.exercise(seed, unique_best=True).names.root.children
    ]
    best = sorted(map(min, values))
    assert best[-1] > best[-2]


def test_chance_and_players():
    made = hm.exercise(3, chance=True, depth=3, branching=(2, 3))
    assert made.algorithm == "expectiminimax"
    assert {v.player for v in made.names.inner} == {0, -1, 1}
    made = hm.exercise(3, players=3, depth=3, branching=2, values=(0, 9))
    assert made.algorithm == "maxn"
    assert {v.player for v in made.names.inner} == {0, 1, 2}
    assert made.asked == ("values", "move")


@pytest.mark.parametrize("ghosts", [1, 2, 3])
def test_each_ghost_is_a_layer_of_min(ghosts):
    made = hm.exercise(3, **usual_wishes({"ghosts": ghosts}, None))
    assert made.algorithm == "alphabeta"
    assert made.asked == ("values", "move", "pruned")
    assert {len(v.path): v.player for v in made.names.inner} == {
        0: 0,
        **dict.fromkeys(range(1, 1 + ghosts), 1),
    }
    assert made.findings.cuts


def test_a_second_round_begins_with_max_again():
    made = hm.exercise(1, ghosts=2, depth=4, branching=2)
    assert {len(v.path): v.player for v in made.names.inner} == {0: 0, 1: 1, 2: 1, 3: 0}


def test_with_chance_the_last_ghost_moves_at_random():
    made = hm.exercise(3, ghosts=2, chance=True, depth=3, branching=2)
    assert made.algorithm == "expectiminimax"
    assert {len(v.path): v.player for v in made.names.inner} == {0: 0, 1: 1, 2: -1}

    def mean(vertex):
        return sum(child.probability * child.payoffs[0] for child in vertex.children)

    lowest = [min(map(mean, first.children)) for first in made.names.root.children]
    assert made.trace.outcome.value == pytest.approx(max(lowest))


def test_every_question_suits_many_searches():
    for algorithm in ("negamax", "negascout", "scout", "mtdf"):
        assert hm.exercise(5, algorithm=algorithm, depth=3, branching=2, min_cuts=1).findings.cuts


# ---- what cannot be


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"depth": 2, "branching": 3, "leaves": 5}, "has 9 leaves, so it cannot have 5"),
        ({"depth": (2, 3), "branching": 2, "leaves": 3}, "has from 4 to 8 leaves, so it cannot have 3"),
        ({"depth": 2, "branching": (3, 5), "leaves": 400}, "has from 9 to 25 leaves"),
        ({"depth": 12, "branching": 12}, "more than 400 leaves"),
        ({"depth": 3, "deep_cut": True}, "A deep cut needs a depth of 4 or more"),
        ({"ties": True, "dialect_free": True}, "not for both"),
        ({"ties": False, "values": (1, 5)}, "9 leaves do not get different values from 1 to 5"),
        ({"branching": 2, "min_cuts": 2}, "the wish that fails most is min_cuts=2"),
        ({"evaluations": 10}, "cannot evaluate 10 leaves of a tree that has at most 9"),
        ({"branching": 2, "evaluations": 2}, "the wish that fails most is evaluations=2"),
        ({"branching": 1, "min_cuts": 1}, "With a branching of 1 there is nothing to cut"),
        ({"algorithm": "minimax", "min_cuts": 1}, "This search never cuts"),
        ({"depth": 0}, "depth lies between 1 and 12, not at 0"),
        ({"depth": "4-2"}, "depth goes from 4 down to 2"),
        ({"depth": "deep"}, "depth is a whole number or a range such as 2-4, not 'deep'"),
        ({"branching": True}, "branching is a whole number or a range"),
        ({"root": "me"}, "root is 'max' or 'min'"),
        ({"players": 9}, "players is 2, 3 or 4"),
        ({"players": 3, "chance": True}, "no chance"),
        ({"ghosts": 4}, "ghosts is 1, 2 or 3, not 4"),
        ({"ghosts": 2, "players": 3}, "With ghosts there are no further players"),
        ({"ghosts": 2, "root": "min"}, "MAX moves first"),
        ({"min_cuts": -1}, "min_cuts is a whole number from 0"),
        ({"deep_cut": "yes"}, "deep_cut is True, False or None"),
        ({"seed": "x"}, "The seed is a whole number"),
        ({"algorithm": "guess"}, "There is no search 'guess' to practise"),
        ({"dialect": "basque"}, "basque"),
        ({"questions": "riddle"}, "There is no question 'riddle'"),
        (
            {"algorithm": "minimax", "questions": "pruned"},
            "asks about cuts and windows, and minimax has none",
        ),
        ({"questions": "dialect, pruned"}, "ask it alone"),
        ({"algorithm": "scout", "questions": "dialect"}, "one dialect only"),
    ],
)
def test_wishes_that_cannot_come_true(wanted, sentence):
    with pytest.raises(hm.BadInput, match=sentence.replace("(", r"\(")):
        hm.exercise(**wanted)


@pytest.mark.parametrize("algorithm", ["tapered", "quiescence", "deepening"])
def test_heuristic_searches_are_refused_with_the_reason(algorithm):
    with pytest.raises(hm.Unsuitable, match="practise with"):
        hm.exercise_on([[1, 2], [3, 4]], algorithm=algorithm)
