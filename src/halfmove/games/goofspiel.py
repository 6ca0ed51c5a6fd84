"""Goofspiel: a prize is turned up, all bid a card at once, the highest card takes it.

Also called the game of pure strategy.  Each player holds the cards 1 to `cards` of a suit; the prizes are
the cards of another.  A prize is turned up, every player bids a card, and the bids are shown at once.  The
highest bid takes as many points as the prize says; if the highest is bid twice nobody takes it.  The cards
bid are gone.  Sheldon M. Ross, "Goofspiel: the game of pure strategy", *Journal of Applied Probability* 8,
1971, solved it against an opponent who bids at random; S. Rhoads and L. Bartholdi, "Computer solution to the
game of pure strategy", *Games* 3(4), 2012, for two players of game theory and 13 cards.

Prizes come at random, or with `prizes` "descending" or "ascending".  The utility of a player is what he has
more than each of the others, added up: with two players the difference of their points.  It is earned on the
way, prize by prize.

A joint action is a tuple with the card of each player.  Hands and points lie side by side in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import CHANCE, SIMULTANEOUS, Chance, Dynamics, Game, Rewards
from halfmove.core.errors import BadInput
from halfmove.core.surface import Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Face, Seat

GAMES = {"goofspiel": "Goofspiel"}

RANKS = "A23456789TJQK"
HAND = len(RANKS)
"""Bits of a hand: card n is bit n - 1."""
SUM = 7
"""Bits for the points of a player: at most 1 + … + 13 = 91."""
MOST_PLAYERS = 4
ORDERS = ("random", "descending", "ascending")


class State(NamedTuple):
    """The prize that is up (0: the next is to be turned up), the prizes still to come, and what each player
    holds and has won."""

    prize: int
    prizes: int
    hands: int
    points: int


class Goofspiel(Game):
    """Bid a card for each prize; the highest bid takes it, and equal bids leave it to nobody."""

    name = "goofspiel"
    dynamics = Dynamics.SIMULTANEOUS
    rewards = Rewards.RUNNING

    cards: int = 5
    players: int = 2
    prizes: str = "random"

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"prizes": ORDERS, "players": tuple(range(2, MOST_PLAYERS + 1))}

    def setup(self) -> None:
        if not 1 <= self.cards <= HAND:
            raise BadInput(f"Goofspiel is played with 1 to {HAND} cards, not {self.cards}.")
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadInput(f"Goofspiel is for 2 to {MOST_PLAYERS} players, not {self.players}.")
        if self.prizes not in ORDERS:
            raise BadInput(f"The prizes of Goofspiel come {', '.join(ORDERS)}, not '{self.prizes}'.")
        self.drawn = self.prizes == "random"
        self.falling = self.prizes == "descending"
        self.chance = Chance.EXPLICIT if self.drawn else Chance.NONE
        names = ("first", "second") if self.players == 2 else tuple("ABCD")
        self.player_names = names[: self.players]
        self.utility_limit = (self.players - 1) * self.cards * (self.cards + 1) // 2
        self.actions_limit = self.cards**self.players

    # ---- the rules
    def initial(self) -> State:
        hand = (1 << self.cards) - 1
        start = State(0, hand, sum(hand << (HAND * p) for p in range(self.players)), 0)
        return start if self.drawn else self.turned(start, self.next_prize(hand))

    def to_move(self, s: State) -> int:
        return CHANCE if s.prize == 0 and s.prizes != 0 else SIMULTANEOUS

    def actions(self, s: State) -> Iterator[Any]:
        return self.joint_actions(s) if s.prize else bits.squares(s.prizes << 1)

    def actions_of(self, s: State, player: int) -> Iterator[int]:
        if s.prize > 0:
            for card in range(1, self.cards + 1):
                if self.holds(s, player, card):
                    yield card

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        probability = 1.0 / bits.count(bits.board(s.prizes))
        for card in range(1, self.cards + 1):
            if s.prizes >> (card - 1) & 1:
                yield card, probability

    def result(self, s: State, a: Any) -> State:
        if isinstance(a, tuple):
            return self.bid(s, a)
        return self.turned(s, a)

    def turned(self, s: State, prize: int) -> State:
        """The next prize is up; 0: none is left."""
        return State(prize, s.prizes & ~(1 << prize >> 1), s.hands, s.points)

    def bid(self, s: State, cards: tuple[int, ...]) -> State:
        """All have bid."""
        winner = self.winner(cards)
        points = s.points + (s.prize << (SUM * winner)) if winner >= 0 else s.points
        hands = s.hands
        for player in range(self.players):
            hands -= 1 << (HAND * player + cards[player] - 1)
        after = State(0, s.prizes, hands, points)
        return after if self.drawn else self.turned(after, self.next_prize(s.prizes))

    def winner(self, cards: tuple[int, ...]) -> int:
        """Who bid the highest card alone; -1: nobody did."""
        best, winner = 0, -1
        for player in range(self.players):
            if cards[player] > best:
                best, winner = cards[player], player
            elif cards[player] == best:
                winner = -1
        return winner

    def next_prize(self, prizes: int) -> int:
        """The prize that comes next where their order is fixed; 0 after the last."""
        found = 0
        for card in range(1, self.cards + 1):
            if prizes >> (card - 1) & 1 and (self.falling or found == 0):
                found = card
        return found

    def is_terminal(self, s: State) -> bool:
        return s.prize == 0 and s.prizes == 0

    def utility(self, s: State, player: int) -> int:
        return self.lead(s, player)

    def reward(self, s: State, a: Any, player: int) -> int:
        if not isinstance(a, tuple):
            return 0
        winner = self.winner(a)
        if winner < 0:
            return 0
        return (self.players - 1) * s.prize if player == winner else -s.prize

    def lead(self, s: State, player: int) -> int:
        """What the player has more than each of the others, added up."""
        lead = 0
        for other in range(self.players):
            lead += self.points(s, player) - self.points(s, other)
        return lead

    def points(self, s: State, player: int) -> int:
        """What the player has won."""
        return (s.points >> (SUM * player)) & ((1 << SUM) - 1)

    def holds(self, s: State, player: int, card: int) -> bool:
        """Whether the player still has the card."""
        return (s.hands >> (HAND * player + card - 1)) & 1 == 1

    # ---- knowledge
    def evaluate(self, s: State, player: int) -> int:
        return 900_000 * self.lead(s, player)

    def plies_left(self, s: State) -> int:
        to_come = bits.count(bits.board(s.prizes))
        return (2 if self.drawn else 1) * to_come + (1 if s.prize > 0 else 0)

    def key(self, s: State) -> Bitboard:
        word = bits.hash_with(bits.board(s.hands), (s.prize << HAND) | s.prizes)
        return bits.hash_with(word, s.points)

    # ---- text: a position is `3 of 23; 0 A235; 4 A234`
    def rank(self, card: int) -> str:
        """What is printed on a card; `-` for none."""
        return RANKS[card - 1] if card else "-"

    def action_text(self, s: State, a: Any) -> str:
        return super().action_text(s, a) if isinstance(a, tuple) else self.rank(a)

    def choice_text(self, s: State, player: int, a: int) -> str:
        return self.rank(a)

    def position_text(self, s: State) -> str:
        players = [f"{self.points(s, p)} {self._ranks(self._hand(s, p))}" for p in range(self.players)]
        return "; ".join([f"{self.rank(s.prize)} of {self._ranks(self._shown(s))}", *players])

    def _shown(self, s: State) -> int:
        """The prizes to come and the one that is up."""
        return s.prizes | (1 << s.prize >> 1)

    def _hand(self, s: State, player: int) -> int:
        return s.hands >> (HAND * player) & ((1 << HAND) - 1)

    def _ranks(self, cards: int) -> str:
        return "".join(RANKS[card] for card in bits.squares(cards)) or "-"

    def parse(self, text: str) -> State:
        """The prize that is up and all that are left, then the points and the cards of each player."""
        pattern = r"\s*;\s*".join([r"(\S) of (\S+)", *[r"(\d{1,3}) (\S+)"] * self.players])
        match = re.fullmatch(pattern, " ".join(text.split()), re.IGNORECASE)
        if not match:
            raise BadInput(
                f"A position of Goofspiel looks like '{self.position_text(self.initial())}', not '{text}'."
            )
        up, left, *players = match.groups()
        prizes, [prize] = self._cards(left), [0] if up == "-" else list(bits.squares(self._cards(up) << 1))
        hands = [self._cards(word) for word in players[1::2]]
        points = [int(word) for word in players[::2]]
        if len({*map(bits.count, hands), bits.count(prizes)}) > 1:
            raise BadInput("There are as many prizes left as every player has cards.")
        if (prize == 0) != (self.drawn and up == "-") and prizes:
            raise BadInput("With prizes left, one of them is up, unless the next is to be drawn.")
        if not self.drawn and prize != self.next_prize(prizes):
            raise BadInput(f"The prizes come {self.prizes}, so {self.rank(self.next_prize(prizes))} is up.")
        if prize and not prizes >> (prize - 1) & 1:
            raise BadInput("The prize that is up is one of those that are left.")
        gone = sum(card + 1 for card in bits.squares((1 << self.cards) - 1 & ~prizes))
        if sum(points) > gone:
            raise BadInput(f"The prizes that are gone were worth {gone}, so nobody has more than that.")
        return State(
            prize,
            prizes & ~(1 << prize >> 1),
            sum(hand << (HAND * p) for p, hand in enumerate(hands)),
            sum(number << (SUM * p) for p, number in enumerate(points)),
        )

    def _cards(self, ranks: str) -> int:
        word = 0
        for rank in "" if ranks == "-" else ranks.upper():
            card = RANKS.find(rank)
            if not 0 <= card < self.cards or word >> card & 1:
                raise BadInput(f"The cards are {', '.join(RANKS[: self.cards])}, each once, not '{ranks}'.")
            word |= 1 << card
        return word

    # ---- pictures
    def show(self, s: State) -> str:
        rows = [f"prize   {self.rank(s.prize)}  of {self._ranks(self._shown(s))}"]
        for p in range(self.players):
            rows.append(f"{self.player_names[p]:<7} {self.points(s, p):2}  {self._ranks(self._hand(s, p))}")
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """What is to be done, or how it ended."""
        if self.to_move(s) == CHANCE:
            return "the next prize is turned up"
        if not self.is_terminal(s):
            return f"all bid for {self.rank(s.prize)}"
        points = [self.points(s, p) for p in range(self.players)]
        best = [self.player_names[p] for p in range(self.players) if points[p] == max(points)]
        return f"{best[0]} wins" if len(best) == 1 else f"a draw of {' and '.join(best)}"

    def draw(self, s: State) -> str:
        return svg(self, s)

    def surface(self) -> Surface:
        return Table(self)


# ---- to look at and to touch
LEFT, STEP, ROW = 114, 60, 92
BIDS = 76
"""From the prize to the first bid."""
MOST_IN_ROW = 8
"""Cards side by side: more would be too narrow for a finger on a phone."""
SUITS = "♣♦♠♥"


def svg(game: Goofspiel, s: State, *, seen: Sequence[bool] = (), label: str = "") -> str:
    """The first player's hand below, the others' above, and the prize that is up between them: where a hand
    is not `seen`, as many backs as it has cards."""
    width, high = _width(game), ROW * (_rows(game)[0] * game.players + 1) + 10
    up = _prize(game)
    parts = [card_table.cloth(width, high)]
    face = Face(game.rank(s.prize), "★") if s.prize else None
    parts.append(card_table.card(LEFT, up, face, name="prize" if s.prize else "", source=(LEFT, -40)))
    parts.append(card_table.plate(57, up + 38, Seat("prize", holds=game.rank(s.prize) or "none")))
    coming = [Face(game.rank(card), "★") for card in range(1, game.cards + 1) if s.prizes >> (card - 1) & 1]
    left = LEFT + BIDS + 48 * game.players
    parts.append(card_table.row((left + width) / 2, up + 26, coming, scale=0.5, widest=width - left - 16))
    parts.append(drawing.text(width - 12, up + 16, game.status(s), anchor="end", size=14, fill="#fff"))
    for player, name in enumerate(game.player_names):
        y = _place(game, player, 1)[1]
        parts.append(card_table.plate(57, y + 38, Seat(name, holds=f"{game.points(s, player)} points")))
        hidden = bool(seen) and not seen[player]
        held = sum(game.holds(s, player, card) for card in range(1, game.cards + 1))
        for card in range(1, game.cards + 1):
            x, y = _place(game, player, card)
            if hidden:
                parts.append(card_table.card(x, y, Face() if card <= held else None))
            elif game.holds(s, player, card):
                shown = Face(game.rank(card), SUITS[player])
                parts.append(card_table.card(x, y, shown, name=_name(game, player, card)))
            else:
                parts.append(card_table.card(x, y, None))
    label = label or f"Goofspiel: {game.position_text(s)}"
    return drawing.picture(width, high, label, "".join(parts))


def _width(game: Goofspiel) -> int:
    return LEFT + max(STEP * _rows(game)[1], BIDS + 48 * game.players + 130) + 8


def _prize(game: Goofspiel) -> int:
    """Where the prize lies: its upper edge."""
    return ROW * _rows(game)[0] * (game.players - 1) + 10


def _rows(game: Goofspiel) -> tuple[int, int]:
    """How many rows a hand has, and how many cards a row."""
    rows = -(-game.cards // MOST_IN_ROW)
    return rows, -(-game.cards // rows)


def _place(game: Goofspiel, player: int, card: int) -> tuple[int, int]:
    """Where a card of a hand lies: its corner at the top left."""
    rows, in_row = _rows(game)
    row, column = divmod(card - 1, in_row)
    blocks = rows * (game.players - 1)  # of the others, the last player's first, and then the prize's row
    above = blocks + 1 if player == 0 else rows * (game.players - 1 - player)
    return LEFT + STEP * column, ROW * (above + row) + 10


def _name(game: Goofspiel, player: int, card: int) -> str:
    return f"{game.player_names[player]} {game.rank(card)}"


class Table(Surface):
    """A card in a hand is called by its player and its rank, `first K`."""

    game: Goofspiel

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        game = self.game
        return [
            Point(
                _name(game, player, card),
                *_place(game, player, card),
                drawing.CARD_WIDTH,
                drawing.CARD_HEIGHT,
            )
            for player in range(game.players)
            for card in game.actions_of(s, player)
        ]

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        if not isinstance(a, tuple):
            return ()
        return tuple(
            name for player in range(self.game.players) for name in self.touches_of(s, player, a[player])
        )

    def touches_of(self, s: Any, player: int, a: int) -> tuple[str, ...]:
        return (_name(self.game, player, a),)

    def laid(self, s: Any, player: int, a: int | None) -> str:
        """His bid beside the prize, face down for who does not know it."""
        face = Face() if a is None else Face(self.game.rank(a), SUITS[player])
        x, y = LEFT + BIDS + 48 * player, _prize(self.game) + 10
        source = (57, _place(self.game, player, 1)[1] + 38)
        return card_table.card(x, y, face, name=f"bid {player + 1}", scale=0.8, source=source)


class Hand(Table):
    """The same where bids stay hidden: nothing is touched but while a prize is up, when the points of
    whoever is to choose are his own cards."""

    title = "Goofspiel, Hidden Bids"

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return super().points(s, below=below) if s.prize else []
