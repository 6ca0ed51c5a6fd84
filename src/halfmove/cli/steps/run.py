"""Stepping through a recorded search: by keys in a terminal, by typed lines elsewhere."""

from __future__ import annotations

import sys

from rich.live import Live
from rich.text import Text

from halfmove.cli.steps.keyboard import ENDED, RESIZED, Keyboard
from halfmove.cli.steps.layout import Frame
from halfmove.cli.steps.walk import Command, Walk
from halfmove.cli.terminal import console
from halfmove.core.progress import resting


def step_through(walk: Walk, frame: Frame) -> None:
    """Step through a recorded search until the person has enough of it; `frame` is what is shown of it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with resting():
            run(walk, frame)
    else:
        run_lines(walk, frame)


def run_lines(walk: Walk, frame: Frame) -> None:
    """Commands line by line; the tree is shown after each."""
    from halfmove.cli.terminal import ask

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
    from halfmove.cli.terminal import console

    out = console()
    for line in frame(out.width, None, ""):
        line.rstrip()
        out.print(line, no_wrap=True, crop=False)


class Screen:
    """What is on the screen: the frame, a message under it, or the help over it."""

    def __init__(self, walk: Walk, frame: Frame) -> None:
        self.walk, self.frame = walk, frame
        self.out = console()
        self.message = ""
        self.helping = False

    def picture(self) -> Text:
        """The whole screen as one text, exactly as high as the terminal."""
        width, height = self.out.size
        if self.helping:
            lines = [Text(line) for line in [*self.walk.commands.help_lines(), "", "Any key goes on."]][
                :height
            ]
        else:
            lines = self.frame(width, height, self.message)
        for line in lines:
            line.truncate(width)
        return Text("\n", no_wrap=True, end="").join(lines)


def run(walk: Walk, frame: Frame) -> None:
    """Single keys until `q`."""
    screen = Screen(walk, frame)
    with Keyboard() as keyboard, Live(screen=True, auto_refresh=False, console=screen.out) as live:
        while True:
            live.update(screen.picture(), refresh=True)
            key = keyboard.key()
            if key == RESIZED:
                continue
            if key == ENDED:
                return
            screen.message = ""
            if screen.helping:
                screen.helping = False
                continue
            command = walk.commands.of_key(key)
            if command is None:
                screen.message = "That key does nothing here; ? lists the commands."
            elif command.word == "quit":
                return
            elif command.word == "help":
                screen.helping = True
            else:
                rest = _asked(screen, command, keyboard, live) if command.asks else ""
                if rest is not None:
                    screen.message = obey(walk, command, rest)


def _asked(screen: Screen, command: Command, keyboard: Keyboard, live: Live) -> str | None:
    """What is typed at a prompt at the foot of the screen; None where Escape or nothing is."""
    typed = ""
    while True:
        screen.message = f"{command.asks}: {typed}_"
        live.update(screen.picture(), refresh=True)
        key = keyboard.key()
        if key in (ENDED, "escape"):
            screen.message = ""
            return None
        if key == "enter":
            screen.message = ""
            return typed.strip() or None
        if key == "backspace":
            typed = typed[:-1]
        elif key == "right":
            typed += " "
        elif len(key) == 1 and key.isprintable():
            typed += key
