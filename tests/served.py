"""A real server in a process of its own, asked over its port: `halfmove serve --port 0`."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 120.0
"""Seconds: the first search of a game may have to wait for its machine code."""


@dataclass
class Server:
    """A server that runs."""

    url: str
    process: subprocess.Popen[str]

    def get(self, path: str, **how: Any) -> httpx.Response:
        return httpx.get(self.url + path, timeout=PATIENCE, **how)

    def post(self, path: str, body: Any = None, **how: Any) -> httpx.Response:
        how = how if body is None else {"json": body, **how}
        return httpx.post(self.url + path, timeout=PATIENCE, **how)

    def refused(self, path: str, body: Any = None, status: int = 422, **how: Any) -> str:
        """The sentence with which a request is refused."""
        answer = self.post(path, body, **how)
        assert answer.status_code == status, (answer.status_code, answer.text[:500])
        assert list(answer.json()) == ["detail"], answer.text[:500]
        sentence = answer.json()["detail"]
        assert isinstance(sentence, str)
        assert sentence.endswith((".", "?")), sentence
        return sentence

    def connect(self, **how: Any) -> contextlib.AbstractContextManager[Live]:
        return live(self.url, **how)

    def workers(self) -> list[int]:
        """The processes that search."""
        pid = self.process.pid
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        return [c for c in children if b"workers.worker" in Path(f"/proc/{c}/cmdline").read_bytes()]


class Live:
    """A WebSocket on which objects go back and forth."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.socket.recv(timeout))
        return found

    def until(self, *kinds: str) -> list[dict[str, Any]]:
        """The messages up to the first of these kinds."""
        found = [self.read()]
        while found[-1]["kind"] not in kinds:
            found.append(self.read())
        return found

    def last(self) -> dict[str, Any]:
        """The last message of the request."""
        return self.until("done", "stopped", "failed")[-1]


@contextlib.contextmanager
def live(url: str, **how: Any) -> Iterator[Live]:
    with connect(re.sub("^http", "ws", url) + "/api/analysis", close_timeout=2, **how) as socket:
        yield Live(socket)


@contextlib.contextmanager
def served(*arguments: str, port: int = 0, before: str = "") -> Iterator[Server]:
    """A server with these arguments, until the block is left; by default at a port that is free.  `before`
    are lines of Python that its process runs first."""
    command = f"{before}\nimport sys; from halfmove.cli.main import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "serve", "--port", str(port), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, f"the server said {said!r}"
        yield Server(found[0], process)
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
