"""The end of a game of Go: the score, and which stones are dead (section 6.3.3)."""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.commands.setup import go_of
from halfmove.protocols.gtp.server.serving import Server, command, exactly


def dead_of(server: Server) -> list[int]:
    """The points of the dead stones, as playouts judge."""
    from halfmove.games.go.ownership import dead_stones

    return dead_stones(go_of(server), server.record.state)


@command("final_score")
def final_score(server: Server, words: list[str]) -> str:
    """Who wins by how much: `B+3.5`."""
    game = go_of(server)
    return str(game.result_text(server.record.state, dead_of(server)))


@command("final_status_list")
def final_status_list(server: Server, words: list[str]) -> str:
    """The stones that are alive, or dead, a chain on a line; of seki, which is not told apart from alive,
    none."""
    status = exactly(words, 1)[0].lower()
    if status not in ("alive", "dead", "seki"):
        raise BadInput("invalid status")
    if status == "seki":
        go_of(server)
        return ""
    dead = set(dead_of(server))
    return "\n".join(
        " ".join(map(go_of(server).point_text, chain))
        for chain in chains(server)
        if (chain[0] in dead) == (status == "dead")
    )


@command("final_status")
def final_status(server: Server, words: list[str]) -> str:
    """Of one stone: alive or dead; of an empty point whose territory it is."""
    from halfmove.games.go.ownership import ownership

    game = go_of(server)
    point = game.parse_point(exactly(words, 1)[0])
    if any(point in chain for chain in chains(server)):
        return "dead" if point in dead_of(server) else "alive"
    owned = ownership(game, server.record.state)[point]
    return "black_territory" if owned > 0.5 else "white_territory" if owned < -0.5 else "dame"


@command("halfmove-ownership")
def halfmove_ownership(server: Server, words: list[str]) -> str:
    """For each point, from -1 (White's) to 1 (Black's), row by row from the top."""
    from halfmove.games.go.ownership import ownership

    game = go_of(server)
    owned = ownership(game, server.record.state)
    rows = [owned[r * game.width : (r + 1) * game.width] for r in range(game.height)]
    return "\n".join(" ".join(f"{value:.2f}" for value in row) for row in rows)


def chains(server: Server) -> list[list[int]]:
    """Every chain on the board, by its points."""
    from halfmove.core import bits
    from halfmove.games.go.benson import parts

    game, state = go_of(server), server.record.state
    return [
        [game.point(place) for place in bits.wide_squares(chain)]
        for stones in (state.black, state.white)
        for chain in parts(game, stones)
    ]
