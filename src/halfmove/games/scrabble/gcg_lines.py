"""The lines of a game in GCG, sorted: its turns, and what is said before and behind each of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.games.scrabble.rules import MOST_PLAYERS

_EVENT = re.compile(r">\s*([^\s:]+)\s*:[ \t]*(.*)")
_PLACE = re.compile("[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}")
_SCORE = re.compile("[+-][0-9]{1,5}")
_TOTAL = re.compile("-?[0-9]{1,5}")
PLAY, EXCHANGE, PASSES, BACK = "play", "exchange", "pass", "back"
HELD, TIME, LEFT = "challenge", "time", "left"


class Event(NamedTuple):
    """A turn, or what else changes the points."""

    line: int
    """In the file."""
    nick: str
    kind: str
    rack: str | None
    """As it is written; None where it is not."""
    words: tuple[str, ...]
    """Of a play its place and its word; of an exchange the tiles, or how many; the tiles in brackets."""
    score: int
    total: int
    said: str
    text: str


class Sheet:
    """A game's lines."""

    def __init__(self, part: list[tuple[int, str]]) -> None:
        self.events: list[Event] = []
        self.names: dict[int, tuple[str, str]] = {}
        """Players by their number, from 1: the short name and the full one."""
        self.pragmas: dict[int, list[str]] = {}
        self.notes: dict[int, list[str]] = {}
        """By the number of events before them."""
        self.racks: dict[int, str] = {}
        """Those that `#rack1` and `#rack2` tell at the end."""
        self.incomplete = ""
        self.title = self.lexicon = ""
        noting = False
        for number, line in part:
            if not line:
                continue
            if line.startswith(">"):
                self.events.append(_event(number, line))
                noting = False
            elif line.startswith("#"):
                noting = self._pragma(number, line)
            elif noting:
                self.notes[len(self.events)].append(line)
            else:
                raise BadInput(f"line {number}, '{shorten(line)}', begins neither with > nor with #.")
        if not self.events and not self.names:
            raise BadInput("there is no turn in it; one is a line such as '>Ann: AEINRST 8D NASTIER +66 66'.")
        self._order()

    def _pragma(self, number: int, line: str) -> bool:
        """Read a line about the game; whether it is a note, which lines without a sign go on."""
        word, _, rest = line[1:].strip().partition(" ")
        word, rest, here = word.lower(), rest.strip(), len(self.events)
        if word == "note":
            self.notes.setdefault(here, []).append(rest)
        elif re.fullmatch("player[1-4]", word):
            nick, _, name = rest.partition(" ")
            if not nick:
                raise BadInput(f"line {number}, '{shorten(line)}', names no player.")
            self.names[int(word[-1])] = nick.rstrip(":"), name.strip() or nick
        elif re.fullmatch("rack[1-4]", word):
            self.racks[int(word[-1])] = rest
        elif word == "title" and rest:
            self.title = rest
        elif word == "lexicon" and rest:
            self.lexicon = rest
        elif word == "incomplete":
            self.incomplete = line
        elif word != "character-encoding":
            self.pragmas.setdefault(here, []).append(line)
        return word == "note"

    def _order(self) -> None:
        """The short names by who plays first."""
        told = [self.names[number][0] for number in sorted(self.names)]
        for event in self.events:
            if event.nick not in told:
                if len(told) >= MOST_PLAYERS or (len(self.names) > 1 and len(told) == len(self.names)):
                    raise BadInput(
                        f"line {event.line}: nobody is called '{shorten(event.nick)}'; players are "
                        f"{', '.join(told)}."
                    )
                told.append(event.nick)
        if len(told) == 1:
            told.append("player2" if told[0] != "player2" else "player1")
        if len(set(told)) < len(told):
            raise BadInput(f"two players have the same short name: {', '.join(told)}.")
        self.first = told.index(self.events[0].nick) if self.events else 0
        self.nicks = told[self.first :] + told[: self.first]

    def pragma(self, word: str) -> str:
        """What stands behind a pragma that is kept as it is."""
        for line in (line for lines in self.pragmas.values() for line in lines):
            found = re.fullmatch(rf"#\s*{word}\s+(\S.*)", line, re.IGNORECASE)
            if found:
                return found[1].strip()
        return ""

    def full_name(self, seat: int) -> str:
        number = (seat + self.first) % len(self.nicks) + 1
        return self.names.get(number, ("", self.nicks[seat]))[1]


def _event(number: int, line: str) -> Event:
    """A line of a turn; `BadInput` says what is wrong with it."""
    wrong = f"line {number}, '{shorten(line)}'"
    found = _EVENT.fullmatch(line)
    if found is None:
        raise BadInput(f"{wrong}, has no player: a turn begins such as '>Ann:'.")
    words = found[2].split()
    at = next(
        (k for k in range(len(words) - 1) if _SCORE.fullmatch(words[k]) and _TOTAL.fullmatch(words[k + 1])),
        None,
    )
    if at is None:
        raise BadInput(f"{wrong}, does not end with points and their sum, such as '+20 66'.")
    told, score, total = words[:at], int(words[at]), int(words[at + 1])
    said = " ".join(words[at + 2 :])
    head: str | None = None
    if len(told) > 1 and _PLACE.fullmatch(told[-2]):
        head, rest, kind = _head(told[:-2]), tuple(told[-2:]), PLAY
    elif told and told[-1] == "--":
        head, rest, kind = _head(told[:-1]), (), BACK
    elif told and told[-1] == "-":
        head, rest, kind = _head(told[:-1]), (), PASSES
    elif told and told[-1].startswith("-"):
        head, rest, kind = _head(told[:-1]), (told[-1][1:],), EXCHANGE
    elif told and (inside := re.fullmatch(r"\((.*)\)", told[-1])):
        kind = {"challenge": HELD, "time": TIME}.get(inside[1].lower(), LEFT)
        head, rest = _head(told[:-1]), (inside[1],)
    else:
        raise BadInput(
            f"{wrong}, has no turn: a play is '8D WORD', an exchange '-ABC', a pass '-', a play taken "
            "back '--'."
        )
    if head == "":
        raise BadInput(f"{wrong}, has more than a rack before what is played.")
    return Event(number, found[1], kind, head, rest, score, total, said, line)


def _head(words: list[str]) -> str | None:
    """The rack before a turn: None where it is not told, "" where there is more than a rack."""
    return None if not words else words[0] if len(words) == 1 else ""
