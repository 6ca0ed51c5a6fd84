"""A game between browsers: the server has its record and its clocks, and players ask it for what they want.

A room knows nothing of pages: those that show it are told in `watchers`, and follow with tables of their own
(`room_table`).  Whoever acts has been found by the secret of his seat (`find_player`), so here a player is
his number.  `BadInput` says what cannot be done.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.settlement import Settlement
from halfmove.web.board.clock import Clock
from halfmove.web.board.table import Table
from halfmove.web.catalogue import MOST_MOVES
from halfmove.web.rooms.seat import Seat, clean_name, digest, draw_key, is_key

if TYPE_CHECKING:
    from halfmove.web.board.engine_seat import EngineSeats

SAYINGS = ("Hello!", "Good luck!", "Well played!", "Oops!", "One moment, please.", "Thank you for the game!")
"""All that players can say to each other."""
PAUSE = 3.0
"""Seconds between two messages of a player."""
DRAW, TAKE_BACK, REMATCH = "draw", "take back", "rematch"
ASKED = {DRAW: "offers a draw", TAKE_BACK: "asks to take a move back", REMATCH: "offers a rematch"}
"""What takes the consent of all people at the board, and how it is told."""


class Wish(NamedTuple):
    """What a player has asked the others for."""

    kind: str
    player: int
    ply: int
    agreed: frozenset[int]
    """Who wants it too, the one who asked included."""


@dataclass
class About:
    """What a room has besides its game."""

    number: str = ""
    """In its address; who knows it may watch."""
    invitation: str = ""
    """The secret in the link by which seats are taken."""
    user: str = ""
    """Who opened it, as `web.users` has him."""
    exhibition: str = ""
    """The number of the exhibition that it is a board of."""
    watchers: list[Callable[[], None]] = field(default_factory=list)


class Room:
    """The game, its seats and what is being asked for."""

    def __init__(self, table: Table, seats: list[Seat], clock: Clock, about: About | None = None) -> None:
        self.table, self.seats, self.clock = table, seats, clock
        self.about = about or About()
        self.engines: EngineSeats | None = None
        """Who moves for engines and nature; None in tests."""
        self.keep: Callable[[], None] = lambda: None
        """Writes the room down, after a change that is to last."""
        self.round = 1
        """Which game in this room it is."""
        self.wish: Wish | None = None
        self.refused: tuple[str, int, int] | None = None
        """Kind, player and ply of the wish that was declined last: it is not asked again at once."""
        self.present: dict[str, int] = {}
        """The players whose pages are connected, by page."""
        self.proposed: list[str] | None = None
        """Where the game must be settled: what is proposed."""
        self.accepted: set[int] = set()
        """Who accepts that."""
        self._spoke: dict[int, float] = {}
        for player, seat in enumerate(seats):
            table.seats.who[player] = seat.who
        table.watchers.append(self._follow)

    # ---- what is the case
    @property
    def people(self) -> list[int]:
        """The seats of people, taken or not."""
        return [player for player, seat in enumerate(self.seats) if seat.is_person]

    @property
    def free(self) -> list[int]:
        """The seats that can be taken."""
        return [player for player, seat in enumerate(self.seats) if not seat.taken]

    @property
    def begun(self) -> bool:
        """Whether everybody is there: until then nobody moves."""
        return not self.free

    @property
    def settlement(self) -> Settlement | None:
        """What is still to be agreed upon, as it is proposed; None where nothing is."""
        settlement = self.table.settlement
        if settlement is None or self.table.record.here.settled is not None:
            return None
        settlement.choose(self.proposed or ())
        return settlement

    @property
    def finished(self) -> bool:
        """Whether the game is over and its result known."""
        return self.table.over and self.settlement is None

    def result(self) -> list[float] | None:
        """The share of the point of each of two players who play against each other; None while it is not
        known, and in other games."""
        if not self.finished or not self.table.opposed:
            return None
        agreed = self.table.agreed
        if agreed is not None:
            first = 0.5 if agreed.winner is None else 1.0 - agreed.winner
        else:
            first = self.table.share or 0.0
        return [first, 1.0 - first]

    def find_player(self, key: str) -> int | None:
        """Who has this secret; None for nobody."""
        return next(
            (p for p, seat in enumerate(self.seats) if seat.is_person and is_key(key, seat.key)), None
        )

    def is_away(self, player: int) -> bool:
        """Whether a person who has a seat has no page connected."""
        seat = self.seats[player]
        return seat.is_person and seat.taken and player not in self.present.values()

    def may_ask(self, kind: str, player: int) -> bool:
        """Whether a wish of a kind makes sense now: all people must agree, and there must be two of them."""
        table = self.table
        if len(self.people) < 2 or not self.begun or (kind, player, table.record.here.ply) == self.refused:
            return False
        if kind == REMATCH:
            return self.finished
        if table.over:
            return False
        if kind == DRAW:
            return table.game.draws_agreed and len(self.people) == len(self.seats)
        return not table.game.hidden and any(node.mover == player for node in table.record.here.path())

    # ---- coming and going
    def sit(self, player: int, name: str) -> str:
        """Take a free seat; the secret that its browser keeps."""
        if player not in self.free:
            raise BadInput("This seat is taken; you can watch the game.")
        key = draw_key()
        seat = self.seats[player]
        seat.key, seat.name = digest(key), clean_name(name)
        self._begin()
        self.keep()
        return key

    def arrive(self, page: str, player: int) -> None:
        """A page of a player's is connected."""
        self.present[page] = player
        self.tell()

    def leave(self, page: str) -> None:
        """A page is gone, or its network."""
        if self.present.pop(page, None) is not None:
            self.tell()

    # ---- playing
    def play(self, player: int, action: Any) -> None:
        """A move of a player's, who must be to move, in time."""
        self.look()
        table = self.table
        if not self.begun:
            raise BadInput("The game begins when all seats are taken.")
        if table.over:
            raise BadInput("The game is over.")
        if table.mover != player:
            raise BadInput("It is not your turn.")
        if len(table.record.nodes) >= MOST_MOVES:
            raise BadInput(f"A game here may have {MOST_MOVES:,} moves.")
        if action not in table.record.history.legal():
            raise BadInput("This move is not possible.")
        if self.clock.base is not None:
            self.clock.press(player)
        table.play(action, self.clock)

    def resign(self, player: int) -> None:
        """A player gives up, where that leaves the game to the other."""
        self.look()
        if self.table.opposed and self.begun and not self.table.over:
            self.table.resign(player)

    def look(self) -> None:
        """See whose time is up; called now and then by whoever shows the room."""
        if self.clock.base is None:
            return
        self._hold()
        player = self.clock.flagged()
        if player is not None and not self.table.over:
            self.table.end(f"time-{player}")

    def say(self, player: int, number: int) -> None:
        """Send one of `SAYINGS`, not too often."""
        now = self.clock.now()
        if not 0 <= number < len(SAYINGS) or now - self._spoke.get(player, -math.inf) < PAUSE:
            return
        self._spoke[player] = now
        self.seats[player].said = SAYINGS[number]
        self.tell()

    # ---- what takes consent
    def ask(self, kind: str, player: int) -> None:
        """Ask the others for a draw, a move back, a rematch; or agree, if one of them has asked for it."""
        if self.wish is not None and self.wish.kind == kind:
            self.agree(player)
        elif self.wish is None and self.may_ask(kind, player):
            self.wish = Wish(kind, player, self.table.record.here.ply, frozenset([player]))
            self.tell()

    def agree(self, player: int) -> None:
        """A player wants what another has asked for; done once all people do."""
        wish = self.wish
        if wish is None or player not in self.people:
            return
        self.wish = wish._replace(agreed=wish.agreed | {player})
        if not wish.agreed.issuperset(p for p in self.people if p != player):
            self.tell()
            return
        self.wish = None
        {DRAW: self._draw, TAKE_BACK: self._take_back, REMATCH: self._begin_again}[wish.kind](wish)

    def decline(self, player: int) -> None:
        """A player does not want it, or has thought better of what he asked for."""
        wish = self.wish
        if wish is None or player not in self.people:
            return
        self.wish, self.refused = None, (wish.kind, wish.player, wish.ply)
        self.tell()

    def _draw(self, wish: Wish) -> None:
        self.table.end("draw")

    def _take_back(self, wish: Wish) -> None:
        """Back to before the last move of who asked."""
        record = self.table.record
        last = next((node for node in reversed(record.here.path()) if node.mover == wish.player), None)
        if last is not None:
            record.cut(last)
            self.table.notify_change()

    def _begin_again(self, wish: Wish) -> None:
        """Another game, in which everybody has moved on by one seat."""
        for seat, points in zip(self.seats, self.result() or [], strict=False):
            seat.points += points
        self.seats.insert(0, self.seats.pop())
        moved = {player: (player + 1) % len(self.seats) for player in range(len(self.seats))}
        self.present = {page: moved[player] for page, player in self.present.items()}
        for player, seat in enumerate(self.seats):
            seat.said = ""
            self.table.seats.who[player] = seat.who
        self.round += 1
        self.refused = None
        self.clock.reset()
        self.table.restart()

    # ---- settling
    def propose(self, points: list[str]) -> None:
        """What the game itself, or an engine, proposes."""
        if self.settlement is not None:
            self.proposed, self.accepted = points, set()
            self.tell()

    def change(self, player: int, point: str) -> None:
        """A player changes what is proposed; nobody has accepted that yet."""
        settlement = self.settlement
        if settlement is not None and player in self.people and self.proposed is not None:
            settlement.change(point)
            self.propose(settlement.chosen)

    def accept(self, player: int) -> None:
        """A player accepts what is proposed; it is settled once all people do."""
        if self.settlement is None or self.proposed is None or player not in self.people:
            return
        self.accepted.add(player)
        if self.accepted.issuperset(self.people):
            self.table.settle(self.proposed)
        else:
            self.tell()

    def resume(self, player: int) -> None:
        """A player would rather play on, where the game can go on."""
        settlement = self.settlement
        if settlement is not None and settlement.closing and player in self.people:
            self.table.resume(settlement.closing)

    # ---- telling
    def tell(self) -> None:
        """Tell those who show the room."""
        self._hold()
        for watcher in list(self.about.watchers):
            watcher()

    def _begin(self) -> None:
        """Somebody has sat down; with the last of them the game begins."""
        if self.begun:
            self.table.notify_change()
        else:
            self.tell()

    def _follow(self) -> None:
        """After any change of the game: clocks run or stop, what was asked before is past."""
        table, here = self.table, self.table.record.here
        if self.wish is not None and (self.wish.ply != here.ply or table.over != (self.wish.kind == REMATCH)):
            self.wish = None
        if self.settlement is None:
            self.proposed, self.accepted = None, set()
        if self.clock.base is not None:
            if table.over:
                self.clock.stop()
            elif self.begun and any(node.mover != CHANCE for node in here.path()):
                self.clock.run_for(table.mover)
        self.keep()
        self.tell()

    def _hold(self) -> None:
        """Clocks stand still while an engine cannot think yet."""
        if self.clock.base is not None and self.engines is not None:
            self.clock.hold(self.engines.unready)
