"""Boards one after another: who deals and who is vulnerable, what is scored, how the next board begins.

Boards of duplicate bridge have numbers (*Laws of Duplicate Bridge 2017*, law 2).  In a rubber the deal goes
round, a side with a game is vulnerable, and points stand below and above the line (`bridge.rubber`); when it
is won the next deal begins another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.core.hand_over import HandOver
from halfmove.games.bridge.rubber import read_rubber
from halfmove.games.tricks.scoring import SEATS, SIDES, VULNERABLE

if TYPE_CHECKING:
    from halfmove.games.bridge.game import Bridge
    from halfmove.games.bridge.rules import Rules, State

SIDES_OF_BOARD = "0123123023013012"
"""Who is vulnerable on boards 1 to 16, as bits of the sides; then it begins anew.  Law 2."""
SCORINGS = ("duplicate", "matchpoints", "rubber")
SEATED = (0, 1, 2, 3)
"""Nobody changes seats."""


def board_conditions(number: int) -> tuple[int, int]:
    """Dealer and vulnerable sides of a board by its number, from 1: law 2."""
    return (number - 1) % 4, int(SIDES_OF_BOARD[(number - 1) % 16])


def begin_deal(rules: Rules) -> tuple[int, int]:
    """Dealer and vulnerable sides, as a game's parameters say; `BadInput` for those that contradict."""
    if rules.scoring not in SCORINGS:
        raise BadInput(f"Boards are scored as {', '.join(SCORINGS)}, not '{rules.scoring}'.")
    if not 0 <= rules.board <= 10**6:
        raise BadInput(f"The number of a board is 0 to {10**6:,}, not {rules.board}.")
    if rules.scoring == "rubber":
        if rules.board or rules.vulnerable != "none":
            raise BadInput("In a rubber a side with a game is vulnerable: leave board and vulnerable out.")
        rubber = read_rubber(rules.rubber)
        return SEATS.index(rules.dealer), sum(1 << side for side in (0, 1) if rubber.is_vulnerable(side))
    if rules.rubber.strip():
        raise BadInput("A rubber's score goes with scoring=rubber.")
    if rules.board:
        if rules.dealer != "N" or rules.vulnerable != "none":
            raise BadInput(
                "The number of a board says who deals and who is vulnerable: leave dealer and vulnerable out."
            )
        return board_conditions(rules.board)
    return SEATS.index(rules.dealer), sum(1 << side for side in VULNERABLE[rules.vulnerable])


def hand_over(game: Bridge, s: State) -> HandOver:
    """What a board that is over was worth to each seat, and how the next one begins."""
    contract = game.contract(s)
    said = "passed out" if contract is None else f"{contract} {game.result_text(s)}"
    if game.scoring == "rubber":
        return _go_on(game, s, said)
    score = game.utility(s, 0)
    parameters = {"deal": "", "board": str(game.board + 1 if game.board else 2)}
    if not game.board and (s.dealer, s.vulnerable) != board_conditions(1):
        parameters = {"deal": "", "dealer": SEATS[(s.dealer + 1) & 3]}
    said = f"Board {game.board}: {said}" if game.board else said
    return HandOver((score, -score, score, -score), "points", said, SEATED, parameters)


def _go_on(game: Bridge, s: State, said: str) -> HandOver:
    """The next deal of a rubber, or the first of another."""
    rubber, contract = read_rubber(game.rubber), game.contract(s)
    before = rubber.points[0] - rubber.points[1]
    tricks = 0 if contract is None else (s.won, s.lost)[contract.declarer & 1]
    rubber.add(contract, tricks, game.dealt_hands(s))
    score = rubber.points[0] - rubber.points[1] - before
    said = f"{said}; {rubber.show()}"
    if rubber.is_over:
        said += f"; {SIDES[rubber.games.index(2)]} win the rubber"
    parameters = {
        "deal": "",
        "dealer": SEATS[(s.dealer + 1) & 3],
        "rubber": "" if rubber.is_over else rubber.text(),
    }
    return HandOver((score, -score, score, -score), "points", said, SEATED, parameters)
