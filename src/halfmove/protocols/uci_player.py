"""Engines over UCI as players: `uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500&Threads=1`.

Options are the engine's own.  Two are ours: `Ponder=true` has it think in the other's time, and `cores=4`
says that it keeps so many cores busy, where its option Threads does not say it.
"""

from __future__ import annotations

from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.core.contract import Game
from halfmove.core.dialects import UciDialect, uci_dialect
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.games.registry import find_usual_game
from halfmove.protocols.engine_player import EnginePlayer
from halfmove.protocols.engine_process import printable
from halfmove.protocols.uci.bounded import engine_module
from halfmove.protocols.uci.client import Client
from halfmove.protocols.uci.options import THREADS, checked


class UCIPlayer(EnginePlayer[Client]):
    """An engine that speaks UCI, playing chess."""

    kind = "uci"
    example = "uci:stockfish"
    unbounded = True

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        engine_module()
        lower = {key.lower(): key for key in self.settings}
        self.ponders = _truth("Ponder", self.settings.pop(lower.get("ponder", ""), "false"))
        told = self.settings.get(lower.get(THREADS, ""), "")
        self.threads = self.cores or (max(int(told), 1) if told.isascii() and told.isdecimal() else 1)
        self._token: object = None
        self._board: Any = None
        self._start: Any = None
        """The state in which the board began."""
        self._played: list[Any] = []
        self._chess960 = False

    def suits(self, game: Game) -> None:
        spoken(game)

    def try_out(self, game: Game) -> None:
        if spoken(game).chess960 and "UCI_Chess960" not in self.running.options:
            raise Unsuitable(f"{self.called} does not play Chess960.")

    # ---- start and end
    def start(self) -> None:
        self.client = client = Client(self.words, self.greeting_patience)
        self.name = client.title
        if self.ponders and "Ponder" not in client.options:
            raise BadInput(f"{self.called} has no option 'Ponder'.")
        client.configure(checked(self.settings, client.options, self.called), self.start_patience)

    # ---- a game
    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._token = object()
        self._chess960 = spoken(game).chess960
        self._board = None
        self.running.begin(self._token, self.start_patience)

    def choose(self, history: History, budget: Budget) -> Choice:
        client = self.running
        self._follow(history)
        result = client.play(
            self._board, _limit(budget), self._token, ponder=self.ponders, patience=budget.most
        )
        if not result.move:
            raise PlayerFault(Fault.NONSENSE, "gives no move although it has one")
        text = self._board.uci(result.move, chess960=self._chess960)
        try:
            action = spoken(history.game).parse_move(history.state, text)
        except BadInput:
            raise PlayerFault(Fault.ILLEGAL, f"plays {printable(text)}, which is not legal") from None
        return Choice(action, text=text, **_said(result.info))

    def _follow(self, history: History) -> None:
        """Have the board for python-chess stand where the game does."""
        import chess

        game = history.game
        said = spoken(game)
        same = self._start == history.start and self._played == history.actions[: len(self._played)]
        if self._board is None or not same:
            self._start = history.start
            self._board = chess.Board(game.position_text(history.start), chess960=self._chess960)
            self._played = []
        for number in range(len(self._played), len(history.actions)):
            action = history.actions[number]
            self._board.push_uci(said.move_text(history.states[number], action))
            self._played.append(action)


def player(description: Description) -> Player:
    """The player that `uci:COMMAND` describes."""
    return UCIPlayer(description)


def spoken(game: Game) -> UciDialect:
    """The game as UCI speaks of it; `Unsuitable` for one that UCI engines do not play."""
    found = uci_dialect(game)
    if found is None:
        raise Unsuitable(f"UCI engines play {find_usual_game('uci')}, not {game.title()}.")
    return found


def _truth(key: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise BadInput(f"The option '{key}' is true or false, not '{text}'.")
    return text.lower() == "true"


def _limit(budget: Budget) -> Any:
    """The budget as python-chess has it: the first seat is White.  A simulation is told as a node, as which
    engines that make simulations count it."""
    import chess.engine

    clocks = dict(enumerate(budget.clocks))
    increments = dict(enumerate(budget.increments))
    limit = budget.limit
    nodes = [n for n in (limit.nodes, limit.simulations) if n is not None]
    return chess.engine.Limit(
        time=limit.seconds,
        depth=limit.depth,
        nodes=min(nodes, default=None),
        white_clock=clocks.get(0),
        black_clock=clocks.get(1),
        white_inc=increments.get(0) if clocks.get(0) is not None else None,
        black_inc=increments.get(1) if clocks.get(1) is not None else None,
        remaining_moves=budget.moves_to_go,
    )


def _said(info: Any) -> dict[str, Any]:
    """What an engine says of its move: pawns to the mover, plies to a mate, depth, nodes."""
    said: dict[str, Any] = {"depth": info.get("depth"), "nodes": info.get("nodes")}
    score = info.get("score")
    if score is not None:
        moves = score.relative.mate()
        if moves is None:
            said["value"] = score.relative.score() / 100
        elif moves:
            said["mate"] = 2 * moves - 1 if moves > 0 else 2 * moves
    return said
