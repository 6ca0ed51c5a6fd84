"""`halfmove play` says the same to a person, byte for byte, in games that he cannot tell apart.

The other side and nature do what the pair of games has for them; the person types his moves, and asks for all
that can be asked for.
"""

import contextlib
import io

import pytest
from command import _standard_input
from look_alikes import any_player, dealt, game_of, quick_games

from halfmove.cli.play import Play, run
from halfmove.cli.play.engine import Opponent, Reply, Thinker
from halfmove.cli.play.game import PlayedGame
from halfmove.cli.play.run import Match
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.operation import Work
from halfmove.core.view import View
from halfmove.search.algorithms import choose

WANTED = [2, pytest.param(40, marks=pytest.mark.exhaustive)]


class Scripted(Opponent):
    """Plays what a game has for it."""

    def __init__(self, game):
        self.game = game

    def choose(self, history, doing):
        assert history.actions == self.game.actions[: len(history.actions)]
        return Reply(self.game.actions[len(history.actions)], "a secret reason")


class Dealer:
    """Nature, which does what a game has for it."""

    def __init__(self, game, session):
        self.game, self.session = game, session

    def choices(self, actions, weights):
        action = self.game.actions[len(self.session.actions)]
        assert action in actions
        return [action]


def adviser(game):
    return Thinker(game, Play(game=game, seed=0), Work())


def said(game, people, asked):
    """What is said in a game up to where it stands, and then of what is asked; all output."""
    session = PlayedGame(History(game.game))
    match = Match(session, people, Scripted(game), adviser(game.game), seed=1)
    match._random = Dealer(game, session)
    movers = zip(game.states, game.actions, strict=False)
    typed = [game.game.action_text(s, a) for s, a in movers if game.game.to_move(s) in people]
    out, err = io.StringIO(), io.StringIO()
    lines = "".join(f"{line}\n" for line in [*typed, *asked, "quit"])
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _standard_input(lines):
        match.run()
    assert session.actions == game.actions
    return out.getvalue(), err.getvalue()


@pytest.fixture
def quick(monkeypatch):
    """Advice that ends at a number of simulations, by no clock."""

    def bound(name):
        limits = choose(game_of(name)).limits
        limit = Limit(simulations=100) if "simulations" in limits else Limit(nodes=10**6)
        monkeypatch.setattr(run, "ADVICE", limit)

    return bound


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("name", quick_games())
def test_a_person_is_told_the_same(quick, name, wanted):
    quick(name)
    asked = ("board", "moves", "hint", "eval", "help", "save game.txt", "undo", "no move")
    for one, other, viewer in dealt(name, wanted, 8):
        told = said(one, {viewer}, asked)
        assert told == said(other, {viewer}, asked)
        assert "secret reason" not in told[0]


def test_an_end_lays_no_more_open_than_the_rules(quick):
    for name in ("kuhn", "leduc"):
        quick(name)
        for one, other, viewer in dealt(name, 3, 8, who=any_player, over=True):
            told = said(one, {viewer}, ("board",))
            assert told == said(other, {viewer}, ("board",))


@pytest.mark.slow_interpreted
def test_advice_for_one_person_knows_nothing_of_what_was_searched_for_another():
    """Hidden Goofspiel, in which a search keeps its regrets: two people ask for advice in turn."""
    [(history, _, viewer)] = dealt("hidden-goofspiel", 1, 9)
    turn = next(n for n, state in enumerate(history.states) if history.game.to_move(state) == 1 - viewer)
    before = History(history.game, None, history.actions[:turn])
    asked = adviser(history.game)
    advised(asked, before, 1 - viewer)
    assert advised(asked, history, viewer) == advised(adviser(history.game), history, viewer)


def advised(thinker, history, viewer):
    """What a search says to the player to move."""
    seen = View(history, viewer).sampled_history(1)
    analysis = thinker.think(seen, Limit(simulations=200), "thinking", secret=True)
    return [(line.action, line.score.value) for line in analysis.lines], analysis.nodes
