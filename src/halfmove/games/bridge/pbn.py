"""Boards of bridge in PBN: tags, the auction with notes and signs, the play in columns, comments, tables.

*Portable Bridge Notation*, version 2.1, 2017.  A game begins with its tags; lines of `%` are left out.

    [Dealer "N"]
    [Deal "N:QJ6.K652.J85.T98 …"]
    [Auction "N"]
    Pass 1D =1= Pass 1H
    [Note "1:four cards or more"]
    [Play "W"]
    S4 SJ SK SA
    H2 -  -  -
    *

The columns of the play are the seats from the leader of the first trick on, whoever leads to the others.
`*` ends what is not played out, by a claim where the tag `Result` says the tricks; `+` stands where the
next call or card would.  Signs are `$1` to `$6` (`!`, `?`, `!!`, `??`, `!?`, `?!`) of calls, and those of
cards six higher.  Irregularities (`^R`, `^I`, …) cannot be played: such a board is broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.games.bridge.auction import CALL, call_text
from halfmove.games.bridge.records import (
    NOTE,
    Board,
    BoardReader,
    BridgeFormat,
    board_number,
    board_of,
    claimed_result,
    complete_deal,
    tricks_of_declarer,
    vulnerable_word,
)
from halfmove.games.bridge.series import board_conditions
from halfmove.games.tricks.deals import deal_text, read_deal
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.scoring import SEAT_NAMES, SEATS, SIDES, VULNERABLE

MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal",
    "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
"""The tags of the identification section, in their order."""
OF_DEAL = ("Dealer", "Vulnerable", "Deal")
OF_MOVES = ("Auction", "Play", "Note")
SIGNS = ("!", "?", "!!", "??", "!?", "?!")
PLAYED_SIGNS = 6
"""By which the numbers of signs after cards are higher."""
OTHER_SIGNS, MARK, NO_AUCTION = "PBN signs", "PBN mark", "PBN play"
"""Properties: signs of a move with other numbers, what stands behind moves that are not all played where it
does not follow, and the play of a board whose auction is not told."""
_TAG = re.compile(r'\[\s*(\w{1,60})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_WORD = re.compile(
    r"\{(?P<comment>[^}]*)\}|;(?P<line>[^\n]*)|=\s*(?P<note>\d{1,3})\s*=|\$(?P<sign>\d{1,4})|(?P<odd>\^\w)"
    r"|(?P<mark>[*+])|(?P<glyph>[!?]{1,2})|(?P<word>[^\s{;=$^!?*+]+)|(?P<strange>\S)"
)
_VULNERABLE = {
    "love": "none",
    "-": "none",
    "none": "none",
    "ns": "NS",
    "ew": "EW",
    "all": "both",
    "both": "both",
}


class Section(NamedTuple):
    """A tag with what stands behind it."""

    name: str
    value: str
    text: str


class PBN(BridgeFormat):
    """Portable bridge notation."""

    name = "PBN"
    suffixes = (".pbn",)

    def begins(self, text: str) -> bool:
        return (
            text.startswith("% PBN")
            or re.search(r'^\[Deal\s+"[NESW]:', text[:4000], re.MULTILINE) is not None
        )

    # ---- reading
    def parts(self, text: str) -> Iterator[list[Section]]:
        """The sections of each game; a value of `#` is that of the game before."""
        before: dict[str, str] = {}
        for game in _split(text):
            sections = _sections(game)
            if not sections:
                continue
            told = [
                Section(one.name, before.get(one.name, ""), one.text) if one.value in ("#", "##") else one
                for one in sections
            ]
            before = {one.name: one.value for one in told}
            yield told

    def record(self, part: list[Section]) -> GameRecord:
        tags = {one.name: one.value for one in part}
        if "Deal" not in tags:
            raise BadInput('it has no deal; one is told by a tag such as [Deal "N:QJ6.K652.J85.T98 …"].')
        for one in part:
            if not one.name and one.value:
                raise BadInput(f"'{one.value[:60]}' is no tag of a line of its own, such as [Dealer \"N\"].")
        hands = complete_deal(read_deal(re.sub(r"(?<![\w.])-(?![\w.])", "...", tags["Deal"]), SEATS))
        reader = BoardReader(self, hands, *_conditions(tags))
        record = reader.record
        notes: list[dict[str, str]] = []
        for one in part:
            if one.name in ("Auction", "Play"):
                notes.append({})
            elif one.name == "Note" and notes:
                number, _, said = one.value.partition(":")
                notes[-1][number.strip()] = said
        followed = iter(notes)
        for one in part:
            self._read_section(reader, one, followed)
        self._compare(reader, tags)
        return record

    def _read_section(self, reader: BoardReader, one: Section, notes: Iterator[dict[str, str]]) -> None:
        record = reader.record
        if one.name == "Auction":
            _SectionReader(reader, next(notes)).auction(one.text)
        elif one.name == "Play":
            of_play = next(notes)
            if not re.search(r"[SHDC](?:10|[2-9TJQKA])", one.text, re.IGNORECASE):
                _SectionReader(reader, of_play).ending(one.text)
            elif reader.state.declarer < 0:
                record.properties[NO_AUCTION] = [one.value, one.text.strip()]
                self.repair(record, "no contract stands after its auction, so that its play cannot be read.")
            else:
                _SectionReader(reader, of_play).tricks(one.text, one.value)
        elif one.name not in (*OF_DEAL, "Note"):
            if one.value not in ("", "?") or one.name not in MANDATORY:
                record.headers[one.name] = one.value
            text = one.text.strip()
            if text.startswith(("{", ";")):
                self._say(record, text)
            elif text:
                record.properties[one.name] = text.split("\n")
        elif one.text.strip():
            self._say(record, one.text.strip())

    def _say(self, record: GameRecord, text: str) -> None:
        """Note comments behind a tag."""
        found = [word["comment"] if word["line"] is None else word["line"] for word in _WORD.finditer(text)]
        said = "\n".join(one.strip() for one in found if one)
        what: Any = record.moves[-1] if record.moves else record
        what.comment = "\n".join(filter(None, (what.comment, said)))

    def _compare(self, reader: BoardReader, tags: dict[str, str]) -> None:
        """Tags that follow from the auction and the play are written from these."""
        record, headers = reader.record, reader.record.headers
        contract = reader.game.contract(reader.state)
        result = headers.pop("Result", "").lstrip("^")
        if not record.moves:
            if result:
                headers["Result"] = result
            record.properties.pop(MARK, None)
            return
        declarer, what = _contract(reader.state, reader.game)
        for name, found in (("Declarer", declarer), ("Contract", what)):
            said = headers.pop(name, "")
            same = said.lstrip("^").upper().replace("NT", "N") == found.upper().replace("NT", "N")
            if said and not same and not reader.calling:
                self.repair(record, f"its {name.lower()} is {found or 'nobody'}, not {said} as its tag says.")
        if result and contract is not None:
            tricks = re.fullmatch(r"(?:(NS|EW)\s*)?(\d+)(?:\s*(?:NS|EW)\s*\d+)?", result)
            if tricks is None:
                raise BadInput(f"its result is '{result}', and no number of tricks.")
            ours = tricks[1] is None or tricks[1] == SIDES[contract.declarer & 1]
            reader.claim(tricks[2] if ours else str(RANKS - int(tricks[2])))
        if record.properties.get(MARK) == [_mark(reader.over, headers)]:
            del record.properties[MARK]

    # ---- writing
    def text(self, record: Any) -> str:
        board = board_of(record)
        tags = self._tags(record, board)
        lines = [_tag(name, tags.pop(name)) for name in MANDATORY]
        tables = [name for name in tags if name in record.properties]
        lines += [_tag(name, value) for name, value in tags.items() if name not in tables]
        if record.comment:
            lines.append(_comment(record.comment))
        over = record.rules.is_terminal(board.end)
        usual = "*" if claimed_result(board.end) else _mark(over, record.headers)
        mark = record.properties.get(MARK, [usual])[0]
        if board.calls:
            lines += self._auction(board, mark)
        if board.cards or (board.end.declarer >= 0 and MARK in record.properties):
            lines += self._play(board, mark)
        elif NO_AUCTION in record.properties:
            leader, play = record.properties[NO_AUCTION]
            lines += [_tag("Play", leader), play]
        for name in tables:
            lines += [_tag(name, tags[name]), *record.properties[name]]
        return "\n".join(lines) + "\n\n"

    def _tags(self, record: Any, board: Board) -> dict[str, str]:
        """All tags with their values, the mandatory ones first."""
        start = board.start
        hands = record.rules.dealt_hands(start)
        declarer, contract = _contract(board.end, record.rules) if board.calls else ("?", "?")
        taken = tricks_of_declarer(board.end) if record.rules.is_terminal(board.end) else None
        word = vulnerable_word(start.vulnerable)
        own = {
            "Dealer": SEATS[start.dealer],
            "Vulnerable": {"none": "None", "both": "All"}.get(word, word),
            "Deal": deal_text([hands[(start.dealer + k) % 4] for k in range(4)], _turned(start.dealer)),
        }
        if board.calls:
            own |= {"Declarer": declarer, "Contract": contract}
        said = {name: value for name, value in record.headers.items() if name != "Round" or value != "?"}
        if said.get("Result", "") in ("*", "1-0", "0-1", "1/2-1/2"):
            del said["Result"]
        if taken is not None:
            own["Result"] = str(taken)
        elif board.calls and contract == "Pass":
            own["Result"] = ""
        number = {"Board": number} if (number := board_number(record)) else {}
        return dict.fromkeys(MANDATORY, "?") | said | number | own

    def _auction(self, board: Board, mark: str) -> list[str]:
        notes: list[str] = []
        words = [_said(move, _call(move), notes, 0) for move in board.calls]
        if board.end.declarer < 0 and mark and board.end.calls:
            words += [mark]
        rows = [" ".join(words[k : k + 4]) for k in range(0, len(words), 4)]
        return [_tag("Auction", SEATS[board.start.dealer]), *rows, *_listed(notes)]

    def _play(self, board: Board, mark: str) -> list[str]:
        notes: list[str] = []
        first = (board.end.declarer + 1) & 3
        rows: list[list[str]] = []
        for number, (s, move) in enumerate(board.cards):
            if number % 4 == 0:
                rows.append(["-"] * 4)
            column = (s.leader + number % 4 - first) & 3
            rows[-1][column] = _said(move, move.text, notes, PLAYED_SIGNS)
        if mark == "+":  # in the column of the next player
            if len(board.cards) % 4 == 0:
                rows.append(["-"] * 4)
            rows[-1][(board.end.leader + len(board.cards) % 4 - first) & 3] = mark
        lines = [" ".join(row) for row in rows]
        return [_tag("Play", SEATS[first]), *lines, *(["*"] if mark == "*" else []), *_listed(notes)]


class _SectionReader:
    """Reads the words of an auction or a play."""

    def __init__(self, reader: BoardReader, notes: dict[str, str]) -> None:
        self.reader, self.notes = reader, notes

    def auction(self, text: str) -> None:
        move = None
        for word in _WORD.finditer(text):
            if said := word["word"]:
                if said.upper() == "AP":
                    while self.reader.calling:
                        move = self.reader.play("P")
                    continue
                if not self.reader.calling:
                    raise BadInput(f"'{said[:20]}' stands behind the end of the auction.")
                move = self.reader.play(said)
            elif word["mark"]:
                self.reader.record.properties[MARK] = [word["mark"]]
            elif move is None and (word["comment"] or word["line"]):
                self.reader.comment((word["comment"] or word["line"]).strip())
            else:
                self._remark(move, word, 0)

    def ending(self, text: str) -> None:
        """What stands where no card is told."""
        for word in _WORD.finditer(text):
            if word["mark"]:
                self.reader.record.properties[MARK] = [word["mark"]]
            elif word["comment"] or word["line"]:
                self.reader.comment((word["comment"] or word["line"]).strip())

    def tricks(self, text: str, first: str) -> None:
        """Play the cards; `first` is whose column is the leftmost."""
        first = first.strip().upper()
        if len(first) != 1 or first not in SEATS:
            raise BadInput(f"its play begins with '{first}', and not with {', '.join(SEATS)}.")
        cells: list[tuple[str, list[re.Match[str]]]] = []
        before: list[re.Match[str]] = []
        for word in _WORD.finditer(text):
            if word["word"]:
                cells.append((word["word"], []))
            elif word["mark"]:
                self.reader.record.properties[MARK] = [word["mark"]]
                cells.append(("-", []))
            else:
                (cells[-1][1] if cells else before).append(word)
        for word in before:
            self._remark(self.reader.record.moves[-1], word, PLAYED_SIGNS)
        for row in range(0, len(cells), 4):
            played = self._trick(cells[row : row + 4], SEATS.index(first))
            rest = cells[row:] if played < 4 else cells[row : row + 4]
            if sum(text != "-" for text, _ in rest) > played:
                missing = SEATS[self.reader.game.seat(self.reader.state)]
                raise BadInput(f"{missing}'s card is missing in trick {row // 4 + 1}, and others follow it.")
            if played < 4:
                return

    def _trick(self, row: list[tuple[str, list[re.Match[str]]]], first: int) -> int:
        """Play a trick in turn, as far as its cards are told, and how many these are."""
        leader = self.reader.state.leader
        for place in range(4):
            column = (leader + place - first) & 3
            text, remarks = row[column] if column < len(row) else ("-", [])
            if text == "-":
                return place
            if self.reader.over:
                raise BadInput(f"'{text[:20]}' stands behind the last trick.")
            move = self.reader.play(text)
            for word in remarks:
                self._remark(move, word, PLAYED_SIGNS)
        return 4

    def _remark(self, move: Move | None, word: re.Match[str], higher: int) -> None:
        """Note what is said of a move: a comment, a sign, an explanation."""
        if word["odd"] or word["strange"]:
            raise BadInput(f"'{word[0]}' marks an irregularity or is no word of PBN, and cannot be played.")
        if move is None:
            raise BadInput(f"'{word[0]}' stands before the first call.")
        if word["note"]:
            if (note := self.notes.get(word["note"])) is None:
                raise BadInput(f"the note {word['note']} is not told.")
            move.properties[NOTE] = [*move.properties.get(NOTE, []), note]
        elif word["sign"] or word["glyph"]:
            sign = int(word["sign"]) - higher if word["sign"] else _glyph(word["glyph"])
            if 1 <= sign <= len(SIGNS):
                move.nags = (*move.nags, sign)
            else:
                move.properties.setdefault(OTHER_SIGNS, []).append(word["sign"])
        else:
            said = (word["comment"] if word["line"] is None else word["line"]).strip()
            move.comment = "\n".join(filter(None, (move.comment, said)))


def _glyph(text: str) -> int:
    if text not in SIGNS:
        raise BadInput(f"'{text}' is no sign; signs are {' '.join(SIGNS)}.")
    return SIGNS.index(text) + 1


def _split(text: str) -> Iterator[str]:
    """The text of each game: a tag that begins another divides it from the next."""
    lines: list[str] = []
    seen: set[str] = set()
    blank, inside = False, False
    for line in re.sub(r"\r\n?", "\n", text).split("\n"):
        if not inside and line.startswith("%"):
            continue
        tag = None if inside else _TAG.match(line.strip())
        if tag and _begins_game(tag[1], seen, blank):
            yield "\n".join(lines)
            lines, seen = [], set()
        if tag:
            seen.add(tag[1])
        blank = not line.strip() and not inside
        lines.append(line)
        inside = _opens(line if tag is None else line.strip()[tag.end() :], inside)
    if seen or any(line.strip() for line in lines):
        yield "\n".join(lines)


def _begins_game(name: str, seen: set[str], blank: bool) -> bool:
    """Whether a tag is the first of another game; `seen`: those of this game, `blank`: after a blank line."""
    if name in seen and (name in ("Event", "Board", "Deal") or (blank and name not in OF_MOVES)):
        return True
    return blank and "Deal" in seen and name in MANDATORY[: MANDATORY.index("Deal")]


def _opens(line: str, inside: bool) -> bool:
    """Whether a comment goes on behind a line; `inside`: whether one did before it."""
    for sign in re.findall(r"[{};]", line):
        if sign == ";" and not inside:
            break
        inside = sign == "{" or (inside and sign != "}")
    return inside


def _sections(text: str) -> list[Section]:
    """The tags of a game, each with the lines behind it; comments before the first stand behind the first."""
    found: list[Section] = []
    head, inside = "", False
    for line in text.split("\n"):
        tag = None if inside else _TAG.match(line.strip())
        rest = line if tag is None else line.strip()[tag.end() :]
        if tag:
            found.append(Section(tag[1], re.sub(r"\\(.)", r"\1", tag[2]), ""))
        if not inside and rest.strip().startswith("["):
            found.append(Section("", rest.strip(), ""))  # begins as a tag, and is none
        elif not found:
            head += rest + "\n"
        elif rest.strip():
            found[-1] = found[-1]._replace(text=found[-1].text + rest + "\n")
        inside = _opens(rest, inside)
    if not found and head.strip():
        return [Section("", "", head)]
    if head.strip():
        found[0] = found[0]._replace(text=head + found[0].text)
    return found


def _conditions(tags: dict[str, str]) -> tuple[int, int]:
    """Dealer and vulnerable sides: as tags say, else as the number of the board does."""
    number = tags.get("Board", "").strip()
    dealer, vulnerable = board_conditions(int(number) if number.isdecimal() and int(number) else 1)
    said = {name: tags.get(name, "").strip().upper() for name in ("Auction", "Dealer")}
    told = {name: seat for name, seat in said.items() if seat not in ("", "?")}
    for name, seat in told.items():
        if seat not in tuple(SEATS):
            raise BadInput(f"its tag {name} says '{seat}', and not {', '.join(SEATS)}.")
        dealer = SEATS.index(seat)
    if len(set(told.values())) > 1:
        first, other = (SEAT_NAMES[SEATS.index(seat)] for seat in told.values())
        raise BadInput(f"its auction begins with {first}, and its dealer is {other}.")
    word = tags.get("Vulnerable", "").strip().lower()
    if word not in ("", "?"):
        if word not in _VULNERABLE:
            raise BadInput(f"its tag says that '{word}' is vulnerable, and not None, NS, EW or All.")
        vulnerable = sum(1 << side for side in VULNERABLE[_VULNERABLE[word]])
    return dealer, vulnerable


def _contract(s: Any, game: Any) -> tuple[str, str]:
    """The declarer and the contract as tags have them; unknown while the auction goes on."""
    contract = game.contract(s)
    if contract is None:
        return ("", "Pass") if game.is_terminal(s) else ("?", "?")
    level, strain = contract.level, "CDHSN"[contract.strain]
    return SEATS[contract.declarer], f"{level}{'NT' if strain == 'N' else strain}{'X' * contract.doubled}"


def _mark(over: bool, headers: Any) -> str:
    """What stands behind moves: nothing, `*` for a claim, `+` where the game goes on."""
    return "" if over else "*" if headers.get("Result", "").isdecimal() else "+"


def _turned(seat: int) -> str:
    return SEATS[seat:] + SEATS[:seat]


def _tag(name: str, value: str) -> str:
    value = " ".join(value.split("\n")).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def _comment(text: str) -> str:
    """In braces, or as lines where it has a brace itself."""
    if "}" not in text:
        return f"{{{text}}}"
    return "\n" + "\n".join(f"; {line}" for line in text.split("\n")) + "\n"


def _call(move: Move) -> str:
    """`Pass`, `1NT`."""
    word = call_text(move.action)
    if word == "P":
        return "Pass"
    return word + "T" if move.action > CALL + 2 and word.endswith("N") else word


def _said(move: Move, word: str, notes: list[str], higher: int) -> str:
    """A call or a card with its signs, notes and comment."""
    signs = [*(f"${sign + higher}" for sign in move.nags if sign <= len(SIGNS))]
    signs += [f"${sign}" for sign in move.properties.get(OTHER_SIGNS, [])]
    for note in move.properties.get(NOTE, []):
        if note not in notes:
            notes.append(note)
        signs.append(f"={notes.index(note) + 1}=")
    comment = [_comment(move.comment)] if move.comment else []
    return " ".join([word, *signs, *comment])


def _listed(notes: list[str]) -> list[str]:
    """The tags of notes."""
    return [_tag("Note", f"{number}:{text}") for number, text in enumerate(notes, 1)]
