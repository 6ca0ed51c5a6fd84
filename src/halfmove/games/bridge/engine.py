"""The engine of bridge: calls by the system (`bidding`), cards by `choice` on layouts that fit the calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from halfmove.core import bits
from halfmove.core.expert import Judged, Judgement
from halfmove.core.limit import Limit
from halfmove.core.policy import Policy
from halfmove.games.bridge.auction import call_text, list_calls
from halfmove.games.bridge.bidding import Bidder, Choice
from halfmove.games.bridge.call_simulation import weigh_by_calls
from halfmove.games.bridge.calls import CallJudge
from halfmove.games.bridge.certain import takes_the_rest
from halfmove.games.bridge.choice import PORTION, CardChoice, CardPlayer
from halfmove.games.bridge.claim_actions import AGREE, CLAIM, PLAY_ON, claimant, tricks_claimed
from halfmove.games.bridge.claims import judge_claim
from halfmove.games.bridge.rules import State
from halfmove.games.bridge.rules_of_thumb import choose_by_rules
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint, seen_by
from halfmove.games.tricks.memory import LANE, NO_TRUMP, RANKS, SUITS
from halfmove.games.tricks.scoring import SEATS, VULNERABLE
from halfmove.games.tricks.solver import TrickSolver

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge

DEALS = 10
"""On which the contracts that calls lead to are compared, beside the system's choice."""
AIM = {"duplicate": "imps", "matchpoints": "matchpoints", "rubber": "score"}
"""What cards are chosen by (`choice.AIMS`), as the game is scored."""
SECONDS = 2.0
"""For a decision where nothing else bounds it."""


def view_of(game: Bridge, s: State) -> Viewpoint:
    """What the player knows whose card is next."""
    contract = game.contract(s)
    assert contract is not None, "the auction has ended with a bid"
    plays = [card for _, card in game.list_play(s)]
    worth = tuple(game.deal_score(s, contract, tricks) for tricks in range(RANKS + 1))
    shown = [seat for seat in range(4) if s.shown >> seat & 1]
    return seen_by(game.seat(s), contract, game.dealt_hands(s), plays, shown, worth=worth)


def choose_call(game: Bridge, bidder: Bidder, s: State) -> Choice:
    """The system's call."""
    hand = bits.number(game.hands(s)[game.to_move(s)])
    vulnerable = next(
        word for word, sides in VULNERABLE.items() if sum(1 << side for side in sides) == s.vulnerable
    )
    return bidder.choose(hand, list(list_calls(s.auction)), vulnerable)


class BridgeExpert:
    """Judges calls and cards by what the player to move knows."""

    def __init__(self, game: Bridge) -> None:
        self.game = game
        self.cards, self.calls, self.bidder = CardPlayer(AIM[game.scoring]), CallJudge(game), Bidder()

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
            yield from self._judge_calls(s, limit, stopped)
            return
        if s.claim:
            yield judge_answers(self.game, s, self.cards.solver)
            return
        view = view_of(self.game, s)
        weigh = weigh_by_calls(self.bidder, list(list_calls(s.auction)), s.dealer, view.hidden_seats)
        claims = self._may_claim(s) and takes_the_rest(view, self.cards.solver, limit.seconds)
        view = replace(view, weigh=weigh)
        if claims:  # then the cards are only told beside it
            limit = replace(limit, simulations=PORTION)
        for choice in self.cards.deepen(view, limit):
            judgement = describe_choice(choice)
            yield self._put_claim_first(s, judgement) if claims else judgement
            if stopped():
                return

    def _may_claim(self, s: State) -> bool:
        """Whether the player may claim, and no claim of his was refused."""
        return self.game.may_claim(s) and not s.shown >> self.game.to_move(s) & 1

    def _put_claim_first(self, s: State, judgement: Judgement) -> Judgement:
        """A judgement of cards, before them the claim of all tricks, which are certain."""
        left, side = self.game.left(s), self.game.to_move(s) & 1
        contract = self.game.contract(s)
        assert contract is not None, "cards are played"
        declares = contract.declarer & 1 == side
        taken = (s.won, s.lost)[contract.declarer & 1] + (left if declares else 0)
        score = self.game.deal_score(s, contract, taken)
        claim = Judged(CLAIM + left, float(score if declares else -score), 0.0)
        said = f"claim of all {left} tricks left: they are certain in every layout that the play allows"
        return judgement._replace(
            actions=(claim, *judgement.actions), explanation=(said, "", *judgement.explanation)
        )

    def _judge_calls(self, s: State, limit: Limit, stopped: Callable[[], bool]) -> Iterator[Judgement]:
        """The system's call first, with what it says; then what each would score as the last call."""
        choice = choose_call(self.game, self.bidder, s)
        said = f"{call_text(choice.call)} by the system: {choice.meaning.words()}"
        few = replace(limit, simulations=min(limit.simulations or DEALS, DEALS))
        others = [seat for seat in range(4) if seat != self.game.to_move(s)]
        weigh = weigh_by_calls(self.bidder, list(list_calls(s.auction)), s.dealer, others)
        for judgement in self.calls.judge(s, few, stopped, weigh):
            ordered = sorted(judgement.actions, key=lambda judged: judged.action != choice.call)
            yield judgement._replace(actions=tuple(ordered), explanation=(said, "", *judgement.explanation))


def judge_answers(game: Bridge, s: State, solver: TrickSolver) -> Judgement:
    """The answers to a claim.  Who answers sees three hands, and with them the fourth, so a double dummy
    search says what is to be had: he agrees where that is no less for the side that claims."""
    contract, by, claimed = game.contract(s), claimant(s.claim), tricks_claimed(s.claim)
    assert contract is not None, "cards are played"
    declares = (by ^ contract.declarer) & 1 == 0
    side = contract.declarer & 1
    tricks = (s.won, s.lost)[side] + (claimed if declares else game.left(s) - claimed)
    claim = judge_claim(game, s, tricks, solver)
    best = game.deal_score(s, contract, claim.best)
    sign = -1 if declares else 1
    values = {AGREE: sign * claim.score, PLAY_ON: sign * best}
    order = (AGREE, PLAY_ON) if claim.is_sound(declares) else (PLAY_ON, AGREE)
    seat, takes = SEATS[contract.declarer], f"{claim.best} tricks with best play, all cards seen"
    said = f"{seat} takes {takes}, and {claim.tricks} by the claim"
    return Judgement(tuple(Judged(a, float(values[a]), 0.0) for a in order), 1, 1, solver.nodes, (said,))


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
    """Ways to play by name; each calls by the system."""
    return {
        "rules": Policy(
            "plays cards by rules of thumb: fourth best, second hand low, third hand high", _rules
        ),
        "one-deal": Policy("plays the card that is best double dummy in one deal that it draws", _one_deal),
    }


def _rules(game: Bridge, s: State, random: Random) -> int:
    if s.declarer < 0:
        return choose_call(game, Bidder(), s).call
    if s.claim:
        return _answer(game, s)
    return choose_by_rules(view_of(game, s))


def _answer(game: Bridge, s: State) -> int:
    answer: int = judge_answers(game, s, TrickSolver(OPEN)).actions[0].action
    return answer


def _one_deal(game: Bridge, s: State, random: Random) -> int:
    if s.declarer < 0:
        return choose_call(game, Bidder(), s).call
    if s.claim:
        return _answer(game, s)
    player = CardPlayer(seed=random.getrandbits(32), moves=1)
    view = replace(view_of(game, s), reads_choices=False)
    return player.choose(view, Limit(simulations=1)).best
