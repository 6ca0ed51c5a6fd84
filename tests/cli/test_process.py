"""What only a process of its own shows: exit statuses, signals, pipes that break, a terminal."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from dataclasses import fields

import pytest

from halfmove.cli.uci import Uci
from halfmove.cli.usi import Usi

COMMAND = [sys.executable, "-m", "halfmove.cli.main"]


def run(*arguments, **options):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=60, **options)


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from halfmove.cli.main import main; status = main(['--help']); "
        "heavy = {'numba', 'numpy', 'halfmove.search.algorithms', 'asyncio'} & set(sys.modules); "
        "sys.exit(f'imported {heavy}' if heavy else status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    for verb in ["analyze", "perft", "solve", "play", "games", "algorithms", "bench", "check"]:
        assert verb in done.stdout


@pytest.mark.parametrize(("name", "asked"), [("uci", Uci), ("usi", Usi)])
def test_a_program_with_a_board_waits_for_no_parser_of_options(name, asked):
    code = (
        f"import sys; from halfmove.cli.main import main; status = main(['{name}']); "
        "sys.exit('imported argparse' if 'argparse' in sys.modules else status)"
    )
    words = {"input": f"{name}\nquit\n", "capture_output": True, "text": True, "timeout": 60}
    done = subprocess.run([sys.executable, "-c", code], **words)
    assert (done.returncode, f"{name}ok" in done.stdout) == (0, True), done.stderr
    assert not fields(asked)  # so that nothing typed is lost
    assert run(name, "--hash", "64").returncode == 2
    assert "Usage" in run(name, "--help").stdout


def test_the_package_is_the_command_too():
    by_package, by_module = (
        subprocess.run([sys.executable, "-m", name, "games"], capture_output=True, text=True, timeout=60)
        for name in ("halfmove", "halfmove.cli.main")
    )
    assert (by_package.returncode, by_package.stdout) == (0, by_module.stdout)


def test_no_arguments_give_the_help():
    done = run()
    assert done.returncode == 0
    assert "play" in done.stdout


def test_version():
    assert run("--version").stdout.startswith("halfmove 0.")


def test_bad_input_exits_with_2():
    done = run("analyze", "chess2000")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_reader_who_goes_away_is_no_reason_to_complain():
    process = subprocess.Popen(
        [*COMMAND, "perft", "tictactoe", "--depth", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    assert process.wait(60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux's /dev/full")  # noqa: PTH110
def test_a_full_disk_is_told():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*COMMAND, "--version"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr == "halfmove: standard output cannot be written: No space left on device.\n"


@pytest.mark.slow_interpreted
def test_ctrl_c_prints_what_there_is_and_exits_with_130():
    process, terminal = with_a_terminal("analyze", "gomoku", "--seconds", "60", "--json")
    read_until(terminal, b"depth")
    process.send_signal(signal.SIGINT)
    read_until(terminal, None)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["best"] is not None


def test_ctrl_c_ends_a_game():
    process = subprocess.Popen(
        [*COMMAND, "play", "tictactoe", "--side", "both"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline().startswith("tictactoe")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.endswith("Goodbye.\n")


def test_a_terminal_sees_the_search_at_work():
    process, terminal = with_a_terminal(
        "analyze", "tictactoe", "--depth", "9", "--moves", "b2 a1 c1", "--json"
    )
    seen = read_until(terminal, None)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"searching tictactoe" in seen
    assert json.loads(out)["game"] == "tictactoe"


def with_a_terminal(*arguments):
    """A process whose standard error is a terminal, and the other end of that."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    return process, ours


def read_until(terminal, wanted):
    """What the terminal shows up to `wanted`; with None, up to the end of the process."""
    seen = b""
    while wanted is None or wanted not in seen:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other end is closed
            chunk = b""
        if not chunk:
            break
        seen += chunk
    if wanted is None:
        os.close(terminal)
    return seen
