"""The search with a network as an algorithm that `analyze` can be asked for.

The search itself (`searching`) and the networks are imported when one is asked for: who plays without a
network does not wait for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.extras import is_installed
from halfmove.core.limit import Limit
from halfmove.search.algorithms import Algorithm, register
from halfmove.search.encoding import refuse
from halfmove.search.montecarlo.engine import unfit as unfit_for_trees
from halfmove.search.neural.options import Options, options_from
from halfmove.search.neural.usual import file_for, is_shipped, usual

if TYPE_CHECKING:
    from halfmove.search.neural.searching import NetworkSearch

NAME = "network"
MEGABYTES = 256
"""Memory for the tree unless told otherwise: networks are slow, and trees small."""


def unfit(game: Game) -> str | None:
    """Why a search with a network does not fit a game; None where it does."""
    try:
        refuse(game, game.initial())
    except Unsuitable as error:
        return str(error)
    return unfit_for_trees(game)


def search(game: Game, state: Any, limit: Limit, **how: Any) -> Iterator[Analysis]:
    """`searching.search`."""
    from halfmove.search.neural.searching import search as begin

    return begin(game, state, limit, **how)


def remember(
    game: Game,
    *,
    megabytes: float | None,
    threads: int,
    seed: int,
    without: Collection[str] = (),
    options: Mapping[str, str] | None = None,
) -> NetworkSearch:
    """A memory for searches of `game` with a network; there are no features to do without."""
    from halfmove.search.neural.distributed import engine_of

    return engine_of(
        game, options_from(options), megabytes=megabytes or MEGABYTES, threads=threads, seed=seed
    )


def verify(game: Game, options: Mapping[str, str]) -> None:
    """`BadInput` for a network that cannot be used for a game."""
    from halfmove.search.neural.network import Network

    Network.load(file_for(game, options_from(options).file), game)


def is_preferred(game: Game) -> bool:
    """Whether "auto" may take the search with a network, before Monte Carlo search without one: where one
    comes with Halfmove and ONNX Runtime computes it (docs/defaults.md has the matches).  The engine goes
    before either: for Connect Four and Othello on 6 x 6 squares it is stronger."""
    return is_installed("onnxruntime") and is_shipped(game)


register(
    Algorithm(
        name=NAME,
        summary="Monte Carlo tree search with a network, as AlphaZero: the policy guides it, the value takes "
        "the place of playouts; with 0 simulations the network alone",
        source="Silver et al. 2016, 2017, 2018; Danihelka et al. 2022",
        unfit=unfit,
        search=search,
        strength=45,
        limits=("seconds", "simulations", "nodes"),
        chooses_among=True,
        looks_back=True,
        settings=Options.known(),
        check=options_from,
        verify=verify,
        remember=remember,
        megabytes=MEGABYTES,
        suits=is_preferred,
        alone=True,
        gains_by_threads=True,
        insight=16,
        needs=("file",),
        meant=lambda game: usual(game) is not None,
    )
)
