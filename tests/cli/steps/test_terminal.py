"""The stepper on a terminal of its own, and a stream that is interrupted."""

import json
import os
import re
import signal
import subprocess
import termios
import time

import pytest
from lessons import FIG_5_2
from pseudo_terminal import HALFMOVE, Terminal

pytestmark = pytest.mark.one_speed

COMMAND = [*HALFMOVE, "tree"]
SPEC = json.dumps(FIG_5_2)


def test_single_keys_step_and_quit():
    terminal = Terminal("tree", SPEC, "--steps")
    terminal.read_until("q quit")
    terminal.type("\x1b[C\x1b[C")
    terminal.read_until("step 2 of 45")
    terminal.type("c")
    terminal.read_until("step 24 of 45")
    terminal.type("/D\r")
    terminal.read_until("step 26 of 45")
    terminal.type("g12\r")
    terminal.read_until("step 12 of 45")
    terminal.type("?")
    terminal.read_until("Any key goes on.")
    terminal.type("xz")
    terminal.read_until("That key does nothing here")
    terminal.type("q")
    assert terminal.end() == 0


def test_a_new_size_is_drawn_at_once():
    terminal = Terminal("tree", SPEC, "--steps", columns=80, rows=24)
    terminal.read_until("q quit")
    terminal.type("c")
    assert "so far: 4 evaluations" in terminal.read_until("q quit")
    terminal.resize(40, 16)
    terminal.process.send_signal(signal.SIGWINCH)
    seen = terminal.read_until("q quit")
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen)
    assert max(map(len, plain.replace("\r", "").splitlines())) <= 40
    terminal.type("q")
    assert terminal.end() == 0


def test_without_colour():
    terminal = Terminal("tree", SPEC, "--steps", NO_COLOR="1")
    seen = terminal.read_until("q quit")
    terminal.type("e")
    seen += terminal.read_until("the best move for MAX is a1.")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", seen)
    terminal.type("q")
    assert terminal.end() == 0


def test_ctrl_c_leaves_the_stepper_and_the_terminal_as_it_was():
    terminal = Terminal("tree", SPEC, "--steps")
    terminal.read_until("q quit")
    assert not termios.tcgetattr(terminal.ours)[3] & termios.ECHO
    kept = os.dup(terminal.ours)
    time.sleep(0.5)  # until it waits for a key
    terminal.process.send_signal(signal.SIGINT)
    terminal.read_until("\x1b[?1049l")  # the screen that was there before
    assert terminal.process.wait(30) == 130
    assert termios.tcgetattr(kept)[3] & termios.ECHO
    os.close(kept)
    os.close(terminal.ours)


def test_ctrl_c_ends_a_stream_with_what_was_told_so_far():
    process = subprocess.Popen(
        [*COMMAND, "connect4", "--events"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    first = [process.stdout.readline() for _ in range(100)]
    process.send_signal(signal.SIGINT)
    lines = [*first, *process.stdout.read().splitlines()]
    assert (process.wait(60), process.stderr.read()) == (130, "")
    process.stdout.close()
    process.stderr.close()
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds[:2] == ["start", "enter"]
    assert len(kinds) >= 100


def test_a_terminal_that_knows_only_ascii():
    done = subprocess.run(
        [*COMMAND, SPEC],
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert done.stdout.isascii()
    assert b"+- a2: MIN C <= 2  (3, inf)  x 2 <= 3" in done.stdout
    assert b"`- a3: MIN D = 2  (3, inf)  x 2 <= 3" in done.stdout


def test_a_monte_carlo_search_by_single_keys():
    terminal = Terminal("simulate", "aima-5.10", "--steps", columns=90)
    terminal.read_until("q quit")
    terminal.type("\x1b[C")
    terminal.read_until("iteration 1, step 1 of 6")
    terminal.type("e")
    assert "28/36" in terminal.read_until("for white.")
    terminal.type("g5\r")
    terminal.read_until("step 5 of 6")
    terminal.type("?")
    terminal.read_until("to the next iteration")
    terminal.type("xq")
    assert terminal.end() == 0
