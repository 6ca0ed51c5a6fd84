"""Questions on proof numbers, beside the definition: the fewest open leaves that settle the root."""

from itertools import combinations

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.proofs import Frontier
from halfmove.web.lessons.practice import show_fields

pytestmark = pytest.mark.one_speed

WISHES = [
    {"depth": 2, "branching": 3},
    {"depth": 3, "branching": 2},
    {"depth": 3, "branching": 2, "root": "min"},
]
KINDS = "proof-numbers, most-proving"


def exercises():
    return [hm.exercise(seed, questions=KINDS, **wishes) for seed in range(8) for wishes in WISHES]


def is_proven(frontier, vertex, settled, answer):
    """Whether a node's answer is known to be `answer` once the leaves `settled` have it."""
    if not vertex.children:
        if vertex.path in frontier.open:
            return vertex.path in settled
        return (frontier.values[vertex.path] >= frontier.goal) == answer
    below = [is_proven(frontier, child, settled, answer) for child in vertex.children]
    return any(below) if frontier.maximises(vertex) == answer else all(below)


def sets_that_settle(frontier, vertex, answer):
    """All smallest sets of open leaves that settle a node; none where it has the other answer."""
    for size in range(len(frontier.open) + 1):
        found = [
            set(leaves)
            for leaves in combinations(frontier.open, size)
            if is_proven(frontier, vertex, leaves, answer)
        ]
        if found:
            return found
    return []


def test_the_numbers_are_the_fewest_leaves_that_settle_a_node():
    for exercise in exercises():
        frontier, expected = Frontier(exercise), exercise.solution()["proof-numbers"]
        for vertex in exercise.names.inner:
            for answer, number in zip((True, False), expected[exercise.names.name(vertex.path)]):
                sets = sets_that_settle(frontier, vertex, answer)
                assert number == (len(sets[0]) if sets else "inf")


def test_the_most_proving_node_is_in_a_smallest_set_of_both_answers():
    several = 0
    for exercise in exercises():
        frontier = Frontier(exercise)
        yes, no = (sets_that_settle(frontier, exercise.names.root, answer) for answer in (True, False))
        right = frontier.most_proving()
        assert right
        for path in right:
            assert any(path in leaves for leaves in yes)
            assert any(path in leaves for leaves in no)
        several += len(right) > 1
    assert several > 0


def test_answers_are_marked_with_reasons():
    exercise = hm.exercise(7, depth=2, branching=2, questions=KINDS)
    right = exercise.solution()
    assert hm.mark(exercise, right).points == exercise.points
    numbers, leaf = exercise.questions
    swapped = {name: pair[::-1] for name, pair in right["proof-numbers"].items()}
    verdict = numbers.mark(swapped)
    assert "numbers-exchanged" in [thought.name for thought in verdict.misconceptions]
    wrong = [name for name in leaf.choice if name not in leaf.right]
    for name in wrong:
        assert leaf.mark(name).points == 0
    assert "It is" in leaf.mark("?").remarks[0].text
    with pytest.raises(BadInput, match="two numbers"):
        numbers.mark("A 3")


def test_all_asks_neither_and_chance_has_none():
    assert not {"proof-numbers", "most-proving"} & set(hm.exercise(3, questions="all").asked)
    with pytest.raises(BadInput, match="only MAX and MIN"):
        hm.exercise(3, algorithm="expectiminimax", questions="proof-numbers", chance=True)


def test_the_task_names_their_own_search_and_the_example_in_the_browser_can_be_read():
    exercise = hm.exercise(3, questions=KINDS)
    assert exercise.task() == "The search is proof-number."
    assert "alphabeta" in hm.exercise(3, questions=f"values, {KINDS}").task()
    question = exercise.question("proof-numbers")
    shown = show_fields(question, "")
    example = shown.split("Write, for example: ")[1].split("<")[0]
    assert question.read_one(example)[0] == 1
