"""Who plays, without a page: clocks, draws, engines that are asked once, who sees what."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from urllib.parse import parse_qsl

import pytest

from halfmove.core.contract import SPECTATOR
from halfmove.core.plain_text import PlainText
from halfmove.games.kuhn import Kuhn
from halfmove.games.mnk import TicTacToe
from halfmove.games.race import Race
from halfmove.web import server
from halfmove.web.board import clock as clock_module
from halfmove.web.board import controls as controls_module
from halfmove.web.board import engine_seat
from halfmove.web.board.clock import Clock, format_time
from halfmove.web.board.controls import Controls
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.game_records import read_game_record
from halfmove.web.board.new_game import NewGame
from halfmove.web.board.seats import PERSON, Seats
from halfmove.web.board.table import Link, Table
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed


class Pool:
    """Takes jobs up, and does none."""

    def __init__(self):
        self.begun = []

        self.found = {"kind": "stopped"}

    def begin(self, *arguments, **named):
        self.begun.append(arguments)
        return Job(self.found)


class Making:
    """Has made all machine code, or not."""

    is_ready = True

    def ready(self, game):
        return self.is_ready


class Job:
    at_work = False

    def __init__(self, found):
        self.found = found

    def stop(self):
        pass

    async def __aiter__(self):
        yield self.found


@pytest.fixture
def shared(monkeypatch):
    """A server that searches nothing."""
    made = SimpleNamespace(
        catalogue=Catalogue(), pool=Pool(), making=Making(), seal=Seal(bytes(32)), books=()
    )
    monkeypatch.setattr(server, "_server", made)
    return made


@pytest.fixture
def made(monkeypatch, shared):
    """A game with its engines and clocks, the engines' tasks that wait, and the time, which stands still."""
    waiting = []
    monkeypatch.setattr(engine_seat, "background_tasks", SimpleNamespace(create=waiting.append))
    now = SimpleNamespace(now=100.0)
    monkeypatch.setattr(clock_module, "time", SimpleNamespace(monotonic=lambda: now.now))
    table = Table("tictactoe", {})
    clock = Clock(2)
    engines = EngineSeats(table, clock, lambda: None)
    controls, new_game = object.__new__(Controls), object.__new__(NewGame)
    controls.table, controls.engines = table, engines
    new_game.table, new_game.clock, new_game.engines = table, clock, engines

    def changed():
        if clock.base is not None and table.record.here.ply and not table.looking and not table.over:
            clock.run_for(table.mover)
        engines.refresh()

    table.watchers.append(changed)
    yield SimpleNamespace(
        table=table, clock=clock, engines=engines, controls=controls, tab=new_game, waiting=waiting,
        now=now, pool=shared.pool,
    )  # fmt: skip
    for task in waiting:
        task.close()


def move(made, text):
    made.clock.press(made.table.mover)
    made.table.play_text(text)


def page_link(url):
    """What an address says of a game."""
    said = dict(parse_qsl(url.partition("?")[2]))
    return Link(record=said["record"], seats=said.get("seats", ""))


def test_two_changes_at_once_ask_the_engine_once(made):
    made.tab.seat({0: "5"})
    made.table.notify_change()
    for task in made.waiting:
        asyncio.run(task)
    assert len(made.waiting) == 2
    assert len(made.pool.begun) == 1


def test_an_engine_is_told_where_it_plays_at_which_table_and_what_its_clock_says(made):
    made.table.seats.seat_people()
    made.tab.set_minutes("1")
    move(made, "a1")
    made.tab.seat({1: "3"})
    asyncio.run(made.waiting[-1])
    client, task, arguments = made.pool.begun[0]
    assert (client, task) == (f"{made.table.client} 1", "move")
    assert (arguments["place"].moves, arguments["table"]) == (("a1",), made.table.client)
    assert (arguments["level"], arguments["clocks"], arguments["increments"]) == (3, [60.0, 60.0], [0.0, 0.0])


def test_a_clock_goes_on_for_whose_turn_it_is_wherever_one_looks(made):
    made.table.seats.seat_people()
    made.tab.set_minutes("1")
    move(made, "a1")
    made.now.now += 10
    move(made, "b2")
    assert [made.clock.left(p) for p in (0, 1)] == [60, 50]
    made.table.go(made.table.record.here.parent)
    made.now.now += 20
    assert [made.clock.left(p) for p in (0, 1)] == [40, 50]
    assert made.clock.flagged() is None
    made.now.now += 45
    assert made.clock.flagged() == 0
    assert made.clock.left(0) == 0
    assert made.clock.flagged() is None


def test_taking_back_gives_the_clock_to_whose_turn_it_is_then(made):
    made.table.seats.seat_people()
    made.tab.set_minutes("1")
    for text in ("a1", "b2", "c3"):
        move(made, text)
    made.now.now += 5
    made.controls.undo()
    made.now.now += 7
    assert [made.clock.left(p) for p in (0, 1)] == [53, 55]


def timed(made, text):
    made.clock.press(made.table.mover)
    made.table.play_text(text, made.clock)


def clocks(table):
    return [node.paper.clock for node in table.record.line()]


def test_what_clocks_show_is_in_the_record(made):
    made.table.seats.seat_people()
    timed(made, "a1")
    assert clocks(made.table) == [None], "there was none"
    made.tab.set_increment("2")
    made.tab.set_minutes("1")
    timed(made, "b2")
    made.now.now += 10.7
    timed(made, "c3")
    assert clocks(made.table) == [None, 62, 51]
    assert made.table.record.headers == {"TimeControl": "60+2"}
    made.tab.set_minutes("3")
    timed(made, "b3")
    assert made.table.record.headers == {"TimeControl": "?"}, "no word tells both"
    back = Table("tictactoe", {}, page_link(made.table.url()))
    assert (clocks(back), back.record.headers) == ([None, 62, 51, 182], {"TimeControl": "?"})


def test_an_engine_is_timed_as_a_person_is(made):
    made.tab.seat({1: "5"})
    made.tab.set_minutes("1")
    made.pool.found = {"kind": "done", "result": {"move": "b2"}}
    timed(made, "a1")
    made.now.now += 3
    asyncio.run(made.waiting.pop())
    assert clocks(made.table) == [60, 57]


def test_clocks_of_a_file_stay_as_they_are(made):
    made.table.seats.seat_people()
    game = made.table.game
    [paper] = PlainText(game).read("# tag First Ann\na1 [clk 12.5] b2")
    made.table.restart_at(read_game_record(game, paper, PlainText(game)))
    made.tab.set_minutes("1")
    made.table.go(made.table.record.root)
    timed(made, "a1")
    timed(made, "b3")
    assert [node.paper.clock for node in made.table.record.nodes.values()] == [None, 12.5, None, 60]
    assert made.table.record.headers == {"First": "Ann"}


def test_an_increment_is_given_for_each_move(made):
    made.table.seats.seat_people()
    made.tab.set_minutes("1")
    made.tab.set_increment("2")
    move(made, "a1")
    made.now.now += 10
    move(made, "b2")
    assert made.clock.left(1) == 52
    assert [format_time(s) for s in (9.96, 70, 3725, -1)] == ["0:10.0", "1:10", "1:02:05", "0:00.0"]


@pytest.mark.parametrize(
    ("chance", "proven", "agreed"),
    [(0.6, False, True), (0.5, True, True), (0.5, False, False), (0.4, False, False)],
)
def test_an_offer_of_a_draw_is_judged_by_a_search(made, monkeypatch, chance, proven, agreed):
    said = []
    monkeypatch.setattr(controls_module, "ui", SimpleNamespace(notify=said.append))
    made.pool.found = {"kind": "done", "result": {"chance": chance, "proven": proven, "lines": []}}
    asyncio.run(made.controls.offer_draw())
    assert made.table.ended == ("draw" if agreed else "")
    assert ("The engine would rather play on." in said) is not agreed
    assert made.pool.begun[-1][1] == "analysis"


def test_no_clock_runs_before_an_answer_is_possible(made, shared):
    made.tab.set_minutes("1")
    move(made, "a1")
    made.engines._waits = True
    assert made.engines.unready, "its process has not begun"
    made.clock.hold(made.engines.unready)
    made.now.now += 30
    assert made.clock.left(1) == 60
    made.engines._job = SimpleNamespace(
        at_work=True, process=SimpleNamespace(compiling=True), stop=lambda: None
    )
    assert made.engines.unready
    made.engines._job.process.compiling = False
    shared.making.is_ready = False
    assert made.engines.unready
    shared.making.is_ready = True
    made.clock.hold(made.engines.unready)
    made.now.now += 10
    assert made.clock.left(1) == 50
    assert made.clock.kept()["left"] == [60, 50]


def test_clocks_come_back_as_they_stood_and_nonsense_does_not():
    clock = Clock(2)
    clock.restore({"base": 300.0, "increment": 2, "left": [17, 200]})
    assert (clock.base, clock.increment, clock.left(0), clock.left(1)) == (300, 2, 17, 200)
    for wrong in (
        None,
        [],
        {"base": "x"},
        {"base": 1, "increment": 0, "left": [1]},
        {"base": 1e9, "increment": 0},
    ):
        clock.restore(wrong)
        assert clock.left(0) == 17
    clock.restore({"base": 60, "increment": 0, "left": None})
    assert clock.left(1) == 60


def test_no_engine_thinks_for_a_page_that_was_only_fetched(made):
    made.engines.there = False
    made.tab.seat({0: "5"})
    assert not made.waiting
    made.engines.there = True
    made.engines.refresh()
    assert len(made.waiting) == 1


# ---- who sees what
def test_who_sees_what_where_nothing_is_hidden():
    seats = Seats(TicTacToe())
    for who in ((PERSON, PERSON), (PERSON, "5"), ("5", "5")):
        seats.who = dict(enumerate(who))
        assert seats.viewer is None
        assert not seats.curtain(0)


def test_the_page_of_one_person_shows_what_that_player_sees():
    seats = Seats(Kuhn())
    assert seats.viewer == 0
    seats.read("5,you")
    assert seats.viewer == 1
    assert not seats.curtain(1)
    seats.read("5,5")
    assert seats.viewer == SPECTATOR
    assert Seats(Kuhn(), analysing=True).viewer is None


def test_a_shared_screen_is_handed_over_behind_a_curtain():
    seats = Seats(Kuhn())
    seats.seat_people()
    assert seats.viewer == SPECTATOR
    assert seats.curtain(0)
    seats.looking = 0
    assert seats.viewer == 0
    assert not seats.curtain(0)
    seats.turn(1)
    assert seats.viewer == SPECTATOR
    assert seats.curtain(1)


def test_links_name_the_seats_that_are_not_as_usual():
    seats = Seats(Race())
    assert (seats.written(), seats.people) == ("", [0])
    seats.read("5,nobody,you")
    assert seats.written() == "5,5,you"


@pytest.fixture
def kuhn(shared):
    """Kuhn poker, the king dealt to the person and the jack to the engine."""
    return Table("kuhn", {}, Link(moves="K J"))


def test_a_table_shows_only_what_its_person_may_see(kuhn):
    texts = [kuhn.picture(), kuhn.status, *(kuhn.describe_move(node) for node in kuhn.record.here.path())]
    assert "K" in "".join(texts)
    assert not any("J" in text for text in texts)
    assert [m.text for m in kuhn.legal] == ["check", "bet"]
    kuhn.play_text("bet")
    assert kuhn.legal == []
    assert not kuhn.may_move


def test_moves_stand_where_something_is_hidden(kuhn):
    assert kuhn.fixed
    kuhn.play_text("bet")
    kuhn.go(kuhn.record.here.parent)
    assert kuhn.looking
    assert not kuhn.may_move  # it would be a second try


def test_another_person_at_the_screen_begins_another_game(kuhn):
    kuhn.seat({1: "3"})
    assert kuhn.record.here.ply == 2
    kuhn.seat({1: PERSON})
    assert kuhn.record.here.ply == 0
    assert kuhn.viewer == SPECTATOR


def test_a_position_that_is_dealt_is_a_game_that_has_begun(shared):
    table = Table("kuhn", {}, Link(position="K J"))
    table.seat({0: "5"})
    assert table.state == Kuhn().initial(), "whoever sits down next would see what was dealt"
    table = Table("kuhn", {}, Link(position="K J"))
    table.seat({1: "3"})
    assert "K" in table.picture()


def test_another_engine_brings_no_second_try(kuhn, shared):
    """Nor does a pause: who has looked back still looks back."""
    for text in ("bet", "call"):
        kuhn.play_text(text)
    for node in kuhn.record.here.path()[1:3]:
        kuhn.go(node)
        kuhn.seat({1: "3"})
        assert not kuhn.may_move
    controls = object.__new__(Controls)
    controls.table, controls.engines = kuhn, SimpleNamespace(paused=False)
    controls.refresh = lambda: None
    controls.pause()
    assert kuhn.looking
    kuhn.go(kuhn.record.end())
    kuhn.seat({1: "5"})
    assert not kuhn.looking


def test_engines_of_a_game_that_hides_something_differ_from_game_to_game(shared):
    """Their luck would otherwise be the same in every game, and a player could read them."""
    seeds = set()
    for _ in range(3):
        table = Table("kuhn", {}, Link(moves="K J bet"))
        seeds.add(EngineSeats(table, Clock(2), lambda: None)._arguments(1)["seed"])
    assert len(seeds) == 3
    table = Table("tictactoe", {}, Link(moves="a1"))
    assert EngineSeats(table, Clock(2), lambda: None)._arguments(1)["seed"] == 0


def test_a_link_is_sealed_and_restores_the_game(kuhn, shared):
    url = kuhn.url()
    assert "moves" not in url
    assert "seats" not in url
    said = shared.seal.opened(url.partition("sealed=")[2].replace("%3D", "="))
    assert (said["moves"], said["game"], said["seed"]) == ("K J", "kuhn", kuhn.seed)
    assert Table("kuhn", {}).url() == "/play/kuhn"


def test_a_seed_brings_the_same_luck_again(shared):
    def rolled(seed):
        table = Table("pig", {}, Link(seed=seed))
        rolls = []
        while len(rolls) < 12:
            if table.mover == -1:
                rolls.append(table.draw_outcome())
                table.play(rolls[-1])
            else:
                table.play_text("roll")
        return rolls, table

    first, table = rolled(7)
    assert rolled(7)[0] == first
    assert rolled(8)[0] != first
    assert "seed=7" in table.url()
    back = table.record.here.parent
    table.go(back)
    assert table.draw_outcome() == first[-1]  # taken back and rolled again: no better luck


def test_no_button_of_a_seat_plays_for_another(shared):
    table = Table("goofspiel", {}, Link(moves="A"))
    assert table.may_move
    assert {m.touches for m in table.legal} == {(f"first {r}",) for r in "A2345"}
    table.play_text("3")
    assert table.mover == 1
    assert not table.may_move
    assert table.legal == []
    assert "3" not in [n.seen[1] for n in table.record.here.path()][-1:]


def test_the_line_above_the_board_says_what_the_die_shows(shared):
    table = Table("pig", {}, Link(moves="roll"))
    table.play(4)
    assert table.status == "Chance: 4. A to move."
    table.play_text("hold")
    assert table.status == "B to move."
    assert Table("kuhn", {}, Link(moves="K J")).status == "First to move.", "cards are drawn on the table"


def test_a_clock_stands_still_from_the_moment_an_engine_is_asked(made):
    made.tab.set_minutes("1")
    move(made, "a1")
    assert made.engines.unready
    made.clock.hold(made.engines.unready)
    made.now.now += 30
    assert made.clock.left(1) == 60
