"""Learn what leaves are worth, from self-play; measure the player.

    python -m halfmove.games.scrabble.learning                      the table of English, as it is shipped
    python -m halfmove.games.scrabble.learning --lexicon list.txt --tiles german --out german-leaves.json
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
from pathlib import Path
from typing import Any

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


class Arena:
    """Plays games of one lexicon in the kernel."""

    def __init__(self, generator: Generator, tiles: TileSet, table: Any, seed: int, racks: int = 0) -> None:
        self.generator, self.random = generator, stream(seed)
        self.match = new_match(tiles, table, NOTE * racks)
        self.racks = racks

    def play(self, first: int, second: int, notes: int = 0) -> tuple[int, int, int]:
        """Play a game; both scores, and how many racks are noted."""
        made, most = self.generator, self.racks
        count = play_game(
            made.game, made.desk, self.match, made.size, first, second, notes, most, self.random
        )
        return self.match.scores[0], self.match.scores[1], count


def sample(arena: Arena) -> tuple[Any, Any]:
    """Racks [n, 7], and what each brings, in points."""
    noted, last = 0, 0.0
    while noted < arena.racks:
        noted = arena.play(STATIC, STATIC, noted)[2]
        if time.monotonic() - last > 5:
            last = time.monotonic()
            print(f"  {noted:,} of {arena.racks:,} racks", file=sys.stderr)
    notes = arena.match.notes.array.reshape(-1, NOTE)
    racks = notes[:, :1] >> (5 * np.arange(FULL_RACK)) & 31
    return racks, notes[:, 1] / 1000


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


def sample_leads(arena: Arena, games: int) -> tuple[Any, Any, Any]:
    """Of each turn of games: the lead of the player to move in points, the tiles in the bag, and what he won
    of the game, from 0 to 1."""
    found: list[Any] = []
    for number in range(games):
        first, second, _ = arena.play(STATIC, STATIC)
        many = arena.match.going[TURNS]
        turns = arena.match.turns.array[: TURN_WORDS * many].reshape(-1, TURN_WORDS)
        won = 0.5 * (1 + np.sign(first - second))
        row = np.empty((many, 3))
        row[:, 0], row[:, 1] = turns[:, 0] / 1000, turns[:, 1]
        row[:, 2] = np.where(np.arange(many) % 2 == 0, won, 1 - won)
        found.append(row)
        if number % 2000 == 1999:
            print(f"  {number + 1:,} of {games:,} games", file=sys.stderr)
    every = np.concatenate(found)
    return every[:, 0], every[:, 1].astype(int), every[:, 2]


def measure(generator: Generator, tiles: TileSet, table: Any, games: int, seed: int) -> None:
    """Play the static player against himself and against the highest score, and print what they score."""
    arena = Arena(generator, tiles, table, seed)
    own, leads = [], []
    for number in range(games):
        a, b, _ = arena.play(STATIC, STATIC)
        own += [a, b]
        kinds = (STATIC, GREEDY) if number % 2 == 0 else (GREEDY, STATIC)
        a, b, _ = arena.play(*kinds)
        leads.append(a - b if number % 2 == 0 else b - a)
    scores, lead = np.array(own), np.array(leads)
    error = 1.96 * scores.std() / len(scores) ** 0.5
    print(f"against himself {scores.mean():.1f} ± {error:.1f} points a game")
    error = 1.96 * lead.std() / len(lead) ** 0.5
    won = np.mean((lead > 0) + 0.5 * (lead == 0))
    print(f"against the highest score {lead.mean():+.1f} ± {error:.1f} a game,")
    print(f"{100 * won:.1f} % of {games:,} games")


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
    generator = Generator(keep_file(asked.lexicon, tiles), tiles, layout(asked.board))
    table = leaves_of(tiles).table.array
    if asked.measure:
        measure(generator, tiles, table, asked.measure, asked.seed)
        return
    if asked.wins:
        leads, bags, won = sample_leads(Arena(generator, tiles, table, asked.seed), asked.wins)
        chances = Chances(tiles.name, *fit_chances(leads, bags, won, tiles.total))
        (asked.out or DATA / f"{tiles.name}-wins.json").write_text(chances.to_json(), "utf-8")
        return
    out = asked.out or DATA / f"{tiles.name}-leaves.json"
    table = np.zeros(FEATURES, np.int64)
    for number in range(asked.rounds):
        arena = Arena(generator, tiles, table, 1000 * asked.seed + number, asked.racks)
        racks, brought = sample(arena)
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
