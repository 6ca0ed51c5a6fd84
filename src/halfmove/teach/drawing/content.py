"""What is said of every node in a picture, before it is known where: the part all renderers share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from halfmove.core.contract import CHANCE, Game
from halfmove.search.trace import Path
from halfmove.teach.drawing.scene import shorten, width
from halfmove.teach.drawing.subject import Style, Subject
from halfmove.teach.naming import MISSING, figure, interval, legends, notes_beside, probability, window
from halfmove.teach.outline import Vertex, has_evaluation
from halfmove.teach.replay import Mark, Replay

Kind = Literal["max", "min", "chance", "player", "leaf"]
Status = Literal["plain", "visited", "waiting", "pruned", "passed", "beyond"]
"""plain: no search is told of; waiting: not visited yet; pruned: it or a node above was cut off; passed: left
out by forward pruning; beyond: below the horizon, or else never asked for."""

LONGEST = 28
"""Of a name or an action in a picture, in characters; the rest is in the node's sentence."""


@dataclass(slots=True)
class Item:
    """One node and the edge that leads to it, in words."""

    vertex: Vertex
    number: int
    """From 0, depth first: its name in every format."""
    kind: Kind
    rank: int | None
    """Which of several players of its kind moves, from 1 (for max^n the player's own number); else None."""
    children: list[Item] = field(default_factory=list)
    # ---- the node
    static: str = ""
    """The value of a leaf, or the evaluation at the horizon; in a box."""
    name: str = ""
    value: str = ""
    """The value so far or returned: `≤ 2`."""
    notes: tuple[str, ...] = ()
    """Under it: the window, the true value, what stopping is worth."""
    legends: tuple[tuple[str, str], ...] = ()
    """What the notes of the search's own steps mean."""
    horizon: bool = False
    """Whether the search stopped here by a horizon of this node's own, which a short line marks."""
    order: str = ""
    board: str = ""
    """The state's own picture, an SVG document."""
    text_board: str = ""
    """The same in lines of text."""
    to_fill: tuple[str, ...] = ()
    """On an exercise sheet: what is to be written, a box each."""
    current: bool = False
    compact: bool = False
    """A leaf in little room, its name upright."""
    upright: float = 0.0
    """How much room the longest value of a leaf needs, where these stand upright, too; else 0."""
    status: Status = "plain"
    # ---- the edge above
    label: str = ""
    extended: str = ""
    cut: bool = False
    """Whether the cutoff that left it out is marked on this edge."""
    variation: bool = False
    told: str = ""
    """The node in a sentence."""

    def walk(self) -> Iterator[Item]:
        """This item and all below it, depth first."""
        waiting = [self]
        while waiting:
            item = waiting.pop()
            yield item
            waiting.extend(reversed(item.children))

    @property
    def drawn(self) -> bool:
        """Whether it is drawn in full ink."""
        return self.status in ("plain", "visited")


class Contents:
    """Makes the items of a subject."""

    def __init__(self, subject: Subject, style: Style) -> None:
        self.subject, self.style = subject, style
        if style.intervals and subject.trace is not None:
            subject.trace.check_proves()
        self._boards: dict[Path, tuple[str, str]] = {}
        boards = style.boards
        self.boards = (not subject.explicit) if boards is None else bool(boards and subject.game)
        self.actions = (not self.boards) if style.actions is None else style.actions

        leaves = subject.tree.leaves() if style.compact else ()
        values = [self._worth(leaf) for leaf in leaves if leaf.payoffs is not None]
        longest = max(values, key=len, default="")
        self.upright = max(width(value, "static") for value in values) if len(longest) > 1 else 0.0
        self.update()

    def update(self) -> None:
        """Read from the replay what concerns several nodes; to be called when it has changed."""
        replay, style = self.subject.replay, self.style
        self.variation = set(replay.variation) if replay and style.variation and not style.blank else set()

    def items(self) -> Item:
        """The root's item, with all below it."""
        style = self.style
        found: dict[Path, Item] = {}
        for vertex in self.subject.tree.walk():
            above = found.get(vertex.path[:-1]) if vertex.path else None
            if vertex.path and above is None:
                continue  # below a node that is left out
            item = self.item(vertex, len(found), above)
            left_out = ("pruned", "passed", "beyond")
            if (
                style.unvisited == "hidden"
                and above is not None
                and item.status in left_out
                and above.status in left_out
            ):
                continue
            found[vertex.path] = item
            if above is not None:
                above.children.append(item)
        return found[self.subject.tree.path]

    def item(self, vertex: Vertex, number: int, above: Item | None) -> Item:
        """What is said of one node, whose parent's item is `above`."""
        subject, style = self.subject, self.style
        replay = subject.replay
        kind, rank = self._kind(vertex)
        item = Item(vertex, number, kind, rank)
        mark = replay.marks.get(vertex.path) if replay else None
        item.status = self._status(vertex, mark, above)
        item.name = shorten(vertex.name, LONGEST) if style.names else ""
        item.label = self._label(vertex)
        item.static = self._static(vertex, mark)
        if kind == "leaf" and style.compact:
            item.compact, item.upright = True, self.upright
            item.label = item.label if style.actions else ""
        if self.boards and subject.game is not None:
            item.board, item.text_board = self._draw_board(subject.game, vertex)
        item.told = self._sentence(item, mark)
        if style.blank:
            if not item.static:
                item.to_fill = ("value", "window") if self._fill_windows(replay) else ("value",)
            item.status = "plain"
        elif replay is not None:
            self._write_notes(item, mark, replay)
        return item

    def _draw_board(self, game: Game, vertex: Vertex) -> tuple[str, str]:
        """The board as a picture and as text, made once."""
        if vertex.path not in self._boards:
            self._boards[vertex.path] = game.draw(vertex.state), game.show(vertex.state)
        return self._boards[vertex.path]

    # ---- what it is
    def _kind(self, vertex: Vertex) -> tuple[Kind, int | None]:
        player, subject = vertex.player, self.subject
        if player is None:
            return "leaf", None
        if player == CHANCE:
            return "chance", None
        if not subject.maximisers:
            return "player", player
        mine = player in subject.maximisers
        peers = [p for p in range(subject.players) if (p in subject.maximisers) == mine]
        return ("max" if mine else "min"), (peers.index(player) + 1 if len(peers) > 1 else None)

    def _status(self, vertex: Vertex, mark: Mark | None, above: Item | None) -> Status:
        replay = self.subject.replay
        if replay is None:
            return "plain"
        if mark is not None:
            return "visited"
        if vertex.path in replay.pruned or (above is not None and above.status == "pruned"):
            return "pruned"
        if vertex.path in replay.passed_over or (above is not None and above.status == "passed"):
            return "passed"
        return "beyond" if replay.finish else "waiting"

    def _label(self, vertex: Vertex) -> str:
        chance = "" if vertex.probability is None else probability(vertex.probability)
        telling = self.subject.game is not None and not self.subject.explicit
        telling = telling or bool(vertex.path and isinstance(vertex.path[-1], str))
        wanted = self.actions and (telling or self.style.actions is True)
        action = shorten(vertex.edge, LONGEST) if wanted else ""
        return f"{action}: {chance}" if action and chance else action or chance

    # ---- what is known of it
    def _static(self, vertex: Vertex, mark: Mark | None) -> str:
        settled = _is_settled(vertex, mark)
        if mark is not None and settled and not self.style.blank:
            return figure(mark.value) + (self._missing(vertex) if mark.leaf == "horizon" else "")
        at_horizon = vertex.is_leaf or settled
        if not at_horizon or vertex.payoffs is None:
            return ""
        return self._worth(vertex) + ("" if vertex.terminal else self._missing(vertex))

    def _missing(self, vertex: Vertex) -> str:
        """What stands after the evaluation of a node that has none, of a game whose rules are at hand."""
        game = self.subject.game
        return "" if game is None or has_evaluation(game, vertex.state) else MISSING

    def _worth(self, vertex: Vertex) -> str:
        payoffs = vertex.payoffs
        assert payoffs is not None, "asked for only where there are payoffs"
        start = None if self.subject.replay is None else self.subject.replay.start
        if start is not None and start.options.get("view") == "mover":
            return figure(payoffs[start.game.to_move(vertex.state)])
        values = {payoffs[p] for p in self.subject.maximisers if p < len(payoffs)}
        searched = self.subject.replay is not None and len(values) == 1
        if searched or (len(payoffs) == 2 and payoffs[0] == -payoffs[1]):
            return figure(payoffs[self.subject.maximisers[0] if self.subject.maximisers else 0])
        return figure(payoffs)

    def _fill_windows(self, replay: Replay | None) -> bool:
        return replay is not None and self.style.windows == "ended" and () in replay.marks

    def _write_notes(self, item: Item, mark: Mark | None, replay: Replay) -> None:
        """What the search wrote beside the node and its edge."""
        style, path = self.style, item.vertex.path
        item.current = replay.current == path
        item.cut = style.cuts and path in replay.pruned
        item.variation = path in self.variation and item.number > 0
        if mark is None:
            return
        if style.order:
            item.order = f"{mark.number} (×{mark.visits})" if mark.visits > 1 else str(mark.number)
        item.extended = f"+{mark.extended}" if mark.extended else ""
        item.legends = legends(mark) if style.values else ()
        if _is_settled(item.vertex, mark):
            item.notes = tuple(notes_beside(mark)) if style.values and item.kind != "leaf" else ()
            own = self.subject.depth is None and mark.leaf == "horizon" and item.kind != "leaf"
            item.horizon = own and style.horizon
            return
        if style.intervals and mark.proven is not None:
            item.value = interval(mark.proven)
        elif style.values and mark.value is not None:
            item.value = f"{mark.relation or 'v ='} {figure(mark.value)}"
        item.notes = tuple(note for note in self._notes(mark, path) if note)

    def _notes(self, mark: Mark, path: Any) -> Iterator[str]:
        style, trace = self.style, self.subject.trace
        bounds = (mark.alpha, mark.beta) if style.windows == "ended" else mark.entered
        if style.windows != "none" and not style.intervals:
            yield window(*bounds)
        if style.truth and trace is not None and self.subject.maximisers:
            yield f"true {figure(trace.true_value(path))}"
        if mark.stood is not None:
            yield f"stand {figure(mark.stood)}"
        if mark.leaf == "recalled":
            yield "recalled"
        if style.values:
            yield from notes_beside(mark)

    # ---- the sentence
    def _sentence(self, item: Item, mark: Mark | None) -> str:
        subject, vertex = self.subject, item.vertex
        title = vertex.name or "/".join(str(a) for a in vertex.path) or "the root"
        mover = _mover(item)
        parts = [f"{mover} {title}".strip()]
        if vertex.edge:
            chance = "" if vertex.probability is None else f", probability {probability(vertex.probability)}"
            parts.append(f"by {vertex.edge}{chance}")
        if item.static:
            parts.append(f"worth {item.static}")
        if self.style.blank or subject.replay is None:
            return "; ".join(parts)
        if mark is None:
            parts.append(_UNSEEN[item.status])
            return "; ".join(parts)
        if mark.entered[0] is not None:
            parts.append(f"entered with the window {window(*mark.entered)}")
        if mark.relation and not _is_settled(vertex, mark):
            parts.append(
                f"returns {figure(mark.value)}, its true value is {mark.relation} {figure(mark.value)}"
            )
        if self.style.intervals and mark.proven is not None and not vertex.is_leaf:
            parts.append(f"proven to be worth {interval(mark.proven)}")
        parts += notes_beside(mark)
        if mark.cutoff:
            left = len(mark.cutoff.remaining)
            parts.append(f"cut off because {_inequality(mark)}, {left} of its actions never tried")
        return "; ".join(parts)


def _is_settled(vertex: Vertex, mark: Mark | None) -> bool:
    """Whether a node got its value by one look; of an inner node only a bound may be known from before."""
    return mark is not None and mark.leaf is not None and (vertex.is_leaf or mark.leaf != "recalled")


_UNSEEN = {
    "pruned": "cut off, never visited",
    "passed": "passed over, never visited",
    "waiting": "not visited yet",
    "beyond": "never visited",
    "plain": "",
}


def _inequality(mark: Mark) -> str:
    cut = mark.cutoff
    assert cut is not None, "asked for only where there was a cutoff"
    return f"{figure(cut.value)} {cut.sign} {figure(cut.bound)}"


def _mover(item: Item) -> str:
    """MAX, MIN 2, chance, player 1; nothing for a leaf."""
    if item.kind == "leaf":
        return "leaf"
    if item.kind == "chance":
        return "chance node"
    if item.kind == "player":
        return f"player {item.rank}"
    return item.kind.upper() + ("" if item.rank is None else f" {item.rank}")


def contents(subject: Subject, style: Style) -> Item:
    """Every node of the subject in words: the root's item."""
    return Contents(subject, style).items()
