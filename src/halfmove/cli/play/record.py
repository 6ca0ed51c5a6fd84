"""A game as plain text: comment lines that name the game and where it began, then one move a line.

# Halfmove game: connect4
# set width=7
# set height=6
# position …        (only where it did not begin at the beginning)
4
4
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from halfmove.cli.play.game import PlayedGame
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.presentation.analyses import position_text
from halfmove.presentation.words import move_texts

_TITLE = "# Halfmove game: "


def save(session: PlayedGame, name: str) -> None:
    """Write the game to the file `name`; `BadInput` if that would destroy a file of another kind."""
    path = Path(name).expanduser()
    try:
        if path.exists() and not path.read_text(errors="replace").startswith(_TITLE):
            raise BadInput(f"The file '{name}' exists and is no saved game; choose another name.")
        path.write_text(written(session))
    except OSError as error:
        raise BadInput(f"The file '{name}' cannot be written: {error.strerror}.") from None


def written(session: PlayedGame) -> str:
    """The text of a saved game."""
    game, start = session.game, session.states[0]
    lines = [f"{_TITLE}{game.title()}", *_settings(game)]
    if start != game.initial():
        text = position_text(game, start)
        if text is None:
            raise BadInput(
                f"{game.title()} has no notation for positions, so only games from the start can be saved."
            )
        lines.append(f"# position {text}")
    return "\n".join([*lines, *move_texts(game, start, session.actions)]) + "\n"


def load(game: Game, name: str) -> PlayedGame:
    """The game in the file `name`; `BadInput`, in a sentence, if it is not one of `game`."""
    try:
        lines = Path(name).expanduser().read_text().splitlines()
    except OSError as error:
        raise BadInput(f"The file '{name}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The file '{name}' is not a saved game; it is not text.") from None
    comments = [line.strip() for line in lines if line.startswith("#")]
    _check_game(game, name, comments)
    start: Any = game.initial()
    for comment in comments:
        if comment.startswith("# position "):
            start = game.parse(comment.removeprefix("# position "))
    session = PlayedGame(History(game, start))
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            for word in game.split_moves(line):
                _play(session, name, number, word)
    return session


def _settings(game: Game) -> list[str]:
    return [f"# set {key}={value}" for key, value in game.parameters.items()]


def _check_game(game: Game, name: str, comments: list[str]) -> None:
    titles = [comment.removeprefix(_TITLE) for comment in comments if comment.startswith(_TITLE)]
    if titles and titles[0] != game.title():
        raise BadInput(f"The file '{name}' holds a game of {titles[0]}, not of {game.title()}.")
    settings = [comment for comment in comments if comment.startswith("# set ")]
    wrong = [setting for setting in settings if setting not in _settings(game)]
    if wrong:
        raise BadInput(
            f"The file '{name}' holds a game with --set {wrong[0].removeprefix('# set ')}; this one has not."
        )


def _play(session: PlayedGame, name: str, number: int, word: str) -> None:
    try:
        session.play(session.game.parse_action(session.state, word))
    except BadInput as error:
        raise BadInput(f"Line {number} of '{name}': {error}") from None
