"""`halfmove mark`: answers to an exercise, in files or as text."""

import json

import pytest
from command import halfmove

import halfmove as hm
from halfmove.teach.quiz import exercise_on

pytestmark = pytest.mark.one_speed

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MADE = exercise_on(TREE, questions="move, pruned")
EXERCISE = json.dumps(MADE.to_dict())


def test_answers_are_marked_from_files_and_from_text(tmp_path):
    exercise, answers = tmp_path / "exercise.json", tmp_path / "answers.json"
    exercise.write_text(EXERCISE)
    answers.write_text('{"move": "a1", "pruned": "c2 d3"}')
    told = halfmove("mark", str(exercise), str(answers))
    assert told.out.startswith("1 of 3 points\n")
    marked = halfmove("mark", EXERCISE, answers.read_text(), "--json").json
    assert marked == hm.mark(MADE, {"move": "a1", "pruned": "c2 d3"}).to_dict()
    made = tmp_path / "made.json"
    made.write_text(json.dumps({"exercises": [MADE.to_dict()]}))
    assert halfmove("mark", str(made), str(answers)).out == told.out


@pytest.mark.parametrize(
    ("exercise", "answers", "said"),
    [
        ("lost.json", "{}", "There is no file 'lost.json'"),
        (EXERCISE, "{", "not JSON"),
        (EXERCISE, "[]", "The answers are an object by question"),
        (EXERCISE, '{"colour": 1}', "The exercise has no question 'colour'"),
        ("{}", "{}", "This is no exercise"),
        ('{"exercises": []}', "{}", "There are 0 exercises"),
        (json.dumps({**MADE.to_dict(), "tree": "notes.txt"}), "{}", "The tree of an exercise is data"),
    ],
)
def test_bad_input_is_one_sentence(exercise, answers, said):
    outcome = halfmove("mark", exercise, answers)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
