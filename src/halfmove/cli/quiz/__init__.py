"""`halfmove quiz`: exercises with marking in the terminal, sheets with solutions, marking for autograders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage

_TREE, _SEARCH, _WISHES, _ASKED, _OUTPUT = (
    "The tree",
    "The search",
    "What should happen in it",
    "What is asked",
    "Output",
)


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove quiz`."""

    tree: Annotated[
        str | None,
        usage.Argument(
            metavar="[TREE]",
            help="A tree of your own (a file, or as text) or a textbook's (fig-5-2); else they are made.",
        ),
    ] = None
    seed: Annotated[
        str | None,
        usage.Option(metavar="N", help="The same seed makes the same exercises.", rich_help_panel=_TREE),
    ] = None
    depth: Annotated[
        str | None,
        usage.Option(
            metavar="N|A-B", help="Plies to the leaves (2; 4 with --deep-cut).", rich_help_panel=_TREE
        ),
    ] = None
    branching: Annotated[
        str | None,
        usage.Option(
            metavar="N|A-B", help="Children of a node (3; 2 with --deep-cut).", rich_help_panel=_TREE
        ),
    ] = None
    leaves: Annotated[
        str | None, usage.Option(metavar="N|A-B", help="Number of leaves.", rich_help_panel=_TREE)
    ] = None
    values: Annotated[
        str | None, usage.Option(metavar="A-B", help="What leaves are worth.", rich_help_panel=_TREE)
    ] = None
    root: Annotated[
        str, usage.Option(metavar="WHO", help="Who moves first: max or min.", rich_help_panel=_TREE)
    ] = "max"
    players: Annotated[
        str, usage.Option(metavar="N", help="2, or 3 and 4 for payoff vectors.", rich_help_panel=_TREE)
    ] = "2"
    chance: Annotated[
        bool, usage.Option("--chance", help="Chance nodes in every second layer.", rich_help_panel=_TREE)
    ] = False
    ghosts: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="As in Pac-Man: a layer of MIN for each of 1 to 3 ghosts; with --chance the last moves at "
            "random.",
            rich_help_panel=_TREE,
        ),
    ] = None
    algorithm: Annotated[
        str | None,
        usage.Option(metavar="NAME", help="The search (default alphabeta).", rich_help_panel=_SEARCH),
    ] = None
    dialect: Annotated[
        str | None,
        usage.Option(
            metavar="NAME",
            help="How a lecture writes it: aima, cs188, winston, eth or mit.",
            rich_help_panel=_SEARCH,
        ),
    ] = None
    order: Annotated[
        str,
        usage.Option(metavar="SIDE", help="Children from the left or the right.", rich_help_panel=_SEARCH),
    ] = "left"
    min_cuts: Annotated[
        str | None,
        usage.Option(metavar="K", help="At least K cuts that save something.", rich_help_panel=_WISHES),
    ] = None
    deep_cut: Annotated[
        bool | None,
        usage.Option("--deep-cut/--no-deep-cut", help="With a deep cut.", rich_help_panel=_WISHES),
    ] = None
    ties: Annotated[
        bool | None,
        usage.Option(
            "--ties/--no-ties", help="A value meets the bound it is tested against.", rich_help_panel=_WISHES
        ),
    ] = None
    evaluations: Annotated[
        str | None,
        usage.Option(metavar="N|A-B", help="So many leaves are evaluated.", rich_help_panel=_WISHES),
    ] = None
    one_best: Annotated[
        bool, usage.Option("--one-best", help="One move alone is best.", rich_help_panel=_WISHES)
    ] = False
    dialect_free: Annotated[
        bool,
        usage.Option("--dialect-free", help="The same in every dialect.", rich_help_panel=_WISHES),
    ] = False
    questions: Annotated[
        str | None,
        usage.Option(
            metavar="A,B,…",
            help="values, returned, move, pruned, leaves, nodes, order, next, count, cuts, window, when, "
            "dialect, or all; with a semicolon between, another group for each exercise in turn.",
            rich_help_panel=_ASKED,
        ),
    ] = None
    count: Annotated[
        str | None,
        usage.Option(
            metavar="N",
            help="How many exercises (1, or one for each group of questions).",
            rich_help_panel=_ASKED,
        ),
    ] = None
    output: Annotated[
        str | None,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a sheet and, beside it, its solution: .pdf .tex .html .md .txt .json; or, for a "
            "learning platform, .xml (Moodle) .gift .zip (QTI 2.1).",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    each: Annotated[
        bool,
        usage.Option(
            "--each", help="A sheet for each exercise, in the folder --output.", rich_help_panel=_OUTPUT
        ),
    ] = False
    form: Annotated[
        str | None,
        usage.Option(
            "--format",
            metavar="F",
            help="moodle, gift or qti (2.1) for a learning platform, written to --output or to quiz.xml, "
            "quiz.gift, quiz.zip; or pdf … for --each.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    title: Annotated[str, usage.Option(metavar="TEXT", help="Above a sheet.", rich_help_panel=_OUTPUT)] = (
        "Game search: exercises"
    )
    source: Annotated[
        str | None,
        usage.Option(
            "--from",
            metavar="FILE",
            help="Exercises that --json or --output F.json wrote.",
            rich_help_panel=_TREE,
        ),
    ] = None
    answers: Annotated[
        str | None,
        usage.Option(metavar="FILE", help="Mark the answers in a file of JSON.", rich_help_panel=_OUTPUT),
    ] = None
    json: options.Json = False


@options.takes(Options)
def quiz(typed: Options) -> None:
    """Practise game search: fill in values, name the best move, mark what is pruned; marked with reasons.

    Each question takes an answer, or hint, skip, tree, help, quit. Without --seed one is drawn and shown.

    Example: halfmove quiz --depth 4 --branching 1-3 --leaves 12-20 --min-cuts 4 --deep-cut

    Example: halfmove quiz --seed 7 --count 3 --deep-cut --output week5.pdf

    Example: halfmove quiz --seed 7 --questions "values,move; leaves,nodes; when" --output exam.pdf

    Example: halfmove quiz --seed 7 --count 20 --questions all --format moodle
    """
    from halfmove.cli.options import whole
    from halfmove.cli.quiz.request import Request

    request = Request(
        tree=typed.tree,
        source=typed.source,
        seed=whole(typed.seed, "--seed", least=0, most=2**53),
        count=whole(typed.count, "--count", least=1, most=1000),
        wishes={
            "depth": typed.depth,
            "branching": typed.branching,
            "leaves": typed.leaves,
            "values": typed.values,
            "root": None if typed.root == "max" else typed.root,
            "players": None if typed.players == "2" else whole(typed.players, "--players", least=2, most=4),
            "chance": typed.chance or None,
            "ghosts": whole(typed.ghosts, "--ghosts", least=1, most=3),
            "min_cuts": whole(typed.min_cuts, "--min-cuts", least=0, most=400),
            "deep_cut": typed.deep_cut,
            "ties": typed.ties,
            "evaluations": typed.evaluations,
            "unique_best": typed.one_best or None,
            "dialect_free": typed.dialect_free or None,
        },
        search={
            "algorithm": typed.algorithm,
            "order": typed.order,
            "questions": typed.questions,
            "dialect": typed.dialect,
        },
    )
    if typed.answers is not None:
        from halfmove.cli.quiz.grade import grade

        grade(request, typed.answers, as_json=typed.json)
    elif typed.output is not None or typed.form is not None:
        from halfmove.cli.quiz.write import write

        write(request, typed.output, each=typed.each, form=typed.form, title=typed.title, as_json=typed.json)
    elif typed.json:
        from halfmove.cli.terminal import print_json

        print_json({"exercises": [e.to_dict(solution=True) for e in request.exercises()]})
    else:
        from halfmove.cli.quiz.run import practise

        practise(request)
