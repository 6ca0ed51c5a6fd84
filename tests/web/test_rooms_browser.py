"""Rooms as two people have them: two browsers, a third that watches, a network that fails, a server that is
started again.  Clocks have a time that tests set (`hours`)."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import hidden_gems
import pytest
from browsing import expect, point, waiting
from served import served

pytestmark = pytest.mark.one_speed

SET = """
import pathlib, time
from halfmove.web.rooms import house
house.now = lambda: time.monotonic() + float(pathlib.Path({path!r}).read_text())
"""
"""The rooms' clocks are ahead by as many seconds as a file says."""
WAIT = 60_000


class Club:
    """A server of rooms, and the browsers of those who come."""

    def __init__(self, chromium, folder):
        self._chromium, self._folder = chromium, folder
        self.ahead = folder / "ahead"
        self.ahead.write_text("0")
        self.errors, self._contexts, self._server = [], [], None
        self.start()

    def start(self, port=0):
        before = SET.format(path=str(self.ahead))
        self._manager = served(
            hidden_gems.__file__, "--rooms", str(self._folder / "rooms"), port=port, before=before
        )
        self._server = self._manager.__enter__()
        self.url = self._server.url

    def restart(self):
        port = int(self.url.rpartition(":")[2])
        self._manager.__exit__(None, None, None)
        self.start(port)

    def browser(self, **how):
        context = self._chromium.new_context(
            base_url=self.url, viewport={"width": 1000, "height": 800}, **how
        )
        self._contexts.append(context)
        page = waiting(context.new_page())
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def close(self):
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def stop(self):
        self.close()
        self._manager.__exit__(None, None, None)


@pytest.fixture(scope="module")
def house(chromium, tmp_path_factory):
    club = Club(chromium, tmp_path_factory.mktemp("club"))
    yield club
    club.stop()


@pytest.fixture
def club(house):
    """The club with nobody in it; no script fails in any browser."""
    house.ahead.write_text("0")
    yield house
    house.close()
    errors, house.errors[:] = list(house.errors), []
    assert not errors


def says(page, text):
    page.locator("[data-name=status]", has_text=text).wait_for()


def address(page, name):
    """A link that the page offers, once the browser has made it whole."""
    page.wait_for_function(
        "name => document.querySelector(`[data-name=${name}]`)?.value.startsWith('http')", arg=name
    )
    return page.locator(f"[data-name={name}]").input_value()


def fill(page, name, text):
    page.locator(f"[data-name={name}]").fill(text)
    page.locator(f"[data-name={name}]").dispatch_event("change")


def opened(club, game, *, side="0", clock="", name="Ada", **how):
    """The page of who has opened a room, as it waits."""
    page = club.browser(**how)
    page.goto(f"/friend/{game}")
    page.locator("[data-name=side]").select_option(side)
    page.locator("[data-name=clock]").select_option(clock)
    fill(page, "name", name)
    page.locator("[data-name=open]").click()
    page.wait_for_url("**/room/*")
    page.wait_for_selector("html[data-live]")
    return page


def seated(club, game, *, guest="Bob", shown="Bob", **how):
    """The pages of two players; `shown` is the guest's name as others see it."""
    mine = opened(club, game, **how)
    other = club.browser()
    other.goto(address(mine, "invitation"))
    fill(other, "name", guest)
    other.locator("[data-name^=sit]").click()
    other.locator(".hm-seat", has_text="(you)").wait_for()
    mine.locator(".hm-seat", has_text=shown).wait_for()
    return mine, other


def move(page, *points):
    says(page, "Your turn")
    for name in points:
        point(page, name).click()


def clocks(page):
    return page.locator(".hm-clock").all_inner_texts()


# ---- the way in
def test_an_invitation_seats_one_guest_and_others_watch(club):
    mine = opened(club, "tictactoe")
    says(mine, "Waiting for players")
    invitation = address(mine, "invitation")
    watcher, guest, late = club.browser(), club.browser(), club.browser()
    watcher.goto(address(mine, "watch"))
    watcher.locator("[data-name=watching]").wait_for()
    expect(watcher.locator("[data-name^=sit]"), "to watch is no invitation").to_have_count(0)
    guest.goto(invitation)
    guest.locator("[data-name=sit1]").click()
    says(mine, "Your turn")
    guest.wait_for_url(re.compile(r"/room/[\w-]+$"))  # the address that a guest copies invites nobody
    late.goto(invitation)
    late.locator("[data-name=watching]").wait_for()
    move(mine, "b2")
    for page in (guest, watcher, late):
        page.locator(".hm-moves", has_text="b2").wait_for()
    says(guest, "Your turn")
    expect(watcher.locator("[data-name=status]")).not_to_contain_text("Your turn")


def test_names_are_shown_as_they_were_typed_and_run_nothing(club):
    mine, other = seated(
        club, "tictactoe", name="<img src=x onerror=1>", guest="Bob\u202e & co", shown="Bob & co"
    )
    expect(other.locator(".hm-seat b", has_text="<img src=x onerror=1>")).to_have_count(1)
    for seen in (mine, other):
        expect(seen.locator(".hm-seat img")).to_have_count(0)


def test_the_board_page_leads_there_with_its_game(club):
    page = club.browser()
    page.goto("/play/connect4?width=5&height=4")
    page.locator("[data-name=newgame]").click()
    link = page.locator("a[data-name=friend]")
    link.wait_for()
    expect(link).to_have_attribute("href", "/friend/connect4?width=5&height=4")


def test_a_game_that_is_not_there_is_said(club):
    page = club.browser()
    assert page.goto("/room/nothing-here").status == 404
    assert page.goto("/friend/pacman").status == 400
    assert page.goto("/friend/chesz").status == 404


# ---- a game
def test_two_browsers_play_offer_and_play_again(club):
    white, black = seated(club, "chess")
    move(white, "e2", "e4")
    move(black, "e7", "e5")
    says(white, "Your turn")
    white.locator("[data-name=takeback]").click()
    black.locator("[data-name=wish]", has_text="Ada").wait_for()
    black.locator("[data-name=decline]").click()
    white.locator("[data-name=takeback]").wait_for(state="hidden")
    white.locator("[data-name=say]").select_option("1")
    black.locator(".rm-said", has_text="Good luck!").wait_for()
    white.locator("[data-name=draw]").click()
    black.locator("[data-name=agree]").click()
    for page in (white, black):
        says(page, "A draw, by agreement.")
    black.locator("[data-name=rematch]").click()
    white.locator("[data-name=agree]").click()
    says(black, "Your turn. White to move.")
    expect(black.locator(".rm-score")).to_have_text(["0.5", "0.5"])
    black.locator("[data-name=resign]").click()
    black.locator("[data-name=yes]").click()
    says(white, "White resigns")


@pytest.mark.exhaustive
def test_a_move_is_taken_back_where_the_other_agrees(club):
    white, black = seated(club, "chess")
    move(white, "e2", "e4")
    says(black, "Your turn")
    white.locator("[data-name=takeback]").click()
    black.locator("[data-name=agree]").click()
    says(white, "Your turn")
    for page in (white, black):
        page.locator(".hm-moves", has_text="No moves yet").wait_for()


def test_clocks_are_the_servers_and_a_flag_falls(club):
    white, black = seated(club, "chess", clock="10+5")
    assert clocks(white) == ["10:00", "10:00"]
    move(white, "e2", "e4")
    move(black, "e7", "e5")
    says(white, "Your turn")
    club.ahead.write_text("300")
    white.wait_for_function("/^[45]:/.test(document.querySelectorAll('.hm-clock')[1].innerText)")
    move(white, "g1", "f3")
    says(black, "Your turn")
    club.ahead.write_text("1000")
    for page in (white, black):
        says(page, "Black has run out of time. White wins.")
    assert clocks(white)[0] == "0:00.0"


def test_a_page_that_comes_back_has_its_seat(club):
    white, black = seated(club, "chess")
    move(white, "e2", "e4")
    says(black, "Your turn")
    address_of_room = black.url
    black.reload()
    move(black, "e7", "e5")
    says(white, "Your turn")
    black.goto("about:blank")
    white.locator(".rm-away").wait_for()
    stranger = club.browser()
    stranger.goto(address_of_room)
    stranger.locator("[data-name=watching]").wait_for()
    black.goto(address_of_room)
    white.locator(".rm-away").wait_for(state="detached")
    move(white, "d2", "d4")
    says(black, "Your turn")


def test_a_game_outlasts_a_restart_of_the_server(club):
    white, black = seated(club, "backgammon", clock="5+0")
    where = white.url
    white.locator(".hm-moves [data-node]").first.wait_for()
    told = white.locator(".hm-moves").inner_text()
    white.goto("about:blank")
    black.goto("about:blank")
    club.restart()
    white.goto(where)
    black.goto(where)
    for page in (white, black):
        page.locator(".hm-seat", has_text="(you)").wait_for()
        expect(page.locator(".hm-moves")).to_have_text(told)
    says(white, "to move")


# ---- what is hidden
def test_a_spectator_and_the_opponent_are_sent_no_card(club):
    sent = {"guest": [], "watcher": []}

    def listen(page, name):
        heard = sent[name].append
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard(str(frame))))
        page.on("response", lambda response: heard(response.text() if "/room/" in response.url else ""))

    mine = opened(club, "hidden_gems")
    guest, watcher = club.browser(), club.browser()
    listen(guest, "guest")
    listen(watcher, "watcher")
    guest.goto(address(mine, "invitation"))
    watcher.goto(address(mine, "watch"))
    fill(guest, "name", "Bob")
    guest.locator("[data-name=sit1]").click()
    says(mine, "Your turn")
    for page in (guest, watcher):
        page.locator(".hm-moves [data-node='2']").wait_for()
    guest.reload()
    guest.locator(".hm-seat", has_text="(you)").wait_for()
    mine.locator("[data-name=action]", has_text="pass").click()
    says(guest, "Your turn")
    seen = {page: found(page.locator(".hm-moves").inner_text()) for page in (mine, guest, watcher)}
    assert [len(seen[page]) for page in (mine, guest, watcher)] == [1, 1, 0]
    assert found(" ".join(sent["guest"])) == seen[guest]
    assert found(" ".join(sent["watcher"])) == set()


def found(text):
    """The gems that are named."""
    return {gem for gem in hidden_gems.GEMS if gem in text}


# ---- three at a table
@pytest.mark.exhaustive
def test_engines_fill_the_seats_of_a_larger_table(club):
    page = club.browser()
    page.goto("/friend/monopoly")
    page.locator("[data-name=others]").select_option("1")
    page.locator("[data-name=engine]").select_option("1")
    page.locator("[data-name=side]").select_option("0")
    page.locator("[data-name=open]").click()
    page.wait_for_url("**/room/*")
    guest = club.browser()
    guest.goto(address(page, "invitation"))
    guest.locator("[data-name^=sit]").click()
    guest.locator(".hm-seat", has_text="engine, level 1").first.wait_for()
    assert guest.locator(".hm-seat").count() > 2
    says(page, "to move")


# ---- a class
def test_a_class_plays_against_the_engine_and_the_teacher_sees_all_boards(club):
    teacher = club.browser()
    teacher.goto("/friend/tictactoe/class")
    teacher.locator("[data-name=engine]").select_option("1")
    teacher.locator("[data-name=side]").select_option("0")
    teacher.locator("[data-name=open]").click()
    teacher.wait_for_url("**/exhibition/*")
    link, secret = address(teacher, "students"), teacher.url
    assert "teacher" not in link
    students = []
    for name in ("Mia", "=1+1"):
        student = club.browser()
        student.goto(link)
        fill(student, "name", name)
        student.locator("[data-name=join]").click()
        student.wait_for_url("**/room/*")
        students.append(student)
    move(students[0], "b2")
    says(students[0], "Your turn")
    students[0].locator("[data-name=resign]").click()
    students[0].locator("[data-name=yes]").click()
    teacher.locator(".rm-mini.rm-lost", has_text="Mia").wait_for()
    teacher.locator("[data-name=sum]", has_text="2 boards").wait_for()
    with teacher.expect_download() as download:
        teacher.locator("[data-name=csv]").click()
    written = Path(download.value.path()).read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(written, newline="")))
    assert [row["name"] for row in rows] == ["Mia", "'=1+1"], "a spreadsheet works no name out"
    assert [row["points"] for row in rows] == ["0", ""]
    assert rows[0]["moves"] == "1"
    again = students[1].context.new_page()
    again.goto(link)
    again.wait_for_url(students[1].url)  # a student goes on with his board
    stranger = club.browser()
    assert stranger.goto(secret + "x").status == 403
    stranger.goto(link)
    stranger.locator("[data-name=join]").click()
    stranger.locator(".hm-error", has_text="Type your name").wait_for()
