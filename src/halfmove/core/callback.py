"""A Python function that machine code asks: through an address, so that code kept on disk knows none.

A `Callback` is made from a function of nine words (a position's bitboards and one small number, say) that
gives one number; `ask(address, …)` calls it, interpreted and compiled alike.  It costs some microseconds and
the interpreter's lock besides what the function does: it is for questions that are rare and worth much.
"""

from __future__ import annotations

import ctypes
import threading
from _thread import interrupt_main
from collections.abc import Callable

WORDS = 8
"""Unsigned words of a question; a signed one follows."""
_TYPE = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_uint64] * WORDS, ctypes.c_int64)
_AGAIN = 0.05
"""Seconds after which a Ctrl-C that came in the function is raised where it can be heard."""


class Callback:
    """`function`, kept where machine code can call it; `otherwise` is the answer where it raises.

    Whoever makes it keeps it as long as its `address` may be asked.  An error goes to `tell`; a Ctrl-C that
    comes meanwhile is raised again in the main thread.
    """

    def __init__(
        self, function: Callable[..., int], otherwise: int, tell: Callable[[Exception], None]
    ) -> None:
        def called(*words: int) -> int:
            try:
                return function(*words)
            except Exception as error:  # noqa: BLE001  there is no Python below to raise it to
                tell(error)
            except KeyboardInterrupt:
                threading.Timer(_AGAIN, interrupt_main).start()
            return otherwise

        self._called = _TYPE(called)
        self.address: int = ctypes.cast(self._called, ctypes.c_void_p).value or 0


def ask(address: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, last: int) -> int:
    """What the `Callback` at an address answers."""
    return int(_TYPE(address)(int(a), int(b), int(c), int(d), int(e), int(f), int(g), int(h), int(last)))
