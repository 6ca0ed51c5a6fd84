"""Backgammon's evaluations against each other, and against GNU Backgammon's networks.

Games for money without the cube, in which both players look at what each play leads to and no further: the
networks that come with Halfmove, the evaluation by hand, and GNU Backgammon's own networks at 0 plies (PyPI's
`gnubg`, not installed by `make bench`, as it is an early version).  Seats are exchanged from game to game.
Points a game of the first player, with the interval of 95 %; wins, gammons and backgammons are 1, 2 and 3.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import stream
from halfmove.games.backgammon.learned import Learned
from halfmove.games.backgammon.learner import thrown
from halfmove.games.registry import game

GAMES = 2_000
GAMES_BESIDE = 1_000
"""Against GNU Backgammon, which is asked from Python."""

Player = Callable[[Any], Any]
"""What state a player goes on to."""


@kernel
def liked(rules: Game, state: Any) -> Any:
    """The state after the action that leads to the highest evaluation, or utility."""
    mover = rules.to_move(state)
    best, found = -(1 << 60), state
    for action in rules.actions(state):
        after = rules.result(state, action)
        worth = rules.evaluate(after, mover)
        if rules.is_terminal(after):
            worth = rules.utility(after, mover) * 1_000_000
        if worth > best:
            best, found = worth, after
    return found


@kernel
def throw(rules: Game, state: Any, random: Buffer) -> Any:
    """The state after nature's move."""
    return thrown(rules, state, random)


def run(section: Section, settings: Settings) -> None:
    """Play, and report."""
    backgammon, learned = game("backgammon"), Learned()
    by_hand: Player = lambda state: liked(backgammon, state)  # noqa: E731
    networks: Player = lambda state: liked(learned, state)  # noqa: E731
    few = 20 if settings.quick else GAMES
    rows = [["the networks", "the evaluation by hand", *match(backgammon, networks, by_hand, few)]]
    gnubg = peer(section, "GNU Backgammon", "gnubg")
    if gnubg is not None:
        beside = 10 if settings.quick else GAMES_BESIDE
        theirs = gnu_backgammon(gnubg, backgammon)
        for name, ours in (("the networks", networks), ("the evaluation by hand", by_hand)):
            rows.append([name, "GNU Backgammon, 0-ply", *match(backgammon, ours, theirs, beside)])
    section.table(["player", "against", "games", "points a game"], rows)


def match(rules: Any, first: Player, second: Player, games: int) -> tuple[str, str]:
    """How many games, and what the first player wins in one."""
    random, points = stream(1), []
    for number in range(games):
        seat = number % 2
        state = rules.initial()
        while not rules.is_terminal(state):
            mover = rules.to_move(state)
            if mover == CHANCE:
                state = throw(rules, state, random)
            else:
                state = first(state) if mover == seat else second(state)
        points.append(float(rules.utility(state, seat)))
    error = 1.96 * statistics.stdev(points) / games**0.5
    return f"{games:,}", f"{statistics.fmean(points):+.2f} ± {error:.2f}"


def gnu_backgammon(gnubg: Any, rules: Any) -> Player:
    """A player that takes the play after which GNU Backgammon's networks expect the opponent to win least."""
    context, cube = gnubg.evalcontext(0, 0, 1, 0, 0.0), gnubg.cubeinfo()

    def worth(after: Any, mover: int) -> float:
        if rules.is_terminal(after):
            return float(rules.utility(after, mover))
        board = gnubg.position_from_id(rules.position_text(after).split(":")[0])
        win, gammon, backgammon, lost_gammon, lost_backgammon = gnubg.evaluate(board, cube, context)[:5]
        return -float(2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon)

    def play(state: Any) -> Any:
        mover = rules.to_move(state)
        return max((rules.result(state, a) for a in rules.actions(state)), key=lambda s: worth(s, mover))

    return play
