"""Monopoly a second time, for the tests: told as one plays it, by a generator that asks for every decision.

`Table.play()` yields (who, what may be said), is sent what was said, and goes on; "bank" throws the dice and
turns the cards.  Lots are objects with what stands on the deed; nothing is shared with the package but names.
"""

DEEDS = """
1 mediterranean-avenue brown 60 50 2 10 30 90 160 250
3 baltic-avenue brown 60 50 4 20 60 180 320 450
5 reading-railroad railroad 200
6 oriental-avenue sky 100 50 6 30 90 270 400 550
8 vermont-avenue sky 100 50 6 30 90 270 400 550
9 connecticut-avenue sky 120 50 8 40 100 300 450 600
11 st-charles-place pink 140 100 10 50 150 450 625 750
12 electric-company utility 150
13 states-avenue pink 140 100 10 50 150 450 625 750
14 virginia-avenue pink 160 100 12 60 180 500 700 900
15 pennsylvania-railroad railroad 200
16 st-james-place orange 180 100 14 70 200 550 750 950
18 tennessee-avenue orange 180 100 14 70 200 550 750 950
19 new-york-avenue orange 200 100 16 80 220 600 800 1000
21 kentucky-avenue red 220 150 18 90 250 700 875 1050
23 indiana-avenue red 220 150 18 90 250 700 875 1050
24 illinois-avenue red 240 150 20 100 300 750 925 1100
25 b-and-o-railroad railroad 200
26 atlantic-avenue yellow 260 150 22 110 330 800 975 1150
27 ventnor-avenue yellow 260 150 22 110 330 800 975 1150
28 water-works utility 150
29 marvin-gardens yellow 280 150 24 120 360 850 1025 1200
31 pacific-avenue green 300 200 26 130 390 900 1100 1275
32 north-carolina-avenue green 300 200 26 130 390 900 1100 1275
34 pennsylvania-avenue green 320 200 28 150 450 1000 1200 1400
35 short-line railroad 200
37 park-place blue 350 200 35 175 500 1100 1300 1500
39 boardwalk blue 400 200 50 200 600 1400 1700 2000
"""
# fmt: off
CHANCE = [
    "boardwalk", "go", "illinois-avenue", "st-charles-place", "next-railroad", "next-railroad-2",
    "next-utility", "dividend", "loan-matures", "leave-jail-free", "back-three", "go-to-jail",
    "general-repairs", "speeding-fine", "reading-railroad", "chairman",
]
CHEST = [
    "go", "bank-error", "doctor", "sale-of-stock", "holiday-fund", "tax-refund", "birthday", "life-insurance",
    "hospital", "leave-jail-free", "school", "go-to-jail", "street-repairs", "consultancy", "beauty-contest",
    "inheritance",
]
# fmt: on
RECEIVED = {
    "dividend": 50,
    "loan-matures": 150,
    "bank-error": 200,
    "sale-of-stock": 50,
    "holiday-fund": 100,
    "tax-refund": 20,
    "life-insurance": 100,
    "consultancy": 25,
    "beauty-contest": 10,
    "inheritance": 100,
}
SPENT = {"speeding-fine": 15, "doctor": 50, "hospital": 100, "school": 50}


class Lot:
    def __init__(self, line):
        words = line.split()
        self.square, self.name, self.group, self.price = int(words[0]), words[1], words[2], int(words[3])
        self.house = int(words[4]) if len(words) > 4 else 0
        self.rents = [int(word) for word in words[5:]]
        self.owner, self.level, self.mortgaged = None, 0, False

    def lift_price(self):
        half = self.price // 2
        return half + -(-half // 10)


class Player:
    def __init__(self, name):
        self.name, self.cash, self.square, self.term, self.out, self.free_cards = name, 1500, 0, 0, False, []


class Table:
    def __init__(self, players, rounds, trades=False):
        self.trades = trades
        self.players = [Player(name) for name in "ABCDEFGH"[:players]]
        self.lots = [Lot(line) for line in DEEDS.strip().splitlines()]
        self.at = {lot.square: lot for lot in self.lots}
        self.packs = {"chance": (list(CHANCE), []), "chest": (list(CHEST), [])}
        self.rounds, self.sale = rounds, []

    # ---- the course of the game
    def play(self):
        for _ in range(self.rounds):
            for player in self.players:
                if player.out:
                    continue
                self.now = player
                yield from self.turn(player)
                yield from self.sell_off()
                if len([p for p in self.players if not p.out]) == 1:
                    return

    def over(self):
        return sum(not p.out for p in self.players) == 1

    def turn(self, player):
        doubles = 0
        while True:
            yield from self.before_throwing(player)
            a, b = map(int, (yield "bank", {f"{x}{y}" for x in range(1, 7) for y in range(1, x + 1)}))
            again = False
            if player.term:
                if a == b:
                    player.term = 0
                elif player.term < 3:
                    player.term += 1
                    return
                else:
                    player.term = 0
                    yield from self.pay(player, None, 50)
                    yield from self.sell_off()
                    if player.out or self.over():
                        return
            elif a == b:
                doubles += 1
                if doubles == 3:
                    self.jail(player)
                    return
                again = True
            yield from self.go(player, a + b, a + b)
            if self.over():
                return
            yield from self.sell_off()
            if player.out or player.term or not again or self.over():
                return

    def before_throwing(self, player):
        offered = False
        while True:
            options = {"throw"}
            if self.trades and not offered:
                others = [p for p in self.players if p is not player and not p.out]
                options |= {f"offer-{p.name}" for p in others if self.assets(player) + self.assets(p)}
            if player.term:
                options |= {f"use-{pack}-card" for pack in player.free_cards}
                if player.cash >= 50:
                    options.add("pay")
            for lot in self.of(player):
                if self.buildable(player, lot):
                    options.add(f"build-{lot.name}")
                if lot.mortgaged and player.cash >= lot.lift_price():
                    options.add(f"lift-{lot.name}")
            said = yield player.name, options | self.ways_to_money(player)
            if said == "throw":
                return
            if said.startswith("offer-"):
                offered = True
                yield from self.offer(player, next(p for p in self.players if p.name == said[6:]))
                continue
            if said == "pay":
                player.cash -= 50
                player.term = 0
            elif said.startswith("use-"):
                pack = said.split("-")[1]
                player.free_cards.remove(pack)
                self.packs[pack][1].append("leave-jail-free")
                player.term = 0
            elif said.startswith("build-"):
                lot = self.named(said)
                player.cash -= lot.house
                lot.level += 1
            elif said.startswith("lift-"):
                lot = self.named(said)
                player.cash -= lot.lift_price()
                lot.mortgaged = False
            else:
                self.raise_money(player, said)

    def assets(self, player):
        lots = [
            lot.name
            for lot in self.of(player)
            if not any(other.level for other in self.lots if other.group == lot.group)
        ]
        return lots + [f"{pack}-card" for pack in player.free_cards]

    def offer(self, player, other):
        given, asked, cash = [], [], 0  # cash that the player adds
        while True:
            options = {"withdraw"}
            options |= {f"give-{asset}" for asset in self.assets(player) if asset not in given}
            options |= {f"ask-{asset}" for asset in self.assets(other) if asset not in asked}
            if cash >= 0:
                options |= {f"give-{more}" for more in (1, 10, 50, 100) if cash + more <= player.cash}
            if cash <= 0:
                options |= {f"ask-{more}" for more in (1, 10, 50, 100) if more - cash <= other.cash}
            each_gives = (given or cash > 0) and (asked or cash < 0) and (given or asked)
            mine, his = player.cash - cash - self.interest(asked), other.cash + cash - self.interest(given)
            if each_gives and mine >= 0 and his >= 0:
                options.add("propose")
            said = yield player.name, options
            if said == "withdraw":
                return
            if said == "propose":
                break
            word, what = said.split("-", 1)
            if what.isdigit():
                cash += int(what) if word == "give" else -int(what)
            else:
                (given if word == "give" else asked).append(what)
        if (yield other.name, {"accept", "refuse"}) == "refuse":
            return
        for assets, giver, taker in ((given, player, other), (asked, other, player)):
            taker.cash -= self.interest(assets)
            for asset in assets:
                if asset.endswith("-card"):
                    pack = asset.split("-")[0]
                    giver.free_cards.remove(pack)
                    taker.free_cards.append(pack)
                else:
                    next(lot for lot in self.lots if lot.name == asset).owner = taker
        player.cash -= cash
        other.cash += cash

    def interest(self, assets):
        return sum(-(-(lot.price // 2) // 10) for lot in self.lots if lot.name in assets and lot.mortgaged)

    def go(self, player, steps, thrown, dear=False):
        if player.square + steps >= 40:
            player.cash += 200
        player.square = (player.square + steps) % 40
        square = player.square
        if square in self.at:
            yield from self.visit(player, self.at[square], thrown, dear)
        elif square == 4:
            yield from self.pay(player, None, 200)
        elif square == 38:
            yield from self.pay(player, None, 100)
        elif square == 30:
            self.jail(player)
        elif square in (7, 22, 36):
            yield from self.card(player, "chance", thrown)
        elif square in (2, 17, 33):
            yield from self.card(player, "chest", thrown)

    def visit(self, player, lot, thrown, dear):
        if lot.owner is None:
            while True:
                options = {"auction"} | ({"buy"} if player.cash >= lot.price else set())
                said = yield player.name, options | self.ways_to_money(player)
                if said == "buy":
                    player.cash -= lot.price
                    lot.owner = player
                    return
                if said == "auction":
                    yield from self.auction(lot, player)
                    return
                self.raise_money(player, said)
        elif lot.owner is not player and not lot.mortgaged:
            siblings = [other for other in self.lots if other.group == lot.group]
            together = [other for other in siblings if other.owner is lot.owner]
            if lot.group == "railroad":
                rent = {1: 25, 2: 50, 3: 100, 4: 200}[len(together)] * (2 if dear else 1)
            elif lot.group == "utility":
                if dear:
                    dice = yield "bank", {f"{x}{y}" for x in range(1, 7) for y in range(1, x + 1)}
                    rent = 10 * (int(dice[0]) + int(dice[1]))
                else:
                    rent = thrown * (4 if len(together) == 1 else 10)
            else:
                rent = lot.rents[lot.level]
                if lot.level == 0 and len(together) == len(siblings):
                    rent *= 2
            yield from self.pay(player, lot.owner, rent)

    def card(self, player, pack, thrown):
        unseen, under = self.packs[pack]
        name = yield "bank", set(unseen) if unseen else {under[0]}
        (unseen if unseen else under).remove(name)
        if name == "leave-jail-free":
            player.free_cards.append(pack)
            return
        under.append(name)
        named = {lot.name: lot.square for lot in self.lots} | {"go": 0}
        if name in named:
            yield from self.go(player, (named[name] - player.square) % 40, thrown)
        elif name.startswith("next-"):
            ends = (5, 15, 25, 35) if "railroad" in name else (12, 28)
            steps = next(k for k in range(1, 40) if (player.square + k) % 40 in ends)
            yield from self.go(player, steps, thrown, dear=True)
        elif name == "back-three":
            yield from self.go(player, -3, thrown)
        elif name == "go-to-jail":
            self.jail(player)
        elif name in RECEIVED:
            player.cash += RECEIVED[name]
        elif name in SPENT:
            yield from self.pay(player, None, SPENT[name])
        elif name.endswith("repairs"):
            house, hotel = (25, 100) if name == "general-repairs" else (40, 115)
            levels = [lot.level for lot in self.of(player)]
            yield from self.pay(player, None, sum(hotel if n == 5 else house * n for n in levels))
        elif name == "birthday":
            for other in [p for p in self.players if not p.out and p is not player]:
                if not other.out and not player.out:
                    yield from self.pay(other, player, 10)
        else:  # chairman
            for other in [p for p in self.players if not p.out and p is not player]:
                if not player.out:
                    yield from self.pay(player, other, 50)

    # ---- money
    def pay(self, debtor, creditor, amount):
        if self.over():
            return
        while debtor.cash < amount:
            could = debtor.cash + sum(self.value(lot) for lot in self.of(debtor))
            if could < amount:
                yield from self.ruin(debtor, creditor)
                return
            said = yield debtor.name, self.ways_to_money(debtor)
            self.raise_money(debtor, said)
        debtor.cash -= amount
        if creditor:
            creditor.cash += amount

    def value(self, lot):
        return (0 if lot.mortgaged else lot.price // 2) + lot.level * (lot.house // 2)

    def ruin(self, debtor, creditor):
        lots = self.of(debtor)
        for lot in lots:
            debtor.cash += lot.level * (lot.house // 2)
            lot.level = 0
            lot.owner = creditor
            if creditor is None:
                lot.mortgaged = False
        debtor.out, debtor.term, debtor.square = True, 0, 0
        left, debtor.cash = debtor.cash, 0
        for pack in debtor.free_cards:
            if creditor:
                creditor.free_cards.append(pack)
            else:
                self.packs[pack][1].append("leave-jail-free")
        debtor.free_cards = []
        if creditor is None:
            self.sale += lots
        else:
            creditor.cash += left
            interest = sum(-(-(lot.price // 2) // 10) for lot in lots if lot.mortgaged)
            yield from self.pay(creditor, None, interest)

    def sell_off(self):
        while self.sale and not self.over():
            self.sale.sort(key=lambda lot: lot.square)
            yield from self.auction(self.sale.pop(0), self.now)

    def ways_to_money(self, player):
        ways = set()
        for lot in self.of(player):
            group = [other for other in self.lots if other.group == lot.group]
            if lot.level and lot.level == max(other.level for other in group):
                ways.add(f"sell-{lot.name}")
            if not lot.mortgaged and not any(other.level for other in group):
                ways.add(f"mortgage-{lot.name}")
        return ways

    def raise_money(self, player, said):
        lot = self.named(said)
        if said.startswith("mortgage-"):
            lot.mortgaged = True
            player.cash += lot.price // 2
        elif lot.level == 5 and 32 - self.houses() < 4:
            for other in self.lots:
                if other.group == lot.group:
                    player.cash += other.level * (lot.house // 2)
                    other.level = 0
        else:
            lot.level -= 1
            player.cash += lot.house // 2

    def auction(self, lot, first):
        players = self.players[self.players.index(first) :] + self.players[: self.players.index(first)]
        bidders, best, bid = [p for p in players if not p.out], None, 0
        while bidders and bidders != [best]:
            player = bidders.pop(0)
            if player is best:
                bidders.append(player)
                continue
            raises = {f"bid-{bid + more}" for more in (1, 10, 50, 100) if bid + more <= player.cash}
            if not raises:
                continue
            said = yield player.name, raises | {"pass"}
            if said != "pass":
                best, bid = player, int(said.split("-")[1])
                bidders.append(player)
        if best:
            best.cash -= bid
            lot.owner = best

    # ---- who has what
    def of(self, player):
        return [lot for lot in self.lots if lot.owner is player]

    def named(self, said):
        return next(lot for lot in self.lots if said.endswith("-" + lot.name))

    def houses(self):
        return sum(lot.level for lot in self.lots if lot.level < 5)

    def buildable(self, player, lot):
        group = [other for other in self.lots if other.group == lot.group]
        return (
            lot.house > 0
            and all(other.owner is player and not other.mortgaged for other in group)
            and lot.level == min(other.level for other in group)
            and lot.level < 5
            and player.cash >= lot.house
            and (self.houses() < 32 if lot.level < 4 else sum(o.level == 5 for o in self.lots) < 12)
        )

    def jail(self, player):
        player.square, player.term = 10, 1
