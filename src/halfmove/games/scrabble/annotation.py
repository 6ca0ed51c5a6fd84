"""What plays of Scrabble are worth where games are annotated: the chance to win, and points.

Each turn is judged by what its player knew (`core.scale.DecisionScale`), as the engine judges it: plays by
simulation, end games exactly.  In GCG the judgement stands in notes that begin with `Halfmove:`, so that they
are found and written anew the next time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.errors import BadInput
from halfmove.core.formats import Move
from halfmove.core.scale import Decision, DecisionScale
from halfmove.games.scrabble.plays import is_exchange, is_play, tiles_of
from halfmove.games.scrabble.rules import TURN, State, rack_tiles, without

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis, Line
    from halfmove.core.history import History
    from halfmove.games.scrabble.game import Scrabble

BEGINS = "Halfmove: "
"""Each line of a note of ours."""
NOTED = 3
"""Best actions in a note."""


class Worth(NamedTuple):
    """What player 0 can expect of a turn."""

    win: float
    """His chance to win, a draw counted half."""
    lead: float
    """The points by which he leads at the end, in the mean."""


class Points(DecisionScale):
    """In chances to win, and points."""

    unit = "points"

    def refusal(self, game: Scrabble) -> str:
        if game.players == 2:
            return ""
        return f"Games of {game.players} players are not annotated: nothing tells their chances to win."

    def is_judged(self, state: State) -> bool:
        return state.phase == TURN

    def worth_of(self, line: Line) -> Worth:
        sign = 1 if line.score.player == 0 else -1
        if "win" not in line.figures:
            raise BadInput(
                "Plays are judged by their chances to win, which only the algorithm expert counts."
            )
        win = float(line.figures["win"])
        return Worth(win if sign == 1 else 1 - win, sign * float(line.value))

    def at_end(self, record: Any, history: History) -> Worth:
        lead = float(history.utility(0))
        return Worth(0.5 + 0.5 * ((lead > 0) - (lead < 0)), lead)

    def points(self, worth: Worth) -> float:
        return worth.win

    def units(self, worth: Worth) -> float:
        return worth.lead

    def estimate(self, worth: Worth) -> float | None:
        return worth.lead

    def vary(self, record: Any, move: Any, state: Any, analysis: Analysis) -> None:
        """Nothing: the format has no variations."""

    def text(self, worth: Worth | None) -> str:
        return "" if worth is None else f"{worth.win:.1%}"

    def json(self, worth: Worth | None) -> dict[str, Any]:
        return {
            "win": worth and round(worth.win, 4),
            "lead": worth and round(worth.lead, 2),
        }

    # ---- decisions
    def remark(self, game: Any, move: Move, state: State, decision: Decision) -> None:
        own = [line for line in move.comment.split("\n") if line and not line.startswith(BEGINS.strip())]
        best, played = decision.best, decision.played
        said = [f"{BEGINS}wins {played.figures['win']:.1%}"]
        if not decision.is_best:
            lost = best.figures["win"] - played.figures["win"]
            said[0] += f", {lost:.1%} and {best.value - played.value:.1f} points less than the best"
            said += [BEGINS + self.candidate_text(game, state, line) for line in decision.lines[:NOTED]]
        move.comment = "\n".join([*own, *said])

    def candidate(self, game: Any, state: State, line: Line) -> dict[str, Any]:
        keep = ("score", "leave", "equity", "win", "reply")
        return {
            "move": game.action_text(state, line.action),
            "keeps": kept_text(game, state, line.action),
            **{name: line.figures[name] for name in keep if name in line.figures},
        }

    def candidate_text(self, game: Any, state: State, line: Line) -> str:
        """`8D WORD, 26 points, keeps AE (+1.5), wins 54.0%`."""
        kept = kept_text(game, state, line.action)
        keeps = f", keeps {kept} ({line.figures['leave']:+.1f})" if kept else ""
        score = f", {line.figures['score']:g} points" if is_play(line.action) else ""
        return f"{game.action_text(state, line.action)}{score}{keeps}, wins {line.figures['win']:.1%}"


def kept_text(game: Scrabble, state: State, action: int) -> str:
    """The tiles that an action leaves on the rack."""
    tiles = tiles_of(action) if is_exchange(action) else rack_tiles(tiles_of(action))
    kept = without(state.racks[state.mover], tiles if is_play(action) or is_exchange(action) else b"")
    return game.tile_set.text(kept)
