"""What each part of a search with a network is worth: policy, value and playouts, each alone and together.

The network of Connect Four that comes with Halfmove, and copies of it whose policy, value, or both say
nothing (their last layers are zeros: all moves alike, every position even). All play all, from random
openings of four plies, each twice with sides exchanged, with 200 simulations a move but for the policy that
plays alone; rated by the arena, with intervals of 95 %, the mean at 0. As in the paper on AlphaGo (Silver et
al., 2016, extended data table 7), λ is the share of the playout in what a leaf is worth; proofs are backed up
by all that search.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.answers import expect
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as process
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.search.neural.network import Network
from halfmove.search.neural.usual import usual

SIMULATIONS = 200
GAMES = 24
"""Of each pair of players; of quick runs two."""
POLICY, VALUE = "policy.dense", "value.dense2"
COPIES = {"whole": (), "policy": (VALUE,), "value": (POLICY,), "nothing": (POLICY, VALUE)}
"""By the file's name, the layers that are silenced."""
PLAYERS = {
    "policy, value; Gumbel's root": ("whole", "selection=gumbel"),
    "policy, value": ("whole", ""),
    "policy, value and playouts (λ = ½)": ("whole", "rollouts=0.5"),
    "value": ("value", ""),
    "policy, playouts (λ = 1)": ("policy", "rollouts=1"),
    "playouts (λ = 1)": ("nothing", "rollouts=1"),
    "the policy alone, no search": ("whole", "simulations=0"),
}


def run(section: Section, settings: Settings) -> None:
    """Play them, and report."""
    rules = game("connect4")
    file = usual(rules)
    if file is None:
        section.say("No network comes with Halfmove here; left out.")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, silent in COPIES.items():
            silenced(Network.load(file, rules), silent).save(Path(folder) / f"{name}.safetensors")
        found = tournament(Path(folder), 2 if settings.quick else GAMES)
    expect("the tournament: no fault", found["faults"], 0)
    players = {player["name"]: player for player in found["players"]}
    rated = {player["name"]: player["elo"] for player in found["ratings"]["players"]}
    rows = []
    for name in PLAYERS:
        elo, told = rated[name], players[name]
        spread = f"{elo['value']:+.0f} ± {(elo['high'] - elo['low']) / 2:.0f}" if elo else "–"
        score = f"{told['points'] / told['games']:.1%}"
        rows.append([name, spread, score, str(told["games"]), f"{told['mean_seconds']:.3f} s"])
    section.table([f"{SIMULATIONS} simulations", "Elo", "score", "games", "a move"], rows)


def silenced(network: Network, layers: tuple[str, ...]) -> Network:
    """The network with some last layers that say nothing."""
    for name, array in network.parameters.items():
        if name.startswith(layers):
            network.parameters[name] = np.zeros_like(array)
    return network


def tournament(folder: Path, games: int) -> Any:
    """What the arena tells of all of them against each other."""
    players = []
    for title, (name, rest) in PLAYERS.items():
        limit = "" if "simulations" in rest else f"simulations={SIMULATIONS}"
        told = "&".join(filter(None, [f"network?name={title}&file={folder / name}.safetensors", limit, rest]))
        players.append(told)
    done = process(
        [
            *(*HALFMOVE, "tournament", "connect4", *players, "--games", str(games), "--seed", "1"),
            *("--file", str(folder / "games.sqlite"), "--json"),
        ]
    )
    return json.loads(done.out)
