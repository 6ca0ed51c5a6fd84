"""The stepper on a whole terminal screen: redrawn at each key, and when the size changes."""

from __future__ import annotations

from rich.live import Live
from rich.text import Text

from halfmove.cli.report import console
from halfmove.cli.stepping.commands import Command
from halfmove.cli.stepping.keyboard import ENDED, RESIZED, Keyboard
from halfmove.cli.stepping.layout import Frame
from halfmove.cli.stepping.session import obey
from halfmove.cli.stepping.walk import Walk


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
