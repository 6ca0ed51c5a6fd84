"""The promises of a game that numbers its endings: from a state to its number and back."""

from __future__ import annotations

from typing import Any

from halfmove.core.check.examiner import Examiner


def check_endings(examiner: Examiner, state: Any) -> None:
    """The number of a state that is in a table, and the position that the number stands for."""
    game = examiner.game
    table = examiner.ask("ending_table", state)
    endings = game.endings()
    if table < 0 or endings is None:
        return
    examiner.promise(
        "ending_table is the place of a table", table < len(endings.tables), f"{table} is none", state
    )
    index, count = game.ending_index(state), game.ending_count(table)
    examiner.promise(
        "ending_index is below ending_count", 0 <= index < count, f"it is {index} of {count}", state
    )
    weight = game.ending_weight(table, index)
    examiner.promise(
        "the number of a state that is played has a weight", weight > 0, f"{index} has {weight}", state
    )
    standing = game.ending_state(table, index)
    again = game.ending_table(standing), game.ending_index(standing)
    examiner.promise(
        "ending_state has the number that it is of", again == (table, index), f"it has {again}", state
    )
    over = game.is_terminal(state)
    # a rule that counts plies may have ended the game; the counter is no part of an ending
    same = game.is_terminal(standing) == over or (over and not game.ending_in_time(state, 1))
    examiner.promise(
        "ending_state is over where the state is", same, "the one is over, the other is not", state
    )
