"""A tree of counts as text: a node a line, indented deeper than the node it stands under.

    37/100               # the root: wins/playouts of the player who does not move there
      a1: 60/79          # after a1: of whoever played it
        b1: 16/53
        b2: 3/26
      a2: 1/10
      a3: 2/11

A line is `move: wins/playouts`, the move in the game's notation, the root's without one.  A draw is half a
win (`2.5/4`).  Moves that are left out have 0/0.  From a # at the beginning of a word to the end of the line
is a comment.  A move that would be read as something else (it begins with a quotation mark or has a # at the
beginning of a word) stands in quotation marks, with JSON's escapes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NoReturn

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.tree.quoting import cut
from halfmove.search.montecarlo.planting import Counts, counts_text

MOST = 10**12
"""Playouts of a node, at the most."""

_COMMENT = re.compile(r"(?:(?<=\s)|\A)#.*")
_COUNTS = re.compile(r"([0-9]{1,13}(?:\.[0-9]{1,6})?)\s*/\s*([0-9]{1,13})\Z")


@dataclass
class _Line:
    number: int
    indent: int
    move: str | None
    wins: Fraction
    playouts: int
    below: list[_Line] = field(default_factory=list)


def read_counts(game: Game, state: Any, text: str) -> Counts:
    """The counts that `text` gives for `state` and what follows; `BadInput` with the line of a mistake."""
    root = _nest(list(_lines(text)))
    return _counts(game, state, root)


def write_counts(game: Game, state: Any, counts: Counts) -> str:
    """The text that `read_counts` reads back."""

    def lines(state: Any, counts: Counts, move: str, indent: str) -> Iterator[str]:
        yield f"{indent}{move}{counts_text(counts)}"
        for action, child in counts.children.items():
            label = _quote(game.action_text(state, action))
            yield from lines(game.result(state, action), child, f"{label}: ", indent + "  ")

    return "\n".join(lines(state, counts, "", "")) + "\n"


def _quote(move: str) -> str:
    plain = move == move.strip() and move.isprintable() and not move.startswith('"')
    return move if plain and move and not _COMMENT.search(move) else json.dumps(move, ensure_ascii=True)


def _refuse(number: int, message: str) -> NoReturn:
    raise BadInput(f"In the counts, line {number}: {message}.")


def _lines(text: str) -> Iterator[_Line]:
    for number, raw in enumerate(text.splitlines(), 1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        indent = raw[: len(raw) - len(raw.lstrip())]
        if indent.strip(" "):
            _refuse(number, "indent with blanks only, so that it can be said how deep a line is")
        move, rest = _move(content, number)
        wins, playouts = _numbers(_COMMENT.sub("", rest).strip(), number)
        yield _Line(number, len(indent), move, wins, playouts)


def _move(content: str, number: int) -> tuple[str | None, str]:
    """The move before the colon, None without one, and the rest of the line."""
    if content.startswith('"'):
        try:
            move, end = json.JSONDecoder().raw_decode(content)
        except ValueError:
            _refuse(number, "this quotation mark is not closed on its line")
        rest = content[end:].lstrip()
        if not rest.startswith(":"):
            _refuse(number, "after a move comes a colon, as in a1: 27/35")
        return str(move), rest[1:]
    content = _COMMENT.sub("", content).strip()
    move, colon, rest = content.rpartition(":")
    return (move.strip() if colon else None), rest


def _numbers(text: str, number: int) -> tuple[Fraction, int]:
    found = _COUNTS.match(text)
    if not found:
        said = f"not '{cut(text)}'" if text else "and there is nothing"
        _refuse(number, f"here belong wins/playouts, such as 27/35, {said}")
    wins, playouts = Fraction(found[1]), int(found[2])
    if wins > playouts:
        _refuse(number, f"{found[1]} wins in {playouts} playouts are too many")
    if playouts > MOST:
        _refuse(number, f"there are at most {MOST:,} playouts")
    return wins, playouts


def _nest(lines: list[_Line]) -> _Line:
    if not lines:
        raise BadInput("The counts are empty; they begin with the root's, such as 37/100.")
    root = lines[0]
    if root.move is not None:
        _refuse(root.number, "the first line is the root, to which no move leads, so it has no colon")
    above = [root]
    for line in lines[1:]:
        while above and above[-1].indent >= line.indent:
            above.pop()
        if not above:
            _refuse(line.number, "all lines but the first are indented under another")
        if not line.move:
            _refuse(line.number, "before the counts comes the move that leads there, as in a1: 27/35")
        parent = above[-1]
        if parent.below and parent.below[0].indent != line.indent:
            _refuse(line.number, "it is indented neither like the lines above it nor under one of them")
        parent.below.append(line)
        above.append(line)
    return root


def _counts(game: Game, state: Any, line: _Line) -> Counts:
    children: dict[Any, Counts] = {}
    for below in line.below:
        assert below.move is not None, "only the root has no move"
        if game.is_terminal(state):
            _refuse(below.number, f"the game is over before '{cut(below.move)}'")
        try:
            action = game.parse_action(state, below.move)
        except BadInput as error:
            _refuse(below.number, str(error).rstrip("."))
        if action in children:
            _refuse(below.number, f"the move '{cut(below.move)}' stands there twice")
        children[action] = _counts(game, game.result(state, action), below)
    return Counts(line.wins, line.playouts, children)
