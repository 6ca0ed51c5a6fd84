"""The page about a verb, drawn by Typer: imported when one is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import typer
from typer.main import get_command

from halfmove.cli.usage import HELP, Group, Option, parameters


def show_help(words: list[str], verbs: dict[str, str], verb: Callable[..., None] | Group | None) -> None:
    """Print the page about the verb that `words` name, or without one about all, whose lines are `verbs`."""
    app = typer.Typer(
        name="halfmove",
        add_completion=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": list(HELP)},
        help="Adversarial search: the best move in a position, its value, whether it is proven, and why.",
        epilog="Start with: `halfmove play connect4`",
    )
    app.callback()(_top)
    for name, line in verbs.items():
        if isinstance(verb, Group):
            group = typer.Typer(add_completion=False, help=verb.about)
            for inner, (function, short) in verb.verbs.items():
                group.command(inner, short_help=short)(_for_typer(function))
            app.add_typer(group, name=name, short_help=line)
        else:
            app.command(name, short_help=line)(_for_typer(verb) if verb is not None else _nothing)
    get_command(app).main([*words, "--help"], prog_name="halfmove", standalone_mode=False)


def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """What can be typed before a verb."""


def _nothing() -> None:
    """A verb whose own page is not asked for."""


def _for_typer(verb: Callable[..., None]) -> Callable[..., None]:
    """A function that Typer reads the page of `verb` from."""
    plain = get_type_hints(verb)
    annotations = {}
    for name, declared in ((p.name, p.declared) for p in parameters(verb)):
        info: Any = (
            typer.Option(*declared.names, **declared.page)
            if isinstance(declared, Option)
            else typer.Argument(**declared.page)
        )
        annotations[name] = Annotated[plain[name], info]

    def page(**typed: object) -> None:
        """Never called: the page is all that is asked for."""

    page.__name__, page.__doc__ = verb.__name__, verb.__doc__
    page.__annotations__ = annotations
    vars(page)["__signature__"] = inspect.Signature(
        [
            p.replace(annotation=annotations[p.name], kind=inspect.Parameter.POSITIONAL_OR_KEYWORD)
            for p in inspect.signature(verb).parameters.values()
        ]
    )
    return page
