"""Contests that have been played in writing: records from scores, for the tests of reports."""

from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Plan
from halfmove.arena.results import Results
from halfmove.games.reference import GameReference

GAMES_OF = {0: (0.0, 0.0), 1: (0.5, 0.0), 2: (0.5, 0.5), 3: (1.0, 0.5), 4: (1.0, 1.0)}
"""What the first player scored in the two games of a pair, by half points; 2 may also be a win each."""


def a_game(number, players, scores, ending=Ending.RULES, moves=(), **rest):
    """A record of two (or more) seats."""
    return Record(
        number, number // len(players), tuple(players), tuple(scores), ending, "", tuple(moves), **rest
    )


def in_pairs(scores, a=0, b=1, begin=0):
    """Records by number: in each pair `a` scores so much in its two games, first as the first seat."""
    found = {}
    for k, (one, other) in enumerate(scores):
        for turn, score in ((0, one), (1, other)):
            number = begin + 2 * k + turn
            seats, shares = ((a, b), (score, 1 - score)) if turn == 0 else ((b, a), (1 - score, score))
            found[number] = a_game(number, seats, shares)
    return found


def pentanomial(frequencies, results):
    """Pairs with so many 0, ½, 1, 1½ and 2 points whose single games are so many wins, draws and losses."""
    wins, draws, losses = results
    split = wins - frequencies[3] - 2 * frequencies[4]  # pairs of a win and a loss
    level = frequencies[2] - split
    assert 0 <= split <= frequencies[2]
    assert draws == frequencies[1] + frequencies[3] + 2 * level
    assert losses == 2 * frequencies[0] + frequencies[1] + split
    scores = [(1.0, 0.0)] * split + [(0.5, 0.5)] * level
    for half in (0, 1, 3, 4):
        scores += [GAMES_OF[half]] * frequencies[half]
    return in_pairs(scores)


def results_of(records, players=2, **options):
    """Results of a plan whose players are called A, B, C …"""
    rest = {"faults": options.pop("faults", 0), "done": options.pop("done", True)}
    names = options.pop("names", None) or tuple(f"random?name={chr(65 + k)}" for k in range(players))
    game = options.pop("game", "connect4")
    reference = game if isinstance(game, GameReference) else GameReference(game)
    return Results(Plan(reference, names, **options), records, **rest)


def moves_by(seats, seconds=0.5, depth=None, nodes=None):
    """A move for each seat named."""
    return [MoveRecord("x", seconds, depth=depth, nodes=nodes, seat=seat) for seat in seats]
