"""What a player knows in the play of a contract: the hands that he sees, the cards played, voids shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.bridge.layouts import FREE, Hands, Layouts, Weigh
from halfmove.games.bridge.restricted_choice import Followed, weigh_by_choices
from halfmove.games.tricks.deals import card_text, revoke_text
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.memory import LANE, RANKS, SUITS
from halfmove.games.tricks.rules import State
from halfmove.games.tricks.scoring import SEAT_NAMES, Contract, duplicate_score
from halfmove.games.tricks.table import CARD_BITS, EMPTY

SUIT = 0x1FFF
OPEN = DoubleDummy()
"""The play with all hands seen."""


EVERY = 4
"""All layouts are taken where there are at most so many times as many as are asked for."""


class Sample(NamedTuple):
    """Positions that a player cannot tell apart, how likely each is, and whether the auction allows them."""

    states: list[State]
    weights: list[float]
    fits: bool
    complete: bool
    """Whether they are all that there are."""


class Play(NamedTuple):
    """What came of the cards played."""

    state: State
    """The position, with hidden hands empty."""
    cards: tuple[int, ...]
    """What each seat has played."""
    voids: tuple[int, ...]
    """Of each seat the suits in which it has shown out, as sets of all their cards."""
    followed: tuple[Followed, ...]
    """The cards that were not led."""


@dataclass(frozen=True)
class Viewpoint:
    """What the player knows who decides on the next card: the declarer for dummy."""

    contract: Contract
    hands: tuple[int, int, int, int]
    """By seats, as they were before `plays`: the cards that he has seen of each; of a hidden hand none."""
    hidden: int
    """The cards of the hidden hands, before `plays`."""
    leader: int
    """Who leads to the first trick of `plays`."""
    plays: tuple[int, ...] = ()
    """Cards in the order in which they were played."""
    vulnerable: bool = False
    """The declarer's side."""
    worth: tuple[int, ...] = ()
    """What the declarer's side scores, by the tricks that it takes, 0 to 13; none: as in duplicate."""
    won: int = 0
    """Tricks that the declarer's side took before `plays`."""
    weigh: Weigh | None = field(default=None, compare=False)
    """How likely the hands as dealt are, a row of four each: what the auction says."""
    bounds: tuple[tuple[tuple[int, int], ...], ...] = (FREE,) * 4
    """The least and the most cards of each suit, ♣ ♦ ♥ ♠, that each hand was dealt."""
    reads_choices: bool = True
    """Whether layouts are weighed by the honours with which others followed (`restricted_choice`)."""

    # ---- the play so far
    @cached_property
    def _played(self) -> Play:
        trick, leader, trump = EMPTY, self.leader, self.contract.strain
        won, cards, voids = [0, 0], [0] * 4, [0] * 4
        size, followed = self._size(), list[Followed]()
        in_play = self.hidden | sum(self.hands)
        for card in self.plays:
            s = make_state((0, 0, 0, 0), trick, leader, trump, won)
            seat, bit = OPEN.seat(s), 1 << card
            holds = self.hands[seat] if self.hands[seat] else self.hidden
            if not holds & ~sum(cards) & bit:
                raise BadInput(f"{SEAT_NAMES[seat]} cannot have played {card_text(card)}.")
            if trick != EMPTY and (led := OPEN.card_played(s, 0) // LANE) != card // LANE:
                voids[seat] |= SUIT << LANE * led
                if self.hands[seat] & ~cards[seat] & voids[seat]:
                    raise BadInput(revoke_text(SEAT_NAMES[seat], led, card))
            if trick != EMPTY:
                followed.append(Followed(seat, card, in_play))
            cards[seat] |= bit
            top, winner = OPEN.best(s)
            trick = trick << CARD_BITS | card
            if OPEN.played(s) == 3:
                leader = seat if OPEN.beats(card, top, trump) else winner
                won[leader & 1] += 1
                trick = EMPTY
                in_play &= ~sum(cards)
        declared, side = self.won, self.contract.declarer & 1
        won[side] += declared
        won[1 - side] += RANKS - size - declared
        left = [hand & ~gone for hand, gone in zip(self.hands, cards, strict=True)]
        state = make_state(left, trick, leader, trump, won)
        return Play(state, tuple(cards), tuple(voids), tuple(followed))

    def _size(self) -> int:
        """Cards of each hand before `plays`."""
        sizes = {bits.count(hand) for hand in self.hands if hand}
        size = sizes.pop()
        hidden = sum(1 for hand in self.hands if not hand)
        if sizes or size * hidden != bits.count(self.hidden) or self.hidden & sum(self.hands):
            raise BadInput("The hands seen and those hidden do not have equally many cards, each card once.")
        return size

    @property
    def state(self) -> State:
        """The position in the play, with hidden hands empty."""
        return self._played.state

    @property
    def seat(self) -> int:
        """Who is to play."""
        return OPEN.seat(self.state)

    @property
    def side(self) -> int:
        """Of the seat: 0 for North and South."""
        return self.seat & 1

    @property
    def declares(self) -> bool:
        """Whether it is the declarer's side that is to play."""
        return self.side == self.contract.declarer & 1

    @property
    def needed(self) -> int:
        """The tricks that make the contract."""
        return self.contract.level + 6

    def choice(self) -> list[int]:
        """The legal cards."""
        return list(OPEN.actions(self.state))

    def with_card(self, card: int) -> Viewpoint:
        """The same after a card, for who sees the same hands."""
        return replace(self, plays=(*self.plays, card))

    def candidates(self) -> dict[int, tuple[int, ...]]:
        """Of each run of equal cards the highest, with all of them: no card that lies between is still
        in another hand or on the table."""
        others = (self.unseen() | self._walls()) & ~int(OPEN.hands(self.state)[self.seat])
        runs: dict[int, tuple[int, ...]] = {}
        top = last = -1
        for card in sorted(self.choice(), reverse=True):
            is_next = top >= 0 and last // LANE == card // LANE
            if is_next and not others & ((1 << last) - (2 << card)):
                runs[top] = (*runs[top], card)
            else:
                top = card
                runs[top] = (card,)
            last = card
        return runs

    # ---- what is hidden
    def unseen(self) -> int:
        """The cards that are still in hidden hands."""
        return self.hidden & ~sum(self._played.cards)

    @property
    def hidden_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if not hand)

    @cached_property
    def layouts(self) -> Layouts:
        """Of the cards that are still hidden; without `bounds` where the play has shown them to be wrong."""
        cards = self._played.cards
        left, size = self.unseen(), self._size()
        sizes = [size - bits.count(cards[seat]) for seat in self.hidden_seats]
        try:
            return Layouts(left, sizes, [self._room(seat, self.bounds[seat]) for seat in self.hidden_seats])
        except BadInput:
            return Layouts(left, sizes, [self._room(seat, FREE) for seat in self.hidden_seats])

    def _room(self, seat: int, dealt: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The least and the most cards that a hidden hand still has of each suit."""
        cards, voids = self._played.cards, self._played.voids
        room = []
        for suit, (least, most) in enumerate(dealt):
            gone = bits.count(cards[seat] & SUIT << LANE * suit)
            is_void = voids[seat] >> LANE * suit & SUIT
            room.append((max(0, least - gone), 0 if is_void else max(0, most - gone)))
        return room

    def draw(self, number: int, random: np.random.Generator) -> Sample:
        """Positions that he cannot tell from the one he is in, as likely as the auction makes them: so many,
        or all where there are hardly more, those that differ only by equal cards once."""
        if not self.hidden_seats:
            return Sample([self.state], [1.0], True, True)
        complete = self.layouts.count <= EVERY * number
        if complete:
            rows = list(self.layouts.every())
            weights = (
                np.ones(len(rows)) if (weigh := self._weigh()) is None else weigh(np.array(rows, np.uint64))
            )
            fits = bool(weights.any())
            placed = [
                (self.fill(rows[i]), float(weights[i]) if fits else 1.0)
                for i in random.permutation(len(rows))
            ]
        else:
            drawn = self.layouts.draw(number, random, self._weigh())
            fits, placed = drawn.fits, [(self.fill(row), 1.0) for row in drawn.hands.tolist()]
        return Sample(*self.merge_alike(placed), fits, complete)

    def _weigh(self) -> Weigh | None:
        """How likely the hidden cards that are left are: by the auction, and by the cards chosen."""
        seats, cards = self.hidden_seats, self._played.cards
        choices = weigh_by_choices(self._played.followed, seats) if self.reads_choices else None
        given = [part for part in (self.weigh, choices) if part is not None]
        if not given:
            return None
        whole = np.array(self.hands, np.uint64)
        gone = np.array([cards[seat] for seat in seats], np.uint64)

        def weigh(hands: Hands) -> NDArray[np.float64]:
            dealt = np.tile(whole, (len(hands), 1))
            dealt[:, seats] = hands | gone
            found = given[0](dealt)
            return found * given[1](dealt) if len(given) > 1 else found

        return weigh

    def merge_alike(self, placed: Iterable[tuple[State, float]]) -> tuple[list[State], list[float]]:
        """Positions with weights above 0, of those that differ only by equal cards of two hidden hands one,
        with the sum of their weights."""
        weights: dict[State, float] = {}
        runs = list(runs_between(self.unseen(), self._walls()))
        for s, weight in placed:
            if len(self.hidden_seats) == 2:
                s = self.fill(_lowest_first(runs, int(OPEN.hands(s)[self.hidden_seats[0]])))
            if weight > 0:
                weights[s] = weights.get(s, 0.0) + weight
        return list(weights), list(weights.values())

    def _walls(self) -> int:
        """The cards that are seen: in hands and on the table."""
        cards = sum(int(hand) for hand in OPEN.hands(self.state))
        for place in range(OPEN.played(self.state)):
            cards |= 1 << OPEN.card_played(self.state, place)
        return cards

    def fill(self, hidden: Sequence[int]) -> State:
        """The position with these cards in the hidden hands."""
        s = self.state
        hands = [int(hand) for hand in OPEN.hands(s)]
        for seat, hand in zip(self.hidden_seats, hidden, strict=True):
            hands[seat] = hand
        return make_state(hands, s.trick, s.leader, s.trump, (s.won, s.lost))

    # ---- what it is about
    def scores(self) -> list[int]:
        """The score to the side that is to play, by the tricks that the declarer takes, 0 to 13."""
        sign = 1 if self.declares else -1
        scores = self.worth or [
            duplicate_score(self.contract, taken, self.vulnerable) for taken in range(RANKS + 1)
        ]
        return [sign * score for score in scores]


def make_state(hands: Sequence[int], trick: int, leader: int, trump: int, tricks: Sequence[int]) -> State:
    """The position with these hands, and so many tricks of the two sides."""
    first, second, third, fourth = map(bits.board, hands)
    return State(first, second, third, fourth, trick, leader, trump, tricks[0], tricks[1])


def runs_between(hidden: int, seen: int) -> Iterator[int]:
    """The hidden cards in runs: no seen card lies between two of one."""
    for suit in range(SUITS):
        run = 0
        lane, walls = hidden >> LANE * suit & SUIT, seen >> LANE * suit & SUIT
        for rank in range(SUIT.bit_length()):
            if walls >> rank & 1 and run:
                yield run
                run = 0
            if lane >> rank & 1:
                run |= 1 << LANE * suit + rank
        if run:
            yield run


def _lowest_first(runs: Sequence[int], hand: int) -> tuple[int, int]:
    """Two hands of the cards of the runs: the first with as many of each as `hand`, the lowest."""
    mine = 0
    for run in runs:
        rest = run
        for _ in range(bits.count(hand & run)):
            low = rest & -rest
            mine |= low
            rest ^= low
    return mine, sum(runs) & ~mine


def seen_by(
    seat: int,
    contract: Contract,
    deal: Sequence[int],
    plays: Iterable[int],
    shown: Iterable[int] = (),
    **more: Any,
) -> Viewpoint:
    """What a seat knows of a deal, given as hands before the play: dummy's too, once a card is led, and those
    of `shown`, who have claimed."""
    plays = tuple(plays)
    dummy = (contract.declarer + 2) % 4
    viewer = contract.declarer if seat == dummy else seat
    known = {viewer, dummy, *shown} if plays else {viewer}
    hands = [hand if at in known else 0 for at, hand in enumerate(deal)]
    hidden = sum(hand for at, hand in enumerate(deal) if at not in known)
    leader = (contract.declarer + 1) % 4
    return Viewpoint(contract, (hands[0], hands[1], hands[2], hands[3]), hidden, leader, plays, **more)
