"""Shogi, minishogi and dōbutsu shōgi on a dictionary, as a beginner would write them: another implementation.

A position is (board, hands, mover): `board` has a piece (letter, promoted, side) by (file, rank), from 1 and
from the top; `hands` the letters in hand of each side, sorted.  Moves are USI's.  Nothing looks back, and no
impasse is declared.
"""

FORWARD = {"N": [(-1, -2), (1, -2)], "P": [(0, -1)], "C": [(0, -1)]}
STRAIGHT, OBLIQUE = [(0, -1), (0, 1), (1, 0), (-1, 0)], [(1, -1), (-1, -1), (1, 1), (-1, 1)]
GENERAL = [*STRAIGHT, (1, -1), (-1, -1)]
STEPS = {**FORWARD, "S": [*OBLIQUE, (0, -1)], "G": GENERAL, "K": STRAIGHT + OBLIQUE}
SLIDES = {"L": [(0, -1)], "B": OBLIQUE, "R": STRAIGHT}
ANIMALS = {**FORWARD, "E": OBLIQUE, "G": STRAIGHT, "L": STRAIGHT + OBLIQUE}


class Naive:
    """Boards are squares of `files` by `ranks`, with promotion in the far `zone` ranks."""

    def __init__(self, files=9, ranks=9, zone=3, animals=False):
        self.files, self.ranks, self.zone, self.animals = files, ranks, zone, animals
        self.king = "L" if animals else "K"

    def read(self, sfen):
        rows, mover, held = sfen.split()[:3]
        board, hands = {}, ([], [])
        for rank, row in enumerate(rows.split("/"), 1):
            file, promoted = self.files, False
            for letter in row:
                if letter.isdigit():
                    file -= int(letter)
                elif letter == "+":
                    promoted = True
                else:
                    board[file, rank] = (letter.upper(), promoted, 0 if letter.isupper() else 1)
                    file, promoted = file - 1, False
        number = ""
        for letter in held.replace("-", ""):
            if letter.isdigit():
                number += letter
            else:
                hands[0 if letter.isupper() else 1].extend([letter.upper()] * int(number or 1))
                number = ""
        return board, tuple(tuple(sorted(hand)) for hand in hands), "bw".index(mover)

    # ---- where pieces go
    def on_board(self, file, rank):
        return 1 <= file <= self.files and 1 <= rank <= self.ranks

    def far(self, side, rank, depth):
        """Whether a rank is one of a side's last `depth`."""
        return rank <= depth if side == 0 else rank > self.ranks - depth

    def reach(self, board, at):
        letter, promoted, side = board[at]
        steps, slides = STEPS.get(letter, []), SLIDES.get(letter, [])
        if self.animals:
            steps, slides = ANIMALS[letter], []
        if promoted:
            steps, slides = {"B": (STRAIGHT, slides), "R": (OBLIQUE, slides)}.get(letter, (GENERAL, []))
        turn = 1 if side == 0 else -1
        for left, down in steps:
            there = at[0] + left, at[1] + turn * down
            if self.on_board(*there):
                yield there
        for left, down in slides:
            there = at[0] + left, at[1] + turn * down
            while self.on_board(*there):
                yield there
                if there in board:
                    break
                there = there[0] + left, there[1] + turn * down

    def attacked(self, board, at, side):
        """Whether a side's pieces attack a square."""
        return any(piece[2] == side and at in self.reach(board, place) for place, piece in board.items())

    def king_at(self, board, side):
        return next((at for at, piece in board.items() if (piece[0], piece[2]) == (self.king, side)), None)

    def stuck(self, letter, side, rank):
        """Whether a piece could never move again."""
        depth = {"P": 1, "L": 1, "N": 2, "C": 1}.get(letter, 0)
        return not (self.animals and letter != "C") and self.far(side, rank, depth)

    # ---- moves
    def over(self, position):
        """Whether a lion is taken or has arrived."""
        board, _, mover = position
        if not self.animals:
            return False
        theirs = self.king_at(board, 1 - mover)
        arrived = theirs is not None and self.far(1 - mover, theirs[1], 1)
        return self.king_at(board, mover) is None or (arrived and not self.attacked(board, theirs, mover))

    def candidates(self, position):
        board, hands, mover = position
        for at, (letter, promoted, side) in board.items():
            if side != mover:
                continue
            for there in self.reach(board, at):
                if there in board and board[there][2] == mover:
                    continue
                may = not promoted and letter in ("C" if self.animals else "PLNSBR")
                if may and (self.far(side, at[1], self.zone) or self.far(side, there[1], self.zone)):
                    yield at, there, True
                if promoted or not self.stuck(letter, side, there[1]):
                    yield at, there, False
        for letter in sorted(set(hands[mover])):
            for file in range(1, self.files + 1):
                for rank in range(1, self.ranks + 1):
                    if (file, rank) in board:
                        continue
                    if self.animals or not (
                        self.stuck(letter, mover, rank)
                        or (letter == "P" and self.has_pawn(board, file, mover))
                    ):
                        yield letter, (file, rank), False

    def has_pawn(self, board, file, side):
        return any(board.get((file, rank)) == ("P", False, side) for rank in range(1, self.ranks + 1))

    def after(self, position, move):
        board, hands, mover = position
        start, end, promote = move
        board, hands = dict(board), [list(hand) for hand in hands]
        if isinstance(start, str):
            hands[mover].remove(start)
            board[end] = (start, False, mover)
        else:
            letter, promoted, _ = board.pop(start)
            if end in board and board[end][0] != self.king:
                hands[mover].append(board[end][0])
            board[end] = (letter, promoted or promote, mover)
        return board, tuple(tuple(sorted(hand)) for hand in hands), 1 - mover

    def safe(self, position, side):
        """Whether a side's king is not attacked."""
        king = self.king_at(position[0], side)
        return king is None or not self.attacked(position[0], king, 1 - side)

    def moves(self, position):
        """All legal moves, as (square or letter, square, promotion)."""
        if self.over(position):
            return []
        if self.animals:
            return list(self.candidates(position))
        mover, found = position[2], []
        for move in self.candidates(position):
            after = self.after(position, move)
            if not self.safe(after, mover):
                continue
            if move[0] == "P" and not self.safe(after, 1 - mover) and not self.moves(after):
                continue
            found.append(move)
        return found

    def text(self, move):
        start, end, promote = move
        place = "{}{}".format
        there = place(end[0], "abcdefghi"[end[1] - 1])
        if isinstance(start, str):
            return f"{start}*{there}"
        return place(start[0], "abcdefghi"[start[1] - 1]) + there + ("+" if promote else "")
