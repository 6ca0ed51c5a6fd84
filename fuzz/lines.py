"""Lines of a protocol by a grammar, some of which are then broken."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

BROKEN = 0.4
"""The part of the lines that is broken."""
STRANGE = [
    "99999999999",
    "-1",
    "0",
    "1e3",
    "0x10",
    "nan",
    "inf",
    "2.5",
    "é",
    "٣",
    "🙂",
    "<empty>",
    "\\",
    '"',
    "'",
    ";",
    "#",
]


@dataclass(frozen=True)
class Protocol:
    """What there is to be known of a protocol."""

    words: Sequence[str]
    """After `halfmove`, what starts the engine."""
    first: Sequence[str]
    """Said at the beginning of a session."""
    line: Callable[[random.Random], str]
    """A line that a controller may say."""
    vocabulary: Sequence[str]
    """Words for broken lines."""
    due: Callable[[str], str | None]
    """What must answer a line: a sign that an ear knows; None where nothing need."""
    ear: Callable[[], Callable[[str], str | None]]
    """Makes what hears a process: says of each line which sign it answers; None for other lines."""
    end: Sequence[str]
    """Said at the end of a batch: what ends all that is under way."""
    allowed: Callable[[str], bool] = lambda line: True
    """Whether a broken line may be sent: not where it would have the engine work for minutes."""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Controller:
    """What a controller of UCI, or of a protocol made after it, may say."""

    board: str
    """The word before a position."""
    positions: Sequence[str]
    game: Sequence[str]
    """Moves from the start."""
    options: Sequence[str]
    bounds: Sequence[str]
    """Of searches: of a few nodes, or stopped at the end of the batch."""
    others: Sequence[str]

    def line(self, dice: random.Random) -> str:
        """A line that it may say."""
        kind = dice.random()
        if kind < 0.45:
            start = "startpos" if dice.random() < 0.6 else f"{self.board} {dice.choice(self.positions)}"
            moves = self.game[: dice.randrange(len(self.game) + 1)] if start == "startpos" else []
            return f"position {start}" + (f" moves {' '.join(moves)}" if moves else "")
        if kind < 0.6:
            chosen = f" searchmoves {' '.join(dice.sample(self.game, 2))}" if dice.random() < 0.1 else ""
            return f"go {dice.choice(self.bounds)}{chosen}"
        if kind < 0.75:
            return f"setoption name {dice.choice(self.options)}"
        return dice.choice(self.others)


def answered_by(*words: str) -> Callable[[str], str | None]:
    """What hears of an engine's line which of the words it begins with, if any."""

    def heard(line: str) -> str | None:
        word = line.split(None, 1)[0] if line.strip() else ""
        return word if word in words else None

    return heard


def listed(text: str) -> list[str]:
    """What stands between semicolons."""
    return [" ".join(part.split()) for part in text.split(";")]


def batch(protocol: Protocol, count: int, dice: random.Random) -> list[str]:
    """So many lines, some of them broken, the last of which end what is under way."""
    lines: list[str] = []
    while len(lines) < count - len(protocol.end):
        line = protocol.line(dice)
        if dice.random() < BROKEN:
            line = broken(line, protocol.vocabulary, dice).replace("\n", " ").replace("\r", " ")
            if not protocol.allowed(line):
                continue
        lines.append(line)
    return [*lines, *protocol.end]


def broken(line: str, words: Sequence[str], dice: random.Random) -> str:
    """A line with words, letters or bytes of it changed, taken out or put in."""
    parts = line.split()
    match dice.randrange(9):
        case 0:
            parts = dice.choices(words, k=dice.randrange(10))
        case 1 if parts:
            parts[dice.randrange(len(parts))] = dice.choice(words)
        case 2:
            parts.insert(dice.randrange(len(parts) + 1), dice.choice(words))
        case 3 if parts:
            del parts[dice.randrange(len(parts))]
        case 4:
            parts += parts[-1:] * dice.choice((1, 2, 300))
        case 5:
            dice.shuffle(parts)
        case 6:
            at = dice.randrange(len(line) + 1)
            letter = chr(dice.choice((0, 7, 27, 127, 160, 0x85, 0x2028, 0x660, 0x1F600, 65, 48)))
            return line[:at] + letter + line[at:]
        case 7:
            at = dice.randrange(len(line) + 1)
            return line[:at] + line[at + dice.randrange(4) :]
        case _:
            parts.append("x" * dice.choice((1, 50, 20_000 if dice.random() < 0.01 else 5)))
    return " ".join(parts)
