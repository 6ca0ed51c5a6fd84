"""What requests and answers of several subjects have in common, described and bounded."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from halfmove.core.operation.kinds import LARGEST
from halfmove.web.api.described import Number as Number
from halfmove.web.api.described import plain

Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Short = Annotated[str, StringConstraints(max_length=200)]

Digits = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
"""A whole number of which nothing else is known."""


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
