"""A server for those who have its token, and one that others reach only where that is meant."""

import pytest
from command import halfmove
from served import live, served
from websockets.exceptions import InvalidStatus
from wire import send_head

from halfmove.core.errors import BadInput
from halfmove.web.token import COOKIE, find_shown, find_token, parse_token, split_query, write_cookie

pytestmark = pytest.mark.one_speed

WORD = "a-word-that-nobody-guesses"


@pytest.fixture(scope="module")
def closed():
    """A server that wants the word."""
    with served("--processes", "1", "--token", WORD) as running:
        running.url, _, query = running.url.partition("/?")
        assert query == f"token={WORD}", "the link that is printed shows it"
        yield running


# ---- over the wire
@pytest.mark.parametrize("path", ["/", "/api/games", "/assets/board.css", "/no", "/_nicegui_ws/socket.io/"])
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"params": {"token": WORD + "x"}},
        {"params": {"token": ""}},
        {"headers": {"Authorization": "Bearer " + WORD[:-1]}},
        {"headers": {"Authorization": f"Basic {WORD}"}},
        {"headers": {"Cookie": f"{COOKIE}=another"}},
        {"headers": {"Cookie": f"other={WORD}"}},
    ],
)
def test_who_does_not_show_the_token_is_told_nothing(closed, path, how):
    answer = closed.get(path, **how)
    assert answer.status_code == 401
    assert "the link that the server printed" in answer.json()["detail"]
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "set-cookie" not in answer.headers


def test_a_link_shows_the_token_once(closed):
    answer = closed.get(f"/play/nim?seed=3&token={WORD}&seats=you,2")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/play/nim?seed=3&seats=you%2C2"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    shown = {"Cookie": cookie.partition(";")[0]}
    assert closed.get("/api/games", headers=shown).status_code == 200
    assert closed.get("/", headers=shown).status_code == 200


def test_a_link_leads_to_no_other_site(closed):
    for path in ("//evil.com", "//evil.com/%5c", "/%5cevil.com"):
        answer = send_head(closed.url, "Host: localhost", first=f"GET {path}?token={WORD} HTTP/1.1")
        assert answer.status == 303
        assert answer.headers["location"].startswith(("/evil.com", "/%5Cevil.com"))


def test_a_link_changes_nothing(closed):
    assert closed.post(f"/api/positions?token={WORD}", {"game": "nim"}).status_code == 401


def test_a_program_shows_the_token_in_each_request(closed):
    shown = {"Authorization": f"Bearer {WORD}"}
    assert closed.post("/api/positions", {"game": "nim"}, headers=shown).status_code == 200
    with live(closed.url, additional_headers=shown) as line:
        line.send(game="tictactoe", depth=1)
        assert line.last()["kind"] == "done"
    with pytest.raises(InvalidStatus) as refused, live(closed.url):
        pass
    assert refused.value.response.status_code == 401


# ---- parts
def test_tokens_in_headers():
    assert find_token(["Bearer a", "bearer  b ", "Basic c", "d"], []) == ["a", "b"]
    assert find_token([], [f"x=1; {COOKIE}=e; y=2", "x=1", "", "\x00=;;="]) == ["e"]
    assert write_cookie("f").startswith(f"{COOKIE}=f;")


def test_tokens_in_a_query():
    assert split_query("a=1&token=x&b=&token=y") == (["x", "y"], "a=1&b=")
    assert split_query("") == ([], "")


def test_only_the_whole_token_is_the_token():
    assert find_shown(["xyz", "abc"], ["x", "abc"]) == "abc"
    for shown in ([], [""], ["ab"], ["abcd"], ["ABC"], ["äbc"]):
        assert find_shown(["abc"], shown) is None


def test_new_tokens_differ():
    assert parse_token(WORD) == WORD
    first, second = parse_token("new"), parse_token("new")
    assert first != second
    assert parse_token(first) == first
    for word in ("", "short", "with space", "with;semicolon", "wörter-wörter"):
        with pytest.raises(BadInput, match="8 or more"):
            parse_token(word)


# ---- the command
def test_a_server_that_others_reach_is_meant():
    told = halfmove("serve", "--host", "0.0.0.0", "--port", "0")
    assert told.status == 2
    for said in ("other machines", "not encrypted", "--token new", "--expose"):
        assert said in told.err.replace("\n", " ")
    assert halfmove("serve", "--token", "short").status == 2


def test_a_server_is_exposed_where_that_is_said():
    with served("--host", "0.0.0.0", "--processes", "1", "--expose") as running:
        assert running.get("/api/games", headers={"Host": "board.example"}).status_code == 200
        strange = {"Host": "board.example", "Origin": "http://evil.example"}
        assert running.post("/api/positions", {"game": "nim"}, headers=strange).status_code == 403
