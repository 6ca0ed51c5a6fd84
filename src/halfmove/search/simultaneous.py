"""Simultaneous-move Monte Carlo tree search: each player chooses by himself, from what he has learnt.

M. J. W. Tak, M. Lanctot and M. H. M. Winands, "Monte Carlo tree search variants for simultaneous move games",
IEEE Conference on Computational Intelligence and Games 2014; V. Lisý, V. Kovařík, M. Lanctot and B. Bošanský,
"Convergence of Monte Carlo tree search in simultaneous move games", NIPS 2013.  The game is searched in turn
(`core.in_turn`), where whoever chooses later knows nothing of the choices before: that is the tree of
`mo-ismcts`, whose nodes are what each player knows.  A node chooses

* by `regret-matching`: in proportion to what he would have gained by always taking an action instead (S. Hart
  and A. Mas-Colell, "A reinforcement procedure leading to correlated equilibrium", 2001: only what was taken
  is observed, and weighed with the inverse of its probability), exploring with the probability `exploration`.
  The answer is the average strategy, a mixed one, and the action played is drawn from it.  In a matrix game
  of two whose payoffs are opposed it approaches an equilibrium, as near as the exploration lets it;
* by `decoupled-uct`: by UCB1, each player for himself, and the answer is the action tried most.  It need not
  come near an equilibrium (M. Shafiei, N. Sturtevant and J. Schaeffer, "Comparing UCT versus CFR in
  simultaneous games", 2009).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import InTurn, rules_of
from halfmove.core.numbers import MOST, read_decimal_option
from halfmove.search import information_set
from halfmove.search.hidden import read_options, register_hidden
from halfmove.search.information_set import (
    MEGABYTES,
    REGRET,
    UCB,
    deepen,
    memory_of,
)

NAME = "sm-mcts"
EXPLORATION = {"regret-matching": 0.2, "decoupled-uct": 0.7}
"""The choices of `selection`, the default first, with how much each explores unless told otherwise."""
RULES = {"regret-matching": REGRET, "decoupled-uct": UCB}


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    if not (game.simultaneous or isinstance(game, InTurn)):
        return f"Simultaneous-move search is for moves at once, but in {game.title()} they move in turn."
    return information_set.unfit(game)


def settings_from(options: Mapping[str, str] | None) -> dict[str, Any]:
    """How nodes choose, and how much they explore, from texts; `BadInput` for what cannot be."""
    usual = {"selection": next(iter(RULES)), "exploration": ""}
    selection, text = read_options(NAME, options, usual)
    if selection not in RULES:
        raise BadInput(f"{NAME}'s option 'selection' is {' or '.join(RULES)}, not '{selection}'.")
    text = text or str(EXPLORATION[selection])
    rule = RULES[selection]
    exploration = read_decimal_option(NAME, "exploration", text, 0, 1 if rule == REGRET else MOST)
    return {"rule": rule, "exploration": exploration}


register_hidden(
    NAME,
    partial(memory_of, name=NAME),
    deepen,
    settings_from,
    summary="Simultaneous-move Monte Carlo: each player by himself, by regret matching or decoupled UCT "
    "(moves at once)",
    source="Lisý et al. 2013; Tak, Lanctot and Winands 2014",
    unfit=unfit,
    strength=31,
    settings={"selection": "regret-matching", "exploration": None},
    megabytes=MEGABYTES,
    suits=lambda game: not rules_of(game).hidden,  # there determinised search sees as much as it
)
