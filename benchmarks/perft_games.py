"""Counting moves in the other games.

The table shows the speed of the rules of each game, compiled and as plain Python, in perft from the initial
position. OpenSpiel is driven from Python if it has the same game. The counts are checked: tic-tac-toe's
against the published number of games of nine moves, Othello's against A. Bik's (less the games that end
earlier, which he counts), checkers' too, and the others against the product of the numbers of moves, because
no game can end earlier.
"""

from __future__ import annotations

from math import perm
from typing import NamedTuple

from benchmarks import figures, openspiel
from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.games.registry import game
from halfmove.operations import perft


class Race(NamedTuple):
    """A game, and how deep it is counted at either speed."""

    title: str
    game: Game
    depth: int
    sequences: int
    shallow: int
    shallow_sequences: int
    peer: str


def races() -> list[Race]:
    """The games measured."""
    return [
        Race("tic-tac-toe", game("tictactoe"), 9, 127_872, 5, perm(9, 5), "tic_tac_toe"),
        Race(
            "(4,4,4)-tic-tac-toe",
            game("mnk", width=4, height=4, k=4),
            7,
            perm(16, 7),
            4,
            perm(16, 4),
            "mnk(m=4,n=4,k=4)",
        ),
        Race("Gomoku", game("gomoku"), 3, perm(225, 3), 2, perm(225, 2), "mnk(m=15,n=15,k=5)"),
        Race("Connect Four 8 × 7", game("connect4", width=8, height=7), 7, 8**7, 5, 8**5, ""),
        Race("Othello", game("othello"), 10, 24_571_284, 6, 8_200, "othello"),
        Race("Checkers", game("checkers"), 9, 3_963_680, 6, 36_768, ""),
        Race("Breakthrough", game("breakthrough"), 6, 149_264_638, 4, 256_036, "breakthrough"),
        Race("Shogi", game("shogi"), 5, 19_861_490, 3, 25_470, ""),
        Race("Minishogi", game("minishogi"), 5, 533_203, 3, 2_512, ""),
        Race("Hex 11 × 11", game("hex", swap=False), 4, perm(121, 4), 2, perm(121, 2), "hex"),
        Race("Nim, 40 matches, take 1–3", game("nim", heaps="40", most=3), 13, 3**13, 8, 3**8, ""),
    ]


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    rows = []
    for race in races():
        contestants = {
            "compiled": ours(race.title, race.game, race.depth, race.sequences),
            "interpreted": ours(race.title, interpreted(race.game), race.shallow, race.shallow_sequences),
        }
        if race.peer and pyspiel is not None:
            contestants["OpenSpiel"] = theirs(pyspiel, race)
        time = medians(alternate(contestants, settings.runs))
        rate = {"compiled": race.sequences / time["compiled"]}
        rate |= {name: race.shallow_sequences / time[name] for name in time if name != "compiled"}
        rows.append(
            [
                race.title,
                str(race.depth),
                figures.count(race.sequences),
                figures.rate(rate["compiled"], 1),
                figures.rate(rate["interpreted"], 1),
                figures.rate(rate["OpenSpiel"], 1) if "OpenSpiel" in rate else "–",
                f"{rate['compiled'] / rate['OpenSpiel']:,.0f} ×" if "OpenSpiel" in rate else "–",
            ]
        )
    section.table(
        ["game", "depth", "sequences", "compiled", "interpreted", "OpenSpiel", "compiled : OpenSpiel"], rows
    )


def ours(title: str, rules: Game, depth: int, count: int) -> Contestant:
    """Halfmove at the speed of `rules`."""
    start = rules.initial()
    perft(rules, start, 1)

    def once() -> float:
        nodes, seconds = on_thread(lambda: perft(rules, start, depth))
        expect(f"perft of {title} to depth {depth}", nodes, count)
        return seconds

    return once


def theirs(pyspiel: object, race: Race) -> Contestant:
    """OpenSpiel from Python, to the lesser depth."""
    start = pyspiel.load_game(race.peer).new_initial_state()  # type: ignore[attr-defined]

    def once() -> float:
        nodes, seconds = on_thread(lambda: openspiel.perft(start, race.shallow))
        expect(f"OpenSpiel's perft of {race.title} to depth {race.shallow}", nodes, race.shallow_sequences)
        return seconds

    return once
