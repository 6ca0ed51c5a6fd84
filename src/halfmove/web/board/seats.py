"""Who plays a game on a page, people or engines, and through whose eyes the page therefore looks.

Where nothing is hidden everybody sees everything.  Else the page of one person shows what that player may
see; people who share a screen look one at a time, behind a curtain while the screen changes hands; who only
watches sees what is public.  Who analyses owns the whole game and sees all of it.
"""

from __future__ import annotations

from halfmove.arena.players.levels import LEVELS
from halfmove.core.contract import CHANCE, SPECTATOR, Game
from halfmove.core.policy import strategies_of
from halfmove.imperfect.usual_strategy import find_seated_player, find_usual_strategy
from halfmove.search.neural.usual import usual

PERSON, USUAL, FULL, NETWORK, STRATEGY = "you", "5", "full", "network", "strategy"
HAND = "hand"
"""How a link says that dice are entered by hand."""
_STRENGTHS = {
    1: "beginner", 3: "easy", 5: "club", 7: "strong", 9: "half a second", 10: "two seconds"
}  # fmt: skip


def occupants(game: Game) -> dict[str, str]:
    """Who can sit on a seat of a game, as links name them, and in words: a person, an engine of some level or
    at full strength, a search with a network and a strategy from a file where the game has them, and what
    has a name in the game (`strategies_of`)."""
    found = {PERSON: "A person"}
    for number in range(1, len(LEVELS) + 1):
        strength = f" ({_STRENGTHS[number]})" if number in _STRENGTHS else ""
        found[str(number)] = f"Engine, level {number}{strength}"
    found[FULL] = "Engine, full strength"
    if usual(game) is not None:
        found[NETWORK] = "Search with a network"
    if find_usual_strategy(game) is not None:
        found[STRATEGY] = "Strategy from a file"
    return found | {f"{STRATEGY}:{name}": f"Strategy {name}" for name in strategies_of(game)}


def _usual(game: Game) -> str:
    """Who sits where nobody is named: an engine of the middle level, or the strategy that beats it."""
    found = find_seated_player(game)
    if found is None:
        return USUAL
    return f"{STRATEGY}:{found}" if isinstance(found, str) else STRATEGY


class Seats:
    """The players of a game; `who` says for each who it is."""

    def __init__(self, game: Game, *, analysing: bool = False) -> None:
        self.analysing = analysing
        self.usual = _usual(game)
        self.who = {p: PERSON if p == 0 or analysing else self.usual for p in range(game.players)}
        self.choices = occupants(game)
        """Who can sit on a seat, in words."""
        self.veiled = game.hidden and not analysing
        """Whether somebody at this page must not see everything."""
        self.by_hand = False
        """Whether a person says what was thrown, on a real board, and nothing is drawn here."""
        self.looking: int | None = None
        """Who looks at the screen, of several who share it; None while it changes hands."""

    # ---- in the link
    def read(self, text: str) -> None:
        """Have those play that a link names, `you,5`; what it does not name rightly stays."""
        for player, who in zip(self.who, text.split(","), strict=False):
            if who in self.choices:
                self.who[player] = who

    def written(self) -> str:
        """As a link names them; nothing where all is as usual."""
        usual = all(who == (PERSON if player == 0 else USUAL) for player, who in self.who.items())
        return "" if usual and self.usual == USUAL else ",".join(self.who.values())

    # ---- who is who
    def is_person(self, player: int) -> bool:
        """Whether a person says what is played there; of `CHANCE`, what is thrown."""
        return self.by_hand if player == CHANCE else self.who.get(player) == PERSON

    def throw(self, how: str) -> None:
        """Have dice entered by hand (`HAND`), or drawn; where something is hidden they are always drawn."""
        self.by_hand = how == HAND and not self.veiled

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [player for player, who in self.who.items() if who == PERSON]

    def called(self, player: int) -> str:
        """Who sits there, in words."""
        who = self.who[player]
        person = "you" if len(self.people) == 1 else "a person"
        if who.startswith(STRATEGY):
            return self.choices[who].lower()
        return {PERSON: person, FULL: "engine", NETWORK: "network"}.get(who, f"engine, level {who}")

    def on_paper(self) -> list[str]:
        """The names of the players for a record: people are not known."""
        called = {PERSON: "?", FULL: "Halfmove", NETWORK: "Halfmove, with a network"}
        for who in self.who.values():
            if who.startswith(STRATEGY):
                called[who] = f"Halfmove, {self.choices[who].lower()}"
        return [called.get(who, f"Halfmove, level {who}") for who in self.who.values()]

    # ---- who sees what
    @property
    def viewer(self) -> int | None:
        """The player whose view the page shows, `SPECTATOR`, or None where it may show everything."""
        if not self.veiled:
            return None
        people = self.people
        if len(people) == 1:
            return people[0]
        return self.looking if self.looking in people else SPECTATOR

    def curtain(self, mover: int) -> bool:
        """Whether the screen is to be handed to the player whose turn it is before it shows his view."""
        return self.veiled and len(self.people) > 1 and self.is_person(mover) and self.looking != mover

    def turn(self, mover: int) -> None:
        """It is this player's turn, or nature's: whoever else has looked at a shared screen does no more."""
        if self.looking != mover:
            self.looking = None

    def all_people(self) -> None:
        """People on all seats, as in a game of others' that is read."""
        self.who = dict.fromkeys(self.who, PERSON)
