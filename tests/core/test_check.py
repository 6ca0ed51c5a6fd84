"""`check_game`: good games pass, and each broken promise is named by a game that breaks just that one."""

import itertools
import random
from typing import NamedTuple

import pytest
from rings import Forbidding

from halfmove.core.bits import Bitboard
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.core.contract import CHANCE, Game
from halfmove.core.contract.hooks import HOOKS, Group
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import loss_in, win_in


class State(NamedTuple):
    """Two heaps, as squares of a bitboard 0-7 and 8-15 would hold them, and the player to move."""

    left: int
    right: int
    mover: int


class Heaps(Game):
    """Take one or two from a heap; whoever takes the last one wins.  Everything a game can tell is told."""

    compiled = False
    symmetry_count = 2
    actions_limit = 4
    history_slots = 4

    size: int = 3

    def initial(self):
        return State(self.size, self.size, 0)

    def to_move(self, s):
        return s.mover

    def actions(self, s):
        for a in range(4):
            if a % 2 < (s.left if a < 2 else s.right):
                yield a

    def result(self, s, a):
        n = a % 2 + 1
        return State(s.left - n, s.right, 1 - s.mover) if a < 2 else State(s.left, s.right - n, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0 and s.right == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1

    def evaluate(self, s, player):
        wins = (s.left % 3) ^ (s.right % 3) != 0
        return (100 if wins else -100) * (1 if player == s.mover else -1)

    def order(self, s, a):
        return a

    def plies_left(self, s):
        return s.left + s.right

    def bounds(self, s):
        if s.left + s.right in (1, 2) and (s.left == 0 or s.right == 0):
            return win_in(1), win_in(1)
        return loss_in(2), win_in(1)

    def candidates(self, s):
        for a in self.actions(s):
            if a < 2 or s.left != s.right:  # the heaps are alike
                yield a

    def forcing(self, s):
        for a in self.actions(s):
            if a == 1:
                yield a

    def symmetric(self, s, k):
        return s if k == 0 else State(s.right, s.left, s.mover)

    def symmetric_action(self, a, k):
        return a if k == 0 else (a + 2) % 4

    def position_text(self, s):
        return f"{s.left}-{s.right}-{s.mover}"

    def parse(self, text):
        return State(*map(int, text.split("-")))

    def action_text(self, s, a):
        return f"{'left' if a < 2 else 'right'}{a % 2 + 1}"


class Fast(Heaps):
    compiled = True


class Dice(Game):
    """Roll, then keep or pass: chance, and utilities that need not sum to zero."""

    compiled = False
    chance = "explicit"
    payoffs = "general"
    players = 1
    utility_limit = 100

    def initial(self):
        return (0, 0)

    def to_move(self, s):
        return CHANCE if s[1] % 2 == 0 else 0

    def actions(self, s):
        yield from range(1, 7) if self.to_move(s) == CHANCE else ("keep", "pass")

    def result(self, s, a):
        return (s[0] + (a if isinstance(a, int) else 0), s[1] + (1 if a != "keep" else 5))

    def is_terminal(self, s):
        return s[1] >= 4

    def utility(self, s, player):
        return s[0]


@pytest.mark.parametrize("game", [Heaps(), Heaps(size=1), Dice()])
def test_good_games_pass(game):
    report = check_game(game, perft={1: 4, 2: 14} if game == Heaps() else None)
    assert report.games == 20
    assert report.states > 20
    assert "keeps its promises: 20 random games" in str(report)
    assert report.promises["result leaves the state it is given as it was"] > 20


def test_a_good_compiled_game_passes():
    report = check_game(Fast(), perft={1: 4, 2: 14})
    assert report.promises["perft gives the known counts"] == 2
    assert ("compiled and interpreted rules say the same" in report.promises) == jit_enabled()
    assert ("compared" in str(report)) != jit_enabled()


def test_the_same_seed_checks_the_same():
    assert check_game(Heaps(), seed=3) == check_game(Heaps(), seed=3)
    assert check_game(Heaps(), games=5).games == 5


class Objects(Heaps):
    """The same game on states that are mutable objects."""

    class Board:
        def __init__(self, left, right, mover):
            self.left, self.right, self.mover = left, right, mover

        def __eq__(self, other):
            return vars(self) == vars(other)

        def __hash__(self):
            return hash((self.left, self.right, self.mover))

    symmetry_count = 1

    def key(self, s):
        return hash(s) & 0xFFFF

    def initial(self):
        return self.Board(self.size, self.size, 0)

    def result(self, s, a):
        return self.Board(*Heaps.result(self, s, a))

    def parse(self, text):
        return self.Board(*map(int, text.split("-")))


counter = itertools.count()

FAULTS = {
    "every action offered is legal and can be played": {
        "actions": lambda self, s: iter(range(4)),
        "result": lambda self, s, a: Heaps.result(self, s, [0, 1, 2, 3][a + s.left]),
    },
    "a state that is not terminal has an action": {"is_terminal": lambda self, s: False},
    "actions gives the same answer every time": {
        "actions": lambda self, s: iter(sorted(Heaps.actions(self, s), key=lambda a: random.random()))
    },
    "actions offers each action once": {"actions": lambda self, s: iter([*Heaps.actions(self, s)] * 2)},
    "no state has more than actions_limit actions": {"actions_limit": 3},
    "result gives the same answer every time": {
        "result": lambda self, s, a: Heaps.result(self, s, a)._replace(mover=random.getrandbits(30))
    },
    "result returns a state": {"result": lambda self, s, a: None},
    "to_move is a player from 0 to players - 1": {"to_move": lambda self, s: s.mover + 1},
    "to_move gives the same answer every time": {"to_move": lambda self, s: next(counter) % 2},
    "is_terminal gives the same answer every time": {
        "is_terminal": lambda self, s: Heaps.is_terminal(self, s) or next(counter) % 2 == 0
    },
    "is_terminal says True or False": {"is_terminal": lambda self, s: 1 if s.left == s.right == 0 else 0},
    "utilities of a zero-sum game sum to zero": {"utility": lambda self, s, player: 1},
    "utilities are whole numbers": {"utility": lambda self, s, player: 0.5 - player},
    "no utility is beyond utility_limit, here 1": {"utility": lambda self, s, player: 2 - 4 * player},
    "utility gives the same answer every time": {"utility": lambda self, s, player: random.random()},
    "utility is a finite number for every player": {"utility": lambda self, s, player: None},
    "initial gives the same state every time": {"initial": lambda self: State(3 + next(counter), 3, 0)},
    "evaluate answers in every state": {"evaluate": lambda self, s, player: 6 // s.left * (1 - 2 * player)},
    "evaluate is an int from": {"evaluate": lambda self, s, player: 10**6},
    "evaluate gives the same answer every time": {"evaluate": lambda self, s, player: random.getrandbits(19)},
    "evaluate of a zero-sum game is for one player the negative": {"evaluate": lambda self, s, player: 5},
    "order is an int from -1000 to 1000": {"order": lambda self, s, a: 1001},
    "history_slot is an int from 0": {"history_slot": lambda self, s, a: a + 1},
    "no game goes on for more plies": {"plies_left": lambda self, s: 1},
    "candidates offers legal actions, each once": {"candidates": lambda self, s: iter(range(4))},
    "candidates offers an action unless bounds settle": {"candidates": lambda self, s: iter(())},
    "candidates suffice to find the value": {"candidates": lambda self, s: iter([min(self.actions(s))])},
    "forced draws a legal action, or none": {"forced": lambda self, s: 9},
    "forced is the only one of candidates": {"forced": lambda self, s: min(self.actions(s))},
    "bounds are two ints, the lower not above": {"bounds": lambda self, s: (5, 4)},
    "bounds hold the true score": {"bounds": lambda self, s: (0, win_in(1))},
    "forcing offers legal actions": {"forcing": lambda self, s: iter([1])},
    "threatening offers nothing": {"threatening": lambda self, s: iter([1])},
    "in_check is True or False": {"in_check": lambda self, s: 0},
    "quiet is True or False": {"quiet": lambda self, s, a: None},
    "gain is an int from 0": {"gain": lambda self, s, a: -1},
    "exchange is no more than gain": {"exchange": lambda self, s, a: 3, "gain": lambda self, s, a: 2},
    "where may_pass, passed is a state with another player": {"may_pass": lambda self, s: True},
    "structure is an int from 0": {"structure": lambda self, s: -1},
    "reversible is an int from 0": {"reversible": lambda self, s: -1},
    "a state that is_drawn is terminal": {"is_drawn": lambda self, s: s.left == 3},
    "a state that is_drawn is a draw": {"is_drawn": lambda self, s: s.left == s.right == 0},
    "where stuck_is_over, the game is over without": {
        "stuck_is_over": True,
        "actions": lambda self, s: Heaps.actions(self, s if s.left + s.right else State(1, 1, 0)),
    },
    "pick draws a legal action, or none": {"pick": lambda self, s, random: 9},
    "pick draws each legal action about as often": {"pick": lambda self, s, random: next(self.actions(s))},
    "sample draws a legal action, or none": {"sample": lambda self, s, random: 1.5},
    "playout draws a legal action, or none": {"playout": lambda self, s, last, random: "a"},
    "prior is an int from 0": {"prior": lambda self, s, a: -1},
    "is_legal says whether an action is one of actions": {"is_legal": lambda self, s, a: True},
    "count_actions says how many actions there are": {"count_actions": lambda self, s: 1},
    "symmetric_key is the key of symmetric": {"symmetric_key": lambda self, s, k: 1},
    "list_actions writes what actions offers": {"list_actions": lambda self, s, out, at: at},
    "repetition_key is an int from 0": {"repetition_key": lambda self, s: -1},
    "key is an int from 0 to 2**64 - 1": {"key": lambda self, s: -1},
    "key gives the same answer every time": {"key": lambda self, s: random.getrandbits(64)},
    "states that differ in what may be done have different keys": {
        "key": lambda self, s: s.left * 10 + s.right
    },
    "symmetric(s, 0) is s": {"symmetric": lambda self, s, k: State(s.right, s.left, s.mover)},
    "a symmetric position has the same player to move": {
        "symmetric": lambda self, s, k: s._replace(mover=s.mover ^ k)
    },
    "a symmetric position has the same utilities": {
        "symmetric": lambda self, s, k: State(s.right, s.left, s.mover ^ (k if s.left == s.right == 0 else 0))
    },
    "symmetric_action maps the actions one to one": {"symmetric_action": lambda self, a, k: 0},
    "acting and then mirroring is mirroring and then acting": {
        "symmetric": lambda self, s, k: s, "symmetric_action": lambda self, a, k: a if k == 0 else 3 - a
    },
    "parse reads back what position_text writes": {"parse": lambda self, text: self.initial()},
    "parse reads what the game itself writes": {"parse": lambda self, text: State(*map(int, text))},
    "parse_action reads back what action_text writes": {"parse_action": lambda self, s, text: 0},
    "action_text gives each action a text of its own": {"action_text": lambda self, s, a: "take"},
    "show gives text": {"show": lambda self, s: ""},
    "draw gives an SVG document": {"draw": lambda self, s: "<svg>"},
    "playing leaves the game object as it was": {
        "compiled": True, "order": lambda self, s, a: vars(self).update(seen=s) or 0
    },
    "a compiled game's actions are ints": {
        "compiled": True,
        "actions": lambda self, s: map(float, Heaps.actions(self, s)),
        "symmetric_action": lambda self, a, k: float(Heaps.symmetric_action(self, a, k)),
    },
    "perft gives the known counts": {},
}  # fmt: skip


@pytest.mark.parametrize("promise", FAULTS)
def test_a_faulty_game_s_promise_is_named(promise, monkeypatch):
    random.seed(1)
    game = type("Faulty", (Heaps,), FAULTS[promise])()
    if game.compiled:
        monkeypatch.setattr("halfmove.core.compile._JIT", False)
    with pytest.raises(BrokenPromise) as caught:
        check_game(game, perft={2: 15} if promise.startswith("perft") else None)
    said = str(caught.value)
    assert said.startswith(f"Faulty(size=3) breaks a promise: {promise}")
    assert "; but " in said
    assert said.endswith(".")
    assert "\n" not in said


def test_playouts_are_tried_after_an_action_too():
    fault = {"playout": lambda self, s, last, random: -1 if last == -1 else 99}
    with pytest.raises(BrokenPromise, match="playout draws a legal action, or none"):
        check_game(type("Faulty", (Heaps,), fault)())


def test_a_state_mutated_is_named_with_the_action():
    class Careless(Objects):
        def result(self, s, a):
            after = Objects.result(self, s, a)
            s.left = 0
            return after

    check_game(Objects())
    with pytest.raises(BrokenPromise, match=r"as it was; but result of action \d changed it, in the state"):
        check_game(Careless())


def test_states_that_are_no_values_are_named():
    class Plain:
        pass

    class Listed(Objects.Board):
        __hash__ = None

    with pytest.raises(BrokenPromise, match="states compare by their contents; but Plain has no __eq__"):
        check_game(type("Faulty", (Heaps,), {"initial": lambda self: Plain()})())
    with pytest.raises(BrokenPromise, match="states are hashable; but unhashable type"):
        check_game(type("Faulty", (Objects,), {"Board": Listed})())


def test_a_missing_rule_is_named():
    class Half(Game):
        def initial(self):
            return State(1, 1, 0)

    with pytest.raises(BrokenPromise, match="a game defines to_move; but it is missing"):
        check_game(Half())


def test_probabilities_that_do_not_sum_are_named():
    class Loaded(Dice):
        def outcomes(self, s):
            yield from ((n, 0.2) for n in range(1, 7))

    with pytest.raises(BrokenPromise, match="positive and sum to one; but they are"):
        check_game(Loaded())


def test_outcomes_that_are_not_the_actions_are_named():
    class Backwards(Dice):
        def outcomes(self, s):
            yield from ((n, 1 / 6) for n in range(6, 0, -1))

    with pytest.raises(BrokenPromise, match=r"outcomes names the actions, in their order; but the actions"):
        check_game(Backwards())


def test_at_a_chance_node_too_an_evaluation_has_its_range():
    class Sure(Dice):
        def evaluate(self, s, player):
            return 10**9 if self.to_move(s) == CHANCE else 0

    with pytest.raises(BrokenPromise, match="evaluate is an int from"):
        check_game(Sure())


class Fields(NamedTuple):
    board: Bitboard
    number: int
    flag: bool
    row: tuple[Bitboard, ...]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"board": 2**64}, "the field 'board' is declared a Bitboard"),
        ({"board": -1}, "the field 'board' is declared a Bitboard"),
        ({"number": 2**63}, "the field 'number' is declared an int of 64 bits"),
        ({"number": True}, "and holds True"),
        ({"flag": 1}, "the field 'flag' is declared a bool and holds 1"),
        ({"row": (1, 2.5)}, "the field 'row' is declared a Bitboard, 0 to 2"),
        ({"row": [1]}, r"the field 'row' holds \[1\], which is no int"),
    ],
)
def test_fields_that_hold_something_else_are_named(wrong, words):
    class Once(Game):
        def initial(self):
            return Fields(0, 0, False, (1,))

        def to_move(self, s):
            return 0

        def actions(self, s):
            yield 0

        def result(self, s, a):
            return Fields(0, 0, True, (1,))._replace(**wrong)

        def is_terminal(self, s):
            return s != self.initial()

        def utility(self, s, player):
            return 0

    with pytest.raises(BrokenPromise, match=words):
        check_game(Once())


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("hook", "words"),
    [
        ("evaluate", r"evaluate\(s, \d\) is -?\d+ interpreted and -?\d+ compiled"),
        ("order", r"order\(s, \d\) is \d+ interpreted and -?\d+ compiled"),
    ],
)
def test_compiled_rules_that_differ_are_named(hook, words):
    """A number that outgrows its machine word: right interpreted, wrong compiled."""

    class Overflows(Fast):
        size: int = 2

    class Evaluates(Overflows):
        def evaluate(self, s, player):
            return (1 - 2 * (player ^ s.mover)) * ((s.left + 4) * 2**62 % 7)

    class Orders(Overflows):
        def order(self, s, a):
            return (a + 4) * 2**62 % 7

    with pytest.raises(BrokenPromise, match=f"compiled and interpreted rules say the same; but {words}"):
        check_game(Evaluates() if hook == "evaluate" else Orders())


def test_the_twin_is_examined_not_the_game():
    game = Fast()
    check_game(game, games=1)
    assert game.compiled
    assert check_game(interpreted(game), games=1).notes


class Turning(Forbidding):
    """The token need not stay, so that somebody may have nothing left; or it may, and that is exempt."""

    stays: bool = True

    def actions(self, s):
        yield from (0, 1, 2) if self.stays else (1, 2)


class Finite(Turning):
    """Over after twelve moves."""

    def initial(self):
        return Timed(0, 0, 0)

    def result(self, s, a):
        return Timed((s.place + (0, 1, -1)[a]) % self.size, 1 - s.mover, s.moves + 1)

    def is_terminal(self, s):
        return s.moves == 12

    def utility(self, s, player):
        return 0


class Timed(NamedTuple):
    place: int
    mover: int
    moves: int


def test_a_game_whose_positions_may_not_come_again_is_played_by_that_rule():
    report = check_game(Finite(), games=3)
    assert report.promises["may_repeat is True or False"] > 3
    with pytest.raises(BrokenPromise, match="where repetition is forbidden, an action is left"):
        check_game(Finite(stays=False), games=3)


ASKED = [
    hook
    for hook in HOOKS.values()
    if hook.group not in (Group.INFORMATION, Group.DYNAMICS, Group.ENDINGS, Group.OFFERS)
    and hook.name
    not in ("choice_text", "passed", "picture_of", "player_name", "split_moves", "title", "surface", "terms")
    and hook.name not in ("repetition_loser", "word_row", "input_seen", "input_zone")
]
"""The hooks that every game is asked for: the rest has games of its own in the tests."""


@pytest.mark.parametrize("hook", ASKED, ids=lambda hook: hook.name)
def test_every_hook_of_the_table_is_tried(hook):
    def fails(self, *arguments, **named):
        raise RuntimeError("out of order")

    broken = type("Broken", (Heaps,), {hook.name: fails})()
    with pytest.raises((BrokenPromise, RuntimeError), match="out of order"):
        check_game(broken, games=5)


class Worded(Heaps):
    """Heaps whose matches are bits, two heaps a word."""

    evaluation_words, evaluation_rows = 1, 64

    def write_words(self, s, out, at):
        out[at] = 3
        return at + 1


def test_the_inputs_of_a_network_are_looked_at():
    assert check_game(Worded(), games=2).promises[
        "word_row gives different bits different inputs, below evaluation_rows"
    ]
    for name, wrong in (
        ("word_row", lambda self, view, player, word, bit: 7),
        ("input_seen", lambda self, view, player, bit: 7),
        ("input_zone", lambda self, view: 1),
        ("evaluation_rows", 1),
    ):
        with pytest.raises(BrokenPromise, match="different bits different inputs"):
            check_game(type("Broken", (Worded,), {name: wrong})(), games=2)
    with pytest.raises(BrokenPromise, match="as many numbers as evaluation_words says"):
        check_game(type("Broken", (Worded,), {"evaluation_words": 2})(), games=2)


@pytest.mark.parametrize("loser", [2, -2, 0.5])
def test_who_loses_by_repetition_is_a_player_or_nobody(loser):
    broken = type(
        "Broken", (Finite,), {"repetition": "draw", "repetition_loser": lambda self, s, plies: loser}
    )
    with pytest.raises(BrokenPromise, match="repetition_loser is a player, or -1"):
        check_game(broken(), games=1)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("repetition", "lost", "repetition is"),
        ("repetition_count", 1, "repetition_count is 2 or more"),
        ("evaluation_step", lambda self: 0.5, "evaluation_step is a whole number, 1 or more"),
        ("repetition_key", lambda self, s: -1, "repetition_key is an int"),
        ("may_repeat", lambda self, s, a: a, "may_repeat is True or False"),
    ],
)
def test_what_a_rule_that_looks_back_must_say_is_named(name, value, words):
    broken = type("Broken", (Finite,), {name: value})
    with pytest.raises(BrokenPromise, match=words):
        check_game(broken(), games=1)
