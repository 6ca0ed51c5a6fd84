"""A game made of its words.  What is wrong with it is in `error`, and where in `line`."""

from __future__ import annotations

from functools import cache

from halfmove.core.errors import BadInput
from halfmove.core.formats import MOST_GLYPHS, MainLine, Move
from halfmove.games.chess.game import Chess
from halfmove.games.chess.notation.san import san_actions, san_text
from halfmove.games.chess.pgn.commands import joined, take
from halfmove.games.chess.pgn.game import RESULTS, PgnGame, after
from halfmove.games.chess.pgn.tokens import SIGNS, Word
from halfmove.games.chess.position import Position

DEEPEST = 200
"""Variations within variations."""
_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
_CHESS = ("standard", "chess", "classical", "normal", "illegal", "from position")


@cache
def rules(chess960: bool, compiled: bool) -> Chess:
    """The game that is played."""
    game = Chess(chess960=chess960)
    game.compiled = compiled
    return game


class Line:
    """A line of moves that is being read."""

    def __init__(self, state: Position) -> None:
        self.moves: list[Move] = []
        self.state = state
        self.before = state
        """Before its last move: where variations beside that begin."""
        self.said = ""
        """What is said before its next move."""
        self.fresh = True
        """Whether a comment is about the move to come: at the beginning, and after a variation."""


class Builder:
    """Makes our data of one game, word by word; `whole`: of all that is said, else of what was played."""

    def __init__(self, line: int, whole: bool, compiled: bool) -> None:
        self._whole, self._compiled = whole, compiled
        self.headers: dict[str, str] = {}
        self.error = ""
        self.line = self.first = line
        """Where what is wrong stands; where the game begins."""
        self.start: Position | None = None
        self.rules = rules(False, compiled)
        self.actions: list[int] = []
        self.comment = ""
        self._lines: list[Line] = []
        """The line that is being read, after those that it is a variation of."""
        self._depth = 0
        """Of variations that are passed over."""

    def game(self, place: str) -> PgnGame:
        """The game, with all that is said of it."""
        return PgnGame(self.rules, self.start, self.headers, self.comment, self._lines[0].moves, place=place)

    def main_line(self, place: str) -> MainLine:
        """What was played."""
        share = RESULTS.get(self.headers.get("Result", "*"))
        return MainLine(place, self.headers, self.rules, self.start, tuple(self.actions), share)

    # ---- word by word
    def take(self, word: Word) -> None:
        """The next word; after an error no other counts."""
        if self.error:
            return
        if word.kind == "tag":
            self.headers[word.text] = word.value
            return
        if not self._lines:
            self._begin()
        if not self.error:
            getattr(self, f"_{word.kind}")(word)
        if self.error:
            self.line = word.line

    def end(self) -> None:
        """There are no more words."""
        if not self._lines and not self.error:
            self._begin()
        if not self.error:
            self._end_line()

    def _begin(self) -> None:
        variant = self.headers.get("Variant", "").lower()
        chess960 = variant in _CHESS960
        if chess960:
            del self.headers["Variant"]
        elif variant and variant not in _CHESS and not variant.startswith("wild"):
            self.error = f"its variant is '{self.headers['Variant']}', which is not chess"
            return
        self.rules = rules(chess960, self._compiled)
        self.headers.pop("SetUp", None)
        fen = self.headers.pop("FEN", None)
        if fen is not None:
            try:
                start = self.rules.parse(fen)
            except BadInput as error:
                self.error = f"its FEN cannot be read: {str(error).rstrip('.')}"
                return
            self.start = None if start == self.rules.initial() else start
        self._lines = [Line(self.rules.initial() if self.start is None else self.start)]

    def _move(self, word: Word) -> None:
        if self._depth:
            return
        line = self._lines[-1]
        found = san_actions(self.rules, line.state, word.text)
        if len(found) != 1:
            self.error = f"{self._called(word)} {'could be several moves' if found else 'is not legal'}"
            return
        self._played(found[0])

    def _null(self, word: Word) -> None:
        if self._depth:
            return
        if not self._whole or self.rules.in_check(self._lines[-1].state):
            self.error = f"{self._called(word)} is no move"
            return
        self._played(None)

    def _played(self, action: int | None) -> None:
        line = self._lines[-1]
        reached = after(self.rules, line.state, action)
        if self._whole:
            text = "--" if action is None else san_text(self.rules, line.state, action, reached)
            line.moves.append(Move(action, text, before=line.said))
            line.said, line.fresh = "", False
        elif action is not None:
            self.actions.append(action)
        line.before, line.state = line.state, reached

    def _nag(self, word: Word) -> None:
        if self._whole and self._lines[-1].moves:
            nag = SIGNS[word.text] if word.text in SIGNS else int(word.text[1:5])
            move = self._lines[-1].moves[-1]
            if len(move.nags) < MOST_GLYPHS:
                move.nags += (nag,)

    def _comment(self, word: Word) -> None:
        if not self._whole:
            return
        text = word.text[1:].removesuffix("}") if word.text[0] == "{" else word.text[1:]
        line = self._lines[-1]
        if not line.fresh:
            take(line.moves[-1], text)
        elif len(self._lines) == 1 and not line.moves:
            self.comment = joined(self.comment, text)
        else:
            line.said = joined(line.said, text)

    def _bracket(self, word: Word) -> None:
        if not self._whole:
            self._depth = max(self._depth + (1 if word.text == "(" else -1), 0)
        elif word.text == "(":
            self._begin_variation()
        elif len(self._lines) > 1:
            self._end_variation()

    def _begin_variation(self) -> None:
        if not self._lines[-1].moves:
            self.error = "a variation begins before any move that it could be beside"
        elif len(self._lines) > DEEPEST:
            self.error = f"its variations stand more than {DEEPEST} deep in each other"
        else:
            self._lines.append(Line(self._lines[-1].before))

    def _end_variation(self) -> None:
        self._end_line()
        line = self._lines.pop()
        outer = self._lines[-1]
        if line.moves:
            outer.moves[-1].variations.append(line.moves)
        outer.said = joined(outer.said, line.said)
        outer.fresh = True

    def _result(self, word: Word) -> None:
        own = len(self._lines) == 1 and not self._depth
        if own and word.text != "*" and self.headers.get("Result", "*") == "*":
            self.headers["Result"] = word.text

    def _end_line(self) -> None:
        """What was said before a move that never came is about the last one that did."""
        line = self._lines[-1]
        if line.moves and line.said:
            take(line.moves[-1], line.said)
            line.said = ""

    def _called(self, word: Word) -> str:
        """A move, as in `12... 'Nf6'`."""
        state = self._lines[-1].state
        return f"{state.number}{'...' if state.mover else '.'} '{word.text}'"
