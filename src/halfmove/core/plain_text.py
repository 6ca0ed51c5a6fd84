r"""Games of any game as plain text that loses nothing: what `halfmove play` saves, and links hold.

    # Halfmove game: connect4
    # set width=7
    # position …                  where it did not begin at the beginning
    # tag First Ann               what is known of it, by PGN's names
    {said before} 4 4 $2 {a comment} (5 4 [clk 12.5]) 3

Moves are in the game's notation, one with blanks or brackets in it in quotes: `"8/5 6/5"`.  After a move may
stand glyphs (`$2`), a comment, variations in brackets, and data: `[clk 12.5]`, `[emt 3]` (seconds left, and
spent), `[eval 0.31]`, `[before …]` (said before it), `[also NAME=…]` and `[not NAME]` (`Move.properties`),
`[kept …]` (`Move.kept`).  `[say]` stands for what is no move.  In comments, quotes and data a backslash
stands before `}`, `]`, `"` and `\`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import RECORDS, read_bounded
from halfmove.core.compile import interpreted, runs_compiled
from halfmove.core.contract import Game
from halfmove.core.ending import RESULTS, Ending
from halfmove.core.errors import BadInput
from halfmove.core.formats import (
    MOST_GLYPHS,
    Bound,
    Broken,
    GameRecord,
    MainLine,
    Move,
    OpeningLine,
    RecordFormat,
    record_at,
    record_formats,
)
from halfmove.core.in_turn import in_turn, rules_of
from halfmove.core.scale import Scale

TITLE = "# Halfmove game: "
NULL = "--"
DEEPEST = 200
"""Variations within variations."""
LONGEST_TIME = 999_999_999_999.0
"""Seconds of a clock."""
_WORD = re.compile(
    r"(?P<bracket>[()])|\{(?P<comment>(?:[^\\}]|\\.)*)\}|\[(?P<name>[a-z]+)(?: (?P<data>(?:[^\\\]]|\\.)*))?\]"
    r'|\$(?P<nag>\d{1,4})|"(?P<quoted>(?:[^\\"]|\\.)*)"|(?P<move>[^\s()]+)',
    re.DOTALL,
)
_POINTS = {"1-0": "1-0", "0-1": "0-1", "0.5-0.5": "1/2-1/2"}
"""Results as matches write them, and PGN."""


class PlainText(RecordFormat):
    """The format that every game has."""

    name = "Halfmove"
    suffixes = (".txt",)

    def __init__(self, game: Game, opened: Callable[[dict[str, str]], Game] | None = None) -> None:
        """`opened` makes the same game with other parameters."""
        super().__init__(game)
        self._opened = opened or (lambda parameters: reopen(game, parameters))

    def begins(self, text: str) -> bool:
        return text.startswith(TITLE)

    # ---- reading
    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        """The games of a text, with the rules that it says; `BadInput` for those of another game."""
        for number, (line, part) in enumerate(_parts(text), 1):
            place = f"game {number} (line {line})"
            found = record_at(place, partial(self._record, part, line), broken)
            if found is not None:
                yield found

    def _record(self, part: list[str], line: int) -> GameRecord:
        return _Reader(self.game, self._opened, part, line, self.bound).record

    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        try:
            text = read_bounded(path, RECORDS).decode("utf-8-sig")
        except OSError as error:
            raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise BadInput(f"The file '{path}' is not a saved game; it is not text.") from None
        return self.read(text, broken=broken)

    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        for record in self.read_file(path, broken=broken):
            yield MainLine.of(record, None)

    def openings(self, text: str) -> Iterator[OpeningLine]:
        for number, record in enumerate(self.read(text), 1):
            position = None if record.start is None else record.rules.position_text(record.start)
            moves = tuple(move.text for move in record.moves if move.action is not None)
            yield OpeningLine(record.place, moves, position, f"game {number}")

    # ---- writing
    def text(self, record: GameRecord) -> str:
        game = record.rules
        form = (
            self if game is self.game else PlainText(game)
        )  # with other parameters, as a text may have them
        lines = [f"{TITLE}{game.title()}"]
        lines += [f"# set {key}={escape(str(value))}" for key, value in game.parameters.items()]
        if record.start is not None:
            lines.append(f"# position {game.position_text(record.start)}")
        lines += [f"# tag {name} {escape(value)}" for name, value in record.headers.items()]
        kept = list(record.kept)
        moves = form._playable(record.moves, record.first, kept)
        words = [*_said(replace(record, kept=kept)), *_line(form, moves)]
        return "\n".join([*lines, " ".join(words)]) + "\n"

    def _playable(self, moves: list[Move], state: Any, kept: list[str]) -> list[Move]:
        """A line up to its first null move, with the variations beside its moves; what begins with one goes,
        as text, to the continuations that are kept at the move before."""
        rules, line = self.game, list[Move]()
        for number, move in enumerate(moves):
            if move.action is None and move.text == NULL:
                kept.append(self.continuation(state, moves[number:]))
                break
            found = replace(move, kept=list(move.kept), variations=[])
            for variation in move.variations:
                beside = self._playable(variation, state, kept)
                if beside:
                    found.variations.append(beside)
            line.append(found)
            kept = found.kept
            if move.action is not None:
                state = rules.result(state, move.action)
        return line

    # ---- as the game's own format has it
    def _own(self) -> RecordFormat | None:
        return next(iter(record_formats(self.game)), None)

    def evaluation_text(self, worth: Any) -> str:
        own = self._own()
        return "" if own is None else own.evaluation_text(worth)

    def evaluation_of(self, text: str) -> Any:
        own = self._own()
        return None if own is None else own.evaluation_of(text)

    def scale(self) -> Scale | None:
        own = self._own()
        return None if own is None else own.scale()

    def continuation(self, state: Any, moves: list[Move]) -> str:
        own = self._own()
        return super().continuation(state, moves) if own is None else own.continuation(state, moves)

    def ending(self, headers: Mapping[str, str]) -> Ending | None:
        own = self._own()
        return super().ending(headers) if own is None else own.ending(headers)

    def ended(self, ending: Ending) -> dict[str, str]:
        own = self._own()
        return super().ended(ending) if own is None else own.ended(ending)

    def result(self, state: Any, share: float | None, how: str = "rules", agreed: str = "") -> str:
        own = self._own()
        if own is not None:
            return own.result(state, share, how, agreed)
        return next((result for result, points in RESULTS.items() if points == share), "*")


def reopen(game: Game, parameters: Mapping[str, str]) -> Game:
    """The same game with other parameters; `BadInput` for what it has not."""
    rules = rules_of(game)
    for name in parameters:
        if name not in rules.parameters:
            raise BadInput(f"{rules.title()} has no parameter '{name[:40]}'.")
    found = in_turn(type(rules)(**parameters))
    return found if runs_compiled(game) else interpreted(found)


def formats_of(game: Game) -> list[RecordFormat]:
    """All formats of a game, the one that every game has as the last."""
    return [*record_formats(game), PlainText(game)]


# ---- writing
def _line(form: RecordFormat, moves: list[Move]) -> Iterator[str]:
    for move in moves:
        yield _word(move.text) if move.action is not None else "[say]"
        yield from (f"${nag}" for nag in move.nags)
        if move.before:
            yield _data("before", move.before)
        if move.comment:
            yield "{" + escape(move.comment) + "}"
        if move.evaluation is not None and (worth := form.evaluation_text(move.evaluation)):
            yield _data("eval", worth)
        if move.clock is not None:
            yield _data("clk", _seconds(move.clock))
        if move.spent is not None:
            yield _data("emt", _seconds(move.spent))
        yield from _properties(move)
        for variation in move.variations:
            yield "("
            yield from _line(form, variation)
            yield ")"


def _word(move: str) -> str:
    """A move's text, in quotes where it would not be read as one word."""
    if re.fullmatch(r"[^\s(){}\[\]$\"][^\s()]*", move):
        return move
    return '"' + escape(move).replace('"', r"\"") + '"'


def _seconds(value: float) -> str:
    """A number of seconds to the billionth, without an exponent."""
    return f"{min(max(value, 0.0), LONGEST_TIME):.9f}".rstrip("0").rstrip(".")


def _said(record: GameRecord) -> Iterator[str]:
    """What is said before the first move."""
    if record.comment:
        yield "{" + escape(record.comment) + "}"
    yield from _properties(record)


def _properties(what: Move | GameRecord) -> Iterator[str]:
    for name, values in what.properties.items():
        yield from (_data("also", f"{name}={value}") for value in values)
        if not values:
            yield _data("not", name)
    yield from (_data("kept", text) for text in what.kept)


def _data(name: str, text: str) -> str:
    return f"[{name} {escape(text)}]"


_ESCAPES = str.maketrans({"\\": r"\\", "}": r"\}", "]": r"\]", "\n": r"\n", "\r": r"\r"})


def escape(text: str) -> str:
    """On one line, with no bracket that would end it."""
    return text.translate(_ESCAPES)


def _plain(text: str) -> str:
    return re.sub(
        r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text, flags=re.DOTALL
    )


# ---- reading
def _parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each game, and the number of the first: a game begins with its title."""
    first, part = 1, []  # type: int, list[str]
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if line.startswith(TITLE) and part:
            yield first, part
            first, part = number, []
        if line.strip() or part:
            part.append(line)
        else:
            first = number + 1
    if part:
        yield first, part


def _action(rules: Game, state: Any, word: str) -> Any:
    """The action that a word names, also past a draw by rule, as games on paper may go on."""
    try:
        return rules.parse_action(state, word)
    except BadInput:
        if not rules.is_terminal(state) or rules.players != 2 or rules.utility(state, 0) != 0:
            raise
        for action in rules.actions(state):
            if rules.action_text(state, action) == word:
                return action
        raise


class _Reader:
    """Reads one game."""

    def __init__(
        self,
        game: Game,
        opened: Callable[[dict[str, str]], Game],
        lines: list[str],
        first: int,
        bound: Bound | None,
    ) -> None:
        self.first, self._opened, self._bound = first, opened, bound
        if bound is not None:
            bound.begin()
        head = [line for line in lines if line.startswith("#")]
        rules = self._rules(game, head)
        self.record = GameRecord(rules)
        for line in head:
            self._head(line)
        self.form = PlainText(rules)
        self._moves([(number, line) for number, line in enumerate(lines, first) if not line.startswith("#")])

    def _rules(self, game: Game, head: list[str]) -> Game:
        """The game with the parameters that the text says."""
        title = next((line.removeprefix(TITLE).strip() for line in head if line.startswith(TITLE)), None)
        if title is not None and title != game.title():
            raise BadInput(f"it is a game of {title[:40]}, not of {game.title()}.")
        settings = [line.removeprefix("# set ").partition("=") for line in head if line.startswith("# set ")]
        said = {key: _plain(value) for key, _, value in settings}
        if all(str(game.parameters.get(key)) == value for key, value in said.items()):
            return game
        return self._opened(said)

    def _head(self, line: str) -> None:
        record = self.record
        word, _, rest = line.removeprefix("#").lstrip().partition(" ")
        if word == "position":
            record.start = record.rules.parse(rest)
        elif word == "tag":
            # A player may be called `player 1`, with a blank.
            players = (name for name in record.rules.player_names if rest.startswith(f"{name} "))
            name = next(players, rest.partition(" ")[0])
            record.headers[name] = _plain(rest[len(name) + 1 :])
        elif word == "players":  # as matches write them
            names = [record.rules.player_name(player) for player in range(record.rules.players)]
            record.headers |= dict(zip(names, rest.split(" | "), strict=False))
        elif word == "result":
            points, _, how = rest.partition(" ")
            record.headers["Result"] = _POINTS.get(points, points)
            if how:
                record.headers["Termination"] = how.removeprefix("(").removesuffix(")")

    def _moves(self, lines: Iterable[tuple[int, str]]) -> None:
        numbered = list(lines)
        text = "\n".join(line for _, line in numbered)
        rules = self.record.rules
        here: list[Move] = self.record.moves
        state = before = self.record.first
        stack: list[tuple[list[Move], Any, Any]] = []
        line, counted = numbered[0][0] if numbered else self.first, 0
        for found in _WORD.finditer(text):
            line += text.count("\n", counted, found.start())
            counted = found.start()
            try:
                if found["bracket"] == "(":
                    if not here:
                        raise BadInput("A variation stands after the move in whose place it is.")
                    if len(stack) == DEEPEST:
                        raise BadInput(f"Variations are nested more than {DEEPEST} deep.")
                    stack.append((here, state, before))
                    variation: list[Move] = []
                    here[-1].variations.append(variation)
                    here, state = variation, before
                elif found["bracket"]:
                    if not stack:
                        raise BadInput("A closing bracket has no opening one.")
                    if not here:
                        stack[-1][0][-1].variations.pop()
                    here, state, before = stack.pop()
                elif found["move"] or found["quoted"] is not None:
                    quoted = found["quoted"]
                    for word in [_plain(quoted)] if quoted else rules.split_moves(found["move"] or ""):
                        if self._bound is not None:
                            self._bound.count()
                        action = _action(rules, state, word)
                        here.append(Move(action, rules.action_text(state, action)))
                        before, state = state, rules.result(state, action)
                elif found["name"] == "say":
                    here.append(Move(None, ""))
                    before = state
                else:
                    self._said(here[-1] if here else self.record, found)
            except BadInput as error:
                raise BadInput(f"line {line}: {error}") from None
        if stack:
            raise BadInput(f"line {line}: a bracket is not closed.")

    def _said(self, what: Move | GameRecord, found: re.Match[str]) -> None:
        """What is said of a move, or before the first."""
        if found["comment"] is not None:
            what.comment = _plain(found["comment"])
            return
        name, data = found["name"], _plain(found["data"] or "")
        if name == "also":
            key, _, value = data.partition("=")
            what.properties.setdefault(key, []).append(value)
        elif name == "not":
            what.properties[data] = []
        elif name == "kept":
            what.kept.append(data)
        elif isinstance(what, Move):
            self._of_move(what, found["nag"], name, data)

    def _of_move(self, move: Move, nag: str | None, name: str, data: str) -> None:
        if nag is not None:
            if len(move.nags) == MOST_GLYPHS:
                raise BadInput(f"A move has at most {MOST_GLYPHS} glyphs.")
            move.nags += (int(nag),)
        elif name == "before":
            move.before = data
        elif name == "eval":
            move.evaluation = self.form.evaluation_of(data)
        elif name in ("clk", "emt"):
            if not re.fullmatch(r"\d{1,12}(\.\d{1,12})?", data):
                raise BadInput(f"'{data[:20]}' is no number of seconds.")
            setattr(move, "clock" if name == "clk" else "spent", float(data))
        else:
            raise BadInput(f"'[{name} …]' says nothing that is known of a move.")
