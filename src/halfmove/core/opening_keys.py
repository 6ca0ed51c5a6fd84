"""How books call the positions and moves of any game: by the key of the position, symmetric ones as one.

Of the positions that a game's symmetries (`symmetry_count`) make of one, the one with the least key stands
for all, and a move has the number of its action there.  Where several have that key, as in the initial
position of many games, the least of a move's numbers counts: so moves that are one by symmetry are one.
Games are read in the formats of the game's records, and in the plain text that every game has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from halfmove.core.contract import Game, hash_state
from halfmove.core.ending import RESULTS
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, RecordFormat
from halfmove.core.openings import BAD, GOOD, GameRead, OpeningKeys, Ply, whole_number, year_of
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.core.scores import share_of

WORD = (1 << 63) - 1
"""What a file has room for."""


class UsualKeys(OpeningKeys):
    """Keys and numbers of a game that has none of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def keys(self, s: Any) -> list[int]:
        return [least_key(self.game, s)[0]]

    def actions(self, s: Any) -> dict[int, Any]:
        _, ways = least_key(self.game, s)
        found: dict[int, Any] = {}
        for a in self.game.actions(s):
            found.setdefault(number_of(self.game, a, ways), a)
        return found

    def options(self) -> dict[str, Any]:
        known = self.game.parameters
        return {name: value for name, value in known.items() if name not in self.game.uncompiled_parameters}

    def games(self, path: Path, plies: int, *, variations: bool = False) -> Iterator[tuple[GameRead, int]]:
        form = format_for(self.game, path)
        broken: list[BadInput] = []
        told = 0
        for record in form.read_file(path, broken=broken.append):
            yield from ((_leave_out(str(error)), 0) for error in broken[told:])
            told = len(broken)
            if self.fits(record, form):
                yield self.read(form, record, plies, variations), 0
            else:
                own, other = format_game(self.game), format_game(record.rules)
                yield _leave_out(f"{record.place}: it is of {other}, not of {own}."), 0
        yield from ((_leave_out(str(error)), 0) for error in broken[told:])

    def fits(self, record: GameRecord, form: RecordFormat) -> bool:
        """Whether a record is of the same game.  What machine code reads at run time, such as the komi of Go,
        may differ where a format of the game's own says it: it changes results, which the record has."""
        rules = record.rules
        loose = () if isinstance(form, PlainText) else rules.runtime_parameters
        ignored = {*rules.uncompiled_parameters, *loose}
        return type(rules) is type(self.game) and all(
            value == self.game.parameters[name]
            for name, value in rules.parameters.items()
            if name not in ignored
        )

    def read(self, form: RecordFormat, record: GameRecord, plies: int, variations: bool) -> GameRead:
        """What a book takes from a record."""
        read = GameRead()
        self._line(read, record.first, record.moves, plies, played=True, variations=variations)
        share = form.share(record)
        if share is None:
            share = RESULTS.get(record.headers.get("Result", ""))
        if share is None:
            share = self._on_the_board(record)
        if share is not None:  # where points are counted, more than half of them is a win
            won = 0.5 if share == 0.5 else float(share > 0.5)
            read.points = won, 1.0 - won
        names = [self.game.player_name(who) for who in range(2)]
        first, second = (whole_number(record.headers.get(f"{name}Elo", "")) for name in names)
        read.elo = first, second
        read.year = year_of(record.headers.get("Date", record.headers.get("UTCDate", "")))
        read.repairs = tuple(record.repairs)
        return read

    def place(self, s: Any, action: Any, before: Any) -> tuple[int, int]:
        """The key of a position and the number of an action in it; `before` is the action that led to it,
        None at the beginning."""
        key, ways = least_key(self.game, s)
        return key, number_of(self.game, action, ways)

    def _on_the_board(self, record: GameRecord) -> float | None:
        """The first player's share of the point where the game is over by its moves."""
        s = record.first
        for move in record.moves:
            s = s if move.action is None else self.game.result(s, move.action)
        return share_of(self.game, self.game.utility(s, 0)) if self.game.is_terminal(s) else None

    def _line(
        self,
        read: GameRead,
        s: Any,
        moves: Sequence[Move],
        plies: int,
        before: Any = None,
        *,
        played: bool,
        variations: bool,
    ) -> None:
        """Note the moves of a line up to a null move, and of the variations in it if they are asked for."""
        for move in moves:
            if move.action is None and not move.text:
                continue
            if plies <= 0 or move.action is None:
                read.broken = read.broken or (played and plies > 0)
                return
            if variations:
                for line in move.variations:
                    self._line(read, s, line, plies, before, played=False, variations=True)
            key, number = self.place(s, move.action, before)
            good, bad = (any(nag in signs for nag in move.nags) for signs in (GOOD, BAD))
            read.plies.append(Ply(key, number, self.game.to_move(s), played, good, bad))
            before, s = move.action, self.game.result(s, move.action)
            plies -= 1


def _leave_out(why: str) -> GameRead:
    return GameRead(broken=True, left_out=True, why=why)


def least_key(game: Game, s: Any) -> tuple[int, list[int]]:
    """The least key of the positions that are one with `s` by symmetry, and the numbers of the symmetries
    that have it."""
    keys = [int(game.symmetric_key(s, k)) for k in range(game.symmetry_count)]
    least = min(keys)
    return least, [k for k, key in enumerate(keys) if key == least]


def number_of(game: Game, action: Any, ways: list[int]) -> int:
    """The number of an action, where these symmetries lead to the position that stands for its own."""
    return min(_number_action(game.symmetric_action(action, k)) for k in ways)


def _number_action(action: Any) -> int:
    """An action as a number; one that is none, as games that are not compiled may have, gets 63 bits."""
    return int(action) if isinstance(action, int) else int(hash_state(action)) & WORD


def format_for(game: Game, path: Path) -> RecordFormat:
    """The format of a file with games of `game`, by its name; `BadInput` where there is none."""
    known = formats_of(game)
    for form in known:
        if path.suffix.lower() in form.suffixes:
            return form
    names = ", ".join(f"{form.suffixes[0]} ({form.name})" for form in known)
    raise BadInput(f"'{path}' has no games of {game.title()}; the name of a file that has ends in {names}.")


def bookable(game: Game) -> str:
    """Why there can be no books of a game, as the end of a sentence; nothing where there can."""
    if game.players != 2 or not game.zero_sum:
        return "they are for two players, one of whom wins what the other loses"
    if game.has_chance or game.hidden:
        return "they are for games without chance and hidden information"
    if game.simultaneous:
        return "they are for games in which the players move in turn"
    if game.explicit:
        return "a tree that is written down needs none"
    return ""


def format_options(options: Mapping[str, Any]) -> str:
    """Parameters as they are typed: `width=6, height=6`."""
    return ", ".join(f"{name}={value}" for name, value in options.items())


def format_game(game: Game) -> str:
    """The game, and what of its parameters is not as usual: `othello with width=6, height=6`."""
    usual = type(game)().parameters
    other = {name: value for name, value in game.parameters.items() if usual[name] != value}
    return f"{game.title()} with {format_options(other)}" if other else game.title()
