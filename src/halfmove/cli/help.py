"""The page about a command: how it is used, what it does, what can be typed."""

from __future__ import annotations

import inspect
import shutil
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from halfmove.cli.usage import Argument, Parameter

LEFT = 26
"""Columns of the names of options, at the most."""
WIDEST = 100
TOP = "Adversarial search: the best move in a position, its value, whether it is proven, and why."


@dataclass(frozen=True)
class Page:
    """What a page says."""

    usage: str
    about: str
    sections: list[tuple[str, list[tuple[str, str]]]]
    """Headings, with names and what they mean."""
    end: str = ""


def top_page(verbs: dict[str, str]) -> Page:
    """The page about all commands."""
    options = [("--version", "Print the version and stop."), ("-h, --help", "Print this page and stop.")]
    return Page(
        "halfmove COMMAND …",
        TOP,
        [("Options", options), ("Commands", list(verbs.items()))],
        "halfmove COMMAND --help says more about one. Start with: halfmove play connect4",
    )


def group_page(command: str, about: str, commands: dict[str, str]) -> Page:
    """The page about a command that has commands of its own, each with its one sentence."""
    return Page(f"halfmove {command} COMMAND …", about, [("Commands", list(commands.items()))])


def command_page(command: str, about: str, known: Iterable[Parameter]) -> Page:
    """The page about a command that takes these parameters."""
    known = list(known)
    places = [p for p in known if isinstance(p.declared, Argument) or p.place]
    shown = [_place_word(p) for p in places]
    sections: dict[str, list[tuple[str, str]]] = {}
    for parameter in known:
        page = parameter.declared.page
        if isinstance(parameter.declared, Argument):
            sections.setdefault("Arguments", []).append((_place_word(parameter), page["help"]))
        else:
            heading = page["rich_help_panel"] or "Options"
            sections.setdefault(heading, []).append((_option_words(parameter), _with_default(parameter)))
    sections.setdefault("Options", []).append(("-h, --help", "Print this page and stop."))
    order = sorted(
        sections, key=lambda heading: (heading != "Arguments", heading != "Options", heading == "Output")
    )
    usage = " ".join([f"halfmove {command}", *shown, "[OPTIONS]"])
    return Page(usage, about, [(heading, sections[heading]) for heading in order])


def _place_word(parameter: Parameter) -> str:
    word = str(parameter.declared.page["metavar"] or parameter.name.upper())
    return f"[{word}]" if parameter.place else word


def _option_words(parameter: Parameter) -> str:
    if parameter.switches:
        return ", ".join(parameter.names)
    return f"{', '.join(parameter.names)} {parameter.declared.page['metavar'] or 'TEXT'}"


def _with_default(parameter: Parameter) -> str:
    page, default = parameter.declared.page, parameter.default
    shown: Any = page["show_default"]
    if shown is True:
        shown = "" if default in (None, False, True, inspect.Parameter.empty) else default
    return f"{page['help']} [default: {shown}]" if shown else str(page["help"])


def print_page(page: Page) -> None:
    """Print a page as wide as the terminal, with bold headings where one reads it."""
    width = min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
    print(f"{bold}Usage:{plain} {page.usage}")
    for paragraph in page.about.replace("`", "").split("\n\n"):
        print()
        print(textwrap.fill(" ".join(paragraph.split()), width, break_on_hyphens=False))
    for heading, rows in page.sections:
        left = min(LEFT, max(len(name) for name, _ in rows))
        print(f"\n{bold}{heading}{plain}")
        for name, about in rows:
            _print_row(name, about.replace("`", ""), left, width)
    if page.end:
        print(f"\n{page.end}")


def _print_row(name: str, about: str, left: int, width: int) -> None:
    """A name and what it means beside it; below it where the name is too long."""
    lines = textwrap.wrap(about, max(20, width - left - 4), break_on_hyphens=False) or [""]
    if len(name) > left:
        print(f"  {name}")
        name = ""
    for line in lines:
        print(f"  {name:<{left}}  {line}".rstrip())
        name = ""
