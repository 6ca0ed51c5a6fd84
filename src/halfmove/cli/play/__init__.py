"""`halfmove play`: a game in the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.core.operation import SEARCH, PositionRequest, Seconds, Text, Whole, field, operation
from halfmove.core.operation.position import game_number
from halfmove.endings.search_request import MOST_SEED, EngineRequest


@operation("play", "Play against the engine or another person.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Play(EngineRequest, PositionRequest):
    """Play in the terminal against the engine, another player, or another person. Type a move, or help.

    Levels 1 to 5 look 1, 1, 2, 3 and 4 plies ahead and play 50, 25, 15, 8 and 3 % of their moves at a
    glance, where better moves are only likelier; levels 6 to 8 look 5, 7 and 10 plies ahead; level 9 thinks
    half a second a move, level 10 two seconds.

    Example: halfmove play connect4 --level 3 --side second

    Example: halfmove play backgammon --dice typed

    Example: halfmove play chess --against "uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500"
    """

    number: str | None = game_number()
    side: str = field(
        Text(word="WHO"),
        "Your side: first, second, or what the game calls it; both (two people); none (engine against "
        "engine).",
        default="first",
    )
    level: int | None = field(
        Whole(1, 10, word="1–10"),
        "The engine's strength, from beginner to full.",
        default=None,
        usual="5",
    )
    seconds: float | None = field(
        Seconds(),
        "Seconds for each move of the engine, which plays at full strength without a level.",
        default=None,
    )
    against: str | None = field(
        Text(word="PLAYER"),
        "An opponent in place of the engine, such as uci:stockfish or mcts?simulations=1000.",
        default=None,
    )
    dice: str = field(
        Text(word="HOW"),
        "`drawn`: at random; `typed`: you enter what was thrown on a real board.",
        default="drawn",
    )
    seed: int | None = field(  # type: ignore[assignment]
        Whole(0, MOST_SEED), "The same seed repeats the engine's random choices.", default=None, group=SEARCH
    )
    book: str | None = field(
        Text(word="FILE"), "The engine plays from this book of openings first.", default=None
    )

    @property
    def is_bounded_by_time(self) -> bool:
        """Whether the engine thinks for a time; a level below looks so many plies ahead."""
        from halfmove.arena.players.levels import find_level

        return find_level(self.level, self.seconds).depth is None
