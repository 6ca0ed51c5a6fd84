"""Counting moves in shogi: beside cshogi's C++.

Sequences from the start, from the position with the most moves, and in a middle game with pieces in hand.
The first two counts are those published. cshogi's rules are those of Apery, in C++; they are compiled here
with `g++ -O3 -march=native -DNDEBUG` from the sources of the package (`pip download --no-binary :all:
--no-deps cshogi`, unpacked, with their folder `src` named in `CSHOGI_SOURCES`), and both count the last moves
without making them. One thread, processor time, the programs alternate, medians.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks import figures, native
from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.operations import perft

SOURCES = "CSHOGI_SOURCES"
"""The variable of the environment that names the folder."""
FILES = (
    *("bitboard", "book", "common", "generateMoves", "hand", "init", "move", "mt64bit", "position", "search"),
    *("square", "usi"),
)
DEFINED = ("-DNDEBUG", "-DHAVE_SSE4", "-DHAVE_SSE42", "-DHAVE_AVX2", "-w")
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


class Place(NamedTuple):
    """Where moves are counted: how deep, and how many there are."""

    title: str
    sfen: str
    depth: int
    sequences: int


PLACES = (
    Place("start", START, 5, 19_861_490),
    Place("most moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 3, 53_393_368),
    Place(
        "middle game",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        4,
        516_925_165,
    ),
)


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    with compiled(section) as program:
        rows = []
        for place in PLACES:
            contestants = {"ours": ours(place)}
            if program is not None:
                contestants["theirs"] = theirs(program, place)
            time = medians(alternate(contestants, settings.runs))
            row = [place.title, str(place.depth), figures.count(place.sequences)]
            row.append(figures.rate(place.sequences, time["ours"]))
            if program is not None:
                row += [
                    figures.rate(place.sequences, time["theirs"]),
                    f"{time['theirs'] / time['ours']:.2f} ×",
                ]
            rows.append(row)
    head = ["position", "depth", "sequences", "Halfmove"]
    section.table(head if program is None else [*head, "cshogi", "Halfmove : cshogi"], rows)


@contextmanager
def compiled(section: Section) -> Iterator[Path | None]:
    """cshogi's program; None, after a sentence, without its sources or a compiler."""
    named = os.environ.get(SOURCES, "")
    if not named:
        section.say(f"The sources of cshogi are not here (`{SOURCES}` names no folder), and it was left out.")
        yield None
        return
    folder = Path(named)
    with tempfile.TemporaryDirectory() as made:
        more = [*DEFINED, f"-I{folder}", *(str(folder / f"{name}.cpp") for name in FILES)]
        program = native.compiled("shogi_perft.cpp", Path(made), more)
        if program is None:
            section.say("There is no g++ here, so that cshogi was left out.")
        yield program


def ours(place: Place) -> Contestant:
    """Halfmove, compiled."""
    rules = game("shogi", impasse="none")
    state = rules.parse(place.sfen)
    perft(rules, state, 1)

    def once() -> float:
        nodes, seconds = on_thread(lambda: perft(rules, state, place.depth))
        expect(f"perft of shogi, {place.title}, to depth {place.depth}", nodes, place.sequences)
        return seconds

    return once


def theirs(program: Path, place: Place) -> Contestant:
    """cshogi's C++."""

    def once() -> float:
        command = [str(program), str(place.depth), place.sfen]
        found = subprocess.run(command, capture_output=True, text=True, check=True)
        nodes, seconds = found.stdout.split()
        expect(f"cshogi's perft of shogi, {place.title}, to depth {place.depth}", int(nodes), place.sequences)
        return float(seconds)

    return once
