"""Files of tables that are damaged, cut short or of something else: refused in a sentence."""

import struct
from pathlib import Path
from types import SimpleNamespace

import pytest
from command import halfmove

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.cli.play import Play
from halfmove.cli.play.engine import Thinker
from halfmove.core.operation import Work
from halfmove.core.sealed_head import open_head, seal_head
from halfmove.endings.attach import AttachedTables, attach_tables
from halfmove.endings.database import Database
from halfmove.endings.tables import check_room

EXAMPLE = str(Path(__file__).parents[2] / "examples/hexapawn.py")
PLACES = ("--set", "width=2")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("endings")
    made = halfmove("endgame", "build", EXAMPLE, *PLACES, "--folder", str(folder))
    assert made.status == 0, made.err
    assert made.out.startswith("all: White to move wins ")
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    for file in whole.rglob("*.ending"):
        copy = tmp_path / file.relative_to(whole)
        copy.parent.mkdir()
        copy.write_bytes(file.read_bytes())
    return tmp_path


def the_file(folder):
    (file,) = folder.rglob("*.ending")
    return file


def show(folder, verb="show"):
    return halfmove("endgame", verb, EXAMPLE, "all", *PLACES, "--folder", str(folder))


def test_built_again_there_is_nothing_to_do(folder):
    again = halfmove("endgame", "build", EXAMPLE, *PLACES, "--folder", str(folder))
    assert (again.status, again.err) == (0, "")
    assert again.out.startswith("All of it is there")


def test_shown_and_probed(folder):
    shown = halfmove("endgame", "show", EXAMPLE, "all", *PLACES, "--folder", str(folder), "--json").json
    assert set(shown) == {"white", "black", "longest", "longest_second"}
    assert set(shown["white"]) == {"win", "draw", "loss"}
    assert sum(shown["white"].values()) == 2**2 * 3**4
    probed = halfmove("endgame", "probe", EXAMPLE, *PLACES, "--folder", str(folder), "--json").json
    solved = halfmove("solve", EXAMPLE, *PLACES, "--json").json
    assert (probed["table"], probed["plies"]) == ("all", solved["distance"])
    mover = 1 if solved["to_move"] == 0 else -1
    assert probed["value"] == mover * solved["value"]
    assert show(folder, "verify").out == "all: 648 entries follow from their successors\n"


def cut(data):
    return data[:-5]


def spoil_block(data):
    return data[:-8] + bytes(8)


def spoil_head(data):
    return data[:20] + b"\x00" + data[21:]


def other_version(data):
    return data[:8] + struct.pack("<I", 99) + data[12:]


def other_game(data):
    (length,) = struct.unpack("<I", data[12:16])
    text = seal_head(open_head(data[16 : 16 + length]) | {"game": "draughts"})
    return data[:12] + struct.pack("<I", len(text)) + text + data[16 + length :]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (cut, "is cut short or too long"),
        (spoil_head, "is damaged in its head, at byte 16"),
        (other_version, "has version 99 of the format of tables, not 1"),
        (other_game, "is of the game draughts, not hexapawn"),
        (lambda data: b"GIF89a" + data, "is no table of endings: it does not begin with HMENDING"),
        (lambda data: b"", "is no table of endings: it has 0 bytes"),
    ],
)
def test_a_file_that_is_not_right(folder, spoil, words):
    file = the_file(folder)
    file.write_bytes(spoil(file.read_bytes()))
    refused = show(folder)
    assert refused.status == 2
    assert refused.out == ""
    assert str(file) in refused.err
    assert words in refused.err
    assert len(refused.err.splitlines()) == 1


def test_a_damaged_block(folder):
    file = the_file(folder)
    file.write_bytes(spoil_block(file.read_bytes()))
    refused = show(folder, "verify")
    assert refused.status == 2
    assert "is damaged in block 1, at byte " in refused.err


def test_a_search_goes_on_without_it_and_says_so_once(folder):
    file = the_file(folder)
    file.write_bytes(cut(file.read_bytes()))
    game = hm.load(EXAMPLE, width=2)
    told = []
    for _ in range(2):
        assert attach_tables(game, game.initial(), str(folder), told.append).game.endings_at == 0
    assert len(told) == 1
    assert told[0].endswith("The search goes on without it.")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "chess", "KXK"), "chess has no table 'KXK'; there are: KQK, KRK"),
        (("show", "chess", "KQKQQ"), "chess has no table 'KQKQQ'; did you mean KQQKQ?"),
        (("show", "chess", "KRKQ"), "chess has no table 'KRKQ'; did you mean KQKR?"),
        (("show", "chess", "KQK"), "There is no table KQK in "),
        (("show", "chess"), "There are no tables in "),
        (("build", "nim"), "numbers no endings"),
        (("probe", "chess"), "has this position: rnbqkbnr/"),
    ],
)
def test_refused_in_a_sentence(tmp_path, arguments, words):
    refused = halfmove("endgame", *arguments, "--folder", str(tmp_path))
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err


def test_analyze_reads_the_folder_it_is_given(folder, tmp_path):
    typed = ("analyze", EXAMPLE, *PLACES, "--depth", "1", "--json", "--endings")
    assert halfmove(*typed, str(folder)).json["proven"]
    none = halfmove(*typed, str(tmp_path / "empty"))
    assert none.status == 2
    assert "There are no tables of " in none.err


def test_a_game_is_played_with_them(folder, tmp_path):
    """Looking one ply ahead, who has the tables plays perfectly, and who has not does not know."""
    match = ("match", f"engine?depth=1&endings={folder}", "engine?depth=1", EXAMPLE, *PLACES)
    done = halfmove(*match, "--games", "2", "--openings", "none", "-f", str(tmp_path / "m.sqlite"), "--json")
    assert done.status == 0, done.err
    refused = halfmove("match", f"engine?endings={tmp_path / 'empty'}", "random", EXAMPLE, *PLACES)
    assert refused.status == 2
    assert "There are no tables of " in refused.err


def test_a_player_with_tables_knows_how_it_ends(folder):
    game = hm.load(EXAMPLE, width=2)
    known = hm.solve(game)
    for description, proven in ((f"engine?depth=1&endings={folder}", True), ("engine?depth=1", False)):
        ours = player(describe(description))
        ours.new_game(game, 0, 1)
        choice = ours.choose(hm.History(game), Budget(hm.Limit()))
        assert (choice.mate is not None) == proven
        if proven:
            assert abs(choice.mate) == known.distance
        ours.close()


def test_the_opponent_at_the_terminal_has_them(folder, tmp_path):
    game = hm.load(EXAMPLE, width=2)
    thinker = Thinker(game, Play(game=game, seed=0, endings=str(folder)), Work())
    analysis = thinker.think(hm.History(game), hm.Limit(depth=1), "thinking")
    assert analysis.proven
    without = Thinker(game, Play(game=game, seed=0, endings="none"), Work())
    assert not without.think(hm.History(game), hm.Limit(depth=1), "thinking").proven
    refused = halfmove("play", EXAMPLE, *PLACES, "--endings", str(tmp_path / "empty"))
    assert (refused.status, refused.out) == (2, "")
    assert "There are no tables of " in refused.err


def test_tables_are_looked_for_in_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("HALFMOVE_ENDINGS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = hm.load(EXAMPLE)
    assert Database(game).folder == tmp_path / "halfmove/endings/hexapawn_3x3"
    monkeypatch.setenv("HALFMOVE_ENDINGS", str(tmp_path / "mine"))
    assert Database(game).folder == tmp_path / "mine/hexapawn_3x3"


def test_what_large_tables_take_is_said_before_or_refused(tmp_path, monkeypatch):
    asked = ("endgame", "build", "chess", "KQPKQ", "--folder", str(tmp_path))
    monkeypatch.setattr("halfmove.core.computer.free_memory_bytes", lambda: 1_000_000_000)
    monkeypatch.setattr("halfmove.core.computer.memory_bytes", lambda: 2_000_000_000)
    refused = halfmove(*asked)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "halfmove: To make KQPKQ takes 3.4 GB of memory, and this machine has 2.0 GB.\n"
    monkeypatch.setattr("halfmove.core.computer.memory_bytes", lambda: 8_000_000_000)
    refused = halfmove(*asked)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == (
        "halfmove: To make KQPKQ takes 3.4 GB of memory, and of this machine's 8.0 GB only 1.0 GB are free.\n"
    )
    monkeypatch.setattr("halfmove.core.computer.free_memory_bytes", lambda: 4_000_000_000)
    told: list[str] = []
    check_room(Database(hm.game("chess"), tmp_path), ["KQQKQ", "KQPKQ"], told.append)
    assert told == [
        "To make KQPKQ takes 3.4 GB of memory; the 2 tables take some 24 minutes of processor time and up to "
        "1.1 GB on disk."
    ]


def test_a_disk_without_room_is_told_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=30_000))
    new = tmp_path / "new"
    refused = halfmove("endgame", "build", "chess", "KQK", "--folder", str(new))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == (
        f"halfmove: To make KQK takes up to 76.9 kB in '{new / 'chess'}', where 30.0 kB are free.\n"
    )
    assert not new.exists()


def test_a_search_goes_on_without_a_table_that_memory_does_not_hold(tmp_path, monkeypatch):
    game = hm.load(EXAMPLE, width=2)
    Database(game, tmp_path).build("all")
    told: list[str] = []
    monkeypatch.setattr("halfmove.endings.attach.MUCH", 0)
    monkeypatch.setattr("halfmove.endings.attach.free_memory_bytes", lambda: 7)
    tables = AttachedTables(game, str(tmp_path), told.append)
    for _ in range(2):
        tables.bring(game.initial())
    assert not tables.loaded
    assert told == [
        "The table all takes 0.0 GB of memory, of which 0.0 are free. The search goes on without it."
    ]
    monkeypatch.undo()
    tables.bring(game.initial())
    assert tables.loaded == ["all"]


def test_tables_that_are_not_needed_any_more_are_let_go(tmp_path):
    database = Database(hm.load(EXAMPLE, width=2), tmp_path)
    database.build("all")
    state = database.game.initial()
    assert database.probe(state) is not None
    database.let_go(but=["all"])
    assert database.loaded == ["all"]
    database.let_go()
    assert (database.loaded, database.probe(state)) == ([], None)
