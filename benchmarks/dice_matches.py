"""Backgammon's evaluations against each other, and against GNU Backgammon.

The games are for money, without the cube. First all players choose without lookahead: the networks that come
with Halfmove, the hand-written evaluation, and GNU Backgammon's own networks at 0 plies (PyPI's `gnubg`,
which `make bench` does not install because it is an early version). Then the networks search a play, a throw,
the reply, a throw and a play, with four candidates and one reply to each throw, against GNU Backgammon at 2
plies, which is the same depth; the last figure is the number of opening throws on which they agree. Seats are
exchanged from game to game. The results are points per game of the first player, with 95 % intervals; wins,
gammons and backgammons count 1, 2 and 3. "Less luck" subtracts the luck of each throw by our networks'
evaluation, which is zero on average over all throws (`search/chance/rollout.py`), so the expectation is the
same and the interval smaller. Times are processor time, for a choice between several plays.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.dice import FIRST, START
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove import Limit
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import fraction, stream
from halfmove.games.backgammon.chequers import BAR, OFF, on, on_board, with_one, without_one
from halfmove.games.backgammon.learned import Learned
from halfmove.games.registry import game
from halfmove.search.chance.rollout import reply
from halfmove.search.session import Session

GAMES = 500
GAMES_AHEAD = 20
"""In which both look ahead."""
DEPTH, AHEAD = 5, {"candidates": "4", "width": "1"}
"""Two plies as players of backgammon count them, and what is looked at."""
FILTERED = 5
MILLION = 1e6

Player = Callable[[Any], Any]
"""What state a player goes on to."""


@kernel
def liked(rules: Game, state: Any) -> Any:
    """The state after the action that leads to the highest evaluation, or utility."""
    found, _ = reply(rules, state)
    return found


@kernel
def throw(rules: Game, state: Any, random: Buffer) -> Any:
    """The state after nature's move, and what it was worth more to player 0 than the mean, in millionths."""
    u = fraction(random)
    found = state
    came = False
    below, mean, worth = 0.0, 0.0, 0
    for action, p in rules.outcomes(state):
        child = rules.result(state, action)
        _, value = reply(rules, child)
        below += p
        mean += p * value
        if not came:
            found, worth = child, value
            came = u < below
    return found, worth - mean


def run(section: Section, settings: Settings) -> None:
    """Play, and report."""
    backgammon, learned = game("backgammon", evaluation="hand"), Learned()
    by_hand: Player = lambda state: liked(backgammon, state)  # noqa: E731
    networks: Player = lambda state: liked(learned, state)  # noqa: E731
    games = 10 if settings.quick else GAMES
    pairs = [("the networks", networks, "the evaluation by hand", by_hand, games)]
    gnubg = peer(section, "GNU Backgammon", "gnubg")
    if gnubg is not None:
        at_once, ahead = (gnu_backgammon(gnubg, learned, plies) for plies in (0, 2))
        ours = {
            "the networks, two plies": searcher(learned),
            "the networks": networks,
            "the evaluation by hand": by_hand,
        }
        openings(section, learned, ours, ahead)
        pairs += [
            ("the networks", networks, "GNU Backgammon, 0-ply", at_once, games),
            ("the evaluation by hand", by_hand, "GNU Backgammon, 0-ply", at_once, games // 4),
            (
                "the networks, two plies",
                ours["the networks, two plies"],
                "GNU Backgammon, 2-ply",
                ahead,
                2 if settings.quick else GAMES_AHEAD,
            ),
        ]
    header = ["player", "against", "games", "points a game", "less luck", "time", "the other's"]
    section.table(header, [[one, other, *match(learned, a, b, number)] for one, a, other, b, number in pairs])


def openings(section: Section, rules: Any, ours: Mapping[str, Player], theirs: Player) -> None:
    """How many of the fifteen throws that may begin a game are played as GNU Backgammon plays them."""
    start = rules.parse(START)
    states = [rules.result(start, dice) for dice in FIRST]
    wanted = [theirs(state) for state in states]
    rows = []
    for name, player in ours.items():
        found = [player(state) for state in states]
        other = [
            f"{dice}: {play_to(rules, state, mine)} for {play_to(rules, state, best)}"
            for dice, state, mine, best in zip(FIRST, states, found, wanted, strict=True)
            if (mine.own, mine.other) != (best.own, best.other)
        ]
        rows.append([name, f"{len(states) - len(other)} of {len(states)}", "; ".join(other)])
    section.table(["first throws", "as GNU Backgammon, 2-ply", "others"], rows)


def play_to(rules: Any, state: Any, after: Any) -> str:
    """The play that leads to a state."""
    return next(
        str(rules.action_text(state, a)) for a in rules.actions(state) if rules.result(state, a) == after
    )


def match(rules: Any, first: Player, second: Player, games: int, seed: int = 1) -> list[str]:
    """How many games, what the first player wins in one, the same less luck, and the seconds of a choice."""
    random = stream(seed)
    points, without, seconds, choices = [], [], [0.0, 0.0], [0, 0]
    for number in range(games):
        seat = number % 2
        sign = 1 - 2 * seat
        state, luck = rules.initial(), 0.0
        while not rules.is_terminal(state):
            mover = rules.to_move(state)
            if mover == CHANCE:
                state, lucky = throw(rules, state, random)
                luck += sign * lucky
                continue
            actions = list(rules.actions(state))
            if len(actions) == 1:
                state = rules.result(state, actions[0])
                continue
            who = 0 if mover == seat else 1
            begun = time.process_time()
            state = (first, second)[who](state)
            seconds[who] += time.process_time() - begun
            choices[who] += 1
        points.append(float(rules.utility(state, seat)))
        without.append(points[-1] - luck / MILLION)
    means = [f"{s / max(n, 1) * 1e3:.2f} ms" for s, n in zip(seconds, choices, strict=True)]
    return [f"{games:,}", mean(points), mean(without), *means]


def mean(points: list[float]) -> str:
    """A mean with its interval of 95 %."""
    error = 1.96 * statistics.stdev(points) / len(points) ** 0.5
    return f"{statistics.fmean(points):+.3f} ± {error:.3f}"


def searcher(rules: Any) -> Player:
    """A player that looks two plies ahead with the engine for games of chance."""
    session = Session(rules, "chance-engine", options=AHEAD)

    def play(state: Any) -> Any:
        return rules.result(state, session.analyze(state, Limit(depth=DEPTH)).best)

    return play


def gnu_backgammon(gnubg: Any, rules: Any, plies: int) -> Player:
    """A player that takes what GNU Backgammon takes, which looks so many plies ahead, with its own filters of
    plays and its pruning networks where it looks ahead at all.

    The package does not tell plays that bear off; where there are any, positions after plays are judged: the
    best `FILTERED` of them ahead.
    """
    contexts = [gnubg.evalcontext(0, n, 1, int(n > 0), 0.0) for n in range(plies + 1)]
    cube = gnubg.cubeinfo()

    def board(state: Any) -> Any:
        return gnubg.position_from_id(rules.position_text(state).split(":")[0])

    def worth(after: Any, mover: int, ahead: int) -> float:
        if rules.is_terminal(after):
            return float(rules.utility(after, mover))
        win, gammon, triple, lost, lost_triple = gnubg.evaluate(board(after), cube, contexts[ahead])[:5]
        return -float(2 * win - 1 + gammon + triple - lost - lost_triple)

    def play(state: Any) -> Any:
        after = [rules.result(state, action) for action in rules.actions(state)]
        if any(rules.is_terminal(s) or on_board(s.other) < on_board(state.own) for s in after):
            after.sort(key=lambda s: worth(s, state.mover, 0), reverse=True)
            return max(after[:FILTERED], key=lambda s: worth(s, state.mover, plies)) if plies else after[0]
        steps = gnubg.find_best_move(board(state), cube, contexts[plies], divmod(state.dice, 10))
        own, other = state.own, state.other
        for start, end in zip(steps[::2], steps[1::2], strict=True):
            own = with_one(without_one(own, OFF - start), OFF - end)
            if on(other, end) == 1:
                other = with_one(without_one(other, end), BAR)
        return next(s for s in after if (s.own, s.other) == (other, own))

    return play
