"""What Numba complains of, in plain words, with the way out where there is one."""

import builtins
import re
from collections.abc import Callable
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.machine.circles import words_about

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "iadd": "+=", "isub": "-=", "imul": "*=", "iand": "&=", "ior": "|=", "ixor": "^=",
    "ilshift": "<<=", "irshift": ">>=", "contains": "in", "getitem": "[…]", "setitem": "[…] =",
}  # fmt: skip

_OPCODES = {
    "IMPORT_NAME": "an import inside a function (put it at the top of the file)",
    "GET_YIELD_FROM_ITER": "`yield from` (write `for x in …: yield x`)",
    "SEND": "`yield from` (write `for x in …: yield x`)",
    "MATCH_CLASS": "a match statement (write if and elif)",
    "MATCH_SEQUENCE": "a match statement (write if and elif)",
    "LOAD_BUILD_CLASS": "a class inside a function",
    "STORE_GLOBAL": "a change of a global variable",
    "DELETE_GLOBAL": "a change of a global variable",
    "DICT_MERGE": "** in a call",
    "MATCH_MAPPING": "a match statement (write if and elif)",
    "MATCH_KEYS": "a match statement (write if and elif)",
    "GET_AWAITABLE": "await",
}


def reason(complaint: str, rest: str, game: Game) -> str:
    """Why Numba refuses, for the person who wrote the rules; `rest` is its message from the complaint on."""
    for pattern, words in _WORDS:
        match = re.match(pattern, complaint)
        if match:
            return words(match, rest, game)
    return re.sub(r"\s*(Raised from|For more info).*", "", complaint).strip(" .:")


def kind(text: str) -> str:
    """A Numba type as a reader of the rules would call it."""
    text = re.sub(r"^Literal\[int\]\((.*)\)$", r"\1", text.strip())
    if re.fullmatch(r"-?\d+", text):
        return text
    for pattern, word in _KINDS:
        if re.match(pattern, text):
            return word
    return re.sub(r"\(.*", "", text)


_KINDS = [
    (r"int\d+|Literal\[int\]", "a whole number"),
    (r"uint64", "a bitboard"),
    (r"uint\d+", "a whole number"),
    (r"float\d+", "a float"),
    (r"bool", "a truth value"),
    (r"unicode_type|Literal\[str\]", "a text"),
    (r"none", "None"),
    (r"(reflected )?list", "a list"),
    (r"(reflected )?set", "a set"),
    (r"DictType", "a dict"),
    (r"Tuple|UniTuple", "a tuple"),
    (r"array", "an array"),
    (r"range_", "a range"),
    (r"type\(CPUDispatcher|Function\(|BoundFunction", "a function"),
    (r"Optional\((\w+)", "something that may be None"),
    (r"[\w.<>]+\(.*\)@[0-9a-f]{16}(#\d+)?$", "the game"),
]


def _attribute(match: re.Match[str], rest: str, game: Game) -> str:
    name, owner = match[1], match[2]
    what = kind(owner)
    if what == "the game":
        if not hasattr(game, name):
            return f"{type(game).__name__} has no attribute '{name}'"
        return (
            f"self.{name} is {_article(getattr(game, name))}; a constant is a number, a tuple of numbers "
            "or a NumPy array"
        )
    fields = re.match(r"(\w+)\((.*)\)$", owner)
    if name in ("_replace", "_asdict", "_make") and fields:
        cls = re.search(r"(\w+)'>", owner)
        return f"'{name}' is out of its reach; write {cls[1] if cls else fields[1]}(…) with all its fields"
    module = re.match(r"Module\(<module '([\w.]+)'", owner)
    if module:
        return out_of_reach(module[1], name)
    if fields and what == fields[1]:
        return f"{what} has no field '{name}'"
    return f"{what} has no '{name}' that it knows of"


def out_of_reach(module: str, name: str) -> str:
    """What is said of a function of a module that has no machine code."""
    return f"{module}.{name} is out of its reach{_INSTEAD.get(module, '')}"


_INSTEAD = {
    "random": "; chance is nature's: `chance` and `outcomes` say what it does",
    "itertools": "; write loops",
    "copy": "; `list(…)` copies a tuple, to be changed",
    "collections": "; write a loop that counts",
}
"""What to write instead of what a module has."""


def _article(value: Any) -> str:
    name = {"str": "text", "NoneType": "None"}.get(type(value).__name__, type(value).__name__)
    return name if name == "None" else f"a{'n' if name[0] in 'aeiou' else ''} {name}"


def _call(match: re.Match[str], rest: str, game: Game) -> str:
    name = match[1]
    signature = re.search(rf">>> {name}\((.*)\)", rest)
    kinds = [kind(part) for part in _split(signature[1])] if signature else []
    if "exception_match" in name:
        return "`except` can name only Exception, or nothing"
    if name in _SIGNS and len(kinds) == 2:
        advice = ""
        if "a bitboard" in kinds:
            advice = "; a bitboard goes with bitboards, and `bits.board` makes one of a whole number"
        elif name == "getitem" and kinds[0] == "a whole number" and re.search(r"\ba(ctions?)?\[", rest):
            advice = _at_once(game)
        return f"there is no `{_SIGNS[name]}` between {kinds[0]} and {kinds[1]}{advice}"
    return f"{name}() does not take {' and '.join(kinds) or 'what it is given'}"


def _split(text: str) -> list[str]:
    """The arguments of a signature, split at the commas outside brackets."""
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([<") - (c in ")]>")
        if c == "," and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return [*parts, text[last:]]


def _untyped(match: re.Match[str], rest: str, game: Game) -> str:
    name, cls = match[1], match[2]
    if hasattr(builtins, name) and name != "super":
        return f"{name}() is out of its reach"
    if name == "super":
        return "super() is out of its reach; give the base's rule a name of its own and call that"
    if cls == "type":
        return f"it makes objects of the class {name}; only a NamedTuple can be made there"
    return f"the global '{name}' is a {cls}; a constant is a number, a tuple of numbers or a NumPy array"


def _unify_return(match: re.Match[str], rest: str, game: Game) -> str:
    kinds = _split(match[1])
    words = [kind(part) for part in kinds]
    if len(set(words)) < len(words):  # two records of one class
        words = [part.strip() for part in kinds]
    return f"it returns now {' and now '.join(words)}; every return must give the same kind"


def _circle(calls: str, way_out: str) -> str:
    if not calls:
        return "it is called in a circle; write a loop, or one function that calls itself"
    return f"it is called in a circle ({calls}); {way_out}"


def _at_once(game: Game) -> str:
    """What to write where an action may be a number or a tuple."""
    if not game.simultaneous:
        return ""
    return (
        "; the action is a tuple where all move at once and a number elsewhere, and `isinstance(a, tuple)` "
        "tells them apart, in machine code too"
    )


def _misfit(match: re.Match[str], rest: str, game: Game) -> str:
    field, first, now = match[1], match[2], match[3]
    words = kind(first), kind(now)
    if words == ("a tuple", "a tuple"):
        return (
            f"{field} is now one tuple and now another kind; in all states it has the same length and numbers"
        )
    advice = " (a number such as -1 can stand for None)" if "None" in words else ""
    if words[1] == "a tuple":
        advice = _at_once(game)
    return (
        f"{field} is {words[0]} in the first state and {words[1]} here; write one kind in all states{advice}"
    )


def _no_place(match: re.Match[str], rest: str, game: Game) -> str:
    at, item, items = (kind(part) for part in match.groups())
    if at not in ("a whole number", "a bitboard") and not re.fullmatch(r"-?\d+", at):
        return f"the place of an item is a whole number, not {at}"
    return f"{item} has no place in {items} of {kind(re.sub(r'^.*?[(]|[^a-z].*$', '', match[3]))}s"


_Words = Callable[[re.Match[str], str, Game], str]

_WORDS: list[tuple[str, _Words]] = [
    (r"(?:TypingError: )?(\w+\.\w+) holds (.*) at first and (.*) here", _misfit),
    (r"(?:TypingError: )?no place (.*) for (.*) in (.*)", _no_place),
    (
        r"Cannot resolve setattr: \(.*\)\.(\w+) =",
        lambda m, r, g: (
            f"it changes self.{m[1]}; rules change nothing, and what changes is part of the state"
        ),
    ),
    (
        r"(?:TypingError: )?failed to unpack (.*)",
        lambda m, r, g: f"there is only {kind(m[1])} to unpack{_at_once(g)}",
    ),
    (
        r"(?:TypingError: )?no length of (\w+)",
        lambda m, r, g: f"how long its items are must stand in the call: itertools.{m[1]}(…, 3)",
    ),
    (
        r"compiler re-entrant",
        lambda m, r, g: _circle(words_about(type(g), plain=False), "write a loop, or methods that `return`"),
    ),
    (
        r"(?:TypingError: )?cannot type infer runaway recursion",
        lambda m, r, g: _circle(
            words_about(type(g), plain=True), "a `return` that calls none of them must come first"
        ),
    ),
    (
        r"Unsupported use of cell variable",
        lambda m, r, g: "a function or a comprehension inside it changes a variable outside; write a loop",
    ),
    (
        r"\*args in function call should be a tuple",
        lambda m, r, g: "`*` in a call takes a tuple, of a length that is known; write the arguments out",
    ),
    (
        r"No implementation of function Function\(<class '(\w+)'>",
        lambda m, r, g: f"{m[1]}() does not take that",
    ),
    (r"Unknown attribute '(\w+)' of type (.*)", _attribute),
    (r"No implementation of function Function\(<(?:built-in )?(?:function|intrinsic) (\w+)", _call),
    (r"(?:NameError: )?name '(\w+)' is not defined", lambda m, r, g: f"the name '{m[1]}' is not defined"),
    (r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>", _untyped),
    (
        r"The use of a (.*?) type, assigned to variable '(\w+)' in globals",
        lambda m, r, g: (
            f"the global '{m[2]}' is {kind(m[1])}; a constant is a number, a tuple or a NumPy array"
        ),
    ),
    (r"Can't unify return type from the following types: (.*)", _unify_return),
    (
        r"Cannot unify (.*) and (.*) for '(\w+?)(?:\.\d+)?'",
        lambda m, r, g: f"the variable '{m[3]}' is now {kind(m[1])} and now {kind(m[2])}; use two variables",
    ),
    (
        r"Cannot unify (.*) and (.*) for '\$",
        lambda m, r, g: f"a value is now {kind(m[1])} and now {kind(m[2])}; write one kind",
    ),
    (
        r"Use of unsupported opcode \((\w+)\)",
        lambda m, r, g: f"it uses {_OPCODES.get(m[1], f'what has no machine code ({m[1]})')}",
    ),
    (
        r"The re-raising of an exception",
        lambda m, r, g: "`raise` says nothing to raise; write what, such as `raise ValueError`",
    ),
    (r"The 'with \(", lambda m, r, g: "it uses a `with` statement"),
    (r"The use of yield in a closure", lambda m, r, g: "it uses a generator expression; write a loop"),
    (r"format spec in f-strings", lambda m, r, g: "it formats text"),
    (r"Int value is too large: (\d+)", lambda m, r, g: f"{m[1]} does not fit a word of 64 bits"),
    (
        r"Cannot infer the type of variable '(\w+?)(?:\.\d+)?'.*?(?i:(list|dict|set))\(",
        lambda m, r, g: (
            f"it cannot tell what the empty {m[2].lower()} '{m[1]}' is to hold; "
            "give it its first item by `append`"
        ),
    ),
    (
        r"Type of variable '(\w+?)(?:\.\d+)?' cannot be determined",
        lambda m, r, g: f"it cannot tell of what kind '{m[1]}' is; `append` tells what an empty list holds",
    ),
    (
        r"TypingError: (too many positional arguments)",
        lambda m, r, g: "it is called with more arguments than it takes",
    ),
    (
        r"TypingError: missing a required argument: (.*)",
        lambda m, r, g: f"it is called without its argument {m[1]}",
    ),
    (
        r"In '<class '([\w.]+)'>': (.*)",
        lambda m, r, g: f"it makes a {m[1].split('.')[-1]} with the wrong number of fields ({m[2]})",
    ),
]
