"""Nothing that a player may not see reaches his page, the HTTP API, a link or a log: every byte is searched.

Played is a game of tests whose gems have names that occur nowhere else (`hidden_gems`).
"""

from __future__ import annotations

import base64
import itertools
import os
from pathlib import Path
from types import SimpleNamespace

import hidden_gems
import pytest
from browsing import expect, has_moves
from hidden_gems import GEMS, HiddenGems
from new_game import change_game
from served import served

from halfmove.arena.player import Choice
from halfmove.arena.players.algorithm import AlgorithmPlayer
from halfmove.core.check import check_game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.seal import KEY, Seal, key_of_this_machine
from halfmove.web.workers.tasks import move
from halfmove.web.workers.worker import Link

pytestmark = pytest.mark.one_speed

NEW_PAGES = True

FILE = str(Path(hidden_gems.__file__))
NAME = "hidden_gems"
DEALS = list(itertools.permutations(GEMS, 2))


@pytest.fixture(scope="module")
def hiding():
    with served(FILE) as server:
        yield server


@pytest.fixture(scope="module")
def address(hiding):
    return hiding.url


def named(data: bytes | str) -> set[str]:
    """The gems that are named in what was sent."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return {gem for gem in GEMS if gem in text}


def test_the_game_of_these_tests_keeps_the_contract():
    check_game(HiddenGems())


# ---- over HTTP
@pytest.mark.parametrize("said", [[], ["claim"], ["claim", "pass"], ["pass", "pass"]])
@pytest.mark.parametrize("viewer", [0, 1, "spectator"])
def test_a_position_is_told_as_its_viewer_may_see_it(hiding, viewer, said):
    for deal in DEALS[::5]:
        asked = {"game": NAME, "moves": [*deal, *said], "viewer": viewer}
        told = hiding.post("/api/positions?picture=true", asked)
        assert told.status_code == 200
        assert named(told.content) == ({deal[viewer]} if isinstance(viewer, int) else set())
        everything = hiding.post("/api/positions?picture=true", {**asked, "viewer": "all"})
        assert named(everything.content) == set(deal)


def test_a_spectator_is_who_nobody_says_he_is(hiding):
    told = hiding.post("/api/positions", {"game": NAME, "moves": [*DEALS[0]]}).json()
    assert told["moves"] == ["a gem", "a gem"]
    assert told["legal_moves"] == []
    assert told["position"] is None


def test_gems_that_are_compared_are_seen_by_all(hiding):
    told = hiding.post("/api/positions?picture=true", {"game": NAME, "moves": [*DEALS[0], "claim", "claim"]})
    assert named(told.json()["picture"]["svg"]) == set(DEALS[0])


def test_what_nature_may_still_do_tells_nobody_what_it_has_done(hiding):
    """The second gem is one of those that are left, which would say which the first is."""
    for viewer in (1, "spectator"):
        told = hiding.post("/api/positions", {"game": NAME, "moves": [GEMS[2]], "viewer": viewer})
        assert not named(told.content)
        assert told.json()["to_move"] == -1


def test_a_move_that_cannot_be_played_is_refused_without_saying_what_could_be(hiding):
    sentence = hiding.refused("/api/positions", {"game": NAME, "moves": [GEMS[0], GEMS[0]], "viewer": 1})
    assert not named(sentence)
    whole = hiding.refused("/api/positions", {"game": NAME, "moves": [GEMS[0], GEMS[0]], "viewer": "all"})
    assert named(whole) == set(GEMS)


@pytest.mark.parametrize("path", ["traces", "simulations"])
def test_the_laboratory_refuses_it_no_less_silently(hiding, path):
    place = {"game": NAME, "moves": [GEMS[0], GEMS[0]], "viewer": 1}
    assert not named(hiding.refused(f"/api/{path}", {"place": place}))
    assert not named(hiding.refused(f"/api/{path}", {"place": {**place, "moves": [*DEALS[3]]}}))


@pytest.mark.parametrize("path", ["analyses", "moves"])
def test_a_search_is_told_to_the_player_to_move_only(hiding, path):
    for viewer in ("spectator", 1):
        asked = {"game": NAME, "moves": [*DEALS[3]], "viewer": viewer}
        assert "player to move" in hiding.refused(f"/api/{path}", asked)
    assert "viewer is a player" in hiding.refused(f"/api/{path}", {**asked, "viewer": 2})


@pytest.mark.parametrize("path", ["analyses", "moves"])
def test_what_a_search_finds_names_nothing_hidden(hiding, path):
    for deal in DEALS[::4]:
        asked = {"game": NAME, "moves": [*deal], "viewer": 0, "seconds": 0.2}
        told = hiding.post(f"/api/{path}", asked)
        assert told.status_code == 200, told.text
        assert named(told.content) <= {deal[0]}
        assert (told.json().get("best") or told.json().get("move")) in ("claim", "pass")


def test_the_live_analysis_is_no_way_round(hiding):
    with hiding.connect() as live:
        live.send(game=NAME, moves=[*DEALS[3]], viewer=1)
        assert "player to move" in live.last()["error"]


# ---- engines
def given(monkeypatch, task, module, arguments):
    """The history that a player or a search is given."""
    link = Link(SimpleNamespace(send=lambda message: None), Catalogue.of([FILE]))
    link._number = 1
    found = []

    class Caught(Exception):
        pass

    def catch(*args):
        found.extend(arg for arg in args if isinstance(arg, History))
        raise Caught

    monkeypatch.setattr(module, task, catch)
    with pytest.raises(Caught):
        module.perform(arguments, link)
    return found[0]


def test_an_engine_is_given_a_game_that_it_cannot_tell_from_the_true_one(monkeypatch):
    place = position_reference(NAME, moves=[GEMS[1], GEMS[2], "claim"])
    seen = set()
    for seed in range(40):
        arguments = {"client": "a", "place": place, "level": 5, "seed": seed}
        history = given(monkeypatch, "_player", move, arguments)
        assert history.actions == []
        assert history.state[0][1] == 2
        seen.add(history.state[0][0])
    assert seen == {0, 1, 3}, "what it may not know it is not given"


def test_a_level_slips_now_and_then_also_where_each_move_is_a_game_of_its_own(monkeypatch):
    """The first level plays every second move at a glance, not all of a game's or none."""
    link = Link(SimpleNamespace(send=lambda message: None), Catalogue.of([FILE]))
    link._number = 1
    slipped = []
    monkeypatch.setattr(AlgorithmPlayer, "new_game", lambda *arguments: None)
    monkeypatch.setattr(AlgorithmPlayer, "choose", lambda self, history, budget: Choice(history.legal()[0]))
    monkeypatch.setattr(
        AlgorithmPlayer, "slip", lambda self, history, random: (slipped.append(True), history.legal()[0])[1]
    )
    for moves in ((*DEALS[0],), (*DEALS[0], "claim")):
        for seed in range(40):
            before = len(slipped)
            place = position_reference(NAME, moves=moves)
            move.perform({"client": f"{moves} {seed}", "place": place, "level": 1, "seed": seed}, link)
            slipped[before:] = [len(slipped) > before]
    first, second = slipped[:40], slipped[40:]
    assert 8 < sum(first) < 32
    assert first != second


def test_a_search_that_fails_names_nothing_hidden(monkeypatch, capfd):
    sent = []
    link = Link(SimpleNamespace(send=sent.append), Catalogue.of([FILE]))

    def fail(history, viewer, seed=0):
        raise KeyError(GEMS[history.state[0][1]])

    monkeypatch.setattr(link, "seen", fail)
    monkeypatch.setattr(link, "_interrupt", lambda: None)
    arguments = {"client": "a", "place": position_reference(NAME, moves=DEALS[0]), "viewer": 0}
    link.run(1, "analysis", arguments)
    assert sent[-1][2] == {"kind": "failed", "error": "The search failed: KeyError."}
    said = capfd.readouterr()
    assert not named(said.out + said.err)
    assert "analysis.py" in said.err


# ---- links
def test_a_sealed_link_says_nothing_but_to_its_server():
    seal, other = Seal(bytes(32)), Seal(b"\x01" * 32)
    data = {"moves": " ".join(DEALS[0]), "seed": 3}
    text = seal.closed(data)
    assert seal.opened(text) == data
    assert not named(text)
    assert not named(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    assert len({len(seal.closed({"moves": f"{a} {b}"})) for a, b in DEALS}) == 1
    for wrong in (
        text[:-3],
        "A" + text[1:],
        text[:40] + "A" + text[41:],
        "",
        "§",
        "AAAA",
        other.closed(data),
    ):
        with pytest.raises(BadInput, match="another server"):
            seal.opened(wrong)


def test_the_key_is_one_for_all_servers_of_a_user_and_for_nobody_else(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path / "cache"))
    key = key_of_this_machine()
    assert len(key) == KEY
    assert key_of_this_machine() == key
    [file] = (tmp_path / "cache").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(b"cut short")
    assert len(key_of_this_machine()) == KEY
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path / "a file"))
    assert key_of_this_machine() != key_of_this_machine(), "one for this process alone"
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path / "other"))
    (tmp_path / "other" / "links.key").mkdir(parents=True)  # it is there, and cannot be read
    assert len(key_of_this_machine()) == KEY


def test_servers_that_start_at_once_have_one_key(tmp_path, monkeypatch):
    """The file appears with all of the key in it: nobody reads half of one."""
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))
    theirs, link = bytes(range(KEY)), os.link

    def late(mine, file):
        file.write_bytes(theirs)  # another server was first
        link(mine, file)

    monkeypatch.setattr(os, "link", late)
    assert key_of_this_machine() == theirs
    assert [path.name for path in tmp_path.iterdir()] == ["links.key"]


# ---- pages
class Wire:
    """All that a page is sent: answers to its requests, and what comes over its socket."""

    def __init__(self, page):
        self.bytes = []
        page.on("response", self._response)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        self._page = page

    def _response(self, response):
        if response.request.resource_type in ("document", "xhr", "fetch"):
            self.bytes.append(response.body())

    def _frame(self, frame):
        self.bytes.append(frame if isinstance(frame, bytes) else frame.encode())

    def named(self):
        return named(b"\n".join(self.bytes)) | named(self._page.content()) | named(self._page.url)


def moves_there(page, number):
    page.wait_for_function("n => document.querySelectorAll('[data-node]').length >= n", arg=number)


def test_two_at_one_screen_see_their_own_gem_and_nobody_elses(page):
    wire = Wire(page)
    page.goto(f"/play/{NAME}?seats=you,you")
    moves_there(page, 2)
    curtain = page.locator("[data-name=curtain]")
    curtain.wait_for()
    assert wire.named() == set()
    curtain.click()
    page.locator("[data-name=action]").first.wait_for()
    first = wire.named()
    assert len(first) == 1
    page.locator("[data-name=action]").filter(has_text="claim").click()
    moves_there(page, 3)
    curtain.wait_for()
    assert named(page.content()) == set(), "who comes next sees nothing of the first"
    assert wire.named() == first
    curtain.click()
    page.locator("[data-name=action]").first.wait_for()
    assert len(named(page.content()) - first) == 1
    expect(page.locator("[data-name=undo]")).to_have_count(0)
    expect(page.locator("[data-tab]")).to_have_text(["Moves", "Share"])


def test_a_game_against_an_engine_shows_ones_own_gem_to_its_end(page):
    wire = Wire(page)
    page.goto(f"/play/{NAME}?seats=you,2")
    page.locator("[data-name=action]").first.wait_for()
    own = wire.named()
    assert len(own) == 1
    page.locator("[data-name=hint]").click()
    page.locator(".q-notification__message").first.wait_for()
    page.locator("[data-name=action]").filter(has_text="pass").click()
    moves_there(page, 4)
    page.wait_for_function("/wins|draw/.test(document.querySelector('[data-name=status]')?.textContent)")
    assert wire.named() == own
    for name in ("first", "back", "on", "last"):
        page.locator(f"[data-name={name}]").click()
    page.wait_for_timeout(300)
    assert wire.named() == own


def test_a_link_that_is_opened_again_shows_no_more_than_before(page):
    page.goto(f"/play/{NAME}?seats=you,you")
    moves_there(page, 2)
    page.wait_for_function("location.search.includes('sealed=')")
    page.locator("[data-name=curtain]").click()
    before = page.url
    page.locator("[data-name=action]").filter(has_text="pass").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    link = page.url
    assert "seats" not in link
    wire = Wire(page)
    page.goto(link)
    page.locator("[data-name=curtain]").wait_for()
    has_moves(page, 3)
    assert wire.named() == set()
    page.goto(link.replace("/play/", "/analyse/"))
    expect(page.locator(".hm-error")).to_contain_text("a game in progress")
    assert wire.named() == set()


def test_a_seat_that_is_taken_in_the_middle_begins_another_game(page):
    page.goto(f"/play/{NAME}?seed=5")
    moves_there(page, 2)
    own = named(page.content())
    assert len(own) == 1
    page.locator("[data-name=action]").filter(has_text="pass").click()
    moves_there(page, 4)  # the engine has answered, and nothing is shown
    wire = Wire(page)
    change_game(page, seat1="you")
    page.locator("[data-name=curtain]").wait_for()
    page.wait_for_function("document.querySelectorAll('[data-node]').length < 3")  # the new deal alone
    assert named(page.content()) == set()
    assert wire.named() - own == set()


def test_who_only_watches_sees_what_is_public(page):
    wire = Wire(page)
    page.goto(f"/play/{NAME}?seats=1,1")
    moves_there(page, 2)
    assert wire.named() == set()
