"""All histories of a game, listed as arrays: what `layout` numbers information sets by.

The list is level by level, and in a level by the order of the parents and of their actions, so that the
children of a history lie side by side.  A small game is gone through as Python.  A larger one, where it
compiles, is gone through depth first by a kernel, whose list is sorted by depth afterwards: as the sort keeps
the order of histories of one depth, it is the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import NotKept, interpreted, kernel, only_kept, runs_compiled
from halfmove.core.contract import CHANCE, Action, Game, State
from halfmove.core.errors import BadInput, CompileError
from halfmove.core.in_turn import rules_of
from halfmove.search.watch import LONGEST

OVER = -2
"""The mover of a history that has ended (`CHANCE` is -1)."""

FEW, MANY = 5_000, 50_000
"""Histories that Python lists before a kernel lists them all: where its machine code is kept, and where it is
still to be made.  Making it takes 1 to 2 seconds of a processor, once; as much as Python takes for 100,000
histories of liar's dice (2026-11-27)."""

Announce = Callable[[int], None]


class Histories(NamedTuple):
    """The histories of a game, the shortest first; the first is the beginning."""

    mover: Any
    """int64[histories]: who is to act; `CHANCE`, `OVER`."""
    child: Any
    """int64[histories + 1]: the first of its children; those of the next history follow."""
    action: Any
    """int64[histories]: the number of the action that leads to it; of the first it says nothing."""
    chance: Any
    """float64[histories]: nature's probability of that action; 1 for players' actions."""
    name: Any
    """uint64[histories]: where a player acts in a game that hides something, the number of what he knows."""
    pending: Any
    """bool[histories]: whether some have chosen in it already, of a choice that all make at once."""
    earned: Any
    """float64[ends, players]: the utilities of the histories that have ended, in their order."""
    actions: Sequence[Action] | None = None
    """The actions by their numbers; None: these are the actions."""
    names: Sequence[int] | None = None
    """What players know (`Game.information`) by its number; None: the number is it."""

    def steps(self, first: int, last: int) -> list[Action]:
        """The actions that lead to the histories from `first` up to, not including, `last`."""
        numbers: list[int] = self.action[first:last].tolist()
        return numbers if self.actions is None else [self.actions[number] for number in numbers]

    def way(self, history: int) -> list[Action]:
        """The actions that lead to a history."""
        found: list[Action] = []
        while history > 0:
            found += self.steps(history, history + 1)
            history = int(np.searchsorted(self.child, history, side="right")) - 1
        return found[::-1]

    def choices(self, histories: Any) -> list[tuple[Action, ...]]:
        """The actions of each of some histories."""
        actions = self.steps(0, len(self.action))
        bounds = zip(self.child[histories].tolist(), self.child[histories + 1].tolist(), strict=True)
        return [tuple(actions[first:last]) for first, last in bounds]

    @property
    def parent(self) -> Any:
        """int64[histories - 1]: of all histories but the first, the one before it."""
        return np.repeat(np.arange(len(self.mover)), np.diff(self.child))


def list_histories(game: Game, largest: int, progress: Announce | None = None) -> Histories:
    """The histories of a game whose moves are made in turn and whose outcomes can be listed.

    `progress` is told now and then how many there are.  `BadInput` for a game with more than `largest`.
    """
    listing = _Listing(interpreted(game), progress)
    found = _list_compiled(game, largest, listing) if runs_compiled(game) else None
    if found is None:
        if not listing.run(largest):
            raise _refuse_size(game, largest)
        found = listing.histories()
    if progress is not None:
        progress(len(found.mover))
    return found


def _refuse_size(game: Game, largest: int) -> BadInput:
    return BadInput(
        f"{game.title()} has more than {largest:,} histories, too many to lay out; take it smaller, by its "
        "parameters."
    )


# ---- as Python
class _Listing:
    """The histories of a game gone through level by level."""

    def __init__(self, game: Game, progress: Announce | None) -> None:
        self.game, self.progress = game, progress
        self.hidden = rules_of(game).hidden
        """Whether what players know is asked; else they see all but choices of this moment."""
        self.level: list[State] = [game.initial()]
        self.at = 0
        """How many of the level have been noted."""
        self.following: list[State] = []
        """The states one step on from these."""
        self.mover: list[int] = []
        self.choices: list[int] = []
        self.action = [0]
        self.chance = [1.0]
        self.name: list[int] = []
        self.pending: list[bool] = []
        self.earned: list[list[float]] = []
        self.actions: dict[Action, int] = {}
        self.names: dict[int, int] = {}

    def run(self, most: int) -> bool:
        """Go on until all histories are listed, or more than `most` are known; whether all are listed."""
        while self.level:
            while self.at < len(self.level):
                if len(self.action) > most:
                    return False
                self._note(self.level[self.at])
                self.at += 1
            self.level, self.following, self.at = self.following, [], 0
            if self.progress is not None:
                self.progress(len(self.mover))
        return True

    def histories(self) -> Histories:
        """All of them."""
        return Histories(
            mover=np.array(self.mover, np.int64),
            child=_find_first_children(self.choices),
            action=np.array(self.action, np.int64),
            chance=np.array(self.chance, np.float64),
            name=np.array(self.name, np.uint64),
            pending=np.array(self.pending, np.bool_),
            earned=np.array(self.earned, np.float64).reshape(len(self.earned), self.game.players),
            actions=list(self.actions),
            names=list(self.names),
        )

    def _note(self, state: State) -> None:
        """Note down a history that leads to a state, and the steps that go on from it."""
        game, mover, name, pending = self.game, OVER, 0, False
        actions: list[Action] = []
        if game.is_terminal(state):
            self.earned.append([float(game.utility(state, player)) for player in range(game.players)])
        elif (mover := game.to_move(state)) == CHANCE:
            for outcome, probability in game.outcomes(state):
                actions.append(outcome)
                self.chance.append(probability)
        else:
            actions = list(game.actions(state))
            self.chance += [1.0] * len(actions)
            pending = game.choices_in_turn and state.chosen != game.nobody  # type: ignore[attr-defined]  # `InTurn` has it
            if self.hidden:
                known = int(game.information(state, mover))
                name = self.names.setdefault(known, len(self.names))
        self.mover.append(mover)
        self.choices.append(len(actions))
        self.name.append(name)
        self.pending.append(pending)
        for action in actions:
            self.action.append(self.actions.setdefault(action, len(self.actions)))
            self.following.append(game.result(state, action))


def _find_first_children(choices: Any) -> Any:
    """Where the children of each history begin, the last of these being where all end: int64[histories + 1];
    `choices` is how many each has."""
    return 1 + np.concatenate([[0], np.cumsum(np.asarray(choices, np.int64))])


# ---- in machine code
DEPTH, MOVER, CHOICES, ACTION, PENDING = range(5)
WORDS = 5
"""The words of a history."""
FOUND, REFUSED = range(2)
"""Counts: histories so far; whether they are too many, or one too long."""
TOO_MANY, TOO_LONG = 1, 2


class Records(NamedTuple):
    """What the kernel writes, a row for each history, in the order in which it comes to them."""

    words: Buffer
    names: Buffer
    """What the mover knows, unsigned."""
    chance: Any
    """float64[rows]: nature's probability of the step that leads to it."""
    earned: Any
    """float64[rows, players]: the utilities, where it has ended."""
    counts: Buffer


@kernel
def record_histories(game: Game, state: State, depth: int, most: int, records: Records) -> int:
    """Note down a history and all that go on from it, depth first: the number of its row.

    Ends at once where there are more than `most` or one is longer than `LONGEST`, which `counts` says then;
    there is room for `most` + 1.
    """
    words, counts = records.words, records.counts
    row = counts[FOUND]
    if row == most:
        counts[REFUSED] = TOO_MANY
        return row
    if depth > LONGEST:
        counts[REFUSED] = TOO_LONG
        return row
    counts[FOUND] = row + 1
    words[WORDS * row + DEPTH] = depth
    if game.is_terminal(state):
        words[WORDS * row + MOVER] = OVER
        for player in range(game.players):
            records.earned[row, player] = float(game.utility(state, player))
        return row
    mover = game.to_move(state)
    words[WORDS * row + MOVER] = mover
    choices = 0
    if game.has_chance and mover == CHANCE:
        for outcome, probability in game.outcomes(state):
            after = counts[FOUND]
            words[WORDS * after + ACTION] = outcome
            records.chance[after] = probability
            record_histories(game, game.result(state, outcome), depth + 1, most, records)
            choices += 1
            if counts[REFUSED] != 0:
                return row
    else:
        if game.hidden:
            records.names[row] = game.information(state, mover)
        if game.choices_in_turn and state.chosen != game.nobody:  # type: ignore[attr-defined]  # `InTurn` has it
            words[WORDS * row + PENDING] = 1
        for action in game.actions(state):
            after = counts[FOUND]
            words[WORDS * after + ACTION] = action
            records.chance[after] = 1.0
            record_histories(game, game.result(state, action), depth + 1, most, records)
            choices += 1
            if counts[REFUSED] != 0:
                return row
    words[WORDS * row + CHOICES] = choices
    return row


def _list_compiled(game: Game, largest: int, listing: _Listing) -> Histories | None:
    """The histories by the kernel, once `listing` has found that it is worth it; None where it is not, where
    the rules have no machine code, or a history is too long.  `BadInput` where there are too many."""
    if listing.run(min(FEW, largest)) or largest <= FEW:
        return None
    try:
        with only_kept():
            records = _record(game, largest)
    except NotKept:
        if listing.run(min(MANY, largest)) or largest <= MANY:
            return None
        try:
            records = _record(game, largest)
        except CompileError:  # the strategy needs no rules in machine code
            return None
    if records.counts[REFUSED] == TOO_MANY:
        raise _refuse_size(game, largest)
    return None if records.counts[REFUSED] == TOO_LONG else _sort_by_level(records)


def _record(game: Game, largest: int) -> Records:
    """What the kernel notes down of a game."""
    rows = largest + 1  # memory that is not written to costs nothing
    records = Records(
        words=Buffer(WORDS * rows),
        names=Buffer(rows, unsigned=True),
        chance=np.empty(rows),
        earned=np.empty((rows, game.players)),
        counts=Buffer(2),
    )
    records.chance[0] = 1.0
    record_histories(game, game.initial(), 0, largest, records)
    return records


def _sort_by_level(records: Records) -> Histories:
    """What the kernel has noted, level by level."""
    count = records.counts[FOUND]
    words = records.words.array[: WORDS * count].reshape(count, WORDS)
    order = np.argsort(words[:, DEPTH].astype(np.int16), kind="stable")
    mover = words[order, MOVER]
    return Histories(
        mover=mover,
        child=_find_first_children(words[order, CHOICES]),
        action=words[order, ACTION],
        chance=records.chance[order],
        name=records.names.array[order],
        pending=words[order, PENDING] == 1,
        earned=records.earned[order[mover == OVER]],
    )
