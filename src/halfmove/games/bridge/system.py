"""A bidding system as it stands in a file: rules "after these calls → call: constraint, priority, words".

The file is TOML, with `name`, `words` (abbreviations, written in braces in constraints) and `rule`s:

    [[rule]]
    after = "1M"            # the calls so far; those of the opponents in brackets, their passes left out
    call = "2M"
    when = "3+ M, 6-10 points for M"
    says = "a simple raise"

In `after`, `call`, `when` and `says`, `M` and `o` are a major and the other one, `m` and `n` a minor and the
other one, `x`, `y`, `z` suits that differ; a rule stands for all that are legal.  `order = "y > x"` leaves
those in which y ranks above x.  `*` at the beginning of `after` stands for any calls.  Passes before the
first bid are left out; our own passes after it are `P`.  `priority` decides where several rules fit (10 where
nothing is said), then the order in the file.  `forcing = true`: partner may not pass.  `below = "4M"`: only
while no bid is as high.  `contested = true` or `false`: only where the opponents have bid, or have not.
`stopped = true`: with all suits that they bid stopped.  In constraints, `together` adds what partner has
shown at least.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.core.errors import BadInput
from halfmove.core.toml_file import read_toml
from halfmove.games.bridge.auction import DOUBLE, FIRST_BID, PASS, call_text, read_call
from halfmove.games.bridge.constraint_text import parse_constraint
from halfmove.games.bridge.constraints import SUIT_WORDS, Constraint
from halfmove.games.tricks.deals import SUIT_LETTERS

SHIPPED = Path(__file__).with_name("natural.toml")
USUAL_PRIORITY = 10
_KEYS = {
    "after": str, "call": str, "when": str, "says": str, "order": str, "below": str, "priority": int,
    "forcing": bool, "contested": bool, "stopped": bool,
}  # fmt: skip
_VARIABLES = "Momnxyz"
_CALL = re.compile(r"[1-7][CDHSNMomnxyz]|P|XX|X")
_IN_WORDS = re.compile(r"(?<![A-Za-z])([Momnxyz])(?![A-Za-z])")
_ORDER = re.compile(r"([CDHSMomnxyz])\s*>\s*([CDHSMomnxyz])")
MAJORS, MINORS = (2, 3), (0, 1)


class Rule(NamedTuple):
    """One rule for one binding of its variables."""

    after: tuple[str, ...]
    """The calls before, `(1H)` the opponents'; `*` at the beginning for any."""
    call: int
    when: Constraint
    says: str
    """What the call means, beside its constraint; may be empty."""
    priority: int
    forcing: bool
    below: int
    """The bid below which all bids so far must be; 0: whatever they are."""
    contested: bool | None
    stopped: bool
    number: int
    """Of the rule in the file, from 1."""


class System:
    """The rules of a system by the calls before them."""

    def __init__(self, name: str, rules: Sequence[Rule], count: int) -> None:
        self.name, self.rules, self.count = name, rules, count
        """`count`: the rules as they stand in the file."""

    @cached_property
    def _exact(self) -> Mapping[tuple[str, ...], list[Rule]]:
        found: dict[tuple[str, ...], list[Rule]] = {}
        for rule in self.rules:
            if rule.after[:1] != ("*",):
                found.setdefault(rule.after, []).append(rule)
        return found

    @cached_property
    def _endings(self) -> list[Rule]:
        return [rule for rule in self.rules if rule.after[:1] == ("*",)]

    def find_rules(self, tokens: tuple[str, ...]) -> list[Rule]:
        """The rules for these calls, the first choice first; whether they are legal is not looked at."""
        found = list(self._exact.get(tokens, ()))
        for rule in self._endings:
            ending = rule.after[1:]
            if not ending or tokens[-len(ending) :] == ending:
                found.append(rule)
        return sorted(found, key=lambda rule: (-rule.priority, rule.number))


@cache
def usual_system() -> System:
    """The system that comes along, read once."""
    return read_system()


def read_system(path: str | Path = SHIPPED) -> System:
    """The system of a file; `BadInput` says which rule is wrong, and why."""
    data = read_toml(Path(path), "system")
    rules = data.get("rule")
    if not isinstance(rules, list) or not rules:
        raise BadInput(f"The system '{path}' has no rules; a rule begins with [[rule]].")
    words = data.get("words", {})
    found: list[Rule] = []
    for number, given in enumerate(rules, 1):
        try:
            made = list(_expand(given, words, number))
            if not made:
                raise BadInput(f"no call {given['call']} is legal after '{given['after']}'.")
        except BadInput as error:
            said = f"{given.get('after', '?')} → {given.get('call', '?')}" if isinstance(given, dict) else "?"
            raise BadInput(f"Rule {number} of '{path}' ({said}): {error}") from None
        found += made
    return System(str(data.get("name", Path(path).stem)), found, len(rules))


def _check_keys(given: Mapping[str, Any]) -> None:
    for key, value in given.items():
        if key not in _KEYS:
            raise BadInput(f"there is no '{key}' of a rule; there are {', '.join(_KEYS)}.")
        if type(value) is not _KEYS[key]:
            raise BadInput(f"'{key}' cannot be {value!r}.")
    for key in ("after", "call", "when"):
        if key not in given:
            raise BadInput(f"'{key}' is missing.")


def _expand(given: Any, words: Mapping[str, str], number: int) -> Iterator[Rule]:
    """The rule for each binding of its variables for which its calls are legal."""
    if not isinstance(given, dict):
        raise BadInput("it is no table.")
    _check_keys(given)
    when = given["when"]
    for name, meaning in words.items():
        when = when.replace("{" + name + "}", f"({meaning})")
    pattern = given["after"].split()
    for token in [*pattern, given["call"], *([given["below"]] if "below" in given else [])]:
        inner = token[1:-1] if token.startswith("(") and token.endswith(")") else token
        if not _CALL.fullmatch(inner) and token != "*":
            raise BadInput(f"'{token}' is no call, nor * for any.")
    order = _ORDER.fullmatch(given["order"]) if "order" in given else None
    if "order" in given and order is None:
        raise BadInput(f"'{given['order']}' is no order of suits such as y > x.")
    used = {letter for token in (*pattern, given["call"]) for letter in token if letter in _VARIABLES}
    used |= set(_IN_WORDS.findall(when))
    for bound in _bindings(used):
        after = tuple(_bind(token, bound) for token in pattern)
        call = read_call(_bind(given["call"], bound))
        if not _may_follow(after, call) or (order and _rank(order[1], bound) <= _rank(order[2], bound)):
            continue
        yield Rule(
            after,
            call,
            parse_constraint(_name_suits(when, bound)),
            _name_suits(given.get("says", ""), bound),
            given.get("priority", USUAL_PRIORITY),
            given.get("forcing", False),
            read_call(_bind(given["below"], bound)) - FIRST_BID if "below" in given else 0,
            given.get("contested"),
            given.get("stopped", False),
            number,
        )


def _name_suits(text: str, bound: Mapping[str, int]) -> str:
    """The text with the names of suits for the variables that stand for some."""
    return _IN_WORDS.sub(lambda found: SUIT_WORDS[bound[found[1]]] if found[1] in bound else found[1], text)


def _bindings(used: set[str]) -> Iterator[dict[str, int]]:
    """The suits for the variables used."""
    majors = MAJORS if used & {"M", "o"} else (None,)
    minors = MINORS if used & {"m", "n"} else (None,)
    free = sorted(used & {"x", "y", "z"})
    for major in majors:
        for minor in minors:
            bound: dict[str, int] = {}
            if major is not None:
                bound |= {"M": major, "o": 5 - major}
            if minor is not None:
                bound |= {"m": minor, "n": 1 - minor}
            taken = {bound[letter] for letter in used if letter in bound}
            rest = [suit for suit in range(4) if suit not in taken]
            for suits in permutations(rest, len(free)):
                yield bound | dict(zip(free, suits, strict=True))


def _bind(token: str, bound: Mapping[str, int]) -> str:
    return "".join(SUIT_LETTERS[bound[letter]] if letter in bound else letter for letter in token)


def _rank(letter: str, bound: Mapping[str, int]) -> int:
    return bound[letter] if letter in bound else SUIT_LETTERS.index(letter)


def _may_follow(after: tuple[str, ...], call: int) -> bool:
    """Whether bids only rise."""
    last = FIRST_BID
    for action in [*(read_call(token.strip("()")) for token in after if token != "*"), call]:
        if action > FIRST_BID:
            if action <= last:
                return False
            last = action
    return True


def list_tokens(calls: Sequence[int]) -> tuple[str, ...]:
    """The calls as the patterns of a system have them, for the player whose turn it is."""
    found, begun = [], False
    for place, call in enumerate(calls):
        own = (len(calls) - place) % 2 == 0
        begun = begun or call != PASS
        if begun and (own or call != PASS):
            found.append(call_text(call) if own else f"({call_text(call)})")
    return tuple(found)


def opponents_called(calls: Sequence[int]) -> bool:
    """Whether the opponents of the player whose turn it is have bid or doubled."""
    return any(call >= DOUBLE for call in calls[-1::-2])
