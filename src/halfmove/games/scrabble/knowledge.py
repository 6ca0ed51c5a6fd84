"""What the static player knows: points, what is kept on the rack, and what remains when the bag is empty.

`evaluate` of the state after an action is what the action is worth: the lead in points, and the value of
the tiles that the player who has just played keeps (`leaves`).  With an empty bag he loses what the other
gets for them at the end, and the turn: twice their points and ten more, as Quackle's static player has it.
"""

from __future__ import annotations

from collections.abc import Mapping

from halfmove.core.score import ESTIMATE, WIN
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.leaves import leaves_of
from halfmove.games.scrabble.plays import count_of, is_exchange, is_play, tiles_of
from halfmove.games.scrabble.rules import ANSWER, OVER, TURN, Rules, State, rack_tiles, without

WAITING = 10
"""Points that the turn is worth when the bag is empty."""
POINT = WIN // 1000


class Knowledge(Rules):
    """Scrabble with an evaluation."""

    judged_at_once = True

    def setup(self) -> None:
        super().setup()
        self.leaves = leaves_of(self.tile_set, self.lexicon)

    def evaluate(self, s: State, player: int) -> int:
        if s.phase == OVER:
            return int(self.utility(s, player) * WIN)
        lead = self.utility(s, player) * 1000
        last = (s.mover - 1) % self.players
        kept = self.kept(s, last)
        share = 1.0 if player == last else -1.0 / (self.players - 1)
        limit = (self.utility_limit - 1) * WIN + ESTIMATE
        return int(max(-limit + 1, min((lead + share * kept) * POINT, limit - 1)))

    def kept(self, s: State, player: int) -> int:
        """What the rack of a player who waits is worth, in thousandths of a point."""
        rack = s.racks[player]
        if any(s.bag) or s.phase == ANSWER:
            return self.leaves.value(rack)
        return -1000 * (2 * sum(self.tile_set.points[tile] for tile in rack) + WAITING)

    def game_figures(self, s: State, a: int) -> Mapping[str, float]:
        """Turns, the points that plays bring, plays of a full rack, and exchanges."""
        if s.phase != TURN:
            return {}
        return {
            "turns": 1,
            "points": self.score(s.board, a) if is_play(a) else 0,
            "bingos": int(is_play(a) and count_of(a) == FULL_RACK),
            "exchanges": int(is_exchange(a)),
        }

    def action_figures(self, s: State, a: int) -> Mapping[str, float]:
        """What an action scores, and what the tiles are worth that it keeps, in points."""
        if s.phase != TURN:
            return {}
        tiles = tiles_of(a) if is_exchange(a) else rack_tiles(tiles_of(a)) if is_play(a) else b""
        score = self.score(s.board, a) if is_play(a) else 0
        left = without(s.racks[s.mover], tiles)
        after = self.result(s, a)
        if after.phase == OVER:
            worth = self.utility(after, s.mover) - self.utility(s, s.mover) - score
            return {"score": score, "leave": round(worth, 3)}
        empty = not any(s.bag)
        return {
            "score": score,
            "leave": round((self.kept(after, s.mover) if empty else self.leaves.value(left)) / 1000, 3),
        }
