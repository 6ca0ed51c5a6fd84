"""Games from SGF files.

Only the main line must be a game: from an empty board or from stones that the root sets up, the players in
turn, every move legal but for superko.  What stands in variations is kept as it is.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from halfmove.core.errors import BadInput
from halfmove.core.formats import Bound, Broken
from halfmove.core.record_text import read_bytes
from halfmove.core.sgf_tree import Node, Part, parts, tree
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State
from halfmove.games.go.sgf.game import TAGS, SgfGame, SgfMove, move_of, vertex

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

    data = read_bytes(path)
    try:
        yield from games(decoded(data), broken=broken and (lambda error: broken(told(error))))
    except BadInput as error:
        raise told(error) from None


def games(
    text: str, *, broken: Broken | None = None, compiled: bool = True, bound: Bound | None = None
) -> Iterator[SgfGame]:
    """The games of a text; `compiled`: whether their rules may become machine code."""
    found = parts(text)
    number = 0
    while True:
        number += 1
        place = f"game {number}"
        try:
            part = next(found, None)
            if part is None:
                return
            root = root_of(part)
            if bound is not None:
                bound.begin()
                bound.count(sum(1 for _ in root.below()))
            yield _game(root, place, compiled)
        except BadInput as error:
            named = error if str(error).startswith("game ") else BadInput(f"{place}: {error}")
            if broken is None:
                raise named from None
            broken(named)


_NO_CHARSETS = {
    "idna",
    "punycode",
    "undefined",
    "unicode_escape",
    "raw_unicode_escape",
    "unicode-escape",
    "raw-unicode-escape",
    "utf-7",
}
"""What Python decodes besides charsets of texts."""


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
        if codecs.lookup(charset).name in _NO_CHARSETS:
            raise LookupError
        text = data.removeprefix(b"\xef\xbb\xbf").decode(charset, "replace")
    except (LookupError, ValueError):
        raise BadInput(f"its charset, '{charset}', is not known") from None
    return text.encode("utf-8", "replace").decode("utf-8")  # no half of a surrogate pair


def root_of(part: Part) -> Node:
    """The root of a game; `BadInput` for what is none of Go's."""
    root = tree(part)
    if root.raw("GM").strip() not in ("", "1"):
        raise BadInput("it is of another game than Go.")
    if "B" in root.properties or "W" in root.properties:  # bad style, by the standard: a move in the root
        first = Node(root, root.children, {}, root.line)
        for child in root.children:
            child.parent = first
        root.children = [first]
        for name in ("B", "W"):
            if name in root.properties:
                first.properties[name] = root.properties.pop(name)
    return root


def size_of(root: Node) -> tuple[int, int]:
    """Columns and rows of the board; without a word of it 19."""
    told = root.raw("SZ").strip() or "19"
    found = re.fullmatch(r"(\d{1,3})(?:\s*:\s*(\d{1,3}))?", told)
    if found is None:
        raise BadInput(f"its size, '{told[:20]}', is none, such as 19 or 9:13.")
    return int(found[1]), int(found[2] or found[1])


def rules_of(root: Node, compiled: bool = True) -> Go:
    """The game that the root describes; `BadInput` if there is none such."""
    told = root.text("RU").strip().lower()
    komi = komi_of(root)
    width, height = size_of(root)
    game = Go(
        width=width, height=height, komi=0.0 if komi is None else komi, rules=_RULES.get(told, "chinese")
    )
    game.compiled = compiled
    black, white, _ = setup_of(root, game)
    if white or not 2 <= len(black) <= 9:
        return game
    try:
        handicap = Go(**{**game.parameters, "handicap": len(black)})
    except BadInput:
        return game  # a board that has no points for them
    handicap.compiled = compiled
    return handicap if {handicap.point(place) for place in handicap.handicap_stones} == black else game


def komi_of(root: Node) -> float | None:
    """The komi; None where the root says none."""
    told = root.raw("KM").strip()
    if not told:
        return None
    try:
        return float(told)
    except ValueError:
        raise BadInput(f"its komi, '{told[:20]}', is no number.") from None


def setup_of(node: Node, rules: Go) -> tuple[set[int], set[int], set[int]]:
    """The points where a node puts black stones, white ones, and none."""
    return tuple(_points(node, name, rules) for name in SETUP)  # type: ignore[return-value]


SETUP = ("AB", "AW", "AE")


def _points(node: Node, name: str, rules: Go) -> set[int]:
    """The points of a list, in which `aa:cc` is a rectangle."""
    found: set[int] = set()
    for value in node.properties.get(name, ()):
        corners = [rules.parse_sgf(word) for word in value.split(":", 1) if value.strip()]
        if rules.points in corners:
            raise BadInput(f"line {node.line}: {name}[{value[:9]}] is no point of the board.")
        if corners:
            rows, columns = zip(*(divmod(point, rules.width) for point in corners), strict=True)
            found |= {
                row * rules.width + column
                for row in range(min(rows), max(rows) + 1)
                for column in range(min(columns), max(columns) + 1)
            }
    return found


def _game(root: Node, place: str, compiled: bool) -> SgfGame:
    rules = rules_of(root, compiled)
    start, nodes = main_line(root, rules)
    state = rules.initial() if start is None else start
    moves = []
    for number, (node, told) in enumerate(nodes, 1):
        text = vertex(rules, told)
        try:
            # a game may go on after two passes, in which players have marked the dead stones
            action = rules.parse_action(state._replace(passes=0), text)
        except BadInput as error:
            raise BadInput(f"move {number}, '{text}', cannot be played: {error}") from None
        moves.append(SgfMove(node, action, text, rules))
        state = after(rules, state, action)
    headers = {name: root.text(key) for name, key in TAGS.items() if key in root.properties}
    return SgfGame(root, rules, start, headers, moves, place)


def after(rules: Go, state: State, action: int) -> State:
    """The position after a move; a game may go on after two passes, in which dead stones were marked."""
    return rules.result(state._replace(passes=min(state.passes, 1)), action)


def main_line(root: Node, game: Go) -> tuple[State | None, list[tuple[Node, int]]]:
    """Where the main line begins, None for the game's own initial position, and the nodes with its moves.

    `BadInput` where stones are set up later, where the players do not move in turn, and for a position that
    cannot be.
    """
    nodes: list[tuple[Node, int]] = []
    colours: list[str] = []
    for node in root.main_line():
        if node is not root and any(name in node.properties for name in SETUP):
            raise BadInput(f"after move {len(nodes)} it sets up stones; only its beginning may.")
        if (move := move_of(node, game)) is not None:
            colours.append(move[0])
            nodes.append((node, move[1]))
    usual = "bw"[game.to_move(game.initial())]
    first = usual
    if nodes:
        first = colours[0]
    elif root.raw("PL").strip().lower()[:1] in ("b", "w"):
        first = root.raw("PL").strip().lower()[0]
    for number, colour in enumerate(colours):
        if (colour == first) != (number % 2 == 0):
            raise BadInput(
                f"move {number + 1} is {_COLOURS[colour]}'s, but it is not {_COLOURS[colour]}'s turn."
            )
    black, white, _ = setup_of(root, game)
    if not black and not white and first == usual:
        return None, nodes  # handicap stones are the game's own
    cells = ["X" if point in black else "O" if point in white else "." for point in range(game.points)]
    rows = ["".join(cells[at : at + game.width]) for at in range(0, game.points, game.width)]
    state: State = game.parse(f"{'/'.join(rows)} {first.upper()}")
    return (None if state == game.initial() else state), nodes
