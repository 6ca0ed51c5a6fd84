"""A game between browsers without any: who may sit, move, offer and settle, and when a clock is up."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from halfmove.core.contract import CHANCE, SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.web import server
from halfmove.web.board.clock import Clock
from halfmove.web.catalogue import Catalogue
from halfmove.web.rooms.files import read_room, write_room
from halfmove.web.rooms.plan import Plan, choose_seat, parse_clock
from halfmove.web.rooms.room import DRAW, PAUSE, REMATCH, SAYINGS, TAKE_BACK, About
from halfmove.web.rooms.room_table import RoomTable
from halfmove.web.rooms.seat import clean_name
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed


@pytest.fixture(autouse=True)
def shared(monkeypatch):
    made = SimpleNamespace(catalogue=Catalogue(), seal=Seal(bytes(32)), books=())
    monkeypatch.setattr(server, "_server", made)


class Time:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


def room_of(game, *, clock="", seats=(), full=True, now=None, **parameters):
    """A room, and the secrets of those who sit in it."""
    room = Plan(game, parameters, seats, clock).make(About("number-1", "please"), now or Time())
    keys = [room.sit(player, f"P{player}") for player in list(room.free)] if full else []
    return room, keys


def play(room, *texts):
    """Moves by whoever is to move; nature's as they are drawn."""
    for text in texts:
        deal(room)
        game, state = room.table.game, room.table.state
        room.play(room.table.mover, game.parse_action(state, text))
    deal(room)


def deal(room):
    while room.table.mover == CHANCE and not room.table.over:
        room.table.play(room.table.draw_outcome())


# ---- seats
def test_whoever_has_the_secret_is_known_again_and_nobody_else():
    room, keys = room_of("tictactoe")
    assert [room.find_player(key) for key in keys] == [0, 1]
    assert room.find_player("") is None
    assert room.find_player(room.seats[0].key) is None, "the file holds a digest, which is no secret"
    assert room.find_player(keys[0] + "x") is None


def test_a_taken_seat_stays_taken():
    room, _ = room_of("tictactoe")
    with pytest.raises(BadInput, match="taken"):
        room.sit(1, "Eve")


def test_nobody_moves_until_everybody_is_there():
    room, _ = room_of("tictactoe", full=False)
    room.sit(0, "Ada")
    with pytest.raises(BadInput, match="when all seats are taken"):
        room.play(0, room.table.record.history.legal()[0])
    room.sit(1, "Bob")
    play(room, "a3")
    assert room.table.record.moves() == ["a3"]


def test_engines_fill_seats_and_are_nobodys_secret():
    room, keys = room_of("monopoly", seats=("you", "3", "you", "1"))
    assert room.people == [0, 2]
    assert len(keys) == 2
    assert room.begun


@pytest.mark.parametrize("seats", [("3", "3"), ("nobody", "you"), ("<script>", "you")])
def test_a_room_needs_a_person_and_known_engines(seats):
    with pytest.raises(BadInput, match="Each seat"):
        room_of("tictactoe", seats=seats)


@pytest.mark.parametrize(("game", "why"), [("pacman", "real time"), ("chesz", "no game")])
def test_games_that_two_browsers_cannot_play_are_refused(game, why):
    with pytest.raises(BadInput, match=why):
        room_of(game)


def test_the_side_is_chosen_or_drawn():
    room, _ = room_of("tictactoe", full=False)
    assert choose_seat(room, "1") == 1
    assert {choose_seat(room, "random") for _ in range(60)} == {0, 1}
    assert choose_seat(room, "7") in (0, 1)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("\u202eadA\u0000\u200b", "adA"),
        ("x" * 5000, "x" * 24),
        ("", ""),
    ],
)
def test_names_are_one_short_line(typed, shown):
    assert clean_name(typed) == shown


# ---- moves
def test_only_who_is_to_move_moves_and_only_what_the_rules_allow():
    room, _ = room_of("chess")
    e4 = room.table.game.parse_action(room.table.state, "e4")
    with pytest.raises(BadInput, match="not your turn"):
        room.play(1, e4)
    with pytest.raises(BadInput, match="not possible"):
        room.play(0, "e4 and more")
    room.play(0, e4)
    with pytest.raises(BadInput, match="not possible"):
        room.play(1, e4)
    assert room.table.record.moves() == ["e4"]


def test_nothing_is_played_after_the_end():
    room, _ = room_of("tictactoe")
    play(room, "a3", "a2", "b3", "b2", "c3")
    with pytest.raises(BadInput, match="over"):
        room.play(1, 8)
    assert room.result() == [1.0, 0.0]


# ---- clocks
def test_clocks_run_from_the_first_move_with_increments_and_a_flag_falls():
    now = Time()
    room, _ = room_of("chess", clock="3+2", now=now)
    now.seconds += 1000
    play(room, "e4")
    now.seconds += 10
    play(room, "e5")
    assert [room.clock.left(player) for player in (0, 1)] == [180, 172]
    now.seconds += 179.5
    room.look()
    assert not room.table.over
    now.seconds += 1
    room.look()
    assert room.table.ended == "time-0"
    assert room.result() == [0.0, 1.0]
    now.seconds += 1000
    assert room.clock.left(1) == 172


def test_a_move_that_comes_after_the_flag_does_not_count():
    now = Time()
    room, _ = room_of("chess", clock="1+0", now=now)
    play(room, "e4")
    now.seconds += 61
    with pytest.raises(BadInput, match="over"):
        play(room, "e5")
    assert room.table.ended == "time-1"
    assert room.table.record.moves() == ["e4"]


@pytest.mark.parametrize("text", ["7+7", "x", "1+0+0", "-1+0"])
def test_other_clocks_than_those_offered_are_refused(text):
    with pytest.raises(BadInput, match="no clock"):
        parse_clock(text)


# ---- offers
def test_a_draw_takes_both_players():
    room, _ = room_of("chess")
    play(room, "e4")
    room.ask(DRAW, 0)
    assert not room.table.over
    room.agree(0)
    assert not room.table.over, "who offers does not accept"
    room.agree(1)
    assert room.table.ended == "draw"
    assert room.result() == [0.5, 0.5]


def test_an_offer_is_past_with_the_next_move_and_not_repeated_when_declined():
    room, _ = room_of("chess")
    room.ask(DRAW, 1)
    play(room, "e4")
    assert room.wish is None
    room.ask(DRAW, 0)
    room.decline(1)
    room.ask(DRAW, 0)
    assert room.wish is None
    play(room, "e5")
    room.ask(DRAW, 0)
    assert room.wish.player == 0


def test_two_who_offer_agree():
    room, _ = room_of("chess")
    room.ask(DRAW, 0)
    room.ask(DRAW, 1)
    assert room.table.ended == "draw"


def test_a_move_is_taken_back_by_agreement_to_before_ones_own_last():
    room, _ = room_of("chess")
    play(room, "e4", "e5")
    room.ask(TAKE_BACK, 0)
    room.agree(1)
    assert room.table.record.moves() == []
    assert len(room.table.record.nodes) == 1, "nothing of it is kept as a variation"
    play(room, "d4", "d5")
    room.ask(TAKE_BACK, 1)
    room.agree(0)
    assert room.table.record.moves() == ["d4"]


def test_what_was_seen_is_not_taken_back():
    room, _ = room_of("kuhn")
    play(room, "check")
    assert not room.may_ask(TAKE_BACK, 0)


def test_who_has_not_moved_has_nothing_to_take_back():
    room, _ = room_of("chess")
    assert not room.may_ask(TAKE_BACK, 0)


def test_a_rematch_changes_sides_and_keeps_the_score():
    room, keys = room_of("chess", clock="3+2")
    assert not room.may_ask(REMATCH, 0)
    play(room, "e4")
    room.resign(0)
    assert room.table.ended == "resigned-0"
    room.arrive("page", 0)
    room.ask(REMATCH, 1)
    room.agree(0)
    assert [seat.points for seat in room.seats] == [1.0, 0.0]
    assert [room.find_player(key) for key in keys] == [1, 0]
    assert room.present == {"page": 1}
    assert not room.table.over
    assert room.clock.left(0) == 180


def test_one_person_against_an_engine_has_nobody_to_agree_with():
    room, _ = room_of("chess", seats=("you", "1"))
    assert not any(room.may_ask(kind, 0) for kind in (DRAW, TAKE_BACK, REMATCH))


def test_messages_are_ready_made_and_not_too_many():
    now = Time()
    room, _ = room_of("chess", now=now)
    room.say(0, 1)
    room.say(0, 0)
    assert room.seats[0].said == SAYINGS[1]
    now.seconds += PAUSE
    room.say(0, len(SAYINGS))
    room.say(0, -1)
    assert room.seats[0].said == SAYINGS[1]
    room.say(0, 0)
    assert room.seats[0].said == SAYINGS[0]


def test_who_is_away_is_known():
    room, _ = room_of("chess")
    heard = []
    room.about.watchers.append(lambda: heard.append(room.is_away(0)))
    room.arrive("a", 0)
    room.arrive("b", 0)
    room.leave("a")
    room.leave("b")
    room.leave("b")
    assert heard == [False, False, False, True]


# ---- settling
def test_dead_stones_are_settled_when_both_accept():
    room, _ = room_of("go", width="5", height="5")
    play(room, "C3", "A1", "pass", "pass")
    assert room.table.over
    assert not room.finished
    assert room.result() is None
    room.propose([])
    room.accept(0)
    room.change(1, "A1")
    room.accept(1)
    assert not room.finished, "what was accepted before is another proposal"
    room.accept(0)
    assert room.finished
    assert room.table.record.here.settled == ("A1",)
    assert room.result() == [1.0, 0.0]


def test_play_is_resumed_before_the_passes():
    room, _ = room_of("go", width="5", height="5")
    play(room, "C3", "A1", "pass", "pass")
    room.propose(["A1"])
    room.resume(1)
    assert room.table.record.moves() == ["C3", "A1"]
    assert room.proposed is None


# ---- kept
@pytest.mark.parametrize(
    ("game", "moves"), [("chess", ["e4", "e5"]), ("backgammon", []), ("kuhn", ["check"]), ("holdem", [])]
)
def test_a_room_is_read_as_it_was_written(game, moves):
    now = Time()
    room, keys = room_of(game, clock="3+2", now=now)
    play(room, *moves)
    room.ask(DRAW, 0)
    now.seconds += 7
    again = read_room("number-1", json.loads(json.dumps(write_room(room))), Clock(2, now))
    assert again.table.record.moves() == room.table.record.moves()
    assert again.table.state == room.table.state
    assert again.table.seed == room.table.seed
    assert [again.find_player(key) for key in keys] == [0, 1]
    assert [again.clock.left(p) for p in (0, 1)] == [round(room.clock.left(p)) for p in (0, 1)]
    assert write_room(again)["seats"] == write_room(room)["seats"]


def test_a_finished_room_stays_finished():
    room, _ = room_of("chess")
    room.resign(1)
    again = read_room("number-1", json.loads(json.dumps(write_room(room))), Clock(2))
    assert again.finished
    assert again.result() == [1.0, 0.0]


@pytest.mark.parametrize(
    "change", [{"game": "chesz"}, {"moves": ["e9"]}, {"seats": [{"whom": 1}]}, {"clock": 7}, {"seed": None}]
)
def test_a_damaged_file_is_no_room_or_a_whole_one(change):
    room, _ = room_of("chess")
    content = json.loads(json.dumps(write_room(room))) | change
    again = read_room("number-1", content, Clock(2))
    assert again is None or again.table.record.moves() == []


# ---- tables of pages
def test_pages_follow_the_room():
    room, _ = room_of("chess")
    mine, other = RoomTable(room), RoomTable(room)
    mine.look_as(1)
    assert (mine.below, other.below) == (1, 0)
    play(room, "e4", "e5")
    assert mine.follow()
    assert not mine.follow()
    assert mine.record.moves() == ["e4", "e5"]
    mine.go(mine.record.root)
    room.tell()
    mine.follow()
    assert mine.looking, "no move has come: one goes on looking back"
    play(room, "Nf3")
    mine.follow()
    assert not mine.looking
    assert mine.record.here.ply == 3
    room.ask(TAKE_BACK, 1)
    room.agree(0)
    mine.follow()
    assert mine.record.moves() == ["e4"]
    other.follow()
    assert other.record.moves() == ["e4"]


def test_a_page_moves_for_its_player_alone():
    room, _ = room_of("chess")
    black, watching = RoomTable(room), RoomTable(room)
    black.look_as(1)
    assert not black.may_move
    e4 = black.record.history.legal()[0]
    watching.play(e4)
    assert room.table.record.moves() == []
    with pytest.raises(BadInput, match="not your turn"):
        black.play(e4)
    assert not watching.may_move


def test_a_page_sees_what_its_player_may_see():
    room, _ = room_of("kuhn")
    deal(room)
    tables = [RoomTable(room) for _ in range(3)]
    for table, player in zip(tables, (0, 1, None), strict=True):
        table.look_as(player)
    assert [table.viewer for table in tables] == [0, 1, SPECTATOR]
    cards = [node.text for node in room.table.record.here.path()]
    told = [[table.describe_move(node) for node in table.record.here.path()] for table in tables]
    assert told[2] == [told[1][0], told[0][1]], "a spectator sees neither card"
    assert cards[0] in told[0][0]
    assert cards[0] not in told[1][0]
    assert all("sealed" not in table.url() and "moves" not in table.url() for table in tables)
