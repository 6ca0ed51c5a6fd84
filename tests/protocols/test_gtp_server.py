"""`halfmove gtp`: every command has its one answer, and what it says is so."""

import io
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from fuzz.gtp import Ear, due
from halfmove.arena.clock import Budget
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.games.go import ownership
from halfmove.protocols.gtp.server.clocks import Clocks, Setting
from halfmove.protocols.gtp.server.commands import analysis
from halfmove.protocols.gtp.server.search import Request
from halfmove.protocols.gtp.server.server import COMMANDS, Server, cleaned

pytestmark = pytest.mark.one_speed

FEW = Request(limit=Limit(simulations=60))


class Session:
    """A server, asked line by line in this process."""

    def __init__(self, game=None, request=FEW):
        self.out = io.StringIO()
        self.server = Server(game or hm.game("go", size=5, komi=0), request, self.out)

    def raw(self, line):
        self.out.seek(0)
        self.out.truncate()
        self.server.obey(line)
        return self.out.getvalue()

    def ask(self, line):
        """The answer of a command that succeeds."""
        said = self.raw(line)
        assert said.startswith("="), said
        assert said.endswith("\n\n")
        return said[1:].strip()

    def refused(self, line):
        said = self.raw(line)
        assert said.startswith("? "), said
        return said[2:].strip()


@pytest.fixture(autouse=True, scope="module")
def go_is_interpreted():
    """On the boards that commands ask for, too: each size, komi and handicap is machine code of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(hm.game("go")), "compiled", False)
        yield


@pytest.fixture
def gtp():
    return Session()


# ---- the protocol


def test_numbers_comments_and_blanks(gtp):
    assert gtp.raw("12 protocol_version") == "=12 2\n\n"
    assert gtp.raw("protocol_version # please") == "= 2\n\n"
    assert gtp.raw("  # only a comment") == gtp.raw("") == gtp.raw("7") == ""
    assert gtp.raw("3\tknown_command\tname\x07") == "=3 true\n\n"
    assert gtp.raw("5 nonsense") == "?5 unknown command\n\n"
    assert cleaned("a\tb\x00c#d") == "a bc"


def test_what_a_controller_must_find(gtp):
    """The commands that GTP version 2, section 7, requires, and those of live analysis."""
    listed = gtp.ask("list_commands").split()
    assert sorted(listed) == listed == sorted(COMMANDS)
    for name in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "reg_genmove",
        "showboard",
        "kgs-rules",
        "kgs-time_settings",
        "kata-time_settings",
        "lz-analyze",
        "kata-analyze",
        "lz-genmove_analyze",
        "kata-genmove_analyze",
    ]:
        assert name in listed
        assert gtp.ask(f"known_command {name}") == "true"
    assert gtp.ask("known_command boardsise") == "false"
    assert gtp.ask("name") == "Halfmove"


@pytest.mark.parametrize(
    "line",
    [
        "boardsize",
        "boardsize x",
        "boardsize 99",
        "komi",
        "komi much",
        "komi nan",
        "play b",
        "play z c3",
        "play b c9",
        "play b c3 d4",
        "genmove",
        "genmove purple",
        "undo",
        "time_settings 1 2",
        "time_left b 10",
        "time_left b 10 -1",
        "kgs-time_settings",
        "kgs-time_settings fischer 60 1",
        "kata-time_settings fischer 60",
        "kata-time_settings fischer -60 1",
        "boardsize 5 5 5",
        "fixed_handicap 1",
        "set_free_handicap a1",
        "set_free_handicap a1 a1",
        "kgs-rules martian",
        "final_status_list strange",
        "loadsgf no-such-file.sgf",
        "countlib c3",
        "lz-analyze b 10 avoid b",
        "halfmove-search",
        "last_move",
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(gtp, line):
    before = gtp.ask("showboard")
    assert gtp.refused(line)
    assert gtp.ask("showboard") == before


@given(st.lists(st.text(max_size=30), max_size=8))
@settings(max_examples=60, deadline=None)
def test_nothing_that_is_said_brings_it_down(lines):
    gtp, ear = Session(), Ear()
    for line in lines:
        ended = [number for said in gtp.raw(line).splitlines() if (number := ear(said)) is not None]
        assert ended == ([] if due(line) is None else [due(line)])
    assert gtp.ask("name") == "Halfmove"


# ---- the board


def test_moves_are_played_and_taken_back(gtp):
    for move in ("b c3", "w c4", "b pass", "white B3"):
        gtp.ask(f"play {move}")
    assert gtp.ask("last_move") == "white B3"
    assert gtp.ask("move_history").splitlines()[0] == "white B3"
    assert "taken" in gtp.refused("play b b3")
    for _ in range(4):
        gtp.ask("undo")
    assert gtp.refused("undo") == "cannot undo"
    assert gtp.ask("list_stones b") == ""


def test_the_same_side_may_move_twice_and_undo_knows(gtp):
    gtp.ask("play b c3")
    gtp.ask("play b c4")
    assert set(gtp.ask("list_stones b").split()) == {"C3", "C4"}
    gtp.ask("play w a1")
    gtp.ask("undo")
    gtp.ask("undo")
    assert gtp.ask("list_stones b") == "C3"
    gtp.ask("play w c4")
    assert gtp.ask("color C4") == "white"


def test_the_game_may_go_on_after_two_passes(gtp):
    for colour in "bw":
        gtp.ask(f"play {colour} pass")
    gtp.ask("play b c3")
    assert gtp.ask("list_stones b") == "C3"


def test_superko_is_kept_to():
    gtp = Session(hm.game("go", size=2, rules="tromp-taylor", komi=0))
    for move in ("b a1", "w b2", "b a2", "w b1"):  # White's last takes nothing and fills; Black retakes all
        gtp.ask(f"play {move}")
    legal = gtp.ask("all_legal b").split()
    for vertex in ("A1", "A2", "B1", "B2"):
        assert gtp.ask(f"is_legal b {vertex}") == str(int(vertex in legal))


def test_a_controller_may_repeat_a_position():
    """Which superko holds, the controller knows; we never repeat one."""
    gtp = Session(hm.game("go", size=2, komi=0))
    before = ("b b2", "w a1", "b b1", "w pass", "b a2", "w a1")  # Black's three are taken
    for move in before:
        gtp.ask(f"play {move}")
    assert gtp.ask("is_legal b b2") == "0"
    gtp.ask("play b b2")
    assert (gtp.ask("list_stones b"), gtp.ask("list_stones w")) == ("B2", "A1")
    gtp.ask("undo")
    assert (gtp.ask("list_stones b"), gtp.ask("last_move")) == ("", "white A1")
    assert gtp.ask("is_legal b b2") == "0"


def test_sizes_komi_rules_and_handicap(gtp):
    gtp.ask("boardsize 9")
    gtp.ask("komi 6.5")
    assert (gtp.ask("query_boardsize"), gtp.ask("get_komi")) == ("9", "6.5")
    gtp.ask("kgs-rules japanese")
    assert '"TERRITORY"' in gtp.ask("kata-get-rules")
    assert gtp.ask("fixed_handicap 4") == "C3 G7 C7 G3"
    assert gtp.refused("fixed_handicap 2") == "board not empty"
    gtp.ask("play w e5")
    gtp.ask("clear_board")
    assert gtp.ask("list_stones b") == ""
    gtp.ask("set_free_handicap A1 B2")
    assert set(gtp.ask("list_stones b").split()) == {"A1", "B2"}
    gtp.ask("rectangular_boardsize 5 7")
    assert gtp.ask("query_boardsize") == "5 7"
    gtp.ask("boardsize 9")
    assert len(gtp.ask("place_free_handicap 9").split()) == 9


def test_chains(gtp):
    for move in ("b c3", "b c4", "w c5", "w d4"):
        gtp.ask(f"play {move}")
    assert gtp.ask("countlib c3") == "4"
    assert set(gtp.ask("findlib c4").split()) == {"B3", "D3", "C2", "B4"}
    gtp.ask("clear_board")
    for move in ("w a1", "b a2", "b b1"):
        gtp.ask(f"play {move}")
    assert gtp.ask("captures b") == "1"
    assert gtp.ask("color a1") == "empty"


def test_a_game_from_a_file(gtp, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[3.5];B[cc];W[dd];B[])")
    gtp.ask(f"loadsgf {file}")
    assert gtp.ask("move_history").splitlines() == ["black pass", "white D2", "black C3"]
    assert gtp.ask("get_komi") == "3.5"
    gtp.ask(f"loadsgf {file} 2")
    assert gtp.ask("last_move") == "black C3"
    file.write_text("(;GM[1]SZ[5];B[cc];B[cc])")
    before = gtp.ask("showboard")
    assert "cannot load file" in gtp.refused(f"loadsgf {file}")
    assert gtp.ask("showboard") == before


def test_a_file_of_a_server(gtp, tmp_path):
    file = tmp_path / "game.sgf"
    text = "(;GM[1]CA[Shift_JIS]SZ[9]PB[髙ソ]AP[foxwq]KM[375];AB[cc];PL[W];W[dd])"
    file.write_bytes(text.encode("cp932"))
    gtp.ask(f"loadsgf {file}")
    assert gtp.ask("move_history") == "white D6"
    assert gtp.ask("get_komi") == "7.5"


def test_a_file_may_set_up_stones_and_have_one_side_move_twice(gtp, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5];AB[aa][ba]PL[W];W[cc];AW[ee]AE[aa];W[dd];B[])")
    gtp.ask(f"loadsgf {file}")
    assert gtp.ask("move_history").splitlines() == ["black pass", "white D2", "white C3"]
    assert (gtp.ask("list_stones b"), gtp.ask("list_stones w")) == ("B5", "C3 D2 E1")
    gtp.ask("undo")
    gtp.ask("undo")
    assert (gtp.ask("list_stones b"), gtp.ask("list_stones w")) == ("B5", "C3 E1")
    gtp.ask("undo")
    assert (gtp.ask("list_stones b"), gtp.ask("list_stones w")) == ("A5 B5", "")
    assert gtp.refused("undo") == "cannot undo"


def test_a_file_may_repeat_a_position(gtp, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[2]RU[Japanese];B[ba];W[ab];B[bb];W[];B[aa];W[ab];B[ba])")
    gtp.ask(f"loadsgf {file}")
    assert (gtp.ask("list_stones b"), gtp.ask("list_stones w")) == ("B2", "A1")


def test_a_ladder(gtp):
    gtp.ask("boardsize 9")
    for move in ("b c6", "w c7", "b a1", "w b6", "b a2", "w d7"):
        gtp.ask(f"play {move}")
    assert gtp.ask("ladder_attack c6") == "1 C5"
    gtp.ask("play b g2")
    assert gtp.ask("ladder_attack C6") == "0"
    assert gtp.refused("ladder_attack g2") == "string must have exactly 2 liberties"
    assert gtp.refused("ladder_attack e5") == "vertex must not be empty"


# ---- searching


def test_it_moves_and_only_reg_genmove_does_not_play(gtp):
    vertex = gtp.ask("reg_genmove b")
    assert gtp.ask("list_stones b") == ""
    assert gtp.ask("genmove b") == vertex or vertex
    assert len(gtp.ask("list_stones b").split()) == 1
    assert "simulations" in gtp.ask("halfmove-search")


def test_a_seed_repeats_a_game():
    games = []
    for _ in range(2):
        gtp = Session(request=Request(limit=Limit(simulations=12)))
        gtp.ask("set_random_seed 5")
        games.append([gtp.ask(f"genmove {colour}") for colour in "bwbwbw"])
    assert games[0] == games[1]


def test_the_dead_are_told(monkeypatch):
    """A white stone in a corner that Black surrounds with a wall and an eye space of its own."""
    for judging in (ownership.ownership, ownership.dead_stones):  # 400 interpreted playouts take a minute
        monkeypatch.setattr(judging, "__defaults__", (0, 15))
    gtp = Session(hm.game("go", size=5, komi=0))
    for vertex in ("C1", "C2", "C3", "C4", "C5"):
        gtp.ask(f"play b {vertex}")
    gtp.ask("play w A1")
    assert gtp.ask("final_status_list dead") == "A1"
    assert "A1" not in gtp.ask("final_status_list alive")
    assert gtp.ask("final_status a1") == "dead"
    assert gtp.ask("final_score") == "B+25"
    assert len(gtp.ask("halfmove-ownership").split()) == 25


@pytest.mark.slow_interpreted  # machine code, in a process of its own
def test_analysis_streams_until_the_next_command():
    game = hm.game("go", size=5, komi=0.5)
    words = "gtp --set size=5 --set komi=0.5 --seconds 0.2"
    process = subprocess.Popen(
        [sys.executable, "-m", "halfmove.cli.main", *words.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    process.stdin.write("1 kata-analyze b 5 maxmoves 3\n")
    process.stdin.flush()
    assert process.stdout.readline() == "=1\n"
    lines = [process.stdout.readline() for _ in range(3)]
    process.stdin.write("2 name\n3 lz-genmove_analyze w 5\n4 quit\n")
    process.stdin.close()
    rest = process.stdout.read()
    assert process.wait(30) == 0
    for line in lines:
        moves = re.findall(
            r"info move (\S+) visits \d+ utility \S+ winrate ([\d.]+) .*? order (\d+) pv ([^i]+)", line
        )
        assert 1 <= len(moves) <= 3
        assert [int(order) for _, _, order, _ in moves] == list(range(len(moves)))
        for vertex, winrate, _, variation in moves:
            assert 0 <= float(winrate) <= 1
            assert variation.split()[0] == vertex
            assert game.parse_action(game.initial(), vertex) is not None
    assert "\n=2 Halfmove\n\n=3\ninfo move " in rest
    assert re.search(r"\nplay \S+\n\n=4\n\n$", rest)


# ---- other games


def test_another_game_is_played_in_its_own_notation():
    gtp = Session(hm.interpreted(hm.game("tictactoe")))
    gtp.ask("play X b2")
    assert re.fullmatch("[abc][123]", gtp.ask("genmove o"))
    assert "turn" in gtp.refused("play o a1")
    assert gtp.refused("fixed_handicap 2")
    gtp.ask("komi 7.5")
    assert gtp.refused("final_score")
    gtp.ask("boardsize 3")
    assert gtp.ask("query_boardsize") == "3"
    said = ""
    for number in range(10):
        said = gtp.raw(f"genmove {'xo'[number % 2]}")
    assert said == "? the game is over\n\n"


# ---- clocks


def test_clocks():
    clocks = Clocks()
    assert clocks.budget(0, Limit(seconds=3)).limit.seconds == 3
    clocks.set(Setting(60, 30, 5))
    assert clocks.budget(0, Limit()).clocks == (60, None)
    clocks.spent(0, 61)
    budget = clocks.budget(0, Limit())
    assert (budget.clocks, budget.moves_to_go) == ((30, None), 5)
    for _ in range(5):
        clocks.spent(0, 1)
    assert clocks.budget(0, Limit()).moves_to_go == 5
    clocks.tell(1, 12.5, 3)
    budget = clocks.budget(1, Limit())
    assert (budget.clocks, budget.moves_to_go) == ((None, 12.5), 3)
    clocks.set(Setting(period=1))  # a period without stones: no limit at all
    assert clocks.budget(0, Limit(seconds=1)).clocks == ()


def test_periods_of_byo_yomi_are_no_stones(gtp):
    """Of five periods of 30 s, each is for one move."""
    for kind in ("kgs", "kata"):
        gtp.ask(f"{kind}-time_settings byoyomi 600 30 5")
        gtp.ask("time_left b 25 5")
        budget = gtp.server.clocks.budget(0, Limit())
        assert (budget.clocks, budget.moves_to_go) == ((25, None), 1)
        gtp.server.clocks.spent(0, 20)
        assert gtp.server.clocks.budget(0, Limit()).clocks == (30, None)
        assert gtp.server.clocks.budget(1, Limit()).clocks == (None, 600)


def test_an_increment_comes_after_every_move(gtp):
    clocks = gtp.server.clocks
    gtp.ask("kata-time_settings fischer 30 60.5")
    assert clocks.budget(0, Limit()) == Budget(clocks=(30, None), increments=(60.5, 60.5))
    clocks.spent(0, 10)
    assert clocks.budget(0, Limit()).clocks == (80.5, None)
    gtp.ask("kata-time_settings fischer-capped 30 60 70 5")
    clocks.spent(1, 10)
    assert clocks.budget(1, Limit()) == Budget(Limit(seconds=5), (None, 70), (60, 60))
    gtp.ask("kata-time_settings fischer-capped 30 60 -1 -1")
    clocks.spent(1, 10)
    assert clocks.budget(1, Limit()) == Budget(clocks=(None, 80), increments=(60, 60))


def test_a_million_handicap_stones_are_answered_at_once(gtp, monkeypatch):
    tried = []
    monkeypatch.setattr(
        gtp.server, "set_game", lambda **said: tried.append(said) or Server.set_game(gtp.server, **said)
    )
    assert gtp.raw("place_free_handicap 1000000").endswith("\n\n")
    assert len(tried) <= 9


def test_handicap_is_for_an_empty_board_with_points_for_it(gtp):
    assert gtp.refused("place_free_handicap 1000000") == "invalid number of stones"  # none on 5 by 5
    gtp.ask("boardsize 8")
    assert len(gtp.ask("place_free_handicap 1000000").split()) == 4
    assert gtp.refused("place_free_handicap 2") == gtp.refused("fixed_handicap 2") == "board not empty"
    gtp.ask("boardsize 9")
    assert len(gtp.ask("place_free_handicap 1000000").split()) == 9
    gtp.ask("boardsize 9")
    assert gtp.refused("place_free_handicap 1") == "invalid number of stones"


def test_stones_count_alike_whoever_places_them(gtp):
    """By Chinese rules White gets a point for each."""
    gtp.ask("boardsize 9")
    places = gtp.ask("fixed_handicap 3")
    fixed = gtp.server.game, gtp.server.record.state
    gtp.ask("clear_board")
    gtp.ask(f"set_free_handicap {places}")
    assert (gtp.server.game, gtp.server.record.state) == fixed
    assert gtp.refused("set_free_handicap A1 B2") == "board not empty"
    gtp.ask("clear_board")
    gtp.ask("set_free_handicap " + " ".join(f"{column}5" for column in "ABCDEFGHJ") + " A1")
    assert len(gtp.ask("list_stones b").split()) == 10
    gtp.ask("clear_board")
    assert gtp.ask("list_stones b") == ""


# ---- an answer that goes on
@pytest.mark.parametrize("teller", [analysis.by_leela, analysis.by_kata])
def test_a_report_without_a_move_is_no_empty_line(gtp, teller):
    found = gtp.server.thinker.choose(gtp.server.record.history, Budget(FEW.limit))
    for ownership_too in (False, True):
        wanted = analysis.Wishes(0, avoid=[line.action for line in found.lines], ownership=ownership_too)
        assert analysis.report(gtp.server, found, wanted, teller) == ""
    gtp.server.begin_answer()
    gtp.server.go_on("")
    assert gtp.out.getvalue() == "=\n"


@pytest.mark.parametrize("command", ["lz-genmove_analyze b 1", "kata-genmove_analyze b 1 avoid b pass 1"])
def test_a_move_with_its_analysis_is_one_answer(gtp, command):
    first, *between, move = gtp.raw(f"7 {command}").removesuffix("\n\n").split("\n")
    assert first == "=7"
    assert between
    assert all(line.startswith("info move ") for line in between)
    assert move.startswith("play ")


@pytest.mark.parametrize("command", ["lz-genmove_analyze b 1", "kata-analyze b 1", "analyze"])
def test_what_cannot_be_searched_is_refused_before_the_answer_begins(gtp, command):
    for colour in "bw":
        gtp.ask(f"play {colour} pass")
    gtp.server.record.turn_to = lambda seat: None  # the game stays over
    assert gtp.raw(f"7 {command}") == "?7 the game is over\n\n"


@pytest.mark.parametrize("words", ["maxmoves -1", "minmoves -2", "maxmoves x"])
def test_no_fewer_moves_than_none_are_told_of(gtp, words):
    assert gtp.refused(f"kata-analyze b 1 {words}") == "syntax error"


def test_who_owns_a_board_that_has_no_owners():
    gtp = Session(hm.game("tictactoe"))
    assert "has no such thing" in gtp.refused("kata-analyze 1 ownership true")
    assert "has no such thing" in gtp.refused("kata-genmove_analyze 1 ownership true")


@pytest.mark.parametrize("error", [BadInput("No."), ValueError("our own")])
def test_a_search_that_fails_ends_an_answer_that_has_begun(gtp, monkeypatch, capsys, error):
    def choose(history, budget, see):
        see(found)
        raise error

    found = gtp.server.thinker.choose(gtp.server.record.history, Budget(FEW.limit))
    monkeypatch.setattr(gtp.server.thinker, "choose", choose)
    said = gtp.raw("7 lz-genmove_analyze b 1")
    assert said.startswith("=7\ninfo move ")
    assert said.count("\n\n") == 1
    assert ("ValueError: our own" in capsys.readouterr().err) != isinstance(error, BadInput)
