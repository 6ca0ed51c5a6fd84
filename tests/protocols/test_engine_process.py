"""Outside programs: found, exchanged lines with, ended with all that they started."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from engines import Watched, commands
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.errors import BadInput
from halfmove.protocols.engine_process import (
    _WATCHDOG,
    EngineProcess,
    command_line,
    ended,
    guarded,
    last_line,
    printable,
)

pytestmark = pytest.mark.slow_interpreted
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's help is Linux's")


def test_command_lines(tmp_path: Path) -> None:
    assert command_line(f"{sys.executable} -c 'print(1)'") == [sys.executable, "-c", "print(1)"]
    for text, says in (("", "empty"), ("nosuchengine --gtp", "no program"), ('"open', "no command line")):
        with pytest.raises(BadInput, match=says):
            command_line(text)
    engine = tmp_path / "my engine"
    engine.write_text("#!/bin/sh\n")
    with pytest.raises(BadInput, match="is not executable"):
        command_line(f"'{engine}'")
    engine.chmod(0o755)
    assert command_line(f"'{engine}' -x") == [str(engine), "-x"]


def test_lines_go_both_ways() -> None:
    with Watched():
        process = EngineProcess(command_line("cat"))
        for line in ("hello", "", "ß \N{BLACK CHESS KING}", "x" * 100_000):
            process.send(line)
            assert process.receive(time.monotonic() + 20) == line
        process.close()
        process.close()


def test_lines_that_come_in_pieces_and_together() -> None:
    script = r"printf 'on'; sleep 0.1; printf 'e\r\ntwo\nthr'; sleep 0.1; printf 'ee\nrest'"
    with Watched():
        process = EngineProcess(["/bin/sh", "-c", script])
        until = time.monotonic() + 20
        assert [process.receive(until) for _ in range(3)] == ["one", "two", "three"]
        with pytest.raises(PlayerFault, match="exit status 0"):
            process.receive(until)
        with pytest.raises(PlayerFault, match="exit status 0"):  # and again
            process.receive(until)
        with pytest.raises(PlayerFault, match="exit status 0"):
            process.send("anyone?")
        process.close()


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("exit 7", "ended with exit status 7"),
        ("kill -SEGV $$", "was ended by SIGSEGV"),
        ("kill -TERM $$", "was ended by SIGTERM"),
        ("kill -KILL $$", "was ended by SIGKILL"),
        ("echo one >&2; echo two >&2; echo >&2; exit 1", r"exit status 1 \(two\)"),
        (r"printf '\033[1mbad\377\000\n' >&2; exit 1", r"exit status 1 \(\W\[1mbad\W\W\)"),
        ("exec >&-; sleep 600", "closed its output"),
    ],
)
def test_how_a_program_ended_is_told(script: str, says: str) -> None:
    with Watched():
        process = EngineProcess(["/bin/sh", "-c", script])
        with pytest.raises(PlayerFault, match=says) as caught:
            process.receive(time.monotonic() + 20)
        assert caught.value.fault is Fault.CRASH
        process.close()


def test_what_cannot_be_run(tmp_path: Path) -> None:
    for content in ("no script\n", "#!/nowhere/sh\n"):
        file = tmp_path / "engine"
        file.write_text(content)
        file.chmod(0o755)
        with Watched():
            process = EngineProcess(command_line(str(file)))
            with pytest.raises(PlayerFault, match=r"exit status 127 \(it cannot be run: "):
                process.receive(time.monotonic() + 20)
            process.close()


def test_a_program_finds_signals_as_a_shell_leaves_them() -> None:
    """Python ignores SIGPIPE, and would have the engine ignore it."""
    with Watched():
        process = EngineProcess([sys.executable, "-c", "print(open('/proc/self/status').read(), flush=True)"])
        until = time.monotonic() + 20
        while not (line := process.receive(until)).startswith("SigBlk"):
            pass
        assert int(line.split()[1], 16) == 0
        mine = subprocess.run(
            ["/bin/sh", "-c", "grep SigIgn /proc/self/status"], capture_output=True, text=True
        ).stdout
        process.close()
        process = EngineProcess(["/bin/sh", "-c", "grep SigIgn /proc/self/status"])
        assert process.receive(until) == mine.strip()
        process.close()


PARENT = """
import sys, threading, time
from halfmove.protocols.engine_process import EngineProcess
process = EngineProcess(["/bin/sh", "-c", sys.argv[1]])
print("started", flush=True)
time.sleep(600)
"""
HOUSEHOLD = f"""
echo {{sign}} >/dev/null; sleep 601 &
{sys.executable} -S -c "import os,time; os.setsid(); os.fork(); time.sleep(600)  # {{sign}}" &
trap '' TERM; while :; do sleep 1; done  # {{sign}}
"""


@LINUX
def test_a_whole_household_dies_with_whoever_started_it_even_by_sigkill() -> None:
    """An engine that heeds no signal, with a child and with an orphan in a session of its own."""
    sign = f"household-{os.getpid()}"
    with Watched(sign=sign):
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, HOUSEHOLD.format(sign=sign)], stdout=subprocess.PIPE, text=True
        )
        assert parent.stdout is not None
        assert parent.stdout.readline() == "started\n"
        until = time.monotonic() + 20
        while sum(sign in c and "os.setsid" in c[:200] for c in commands().values()) < 2:
            assert time.monotonic() < until, "the household does not come into being"
            time.sleep(0.02)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        parent.stdout.close()


SLOW_FORK = """
import os, runpy, sys, time
fork = os.fork
def slowly():
    pid = fork()
    if pid:
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            time.sleep(0.01)
    return pid
os.fork = slowly
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@LINUX
def test_a_household_dies_although_its_watchdog_is_ended_before_it_knows_the_program() -> None:
    """The program runs before its watchdog has returned from fork: an end may come in between."""
    sign = f"early-{os.getpid()}"
    with Watched(sign=sign):
        words = guarded(["/bin/sh", "-c", HOUSEHOLD.format(sign=sign)])
        watchdog = subprocess.Popen([sys.executable, "-c", SLOW_FORK, *words[words.index(_WATCHDOG) :]])
        until = time.monotonic() + 20
        while sum(sign in c and "os.setsid" in c[:200] for c in commands().values()) < 2:
            assert time.monotonic() < until, "the household does not come into being"
            time.sleep(0.005)
        watchdog.terminate()
        watchdog.wait()


LATE_SIGNAL = """
import ctypes, functools, operator, os, runpy, signal, sys
asked = ctypes.CDLL(None).kill
def late(wait):
    def after_the_signal(*arguments):  # in C from one to the other: no handler of Python's runs in between
        steps = functools.partial(asked, os.getpid(), signal.SIGTERM), functools.partial(wait, *arguments)
        return list(map(operator.call, steps))[1]
    return after_the_signal
os.wait, signal.sigwait = late(os.wait), late(signal.sigwait)
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@LINUX
def test_a_watchdog_heeds_an_end_that_comes_just_before_it_waits() -> None:
    sign = f"late-{os.getpid()}"
    with Watched(sign=sign):
        words = guarded(["/bin/sh", "-c", f"while :; do sleep 1; done  # {sign}"])
        watchdog = subprocess.Popen([sys.executable, "-c", LATE_SIGNAL, *words[words.index(_WATCHDOG) :]])
        try:
            assert watchdog.wait(20) == -signal.SIGKILL
        finally:
            watchdog.kill()  # and with it goes the program
            watchdog.wait()


NAMELESS = "import ctypes; ctypes.CDLL(None).prctl(15, bytes([255]), 0, 0, 0); print(flush=True); input()"


@LINUX
def test_a_household_dies_although_some_process_has_a_name_that_is_no_text() -> None:
    sign = f"nameless-{os.getpid()}"
    with (
        Watched(sign=sign),
        subprocess.Popen(
            [sys.executable, "-S", "-c", NAMELESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other,
    ):
        assert other.stdout is not None
        other.stdout.readline()
        try:
            script = f"setsid sh -c 'echo {sign}; sleep 600; :' & read line"
            process = EngineProcess(["/bin/sh", "-c", script])
            assert process.receive(time.monotonic() + 20) == sign
            process.close()
        finally:
            other.kill()


@LINUX
def test_a_whole_household_dies_when_the_leash_is_closed() -> None:
    sign = f"closed-{os.getpid()}"
    with Watched(sign=sign):
        process = EngineProcess(["/bin/sh", "-c", HOUSEHOLD.format(sign=sign)])
        until = time.monotonic() + 20
        while sum(sign in c and "os.setsid" in c[:200] for c in commands().values()) < 2:
            assert time.monotonic() < until, "the household does not come into being"
            time.sleep(0.02)
        process.close(courtesy=0.1)


@LINUX
def test_a_watchdog_that_gets_no_time_for_a_while_is_waited_for() -> None:
    """As on a loaded machine: killing it too would leave the household, which has left its group, alone."""
    sign = f"starved-{os.getpid()}"
    with Watched(sign=sign):
        script = f"setsid sh -c 'echo {sign}; while :; do sleep 1; done' & while :; do sleep 1; done"
        process = EngineProcess(["/bin/sh", "-c", script])
        assert process.receive(time.monotonic() + 20) == sign
        os.kill(process.process.pid, signal.SIGSTOP)
        threading.Timer(3.0, os.kill, (process.process.pid, signal.SIGCONT)).start()
        process.close(courtesy=0.1)


@given(st.binary(max_size=300))
def test_whatever_a_program_wrote_is_fit_for_a_sentence(written: bytes) -> None:
    for text in (last_line(written), str(ended(1, written)), printable(written.decode(errors="replace"))):
        assert text.isprintable()
        assert len(text) <= 130
