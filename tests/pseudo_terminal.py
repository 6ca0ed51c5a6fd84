"""The command line run on a terminal of its own."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios

HALFMOVE = [sys.executable, "-m", "halfmove.cli.main"]


class Terminal:
    """`halfmove` with a terminal of so many columns and rows for its input and output."""

    def __init__(self, *arguments, columns=80, rows=24, **environment):
        self.ours, theirs = pty.openpty()
        self.resize(columns, rows)
        environment = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [*HALFMOVE, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
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
