"""`halfmove lesson`: lessons listed, played in the terminal, and written as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove lesson`."""

    lesson: Annotated[
        str | None,
        usage.Argument(metavar="[NAME|FILE.md]", help="Which one; without it, the list of those shipped."),
    ] = None
    check: Annotated[
        bool,
        usage.Option("--check", help="Run everything in it, and say what it has, without playing it."),
    ] = False
    output: Annotated[
        str | None,
        usage.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a file: .html (to play in any browser), .ipynb, .pdf, .json; its questions for "
            "learning platforms: .xml (Moodle), .gift, .zip (QTI 2.1).",
            writes=True,
        ),
    ] = None
    json: options.Json = False


@options.takes(Options)
def lesson(typed: Options) -> None:
    """Play a lesson step by step: text, searches to step through, questions marked with reasons.

    A lesson of your own is a file of Markdown; docs/lessons.md says how it is written. `halfmove serve`
    shows lessons in the browser, and with --lessons FOLDER yours.

    Example: halfmove lesson

    Example: halfmove lesson alphabeta

    Example: halfmove lesson week5.md --check

    Example: halfmove lesson alphabeta --output alphabeta.pdf

    Example: halfmove lesson alphabeta --output moodle.xml
    """
    from halfmove.cli.lesson.run import run

    run(typed.lesson, check=typed.check, output=typed.output, json=typed.json)
