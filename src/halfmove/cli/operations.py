"""An operation as a command: its words are read by its fields, its results are printed as they come."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from halfmove.cli.usage import Argument, Exit, Option, Parameter, parse_words
from halfmove.core.operation.kinds import OutputFile, Switch
from halfmove.core.operation.request import OUTPUT, Field, Operation, read_text
from halfmove.core.operation.work import Work
from halfmove.core.progress import resting

if TYPE_CHECKING:
    from halfmove.cli.progress import Shown
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.core.operation.position import GameRequest, PositionRequest
    from halfmove.core.results import Result

T = TypeVar("T")

DISPLAYS: dict[str, str] = {
    "equilibrium": "halfmove.cli.steps.players",
    "lesson": "halfmove.cli.play_lesson",
    "lichess": "halfmove.cli.lichess",
    "misconceptions": "halfmove.cli.misconceptions",
    "gtp": "halfmove.cli.gtp",
    "play": "halfmove.cli.play.request",
    "protocol": "halfmove.cli.protocol",
    "serve": "halfmove.cli.serve",
    "uci": "halfmove.cli.uci",
    "usi": "halfmove.cli.usi",
    "quiz": "halfmove.cli.play_quiz",
    "simulate": "halfmove.cli.steps.players",
    "tree": "halfmove.cli.tree",
    "train": "halfmove.cli.show_training",
}
"""Operations that a terminal shows in a way of its own, with colours or by asking a person: the module whose
function `show(request, work)` does it.  Of any other the results' text is printed."""

JSON = Parameter(
    "json",
    Option("--json", help="Print one JSON object and nothing else.", rich_help_panel=OUTPUT),
    False,
    {"--json": True},
    ("--json",),
    many=False,
)
"""What the command of an operation that has results takes besides its fields."""


def parameters(operation: Operation) -> list[Parameter]:
    """What the operation's command takes."""
    fields = [one for one in operation.request.fields().values() if "terminal" in one.faces]
    return [*map(_parameter, fields), *([JSON] if operation.has_results else [])]


def _parameter(one: Field) -> Parameter:
    """A field as something that can be typed."""
    word = one.word or one.kind.word
    about = f"{one.about} {one.terminal}".rstrip()
    default = inspect.Parameter.empty if one.is_needed else None
    if one.place and not one.options:
        shown = word if one.is_needed else f"[{word}]"
        about += f" [default: {one.usual}]" if one.usual else ""
        return Parameter(one.name, Argument(metavar=shown, help=about), default, {}, (), one.kind.many)
    names = one.option_names
    switches: dict[str, bool] = {}
    if isinstance(one.kind, Switch):
        switches = {names[0]: True}
        if one.default is not False:
            switches[f"--no-{names[0].lstrip('-')}"] = False
            names = tuple(switches)
    shown = one.usual or one.default
    usual = "" if one.is_needed or shown in (None, False, (), {}, "") else str(shown)
    declared = Option(
        *names,
        metavar=word or None,
        help=about,
        rich_help_panel=one.group or None,
        show_default=usual or False,
        writes=isinstance(one.kind, OutputFile),
    )
    return Parameter(one.name, declared, default, switches, names, one.kind.many, one.place)


def run(operation: Operation, words: Sequence[str]) -> None:
    """Carry an operation out on what was typed."""
    known = parameters(operation)
    typed = parse_words(known, words, f"halfmove {operation.name}")
    as_json = typed.pop("json", False)
    fields = operation.request.fields()

    def name(field: str) -> str:
        one = fields[field]
        return one.option_names[0] if one.option_names else (one.word or one.kind.word)

    given = {key: value for key, value in typed.items() if value is not None}
    request = read_text(operation.request, given, name)
    work = TerminalWork(gradual=not as_json or sys.stderr.isatty(), as_json=as_json)
    if operation.name in DISPLAYS and not as_json and request.is_displayed():
        import_module(DISPLAYS[operation.name]).show(request, work)
    else:
        _print_results(request, work, as_json=as_json)


def _print_results(request: Any, work: TerminalWork, *, as_json: bool) -> None:
    """Print the results: lines as they are added, or the last as JSON."""
    from halfmove.cli.progress import Interruption, Progress
    from halfmove.cli.terminal import print_json, print_lines, print_text

    printed: list[str] = []
    result = None
    with Interruption() as interruption, ExitStack() as stack:
        if request.is_interactive():
            stack.enter_context(resting())
        else:
            work.progress = stack.enter_context(Progress(request.doing()))
        try:
            for result in request.run(work):
                if as_json or not result.grows:
                    work.show(result)
                    continue
                lines = result.to_text().splitlines()
                print_lines(lines[len(printed) :], first=not printed)
                printed = lines
        except KeyboardInterrupt:
            interruption.happened = True
    if result is not None and as_json:
        print_json(result.to_dict())
    elif result is not None and not result.grows:
        print_text(result)
    if work.parting:
        work.say(work.parting)
    if interruption.happened or work.is_stopped:
        if result is None:
            print("halfmove: interrupted before anything was found.", file=sys.stderr)
        raise Exit(130)


class TerminalWork(Work):
    """What an operation has of the world while a command runs it."""

    is_command = True

    def __init__(self, *, gradual: bool, as_json: bool) -> None:
        self.gradual, self.as_json = gradual, as_json
        self.is_stopped = False
        """Whether Ctrl-C has ended it before its time."""
        self.parting = ""
        """What is said after the result of work that was ended so."""
        self.progress: Shown | None = None
        """What shows how far it is."""

    def open(self, request: PositionRequest) -> History:
        from halfmove.cli.position import chosen, open_history

        moves: Any = request.moves or None
        position = chosen(request.position, getattr(request, "number", None))
        return request.throw(open_history(str(request.game), request.parameters, position, moves))

    def open_game(self, request: GameRequest) -> Game:
        from halfmove.cli.position import open_game

        return open_game(str(request.game), request.parameters)

    def text_of(self, given: str) -> str:
        from halfmove.core.bounded_file import text_or_file

        return text_or_file(given, endings=(".txt", ".counts", ".tree", ".json"))

    def say(self, sentence: str) -> None:
        print(f"halfmove: {sentence}", file=sys.stderr)

    def show(self, result: Result) -> None:
        if result.is_line and self.as_json:
            print(json.dumps(result.to_dict()), flush=True)
        elif self.progress is not None:
            self.progress.see(result)

    def stopped(self, sentence: str) -> None:
        self.is_stopped, self.parting = True, sentence

    def cores(self, asked: int) -> int:
        """As many as there are, and a word about it."""
        from halfmove.core.computer import usable_cores

        here = usable_cores()
        if asked > here:
            there = "is one processor core" if here == 1 else f"are {here} processor cores"
            self.note(f"of {asked} threads only {here} can be used: there {there}.")
        return min(asked, here)

    def call_until_stopped(self, function: Callable[[Callable[[], bool]], T]) -> T:
        from halfmove.cli.progress import Stopping

        with Stopping() as stopping:
            try:
                return function(lambda: stopping.asked or self.is_stopped)
            finally:
                self.is_stopped = stopping.asked or self.is_stopped

    def call(self, function: Callable[[], T]) -> T:
        from halfmove.cli.progress import in_background

        return in_background(function)
