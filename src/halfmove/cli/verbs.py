"""The verbs of `halfmove`: which there are, and how the arguments find theirs.

Only the verb's module is imported, and it imports nothing heavy until it runs; the page about all needs none.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from halfmove.cli.usage import HELP, Exit, HelpAsked, no_option
from halfmove.core.errors import BadInput
from halfmove.core.operations import find, group, load, summaries

if TYPE_CHECKING:
    from halfmove.cli.help import Page
    from halfmove.core.operation.request import Operation

# fmt: off
VERBS = (
    "play", "serve", "analyze", "compare", "annotate", "explain", "evaluate", "rollout", "solve",
    "verify", "exploit", "equity", "pushfold", "tricks", "deals", "bid", "luck", "review", "tree",
    "simulate", "equilibrium", "lesson", "class", "quiz", "mark", "misconceptions", "growth", "orderings",
    "match", "tournament", "ratings", "sample", "tune", "train", "uci", "usi", "gtp", "protocol",
    "lichess", "experiment", "games", "algorithms", "packages", "perft", "completion", "check", "prepare",
    "bench", "endgame", "book", "library", "words", "leaves", "new",
)
# fmt: on
"""All verbs, in the order of the page of help: an operation, whose declaration has its line, or the first
word of several."""

GROUPS = {
    "endgame": "Solve endings: build, verify, show and probe their databases.",
    "book": "Show, make and expand opening books.",
    "library": "Keep games, find them, and explore what they played.",
    "new": "Make a package with a game or a search of your own.",
}
"""The first words of several operations, and their lines."""

SERVERS = ("serve", "uci", "usi", "gtp", "protocol", "lichess")
"""Verbs that answer other programs, in these programs' words: nothing else is told of how far they are."""

MEANT = {
    "best": "analyze",
    "eval": "evaluate",
    "move": "analyze",
    "search": "analyze",
    "bestmove": "analyze",
    "analysis": "analyze",
    "nash": "solve",
    "list": "games",
    "web": "serve",
    "gui": "serve",
    "board": "serve",
    "why": "explain",
    "trace": "tree",
    "mcts": "simulate",
    "version": "--version",
    "help": "--help",
}
"""A word of other programs: what means it here."""


def lines() -> dict[str, str]:
    """Every verb with its line, those of other packages last."""
    known = summaries()
    return {name: GROUPS.get(name) or known[name] for name in VERBS} | {
        name: line for name, line in known.items() if name.split()[0] not in VERBS
    }


def run(arguments: list[str]) -> int:
    """Run the verb that the arguments begin with; its exit status.  BadInput says what is wrong with them."""
    first = arguments[0] if arguments else "--help"
    if arguments == ["--version"]:
        from halfmove import __version__

        print(f"halfmove {__version__}")
        return 0
    if first == "--complete":
        from halfmove.cli.completion import candidates

        print("\n".join(candidates(arguments[1:])))
        return 0
    if first in HELP:
        from halfmove.cli.help import top_page

        return _help(lambda: top_page(lines()))
    if find(arguments):
        from halfmove.cli.short_forms import in_full

        words = in_full(arguments)
        name = find(words) or ""
        return _run_operation(load(name), words[len(name.split()) :])
    if inner := group(first):
        return _run_group(first, inner, arguments[1:])
    raise BadInput(_unknown(first))


def _run_operation(operation: Operation, words: list[str]) -> int:
    """Carry an operation out; the exit status."""
    from halfmove.cli import operations
    from halfmove.cli.help import command_page
    from halfmove.core.progress import command
    from halfmove.core.reporting import Lines

    quiet = operation.name in SERVERS
    try:
        with nullcontext() if quiet else command(f"at work on {operation.name}", Lines()):
            operations.run(operation, words)
    except HelpAsked:
        known = operations.parameters(operation)
        return _help(lambda: command_page(operation.name, operation.about, known))
    except Exit as end:
        return end.exit_code
    return 0


def _run_group(name: str, inner: dict[str, str], words: list[str]) -> int:
    """The page about the operations of a group; `BadInput` for words that name none of them."""
    if not words or words[0] in HELP:
        from halfmove.cli.help import group_page

        return _help(lambda: group_page(name, lines().get(name, ""), inner))
    if words[0].startswith("-"):
        raise BadInput(no_option(words[0].partition("=")[0], [], f"halfmove {name}"))
    raise BadInput(f"No such command '{words[0]}'; see halfmove {name} --help.")


def _help(page: Callable[[], Page]) -> int:
    """Print a page."""
    from halfmove.cli.help import print_page

    print_page(page())
    return 0


def _unknown(word: str) -> str:
    """The sentence about a first word that is no verb: by what it means, then by its spelling."""
    if word == "--version":
        return "--version takes nothing after it."
    if word.startswith("-"):
        name, equals, _ = word.partition("=")
        if equals and name in ("--version", *HELP):
            return f"The option {name} takes no value."
        return no_option(name, ["--version"], "halfmove")
    meant = MEANT.get(word)
    if meant is None:
        from halfmove.search.algorithms import algorithms

        meant = f"analyze GAME --algorithm {word}" if word in algorithms() else None
    from difflib import get_close_matches

    near = [meant] if meant else get_close_matches(word, lines(), n=1)
    hint = f"did you mean {near[0]}?" if near else f"the commands are: {', '.join(lines())}."
    return f"There is no command '{word}'; {hint}"
