"""The fingerprint of code: it changes with what the code does, and with nothing else."""

import subprocess
import sys
import types

import pytest

import halfmove as hm
from halfmove.core.digest import digest, digest_of_game
from halfmove.games.registry import games

RULES = '''
from enum import IntEnum
from typing import NamedTuple
from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
import helper_module

STEP = 1
WEIGHTS = (1, 2, 3)

class Colour(IntEnum):
    RED = 1
    BLUE = 2

class State(NamedTuple):
    heap: int
    mover: int

def helper(x, by=1):
    return deeper(x) + STEP * by

def deeper(x):
    return x

def scaled(factor):
    def scale(x):
        return factor * x
    return scale

twice = scaled(2)

class Take(Game):
    """Take one or two."""
    heap: int = 5
    table = (1, 2)
    def setup(self):
        self.derived = self.heap * 2
    def actions(self, s):
        # a comment
        for n in range(1, 3):
            yield n
    def result(self, s, a):
        return State(helper(s.heap) - a, 1 - s.mover)
    def is_terminal(self, s):
        return s.heap == Colour.RED or s.heap in (7, 8)
    def half(self, s):
        return self.whole // 2
    @property
    def whole(self):
        return 10
    @staticmethod
    def static(x):
        return x + 1
    def show(self, s):
        return "heap"

@kernel
def inner(game, s):
    return s.heap + WEIGHTS[0]

@kernel
def outer(game, s, n=3):
    total = twice(n) + bits.count(s.heap) + helper_module.far(n)
    for i in range(n):
        total += inner(game, s)
    return total
'''

HELPER = "LIMIT = 4\ndef far(x):\n    return near(x)\ndef near(x):\n    return x * LIMIT\n"


@pytest.fixture(autouse=True)
def _modules_as_before(monkeypatch):
    for name in ("rules", "helper_module"):
        monkeypatch.setitem(sys.modules, name, None)


def load(source=RULES, helper=HELPER, name="rules", path="rules.py"):
    """The module that `source` makes, as if it lay in a file."""
    other = types.ModuleType("helper_module")
    exec(compile(helper, "helper_module.py", "exec"), vars(other))
    module = types.ModuleType(name)
    sys.modules.update({"helper_module": other, name: module})
    exec(compile(source, path, "exec"), vars(module))
    return module


def prints(module, **parameters):
    return digest(module.outer), digest_of_game(module.Take(**parameters))


GAME, KERNEL = 1, 0


@pytest.mark.parametrize(
    ("old", "new", "which"),
    [
        ("range(1, 3)", "range(1, 4)", GAME),
        ("return deeper(x) + STEP", "return deeper(x) - STEP", GAME),
        ("def deeper(x):\n    return x", "def deeper(x):\n    return x + 1", GAME),
        ("by=1", "by=2", GAME),
        ("STEP = 1", "STEP = 2", GAME),
        ("RED = 1", "RED = 3", GAME),
        ("table = (1, 2)", "table = (1, 3)", GAME),
        ("self.heap * 2", "self.heap * 3", GAME),
        ("heap: int = 5", "heap: int = 6", GAME),
        ("return 10", "return 12", GAME),
        ("return x + 1\n", "return x + 2\n", GAME),
        ("in (7, 8)", "in (7, 9)", GAME),
        ("    heap: int\n    mover: int", "    mover: int\n    heap: int", GAME),
        ("heap: int\n", "heap: Bitboard\n", GAME),
        ("s.heap + WEIGHTS[0]", "s.heap + WEIGHTS[1]", KERNEL),
        ("WEIGHTS = (1, 2, 3)", "WEIGHTS = (5, 2, 3)", KERNEL),
        ("n=3", "n=4", KERNEL),
        ("twice = scaled(2)", "twice = scaled(3)", KERNEL),
        ("range(n)", "range(n + 1)", KERNEL),
    ],
)
def test_an_edit_changes_it(old, new, which):
    assert RULES.count(old) == 1
    before, after = prints(load()), prints(load(RULES.replace(old, new)))
    assert before[which] != after[which]
    assert before[1 - which] == after[1 - which]


@pytest.mark.parametrize(("old", "new"), [("x * LIMIT", "x + LIMIT"), ("LIMIT = 4", "LIMIT = 5")])
def test_an_edit_in_another_module_changes_it(old, new):
    assert digest(load().outer) != digest(load(helper=HELPER.replace(old, new)).outer)


def test_a_game_that_is_to_be_compiled_has_the_machine_code_of_any_other():
    game, wanted = hm.game("nim"), hm.game("nim")
    wanted.compiled = True
    assert digest_of_game(wanted) == digest_of_game(game)


def test_a_parameter_changes_it():
    module = load()
    assert prints(module, heap=5) == prints(module)
    assert prints(module, heap=6)[GAME] != prints(module)[GAME]
    assert prints(module, heap=6)[KERNEL] == prints(module)[KERNEL]


@pytest.mark.parametrize(
    "edited",
    [
        RULES.replace("        # a comment\n", ""),
        "\n\n# another comment\n" + RULES.replace("\n\n", "\n\n\n\n"),
        RULES.replace("range(1, 3)", "range( 1,3 )"),
        RULES.replace('return "heap"', 'return f"a heap of {s.heap}"'),
    ],
)
def test_comments_lines_and_text_do_not(edited):
    assert edited != RULES
    assert prints(load(edited)) == prints(load())


def test_the_place_of_the_file_does_not():
    assert prints(load(path="/elsewhere/rules.py")) == prints(load())


def test_running_does_not():
    module = load()
    before = prints(module)
    state = module.State(5, 0)
    game = module.Take()
    for _ in range(2000):  # Python specialises the bytecode that it runs often
        game.is_terminal(state)
        list(game.actions(state))
        game.result(state, 1)
    assert prints(module) == before


def test_two_closures_of_one_factory_differ():
    module = load("def scaled(k):\n    def f(x): return k * x\n    return f\n"
                  "a, b = scaled(2), scaled(3)\ndef use(x): return a(x) + b(x)")  # fmt: skip
    swapped = load("def scaled(k):\n    def f(x): return k * x\n    return f\n"
                   "a, b = scaled(2), scaled(2)\ndef use(x): return a(x) + b(x)")  # fmt: skip
    assert digest(module.use) != digest(swapped.use)


def test_names_that_swap_their_values_are_seen():
    source = (
        "def f(x): return x\ndef g(x): return -x\na = f\nb = g\nc = {}\ndef use(x): return a(x) + b(x) * c(x)"
    )
    assert digest(load(source.format("a")).use) != digest(load(source.format("b")).use)


def test_a_submodule_is_seen_through_its_package():
    package, part = types.ModuleType("package"), types.ModuleType("package.part")
    package.part = part
    function = load("def use(x): return x").use
    scope = {"package": package, "__name__": "user"}
    exec("def use(x): return package.part.far(x)", scope)
    exec("def far(x): return x", vars(part))
    before = digest(scope["use"])
    exec("def far(x): return x + 1", vars(part))
    assert digest(scope["use"]) != before != digest(function)


@pytest.mark.parametrize("loads", [True, False])
@pytest.mark.parametrize("within", ["", "package."])
def test_a_module_that_something_else_imports_is_not(within, loads):
    """Python makes it a global of its package: code that has an attribute of that name does not name it."""
    package, part = types.ModuleType("package"), types.ModuleType("package.part")
    package.package = package
    named = f"{within}part.far(x)" if loads else f"x.part + len({within or 'x.'}__name__)"
    exec(f"def use(x): return {named}", vars(package))
    before = digest(package.use)
    package.part = part  # as `import package.part` does, anywhere
    exec("def far(x): return x", vars(part))
    assert (digest(package.use) != before) == loads


def test_what_else_is_imported_leaves_the_digest_of_every_game_alone():
    script = (
        "import importlib, pkgutil, halfmove.games\n"
        "from halfmove.core.digest import digest_of_game\n"
        "from halfmove.games.reference import GameReference\n"
        "from halfmove.games.registry import games\n"
        "def digests(): return {name: digest_of_game(GameReference(name).open()) for name in games()}\n"
        "before = digests()\n"
        "for each in pkgutil.walk_packages(halfmove.games.__path__, 'halfmove.games.'):\n"
        "    importlib.import_module(each.name)\n"
        "after = digests()\n"
        "print(len(before), [name for name in before if before[name] != after[name]])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{len(games())} []\n"


def test_an_annotation_that_names_nothing_counts_as_it_is_written():
    def of_field(annotation):
        names = {"__annotations__": {"heap": annotation}, "_fields": ("heap",)}
        state = type("State", (), names)
        return digest(types.FunctionType((lambda: State).__code__, {"State": state}))  # noqa: F821

    assert of_field("Nowhere") == of_field("Nowhere") != of_field("Elsewhere")
