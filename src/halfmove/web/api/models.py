"""What requests and answers of several subjects have in common, described and bounded."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

Number = int | float | Literal["inf", "-inf"]
"""As JSON has it: the infinities, which only trees have, are texts."""
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Short = Annotated[str, StringConstraints(max_length=200)]

DEEPEST, MOST_PARTS, LARGEST = 200, 50_000, 2**53
"""What free data (a tree, answers) may have: levels, parts, and digits that every reader of JSON keeps."""


Digits = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
"""A whole number of which nothing else is known."""


def plain(data: Any) -> Any:
    """Free data as it came; a ValueError for what could not be pickled, searched or sent back."""
    waiting, parts = [(data, 1)], 0
    while waiting:
        part, level = waiting.pop()
        parts += 1
        if level > DEEPEST or parts > MOST_PARTS:
            raise ValueError(f"it may have {DEEPEST} levels and {MOST_PARTS:,} parts")
        if isinstance(part, dict):
            waiting.extend((key, level) for key in part)
        if isinstance(part, (dict, list)):
            waiting.extend(
                (below, level + 1) for below in (part.values() if isinstance(part, dict) else part)
            )
        elif isinstance(part, str):
            try:
                part.encode("utf-8")
            except UnicodeEncodeError:
                raise ValueError("there is half a surrogate pair in a text") from None
        elif isinstance(part, (int, float)) and not (math.isfinite(part) and abs(part) <= LARGEST):
            raise ValueError("numbers may go up to 2**53; the infinities are the texts inf and -inf")
    return data


Free = Annotated[Any, AfterValidator(plain)]
Options = Annotated[dict[Name, Any], Field(max_length=30), AfterValidator(plain)]
Spec = Annotated[list[Any] | dict[str, Any], AfterValidator(plain)]
"""An explicit tree.  No text: `halfmove.tree` would take it for the name of a file."""


class RequestPart(BaseModel):
    """Part of a request: nothing is guessed, and what is not known is refused."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class Answer(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(extra="forbid")


class Problem(Answer):
    """Why a request was refused."""

    detail: str = Field(description="One sentence: what is wrong, and what would be right.")
