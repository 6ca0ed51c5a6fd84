"""One game from its opening to its result: turns, clocks, rules, and the players' faults.

Where the game hides something each player gets his view of it (`core.view`): a state drawn from his
information set, and the moves as he sees them.  The watcher gets a spectator's view.  The record, which is
written when the game is over, has everything.

The time of a move is the time between the request and the player's answer.  A player at fault loses the game
(the contest may say that such a game does not count), and is started anew for its next one.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from halfmove.arena import scores
from halfmove.arena.adjudication import Adjudicator
from halfmove.arena.clock import Budget, Clock, parse_time_control
from halfmove.arena.job import Ending, FaultRecord, Job, MoveRecord, Opening, Record
from halfmove.arena.player import Choice, Fault, PlayerFault
from halfmove.arena.seat import Seat, describe_error
from halfmove.core.contract import CHANCE, SPECTATOR, Chance, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.randomness import stream
from halfmove.core.view import View

UNBOUNDED = 600.0
"""Seconds (and the job's patience) that a move may take where nothing bounds its time."""


@dataclass(frozen=True)
class Turn:
    """A seat has to move, and counts as hung after so many seconds; with `None` the game is over, and the
    players' `end_game` runs."""

    seat: int | None
    seconds: float


Watch = Callable[[Turn | MoveRecord], None]


def play(job: Job, seats: Sequence[Seat], *, watch: Watch | None = None) -> Record:
    """Play the job's game.  Faults of players are part of the record; `BadInput` only for the job itself."""
    return _Game(job, seats, watch).play()


def _play_opening(game: Game, opening: Opening) -> History:
    try:
        return opening.open(game)
    except BadInput as error:
        said = opening.name or " ".join(filter(None, (opening.position, *opening.moves)))
        raise BadInput(f"The opening '{said}' cannot be used: {error}") from None


class _Game:
    """The game being played."""

    def __init__(self, job: Job, seats: Sequence[Seat], watch: Watch | None) -> None:
        self.job = job
        self.seats = seats
        self.game = job.game.open()
        if len(seats) != self.game.players:
            raise BadInput(f"{self.game.title()} is for {self.game.players} players, not {len(seats)}.")
        self.sides = tuple(self.game.partnerships())
        self.history = _play_opening(self.game, job.opening)
        self.clocks = [Clock(parse_time_control(control)) for control in job.controls]
        self.adjudicator = Adjudicator(job.adjudication, len(seats))
        self.random = Random(job.seed)
        self.watch = watch
        self.moves: list[MoveRecord] = []
        self.faults: list[FaultRecord] = []
        self.inner: list[tuple[float, ...]] = []
        self.figures = [defaultdict[str, float](float) for _ in seats]
        self.thinking = 0.0
        self.began = time.perf_counter()

    def play(self) -> Record:
        view = View(self.history, SPECTATOR)
        for text, told in zip(self.history.texts(), view.moves(), strict=True):
            self._add_move(MoveRecord(text, 0.0, opening=True, seen=self._hide_text(told, text)))
        record = self._start_players() or self._play_turns()
        if self.watch is not None:
            self.watch(Turn(None, self.job.patience))
        for seat in self.seats:
            if seat.started:
                try:
                    seat.player.end_game(self.history)
                except Exception:  # noqa: BLE001  the game is over: it shows in the player's next one
                    seat.drop()
        return record

    # ---- before the first move
    def _start_players(self) -> Record | None:
        """Start every player that is not, and tell it of the game; the record if one cannot."""
        for number, seat in enumerate(self.seats):
            try:
                seat.ready()
                seat.player.new_game(self.game, number, self._seed_of(number))
            except PlayerFault as fault:
                return self._end_by_fault(number, fault)
            except Exception as error:  # noqa: BLE001  a player's own code may fail in any way
                return self._end_by_fault(number, PlayerFault(Fault.CRASH, f"fails: {describe_error(error)}"))
        return None

    def _seed_of(self, seat: int) -> int:
        """The seed of whoever sits there: its own, or two players that draw by lot would play the same game
        twice with the seats exchanged; partners do not draw the same."""
        partner = f" partner {seat}" if self.sides.index(self.sides[seat]) != seat else ""
        return Random(f"{self.job.seed} player {self.job.players[seat]}{partner}").getrandbits(32)

    # ---- turns
    def _play_turns(self) -> Record:
        while True:
            if self.history.over:
                return self._end_by_rules()
            verdict = self.adjudicator.verdict(len(self.history.actions))
            if verdict is not None and verdict.loser is None:
                return self._make_record(scores.score_draw(self.sides), verdict.ending, verdict.words)
            if verdict is not None and verdict.loser is not None:
                return self._end_lost(verdict.loser, verdict.ending, f"gives up: {verdict.words}")
            mover = self.history.mover
            if mover == CHANCE:
                self._play_chance()
                continue
            record = self._play_turn(mover)
            if record is not None:
                return record

    def _play_chance(self) -> None:
        state = self.history.state
        if self.game.chance is Chance.SAMPLED:
            action = self.game.draw_outcome(state, stream(self.random.getrandbits(64)))
        else:
            actions, weights = zip(*self.game.outcomes(state), strict=True)
            [action] = self.random.choices(actions, weights)
        text, seen = self.game.action_text(state, action), self._describe_seen(state, action)
        self.history.play(action)
        self._note_inner(state)
        self._add_move(MoveRecord(text, 0.0, seen=seen))

    def _describe_seen(self, state: Any, action: Any) -> str | None:
        """What a spectator is told of an action, where that is less than its text."""
        told = self.game.action_seen(state, action, SPECTATOR) if self.game.hidden else ""
        return self._hide_text(told, self.game.action_text(state, action))

    def _hide_text(self, told: str, text: str) -> str | None:
        return told if self.game.hidden and told != text else None

    def _sample_view(self, seat: int) -> History:
        """The game as the player of a seat may know it."""
        seed = Random(f"{self.job.seed} view {seat} {len(self.history.actions)}").getrandbits(64)
        return View(self.history, seat).sampled_history(seed)

    def _play_turn(self, seat: int) -> Record | None:
        """One move of a seat; the game's record if it ended with it."""
        budget = self._make_budget(seat)
        if self.watch is not None:
            self.watch(Turn(seat, budget.most))
        asked = time.perf_counter()
        try:
            choice = self.seats[seat].player.choose(self._sample_view(seat), budget)
            taken = time.perf_counter() - asked
            self.thinking += taken
            if not isinstance(choice, Choice):
                raise PlayerFault(Fault.NONSENSE, f"answers with {choice!r}, which is no Choice")
        except PlayerFault as fault:
            self.thinking += time.perf_counter() - asked
            return self._end_by_fault(seat, fault)
        except Exception as error:  # noqa: BLE001  a player's own code may fail in any way
            self.thinking += time.perf_counter() - asked
            return self._end_by_fault(seat, PlayerFault(Fault.CRASH, f"fails: {describe_error(error)}"))
        if choice.resigns:
            return self._end_lost(seat, Ending.RESIGNATION, "resigns")
        if not self.clocks[seat].spend(taken, self.job.grace):
            return self._end_lost(seat, Ending.TIME, f"loses on time (took {taken:.2f} s)")
        return self._play_choice(seat, choice, taken)

    def _play_choice(self, seat: int, choice: Choice, taken: float) -> Record | None:
        """Play the move that a seat has chosen, if it is one."""
        state = self.history.state
        if not self.game.accepts(state, choice.action):
            said = choice.text or repr(choice.action)
            return self._end_by_fault(seat, PlayerFault(Fault.ILLEGAL, f"plays {said}, which is not legal"))
        text, seen = self.game.action_text(state, choice.action), self._describe_seen(state, choice.action)
        try:
            self.history.play(choice.action)
        except BadInput as error:
            return self._end_by_fault(seat, PlayerFault(Fault.ILLEGAL, f"plays {text}: {error}"))
        self._note_inner(state)
        self._note_figures(seat, state, choice.action)
        self.adjudicator.note(seat, choice.value, choice.mate)
        self._add_move(
            MoveRecord(
                text, taken, choice.value, choice.mate, choice.depth, choice.nodes, seat=seat, seen=seen
            )
        )
        return None

    def _note_inner(self, before: Any) -> None:
        """Keep what a game inside a match was worth that ended with the last action."""
        points = self.game.inner_points(before, self.history.state)
        if points is not None:
            self.inner.append(points)

    def _note_figures(self, seat: int, before: Any, action: Any) -> None:
        """Add up what players of the game count."""
        for name, number in self.game.game_figures(before, action).items():
            self.figures[seat][name] += number

    def _make_budget(self, seat: int) -> Budget:
        clock = self.clocks[seat]
        return Budget(
            limit=clock.control.limit,
            clocks=tuple(c.left for c in self.clocks),
            increments=tuple(c.control.increment for c in self.clocks),
            moves_to_go=clock.moves_to_go,
            most=self._find_allowance(seat),
        )

    def _find_allowance(self, seat: int) -> float:
        """Seconds after which the seat counts as hung."""
        clock = self.clocks[seat]
        bounds = [b for b in (clock.control.limit.seconds, clock.left) if b is not None]
        return (min(bounds) if bounds else UNBOUNDED) + self.job.grace + self.job.patience

    # ---- the end
    def _end_by_rules(self) -> Record:
        settled = self._settle()
        if settled is not None:
            return self._make_record(scores.share_by_sides(settled[0], self.sides), Ending.RULES, settled[1])
        shares = scores.score_history(self.history)
        repeated = not self.game.is_terminal(self.history.state)
        if len(shares) == 1:
            words = f"ends with {float(self.history.utility(0)):g}"
        elif len(set(shares)) == 1:
            words = "draw by repetition" if repeated else "draw"
        else:
            best = [s for s in range(len(shares)) if shares[s] == max(shares)]
            names = " and ".join(self.game.player_name(s) for s in best)
            words = f"{names} {'wins' if len(best) == 1 else 'win'}"
        return self._make_record(shares, Ending.REPETITION if repeated else Ending.RULES, words)

    def _has_won(self, seat: int) -> bool:
        """Whether a seat has won by the game's own measure."""
        state = self.history.state
        if self.game.is_terminal(state):
            return self.game.won(state, seat)
        return bool(self.history.utility(seat) > 0)  # by a rule about repetition

    def _settle(self) -> tuple[tuple[float, ...], str] | None:
        """What the players agree that the finished game is worth; None where they do not, or leave it to the
        rules."""
        told = []
        for seat in self.seats:
            try:
                told.append(seat.player.settle(self.history))
            except Exception:  # noqa: BLE001  the game is over: its next one shows what ails the player
                seat.drop()
        judged = [one for one in told if one is not None]
        return judged[0] if judged and all(one == judged[0] for one in judged) else None

    def _end_by_fault(self, seat: int, fault: PlayerFault) -> Record:
        self.seats[seat].drop()
        self.faults.append(FaultRecord(seat, fault.fault, len(self.moves), str(fault)))
        return self._end_lost(seat, Ending.FAULT, str(fault))

    def _end_lost(self, seat: int, ending: Ending, what: str) -> Record:
        shares = scores.score_loss(seat, self.sides)
        return self._make_record(shares, ending, f"{self.game.player_name(seat)} {what}")

    def _add_move(self, move: MoveRecord) -> None:
        self.moves.append(move)
        if self.watch is not None:
            self.watch(move)

    def _make_record(self, shares: tuple[float, ...], ending: Ending, words: str) -> Record:
        seats = range(len(self.seats)) if ending in (Ending.RULES, Ending.REPETITION) else ()
        return Record(
            number=self.job.number,
            pair=self.job.pair,
            players=self.job.players,
            scores=shares,
            utilities=tuple(float(self.history.utility(seat)) for seat in seats),
            winners=tuple(seat for seat in seats if self._has_won(seat)),
            inner=tuple(self.inner),
            figures=tuple(dict(figures) for figures in self.figures) if any(self.figures) else (),
            ending=ending,
            words=words,
            moves=tuple(self.moves),
            faults=tuple(self.faults),
            titles=tuple(seat.player.title if seat.started else "" for seat in self.seats),
            seconds=time.perf_counter() - self.began,
            position=self.job.opening.position,
            round=self.job.round,
            thinking=self.thinking,
        )


def record_lost_game(
    job: Job, moves: Sequence[MoveRecord], seat: int | None, fault: Fault, words: str
) -> Record:
    """The record of a game whose worker was lost: `seat` was being asked for a move and is at fault; None:
    nobody's fault, and the game does not count."""
    names = job.game.open()
    return Record(
        number=job.number,
        pair=job.pair,
        players=job.players,
        scores=scores.score_draw(names.partnerships())
        if seat is None
        else scores.score_loss(seat, names.partnerships()),
        ending=Ending.VOID if seat is None else Ending.FAULT,
        words=words if seat is None else f"{names.player_name(seat)} {words}",
        moves=tuple(moves),
        position=job.opening.position,
        round=job.round,
        faults=() if seat is None else (FaultRecord(seat, fault, len(moves), words),),
    )
