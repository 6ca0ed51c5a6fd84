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


class Referee:
    """A game of two to four players, kept by the letter of the rules: lists of tiles, and scores."""

    def __init__(self, players, tiles, layout, lost=None):
        self.tiles, self.layout, self.size = tiles, layout, layout.size
        self.board = bytearray(layout.size**2)
        self.racks = [[] for _ in range(players)]
        self.bag = Counter({tile: count for tile, count in enumerate(tiles.counts) if count})
        self.scores = [0] * players
        self.lost = lost or [0] * players
        self.mover, self.scoreless, self.over, self.aside = 0, 0, False, []

    def draw(self, tile):
        """The first player whose rack is not full draws a tile."""
        assert self.bag[tile] > 0
        self.bag -= Counter([tile])
        next(rack for rack in self.racks if len(rack) < 7).append(tile)

    def play(self, square, down, laid):
        """Lay tiles from a square on, one after the other on what is free."""
        step, squares = self.size if down else 1, []
        for _ in laid:
            while self.board[square]:
                square += step
            squares.append(square)
            square += step
        points = 50 if len(laid) == 7 else 0
        new = dict(zip(squares, laid, strict=True))
        lines = [(squares[0], step)] + [(at, 1 if down else self.size) for at in squares]
        for at, way in lines:
            line = [at]
            for move in (-way, way):
                there = self.filled(at, move, new)
                while there is not None:
                    line.append(there)
                    there = self.filled(there, move, new)
            if len(line) > 1:
                points += word_score(sorted(line), new, bytes(self.board), self.tiles, self.layout)
        for at, tile in new.items():
            self.board[at] = tile
            self.racks[self.mover].remove(0 if tile >= 32 else tile)
        self.scores[self.mover] += points
        self.end_turn(points)

    def filled(self, square, move, new):
        """The square beside, if it is on the line and has a tile, or gets one."""
        other = square + move
        if not 0 <= other < self.size**2 or (abs(move) == 1 and other // self.size != square // self.size):
            return None
        return other if self.board[other] or other in new else None

    def exchange(self, tiles):
        """Put tiles aside, which come back when new ones are drawn."""
        for tile in tiles:
            self.racks[self.mover].remove(tile)
        self.aside = list(tiles)
        self.end_turn(0)

    def end_turn(self, points):
        """Count turns without points, and see whether the game is over."""
        self.scoreless = 0 if points else self.scoreless + 1
        left = [sum(self.tiles.points[tile] for tile in rack) for rack in self.racks]
        if not self.racks[self.mover] and not self.bag:
            self.over = True
            if len(self.racks) == 2:
                self.scores[self.mover] += 2 * sum(left)
            else:
                self.scores = [
                    score + (sum(left) if player == self.mover else -left[player])
                    for player, score in enumerate(self.scores)
                ]
        self.mover = (self.mover + 1) % len(self.racks)

    def settle(self):
        """After the tiles are drawn: what was exchanged comes back; six turns without points end the game."""
        self.bag += Counter(self.aside)
        self.aside = []
        if self.scoreless == 6 and not self.over:
            self.over = True
            for player, rack in enumerate(self.racks):
                self.scores[player] -= sum(self.tiles.points[tile] for tile in rack)

    def final(self):
        """The scores when all is counted, penalties for time with it."""
        return [score - lost for score, lost in zip(self.scores, self.lost, strict=True)]
