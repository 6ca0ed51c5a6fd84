"""Games of Scrabble written in GCG."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from halfmove.core.formats import Move
from halfmove.games.scrabble.plays import (
    ACCEPT,
    CHALLENGE,
    OFF,
    PASS,
    STANDS,
    goes_down,
    is_exchange,
    is_play,
    tiles_of,
)
from halfmove.games.scrabble.rules import (
    ANSWER,
    COSTS,
    DOUBLE,
    DRAW,
    OVER,
    TURN,
    State,
    lay_tiles,
    rack_tiles,
    squares_of,
)
from halfmove.games.scrabble.tiles import sort_rack

if TYPE_CHECKING:
    from halfmove.games.scrabble.game import Scrabble

PRAGMAS, RACK, ASIDE, SCORE, SAID = "GCG", "rack", "aside", "score", "said"
"""Properties: lines that stand behind a move or before the first; a rack, how many tiles are exchanged and
points as they are written, where they would be written otherwise; what stands behind the points."""
RACKS = "racks"
"""Property of a game: how many moves it has, then the racks at its end as they are written: `1 AB`."""
NICKS, FIRST, ENDED, INCOMPLETE, LISTED = "nicks", "first", "ended", "incomplete", "lexicon"
"""Properties of a game: the short names of its players; who is the first of them, where that is not player
1; the lines behind its last turn, `#incomplete`, and `#lexicon`, where they would be written otherwise."""


def own_points(rules: Scrabble, s: State, action: int) -> int:
    """What a turn scores by itself, without what is counted at the end of the game."""
    if is_play(action):
        return rules.score(s.board, action)
    if action in (CHALLENGE, STANDS, OFF):
        return COSTS.get(rules.challenge, 0) if is_standing(rules, s, action) else -s.gained
    return 0


def is_standing(rules: Scrabble, s: State, action: int) -> bool:
    """Whether a play that was challenged stands."""
    return action == STANDS or (action == CHALLENGE and rules.is_valid(s.before, s.pending))


def held_rack(s: State, seat: int, *, stands: bool) -> bytes:
    """The rack that a line tells: before a play, and with the tiles of one that is taken back."""
    if s.phase == ANSWER and not stands:
        return sort_rack((*s.racks[seat], *rack_tiles(tiles_of(s.pending))))
    return s.racks[seat]


class Writer:
    """Writes a game."""

    def __init__(self, record: Any) -> None:
        self.record, self.rules = record, record.rules
        self.first = int((record.properties.get(FIRST) or ["1"])[0]) - 1
        self.nicks = self._nicks()
        self.states = [record.first]
        self.moves = [move for move in record.moves if move.action is not None]
        for move in self.moves:
            self.states.append(self.rules.result(self.states[-1], move.action))

    def _nicks(self) -> list[str]:
        """Short names of the players, each once: those that were read, else the first word of a name."""
        names = [self.record.headers.get(name, "") for name in self.rules.player_names]
        told = self.record.properties.get(NICKS) or []
        found: list[str] = []
        for seat, name in enumerate(names):
            word = told[seat] if seat < len(told) else (name.split() or [""])[0]
            word = re.sub(r"[\s:]", "", word)
            found.append(word if word.strip("?") and word not in found else f"player{seat + 1}")
        return found

    def lines(self) -> list[str]:
        record, rules = self.record, self.rules
        lines = ["#character-encoding UTF-8"]
        if record.headers.get("Event", "?") != "?":
            lines.append(f"#title {_line(record.headers['Event'])}")
        numbered = {}
        for seat, (nick, name) in enumerate(zip(self.nicks, rules.player_names, strict=True)):
            full = _line(record.headers.get(name, "")) or nick
            numbered[(seat + self.first) % rules.players + 1] = f"{nick} {nick if full == '?' else full}"
        lines += [f"#player{number} {numbered[number]}" for number in sorted(numbered)]
        if "Lexicon" in record.headers:
            lines.append(f"#lexicon {_line(record.headers['Lexicon'])}")
        elif LISTED not in record.properties:
            lines.append(f"#lexicon {rules.lexicon}")
        kept = record.properties.get(PRAGMAS, [])
        if rules.board != "standard" and not any("board-layout" in line.lower() for line in kept):
            lines.append(f"#board-layout {rules.board}")
        if rules.tiles != "english" and not any("tile-distribution" in line.lower() for line in kept):
            lines.append(f"#tile-distribution {rules.tiles}")
        over = self.states[-1].phase == OVER
        lines += record.properties.get(INCOMPLETE, [] if over else ["#incomplete"])
        lines += [*_notes(record.comment), *kept]
        for number, move in enumerate(self.moves):
            lines += self._turn(number, move)
            lines += [*_notes(move.comment), *move.properties.get(PRAGMAS, [])]
        lines += self.racks()
        return [*lines, *record.properties.get(ENDED, self.ends())]

    def _turn(self, number: int, move: Move) -> list[str]:
        """The line of a move; nothing for what nature draws, and where a play is not challenged."""
        s, rules = self.states[number], self.rules
        if s.phase not in (TURN, ANSWER) or move.action == ACCEPT:
            return []
        tiles, seat, action = rules.tile_set, s.mover, move.action
        if s.phase == ANSWER:
            seat = (seat - 1) % rules.players
        scored = own_points(rules, s, action)
        if is_play(action):
            after = lay_tiles(s.board, action, rules.size)
            line = rules.line(after, squares_of(s.board, action, rules.size)[0], goes_down(action))
            word = "".join("." if s.board[at] else tiles.sign(after[at]) for at in line)
            said = f"{rules.place_text(line[0], goes_down(action))} {word}"
        elif is_exchange(action):
            said = f"-{move.properties.get(ASIDE, [tiles.text(sort_rack(tiles_of(action)))])[0]}"
        elif action == PASS:
            said = "-"
        else:
            said = "(challenge)" if is_standing(rules, s, action) else "--"
        held = held_rack(s, seat, stands=said != "--")
        rack = move.properties.get(RACK, [tiles.text(held)])[0]
        points = move.properties.get(SCORE, [f"{scored:+d} {s.scores[seat] + scored}"])[0]
        words = [f">{self.nicks[seat]}:", rack, said, points, *move.properties.get(SAID, [])]
        lines = [" ".join(word for word in words if word)]
        if rules.challenge == DOUBLE and said == "(challenge)" and self.states[number + 1].phase != OVER:
            other = rules.tile_set.text(s.racks[s.mover])
            lines.append(f">{self.nicks[s.mover]}: {other} - +0 {s.scores[s.mover]}")
        return lines

    def racks(self) -> list[str]:
        """The racks of a game that is not over, where they were drawn after the last turn."""
        length, *told = self.record.properties.get(RACKS, [""])
        if length == str(len(self.moves)):
            return [f"#rack{rack}".rstrip() for rack in told]
        s = self.states[-1]
        if s.phase != TURN or len(self.states) < 2 or self.states[-2].phase != DRAW:
            return []
        rules = self.rules
        racks = {(seat + self.first) % rules.players + 1: rack for seat, rack in enumerate(s.racks)}
        return [f"#rack{number} {rules.tile_set.text(racks[number])}" for number in sorted(racks)]

    def ends(self) -> list[str]:
        """The lines behind the last turn of a game that is over."""
        last = self.states[-1]
        if last.phase != OVER:
            return []
        rules, tiles, before = self.rules, self.rules.tile_set, self.states[-2]
        scores = list(before.scores)
        owner = (before.mover - 1) % rules.players if before.phase == ANSWER else before.mover
        scores[owner] += own_points(rules, before, self.moves[-1].action)
        racks = last.racks
        worth = [sum(tiles.points[tile] for tile in rack) for rack in racks]
        out = next((seat for seat, rack in enumerate(racks) if not rack), None)
        lines = []
        for seat, rack in enumerate(racks):
            if seat != out and (out is None or rules.players > 2):
                scores[seat] -= worth[seat]
                told = tiles.text(rack)
                lines.append(f">{self.nicks[seat]}: {told} ({told}) -{worth[seat]} {scores[seat]}")
        if out is not None:
            gained = sum(worth) * (2 if rules.players == 2 else 1)
            scores[out] += gained
            left = tiles.text(b"".join(racks))
            lines.append(f">{self.nicks[out]}: ({left}) {gained:+d} {scores[out]}")
        for seat, points in enumerate(rules.lost):
            if points:
                scores[seat] -= points
                lines.append(f">{self.nicks[seat]}: (time) {-points:+d} {scores[seat]}")
        return lines


def _line(text: str) -> str:
    """On one line."""
    return " ".join(text.split())


def _notes(comment: str) -> list[str]:
    return [f"#note {line}".rstrip() for line in comment.split("\n")] if comment else []
