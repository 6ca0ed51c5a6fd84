"""Kuhn poker: the smallest poker that bluffs.

H. W. Kuhn, "A simplified two-person poker", in *Contributions to the Theory of Games* I, Princeton 1950.
Each player puts one chip into the pot and is dealt one of the cards jack, queen and king.  The first player
checks or bets a chip; whoever faces a bet calls it with a chip or folds.  After two checks or a call the
higher card takes the pot.  In equilibrium the first player loses 1/18 of a chip a game: he bets a jack with
some probability p up to 1/3, and a king with 3p.

A player sees his own card; the other's he sees if the cards are compared.  `cards` may be more than three:
the highest ranks of a suit.

Betting is kept as a word of bits behind a leading one, a bit for each action, 1 for bet and call:

    1 nothing yet   10 check   100 check check   101 check bet   1010, 1011 and then fold, call   11 bet …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

PASS, BET = 0, 1
"""A check or fold; a bet or call."""

RANKS = "23456789TJQKA"
THREE = "JQK"

NOTHING, CHECK, BETS = 0b1, 0b10, 0b11
CHECK_CHECK, CHECK_BET, BET_FOLD, BET_CALL = 0b100, 0b101, 0b110, 0b111
CHECK_BET_FOLD, CHECK_BET_CALL = 0b1010, 0b1011
_BETTING = (
    NOTHING, CHECK, BETS, CHECK_CHECK, CHECK_BET, BET_FOLD, BET_CALL, CHECK_BET_FOLD, CHECK_BET_CALL,
)  # fmt: skip


class State(NamedTuple):
    """The cards, 1 for the lowest and 0 where none is dealt yet, and the betting."""

    first: int
    second: int
    betting: int


class Kuhn(Game):
    """One card each, one bet: check or bet, then call or fold."""

    name = "kuhn"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    utility_limit = 2
    actions_limit = 13

    cards: int = 3

    def choices(self) -> Mapping[str, Sequence[int]]:
        return {"cards": tuple(range(3, len(RANKS) + 1))}

    def setup(self) -> None:
        if not 3 <= self.cards <= len(RANKS):
            raise BadInput(f"Kuhn poker is played with 3 to {len(RANKS)} cards, not {self.cards}.")
        self.actions_limit = self.cards

    # ---- the six functions
    def initial(self) -> State:
        return State(0, 0, NOTHING)

    def to_move(self, s: State) -> int:
        if s.second == 0:
            return CHANCE
        return 1 if s.betting == CHECK or s.betting == BETS else 0

    def actions(self, s: State) -> Iterator[int]:
        if s.second == 0:
            for card in range(1, self.cards + 1):
                if card != s.first:
                    yield card
        else:
            yield PASS
            yield BET

    def result(self, s: State, a: int) -> State:
        if s.first == 0:
            return State(a, 0, NOTHING)
        if s.second == 0:
            return State(s.first, a, NOTHING)
        return State(s.first, s.second, 2 * s.betting + a)

    def is_terminal(self, s: State) -> bool:
        return s.betting > BETS and s.betting != CHECK_BET

    def utility(self, s: State, player: int) -> int:
        if s.betting == BET_FOLD:
            won = 1
        elif s.betting == CHECK_BET_FOLD:
            won = -1
        else:
            won = 1 if s.betting == CHECK_CHECK else 2
            if s.first < s.second:
                won = -won
        return won if player == 0 else -won

    def compared(self, s: State) -> bool:
        """Whether the cards lie open: the game ended without a fold."""
        return s.betting == CHECK_CHECK or s.betting == BET_CALL or s.betting == CHECK_BET_CALL

    def plies_left(self, s: State) -> int:
        dealt = (1 if s.first > 0 else 0) + (1 if s.second > 0 else 0)
        return 5 - dealt

    def key(self, s: State) -> Bitboard:
        return bits.board((s.first << 16) | (s.second << 8) | s.betting)

    # ---- what players know
    def observation(self, s: State, player: int) -> tuple[int, int, int, int]:
        """His card, the other's where it lies open (0: not seen), the number of cards dealt, the betting."""
        own = s.first if player == 0 else s.second
        other = s.second if player == 0 else s.first
        dealt = (1 if s.first > 0 else 0) + (1 if s.second > 0 else 0)
        return own, other if self.compared(s) else 0, dealt, s.betting

    def information(self, s: State, player: int) -> Bitboard:
        own, other, dealt, betting = self.observation(s, player)
        return bits.board((player << 32) | (own << 24) | (other << 16) | (dealt << 8) | betting)

    def resample(self, s: State, player: int, random: Buffer) -> State:
        if self.compared(s) or s.first == 0:
            return s
        own = s.first if player == 0 else s.second
        other = 1 + below(random, self.cards - (1 if own > 0 else 0))
        if own > 0 and other >= own:
            other += 1
        if player == 0:
            return State(s.first, other if s.second > 0 else 0, s.betting)
        return State(other, s.second, s.betting)

    def public(self, s: State) -> tuple[int, int, int, int]:
        """The cards where they lie open, the number of cards dealt, the betting."""
        dealt = (1 if s.first > 0 else 0) + (1 if s.second > 0 else 0)
        seen = self.compared(s)
        return s.first if seen else 0, s.second if seen else 0, dealt, s.betting

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if s.second == 0 and viewer != (0 if s.first == 0 else 1):
            return "a card"
        return self.action_text(s, a)

    # ---- text: a position is `K Q check bet`, cards and then what was done; `-` stands for no card yet
    def rank(self, card: int) -> str:
        """What is printed on a card; nothing for none."""
        ranks = THREE if self.cards == 3 else RANKS[-self.cards :]
        return ranks[card - 1] if card > 0 else ""

    def action_text(self, s: State, a: int) -> str:
        if s.second == 0:
            return self.rank(a)
        if s.betting == NOTHING or s.betting == CHECK:
            return "bet" if a == BET else "check"
        return "call" if a == BET else "fold"

    def done(self, s: State) -> list[str]:
        """The actions of the players so far, as texts."""
        past, words = bin(s.betting)[3:], []
        then = State(1, 2, NOTHING)
        for bit in past:
            words.append(self.action_text(then, int(bit)))
            then = self.result(then, int(bit))
        return words

    def position_text(self, s: State) -> str:
        return " ".join([self.rank(s.first) or "-", self.rank(s.second) or "-", *self.done(s)])

    def parse(self, text: str) -> State:
        words = text.split()
        how = f"A position of Kuhn poker looks like '{self.rank(3)} {self.rank(2)} check bet', not '{text}'."
        if len(words) < 2:
            raise BadInput(how)
        cards = [self._card(word, how) for word in words[:2]]
        if cards[0] == cards[1] != 0 or (cards[1] and not cards[0]):
            raise BadInput(f"{how} The first card is dealt before the second, and they differ.")
        for betting in _BETTING:
            state = State(cards[0], cards[1], betting)
            if self.done(state) == [word.lower() for word in words[2:]]:
                if betting != NOTHING and not cards[1]:
                    raise BadInput(f"{how} Nobody bets before the cards are dealt.")
                return state
        raise BadInput(how)

    def _card(self, word: str, how: str) -> int:
        for card in range(self.cards + 1):
            if word.upper() == (self.rank(card) or "-"):
                return card
        ranks = ", ".join(self.rank(card) for card in range(1, self.cards + 1))
        raise BadInput(f"{how} The cards are {ranks}.")

    # ---- pictures
    def seen(self, s: State, viewer: int | None) -> tuple[str, str]:
        """What `viewer` sees of the cards: a rank, "?" for a back, nothing where no card is dealt."""
        shown = []
        for owner, card in enumerate((s.first, s.second)):
            hidden = viewer is not None and viewer != owner and not self.compared(s)
            shown.append("?" if hidden and card > 0 else self.rank(card))
        return shown[0], shown[1]

    def chips(self, s: State) -> tuple[int, int]:
        """What each player has put into the pot."""
        first, second = 1, 1
        if s.betting in (BETS, BET_FOLD, BET_CALL, CHECK_BET_CALL):
            first = 2
        if s.betting in (BET_CALL, CHECK_BET, CHECK_BET_FOLD, CHECK_BET_CALL):
            second = 2
        return first, second

    def show(self, s: State, *, viewer: int | None = None) -> str:
        rows = []
        for owner, (card, chips) in enumerate(zip(self.seen(s, viewer), self.chips(s), strict=True)):
            rows.append(f"{self.player_names[owner]:<7} {card or '-'}  {'o' * chips}")
        past = ", ".join(self.done(s))
        return "\n".join([*rows, *([past] if past else []), self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is, or how it ended."""
        if self.is_terminal(s):
            won = self.utility(s, 0)
            return f"{self.player_names[0 if won > 0 else 1]} wins {abs(won)}"
        if s.second == 0:
            return f"the {self.player_names[0 if s.first == 0 else 1]} player is dealt a card"
        return f"{self.player_names[self.to_move(s)]} player to act"

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.kuhn_board import svg

        return svg(self, s, viewer)

    def surface(self) -> Surface:
        from halfmove.games.kuhn_board import Table

        return Table(self)
