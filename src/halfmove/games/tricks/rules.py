"""Games of tricks with all cards seen: follow suit if you can; the highest trump wins, or else the highest
card of the suit led.

The hands go round clockwise; seats 0 and 2 are one side, 1 and 3 the other; with two seats each is a side.
Whoever wins a trick leads to the next.  A side's utility is how many tricks it takes more than the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN
from halfmove.games.tricks.deals import (
    STRAINS,
    card_text,
    deal_text,
    read_card,
    read_deal,
    read_strain,
    read_whole_deal,
    revoke_text,
    strain_name,
)
from halfmove.games.tricks.memory import LANE, NO_TRUMP, RANKS, SUITS
from halfmove.games.tricks.ordering import follow_rank, lead_rank
from halfmove.games.tricks.scoring import SEAT_NAMES, SEATS
from halfmove.games.tricks.table import CARD_BITS, EMPTY, TrickTable
from halfmove.games.tricks.winners import lane, quick_tricks

if TYPE_CHECKING:
    from halfmove.core.surface import Surface


class State(NamedTuple):
    """The hands, the trick on the table, who led to it, the trump suit, and the tricks each side has."""

    first: Bitboard
    second: Bitboard
    third: Bitboard
    fourth: Bitboard
    trick: int
    leader: int
    trump: int
    won: int
    lost: int


class TrickGame(TrickTable):
    """What games of tricks share.  A subclass says how many `seats` there are and what they are called."""

    actions_limit = RANKS
    history_slots = SUITS * LANE
    utility_limit = RANKS
    uncompiled_parameters = ("deal", "strain", "leader", "start")

    seat_letters = "NESW"

    deal: str
    strain: str = "N"
    leader: str

    start: Any

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"strain": tuple(STRAINS), "leader": tuple(self.seat_letters)}

    def setup(self) -> None:
        if self.leader not in tuple(self.seat_letters):
            raise BadInput(f"The leader is one of {', '.join(self.seat_letters)}, not '{self.leader}'.")
        hands = read_whole_deal(self.deal, self.seat_letters)
        self.start = self.first_state(hands, read_strain(self.strain), self.seat_letters.index(self.leader))

    def first_state(self, hands: Sequence[int], trump: int, leader: int) -> State:
        """Before the first lead."""
        all_hands = [bits.board(hand) for hand in hands] + [bits.board(0)] * (4 - len(hands))
        return State(all_hands[0], all_hands[1], all_hands[2], all_hands[3], EMPTY, leader, trump, 0, 0)

    # ---- the six functions
    def initial(self) -> State:
        start: State = self.start
        return start

    def to_move(self, s: State) -> int:
        return self.seat(s) & 1

    def actions(self, s: State) -> Iterator[int]:
        choice = self.choice(s)
        while choice != bits.board(0):
            yield bits.lowest(choice)
            choice = bits.without_lowest(choice)

    def result(self, s: State, a: int) -> State:
        seat, card = self.seat(s), bits.bit(a)
        first = bits.without(s.first, card)
        second = bits.without(s.second, card)
        third = bits.without(s.third, card)
        fourth = bits.without(s.fourth, card)
        trick = (s.trick << CARD_BITS) | a
        if self.played(s) + 1 < self.seats:
            return State(first, second, third, fourth, trick, s.leader, s.trump, s.won, s.lost)
        top, winner = self.best(s)
        if self.beats(a, top, s.trump):
            winner = seat
        mine = 1 if winner & 1 == 0 else 0
        return State(first, second, third, fourth, EMPTY, winner, s.trump, s.won + mine, s.lost + 1 - mine)

    def is_terminal(self, s: State) -> bool:
        return (s.first | s.second | s.third | s.fourth) == bits.board(0)

    def utility(self, s: State, player: int) -> int:
        return s.won - s.lost if player == 0 else s.lost - s.won

    # ---- knowledge
    def candidates(self, s: State) -> Iterator[int]:
        choice, every = self.choice(s), self.every(s)
        for suit in range(SUITS):
            mine, cards = lane(choice, suit), lane(every, suit)
            before = False
            while mine != bits.board(0):
                best = bits.highest_bit(cards)
                cards ^= best
                held = (mine & best) != bits.board(0)
                if held:
                    mine ^= best
                    if not before:
                        yield LANE * suit + bits.lowest(best)
                before = held

    def order(self, s: State, a: int) -> int:
        top, winner = self.best(s)
        hands, seat, every = self.hands(s), self.seat(s), self.every(s)
        if top < 0:
            return lead_rank(self, hands, seat, s.trump, every, a // LANE, a % LANE)
        yet = self.seats - 1 - self.played(s)
        led = self.card_played(s, 0) // LANE
        return follow_rank(self, hands, seat, s.trump, every, led, top, winner, yet, a)

    def bounds(self, s: State) -> tuple[int, int]:
        left, lead = self.tricks_left(s), self.utility(s, self.to_move(s))
        least, most = lead - left, lead + left
        if s.trick == EMPTY:
            quick, _ = quick_tricks(self, self.hands(s), s.leader, s.trump, self.every(s), left)
            least += 2 * quick
        return self.sure_score(s, least), self.sure_score(s, most)

    def sure_score(self, s: State, utility: int) -> int:
        """The engine's score of a utility: the end is as far away as there are cards."""
        if utility > 0:
            return utility * WIN - self.plies_left(s)
        return utility * WIN + (self.plies_left(s) if utility < 0 else 0)

    def evaluate(self, s: State, player: int) -> int:
        # every trick goes to one of the sides, so what is sure to be taken is half of an estimate
        lead = 900_000 * self.utility(s, player)
        if s.trick == EMPTY and not self.is_terminal(s):
            left = self.tricks_left(s)
            quick, _ = quick_tricks(self, self.hands(s), s.leader, s.trump, self.every(s), left)
            lead += 800_000 * quick if player == s.leader & 1 else -800_000 * quick
        return lead

    def plies_left(self, s: State) -> int:
        return bits.count(s.first | s.second | s.third | s.fourth)

    def key(self, s: State) -> Bitboard:
        word = bits.hash_with(s.first, bits.number(s.second))
        word = bits.hash_with(word, bits.number(s.third))
        word = bits.hash_with(word, bits.number(s.fourth))
        return bits.hash_with(word, ((s.trick * 4 + s.leader) * 8 + s.trump) * 256 + s.won * 16 + s.lost)

    # ---- text: a position is `N:… … … … S W SK SA 3-2`
    def action_text(self, s: State, a: int) -> str:
        return card_text(a)

    def parse_action(self, s: State, text: str) -> int:
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{text.strip()}' cannot be played.")
        card, seat = read_card(text), self.seat(s)
        if not bits.has(self.hands(s)[seat], card):
            raise BadInput(f"{self.seat_name(seat)} does not have {card_text(card)}.")
        if not bits.has(self.choice(s), card):
            raise BadInput(revoke_text(self.seat_name(seat), self.card_played(s, 0) // LANE, card))
        return card

    def seat_name(self, seat: int) -> str:
        """Who sits there, in words: `North`, or the letter of a seat that has no other name."""
        letter = self.seat_letters[seat]
        return dict(zip(SEATS, SEAT_NAMES, strict=True)).get(letter, letter)

    def position_text(self, s: State) -> str:
        cards = [card_text(self.card_played(s, i)) for i in range(self.played(s))]
        deal = deal_text(self.hands(s)[: self.seats], self.seat_letters)
        tricks = [f"{s.won}-{s.lost}"] if s.won or s.lost else []
        return " ".join([deal, STRAINS[s.trump], self.seat_letters[s.leader], *cards, *tricks])

    def parse(self, text: str) -> State:
        """A deal, the strain, who led to the trick, the cards on the table, and the tricks of each side."""
        words = text.split()
        count = self.seats + (1 if words and words[0].endswith(":") else 0)
        hands = read_deal(" ".join(words[:count]), self.seat_letters)
        words = words[count:]
        start = self.initial()
        trump = read_strain(words.pop(0)) if words else start.trump
        leader = words.pop(0).upper() if words else self.seat_letters[start.leader]
        if leader not in tuple(self.seat_letters):
            raise BadInput(f"The leader is one of {', '.join(self.seat_letters)}, not '{leader}'.")
        score = re.fullmatch(r"(\d{1,2})-(\d{1,2})", words[-1]) if words else None
        won, lost = (int(score[1]), int(score[2])) if score else (0, 0)
        s = self.first_state(hands, trump, self.seat_letters.index(leader))
        trick, seen = EMPTY, sum(hands)
        for word in words[:-1] if score else words:
            card = read_card(word)
            if seen >> card & 1:
                raise BadInput(f"{card_text(card)} is there twice: on the table, and in a hand or before it.")
            seen |= 1 << card
            trick = trick << CARD_BITS | card
        s = s._replace(trick=trick, won=won, lost=lost)
        self._check(s)
        return s

    def _check(self, s: State) -> None:
        """`BadInput` where hands, table and tricks do not fit together."""
        played = self.played(s)
        if played >= self.seats:
            raise BadInput(f"At most {self.seats - 1} cards of a trick lie on the table, not {played}.")
        sizes = [bits.count(hand) for hand in self.hands(s)[: self.seats]]
        for place in range(played):
            seat = (s.leader + place) & (self.seats - 1)
            sizes[seat] += 1
            led, card = self.card_played(s, 0) // LANE, self.card_played(s, place)
            if card // LANE != led and lane(self.hands(s)[seat], led) != bits.board(0):
                raise BadInput(revoke_text(self.seat_name(seat), led, card))
        if len(set(sizes)) > 1:
            said = ", ".join(f"{seat} {size}" for seat, size in zip(self.seat_letters, sizes, strict=True))
            raise BadInput(f"With those on the table each has the same number of cards, and here {said}.")
        if sizes[0] + s.won + s.lost > RANKS:
            raise BadInput(
                f"There are at most 13 tricks, and {s.won + s.lost} taken and {sizes[0]} left are more."
            )

    # ---- pictures
    def show(self, s: State) -> str:
        rows = []
        for seat, letter in enumerate(self.seat_letters):
            mark = ">" if not self.is_terminal(s) and seat == self.seat(s) else " "
            text = deal_text([self.hands(s)[seat]], letter)[2:]
            suits = " ".join(
                f"{sign}{part or '-'}" for sign, part in zip("♠♥♦♣", text.split("."), strict=True)
            )
            place = (seat - s.leader) & (self.seats - 1)
            card = f"   plays {card_text(self.card_played(s, place))}" if place < self.played(s) else ""
            rows.append(f"{mark} {letter}  {suits}{card}")
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """The strain and the tricks."""
        first, second = self.player_names
        trump = strain_name(s.trump)
        words = trump if s.trump == NO_TRUMP else f"{trump} are trumps"
        return f"{words}; tricks: {first} {s.won}, {second} {s.lost}"

    def draw(self, s: State) -> str:
        from halfmove.games.tricks.picture import svg

        return svg(self, s)

    def surface(self) -> Surface:
        from halfmove.games.tricks.picture import Cards

        return Cards(self)
