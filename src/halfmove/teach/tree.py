"""The operation `tree`: a textbook search step by step, as its tree, its events, its picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypedDict

from halfmove.core.atomic_file import whole_file
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    SEARCH,
    Choice,
    OutputFile,
    Settings,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.results import Result, Table
from halfmove.search.trace import Event, Recorder
from halfmove.teach.arrangement import apply_display_options
from halfmove.teach.examples import EXAMPLES
from halfmove.teach.jsons import Encoder, TraceData
from halfmove.teach.outline import MOST_NODES, outline
from halfmove.teach.subject import SubjectRequest, subject
from halfmove.teach.summary import summary
from halfmove.teach.text import WIDTH, Writer, write_events
from halfmove.teach.trace import Trace, choose_search, parse_choice, prepare, run, stream, with_defaults
from halfmove.teach.tree_text import BLANK, Show, branches

SHOWN = "What is shown"
FORMS = ("trace", "sentences", "steps", "events")
"""The forms in which a search is told, one at a time; the tree with its answer where none is asked for."""
PICTURES = ("terminal", "python", "http")
"""The faces that have the list of textbooks and the shape of a picture."""


@operation(
    "tree",
    "Watch a search step by step: its tree, its cuts, its answer.",
    doing="searching",
    old_paths=("traces",),
)
@dataclass(frozen=True, kw_only=True)
class TreeRequest(SubjectRequest):
    """Show how a search runs: the tree it searched, what it cut off, what it found and what that cost.

    GAME may also be an explicit tree, such as "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", or a textbook's by
    its name, such as fig-5-2, which is searched as in the book unless you say otherwise.

    Example: halfmove tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --steps

    Example: halfmove tree horizon --sentences

    Example: halfmove tree tictactoe --depth 2 --merge --output tictactoe.svg
    """

    game: Any = subject(default=None)
    algorithm: str = field(
        Text(word="NAME", most=100),
        "The search; auto: alphabeta where it fits.",
        default="auto",
        group=SEARCH,
    )
    depth: int | None = field(
        Whole(1, 10_000), "Plies to look ahead.", default=None, usual="to the end", group=SEARCH
    )
    dialect: str | None = field(
        Text(word="NAME", most=100),
        "The dialect, as a course or textbook writes alpha-beta: aima, cs188, winston, eth or mit.",
        default=None,
        group=SEARCH,
    )
    labels: str | None = field(
        Text(word="WHEN", most=100),
        "Windows change before or after the cut test.",
        default=None,
        group=SEARCH,
    )
    order: str = field(
        Choice(("left", "right"), word="SIDE"),
        "Children from the left or the right.",
        default="left",
        group=SEARCH,
    )
    options: Mapping[str, Any] = field(
        Settings(example="dialect=cs188"),
        "Options of the algorithm.",
        terminal="Repeatable.",
        default={},
        options=("--option",),
        group=SEARCH,
    )
    merge: bool = field(
        Switch(), "Show only one of several symmetric positions.", default=False, group="Position"
    )
    units: bool = field(
        Switch(),
        "Values in the game's own unit, such as open lines or pawns.",
        default=False,
        group="Position",
    )
    windows: bool = field(Switch(), "Windows beside the nodes.", default=True, group=SHOWN)
    values: bool = field(Switch(), "Values beside the inner nodes.", default=True, group=SHOWN)
    intervals: bool = field(
        Switch(),
        "What is proven of each node, such as [2, 5], instead of values and windows (AIMA, fig. 5.5).",
        default=False,
        group=SHOWN,
    )
    truth: bool = field(
        Switch(), "True values beside values that are only bounds.", default=False, group=SHOWN
    )
    blank: bool = field(Switch(), "An exercise sheet: nothing but the tree.", default=False, group=SHOWN)
    compact: bool = field(
        Switch(),
        "In a picture: leaves upright and close together.",
        default=False,
        group=SHOWN,
        faces=PICTURES,
    )
    width: int | None = field(
        Whole(0, 100_000, word="PIXELS"),
        "A picture's greatest width; 0 for no limit.",
        default=None,
        usual="a page (1040)",
        group=SHOWN,
        faces=PICTURES,
    )
    solution: str | None = field(
        OutputFile(),
        "With a blank sheet as output: write the solution to this file.",
        default=None,
        group=OUTPUT,
        faces=LOCAL_FACES,
    )
    listed: bool = field(
        Switch(),
        "List the trees of textbooks, what each shows and where it comes from.",
        default=False,
        options=("--list",),
        group=OUTPUT,
        faces=PICTURES,
    )
    trace: bool = field(
        Switch(), "Print every step on a line.", default=False, group=OUTPUT, faces=(*LOCAL_FACES, "form")
    )
    sentences: bool = field(Switch(), "Print every step as a sentence.", default=False, group=OUTPUT)
    steps: bool = field(
        Switch(), "Step through it in the terminal.", default=False, group=OUTPUT, faces=("terminal",)
    )
    events: bool = field(
        Switch(),
        "Print one JSON object for each event, as it happens.",
        default=False,
        group=OUTPUT,
        faces=("terminal",),
    )
    output: str | None = field(
        OutputFile(),
        "Write a file of the kind that its name says: .svg .png .pdf .html .dot .tex .json .jsonl .txt.",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )
    svg: bool = field(Switch(), "Draw the tree as well.", default=False, faces=("python", "http"))

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.listed and self.game is not None:
            raise BadInput(
                f"{name('listed')} lists all trees, and goes without a {name('game')}; {self.game} is one "
                "too many."
            )
        if self.game is None and not self.listed:
            raise BadInput(f"tree needs {name('game')}, such as fig-5-2, which is a textbook's tree.")
        for key in ("dialect", "labels"):
            if getattr(self, key) is not None and key in self.options:
                raise BadInput(f"The option '{key}' is given twice.")
        forms = [name(form) for form in FORMS if getattr(self, form)]
        if len(forms) > 1:
            raise BadInput(f"{forms[0]} and {forms[1]} exclude each other; give one of them.")
        if self.solution is not None and (self.output is None or not self.blank):
            raise BadInput("--solution goes with an exercise sheet: --blank --output SHEET --solution FILE.")
        if self.output is not None:
            if self.steps:
                raise BadInput("--steps is for the terminal; leave out --output, or --steps.")
            self._check_ending(Path(self.output))
        elif not self.svg and (self.compact or self.width is not None):
            raise BadInput(
                f"{name('compact')} and {name('width')} are about pictures; name one with {name('output')}, "
                "such as tree.svg."
            )

    def _check_ending(self, path: Path) -> None:
        """`BadInput` where the name of a file ends in no format that there is."""
        from halfmove.teach.drawing.picture import FORMATS

        endings = [f".{form}" for form in (*FORMATS, "json", "jsonl", "txt")]
        told_as_text = self.trace or self.sentences or self.events
        if not told_as_text and not path.name.lower().endswith((*endings, ".ndjson")):
            raise BadInput(
                f"The name '{path.name}' does not end in a picture's format or a text's; there are: "
                f"{', '.join(endings)}."
            )

    def is_displayed(self) -> bool:
        return not self.listed and self.output is None

    def doing(self) -> str:
        return self.operation.doing if self.game is None else super().doing()

    @property
    def show(self) -> Show:
        """What is written beside the nodes of the tree as text."""
        if self.blank:
            return BLANK
        return Show(self.values, self.windows, truth=self.truth, intervals=self.intervals)

    @property
    def style(self) -> dict[str, Any]:
        """The options of a picture."""
        return {
            "show": "blank" if self.blank else "solution",
            "windows": "entered" if self.windows else "none",
            **{key: getattr(self, key) for key in ("values", "intervals", "truth", "compact", "width")},
        }

    def run(self, work: Work) -> Iterator[Searched | Textbooks | Written]:
        """The one result; files are written where they are asked for."""
        if self.listed:
            yield Textbooks()
        elif self.output is not None:
            search, files = self.search(work), [self.output]
            write(self, search, Path(self.output))
            if self.solution is not None:
                files.append(self.solution)
                write(replace(self, blank=False), search, Path(self.solution))
            yield Written(tuple(files))
        elif self.steps or self.events:
            raise BadInput(f"--{'steps' if self.steps else 'events'} and --json exclude each other.")
        else:
            yield Searched(self, self.search(work).trace(work.largest))

    def search(self, work: Work) -> Search:
        """The search that is wanted; `BadInput` or `Unsuitable` where there is none."""
        history = self.open(work)
        game, textbook = history.game, self.textbook
        if game.explicit and self.merge:
            raise BadInput("merge is for games; an explicit tree has no symmetric positions.")
        if game.explicit and self.units:
            raise BadInput("units is for games; the values of an explicit tree stand in it.")
        name, depth, there = self.algorithm, self.depth, {}
        if textbook is not None and name in ("auto", textbook.algorithm):
            name, there = textbook.algorithm, dict(textbook.options)
            depth = textbook.depth if depth is None else depth
        game = apply_display_options(game, merge=self.merge, units=self.units)
        algorithm = choose_search(game, name)
        assert algorithm.lesson is not None, "only algorithms with a lesson fit"
        own = {key: value for key in ("dialect", "labels") if (value := getattr(self, key)) is not None}
        given = {
            key: parse_choice(value, algorithm.lesson.options.get(key, ()))
            if isinstance(value, str)
            else value
            for key, value in {**self.options, **own}.items()
        }
        with_defaults(algorithm, given)
        return Search(game, history.state, algorithm.name, depth, self.order, {**there, **given})


@dataclass(frozen=True)
class Search:
    """One search that is to be shown."""

    game: Game
    state: Any
    algorithm: str
    depth: int | None
    order: str
    options: dict[str, Any]

    def is_small(self, most: int = MOST_NODES) -> bool:
        """Whether the whole tree can be drawn."""
        try:
            self.refuse_if_large(most)
        except BadInput:
            return False
        return True

    def refuse_if_large(self, most: int = MOST_NODES) -> None:
        """`BadInput` where the whole tree has more than so many nodes, too many to draw."""
        try:
            outline(self.game, self.state, None if self.game.explicit else self.depth, most=most)
        except RecursionError:
            raise BadInput(f"The tree of {self.game.title()} is too deep to draw; give a depth.") from None

    def trace(self, most: int | None = None) -> Trace:
        """The search with every step kept, `most` of them at most; refused before it begins where its tree is
        too large to draw."""
        try:
            self.refuse_if_large()
        except BadInput as error:
            if most is not None:
                raise
            raise BadInput(
                f"{error} (--trace, --sentences and --events tell a search of any size.)"
            ) from None
        algorithm, view = prepare(self.game, self.algorithm, self.order)
        events: list[Event] = []

        def keep(event: Event) -> None:
            if len(events) == most:
                raise BadInput(
                    f"The search has more than {most:,} steps, too many to tell; give a smaller depth."
                )
            events.append(event)

        options = with_defaults(algorithm, self.options)
        try:
            outcome = run(algorithm, view, self.state, self.depth, Recorder(keep), options)
        except (TypeError, OverflowError, AttributeError) as error:
            if not self.options:
                raise
            raise BadInput(f"{algorithm.name} cannot be run with these options: {error}.") from None
        return Trace(view, self.state, algorithm, self.depth, options, outcome, tuple(events))

    def tell(self, request: TreeRequest, sink: Callable[[str], None], width: int | None) -> None:
        """Hand the steps of the search to `sink` as lines, as they happen; none is kept.

        Where the whole tree is small, or true values are asked for, they stand beside what is returned.
        """
        lesson = choose_search(self.game, self.algorithm).lesson
        assert lesson is not None, "only algorithms with a lesson fit"
        if request.events:
            encoder = Encoder(lesson)
            self._stream(lambda event: sink(encoder.line(event)))
            return
        sentences = request.sentences
        if request.truth or self.is_small():
            for line in write_events(
                self.trace(), sentences=sentences, width=width, truth=request.truth or None
            ):
                sink(line)
            return
        writer = Writer(lesson, sentences=sentences, width=width)

        def say(event: Event) -> None:
            for line in writer.lines(event):
                sink(line)

        self._stream(say)

    def _stream(self, sink: Callable[[Event], object]) -> None:
        how: dict[str, Any] = {"algorithm": self.algorithm, "depth": self.depth, "order": self.order}
        stream(self.game, self.state, sink, **how, **self.options)


@dataclass(frozen=True)
class Searched(Table):
    """A recorded search, told as the request wants it."""

    request: TreeRequest
    trace: Trace

    def to_dict(self) -> TraceData:
        data: Any = self.trace.to_dict(sentences=self.request.sentences)
        if self.request.svg:
            data["svg"] = self.trace.svg(**self.request.style)
        return data  # type: ignore[no-any-return]

    def to_rows(self) -> list[dict[str, Any]]:
        return self.trace.to_rows()

    def to_text(self) -> str:
        request, trace = self.request, self.trace
        if request.trace or request.sentences:
            lines = write_events(trace, sentences=request.sentences, width=WIDTH, truth=request.truth or None)
            return "\n".join(lines)
        tree = branches(trace, None, request.show, width=WIDTH)
        return "\n".join(tree if request.blank else [*tree, "", *summary(trace, width=WIDTH)])


class WrittenData(TypedDict):
    """Files that were written."""

    files: Annotated[list[str], "Their names."]


@dataclass(frozen=True)
class Written(Result):
    """Files that were written."""

    files: tuple[str, ...]

    def to_dict(self) -> WrittenData:
        return {"files": list(self.files)}

    def to_text(self) -> str:
        return "\n".join(f"Wrote {file}." for file in self.files)


class TextbookData(TypedDict):
    """A tree of a textbook."""

    name: Annotated[str, "Its name."]
    shows: Annotated[str, "What is to be seen."]
    source: Annotated[str, "Where it comes from."]
    algorithm: Annotated[str, "The search that shows it."]
    depth: Annotated[int | None, "Its horizon; null: none."]
    options: Annotated[dict[str, Any], "The search's own options."]
    leaves: Annotated[int, "How many there are."]


class TextbooksData(TypedDict):
    """The trees of textbooks."""

    trees: Annotated[list[TextbookData], "All of them."]


class Textbooks(Table):
    """The trees of textbooks."""

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "name": example.name,
                "shows": example.shows,
                "source": example.source,
                "algorithm": example.algorithm,
                "depth": example.depth,
                "options": dict(example.options),
                "leaves": sum(1 for node in example.tree().root.walk() if node.is_leaf),
            }
            for example in EXAMPLES.values()
        ]

    def to_dict(self) -> TextbooksData:
        rows: Any = self.to_rows()
        return {"trees": rows}

    def to_text(self) -> str:
        width, lines = max(map(len, EXAMPLES)), []
        for example in EXAMPLES.values():
            depth = "" if example.depth is None else f" --depth {example.depth}"
            lines.append(f"{example.name:{width}}  {example.shows}")
            lines.append(f"{'':{width}}  --algorithm {example.algorithm}{depth}; {example.source}")
        return "\n".join(lines)


def write(request: TreeRequest, search: Search, path: Path) -> None:
    """Write a search to a file, all of it or nothing, in the format that its name ends in."""
    ending = path.suffix.lower()
    as_events = request.events or ending in (".jsonl", ".ndjson")
    if as_events or request.trace or request.sentences:
        asked = replace(request, events=as_events)
        with whole_file(path) as file:
            search.tell(asked, lambda line: print(line, file=file), None if as_events else WIDTH)
        return
    found = Searched(request, search.trace())
    if ending not in (".json", ".txt"):
        found.trace.save(path, **request.style)
        return
    with whole_file(path) as file:
        if ending == ".json":
            json.dump(found.to_dict(), file, indent=2, ensure_ascii=False, allow_nan=False)
            file.write("\n")
        else:
            file.write(f"{found.to_text()}\n")
