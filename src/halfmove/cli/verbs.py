"""The verbs of `halfmove`, and their parser: options, help, and what is said of wrong arguments.

Only the verb's module is imported, and it imports nothing heavy until it runs; `--help` imports them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer import Exit, TyperException
from typer.main import get_command

from halfmove import __version__
from halfmove.cli.errors import sentence_about_usage
from halfmove.core.errors import BadInput

VERBS = {
    "play": "Play against the engine or another person.",
    "serve": "Open the board in the browser, and the HTTP API.",
    "analyze": "Find the best move in a position.",
    "explain": "Say why a move is the best, and what refutes the others.",
    "rollout": "Play a position of a game of dice on, many times, with the luck taken out.",
    "solve": "Prove what a position is worth; find strategies where something is hidden.",
    "exploit": "Measure how far a strategy is from an equilibrium.",
    "equity": "Say what hands or ranges of hold'em win, all in.",
    "pushfold": "Show up to which stack each hand goes all in or calls, heads-up.",
    "luck": "Say what the throws of a game were worth, and what its choices cost.",
    "tree": "Watch a search step by step: its tree, its cuts, its answer.",
    "simulate": "Watch Monte Carlo tree search: selection, expansion, playout, back-propagation.",
    "lesson": "Play a lesson: text, searches to step through, questions; or write it as a file.",
    "quiz": "Practise: exercises made from a seed, marked with reasons; sheets with solutions.",
    "misconceptions": "See what is often believed of game search, and what really happens.",
    "growth": "Show how the cost of search grows with depth.",
    "orderings": "Find the best and the worst ordering of a tree.",
    "match": "Play a match between two players, and say which is stronger.",
    "tournament": "Play a tournament, and rate the players.",
    "ratings": "Show the matches that were played, and what they say.",
    "sample": "Sample positions where searches end, to tune with.",
    "tune": "Fit the weights of an evaluation to the results of games.",
    "train": "Train a network by self-play.",
    "uci": "Be a chess engine for a program that speaks UCI.",
    "gtp": "Be a Go engine for a program that speaks GTP.",
    "experiment": "Test a hypothesis by games, as a TOML file states it.",
    "games": "List the games, or show one.",
    "algorithms": "List the algorithms and the games they fit.",
    "perft": "Count move sequences, to check a game's rules.",
    "check": "Test a game of your own against the contract.",
    "prepare": "Make the machine code of games before it is needed.",
    "bench": "Measure this machine.",
    "endgame": "Solve endings: make, check, show and ask their databases.",
    "book": "Show and make opening books of chess.",
}
"""Verb: its line in the help.  A verb is what its module of `cli` has under its own name, or that module's
`app` where it has verbs of its own."""


def run(arguments: list[str]) -> int:
    """Run the verb that the arguments begin with; its exit status.  BadInput says what is wrong with them."""
    # The verb comes first, as nothing else takes a value before it; without one, help names them all.
    verbs = arguments[:1] if arguments[:1] and arguments[0] in VERBS else VERBS
    app = command_line(verbs)
    command = get_command(app)
    refuse_repeated(command, arguments)
    try:
        with command.make_context("halfmove", arguments) as context:
            context.command.invoke(context)
        return 0
    except Exit as end:
        return end.exit_code
    except TyperException as error:
        raise BadInput(sentence_about_usage(error, _verb(arguments, app), list(VERBS))) from error


def command_line(verbs: Iterable[str] = VERBS) -> typer.Typer:
    """The command line with these verbs, whose modules are imported."""
    app = typer.Typer(
        name="halfmove",
        add_completion=False,
        suggest_commands=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
        help="Adversarial search: the best move in a position, its value, whether it is proven, and why.",
        epilog="Start with: `halfmove play connect4`",
    )
    app.callback(invoke_without_command=True)(halfmove)
    for verb in verbs:
        module = import_module(f"halfmove.cli.{verb}")
        group = getattr(module, "app", None)
        if isinstance(group, typer.Typer):
            app.add_typer(group, name=verb, short_help=VERBS[verb])
        else:
            app.command(short_help=VERBS[verb])(getattr(module, verb))
    return app


def halfmove(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Without a verb: the version, or the help."""
    if version:
        print(f"halfmove {__version__}")
    elif context.invoked_subcommand is None:
        context.get_help()


def _verb(arguments: list[str], app: typer.Typer) -> str:
    """The verb that is used, with the one that follows where it is a group: `book show`; "" for none."""
    at = next((k for k, word in enumerate(arguments) if word in VERBS), None)
    if at is None:
        return ""
    verb, following = arguments[at], arguments[at + 1 : at + 2]
    groups = [
        g.typer_instance for g in app.registered_groups if g.name == verb and g.typer_instance is not None
    ]
    known = [command.callback for group in groups for command in group.registered_commands]
    inner = [callback.__name__ for callback in known if callback is not None]
    return " ".join([verb, *(word for word in following if word in inner)])


def refuse_repeated(command: Any, arguments: Sequence[str]) -> None:
    """`BadInput` if an option that takes one value is given twice: the parser would drop the first.

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
