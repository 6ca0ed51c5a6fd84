"""Whole games of two to four players against rules that are kept naively."""

import random
from collections import Counter

import pytest
from naive_scrabble import Referee

import halfmove as hm
from halfmove.games.scrabble.plays import ACCEPT, PASS, goes_down, is_exchange, is_play, square_of, tiles_of
from halfmove.games.scrabble.rules import COUNT, DRAW, OVER


def choose(game, s, draw):
    """One of the better plays, sometimes an exchange or a pass; where there is no play, one of these."""
    found = sorted(game.generator.plays(s.board, s.racks[s.mover]), key=lambda play: play[1])
    actions = [action for action in game.actions(s) if not is_play(action)]
    if not found or draw.random() < 0.15:
        return draw.choice([*actions, PASS, PASS])
    return draw.choice(found[len(found) // 2 :])[0]


def follow(players, seed, lost=None):
    """Play a game at random beside the referee; how it ended."""
    given = {"penalties": ",".join(map(str, lost))} if lost else {}
    game, draw = hm.game("scrabble", players=players, **given), random.Random(seed)
    referee, s, waiting = Referee(players, game.tile_set, game.layout, lost), game.initial(), 0
    while s.phase != OVER:
        if s.phase == DRAW:
            tiles, weights = zip(*game.outcomes(s), strict=True)
            tile = draw.choices(tiles, weights)[0]
            referee.draw(tile)
            s = game.result(s, tile)
        elif s.phase == COUNT:
            s = game.result(s, ACCEPT)
        else:
            action = PASS if waiting else choose(game, s, draw)
            waiting = waiting - 1 if waiting else 6 * (draw.random() < 0.002)  # now and then all pass
            if is_play(action):
                referee.play(square_of(action), goes_down(action), tiles_of(action))
            elif is_exchange(action):
                referee.exchange(tiles_of(action))
            else:
                referee.end_turn(0)
            s = game.result(s, action)
        if s.phase not in (DRAW, COUNT):
            referee.settle()
            assert referee.over == (s.phase == OVER)
            assert list(s.scores) == (referee.final() if referee.over else referee.scores)
            assert [Counter(rack) for rack in s.racks] == [Counter(rack) for rack in referee.racks]
            assert s.board == bytes(referee.board)
            assert +Counter(dict(enumerate(s.bag))) == referee.bag
            assert referee.over or s.mover == referee.mover
    lead = [s.scores[p] - (sum(s.scores) - s.scores[p]) / (players - 1) for p in range(players)]
    assert [game.utility(s, player) for player in range(players)] == pytest.approx(lead)
    return "out" if referee.scoreless < 6 else "scoreless"


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_so_many_players_are_as_the_referee_says(players):
    for seed in range(6):
        follow(players, seed)
    follow(players, 99, [10, 0, 5, 20][:players])


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_hundred_games(players):
    ends = Counter(follow(players, seed) for seed in range(300))
    assert ends["out"] > 30
    assert ends["scoreless"] > 3
