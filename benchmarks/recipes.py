"""What each part of the training is worth: Gumbel's root, the gate, symmetries, playout caps, on and off.

For each variant a network is trained from the rules alone, by as many positions of self-play as every other,
in one process that plays and one that learns; the last networks play all against all, 100 simulations a move
by the same search, from random openings of four plies, each twice with sides exchanged, and are rated by the
arena. A seed is a training of its own, so that what lies between two seeds of one variant says how much
chance there is in what lies between two variants.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as process
from benchmarks.rated import Rules, rated
from benchmarks.report import Section
from benchmarks.settings import Settings

GAMES = (Rules("connect4"), Rules("othello", ("width=6", "height=6")))
PUCT = "selection=puct"
VARIANTS = {
    "Gumbel's root": ("alphazero", ()),
    "PUCT with noise": ("alphazero", (PUCT,)),
    "Gumbel's root, with the gate": ("alphago-zero", ("gate_games=100",)),
    "PUCT with noise, with the gate": ("alphago-zero", (PUCT, "gate_games=100")),
    "Gumbel's root, without symmetries": ("alphazero", ("symmetries=no",)),
    "Gumbel's root, playout caps": (
        "alphazero",
        ("simulations=64", "full_share=0.25", "fast_simulations=16"),
    ),
}
"""By name, recipe and options. The paper's gate has 400 games; 100 have a standard error of 5 %."""
POSITIONS, SEEDS, SIMULATIONS, PLAYED = 20_000, 2, 100, 20
"""Positions of self-play, trainings of each variant, simulations of a move in the tournament, and the games
of each pair there."""
QUICK = 3_000


def run(section: Section, settings: Settings) -> None:
    """Train them, let them play, and report."""
    positions, seeds = (QUICK, 1) if settings.quick else (POSITIONS, SEEDS)
    for rules in GAMES:
        with tempfile.TemporaryDirectory() as name:
            players, minutes = trained(rules, Path(name), positions, seeds)
            header, rows = rated(rules, players, 2 if settings.quick else PLAYED)
        section.say(f"{rules.game.title()}, {positions:,} positions of self-play each:")
        section.table(
            ["trained with", *header[:3], "minutes of training"],
            [[*row[:4], f"{spent:.1f}"] for row, spent in zip(rows, minutes, strict=True)],
        )


def trained(rules: Rules, folder: Path, positions: int, seeds: int) -> tuple[dict[str, str], list[float]]:
    """Each variant's player by its title, and the minutes that each training took."""
    players: dict[str, str] = {}
    minutes = []
    for number, (variant, (recipe, options)) in enumerate(VARIANTS.items()):
        for seed in range(1, seeds + 1):
            start, output = time.perf_counter(), folder / f"{number}-{seed}"
            process(
                [
                    *(*HALFMOVE, "train", *rules.words, "--recipe", recipe, "--seed", str(seed)),
                    *("--positions", str(positions), "--workers", "1", "--network", "small"),
                    *("--option", "rating_games=0", "--option", "generations=8", "--json", "-o", str(output)),
                    *(word for option in options for word in ("--option", option)),
                ]
            )
            minutes.append((time.perf_counter() - start) / 60)
            title = f"{variant}, seed {seed}"
            players[title] = f"network?file={output / 'best.safetensors'}&simulations={SIMULATIONS}"
            print(f"{rules.name}: {title}: {minutes[-1]:.1f} minutes", flush=True)
    return players, minutes
