"""What an experiment's file says: a hypothesis, and the matches that are to decide it.

    name = "Depth 5 against depth 4"
    hypothesis = "One ply more is worth more than 50 Elo."
    game = "connect4"                        # or [game] with name and parameters
    sides = ["engine?depth=5", "engine?depth=4"]
    control = ""                             # as `arena.clock` reads it; a list of two: one for each side
    games = 400                              # of each match; with a test the most
    hours = 2.0                              # the most of each match, its games' times added up
    seed = 1
    openings = "random"                      # or a file, or [openings] with file or plies, shuffled, margin

    [test]                                   # without it, all the games are played
    elo0 = 0
    elo1 = 50

Instead of `sides`, a `base` with `without = ["killers", "history"]` (features of the engine, each left out by
itself) or with tables `[[variation]]` (`name`, `player`): one match each, the base against the variation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from halfmove.arena.description import describe
from halfmove.arena.experiment.toml import OneOrMore, Table, Tables, TextOr
from halfmove.arena.job import Adjudication
from halfmove.arena.openings import parse_source
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.arena.statistics.sprt import MODELS, POINTS, test
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.numbers import MOST, MOST_SEED
from halfmove.core.operation import Choice, Decimal, Settings, Switch, Text, Whole
from halfmove.core.toml_file import read_toml
from halfmove.games.reference import GameReference

GAMES = 200
"""Games of a match where neither `games` nor a test says how many."""
MOST_GAMES = 10_000
"""The most under a test, unless it is said otherwise."""

POSITIVE = Decimal(0, MOST)
OPENINGS = Table({"file": Text(), "plies": Whole(), "margin": POSITIVE, "shuffled": Switch()}, {})
ADJUDICATION = Table(
    {
        "resign_value": POSITIVE,
        "resign_moves": Whole(),
        "draw_value": POSITIVE,
        "draw_moves": Whole(),
        "draw_after": Whole(0),
        "most_plies": Whole(),
    },
    {},
    Adjudication,
)
TEST = Table(
    {
        "elo0": Decimal(),
        "elo1": Decimal(),
        "model": Choice((*MODELS, POINTS)),
        "alpha": POSITIVE,
        "beta": POSITIVE,
    },
    {"elo0": "0", "elo1": "5"},
    StopRule,
)
VARIATION = Table({"player": Text(), "name": Text()}, {"player": '"engine?depth=3"'})
FILE = Table(
    {
        "name": Text(),
        "hypothesis": Text(),
        "game": TextOr(Settings()),
        "sides": OneOrMore(),
        "base": Text(),
        "without": OneOrMore(),
        "variation": Tables(VARIATION),
        "control": OneOrMore(),
        "openings": TextOr(OPENINGS),
        "games": Whole(2),
        "hours": Decimal(0, MOST, open=True),
        "seed": Whole(0, MOST_SEED),
        "test": TEST,
        "adjudication": ADJUDICATION,
        "on_fault": Choice(("loss", "void")),
        "database": Text(),
    },
    examples={
        "name": '"Depth 5 against depth 4"',
        "hypothesis": '"One ply more is worth 50 Elo."',
        "game": '"connect4"',
    },
)
"""What a file says; the keys of its tables are above."""


@dataclass(frozen=True)
class Match:
    """One match of an experiment: the base, or the first side, against something else."""

    name: str
    """What is tried: the variation, or the second side."""
    plan: Plan


@dataclass(frozen=True)
class Experiment:
    """An experiment as its file describes it."""

    path: Path
    name: str
    hypothesis: str
    matches: tuple[Match, ...]
    database: Path
    hours: float | None
    base: str
    """The base that varies, or the first side."""
    varied: bool
    """Whether it is a base with variations."""


def load_experiment(path: str | Path) -> Experiment:
    """The experiment that a TOML file describes; `BadInput`, with file and key, for what is wrong in it."""
    file = Path(path)
    data = read_toml(file)
    with _name_errors(str(file)):
        top = FILE.from_data(data, "")
        base, tried, varied = _read_sides(top, file.parent)
        stop = top.get("test")
        if stop is not None:
            test(stop)
        plan = Plan(
            game=_read_game(top["game"], file.parent),
            players=(base, ""),
            format=Format.MATCH,
            games=top.get("games", GAMES if stop is None else MOST_GAMES),
            controls=top.get("control", ("",)),
            openings=_read_openings(top.get("openings"), file.parent),
            adjudication=top.get("adjudication", Adjudication()),
            on_fault=top.get("on_fault", "loss"),
            seed=top.get("seed", 0),
            stop=stop,
        )
        if plan.games % 2:
            raise BadInput(f"games must be even, as games come in pairs, not {plan.games}.")
        database = file.parent / top.get("database", file.with_suffix(".sqlite").name)
        matches = tuple(Match(named, replace(plan, players=(base, text))) for named, text in tried)
        _check(matches)
    hours = top.get("hours")
    return Experiment(file, top["name"], top["hypothesis"], matches, database, hours, base, varied)


@contextmanager
def _name_errors(what: str) -> Iterator[None]:
    """In its block what is wrong is said with a name before it."""
    try:
        yield
    except HalfmoveError as error:
        raise BadInput(f"{what}: {error}") from error


def _check(matches: tuple[Match, ...]) -> None:
    """Every plan can be played, before the first is."""
    from halfmove.arena.contest import check_plan

    seen: dict[str, str] = {}
    for match in matches:
        with _name_errors(match.name):
            check_plan(match.plan)
        twin = seen.setdefault(match.plan.identity, match.name)
        if twin != match.name:
            raise BadInput(f"{match.name} is the same match as {twin}; leave one of them out.")


# ---- the sides
def _read_sides(top: Mapping[str, Any], folder: Path) -> tuple[str, list[tuple[str, str]], bool]:
    """The base, what is tried against it by name, and whether it is a base with variations."""
    if "sides" in top:
        if len(top["sides"]) != 2:
            raise BadInput(f"sides must be two players, not {len(top['sides'])}.")
        if "base" in top:
            raise BadInput("base: an experiment has sides, or a base with variations, not both.")
        first, second = (_resolve_player("sides", text, folder) for text in top["sides"])
        return first, [(describe(second).name, second)], False
    if "base" not in top:
        raise BadInput('sides is missing; an example is sides = ["engine?depth=5", "engine?depth=4"].')
    base = _resolve_player("base", top["base"], folder)
    tried = [(f"without {name}", _leave_out(base, name)) for name in top.get("without", ())]
    for number, variation in enumerate(top.get("variation", ()), 1):
        text = _resolve_player(f"variation[{number}].player", variation["player"], folder)
        tried.append((variation.get("name", describe(text).name), text))
    if not tried:
        raise BadInput('base needs variations: without = ["killers", …], or tables [[variation]].')
    names = [name for name, _ in tried]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"variation: there are two called '{name}'; give each a name of its own.")
    return base, tried, True


def _resolve_player(key: str, text: str, folder: Path) -> str:
    """A player's line, the path of its file taken from where the experiment's file is."""
    with _name_errors(key):
        described = describe(text)
    if described.kind.endswith(".py"):
        described = replace(described, kind=str((folder / described.kind).resolve()))
    return described.text


def _leave_out(base: str, feature: str) -> str:
    """The base with one feature more left out."""
    described = describe(base)
    out = [name for name in described.options.get("without", "").split(",") if name.strip()]
    if feature in out:
        raise BadInput(f"without: the base goes without '{feature}' already.")
    options = {**described.options, "without": ",".join([*out, feature])}
    return replace(described, options=options, called="").text


# ---- everything else
def _read_game(asked: str | Mapping[str, Any], folder: Path) -> GameReference:
    """The game that a name, or a table with a name and parameters, means."""
    parameters = {} if isinstance(asked, str) else dict(asked)
    name = asked if isinstance(asked, str) else str(parameters.pop("name", ""))
    if not name:
        raise BadInput('game.name is missing; write one such as name = "connect4".')
    if name.endswith(".py"):
        name = str((folder / name).resolve())
    found = GameReference(name, parameters)
    with _name_errors("game"):
        found.open()
    return found


def _read_openings(asked: str | Mapping[str, Any] | None, folder: Path) -> OpeningSource:
    """`openings = "random"`, a file, or a table; none at all is the initial position."""
    if asked is None:
        return OpeningSource()
    given = {"file": asked} if isinstance(asked, str) else dict(asked)
    file = given.pop("file", "random" if "plies" in given else "")
    if not file:
        raise BadInput("openings.file is missing: give a file, or plies to be made at random.")
    with _name_errors("openings"):
        return parse_source(file if file == "random" else str(folder / file), **given)
