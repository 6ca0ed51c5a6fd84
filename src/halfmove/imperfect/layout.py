"""A game laid out as its information sets: what regret minimisation and best responses read instead of rules.

A *sequence* of a player is what he has done so far: his last action, at the information set where he chose
it, says all the rest (perfect recall).  What everybody earns then depends on the sequences alone, so that all
ends of the game with the same sequences are one *leaf*, whose payoffs are weighted with nature's
probabilities: von Stengel, "Efficient computation of behavior strategies", *Games and Economic Behavior* 14,
1996.  Sequences, information sets and leaves are numbered:

    sequences      0 … players-1          the empty sequences, one a player
                   first[i] … first[i+1]-1  the actions of information set i
    sets           sets[p] … sets[p+1]-1  those of player p, each after the one that his way to it passed last
    parent[i]      the sequence of its player that leads to set i

For algorithms that sample, the tree of histories is kept beside: the children of a node lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.compile import interpreted
from halfmove.core.contract import Action, Chance, Game, State
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn, rules_of
from halfmove.imperfect.histories import OVER as OVER
from halfmove.imperfect.histories import Announce, Histories, list_histories

LARGEST = 3_000_000
"""Histories of a game that is laid out: a good gigabyte while it is done; two seconds of machine code, or
half a minute of Python."""


class Layout(NamedTuple):
    """The numbers of a game, as arrays: see the head of this module."""

    players: int
    sets: Any
    """int64[players + 1]: where each player's information sets begin."""
    first: Any
    """int64[sets + 1]: the first sequence of each information set."""
    parent: Any
    """int64[sets]: the sequence that leads to it."""
    leaf: Any
    """int64[leaves, players]: the sequences of each player that end in a leaf."""
    pay: Any
    """float64[leaves, players]: what each earns there, times nature's probability."""
    mover: Any
    """int64[histories]: who is to act; `CHANCE`, `OVER`."""
    place: Any
    """int64[histories]: the information set of its mover; where it is over, the row of `earned`."""
    child: Any
    """int64[histories + 1]: the first of its children; those of the next history follow."""
    chance: Any
    """float64[histories]: nature's probability of the step that leads to it; 1 for players' steps."""
    earned: Any
    """float64[ends, players]: the utilities where a history is over."""


class LaidOut(Game):
    """The game that kernels on a `Layout` are made for: one for all games, which so share machine code."""

    name = "laid out"


LAID_OUT = LaidOut()
"""What kernels take as their game."""


class GameTable:
    """A game, its layout, and the names of its information sets and actions."""

    def __init__(
        self,
        game: Game,
        layout: Layout,
        names: list[int],
        histories: Histories,
        found: Any,
        compiled: bool,
        by_history: bool,
    ) -> None:
        self.game = game
        """The game, interpreted, its moves made in turn."""
        self.compiled = compiled
        """Whether kernels on the layout run compiled: as those of the game itself do."""
        self.by_history = by_history
        """Whether nothing is hidden but choices of the same moment: sets are then numbered histories."""
        self.layout = layout
        self.names = names
        """The 64-bit name of each information set (`Game.information`), or the number of its history."""
        self.actions = histories.choices(found)
        """Its actions, in the order of its sequences."""
        self._histories, self._found = histories, found

    @cached_property
    def numbers(self) -> list[dict[int, int]]:
        """For each player: the name of an information set to its number."""
        bounds = self.layout.sets
        return [
            {self.names[i]: i for i in range(bounds[p], bounds[p + 1])} for p in range(self.layout.players)
        ]

    @property
    def sets(self) -> int:
        """How many information sets there are, of all players."""
        return len(self.names)

    @property
    def histories(self) -> int:
        """How many histories the game has."""
        return len(self.layout.mover)

    @property
    def one_set_each(self) -> bool:
        """Whether each player has one information set, so that a state need not tell how it came about."""
        return list(self.layout.sets) == list(range(self.layout.players + 1))

    def owner(self, number: int) -> int:
        """Whose information set it is."""
        return int(np.searchsorted(self.layout.sets, number, side="right")) - 1

    def likelihoods(self, policy: Any) -> Any:
        """float64[histories]: how likely each is where all play by `policy`, a probability for each
        sequence's last action."""
        layout = self.layout
        parent = np.repeat(np.arange(self.histories), np.diff(layout.child))
        step = layout.chance.copy()
        chosen = np.flatnonzero(layout.mover[parent] >= 0)  # of the histories but the first, whose step is 1
        above = parent[chosen]
        step[chosen + 1] = policy[layout.first[layout.place[above]] + chosen + 1 - layout.child[above]]
        likely = np.ones(self.histories)
        for level in levels(layout):
            likely[level] = likely[parent[level - 1]] * step[level]
        return likely

    def weights(self, policy: Any) -> Any:
        """float64[sets]: how likely the histories of each set are where all play by `policy`."""
        own = self.layout.mover >= 0
        return np.bincount(self.layout.place[own], self.likelihoods(policy)[own], self.sets)

    def way(self, number: int) -> list[Action]:
        """The actions that lead to the first history found of an information set."""
        return self._histories.way(int(self._found[number]))

    def example(self, number: int) -> State:
        """The first history found of an information set."""
        state = self.game.initial()
        for action in self.way(number):
            state = self.game.result(state, action)
        return state

    def seen(self, number: int) -> str:
        """What its player was told on the way to an information set, in the game's words."""
        game, owner, told = self.game, self.owner(number), []
        state = game.initial()
        for action in self.way(number):
            told.append(game.action_seen(state, action, owner))
            state = game.result(state, action)
        return " ".join(told)

    def texts(self, number: int) -> list[str]:
        """The actions of an information set, as the game writes them."""
        state = self.example(number)
        return [self.game.action_text(state, action) for action in self.actions[number]]


def levels(layout: Layout) -> Iterator[Any]:
    """The histories of each length but 0, the shortest first: those of one length lie side by side."""
    return _levels(layout.child)


def _levels(child: Any) -> Iterator[Any]:
    start, stop = 0, 1
    while (after := int(child[stop])) > stop:
        start, stop = stop, after
        yield np.arange(start, stop)


def refusal(game: Game) -> str | None:
    """Why a game cannot be laid out, as a sentence; None where its size alone decides."""
    if game.chance is Chance.SAMPLED:
        return (
            f"{game.title()} has more outcomes of chance than can be listed, so its tree cannot be laid out."
        )
    if game.repetition != "none":
        return (
            f"In {game.title()} a repeated position counts, so that its positions are not all that matters; "
            "regret minimisation reads positions only."
        )
    return None


def lay_out(game: Game, *, largest: int = LARGEST, progress: Announce | None = None) -> GameTable:
    """The table of a game whose every history can be listed; moves made at once are made in turn, hidden.

    `progress` is told the number of histories now and then.  `Unsuitable` for a game that does not fit,
    `BadInput` for one that is too large or whose information sets are inconsistent.
    """
    told = refusal(game)
    if told is not None:
        raise Unsuitable(told)
    turned = in_turn(game)
    return _Numbering(interpreted(turned), list_histories(turned, largest, progress)).table(game)


class _Numbering:
    """The information sets, sequences and leaves found among the histories of a game."""

    def __init__(self, game: Game, histories: Histories) -> None:
        self.game, self.histories = game, histories
        self.by_history = not rules_of(game).hidden
        """Whether players see all but choices of this moment: information sets are then histories."""
        self.parent = np.concatenate([[0], histories.parent])
        self.own = np.flatnonzero(histories.mover >= 0)
        """The histories in which a player acts."""
        names = self._last_seen() if self.by_history else histories.name
        self.place = np.zeros(len(histories.mover), np.int64)
        self.sets, self.found = self._number_sets(names)
        """As in `Layout`; of each set, the first history found."""
        known: list[int] = names[self.found].tolist()
        self.names = (
            known if self.by_history or histories.names is None else [histories.names[n] for n in known]
        )
        self.first = np.cumsum([game.players, *np.diff(histories.child)[self.found]])
        self.sequences, self.likely = self._follow()
        self._check()

    def table(self, game: Game) -> GameTable:
        """The table, for kernels at the speed of a game."""
        found, over = self.histories, np.flatnonzero(self.histories.mover == OVER)
        place = self.place.copy()
        place[over] = np.arange(len(over))
        leaf, pay = _merge_leaves(self.sequences[over], self.likely[over, None] * found.earned)
        layout = Layout(
            players=self.game.players,
            sets=self.sets,
            first=self.first,
            parent=self.sequences[self.found, found.mover[self.found]],
            leaf=leaf,
            pay=pay,
            mover=found.mover,
            place=place,
            child=found.child,
            chance=found.chance,
            earned=found.earned,
        )
        return GameTable(self.game, layout, self.names, found, self.found, game.compiled, self.by_history)

    def _last_seen(self) -> Any:
        """Of each history, the last on the way to it that all players have seen: int64[histories]."""
        seen = np.arange(len(self.parent))
        for _ in range(self.game.players - 1):
            seen = np.where(self.histories.pending, seen[self.parent], seen)
        return seen

    def _number_sets(self, names: Any) -> tuple[Any, Any]:
        """Number the sets of each player by their first histories, and write the numbers to `place`."""
        sets, found = [0], []
        for player in range(self.game.players):
            mine = np.flatnonzero(self.histories.mover == player)
            _, first, which = np.unique(names[mine], return_index=True, return_inverse=True)
            order = np.argsort(first)
            number = np.empty_like(order)
            number[order] = np.arange(len(order))
            self.place[mine] = sets[-1] + number[which]
            sets.append(sets[-1] + len(order))
            found.append(mine[first[order]])
        return np.array(sets), np.concatenate(found)

    def _follow(self) -> tuple[Any, Any]:
        """Of each history, each player's sequence and nature's probability: int64[histories, players],
        float64[histories]."""
        found, parent = self.histories, self.parent
        sequences = np.tile(np.arange(self.game.players), (len(parent), 1))
        likely = np.ones(len(parent))
        mover = found.mover[parent]
        taken = self.first[self.place[parent]] + np.arange(len(parent)) - found.child[parent]
        for level in _levels(found.child):
            above = parent[level]
            sequences[level], likely[level] = sequences[above], likely[above] * found.chance[level]
            chosen = level[mover[level] >= 0]
            sequences[chosen, mover[chosen]] = taken[chosen]
        return sequences, likely

    def _check(self) -> None:
        """`BadInput` where histories of one set differ in their actions, or in what their player did."""
        found, own = self.histories, self.own
        first = self.found[self.place[own]]
        sizes = np.diff(found.child)
        unlike = np.zeros(len(self.parent), np.bool_)
        unlike[own] = sizes[own] != sizes[first]
        chosen = np.flatnonzero(found.mover[self.parent] >= 0)
        chosen = chosen[(chosen > 0) & ~unlike[self.parent[chosen]]]
        above = self.parent[chosen]
        same = found.child[self.found[self.place[above]]] + chosen - found.child[above]
        unlike[above[found.action[chosen] != found.action[same]]] = True
        mover = found.mover[own]
        wrong = unlike[own] | (self.sequences[own, mover] != self.sequences[first, mover])
        if wrong.any():
            at = int(own[wrong.argmax()])
            what = "other actions" if unlike[at] else "a past of his own that differs"
            raise BadInput(
                f"{self.game.title()}: {self.game.player_names[found.mover[at]]} has the same information in "
                f"'{self._text(int(self.found[self.place[at]]))}' and '{self._text(at)}', but {what}."
            )

    def _text(self, history: int) -> str:
        state = self.game.initial()
        for action in self.histories.way(history):
            state = self.game.result(state, action)
        return self.game.position_text(state)


def _merge_leaves(sequences: Any, pay: Any) -> tuple[Any, Any]:
    """The ends of a game with the same sequences as one, their payoffs added up: int64[leaves, players],
    float64[leaves, players].  Those that pay nobody are left out; neighbours in memory are sequences that are
    read one after the other."""
    order = np.lexsort(sequences.T[::-1])
    ordered = sequences[order]
    begins = np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)])
    leaf = np.empty_like(order)
    leaf[order] = np.cumsum(begins) - 1
    sums = np.stack([np.bincount(leaf, weights=column) for column in pay.T], axis=1)
    paying = sums.any(axis=1)
    return ordered[begins][paying], sums[paying]
