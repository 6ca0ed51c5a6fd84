"""Engines over USI as players: `usi:"fairy-stockfish"?USI_Hash=64`.

Options are the engine's own.  One is ours: `cores=4` says that it keeps so many cores busy, where its option
Threads does not say it.  Minishogi and dōbutsu shōgi are played by engines that have an option USI_Variant.
"""

from __future__ import annotations

from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.core.contract import Game
from halfmove.core.dialects import UsiDialect, usi_dialect
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.numbers import MOST_CORES, read_whole
from halfmove.games.registry import find_usual_game
from halfmove.protocols.engine_player import EnginePlayer
from halfmove.protocols.engine_process import printable
from halfmove.protocols.uci.options import THREADS, checked
from halfmove.protocols.usi.client import Client

VARIANTS = ("USI_Variant", "UCI_Variant")
"""What engines of several games call the option that chooses one."""
RESIGN = "resign"


class USIPlayer(EnginePlayer[Client]):
    """An engine that speaks USI, playing shogi."""

    kind = "usi"
    example = "usi:fairy-stockfish"
    unbounded = True

    def __init__(self, description: Description) -> None:
        super().__init__(description)
        lower = {key.lower(): key for key in self.settings}
        self.threads = (
            self.cores or read_whole(self.settings.get(lower.get(THREADS, ""), ""), 1, MOST_CORES) or 1
        )

    def suits(self, game: Game) -> None:
        spoken(game)

    def try_out(self, game: Game) -> None:
        self._choose_variant(game)

    # ---- start and end
    def start(self) -> None:
        self.client = client = Client(self.words, self.greeting_patience)
        self.name = client.title
        client.configure(checked(self.settings, client.options, self.called))

    # ---- a game
    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._choose_variant(game)
        self.running.begin(self.start_patience)

    def _choose_variant(self, game: Game) -> None:
        client, wanted = self.running, spoken(game).variant
        option = next((client.options[name] for name in VARIANTS if name in client.options), None)
        if wanted != find_usual_game("usi") and (option is None or wanted not in option.var):
            raise Unsuitable(f"{self.called} does not play {game.title()}.")
        if option is not None:
            client.configure({option.name: wanted})

    def choose(self, history: History, budget: Budget) -> Choice:
        said = spoken(history.game)
        moves = [said.move_text(s, a) for s, a in zip(history.states, history.actions, strict=False)]
        position = f"sfen {said.position_text(history.start)}"
        answer = self.running.play(
            f"{position} moves {' '.join(moves)}" if moves else position, _limit(budget), budget.most
        )
        told = _said(answer.infos)
        if answer.move == RESIGN:
            return Choice(resigns=True, text=RESIGN, **told)
        if not answer.move:
            raise PlayerFault(Fault.NONSENSE, "gives no move although it has one")
        try:
            action = said.parse_move(history.state, answer.move)
        except BadInput:
            shown = printable(answer.move)
            raise PlayerFault(Fault.ILLEGAL, f"plays {shown}, which is not legal") from None
        return Choice(action, text=answer.move, **told)


def player(description: Description) -> Player:
    """The player that `usi:COMMAND` describes."""
    return USIPlayer(description)


def spoken(game: Game) -> UsiDialect:
    """The game as USI speaks of it; `Unsuitable` for one that USI engines do not play."""
    found = usi_dialect(game)
    if found is None:
        raise Unsuitable(f"USI engines play {find_usual_game('usi')}, not {game.title()}.")
    return found


def _limit(budget: Budget) -> str:
    """The words of a `go`: the first seat is Black.  A time for each move is told as byo-yomi, which all
    engines know; a simulation as a node."""
    limit, words = budget.limit, list[str]()
    clocks = budget.clocks
    if any(clock is not None for clock in clocks):
        for name, clock in zip(("btime", "wtime"), clocks, strict=False):
            words += [name, _milliseconds(clock or 0.0)]
        for name, increment in zip(("binc", "winc"), budget.increments, strict=False):
            words += [name, _milliseconds(increment)] if any(budget.increments) else []
        words += ["movestogo", str(budget.moves_to_go)] if budget.moves_to_go else []
    elif limit.seconds is not None:
        words += ["btime", "0", "wtime", "0", "byoyomi", _milliseconds(limit.seconds)]
    nodes = [n for n in (limit.nodes, limit.simulations) if n is not None]
    words += ["depth", str(limit.depth)] if limit.depth is not None else []
    words += ["nodes", str(min(nodes))] if nodes else []
    return " ".join(words) or "infinite"


def _milliseconds(seconds: float) -> str:
    return str(max(int(seconds * 1000), 0))


def _said(infos: list[str]) -> dict[str, Any]:
    """What an engine says of its move: pawns to the mover, plies to a mate, depth, nodes."""
    said: dict[str, Any] = {"depth": None, "nodes": None}
    for line in infos:
        words = line.split(" pv ", 1)[0].split()
        for name in ("depth", "nodes"):
            if name in words[:-1]:
                said[name] = read_whole(words[words.index(name) + 1], 0, 10**15) or said[name]
        at = words.index("score") if "score" in words[:-2] else -1
        if at < 0:
            continue
        said.pop("value", None)
        said.pop("mate", None)
        number = read_whole(words[at + 2].removeprefix("+"), -(10**9), 10**9)
        if words[at + 1] == "cp" and number is not None:
            said["value"] = number / 100
        elif words[at + 1] == "mate" and number:
            said["mate"] = number
    return said
