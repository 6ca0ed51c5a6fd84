"""`halfmove lichess`: a bot on Lichess."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass

from halfmove.bridges.lichess.challenges import (
    LONGEST_INCREMENT,
    LONGEST_INITIAL,
    MODES,
    OPPONENTS,
    SPEEDS,
    USUAL_SPEEDS,
    VARIANTS,
    Acceptance,
)
from halfmove.core.computer import usable_cores
from halfmove.core.errors import BadInput
from halfmove.core.operation import File, Request, Seconds, Switch, Text, Texts, Whole, Work, field, operation

TOKEN = "LICHESS_TOKEN"
ACCEPTED, PLAY = "Challenges that are accepted", "Play"
KNOWN = {"variants": VARIANTS, "speeds": SPEEDS, "modes": MODES, "opponents": OPPONENTS}


@operation("lichess", "Play as a bot on Lichess.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class LichessRequest(Request):
    """Play chess as a BOT account of Lichess: accept challenges, and play them with any player of the arena.

    The account's token, with the permission to play as a bot, is in the environment variable LICHESS_TOKEN or
    in a file. Ctrl-C accepts no more challenges and ends after the games that are underway; a second one
    leaves at once.

    Example: halfmove lichess

    Example: halfmove lichess level?n=5 --variants standard --speeds bullet,blitz --games 2

    Example: halfmove lichess uci:stockfish?Threads=2 --token-file token.txt --modes casual
    """

    player: str = field(
        Text("PLAYER"),
        "The player, as for `halfmove match`: auto?threads=1, level?n=5, uci:stockfish.",
        default="auto",
        usual="auto with all processor cores",
        place=True,
    )
    url: str = field(Text("ADDRESS"), "Another server with the same API.", default="https://lichess.org")
    token_file: str | None = field(
        File(), "A file with the token and nothing else.", default=None, usual=f"the variable {TOKEN}"
    )
    upgrade: bool = field(
        Switch(),
        "Make the account a BOT account, for good, if it is none and has played no game.",
        default=False,
    )
    variants: tuple[str, ...] = field(
        Texts("NAME,NAME"),
        "Of standard, chess960 and fromPosition.",
        default=VARIANTS,
        usual=",".join(VARIANTS),
        group=ACCEPTED,
    )
    speeds: tuple[str, ...] = field(
        Texts("NAME,NAME"),
        "Of ultraBullet, bullet, blitz, rapid, classical and correspondence.",
        default=USUAL_SPEEDS,
        usual=",".join(USUAL_SPEEDS),
        group=ACCEPTED,
    )
    modes: tuple[str, ...] = field(
        Texts("NAME,NAME"), "Of rated and casual.", default=MODES, usual=",".join(MODES), group=ACCEPTED
    )
    opponents: tuple[str, ...] = field(
        Texts("NAME,NAME"), "Of human and bot.", default=OPPONENTS, usual=",".join(OPPONENTS), group=ACCEPTED
    )
    least_initial: int = field(
        Whole(0, LONGEST_INITIAL),
        "Seconds on the clock at the beginning, at least.",
        default=0,
        group=ACCEPTED,
    )
    most_initial: int = field(Whole(0, LONGEST_INITIAL), "At most.", default=LONGEST_INITIAL, group=ACCEPTED)
    least_increment: int = field(
        Whole(0, LONGEST_INCREMENT),
        "Seconds that come to the clock with each move, at least.",
        default=0,
        group=ACCEPTED,
    )
    most_increment: int = field(
        Whole(0, LONGEST_INCREMENT), "At most.", default=LONGEST_INCREMENT, group=ACCEPTED
    )
    games: int = field(Whole(1, 64), "Games at once.", default=1, group=PLAY)
    overhead: int = field(
        Whole(0, 10_000),
        "Milliseconds of the clock kept back for the way to the server.",
        default=300,
        group=PLAY,
        word="MS",
    )
    seconds: float = field(
        Seconds(), "Time for a move of a game without a clock.", default=10.0, usual="10", group=PLAY
    )
    greeting: str = field(
        Text(most=140), "What to say to the opponent when a game begins.", default="", group=PLAY
    )

    @property
    def description(self) -> str:
        """The player for the arena; ours, where nobody names one, with all cores, shared by its games."""
        return (
            f"auto?threads={max(usable_cores() // self.games, 1)}" if self.player == "auto" else self.player
        )

    def check(self, name: Callable[[str], str]) -> None:
        for key, known in KNOWN.items():
            given = getattr(self, key)
            if not given or not {*given} <= {*known}:
                raise BadInput(f"{name(key)} takes some of {', '.join(known)}, not '{','.join(given)}'.")
        for least, most in (("least_initial", "most_initial"), ("least_increment", "most_increment")):
            if getattr(self, least) > getattr(self, most):
                raise BadInput(f"{name(least)} must not be above {name(most)}.")


def show(asked: LichessRequest, work: Work) -> None:
    """Play until Ctrl-C; `BadInput` says what stands in the way."""
    from halfmove.bridges.lichess.bot import Bot
    from halfmove.bridges.lichess.connection import Connection
    from halfmove.bridges.lichess.game import Manner

    limits = ("least_initial", "most_initial", "least_increment", "most_increment")
    bot = Bot(
        Connection(asked.url, _read_token(asked.token_file), _say),
        asked.description,
        Acceptance(**{key: getattr(asked, key) for key in (*KNOWN, *limits)}),
        Manner(asked.overhead / 1000, asked.seconds, asked.greeting),
        games=asked.games,
    )
    bot.log_in(upgrade=asked.upgrade)
    bot.prepare()
    work.call_until_stopped(bot.run)


def _read_token(path: str | None) -> str:
    """The token, which no program that is started here finds in its environment."""
    given = os.environ.pop(TOKEN, "")
    if path is not None:
        from halfmove.core.bounded_file import MEGABYTE, read_bounded

        try:
            given = read_bounded(path, MEGABYTE).decode("ascii", "replace")
        except OSError as error:
            raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None
    if not given.strip():
        raise BadInput(f"There is no token for Lichess: set {TOKEN}, or name a file by --token-file.")
    return given.strip()


def _say(line: str) -> None:
    """Write a line at once and in one piece; games go on where nobody reads it any more."""
    with contextlib.suppress(OSError):
        print(f"{line}\n", end="", flush=True)
