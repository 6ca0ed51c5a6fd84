"""What a library knows of a game: read from its record, with the positions that it went through."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.ending import RESULTS
from halfmove.core.errors import BadInput
from halfmove.core.formats import RecordFormat
from halfmove.core.history import History
from halfmove.core.named_openings import DEEPEST, index_openings, opening_of
from halfmove.core.opening_keys import least_key, number_of
from halfmove.core.plain_text import PlainText
from halfmove.core.scores import share_of
from halfmove.games.reference import GameReference
from halfmove.games.registry import games
from halfmove.library.positions import Ply, PositionKeys, has_positions

WON, DRAWN, LOST = 2, 1, 0
"""Half points of the first player."""
_SAID = {WON: "1-0", DRAWN: "1/2-1/2", LOST: "0-1"}
_DATE = re.compile(r"(\d{4})(?:[.-](\d\d)(?:[.-](\d\d))?)?")


class Entry(NamedTuple):
    """A game as a library keeps it."""

    reference: GameReference
    """The game that was played, with all its parameters."""
    players: tuple[str, ...]
    """In the order in which they sit; "" for one who is not known."""
    event: str
    date: str
    """`1858-11-02`, `1858-11`, `1858`, or "" where it is not known."""
    result: str
    """As its format writes it: `1-0`, `B+3.5`; `*` where nothing is known."""
    points: int | None
    """Half points of the first player of two: 2, 1 or 0; None where they are not known, or others play."""
    opening: str
    """What the opening is called; "" where it has no name."""
    plies: int
    format: str
    """The name of the format in which `text` is."""
    text: str
    """The record, with all that is said in it."""
    digest: bytes
    """The same for the same game, whatever is said of its moves."""
    line: Sequence[Ply]
    """Its positions; none where something is hidden in the game."""

    @property
    def day(self) -> int:
        """The date as a number that sorts, `18581102`; 0 where it is not known, zeros for a part of it."""
        return day_of(self.date)


def day_of(date: str) -> int:
    """A date, or the part of one that is known, as a number that sorts: `1858-11` is 18581100."""
    return int(date.replace("-", "").ljust(8, "0")) if date else 0


def read_date(text: str) -> str:
    """A date as a library has it, from one as records have it: `1858.11.??` is `1858-11`."""
    found = _DATE.match(text)
    return "-".join(filter(None, found.groups())) if found and found[1] != "0000" else ""


def make_entry(record: Any, form: RecordFormat) -> Entry:
    """The entry of a game that a format has read; `BadInput` for one that a library cannot keep."""
    game = record.rules
    reference = GameReference.known(game)
    if reference is None or reference.name not in games():
        raise BadInput(f"A library keeps games that have a name here, and {game.title()} has none.")
    reference = GameReference(reference.name, dict(game.parameters))
    states, actions = _play(record)
    line = _keys(game).line(states, actions) if has_positions(game) else ()
    points = _points(record, form, states[-1])
    headers = record.headers
    names = (headers.get(game.player_name(player), "") for player in range(game.players))
    players = tuple("" if name == "?" else " ".join(name.split()) for name in names)
    event, date = headers.get("Event", ""), read_date(headers.get("Date", headers.get("UTCDate", "")))
    result = headers.get("Result", "*")
    if result in ("", "*", "?") and points is not None:
        result = _SAID[points]
    written = form if form.written and not form.binary and not form.refusal() else PlainText(game)
    told = [
        [reference.name, sorted((name, str(value)) for name, value in reference.parameters.items())],
        None if record.start is None else game.position_text(record.start),
        [number_of(game, action, [0]) for action in actions],
        [players, date, event, headers.get("Round", ""), result],
    ]
    return Entry(
        reference,
        players,
        "" if event == "?" else event,
        date,
        result,
        points,
        _opening(game, states, actions),
        len(actions),
        written.name,
        written.text(record),
        blake2b(json.dumps(told).encode(), digest_size=16).digest(),
        line,
    )


@lru_cache(maxsize=16)
def _keys(game: Game) -> PositionKeys:
    return PositionKeys(game)


def _play(record: Any) -> tuple[list[Any], list[Any]]:
    """The states and the actions of a record's main line, up to a null move."""
    states, actions = [record.first], []
    for move in record.moves:
        if move.action is None:
            if move.text:
                break
            continue
        states.append(record.rules.result(states[-1], move.action))
        actions.append(move.action)
    return states, actions


def _points(record: Any, form: RecordFormat, state: Any) -> int | None:
    """Half points of the first player of two, as the record says, or else the rules."""
    game = record.rules
    if game.players != 2 or not game.zero_sum:
        return None
    share = RESULTS.get(getattr(record, "by_rules", ""))
    if share is None and (ending := form.ending(record.headers)) is not None:
        share = 0.5 if ending.winner is None else 1.0 - ending.winner
    if share is None and game.is_terminal(state):
        share = share_of(game, game.utility(state, 0))
    if share is None:
        return None
    return DRAWN if share == 0.5 else WON if share > 0.5 else LOST


def _opening(game: Game, states: Sequence[Any], actions: Sequence[Any]) -> str:
    """What the last position that has a name is called."""
    if table := game.opening_table():
        names = index_openings(game, table)
        keys = (least_key(game, state)[0] for state in reversed(states[: DEEPEST + 1]))
        return next((names[key].words() for key in keys if key in names), "")
    history = History(game, states[0])
    for action in actions[:DEEPEST]:
        history.append(action)
    found = opening_of(history)
    return found.words() if found else ""
