"""One game on the server: its stream is followed to the end, and the player's moves go back.

What the server says holds: after a move that it refuses, or that may not have arrived, the game is read anew.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from halfmove.arena.clock import Budget
from halfmove.arena.player import Choice, Fault, PlayerFault
from halfmove.arena.seat import Seat, describe_error
from halfmove.bridges.lichess.connection import Connection, Refused, Unreachable
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.protocols.uci.server.board import Board
from halfmove.protocols.uci.server.language import UCI, open_uci_game

COLOURS = ("white", "black")
MOVE = "move/"
RUNNING = ("created", "started")
"""The status of a game that goes on."""
MOST_REFUSALS = 3
"""So many times the server may refuse the moves for one position before the game is given up."""
SECOND_ATTEMPT = Budget(limit=Limit(seconds=1.0))
"""For a player that has failed, and taken nobody knows how much of its clock."""


@dataclass(frozen=True)
class Manner:
    """How games are played: seconds of a clock kept back for the way to the server, seconds for a move where
    there is no clock, and what is said to the opponent at the beginning."""

    overhead: float = 0.3
    seconds: float = 10.0
    greeting: str = ""


class LichessGame:
    """A game of `account`, the id of a user, in which `seat` has the moves."""

    def __init__(self, id_: str, account: str, server: Connection, seat: Seat, manner: Manner) -> None:
        self.id, self._account = id_, account
        self._name = quote(id_, safe="")
        self._server, self._player, self._manner = server, seat, manner
        self.is_over = False
        """Whether it has ended, or is left to itself."""
        self._board: Board | None = None
        self._start: list[str] = []
        self._seat = 0
        self._has_clock = False
        self._is_prepared = False
        """Whether the player knows of the game."""
        self._answered = self._offer_answered = -1
        """The number of plies at which a move was sent last, and an offer of a draw answered."""
        self._refusals = 0
        self._last = Choice()
        self._claim: threading.Timer | None = None

    def play(self) -> None:
        """Play to the end; where that cannot be, give the game up."""
        try:
            while not self.is_over:
                for event in self._server.follow(f"/api/bot/game/stream/{self._name}", self._ended):
                    if not self._understand(event):
                        break
        except Refused as error:
            self._say(str(error))
        except Exception as error:  # noqa: BLE001  a player's own code, or the server's data, may be anything
            self._say(str(error) if isinstance(error, HalfmoveError) else describe_error(error))
            self._give_up()
        finally:
            self.is_over = True
            self._cancel_claim()

    def _ended(self) -> bool:
        return self.is_over

    def _say(self, words: str) -> None:
        self._server.say(f"game {self.id}: {words}")

    def _post(self, what: str, **form: str) -> bool:
        """Whether the server takes a request about the game; why it does not is said."""
        try:
            self._server.post(f"/api/bot/game/{self._name}/{what}", form)
        except (Refused, Unreachable) as error:
            self._say(f"{what}: {error}")
            self._refusals += isinstance(error, Refused) and what.startswith(MOVE)
            return False
        return True

    # ---- what the stream brings
    def _understand(self, event: dict[str, Any]) -> bool:
        """Act on an event, or pass over one that is not as the API has it; False where the game has to be
        read anew."""
        try:
            return self._take(event)
        except (LookupError, TypeError, AttributeError) as error:
            self._say(f"passed over an event ({describe_error(error)}): {event}")
            return True

    def _take(self, event: dict[str, Any]) -> bool:
        kind = event.get("type")
        if kind == "gameFull":
            self._open(event)
            return self._follow(event["state"])
        if kind == "gameState":
            return self._follow(event)
        if kind == "chatLine" and str(event.get("username", "")).lower() != self._account:
            self._say(f"{event.get('username')}: {event.get('text')}")
        if kind == "opponentGone":
            self._note_absence(event)
        return True

    def _open(self, full: dict[str, Any]) -> None:
        """Learn which game it is; said once, as a stream that is opened anew begins with it again."""
        sides = [full[colour] for colour in COLOURS]
        ours = [str(side.get("id", "")).lower() == self._account for side in sides]
        if True not in ours:
            raise BadInput("nobody here plays in it.")
        fen = full.get("initialFen", "startpos")
        self._start = ["startpos"] if fen == "startpos" else ["fen", *fen.split()]
        self._has_clock = full.get("clock") is not None
        if self._board is not None:
            return
        self._seat = ours.index(True)
        self._board = Board(UCI, open_uci_game(chess960=full["variant"]["key"] == "chess960"))
        other = sides[1 - self._seat]
        name = other.get("name") or f"Stockfish level {other.get('aiLevel')}"
        self._say(f"{COLOURS[self._seat]} against {name}, {full['variant']['key']}, {full['speed']}")
        if self._manner.greeting and not full["state"]["moves"]:
            self._post("chat", room="player", text=self._manner.greeting)

    def _follow(self, state: dict[str, Any]) -> bool:
        """Act on where the game stands; False where it has to be read anew."""
        if state["status"] not in RUNNING:
            winner = f", {state['winner']} wins" if state.get("winner") else ""
            self._say(f"over: {state['status']}{winner}")
            self.is_over = True
            return True
        if self._board is None:
            return False
        moves = state["moves"].split()
        self._board.set([*self._start, "moves", *moves])
        if moves and self._board.history.mover == self._seat:
            self._cancel_claim()  # the opponent has moved
        other = COLOURS[1 - self._seat][0]
        if state.get(f"{other}takeback"):
            self._post("takeback/no")
        if state.get(f"{other}draw") and self._offer_answered != len(moves):
            self._offer_answered = len(moves)
            if self._answer_offer():
                return True
        if self._board.history.mover != self._seat or self._answered == len(moves):
            return True
        return self._move(state)

    def _answer_offer(self) -> bool:
        """Accept or decline a draw: the player accepts who has said that it does not stand better."""
        accepts = self._is_no_better()
        self._say(f"a draw is offered, and {'accepted' if accepts else 'declined'}")
        return self._post("draw/yes" if accepts else "draw/no") and accepts

    def _is_no_better(self) -> bool:
        last = self._last
        return last.mate < 0 if last.mate is not None else last.value is not None and last.value <= 0

    # ---- moves
    def _move(self, state: dict[str, Any]) -> bool:
        """Send the player's move; False where the server does not take it."""
        assert self._board is not None
        game, history, plies = self._board.history.game, self._board.history, len(self._board.history.actions)
        if history.over:  # by a rule that the server leaves to the players: the third repetition
            if self._is_no_better():
                self._post("draw/yes")
            history = History(game, history.state)
            if history.over:
                return True
        choice = self._choose(history, self._make_budget(state))
        if choice is None:
            self._give_up()
            return True
        self._last = choice
        if choice.resigns:
            self._say("resigns")
            self._post("resign")
            self._answered = plies
            return True
        text = self._board.spoken.move_text(history.state, choice.action)
        depth = "" if choice.depth is None else f", depth {choice.depth}"
        value = "" if choice.value is None else f", {choice.value:+.2f}"
        self._say(f"plays {text}{value}{depth}")
        if self._post(MOVE + text):
            self._answered, self._refusals = plies, 0
            return True
        if self._refusals >= MOST_REFUSALS:
            self._give_up()
        self._server.pause(1.0)
        return False

    def _make_budget(self, state: dict[str, Any]) -> Budget:
        """The time for a move: that of the clocks, where there are clocks that run."""
        if not self._has_clock:
            return Budget(limit=Limit(seconds=self._manner.seconds))
        clocks = [state["wtime"] / 1000, state["btime"] / 1000]
        left = clocks[self._seat]
        clocks[self._seat] = max(left - self._manner.overhead, left / 2, 0.001)
        return Budget(
            clocks=tuple(clocks), increments=(state["winc"] / 1000, state["binc"] / 1000), most=max(left, 1.0)
        )

    def _choose(self, history: History, budget: Budget) -> Choice | None:
        """What the player answers, who is started anew after a fault and asked again; None after another."""
        for allowed in (budget, SECOND_ATTEMPT):
            try:
                self._prepare(history)
                choice = self._player.player.choose(history, allowed)
                if choice.resigns or history.game.accepts(history.state, choice.action):
                    return choice
                said = choice.text or repr(choice.action)
                raise PlayerFault(Fault.ILLEGAL, f"plays {said}, which is not legal")
            except Exception as error:  # noqa: BLE001  a player's own code may fail in any way
                fault = str(error) if isinstance(error, HalfmoveError) else describe_error(error)
                self._say(f"the player {fault}")
                self._player.drop()
                self._is_prepared = False
        return None

    def _prepare(self, history: History) -> None:
        self._player.ready()
        if not self._is_prepared:
            self._player.player.new_game(history.game, self._seat, Random(self.id).getrandbits(32))
            self._is_prepared = True

    # ---- ends
    def _give_up(self) -> None:
        """Abort the game where nobody has lost anything by it, and else resign."""
        plies = 0 if self._board is None else len(self._board.history.actions)
        self._say("given up")
        if plies >= 2 or not self._post("abort"):
            self._post("resign")
        self.is_over = True

    def _note_absence(self, event: dict[str, Any]) -> None:
        """Claim the victory as soon as it may be claimed, unless the opponent comes back."""
        self._cancel_claim()
        seconds = event.get("claimWinInSeconds")
        if event.get("gone") and seconds is not None:
            self._say(f"the opponent has gone; won in {seconds} s")
            self._claim = threading.Timer(float(seconds), self._post, ("claim-victory",))
            self._claim.daemon = True
            self._claim.start()

    def _cancel_claim(self) -> None:
        claim, self._claim = self._claim, None
        if claim is not None:
            claim.cancel()
