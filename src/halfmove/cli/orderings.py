"""`halfmove orderings`: what the order of children is worth to alpha-beta in one tree."""

from __future__ import annotations

from typing import Annotated

import typer

from halfmove.cli import options


def orderings(
    game: options.GameName,
    depth: options.Depth = None,
    dialect: Annotated[str, typer.Option(metavar="NAME", help="aima, cs188, winston, eth or mit.")] = "aima",
    reorder: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NODE=A,B,…",
            help="An order by hand: a node (a name, a path such as a1/0, or root), and its actions or the "
            "places of its children from 0, those to come first; repeatable.",
        ),
    ] = None,
    samples: Annotated[str, typer.Option(metavar="N", help="Random orderings; 0 for none.")] = "1000",
    seed: options.Seed = "0",
    root: Annotated[
        str | None,
        typer.Option(metavar="WHO", help="Who moves at the root of a tree that does not say: max or min."),
    ] = None,
    settings: options.Parameters = None,
    position: options.Position = None,
    moves: options.Moves = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="The table as .csv, or everything as .json."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Find the best and the worst ordering of a tree's children, and count others.

    Best and worst are exact, in static evaluations of the real search. A large game needs a --depth.

    Examples: halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]"

    halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]" --reorder root=2,0,1 --reorder 2=2
    """
    from halfmove.cli import sorting

    sorting.run(
        game,
        depth=depth,
        dialect=dialect,
        reorder=reorder,
        samples=samples,
        seed=seed,
        root=root,
        settings=settings,
        position=position,
        moves=moves,
        output=output,
        json=json,
    )
