"""What the fuzzers of readers begin with: games played at random and written down, and the texts of the tests."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.core.errors import HalfmoveError
from halfmove.core.formats import GameRecord, Move, RecordFormat

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 6000
"""Bytes of a seed."""


def texts_of(*files: str) -> list[bytes]:
    """The texts that tests have in their source, from eight letters on, docstrings included."""
    found: dict[bytes, None] = {}
    for name in files:
        tree = ast.parse((ROOT / "tests" / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
                data = node.value.encode("utf-8", "replace") if isinstance(node.value, str) else node.value
                if 8 <= len(data) <= LARGEST:
                    found[data] = None
    return list(found)


def files_in(folder: str, *suffixes: str) -> list[bytes]:
    """The files of a folder that end so."""
    paths = sorted(path for path in (ROOT / folder).iterdir() if path.suffix in suffixes)
    return [path.read_bytes() for path in paths]


def lines(game: Any, count: int, plies: int, seed: int = 1) -> Iterator[tuple[list[Any], list[Any]]]:
    """States and actions of games played at random."""
    dice = random.Random(seed)
    for _ in range(count):
        states, actions = [game.initial()], []
        for _ in range(plies):
            state = states[-1]
            if game.is_terminal(state):
                break
            if game.to_move(state) == CHANCE:
                outcomes = list(game.outcomes(state))
                action = dice.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
            else:
                action = dice.choice(list(game.actions(state)))
            actions.append(action)
            states.append(game.result(state, action))
        yield states, actions


def records(form: RecordFormat, count: int = 3, plies: int = 12) -> list[bytes]:
    """Games played at random, in a format, with a comment, a glyph and a variation where it has them."""
    game, found = form.game, []
    for states, actions in lines(game, count, plies):
        moves = [
            Move(action, game.action_text(state, action))
            for state, action in zip(states, actions, strict=False)
        ]
        record = GameRecord(game, moves=moves, headers={"Event": "A", "Date": "2026.01.02", "Result": "*"})
        if len(moves) > 2:
            moves[0].comment, moves[0].nags = "said", (2, 14)
            moves[1].clock = 61.5
        try:
            found.append(form.encoded(record))
        except HalfmoveError:
            found.append(form.encoded(GameRecord(game, moves=moves)))
    return found


def positions(game: Any, count: int = 4, plies: int = 15) -> list[bytes]:
    """Positions of games played at random, in all notations that the game has for them."""
    found: dict[str, None] = {}
    for states, _ in lines(game, count, plies):
        for state in (states[0], states[len(states) // 2], states[-1]):
            try:
                found[game.position_text(state)] = None
                found.update(dict.fromkeys(game.position_forms(state).values()))
            except HalfmoveError:
                continue
    return [text.encode() for text in found]


def interpreted(name: str, **parameters: Any) -> Any:
    """A game that needs no machine code."""
    from halfmove.core.compile import interpreted as plain

    return plain(hm.game(name, **parameters))
