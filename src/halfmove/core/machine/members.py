"""The attributes and methods of a game, as compiled code finds them: by name, in one template.

Numba keeps a template for each of them and asks one after the other, after it has sorted them all; a game has
four hundred.  A number, or a word that is read at run time, is an instruction where it is read; by
`overload_attribute` it would be a function that is compiled, linked in and inlined.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.imputils import lower_getattr
from numba.core.registry import cpu_target
from numba.core.typing.templates import (
    AttributeTemplate,
    infer_getattr,
    make_overload_attribute_template,
    make_overload_method_template,
)

from halfmove.core.machine.inner import NO_WRAPPERS, overload

NUMBERS = (bool, int, float, np.integer, np.floating, np.bool_)


class Members:
    """What is known of the values of a class of Numba's types."""

    def __init__(self, numba_type: Any) -> None:
        self._type = numba_type
        self._templates: dict[str, Any] = {}
        self._kinds: dict[str, types.Type] = {}

    def add_attribute(self, name: str, function: Any) -> None:
        """An attribute that a function computes, given as for `numba.extending.overload_attribute`."""
        self._templates[name] = make_overload_attribute_template(
            self._type, name, function, jit_options=NO_WRAPPERS
        )
        overload(function)(function)

    def add_method(self, name: str, function: Any) -> None:
        """A method, given as for `numba.extending.overload_method`."""
        self._templates[name] = make_overload_method_template(
            self._type, name, function, inline="never", jit_options=NO_WRAPPERS
        )
        overload(function)(function)

    def add_number(self, name: str, value: Any) -> None:
        """A number that is always the same."""
        kind = types.unliteral(cpu_target.typing_context.resolve_value_type(value))
        plain = value.item() if isinstance(value, np.generic) else value
        self.add_instruction(name, kind, lambda context, builder, _: context.get_constant(kind, plain))

    def add_instruction(self, name: str, kind: types.Type, build: Callable[[Any, Any, Any], Any]) -> None:
        """An attribute of this kind, from `build(context, builder, value)`."""
        self._kinds[name] = kind
        lower_getattr(self._type, name)(lambda context, builder, _, value: build(context, builder, value))

    def register(self) -> None:
        """Let compiled code know all of them."""
        kinds, made = self._kinds, self._templates

        class Template(AttributeTemplate):  # type: ignore[misc]
            key = self._type

            def __init__(self, context: Any) -> None:
                super().__init__(context)
                self._templates = {name: template(context) for name, template in made.items()}

            def resolve(self, value: Any, attr: str) -> Any:
                if attr in kinds:
                    return kinds[attr]
                template = self._templates.get(attr)
                return None if template is None else template.resolve(value, attr)

        infer_getattr(Template)
