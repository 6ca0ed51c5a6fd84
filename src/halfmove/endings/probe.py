"""The operation `endgame probe`: what tables say of a position and of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from halfmove.core.analysis import EndingData
from halfmove.core.errors import BadInput
from halfmove.core.operation import LOCAL_FACES, PositionRequest, Text, Work, field, operation
from halfmove.core.results import Result
from halfmove.endings.attach import find_default_tablebase
from halfmove.endings.database import Database
from halfmove.endings.tables import FOLDER
from halfmove.endings.verdict import ending_json


class ProbedData(EndingData):
    """What tables say of a position and of its moves."""

    game: Annotated[str, "The game's name."]
    position: Annotated[str, "The position in the game's notation; the state itself where it has none."]


@dataclass(frozen=True)
class Probed(Result):
    """What tables say of a position and of its moves."""

    data: ProbedData

    def to_dict(self) -> ProbedData:
        return self.data

    def to_text(self) -> str:
        lines = [f"{self.data['table'] or 'one ply before the tables'}: {self.data['said']}"]
        lines += [f"  {move['move']:8} {move['said']}" for move in self.data["moves"]]
        return "\n".join(lines)


@operation(
    "endgame probe",
    "Look up a position in the tables.",
    doing="asking the tables about",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class Probe(PositionRequest):
    """Say what a position and each of its moves are worth, by the tables that are there.

    Example: halfmove endgame probe chess --position "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
    """

    folder: str | None = field(**FOLDER)
    syzygy: str | None = field(
        Text(word="FOLDER"),
        "Syzygy tables of chess endings; none to search without.",
        default=None,
        usual="those of HALFMOVE_SYZYGY",
    )

    def run(self, work: Work) -> Iterator[Probed]:
        """The one result; `BadInput` where no table has the position."""
        history = work.open(self)
        game, state = history.game, history.state
        database = Database(game, self.folder)
        near, there = database.endings.near(state), database.there()
        database.load(there if near is None else [name for name in near if name in there])
        others = find_default_tablebase(game, work.note) if self.syzygy is None else self.syzygy
        database.ask_others(others, work.note)
        position = game.position_text(state) if game.has_notation else repr(state)
        found = ending_json(database, state)
        if found is None:
            raise BadInput(
                f"No table in '{database.folder}' has this position: {position} "
                f"(`halfmove endgame build {game.name}` makes them)."
            )
        yield Probed({"game": game.name, "position": position, **found})
