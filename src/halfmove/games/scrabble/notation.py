"""Text of Scrabble: plays as players write them, positions in CGP, the board in a terminal.

`8D WORD` lies across on row 8 from column D, `D8 WORD` down; letters of blanks are in lower case, and letters
that lie there already are written like the others.  Positions are in CGP (crossword game position: the board,
racks and scores with the player to move first, turns without points, then codes); what CGP has no word for,
such as tiles that are being drawn, stands in a code of its own, `hm`.
"""

from __future__ import annotations

import re
import zlib

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.core.randomness import stream
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.knowledge import Knowledge
from halfmove.games.scrabble.plays import (
    ACCEPT,
    CHALLENGE,
    OFF,
    PASS,
    STANDS,
    exchange_of,
    goes_down,
    is_exchange,
    is_play,
    play_of,
    tiles_of,
)
from halfmove.games.scrabble.rules import ANSWER, COUNT, DRAW, OVER, TURN, State, lay_tiles, squares_of
from halfmove.games.scrabble.tiles import BLANK

PHASES = ("draw", "turn", "answer", "count", "over")
WORDS = {PASS: "pass", CHALLENGE: "challenge", ACCEPT: "accept", OFF: "off", STANDS: "stands"}
SIGNS = {(2, 1): "'", (3, 1): '"', (4, 1): "^", (1, 2): "-", (1, 3): "=", (1, 4): "~"}
_PLACE = re.compile(r"([0-9]{1,2})([A-Za-z])|([A-Za-z])([0-9]{1,2})")
_EXCHANGE = re.compile(r"(?:exchange|exch|-)\s*(\S+)", re.IGNORECASE)


class Notation(Knowledge):
    """Scrabble with its text."""

    # ---- actions
    def place_text(self, square: int, down: bool) -> str:
        """A square and a direction: `8D` across, `D8` down."""
        row, column = divmod(square, self.size)
        return f"{chr(65 + column)}{row + 1}" if down else f"{row + 1}{chr(65 + column)}"

    def action_text(self, s: State, a: int) -> str:
        if s.phase == DRAW:
            return f"+{self.tile_set.text(bytes([a]))}"
        if a in WORDS:
            return WORDS[a]
        if is_exchange(a):
            return f"exchange {self.tile_set.text(tiles_of(a))}"
        after = lay_tiles(s.board, a, self.size)
        line = self.line(after, squares_of(s.board, a, self.size)[0], goes_down(a))
        word = self.tile_set.text([after[at] for at in line])
        return f"{self.place_text(line[0], goes_down(a))} {word}"

    def parse_action(self, s: State, text: str) -> int:
        text = text.strip()
        if s.phase == DRAW:
            return self._drawn_tile(s, text)
        if s.phase == COUNT:
            if text.lower() not in ("accept", "count"):
                raise BadInput(
                    f"The game is over and the racks are counted: 'accept', not '{shorten(text)}'."
                )
            return ACCEPT
        if text.lower() in ("pass", "-") and s.phase == TURN:
            return PASS
        if s.phase == ANSWER:
            answers = {WORDS[action]: action for action in self.actions(s)}
            if text.lower() not in answers:
                raise BadInput(f"The play may be challenged: {', '.join(answers)}; not '{shorten(text)}'.")
            return answers[text.lower()]
        if match := _EXCHANGE.fullmatch(text):
            return self._exchange(s, match[1])
        place, _, word = text.partition(" ")
        match = _PLACE.fullmatch(place)
        if match is None or not word.strip():
            raise BadInput(
                f"A play is a place and a word, such as 8D WORD or D8 WORD; or 'exchange ABC', 'pass'; not "
                f"'{shorten(text)}'."
            )
        action = self.read_play(s.board, place, word.strip())
        if fault := self.fault(s, action):
            raise BadInput(f"'{shorten(text)}' may not be played: {fault}.")
        return action

    def _drawn_tile(self, s: State, text: str) -> int:
        tile = self.tile_set.tiles(text.removeprefix("+"))
        if len(tile) != 1 or tile[0] >= BLANK or not s.bag[tile[0]]:
            raise BadInput(f"A tile is drawn, such as +A; '{shorten(text)}' is none that is left.")
        return tile[0]

    def _exchange(self, s: State, text: str) -> int:
        tiles = self.tile_set.rack(text)
        rack = s.racks[s.mover]
        if any(tiles.count(tile) > rack.count(tile) for tile in tiles):
            raise BadInput(
                f"The rack {self.tile_set.text(rack)} does not have all of {self.tile_set.text(tiles)} to "
                "exchange."
            )
        action = exchange_of(tiles)
        if sum(s.bag) < self.exchange_least or len(tiles) > sum(s.bag):
            raise BadInput(
                f"Tiles are exchanged while the bag has {self.exchange_least}; it has {sum(s.bag)}."
            )
        return action

    def read_play(self, board: bytes, place: str, word: str) -> int:
        """The play of a word at a place, whatever rack and lexicon say; `BadInput` where the board has no
        room for it."""
        match, text = _PLACE.fullmatch(place), f"{place} {word}"
        if match is None:
            raise BadInput(f"'{shorten(place)}' is no place on the board; places are such as 8D and D8.")
        down = match[1] is None
        row, column = int(match[1] or match[4]) - 1, ord((match[2] or match[3]).upper()) - 65
        plain = word.replace("(", "").replace(")", "")
        tiles = b"".join(
            b"\xff" if part == "." else self.tile_set.tiles(part, blank=255)
            for part in re.split(r"(\.)", plain)
            if part
        )
        length, step = len(tiles), self.size if down else 1
        start = row if down else column
        if not (0 <= row < self.size and 0 <= column < self.size) or start + length > self.size:
            raise BadInput(f"'{shorten(text)}' goes over the edge of the board.")
        squares = [row * self.size + column + step * k for k in range(length)]
        laid = [(square, tile) for square, tile in zip(squares, tiles, strict=True) if not board[square]]
        for square, tile in zip(squares, tiles, strict=True):
            there = board[square]
            if there and tile != 255 and there % BLANK != tile % BLANK:
                raise BadInput(
                    f"'{shorten(text)}' has {self.tile_set.sign(tile)} on "
                    f"{self.place_text(square, True)}, where {self.tile_set.sign(there)} lies."
                )
        if not laid or len(laid) > FULL_RACK or any(tile == 255 for _, tile in laid):
            raise BadInput(f"'{shorten(text)}' does not say one to seven tiles to lay down.")
        whole = self.line(self._with(board, laid), squares[0], down)
        if len(whole) > len(squares):
            raise BadInput(f"'{shorten(text)}' leaves out letters that lie before or behind the word.")
        down = down and not (
            len(laid) == 1 and len(self.line(self._with(board, laid), laid[0][0], False)) > 1
        )
        return play_of(laid[0][0], down, [tile for _, tile in laid])

    def _with(self, board: bytes, laid: list[tuple[int, int]]) -> bytes:
        after = bytearray(board)
        for square, tile in laid:
            after[square] = tile
        return bytes(after)

    def split_moves(self, text: str) -> list[str]:
        words, found = text.replace(",", " ").split(), []
        while words:
            word = words.pop(0)
            long = _PLACE.fullmatch(word) or word.lower() in ("exchange", "exch")
            found.append(f"{word} {words.pop(0)}" if long and words else word)
        return found

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if s.phase == DRAW and self.drawer(s) != viewer:
            return f"{self.player_names[self.drawer(s)]} draws a tile"
        if s.phase == TURN and is_exchange(a) and s.mover != viewer:
            return f"exchange {len(tiles_of(a))}"
        return self.action_text(s, a)

    # ---- positions
    def position_text(self, s: State) -> str:
        rows = []
        for row in range(self.size):
            cells, empty = "", 0
            for tile in s.board[row * self.size : (row + 1) * self.size]:
                if tile:
                    cells += (str(empty) if empty else "") + self.tile_set.sign(tile)
                empty = 0 if tile else empty + 1
            rows.append(cells + (str(empty) if empty else ""))
        turn = [(s.mover + k) % self.players for k in range(self.players)]
        racks = "/".join("" if s.unknown >> p & 1 else self.tile_set.text(s.racks[p]) for p in turn)
        scores = "/".join(str(s.scores[p]) for p in turn)
        codes = f"lex {self.lexicon}; ld {self.tiles};"
        codes += f" bdn {self.board};" if self.board != "standard" else ""
        return f"{'/'.join(rows)} {racks} {scores} {s.scoreless} {codes}{self._own_code(s)}"

    def _own_code(self, s: State) -> str:
        """What CGP does not say."""
        own = {"mover": str(s.mover) if s.mover else "", "phase": PHASES[s.phase] if s.phase != TURN else ""}
        own["unknown"] = f"{s.unknown}:" + self._unknown(s) if s.unknown else ""
        own["aside"] = self.tile_set.text(s.aside)
        if s.pending:
            laid = ",".join(map(str, squares_of(s.before, s.pending, self.size)))
            own["pending"] = f"{s.pending:x}:{s.gained}:{laid}"
        if set(s.pasts) != {1}:
            own["past"] = ":".join(f"{name:x}" for name in s.pasts)
        said = " ".join(f"{key}={value}" for key, value in own.items() if value)
        return f" hm {said};" if said else ""

    def _unknown(self, s: State) -> str:
        """Racks that the position does not say, as they were drawn."""
        return "/".join(self.tile_set.text(s.racks[p]) for p in range(self.players) if s.unknown >> p & 1)

    def parse(self, text: str) -> State:
        words = text.split(None, 4)
        if len(words) < 4 or not re.fullmatch("[0-9]{1,3}", words[3]):
            raise BadInput(
                "A position is CGP: board, racks, scores, turns without points, such as "
                f"'{self.position_text(self.initial())}'; not '{shorten(text)}'."
            )
        codes = dict(part.strip().partition(" ")[::2] for part in (words[4] if words[4:] else "").split(";"))
        own = dict(part.partition("=")[::2] for part in codes.get("hm", "").split())
        board = self._read_board(words[0])
        mover = self._number(own.get("mover", "0"), self.players - 1)
        racks = self._turned_back(words[1].split("/"), mover, "racks")
        scores = self._turned_back(words[2].split("/"), mover, "scores")
        if not all(re.fullmatch("-?[0-9]{1,5}", score) for score in scores):
            raise BadInput(f"Scores are whole numbers divided by /, not '{shorten(words[2])}'.")
        if own.get("phase", "turn") not in PHASES:
            raise BadInput(f"The phase is {', '.join(PHASES)}, not '{shorten(own['phase'])}'.")
        s = self.initial()._replace(
            board=board, racks=tuple(map(self.tile_set.rack, racks)), scores=tuple(map(int, scores)),
            mover=mover, phase=PHASES.index(own.get("phase", "turn")), scoreless=int(words[3]),
            aside=self.tile_set.rack(own.get("aside", "")),
        )  # fmt: skip
        s = self._with_past(s, own)
        return self._with_bag(s, own.get("unknown", ""), text)

    def _number(self, text: str, most: int) -> int:
        if not re.fullmatch("[0-9]{1,6}", text) or int(text) > most:
            raise BadInput(f"'{shorten(text)}' is no whole number up to {most}.")
        return int(text)

    def _turned_back(self, parts: list[str], mover: int, what: str) -> list[str]:
        """Parts that begin with the mover's, by the numbers of the players."""
        if len(parts) != self.players:
            raise BadInput(f"There are {self.players} {what}, divided by /, not {len(parts)}.")
        return [parts[(player - mover) % self.players] for player in range(self.players)]

    def _read_board(self, text: str) -> bytes:
        rows = text.split("/")
        board = bytearray()
        for number, row in enumerate(rows, 1):
            cells = bytearray()
            for part in re.findall(r"[0-9]+|[^0-9]+", row):
                cells += bytes(min(int(part), 99)) if part.isdecimal() else self.tile_set.tiles(part)
            if len(cells) != self.size:
                raise BadInput(f"Row {number} of the position has {len(cells)} squares, not {self.size}.")
            board += cells
        if len(rows) != self.size:
            raise BadInput(f"The position has {len(rows)} rows, not {self.size}.")
        return bytes(board)

    def _with_past(self, s: State, own: dict[str, str]) -> State:
        """The state with what may be challenged, and the names of the past."""
        form = "([0-9a-f]{1,16}):(-?[0-9]{1,5}):([0-9]{1,3}(?:,[0-9]{1,3}){0,6})"
        if match := re.fullmatch(form, own.get("pending", "")):
            pending, squares = int(match[1], 16), [int(square) for square in match[3].split(",")]
            if not is_play(pending) or s.phase != ANSWER or max(squares) >= len(s.board):
                raise BadInput("What may be challenged is no play on this board.")
            before = bytes(0 if at in squares else tile for at, tile in enumerate(s.board))
            if lay_tiles(before, pending, self.size) != s.board:
                raise BadInput("The play that may be challenged does not lie on the board.")
            s = s._replace(pending=pending, gained=int(match[2]), before=before)
        elif s.phase == ANSWER:
            raise BadInput("The position does not say which play may be challenged.")
        if "past" in own:
            names = own["past"].split(":")
            if len(names) != self.players + 1 or not all(re.fullmatch("[0-9a-f]{1,16}", n) for n in names):
                raise BadInput(f"The past has {self.players + 1} names of sixteen digits and letters.")
            s = s._replace(pasts=tuple(int(name, 16) for name in names))
        return s

    def _with_bag(self, s: State, unknown: str, text: str) -> State:
        """The state with the tiles that are left in the bag; racks that are not said are drawn from them."""
        counts = list(self.tile_set.counts)
        for tile in s.board:
            if tile:
                counts[0 if tile >= BLANK else tile] -= 1
        for tile in (*s.aside, *(tile for rack in s.racks for tile in rack)):
            counts[tile] -= 1
        for tile, count in enumerate(counts):
            if count < 0:
                sign = self.tile_set.sign(tile)
                raise BadInput(f"The position has more tiles {sign} than {self.tile_set.counts[tile]}.")
        if any(len(rack) > FULL_RACK for rack in s.racks):
            raise BadInput(f"A rack has {FULL_RACK} tiles at the most.")
        s = s._replace(bag=tuple(counts))
        missing = [p for p in range(self.players) if not s.racks[p] and p != s.mover and s.phase == TURN]
        if not missing or not any(counts):
            return s
        if unknown:
            return self._with_told(s, unknown)
        if sum(counts) <= FULL_RACK * len(missing) and len(missing) == 1:
            racks = list(s.racks)
            racks[missing[0]] = self.tile_set.rack(
                "".join(self.tile_set.sign(t) * n for t, n in enumerate(counts))
            )
            return s._replace(racks=tuple(racks), bag=(0,) * len(counts))
        marks = sum(1 << player for player in missing)
        empty = s._replace(
            racks=tuple(bytes(FULL_RACK) if p in missing else r for p, r in enumerate(s.racks))
        )
        counts[0] -= FULL_RACK * len(missing)
        drawn = self.resample(empty._replace(bag=tuple(counts)), s.mover, stream(zlib.crc32(text.encode())))
        return drawn._replace(unknown=marks)

    def _with_told(self, s: State, unknown: str) -> State:
        """Racks as they were drawn for players of whom a position says nothing."""
        marks, _, told = unknown.partition(":")
        players = [p for p in range(self.players) if self._number(marks, 15) >> p & 1]
        texts = told.split("/")
        if len(texts) != len(players):
            raise BadInput("The racks that the position does not say are not as many as it says.")
        racks, bag = list(s.racks), list(s.bag)
        for player, rack in zip(players, map(self.tile_set.rack, texts), strict=True):
            racks[player] = rack
            for tile in rack:
                bag[tile] -= 1
        if min(bag) < 0:
            raise BadInput("The position has more tiles than there are.")
        return s._replace(racks=tuple(racks), bag=tuple(bag), unknown=int(marks))

    # ---- the board
    def show(self, s: State, *, viewer: int | None = None) -> str:
        columns = "".join(f"{chr(65 + k):<2}" for k in range(self.size)).rstrip()
        rows = [f"   {columns}"]
        for row in range(self.size):
            squares = range(row * self.size, (row + 1) * self.size)
            cells = "".join(f"{self._cell(s, square):<2}" for square in squares).rstrip()
            rows.append(f"{row + 1:>2} {cells}")
        rows.append("")
        for player, rack in enumerate(self.visible(s, viewer)):
            turn = ">" if s.mover == player and s.phase != OVER else " "
            tiles = "".join("▪" if t == 255 else self.tile_set.sign(t) for t in rack)
            rows.append(f"{turn} {self.player_names[player]:<9} {s.scores[player]:>4}  {tiles}".rstrip())
        return "\n".join([*rows, self.status(s)])

    def _cell(self, s: State, square: int) -> str:
        if s.board[square]:
            name = self.tile_set.names[s.board[square] % BLANK]
            return name if s.board[square] < BLANK else name.lower()
        return SIGNS.get((self.layout.letter[square], self.layout.word[square]), ".")

    def status(self, s: State) -> str:
        """What is to be done, and how many tiles are in the bag."""
        if s.phase == OVER:
            return "the game is over"
        left = f"{sum(s.bag)} tiles in the bag"
        if s.phase == COUNT:
            return "the racks are laid open and counted"
        if s.phase == DRAW:
            return f"{self.player_names[self.drawer(s)]} draws; {left}"
        if s.phase == ANSWER:
            return f"{self.player_names[s.mover]} accepts or challenges; {left}"
        return left
