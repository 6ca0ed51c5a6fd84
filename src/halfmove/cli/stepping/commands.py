"""The commands of the stepper: by a key in a terminal, by a word where lines are typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from halfmove.cli.stepping.player import Player


@dataclass(frozen=True)
class Command:
    """Something that can be asked of the stepper."""

    word: str
    keys: str
    """Keys and short words that mean the same, separated by blanks."""
    summary: str
    run: Callable[[Player, str], bool] | None
    """Moves the player, with what was typed after the word; False if it could not. None: see `session`."""
    refusal: str = ""
    """What is said where it could not."""
    asks: str = ""
    """What has to be given with it, as a prompt."""


def _times(move: Callable[[Player, int], bool]) -> Callable[[Player, str], bool]:
    return lambda player, text: move(player, int(text) if text.isdecimal() else 1)


def _goto(player: Player, text: str) -> bool:
    if not text.isdecimal() or int(text) > player.last:
        return False
    player.go(int(text))
    return True


COMMANDS = (
    Command("forward", "right n + f", "a step forward", _times(Player.forward), "This is the last step."),
    Command("back", "left b p -", "a step back", _times(Player.back), "This is the beginning."),
    Command("cut", "c", "to the next cut", lambda player, _: player.next_cut(), "There is no later cut."),
    Command("uncut", "C", "to the cut before", lambda player, _: player.last_cut(), "There is none earlier."),
    Command("out", "o", "to where the node is left", lambda player, _: player.out(), "It is left already."),
    Command("goto", "g", "to a step by its number", _goto, "There is no such step.", "step"),
    Command("find", "/", "to a node by its name", Player.find, "The search enters no such node.", "node"),
    Command("start", "home s", "to the beginning", lambda player, _: player.go(0), "This is the beginning."),
    Command("end", "end e", "to the end", lambda player, _: player.go(player.last), "This is the last step."),
    Command("help", "?", "the commands", None),
    Command("quit", "q", "stop", None),
)

BY_WORD = {word: command for command in COMMANDS for word in (command.word, *command.keys.split())}


def command_of(line: str) -> tuple[Command | None, str]:
    """The command that a typed line means, and what was given with it; an empty line is a step forward."""
    text = line.strip()
    if not text:
        return BY_WORD["forward"], ""
    if text.isdecimal():
        return BY_WORD["goto"], text
    if text[0] == "/":
        return BY_WORD["find"], text[1:].strip()
    word, _, rest = text.partition(" ")
    return BY_WORD.get(word) or BY_WORD.get(word.lower()), rest.strip()


def help_lines() -> list[str]:
    """The commands, a line each."""
    return [f"{command.word:<8} {command.keys:<12} {command.summary}" for command in COMMANDS]
