"""The stepper at work: in a terminal with single keys, otherwise with lines, so that it can be piped."""

from __future__ import annotations

import sys

from halfmove.cli.stepping.commands import BY_WORD, Command, command_of, help_lines
from halfmove.cli.stepping.player import Player
from halfmove.teach.branches import Show
from halfmove.teach.trace import Trace


def step_through(trace: Trace, show: Show) -> None:
    """Step through a search until the person has enough of it."""
    player = Player(trace)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from halfmove.cli.stepping.screen import run

        run(player, show)
    else:
        run_lines(player, show)


def run_lines(player: Player, show: Show) -> None:
    """Commands line by line; the tree is shown after each."""
    from halfmove.cli.playing.keyboard import ask

    show_frame(player, show)
    while True:
        line = ask("step> ")
        if line is None:
            return
        command, rest = command_of(line)
        if command is None:
            print(f"'{line}' is no command; help lists them.")
        elif command.word == "quit":
            return
        elif command.word == "help":
            print("\n".join(help_lines()))
        else:
            refusal = obey(player, command, rest)
            if refusal:
                print(refusal)
            else:
                show_frame(player, show)


def obey(player: Player, command: Command, rest: str) -> str:
    """Do what the command says; what to say where it could not be done."""
    assert command.run is not None, "help and quit are no moves"
    return "" if command.run(player, rest) else command.refusal


def show_frame(player: Player, show: Show) -> None:
    """Print the frame as it stands."""
    from halfmove.cli.report import console
    from halfmove.cli.stepping.frame import frame

    out = console()
    for line in frame(player, show, out.width, None):
        line.rstrip()
        out.print(line, no_wrap=True, crop=False)


def command_of_key(key: str) -> Command | None:
    """The command that a key means."""
    same = {"enter": "right", "backspace": "left", "escape": "q"}
    return BY_WORD.get(same.get(key, key))
