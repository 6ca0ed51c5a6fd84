"""Text for Monopoly: moves as `buy` or `build-boardwalk`, and a position as a line of words.

A position says of each player what he has and where he is, `A=1500@boardwalk`, in jail with the throw that
comes next, `B=20@jail/2`, or `C=out`; whose which lots are, with houses (5: a hotel) or `m` for mortgaged,
`A:oriental-avenue,boardwalk*5,water-works-m`; and what the rest is where it is not what a game begins with.
"""

from __future__ import annotations

import re

from halfmove.core.errors import BadInput
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.knowledge import Knowledge
from halfmove.games.monopoly.state import State, level_of, place_of, term_of

PLAIN = {
    state.THROWS: "throw",
    state.PAYS: "pay",
    state.PLAYS_CARD: "use-chance-card",
    state.PLAYS_CARD + 1: "use-chest-card",
    state.BUYS: "buy",
    state.DECLINES: "auction",
    state.PASSES: "pass",
    state.PROPOSES: "propose",
    state.WITHDRAWS: "withdraw",
    state.ACCEPTS: "accept",
    state.REFUSES: "refuse",
}
WITH_LOT = {
    state.BUILDS: "build",
    state.SELLS: "sell",
    state.MORTGAGES: "mortgage",
    state.LIFTS: "lift",
    state.GIVES: "give",
    state.ASKS: "ask",
}
CASH_WORDS = {state.GIVES_CASH: "give", state.ASKS_CASH: "ask"}
PACKS = ("chance", "chest")
NUMBERED = {
    "round": state.ROUND,
    "doubles": state.DOUBLES,
    "dice": state.DICE,
    "steps": state.STEPS,
    "bid": state.BID,
    "owes": state.OWED,
    "each": state.EACH_OWED,
    "adds": state.ADDED,
    "offered": state.OFFERED,
}
"""What a position says as `key=number` where it is not 0."""
ASSET_NAMES = (*squares.NAMES, "chance-card", "chest-card")
MOST_CASH = 10_000_000
HEX = "0123456789abcdef"


class Notation(Knowledge):
    """Monopoly with its text."""

    # ---- moves
    def action_text(self, s: State, a: int) -> str:
        phase = s.now[state.PHASE]
        if phase in (state.THROW, state.THROW_RENT):
            return str(a)
        if phase in (state.DRAW_CHANCE, state.DRAW_CHEST):
            return squares.CARD_NAMES[squares.CARDS * (phase - state.DRAW_CHANCE) + a]
        if phase == state.AUCTION and a >= state.BIDS:
            return f"bid-{s.now[state.BID] + state.RAISES[a - state.BIDS]}"
        kind, which = a // 32 * 32, a % 32
        if kind == state.OFFERS:
            return f"offer-{self.player_names[which]}"
        if kind in CASH_WORDS:
            return f"{CASH_WORDS[kind]}-{state.RAISES[which]}"
        return PLAIN.get(a) or f"{WITH_LOT[kind]}-{ASSET_NAMES[which]}"

    def about_lot(self, a: int) -> bool:
        """Whether a player's action builds on a lot, sells there, mortgages it, lifts its mortgage, or puts
        the lot into an offer."""
        return a // 32 * 32 in WITH_LOT and a % 32 < squares.LOTS

    # ---- positions
    def lots_text(self, s: State, player: int) -> str:
        """A player's lots, with what stands on them: `baltic-avenue*2,water-works-m`; none: empty."""
        words = []
        for lot in range(squares.LOTS):
            if (s.owned[player] >> lot) & 1:
                level = level_of(s, lot)
                mark = "-m" if (s.now[state.MORTGAGED] >> lot) & 1 else f"*{level}" if level else ""
                words.append(squares.NAMES[lot] + mark)
        return ",".join(words)

    def position_text(self, s: State) -> str:
        words = []
        for player, name in enumerate(self.player_names):
            if (s.now[state.OUT] >> player) & 1:
                words.append(f"{name}=out")
                continue
            term = term_of(s, player)
            where = self.square_text(place_of(s, player)) + (f"/{term}" if term else "")
            words.append(f"{name}={s.cash[player]}@{where}")
        for player, name in enumerate(self.player_names):
            if s.owned[player]:
                words.append(f"{name}:{self.lots_text(s, player)}")
        for pack, name in enumerate(PACKS):
            unseen, holder = s.now[state.UNSEEN + pack], s.now[state.HOLDER + pack]
            if unseen != (1 << squares.CARDS) - 1:
                left = "".join(HEX[card] for card in range(squares.CARDS) if (unseen >> card) & 1)
                under = "".join(HEX[self.under(s, pack, k)] for k in range(self.cards_under(s, pack)))
                words.append(
                    f"{name}={left}/{under}" + (f"/{self.player_names[holder - 1]}" if holder else "")
                )
        words += [f"{key}={s.now[at]}" for key, at in NUMBERED.items() if s.now[at]]
        if s.now[state.OWED]:
            creditor = (
                "bank" if s.now[state.CREDITOR] == state.BANK else self.player_names[s.now[state.CREDITOR]]
            )
            words.append(f"debt={self.player_names[s.now[state.DEBTOR]]}-{creditor}")
        if s.now[state.PHASE] in (state.BUY, state.AUCTION, state.THROW_RENT):
            words.append(f"lot={squares.NAMES[s.now[state.LOT]]}")
        if s.now[state.FOR_SALE]:
            words.append(
                "sale="
                + ",".join(
                    squares.NAMES[lot] for lot in range(squares.LOTS) if (s.now[state.FOR_SALE] >> lot) & 1
                )
            )
        for key, players in (("rest", s.now[state.REST]), ("bidders", s.now[state.BIDDERS])):
            if players:
                words.append(
                    f"{key}=" + "".join(n for p, n in enumerate(self.player_names) if (players >> p) & 1)
                )
        if s.now[state.PARTNER]:
            words.append(f"partner={self.player_names[s.now[state.PARTNER] - 1]}")
        for key, assets in (("gives", s.now[state.GIVEN]), ("asks", s.now[state.ASKED])):
            if assets:
                words.append(f"{key}={','.join(assets_of(assets))}")
        if s.now[state.BIDDER]:
            words.append(f"bidder={self.player_names[s.now[state.BIDDER] - 1]}")
        if s.now[state.ACTOR] != s.now[state.MOVER]:
            words.append(f"asked={self.player_names[s.now[state.ACTOR]]}")
        return " ".join([*words, self.player_names[s.now[state.MOVER]], state.PHASES[s.now[state.PHASE]]])

    def square_text(self, square: int) -> str:
        """The name of a square; the squares of cards, which have one name, with their number: `chance-22`."""
        name = squares.SQUARE_NAMES[square]
        return f"{name}-{square}" if squares.SQUARE_NAMES.count(name) > 1 else name

    def parse(self, text: str) -> State:
        words = text.split()
        if (
            len(words) < self.players + 2
            or words[-1] not in state.PHASES
            or words[-2] not in self.player_names
        ):
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
            if (s.now[state.OUT] >> player) & 1:
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
        phase, name = s.now[state.PHASE], self.player_names[s.now[state.ACTOR]]
        lot = squares.NAMES[s.now[state.LOT]]
        if phase == state.OVER:
            winners = [n for p, n in enumerate(self.player_names) if self.utility(s, p) > 0]
            how = (
                "the others are bankrupt"
                if bin(s.now[state.OUT]).count("1") == self.players - 1
                else "the richest"
            )
            return (
                f"{winners[0]} wins: {how}"
                if len(winners) == 1
                else f"{' and '.join(winners) or 'All'} are equally rich"
            )
        if phase == state.MANAGE:
            jailed = " (in jail)" if term_of(s, s.now[state.ACTOR]) else ""
            return f"{name} to throw{jailed}, or to manage his lots"
        if phase == state.BUY:
            return f"{name} may buy {lot}"
        if phase == state.AUCTION:
            by = (
                f", {s.now[state.BID]} by {self.player_names[s.now[state.BIDDER] - 1]}"
                if s.now[state.BIDDER]
                else ""
            )
            return f"{name} to bid for {lot}{by}"
        if phase == state.DEBT:
            return f"{name} owes {s.now[state.OWED]} and has {s.cash[s.now[state.ACTOR]]}"
        mover = self.player_names[s.now[state.MOVER]]
        if phase in (state.OFFER, state.ANSWER):
            return self.offer_text(s)
        if phase == state.THROW_RENT:
            return f"{mover} throws for the rent of {lot}"
        return f"{mover} throws the dice" if phase == state.THROW else f"{mover} draws a card"

    def offer_text(self, s: State) -> str:
        """What is offered to whom, as far as it has been put together."""
        mover, partner = self.player_names[s.now[state.MOVER]], self.player_names[s.now[state.PARTNER] - 1]
        added = s.now[state.ADDED]
        given = [*assets_of(s.now[state.GIVEN]), *([str(added)] if added > 0 else [])]
        asked = [*assets_of(s.now[state.ASKED]), *([str(-added)] if added < 0 else [])]
        what = f"{' + '.join(given) or 'nothing yet'} for {' + '.join(asked) or 'nothing yet'}"
        if s.now[state.PHASE] == state.ANSWER:
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
        self.built = [0] * squares.COLOURS
        self.now = list(game.initial().now)
        self.now[state.MOVER] = self.now[state.ACTOR] = self.names.index(mover)
        self.now[state.PHASE] = state.PHASES.index(phase)
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
            self.now[state.DEBTOR] = self.who(match[1])
            self.now[state.CREDITOR] = state.BANK if match[2] == "bank" else self.who(match[2])
        elif name == "lot" and value in squares.NAMES:
            self.now[state.LOT] = squares.NAMES.index(value)
        elif name == "sale" and all(lot in squares.NAMES for lot in value.split(",")):
            self.now[state.FOR_SALE] = sum(1 << squares.NAMES.index(lot) for lot in set(value.split(",")))
        elif name in ("rest", "bidders") and re.fullmatch("[A-H]+", value):
            self.now[state.REST if name == "rest" else state.BIDDERS] = sum(
                1 << self.who(n) for n in set(value)
            )
        elif name in ("gives", "asks") and all(asset in ASSET_NAMES for asset in value.split(",")):
            bits_of = sum(1 << ASSET_NAMES.index(asset) for asset in set(value.split(",")))
            self.now[state.GIVEN if name == "gives" else state.ASKED] = bits_of
        elif name == "partner":
            self.now[state.PARTNER] = 1 + self.who(value)
        elif name == "bidder":
            self.now[state.BIDDER] = 1 + self.who(value)
        elif name == "asked":
            self.now[state.ACTOR] = self.who(value)
        else:
            raise BadInput(f"'{word}' is no part of a position of Monopoly.")

    def who(self, name: str) -> int:
        if name not in self.names:
            raise BadInput(f"The players are {', '.join(self.names)}, and '{name}' is none of them.")
        return self.names.index(name)

    def player(self, player: int, value: str, word: str) -> None:
        if value == "out":
            self.now[state.OUT] |= 1 << player
            self.cash[player] = 0
            return
        match = re.fullmatch(r"(\d{1,8})@([a-z0-9-]+)(?:/([123]))?", value)
        places = [self.game.square_text(square) for square in range(len(squares.SQUARE_NAMES))]
        if not match or match[2] not in places or int(match[1]) > MOST_CASH:
            raise BadInput(
                f"A player's part looks like 'A=1500@boardwalk', 'A=20@jail/2' or 'A=out', not '{word}'."
            )
        if match[3] and match[2] != "jail":
            raise BadInput(f"Who waits in jail is in jail, not where '{word}' says.")
        self.cash[player] = int(match[1])
        self.now[state.PLACES] += places.index(match[2]) << (6 * player)
        self.now[state.TERMS] += int(match[3] or 0) << (2 * player)

    def lot(self, player: int, word: str) -> None:
        match = re.fullmatch(r"([a-z-]+?)(-m|\*[1-5])?", word)
        if not match or match[1] not in squares.NAMES:
            raise BadInput(
                f"'{word}' is no lot; a lot looks like 'boardwalk', 'boardwalk*3' or 'boardwalk-m'."
            )
        lot = squares.NAMES.index(match[1])
        if any((owned >> lot) & 1 for owned in self.owned):
            raise BadInput(f"{match[1]} is owned twice.")
        self.owned[player] |= 1 << lot
        if match[2] == "-m":
            self.now[state.MORTGAGED] |= 1 << lot
        elif match[2]:
            if squares.GROUP[lot] >= squares.COLOURS:
                raise BadInput(f"Nothing is built on {match[1]}.")
            self.built[squares.GROUP[lot]] += int(match[2][1]) << (3 * squares.PLACE[lot])

    def pack(self, pack: int, value: str, word: str) -> None:
        match = re.fullmatch(r"([0-9a-f]*)/([0-9a-f]*)(?:/([A-H]))?", value)
        cards = "" if not match else match[1] + match[2] + (HEX[squares.FREE_CARD] if match[3] else "")
        if not match or sorted(cards) != sorted(HEX):
            raise BadInput(
                "A pack is the cards not drawn yet, those drawn, in order, and who holds the card to leave "
                f"jail with ('chance=0123456/cdef78ab/C'), each of sixteen once, not '{word}'."
            )
        self.now[state.UNSEEN + pack] = sum(1 << HEX.index(card) for card in match[1])
        self.now[state.QUEUE + pack] = sum(
            HEX.index(c) << (4 * k) for k, c in enumerate(match[2][: squares.CARDS - 1])
        )
        self.now[state.HOLDER + pack] = 1 + self.who(match[3]) if match[3] else 0

    def state(self) -> State:
        """The position, if a game can have it."""
        game, now = self.game, self.now
        if set(self.cash) != set(range(game.players)):
            raise BadInput(f"A position of Monopoly says of each of {', '.join(self.names)} what he has.")
        s = State(
            tuple(self.cash[p] for p in range(game.players)), tuple(self.owned), tuple(self.built), tuple(now)
        )
        out = now[state.OUT]
        for player, name in enumerate(self.names):
            holds = s.owned[player] or player + 1 in now[state.HOLDER : state.HOLDER + 2]
            if (out >> player) & 1 and holds:
                raise BadInput(f"{name} is bankrupt and has nothing.")
        for group in range(squares.COLOURS):
            levels = [level_of(s, lot) for lot in range(squares.LOTS) if squares.GROUP[lot] == group]
            if not any(levels):
                continue
            street = squares.NAMES[squares.GROUP.index(group)]
            if (
                not any(game.whole(s, player, group) for player in range(game.players))
                or now[state.MORTGAGED] & squares.GROUP_LOTS[group]
            ):
                raise BadInput(
                    f"Nothing is built by {street}, as its colour is not one player's, free of mortgage."
                )
            if max(levels) - min(levels) > 1:
                raise BadInput(f"On the colour of {street} one has built evenly.")
        if game.buildings(s, False) > state.HOUSES or game.buildings(s, True) > state.HOTELS:
            raise BadInput(f"There are {state.HOUSES} houses and {state.HOTELS} hotels.")
        self.check_phase(s)
        return s

    def may_bid(self, s: State) -> bool:
        """Whether who is asked in an auction may be asked."""
        now, actor = s.now, s.now[state.ACTOR]
        bidding = bool((now[state.BIDDERS] >> actor) & 1) and now[state.BIDDER] != actor + 1
        free = self.game.owner(s, now[state.LOT]) == state.BANK
        return (
            free
            and bidding
            and s.cash[actor] > now[state.BID] >= 0
            and (now[state.BID] > 0) == (now[state.BIDDER] > 0)
        )

    def offering(self, s: State) -> bool:
        """Whether what is offered can be."""
        game, now, mover, partner = self.game, s.now, s.now[state.MOVER], s.now[state.PARTNER] - 1
        if not game.trades or partner < 0 or partner == mover or (now[state.OUT] >> partner) & 1:
            return False
        theirs = all(
            game.may_trade(s, player, asset)
            for player, assets in ((mover, now[state.GIVEN]), (partner, now[state.ASKED]))
            for asset in range(state.ASSETS)
            if (assets >> asset) & 1
        )
        return theirs and -s.cash[partner] <= now[state.ADDED] <= s.cash[mover] and not now[state.OFFERED]

    def check_phase(self, s: State) -> None:
        """Refuse what is waited for and cannot be."""
        game, now, phase = self.game, s.now, s.now[state.PHASE]
        mover, actor = now[state.MOVER], now[state.ACTOR]
        lot, square = now[state.LOT], place_of(s, mover)
        alive = ((1 << game.players) - 1) & ~now[state.OUT]
        if not 0 <= now[state.ROUND] <= game.rounds or (
            phase != state.OVER and now[state.ROUND] == game.rounds
        ):
            raise BadInput(
                f"The game ends after {game.rounds} rounds, so {now[state.ROUND]} cannot have been finished."
            )
        ended = bin(alive).count("1") == 1 or now[state.ROUND] == game.rounds
        if ended != (phase == state.OVER) or not alive:
            raise BadInput(
                f"The game is {'' if ended else 'not '}over, and the position says '{state.PHASES[phase]}'."
            )
        going_on = phase in (state.AUCTION, state.DEBT) or bool((alive >> mover) & 1)
        if phase != state.OVER and not ((alive >> actor) & 1 and going_on):
            raise BadInput("Whoever is to do something is not bankrupt.")
        if now[state.REST] & ~alive or now[state.BIDDERS] & ~alive:
            raise BadInput("Nobody who is bankrupt is still to be asked.")
        if not 0 <= now[state.DOUBLES] <= 2 or not 0 <= now[state.STEPS] <= 12:
            raise BadInput("Doubles in a row are 0 to 2, and steps to go 0 to 12.")
        dice = now[state.DICE]
        if dice and not (1 <= dice % 10 <= dice // 10 <= 6):
            raise BadInput(f"Dice are written as 31 for a three and a one, the higher first, not {dice}.")
        said = {
            state.BUY: squares.LOT_AT[square] == lot and game.owner(s, lot) == state.BANK,
            state.AUCTION: self.may_bid(s),
            state.DRAW_CHANCE: square in squares.CHANCE_SQUARES,
            state.DRAW_CHEST: square in squares.CHEST_SQUARES,
            state.THROW_RENT: squares.LOT_AT[square] == lot and game.owner(s, lot) not in (state.BANK, mover),
            state.DEBT: now[state.DEBTOR] == actor
            and s.cash[actor] < now[state.OWED] <= game.raisable(s, actor),
            state.OFFER: self.offering(s) and actor == mover,
            state.ANSWER: self.offering(s) and actor == now[state.PARTNER] - 1 and game.may_propose(s),
        }
        if not said.get(phase, phase in (state.MANAGE, state.THROW, state.OVER)):
            raise BadInput(f"'{state.PHASES[phase]}' does not fit the rest of the position.")
        if phase in (state.MANAGE, state.THROW, state.BUY) and actor != mover:
            raise BadInput(f"It is the turn of {self.names[mover]}, and he is asked.")
        if phase != state.DEBT and now[state.OWED]:
            raise BadInput("Something is owed, and the position does not say 'debt'.")
        if phase not in (state.OFFER, state.ANSWER) and (
            now[state.PARTNER] or now[state.GIVEN] or now[state.ASKED] or now[state.ADDED]
        ):
            raise BadInput("Something is offered, and the position says neither 'offer' nor 'answer'.")
        if now[state.OFFERED] and not (game.trades and phase == state.MANAGE and now[state.OFFERED] == 1):
            raise BadInput("An offer has been made before a throw ('offered=1') or not, where players trade.")
        if phase in (state.MANAGE, state.THROW, state.OFFER, state.ANSWER) and (
            now[state.REST] or now[state.FOR_SALE] or now[state.STEPS]
        ):
            raise BadInput("Before a turn nothing is left over of the one before.")
