"""A game made of its words.  What is wrong with it is in `error`, and where in `at`."""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.core.ending import RESULTS, settle
from halfmove.core.errors import BadInput
from halfmove.core.formats import END, MOST_GLYPHS, MainLine, Move
from halfmove.core.record_text import join_texts
from halfmove.games.chess.notation.san import find_actions, san_text
from halfmove.games.chess.pgn.following import (
    CLOSE,
    MATE,
    NULL,
    OPEN,
    STUCK,
    Follower,
    code_of,
    text_of,
)
from halfmove.games.chess.pgn.game import PgnGame, add_comment, after
from halfmove.games.chess.pgn.position import initial, open_position, rules
from halfmove.games.chess.pgn.tokens import SIGNS, Word
from halfmove.games.chess.position import Position

DEEPEST = 200
"""Variations within variations."""
_SHOWN = 40
"""Letters of a strange word that a sentence has."""


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
    """Makes our data of one game, word by word.

    `whole`: of all that is said, else of what was played; `most`: of how many plies, None for all, behind
    which moves are passed over; `strict`: whether what would be repaired is an error.  With a `follower`
    moves are collected, and played together at the end; a game of which anything is wrong is to be read
    again without one, which says what.
    """

    def __init__(
        self,
        *,
        whole: bool,
        compiled: bool,
        most: int | None = None,
        strict: bool = False,
        follower: Follower | None = None,
    ) -> None:
        self._whole, self._compiled, self._most, self._strict = whole, compiled, most, strict
        self.follower = follower
        self._codes: list[int] = []
        """The words to be played (`following`), and of each the move that is to be filled in."""
        self._moves: list[Move | None] = []
        self._main: list[int] = []
        """Where in them the moves of the main line are."""
        self.headers: dict[str, str] = {}
        self.repairs: list[str] = []
        self.error = ""
        self.at = 0
        """Where in the text what is wrong stands."""
        self.misread = False
        """Whether the error is a move of the main line, which may be in another language."""
        self.start: Position | None = None
        self.rules = rules(False, compiled)
        self.actions: list[int] = []
        self.comment = ""
        self.plies = 0
        """Of the main line, those that are passed over included."""
        self.end = ""
        """The result behind the moves."""
        self._by_rules = ""
        self._mates = False
        """Whether the last move of the main line is said to mate."""
        self._lines: list[Line] = []
        """The line that is being read, after those that it is a variation of."""
        self._opened: list[int] = []
        """Where the variations begin that are not closed yet."""

    def game(self, place: str) -> PgnGame:
        """The game, with all that is said of it."""
        end = self.end if self.end != self.headers.get("Result", "*") else ""
        return PgnGame(
            self.rules, self.start, self.headers, self.comment, self._lines[0].moves, place=place,
            repairs=self.repairs, properties={END: [end]} if end else {}, by_rules=self._by_rules,
        )  # fmt: skip

    def main_line(self, place: str) -> MainLine:
        """What was played."""
        share = RESULTS.get(self._by_rules or self.headers.get("Result", "*"))
        return MainLine(place, self.headers, self.rules, self.start, tuple(self.actions), share, self.repairs)

    @property
    def signature(self) -> tuple[int | None, ...]:
        """What was played."""
        return tuple(move.action for move in self._lines[0].moves) if self._whole else tuple(self.actions)

    @property
    def has_moves(self) -> bool:
        """Whether anything was said that stands behind tags only."""
        return bool(self._lines)

    @property
    def depth(self) -> int:
        """Of the variation that is being read; 0 for the main line."""
        return len(self._opened)

    @property
    def next_number(self) -> int:
        """The number of the next move of the main line, as it should be."""
        first = initial(self.rules) if self.start is None else self.start
        return first.number + (first.mover + self.plies) // 2

    # ---- what is plainly written
    def begin(self) -> bool:
        """The tags are all there; whether nothing is wrong with them."""
        try:
            self._begin()
        except BadInput:
            return False
        return True

    def move(self, code: int, mates: bool, glyphs: Sequence[Word]) -> None:
        """A move of the main line, by the number of its word, with its glyphs."""
        self._mates = mates
        if self._passed_over:
            self.plies += 1
            return
        self._collect(code, "")
        for glyph in glyphs:
            self._nag(glyph)

    def comment_on(self, text: str) -> None:
        """A comment."""
        if self._notes:
            self._take_comment(text)

    # ---- word by word
    def take(self, word: Word) -> None:
        """The next word; after an error no other counts, but what is needed to find the game's end."""
        try:
            if word.kind == "tag":
                self._tag(word)
            elif word.kind == "comment" and not self._lines:
                self._take_comment(_comment_text(word))
            else:
                if not self._lines:
                    self._begin()
                getattr(self, f"_{word.kind}")(word)
        except BadInput as error:
            if not self.error:
                self.error, self.at = str(error).rstrip("."), word.at
                self.misread = word.kind in ("move", "strange") and not self._opened

    def finish(self, at: int) -> None:
        """There are no more words; the text ends at `at`."""
        try:
            if not self._lines:
                self._begin()
            if self._opened:
                at = self._opened[-1]
                raise BadInput("a variation is not closed")
            self._end_line()
            if self._codes:
                self._follow()
            self._settle()
        except BadInput as error:
            if not self.error:
                self.error, self.at = str(error).rstrip("."), at

    def repair(self, sentence: str) -> None:
        """Note what is repaired, without its full stop; `BadInput` with it where that is refused."""
        if self._strict:
            raise BadInput(sentence)
        self.repairs.append(f"{sentence}.")

    def _tag(self, word: Word) -> None:
        if self.headers.get(word.text, word.value) != word.value:
            self.repair(f"its tag {word.text} stands twice; '{word.value[:_SHOWN]}' counts")
        self.headers[word.text] = word.value

    def _begin(self) -> None:
        self._lines = [Line(initial(self.rules))]  # also where the tags are wrong
        self.rules, self.start = open_position(self.headers, self._compiled, self.repair)
        self._lines = [Line(initial(self.rules) if self.start is None else self.start)]

    def _settle(self) -> None:
        """The result, of which tag, end of the moves and board may speak."""
        for sentence in settle(self.headers, self.end, self._board_result()):
            self.repair(sentence)

    def _board_result(self) -> str:
        """The result where the main line ends in mate or stalemate, or says that it mates behind what is
        read."""
        state = self._lines[0].state
        passed_over = self._most is not None and self.plies > self._most
        if passed_over and self._mates:
            return "0-1" if (self._first_mover() + self.plies) % 2 == 0 else "1-0"
        if passed_over or self._codes or any(True for _ in self.rules.actions(state)):
            return self._by_rules
        if not self.rules.in_check(state):
            self._by_rules = "1/2-1/2"
        else:
            self._by_rules = "1-0" if state.mover else "0-1"
        return self._by_rules

    def _first_mover(self) -> int:
        return 0 if self.start is None else self.start.mover

    @property
    def _passed_over(self) -> bool:
        """Whether moves are passed over here."""
        if self._opened:
            return len(self._opened) >= len(self._lines)
        return self._most is not None and self.plies >= self._most

    @property
    def _notes(self) -> bool:
        """Whether what is said here is about a move that was read."""
        read = self._most is None or self.plies <= self._most
        return self._whole and read and len(self._opened) < len(self._lines)

    def _move(self, word: Word) -> None:
        if not self._opened:
            self._mates = "#" in word.value
        if self.error or self._passed_over:
            self.plies += not self._opened
            return
        if self.follower is not None:
            self._collect(code_of(word.text), "")
            return
        line = self._lines[-1]
        found = find_actions(self.rules, line.state, word.text)
        if len(found) != 1:
            raise BadInput(f"{self._called(word)} {'could be several moves' if found else 'is not legal'}")
        self._play(found[0])

    def _strange(self, word: Word) -> None:
        if self._passed_over:
            self.plies += not self._opened
        else:
            raise BadInput(f"'{word.value[:_SHOWN]}' is no move")

    def _null(self, word: Word) -> None:
        if self._passed_over:
            self.plies += not self._opened
        elif self.follower is not None:
            self._collect(NULL if self._whole else -1, "--")
        elif not self._whole or self.rules.in_check(self._lines[-1].state):
            raise BadInput(f"{self._called(word)} is no move")
        else:
            self._play(None)

    def _collect(self, code: int, text: str) -> None:
        """A move that is played at the end."""
        if code < 0:
            raise BadInput("this game is read without a follower")
        if not self._opened:
            self._main.append(len(self._codes))
            self.plies += 1
        move = None
        if self._whole:
            line = self._lines[-1]
            move = Move(None, text, before=line.said)
            line.moves.append(move)
            line.said, line.fresh = "", False
        self._codes.append(code)
        self._moves.append(move)

    def _follow(self) -> None:
        """Play what was collected."""
        assert self.follower is not None, "only with one is anything collected"
        start = initial(self.rules) if self.start is None else self.start
        found = self.follower.follow(self.rules, start, self._codes)
        if found is None or (self._main and self._codes[self._main[-1]] == NULL):
            raise BadInput("this game is read without a follower")
        for at, move in enumerate(self._moves):
            if move is not None and found[2 * at] >= 0:
                move.action = found[2 * at]
                move.text = text_of(found[2 * at], found[2 * at + 1])
        if not self._whole:
            self.actions = [found[2 * at] for at in self._main]
        if self._main and (self._most is None or self.plies <= self._most):
            sign = found[2 * self._main[-1] + 1] >> 6
            black = (start.mover + len(self._main)) % 2 == 0
            mated = "0-1" if black else "1-0"
            self._by_rules = mated if sign == MATE else "1/2-1/2" if sign == STUCK else ""

    def _play(self, action: int | None) -> None:
        line = self._lines[-1]
        reached = after(self.rules, line.state, action)
        if self._whole:
            text = "--" if action is None else san_text(self.rules, line.state, action, reached)
            line.moves.append(Move(action, text, before=line.said))
            line.said, line.fresh = "", False
        elif action is not None:
            self.actions.append(action)
        self.plies += not self._opened
        line.before, line.state = line.state, reached

    def _nag(self, word: Word) -> None:
        if self._notes and self._lines[-1].moves:
            nag = SIGNS[word.text] if word.text in SIGNS else int(word.text[1:5])
            move = self._lines[-1].moves[-1]
            if len(move.nags) < MOST_GLYPHS:
                move.nags += (nag,)

    def _comment(self, word: Word) -> None:
        if self._notes:
            self._take_comment(_comment_text(word))

    def _take_comment(self, text: str) -> None:
        line = self._lines[-1] if self._lines else None
        if line is None or (len(self._lines) == 1 and not line.moves):
            self.comment = join_texts(self.comment, text)
        elif not line.fresh:
            add_comment(line.moves[-1], text)
        else:
            line.said = join_texts(line.said, text)

    def _open(self, word: Word) -> None:
        raise BadInput("a comment is not closed")

    def _loose(self, word: Word) -> None:
        if self.plies or word.text.startswith("["):
            self.repair(f"'{word.value[:_SHOWN] or word.text[:_SHOWN]}' is passed over, as it is no move")

    def _number(self, word: Word) -> None:
        pass

    def _said(self, word: Word) -> None:
        pass

    def _bracket(self, word: Word) -> None:
        if word.text == "(":
            read = self._notes and not self.error
            self._opened.append(word.at)
            if read:
                self._begin_variation()
        elif not self._opened:
            self.repair("a bracket is closed that was not opened")
        else:
            if len(self._lines) > len(self._opened) and not self.error:
                self._end_variation()
            self._opened.pop()

    def _begin_variation(self) -> None:
        if not self._lines[-1].moves:
            raise BadInput("a variation begins before any move that it could be beside")
        if len(self._lines) > DEEPEST:
            raise BadInput(f"its variations are nested more than {DEEPEST} deep")
        self._lines.append(Line(self._lines[-1].before))
        self._mark(OPEN)

    def _mark(self, code: int) -> None:
        """Where a variation begins or ends, for the follower."""
        if self.follower is not None:
            self._codes.append(code)
            self._moves.append(None)

    def _end_variation(self) -> None:
        self._end_line()
        self._mark(CLOSE)
        line = self._lines.pop()
        outer = self._lines[-1]
        if line.moves:
            outer.moves[-1].variations.append(line.moves)
        outer.said = join_texts(outer.said, line.said)
        outer.fresh = True

    def _result(self, word: Word) -> None:
        if not self._opened:
            self.end = word.text

    def _end_line(self) -> None:
        """What was said before a move that never came is about the last one that did."""
        line = self._lines[-1]
        if line.moves and line.said:
            add_comment(line.moves[-1], line.said)
            line.said = ""

    def _called(self, word: Word) -> str:
        """A move, as in `12... 'Nf6'`."""
        state = self._lines[-1].state
        return f"{state.number}{'...' if state.mover else '.'} '{word.value or word.text}'"


def _comment_text(word: Word) -> str:
    return word.text[1:].removesuffix("}") if word.text[0] == "{" else word.text[1:]
