"""Go openings from SGF files, through sgfmill: the main line of each game, from an empty board or from the
stones that its root sets up (Hollosi, "SGF File Format FF[4]", 2006)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.arena.job import Opening
from halfmove.core.errors import BadInput
from halfmove.core.game import Game

_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_COLOURS = {"b": "Black", "w": "White"}


def read(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each game of the collection as an opening."""
    sgf = _sgf()
    from halfmove.games.go import Go

    if not isinstance(game, Go):
        raise BadInput(f"SGF is for Go; give openings of {game.title()} as a .txt file.")
    for number, part in enumerate(records(text), 1):
        place = f"game {number}"
        try:
            opening = _opening(sgf.Sgf_game.from_string(part), game, place)
        except BadInput as error:
            raise BadInput(f"{place}: {error}") from None
        except ValueError as error:  # sgfmill's word for all that it cannot read
            raise BadInput(f"{place}: it is no SGF of Go ({error}).") from None
        yield place, opening


def board_of(text: str) -> tuple[int, float | None]:
    """The size and the komi of the first game; no komi where it says none."""
    told = first_of(text)
    root = told.get_root()
    try:
        komi = root.get("KM") if root.has_property("KM") else None
    except ValueError as error:
        raise BadInput(f"it is no SGF of Go ({error})") from None
    return told.get_size(), komi


def first_of(text: str) -> Any:
    """The first game of the collection, as sgfmill has it."""
    try:
        return _sgf().Sgf_game.from_string(next(records(text), ""))
    except ValueError as error:  # sgfmill's word for all that it cannot read
        raise BadInput(f"it is no SGF of Go ({error})") from None


def vertex_of(point: tuple[int, int] | None) -> str:
    """Sgfmill's (row from below, column) as GTP writes it; `pass` for None."""
    return "pass" if point is None else f"{_LETTERS[point[1]]}{point[0] + 1}"


def _opening(told: Any, game: Any, place: str) -> Opening:
    root = told.get_root()
    size = told.get_size()
    if (game.width, game.height) != (size, size):
        raise BadInput(f"it is on {size}×{size}, the match on {game.width}×{game.height}.")
    moves: list[str] = []
    colours: list[str] = []
    for node in told.get_main_sequence():
        if node.has_setup_stones() and node is not root:
            raise BadInput(f"after move {len(moves)} it sets up stones; only its beginning may.")
        colour, point = node.get_move()
        if colour is not None:
            colours.append(colour)
            moves.append(vertex_of(point))
    first = _first(root, colours, game)
    for number, colour in enumerate(colours):
        if (colour == first) != (number % 2 == 0):
            raise BadInput(
                f"move {number + 1} is {_COLOURS[colour]}'s, but it is not {_COLOURS[colour]}'s turn."
            )
    name = str(root.get("GN")) if root.has_property("GN") else place
    return Opening(tuple(moves), _position(root, first, game), name)


def _first(root: Any, colours: list[str], game: Any) -> str:
    """Who moves first: whoever does, or as the root says, or as the match has it."""
    if colours:
        return colours[0]
    if root.has_property("PL"):
        return str(root.get("PL"))
    return "bw"[game.to_move(game.initial())]


def _position(root: Any, first: str, game: Any) -> str | None:
    """Where it begins; None for the match's own initial position."""
    black, white, _ = root.get_setup_stones()
    if not black and not white and first == "bw"[game.to_move(game.initial())]:
        return None  # handicap stones are the match's own
    rows = [
        "".join(
            "X" if (row, column) in black else "O" if (row, column) in white else "."
            for column in range(game.width)
        )
        for row in reversed(range(game.height))
    ]
    position = f"{'/'.join(rows)} {first.upper()}"
    return None if game.parse(position) == game.initial() else position


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


def _sgf() -> Any:
    try:
        from sgfmill import sgf
    except ImportError:
        raise BadInput("SGF files need the package sgfmill: pip install 'halfmove[arena]'.") from None
    return sgf
