"""A position of a game: its board.

Settings: `game`, `set`, `position`, `moves`, `caption`.  Figures: actions (how many), action_names, mover,
ply, over, and in a position that is over the payoffs: payoff_1, payoff_2, …
"""

from __future__ import annotations

from typing import Any

from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.blocks.subject import attempt, subject
from halfmove.teach.lessons.lesson import Exhibit
from halfmove.teach.lessons.settings import Block


def made(block: Block, known: Known, place: int) -> Exhibit:
    """The exhibit; `LessonError` says what is wrong."""
    from halfmove.core.compile import interpreted

    block.know(("game", "set", "position", "moves", "caption"))
    about = subject(block)
    game, state = interpreted(about.game), about.state
    over = bool(game.is_terminal(state))
    player = -1 if over else game.to_move(state)
    actions = [] if over else [game.action_text(state, a) for a in game.actions(state)]
    mover = "nobody" if over else game.player_name(player)
    found: dict[str, Any] = {
        "actions": len(actions),
        "action_names": ", ".join(actions),
        "mover": mover,
        "ply": len(about.history.actions),
        "over": "yes" if over else "no",
    }
    if over:
        for number in range(game.players):
            payoff = float(game.utility(state, number))
            found[f"payoff_{number + 1}"] = int(payoff) if payoff.is_integer() else payoff
    hidden = attempt(block, lambda: game.show(state))
    return Exhibit(
        block.kind,
        block.name,
        f"{game.title()}: " + ("the game is over" if over else f"{mover} to move"),
        block.get("caption"),
        hidden,
        f"{about.code}\nfrom IPython.display import SVG\n\nSVG(game.draw(state))",
        found,
        attempt(block, lambda: game.draw(state)),
    )
