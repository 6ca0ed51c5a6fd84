"""Leduc hold'em: poker with two rounds of bets, a card of one's own and one for all.

F. Southey and others, "Bayes' bluff: opponent modelling in poker", UAI 2005.  The deck has two suits of the
ranks jack, queen and king.  Each player puts one chip into the pot and is dealt a card; the players bet, a
card is laid open for all, and they bet again.  A bet or raise is two chips in the first round and four in the
second, and each round has two of them at most.  Whoever is the last not to fold takes the pot; else the
player whose card pairs the open one, or the highest card; equal cards share the pot.  The first player acts
first in both rounds.

With three players there is one more rank, the ten, and a player who has folded is passed over (as in
OpenSpiel's `leduc_poker`).  Suits mean nothing, so nature deals ranks, each as likely as it has
cards left.

Betting is kept as a word behind a leading one, two bits for each action: 0 fold, 1 check or call, 2 bet or
raise.  Cards and chips lie side by side in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.hand_over import HandOver, moved_on
from halfmove.core.randomness import below
from halfmove.core.surface import Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Face, Seat

GAMES = {"leduc": "Leduc"}

FOLD, CALL, RAISE = 0, 1, 2
"""Also check, and bet."""

RANKS = "TJQK"
SUITS = 2
CARD, CHIPS = 3, 5
"""Bits of a card in `cards` (0: not dealt), of a player's chips in `chips`."""
MOST_RAISES = 2
BETS = (2, 4)
"""What a bet or raise is in each round."""


class State(NamedTuple):
    """The players' cards, the open card, the betting as a word, what each has put in, who has folded (a bit
    each), the round, its raises, how many have acted since the last of them, and who is to act."""

    cards: int
    open: int
    betting: int
    chips: int
    folded: int
    second: int
    raises: int
    acted: int
    mover: int


class Leduc(Game):
    """A card each, a round of bets, a card for all, and another round."""

    name = "leduc"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT

    players: int = 2

    def choices(self) -> Mapping[str, Sequence[int]]:
        return {"players": (2, 3)}

    def setup(self) -> None:
        if not 2 <= self.players <= 3:
            raise BadInput(f"Leduc hold'em is for 2 or 3 players, not {self.players}.")
        self.ranks = self.players + 1
        self.player_names = ("first", "second") if self.players == 2 else tuple("ABC")
        self.utility_limit = (self.players - 1) * (1 + MOST_RAISES * sum(BETS))
        self.whole_utilities = self.players == 2
        self.actions_limit = max(self.ranks, 3)

    # ---- the six functions
    def initial(self) -> State:
        return State(0, 0, 1, sum(1 << (CHIPS * p) for p in range(self.players)), 0, 0, 0, 0, 0)

    def to_move(self, s: State) -> int:
        if self.dealt(s) < self.players or (s.second == 1 and s.open == 0):
            return CHANCE
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        if self.to_move(s) == CHANCE:
            for rank in range(1, self.ranks + 1):
                if self.left(s, rank) > 0:
                    yield rank
        else:
            if self.owed(s) > 0:
                yield FOLD
            yield CALL
            if s.raises < MOST_RAISES:
                yield RAISE

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        cards = SUITS * self.ranks - self.dealt(s)
        for rank in range(1, self.ranks + 1):
            count = self.left(s, rank)
            if count > 0:
                yield rank, count / cards

    def result(self, s: State, a: int) -> State:
        dealt = self.dealt(s)
        if dealt < self.players:
            return self.with_cards(s, s.cards | (a << (CARD * dealt)), s.open)
        if s.second == 1 and s.open == 0:
            return self.with_cards(s, s.cards, a)
        mover, chips, folded, raises, acted = s.mover, s.chips, s.folded, s.raises, s.acted + 1
        betting = (s.betting << 2) | a
        if a == FOLD:
            folded |= 1 << mover
            acted -= 1
        elif a == CALL:
            chips += self.owed(s) << (CHIPS * mover)
        else:
            chips += (self.owed(s) + (4 if s.second == 1 else 2)) << (CHIPS * mover)
            raises, acted = raises + 1, 1
        playing = self.players - bits.count(bits.board(folded))
        second = s.second
        if playing > 1 and acted == playing:  # nobody owes anything: the round is over
            second, raises, acted = second + 1, 0, 0
            mover = self.players - 1
        after = (mover + 1) % self.players
        while playing > 0 and (folded >> after) & 1 == 1:
            after = (after + 1) % self.players
        return State(s.cards, s.open, betting, chips, folded, second, raises, acted, after)

    def is_terminal(self, s: State) -> bool:
        return s.second == 2 or self.playing(s) == 1

    def utility(self, s: State, player: int) -> float:
        own = self.put_in(s, player)
        if (s.folded >> player) & 1 == 1:
            return -own
        pot, best, sharing = 0, 0, 0
        for p in range(self.players):
            pot += self.put_in(s, p)
            if (s.folded >> p) & 1 == 0:
                hand = self.strength(s, p)
                if hand > best:
                    best, sharing = hand, 0
                if hand == best:
                    sharing += 1
        if self.playing(s) == 1:
            return pot - own
        return pot / sharing - own if self.strength(s, player) == best else -own

    # ---- what the rules are made of
    def with_cards(self, s: State, cards: int, open_card: int) -> State:
        """The same state with other cards."""
        return State(cards, open_card, s.betting, s.chips, s.folded, s.second, s.raises, s.acted, s.mover)

    def card(self, s: State, player: int) -> int:
        """The rank of a player's card, 1 for the lowest; 0: not dealt yet."""
        return (s.cards >> (CARD * player)) & ((1 << CARD) - 1)

    def dealt(self, s: State) -> int:
        """How many players have been dealt their cards, and whether a card lies open."""
        count = 1 if s.open > 0 else 0
        for player in range(self.players):
            if self.card(s, player) > 0:
                count += 1
        return count

    def left(self, s: State, rank: int) -> int:
        """How many cards of a rank are in the deck still."""
        count = SUITS
        if s.open == rank:
            count -= 1
        for player in range(self.players):
            if self.card(s, player) == rank:
                count -= 1
        return count

    def put_in(self, s: State, player: int) -> int:
        """What a player has put into the pot."""
        return (s.chips >> (CHIPS * player)) & ((1 << CHIPS) - 1)

    def owed(self, s: State) -> int:
        """What the player to act has to put in to call."""
        most = 0
        for player in range(self.players):
            most = max(most, self.put_in(s, player))
        return most - self.put_in(s, s.mover)

    def playing(self, s: State) -> int:
        """How many have not folded."""
        return self.players - bits.count(bits.board(s.folded))

    def strength(self, s: State, player: int) -> int:
        """A hand as a number: pairs above all, then by rank."""
        card = self.card(s, player)
        return card + self.ranks if card == s.open else card

    def compared(self, s: State) -> bool:
        """Whether the cards of those who have not folded lie open."""
        return s.second == 2

    def plies_left(self, s: State) -> int:
        rounds = 2 - s.second
        deals = self.players + 1 - self.dealt(s)
        return max(deals, 0) + rounds * (MOST_RAISES + 1) * self.players

    def key(self, s: State) -> Bitboard:
        return bits.hash_with(bits.board((s.cards << CARD) | s.open), s.betting)

    # ---- what players know
    def visible(self, s: State, player: int, viewer: int) -> int:
        """The rank of a player's card as `viewer` may see it; 0 where he does not."""
        if player == viewer or (self.compared(s) and (s.folded >> player) & 1 == 0):
            return self.card(s, player)
        return 0

    def visible_cards(self, s: State, viewer: int) -> int:
        """The players' cards that `viewer` sees, side by side."""
        cards = 0
        for player in range(self.players):
            cards |= self.visible(s, player, viewer) << (CARD * player)
        return cards

    def observation(self, s: State, player: int) -> tuple[int, int, int, int]:
        """The cards that he sees, side by side, the open card, how many cards are dealt, the betting."""
        return self.visible_cards(s, player), s.open, self.dealt(s), s.betting

    def information(self, s: State, player: int) -> Bitboard:
        known = (player << 14) | (self.visible_cards(s, player) << 5) | (s.open << 2)
        return bits.board((((known << 2) | self.dealt(s)) << 31) | s.betting)

    def resample(self, s: State, player: int, random: Buffer) -> State:
        known = self.visible_cards(s, player)
        cards = known
        for p in range(self.players):
            if self.card(s, p) > 0 and (known >> (CARD * p)) & ((1 << CARD) - 1) == 0:
                cards |= self._drawn(self.with_cards(s, cards, s.open), random) << (CARD * p)
        return self.with_cards(s, cards, s.open)

    def _drawn(self, s: State, random: Buffer) -> int:
        """A card from the deck."""
        place = below(random, SUITS * self.ranks - self.dealt(s))
        for rank in range(1, self.ranks + 1):
            place -= self.left(s, rank)
            if place < 0:
                return rank
        return 0

    def public(self, s: State) -> tuple[int, int, int, int]:
        """The cards that lie open, side by side, the one for all, how many are dealt, the betting."""
        return self.visible_cards(s, -1), s.open, self.dealt(s), s.betting

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        dealt = self.dealt(s)
        if dealt < self.players and viewer != dealt:
            return "a card"
        return self.action_text(s, a)

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        dealt = self.dealt(s)
        shown = dealt < self.players and self.visible(now, dealt, viewer) > 0
        return self.action_text(s, a) if shown else self.action_seen(s, a, viewer)

    # ---- text: a position is `K Q check check J`, the players' cards, and what was done and laid open since
    def rank(self, card: int) -> str:
        """What is printed on a card; nothing for none."""
        return RANKS[len(RANKS) - self.ranks + card - 1] if card > 0 else ""

    def action_text(self, s: State, a: int) -> str:
        if self.to_move(s) == CHANCE:
            return self.rank(a)
        if a == FOLD:
            return "fold"
        if a == CALL:
            return "call" if self.owed(s) > 0 else "check"
        return "raise" if self.owed(s) > 0 else "bet"

    def done(self, s: State) -> list[str]:
        """What was done since the deal, as texts, with the card that was laid open."""
        past = bin(s.betting)[3:]
        then, words = self.with_cards(self.initial(), s.cards, 0), []
        for at in range(0, len(past), 2):
            if self.to_move(then) == CHANCE:
                words.append(self.rank(s.open))
                then = self.result(then, s.open)
            action = int(past[at : at + 2], 2)
            words.append(self.action_text(then, action))
            then = self.result(then, action)
        if s.open and not then.open:
            words.append(self.rank(s.open))
        return words

    def position_text(self, s: State) -> str:
        return " ".join([*(self.rank(self.card(s, p)) or "-" for p in range(self.players)), *self.done(s)])

    def parse(self, text: str) -> State:
        words = text.split()
        example = " ".join(RANKS[-1 - p] for p in range(self.players))
        how = f"A position of Leduc hold'em looks like '{example} check bet', not '{text}'."
        if len(words) < self.players:
            raise BadInput(how)
        state, ended = self.initial(), False
        for word in words[: self.players]:
            if word == "-":
                ended = True
            elif ended:
                raise BadInput(f"{how} Cards are dealt to one player after the other.")
            else:
                state = self._played(state, word, how)
        for word in words[self.players :]:
            if ended:
                raise BadInput(f"{how} Nobody bets before the cards are dealt.")
            state = self._played(state, word, how)
        return state

    def _played(self, s: State, word: str, how: str) -> State:
        """The state after a card or an action in words."""
        if self.is_terminal(s):
            raise BadInput(f"{how} '{word}' comes after the end.")
        texts = {self.action_text(s, a).lower(): a for a in self.actions(s)}
        if word.lower() not in texts:
            raise BadInput(f"{how} In the place of '{word}' there may be {', '.join(self._said(s))}.")
        return self.result(s, texts[word.lower()])

    def _said(self, s: State) -> list[str]:
        return [self.action_text(s, a) for a in self.actions(s)]

    # ---- pictures
    def seen(self, s: State, viewer: int | None) -> list[str]:
        """What `viewer` sees of the players' cards: a rank, "?" for a back, nothing where none is dealt."""
        shown = []
        for owner in range(self.players):
            card = self.card(s, owner)
            hidden = viewer is not None and not self.visible(s, owner, viewer)
            shown.append("?" if hidden and card > 0 else self.rank(card))
        return shown

    def show(self, s: State, *, viewer: int | None = None) -> str:
        rows = [f"{'open':<7} {self.rank(s.open) or '-'}"]
        for owner, card in enumerate(self.seen(s, viewer)):
            out = "  folded" if s.folded >> owner & 1 else ""
            rows.append(f"{self.player_names[owner]:<7} {card or '-'}  {self.put_in(s, owner)}{out}")
        past = ", ".join(self.done(s))
        return "\n".join([*rows, *([past] if past else []), self.status(s)])

    def hand_over(self, s: State, viewer: int | None) -> HandOver:
        cards = [
            f"{name} {card}"
            for name, card in zip(self.player_names, self.seen(s, viewer), strict=True)
            if card not in ("", "?")
        ]
        cards += [f"open {self.rank(s.open)}"] if s.open else []
        return HandOver(
            won=tuple(self.utility(s, player) for player in range(self.players)),
            unit="chips",
            seen=", ".join(cards),
            seats=moved_on(self.players),
            parameters={},
        )

    def status(self, s: State) -> str:
        """Whose turn it is, or how it ended."""
        if self.is_terminal(s):
            won = [self.utility(s, p) for p in range(self.players)]
            best = [self.player_names[p] for p in range(self.players) if won[p] == max(won)]
            if len(best) == self.players:
                return "the pot is shared"
            wins = "wins" if len(best) == 1 else "win"
            return f"{' and '.join(best)} {wins} {max(won):g}"
        dealt = self.dealt(s)
        if dealt < self.players:
            return f"the {self.player_names[dealt]} player is dealt a card"
        if self.to_move(s) == CHANCE:
            return "a card is laid open"
        return f"{self.player_names[s.mover]} player to act"

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        return svg(self, s, viewer)

    def surface(self) -> Surface:
        return Table(self)


# ---- to look at and to touch
SIGNS = "♠♥♣♠♥♣"
"""The suits drawn on the players' cards, which mean nothing; the open card's is another."""


def svg(game: Leduc, s: State, viewer: int | None, *, below: int | None = None) -> str:
    """The table as `viewer` may see it, with `below` at the bottom: else the viewer, or the first player."""
    near = card_table.find_near(below, viewer, game.players)
    over, seats = game.is_terminal(s), []
    for owner, card in enumerate(game.seen(s, viewer)):
        put, won = game.put_in(s, owner), game.utility(s, owner) if over else 0
        folded = bool(s.folded >> owner & 1)
        paired = s.open > 0 and card == game.rank(s.open)
        seats.append(
            Seat(
                name=game.player_names[owner],
                cards=[Face("" if card == "?" else card, SIGNS[owner]) if card else None],
                holds="folded" if folded else f"{won:+g}" if over else "",
                bet=0 if over else put,
                won=round(won + put) if over and won > -put else 0,
                remark="a pair" if paired else "",
                turn=not over and game.to_move(s) == owner,
                out=folded,
                dealer=owner == game.players - 1,
            )
        )
    open_card = Face(game.rank(s.open), "♦") if s.open else None
    pot = 0 if over else sum(game.put_in(s, owner) for owner in range(game.players))
    parts = [card_table.table(seats, below=near, board=[open_card], pot=pot)]
    under = card_table.height(game.players) + 4
    parts.append(drawing.text(12, under + 16, _lately(game, s), size=14))
    touched = _buttons(game, s)
    parts += [drawing.button(point, point.name) for point in touched]
    if not touched:
        parts.append(drawing.text(12, under + 50, game.status(s)))
    label = f"Leduc hold'em: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(card_table.WIDTH, _height(game), label, "".join(parts))


def _lately(game: Leduc, s: State) -> str:
    """What was done, the last of it where it is much."""
    words = game.done(s)
    return ", ".join(["…", *words[-6:]] if len(words) > 7 else words) or "no bets yet"


def _height(game: Leduc) -> int:
    return card_table.height(game.players) + 80


def _buttons(game: Leduc, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or game.to_move(s) == CHANCE:
        return []
    return drawing.buttons([game.action_text(s, a) for a in game.actions(s)], 12, _height(game) - 52)


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Leduc
    title = "Leduc Hold'em"

    def picture(self, s: Any, *, below: int = 0) -> str:
        return self.picture_to(s, None, below=below)

    def picture_to(self, s: Any, viewer: int | None, *, below: int = 0) -> str:
        return svg(self.game, s, viewer, below=below)

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self.game.action_text(s, a),)
