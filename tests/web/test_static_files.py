"""Scripts and styles come from memory, compressed once, for browsers to keep; all else goes on to the
pages."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import nicegui
import pytest
from nicegui.dependencies import js_components

from halfmove.web import static_files
from halfmove.web.board import element  # noqa: F401  it declares a component
from halfmove.web.pages import ASSETS, versioned

pytestmark = pytest.mark.one_speed

STATIC = Path(nicegui.__file__).parent / "static"
COMPONENT = next(key for key, known in js_components.items() if known.path == ASSETS / "board.js")


def toolkit(name):
    return f"{static_files.toolkit_address()}/{name}"


@pytest.mark.parametrize("name", static_files.TOOLKIT)
def test_the_toolkit_has_the_files_that_are_named(name):
    assert static_files.find_file(toolkit(f"static/{name}"), "").plain == (STATIC / name).read_bytes()


@pytest.mark.parametrize(
    ("path", "file"),
    [
        (versioned("board.css"), ASSETS / "board.css"),
        (versioned("halfmove.svg"), ASSETS / "halfmove.svg"),
        (toolkit("static/quasar.umd.prod.js"), STATIC / "quasar.umd.prod.js"),
        (toolkit(f"components/{COMPONENT}"), ASSETS / "board.js"),
    ],
)
def test_a_file_comes_whole_compressed_and_for_good(server, path, file):
    whole = server.get(path)
    assert whole.content == file.read_bytes()
    assert whole.headers["cache-control"] == static_files.FOR_GOOD.decode()
    assert whole.headers["x-content-type-options"] == "nosniff"  # the guard is around this too
    assert whole.headers.get("content-encoding") == ("gzip" if file.stat().st_size >= 500 else None)
    plain = server.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.content == whole.content
    assert "content-encoding" not in plain.headers
    assert plain.headers["content-length"] == str(file.stat().st_size)


def test_a_module_is_a_script_and_a_picture_is_a_picture(server):
    kinds = {
        toolkit("static/dompurify.mjs"): "text/javascript; charset=utf-8",
        versioned("look.css"): "text/css; charset=utf-8",
        versioned("halfmove.svg"): "image/svg+xml; charset=utf-8",
        toolkit("static/favicon.ico"): "image/",
    }
    for path, kind in kinds.items():
        assert server.get(path).headers["content-type"].startswith(kind), path


def test_what_is_named_without_its_version_is_kept_only_for_a_while(server):
    for path in ("/assets/board.css", "/assets/board.css?1"):
        answer = server.get(path)
        assert answer.content == (ASSETS / "board.css").read_bytes()
        assert "immutable" not in answer.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/assets/no.css?1",
        "/assets/..%2fpages%2f__init__.py",
        toolkit("static/..%2fnicegui.py"),
        toolkit("static/no.js"),
        toolkit("components/no/board.js"),
    ],
)
def test_nothing_else_can_be_named(server, path):
    assert server.get(path).status_code == 404


def test_a_change_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.web.pages.ASSETS", tmp_path)
    (tmp_path / "a.js").write_text("one")
    first = versioned("a.js").partition("?")
    assert static_files.find_file(first[0], first[2]).plain == b"one"
    (tmp_path / "a.js").write_text("two")
    os.utime(tmp_path / "a.js", (2000, 2000))
    second = versioned("a.js").partition("?")
    assert static_files.find_file(second[0], second[2]).plain == b"two"
    assert static_files.find_file(first[0], first[2]) is None


def test_text_is_compressed_as_a_browser_reads_it():
    answer = static_files.read_file(STATIC / "nicegui.js", "")
    assert gzip.decompress(answer.compressed) == answer.plain
