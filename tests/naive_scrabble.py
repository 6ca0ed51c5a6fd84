"""A naive generator: every word at every place, checked and scored by the letter of the rules."""

from collections import Counter

from halfmove.games.scrabble.plays import play_of


def naive_plays(words, tiles, layout, board, rack, bonus=50):
    """All plays and their scores, as the generator lists them."""
    size = layout.size
    known = set(words)
    usable = usable_words(words, board, rack, size)
    found = {}
    for down in (False, True):
        step = size if down else 1
        for square in range(size * size):
            place = square // size if down else square % size
            for word in usable:
                if place + len(word) <= size:
                    for tiles_laid, squares in layings(word, board, rack, square, step):
                        score = value(tiles_laid, squares, word, board, square, step, known, tiles, layout)
                        if score is not None:
                            score += bonus if len(squares) == 7 else 0
                            only = len(squares) == 1 and down and joins(board, squares[0], 1, size)
                            if not only:
                                found[play_of(squares[0], down, tiles_laid)] = score
    return sorted(found.items())


def usable_words(words, board, rack, size):
    """The words that can be made at all: of the rack and of the tiles of one line."""
    blanks = rack.count(0)
    lines = [board[size * k : size * k + size] for k in range(size)]
    lines += [board[k::size] for k in range(size)]
    sets = {bytes(sorted({tile & 31 for tile in line if tile})) for line in lines}
    rack_set = set(rack)
    return [word for word in words if any(len(set(word) - rack_set - set(line)) <= blanks for line in sets)]


def joins(board, square, step, size):
    """Whether a tile lies beside a square on its line of a direction."""
    return any(before_or_after(board, square, way * step, size) is not None for way in (-1, 1))


def before_or_after(board, square, move, size):
    """The square beside, if it is on the line and has a tile."""
    other = square + move
    if not 0 <= other < size * size or (abs(move) == 1 and other // size != square // size):
        return None
    return other if board[other] else None


def layings(word, board, rack, square, step):
    """The ways to lay a word down: tiles, blanks in every combination, and their squares."""
    missing = [(square + k * step, letter) for k, letter in enumerate(word) if not board[square + k * step]]
    if any(board[square + k * step] & 31 not in (0, letter) for k, letter in enumerate(word)):
        return
    if not missing or len(missing) > len(rack):
        return
    ways = [((), Counter(rack))]
    for _, letter in missing:
        longer = []
        for laid, left in ways:
            for tile, code in ((letter, letter), (0, letter + 32)):
                if left[tile]:
                    longer.append(((*laid, code), left - Counter([tile])))
        ways = longer
    for laid, _ in ways:
        yield laid, [at for at, _ in missing]


def value(laid, squares, word, board, square, step, known, tiles, layout):
    """What a play scores; None where it is none."""
    size = layout.size
    for end, move in ((square, -step), (square + (len(word) - 1) * step, step)):
        if before_or_after(board, end, move, size) is not None:
            return None
    crossing = size if step == 1 else 1
    if not any(board):
        if layout.start not in squares:
            return None
    elif len(squares) == len(word) and not any(joins(board, at, crossing, size) for at in squares):
        return None
    new = dict(zip(squares, laid, strict=True))
    total = word_score([square + k * step for k in range(len(word))], new, board, tiles, layout)
    for at in squares:
        line = [at]
        for move in (-crossing, crossing):
            there = before_or_after(board, at, move, size)
            while there is not None:
                line.append(there)
                there = before_or_after(board, there, move, size)
        if len(line) > 1:
            line.sort()
            if bytes((new.get(s) or board[s]) & 31 for s in line) not in known:
                return None
            total += word_score(line, new, board, tiles, layout)
    return total


def word_score(line, new, board, tiles, layout):
    """What a word counts."""
    total, times = 0, 1
    for at in line:
        tile = new.get(at) or board[at]
        points = 0 if tile >= 32 else tiles.points[tile]
        if at in new:
            points *= layout.letter[at]
            times *= layout.word[at]
        total += points
    return total * times
