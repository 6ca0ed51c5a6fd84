"""Every number of a request to the HTTP API has a stated range, and is digits of JSON."""

import pytest
from pydantic import ValidationError

from halfmove.web.api import analyses, exercises, live, models, moves, records, rollouts, simulations, traces

pytestmark = pytest.mark.one_speed

MODULES = (analyses, exercises, live, models, moves, records, rollouts, simulations, traces)


def _requests(module):
    for kind in vars(module).values():
        if (
            isinstance(kind, type)
            and issubclass(kind, models.RequestPart)
            and kind.__module__ == module.__name__
        ):
            yield kind


REQUESTS = [kind for module in MODULES for kind in _requests(module) if kind is not models.RequestPart]


def _numbers(schema, path):
    if schema.get("type") == "integer" or (schema.get("type") == "number" and "seconds" in path):
        yield path, schema
    for key in ("anyOf", "prefixItems"):
        for part in schema.get(key, ()):
            yield from _numbers(part, path)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _numbers(schema[key], f"{path}.{key}")
    for name, part in schema.get("properties", {}).items():
        yield from _numbers(part, f"{path}.{name}")
    for name, part in schema.get("$defs", {}).items():
        yield from _numbers(part, name)


@pytest.mark.parametrize("request_model", REQUESTS, ids=lambda kind: kind.__name__)
def test_every_number_has_a_least_and_a_most(request_model):
    for path, schema in _numbers(request_model.model_json_schema(), request_model.__name__):
        if "enum" in schema or "const" in schema:
            continue
        assert "minimum" in schema or "exclusiveMinimum" in schema, path
        assert "maximum" in schema or "exclusiveMaximum" in schema, path


HOSTILE = [
    '"1_000"',
    '"٣"',
    '"+5"',
    "1e10",
    "NaN",
    "Infinity",
    "-1",
    str(2**63),
    "9" * 24,
    "9" * 5000,
    '""',
    '" "',
    "true",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: f"{text[:12]}-{len(text)}")
@pytest.mark.parametrize("name", ["nodes", "depth", "simulations", "lines", "seconds"])
def test_hostile_numbers_are_refused(name, text):
    with pytest.raises(ValidationError):
        analyses.AnalysisRequest.model_validate_json(f'{{"game": "tictactoe", "{name}": {text}}}')


@pytest.mark.parametrize("digits", ["9" * 24, "9" * 5000, f"-{2**63}"])
@pytest.mark.parametrize("where", ['"parameters": {{"width": {}}}', '"viewer": {}', '"options": {{"a": {}}}'])
def test_free_numbers_have_a_range_too(where, digits):
    with pytest.raises(ValidationError):
        analyses.AnalysisRequest.model_validate_json(f'{{"game": "connect4", {where.format(digits)}}}')
