"""What may be chosen ahead of a turn holds all that can then be done; other ways to touch a castling."""

import random

from surfaces import states

from halfmove.games.chess import Chess


def test_every_legal_reply_is_among_what_was_chosen_from():
    game = Chess()
    surface = game.surface()
    for state in states(game, 7, games=4, plies=80):
        if game.is_terminal(state):
            continue
        waiting = 1 - game.to_move(state)
        ahead = set(surface.ahead(state, waiting))
        after = game.result(state, random.Random(1).choice(list(game.actions(state))))
        if game.is_terminal(after):
            continue
        for action in game.actions(after):
            assert surface.touches(after, action) in ahead
            assert ahead.issuperset(surface.other_touches(after, action))


def test_castling_has_two_ways_to_touch_it():
    for chess960, first, other in ((False, ("e1", "g1"), ("e1", "h1")), (True, ("e1", "h1"), ("e1", "g1"))):
        game = Chess(chess960=chess960)
        state = game.parse(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1" if not chess960 else "4k3/8/8/8/8/8/8/4K2R w H - 0 1"
        )
        castling = game.parse_action(state, "O-O")
        assert game.surface().touches(state, castling) == first
        assert list(game.surface().other_touches(state, castling)) == [other]
    near = Chess(chess960=True)
    state = near.parse(
        "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
    )  # the king's target is a step away: a move of its own
    assert not near.surface().other_touches(state, near.parse_action(state, "O-O"))


def test_a_promotion_is_pictured():
    game = Chess()
    state = game.parse("8/P6k/8/8/8/8/P7/K7 w - - 0 1")
    surface = game.surface()
    looks = [surface.choice_picture(state, game.parse_action(state, f"a8={p}")) for p in "QRBN"]
    assert len(set(looks)) == 4
    assert all("white" in look for look in looks)
    assert surface.choice_picture(state, game.parse_action(state, "a3")) == ""
