"""What a search tells whoever watches it, and the watcher that costs nothing.

A textbook search calls its watcher at each step of its pseudocode; the calls are part of the kernel's text:

    enter         a state is entered, with the plies left and the window
    leaf          a state gets its value without looking further: UTILITY, or EVAL at the horizon
    descend       the next action is about to be searched
    improve       a child's value becomes the best so far: v goes from old to new
    raise_alpha   the lower bound of the window rises
    lower_beta    the upper bound of the window falls
    cutoff        the remaining actions cannot matter
    leave         the state is left, with the value returned

`start` and `finish` frame them.  A watcher may be any Python object of this form; the kernel then runs
interpreted, whatever the game.  A watcher of a class with `compiled = True` is compiled into the kernel along
with the game: an empty method vanishes, a short one is inlined.
"""

from __future__ import annotations

from typing import Any, ClassVar

from halfmove.core.buffer import Buffer


class Watcher:
    """The base of all watchers: every call does nothing.

    The methods of a class with `compiled = True` (all but `start` and `finish`) are kernel code: they may
    use the 64-bit words of `self.words`, their arguments and module constants, and may raise an exception
    class to end the search; the instance carries nothing else into the kernel.
    """

    compiled: ClassVar[bool] = False
    words: Buffer | None = None
    """What a compiled watcher reads and writes, signed; None for one that keeps nothing."""

    @property
    def address(self) -> int:
        """Where the words lie in memory; 0 without any."""
        return 0 if self.words is None else self.words.address

    def machine_shape(self) -> type:
        """What its machine type depends on (see `core.border`)."""
        return type(self)

    def start(self, game: Any, state: Any, algorithm: str, depth: int | None, strict: bool) -> None:
        """A search begins: to `depth` plies (None: no limit), cutting at equality unless `strict`."""

    def enter(self, state: Any, depth: int, alpha: Any, beta: Any) -> None:
        """The search enters `state` with `depth` plies left and, if it has one, the window (alpha, beta)."""

    def leaf(self, state: Any, value: Any, terminal: bool) -> None:
        """`state` is worth `value`: its UTILITY where `terminal`, else its EVAL."""

    def descend(self, action: Any) -> None:
        """The search is about to try `action`."""

    def improve(self, old: Any, new: Any) -> None:
        """The action just tried is the best so far: the state's value goes from `old` to `new`."""

    def raise_alpha(self, old: Any, new: Any) -> None:
        """MAX is now sure of `new`: the window's lower bound rises."""

    def lower_beta(self, old: Any, new: Any) -> None:
        """MIN is now sure of `new`: the window's upper bound falls."""

    def cutoff(self, value: Any, bound: Any, strict: bool) -> None:
        """The state's `value` passed the window's `bound`: beta where MAX moves, alpha where MIN does."""

    def leave(self, value: Any) -> None:
        """The search leaves the state entered last and returns `value`."""

    def finish(self, value: Any, action: Any) -> None:
        """The search is over: the value of the state it started from, and the action chosen there."""


class Silent(Watcher):
    """Watches nothing.  Compiled, its calls leave no trace in the machine code."""

    compiled = True
