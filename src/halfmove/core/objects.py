"""Objects of this process under a name: how plain data (plans, jobs) says what has no file to be found in.

A match's plan is text, so that it can be stored and sent.  A player or a game that somebody made in a script
or a notebook gets a name for it: `object:greedy`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from halfmove.core.errors import BadInput

KIND = "object"
PREFIX = f"{KIND}:"

_OBJECTS: dict[str, Any] = {}
"""The last object of each name: it stays, as a report on a match may ask for it when the match is over."""
_USES: Counter[str] = Counter()
"""How many blocks of `names_for` go on with each name."""
_LOCK = Lock()


@contextmanager
def names_for(objects: Sequence[tuple[str, Any]]) -> Iterator[list[str]]:
    """A name for each of the objects, given with what each would like to be called.  No other object gets the
    name while the block goes on: two that would like the same are told apart by a number, in their order."""
    names: list[str] = []
    with _LOCK:
        for wish, thing in objects:
            names.append(_free(wish, thing))
            _OBJECTS[names[-1]] = thing
            _USES[names[-1]] += 1
    try:
        yield names
    finally:
        with _LOCK:
            _USES.subtract(names)


def find_object(name: str) -> Any:
    """The object; `BadInput` where this process has none of that name."""
    if name not in _OBJECTS:
        raise BadInput(
            f"'{name}' was an object of the Python program that used it, and is known nowhere else; "
            "give the object again."
        )
    return _OBJECTS[name]


def is_object(text: str) -> bool:
    """Whether a description or a reference names an object of this process."""
    return text.startswith(PREFIX)


def _free(wish: str, thing: Any) -> str:
    """The first name after this wish that no other object needs now."""
    name, number = wish, 1
    while _USES[name] and _OBJECTS[name] is not thing:
        number += 1
        name = f"{wish} {number}"
    return name
