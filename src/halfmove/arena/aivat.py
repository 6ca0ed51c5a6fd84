"""AIVAT: what a game's luck was worth, taken out of its result, so that fewer games say as much.

Where the probabilities of an event are known (nature's, and those of a player whose strategy is known), the
worth of what happened less the mean over what could have happened has the expectation 0, whatever is taken
for the worth of a state.  The result less all these differences has therefore the expectation of the result,
and the better the worths, the smaller the variance.  And where the moves of the others say nothing of the
cards that a known player could have held, or of other outcomes, the mean over all of them replaces the one
that came: Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: A New Variance Reduction Technique for Agent
Evaluation in Imperfect Information Games", AAAI 2018.

`ListedHistories` does both, in a game with hidden cards whose every history can be listed. The value of a
state is what the known players earn against each other; others are taken to play as the first known one
would. Games that differ in nothing that a player of unknown strategy has done, or seen where he chose, make
one *class*: they are as likely as nature and the known players make them, so each is told the mean over its
class. (The paper takes this mean event by event; here it is taken once, over whole games.) Where all
strategies are known there is one class, and its mean is the exact result.

`Dice` and `Estimates` take out nature's luck, and that of known players, of the one game that was played: by
the evaluation after the best reply to each throw, as rollouts do (`search.chance.rollout`), or by
`Game.evaluate`.

`OtherHands` takes the mean over the hands of players whose strategies are over buckets (`other_hands`).

The values must be fixed before the games are seen, or the intervals say nothing: they follow from the plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from halfmove.arena.description import describe
from halfmove.arena.job import Record
from halfmove.arena.other_hands import OtherHands, is_applicable
from halfmove.arena.plan import Plan
from halfmove.arena.player import Player
from halfmove.arena.players.registry import player as player_of
from halfmove.core.contract import CHANCE, Action, Chance, Game, State
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.score import WIN
from halfmove.imperfect.layout import OVER, GameTable, lay_out, levels, refusal
from halfmove.imperfect.steps import uniform
from halfmove.search.chance.rollout import average_outcomes, estimate_state, reply
from halfmove.search.chance.rollouts import unfit

LARGEST = 400_000
"""Histories of a game that is listed: some seconds of Python for each way to seat the players."""
MOST_OUTCOMES = 5_000
"""Of a chance node whose every outcome is judged by `Game.evaluate`."""


class Adjustment(Protocol):
    """A way to tell a record's utilities less the luck."""

    def adjust(self, record: Record) -> tuple[float, ...]:
        """Each seat's utility less the luck; the game came to its end by the rules."""
        ...


def adjust_records(plan: Plan, records: Iterable[Record]) -> dict[int, tuple[float, ...]]:
    """Each seat's utility less the luck, by the numbers of the games that came to their end by the rules.

    `Unsuitable` where nothing of the luck can be known.
    """
    way = choose_adjustment(plan)
    return {record.number: way.adjust(record) for record in records if record.utilities}


def choose_adjustment(plan: Plan) -> Adjustment:
    """The way that suits a plan's game and players; `Unsuitable` where there is none."""
    game = plan.game.open()
    players = [player_of(describe(text)) for text in plan.players]
    for one in players:
        one.check(game)
    # A position that counts when it comes again is no state of its own, so no mixture is known there.
    known = [game.repetition == "none" and one.mixes for one in players]
    if not game.has_chance and not any(known):
        raise Unsuitable(
            f"{game.title()} leaves nothing to chance, and of no player is it known how it draws its moves "
            "(as it is of random and strategy?file=…), so that there is no luck for AIVAT to take out."
        )
    if is_applicable(players):
        return OtherHands(game, players)
    if game.hidden and refusal(game) is None:
        try:
            return ListedHistories(lay_out(game, largest=LARGEST), players, known)
        except BadInput:
            if not defines(type(game), "evaluate"):
                raise
    if unfit(game) is None:
        return Dice(game, players, known)
    if defines(type(game), "evaluate") and game.chance is not Chance.SAMPLED and game.zero_sum:
        return Estimates(game, players, known)
    raise Unsuitable(
        f"AIVAT needs values of states: {game.title()} is neither small enough for its histories to be "
        "listed nor has it an evaluation."
    )


class ListedHistories:
    """A game with hidden cards, every history of which is listed."""

    def __init__(self, table: GameTable, players: list[Player], known: list[bool]) -> None:
        self.table = table
        layout = table.layout
        self._policies = [
            find_policy(table, one) if mixes else None for one, mixes in zip(players, known, strict=True)
        ]
        first = next((policy for policy in self._policies if policy is not None), None)
        self._otherwise = uniform(layout) if first is None else first
        self._parents = np.repeat(np.arange(len(layout.mover)), np.diff(layout.child))
        """The history before each history but the first."""
        self._levels = list(levels(layout))
        self._told: dict[tuple[int, ...], Any] = {}

    def adjust(self, record: Record) -> tuple[float, ...]:
        if record.set_up:
            raise Unsuitable(
                "AIVAT is for games that begin in the initial position, as the probabilities of an opening's "
                "cards and moves are not known; leave --openings out."
            )
        if record.players not in self._told:
            self._told[record.players] = self.find_utilities(record.players)
        told = self._told[record.players][self._find_end(record)]
        if np.isnan(told).any():
            raise BadInput(
                f"Game {record.number + 1} has a move that the strategy of whoever made it never makes, so "
                "that its luck is not known."
            )
        return tuple(float(value) for value in told)

    def _find_end(self, record: Record) -> int:
        """The number of the history that was played."""
        at, child, game = 0, self.table.layout.child, self.table.game
        history = record.open(game)
        for state, action in zip(history.states, history.actions, strict=False):
            at = int(child[at]) + _list_choices(game, state).index(action)
        return at

    def find_utilities(self, players: tuple[int, ...]) -> Any:
        """What each history is told that has ended, where the players of these numbers sit in this order:
        float64[histories, seats]; no number (nan) where the known players never come."""
        layout = self.table.layout
        unknown = [seat for seat, one in enumerate(players) if self._policies[one] is None]
        likely, reckoned, done = self._weigh_steps(players)
        over = layout.mover == OVER
        result_less_luck, weight = self._subtract_luck(likely, reckoned, np.isin(layout.mover, unknown))
        classes = np.unique(done[over], axis=0, return_inverse=True)[1].reshape(-1)
        sums, weights = np.zeros((classes.max() + 1, layout.players)), np.zeros(classes.max() + 1)
        np.add.at(sums, classes, weight[over, None] * result_less_luck[over])
        np.add.at(weights, classes, weight[over])
        told = np.full((len(over), layout.players), np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = (sums / weights[:, None])[classes]
        told[over] = np.where(weight[over, None] > 0, means, np.nan)
        return told

    def _weigh_steps(self, players: tuple[int, ...]) -> tuple[Any, Any, Any]:
        """For the last step of each history: its probability, 1 where a player of unknown strategy made it;
        the probability that the values are reckoned with; and the last sequence of each unknown player up to
        there, 0: none."""
        layout, parents = self.table.layout, self._parents
        steps = np.arange(1, len(layout.mover))
        movers = layout.mover[parents]
        sequence = layout.first[np.where(movers >= 0, layout.place[parents], 0)]
        sequence += steps - layout.child[parents]
        likely, reckoned = layout.chance.copy(), layout.chance.copy()
        done = np.zeros((len(layout.mover), layout.players), np.int64)
        for seat, one in enumerate(players):
            his = movers == seat
            policy = self._policies[one]
            reckoned[steps[his]] = (self._otherwise if policy is None else policy)[sequence[his]]
            if policy is None:
                done[steps[his], seat] = sequence[his]
            else:
                likely[steps[his]] = policy[sequence[his]]
        for level in self._levels:
            done[level] = np.where(done[level] > 0, done[level], done[parents[level - 1]])
        return likely, reckoned, done

    def _subtract_luck(self, likely: Any, reckoned: Any, unknown: Any) -> tuple[Any, Any]:
        """Each history's value less the luck that led to it, and how likely the known steps make it;
        `unknown` are the histories in which a player of unknown strategy moves, whose steps are no luck."""
        layout, parents = self.table.layout, self._parents
        over = layout.mover == OVER
        value = np.zeros((len(over), layout.players))
        value[over] = layout.earned[layout.place[over]]
        for level in reversed(self._levels):
            np.add.at(value, parents[level - 1], reckoned[level, None] * value[level])
        mean = value.copy()
        luck, weight = np.zeros_like(value), np.ones(len(over))
        for level in self._levels:
            before = parents[level - 1]
            weight[level] = weight[before] * likely[level]
            step = np.where(unknown[before, None], 0.0, value[level] - mean[before])
            luck[level] = luck[before] + step
        return value - luck, weight


def find_policy(table: GameTable, player: Player) -> Any:
    """A player's probabilities as those of sequences: float64, see `imperfect.layout`."""
    policy = uniform(table.layout)
    for number in range(table.sets):
        mix = player.mixture(table.game, table.example(number))
        first = table.layout.first[number]
        row = [float(mix.get(action, 0.0)) for action in table.actions[number]]
        policy[first : first + len(row)] = row
    return policy


class _PlayedGame:
    """The luck of the one game that was played, between two players."""

    def __init__(self, game: Game, players: list[Player], known: list[bool]) -> None:
        self.game, self.players, self.known = game, players, known

    def adjust(self, record: Record) -> tuple[float, ...]:
        history = record.open(self.game)
        luck = 0.0
        for move, state, after, action in zip(
            record.moves, history.states[:-1], history.states[1:], history.actions, strict=True
        ):
            if move.opening:
                continue
            mover = self.game.to_move(state)
            if mover == CHANCE:
                luck += self.measure_outcome(state, after)
            elif self.known[record.players[mover]]:
                luck += self._measure_draw(self.players[record.players[mover]], state, action)
        return record.utilities[0] - luck, record.utilities[1] + luck

    def measure_outcome(self, state: State, after: State) -> float:
        """What it was worth to player 0 that nature led from one state to the other."""
        raise NotImplementedError

    def _measure_draw(self, player: Player, state: State, action: Action) -> float:
        """The same of what a player drew."""
        worths = {
            a: estimate_state(self.game, self.game.result(state, a)) / WIN for a in self.game.actions(state)
        }
        mix = player.mixture(self.game, state)
        return worths[action] - sum(mix.get(a, 0.0) * worth for a, worth in worths.items())


class Dice(_PlayedGame):
    """A game of dice: throws are judged by the evaluation after the best reply."""

    def measure_outcome(self, state: State, after: State) -> float:
        return float(reply(self.game, after)[1] - average_outcomes(self.game, state)) / WIN


class Estimates(_PlayedGame):
    """Any other game for two with an evaluation."""

    def measure_outcome(self, state: State, after: State) -> float:
        mean = 0.0
        for number, (action, p) in enumerate(self.game.outcomes(state)):
            if number >= MOST_OUTCOMES:
                raise Unsuitable(
                    f"{self.game.title()} has more than {MOST_OUTCOMES:,} outcomes at once, too many for "
                    "AIVAT."
                )
            mean += p * estimate_state(self.game, self.game.result(state, action))
        return (estimate_state(self.game, after) - mean) / WIN


def _list_choices(game: Game, state: State) -> list[Action]:
    """The steps from a state in the order in which `lay_out` lists them."""
    if game.to_move(state) == CHANCE:
        return [action for action, _ in game.outcomes(state)]
    return list(game.actions(state))
