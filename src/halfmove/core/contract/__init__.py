"""The contract: what a game may say, from its six functions to what it knows besides.

`rules` are the six functions, `traits` say which algorithms apply, `text` is what people read and touch,
`information` what players see, `knowledge` what searches may ask, `encoding` what networks are given,
`capabilities` what is offered to those who show, write down and settle games, and `Game` is all of it, to
inherit from.
"""

from halfmove.core.contract.encoding import PRESENT, direction_of
from halfmove.core.contract.game import Game
from halfmove.core.contract.hashing import hash_state
from halfmove.core.contract.parameters import declared_parameters
from halfmove.core.contract.traits import (
    CHANCE,
    NO_CHOICE,
    SIMULTANEOUS,
    SPECTATOR,
    TRAITS,
    Action,
    Chance,
    Dynamics,
    Information,
    Payoffs,
    Rewards,
    State,
)

__all__ = [
    "CHANCE",
    "NO_CHOICE",
    "PRESENT",
    "SIMULTANEOUS",
    "SPECTATOR",
    "TRAITS",
    "Action",
    "Chance",
    "Dynamics",
    "Game",
    "Information",
    "Payoffs",
    "Rewards",
    "State",
    "declared_parameters",
    "direction_of",
    "hash_state",
]
