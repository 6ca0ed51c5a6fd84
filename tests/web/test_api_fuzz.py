"""Random requests made from the description of the API: no error of the server's, answers as described."""

import os
from collections import Counter
from datetime import timedelta

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from halfmove.web import api

pytestmark = pytest.mark.one_speed

GAMES = ("tictactoe", "nim")
"""Played in most requests: a random name is hardly ever a game's."""
EXAMPLES = int(os.environ.get("HALFMOVE_FUZZ", "40"))
"""Requests an operation; HALFMOVE_FUZZ=1000 for a night."""


def sensible(data, draw):
    """The request with names of games that there are, and little time."""
    if isinstance(data, dict):
        changed = {key: sensible(value, draw) for key, value in data.items()}
        if isinstance(changed.get("game"), str) and draw % 5:
            changed["game"] = GAMES[draw % 2]
            if draw % 3:
                changed.pop("position", None)
                changed["moves"] = []
                changed["parameters"] = {}
        if isinstance(changed.get("algorithm"), str) and draw % 4:
            changed.pop("algorithm")
        return changed
    return data


def quick(data):
    if isinstance(data, dict) and "game" in data and isinstance(data.get("seconds", 1), int | float | None):
        return {**data, "seconds": 0.02} if "level" not in data else data
    return data


def described():
    """The API's description, from an application of its own without the pages."""
    app = FastAPI(title="Halfmove")
    api.add_to(app)
    return schemathesis.openapi.from_dict(app.openapi())


strange, meaningful = described(), described()
meaningful.config.phases.coverage.enabled = False  # what is at the edge of a schema is strange


@meaningful.hook
def flatmap_body(context, body):
    return st.integers(0, 59).map(lambda draw: quick(sensible(body, draw)))


@meaningful.hook
def map_path_parameters(context, path_parameters):
    named = {"game": GAMES[0], "run": "first"}
    return {name: named[name] for name in path_parameters} if path_parameters else path_parameters


bounded = settings(
    max_examples=EXAMPLES,
    deadline=timedelta(seconds=60),
    suppress_health_check=list(HealthCheck),
    derandomize="HALFMOVE_FUZZ" not in os.environ,
)


@strange.parametrize()
@bounded
def test_no_request_is_too_strange(case, server):
    # Whether a request makes sense is for the game to say, not for a schema.
    excluded = [positive_data_acceptance]
    case.call_and_validate(base_url=server.url, timeout=60, excluded_checks=excluded)


answered = Counter()


@meaningful.parametrize()
@bounded
def test_answers_are_as_described(case, server):
    excluded = [positive_data_acceptance, negative_data_rejection]  # what was wrong may have been mended
    answer = case.call_and_validate(base_url=server.url, timeout=60, excluded_checks=excluded)
    answered[case.operation.label, answer.status_code] += 1


def test_every_operation_was_answered():
    if not answered:
        pytest.skip("the tests before were not run")
    served = {label for label, status in answered if status == 200}
    assert served == {label for label, _ in answered}
