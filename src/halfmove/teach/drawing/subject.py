"""What a picture is made from: a trace, a replay, an outline or a game, seen as one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.teach.outline import Vertex, outline
from halfmove.teach.replay import Replay
from halfmove.teach.trace import Trace


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
