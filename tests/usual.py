"""Cases of a parametrised test, of which every run tries some and a run of all tests the others."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], is_usual: Callable[[Any], bool]) -> list[Any]:
    """The cases in their order; a tuple is a case of several parameters."""
    return [
        case
        if is_usual(case)
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.exhaustive)
        for case in cases
    ]
