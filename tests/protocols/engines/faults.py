"""What an engine can do wrong, whatever it speaks."""

import os
import signal
import subprocess
import sys
import time

ESCAPE = """
import os, subprocess, sys, time
os.setsid()
if os.fork():
    os._exit(0)
time.sleep(600)
"""


def misbehave(fault):
    """Do it; some faults are over then, and the engine goes on."""
    if fault == "crash":
        print("out of memory, said the engine", file=sys.stderr, flush=True)
        os._exit(3)
    if fault == "quit":
        os._exit(0)
    if fault == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "hang":
        time.sleep(600)
    if fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1)
    if fault == "close":
        os.close(1)
        time.sleep(600)
    if fault == "flood":  # of lines
        while True:
            os.write(1, b"info string spam\n" * 1000)
    if fault == "answers":  # that look as if they counted
        while True:
            os.write(1, b"readyok\n=0 1\n\n" * 1000)
    if fault == "long":  # a line without end
        while True:
            os.write(1, b"x" * 65536)
    if fault == "stderr":  # 16 MB
        for _ in range(2000):
            os.write(2, b"grumble\n" * 1000)
    if fault == "child":  # one that keeps the pipes open
        subprocess.Popen(["sleep", "600"])
        os._exit(4)
    if fault == "escape":  # one that leaves the session, and an orphan of its own
        subprocess.Popen([sys.executable, "-S", "-c", ESCAPE, *sys.argv])
        time.sleep(600)
    if fault == "rubbish":
        os.write(1, b"\xff\xfe\x00\x01 \x80 caf\xe9\n" + bytes(range(1, 32)).replace(b"\n", b"") + b"\n")
    if fault == "chatter":
        os.write(1, b"hello there\n")
    if fault == "echo":  # a log of what it is told, on standard output
        os.write(1, b"go movetime 100\n10 genmove B\n")
