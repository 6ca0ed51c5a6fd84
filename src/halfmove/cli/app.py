"""The commands put together.  A verb's module imports nothing heavy until it runs, so `--help` is quick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

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
