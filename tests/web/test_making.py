"""Machine code made for a game as soon as its page is open."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from halfmove.core.code import times
from halfmove.core.compile import jit_enabled
from halfmove.games.reference import GameReference
from halfmove.search.session import Session
from halfmove.web import making as making_module
from halfmove.web.catalogue import Catalogue
from halfmove.web.making import Making, Preparation, _key, counted


@pytest.mark.skipif(not jit_enabled(), reason="about machine code")
def test_opening_a_page_makes_the_machine_code_of_its_game(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("HALFMOVE_COMPILE", raising=False)
    catalogue = Catalogue.of(["examples/hexapawn.py"])
    game = GameReference("hexapawn")

    async def made():
        making = Making(catalogue)
        making.begin(game)
        assert not making.ready(game)
        assert re.fullmatch(r"getting ready, \d s so far …", making.said(game))
        until = time.monotonic() + 100
        while not making.ready(game) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert making.ready(game)
        assert making.said(game) == ""
        making.close()

    asyncio.run(made())
    played = catalogue.game(game)
    session = Session(played, megabytes=4, reference=GameReference.known(played))
    assert session.ready(), "nothing is left to be made"


@pytest.mark.one_speed
def test_who_waits_is_told_how_long(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(making_module, "time", SimpleNamespace(monotonic=lambda: now))
    making = Making(Catalogue())
    game = GameReference("nim")
    assert making.ready(game), "nobody has it open"
    making._of[_key(game)] = Preparation(20.0, since=now - 5)
    assert making.told(game, 2) == "Getting ready, the first time only: about 15 s more …"
    making._of[_key(game)].since = now - 1
    assert making.said(game) == "getting ready, 1 s so far …", "where it is kept this is all that it takes"
    making._of[_key(game)].since = now - 31
    assert making.said(game) == "getting ready, the first time only: longer than usual, 31 s so far …"
    making._of[_key(game)].done = True
    assert making.said(game) == ""
    assert making.told(game, 7.2) == "Getting ready, the first time only: 7 s so far …", "of another search"


@pytest.mark.one_speed
def test_a_game_that_waits_for_others_says_when_it_will_be_ready(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(making_module, "time", SimpleNamespace(monotonic=lambda: now))
    making, games = Making(Catalogue()), [GameReference(name) for name in ("nim", "chess", "go")]
    for game, about in zip(games, (20.0, 40.0, 5.0), strict=True):
        making._of[_key(game)] = Preparation(about)
    making._of[_key(games[0])].since = now - 8
    making._waiting.extend(games[1:])
    assert making.said(games[1]) == "getting ready after other games: about 52 s …"
    assert making.said(games[2]) == "getting ready after other games: about 57 s …"


@pytest.mark.one_speed
def test_seconds_are_counted_while_machine_code_is_made_and_only_then(monkeypatch):
    monkeypatch.setattr(making_module, "TICK", 0.001)
    shown = []

    async def job():
        for message in ({"kind": "waiting"}, {"kind": "compiling", "what": "search"}, {"kind": "compiling"}):
            yield message
            while message.get("what") and len(shown) < 4:
                await asyncio.sleep(0)
        before = len(shown)
        await asyncio.sleep(0.02)
        assert len(shown) == before, "what was made is made"
        yield {"kind": "compiling", "what": "another kernel"}
        yield {"kind": "done"}

    async def read():
        return [message["kind"] async for message in counted(job(), shown.append)]

    assert asyncio.run(read()) == ["waiting", *["compiling"] * 3, "done"]
    assert shown[0] < shown[-1], "one kernel after the other is one wait"
    assert shown == sorted(shown)


@pytest.mark.skipif(not jit_enabled(), reason="about machine code")
def test_what_prepare_took_is_what_a_page_expects(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("HALFMOVE_COMPILE", raising=False)
    # in a process of its own: this one may have the code in memory
    command = [sys.executable, "-m", "halfmove", "prepare", "examples/hexapawn.py"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    took = float(re.search(r"\(([\d.]+) s\)", told.stdout)[1])
    assert times.read() == {"hexapawn": took}
    making, game = Making(Catalogue.of(["examples/hexapawn.py"])), GameReference("hexapawn")
    monkeypatch.setattr(making, "_made_for", lambda game: Endless())

    async def opened():
        making.begin(game)

    asyncio.run(opened())
    known = making._of[_key(game)]
    assert known.about == took
    monkeypatch.setattr(Preparation, "passed", lambda self: 4.0)  # a clock that stands: no rounding to chance
    assert making.said(game) == (
        f"getting ready, the first time only: about {took - 4:.0f} s more …"
        if took - 4 >= 1
        else "getting ready, the first time only: longer than usual, 4 s so far …"
    )


class Endless:
    """What never gets ready."""

    def when_done(self, call):
        pass


@pytest.mark.one_speed
def test_times_that_cannot_be_read_are_none_and_one_more_leaves_the_others(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))
    assert times.read() == {}
    for spoiled in ("", "[1]", '{"go": "long"}'):
        (tmp_path / "times.json").write_text(spoiled)
        assert times.read() == {}
    times.keep("go", 71.84)
    times.keep("nim", 2)
    assert times.read() == {"go": 71.8, "nim": 2.0}
    assert [file.name for file in tmp_path.iterdir()] == ["times.json"]
