"""`halfmove play`: a game in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from halfmove.cli import options, usage


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove play`."""

    game: options.GameName
    side: Annotated[
        str,
        usage.Option(
            metavar="WHO",
            help="Your side: first, second, or what the game calls it; both (two people); none (engine "
            "against engine).",
        ),
    ] = "first"
    level: Annotated[
        str | None,
        usage.Option(metavar="1–10", help="The engine's strength, from beginner to full (default 5)."),
    ] = None
    seconds: Annotated[
        str | None,
        usage.Option(
            metavar="S",
            help="Seconds for each move of the engine, which plays at full strength without --level.",
        ),
    ] = None
    against: Annotated[
        str | None,
        usage.Option(
            metavar="PLAYER",
            help="An opponent in place of the engine: uci:stockfish, mcts?simulations=1000, …",
        ),
    ] = None
    settings: options.Parameters = None
    position: options.Position = None
    number: options.GameNumber = None
    moves: options.Moves = None
    roll: options.Roll = None
    dice: Annotated[
        str,
        usage.Option(
            metavar="HOW", help="drawn: at random; typed: you enter what was thrown on a real board."
        ),
    ] = "drawn"
    algorithm: options.AlgorithmName = "auto"
    network: options.NetworkFile = None
    threads: options.Threads = "1"
    seed: Annotated[
        str | None,
        usage.Option(
            metavar="N", help="The same seed repeats the engine's random choices.", rich_help_panel="Search"
        ),
    ] = None
    memory: options.Memory = None
    book: Annotated[
        str | None,
        usage.Option(metavar="FILE", help="The engine plays from this book of openings first."),
    ] = None
    endings: options.Endings = None
    syzygy: options.Syzygy = None


@options.takes(Options)
def play(typed: Options) -> None:
    """Play in the terminal against the engine, another player, or another person. Type a move, or help.

    Levels 1 to 5 look 1, 1, 2, 3 and 4 plies ahead and play 50, 25, 15, 8 and 3 % of their moves at random;
    levels 6 to 8 look 5, 7 and 10 plies ahead; level 9 thinks half a second a move, level 10 two seconds.

    Example: halfmove play connect4 --level 3 --side second

    Example: halfmove play backgammon --dice typed

    Example: halfmove play chess --against "uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500"
    """
    from halfmove.cli.options import duration, processor_cores, whole
    from halfmove.cli.play.request import Setting, start
    from halfmove.cli.position import chosen, how_many, open_history
    from halfmove.cli.search import with_network
    from halfmove.cli.terminal import console

    algorithm, own = with_network(typed.algorithm, (), typed.network)
    setting = Setting(
        side=typed.side,
        dice=typed.dice,
        level=whole(typed.level, "--level", most=10),
        seconds=duration(typed.seconds, "--seconds"),
        algorithm=algorithm,
        threads=processor_cores(typed.threads),
        seed=whole(typed.seed, "--seed", least=0, most=2**32 - 1),
        megabytes=whole(typed.memory, "--memory"),
        book=typed.book,
        endings=typed.endings,
        syzygy=typed.syzygy,
        options=own,
        against=typed.against,
    )
    position = chosen(typed.position, typed.number)
    history = open_history(typed.game, typed.settings, position, typed.moves, roll=typed.roll)
    if said := how_many(typed.game, typed.settings, position):
        console().print(said)
    start(history, setting)
