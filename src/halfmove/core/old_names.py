"""Names that were given up: they work until the next minor version, and warn (docs/versions.md)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any


def warn_of_old_name(owner: str, old: str, new: str, callers: int = 1) -> None:
    """Warn whoever stands so many calls above the caller; `new` may go on with a reason after its name."""
    warnings.warn(f"{owner}: '{old}' is called {new} now", DeprecationWarning, stacklevel=callers + 2)


def make_getattr(module: str, renamed: Mapping[str, Any]) -> Callable[[str], Any]:
    """The `__getattr__` of a module some of whose names were given up: what has its own name is found."""

    def find(name: str) -> Any:
        if name not in renamed:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        new = renamed[name]
        warn_of_old_name(module, name, f"'{new.__name__}'")
        return new

    return find
