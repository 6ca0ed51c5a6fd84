"""Players rated by a tournament of our arena: all against all, from random openings, sides exchanged."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.answers import expect
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as process
from halfmove.core.contract import Game
from halfmove.games.registry import game
from halfmove.search.neural.file import LONGEST_HEADER, metadata_of
from halfmove.search.neural.network import Network


@dataclass(frozen=True)
class Rules:
    """A game as the command line names it."""

    name: str
    parameters: tuple[str, ...] = ()
    """Each as `key=value`."""
    made: str = ""
    """How the network that says it was made."""

    @property
    def game(self) -> Game:
        """The game."""
        return game(self.name, **dict(pair.split("=", 1) for pair in self.parameters))

    @property
    def words(self) -> list[str]:
        """Arguments of a command."""
        return [self.name, *(word for pair in self.parameters for word in ("--set", pair))]

    @staticmethod
    def of_network(file: Path) -> Rules:
        """The registered game that a network is for."""
        with file.open("rb") as content:
            told = metadata_of(file, content.read(8 + LONGEST_HEADER))["game"]
        name, _, parameters = told.partition("?")
        rules = Rules(name, tuple(parameters.split("&")) if parameters else ())
        return replace(rules, made=made_by(Network.load(file, rules.game)))


def made_by(network: Network) -> str:
    """How a network was made, in a line."""
    return "; ".join(f"{key} {text}" for key, text in network.made.items())


def rated(rules: Rules, players: Mapping[str, str], games: int) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a table: each player's rating with its interval of 95 %, score, games and
    time of a move; `games` of each pair. The players are texts of the arena with an
    option at least, by titles."""
    with tempfile.TemporaryDirectory() as folder:
        named = [f"{text}&name={title}" for title, text in players.items()]
        done = process(
            [
                *(*HALFMOVE, "tournament", *rules.words, *named, "--games", str(games), "--seed", "1"),
                *("--file", str(Path(folder) / "games.sqlite"), "--json"),
            ]
        )
    found = json.loads(done.out)
    expect("the tournament: no fault", found["faults"], 0)
    told = {player["name"]: player for player in found["players"]}
    elos = {player["name"]: player["elo"] for player in found["ratings"]["players"]}
    rows = []
    for title in players:
        elo, own = elos[title], told[title]
        spread = f"{elo['value']:+.0f} ± {(elo['high'] - elo['low']) / 2:.0f}" if elo else "–"
        score = f"{own['points'] / own['games']:.1%}"
        rows.append([title, spread, score, str(own["games"]), f"{own['mean_seconds']:.3f} s"])
    return ["Elo", "score", "games", "a move"], rows
