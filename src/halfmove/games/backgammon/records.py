"""Games of backgammon as match files (`.mat`), as JellyFish wrote them first and every program reads them.

A file is a match, or a session for money, which is a match to 0 points: the games one after the other,
each with the points that its players had before it, and its throws and plays in two columns (a length of -1
or `unlimited` is a session too):

     3 point match

     Game 1
     White : 0                      Black : 0
      1) 31: 8/5 6/5                42: 8/4 6/4
      2)  Doubles => 2               Takes

A chequer on the bar starts from 25, and one that is off ends on 0.  Each game of a file is a record of its
own, as a game that somebody gives up is where the rules cannot go on.  With a doubling cube, as files do not
say whether there is one.  Variations and comments have no place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord, Move
from halfmove.games.backgammon.notation import NO_PLAY, Step, chained
from halfmove.games.backgammon.plays import NO_PLAY as BLOCKED
from halfmove.games.backgammon.rules import (
    AFTER,
    BEAVER,
    BEAVERED,
    BEFORE,
    CHOICE,
    CRAWFORD,
    DOUBLE,
    DROP,
    OFFERED,
    OPENING,
    OVER,
    ROLL,
    TAKE,
    State,
)

if TYPE_CHECKING:
    from halfmove.games.backgammon.game import Backgammon

LENGTH = re.compile(
    r"^\s*(?:(?P<points>\d{1,5})\s+points?\s+match|-1\s+points?\s+match|unlimited(?:\s+(?:match|session|game))?"
    r"|money\s+(?:game|session))\s*$",
    re.MULTILINE | re.IGNORECASE,
)
_GAME = re.compile(r"^\s*Game\s+\d{1,4}\s*$", re.MULTILINE | re.IGNORECASE)
_TAG = re.compile(r'^\s*;\s*\[(\w{1,40})\s+"([^"\n]*)"\]', re.MULTILINE)
_NAMES = re.compile(r"^\s*(.*?)\s*:\s*(\d{1,5})\s+(.*?)\s*:\s*(\d{1,5})\s*$")
_WORD = re.compile(
    r"(?P<dice>[1-6]{2}):\s*(?P<play>cannot move|(?P<untold>\?{2,}|illegal play(?:\s*\((?P<meant>[^)]*)\))?)"
    r"|(?:(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+(?:\(\d\))?\s*)*)"
    r"|doubles\s*=>\s*(?P<cube>\d{1,4})|(?P<word>takes|drops|beavers)|wins\s+(?P<won>\d{1,4})\s+points?"
    r"|(?P<strange>\S+)",
    re.IGNORECASE,
)
_LINE = re.compile(r"\s*\d{1,4}\)(.*)")
LEFT = 16
"""A line whose first word stands farther right than this tells only what the second player did."""
COLUMN = 28
"""The width of the first player's column."""
PLAY = "play"
"""The property of a move that says how its file has a play that we would write otherwise: `24/14`."""
_SAID = {TAKE: " Takes", DROP: " Drops", BEAVER: " Beavers"}


class MatchFile(FormatByParts):
    """Match files."""

    name = "MAT"
    suffixes = (".mat",)
    game: Backgammon

    def begins(self, text: str) -> bool:
        return LENGTH.search(text[:2000]) is not None

    # ---- reading
    def parts(self, text: str) -> Iterator[str]:
        places = [found.start() for found in _GAME.finditer(text)]
        if LENGTH.search(text[: places[0]] if places else text) is None:
            raise BadInput("it does not say to how many points the match is: '7 point match'.")
        if not places:
            raise BadInput("there is no game in it; one begins with 'Game 1'.")
        for begin, end in zip(places, [*places[1:], len(text)]):
            yield text[: places[0]] + text[begin:end]

    def record(self, part: str) -> GameRecord:
        length = LENGTH.search(part)
        begin = _GAME.search(part)
        assert length is not None, "`parts` has seen it"
        assert begin is not None, "`parts` has seen it"
        rules = self._rules(int(length["points"] or 0))
        lines = [line for line in part[begin.end() :].splitlines() if line.strip()]
        names = _NAMES.match(lines[0]) if lines else None
        if names is None:
            raise BadInput("its players and their points are missing: 'White : 0    Black : 0'.")
        points = int(names[2]), int(names[4])
        if rules.match and max(points) >= rules.match:
            raise BadInput(f"somebody has {max(points)} points already, in a match to {rules.match}.")
        headers = {name: value for name, value in _TAG.findall(part[: begin.start()]) if value}
        headers |= {rules.player_names[0]: names[1], rules.player_names[1]: names[3]}
        start = (
            rules.new_game(*points, self._crawford(rules, points, part)) if rules.match else rules.initial()
        )
        found = GameRecord(rules, None if start == rules.initial() else start, headers)
        _Reader(self, found).take(lines[1:])
        return found

    def _rules(self, length: int) -> Backgammon:
        """The game that a file is of: as it is played here, where it fits."""
        if self.game.cube and self.game.match == length:
            return self.game
        found = type(self.game)(match=length, cube=True)
        found.compiled = self.game.compiled
        return found

    def _crawford(self, rules: Backgammon, points: tuple[int, int], part: str) -> int:
        """Files do not say which game is Crawford's: where somebody lacks one point it is taken for that,
        unless somebody doubles in it."""
        if rules.first_crawford() != BEFORE or max(points) < rules.match - 1:
            return rules.first_crawford()
        return AFTER if "double" in part.lower() else CRAWFORD

    # ---- writing
    def text(self, record: Any) -> str:
        rules: Backgammon = record.rules
        said = [record.headers.get(name, "?") for name in rules.player_names]
        names = [name if told == "?" else told for name, told in zip(rules.player_names, said)]
        told = [f'; [{key} "{value}"]' for key, value in record.headers.items()
                if key not in (*rules.player_names, "Result") and not set(value) <= set("?.")]  # fmt: skip
        lines = [*told, "", f" {rules.match} point match", ""]
        return "\n".join([*lines, *_Writer(rules, names).games(record)]) + "\n"


class _Reader:
    """Plays what the lines of a game say."""

    def __init__(self, form: MatchFile, record: GameRecord) -> None:
        self.form, self.record, self.rules = form, record, record.rules
        self.state = record.first
        self.over = self.cut = False
        """Whether the game has ended; whether what follows cannot be played, as a play is not told."""

    def take(self, lines: list[str]) -> None:
        for line in lines:
            numbered = _LINE.match(line)
            begin = numbered.start(1) if numbered else 0
            for word in _WORD.finditer(line, begin):
                if self.cut and not word["won"]:
                    continue
                if self.over and not word["won"]:
                    raise BadInput(f"'{word[0].strip()[:30]}' stands behind the end of the game.")
                try:
                    self._word(word, second=word.start() - begin > LEFT)
                except BadInput as error:
                    raise BadInput(f"'{line.strip()[:60]}': {error}") from None

    def _word(self, word: re.Match[str], *, second: bool) -> None:
        if word["strange"]:
            raise BadInput(f"'{word['strange'][:30]}' is neither a throw nor a play.")
        if word["won"]:
            self._won(int(word["won"]), second)
        elif word["dice"]:
            self._throw(word["dice"], second)
            if word["untold"]:
                self._untold(word)
                return
            play = " ".join(word["play"].split()).lower()
            blocked = list(self.rules.actions(self.state)) == [BLOCKED]
            if play or blocked:  # else the game was left before it was played
                self._play(NO_PLAY if play in ("", "cannot move") else play)
        elif word["cube"]:
            if 2 * self.state.cube != int(word["cube"]):
                raise BadInput(f"the cube shows {self.state.cube}.")
            self._action(DOUBLE, "nobody may double here")
        else:
            action = {"t": TAKE, "d": DROP, "b": BEAVER}[word["word"][0].lower()]
            self._action(action, "nobody has doubled")

    def _untold(self, word: re.Match[str]) -> None:
        """A play that is not told, or was illegal: what was meant, where that is legal; else it ends."""
        said = " ".join(word[0].split())
        try:
            self._play(" ".join((word["meant"] or "?").split()).lower())
            self.form.repair(self.record, f"'{said}' is read as {self.record.moves[-1].text}.")
        except BadInput:
            self.form.repair(self.record, f"'{said}' is no play, so that what follows cannot be played.")
            self.cut = True

    def _action(self, action: int, otherwise: str) -> None:
        rules: Any = self.rules
        if self.over or action not in rules.actions(self.state):
            raise BadInput(f"{otherwise}.")
        if self.form.bound is not None:
            self.form.bound.count()
        self.record.moves.append(Move(action, rules.action_text(self.state, action)))
        before, self.state = self.state, rules.result(self.state, action)
        if self.state.dice == OVER or (self.state.dice == OPENING and before.dice != OPENING):
            self.over = True
            won = self.state.mover if self.state.dice == OVER else self._ahead(before)
            self.record.headers["Result"] = self.form.results[1.0 - won]

    def _ahead(self, before: State) -> int:
        """Who has won points since."""
        rules: Any = self.rules
        return 0 if rules.points_of(self.state, 0) > rules.points_of(before, 0) else 1

    def _throw(self, dice: str, second: bool) -> None:
        if self.state.dice == CHOICE:
            self._action(ROLL, "nobody is to throw")
        if self.state.dice == OPENING:
            low, high = sorted(dice)
            if low == high:
                raise BadInput("a game does not begin with a doublet.")
            self._action(int(low + high if second else high + low), "nobody is to throw")
            return
        self._action(int(max(dice, dice[::-1])), "nobody is to throw")

    def _play(self, text: str) -> None:
        before = self.state
        self._action(self.rules.parse_action(before, text), "nothing can be played here")
        move = self.record.moves[-1]
        if text not in (NO_PLAY, _play_text(self.rules, before, move.action)):
            move.properties[PLAY] = [text]

    def _won(self, points: int, second: bool) -> None:
        """The points that the file says; before the end by the rules, the other player has resigned."""
        if not self.over:
            self.over = True
            self.record.headers |= {"Result": self.form.results[0.0 if second else 1.0],
                                    "Termination": "resignation", "Points": str(points)}  # fmt: skip


class _Writer:
    """Writes the games of a record in columns."""

    def __init__(self, rules: Backgammon, names: list[str]) -> None:
        self.rules, self.names = rules, names

    def games(self, record: Any) -> list[str]:
        lines: list[str] = []
        state, number = record.first, 0
        row: list[str] = []
        for move in record.moves:
            if number == 0 or state.dice == OPENING:
                number += 1
                self._begin(lines, state, number)
            before, state = state, self.rules.result(state, move.action)
            self._cell(row, before, move)
            if state.dice == OVER or (state.dice == OPENING and before.dice != OPENING):
                self._end(row, before, state)
                self._put(lines, row)
        if number == 0:
            self._begin(lines, state, 1)
        if row:
            self._resigned(row, record.headers)
            self._put(lines, row)
        return lines

    def _begin(self, lines: list[str], s: State, number: int) -> None:
        left, right = (f"{name} : {self.rules.points_of(s, who)}" for who, name in enumerate(self.names))
        lines += [*([""] if number > 1 else []), f" Game {number}", f" {left:<{COLUMN + 3}}{right}"]

    def _cell(self, row: list[str], s: State, move: Move) -> None:
        """Cells of the first player and the second in turn; the first stays empty where the second begins."""
        action = move.action
        if s.dice == OPENING:
            first, second = divmod(action, 10)
            row += [] if first > second else [""]
            row.append(f"{max(first, second)}{min(first, second)}:")
        elif s.dice == 0:
            row.append(f"{action}:")
        elif s.dice == CHOICE:
            row += [f" Doubles => {2 * s.cube}"] if action == DOUBLE else []
        elif s.dice in (OFFERED, BEAVERED):
            row.append(_SAID[action])
        else:
            row[-1] += f" {move.properties.get(PLAY, [_play_text(self.rules, s, action)])[0]}"

    def _end(self, row: list[str], before: State, after: State) -> None:
        if after.dice == OVER:
            who, points = after.mover, after.gain
        else:
            gained = [self.rules.points_of(after, p) - self.rules.points_of(before, p) for p in (0, 1)]
            who = 0 if gained[0] > 0 else 1
            points = gained[who]
        self._wins(row, who, points)

    def _resigned(self, row: list[str], headers: dict[str, str]) -> None:
        if headers.get("Points", "").isdecimal() and headers.get("Result") in ("1-0", "0-1"):
            self._wins(row, int(headers["Result"] == "0-1"), int(headers["Points"]))

    def _wins(self, row: list[str], who: int, points: int) -> None:
        row += [""] if len(row) % 2 != who else []
        row.append(f"  Wins {points} point{'s' * (points > 1)}")

    def _put(self, lines: list[str], row: list[str]) -> None:
        for number, at in enumerate(range(0, len(row), 2), 1):
            left, right = row[at], row[at + 1] if at + 1 < len(row) else ""
            head = f"{number:3}) " if not left.startswith("  Wins") and not (
                not left and right.startswith("  Wins")) else "     "  # fmt: skip
            lines.append(f"{head}{left:<{COLUMN - 2}}  {right}".rstrip())
        row.clear()


def _play_text(rules: Any, s: State, action: int) -> str:
    """A play as files have it, each step by itself: `25/21 13/8*`."""
    return " ".join(_way(step) for chain in chained(rules.steps(s, action)) for step in chain)


def _way(step: Step) -> str:
    return f"{step.start}/{step.end}{'*' if step.hits else ''}"
