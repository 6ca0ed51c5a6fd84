"""An explanation for a notebook: the position, the paragraphs, and the boards as the game draws them."""

from __future__ import annotations

from html import escape

from halfmove.core.contract import Game
from halfmove.teach.why.boards import Board, paragraphs
from halfmove.teach.why.explanation import Explanation

MOST = 12
"""Groups of moves that are told."""

WIDEST = "200px"
"""How wide a board is drawn: several beside each other."""

_FIGURE = "display:inline-block;margin:0.5em 2em 0.5em 0;vertical-align:bottom"


def as_html(explanation: Explanation) -> str:
    """One `<div>` that stands for itself: no scripts, no style sheets, the drawings inside."""
    game, state = explanation.game, explanation.state
    parts = [_drawn(game, Board("", state))]
    for paragraph in paragraphs(explanation, MOST):
        parts.append(f"<p>{escape(' '.join(paragraph.sentences))}</p>")
        parts.append("".join(_drawn(game, board) for board in paragraph.boards))
    return f'<div class="halfmove-explanation">{"".join(parts)}</div>'


def _drawn(game: Game, board: Board) -> str:
    widest = "100%" if game.explicit else WIDEST
    picture = game.draw(board.state).replace("<svg", f'<svg style="max-width:{widest};height:auto"', 1)
    caption = f"<figcaption>{escape(board.caption)}</figcaption>" if board.caption else ""
    return f'<figure style="{_FIGURE}">{caption}{picture}</figure>'
