"""What the fuzzers of readers begin with: games played at random and written down, and the texts of the tests."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
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


def mutate(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """A text with some of its words, lines and bytes taken out, doubled, moved or changed for those of
    another."""
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        at = dice.randrange(len(data) + 1)
        to = min(len(data), at + dice.choice((1, 1, 2, 5, 20, 100)))
        other = dice.choice(others) if others else b""
        begin = dice.randrange(len(other) + 1)
        part = other[begin : begin + dice.choice((1, 3, 8, 40, 200))]
        match dice.randrange(8):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:to] + data[at:to] * dice.choice((1, 1, 2, 40)) + data[to:]
            case 2:
                data = data[:at] + part + data[to:]
            case 3:
                data = data[:at] + part + data[at:]
            case 4:
                data = data[:at] + bytes(dice.choices(range(256), k=to - at)) + data[to:]
            case 5:
                data = data[:at] + dice.choice(STRANGE) + data[to:]
            case 6:
                words = data.split(b" ")
                dice.shuffle(words)
                data = b" ".join(words)
            case _:
                rows = data.split(b"\n")
                rows.insert(dice.randrange(len(rows) + 1), dice.choice(rows))
                data = b"\n".join(rows)
    return data[: 4 * LARGEST]


STRANGE = (
    *(
        text.encode()
        for text in [
            "0",
            "-1",
            "1e999",
            "nan",
            "inf",
            "99999999999999999999",
            "٣",
            "²",
            "é",
            "🙂",
            "\u2028",
            "\u202e",
            "\ufeff",
        ]
    ),
    *(
        mark.encode()
        for mark in [
            "[",
            "]",
            "(",
            ")",
            "{",
            "}",
            ";",
            ":",
            ",",
            ".",
            "/",
            "|",
            "\\",
            '"',
            "'",
            "#",
            "*",
            "?",
            "!",
            "$",
            "%",
            "=",
            "~",
            "<",
            ">",
            "&",
            "^",
            "-",
            "+",
            "_",
            "@",
        ]
    ),
    *(
        b"\0",
        b"\xff\xfe",
        b"\x80",
        b"\r\n",
        b"\n\n",
        b"\t",
        b"[" * 500,
        b"(" * 500,
        b'{"a":' * 500,
        b"x" * 3000,
    ),
    b"\xed\xa0\x80",
)
