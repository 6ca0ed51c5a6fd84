"""What an operation is asked: a frozen dataclass whose fields say everything that its faces need of them.

@operation("perft", "Count move sequences, to check a game's rules.")
@dataclass(frozen=True, kw_only=True)
class Perft(PositionRequest):
    depth: int = field(Whole(0, 1000), "The number of moves in a sequence.", place=True)

    def run(self, work): ...
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from halfmove.core.errors import BadInput
from halfmove.core.operation.kinds import Kind, Schema

if TYPE_CHECKING:
    from halfmove.core.operation.work import Work
    from halfmove.core.results import Result

NEEDED: Any = dataclasses.MISSING
"""The default of a field that has none."""

FACES = ("terminal", "python", "http", "form")
OWN_FACES = ("terminal", "python", "form")
"""Those on which a person uses his own machine."""
LOCAL_FACES = ("terminal", "python")
"""Those that run in his own process: for files that he names, and for long work."""

SEARCH, LIMITS, OUTPUT = "Search", "Limits (whichever comes first)", "Output"
"""Headings that fields of several operations stand under."""


@dataclass(frozen=True)
class Field:
    """One field of a request, as all faces read it."""

    kind: Kind
    about: str
    """What it says, in one sentence; a Markdown `code` mark is allowed."""
    default: Any = NEEDED
    usual: str = ""
    """What holds where nothing is said, in words, where the default does not say it."""
    group: str = ""
    """The heading that it stands under."""
    terminal: str = ""
    """What a command takes besides, in a sentence that its help adds to `about`."""
    place: bool = False
    """Whether a command takes it by its place, and a Python function without its name."""
    options: tuple[str, ...] = ()
    """Its names in a command, where they are not made from its own."""
    word: str = ""
    """What stands for its value in a usage line; that of its kind by default."""
    example: Any = None
    python: str = ""
    """Its name in the Python function, where that is another; `-` where it has none there, and with a star
    where its values are the arguments that have no name."""
    old: tuple[str, ...] = ()
    """What data called it in earlier releases; still taken, in Python with a warning."""
    faces: tuple[str, ...] = FACES
    name: str = ""

    @property
    def is_needed(self) -> bool:
        """Whether there is nothing that holds where it is not given."""
        return self.default is NEEDED

    @property
    def option_names(self) -> tuple[str, ...]:
        """What a command calls it, the usual name first; none where it is taken by its place."""
        return self.options or (() if self.place else (f"--{self.name.replace('_', '-')}",))

    @property
    def python_name(self) -> str:
        """What the Python function calls it."""
        return self.python.lstrip("*") or self.name

    @property
    def is_starred(self) -> bool:
        """Whether its values are the arguments of the Python function that have no name."""
        return self.python.startswith("*")

    def schema(self) -> Schema:
        """Its JSON schema, with the sentence about it."""
        schema = self.kind.schema()
        if self.default is None:
            schema = {"anyOf": [schema, {"type": "null"}]}
        usual = f" {self.usual[0].upper()}{self.usual[1:]} if nothing is said." if self.usual else ""
        schema["description"] = self.about + usual
        if not self.is_needed and self.default is not None:
            schema["default"] = self.kind.to_data(self.default)
        if self.example is not None:
            schema["examples"] = [self.example]
        return schema


def field(kind: Kind, about: str, *, default: Any = NEEDED, **more: Any) -> Any:
    """A field of a request; `more` is as in `Field`."""
    declared = Field(kind, about, default, **more)
    if isinstance(default, dict):
        return dataclasses.field(default_factory=lambda: dict(default), metadata={"field": declared})
    return dataclasses.field(default=default, metadata={"field": declared})


class Case(NamedTuple):
    """One of several things that a request may turn out to ask, as its game is."""

    words: str
    """What it is called in a sentence, such as "a proof"."""
    fields: tuple[str, ...]
    """The fields that it takes; those that no case names are for all."""


class Request:
    """What an operation is asked; a subclass is a frozen dataclass of `field`s."""

    operation: ClassVar[Operation]

    @classmethod
    @cache
    def fields(cls) -> dict[str, Field]:
        """Its fields by name, in the order in which a face shows them."""
        found = {
            one.name: dataclasses.replace(one.metadata["field"], name=one.name)
            for one in dataclasses.fields(cls)  # type: ignore[arg-type]
            if "field" in one.metadata
        }
        for name, value in cls.operation.examples.items():
            found[name] = dataclasses.replace(found[name], example=value)
        return found

    def check(self, name: Callable[[str], str]) -> None:
        """`BadInput` where fields contradict each other; `name` is what the face calls a field."""

    def named(self, field: str) -> str:
        """What the face that asked calls a field."""
        name: Callable[[str], str] = vars(self).get("_name", str)
        return name(field)

    def check_case(self, case: Case, cases: Iterable[Case]) -> None:
        """`BadInput` for a field that is given, and that others of `cases` take but not this one."""
        for name, one in self.fields().items():
            value = getattr(self, name)
            is_given = value is not None if one.default is None else value != one.default
            others = [other.words for other in cases if name in other.fields]
            if is_given and others and name not in case.fields:
                raise BadInput(f"{self.named(name)} is not for {case.words}; it is for {', '.join(others)}.")

    def run(self, work: Work) -> Iterator[Result]:
        """The results, each better founded than the one before; the last is the answer."""
        raise NotImplementedError

    def is_displayed(self) -> bool:
        """Whether a terminal with a display of its own for the operation uses it, and does not print text."""
        return True

    def is_interactive(self) -> bool:
        """Whether a person is asked at the keyboard while it runs, so that nothing is drawn meanwhile."""
        return False

    def doing(self) -> str:
        """What is being done while it runs."""
        return self.operation.doing

    def to_data(self) -> dict[str, Any]:
        """The request as JSON has it: what was given, without what holds anyway."""
        return {
            name: one.kind.to_data(value)
            for name, one in self.fields().items()
            if (value := getattr(self, name)) != one.default
        }


@dataclass(frozen=True)
class Operation:
    """Something that can be asked of Halfmove."""

    name: str
    """What a command calls it: a word, or two, `book show`, of which several operations share the first."""
    summary: str
    """One sentence: its line in lists of operations."""
    request: type[Request]
    doing: str
    """What is being done meanwhile, to be followed by the name of the game: `counting`."""
    faces: tuple[str, ...] = FACES
    """Where it can be asked."""
    old_paths: tuple[str, ...] = ()
    """Under which names HTTP answers as well, for the clients of earlier releases."""
    examples: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Examples of fields that the operation has from a class above, by their names."""

    @property
    def has_results(self) -> bool:
        """Whether it comes to something; if not, it is shown by a face alone, as a game that is played."""
        return self.request.run is not Request.run

    @property
    def path(self) -> str:
        """Where HTTP and the browser have it, such as `book/show`."""
        return self.name.replace(" ", "/")

    @property
    def about(self) -> str:
        """What it does and gives, in paragraphs: the docstring of its request."""
        from inspect import cleandoc

        return cleandoc(self.request.__doc__ or self.summary)

    def example(self) -> dict[str, Any]:
        """A request as data, of the examples that its fields have."""
        fields = self.request.fields()
        return {name: one.example for name, one in fields.items() if one.example is not None}

    def schema(self, face: str = "http") -> Schema:
        """The JSON schema of a request."""
        fields = {name: one for name, one in self.request.fields().items() if face in one.faces}
        return {
            "type": "object",
            "title": self.request.__name__,
            "properties": {name: one.schema() for name, one in fields.items()},
            "required": [name for name, one in fields.items() if one.is_needed],
            "additionalProperties": False,
        }


R = TypeVar("R", bound=Request)


def operation(
    name: str,
    summary: str,
    *,
    doing: str = "",
    faces: tuple[str, ...] = FACES,
    old_paths: tuple[str, ...] = (),
    examples: Mapping[str, Any] | None = None,
) -> Callable[[type[R]], type[R]]:
    """Declare an operation; the class that it stands on is its request."""

    def declare(request: type[R]) -> type[R]:
        request.operation = Operation(
            name,
            summary,
            request,
            doing or f"at work on {name}",
            faces=faces,
            old_paths=old_paths,
            examples=examples or {},
        )
        return request

    return declare


def read_text(
    request: type[R], values: Mapping[str, Any], name: Callable[[str], str], face: str = "terminal"
) -> R:
    """The request that typed values make; `name` is what the face calls a field.  `BadInput` for what does
    not fit, and for what is missing."""
    return _read(request, values, name, face, lambda kind: kind.from_text)


def read_data(
    request: type[R], values: Mapping[str, Any], name: Callable[[str], str] = str, face: str = "python"
) -> R:
    """The request that data makes; `BadInput` for what does not fit, is missing or is no field."""
    return _read(request, values, name, face, lambda kind: kind.from_data)


def read_json(request: type[R], values: Mapping[str, Any]) -> R:
    """The request that a client's JSON makes; `BadInput` likewise."""
    return _read(request, values, str, "http", lambda kind: kind.from_json)


def _read(
    request: type[R],
    values: Mapping[str, Any],
    name: Callable[[str], str],
    face: str,
    reader: Callable[[Kind], Callable[[Any, str], Any]],
) -> R:
    fields = {key: one for key, one in request.fields().items() if face in one.faces}
    old = {name: key for key, one in fields.items() for name in one.old}
    found: dict[str, Any] = {}
    for key, value in values.items():
        key = key if key in fields else old.get(key, key)
        if key not in fields:
            from difflib import get_close_matches

            near = get_close_matches(str(key), fields, n=1)
            hint = f"; did you mean {name(near[0])}?" if near else "."
            raise BadInput(f"{request.operation.name} has no field '{str(key)[:100]}'{hint}")
        if value is None and fields[key].default is None:
            found[key] = None
        else:
            found[key] = reader(fields[key].kind)(value, name(key))
    for key, one in fields.items():
        if key not in found and one.is_needed:
            raise BadInput(f"{request.operation.name} needs {name(key)}.")
    made = request(**found)
    object.__setattr__(made, "_name", name)
    made.check(name)
    return made
