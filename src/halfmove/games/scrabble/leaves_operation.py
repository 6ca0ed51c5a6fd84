"""The operation `leaves`: what tiles that are kept are worth, learned for a word list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    Choice,
    File,
    Request,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.games.scrabble.lexicon.store import ALL, SELECTIONS
from halfmove.games.scrabble.tiles import tile_sets

if TYPE_CHECKING:
    from halfmove.games.scrabble.leaves import Leaves
    from halfmove.games.scrabble.lexicon.lexicon import Lexicon
    from halfmove.games.scrabble.tiles import TileSet

MOST_GAMES = 100_000
MOST_KEPT = 7
IN_A_LINE = 8
"""Values in a line of text."""


class LeaveData(TypedDict):
    """What tiles that are kept are worth."""

    tiles: str
    value: Annotated[float, "Points of the next turns, more than tiles drawn at random bring."]


class LearnedData(TypedDict):
    """What was learned, and what it brings."""

    games: Annotated[int, "Games of self-play."]
    lead: Annotated[float, "Points a game over the player who takes the highest score."]
    lead_error: Annotated[float, "With 95 % it is right within so many points."]
    won: Annotated[float, "The share of these games that were won."]
    tried: Annotated[int, "How many games these were."]


class LeavesData(TypedDict):
    """The values of tiles that are kept."""

    lexicon: Annotated[str, "The name under which the list is kept: as the parameter `lexicon` of a game."]
    tiles: Annotated[str, "The tile set."]
    games: Annotated[int | None, "Games that the values of a list of one's own are from; null: none."]
    leaves: Annotated[list[LeaveData], "What was asked for, or each tile alone."]
    learned: NotRequired[Annotated[LearnedData, "Where something was learned."]]


class LeaveValues(Table):
    """The values of tiles that are kept."""

    def __init__(self, data: LeavesData) -> None:
        self.data = data

    def to_dict(self) -> LeavesData:
        return self.data

    def to_rows(self) -> list[dict[str, Any]]:
        return [{**row} for row in self.data["leaves"]]

    def to_text(self) -> str:
        data = self.data
        known = "" if data["games"] is None else f", learned from {data['games']:,} games"
        lines = [f"{data['lexicon']}, tiles {data['tiles']}{known}"]
        if "learned" in data:
            found = data["learned"]
            lines.append(
                f"Who reckons with it beats the highest score by {found['lead']:.1f} ± "
                f"{found['lead_error']:.1f} points a game, and wins {found['won']:.1%} of "
                f"{found['tried']:,} games."
            )
        width = max(len(row["tiles"]) for row in data["leaves"])
        cells = [f"{row['tiles']:>{width}} {row['value']:+6.1f}" for row in data["leaves"]]
        lines += ["  ".join(cells[k : k + IN_A_LINE]) for k in range(0, len(cells), IN_A_LINE)]
        if data["games"] is None and not any(row["value"] for row in data["leaves"]):
            lines.append("Nothing has been learned for this list; --learn 10000 does it, in some minutes.")
        return "\n".join(lines)


@operation(
    "leaves", "Learn what Scrabble tiles that are kept are worth, for a word list.", doing="learning leaves"
)
@dataclass(frozen=True, kw_only=True)
class LeavesRequest(Request):
    """Show what tiles that are kept on the rack are worth, or learn it for a word list by self-play.

    What is learned is kept beside the list, with the chances to win; games with the list use it from then on.

    Example: halfmove leaves --racks "AERST ?S QU"

    Example: halfmove leaves mylist.txt --tiles german --select playable --learn 10000
    """

    file: str = field(
        File(),
        "A word list, or the name of one that is kept.",
        place=True,
        default="english",
        faces=LOCAL_FACES,
    )
    tiles: str = field(Choice(tile_sets), "The tile set of the list's language.", default="english")
    select: str = field(
        Choice(SELECTIONS), "What is taken of a file, as in `words`.", default=ALL, faces=LOCAL_FACES
    )
    racks: str | None = field(
        Text(word='"TILES …"'), "Tiles to value, ? for a blank.", default=None, usual="each tile alone"
    )
    learn: int | None = field(
        Whole(100, MOST_GAMES),
        "Learn from so many games of self-play; Ctrl-C ends it with what it has.",
        default=None,
        faces=LOCAL_FACES,
    )
    seed: int = field(Whole(0, 2**31 - 1), "Of the games.", default=1, faces=LOCAL_FACES)

    def run(self, work: Work) -> Iterator[LeaveValues]:
        """One result; what is learned is kept before it."""
        from halfmove.games.scrabble.learned import GAMES, read_learned
        from halfmove.games.scrabble.leaves import leaves_of
        from halfmove.games.scrabble.lexicon.store import ENGLISH, keep_file
        from halfmove.games.scrabble.tiles import tile_set

        tiles = tile_set(self.tiles)
        racks = self._racks(tiles)
        lexicon = work.call(lambda: keep_file(self.file, tiles, self.select))
        if self.learn is not None and lexicon.name == ENGLISH:
            raise BadInput("The list that is shipped has values already; learn those of a list of your own.")
        found = (
            None
            if self.learn is None
            else work.call_until_stopped(lambda stop: self._learn(lexicon, tiles, stop))
        )
        known = read_learned(lexicon.name, tiles)
        data: LeavesData = {
            "lexicon": lexicon.name,
            "tiles": tiles.name,
            "games": None if known is None else known[GAMES],
            "leaves": _values(leaves_of(tiles, lexicon.name), racks),
        }
        if found is not None:
            data["learned"] = found
        yield LeaveValues(data)

    def _racks(self, tiles: TileSet) -> list[bytes]:
        """The tiles that are valued: those asked for, or each alone."""
        if self.racks is None:
            return [bytes([tile]) for tile in (*range(1, tiles.size), 0)]
        racks = [tiles.rack(text) for text in self.racks.split()]
        if not racks or max(map(len, racks)) > MOST_KEPT:
            raise BadInput(f"Racks have one to {MOST_KEPT} tiles, and blanks between them.")
        return racks

    def _learn(self, lexicon: Lexicon, tiles: TileSet, stop: Callable[[], bool]) -> LearnedData:
        """Learn and keep it; `BadInput` where it was stopped too soon."""
        from halfmove.games.scrabble.generator import Generator
        from halfmove.games.scrabble.layout import layout
        from halfmove.games.scrabble.learned import GAMES, LEAVES, WINS, write_learned
        from halfmove.games.scrabble.learning import TRIED, learn, measure
        from halfmove.games.scrabble.leaves import leaves_of

        board = layout("super" if tiles.name.endswith("-super") else "standard")
        generator = Generator(lexicon, tiles, board)
        begin = leaves_of(tiles).table.array  # what is shipped, if anything

        def tell(done: int, total: int, what: str) -> None:
            at(done, total, what, unit="games")

        assert self.learn is not None
        found = learn(generator, tiles, begin, self.learn, self.seed, stop, tell)
        if found is None:
            raise BadInput("It was stopped before anything could be learned; nothing is changed.")
        data = {LEAVES: found.leaves.to_dict(), WINS: found.chances.to_dict(), GAMES: found.games}
        write_learned(lexicon.name, tiles, data)
        gain = measure(generator, tiles, found.leaves.table.array, TRIED, self.seed + 1, tell)
        return {
            "games": found.games,
            "lead": round(gain.lead, 1),
            "lead_error": round(gain.lead_error, 1),
            "won": round(gain.won, 3),
            "tried": TRIED,
        }


def _values(leaves: Leaves, racks: list[bytes]) -> list[LeaveData]:
    """The values of racks."""
    return [
        {"tiles": leaves.tiles.text(rack), "value": round(leaves.value(rack) / 1000, 2)} for rack in racks
    ]
