"""Games of chance whose players move at once: messages speak of what somebody wrote, never of what it is
wrapped in."""

import re
from typing import NamedTuple

import pytest

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted, jit_enabled, kernel
from halfmove.core.contract import CHANCE, SIMULTANEOUS, Game
from halfmove.core.errors import BrokenPromise, CompileError
from halfmove.core.in_turn import in_turn


class State(NamedTuple):
    die: int
    lead: int
    rounds: int


class Duel(Game):
    """A die is thrown, both bid at once, and the higher bid wins what the die shows; two rounds."""

    chance = "explicit"
    dynamics = "simultaneous"
    utility_limit = 6

    def initial(self):
        return State(0, 0, 0)

    def to_move(self, s):
        return CHANCE if s.die == 0 else SIMULTANEOUS

    def actions_of(self, s, player):
        return range(1, 4) if s.die == 0 else range(3)

    def actions(self, s):
        return range(1, 4) if s.die == 0 else self.joint_actions(s)

    def outcomes(self, s):
        for face in range(1, 4):
            yield face, 1 / 3

    def result(self, s, a):
        if not isinstance(a, tuple):
            return State(a, s.lead, s.rounds)
        x, y = a
        return State(0, s.lead + (x > y) * s.die - (y > x) * s.die, s.rounds + 1)

    def is_terminal(self, s):
        return s.rounds == 2

    def utility(self, s, player):
        return s.lead if player == 0 else -s.lead

    def evaluate(self, s, player):
        return 1000 * self.utility(s, player)

    def choice_text(self, s, player, a):
        return f"bid {a}"

    def action_text(self, s, a):
        return f"a {a} is thrown" if s.die == 0 else super().action_text(s, a)

    def show(self, s, *, viewer=None):
        return f"die {s.die}, lead {s.lead}, round {s.rounds}"


METHODS = [name for name, value in vars(Duel).items() if callable(value) and not name.startswith("_")]
OURS = re.compile(r"in_turn|InTurn|OnlyAtOnce|Choices|chooser|_hm_|core\.|\.begun|next_chooser")


def broken(method, answer):
    """The game with another method of this name."""
    return type("Duel", (Duel,), {method: answer})()


def oops(self, *arguments, **named):
    raise ValueError("oops")


def test_the_game_keeps_its_promises():
    assert check_game(Duel(), games=3).summary.startswith("Duel() keeps its promises")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("answer", [oops, lambda self, *arguments, **named: None], ids=["raises", "is None"])
def test_a_check_speaks_of_the_game_and_its_own_methods(method, answer):
    game = interpreted(broken(method, answer))
    with pytest.raises((BrokenPromise, ValueError, TypeError, AttributeError)) as caught:
        check_game(game, games=2)
    said = str(caught.value)
    if isinstance(caught.value, BrokenPromise):
        assert not OURS.search(said)
        assert said.startswith("Duel() breaks a promise: ")
        assert answer is not oops or f"{method} raised ValueError (oops)" in said
    elif answer is oops:  # the command names the file and the line
        assert caught.traceback[-1].name == "oops"


@kernel
def walked(game, s, depth: int):
    if game.is_terminal(s):
        return float(game.utility(s, 0))
    total = game.evaluate(s, 0) / 1000
    if depth > 0:
        for a in game.actions(s):
            total += walked(game, game.result(s, a), depth - 1)
    return total


class Indexes(Duel):
    def result(self, s, a):
        return State(0, s.lead + a[0] - a[1], s.rounds + 1)


class Forgets(Duel):
    def evaluate(self, s, player):
        self.utility(s, player)


class Fails(Duel):
    def utility(self, s, player):
        return float("-" * s.lead)


@pytest.mark.skipif(not jit_enabled(), reason="about machine code")
@pytest.mark.parametrize(
    ("cls", "method", "words"),
    [
        (Indexes, "result", "`isinstance(a, tuple)` tells them apart"),
        (Fails, "utility", "float() does not take that"),
    ],
)
def test_so_does_what_cannot_be_compiled(cls, method, words):
    game = in_turn(cls())
    with pytest.raises(CompileError) as caught:
        walked(game, game.initial(), 2)
    said = str(caught.value)
    assert said.startswith(f"{cls.__name__}.{method} (test_messages_at_once.py, line ")
    assert words in said
    assert f"`compiled = False` in {cls.__name__} runs the game interpreted" in said
    assert not OURS.search(said)


@pytest.mark.skipif(not jit_enabled(), reason="about machine code")
def test_an_answer_that_a_search_cannot_take_is_the_method_s():
    with pytest.raises(
        CompileError, match=r"Forgets.evaluate \(test_messages_at_once.py, line \d+.*it gives None"
    ):
        hm.analyze(Forgets(), limit=hm.Limit(depth=2))
