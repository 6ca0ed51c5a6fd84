"""From the options of `play` to a match: who plays which side, and how strong."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom
from typing import TYPE_CHECKING

from halfmove.arena.description import Description
from halfmove.arena.players.levels import describe_level, find_level
from halfmove.cli import report
from halfmove.cli.play import Play
from halfmove.cli.play.engine import AtLevel, Opponent, Thinker
from halfmove.cli.play.game import PlayedGame
from halfmove.cli.play.run import Match
from halfmove.cli.play.series import Series, begin_series
from halfmove.cli.position import chosen, how_many
from halfmove.cli.terminal import console
from halfmove.core import figures
from halfmove.core.contract import Chance, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.imperfect.usual_strategy import find_seated_player

if TYPE_CHECKING:
    from halfmove.books.book import Book
    from halfmove.cli.operations import TerminalWork


def show(request: Play, work: TerminalWork) -> None:
    """Play the game that is asked for."""
    history = work.open(request)
    if said := how_many(str(request.game), request.parameters, chosen(request.position, request.number)):
        console().print(said)
    threads = None if request.threads is None else work.cores(request.threads)  # a word of it comes first
    start(history, replace(request, threads=threads), work)


def start(target: History, setting: Play, work: TerminalWork) -> None:
    """Check that the match can be played, say who plays, and play it; then its next hands, if it has any."""
    series = begin_series(target.game)
    following: tuple[History, set[int]] | None = (target, _people(target.game, setting.side))
    while following is not None:
        following = _play(*following, setting, work, series)


def _play(
    target: History, people: set[int], setting: Play, work: TerminalWork, series: Series
) -> tuple[History, set[int]] | None:
    """Play one game; where it is a hand and another is asked for, that one, and who plays which seat."""
    game = target.game
    engines = [who for who in range(game.players) if who not in people]
    if not engines:
        _nobody_asks(setting)
    elif _is_open(setting):
        setting = replace(setting, against=_seated(game))
    typed = _typed(game, setting.dice)
    seed = SystemRandom().randrange(10_000) if setting.seed is None else setting.seed + series.hands
    thinker = Thinker(game, replace(setting, seed=seed), work)
    names = [figures.player(game, who) for who in range(game.players)]
    theirs = " and ".join(names[who] for who in engines)
    opponent: Opponent | None = None
    introduced: list[str] = []
    if engines and setting.against is not None:
        opponent, said = _described(game, setting, engines, seed)
        introduced = [f"{theirs}: {said}."]
    elif engines:
        opponent, said, known = _at_level(target, setting, Thinker(game, thinker.request, work))
        introduced = [f"The engine plays {theirs}: {said}.", *known]
    session = PlayedGame(target)
    out = console()
    out.print(report.heading(game), style="bold")
    if people:
        yours = " and ".join(names[who] for who in sorted(people))
        out.print(f"You play {yours}. Type a move, or help.")
    for line in introduced:
        out.print(line)
    match = Match(session, people, opponent, thinker, seed, typed=typed, series=series)
    match.run()
    return match.following


def _is_open(setting: Play) -> bool:
    """Whether nothing says who the engine is or how strong."""
    asked = (setting.against, setting.level, setting.seconds, setting.book)
    return not any(asked) and not setting.search_options and setting.algorithm == "auto"


def _seated(game: Game) -> str | None:
    """The player who takes the seat before any engine, in one line; None where none does."""
    found = find_seated_player(game)
    if found is None:
        return None
    if isinstance(found, str):
        return Description("strategy", target=found).text
    return Description("strategy", options={"file": str(found)}, called=f"strategy {found.name}").text


def _nobody_asks(setting: Play) -> None:
    """`BadInput` for what is asked of an engine where only people play."""
    asked = {
        "--level sets the engine's strength": setting.level,
        "--against says who plays": setting.against,
        "--book is for the engine": setting.book,
    }
    for said, value in asked.items():
        if value is not None:
            raise BadInput(f"{said}, but with --side both no engine plays; leave one out.")


def _at_level(target: History, setting: Play, thinker: Thinker) -> tuple[Opponent, str, list[str]]:
    """The engine at its level, how strong that is in words, and what else is to be told of it."""
    game = target.game
    strength = find_level(setting.level, setting.seconds)
    _ = thinker.tables
    ours = thinker.session  # made now: whatever stands in its way is told before the game
    if not target.over and not ours.ready(target.state):
        ours.made_aside(target.state)  # while the person thinks
    book = _book(game, setting.book)
    drawn = game.hidden and setting.seed is None  # who is told such a seed is told what is dealt
    random = f", seed {thinker.request.seed}" if strength.depth and not drawn else ""
    known = [] if book is None else [f"It knows openings: {book.size:,} moves."]
    return (
        AtLevel(thinker, strength, book),
        f"{describe_level(strength, thinker.session.algorithm, game)}{random}",
        known,
    )


def _described(game: Game, setting: Play, engines: list[int], seed: int) -> tuple[Opponent, str]:
    """The player that `--against` describes, and what to say of it."""
    from halfmove.cli.play.described import Described

    own = {"--level": setting.level, "--book": setting.book}
    for option, value in own.items():
        if value is not None:
            raise BadInput(
                f"{option} is the engine's, and --against has another player in its place; leave one out."
            )
    opponent = Described(setting.against or "", game, engines, setting.seconds, seed)
    return opponent, ", ".join(filter(None, (opponent.title, opponent.strength)))


def _typed(game: Game, how: str) -> bool:
    """Whether the person says what is thrown; `BadInput` where that cannot be."""
    if how not in ("drawn", "typed"):
        raise BadInput(f"--dice must be drawn or typed, not '{how}'.")
    if how == "typed" and game.chance is Chance.NONE:
        raise BadInput(
            f"--dice typed is for games of chance, and in {game.title()} nothing is left to chance."
        )
    if how == "typed" and game.hidden:
        raise BadInput(f"--dice typed would tell what is hidden in {game.title()}; leave it out.")
    return how == "typed"


def _book(game: Game, file: str | None) -> Book | None:
    """The book that is asked for; `BadInput` where it cannot be used."""
    if file is None:
        return None
    from halfmove.books.opening import open_book_of

    return open_book_of(game, file)


def _people(game: Game, side: str) -> set[int]:
    """The players whose moves a person types."""
    everyone = set(range(game.players))
    sides = {"first": {0}, "second": {1}, "both": everyone, "none": set[int]()}
    named = {name.lower(): {who} for who, name in enumerate(game.player_names[: game.players])}
    chosen = sides.get(side, named.get(side.lower()))
    if chosen is None or not chosen <= everyone:
        known = [*named, *(word for word in sides if word not in named)]
        raise BadInput(f"--side must be {', '.join(known[:-1])} or {known[-1]}, not '{side}'.")
    return chosen
