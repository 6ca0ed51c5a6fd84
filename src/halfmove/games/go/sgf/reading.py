"""Games from SGF files.

Only the main line must be a game: from an empty board or from stones that the root sets up, the players in
turn, every move legal but for superko.  What stands in variations is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, GameRecord, Move
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State
from halfmove.games.go.sgf.game import TAGS, SgfGame, SgfMove, sgfmill, vertex_of

_RULES = {
    "tromp-taylor": "tromp-taylor",
    "nz": "tromp-taylor",
    "chinese": "chinese",
    "aga": "aga",
    "bga": "aga",
    "japanese": "japanese",
    "korean": "japanese",
}
"""What `RU` may say, and ours; `chinese` for anything else."""
_COLOURS = {"b": "Black", "w": "White"}


def read_sgf(path: str | Path, *, broken: Broken | None = None) -> Iterator[SgfGame]:
    """The games of a file, with all that is said of them.

    `BadInput` for a file that cannot be read, and for a broken game if there is no `broken` to be told of it.
    """

    def told(error: BadInput) -> BadInput:
        return BadInput(f"{path}: {error}")

    try:
        data = Path(path).expanduser().read_bytes()
    except FileNotFoundError:
        raise BadInput(f"There is no file '{path}' with games.") from None
    except OSError as error:
        raise BadInput(f"The games '{path}' cannot be read: {error.strerror}.") from None
    try:
        yield from games(decoded(data), broken=broken and (lambda error: broken(told(error))))
    except BadInput as error:
        raise told(error) from None


def games(text: str, *, broken: Broken | None = None) -> Iterator[SgfGame]:
    """The games of a text."""
    parts = records(text)
    number = 0
    while True:
        number += 1
        place = f"game {number}"
        try:
            part = next(parts, None)
            if part is None:
                return
            yield _game(tree_of(part), place)
        except BadInput as error:
            named = error if str(error).startswith("game ") else BadInput(f"{place}: {error}")
            if broken is None:
                raise named from None
            broken(named)


def decoded(data: bytes) -> str:
    """A file's text: in the charset that its `CA` names, else UTF-8 or, as the standard has it, Latin-1.

    `BadInput` for a charset that is none.
    """
    named = re.search(rb"CA\[\s*([^\]\s]+)\s*\]", data[:10_000])
    if named is None:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    charset = named[1].decode("latin-1")
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode(charset, "replace")
    except LookupError:
        raise BadInput(f"its charset, '{charset}', is not known") from None


def records(text: str) -> Iterator[str]:
    """The game trees of a collection, by their brackets; `BadInput` for one that is not closed."""
    depth, start, inside, number, at = 0, 0, False, 1, 0
    while at < len(text):
        c = text[at]
        if inside:
            if c == "\\":
                at += 1
            inside = c != "]"
        elif c == "[" and depth:
            inside = True
        elif c == "(":
            start = start if depth else at
            depth += 1
        elif c == ")" and depth:
            depth -= 1
            if depth == 0:
                yield text[start : at + 1]
                number += 1
        at += 1
    if depth:
        raise BadInput(f"game {number}: it is cut off; a bracket is not closed.")


def unreadable(error: ValueError) -> BadInput:
    """What sgfmill could not read, in a sentence; of a point that is none it says nothing."""
    return BadInput(f"it is no SGF of Go ({str(error) or 'a point or a number in it is none'}).")


def tree_of(text: str) -> Any:
    """One game as sgfmill has it; `BadInput` for what is none of Go's, or on a board that is not square."""
    if oblong := re.search(r"SZ\[\s*(\d+)\s*:\s*(\d+)\s*\]", text[:2000]):
        raise BadInput(f"it is on {oblong[1]}×{oblong[2]}; SGF is read of square boards only.")
    try:
        tree = sgfmill().Sgf_game.from_string(text)
        root = tree.get_root()
        if root.has_property("GM") and root.get_raw("GM").strip() != b"1":
            raise BadInput("it is of another game than Go.")
    except BadInput:
        raise
    except ValueError as error:  # sgfmill's word for all that it cannot read
        raise unreadable(error) from None
    return tree


def rules_of(tree: Any) -> Go:
    """The game that the root describes; `BadInput` if there is none such."""
    root = tree.get_root()
    told = str(root.get("RU")).strip().lower() if root.has_property("RU") else ""
    komi = komi_of(tree)
    game = Go(size=tree.get_size(), komi=0.0 if komi is None else komi, rules=_RULES.get(told, "chinese"))
    black, white, _ = root.get_setup_stones()
    if white or not 2 <= len(black) <= 9:
        return game
    try:
        handicap = Go(**{**game.parameters, "handicap": len(black)})
    except BadInput:
        return game  # a board that has no points for them
    stones = {handicap.point_text(handicap.point(place)) for place in handicap.handicap_stones}
    return handicap if stones == set(map(vertex_of, black)) else game


def komi_of(tree: Any) -> float | None:
    """The komi; None where the root says none."""
    root = tree.get_root()
    return float(root.get("KM")) if root.has_property("KM") else None


def _game(tree: Any, place: str) -> SgfGame:
    try:
        root = tree.get_root()
        rules = rules_of(tree)
        start, nodes = main_line(tree, rules)
        state = rules.initial() if start is None else start
        moves = []
        for number, node in enumerate(nodes, 1):
            vertex = vertex_of(node.get_move()[1])
            try:
                # a game may go on after two passes, in which players have marked the dead stones
                action = rules.parse_action(state._replace(passes=0), vertex)
            except BadInput as error:
                raise BadInput(f"move {number}, '{vertex}', cannot be played: {error}") from None
            moves.append(SgfMove(node, action, vertex))
            state = rules.result(state._replace(passes=min(state.passes, 1)), action)
        headers = {name: str(root.get(key)) for name, key in TAGS.items() if root.has_property(key)}
    except BadInput:
        raise
    except ValueError as error:
        raise unreadable(error) from None
    return SgfGame(tree, rules, start, headers, moves, place)


def main_line(tree: Any, game: Go) -> tuple[State | None, list[Any]]:
    """Where the main line begins, None for the game's own initial position, and the nodes with its moves.

    `BadInput` where stones are set up later, where the players do not move in turn, and for a position that
    cannot be.
    """
    root = tree.get_root()
    nodes: list[Any] = []
    for node in tree.get_main_sequence():
        if node.has_setup_stones() and node is not root:
            raise BadInput(f"after move {len(nodes)} it sets up stones; only its beginning may.")
        if node.get_move()[0] is not None:
            nodes.append(node)
    usual = "bw"[game.to_move(game.initial())]
    first = usual
    if nodes:
        first = nodes[0].get_move()[0]
    elif root.has_property("PL"):
        first = str(root.get("PL"))
    for number, node in enumerate(nodes):
        colour = node.get_move()[0]
        if (colour == first) != (number % 2 == 0):
            raise BadInput(
                f"move {number + 1} is {_COLOURS[colour]}'s, but it is not {_COLOURS[colour]}'s turn."
            )
    black, white, _ = root.get_setup_stones()
    if not black and not white and first == usual:
        return None, nodes  # handicap stones are the game's own
    rows = [
        "".join(
            "X" if (row, column) in black else "O" if (row, column) in white else "."
            for column in range(game.width)
        )
        for row in reversed(range(game.height))
    ]
    state: State = game.parse(f"{'/'.join(rows)} {first.upper()}")
    return (None if state == game.initial() else state), nodes


# ---- as plain data
def plain(game: SgfGame) -> GameRecord:
    """A game with its variations, each as far as its moves are legal; what SGF says besides is left out."""
    moves = _moves(game.rules, game.tree.get_root(), game.first)
    return GameRecord(game.rules, game.start, dict(game.headers), game.comment, moves, game.place)


def _moves(rules: Go, node: Any, state: State) -> list[Move]:
    """The main line below a node, variations beside its moves."""
    moves: list[Move] = []
    while len(node):
        main, *others = list(node)
        if main.get_move()[0] is None:  # a node that only says something
            node = main
            continue
        move = _move(rules, main, state)
        if move is None:
            break
        for other in others:
            if (instead := _move(rules, other, state)) is not None:
                move.variations.append([instead, *_moves(rules, other, _after(rules, state, instead.action))])
        moves.append(move)
        node, state = main, _after(rules, state, move.action)
    return moves


def _move(rules: Go, node: Any, state: State) -> Move | None:
    """The move of a node; None where it is not legal, or not the turn of its side."""
    colour, point = node.get_move()
    if colour != "bw"[state.mover]:
        return None
    text = vertex_of(point)
    try:
        action = rules.parse_action(state._replace(passes=0), text)
    except BadInput:
        return None
    told = SgfMove(node, action, text)
    return Move(action, text, told.comment, nags=told.nags, evaluation=told.evaluation)


def _after(rules: Go, state: State, action: int) -> State:
    """The position after a move; a game may go on after two passes, in which dead stones were marked."""
    return rules.result(state._replace(passes=min(state.passes, 1)), action)
