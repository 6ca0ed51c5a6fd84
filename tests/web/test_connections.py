"""Connections over a real port within small limits; time passes when a test says so, never by itself."""

import asyncio
import contextlib
import json
import socket
import threading

import pytest
import uvicorn
from websockets.sync.client import connect
from wire import dial, read_answer

from halfmove.web import connections
from halfmove.web.connections import LARGEST, Connection, Phases, _HeaderSize, configure
from halfmove.web.guard import SAFETY, Guard
from halfmove.web.limits import Limits, Lines, Phase

pytestmark = pytest.mark.one_speed

PATIENCE = 60.0
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
ONE = HEAD + b"\r\n"


class Running:
    """A small application in a thread: /slow answers when it is told to, /large with 16 MB."""

    def __init__(self, **limits):
        self.now = 0.0
        self.config, self.lines = configure(Guard(self.answer, own=True), Limits(**limits))
        self.lines._clock = lambda: self.now
        self.lines._swept = 0.0
        self.server = uvicorn.Server(self.config)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve()))
        self.go_on = threading.Event()

    async def serve(self):
        self.loop = asyncio.get_running_loop()
        await self.server.serve(sockets=[self.listener])

    async def answer(self, scope, receive, send):
        if scope["type"] == "lifespan":
            raise RuntimeError("there is none")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
            return
        if scope["path"] == "/fails":
            raise ValueError("as it was told to")
        while scope["path"] == "/slow" and not self.go_on.is_set():
            await asyncio.sleep(0.005)
        body = bytes(16 << 20) if scope["path"] == "/large" else b"{}"
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def __enter__(self):
        self.thread.start()
        self.until(lambda: self.server.started)
        return self

    def __exit__(self, *error):
        self.go_on.set()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def ask(self, function):
        """What a function returns in the server's thread."""

        async def call():
            return function()

        return asyncio.run_coroutine_threadsafe(call(), self.loop).result(PATIENCE)

    def until(self, happens):
        """Wait for what is to happen."""
        pause = threading.Event()
        for _ in range(int(PATIENCE / 0.01)):
            if happens():
                return
            pause.wait(0.01)
        raise AssertionError("it never happened")

    def phases(self):
        return sorted(line.phase.name for line in self.ask(lambda: list(self.lines)))

    def until_phases(self, *phases):
        self.until(lambda: self.phases() == sorted(phases))

    def wait(self, seconds):
        """Let time pass."""

        def pass_time():
            for _ in range(seconds):
                self.now += 1
                self.lines.sweep(1)

        self.ask(pass_time)

    def open(self, text=b""):
        line = dial(self.url)
        line.sendall(text)
        return line


@pytest.fixture(scope="module")
def running():
    with Running() as found:
        yield found


@pytest.fixture
def server(running):
    running.go_on.clear()
    running.until_phases()
    yield running
    running.go_on.set()
    running.wait(60)
    running.until_phases()


def is_closed(line):
    """Whether the server closes the connection, waited for."""
    with contextlib.suppress(ConnectionResetError):
        while line.recv(1 << 20):
            pass
    line.close()
    return True


# ---- time
@pytest.mark.parametrize("text", [b"G", HEAD, HEAD + b"X-Slow: a"])
def test_a_header_has_its_time(server, text):
    line = server.open(text)
    server.until_phases("HEADER")
    server.wait(9)
    line.sendall(b"")
    assert server.phases() == ["HEADER"]
    server.wait(1)
    answer = read_answer(line)
    assert answer.status == 408
    assert answer.detail == "The request's header took too long to come."
    assert answer.headers["connection"] == "close"
    assert is_closed(line)


def test_more_of_a_header_gives_it_no_more_time(server):
    line = server.open(b"GET / HTTP/1.1\r\n")
    server.until_phases("HEADER")
    for _ in range(9):
        server.wait(1)
        line.sendall(b"X-Slow: a\r\n")
    server.wait(1)
    assert read_answer(line).status == 408
    assert is_closed(line)


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 10\r\n\r\n{",
        b"Transfer-Encoding: chunked\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
)
def test_a_body_has_its_time(server, rest):
    line = server.open(HEAD.replace(b"GET", b"POST") + rest)
    server.until_phases("BODY")
    server.wait(29)
    assert server.phases() == ["BODY"]
    server.wait(1)
    answer = read_answer(line)
    assert answer.status == 408
    assert answer.detail == "The request's body took too long to come."
    assert is_closed(line)


def test_a_connection_without_a_request_is_closed_in_silence(server):
    line = server.open()
    server.until_phases("IDLE")
    server.wait(14)
    assert server.phases() == ["IDLE"]
    server.wait(1)
    assert line.recv(100) == b""


def test_a_connection_is_idle_again_between_requests(server):
    line = server.open()
    for _ in range(3):
        server.until_phases("IDLE")
        server.wait(14)
        line.sendall(ONE)
        assert read_answer(line).status == 200
    server.until_phases("IDLE")
    line.sendall(b"GET")
    server.until_phases("HEADER")
    server.wait(10)
    assert read_answer(line).status == 408
    assert is_closed(line)


def test_an_answer_may_take_for_ever(server):
    line = server.open(ONE.replace(b"/ ", b"/slow "))
    server.until_phases("ANSWERING")
    server.wait(10_000)
    server.go_on.set()
    assert read_answer(line).status == 200
    server.until_phases("IDLE")


def test_who_does_not_read_the_answer_is_dropped(server):
    line = server.open(ONE.replace(b"/ ", b"/large "))
    server.until(lambda: server.ask(lambda: [line.stalled is not None for line in server.lines] == [True]))
    server.wait(14)
    assert server.phases() == ["IDLE"], "all has been written, and little of it has been sent"
    server.wait(16)
    server.until_phases()
    assert is_closed(line)


def test_who_reads_slowly_is_served(server):
    """The last byte was written long before."""
    line = server.open(ONE.replace(b"/ ", b"/large "))
    server.until(lambda: server.ask(lambda: [line.stalled is not None for line in server.lines] == [True]))
    left = (16 << 20) + 1
    received = b""
    while b"\r\n\r\n" not in received:
        received += line.recv(1 << 16)
    received = received.partition(b"\r\n\r\n")[2]
    while len(received) < 16 << 20:
        unsent = server.ask(lambda: next(iter(server.lines)).count_unsent())
        if unsent < left:
            left = unsent
            server.wait(13)
        received += line.recv(1 << 20)
    server.until(lambda: server.ask(lambda: [line.stalled for line in server.lines] == [None]))
    line.sendall(ONE)
    assert read_answer(line).status == 200


def test_a_failure_leaves_no_connection_without_a_deadline(server):
    line = server.open(ONE.replace(b"/ ", b"/fails "))
    answer = read_answer(line)
    assert answer.status == 500
    assert answer.detail == "The server failed; its log says at what."
    assert is_closed(line)


def test_what_is_left_of_a_body_that_was_refused_has_its_time(server):
    line = server.open(HEAD.replace(b"GET", b"POST") + b"Content-Length: 1000000\r\n\r\n" + bytes(200_000))
    assert read_answer(line).status == 413
    server.until_phases("REST")
    server.wait(30)
    assert is_closed(line)


# ---- WebSockets
def test_a_websocket_stays_and_is_counted_out(server):
    with connect(server.url.replace("http", "ws"), proxy=None) as line:
        server.until_phases("SOCKET")
        server.wait(10_000)
        line.send("here")
        assert line.recv(PATIENCE) == "here"
    server.until_phases()


def test_a_websocket_may_receive_more_than_a_request(server):
    with connect(server.url.replace("http", "ws"), proxy=None) as line:
        for _ in range(20):
            line.send("x" * 200_000)
            assert len(line.recv(PATIENCE)) == 200_000


def test_half_a_handshake_has_its_time(server):
    line = server.open(HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\n")
    server.until_phases("HEADER")
    server.wait(10)
    assert read_answer(line).status == 408
    assert is_closed(line)


def test_websockets_are_asked_whether_they_are_there():
    config, _ = configure(None, Limits())
    assert (config.ws_ping_interval, config.ws_ping_timeout) == (20, 20)


# ---- sizes
def test_a_header_has_a_size(server):
    line = server.open(HEAD + b"X-Long: " + b"x" * LARGEST[Phase.HEADER])
    answer = read_answer(line)
    assert answer.status == 431
    assert "64 KB" in answer.detail
    assert is_closed(line)


def test_the_pieces_of_a_body_have_a_size(server):
    """A body of no bytes, in pieces that say nothing at any length."""
    head = HEAD.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n"
    line = server.open(head)
    server.until_phases("BODY")
    with contextlib.suppress(ConnectionError):
        line.sendall(b"1;" + b"x" * (LARGEST[Phase.BODY] + 1))
    assert is_closed(line)


def test_requests_in_advance_have_a_size(server):
    line = server.open(ONE.replace(b"/ ", b"/slow "))
    server.until_phases("ANSWERING")
    with contextlib.suppress(ConnectionError):
        line.sendall(HEAD + b"X-Long: " + b"x" * LARGEST[Phase.ANSWERING])
    server.until_phases()
    assert is_closed(line)


def test_requests_in_advance_are_answered_in_turn(server):
    line = server.open(ONE * 3)
    text = b""
    while text.count(b"HTTP/1.1 200") < 3:
        text += line.recv(65_536)
    server.until_phases("IDLE")


def test_a_header_ends_where_it_ends():
    whole = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for cut in range(len(whole)):
        size = _HeaderSize()
        assert size.add(whole[:cut]) + size.add(whole[cut:] + b"body") == len(whole)
        assert size.add(b"more") == 0


# ---- numbers
def test_half_requests_make_room_for_a_user():
    """A hundred half requests where there is room for eight, and each whole request is answered."""
    with Running(total=8) as server:
        lines = [server.open(HEAD)]
        server.until_phases("HEADER")
        lines += [server.open(HEAD) for _ in range(49)]
        with server.open(ONE) as user:
            assert read_answer(user).status == 200
            with connect(server.url.replace("http", "ws"), proxy=None) as live:
                lines += [server.open(HEAD) for _ in range(50)]
                live.send("here")
                assert live.recv(PATIENCE) == "here"
                answer = read_answer(lines[0])
                assert answer.status == 503
                assert "too many connections" in answer.detail
                assert server.ask(lambda: len(server.lines)) <= 8
        for line in lines:
            line.close()


def test_sockets_are_refused_where_all_are_in_use():
    with Running(total=2) as server, contextlib.ExitStack() as opened:
        url = server.url.replace("http", "ws")
        lines = [opened.enter_context(connect(url, proxy=None)) for _ in range(2)]
        with dial(server.url) as line:
            assert read_answer(line).status == 503
        for live in lines:
            live.send("here")
            assert live.recv(PATIENCE) == "here"


class Wire:
    """A transport from some address that notes what is done with it."""

    def __init__(self, host):
        self.host, self.written, self.closed = host, b"", False

    def get_extra_info(self, name):
        return (self.host, 1) if name == "peername" and self.host else None

    def get_write_buffer_size(self):
        return 0

    def write(self, text):
        self.written += text

    def close(self):
        self.closed = True

    abort = close


@pytest.mark.parametrize("host", ["10.0.0.1", "2001:db8::1", ""])
def test_an_address_has_its_number(host):
    lines = Lines(Limits(address=2), lambda: 0.0)

    def come():
        line = Connection(lines, lambda line: asyncio.Protocol())
        line.connection_made(Wire(host))
        return line

    first, second = come(), come()
    second.enter(Phase.SOCKET)
    first.data_received(b"GET")
    come().enter(Phase.SOCKET)
    assert first.transport.closed
    assert b"503 Service Unavailable" in first.transport.written
    assert not second.transport.closed
    fourth = come()
    assert fourth.transport.closed
    status, _, body = fourth.transport.written.partition(b"\r\n\r\n")
    assert b"429 Too Many Requests" in status
    assert "2 connections" in json.loads(body)["detail"]
    fourth.data_received(b"GET")
    fourth.eof_received()
    fourth.pause_writing()
    fourth.resume_writing()
    fourth.connection_lost(None)
    assert len(lines) == 2


def test_what_is_written_last_is_waited_for_and_then_dropped():
    clock = [0.0]
    lines = Lines(Limits(stall=5), lambda: clock[0])
    line = Connection(lines, lambda line: asyncio.Protocol())
    line.connection_made(Wire("10.0.0.1"))
    line.close()
    assert line.transport.closed
    line.transport.closed = False
    line.enter(Phase.IDLE)
    for _ in range(5):
        clock[0] += 1
        lines.sweep(1)
    assert line.transport.closed


def test_deadlines_are_looked_at_again_and_again(monkeypatch):
    looked = []

    class Watched:
        def sweep(self, interval):
            looked.append(interval)

    async def wait():
        async with connections.sweeping(Watched()):
            while len(looked) < 3:
                await asyncio.sleep(0)

    monkeypatch.setattr(connections, "SWEEP", 0)
    asyncio.run(asyncio.wait_for(wait(), PATIENCE))
    assert looked[:3] == [0, 0, 0]


def test_an_application_without_a_connection_is_served_as_it_is():
    heard = []

    async def app(scope, receive, send):
        heard.append(scope["type"])

    for kind in ("lifespan", "http"):
        asyncio.run(Phases(app)({"type": kind}, None, None))
    assert heard == ["lifespan", "http"]


def test_a_refusal_before_the_application_has_the_headers_of_every_answer(server):
    line = server.open(HEAD + b"X: " + b"a" * 70_000)
    answer = read_answer(line)
    assert answer.status == 431
    assert answer.headers.items() >= {name.decode(): value.decode() for name, value in SAFETY}.items()
    assert is_closed(line)
