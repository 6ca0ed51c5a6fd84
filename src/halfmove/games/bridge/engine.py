"""The engine of bridge: cards by `choice`, calls by deals drawn as if the auction ended with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

from halfmove.core.expert import Judged, Judgement
from halfmove.core.limit import Limit
from halfmove.core.policy import Policy
from halfmove.games.bridge.calls import CallJudge
from halfmove.games.bridge.choice import CardChoice, CardPlayer
from halfmove.games.bridge.rules import State
from halfmove.games.bridge.rules_of_thumb import choose_by_rules
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint, seen_by
from halfmove.games.tricks.memory import LANE, NO_TRUMP, SUITS

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge

FEW_DEALS = 5
SECONDS = 2.0
"""For a decision where nothing else bounds it."""


def view_of(game: Bridge, s: State) -> Viewpoint:
    """What the player knows whose card is next."""
    contract = game.contract(s)
    assert contract is not None, "the auction has ended with a bid"
    plays = [card for _, card in game.list_play(s)]
    vulnerable = bool(s.vulnerable >> (contract.declarer & 1) & 1)
    return seen_by(game.seat(s), contract, game.dealt_hands(s), plays, vulnerable=vulnerable)


class BridgeExpert:
    """Judges calls and cards by what the player to move knows."""

    def __init__(self, game: Bridge) -> None:
        self.game = game
        self.cards, self.calls = CardPlayer(), CallJudge(game)

    def reseed(self, seed: int) -> None:
        self.cards.reseed(seed)
        self.calls.reseed(seed)

    def prepare(self) -> None:
        """Solve a deal of two cards each."""
        hands = [3 << LANE * suit for suit in range(SUITS)]
        self.cards.solver.tricks(OPEN.first_state(hands, NO_TRUMP, 0))

    def judge(self, s: State, limit: Limit, stopped: Callable[[], bool]) -> Iterator[Judgement]:
        if limit.seconds is None and limit.simulations is None:
            limit = Limit(seconds=SECONDS)
        if s.declarer < 0:
            yield from self.calls.judge(s, limit, stopped)
            return
        view = view_of(self.game, s)
        for choice in self.cards.deepen(view, limit):
            yield describe_choice(choice)
            if stopped():
                return


def describe_choice(choice: CardChoice) -> Judgement:
    """A choice of a card, the chosen one first, then by value; equal cards each with the same."""
    judged = [
        Judged(card, report.score, report.score_error)
        for report in sorted(choice.reports, key=lambda report: choice.best not in report.equals)
        for card in sorted(report.equals, key=lambda card: (card != choice.best, card))
    ]
    lines = tuple(choice.to_text().splitlines())
    return Judgement(tuple(judged), choice.layouts, choice.depth, choice.nodes, lines)


def strategies() -> dict[str, Policy]:
    """Ways to play by name; each calls by simulation, on a few deals."""
    return {
        "rules": Policy(
            "plays cards by rules of thumb: fourth best, second hand low, third hand high", _rules
        ),
        "one-deal": Policy("plays the card that is best double dummy in one deal that it draws", _one_deal),
    }


def _rules(game: Bridge, s: State, random: Random) -> int:
    if s.declarer < 0:
        return _call(game, s, random)
    return choose_by_rules(view_of(game, s))


def _one_deal(game: Bridge, s: State, random: Random) -> int:
    if s.declarer < 0:
        return _call(game, s, random)
    player = CardPlayer(seed=random.getrandbits(32), moves=1)
    return player.choose(view_of(game, s), Limit(simulations=1)).best


def _call(game: Bridge, s: State, random: Random) -> int:
    calls = CallJudge(game, random.getrandbits(32))
    *_, last = calls.judge(s, Limit(simulations=FEW_DEALS), lambda: False)
    call: int = last.actions[0].action
    return call
