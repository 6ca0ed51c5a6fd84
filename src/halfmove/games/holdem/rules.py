"""The rules of Texas hold'em: one hand, from the deal to who wins the pots.

Seats are counted from the left of the button: seat 0 acts first after the flop and the last seat has the
button.  The small blind is seat 0's and the big blind seat 1's; with two players the button, seat 1, has the
small blind, and acts first before the flop.  Two cards each, bets; three cards for all, bets; a fourth, bets;
a fifth, bets.  The best five of seven cards win.

What is written of tournaments and card rooms holds here (Tournament Directors Association, *Rules*, 2022;
R. Ciaffone, *Robert's Rules of Poker*):

* A bet is at least the big blind; a raise at least as much as the last full bet or raise of the street.
* Who has less may always go all in.  If that is less than a full raise, those who have acted may only call or
  fold, until they face a full raise in all (TDA 47; with limits, half of one).
* Who goes all in wins from each other no more than he has put in himself: side pots.  What nobody calls is
  returned, and chips that cannot be divided go one each to the winners nearest to the left of the button.
* Where nobody can bet any more, hands lie open and the board is dealt to its end.
* A short big blind is called as if it were whole.

With limits a bet or raise is the big blind on the first two streets and twice that on the others, and a
street has `cap` of them, the big blind counting as the first.  With a pot limit a raise is at most the pot
after the call.

Chips are whole numbers, and utilities are big blinds won or lost.  Without a limit there are thousands of
bets, and searches want few: `actions` offers those of the parameter `bets` (docs/decisions/0040), while
`accepts` and `result` take any.

Actions: 0 fold, 1 check or call, 1 + n a bet or raise to n chips on this street; nature's is a card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_decimal, read_whole, shorten
from halfmove.core.randomness import below
from halfmove.games.holdem.cards import CARDS, card_at, card_bit
from halfmove.games.holdem.hands import strength

FOLD, CALL = 0, 1
"""`CALL` is also check; 1 + n is a bet or raise to n."""
MOST_PLAYERS = 9
NO_LIMIT, POT_LIMIT, LIMIT = "no-limit", "pot-limit", "limit"
BETTING = (NO_LIMIT, POT_LIMIT, LIMIT)
PREFLOP, FLOP, TURN, RIVER, OVER = range(5)
FLOP_CARDS, BOARD = 3, 5
CARD, ONE_CARD = 6, 63
"""Bits of a card in a hand or on the board: its number plus 1; 0: not dealt."""
PART = 1000
"""Bets are kept in thousandths of the pot."""
WHOLE_DECK = 0x1FFF_1FFF_1FFF_1FFF
MOST_CHIPS = 1_000_000_000
"""Of one player."""
_NAMES = {
    2: ("BB", "SB"),
    3: ("SB", "BB", "BTN"),
    4: ("SB", "BB", "CO", "BTN"),
    5: ("SB", "BB", "UTG", "CO", "BTN"),
    6: ("SB", "BB", "UTG", "HJ", "CO", "BTN"),
    7: ("SB", "BB", "UTG", "LJ", "HJ", "CO", "BTN"),
    8: ("SB", "BB", "UTG", "UTG1", "LJ", "HJ", "CO", "BTN"),
    9: ("SB", "BB", "UTG", "UTG1", "MP", "LJ", "HJ", "CO", "BTN"),
}
"""What players call the seats: blinds, under the gun, middle, lojack, hijack, cutoff, button."""


class State(NamedTuple):
    """A hand of hold'em; of each player where there is a tuple."""

    hands: tuple[int, ...]
    """His two cards, six bits each, the higher one above (the number plus 1; 0: not dealt)."""
    board: int
    """The cards for all in the same way, the first lowest; the flop's from the lowest up."""
    stacks: tuple[int, ...]
    """Chips that he has left."""
    put: tuple[int, ...]
    """Chips that he has put in, but for a big blind's ante."""
    bets: tuple[int, ...]
    """Of these, on this street, the blinds among them."""
    won: tuple[int, ...]
    """Chips that he gets of the pots at the end, his own among them."""
    folded: int
    """Who has folded, a bit each."""
    acted: int
    """Who has acted on this street."""
    street: int
    raised: int
    """The least that a full raise adds."""
    raises: int
    """Bets and raises on this street, the big blind counting as one."""
    mover: int
    """Who is to act; `CHANCE` where cards are to be dealt."""
    dead: int
    """The big blind's ante for all, which is no part of `put`."""
    blind: int
    """The big blind, whole."""
    past: Bitboard
    """A name of what was done so far."""


def with_mover(s: State, mover: int) -> State:
    """The same state with another player to act."""
    return State(
        s.hands, s.board, s.stacks, s.put, s.bets, s.won, s.folded, s.acted, s.street, s.raised, s.raises,
        mover, s.dead, s.blind, s.past,
    )  # fmt: skip


def with_cards(s: State, hands: tuple[int, ...], board: int) -> State:
    """The same state with other cards."""
    return State(
        hands, board, s.stacks, s.put, s.bets, s.won, s.folded, s.acted, s.street, s.raised, s.raises,
        s.mover, s.dead, s.blind, s.past,
    )  # fmt: skip


def paired(hand: int, card: int) -> int:
    """A hand with one card more, the higher above."""
    if hand > card + 1:
        return (hand << CARD) | (card + 1)
    return hand | ((card + 1) << (CARD if hand > 0 else 0))


def card_of(cards: int, place: int) -> int:
    """A card of a hand or a board, by its place from 0; -1: not dealt."""
    return ((cards >> (CARD * place)) & ONE_CARD) - 1


def count_of(cards: int) -> int:
    """How many cards a hand or a board has."""
    count = 0
    while cards > 0:
        count, cards = count + 1, cards >> CARD
    return count


def set_of_cards(cards: int) -> Bitboard:
    """The set of the cards of a hand or a board."""
    found = bits.board(0)
    while cards > 0:
        found |= card_bit((cards & ONE_CARD) - 1)
        cards >>= CARD
    return found


def in_order(cards: int, last: int) -> int:
    """A board whose last card, at place `last`, is put in its order among the others, the lowest first: the
    flop is dealt at once, so that its order says nothing."""
    at = last
    while at > 0 and card_of(cards, at - 1) > card_of(cards, at):
        shift = CARD * (at - 1)
        pair = (cards >> shift) & ((1 << (2 * CARD)) - 1)
        cards += (((pair & ONE_CARD) << CARD | pair >> CARD) - pair) << shift
        at -= 1
    return cards


class Rules(Game):
    """Texas hold'em without text and pictures."""

    name = "holdem"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    whole_utilities = False
    uncompiled_parameters = ("stacks", "small", "big", "ante", "ante_by", "chips")

    players: int = 2
    betting: str = NO_LIMIT
    small: int = 50
    """The small blind."""
    big: int = 100
    """The big blind; with limits the small bet too."""
    stacks: str = "10000"
    """Chips of each player: one number for all, or one for each seat, divided by commas."""
    ante: int = 0
    ante_by: str = "all"
    """Who pays the ante: `all`, or the `big-blind` for all."""
    bets: str = "0.5,1"
    """Without a limit, the bets and raises that searches are offered, in pots; all in is always one."""
    cap: int = 4
    """With limits, the bets and raises of a street."""

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {
            "players": tuple(range(2, MOST_PLAYERS + 1)),
            "betting": BETTING,
            "ante_by": ("all", "big-blind"),
        }

    def setup(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadInput(f"Hold'em is for 2 to {MOST_PLAYERS} players, not {self.players}.")
        if self.betting not in BETTING:
            raise BadInput(f"The betting is {', '.join(BETTING)}, not '{self.betting}'.")
        if not (1 <= self.big <= MOST_CHIPS and 0 <= self.small <= self.big):
            raise BadInput(
                f"The big blind is at least 1 and the small blind 0 to that; not {self.big} and {self.small}."
            )
        if not 0 <= self.ante <= MOST_CHIPS:
            raise BadInput(f"The ante is 0 or more, not {self.ante}.")
        if self.ante_by not in ("all", "big-blind"):
            raise BadInput(f"The ante is paid by 'all' or by the 'big-blind', not '{self.ante_by}'.")
        if not 1 <= self.cap <= 100:
            raise BadInput(f"A street has a cap of 1 to 100 bets and raises, not {self.cap}.")
        self.chips = self._chips()
        self.sizes = self._sizes()
        self.nothing = (0,) * self.players
        self.limit = self.betting == LIMIT
        self.pot_limit = self.betting == POT_LIMIT
        self.player_names = _NAMES[self.players]
        total = sorted(self.chips)
        self.utility_limit = max(1, math.ceil(sum(total[:-1]) / self.big))
        self.action_bits = 16 if max(self.chips) < 65_000 else 32
        self.actions_limit = max(CARDS, len(self.sizes) + 4)

    def _chips(self) -> tuple[int, ...]:
        """What each has before the hand."""
        words = self.stacks.replace(",", " ").split()
        found = [chips for word in words if (chips := read_whole(word, 1, MOST_CHIPS)) is not None]
        found = found * self.players if len(words) == 1 else found
        if len(found) != self.players or len(words) not in (1, self.players):
            raise BadInput(
                f"Stacks are one number of 1 to {MOST_CHIPS:,} chips, or one for each of {self.players} "
                f"players, divided by commas; not '{shorten(self.stacks)}'."
            )
        return tuple(found)

    def _sizes(self) -> tuple[int, ...]:
        """The bets of `bets`, in thousandths of the pot, from the lowest up."""
        found = set()
        for word in self.bets.replace(",", " ").split():
            part = read_decimal(word, 0, 1000)
            if part is None:
                raise BadInput(
                    "Bets are parts of the pot from 0 (the least raise) to 1000, such as 0.5,1; not "
                    f"'{shorten(self.bets)}'."
                )
            found.add(round(part * PART))
        if len(found) > 32:
            raise BadInput(f"Searches are offered at most 32 bets, not {len(found)}.")
        return tuple(sorted(found)) or (-1,)  # an empty tuple has no type in machine code

    # ---- the six functions
    def initial(self) -> State:
        stacks, put, bets = list(self.chips), [0] * self.players, [0] * self.players
        dead = min(self.ante, stacks[self.big_seat()]) if self.ante_by == "big-blind" else 0
        stacks[self.big_seat()] -= dead
        for seat in range(self.players):
            put[seat] = min(self.ante, stacks[seat]) if self.ante_by == "all" else 0
            stacks[seat] -= put[seat]
        for seat, blind in ((self.small_seat(), self.small), (self.big_seat(), self.big)):
            bets[seat] = min(blind, stacks[seat])
            stacks[seat] -= bets[seat]
            put[seat] += bets[seat]
        no = self.nothing
        return State(
            no, 0, tuple(stacks), tuple(put), tuple(bets), no, 0, 0, PREFLOP, self.big, 1, CHANCE, dead,
            self.big, bits.board(1),
        )  # fmt: skip

    def to_move(self, s: State) -> int:
        return s.mover

    def is_terminal(self, s: State) -> bool:
        return s.street == OVER

    def actions(self, s: State) -> Iterator[int]:
        if s.mover < 0:
            gone = self.gone(s)
            for card in range(CARDS):
                if gone & card_bit(card) == bits.board(0):
                    yield card
        else:
            if self.owed(s) > 0:
                yield FOLD
            yield CALL
            if self.may_raise(s):
                least, most = self.least(s), self.most(s)
                if not self.limit:
                    last = 0
                    for size in self.sizes:
                        to = max(self.sized(s, size), least)
                        if size >= 0 and last < to < most:
                            yield to + 1
                            last = to
                yield most + 1

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        gone = self.gone(s)
        left = CARDS - bits.count(gone)
        for card in range(CARDS):
            if gone & card_bit(card) == bits.board(0):
                yield card, 1.0 / left

    def result(self, s: State, a: int) -> State:
        if s.mover >= 0:
            seat = s.mover + 1
            s = self.acted(s, a)
        else:
            seat = 0 if s.street > PREFLOP else self.big_seat() + 1
            s = self.dealt(s, a)
            if not self.all_dealt(s):
                return s
        player = self.next_seat(s, seat)
        if player >= 0:
            return with_mover(s, player)
        if s.street == RIVER or self.live(s) == 1:
            return State(
                s.hands, s.board, s.stacks, s.put, s.bets, self.shares(s), s.folded, s.acted, OVER,
                s.raised, s.raises, CHANCE, s.dead, s.blind, s.past,
            )  # fmt: skip
        return State(
            s.hands, s.board, s.stacks, s.put, self.nothing, s.won, s.folded, 0, s.street + 1, s.blind, 0,
            CHANCE, s.dead, s.blind, s.past,
        )  # fmt: skip

    def acted(self, s: State, a: int) -> State:
        """The state after an action of the player to act, with the turn still his."""
        mover, high = s.mover, self.high(s)
        folded, raised, raises = s.folded, s.raised, s.raises
        more = 0
        if a == FOLD:
            folded |= 1 << mover
        elif a == CALL:
            more = self.owing(s, mover)
        else:
            to = a - 1
            more = to - s.bets[mover]
            raises += 1
            if not self.limit:
                raised = max(raised, to - high)
        return State(
            s.hands,
            s.board,
            bits.with_item(s.stacks, mover, s.stacks[mover] - more),
            bits.with_item(s.put, mover, s.put[mover] + more),
            bits.with_item(s.bets, mover, s.bets[mover] + more),
            s.won,
            folded,
            s.acted | (1 << mover),
            s.street,
            raised,
            raises,
            mover,
            s.dead,
            s.blind,
            bits.hash_with(s.past, a),
        )

    def utility(self, s: State, player: int) -> float:
        return self.net(s, player) / s.blind

    def big_blind(self) -> float:
        return 1.0  # utilities are big blinds

    def net(self, s: State, player: int) -> int:
        """What a player has won or lost at the end, in chips."""
        dead = s.dead if player == self.big_seat() else 0
        return s.won[player] - s.put[player] - dead

    # ---- seats
    def small_seat(self) -> int:
        """Who has the small blind: the button, where two play."""
        return 1 if self.players == 2 else 0

    def big_seat(self) -> int:
        """Who has the big blind."""
        return 0 if self.players == 2 else 1

    def folds(self, s: State, player: int) -> bool:
        """Whether a player has folded."""
        return (s.folded >> player) & 1 == 1

    def live(self, s: State) -> int:
        """How many have not folded."""
        return self.players - bits.count(bits.board(s.folded))

    def able(self, s: State) -> int:
        """How many of them have chips left."""
        count = 0
        for player in range(self.players):
            if s.stacks[player] > 0 and not self.folds(s, player):
                count += 1
        return count

    # ---- bets
    def pot(self, s: State) -> int:
        """All chips that were put in."""
        total = s.dead
        for player in range(self.players):
            total += s.put[player]
        return total

    def left_in_pot(self, s: State) -> int:
        """Chips that lie in the middle: none once the pots have been paid out."""
        return 0 if s.street == OVER else self.pot(s)

    def has(self, s: State, player: int) -> int:
        """Chips that a player has before him, at the end with what he gets of the pots."""
        return s.stacks[player] + s.won[player]

    def high(self, s: State) -> int:
        """What is to be matched on this street: the highest bet, before the flop the big blind at least."""
        most = s.blind if s.street == PREFLOP else 0
        for player in range(self.players):
            most = max(most, s.bets[player])
        return most

    def owed(self, s: State) -> int:
        """What the player to act puts in to call."""
        return self.owing(s, s.mover)

    def owing(self, s: State, player: int) -> int:
        """What a player puts in to call: no more than he has, nor than anybody else could."""
        others = 0
        for other in range(self.players):
            if other != player and not self.folds(s, other):
                others = max(others, s.bets[other] + s.stacks[other])
        matched = min(self.high(s), others)
        return min(max(matched - s.bets[player], 0), s.stacks[player])

    def may_raise(self, s: State) -> bool:
        """Whether the player to act may bet or raise."""
        mover, high = s.mover, self.high(s)
        if s.stacks[mover] + s.bets[mover] <= high or (self.limit and s.raises >= self.cap):
            return False
        if (s.acted >> mover) & 1 == 1:  # the last full raise was his, or he has called it
            full = (self.step(s) + 1) // 2 if self.limit else s.raised
            if high - s.bets[mover] < full:
                return False
        for player in range(self.players):
            if player != mover and not self.folds(s, player) and s.bets[player] + s.stacks[player] > high:
                return True
        return False

    def step(self, s: State) -> int:
        """With limits, what a bet or raise of this street is."""
        return s.blind if s.street < TURN else 2 * s.blind

    def least(self, s: State) -> int:
        """The least that the player to act may bet or raise to, all in where he has less."""
        to = self.high(s) + (self.step(s) if self.limit else s.raised)
        return min(to, s.stacks[s.mover] + s.bets[s.mover])

    def most(self, s: State) -> int:
        """The most that he may bet or raise to."""
        if self.limit:
            return self.least(s)
        all_in = s.stacks[s.mover] + s.bets[s.mover]
        return min(max(self.sized(s, PART), self.least(s)), all_in) if self.pot_limit else all_in

    def sized(self, s: State, part: int) -> int:
        """A bet or raise by thousandths of the pot, after his call, as what it is raised to."""
        high = self.high(s)
        return high + (part * (self.pot(s) + high - s.bets[s.mover]) + PART // 2) // PART

    def part(self, s: State, a: int) -> float:
        """The part of the pot, after the call, that a bet or raise is; 0.0 for what is neither."""
        high = self.high(s)
        return max(a - 1 - high, 0) / (self.pot(s) + high - s.bets[s.mover])

    def accepts(self, s: State, a: int) -> bool:
        """Any bet from the least to the most, and what `actions` says besides."""
        if s.mover < 0:
            return 0 <= a < CARDS and self.gone(s) & card_bit(a) == bits.board(0)
        if a <= CALL:
            return a == CALL or (a == FOLD and self.owed(s) > 0)
        return self.may_raise(s) and self.least(s) <= a - 1 <= self.most(s)

    # ---- what comes next
    def next_seat(self, s: State, seat: int) -> int:
        """Who acts next, from a seat on; -1: nobody, as the street is over."""
        if self.live(s) > 1:
            able = self.able(s)
            for step in range(self.players):
                player = (seat + step) % self.players
                if s.stacks[player] > 0 and not self.folds(s, player):
                    waits = (s.acted >> player) & 1 == 0 and able > 1
                    if waits or self.owing(s, player) > 0:
                        return player
        return -1

    def dealt(self, s: State, card: int) -> State:
        """The state after a card was dealt: to a player, as long as one has not two, then to the board."""
        hands, board = s.hands, s.board
        if s.street == PREFLOP:
            player = self.dealee(s)
            hands = bits.with_item(hands, player, paired(hands[player], card))
        else:
            count = count_of(board)
            board |= (card + 1) << (CARD * count)
            if count < FLOP_CARDS:
                board = in_order(board, count)
        return with_cards(s, hands, board)

    def all_dealt(self, s: State) -> bool:
        """Whether all cards of the street have been dealt."""
        if s.street == PREFLOP:
            return self.dealee(s) == self.players
        return count_of(s.board) == s.street + 2

    # ---- cards
    def dealee(self, s: State) -> int:
        """Who is dealt a card next; as many as there are players where all have two."""
        for player in range(self.players):
            if s.hands[player] >> CARD == 0:
                return player
        return self.players

    def gone(self, s: State) -> Bitboard:
        """The cards that have been dealt."""
        found = set_of_cards(s.board)
        for player in range(self.players):
            found |= set_of_cards(s.hands[player])
        return found

    def shares(self, s: State) -> tuple[int, ...]:
        """What each gets of the pots: a pot for all chips up to the lowest that anybody still in has put in,
        one for those up to the next, and so on; each goes to the best hand of those who have put in as much.
        """
        board, values, won, most = set_of_cards(s.board), self.nothing, self.nothing, 0
        showdown = self.live(s) > 1
        for player in range(self.players):
            if not self.folds(s, player):
                value = strength(board | set_of_cards(s.hands[player])) if showdown else 1
                values = bits.with_item(values, player, value)
                most = max(most, s.put[player])
        below, extra = -1, s.dead
        while below < most:
            level = most
            for player in range(self.players):
                if values[player] > 0 and s.put[player] > below:
                    level = min(level, s.put[player])
            pot, best, winners = extra, 0, 0
            for player in range(self.players):
                own = s.put[player] if level == most else min(s.put[player], level)
                pot += max(own - max(below, 0), 0)
                if values[player] > 0 and s.put[player] >= level:
                    if values[player] > best:
                        best, winners = values[player], 0
                    if values[player] == best:
                        winners += 1
            share, odd = pot // winners, pot % winners
            for player in range(self.players):
                if values[player] == best and s.put[player] >= level:
                    won = bits.with_item(won, player, won[player] + share + (1 if odd > 0 else 0))
                    odd -= 1
            below, extra = level, 0
        return won

    # ---- what players know
    def laid_open(self, s: State) -> bool:
        """Whether those who have not folded show their cards: at the end, and where nobody can bet more."""
        if self.live(s) == 1:
            return False
        return s.street == OVER or (s.mover < 0 and self.dealee(s) == self.players and self.able(s) < 2)

    def visible(self, s: State, player: int, viewer: int) -> int:
        """A player's cards as `viewer` sees them; 0 where he does not.  Nobody sees a hand, his own too,
        before both cards are there: which came first says nothing."""
        if s.hands[player] >> CARD == 0:
            return 0
        if player == viewer or (self.laid_open(s) and not self.folds(s, player)):
            return s.hands[player]
        return 0

    def visible_hands(self, s: State, viewer: int) -> tuple[int, ...]:
        """The cards of all players as `viewer` sees them."""
        hands = self.nothing
        for player in range(self.players):
            hands = bits.with_item(hands, player, self.visible(s, player, viewer))
        return hands

    def visible_board(self, s: State) -> int:
        """The cards for all that are seen: the flop's at once."""
        return s.board if count_of(s.board) >= FLOP_CARDS else 0

    def cards_dealt(self, s: State) -> int:
        """How many cards have been dealt."""
        return bits.count(self.gone(s))

    def observation(
        self, s: State, player: int
    ) -> tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int]:
        """The hands that he sees, how many cards are dealt, the board, what each has left, has put in and has
        bet, who has folded, who is to act, and a name of what was done."""
        return (
            self.visible_hands(s, player), self.cards_dealt(s), self.visible_board(s), s.stacks, s.put,
            s.bets, s.folded, s.mover, bits.number(s.past),
        )  # fmt: skip

    def public(
        self, s: State
    ) -> tuple[tuple[int, ...], int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int]:
        """The same, of those hands that lie open."""
        return self.observation(s, -1)

    def information(self, s: State, player: int) -> Bitboard:
        h = bits.hash_with(s.past, self.visible(s, player, player))
        h = bits.hash_with(bits.hash_with(h, self.visible_board(s)), 16 * self.cards_dealt(s) + player)
        if self.laid_open(s):
            for other in range(self.players):
                h = bits.hash_with(h, self.visible(s, other, player))
        return h

    def resample(self, s: State, player: int, random: Buffer) -> State:
        hands, board = self.visible_hands(s, player), self.visible_board(s)
        gone = set_of_cards(board)
        for other in range(self.players):
            gone |= set_of_cards(hands[other])
        for other in range(self.players):
            if hands[other] == 0:
                drawn = 0
                for _ in range(count_of(s.hands[other])):
                    card = self.undealt(gone, below(random, CARDS - bits.count(gone)))
                    gone |= card_bit(card)
                    drawn = paired(drawn, card)
                hands = bits.with_item(hands, other, drawn)
        for place in range(count_of(board), count_of(s.board)):  # of a flop that is not seen yet
            card = self.undealt(gone, below(random, CARDS - bits.count(gone)))
            gone |= card_bit(card)
            board = in_order(board | ((card + 1) << (CARD * place)), place)
        return with_cards(s, hands, board)

    def undealt(self, gone: Bitboard, place: int) -> int:
        """A card that has not been dealt, by its place among them."""
        return card_at(bits.select(bits.without(bits.board(WHOLE_DECK), gone), place))

    def key(self, s: State) -> Bitboard:
        h = bits.hash_with(bits.hash_with(s.past, s.board), s.mover)
        for player in range(self.players):
            h = bits.hash_with(h, s.hands[player])
        return h
