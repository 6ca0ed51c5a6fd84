"""Requests to the server, and its streams: JSON objects, one a line, with empty lines while nothing happens.

Lichess asks its clients for one request at a time, and for a minute's pause after status 429.  What cannot be
reached is tried again after growing pauses: a request a few times, a stream until it is not needed any more.
The token goes to the server and nowhere else: no redirect is followed, and no text has it.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from halfmove import __version__
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.protocols.engine_process import printable

TOO_MANY = 429
"""The status of one request too many."""
AFTER_TOO_MANY = 60.0
"""Seconds without a request that Lichess then asks for."""
RETRIES = (0.5, 1.0, 2.0, 4.0)
"""Pauses between the attempts of a request, in seconds."""
LONGEST_PAUSE = 60.0
"""Between attempts to open a stream; the first is a second, each following one twice as long."""
SILENCE = 30.0
"""Seconds without a byte after which a connection counts as lost: a stream has a line every 7 seconds."""
LONGEST_LINE = 300
"""Letters of a line for whoever looks on."""
LONGEST = 1 << 20
"""Bytes of an answer or of a stream's line."""

Say = Callable[[str], None]
Pause = Callable[[float], object]


class Refused(HalfmoveError):
    """The server has refused a request: its status, and what it says."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class Unreachable(HalfmoveError):
    """The server has not answered, or has broken off."""


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """None: the token would go along to another server."""


class Connection:
    """A server, as the account with the token; `BadInput` for what is no address or no token."""

    def __init__(self, url: str, token: str, say: Say = print, pause: Pause = time.sleep) -> None:
        self.url = _check_address(url)
        if not re.fullmatch("[!-~]+", token):
            raise BadInput("The token for Lichess is one word of letters, digits and signs.")
        self._headers = {"Authorization": f"Bearer {token}", "User-Agent": f"halfmove/{__version__}"}
        # what stays on this machine goes by no proxy
        own = [ProxyHandler({})] if self.url.startswith("http://") else []
        self._opener = build_opener(_Stay, *own)
        self._one_request = threading.Lock()
        self._say, self.pause = say, pause

    def say(self, words: str) -> None:
        """Tell whoever looks on, in one line without letters that a terminal obeys."""
        self._say(printable(words, LONGEST_LINE))

    def get(self, path: str) -> dict[str, Any]:
        """The object at a path; `Refused`, or `Unreachable` after several attempts."""
        return self._ask(path, None)

    def post(self, path: str, form: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What the server answers to a form, likewise."""
        return self._ask(path, urlencode(form or {}).encode())

    def _ask(self, path: str, data: bytes | None) -> dict[str, Any]:
        for pause in (*RETRIES, None):
            try:
                with self._one_request, self._open(path, data) as answer:
                    return _read_object(_read(answer.read, LONGEST)) or {}
            except Unreachable:
                if pause is None:
                    raise
                self.pause(pause)
        raise AssertionError("the last attempt returns or raises")

    def follow(self, path: str, is_over: Callable[[], bool]) -> Iterator[dict[str, Any]]:
        """The objects of a stream, which is opened anew whenever it breaks off or ends, until `is_over()`;
        `Refused` where it cannot be had."""
        pause = 1.0
        while not is_over():
            lost = "ended"
            try:
                with self._one_request:
                    opened = self._open(path, None)
                with opened as answer:
                    while not is_over() and (line := _read(answer.readline, LONGEST)):
                        pause = 1.0
                        found = _read_object(line)
                        if found is not None:
                            yield found
                        elif line.strip():
                            self.say(f"passed over what is no JSON object: {line!r}")
            except Unreachable as error:
                lost = str(error)
            if not is_over():
                self.say(f"stream {path}: {lost}; opened again in {pause:g} s")
                self.pause(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _open(self, path: str, data: bytes | None) -> Any:
        """The answer to a request, to be closed; a request too many is made again after its minute."""
        while True:
            try:
                return self._opener.open(Request(self.url + path, data, self._headers), timeout=SILENCE)
            except HTTPError as error:
                with error:
                    if error.code < 500 and error.code != TOO_MANY:
                        raise Refused(error.code, _read_reason(error)) from None
                    if error.code != TOO_MANY:
                        raise Unreachable(f"{self.url} answers with status {error.code}") from None
            except (OSError, HTTPException) as error:
                raise Unreachable(f"{self.url} does not answer ({_describe(error)})") from None
            self.say(f"too many requests: nothing is asked for {AFTER_TOO_MANY:g} s")
            self.pause(AFTER_TOO_MANY)


def _check_address(url: str) -> str:
    """The address without a slash at its end; over the network it is encrypted, as the token goes with it."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    is_own = host in ("localhost", "127.0.0.1", "::1")
    if not host or port == 0 or not url.isprintable() or " " in url or parts.username or parts.query:
        raise BadInput(f"'{url}' is no server's address; an example is https://lichess.org")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_own):
        raise BadInput(f"The address of the server begins with https://, not '{url}': the token goes to it.")
    return url.rstrip("/")


def _read(read: Callable[[int], bytes], most: int) -> bytes:
    try:
        return read(most)
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable(f"the connection is lost ({_describe(error)})") from None


def _describe(error: Exception) -> str:
    return str(getattr(error, "reason", "") or error) or type(error).__name__


def _read_object(data: bytes) -> dict[str, Any] | None:
    """The JSON object that bytes are; None where they are none."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _read_reason(error: HTTPError) -> str:
    """What the server says of a refusal."""
    try:
        said = (_read_object(_read(error.read, LONGEST)) or {}).get("error")
    except Unreachable:
        said = None
    return printable(str(said)) if said else f"status {error.code}"
