"""Games on paper annotated by searches: `halfmove annotate chess games.pgn -o annotated.pgn`."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as data_field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput
from halfmove.core.figures import columns, listed
from halfmove.core.formats import MainLine, RecordFormat, format_of, repairs_in
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    OutputFile,
    Seconds,
    Switch,
    Text,
    Work,
    field,
    operation,
)
from halfmove.core.operation.kinds import Settings
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.core.scale import DecisionScale, Scale
from halfmove.endings.search_request import SearchRequest
from halfmove.games.registry import game as registered
from halfmove.games.registry import games, list_games_recorded_as, with_files
from halfmove.search.session import Session
from halfmove.teach.judgements import GLYPHS, Judgement, Tally, annotate, judged_plies, tally
from halfmove.teach.reviewed_game import ReviewedGame, ReviewedGameData

FILES = "Files"
CANDIDATES = 5
"""Of a decision, in the data."""
ANNOTATOR = f"Halfmove {sys.modules['halfmove'].__version__}"  # the package stands above this floor


class JudgedMoveData(TypedDict):
    """A move, and what became of it; a scale's own keys say what the position after it is worth."""

    ply: int
    move: str
    mark: Annotated[str, "??, ?, ?! or nothing."]
    better: Annotated[str | None, "The best move, where it was another one."]
    lost: Annotated[float, "The share of a point that it lost."]
    cost: NotRequired[Annotated[float, "Where decisions are judged: what it lost in the scale's unit."]]
    candidates: NotRequired[Annotated[list[dict[str, Any]], "Likewise: the best actions, the best first."]]


class AnnotatedGameData(TypedDict):
    """A game judged by searches; under each player's name, in small letters, stands a tally as well."""

    headers: dict[str, str]
    result: str
    plies: int
    repairs: Annotated[list[str], "What was repaired as it was read."]
    moves: list[JudgedMoveData]


class AnnotationData(TypedDict):
    """The games of a file."""

    games: list[AnnotatedGameData | ReviewedGameData]
    broken: Annotated[int, "Games that were left out."]


@dataclass
class AnnotatedGame:
    """A game, and what searches say of its moves, as far as it was looked at."""

    form: RecordFormat
    scale: Scale
    record: Any
    judgements: list[Judgement] = data_field(default_factory=list)

    def to_dict(self) -> AnnotatedGameData:
        """The game as data: evaluations are those of the player who moves first."""
        return _game_data(self.scale, self)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a move."""
        return [{**move} for move in self.to_dict()["moves"]]

    def to_lines(self) -> list[str]:
        """The players, the moves that lose much, and what each player's moves cost."""
        return _game_lines(self.form, self.scale, self)


@dataclass(frozen=True)
class Annotation(Table):
    """The games of a file, as far as they were looked at."""

    games: Sequence[AnnotatedGame | ReviewedGame]
    count: int
    """How many games there are."""
    broken: Sequence[BadInput]
    output: str | None

    def to_dict(self) -> AnnotationData:
        return {"games": [one.to_dict() for one in self.games], "broken": len(self.broken)}

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a move, with the number of its game."""
        return [
            {"game": number, **move} for number, one in enumerate(self.games, 1) for move in one.to_rows()
        ]

    def to_text(self) -> str:
        lines: list[str] = []
        for one in self.games:
            lines += [*([""] if lines else []), *one.to_lines()]
        if len(self.games) < self.count:
            lines.append(f"Stopped; not looked at: {self.count - len(self.games)} of {self.count} games.")
        if self.output is not None:
            lines += ["", f"Wrote {self.output}."]
        return "\n".join(lines)


@operation(
    "annotate",
    "Judge every move of the games in a file, and write them with evaluations and better lines.",
    doing="annotating games of",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class Annotate(SearchRequest):
    """Annotate the games in a file (chess: PGN, Go: SGF, shogi: KIF, CSA, Scrabble: GCG): search each
    position within the limit.

    The games are written with evaluations, with marks (?!, ?, ??) for moves that lose much, and with the
    better line. Ctrl-C stops it: what has been judged so far is written.

    A game with a measure of its own is annotated by its review (bridge: PBN, LIN, handviewer links): what
    each card cost double dummy, what each call shows, the result beside par, as comments. It needs no limit.

    Example: halfmove annotate chess games.pgn -o annotated.pgn --seconds 0.2

    Example: halfmove annotate bridge boards.pbn -o annotated.pbn
    """

    usual_seconds = 0.5
    seconds: float | None = field(
        Seconds(), "Time for each position.", default=None, usual="0.5, if no limit is given", group=LIMITS
    )
    file: str = field(Text(word="FILE"), "The games.", place=True)
    output: str | None = field(
        OutputFile(), "Write them here.", default=None, options=("--output", "-o"), group=FILES
    )
    skip_broken: bool = field(Switch(), "Leave out games that are broken.", default=False, group=FILES)
    strict: bool = field(Switch(), "Treat games that need a repair as broken.", default=False, group=FILES)
    parameters: Mapping[str, Any] = field(
        Settings(),
        "Parameters that the file does not say: a lexicon.",
        default={},
        options=("--set",),
        faces=LOCAL_FACES,
        group=FILES,
    )
    position: Any = field(Text(), "Said by the file.", default=None, faces=())
    moves: str = field(Text(), "Said by the file.", default="", faces=())
    roll: str | None = field(Text(), "Said by the file.", default=None, faces=())

    def run(self, work: Work) -> Iterator[Annotation]:
        """The games so far, after each move that was judged."""
        form, scale = _form(str(self.game), self.parameters, self.file)
        if scale is None:
            self._refuse_limits()
        broken: list[BadInput] = []
        records = self._read(form, broken)
        for error in broken:
            work.note(f"left out: {error}")
        for record in records:
            for sentence in repairs_in(record):
                work.note(f"repaired: {self.file}: {sentence}")
        done: list[AnnotatedGame | ReviewedGame] = []
        steps = (
            self._review(work, form, records, done)
            if scale is None
            else self._annotate(work, form, scale, records, done)
        )
        try:
            for _ in steps:
                if work.gradual:
                    yield Annotation(done, len(records), broken, None)
        except KeyboardInterrupt:
            pass  # what has been judged is the answer
        finally:
            if self.output is not None:
                form.write(self.output, records)
        yield Annotation(done, len(records), broken, self.output)

    def _refuse_limits(self) -> None:
        """`BadInput` for a search that a review does not make."""
        limits = ("seconds", "depth", "nodes", "simulations")
        given = [name for name in limits if getattr(self, name) is not None]
        given += ["algorithm"] * (self.algorithm != "auto")
        if given:
            raise BadInput(
                f"Games of {self.game} are annotated by their own review, which takes no {listed(given)}."
            )

    def _read(self, form: RecordFormat, broken: list[BadInput]) -> list[Any]:
        """The games of the file; those that cannot be judged are `broken`."""
        records = []
        form.strict = self.strict
        for record in form.read_file(self.file, broken=broken.append if self.skip_broken else None):
            if all(move.action is not None for move in record.moves):
                records.append(record)
                continue
            error = BadInput(f"{self.file}: {record.place}: it has a null move, which nobody can judge.")
            if not self.skip_broken:
                raise error
            broken.append(error)
        if not records:
            raise BadInput(f"There is no game in '{self.file}'" + (" that can be read." if broken else "."))
        return records

    def _annotate(
        self,
        work: Work,
        form: RecordFormat,
        scale: Scale,
        records: Sequence[Any],
        done: list[AnnotatedGame | ReviewedGame],
    ) -> Iterator[None]:
        """Judge the games in turn, each from its end; one memory serves all games of the same rules."""
        sessions: list[Session] = []
        for number, record in enumerate(records, 1):
            session = next((kept for kept in sessions if kept.game == record.rules), None)
            if session is None:
                session = self.session(work, record.rules)
                sessions.append(session)
            which = f"game {number} of {len(records)}, " if len(records) > 1 else ""
            at(what=f"{which}its end")
            current = AnnotatedGame(form, scale, record)
            done.append(current)
            for judgement in annotate(
                record,
                self.search_limit,
                algorithm=session.algorithm.name,
                memory=session.memory,
                threads=session.threads,
                seed=self.seed,
            ):
                record.headers.setdefault("Annotator", ANNOTATOR)
                current.judgements.insert(0, judgement)
                left = judged_plies(scale, record)[: -len(current.judgements)]
                if left:
                    at(what=f"{which}{form.numbered(record, left[-1])}, {len(left)} moves to go")
                yield

    def _review(
        self,
        work: Work,
        form: RecordFormat,
        records: Sequence[Any],
        done: list[AnnotatedGame | ReviewedGame],
    ) -> Iterator[None]:
        """Review the games in turn, and write what is found into them."""
        for number, record in enumerate(records, 1):
            which = f"game {number} of {len(records)}" if len(records) > 1 else "the game"
            game, state = record.rules, deque(MainLine.of(record, None).states(), maxlen=1)[0]

            def tell(done: int, of: int, which: str = which) -> None:
                at(done, of, which, unit="actions")

            at(what=which)
            found = work.call(partial(game.review, state, tell))
            form.write_review(record, found)
            record.headers.setdefault("Annotator", ANNOTATOR)
            done.append(ReviewedGame(record, found))
            yield


def _form(name: str, parameters: Mapping[str, Any], file: str) -> tuple[RecordFormat, Scale | None]:
    """The format of a registered game's file, and what its positions are worth in it, None where the game is
    annotated by its review; `BadInput` where it is not annotated."""
    suffix = Path(file).suffix.lower()
    own = games()[name].file_parameters if name in games() else ()
    for key in parameters:
        if key not in own:
            raise BadInput(f"Games on file say their parameters themselves, so '{key}' cannot be set.")

    def known(of: str, **said: Any) -> tuple[RecordFormat, Scale | None] | None:
        form = format_of(registered(of, **said), suffix)
        if form is None:
            return None
        scale = form.scale()
        return (form, scale) if scale is not None or defines(type(form.game), "review") else None

    found = known(name, **with_files(name, parameters)) if name in games() else None
    if found is None:
        others = listed([of for of in list_games_recorded_as(suffix) if known(of) is not None])
        hint = f" {suffix} is annotated for {others}." if others else ""
        raise BadInput(f"Games of '{name}' cannot be annotated in '{file}'.{hint}")
    return found


def _game_lines(form: RecordFormat, scale: Scale, one: AnnotatedGame) -> list[str]:
    """The players, the moves that lose much, and what each player's moves cost."""
    record = one.record
    names = [record.headers.get(name, "?") for name in record.rules.player_names]
    lines = [f"{names[0]} – {names[1]}  {record.result}"]
    marked = [judgement for judgement in one.judgements if judgement.mark]
    if isinstance(scale, DecisionScale) and one.judgements:
        lines += ["", *_decision_lines(form, scale, one), ""]
    elif marked:
        first = record.rules.player_names[0]
        headings = ["move", "", f"{first} had", "and has", "point lost", "better"]
        rows = [
            [
                form.numbered(record, judgement.ply),
                GLYPHS[judgement.mark],
                scale.text(judgement.best),
                scale.text(record.moves[judgement.ply].evaluation),
                f"{judgement.lost:.0%}",
                judgement.better,
            ]
            for judgement in marked
        ]
        lines += ["", *columns(headings, rows, right=headings[2:5]), ""]
    for mover in (0, 1):
        told = tally(one.judgements, mover)
        accuracy = "" if told.accuracy is None else f"; accuracy {told.accuracy:.0f} %"
        lines.append(
            f"{record.rules.player_names[mover]}: {told.blunders} ??, {told.mistakes} ?, "
            f"{told.dubious} ?!; {_cost(scale, told)} lost a move{accuracy}"
        )
    plies = judged_plies(scale, record)
    if len(one.judgements) < len(plies):
        ply = plies[-len(one.judgements)] if one.judgements else 0
        lines.append(
            f"Looked at from {form.numbered(record, ply)} on." if one.judgements else "Not looked at."
        )
    return lines


def _decision_lines(form: RecordFormat, scale: DecisionScale, one: AnnotatedGame) -> list[str]:
    """Every decision with what it cost, and the best actions; the shares are those of who decided."""
    headings = ["move", "", "had", "lost", scale.unit, "the best"]
    rows = []
    for judgement in one.judgements:
        best = judgement.decision.lines[0] if judgement.decision else None
        state = _state_before(one.record, judgement.ply)
        share = judgement.share if judgement.mover == 0 else 1 - judgement.share
        rows.append(
            [
                form.numbered(one.record, judgement.ply),
                GLYPHS.get(judgement.mark, ""),
                f"{share:.1%}",
                f"{judgement.lost:.1%}" if judgement.lost else "",
                f"{judgement.units:.1f}" if judgement.better else "",
                scale.candidate_text(one.record.rules, state, best) if judgement.better and best else "",
            ]
        )
    return columns(headings, rows, right=headings[2:5])


def _state_before(record: Any, ply: int) -> Any:
    return next(islice(record.states(), ply, None))


def _cost(scale: Scale, told: Tally) -> str:
    """What a player's moves lost in the mean."""
    return f"{told.units:.2f} {scale.unit}" if scale.unit else f"{told.lost:.1%} of a point"


def _game_data(scale: Scale, one: AnnotatedGame) -> AnnotatedGameData:
    """A game as data: evaluations are those of the player who moves first."""
    moves = [
        {
            "ply": judgement.ply,
            "move": one.record.moves[judgement.ply].text,
            **scale.json(one.record.moves[judgement.ply].evaluation),
            "mark": GLYPHS.get(judgement.mark, ""),
            "better": judgement.better or None,
            "lost": round(judgement.lost, 4),
            **_candidate_data(scale, one.record, judgement),
        }
        for judgement in one.judgements
    ]
    content: Any = {
        "headers": one.record.headers,
        "result": one.record.result,
        "plies": len(one.record.moves),
        "repairs": repairs_in(one.record),
        **{
            name.lower(): _tally_data(scale, tally(one.judgements, mover))
            for mover, name in enumerate(one.record.rules.player_names)
        },
        "moves": moves,
    }
    return content  # type: ignore[no-any-return]


def _candidate_data(scale: Scale, record: Any, judgement: Judgement) -> dict[str, Any]:
    """What a scale of decisions says besides."""
    if not isinstance(scale, DecisionScale) or judgement.decision is None:
        return {}
    state = _state_before(record, judgement.ply)
    shown = judgement.decision.lines[:CANDIDATES]
    return {
        "cost": round(judgement.units, 2),
        "candidates": [scale.candidate(record.rules, state, line) for line in shown],
    }


def _tally_data(scale: Scale, told: Tally) -> dict[str, Any]:
    counts = {
        "moves": told.moves,
        "blunders": told.blunders,
        "mistakes": told.mistakes,
        "dubious": told.dubious,
        "accuracy": None if told.accuracy is None else round(told.accuracy, 1),
    }
    return {**counts, **({scale.unit: round(told.units, 2)} if scale.unit else {"lost": round(told.lost, 4)})}
