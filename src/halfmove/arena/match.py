"""The operations `match` and `tournament`: `hm.match("engine?depth=5", "engine?depth=4", game="connect4")`.

Players are lines (`arena.description`) or, in Python, objects (`arena.players.given`), games likewise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from halfmove.arena.clock import is_time_control
from halfmove.arena.contest import check_plan, run
from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication
from halfmove.arena.kinds import AnyGame, Controls, Numbers, OpeningsKind, PlayerKind, PlayersKind, Sprt
from halfmove.arena.openings import parse_source
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.arena.player import Player
from halfmove.arena.report.request import ReportRequest
from halfmove.arena.results import Results
from halfmove.arena.schedule import schedule_plan
from halfmove.arena.store import DEFAULT_FILE, Store
from halfmove.arena.underway import Playing, ProgressObserver
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import rules_of
from halfmove.core.numbers import MOST, MOST_SEED
from halfmove.core.objects import PREFIX, names_for
from halfmove.core.operation import (
    LOCAL_FACES,
    Choice,
    Decimal,
    File,
    GameRequest,
    Object,
    Seconds,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.games.reference import GameReference

if TYPE_CHECKING:
    from halfmove.arena.contest import SeeContest
    from halfmove.imperfect.abstract_strategy import AbstractStrategy
    from halfmove.imperfect.strategy import Strategy

Contestant: TypeAlias = "str | Player | Strategy | AbstractStrategy | Callable[..., Any]"
"""A player as a person names it in Python: a line, or an object (`arena.players.given`)."""

MOST_GAMES = 10_000
"""Of a match under a sequential test that does not say."""
DEFAULT_CONTROL = "0.1/move"
OWN_BOUNDS = ("depth", "nodes", "seconds", "simulations")
UNHURRIED = ("random", "person", "gtp", "strategy", "object")
"""Kinds of players that need no bound; engines over GTP play by a level of their own, and many heed no time
below a second."""
ANY_MARGIN = 1e9

GAMES, TIME, OPENINGS = "Games", "Time", "Openings"
SCORING, PLACE = "Scoring and stopping", "Where they are played"


@dataclass(frozen=True, kw_only=True)
class ContestRequest(ReportRequest, GameRequest):
    """A request for games between players."""

    game_is_first: ClassVar[bool]
    """Whether the game stands before the players, where their names do not say."""
    example: ClassVar[str]
    """A command as it is to be."""

    game: Game | GameReference | str | None = field(  # type: ignore[assignment]
        AnyGame(),
        "The game, where it is not among the players.",
        default=None,
        options=("--game",),
        group=GAMES,
        example="tictactoe",
    )
    players: tuple[Contestant, ...] = field(
        PlayersKind("A B … GAME"),
        "The players, one line each, and the game, last or first. A player is an algorithm (engine?depth=6), "
        "random, person, an engine (uci:stockfish, gtp:gnugo) or a file.",
        place=True,
        python="*players",
        example=["alphabeta?depth=2", "random"],
    )
    seed: int = field(
        Whole(0, MOST_SEED), "The seed of openings, chance and random players.", default=0, group=GAMES
    )
    control: Sequence[str] | str = field(
        Controls("TC"),
        "How long players think: 10+0.1 (a clock), 40/60+0.5, 0.5/move, depth=6, nodes=10000, "
        "simulations=1000; once for all, or once for each player in order.",
        default=(),
        usual="0.1/move where a player has no bound of its own",
        options=("--control", "-t"),
        group=TIME,
    )
    grace: float = field(
        Decimal(0, MOST, word="S"), "Seconds over the time that are forgiven.", default=0.1, group=TIME
    )
    patience: float = field(
        Seconds(), "Seconds beyond that after which a player counts as hung.", default=10.0, group=TIME
    )
    openings: OpeningSource | str | None = field(
        OpeningsKind(word="FILE|random"),
        "A file (.pgn, .epd, .fen, .sgf, or moves, one opening a line), or balanced ones made at random; "
        "none: the initial position.",
        default=None,
        usual="random in a terminal, unless the game has luck or hides something; else none",
        group=OPENINGS,
    )
    plies: int | None = field(
        Whole(), "Plies of an opening.", default=None, usual="4 at random", group=OPENINGS
    )
    margin: float | None = field(
        Decimal(0, MOST, word="V"),
        "How far ahead a side may be after a random opening; 1 is a win or a pawn.",
        default=None,
        usual="0.25",
        group=OPENINGS,
    )
    shuffle: bool = field(Switch(), "Take the file's openings in any order.", default=False, group=OPENINGS)
    draw: tuple[float, int, int] | None = field(
        Numbers('"VALUE MOVES AFTER"', kinds=(Decimal(0, MOST), Whole(), Whole(0)), example="0.1 8 80"),
        "Score a game drawn once both sides have said at most VALUE for MOVES moves each, after AFTER plies: "
        "0.1 8 80.",
        default=None,
        group=SCORING,
    )
    resign: tuple[float, int] | None = field(
        Numbers('"VALUE MOVES"', kinds=(Decimal(0, MOST), Whole()), example="6 3"),
        "Score it lost once both sides have seen one of them VALUE behind for MOVES moves each: 6 3.",
        default=None,
        group=SCORING,
    )
    most_plies: int | None = field(Whole(), "Score it drawn after N plies.", default=None, group=SCORING)
    adjudication: Adjudication | None = field(
        Object(), "All rules by which games are scored before their end.", default=None, faces=("python",)
    )
    on_fault: str = field(
        Choice(("loss", "void"), "loss|void"),
        "A crash, a hang, nonsense or an illegal move loses the game, or the game is played again.",
        default="loss",
        group=SCORING,
    )
    at_once: int | None = field(
        Whole(1, 4096),
        "Games at once.",
        default=None,
        usual="as many as have cores of their own",
        group=PLACE,
    )
    ray: str | None = field(
        Text("ADDRESS"), "Play on the Ray cluster at this address.", default=None, group=PLACE
    )
    file: str | None = field(
        File(),
        "Where the games are kept.",
        default=None,
        usual=f"{DEFAULT_FILE} in a terminal, else nowhere",
        options=("--file", "-f"),
        group=PLACE,
    )
    again: bool = field(
        Switch(), "Start again instead of continuing what the file has.", default=False, group=PLACE
    )
    see: SeeContest | None = field(
        Object(),
        "Called with the results, and the games in progress, after each game and a few times a second.",
        default=None,
        faces=("python",),
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.openings == "none" and (self.plies or self.shuffle or self.margin):
            raise BadInput(
                f"{name('plies')}, {name('margin')} and {name('shuffle')} are about openings, but there are "
                "none."
            )
        if self.shuffle and self.openings in (None, "random"):
            raise BadInput(
                f"{name('shuffle')} is about the openings of a file; random ones have no order to lose."
            )
        if self.margin is not None and self.openings not in (None, "random"):
            raise BadInput(
                f"{name('margin')} is about random openings; those of a file are taken as they are."
            )

        stray = [word for word in self.players if isinstance(word, str) and is_time_control(word)]
        if stray:
            flag = name("control")
            each = " ".join(f"{flag} {one}" for one in (*self.control, *stray))
            raise BadInput(
                f"'{stray[0]}' is a time control, not a player; give each with its own {flag}: {each}"
            )

    def doing(self) -> str:
        return self.operation.doing

    def is_interactive(self) -> bool:
        words = [one for one in self.players if isinstance(one, str)]
        return any(word.partition("?")[0] == "person" for word in words)

    def run(self, work: Work) -> Iterator[Results]:
        """The results, once all is played, or after Ctrl-C."""
        game, players = self._game_and_players()
        with _name_players(self.list_players(players), self._reference(game, work)) as (lines, reference):
            plan = self.plan(lines, reference, random=work.is_command)
            _, made = check_plan(plan)
            self.refuse(plan)
            if any(player.in_person for player in made) and not sys.stdin.isatty():
                work.say("moves are read from standard input.")
            yield self.add_report(self._play(plan, work))

    def _play(self, plan: Plan, work: Work) -> Results:
        """Play what is missing; in a terminal the games are kept in a file in any case."""
        game = plan.game.open()
        games = schedule_plan(plan, game).games
        onlooker = ProgressObserver(work)

        def see(results: Results, playing: Playing) -> None:
            if self.see is not None:
                self.see(results, playing)
            onlooker.show(results, playing, games)

        file = self.file or (DEFAULT_FILE if work.is_command else None)
        if file is None:
            return run(plan, at_once=self.at_once, ray=self.ray, see=see)
        with Store(file) as store:
            before = store.find(plan)
            contest = store.contest(plan, anew=self.again)
            known = 0 if self.again or before is None else len(store.records(contest))
            results = run(plan, store=store, at_once=self.at_once, ray=self.ray, see=see)
        if not results.done:
            work.stopped(
                f"stopped after {len(results.records)} games, which are in {file}; the same command goes on "
                "from there."
            )
        return replace(results, file=file, played_before=known)

    def _game_and_players(self) -> tuple[Any, tuple[Contestant, ...]]:
        """The game and the players: without a `game` it is the first or the last of the words, whichever is a
        game's name; where neither is (a file, a tree), as in the example."""
        if self.game is not None:
            return self.game, self.players
        from halfmove.games.registry import games

        is_game = [isinstance(word, str) and word in games() for word in self.players]
        first = self.game_is_first != (is_game[0] != is_game[-1] and is_game[0] != self.game_is_first)
        game = self.players[0 if first else -1]
        if not isinstance(game, str):
            raise BadInput(f"A {self.operation.name} needs players and a game: {self.example}")
        return game, self.players[1:] if first else self.players[:-1]

    def _reference(self, game: Any, work: Work) -> Game | GameReference:
        """The game, with its parameters as it understands them; all it has where one goes by another name."""
        if not isinstance(game, str) and not self.parameters:
            return game  # type: ignore[no-any-return]
        known = work.open_game(replace(self, game=game)).parameters
        given = self.parameters
        typed = {key: known[key] for key in given} if given.keys() <= known.keys() else dict(known)
        return GameReference(game, typed)

    def list_players(self, players: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
        """The players, and those that other fields name."""
        return players

    def format_for(self, game: Game) -> Format:
        """Who meets whom."""
        raise NotImplementedError

    def plan(self, players: tuple[str, ...], game: GameReference, *, random: bool = True) -> Plan:
        """What is to be played; `random`: from random openings where nothing is said."""
        rules = game.open()
        return Plan(
            game=game,
            players=players,
            format=self.format_for(rules),
            controls=_list_controls(players, tuple(self.control)),
            openings=self._openings(rules, random),
            adjudication=self._adjudication(),
            on_fault=self.on_fault,
            seed=self.seed,
            grace=self.grace,
            patience=self.patience,
        )

    def _openings(self, game: Game, random: bool) -> OpeningSource:
        """Where nothing is said, `random` ones if every pair would be alike without: in a game that has no
        luck of its own and hides nothing.  Nobody need be even where players are judged one by one."""
        if isinstance(self.openings, OpeningSource):
            return self.openings
        is_open = self.openings is None and self.plies is None and self.margin is None
        if self.openings == "none" or (is_open and (not random or game.has_chance or game.veiled)):
            return parse_source()
        margin = OpeningSource.margin if self.margin is None else self.margin
        if (
            self.margin is None
            and self.format_for(game) == Format.ALONE
            and self.openings in (None, "random")
        ):
            margin = ANY_MARGIN
        return parse_source(
            self.openings or "random", plies=self.plies or 0, shuffled=self.shuffle, margin=margin
        )

    def _adjudication(self) -> Adjudication:
        rule: dict[str, Any] = {"most_plies": self.most_plies}
        if self.draw is not None:
            rule |= dict(zip(("draw_value", "draw_moves", "draw_after"), self.draw, strict=True))
        if self.resign is not None:
            rule |= dict(zip(("resign_value", "resign_moves"), self.resign, strict=True))
        return self.adjudication or Adjudication(**rule)


@operation(
    "match",
    "Play a match between two players, and say which is stronger.",
    doing="playing",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class MatchRequest(ContestRequest):
    """Play a match: pairs of games from the same opening with the seats exchanged. In a game for one player
    each player is judged by itself, over the same games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a match that was stopped,
    and shows one that is finished. Ctrl-C stops with the result so far (exit status 130).

    Examples: halfmove match engine?depth=5 engine?depth=4 connect4 --games 100

    halfmove match uci:stockfish uci:gnuchess chess --control 10+0.1 --sprt "0 10"

    halfmove match expectiminimax?depth=4 mcts?simulations=1000 pacman --set ghosts=directional
    """

    game_is_first = False
    example = "halfmove match engine?depth=5 engine?depth=4 connect4"

    games: int | None = field(
        Whole(),
        "Games of the match.",
        default=None,
        usual="100; with a sequential test at most 10000",
        options=("--games", "-n"),
        group=GAMES,
        example=2,
    )
    against: Contestant | None = field(
        PlayerKind("PLAYER"),
        "Judge the players one by one: each has the first seat over the same games, and PLAYER has all "
        "others.",
        default=None,
        group=GAMES,
    )
    sprt: StopRule | None = field(
        Sprt('"ELO0 ELO1 [MODEL]"'),
        "Stop when the games decide between two Elo differences; the model is normalized, logistic, "
        "bayesian, or points: then they are means in the game's own unit (IMPs a board of bridge).",
        default=None,
        group=SCORING,
        old=("stop",),
    )
    alpha: float | None = field(
        Decimal(0, MOST, word="P"),
        "How often the test may accept ELO1 wrongly.",
        default=None,
        usual="0.05",
        group=SCORING,
    )
    beta: float | None = field(
        Decimal(0, MOST, word="P"),
        "How often the test may accept ELO0 wrongly.",
        default=None,
        usual="0.05",
        group=SCORING,
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if len(self.players) + (self.game is not None) < 2:
            raise BadInput(f"A match needs two players and a game: {self.example}")
        if self.sprt is None and (self.alpha is not None or self.beta is not None):
            raise BadInput(
                f"{name('alpha')} and {name('beta')} are about {name('sprt')}, which is not given."
            )
        if self.sprt is not None:
            from halfmove.arena.statistics.sprt import test

            test(self._make_rule(self.sprt))

    def _make_rule(self, given: StopRule) -> StopRule:
        alpha = given.alpha if self.alpha is None else self.alpha
        return replace(given, alpha=alpha, beta=given.beta if self.beta is None else self.beta)

    def list_players(self, players: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
        return players if self.against is None else (*players, self.against)

    def format_for(self, game: Game) -> Format:
        if self.against is not None and game.players == 1:
            raise BadInput(f"{game.title()} is for one player here, so nobody can be against the players.")
        return Format.MATCH if self.against is None and game.players > 1 else Format.ALONE

    def plan(self, players: tuple[str, ...], game: GameReference, *, random: bool = True) -> Plan:
        plan = super().plan(players, game, random=random)
        if len(players) < 2 and plan.format != Format.ALONE:
            raise BadInput(f"A match needs two players and a game: {self.example}")
        stop = None if self.sprt is None else self._make_rule(self.sprt)
        return replace(plan, games=self.games or (MOST_GAMES if stop else 100), stop=stop)


@operation(
    "tournament",
    "Play a tournament, and rate the players.",
    doing="playing",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class TournamentRequest(ContestRequest):
    """Play a tournament, and rate the players by all its games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a tournament that was
    stopped. Ctrl-C stops with the table so far (exit status 130).

    Example: halfmove tournament connect4 engine?depth=2 engine?depth=4 engine?depth=6 random --games 20
    """

    game_is_first = True
    example = "halfmove tournament connect4 engine?depth=2 engine?depth=4 engine?depth=6 random"

    games: int = field(
        Whole(), "Games of each pairing.", default=20, options=("--games", "-n"), group=GAMES, example=2
    )
    format: str = field(
        Choice(tuple(map(str, Format)), "FORMAT"),
        "Who meets whom: round-robin, gauntlet (the first against all) or swiss.",
        default=str(Format.ROUND_ROBIN),
        group=GAMES,
    )
    rounds: int | None = field(
        Whole(),
        "Rounds of a Swiss tournament.",
        default=None,
        usual="as many as the number of players asks for",
        group=GAMES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.rounds is not None and self.format != Format.SWISS:
            raise BadInput(
                f"{name('rounds')} is about a Swiss tournament; that takes {name('format')} swiss."
            )

    def format_for(self, game: Game) -> Format:
        return Format(self.format)

    def plan(self, players: tuple[str, ...], game: GameReference, *, random: bool = True) -> Plan:
        return replace(super().plan(players, game, random=random), games=self.games, rounds=self.rounds or 0)


def _list_controls(players: Sequence[str], given: tuple[str, ...]) -> tuple[str, ...]:
    """One for all or one for each; a player that has no bound and needs one gets `DEFAULT_CONTROL`."""
    if given:
        return given
    described = [describe(text) for text in players]
    unhurried = [one.kind in UNHURRIED or any(key in one.options for key in OWN_BOUNDS) for one in described]
    if all(unhurried):
        return ("",)
    return tuple("" if known else DEFAULT_CONTROL for known in unhurried)


@contextmanager
def _name_players(
    players: Sequence[Contestant], game: Game | GameReference
) -> Iterator[tuple[tuple[str, ...], GameReference]]:
    """The players' lines and the game's reference: objects have names while the block goes on."""
    from halfmove.arena.players.given import as_player, description_of, title_of

    made = {id(one): as_player(one) for one in players if not isinstance(one, str)}
    objects: list[tuple[str, Any]] = [(title_of(player), player) for player in made.values()]
    local = isinstance(game, Game) and GameReference.known(game) is None
    if isinstance(game, Game) and local:
        objects.append((type(rules_of(game)).__name__, game))
    with names_for(objects) as names:
        lines = dict(zip(made, (description_of(name).text for name in names), strict=False))
        reference = (
            GameReference(PREFIX + names[-1], dict(game.parameters))
            if isinstance(game, Game) and local
            else GameReference.of(game)
        )
        yield tuple(one if isinstance(one, str) else lines[id(one)] for one in players), reference
