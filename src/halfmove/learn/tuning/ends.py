"""Where searches end: the positions that an engine's own search likes best, and so errs about most.

A search picks, among thousands of positions, those that its evaluation overrates; to positions of games
alone a fit teaches nothing about them (docs/decisions/0018).  They are the last ones of the principal
variations, at every level of searches in games that the engine plays, against itself or another, from random
openings; of those at rest each is judged by somebody who knows better.  An EPD line holds one: the position,
`ce` (hundredths of a pawn to the player to move) and `id` (its game), so that games stay together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.learn.tuning.quiet import is_quiet
from halfmove.search.alphabeta.deepening import search
from halfmove.search.alphabeta.threads import Engine

Judge = Callable[[History], float | None]
"""What a position is worth to the player to move, in pawns; None where that is a mate, or not known."""
Mover = Callable[[History], Any]
"""An action for the player to move; None where it resigns."""

NODES = (3_000, 8_000, 20_000)
"""Of the searches, drawn for each move."""
FROM_DEPTH = 6
LONGEST = 220
"""Plies of a game."""
FAIR = 1.5
"""Pawns that an opening may be worth at most to either side."""
DECIDED = 10.0
"""Pawns from which on a position teaches nothing."""
LINES = 2
WHOLE_LINES = 0.8
"""How often a line is followed to its end, not to somewhere on its way."""
STRAY = 0.03
"""How often a random move is played."""


class End(NamedTuple):
    """Where a search ended."""

    state: Any
    pawns: float
    """What it is worth to the player to move."""
    game: str
    """A name of the game that it belongs to."""


def sample_ends(
    game: Game, judge: Judge, *, opponent: Mover | None = None, seed: int = 0, nodes: tuple[int, ...] = NODES
) -> Iterator[End]:
    """Ends of searches, without end; with an `opponent` it has one side in two games of three."""
    random = Random(seed)
    engine, aside = Engine(game, megabytes=8), Engine(game, megabytes=1)
    for number in range(1 << 60):
        history = play_opening(game, random)
        fair = None if history.over else judge(history)
        if fair is None or abs(fair) > FAIR:
            continue
        engine.clear()
        theirs = random.choice((None, 0, 1)) if opponent is not None else None
        seen: set[str] = set()
        lost = 0
        while not history.over and len(history.actions) < LONGEST and lost < 6:
            if opponent is not None and history.mover == theirs:
                action = opponent(history)
                if action is None:
                    break
                history.play(action)
                continue
            found = []
            last = None
            limit = Limit(nodes=random.choice(nodes))
            for last in search(
                game, history.state, limit, memory=engine, history=history, lines=LINES, seed=seed + number
            ):
                if last.depth >= FROM_DEPTH:
                    found += [find_end(game, history.state, line.variation, random) for line in last.lines]
            if last is None or not last.lines:
                break
            if random.random() < 0.5:
                found.append(history.state)
            for state in found:
                name = game.position_text(state).rsplit(" ", 2)[0]
                if name in seen:
                    continue
                seen.add(name)
                pawns = judge_position(game, state, aside, judge)
                if pawns is not None:
                    yield End(state, pawns, f"{seed}-{number}")
            lost = lost + 1 if abs(last.value) > 0.08 else 0
            legal = history.legal()
            history.play(random.choice(legal) if random.random() < STRAY else last.lines[0].action)


def play_opening(game: Game, random: Random) -> History:
    """Some random moves."""
    history = History(game)
    for _ in range(random.choice((4, 6, 7, 8, 9, 10))):
        legal = history.legal()
        if history.over or not legal:
            break
        history.play(random.choice(legal))
    return history


def find_end(game: Game, state: Any, line: tuple[Any, ...], random: Random) -> Any:
    """The position at the end of a line, now and then on its way."""
    whole = random.random() < WHOLE_LINES
    for action in line if whole else line[: random.randint(1, len(line))]:
        state = game.result(state, action)
    return state


def judge_position(game: Game, state: Any, aside: Engine, judge: Judge) -> float | None:
    """What a position at rest is worth to the player to move; None of any other, and where it is decided."""
    if not is_quiet(game, state, aside):
        return None
    pawns = judge(History(game, state))
    return None if pawns is None or abs(pawns) > DECIDED else pawns


# ---- files
def format_end(game: Game, end: End) -> str:
    """An end as a line of EPD."""
    placed = " ".join(game.position_text(end.state).split()[:4])
    return f'{placed} ce {round(100 * end.pawns)}; id "{end.game}";'


_LINE = re.compile(r'(?P<fen>\S.*?) ce (?P<ce>[+-]?\d+); id "(?P<game>[^"]*)";')


def read_ends(game: Game, path: Path) -> Iterator[list[tuple[Any, float]]]:
    """The positions of a file game by game, each with what it is worth to the first player in pawns."""

    def rows() -> Iterator[tuple[str, Any, float]]:
        try:
            with path.open(encoding="utf-8") as lines:
                for number, text in enumerate(lines, start=1):
                    if text.strip():
                        yield row(number, text.strip())
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"The positions '{path}' cannot be read: {error}.") from None

    def row(number: int, text: str) -> tuple[str, Any, float]:
        found = _LINE.fullmatch(text)
        if found is None:
            raise BadInput(
                f"{path}, line {number}: a position with 'ce' and 'id' was expected, not '{text[:60]}'."
            )
        try:
            state = game.parse(found["fen"])
        except BadInput as error:
            raise BadInput(f"{path}, line {number}: {error}") from None
        pawns = int(found["ce"]) / 100
        return found["game"], state, pawns if game.to_move(state) == 0 else -pawns

    for _, group in groupby(rows(), key=lambda row: row[0]):
        yield [(state, pawns) for _, state, pawns in group]
