"""Watchers in machine code: the methods of a `Watcher` class as functions of one pointer to its words.

As with games, the Numba type carries the digest of the class, so that an edited watcher meets no old machine
code, and each class has a Numba type of its own, because overloads dispatch on it.
"""

from llvmlite import ir
from numba import types
from numba.extending import models, register_model, typeof_impl, unbox

from halfmove.core.code.names import name_of_watcher, watching_methods
from halfmove.core.machine.buffers import BufferType, unbox_address
from halfmove.core.machine.game_type import compile_method
from halfmove.core.machine.members import Members
from halfmove.core.watch import Watcher


class WatcherType(types.Type):
    """The type of a compiled watcher: equal to another's when the class and its source are the same."""

    @property
    def key(self):  # type: ignore[no-untyped-def]
        return self.name

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return _restore, (self.name,)


_known: dict[str, WatcherType] = {}
_of_class: dict[type, WatcherType] = {}
_WORDS = BufferType(types.int64)


def _restore(name: str) -> WatcherType:
    return _known.get(name) or WatcherType(name)


@typeof_impl.register(Watcher)
def _typeof(watcher, context=None):  # type: ignore[no-untyped-def]
    cls = type(watcher)
    if not cls.compiled:
        return None  # Numba then says that it cannot tell its type
    return _of_class.get(cls) or _make(cls)


def _make(cls: type[Watcher]) -> WatcherType:
    name = name_of_watcher(cls)
    numba_type = type(f"{cls.__name__}Type", (WatcherType,), {})
    register_model(numba_type)(_WatcherModel)
    unbox(numba_type)(unbox_address)
    compiled = Members(numba_type)
    compiled.add_instruction("words", _WORDS, lambda context, builder, watcher: watcher)
    for method_name, method in watching_methods(cls):
        compile_method(compiled, method_name, method)
    compiled.register()
    made = _of_class[cls] = _known.setdefault(name, numba_type(name))
    return made


class _WatcherModel(models.PrimitiveModel):
    """A bare pointer to the watcher's words; null for one that has none."""

    def __init__(self, dmm, fe_type):  # type: ignore[no-untyped-def]
        super().__init__(dmm, fe_type, ir.IntType(64).as_pointer())
