"""Every number of a request to the HTTP API has a stated range, and is digits of JSON."""

import json

import pytest

from halfmove.core import operations
from halfmove.core.errors import BadInput
from halfmove.core.operation import read_data
from halfmove.endings.analyze import Analyze
from halfmove.web.api import moves, positions, records

pytestmark = pytest.mark.one_speed

REQUESTS = [
    *(moves.MoveRequest, positions.ShowPosition, records.RecordRequest),
    *(one.request for one in map(operations.load, operations.own()) if "http" in one.faces),
]


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
    for path, schema in _numbers(request_model.operation.schema(), request_model.__name__):
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
    given = {"game": "tictactoe", name: _number(text)}
    with pytest.raises(BadInput, match=f"^{name} must be a"):
        read_data(Analyze, given, face="http")


def _number(text):
    """What JSON brings, with all digits of a long number."""
    return 10 ** len(text) if len(text) > 1000 else json.loads(text)


@pytest.mark.parametrize("number", [10**24, 10**40, -(2**63), 1e300, float("nan")])
@pytest.mark.parametrize("where", ["parameters", "options"])
def test_free_numbers_have_a_range_too(where, number):
    with pytest.raises(BadInput, match="is a number up to"):
        read_data(Analyze, {"game": "connect4", where: {"width": number}}, face="http")
