"""What the opponent may hold, concluded from his last play: the tiles that he kept are weighed by how likely
he would have made this play with them.

Before his play he had the tiles that he laid down and those that he kept.  Of what he may have kept,
every choice of the tiles that are not seen is equally likely at first.  A choice with which a much better
play was there than the one he made is unlikely after it: its weight is `MISS` + (1 - `MISS`) exp(-loss /
`CARE`), where the loss is by how many points of score and leave the static player's best play is better.
Tiles that he has drawn since are drawn from what is left, as always.  Sources: B. Sheppard,
*World-championship-caliber Scrabble*, Artificial Intelligence 134, 2002, section 5; M. Richards and E. Amir,
*Opponent modeling in Scrabble*, IJCAI 2007, pages 1482 to 1487.

Of the history only that is used which both players have seen: the board, and the last play.  Of an exchange
or a pass nothing is concluded.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.history import History
from halfmove.core.randomness import below, stream
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.plays import is_play, tiles_of
from halfmove.games.scrabble.rules import DRAW, TURN, State, rack_tiles, without
from halfmove.games.scrabble.tiles import sort_rack

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer
    from halfmove.games.scrabble.knowledge import Knowledge
    from halfmove.games.scrabble.simulation import Simulator

Chooser = Callable[[State], int]
"""What a player does in a turn."""
CARE = 4.0
"""Points of loss after which a play is e times less likely, of who has seen the better one."""
MISS = 0.2
"""How likely a player does not see a better play, however good: he need not know its words."""
SAMPLES = 200
"""Choices of kept tiles that are weighed."""


class LastPlay(NamedTuple):
    """A play as everybody has seen it."""

    board: bytes
    """Before it."""
    action: int
    score: int
    in_bag: int
    """Tiles in the bag before it."""
    held: int
    """Tiles on the player's rack before it."""


class Kept(NamedTuple):
    """Tiles that a player may have kept, and how likely: choices with weights that add up to 1."""

    choices: Sequence[bytes]
    weights: Sequence[float]
    likelihood: float
    """How likely his play is in the mean of all choices, where a play without a loss has 1."""

    def draw(self, random: Buffer) -> bytes:
        """One of the choices, by its weight."""
        point, at = below(random, 1 << 30) / (1 << 30), 0
        while at + 1 < len(self.weights) and point >= self.weights[at]:
            point -= self.weights[at]
            at += 1
        return self.choices[at]


def last_play(game: Knowledge, history: History) -> LastPlay | None:
    """The play that led to the turn at the end of a history; None where another action did."""
    states, actions = history.states, history.actions
    at = len(actions) - 1
    while at >= 0 and states[at].phase != TURN:
        if states[at].phase != DRAW and states[at + 1].board != states[at].board:
            return None  # a play was taken back
        at -= 1
    if at < 0 or not is_play(actions[at]) or states[at].mover == history.state.mover:
        return None
    before: State = states[at]
    held = len(before.racks[before.mover])
    score = game.score(before.board, actions[at])
    return LastPlay(before.board, actions[at], score, sum(before.bag), held)


def infer_kept(
    game: Knowledge, simulator: Simulator, play: LastPlay, unseen: Sequence[int], random: Buffer
) -> Kept | None:
    """What may have been kept after a play, where `unseen` counts what is not seen now; None where nothing
    was kept, or too little is unseen."""
    used = rack_tiles(tiles_of(play.action))
    many = play.held - len(used)
    pool = [tile for tile, count in enumerate(unseen) for _ in range(count)]
    if many <= 0 or play.held > FULL_RACK or len(pool) < many:
        return None
    losses: dict[bytes, float] = {}
    choices = []
    for _ in range(SAMPLES):
        for at in range(many):
            other = at + below(random, len(pool) - at)
            pool[at], pool[other] = pool[other], pool[at]
        kept = sort_rack(pool[:many])
        choices.append(kept)
        if kept not in losses:
            losses[kept] = loss_of(game, simulator, play, used, kept)
    weights = [likelihood(losses[kept]) for kept in choices]
    total = sum(weights)
    return Kept(choices, [weight / total for weight in weights], total / len(weights))


def likelihood(loss: float) -> float:
    """How likely a play is that lost so many points, beside one that lost none."""
    return MISS + (1 - MISS) * math.exp(-loss / CARE)


def loss_of(game: Knowledge, simulator: Simulator, play: LastPlay, used: bytes, kept: bytes) -> float:
    """By how many points the best play with a rack is better than the play that was made."""
    best = simulator.best_worth(play.board, sort_rack((*used, *kept)), play.in_bag)
    if best is None:
        return 0.0
    own = 1000 * play.score + game.leaves.value(kept)
    return max(best - own, 0) / 1000


class Gain(NamedTuple):
    """How much an inference says in self-play."""

    plays: int
    mean: float
    """By how many nats the tiles that were really kept are likelier than by chance alone."""
    error: float
    """The standard error of that."""


def measure(game: Knowledge, simulator: Simulator, games: int, choose: Chooser, seed: int) -> Gain:
    """What the inference says of the tiles that players keep, in games of players who choose so."""
    from random import Random

    draw, random, gains = Random(seed), stream(seed), []
    for _ in range(games):
        history = History(game)
        while not history.over:
            s = history.state
            if s.phase == DRAW:
                tiles, chances = zip(*game.outcomes(s), strict=True)
                history.append(draw.choices(tiles, chances)[0])
                continue
            play = last_play(game, history)
            if s.phase == TURN and play is not None and any(s.bag):
                used = rack_tiles(tiles_of(play.action))
                before = next(e for e in reversed(history.states[:-1]) if e.phase == TURN)
                kept = without(before.racks[before.mover], used)
                found = infer_kept(game, simulator, play, game.unseen(s, s.mover), random)
                if found is not None and kept:
                    loss = loss_of(game, simulator, play, used, kept)
                    gains.append(math.log(likelihood(loss) / found.likelihood))
            history.append(choose(s))
    mean = sum(gains) / max(len(gains), 1)
    error = (sum((gain - mean) ** 2 for gain in gains) / max(len(gains) ** 2, 1)) ** 0.5
    return Gain(len(gains), mean, error)


def main(arguments: list[str] | None = None) -> None:
    """Measure what the last play says of the tiles kept, in games of a level or of the static player."""
    from halfmove.games.scrabble.engine import ScrabbleExpert
    from halfmove.games.scrabble.game import Scrabble
    from halfmove.games.scrabble.levels import LEVELS, Levels

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", type=int, choices=range(1, len(LEVELS) + 1), help="else the static player")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game = Scrabble()
    expert, levels = ScrabbleExpert(game), Levels(game)

    def choose(s: State) -> int:
        chosen = None if asked.level is None else levels.choose(s, asked.level)
        return expert.candidates(s, 1)[0].action if chosen is None else chosen

    found = measure(game, expert.simulator, asked.games, choose, asked.seed)
    gain = f"{found.mean:+.3f} ± {1.96 * found.error:.3f}"
    print(f"{found.plays} plays: the tiles that were kept are likelier by {gain} nats")


if __name__ == "__main__":
    main()
