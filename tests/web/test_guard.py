"""The guard over a real port: who is answered, what is too large, and errors that are JSON."""

import asyncio

import pytest
from wire import NONE, OTHERS, OURS, dial, read_answer, send_head

from halfmove.web import guard
from halfmove.web.guard import LARGEST, Guard, Refused

pytestmark = pytest.mark.one_speed

UPGRADE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)
LIVE = "GET /api/analysis HTTP/1.1"
HTTP = [text for text in NONE if text.isprintable() and text.isascii()]
"""What can stand in a header."""
BAD = "http://["


@pytest.mark.parametrize("host", OURS)
def test_this_machine_is_answered_by_all_its_names(server, host):
    assert send_head(server.url, f"Host: {host}").status == 200
    assert (
        send_head(server.url, f"Host: {host}", f"Origin: http://{host}", *UPGRADE, first=LIVE).status == 101
    )


@pytest.mark.parametrize("host", OTHERS)
def test_no_other_name_is_answered(server, host):
    for how in ({}, {"first": LIVE}):
        answer = send_head(server.url, f"Host: {host}", *(UPGRADE if how else ()), **how)
        assert answer.status == 403
        assert answer.detail == "This server answers to localhost only."


@pytest.mark.parametrize("host", HTTP)
def test_what_names_no_host_is_a_bad_request(server, host):
    for how in ({}, {"first": LIVE}):
        answer = send_head(server.url, f"Host: {host}", *(UPGRADE if how else ()), **how)
        assert answer.status == 400
        assert "one Host header" in answer.detail


@pytest.mark.parametrize(
    "hosts",
    [
        (),
        ("Host: localhost", "Host: evil.com"),
        ("Host: evil.com", "Host: localhost"),
        ("Host: localhost", "host: localhost"),
        ("Host: l\xf6calhost",),
    ],
)
def test_there_is_one_host_header(server, hosts):
    for how in ({}, {"first": LIVE}):
        answer = send_head(server.url, *hosts, *(UPGRADE if how else ()), **how)
        assert answer.status == 400
        assert "one Host header" in answer.detail


@pytest.mark.parametrize(
    ("origins", "status"),
    [
        (("http://evil.com",), 403),
        (("http://127.evil.com:{port}",), 403),
        (("http://127.0.0.1.evil.com:{port}",), 403),
        (("http://localhost:1",), 403),
        (("http://127.0.0.1:{port}",), 403),
        (("file://localhost:{port}",), 403),
        (("null",), 403),
        ((BAD,), 400),
        (("http://[::1",), 400),
        (("http://evil.com@localhost:{port}",), 400),
        (("http://localhost:{port}/",), 400),
        (("localhost:{port}",), 400),
        (("http://localhost:{port}", "http://evil.com"), 400),
        (("http://evil.com", "http://localhost:{port}"), 400),
    ],
)
def test_pages_of_other_sites_send_and_stream_nothing(server, origins, status):
    port = server.url.rpartition(":")[2]
    headers = [f"Host: localhost:{port}", *(f"Origin: {origin.format(port=port)}" for origin in origins)]
    for answer in (
        send_head(server.url, *headers, "Content-Length: 0", first="POST /api/positions HTTP/1.1"),
        send_head(server.url, *headers, *UPGRADE, first=LIVE),
    ):
        assert answer.status == status
        assert answer.detail
    reads = send_head(server.url, *headers).status
    assert reads == (400 if status == 400 else 200), "the browser keeps the answer from the page"


@pytest.mark.parametrize(
    ("first", "headers"),
    [
        ("GET /api/games HTTP/1.1", ["Host: localhost", "Content-Length: ten"]),
        ("GET /api/games HTTP/1.1", ["Host: localhost", "Content-Length: " + "9" * 5000]),
        ("GET /api/games HTTP/1.1", ["Host: localhost", "Content-Length: 1", "Content-Length: 2"]),
        ("GET /api/games HTTP/1.1", ["Host: localhost", "Content-Length: 1", "Transfer-Encoding: chunked"]),
        ("GET /api/games HTTP/9", ["Host: localhost"]),
        ("GET  HTTP/1.1", ["Host: localhost"]),
        ("GET http://[ HTTP/1.1", ["Host: localhost"]),
        ("NONSENSE", []),
    ],
)
def test_what_is_no_http_is_a_bad_request(server, first, headers):
    answer = send_head(server.url, *headers, first=first)
    assert answer.status == 400
    assert answer.detail.endswith(".")


@pytest.mark.parametrize(
    "headers", [UPGRADE[:3], UPGRADE[:2] + UPGRADE[3:], (*UPGRADE[:3], "Sec-WebSocket-Key: x")]
)
def test_a_bad_handshake_is_refused_in_json(server, headers):
    answer = send_head(server.url, "Host: localhost", *headers, first=LIVE)
    assert answer.status in (400, 426)
    assert answer.detail.endswith(".")


# ---- how much may be sent
@pytest.mark.parametrize("path", ["/api/positions", "/nowhere", "/api/games"])
@pytest.mark.parametrize("length", [LARGEST + 1, 10**15])
def test_a_body_is_too_large_before_it_is_sent(server, path, length):
    head = ("Host: localhost", f"Content-Length: {length}", "Expect: 100-continue")
    answer = send_head(server.url, *head, first=f"POST {path} HTTP/1.1")
    assert answer.status == 413
    assert answer.detail == "A request may have 256 KB."


@pytest.mark.parametrize("path", ["/api/positions", "/nowhere", "/api/games"])
def test_a_body_in_pieces_is_too_large_as_soon_as_it_is(server, path):
    """The last piece never comes."""
    with dial(server.url) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(head.encode())
        for _ in range(LARGEST // 32_768 + 1):
            line.sendall(b"8000\r\n" + bytes(32_768) + b"\r\n")
        answer = read_answer(line)
        assert answer.status == 413
        assert answer.detail == "A request may have 256 KB."


def test_the_connection_goes_on_after_what_was_too_large(server):
    with dial(server.url) as line:
        head = f"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: {LARGEST + 1}\r\n\r\n"
        line.sendall(head.encode() + bytes(LARGEST + 1))
        assert read_answer(line).status == 413
        line.sendall(b"GET /api/runs HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert read_answer(line).status == 200


# ---- in one process
def ask(app, headers=((b"host", b"localhost"),), messages=(), **scope):
    """What an application is told and what the client is sent."""
    sent, waiting = [], list(messages)

    async def receive():
        return waiting.pop(0)

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "headers": list(headers), **scope}
    asyncio.run(Guard(app, own=True)(scope, receive, send))
    return sent


def test_the_application_is_told_a_whole_body_and_then_what_the_client_does():
    told = []

    async def app(scope, receive, send):
        told.extend([await receive(), await receive()])

    parts = [
        {"type": "http.request", "body": text, "more_body": more}
        for text, more in ((b"a", True), (b"b", False))
    ]
    headers = ((b"host", b"localhost"), (b"transfer-encoding", b"chunked"))
    assert ask(app, headers, [*parts, {"type": "http.disconnect"}]) == []
    assert told == [{"type": "http.request", "body": b"ab", "more_body": False}, {"type": "http.disconnect"}]


def test_the_application_hears_nothing_of_half_a_body():
    headers = ((b"host", b"localhost"), (b"content-length", b"9"))
    messages = [{"type": "http.request", "body": b"a", "more_body": True}, {"type": "http.disconnect"}]
    assert ask(None, headers, messages) == []


def test_a_lifespan_passes():
    heard = []

    async def app(scope, receive, send):
        heard.append(scope["type"])

    ask(app, type="lifespan")
    assert heard == ["lifespan"]


def test_a_refused_socket_is_closed_where_the_server_cannot_answer_it():
    sent = ask(None, ((b"host", b"evil.com"),), type="websocket")
    assert [(m["type"], m["code"]) for m in sent] == [("websocket.close", 1008)]


def test_lengths():
    for length, status in ((b"-1", 400), (b"1.5", 400), (b"\xb2", 400), (b"", 400), (b"9" * 5000, 413)):
        with pytest.raises(Refused) as refused:
            guard.has_body({"headers": [(b"content-length", length)]})
        assert refused.value.status == status
    assert guard.has_body({"headers": [(b"content-length", b"000000000000001")]})
    assert not guard.has_body({"headers": []})


def test_a_failure_in_the_middle_of_an_answer_is_no_second_answer():
    sent = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        raise ValueError("as it was told to")

    async def send(message):
        sent.append(message["status"])

    scope = {"type": "http", "method": "GET", "headers": [(b"host", b"localhost")]}
    with pytest.raises(ValueError, match="told to"):
        asyncio.run(Guard(app)(scope, None, send))
    assert sent == [200]


# ---- headers
@pytest.mark.parametrize("path", ["/", "/api/games", "/nowhere", "/api/nowhere", "/assets/board.css"])
def test_every_answer_says_what_a_page_may_do(server, path):
    headers = server.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'; " in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy, "no other host"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"


def test_refusals_say_so_too(server):
    assert send_head(server.url, "Host: evil.com").headers["x-content-type-options"] == "nosniff"


def test_an_application_may_be_stricter():
    async def app(scope, receive, send):
        strict = [(b"Content-Security-Policy", b"default-src 'none'")]
        await send({"type": "http.response.start", "status": 200, "headers": strict})

    headers = ask(app)[0]["headers"]
    assert [value for name, value in headers if name.lower() == b"content-security-policy"] == [
        b"default-src 'none'"
    ]
