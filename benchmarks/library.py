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
from halfmove.library.entry import make_entry
from halfmove.library.explorer import explore
from halfmove.library.search import ALL, Wanted, find_games
from halfmove.library.store import Library

GAMES = 100_000
LINES = 1_000
"""Different games, which are read from a file; each is there a hundred times, played by others."""
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
    """Measure a library of so many games; the first of them are read from a file, which python-chess reads
    too."""
    lines = min(games, LINES)
    with file.open("w") as out:
        out.writelines(draw_games(chess, lines))
    with Library(file.with_suffix(".sqlite")) as library:
        added, seconds = on_wall(lambda: add_files(library, [file]))
        expect("games that were added", added.new, lines)
        section.say(
            f"{lines:,} games of {PLIES} plies are added in {seconds:.0f} s, {lines / seconds:.0f} a second."
        )
        multiply(library, games)
        head = ["", "games", "explorer", "of one player", "a page of games"]
        section.table(head, list(ask(library, chess)))
    size = file.with_suffix(".sqlite").stat().st_size
    text = file.stat().st_size * games / lines
    section.say(f"{games:,} games take {figures.megabytes(size)} ({figures.megabytes(text)} as PGN).")
    part = max(lines // 20, 1)
    _, seconds = on_wall(lambda: scan(chess, file, draw_line(chess, 0)[:4], part))
    section.say(
        f"python-chess, which reads the file for each question: {seconds * games / part:,.0f} s (measured: "
        f"{part:,} games)."
    )


def multiply(library: Library, games: int) -> None:
    """Add the games of a library again as others' until there are so many."""
    entries = []
    for number in library.numbers():
        opened = library.open(number)
        entries.append(make_entry(opened.record, opened.form))
    random = Random(42)
    for begun in range(len(entries), games, len(entries)):
        again = [
            entry._replace(
                players=tuple(f"Player {random.randrange(PLAYERS)}" for _ in range(2)),
                date=f"{1950 + number % 75}-{1 + number % 12:02}",
                digest=number.to_bytes(16, "big"),
            )
            for number, entry in enumerate(entries[: games - begun], begun)
        ]
        library.add(again)


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
    ply, start, end = int(board.ply()), int(move.from_square), int(move.to_square)
    return (start * 64 + end) * 2654435761 + ply * 40503 & 0xFFFF


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

    wanted, found = chess.Board(), 0
    for move in moves:
        wanted.push_san(move)
    with file.open() as text:
        for _ in range(games):
            read: Any = chess.pgn.read_game(text)
            board = read.board()
            for move in read.mainline_moves():
                board.push(move)
                if board.occupied == wanted.occupied and board.epd() == wanted.epd():
                    found += 1
                    break
    return found
