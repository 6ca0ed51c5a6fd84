"""The end of a game of Go: the score, and which stones are dead (section 6.3.3)."""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.core.settlement import Settlement
from halfmove.protocols.gtp.server.commands.setup import spoken
from halfmove.protocols.gtp.server.server import Server, command, exactly


def settled(server: Server) -> Settlement:
    """The position with the stones dead that the game itself proposes."""
    settlement = spoken(server).settlement(server.record.state)
    settlement.choose(settlement.proposal())
    return settlement


@command("final_score")
def final_score(server: Server, words: list[str]) -> str:
    """Who wins by how much: `B+3.5`."""
    return settled(server).result()


@command("final_status_list")
def final_status_list(server: Server, words: list[str]) -> str:
    """The stones that are alive, or dead, a chain on a line; of seki, which is not told apart from alive,
    none."""
    status = exactly(words, 1)[0].lower()
    if status not in ("alive", "dead", "seki"):
        raise BadInput("invalid status")
    board = spoken(server)
    if status == "seki":
        return ""
    dead = set(settled(server).chosen)
    return "\n".join(
        " ".join(chain)
        for chain in board.chains(server.record.state)
        if (chain[0] in dead) == (status == "dead")
    )


@command("final_status")
def final_status(server: Server, words: list[str]) -> str:
    """Of one stone: alive or dead; of an empty point whose territory it is."""
    board, state = spoken(server), server.record.state
    row, column = board.place(exactly(words, 1)[0])
    vertex = words[0].strip().upper()
    if any(vertex in chain for chain in board.chains(state)):
        return "dead" if vertex in settled(server).chosen else "alive"
    owned = board.ownership(state)[row][column]
    return "black_territory" if owned > 0.5 else "white_territory" if owned < -0.5 else "dame"


@command("halfmove-ownership")
def halfmove_ownership(server: Server, words: list[str]) -> str:
    """For each point, from -1 (White's) to 1 (Black's), row by row from the top."""
    rows = spoken(server).ownership(server.record.state)
    return "\n".join(" ".join(f"{value:.2f}" for value in row) for row in rows)
