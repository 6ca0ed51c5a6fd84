"""Games of Scrabble in GCG, the format in which players and programs exchange them: read and written.

J. J. Chew, *.gcg file format*, version 1.2, 2019; with what Quackle and Macondo write besides.  A file is a
game: lines about it, and a line for each turn with the player, his rack, what he plays, what that scores and
what he has then.

    #character-encoding UTF-8
    #player1 Ann Ann Archer
    >Ann: AEINRST 8D NASTIER +66 66             a play; letters that lie there are dots
    >Ann: EHOQ 8D QOPH +42 108                   a play that is challenged,
    >Ann: EHOQ -- -42 66                         and taken back
    >Bob: ABC (challenge) +5 71                  the play before was challenged, and stands
    >Bob: ABCDEFG -CFG +0 71                     an exchange; -3 where the tiles are not known
    >Ann: ABCDEFG - +0 66                        a pass
    >Ann: (EIR) +6 72                            for the tiles that the other has left
    >Bob: ABC (ABC) -7 64                        his own tiles left; (time) a penalty
    #note said of the turn before

A rack may be told in part, or not at all: what nobody tells is dealt from the tiles that are left
(`drawn`).  What the file has and the moves do not say is kept, so that it is written again: how a rack was
written, points that are other than they count here, lines about the game.  Variations and glyphs have no
place.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord, Move
from halfmove.core.numbers import shorten
from halfmove.core.record_text import decode
from halfmove.games.scrabble.annotation import Points, Worth
from halfmove.games.scrabble.drawn import Racks, Slot
from halfmove.games.scrabble.gcg_lines import BACK, EXCHANGE, HELD, LEFT, PASSES, PLAY, TIME, Event, Sheet
from halfmove.games.scrabble.gcg_writing import (
    ASIDE,
    ENDED,
    FIRST,
    INCOMPLETE,
    LISTED,
    NICKS,
    PRAGMAS,
    RACK,
    RACKS,
    SAID,
    SCORE,
    Writer,
    held_rack,
    own_points,
)
from halfmove.games.scrabble.plays import (
    ACCEPT,
    CHALLENGE,
    OFF,
    PASS,
    STANDS,
    exchange_of,
    is_exchange,
    is_play,
    tiles_of,
)
from halfmove.games.scrabble.rules import (
    ANSWER,
    COSTS,
    COUNT,
    DOUBLE,
    DRAW,
    OVER,
    PEOPLE,
    SINGLE,
    TURN,
    VOID,
    State,
    lay_tiles,
    rack_tiles,
)
from halfmove.games.scrabble.tiles import sort_rack, tile_sets

if TYPE_CHECKING:
    from halfmove.games.scrabble.game import Scrabble

ROWS = 2000
"""Lines of a game at the most."""
_CHARSET = re.compile(rb"#character-encoding[ \t]+([\w.:-]{1,40})", re.IGNORECASE)
_BEGINS = re.compile(
    r"#(character-encoding|player[1-4]|title|description|lexicon|id|tile-set|style|incomplete)\b|>[^\s:]+:",
    re.IGNORECASE,
)


class GCG(FormatByParts):
    """The format of crossword games."""

    name = "GCG"
    suffixes = (".gcg",)
    game: Scrabble

    def begins(self, text: str) -> bool:
        return _BEGINS.match(text) is not None

    def decoded(self, data: bytes) -> str:
        """In the encoding that the file names, if there is such a one."""
        if found := _CHARSET.match(data.lstrip(b"\xef\xbb\xbf\r\n\t ")):
            try:
                return data.decode(found[1].decode("ascii")).removeprefix("\ufeff")
            except (LookupError, UnicodeError):
                return decode(data)
        return decode(data)

    # ---- reading
    def parts(self, text: str) -> Iterator[list[tuple[int, str]]]:
        """The numbered lines of each game."""
        part: list[tuple[int, str]] = []
        played = False
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
            begins = re.match(r"\s*#(character-encoding|player1)\b", line, re.IGNORECASE)
            if begins and played:
                yield part
                part, played = [], False
            played = played or line.lstrip().startswith(">")
            part.append((number, line.strip()))
        if not any(line for _, line in part):
            raise BadInput(
                "there is no game in it; a turn is a line such as '>Ann: AEINRST 8D NASTIER +66 66'."
            )
        yield part

    def place(self, number: int, part: list[tuple[int, str]]) -> str:
        line = next((number for number, line in part if line), 1)
        return f"game {number} (line {line})"

    def record(self, part: list[tuple[int, str]]) -> GameRecord:
        if len(part) > ROWS:
            raise BadInput(f"it has more than {ROWS:,} lines, which no game has.")
        sheet = Sheet(part)
        given = _rules(self.game, sheet)
        ways: list[dict[str, Any]] = [{}]
        if given.challenge == VOID:
            ways.append({"challenge": SINGLE})
        if given.judge != PEOPLE:
            ways.append({"judge": PEOPLE, **ways[-1]})
        if any(event.kind in (BACK, HELD) for event in sheet.events) and given.challenge == VOID:
            costs = {event.score for event in sheet.events if event.kind == HELD}
            kind = next((kind for kind, cost in COSTS.items() if costs == {cost}), SINGLE)
            ways = [{"challenge": kind}, {"challenge": kind, "judge": PEOPLE}]
        for number, way in enumerate(ways, 1):
            try:
                return _Reader(self, _changed(given, way), sheet).record
            except _OtherRules as error:
                if number == len(ways):
                    raise BadInput(str(error)) from None
        raise AssertionError("there is a way at least")

    # ---- writing
    def text(self, record: Any) -> str:
        if record.start is not None:
            raise BadInput("A GCG file begins with an empty board; this game begins in another position.")
        return "\n".join(Writer(record).lines()) + "\n"

    # ---- annotating
    def numbered(self, record: Any, ply: int) -> str:
        """By the turn: tiles that are drawn, and plays that are accepted, have no number."""
        turns = sum(state.phase == TURN for state in islice(record.states(), ply + 1))
        return f"{turns}. {record.moves[ply].text}"

    def scale(self) -> Points:
        return Points()

    def evaluation_text(self, worth: Any) -> str:
        return f"{worth.win:.4f} {worth.lead:.2f}"

    def evaluation_of(self, text: str) -> Worth | None:
        found = re.fullmatch(r"([01]\.[0-9]{4}) (-?[0-9]{1,5}\.[0-9]{2})", text)
        return Worth(float(found[1]), float(found[2])) if found else None

    def share(self, record: GameRecord) -> float | None:
        return {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(record.by_rules)


class _OtherRules(Exception):
    """What is played fits another rule for challenges, or another lexicon."""


def _rules(given: Scrabble, sheet: Sheet) -> Scrabble:
    """The game with the parameters that a file says."""
    said: dict[str, Any] = {"players": len(sheet.nicks)}
    lost = {event.nick: -event.score for event in sheet.events if event.kind == TIME and event.score <= 0}
    said["penalties"] = ",".join(str(lost.get(nick, 0)) for nick in sheet.nicks) if lost else ""
    board = sheet.pragma("board-layout").lower()
    if board:
        said["board"] = "super" if "super" in board else "standard"
    tiles = sheet.pragma("tile-distribution").lower()
    if tiles in tile_sets():
        said["tiles"] = tiles
    return _changed(given, said)


def _changed(given: Scrabble, said: Mapping[str, Any]) -> Scrabble:
    """The game with other parameters; itself where they are the same."""
    if all(given.parameters[key] == value for key, value in said.items()):
        return given
    return type(given)(**{**given.parameters, **said})


class _Reader:
    """Plays what a file tells."""

    def __init__(self, form: GCG, rules: Scrabble, sheet: Sheet) -> None:
        self.form, self.rules, self.sheet = form, rules, sheet
        self.record = GameRecord(rules)
        self.state = rules.initial()
        self._head()
        self.ends = self._ends()
        turns = sheet.events[: len(sheet.events) - len(self.ends)]
        self.plan = self._draws(turns)
        for number, event in enumerate(turns):
            if form.bound is not None:
                form.bound.count()
            try:
                self._turn(event, turns[number - 1] if number else None)
            except BadInput as error:
                raise BadInput(f"line {event.line}, '{shorten(event.text)}': {error}") from None
            self._behind(number + 1)
        self._finish(len(turns))

    # ---- what is said of the game
    def _head(self) -> None:
        sheet, record = self.sheet, self.record
        if sheet.title:
            record.headers["Event"] = sheet.title
        if sheet.lexicon:
            record.headers["Lexicon"] = sheet.lexicon
        else:
            record.properties[LISTED] = []
        for seat, name in enumerate(self.rules.player_names):
            record.headers[name] = sheet.full_name(seat)
        record.properties[NICKS] = list(sheet.nicks)
        if sheet.first:
            record.properties[FIRST] = [str(sheet.first + 1)]
        self._behind(0)

    def _behind(self, number: int) -> None:
        """What stands behind so many events, said of the last move."""
        what: Any = self.record.moves[-1] if self.record.moves else self.record
        if number in self.sheet.notes:
            said = "\n".join(self.sheet.notes[number])
            what.comment = f"{what.comment}\n{said}" if what.comment else said
        if number in self.sheet.pragmas:
            what.properties.setdefault(PRAGMAS, []).extend(self.sheet.pragmas[number])

    def _ends(self) -> list[Event]:
        """The lines behind the last turn."""
        events, at = self.sheet.events, len(self.sheet.events)
        while at and events[at - 1].kind in (LEFT, TIME):
            at -= 1
        for event in events[:at]:
            if event.kind in (LEFT, TIME):
                raise BadInput(
                    f"line {event.line}, '{shorten(event.text)}', stands before the end of the game."
                )
        return events[at:]

    # ---- tiles
    def _draws(self, turns: list[Event]) -> Iterator[int]:
        """The tiles as they are drawn, in order."""
        rules = self.rules
        racks = Racks(rules.tile_set, rules.players)
        board = bytes(rules.size**2)
        self.laid: dict[int, int] = {}
        """The action of each turn, by its line; of an exchange as soon as it is known what was put aside."""
        aside: dict[int, list[Slot]] = {}
        known: list[object] = []
        for number, event in enumerate(turns):
            taken = number + 1 < len(turns) and turns[number + 1].kind == BACK
            seat = self.sheet.nicks.index(event.nick)
            try:
                told = event.kind not in (BACK, HELD) and event.rack
                rack = rules.tile_set.rack(told) if told else b""
                used, many = b"", 0
                if event.kind == PLAY:
                    action = rules.read_play(board, *event.words)
                    self.laid[event.line] = action
                    used = rack_tiles(tiles_of(action))
                elif event.kind == EXCHANGE:
                    told = event.words[0]
                    used = b"" if told.isdecimal() else rules.tile_set.rack(told)
                    many = int(told) if told.isdecimal() else len(used)
                    if not 1 <= many <= len(racks.racks[seat]):
                        raise BadInput(f"one to seven tiles are exchanged, not {shorten(event.words[0])}.")
                known.append((seat, event.kind, rack, self.laid.get(event.line), used, many))
                self._tell(racks, seat, event, rack, used)
                if event.kind == PLAY and not taken:
                    racks.lay(seat, used)
                    racks.fill(seat)
                    board = lay_tiles(board, action, rules.size)
                elif event.kind == EXCHANGE:
                    aside[event.line] = racks.exchange(
                        seat, used, many, self._next_rack(turns[number + 1 :], event)
                    )
            except BadInput as error:
                raise BadInput(f"line {event.line}, '{shorten(event.text)}': {error}") from None
        self._tell_last(racks)
        racks.settle(zlib.crc32(repr(known).encode()))
        for line, slots in aside.items():
            self.laid[line] = exchange_of(sort_rack([slot.tile for slot in slots]))
        return iter([slot.tile for slot in racks.order])

    def _next_rack(self, turns: list[Event], event: Event) -> bytes:
        """What is told of the next rack of the player of a turn."""
        found = next((turn for turn in turns if turn.nick == event.nick and turn.rack), None)
        return self.rules.tile_set.rack(found.rack) if found and found.rack else b""

    def _tell(self, racks: Racks, seat: int, event: Event, rack: bytes, used: bytes) -> None:
        """What a turn tells of a rack; where that contradicts what was told before, what is played counts."""
        both = list(rack)
        for tile in set(used):
            both += [tile] * max(used.count(tile) - rack.count(tile), 0)
        if racks.tell(seat, both):
            return
        if not racks.tell(seat, used):
            racks.forget(seat)
            if not racks.tell(seat, used):
                raise BadInput(f"more tiles are played than the {len(racks.racks[seat])} on the rack.")
        self._repair(
            f"line {event.line}: the rack {event.rack or self.rules.tile_set.text(used)} does not fit the "
            "one before; what is played counts."
        )

    def _tell_last(self, racks: Racks) -> None:
        """What `#rack1` and the like tell."""
        players = len(self.sheet.nicks)
        for number, text in self.sheet.racks.items():
            seat = (number - 1 - self.sheet.first) % players
            if number > players:
                raise BadInput(f"there is no player {number}, of whom #rack{number} tells.")
            if not racks.tell(seat, self.rules.tile_set.rack(text)):
                self._repair(f"#rack{number} does not fit the tiles that were kept; it is passed over.")

    def _repair(self, sentence: str) -> None:
        self.form.repair(self.record, sentence)

    # ---- turns
    def _move(self, action: int) -> Move:
        move = Move(action, self.rules.action_text(self.state, action))
        self.record.moves.append(move)
        self.state = self.rules.result(self.state, action)
        return move

    def _draw(self) -> None:
        while self.state.phase == DRAW:
            self._move(next(self.plan))

    def _turn(self, event: Event, before: Event | None) -> None:
        self._answer(event)
        if event.kind in (BACK, HELD):
            return
        self._draw()
        rules, state = self.rules, self.state
        seat = self.sheet.nicks.index(event.nick)
        if rules.challenge == DOUBLE and before and before.kind == HELD and event.kind == PASSES:
            return  # the turn that the challenge cost
        if state.phase != TURN:
            raise BadInput("the game is over before it.")
        if state.mover != seat:
            raise BadInput(f"it is the turn of {self.sheet.nicks[state.mover]}.")
        if event.kind == PASSES:
            action = PASS
        else:
            action = self.laid[event.line]
        if is_play(action):
            self._check(state, action)
        elif is_exchange(action) and sum(state.bag) < max(rules.exchange_least, len(tiles_of(action))):
            raise BadInput(
                f"tiles are exchanged while the bag has {rules.exchange_least} (exchange_least); it has "
                f"{sum(state.bag)}."
            )
        move = self._move(action)
        if event.kind == EXCHANGE and event.words[0].isdecimal():
            move.properties[ASIDE] = [event.words[0]]
        self._noted(event, state, move, seat)

    def _check(self, state: State, action: int) -> None:
        """`BadInput` for a play that does not fit the board; words are looked up where only words may be
        played."""
        if fault := self.rules.fault(state, action):
            if "lexicon" in fault:
                raise _OtherRules(fault)
            raise BadInput(f"{fault}.")

    def _answer(self, event: Event | None) -> None:
        """Whether the play before was challenged, and how that ended."""
        kind = event.kind if event else ""
        if self.state.phase != ANSWER:
            if kind in (BACK, HELD):
                raise BadInput("there is no play before it that could be challenged.")
            return
        rules, state = self.rules, self.state
        if kind not in (BACK, HELD):
            self._move(ACCEPT)
            return
        assert event is not None
        seat = (state.mover - 1) % rules.players
        if self.sheet.nicks[seat] != event.nick:
            raise BadInput(f"the play that is challenged is that of {self.sheet.nicks[seat]}.")
        if rules.judge == PEOPLE:
            action = OFF if kind == BACK else STANDS
        elif rules.is_valid(state.before, state.pending) != (kind == HELD):
            raise _OtherRules("the lexicon does not say of a play that is challenged what the file says.")
        else:
            action = CHALLENGE
        self._noted(event, state, self._move(action), seat)

    def _noted(self, event: Event, before: State, move: Move, seat: int) -> None:
        """What a line has otherwise than it would be written."""
        held = self.rules.tile_set.text(held_rack(before, seat, stands=event.kind != BACK))
        if (event.rack or "") != held:
            move.properties[RACK] = [event.rack or ""]
        scored = self.state.scores[seat] - before.scores[seat]
        if self.state.phase == OVER:
            scored = own_points(self.rules, before, move.action)
        if (event.score, event.total) != (scored, before.scores[seat] + scored):
            move.properties[SCORE] = [f"{event.score:+d} {event.total}"]
            if event.score != scored:
                self._repair(f"line {event.line}: it counts {event.score:+d}, and here {scored:+d}.")
        if event.said:
            move.properties[SAID] = [event.said]

    # ---- the end
    def _finish(self, turns: int) -> None:
        record, rules, sheet = self.record, self.rules, self.sheet
        self._answer(None)
        if sheet.racks or (self.state.scoreless >= rules.scoreless and self.ends):
            self._draw()
        if self.state.phase == COUNT:
            self._move(ACCEPT)
        for number in range(turns + 1, len(sheet.events) + 1):
            self._behind(number)
        over = self.state.phase == OVER
        told = [event.text for event in self.ends]
        written = Writer(record)
        racks = [f"{number} {text}" for number, text in sorted(sheet.racks.items())]
        if [f"#rack{rack}" for rack in racks] != written.racks():
            record.properties[RACKS] = [str(len(record.moves)), *racks]
        canonical = written.ends()
        if [_plain(line) for line in told] != [_plain(line) for line in canonical]:
            record.properties[ENDED] = told
            if told and canonical:
                self._repair("what is counted at the end is other than it is here.")
        if bool(sheet.incomplete) != (not over) or sheet.incomplete not in ("", "#incomplete"):
            record.properties[INCOMPLETE] = [sheet.incomplete] if sheet.incomplete else []
        if over and rules.players == 2:
            lead = rules.utility(self.state, 0)
            record.by_rules = "1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2"


def _plain(line: str) -> str:
    """A line without what does not matter."""
    return " ".join(line.replace(":", ": ").split())
