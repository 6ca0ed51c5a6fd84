"""`halfmove analyze chess --pgn`: games annotated, with progress, a report, and a file that Ctrl-C does not
lose."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import typer

from halfmove.core.errors import BadInput
from halfmove.core.whole_file import check_writable

if TYPE_CHECKING:
    from rich.console import Console

    from halfmove.cli.search import Request
    from halfmove.games.chess.pgn import Evaluation, PgnGame
    from halfmove.teach.annotating import Judgement


@dataclass(frozen=True)
class Files:
    """Where the games are, and what becomes of them."""

    pgn: str
    output: str | None = None
    skip_broken: bool = False
    json: bool = False


@dataclass
class Annotated:
    """A game, and what became of its moves as far as it was looked at."""

    paper: PgnGame
    judgements: list[Judgement] = field(default_factory=list)


def annotate(game: str, files: Files, request: Request, unwanted: Sequence[Any]) -> None:
    """Annotate, write, report; exit status 130 where Ctrl-C ended it before it was done."""
    if game != "chess":
        raise BadInput(f"--pgn is for chess; '{game}' has no games in PGN.")
    if any(unwanted) or request.lines != 1:
        raise BadInput("With --pgn the file says it all; leave out --set, --position, --moves and --lines.")
    if files.output is not None:
        check_writable(files.output)
    broken: list[BadInput] = []
    papers = _read(files, broken)
    done, interrupted = _annotated(papers, request)
    if files.output is not None:
        from halfmove.games.chess.pgn import write_pgn

        write_pgn(files.output, papers)
    if files.json:
        from halfmove.cli.jsons import print_json

        print_json(as_json(done, len(broken)))
    else:
        for error in broken:
            print(f"halfmove: left out: {error}", file=sys.stderr)
        _report(done, len(papers), files.output)
    if interrupted:
        raise typer.Exit(130)


def _read(files: Files, broken: list[BadInput]) -> list[PgnGame]:
    from halfmove.games.chess.pgn import read_pgn

    papers = []
    for paper in read_pgn(files.pgn, broken=broken.append if files.skip_broken else None):
        if all(move.action is not None for move in paper.moves):
            papers.append(paper)
            continue
        error = BadInput(f"{files.pgn}: {paper.place}: it has a null move, which nobody can judge.")
        if not files.skip_broken:
            raise error
        broken.append(error)
    if not papers:
        raise BadInput(f"There is no game in '{files.pgn}'" + (" that can be read." if broken else "."))
    return papers


def _annotated(papers: Sequence[PgnGame], request: Request) -> tuple[list[Annotated], bool]:
    """The games as far as there was time for them, and whether Ctrl-C came before the end."""
    from halfmove import __version__
    from halfmove.cli.interrupt import Interruption
    from halfmove.cli.live import Progress
    from halfmove.cli.search import memory_of
    from halfmove.search.algorithms import choose
    from halfmove.teach.annotating import annotate

    done: list[Annotated] = []
    memories: dict[bool, Any] = {}
    with Interruption() as interruption, Progress("reading games") as progress:
        try:
            for number, paper in enumerate(papers, 1):
                chosen = choose(paper.rules, request.algorithm)
                if paper.rules.chess960 not in memories:
                    memories[paper.rules.chess960] = memory_of(
                        paper.rules,
                        chosen,
                        request.megabytes,
                        threads=request.threads,
                        seed=request.seed,
                        without=request.without,
                        options=dict(request.options),
                    )
                which = f"game {number} of {len(papers)}, " if len(papers) > 1 else ""
                progress.say(f"{which}its end")
                done.append(Annotated(paper))
                for judgement in annotate(
                    paper,
                    request.limit,
                    algorithm=chosen.name,
                    memory=memories[paper.rules.chess960],
                    threads=request.threads,
                    seed=request.seed,
                ):
                    paper.headers.setdefault("Annotator", f"Halfmove {__version__}")
                    done[-1].judgements.insert(0, judgement)
                    if judgement.ply:
                        progress.say(
                            f"{which}{name_of(paper, judgement.ply - 1)}, {judgement.ply} plies to go"
                        )
        except KeyboardInterrupt:
            interruption.happened = True
    return done, interruption.happened


def name_of(paper: PgnGame, ply: int) -> str:
    """A move as it is written in running text: `12. Nf3`, `12... Nf6`."""
    moved = paper.first.mover + ply
    dots = "..." if moved % 2 else "."
    return f"{paper.first.number + moved // 2}{dots} {paper.moves[ply].san}"


# ---- the report
def _report(done: Sequence[Annotated], games: int, output: str | None) -> None:
    from halfmove.cli.report import console

    out = console()
    for number, one in enumerate(done):
        if number:
            out.print()
        _report_one(out, one)
    if len(done) < games:
        print(f"halfmove: stopped; not looked at: {games - len(done)} of {games} games.", file=sys.stderr)
    if output is not None:
        out.print(f"\nWrote {output}.", soft_wrap=True)  # a path is one word


def _report_one(out: Console, one: Annotated) -> None:
    from rich import box
    from rich.table import Table

    from halfmove.cli.report import print_table
    from halfmove.teach.annotating import GLYPHS

    paper = one.paper
    tags = paper.headers
    out.print(f"{tags.get('White', '?')} – {tags.get('Black', '?')}  {paper.result}", style="bold")
    marked = [judgement for judgement in one.judgements if judgement.mark]
    if marked:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for heading in ("move", "", "White had", "and has", "point lost", "better"):
            number = heading in ("White had", "and has", "point lost")
            table.add_column(heading, no_wrap=True, justify="right" if number else "left")
        for judgement in marked:
            table.add_row(
                name_of(paper, judgement.ply),
                GLYPHS[judgement.mark],
                _value(judgement.best),
                _value(paper.moves[judgement.ply].evaluation),
                f"{judgement.lost:.0%}",
                judgement.better,
            )
        print_table(out, table)
    for mover, told in enumerate(tallies(one)):
        out.print(
            f"{paper.rules.player_names[mover]}: {told['blunders']} ??, {told['mistakes']} ?, "
            f"{told['dubious']} ?!; {told['pawns']:.2f} pawns lost a move"
        )
    if len(one.judgements) < len(paper.moves):
        first = len(paper.moves) - len(one.judgements)
        out.print(f"Looked at from {name_of(paper, first)} on." if one.judgements else "Not looked at.")


def _value(worth: Evaluation | None) -> str:
    """`+0.31`; `#3` where White mates in three, `#-3` where Black does."""
    if worth is None:
        return ""
    return f"#{worth.mate}" if worth.pawns is None else f"{worth.pawns:+.2f}"


def tallies(one: Annotated) -> list[dict[str, Any]]:
    """What each player's moves lost, together."""
    from halfmove.teach.annotating import tally

    found = []
    for mover in (0, 1):
        told = tally(one.judgements, mover)._asdict()
        found.append({**told, "pawns": round(told["pawns"], 2)})
    return found


def as_json(done: Sequence[Annotated], broken: int) -> dict[str, Any]:
    """The same as data: evaluations are White's."""
    return {"games": [_game_json(one) for one in done], "broken": broken}


def _game_json(one: Annotated) -> dict[str, Any]:
    from halfmove.teach.annotating import GLYPHS

    moves = []
    for judgement in one.judgements:
        move = one.paper.moves[judgement.ply]
        worth = move.evaluation
        moves.append(
            {
                "ply": judgement.ply,
                "move": move.san,
                "pawns": worth and worth.pawns,
                "mate": worth and worth.mate,
                "depth": worth and worth.depth,
                "mark": GLYPHS.get(judgement.mark, ""),
                "better": judgement.better or None,
                "lost": round(judgement.lost, 4),
            }
        )
    white, black = tallies(one)
    return {
        "headers": one.paper.headers,
        "result": one.paper.result,
        "plies": len(one.paper.moves),
        "white": white,
        "black": black,
        "moves": moves,
    }
