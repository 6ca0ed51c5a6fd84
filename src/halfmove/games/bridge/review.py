"""A board looked at afterwards: what each call showed, and what each card cost, all cards seen.

The declarer's tricks with best play of both sides are found before and after each card; who plays a card pays
the difference.  That is double dummy: a card can be the best by all that its player could know and cost a
trick, or cost none and be a bad one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.core.review import Review, ReviewedAction, Tell
from halfmove.games.bridge.auction import call_text, list_calls
from halfmove.games.bridge.bidding import Bidder
from halfmove.games.bridge.rules import CARDS, State
from halfmove.games.bridge.viewpoint import OPEN
from halfmove.games.tricks.deals import card_text
from halfmove.games.tricks.scoring import SEATS, SIDES, VULNERABLE, Contract, duplicate_score, par
from halfmove.games.tricks.solver import TrickSolver, all_results

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge


def review_board(game: Bridge, s: State, tell: Tell) -> Review:
    """The calls and cards of a board so far; `BadInput` before the cards are dealt."""
    if s.dealt < CARDS:
        raise BadInput("There is nothing to review before the cards are dealt.")
    deal = game.dealt_hands(s)
    contract = game.contract(s)
    calls = explain_calls(s)
    cards, values = ([], []) if contract is None else _review_cards(game, s, contract, deal, tell)
    facts = [_describe_result(game, s)]
    if contract is not None and values:
        facts.append(_describe_best(s, contract, values[0]))
    results = all_results(OPEN, deal)
    word = next(w for w, sides in VULNERABLE.items() if sum(1 << side for side in sides) == s.vulnerable)
    best = par(results, s.dealer, word)
    contracts = ", ".join(map(str, best.contracts)) or "passed out"
    facts.append(f"Par is {best.score:+d} to NS: {contracts}.")
    return Review("tricks", tuple(facts), (*calls, *cards))


def _describe_result(game: Bridge, s: State) -> str:
    said = game.status(s)
    return f"{said[0].upper()}{said[1:]}."


def _describe_best(s: State, contract: Contract, tricks: int) -> str:
    """What the contract gives with best play."""
    side = contract.declarer & 1
    score = duplicate_score(contract, tricks, bool(s.vulnerable >> side & 1))
    return f"With best play {contract} takes {tricks} tricks, {score:+d} to {SIDES[side]}."


def explain_calls(s: State) -> list[ReviewedAction]:
    """The calls with what they show by the natural system."""
    bidder, calls = Bidder(), list(list_calls(s.auction))
    return [
        ReviewedAction(
            (s.dealer + place) & 3,
            call_text(call),
            0.0,
            (),
            bidder.meaning(tuple(calls[:place]), call).words(),
        )
        for place, call in enumerate(calls)
    ]


def _review_cards(
    game: Bridge, s: State, contract: Contract, deal: Sequence[int], tell: Tell
) -> tuple[list[ReviewedAction], list[int]]:
    """The cards with what they cost; the declarer's tricks before each and after the last."""
    solver, side = TrickSolver(OPEN), contract.declarer & 1
    state = OPEN.first_state(deal, contract.strain, (contract.declarer + 1) & 3)
    play = list(game.list_play(s))

    def count(guess: int | None = None) -> int:
        """The declarer's tricks in all with best play from here."""
        first = state.won + (solver.tricks(state, guess) if OPEN.tricks_left(state) else 0)
        return first if side == 0 else 13 - first

    found, values = [], [count()]
    for number, (seat, card) in enumerate(play, 1):
        judged = state
        state = OPEN.result(state, card)
        guess = (values[-1] if side == 0 else 13 - values[-1]) - state.won
        values.append(count(max(guess, 0)))
        cost = (values[-2] - values[-1]) if seat & 1 == side else (values[-1] - values[-2])
        better: tuple[str, ...] = ()
        if cost:
            judgement = solver.cards(judged)
            most = max(judgement.values())
            better = tuple(card_text(one) for one, tricks in judgement.items() if tricks == most)
        player = contract.declarer if seat == game.dummy(s) else seat
        remark = f"{SEATS[contract.declarer]} takes {values[-1]}"
        found.append(ReviewedAction(player, card_text(card), float(cost), better, remark))
        tell(number, len(play))
    return found, values
