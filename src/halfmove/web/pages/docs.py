"""The page of the API, made from the server's own description: what there is to ask, with examples, and what
comes back.  It fetches nothing from anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from fastapi import Request
from nicegui import ui

from halfmove.web.api import description
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import page
from halfmove.web.widgets import table_html

Schema = dict[str, Any]

DEEPEST = 4
"""Levels of the fields of an answer that are listed."""
WORDS = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "object": "object",
    "array": "list",
    "null": "null",
}
BOUNDS = (
    ("minimum", "≥ {}"),
    ("exclusiveMinimum", "> {}"),
    ("maximum", "≤ {}"),
    ("exclusiveMaximum", "< {}"),
    ("maxLength", "up to {} letters"),
    ("maxItems", "up to {} items"),
)
SENT = (
    (
        '{"id": 1, "game": "connect4", "lines": 3}',
        "A request as for `POST /api/analyze`, which replaces the one before; `id` is whatever its answers "
        "are to be known by. Without a limit it goes on until it is stopped, or proven.",
    ),
    (
        '{"game": "pig", "moves": ["roll", "5"], "confidence": 0.95}',
        "To /api/rollout: a request as for `POST /api/rollout`. Without a limit it goes on until it is "
        "stopped.",
    ),
    ('{"look": {"path": ["4", "4"]}}', "What does the search know of the position after these moves?"),
    ('{"stop": true}', "Enough."),
)
TOLD = (
    ("waiting", "`ahead`: how many searches go first."),
    ("compiling", "`what` is being made machine code; without it: that is over."),
    ("analysis", "What `POST /api/analyze` answers, each better founded than the one before."),
    ("rollout", "What `POST /api/rollout` answers, as the trials go on."),
    ("look", "`path`, and `node` with its `children`; null where nothing is known."),
    ("done", "The request is over, and this is its `result`."),
    ("stopped", "The request is over; the last analysis stands."),
    ("failed", "It cannot be done; `error` is a sentence."),
)
"""The kinds of messages over the WebSocket."""


@ui.page("/docs")
def docs(request: Request) -> None:
    """All operations, then the WebSocket, then what can go wrong."""
    address = f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"
    with page("API", "/docs"):
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("docs.css")}">')
        ui.html(html(description(), address), sanitize=False)


class Field(NamedTuple):
    """A field of a request or an answer."""

    name: str
    """With those above it: `lines[].move`."""
    kind: str
    required: bool
    text: str


def html(description: Schema, address: str) -> str:
    """The page's content from an OpenAPI description; `address` is where examples go."""
    groups: dict[str, list[str]] = {}
    ways: dict[str, list[str]] = {}
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", ["other"])[0]
            groups.setdefault(tag, []).append(_operation(description, address, method.upper(), path))
            ways.setdefault(tag, []).append(
                f'<li><a href="#{_anchor(method, path)}"><b>{method.upper()}</b> '
                f"<code>{escape(path)}</code></a> {escape(operation['summary'])}</li>"
            )
    contents = "".join(f"<ul>{''.join(rows)}</ul>" for rows in ways.values())
    sections = "".join(
        f"<section><h2>{escape(tag.capitalize())}</h2>{''.join(parts)}</section>"
        for tag, parts in groups.items()
    )
    return (
        f"<h1>Asking over HTTP</h1><p>{escape(description['info']['description'])} Requests and answers are "
        "JSON; moves and positions are in the notation of their game. "
        '<a href="/openapi.json">openapi.json</a> has all of this for programs.</p>'
        f'<nav class="hm-card hm-ways" aria-label="Operations">{contents}<ul><li><a href="#live">'
        "<b>WebSocket</b> <code>/api/analysis</code></a> The analysis as it deepens</li>"
        '<li><a href="#live"><b>WebSocket</b> <code>/api/rollout</code></a> The rollout as it grows</li>'
        "</ul></nav>"
        f"{sections}{_live()}{_problems(description)}"
    )


# ---- one operation
def _operation(description: Schema, address: str, method: str, path: str) -> str:
    operation = description["paths"][path][method.lower()]
    body = _content(operation.get("requestBody", {}))
    parts = [
        f'<article class="hm-card hm-operation" id="{_anchor(method, path)}">'
        f'<h3><span class="hm-method hm-{method.lower()}">{method}</span> <code>{escape(path)}</code></h3>'
        f"<p><b>{escape(operation['summary'])}.</b> {_marked(operation.get('description', ''))}</p>"
    ]
    named = [
        Field(
            f"{parameter['name']} ({parameter['in']})",
            _kind(description, parameter["schema"]),
            parameter.get("required", False),
            parameter.get("description", ""),
        )
        for parameter in operation.get("parameters", ())
    ]
    if named:
        parts.append(_table("In the address", named))
    parts.append(
        f"<h4>Example</h4><pre tabindex=0>{escape(_command(description, address, method, path, body))}</pre>"
    )
    if body is not None:
        parts.append(_table("Fields of the request", list(_fields(description, body))))
    answer = _content(operation["responses"]["200"])
    if answer is not None:
        parts.append(_table("Fields of the answer", list(_fields(description, answer)), asked=False))
    return "".join(parts) + "</article>"


def _command(description: Schema, address: str, method: str, path: str, body: Schema | None) -> str:
    """The request as a line for a terminal."""
    url = address + path.replace("{game}", "connect4").replace("{run}", "first")
    if body is None:
        return f"curl -s {url}"
    data = json.dumps(example(description, body), ensure_ascii=False)
    return f"curl -s {url} \\\n  -H 'Content-Type: application/json' \\\n  -d '{data}'"


def example(description: Schema, schema: Schema) -> Any:
    """A value such as a schema describes: of an object the fields that have an example."""
    schema = _resolved(description, schema)
    if schema.get("examples"):
        return schema["examples"][0]
    found = {}
    for name, field in schema.get("properties", {}).items():
        if "examples" in field or name in schema.get("required", ()):
            value = example(description, field)
            if value not in (None, {}, ""):
                found[name] = value
    return found


def _fields(
    description: Schema, schema: Schema, above: str = "", open_ones: tuple[str, ...] = ()
) -> Iterator[Field]:
    """The fields of an object, each followed by those below it."""
    schema = _resolved(description, schema)
    for name, field in schema.get("properties", {}).items():
        place = f"{above}{name}"
        yield Field(
            place,
            _kind(description, field),
            name in schema.get("required", ()),
            field.get("description", ""),
        )
        for suffix, below in _below(field):
            if below not in open_ones and len(open_ones) < DEEPEST - 1:
                yield from _fields(description, {"$ref": below}, f"{place}{suffix}.", (*open_ones, below))


def _below(schema: Schema) -> Iterator[tuple[str, str]]:
    """References to the objects that a field is, or is a list of."""
    for choice in schema.get("anyOf", [schema]):
        if "$ref" in choice:
            yield "", choice["$ref"]
        elif "$ref" in choice.get("items", {}):
            yield "[]", choice["items"]["$ref"]


def _kind(description: Schema, schema: Schema) -> str:
    """What a value is, in words."""
    if "anyOf" in schema:
        kinds = dict.fromkeys(_kind(description, choice) for choice in schema["anyOf"])
        if "number" in kinds:
            kinds.pop("whole number", None)
        return " or ".join(kinds)
    if "$ref" in schema:
        return "object"
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        inner = schema.get("items", {})
        return f"list of {_kind(description, inner)}s" if _simple(inner) else "list"
    said = WORDS.get(schema.get("type", ""), "anything")
    bounds = [words.format(f"{schema[key]:,}".removesuffix(".0")) for key, words in BOUNDS if key in schema]
    return f"{said}, {', '.join(bounds)}" if bounds and said != "text" else said


def _simple(schema: Schema) -> bool:
    return schema.get("type") in ("string", "object") or "$ref" in schema


# ---- parts
def _table(title: str, fields: list[Field], *, asked: bool = True) -> str:
    """Fields in a table that opens; of what is asked it says what must be there."""
    rows = [
        (
            f"<code>{escape(field.name)}</code>{' <b>required</b>' if field.required and asked else ''}",
            escape(field.kind),
            _marked(field.text),
        )
        for field in fields
    ]
    return f"<details><summary>{title}</summary>{table_html(('Name', 'Kind', 'Meaning'), rows)}</details>"


def _live() -> str:
    sent = [(f"<code>{escape(message)}</code>", _marked(text)) for message, text in SENT]
    told = [(f"<code>{kind}</code>", _marked(text)) for kind, text in TOLD]
    return (
        '<section id="live"><h2>WebSocket /api/analysis and /api/rollout</h2><p>The analysis as it deepens, '
        "and the rollout as it grows. The client sends "
        "objects of JSON, and is told objects of JSON with a <code>kind</code> and the <code>id</code> of "
        "their request; each request ends with exactly one done, stopped or failed. Closing the connection "
        f"ends the search.</p>{table_html(('The client sends', 'Meaning'), sent)}"
        f"{table_html(('It is told', 'Meaning'), told)}</section>"
    )


def _problems(description: Schema) -> str:
    operation = next(iter(next(iter(description["paths"].values())).values()))
    rows = [
        (status, escape(answer["description"]))
        for status, answer in operation["responses"].items()
        if status != "200"
    ]
    return (
        "<section><h2>What can go wrong</h2><p>Every refusal is an object with one sentence, "
        f'<code>{{"detail": "…"}}</code>.</p>{table_html(("Status", "Why"), rows)}</section>'
    )


def _content(holder: Schema) -> Schema | None:
    content: Schema | None = holder.get("content", {}).get("application/json", {}).get("schema")
    return content


def _resolved(description: Schema, schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _anchor(method: str, path: str) -> str:
    return re.sub(r"\W+", "-", f"{method.lower()}{path}").strip("-")


def _marked(text: str) -> str:
    """Text with `code` in it as HTML."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))
