"""Shogi before a network: what the planes hold, and where moves stand, worked out by hand."""

import re
from random import Random

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.games.shogi.encoding import MOVES
from halfmove.search.encoding import Encoding

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


@pytest.mark.parametrize(
    ("sfen", "move", "plane", "row", "column"),
    [
        (START, "7g7f", 3, 5, 2),  # a pawn ahead: up
        (START.replace(" b ", " w "), "3c3d", 3, 5, 2),  # White's, as he sees it
        ("4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b+", 13, 1, 4),
        ("4k4/9/9/9/9/9/9/3N5/4K4 b - 1", "6h5f", 9, 5, 4),
        ("4k4/9/9/9/9/9/9/3N5/4K4 b - 1", "6h7f", 8, 5, 2),
        ("4k4/9/9/9/9/9/9/1B7/4K4 b - 1", "8h2b+", 15, 1, 7),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", 20, 4, 4),
        ("4k4/9/9/9/9/9/9/9/4K4 b R 1", "R*1a", 26, 0, 8),
    ],
)
def test_places_of_moves(sfen, move, plane, row, column):
    game = hm.game("shogi", notation="usi")
    s = game.parse(sfen)
    assert divmod(game.policy_index(s, game.parse_action(s, move)), 81) == (plane, 9 * row + column)


def test_the_declaration_has_the_last_place():
    game = hm.game("shogi")
    s = game.parse("K1+R+R+B+B3/PPPPPPP2/9/9/9/9/9/9/8k b G 1")
    declared = [a for a in game.actions(s) if game.policy_index(s, a) == 81 * MOVES]
    assert [game.action_text(s, a) for a in declared] == ["win"]


def test_what_the_planes_hold():
    game = hm.game("shogi")
    position = "lnsgk1snl/7b1/p1ppppppp/9/9/9/PPPPPPPP1/1B7/LNSGKGSNL w R2Pgr 1"
    planes = Encoding(interpreted(game)).planes([game.parse(position)])[0]
    assert planes.shape == (2 * 14 + 4 * 7 + 3, 9, 9)
    assert planes[0][6].sum() == planes[0].sum() == 800  # White's pawns, on his third rank
    assert planes[14][2].sum() == planes[14].sum() == 800
    assert np.argwhere(planes[5]).tolist() == [[7, 1]]  # his bishop, on 2b
    hands = planes[28:56, 0, 0].reshape(2, 7, 2)
    own, other = (
        {kind: tuple(hand) for kind, hand in zip(game.hand_kinds, side, strict=True) if hand.any()}
        for side in hands
    )
    assert own == {7: (100, 50), 5: (100, 25)}
    assert other == {7: (100, 50), 1: (100, 11)}
    assert planes[56].min() == 100  # White moves


@pytest.mark.parametrize("name", ["shogi", "minishogi", "dobutsu"])
def test_both_sides_see_the_same_of_a_turned_board(name):
    game, random = interpreted(hm.game(name, notation="usi")), Random(4)
    encoding = Encoding(game)
    s = game.initial()
    for _ in range(80):
        if game.is_terminal(s):
            break
        board, turn, hands = game.sfen(s).split()[:3]
        turned = re.sub(r"(.)\+", r"+\1", board[::-1]).swapcase()
        other = game.parse(f"{turned} {'bw'[turn == 'b']} {hands.swapcase()} 1")
        np.testing.assert_array_equal(encoding.planes([s])[0][:-3], encoding.planes([other])[0][:-3])
        assert sorted(encoding.places(s)[1]) == sorted(encoding.places(other)[1])
        s = game.result(s, random.choice(list(game.actions(s))))
