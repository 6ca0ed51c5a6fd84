"""What a worker keeps: histories that go on, players and memories until their page is gone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from halfmove.games.mnk import TicTacToe
from halfmove.games.nim import Nim
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.workers.job import Continuation, belongs, continuation
from halfmove.web.workers.memories import Histories, Kept, Sessions, Unknown
from halfmove.web.workers.pool import Bounds, Pool
from halfmove.web.workers.process import Process
from halfmove.web.workers.tasks import move as moving
from halfmove.web.workers.tasks import report
from halfmove.web.workers.worker import Link


def place(*moves, position=None):
    return position_reference("tictactoe", position=position, moves=moves)


def test_only_what_is_new_of_a_game_is_told():
    assert continuation("t", None, place("a1")) == place("a1")
    news = continuation("t", place("a1"), place("a1", "b2", "c3"))
    assert (news.kept, news.moves) == (1, ("b2", "c3"))
    back = continuation("t", place("a1", "b2", "c3"), place("a1", "c1"))
    assert (back.kept, back.moves) == (1, ("c1",))
    other = place("a1", position="X../.../... O")
    assert continuation("t", place("a1"), other) == other


def test_a_history_goes_on_and_back_without_reading_its_moves_again(monkeypatch):
    histories, catalogue = Histories(), Catalogue()
    first = place("a1", "b2")
    history = catalogue.open(first)
    histories.begun("t", first, history)
    read = []
    parse = TicTacToe.parse_action
    monkeypatch.setattr(TicTacToe, "parse_action", lambda *a: read.append(a[-1]) or parse(*a))
    second = place("a1", "b2", "c3")
    assert histories.gone_on(continuation("t", first, second)) is history
    third = place("a1", "a2")
    assert histories.gone_on(continuation("t", second, third)).texts() == ["a1", "a2"]
    assert read == ["c3", "a2"]


def test_a_worker_that_does_not_know_a_game_as_it_is_says_so():
    histories = Histories()
    news = continuation("t", place("a1"), place("a1", "b2"))
    with pytest.raises(Unknown):
        histories.gone_on(news)
    other = place("b1", "c1")
    histories.begun("t", other, Catalogue().open(other))
    with pytest.raises(Unknown):
        histories.gone_on(news)  # as long, but another game


def test_the_server_tells_a_process_the_whole_where_it_knows_nothing(monkeypatch):
    sent = []
    send = Process._send
    monkeypatch.setattr(Process, "_send", lambda self, *m: sent.append(m) or send(self, *m))

    async def play():
        pool = Pool(Catalogue(), Bounds(processes=1))
        try:
            asked = {"table": "t", "depth": 1}
            await pool.begin("t 1", "analysis", {**asked, "place": place("a1")}).result()
            await pool.begin("t 1", "analysis", {**asked, "place": place("a1", "b2")}).result()
            pool._processes[0]._told["t"] = place("a1", "b2", "c3")  # as after a job that never began
            last = await pool.begin(
                "t 1", "analysis", {**asked, "place": place("a1", "b2", "c3", "c1")}
            ).result()
            pool.leave("t")
            return last, pool._processes[0]
        finally:
            pool.close()

    last, process = asyncio.run(asyncio.wait_for(play(), 120))
    assert last["to_move"] == 0
    told = [m[3]["place"] for m in sent if m[0] == "begin"]
    assert [type(p) for p in told[:3]] == [type(place()), Continuation, Continuation]
    assert told[1].moves == ("b2",)
    assert told[3] == place("a1", "b2", "c3", "c1")
    assert ("forget", "t") in sent
    assert not process._told


def test_a_player_is_forgotten_with_its_page():
    link = Link(SimpleNamespace(send=lambda message: None), Catalogue())
    for client in ("page 1", "page 2", "other 1"):
        arguments = {
            "client": client,
            "place": place("b2"),
            "table": client.split()[0],
            "level": 1,
            "seed": 1,
        }
        assert moving.perform(arguments, link)["move"] is not None
    closed = [kept.player for kept in link.players._things.values() if kept.player._best]
    link.forget("page")
    assert [key[0] for key in link.players] == ["other 1"]
    assert sum(player._best is None for player in closed) == 2
    link.forget("other")
    assert not len(link.players)


def test_what_is_used_longest_ago_goes_first():
    ended = []
    kept = Kept(2, ended.append)
    kept.put("one", "a", 1)
    kept.put("two", "b", 1)
    kept.put(kept.take("a", 1), "a", 1)
    kept.put("three", "c", 1)
    assert ended == ["two"]
    assert kept.take("b", 1) is None
    kept.forget("a")
    assert ended == ["two", "one"]


def test_a_session_lasts_while_game_and_options_stay_and_the_client_is_there():
    kept, ttt, nim = Sessions(), TicTacToe(), Nim()
    first = kept.of("anna", "analysis", ttt)
    assert kept.of("anna", "analysis", ttt) is first
    assert kept.of("anna", "report", ttt) is not first
    assert kept.of("bert", "analysis", ttt) is not first
    assert kept.of("anna", "analysis", ttt, "mcts", {"c": "1"}).options == {"c": "1"}
    assert kept.of("anna", "analysis", nim).game == nim
    again = kept.of("anna", "analysis", ttt)
    assert again is not first
    kept.forget("anna")
    assert kept.of("anna", "analysis", ttt) is not again


def test_the_parts_of_a_client_belong_to_it():
    assert belongs("page 1", "page")
    assert belongs("page", "page")
    assert not belongs("pages", "page")
    assert not belongs("page", "page 1")


def test_a_report_leaves_the_history_as_it_was():
    link = Link(SimpleNamespace(send=lambda message: None), Catalogue())
    link._number = 1
    asked = {"client": "t report", "table": "t", "place": place("a1", "b2"), "seconds": 0.01}
    assert report.perform(asked, link) == {"moves": 2}
    news = continuation("t", place("a1", "b2"), place("a1", "b2", "c3"))
    assert link.open({**asked, "place": news}).texts() == ["a1", "b2", "c3"]
