"""Retrograde analysis: the values of all positions of a table, from the ends of the game backwards.

Pass n finds the positions whose end is n plies away: those with an action to a loss in n - 1, and those whose
every action leads to a win of the opponent's, the farthest in n - 1.  A position is looked at in pass n

    - where it is marked, as an action of its leads to a position of pass n - 1 (`ending_sources`),
    - where it is due: what it converts to, in tables made before, is won or lost in n - 1,
    - or in every pass, where the game lists no sources or an action leads outside of all tables.

What has an action to a loss is won, and needs no look.  What no pass finds is a draw.  No successors are
counted: a position that is looked at lists its actions, so that symmetries, which make moves and their
reversals differ in number, do no harm.  Source: Thompson, "Retrograde analysis of certain endgames", ICCA
Journal 9(3), 1986.

A number of 16 bits in `work` for each number of the table, all that is kept while it is made:

    bit  15         KNOWN: bits 0 to 14 are the code; all ones, BROKEN: no position
    else bit 14     MARKED: the next pass looks at it
         bit 13     ALWAYS: every pass looks at it
         bits 0-12  the pass in which it is due; 0: in none

Threads write at once only to numbers of their own, or (`mark`) all of them the same to one: nothing is lost.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, put_short, short_at
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.endings import back_up_code, code_if_over, is_loss, is_win, plies_of, rank, read_code

BROKEN = 0xFFFF
KNOWN = 0x8000
MARKED = 0x4000
ALWAYS = 0x2000
DUE = 0x1FFF

# ---- what a kernel reports of the numbers it has seen
FOUND_WINS, FOUND_LOSSES, OPEN, LATEST_DUE, WRONG, REPORTS = range(6)

NO_CODE = -1
OUTSIDE = -2


# ---- four numbers of `work` at once: most of them need no look in most passes
EACH = 0x0001_0001_0001_0001
TOPS = 0x8000_8000_8000_8000


def four_at(work: Buffer, index: int) -> Bitboard:
    """The numbers from `index` on, a multiple of four."""
    return bits.board(work[index >> 2])


def rests(four: Bitboard) -> bool:
    """Whether no pass looks at any of four: each is known, or open, without a mark and not due."""
    known = bits.right(four & bits.board(TOPS), 15)
    return bits.without(four, bits.times(known, bits.board(0xFFFF))) == bits.board(0)


def has_one(four: Bitboard, word: int) -> bool:
    """Whether one of four is `word`: without it, none is 0 and taking 1 from each borrows from none."""
    other = four ^ bits.times(bits.board(word), bits.board(EACH))
    borrowed = bits.without(bits.minus(other, bits.board(EACH)), other)
    return borrowed & bits.board(TOPS) != bits.board(0)


def code_in(game: Game, table: int, home: int, state: Any, work: Buffer) -> int:
    """The code of a state of a table `home`, the one being made or one made before; NO_CODE, or OUTSIDE."""
    if home == table:
        word = short_at(work, game.ending_index(state))
        return word & 0x7FFF if word & KNOWN != 0 else -1
    if home < 0:
        return -2
    return read_code(game, home, game.ending_index(state))


def looked_ahead(game: Game, table: int, state: Any, work: Buffer) -> int:
    """The code of a state outside of all tables: that of the best action; NO_CODE where it is not known."""
    if game.is_terminal(state):
        return code_if_over(game, state)
    mover = game.to_move(state)
    best, unknown = -1, 0
    for action in game.actions(state):
        child = game.result(state, action)
        code = code_in(game, table, game.ending_table(child), child, work)
        if code == -2 and game.is_terminal(child):
            code = code_if_over(game, child)
        if code < 0:
            unknown += 1
        else:
            code = back_up_code(code, game.to_move(child) == mover)
            if best < 0 or rank(code) > rank(best):
                best = code
    if unknown > 0 and not is_win(best):
        return -1
    return best


def judged(game: Game, table: int, state: Any, work: Buffer, whole: int) -> tuple[int, int]:
    """The code of a state that is not over, from those of its successors, NO_CODE where they leave it open;
    and whether an action leads outside.  Where `whole` is 0, the first action that leaves it open ends it;
    where it is 2, what is in this table counts as open."""
    mover = game.to_move(state)
    best, unknown, outside = -1, 0, 0
    for action in game.actions(state):
        child = game.result(state, action)
        home = game.ending_table(child)
        code = -1
        if whole != 2 or home != table:
            code = code_in(game, table, home, child, work)
        if code == -2:
            outside = 1
            code = looked_ahead(game, table, child, work)
        if code < 0:
            unknown += 1
            if whole == 0:
                break
        else:
            code = back_up_code(code, game.to_move(child) == mover)
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
            put_short(work, index, BROKEN)
            continue
        state = game.ending_state(table, index)
        if game.is_terminal(state):
            code = code_if_over(game, state)
            put_short(work, index, KNOWN | code)
            report[FOUND_WINS] += 1 if is_win(code) else 0
            report[FOUND_LOSSES] += 1 if is_loss(code) else 0
            continue
        word = 0
        code, outside = judged(game, table, state, work, 2)
        if code > 0:
            word = plies_of(code)
            report[LATEST_DUE] = max(report[LATEST_DUE], word)
        if outside != 0 or not game.ending_unmoves:
            word |= ALWAYS
        put_short(work, index, word)
        report[OPEN] += 1
    return 0


@kernel
def mark(
    game: Game, table: int, first: int, last: int, number: int, good: int, work: Buffer, report: Buffer
) -> int:
    """Mark what pass `number` has to look at: the sources of what the pass before has found among the numbers
    from `first`, a multiple of four, to `last`.  With `good` those for whose mover it is a win, which they
    are given at once, and else the others."""
    win = 2 * number
    for start in range(first, last, 4):
        four = four_at(work, start)
        if not has_one(four, KNOWN | win) and not has_one(four, KNOWN | (win - 1)):
            continue
        for index in range(start, min(start + 4, last)):
            word = short_at(work, index)
            code = word & 0x7FFF
            if word & KNOWN == 0 or (code != win and code != win - 1):
                continue
            state = game.ending_state(table, index)
            mover = game.to_move(state)
            for source in game.ending_sources(state):
                same = game.to_move(source) == mover
                wins = is_win(code) if same else is_loss(code)
                if wins == (good != 0):
                    place = game.ending_index(source)
                    before = short_at(work, place)
                    if before & KNOWN == 0:
                        if good != 0:
                            put_short(work, place, KNOWN | (win + 2))
                            report[FOUND_WINS] += 1
                        else:
                            put_short(work, place, before | MARKED)
    return 0


@kernel
def advance(game: Game, table: int, first: int, last: int, number: int, work: Buffer, report: Buffer) -> int:
    """Pass `number` over the numbers from `first`, a multiple of four, to `last`."""
    for start in range(first, last, 4):
        four = four_at(work, start)
        if rests(four):
            report[OPEN] += min(last - start, 4) - bits.count(four & bits.board(TOPS))
            continue
        for index in range(start, min(start + 4, last)):
            word = short_at(work, index)
            if word & KNOWN != 0:
                continue
            due = word & DUE
            always = word & ALWAYS
            if word & MARKED != 0 or due == number or always != 0:
                state = game.ending_state(table, index)
                whole = 1 if due == number or always != 0 else 0  # what is open may win sooner
                code, _ = judged(game, table, state, work, whole)
                if code > 0 and plies_of(code) <= number:
                    put_short(work, index, KNOWN | code)
                    report[FOUND_WINS] += 1 if is_win(code) else 0
                    report[FOUND_LOSSES] += 1 if is_loss(code) else 0
                    continue
                if code > 0:
                    due = plies_of(code)
                put_short(work, index, due | always)
            report[OPEN] += 1
            report[LATEST_DUE] = max(report[LATEST_DUE], due)
    return 0


@kernel
def count(game: Game, table: int, first: int, last: int, work: Buffer, sums: Buffer) -> int:
    """Add to `sums` how many positions each player to move wins, draws and loses (three words each), and note
    in word 6 the largest code, in words 7 and 8 the longest win of each."""
    for index in range(first, last):
        word = short_at(work, index)
        if word == BROKEN:
            continue
        code = word & 0x7FFF if word & KNOWN != 0 else 0
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
        word = short_at(work, index)
        if word & KNOWN != 0 and word != BROKEN:
            out[2 + index // packed] |= (word & 0x7FFF) << (size * (index % packed))
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
        said = read_code(game, table, index)
        if game.is_terminal(state):
            code = code_if_over(game, state)
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
        return read_code(game, table, game.ending_index(state))
    if game.is_terminal(state):
        return code_if_over(game, state)
    mover = game.to_move(state)
    best, unknown = -1, 0
    for action in game.actions(state):
        child = game.result(state, action)
        home = game.ending_table(child)
        code = -1
        if home >= 0:
            code = read_code(game, home, game.ending_index(child))
        elif game.is_terminal(child):
            code = code_if_over(game, child)
        if code < 0:
            unknown += 1
        else:
            code = back_up_code(code, game.to_move(child) == mover)
            if best < 0 or rank(code) > rank(best):
                best = code
    if unknown > 0 and not is_win(best):
        return -1
    return best
