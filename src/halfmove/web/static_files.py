"""The scripts and styles of pages, answered from memory: each file is read and compressed once.

The toolkit reads a file from disk and compresses it at each request, behind five layers of middleware; a page
asks for thirty of them.  Addresses here change with what they name, so a browser keeps an answer for good.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from halfmove.web.guard import Application, Receive, Scope, Send

FOR_GOOD = b"public, max-age=31536000, immutable"
LEVEL = 6
"""Of compression: 9 takes half as long again and saves 0.3 %."""
LEAST = 500
"""Bytes from which a file is compressed."""
MANY = 256
"""Files that are kept in memory; a page asks for thirty, all pages together for sixty."""
SCRIPTS = ("dompurify.mjs", "socket.io.min.js", "quasar.umd.prod.js", "nicegui.js", "lang/en-US.umd.prod.js")
"""The toolkit's, which its pages name at the end of their bodies."""
TOOLKIT = (
    *SCRIPTS,
    "vue.esm-browser.prod.js",
    "quasar.unimportant.prod.css",
    "quasar.important.prod.css",
    "nicegui.css",
    "fonts.css",
)
"""What every page asks the toolkit for."""


class Answer(NamedTuple):
    """A file as it is sent."""

    kind: bytes
    plain: bytes
    compressed: bytes | None
    """None where that is not smaller."""


class StaticFiles:
    """Around the application: answers what it has, and passes on all else."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET":
            headers = dict(scope["headers"])
            if b"range" not in headers:
                answer = find_file(scope["path"], scope.get("query_string", b"").decode("latin-1"))
        if answer is None:
            await self._app(scope, receive, send)
            return
        compressed = answer.compressed if b"gzip" in headers.get(b"accept-encoding", b"") else None
        body = answer.plain if compressed is None else compressed
        said = [
            (b"content-type", answer.kind),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", FOR_GOOD),
            (b"vary", b"Accept-Encoding"),
        ]
        if compressed is not None:
            said.append((b"content-encoding", b"gzip"))
        await send({"type": "http.response.start", "status": 200, "headers": said})
        await send({"type": "http.response.body", "body": body})


def find_file(path: str, query: str) -> Answer | None:
    """The file at an address whose content never changes; None where there is none."""
    from halfmove.web.pages import ASSETS, versioned

    folder, _, name = path.rpartition("/")
    if folder == "/assets":
        there = (ASSETS / name).is_file() and f"{path}?{query}" == versioned(name)
        return read_file(ASSETS / name, query) if there else None
    file = _find_toolkit_file(path)
    return None if file is None else read_file(file, "")


def _find_toolkit_file(path: str) -> Path | None:
    from nicegui.dependencies import js_components

    static, components = (f"{toolkit_address()}/{kind}/" for kind in ("static", "components"))
    if path.startswith(components):
        component = js_components.get(path.removeprefix(components))
        return None if component is None else component.path
    return _list_static().get(path.removeprefix(static)) if path.startswith(static) else None


@lru_cache(maxsize=1)
def toolkit_address() -> str:
    """Below which the toolkit's files are."""
    from nicegui import __version__

    return f"/_nicegui/{__version__}"


@lru_cache(maxsize=1)
def _list_static() -> dict[str, Path]:
    """The toolkit's files by the ends of their addresses: nothing else can be named."""
    import nicegui

    folder = Path(nicegui.__file__).parent / "static"
    return {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}


@lru_cache(maxsize=MANY)
def read_file(file: Path, version: str) -> Answer:
    """A file as it is sent; `version` is another one after each change of it."""
    plain = file.read_bytes()
    kind = "text/javascript" if file.suffix in (".js", ".mjs") else mimetypes.guess_type(file.name)[0]
    text = kind is not None and (kind.startswith("text/") or kind.endswith(("json", "xml")))
    compressed = gzip.compress(plain, LEVEL, mtime=0) if text and len(plain) >= LEAST else None
    sent = f"{kind or 'application/octet-stream'}{'; charset=utf-8' if text else ''}"
    return Answer(sent.encode(), plain, compressed)


def prepare() -> None:
    """Have what every page asks for in memory before the first asks: the toolkit's part takes 30 ms."""
    for name in TOOLKIT:
        find_file(f"{toolkit_address()}/static/{name}", "")


def format_preloads() -> str:
    """Tags of HTML that have a browser fetch `SCRIPTS` at once: by itself it would do so when all else is
    there."""
    tags = []
    for name in SCRIPTS:
        how = 'rel="modulepreload"' if name.endswith(".mjs") else 'rel="preload" as="script"'
        tags.append(f'<link {how} href="{toolkit_address()}/static/{name}">')
    return "".join(tags)
