"""Hands one after another in the terminal: what each player has won, and how the next one is dealt.

A game offers it by `hand_over`; the browser does the same in `web.board.hands`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from halfmove.cli.play.game import PlayedGame
from halfmove.core.contract import Game
from halfmove.core.figures import count
from halfmove.core.hand_over import HandOver


@dataclass
class Series:
    """The hands of one sitting."""

    players: list[int]
    """Who sits on each seat, by the seat of his first hand."""
    names: list[str]
    """What each player is called, by the same."""
    totals: list[float] = field(default_factory=list)
    hands: int = 0
    """Those that are over."""
    played: list[tuple[PlayedGame, list[str]]] = field(default_factory=list)
    """The hands before this one, and who sat where."""
    saved: set[str] = field(default_factory=set)
    """Files that hold nothing but hands of this sitting."""

    def add(self, over: HandOver) -> str:
        """Count a hand that is over; who has won what so far, in a sentence."""
        self.hands += 1
        self.totals = self.totals or [0.0] * len(self.players)
        for player, won in zip(self.players, over.won, strict=True):
            self.totals[player] += won
        told = ", ".join(
            f"{name} {total:+,g}" for name, total in zip(self.names, self.totals, strict=True) if total
        )
        hands = "1 hand" if self.hands == 1 else f"{count(self.hands)} hands"
        return f"{over.seen}. After {hands}, in {over.unit}: {told or 'nobody has won anything'}."

    def move(self, over: HandOver, people: Iterable[int]) -> set[int]:
        """Have the players change seats for the next hand; the seats of the people."""
        people = set(people)
        self.players = [self.players[seat] for seat in over.seats]
        return {seat for seat, before in enumerate(over.seats) if before in people}


def begin_series(game: Game) -> Series:
    """Nothing has been played yet."""
    seats = range(game.players)
    return Series(list(seats), [game.player_name(seat) for seat in seats])
