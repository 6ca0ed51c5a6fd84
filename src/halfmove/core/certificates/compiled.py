"""The checker's walk as a kernel: the same proof, word for word, at the speed of machine code.

`checker.Walk` is the one to read; this one goes through the same positions in the same order, and keeps them
as rows of words: a state's numbers, and how many plies it came after where these count.  Rows are compared
whole, so nothing is believed of a hash.  The path is a stack of positions, each with the actions that are
still to be followed.  `advance` returns whenever it has to be given something: the next number, memory, or
a look at the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.certificates.checker import Claim, Part, Tally, Walk, check_kind, parts_of
from halfmove.core.compile import kernel, runs_compiled
from halfmove.core.contract import Game
from halfmove.core.errors import NotProven
from halfmove.core.progress import at
from halfmove.core.rows import fill_table, find_slot
from halfmove.core.words import count_words, read_words, write_words

# ---- what a walk knows, in `c`
PLAYER, LEAST, WITHIN, UNTIL, MAY_REPEAT, NOTES_KEYS = range(6)
"""The part to be proven; -1 where no plies are said.  Whether keys that follow each other are noted."""
KNOWN, DEPTH, ACTIONS, KEYS, EDGES, PENDING, NEXT, GIVEN, ACTION, UTILITY = range(6, 16)
"""Rows, positions on the path, actions on their stack, keys, pairs of keys; whether a position waits to be
entered; the next of the numbers given, and how many are; what the failure is about."""
SYMMETRIC = 16
"""Whether positions that are alike by symmetry count as one."""
COUNTERS = 17

# ---- a position on the path, in `path`
NODE, FIRST, FOLLOW, LAST = range(4)
"""Its row; the places of its first action, of that to be followed next, and after the last."""
FRAME = 4

# ---- why a walk comes back
DONE, ROOM, NUMBER, PAUSE, OVER, LATE, CIRCLE, NO_SUCH, STUCK, TOO_MANY = range(10)

STEPS, PLAIN_STEPS = 1 << 18, 1 << 10
"""Actions followed between two looks at the clock and at Ctrl-C."""
BLOCK = 1 << 16
"""Numbers that are handed over at once."""
MOST_ACTIONS = 1 << 12
"""Of one position; no game of the house has a quarter of them."""


class Memory(NamedTuple):
    """What a walk holds in memory."""

    c: Buffer
    """The numbers above."""
    rows: Buffer
    marks: Buffer
    """Of each row 1: it is on the path; 2: it has been gone through."""
    table: Buffer
    """Of the rows (`core.rows`)."""
    path: Buffer
    actions: Buffer
    keys: Buffer
    key_table: Buffer
    edges: Buffer
    """Which key follows which, in pairs of their numbers."""
    numbers: Buffer
    room: Buffer
    """For how many rows, positions on the path, actions, and pairs of keys there is room."""


@kernel
def representative(game: Game, state: Any) -> Any:
    """The position that stands for all that are like it by symmetry: that with the least key."""
    key, twin = game.key(state), 0
    for k in range(1, game.symmetry_count):
        other = game.symmetric_key(state, k)
        if other < key:
            key = other
            twin = k
    return game.symmetric(state, twin)


@kernel
def advance(game: Game, like: Any, words: int, w: Memory, steps: int) -> int:
    """Go on with a walk until it is done or comes back for another reason."""
    c, rows, marks, table, path, actions, _, _, _, numbers, room = w
    while steps > 0:
        if c[KNOWN] + 2 >= room[0] or c[DEPTH] + 1 >= room[1] or c[EDGES] + 1 >= room[3]:
            return ROOM
        if c[ACTIONS] + MOST_ACTIONS >= room[2]:
            return ROOM
        depth = c[DEPTH]
        known = c[KNOWN]
        if c[PENDING] == 0:
            if depth == 0:
                return DONE
            frame = (depth - 1) * FRAME
            node = path[frame + NODE]
            if path[frame + FOLLOW] == path[frame + LAST]:
                c[DEPTH] = depth - 1
                c[ACTIONS] = path[frame + FIRST]
                marks[node] = 2
                continue
            action = actions[path[frame + FOLLOW]]
            path[frame + FOLLOW] += 1
            steps -= 1
            child = game.result(read_words(like, rows, node * words), action)
            if c[SYMMETRIC] != 0:
                child = representative(game, child)
            write_words(child, rows, known * words)
            rows[known * words + words - 1] = depth if c[WITHIN] >= 0 or c[UNTIL] >= 0 else 0
            c[PENDING] = 1
        state = read_words(like, rows, known * words)
        if c[UNTIL] >= 0 and depth >= c[UNTIL]:
            c[PENDING] = 0
            continue
        if game.is_terminal(state):
            if c[NOTES_KEYS] != 0 and depth > 0:
                note_step(game, like, words, state, 1, w)
            if game.utility(state, c[PLAYER]) < c[LEAST]:
                c[UTILITY] = int(game.utility(state, c[PLAYER]))
                return OVER
            c[PENDING] = 0
            continue
        if c[WITHIN] >= 0 and depth >= c[WITHIN]:
            return LATE
        slot = find_slot(rows, known, words, table)
        row = table[1 + slot] - 1
        own = game.to_move(state) == c[PLAYER]
        if row < 0 and own and c[NEXT] == c[GIVEN]:
            return NUMBER
        if c[NOTES_KEYS] != 0 and depth > 0:
            note_step(game, like, words, state, 0, w)
        if row >= 0:
            if marks[row] == 1 and c[MAY_REPEAT] == 0:
                return CIRCLE
            c[PENDING] = 0
            continue
        first = c[ACTIONS]
        last = first
        for action in game.actions(state):
            if last - first == MOST_ACTIONS:
                return TOO_MANY
            actions[last] = action
            last += 1
        if own:
            number = numbers[c[NEXT]]
            c[NEXT] += 1
            if number < 0 or number >= last - first:
                c[ACTION], c[UTILITY] = number, last - first
                return NO_SUCH
            actions[first] = actions[first + number]
            last = first + 1
        if last == first:
            return STUCK
        table[1 + slot] = known + 1
        marks[known] = 1
        c[KNOWN] = known + 1
        frame = depth * FRAME
        path[frame + NODE] = known
        path[frame + FIRST] = first
        path[frame + FOLLOW] = first
        path[frame + LAST] = last
        c[ACTIONS] = last
        c[DEPTH] = depth + 1
        c[PENDING] = 0
    return PAUSE


@kernel
def note_step(game: Game, like: Any, words: int, state: Any, over: int, w: Memory) -> int:
    """Note which key follows which on the way to a position: how many pairs there are."""
    c, path = w.c, w.path
    frame = (c[DEPTH] - 1) * FRAME
    above = read_words(like, w.rows, path[frame + NODE] * words)
    before, key = game.repetition_key(above), game.repetition_key(state)
    if game.may_repeat(above, w.actions[path[frame + FOLLOW] - 1]) or (over == 0 and key != before):
        w.edges[2 * c[EDGES]] = number_of_key(game, before, w.keys, w.key_table, c)
        w.edges[2 * c[EDGES] + 1] = number_of_key(game, key, w.keys, w.key_table, c)
        c[EDGES] += 1
    return c[EDGES]


@kernel
def number_of_key(game: Game, key: Bitboard, keys: Buffer, key_table: Buffer, c: Buffer) -> int:
    """The number of a key, a new one if it was not met."""
    known = c[KEYS]
    keys[known] = bits.number(key)
    slot = find_slot(keys, known, 1, key_table)
    if key_table[1 + slot] == 0:
        key_table[1 + slot] = known + 1
        c[KEYS] = known + 1
    return key_table[1 + slot] - 1


@kernel
def has_circle(game: Game, edges: Buffer, count: int, keys: int, starts: Buffer, order: Buffer) -> int:
    """Whether pairs of numbers below `keys`, each of one that the other follows, go in a circle: 1 or 0.

    Those that follow none are taken away until none is left (A. Kahn, *Topological sorting of large
    networks*, CACM 5(11), 1962).  `starts` has room for 2 * keys + 1 numbers, all 0, `order` for
    keys + count.
    """
    for edge in range(count):
        starts[edges[2 * edge] + 1] += 1
        starts[keys + 1 + edges[2 * edge + 1]] += 1  # how many a key follows
    for key in range(keys):
        starts[key + 1] += starts[key]
    for edge in range(count):
        key = edges[2 * edge]
        order[keys + starts[key]] = edges[2 * edge + 1]
        starts[key] += 1  # so that it is in the end where the next key's begin
    done, free = 0, 0
    for key in range(keys):
        if starts[keys + 1 + key] == 0:
            order[free] = key
            free += 1
    while done < free:
        key = order[done]
        done += 1
        for place in range(starts[key - 1] if key > 0 else 0, starts[key]):
            other = order[keys + place]
            starts[keys + 1 + other] -= 1
            if starts[keys + 1 + other] == 0:
                order[free] = other
                free += 1
    return 1 if free < keys else 0


@kernel
def is_known(game: Game, state: Any, ply: int, words: int, w: Memory) -> int:
    """Whether the proof has a position already that may be gone to: 1 or 0."""
    c = w.c
    row = c[KNOWN] + 1  # behind the position that waits
    if c[SYMMETRIC] != 0:
        state = representative(game, state)
    write_words(state, w.rows, row * words)
    w.rows[row * words + words - 1] = ply if c[WITHIN] >= 0 or c[UNTIL] >= 0 else 0
    found = w.table[1 + find_slot(w.rows, row, words, w.table)] - 1
    if found < 0:
        return 0
    return 1 if w.marks[found] == 2 or c[MAY_REPEAT] != 0 else 0


class CompiledWalk:
    """`checker.Walk` by the kernel.  `more(walk)` gives the next numbers, at least one, for the position
    `walk.pending`."""

    def __init__(self, game: Game, part: Part, more: Callable[[CompiledWalk], Any]) -> None:
        plain = Walk(game, part, lambda *_: 0)
        self.game, self.part, self.more = game, part, more
        self.c = c = Buffer(COUNTERS)
        c[PLAYER], c[LEAST] = part.player, part.least
        c[WITHIN] = -1 if part.within is None else part.within
        c[UNTIL] = -1 if part.until is None else part.until
        c[MAY_REPEAT], c[SYMMETRIC] = int(plain.may_repeat), int(part.symmetric)
        c[NOTES_KEYS] = int(game.repetition != "none" and not plain.may_repeat)
        none = Buffer(0)
        self.memory = Memory(
            c=c, rows=none, marks=none, table=none, path=none, actions=none, keys=none, key_table=none,
            edges=none, numbers=Buffer(BLOCK), room=Buffer(4),
        )  # fmt: skip

    def run(self, start: Any) -> int:
        """How many positions there are; `NotProven` if one of them disproves the part."""
        game, c = self.game, self.c
        if self.part.symmetric:
            start = representative(game, start)
        self.start, self.words = start, count_words(start) + 1
        self._make_room(1 << 10, 1 << 8, 1 << 14, 1 << 10)
        write_words(start, self.memory.rows, 0)
        c[PENDING] = 1
        steps = STEPS if runs_compiled(game) else PLAIN_STEPS
        while True:
            why = self.advance(steps)
            if why == DONE:
                break
            if why == ROOM:
                self._grow()
            elif why == NUMBER:
                block = self.more(self)
                self.memory.numbers.array[: len(block)] = block
                c[NEXT], c[GIVEN] = 0, len(block)
            elif why == PAUSE:
                at(c[KNOWN], unit="positions")
            else:
                raise self._failure(why)
        starts, order = Buffer(2 * c[KEYS] + 1), Buffer(c[KEYS] + c[EDGES])
        if has_circle(game, self.memory.edges, c[EDGES], c[KEYS], starts, order):
            raise NotProven("A position can come again, and by the rules that is not without effect.")
        return c[KNOWN]

    def advance(self, steps: int) -> int:
        """Go on; why it came back."""
        return advance(self.game, self.start, self.words, self.memory, steps)

    @property
    def pending(self) -> Any:
        """The position that waits for a number."""
        return read_words(self.start, self.memory.rows, self.c[KNOWN] * self.words)

    @property
    def ply(self) -> int:
        """How many plies it came after."""
        return self.c[DEPTH]

    def has(self, state: Any, ply: int) -> bool:
        """Whether the proof has a position already that may be gone to."""
        return bool(is_known(self.game, state, ply, self.words, self.memory))

    def _grow(self) -> None:
        """Twice the room of what is nearly full."""
        c, room = self.c, self.memory.room.array
        full = (c[KNOWN] + 2, c[DEPTH] + 1, c[ACTIONS] + MOST_ACTIONS, c[EDGES] + 1)
        self._make_room(
            *(2 * int(have) if used >= have else int(have) for used, have in zip(full, room, strict=True))
        )

    def _make_room(self, rows: int, path: int, actions: int, edges: int) -> None:
        m, c, old = self.memory, self.c, [int(size) for size in self.memory.room.array]
        m.room.array[:] = (rows, path, actions, edges)
        if rows > old[0]:
            longer = _longer(m.rows, rows * self.words)
            table = self._table(longer, rows, self.words, c[KNOWN])
            m = m._replace(rows=longer, marks=_longer(m.marks, rows), table=table)
        if path > old[1]:
            m = m._replace(path=_longer(m.path, path * FRAME))
        if actions > old[2]:
            m = m._replace(actions=_longer(m.actions, actions))
        if edges > old[3]:
            keys = _longer(m.keys, 2 * edges)
            key_table = self._table(keys, 2 * edges, 1, c[KEYS])
            m = m._replace(edges=_longer(m.edges, 2 * edges), keys=keys, key_table=key_table)
        self.memory = m

    def _table(self, rows: Buffer, room: int, words: int, known: int) -> Buffer:
        """A table of the rows that are known, with two slots for each that there is room for."""
        table = Buffer(2 * room + 1)
        table[0] = 2 * room
        fill_table(self.game, words, rows, table, known)
        return table

    def _failure(self, why: int) -> NotProven:
        """What is wrong where the walk stands."""
        c, game = self.c, self.game
        what = {
            OVER: f"the game is over, with {c[UTILITY]} for the player who was to get {c[LEAST]}",
            LATE: f"the game goes on, after the {c[WITHIN]} plies in which it was to end",
            CIRCLE: "the play can go in a circle",
            NO_SUCH: f"there are {c[UTILITY]} actions, so none has the number {c[ACTION]}",
            STUCK: "there is no action, and the game is not over",
            TOO_MANY: f"there are more than {MOST_ACTIONS:,} actions, too many for the compiled checker",
        }[why]
        state, moves = self.start, []
        for depth in range(c[DEPTH]):
            action = self.memory.actions[self.memory.path[depth * FRAME + FOLLOW] - 1]
            moves.append(game.action_text(state, action))
            state = game.result(state, action)
            if c[SYMMETRIC]:
                state = representative(game, state)
        where = f"After {' '.join(moves)}" if moves else "At the start"
        alike = ", taken from like positions" if moves and c[SYMMETRIC] else ""
        return NotProven(f"{where}{alike}: {what}.")


def _longer(buffer: Buffer, length: int) -> Buffer:
    """A buffer with the same words, and room for more."""
    longer = Buffer(length)
    longer.array[: len(buffer)] = buffer.array
    return longer


def is_fit(game: Game, start: Any) -> bool:
    """Whether the kernel can walk through a game's positions: its states and actions are whole numbers."""
    try:
        count_words(start)
    except TypeError:
        return False
    return type(game).compiled and runs_compiled(game)


def check(game: Game, start: Any, claim: Claim, numbers: Iterator[int]) -> Tally:
    """What `checker.check` says, sooner."""
    check_kind(game, claim)
    positions, used = 0, 0
    left = np.zeros(0, np.int64)

    def more(walk: CompiledWalk) -> Any:
        nonlocal used
        block = np.fromiter(islice(numbers, BLOCK), np.int64)
        if not len(block):
            raise NotProven(f"The strategy ends after {used:,} actions, and more are needed.")
        used += len(block)
        return block

    def first(walk: CompiledWalk) -> Any:
        """What the part before has left over, then more."""
        nonlocal left
        block, left = left, left[:0]
        return block if len(block) else more(walk)

    for part in parts_of(game, start, claim):
        walk = CompiledWalk(game, part, first)
        positions += walk.run(start)
        left = np.append(walk.memory.numbers.array[walk.c[NEXT] : walk.c[GIVEN]], left)
    if len(left) or next(numbers, None) is not None:
        raise NotProven(f"The proof needs {used - len(left):,} actions, and more are written.")
    return Tally(positions, used)
