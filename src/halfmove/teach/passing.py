"""A blackboard that is wiped behind the search: what a teller of a long story has to remember.

Kept are the nodes on the line from the root to the node the search is at, and their children: what the
sentence about any event can refer to.  So a search of any length is told in memory bounded by its depth.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from halfmove.search.trace import Enter, Event, Leave, PassOver, Path, Start
from halfmove.teach.blackboard import Blackboard


class Passing(Blackboard):
    """A `Blackboard` that forgets all below a node when the search leaves it."""

    def __init__(self) -> None:
        super().__init__()
        self._below: dict[Path, list[Path]] = {}
        self._texts: list[str] = []
        self._unique: frozenset[str] = frozenset()

    def apply(self, event: Event) -> None:
        """Write what one event says, and wipe what no later event can speak of."""
        if isinstance(event, Enter) and event.path:
            if event.path not in self.marks:
                self._below.setdefault(event.path[:-1], []).append(event.path)
        elif isinstance(event, PassOver):
            self._below.setdefault(event.path, []).append((*event.path, event.action))
        elif isinstance(event, Leave):
            self._wipe(event.path)
        super().apply(event)
        if isinstance(event, Enter):
            self._write_texts(event.path)
        elif isinstance(event, Start):
            self._unique = unique_labels(event.game)

    def _wipe(self, path: Path) -> None:
        for below in self._below.pop(path, ()):
            self.marks.pop(below, None)
            self.passed_over.pop(below, None)
        cut = self.marks[path].cutoff
        for action in cut.remaining if cut else ():
            self.pruned.pop((*path, action), None)

    # ---- names, without walking down from the root each time
    def _write_texts(self, path: Path) -> None:
        if path:
            del self._texts[len(path) - 1 :]
            self._texts.append(self.action_text(path[:-1], path[-1]))
        else:
            self._texts.clear()

    def action_text(self, path: Path, action: Any) -> str:
        """An action of a node on the line, in the game's notation."""
        assert self.start is not None, "a search begins with its Start"
        text: str = self.start.game.action_text(self.marks[path].state, action)
        return text

    def texts(self, path: Path) -> list[str]:
        """The actions that lead to a node on the line, or to a child of one, in the game's notation."""
        if not path:
            return []
        return [*self._texts[: len(path) - 1], self.action_text(path[:-1], path[-1])]

    def own_name(self, path: Path) -> str:
        """The name that an explicit tree gives to a node on the line, or to a child of one; or empty."""
        assert self.start is not None, "a search begins with its Start"
        if path in self.marks:
            state = self.marks[path].state
        elif hasattr(self.start.game, "root"):
            state = self.start.game.result(self.marks[path[:-1]].state, path[-1])
        else:
            return ""
        return str(getattr(state, "name", ""))

    def label(self, path: Path) -> str:
        """As `teach.trace.label`, for a node on the line or a child of one."""
        return self.own_name(path) or "/".join(self.texts(path)) or "root"

    def short(self, path: Path) -> str:
        """As `label`, but the last action alone where no other node of an explicit tree has it: `b2`."""
        own = self.own_name(path)
        if own or not path:
            return own or "root"
        last = self.action_text(path[:-1], path[-1])
        return last if last in self._unique else "/".join([*self._texts[: len(path) - 1], last])


def unique_labels(game: Any) -> frozenset[str]:
    """The actions of an explicit tree that can stand for the nodes they lead to: words that occur once."""
    if not hasattr(game, "root"):
        return frozenset()
    words: Counter[str] = Counter()
    for node in game.root.walk():
        words[node.name] += 1
        words.update(action for action, _ in node.children if isinstance(action, str))
    return frozenset(word for word, times in words.items() if times == 1 and not word.isdecimal())


def start_of(board: Blackboard) -> Start:
    """The `Start` of the search that a board shows."""
    assert board.start is not None, "a search begins with its Start"
    return board.start
