"""What formats of bridge have in common: a board as a record, read move by move and written again.

A record begins when all cards are dealt; its moves are the calls and the cards.  A call's meaning, as
somebody explained it, and its alert are properties of the move, whatever the format.  No format has a place
for claims move by move: one that was agreed to is written as the result, one that was refused as a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord, Move
from halfmove.core.review import Review, match_moves
from halfmove.games.bridge.auction import CALL, is_closed, list_calls
from halfmove.games.bridge.claim_actions import CLAIM, PLAY_ON, claimant, tricks_claimed
from halfmove.games.bridge.rules import CARDS, DECK, State
from halfmove.games.tricks.deals import deal_text, hand_text, read_deal, read_hand
from halfmove.games.tricks.memory import RANKS
from halfmove.games.tricks.scoring import SEAT_NAMES, SEATS, VULNERABLE, duplicate_score

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge

NOTE, ALERT = "note", "alert"
"""Properties of a call: what it means, and that its side alerted it."""
NAMES = SEAT_NAMES
"""Headers that say who sits where; they are the game's names of its players."""


def vulnerable_word(sides: int) -> str:
    """`none`, `NS`, `EW` or `both`."""
    return next(word for word, those in VULNERABLE.items() if sum(1 << side for side in those) == sides)


def board_number(record: Any) -> str:
    """The number of a record's board, as a file or the game says it; "" where nobody does."""
    said: str = record.headers.get("Board", "")
    return said if said not in ("", "?") else str(record.rules.board or "")


def complete_deal(hands: Sequence[int]) -> list[int]:
    """The four hands, of which one may be empty: it gets what is left.  `BadInput` for more."""
    sizes = [bits.count(hand) for hand in hands]
    short = [seat for seat, size in zip(SEATS, sizes, strict=True) if size != RANKS]
    if not short:
        return list(hands)
    if sorted(sizes) != [0, RANKS, RANKS, RANKS]:
        told = ", ".join(f"{seat} {size}" for seat, size in zip(SEATS, sizes, strict=True))
        raise BadInput(f"Each hand has {RANKS} cards, of which one hand may be left out, and here {told}.")
    rest = DECK & ~sum(hands)
    return [hand or rest for hand in hands]


def read_suits(text: str) -> int:
    """A hand with a letter before each suit, in any order: `SAKQHJT9D8765C432`."""
    word = re.sub(r"\s", "", text.upper()).replace("10", "T")
    if re.fullmatch(r"(?:[SHDC][2-9TJQKA-]*)*", word) is None:
        raise BadInput(f"'{text.strip()}' is no hand; a hand is such as SAKQHJT9D8765C432.")
    suits = dict.fromkeys("SHDC", "")
    for letter, ranks in re.findall(r"([SHDC])([2-9TJQKA-]*)", word):
        suits[letter] += ranks
    return read_hand(".".join(suits.values()))


def suits_text(hand: int) -> str:
    """The same as text."""
    return "".join(suit + ranks for suit, ranks in zip("SHDC", hand_text(hand).split("."), strict=True))


def check_deal(hands: Sequence[int]) -> list[int]:
    """The complete deal, no card in two hands."""
    return complete_deal(read_deal(deal_text(hands, SEATS), SEATS))


class BoardReader:
    """Plays a board's calls and cards as a file tells them."""

    def __init__(self, form: BridgeFormat, hands: Sequence[int], dealer: int, vulnerable: int) -> None:
        self.form, self.game = form, form.game
        self.state = self.game.first_state(hands, dealer, vulnerable)
        start = None if self.state == self.game.initial() else self.state
        self.record = GameRecord(self.game, start)

    def play(self, text: str) -> Move:
        """Make a call or play a card; `BadInput` where the laws do not allow it."""
        if self.form.bound is not None:
            self.form.bound.count()
        action = self.game.parse_action(self.state, text)
        move = Move(action, self.game.action_text(self.state, action))
        self.record.moves.append(move)
        self.state = self.game.result(self.state, action)
        return move

    @property
    def calling(self) -> bool:
        """Whether the auction goes on."""
        return self.state.declarer < 0 and not is_closed(self.state.auction, self.state.bid)

    @property
    def over(self) -> bool:
        return self.game.is_terminal(self.state)

    def claim(self, text: str) -> None:
        """Note how many tricks the declarer is said to have taken."""
        tricks = text.strip()
        if not tricks.isdecimal() or int(tricks) > RANKS:
            raise BadInput(f"The declarer takes 0 to {RANKS} tricks, not '{tricks}'.")
        taken = tricks_of_declarer(self.state)
        if not self.over:
            self.record.headers["Result"] = tricks
        elif taken is not None and taken != int(tricks):
            self.form.repair(self.record, f"the declarer takes {taken} tricks, not {tricks} as it says.")

    def comment(self, text: str) -> None:
        """Note what is said after the last move, or before the first."""
        what: Any = self.record.moves[-1] if self.record.moves else self.record
        what.comment = f"{what.comment}\n{text}" if what.comment else text


class Board(NamedTuple):
    """A record to be written: the state after the deal, and each move with the state before it."""

    start: State
    steps: list[tuple[State, Move]]
    end: State

    @property
    def calls(self) -> list[Move]:
        return [move for s, move in self.steps if s.declarer < 0]

    @property
    def cards(self) -> list[tuple[State, Move]]:
        return [(s, move) for s, move in self.steps if s.declarer >= 0]


def board_of(record: Any) -> Board:
    """What a record plays; `BadInput` where not all cards are dealt."""
    game, state = record.rules, record.first
    start, steps = state, []
    for move in record.moves:
        if move.action is None:
            continue
        if state.dealt == CARDS and move.action < CLAIM:
            steps.append((state, move))
        elif move.action == PLAY_ON:
            before, last = steps[-1]
            said = f"{NAMES[claimant(state.claim)]} claims {tricks_claimed(state.claim)}, which is refused."
            steps[-1] = before, replace(last, comment="\n".join(filter(None, (last.comment, said))))
        state = game.result(state, move.action)
        if state.dealt == CARDS and not steps and start.dealt < CARDS:
            start = state
    if start.dealt < CARDS:
        raise BadInput("A board is written when all cards are dealt, and here they are not.")
    before = _list_before(game, start)
    return Board(before[0][0] if before else start, [*before, *steps], state)


def _list_before(game: Bridge, start: State) -> list[tuple[State, Move]]:
    """The calls and cards before the state in which a record begins, each with the state before it."""
    state = game.first_state(game.dealt_hands(start), start.dealer, start.vulnerable)
    found = []
    for action in [*list_calls(start.auction), *(card for _, card in game.list_play(start))]:
        found.append((state, Move(action, game.action_text(state, action))))
        state = game.result(state, action)
    return found


def claimed_result(s: State) -> str:
    """The declarer's tricks of a play that ended by a claim; "" of another."""
    return str(tricks_of_declarer(s)) if s.claim and s.won + s.lost == RANKS else ""


def tricks_of_declarer(s: State) -> int | None:
    """Those that he has taken so far; None before a contract stands."""
    if s.declarer < 0:
        return None
    return s.won if s.declarer & 1 == 0 else s.lost


def score_of(record: Any) -> int | None:
    """What North and South score on a board that is played out, claimed or passed out; None for another."""
    game, state = record.rules, board_of(record).end
    contract = game.contract(state)
    if contract is None:
        return 0 if game.is_terminal(state) else None
    said = record.headers.get("Result", "")
    tricks = tricks_of_declarer(state) if game.is_terminal(state) else int(said) if said.isdecimal() else None
    if tricks is None or tricks > RANKS:
        return None
    side = contract.declarer & 1
    score = duplicate_score(contract, tricks, (state.vulnerable >> side) & 1 == 1)
    return score if side == 0 else -score


class BridgeFormat(FormatByParts):
    """A format of boards."""

    game: Bridge

    def place(self, number: int, part: Any) -> str:
        return f"board {number}"

    def write_review(self, record: Any, review: Review) -> None:
        """What calls show goes where each format explains them, unless somebody has."""
        super().write_review(record, review)
        for move, one in match_moves(record, review):
            if move.action >= CALL and one.remark:
                move.properties.setdefault(NOTE, [one.remark])

    def share(self, record: GameRecord) -> float | None:
        """None: a board is scored in points, and compared with other tables' scores."""
        return None
