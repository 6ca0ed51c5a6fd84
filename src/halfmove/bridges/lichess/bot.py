"""The bot: an account that answers challenges and plays its games, each in a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from halfmove.arena.description import describe
from halfmove.arena.player import PlayerFault
from halfmove.arena.players.registry import player as player_of
from halfmove.arena.seat import Seat
from halfmove.bridges.lichess.challenges import Acceptance, read_challenge
from halfmove.bridges.lichess.connection import Connection, Refused, Unreachable
from halfmove.bridges.lichess.game import LichessGame, Manner
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.protocols.uci.server.language import open_uci_game

LOOK = 0.2
"""Seconds between looks whether to stop."""


class Bot:
    """A bot that plays as a player's description says, at most so many games at once."""

    def __init__(
        self,
        server: Connection,
        player: str = "auto",
        acceptance: Acceptance = Acceptance(),  # noqa: B008  frozen
        manner: Manner = Manner(),  # noqa: B008
        *,
        games: int = 1,
    ) -> None:
        self._server, self._player = server, player
        self._acceptance, self._manner, self._most = acceptance, manner, games
        self._account = ""
        self._events: queue.SimpleQueue[dict[str, Any] | HalfmoveError] = queue.SimpleQueue()
        self._idle: list[Seat] = []
        self._games: dict[str, LichessGame] = {}
        self._accepted: set[str] = set()
        """Challenges whose games have not begun."""
        self._has_ended = threading.Event()

    def log_in(self, *, upgrade: bool = False) -> None:
        """Find out whose the token is; `BadInput` where it is nobody's, or no bot's.  `upgrade` makes the
        account one, for good."""
        try:
            account = self._server.get("/api/account")
            if account.get("title") != "BOT" and upgrade:
                self._server.post("/api/bot/account/upgrade")
                account["title"] = "BOT"
        except Refused as error:
            if error.status == 401:
                raise BadInput(f"{self._server.url} refuses the token: {error}.") from None
            raise BadInput(f"{self._server.url} refuses: {error}.") from None
        except Unreachable as error:
            raise BadInput(f"{error}.") from None
        name = str(account.get("username", ""))
        self._account = str(account.get("id", "")).lower()
        if not self._account:
            raise BadInput(f"{self._server.url} does not say whose the token is.")
        if account.get("title") != "BOT":
            raise BadInput(
                f"{name} is not a BOT account; --upgrade makes it one, for good, if it has played no game."
            )
        self._server.say(f"{name} plays as {self._player} at {self._server.url}")

    def prepare(self) -> None:
        """Start a player, and have it make ready for every variant, before a clock runs; `BadInput` where it
        cannot play them."""
        seat = self._take_seat()
        if seat.player.in_person:
            raise BadInput("A BOT account is played by a program, not by a person.")
        try:
            kinds = sorted({variant == "chess960" for variant in self._acceptance.variants}, reverse=True)
            games = [open_uci_game(chess960=chess960) for chess960 in kinds]
            for game in games:
                seat.player.check(game)
            seat.ready()
            for game in games:
                seat.player.new_game(game, 0, 0)
        except PlayerFault as fault:
            seat.drop()
            raise BadInput(f"The player '{self._player}' {fault}.") from None
        except BaseException:
            seat.drop()
            raise
        self._idle.append(seat)

    def run(self, stop: Callable[[], bool]) -> None:
        """Answer challenges and play until `stop()`, and then to the end of the games that are underway.

        `Refused` where the server ends it, as with a token that is withdrawn.
        """
        threading.Thread(target=self._listen, name="lichess events", daemon=True).start()
        is_stopping = False
        try:
            while True:
                if stop() and not is_stopping:
                    is_stopping = True
                    self._server.say(f"no new games; {len(self._games)} go on (Ctrl-C again leaves them)")
                if is_stopping and not self._games and not self._accepted:
                    return
                try:
                    event = self._events.get(timeout=LOOK)
                except queue.Empty:
                    continue
                if isinstance(event, HalfmoveError):
                    raise event
                try:
                    self._take(event, is_stopping)
                except (LookupError, TypeError, ValueError, AttributeError):
                    self._server.say(f"passed over an event: {event}")
        finally:
            self._has_ended.set()
            for seat in self._idle:  # those in a game end with the process
                seat.drop()

    def _listen(self) -> None:
        try:
            for event in self._server.follow("/api/stream/event", self._has_ended.is_set):
                self._events.put(event)
        except Refused as error:
            self._events.put(BadInput(f"{self._server.url} refuses its events: {error}."))

    def _take(self, event: dict[str, Any], is_stopping: bool) -> None:
        """Act on an event of the account; that a game has ended is seen in its own stream."""
        kind = event.get("type")
        if kind == "challenge" and event["challenge"]["challenger"]["id"].lower() != self._account:
            self._answer(event["challenge"], is_stopping)
        elif kind in ("challengeCanceled", "challengeDeclined"):
            self._accepted.discard(str(event["challenge"]["id"]))
            self._server.say(f"challenge {event['challenge']['id']}: withdrawn")
        elif kind == "gameStart":
            self._begin(event["game"])

    def _answer(self, data: dict[str, Any], is_stopping: bool) -> None:
        challenge = read_challenge(data)
        if challenge.id in self._accepted or challenge.id in self._games:
            return  # a stream that is opened anew has it again
        reason = self._acceptance.find_reason(challenge)
        if reason is None and (is_stopping or len(self._games) + len(self._accepted) >= self._most):
            reason = "later"
        path = f"/api/challenge/{quote(challenge.id, safe='')}"
        try:
            if reason is None:
                self._server.post(f"{path}/accept")
                self._accepted.add(challenge.id)
            else:
                self._server.post(f"{path}/decline", {"reason": reason})
            answer = "accepted" if reason is None else f"declined ({reason})"
        except (Refused, Unreachable) as error:
            answer = str(error)
        self._server.say(f"challenge {challenge.id}: {challenge}: {answer}")

    # ---- games
    def _begin(self, data: dict[str, Any]) -> None:
        """Play a game that has begun, or was underway when the bot came."""
        id_ = str(data.get("gameId") or data["id"])
        if id_ in self._games or not data.get("compat", {}).get("bot", True):
            self._accepted.discard(id_)
            return
        game = LichessGame(id_, self._account, self._server, seat := self._take_seat(), self._manner)
        self._games[id_] = game
        self._accepted.discard(id_)

        def play() -> None:
            game.play()
            self._idle.append(seat)
            del self._games[id_]

        threading.Thread(target=play, name=f"lichess {id_}", daemon=True).start()

    def _take_seat(self) -> Seat:
        """A player who is in no game."""
        if self._idle:
            return self._idle.pop()
        description = describe(self._player)
        return Seat(description, player_of(description))
