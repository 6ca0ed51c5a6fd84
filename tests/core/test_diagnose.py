"""What can't be compiled is named by the user's own method and line, with the reason in plain words."""

import inspect
import re
from pathlib import Path

import faulty_rules as faults
import pytest

from halfmove.core.compile import kernel
from halfmove.core.errors import CompileError

pytestmark = pytest.mark.slow_interpreted

LINES = {
    name: (number, text.strip())
    for number, text in enumerate(Path(faults.__file__).read_text().splitlines(), 1)
    for name in re.findall(r"HERE (\w+)", text)
}


@kernel
def every_rule(game, s):
    n = game.evaluate(s, 0)
    if not game.is_terminal(s):
        for a in game.actions(s):
            n += game.result(s, a).heap
    return n


def complaint(game):
    with pytest.raises(CompileError) as caught:
        every_rule(game, game.initial())
    assert caught.value.__cause__ is None
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "method", "reason"),
    [
        ("FloatInBoard", "result", "no `|` between a bitboard and a float"),
        ("UndefinedName", "result", "the name 'amount' is not defined"),
        ("StringMethod", "is_terminal", "a text has no 'encode'"),
        ("FormatsText", "is_terminal", "it formats text"),
        ("TextParameter", "is_terminal", "self.kind is a text; a constant is a number"),
        ("MissingField", "is_terminal", "State has no field 'size'"),
        ("MissingAttribute", "is_terminal", "MissingAttribute has no attribute 'goal'"),
        ("HelperImports", "helper", "an import inside a function"),
        ("HelperFails", "deeper", "a whole number has no 'bit_length'"),
        (
            "Comprehension",
            "actions",
            "it makes objects of the class Move; only a NamedTuple can be made there",
        ),
        ("GeneratorExpression", "is_terminal", "a generator expression; write a loop"),
        ("YieldFrom", "actions", "`yield from` (write `for x in …: yield x`)"),
        ("GlobalDict", "result", "the global 'TABLE' is a dict"),
        ("Replaces", "result", "write State(…) with all its fields"),
        (
            "TwoKinds",
            "result",
            "State.heap is a whole number in the first state and a float here; write one kind",
        ),
        ("TooManyFields", "result", "it makes a State with the wrong number of fields"),
        ("WrongSignature", "result", "it is called with more arguments than it takes"),
        ("UsesSuper", "is_terminal", "super() is out of its reach"),
        ("UsesWith", "is_terminal", "it uses a `with` statement"),
        ("CallsRandom", "is_terminal", ""),
        ("ChangesKind", "result", "a number such as -1 can stand for None"),
        ("ChangesItself", "result", "it changes self.last; rules change nothing"),
        ("NamesInComprehension", "is_terminal", "a name (`:=`) inside a comprehension; write a loop"),
        ("DrawsAtRandom", "is_terminal", "random.choice is out of its reach; chance is nature's"),
        ("Combines", "is_terminal", "itertools.combinations is must stand in the call, as a number up to 8"),
        ("Accumulates", "is_terminal", "itertools.accumulate is out of its reach; write loops"),
        ("Permutes", "is_terminal", "must stand in the call: itertools.permutations(…, 3)"),
        ("NamesErrors", "is_terminal", "name only Exception, or nothing; an `if` before asks"),
        ("NamesTwoErrors", "is_terminal", "name only Exception, or nothing; an `if` before asks"),
        ("KeepsErrors", "is_terminal", "an exception a name; write `except Exception:` without 'e'"),
        ("RaisesAgain", "is_terminal", "`raise` says nothing to raise; write what"),
        ("Matches", "is_terminal", "`State(heap=0)` is no pattern that compiles; numbers, names, `_`, `|`"),
        ("MatchesMany", "is_terminal", "`[0, *_]` is no pattern that compiles; numbers, names, `_`, `|`"),
        (
            "YieldsInACircle",
            "moves",
            "(self.is_over calls self.moves, which calls self.is_over, and self.moves is a generator)",
        ),
        (
            "AsksInACircle",
            "is_over",
            "(self.is_over calls self.over, which calls self.is_over, and self.over is a property)",
        ),
        (
            "NeverEnds",
            "less",
            "(self.less calls self.more, which calls self.less); a `return` that calls none of them",
        ),
        ("Copies", "result", "copy.deepcopy is out of its reach; `list(…)` copies a tuple"),
        ("JoinsText", "is_terminal", "bin() is out of its reach"),
        ("EmptyList", "actions", "of what kind 'a' is; `append` tells what an empty list holds"),
        ("TwoKindsAtOnce", "evaluate", "a value is now "),
        ("TwoReturns", "evaluate", "every return must give the same kind"),
        ("TupleActions", "actions", "it gives a tuple; the actions of a compiled game are whole numbers"),
        ("DataclassState", "initial", "it gives a Frozen; the state of a compiled game is a NamedTuple"),
        ("DictState", "initial", "it gives a dict; the state of a compiled game is a NamedTuple"),
        ("WrongCall", "evaluate", "count() does not take a bitboard and 2"),
    ],
)
def test_the_method_the_line_and_the_reason(name, method, reason):
    cls = getattr(faults, name)
    said = complaint(cls())
    place = f"{name}.{method}" if hasattr(cls, method) else method
    line, text = LINES[name]
    assert said.startswith(f"{place} (faulty_rules.py, line {line}: `{text[:79]}")
    assert ") can't be compiled: " in said
    assert reason in said
    advised = f"`compiled = False` in {name} runs the game interpreted" in said
    assert advised != bool(
        re.search("not defined|has no field|has no attribute|is called with|wrong number", said)
    )


@pytest.mark.parametrize(
    ("name", "record", "kind"),
    [
        ("ListInState", "Listed", "a list"),
        ("DictInState", "Mapped", "a dict"),
        ("TextsInState", "Texts", "a str"),
        ("NoneInState", "Empty", "None"),
    ],
)
def test_what_a_state_may_not_hold(name, record, kind):
    line = inspect.getsourcelines(getattr(faults, record))[1]
    said = complaint(getattr(faults, name)())
    assert said.startswith(
        f"the field 'cells' of {record} (faulty_rules.py, line {line}) holds {kind}, which can't"
    )


def test_a_kernel_s_own_mistake_is_the_kernel_s():
    @kernel
    def wrong(game, s):
        return s.heap + s.weight

    with pytest.raises(
        CompileError, match=r"wrong \(test_diagnose.py, line \d+: `return s.heap.*State has no field 'weight'"
    ):
        wrong(faults.Sound(), faults.State(1, 1))


def test_whoever_prepares_a_search_hears_of_the_rules_before_the_search_is_compiled():
    @kernel
    def wrong(game, s):
        return s.weight

    game, s = faults.ChangesItself(), faults.State(1, 1)
    with pytest.raises(CompileError, match=r"ChangesItself.result .* it changes self.last"):
        wrong.prepare(game, s)
    with pytest.raises(CompileError, match="State has no field 'weight'"):
        wrong(game, s)


def test_a_missing_rule_is_named():
    @kernel
    def unruly(game, s):
        return game.rule_of_thumb(s)

    with pytest.raises(CompileError, match="Sound has no attribute 'rule_of_thumb'"):
        unruly(faults.Sound(), faults.State(1, 1))


def test_the_sound_game_compiles():
    assert every_rule(faults.Sound(), faults.State(6, 0)) == 9
