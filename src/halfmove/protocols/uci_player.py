"""Engines over UCI as players: `uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500&Threads=1`.

Options are the engine's own; `Ponder=true` has it think in the other's time.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.game import Game
from halfmove.core.history import History
from halfmove.protocols.leash import command_line
from halfmove.protocols.uci.bounded import engine_module
from halfmove.protocols.uci.client import Client


class UCIPlayer(Player):
    """An engine that speaks UCI, playing chess."""

    def __init__(self, description: Description) -> None:
        if not description.target:
            raise BadInput("A player over UCI needs a command line, such as uci:stockfish.")
        self._words = command_line(description.target)
        engine_module()
        self._settings = dict(description.options)
        self.ponders = self._settings.pop("Ponder", "false").lower() == "true"
        self.threads = int(threads) if (threads := self._settings.get("Threads", "1")).isdecimal() else 1
        self._client: Client | None = None
        self._token: object = None
        self._board: Any = None
        self._played: list[Any] = []
        self._chess960 = False
        self._title = ""

    @property
    def title(self) -> str:
        return self._title

    def check(self, game: Game) -> None:
        """Also starts the engine once, so that an option it does not have is found before the match."""
        require_chess(game)
        try:
            self.start()
        except PlayerFault as fault:
            raise BadInput(f"The engine '{' '.join(self._words)}' {fault}.") from None
        finally:
            self.close()

    # ---- start and end
    def start(self) -> None:
        self._client = client = Client(self._words, self.start_patience)
        self._title = client.title
        client.configure(self._checked(client), self.start_patience)

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def _checked(self, client: Client) -> dict[str, Any]:
        """The options as the engine spells them, with values of their kinds."""
        own = {name.lower(): name for name in client.options}
        found: dict[str, Any] = {}
        for key, text in self._settings.items():
            name = own.get(key.lower())
            if name is None:
                near = get_close_matches(key, list(client.options), 1)
                hint = f" did you mean '{near[0]}'?" if near else f" it has: {', '.join(client.options)}."
                raise BadInput(f"The engine {client.title} has no option '{key}';{hint}")
            found[name] = _value(client.options[name], key, text)
        return found

    # ---- a game
    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._token = object()
        self._chess960 = bool(game.parameters.get("chess960", False))
        self._follow(History(game))
        self._running().begin(self._token, self.start_patience)

    def choose(self, history: History, budget: Budget) -> Choice:
        from halfmove.games.chess import uci_action

        client = self._running()
        self._follow(history)
        result = client.play(
            self._board, _limit(budget), self._token, ponder=self.ponders, patience=budget.most
        )
        if result.resigned:
            return Choice(resigns=True)
        if result.move is None:
            raise PlayerFault(Fault.NONSENSE, "gives no move although it has one")
        text = self._board.uci(result.move, chess960=self._chess960)
        try:
            action = uci_action(history.game, history.state, text)
        except BadInput:
            raise PlayerFault(Fault.ILLEGAL, f"plays {text}, which is not legal") from None
        return Choice(action, text=text, **_said(result.info))

    def _follow(self, history: History) -> None:
        """Have the board for python-chess stand where the game does."""
        import chess

        from halfmove.games.chess import uci_text

        game = history.game
        same = self._played == history.actions[: len(self._played)] and self._board is not None
        if not same or not self._played:
            fen = game.position_text(history.start)
            self._board = chess.Board(fen, chess960=self._chess960)
            self._played = []
        for number in range(len(self._played), len(history.actions)):
            action = history.actions[number]
            self._board.push_uci(uci_text(game, history.states[number], action))
            self._played.append(action)

    def _running(self) -> Client:
        if self._client is None:
            raise PlayerFault(Fault.CRASH, "is not running")
        return self._client


def player(description: Description) -> Player:
    """The player that `uci:COMMAND` describes."""
    return UCIPlayer(description)


def require_chess(game: Game) -> None:
    """`Unsuitable` for a game that UCI engines do not play."""
    from halfmove.games.registry import games

    if "chess" not in games() or not isinstance(game, games()["chess"]):
        raise Unsuitable(f"UCI engines play chess, not {game.title()}.")


def _value(option: Any, key: str, text: str) -> Any:
    """An option's value of its kind, within its range."""
    if option.type == "check":
        if text.lower() not in ("true", "false"):
            raise BadInput(f"The option '{key}' is true or false, not '{text}'.")
        return text.lower() == "true"
    if option.type == "spin":
        number = int(text) if text.lstrip("-").isdecimal() else None
        low, high = option.min, option.max
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            raise BadInput(f"The option '{key}' is a whole number from {low} to {high}, not '{text}'.")
        return number
    if option.type == "combo" and text not in (option.var or ()):
        raise BadInput(f"The option '{key}' is one of {', '.join(option.var or ())}, not '{text}'.")
    return text


def _limit(budget: Budget) -> Any:
    """The budget as python-chess has it: the first seat is White."""
    import chess.engine

    clocks = dict(enumerate(budget.clocks))
    increments = dict(enumerate(budget.increments))
    limit = budget.limit
    return chess.engine.Limit(
        time=limit.seconds,
        depth=limit.depth,
        nodes=limit.nodes,
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
        relative = score.relative
        moves = relative.mate()
        if moves is not None:
            said["mate"] = 2 * moves - 1 if moves > 0 else 2 * moves
        else:
            said["value"] = relative.score() / 100
    return said
