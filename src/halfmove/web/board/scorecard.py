"""What a game report says of each player: accuracy, what moves lost in the mean, how many of each mark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from halfmove.teach.judgements import BOUNDS, GLYPHS, Judgement, Tally, tally
from halfmove.web.board.table import Table
from halfmove.web.board.value_graph import NAMES

_PLURALS = {"??": "blunders", "?": "mistakes", "?!": "inaccuracies"}
_NUMBERS = {sign: number for number, sign in GLYPHS.items()}
_BOUNDS = ", ".join(f"{NAMES[GLYPHS[glyph]]} ({GLYPHS[glyph]}) from {bound:.0%}" for bound, glyph in BOUNDS)
HOW = f"""<details class="hm-small"><summary>How this is counted</summary>
<p>The value of a position is the share of a point that the first player can expect there, in place of
Lichess's winning chance. A move loses what the position before it was worth more than the one
after it, to the player who made it: {_BOUNDS} of a point; nothing where it is the best move.</p>
<p>The accuracy of a move that loses <i>d</i> percent is 103.1668 e<sup>−0.04354 <i>d</i></sup> − 3.1669, from
0 to 100. That of a player is half the mean in which a move weighs as much as the values swung around it, and
half the harmonic mean. Bounds and formulas are those that Lichess has published (lichess.org/page/accuracy).
</p></details>"""
"""How the figures come about, as HTML."""


def judgement_of(message: Mapping[str, Any]) -> Judgement:
    """What a report's message says of a move."""
    better = message["better"][0] if message["better"] else ""
    glyph = _NUMBERS.get(message["mark"], 0)
    return Judgement(
        message["ply"], message["mover"], None, message["lost"], 0.0, glyph, better, message["before"]
    )


def format_scorecards(table: Table, judged: Sequence[Mapping[str, Any]]) -> str:
    """A card for each player, side by side, and how the figures come about, as HTML.  A count is a button
    (data-next: player and mark) that leads to the next such move."""
    found = [judgement_of(message) for message in judged]
    cards = [_format_card(table, player, tally(found, player)) for player in range(table.game.players)]
    return f'<div class="hm-scorecards">{"".join(cards)}</div>{HOW}'


def _format_card(table: Table, player: int, told: Tally) -> str:
    counts = {"??": told.blunders, "?": told.mistakes, "?!": told.dubious}
    rows = "".join(
        f'<button type="button" class="hm-count" data-next="{player} {mark}" data-mark="{mark}"'
        f"{'' if many else ' disabled'}><b>{mark}</b> {many} "
        f"{NAMES[mark] if many == 1 else _PLURALS[mark]}</button>"
        for mark, many in counts.items()
    )
    accuracy = "–" if told.accuracy is None else f"{told.accuracy:.0f}%"
    swatch = f"<i class='hm-swatch' style='background:{table.colours[player]}'></i>" if table.colours else ""
    return (
        f'<section class="hm-scorecard" aria-label="{escape(table.names[player])}">'
        f"<h2>{swatch}{escape(table.names[player])}</h2>"
        f'<p><b class="hm-accuracy">{accuracy}</b> accuracy</p>'
        f'<p class="hm-soft hm-small">{told.lost:.1%} lost a move, {told.moves} moves</p>{rows}</section>'
    )
