"""Texts: moves as squares (`b2`), positions as rows from the top (`.../.X./X..`)."""

from halfmove import BadInput, bits

from my_game.rules import Rules, State


class Notation(Rules):
    """The rules with texts. These methods are never compiled: they may use all of Python."""

    def square_text(self, square: int) -> str:
        row, column = divmod(square, self.size)
        return f"{'abcde'[column]}{row + 1}"

    def action_text(self, s: State, a: int) -> str:
        return self.square_text(a)

    def rows(self, s: State) -> list[str]:
        marks = ["X" if bits.has(s.crosses, square) else "." for square in range(self.squares)]
        starts = range(self.squares - self.size, -1, -self.size)
        return ["".join(marks[start : start + self.size]) for start in starts]

    def position_text(self, s: State) -> str:
        return "/".join(self.rows(s))

    def parse(self, text: str) -> State:
        rows = text.strip().split("/")
        marks = "".join(reversed(rows))
        if len(rows) != self.size or {len(row) for row in rows} != {self.size} or set(marks) - {"X", "."}:
            raise BadInput(f"A position has {self.size} rows of {self.size} signs X and ., not '{text}'.")
        crosses = sum(1 << square for square, mark in enumerate(marks) if mark == "X")
        return State(bits.board(crosses), marks.count("X") % 2)

    def show(self, s: State) -> str:
        rows = [f"{self.size - n}  {' '.join(row)}" for n, row in enumerate(self.rows(s))]
        return "\n".join([*rows, "   " + " ".join("abcde"[: self.size])])
