"""Hold'em in words: what actions are called and how they are typed, and the table as text.

An action is `fold`, `check`, `call`, `bet 300`, `raise to 750` or `all-in`; an amount is what the player then
has in front of him on this street.  Any amount that the rules allow can be typed, `raise 750`, `r750` and
`750` too.  Nature's actions are cards, and in a list of moves cards may stand together: `AhKd 7c7d`.
"""

from __future__ import annotations

import re

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.hand_over import HandOver, moved_on
from halfmove.core.scores import big_blinds
from halfmove.games.holdem.cards import SIGNS, card_text, read_cards
from halfmove.games.holdem.hand_names import CODE, name_hand
from halfmove.games.holdem.hands import strength
from halfmove.games.holdem.rules import (
    BOARD,
    CALL,
    CARD,
    FLOP_CARDS,
    FOLD,
    OVER,
    PREFLOP,
    Rules,
    State,
    card_of,
    count_of,
    set_of_cards,
)

ALL_IN, BACK = "all-in", "??"
SHORT_STREETS = ("preflop", "flop", "turn", "river", "over")
MARKS = "-faF"
"""Neither folded nor acted on this street, folded, acted, both."""
STREETS = ("before the flop", "flop", "turn", "river", "over")
_MOVE = re.compile(r"(?:bet|raise)(?:\s+to)?\s+[\d_]+|all[\s-]in|[^\s,]+", re.IGNORECASE)
_AMOUNT = re.compile(r"(?:(?:bet|raise|b|r)\s*(?:to)?\s*)?(\d{1,10})")
_SHORT = {"f": "fold", "k": "check", "x": "check", "c": "call", "allin": ALL_IN, "all in": ALL_IN}


def cards_in(cards: int) -> list[str]:
    """The cards of a hand or a board as texts."""
    return [card_text(card_of(cards, place)) for place in range(count_of(cards))]


def hand_text(hand: int) -> str:
    """A hand, the higher card first: `AhKd`."""
    return "".join(reversed(cards_in(hand)))


def packed(cards: list[int]) -> int:
    """Cards as a state keeps them, the first lowest."""
    return sum((card + 1) << (CARD * place) for place, card in enumerate(cards))


class Notation(Rules):
    """Texas hold'em in words."""

    # ---- actions
    def action_text(self, s: State, a: int) -> str:
        if s.mover < 0:
            return card_text(a)
        if a == FOLD:
            return "fold"
        if a == CALL:
            return "call" if self.owed(s) > 0 else "check"
        if a - 1 == s.stacks[s.mover] + s.bets[s.mover]:
            return ALL_IN
        return f"{self.raising(s)} {a - 1}"

    def raising(self, s: State) -> str:
        """What stands before an amount: `bet`, where nobody has bet yet, else `raise to`."""
        return "raise to" if self.high(s) > 0 else "bet"

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if s.mover >= 0:
            return self.action_text(s, a)
        after = self.result(s, a)
        if s.street == PREFLOP:
            own = self.visible(after, viewer, viewer) if viewer == self.dealee(s) else 0
            return hand_text(own) if own > 0 else "a card"
        count = count_of(after.board)
        if count < FLOP_CARDS:
            return "a card"
        return "".join(cards_in(after.board)) if count == FLOP_CARDS else card_text(a)

    def action_revealed(self, s: State, a: int, now: State, viewer: int) -> str:
        if s.mover < 0 and s.street == PREFLOP:
            player = self.dealee(s)
            hand = self.visible(now, player, viewer) if count_of(s.hands[player]) == 1 else 0
            if hand > 0:
                return hand_text(hand)
        return self.action_seen(s, a, viewer)

    def split_moves(self, text: str) -> list[str]:
        found: list[str] = []
        for word in _MOVE.findall(text):
            cards = re.fullmatch(r"(?:[2-9TJQKA][cdhs]){2,}", word, re.IGNORECASE)
            found += [word[at : at + 2] for at in range(0, len(word), 2)] if cards else [word]
        return found

    def parse_action(self, s: State, text: str) -> int:
        if self.is_terminal(s):
            raise BadInput(f"The hand is over, so '{text}' cannot be played.")
        if s.mover < 0:
            return self._card(s, text)
        word = " ".join(text.lower().replace(",", "").split())
        word = _SHORT.get(word, word)
        if word == "fold" and self.owed(s) > 0:
            return FOLD
        if word == ("call" if self.owed(s) > 0 else "check"):
            return CALL
        most = self.most(s) if self.may_raise(s) else 0
        if word == ALL_IN and most == s.stacks[s.mover] + s.bets[s.mover]:
            return most + 1
        amount = _AMOUNT.fullmatch(word)
        if amount and self.may_raise(s) and self.least(s) <= int(amount[1]) <= most:
            return int(amount[1]) + 1
        if word == ALL_IN and most == 0 and self.owed(s) == s.stacks[s.mover]:
            return CALL
        raise BadInput(f"'{text.strip()}' cannot be played here; {self.may_do(s)}.")

    def _card(self, s: State, text: str) -> int:
        """A card that may be dealt."""
        found = read_cards(text)
        if len(found) != 1:
            raise BadInput(f"A card is dealt here, such as Ah, not '{text.strip()}'.")
        if not self.accepts(s, found[0]):
            raise BadInput(f"The card {card_text(found[0])} has been dealt already.")
        return found[0]

    def may_do(self, s: State) -> str:
        """What the player to act may do, in words: `fold, call 50, or raise to 200 … 10000 (all-in)`."""
        owed = self.owed(s)
        words = [*(["fold"] if owed else []), f"call {owed}" if owed else "check"]
        if self.may_raise(s):
            least, most = self.least(s), self.most(s)
            all_in = f" ({ALL_IN})" if most == s.stacks[s.mover] + s.bets[s.mover] else ""
            words.append(f"{self.raising(s)} {least if least == most else f'{least} to {most}'}{all_in}")
        return f"{self.player_names[s.mover]} may " + " or ".join(
            [", ".join(words[:-1]), words[-1]] if words[1:] else words
        )

    # ---- positions
    def position_text(self, s: State) -> str:
        """Hands, board, what each has left, has put in and has bet, who has folded and acted (`f`, `a`, `F`
        for both), the street, who is to act; then the last full raise, how many raises, the big blind's ante
        and a name of what was done."""
        hands = ",".join(hand_text(hand) or "-" for hand in s.hands)
        chips = " ".join(",".join(map(str, row)) for row in (s.stacks, s.put, s.bets))
        done = "".join(MARKS[(s.folded >> p & 1) + 2 * (s.acted >> p & 1)] for p in range(self.players))
        mover = self.player_names[s.mover] if s.mover >= 0 else "-"
        board = "".join(cards_in(s.board)) or "-"
        return (
            f"{hands} {board} {chips} {done} {SHORT_STREETS[s.street]} {mover} "
            f"{s.raised} {s.raises} {s.dead} {s.past:x}"
        )

    def parse(self, text: str) -> State:
        words = text.split()
        example = self.position_text(self.initial())
        if len(words) != len(example.split()):
            raise BadInput(f"A position of hold'em looks like '{example}', not '{text}'.")
        hands = [self._cards(word) for word in words[0].split(",")]
        board = self._cards(words[1])
        stacks, put, bets = (self._numbers(word) for word in words[2:5])
        raised, raises, dead = self._numbers(",".join(words[8:11]), 3)
        if any(len(hand) > 2 for hand in hands) or len(hands) != self.players or len(board) > BOARD:
            raise BadInput(
                f"There are {self.players} hands of two cards and a board of five at most: '{text}'."
            )
        dealt = [card for some in (*hands, board) for card in some]
        if len(set(dealt)) < len(dealt):
            raise BadInput(f"A card is dealt twice in '{text}'.")
        if len(words[5]) != self.players or not set(words[5]) <= set(MARKS):
            raise BadInput(f"Who has folded and acted is one of {MARKS} for each player, not '{words[5]}'.")
        marks = [MARKS.index(mark) for mark in words[5]]
        if words[6] not in SHORT_STREETS or words[7] not in (*self.player_names, "-"):
            raise BadInput(
                f"The street is {', '.join(SHORT_STREETS)}, and to act is one of "
                f"{', '.join(self.player_names)} or -; not "
                f"'{words[6]} {words[7]}'."
            )
        if not re.fullmatch("[0-9a-f]{1,16}", words[11]):
            raise BadInput(
                f"The name of what was done is a number of sixteen digits and letters, not '{words[11]}'."
            )
        s = State(
            hands=tuple(packed(sorted(hand)) for hand in hands),
            board=packed([*sorted(board[:FLOP_CARDS]), *board[FLOP_CARDS:]]),
            stacks=stacks,
            put=put,
            bets=bets,
            won=self.nothing,
            folded=sum((m & 1) << p for p, m in enumerate(marks)),
            acted=sum((m >> 1) << p for p, m in enumerate(marks)),
            street=SHORT_STREETS.index(words[6]),
            raised=raised,
            raises=raises,
            mover=CHANCE if words[7] == "-" else self.player_names.index(words[7]),
            dead=dead,
            blind=self.big,
            past=int(words[11], 16),
        )
        self._consistent(s, text)
        return s._replace(won=self.shares(s)) if s.street == OVER else s

    def _consistent(self, s: State, text: str) -> None:
        """`BadInput` for a position in which the game could not go on."""
        mover, board = s.mover, count_of(s.board)
        whole = all(count_of(hand) == 2 for hand in s.hands)
        shown = (0, 3, 4, 5)
        if s.street == OVER:
            fits = mover < 0 and whole and (board == BOARD or self.live(s) == 1)
        elif mover < 0:
            due = s.board == 0 and not whole if s.street == PREFLOP else board < shown[s.street]
            fits = due and (s.street == PREFLOP or (whole and board >= shown[s.street - 1]))
        else:
            fits = whole and board == shown[s.street] and not self.folds(s, mover) and s.stacks[mover] > 0
        partly = [count_of(hand) for hand in s.hands]
        fits = fits and partly == sorted(partly, reverse=True) and partly.count(1) < 2
        if not fits or self.live(s) < 1 or (s.street != OVER and self.live(s) == 1):
            raise BadInput(f"In the position '{text}' cards, street and who is to act do not fit together.")
        if any(bet > put for bet, put in zip(s.bets, s.put, strict=True)) or s.raised < 1:
            raise BadInput(f"In the position '{text}' somebody has bet more than he has put in.")

    def _cards(self, word: str) -> list[int]:
        return [] if word == "-" else read_cards(word)

    def _numbers(self, word: str, count: int = 0) -> tuple[int, ...]:
        """Whole numbers divided by commas, one for each player unless told otherwise."""
        parts = word.split(",")
        if len(parts) != (count or self.players) or not all(
            re.fullmatch("[0-9]{1,10}", part) for part in parts
        ):
            raise BadInput(
                f"There are {count or self.players} whole numbers, divided by commas; not '{word}'."
            )
        return tuple(map(int, parts))

    # ---- the table
    def seen(self, s: State, viewer: int | None) -> list[list[str]]:
        """The cards of each player as `viewer` sees them: texts, `??` for a back."""
        rows = []
        for owner in range(self.players):
            hand = s.hands[owner]
            shown = viewer is None or self.visible(s, owner, viewer) > 0
            rows.append(cards_in(hand)[::-1] if shown else [BACK] * count_of(hand))
        return rows

    def seen_board(self, s: State, viewer: int | None) -> list[str]:
        """The cards for all as `viewer` sees them."""
        return cards_in(s.board) if viewer is None or self.visible_board(s) else [BACK] * count_of(s.board)

    def button(self) -> int:
        """The seat of the button."""
        return self.players - 1

    def gained(self, s: State, player: int) -> str:
        """What a player has won or lost at the end: `+1.5 big blinds`."""
        return big_blinds(self.net(s, player) / s.blind)

    def remark(self, s: State, player: int) -> str:
        """`folded`, `all in`, or nothing; at the end what he has won or lost."""
        if s.street == OVER:
            return f"{'folded  ' if self.folds(s, player) else ''}{self.gained(s, player)}"
        if self.folds(s, player):
            return "folded"
        return "all in" if s.stacks[player] == 0 else ""

    def show(self, s: State, *, viewer: int | None = None) -> str:
        board = " ".join(self.seen_board(s, viewer)) or "-"
        rows = [f"{'board':<6} {board:<15} pot {self.left_in_pot(s)}"]
        for owner, cards in enumerate(self.seen(s, viewer)):
            held = "--" if self.folds(s, owner) and viewer not in (None, owner) else " ".join(cards) or "-"
            bet = f"bet {s.bets[owner]}" if s.bets[owner] and s.street != OVER else ""
            turn = ">" if s.mover == owner else " "
            who, left = f"{self.player_names[owner]:<5}{turn}", self.has(s, owner)
            rows.append(f"{who} {held:<6} {left:>8}  {bet:<10} {self.remark(s, owner)}".rstrip())
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is and what he may do, or how the hand ended."""
        if s.street == OVER:
            return self._ended(s)
        if s.mover >= 0:
            return self.may_do(s)
        if s.street == PREFLOP:
            return f"{self.player_names[self.dealee(s)]} is dealt a card"
        return f"the {STREETS[s.street]} is dealt"

    def _ended(self, s: State) -> str:
        """Who got what."""
        if self.live(s) == 1:
            [last] = [p for p in range(self.players) if not self.folds(s, p)]
            return f"{self.player_names[last]} {self.gained(s, last)}; nobody calls"
        best: dict[str, list[str]] = {}
        for player in range(self.players):
            if self.net(s, player) > 0 or (s.won[player] > 0 and not self.folds(s, player)):
                best.setdefault(self.hand_name(s, player), []).append(
                    f"{self.player_names[player]} {self.gained(s, player)}"
                )
        return "; ".join(f"{', '.join(who)} with {hand}" for hand, who in best.items())

    def hand_name(self, s: State, player: int) -> str:
        """What a player's cards make with the board: `two pair, kings and fours`."""
        if count_of(s.board) < BOARD:
            return "his cards"
        return name_hand(strength(set_of_cards(s.board) | set_of_cards(s.hands[player])))

    def made_hand(self, s: State, player: int, viewer: int | None) -> str:
        """What the cards of a player, as `viewer` sees them, make with the board: before the flop, nothing
        but a pair; nothing where they are not seen or it is not all dealt."""
        hand = s.hands[player] if viewer is None else self.visible(s, player, viewer)
        if count_of(hand) < 2:
            return ""
        code = strength(set_of_cards(hand) | set_of_cards(self.visible_board(s)))
        return name_hand(code) if self.visible_board(s) or code >> CODE else ""

    def hand_over(self, s: State, viewer: int | None) -> HandOver:
        seats = tuple(seat for seat in moved_on(self.players) if self.has(s, seat) > 0)
        held = []
        for player, cards in enumerate(self.seen(s, viewer)):
            if BACK not in cards and (viewer in (None, player) or not self.folds(s, player)):
                held.append(f"{self.player_names[player]} {''.join(cards).translate(SIGNS)}")
        board = "".join(self.seen_board(s, viewer)).translate(SIGNS)
        return HandOver(
            won=tuple(self.net(s, player) for player in range(self.players)),
            unit="chips",
            seen=", ".join([*held, *([f"board {board}"] if board else [])]),
            seats=seats,
            parameters={
                "players": str(len(seats)),
                "stacks": ",".join(str(self.has(s, seat)) for seat in seats),
            },
        )

    def ending(self, s: State) -> str:
        return "everybody else folds" if self.live(s) == 1 else "showdown"
