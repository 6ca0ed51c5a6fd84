"""The engine of Scrabble: what to play by simulation, and by the proof of the end game where all is known.

With tiles in the bag candidates are simulated (`simulation`).  With one or two, those that empty it are then
looked at exactly: with every tile that they may draw, each followed by the end game.  With none, all is
known, and the engine for games of perfect information proves the end game (`endgame`).  Every action has its
score, the value of what it keeps, the points that it gains (`equity`) and the chance to win (`win`).

What is exact of a pre-endgame: after an action that empties the bag both players know all tiles, the other's
as what is not seen.  Where an action leaves a tile of two in the bag, the other answers by score and leave,
as he does not know all tiles yet, and draws it; what follows is the end game again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from halfmove.core.expert import Judged, Judgement, Outcome, Search
from halfmove.core.limit import Limit
from halfmove.core.randomness import stream
from halfmove.games.scrabble.endgame import EndGameDesk
from halfmove.games.scrabble.inference import infer_kept, last_play
from halfmove.games.scrabble.plays import ACCEPT, CHALLENGE, PASS, count_of, goes_down, is_play, tiles_of
from halfmove.games.scrabble.rules import ANSWER, SETTLED, TURN, State, exchanges, rack_tiles, without
from halfmove.games.scrabble.simulation import DEPTH, PER_POINT, Candidate, Found, Simulator
from halfmove.games.scrabble.tiles import sort_rack
from halfmove.games.scrabble.winning import chances_of

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.scrabble.knowledge import Knowledge

CANDIDATES = 20
"""Actions that are simulated: the best by score and leave."""
MOST_ENUMERATED = 2
"""Tiles in the bag that are enumerated."""
EXPLAINED = 10
"""Candidates in the table that explains a choice."""
ENUMERATED = 8
"""Candidates of a pre-endgame that are looked at exactly: the best by simulation."""
SIMULATED_SHARE = 0.3
"""Of the time of a pre-endgame."""
FEW_TRIALS = 200
"""Of a pre-endgame, where there is no clock."""
STAYS = "Where a tile stays in the bag, the other answers by score and leave."
LEAST = 0.01
SECONDS = 2.0
"""For a decision where nothing else bounds it."""


class ScrabbleExpert:
    """Judges actions by what the player to move knows; for two players."""

    def __init__(self, game: Knowledge) -> None:
        self.game = game
        chances = chances_of(game.tile_set, game.lexicon)
        self.simulator = Simulator(
            game.generator, game.tile_set, game.leaves.table.array, chances, game.scoreless
        )
        self._search: Search | None = None
        self._end: EndGameDesk | None = None
        self._only: tuple[int, ...] = ()
        self._past: History | None = None
        self.reseed(0)

    def choose_among(self, actions: Collection[int] | None) -> None:
        self._only = tuple(actions or ())

    def use_past(self, history: History | None) -> None:
        self._past = history

    def use_engine(self, search: Search) -> None:
        self._search = search

    @property
    def end(self) -> EndGameDesk:
        """What end games are laid out on, made when the first comes."""
        if self._end is None:
            self._end = EndGameDesk(self.game.generator)
        return self._end

    def reseed(self, seed: int) -> None:
        self.random = stream(seed)

    def prepare(self) -> None:
        """Simulate an opening once."""
        game = self.game
        unseen = list(game.tile_set.counts)
        rack = bytes(tile for tile in range(1, 8) if unseen[tile])
        for tile in rack:
            unseen[tile] -= 1
        self.simulator.set(bytes(game.size**2), rack, unseen, others=7, lead=0, idle=0)
        self.simulator.play([Candidate(PASS, 0, 0.0)], 1, stream(0))
        if self._search is not None:
            start = self.end.set(bytes(game.size**2), (rack[:1], rack[:1]), passed=False)
            self._search(self.end.game, start, LEAST, lambda: False)

    def judge(self, s: State, limit: Limit, stopped: Callable[[], bool]) -> Iterator[Judgement]:
        if limit.seconds is None and limit.simulations is None:
            limit = Limit(seconds=SECONDS)
        until = None if limit.seconds is None else time.perf_counter() + limit.seconds

        def is_over() -> bool:
            return stopped() or (until is not None and time.perf_counter() >= until)

        in_bag = sum(s.bag)
        if s.phase != TURN:
            yield self._answer(s)
        elif in_bag == 0 and self._search is not None:
            prove = self._prove_asked if self._only else self._prove
            yield from prove(s, limit.seconds, is_over)
        elif in_bag <= MOST_ENUMERATED and self._search is not None:
            yield from self._enumerate(s, limit, is_over)
        else:
            yield from self._simulate(s, limit.simulations, is_over)

    def _answer(self, s: State) -> Judgement:
        """Accept what is in the lexicon, challenge what is not."""
        game = self.game
        is_phony = s.phase == ANSWER and not game.is_valid(s.before, s.pending)
        lead = float(game.utility(s, s.mover))
        judged = [Judged(CHALLENGE if is_phony else ACCEPT, lead + (s.gained if is_phony else 0), 0.0)]
        if s.phase == ANSWER:
            judged.append(Judged(ACCEPT if is_phony else CHALLENGE, lead, 0.0))
        return Judgement(tuple(judged), 0, 1, 1)

    def candidates(self, s: State, most: int = CANDIDATES) -> list[Candidate]:
        """The best actions by score and leave, the best first; a pass is one where there are fewer."""
        if self._only:
            return [self._candidate(s, action) for action in self._only]
        game, rack, in_bag = self.game, s.racks[s.mover], sum(s.bag)
        other = sum(game.tile_set.points[tile] for tile in s.racks[1 - s.mover]) if in_bag == 0 else 0
        found = self.simulator.plays(s.board, rack, in_bag, other)
        if not any(s.board) and game.layout.is_symmetric:  # down is the same as across
            found = [one for one in found if not goes_down(one.action)]
        found = found[: 2 * most]
        if in_bag >= game.exchange_least:
            found += [
                Candidate(a, 0, game.leaves.value(without(rack, tiles_of(a))) / 1000)
                for a in exchanges(rack, in_bag)
            ]
        found.sort(key=lambda one: -(one.score + one.leave))
        if len(found) < most:
            leave = game.leaves.value(rack) / 1000 if in_bag else 0.0
            found.append(Candidate(PASS, 0, leave))
        return found[:most]

    def _candidate(self, s: State, action: int) -> Candidate:
        """An action that was asked for."""
        figures = self.game.action_figures(s, action)
        return Candidate(action, int(figures["score"]), figures["leave"])

    def take_position(self, s: State, held: bytes = b"") -> None:
        """Set the simulator to what the player to move knows, and tiles that he thinks the other holds."""
        game = self.game
        self.simulator.set(
            s.board,
            s.racks[s.mover],
            game.unseen(s, s.mover),
            others=len(s.racks[1 - s.mover]),
            lead=int(game.utility(s, s.mover)),
            idle=s.scoreless,
            held=held,
        )

    def _infer(self, s: State) -> Callable[[], None] | None:
        """What draws the tiles that the other may have kept, where his last play says something of them."""
        past = self._past
        if past is None or past.state.board != s.board or past.state.mover != s.mover:
            return None
        play = last_play(self.game, past)
        if play is None:
            return None
        kept = infer_kept(self.game, self.simulator, play, self.game.unseen(s, s.mover), self.random)
        return None if kept is None else lambda: self.take_position(s, kept.draw(self.random))

    def _simulate(self, s: State, trials: int | None, is_over: Callable[[], bool]) -> Iterator[Judgement]:
        self.take_position(s)
        lead = float(self.game.utility(s, s.mover))
        candidates, redraw = self.candidates(s), self._infer(s)
        for found, turns, is_sure in self.simulator.deepen(
            candidates, trials, self.random, is_over, redraw, drops=not self._only
        ):
            yield Judgement(
                tuple(judge_found(one, lead) for one in found),
                found[0].trials,
                int(self.simulator.scene.facts[DEPTH]),
                turns,
                self._explain(s, found, is_sure),
            )

    def _explain(self, s: State, found: list[Found], is_sure: bool) -> tuple[str, ...]:
        """A table of the best candidates, and what it rests on."""
        said = "each other is worse with a probability of 95 %" if is_sure else "several may be the best"
        rows = [f"{'':<22}score  leave  gains  win %  reply  trials"]
        for one in found[:EXPLAINED]:
            text = self.game.action_text(s, one.candidate.action)
            score, leave = one.candidate.score, one.candidate.leave
            rows.append(
                f"{text:<22}{score:5}{leave:7.1f}{one.gained:7.1f}{100 * one.win:7.1f}{one.reply:7.1f}"
                f"{one.trials:8,}"
            )
        return (*rows, "", f"Reply: what the other scores next, in the mean. By simulation, {said}.")

    def _prove(self, s: State, seconds: float | None, is_over: Callable[[], bool]) -> Iterator[Judgement]:
        """The end game: the best action first, then the others as far as there is time for them."""
        lead = float(self.game.utility(s, s.mover))
        static = self.candidates(s)
        yield self._judge_static(static, lead)
        racks = (s.racks[s.mover], s.racks[1 - s.mover])
        best = self._search_end(
            s.board, racks, s.scoreless, None if seconds is None else 0.9 * seconds, is_over
        )
        judged = [self._judge_end(best.action, lead, best.value, best.proven)]
        nodes = best.nodes
        said = "proven" if best.proven else "searched, but not to the end"
        for one in static:
            if is_over() or seconds is None:
                break
            if one.action != best.action:
                found, searched = self._prove_action(s, one.action, seconds / 10, is_over)
                nodes += searched
                if found.proven:
                    judged.append(found)
        judged[1:] = sorted(judged[1:], key=lambda each: -each.value)
        yield Judgement(tuple(judged), 0, sum(map(len, racks)), nodes, (f"The end game is {said}.",))

    def _prove_asked(
        self, s: State, seconds: float | None, is_over: Callable[[], bool]
    ) -> Iterator[Judgement]:
        """The end game after each of the actions that were asked for, each with its part of the time."""
        share = None if seconds is None else seconds / len(self._only)
        told = [self._prove_action(s, action, share, is_over) for action in self._only]
        judged = sorted((found for found, _ in told), key=lambda each: -each.value)
        depth = len(s.racks[0]) + len(s.racks[1])
        yield Judgement(tuple(judged), 0, depth, sum(nodes for _, nodes in told))

    def _prove_action(
        self, s: State, action: int, seconds: float | None, is_over: Callable[[], bool]
    ) -> tuple[Judged, int]:
        """An action with the end game after it, and how many positions were searched."""
        game = self.game
        lead = float(game.utility(s, s.mover))
        after = game.result(s, action)
        while after.phase == ANSWER:
            after = game.result(after, ACCEPT)
        gained = float(game.utility(after, s.mover)) - lead
        if game.is_terminal(after):
            return self._judge_end(action, lead, gained, True), 1
        left = (after.racks[after.mover], after.racks[1 - after.mover])
        found = self._search_end(after.board, left, after.scoreless, seconds, is_over)
        return self._judge_end(action, lead, gained - found.value, found.proven), found.nodes

    def _search_end(
        self,
        board: bytes,
        racks: tuple[bytes, bytes],
        scoreless: int,
        seconds: float | None,
        is_over: Callable[[], bool],
    ) -> Outcome:
        """What the engine says of an end game, the rack of the player to move first."""
        assert self._search is not None
        start = self.end.set(board, racks, passed=scoreless + 1 >= self.game.scoreless)
        found = self._search(self.end.game, start, seconds, is_over)
        return found._replace(action=None if found.action is None else self.end.play_of(found.action, board))

    def _judge_end(self, action: int, lead: float, gained: float, proven: bool) -> Judged:
        final = lead + gained
        win = float(final > 0) + 0.5 * (final == 0)
        return Judged(action, final, 0.0, {"equity": gained, "win": win}, proven)

    def _judge_static(self, candidates: list[Candidate], lead: float) -> Judgement:
        """What score and leave alone say."""
        judged = []
        for one in candidates:
            worth = one.score + one.leave
            win = 1 - self.simulator.chances.win(-(lead + worth), 0)
            figures = {"equity": round(worth, 2), "win": round(win, 4)}
            judged.append(Judged(one.action, lead + worth, 0.0, figures))
        return Judgement(tuple(judged), 0, 1, len(judged))

    def _enumerate(self, s: State, limit: Limit, is_over: Callable[[], bool]) -> Iterator[Judgement]:
        """The pre-endgame: simulated, then candidates that empty the bag with every tile they may draw."""
        started = time.perf_counter()
        half = None if limit.seconds is None else started + SIMULATED_SHARE * limit.seconds
        last: Judgement | None = None

        def is_half_over() -> bool:
            return is_over() or (half is not None and time.perf_counter() >= half)

        for last in self._simulate(s, limit.simulations or FEW_TRIALS, is_half_over):
            yield last
        assert last is not None
        judged = list(last.actions)
        exact: list[Judged] = []
        nodes = last.nodes
        for one in judged[:ENUMERATED]:
            found, searched = self._enumerate_draws(s, one.action, is_over)
            nodes += searched
            if found is None:
                continue
            exact.append(found)
            rest = [each for each in judged if all(each.action != known.action for known in exact)]
            ordered = sorted([*exact, *rest], key=_goal_of, reverse=True)
            many = "1 candidate" if len(exact) == 1 else f"{len(exact)} candidates"
            lines = (f"{many} exactly, with every tile that may be drawn; the others by simulation.", STAYS)
            yield Judgement(tuple(ordered), last.samples, last.depth, nodes, lines)

    def _enumerate_draws(
        self, s: State, action: int, is_over: Callable[[], bool]
    ) -> tuple[Judged | None, int]:
        """The mean over what an action may draw, each followed by a proven end game; None where it lays no
        tile down, where the other passes with a tile in the bag, or where the time is over."""
        if not is_play(action):
            return None, 0
        game, in_bag, nodes = self.game, sum(s.bag), 0
        after = game.result(s, action)
        kept = without(s.racks[s.mover], rack_tiles(tiles_of(action)))
        lead = float(game.utility(s, s.mover))
        unseen = game.unseen(s, s.mover)
        pool = bytes(tile for tile, count in enumerate(unseen) for _ in range(count))
        draws = count_draws(pool, min(count_of(action), in_bag), in_bag)
        total, gained, won = sum(draws.values()), 0.0, 0.0
        for (draw, stays), weight in draws.items():
            racks = [sort_rack(without(pool, draw + stays))] * 2
            racks[s.mover] = sort_rack(kept + draw)
            bag = tuple(stays.count(tile) for tile in range(len(s.bag)))
            known = after._replace(
                phase=TURN, racks=tuple(racks), bag=bag, mover=1 - s.mover, scoreless=0, **SETTLED
            )
            value, searched = self._value_of_end(known, s.mover, is_over)
            nodes += searched
            if value is None:
                return None, nodes
            value -= lead
            gained += weight * value
            won += weight * (float(lead + value > 0) + 0.5 * (lead + value == 0))
        mean = gained / total
        figures = {"equity": round(mean, 2), "win": round(won / total, 4)}
        return Judged(action, lead + mean, 0.0, figures), nodes

    def _value_of_end(self, s: State, player: int, is_over: Callable[[], bool]) -> tuple[float | None, int]:
        """The points by which a player leads at the end, of a state with at most one tile in the bag, which
        the player to move draws after the best play by score and leave; None where that is not known."""
        game = self.game
        if any(s.bag):
            tile = next(tile for tile, count in enumerate(s.bag) if count)
            s = game.result(s, self.candidates(s, 1)[0].action)
            if game.to_move(s) >= 0:
                return None, 0
            s = game.result(s, tile)
        racks = (s.racks[s.mover], s.racks[1 - s.mover])
        found = self._search_end(s.board, racks, 0, None, is_over)
        if is_over() or not found.proven:
            return None, found.nodes
        sign = 1 if s.mover == player else -1
        return float(game.utility(s, player)) + sign * found.value, found.nodes


def count_draws(pool: bytes, drawn: int, in_bag: int) -> Counter[tuple[bytes, bytes]]:
    """In how many ways the tiles that are not seen can be so many that are drawn and the rest of the bag."""
    places = range(len(pool))
    found: Counter[tuple[bytes, bytes]] = Counter()
    for draw in combinations(places, drawn):
        others = [place for place in places if place not in draw]
        for stays in combinations(others, in_bag - drawn):
            found[bytes(pool[k] for k in draw), bytes(pool[k] for k in stays)] += 1
    return found


def _goal_of(judged: Judged) -> float:
    """What is aimed at: the chance to win, then points."""
    return judged.figures["win"] + PER_POINT * judged.value


def judge_found(found: Found, lead: float) -> Judged:
    """What is said of a candidate that was simulated, by a player who leads by so much."""
    figures = {"equity": round(found.gained, 2), "win": round(found.win, 4), "reply": round(found.reply, 2)}
    return Judged(found.candidate.action, lead + found.gained, found.error, figures)
