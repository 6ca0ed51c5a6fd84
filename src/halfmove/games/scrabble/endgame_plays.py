"""The plays of an end game of Scrabble: each once in a table, and lists of them that are kept.

Searches come to the same board with the same rack many times.  A list of plays is made once for both, the
plays that lay all tiles down first, then by what they score and get rid of; when the room for lists is full,
all are forgotten.  A play stands in the table with what a search asks of it:

    LOW, HIGH       the tiles that it lays, 15 bits a tile: its square, and 6 bits of what lies there; above
                    the last three how many there are
    SCORE           what it scores, and whose it is: plays of both players are different plays
    NEED            the tiles that it takes from a rack, in the form of racks below
    NAME            the hash of its tiles
    COVERS          its squares, four words
    ASKS            of plays that are possible at the beginning: the squares that have to be empty, so that
                    the play is possible, makes the same words and scores the same
    NEXT            the play with the same tiles that scores no more, among those of the beginning

A rack is a word: four bits for each kind of tile that its player begins with, how many are left of it, and
from bit 32 on what they count together.  What a play needs is taken off by subtracting.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer, buffer_at, unsigned_at, word_at
from halfmove.core.errors import BrokenPromise
from halfmove.games.scrabble.crosses import refresh_lines
from halfmove.games.scrabble.desk import BEST_EQUITY, FOUND, FULL_RACK, LEAST, ROOM, Desk
from halfmove.games.scrabble.generator import fill_slots, rack_tiles, search_line, search_lines
from halfmove.games.scrabble.plays import COUNT, DOWN, SQUARE, TILE
from halfmove.games.scrabble.tiles import BLANK

MOST_PLAYS = 1 << 15
"""Of a position."""
PLACES = 1 << 20
"""Places of the index of plays; the table has room for half as many."""
KNOWN = PLACES // 2
ENTRY = 16
LOW, HIGH, SCORE, NEED, NAME, COVERS, ASKS, NEXT = 0, 1, 2, 3, 4, 5, 9, 13
"""Words of a play in the table."""
LAID = 15
"""Bits of a tile that is laid."""
FOUR = 4 * LAID
KIND_BITS = 4
KINDS = (1 << (KIND_BITS * FULL_RACK)) - 1
"""The bits of a rack that say how many tiles there are."""
POINTS = 32
"""The first bit of a rack that says what they count."""
OWNER = 32
"""The bit of SCORE that is the player."""
HEADS = 1 << 10
"""Places of the table of the plays of the beginning by the tiles that they need."""
MEMOS = 1 << 18
"""Places of the table of lists, two words each: the hash of board and rack, and where the list begins."""
LISTS = 1 << 22
"""Words of all lists together: of each how many plays it has, then these, three numbers to a word."""
NUMBER = 20
"""Bits of a play's number."""
PARTS = 16
"""Buffers of a `Desk`."""
ROOT, RACKS, PLAYS, INDEX, FIRST, MEMO, LISTED, FACTS = range(PARTS, PARTS + 8)
"""In the directory, behind the addresses of the desk's buffers: those of the board at the beginning, of the
racks (two times seven kinds of tiles, -1 for none, then both racks as words), of the table of plays, its
index, the first of the plays of the beginning by what they need, the table of lists, the lists, and of:"""
MANY_PLAYS, FILLED, READY, FROM_BEGINNING = range(4)
"""In FACTS: how many plays are known, how many words of lists; whether the beginning has been looked at, and
how many plays are from there."""
Squares = tuple[Bitboard, Bitboard, Bitboard, Bitboard]
SET_SQUARES = 256
"""Squares of a board that have bits of their own in a set; on a larger one no list is put together."""


def rack_of(directory: int, player: int) -> int:
    """The rack that a player begins with."""
    return word_at(word_at(directory, RACKS), 2 * FULL_RACK + player)


def tiles_on(rack: int) -> int:
    """How many tiles a rack has."""
    return (((rack & KINDS) * 0x1111111) >> (KIND_BITS * (FULL_RACK - 1))) & 15


def desk_of(directory: int) -> Desk:
    """The desk that a directory names."""
    return Desk(
        unsigned_at(word_at(directory, 0)),
        buffer_at(word_at(directory, 1)),
        buffer_at(word_at(directory, 2)),
        buffer_at(word_at(directory, 3)),
        buffer_at(word_at(directory, 4)),
        buffer_at(word_at(directory, 5)),
        buffer_at(word_at(directory, 6)),
        buffer_at(word_at(directory, 7)),
        unsigned_at(word_at(directory, 8)),
        buffer_at(word_at(directory, 9)),
        unsigned_at(word_at(directory, 10)),
        buffer_at(word_at(directory, 11)),
        buffer_at(word_at(directory, 12)),
        buffer_at(word_at(directory, 13)),
        buffer_at(word_at(directory, 14)),
        buffer_at(word_at(directory, 15)),
    )


def tile_of(low: int, high: int, k: int) -> int:
    """The k-th tile of a play."""
    word = low >> (LAID * k) if k < 4 else high >> (LAID * (k - 4))
    return word & ((1 << LAID) - 1)


def count_tiles(high: int) -> int:
    """How many tiles a play lays."""
    return (high >> FOUR) & 7


def hash_of_tile(tile: int) -> Bitboard:
    """A word for a tile on its square."""
    return bits.mix(bits.board(tile + 1))


def clear_board(t: Desk, directory: int, size: int) -> None:
    """Lay out the board of the beginning; none of its tiles is new."""
    root = buffer_at(word_at(directory, ROOT))
    for square in range(size * size):
        t.board[square] = root[square]
    for line in range(2 * size):
        t.shadow[line] = 0


def lay_known(t: Desk, size: int, plays: Buffer, number: int) -> None:
    """Lay a play of the table, and note its squares as new."""
    low, high, w = plays[ENTRY * number + LOW], plays[ENTRY * number + HIGH], t.shadow
    for k in range(count_tiles(high)):
        tile = tile_of(low, high, k)
        square = tile >> TILE
        t.board[square] = tile & ((1 << TILE) - 1)
        row, column = square // size, square % size
        w[row] = bits.number(bits.board(w[row]) | bits.bit(column))
        w[size + column] = bits.number(bits.board(w[size + column]) | bits.bit(row))


def take_rack(t: Desk, directory: int, player: int, rack: int) -> None:
    """Put a rack on the desk."""
    racks = word_at(directory, RACKS)
    for tile in range(32):
        t.rack[tile] = 0
    for kind in range(FULL_RACK):
        if (rack >> (KIND_BITS * kind)) & 15 > 0:
            t.rack[word_at(racks, FULL_RACK * player + kind)] = (rack >> (KIND_BITS * kind)) & 15


def list_plays(
    t: Desk, directory: int, size: int, player: int, rack: int, laid: Squares, board: Bitboard, memo: int
) -> int:
    """Make the list of the plays of a rack on the board that is laid out, and keep it at a place of the table
    of lists; where it begins, with how many there are."""
    take_rack(t, directory, player, rack)
    plays, facts = buffer_at(word_at(directory, PLAYS)), buffer_at(word_at(directory, FACTS))
    many, is_small = 0, size * size <= SET_SQUARES
    found = search_touched(t, size) if is_small else search_lines(t, size, MOST_PLAYS)
    if found > MOST_PLAYS:
        raise BrokenPromise("A position of an end game has more plays than there is room for.")
    for k in range(found):
        number = number_of_play(t, directory, size, player, t.plays[ROOM * k], t.plays[ROOM * k + 1])
        if not is_small or number >= facts[FROM_BEGINNING] or not fits(plays, number, laid):
            t.plays[many] = key_of_play(plays, number, rack)
            many += 1
    if is_small:
        many = add_from_beginning(t, directory, player, rack, laid, many)
    sort_downwards(t.plays, many)
    return keep_list(t, directory, many, board, memo)


def key_of_play(plays: Buffer, number: int, rack: int) -> int:
    """A play's number below what it is sorted by: whether it lays all tiles down, what it scores and gets
    rid of."""
    need = plays[ENTRY * number + NEED]
    score = (plays[ENTRY * number + SCORE] & ((1 << OWNER) - 1)) + (need >> POINTS)
    return (int(need == rack) << 60) | (score << OWNER) | number


def fits(plays: Buffer, number: int, laid: Squares) -> bool:
    """Whether nothing has been laid where a play of the beginning asks for empty squares."""
    at = ENTRY * number + ASKS
    return (
        bits.board(plays[at]) & laid[0]
        | bits.board(plays[at + 1]) & laid[1]
        | bits.board(plays[at + 2]) & laid[2]
        | bits.board(plays[at + 3]) & laid[3]
    ) == bits.board(0)


def add_from_beginning(t: Desk, directory: int, player: int, rack: int, laid: Squares, many: int) -> int:
    """Add to so many plays those of the beginning that the rack has the tiles for and that are still what
    they were; how many there are then."""
    racks, first = word_at(directory, RACKS), buffer_at(word_at(directory, FIRST))
    plays, need = buffer_at(word_at(directory, PLAYS)), 0
    while True:  # every part of the rack
        kind = 0
        while kind < FULL_RACK:
            place = KIND_BITS * kind
            tile = max(word_at(racks, FULL_RACK * player + kind), 0)
            unit, used = (1 << place) + (t.points[tile] << POINTS), (need >> place) & 15
            if used < (rack >> place) & 15:
                need += unit
                break
            need -= used * unit
            kind += 1
        if kind == FULL_RACK:
            return many
        number = first[2 * head_of(first, player, need) + 1] - 1
        while number >= 0:
            if fits(plays, number, laid):
                t.plays[many] = key_of_play(plays, number, rack)
                many += 1
            number = plays[ENTRY * number + NEXT]


def runs_of(full: Bitboard, some: Bitboard) -> Bitboard:
    """The rows of tiles of a line that some squares belong to."""
    found = some & full
    while True:
        wider = found | ((bits.left(found, 1) | bits.right(found, 1)) & full)
        if wider == found:
            return found
        found = wider


def search_touched(t: Desk, size: int) -> int:
    """Find the plays that make a word with a tile which has been laid since the beginning, and some others;
    how many.  `shadow` has the squares of these tiles, a word for each row and each column.

    On a line such a play joins a row of tiles with a new one, or covers a square on which a word across the
    line has a new one: the anchors of the generator, as far as they are such."""
    t.counts[FOUND], t.counts[BEST_EQUITY] = 0, LEAST
    fill_slots(t)
    refresh_lines(t, size)
    tiles, w = rack_tiles(t), t.shadow
    for line in range(2 * size):
        w[2 * size + line] = 0
    for line in range(2 * size):
        if w[line] != 0:
            full = t.lines[line]
            run = runs_of(full, bits.board(w[line]))
            near = bits.without((bits.left(run, 1) | bits.right(run, 1)) & bits.board((1 << size) - 1), full)
            for place in bits.squares(near):  # a word across the line through this square has a new tile
                other = 2 * size + (size if line < size else 0) + place
                w[other] = bits.number(bits.board(w[other]) | bits.bit(line if line < size else line - size))
    for down in range(2):
        for line in range(size):
            new, crossed = bits.board(w[down * size + line]), bits.board(w[2 * size + down * size + line])
            if new | crossed != bits.board(0):
                full = t.lines[down * size + line]
                joined = runs_of(full, new | bits.left(crossed, 1) | bits.right(crossed, 1))
                ends = bits.without(joined, bits.right(full, 1))
                alone = bits.without(crossed, bits.left(full, 1) | bits.right(full, 1))
                limit = 0
                for place in bits.squares(ends | alone):
                    search_line(t, size, down, line, place, limit, tiles, MOST_PLAYS)
                    limit = place + 2 if bits.has(full, place) else place + 1
    return t.counts[FOUND]


def keep_list(t: Desk, directory: int, many: int, board: Bitboard, memo: int) -> int:
    """Keep the list of so many plays that is in `plays`; where it begins."""
    facts = buffer_at(word_at(directory, FACTS))
    lists, memos = buffer_at(word_at(directory, LISTED)), buffer_at(word_at(directory, MEMO))
    at = facts[FILLED]
    end = at + 1 + (many + 2) // 3
    if end > LISTS:
        for place in range(2 * MEMOS):
            memos[place] = 0
        at, end = 0, end - at
    lists[at] = many
    for k in range(many):
        place = at + 1 + k // 3
        before = 0 if k % 3 == 0 else lists[place]
        lists[place] = before | ((t.plays[k] & ((1 << NUMBER) - 1)) << (NUMBER * (k % 3)))
    facts[FILLED] = end
    memos[2 * memo], memos[2 * memo + 1] = bits.number(board), at + 1
    return at


def listed(lists: Buffer, at: int, k: int) -> int:
    """The number of the k-th play of the list that begins at a place."""
    return (lists[at + 1 + k // 3] >> (NUMBER * (k % 3))) & ((1 << NUMBER) - 1)


def sort_downwards(words: Buffer, many: int) -> None:
    """Sort so many words, the largest first (D. Shell, 1959; gaps of M. Ciura, 2001)."""
    gap = 1750
    while gap > 0:
        for k in range(gap, many):
            word, place = words[k], k
            while place >= gap and words[place - gap] < word:
                words[place] = words[place - gap]
                place -= gap
            words[place] = word
        gap = gap * 4 // 9


def number_of_play(t: Desk, directory: int, size: int, player: int, action: int, score: int) -> int:
    """The number of a play in the table, where it is entered if it is new."""
    square = (action >> SQUARE) & 511
    step = size if (action >> DOWN) & 1 == 1 else 1
    count = (action >> COUNT) & 7
    low, high = 0, count << FOUR
    for each in range(count):
        while t.board[square] > 0:
            square += step
        tile = (square << TILE) | ((action >> (TILE * each)) & 63)
        if each < 4:
            low |= tile << (LAID * each)
        else:
            high |= tile << (LAID * (each - 4))
        square += step
    score |= player << OWNER
    plays, index = buffer_at(word_at(directory, PLAYS)), buffer_at(word_at(directory, INDEX))
    mixed = bits.mix(bits.board(low) ^ bits.mix(bits.board(high ^ (score << 20))))
    place = bits.number(mixed & bits.board(PLACES - 1))
    while index[place] != 0:
        at = ENTRY * (index[place] - 1)
        if plays[at + LOW] == low and plays[at + HIGH] == high and plays[at + SCORE] == score:
            return index[place] - 1
        place = (place + 1) & (PLACES - 1)
    facts = buffer_at(word_at(directory, FACTS))
    number = facts[MANY_PLAYS]
    if number == KNOWN:
        raise BrokenPromise("An end game of Scrabble has more plays than its table has room for.")
    facts[MANY_PLAYS] = number + 1
    index[place] = number + 1
    at = ENTRY * number
    plays[at + LOW], plays[at + HIGH], plays[at + SCORE] = low, high, score
    enter_tiles(t, directory, player, plays, at)
    return number


def enter_tiles(t: Desk, directory: int, player: int, plays: Buffer, at: int) -> None:
    """Fill in what a play of the table needs, its name and its squares."""
    racks = word_at(directory, RACKS)
    low, high = plays[at + LOW], plays[at + HIGH]
    need, name = 0, bits.board(0)
    for word in range(4):
        plays[at + COVERS + word] = 0
    for k in range(count_tiles(high)):
        tile = tile_of(low, high, k)
        letter = tile & ((1 << TILE) - 1)
        letter = 0 if letter >= BLANK else letter
        kind = 0
        while word_at(racks, FULL_RACK * player + kind) != letter:
            kind += 1
        need += (1 << (KIND_BITS * kind)) + (t.points[letter] << POINTS)
        name ^= hash_of_tile(tile)
        add_square(plays, at + COVERS, tile >> TILE)
    plays[at + NEED], plays[at + NAME] = need, bits.number(name)


def add_square(plays: Buffer, at: int, square: int) -> None:
    """Add a square to a set of four words; on boards of more than `SET_SQUARES` two may share a bit."""
    word = at + ((square >> 6) & 3)
    plays[word] = bits.number(bits.board(plays[word]) | bits.bit(square & 63))


def look_at_beginning(t: Desk, directory: int, size: int) -> None:
    """Enter the plays of both players that are possible at the beginning, and put them in order by what they
    need.

    A play of the end that makes words of its own tiles and of those that lay there before is one of these."""
    facts, plays = buffer_at(word_at(directory, FACTS)), buffer_at(word_at(directory, PLAYS))
    first = buffer_at(word_at(directory, FIRST))
    clear_board(t, directory, size)
    for player in range(2):
        take_rack(t, directory, player, rack_of(directory, player))
        many = search_lines(t, size, MOST_PLAYS)
        if many > MOST_PLAYS:
            raise BrokenPromise("An end game begins with more plays than there is room for.")
        for k in range(many):  # a play's number takes fewer words than what was found of it
            number = number_of_play(t, directory, size, player, t.plays[ROOM * k], t.plays[ROOM * k + 1])
            note_asked(t, size, plays, number)
            t.plays[k] = ((plays[ENTRY * number + SCORE] & ((1 << OWNER) - 1)) << OWNER) | number
        sort_downwards(t.plays, many)
        for k in range(many - 1, -1, -1):  # the last one that is entered stands first
            number = t.plays[k] & ((1 << OWNER) - 1)
            place = head_of(first, player, plays[ENTRY * number + NEED])
            plays[ENTRY * number + NEXT] = first[2 * place + 1] - 1 if first[2 * place] != 0 else -1
            first[2 * place], first[2 * place + 1] = plays[ENTRY * number + NEED] * 2 + player, number + 1
    facts[FROM_BEGINNING] = facts[MANY_PLAYS]
    facts[READY] = 1


def head_of(first: Buffer, player: int, need: int) -> int:
    """The place of the plays of the beginning that need these tiles, or where they would be."""
    wanted = need * 2 + player
    place = bits.number(bits.mix(bits.board(wanted)) & bits.board(HEADS - 1))
    while first[2 * place] != 0 and first[2 * place] != wanted:
        place = (place + 1) & (HEADS - 1)
    return place


def note_asked(t: Desk, size: int, plays: Buffer, number: int) -> None:
    """Note the squares that have to be empty for a play on the board that is laid out to stay what it is: its
    own, and those at both ends of the words that it makes, or that would be longer."""
    at = ENTRY * number
    low, high = plays[at + LOW], plays[at + HIGH]
    lay_known(t, size, plays, number)
    for word in range(4):
        plays[at + ASKS + word] = plays[at + COVERS + word]
    for k in range(count_tiles(high)):
        square = tile_of(low, high, k) >> TILE
        row, column = square // size, square % size
        end = column
        while end >= 0 and t.board[row * size + end] > 0:
            end -= 1
        if end >= 0:
            add_square(plays, at + ASKS, row * size + end)
        end = column
        while end < size and t.board[row * size + end] > 0:
            end += 1
        if end < size:
            add_square(plays, at + ASKS, row * size + end)
        end = row
        while end >= 0 and t.board[end * size + column] > 0:
            end -= 1
        if end >= 0:
            add_square(plays, at + ASKS, end * size + column)
        end = row
        while end < size and t.board[end * size + column] > 0:
            end += 1
        if end < size:
            add_square(plays, at + ASKS, end * size + column)
    for k in range(count_tiles(high)):
        t.board[tile_of(low, high, k) >> TILE] = 0
