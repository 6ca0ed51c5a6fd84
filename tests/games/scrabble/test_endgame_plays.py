"""The lists of plays of an end game: those of the beginning and new ones, against the generator."""

import random

import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.endgame import PASSED, End, EndGameDesk
from halfmove.games.scrabble.endgame_plays import ENTRY, FROM_BEGINNING, KIND_BITS, OWNER, SCORE
from halfmove.games.scrabble.rules import lay_tiles


@kernel
def write_actions(game: hm.Game, s: End, out: Buffer) -> int:
    """Write the actions of a state down; how many."""
    many = 0
    for action in game.actions(s):
        out[many] = action
        many += 1
    return many


def rack_now(desk, s):
    """The rack of the player to move, as tiles."""
    rack = s.first if s.mover == 0 else s.second
    kinds = [desk.racks[FULL_RACK * s.mover + kind] for kind in range(FULL_RACK)]
    return bytes(tile for k, tile in enumerate(kinds) for _ in range((rack >> (KIND_BITS * k)) & 15))


def follow(seed, positions, tiles_name="english", board_name="standard"):
    """Play end games at random; how many positions were compared, and how many plays of them were new."""
    game, draw = hm.game("scrabble", tiles=tiles_name, board=board_name), random.Random(seed)
    desk, out, seen, fresh = EndGameDesk(game.generator), Buffer(1 << 15), 0, 0
    tiles = [tile for tile, count in enumerate(game.tile_set.counts) for _ in range(count)]
    while seen < positions:
        board = bytes(game.size**2)
        for _ in range(draw.randint(2, 14)):
            found = game.generator.plays(board, bytes(draw.sample(tiles, 7)))
            board = lay_tiles(board, draw.choice(found)[0], game.size) if found else board
        racks = tuple(bytes(draw.sample(tiles, draw.randint(3, 7))) for _ in range(2))
        s = desk.set(board, racks, passed=False)
        while not desk.game.is_terminal(s):
            many = write_actions(desk.game, s, out)
            actions = [out[k] for k in range(many)]
            assert actions.pop() == PASSED
            told = sorted(
                (desk.play_of(a, board), desk.plays[ENTRY * a + SCORE] & ((1 << OWNER) - 1)) for a in actions
            )
            assert told == sorted(game.generator.plays(board, rack_now(desk, s))), (board, racks)
            assert len(set(actions)) == len(actions)
            seen, fresh = seen + 1, fresh + sum(a >= desk._facts[FROM_BEGINNING] for a in actions)
            action = draw.choice(actions) if actions and draw.random() < 0.9 else PASSED
            if action != PASSED:
                board = lay_tiles(board, desk.play_of(action, board), game.size)
            s = desk.game.result(s, action)
    return seen, fresh


@pytest.mark.slow_interpreted
def test_lists_are_what_the_generator_finds():
    seen, fresh = follow(1, 60)
    assert fresh > seen


@pytest.mark.slow_interpreted
def test_on_a_board_whose_squares_share_bits():
    follow(2, 12, "english-super", "super")


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_in_ten_thousand_positions():
    for seed in range(3, 23):
        follow(seed, 500)
