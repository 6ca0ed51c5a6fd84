"""What a controller says and what it is told: `go`, `setoption` and `info`.

Unknown words are passed over, as the specifications ask (`language` names them); a word that lacks its
number, or has one that is none, counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis
    from halfmove.core.contract import Game
    from halfmove.core.scores import Score
    from halfmove.protocols.uci.server.language import Language

LONGEST = 10**12
"""No number means more than this."""


@dataclass
class Go:
    """The command `go`: times in milliseconds, as they were given."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    mate: bool = False
    """Whether a mate is to be proven (USI)."""
    moves: list[str] = field(default_factory=list)
    """`searchmoves`: the moves to choose from; empty for all."""

    @property
    def bounded(self) -> bool:
        """Whether anything but `stop` ends it."""
        return bool(self.numbers.keys() - {"winc", "binc", "movestogo"}) and not self.infinite


def go(words: Sequence[str], language: Language) -> Go:
    """The command from the words after `go`."""
    command = Go()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in language.flags:
            setattr(command, word, True)
        if word in language.numbers and at < len(words):
            number = whole(words[at])
            if number is not None:
                command.numbers[word] = number
                at += 1
        elif word == "searchmoves":
            while at < len(words) and words[at] not in (*language.numbers, *language.flags):
                command.moves.append(words[at])
                at += 1
    return command


_WHOLE = re.compile("-?[0-9]+")


def whole(text: str) -> int | None:
    """The whole number that a text is, within reason; None for another text."""
    if not _WHOLE.fullmatch(text):
        return None
    beyond = -LONGEST if text.startswith("-") else LONGEST
    return beyond if len(text) > 30 else max(min(int(text), LONGEST), -LONGEST)


def option(words: Sequence[str]) -> tuple[str, str]:
    """Name and value of a `setoption`; the name may have blanks, the value any."""
    names: list[str] = []
    values: list[str] = []
    into: list[str] | None = None
    for word in words:
        if word == "name" and into is None:
            into = names
        elif word == "value" and into is names:
            into = values
        elif into is not None:
            into.append(word)
    return " ".join(names), " ".join(values)


def information(
    game: Game, analysis: Analysis, milliseconds: int, text: Callable[[Any], str], *, in_plies: bool
) -> list[str]:
    """The `info` lines of an analysis; `text(action)` is how the protocol writes an action, and mates are
    told in plies or in moves."""
    statistics = analysis.statistics
    shared = counted(analysis.nodes, statistics.get("table_permille", 0), milliseconds)
    if not analysis.lines:  # the game is over, and not well for whoever would have to move
        return [f"info depth 0 score {score(game, analysis.score, in_plies)}"]
    deepest = max(statistics.get("deepest", analysis.depth), analysis.depth)
    lines = []
    for number, line in enumerate(analysis.lines, 1):
        which = f" multipv {number}" if len(analysis.lines) > 1 else ""
        moves = " ".join(text(action) for action in line.variation)
        lines.append(
            f"info depth {analysis.depth} seldepth {deepest}{which} "
            f"score {score(game, line.score, in_plies)} {shared} pv {moves}"
        )
    return lines


def counted(nodes: int, permille: int, milliseconds: int) -> str:
    """What a search has cost so far."""
    nps = nodes * 1000 // max(milliseconds, 1)
    return f"nodes {nodes} nps {nps} hashfull {permille} time {milliseconds}"


def score(game: Game, score: Score, in_plies: bool) -> str:
    """`cp 34`, in hundredths of a pawn, or `mate 3` in moves or plies: negative where the engine is mated."""
    if score.mate is not None:
        plies = score.plies or 0
        return f"mate {score.mate if not in_plies else plies if score.mate > 0 else -plies}"
    return f"cp {round((score.raw or 0) * 100 / game.unit)}"
