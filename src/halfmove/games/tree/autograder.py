'''The `.test` files in which the Pac-Man projects (ai.berkeley.edu, CS188) keep game trees.

    class: "GraphGameTreeTest"
    alg: "AlphaBetaAgent"
    depth: "2"
    num_agents: "2"
    start_state: "s"
    win_states: "w"
    lose_states: "l"
    successors: """
    s Left w
    s Right l
    """
    evaluation: """
    w 7.0
    l -2.5
    """

A line is `key: "value"`; of several lines the first is `key: """` and the last `"""`.  The agents move in
turn: the first is MAX, each other one a MIN, or chance with equal odds if the `alg` is an expectimax one.
A state is a leaf if it is won or lost, if it has no successors, or `depth` rounds below the start, as each
agent there searches no farther; its `evaluation` is its value.
'''

from __future__ import annotations

import re
from dataclasses import dataclass

from halfmove.core.errors import BadInput
from halfmove.games.tree.notation import Written, place_of
from halfmove.games.tree.numerals import parse_number
from halfmove.games.tree.quoting import cut
from halfmove.games.tree.spec import MOST_PLAYERS
from halfmove.games.tree.unfolding import Found, Step, Unfolding

_FIELD = re.compile(r'([A-Za-z_]\w*)[ \t]*:[ \t]*"')
_TREE = re.compile(r'^[ \t]*(?:successors|start_state|num_agents)[ \t]*:[ \t]*"', re.MULTILINE)
_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_FENCE = '"""'


def is_autograder(text: str) -> bool:
    """Whether a text has the fields of such a file."""
    return bool(_TREE.search(text))


@dataclass(frozen=True, slots=True)
class _Field:
    """A value, and the offset of its first character."""

    text: str
    at: int


class _Reader:
    def __init__(self, text: str, what: str) -> None:
        self.text, self.what = text, what
        self.fields = self.read_fields()
        kind = self.fields.get("class")
        if "successors" not in self.fields and kind is not None:
            raise self.fail(kind.at, f"a test of class '{cut(kind.text)}' has no game tree")
        self.agents = self.whole("num_agents", 1, MOST_PLAYERS)
        self.depth = self.whole("depth", 1, 10**9) if "depth" in self.fields else None
        self.by_chance = "alg" in self.fields and "expectimax" in self.fields["alg"].text.lower()
        self.ended = {
            state
            for key in ("win_states", "lose_states")
            if key in self.fields
            for state in self.fields[key].text.split()
        }
        self.values = self.read_values()
        self.steps, self.at = self.read_steps()

    def fail(self, at: int, message: str) -> BadInput:
        return BadInput(f"{place_of(self.what, self.text, at)}: {message}.")

    def written(self) -> Written:
        start = self.needed("start_state")
        state = start.text.strip()
        if state not in self.at and state not in self.values:
            raise self.fail(start.at, f"the start state '{cut(state)}' has no successors and no evaluation")
        self.at.setdefault(state, start.at)
        return Unfolding(self.text, self.what, self.look).written((state, 0))

    # ---- the file
    def read_fields(self) -> dict[str, _Field]:
        found: dict[str, _Field] = {}
        offset, end = 0, len(self.text)
        while offset < end:
            stop = self.text.find("\n", offset)
            stop = end if stop < 0 else stop
            raw = self.text[offset:stop]
            begin = offset + len(raw) - len(raw.lstrip())
            line = raw.strip()
            offset = stop + 1
            if not line or line[0] == "#":
                continue
            match = _FIELD.match(line)
            if match is None:
                raise self.fail(begin, f"here must be a field, key: \"value\", not '{cut(line)}'")
            key, inside = match[1], begin + match.end()
            if key in found:
                raise self.fail(begin, f"'{cut(key)}' is there twice")
            if line[match.end() - 1 :] == _FENCE:
                close = re.compile(r"^[ \t]*\"\"\"[ \t\r]*$", re.MULTILINE).search(self.text, offset)
                if close is None:
                    raise self.fail(begin, f"the {_FENCE} of '{cut(key)}' is not closed by a line of its own")
                found[key] = _Field(self.text[offset : close.start()], offset)
                offset = close.end() + 1
            elif line.endswith('"') and len(line) > match.end() and '"' not in line[match.end() : -1]:
                found[key] = _Field(line[match.end() : -1], inside)
            else:
                raise self.fail(inside - 1, "this quotation mark is not closed at the end of its line")
        return found

    def needed(self, key: str) -> _Field:
        if key not in self.fields:
            raise BadInput(f"In {self.what} the field '{key}' is missing, which a test of a game tree has.")
        return self.fields[key]

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.needed(key)
        word = value.text.strip()
        if not _WHOLE.match(word) or not least <= int(word) <= most:
            raise self.fail(value.at, f"'{key}' is a whole number from {least} on, not '{cut(word)}'")
        return int(word)

    def rows(self, key: str, columns: int, example: str) -> list[tuple[int, list[str]]]:
        """The lines of a field in words, each with its offset."""
        value = self.needed(key)
        found, offset = [], value.at
        for raw in value.text.split("\n"):
            words = raw.split()
            at = offset + len(raw) - len(raw.lstrip())
            if words and len(words) != columns:
                raise self.fail(at, f"a line of '{key}' is {example}, not '{cut(raw.strip())}'")
            if words:
                found.append((at, words))
            offset += len(raw) + 1
        return found

    def read_values(self) -> dict[str, tuple[float, int]]:
        found: dict[str, tuple[float, int]] = {}
        for at, (state, word) in self.rows("evaluation", 2, "STATE VALUE"):
            value = parse_number(word)
            if value is None:
                raise self.fail(at, f"the evaluation of '{cut(state)}' is a number, not '{cut(word)}'")
            whole = isinstance(value, float) and value.is_integer()
            found[state] = int(value) if whole else value, at
        return found

    def read_steps(self) -> tuple[dict[str, list[Step]], dict[str, int]]:
        """The actions from each state, and where each state is named first."""
        steps: dict[str, list[Step]] = {}
        places: dict[str, int] = {}
        for at, (state, action, following) in self.rows("successors", 3, "STATE ACTION STATE"):
            steps.setdefault(state, []).append(Step(following, at, action))
            places.setdefault(state, at)
            places.setdefault(following, at)
        return steps, places

    # ---- the tree
    def look(self, node: tuple[str, int]) -> Found:
        """What is known of a state so many plies below the start."""
        state, ply = node
        at = self.at[state]
        fields: dict[str, object] = {"name": state}
        places = {}
        if state in self.values:
            fields["value"], places["value"] = self.values[state]
        below = self.steps.get(state, [])
        if state in self.ended or (self.depth is not None and ply >= self.depth * self.agents):
            below = []
        if not below:
            if "value" not in fields:
                raise self.fail(at, f"the search ends at '{cut(state)}', which has no evaluation")
            return Found(at, fields, places)
        mover = ply % self.agents
        fields["player"] = "chance" if mover and self.by_chance else mover
        steps = [Step((step.to, ply + 1), step.at, step.label) for step in below]
        return Found(at, fields, places, steps)


def read_autograder(text: str, what: str) -> Written:
    """The tree of such a file; `BadInput` with line and column if it has none."""
    return _Reader(text, what).written()
