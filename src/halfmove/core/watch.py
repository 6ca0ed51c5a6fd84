"""The events that a search reports to a watcher, and the watcher that costs nothing.

A textbook search calls its watcher at each step of its pseudocode; the calls are part of the kernel's text:

    enter         a state is entered, with the plies left and the window
    leaf          a state gets its value without looking further: UTILITY, or EVAL at the horizon
    descend       the next action is about to be searched
    improve       a child's value becomes the best so far: v goes from old to new
    raise_alpha   the lower bound of the window rises
    lower_beta    the upper bound of the window falls
    cutoff        the remaining actions cannot matter
    leave         the state is left, with the value returned

Some searches have steps of their own to tell:

    weigh         at a chance node, an outcome's value enters the expectation
    again         the action just tried is about to be searched once more, with another window (`descend`
                  and `enter` follow); before the first state is entered, the whole search is
    probe         the next action is about to be searched in part: of its state only one action is tried
    stand         at the horizon the player may stop here: EVAL is the least the state is worth to him
    extend        the action about to be searched gets so many plies more
    pass_over     the next action is left out, though it might have mattered (forward pruning)
    recall        the state was met before, and what is known of it answers

What no event above says, a search tells in its own words, which stand in its own file (`algorithms.OwnStep`):

    tell          a step of the search's own, by name, with its figures: `watch.tell("numbers", (1, 2))`

`start` and `finish` frame them.  A watcher may be any Python object of this form; the kernel then runs
interpreted, whatever the game.  A watcher of a class with `compiled = True` is compiled into the kernel along
with the game: an empty method vanishes, a short one is inlined.
"""

from __future__ import annotations

from collections.abc import Mapping
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
        """What its machine type depends on (see `core.specialisation`)."""
        return type(self)

    def start(
        self, game: Any, state: Any, algorithm: str, depth: int | None, options: Mapping[str, Any]
    ) -> None:
        """A search begins: to `depth` plies (None: no limit), under the algorithm's own `options`.

        `options["strict"]`, where there is one, says that it does not cut at equality.
        """

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
        """The search leaves the state entered last and returns `value`; None where its question is still
        open (a best-first search, which will come back)."""

    def weigh(self, probability: float, old: Any, new: Any) -> None:
        """The outcome just tried has this probability: the chance node's sum goes from `old` to `new`."""

    def again(self, alpha: Any, beta: Any) -> None:
        """The action just tried (before any state is entered: the whole search) runs once more."""

    def probe(self, action: Any) -> None:
        """The search is about to look at `action`, but to try only one action of the state it leads to."""

    def stand(self, value: Any) -> None:
        """At the horizon: stopping here is worth `value`, the state's EVAL, and the search may go on."""

    def extend(self, plies: int) -> None:
        """The action about to be tried is searched `plies` deeper than its siblings."""

    def pass_over(self, action: Any) -> None:
        """The next action in order, `action`, is not searched, although nothing proves it irrelevant."""

    def recall(self, value: Any) -> None:
        """The state entered last is known from before: it returns `value` without being searched."""

    def tell(self, step: str, figures: tuple[Any, ...]) -> None:
        """A step of the search's own at the state entered last: one that its `Lesson.steps` has by this
        name, with a figure for each that is named there."""

    def finish(self, value: Any, action: Any) -> None:
        """The search is over: the value of the state it started from, and the action chosen there."""


class Silent(Watcher):
    """Watches nothing.  Compiled, its calls leave no trace in the machine code."""

    compiled = True
