"""The board's page shows the same, byte for byte, in games that whoever sits at it cannot tell apart."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from look_alikes import GAMES

from halfmove.web import server
from halfmove.web.board import page
from halfmove.web.board.clock import Clock
from halfmove.web.board.table import Link, Table
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed

SCRIPTS = [Path(__file__).parent.parent / name for name in ("shown_pages.py", "shown_rooms.py")]
USUAL = ("dark-chess", "goofspiel", "holdem")
"""Games of a normal run: each of a family."""


def shown_alike(script, name, pairs):
    run = subprocess.run([sys.executable, script, name, str(pairs)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    assert run.stdout.endswith(" are shown alike.\n")


@pytest.mark.parametrize("script", SCRIPTS, ids=["pages", "rooms"])
@pytest.mark.parametrize("name", USUAL)
def test_pages_and_their_frames_are_the_same(name, script):
    shown_alike(script, name, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("script", SCRIPTS, ids=["pages", "rooms"])
@pytest.mark.parametrize("name", GAMES)
def test_many_pages_and_their_frames_are_the_same(name, script):
    shown_alike(script, name, 40)


# ---- how long a sealed link is
@pytest.fixture
def shared(monkeypatch):
    made = SimpleNamespace(catalogue=Catalogue(), seal=Seal(bytes(32)), books=())
    monkeypatch.setattr(server, "_server", made)
    return made


def lengths(name, lines, clock=None):
    """How long the links of these games are, in which the second player sits against an engine."""
    found = set()
    for line in lines:
        table = Table(name, {}, Link(seats="5,you", seed=7))
        for text in line:
            table.record.play(table.game.parse_action(table.state, text))
            if clock is not None:
                clock.note(table.record)
        url = table.url()
        assert "sealed=" in url
        sealed = url.partition("sealed=")[2]
        assert page.open_table(name, {"sealed": sealed}, "play").record.moves() == line
        found.add(len(url))
    return found


@pytest.mark.parametrize("timed", [False, True])
def test_a_bid_of_nine_makes_no_shorter_link_than_one_of_ten(shared, timed):
    clock = Clock(2) if timed else None
    if clock is not None:
        clock.set(300.0)
    before = []
    for _ in range(24):  # wherever the bounds lie to which lengths are rounded
        assert len(lengths("oshi-zumo", [[*before, bid] for bid in ("1", "9", "10", "25")], clock)) == 1
        before += ["1", "1"]


def test_scissors_make_no_longer_link_than_a_rock(shared):
    assert len(lengths("rock-paper-scissors", [["rock"], ["paper"], ["scissors"]])) == 1
