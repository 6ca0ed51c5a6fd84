"""Stands between us and an outside program, so that nothing the program starts can outlive it or us.

Run as `python -I -S watchdog.py PARENT PROGRAM ARGUMENTS…` (the first argument is the program's own name).
It starts the program, which inherits its standard streams, and waits.  When the program has ended, SIGTERM
has arrived, or the process PARENT is gone, it kills all that the program has started.  It ends as
the program did: with its exit status, or by its signal.

The idea is Linux's (prctl(2)): a *child subreaper* becomes the parent of all orphans below it, also of those
that have left their process group; a *parent-death signal* tells it that we are gone, even by SIGKILL.

It imports nothing of Halfmove's, so that it starts in some milliseconds and stays small.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path
from types import FrameType

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
CANNOT_RUN = 127
"""The exit status where the program cannot be run, as a shell has it."""


def start(words: list[str]) -> int:
    """Run a program below this process, and return its process id; called with SIGTERM blocked, which the
    program does not inherit."""
    pid = os.fork()
    if pid:
        return pid
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)  # Python ignores the last two, and a program inherits that
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    try:
        os.execv(words[0], words[1:])
    except OSError as error:
        os.write(2, f"it cannot be run: {error.strerror}\n".encode())
        os._exit(CANNOT_RUN)


def sweep() -> None:
    """Kill and reap everything below this process."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return  # there is nothing left
        for pid in children():
            os.kill(pid, signal.SIGKILL)
        os.waitpid(-1, 0)


def children() -> list[int]:
    """The processes whose parent this one is: an orphan below it is one of them."""
    mine = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue  # it has just ended
            if int(parent) == os.getpid():
                mine.append(int(entry.name))
    return mine


def leave(status: int) -> None:
    """End as a program did that `os.wait` gave this status."""
    if os.WIFSIGNALED(status):
        import resource

        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # its core may be worth something, ours is not
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def main() -> None:
    """Where the process begins."""
    program = 0

    def end(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(ProcessLookupError):  # it may have ended, and been waited for, just now
            os.kill(program, signal.SIGKILL)

    # Until the program's number is known, an end can only wait: leaving before would leave the program's own
    # children to the system, and they would live on.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    signal.signal(signal.SIGTERM, end)
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(sys.argv[1]):  # it died before we asked
        os._exit(1)
    program = start(sys.argv[2:])
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the program's streams are its alone: when it closes one, that is seen
        os.dup2(nothing, stream)
    while True:
        pid, status = os.wait()
        if pid == program:
            break
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is being done already
    sweep()
    leave(status)


if __name__ == "__main__":
    main()
