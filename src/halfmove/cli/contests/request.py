"""From the options of the command line to a `Plan`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from halfmove.arena.job import Adjudication
from halfmove.arena.openings import source
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.cli.options import duration, whole
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, MOST_SEED, read_decimal, shorten
from halfmove.games.reference import GameReference

MOST_GAMES = 10_000
"""Of a match under a sequential test that does not say."""
DEFAULT_CONTROL = "0.1/move"
_ANY_MARGIN = 1e9
OWN_BOUNDS = ("depth", "nodes", "seconds", "simulations")


@dataclass(frozen=True)
class Asked:
    """The options as they were typed."""

    players: Sequence[str]
    game: str
    settings: list[str] | None = None
    format: str = Format.MATCH
    against: str | None = None
    games: str | None = None
    rounds: str | None = None
    seed: str = "0"
    control: Sequence[str] | None = None
    grace: str | None = None
    patience: str | None = None
    openings: str | None = None
    plies: str | None = None
    margin: str | None = None
    shuffle: bool = False
    sprt: str | None = None
    alpha: str | None = None
    beta: str | None = None
    draw: str | None = None
    resign: str | None = None
    most_plies: str | None = None
    on_fault: str = "loss"

    @classmethod
    def of(cls, typed: object, **otherwise: Any) -> Asked:
        """What was typed after a verb, by the names of its options; some of it `otherwise`."""
        named = {f.name: getattr(typed, f.name) for f in fields(cls) if hasattr(typed, f.name)}
        return cls(**{**named, **otherwise})


def game_among(words: Sequence[str], game: str | None, *, example: str) -> tuple[str, list[str]]:
    """The game and the players of a command's words: the game is the one of `--game`, else the first or the
    last word, whichever is a game's name; where neither is (a file, a tree), as in the `example`."""
    from halfmove.games.registry import games

    if game is not None:
        return game, list(words)
    first = example.split()[2] in games()
    if len(words) > 1 and words[0 if first else -1] not in games() and words[-1 if first else 0] in games():
        first = not first
    if not words:
        raise BadInput(f"Give a game and players: {example}.")
    return (words[0], [*words[1:]]) if first else (words[-1], [*words[:-1]])


def plan_of(asked: Asked) -> Plan:
    """The plan; `BadInput` says which option is wrong."""
    from halfmove.cli.options import read_settings
    from halfmove.cli.position import open_game

    game = open_game(asked.game, asked.settings)
    alone = asked.against is not None or (game.players == 1 and asked.format == Format.MATCH)
    if asked.against is not None:
        if game.players == 1:
            raise BadInput(f"{game.title()} is for one player here, so nobody can be --against.")
        asked = replace(asked, players=[*asked.players, asked.against])
    if alone:
        asked = replace(asked, format=Format.ALONE)
        if asked.draw or asked.resign or asked.most_plies:
            raise BadInput(
                "--draw, --resign and --most-plies are about games between players; those of players that "
                "are judged one by one are played to their end."
            )
    stop = _stop(asked)
    games = whole(asked.games, "--games")
    if asked.rounds is not None and asked.format != Format.SWISS:
        raise BadInput("--rounds is about a Swiss tournament; that takes --format swiss.")
    plan = Plan(
        game=GameReference(asked.game, _typed(game, read_settings(asked.settings or []))),
        players=tuple(asked.players),
        format=_format(asked.format),
        games=games or (MOST_GAMES if stop else 100),
        rounds=whole(asked.rounds, "--rounds") or 0,
        controls=_controls(asked),
        openings=_openings(asked, alike=not game.has_chance and not game.veiled),
        adjudication=_adjudication(asked),
        on_fault=asked.on_fault,
        seed=whole(asked.seed, "--seed", least=0, most=MOST_SEED) or 0,
        stop=stop,
    )
    if asked.grace is not None:
        plan = replace(plan, grace=_number(asked.grace, "--grace"))
    if asked.patience is not None:
        plan = replace(plan, patience=duration(asked.patience, "--patience") or 10.0)
    return plan


def _typed(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters given, as the game has understood them; all it has where one goes by another name."""
    known = game.parameters
    return {key: known[key] for key in given} if given.keys() <= known.keys() else dict(known)


def _format(text: str) -> Format:
    if text not in tuple(Format):
        raise BadInput(f"There is no format '{text}'; there are: {', '.join(f for f in Format)}.")
    return Format(text)


def _controls(asked: Asked) -> tuple[str, ...]:
    """One for all or one for each; a player that has no bound gets `DEFAULT_CONTROL`, but engines over GTP:
    they play by a level of their own, and many heed no time below a second."""
    from halfmove.arena.clock import time_control
    from halfmove.arena.description import describe

    given = [time_control(text).text for text in asked.control or ()]
    if given:
        return tuple(given)
    bounded = [any(key in describe(text).options for key in OWN_BOUNDS) for text in asked.players]
    unhurried = [
        b or describe(t).kind in ("random", "person", "gtp", "strategy")
        for b, t in zip(bounded, asked.players)
    ]
    if all(unhurried):
        return ("",)
    return tuple("" if known else DEFAULT_CONTROL for known in unhurried)


def _openings(asked: Asked, *, alike: bool) -> OpeningSource:
    """Random ones where nothing is said and every pair would be `alike` without: in a game that has no luck
    of its own and hides nothing.
    Nobody need be even where players are judged one by one."""
    text = asked.openings
    plies = whole(asked.plies, "--plies")
    if text == "none" or (text is None and plies is None and not alike):
        if plies or asked.shuffle or asked.margin:
            raise BadInput("--plies, --margin and --shuffle are about openings, but there are none.")
        return source()
    if asked.shuffle and text in (None, "random"):
        raise BadInput("--shuffle is about the openings of a file; random ones have no order to lose.")
    if asked.margin is None and asked.format == Format.ALONE and text in (None, "random"):
        return source("random", plies=plies or 0, margin=_ANY_MARGIN)
    if asked.margin is None:
        return source(text or "random", plies=plies or 0, shuffled=asked.shuffle)
    if text not in (None, "random"):
        raise BadInput("--margin is about random openings; those of a file are taken as they are.")
    return source("random", plies=plies or 0, margin=_number(asked.margin, "--margin"))


def _stop(asked: Asked) -> StopRule | None:
    if asked.sprt is None:
        if asked.alpha is not None or asked.beta is not None:
            raise BadInput("--alpha and --beta are about --sprt, which is not given.")
        return None
    from halfmove.arena.statistics.sprt import test

    words = asked.sprt.replace(",", " ").split()
    if len(words) not in (2, 3):
        raise BadInput(f'--sprt takes two Elo differences and perhaps a model, "0 5", not "{asked.sprt}".')
    rule = StopRule(
        elo0=_number(words[0], "--sprt", least=None),
        elo1=_number(words[1], "--sprt", least=None),
        model=words[2] if len(words) == 3 else StopRule.model,
        alpha=_number("0.05" if asked.alpha is None else asked.alpha, "--alpha"),
        beta=_number("0.05" if asked.beta is None else asked.beta, "--beta"),
    )
    test(rule)
    return rule


def _adjudication(asked: Asked) -> Adjudication:
    rule: dict[str, Any] = {"most_plies": whole(asked.most_plies, "--most-plies")}
    if asked.draw is not None:
        value, moves, after = _words(asked.draw, "--draw", 3, "0.1 8 80")
        rule["draw_value"] = _number(value, "--draw")
        rule["draw_moves"] = whole(moves, "--draw") or 1
        rule["draw_after"] = whole(after, "--draw", least=0) or 0
    if asked.resign is not None:
        value, moves = _words(asked.resign, "--resign", 2, "6 3")
        rule["resign_value"] = _number(value, "--resign")
        rule["resign_moves"] = whole(moves, "--resign") or 1
    return Adjudication(**rule)


def _words(text: str, option: str, number: int, example: str) -> list[str]:
    words = text.replace(",", " ").split()
    if len(words) != number:
        raise BadInput(f'{option} takes {number} numbers, such as "{example}", not "{text}".')
    return words


def _number(text: str, option: str, least: float | None = 0.0) -> float:
    low = -MOST if least is None else least
    value = read_decimal(text, low, MOST)
    if value is None:
        raise BadInput(f"{option} takes a number from {low:.12g} to {MOST}, not '{shorten(text)}'.")
    return value


def anchors_of(text: str | None) -> dict[str, float]:
    """`NAME=ELO` as a rating to hold."""
    if text is None:
        return {}
    name, equals, rating = text.rpartition("=")
    if not equals or not name:
        raise BadInput(f"--anchor takes NAME=ELO, such as alphabeta=1500, not '{text}'.")
    return {name: _number(rating, "--anchor", least=None)}
