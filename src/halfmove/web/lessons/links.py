"""What the link of a lesson says, as far as it can be: a field that is wrong is left out, and it is said why.

What there is to say is read off the page's own form, so that a field is declared once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from typing import NamedTuple

from halfmove.core.errors import BadInput, HalfmoveError

STEP = "step"
"""The step that is shown, which stands in a link and in no form."""
OLD = {"set": "parameters", "unique_best": "one_best"}
"""What links of earlier releases call fields."""
_FIRST = ("game", "parameters", "position", "moves", "tree", "algorithm")
"""What the meaning of other fields rests on."""
_LAST_STEP = 10**6


class Said(NamedTuple):
    """A link as it was read."""

    fields: dict[str, str]
    """What can be taken of it."""
    why: str = ""
    """What is wrong with the rest, as a sentence."""
    status: int = 200


def renamed(given: Mapping[str, str]) -> dict[str, str]:
    """A query with the names that fields have now."""
    return {
        OLD.get(key, key): text.replace(",", " ") if key == "set" else text for key, text in given.items()
    }


def read(
    given: Mapping[str, str], form: str, check: Callable[[dict[str, str]], object], games: Collection[str]
) -> Said:
    """What a query says to a page with this form; `check` raises `BadInput` or `Unsuitable` for fields that
    mean nothing together.  What is empty is what was not said."""
    said = {key: text for key, text in renamed(given).items() if text.strip()}
    if not said:
        return Said({})
    controls = _controls(form)
    try:
        _check(said, controls, check)
        return Said(said)
    except HalfmoveError as error:
        why = str(error)
    kept: dict[str, str] = {}
    for key in sorted(said, key=lambda key: _FIRST.index(key) if key in _FIRST else len(_FIRST)):
        try:
            _check({**kept, key: said[key]}, controls, check)
        except HalfmoveError:
            continue
        kept[key] = said[key]
    unknown = said.get("game", "") not in ("", *games)
    return Said(kept, why, 404 if unknown else 400)


def _check(
    said: dict[str, str], controls: Mapping[str, list[_Control]], check: Callable[[dict[str, str]], object]
) -> None:
    for key in said:
        if key != STEP and key not in controls:
            raise BadInput(f"There is no field '{key[:40]}' on this page; there are: {', '.join(controls)}.")
    check(said)  # says it best, where it knows what is wrong
    for key, text in said.items():
        if key == STEP:
            if not (text.isdecimal() and len(text) < 8 and int(text) <= _LAST_STEP):
                raise BadInput(f"The step is a whole number from 0, not '{text[:40]}'.")
        elif not any(control.takes(text) for control in controls[key]):
            raise BadInput(controls[key][0].refusal(text))


class _Control(NamedTuple):
    """A field of a form."""

    name: str
    choices: tuple[str, ...] = ()
    """None where any text will do."""
    most: int = 0
    """Letters."""

    def takes(self, text: str) -> bool:
        return text in self.choices if self.choices else len(text) <= self.most

    def refusal(self, text: str) -> str:
        if not self.choices:
            return f"'{self.name}' may have {self.most:,} letters, not {len(text):,}."
        known = ", ".join(choice for choice in self.choices if choice)
        return f"'{self.name}' is one of {known}, not '{text[:40]}'."


@lru_cache(maxsize=16)
def _controls(form: str) -> dict[str, list[_Control]]:
    reader = _Reader()
    reader.feed(form)
    return reader.found


class _Reader(HTMLParser):
    """Collects the controls of a form by name; several algorithms may have options of one name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[_Control]] = {}
        self._choosing: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        with_values = {key: value or "" for key, value in attrs}
        name = with_values.get("name", "")
        if tag == "select":
            self._choosing = name or None
        if tag == "option" and self._choosing is not None:
            last = self.found[self._choosing].pop()
            choices = (*last.choices, with_values.get("value", ""))
            self.found[self._choosing].append(last._replace(choices=choices))
        elif name:
            ticked = with_values.get("type") == "checkbox"
            control = _Control(name, ("yes", "no") if ticked else (), int(with_values.get("maxlength", 0)))
            self.found.setdefault(name, []).append(control)
