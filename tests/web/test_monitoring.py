"""Health and figures of a server, who is told them, and users behind a proxy or with tokens of their own."""

import asyncio
import re

import pytest
from command import halfmove
from served import live, served

from halfmove.core.errors import BadInput
from halfmove.web.connections import configure
from halfmove.web.guard import Guard
from halfmove.web.limits import Limits
from halfmove.web.users import LOOPBACK, group_address, is_in, parse_networks, user_of

pytestmark = pytest.mark.one_speed

ONE, OTHER = ({"X-Forwarded-For": address} for address in ("10.0.0.1", "evil, 10.0.0.2"))
ASK = {"game": "connect4", "seconds": 0.5}


@pytest.fixture(scope="module")
def behind():
    """A server behind a proxy on this machine, with a second of search an hour for everybody."""
    with served("--processes", "1", "--proxy", "127.0.0.1", "--limit", "hour=1") as running:
        yield running


def figures(server):
    """The figures as a dictionary; every one has its kind and its help."""
    answer = server.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
    for name in {name.partition("{")[0] for name in found}:
        assert f"# HELP {name} " in answer.text
        assert f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}\n" in answer.text
        assert re.fullmatch("halfmove_[a-z_]+", name)
    return {name: float(value) for name, value in found.items()}


def spend(server, headers=None):
    """Have a user search until he is refused for a while; a search that takes longer than he has fails."""
    for _ in range(60):
        answer = server.post("/api/analyze", ASK, headers=headers)
        assert answer.status_code in (200, 422, 429)
        if int(answer.headers.get("retry-after", 0)) > 60:
            return answer
    raise AssertionError("he may search without end")


def test_a_user_who_has_had_his_time_is_told_when_he_may_come_again(behind):
    refused = spend(behind, ONE)
    assert re.fullmatch(
        r"You have had your 1 s of search in this hour; try again in \d+ s\.", refused.json()["detail"]
    )
    with live(behind.url, additional_headers=ONE) as line:
        line.send(**ASK)
        assert "your 1 s of search" in line.last()["error"]
    assert behind.post("/api/positions", {"game": "nim"}, headers=ONE).status_code == 200, "no search"
    assert behind.post("/api/analyze", ASK, headers=OTHER).status_code != 429
    told = figures(behind)
    assert told['halfmove_searches_refused_total{reason="quota"}'] >= 2
    assert sum(told[name] for name in told if name.startswith("halfmove_searches_total{")) >= 2
    assert told['halfmove_requests_total{status="429"}'] >= 1
    assert told["halfmove_search_seconds_total"] > 0
    assert 'halfmove_workers{state="idle"}' in told
    assert told['halfmove_memory_bytes{of="server"}'] > 1e7
    assert told["halfmove_connections"] >= 1


def test_health_says_whether_searches_are_taken_up(behind):
    assert behind.get("/health").json() == {"live": True, "ready": True}
    assert behind.get("/health/live").json() == {"live": True}


@pytest.mark.parametrize("path", ["/health", "/health/live", "/metrics"])
def test_strangers_are_not_told_how_the_server_is(behind, path):
    answer = behind.get(path, headers=ONE)
    assert answer.status_code == 403
    assert "--monitor" in answer.json()["detail"]
    assert behind.get(path, headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403


# ---- users, without a server
def ask(path="/", client="10.0.0.1", *, headers=(), **how):
    """The status of an answer, and whose the request was to the application."""
    users, statuses = [], []

    async def app(scope, receive, send):
        users.append(user_of(scope))
        await send({"type": "http.response.start", "status": 200})

    async def send(message):
        statuses.append(message.get("status"))

    scope = {"type": "http", "method": "GET", "path": path, "client": (client, 1)}
    asyncio.run(Guard(app, **how)({**scope, "headers": [(b"host", b"localhost"), *headers]}, None, send))
    return statuses[0], *users


def test_each_of_several_tokens_is_a_user():
    words = ["the-word-of-one", "the-word-of-another"]
    shown = [[(b"authorization", f"Bearer {word}".encode())] for word in words]
    assert ask(tokens=words) == (401,)
    assert ask(tokens=words, headers=shown[0]) == (200, "token-1")
    assert ask(tokens=words, headers=shown[1]) == (200, "token-2")
    assert ask(tokens=words[1:], headers=shown[1]) == (200, "10.0.0.1"), "a class has one word for all"


def test_who_sees_to_the_server_needs_no_token_but_the_right_address():
    how = {"path": "/health", "tokens": ["the-word-of-one"]}
    assert ask(client="127.0.0.1", **how)[0] == 200
    assert ask(client="10.0.0.1", **how)[0] == 403
    named = parse_networks(["10.0.0.0/8"], "--monitor")
    assert ask(client="10.0.0.1", monitors=named, **how)[0] == 200
    assert ask(client="127.0.0.1", monitors=named, **how)[0] == 403, "only who was named is told"
    proxied = [(b"x-forwarded-for", b"10.0.0.1")]
    assert ask(client="10.0.0.1", monitors=named, headers=proxied, **how)[0] == 403


def test_a_header_that_anybody_can_send_is_believed_of_named_proxies_only():
    config, _ = configure(None, Limits())
    assert config.proxy_headers is False
    config, lines = configure(None, Limits(address=1), parse_networks(["10.0.0.0/8"], "--proxy"))
    assert (config.proxy_headers, config.forwarded_allow_ips) == (True, ["10.0.0.0/8"])
    assert is_in("10.3.2.1", lines.unbounded)


# ---- networks
def test_networks_are_read():
    networks = parse_networks(["10.0.0.0/8", "2001:db8::/32", "192.168.1.7"], "--proxy")
    for host in ("10.1.2.3", "::ffff:10.1.2.3", "2001:db8::5", "192.168.1.7"):
        assert is_in(host, networks)
    for host in ("11.0.0.1", "192.168.1.8", "", "a socket", "2001:db9::1"):
        assert not is_in(host, networks)
    assert is_in("127.3.2.1", LOOPBACK)
    assert is_in("::1", LOOPBACK)
    for text in ("", "everybody", "10.0.0.1/8", "10.0.0.0/33"):
        with pytest.raises(BadInput, match="--proxy is an address or a network"):
            parse_networks([text], "--proxy")
    assert halfmove("serve", "--proxy", "everybody").status == 2


def test_a_user_is_an_address_where_nothing_else_is_said():
    assert user_of({"client": ("2001:db8:1:2:3::4", 1)}) == group_address("2001:db8:1:2::9")
    assert user_of({"client": None}) == ""


# ---- the page: the browser's loop is there from here on
def test_a_page_shows_the_same_sentence(behind, chromium):
    spend(behind)  # whoever has no header of a proxy's is one user with the browser here
    page = chromium.new_page()
    page.goto(f"{behind.url}/analyse/tictactoe")
    page.wait_for_selector("html[data-live]", timeout=60_000)
    page.click("[data-name=analyse1]")
    page.wait_for_selector("text=You have had your 1 s of search in this hour", timeout=60_000)
    page.close()
