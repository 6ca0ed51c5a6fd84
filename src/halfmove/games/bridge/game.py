"""Contract bridge as a game to be played: positions and moves as text, and what each player may read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from halfmove.core import bits
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.expert import Expert
from halfmove.core.policy import Policy
from halfmove.games.bridge.auction import CALL, call_text, doubled, is_closed, list_calls, read_call
from halfmove.games.bridge.claim_actions import (
    AGREE,
    CLAIM,
    CLAIMS,
    claim_text,
    claimant,
    has_agreed,
    read_claim,
    tricks_claimed,
)
from halfmove.games.bridge.rules import CARDS, Rules, State
from halfmove.games.tricks.deals import (
    SUIT_SIGNS,
    card_text,
    deal_text,
    hand_text,
    read_card,
    read_deal,
    revoke_text,
)
from halfmove.games.tricks.memory import LANE, RANKS
from halfmove.games.tricks.scoring import SEATS, SIDES, VULNERABLE, Contract, duplicate_score, imps

if TYPE_CHECKING:
    from halfmove.core.duplicate import Duplicate
    from halfmove.core.formats import RecordFormat
    from halfmove.core.hand_over import HandOver
    from halfmove.core.review import Review, ReviewedAction, Tell
    from halfmove.core.surface import Surface

A_CARD = "a card"
_OPEN = re.compile(r"open=([NESW]{1,4})(\d)", re.IGNORECASE)
"""Hands that lie open since claims that were refused, and how many these are."""


class Bridge(Rules):
    """Contract bridge: an auction with hidden hands, then thirteen tricks, scored as duplicate."""

    def contract(self, s: State) -> Contract | None:
        """What is played; None before the auction is over, and where nobody bids."""
        if s.declarer < 0:
            return None
        return Contract((s.bid - 1) // 5 + 1, s.trump, s.declarer, doubled(s.auction, s.bid))

    def deal_score(self, s: State, contract: Contract, tricks: int) -> int:
        """What so many tricks of a contract are worth to the declarer's side, as the game is scored: in
        duplicate the score, in a rubber with what becomes of the rubber."""
        if self.scoring == "rubber":
            from halfmove.games.bridge.rubber import read_rubber

            return read_rubber(self.rubber).worth(contract, tricks)
        return duplicate_score(contract, tricks, bool(s.vulnerable >> (contract.declarer & 1) & 1))

    def expert(self) -> Expert:
        from halfmove.games.bridge.engine import BridgeExpert

        return BridgeExpert(self)

    def partnerships(self) -> Sequence[int]:
        return tuple(seat & 1 for seat in range(4))

    def duplicate(self) -> Duplicate:
        from halfmove.core.duplicate import Duplicate

        return Duplicate("IMPs", lambda difference: imps(round(difference)), self.board_start)

    def board_start(self, number: int) -> str | None:
        """The position before a board is dealt: its number says who deals and who is vulnerable.  None where
        the game itself is given a deal."""
        from halfmove.games.bridge.series import board_conditions

        if self.deal.strip():
            return None
        return self.position_text(self.first_state([0] * 4, *board_conditions(number)))

    def meanings(self, s: State) -> Sequence[ReviewedAction]:
        from halfmove.games.bridge.review import explain_calls

        return explain_calls(s) if s.calls else ()

    def review(self, s: State, tell: Tell) -> Review:
        from halfmove.games.bridge.review import review_board

        return review_board(self, s, tell)

    def hand_over(self, s: State, viewer: int | None) -> HandOver:
        from halfmove.games.bridge.series import hand_over

        return hand_over(self, s)

    def strategies(self) -> Mapping[str, Policy]:
        from halfmove.games.bridge.engine import strategies

        return strategies()

    # ---- text: a position is `N:… … … … N none 1N P 3N P P P S4 SJ`
    def action_text(self, s: State, a: int) -> str:
        return claim_text(a) if a >= CLAIM else call_text(a) if a >= CALL else card_text(a)

    def parse_action(self, s: State, text: str) -> int:
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{text.strip()}' cannot be played.")
        if s.dealt == CARDS and s.declarer < 0:
            return self._read_call(s, text)
        if s.dealt == CARDS and ((claim := read_claim(text)) is not None or s.claim):
            return self._read_claim(s, claim, text)
        if s.dealt == CARDS and _is_read(read_call, text) and not _is_read(read_card, text):
            raise BadInput(
                f"The auction is over, so '{text.strip()}' is out of turn: a card is to be played."
            )
        card = read_card(text)
        if s.dealt < CARDS:
            if not bits.has(self.undealt(s), card):
                raise BadInput(f"{card_text(card)} has been dealt already.")
            return card
        seat = self.seat(s)
        if not bits.has(self.hands(s)[seat], card):
            raise BadInput(f"{self.player_names[seat]} does not have {card_text(card)}.")
        if not bits.has(self.choice(s), card):
            raise BadInput(revoke_text(self.player_names[seat], self.card_played(s, 0) // LANE, card))
        return card

    def _read_call(self, s: State, text: str) -> int:
        if _is_read(read_card, text) and not _is_read(read_call, text):
            raise BadInput(f"The auction goes on, so '{text.strip()}' is out of turn: a call is to be made.")
        call = read_call(text)
        if call in self.actions(s):
            return call
        seat, word = self.player_names[self.to_move(s)], call_text(call)
        if word == "X":
            raise BadInput(f"{seat} cannot double: there is no bid of the opponents that is not doubled yet.")
        if word == "XX":
            raise BadInput(f"{seat} cannot redouble: no bid of his side is doubled.")
        raise BadInput(
            f"{seat} cannot bid {word}: a bid is higher than {self._calls(s)[-1 - self._since(s)]}."
        )

    def _read_claim(self, s: State, action: int | None, text: str) -> int:
        if action is not None and self.accepts(s, action):
            return action
        if s.claim:
            who = self.player_names[self.to_move(s)]
            raise BadInput(f"{who} answers a claim by 'agree' or 'playon', not by '{text.strip()[:20]}'.")
        if action is None or action >= AGREE:
            raise BadInput("Nobody has claimed tricks, so there is nothing to agree to.")
        if not s.played:
            raise BadInput("Tricks are claimed after the opening lead.")
        if s.shown >> 4 >= CLAIMS:
            raise BadInput(f"{CLAIMS} claims of this deal were refused, so it is played out.")
        left = self.left(s)
        raise BadInput(f"{self.player_names[self.to_move(s)]} can claim 0 to {left} of the tricks left.")

    def _calls(self, s: State) -> list[str]:
        return [call_text(call) for call in list_calls(s.auction)]

    def _since(self, s: State) -> int:
        """How many calls came after the last bid."""
        calls = list(list_calls(s.auction))
        return next(n for n, call in enumerate(reversed(calls)) if call > CALL + 2)

    def dealt_hands(self, s: State) -> list[int]:
        """The hands as they were before the play, as sets of cards."""
        hands = [bits.number(hand) for hand in self.hands(s)]
        for seat, card in self.list_play(s):
            hands[seat] |= 1 << card
        return hands

    def list_play(self, s: State) -> list[tuple[int, int]]:
        """Who has played which card, in order."""
        found: list[tuple[int, int]] = []
        seat, best = (s.declarer + 1) & 3, (0, 0)
        for place in range(s.played):
            card = self.card_of_play(s, place)
            found.append((seat, card))
            if place % 4 == 0 or self.beats(card, best[1], s.trump):
                best = found[-1]
            seat = best[0] if place % 4 == 3 else (seat + 1) & 3
        return found

    def position_text(self, s: State) -> str:
        if s.dealt < CARDS:
            deal = deal_text([bits.number(hand) for hand in self.hands(s)], SEATS)
        else:
            deal = deal_text(self.dealt_hands(s), SEATS)
        vulnerable = next(
            word for word, sides in VULNERABLE.items() if sum(1 << side for side in sides) == s.vulnerable
        )
        play = [card_text(card) for _, card in self.list_play(s)]
        return " ".join([deal, SEATS[s.dealer], vulnerable, *self._calls(s), *play, *self._claim_words(s)])

    def _claim_words(self, s: State) -> list[str]:
        """`open=S1`: a hand that lies open since a claim, and how many claims were refused; then the claim
        that waits or was agreed to, with the answers."""
        by = claimant(s.claim) if s.claim else -1
        waits = s.claim and not self.is_terminal(s)
        seats = "".join(
            SEATS[seat] for seat in range(4) if s.shown >> seat & 1 and (seat != by or s.shown >> 4)
        )
        words = [f"open={seats}{s.shown >> 4}"] if s.shown >> 4 else []
        if s.claim:
            agreed = has_agreed(s.claim) if waits else 1 + (by == s.declarer)
            words += [claim_text(CLAIM + tricks_claimed(s.claim)), *["agree"] * agreed]
        return words

    def parse(self, text: str) -> State:
        """The deal in PBN, the dealer, who is vulnerable, the calls, and the cards played."""
        words = text.split()
        count = 5 if words and words[0].endswith(":") else 4
        hands = read_deal(" ".join(words[:count]), SEATS)
        words = words[count:]
        start = self.initial()
        dealer = words.pop(0).upper() if words else SEATS[start.dealer]
        if dealer not in tuple(SEATS):
            raise BadInput(f"The dealer is one of {', '.join(SEATS)}, not '{dealer}'.")
        named = {word.lower(): sides for word, sides in VULNERABLE.items()}
        vulnerable = start.vulnerable
        if words and (sides := named.get(words[0].lower())) is not None:
            vulnerable = sum(1 << side for side in sides)
            words.pop(0)
        s = self.first_state(hands, SEATS.index(dealer), vulnerable)
        sizes = [bits.count(hand) for hand in hands]
        if sizes != [(s.dealt + 3 - seat) // 4 for seat in range(4)]:
            said = ", ".join(f"{seat} {size}" for seat, size in zip(SEATS, sizes, strict=True))
            raise BadInput(f"Every hand has {RANKS} cards before the play, and here {said}.")
        if s.dealt < CARDS and words:
            raise BadInput(f"Nobody calls before all cards are dealt, so '{words[0]}' cannot follow.")
        for word in words:
            if (found := _OPEN.fullmatch(word)) is not None and s.played:
                seats = sum(1 << SEATS.index(seat) for seat in set(found[1].upper()))
                s = s._replace(shown=seats + 16 * min(int(found[2]), CLAIMS))
            else:
                s = self.result(s, self.parse_action(s, word))
        return s

    # ---- what players are told
    def action_seen(self, s: State, a: int, viewer: int) -> str:
        """Of the deal no order: a player's last card shows him his hand."""
        if s.dealt == CARDS:
            return self.action_text(s, a)
        return self._hand_dealt(s, a) if viewer == s.dealt & 3 else A_CARD

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        if s.dealt < CARDS and self.sees(now, viewer, s.dealt & 3):
            return self._hand_dealt(s, a)
        return self.action_seen(s, a, viewer)

    def _hand_dealt(self, s: State, a: int) -> str:
        """The hand that a card completes."""
        whole = s.dealt >= CARDS - 4
        return hand_text(bits.number(self.hands(s)[s.dealt & 3]) | 1 << a) if whole else A_CARD

    def seen_hands(self, s: State, viewer: int | None) -> list[int | None]:
        """The hands as a viewer may see them, None for one that he may not; None as viewer sees all."""
        return [
            bits.number(hand) if viewer is None or self.sees(s, viewer, seat) else None
            for seat, hand in enumerate(self.hands(s))
        ]

    def show(self, s: State, *, viewer: int | None = None) -> str:
        rows = []
        for seat, hand in enumerate(self.seen_hands(s, viewer)):
            turn = s.dealt == CARDS and not self.is_terminal(s) and self.seat_of_turn(s) == seat
            size = bits.count(self.hands(s)[seat])
            cards = _suits(hand) if hand is not None else f"{size} cards"
            card = self._on_table(s, seat)
            rows.append(f"{'>' if turn else ' '} {SEATS[seat]}  {cards}{card}")
        return "\n".join([*rows, *self._auction_rows(s), self.status(s)])

    def seat_of_turn(self, s: State) -> int:
        """Whose call or card is next: dummy, not the declarer, where dummy's card is."""
        return self.to_move(s) if s.declarer < 0 or s.claim else self.seat(s)

    def _on_table(self, s: State, seat: int) -> str:
        """What a seat has played to the trick."""
        place = (seat - s.leader) & 3
        played = s.declarer >= 0 and place < self.played(s)
        return f"   plays {card_text(self.card_played(s, place))}" if played else ""

    def _auction_rows(self, s: State) -> list[str]:
        """The calls, a column for each seat."""
        calls = [""] * s.dealer + self._calls(s)
        if not s.calls:
            return []
        rows = [SEATS, *(calls[k : k + 4] for k in range(0, len(calls), 4))]
        return ["", *("  " + "".join(f"{call:<4}" for call in row).rstrip() for row in rows)]

    def status(self, s: State) -> str:
        """Whose turn it is, the contract and the tricks, or what was scored."""
        if s.dealt < CARDS:
            return f"{s.dealt} of {CARDS} cards are dealt"
        contract = self.contract(s)
        if contract is None:
            if is_closed(s.auction, s.bid):
                return "passed out"
            return f"{self.player_names[self.to_move(s)]} to call"
        tricks = f"{SIDES[0]} {s.won}, {SIDES[1]} {s.lost}"
        if s.claim and not self.is_terminal(s):
            by, of = self.player_names[claimant(s.claim)], self.left(s)
            said = f"{by} claims {tricks_claimed(s.claim)} of the {of} tricks left"
            return f"{contract}; tricks: {tricks}; {said}; {self.player_names[self.to_move(s)]} to answer"
        if self.is_terminal(s):
            return f"{contract} {self.result_text(s)}: {self.score(s):+d} to {SIDES[s.declarer & 1]}"
        return f"{contract}; tricks: {tricks}; {self.player_names[self.seat(s)]} to play"

    def result_text(self, s: State) -> str:
        """`=`, `+1`, `-2`: by how much the contract was made or failed."""
        contract = self.contract(s)
        if contract is None:
            return ""
        taken = s.won if s.declarer & 1 == 0 else s.lost
        over = taken - 6 - contract.level
        return f"{over:+d}" if over else "="

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.bridge.picture import svg

        return svg(self, s, viewer)

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.bridge.lin import LIN, Handviewer
        from halfmove.games.bridge.pbn import PBN

        return PBN(self), LIN(self), Handviewer(self)

    def surface(self) -> Surface:
        from halfmove.games.bridge.picture import Table

        return Table(self)

    def player_name(self, who: int) -> str:
        return "chance" if who == CHANCE else self.player_names[who]


def _is_read(read: Callable[[str], int], text: str) -> bool:
    """Whether a text is what a function reads."""
    try:
        read(text)
    except BadInput:
        return False
    return True


def _suits(hand: int) -> str:
    """`♠QJ6 ♥K652 ♦J85 ♣T98`."""
    parts: Sequence[str] = hand_text(hand).split(".")
    return " ".join(f"{sign}{part or '-'}" for sign, part in zip(reversed(SUIT_SIGNS), parts, strict=True))
