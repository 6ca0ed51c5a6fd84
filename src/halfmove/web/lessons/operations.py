"""An operation as a page asks for it: a form made from its fields, and its results as text and pictures."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import SPECTATOR
from halfmove.core.history import History
from halfmove.core.operation import Operation, PositionRequest, Request, read_text
from halfmove.core.operation.kinds import Choice, Switch, Whole
from halfmove.core.operation.position import GameKind
from halfmove.core.operation.request import Field
from halfmove.core.operation.words import command_words
from halfmove.core.operations import load
from halfmove.core.progress import telling
from halfmove.core.reporting import Step
from halfmove.games.reference import GameReference
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.lessons import forms
from halfmove.web.workers.tasks.operation import ServerWork

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

SHORT = 20
"""Letters that a choice has room for."""
NAME = "operation"
"""The hidden field with the operation's name."""


def form_fields(operation: Operation) -> list[Field]:
    """The fields that a form has."""
    return [one for one in operation.request.fields().values() if "form" in one.faces]


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
    groups: dict[str, list[Field]] = {}
    for one in form_fields(operation):
        groups.setdefault(one.group, []).append(one)
    parts = [f'<input type="hidden" name="{NAME}" value="{operation.name}" data-default="{operation.name}">']
    for group, fields in groups.items():
        legend = f"<legend>{escape(group)}</legend>" if group else ""
        controls = "".join(_control(one, catalogue, values) for one in fields)
        shown = f' data-when="{escape(when[group])}"' if when and group in when else ""
        parts.append(f"<fieldset{shown}>{legend}{controls}</fieldset>")
    return "".join(parts)


def _control(one: Field, catalogue: Catalogue, values: Mapping[str, str]) -> str:
    """The control of a field, with the sentence about it."""
    value, kind = values.get(one.name, ""), one.kind
    about = f'<p class="hm-soft hm-small hl-wide">{_marked(one.about)}</p>'
    usual = "" if one.is_needed or one.default in (None, (), {}) else forms.word(one.default)
    if isinstance(kind, GameKind):
        games = {name: catalogue.title(name) for name in catalogue.names()}
        games = games if one.is_needed else {"": one.usual, **games}
        first = str(one.example or next(iter(games)))
        return forms.choice(label(one), one.name, games, value, default=first, wide=True)
    if isinstance(kind, Switch) and one.default is None:
        either = {"": one.usual or "either", "yes": "yes", "no": "no"}
        return forms.choice(label(one), one.name, either, value) + about
    if isinstance(kind, Switch):
        return forms.tick(label(one), one.name, values, default=bool(one.default)) + about
    if isinstance(kind, Choice):
        names = {name: name for name in kind.known}
        if one.default is None:  # a sentence does not fit a choice
            names = {"": one.usual if 0 < len(one.usual) <= SHORT else "as usual", **names}
        return forms.choice(label(one), one.name, names, value, default=usual or None) + about
    hint = usual or one.usual or kind.word
    is_whole = isinstance(kind, Whole)
    return (
        forms.entry(label(one), one.name, value, default=usual, whole=is_whole, hint=hint, wide=True) + about
    )


def _marked(text: str) -> str:
    """A sentence with its `code` marks as HTML."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def read(fields: Mapping[str, str]) -> Request:
    """The request that a form's fields make; `BadInput` says what is wrong with them."""
    operation = load(fields.get(NAME, ""))
    known = operation.request.fields()
    given = {key: text for key, text in fields.items() if key in known and text.strip()}
    return read_text(operation.request, given, lambda name: f"'{label(known[name])}'", "form")


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
        catalogue = self._link.catalogue
        words: Any = request.moves
        if isinstance(words, str):
            rules = catalogue.watched(GameReference(str(request.game), dict(request.parameters)))
            words = rules.split_moves(words)
        place = position_reference(str(request.game), request.parameters, request.position, words)
        history = self._link.open({"place": place})
        self.veiled = history.game.hidden
        return request.throw(self._link.seen(history, SPECTATOR if history.over else history.mover))
