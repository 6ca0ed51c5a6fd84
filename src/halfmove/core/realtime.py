"""A game played in real time: what moves in its picture, what a held key means, when a tick is over.

The rules stay those of a game in turns; a tick is only when moves are made.  In a tick everybody whose turn
comes makes his move: a person as the direction says that he holds, the others as they would in turn.  The
browser has the picture in two layers, the ground and the figures on it, and moves the figures smoothly from
one scene to the next (`web/assets/board_realtime.js`): it knows no game, and every figure's look is SVG and
CSS of the game's own.

In the markup of a figure, `--dx`, `--dy` (-1 to 1, downwards) and `--turn` (an angle) say where it heads;
`[data-look="…"]` on it says its look.  What is animated stands under `.hm-moving`, which the page leaves out
where a person wants no animation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

DIRECTIONS = ("left", "right", "up", "down")
"""What can be held; nothing is held before the first key."""


class Figure(NamedTuple):
    """Where somebody is, in the coordinates of the picture."""

    x: float
    y: float
    heading: tuple[int, int] = (0, 0)
    """Across and down: -1, 0 or 1."""
    look: str = ""


class Scene(NamedTuple):
    """What a state looks like."""

    figures: tuple[Figure, ...]
    """Always as many, in the order of `RealTime.cast`."""
    things: str
    """For each thing that lies on the ground at first, in its order there: `1` while it is, then `0`."""
    tally: tuple[tuple[str, str], ...]
    """What a player wants to know beside the picture: names and figures."""
    ending: str = ""
    """How it ended, in a word or two; nothing while it goes on."""


class Course(NamedTuple):
    """A way that a figure is expected to go."""

    figure: int
    points: tuple[tuple[float, float], ...]
    """From where it is, in the coordinates of the picture."""
    probability: float = 1.0


class RealTime(ABC):
    """How a game is played in real time; it keeps nothing but its game."""

    interval: ClassVar[float] = 0.18
    """Seconds that a tick takes at normal speed."""

    stride: ClassVar[float] = 24.0
    """The farthest that a figure walks in a tick; what goes farther is carried there."""

    game: Any

    def __init__(self, game: Any) -> None:
        self.game = game

    # ---- the picture
    @abstractmethod
    def ground(self) -> str:
        """What does not move, as an SVG document; each thing that can vanish has the class `hm-thing`."""

    @abstractmethod
    def cast(self) -> Sequence[str]:
        """The figures, each as the markup of a group around 0, 0; the last ones lie above the others."""

    @abstractmethod
    def style(self) -> str:
        """The CSS of ground and figures."""

    @abstractmethod
    def scene(self, s: Any) -> Scene:
        """What a state looks like."""

    # ---- the moves
    @abstractmethod
    def begins(self, s: Any) -> bool:
        """Whether a tick begins with a state: the one before is over."""

    @abstractmethod
    def steered(self, s: Any, held: str) -> Any:
        """The legal action of a player who holds one of DIRECTIONS, or nothing."""

    # ---- what a search and a model of the others expect
    def expected(self, s: Any) -> Sequence[Course]:
        """What those who are no players, or are not taken for any, are thought to do next; nothing, by
        default."""
        return ()

    def courses(self, s: Any, actions: Sequence[Any]) -> Sequence[Course]:
        """The ways of the figures along a line of actions; none, by default."""
        return ()
