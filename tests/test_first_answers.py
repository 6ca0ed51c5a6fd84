"""What a newcomer asks by the shortest command, without options, and the answers known from elsewhere."""

import pytest
from command import halfmove

import halfmove as hm
from halfmove.games.registry import games

pytestmark = pytest.mark.slow_interpreted

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

OPENINGS = {
    # What rollouts of GNU Backgammon and eXtreme Gammon call best, with what is within 0.01 of it
    # (Keith, "Backgammon openings: rollouts of opening moves", Backgammon Galore, 2006).
    "21": ("13/11 24/23", "13/11 6/5"),
    "31": ("8/5 6/5",),
    "32": ("24/21 13/11", "13/11 13/10"),
    "41": ("13/9 24/23", "13/9 6/5"),
    "42": ("8/4 6/4",),
    "43": ("13/9 24/21", "13/10 24/20", "13/10 13/9"),
    "51": ("13/8 24/23", "13/8 6/5"),
    "52": ("13/8 24/22", "13/11 13/8"),
    "53": ("8/3 6/3",),
    "54": ("13/8 24/20", "13/8 13/9"),
    "61": ("13/7 8/7",),
    "62": ("24/18 13/11",),
    "63": ("24/15", "24/18 13/10"),
    "64": ("24/14", "24/18 13/9", "8/2 6/2"),
    "65": ("24/13",),
}

QUESTIONS = [
    # Prisoner's dilemma: the only equilibrium is that both talk (Luce and Raiffa, Games and Decisions, 1957).
    ("PRISONERS", (), "talk", 1, True),
    ("matrix", (), "defect", 1, True),  # its payoffs without options are the same dilemma's
    ("rock-paper-scissors", (), None, 0, True),
    # Kuhn, "A simplified two-person poker", 1950: the game is worth -1/18 to the first player; king calls,
    # jack folds.
    ("kuhn", (), None, -1 / 18, True),
    ("kuhn", ("--moves", "K J check bet"), "call", 2, False),
    ("kuhn", ("--moves", "J K check bet"), "fold", -1, False),
    # -0.0856064 is OpenSpiel's and the literature's value of Leduc poker (Southey et al. 2005's game).
    ("leduc", (), None, -0.0856064, True),
    # Symmetric games are worth nothing (von Neumann 1928).
    ("goofspiel", ("--set", "cards=3"), None, 0, True),
    pytest.param("goofspiel", ("--set", "cards=4"), None, 0, True),
    pytest.param("goofspiel", (), None, 0, True),
    # Tic-tac-toe is a draw; an answer on an edge beside the first mark loses, the corner holds the centre.
    ("tictactoe", (), None, 0, True),
    ("tictactoe", ("--moves", "a1 b2"), None, 0, True),
    ("tictactoe", ("--moves", "a1 a2"), None, 1, True),
    ("tictactoe", ("--moves", "b2 a2"), None, 1, True),
    # Three in a row on 4 x 4 is won, four are a draw (Uiterwijk and van den Herik 2000).
    ("mnk", ("--set", "width=4", "--set", "height=4", "--set", "k=3"), None, 1, True),
    pytest.param(
        "mnk",
        ("--set", "width=4", "--set", "height=4", "--set", "k=4"),
        None,
        0,
        True,
        marks=pytest.mark.slow_interpreted,
    ),
    # An open four cannot be stopped.
    ("gomoku", ("--moves", "h8 a1 h9 a3 h10 a5 h11 a7"), ("h7", "h12"), 1, True),
    # The first positions of Pons's set L3_R1, and of the drawn ones.
    ("connect4", ("--moves", "2252576253462244111563365343671351441"), None, -1, True),
    ("connect4", ("--moves", "7422341735647741166133573473242566"), None, 1, True),
    ("connect4", ("--moves", "23163416124767223154467471272416755633"), None, 0, True),
    # Nim, Bouton 1901: a position is lost where the sum without carries is 0; else that sum is made 0.
    ("nim", (), "A2", 1, True),
    ("nim", ("--position", "1,2,3"), None, -1, True),
    ("nim", ("--position", "1,4,5"), None, -1, True),
    # Mates in one and two: back rank, fool, scholar, Philidor's smothered mate, Morphy's opera and problem.
    ("chess", ("--position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#", 1, True),
    ("chess", ("--moves", "f3 e5 g4"), "Qh4#", 1, True),
    ("chess", ("--moves", "e4 e5 Bc4 Nc6 Qh5 Nf6"), "Qxf7#", 1, True),
    ("chess", ("--position", "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"), "Qg8+", 1, True),
    ("chess", ("--position", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17"), "Qb8+", 1, True),
    ("chess", ("--position", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), "Ra6", 1, True),
    # A queen would be stalemate.
    ("chess", ("--position", "8/5P1k/5K2/8/8/8/8/8 w - - 0 1"), "f8=R", 1, True),
    # Drawn endings: the opposition, the wrong side of a rook's pawn, a knight alone (any endgame primer).
    ("chess", ("--position", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"), None, 0, True),
    ("chess", ("--position", "k7/8/K7/P7/8/8/8/8 w - - 0 1"), None, 0, None),
    ("chess", ("--position", "8/8/8/4k3/8/8/8/3NK3 w - - 0 1"), None, 0, True),
    # Checkers: a king shut in is caught, a man that must be taken is lost.
    ("checkers", ("--position", "W:WK27,K24:BK32"), "27-23", 1, True),
    ("checkers", ("--position", "W:W18:B15"), "18x11", 1, True),
    # Pig: near to "hold at 20" at the start, and whoever has enough holds (Neller and Presser 2004).
    ("pig", (), "roll", None, False),
    ("pig", ("--position", "A 0 B 0 A has 10"), "roll", None, False),
    ("pig", ("--position", "A 0 B 0 A has 30", "--depth", "10"), "hold", None, False),  # five plies roll
    ("pig", ("--position", "A 85 B 90 A has 15"), "hold", 1, True),
    *[("backgammon", ("--roll", roll), best, None, False) for roll, best in OPENINGS.items()],
]
"""Game, options that say what is asked, the best moves, the value and whether it is proven; None for what is
not asked."""


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
    # Half a second is enough for all; a slow machine that is busy besides has longer for a proof.
    patience = ("--seconds", "60") if proven else ()
    found = halfmove("analyze", target(game), *options, *patience, "--json").json
    if value is not None:
        assert found["value"] == pytest.approx(value, abs=1e-6)
    if proven is not None:
        assert found["proven"] is proven
    if best is not None:
        assert found["best"] in ((best,) if isinstance(best, str) else best)


@pytest.mark.parametrize(
    ("hands", "share"),
    [  # of all 2,598,960 boards (any table of preflop equities)
        ("AsAh KdKc", 0.8126),
        ("AsAh 7d2c", 0.8742),
        ("AhKh QsQc", 0.4621),
    ],
)
def test_hands_before_the_flop_have_their_known_equity(hands, share):
    found = halfmove("equity", *hands.split(), "--json").json
    assert found["players"][0]["equity"] == pytest.approx(share, abs=5e-5)


@pytest.mark.parametrize(
    ("game", "plies", "count"),
    [("chess", 3, 8902), ("othello", 5, 1396), ("checkers", 5, 7361), ("connect4", 5, 16807)],
)
def test_perft_counts_as_published(game, plies, count):
    assert halfmove("perft", game, str(plies), "--json").json["nodes"] == count


@pytest.mark.parametrize(
    ("game", "value"),
    # The last is OpenSpiel's value of one die each with six sides.
    [
        ("kuhn", -1 / 18),
        ("leduc", -0.0856064),
        pytest.param("liars-dice", -0.0271),
    ],
)
def test_solve_finds_the_value_of_a_game(game, value):
    found = halfmove("solve", game, "--json").json
    near = found["exploitability"] + 1e-6
    assert found["values"][0] == pytest.approx(value, abs=near)
    assert found["exploitability"] < 1e-3


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


def test_a_large_game_is_not_solved_while_a_person_waits():
    refused = halfmove("analyze", "liars-dice", "--algorithm", "equilibrium")
    assert refused.status == 2
    assert "halfmove solve" in refused.err


def test_boards_that_are_offered_can_be_had():
    for name in games():
        for words, parameters in hm.game(name).presets().items():
            assert hm.game(name, **parameters).initial(), (name, words)


def test_lists_fit_a_terminal():
    for words in (("lesson",), ("misconceptions",), ("algorithms",), ("games",), ("algorithms", "kuhn")):
        told = halfmove(*words).out
        assert max(map(len, told.splitlines())) <= 80, words
