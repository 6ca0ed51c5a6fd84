"""What a recorded search is as data: the types of `jsons.to_dict`, described for the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

Number = int | float
Who = int | Literal["chance"] | None
"""A player, from 0; None: the game is over there."""


class EdgeData(TypedDict):
    """A move of the tree."""

    move: Annotated[str, "The move."]
    wins: Annotated[Number, "What it won for whoever makes it."]
    visits: Annotated[int, "How often it was played."]
    proven: Annotated[Number | None, "What it is worth for certain."]


class NodeData(EdgeData):
    """A move with the tree below it."""

    children: Annotated[list[NodeData], "The moves after it."]


class RootData(TypedDict):
    """The whole tree."""

    wins: Annotated[Number, "What was won through all moves."]
    visits: Annotated[int, "How many iterations it has."]
    children: Annotated[list[NodeData], "The moves at the root."]


class CandidateData(EdgeData):
    """A move at a choice, with the terms of the formula."""

    probability: NotRequired[Annotated[float, "Where nature moves."]]
    out: NotRequired[Annotated[str, "Why it was out of the question: proven, widening."]]
    exploitation: NotRequired[Annotated[float, "What it won by now."]]
    exploration: NotRequired[Annotated[float | None, "Null: not tried yet, so it comes first."]]
    as_first: NotRequired[Annotated[float | None, "With rave: all moves as first."]]
    bias: NotRequired[Annotated[float | None, "With a progressive bias: its part."]]
    total: NotRequired[Annotated[float | None, "What was compared."]]
    share: NotRequired[Annotated[float | None, "With rave: how much all moves as first count."]]
    prior: NotRequired[Annotated[float | None, "What was thought of it before."]]


class LevelData(TypedDict):
    """A level of the descent."""

    path: Annotated[list[str], "The moves that lead there."]
    player: Annotated[Who, "Who moves."]
    visits: Annotated[int, "Of the node."]
    move: Annotated[str, "The one taken."]
    how: Annotated[str, "By which rule: formula, chance, or bounds."]
    candidates: Annotated[list[CandidateData], "What there was to choose from."]


class ExpansionData(TypedDict):
    """What became of the position at the end of the path."""

    path: Annotated[list[str], "The moves that lead there."]
    why: Annotated[str, "`new`, `shared`, or why there is no new node."]
    moves: Annotated[list[str], "Of a new node."]
    choice: Annotated[LevelData | None, "The step on from it."]


class PlayoutData(TypedDict):
    """The simulation beyond the tree."""

    path: Annotated[list[str], "The moves in the tree."]
    moves: Annotated[list[str], "Those beyond it."]
    end: Annotated[str, "over, cut off, proven or repeated."]
    position: Annotated[str | None, "Where it ended."]
    rewards: Annotated[list[Number], "What it brought each player, from 0 to 1."]


class BackupData(TypedDict):
    """What back-propagation did to a move of the path."""

    path: Annotated[list[str], "The moves up to it."]
    player: Annotated[Who, "Who makes it."]
    wins: Annotated[list[Number], "Before and after."]
    visits: Annotated[list[int], "Before and after."]
    as_first: Annotated[list[str], "The moves that rave credited."]


class ProofData(TypedDict):
    """A move of the path whose worth is certain now."""

    path: Annotated[list[str], "The moves up to it."]
    value: Annotated[Number, "Its worth to the mover there."]


class IterationData(TypedDict):
    """One simulation."""

    number: Annotated[int, "Its number, from 1."]
    selection: Annotated[list[LevelData], "The way down the tree."]
    expansion: Annotated[ExpansionData, "The new node."]
    simulation: Annotated[PlayoutData, "The playout."]
    backup: Annotated[list[BackupData], "What was counted, from the end of the path."]
    proven: Annotated[list[ProofData], "What was proven."]
    solved: Annotated[bool, "Whether the root is proven now."]


class SimulationData(TypedDict):
    """A search from start to finish."""

    game: Annotated[str, "The game."]
    parameters: Annotated[dict[str, Any], "Its parameters; a tree's is its specification."]
    position: Annotated[str | None, "Where the search began."]
    to_move: Annotated[Who, "Who moves there."]
    algorithm: Annotated[str, "mcts."]
    options: Annotated[dict[str, Any], "All its settings."]
    seed: Annotated[int, "The seed of what was drawn."]
    best: Annotated[str | None, "The move that would be played in the end."]
    before: Annotated[RootData, "The tree before the first iteration."]
    iterations: Annotated[list[IterationData], "What happened."]
    after: Annotated[RootData, "The tree after the last."]
