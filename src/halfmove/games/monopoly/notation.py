"""Text for Monopoly: moves as `buy` or `build-boardwalk`, and a position as a line of words.

A position says of each player what he has and where he is, `A=1500@boardwalk`, in jail with the throw that
comes next, `B=20@jail/2`, or `C=out`; whose which lots are, with houses (5: a hotel) or `m` for mortgaged,
`A:oriental-avenue,boardwalk*5,water-works-m`; and what the rest is where it is not what a game begins with.
"""

from __future__ import annotations

import re

from halfmove.core.errors import BadInput
from halfmove.games.monopoly.knowledge import Knowledge
from halfmove.games.monopoly.squares import (
    CARD_NAMES,
    CARDS,
    CHANCE_SQUARES,
    CHEST_SQUARES,
    COLOURS,
    FREE_CARD,
    GROUP,
    GROUP_LOTS,
    LOT_AT,
    LOTS,
    NAMES,
    PLACE,
    SQUARE_NAMES,
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
    DOUBLES,
    DRAW_CHANCE,
    DRAW_CHEST,
    EACH_OWED,
    FOR_SALE,
    GIVEN,
    GIVES,
    GIVES_CASH,
    HOLDER,
    HOTELS,
    HOUSES,
    LIFTS,
    LOT,
    MANAGE,
    MORTGAGED,
    MORTGAGES,
    MOVER,
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
    PHASES,
    PLACES,
    PLAYS_CARD,
    PROPOSES,
    QUEUE,
    RAISES,
    REFUSES,
    REST,
    ROUND,
    SELLS,
    STEPS,
    TERMS,
    THROW,
    THROW_RENT,
    THROWS,
    UNSEEN,
    WITHDRAWS,
    State,
    level_of,
    place_of,
    term_of,
)

PLAIN = {
    THROWS: "throw",
    PAYS: "pay",
    PLAYS_CARD: "use-chance-card",
    PLAYS_CARD + 1: "use-chest-card",
    BUYS: "buy",
    DECLINES: "auction",
    PASSES: "pass",
    PROPOSES: "propose",
    WITHDRAWS: "withdraw",
    ACCEPTS: "accept",
    REFUSES: "refuse",
}
WITH_LOT = {BUILDS: "build", SELLS: "sell", MORTGAGES: "mortgage", LIFTS: "lift", GIVES: "give", ASKS: "ask"}
CASH_WORDS = {GIVES_CASH: "give", ASKS_CASH: "ask"}
PACKS = ("chance", "chest")
NUMBERED = {
    "round": ROUND,
    "doubles": DOUBLES,
    "dice": DICE,
    "steps": STEPS,
    "bid": BID,
    "owes": OWED,
    "each": EACH_OWED,
    "adds": ADDED,
    "offered": OFFERED,
}
"""What a position says as `key=number` where it is not 0."""
ASSET_NAMES = (*NAMES, "chance-card", "chest-card")
MOST_CASH = 10_000_000
HEX = "0123456789abcdef"


class Notation(Knowledge):
    """Monopoly with its text."""

    # ---- moves
    def action_text(self, s: State, a: int) -> str:
        phase = s.now[PHASE]
        if phase in (THROW, THROW_RENT):
            return str(a)
        if phase in (DRAW_CHANCE, DRAW_CHEST):
            return CARD_NAMES[CARDS * (phase - DRAW_CHANCE) + a]
        if phase == AUCTION and a >= BIDS:
            return f"bid-{s.now[BID] + RAISES[a - BIDS]}"
        kind, which = a // 32 * 32, a % 32
        if kind == OFFERS:
            return f"offer-{self.player_names[which]}"
        if kind in CASH_WORDS:
            return f"{CASH_WORDS[kind]}-{RAISES[which]}"
        return PLAIN.get(a) or f"{WITH_LOT[kind]}-{ASSET_NAMES[which]}"

    def about_lot(self, a: int) -> bool:
        """Whether a player's action builds on a lot, sells there, mortgages it, lifts its mortgage, or puts
        the lot into an offer."""
        return a // 32 * 32 in WITH_LOT and a % 32 < LOTS

    # ---- positions
    def lots_text(self, s: State, player: int) -> str:
        """A player's lots, with what stands on them: `baltic-avenue*2,water-works-m`; none: empty."""
        words = []
        for lot in range(LOTS):
            if (s.owned[player] >> lot) & 1:
                level = level_of(s, lot)
                mark = "-m" if (s.now[MORTGAGED] >> lot) & 1 else f"*{level}" if level else ""
                words.append(NAMES[lot] + mark)
        return ",".join(words)

    def position_text(self, s: State) -> str:
        words = []
        for player, name in enumerate(self.player_names):
            if (s.now[OUT] >> player) & 1:
                words.append(f"{name}=out")
                continue
            term = term_of(s, player)
            where = self.square_text(place_of(s, player)) + (f"/{term}" if term else "")
            words.append(f"{name}={s.cash[player]}@{where}")
        for player, name in enumerate(self.player_names):
            if s.owned[player]:
                words.append(f"{name}:{self.lots_text(s, player)}")
        for pack, name in enumerate(PACKS):
            unseen, holder = s.now[UNSEEN + pack], s.now[HOLDER + pack]
            if unseen != (1 << CARDS) - 1:
                left = "".join(HEX[card] for card in range(CARDS) if (unseen >> card) & 1)
                under = "".join(HEX[self.under(s, pack, k)] for k in range(self.cards_under(s, pack)))
                words.append(
                    f"{name}={left}/{under}" + (f"/{self.player_names[holder - 1]}" if holder else "")
                )
        words += [f"{key}={s.now[at]}" for key, at in NUMBERED.items() if s.now[at]]
        if s.now[OWED]:
            creditor = "bank" if s.now[CREDITOR] == BANK else self.player_names[s.now[CREDITOR]]
            words.append(f"debt={self.player_names[s.now[DEBTOR]]}-{creditor}")
        if s.now[PHASE] in (BUY, AUCTION, THROW_RENT):
            words.append(f"lot={NAMES[s.now[LOT]]}")
        if s.now[FOR_SALE]:
            words.append(
                "sale=" + ",".join(NAMES[lot] for lot in range(LOTS) if (s.now[FOR_SALE] >> lot) & 1)
            )
        for key, players in (("rest", s.now[REST]), ("bidders", s.now[BIDDERS])):
            if players:
                words.append(
                    f"{key}=" + "".join(n for p, n in enumerate(self.player_names) if (players >> p) & 1)
                )
        if s.now[PARTNER]:
            words.append(f"partner={self.player_names[s.now[PARTNER] - 1]}")
        for key, assets in (("gives", s.now[GIVEN]), ("asks", s.now[ASKED])):
            if assets:
                words.append(f"{key}={','.join(assets_of(assets))}")
        if s.now[BIDDER]:
            words.append(f"bidder={self.player_names[s.now[BIDDER] - 1]}")
        if s.now[ACTOR] != s.now[MOVER]:
            words.append(f"asked={self.player_names[s.now[ACTOR]]}")
        return " ".join([*words, self.player_names[s.now[MOVER]], PHASES[s.now[PHASE]]])

    def square_text(self, square: int) -> str:
        """The name of a square; the squares of cards, which have one name, with their number: `chance-22`."""
        name = SQUARE_NAMES[square]
        return f"{name}-{square}" if SQUARE_NAMES.count(name) > 1 else name

    def parse(self, text: str) -> State:
        words = text.split()
        if len(words) < self.players + 2 or words[-1] not in PHASES or words[-2] not in self.player_names:
            raise BadInput(
                f"A position of Monopoly looks like '{self.position_text(self.initial())}', not '{text}'."
            )
        reader = _Reader(self, words[-2], words[-1])
        for word in words[:-2]:
            reader.take(word)
        return reader.state()

    # ---- sentences
    def show(self, s: State) -> str:
        rows = []
        for player, name in enumerate(self.player_names):
            if (s.now[OUT] >> player) & 1:
                rows.append(f"{name}  bankrupt")
                continue
            term = term_of(s, player)
            where = f"{self.square_text(place_of(s, player))}{f', throw {term}' if term else ''}"
            rows.append(f"{name} {s.cash[player]:6}  {where}")
            if s.owned[player]:
                rows += _lines(self.lots_text(s, player).replace(",", " "))
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """What is waited for, and of whom, or who has won."""
        phase, name = s.now[PHASE], self.player_names[s.now[ACTOR]]
        lot = NAMES[s.now[LOT]]
        if phase == OVER:
            winners = [n for p, n in enumerate(self.player_names) if self.utility(s, p) > 0]
            how = (
                "the others are bankrupt" if bin(s.now[OUT]).count("1") == self.players - 1 else "the richest"
            )
            return (
                f"{winners[0]} wins: {how}"
                if len(winners) == 1
                else f"{' and '.join(winners) or 'All'} are equally rich"
            )
        if phase == MANAGE:
            return f"{name} to throw{' (in jail)' if term_of(s, s.now[ACTOR]) else ''}, or to see to his lots"
        if phase == BUY:
            return f"{name} may buy {lot}"
        if phase == AUCTION:
            by = f", {s.now[BID]} by {self.player_names[s.now[BIDDER] - 1]}" if s.now[BIDDER] else ""
            return f"{name} to bid for {lot}{by}"
        if phase == DEBT:
            return f"{name} owes {s.now[OWED]} and has {s.cash[s.now[ACTOR]]}"
        mover = self.player_names[s.now[MOVER]]
        if phase in (OFFER, ANSWER):
            return self.offer_text(s)
        if phase == THROW_RENT:
            return f"{mover} throws for the rent of {lot}"
        return f"{mover} throws the dice" if phase == THROW else f"{mover} draws a card"

    def offer_text(self, s: State) -> str:
        """What is offered to whom, as far as it has been put together."""
        mover, partner = self.player_names[s.now[MOVER]], self.player_names[s.now[PARTNER] - 1]
        added = s.now[ADDED]
        given = [*assets_of(s.now[GIVEN]), *([str(added)] if added > 0 else [])]
        asked = [*assets_of(s.now[ASKED]), *([str(-added)] if added < 0 else [])]
        what = f"{' + '.join(given) or 'nothing yet'} for {' + '.join(asked) or 'nothing yet'}"
        if s.now[PHASE] == ANSWER:
            return f"{partner} is offered {what} by {mover}"
        return f"{mover} offers {partner} {what}"

    def ending(self, s: State) -> str:
        return self.status(s).partition(": ")[2] or "equally rich"


def assets_of(assets: int) -> list[str]:
    """The names of lots and cards that are given as bits."""
    return [name for number, name in enumerate(ASSET_NAMES) if (assets >> number) & 1]


def _lines(words: str, width: int = 68) -> list[str]:
    """Words over as many lines as they take, set in."""
    rows = [""]
    for word in words.split():
        if len(rows[-1]) + len(word) + 1 > width and rows[-1]:
            rows.append("")
        rows[-1] += f" {word}"
    return [f"         {row[1:]}" for row in rows]


class _Reader:
    """A position, word by word."""

    def __init__(self, game: Notation, mover: str, phase: str) -> None:
        self.game, self.names = game, game.player_names
        self.cash: dict[int, int] = {}
        self.owned = [0] * game.players
        self.built = [0] * COLOURS
        self.now = list(game.initial().now)
        self.now[MOVER] = self.now[ACTOR] = self.names.index(mover)
        self.now[PHASE] = PHASES.index(phase)
        self.under = ["", ""]
        self.seen: set[str] = set()

    def take(self, word: str) -> None:
        key = re.split("[=:]", word)[0] + (":" if re.match("[A-H]:", word) else "")
        if key in self.seen:
            raise BadInput(f"A position says '{key.rstrip(':')}' once, not twice: '{word}'.")
        self.seen.add(key)
        name, mark, value = (
            key.rstrip(":"),
            word[len(key.rstrip(":")) :][:1],
            word[len(key.rstrip(":")) + 1 :],
        )
        if name in self.names and mark == "=":
            self.player(self.names.index(name), value, word)
        elif name in self.names and mark == ":":
            for lot in value.split(","):
                self.lot(self.names.index(name), lot)
        elif name in PACKS and mark == "=":
            self.pack(PACKS.index(name), value, word)
        elif name in NUMBERED and re.fullmatch(r"-?\d{1,7}", value):
            self.now[NUMBERED[name]] = int(value)
        elif name == "debt" and (match := re.fullmatch("([A-H])-([A-H]|bank)", value)):
            self.now[DEBTOR] = self.who(match[1])
            self.now[CREDITOR] = BANK if match[2] == "bank" else self.who(match[2])
        elif name == "lot" and value in NAMES:
            self.now[LOT] = NAMES.index(value)
        elif name == "sale" and all(lot in NAMES for lot in value.split(",")):
            self.now[FOR_SALE] = sum(1 << NAMES.index(lot) for lot in set(value.split(",")))
        elif name in ("rest", "bidders") and re.fullmatch("[A-H]+", value):
            self.now[REST if name == "rest" else BIDDERS] = sum(1 << self.who(n) for n in set(value))
        elif name in ("gives", "asks") and all(asset in ASSET_NAMES for asset in value.split(",")):
            bits_of = sum(1 << ASSET_NAMES.index(asset) for asset in set(value.split(",")))
            self.now[GIVEN if name == "gives" else ASKED] = bits_of
        elif name == "partner":
            self.now[PARTNER] = 1 + self.who(value)
        elif name == "bidder":
            self.now[BIDDER] = 1 + self.who(value)
        elif name == "asked":
            self.now[ACTOR] = self.who(value)
        else:
            raise BadInput(f"'{word}' is no part of a position of Monopoly.")

    def who(self, name: str) -> int:
        if name not in self.names:
            raise BadInput(f"The players are {', '.join(self.names)}, and '{name}' is none of them.")
        return self.names.index(name)

    def player(self, player: int, value: str, word: str) -> None:
        if value == "out":
            self.now[OUT] |= 1 << player
            self.cash[player] = 0
            return
        match = re.fullmatch(r"(\d{1,8})@([a-z0-9-]+)(?:/([123]))?", value)
        squares = [self.game.square_text(square) for square in range(len(SQUARE_NAMES))]
        if not match or match[2] not in squares or int(match[1]) > MOST_CASH:
            raise BadInput(
                f"A player's part looks like 'A=1500@boardwalk', 'A=20@jail/2' or 'A=out', not '{word}'."
            )
        if match[3] and match[2] != "jail":
            raise BadInput(f"Who waits in jail is in jail, not where '{word}' says.")
        self.cash[player] = int(match[1])
        self.now[PLACES] += squares.index(match[2]) << (6 * player)
        self.now[TERMS] += int(match[3] or 0) << (2 * player)

    def lot(self, player: int, word: str) -> None:
        match = re.fullmatch(r"([a-z-]+?)(-m|\*[1-5])?", word)
        if not match or match[1] not in NAMES:
            raise BadInput(
                f"'{word}' is no lot; a lot looks like 'boardwalk', 'boardwalk*3' or 'boardwalk-m'."
            )
        lot = NAMES.index(match[1])
        if any((owned >> lot) & 1 for owned in self.owned):
            raise BadInput(f"{match[1]} is owned twice.")
        self.owned[player] |= 1 << lot
        if match[2] == "-m":
            self.now[MORTGAGED] |= 1 << lot
        elif match[2]:
            if GROUP[lot] >= COLOURS:
                raise BadInput(f"Nothing is built on {match[1]}.")
            self.built[GROUP[lot]] += int(match[2][1]) << (3 * PLACE[lot])

    def pack(self, pack: int, value: str, word: str) -> None:
        match = re.fullmatch(r"([0-9a-f]*)/([0-9a-f]*)(?:/([A-H]))?", value)
        cards = "" if not match else match[1] + match[2] + (HEX[FREE_CARD] if match[3] else "")
        if not match or sorted(cards) != sorted(HEX):
            raise BadInput(
                "A pack is the cards not drawn yet, those drawn, in order, and who holds the card to leave "
                f"jail with ('chance=0123456/cdef78ab/C'), each of sixteen once, not '{word}'."
            )
        self.now[UNSEEN + pack] = sum(1 << HEX.index(card) for card in match[1])
        self.now[QUEUE + pack] = sum(HEX.index(c) << (4 * k) for k, c in enumerate(match[2][: CARDS - 1]))
        self.now[HOLDER + pack] = 1 + self.who(match[3]) if match[3] else 0

    def state(self) -> State:
        """The position, if a game can have it."""
        game, now = self.game, self.now
        if set(self.cash) != set(range(game.players)):
            raise BadInput(f"A position of Monopoly says of each of {', '.join(self.names)} what he has.")
        s = State(
            tuple(self.cash[p] for p in range(game.players)), tuple(self.owned), tuple(self.built), tuple(now)
        )
        out = now[OUT]
        for player, name in enumerate(self.names):
            holds = s.owned[player] or player + 1 in now[HOLDER : HOLDER + 2]
            if (out >> player) & 1 and holds:
                raise BadInput(f"{name} is bankrupt and has nothing.")
        for group in range(COLOURS):
            levels = [level_of(s, lot) for lot in range(LOTS) if GROUP[lot] == group]
            if not any(levels):
                continue
            street = NAMES[GROUP.index(group)]
            if (
                not any(game.whole(s, player, group) for player in range(game.players))
                or now[MORTGAGED] & GROUP_LOTS[group]
            ):
                raise BadInput(
                    f"Nothing is built by {street}, as its colour is not one player's, free of mortgage."
                )
            if max(levels) - min(levels) > 1:
                raise BadInput(f"On the colour of {street} one has built evenly.")
        if game.buildings(s, False) > HOUSES or game.buildings(s, True) > HOTELS:
            raise BadInput(f"There are {HOUSES} houses and {HOTELS} hotels.")
        self.check_phase(s)
        return s

    def may_bid(self, s: State) -> bool:
        """Whether who is asked in an auction may be asked."""
        now, actor = s.now, s.now[ACTOR]
        bidding = bool((now[BIDDERS] >> actor) & 1) and now[BIDDER] != actor + 1
        free = self.game.owner(s, now[LOT]) == BANK
        return free and bidding and s.cash[actor] > now[BID] >= 0 and (now[BID] > 0) == (now[BIDDER] > 0)

    def offering(self, s: State) -> bool:
        """Whether what is offered can be."""
        game, now, mover, partner = self.game, s.now, s.now[MOVER], s.now[PARTNER] - 1
        if not game.trades or partner < 0 or partner == mover or (now[OUT] >> partner) & 1:
            return False
        theirs = all(
            game.may_trade(s, player, asset)
            for player, assets in ((mover, now[GIVEN]), (partner, now[ASKED]))
            for asset in range(ASSETS)
            if (assets >> asset) & 1
        )
        return theirs and -s.cash[partner] <= now[ADDED] <= s.cash[mover] and not now[OFFERED]

    def check_phase(self, s: State) -> None:
        """Refuse what is waited for and cannot be."""
        game, now, phase = self.game, s.now, s.now[PHASE]
        mover, actor = now[MOVER], now[ACTOR]
        lot, square = now[LOT], place_of(s, mover)
        alive = ((1 << game.players) - 1) & ~now[OUT]
        if not 0 <= now[ROUND] <= game.rounds or (phase != OVER and now[ROUND] == game.rounds):
            raise BadInput(
                f"The game ends after {game.rounds} rounds, so {now[ROUND]} cannot have been finished."
            )
        ended = bin(alive).count("1") == 1 or now[ROUND] == game.rounds
        if ended != (phase == OVER) or not alive:
            raise BadInput(
                f"The game is {'' if ended else 'not '}over, and the position says '{PHASES[phase]}'."
            )
        going_on = phase in (AUCTION, DEBT) or bool((alive >> mover) & 1)
        if phase != OVER and not ((alive >> actor) & 1 and going_on):
            raise BadInput("Whoever is to do something is not bankrupt.")
        if now[REST] & ~alive or now[BIDDERS] & ~alive:
            raise BadInput("Nobody who is bankrupt is still to be asked.")
        if not 0 <= now[DOUBLES] <= 2 or not 0 <= now[STEPS] <= 12:
            raise BadInput("Doubles in a row are 0 to 2, and steps to go 0 to 12.")
        dice = now[DICE]
        if dice and not (1 <= dice % 10 <= dice // 10 <= 6):
            raise BadInput(f"Dice are written as 31 for a three and a one, the higher first, not {dice}.")
        said = {
            BUY: LOT_AT[square] == lot and game.owner(s, lot) == BANK,
            AUCTION: self.may_bid(s),
            DRAW_CHANCE: square in CHANCE_SQUARES,
            DRAW_CHEST: square in CHEST_SQUARES,
            THROW_RENT: LOT_AT[square] == lot and game.owner(s, lot) not in (BANK, mover),
            DEBT: now[DEBTOR] == actor and s.cash[actor] < now[OWED] <= game.raisable(s, actor),
            OFFER: self.offering(s) and actor == mover,
            ANSWER: self.offering(s) and actor == now[PARTNER] - 1 and game.may_propose(s),
        }  # fmt: skip
        if not said.get(phase, phase in (MANAGE, THROW, OVER)):
            raise BadInput(f"'{PHASES[phase]}' does not fit the rest of the position.")
        if phase in (MANAGE, THROW, BUY) and actor != mover:
            raise BadInput(f"It is the turn of {self.names[mover]}, and he is asked.")
        if phase != DEBT and now[OWED]:
            raise BadInput("Something is owed, and the position does not say 'debt'.")
        if phase not in (OFFER, ANSWER) and (now[PARTNER] or now[GIVEN] or now[ASKED] or now[ADDED]):
            raise BadInput("Something is offered, and the position says neither 'offer' nor 'answer'.")
        if now[OFFERED] and not (game.trades and phase == MANAGE and now[OFFERED] == 1):
            raise BadInput("An offer has been made before a throw ('offered=1') or not, where players trade.")
        if phase in (MANAGE, THROW, OFFER, ANSWER) and (now[REST] or now[FOR_SALE] or now[STEPS]):
            raise BadInput("Before a turn nothing is left over of the one before.")
