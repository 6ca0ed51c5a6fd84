"""The formats in which games of Othello are read: GGF, and WTHOR's files of tournament games.

Neither has a place for variations or comments, so games are written as plain text (`core.plain_text`).
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
    from halfmove.games.othello.game import Othello


class Reader(FormatByParts):
    """What both have in common: the moves are squares, and a result is the sign of a difference in discs."""

    written = False
    game: Othello

    def played(self, record: GameRecord, moves: Iterator[tuple[str, str]]) -> None:
        """Play the moves, each with the letter of its player (none where the file does not say it), with the
        passes that the rules demand, as files need not have them."""
        state, game = record.first, self.game
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
            record.moves.append(Move(action, game.action_text(state, action)))
            state = game.result(state, action)

    def text(self, record: Any) -> str:
        raise BadInput(self.refusal())


_GAME = re.compile(r"\(;(?:[^\[]|\[[^\]]*(?:\]|\Z))*?(?:;\)|(?=\(;)|\Z)")
"""A game in GGF; one that is not closed goes on to where the next begins.  In brackets anything may stand."""


class GGF(Reader):
    """Generic Game Format, as the Generic Game Server writes games (M. Buro, *Generic Game Format*)."""

    name = "GGF"
    suffixes = (".ggf",)

    def begins(self, text: str) -> bool:
        return re.match(r"(\d+\s*)?\(;\s*GM\[\s*Othello", text) is not None

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
        said = dict(reversed(properties))  # the first of a name counts
        if said.get("GM", "").strip().lower() != "othello":
            raise BadInput(f"it is a game of '{said.get('GM', '')[:40]}', not of Othello.")
        found = GameRecord(self.game)
        for name, header in (("PB", "Black"), ("PW", "White"), ("DT", "Date"), ("PC", "Site")):
            if said.get(name):
                found.headers[header] = said[name]
        if "BO" in said:
            side, _, letters = said["BO"].strip().partition(" ")
            if side != str(self.game.width) or self.game.width != self.game.height:
                raise BadInput(f"its board has {side[:10]} squares a side; open the game with that size.")
            squares = "".join(letters.split())
            start = self.game.parse(f"{squares[:-1]} {squares[-1:]}")
            found.start = None if start == self.game.initial() else start
        if "RE" in said:
            number, _, how = said["RE"].partition(":")
            if not re.fullmatch(r"[-+]?\d{1,4}(\.\d{0,4})?", number.strip()):
                raise BadInput(f"its result '{number[:20]}' is no difference in discs.")
            margin = float(number)
            found.headers["Result"] = self.results[0.5 if margin == 0 else 1.0 if margin > 0 else 0.0]
            if how[:1] in ("r", "t"):
                found.headers["Termination"] = "resignation" if how[0] == "r" else "time forfeit"
        moves = [(name, value.split("/")[0].strip()) for name, value in properties if name in ("B", "W")]
        self.played(found, ((name, "pass" if m.upper() in ("PA", "PASS") else m) for name, m in moves))
        return found


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
