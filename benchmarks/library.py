"""A library of chess games: how long a position takes, beside python-chess looking through the PGN file.

The games are drawn: legal moves, the first ones of an order that is the same everywhere far more often than
the rest, so that openings come again as in games of people.  Seconds are wall-clock time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import on_wall
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.reference import open_position
from halfmove.games.registry import game as registered
from halfmove.library.adding import add_files
from halfmove.library.explorer import explore
from halfmove.library.search import ALL, Wanted, find_games
from halfmove.library.store import Library

GAMES = 100_000
LINES = 5_000
"""Different games: each is played twenty times, by others."""
PLIES = 80
PLAYERS = 400
AGAIN = 0.35
"""The chance to go on to the next move of the order."""
POSITIONS = {"the initial position": 0, "after 2 moves": 2, "after 4 moves": 4, "after 12 moves": 12}


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    chess: Any = peer(section, "python-chess", "chess")
    if chess is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.pgn"
        measure(section, chess, file, GAMES // 100 if settings.quick else GAMES)


def measure(section: Section, chess: Any, file: Path, games: int) -> None:
    """Measure a library of so many games, which are written to a file before."""
    with file.open("w") as out:
        out.writelines(draw_games(chess, games))
    with Library(file.with_suffix(".sqlite")) as library:
        added, seconds = on_wall(lambda: add_files(library, [file]))
        expect("games that were added", added.new, games)
        size = library.path.stat().st_size
        section.say(
            f"{games:,} games of {PLIES} plies: added in {seconds:.0f} s, {games / seconds:.0f} games a "
            f"second; {figures.megabytes(size)} ({figures.megabytes(file.stat().st_size)} as PGN)."
        )
        section.table(
            ["", "games", "explorer", "with a filter", "a page of games"], list(ask(library, chess))
        )
    _, seconds = on_wall(lambda: scan(chess, file, draw_line(chess, 0)[:4], games // 100))
    section.say(
        f"python-chess, which reads the file for each question: {seconds * 100:.0f} s (a hundredth of it was "
        "read)."
    )


def draw_games(chess: Any, games: int) -> Iterator[str]:
    """Games as PGN, of the lines in turn."""
    random = Random(41)
    lines: list[list[str]] = []
    for number in range(games):
        if number < LINES:
            lines.append(draw_line(chess, number))
        moves = lines[number % LINES]
        white, black = random.sample(range(PLAYERS), 2)
        result = random.choice(("1-0", "0-1", "1/2-1/2"))
        head = {
            "Event": f"Drawn {number}",
            "Date": f"{1950 + number % 75}.{1 + number % 12:02}.{1 + number % 28:02}",
            "White": f"Player {white}",
            "Black": f"Player {black}",
            "Result": result,
        }
        tags = "".join(f'[{name} "{value}"]\n' for name, value in head.items())
        yield f"{tags}\n{' '.join(moves)} {result}\n\n"


def draw_line(chess: Any, seed: int) -> list[str]:
    """A game's moves."""
    random, board, moves = Random(seed), chess.Board(), list[str]()
    for _ in range(PLIES):
        legal = sorted(board.legal_moves, key=lambda move: order_of(board, move))
        if not legal:
            break
        place = 0
        while random.random() < AGAIN and place < len(legal) - 1:
            place += 1
        moves.append(board.san_and_push(legal[place]))
    return moves


def order_of(board: Any, move: Any) -> int:
    """An order of moves that looks like none, the same in each position."""
    return (move.from_square * 64 + move.to_square) * 2654435761 + board.ply() * 40503 & 0xFFFF


def ask(library: Library, chess: Any) -> Iterator[list[str]]:
    """A row for each position: the median of nine questions after a first one."""
    game = registered("chess")
    moves = draw_line(chess, 0)
    mine = Wanted(player="Player 7", seat=0)
    for name, plies in POSITIONS.items():
        state = open_position(game, None, moves[:plies]).state
        row = [name, f"{find_games(library, ALL, (game, state), most=1).total:,}"]
        questions = (
            partial(explore, library, game, state),
            partial(explore, library, game, state, mine),
            partial(find_games, library, ALL, (game, state)),
        )
        for question in questions:
            question()
            row.append(f"{median(on_wall(question)[1] for _ in range(9)) * 1000:.1f} ms")
        yield row


def scan(chess: Any, file: Path, moves: list[str], games: int) -> int:
    """In how many of the first games python-chess finds the position after these moves."""
    import chess.pgn

    board = chess.Board()
    for move in moves:
        board.push_san(move)
    wanted, found = board.epd(), 0
    with file.open() as text:
        for _ in range(games):
            node: Any = chess.pgn.read_game(text)
            found += any(step.board().epd() == wanted for step in node.mainline())
    return found
