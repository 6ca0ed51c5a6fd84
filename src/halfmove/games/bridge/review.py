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
from halfmove.games.tricks.memory import RANKS, SUITS
from halfmove.games.tricks.scoring import SEATS, SIDES, VULNERABLE, Contract, duplicate_score, par
from halfmove.games.tricks.solver import TrickSolver, strain_results

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge


def review_board(game: Bridge, s: State, tell: Tell) -> Review:
    """The calls and cards of a board so far; `BadInput` before the cards are dealt."""
    if s.dealt < CARDS:
        raise BadInput("There is nothing to review before the cards are dealt.")
    deal = game.dealt_hands(s)
    contract = game.contract(s)
    calls = explain_calls(s)
    solver = TrickSolver(OPEN)
    results = _list_results(solver, deal, None if contract is None else contract.strain)
    cards, facts = [], [_describe_result(game, s)]
    if contract is not None:
        tricks = results[contract.strain][contract.declarer]
        cards = _review_cards(game, s, solver, tricks, tell)
        facts.append(_describe_best(s, contract, tricks))
    word = next(w for w, sides in VULNERABLE.items() if sum(1 << side for side in sides) == s.vulnerable)
    best = par(results, s.dealer, word)
    contracts = ", ".join(map(str, best.contracts)) or "passed out"
    facts.append(f"Par is {best.score:+d} to NS: {contracts}.")
    return Review("tricks", tuple(facts), (*calls, *cards))


def _list_results(solver: TrickSolver, deal: Sequence[int], last: int | None) -> list[list[int]]:
    """The tricks by strain and declarer.  A solver remembers one strain: that of the contract is solved last,
    so that what was found of it serves the cards."""
    found: dict[int, list[int]] = {}
    for strain in sorted(range(SUITS + 1), key=lambda strain: strain == last):
        found[strain] = strain_results(solver, deal, strain)
    return [found[strain] for strain in range(SUITS + 1)]


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
    game: Bridge, s: State, solver: TrickSolver, tricks: int, tell: Tell
) -> list[ReviewedAction]:
    """The cards with what they cost; `tricks` are the declarer's with best play from the lead on."""
    contract = game.contract(s)
    assert contract is not None, "cards are played"
    side = contract.declarer & 1
    state = OPEN.first_state(game.dealt_hands(s), contract.strain, (contract.declarer + 1) & 3)
    play, before, found = list(game.list_play(s)), tricks, []
    for number, (seat, card) in enumerate(play, 1):
        judged, state = state, OPEN.result(state, card)
        guess = (before if side == 0 else RANKS - before) - state.won
        first = state.won + (solver.tricks(state, max(guess, 0)) if OPEN.tricks_left(state) else 0)
        after = first if side == 0 else RANKS - first
        cost = before - after if seat & 1 == side else after - before
        better: tuple[str, ...] = ()
        if cost:
            judgement = solver.cards(judged)
            most = max(judgement.values())
            better = tuple(card_text(one) for one, taken in judgement.items() if taken == most)
        player = contract.declarer if seat == game.dummy(s) else seat
        remark = f"{SEATS[contract.declarer]} takes {after}"
        found.append(ReviewedAction(player, card_text(card), float(cost), better, remark))
        before = after
        tell(number, len(play))
    return found
