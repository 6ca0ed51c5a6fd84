"""When the rest is certain: beside a plain search of what a player knows, and what an engine makes of it."""

import random
from itertools import groupby

import pytest

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.players.algorithm import AlgorithmPlayer
from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.bridge.certain import has_a_plan, has_the_top, list_layouts
from halfmove.games.bridge.claim_actions import AGREE, CLAIM, PLAY_ON
from halfmove.games.bridge.engine import view_of
from halfmove.games.bridge.game import Bridge
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint
from halfmove.games.tricks.deals import read_hand
from halfmove.games.tricks.scoring import Contract
from halfmove.games.tricks.solver import TrickSolver

pytestmark = pytest.mark.one_speed

GAME = interpreted(Bridge())
DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
SURE = "N:AKQJ.AKQ.AKQ.AKQ T987.JT98.JT9.J9 6543.7654.876.87 2.32.5432.T65432"
TOPS = f"{SURE} N none 7N P P P ST S3 S2 SA"
"""North, who is on lead, has the rest."""


def find_ending(seed, left):
    """A position with so many tricks left, by random cards."""
    rng = random.Random(seed)
    s = GAME.parse(f"{DEAL} {rng.choice('NESW')} NS {rng.choice(['1C', '2H', '1N', '3S X', '2N'])} P P P")
    while s.played < 52 - 4 * left + rng.randrange(2):
        s = GAME.result(s, rng.choice(list(GAME.actions(s))))
    return s


def is_certain(states, side, target):
    """Whether one plan of a side that cannot tell these positions apart wins so many tricks in all."""
    first = states[0]
    if not OPEN.tricks_left(first):
        return all((s.won, s.lost)[side] >= target for s in states)
    if OPEN.to_move(first) == side:
        return any(
            is_certain([OPEN.result(s, card) for s in states], side, target) for card in OPEN.actions(first)
        )
    answers = [(card, OPEN.result(s, card)) for s in states for card in OPEN.actions(s)]
    answers.sort(key=lambda answer: answer[0])
    return all(
        is_certain([s for _, s in group], side, target)
        for _, group in groupby(answers, key=lambda answer: answer[0])
    )


def test_a_plan_is_found_where_a_plain_search_finds_one():
    found = []
    for seed in range(60):
        s = find_ending(seed, 3)
        view = view_of(GAME, s)
        if not view.declares:
            continue
        target = GAME.left(s) + (s.won, s.lost)[view.side]
        found.append(has_a_plan(view, TrickSolver(OPEN)))
        assert found[-1] == is_certain(list_layouts(view), view.side, target)
        assert found[-1] or not has_the_top(view)
    assert 3 <= sum(found) < len(found) - 3


def see(north, south, hidden, *, strain=4, leader=0, plays=()):
    """What North knows, who declares; the hidden cards are those of East and West."""
    hands = (read_hand(north), 0, read_hand(south), 0)
    return Viewpoint(Contract(1, strain, 0), hands, read_hand(hidden), leader, plays, won=3)


def test_a_guess_is_no_plan():
    """A finesse either way takes every trick with open cards, and half of the time without."""
    view, solver = see("A876...", "KJT9...", "Q5432.QJT.."), TrickSolver(OPEN)
    layouts = [view.fill(row) for row in view.layouts.every()]
    assert all(solver.takes(s, 4) for s in layouts)
    assert not has_a_plan(view, solver)
    assert has_a_plan(see("AJ87...", "KQT9...", "65432.QJT.."), solver)


@pytest.mark.parametrize(
    ("north", "hidden", "strain", "certain"),
    [
        ("AK.A..", "Q2.432.2.", 4, True),
        ("A2..A.", "Q3.432.2.", 4, False),  # the two of spades is no winner
        ("AK.A..", "Q2.432.2.", 2, False),  # three trumps against one
        ("A.AKQ..", "32.432.2.54", 2, True),  # trumps are drawn
        ("AK.A..", "Q2..32.54", 2, True),
    ],
)
def test_cards_from_the_top(north, hidden, strain, certain):
    size = read_hand(north).bit_count()
    view = see(north, "..." + "98765"[:size], hidden, strain=strain)
    assert has_the_top(view) == certain


def test_only_who_is_on_lead_has_the_top():
    view = see("AK.A..", "...987", "Q2.432.2.", leader=3, plays=(read_hand("2...").bit_length() - 1,))
    assert view.seat == 0
    assert not has_the_top(view)


def ask(s):
    """What the engine would do."""
    *_, judgement = GAME.expert().judge(s, Limit(simulations=2), lambda: False)
    return judgement


def test_an_engine_claims_once_and_the_others_agree():
    s = GAME.parse(TOPS)
    judgement = ask(s)
    assert judgement.actions[0].action == CLAIM + 12
    assert judgement.actions[0].value == 1520
    assert judgement.explanation[0].startswith("claim of all 12 tricks left")
    assert {one.action for one in judgement.actions[1:]} == set(GAME.actions(s))
    claimed = GAME.result(s, CLAIM + 12)
    assert ask(claimed).actions[0].action == AGREE
    refused = GAME.result(claimed, PLAY_ON)
    assert CLAIM + 12 not in [one.action for one in ask(refused).actions]


@pytest.mark.slow_interpreted
def test_a_player_makes_the_claim_of_its_search():
    game = Bridge()
    player = AlgorithmPlayer(Description("auto", options={"simulations": "2"}))
    player.new_game(game, 0, 1)
    choice = player.choose(History(game, game.parse(TOPS)), Budget())
    player.close()
    assert choice.action == CLAIM + 12
