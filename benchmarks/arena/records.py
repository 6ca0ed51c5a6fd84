"""Games of chess written and read: a match exported as PGN, and PGN read again, beside python-chess.

Two hundred games of random moves, eighty plies each. `halfmove match --export` replays each stored game and
writes it with the players' values for each move; python-chess pushes the same moves, in the same notation,
and writes the same data. Then both read Halfmove's file, game by game; also without its comments, and
Halfmove also with the moves only. Times are processor time for each game; ratios are to python-chess on the
same text. Checked: python-chess reads the same moves from our file, and we read them from its.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.arena.export import format_games
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Plan
from halfmove.games.chess.pgn import main_lines
from halfmove.games.reference import GameReference
from halfmove.games.registry import game

GAMES, PLIES = 200, 80


def run(section: Section, settings: Settings) -> None:
    """Write, read, compare, and report."""
    played = [random_game(seed) for seed in range(10 if settings.quick else GAMES)]
    plan = Plan(game=GameReference("chess"), players=("random?name=Ann", "random?name=Bob"))
    [form] = (form for form in game("chess").record_formats() if form.name == "PGN")
    form.prepare()  # as `halfmove prepare chess` does
    ours = "".join(format_games(plan, map(record, range(len(played)), played), ".pgn"))
    bare = re.sub(r"\{[^}]*\}|\d+\.\.\.", "", ours)
    rows: dict[str, Callable[[], Any]] = {
        "Halfmove: a kept game exported": lambda: list(
            format_games(plan, map(record, range(len(played)), played), ".pgn")
        ),
        "Halfmove: PGN read": lambda: sum(1 for _ in form.read(ours)),
        "Halfmove: without comments": lambda: sum(1 for _ in form.read(bare)),
        "Halfmove: main lines alone": lambda: sum(1 for _ in main_lines(ours)),
    }
    expect("moves read", [[move.text for move in each.moves] for each in form.read(ours)], played)
    if peer(section, "python-chess", "chess.pgn") is not None:
        theirs = "\n\n".join(pushed(moves) for moves in played)
        expect("python-chess's reading", [sans(each) for each in read(ours)], played)
        expect("its writing", [[move.text for move in each.moves] for each in form.read(theirs)], played)
        rows["python-chess: the moves pushed and written"] = lambda: [pushed(moves) for moves in played]
        rows["python-chess: PGN read"] = lambda: sum(1 for _ in reading(ours))
        rows["python-chess: without comments"] = lambda: sum(1 for _ in reading(bare))
    times: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(settings.runs):
        for name, work in rows.items():
            times[name].append(processor(work) / len(played))
    middle = {name: median(taken) for name, taken in times.items()}
    section.table(
        [f"{len(played)} games of {PLIES} plies", "a game", "python-chess : Halfmove"],
        [[name, figures.seconds(taken), ratio(name, middle)] for name, taken in middle.items()],
    )


def ratio(name: str, middle: dict[str, float]) -> str:
    """How many times as fast as python-chess's reading of the same text."""
    text = "without comments" if "without" in name else "PGN read"
    theirs = middle.get(f"python-chess: {text}")
    compared = theirs is not None and name.startswith("Halfmove") and "exported" not in name
    return f"{theirs / middle[name]:.2f}" if compared and theirs is not None else ""


def processor(work: Callable[[], Any]) -> float:
    """Seconds of the processor."""
    began = time.process_time()
    work()
    return time.process_time() - began


def random_game(seed: int) -> list[str]:
    """Random moves, in the game's notation; a game that ends sooner is tried with another seed."""
    rules, random = game("chess"), Random(seed)
    state = rules.initial()
    moves: list[str] = []
    while len(moves) < PLIES:
        if rules.is_terminal(state):
            return random_game(seed + 1_000)
        action = random.choice(list(rules.actions(state)))
        moves.append(rules.action_text(state, action))
        state = rules.result(state, action)
    return moves


def record(number: int, moves: list[str]) -> Record:
    """The game as a match keeps it."""
    told = tuple(MoveRecord(text, 0.1, value=0.31, depth=12, seat=ply % 2) for ply, text in enumerate(moves))
    return Record(number, number // 2, (0, 1), (0.5, 0.5), Ending.ADJUDICATION, "drawn by adjudication", told)


# ---- python-chess
def pushed(moves: list[str]) -> str:
    """The game by python-chess: each move read and pushed, with the same comment; the text."""
    import chess.pgn

    paper = chess.pgn.Game()
    node: Any = paper
    board = paper.board()
    for text in moves:
        move = board.push_san(text)
        node = node.add_variation(move, comment="+0.31/12 0.100s")
    return str(paper)


def read(text: str) -> list[Any]:
    """All games of a text, as python-chess reads them."""
    return list(reading(text))


def reading(text: str) -> Iterator[Any]:
    """The same one after the other."""
    import chess.pgn

    stream = io.StringIO(text)
    while (one := chess.pgn.read_game(stream)) is not None:
        yield one


def sans(paper: Any) -> list[str]:
    """The moves of one of its games."""
    return [node.san() for node in paper.mainline()]
