"""Many hands in a row at one table: the next is dealt with the button moved on, results are added up, and
hands that are over can be looked at again.

A game offers it by `hand_over`.  What is kept of a hand is what the page showed of it, and its sealed link.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BaseModel, Field, FiniteFloat, ValidationError, model_validator

from halfmove.core.contract.hooks import defines
from halfmove.core.hand_over import HandOver
from halfmove.web.board.clock import Clock
from halfmove.web.board.table import Link, Table

MOST = 200
"""Hands that are kept; of older ones the totals are."""
PAUSE = 4.0
"""Seconds between a hand and the next where the page deals by itself."""
MOST_LINK = 8000
"""Letters of a link that a browser is believed."""
MOST_SEEN = 2000
"""Letters of the cards of a hand, likewise."""
MOST_PLAYERS = 100
"""Likewise; more than sit at any table."""


class Hand(NamedTuple):
    """A hand that is over."""

    link: Annotated[str, Field(max_length=MOST_LINK)]
    seen: Annotated[str, Field(max_length=MOST_SEEN)]
    """The cards known to who looked."""
    players: tuple[int, ...]
    """Who sat on each seat, by his place in `Hands.names`."""
    won: tuple[FiniteFloat, ...]
    """What each player has won, in the order of their names."""


def is_played_in_hands(table: Table) -> bool:
    """Whether hands follow each other at a table."""
    return defines(type(table.rules), "hand_over") and not table.seats.analysing


class Hands:
    """The hands of one table."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        open_link: Callable[[str], Table],
        leave: Callable[[dict[str, Any], str], Any],
    ) -> None:
        """`open_link` makes the table of a link of this server's; `leave` has the browser go to a link, with
        what the next page is to take over."""
        self.table, self.clock = table, clock
        self._open_link, self._leave = open_link, leave
        self.by_itself = False
        """Whether the page deals the next hand."""
        self._start()
        self.note()

    def _start(self) -> None:
        """Nothing has been played yet."""
        table = self.table
        people = table.seats.people
        first = people[0] if len(people) == 1 else 0
        players = table.game.players
        self._root = table.record.root
        self.players = [(seat - first) % players for seat in range(players)]
        """Who sits on each seat, by his place in `names`."""
        self.names = [f"Player {number + 1}" for number in range(players)]
        if len(people) == 1:
            self.names[0] = "You"
        self.totals = [0.0] * players
        self.played: list[Hand] = []
        self.count = 0
        """Of hands that are over, those that are not kept any more among them."""
        self.looked_at = 0
        """The number of the hand that is looked at again; 0: none is."""
        self._current = ""
        """The link of the hand that goes on meanwhile."""
        self.is_written_down = False
        """Whether the hand at the table is among those played."""
        self._due: float | None = None

    # ---- what happens at the table
    def note(self) -> None:
        """After any change: write down a hand that is over now."""
        if self.table.record.root is not self._root:  # another game
            self._start()
        over = self.over
        if over is None or self.is_written_down or self.looked_at:
            return
        won = [0.0] * len(self.names)
        for seat, amount in enumerate(over.won):
            won[self.players[seat]] = float(amount)
        self.totals = [total + more for total, more in zip(self.totals, won, strict=True)]
        hand = Hand(self.table.url(), over.seen, tuple(self.players), tuple(won))
        self.played = [*self.played, hand][-MOST:]
        self.count += 1
        self.is_written_down = True
        self._due = time.monotonic() + PAUSE

    @property
    def over(self) -> HandOver | None:
        """How the hand shown has ended; None while it goes on, and where it was not played to its end."""
        table = self.table
        if not table.record.history.over or table.ended:
            return None
        over: HandOver | None = table.rules.hand_over(table.state, table.viewer)
        return over

    @property
    def has_next(self) -> bool:
        """Whether another hand can be dealt."""
        over = self.over
        return over is not None and len(over.seats) > 1 and not self.looked_at

    @property
    def seated(self) -> list[int]:
        """Who sits on each seat in the hand shown."""
        shown = self._find(self.looked_at)
        return self.players if shown is None else list(shown.players)

    def deal(self) -> None:
        """The next hand, if there is one."""
        table, over = self.table, self.over
        if over is None or not self.has_next:
            return
        who = ",".join(table.seats.who[seat] for seat in over.seats)
        other = Table(table.name, {**table.parameters, **over.parameters}, Link(seats=who))
        self.players = [self.players[seat] for seat in over.seats]
        self.is_written_down = False
        self._sit_at(other)

    def look_at(self, number: int) -> None:
        """Show a hand that is over again, by its number from 1; nothing where it is not kept, `BadInput`
        where it cannot be read."""
        hand = self._find(number)
        if hand is None:
            return
        shown = self._open_link(hand.link)
        if not self.looked_at:
            self._current = self.table.url()
        self.looked_at = number
        self._sit_at(shown)

    def go_back(self) -> None:
        """From a hand that is over to the one that goes on."""
        if self.looked_at:
            goes_on = self._open_link(self._current)
            self.looked_at = 0
            self._sit_at(goes_on)

    def switch(self) -> None:
        """Have the page deal the next hand by itself, or no longer."""
        self.by_itself = not self.by_itself
        self._due = time.monotonic() + PAUSE

    def tick(self) -> None:
        """Now and then: deal, where the page does that."""
        due = self.by_itself and self._due is not None and time.monotonic() >= self._due
        if due and not self.table.looking:
            self._due = None
            self.deal()

    def _find(self, number: int) -> Hand | None:
        """A hand by its number from 1, if it is kept."""
        place = number - 1 - (self.count - len(self.played))
        return self.played[place] if 0 <= place < len(self.played) else None

    def _sit_at(self, other: Table) -> None:
        """The page shows another hand; another page does, where there are not as many players."""
        if other.game.players != self.table.game.players:
            self._leave({"hands": self.kept()}, other.url())
            return
        self._root = other.record.root
        if self.clock.base is not None:
            self.clock.reset()
        self.table.replace_by(other)

    # ---- what a reload brings back
    def kept(self) -> dict[str, Any]:
        """All of it, as JSON can write it."""
        return KeptHands(
            hands=self.played,
            players=self.players,
            names=len(self.names),
            you=self.names[0] == "You",
            totals=self.totals,
            count=self.count,
            looked_at=self.looked_at,
            current=self._current,
            written=self.is_written_down,
            by_itself=self.by_itself,
        ).model_dump(mode="json")

    def restore(self, said: Any) -> None:
        """Take back what the browser has kept, if all of it can be."""
        try:
            kept = KeptHands.model_validate(said)
        except ValidationError:
            return
        if len(kept.players) != self.table.game.players:
            return
        self._root = self.table.record.root
        self.names = ["You" if kept.you and not k else f"Player {k + 1}" for k in range(kept.names)]
        self.totals, self.players, self.played = kept.totals, kept.players, kept.hands
        self.count, self.looked_at = kept.count, kept.looked_at
        self._current = kept.current
        self.is_written_down, self.by_itself = kept.written, kept.by_itself


class KeptHands(BaseModel):
    """What the browser keeps of `Hands`; a `ValidationError` says what cannot be theirs."""

    hands: list[Hand] = Field(max_length=MOST)
    players: list[int]
    names: int = Field(ge=1, le=MOST_PLAYERS)
    you: bool
    totals: list[FiniteFloat]
    count: int = Field(lt=10**6)
    looked_at: int
    current: str = Field(max_length=MOST_LINK)
    written: bool
    by_itself: bool

    @model_validator(mode="after")
    def check(self) -> Self:
        """Everybody who sits there is one of the players, and all have a total and a part in each hand."""
        known = set(range(self.names))
        hands = all(len(hand.won) == self.names and known.issuperset(hand.players) for hand in self.hands)
        players = known.issuperset(self.players) and len(self.totals) == self.names
        if not (hands and players and len(self.hands) <= self.count):
            raise ValueError("the parts do not fit together")
        return self
