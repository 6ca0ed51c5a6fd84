"""The formats of Othello's records: GGF, and WTHOR's files of tournament games, for reading only.

Neither has a place for variations; a game with them is better written as plain text (`core.plain_text`).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord, Move

if TYPE_CHECKING:
    from halfmove.games.othello import Othello


class Reader(FormatByParts):
    """What both have in common: the moves are squares, and a result is the sign of a difference in discs."""

    written = False
    game: Othello

    def played(self, record: GameRecord, moves: Iterator[tuple[str, str]]) -> list[Move]:
        """Play the moves, each with the letter of its player (none where the file does not say it), with the
        passes that the rules demand, as files need not have them; those that the file has."""
        state, game, found = record.first, self.game, list[Move]()
        for number, (player, name) in enumerate(moves, 1):
            if self.bound is not None:
                self.bound.count()
            if name != "pass" and list(game.actions(state)) == [game.squares]:
                record.moves.append(Move(game.squares, "pass"))
                state = game.result(state, game.squares)
            if player and player != game.player_names[state.mover][0]:
                raise BadInput(f"move {number}: it is {game.player_names[state.mover]}'s turn.")
            try:
                action = game.parse_action(state, name)
            except BadInput as error:
                raise BadInput(f"move {number}: {error}") from None
            found.append(Move(action, game.action_text(state, action)))
            record.moves.append(found[-1])
            state = game.result(state, action)
        return found

    def text(self, record: Any) -> str:
        raise BadInput(self.refusal())


_GAME = re.compile(r"\(;(?:[^\[]|\[[^\]]*(?:\]|\Z))*?(?:;\)|(?=\(;)|\Z)")
"""A game in GGF; one that is not closed goes on to where the next begins.  In brackets anything may stand."""


class GGF(Reader):
    """Generic Game Format, as the Generic Game Server (M. Buro, *Generic Game Format*) and NBoard have it.

    A move is a square, what its player's program says it is worth, and the seconds that it took, each after a
    stroke: `B[F5/1.20/0.5]`.  Properties that no header says are kept as they stand, and so is what a move
    says that is no plain number of seconds.
    """

    name = "GGF"
    suffixes = (".ggf",)
    written = True

    def begins(self, text: str) -> bool:
        return re.match(r"(\d+\s*)?\(;\s*GM\[\s*Othello", text) is not None

    # ---- reading
    def parts(self, text: str) -> Iterator[str]:
        """A series of games at once, a number before them, counts as so many games."""
        found = _GAME.findall(text)
        if not found:
            raise BadInput("there is no game in it; one begins with (; and ends with ;).")
        yield from found

    def record(self, part: str) -> GameRecord:
        if not part.endswith(";)"):
            raise BadInput("it is not closed by ;), so that something of it is missing.")
        properties = re.findall(r"([A-Z]+)\[([^\]]*)\]", part)
        said: dict[str, str] = {}
        for name, value in properties:  # the first of a name counts
            said.setdefault(name, value)
        if said.get("GM", "").strip().lower() != "othello":
            raise BadInput(f"it is a game of '{said.get('GM', '')[:40]}', not of Othello.")
        found = GameRecord(self.game)
        for name, header in _HEADERS.items():
            if said.get(name):
                found.headers[header] = said[name]
        if "BO" in said:
            side, _, letters = said["BO"].strip().partition(" ")
            if side != str(self.game.width) or self.game.width != self.game.height:
                raise BadInput(f"its board has {side[:10]} squares a side; open the game with that size.")
            squares = "".join(letters.split())
            start = self.game.parse(f"{squares[:-1]} {squares[-1:]}")
            found.start = None if start == self.game.initial() else start
        result = self._result(said.get("RE", ""))
        if result is None:
            self.repair(found, f"its result '{said['RE'][:20]}' is no difference in discs, so it has none.")
        found.headers |= result or {}
        known = {"GM", "BO", "B", "W", *_HEADERS}
        found.properties |= {name: [value] for name, value in said.items() if name not in known}
        moves = [(name, value.split("/")) for name, value in properties if name in ("B", "W")]
        played = self.played(found, ((name, _square(parts[0])) for name, parts in moves))
        for move, (_, parts) in zip(played, moves, strict=True):
            _note(move, parts[1:])
        return found

    def _result(self, said: str) -> dict[str, str] | None:
        """The headers of a result, the sign of a difference in discs and how the game ended (`-12.00:r`);
        None for what is no result."""
        number, _, how = said.partition(":")
        if number.strip() in ("", "?", "*"):
            return {}
        if not re.fullmatch(r"[-+]?\d{1,4}(\.\d{0,4})?", number.strip()):
            return None
        margin = float(number)
        headers = {"Result": self.results[0.5 if margin == 0 else 1.0 if margin > 0 else 0.0]}
        return headers | ({"Termination": _ENDINGS[how[0]]} if how[:1] in _ENDINGS else {})

    # ---- writing
    def text(self, record: Any) -> str:
        game, headers = record.rules, record.headers
        if game.width != game.height:
            raise BadInput("GGF has boards with as many columns as rows.")
        said = {"GM": "Othello", **{name: headers[h] for name, h in _HEADERS.items() if h in headers}}
        said |= {name: values[0] for name, values in record.properties.items() if values}
        said["RE"] = self._margin(record, said.get("RE", ""))
        said.setdefault("TY", str(game.width))
        said["BO"] = f"{game.width} {game.position_text(record.first).replace('X', '*')}"
        state, words = record.first, []
        for move in (move for move in record.moves if move.action is not None):
            name = "PA" if move.action == game.squares else game.square_text(move.action).upper()
            player = game.player_names[state.mover][0]
            words.append(f"{player}[{'/'.join([name, *_said(move)])}]")
            state = game.result(state, move.action)
        head = "".join(f"{name}[{_plain(value)}]" for name, value in said.items())
        return f"(;{head}{''.join(words)};)\n"

    def _margin(self, record: Any, there: str) -> str:
        """The result as it stood where it is the same, else by the board or the winner."""
        headers = {name: record.headers[name] for name in ("Result", "Termination") if name in record.headers}
        if there and (self._result(there) or {}) == {k: v for k, v in headers.items() if v != "*"}:
            return there
        share = self.share(record)
        if share is None:
            return "?"
        game, state = record.rules, record.first
        for action in record.actions:
            state = state if action is None else game.result(state, action)
        text = "".join("".join(row) for row in game.grid(state))
        margin = text.count("X") - text.count("O") if game.is_terminal(state) else 0
        if (margin > 0) - (margin < 0) != (share > 0.5) - (share < 0.5):
            margin = 0 if share == 0.5 else game.squares if share else -game.squares
        how = headers.get("Termination")
        ending = next((f":{letter}" for letter, word in _ENDINGS.items() if word == how), "")
        return f"{margin:+.2f}{ending}"


_HEADERS = {"PC": "Site", "DT": "Date", "PB": "Black", "PW": "White", "RB": "BlackElo", "RW": "WhiteElo"}
"""Properties, and the headers that they are."""
_ENDINGS = {"r": "resignation", "t": "time forfeit"}
_VALUE, _TIME = "value", "time"
"""Properties of a move: what its program says it is worth, and a time that is no plain number of seconds."""


def _square(word: str) -> str:
    word = word.strip()
    return "pass" if word.upper() in ("PA", "PASS", "--") else word


def _note(move: Move, parts: list[str]) -> None:
    """What a file says of a move: its value, and the time that it took."""
    value, time = [*parts, "", ""][:2]
    if value:
        move.properties[_VALUE] = [value]
    if time and re.fullmatch(r"\d{1,9}(\.\d{1,3})?", time) and _seconds(float(time)) == time:
        move.spent = float(time)
    elif time:
        move.properties[_TIME] = [time]


def _said(move: Move) -> list[str]:
    """The same as a file has it."""
    value = move.properties.get(_VALUE, [""])[0]
    time = move.properties.get(_TIME, ["" if move.spent is None else _seconds(move.spent)])[0]
    return [value, time] if time else [value] if value else []


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _plain(value: str) -> str:
    """A value as GGF has it, which knows no closing bracket and no end of line in one."""
    return " ".join(value.replace("]", ")").split())


HEADER, GAME, SQUARES = 16, 68, 60
"""Bytes of WTHOR's header and of each game, and its bytes of moves."""


class WTHOR(Reader):
    """WTHOR's database of tournament games (Fédération Française d'Othello, *Format de la base WTHOR*).

    The header: century, year, month, day; the number of games (4 bytes, the lowest first), a number of other
    files (2), the year of the games (2), the side of the board (0 stands for 8) and three bytes more.  A
    game: the numbers of tournament, Black and White (2 each, names lie in other files), Black's discs, his
    discs by best play, and sixty moves, ten times the row and the column; 0 where there is none.
    """

    name = "WTHOR"
    suffixes = (".wtb",)
    charset = "latin-1"
    binary = True

    def begins(self, text: str) -> bool:
        return False

    def decoded(self, data: bytes) -> str:
        """A letter for each byte."""
        return data.decode("latin-1")

    def parts(self, text: str) -> Iterator[str]:
        data = text.encode("latin-1", "replace")
        if len(data) < HEADER:
            raise BadInput(f"the file has {len(data)} bytes, but WTHOR's header alone has {HEADER}.")
        games, year, side = struct.unpack_from("<I2xHB", data, 4)
        if side not in (0, 8) or (self.game.width, self.game.height) != (8, 8):
            raise BadInput(f"the file's board has {side or 8} squares a side, and only 8 by 8 is read.")
        if len(data) != HEADER + GAME * games:
            raise BadInput(
                f"the file has {len(data):,} bytes, but its {games:,} games take {HEADER + GAME * games:,}."
            )
        for number in range(games):
            begin = HEADER + GAME * number
            yield f"{year:05}{text[begin : begin + GAME]}"

    def record(self, part: str) -> GameRecord:
        year, data = int(part[:5]), part[5:].encode("latin-1")
        tournament, black, white, discs = struct.unpack_from("<HHHB", data)
        found = GameRecord(self.game, headers={"Event": f"tournament {tournament}"})
        found.headers |= {"Black": f"player {black}", "White": f"player {white}"}
        if year:
            found.headers["Date"] = str(year)
        found.headers["Result"] = self.results[0.5 if discs == 32 else 1.0 if discs > 32 else 0.0]
        moves = data[GAME - SQUARES :].rstrip(b"\0")
        for number, move in enumerate(moves, 1):
            if not (1 <= move // 10 <= 8 and 1 <= move % 10 <= 8):
                raise BadInput(f"move {number}: the byte {move} is no square.")
        self.played(found, (("", f"{'abcdefgh'[move % 10 - 1]}{move // 10}") for move in moves))
        return found
