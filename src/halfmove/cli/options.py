"""The options that verbs share: how they are declared, and how what was typed is read.

All come as text and are read strictly, so that what is wrong is refused in a sentence of our own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_type_hints

from halfmove.cli import usage
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, read_whole, shorten

T = TypeVar("T")


def takes(options: type[T]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Make a verb of a function of one argument: the fields of the dataclass `options` are what can be typed.

    `cli.usage` is shown a function that has the fields as parameters.
    """
    hints = get_type_hints(options, include_extras=True)
    shown = [
        p.replace(annotation=hints[p.name], kind=inspect.Parameter.POSITIONAL_OR_KEYWORD)
        for p in inspect.signature(options).parameters.values()
    ]

    def made(run: Callable[[T], None]) -> Callable[..., None]:
        def verb(**typed: Any) -> None:
            run(options(**typed))

        verb.__name__, verb.__doc__, verb.__module__ = run.__name__, run.__doc__, run.__module__
        verb.__annotations__ = hints
        vars(verb)["__signature__"] = inspect.Signature(shown)
        return verb

    return made


Parameters = Annotated[
    list[str] | None,
    usage.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a parameter of the game (for a tree: root=min, who moves first); repeatable.",
        rich_help_panel="Position",
    ),
]


def whole(text: str | None, option: str, *, least: int = 1, most: int = MOST) -> int | None:
    """The whole number that `text` writes, within its range; None for None; `BadInput` otherwise."""
    if text is None:
        return None
    value = read_whole(text, least, most)
    if value is None:
        raise BadInput(f"{option} must be a whole number from {least} to {most}, not '{shorten(text)}'.")
    return value


def read_settings(settings: list[str]) -> dict[str, str]:
    """Each `key=value` as a pair; `BadInput` for anything else, and for a key given twice."""
    parameters: dict[str, str] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (equals and key.isidentifier() and value):
            raise BadInput(f"--set takes KEY=VALUE, such as width=7, not '{setting}'.")
        if key in parameters:
            raise BadInput(f"--set gives '{key}' twice.")
        parameters[key] = value
    return parameters


def pairs(settings: list[str] | None) -> tuple[tuple[str, str], ...]:
    """What `--option KEY=VALUE`, given any number of times, says."""
    found = []
    for setting in settings or []:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (key and equals):
            raise BadInput(f"--option takes KEY=VALUE, such as formula=rave, not '{setting}'.")
        found.append((key, value))
    return tuple(found)
