"""A game with its variations: where one stands, what was played, and what might have been.

Written as a line of moves with variations in brackets after the move that they stand for:

    e4 e5 (c5 Nf3) Nf3 Nc6
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from halfmove.core.contract import CHANCE, SPECTATOR, Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import Move
from halfmove.core.history import History
from halfmove.core.nature import LONG_RUN
from halfmove.core.settlement import Settlement

MOST_NODES, MOST_VARIATIONS, DEEPEST = 4000, 500, 190
_WORD = r"[^\s()]+(?:\(\d+\)[^\s()]*)*"
"""A move or a part of one; a number in brackets belongs to it, as in `6/4(2)`."""
_PART = re.compile(rf"([()])|({_WORD}(?:\s+{_WORD})*)")
"""A bracket of a variation, or all that stands up to the next."""


@dataclass(eq=False)
class Node:
    """A position, and the move that led to it."""

    number: int
    parent: Node | None = None
    action: Any = None
    """None at the root, and where a file says something that is no move."""
    text: str = ""
    """In the game's notation; where something is hidden it is shown to nobody, `seen` is."""
    mover: int = 0
    """Who made the move."""
    ply: int = 0
    children: list[Node] = field(default_factory=list)
    """The main continuation first."""
    chance: float | None = None
    """The points that the first player can expect, 0 to 1, where a search has said it."""
    mark: str = ""
    """`??`, `?`, `?!` of a game report, or the first such glyph of a file."""
    judged: str = ""
    """What a game report says of it."""
    paper: Move = field(default_factory=lambda: Move(None, ""))
    """What else a file says of it: comment, glyphs, clock and all (`core.formats`); its moves and variations
    are here."""
    of_file: bool = False
    """Whether it was read, not played here."""
    settled: tuple[str, ...] | None = None
    """Where a game ends that players must settle: the points that they have agreed upon."""
    seen: dict[int, str] = field(default_factory=dict)
    """Where something is hidden: what each player, and a spectator, knows of the move: what he was told, and
    what an end that was reached from it has laid open."""

    @property
    def comment(self) -> str:
        """All that is said of it."""
        return " ".join(filter(None, (self.paper.before, self.paper.comment, self.judged)))

    def path(self) -> list[Node]:
        """The nodes from the first move to here."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


class Record:
    """The tree of a game's moves, and the present place in it."""

    def __init__(self, game: Game, position: str | None = None) -> None:
        self.game = game
        self.position = position
        """Where it began, in the game's notation; None for the initial position."""
        start = game.initial() if position is None else game.parse(position)
        self.root = self.here = Node(0)
        self.nodes: dict[int, Node] = {0: self.root}
        self._numbers = count(1)
        self.history = History(game, start)
        self.headers: dict[str, str] = {}
        """What else is known of the game: players, event, result, by PGN's names."""
        self.on_paper = False
        """Whether it has moves of a file that `read` would not play: past a draw by rule, against a rule that
        looks back, the same move twice."""
        self.told_at: Node | None = None
        """Where the game ends whose result the headers tell; None for one that was played here."""

    # ---- moving about
    def play(self, action: Any) -> Node:
        """Play a legal action from here; a move that is there already is gone to, another is a variation."""
        return self._add(action, self.history.play)

    def append(self, action: Any) -> Node:
        """A move of a file: always a place of its own, and past a draw by rule, as games on paper may go
        on."""
        history = self.history
        twice = any(child.action == action and child.text for child in self.here.children)
        self.on_paper = self.on_paper or twice or history.over or not history.allows(action)
        made = self._add(action, self.history.append, again=True)
        made.of_file = True
        return made

    def _add(self, action: Any, make: Callable[[Any], None], *, again: bool = False) -> Node:
        same = (c for c in self.here.children if c.action == action and c.text)
        known = None if again else next(same, None)
        if known is None:
            self._check_room()
        before, mover = self.history.state, self.history.mover
        text = self.game.action_text(before, action) if known is None else known.text
        make(action)
        if known is None:
            known = Node(next(self._numbers), self.here, action, text, mover, self.here.ply + 1)
            known.seen = _list_views(self.game, before, action)
            self.here.children.append(known)
            self.nodes[known.number] = known
        self.here = known
        if self.game.hidden and self.history.over:
            self._reveal()
        return known

    def _reveal(self) -> None:
        """Note of each move to here what its end lays open: cards at a showdown."""
        history, now = self.history, self.history.state
        made = (node for node in self.here.path() if node.text)
        for node, state in zip(made, history.states, strict=False):
            for viewer, seen in _list_views(self.game, state, node.action).items():
                told = self.game.action_revealed(state, node.action, now, viewer)
                if told != seen:
                    node.seen[viewer] = told

    def _check_room(self) -> None:
        """`BadInput` where the record is full."""
        if len(self.nodes) >= MOST_NODES:
            raise BadInput(f"A game with its variations may have {MOST_NODES:,} moves.")
        if self.here.children:
            beside = sum(
                1 for node in self.here.path() if node.parent and node.parent.children[0] is not node
            )
            if beside >= DEEPEST:
                raise BadInput(f"Variations may be nested {DEEPEST} deep.")

    def go(self, node: Node) -> None:
        """To the position after a move."""
        there = node.path()
        back = self.here.path()
        same = 0
        while same < min(len(there), len(back)) and there[same] is back[same]:
            same += 1
        for behind in back[same:]:
            if behind.text:
                self.history.undo()
        for ahead in there[same:]:
            if ahead.text:
                self.history.append(ahead.action)
        self.here = node

    def say(self) -> Node:
        """A place of a file after this one where something is said and nothing played."""
        self._check_room()
        node = Node(next(self._numbers), self.here, mover=self.here.mover, ply=self.here.ply, of_file=True)
        self.here.children.append(node)
        self.nodes[node.number] = node
        self.here = node
        return node

    def back(self) -> bool:
        """One move back; whether there was one."""
        if self.here.parent is None:
            return False
        self.go(self.here.parent)
        return True

    def on(self) -> bool:
        """One move on along the main continuation."""
        if not self.here.children:
            return False
        self.go(self.here.children[0])
        return True

    @property
    def goes_on(self) -> bool:
        """Whether its main line goes on here past what a file has of it: how that ended is over."""
        last = self.end(self.root)
        return last.parent is not None and not last.of_file

    def list_deal(self) -> list[Node]:
        """The moves of a long deal: nature's at the beginning, which are gone through as one and not listed;
        none where they are few."""
        found, node = [], self.root
        while node.children and node.children[0].mover == CHANCE:
            node = node.children[0]
            found.append(node)
        return found if len(found) > LONG_RUN else []

    def end(self, node: Node | None = None) -> Node:
        """The last position of the line that goes on from a node, or from here."""
        node = node or self.here
        while node.children:
            node = node.children[0]
        return node

    def line(self) -> list[Node]:
        """The moves of the line through here: to here, and on along the main continuations."""
        return [node for node in (*self.here.path(), *self._walk_below(self.here)) if node.text]

    def _walk_below(self, node: Node) -> Iterator[Node]:
        while node.children:
            node = node.children[0]
            yield node

    # ---- changing it
    def promote(self, node: Node) -> None:
        """Make the variation that a move begins the main continuation of its parent."""
        if node.parent is not None:
            siblings = node.parent.children
            siblings.remove(node)
            siblings.insert(0, node)

    def cut(self, node: Node) -> None:
        """Take a move out with all that follows; one that stands in it goes back to the move before."""
        if node.parent is None:
            return
        if node in self.here.path():
            self.go(node.parent)
        node.parent.children.remove(node)
        waiting = [node]
        while waiting:
            gone = waiting.pop()
            waiting += gone.children
            del self.nodes[gone.number]

    # ---- settled
    def settlement(self) -> Settlement | None:
        """What is agreed upon here, or still to be (`Node.settled`); None where nothing is."""
        settlement = self.game.settlement(self.history) if self.history.over else None
        if settlement is not None and self.here.settled is not None:
            settlement.choose(self.here.settled)
        return settlement

    def take_back(self, actions: int) -> None:
        """Go so many actions back, and forget them, unless a file has them or there are variations among
        them."""
        last, first = self.here, self.here
        for _ in range(actions - 1):
            assert first.parent is not None, "no more actions are undone than were made"
            first = first.parent
        assert first.parent is not None, "the same"
        taken = last.path()[-actions:]
        alone = [len(node.children) for node in taken] == [1] * (actions - 1) + [0]
        if alone and not any(node.of_file for node in taken):
            self.cut(first)
        else:
            self.go(first.parent)

    # ---- written
    def moves(self) -> list[str]:
        """The moves that led here."""
        return [node.text for node in self.here.path() if node.text]

    def written(self) -> str:
        """All moves, variations in brackets."""
        words: list[str] = []
        stack: list[Node | str] = [self.root]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                words.append(item)
                continue
            if item.children:
                first, *others = item.children
                following: list[Node | str] = [first.text]
                for other in others:
                    following += ["(", other.text, other, ")"]
                stack += [first, *reversed(following)]
        return " ".join(filter(None, words)).replace("( ", "(").replace(" )", ")").replace(" ()", "")

    def read(self, text: str) -> None:
        """Play what `written` wrote, from the beginning; `BadInput` says which move cannot be played."""
        stack: list[Node] = []
        self.go(self.root)
        if text.count("(") > MOST_VARIATIONS:
            raise BadInput(f"A game may have {MOST_VARIATIONS} variations here.")
        number = 0
        for bracket, words in _PART.findall(text):
            if bracket == "(":
                stack.append(self.here)
                if not self.back():
                    raise BadInput("A variation stands after the move in whose place it is.")
            elif bracket:
                if not stack:
                    raise BadInput("A closing bracket has no opening one.")
                self.go(stack.pop())
            else:  # a move may have several words, and several moves be run together
                for move in self.game.split_moves(words):
                    number += 1
                    self._read_move(number, move)
        if stack:
            self.go(stack[0])

    def play_text(self, text: str) -> None:
        """Play what a person, a file or an engine has written; `BadInput` where that is no move here."""
        self.play(self.game.parse_action(self.history.state, text))

    def _read_move(self, number: int, word: str) -> None:
        if self.history.over:
            raise BadInput(f"Move {number}, '{word[:40]}', cannot be played: the game is over.")
        try:
            self.play_text(word)
        except BadInput as error:
            raise BadInput(f"Move {number}, '{word[:40]}', cannot be played: {error}") from None


def _list_views(game: Game, state: Any, action: Any) -> dict[int, str]:
    if not game.hidden:
        return {}
    return {viewer: game.action_seen(state, action, viewer) for viewer in (SPECTATOR, *range(game.players))}
