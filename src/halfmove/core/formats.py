"""Games written down: what all formats of records have in common, whatever the game.

`GameRecord` is a game as plain data, with a tree of moves; `RecordFormat` is a format in which a game is read
and written (PGN for chess, SGF for Go), which the game offers by `Game.record_formats`.  What a format
reads from a file may keep more than plain data does, so that nothing is lost when it is written back: it has
`rules`, `first`, `states()`, `headers`, `result`, `place`, and `moves` with `action`, `text`, `nags`
and `evaluation`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from halfmove.core.atomic_file import whole_file
from halfmove.core.ending import RESULTS, TERMINATIONS, UNKNOWN, Ending, read_headers
from halfmove.core.entry_points import Group, warn_once
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, split_name
from halfmove.core.record_text import decode
from halfmove.core.review import Review, note_review

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.markup import Markup
    from halfmove.core.scale import Scale

T = TypeVar("T")
Broken = Callable[[BadInput], None]
"""Told of each game that is left out as it is broken, in a sentence: `game 3 (line 41): …`."""
END = "end"
"""The property of a game that says what stands behind its moves, where its tag has another result."""
OF_RESULT = ("Result", "Termination", "Points", END, "RE", "ending")
"""Headers and properties of a game that say how it ended: they are gone as soon as it goes on."""
MOST_GLYPHS = 20
"""Of one move: signs such as `!` are for people."""


@dataclass
class Bound:
    """How many moves are read, variations counted: of one game, and of all games of a text."""

    of_game: int
    of_text: int
    _game: int = 0
    _text: int = 0

    def begin(self) -> None:
        """A game begins."""
        self._game = 0

    def count(self, moves: int = 1) -> None:
        """So many more are to be read; `BadInput` where they are too many."""
        self._game += moves
        self._text += moves
        if self._game > self.of_game:
            raise BadInput(f"it has more than {self.of_game:,} moves with its variations.")
        if self._text > self.of_text:
            raise BadInput(f"the text has more than {self.of_text:,} moves with its variations.")


@dataclass(slots=True)
class Move:
    """A move, with all that is said of it and what might have been played instead."""

    action: Any
    """As the game counts its actions; None for a null move, which some programs write in variations, and for
    what is no move but only says something."""
    text: str
    """In the game's notation; of a null move `--`, and nothing of what is no move."""
    comment: str = ""
    """What is said after it."""
    before: str = ""
    """What is said before it, where it begins a variation or follows one."""
    nags: tuple[int, ...] = ()
    """PGN's numeric annotation glyphs, in order: 1 to 6 are ! ? !! ?? !? ?!."""
    evaluation: Any = None
    """What the position after it is said to be worth, as the format has it (`RecordFormat.scale`)."""
    clock: float | None = None
    """Seconds that its player has left after it."""
    spent: float | None = None
    """Seconds that it took."""
    variations: list[list[Move]] = field(default_factory=list)
    """Lines that might have been played instead of it."""
    properties: dict[str, list[str]] = field(default_factory=dict)
    """What else the format says there, as it is written (`RecordFormat`): so it is written again."""
    kept: list[str] = field(default_factory=list)
    """Continuations of it that the game cannot play, as the format writes them."""


@dataclass
class GameRecord:
    """A game: where it begins, its moves, and what is known of it."""

    rules: Game
    """The game that is played, with its parameters."""
    start: Any = None
    """Where it begins; None for the initial position of `rules`."""
    headers: dict[str, str] = field(default_factory=dict)
    """What is known of it by PGN's names (Event, Date, Round, Result, …), a player by what the game calls
    him (`White`)."""
    comment: str = ""
    """What is said before the first move."""
    moves: list[Move] = field(default_factory=list)
    properties: dict[str, list[str]] = field(default_factory=dict)
    """As of `Move`, of the game."""
    kept: list[str] = field(default_factory=list)
    """As of `Move`, from the beginning."""
    by_rules: str = field(default="", compare=False)
    """The result where its moves end the game by the rules, whatever else it says; as PGN writes it."""
    place: str = field(default="", compare=False)
    """Where it stands in its file: `game 3 (line 41)`."""
    repairs: list[str] = field(default_factory=list, compare=False)
    """What was repaired as it was read, and what in it contradicts itself: a sentence each, without its
    place."""

    @property
    def end(self) -> str:
        """The result behind its moves, where it is not that of its tag; it is written there again."""
        return self.properties.get(END, [""])[0]

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` where nothing is known: that of the board, else that of its tag."""
        said = self.by_rules or self.headers.get("Result", UNKNOWN)
        return said if said in RESULTS else UNKNOWN

    @property
    def actions(self) -> list[Any]:
        """What was played."""
        return [move.action for move in self.moves]

    @property
    def first(self) -> Any:
        """Where it begins."""
        return self.rules.initial() if self.start is None else self.start

    def states(self) -> Iterable[Any]:
        """The positions that were on the board, the first and the last included."""
        return _states(self.rules, self.first, (action for action in self.actions if action is not None))


class MainLine(NamedTuple):
    """What was played in a game, without what is said of it."""

    place: str
    headers: Mapping[str, str]
    rules: Any
    """The game that is played, with its parameters."""
    start: Any
    """Where it begins; None for the initial position of `rules`."""
    actions: tuple[Any, ...]
    share: float | None
    """The first player's share of the point; None where it is not known."""
    repairs: Sequence[str] = ()
    """As of `GameRecord`."""

    @classmethod
    def of(cls, record: Any, share: float | None) -> MainLine:
        """What was played in a game that was read."""
        actions = tuple(action for action in record.actions if action is not None)
        return cls(record.place, record.headers, record.rules, record.start, actions, share, record.repairs)

    def states(self) -> Iterator[Any]:
        """The positions that were on the board, the first and the last included."""
        first = self.rules.initial() if self.start is None else self.start
        yield from _states(self.rules, first, self.actions)


def _states(rules: Any, state: Any, actions: Iterable[Any]) -> Iterator[Any]:
    """A state, and those that actions lead to from it, one after the other."""
    yield state
    for action in actions:
        state = rules.result(state, action)
        yield state


class OpeningLine(NamedTuple):
    """A line of a collection of openings; nobody has tried yet whether its moves are legal."""

    place: str
    """Where it stands in its file: `game 3`, `line 12`."""
    moves: tuple[str, ...]
    """In the game's notation."""
    position: str | None
    """Where it begins; None for the initial position."""
    name: str


class RecordFormat(ABC):
    """A format of records, for one game and its parameters."""

    name: ClassVar[str]
    """What people call it: `PGN`."""
    suffixes: ClassVar[tuple[str, ...]]
    """The endings of its files, the usual one first: `.pgn`."""
    bare_moves: ClassVar[bool] = False
    """Whether a text that is nothing but moves is a game in it too."""
    written: ClassVar[bool] = True
    """Whether games are written in it; else it is for reading only."""
    binary: ClassVar[bool] = False
    """Whether its files are no text."""
    charset: ClassVar[str] = "utf-8"
    """In what files are that are not in UTF-8."""

    bound: Bound | None = None
    """Where strangers' texts are read by rules that take their time; set by who reads."""
    strict: bool = False
    """Whether games that programs of the field repair as they read them are broken; set by who reads."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def begins(self, text: str) -> bool:
        """Whether a text, without blanks in front, is plainly in this format."""

    # ---- reading
    def prepare(self) -> None:
        """Make the machine code of reading, or load what is kept, where the format has any."""
        return

    def decoded(self, data: bytes) -> str:
        """The text of a file, by its mark or its bytes (`record_text`)."""
        return decode(data)

    def repair(self, record: Any, sentence: str) -> None:
        """Note what was repaired in a game, as a sentence without its place; `BadInput` with it where reading
        is strict."""
        if self.strict:
            raise BadInput(sentence)
        record.repairs.append(str(BadInput(sentence)))  # on one line, whatever it quotes

    @abstractmethod
    def read(self, text: str, *, broken: Broken | None = None) -> Iterator[GameRecord]:
        """The games of a text as plain data; `BadInput` for a broken one if there is no `broken` to be told
        of it."""

    @abstractmethod
    def read_file(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[Any]:
        """The games of a file, with all that is said of them, to be changed and written back; `BadInput` also
        for a file that cannot be read."""

    @abstractmethod
    def main_lines(self, path: str | Path, *, broken: Broken | None = None) -> Iterator[MainLine]:
        """What was played in the games of a file; the rest is passed over.  Errors as of `read_file`."""

    @abstractmethod
    def openings(self, text: str) -> Iterator[OpeningLine]:
        """The games of a text as openings; a `BadInput` about one of them begins with its place."""

    # ---- writing
    def refusal(self) -> str:
        """Why games of this game cannot be written, as a sentence; "" where they can."""
        return "" if self.written else f"{self.name} is for reading only."

    @abstractmethod
    def text(self, record: Any) -> str:
        """A game in this format, with the end of line that divides it from the next; `BadInput` where it
        cannot be written."""

    def encoded(self, record: Any) -> bytes:
        """The same as a file has it."""
        return self.encode(self.text(record))

    def encode(self, text: str) -> bytes:
        """What `text` wrote, as a file has it."""
        return text.encode()

    def write(self, path: str | Path, records: Iterable[Any]) -> int:
        """Write games to a file, as they come, and how many; it takes its place only when all are there.

        `BadInput` for a file that cannot be written.
        """
        written = 0
        with whole_file(path) as out:
            for record in records:
                out.write(self.text(record))
                written += 1
        return written

    # ---- words
    def share(self, record: Any) -> float | None:
        """The first player's part of the point that a record tells; None where it does not."""
        return None

    def result(self, state: Any, share: float | None, how: str = "rules", agreed: str = "") -> str:
        """The result as the format writes it: `1-0`, `B+3.5`.

        `state` is where the game ended and `share` the first player's part of the point, None for a game that
        does not count; `how` is "rules", "resignation", "time" or "fault", or anything else; `agreed` is the
        result that the players have settled on (`core.settlement`), if they had to.
        """
        return "?" if share is None else f"{share:g}"

    def evaluation(self, value: float | None, mate: int | None, depth: int | None, mover: int) -> Any:
        """What a player says of the position after his move, as `Move.evaluation` has it: its value to him
        in the game's unit of estimates, or the plies to a mate counted from the position before the move,
        negative where he is mated.  None where the format has no place for it."""
        return None

    def evaluation_text(self, worth: Any) -> str:
        """A `Move.evaluation` as text that `evaluation_of` reads; nothing where there is none."""
        return ""

    def evaluation_of(self, text: str) -> Any:
        """What `evaluation_text` has written; None for anything else."""
        return None

    def continuation(self, state: Any, moves: list[Move]) -> str:
        """A line of moves from a state on, as `Move.kept` has it."""
        return " ".join(move.text for move in moves)

    def ending(self, headers: Mapping[str, str]) -> Ending | None:
        """How a game ended as its headers tell it; None where they tell nothing."""
        return read_headers(headers)

    def ended(self, ending: Ending) -> dict[str, str]:
        """The headers that tell how a game ended which the rules did not end."""
        share = 0.5 if ending.winner is None else 1.0 - ending.winner
        result = next(result for result, points in RESULTS.items() if points == share)
        return {"Result": result, **({"Termination": TERMINATIONS[ending.how]} if ending.how else {})}

    def numbered(self, record: Any, ply: int) -> str:
        """A move of a record by its ply, from 0, as it is written in running text: `12. Nf3`."""
        return f"{ply + 1}. {record.moves[ply].text}"

    def markup(self) -> Markup | None:
        """How marks on the points of the board are written; None where they are not."""
        return None

    def scale(self) -> Scale | None:
        """In what positions are judged where games are annotated; None where there is no such thing."""
        return None

    def write_review(self, record: Any, review: Review) -> None:
        """Write the review of a game (`Game.review`) into it: as comments, and where else there is a place
        for it."""
        note_review(record, review)


def record_at(place: str, read: Callable[[], GameRecord], broken: Broken | None) -> GameRecord | None:
    """The game that stands at a place of a text; what is wrong with it is raised with the place, or told to
    `broken`, and None."""
    try:
        found = read()
    except BadInput as error:
        failed = BadInput(f"{place}: {error}")
        if broken is None:
            raise failed from None
        broken(failed)
        return None
    found.place = place
    return found


def find_game(read: Callable[[Broken], Iterator[T]], number: int) -> T | None:
    """The game of a file or a text with a number, from 1, where those that are broken count; None where there
    are fewer, `BadInput` where that game is one of the broken.

    `read` reads the games, told of those that are broken; no more are read than needed.
    """
    failed: list[BadInput] = []
    before, good = 0, 0
    for found in chain(read(failed.append), (None,)):
        place = number - good - 1
        if before <= place < len(failed):
            raise failed[place]
        if found is not None and place == len(failed):
            return found
        before, good = len(failed), good + 1
    return None


def count_games(read: Callable[[Broken], Iterator[Any]]) -> int:
    """How many games a file or a text has, those that are broken included."""
    failed: list[BadInput] = []
    return sum(1 for _ in read(failed.append)) + len(failed)


def repairs_in(record: Any) -> list[str]:
    """What was repaired in a game that was read, each with its place: `game 3 (line 41): …`."""
    return [str(BadInput(f"{record.place}: {sentence}")) for sentence in record.repairs]


def _read(found: Any, name: str) -> type[RecordFormat]:
    """The format that a package adds to a game under `GAME.NAME`."""
    game, _ = split_name(name)
    if not (isinstance(found, type) and issubclass(found, RecordFormat)):
        raise BadInput(f"is not a subclass of RecordFormat but {found!r}.")
    own = next((f for f in open_game(game).record_formats() if f.name == found.name), None)
    if own is not None:
        raise BadInput(f"is called {own.name}, as a format of the game itself.")
    return found


OTHERS = Group("halfmove.record_formats", "record format", lambda name: False, _read)
"""The formats that other packages add to games, as `GAME.NAME`."""


def record_formats(game: Game) -> list[RecordFormat]:
    """The formats of a game: its own, the usual one first, then those of other packages; one that fails is
    left out, which a warning says."""
    forms = [*game.record_formats()]
    for name, form in OTHERS.working(f"{game.title()}.").items():
        try:
            forms.append(form(game))
        except Exception as error:  # noqa: BLE001  another package's code may fail in any way
            what = f"The record format '{name}' of {OTHERS.origin(name)}"
            warn_once(f"{what} cannot be made: {str(error) or type(error).__name__}")
    return forms


def format_of(game: Game, suffix: str) -> RecordFormat | None:
    """The format of a game whose files end so (`.pgn`)."""
    return next((f for f in record_formats(game) if suffix.lower() in f.suffixes), None)


def find_format(game: Game, name: str) -> RecordFormat | None:
    """The format of a game by its name (`PGN`)."""
    return next((f for f in record_formats(game) if f.name == name), None)


def suffixes_of(game: Game) -> Sequence[str]:
    """The endings of all files with records of a game."""
    return [suffix for f in record_formats(game) for suffix in f.suffixes]
