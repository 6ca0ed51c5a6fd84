"""Learn what leaves are worth, from self-play; measure the player.  `halfmove leaves` does it for a list of
somebody's own; what is shipped is made by

    python -m halfmove.games.scrabble.learning                      the table of English, as it is shipped
    python -m halfmove.games.scrabble.learning --wins 20000         the chances to win, from 20,000 games
    python -m halfmove.games.scrabble.learning --measure 4000       4,000 games against the highest score

In each round positions of self-play are sampled (`selfplay`), a random part of each drawn rack is taken for
what was kept, and the table is fitted anew, by ridge regression, to what the racks brought above the mean.
The table of a round is what the next one plays with and counts its own leaves by: value iteration, fitted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.generator import Generator
from halfmove.games.scrabble.layout import layout
from halfmove.games.scrabble.leaves import FEATURES, Leaves, features, leaves_of
from halfmove.games.scrabble.lexicon.store import ENGLISH, keep_file
from halfmove.games.scrabble.selfplay import NOTE, play_game
from halfmove.games.scrabble.tiles import DATA, TileSet, tile_set
from halfmove.games.scrabble.turns import GREEDY, STATIC, TURN_WORDS, TURNS, new_match
from halfmove.games.scrabble.winning import Chances, fit_chances

RIDGE = 30.0
"""By how many racks' worth the weights are drawn to 0."""


RACKS_A_GAME = 40
"""More than are noted of a game."""
ROUNDS = 2
LEAST_GAMES = 50
"""Of a round from which something is learned."""
TRIED = 200
"""Games with each order of players in which what was learned is tried."""
Report = Callable[[int, int, str], None]
"""Hears how many games of how many are played, and what for."""


class Arena:
    """Plays games of one lexicon in the kernel."""

    def __init__(self, generator: Generator, tiles: TileSet, table: Any, seed: int, racks: int = 0) -> None:
        self.generator, self.random = generator, stream(seed)
        self.match = new_match(tiles, table, NOTE * racks)
        self.racks, self.noted = racks, 0
        self._turns: list[Any] = []

    def play(self, first: int, second: int) -> tuple[int, int]:
        """Play a game, and note its turns; both scores."""
        made, m = self.generator, self.match
        self.noted = play_game(
            made.game, made.desk, m, made.size, first, second, self.noted, self.racks, self.random
        )
        return m.scores[0], m.scores[1]

    def play_on(self) -> Iterator[int]:
        """Static players play games without end; after each, how many racks are noted."""
        while True:
            scores = self.play(STATIC, STATIC)
            many = self.match.going[TURNS]
            turns = self.match.turns.array[: TURN_WORDS * many].reshape(-1, TURN_WORDS)
            won = 0.5 * (1 + np.sign(scores[0] - scores[1]))
            row = np.empty((many, 3))
            row[:, 0], row[:, 1] = turns[:, 0] / 1000, turns[:, 1]
            row[:, 2] = np.where(np.arange(many) % 2 == 0, won, 1 - won)
            self._turns.append(row)
            yield self.noted

    def taken(self) -> tuple[Any, Any]:
        """Racks [n, 7] that were noted, and what each brings, in points."""
        notes = self.match.notes.array[: NOTE * self.noted].reshape(-1, NOTE)
        return notes[:, :1] >> (5 * np.arange(FULL_RACK)) & 31, notes[:, 1] / 1000

    def leads(self) -> tuple[Any, Any, Any]:
        """Of each turn of the games that were played on: the lead of the player to move in points, the tiles
        in the bag, and what he won of the game, from 0 to 1."""
        every = np.concatenate(self._turns)
        return every[:, 0], every[:, 1].astype(int), every[:, 2]


def sample(arena: Arena) -> None:
    """Play until as many racks are noted as there is room for."""
    last = 0.0
    for noted in arena.play_on():
        if time.monotonic() - last > 5:
            last = time.monotonic()
            print(f"  {noted:,} of {arena.racks:,} racks", file=sys.stderr)
        if noted >= arena.racks:
            return


def fit(racks: Any, brought: Any, tiles: TileSet, seed: int) -> Any:
    """The table that fits, in thousandths of a point."""
    draw = np.random.default_rng(seed)
    columns: dict[int, int] = {}
    rows: list[tuple[int, int]] = []
    kept = draw.integers(1, FULL_RACK, len(racks))
    for number, (rack, many) in enumerate(zip(racks.tolist(), kept.tolist(), strict=True)):
        for at in features(sorted(rack[:many]), tiles.vowels):
            rows.append((number, columns.setdefault(at, len(columns))))
    width = len(columns)
    gram, right = np.zeros((width, width)), np.zeros(width)
    above = brought - brought.mean()
    index = np.array(rows)
    for start in range(0, len(racks), 20_000):
        part = index[(index[:, 0] >= start) & (index[:, 0] < start + 20_000)]
        block = np.zeros((min(20_000, len(racks) - start), width))
        block[part[:, 0] - start, part[:, 1]] = 1
        gram += block.T @ block
        right += block.T @ above[start : start + len(block)]
    weights = np.linalg.solve(gram + RIDGE * np.eye(width), right)
    table = np.zeros(FEATURES, np.int64)
    table[list(columns)] = np.rint(1000 * weights)
    return table


class Learned(NamedTuple):
    """What self-play says of a lexicon."""

    leaves: Leaves
    chances: Chances
    games: int


def learn(
    generator: Generator,
    tiles: TileSet,
    table: Any,
    games: int,
    seed: int,
    stop: Callable[[], bool],
    report: Report,
) -> Learned | None:
    """Learn from so many games, in `ROUNDS` rounds, the first of which plays with `table`; with what there is
    where `stop` says so.  None where that is no whole round.  The chances are those of the last round."""
    found, played = None, 0
    for number in range(ROUNDS):
        arena = Arena(generator, tiles, table, 1000 * seed + number, RACKS_A_GAME * games)
        many = 0
        for _ in islice(arena.play_on(), games // ROUNDS):
            many += 1
            report(played + many, games, "playing itself")
            if stop():
                break
        if many < games // ROUNDS and found is not None:
            break
        if many < LEAST_GAMES:
            return None
        played += many
        racks, brought = arena.taken()
        table = fit(racks, brought, tiles, seed)
        found = Learned(
            Leaves(tiles, table), Chances(tiles.name, *fit_chances(*arena.leads(), tiles.total)), played
        )
        if stop():
            break
    return found


class Gain(NamedTuple):
    """What a player of score and leave gains."""

    points: float
    """Of a game against himself, and its half-interval of 95 %."""
    points_error: float
    lead: float
    """Over the player of the highest score."""
    lead_error: float
    won: float
    """The share of these games."""


def measure(
    generator: Generator, tiles: TileSet, table: Any, games: int, seed: int, report: Report | None = None
) -> Gain:
    """Play the static player so often against himself, and against the highest score."""
    arena = Arena(generator, tiles, table, seed)
    own, leads = list[int](), list[int]()
    for number in range(games):
        own += arena.play(STATIC, STATIC)
        kinds = (STATIC, GREEDY) if number % 2 == 0 else (GREEDY, STATIC)
        a, b = arena.play(*kinds)
        leads.append(a - b if number % 2 == 0 else b - a)
        if report is not None:
            report(number + 1, games, "trying what was learned")
    scores, lead = np.array(own), np.array(leads)
    won = np.mean((lead > 0) + 0.5 * (lead == 0))
    errors = [1.96 * float(each.std()) / len(each) ** 0.5 for each in (scores, lead)]
    return Gain(float(scores.mean()), errors[0], float(lead.mean()), errors[1], float(won))


def main(arguments: list[str] | None = None) -> None:
    """Learn a table and write it, or measure the one that is there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", default=ENGLISH, help="the file of a word list, or the name of one kept")
    parser.add_argument("--tiles", default="english", help="the tile set")
    parser.add_argument("--board", default="standard", help="the board")
    parser.add_argument("--rounds", type=int, default=6, help="how often the table is fitted anew")
    parser.add_argument("--racks", type=int, default=400_000, help="racks of each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, help="where the table is written; that which is shipped, if not said"
    )
    parser.add_argument(
        "--measure", type=int, metavar="GAMES", help="play games with the table that is there"
    )
    parser.add_argument("--wins", type=int, metavar="GAMES", help="fit the chances to win to so many games")
    asked = parser.parse_args(arguments)
    tiles = tile_set(asked.tiles)
    lexicon = keep_file(asked.lexicon, tiles)
    generator = Generator(lexicon, tiles, layout(asked.board))
    table = leaves_of(tiles, lexicon.name).table.array
    if asked.measure:
        found = measure(generator, tiles, table, asked.measure, asked.seed)
        print(f"against himself {found.points:.1f} ± {found.points_error:.1f} points a game")
        print(f"against the highest score {found.lead:+.1f} ± {found.lead_error:.1f} a game,")
        print(f"{100 * found.won:.1f} % of {asked.measure:,} games")
        return
    if asked.wins:
        arena = Arena(generator, tiles, table, asked.seed)
        for number, _ in enumerate(islice(arena.play_on(), asked.wins), 1):
            if number % 2000 == 0:
                print(f"  {number:,} of {asked.wins:,} games", file=sys.stderr)
        chances = Chances(tiles.name, *fit_chances(*arena.leads(), tiles.total))
        (asked.out or DATA / f"{tiles.name}-wins.json").write_text(chances.to_json(), "utf-8")
        return
    out = asked.out or DATA / f"{tiles.name}-leaves.json"
    table = np.zeros(FEATURES, np.int64)
    for number in range(asked.rounds):
        arena = Arena(generator, tiles, table, 1000 * asked.seed + number, asked.racks)
        sample(arena)
        racks, brought = arena.taken()
        table = fit(racks, brought, tiles, asked.seed)
        out.write_text(Leaves(tiles, table).to_json(), "utf-8")
        kept = Leaves(tiles, table)
        values = {name: kept.value(tiles.rack(name)) / 1000 for name in ("?", "S", "E", "Q", "QU", "ING")}
        print(f"round {number + 1}: a rack brings {brought.mean():.2f} points; {values}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"{error}")
