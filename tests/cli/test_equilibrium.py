"""`halfmove equilibrium`: as text, as data, step by step, as a page."""

import pytest
from command import halfmove

pytestmark = pytest.mark.one_speed

TABLE = ("matrix", "--set", "table=3,3 0,5; 5,0 1,1", "--algorithm", "by-hand")


def stepped(*lines, arguments):
    outcome = halfmove("equilibrium", *arguments, "--steps", typed="\n".join(lines) + "\n")
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out


def test_every_step_is_a_sentence_and_json_has_them_all():
    told = halfmove("equilibrium", "kuhn", "--iterations", "2")
    found = halfmove("equilibrium", "kuhn", "--iterations", "2", "--json").json
    assert told.out.startswith("cfr on kuhn: 12 information sets\n\nIteration 1\n")
    assert max(map(len, told.out.splitlines())) <= 80
    assert found["table"][0] == ["player", "information set", "action", "regret", "strategy", "average"]
    assert sum(step.startswith("Iteration ") for step in found["steps"]) == 2
    by_hand = halfmove("equilibrium", *TABLE, "--json").json
    assert len(by_hand["table"]) == 2  # the head, and the one action of each that is left


def test_forward_back_and_from_iteration_to_iteration():
    out = stepped("n", "i", "i", "I", "i", "i", "b", "quit", arguments=("kuhn", "--iterations", "2"))
    done = [line for line in out.splitlines() if "is complete. The average strategy" in line]
    assert [line.split()[1] for line in done] == ["1", "2", "1", "2"]
    assert "There is no later one." in out
    assert "▸ " in out  # the row of the information set


def test_a_table_solved_by_hand_is_stepped_through():
    out = stepped("n", "e", "n", "s", "I", "quit", arguments=TABLE)
    assert "strictly" in out
    assert "This is the last step." in out
    assert "There is none before." in out


@pytest.mark.parametrize("ending", ["html", "svg"])
def test_a_page_to_step_through_and_a_picture(tmp_path, ending):
    path = tmp_path / f"kuhn.{ending}"
    assert halfmove("equilibrium", "kuhn", "--output", str(path)).out == f"Wrote {path}.\n"
    assert path.read_text().lower().startswith("<!doctype html>" if ending == "html" else "<svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kuhn", "--algorithm", "by-hand"], "is no such game"),
        (["kuhn", "--algorithm", "cfrr"], "--algorithm cannot be 'cfrr'; did you mean cfr"),
        (["chess"], "chess"),
        (["kuhn", "--steps", "--json"], "--steps and --json exclude each other"),
        (["kuhn", "--output", "x.svg", "--steps"], "--steps and --output exclude each other"),
        (["kuhn", "--output", "x.png"], "written as .html or .svg"),
    ],
)
def test_bad_input_is_one_sentence(arguments, said):
    outcome = halfmove("equilibrium", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
