"""Bridge once more, as the laws tell it: calls and cards as texts in lists, nothing packed."""

from __future__ import annotations

SEATS = "NESW"
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
RANKS = "23456789TJQKA"


def calls_allowed(calls):
    """What the next player may call."""
    bids = [n for n, call in enumerate(calls) if call in BIDS]
    last = calls[bids[-1]] if bids else None
    allowed = ["P", *(BIDS[BIDS.index(last) + 1 :] if last else BIDS)]
    others = [n for n, call in enumerate(calls) if call != "P"]
    if others:
        n = others[-1]
        theirs = (len(calls) - n) % 2 == 1
        if calls[n] in BIDS and theirs:
            allowed.append("X")
        if calls[n] == "X" and theirs:
            allowed.append("XX")
    return allowed


def is_over(calls):
    if all(call == "P" for call in calls):
        return len(calls) == 4
    return calls[-3:] == ["P"] * 3


def contract(calls, dealer):
    """Bid, how it was doubled, and the declarer's seat; None where all passed."""
    made = [(call, (SEATS.index(dealer) + n) % 4) for n, call in enumerate(calls)]
    bids = [one for one in made if one[0] in BIDS]
    if not bids:
        return None
    bid, by = bids[-1]
    after = calls[calls.index(bid) :]
    doubled = 2 if "XX" in after else 1 if "X" in after else 0
    declarer = next(seat for call, seat in bids if call[1] == bid[1] and seat % 2 == by % 2)
    return bid, doubled, declarer


def cards_allowed(hand, trick):
    follow = [card for card in hand if trick and card[0] == trick[0][0]]
    return follow or list(hand)


def wins(trick, trump):
    """The place in a trick of the card that wins it."""

    def worth(card):
        suit = 2 if card[0] == trump else 1 if card[0] == trick[0][0] else 0
        return suit, RANKS.index(card[1])

    return max(range(4), key=lambda n: worth(trick[n]))


def score(bid, doubled, vulnerable, tricks):
    """The declarer's side's score at duplicate bridge."""
    level, strain, over = int(bid[0]), bid[1], tricks - 6 - int(bid[0])
    if over < 0:
        if not doubled:
            return over * (100 if vulnerable else 50)
        first = [200, 300, 300] if vulnerable else [100, 200, 200]
        each = [*first, *[300] * 13][:-over]
        return -sum(each) * doubled
    points = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}[strain] * level + (10 if strain == "N" else 0)
    points *= 2**doubled
    total = points + (50 if points < 100 else 500 if vulnerable else 300) + 50 * doubled
    total += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    if doubled:
        return total + over * (200 if vulnerable else 100) * doubled
    return total + over * {"C": 20, "D": 20}.get(strain, 30)


class Table:
    """A deal that is bid and played; `hands` by seats, lists of cards such as `SA`."""

    def __init__(self, hands, dealer, vulnerable):
        self.hands = [list(hand) for hand in hands]
        self.dealer, self.vulnerable = dealer, vulnerable
        self.calls, self.trick, self.tricks, self.leader = [], [], [0, 0], None

    def allowed(self):
        if not is_over(self.calls):
            return calls_allowed(self.calls)
        return cards_allowed(self.hands[self.turn()], self.trick)

    def turn(self):
        """The seat whose call or card is next."""
        if not is_over(self.calls):
            return (SEATS.index(self.dealer) + len(self.calls)) % 4
        leader = (contract(self.calls, self.dealer)[2] + 1) % 4 if self.leader is None else self.leader
        return (leader + len(self.trick)) % 4

    def done(self):
        return is_over(self.calls) and (contract(self.calls, self.dealer) is None or not any(self.hands))

    def play(self, word):
        seat = self.turn()
        if not is_over(self.calls):
            self.calls.append(word)
            return
        if self.leader is None:
            self.leader = seat
        self.hands[seat].remove(word)
        self.trick.append(word)
        if len(self.trick) == 4:
            bid, _, _ = contract(self.calls, self.dealer)
            self.leader = (self.leader + wins(self.trick, bid[1])) % 4
            self.tricks[self.leader % 2] += 1
            self.trick = []

    def utilities(self):
        """What each seat scores."""
        found = contract(self.calls, self.dealer)
        if found is None:
            return [0] * 4
        bid, doubled, declarer = found
        side = declarer % 2
        own = score(bid, doubled, "NE"[side] in self.vulnerable, self.tricks[side])
        return [own if seat % 2 == side else -own for seat in range(4)]
