"""What a state is worth to a player: the type of every value that a search gives.

Kernels count in whole numbers (`core.score`), Monte Carlo in shares of the points, textbook searches in the
game's payoffs.  A `Score` says which of these it is, to whom, and how sure it is; whatever is told, drawn,
written or sent of a value is made from it here.  The idea of a type with a point of view is python-chess's
(`chess.engine.PovScore`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from halfmove.core.score import ESTIMATE, LONGEST, WIN, distance_of, utility_of
from halfmove.core.term import expected_points, in_units

if TYPE_CHECKING:
    from halfmove.core.contract import Game

WON = 100.0
"""A won game in units such as a pawn's: more than any estimate, as `core.score.ESTIMATE` is 90 of them."""


class Kind(Enum):
    """Where a score is from."""

    PROVEN = "proven"
    """The utility that best play leads to."""
    ESTIMATE = "estimate"
    """A judgement of the game's `evaluate` at the horizon, or a mixture of such and of utilities."""
    SHARE = "share"
    """The mean of games played on: what share of the points can be expected, as a utility."""
    UNKNOWN = "unknown"
    """A proof is being looked for, and nothing is estimated meanwhile; the value is 0."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a state is worth to `player`.

    Scores of one search compare as the search does: a win before any estimate, the nearest win first, the
    farthest loss first among losses.  `<` turns the other score to its own player where that can be done;
    `==` means that both say the same.  Make them by `proof`, `estimate`, `mean`, `unknown` and `read`.
    """

    kind: Kind
    value: float
    """In the game's payoff units; an infinity where a game's own leaves are infinite."""
    player: int
    opponent: int | None = None
    """To whom it is worth the opposite; None where there is nobody: only a zero-sum game of two has one."""
    plies: int | None = None
    """The end that is proven comes within so many plies; None where nothing is said about it."""
    exact: bool = False
    """Whether `plies` is the distance under best play, and no bound."""
    raw: int | None = None
    """The engine's whole number (`core.score`), to `player`; None where the algorithm has none."""

    # ---- made
    @classmethod
    def proof(
        cls,
        game: Game,
        player: int,
        value: float,
        plies: int | None = None,
        *,
        exact: bool = True,
        raw: int | None = None,
    ) -> Score:
        """A utility that is proven, in `plies` plies (at most, unless `exact`)."""
        return _make(Kind.PROVEN, game, player, value, plies, exact and plies is not None, raw)

    @classmethod
    def estimate(cls, game: Game, player: int, value: float, *, raw: int | None = None) -> Score:
        """An estimate, in payoff units."""
        return _make(Kind.ESTIMATE, game, player, value, None, False, raw)

    @classmethod
    def mean(cls, game: Game, player: int, value: float, *, raw: int | None = None) -> Score:
        """The mean utility of games played on; `raw`: the evaluation that such a mean is worth."""
        return _make(Kind.SHARE, game, player, value, None, False, raw)

    @classmethod
    def unknown(cls, game: Game, player: int) -> Score:
        """Nothing is known yet."""
        return _make(Kind.UNKNOWN, game, player, 0, None, False, None)

    @classmethod
    def of_search(cls, game: Game, player: int, value: float, *, proven: bool) -> Score:
        """A proof without a distance, or an estimate."""
        return cls.proof(game, player, value) if proven else cls.estimate(game, player, value)

    @classmethod
    def read(
        cls, game: Game, player: int, raw: int, *, proven: bool | None = None, exact: bool = False
    ) -> Score:
        """What an engine's number says: a proof, if `proven` or, left to the number alone, if it is too large
        for an estimate; the distance in it is the true one, if `exact`, or else a bound."""
        raw = int(raw)
        if proven is None:
            proven = is_decided(game, raw)
        if not proven:
            return cls.estimate(game, player, raw / WIN, raw=raw)
        plies = distance_of(raw)
        if plies is not None and plies > LONGEST:  # a tablebase's value, `FAR` plies off less those since
            plies = None
        return cls.proof(game, player, utility_of(raw), plies, exact=exact, raw=raw)

    # ---- asked
    @property
    def proven(self) -> bool:
        """Whether the value is the utility under best play."""
        return self.kind is Kind.PROVEN

    @property
    def infinite(self) -> bool:
        return math.isinf(self.value)

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play, where that is known."""
        return self.plies if self.exact else None

    @property
    def mate(self) -> int | None:
        """Moves of the winning side to the end that is proven: positive where `player` wins, negative where
        he loses, 0 where he has lost already; None where no win or loss with its end is proven."""
        if self.kind is not Kind.PROVEN or self.plies is None or not self.value:
            return None
        moves = (self.plies + 1) // 2
        return moves if self.value > 0 else -moves

    @property
    def ending(self) -> int | None:
        """Plies to the win or loss that is known: positive where `player` wins, negative where he loses."""
        if not self.proven or self.distance is None or not self.value:
            return None
        return self.distance if self.value > 0 else -self.distance

    def of(self, player: int) -> Score:
        """The score as `player` sees it; `ValueError` where it says nothing of him."""
        if player == self.player:
            return self
        if player != self.opponent:
            raise ValueError(f"A score of player {self.player} says nothing of player {player}.")
        return -self

    def __neg__(self) -> Score:
        """The score as the opponent sees it; `ValueError` where nobody has the opposite."""
        if self.opponent is None:
            raise ValueError(f"The score of player {self.player} is nobody's opposite.")
        return Score(
            kind=self.kind,
            value=0 - self.value,  # no negative zero
            player=self.opponent,
            opponent=self.player,
            plies=self.plies,
            exact=self.exact,
            raw=None if self.raw is None else -self.raw,
        )

    def ending_in(self, plies: int | None) -> Score:
        """The same score, its end in so many plies; in as many as before where that is None."""
        return self if plies is None else replace(self, plies=plies, exact=True)

    # ---- ordered
    @property
    def rank(self) -> float:
        """The number by which scores compare: the engine's own, or what it would be."""
        if self.proven and self.plies is not None and self.value:
            return self.value * WIN - math.copysign(self.plies, self.value)
        return self.value * WIN if self.raw is None else self.raw

    def __lt__(self, other: Score) -> bool:
        return self.rank < other.of(self.player).rank

    def __gt__(self, other: Score) -> bool:
        return self.rank > other.of(self.player).rank

    def __le__(self, other: Score) -> bool:
        return self.rank <= other.of(self.player).rank

    def __ge__(self, other: Score) -> bool:
        return self.rank >= other.of(self.player).rank

    # ---- in other units
    def share(self, game: Game) -> float | None:
        """The share of the points that `player` can expect, 0 to 1; None where the game is not between two
        for limited stakes, or the value is infinite.

        An estimate counts small advantages (pawns, and what is like them), which become points by the curve
        by which games are annotated (`core.term.expected_points`).  In a game of chance it is a mean of
        wins, losses and estimates in shares of a win, and Monte Carlo says the share itself.
        """
        limit = game.utility_limit
        if self.opponent is None or math.isinf(limit) or not math.isfinite(self.value):
            return None
        small = bool(game.estimate_unit) or not game.has_chance
        if small and self.kind in (Kind.ESTIMATE, Kind.UNKNOWN) and abs(self.value) < limit:
            return expected_points(self.value * WIN / game.unit)
        return share_of(game, self.value)

    def units(self, game: Game) -> float | None:
        """In the one unit in which players of the arena are compared: 1 is a win, or a pawn.

        Where a game has a unit of estimates (`Game.estimate_unit`), it is a number of these, and a
        proven win `WON` of them less its distance; elsewhere a share of the largest utility.  None where the
        value is no number.
        """
        value = self.value
        if math.isnan(value):
            return None
        counted = bool(game.estimate_unit)
        if math.isinf(value):
            return math.copysign(WON if counted else 1.0, value)
        if counted:
            raw = value * WIN if self.raw is None else self.raw
            return raw * WON / WIN if self.proven else raw / game.unit
        largest = game.utility_limit
        return float(value) if math.isinf(largest) else float(value) / largest

    # ---- in words
    def text(self, game: Game) -> str:
        """As short as can be, to `player`: `+0.29`, `win 5`, `draw`, `loss`; the number is of plies."""
        if not self.proven:
            return self._estimated(game)
        if self._decisive:
            word = {-1: "loss", 0: "draw", 1: "win"}[int(self.value)]
            return f"{word} {self.distance}" if self.distance else word
        return number(self.value)

    def words(self, game: Game) -> str:
        """As a person would say it: `proven win for X in 5 plies`, `estimate +0.031, about even`."""
        if self.kind is Kind.UNKNOWN:
            return "not known yet"
        if not self.proven:
            return f"estimate {self._estimated(game)}{self._leaning(game)}"
        distance = self.distance
        when = (
            ""
            if distance is None
            else f" in {format_distance(game, distance)}"
            if distance > 0
            else ", already"
        )
        if self._decisive:
            if self.value == 0:
                return f"proven draw{when}" if distance else "proven draw"
            return f"proven win for {game.player_name(self._favoured)}{when}"
        if game.has_chance and self.opponent is not None and game.utility_limit == 1:
            share = share_of(game, self.value)  # a mean of wins, draws and losses
            return f"proven: {game.player_name(self.player)} can expect {100 * share:.2f} % of the points"
        return f"proven: worth {number(self.value)} to {game.player_name(self.player)}{when}"

    @property
    def _decisive(self) -> bool:
        """Whether it is a win, a draw or a loss."""
        return self.opponent is not None and self.value in (-1, 0, 1)

    @property
    def _favoured(self) -> int:
        """Who is better off, in a game between two."""
        return self.player if self.value > 0 or self.opponent is None else self.opponent

    def _estimated(self, game: Game) -> str:
        """In a game with a unit of estimates (pawns) as its players write it, `+0.43`; means as they are."""
        if self.kind is Kind.SHARE or not game.estimate_unit:
            return number(self.value)
        return f"{in_units(game, self.value):+.2f}"

    def _leaning(self, game: Game) -> str:
        if self.opponent is None:
            return f" to {game.player_name(self.player)}"
        if abs(self.value) < 0.005:
            return ", about even"
        return f", better for {game.player_name(self._favoured)}"

    def __str__(self) -> str:
        """`proven +1 in 5 plies`, `estimate -0.031`, in payoff units, to `player`."""
        if self.kind is Kind.UNKNOWN:
            return "not known yet"
        when = "" if self.plies is None else f" {'in' if self.exact else 'within'} {plies(self.plies)}"
        return f"{self.kind.value} {number(self.value)}{when}"


def _make(
    kind: Kind, game: Game, player: int, value: Any, plies: int | None, exact: bool, raw: int | None
) -> Score:
    opponent = 1 - player if game.players == 2 and game.zero_sum else None
    value = value.item() if hasattr(value, "item") else value  # NumPy's numbers
    return Score(kind, value, player, opponent, plies, exact, None if raw is None else int(raw))


# ---- the engine's numbers
def is_decided(game: Game, raw: int) -> bool:
    """Whether an engine's number is too large for an estimate."""
    return game.utility_limit == 1 and abs(raw) >= ESTIMATE


# ---- shares and units
def share_of(game: Game, utility: float) -> float:
    """A utility as a share of the points, 0 to 1, to whoever it is one of."""
    limit = game.utility_limit
    return float((max(-limit, min(utility, limit)) / limit + 1) / 2)


# ---- figures
def number(value: float) -> str:
    """A value with a sign, without needless decimals."""
    if isinstance(value, float) and math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    if isinstance(value, int) or (math.isfinite(value) and abs(value - round(value)) < 1e-9):
        return f"{round(value):+d}" if round(value) else "0"
    return f"{value:+.3f}" if abs(value) >= 0.0005 else "0"


def big_blinds(amount: float) -> str:
    """What was won or lost at poker: `+1 big blind`, `-2.5 big blinds`."""
    text = f"{round(amount, 2):+g}" if round(amount, 2) else "0"
    return f"{text} big blind{'' if text in ('+1', '-1') else 's'}"


def plies(number: int) -> str:
    """`1 ply`, `5 plies`."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


def format_distance(game: Game, distance: int) -> str:
    """`5 plies`; where players count moves in pairs, `3 moves (5 plies)`."""
    if not game.moves_in_pairs:
        return plies(distance)
    moves = (distance + 1) // 2
    return "1 move" if distance == 1 else f"{moves} move{'s' if moves > 1 else ''} ({plies(distance)})"
