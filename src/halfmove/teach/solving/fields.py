"""Kinds of fields that only `solve` has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole, shorten
from halfmove.core.operation import Decimal, Texts


@dataclass(frozen=True)
class Percent(Decimal):
    """A number of hundredths; the sign % may stand after it."""

    word: str = "P"

    def from_text(self, text: str, name: str) -> float:
        return super().from_text(text.removesuffix("%"), name)


class Sizes(Texts):
    """Numbers with commas between."""

    def from_text(self, text: str, name: str) -> Any:
        return self._numbers(text.replace(",", " ").split(), text, name)

    def from_data(self, value: Any, name: str) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BadInput(f"{name} is a list of numbers, such as [200, 200, 200].")
        return self._numbers([str(size) for size in value], value, name)

    def _numbers(self, words: list[str], given: Any, name: str) -> tuple[int, ...]:
        sizes = [read_whole(word, 0, 99_999) for word in words]
        found = tuple(size for size in sizes if size is not None)
        if len(found) < len(sizes):
            raise BadInput(
                f"{name} takes numbers divided by commas, such as 200,200,200; not '{shorten(given)}'."
            )
        return found
