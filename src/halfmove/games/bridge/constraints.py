"""What is asked of hands, as data: tested on one hand or on an array of them, said in words, bounded.

Every constraint has `test` (of `hands.Hands`: a truth value, or an array of them), `words`, `bounds` (a box
in which all hands that fit lie: lengths and points) and `with_partner`, which makes what is asked of two
hands together ("8+ spades together") a constraint on one of them, as partner has shown so much.
`constraint_text.parse_constraint` reads what `words` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from halfmove.games.bridge.hands import Hands, shape_key
from halfmove.games.tricks.deals import card_text, hand_text
from halfmove.games.tricks.memory import RANKS, SUITS

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
HCP, POINTS, CONTROLS, ACES, KINGS = "HCP", "points", "controls", "aces", "kings"
MOST = {HCP: 37, POINTS: 46, CONTROLS: 12, ACES: 4, KINGS: 4, **dict.fromkeys(SUIT_WORDS, RANKS)}
"""The figures of a hand, and the highest of each; lengths have the names of the suits."""
MOST_SUPPORT, MOST_SHORT_POINTS, MOST_LENGTH_POINTS = 52, 15, 9
Span = tuple[int, int]


class Bounds(NamedTuple):
    """The least and the most of each figure."""

    lengths: tuple[Span, ...] = ((0, RANKS),) * SUITS
    hcp: Span = (0, MOST[HCP])
    points: Span = (0, MOST[POINTS])
    """What partner may rely on: points as they were counted, for length or in support of a suit."""

    def of(self, figure: str) -> Span:
        """The span of a figure; that of one which is not bounded is what any hand may have."""
        if figure in SUIT_WORDS:
            return self.lengths[SUIT_WORDS.index(figure)]
        return self.hcp if figure == HCP else self.points if figure == POINTS else (0, MOST[figure])

    @property
    def is_empty(self) -> bool:
        """Whether no hand lies in it."""
        low, high = sum(a for a, _ in self.lengths), sum(b for _, b in self.lengths)
        return any(a > b for a, b in (*self.lengths, self.hcp, self.points)) or not low <= RANKS <= high

    def tightened(self) -> Bounds:
        """The same with what follows from thirteen cards, and from points for high cards and length."""
        least, most = sum(a for a, _ in self.lengths), sum(b for _, b in self.lengths)
        lengths = tuple((max(a, RANKS - most + b), min(b, RANKS - least + a)) for a, b in self.lengths)
        long = sum(max(a - 4, 0) for a, _ in lengths)
        most_long = min(sum(max(b - 4, 0) for _, b in lengths), MOST_LENGTH_POINTS)
        low, high = max(self.points[0], self.hcp[0] + long), min(self.points[1], self.hcp[1] + most_long)
        return Bounds(lengths, self.hcp, (low, high))


ANY = Bounds()


def meet(one: Bounds, other: Bounds) -> Bounds:
    """What lies in both."""
    return _join(one, other, lambda a, b: (max(a[0], b[0]), min(a[1], b[1])))


def hull(one: Bounds, other: Bounds) -> Bounds:
    """The smallest box around both."""
    if one.is_empty or other.is_empty:
        return other if one.is_empty else one
    return _join(one, other, lambda a, b: (min(a[0], b[0]), max(a[1], b[1])))


def _join(one: Bounds, other: Bounds, of: Callable[[Span, Span], Span]) -> Bounds:
    lengths = tuple(of(a, b) for a, b in zip(one.lengths, other.lengths, strict=True))
    return Bounds(lengths, of(one.hcp, other.hcp), of(one.points, other.points))


class Constraint:
    """What a hand must have."""

    is_sum = False
    """Whether it may be asked of two hands together: a figure that adds up."""

    def test(self, hands: Hands) -> Any:
        """Whether each hand fits."""
        raise NotImplementedError

    def words(self) -> str:
        """As a person would write it."""
        raise NotImplementedError

    def bounds(self) -> Bounds:
        return ANY

    def with_partner(self, partner: Bounds) -> Constraint:
        return self

    def negated(self) -> Constraint:
        return Not(self)

    def _wrapped(self) -> str:
        return self.words()


def span_words(low: int, high: int, most: int) -> str:
    """`15–17`, `5+`, `at most 3`, `4`."""
    if low == high:
        return str(low)
    if high >= most:
        return f"{low}+"
    return f"at most {high}" if low <= 0 else f"{low}–{high}"


@dataclass(frozen=True)
class Figure(Constraint):
    """A figure of the hand lies between two numbers."""

    figure: str
    low: int
    high: int
    together: bool = False
    """Whether with what partner has shown at least."""
    is_sum = True

    def value(self, hands: Hands) -> Any:
        """The figure."""
        if self.figure in SUIT_WORDS:
            return hands.lengths[SUIT_WORDS.index(self.figure)]
        return getattr(hands, self.figure.lower())

    def test(self, hands: Hands) -> Any:
        value = self.value(hands)
        return (value >= self.low) & (value <= self.high)

    def words(self) -> str:
        span = span_words(self.low, self.high, MOST[self.figure])
        return f"{span} {self.figure}{' together' if self.together else ''}"

    def bounds(self) -> Bounds:
        span = (self.low, self.high)
        if self.figure in SUIT_WORDS:
            suit = SUIT_WORDS.index(self.figure)
            lengths = tuple(span if k == suit else (0, RANKS) for k in range(SUITS))
            return Bounds(lengths)
        if self.figure == HCP:
            return Bounds(hcp=span, points=(self.low, min(self.high + MOST_LENGTH_POINTS, MOST[POINTS])))
        if self.figure == POINTS:
            return Bounds(hcp=(max(self.low - MOST_LENGTH_POINTS, 0), min(self.high, MOST[HCP])), points=span)
        return ANY

    def with_partner(self, partner: Bounds) -> Constraint:
        if not self.together:
            return self
        shown, most = partner.of(self.figure)[0], MOST[self.figure]
        high = most if self.high >= most else self.high - shown
        return replace(self, low=max(self.low - shown, 0), high=high, together=False)

    def negated(self) -> Constraint:
        most = MOST[self.figure]
        if self.high >= most:
            return replace(self, low=0, high=self.low - 1)
        return replace(self, low=self.high + 1, high=most) if self.low <= 0 else Not(self)


@dataclass(frozen=True)
class Support(Constraint):
    """High-card and support points for a trump suit lie between two numbers."""

    trump: int
    low: int
    high: int
    together: bool = False

    def test(self, hands: Hands) -> Any:
        value = hands.support(self.trump)
        return (value >= self.low) & (value <= self.high)

    def words(self) -> str:
        span = span_words(self.low, self.high, MOST_SUPPORT)
        return f"{span} points for {SUIT_WORDS[self.trump]}{' together' if self.together else ''}"

    def bounds(self) -> Bounds:
        high = min(self.high, MOST[HCP])
        return Bounds(hcp=(max(self.low - MOST_SHORT_POINTS, 0), high), points=(self.low, self.high))

    def with_partner(self, partner: Bounds) -> Constraint:
        if not self.together:
            return self
        shown = partner.points[0]
        high = MOST_SUPPORT if self.high >= MOST_SUPPORT else self.high - shown
        return Support(self.trump, max(self.low - shown, 0), high)

    def negated(self) -> Constraint:
        return replace(self, low=0, high=self.low - 1) if self.high >= MOST_SUPPORT else Not(self)


BALANCED = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
SEMI_BALANCED = (*BALANCED, (5, 4, 2, 2), (6, 3, 2, 2))
SHAPE_WORDS = {"balanced": BALANCED, "semi-balanced": SEMI_BALANCED}


@dataclass(frozen=True)
class Shape(Constraint):
    """The lengths of the suits are one of these, in any order."""

    shapes: tuple[tuple[int, ...], ...]

    def test(self, hands: Hands) -> Any:
        found = hands.shape == shape_key(self.shapes[0])
        for lengths in self.shapes[1:]:
            found = found | (hands.shape == shape_key(lengths))
        return found

    def words(self) -> str:
        for word, shapes in SHAPE_WORDS.items():
            if shapes == self.shapes:
                return word
        return " or ".join("-".join(map(str, lengths)) for lengths in self.shapes)

    def _wrapped(self) -> str:
        text = self.words()
        return f"({text})" if " or " in text else text

    def bounds(self) -> Bounds:
        every = [length for lengths in self.shapes for length in lengths]
        return Bounds(((min(every), max(every)),) * SUITS)


@dataclass(frozen=True)
class ExactShape(Constraint):
    """The lengths in order, spades first; None for one that may be anything."""

    lengths: tuple[int | None, ...]

    def test(self, hands: Hands) -> Any:
        found = hands.cards == hands.cards
        for suit, length in zip(reversed(range(SUITS)), self.lengths, strict=True):
            if length is not None:
                found = found & (hands.lengths[suit] == length)
        return found

    def words(self) -> str:
        return "=".join("x" if length is None else str(length) for length in self.lengths)

    def bounds(self) -> Bounds:
        return Bounds(tuple((0, RANKS) if n is None else (n, n) for n in reversed(self.lengths)))


RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
}


@dataclass(frozen=True)
class Relation(Constraint):
    """A suit is longer than another, as long, or not shorter."""

    suit: int
    sign: str
    other: int

    def test(self, hands: Hands) -> Any:
        return RELATIONS[self.sign](hands.lengths[self.suit], hands.lengths[self.other])

    def words(self) -> str:
        return f"{SUIT_WORDS[self.suit]} {self.sign} {SUIT_WORDS[self.other]}"


@dataclass(frozen=True)
class Longest(Constraint):
    """No suit is longer."""

    suit: int

    def test(self, hands: Hands) -> Any:
        found = hands.lengths[self.suit] >= 0
        for length in hands.lengths:
            found = found & (hands.lengths[self.suit] >= length)
        return found

    def words(self) -> str:
        return f"longest {SUIT_WORDS[self.suit]}"

    def bounds(self) -> Bounds:
        return Bounds(tuple((4, RANKS) if suit == self.suit else (0, 6) for suit in range(SUITS)))


@dataclass(frozen=True)
class Quality(Constraint):
    """A suit is stopped, or good (`hands.Hands.stops`, `is_good`)."""

    suit: int
    good: bool

    def test(self, hands: Hands) -> Any:
        return hands.is_good(self.suit) if self.good else hands.stops(self.suit)

    def words(self) -> str:
        return f"good {SUIT_WORDS[self.suit]}" if self.good else f"stopper in {SUIT_WORDS[self.suit]}"


@dataclass(frozen=True)
class Held(Constraint):
    """The hand has these cards."""

    cards: int

    def test(self, hands: Hands) -> Any:
        return hands.has(self.cards)

    def words(self) -> str:
        return ", ".join(card_text(card) for card in range(64) if self.cards >> card & 1)


@dataclass(frozen=True)
class Exactly(Constraint):
    """The hand is this one."""

    hand: int

    def test(self, hands: Hands) -> Any:
        return hands.cards == self.hand

    def words(self) -> str:
        return hand_text(self.hand)

    def bounds(self) -> Bounds:
        one = Hands(self.hand)
        return Bounds(tuple((n, n) for n in one.lengths), (one.hcp, one.hcp), (one.points, one.points))


@dataclass(frozen=True)
class Not(Constraint):
    """The other does not hold."""

    part: Constraint

    def test(self, hands: Hands) -> Any:
        return self.part.test(hands) ^ True

    def words(self) -> str:
        return f"not {self.part._wrapped()}"

    def with_partner(self, partner: Bounds) -> Constraint:
        return self.part.with_partner(partner).negated()

    def negated(self) -> Constraint:
        return self.part


@dataclass(frozen=True)
class AllOf(Constraint):
    """All of them hold; without any, anything fits."""

    parts: tuple[Constraint, ...] = ()

    def test(self, hands: Hands) -> Any:
        found = hands.cards == hands.cards
        for part in self.parts:
            found = found & part.test(hands)
            if found is False:
                return found
        return found

    def words(self) -> str:
        return ", ".join(part._wrapped() for part in self.parts) or "anything"

    def _wrapped(self) -> str:
        return f"({self.words()})" if len(self.parts) > 1 else self.words()

    def bounds(self) -> Bounds:
        found = ANY
        for part in self.parts:
            found = meet(found, part.bounds())
        return found if found.is_empty else found.tightened()

    def with_partner(self, partner: Bounds) -> Constraint:
        return AllOf(tuple(part.with_partner(partner) for part in self.parts))

    def negated(self) -> Constraint:
        return one_of([part.negated() for part in self.parts])


@dataclass(frozen=True)
class OneOf(Constraint):
    """One of them holds at least; without any, nothing fits."""

    parts: tuple[Constraint, ...]

    def test(self, hands: Hands) -> Any:
        found = hands.cards != hands.cards
        for part in self.parts:
            found = found | part.test(hands)
            if found is True:
                return found
        return found

    def words(self) -> str:
        return " or ".join(part._wrapped() for part in self.parts) or "nothing"

    def _wrapped(self) -> str:
        return f"({self.words()})" if len(self.parts) > 1 else self.words()

    def bounds(self) -> Bounds:
        found = Bounds(hcp=(1, 0))
        for part in self.parts:
            found = hull(found, part.bounds())
        return found

    def with_partner(self, partner: Bounds) -> Constraint:
        return OneOf(tuple(part.with_partner(partner) for part in self.parts))

    def negated(self) -> Constraint:
        return all_of([part.negated() for part in self.parts])


ANYTHING = AllOf()


def all_of(parts: Sequence[Constraint]) -> Constraint:
    """All of them, without brackets in brackets; what figures say of the same is said once."""
    flat: list[Constraint] = []
    for part in parts:
        flat += part.parts if isinstance(part, AllOf) else (part,)
    found: list[Constraint] = []
    for part in flat:
        same = next((k for k, other in enumerate(found) if _is_same_figure(part, other)), None)
        if same is not None:
            other = found[same]
            assert isinstance(part, Figure)
            assert isinstance(other, Figure)
            found[same] = replace(other, low=max(part.low, other.low), high=min(part.high, other.high))
        elif part not in found:
            found.append(part)
    return found[0] if len(found) == 1 else AllOf(tuple(found))


def one_of(parts: Sequence[Constraint]) -> Constraint:
    """One of them."""
    flat: list[Constraint] = []
    for part in parts:
        for one in part.parts if isinstance(part, OneOf) else (part,):
            if one not in flat:
                flat.append(one)
    return flat[0] if len(flat) == 1 else OneOf(tuple(flat))


def _is_same_figure(one: Constraint, other: Constraint) -> bool:
    return (
        isinstance(one, Figure)
        and isinstance(other, Figure)
        and (one.figure, one.together) == (other.figure, other.together)
        and max(one.low, other.low) <= min(one.high, other.high)
    )


def shapes_of_pattern(text: str) -> tuple[tuple[int, ...], ...]:
    """The lengths that `4432` or `5xxx` stands for, each from the longest."""
    wild = [range(RANKS + 1) if letter == "x" else (int(letter),) for letter in text]
    fit = {tuple(sorted(lengths, reverse=True)) for lengths in product(*wild) if sum(lengths) == RANKS}
    return tuple(sorted(fit))
