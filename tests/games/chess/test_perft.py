"""How many sequences of moves there are: the published counts, at both speeds, with and without Chess960."""

import pytest
from shared_suites import suite

from halfmove import check_game
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.games.chess import Chess
from halfmove.operations import perft

KNOWN = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197281, 4865609]),
    "kiwipete": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2039, 97862, 4085603],
    ),
    "pinned en passant": (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        [14, 191, 2812, 43238, 674624, 11030083],
    ),
    "promotions": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9467, 422333, 15833292],
    ),
    "promotions, mirrored": (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        [6, 264, 9467, 422333, 15833292],
    ),
    "discovered check": (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [44, 1486, 62379, 2103487],
    ),
    "middle game": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890, 3894594],
    ),
}
"""The start and five more positions that have become the standard test (chessprogramming.org, Perft
Results: after Peter McKenzie, Steven Edwards and others)."""

CORNERS = {
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1": (6, 1134888),  # en passant would uncover the rook
    "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1": (6, 1015133),  # and here the bishop
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1": (6, 1440467),  # en passant ends a check
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1": (6, 661072),  # castling gives check
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1": (6, 803711),
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1": (4, 1274206),  # a rook's right ends where it is taken
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1": (4, 1720476),  # the king's way is attacked
    "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1": (6, 3821001),  # promotion out of check
    "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1": (5, 1004658),  # discovered check
    "4k3/1P6/8/8/8/8/K7/8 w - - 0 1": (6, 217342),  # promotion with check
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1": (6, 92683),
    "K1k5/8/P7/8/8/8/8/8 w - - 0 1": (6, 2217),  # stalemate for oneself
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1": (7, 567584),
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1": (4, 23527),  # mate and stalemate
}
"""Martin Sedlak's positions, each of which some program of his got wrong (TalkChess, 2013)."""


def counted(fen: str, depth: int, chess960: bool = False) -> int:
    """Draws by rule left out, as in all published counts."""
    game = Chess(chess960=chess960, draws="none")
    return perft(game, game.parse(fen), depth)


def depth_for(counts: list[int], most: int) -> int:
    """The deepest published count within the test's means, compiled or not."""
    return max(depth for depth, n in enumerate(counts, 1) if n <= (most if jit_enabled() else 3_000))


@pytest.mark.parametrize("name", KNOWN)
def test_published_counts(name):
    fen, counts = KNOWN[name]
    for depth in range(1, depth_for(counts, 20_000_000) + 1):
        assert counted(fen, depth) == counts[depth - 1], depth


@pytest.mark.parametrize("name", KNOWN)
def test_interpreted_as_well(name):
    fen, counts = KNOWN[name]
    game = interpreted(Chess(draws="none"))
    assert perft(game, game.parse(fen), 2) == counts[1]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("fen", CORNERS)
def test_corners_of_the_rules(fen):
    depth, count = CORNERS[fen]
    assert counted(fen, depth) == count


def positions(name: str):
    """The positions of a shared file and their counts by depth."""
    for line in suite(f"chess/{name}").read_text().splitlines():
        fen, *counts = line.split(";")
        yield fen.strip(), [int(count.split()[1]) for count in counts]


@pytest.mark.parametrize("name", ["perft_standard.epd", "perft_chess960.epd"])
def test_shared_positions(name):
    """As deep as a million each; the whole of it is `python -m benchmarks chess`'s."""
    wrong = []
    for fen, counts in list(positions(name))[:: 1 if jit_enabled() else 10]:
        depth = depth_for(counts, 1_000_000)
        if counted(fen, depth, "960" in name) != counts[depth - 1]:
            wrong.append(f"{fen} to depth {depth}")
    assert wrong == []


def test_draws_by_rule_end_sequences():
    lone = Chess(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert perft(lone[0], lone[0].parse(lone[1]), 1) == 0  # dead: the game is over
    assert counted(lone[1], 1) == 5
    fifty = "4k3/8/8/8/8/8/8/R3K3 w - - 98 100"
    game = Chess()
    assert perft(game, game.parse(fifty), 2) > 0
    assert perft(game, game.parse(fifty), 3) == 0
    assert perft(Chess(draws="automatic"), game.parse(fifty), 3) > 0


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("parameters", [{}, {"chess960": True, "start": 0}, {"draws": "none"}])
def test_contract(parameters):
    start = {1: 20, 2: 400, 3: 8902}
    report = check_game(Chess(**parameters), games=4, perft={} if parameters.get("start") == 0 else start)
    assert report.states > 100


@pytest.mark.slow_interpreted
def test_both_speeds_count_alike():
    for fen, _ in KNOWN.values():
        game = Chess(draws="none")
        assert perft(game, game.parse(fen), 2) == perft(interpreted(game), game.parse(fen), 2)


@pytest.mark.slow_interpreted
def test_games_that_differ_in_uncompiled_parameters_only_share_machine_code():
    games = Chess(draws="none"), Chess(draws="none", chess960=True, start=7)
    assert games[0] != games[1]
    assert [perft(game, game.parse("startpos"), 1) for game in games] == [20, 21]  # castling at once
    assert games[0]._machine.name == games[1]._machine.name
