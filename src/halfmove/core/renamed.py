"""Names that have changed: the old ones work for a release, with a warning that gives the new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from warnings import warn


def make_getattr(module: str, renamed: Mapping[str, Any]) -> Callable[[str], Any]:
    """The `__getattr__` of the module of this name, which gives functions and classes by their old names."""

    def find(name: str) -> Any:
        if name not in renamed:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = renamed[name]
        warn(f"{module}.{name} is now called {new.__name__}.", DeprecationWarning, stacklevel=2)
        return new

    return find
