"""Operations: declared once, and the same on every face."""

import dataclasses
import inspect
import json

import jsonschema
import pytest
from command import halfmove
from hypothesis import given
from hypothesis import strategies as st
from packages import installed

import halfmove as hm
from fuzz.api import VIEWED
from halfmove import operations as functions
from halfmove.core import operations
from halfmove.core.errors import BadInput
from halfmove.core.operation import operation, stubs
from halfmove.core.operation.request import read_data, read_text
from halfmove.core.operation.words import command_words

pytestmark = pytest.mark.one_speed

ALL = [operations.load(name) for name in operations.own()]
EVERYWHERE = [operation for operation in ALL if "http" in operation.faces]
MEASURED = ("seconds", "nodes_per_second")
"""What differs from run to run."""


def settled(data):
    """Data without what is measured."""
    if isinstance(data, dict):
        return {key: settled(value) for key, value in data.items() if key not in MEASURED}
    return [settled(value) for value in data] if isinstance(data, list) else data


def refusal(read, operation, data):
    """The sentence with which a request is refused; empty where it is taken."""
    try:
        assert isinstance(read(operation.request, data, str), operation.request)
    except BadInput as error:
        return str(error)
    return ""


def python_names(operation, data):
    fields = operation.request.fields()
    return {fields[name].python_name: value for name, value in data.items()}


def test_the_list_that_comes_along_is_that_of_the_declarations():
    assert operations.FILE.read_text(encoding="utf-8") == operations.text(), (
        "make it anew: python -m halfmove.core.operations"
    )


def test_the_stubs_are_those_of_the_declarations():
    assert stubs.FILE.read_text(encoding="utf-8") == stubs.text(), (
        "make them anew: python -m halfmove.core.operation.stubs"
    )


COMPILED = [
    pytest.param(one, marks=pytest.mark.slow_interpreted if one.name in VIEWED else (), id=one.name)
    for one in EVERYWHERE
]
"""A review is of a whole deal double dummy."""


@pytest.mark.parametrize("operation", COMPILED)
def test_terminal_python_and_http_give_the_same_data(operation, server):
    data = operation.example()
    typed = json.loads(halfmove(*command_words(operation, data), "--json").out)
    called = getattr(functions, operations.function_name(operation.name))(
        **python_names(operation, data)
    ).to_dict()
    answer = server.post(f"/api/{operation.path}", {**data, **VIEWED.get(operation.name, {})})
    assert answer.status_code == 200, answer.text
    called = json.loads(json.dumps(called))
    assert settled(typed) == settled(called) == settled(answer.json())
    assert settled(typed), "there is something to compare"


@pytest.mark.parametrize("operation", COMPILED)
def test_answers_are_as_they_are_described(operation, server):
    description = server.get("/openapi.json").json()
    described = description["paths"][f"/api/{operation.path}"]["post"]
    data = operation.example()
    asked = described["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.validate(data, {**asked, "components": description["components"]})
    schema = described["responses"]["200"]["content"]["application/json"]["schema"]
    answer = server.post(f"/api/{operation.path}", {**data, **VIEWED.get(operation.name, {})}).json()
    jsonschema.validate(answer, {**schema, "components": description["components"]})
    named = [one["$ref"].rpartition("/")[2] for one in schema.get("anyOf", [schema]) if "$ref" in one]
    assert named, "an answer is described by its fields"
    assert all("properties" in description["components"]["schemas"][name] for name in named)


@pytest.mark.parametrize("operation", ALL, ids=lambda operation: operation.name)
def test_every_field_is_declared_in_full(operation):
    assert operation.summary.endswith(".")
    assert inspect.getdoc(operation.request) != inspect.getdoc(operation.request.__mro__[1])
    shown = [one for one in operation.request.fields().values() if one.faces]
    for one in shown:
        assert one.about[0].isupper() or one.about[0] in "`'-", one
        assert one.about.endswith("."), one
        if not one.is_needed and one.default not in (None, (), {}, ""):
            assert one.kind.from_data(one.default, one.name) == one.default
    page = halfmove(*operation.name.split(), "--help").out
    for one in operation.request.fields().values():
        if "terminal" in one.faces:
            assert all(name in page for name in one.option_names)


@pytest.mark.parametrize("operation", EVERYWHERE, ids=lambda one: one.name)
def test_a_request_is_the_same_after_a_way_through_json_and_through_a_command(operation):
    request = read_data(operation.request, operation.example())
    assert read_data(operation.request, json.loads(json.dumps(request.to_data()))) == request


@pytest.mark.parametrize(
    "operation", [one for one in EVERYWHERE if one.request.fields()], ids=lambda one: one.name
)
@given(st.data())
def test_anything_else_is_one_sentence(operation, data):
    """Each field with a value that is none of its kind: refused, naming the field, or taken as it is."""
    fields = [name for name, one in operation.request.fields().items() if "http" in one.faces]
    name = data.draw(st.sampled_from(sorted(fields)))
    anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text())
    value = data.draw(anything)
    for read in (read_data, read_text):
        if read is read_text and not isinstance(value, str):
            continue
        rest = {key: v for key, v in operation.example().items() if isinstance(v, str)}
        said = refusal(read, operation, {**rest, name: value})
        assert "\n" not in said
        assert len(said) < 2000


def test_what_is_no_field_is_refused_with_the_one_that_is_meant():
    with pytest.raises(BadInput, match="perft has no field 'dept'; did you mean depth"):
        read_data(operations.load("perft").request, {"game": "nim", "dept": 3})
    with pytest.raises(TypeError):
        hm.perft("nim", dept=3)
    with pytest.raises(BadInput, match="There is no operation 'perf'"):
        operations.load("perf")


def test_another_package_declares_an_operation_of_its_own(caplog):
    count = dataclasses.make_dataclass("Count", [], bases=(operations.load("perft").request,), frozen=True)
    operation("count leaves", "Count leaves.")(count)
    points = ("count.leaves", count), ("misnamed", count), ("odd", 3), ("perft", count)
    with installed(operations.OTHERS, *points):
        assert operations.load("count leaves").summary == "Count leaves."
        assert operations.find(["count", "leaves", "nim"]) == "count leaves"
        assert operations.group("count") == {"leaves": "Count leaves."}
        assert operations.load("perft").request is not count
        assert len(operations.load_all("http")) == len(EVERYWHERE) + 1
        for name, words in (
            ("misnamed", "calls itself 'count leaves'"),
            ("odd", "is no request with a decl"),
        ):
            with pytest.raises(BadInput, match=words):
                operations.load(name)
            assert words in caplog.text


# ---- forms
def counts(text):
    """The depths, or moves, with their counts."""
    rows = [line.split()[:2] for line in text.splitlines()]
    return [row for row in rows if row and row[0].isdigit()]


def test_a_form_has_the_fields_and_its_answer_is_the_commands(page):
    page.goto("/operations")
    page.click('a[href="/operations/perft"]')
    page.wait_for_selector("[data-slot=answer] pre")
    for field in operations.load("perft").request.fields().values():
        assert page.locator(f'[name="{field.name}"]').count() == ("form" in field.faces)
    page.fill('[name="depth"]', "3")
    page.check('[name="divide"]')
    page.click("#lesson button.hm-main-button")
    page.wait_for_selector("[data-slot=command]:has-text('--divide')")
    command = page.locator("[data-slot=command]").inner_text()
    assert command == "halfmove perft connect4 --depth 3 --divide"
    shown = page.locator("[data-slot=answer] pre").inner_text()
    assert counts(shown) == counts(halfmove(*command.split()[1:]).out)
    assert ["3", "343"] in counts(shown)
    page.wait_for_url(lambda url: "depth=3" in url and "divide=yes" in url)


def test_a_link_that_makes_no_sense_is_refused_in_a_sentence(page):
    answer = page.goto("/operations/perft?depth=x")
    assert answer.status == 400
    said = page.locator("[data-name=refused]").inner_text()
    assert said.startswith("'depth' must be a whole number from 0 to 1000, not 'x'.")
    assert page.goto("/operations/nothing").status == 404
