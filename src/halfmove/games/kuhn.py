"""Kuhn poker: the smallest poker that bluffs.

H. W. Kuhn, "A simplified two-person poker", in *Contributions to the Theory of Games* I, Princeton 1950.
Each player puts one chip into the pot and is dealt one of the cards jack, queen and king.  The first player
checks or bets a chip; whoever faces a bet calls it with a chip or folds.  After two checks or a call the
higher card takes the pot.  In equilibrium the first player loses 1/18 of a chip a game: he bets a jack with
some probability p up to 1/3, and a king with 3p.

With three or four players there is a card more than players: N. Abou Risk and D. Szafron, "Using
counterfactual regret minimization to create competitive multiplayer poker agents", AAMAS 2010; as OpenSpiel's
`kuhn_poker`.  They check or bet in turn until somebody bets; then each of the others calls or folds once.

A player sees his own card; the others' he sees if the cards are compared.  `cards` may be more: the highest
ranks of a suit.

Betting is kept as a word of bits behind a leading one, a bit for each action, 1 for bet and call:

    1 nothing yet   10 check   100 check check   101 check bet   1010, 1011 and then fold, call   11 bet …

Cards lie side by side in a word, four bits each.
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
from halfmove.core.numbers import read_whole
from halfmove.core.randomness import below
from halfmove.core.surface import Point, Surface
from halfmove.games import card_table, drawing
from halfmove.games.card_table import Face, Seat

GAMES = {"kuhn": "Kuhn"}
USUAL_FOR = {"regrets": "kuhn"}

PASS, BET = 0, 1
"""A check or fold; a bet or call."""

RANKS = "23456789TJQKA"
THREE = "JQK"
CARD = 4
"""Bits of a card."""
NOTHING = 0b1
MOST_PLAYERS = 4


class State(NamedTuple):
    """The cards, 1 for the lowest and 0 where none is dealt yet, and the betting."""

    cards: int
    betting: int


class Kuhn(Game):
    """One card each, one bet: check or bet, then call or fold."""

    name = "kuhn"
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    actions_limit = 13

    cards: int = 3
    players: int = 2

    def __init__(self, **parameters: Any) -> None:
        players = read_whole(str(parameters.get("players", 2)), 2, MOST_PLAYERS)
        if "cards" not in parameters and players is not None:  # a card more than players, unless it is said
            parameters["cards"] = players + 1
        super().__init__(**parameters)

    def choices(self) -> Mapping[str, Sequence[int]]:
        return {"cards": tuple(range(3, len(RANKS) + 1)), "players": tuple(range(2, MOST_PLAYERS + 1))}

    def setup(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadInput(f"Kuhn poker is for 2 to {MOST_PLAYERS} players, not {self.players}.")
        least = self.players + 1
        if not least <= self.cards <= len(RANKS):
            who = "" if self.players == 2 else f" by {self.players} players"
            raise BadInput(f"Kuhn poker is played{who} with {least} to {len(RANKS)} cards, not {self.cards}.")
        self.player_names = ("first", "second") if self.players == 2 else tuple("ABCD"[: self.players])
        self.utility_limit = 2 * (self.players - 1)
        self.actions_limit = self.cards

    # ---- the six functions
    def initial(self) -> State:
        return State(0, NOTHING)

    def to_move(self, s: State) -> int:
        return CHANCE if self.dealing(s) else self.acted(s) % self.players

    def actions(self, s: State) -> Iterator[int]:
        if self.dealing(s):
            for card in range(1, self.cards + 1):
                if not self.is_dealt(s, card):
                    yield card
        else:
            yield PASS
            yield BET

    def result(self, s: State, a: int) -> State:
        if self.dealing(s):
            return State(s.cards | (a << (CARD * self.dealt(s))), NOTHING)
        return State(s.cards, 2 * s.betting + a)

    def is_terminal(self, s: State) -> bool:
        opened = self.opened(s)
        return self.acted(s) == (opened if opened >= 0 else 0) + self.players

    def utility(self, s: State, player: int) -> int:
        pot, best, winner = 0, 0, 0
        for p in range(self.players):
            pot += self.chips_of(s, p)
            if self.is_in(s, p) and self.card(s, p) > best:
                best, winner = self.card(s, p), p
        return pot - self.chips_of(s, player) if player == winner else -self.chips_of(s, player)

    # ---- what the rules are made of
    def card(self, s: State, player: int) -> int:
        """A player's card, 1 for the lowest; 0 where none is dealt yet."""
        return (s.cards >> (CARD * player)) & ((1 << CARD) - 1)

    def dealing(self, s: State) -> bool:
        """Whether a card is to be dealt."""
        return self.card(s, self.players - 1) == 0

    def dealt(self, s: State) -> int:
        """How many cards are dealt."""
        count = 0
        for player in range(self.players):
            if self.card(s, player) > 0:
                count += 1
        return count

    def is_dealt(self, s: State, card: int) -> bool:
        """Whether somebody has the card."""
        for player in range(self.players):
            if self.card(s, player) == card:
                return True
        return False

    def acted(self, s: State) -> int:
        """How many actions there have been."""
        return bits.lowest(bits.highest_bit(bits.board(s.betting)))

    def opened(self, s: State) -> int:
        """The number of the action that was the first bet; -1 before it."""
        acted = self.acted(s)
        after = s.betting - (1 << acted)
        if after == 0:
            return -1
        return acted - 1 - bits.lowest(bits.highest_bit(bits.board(after)))

    def has_put_in(self, s: State, player: int) -> bool:
        """Whether a player has bet or called: his last action, if it was that."""
        acted = self.acted(s)
        for number in range(player, acted, self.players):
            if (s.betting >> (acted - 1 - number)) & 1 == 1:
                return True
        return False

    def chips_of(self, s: State, player: int) -> int:
        """What a player has put into the pot."""
        return 2 if self.has_put_in(s, player) else 1

    def is_in(self, s: State, player: int) -> bool:
        """Whether a player takes part when the game is over: all do where nobody has bet."""
        return self.has_put_in(s, player) or self.opened(s) < 0

    def compared(self, s: State) -> bool:
        """Whether cards lie open: the game ended, and not all but one have folded."""
        if not self.is_terminal(s):
            return False
        playing = 0
        for player in range(self.players):
            if self.is_in(s, player):
                playing += 1
        return playing > 1

    def plies_left(self, s: State) -> int:
        return self.players - self.dealt(s) + 2 * self.players - 1

    def key(self, s: State) -> Bitboard:
        return bits.board((s.cards << 8) | s.betting)

    # ---- what players know
    def visible_cards(self, s: State, viewer: int) -> int:
        """The cards that `viewer` sees, side by side: his own, and those that lie open."""
        cards, compared = 0, self.compared(s)
        for player in range(self.players):
            if player == viewer or (compared and self.is_in(s, player)):
                cards |= self.card(s, player) << (CARD * player)
        return cards

    def observation(self, s: State, player: int) -> tuple[int, int, int]:
        """The cards that he sees, side by side (0: not seen), how many are dealt, the betting."""
        return self.visible_cards(s, player), self.dealt(s), s.betting

    def information(self, s: State, player: int) -> Bitboard:
        known = (player << 4) | self.dealt(s)
        return bits.board((known << 32) | (self.visible_cards(s, player) << 8) | s.betting)

    def resample(self, s: State, player: int, random: Buffer) -> State:
        known = self.visible_cards(s, player)
        drawn = State(known, s.betting)
        for p in range(self.players):
            if self.card(s, p) > 0 and self.card(drawn, p) == 0:
                drawn = State(drawn.cards | (self.drawn_card(drawn, random) << (CARD * p)), s.betting)
        return drawn

    def drawn_card(self, s: State, random: Buffer) -> int:
        """A card that nobody has, drawn."""
        place = below(random, self.cards - self.dealt(s))
        for card in range(1, self.cards + 1):
            if not self.is_dealt(s, card):
                if place == 0:
                    return card
                place -= 1
        return 0

    def public(self, s: State) -> tuple[int, int, int]:
        """The cards that lie open, side by side, how many are dealt, the betting."""
        return self.visible_cards(s, -1), self.dealt(s), s.betting

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if self.dealing(s) and viewer != self.dealt(s):
            return "a card"
        return self.action_text(s, a)

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        open_ = State(self.visible_cards(now, viewer), now.betting)
        shown = self.dealing(s) and self.card(open_, self.dealt(s)) > 0
        return self.action_text(s, a) if shown else self.action_seen(s, a, viewer)

    # ---- text: a position is `K Q check bet`, cards and then what was done; `-` stands for no card yet
    def rank(self, card: int) -> str:
        """What is printed on a card; nothing for none."""
        ranks = THREE if self.cards == 3 else RANKS[-self.cards :]
        return ranks[card - 1] if card > 0 else ""

    def action_text(self, s: State, a: int) -> str:
        if self.dealing(s):
            return self.rank(a)
        if self.opened(s) < 0:
            return "bet" if a == BET else "check"
        return "call" if a == BET else "fold"

    def done(self, s: State) -> list[str]:
        """The actions of the players so far, as texts."""
        past, words = bin(s.betting)[3:], []
        then = State(s.cards | 1 << (CARD * (self.players - 1)), NOTHING)
        for bit in past:
            words.append(self.action_text(then, int(bit)))
            then = self.result(then, int(bit))
        return words

    def position_text(self, s: State) -> str:
        return " ".join([*(self.rank(self.card(s, p)) or "-" for p in range(self.players)), *self.done(s)])

    def parse(self, text: str) -> State:
        words = text.split()
        example = " ".join(self.rank(self.cards - p) for p in range(self.players))
        how = f"A position of Kuhn poker looks like '{example} check bet', not '{text}'."
        if len(words) < self.players:
            raise BadInput(how)
        state, ended = self.initial(), False
        for word in words[: self.players]:
            card = self._card(word, how)
            if card > 0 and (ended or self.is_dealt(state, card)):
                raise BadInput(f"{how} The first card is dealt before the second, and they differ.")
            ended = card == 0
            state = state if ended else self.result(state, card)
        for word in words[self.players :]:
            if ended:
                raise BadInput(f"{how} Nobody bets before the cards are dealt.")
            legal = {} if self.is_terminal(state) else {self.action_text(state, a): a for a in (PASS, BET)}
            if word.lower() not in legal:
                raise BadInput(how)
            state = self.result(state, legal[word.lower()])
        return state

    def _card(self, word: str, how: str) -> int:
        for card in range(self.cards + 1):
            if word.upper() == (self.rank(card) or "-"):
                return card
        ranks = ", ".join(self.rank(card) for card in range(1, self.cards + 1))
        raise BadInput(f"{how} The cards are {ranks}.")

    # ---- pictures
    def seen(self, s: State, viewer: int | None) -> list[str]:
        """What `viewer` sees of the cards: a rank, "?" for a back, nothing where no card is dealt."""
        open_ = s if viewer is None else State(self.visible_cards(s, viewer), s.betting)
        return [
            self.rank(self.card(open_, p)) or ("?" if self.card(s, p) else "") for p in range(self.players)
        ]

    def chips(self, s: State) -> list[int]:
        """What each player has put into the pot."""
        return [self.chips_of(s, p) for p in range(self.players)]

    def show(self, s: State, *, viewer: int | None = None) -> str:
        rows = []
        for owner, (card, chips) in enumerate(zip(self.seen(s, viewer), self.chips(s), strict=True)):
            rows.append(f"{self.player_names[owner]:<7} {card or '-'}  {'o' * chips}")
        past = ", ".join(self.done(s))
        return "\n".join([*rows, *([past] if past else []), self.status(s)])

    def hand_over(self, s: State, viewer: int | None) -> HandOver:
        cards = [
            f"{name} {card}"
            for name, card in zip(self.player_names, self.seen(s, viewer), strict=True)
            if card not in ("", "?")
        ]
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
            winner = max(range(self.players), key=lambda p: self.utility(s, p))
            return f"{self.player_names[winner]} wins {self.utility(s, winner)}"
        if self.dealing(s):
            return f"the {self.player_names[self.dealt(s)]} player is dealt a card"
        return f"{self.player_names[self.to_move(s)]} player to act"

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        return svg(self, s, viewer)

    def surface(self) -> Surface:
        return Table(self)


# ---- to look at and to touch
def svg(game: Kuhn, s: State, viewer: int | None, *, below: int | None = None) -> str:
    """The table as `viewer` may see it, with `below` at the bottom: else the viewer, or the first player."""
    near = card_table.find_near(below, viewer, game.players)
    chips, over, seats = game.chips(s), game.is_terminal(s), []
    for owner, card in enumerate(game.seen(s, viewer)):
        won = game.utility(s, owner) if over else 0
        out = game.opened(s) >= 0 and game.acted(s) > owner and over and not game.is_in(s, owner)
        seats.append(
            Seat(
                name=game.player_names[owner],
                cards=[Face("" if card == "?" else card) if card else None],
                holds="folded" if out else f"{won:+g}" if over else "",
                bet=0 if over else chips[owner],
                won=sum(chips) if won > 0 else 0,
                turn=not over and game.to_move(s) == owner,
                out=out,
                dealer=owner == game.players - 1,
            )
        )
    parts = [card_table.table(seats, below=near, pot=0 if over else sum(chips))]
    words = ", ".join([*game.done(s)]) or "no bets yet"
    under = card_table.height(game.players) + 4
    parts.append(drawing.text(12, under + 16, words, size=14))
    touched = _buttons(game, s)
    parts += [drawing.button(point, point.name) for point in touched]
    if not touched:
        parts.append(drawing.text(12, under + 50, game.status(s)))
    label = f"Kuhn poker: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(card_table.WIDTH, _height(game), label, "".join(parts))


def _height(game: Kuhn) -> int:
    return card_table.height(game.players) + 80


def _buttons(game: Kuhn, s: State) -> list[Point]:
    """A button for each action of the player whose turn it is."""
    if game.is_terminal(s) or game.dealing(s):
        return []
    return drawing.buttons([game.action_text(s, a) for a in game.actions(s)], 12, _height(game) - 52)


class Table(Surface):
    """What can be touched are the buttons, called as the actions."""

    game: Kuhn
    title = "Kuhn Poker"

    def picture(self, s: Any, *, below: int = 0) -> str:
        return self.picture_to(s, None, below=below)

    def picture_to(self, s: Any, viewer: int | None, *, below: int = 0) -> str:
        return svg(self.game, s, viewer, below=below)

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return _buttons(self.game, s)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return (self.game.action_text(s, a),) if not self.game.dealing(s) else ()
