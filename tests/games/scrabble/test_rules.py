"""The rules of Scrabble: scores, challenges, exchanges, the end; text and positions."""

import random

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.scrabble.plays import CHALLENGE, PASS, is_exchange, is_play
from halfmove.games.scrabble.rules import ANSWER, COUNT, DRAW, OVER, TURN

pytestmark = pytest.mark.one_speed

EMPTY = "/".join(["15"] * 15)


def position(text, **parameters):
    game = hm.game("scrabble", **parameters)
    return game, game.parse(text)


def play(game, s, *texts):
    for text in texts:
        s = game.result(s, game.parse_action(s, text))
    return s


def drawn(game, s, seed=1):
    draw = random.Random(seed)
    while s.phase == DRAW:
        tiles, weights = zip(*game.outcomes(s), strict=True)
        s = game.result(s, draw.choices(tiles, weights)[0])
    return s


@pytest.mark.parametrize(
    ("rack", "text", "score"),
    [
        ("AEINRST", "8D RETAINS", 66),  # 7 letters + the first doubled by its square, the word doubled, + 50
        ("AEINRS?", "8D RETAINs".replace("T", "t").replace("Ns", "NS"), 64),
        ("QUIZABC", "8H QUIZ", 44),
    ],
)
def test_scores_of_openings(rack, text, score):
    game, s = position(f"{EMPTY} {rack}/ 0/0 0")
    action = game.parse_action(s, text)
    assert (
        game.count_score(s.board, action) == score == dict(game.generator.plays(s.board, s.racks[0]))[action]
    )


def test_every_score_of_the_generator_is_that_of_the_rules():
    game = hm.game("scrabble")
    for seed in range(3):
        s, draw = drawn(game, game.initial(), seed), random.Random(seed)
        for _ in range(8):
            found = game.generator.plays(s.board, s.racks[s.mover])
            for action, score in draw.sample(found, min(40, len(found))):
                assert game.count_score(s.board, action) == score
                assert game.fault(s, action) is None
                assert game.parse_action(s, game.action_text(s, action)) == action
            s = drawn(game, game.result(s, draw.choice(found)[0] if found else PASS), seed)


def test_a_phony_is_taken_back_and_the_turn_lost():
    game, s = position(f"{EMPTY} XQZVVWA/ 0/0 0", challenge="single")
    s = play(game, s, "8H XQZ")
    assert s.phase == ANSWER
    assert s.scores[0] == 2 * (8 + 10 + 10)
    s = game.result(s, CHALLENGE)
    assert (s.scores, s.mover, s.phase, any(s.board)) == ((0, 0), 1, TURN, False)
    assert game.tile_set.text(s.racks[0]) == "AQVVWXZ"


@pytest.mark.parametrize(
    ("rule", "mover", "scores"),
    [("single", 1, (6, 0)), ("double", 0, (6, 0)), ("five", 1, (11, 0)), ("ten", 1, (16, 0))],
)
def test_what_a_challenge_costs_that_fails(rule, mover, scores):
    game, s = position(f"{EMPTY} ATEEIOU/ 0/0 0", challenge=rule)
    s = drawn(game, play(game, s, "8H TEA", "challenge"))
    assert (s.mover, s.scores) == (mover, scores)


def test_void_refuses_what_is_no_word():
    game, s = position(f"{EMPTY} XQZVVWA/ 0/0 0")
    with pytest.raises(BadInput, match="XQZ is no word of the lexicon"):
        game.parse_action(s, "8H XQZ")


def test_the_one_who_goes_out_scores_the_others_tiles_twice():
    tiles = {"A": 9, "T": 6}
    game = hm.game("scrabble")
    s = game.parse(f"{EMPTY} AT/QZ 10/20 0 lex english")
    s = s._replace(bag=(0,) * len(s.bag))
    s = play(game, s, "8H AT")
    assert tiles
    assert s.phase == OVER
    assert s.scores == (10 + 4 + 2 * 20, 20)
    assert game.utility(s, 0) == 34 == -game.utility(s, 1)


def test_six_turns_without_points_end_the_game():
    game, s = position(f"{EMPTY} AEINRST/QZJXKVW 0/0 5", penalties="10,0")
    over = game.result(s, PASS)
    assert over.phase == OVER
    assert over.scores == (-7 - 10, -(10 + 10 + 8 + 8 + 5 + 4 + 4))
    counted = drawn(game, game.result(s, game.parse_action(s, "exchange AE")))
    assert counted.phase == COUNT
    assert game.is_terminal(play(game, counted, "accept"))


def test_exchanged_tiles_go_back_after_others_are_drawn():
    game, s = position(f"{EMPTY} AEINRST/QZJXKVW 0/0 0")
    before = sum(s.bag)
    after = play(game, s, "exchange AEI")
    assert (sum(after.bag), len(after.aside)) == (before, 3)
    done = drawn(game, after)
    assert (sum(done.bag), done.aside, len(done.racks[0]), done.mover) == (before, b"", 7, 1)


def test_tiles_are_exchanged_only_while_the_bag_has_seven():
    game, s = position(f"{EMPTY} AEINRST/ 0/0 0")
    few = list(s.bag)
    few[:] = [0] * len(few)
    few[1] = 6
    s = s._replace(bag=tuple(few))
    assert not any(map(is_exchange, game.actions(s)))
    with pytest.raises(BadInput, match="while the bag has 7; it has 6"):
        game.parse_action(s, "exchange A")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8D RETAINX", "the rack AEINRST has no X"),
        ("8K RETAINS", "goes over the edge"),
        ("1A RETAINS", "covers the square in the middle"),
        ("RETAINS", "A play is a place and a word"),
        ("exchange XX", "does not have all of XX"),
        ("8D RE7", "which is no tile"),
    ],
)
def test_what_may_not_be_played_is_one_sentence(text, sentence):
    game, s = position(f"{EMPTY} AEINRST/ 0/0 0")
    with pytest.raises(BadInput, match=sentence):
        game.parse_action(s, text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing", "A position is CGP"),
        ("15/15 A/ 0/0 0", "Row|rows"),
        (f"{EMPTY} QQ/ 0/0 0", "more tiles Q than 1"),
        (f"{EMPTY} A/ 0 0", "There are 2 scores"),
        (f"{EMPTY} A/ 0/x 0", "Scores are whole numbers"),
        (f"{EMPTY} A7/ 0/0 0", "which is no tile"),
    ],
)
def test_a_position_that_cannot_be_is_one_sentence(text, sentence):
    with pytest.raises(BadInput, match=sentence):
        hm.game("scrabble").parse(text)


def test_positions_of_games_are_written_and_read():
    for challenge in ("void", "double"):
        game = hm.game("scrabble", challenge=challenge)
        s, draw = game.initial(), random.Random(5)
        for _ in range(120):
            if game.is_terminal(s):
                break
            assert game.parse(game.position_text(s)) == s
            actions = list(game.actions(s))
            plays = list(filter(is_play, actions))
            s = game.result(s, draw.choice(plays or actions) if s.phase == TURN else draw.choice(actions))


def test_a_rack_that_a_position_does_not_say_is_drawn():
    game, s = position(f"{EMPTY} AEINRST/ 0/0 0")
    assert (len(s.racks[1]), s.unknown, sum(s.bag)) == (7, 2, 86)
    assert f"{EMPTY} AEINRST/ 0/0 0" in game.position_text(s)
    assert game.parse(game.position_text(s)) == s


def test_nobody_sees_another_rack_nor_the_bag():
    game = hm.game("scrabble")
    s = drawn(game, game.initial())
    text = game.tile_set.text(s.racks[1])
    assert text not in game.show(s, viewer=0)
    assert "▪" * 7 in game.show(s, viewer=0)
    twin = game.resample(s, 0, stream(7))
    assert game.observation(twin, 0) == game.observation(s, 0)
    assert game.information(twin, 0) == game.information(s, 0)
    assert twin.racks[1] != s.racks[1]
    assert game.draw(s, viewer=0) == game.draw(twin, viewer=0)


def test_the_static_player_names_score_and_leave():
    game, s = position(f"{EMPTY} AEINRS?/ 0/0 0")
    from halfmove.search.algorithms import analyze

    analysis = analyze(game, s, lines=3)
    assert analysis.algorithm == "static"
    for line in analysis.to_dict()["lines"]:
        assert line["value"] == pytest.approx(line["score"] + line["leave"], abs=0.01)
    values = [line.value for line in analysis.lines]
    assert values == sorted(values, reverse=True)
    assert values[0] == max(game.evaluate(game.result(s, a), 0) / 1_000_000 for a in game.actions(s))
