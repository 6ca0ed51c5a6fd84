"""What a command is about: the game and the position that GAME, --set, --position and --moves name."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import listed
from halfmove.core.formats import count_games, find_game, format_of, repairs_in
from halfmove.core.history import History
from halfmove.games.reference import GameReference, open_position, tree_game
from halfmove.games.registry import with_files


def open_game(name: str, parameters: Mapping[str, Any]) -> Game:
    """The game that GAME and --set name (`games.reference`); `-` is a tree on standard input."""
    if name == "-":
        text = sys.stdin.read()
        if not text.strip():
            raise BadInput("There is no tree on standard input; write it there, or give a file.")
        return tree_game(text, dict(parameters))
    return GameReference(name, with_files(name, parameters)).open()


def open_history(
    name: str, parameters: Mapping[str, Any], text: str | None, moves: str | Sequence[str] | None
) -> History:
    """The game after `moves` from the position `text` (the initial one, by default); a file of records stands
    for the position in which its first game ends, `games.pgn#3` for the third's."""
    game = open_game(name, parameters)
    if text is not None and (found := _FILE.fullmatch(text.strip())) and _is_record(game, found["file"]):
        return _end_of_game(game, found["file"], found["number"], moves, own=not parameters)
    if text is not None and not text.strip():
        raise BadInput(
            "--position is empty; give the position in the game's notation, or leave the option out."
        )
    return open_position(game, text, moves)


_FILE = re.compile(r"(?P<file>.*\.[a-z0-9]{1,8})(?:#(?P<number>.*))?", re.IGNORECASE | re.DOTALL)


def _is_record(game: Game, file: str) -> bool:
    """Whether a text is the name of a file of records; `BadInput` for one of another game's."""
    suffix = Path(file).suffix.lower()
    if format_of(game, suffix) is not None:
        return True
    from halfmove.games.registry import list_games_recorded_as

    if others := list_games_recorded_as(suffix):
        raise BadInput(f"'{file}' has games of {listed(others)}, not of {game.title()}.")
    return False


def chosen(text: str | None, number: str | None) -> str | None:
    """--position and --game together: `games.pgn` and `3` are `games.pgn#3`."""
    if number is None:
        return text
    if text is None or "#" in text:
        raise BadInput("--game is the number of a game in a file: --position games.pgn --game 3.")
    return f"{text}#{number}"


def how_many(name: str, parameters: Mapping[str, Any], text: str | None) -> str:
    """Where --position is a file with several games: how many there are and which is taken, as a sentence."""
    found = None if text is None else _FILE.fullmatch(text.strip())
    if found is None:
        return ""
    game = open_game(name, parameters)
    form = format_of(game, Path(found["file"]).suffix)
    if form is None:
        return ""
    games = count_games(lambda broken: form.main_lines(found["file"], broken=broken))
    number = found["number"] or "1"
    return f"{found['file']} has {games:,} games; this is game {number} (--game N)." if games > 1 else ""


def print_repairs(file: str, records: Iterable[Any]) -> None:
    """Say on standard error what was repaired in games of a file."""
    for record in records:
        for sentence in repairs_in(record):
            print(f"halfmove: repaired: {file}: {sentence}", file=sys.stderr)


def _end_of_game(
    game: Game, file: str, which: str | None, moves: str | Sequence[str] | None, *, own: bool
) -> History:
    """Where a game of a file of records ends, or `moves` later; `own`: at the size and rules of the file."""
    form = format_of(game, Path(file).suffix)
    assert form is not None, "whoever calls has asked"
    if which is not None and not re.fullmatch("[0-9]{1,9}", which):
        raise BadInput(f"After # comes the number of a game, as in {file}#3, not '{which}'.")
    number = int(which or 1)
    line = find_game(lambda broken: form.main_lines(file, broken=broken), number)
    if line is None:
        raise BadInput(f"There is no game {number} in '{file}'.")
    print_repairs(file, [line])
    if own and line.rules.parameters != game.parameters:
        game = line.rules
    first = next(iter(line.states()))
    played = History(game, game.parse(line.rules.position_text(first)))
    for action in line.actions:
        if played.over:  # it goes on where the rules would have ended it: what was before does not count
            played = History(game, played.state)
        played.append(action)
    if moves:
        if played.over:
            raise BadInput(f"Game {number} in '{file}' is over, so no move can be played.")
        for word in game.split_moves(moves) if isinstance(moves, str) else moves:
            played.play(game.parse_action(played.state, word))
    return played
