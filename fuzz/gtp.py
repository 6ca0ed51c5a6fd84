"""GTP: what a controller may say, and what must answer it."""

from __future__ import annotations

import random
import re

from fuzz.lines import STRANGE, Protocol, listed
from fuzz.process import Broken

WORDS = [
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "b",
    "w",
    "black",
    "white",
    "pass",
    "resign",
    "C3",
    "A1",
    "B2",
    "T19",
    "Z9",
    "i5",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6.5",
    "known_command",
    "list_commands",
    "name",
    "version",
    "protocol_version",
    "final_score",
    "final_status_list",
    "dead",
    "alive",
    "seki",
    "time_left",
    "time_settings",
    "fixed_handicap",
    "place_free_handicap",
    "is_legal",
    "all_legal",
    "captures",
    "color",
    "list_stones",
    "countlib",
    "findlib",
    "echo",
    "loadsgf",
    "nowhere.sgf",
    "lz-analyze",
    "interval",
    "kata-analyze",
    "set_random_seed",
    "kgs-rules",
    "chinese",
    "japanese",
    "last_move",
    "move_history",
    "gogui-analyze_commands",
]
LINES = listed("""
    protocol_version; name; version; list_commands; showboard; undo; undo; clear_board; last_move;
    move_history; get_komi; query_boardsize; captures b; list_stones w; color B2; countlib B2; findlib A1;
    is_legal b C3; all_legal w; komi 6.5; komi -3; known_command play; echo some words; boardsize 3;
    boardsize 4; boardsize 5; rectangular_boardsize 4 3; fixed_handicap 2; loadsgf nowhere.sgf;
    time_settings 30 10 1; kata-time_settings fischer 30 1; kgs-time_settings byoyomi 9 3 5;
    time_left b 3 0; kgs-rules chinese; kata-get-rules; set_random_seed 7;
    place_free_handicap 2; set_free_handicap A1 B2; get_random_seed; gogui-analyze_commands
""")
COSTLY = listed("""
    genmove b; genmove w; reg_genmove b; lz-analyze 1; kata-analyze b 1; analyze 1; lz-analyze w 1 maxmoves
    2; kata-analyze 1 maxmoves -1; analyze 1 allow b pass 1; lz-analyze b 1 avoid b pass,A1 1;
    lz-genmove_analyze b 1; kata-genmove_analyze w 1; final_score; final_status A1
""")


def line(dice: random.Random) -> str:
    """A line of GTP, with a number before it or without; what searches is rare, as the rules are not compiled."""
    kind = dice.random()
    if kind < 0.4:
        move = dice.choice(("pass", f"{dice.choice('ABCDE')}{dice.randint(1, 5)}"))
        said = f"play {dice.choice(('b', 'w', 'black', 'White'))} {move}"
    else:
        said = dice.choice(LINES if kind < 0.998 else COSTLY)
    return f"{dice.randint(0, 99999)} {said}" if dice.random() < 0.3 else said


def words_of(line: str) -> list[str]:
    """The words of a line as section 2.4 of GTP cleans it."""
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(c for c in text if c == " " or (ord(c) > 31 and ord(c) != 127)).split()


def due(line: str) -> str | None:
    """The number of a command, or nothing for one without; None for a line that is no command."""
    words = words_of(line)
    number = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
    return number if words else None


class Ear:
    """Puts the lines of an answer together: it begins with `=` or `?` and ends with an empty line."""

    def __init__(self) -> None:
        self.number: str | None = None
        """That of the answer that has begun."""

    def __call__(self, line: str) -> str | None:
        """The number of the answer that ends with this line."""
        ended = None
        if self.number is not None:
            if not line:
                ended, self.number = self.number, None
            return ended
        if not line:
            raise Broken("an empty line is between two answers")
        found = re.match(r"[=?](\d*)(?: |$)", line)
        if found is None:
            raise Broken(f"that begins no answer: {line[:200]!r}")
        self.number = found[1]
        return None


def is_allowed(line: str) -> bool:
    """No `quit`, no large board, whose rules are not compiled here, and no search that was not meant."""
    words = words_of(line)
    if any("boardsize" in word for word in words) and any(w.isdecimal() and 5 < int(w) < 30 for w in words):
        return False
    return "quit" not in words and not any(
        re.search("analyze|genmove|final|search|ownership|cleanup", w) for w in words
    )


PROTOCOL = Protocol(
    words=("gtp", "go", "--set", "size=5", "--simulations", "1"),
    first=("boardsize 3",),
    line=line,
    vocabulary=[*WORDS, *STRANGE],
    due=due,
    ear=Ear,
    end=("protocol_version",),
    allowed=is_allowed,
    environment={"HALFMOVE_JIT": "0"},
)
