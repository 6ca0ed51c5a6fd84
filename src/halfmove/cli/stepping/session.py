"""The stepper at work: in a terminal with single keys, otherwise with lines, so that it can be piped."""

from __future__ import annotations

import sys

from halfmove.cli.stepping.commands import Command
from halfmove.cli.stepping.layout import Frame
from halfmove.cli.stepping.walk import Walk


def step_through(walk: Walk, frame: Frame) -> None:
    """Step through a recorded search until the person has enough of it; `frame` is what is shown of it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from halfmove.cli.stepping.screen import run

        run(walk, frame)
    else:
        run_lines(walk, frame)


def run_lines(walk: Walk, frame: Frame) -> None:
    """Commands line by line; the tree is shown after each."""
    from halfmove.cli.playing.keyboard import ask

    show_frame(frame)
    while True:
        line = ask("step> ")
        if line is None:
            return
        command, rest = walk.commands.of_line(line)
        if command is None:
            print(f"'{line}' is no command; help lists them.")
        elif command.word == "quit":
            return
        elif command.word == "help":
            print("\n".join(walk.commands.help_lines()))
        else:
            refusal = obey(walk, command, rest)
            if refusal:
                print(refusal)
            else:
                show_frame(frame)


def obey(walk: Walk, command: Command, rest: str) -> str:
    """Do what the command says; what to say where it could not be done."""
    assert command.run is not None, "help and quit are no moves"
    return "" if command.run(walk, rest) else command.refusal


def show_frame(frame: Frame) -> None:
    """Print the frame as it stands."""
    from halfmove.cli.report import console

    out = console()
    for line in frame(out.width, None, ""):
        line.rstrip()
        out.print(line, no_wrap=True, crop=False)
