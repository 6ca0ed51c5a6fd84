"""What requests and answers of several subjects have in common: bounds on free data, and refusals."""

from __future__ import annotations

import math
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

DEEPEST, MOST_PARTS, LARGEST = 200, 50_000, 2**53
"""What free data (a tree, answers) may have: levels, parts, and digits that every reader of JSON keeps."""


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


class Problem(BaseModel):
    """Why a request was refused."""

    model_config = ConfigDict(extra="forbid")

    detail: str = Field(description="One sentence: what is wrong, and what would be right.")
