"""A position for a person to read: the board in colours, and who is to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core import figures
from halfmove.core.contract import Game
from halfmove.core.figures import heading as heading
from halfmove.core.figures import settings as settings
from halfmove.core.history import History

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_COLOURS = ("bold red", "bold yellow", "bold cyan", "bold green")
"""As in the pictures that games draw: the first player is red."""


def board(game: Game, state: Any, viewer: int | None = None) -> Text:
    """The picture of a state, in colours, as `viewer` may see it; None sees everything."""
    return coloured(game, game.show_to(state, viewer).rstrip("\n"))


def coloured(game: Game, picture: str) -> Text:
    """A picture in text; where players are known by one letter, it has the player's colour."""
    from rich.text import Text

    text = Text(picture)
    for name, colour in zip(game.player_names, _COLOURS, strict=False):
        if len(name) == 1:
            text.highlight_regex(rf"(?<![A-Za-z]){name}(?![A-Za-z])", colour)
    return text


def print_position(out: Console, game: Game, state: Any, history: History | None = None) -> None:
    """The game, the board, and who moves or how it ended: by its `history`, too, if that is known."""
    out.print(heading(game), style="bold")
    out.print()
    picture = board(game, state)
    out.print(picture, soft_wrap=True)
    out.print()
    if game.is_terminal(state):
        said = says(picture, figures.result(game, state))
        out.print("The game is over.\n" if said else f"The game is over: {figures.result(game, state)}\n")
        return
    if history is not None and history.repeated:
        out.print(f"The game is over: {figures.outcome(history)}\n")
        return
    mover = figures.player(game, game.to_move(state))
    if not says(picture, mover):
        out.print(f"{mover} to move\n")


def says(picture: Text, sentence: str) -> bool:
    """Whether the last line under the board, where many games tell who moves or won, says this already."""
    return sentence.rstrip(".").lower() in picture.plain.splitlines()[-1].lower()
