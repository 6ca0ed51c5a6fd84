"""An option that takes one value and is given twice is refused; the parser drops the first in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.errors import BadInput


def refuse_repeated(command: Any, arguments: Sequence[str]) -> None:
    """`BadInput` if an option of the verb that the arguments begin with is given twice and takes one value.

    `command` is Typer's.  Flags may be repeated, and options that say so.
    """
    words = list(arguments)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    named = {name: option for option in command.params for name in (*option.opts, *option.secondary_opts)}
    given: dict[str, str] = {}
    while words and (word := words.pop(0)) != "--":
        name, equals, value = word.partition("=")
        if name not in named and not name.startswith("--"):
            name, equals, value = word[:2], word[2:], word[2:]
        option = named.get(name)
        if option is None or not name.startswith("-") or getattr(option, "is_flag", False):
            continue
        if not equals:
            value = words.pop(0) if words else ""
        if option.multiple:
            continue
        if option.name in given:
            shown = max(option.opts, key=len)
            raise BadInput(f"{shown} is given twice, '{given[option.name]}' and '{value}'; give it once.")
        given[option.name] = value
