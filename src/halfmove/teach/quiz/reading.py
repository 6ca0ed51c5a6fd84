"""Answers as people write them: `B=3 C=2`, `3 2 2`, `C <= 2`, `(−∞, 3)`, `1/2`, or the same as plain data."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from halfmove.core.errors import BadInput

_NUMBER = r"[-−+]?(?:∞|inf(?:inity)?\b|\d+/\d+|\d+(?:\.\d*)?|\.\d+)"
_RELATION = r"(?:<=|>=|=<|=>|≤|≥|=|<|>)"
_TOKEN = re.compile(
    rf"{_RELATION}?\s*[(\[][^)\]]*[)\]]|(?:{_RELATION}\s*)?(?<![\w.]){_NUMBER}|\?|[-–](?=[\s,;]|$)|[^\W\d][\w./]*"
)
BLANK = ("", "?", "-", "–")
_RELATIONS = {"<=": "≤", "=<": "≤", "<": "≤", ">=": "≥", "=>": "≥", ">": "≥", "≤": "≤", "≥": "≥", "=": "="}


def number(value: Any) -> float:
    """One number: 3, "2.5", "1/3", "−∞"; `BadInput` for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not math.isnan(value):
        return value
    text = str(value).strip().lstrip("=").strip().replace("−", "-").lower()
    sign, body = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    if body.strip() in ("∞", "inf", "infinity", "oo"):
        return sign * math.inf
    try:
        return float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{value}' is not a number; write 3, 2.5, 1/2 or -inf.") from None


def numbers(value: Any) -> tuple[float, ...]:
    """Several numbers: [1, 2, 3], "(1, 2, 3)", "1 2 3"."""
    if isinstance(value, str):
        return tuple(number(word) for word in re.findall(_NUMBER, value))
    if isinstance(value, Sequence):
        return tuple(map(number, value))
    raise BadInput(f"'{value}' is not a row of numbers such as (1, 2, 3).")


def bound(value: Any) -> tuple[float, str]:
    """A value with what it says of the true one: "≤ 2", ">=3", "=4"; a bare number is exact."""
    if isinstance(value, str):
        text = value.strip()
        found = re.match(_RELATION, text)
        relation = _RELATIONS[found[0]] if found else "="
        return number(text[found.end() :] if found else text), relation
    if isinstance(value, Mapping) and "value" in value:
        return number(value["value"]), _RELATIONS.get(str(value.get("relation", "=")), "=")
    return number(value), "="


def blanks(given: Any, items: Sequence[str], read: Callable[[Any], Any], name: Callable[[str], str]) -> Any:
    """What was filled in, by item: from a mapping, from a list in the items' order, or from a line of text.

    `read` reads one value, `name` says which item a word means.  What is left out, "?" or "–" stays blank.
    `BadInput` for what is neither.
    """
    if given is None or (isinstance(given, str) and given.strip() in BLANK):
        return {}
    if isinstance(given, str):
        given = _from_text(given, items)
    elif isinstance(given, Sequence):
        given = dict(zip(items, _fitting(list(given), items)))
    elif not isinstance(given, Mapping):
        if len(items) != 1:
            raise BadInput(f"'{given}' does not answer for {len(items)} blanks; name them: {items[0]}=….")
        given = {items[0]: given}
    found = {}
    for key, value in given.items():
        item = name(str(key))
        if item not in items:
            raise BadInput(f"{item} is not asked for; the blanks are: {', '.join(items)}.")
        if value is not None and value not in BLANK:
            found[item] = read(value)
    return found


def _fitting(values: list[Any], items: Sequence[str]) -> list[Any]:
    if len(values) != len(items):
        given = f"{len(values)} values were" if len(values) != 1 else "1 value was"
        raise BadInput(
            f"There are {len(items)} blanks, and {given} given; name them, as in "
            f"{items[0]}={values[0] if values else 3}."
        )
    return values


def _from_text(text: str, items: Sequence[str]) -> dict[str, Any]:
    """`B=3, C <= 2` or `3 2 2`."""
    named: dict[str, Any] = {}
    bare: list[str] = []
    waiting = ""
    for token in _TOKEN.findall(text):
        if token[0].isalpha() and not re.fullmatch(_NUMBER, token):
            if token.lower() in ("and", "is", "returns"):
                continue
            if waiting:
                named[waiting] = token  # an answer that is a name itself
                waiting = ""
            else:
                waiting = token
        elif waiting:
            named[waiting] = token
            waiting = ""
        else:
            bare.append(token)
    if waiting:
        raise BadInput(f"What is {waiting}? Write it as {items[0]}=3." if items else "Nothing is asked for.")
    if named and bare:
        raise BadInput(f"'{bare[0].strip()}' stands without a name; write all as {items[0]}=3, or none.")
    if not named and not bare and text.strip():
        raise BadInput(f"'{text.strip()}' cannot be read; write {items[0]}=3, or the values in order.")
    return named or (dict(zip(items, _fitting(bare, items))) if bare else {})
