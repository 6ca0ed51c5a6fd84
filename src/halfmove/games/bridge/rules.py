"""The rules of contract bridge: the deal, the auction, the play of thirteen tricks, the score.

North and South play against East and West.  The dealer calls first; the auction ends with three passes after
a bid, or with four at the beginning, and then nobody scores.  The player to the declarer's left leads, then
his partner's hand, dummy, lies open; the declarer plays both.  A player follows suit if he can; the highest
trump wins, or else the highest card of the suit led.  The utility is what a side scores at duplicate bridge
(*Laws of Duplicate Bridge 2017*, law 77), the other side's its opposite.

A player whose card is next may claim so many of the tricks left for his side.  His hand lies open from then
on, as in rubber bridge (*Laws of Rubber Bridge 2014*, law 69); the opponents, who see every card now, agree,
which ends the play, or have it played on.  Claims are accepted, not offered: `actions` has none, so that no
search tries them.

Actions: nature's and the players' cards are their bits in the words of `tricks.memory` (16 × the suit + the
rank), calls those of `auction`, claims and the answers to them those of `claim_actions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Information
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below
from halfmove.games.bridge.auction import (
    BIDS,
    CALL,
    DOUBLE,
    FIRST_BID,
    NOBODY,
    PASS,
    REDOUBLE,
    Auction,
    declarer_of,
    doubled,
    is_closed,
    may_double,
    may_redouble,
    with_call,
)
from halfmove.games.bridge.claim_actions import (
    AGREE,
    CLAIM,
    CLAIMS,
    PLAY_ON,
    claimant,
    has_agreed,
    make_claim,
    tricks_claimed,
)
from halfmove.games.tricks.deals import read_whole_deal
from halfmove.games.tricks.memory import LANE, RANKS, SUITS
from halfmove.games.tricks.rules import State as OpenState
from halfmove.games.tricks.scoring import SEAT_NAMES, SEATS, VULNERABLE, Contract, duplicate_score
from halfmove.games.tricks.table import CARD, CARD_BITS, EMPTY, TrickTable
from halfmove.games.tricks.winners import lane

DECK = 0x1FFF_1FFF_1FFF_1FFF
CARDS = SUITS * RANKS
A_WORD = 10
"""Cards that a word of the play has room for."""
NO_PLAY = (0, 0, 0, 0, 0, 0)
NOBODY_YET = -1
MOST = 7600
"""What a side can lose: 7NT redoubled and vulnerable, all tricks lost."""
Play = tuple[int, int, int, int, int, int]


class State(NamedTuple):
    """The hands, the auction, the play; before a contract stands, `declarer` and `trump` are -1."""

    first: Bitboard
    """The cards that North holds, the others' following."""
    second: Bitboard
    third: Bitboard
    fourth: Bitboard
    dealt: int
    """Cards dealt so far."""
    dealer: int
    vulnerable: int
    """A bit for each side that is: 1 for North and South."""
    auction: Auction
    calls: int
    """How many were made."""
    bid: int
    """The last one, 0 for none."""
    declarer: int
    trump: int
    trick: int
    """The cards on the table, as `tricks.table` has them."""
    leader: int
    """Who led to it, or leads."""
    played: int
    """Cards played, those on the table among them."""
    play: Play
    """The cards in the order in which they were played, ten a word, the first lowest."""
    won: int
    """Tricks of North and South."""
    lost: int
    voids: int
    """Suits that players have shown that they do not hold: bit 4 × seat + suit."""
    claim: int
    """The claim that waits for an answer or was agreed to, as `claim_actions` has it; 0 for none."""
    shown: int
    """A bit for each seat that has claimed, whose hand lies open; 16 × the claims that were refused."""


class Rules(TrickTable):
    """Contract bridge without text and pictures."""

    name = "bridge"
    players = 4
    player_names = SEAT_NAMES
    seat_letters = SEATS
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    actions_limit = CARDS
    utility_limit = MOST
    uncompiled_parameters = ("deal", "dealer", "vulnerable", "board", "scoring", "rubber", "start")

    deal: str = ""
    """The hands as PBN has them (`N:QJ6.…`); empty: dealt by lot."""
    dealer: str = "N"
    vulnerable: str = "none"
    board: int = 0
    """The number of the board, from 1, by which who deals and who is vulnerable (law 2); 0: as these say."""
    scoring: str = "duplicate"
    """`duplicate`, for International Match Points; `matchpoints`, the same boards, on which engines play to
    gain often; or `rubber`, in which one deal follows another until a side has won two games."""
    rubber: str = ""
    """What a rubber has come to before this deal (`bridge.rubber`); empty: it begins."""

    start: Any

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {
            "dealer": tuple(SEATS),
            "vulnerable": tuple(VULNERABLE),
            "scoring": ("duplicate", "matchpoints", "rubber"),
        }

    def setup(self) -> None:
        if self.dealer not in tuple(SEATS):
            raise BadInput(f"The dealer is one of {', '.join(SEATS)}, not '{self.dealer}'.")
        if self.vulnerable not in VULNERABLE:
            raise BadInput(f"Vulnerable are {', '.join(VULNERABLE)}, not '{self.vulnerable}'.")
        hands = read_whole_deal(self.deal, SEATS) if self.deal.strip() else [0] * 4
        if self.deal.strip() and bits.count(hands[0]) != RANKS:
            raise BadInput("Bridge is dealt with thirteen cards each.")
        from halfmove.games.bridge.series import begin_deal

        self.start = self.first_state(hands, *begin_deal(self))

    def first_state(self, hands: Sequence[int], dealer: int, vulnerable: int) -> State:
        """Before the first call, or the first card where nothing is dealt."""
        first, second, third, fourth = (bits.board(hand) for hand in hands)
        return State(
            first, second, third, fourth, sum(bits.count(hand) for hand in hands), dealer, vulnerable, NOBODY,
            0, 0, NOBODY_YET, NOBODY_YET, EMPTY, dealer, 0, NO_PLAY, 0, 0, 0, 0, 0,
        )  # fmt: skip

    # ---- the six functions
    def initial(self) -> State:
        start: State = self.start
        return start

    def to_move(self, s: State) -> int:
        if s.dealt < CARDS:
            return CHANCE
        if s.declarer < 0:
            return (s.dealer + s.calls) & 3
        if s.claim > 0:
            by = claimant(s.claim)
            if by != s.declarer:
                return s.declarer
            return (by + (3 if has_agreed(s.claim) else 1)) & 3
        seat = self.seat(s)
        return s.declarer if seat == self.dummy(s) else seat

    def actions(self, s: State) -> Iterator[int]:
        if s.dealt < CARDS:
            left = self.undealt(s)
            while left != bits.board(0):
                yield bits.lowest(left)
                left = bits.without_lowest(left)
        elif s.declarer < 0:
            yield PASS
            if may_double(s.auction, s.bid):
                yield DOUBLE
            if may_redouble(s.auction, s.bid):
                yield REDOUBLE
            for bid in range(s.bid + 1, BIDS + 1):
                yield FIRST_BID + bid
        elif s.claim > 0:
            yield AGREE
            yield PLAY_ON
        else:
            choice = self.choice(s)
            while choice != bits.board(0):
                yield bits.lowest(choice)
                choice = bits.without_lowest(choice)

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        left = self.undealt(s)
        share = 1.0 / bits.count(left)
        while left != bits.board(0):
            yield bits.lowest(left), share
            left = bits.without_lowest(left)

    def result(self, s: State, a: int) -> State:
        if s.dealt < CARDS:
            return self.with_card(s, s.dealt & 3, a)
        if a >= CLAIM:
            return self.with_claim(s, a)
        if a >= CALL:
            return self.with_call(s, a)
        return self.with_play(s, a)

    def accepts(self, s: State, a: int) -> bool:
        """Any action of `actions`, and a claim of 0 tricks to all that are left."""
        if CLAIM <= a < AGREE:
            return self.may_claim(s) and a - CLAIM <= self.left(s)
        return super().accepts(s, a)

    def is_terminal(self, s: State) -> bool:
        return s.won + s.lost == RANKS or (s.declarer < 0 and is_closed(s.auction, s.bid))

    def utility(self, s: State, player: int) -> int:
        if s.declarer < 0:
            return 0
        score = self.score(s)
        return score if (player ^ s.declarer) & 1 == 0 else -score

    def score(self, s: State) -> int:
        """What the declarer's side scores at the end."""
        side = s.declarer & 1
        contract = Contract((s.bid - 1) // 5 + 1, s.trump, s.declarer, doubled(s.auction, s.bid))
        return duplicate_score(contract, s.won if side == 0 else s.lost, (s.vulnerable >> side) & 1 == 1)

    # ---- steps
    def undealt(self, s: State) -> Bitboard:
        """The cards that nobody holds yet."""
        return bits.without(bits.board(DECK), s.first | s.second | s.third | s.fourth)

    def with_card(self, s: State, seat: int, card: int) -> State:
        """After a card is dealt to a seat."""
        one, no = bits.bit(card), bits.board(0)
        return State(
            s.first | (one if seat == 0 else no), s.second | (one if seat == 1 else no),
            s.third | (one if seat == 2 else no), s.fourth | (one if seat == 3 else no), s.dealt + 1,
            s.dealer, s.vulnerable, s.auction, s.calls, s.bid, s.declarer, s.trump, s.trick, s.leader,
            s.played, s.play, s.won, s.lost, s.voids, s.claim, s.shown,
        )  # fmt: skip

    def with_call(self, s: State, a: int) -> State:
        """After a call; that which ends the auction settles who declares, and who leads."""
        auction = with_call(s.auction, s.bid, a)
        bid = a - FIRST_BID if a > FIRST_BID else s.bid
        declarer, trump, leader = NOBODY_YET, NOBODY_YET, s.leader
        if bid > 0 and is_closed(auction, bid):
            declarer, trump = declarer_of(auction, bid, s.dealer), (bid - 1) % 5
            leader = (declarer + 1) & 3
        return State(
            s.first, s.second, s.third, s.fourth, s.dealt, s.dealer, s.vulnerable, auction, s.calls + 1, bid,
            declarer, trump, s.trick, leader, s.played, s.play, s.won, s.lost, s.voids, s.claim, s.shown,
        )  # fmt: skip

    def with_play(self, s: State, a: int) -> State:
        """After a card is played from the hand whose turn it is."""
        seat, card = self.seat(s), bits.bit(a)
        place, shift = s.played // A_WORD, CARD_BITS * (s.played % A_WORD)
        play = bits.with_item(s.play, place, s.play[place] | (a << shift))
        voids, trick, leader, won, lost = s.voids, (s.trick << CARD_BITS) | a, s.leader, s.won, s.lost
        if s.trick != EMPTY and self.card_played(s, 0) // LANE != a // LANE:
            voids |= 1 << (4 * seat + self.card_played(s, 0) // LANE)
        if s.played % 4 == 3:
            top, winner = self.best(s)
            leader = seat if self.beats(a, top, s.trump) else winner
            trick = EMPTY
            if leader & 1 == 0:
                won += 1
            else:
                lost += 1
        return State(
            bits.without(s.first, card), bits.without(s.second, card), bits.without(s.third, card),
            bits.without(s.fourth, card), s.dealt, s.dealer, s.vulnerable, s.auction, s.calls, s.bid,
            s.declarer, s.trump, trick, leader, s.played + 1, play, won, lost, voids, s.claim, s.shown,
        )  # fmt: skip

    def with_claim(self, s: State, a: int) -> State:
        """After a claim, or an answer to one: the last of those who are asked ends the play."""
        won, lost, claim, shown = s.won, s.lost, s.claim, s.shown
        if a == PLAY_ON:
            claim, shown = 0, shown + 16
        elif a < AGREE:
            by = self.to_move(s)
            claim, shown = make_claim(by, a - CLAIM), shown | (1 << by)
        elif claimant(claim) == s.declarer and not has_agreed(claim):
            claim = make_claim(claimant(claim), tricks_claimed(claim), True)
        else:
            theirs = tricks_claimed(claim)
            first = theirs if claimant(claim) & 1 == 0 else self.left(s) - theirs
            won, lost = won + first, RANKS - won - first
        return State(
            s.first, s.second, s.third, s.fourth, s.dealt, s.dealer, s.vulnerable, s.auction, s.calls, s.bid,
            s.declarer, s.trump, s.trick, s.leader, s.played, s.play, won, lost, s.voids, claim, shown,
        )  # fmt: skip

    def may_claim(self, s: State) -> bool:
        """Whether the player whose card is next may claim: dummy lies on the table, and not too many claims
        were refused."""
        return s.played > 0 and not self.is_terminal(s) and s.claim == 0 and s.shown >> 4 < CLAIMS

    def left(self, s: State) -> int:
        """The tricks that are not over."""
        return RANKS - s.won - s.lost

    # ---- the play
    def dummy(self, s: State) -> int:
        """The declarer's partner."""
        return (s.declarer + 2) & 3

    def card_of_play(self, s: State, place: int) -> int:
        """A card by when it was played, from 0."""
        return (s.play[place // A_WORD] >> (CARD_BITS * (place % A_WORD))) & CARD

    def open_state(self, s: State) -> OpenState:
        """The play of the contract with all hands seen, as `tricks.rules` has it."""
        return OpenState(s.first, s.second, s.third, s.fourth, s.trick, s.leader, s.trump, s.won, s.lost)

    def plies_left(self, s: State) -> int:
        if self.is_terminal(s):
            return 0
        # a bid, and P P X P P XX P P P: no more can follow the last, and one less where a bid does
        calls = 0 if s.declarer >= 0 else (9 if s.bid > 0 else 4) + 9 * (BIDS - s.bid)
        answers = 2 if s.claim > 0 else 0
        return CARDS - s.dealt + calls + CARDS - s.played + answers

    def key(self, s: State) -> Bitboard:
        word = bits.hash_with(s.first, bits.number(s.second))
        word = bits.hash_with(word, bits.number(s.third))
        word = bits.hash_with(word, bits.number(s.fourth))
        word = bits.hash_with(word, (s.dealt * 4 + s.dealer) * 4 + s.vulnerable)
        return self.hash_public(s, word)

    def hash_public(self, s: State, word: Bitboard) -> Bitboard:
        """A name of what everybody has heard and seen, from one of what else is known."""
        for part in s.auction:
            word = bits.hash_with(word, part)
        for part in s.play:
            word = bits.hash_with(word, part)
        claims = s.claim * 256 + s.shown
        return bits.hash_with(word, ((claims * 64 + s.played) * 1024 + s.calls) * 8 + s.declarer + 1)

    # ---- what players know
    def sees(self, s: State, viewer: int, seat: int) -> bool:
        """Whether a viewer sees a hand: his own once its last card is dealt, after the lead dummy's, one who
        has claimed, at the end all; dummy sees no more than the defenders, as law 43 has it."""
        if viewer == seat and s.dealt > CARDS - 4 + seat:
            return True
        if self.is_terminal(s) or (s.shown >> seat) & 1 == 1:
            return True
        return s.played > 0 and seat == self.dummy(s)

    def seen(self, s: State, viewer: int) -> tuple[Bitboard, Bitboard, Bitboard, Bitboard]:
        """The hands as a viewer sees them: empty where he does not."""
        no = bits.board(0)
        return (
            s.first if self.sees(s, viewer, 0) else no,
            s.second if self.sees(s, viewer, 1) else no,
            s.third if self.sees(s, viewer, 2) else no,
            s.fourth if self.sees(s, viewer, 3) else no,
        )

    def observation(self, s: State, player: int) -> tuple[int, ...]:
        """The hands, 0 for one not seen; the cards dealt; dealer and vulnerability; auction, play, claims."""
        first, second, third, fourth = self.seen(s, player)
        return (
            bits.number(first), bits.number(second), bits.number(third), bits.number(fourth), s.dealt,
            s.dealer, s.vulnerable, *s.auction, s.calls, *s.play, s.played, s.claim, s.shown,
        )  # fmt: skip

    def information(self, s: State, player: int) -> Bitboard:
        word = bits.board((s.dealt * 4 + s.dealer) * 4 + s.vulnerable)
        for hand in self.seen(s, player):
            word = bits.hash_with(word, bits.number(hand))
        return self.hash_public(s, bits.hash_with(word, player))

    def public(self, s: State) -> tuple[int, ...]:
        """The same as `observation`, of somebody without a hand."""
        return self.observation(s, NOBODY_YET)

    def resample(self, s: State, player: int, random: Buffer) -> State:
        """Hidden hands by lot among all that fit the cards seen and the voids shown, each as likely as
        another; where three hands are hidden and voids shown, as for dummy, about so.  Calls say nothing
        here: `bridge.layouts` weighs them."""
        first, second, third, fourth = self.seen(s, player)
        seen = first | second | third | fourth
        for place in range(s.played):
            seen |= bits.bit(self.card_of_play(s, place))
        pool = bits.without(bits.board(DECK), seen)
        room = (
            bits.count(s.first) - bits.count(first), bits.count(s.second) - bits.count(second),
            bits.count(s.third) - bits.count(third), bits.count(s.fourth) - bits.count(fourth),
            CARDS - s.dealt,
        )  # fmt: skip
        while pool != bits.board(0):
            card = bits.lowest(pool)
            seat = self.draw_seat(s, pool, room, random)
            pool = bits.without_lowest(pool)
            room = bits.with_item(room, seat, room[seat] - 1)
            one = bits.bit(card)
            if seat == 0:
                first |= one
            elif seat == 1:
                second |= one
            elif seat == 2:
                third |= one
            elif seat == 3:
                fourth |= one
        return State(
            first, second, third, fourth, s.dealt, s.dealer, s.vulnerable, s.auction, s.calls, s.bid,
            s.declarer, s.trump, s.trick, s.leader, s.played, s.play, s.won, s.lost, s.voids, s.claim,
            s.shown,
        )  # fmt: skip

    def draw_seat(
        self, s: State, pool: Bitboard, room: tuple[int, int, int, int, int], random: Buffer
    ) -> int:
        """Who gets the lowest card of the pool: a seat with room, 4 for nobody.  A seat counts by the room
        that cards leave which only it can hold."""
        suit = bits.lowest(pool) // LANE
        total = 0
        for seat in range(5):
            total += self.weight(s, pool, room, suit, seat)
        left = below(random, total)
        for seat in range(4):
            left -= self.weight(s, pool, room, suit, seat)
            if left < 0:
                return seat
        return 4

    def weight(
        self, s: State, pool: Bitboard, room: tuple[int, int, int, int, int], suit: int, seat: int
    ) -> int:
        """The room of a seat for the pool's lowest card, which is of that suit; 0 where it cannot have it."""
        if room[seat] == 0 or self.is_void(s, seat, suit):
            return 0
        if s.voids == 0:
            return room[seat]
        after = bits.with_item(room, seat, room[seat] - 1)
        rest = bits.without_lowest(pool)
        for seats in range(1, 31):  # Hall's condition: what only these can hold has room there
            need, has = 0, 0
            for other in range(5):
                if (seats >> other) & 1 == 1:
                    has += after[other]
            for of in range(SUITS):
                if self.fits_only(s, after, of, seats):
                    need += bits.count(lane(rest, of))
            if need > has:
                return 0
        alone = 0
        for of in range(SUITS):
            if self.fits_only(s, room, of, 1 << seat):
                alone += bits.count(lane(pool, of))
        mine = 1 if self.fits_only(s, room, suit, 1 << seat) else 0
        return max(room[seat] - alone, 0) + mine

    def fits_only(self, s: State, room: tuple[int, int, int, int, int], suit: int, seats: int) -> bool:
        """Whether no seat but these has room for a suit."""
        for other in range(5):
            if (seats >> other) & 1 == 0 and room[other] > 0 and not self.is_void(s, other, suit):
                return False
        return True

    def is_void(self, s: State, seat: int, suit: int) -> bool:
        """Whether a seat has shown that it has none of a suit."""
        return seat < 4 and (s.voids >> (4 * seat + suit)) & 1 == 1
