"""Calls by simulation: each is judged as if the auction ended with it, on deals drawn and solved.

The deals are drawn by what the calls so far have shown, where the caller says how likely hands are.  What a
bidding system says belongs before this, which only compares contracts by what they score double dummy; one
that fails by two tricks or more is taken to be doubled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from halfmove.core.expert import Judged, Judgement
from halfmove.core.limit import Limit
from halfmove.games.bridge.auction import PASS, call_text
from halfmove.games.bridge.layouts import Hands, Layouts, Weigh
from halfmove.games.bridge.rules import DECK, State
from halfmove.games.bridge.viewpoint import OPEN
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.scoring import Contract
from halfmove.games.tricks.solver import TrickSolver

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge

MOST_DEALS = 100
BEST_SHOWN = 8


class CallJudge:
    """Judges the calls of the player to move."""

    def __init__(self, game: Bridge, seed: int = 0) -> None:
        self.game, self.solver = game, TrickSolver(OPEN)
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Draw the deals of this seed from now on."""
        self.random = np.random.default_rng(seed)

    def judge(
        self, s: State, limit: Limit, stopped: Callable[[], bool], weigh: Weigh | None = None
    ) -> Iterator[Judgement]:
        """Judgements on more and more deals, until the limit: by seconds, or so many deals.

        `weigh` says how likely deals are, rows of four hands; without it all are as likely.
        """
        started, nodes = time.perf_counter(), self.solver.nodes
        seat, calls = self.game.to_move(s), list(self.game.actions(s))
        contracts = [self.final_contract(s, call) for call in calls]
        mine = int(self.game.hands(s)[seat])
        layouts = Layouts(DECK & ~mine, (RANKS,) * 3)
        most = limit.simulations or MOST_DEALS

        def deal(hidden: Hands) -> Hands:
            return np.insert(hidden, seat, np.uint64(mine), axis=1)

        drawn = layouts.draw(most, self.random, weigh and (lambda hidden: weigh(deal(hidden))))
        scores: list[list[int]] = []
        for hands in deal(drawn.hands).tolist():
            scores.append(self._scores(s, seat, hands, contracts))
            late = limit.seconds is not None and time.perf_counter() - started > limit.seconds
            yield self._judgement(calls, contracts, scores, self.solver.nodes - nodes)
            if late or stopped():
                return

    def final_contract(self, s: State, call: int) -> Contract | None:
        """What is played if all pass after the call; None where nobody has bid."""
        s = self.game.result(s, call)
        while s.declarer < 0 and not self.game.is_terminal(s):
            s = self.game.result(s, PASS)
        contract: Contract | None = self.game.contract(s)
        return contract

    def _scores(self, s: State, seat: int, hands: list[int], contracts: list[Contract | None]) -> list[int]:
        """What the player's side scores in each contract on a deal."""
        tricks: dict[tuple[int, int], int] = {}
        found = []
        for contract in contracts:
            if contract is None:
                found.append(0)
                continue
            pair = (contract.declarer, contract.strain)
            if pair not in tricks:
                first = self.solver.tricks(
                    OPEN.first_state(hands, contract.strain, (contract.declarer + 1) % 4), self.solver.last
                )
                tricks[pair] = first if contract.declarer & 1 == 0 else RANKS - first
            taken = tricks[pair]
            if taken < contract.level + 5 and not contract.doubled:
                contract = contract._replace(doubled=1)
            score = self.game.deal_score(s, contract, taken)
            found.append(score if (contract.declarer ^ seat) & 1 == 0 else -score)
        return found

    def _judgement(
        self, calls: list[int], contracts: list[Contract | None], scores: list[list[int]], nodes: int
    ) -> Judgement:
        """What the deals so far say of each call, the best first; of those as good the lowest."""
        table = np.array(scores)
        means = table.mean(axis=0)
        errors = table.std(axis=0) / max(len(scores) - 1, 1) ** 0.5
        order = sorted(range(len(calls)), key=lambda i: (-means[i], calls[i]))
        lines = [f"calls as if the auction ended with them, on {len(scores)} deals"]
        for i in order[:BEST_SHOWN]:
            contract = contracts[i]
            lines.append(f"{call_text(calls[i]):<4}{means[i]:>+8.0f}  {contract or 'passed out'}")
        judged = tuple(Judged(calls[i], float(means[i]), float(errors[i])) for i in order)
        return Judgement(judged, len(scores), 1, nodes, tuple(lines))
