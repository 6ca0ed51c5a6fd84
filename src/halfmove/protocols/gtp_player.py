"""Engines over GTP as players: `gtp:"gnugo --mode gtp --level 10"`.

Options are commands of the engine that take one argument: `?level=5` says `level 5` before the first game.
The rules are told in the ways that engines know (`kgs-rules`), and where an engine knows none, its own hold.
"""

from __future__ import annotations

import contextlib
import math
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.game import Game
from halfmove.core.history import History
from halfmove.protocols.gtp.client import Client, Refused
from halfmove.protocols.leash import command_line

_RULES = {"tromp-taylor": "tromp-taylor", "chinese": "chinese", "aga": "aga", "japanese": "japanese"}
"""Our rule sets by the names that `kgs-rules` takes; tromp-taylor is not one, so chinese is tried next."""


class GTPPlayer(Player):
    """An engine that speaks GTP, playing Go."""

    def __init__(self, description: Description) -> None:
        if not description.target:
            raise BadInput('A player over GTP needs a command line, such as gtp:"gnugo --mode gtp".')
        self._words = command_line(description.target)
        self._settings = dict(description.options)
        self._client: Client | None = None
        self._title = ""
        self._commands: frozenset[str] = frozenset()
        self._game: Game | None = None
        self._told: list[str] = []
        """The moves on the engine's board."""

    @property
    def title(self) -> str:
        return self._title

    def check(self, game: Game) -> None:
        size(game)

    # ---- start and end
    def start(self) -> None:
        self._client = client = Client(self._words)
        try:
            name = client.ask("name", self.start_patience)
            version = client.ask("version")
            self._title = f"{name} {version}".strip()
            self._commands = frozenset(client.ask("list_commands").split())
            for command, value in self._settings.items():
                if command not in self._commands:
                    raise PlayerFault(Fault.START, f"has no command '{command}' ({self._title})")
                client.ask(f"{command} {value}".strip())
        except Refused as error:
            raise PlayerFault(Fault.START, f"refuses to start: {error}") from None
        except PlayerFault as fault:
            if fault.fault is Fault.HANG:
                raise PlayerFault(Fault.START, "is not ready in time") from None
            raise

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    # ---- a game
    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._game = game
        width, height = size(game)
        client = self._running()
        try:
            if width == height:
                client.ask(f"boardsize {width}")
            else:
                client.ask(f"rectangular_boardsize {width} {height}")
            client.ask("clear_board")
            client.ask(f"komi {float(game.parameters.get('komi', 0.0)):g}")
        except Refused as error:
            raise PlayerFault(Fault.START, f"cannot set up the board: {error}") from None
        self._told = []
        self._say_rules(str(game.parameters.get("rules", "")))
        if "set_random_seed" in self._commands:
            self._try(f"set_random_seed {seed & 0x7FFF_FFFF}")

    def _say_rules(self, rules: str) -> None:
        if "kgs-rules" in self._commands and rules in _RULES and not self._try(f"kgs-rules {_RULES[rules]}"):
            self._try("kgs-rules chinese")

    def _try(self, command: str) -> bool:
        """A command that an engine may refuse."""
        with contextlib.suppress(Refused):
            self._running().ask(command)
            return True
        return False

    def choose(self, history: History, budget: Budget) -> Choice:
        client = self._running()
        self._follow(history)
        colour = _colour(history.mover)
        self._say_time(history.mover, budget)
        try:
            said = client.ask(f"genmove {colour}", budget.most)
        except Refused as error:
            raise PlayerFault(Fault.NONSENSE, f"refuses to move: {error}") from None
        move = said.split()[0] if said.split() else ""
        if move.lower() == "resign":
            return Choice(resigns=True, text=said)
        state = history.state
        try:
            action = history.game.parse_action(
                state, move.lower() if move.lower() == "pass" else move.upper()
            )
        except BadInput:
            fault = Fault.ILLEGAL if _is_vertex(move) else Fault.NONSENSE
            raise PlayerFault(fault, f"plays '{said[:80]}', which is no legal move") from None
        self._told.append(f"{colour} {move}")
        return Choice(action, text=said)

    def settle(self, history: History) -> tuple[tuple[float, ...], str] | None:
        """By the stones that the engine calls dead, once both have passed."""
        if "final_status_list" not in self._commands:
            return None
        self._follow(history)
        try:
            told = self._running().ask("final_status_list dead", self.start_patience)
        except Refused:
            return None
        game: Any = history.game
        dead = [game.parse_point(vertex) for vertex in told.split()]
        margin = game.score(history.state, dead)
        return (margin, -margin), f"result {game.result_text(history.state, dead)}"

    # ---- its board and its clock
    def _follow(self, history: History) -> None:
        """Have the engine's board stand where the game does: undo what is not so, play what is new."""
        client = self._running()
        wanted = [
            f"{_colour(history.game.to_move(s))} {history.game.action_text(s, a)}"
            for s, a in zip(history.states, history.actions, strict=False)
        ]
        common = 0
        for mine, theirs in zip(wanted, self._told, strict=False):
            if mine.lower() != theirs.lower():
                break
            common += 1
        try:
            while len(self._told) > common:
                client.ask("undo")
                self._told.pop()
            for move in wanted[common:]:
                client.ask(f"play {move}")
                self._told.append(move)
        except Refused as error:
            raise PlayerFault(
                Fault.NONSENSE, f"does not take the move '{self._next(wanted)}': {error}"
            ) from None

    def _next(self, wanted: list[str]) -> str:
        return wanted[len(self._told)] if len(self._told) < len(wanted) else "undo"

    def _say_time(self, seat: int, budget: Budget) -> None:
        """Tell the engine its time: absolute, with byo-yomi for moves to go, or so much for each move."""
        seconds = budget.limit.seconds
        if seconds is not None:
            self._try(f"time_settings 0 {max(math.floor(seconds), 1)} 1")
            self._try(f"time_left {_colour(seat)} {max(math.floor(seconds), 1)} 1")
        for other, left in enumerate(budget.clocks):
            if left is not None:
                stones = budget.moves_to_go if other == seat and budget.moves_to_go else 0
                self._try(f"time_left {_colour(other)} {max(math.floor(left), 0)} {stones}")

    def _running(self) -> Client:
        if self._client is None:
            raise PlayerFault(Fault.CRASH, "is not running")
        return self._client


def player(description: Description) -> Player:
    """The player that `gtp:COMMAND` describes."""
    return GTPPlayer(description)


def size(game: Game) -> tuple[int, int]:
    """Width and height of the board; `Unsuitable` for a game that GTP engines do not play."""
    from halfmove.games.registry import games

    if "go" not in games() or not isinstance(game, games()["go"]):
        raise Unsuitable(f"GTP engines play Go, not {game.title()}.")
    board: Any = game
    return int(board.width), int(board.height)


def _colour(seat: int) -> str:
    return "BW"[seat] if 0 <= seat < 2 else "B"


def _is_vertex(text: str) -> bool:
    return len(text) >= 2 and text[0].isalpha() and text[1:].isdecimal()
