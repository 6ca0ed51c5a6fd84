"""Requests as bytes, for what no client library sends."""

from __future__ import annotations

import json
import socket
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PATIENCE = 60.0

OURS = (
    "localhost",
    "LocalHost:1",
    "127.0.0.1",
    "127.0.0.1:8321",
    "127.255.255.254:80",
    "[::1]",
    "[::1]:65535",
    "[0:0::1]",
)
"""Hosts that are this machine."""
OTHERS = (
    "127.evil.com",
    "127.0.0.1.evil.com:8321",
    "127.1",
    "127.0.0.01",
    "2130706433",
    "0.0.0.0",
    "10.0.0.1",
    "128.0.0.1",
    "localhost.evil.com",
    "evil.localhost",
    "evil-localhost",
    "evil.com:8321",
    "[::2]",
    "[::ffff:7f00:1]",
    "[::]",
)
"""Hosts that are not, or may not be."""
NONE = (
    "",
    " ",
    "[",
    "]",
    "[]",
    "[::1",
    "::1",
    "[::1]evil.com",
    "[::1%lo]",
    "[evil.com]",
    "[1.2.3.4]",
    "evil.com@localhost",
    "evil.com:80@localhost",
    "localhost@evil.com",
    "localhost:",
    "localhost:x",
    "localhost:-1",
    "localhost:65536",
    "localhost:1:2",
    "localhost/evil.com",
    "localhost?",
    "localhost#",
    "localhost\\evil.com",
    "localhost evil.com",
    "localhost,evil.com",
    "localhost\n",
    "http://localhost",
    "127.0.0.١",
    "localhost:８０",
    "löcalhost",
    "x" * 300,
)
"""What is no host."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def detail(self) -> str:
        """The sentence of an error, which is JSON and nothing else."""
        assert self.headers["content-type"] == "application/json", self
        found: dict[str, Any] = json.loads(self.body)
        assert list(found) == ["detail"], found
        return str(found["detail"])


def dial(url: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)


def read_answer(line: socket.socket) -> Answer:
    """One answer, to the end of its body."""
    received = b""
    while b"\r\n\r\n" not in received:
        more = line.recv(65_536)
        assert more, f"closed after {received!r}"
        received += more
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {key.lower(): value.strip() for key, _, value in (text.partition(":") for text in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += line.recv(65_536)
    return Answer(int(first.split()[1]), headers, body)


def send_head(url: str, *headers: str, first: str = "GET /api/games HTTP/1.1") -> Answer:
    """The answer to a request with these headers and no others."""
    with dial(url) as line:
        line.sendall("\r\n".join([first, *headers, "", ""]).encode("latin-1"))
        return read_answer(line)
