"""Which pieces may go to a square: exactly those that the list of all legal actions says."""

import random

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.chess import uci_action, uci_text
from halfmove.games.chess.arrivals import is_in_check, kind_on, list_arriving
from halfmove.games.chess.position import CASTLING, QUEEN, end_of, kind_of, start_of

SHARP = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1P2p3/8/2pP4/8/8/p5PP/R3K2R w KQkq c6 3 17",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "5k2/8/8/2q5/8/QPQ4K/8/2Q5 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
)


def reached(game):
    """Positions of random games from sharp ones."""
    dice = random.Random(3)
    for text in SHARP:
        for _ in range(3):
            state = game.parse(text)
            for _ in range(14):
                yield state
                legal = list(game.actions(state))
                if not legal:
                    break
                state = game.result(state, dice.choice(legal))


def test_arriving_is_what_all_actions_say():
    game = hm.game("chess")
    seen = 0
    for state in reached(game):
        legal = [a for a in game.actions(state) if kind_of(a) != CASTLING]
        told = [a for a in legal if not 0 < kind_of(a) < QUEEN]
        found = [a for kind in range(6) for end in range(64) for a in list_arriving(state, kind, end)]
        assert sorted(found) == sorted(told)
        for kind in range(6):
            own = [a for a in told if kind_on(state, start_of(a)) == kind]
            assert all(a in list_arriving(state, kind, end_of(a)) for a in own)
        assert is_in_check(state) == game.in_check(state)
        seen += len(found)
    assert seen > 4000


def test_uci_reads_every_action_and_nothing_else():
    game = hm.game("chess")
    for state in list(reached(game))[::3]:
        legal = {uci_text(game, state, a): a for a in game.actions(state)}
        assert {text: uci_action(game, state, text) for text in legal} == legal
        for text in ("e2e4q", "a7a8", "e1e1", "h9h1", "", "e2", "e7e8x", "c1c1n"):
            if text not in legal:
                with pytest.raises(BadInput, match="is not a legal move here"):
                    uci_action(game, state, text)
