"""What a run has done so far, as its checkpoint keeps it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Counters:
    """What a run has done so far."""

    seconds: float = 0.0
    games: int = 0
    steps: int = 0
    learnt: int = 0
    """Positions that steps have read."""
    published: int = 0
    published_at: int = 0
    """Positions that were there then."""
    published_steps: int = 0
    """Steps that had been made."""
    looked: int = 0
    """Steps that had been made when the norms' means and variances were settled last; 0: never."""
    generation: int = 0
    rating_seconds: float = 0.0
    """Of these seconds, those of matches between generations."""
    reanalysed: int = 0
    """Positions that were searched anew (`learn.reanalysis`)."""
    mixed: str = ""
    """What came of trying the network with playouts (`runs.mixing`); empty: it has not been tried."""
    rollouts: float = 0.0
    threshold: int = 1
    """The mixture that it plays best with."""
    stage: int = 0
    """Of a recipe of several stages (`recipes.alphago`): the one that is under way,"""
    kind: str = ""
    """the kind of network that it teaches; empty: the one of the settings,"""
    stage_from: int = 0
    """the positions that were there before it, which it does not learn from,"""
    learnt_from: int = 0
    """those that steps had read before it, and"""
    pool_from: int = 0
    """the first generation that plays against the learner in it."""
    matches: int = 0
