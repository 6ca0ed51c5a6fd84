"""Claims in the play: who may, who answers, who sees what, what is scored, and how an engine answers."""

import random

import pytest

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, find_format
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.view import View
from halfmove.games.bridge.auction import CALL
from halfmove.games.bridge.claim_actions import AGREE, CLAIM, CLAIMS, PLAY_ON
from halfmove.games.bridge.game import Bridge
from halfmove.games.bridge.records import score_of
from halfmove.games.tricks.scoring import duplicate_score

pytestmark = pytest.mark.one_speed

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
GAME = interpreted(Bridge())
NORTH, EAST, SOUTH, WEST = range(4)
DECLARER_TO_PLAY = f"{DEAL} N none 1N P P P H7"
DEFENDER_TO_PLAY = f"{DECLARER_TO_PLAY} HT"


def go_on(s, *words):
    for word in words:
        s = GAME.result(s, GAME.parse_action(s, word))
    return s


def minimax(s):
    """The tricks of North and South with best play, by a plain search."""
    if GAME.is_terminal(s):
        return s.won
    values = [minimax(GAME.result(s, a)) for a in GAME.actions(s)]
    return max(values) if GAME.seat(s) & 1 == 0 else min(values)


def find_ending(seed):
    """A position with four tricks left, or hardly fewer, by random cards."""
    rng = random.Random(seed)
    s = GAME.parse(f"{DEAL} {rng.choice('NESW')} NS {rng.choice(['1C', '2H', '1N', '3S X', '2N'])} P P P")
    while s.played < 36 + rng.randrange(5):
        s = GAME.result(s, rng.choice(list(GAME.actions(s))))
    return s


def test_both_defenders_answer_a_declarer_and_he_answers_a_defender():
    s = go_on(GAME.parse(DECLARER_TO_PLAY), "claim 7")
    assert GAME.to_move(s) == EAST
    s = go_on(s, "agree")
    assert not GAME.is_terminal(s)
    assert GAME.to_move(s) == WEST
    assert set(GAME.actions(s)) == {AGREE, PLAY_ON}
    over = go_on(s, "agree")
    assert GAME.is_terminal(over)
    assert (over.won, over.lost) == (7, 6)
    assert GAME.utility(over, SOUTH) == 90
    s = go_on(GAME.parse(DEFENDER_TO_PLAY), "claim7")
    assert GAME.to_move(s) == NORTH
    over = go_on(s, "agree")
    assert (over.won, over.lost) == (6, 7)
    assert GAME.utility(over, WEST) == 50


def test_who_plays_on_sees_the_hand_that_claimed():
    s = GAME.parse(DECLARER_TO_PLAY)
    assert not GAME.sees(s, EAST, NORTH)
    claimed = go_on(s, "claim 9")
    assert GAME.sees(claimed, EAST, NORTH)
    assert GAME.sees(claimed, WEST, NORTH)
    assert not GAME.sees(claimed, EAST, WEST)
    assert not GAME.sees(claimed, NORTH, EAST)
    refused = go_on(claimed, "agree", "playon")
    assert refused.trick == s.trick
    assert GAME.to_move(refused) == NORTH
    assert list(GAME.actions(refused)) == list(GAME.actions(s))
    assert GAME.sees(refused, WEST, NORTH)
    later = go_on(refused, "HT")
    history = History(GAME, later)
    for seed in range(5):  # who draws what West cannot see finds nothing to draw
        drawn = View(history, WEST).sampled_history(seed).state
        assert GAME.hands(drawn) == GAME.hands(later)
    assert GAME.information(refused, WEST) != GAME.information(s, WEST)


@pytest.mark.parametrize("seed", range(4))
def test_positions_with_claims_are_read_as_they_are_written(seed):
    rng, s = random.Random(seed), GAME.parse(DEFENDER_TO_PLAY)
    while not GAME.is_terminal(s):
        assert GAME.parse(GAME.position_text(s)) == s
        claims = [CLAIM + n for n in range(GAME.left(s) + 1)]
        claims = [a for a in claims if GAME.accepts(s, a)]
        answers = [PLAY_ON, PLAY_ON, AGREE]
        usual = [a for a in GAME.actions(s) if not s.claim or rng.choice(answers) == a]
        if usual or claims:
            s = GAME.result(s, rng.choice(claims if claims and rng.random() < 0.3 else usual or claims))
    assert GAME.parse(GAME.position_text(s)) == s
    assert s.won + s.lost == 13


def test_no_search_tries_claims_and_they_come_to_an_end():
    s = GAME.parse(DEFENDER_TO_PLAY)
    assert all(a < CALL for a in GAME.actions(s))
    for _ in range(CLAIMS):
        s = go_on(s, "claim 1", "play on")
    with pytest.raises(BadInput, match=r"^8 claims of this deal were refused, so it is played out\.$"):
        GAME.parse_action(s, "claim 1")
    assert not GAME.accepts(s, CLAIM)


@pytest.mark.parametrize(
    ("position", "word", "sentence"),
    [
        (DEFENDER_TO_PLAY, "claim 14", "West can claim 0 to 13 of the tricks left."),
        (DEFENDER_TO_PLAY, "agree", "Nobody has claimed tricks, so there is nothing to agree to."),
        (f"{DEAL} N none 1N P P P", "claim 3", "Tricks are claimed after the opening lead."),
        (f"{DEFENDER_TO_PLAY} claim7", "SQ", "North answers a claim by 'agree' or 'playon', not by 'SQ'."),
        (f"{DEFENDER_TO_PLAY} claim7", "claim3",
         "North answers a claim by 'agree' or 'playon', not by 'claim3'."),
        (DEFENDER_TO_PLAY, "1S", "The auction is over, so '1S' is out of turn: a card is to be played."),
        (f"{DEAL} N none 1N", "H7", "The auction goes on, so 'H7' is out of turn: a call is to be made."),
        (f"{DEFENDER_TO_PLAY} claim7 agree", "SQ", "The game is over, so 'SQ' cannot be played."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_claim_is_said(position, word, sentence):
    with pytest.raises(BadInput) as wrong:
        GAME.parse_action(GAME.parse(position), word)
    assert str(wrong.value) == sentence


@pytest.mark.parametrize("seed", range(4))
def test_an_engine_agrees_to_what_best_play_gives(seed):
    s = find_ending(seed)
    won = minimax(s)
    mine = (won if GAME.to_move(s) & 1 == 0 else 13 - won) - (s.won, s.lost)[GAME.to_move(s) & 1]
    expert = GAME.expert()
    for tricks in range(GAME.left(s) + 1):
        claimed = go_on(s, f"claim{tricks}")
        [judged] = expert.judge(claimed, Limit(simulations=1), lambda: False)
        assert (judged.actions[0].action == AGREE) == (tricks <= mine)
        contract, side = GAME.contract(s), s.declarer & 1
        score = duplicate_score(contract, won if side == 0 else 13 - won, bool(s.vulnerable >> side & 1))
        played = next(one.value for one in judged.actions if one.action == PLAY_ON)
        assert played == (score if (GAME.to_move(claimed) ^ s.declarer) & 1 == 0 else -score)
        for policy in GAME.strategies().values():
            assert policy.choose(GAME, claimed, random.Random(1)) == judged.actions[0].action


@pytest.mark.parametrize("form", ["PBN", "LIN", "Handviewer"])
def test_a_claim_is_written_as_the_result_and_a_refused_one_as_a_comment(form):
    history = History(GAME, GAME.parse(f"{DEAL} N none"))
    for word in ["1N", "P", "P", "P", "H7", "HT", "claim7", "playon", "HQ", "HK", "claim7", "agree", "agree"]:
        history.play(GAME.parse_action(history.state, word))
    moves = [Move(a, text) for a, text in zip(history.actions, history.texts(), strict=True)]
    record = GameRecord(GAME, history.start, moves=moves)
    assert score_of(record) == 120
    written = find_format(GAME, form).text(record)
    [again] = find_format(GAME, form).read(written)
    assert [move.text for move in again.moves] == ["1N", "P", "P", "P", "H7", "HT", "HQ", "HK"]
    assert again.headers["Result"] == "8"
    assert again.moves[5].comment == "West claims 7, which is refused."
    assert score_of(again) == 120
    assert find_format(GAME, form).text(again) == written


def test_a_board_that_begins_in_the_middle_is_written_whole():
    history = History(GAME, GAME.parse(DEFENDER_TO_PLAY))
    history.play(GAME.parse_action(history.state, "HQ"))
    moves = [Move(a, text) for a, text in zip(history.actions, history.texts(), strict=True)]
    written = find_format(GAME, "PBN").text(GameRecord(GAME, history.start, moves=moves))
    [again] = find_format(GAME, "PBN").read(written)
    assert [move.text for move in again.moves] == ["1N", "P", "P", "P", "H7", "HT", "HQ"]
