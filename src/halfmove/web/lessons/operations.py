"""An operation as a page asks for it: a form made from its fields, and its results as text and pictures."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import SPECTATOR, Game
from halfmove.core.history import History
from halfmove.core.operation import GameRequest, Operation, PositionRequest, Request, read_text
from halfmove.core.operation.kinds import Choice, Switch, Text, Whole
from halfmove.core.operation.position import GameKind
from halfmove.core.operation.request import Field, R
from halfmove.core.operation.words import command_words
from halfmove.core.operations import load
from halfmove.core.progress import telling
from halfmove.core.reporting import Step
from halfmove.games.reference import GameReference, PositionReference
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.lessons import forms
from halfmove.web.workers.tasks.operation import ServerWork

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

Names = Mapping[str, str]
"""Words to choose from, with what each is called."""
SHORT, HINT = 20, 14
"""Letters that a choice, and what stands in a field beside another, has room for."""
FEW = 6
"""So many whole numbers are chosen from a list."""
NAME = "operation"
"""The hidden field with the operation's name."""


def label(one: Field) -> str:
    """What a form calls a field."""
    return one.name.replace("_", " ")


def form(
    operation: Operation,
    catalogue: Catalogue,
    values: Mapping[str, str],
    when: Mapping[str, str] | None = None,
) -> str:
    """The controls of an operation's form, in groups; one of `when` is shown while a field has a value."""
    hidden = f'<input type="hidden" name="{NAME}" value="{operation.name}" data-default="{operation.name}">'
    return hidden + Controls(operation.request, catalogue, values).in_groups(when)


class Controls:
    """The controls of a request's fields, filled with values.

    The sentence about a field stands under its control, or is its tooltip where a form is `short`; there a
    tick has it as its label.
    """

    def __init__(
        self, request: type[Request], catalogue: Catalogue, values: Mapping[str, str], *, short: bool = False
    ) -> None:
        self.fields = {name: one for name, one in request.fields().items() if "form" in one.faces}
        self.catalogue, self.values, self.short = catalogue, values, short

    def in_groups(
        self, when: Mapping[str, str] | None = None, without: Collection[str] = (), **choices: Names
    ) -> str:
        """All fields but those `without`, in a fieldset for each group; one of `when` is shown while a field
        has a value.  `choices` are as in `named`."""
        groups: dict[str, list[str]] = {}
        for name, one in self.fields.items():
            if name not in without:
                groups.setdefault(one.group, []).append(name)
        parts = []
        for group, names in groups.items():
            shown = f' data-when="{escape(when[group])}"' if when and group in when else ""
            legend = f"<legend>{escape(group)}</legend>" if group else ""
            parts.append(f"<fieldset{shown}>{legend}{self.named(*names, **choices)}</fieldset>")
        return "".join(parts)

    def named(self, *names: str, **choices: Names) -> str:
        """The controls of the fields of these names; `choices` are those to choose from, by what they are
        called, where the page knows more of them than the field."""
        return "".join(self._control(self.fields[name], choices.get(name)) for name in names)

    def _control(self, one: Field, choices: Names | None) -> str:
        value, kind = self.values.get(one.name, ""), one.kind
        usual = "" if one.is_needed or one.default in (None, (), {}) else forms.word(one.default)
        tip = one.about.replace("`", "") if self.short else ""
        choices = self._choices(one) if choices is None else choices
        if isinstance(kind, Switch) and one.default is not None:
            called = one.about.rstrip(".") if self.short else label(one)
            made = forms.tick(called, one.name, self.values, default=bool(one.default), wide=self.short)
        elif choices is not None:
            first = usual or (str(one.example) if one.is_needed and one.example in choices else None)
            wide = isinstance(kind, GameKind) or max(map(len, choices.values())) > HINT
            made = forms.choice(label(one), one.name, choices, value, default=first, wide=wide, tip=tip)
        else:
            hint = usual or one.usual or getattr(kind, "example", kind.word.strip('"'))
            whole = isinstance(kind, Whole)
            wide = not self.short or len(hint) > HINT
            made = forms.entry(
                label(one), one.name, value, default=usual, whole=whole, hint=hint, wide=wide, tip=tip
            )
        if self.short or isinstance(kind, GameKind):
            return made
        return f'{made}<p class="hm-soft hm-small hl-wide">{_marked(one.about)}</p>'

    def _choices(self, one: Field) -> Names | None:
        """What there is to choose from, by what it is called; None where any text will do."""
        kind, usual = one.kind, one.usual if 0 < len(one.usual) <= SHORT else "as usual"
        if isinstance(kind, GameKind):
            games = {name: self.catalogue.title(name) for name in self.catalogue.names()}
            return games if one.is_needed else {"": one.usual, **games}
        if isinstance(kind, Switch) and one.default is None:
            return {"": one.usual or "either", "yes": "yes", "no": "no"}
        if isinstance(kind, Whole) and kind.most - kind.least < FEW:
            known: Iterable[str] = map(str, range(kind.least, kind.most + 1))
        elif isinstance(kind, Choice):
            known = kind.known
        else:
            return None
        names = {name: name for name in known}
        return {"": usual, **names} if one.default is None else names  # a sentence does not fit a choice


def _marked(text: str) -> str:
    """A sentence with its `code` marks as HTML."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def read(fields: Mapping[str, str]) -> Request:
    """The request that a form's fields make; `BadInput` says what is wrong with them."""
    return read_as(load(fields.get(NAME, "")).request, fields)


def read_as(request: type[R], fields: Mapping[str, str]) -> R:
    """The same of a page for one request, which may have fields of its own besides."""
    known = request.fields()
    given = {key: text for key, text in fields.items() if key in known and text.strip()}
    for key, text in given.items():
        kind = known[key].kind
        if isinstance(kind, Text):
            kind.from_data(text, f"'{key}'")  # refused where it is too long, as over HTTP
    return read_text(request, given, lambda name: f"'{label(known[name])}'", "form")


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows: the results, and the command that gives the same."""
    request = read(fields)
    result = answer(request, link)
    command = shlex.join(["halfmove", *command_words(request.operation, request.to_data())])
    return {
        "slots": {
            "answer": f"<pre>{escape(result.to_text())}</pre>",
            "command": f"<code>{escape(command)}</code>",
        }
    }


def answer(request: Request, link: Link) -> Any:
    """The last result of a request, and meanwhile on the page how far it is."""

    def tell(step: Step) -> None:
        link.tell(kind="progress", text=f"{step.line[:1].upper()}{step.line[1:]}…")

    result = None
    with telling(request.doing(), tell):
        for found in request.run(FormWork({}, link)):
            result = found
    assert result is not None, "an operation has a result"
    return result


class FormWork(ServerWork):
    """What an operation has of the world in a worker for a form: the player to move looks at the game."""

    gradual = True

    def open(self, request: PositionRequest) -> History:
        history = self._link.open({"place": _place(request, self._link.catalogue)})
        self.veiled = history.game.hidden
        return request.throw(self._link.seen(history, SPECTATOR if history.over else history.mover))


class PageWork(ServerWork):
    """What an operation has of the world on a page that draws all of it: rules that are interpreted."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def open(self, request: PositionRequest) -> History:
        return request.throw(self.catalogue.open(_place(request, self.catalogue)))

    def open_game(self, request: GameRequest) -> Game:
        return self.catalogue.watched(GameReference(str(request.game), dict(request.parameters)))


def _place(request: PositionRequest, catalogue: Catalogue) -> PositionReference:
    """Where a request's position is found."""
    words: Any = request.moves
    if isinstance(words, str):
        rules = catalogue.watched(GameReference(str(request.game), dict(request.parameters)))
        words = rules.split_moves(words)
    return position_reference(str(request.game), request.parameters, request.position, words)
