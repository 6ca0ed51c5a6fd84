"""Engines over GTP as players: `gtp:"gnugo --mode gtp --level 10"`.

Options are commands of the engine: `?level=5` says `level 5` when it starts.  One is ours: `cores=4` says
that it keeps so many cores busy.  The rules are told in the way that engines know (`kgs-rules`); where an
engine knows none, its own hold.
"""

from __future__ import annotations

import contextlib
from difflib import get_close_matches

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.core.contract import Game
from halfmove.core.dialects import GtpDialect, gtp_dialect
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.protocols.engine_player import EnginePlayer
from halfmove.protocols.engine_process import late, printable
from halfmove.protocols.gtp.board import Board, colour_of
from halfmove.protocols.gtp.client import Client, Refused
from halfmove.protocols.gtp.timing import time_left, time_settings


class GTPPlayer(EnginePlayer[Client]):
    """An engine that speaks GTP, playing Go."""

    kind = "gtp"
    example = 'gtp:"gnugo --mode gtp"'

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        self._board: Board | None = None
        self._commands: frozenset[str] | None = None
        """Those that it lists; None where it lists none, and must be asked about each."""
        self._timed = False
        """Whether it has been told the time control of the game."""

    def suits(self, game: Game) -> None:
        spoken(game)

    def try_out(self, game: Game) -> None:
        try:
            Board(self.running, game)
        except Refused as error:
            board = "{width} by {height}".format(**game.parameters)
            raise Unsuitable(f"{self.called} does not play on {board}: it says '{error}'.") from None

    # ---- start and end
    def start(self) -> None:
        self.client = client = Client(self.words, self.start_patience)
        try:
            name = self._asked("name", self.greeting_patience)
        except PlayerFault as fault:
            raise late(fault, "said its name", self.greeting_patience, client.stray) from None
        self.name = printable(f"{name} {self._asked('version')}".strip())
        listed = self._asked("list_commands").split()
        self._commands = frozenset(listed) if listed else None
        for command, value in self.settings.items():
            if not self._knows(command):
                near = get_close_matches(command, listed, 1)
                hint = f"; did you mean '{near[0]}'?" if near else "."
                raise BadInput(f"{self.called} has no command '{command}'{hint}")
            try:
                client.ask(f"{command} {value}".strip(), self.start_patience)
            except Refused as error:
                raise BadInput(f"{self.called} refuses '{command} {value}': {error}.") from None

    # ---- a game
    def new_game(self, game: Game, seat: int, seed: int) -> None:
        try:
            self._board = Board(self.running, game)
        except Refused as error:
            raise PlayerFault(Fault.START, f"cannot set up the board: {printable(str(error))}") from None
        if self._knows("kgs-rules"):
            for rules in spoken(game).rules_to_say():
                if self._tried(f"kgs-rules {rules}"):
                    break
        if self._knows("set_random_seed"):
            self._tried(f"set_random_seed {seed & 0x7FFF_FFFF}")
        self._timed = False

    def choose(self, history: History, budget: Budget) -> Choice:
        client, board = self.running, self._on_board()
        board.follow(history)
        colour = colour_of(history.mover)
        self._say_time(history.mover, budget)
        try:
            said = client.ask(f"genmove {colour}", budget.most)
        except Refused as error:
            raise PlayerFault(Fault.NONSENSE, f"refuses to move: {printable(str(error))}") from None
        move = said.split()[0] if said.split() else ""
        if move.lower() == "resign":
            return Choice(resigns=True, text=said)
        try:
            action = history.game.parse_action(history.state, move)
        except BadInput:
            fault = Fault.ILLEGAL if _is_vertex(move) else Fault.NONSENSE
            raise PlayerFault(fault, f"plays '{printable(said)}', which is no legal move") from None
        board.played(colour, move)
        return Choice(action, text=printable(said))

    def settle(self, history: History) -> tuple[tuple[float, ...], str] | None:
        """By the stones that the engine calls dead, once both have passed."""
        if not self._knows("final_status_list"):
            return None
        self._on_board().follow(history)
        settlement = history.game.settlement(history)
        if settlement is None:
            return None
        try:
            told = self.running.ask("final_status_list dead", self.start_patience)
            settlement.choose(told.split())
        except (Refused, BadInput):  # it does not judge, or calls dead what is not there
            return None
        margin = settlement.margin()
        return (margin, -margin), f"result {settlement.result()}"

    def _say_time(self, seat: int, budget: Budget) -> None:
        if not self._timed and self._knows("time_settings"):
            self._timed = True
            settings = time_settings(budget, seat)
            if settings is not None:
                self._tried(settings)
        if self._knows("time_left"):
            for who, seconds, stones in time_left(budget, seat):
                self._tried(f"time_left {colour_of(who)} {seconds} {stones}")

    # ---- asking
    def _on_board(self) -> Board:
        if self._board is None:
            raise PlayerFault(Fault.CRASH, "has been told of no game")
        return self._board

    def _knows(self, command: str) -> bool:
        if self._commands is not None:
            return command in self._commands
        return self._asked(f"known_command {command}").lower() == "true"

    def _asked(self, command: str, patience: float | None = None) -> str:
        """The answer to a command; nothing where the engine refuses it."""
        with contextlib.suppress(Refused):
            return self.running.ask(command, patience)
        return ""

    def _tried(self, command: str) -> bool:
        """Whether the engine takes a command."""
        with contextlib.suppress(Refused):
            self.running.ask(command)
            return True
        return False


def player(description: Description) -> Player:
    """The player that `gtp:COMMAND` describes."""
    return GTPPlayer(description)


def spoken(game: Game) -> GtpDialect:
    """The game as GTP speaks of it; `Unsuitable` for one that GTP engines do not play."""
    found = gtp_dialect(game)
    if found is None:
        raise Unsuitable(f"GTP engines play Go, not {game.title()}.")
    return found


def _is_vertex(text: str) -> bool:
    return text[:1].isalpha() and text[1:].isdecimal()
