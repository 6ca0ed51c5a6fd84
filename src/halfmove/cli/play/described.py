"""Any player of the arena against the person: `--against "network?file=best.safetensors&simulations=600"`."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.player import Choice, PlayerFault
from halfmove.arena.players.registry import player
from halfmove.arena.seat import Seat, describe_error
from halfmove.cli.play.engine import Opponent, Reply
from halfmove.cli.progress import Progress
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.view import View

SECONDS = 1.0
"""For a move of whoever has no bound of its own."""


class Described(Opponent):
    """A player of the arena, one for each side that it has; it is given what it may know.

    One that fails gives the game up, and is started anew for the next."""

    def __init__(self, text: str, game: Game, sides: list[int], seconds: float | None, seed: int) -> None:
        """`BadInput` and `Unsuitable` say why this player cannot play the game."""
        description = describe(text)
        if description.kind == "person":
            raise BadInput("--against is for who is no person; two people play with --side both.")
        self.title = description.name
        self._game, self._seed, self._games = game, seed, 0
        self._seats = {side: Seat(description, player(description)) for side in sides}
        for seat in self._seats.values():
            seat.player.check(game)
        unbounded = next(iter(self._seats.values())).player.unbounded
        self._limit = Limit(seconds=seconds or (SECONDS if unbounded else None))
        self._greeted: set[int] = set()

    @property
    def strength(self) -> str:
        """What bounds its moves besides its own options, in words; "" for nothing."""
        return "" if self._limit.seconds is None else f"{self._limit.seconds:g} s a move"

    def choose(self, history: History, doing: str) -> Reply:
        side, seat = history.mover, self._seats[history.mover]
        drawn = Random(f"{self._seed} view {side} {len(history.actions)}").getrandbits(64)
        try:
            with Progress(doing):
                self._greet(side)
                budget = Budget(limit=self._limit)
                choice = seat.player.choose(View(history, side).sampled_history(drawn), budget)
            if not isinstance(choice, Choice):
                raise BadInput(f"its answer {choice!r} is no Choice")
            if not choice.resigns and not _may(history, choice.action):
                raise BadInput(f"it plays {choice.text or repr(choice.action)}, which is not legal")
        except Exception as error:  # noqa: BLE001  a player's own code may fail in any way
            self._greeted.discard(side)
            seat.drop()
            said = (
                str(error)
                if isinstance(error, PlayerFault | BadInput)
                else f"it fails: {describe_error(error)}"
            )
            return Reply(None, said.rstrip("."))
        return Reply(None) if choice.resigns else Reply(choice.action, _worth(choice))

    def _greet(self, side: int) -> None:
        """Start a player before its first move of a game, and tell it of the game."""
        if side in self._greeted:
            return
        seat = self._seats[side]
        seat.ready()
        seed = Random(f"{self._seed} game {self._games} side {side}").getrandbits(32)
        seat.player.new_game(self._game, side, seed)
        self._greeted.add(side)

    def begin(self) -> None:
        self._games += 1
        self._greeted.clear()

    def close(self) -> None:
        for seat in self._seats.values():
            seat.drop()


def _may(history: History, action: Any) -> bool:
    """Whether a move is legal as things stand, offered or not."""
    return history.game.accepts(history.state, action) and history.allows(action)


def _worth(choice: Choice) -> str:
    """What a player says of the position beside its move: `+0.35, depth 8`."""
    said = []
    if choice.mate is not None:
        said.append(f"{'win' if choice.mate > 0 else 'loss'} in {_plies(abs(choice.mate))}")
    elif choice.value is not None and math.isfinite(choice.value):
        said.append(f"{choice.value:+.2f}")
    if choice.depth is not None:
        said.append(f"depth {choice.depth}")
    elif choice.nodes is not None:
        said.append(f"{choice.nodes:,} nodes")
    return ", ".join(said)


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"
