"""Where in a recorded search one stands, and the commands by which one moves about in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from halfmove.core.numbers import MOST, read_whole


class Walk(ABC):
    """So many steps of something recorded have happened: `step`, from 0 to `last`.

    Each method that moves says whether it could.
    """

    commands: Commands
    """What can be asked of it."""

    def __init__(self) -> None:
        self.step = 0

    @property
    @abstractmethod
    def last(self) -> int:
        """How many steps there are."""

    def go(self, step: int) -> bool:
        """To the moment after so many steps, as near as there is one."""
        before, self.step = self.step, max(0, min(step, self.last))
        return self.step != before

    def forward(self, steps: int = 1) -> bool:
        """So many steps on."""
        return self.go(self.step + steps)

    def back(self, steps: int = 1) -> bool:
        """So many steps back."""
        return self.go(self.step - steps)

    def seek(self, order: Iterable[int], wanted: Callable[[int], bool]) -> bool:
        """To the moment after the first step in `order`, counted from 0, that is wanted."""
        for index in order:
            if wanted(index):
                self.step = index + 1
                return True
        return False


@dataclass(frozen=True)
class Command:
    """Something that can be asked of a stepper."""

    word: str
    keys: str
    """Keys and short words that mean the same, separated by blanks."""
    summary: str
    run: Callable[[Any, str], bool] | None
    """Moves the `Walk`, with what was typed after the word; False if it could not. None: see `session`."""
    refusal: str = ""
    """What is said where it could not."""
    asks: str = ""
    """What has to be given with it, as a prompt."""


def times(move: Callable[[Any, int], bool]) -> Callable[[Any, str], bool]:
    """A move that can be asked for several times at once: `forward 3`."""
    return lambda walk, text: move(walk, 1 if (number := read_whole(text, 0, MOST)) is None else number)


def _goto(walk: Any, text: str) -> bool:
    step = read_whole(text, 0, walk.last)
    if step is None:
        return False
    walk.go(step)
    return True


_HEAD = (
    Command(
        "forward", "right n + f", "a step forward", times(lambda w, n: w.forward(n)), "This is the last step."
    ),
    Command("back", "left b p -", "a step back", times(lambda w, n: w.back(n)), "This is the beginning."),
)

_GOTO = Command("goto", "g", "to a step by its number", _goto, "There is no such step.", "step")

_TAIL = (
    Command("start", "home s", "to the beginning", lambda w, _: w.go(0), "This is the beginning."),
    Command("end", "end e", "to the end", lambda w, _: w.go(w.last), "This is the last step."),
    Command("help", "?", "the commands", None),
    Command("quit", "q", "stop", None),
)


class Commands:
    """The commands that every stepper has, and those of one kind: to move by, and to find things by."""

    def __init__(self, moves: tuple[Command, ...] = (), finding: tuple[Command, ...] = ()) -> None:
        self.all = (*_HEAD, *moves, _GOTO, *finding, *_TAIL)
        self.by_word = {
            word: command for command in self.all for word in (command.word, *command.keys.split())
        }

    def of_line(self, line: str) -> tuple[Command | None, str]:
        """The command that a typed line means, and what was given with it; an empty line: a step forward."""
        text = line.strip()
        if not text:
            return self.by_word["forward"], ""
        if text.isdecimal():
            return self.by_word["goto"], text
        if text[0] in self.by_word and not text[0].isalnum() and text[1:].strip():
            return self.by_word[text[0]], text[1:].strip()
        word, _, rest = text.partition(" ")
        return self.by_word.get(word) or self.by_word.get(word.lower()), rest.strip()

    def of_key(self, key: str) -> Command | None:
        """The command that a key means."""
        same = {"enter": "right", "backspace": "left", "escape": "q"}
        return self.by_word.get(same.get(key, key))

    def help_lines(self) -> list[str]:
        """The commands, a line each."""
        return [f"{command.word:<9} {command.keys:<12} {command.summary}" for command in self.all]
