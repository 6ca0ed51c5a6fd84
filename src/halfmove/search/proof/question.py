"""Questions about positions, and of which games they can be asked.

A question is asked of the player for whom an endless repetition is no success, its *attacker*: whether the
other one gets at least a draw is whether he does not win.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.contract import Game
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import rules_of
from halfmove.search.alphabeta.threads import unfit

UNLIMITED = 1 << 20
"""Plies left where a question does not limit them."""


class Question(NamedTuple):
    """Does `player` get a utility of at least `least`?"""

    player: int
    least: int = 1
    checks: bool = False
    """Where every action of his gives check (`Game.checking`): problems of mate."""
    plies: int | None = None
    """In at most so many plies from the position asked about."""

    @property
    def left(self) -> int:
        """The plies left to answer it."""
        return UNLIMITED if self.plies is None else self.plies

    def after(self, plies: int = 1) -> Question:
        """The question about a position so many plies later."""
        return self if self.plies is None else self._replace(plies=self.plies - plies)


def to_attacker(game: Game, question: Question) -> tuple[Question, bool]:
    """A question as one about its attacker, and whether its answer is the opposite; `BadInput` where it makes
    no sense."""
    player, least, checks, plies = question
    turned = least < 1
    if player not in (0, 1):
        raise BadInput(f"A question is about player 0 or 1, not {player!r}.")
    if checks and not defines(type(rules_of(game)), "in_check"):
        raise BadInput(f"A problem of mate needs a game with checks, not {game.title()}.")
    if checks and turned:
        raise BadInput("A problem of mate asks for a win.")
    if turned and plies is not None:
        raise BadInput("A question about an end in so many plies asks for a win.")
    return (Question(1 - player, 1 - least, checks, plies) if turned else question), turned


def why_unfit(game: Game) -> str | None:
    """Why proof-number search does not fit a game; None where it does."""
    reason = unfit(game)
    if reason is not None:
        return reason.replace("The engine's alpha-beta", "Proof-number search")
    if game.repetition == "loss":
        return (
            f"Proof-number search proves nothing where the rules make a repetition a loss, as those of "
            f"{game.title()} do."
        )
    if game.repetition == "forbidden" and game.utility_limit != 1:
        return (
            f"Proof-number search proves wins where the rules forbid a position to come again, and "
            f"{game.title()} counts points."
        )
    return None


class Salts:
    """The number of each kind of question, by which the table keeps its positions apart; they count up."""

    def __init__(self) -> None:
        self._salts: dict[tuple[int, int, bool, bool], int] = {}
        self.cleared = 0
        """The last number before the table was cleared: entries with numbers up to it are no longer found."""

    def of(self, asked: Question) -> int:
        """The number of a question, a new one where nobody has asked it."""
        name = (asked.player, asked.least, asked.checks, asked.plies is not None)
        salt = self._salts.get(name, 0)
        if salt == 0:
            salt = self._salts[name] = self.last + 1
        return salt

    @property
    def last(self) -> int:
        """The newest number."""
        return max(self._salts.values(), default=self.cleared)

    def current(self) -> list[int]:
        """The numbers of the questions since the table was cleared."""
        return list(self._salts.values())

    def clear(self, most: int) -> bool:
        """Leave all questions behind; whether the numbers begin anew, as they would pass `most`, so that the
        table has to be emptied."""
        self.cleared = self.last
        self._salts.clear()
        if self.cleared < most:
            return False
        self.cleared = 0
        return True

    def details(self) -> list[int]:
        """The questions in order of their numbers, four figures each."""
        names = [0, 0, 0, 0] * self.cleared  # of questions that nobody asks any more
        return names + [int(part) for name in self._salts for part in name]

    def take(self, details: list[int]) -> None:
        """Go on with the questions of another run."""
        self.cleared = 0
        self._salts = {}
        for at in range(0, len(details), 4):
            player, least, checks, limited = details[at : at + 4]
            self._salts[player, least, bool(checks), bool(limited)] = at // 4 + 1
