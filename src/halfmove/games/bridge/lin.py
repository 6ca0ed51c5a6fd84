"""Boards of bridge in LIN, the format of Bridge Base Online, and as links to its handviewer.

A file is a row of pairs `key|value|`; nobody publishes what all keys mean.  Read are `md` (the dealer as a
number, 1 for South, and the hands from South's on, of which the last may be left out), `pn` (the names from
South's on), `sv` (vulnerable: `o`, `n`, `e`, `b`), `ah` (`Board 7`), `mb` (a call; `!` behind it is an
alert), `an` (what the call before means), `pc` (a card), `nt` (a comment) and `mc` (the tricks that the
declarer claims); all other pairs are kept where they stand and written again.  `pg` only divides pages.

    pn|Ann,Bob,Cid,Dan|st||md|1SAK…,SQJ…,…|rh||ah|Board 7|sv|o|mb|1N!|an|15-17|mb|p|…|pg||pc|S4|…|mc|9|

A link has the same as parameters: the hands as `n`, `e`, `s` and `w`, names as `nn` and so on, `d` the
dealer, `v` who is vulnerable, `b` the board, `a` the auction (`1N!(15-17)PPP`), `p` the play (`S4{low}SJ`),
`c` a claim, or `lin` with a whole board in LIN (bridgebase.com, *Handviewer documentation*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.games.bridge.auction import call_text
from halfmove.games.bridge.records import (
    ALERT,
    NAMES,
    NOTE,
    Board,
    BoardReader,
    BridgeFormat,
    board_number,
    board_of,
    check_deal,
    claimed_result,
    read_suits,
    suits_text,
)
from halfmove.games.bridge.series import board_conditions
from halfmove.games.tricks.scoring import SEATS

SOUTH = 2
"""The seat that LIN counts from."""
FIRST, KEPT = "LIN first", "LIN"
"""Properties: the pairs before the deal, and those behind it or behind a move, which only LIN has."""
LINK, ASKED = "handviewer", "handviewer asks"
"""Properties: the other parameters of a link, and the `?` behind an auction whose next call is asked."""
OWN = {"n", "e", "s", "w", "nn", "en", "sn", "wn", "d", "v", "b", "a", "p", "c"}
"""Parameters that are read."""
SIDES = {"o": 0, "0": 0, "-": 0, "n": 1, "e": 2, "b": 3}
_LETTERS = "oneb"
_CALL = r"(?:[1-7](?:NT?|[CDHS])|P|XX?|D|R)"
_CALLS = re.compile(rf"\s*({_CALL})(!?)\s*", re.IGNORECASE)
_CARD = r"[SHDC](?:10|[2-9TJQKA])"
_CARDS = re.compile(rf"\s*({_CARD})\s*", re.IGNORECASE)
Pair = tuple[str, str]


class LIN(BridgeFormat):
    """Files of Bridge Base Online."""

    name = "LIN"
    suffixes = (".lin",)

    def begins(self, text: str) -> bool:
        return re.match(r"\w\w\|", text) is not None and "md|" in text[:20_000]

    # ---- reading
    def parts(self, text: str) -> Iterator[list[Pair]]:
        """The pairs of each board."""
        words = re.sub(r"\r\n?", "\n", text).split("|")
        pairs = [(key.strip().lower(), value) for key, value in zip(words[::2], words[1::2])]
        if not any(key == "md" for key, _ in pairs):
            raise BadInput("there is no deal in it; one is told by md|1S…,…,…,…|.")
        yield from _split(pairs)

    def record(self, part: list[Pair]) -> GameRecord:
        told = dict(reversed(part))
        dealer, hands = _read_deal(told["md"])
        found = re.fullmatch(r"board\s+(\d{1,9})", told.get("ah", "").strip(), re.IGNORECASE)
        number = int(found[1]) if found and int(found[1]) else 0
        sides = board_conditions(number)[1] if number else 0
        if (word := told.get("sv", "").strip().lower()[:1]) and word not in SIDES:
            raise BadInput(f"sv|{told['sv']}| does not say who is vulnerable; o, n, e and b do.")
        reader = BoardReader(self, hands, dealer, SIDES.get(word, sides))
        if number and found:
            reader.record.headers["Board"] = found[1]
        for place, (key, value) in enumerate(part):
            if key == "ah" and number:
                continue
            self._read_pair(reader, key, value, before=any(k == "md" for k, _ in part[place + 1 :]))
        return reader.record

    def _read_pair(self, reader: BoardReader, key: str, value: str, *, before: bool) -> None:
        record = reader.record
        last: Any = record.moves[-1] if record.moves else record
        if key in ("md", "sv") or (key in ("pg", "st", "rh") and not value.strip()):
            return
        if key == "pn":
            names = [name.strip() for name in value.split(",")]
            record.headers |= {NAMES[(SOUTH + k) % 4]: name for k, name in enumerate(names[:4]) if name}
        elif key == "mb":
            for call, alert in _words(_CALLS, value, "call"):
                if not reader.calling:
                    raise BadInput(f"mb|{value[:20]}| stands behind the end of the auction.")
                move = reader.play(call)
                move.properties |= {ALERT: ["!"]} if alert else {}
        elif key == "an" and record.moves:
            last.properties[NOTE] = [*last.properties.get(NOTE, []), value.strip()]
        elif key == "pc":
            for (card,) in _words(_CARDS, value, "card"):
                if reader.calling or reader.over:
                    raise BadInput(f"pc|{value[:20]}| is out of turn: nobody is to play a card.")
                reader.play(card)
        elif key == "nt" and not before and value.strip():
            reader.comment(value.strip())
        elif key == "mc":
            reader.claim(value)
        elif key:
            last.properties.setdefault(FIRST if before else KEPT, []).append(f"{key}|{value}|")

    # ---- writing
    def text(self, record: Any) -> str:
        board, headers = board_of(record), record.headers
        names = ",".join(headers.get(NAMES[(SOUTH + k) % 4], "") for k in range(4))
        lines = [*record.properties.get(FIRST, []), f"pn|{_plain(names)}|"]
        lines += ["st||", f"md|{_deal_text(record.rules, board)}|", "rh||"]
        lines += [f"ah|Board {board_number(record)}|"] if board_number(record).isdecimal() else []
        lines += [f"sv|{_LETTERS[board.start.vulnerable]}|", *record.properties.get(KEPT, [])]
        lines += _comments(record.comment)
        for move in board.calls:
            lines += [f"mb|{_call(move)}{'!' * (ALERT in move.properties)}|", *_behind(move)]
        for number, (_, move) in enumerate(board.cards):
            lines += ["pg||"] * (number % 4 == 0) + [f"pc|{move.text}|", *_behind(move)]
        if tricks := _claimed(record, board):
            lines.append(f"mc|{tricks}|")
        return "".join(lines) + "pg||\n"


class Handviewer(BridgeFormat):
    """Links to the handviewer of Bridge Base Online, one on each line."""

    name = "Handviewer"
    suffixes = (".handviewer",)

    def begins(self, text: str) -> bool:
        return re.match(r"(https?:)?//\S*handviewer\S*\?", text) is not None

    def parts(self, text: str) -> Iterator[str]:
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        if not lines:
            raise BadInput("there is no link in it.")
        yield from lines

    def record(self, part: str) -> GameRecord:
        found = [
            (key.lower(), value) for key, value in parse_qsl(urlsplit(part).query, keep_blank_values=True)
        ]
        told = dict(reversed(found))
        if "lin" in told:
            whole = LIN(self.game)
            whole.bound, whole.strict = self.bound, self.strict
            record = whole.record(next(whole.parts(told["lin"])))
            return self._with_others(record, found, {"lin"})
        if not set("nesw") & told.keys():
            raise BadInput(f"'{part[:60]}' is no link with hands as its parameters n, e, s and w.")
        hands = check_deal([read_suits(told.get(seat.lower(), "")) for seat in SEATS])
        reader = BoardReader(self, hands, *_conditions(told))
        record = reader.record
        record.headers |= {name: told[f"{seat.lower()}n"] for seat, name in zip(SEATS, NAMES)
                           if told.get(f"{seat.lower()}n")}  # fmt: skip
        if told.get("b"):
            record.headers["Board"] = told["b"]
        asked = told.get("a", "").rstrip().endswith("?")
        for word in _commented(_CALL, told.get("a", "").rstrip(" ?")):
            self._read_word(reader, word, calls=True)
        for word in _commented(_CARD, told.get("p", "")):
            self._read_word(reader, word, calls=False)
        if told.get("c"):
            reader.claim(told["c"])
        record.properties |= {ASKED: ["?"]} if asked else {}
        return self._with_others(record, found, OWN)

    def _with_others(self, record: GameRecord, found: list[Pair], own: Set[str]) -> GameRecord:
        """The record with those parameters that say nothing of the board."""
        others = [f"{key}={quote(value, safe='')}" for key, value in found if key not in own]
        record.properties |= {LINK: others} if others else {}
        return record

    def _read_word(self, reader: BoardReader, word: re.Match[str], *, calls: bool) -> None:
        moves = reader.record.moves
        if word["comment"] is not None:
            reader.comment(word["comment"].strip())
        elif word["note"] is not None:
            if not moves:
                raise BadInput(f"'{word[0][:20]}' explains a call, and there is none before it.")
            moves[-1].properties[NOTE] = [*moves[-1].properties.get(NOTE, []), word["note"].strip()]
        elif reader.over or reader.calling != calls:
            raise BadInput(
                f"'{word[0][:20]}' is out of turn in the {'auction' if calls else 'play'} of a link."
            )
        else:
            reader.play(word["word"]).properties |= {ALERT: ["!"]} if word["alert"] else {}

    def text(self, record: Any) -> str:
        board, headers = board_of(record), record.headers
        hands = record.rules.dealt_hands(board.start)
        told = {seat.lower(): suits_text(hand) for seat, hand in zip(SEATS, hands)}
        told |= {f"{name[0].lower()}n": headers[name] for name in NAMES if headers.get(name)}
        told |= {"d": SEATS[board.start.dealer].lower(), "v": "-neb"[board.start.vulnerable]}
        told |= {"b": board_number(record)} if board_number(record) else {}
        told["a"] = _comment(record.comment) + "".join(_worded(move, _call(move)) for move in board.calls)
        told["a"] += "?" * (ASKED in record.properties)
        told["p"] = "".join(_worded(move, move.text) for _, move in board.cards)
        told["c"] = _claimed(record, board)
        words = [f"{key}={quote(value, safe='!()')}" for key, value in told.items() if value]
        words += record.properties.get(LINK, [])
        return f"https://www.bridgebase.com/tools/handviewer.html?{'&'.join(words)}\n"


def _split(pairs: list[Pair]) -> Iterator[list[Pair]]:
    """The pairs of each board: it begins with `qx`, or with the first pair of a head.  Boards without names
    have those that the file says first, the first four in the open room, the others in the closed one."""
    begins: list[int] = []
    heads = [place for place, (key, _) in enumerate(pairs) if key == "md"]
    for before, head in pairwise([-1, *heads]):
        place, start = head, before + 1
        while place > start and pairs[place - 1][0] not in ("mb", "an", "pc", "mc", "pg"):
            place -= 1
        if place == start > 0:  # nothing but a head between two deals
            first = (k for k in range(start, head) if pairs[k][0] in ("qx", "pn", "st"))
            place = next(first, head)
        begins.append(0 if before < 0 else place)
    names = next((value.split(",") for key, value in pairs[: heads[0]] if key == "pn"), [])
    for begin, end in zip(begins, [*begins[1:], len(pairs)], strict=True):
        board = pairs[begin:end]
        closed = any(key == "qx" and value.strip().lower().startswith("c") for key, value in board)
        if len(names) > 4 or not any(key == "pn" for key, _ in board):
            room = names[4:8] if closed else names[:4]
            board = [pair for pair in board if pair[0] != "pn"]
            board = [("pn", ",".join(room)), *board] if room else board
        yield board


def _read_deal(value: str) -> tuple[int, list[int]]:
    """The dealer and the hands, from North's on."""
    dealer, rest = value.strip()[:1], value.strip()[1:]
    if dealer not in tuple("1234"):
        raise BadInput(f"md|{value[:20]}| begins with the dealer's number, 1 for South to 4 for East.")
    words = rest.split(",")
    if not 3 <= len(words) <= 4:
        raise BadInput(f"md has four hands with commas between them, and here {len(words)}.")
    hands = [0] * 4
    for place, word in enumerate(words):
        hands[(SOUTH + place) % 4] = read_suits(word)
    return (SOUTH + int(dealer) - 1) % 4, check_deal(hands)


def _deal_text(game: Any, board: Board) -> str:
    hands = game.dealt_hands(board.start)
    dealer = (board.start.dealer - SOUTH) % 4 + 1
    return f"{dealer}{','.join(suits_text(hands[(SOUTH + k) % 4]) for k in range(4))}"


def _conditions(told: dict[str, str]) -> tuple[int, int]:
    """Dealer and vulnerable sides as a link says them."""
    number = told.get("b", "")
    dealer, sides = board_conditions(int(number)) if number.isdecimal() and int(number) > 0 else (0, 0)
    seat, word = told.get("d", "").upper(), told.get("v", "").lower()
    if len(seat) > 1 or seat not in SEATS:
        raise BadInput(f"d={seat[:20]} is no dealer; n, e, s and w are.")
    if word and word not in SIDES:
        raise BadInput(f"v={word[:20]} does not say who is vulnerable; -, n, e and b do.")
    return SEATS.index(seat) if seat else dealer, SIDES.get(word, sides)


def _words(pattern: re.Pattern[str], value: str, what: str) -> Iterator[Sequence[str]]:
    """The calls or cards of a value, one behind another."""
    place = 0
    while place < len(value):
        found = pattern.match(value, place)
        if found is None:
            raise BadInput(f"'{value[place : place + 20].strip()}' is no {what}.")
        yield found.groups()
        place = found.end()


def _commented(pattern: str, value: str) -> Iterator[re.Match[str]]:
    """The words of a parameter, comments in braces and explanations in brackets among them."""
    said = r"\{(?P<comment>[^}]*)\}|\((?P<note>[^)]*)\)"
    words = rf"{said}|(?P<word>{pattern})(?P<alert>!?)|[\s-]+|(?P<strange>.)"
    for found in re.finditer(words, value, re.IGNORECASE | re.DOTALL):
        if found["strange"]:
            raise BadInput(f"'{value[found.start() :][:20]}' is neither a call nor a card.")
        if found[0].strip(" -\n\t"):
            yield found


def _claimed(record: Any, board: Board) -> str:
    """The declarer's tricks by a claim that was agreed to, or as a file says them of a play that is not
    finished; "" where there is none."""
    said = record.headers.get("Result", "")
    told = said if said.isdecimal() and not record.rules.is_terminal(board.end) else ""
    return claimed_result(board.end) or told


def _call(move: Move) -> str:
    """`p`, `d`, `r`, `1N`."""
    word = call_text(move.action)
    return {"P": "p", "X": "d", "XX": "r"}.get(word, word)


def _behind(move: Move) -> list[str]:
    """What stands behind a move."""
    notes = [f"an|{_plain(note)}|" for note in move.properties.get(NOTE, [])]
    return [*notes, *_comments(move.comment), *move.properties.get(KEPT, [])]


def _comments(text: str) -> list[str]:
    return [f"nt|{_plain(text)}|"] if text else []


def _comment(text: str) -> str:
    """In braces."""
    if set("{}") & set(text):
        raise BadInput("A comment of a link has no brace in it.")
    return f"{{{text}}}" if text else ""


def _worded(move: Move, word: str) -> str:
    """A call or a card of a link with what is said of it."""
    notes = move.properties.get(NOTE, [])
    if any(set("()") & set(note) for note in notes):
        raise BadInput("An explanation in a link has no bracket in it.")
    said = "".join(f"({note})" for note in notes)
    return word + "!" * (ALERT in move.properties) + said + _comment(move.comment)


def _plain(text: str) -> str:
    if "|" in text:
        raise BadInput(f"'{text[:40]}' cannot stand in LIN, which has '|' between its values.")
    return text
