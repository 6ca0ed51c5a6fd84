"""The stepper on a terminal of its own, and a stream that is interrupted."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from lessons import FIG_5_2

COMMAND = [sys.executable, "-m", "halfmove.cli.main", "tree"]
SPEC = json.dumps(FIG_5_2)


class Terminal:
    """A process with a terminal of so many columns and rows for its input and output."""

    def __init__(self, *arguments, columns=80, rows=24, **environment):
        self.ours, theirs = pty.openpty()
        self.resize(columns, rows)
        environment = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        )
        os.close(theirs)

    def resize(self, columns, rows):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.ours, keys.encode())

    def read_until(self, wanted):
        """What is shown up to `wanted`."""
        seen = ""
        while wanted not in seen:
            assert select.select([self.ours], [], [], 30)[0], f"no '{wanted}' after: {seen[-300:]!r}"
            seen += os.read(self.ours, 65536).decode()
        return seen

    def end(self):
        """The exit status."""
        try:
            while os.read(self.ours, 65536):
                pass
        except OSError:  # Linux says so when the other end is closed
            os.close(self.ours)
        return self.process.wait(30)


def test_single_keys_step_and_quit():
    terminal = Terminal(SPEC, "--steps")
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
    terminal = Terminal(SPEC, "--steps", columns=80, rows=24)
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
    terminal = Terminal(SPEC, "--steps", NO_COLOR="1")
    seen = terminal.read_until("q quit")
    terminal.type("e")
    seen += terminal.read_until("the best move for MAX is a1.")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", seen)
    terminal.type("q")
    assert terminal.end() == 0


def test_ctrl_c_leaves_the_stepper_and_the_terminal_as_it_was():
    terminal = Terminal(SPEC, "--steps")
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
    assert b"`- a3: MIN D <= 2  (3, inf)  x 2 <= 3" in done.stdout
