"""`halfmove uci` where a controller, or the machine, makes it hard: what must not cost a game."""

import os
import re
import signal
import subprocess
import sys

import pytest
from uci_controller import ready

from halfmove.core.errors import BadInput
from halfmove.protocols.uci.server import memory_size, search, server
from halfmove.protocols.uci.server.board import Board
from halfmove.protocols.uci.server.language import UCI, open_uci_game
from halfmove.protocols.uci.server.reader import command

pytestmark = pytest.mark.slow_interpreted

COMMAND = [sys.executable, "-m", "halfmove.cli.main", "uci"]


def start(**environment):
    return subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def say(process, *lines):
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()


def until(process, words):
    for line in process.stdout:
        if words in line:
            return line
    raise AssertionError(process.stderr.read())


@pytest.fixture
def uci():
    with ready() as controller:
        yield controller


# ---- processes
def test_quit_does_not_wait_for_machine_code(tmp_path):
    process = start(HALFMOVE_CACHE_DIR=str(tmp_path))
    say(process, "uci", "isready", "go depth 3")
    until(process, "info string compiling")
    assert process.communicate("quit\n", timeout=15)[1] == ""
    assert process.returncode == 0


def test_when_nobody_reads_any_more_it_ends():
    process = start()
    say(process, "go infinite")
    until(process, "info depth 5")
    process.stdout.close()
    assert process.wait(30) == 141
    assert process.stderr.read() == ""
    process.stdin.close()
    process.stderr.close()


def test_an_interrupt_ends_it_with_its_answer():
    process = start()
    say(process, "go infinite")
    until(process, "info depth 5")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert out.splitlines()[-1].startswith("bestmove ")
    assert (process.returncode, errors) == (130, "")


def test_what_cannot_be_written_in_this_locale_is_written_otherwise():
    process = start(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, errors = process.communicate("großer Zug\nquit\n", timeout=60)
    assert "Unknown command: " in out
    assert (process.returncode, errors) == (0, "")


# ---- what the machine has
def test_a_table_too_large_for_the_machine_is_made_smaller(uci, monkeypatch):
    monkeypatch.setattr(memory_size, "free_megabytes", lambda: 10)
    uci.send("setoption name Hash value 65536")
    [said] = uci.until("info string", 10)
    assert said == "info string Hash: no room for 65536 megabytes; the table has 7."
    uci.send("ucinewgame", "go depth 3")
    uci.until("bestmove")
    assert uci.server._session.memory.table.megabytes == 4  # the largest power of two


def test_memory_is_that_of_the_machine_or_of_its_group(tmp_path):
    for name, text in (
        ("limit", "200000000"),
        ("used", "150000000"),
        ("memory.stat", "anon 1\ninactive_file 7\n"),
    ):
        (tmp_path / name).write_text(text)
    assert memory_size._left(str(tmp_path), "limit", "used") == 50_000_007
    (tmp_path / "limit").write_text("max\n")
    assert memory_size._left(str(tmp_path), "limit", "used") is None
    assert memory_size._left(str(tmp_path), "limit", "nothing") is None
    free = memory_size.free_megabytes()
    assert free is None or free > 0


def test_more_threads_than_cores_are_not_used(uci, monkeypatch):
    monkeypatch.setattr(server, "usable_cores", lambda: 2)
    uci.send("setoption name Threads value 200")
    assert uci.until("info string", 10) == [
        "info string Threads: this machine has 2 cores, so as many are used."
    ]
    uci.send("go movetime 20")
    uci.until("bestmove")
    assert len(uci.server._session.memory.memories) == 2
    uci.send("setoption name Threads value 1", "go depth 2")
    uci.until("bestmove")
    assert len(uci.server._session.memory.memories) == 1


# ---- what it says
def test_a_game_that_is_over_has_a_score(uci):
    for fen, told in (
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "mate 0"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "cp 0"),
    ):
        uci.send(f"position fen {fen}", "go depth 3")
        assert uci.until("bestmove") == [f"info depth 0 score {told}", "bestmove (none)"]


def test_a_long_level_shows_how_far_it_is(uci, monkeypatch):
    monkeypatch.setattr(search, "EVERY", 0.01)
    uci.send("go infinite")
    said = uci.until("info depth", 30)
    while "currmove" not in said[-1]:
        said = uci.until("info depth", 30)
    assert re.fullmatch(r"info depth \d+ currmove \w{4} currmovenumber \d+", said[-1]), said[-1]
    uci.send("stop")
    uci.until("bestmove", 10)


def test_more_lines_than_moves(uci):
    uci.send("setoption name MultiPV value 256", "go depth 2")
    lines = [line for line in uci.until("bestmove") if line.startswith("info depth 2 ")]
    assert [re.search(r"multipv (\d+)", line)[1] for line in lines] == [str(n) for n in range(1, 21)]


def test_debug_and_register_are_known(uci):
    uci.send("register later", "debug on", "go movetime 100")
    assert any("an end after 0.090 s" in line for line in uci.until("bestmove"))
    uci.send("debug off", "go depth 1")
    assert not any("string" in line for line in uci.until("bestmove"))


# ---- what it is told
def test_the_same_move_to_choose_from_twice(uci):
    uci.send("go depth 4 searchmoves h2h3 h2h3")
    assert uci.until("bestmove")[-1].startswith("bestmove h2h3")


def test_a_mate_to_be_found_ends_the_search_and_one_to_be_suffered_does_too(uci):
    uci.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go mate 1")
    assert "score mate 1 " in uci.until("bestmove")[-2]
    uci.send("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "go mate -1")
    assert "score mate -1 " in uci.until("bestmove")[-2]


def test_time_pondered_is_time_thought(uci):
    """No level is begun after a second; it would go on for six if the clock only started at `ponderhit`."""
    uci.send("go ponder wtime 60000 btime 60000")
    while int(re.search(r" time (\d+)|$", uci.until("info depth")[-1])[1] or 0) < 1100:
        pass
    uci.send("ponderhit")
    uci.until("bestmove", 4)


def test_an_error_of_our_own_costs_one_line_only(uci, monkeypatch, capfd):
    monkeypatch.setattr(Board, "set", lambda self, words: 1 / 0)
    uci.send("position startpos")
    [said] = uci.until("info string", 10)
    assert said == "info string Halfmove's own error in 'position': ZeroDivisionError: division by zero"
    monkeypatch.undo()
    uci.send("position startpos moves e2e4", "go depth 2")
    uci.until("bestmove")
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_of_a_long_game_only_the_new_moves_are_played(monkeypatch):
    played = []
    board, moves = Board(UCI, open_uci_game(chess960=False)), ["g1f3", "g8f6", "f3g1", "f6g8"] * 100
    dialect = type(board.spoken)
    real = dialect.parse_move

    def counted(self, state, text):
        played.append(text)
        return real(self, state, text)

    monkeypatch.setattr(dialect, "parse_move", counted)
    board.set(["startpos", "moves", *moves])
    assert len(played) == 400
    board.set(["startpos", "moves", *moves, "e2e4"])
    assert played[400:] == ["e2e4"]
    with pytest.raises(BadInput, match="'e2e4' is not a legal move here"):
        board.set(["startpos", "moves", *moves, "e2e4", "e7e5", "e2e4"])
    assert board.history.actions[-1:] == [board.spoken.parse_move(board.history.states[-2], "e2e4")]
    board.set(["startpos", "moves", *moves[:6]])  # taken back
    assert len(board.history.actions) == 6
    assert board.history.times == 2


def test_words_before_a_command_are_passed_over():
    known = {"go", "quit"}
    assert command("joho go depth 3", known) == ["go", "depth", "3"]
    assert command("what now", known) == command("  ", known) == []


# ---- through python-chess
def test_pondering_and_options_through_python_chess():
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    engines = pytest.importorskip("chess.engine")
    with engines.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        engine.configure(
            {"Hash": 8, "Threads": 1, "Move Overhead": 5, "UCI_LimitStrength": True, "UCI_Elo": 1900}
        )
        engine.send_opponent_information(opponent=engines.Opponent("A person", "GM", 2400, False))
        board, ponders = chess.Board(), 0
        for number in range(12):
            result = engine.play(
                board,
                engines.Limit(white_clock=2, black_clock=2, white_inc=0.05, black_inc=0.05),
                ponder=True,
            )
            board.push(result.move)
            if board.is_game_over():
                break
            if result.ponder and number % 3:  # what was pondered on is played, mostly
                board.push(result.ponder)
                ponders += 1
            else:
                board.push(next(iter(board.legal_moves)))
            if board.is_game_over():
                break
        assert ponders
        engine.configure({"UCI_LimitStrength": False, "Clear Hash": None})
        with engine.analysis(chess.Board(), engines.Limit(time=0.3), multipv=2) as analysis:
            assert {info.get("multipv") for info in analysis if "pv" in info} == {1, 2}
        board = chess.Board.from_chess960_pos(77)
        for _ in range(6):
            board.push(engine.play(board, engines.Limit(nodes=2000)).move)
