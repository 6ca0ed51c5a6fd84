"""What each part of a search with a network is worth: policy, value and playouts, each alone and together.

The network of Connect Four that comes with Halfmove, or those of `--network FILE`, of any game, and copies of
it without policy, value, or both (their last layers are zeros, which makes the policy uniform and every
position even), play a round robin from random openings of four plies, each twice with sides exchanged, with
200 simulations a move except for the policy alone; the arena rates them, with 95 % intervals and the mean at
0. As in the paper on AlphaGo (Silver et al., 2016, extended data table 7), λ is the weight of the playout in
the value of a leaf; all searches back up proofs.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.rated import Rules, rated
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.search.neural.network import Network
from halfmove.search.neural.usual import usual

SIMULATIONS = 200
GAMES = 24
"""Of each pair of players; of quick runs two."""
POLICY, VALUE = ("policy.dense", "policy.planes"), ("value.dense2",)
COPIES = {"whole": (), "policy": VALUE, "value": POLICY, "nothing": POLICY + VALUE}
"""By the file's name, the layers that are silenced."""
SEARCHED = f"simulations={SIMULATIONS}"
PLAYERS = {
    "policy, value; Gumbel's root": ("whole", f"{SEARCHED}&selection=gumbel"),
    "policy, value": ("whole", SEARCHED),
    "policy, value and playouts (λ = ½)": ("whole", f"{SEARCHED}&rollouts=0.5"),
    "value": ("value", SEARCHED),
    "policy, playouts (λ = 1)": ("policy", f"{SEARCHED}&rollouts=1"),
    "playouts (λ = 1)": ("nothing", f"{SEARCHED}&rollouts=1"),
    "the policy alone, no search": ("whole", "simulations=0"),
}


def run(section: Section, settings: Settings) -> None:
    """Play them, and report."""
    files = settings.networks or [path for path in (usual(game("connect4")),) if path]
    if not files:
        section.say("No network comes with Halfmove, and none was named with `--network`; left out.")
    for file in files:
        measure(section, file, 2 if settings.quick else GAMES)


def measure(section: Section, file: Path, games: int) -> None:
    """The table of one network."""
    rules = Rules.of_network(file)
    section.say(f"{rules.game.title()}, a network made by: {rules.made}.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for copy, silent in COPIES.items():
            silenced(Network.load(file, rules.game), silent).save(folder / f"{copy}.safetensors")
        players = {
            title: f"network?file={folder / copy}.safetensors&{options}"
            for title, (copy, options) in PLAYERS.items()
        }
        header, rows = rated(rules, players, games)
    section.table([f"{SIMULATIONS} simulations", *header], rows)


def silenced(network: Network, layers: tuple[str, ...]) -> Network:
    """The network with some last layers that say nothing."""
    for name, array in network.parameters.items():
        if name.startswith(layers):
            network.parameters[name] = np.zeros_like(array)
    return network
