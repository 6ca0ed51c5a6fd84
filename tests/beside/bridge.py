"""Bridge beside OpenSpiel: whose turn it is, calls, cards, scores, and double dummy results of contracts."""

from __future__ import annotations

import random
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.games.bridge.auction import CALL, DOUBLE, FIRST_BID, PASS, REDOUBLE
from halfmove.games.bridge.game import Bridge
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.memory import LANE, RANKS, SUITS
from halfmove.games.tricks.scoring import duplicate_score
from halfmove.games.tricks.solver import TrickSolver
from tests.beside.comparison import Pair
from tests.beside.open_spiel import load

SEATS = 4
CALLS = SUITS * RANKS
"""OpenSpiel's number of the pass: those of cards are below it."""
STYLES = ("any", "quiet", "quiet", "doubles")


class BridgePair(Pair):
    """Whole boards with random calls and cards; of one board in four only the auction, and then what the
    contract scores double dummy, where OpenSpiel asks DDS."""

    name = "bridge"
    peer = "OpenSpiel"
    known = "OpenSpiel's dealer is always North.  What players see is not compared."

    def __init__(self) -> None:
        super().__init__()
        self.game: Any = interpreted(Bridge())
        self.open = DoubleDummy()
        self.others = {
            (vulnerable, solved): load(
                f"bridge(dealer_vul={bool(vulnerable & 1)},non_dealer_vul={bool(vulnerable & 2)},"
                f"use_double_dummy_result={solved})".lower()
            )
            for vulnerable in range(4)
            for solved in (False, True)
        }

    def begin(self, draw: random.Random) -> None:
        deck = list(range(CALLS))
        draw.shuffle(deck)
        vulnerable, self.solved = draw.randrange(4), draw.random() < 0.25
        self.style = draw.choice(STYLES)
        hands = [0] * SEATS
        for place, card in enumerate(deck):
            hands[place % SEATS] |= 1 << our_card(card)
        self.s = self.game.first_state(hands, 0, vulnerable)
        self.t = self.others[vulnerable, self.solved].new_initial_state()
        for card in deck:
            self.t.apply_action(card)
        self.texts: list[str] = [self.game.position_text(self.s)]

    def step(self, draw: random.Random) -> bool:
        game, s, t = self.game, self.s, self.t
        if self.solved and s.declarer >= 0:
            self.same("the end of the auction", True, t.is_terminal())
            self.same("the score double dummy", self.score_solved(), t.returns())
            self.count("contracts solved")
            return False
        self.same("the end", game.is_terminal(s), t.is_terminal())
        if t.is_terminal():
            self.same("the scores", [float(game.utility(s, player)) for player in range(SEATS)], t.returns())
            self.count("passed out", s.declarer < 0)
            self.count_contract()
            return False
        self.same("whose turn it is", game.to_move(s), t.current_player())
        mine = {their_number(action): action for action in game.actions(s)}
        self.same("calls" if s.declarer < 0 else "cards", set(mine), set(t.legal_actions()))
        number = self.chosen(draw, sorted(mine))
        self.texts.append(game.action_text(s, mine[number]))
        self.s = game.result(s, mine[number])
        t.apply_action(number)
        return True

    def chosen(self, draw: random.Random, numbers: list[int]) -> int:
        """A card; a call as the style has it: pass more often than not, or double if that is allowed."""
        if numbers[0] < CALLS or self.style == "any":
            return draw.choice(numbers)
        if self.style == "doubles" and numbers[1] < CALLS + 3 and draw.random() < 0.6:
            return numbers[1]
        if draw.random() < 0.55:
            return numbers[0]
        return draw.choice(numbers[: 1 + len(numbers) // 4])

    def score_solved(self) -> list[float]:
        """What each player scores if the contract takes its tricks double dummy."""
        s, contract = self.s, self.game.contract(self.s)
        leader = (contract.declarer + 1) % SEATS
        first = TrickSolver(self.open).tricks(
            self.open.first_state([int(hand) for hand in self.game.hands(s)], contract.strain, leader)
        )
        taken = first if contract.declarer & 1 == 0 else RANKS - first
        score = duplicate_score(contract, taken, bool(s.vulnerable >> (contract.declarer & 1) & 1))
        return [float(score if (seat ^ contract.declarer) & 1 == 0 else -score) for seat in range(SEATS)]

    def count_contract(self) -> None:
        contract = self.game.contract(self.s)
        if contract is not None:
            self.count(("contracts undoubled", "contracts doubled", "contracts redoubled")[contract.doubled])
            self.count("contracts made", self.game.score(self.s) * (1 - 2 * (contract.declarer & 1)) > 0)

    def record(self) -> str:
        return " ".join(self.texts)


def our_card(number: int) -> int:
    """OpenSpiel counts by ranks, clubs first of each."""
    rank, suit = divmod(number, SUITS)
    return LANE * suit + rank


def their_number(action: int) -> int:
    """OpenSpiel's number of a call or a card."""
    if action < CALL:
        suit, rank = divmod(action, LANE)
        return SUITS * rank + suit
    first = {PASS: 0, DOUBLE: 1, REDOUBLE: 2}
    if action in first and action <= FIRST_BID:
        return CALLS + first[action]
    return CALLS + 2 + action - FIRST_BID
