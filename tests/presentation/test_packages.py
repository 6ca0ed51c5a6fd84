"""What other packages add: strategies, formats of records, protocols and lessons, and all that is found."""

import json
import types
from contextlib import ExitStack

import pytest
from command import halfmove
from packages import installed

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players import registry as players
from halfmove.core import formats, policy
from halfmove.core.history import History
from halfmove.core.plain_text import PlainText
from halfmove.core.policy import Policy
from halfmove.imperfect.usual_strategy import find_seated_player
from halfmove.presentation.packages import GROUPS
from halfmove.teach.lessons import library, open_shipped
from halfmove.web.board.formats import formats_of, write
from halfmove.web.board.record import Record
from halfmove.web.board.seats import list_occupants

pytestmark = pytest.mark.one_speed

LESSON = "---\ntitle: Nim\nabout: Four matches.\n---\n\n## One\n\nTake one.\n"


def take_one(game, state, random):
    return next(iter(game.actions(state)))


def move_of(description, history):
    player = players.player(describe(description))
    player.new_game(history.game, 0, 1)
    return player.choose(history, Budget()).action


class Lines(PlainText):
    """Plain text under another name."""

    name = "Lines"
    suffixes = (".lines",)


class Unmade(Lines):
    """A format that fails when it is made for a game."""

    def __init__(self, game):
        raise RuntimeError("no table of letters")


class OwnPGN(Lines):
    """Under a name that a format of chess has."""

    name = "PGN"


def test_a_strategy_is_played_under_its_name(tmp_path):
    file = tmp_path / "kuhn.json"
    hm.regret(hm.game("kuhn"), iterations=20).strategy.write(file)
    with installed(
        policy.OTHERS,
        ("nim.one", Policy("Takes one.", take_one, seated=True)),
        ("kuhn.nash", str(file)),
        ("kuhn.lost", str(tmp_path / "none.json")),
        ("nothing.x", Policy("", take_one)),
        ("monopoly.buyer", Policy("", take_one)),
    ):
        nim, kuhn = History(hm.game("nim")), History(hm.game("kuhn"))
        while kuhn.mover == hm.CHANCE:
            kuhn.play(kuhn.legal()[0])
        assert move_of("strategy:one", nim) == nim.legal()[0]
        assert move_of("strategy:nash", kuhn) in kuhn.legal()
        assert find_seated_player(hm.game("nim")) == "one"
        assert list_occupants(hm.game("kuhn"))["strategy:nash"] == "Strategy nash"
        assert "strategies  one" in halfmove("games", "nim").out
        with pytest.raises(hm.BadInput, match="has no strategy 'lost'; it has: nash"):
            move_of("strategy:lost", kuhn)
        faults = " ".join(row["fault"] or "" for row in listed())
        assert "The strategy 'nothing.x' of package somewhere:THING is not named GAME.NAME" in faults
        assert "has the name of a strategy of the game itself" in faults


def test_a_format_of_records_is_read_and_written(tmp_path):
    nim = hm.game("nim")
    with installed(formats.OTHERS, ("nim.lines", Lines), ("chess.pgn", OwnPGN), ("nim.odd", 3)):
        assert [form.name for form in formats_of(nim)] == ["Lines", "Halfmove"]
        assert formats.format_of(nim, ".lines").name == "Lines"
        assert formats.find_format(hm.game("chess"), "PGN").suffixes == (".pgn",)
        assert "files       Lines (.lines)" in halfmove("games", "nim").out
        record = Record(nim)
        record.read("A1 B2")
        file = tmp_path / "one.lines"
        file.write_text(write(record, "Lines"))
        shown = halfmove("analyze", "nim", "--position", f"{file}#1", "--json").json
        assert shown["position"] == nim.position_text(record.history.state)
        assert len([row for row in listed() if row["fault"]]) == 2
    assert formats.format_of(nim, ".lines") is None


def test_a_format_that_cannot_be_made_is_left_out_with_a_sentence(caplog):
    with installed(formats.OTHERS, ("nim.unmade", Unmade)):
        assert formats.record_formats(hm.game("nim")) == [*hm.game("nim").record_formats()]
    assert "The record format 'nim.unmade' of package somewhere:THING" in caplog.text
    assert "cannot be made: no table of letters" in caplog.text


def test_a_protocol_drives_engines_and_answers_as_one(monkeypatch):
    told = []

    def serve(game, lines, answer):
        for line in lines:
            told.append((game.title(), line))
            answer(f"= {line}")

    both = types.SimpleNamespace(player=lambda description: players.player(describe("random")), serve=serve)
    driver = types.SimpleNamespace(player=both.player)
    with installed(
        players.PROTOCOLS,
        ("patter", both),
        ("driver", driver),
        ("odd", 3),
        ("uci", both),
        ("broken", KeyError()),
    ):
        done = halfmove("protocol", "nim", "patter", typed="hello\nquit\n")
        assert (done.status, done.out) == (0, "= hello\n= quit\n")
        assert told == [("nim", "hello"), ("nim", "quit")]
        assert players.kinds()["patter"] == "from package somewhere:THING"
        assert "drives engines, and answers as none" in halfmove("protocol", "nim", "driver").err
        assert "there are: broken, driver, odd, patter." in halfmove("protocol", "nim", "usi").err
        assert "has neither a function player" in halfmove("protocol", "nim", "odd").err
        assert "cannot be loaded: KeyError." in halfmove("protocol", "nim", "broken").err


def test_lessons_stand_behind_those_that_come_along(tmp_path):
    for folder, name in (("good", "nim.md"), ("taken", "alphabeta.md")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(LESSON)
    module = types.SimpleNamespace(__path__=[str(tmp_path / "good")])
    with installed(
        library.OTHERS, ("good", module), ("taken", tmp_path / "taken"), ("none", tmp_path / "x"), ("odd", 3)
    ):
        assert [*open_shipped().entries][-1] == "nim"
        assert open_shipped().open("nim").title == "Nim"
        assert "Four matches." in halfmove("lesson").out
        faults = [row["fault"] for row in listed() if row["fault"]]
        assert len(faults) == 3
        assert any("has 'alphabeta', a name that a lesson of Halfmove has." in fault for fault in faults)


def test_a_lesson_whose_name_another_package_has_is_said_to_be_left_out(tmp_path, caplog):
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "heaps.md").write_text(LESSON.replace("Four", folder))
    with installed(library.OTHERS, ("a", tmp_path / "first"), ("b", tmp_path / "second")):
        assert "first matches." in halfmove("lesson").out
    assert "The lesson 'heaps' of 'b' is left out: 'a' has one too." in caplog.text


def listed():
    """What `halfmove packages` finds."""
    return json.loads(halfmove("packages", "--json").out)["packages"]


def test_every_kind_is_listed_and_faults_are_told():
    with ExitStack() as stack:
        for group in GROUPS:
            stack.enter_context(installed(group, ("broken", ImportError("no such module"))))
        text = halfmove("packages").out
    for group in GROUPS:
        assert f"The {group.noun} 'broken' of package somewhere:THING" in " ".join(text.split())
    assert len({group.group for group in GROUPS}) == len(GROUPS)
