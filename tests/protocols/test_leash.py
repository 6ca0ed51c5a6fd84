"""Programs on a leash: found, spoken to, and gone with whoever started them."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engines import Watched, children

from halfmove.core.errors import BadInput
from halfmove.protocols.leash import Leash, command_line

pytestmark = pytest.mark.slow_interpreted


def test_command_lines() -> None:
    assert command_line(f"{sys.executable} -c 'print(1)'") == [sys.executable, "-c", "print(1)"]
    for text, says in (("", "empty"), ("nosuchengine --gtp", "no program"), ('"open', "no command line")):
        with pytest.raises(BadInput, match=says):
            command_line(text)


def test_lines_go_both_ways() -> None:
    with Watched():
        leash = Leash(command_line("cat"))
        leash.say("hello")
        assert leash.hear(time.monotonic() + 5) == "hello"
        leash.close()
        leash.close()


PARENT = """
import sys, time
from halfmove.protocols.leash import Leash, command_line
leash = Leash(command_line("sleep 600"))
print(leash.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel's help is Linux's")
def test_an_engine_dies_with_whoever_started_it_even_by_sigkill() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    engine = int(parent.stdout.readline())
    until = time.monotonic() + 10
    while "sleep" not in command_of(engine) and time.monotonic() < until:
        time.sleep(0.02)  # the leash itself is being put on
    assert engine in children(parent.pid)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    while Path(f"/proc/{engine}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{engine}").exists() or state_of(engine) == "Z"


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
