"""Actions that are a number in some states and a tuple in others, told apart by the state."""

from typing import NamedTuple

import pytest

from halfmove.core.compile import interpreted, jit_enabled, kernel
from halfmove.core.contract import CHANCE, SIMULTANEOUS, Game
from halfmove.core.errors import CompileError
from halfmove.core.in_turn import in_turn

machine = pytest.mark.skipif(not jit_enabled(), reason="about machine code")


class State(NamedTuple):
    die: int
    lead: int
    rounds: int


class Unpacks(Game):
    """A die is thrown, both bid at once, and the higher bid wins what the die shows; two rounds."""

    chance = "explicit"
    dynamics = "simultaneous"
    utility_limit = 1000

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
        if s.die == 0:
            return State(a, s.lead, s.rounds)
        x, y = a
        return State(0, s.lead + (x > y) * s.die - 2 * (y > x) * s.die, s.rounds + 1)

    def is_terminal(self, s):
        return s.rounds == 2

    def utility(self, s, player):
        return s.lead if player == 0 else -s.lead


class UnpacksFirst(Unpacks):
    def result(self, s, a):
        if s.die:
            (x, y), rounds = a, s.rounds + 1
            return s._replace(die=0, lead=s.lead + 3 * x - y, rounds=rounds)
        return s._replace(die=a)


class Indexes(Unpacks):
    def result(self, s, a):
        return State(a, s.lead, s.rounds) if s.die == 0 else State(0, s.lead + a[0] - 2 * a[-1], s.rounds + 1)


class Counts(Unpacks):
    def result(self, s, a):
        die, lead, rounds = s
        if die == 0:
            die += a
            lead += (a if a > 1 else -a) + 2**a
            lead += 2 * a - 1 + (a == 2) + (a > 1) - (-a) + divmod(a, 2)[0] + max(a, 2) + (0, 2, 5, 7)[a]
        else:
            for player, bid in enumerate(a):
                lead += bid if player == 0 else -2 * bid
            lead += max(a) + sum(a) + len([bid for bid in a if bid > 1])
            die, rounds = 0, rounds + 1
        return State(die, lead, rounds)


class Helped(Unpacks):
    def result(self, s, a):
        return self.throw(s, a) if s.die == 0 else self.bid(s, a)

    def throw(self, s, face):
        if face > 2:
            return State(face, s.lead - 1, s.rounds)
        return State(die=face, lead=s.lead, rounds=s.rounds)

    def bid(self, s, bids):
        first, second = bids
        if first == second:
            return State(0, s.lead, s.rounds + 1)
        return State(0, s.lead + first * s.die - second, s.rounds + 1)


class Matches(Unpacks):
    def result(self, s, a):
        match a:
            case (x, y) if x == y:
                return State(0, s.lead, s.rounds + 1)
            case 1:
                return State(1, s.lead + 7, s.rounds)
            case (0, other) | (other, 0):
                return State(0, s.lead - other, s.rounds + 1)
            case (x, y):
                return State(0, s.lead + 3 * x - y, s.rounds + 1)
            case face:
                return State(face, s.lead, s.rounds)


class Card(NamedTuple):
    hand: tuple[int, ...]
    last: tuple[int, ...]
    deal: int


class Keeps(Unpacks):
    """What was chosen last is part of the state, and so is what was dealt."""

    def initial(self):
        return Card((0, 0), (-1, -1), 0)

    def to_move(self, s):
        return CHANCE if s.deal % 2 == 0 else SIMULTANEOUS

    def actions_of(self, s, player):
        return range(1, 4) if s.deal % 2 == 0 else range(3)

    def actions(self, s):
        return range(1, 4) if s.deal % 2 == 0 else self.joint_actions(s)

    def result(self, s, a):
        if s.deal % 2 == 0:
            return Card((a, s.hand[0]), s.last, s.deal + 1)
        first, *others = a
        return s._replace(last=(others[0], first), deal=s.deal + 1)

    def is_terminal(self, s):
        return s.deal == 4

    def utility(self, s, player):
        return (s.hand[0] * 3 + s.last[1] - s.last[0]) * (1 - 2 * player)


class InTurn(Unpacks):
    """The first player says what is played for; no chance in it."""

    chance = "none"

    def to_move(self, s):
        return 0 if s.die == 0 else SIMULTANEOUS


MIXED = [Unpacks, UnpacksFirst, Indexes, Counts, Helped, Matches, Keeps, InTurn]


class NeverAsks(Unpacks):
    def result(self, s, a):
        x, y = a
        return State(0, s.lead + x - y, s.rounds + 1)


class Mistakes(Unpacks):
    def result(self, s, a):
        if s.die == 1:
            return State(a, s.lead, s.rounds)
        x, y = a
        return State(0, s.lead + x - y, s.rounds + 1)


class OfAnotherKind(Unpacks):
    def result(self, s, a):
        if s.die == 0:
            return State(a - None, s.lead, s.rounds)
        return State(0, s.lead + a[0], s.rounds + 1)


@kernel
def walked(game, s, depth: int):
    if game.is_terminal(s):
        return game.utility(s, 0)
    total = 0
    if depth > 0:
        for a in game.actions(s):
            total = (31 * total + a + walked(game, game.result(s, a), depth - 1)) % 1_000_003
    return total


@machine
@pytest.mark.parametrize("cls", MIXED, ids=lambda cls: cls.__name__)
def test_a_rule_that_knows_which_kind_it_gets_compiles_and_means_the_same(cls):
    game, plain = in_turn(cls()), in_turn(interpreted(cls()))
    assert walked(game, game.initial(), 6) == walked(plain, plain.initial(), 6) != 0


@machine
def test_a_rule_that_never_asks_is_refused():
    game = in_turn(NeverAsks())
    with pytest.raises(CompileError, match=r"NeverAsks.result .*: `x, y = a`\) can't be .* there is only"):
        walked(game, game.initial(), 2)


@machine
def test_a_rule_that_is_wrong_about_the_kind_fails_where_python_does():
    game = in_turn(Mistakes())
    with pytest.raises(TypeError):
        walked(in_turn(interpreted(Mistakes())), game.initial(), 2)
    with pytest.raises(
        TypeError, match=r"Mistakes.result \(.*: `x, y = a`\) takes 'a' for a tuple, and it is a number"
    ):
        walked(game, game.initial(), 2)


@machine
def test_what_cannot_be_compiled_is_named_as_in_other_games():
    game = in_turn(OfAnotherKind())
    with pytest.raises(CompileError, match=r"OfAnotherKind.result .*: there is no `-` between a whole"):
        walked(game, game.initial(), 2)
