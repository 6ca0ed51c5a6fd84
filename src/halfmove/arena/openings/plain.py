"""Openings for any game as lines of text: moves in its notation, or a position, or both with a `|` between.

    4 4 3            # Connect Four; blank lines and what follows a `#` do not count
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | e4 e5

Games that `halfmove play` has saved, or that were exported as `.txt`, are openings too: all the moves of one
are one opening.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.arena.job import Opening
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.reference import open_position

TITLE = "# Halfmove game: "
POSITION = "# position "
SET = "# set "


def read(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each line, or each saved game, as an opening."""
    if text.startswith(TITLE):
        yield from _read_saved(text, game)
        return
    for place, line in list_lines(text):
        yield place, _parse_opening(line, game)


def list_lines(text: str) -> Iterator[tuple[str, str]]:
    """The lines that say something, each with its place."""
    for number, line in enumerate(text.split("\n"), 1):
        said = line.partition("#")[0].strip()
        if said:
            yield f"line {number}", said


def _parse_opening(line: str, game: Game) -> Opening:
    position, bar, moves = line.rpartition("|")
    if bar:
        return Opening(tuple(game.split_moves(moves)), position.strip() or None, line)
    as_moves = Opening(tuple(game.split_moves(line)), None, line)
    if _is_playable(game, as_moves) or not _is_position(game, line):
        return as_moves  # it can be played; or it is neither, and the moves' error says more
    return Opening((), line, line)


def _is_playable(game: Game, opening: Opening) -> bool:
    try:
        open_position(game, opening.position, opening.moves)
    except BadInput:
        return False
    return True


def _is_position(game: Game, text: str) -> bool:
    try:
        game.parse(text)
    except BadInput:
        return False
    return True


def _read_saved(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Games with comments that name the game and its parameters, and where each began."""
    ours = {f"{SET}{key}={value}" for key, value in game.parameters.items()}
    place, position, moves = "", None, []  # type: str, str | None, list[str]
    number = 0
    for at, line in enumerate(text.split("\n"), 1):
        if line.startswith(TITLE):
            if place:
                yield place, Opening(tuple(moves), position, f"game {number}")
            number += 1
            place, position, moves = f"game {number} (line {at})", None, []
            if (title := line.removeprefix(TITLE).strip()) != game.title():
                raise BadInput(f"{place}: it is a game of {title}, not of {game.title()}.")
        elif line.startswith(POSITION):
            position = line.removeprefix(POSITION).strip()
        elif line.startswith(SET) and line.strip() not in ours:
            raise BadInput(f"{place}: it was played with --set {line.removeprefix(SET)}; this one is not.")
        elif not line.startswith("#"):
            moves += game.split_moves(line)
    yield place, Opening(tuple(moves), position, f"game {number}")
