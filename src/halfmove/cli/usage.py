"""What can be typed after a verb: options, arguments, and how their words are told apart.

No framework is imported for it.  Values come as text, which the kinds of fields read (`core.operation`).
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput

HELP = ("-h", "--help")


class Exit(Exception):
    """A verb ends with this exit status, having said all there is to say."""

    def __init__(self, exit_code: int = 0) -> None:
        self.exit_code = exit_code


class HelpAsked(Exception):
    """The arguments ask for the page about the verb, and nothing else is wrong with them."""


class Option:
    """Something typed by a name; without `names`, the parameter's own.  `--x/--no-x` switches on and off, as
    a switch without names does.  `writes`: its value is a file that the verb writes, which is refused before
    the work is done where it cannot be written."""

    def __init__(
        self,
        *names: str,
        metavar: str | None = None,
        help: str,
        rich_help_panel: str | None = None,
        show_default: bool | str = True,
        writes: bool = False,
    ) -> None:
        self.names = names
        self.writes = writes
        self.page: dict[str, Any] = {
            "metavar": metavar,
            "help": help,
            "rich_help_panel": rich_help_panel,
            "show_default": show_default,
        }


class Argument:
    """Something typed by its place."""

    def __init__(self, *, metavar: str, help: str) -> None:
        self.page: dict[str, Any] = {"metavar": metavar, "help": help}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a verb."""

    name: str
    declared: Option | Argument
    default: Any
    switches: dict[str, bool]
    """What each name of a switch sets; empty for what takes a value."""
    names: tuple[str, ...]
    many: bool
    place: bool = False
    """Whether an option may be given by its place as well."""

    @property
    def shown(self) -> str:
        """How a sentence calls it."""
        return self.names[0] if self.names else str(self.declared.page["metavar"])


def parse_words(known: Sequence[Parameter], words: Sequence[str], command: str) -> dict[str, Any]:
    """What `words` give these parameters; `command` is how a sentence names it: `halfmove perft`.

    BadInput says what is wrong with them; HelpAsked that they ask for the page.
    """
    typed, placed, help_asked = _named(known, list(words), command)
    if help_asked:
        raise HelpAsked
    places = [p for p in known if isinstance(p.declared, Argument) or (p.place and p.name not in typed)]
    for k, place in enumerate(places):
        taken = max(0, len(placed) - (len(places) - k - 1)) if place.many else 1
        if placed[:taken]:
            typed[place.name] = placed[:taken] if place.many else placed[0]
        del placed[:taken]
    for parameter in known:
        if parameter.default is inspect.Parameter.empty and parameter.name not in typed:
            raise BadInput(f"{command} needs {parameter.shown}; see {command} --help.")
    if placed:
        raise BadInput(
            f"'{' '.join(placed)}' is too much for {command}; "
            f"quote a text with blanks, or see {command} --help."
        )
    for parameter in known:
        if isinstance(parameter.declared, Option) and parameter.declared.writes and parameter.name in typed:
            from halfmove.core.atomic_file import check_writable

            check_writable(typed[parameter.name])
    return {p.name: typed.get(p.name, p.default) for p in known}


def _named(
    known: Sequence[Parameter], words: list[str], command: str
) -> tuple[dict[str, Any], list[str], bool]:
    """The values of options, the words that are none, and whether help is asked for."""
    by_name = {name: parameter for parameter in known for name in parameter.names}
    typed: dict[str, Any] = {}
    placed: list[str] = []
    help_asked = False
    while words:
        word = words.pop(0)
        if word == "--":
            placed += words
            break
        if not word.startswith("-") or word == "-":
            placed.append(word)
            continue
        name, equals, value = word.partition("=")
        if name not in by_name and not name.startswith("--") and name not in HELP:
            name, equals, value = word[:2], word[2:], word[2:]  # -oFILE
        parameter = by_name.get(name)
        if name in HELP or (parameter is not None and parameter.switches):
            if equals:
                raise BadInput(f"The option {name} takes no value.")
            if parameter is None:
                help_asked = True
            else:
                typed[parameter.name] = parameter.switches[name]
            continue
        if parameter is None:
            raise BadInput(no_option(name, by_name, command))
        if not equals:
            if not words:
                raise BadInput(f"The option {name} needs a value; see {command} --help.")
            value = words.pop(0)
        if parameter.many:
            typed.setdefault(parameter.name, []).append(value)
        elif parameter.name in typed:
            shown, before = max(parameter.names, key=len), typed[parameter.name]
            raise BadInput(f"{shown} is given twice, '{before}' and '{value}'; give it once.")
        else:
            typed[parameter.name] = value
    return typed, placed, help_asked


MEANT = {
    "--fen": ("--position",),
    "--time": ("--seconds", "--control"),
    "--movetime": ("--seconds", "--control"),
    "--engine": ("--algorithm", "--opponent"),
    "--variant": ("--set",),
    "--cores": ("--threads",),
    "--hash": ("--memory",),
    "--multipv": ("--lines",),
    "--pgn": ("--position",),
    "--sgf": ("--position",),
}
"""A word of other programs: the options that mean it here, of which a verb has one."""


def no_option(name: str, known: Sequence[str] | dict[str, Any], command: str) -> str:
    """The sentence about an option that a verb has not: what is meant by it, or spelt like it."""
    from difflib import get_close_matches

    near = [meant for meant in MEANT.get(name, ()) if meant in known]
    near += get_close_matches(name, [*known, HELP[1]], n=1) if name.startswith("--") else []
    hint = f"did you mean {near[0]}?" if near else f"see {command} --help."
    return f"{command} has no option '{name}'; {hint}"
