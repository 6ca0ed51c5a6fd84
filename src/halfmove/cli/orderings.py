"""`halfmove orderings`: what the order of children is worth to alpha-beta in one tree."""

from __future__ import annotations

import csv
import io
import json as json_module
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from halfmove.cli import options, usage
from halfmove.core.numbers import MOST_SEED

if TYPE_CHECKING:
    from halfmove.teach.orderings import Orderings


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove orderings`."""

    game: options.GameName
    depth: options.Depth = None
    dialect: Annotated[str, usage.Option(metavar="NAME", help="aima, cs188, winston, eth or mit.")] = "aima"
    reorder: Annotated[
        list[str] | None,
        usage.Option(
            metavar="NODE=A,B,…",
            help="An order by hand: a node (a name, a path such as a1/0, or root), and its actions or the "
            "places of its children from 0, those to come first; repeatable.",
        ),
    ] = None
    samples: Annotated[str, usage.Option(metavar="N", help="Random orderings; 0 for none.")] = "1000"
    seed: options.Seed = "0"
    root: Annotated[
        str | None,
        usage.Option(metavar="WHO", help="Who moves at the root of a tree that does not say: max or min."),
    ] = None
    settings: options.Parameters = None
    position: options.Position = None
    moves: options.Moves = None
    output: Annotated[
        str | None,
        usage.Option(
            "--output", "-o", metavar="FILE", help="The table as .csv, or everything as .json.", writes=True
        ),
    ] = None
    json: options.Json = False


@options.takes(Options)
def orderings(typed: Options) -> None:
    """Find the best and the worst ordering of a tree's children, and count others.

    Best and worst are exact, in static evaluations of the real search. A large game needs a --depth.

    Examples: halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]"

    halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]" --reorder root=2,0,1 --reorder 2=2
    """
    from halfmove.cli.options import whole
    from halfmove.cli.position import open_game, open_history
    from halfmove.cli.progress import Progress
    from halfmove.teach.orderings import orderings as find

    path = None if typed.output is None else _target(typed.output)
    game = open_game(typed.game, typed.settings, typed.root)
    state = None
    if typed.position is not None or typed.moves is not None:
        target = open_history(typed.game, typed.settings, typed.position, typed.moves)
        game, state = target.game, target.state
    plies = whole(typed.depth, "--depth", most=100)
    with Progress("counting orderings"):
        found = find(
            game,
            state,
            depth=plies,
            dialect=typed.dialect,
            by_hand=by_hand(typed.reorder),
            samples=whole(typed.samples, "--samples", least=0) or 0,
            seed=whole(typed.seed, "--seed", least=0, most=MOST_SEED) or 0,
        )
    if path is not None:
        _write(path, found)
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json({**found.to_dict(), "output": typed.output})
        return
    print(found.text())
    if typed.output is not None:
        print(f"\nWrote {typed.output}.")


def by_hand(texts: list[str] | None) -> dict[str, list[str]] | None:
    """The orders that `--reorder` gives; None without any."""
    from halfmove.core.errors import BadInput

    if not texts:
        return None
    orders: dict[str, list[str]] = {}
    for text in texts:
        place, equals, actions = text.rpartition("=")
        wanted = [action.strip() for action in actions.split(",") if action.strip()]
        if not (equals and wanted):
            raise BadInput(f"--reorder takes NODE=A,B,…, such as root=2,0,1 or a1=c,b, not '{text}'.")
        if place.strip() in orders:
            raise BadInput(f"--reorder gives the order at '{place.strip()}' twice.")
        orders[place.strip()] = wanted
    return orders


def _target(output: str) -> Path:
    from halfmove.core.errors import BadInput

    path = Path(output)
    if path.suffix.lower() not in (".csv", ".json"):
        raise BadInput(
            f"Orderings are written as .csv or .json, not '{path.name}'; `halfmove tree` draws trees."
        )
    return path


def _write(path: Path, found: Orderings) -> None:
    from halfmove.core.atomic_file import whole_file

    if path.suffix.lower() == ".json":
        content = json_module.dumps(found.to_dict(), indent=2, ensure_ascii=False) + "\n"
    else:
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        rows = found.to_rows()
        table.writerow(rows[0])
        table.writerows(row.values() for row in rows)
        content = out.getvalue()
    with whole_file(path) as file:
        file.write(content)
