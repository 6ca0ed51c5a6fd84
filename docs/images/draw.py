"""Draws the pictures of the documentation anew: `python docs/images/draw.py`."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import halfmove as hm
from halfmove.teach.quiz.sheets.content import Block

HERE = Path(__file__).parent

NIGHT = TerminalTheme(
    (24, 26, 31),
    (214, 218, 226),
    [
        (24, 26, 31), (229, 72, 77), (80, 190, 120), (255, 197, 61),
        (82, 139, 255), (180, 120, 230), (70, 190, 200), (214, 218, 226),
    ],
    [
        (110, 116, 128), (255, 100, 103), (110, 220, 150), (255, 214, 110),
        (120, 170, 255), (205, 150, 250), (110, 220, 230), (255, 255, 255),
    ],
)  # fmt: skip


def picture(name: str, game: hm.Game, moves: str, to_the_end: bool = False) -> None:
    """A board after some moves, and best play from there `to_the_end`, by the game's own `draw`."""
    state, _ = hm.position(game, None, moves)
    for action in hm.solve(game, state, megabytes=64).variation if to_the_end else ():
        state = game.result(state, action)
    (HERE / name).write_text(game.draw(state) + "\n")


def seen_by(name: str, game: hm.Game, moves: str, viewer: int) -> None:
    """The same as one of the players sees it."""
    state, _ = hm.position(game, None, moves)
    (HERE / name).write_text(game.draw_to(state, viewer) + "\n")


def by_hand(name: str, table: str) -> None:
    """A matrix game at the last equilibrium that is found."""
    from halfmove.teach.matrix import record

    trace = record(hm.game("matrix", table=table))
    (HERE / name).write_text(trace.svg(max(k for k, step in enumerate(trace.steps, 1) if step.mixed)))


def terminal(name: str, command: str) -> None:
    """What a command prints, as a terminal shows it."""
    done = subprocess.run(
        [sys.executable, "-m", *command.split()],
        env=os.environ | {"FORCE_COLOR": "1", "COLUMNS": "76", "TERM": "xterm-256color"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    console = Console(record=True, width=76, highlight=False, markup=False, file=StringIO())
    console.print(f"$ {command}\n", style="bold")
    console.print(Text.from_ansi(done.stdout))
    svg = console.export_svg(title="halfmove", theme=NIGHT, unique_id="halfmove")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # nothing is fetched to look at it
    svg = svg.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(command)}" ', 1)
    (HERE / name).write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n")


def mate(name: str, moves: str) -> None:
    """The end of a game of chess, with its last move marked."""
    game: Any = hm.game("chess")
    state, played = hm.position(game, None, moves)
    (HERE / name).write_text(game.draw(state, last=played[-1]) + "\n")


def placed(name: str, position: str, played: str = "chess") -> None:
    """A position of chess, or of another game."""
    game = hm.game(played)
    (HERE / name).write_text(game.draw(game.parse(position)) + "\n")


def sheet(name: str, exercise: hm.Exercise) -> None:
    """The tree of an exercise as a sheet shows it."""
    (HERE / name).write_text(Block(1, exercise, solution=False).picture)


if __name__ == "__main__":
    sheet("exercise.svg", hm.exercise(7, depth=3, branching=(2, 3), min_cuts=3))
    picture("connect4.svg", hm.game("connect4"), "444443 2 3 3 5 3 6", to_the_end=True)
    picture("othello.svg", hm.game("othello"), "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7")
    picture("hex.svg", hm.game("hex", size=7), "b2 swap d4 c4 e3 d3 c5 f2 b6")
    picture(
        "breakthrough.svg",
        hm.game("breakthrough"),
        "d2-d3 e7-e6 d3-e4 d7-d6 e4-d5 e6xd5 c2-c3 f7-f6 c3-c4 d5xc4",
    )
    picture("double-dummy.svg", hm.game("double-dummy"), "S4 SJ S3")
    picture("shogi.svg", hm.game("shogi"), "P-7f P-8d P-2f P-3d P-2e Bx8h+ Sx8h S-2b G6i-7h S-3c K-6h G6a-5b")
    picture("checkers.svg", hm.game("checkers"), "11-15 23-19 8-11 22-17 9-13 17-14")
    picture("backgammon.svg", hm.game("backgammon"), "31 8/5 6/5 42 8/4 6/4 63 24/15 65 24/18/13 41")
    picture(
        "einstein.svg",
        hm.game("einstein"),
        "1-a5 2-b5 3-c5 4-a4 5-b4 6-a3 1-e1 2-d1 3-c1 4-e2 5-d2 6-e3 5 5-c3 5 5xc3 2 2-c4 6 6-d4 3",
    )
    deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    seen_by("bridge.svg", hm.game("bridge", deal=deal, dealer="W", vulnerable="NS"), "1S P 2S P", 3)
    seen_by("kuhn.svg", hm.game("kuhn"), "K J check bet", 1)
    seen_by("leduc.svg", hm.game("leduc"), "K J check bet call Q", 0)
    words: Any = hm.game("scrabble")
    board = "3Q11/3u11/3I11/3N11/3IKAT8/3E1YAPON5/3L1EX2O5/3A3LIVIDITY/9A5/3DENTALS5/7E7/7R7/7I7/7E7/7R7"
    (HERE / "scrabble.svg").write_text(
        words.draw(words.parse(f"{board} EHMOTVZ/ 155/215 0"), viewer=0) + "\n"
    )
    four = hm.game("holdem", players=4)
    seen_by("holdem-table.svg", four, "AhKd 7c7d QsJs 9c8c fold raise 350 call fold Kc7h2d", 0)
    seen_by("liars-dice.svg", hm.game("liars-dice"), "3 5 1x3 1x5", 0)
    seen_by("dark-chess.svg", hm.game("dark-chess"), "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3", 0)
    seen_by("dark-hex.svg", hm.game("dark-hex"), "b2 b2 a1 c1 c3 a1", 0)
    seen_by("phantom-tictactoe.svg", hm.game("phantom-tictactoe"), "b2 b2 a3 c3 c1", 1)
    picture("oshi-zumo.svg", hm.game("oshi-zumo", coins=19), "3/2 1/4 3/1 2/1")
    seen_by("hidden-goofspiel.svg", hm.game("hidden-goofspiel", cards=4), "3 2/4 A", 0)
    picture("matrix.svg", hm.game("matrix"), "defect/cooperate")
    by_hand("matrix-by-hand.svg", "L C R; T 3,0 0,3 1,1; M 1,1 1,1 5,0; B 0,4 4,0 0,0")
    picture("goofspiel.svg", hm.game("goofspiel"), "4 2/5 5 5/4 2")
    picture("pig.svg", hm.game("pig"), "roll 6 roll 5 hold roll 4 roll 6 roll 3")
    picture(
        "pacman.svg",
        hm.game("pacman", maze="medium"),
        "West West North West North North West North West West West West",
    )
    picture("race.svg", hm.game("race"), "throw 5 walk throw 4 walk throw 6 throw")
    mate("chess.svg", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#")
    placed(
        "monopoly.svg",
        "A=742@tennessee-avenue B=1291@oriental-avenue C=997@st-charles-place D=270@jail/2 "
        "A:oriental-avenue,pennsylvania-railroad,illinois-avenue,b-and-o-railroad-m,pennsylvania-avenue "
        "B:mediterranean-avenue*5,baltic-avenue*4,connecticut-avenue,st-james-place,indiana-avenue "
        "C:reading-railroad,electric-company,tennessee-avenue,kentucky-avenue,north-carolina-avenue "
        "D:vermont-avenue,states-avenue-m,new-york-avenue,marvin-gardens,pacific-avenue,short-line,boardwalk "
        "round=19 dice=21 lot=st-charles-place C buy",
        "monopoly",
    )
    placed("ending-krkn.svg", "8/2R5/8/8/7k/3K4/8/4n3 w - - 0 1")
    picture("tree.svg", hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), "")
    terminal("analyze.svg", "halfmove analyze connect4 --moves 444443233 --lines 3 --depth 24")
