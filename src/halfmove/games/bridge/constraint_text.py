"""Constraints on hands as text: `balanced, 15-17`, `5+ spades`, `4=4=x=x or 5+ hearts, not 4+ spades`.

    constraint := conjunction ("or" conjunction)*        conjunction := term ([","] term)*
    term       := "not" term | "(" constraint ")" | SPAN [FIGURE] ["together"] | SHAPE | SUIT SIGN SUIT | …

A comma binds more closely than `or`.  A span is `5`, `5+`, `5-`, `15-17`, `at most 3`, `at least 5`; what is
counted stands behind it: HCP (also where nothing stands there), points, controls, aces, kings, a suit, or
`points for spades`.  Of several hands: `N: balanced, 15-17; S: 5+ spades`, `North balanced 15-17, South 5+
spades`, and of two hands together `NS: 25+, 8+ spades`.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from halfmove.core.errors import BadInput
from halfmove.games.bridge.constraints import (
    ANYTHING,
    HCP,
    MOST,
    MOST_SUPPORT,
    SHAPE_WORDS,
    SUIT_WORDS,
    AllOf,
    Constraint,
    Exactly,
    ExactShape,
    Figure,
    Held,
    Longest,
    Not,
    OneOf,
    Quality,
    Relation,
    Shape,
    Support,
    all_of,
    one_of,
    shapes_of_pattern,
)
from halfmove.games.tricks.deals import read_card, read_hand
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.scoring import SEAT_NAMES, SIDES

_RANKS = "[akqjt2-9]"
_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<hand>(?:(?:{_RANKS}|10)*\.){{3}}(?:{_RANKS}|10)*)
    | (?P<exact>[\dx](?:=[\dx]){{3}}) | (?P<shape>\d-\d-\d-\d|(?=\d*x*\d)[\dx]{{4}}(?![\dx]))
    | (?P<card>[shdc][akqjt2-9](?![a-z0-9]))
    | (?P<span>\d+\s*(?:-|to)\s*\d+|\d+\s*\+|\d+-|\d+) | (?P<word>[a-z]+(?:-[a-z]+)*)
    | (?P<sign>>=|<=|[()<>=,&+-])
    )""",
    re.VERBOSE,
)
_SUITS = {
    name: suit
    for suit, names in enumerate(
        (
            ("clubs", "club", "c"),
            ("diamonds", "diamond", "d"),
            ("hearts", "heart", "h"),
            ("spades", "spade", "s"),
        )
    )
    for name in names
}
_FIGURES = {
    "hcp": HCP, "points": "points", "point": "points", "pts": "points", "controls": "controls",
    "control": "controls", "aces": "aces", "ace": "aces", "kings": "kings", "king": "kings",
}  # fmt: skip
_EXAMPLES = "such as 15-17, 5+ spades, 12+ points, balanced, 4333, 4=4=x=x, longest hearts, stopper in clubs"
_SEATS = {"n": 0, "north": 0, "e": 1, "east": 1, "s": 2, "south": 2, "w": 3, "west": 3}
_SIDES = {"ns": (0, 2), "ew": (1, 3)}
_HEAD = re.compile(r"\b(?:(north|east|south|west)\b\s*:?|(n|e|s|w|ns|ew)\s*:)")


def _plain(text: str) -> str:
    """The text in small letters, with plain dashes and names for the signs of suits."""
    text = text.replace("–", "-").replace("−", "-").replace("≥", ">=").replace("≤", "<=")
    for sign, name in zip("♣♦♥♠", SUIT_WORDS, strict=True):
        text = text.replace(sign, f" {name} ")
    return text.lower()


class _Reader:
    """Reads one constraint from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.tokens: list[tuple[str, str]] = []
        plain, at = _plain(text).strip(), 0
        while at < len(plain):
            match = _TOKEN.match(plain, at)
            if match is None:
                self.refuse(plain[at:].split()[0])
            kind = match.lastgroup or ""
            self.tokens.append((kind, match[kind]))
            at = match.end()
        self.place = 0

    def refuse(self, word: str) -> NoReturn:
        raise BadInput(f"'{word}' in '{self.text}' is no constraint on a hand; constraints are {_EXAMPLES}.")

    @property
    def next(self) -> tuple[str, str]:
        return self.tokens[self.place] if self.place < len(self.tokens) else ("end", "")

    def take(self, *words: str) -> bool:
        """Whether the next token is one of these; then it is read."""
        found = self.next[1] in words and self.next[0] != "end"
        self.place += found
        return found

    def whole(self) -> Constraint:
        if not self.tokens:
            return ANYTHING
        found = self.alternatives()
        if self.next[0] != "end":
            self.refuse(self.next[1])
        return found

    def alternatives(self) -> Constraint:
        parts = [self.conjunction()]
        while self.take("or"):
            parts.append(self.conjunction())
        return one_of(parts)

    def conjunction(self) -> Constraint:
        parts = [self.term()]
        while self.next[0] != "end" and self.next[1] not in (")", "or"):
            if self.take(",", "and", "&") and self.next[0] == "end":
                break
            parts.append(self.term())
        return all_of(parts)

    def term(self) -> Constraint:
        kind, word = self.next
        if kind == "end":
            raise BadInput(f"'{self.text}' ends where a constraint should follow, {_EXAMPLES}.")
        self.place += 1
        if word in ("not", "no"):
            suit = _SUITS.get(self.next[1]) if word == "no" else None
            if suit is not None:
                self.place += 1
                return Figure(SUIT_WORDS[suit], 0, 0)
            return self.term().negated()
        if word == "(":
            found = self.alternatives()
            if not self.take(")"):
                raise BadInput(f"A bracket of '{self.text}' is not closed.")
            return found
        if kind == "hand":
            return self.hand(word)
        if kind == "exact":
            return self.exact_shape(word)
        if kind == "shape":
            shapes = shapes_of_pattern(word.replace("-", ""))
            if not shapes:
                raise BadInput(f"The lengths {word} in '{self.text}' do not add up to 13 cards.")
            return Shape(shapes)
        if kind == "card":
            return Held(1 << read_card(word))
        if kind == "span":
            return self.figure(*self.span(word))
        return self.worded(word)

    def worded(self, word: str) -> Constraint:
        """What begins with a word."""
        if word == "at" and self.next[1] in ("most", "least"):
            least = self.next[1] == "least"
            self.place += 1
            number = self.next[1]
            if not number.isdigit():
                self.refuse(f"{word} {'least' if least else 'most'} {number}".strip())
            self.place += 1
            return self.figure(int(number) if least else 0, None if least else int(number))
        if word == "exactly" and self.next[1].isdigit():
            number = self.next[1]
            self.place += 1
            return self.figure(int(number), int(number))
        if word in ("anything", "any"):
            return ANYTHING
        if word == "nothing":
            return OneOf(())
        if word in SHAPE_WORDS:
            return Shape(SHAPE_WORDS[word])
        if word == "unbalanced":
            return Not(Shape(SHAPE_WORDS["balanced"]))
        if word == "longest":
            return Longest(self.suit(word))
        if word == "good":
            return Quality(self.suit(word), good=True)
        if word in ("stopper", "stoppers"):
            self.take("in")
            return Quality(self.suit(word), good=False)
        if word in _SUITS and self.next[1] in (">", ">=", "=", "<", "<="):
            sign = self.next[1]
            self.place += 1
            one, other = _SUITS[word], self.suit(f"{word} {sign}")
            if sign[0] == "<":
                one, other, sign = other, one, sign.replace("<", ">")
            return Relation(one, sign, other)
        self.refuse(word)

    def suit(self, before: str) -> int:
        """The suit that must follow."""
        word = self.next[1]
        if word not in _SUITS:
            self.refuse(f"{before} {word}".strip())
        self.place += 1
        return _SUITS[word]

    def span(self, word: str) -> tuple[int, int | None]:
        numbers = [int(number) for number in re.findall(r"\d+", word)]
        if len(numbers) == 2:
            if numbers[0] > numbers[1]:
                raise BadInput(f"The span {word} in '{self.text}' begins above its end.")
            return numbers[0], numbers[1]
        if "+" in word:
            return numbers[0], None
        return (0, numbers[0]) if "-" in word else (numbers[0], numbers[0])

    def figure(self, low: int, high: int | None) -> Constraint:
        """What is counted, behind its span."""
        word = self.next[1]
        if word in _SUITS:
            name = SUIT_WORDS[_SUITS[word]]
            self.place += 1
        elif word in _FIGURES:
            name = _FIGURES[word]
            self.place += 1
            if name == "points" and self.take("for"):
                trump = self.suit("points for")
                top = MOST_SUPPORT if high is None else high
                return Support(trump, low, top, together=self.take("together"))
        elif self.next[0] == "word" and word not in _BEGIN:
            self.refuse(word)
        else:
            name = HCP
        most = 2 * MOST[name] if self.next[1] == "together" else MOST[name]
        if low > most or (high or 0) > most:
            raise BadInput(f"No hand has {high if low <= most else low} {name}; {most} is the most.")
        return Figure(name, low, MOST[name] if high is None else high, together=self.take("together"))

    def hand(self, word: str) -> Constraint:
        hand = read_hand(word.upper())
        if hand.bit_count() != RANKS:
            raise BadInput(f"A hand has 13 cards, and '{word.upper()}' has {hand.bit_count()}.")
        return Exactly(hand)

    def exact_shape(self, word: str) -> Constraint:
        lengths = tuple(None if part == "x" else int(part) for part in word.split("="))
        known = [length for length in lengths if length is not None]
        if sum(known) > RANKS or (len(known) == len(lengths) and sum(known) != RANKS):
            raise BadInput(f"The lengths {word} in '{self.text}' do not add up to 13 cards.")
        return ExactShape(lengths)


_BEGIN = {
    "not", "no", "or", "and", "at", "exactly", "balanced", "semi-balanced", "unbalanced", "longest", "good",
    "stopper", "stoppers", "together", "anything", "any",
}  # fmt: skip
"""Words that can follow a span of high-card points."""


def parse_constraint(text: str) -> Constraint:
    """The constraint that a text says; `BadInput` names the word that says none."""
    return _Reader(text).whole()


class DealConstraints(NamedTuple):
    """What is asked of the hands of a deal."""

    hands: tuple[Constraint, ...]
    """By seat, N E S W."""
    sides: tuple[Constraint, ...]
    """Of what partners have together, NS and EW."""

    def words(self) -> str:
        """In words, only what is asked."""
        named = zip((*SEAT_NAMES, *SIDES), (*self.hands, *self.sides), strict=True)
        return "; ".join(f"{name}: {part.words()}" for name, part in named if part != ANYTHING) or "any deal"


def parse_deal_constraints(text: str) -> DealConstraints:
    """What `N: balanced, 15-17; S: 5+ spades` asks of each hand."""
    plain = _plain(text)
    heads = list(_HEAD.finditer(plain))
    before = plain[: heads[0].start()] if heads else plain
    if before.strip(" ,;"):
        raise BadInput(
            f"'{before.strip()}' does not say whose hand it is about; say it as in "
            f"N: balanced, 15-17; S: 5+ spades."
        )
    parts: list[list[Constraint]] = [[] for _ in range(6)]
    for k, head in enumerate(heads):
        end = heads[k + 1].start() if k + 1 < len(heads) else len(plain)
        name = head[1] or head[2]
        found = parse_constraint(plain[head.end() : end].strip(" ,;&").removesuffix(" and"))
        if name in _SIDES:
            _check_sums(found, name)
        parts[_SEATS[name] if name in _SEATS else 4 + list(_SIDES).index(name)].append(found)
    made = [all_of(of_seat) if of_seat else ANYTHING for of_seat in parts]
    return DealConstraints(tuple(made[:4]), tuple(made[4:]))


def _check_sums(part: Constraint, side: str) -> None:
    """`BadInput` for what two hands cannot have together."""
    if isinstance(part, AllOf | OneOf):
        for one in part.parts:
            _check_sums(one, side)
    elif isinstance(part, Not):
        _check_sums(part.part, side)
    elif not part.is_sum:
        raise BadInput(
            f"'{part.words()}' cannot be asked of {side.upper()}; two hands together have "
            f"points, controls, aces, kings and lengths, such as 25+ or 8+ spades."
        )
