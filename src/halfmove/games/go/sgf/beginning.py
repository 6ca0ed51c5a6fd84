"""Where a game begins: from an empty board, or from stones that are set up before the first move.

By the standard the root sets them up; Fox and others do it in the nodes behind it, or have Black move so
often before White does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from halfmove.core.errors import BadInput
from halfmove.core.sgf_tree import Node, Repair
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State
from halfmove.games.go.sgf.game import move_of, vertex
from halfmove.games.go.sgf.root import SETUP, komi_of, refuse, set_of_rules, setup_of, size_of

_COLOURS = {"b": "Black", "w": "White"}
_SIDES = {"b": "b", "w": "w", "1": "b", "2": "w"}
"""Who `PL` says is to move; by numbers in files from before FF[4]."""


@dataclass
class Beginning:
    """What stands before the first move."""

    black: set[int] = field(default_factory=set)
    white: set[int] = field(default_factory=set)
    mover: str = ""
    """Who is said to be to move, `b` or `w`; nothing where nobody says."""
    nodes: list[Node] = field(default_factory=list)
    """Those behind the root that set something up, in order."""
    stones: list[Node] = field(default_factory=list)
    """Those of them whose moves are handicap stones."""
    first: str = ""
    """Whose the first move is; nothing where there is none."""


def beginning_of(root: Node, rules: Go, repair: Repair = refuse) -> Beginning:
    """What stands before the first move of the main line."""
    found = Beginning()
    for node in root.main_line():
        there = node.properties
        if any(name in there for name in SETUP):
            _put(found, node, rules)
            if node is not root:
                repair(
                    f"line {node.line}: stones are set up behind the root; they stand before the first move."
                )
        if "PL" in there:
            found.mover = _SIDES.get(node.raw("PL").strip().lower()[:1], found.mover)
        if node is not root and any(name in there for name in (*SETUP, "PL")):
            found.nodes.append(node)
        if "B" in there or "W" in there:
            found.first = "b" if "B" in there else "w"
            if found.first == "b" and not (found.black or found.white):
                _take_stones(found, node, rules, repair)
            break
    if found.mover and found.first and found.mover != found.first:
        said, moves = _COLOURS[found.mover], _COLOURS[found.first]
        repair(f"it says that {said} is to move, but the first move is {moves}'s.")
    return found


def _put(found: Beginning, node: Node, rules: Go) -> None:
    black, white, empty = setup_of(node, rules)
    found.black = (found.black - white - empty) | black
    found.white = (found.white - black - empty) | white


def _take_stones(found: Beginning, node: Node, rules: Go, repair: Repair) -> None:
    """The moves that Black has before White moves at all are handicap stones."""
    run: list[Node] = []
    points: set[int] = set()
    for later in node.main_line():
        there = later.properties
        if "W" in there and "B" not in there and len(run) > 1:
            repair(f"its first {len(run)} moves are all Black's; they are read as handicap stones.")
            found.black, found.first = points, "w"
            found.nodes += [stone for stone in run if stone not in found.nodes]
            found.stones = run
            return
        if "W" in there or any(name in there for name in SETUP):
            return
        if "B" in there:
            try:
                points.add(rules.parse_sgf(later.raw("B")))
            except BadInput:
                return
            run.append(later)
            if rules.points in points or len(points) < len(run):
                return


def game_of(root: Node, compiled: bool = True, repair: Repair = refuse) -> tuple[Go, Beginning]:
    """The game that a root describes, and where it begins; `BadInput` if there is none such."""
    width, height = size_of(root, repair)
    begins = beginning_of(root, _board(width, height), repair)
    stones = 0 if begins.white else len(begins.black)
    komi = komi_of(root, repair, stones)
    rules = set_of_rules(root, repair)
    game = Go(width=width, height=height, komi=0.0 if komi is None else komi, rules=rules)
    game.compiled = compiled
    told = root.raw("HA").strip()
    handicap = int(told) if told.isascii() and told.isdecimal() and len(told) < 3 else 0
    if 2 <= stones <= 9:
        usual = _with_handicap(game, stones)
        if usual is not None and {usual.point(place) for place in usual.handicap_stones} == begins.black:
            game = usual
    if handicap > 1 and not begins.white and stones != handicap:
        put = None
        if not stones and begins.first == "w" and (put := _with_handicap(game, handicap)) is not None:
            put = put if _fits(root, put, begins) else None
        if put is not None:
            repair(f"its {handicap} handicap stones are not set up; they are put where they usually stand.")
            return put, begins
        repair(f"it says that there are {handicap} handicap stones, but sets up {stones or 'none'}.")
    return game, begins


@lru_cache(maxsize=64)
def _board(width: int, height: int) -> Go:
    """A board on which points are looked up."""
    return Go(width=width, height=height)


def _with_handicap(game: Go, stones: int) -> Go | None:
    """The game with so many stones where they usually stand; None on a board that has no points for them."""
    try:
        found = Go(**{**game.parameters, "handicap": stones})
    except BadInput:
        return None
    found.compiled = game.compiled
    return found


def _fits(root: Node, game: Go, begins: Beginning) -> bool:
    """Whether the moves of the main line can be played with handicap stones where they usually stand."""
    state = game.initial()
    try:
        for _, action in turns(root, game, begins):
            game.parse_action(state._replace(passes=0), vertex(game, action))
            state = after(game, state, action)
    except BadInput:
        return False
    return True


def after(rules: Go, state: State, action: int) -> State:
    """The position after a move; a game may go on after two passes, in which dead stones were marked."""
    return rules.result(state._replace(passes=min(state.passes, 1)), action)


def start_of(rules: Go, begins: Beginning) -> State | None:
    """The position before the first move, None for the initial one of `rules`; `BadInput` for one that cannot
    be."""
    usual = "bw"[rules.to_move(rules.initial())]
    first = begins.first or begins.mover or usual
    if not begins.black and not begins.white and first == usual:
        return None  # handicap stones are the game's own
    cells = [
        "X" if point in begins.black else "O" if point in begins.white else "."
        for point in range(rules.points)
    ]
    rows = ["".join(cells[at : at + rules.width]) for at in range(0, rules.points, rules.width)]
    state: State = rules.parse(f"{'/'.join(rows)} {first.upper()}")
    return None if state == rules.initial() else state


def turns(root: Node, rules: Go, begins: Beginning) -> Iterator[tuple[Node, int]]:
    """The nodes with the moves of the main line; `BadInput` where the players do not move in turn, and where
    stones are set up between moves."""
    played = 0
    for node in root.main_line():
        if (move := next_move(node, rules, begins, played)) is not None:
            yield node, move
            played += 1


def next_move(node: Node, rules: Go, begins: Beginning, played: int) -> int | None:
    """The move of a node behind so many others; None where it has none.  Errors as of `turns`."""
    there = node.properties
    if "B" in there or "W" in there:
        if begins.stones and node in begins.stones:
            return None
    elif not played or not any(name in there for name in SETUP):
        return None
    if any(name in there for name in SETUP) and node not in begins.nodes and node.parent is not None:
        raise BadInput(f"line {node.line}: after move {played} it sets up stones; only its beginning may.")
    move = move_of(node, rules)
    assert move is not None
    if (move[0] == begins.first) != (played % 2 == 0):
        colour = _COLOURS[move[0]]
        raise BadInput(f"line {node.line}: move {played + 1} is {colour}'s, but it is not {colour}'s turn.")
    return move[1]
