"""In a match a player is given the same in games that it cannot tell apart, and its answers are the same.

The referee knows everything, and so does the record that it writes when a game is over.  While it is played a
player gets nothing but `core.view.Seen`, and whoever watches what a spectator is told.
"""

import pickle
from dataclasses import replace

import pytest
from look_alikes import GAMES, anybody, dealt, drawn, game_of, quick_games

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.job import Job, Opening
from halfmove.arena.player import Choice, Player
from halfmove.arena.players import level
from halfmove.arena.players.registry import player as player_of
from halfmove.arena.referee import play
from halfmove.arena.seat import Seat
from halfmove.core.contract import SPECTATOR
from halfmove.core.limit import Limit
from halfmove.core.view import Seen, View
from halfmove.games.reference import GameReference
from halfmove.search.algorithms import choose
from halfmove.search.session import Session

pytestmark = pytest.mark.one_speed

WANTED = [1, pytest.param(30, marks=pytest.mark.exhaustive)]
SEEDS = 3
SIMULATIONS = 60

quick_game = pytest.mark.parametrize("name", quick_games())
each_game = pytest.mark.parametrize("name", GAMES)
few_and_many = pytest.mark.parametrize("wanted", WANTED)


class Witness(Player):
    """Keeps all that it is given, as bytes, and resigns."""

    def __init__(self):
        self.given = []

    def new_game(self, game, seat, seed):
        self.given.append(pickle.dumps((game.title(), seat, seed)))

    def choose(self, history, budget):
        assert isinstance(history, Seen)
        inside = {key: value for key, value in vars(history).items() if key != "game"}
        self.given.append(pickle.dumps((sorted(inside), history.states, history.actions)))
        self.given.append(pickle.dumps((history.shown, history.told, history.viewer, history.legal())))
        self.given.append(pickle.dumps((budget.limit, budget.increments, budget.most)))
        return Choice(resigns=True)


def refereed(name, history):
    """What each seat is given, and what whoever watches is told, in a game that stands here."""
    begun, seats = history.states[0], history.game.players
    position = None if begun == history.game.initial() else history.game.position_text(begun)
    job = Job(
        number=0,
        pair=0,
        game=GameReference(name, GAMES[name]),
        players=tuple(range(seats)),
        descriptions=("random",) * seats,
        controls=("",) * seats,
        opening=Opening(tuple(history.texts()), position),
        seed=3,
    )
    witnesses = [Witness() for _ in range(seats)]
    told = []
    play(job, [Seat(describe("random"), one) for one in witnesses], watch=told.append)
    moves = [move.text if move.seen is None else move.seen for move in told if hasattr(move, "seen")]
    return [one.given for one in witnesses], moves


@each_game
@few_and_many
def test_a_player_is_given_the_same_bytes(name, wanted):
    for one, other, viewer in (*dealt(name, wanted, 1), *drawn(name, wanted, 1)):
        given = [refereed(name, history)[0][viewer] for history in (one, other)]
        assert len(given[0]) == 4  # the game, and three parts of the request for a move
        assert given[0] == given[1]


@each_game
def test_whoever_watches_is_told_what_a_spectator_is(name):
    for one, other, viewer in dealt(name, 6, 1, who=anybody):
        if viewer == SPECTATOR:
            assert refereed(name, one)[1] == refereed(name, other)[1] == View(one, SPECTATOR).moves()


# ---- answers
@pytest.mark.slow_interpreted
@quick_game
@few_and_many
def test_the_usual_search_asks_the_true_state_for_nothing_hidden(name, wanted):
    """It is given the true states themselves, not what is drawn for a player, and for each of several seeds
    finds the same to the last digit.  The same seeds give the same choices, so the choices have the same
    distribution: no test with an error is needed."""
    limits = choose(game_of(name)).limits
    limit = Limit(simulations=SIMULATIONS) if "simulations" in limits else Limit(nodes=10**6)
    for one, other, _ in (*dealt(name, wanted, 2), *drawn(name, wanted, 2)):
        with Session(one.game) as session:
            for seed in range(SEEDS):
                found = []
                for history in (one, other):
                    session.new_game(seed)
                    analysis = session.analyze(history.state, limit, lines=3)
                    found.append((analysis.best, [(line.action, line.score) for line in analysis.lines]))
                assert found[0] == found[1]


PLAYERS = ("level?n=1", "random")


@pytest.mark.slow_interpreted
@quick_game
@few_and_many
def test_players_choose_the_same_with_the_same_seed(monkeypatch, name, wanted):
    """Levels, which slip by lot and here end their searches by no clock, chance, and strategies that have
    names."""
    monkeypatch.setattr(level, "LEVELS", [replace(one, seconds=3600.0) for one in level.LEVELS])
    pairs = [*dealt(name, wanted, 3), *drawn(name, wanted, 3)]
    game = game_of(name)
    for text in (*PLAYERS, *(f"strategy:{called}" for called in game.strategies())):
        player = player_of(describe(text))
        chosen = set()
        for number, pair in enumerate(pairs):
            for seed in range(SEEDS):
                found = []
                for view in pair.views():
                    player.new_game(game, pair.viewer, seed)
                    found.append(player.choose(view.sampled_history(seed), Budget()).action)
                assert found[0] == found[1]
                chosen.add((number, found[0]))
        player.close()
        if wanted > 1 and text == "random":
            assert len(chosen) > len(pairs), "luck makes a difference, and is the same"
