"""Mistakes that the rules of a compiled game typically make; each marks the line to be named."""

import copy
import itertools
import random
from dataclasses import dataclass
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game


class State(NamedTuple):
    heap: int
    board: Bitboard


class Listed(NamedTuple):
    cells: list


class Mapped(NamedTuple):
    cells: dict


TABLE = {1: 2, 2: None}


class Move:
    """An object of a class of one's own."""

    def __init__(self, n):
        self.n = n


def helper(n):
    import math  # HERE HelperImports

    return math.floor(n)


def deeper(n):
    return n.bit_length()  # HERE HelperFails


class Sound(Game):
    """Take one or two; nothing wrong here."""

    kind: str = "normal"

    def initial(self):
        return State(6, 0)

    def to_move(self, s):
        return s.heap % 2

    def actions(self, s):
        for n in range(1, min(2, s.heap) + 1):  # noqa: UP028
            yield n

    def result(self, s, a):
        return State(s.heap - a, s.board)

    def is_terminal(self, s):
        return s.heap == 0

    def utility(self, s, player):
        return 1


class FloatInBoard(Sound):
    def result(self, s, a):
        return State(s.heap - a, s.board | (a / 2))  # HERE FloatInBoard


class UndefinedName(Sound):
    def result(self, s, a):
        n = s.heap
        return State(n - amount, s.board)  # noqa: F821  HERE UndefinedName


class StringMethod(Sound):
    def is_terminal(self, s):
        return "heap".encode("latin-1") is not None and s.heap == 0  # HERE StringMethod


class FormatsText(Sound):
    def is_terminal(self, s):
        return f"{s.heap:02d}" == "00"  # HERE FormatsText


class TextParameter(Sound):
    def is_terminal(self, s):
        return self.kind == "normal" and s.heap == 0  # HERE TextParameter


class MissingField(Sound):
    def is_terminal(self, s):
        return s.size == 0  # HERE MissingField


class MissingAttribute(Sound):
    def is_terminal(self, s):
        return s.heap == self.goal  # HERE MissingAttribute


class HelperImports(Sound):
    def result(self, s, a):
        return State(helper(s.heap) - a, s.board)


class HelperFails(Sound):
    def result(self, s, a):
        return State(deeper(s.heap) - a, s.board)


class Comprehension(Sound):
    def actions(self, s):
        for move in [Move(n) for n in range(s.heap)]:  # HERE Comprehension
            yield move.n


class GeneratorExpression(Sound):
    def is_terminal(self, s):
        return len({n for n in range(s.heap) if n in (x for x in (1, 2))}) > 1  # HERE GeneratorExpression


class YieldFrom(Sound):
    def actions(self, s):
        done = yield from range(1, min(2, s.heap) + 1)  # HERE YieldFrom
        assert done is None


class GlobalDict(Sound):
    def result(self, s, a):
        return State(s.heap - TABLE[a], s.board)  # HERE GlobalDict


class Replaces(Sound):
    def result(self, s, a):
        return State._make((s.heap - a, s.board))  # HERE Replaces


class TwoKinds(Sound):
    def result(self, s, a):
        if a == 1:
            return State(s.heap - 1, s.board)
        return State(s.heap / 2, s.board)  # HERE TwoKinds


class TooManyFields(Sound):
    def result(self, s, a):
        return State(s.heap - a, s.board, a)  # HERE TooManyFields


class WrongSignature(Sound):
    def result(self, s):  # HERE WrongSignature
        return s


class UsesSuper(Sound):
    def is_terminal(self, s):
        return super(UsesSuper, self).is_terminal(s)  # noqa: UP008  HERE UsesSuper


class UsesWith(Sound):
    def is_terminal(self, s):
        with open("x") as file:  # noqa: PTH123  HERE UsesWith
            return file is None


class CallsRandom(Sound):
    def is_terminal(self, s):
        return s.heap == random.Random(1).choice((0, 1))  # HERE CallsRandom


class WrongCall(Sound):
    def evaluate(self, s, player):
        return bits.count(s.board, 2)  # HERE WrongCall


class ListInState(Sound):
    def initial(self):
        return Listed([1, 2])


class DictInState(Sound):
    def initial(self):
        return Mapped({1: 2})


class Sums(NamedTuple):
    heap: int
    board: Bitboard
    last: int = -1


class ChangesKind(Sound):
    def initial(self):
        return Sums(3, 1)

    def result(self, s, a):
        return s._replace(heap=s.heap - a, last=None)  # HERE ChangesKind


class ChangesItself(Sound):
    def result(self, s, a):
        self.last = a  # HERE ChangesItself
        return State(s.heap - a, s.board)


class NamesInComprehension(Sound):
    def is_terminal(self, s):
        return not any((n := x) > s.heap for x in (1, 2))  # noqa: F841  HERE NamesInComprehension


class DrawsAtRandom(Sound):
    def is_terminal(self, s):
        return s.heap == random.choice((0, 1))  # HERE DrawsAtRandom


class Combines(Sound):
    def is_terminal(self, s):
        return all(a > s.heap for a, b in itertools.combinations(range(3), s.heap))  # HERE Combines


class NamesErrors(Sound):
    def is_terminal(self, s):
        try:
            return 1 // s.heap > 1
        except ZeroDivisionError:  # HERE NamesErrors
            return True


class Accumulates(Sound):
    def is_terminal(self, s):
        return sum(itertools.accumulate((1, 2, s.heap))) == 0  # HERE Accumulates


class Permutes(Sound):
    def is_terminal(self, s):
        row = [n for n in range(s.heap)]  # noqa: C416
        return len(list(itertools.permutations(row))) == 0  # HERE Permutes


class NamesTwoErrors(Sound):
    def is_terminal(self, s):
        try:
            return 1 // s.heap > 1
        except (ZeroDivisionError, ValueError):  # HERE NamesTwoErrors
            return True


class KeepsErrors(Sound):
    def is_terminal(self, s):
        try:
            return 1 // s.heap > 1
        except Exception as e:  # noqa: BLE001  HERE KeepsErrors
            return e is not None


class RaisesAgain(Sound):
    def is_terminal(self, s):
        try:
            return 1 // s.heap > 1
        except Exception:
            raise  # HERE RaisesAgain


class Matches(Sound):
    def is_terminal(self, s):
        match s:
            case State(heap=0):  # HERE Matches
                return True
            case _:
                return False


class MatchesMany(Sound):
    def is_terminal(self, s):
        match (s.heap, 0):
            case (0, *_):  # HERE MatchesMany
                return True
            case _:
                return False


class YieldsInACircle(Sound):
    def is_terminal(self, s):
        return self.is_over(s, s.heap)

    def is_over(self, s, n):
        return sum(self.moves(s, n - 1)) == 0 if n else True

    def moves(self, s, n):
        if self.is_over(s, n):  # HERE YieldsInACircle
            yield n


class AsksInACircle(Sound):
    def is_terminal(self, s):
        return self.is_over(s.heap)

    def is_over(self, n):
        return n == 0 or self.over  # HERE AsksInACircle

    @property
    def over(self):
        return self.is_over(0)


class NeverEnds(Sound):
    def is_terminal(self, s):
        return self.more(s.heap) > 0

    def more(self, n):
        return self.less(n) + 1

    def less(self, n):
        found = self.more(n - 1)  # HERE NeverEnds
        return found if n else 0


class Copies(Sound):
    def result(self, s, a):
        return copy.deepcopy(s)._replace(heap=s.heap - a)  # HERE Copies


class JoinsText(Sound):
    def is_terminal(self, s):
        return bin(s.heap) == "0b0"  # HERE JoinsText


class EmptyList(Sound):
    def actions(self, s):
        found = []
        for a in found:  # noqa: UP028  HERE EmptyList
            yield a


class TwoKindsAtOnce(Sound):
    def evaluate(self, s, player):
        return len(s if s.heap else 1)  # HERE TwoKindsAtOnce


class TwoReturns(Sound):
    def evaluate(self, s, player):
        if s.heap == 0:
            return (0, 0)
        return s.heap  # HERE TwoReturns


class TupleActions(Sound):
    def actions(self, s):  # HERE TupleActions
        yield (1, 2)


@dataclass(frozen=True)
class Frozen:
    heap: int


class DataclassState(Sound):
    def initial(self):  # HERE DataclassState
        return Frozen(3)


class DictState(Sound):
    def initial(self):  # HERE DictState
        return {"heap": 3}


class Texts(NamedTuple):
    cells: tuple[str, ...]


class TextsInState(Sound):
    def initial(self):
        return Texts(("X", "O"))


class Empty(NamedTuple):
    cells: object


class NoneInState(Sound):
    def initial(self):
        return Empty(None)
