"""The rules of Scrabble: two to four players, the tiles drawn by nature, one after the other.

Official rules (NASPA, *Official Tournament Rules*, 2021; WESPA, *Game Rules*, version 5):

* A play lays tiles on one line, without gaps but for tiles that lie there; the first covers the middle, and
  each later one joins what lies there.  All words that come about count; the squares multiply what is new,
  and seven tiles at once score `bonus` besides.
* Instead one may exchange tiles, while the bag has `exchange_least` of them, or pass.
* Whoever has no tile left when the bag is empty ends the game; with two players he scores the other's tiles
  twice, with more each loses his own tiles and he gets all of them.
* `scoreless` turns without points one after the other end it too; each loses his tiles.
* Challenges are as `challenge` says: with `void` only words of the lexicon may be played; otherwise anything
  may, and the next player may challenge it before tiles are drawn.  What is no word is taken back and the
  turn lost.  Of a challenge that fails `single` costs nothing, `double` costs the turn, and `five` and `ten`
  give the other as many points.  Whether a challenge holds is looked up in the lexicon, or said by people
  (`judge`), as records of games with another lexicon tell it.

A turn's states: nature draws (`DRAW`), a player plays (`TURN`), the next one answers (`ANSWER`).  Where an
exchange is the last turn without points, tiles are drawn first, and racks laid open after that (`COUNT`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information, Payoffs
from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole, shorten
from halfmove.core.randomness import below
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.generator import Generator
from halfmove.games.scrabble.layout import layout, layouts
from halfmove.games.scrabble.lexicon.store import ENGLISH, open_lexicon
from halfmove.games.scrabble.plays import (
    ACCEPT,
    CHALLENGE,
    OFF,
    PASS,
    STANDS,
    count_of,
    exchange_of,
    goes_down,
    is_exchange,
    is_play,
    square_of,
    tiles_of,
)
from halfmove.games.scrabble.tiles import BLANK, sort_rack, tile_set, tile_sets

DRAW, TURN, ANSWER, COUNT, OVER = range(5)
VOID, SINGLE, DOUBLE, FIVE, TEN = CHALLENGES = ("void", "single", "double", "five", "ten")
LEXICON, PEOPLE = JUDGES = ("lexicon", "people")
COSTS = {FIVE: 5, TEN: 10}
MOST_PLAYERS = 4
SETTLED: Mapping[str, Any] = {"pending": 0, "gained": 0, "before": b""}
"""The fields of a state in which nothing may be challenged."""
LETTERS = BLANK - 1
"""The bits of a tile that are its letter."""


class State(NamedTuple):
    """A position; of each player where there is a tuple."""

    board: bytes
    """The tile of each square, row by row; 0: none."""
    racks: tuple[bytes, ...]
    """Sorted, blanks (0) last."""
    bag: tuple[int, ...]
    """How many of each tile are left, blanks first."""
    aside: bytes
    """Tiles that were exchanged, until new ones are drawn."""
    scores: tuple[int, ...]
    mover: int
    """Whose turn it is; while tiles are drawn whose comes next."""
    phase: int
    scoreless: int
    """Turns without points, one after the other."""
    pending: int
    """The play that may be challenged; 0: none."""
    before: bytes
    """The board before it; empty: none."""
    gained: int
    """What it scored."""
    unknown: int
    """Players of whose racks the position that was given says nothing, a bit each: they are drawn."""
    pasts: tuple[int, ...]
    """A name of what each player has seen so far; the last is that of spectators."""


class Rules(Game):
    """Scrabble without text and pictures."""

    name = "scrabble"
    compiled = False
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    payoffs: Payoffs = Payoffs.ZERO_SUM
    utility_limit = 10_000
    actions_limit = 1 << 20
    file_parameters = ("lexicon",)

    players: int = 2
    lexicon: str = ENGLISH
    """The words: `english`, which is shipped, or the name of a list that is kept; on the command line the
    file of a list."""
    tiles: str = "english"
    """The tile set."""
    board: str = "standard"
    """The board: `standard`, or `super` with 21 squares a side."""
    challenge: str = VOID
    """What a challenge costs: `void` (only words may be played), `single`, `double`, `five`, `ten`."""
    judge: str = LEXICON
    """Who says whether what is challenged stands: the `lexicon`, or `people`, who then answer `off` or
    `stands`."""
    bonus: int = 50
    """What a play of seven tiles scores besides."""
    exchange_least: int = 7
    """How many tiles the bag has where tiles may be exchanged."""
    scoreless: int = 6
    """How many turns without points end the game."""
    penalties: str = ""
    """Points taken off at the end for time, one number for each player, divided by commas."""

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {
            "players": tuple(range(2, MOST_PLAYERS + 1)),
            "tiles": tile_sets(),
            "board": layouts(),
            "challenge": CHALLENGES,
            "judge": JUDGES,
        }

    def setup(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadInput(f"Scrabble is for 2 to {MOST_PLAYERS} players, not {self.players}.")
        if self.challenge not in CHALLENGES:
            raise BadInput(f"A challenge is {', '.join(CHALLENGES)}, not '{shorten(self.challenge)}'.")
        if self.judge not in JUDGES:
            raise BadInput(f"The judge is {' or '.join(JUDGES)}, not '{shorten(self.judge)}'.")
        for key, low, high in (("bonus", 0, 1000), ("exchange_least", 1, 1000), ("scoreless", 2, 100)):
            if not low <= getattr(self, key) <= high:
                raise BadInput(f"'{key}' is {low} to {high}, not {getattr(self, key)}.")
        self.tile_set = tile_set(self.tiles)
        self.layout = layout(self.board)
        self.words = open_lexicon(self.lexicon, self.tile_set)
        self.size = self.layout.size
        self.lost = self._penalties()
        self.generator = Generator(self.words, self.tile_set, self.layout, self.bonus)
        self._scores: tuple[bytes, dict[int, int]] = (b"", {})
        self._places: tuple[State | None, dict[int, int]] = (None, {})
        self.player_names = tuple(f"player {number}" for number in range(1, self.players + 1))
        if self.players > 2:
            self.payoffs = Payoffs.GENERAL

    def __getstate__(self) -> dict[str, Any]:
        """Without the lexicon, which is a file in memory, and what is made of it."""
        return {k: v for k, v in super().__getstate__().items() if k not in ("words", "generator", "leaves")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.setup()

    def _penalties(self) -> tuple[int, ...]:
        """What each loses for time."""
        found = [read_whole(word, 0, 1000) for word in self.penalties.replace(",", " ").split()]
        if found and (None in found or len(found) != self.players):
            raise BadInput(
                f"Penalties are a whole number of points for each of {self.players} players, divided by "
                f"commas; not '{shorten(self.penalties)}'."
            )
        return tuple(points or 0 for points in found) or (0,) * self.players

    # ---- the six functions, and nature's
    def initial(self) -> State:
        nothing = (0,) * self.players
        return State(
            bytes(self.size**2), (b"",) * self.players, self.tile_set.counts, b"", nothing, 0, DRAW, 0, 0,
            b"", 0, 0, (1,) * (self.players + 1),
        )  # fmt: skip

    def to_move(self, s: State) -> int:
        return CHANCE if s.phase == DRAW else s.mover

    def is_terminal(self, s: State) -> bool:
        return s.phase == OVER

    def actions(self, s: State) -> Iterator[int]:
        if s.phase == DRAW:
            yield from (tile for tile, count in enumerate(s.bag) if count)
        elif s.phase == ANSWER:
            yield from (ACCEPT, OFF, STANDS) if self.judge == PEOPLE else (ACCEPT, CHALLENGE)
        elif s.phase == COUNT:
            yield ACCEPT
        else:
            rack = s.racks[s.mover]
            found = self.generator.plays(s.board, rack)
            self._scores = (s.board, dict(found))
            yield from (action for action, _ in found)
            if sum(s.bag) >= self.exchange_least:
                yield from exchanges(rack, sum(s.bag))
            yield PASS

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        total = sum(s.bag)
        for tile, count in enumerate(s.bag):
            if count:
                yield tile, count / total

    def result(self, s: State, a: int) -> State:
        if s.phase == DRAW:
            return self._drawn(s, a)
        s = s._replace(pasts=self._seen(s, a))
        if s.phase == COUNT:
            return self._ended(s, -1)
        if s.phase == ANSWER:
            return self._accepted(s) if a == ACCEPT else self._challenged(s, a)
        if is_play(a):
            return self._played(s, a)
        if is_exchange(a):
            tiles = tiles_of(a)
            s = self._with_rack(s, without(s.racks[s.mover], tiles))._replace(aside=tiles)
        return self._turned(s._replace(scoreless=s.scoreless + 1))

    def utility(self, s: State, player: int) -> float:
        """The points by which he leads; with more players, before the mean of the others."""
        others = [score for other, score in enumerate(s.scores) if other != player]
        lead = s.scores[player] - sum(others) / len(others)
        return int(lead) if self.players == 2 else lead

    def policy_index(self, s: State, a: int) -> int:
        """The place of an action among those of the state."""
        known, places = self._places
        if known != s:
            places = {action: place for place, action in enumerate(self.actions(s))}
            self._places = (s, places)
        return places[a]

    def _seen(self, s: State, a: int) -> tuple[int, ...]:
        """The names of the past after a player's action: of an exchange the others see how many tiles."""
        hidden = PASS + 1 + len(tiles_of(a)) if is_exchange(a) else a
        return tuple(
            bits.hash_with(name, a if player == s.mover else hidden) for player, name in enumerate(s.pasts)
        )

    # ---- turns
    def _with_rack(self, s: State, rack: bytes) -> State:
        """The state with another rack of the player whose turn it is."""
        racks = (*s.racks[: s.mover], rack, *s.racks[s.mover + 1 :])
        return s._replace(racks=racks, unknown=s.unknown & ~(1 << s.mover))

    def _with_points(self, s: State, player: int, points: int) -> State:
        scores = list(s.scores)
        scores[player] += points
        return s._replace(scores=tuple(scores))

    def _drawn(self, s: State, tile: int) -> State:
        player = self.drawer(s)
        racks = list(s.racks)
        racks[player] = sort_rack((*racks[player], tile))
        bag = list(s.bag)
        bag[tile] -= 1
        pasts = list(s.pasts)
        pasts[player] = bits.hash_with(pasts[player], tile)
        return self._filled(s._replace(racks=tuple(racks), bag=tuple(bag), pasts=tuple(pasts)))

    def drawer(self, s: State) -> int:
        """For whom nature draws: the first whose rack is not full."""
        return next(player for player in range(self.players) if len(s.racks[player]) < FULL_RACK)

    def _filled(self, s: State) -> State:
        """The state in which the next player plays, or in which nature draws on."""
        if any(len(rack) < FULL_RACK for rack in s.racks) and any(s.bag):
            return s._replace(phase=DRAW)
        over = s.scoreless >= self.scoreless
        if s.aside:
            bag = list(s.bag)
            for tile in s.aside:
                bag[tile] += 1
            s = s._replace(bag=tuple(bag), aside=b"")
        return s._replace(phase=COUNT if over else TURN)

    def _turned(self, s: State) -> State:
        """The next player's turn, or the end of the game."""
        if not s.racks[s.mover] and not any(s.bag):
            return self._ended(s, s.mover)
        if s.scoreless >= self.scoreless and not s.aside:
            return self._ended(s, -1)
        return self._filled(s._replace(mover=(s.mover + 1) % self.players, **SETTLED))

    def _played(self, s: State, a: int) -> State:
        score = self.score(s.board, a)
        scoreless = s.scoreless + 1 if score == 0 else 0
        tiles = tiles_of(a)
        before, board = s.board, lay_tiles(s.board, a, self.size)
        s = self._with_rack(s, without(s.racks[s.mover], rack_tiles(tiles)))._replace(board=board)
        s = self._with_points(s, s.mover, score)
        if self.challenge == VOID:
            return self._turned(s._replace(scoreless=scoreless))
        after = (s.mover + 1) % self.players
        return s._replace(phase=ANSWER, pending=a, gained=score, before=before, mover=after)

    def _accepted(self, s: State) -> State:
        """What was played stands."""
        before = (s.mover - 1) % self.players
        scoreless = s.scoreless + 1 if s.gained == 0 else 0
        return self._turned(s._replace(mover=before, scoreless=scoreless))

    def _challenged(self, s: State, a: int) -> State:
        """What was played is looked up, or judged."""
        challenger, player = s.mover, (s.mover - 1) % self.players
        if a == STANDS or (a == CHALLENGE and self.is_valid(s.before, s.pending)):
            s = self._with_points(s, player, COSTS.get(self.challenge, 0))
            s = self._accepted(s)
            if self.challenge != DOUBLE or s.phase == OVER:
                return s
            # The challenger's turn is lost, as soon as tiles are drawn.
            return self._turned(s._replace(mover=challenger, scoreless=s.scoreless + 1))
        s = s._replace(board=s.before, mover=player)
        s = self._with_rack(s, sort_rack((*s.racks[player], *rack_tiles(tiles_of(s.pending)))))
        s = self._with_points(s, player, -s.gained)
        return self._turned(s._replace(scoreless=s.scoreless + 1))

    def _ended(self, s: State, out: int) -> State:
        """The game is over; `out` has laid all his tiles down, -1: nobody."""
        left = [sum(self.tile_set.points[tile] for tile in rack) for rack in s.racks]
        scores = list(s.scores)
        for player in range(self.players):
            scores[player] -= self.lost[player]
            if out < 0 or (self.players > 2 and player != out):
                scores[player] -= left[player]
        if out >= 0:
            scores[out] += sum(left) * (2 if self.players == 2 else 1)
        return s._replace(phase=OVER, scores=tuple(scores), **SETTLED)

    # ---- plays
    def accepts(self, s: State, a: int) -> bool:
        """Whether `a` may be played: where words may be challenged, whatever fits the board and the rack."""
        if s.phase == TURN and is_play(a):
            return self.fault(s, a) is None
        return a in tuple(self.actions(s))

    def fault(self, s: State, a: int) -> str | None:
        """Why a play may not be made, as the end of a sentence; None where it may."""
        rack = s.racks[s.mover]
        tiles = rack_tiles(tiles_of(a))
        names = self.tile_set
        for tile in tiles:
            if tiles.count(tile) > rack.count(tile):
                many = tiles.count(tile)
                few = "no" if many == 1 else f"fewer than {many}"
                return f"the rack {names.text(rack)} has {few} {names.sign(tile)}"
        squares = squares_of(s.board, a, self.size)
        if len(squares) < len(tiles):
            return "it goes over the edge of the board"
        if not any(s.board):
            if self.layout.start not in squares:
                return "the first word covers the square in the middle"
            if len(squares) < 2:
                return "a word has two letters at least"
        elif not any(s.board[near] for square in squares for near in self.beside(square)):
            return "it joins no tile on the board"
        if self.challenge == VOID:
            for word in self.words_made(s.board, a):
                if not self.words.has(word):
                    return f"{names.word_text(word)} is no word of the lexicon"
        return None

    def beside(self, square: int) -> list[int]:
        """The squares beside a square."""
        row, column = divmod(square, self.size)
        found = [square - self.size] if row else []
        found += [square + self.size] if row + 1 < self.size else []
        found += [square - 1] if column else []
        return found + ([square + 1] if column + 1 < self.size else [])

    def line(self, board: bytes, square: int, down: bool) -> list[int]:
        """The squares of the row of tiles that a square is in, on a line of a direction."""
        size, step = self.size, self.size if down else 1
        at = square // size if down else square % size
        first = last = at
        while first > 0 and board[square + (first - 1 - at) * step]:
            first -= 1
        while last + 1 < size and board[square + (last + 1 - at) * step]:
            last += 1
        return [square + (place - at) * step for place in range(first, last + 1)]

    def lines_made(self, board: bytes, a: int) -> list[tuple[list[int], set[int]]]:
        """The squares of each word that a play makes, the main one first, and which squares are new."""
        squares = squares_of(board, a, self.size)
        after, down = lay_tiles(board, a, self.size), goes_down(a)
        lines = [self.line(after, squares[0], down)]
        lines += [self.line(after, square, not down) for square in squares]
        return [(line, set(squares)) for line in lines if len(line) > 1]

    def words_made(self, board: bytes, a: int) -> list[bytes]:
        """The words that a play makes, as letters, the main one first."""
        after = lay_tiles(board, a, self.size)
        return [bytes(after[at] & LETTERS for at in line) for line, _ in self.lines_made(board, a)]

    def is_valid(self, board: bytes, a: int) -> bool:
        """Whether all words of a play are in the lexicon; the board is that before it."""
        return all(self.words.has(word) for word in self.words_made(board, a))

    def score(self, board: bytes, a: int) -> int:
        """What a play scores: the generator has said it of those that it has just listed."""
        known, scores = self._scores
        if known == board and a in scores:
            return scores[a]
        return self.count_score(board, a)

    def count_score(self, board: bytes, a: int) -> int:
        """What a play scores, counted square by square."""
        after = lay_tiles(board, a, self.size)
        total = self.bonus if len(tiles_of(a)) == FULL_RACK else 0
        for line, new in self.lines_made(board, a):
            points, times = 0, 1
            for at in line:
                worth = 0 if after[at] >= BLANK else self.tile_set.points[after[at]]
                points += worth * (self.layout.letter[at] if at in new else 1)
                times *= self.layout.word[at] if at in new else 1
            total += points * times
        return total

    # ---- what players know
    def visible(self, s: State, viewer: int | None) -> tuple[bytes, ...]:
        """The racks as a viewer sees them: another's as so many blanks that say nothing (255)."""
        shown = viewer is None or s.phase == OVER
        return tuple(
            rack if shown or player == viewer else bytes([255] * len(rack))
            for player, rack in enumerate(s.racks)
        )

    def unseen(self, s: State, viewer: int) -> list[int]:
        """The tiles that a viewer has not seen: in the bag, on other racks, and exchanged by others."""
        counts = list(s.bag)
        for player, rack in enumerate(s.racks):
            if player != viewer:
                for tile in rack:
                    counts[tile] += 1
        if s.aside and self._exchanger(s) != viewer:
            for tile in s.aside:
                counts[tile] += 1
        return counts

    def _exchanger(self, s: State) -> int:
        """Who has put tiles aside: he played last."""
        return (s.mover - 1) % self.players

    def observation(self, s: State, player: int) -> tuple[Any, ...]:
        """Board, racks as he sees them, how many tiles are in the bag, his tiles aside, scores, whose turn it
        is and what is to be done, turns without points, what may be challenged, and a name of the past."""
        aside = s.aside if s.aside and self._exchanger(s) == player else bytes([255] * len(s.aside))
        return (
            s.board, self.visible(s, player), sum(s.bag), aside, s.scores,
            s.mover, s.phase, s.scoreless, s.pending, s.pasts[player],
        )  # fmt: skip

    def public(self, s: State) -> tuple[Any, ...]:
        return self.observation(s, -1)

    def information(self, s: State, player: int) -> int:
        return _digest((self.observation(s, player), player))

    def resample(self, s: State, player: int, random: Buffer) -> State:
        counts = self.unseen(s, player)
        if s.phase == OVER:
            return s

        def draw(many: int) -> bytes:
            found = []
            for _ in range(many):
                place = below(random, sum(counts))
                tile = next(t for t in range(len(counts)) if place < sum(counts[: t + 1]))
                counts[tile] -= 1
                found.append(tile)
            return sort_rack(found)

        racks = tuple(rack if other == player else draw(len(rack)) for other, rack in enumerate(s.racks))
        own = not s.aside or self._exchanger(s) == player
        aside = s.aside if own else draw(len(s.aside))
        # What others have seen is not known: a name made of what is.
        pasts = [
            name if other in (player, self.players) else _digest((s.pasts[-1], racks[other]))
            for other, name in enumerate(s.pasts)
        ]
        return s._replace(racks=racks, aside=aside, bag=tuple(counts), pasts=tuple(pasts))

    def key(self, s: State) -> int:
        return _digest(tuple(s))


def _digest(part: object) -> int:
    """A 64-bit name of numbers in tuples."""
    return int.from_bytes(hashlib.blake2b(repr(part).encode(), digest_size=8).digest(), "little")


def without(rack: bytes, tiles: Sequence[int]) -> bytes:
    """A rack without some of its tiles."""
    left = bytearray(rack)
    for tile in tiles:
        left.remove(tile)
    return bytes(left)


def rack_tiles(tiles: Sequence[int]) -> bytes:
    """Tiles of a play as they are on a rack: 0 for a blank."""
    return bytes(0 if tile >= BLANK else tile for tile in tiles)


def squares_of(board: bytes, a: int, size: int) -> list[int]:
    """The squares on which a play lays its tiles: fewer than these where the board ends."""
    square, step = square_of(a), size if goes_down(a) else 1
    found: list[int] = []
    while len(found) < count_of(a):
        if not board[square]:
            found.append(square)
        after = square + step
        if after >= size * size or (step == 1 and after // size != square // size):
            break
        square = after
    return found


def lay_tiles(board: bytes, a: int, size: int) -> bytes:
    """The board after a play."""
    after = bytearray(board)
    for square, tile in zip(squares_of(board, a, size), tiles_of(a), strict=False):
        after[square] = tile
    return bytes(after)


def exchanges(rack: bytes, most: int) -> Iterator[int]:
    """The exchanges of a rack, of so many tiles at the most: each choice once, fewer first."""
    found = set()
    for chosen in range(1, 1 << len(rack)):
        found.add(bytes(tile for k, tile in enumerate(rack) if chosen >> k & 1))
    for tiles in sorted(found, key=lambda tiles: (len(tiles), tiles)):
        if len(tiles) <= most:
            yield exchange_of(tiles)
