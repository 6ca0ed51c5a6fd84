"""`check_game` on games that hide something, move at once or pay on the way: each promise, broken once."""

from typing import NamedTuple

import pytest

from halfmove.core import bits
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, SIMULTANEOUS, SPECTATOR, Game
from halfmove.core.errors import BrokenPromise, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import below
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn, State, Table
from halfmove.games.mnk import TicTacToe
from halfmove.search.algorithms import choose

pytestmark = pytest.mark.one_speed


class Forgets(Kuhn):
    """A player no longer knows, once there was a bet, whether he has checked before."""

    def information(self, s, player):
        return bits.board((player << 16) | (self.observation(s, player)[0] << 8) | s.betting % 2)


class Lamp(NamedTuple):
    first: int
    second: int


class ForgetsWhatHeDid(Game):
    """One player chooses twice, and the second time no longer knows what he chose the first."""

    compiled = False
    players = 1
    payoffs = "general"
    information_kind = "imperfect"

    def initial(self):
        return Lamp(-1, -1)

    def to_move(self, s):
        return 0

    def actions(self, s):
        return iter((0, 1))

    def result(self, s, a):
        return Lamp(a, -1) if s.first < 0 else Lamp(s.first, a)

    def is_terminal(self, s):
        return s.second >= 0

    def utility(self, s, player):
        return s.first

    def show(self, s, *, viewer=None):
        return f"{s.second}"

    def observation(self, s, player):
        return (s.first >= 0, s.second)

    def public(self, s):
        return self.observation(s, 0)

    def information(self, s, player):
        return bits.board((s.second + 1) * 2 + (s.first >= 0))

    def resample(self, s, player, random):
        return Lamp(below(random, 2), s.second) if s.first >= 0 else s

    def action_seen(self, s, a, viewer):
        return self.action_text(s, a) if s.first >= 0 else "something"


class SeesTheOthersCard(Kuhn):
    def observation(self, s, player):
        return (*super().observation(s, player), s.cards)

    def information(self, s, player):
        return Kuhn().information(s, player)


class ShowsTheCards(Kuhn):
    def show(self, s, *, viewer=None):
        return super().show(s, viewer=None)


class DrawsTheCards(Kuhn):
    def draw(self, s, *, viewer=None):
        return super().draw(s, viewer=None)


class TellsTheDeal(Kuhn):
    def action_seen(self, s, a, viewer):
        return self.action_text(s, a)


class TellsSpectatorsTheDeal(Kuhn):
    def action_seen(self, s, a, viewer):
        return self.action_text(s, a) if viewer == SPECTATOR else super().action_seen(s, a, viewer)


class TellsSpectatorsWhoHoldsWhat(Kuhn):
    def action_seen(self, s, a, viewer):
        told = super().action_seen(s, a, viewer)
        return f"{told} with {self.card(s, 0)}" if viewer == SPECTATOR and not self.dealing(s) else told


class RevealsTheCards(Kuhn):
    def action_revealed(self, s, a, now, viewer):
        told = self.action_text(s, a)
        return f"{told} with {self.card(s, 0)}{self.card(s, 1)}"


class PaysAsItGoes(TicTacToe):
    def reward(self, s, a, player):
        return 1


class TellsNothing(Kuhn):
    def action_seen(self, s, a, viewer):
        return "a card" if self.dealing(s) else super().action_seen(s, a, viewer)


class DealsHimAnother(Kuhn):
    def resample(self, s, player, random):
        return s if self.dealing(s) else State(self.card(s, 1) | self.card(s, 0) << 4, s.betting)


class PlaysBack(Kuhn):
    """What is drawn has another past of bets."""

    def resample(self, s, player, random):
        return State(s.cards, 0b101 if s.betting == 1 and not self.dealing(s) else s.betting)


class DrawsAsItLikes(Kuhn):
    drawn = 0

    def resample(self, s, player, random):
        type(self).drawn += 1
        return super().resample(s, player, random) if self.drawn % 2 else s


class DrawsTheTruth(Kuhn):
    """What is drawn is the state itself: a search would see everything."""

    def resample(self, s, player, random):
        return s


class TouchesTheCards(Kuhn):
    """The points of whose turn it is are in another order where the other holds the better card."""

    def surface(self):
        class Turned(Table):
            def points(self, s, *, below=0):
                points = super().points(s, below=below)
                return points[::-1] if self.game.card(s, 0) > self.game.card(s, 1) else points

        return Turned(self)


class SeesAList(Kuhn):
    def observation(self, s, player):
        return list(super().observation(s, player))

    def information(self, s, player):
        return Kuhn().information(s, player)


class SeesWords(Kuhn):
    def public(self, s):
        return "betting", s.betting


class ShowsNothing(Kuhn):
    def show(self, s, *, viewer=None):
        return super().show(s, viewer=viewer) if viewer is None else None


class TellsInNumbers(Kuhn):
    def action_seen(self, s, a, viewer):
        return 0 if self.dealing(s) else super().action_seen(s, a, viewer)


class HugeName(Kuhn):
    def information(self, s, player):
        return (super().information(s, player) << 40) + 7


class Pays(Kuhn):
    def reward(self, s, a, player):
        return 1


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Forgets, "states with one information have the same"),
        (ForgetsWhatHeDid, "states with one information have the same past of the player"),
        (SeesTheOthersCard, "states with one information have the same observation"),
        (ShowsTheCards, "are shown alike; but one is shown as"),
        (DrawsTheCards, "are shown alike"),
        (TellsTheDeal, "action_seen does not tell apart what a player cannot tell apart afterwards"),
        (TellsSpectatorsTheDeal, "action_seen tells a spectator no more than every player may know"),
        (TellsSpectatorsWhoHoldsWhat, "action_seen tells a spectator no more than every player may know"),
        (RevealsTheCards, "action_revealed tells no more of an action than the player may know by then"),
        (TellsNothing, "a player knows of an action what action_seen tells him"),
        (DealsHimAnother, "the state that resample draws has the same information for the player"),
        (PlaysBack, "the state that resample draws has the same"),
        (DrawsAsItLikes, "resample draws the same state from the same stream"),
        (DrawsTheTruth, "resample draws the same from states that the player cannot tell apart"),
        (TouchesTheCards, "what a player touches is the same in states that look the same to him"),
        (SeesAList, "the observation is hashable"),
        (ShowsNothing, "what a viewer is shown is text"),
        (TellsInNumbers, "action_seen is a text"),
        (HugeName, r"information is an int from 0 to 2\*\*64 - 1"),
        (PaysAsItGoes, "there are no rewards where utility is earned at the end only"),
        (Pays, "there are no rewards where utility is earned at the end only"),
    ],
)
def test_a_broken_promise_is_named(rules, words):
    with pytest.raises(BrokenPromise, match=words):
        check_game(interpreted(rules()), games=3)


@pytest.mark.parametrize(("rules", "what"), [(SeesAList, "observation"), (SeesWords, "public part")])
def test_what_is_seen_of_a_compiled_game_is_numbers(rules, what):
    with pytest.raises(BrokenPromise, match=f"the {what} is plain numbers in tuples"):
        check_game(rules(), games=1)


class Three(Game):
    """The first of three to move takes what there is."""

    compiled = False
    players = 3
    player_names = ("A", "B", "C")

    def initial(self):
        return 0

    def to_move(self, s):
        return 0

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s == 1

    def utility(self, s, player):
        return 2 if player == 0 else -1


def test_the_largest_utility_is_tried_with_any_number_of_players():
    with pytest.raises(BrokenPromise, match="no utility is beyond utility_limit; but the limit is 1"):
        check_game(Three(), games=1)


class OneActionTwice(Goofspiel):
    def actions_of(self, s, player):
        yield from super().actions_of(s, player)
        yield from super().actions_of(s, player)


class JointAsItLikes(Goofspiel):
    def actions(self, s):
        return iter([(1, 1)]) if s.prize and self.holds(s, 0, 1) else super().actions(s)


class SameName(Goofspiel):
    def choice_text(self, s, player, a):
        return "a card"


class PaysTwice(Goofspiel):
    def reward(self, s, a, player):
        return 2 * super().reward(s, a, player)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (OneActionTwice, "actions_of offers each action once"),
        (JointAsItLikes, "actions are tuples with one of actions_of for each player"),
        (SameName, "choice_text gives each action of a player a text of its own"),
        (PaysTwice, "where rewards are running they add up to the utility"),
    ],
)
def test_moves_at_once_and_rewards(rules, words):
    with pytest.raises(BrokenPromise, match=words):
        check_game(interpreted(rules(cards=3)), games=2)


class Urn(NamedTuple):
    drawn: int
    left: int


class Sampled(Game):
    """One player; chances are drawn, not listed: any number up to a million."""

    compiled = False
    players = 1
    chance = "sampled"
    payoffs = "constant-sum"
    utility_limit = 1_000_000

    def initial(self):
        return Urn(-1, 3)

    def to_move(self, s):
        return CHANCE if s.drawn < 0 else 0

    def actions(self, s):
        return iter(range(1_000_000 if s.drawn < 0 else 1))

    def draw_outcome(self, s, random):
        return below(random, 1_000_000)

    def result(self, s, a):
        return Urn(a, s.left) if s.drawn < 0 else Urn(-1, s.left - 1)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return 5


def test_a_search_that_lists_chances_refuses_those_that_are_only_drawn():
    """By default listed outcomes are equally likely, and those that are drawn need not be."""
    for name in ("mcts", "expectiminimax", "maxn", "determinized"):
        with pytest.raises(Unsuitable):
            choose(Sampled(), name)
    with pytest.raises(Unsuitable, match="without listing them"):
        choose(Sampled(), "expectiminimax")


def test_chances_that_are_drawn_are_not_listed():
    report = check_game(Sampled(), games=2)
    assert report.promises["draw_outcome draws the same outcome from the same stream"] > 3

    class Luck(Sampled):
        throws = 0

        def draw_outcome(self, s, random):
            type(self).throws += 1
            return self.throws

    with pytest.raises(BrokenPromise, match="draw_outcome draws the same outcome"):
        check_game(Luck(), games=2)

    class NotConstant(Sampled):
        def to_move(self, s):
            return CHANCE if s.drawn < 0 else 0

        def result(self, s, a):
            return Urn(a, s.left) if s.drawn < 0 else Urn(-1 if s.left > 1 else s.drawn, s.left - 1)

        def utility(self, s, player):
            return s.drawn

    with pytest.raises(BrokenPromise, match="utilities of a constant-sum game always add up to the same"):
        check_game(NotConstant(), games=2)


def test_a_simultaneous_game_is_reported_as_it_was_examined():
    game = interpreted(Goofspiel(cards=2))
    assert check_game(game, games=2).game == in_turn(game)
    assert game.to_move(game.result(game.initial(), 1)) == SIMULTANEOUS
