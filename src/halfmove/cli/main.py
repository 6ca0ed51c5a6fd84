"""The `halfmove` command: runs a verb, and turns whatever ends it into an exit status.

0    done
2    bad input: one sentence on standard error, nothing on standard output
1    standard output could not be written
130  Ctrl-C: what was found so far has been printed
141  whoever read the output went away

A verb's module imports nothing heavy until it runs, so that `--help` is quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from typer import Exit, TyperException
from typer.main import get_command

from halfmove import __version__
from halfmove.cli import (
    algorithms,
    analyze,
    bench,
    book,
    check,
    experiment,
    explain,
    games,
    growth,
    gtp,
    match,
    misconceptions,
    orderings,
    perft,
    play,
    quiz,
    ratings,
    sample,
    serve,
    simulate,
    solve,
    tournament,
    tree,
    tune,
    uci,
)
from halfmove.cli.errors import sentence_about_code, sentence_about_rules, sentence_about_usage
from halfmove.core.errors import HalfmoveError

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

VERBS: dict[Callable[..., None], str] = {
    play.play: "Play against the engine or another person.",
    serve.serve: "Open the board in the browser, and the HTTP API.",
    analyze.analyze: "Find the best move in a position.",
    explain.explain: "Say why a move is the best, and what refutes the others.",
    solve.solve: "Prove what a position is worth.",
    tree.tree: "Watch a search step by step: its tree, its cuts, its answer.",
    simulate.simulate: "Watch Monte Carlo tree search: selection, expansion, playout, back-propagation.",
    quiz.quiz: "Practise: exercises made from a seed, marked with reasons; sheets with solutions.",
    misconceptions.misconceptions: "See what is often believed of game search, and what really happens.",
    growth.growth: "Show how the cost of search grows with depth.",
    orderings.orderings: "Find the best and the worst ordering of a tree.",
    match.match: "Play a match between two players, and say which is stronger.",
    tournament.tournament: "Play a tournament, and rate the players.",
    ratings.ratings: "Show the matches that were played, and what they say.",
    sample.sample: "Sample positions where searches end, to tune with.",
    tune.tune: "Fit the weights of an evaluation to the results of games.",
    uci.uci: "Be a chess engine for a program that speaks UCI.",
    gtp.gtp: "Be a Go engine for a program that speaks GTP.",
    experiment.experiment: "Test a hypothesis by games, as a TOML file states it.",
    games.games: "List the games, or show one.",
    algorithms.algorithms: "List the algorithms and the games they fit.",
    perft.perft: "Count move sequences, to check a game's rules.",
    check.check: "Test a game of your own against the contract.",
    bench.bench: "Measure this machine.",
}

for verb, summary in VERBS.items():
    app.command(short_help=summary)(verb)

GROUPS: dict[str, tuple[typer.Typer, str]] = {
    "book": (book.app, "Show and make opening books of chess."),
}
"""Verbs that have verbs of their own."""

for group, (verbs, summary) in GROUPS.items():
    app.add_typer(verbs, name=group, short_help=summary)


@app.callback(invoke_without_command=True)
def halfmove(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Without a verb: the version, or the help."""
    if version:
        print(f"halfmove {__version__}")
    elif context.invoked_subcommand is None:
        context.get_help()


NOT_WRITTEN, BAD_INPUT, INTERRUPTED, NO_READER = 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on `arguments` (the process's own, by default); the exit status."""
    try:
        status = run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # What is still buffered would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except OSError as error:  # a full disk, say
        print(f"halfmove: standard output cannot be written: {error.strerror}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_WRITTEN


def run(arguments: list[str]) -> int:
    """Run one verb; every error that has a sentence for the user is told on standard error."""
    try:
        with get_command(app).make_context("halfmove", arguments) as context:
            context.command.invoke(context)
        return 0
    except Exit as end:
        return end.exit_code
    except HalfmoveError as error:
        return complain(str(error))
    except TyperException as error:
        verbs = [*(verb.__name__ for verb in VERBS), *GROUPS]
        return complain(sentence_about_usage(error, _verb(arguments, verbs), verbs))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        sentence = sentence_about_code(error) or sentence_about_rules(error, arguments)
        if not sentence:
            raise  # to `main`, or a fault of our own, whose traceback is what is needed to mend it
        return complain(sentence)


def _verb(arguments: list[str], verbs: list[str]) -> str:
    """The verb that is used, with the one that follows where it is a group: `book show`; "" for none."""
    at = next((k for k, word in enumerate(arguments) if word in verbs), None)
    if at is None:
        return ""
    verb, following = arguments[at], arguments[at + 1 : at + 2]
    known = GROUPS[verb][0].registered_commands if verb in GROUPS else []
    inner = [command.callback.__name__ for command in known if command.callback is not None]
    return " ".join([verb, *(word for word in following if word in inner)])


def complain(sentence: str) -> int:
    """Say what is wrong on standard error; the exit status for bad input."""
    print(f"halfmove: {sentence}", file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
