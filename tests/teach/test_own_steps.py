"""A search that only one file knows, this one, with a step of its own, in every form of the laboratory."""

import pytest

import halfmove as hm
from halfmove.search import algorithms as table
from halfmove.search.algorithms import Algorithm, Lesson, OwnStep
from halfmove.search.textbook.outcome import MAX, Variation, conduct, unfit
from halfmove.search.trace import Tell
from halfmove.teach.jsons import Encoder
from halfmove.teach.naming import next_stop
from halfmove.teach.text import Writer
from halfmove.teach.trace import stream

pytestmark = pytest.mark.one_speed

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def greedy_value(game, state, depth, watch):
    """One ply: the child whose first leaf is largest, and a step of its own for each that is looked at."""
    watch.enter(state, depth, None, None)
    best, move = None, None
    for seen, action in enumerate(game.actions(state), 1):
        child = game.result(state, action)
        value = game.utility(game.result(child, 0), MAX)
        watch.tell("glance", (action, value, seen))
        if best is None or value > best:
            best, move = value, action
    watch.leave(best)
    return best, Variation([move])


STEPS = {
    "glance": OwnStep(
        ("action", "value", "seen"),
        "glance {node}: {action} {value}",
        "At {node} {action} looks like {value}, the {seen}. that is looked at.",
        "{seen} seen",
        stop="glance",
    )
}


def greedy(game, state=None, *, depth=None, watch=None):
    return conduct("greedy", greedy_value, game, state, depth, watch, compiled=False)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    hm.algorithms()
    lesson = Lesson(greedy, heuristic=True, steps=STEPS, practised=False)
    found = Algorithm("greedy", "…", "this test", unfit, None, -1, lesson)
    monkeypatch.setitem(table._TABLE, "greedy", found)


def test_every_form_shows_it():
    made = hm.trace(hm.tree(AIMA), algorithm="greedy")
    glances = [event.named for event in made.events if isinstance(event, Tell)]
    assert glances == [
        {"action": 0, "value": 3, "seen": 1},
        {"action": 1, "value": 2, "seen": 2},
        {"action": 2, "value": 14, "seen": 3},
    ]
    assert "glance root: 2 14" in made.text("events")
    assert "At the root move 1 looks like 2, the 2. that is looked at." in made.text("sentences")
    assert "3 seen" in made.text()
    assert "3 seen" in made.svg()
    assert "2 seen" in made.svg(steps=4)
    told = made.to_dict(sentences=True)["events"][3]
    assert told == {
        "kind": "tell", "path": [], "node": "root", "step": "glance", "action": "1", "value": 2, "seen": 2,
        "sentence": "At the root move 1 looks like 2, the 2. that is looked at.",
    }  # fmt: skip
    assert next_stop(made.lesson) == ("next glance", "c")


def test_a_stream_tells_it_too():
    lines, lesson = [], hm.algorithms()["greedy"].lesson
    writer, encoder = Writer(lesson), Encoder(lesson)
    stream(hm.tree(AIMA), None, lambda event: lines.extend(writer.lines(event)), algorithm="greedy")
    assert "glance root: 0 3" in lines
    stream(hm.tree(AIMA), None, lambda event: lines.append(encoder.line(event)), algorithm="greedy")
    assert any('"step": "glance", "action": "2", "value": 14' in line for line in lines)


def test_a_step_that_is_not_declared_says_so(monkeypatch):
    lesson = Lesson(greedy, steps={})
    monkeypatch.setitem(table._TABLE, "greedy", Algorithm("greedy", "…", "", unfit, None, -1, lesson))
    with pytest.raises(
        KeyError, match=r"greedy tells a step 'glance', which its Lesson\.steps does not have"
    ):
        hm.trace(hm.tree(AIMA), algorithm="greedy")


def test_proof_numbers_are_known_to_one_file():
    """What proves that a search is added in one file: no other names its steps."""
    from pathlib import Path

    source = Path(hm.__file__).parent
    naming = [
        str(file.relative_to(source)) for file in source.rglob("*.py")
        if "disproof" in (text := file.read_text(encoding="utf-8")) or "proof_number" in text
        if file.parent.name != "proof"  # the engine, which has no steps to be watched
        and file.parts[-2:] != ("quiz", "proofs.py")  # questions about the numbers, not about the steps
    ]  # fmt: skip
    assert naming == ["search/textbook/proof_number.py"]
