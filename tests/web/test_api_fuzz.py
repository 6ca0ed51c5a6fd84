"""Random requests made from the description of the API: no error of the server's, answers as described.

Some seconds of `python -m fuzz api` (docs/fuzzing.md).
"""

from collections import Counter

import pytest
from hypothesis.errors import Unsatisfiable
from made_runs import made
from served import served

from fuzz.api import DECLARED, KINDS, described, send

pytestmark = pytest.mark.one_speed

EXAMPLES = {"described": 8, "broken": 8, "sensible": 40}
"""Requests of an operation, by their kind."""
FEW = {"described": 3, "broken": 8, "sensible": 5}
"""The same of what is declared: `test_operations` tries each field."""
OPERATIONS = {
    found.ok().label: found.ok()
    for found in described().get_all_operations()
    if not found.ok().definition.raw.get("deprecated")
}
answered = Counter()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that gives no request more than three seconds."""
    runs = made(tmp_path_factory.mktemp("runs") / "first").parent
    with served("--processes", "2", "--runs", str(runs), "--seconds", "3") as running:
        yield running


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("label", OPERATIONS)
def test_answers_are_as_described(label, kind, server):
    try:
        count = (FEW if label in DECLARED else EXAMPLES)[kind]
        send(OPERATIONS[label], kind, count, server.url, 0, answered)
    except Unsatisfiable:
        pytest.xfail("nothing of it can be broken") if kind == "broken" else pytest.fail("no request is made")


def test_every_operation_was_answered():
    if not answered:
        pytest.skip("the tests before were not run")
    answers = {label for label, outcome in answered if outcome in (200, "stopped")}
    assert answers == set(OPERATIONS)


def test_every_status_that_the_server_gives_is_described():
    statuses = {"400", "401", "403", "404", "408", "413", "422", "429", "431", "500", "503"}
    for operation in OPERATIONS.values():
        assert statuses <= {str(status) for status in operation.definition.raw["responses"]}, operation.label
