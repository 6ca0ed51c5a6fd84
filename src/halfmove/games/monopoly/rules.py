"""The rules of Monopoly, as sold: throwing and going, rents and cards, what is bought, built and bid for.

A turn: before he throws, the player whose turn it is may build, sell, mortgage and lift mortgages; he throws
two dice and goes; an unowned lot he buys, or it is auctioned to all, himself included; doubles throw again,
the third time in a row go to jail.  In jail he pays 50, plays a card, or throws for doubles, up to three
times.
Who owes more than he has sells buildings and mortgages lots until he can pay; who could not even so is
bankrupt, and all that he has goes to his creditor, or is auctioned where that is the bank.  The last one left
wins; or, as in the rules' own game by time, the richest after `rounds` rounds.

Where the rules leave the moment open ("at any time"), it is this: one builds, and lifts mortgages, before one
throws; sells and mortgages then, and when asked for money or about to buy.  In an auction the next bid is 1,
10, 50 or 100 more.

With `trades` a player may make one offer before each throw: lots, cards to leave jail with and cash for lots,
cards and cash of another, put together step by step; the other accepts or refuses.  A lot is traded while
nothing is built on its colour; of a mortgaged one the new owner pays the interest at once.

Cards lie in packs whose order nobody knows until they have been drawn; a card goes under its pack, so that
after sixteen the order comes again.  The bank has 32 houses and 12 hotels.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import CHANCE, Chance
from halfmove.core.errors import BadInput
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.property import Property
from halfmove.games.monopoly.state import (
    State,
    interest_on,
    level_of,
    lowest,
    mortgage_of,
    ones,
    place_of,
    term_of,
    with_cash,
    with_level,
    with_lot,
    with_now,
)
from halfmove.games.monopoly.trades import Trades


class Rules(Property, Trades):
    """Monopoly without text and pictures."""

    name = "monopoly"
    chance = Chance.EXPLICIT
    actions_limit = 4 * squares.LOTS

    players: int = 4
    rounds: int = 100
    trades: bool = False
    """Whether players may trade."""

    def setup(self) -> None:
        if not 2 <= self.players <= state.MOST_PLAYERS:
            raise BadInput(f"Monopoly is for 2 to {state.MOST_PLAYERS} players, not {self.players}.")
        if not 1 <= self.rounds <= state.MOST_ROUNDS:
            raise BadInput(
                f"A game of Monopoly lasts 1 to {state.MOST_ROUNDS} rounds at most, not {self.rounds}."
            )
        self.player_names = tuple("ABCDEFGH"[: self.players])
        self.utility_limit = self.players - 1

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        nobody = (0,) * self.players
        now = [0] * state.NUMBERS
        now[state.UNSEEN] = now[state.UNSEEN + 1] = (1 << squares.CARDS) - 1
        return State((state.START_CASH,) * self.players, nobody, (0,) * squares.COLOURS, tuple(now))

    def to_move(self, s: State) -> int:
        phase = s.now[state.PHASE]
        if phase in (state.THROW, state.THROW_RENT, state.DRAW_CHANCE, state.DRAW_CHEST):
            return CHANCE
        return s.now[state.ACTOR]

    def is_terminal(self, s: State) -> bool:
        return s.now[state.PHASE] == state.OVER

    def actions(self, s: State) -> Iterator[int]:
        phase, actor = s.now[state.PHASE], s.now[state.ACTOR]
        if phase in (state.THROW, state.THROW_RENT):
            for high in range(1, 7):
                for low in range(1, high + 1):
                    yield 10 * high + low
        elif phase in (state.DRAW_CHANCE, state.DRAW_CHEST):
            pack = phase - state.DRAW_CHANCE
            if s.now[state.UNSEEN + pack] == 0:
                yield s.now[state.QUEUE + pack] & 15
            else:
                for card in range(squares.CARDS):
                    if (s.now[state.UNSEEN + pack] >> card) & 1:
                        yield card
        elif phase == state.AUCTION:
            yield state.PASSES
            for k in range(4):
                if s.now[state.BID] + state.RAISES[k] <= s.cash[actor]:
                    yield state.BIDS + k
        elif phase == state.OFFER:
            for asset in range(state.ASSETS):
                if self.may_trade(s, actor, asset) and not (s.now[state.GIVEN] >> asset) & 1:
                    yield state.GIVES + asset
            for asset in range(state.ASSETS):
                if (
                    self.may_trade(s, s.now[state.PARTNER] - 1, asset)
                    and not (s.now[state.ASKED] >> asset) & 1
                ):
                    yield state.ASKS + asset
            for k in range(4):
                if s.now[state.ADDED] >= 0 and s.now[state.ADDED] + state.RAISES[k] <= s.cash[actor]:
                    yield state.GIVES_CASH + k
            for k in range(4):
                if (
                    s.now[state.ADDED] <= 0
                    and state.RAISES[k] - s.now[state.ADDED] <= s.cash[s.now[state.PARTNER] - 1]
                ):
                    yield state.ASKS_CASH + k
            if self.may_propose(s):
                yield state.PROPOSES
            yield state.WITHDRAWS
        elif phase == state.ANSWER:
            yield state.ACCEPTS
            yield state.REFUSES
        else:
            if phase == state.MANAGE:
                yield state.THROWS
                if term_of(s, actor) > 0:
                    if s.cash[actor] >= state.BAIL:
                        yield state.PAYS
                    for pack in range(2):
                        if s.now[state.HOLDER + pack] == actor + 1:
                            yield state.PLAYS_CARD + pack
                for lot in range(squares.LOTS):
                    if self.may_build(s, actor, lot):
                        yield state.BUILDS + lot
                for lot in range(squares.LOTS):
                    if self.may_lift(s, actor, lot):
                        yield state.LIFTS + lot
                if self.trades and s.now[state.OFFERED] == 0:
                    for other in range(self.players):
                        if self.may_offer(s, actor, other):
                            yield state.OFFERS + other
            elif phase == state.BUY:
                if s.cash[actor] >= squares.PRICE[s.now[state.LOT]]:
                    yield state.BUYS
                yield state.DECLINES
            for lot in range(squares.LOTS):
                if self.may_sell(s, actor, lot):
                    yield state.SELLS + lot
            for lot in range(squares.LOTS):
                if self.may_mortgage(s, actor, lot):
                    yield state.MORTGAGES + lot

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        dice = s.now[state.PHASE] == state.THROW or s.now[state.PHASE] == state.THROW_RENT
        unseen = ones(s.now[state.UNSEEN + (1 if s.now[state.PHASE] == state.DRAW_CHEST else 0)])
        for a in self.actions(s):
            if dice:
                yield a, (1.0 if a % 11 == 0 else 2.0) / 36.0
            else:
                yield a, 1.0 / max(unseen, 1)

    def result(self, s: State, a: int) -> State:
        phase = s.now[state.PHASE]
        if phase == state.THROW:
            return self.settled(self.thrown(s, a))
        if phase == state.THROW_RENT:
            player = self.owner(s, s.now[state.LOT])
            s = with_now(with_now(with_now(s, state.DICE, a), state.PHASE, state.DONE), state.LOT, 0)
            return self.settled(self.owing(s, player, 10 * (a // 10 + a % 10)))
        if phase in (state.DRAW_CHANCE, state.DRAW_CHEST):
            return self.settled(self.drawn(s, phase - state.DRAW_CHANCE, a))
        if phase == state.AUCTION:
            return self.settled(self.bid(s, a))
        if a >= state.OFFERS:
            return self.traded(s, a)
        return self.settled(self.managed(s, a))

    def utility(self, s: State, player: int) -> int:
        """Where *k* of *n* share the win, n − k for each of them and −k for the others: in all, nothing."""
        most, winners = -1, 0
        for other in range(self.players):
            worth = self.fortune(s, other)
            if worth > most:
                most, winners = worth, 1
            elif worth == most:
                winners += 1
        return self.players - winners if self.fortune(s, player) == most else -winners

    # ---- what happens
    def managed(self, s: State, a: int) -> State:
        """What a player does with his lots, or when he is to throw, to buy or to pay."""
        actor, kind, lot = s.now[state.ACTOR], a // 32 * 32, a % 32
        if kind == state.THROWS:
            return with_now(with_now(s, state.OFFERED, 0), state.PHASE, state.THROW)
        if kind == state.PAYS:
            return self.freed(with_cash(s, actor, -state.BAIL), actor)
        if kind == state.PLAYS_CARD:
            return self.freed(self.returned(s, lot), actor)
        if kind == state.BUYS:
            lot = s.now[state.LOT]
            s = with_lot(with_cash(s, actor, -squares.PRICE[lot]), actor, lot)
            return with_now(with_now(s, state.LOT, 0), state.PHASE, state.DONE)
        if kind == state.DECLINES:
            s = with_now(with_now(s, state.FOR_SALE, 1 << s.now[state.LOT]), state.LOT, 0)
            return with_now(s, state.PHASE, state.DONE)
        if kind == state.BUILDS:
            return with_level(with_cash(s, actor, -squares.HOUSE[lot]), lot, level_of(s, lot) + 1)
        if kind == state.SELLS:
            return self.sold(s, actor, lot)
        if kind == state.MORTGAGES:
            s = with_cash(s, actor, mortgage_of(lot))
            return with_now(s, state.MORTGAGED, s.now[state.MORTGAGED] | (1 << lot))
        s = with_cash(s, actor, -mortgage_of(lot) - interest_on(lot))
        return with_now(s, state.MORTGAGED, s.now[state.MORTGAGED] - (1 << lot))

    def sold(self, s: State, player: int, lot: int) -> State:
        """One building less, at half of its price; where a hotel would leave houses that the bank has not,
        all buildings of the colour."""
        if level_of(s, lot) == state.HOTEL and self.buildings(s, False) > state.HOUSES - 4:
            for other in range(squares.LOTS):
                if squares.GROUP[other] == squares.GROUP[lot]:
                    s = with_cash(s, player, level_of(s, other) * (squares.HOUSE[other] // 2))
                    s = with_level(s, other, 0)
            return s
        return with_level(with_cash(s, player, squares.HOUSE[lot] // 2), lot, level_of(s, lot) - 1)

    def freed(self, s: State, player: int) -> State:
        """Out of jail."""
        return with_now(s, state.TERMS, s.now[state.TERMS] - (term_of(s, player) << (2 * player)))

    def arrested(self, s: State) -> State:
        """The player whose turn it is goes to jail, and his turn is over."""
        mover = s.now[state.MOVER]
        s = self.placed(s, squares.JAIL)
        s = with_now(s, state.TERMS, s.now[state.TERMS] + (1 << (2 * mover)))
        return with_now(with_now(s, state.DOUBLES, 0), state.PHASE, state.DONE)

    def placed(self, s: State, square: int) -> State:
        """The player whose turn it is stands on a square."""
        mover = s.now[state.MOVER]
        return with_now(s, state.PLACES, s.now[state.PLACES] + ((square - place_of(s, mover)) << (6 * mover)))

    def thrown(self, s: State, a: int) -> State:
        """The dice of a turn."""
        mover, sum_of_dice, doubles = s.now[state.MOVER], a // 10 + a % 10, a % 11 == 0
        s = with_now(with_now(s, state.DICE, a), state.PHASE, state.DONE)
        term = term_of(s, mover)
        if term > 0:
            if doubles:  # he goes, but does not throw again
                return with_now(self.freed(s, mover), state.STEPS, sum_of_dice)
            if term < 3:
                return with_now(s, state.TERMS, s.now[state.TERMS] + (1 << (2 * mover)))
            s = with_now(self.freed(s, mover), state.STEPS, sum_of_dice)
            return self.owing(s, state.BANK, state.BAIL)
        if doubles and s.now[state.DOUBLES] == 2:
            return self.arrested(s)
        s = with_now(s, state.DOUBLES, s.now[state.DOUBLES] + 1 if doubles else 0)
        return with_now(s, state.STEPS, sum_of_dice)

    def gone(self, s: State, steps: int) -> State:
        """So many steps on, past Go for the salary, or back; the square is not looked at yet."""
        mover = s.now[state.MOVER]
        there = place_of(s, mover) + steps
        if there >= squares.SQUARES:
            s = with_cash(s, mover, state.SALARY)
        return self.placed(s, there % squares.SQUARES)

    def landed(self, s: State, dear: bool) -> State:
        """What the square brings to the player whose turn it is; `dear`: a card sent him there, so that a
        railroad has twice its rent and a utility ten times the dice thrown for it."""
        mover = s.now[state.MOVER]
        square = place_of(s, mover)
        lot = squares.LOT_AT[square]
        if lot >= 0:
            player = self.owner(s, lot)
            if player == state.BANK:
                return with_now(
                    with_now(with_now(s, state.LOT, lot), state.PHASE, state.BUY), state.ACTOR, mover
                )
            if player == mover or (s.now[state.MORTGAGED] >> lot) & 1:
                return s
            if dear and squares.GROUP[lot] == squares.UTILITIES:
                return with_now(with_now(s, state.LOT, lot), state.PHASE, state.THROW_RENT)
            rent = self.rent(s, lot, s.now[state.DICE] // 10 + s.now[state.DICE] % 10)
            return self.owing(s, player, 2 * rent if dear else rent)
        if square == squares.INCOME_TAX:
            return self.owing(s, state.BANK, state.TAX)
        if square == squares.LUXURY_TAX:
            return self.owing(s, state.BANK, state.LUXURY)
        if square == squares.GO_TO_JAIL:
            return self.arrested(s)
        for k in range(3):
            if square == squares.CHANCE_SQUARES[k]:
                return with_now(s, state.PHASE, state.DRAW_CHANCE)
            if square == squares.CHEST_SQUARES[k]:
                return with_now(s, state.PHASE, state.DRAW_CHEST)
        return s

    def owing(self, s: State, creditor: int, amount: int) -> State:
        """The player whose turn it is owes this, or nothing."""
        if amount == 0:
            return s
        s = with_now(with_now(s, state.OWED, amount), state.DEBTOR, s.now[state.MOVER])
        return with_now(s, state.CREDITOR, creditor)

    # ---- cards
    def drawn(self, s: State, pack: int, card: int) -> State:
        """A card is drawn and does what it says."""
        mover, at = s.now[state.MOVER], squares.CARDS * pack + card
        kind, amount = squares.CARD_KIND[at], squares.CARD_AMOUNT[at]
        s = with_now(s, state.PHASE, state.DONE)
        if s.now[state.UNSEEN + pack] > 0:
            s = with_now(s, state.UNSEEN + pack, s.now[state.UNSEEN + pack] - (1 << card))
        else:
            s = self.dealt(s, pack)
        if kind == squares.FREE:
            return with_now(s, state.HOLDER + pack, mover + 1)
        s = self.put_under(s, pack, card)
        here = place_of(s, mover)
        if kind == squares.ADVANCE:
            return self.landed(self.gone(s, (amount - here) % squares.SQUARES), False)
        if kind == squares.RAILROAD:
            return self.landed(self.gone(s, (squares.SQUARES + 5 - here % 10) % 10), True)
        if kind == squares.UTILITY:
            return self.landed(
                self.gone(s, 28 - here if 12 < here < 28 else (12 - here) % squares.SQUARES), True
            )
        if kind == squares.BACK:
            return self.landed(self.gone(s, -amount), False)
        if kind == squares.ARREST:
            return self.arrested(s)
        if kind == squares.REPAIRS:
            cost = 0
            for lot in range(squares.LOTS):
                if (s.owned[mover] >> lot) & 1:
                    level = level_of(s, lot)
                    cost += squares.HOTEL_REPAIRS[pack] if level == state.HOTEL else amount * level
            return self.owing(s, state.BANK, cost)
        if kind == squares.EACH:
            others = ((1 << self.players) - 1) & ~s.now[state.OUT] & ~(1 << mover)
            return with_now(with_now(s, state.REST, others), state.EACH_OWED, amount)
        return self.owing(s, state.BANK, -amount) if amount < 0 else with_cash(s, mover, amount)

    def cards_under(self, s: State, pack: int) -> int:
        """How many cards of a pack have been drawn and lie under it again."""
        held = 1 if s.now[state.HOLDER + pack] > 0 else 0
        return squares.CARDS - ones(s.now[state.UNSEEN + pack]) - held

    def under(self, s: State, pack: int, place: int) -> int:
        """One of the cards that have been drawn, the next to come again first.  Fifteen are written down, and
        the sixteenth is the one left."""
        if place < squares.CARDS - 1:
            return (s.now[state.QUEUE + pack] >> (4 * place)) & 15
        total = 0
        for k in range(squares.CARDS - 1):
            total += (s.now[state.QUEUE + pack] >> (4 * k)) & 15
        return squares.CARDS * (squares.CARDS - 1) // 2 - total

    def dealt(self, s: State, pack: int) -> State:
        """Without the first of the cards that have been drawn before."""
        last = self.under(s, pack, squares.CARDS - 1) if self.cards_under(s, pack) == squares.CARDS else 0
        return with_now(
            s, state.QUEUE + pack, (s.now[state.QUEUE + pack] >> 4) + (last << (4 * (squares.CARDS - 2)))
        )

    def put_under(self, s: State, pack: int, card: int) -> State:
        """With a card that comes after all others."""
        queue, held = s.now[state.QUEUE + pack], 1 if s.now[state.HOLDER + pack] > 0 else 0
        place = squares.CARDS - 1 - ones(s.now[state.UNSEEN + pack]) - held
        if place < squares.CARDS - 1:  # the sixteenth is not written down
            queue += card << (4 * place)
        return with_now(s, state.QUEUE + pack, queue)

    def returned(self, s: State, pack: int) -> State:
        """The card to leave jail with goes back under its pack."""
        return self.put_under(with_now(s, state.HOLDER + pack, 0), pack, squares.FREE_CARD)

    # ---- auctions
    def auctioned(self, s: State) -> State:
        """The next of the lots for sale is called."""
        lot = lowest(s.now[state.FOR_SALE])
        s = with_now(with_now(s, state.FOR_SALE, s.now[state.FOR_SALE] - (1 << lot)), state.LOT, lot)
        s = with_now(with_now(s, state.BID, 0), state.BIDDER, 0)
        s = with_now(s, state.BIDDERS, ((1 << self.players) - 1) & ~s.now[state.OUT])
        first = s.now[state.MOVER] - 1 if s.now[state.MOVER] > 0 else self.players - 1
        return self.asked(with_now(with_now(s, state.PHASE, state.AUCTION), state.ACTOR, first))

    def asked(self, s: State) -> State:
        """The next who could bid more is asked; or nobody could, and the lot is sold or stays the bank's."""
        player, bidders = s.now[state.ACTOR], s.now[state.BIDDERS]
        for _ in range(self.players):
            player = player + 1 if player + 1 < self.players else 0
            if (bidders >> player) & 1 and s.now[state.BIDDER] != player + 1:
                if s.cash[player] > s.now[state.BID]:
                    return with_now(with_now(s, state.BIDDERS, bidders), state.ACTOR, player)
                bidders -= 1 << player
        lot, winner = s.now[state.LOT], s.now[state.BIDDER] - 1
        if winner >= 0:
            s = with_lot(with_cash(s, winner, -s.now[state.BID]), winner, lot)
        s = with_now(with_now(with_now(s, state.LOT, 0), state.BID, 0), state.BIDDER, 0)
        return with_now(with_now(s, state.BIDDERS, 0), state.PHASE, state.DONE)

    def bid(self, s: State, a: int) -> State:
        """A bid, or none any more."""
        actor = s.now[state.ACTOR]
        if a == state.PASSES:
            return self.asked(with_now(s, state.BIDDERS, s.now[state.BIDDERS] - (1 << actor)))
        s = with_now(
            with_now(s, state.BID, s.now[state.BID] + state.RAISES[a - state.BIDS]), state.BIDDER, actor + 1
        )
        return self.asked(s)

    # ---- debts
    def settled(self, s: State) -> State:
        """All that follows without anybody's decision: debts paid, players bankrupt, lots called, steps gone,
        the next one's turn."""
        while True:
            if ones(s.now[state.OUT]) == self.players - 1:
                return self.ended(s)
            owed, mover = s.now[state.OWED], s.now[state.MOVER]
            if owed > 0:
                debtor, creditor = s.now[state.DEBTOR], s.now[state.CREDITOR]
                if s.cash[debtor] >= owed:
                    s = with_cash(s, debtor, -owed)
                    if creditor != state.BANK:
                        s = with_cash(s, creditor, owed)
                    s = self.unowed(
                        with_now(s, state.PHASE, state.DONE) if s.now[state.PHASE] == state.DEBT else s
                    )
                elif self.raisable(s, debtor) >= owed:
                    return with_now(with_now(s, state.PHASE, state.DEBT), state.ACTOR, debtor)
                else:
                    s = self.ruined(s)
            elif s.now[state.REST] > 0:
                other, each = lowest(s.now[state.REST]), s.now[state.EACH_OWED]
                s = with_now(s, state.REST, s.now[state.REST] - (1 << other))
                if s.now[state.REST] == 0:
                    s = with_now(s, state.EACH_OWED, 0)
                if each < 0:
                    s = self.owing(s, other, -each)
                else:
                    s = with_now(
                        with_now(self.owing(s, mover, each), state.DEBTOR, other), state.CREDITOR, mover
                    )
            elif s.now[state.PHASE] != state.DONE:
                return s
            elif s.now[state.FOR_SALE] > 0:
                s = self.auctioned(s)
            elif s.now[state.STEPS] > 0:
                s = self.landed(self.gone(with_now(s, state.STEPS, 0), s.now[state.STEPS]), False)
            else:
                s = self.next_turn(s)

    def ended(self, s: State) -> State:
        """One player is left, and nothing is to be done any more."""
        s = with_now(with_now(with_now(self.unowed(s), state.REST, 0), state.EACH_OWED, 0), state.FOR_SALE, 0)
        return with_now(with_now(s, state.STEPS, 0), state.PHASE, state.OVER)

    def unowed(self, s: State) -> State:
        """Nobody owes anything."""
        return with_now(with_now(with_now(s, state.OWED, 0), state.DEBTOR, 0), state.CREDITOR, 0)

    def ruined(self, s: State) -> State:
        """The debtor is bankrupt: his buildings are sold, and all else goes to the creditor, who pays the
        interest of mortgaged lots at once; or, to be auctioned free of mortgage, to the bank."""
        debtor, creditor = s.now[state.DEBTOR], s.now[state.CREDITOR]
        lots, interest = s.owned[debtor], 0
        for lot in range(squares.LOTS):
            if (lots >> lot) & 1:
                if level_of(s, lot) > 0:
                    s = with_cash(s, debtor, level_of(s, lot) * (squares.HOUSE[lot] // 2))
                    s = with_level(s, lot, 0)
                if (s.now[state.MORTGAGED] >> lot) & 1:
                    interest += interest_on(lot)
        left = s.cash[debtor]
        s = with_cash(s, debtor, -left)
        s = State(s.cash, bits.with_item(s.owned, debtor, 0), s.built, s.now)
        s = self.unowed(with_now(s, state.OUT, s.now[state.OUT] | (1 << debtor)))
        s = with_now(s, state.TERMS, s.now[state.TERMS] & ~(3 << (2 * debtor)))
        s = with_now(s, state.PLACES, s.now[state.PLACES] & ~(63 << (6 * debtor)))
        if s.now[state.PHASE] == state.DEBT:
            s = with_now(s, state.PHASE, state.DONE)
        if creditor != state.BANK:
            s = with_cash(s, creditor, left)
            s = State(s.cash, bits.with_item(s.owned, creditor, s.owned[creditor] | lots), s.built, s.now)
            if interest > 0:
                s = with_now(
                    with_now(with_now(s, state.OWED, interest), state.DEBTOR, creditor),
                    state.CREDITOR,
                    state.BANK,
                )
        else:
            s = with_now(s, state.MORTGAGED, s.now[state.MORTGAGED] & ~lots)
            s = with_now(s, state.FOR_SALE, s.now[state.FOR_SALE] | lots)
        for pack in range(2):
            if s.now[state.HOLDER + pack] == debtor + 1:
                if creditor != state.BANK:
                    s = with_now(s, state.HOLDER + pack, creditor + 1)
                else:
                    s = self.returned(s, pack)
        if (s.now[state.REST] >> debtor) & 1:
            s = with_now(s, state.REST, s.now[state.REST] - (1 << debtor))
        if debtor == s.now[state.MOVER]:
            s = with_now(with_now(with_now(s, state.STEPS, 0), state.DOUBLES, 0), state.REST, 0)
            s = with_now(s, state.PHASE, state.DONE)
        if s.now[state.REST] == 0:
            s = with_now(s, state.EACH_OWED, 0)
        return s

    def next_turn(self, s: State) -> State:
        """Again after doubles; else the next player who is not bankrupt."""
        s = with_now(s, state.DICE, 0)
        mover = s.now[state.MOVER]
        if s.now[state.DOUBLES] == 0:
            last = mover
            while True:
                mover = mover + 1 if mover + 1 < self.players else 0
                if not (s.now[state.OUT] >> mover) & 1:
                    break
            if mover <= last:
                s = with_now(s, state.ROUND, s.now[state.ROUND] + 1)
                if s.now[state.ROUND] == self.rounds:
                    return with_now(s, state.PHASE, state.OVER)
        s = with_now(with_now(s, state.MOVER, mover), state.ACTOR, mover)
        return with_now(s, state.PHASE, state.MANAGE)

    def key(self, s: State) -> Bitboard:
        word = bits.board(0)
        for number in s.cash:
            word = bits.hash_with(word, number)
        for number in s.owned:
            word = bits.hash_with(word, number)
        for number in s.built:
            word = bits.hash_with(word, number)
        for number in s.now:
            word = bits.hash_with(word, number)
        return word
