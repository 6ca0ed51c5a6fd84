"""From the options of `halfmove orderings` to the orderings found, for a person, as JSON or into a file."""

from __future__ import annotations

import csv
import io
import json as json_module
from pathlib import Path

from halfmove.cli.live import Progress
from halfmove.cli.numerals import whole
from halfmove.cli.target import open_game, open_target
from halfmove.core.errors import BadInput
from halfmove.teach.orderings import Orderings, orderings


def run(
    name: str,
    *,
    depth: str | None,
    dialect: str,
    reorder: list[str] | None,
    samples: str,
    seed: str,
    root: str | None,
    settings: list[str] | None,
    position: str | None,
    moves: str | None,
    output: str | None,
    json: bool,
) -> None:
    """Find the orderings, and show or write them."""
    path = None if output is None else _target(output)
    game = open_game(name, settings, root)
    state = None
    if position is not None or moves is not None:
        target = open_target(name, settings, position, moves)
        game, state = target.game, target.state
    plies = whole(depth, "--depth", most=100)
    with Progress("counting orderings"):
        found = orderings(
            game,
            state,
            depth=plies,
            dialect=dialect,
            by_hand=by_hand(reorder),
            samples=whole(samples, "--samples", least=0) or 0,
            seed=whole(seed, "--seed", least=0) or 0,
        )
    if path is not None:
        _write(path, found)
    if json:
        from halfmove.cli.jsons import print_json

        print_json({**found.as_dict(), "output": output})
        return
    print(found.text())
    if output is not None:
        print(f"\nWrote {output}.")


def by_hand(texts: list[str] | None) -> dict[str, list[str]] | None:
    """The orders that `--reorder` gives; None without any."""
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
    path = Path(output)
    if path.suffix.lower() not in (".csv", ".json"):
        raise BadInput(
            f"Orderings are written as .csv or .json, not '{path.name}'; `halfmove tree` draws trees."
        )
    if not path.parent.is_dir():
        raise BadInput(f"There is no folder '{path.parent}' to write '{path.name}' into.")
    return path


def _write(path: Path, found: Orderings) -> None:
    if path.suffix.lower() == ".json":
        content = json_module.dumps(found.as_dict(), indent=2, ensure_ascii=False) + "\n"
    else:
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        rows = found.rows()
        table.writerow(rows[0])
        table.writerows(row.values() for row in rows)
        content = out.getvalue()
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
