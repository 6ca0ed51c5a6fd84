"""What a picture shows: a trace, a replay, an outline or a game; and how, the options of every renderer."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.teach.outline import Vertex, outline
from halfmove.teach.replay import Replay
from halfmove.teach.trace import Trace

_CHOICES: dict[str, tuple[object, ...]] = {
    "show": ("solution", "blank"),
    "windows": ("entered", "ended", "none"),
    "theme": ("auto", "light", "dark"),
    "unvisited": ("faint", "hidden"),
}


PAGE = 1040.0
"""Pixels that a page is wide: the text of a sheet of A4 on its side, at 96 an inch."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """What is drawn.  `BadInput` for a value that an option does not have."""

    show: Literal["solution", "blank"] = "solution"
    """"blank" is an exercise sheet: shapes, names, leaf values, and empty boxes to fill in."""
    windows: Literal["entered", "ended", "none"] = "entered"
    """Beside an inner node, the window (α, β) it was entered with last, or as it was when it was left."""
    values: bool = True
    """The value of an inner node with its relation: = 3, ≤ 2, ≥ 5."""
    intervals: bool = False
    """In the place of values and windows, what the leaves seen prove of every inner node: [3, 3], [−∞, 2], as
    in AIMA's fig. 5.5.  `BadInput` for a search that proves nothing."""
    truth: bool = False
    """The true minimax value beside it."""
    order: bool = False
    """The order in which nodes were first visited, from 1, and how often: 7, 7 (×2)."""
    cuts: bool = True
    """A double bar across each edge that a cutoff saved."""
    variation: bool = True
    """The principal variation as a thick line."""
    horizon: bool = True
    """A line below the deepest nodes that a depth limit lets the search enter."""
    names: bool = True
    """The nodes' own names, where an explicit tree gives them."""
    actions: bool | None = None
    """The actions, on the edges.  None: where they say something (not the numbers of list entries) and no
    boards are drawn, which show them."""
    boards: bool | None = None
    """The game's own picture of each state.  None: for games other than explicit trees."""
    board_size: float | None = None
    """The longer side of each board; None: larger where there are few side by side."""
    unvisited: Literal["faint", "hidden"] = "faint"
    """What no search visited: drawn faint and dashed, or below a cut edge left out."""
    legend: bool = True
    """What the signs mean, those that occur."""
    compact: bool = False
    """For wide trees: leaves narrow and close together, their values and names upright, and no actions on the
    edges to them."""
    width: float | None = None
    """How wide the picture is shown at most, in pixels, what is in it made smaller; None: as a page is wide
    (`PAGE`), 0: as wide as it comes.  Of a page to step through it says nothing: that one scrolls."""
    title: str | None = None
    """Above the picture; None: what was searched and what came of it.  Empty: no title."""
    theme: Literal["auto", "light", "dark"] = "auto"
    """Of an SVG: paper and ink as the reader's system has them, or as said.  Print is light."""

    def __post_init__(self) -> None:
        for option, choice in _CHOICES.items():
            given = getattr(self, option)
            if given not in choice:
                known = ", ".join(map(str, choice))
                raise BadInput(f"A picture's '{option}' is one of {known}, not '{given}'.")
        size = self.board_size
        if self.width is not None and self.width != 0 and not 100 <= self.width <= 100_000:
            raise BadInput(f"A picture's width must be 0 or from 100 to 100,000 pixels, not {self.width}.")
        if size is not None and not 8 <= size <= 2000:
            raise BadInput(f"A board's size must be from 8 to 2000, not {size}.")

    @property
    def most(self) -> float | None:
        """How wide the picture may be shown; None: as wide as it comes."""
        return PAGE if self.width is None else self.width or None

    @property
    def blank(self) -> bool:
        return self.show == "blank"


def style(**options: Any) -> Style:
    """A `Style`; `BadInput` names an option that there is not."""
    known = [option.name for option in fields(Style)]
    for option in options:
        if option not in known:
            raise BadInput(f"A picture has no option '{option}'; its options are: {', '.join(known)}.")
    return Style(**options)


@dataclass(frozen=True, slots=True)
class Subject:
    """The tree to draw, with what is known of it."""

    tree: Vertex
    replay: Replay | None
    """What a search wrote; None where there was none."""
    game: Game | None
    """For boards and moves; None for an outline alone."""
    trace: Trace | None
    maximisers: tuple[int, ...]
    """The players who want the values to be large; none where each has his own."""
    players: int
    depth: int | None
    """The horizon of the search, in plies; None without one."""

    @property
    def explicit(self) -> bool:
        """Whether the tree was written down, not made by a game's rules."""
        return self.game is None or self.game.explicit

    @property
    def finished(self) -> bool:
        return self.replay is None or self.replay.finish is not None


def subject(content: Any, steps: int | None = None, game: Game | None = None) -> Subject:
    """What `content` is about: a `Trace`, a `Replay`, a `Vertex` or a `Game`.

    `steps` is how many of a trace's events have happened (None: all); `game` goes with a `Vertex` whose
    boards are wanted.  `BadInput` for anything else.
    """
    if steps is not None:
        if not isinstance(content, Trace):
            raise BadInput("Only a trace has steps: give svg(trace, steps=…).")
        if not 0 <= steps <= len(content.events):
            raise BadInput(f"This trace has {len(content.events)} steps; {steps} is not from 0 to that.")
    if isinstance(content, Trace):
        replay = content.replay if steps is None else content.after(steps)
        return of_trace(content, replay)
    if isinstance(content, Replay):
        return _of_replay(content)
    if isinstance(content, Vertex):
        return Subject(content, None, game, None, (0,), _players(content, game), None)
    if isinstance(content, Game):
        return Subject(outline(content), None, content, None, (0,), content.players, None)
    raise BadInput(f"A picture is made of a trace, a replay, an outline or a game, not {content!r}.")


def of_trace(trace: Trace, replay: Replay) -> Subject:
    """A trace as far as `replay` has it."""
    game, depth = trace.game, trace.plies
    return Subject(trace.outline, replay, game, trace, trace.maximisers, game.players, depth)


def _of_replay(replay: Replay) -> Subject:
    start = replay.start
    if start is None:
        raise BadInput("The replay is empty: no search has started.")
    game = interpreted(start.game)
    explicit = game.explicit
    beyond = [path for path in replay.marks if start.depth is not None and len(path) > start.depth]
    tree = outline(game, start.state, None if explicit else start.depth, beyond=beyond)
    values = next((mark.value for mark in replay.marks.values() if mark.value is not None), None)
    own = isinstance(values, tuple)
    maximisers = () if own else tuple(start.options.get("maximisers", (0,)))
    return Subject(tree, replay, game, None, maximisers, game.players, start.depth)


def _players(tree: Vertex, game: Game | None) -> int:
    if game is not None:
        return game.players
    seen = [vertex.player + 1 for vertex in tree.walk() if vertex.player is not None]
    payoffs = [len(vertex.payoffs) for vertex in tree.walk() if vertex.payoffs]
    return max([2, *seen, *payoffs])
