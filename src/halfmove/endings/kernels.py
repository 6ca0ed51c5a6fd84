"""Retrograde analysis: the values of all positions of a table, from the ends of the game backwards.

Pass n finds the positions whose end is n plies away: those with an action to a loss in n - 1, and those whose
every action leads to a win of the opponent's, the farthest in n - 1.  A position is looked at in pass n

    - where `marks` says so, as an action of its leads to a position of pass n - 1 (`ending_sources`),
    - where it is due: what it converts to, in tables made before, is won or lost in n - 1,
    - or in every pass, where the game lists no sources or an action leads outside of all tables.

What no pass finds is a draw.  No successors are counted: a position that is looked at lists its actions, so
that symmetries, which make moves and their reversals differ in number, do no harm.  Source: Thompson,
"Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986.

A word of `work` for each number of the table:

    bits  0 to 15   the code plus 1; 0: not known yet; BROKEN: no position
    bits 16 to 31   the pass in which it is due; 0: in none
    bit  32         it is looked at in every pass
"""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.endings import is_loss, is_win, kept, over, plies_of, rank, seen_before

BROKEN = 0xFFFF

# ---- what a kernel reports of the numbers it has seen
FOUND_WINS, FOUND_LOSSES, OPEN, LATEST_DUE, WRONG, REPORTS = range(6)

NO_CODE = -1
OUTSIDE = -2


def code_in(game: Game, table: int, state: Any, work: Buffer) -> int:
    """The code of a state in the table being made or in one made before; NO_CODE, or OUTSIDE."""
    home = game.ending_table(state)
    if home == table:
        return (work[game.ending_index(state)] & 0xFFFF) - 1
    if home < 0:
        return -2
    return kept(game, home, game.ending_index(state))


def looked_ahead(game: Game, table: int, state: Any, work: Buffer) -> int:
    """The code of a state outside of all tables: that of the best action; NO_CODE where it is not known."""
    if game.is_terminal(state):
        return over(game, state)
    mover = game.to_move(state)
    best, unknown = -1, 0
    for action in game.actions(state):
        child = game.result(state, action)
        code = code_in(game, table, child, work)
        if code == -2 and game.is_terminal(child):
            code = over(game, child)
        if code < 0:
            unknown += 1
        else:
            code = seen_before(code, game.to_move(child) == mover)
            if best < 0 or rank(code) > rank(best):
                best = code
    if unknown > 0 and not is_win(best):
        return -1
    return best


def judged(game: Game, table: int, state: Any, work: Buffer, whole: int) -> tuple[int, int]:
    """The code of a state that is not over, from those of its successors, NO_CODE where they leave it open;
    and whether an action leads outside.  Unless `whole`, the first action that leaves it open ends it."""
    mover = game.to_move(state)
    best, unknown, outside = -1, 0, 0
    for action in game.actions(state):
        child = game.result(state, action)
        code = code_in(game, table, child, work)
        if code == -2:
            outside = 1
            code = looked_ahead(game, table, child, work)
        if code < 0:
            unknown += 1
            if whole == 0:
                break
        else:
            code = seen_before(code, game.to_move(child) == mover)
            if best < 0 or rank(code) > rank(best):
                best = code
            if whole == 0 and code == 0:
                unknown += 1
                break
    if unknown > 0 and (whole == 0 or not is_win(best)):  # what was not listed may win sooner
        return -1, outside
    return best, outside


@kernel
def begin(game: Game, table: int, first: int, last: int, work: Buffer, report: Buffer) -> int:
    """Pass 0 of the numbers from `first` to `last`: those that are no position, those where the game is over,
    and when the others are due."""
    for index in range(first, last):
        if game.ending_weight(table, index) == 0:
            work[index] = 0xFFFF
            continue
        state = game.ending_state(table, index)
        if game.is_terminal(state):
            code = over(game, state)
            work[index] = code + 1
            report[FOUND_WINS] += 1 if is_win(code) else 0
            report[FOUND_LOSSES] += 1 if is_loss(code) else 0
            continue
        word = 0
        code, outside = judged(game, table, state, work, 1)
        if code > 0:
            word = plies_of(code) << 16
            report[LATEST_DUE] = max(report[LATEST_DUE], plies_of(code))
        if outside != 0 or not game.ending_unmoves:
            word |= 1 << 32
        work[index] = word
        report[OPEN] += 1
    return 0


@kernel
def mark(
    game: Game, table: int, first: int, last: int, number: int, good: int, work: Buffer, marks: Buffer
) -> int:
    """Mark what pass `number` has to look at: the sources of what the pass before has found.  With `good`
    those for whose mover it is a win, and else the others."""
    for index in range(first, last):
        word = work[index] & 0xFFFF
        if word < 2 or word == 0xFFFF:
            continue
        code = word - 1
        if plies_of(code) != number - 1:
            continue
        state = game.ending_state(table, index)
        mover = game.to_move(state)
        for source in game.ending_sources(state):
            same = game.to_move(source) == mover
            wins = is_win(code) if same else is_loss(code)
            if wins == (good != 0):
                marks[game.ending_index(source)] = 2 * number + good
    return 0


@kernel
def advance(
    game: Game, table: int, first: int, last: int, number: int, work: Buffer, marks: Buffer, report: Buffer
) -> int:
    """Pass `number` over the numbers from `first` to `last`."""
    for index in range(first, last):
        word = work[index]
        if word & 0xFFFF != 0:
            continue
        if marks[index] == 2 * number + 1:
            work[index] = 2 * number + 3  # a win, plus 1
            report[FOUND_WINS] += 1
            continue
        due = (word >> 16) & 0xFFFF
        always = (word >> 32) & 1
        if marks[index] == 2 * number or due == number or always != 0:
            state = game.ending_state(table, index)
            whole = 1 if due == number else always  # a conversion that wins may come after what is open
            code, _ = judged(game, table, state, work, whole)
            if code > 0 and plies_of(code) <= number:
                work[index] = code + 1
                report[FOUND_WINS] += 1 if is_win(code) else 0
                report[FOUND_LOSSES] += 1 if is_loss(code) else 0
                continue
            if code > 0:
                due = plies_of(code)
                work[index] = (due << 16) | (always << 32)
        report[OPEN] += 1
        report[LATEST_DUE] = max(report[LATEST_DUE], due)
    return 0


@kernel
def count(game: Game, table: int, first: int, last: int, work: Buffer, sums: Buffer) -> int:
    """Add to `sums` how many positions each player to move wins, draws and loses (three words each), and note
    in word 6 the largest code, in words 7 and 8 the longest win of each."""
    for index in range(first, last):
        word = work[index] & 0xFFFF
        if word == 0xFFFF:
            continue
        code = max(word - 1, 0)
        mover = game.to_move(game.ending_state(table, index))
        kind = 0 if is_win(code) else (2 if is_loss(code) else 1)
        sums[3 * mover + kind] += game.ending_weight(table, index)
        sums[6] = max(sums[6], code)
        if is_win(code):
            sums[7 + mover] = max(sums[7 + mover], plies_of(code))
    return 0


@kernel
def pack(
    game: Game, codes: int, first: int, last: int, size: int, packed: int, work: Buffer, out: Buffer
) -> int:
    """Write the codes as words of `packed` codes of `size` bits each: words `first` to `last` of the data."""
    for place in range(first, last):
        out[2 + place] = 0
    for index in range(first * packed, min(last * packed, codes)):
        word = work[index] & 0xFFFF
        if word > 1 and word != 0xFFFF:
            out[2 + index // packed] |= (word - 1) << (size * (index % packed))
    return 0


@kernel
def verify(game: Game, table: int, first: int, last: int, nothing: Buffer, report: Buffer) -> int:
    """Check the numbers from `first` to `last` of a table that is loaded against their successors: how many
    positions there are, and in WRONG the first number plus 1 whose code does not follow."""
    none = first - first - 5  # no table is being made
    for index in range(first, last):
        if game.ending_weight(table, index) == 0:
            continue
        report[OPEN] += 1
        state = game.ending_state(table, index)
        said = kept(game, table, index)
        if game.is_terminal(state):
            code = over(game, state)
        else:
            code, _ = judged(game, none, state, nothing, 1)
        if said != code or game.ending_index(state) != index or game.ending_table(state) != table:
            report[WRONG] = index + 1
            return 1
    return 0


@kernel
def probe(game: Game, state: Any) -> int:
    """The code of a state, by the database or what it has of the next states; or NO_CODE."""
    table = game.ending_table(state)
    if table >= 0:
        return kept(game, table, game.ending_index(state))
    if game.is_terminal(state):
        return over(game, state)
    mover = game.to_move(state)
    best, unknown = -1, 0
    for action in game.actions(state):
        child = game.result(state, action)
        home = game.ending_table(child)
        code = -1
        if home >= 0:
            code = kept(game, home, game.ending_index(child))
        elif game.is_terminal(child):
            code = over(game, child)
        if code < 0:
            unknown += 1
        else:
            code = seen_before(code, game.to_move(child) == mover)
            if best < 0 or rank(code) > rank(best):
                best = code
    if unknown > 0 and not is_win(best):
        return -1
    return best
