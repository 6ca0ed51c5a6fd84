"""Texas hold'em: random hands a second, beside OpenSpiel's universal_poker and PokerKit.

The games are heads-up limit hold'em with uniformly random actions, from the deal to the end of the hand.
*Compiled*: two of OpenSpiel's random bots play in C++ (`evaluate_bots`, one call for each hand), ours in
compiled code. *From Python*: a call for each card and each action, with OpenSpiel's states (C++), PokerKit's,
and ours interpreted. The big blind's mean result must be the same within five standard errors. Times are
processor time, without compilation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from benchmarks.answers import WrongAnswer
from benchmarks.measure import alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted, kernel
from halfmove.core.contract import Game
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import below, fraction, stream
from halfmove.games.registry import game

COMPILED, CALLED = 200_000, 400
"""Hands of a run."""
SPREAD = 4.0
"""Big blinds: a bound on the standard deviation of what a random hand brings."""
THEIRS = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=100 50,firstPlayer=2 1 1 1,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=100 100 200 200,maxRaises=3 4 4 4)"
)
BIG = 100


@kernel
def play(rules: Game, start: Any, hands: int, random: Buffer, moves: Buffer) -> float:
    """Play so many random hands; what player 0 wins of all."""
    won = 0.0
    for _ in range(hands):
        s = start
        while not rules.is_terminal(s):
            if rules.to_move(s) < 0:
                point, card = fraction(random), -1
                for a, p in rules.outcomes(s):
                    if card < 0 or point >= 0.0:
                        card = a
                    point -= p
                s = rules.result(s, card)
            else:
                count = rules.list_actions(s, moves, 0)
                s = rules.result(s, moves[below(random, count)])
        won += rules.utility(s, 0)
    return won


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    spiel, pokerkit = peer(section, "OpenSpiel", "pyspiel"), peer(section, "PokerKit", "pokerkit")
    few = max(COMPILED // 20, 1) if settings.quick else COMPILED
    ours = game("holdem", betting="limit", stacks="100000")
    source, moves = stream(1), Buffer(ours.actions_limit + 2)
    start = ours.initial()
    play.prepare(ours, start, 1, source, moves)
    random_hands = lambda: play(ours, start, few, source, moves) / few  # noqa: E731
    compiled = {"Halfmove": _contestant(random_hands, few)}
    if spiel is not None:
        fewer = max(few // 40, 1)
        compiled["OpenSpiel"] = _contestant(lambda: _bots(spiel, fewer), fewer)
    _table(section, "compiled", compiled, settings.runs)
    called = {"Halfmove": _contestant(lambda: _interpreted(CALLED), CALLED)}
    if spiel is not None:
        called["OpenSpiel"] = _contestant(lambda: _open_spiel(spiel, CALLED), CALLED)
    if pokerkit is not None:
        called["PokerKit"] = _contestant(lambda: _pokerkit(pokerkit, CALLED), CALLED)
    _table(section, "from Python", called, settings.runs)


def _contestant(once_more: Callable[[], float], count: int) -> Callable[[], float]:
    """Seconds a hand; the mean must be what it is."""

    def once() -> float:
        mean, seconds = on_thread(once_more)
        if abs(mean - MEAN) > 5 * SPREAD / math.sqrt(count):
            raise WrongAnswer(f"the big blind wins {mean:.3f} big blinds of {count:,} hands")
        return seconds / count

    return once


MEAN = 0.2264
"""What the big blind wins, in big blinds: the mean of ten million hands.  The small blind acts first, and
folds a third of the time."""


def _table(section: Section, how: str, contestants: dict[str, Callable[[], float]], runs: int) -> None:
    told = medians(alternate(contestants, runs))
    rows = [[who, f"{1 / each:,.0f}", f"{each / told['Halfmove']:.2f}"] for who, each in told.items()]
    section.table([how, "hands a second", "Halfmove's to it"], rows)


def _bots(spiel: Any, count: int) -> float:
    """Hands of two bots that choose at random."""
    theirs, won = spiel.load_game(THEIRS), 0.0
    bots = [spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    for seed in range(count):
        won += spiel.evaluate_bots(theirs.new_initial_state(), bots, seed)[0]
    return won / count / BIG


def _interpreted(count: int) -> float:
    rules = interpreted(game("holdem", betting="limit", stacks="100000"))
    source, draw, won = stream(2), random.Random(2), 0.0
    for _ in range(count):
        s = rules.initial()
        while not rules.is_terminal(s):
            chance = rules.to_move(s) < 0
            action = draw_outcome(rules, s, source) if chance else draw.choice(list(rules.actions(s)))
            s = rules.result(s, action)
        won += rules.utility(s, 0)
    return won / count


def _open_spiel(spiel: Any, count: int) -> float:
    theirs, draw, won = spiel.load_game(THEIRS), random.Random(3), 0.0
    for _ in range(count):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        won += state.returns()[0] / BIG
    return won / count


def _pokerkit(pokerkit: Any, count: int) -> float:
    automations, draw, won = tuple(pokerkit.Automation), random.Random(4), 0.0
    for _ in range(count):
        state = pokerkit.FixedLimitTexasHoldem.create_state(
            automations, True, 0, (50, 100), 100, 200, 100_000, 2
        )  # fmt: skip
        while state.status:
            legal = [state.check_or_call]
            if state.can_fold() and state.checking_or_calling_amount:
                legal.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            draw.choice(legal)()
        won += state.payoffs[0] / BIG
    return won / count
