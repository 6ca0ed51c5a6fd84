"""Hands of hold'em beside PokerKit: the same bets are allowed, and the same chips are won.

Both are played at random, card by card and bet by bet.  Some rules differ, and the comparison ends where they
would tell:

* PokerKit lets players who have acted raise again where the first bet or raise of a street is an all-in of
  less than a full one; the rule of tournaments (TDA 47) does not.
* All-ins that are a full raise together, or with limits half of one, let them raise again (TDA 47); PokerKit
  counts anew from the first that makes it full, and with limits takes a whole one.
* Of chips that cannot be divided PokerKit gives all to the first winner, and it divides side pots together;
  card rooms give one to each in turn, and divide each pot by itself (TDA 20, 21).
* A short big blind is called as it is; card rooms take it for whole.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import replace
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.games.holdem.cards import card_text
from halfmove.games.holdem.game import Holdem
from halfmove.games.holdem.rules import BETTING, CALL, FOLD, OVER, PREFLOP
from tests.beside.comparison import Pair


class PokerPair(Pair):
    """Two to nine players with equal and unequal stacks, antes of either kind, all forms of betting."""

    name = "holdem"
    peer = "PokerKit"
    known = (
        "Raises after short all-ins, odd chips and short big blinds: a hand ends, uncompared, where PokerKit "
        "differs from the rules of tournaments (TDA)."
    )

    def __init__(self) -> None:
        super().__init__()
        import pokerkit

        self.kit = pokerkit

    def begin(self, draw: random.Random) -> None:
        self.game: Any = interpreted(Holdem(**table(draw)))
        self.s, self.other = self.game.initial(), started(self.game)
        self.full = True
        self.texts: list[str] = []

    def step(self, draw: random.Random) -> bool:
        game, s, other = self.game, self.s, self.other
        if s.street == OVER:
            self.compare_end()
            return False
        if s.mover < 0:
            if other.actor_index is not None and game.able(s) == 1:
                other.check_or_call()  # who alone has chips left, and owes none, is asked nothing
            self.same("who acts as cards are dealt", None, other.actor_index)
            before = s
            self.s = dealt(game, s, other, draw)
            self.texts.append(game.show(self.s).splitlines()[0] if before.street == PREFLOP else "cards")
            self.full = False
            return True
        self.same("who acts", s.mover, other.actor_index)
        self.same("what is to be called", game.owed(s), other.checking_or_calling_amount)
        ours = (game.least(s), game.most(s)) if game.may_raise(s) else (None, None)
        low = other.min_completion_betting_or_raising_to_amount
        theirs = (low, other.max_completion_betting_or_raising_to_amount)
        if ours != theirs:
            again = (s.acted >> s.mover) & 1 == 1
            if again and (low is None or (ours[0] is None and not self.full)):
                self.count("hands left where raises after short all-ins differ")
                return False
            self.same("least and most bets", ours, theirs)
        self.act(chosen(game, s, draw))
        return True

    def act(self, action: int) -> None:
        """Bet in both."""
        game, s, other = self.game, self.s, self.other
        self.texts.append(game.action_text(s, action))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if action == FOLD:
                other.fold()
            elif action == CALL:
                self.count("all-in calls", 0 < s.stacks[s.mover] <= game.owed(s))
                other.check_or_call()
            else:
                other.complete_bet_or_raise_to(action - 1)
                self.full = self.full or action - 1 - game.high(s) >= s.raised
                self.count("all-in raises", action - 1 - s.bets[s.mover] == s.stacks[s.mover])
        self.s = game.result(s, action)

    def compare_end(self) -> None:
        """The chips won."""
        game, s, other = self.game, self.s, self.other
        self.same("the end", True, not other.status)
        ours, theirs = [game.net(s, p) for p in range(game.players)], list(other.payoffs)
        winners = sum(1 for p in range(game.players) if s.won[p])
        if ours != theirs:
            gaps = [a - b for a, b in zip(ours, theirs, strict=True)]
            if winners > 1 and all(
                abs(gap) < game.players and (s.won[p] or not gap) for p, gap in enumerate(gaps)
            ):
                self.count("hands with odd chips")
                return
            self.same("chips won", ours, theirs)
        self.count("pots won by several", winners > 1)
        self.count("pots won by several in unlike parts", len({won for won in s.won if won}) > 1)
        self.count(f"hands of {game.players} players")

    def record(self) -> str:
        ours = f"{self.game!r}: {' '.join(self.texts)}\n{self.game.position_text(self.s)}"
        return f"{ours}\nPokerKit: {self.other.operations}"


def started(game: Any) -> Any:
    """PokerKit's state of the same hand before the deal."""
    import pokerkit

    automation = pokerkit.Automation
    big_blind = game.ante_by == "big-blind"
    antes: Any = game.ante
    if big_blind:
        antes = [game.ante if seat == 1 else 0 for seat in range(game.players)]  # two players in reverse
    limit = game.betting == "limit"
    common = {
        "automations": tuple(a for a in automation if not a.name.endswith(("_DEALING", "_BURNING"))),
        "ante_trimming_status": not big_blind,
        "raw_antes": antes,
        "raw_blinds_or_straddles": (game.small, game.big),
        "raw_starting_stacks": game.chips,
        "player_count": game.players,
        "mode": pokerkit.Mode.TOURNAMENT,
    }
    sizes = {"small_bet": game.big, "big_bet": 2 * game.big} if limit else {"min_bet": game.big}
    kind: Any = pokerkit.FixedLimitTexasHoldem if limit else pokerkit.NoLimitTexasHoldem
    if game.betting == "pot-limit":
        kind = type("PotLimit", (kind,), {"betting_structure": pokerkit.BettingStructure.POT_LIMIT})
    state = kind.create_state(**common, **sizes)
    if limit:  # PokerKit's limit does not count the big blind
        first = replace(state.streets[0], max_completion_betting_or_raising_count=game.cap - 1)
        state.streets = (first, *state.streets[1:])
    return state


def dealt(game: Any, s: Any, other: Any, random: Any) -> Any:
    """Our state when all cards are dealt that are due, the same ones for PokerKit."""
    cards = [card for card, _ in game.outcomes(s)]
    due = 2 * game.players if s.street == PREFLOP else 3 if s.board == 0 else 1
    drawn = random.sample(cards, due)
    texts = [card_text(card) for card in drawn]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if s.street == PREFLOP:
            for seat in range(game.players):
                other.deal_hole("".join(texts[2 * seat : 2 * seat + 2]), player_index=seat)
        else:
            other.burn_card("??")
            other.deal_board("".join(texts))
    for card in drawn:
        s = game.result(s, card)
    return s


def chosen(game: Any, s: Any, random: Any) -> int:
    """An action: folds are seldom, or no hand would be long; any amount that may be bet."""
    kinds = ["call"] * 5 + (["fold"] if game.owed(s) > 0 else [])
    if game.may_raise(s):
        kinds += ["least", "any", "small", "most"]
    kind = random.choice(kinds)
    if kind == "fold":
        return FOLD
    if kind == "call":
        return CALL
    least, most = game.least(s), game.most(s)
    to: int | None = {"least": least, "most": most, "any": random.randint(least, most)}.get(kind)
    if to is None:
        to = random.randint(least, min(most, 2 * least))
    return to + 1


def table(random: Any) -> Any:
    """Parameters of a game: any number of players, stacks that are alike or not, antes of either kind."""
    players = random.choice((2, 2, 3, 4, 6, 9))
    big = random.choice((2, 10, 100))
    ante = random.choice((0, 0, big // 5, big))
    short = ante + big  # a short big blind is another rule
    deep = random.choice((3, 20, 200)) * big
    even = random.random() < 0.3
    stacks = (
        [str(deep + short)] if even else [str(random.randint(short, short + deep)) for _ in range(players)]
    )
    return {
        "players": players,
        "betting": random.choice(BETTING),
        "small": big // 2,
        "big": big,
        "stacks": ",".join(stacks),
        "ante": ante,
        "ante_by": random.choice(("all", "big-blind")),
    }
