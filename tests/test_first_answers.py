"""What a newcomer asks by the shortest command, without options, and the answers known from elsewhere."""

import pytest
from command import halfmove

import halfmove as hm

PRISONERS = '''
import halfmove as hm
from halfmove import SIMULTANEOUS, Game

class Prisoners(Game):
    """Two who can stay silent or talk; both are better off if neither talks."""
    name = "prisoners"
    dynamics = "simultaneous"
    payoffs = "general"
    utility_limit = 5
    def initial(self):
        return (-1, -1)
    def to_move(self, s):
        return SIMULTANEOUS
    def actions_of(self, s, player):
        yield 0
        yield 1
    def result(self, s, a):
        return (a[0], a[1])
    def is_terminal(self, s):
        return s[0] >= 0
    def utility(self, s, player):
        mine, other = s[player], s[1 - player]
        if mine == other:
            return 1 if mine == 1 else 3
        return 5 if mine == 1 else 0
    def choice_text(self, s, player, a):
        return "talk" if a == 1 else "silent"
'''

DICE = '''
from halfmove import CHANCE, Game

class Climb(Game):
    """Each in turn throws a die or two; whoever comes to forty first wins."""
    name = "climb"
    chance = "explicit"
    def initial(self):
        return (0, 0, 0, 0)
    def to_move(self, s):
        return CHANCE if s[3] > 0 else s[2]
    def actions(self, s):
        if s[3] > 0:
            for n in range(1, 7):
                yield n
        else:
            yield 1
            yield 2
    def result(self, s, a):
        if s[3] == 0:
            return (s[0], s[1], s[2], a)
        gain = a if s[3] == 1 else (2 * a if a > 2 else 0)
        first = s[0] + (gain if s[2] == 0 else 0)
        second = s[1] + (gain if s[2] == 1 else 0)
        return (first, second, 1 - s[2], 0)
    def is_terminal(self, s):
        return s[0] >= 40 or s[1] >= 40
    def utility(self, s, player):
        return 1 if (s[0] >= 40) == (player == 0) else -1
'''

AUCTION = '''
from halfmove import CHANCE, SIMULTANEOUS, Game, bits, randomness

class Auction(Game):
    """Each knows its worth to himself, 1 to 3, and bids once, sealed; the higher bid is paid."""
    name = "auction"
    dynamics = "simultaneous"
    chance = "explicit"
    information_kind = "imperfect"
    payoffs = "general"
    utility_limit = 6
    def initial(self):
        return (0, 0, -1, -1)
    def to_move(self, s):
        return CHANCE if s[1] == 0 else SIMULTANEOUS
    def actions(self, s):
        for deal in range(9):
            yield deal
    def actions_of(self, s, player):
        for bid in range(3):
            yield bid
    def result(self, s, a):
        if s[1] == 0:
            return (1 + a // 3, 1 + a % 3, -1, -1)
        return (s[0], s[1], a[0], a[1])
    def is_terminal(self, s):
        return s[2] >= 0
    def utility(self, s, player):
        mine, other = s[2 + player], s[3 - player]
        return (s[player] - mine) * (2 if mine > other else 1 if mine == other else 0)
    def public(self, s):
        return (s[1] > 0, s[2], s[3])
    def observation(self, s, player):
        return (s[player], s[2], s[3])
    def information(self, s, player):
        return bits.hash_with(bits.hash_with(bits.board(player), s[player]), s[2] + 1 + 4 * (s[3] + 1))
    def resample(self, s, player, random):
        other = 1 + randomness.below(random, 3)
        if s[1] == 0:
            return s
        return (s[0], other, s[2], s[3]) if player == 0 else (other, s[1], s[2], s[3])
    def action_seen(self, s, a, viewer):
        return "a worth" if s[1] == 0 else str(a)
    def show(self, s, *, viewer=None):
        return f"worths {s[0] if viewer in (0, None) else '?'} {s[1] if viewer in (1, None) else '?'}"
'''

QUESTIONS = [
    # Prisoner's dilemma: the only equilibrium is that both talk (Luce and Raiffa, Games and Decisions, 1957).
    ("PRISONERS", (), "talk", 1, True),
    ("matrix", (), None, 1, True),  # its payoffs without options are the same dilemma's
    # Kuhn, "A simplified two-person poker", 1950: the game is worth -1/18 to the first player.
    ("kuhn", (), None, -1 / 18, True),
    # -0.0856064 is OpenSpiel's and the literature's value of Leduc poker (Southey et al. 2005's game).
    ("leduc", (), None, -0.0856064, True),
    # Symmetric games are worth nothing (von Neumann 1928).
    ("goofspiel", ("--set", "cards=3"), None, 0, True),
    pytest.param("goofspiel", ("--set", "cards=4"), None, 0, True, marks=pytest.mark.slow_interpreted),
    pytest.param("goofspiel", (), None, 0, True, marks=pytest.mark.slow_interpreted),
    # Tic-tac-toe is a draw; Connect Four is the first player's, in the middle (Allen 1988, Allis 1988).
    ("tictactoe", (), None, 0, True),
    # Nim, Bouton 1901: a position is lost where the sum without carries is 0.
    ("nim", ("--position", "1,2,3"), None, -1, True),
    ("nim", ("--position", "3,4,5"), None, 1, True),
    # Mate in one by the rook on the last rank; king and pawn drawn with the opposition (any endgame primer).
    ("chess", ("--position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#", 1, True),
    ("chess", ("--position", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"), None, 0, True),
]


@pytest.fixture
def target(tmp_path):
    def named(name):
        source = globals().get(name)
        if source is None:
            return name
        file = tmp_path / f"{name.lower()}.py"
        file.write_text(source)
        return str(file)

    return named


@pytest.mark.parametrize(("game", "options", "best", "value", "proven"), QUESTIONS)
def test_the_shortest_command_is_right(target, game, options, best, value, proven):
    found = halfmove("analyze", target(game), *options, "--json").json
    assert found["value"] == pytest.approx(value, abs=1e-6)
    assert found["proven"] is proven
    if best is not None:
        assert found["best"] == best


def test_a_sealed_auction_has_its_equilibrium_and_says_how_near(target):
    """The bids are 0 to 2 where the worths are 1 to 3, ties are halved, payoffs are doubled: both earn alike,
    and neither a fixed bid for each worth nor any other answer gains more than is said."""
    found = halfmove("analyze", target("AUCTION"), "--json").json
    assert found["algorithm"] == "equilibrium"
    assert not found["proven"]
    assert "approximate equilibrium" in found["caution"]


def test_a_determinised_value_says_that_it_is_optimistic():
    how = ("--moves", "J Q", "--algorithm", "determinized", "--simulations", "50")
    assert "optimistic" in halfmove("analyze", "kuhn", *how, "--json").json["caution"]
    assert "halfmove solve" in halfmove("analyze", "kuhn", *how).out


def test_dice_without_a_judgement_are_searched_under_a_clock(target):
    assert halfmove("analyze", target("DICE"), "--seconds", "0.5", "--json").json["algorithm"] == "mcts"
    assert halfmove("analyze", target("DICE"), "--depth", "3", "--json").json["algorithm"] == "star2"


def test_a_state_in_which_nature_moves_later_has_a_value():
    """Leduc before the card on the table, as the first player knows it, who has the jack."""
    game = hm.game("leduc")
    state, _ = hm.position(game, moves="J K check check")
    found = hm.analyze(game, state)
    assert (found.algorithm, found.best, found.proven) == ("equilibrium", None, False)
    after = [hm.analyze(game, game.result(state, card)).value for card, _ in game.outcomes(state)]
    chances = [probability for _, probability in game.outcomes(state)]
    assert found.value == pytest.approx(sum(p * v for p, v in zip(chances, after, strict=True)))
