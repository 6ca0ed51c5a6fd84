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
from halfmove.games.monopoly.property import Property
from halfmove.games.monopoly.squares import (
    ADVANCE,
    ARREST,
    BACK,
    CARD_AMOUNT,
    CARD_KIND,
    CARDS,
    CHANCE_SQUARES,
    CHEST_SQUARES,
    COLOURS,
    EACH,
    FREE,
    FREE_CARD,
    GO_TO_JAIL,
    GROUP,
    HOTEL_REPAIRS,
    HOUSE,
    INCOME_TAX,
    JAIL,
    LOT_AT,
    LOTS,
    LUXURY_TAX,
    PRICE,
    RAILROAD,
    REPAIRS,
    SQUARES,
    UTILITIES,
    UTILITY,
)
from halfmove.games.monopoly.state import (
    ACCEPTS,
    ACTOR,
    ADDED,
    ANSWER,
    ASKED,
    ASKS,
    ASKS_CASH,
    ASSETS,
    AUCTION,
    BAIL,
    BANK,
    BID,
    BIDDER,
    BIDDERS,
    BIDS,
    BUILDS,
    BUY,
    BUYS,
    CREDITOR,
    DEBT,
    DEBTOR,
    DECLINES,
    DICE,
    DONE,
    DOUBLES,
    DRAW_CHANCE,
    DRAW_CHEST,
    EACH_OWED,
    FOR_SALE,
    GIVEN,
    GIVES,
    GIVES_CASH,
    HOLDER,
    HOTEL,
    HOUSES,
    LIFTS,
    LOT,
    LUXURY,
    MANAGE,
    MORTGAGED,
    MORTGAGES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOVER,
    NUMBERS,
    OFFER,
    OFFERED,
    OFFERS,
    OUT,
    OVER,
    OWED,
    PARTNER,
    PASSES,
    PAYS,
    PHASE,
    PLACES,
    PLAYS_CARD,
    PROPOSES,
    QUEUE,
    RAISES,
    REFUSES,
    REST,
    ROUND,
    SALARY,
    SELLS,
    START_CASH,
    STEPS,
    TAX,
    TERMS,
    THROW,
    THROW_RENT,
    THROWS,
    UNSEEN,
    WITHDRAWS,
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
    actions_limit = 4 * LOTS

    players: int = 4
    rounds: int = 100
    trades: bool = False
    """Whether players may trade."""

    def setup(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadInput(f"Monopoly is for 2 to {MOST_PLAYERS} players, not {self.players}.")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise BadInput(f"A game of Monopoly lasts 1 to {MOST_ROUNDS} rounds at most, not {self.rounds}.")
        self.player_names = tuple("ABCDEFGH"[: self.players])
        self.utility_limit = self.players - 1

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        nobody = (0,) * self.players
        now = [0] * NUMBERS
        now[UNSEEN] = now[UNSEEN + 1] = (1 << CARDS) - 1
        return State((START_CASH,) * self.players, nobody, (0,) * COLOURS, tuple(now))

    def to_move(self, s: State) -> int:
        phase = s.now[PHASE]
        if phase in (THROW, THROW_RENT, DRAW_CHANCE, DRAW_CHEST):
            return CHANCE
        return s.now[ACTOR]

    def is_terminal(self, s: State) -> bool:
        return s.now[PHASE] == OVER

    def actions(self, s: State) -> Iterator[int]:
        phase, actor = s.now[PHASE], s.now[ACTOR]
        if phase in (THROW, THROW_RENT):
            for high in range(1, 7):
                for low in range(1, high + 1):
                    yield 10 * high + low
        elif phase in (DRAW_CHANCE, DRAW_CHEST):
            pack = phase - DRAW_CHANCE
            if s.now[UNSEEN + pack] == 0:
                yield s.now[QUEUE + pack] & 15
            else:
                for card in range(CARDS):
                    if (s.now[UNSEEN + pack] >> card) & 1:
                        yield card
        elif phase == AUCTION:
            yield PASSES
            for k in range(4):
                if s.now[BID] + RAISES[k] <= s.cash[actor]:
                    yield BIDS + k
        elif phase == OFFER:
            for asset in range(ASSETS):
                if self.may_trade(s, actor, asset) and not (s.now[GIVEN] >> asset) & 1:
                    yield GIVES + asset
            for asset in range(ASSETS):
                if self.may_trade(s, s.now[PARTNER] - 1, asset) and not (s.now[ASKED] >> asset) & 1:
                    yield ASKS + asset
            for k in range(4):
                if s.now[ADDED] >= 0 and s.now[ADDED] + RAISES[k] <= s.cash[actor]:
                    yield GIVES_CASH + k
            for k in range(4):
                if s.now[ADDED] <= 0 and RAISES[k] - s.now[ADDED] <= s.cash[s.now[PARTNER] - 1]:
                    yield ASKS_CASH + k
            if self.may_propose(s):
                yield PROPOSES
            yield WITHDRAWS
        elif phase == ANSWER:
            yield ACCEPTS
            yield REFUSES
        else:
            if phase == MANAGE:
                yield THROWS
                if term_of(s, actor) > 0:
                    if s.cash[actor] >= BAIL:
                        yield PAYS
                    for pack in range(2):
                        if s.now[HOLDER + pack] == actor + 1:
                            yield PLAYS_CARD + pack
                for lot in range(LOTS):
                    if self.may_build(s, actor, lot):
                        yield BUILDS + lot
                for lot in range(LOTS):
                    if self.may_lift(s, actor, lot):
                        yield LIFTS + lot
                if self.trades and s.now[OFFERED] == 0:
                    for other in range(self.players):
                        if self.may_offer(s, actor, other):
                            yield OFFERS + other
            elif phase == BUY:
                if s.cash[actor] >= PRICE[s.now[LOT]]:
                    yield BUYS
                yield DECLINES
            for lot in range(LOTS):
                if self.may_sell(s, actor, lot):
                    yield SELLS + lot
            for lot in range(LOTS):
                if self.may_mortgage(s, actor, lot):
                    yield MORTGAGES + lot

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        dice = s.now[PHASE] == THROW or s.now[PHASE] == THROW_RENT
        unseen = ones(s.now[UNSEEN + (1 if s.now[PHASE] == DRAW_CHEST else 0)])
        for a in self.actions(s):
            if dice:
                yield a, (1.0 if a % 11 == 0 else 2.0) / 36.0
            else:
                yield a, 1.0 / max(unseen, 1)

    def result(self, s: State, a: int) -> State:
        phase = s.now[PHASE]
        if phase == THROW:
            return self.settled(self.thrown(s, a))
        if phase == THROW_RENT:
            player = self.owner(s, s.now[LOT])
            s = with_now(with_now(with_now(s, DICE, a), PHASE, DONE), LOT, 0)
            return self.settled(self.owing(s, player, 10 * (a // 10 + a % 10)))
        if phase in (DRAW_CHANCE, DRAW_CHEST):
            return self.settled(self.drawn(s, phase - DRAW_CHANCE, a))
        if phase == AUCTION:
            return self.settled(self.bid(s, a))
        if a >= OFFERS:
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
        actor, kind, lot = s.now[ACTOR], a // 32 * 32, a % 32
        if kind == THROWS:
            return with_now(with_now(s, OFFERED, 0), PHASE, THROW)
        if kind == PAYS:
            return self.freed(with_cash(s, actor, -BAIL), actor)
        if kind == PLAYS_CARD:
            return self.freed(self.returned(s, lot), actor)
        if kind == BUYS:
            lot = s.now[LOT]
            s = with_lot(with_cash(s, actor, -PRICE[lot]), actor, lot)
            return with_now(with_now(s, LOT, 0), PHASE, DONE)
        if kind == DECLINES:
            s = with_now(with_now(s, FOR_SALE, 1 << s.now[LOT]), LOT, 0)
            return with_now(s, PHASE, DONE)
        if kind == BUILDS:
            return with_level(with_cash(s, actor, -HOUSE[lot]), lot, level_of(s, lot) + 1)
        if kind == SELLS:
            return self.sold(s, actor, lot)
        if kind == MORTGAGES:
            s = with_cash(s, actor, mortgage_of(lot))
            return with_now(s, MORTGAGED, s.now[MORTGAGED] | (1 << lot))
        s = with_cash(s, actor, -mortgage_of(lot) - interest_on(lot))
        return with_now(s, MORTGAGED, s.now[MORTGAGED] - (1 << lot))

    def sold(self, s: State, player: int, lot: int) -> State:
        """One building less, at half of its price; where a hotel would leave houses that the bank has not,
        all buildings of the colour."""
        if level_of(s, lot) == HOTEL and self.buildings(s, False) > HOUSES - 4:
            for other in range(LOTS):
                if GROUP[other] == GROUP[lot]:
                    s = with_cash(s, player, level_of(s, other) * (HOUSE[other] // 2))
                    s = with_level(s, other, 0)
            return s
        return with_level(with_cash(s, player, HOUSE[lot] // 2), lot, level_of(s, lot) - 1)

    def freed(self, s: State, player: int) -> State:
        """Out of jail."""
        return with_now(s, TERMS, s.now[TERMS] - (term_of(s, player) << (2 * player)))

    def arrested(self, s: State) -> State:
        """The player whose turn it is goes to jail, and his turn is over."""
        mover = s.now[MOVER]
        s = self.placed(s, JAIL)
        s = with_now(s, TERMS, s.now[TERMS] + (1 << (2 * mover)))
        return with_now(with_now(s, DOUBLES, 0), PHASE, DONE)

    def placed(self, s: State, square: int) -> State:
        """The player whose turn it is stands on a square."""
        mover = s.now[MOVER]
        return with_now(s, PLACES, s.now[PLACES] + ((square - place_of(s, mover)) << (6 * mover)))

    def thrown(self, s: State, a: int) -> State:
        """The dice of a turn."""
        mover, sum_of_dice, doubles = s.now[MOVER], a // 10 + a % 10, a % 11 == 0
        s = with_now(with_now(s, DICE, a), PHASE, DONE)
        term = term_of(s, mover)
        if term > 0:
            if doubles:  # he goes, but does not throw again
                return with_now(self.freed(s, mover), STEPS, sum_of_dice)
            if term < 3:
                return with_now(s, TERMS, s.now[TERMS] + (1 << (2 * mover)))
            s = with_now(self.freed(s, mover), STEPS, sum_of_dice)
            return self.owing(s, BANK, BAIL)
        if doubles and s.now[DOUBLES] == 2:
            return self.arrested(s)
        s = with_now(s, DOUBLES, s.now[DOUBLES] + 1 if doubles else 0)
        return with_now(s, STEPS, sum_of_dice)

    def gone(self, s: State, steps: int) -> State:
        """So many steps on, past Go for the salary, or back; the square is not looked at yet."""
        mover = s.now[MOVER]
        there = place_of(s, mover) + steps
        if there >= SQUARES:
            s = with_cash(s, mover, SALARY)
        return self.placed(s, there % SQUARES)

    def landed(self, s: State, dear: bool) -> State:
        """What the square brings to the player whose turn it is; `dear`: a card sent him there, so that a
        railroad has twice its rent and a utility ten times the dice thrown for it."""
        mover = s.now[MOVER]
        square = place_of(s, mover)
        lot = LOT_AT[square]
        if lot >= 0:
            player = self.owner(s, lot)
            if player == BANK:
                return with_now(with_now(with_now(s, LOT, lot), PHASE, BUY), ACTOR, mover)
            if player == mover or (s.now[MORTGAGED] >> lot) & 1:
                return s
            if dear and GROUP[lot] == UTILITIES:
                return with_now(with_now(s, LOT, lot), PHASE, THROW_RENT)
            rent = self.rent(s, lot, s.now[DICE] // 10 + s.now[DICE] % 10)
            return self.owing(s, player, 2 * rent if dear else rent)
        if square == INCOME_TAX:
            return self.owing(s, BANK, TAX)
        if square == LUXURY_TAX:
            return self.owing(s, BANK, LUXURY)
        if square == GO_TO_JAIL:
            return self.arrested(s)
        for k in range(3):
            if square == CHANCE_SQUARES[k]:
                return with_now(s, PHASE, DRAW_CHANCE)
            if square == CHEST_SQUARES[k]:
                return with_now(s, PHASE, DRAW_CHEST)
        return s

    def owing(self, s: State, creditor: int, amount: int) -> State:
        """The player whose turn it is owes this, or nothing."""
        if amount == 0:
            return s
        s = with_now(with_now(s, OWED, amount), DEBTOR, s.now[MOVER])
        return with_now(s, CREDITOR, creditor)

    # ---- cards
    def drawn(self, s: State, pack: int, card: int) -> State:
        """A card is drawn and does what it says."""
        mover, at = s.now[MOVER], CARDS * pack + card
        kind, amount = CARD_KIND[at], CARD_AMOUNT[at]
        s = with_now(s, PHASE, DONE)
        if s.now[UNSEEN + pack] > 0:
            s = with_now(s, UNSEEN + pack, s.now[UNSEEN + pack] - (1 << card))
        else:
            s = self.dealt(s, pack)
        if kind == FREE:
            return with_now(s, HOLDER + pack, mover + 1)
        s = self.put_under(s, pack, card)
        here = place_of(s, mover)
        if kind == ADVANCE:
            return self.landed(self.gone(s, (amount - here) % SQUARES), False)
        if kind == RAILROAD:
            return self.landed(self.gone(s, (SQUARES + 5 - here % 10) % 10), True)
        if kind == UTILITY:
            return self.landed(self.gone(s, 28 - here if 12 < here < 28 else (12 - here) % SQUARES), True)
        if kind == BACK:
            return self.landed(self.gone(s, -amount), False)
        if kind == ARREST:
            return self.arrested(s)
        if kind == REPAIRS:
            cost = 0
            for lot in range(LOTS):
                if (s.owned[mover] >> lot) & 1:
                    level = level_of(s, lot)
                    cost += HOTEL_REPAIRS[pack] if level == HOTEL else amount * level
            return self.owing(s, BANK, cost)
        if kind == EACH:
            others = ((1 << self.players) - 1) & ~s.now[OUT] & ~(1 << mover)
            return with_now(with_now(s, REST, others), EACH_OWED, amount)
        return self.owing(s, BANK, -amount) if amount < 0 else with_cash(s, mover, amount)

    def cards_under(self, s: State, pack: int) -> int:
        """How many cards of a pack have been drawn and lie under it again."""
        held = 1 if s.now[HOLDER + pack] > 0 else 0
        return CARDS - ones(s.now[UNSEEN + pack]) - held

    def under(self, s: State, pack: int, place: int) -> int:
        """One of the cards that have been drawn, the next to come again first.  Fifteen are written down, and
        the sixteenth is the one left."""
        if place < CARDS - 1:
            return (s.now[QUEUE + pack] >> (4 * place)) & 15
        total = 0
        for k in range(CARDS - 1):
            total += (s.now[QUEUE + pack] >> (4 * k)) & 15
        return CARDS * (CARDS - 1) // 2 - total

    def dealt(self, s: State, pack: int) -> State:
        """Without the first of the cards that have been drawn before."""
        last = self.under(s, pack, CARDS - 1) if self.cards_under(s, pack) == CARDS else 0
        return with_now(s, QUEUE + pack, (s.now[QUEUE + pack] >> 4) + (last << (4 * (CARDS - 2))))

    def put_under(self, s: State, pack: int, card: int) -> State:
        """With a card that comes after all others."""
        queue, held = s.now[QUEUE + pack], 1 if s.now[HOLDER + pack] > 0 else 0
        place = CARDS - 1 - ones(s.now[UNSEEN + pack]) - held
        if place < CARDS - 1:  # the sixteenth is not written down
            queue += card << (4 * place)
        return with_now(s, QUEUE + pack, queue)

    def returned(self, s: State, pack: int) -> State:
        """The card to leave jail with goes back under its pack."""
        return self.put_under(with_now(s, HOLDER + pack, 0), pack, FREE_CARD)

    # ---- auctions
    def auctioned(self, s: State) -> State:
        """The next of the lots for sale is called."""
        lot = lowest(s.now[FOR_SALE])
        s = with_now(with_now(s, FOR_SALE, s.now[FOR_SALE] - (1 << lot)), LOT, lot)
        s = with_now(with_now(s, BID, 0), BIDDER, 0)
        s = with_now(s, BIDDERS, ((1 << self.players) - 1) & ~s.now[OUT])
        first = s.now[MOVER] - 1 if s.now[MOVER] > 0 else self.players - 1
        return self.asked(with_now(with_now(s, PHASE, AUCTION), ACTOR, first))

    def asked(self, s: State) -> State:
        """The next who could bid more is asked; or nobody could, and the lot is sold or stays the bank's."""
        player, bidders = s.now[ACTOR], s.now[BIDDERS]
        for _ in range(self.players):
            player = player + 1 if player + 1 < self.players else 0
            if (bidders >> player) & 1 and s.now[BIDDER] != player + 1:
                if s.cash[player] > s.now[BID]:
                    return with_now(with_now(s, BIDDERS, bidders), ACTOR, player)
                bidders -= 1 << player
        lot, winner = s.now[LOT], s.now[BIDDER] - 1
        if winner >= 0:
            s = with_lot(with_cash(s, winner, -s.now[BID]), winner, lot)
        s = with_now(with_now(with_now(s, LOT, 0), BID, 0), BIDDER, 0)
        return with_now(with_now(s, BIDDERS, 0), PHASE, DONE)

    def bid(self, s: State, a: int) -> State:
        """A bid, or none any more."""
        actor = s.now[ACTOR]
        if a == PASSES:
            return self.asked(with_now(s, BIDDERS, s.now[BIDDERS] - (1 << actor)))
        s = with_now(with_now(s, BID, s.now[BID] + RAISES[a - BIDS]), BIDDER, actor + 1)
        return self.asked(s)

    # ---- debts
    def settled(self, s: State) -> State:
        """All that follows without anybody's decision: debts paid, players bankrupt, lots called, steps gone,
        the next one's turn."""
        while True:
            if ones(s.now[OUT]) == self.players - 1:
                return self.ended(s)
            owed, mover = s.now[OWED], s.now[MOVER]
            if owed > 0:
                debtor, creditor = s.now[DEBTOR], s.now[CREDITOR]
                if s.cash[debtor] >= owed:
                    s = with_cash(s, debtor, -owed)
                    if creditor != BANK:
                        s = with_cash(s, creditor, owed)
                    s = self.unowed(with_now(s, PHASE, DONE) if s.now[PHASE] == DEBT else s)
                elif self.raisable(s, debtor) >= owed:
                    return with_now(with_now(s, PHASE, DEBT), ACTOR, debtor)
                else:
                    s = self.ruined(s)
            elif s.now[REST] > 0:
                other, each = lowest(s.now[REST]), s.now[EACH_OWED]
                s = with_now(s, REST, s.now[REST] - (1 << other))
                if s.now[REST] == 0:
                    s = with_now(s, EACH_OWED, 0)
                if each < 0:
                    s = self.owing(s, other, -each)
                else:
                    s = with_now(with_now(self.owing(s, mover, each), DEBTOR, other), CREDITOR, mover)
            elif s.now[PHASE] != DONE:
                return s
            elif s.now[FOR_SALE] > 0:
                s = self.auctioned(s)
            elif s.now[STEPS] > 0:
                s = self.landed(self.gone(with_now(s, STEPS, 0), s.now[STEPS]), False)
            else:
                s = self.next_turn(s)

    def ended(self, s: State) -> State:
        """One player is left, and nothing is to be done any more."""
        s = with_now(with_now(with_now(self.unowed(s), REST, 0), EACH_OWED, 0), FOR_SALE, 0)
        return with_now(with_now(s, STEPS, 0), PHASE, OVER)

    def unowed(self, s: State) -> State:
        """Nobody owes anything."""
        return with_now(with_now(with_now(s, OWED, 0), DEBTOR, 0), CREDITOR, 0)

    def ruined(self, s: State) -> State:
        """The debtor is bankrupt: his buildings are sold, and all else goes to the creditor, who pays the
        interest of mortgaged lots at once; or, to be auctioned free of mortgage, to the bank."""
        debtor, creditor = s.now[DEBTOR], s.now[CREDITOR]
        lots, interest = s.owned[debtor], 0
        for lot in range(LOTS):
            if (lots >> lot) & 1:
                if level_of(s, lot) > 0:
                    s = with_cash(s, debtor, level_of(s, lot) * (HOUSE[lot] // 2))
                    s = with_level(s, lot, 0)
                if (s.now[MORTGAGED] >> lot) & 1:
                    interest += interest_on(lot)
        left = s.cash[debtor]
        s = with_cash(s, debtor, -left)
        s = State(s.cash, bits.with_item(s.owned, debtor, 0), s.built, s.now)
        s = self.unowed(with_now(s, OUT, s.now[OUT] | (1 << debtor)))
        s = with_now(s, TERMS, s.now[TERMS] & ~(3 << (2 * debtor)))
        s = with_now(s, PLACES, s.now[PLACES] & ~(63 << (6 * debtor)))
        if s.now[PHASE] == DEBT:
            s = with_now(s, PHASE, DONE)
        if creditor != BANK:
            s = with_cash(s, creditor, left)
            s = State(s.cash, bits.with_item(s.owned, creditor, s.owned[creditor] | lots), s.built, s.now)
            if interest > 0:
                s = with_now(with_now(with_now(s, OWED, interest), DEBTOR, creditor), CREDITOR, BANK)
        else:
            s = with_now(s, MORTGAGED, s.now[MORTGAGED] & ~lots)
            s = with_now(s, FOR_SALE, s.now[FOR_SALE] | lots)
        for pack in range(2):
            if s.now[HOLDER + pack] == debtor + 1:
                if creditor != BANK:
                    s = with_now(s, HOLDER + pack, creditor + 1)
                else:
                    s = self.returned(s, pack)
        if (s.now[REST] >> debtor) & 1:
            s = with_now(s, REST, s.now[REST] - (1 << debtor))
        if debtor == s.now[MOVER]:
            s = with_now(with_now(with_now(s, STEPS, 0), DOUBLES, 0), REST, 0)
            s = with_now(s, PHASE, DONE)
        if s.now[REST] == 0:
            s = with_now(s, EACH_OWED, 0)
        return s

    def next_turn(self, s: State) -> State:
        """Again after doubles; else the next player who is not bankrupt."""
        s = with_now(s, DICE, 0)
        mover = s.now[MOVER]
        if s.now[DOUBLES] == 0:
            last = mover
            while True:
                mover = mover + 1 if mover + 1 < self.players else 0
                if not (s.now[OUT] >> mover) & 1:
                    break
            if mover <= last:
                s = with_now(s, ROUND, s.now[ROUND] + 1)
                if s.now[ROUND] == self.rounds:
                    return with_now(s, PHASE, OVER)
        s = with_now(with_now(s, MOVER, mover), ACTOR, mover)
        return with_now(s, PHASE, MANAGE)

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
