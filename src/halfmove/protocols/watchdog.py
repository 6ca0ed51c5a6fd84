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

import ctypes
import os
import signal
import sys
from pathlib import Path

AWAITED = frozenset({signal.SIGTERM, signal.SIGCHLD})
"""The signals that the watchdog waits for: its own end is wanted, and a child has ended."""
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
CANNOT_RUN = 127
"""The exit status where the program cannot be run, as a shell has it."""


def start(words: list[str]) -> int:
    """Run a program below this process, and return its process id; called with `AWAITED` blocked, which the
    program does not inherit."""
    pid = os.fork()
    if pid:
        return pid
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)  # Python ignores the last two, and a program inherits that
    signal.pthread_sigmask(signal.SIG_UNBLOCK, AWAITED)
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
            try:  # bytes: any process of the machine may have a name that is no text
                parent = (entry / "stat").read_bytes().rpartition(b")")[2].split()[1]
            except (OSError, IndexError):
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
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def outlasted(program: int) -> int:
    """Wait until the program has ended, and have it end at SIGTERM; its status, as `os.wait` gives it.

    Both signals are blocked, and taken here only: a handler of Python's runs between two steps of Python, so
    that a signal which came just before a blocking `os.wait` would be heeded after it, or never.
    """
    while True:
        while True:  # one SIGCHLD may stand for several
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == program:
                return status
            if not pid:
                break
        if signal.sigwait(AWAITED) == signal.SIGTERM:
            os.kill(program, signal.SIGKILL)  # it is there, or has not been waited for


def main() -> None:
    """Where the process begins."""
    # From here on an end can only wait: leaving before the program's number is known would leave the
    # program's own children to the system, and they would live on.
    signal.pthread_sigmask(signal.SIG_BLOCK, AWAITED)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where it is ignored, nobody is told of an end
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(sys.argv[1]):  # it died before we asked
        os._exit(1)
    program = start(sys.argv[2:])
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the program's streams are its alone: when it closes one, that is seen
        os.dup2(nothing, stream)
    status = outlasted(program)
    sweep()
    leave(status)


if __name__ == "__main__":
    main()
