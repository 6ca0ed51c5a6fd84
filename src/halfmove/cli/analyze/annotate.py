"""`halfmove analyze chess --pgn`, `go --sgf`: games annotated, with progress, a report, and a file that
Ctrl-C does not lose."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from halfmove.cli import usage
from halfmove.cli.position import print_repairs
from halfmove.core.errors import BadInput
from halfmove.core.formats import RecordFormat, Scale, format_named, repairs_in

if TYPE_CHECKING:
    from rich.console import Console

    from halfmove.cli.search import Request
    from halfmove.search.session import Session
    from halfmove.teach.annotating import Judgement, Tally


@dataclass(frozen=True)
class Files:
    """Where the games are, and what becomes of them."""

    path: str
    format: str
    """By its name: `PGN`."""
    output: str | None = None
    skip_broken: bool = False
    strict: bool = False
    json: bool = False


@dataclass
class Annotated:
    """A game, and what became of its moves as far as it was looked at."""

    paper: Any
    judgements: list[Judgement] = field(default_factory=list)


def files_of(
    pgn: str | None, sgf: str | None, output: str | None, *, skip_broken: bool, strict: bool, json: bool
) -> Files:
    """What the options say; `BadInput` where they do not fit together."""
    if pgn is not None and sgf is not None:
        raise BadInput("--pgn is for chess and --sgf for Go; give one of them.")
    if pgn is not None:
        return Files(pgn, "PGN", output, skip_broken, strict, json)
    if sgf is not None:
        return Files(sgf, "SGF", output, skip_broken, strict, json)
    raise BadInput("--output, --skip-broken and --strict are about --pgn and --sgf, and neither is given.")


def annotate(game: str, files: Files, request: Request, unwanted: Sequence[Any]) -> None:
    """Annotate, write, report; exit status 130 where Ctrl-C ended it before it was done."""
    form, scale = _form(game, files.format)
    if any(unwanted) or request.lines != 1:
        raise BadInput(
            f"With {_option(form.name)} the file says it all; leave out --set, --position, --moves and "
            "--lines."
        )
    broken: list[BadInput] = []
    papers = _read(form, files, broken)
    done, interrupted = _annotated(form, papers, request)
    if files.output is not None:
        form.write(files.output, papers)
    if files.json:
        from halfmove.cli.terminal import print_json

        print_json(as_json(scale, done, len(broken)))
    else:
        for error in broken:
            print(f"halfmove: left out: {error}", file=sys.stderr)
        print_repairs(files.path, papers)
        _report(form, scale, done, len(papers), files.output)
    if interrupted:
        raise usage.Exit(130)


def _form(name: str, format: str) -> tuple[RecordFormat, Scale]:
    """The format of a registered game, and what its positions are worth in it; `BadInput` without one."""
    from halfmove.games.registry import game, games, games_recorded_as

    def known(of: str) -> tuple[RecordFormat, Scale] | None:
        form = format_named(game(of), format)
        scale = None if form is None else form.scale()
        return None if form is None or scale is None else (form, scale)

    found = known(name) if name in games() else None
    if found is None:
        others = " and ".join(of for of in games_recorded_as(f".{format.lower()}") if known(of) is not None)
        named = name in games() and format_named(game(name), format) is not None
        why = f"games of '{name}' are not judged so" if named else f"'{name}' has no games in {format}"
        raise BadInput(f"{_option(format)} is for {others}; {why}.")
    return found


def _option(format: str) -> str:
    return f"--{format.lower()}"


def _read(form: RecordFormat, files: Files, broken: list[BadInput]) -> list[Any]:
    papers = []
    form.strict = files.strict
    for paper in form.read_file(files.path, broken=broken.append if files.skip_broken else None):
        if all(move.action is not None for move in paper.moves):
            papers.append(paper)
            continue
        error = BadInput(f"{files.path}: {paper.place}: it has a null move, which nobody can judge.")
        if not files.skip_broken:
            raise error
        broken.append(error)
    if not papers:
        raise BadInput(f"There is no game in '{files.path}'" + (" that can be read." if broken else "."))
    return papers


def _annotated(form: RecordFormat, papers: Sequence[Any], request: Request) -> tuple[list[Annotated], bool]:
    """The games as far as there was time for them, and whether Ctrl-C came before the end."""
    from halfmove import __version__
    from halfmove.cli.progress import Interruption, Progress
    from halfmove.cli.search import session_for
    from halfmove.teach.annotating import annotate

    done: list[Annotated] = []
    sessions: list[Session] = []
    with Interruption() as interruption, Progress("reading games") as progress:
        try:
            for number, paper in enumerate(papers, 1):
                session = next((kept for kept in sessions if kept.game == paper.rules), None)
                if session is None:
                    session = session_for(paper.rules, request)
                    sessions.append(session)
                which = f"game {number} of {len(papers)}, " if len(papers) > 1 else ""
                progress.say(f"{which}its end")
                done.append(Annotated(paper))
                for judgement in annotate(
                    paper,
                    request.limit,
                    algorithm=session.algorithm.name,
                    memory=session.memory,
                    threads=request.threads,
                    seed=request.seed,
                ):
                    paper.headers.setdefault("Annotator", f"Halfmove {__version__}")
                    done[-1].judgements.insert(0, judgement)
                    if judgement.ply:
                        progress.say(
                            f"{which}{form.numbered(paper, judgement.ply - 1)}, {judgement.ply} plies to go"
                        )
        except KeyboardInterrupt:
            interruption.happened = True
    return done, interruption.happened


# ---- the report
def _report(
    form: RecordFormat, scale: Scale, done: Sequence[Annotated], games: int, output: str | None
) -> None:
    from halfmove.cli.terminal import console

    out = console()
    for number, one in enumerate(done):
        if number:
            out.print()
        _report_one(form, scale, out, one)
    if len(done) < games:
        print(f"halfmove: stopped; not looked at: {games - len(done)} of {games} games.", file=sys.stderr)
    if output is not None:
        out.print(f"\nWrote {output}.", soft_wrap=True)  # a path is one word


def _report_one(form: RecordFormat, scale: Scale, out: Console, one: Annotated) -> None:
    from rich import box
    from rich.table import Table

    from halfmove.cli.terminal import print_table
    from halfmove.teach.annotating import GLYPHS, tally

    paper = one.paper
    names = [paper.headers.get(name, "?") for name in paper.rules.player_names]
    out.print(f"{names[0]} – {names[1]}  {paper.result}", style="bold")
    marked = [judgement for judgement in one.judgements if judgement.mark]
    if marked:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        first = paper.rules.player_names[0]
        for heading in ("move", "", f"{first} had", "and has", "point lost", "better"):
            number = heading in (f"{first} had", "and has", "point lost")
            table.add_column(heading, no_wrap=True, justify="right" if number else "left")
        for judgement in marked:
            table.add_row(
                form.numbered(paper, judgement.ply),
                GLYPHS[judgement.mark],
                scale.text(judgement.best),
                scale.text(paper.moves[judgement.ply].evaluation),
                f"{judgement.lost:.0%}",
                judgement.better,
            )
        print_table(out, table)
    for mover in (0, 1):
        told = tally(one.judgements, mover)
        out.print(
            f"{paper.rules.player_names[mover]}: {told.blunders} ??, {told.mistakes} ?, "
            f"{told.dubious} ?!; {_cost(scale, told)} lost a move{_accuracy(told)}"
        )
    if len(one.judgements) < len(paper.moves):
        ply = len(paper.moves) - len(one.judgements)
        out.print(f"Looked at from {form.numbered(paper, ply)} on." if one.judgements else "Not looked at.")


def as_json(scale: Scale, done: Sequence[Annotated], broken: int) -> dict[str, Any]:
    """The same as data: evaluations are those of the player who moves first."""
    return {"games": [_game_json(scale, one) for one in done], "broken": broken}


def _game_json(scale: Scale, one: Annotated) -> dict[str, Any]:
    from halfmove.teach.annotating import GLYPHS, tally

    moves = []
    for judgement in one.judgements:
        move = one.paper.moves[judgement.ply]
        moves.append(
            {
                "ply": judgement.ply,
                "move": move.text,
                **scale.json(move.evaluation),
                "mark": GLYPHS.get(judgement.mark, ""),
                "better": judgement.better or None,
                "lost": round(judgement.lost, 4),
            }
        )
    return {
        "headers": one.paper.headers,
        "result": one.paper.result,
        "plies": len(one.paper.moves),
        "repairs": repairs_in(one.paper),
        **{
            name.lower(): _tally_json(scale, tally(one.judgements, mover))
            for mover, name in enumerate(one.paper.rules.player_names)
        },
        "moves": moves,
    }


def _accuracy(told: Tally) -> str:
    return "" if told.accuracy is None else f"; accuracy {told.accuracy:.0f} %"


def _cost(scale: Scale, told: Tally) -> str:
    """What a player's moves lost in the mean."""
    return f"{told.units:.2f} {scale.unit}" if scale.unit else f"{told.lost:.1%} of a point"


def _tally_json(scale: Scale, told: Tally) -> dict[str, Any]:
    counts = {
        "moves": told.moves,
        "blunders": told.blunders,
        "mistakes": told.mistakes,
        "dubious": told.dubious,
        "accuracy": None if told.accuracy is None else round(told.accuracy, 1),
    }
    return {**counts, **({scale.unit: round(told.units, 2)} if scale.unit else {"lost": round(told.lost, 4)})}
