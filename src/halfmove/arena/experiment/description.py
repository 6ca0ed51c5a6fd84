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

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from halfmove.arena.description import describe
from halfmove.arena.experiment.toml import Section, read
from halfmove.arena.job import Adjudication
from halfmove.arena.openings import source
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.arena.statistics.sprt import MODELS, test
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.numbers import MOST_SEED
from halfmove.games.reference import GameReference

GAMES = 200
"""Games of a match where neither `games` nor a test says how many."""
MOST_GAMES = 10_000
"""The most under a test, unless it is said otherwise."""


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


def experiment(path: str | Path) -> Experiment:
    """The experiment that a TOML file describes; `BadInput`, with file and key, for what is wrong in it."""
    file = Path(path)
    top = read(file)
    name = top.text("name", example='name = "Depth 5 against depth 4"')
    hypothesis = top.text("hypothesis", example='hypothesis = "One ply more is worth 50 Elo."')
    base, tried, varied = _sides(top)
    stop = _stop(top.section("test"))
    plan = Plan(
        game=_game(top),
        players=(base, ""),
        format=Format.MATCH,
        games=top.whole("games", GAMES if stop is None else MOST_GAMES, least=2),
        controls=top.texts("control") or ("",),
        openings=_openings(top),
        adjudication=_adjudication(top.section("adjudication")),
        on_fault=top.one_of("on_fault", ("loss", "void"), "loss"),
        seed=top.whole("seed", 0, most=MOST_SEED),
        stop=stop,
    )
    if plan.games % 2:
        raise top.wrong("games", f"must be even, as games come in pairs, not {plan.games}.")
    hours = top.number("hours", None)
    if hours is not None and not hours > 0:
        raise top.wrong("hours", f"must be greater than zero, not {hours:g}.")
    database = file.parent / top.text("database", file.with_suffix(".sqlite").name)
    top.nothing_left()
    matches = tuple(Match(named, replace(plan, players=(base, text))) for named, text in tried)
    made = Experiment(file, name, hypothesis, matches, database, hours, base, varied)
    _check(made)
    return made


def _check(made: Experiment) -> None:
    """Every plan can be played, before the first is; the complaint names the file."""
    from halfmove.arena.contest import checked

    seen: dict[str, str] = {}
    for match in made.matches:
        try:
            checked(match.plan)
        except HalfmoveError as error:
            raise BadInput(f"{match.name} in {made.path}: {error}") from error
        twin = seen.setdefault(match.plan.identity, match.name)
        if twin != match.name:
            raise BadInput(f"{match.name} in {made.path} is the same match as {twin}; leave one of them out.")


# ---- the sides
def _sides(top: Section) -> tuple[str, list[tuple[str, str]], bool]:
    """The base, what is tried against it by name, and whether it is a base with variations."""
    if top.has("sides"):
        sides = top.texts("sides")
        if len(sides) != 2:
            raise top.wrong("sides", f"must be two players, not {len(sides)}.")
        if top.has("base"):
            raise top.wrong("base", "an experiment has sides, or a base with variations, not both.")
        first, second = (_player(top, "sides", text) for text in sides)
        return first, [(describe(second).name, second)], False
    if not top.has("base"):
        raise top.wrong("sides", 'is missing; an example is sides = ["engine?depth=5", "engine?depth=4"].')
    base = _player(top, "base", top.text("base"))
    tried = [(f"without {name}", _without(top, base, name)) for name in top.texts("without")]
    for section in top.sections("variation"):
        text = _player(section, "player", section.text("player", example='player = "engine?depth=3"'))
        tried.append((section.text("name", describe(text).name), text))
        section.nothing_left()
    if not tried:
        raise top.wrong("base", 'needs variations: without = ["killers", …], or tables [[variation]].')
    names = [name for name, _ in tried]
    for name in names:
        if names.count(name) > 1:
            raise top.wrong("variation", f"there are two called '{name}'; give each a name of its own.")
    return base, tried, True


def _player(section: Section, key: str, text: str) -> str:
    """A player's line, the path of its file taken from where the experiment's file is."""
    try:
        said = describe(text)
    except BadInput as error:
        raise section.wrong(key, str(error)) from error
    if said.kind.endswith(".py"):
        said = replace(said, kind=str((section.path.parent / said.kind).resolve()))
    return said.text


def _without(top: Section, base: str, feature: str) -> str:
    """The base with one feature more left out."""
    said = describe(base)
    out = [name for name in said.options.get("without", "").split(",") if name.strip()]
    if feature in out:
        raise top.wrong("without", f"the base goes without '{feature}' already.")
    options = {**said.options, "without": ",".join([*out, feature])}
    return replace(said, options=options, called="").text


# ---- everything else
def _game(top: Section) -> GameReference:
    name, parameters = "", dict[str, Any]()
    if isinstance(top.peek("game"), dict):
        section = top.section("game")
        assert section is not None
        name, parameters = section.text("name", example='name = "connect4"'), section.rest()
    else:
        name = top.text("game", example='game = "connect4"')
    if name.endswith(".py"):
        name = str((top.path.parent / name).resolve())
    found = GameReference(name, parameters)
    try:
        found.open()
    except BadInput as error:
        raise top.wrong("game", str(error)) from error
    return found


def _openings(top: Section) -> OpeningSource:
    """`openings = "random"`, a file, or a table; none at all is the initial position."""
    if not top.has("openings"):
        return OpeningSource()
    if not isinstance(top.peek("openings"), dict):
        return _source(top, "openings", top.text("openings"), 0, False, None)
    section = top.section("openings")
    assert section is not None
    file = section.text("file", "")
    plies = section.whole("plies", 0)
    margin = section.number("margin", None, least=0.0)
    shuffled = section.truth("shuffled")
    section.nothing_left()
    return _source(section, "file", file or ("random" if plies else ""), plies, shuffled, margin)


def _source(
    section: Section, key: str, text: str, plies: int, shuffled: bool, margin: float | None
) -> OpeningSource:
    if not text:
        raise section.wrong(key, "is missing: give a file, or plies to be made at random.")
    where = text if text == "random" else str(section.path.parent / text)
    given: dict[str, Any] = {} if margin is None else {"margin": margin}
    try:
        return source(where, plies=plies, shuffled=shuffled, **given)
    except BadInput as error:
        raise section.wrong(key, str(error)) from error


def _stop(section: Section | None) -> StopRule | None:
    if section is None:
        return None
    bounds = [section.number("elo0", None), section.number("elo1", None)]
    for key, bound in zip(("elo0", "elo1"), bounds, strict=True):
        if bound is None:
            raise section.wrong(key, "is missing.")
    rule = StopRule(
        elo0=bounds[0] or 0.0,
        elo1=bounds[1] or 0.0,
        model=section.one_of("model", MODELS, "normalized"),
        alpha=section.number("alpha", 0.05) or 0.0,
        beta=section.number("beta", 0.05) or 0.0,
    )
    section.nothing_left()
    try:
        test(rule)
    except BadInput as error:
        raise section.wrong("", str(error)) from error
    return rule


def _adjudication(section: Section | None) -> Adjudication:
    if section is None:
        return Adjudication()
    plain = Adjudication()
    made = Adjudication(
        resign_value=section.number("resign_value", None, least=0.0),
        resign_moves=section.whole("resign_moves", plain.resign_moves, least=1),
        draw_value=section.number("draw_value", None, least=0.0),
        draw_moves=section.whole("draw_moves", plain.draw_moves, least=1),
        draw_after=section.whole("draw_after", plain.draw_after),
        most_plies=section.whole("most_plies", 0, least=1) or None,
    )
    section.nothing_left()
    return made
