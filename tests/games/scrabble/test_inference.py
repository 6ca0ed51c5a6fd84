"""What the opponent kept, concluded from his last play."""

import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.expert import PastReader
from halfmove.core.limit import Limit
from halfmove.core.randomness import stream
from halfmove.games.scrabble.inference import Kept, infer_kept, last_play
from halfmove.games.scrabble.rules import DRAW


def drawn(game, history, tiles):
    for tile in game.tile_set.rack(tiles):
        assert history.state.phase == DRAW
        history.append(tile)


def opening(game, rack, text):
    """Ann opens with a play of her rack; Bob has his rack, and it is his turn."""
    history = hm.History(game)
    drawn(game, history, rack)
    drawn(game, history, "AEIOUUU")
    history.append(game.parse_action(history.state, text))
    while history.state.phase == DRAW:
        tile = next(tile for tile, count in enumerate(history.state.bag) if count)
        history.append(tile)
    return history


@pytest.mark.one_speed
def test_the_last_play_is_found_and_nothing_else():
    game = hm.game("scrabble")
    history = opening(game, "CATNNVW", "8H CAT")
    play = last_play(game, history)
    assert play is not None
    assert play.action == history.actions[14]
    assert (play.score, play.held, sum(play.board)) == (10, 7, 0)
    history.append(game.parse_action(history.state, "pass"))
    assert last_play(game, history) is None


@pytest.mark.slow_interpreted
def test_who_plays_few_points_did_not_keep_what_would_have_made_a_bonus():
    game = hm.game("scrabble")
    expert = game.expert()
    history = opening(game, "CATNNVW", "8H CAT")
    s, play = history.state, last_play(game, history)
    found = infer_kept(game, expert.simulator, play, game.unseen(s, s.mover), stream(5))
    assert sum(found.weights) == pytest.approx(1)
    weights = dict(zip(found.choices, found.weights, strict=True))
    blank = [weight for kept, weight in weights.items() if 0 in kept]
    plain = [weight for kept, weight in weights.items() if 0 not in kept]
    assert sum(blank) / len(blank) < sum(plain) / len(plain)


@pytest.mark.one_speed
def test_choices_are_drawn_by_their_weights():
    kept = Kept([b"\x01", b"\x02", b"\x03"], [0.7, 0.0, 0.3], 1.0)
    random = stream(1)
    assert isinstance(random, Buffer)
    seen = [kept.draw(random) for _ in range(2000)]
    assert seen.count(b"\x02") == 0
    assert 1300 < seen.count(b"\x01") < 1500


@pytest.mark.slow_interpreted
def test_an_engine_that_infers_is_asked_for_by_an_option():
    from halfmove.search.session import Session

    game = hm.game("scrabble")
    assert isinstance(game.expert(), PastReader)
    history = opening(game, "CATNNVW", "8H CAT")
    best = {}
    for infer in ("yes", "no"):
        with Session(game, "expert", seed=1, options={"infer": infer}) as session:
            *_, found = session.deepen(history, Limit(simulations=30), lines=5)
            best[infer] = [(line.action, line.figures["win"]) for line in found.lines]
    assert best["yes"] != best["no"]


@pytest.mark.one_speed
def test_wrong_options_are_refused():
    from halfmove.search.session import Session

    with pytest.raises(BadInput, match="'infer' is yes or no, not 'maybe'"):
        Session(hm.game("scrabble"), "expert", options={"infer": "maybe"})
    with pytest.raises(BadInput, match="nothing is concluded from what others have played"):
        Session(hm.game("bridge"), "expert", options={"infer": "yes"})
