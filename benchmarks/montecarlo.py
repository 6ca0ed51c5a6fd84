"""Monte Carlo tree search beside OpenSpiel's: simulations a second, memory, threads, and games at equal time.

Simulations from the initial position, one thread each, random playouts to the end of the game: OpenSpiel's
MCTSBot (C++) with its RandomRolloutEvaluator, and ours with uniform playouts; neither with proofs.  Both
are measured in processor time, ours without the first compilation. Go is 9 by 9. OpenSpiel's playouts may
fill their own eyes and pass at any time; ours do so in the row "as OpenSpiel plays it", but not in the other.
Then come two threads, on one tree or on one each as the engine decides, in wall-clock time, and the memory
for each simulation.

In the games OpenSpiel gets as many simulations a move as it makes in our time for a move, measured on the
initial position just before. If superko forbids its move in Go, it passes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.arena.statistics.counts import Counts
from halfmove.arena.statistics.elo import elo
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.memory import NODES_USED, count_words
from halfmove.search.montecarlo.plan import settings_from
from halfmove.search.montecarlo.searching import search

UCT = 2.0
"""OpenSpiel's usual constant of exploration; values count from -1 to 1 there."""
SECONDS = 0.2
"""What each side may think for a move, in the games."""
RANDOM_PLIES = 2
"""How the games begin, the same for both ways to share out the seats."""
SEATS = (0, 1)


class Race(NamedTuple):
    """A game, how it is called over there, and how it is measured."""

    title: str
    game: Game
    theirs: str
    simulations: int
    their_simulations: int
    options: Mapping[str, str]
    to_theirs: Callable[[Game, Any, int, Any], int]
    """(game, our state, our action, their state): their action."""
    games: int = 0
    """How many games are played; none where the row is another's twin."""


def same(rules: Game, s: Any, a: int, state: Any) -> int:
    """Where actions have the same numbers."""
    return a


def flipped(rules: Any, s: Any, a: int, state: Any) -> int:
    """Go: rows are counted from below there."""
    if a == rules.points:
        return a
    row, column = divmod(a, rules.width)
    return int((rules.height - 1 - row) * rules.width + column)


def by_text(rules: Game, s: Any, a: int, state: Any) -> int:
    """Chess: by standard algebraic notation."""
    wanted = rules.action_text(s, a).rstrip("+#")
    player = state.current_player()
    named = {state.action_to_string(player, b).rstrip("+#"): b for b in state.legal_actions()}
    return int(named[wanted])


UNIFORM = {"playouts": "uniform", "formula": "ucb1", "c": "1.0"}


def races() -> list[Race]:
    """The games measured."""
    go = game("go", size=9, komi=7.0)
    theirs = "go(board_size=9,komi=7.0)"
    light = {"formula": "ucb1", "c": "1.0", "playouts": "light"}
    return [
        Race("tic-tac-toe", game("tictactoe"), "tic_tac_toe", 200_000, 20_000, UNIFORM, same, 10),
        Race("Connect Four", game("connect4"), "connect_four", 200_000, 20_000, UNIFORM, same, 20),
        Race("Go 9×9, as OpenSpiel plays it", go, theirs, 20_000, 2_000, UNIFORM, flipped),
        Race("Go 9×9, eyes spared", go, theirs, 20_000, 2_000, light, flipped, 6),
        Race("chess", game("chess"), "chess", 5_000, 300, UNIFORM, by_text, 4),
    ]


def run(section: Section, settings: Settings) -> None:
    """Measure, play, and report."""
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    if pyspiel is None:
        return
    speed, memory, speeds = [], [], {}
    for race in races():
        rates = measured(race, pyspiel, settings)
        speeds[race.title] = rates
        speed.append(
            [
                race.title,
                *(f"{rates[name]:,.0f}" for name in ("Halfmove", "OpenSpiel")),
                f"{rates['Halfmove'] / rates['OpenSpiel']:.1f}",
            ]
        )
        memory.append([race.title, *stored(race, settings)])
    section.table(["simulations a second", "Halfmove", "OpenSpiel", "ratio"], speed)
    section.table(
        ["memory", "two threads : one", "nodes a simulation", "bytes a node with its edges"], memory
    )
    rows = []
    for race in races():
        number = min(race.games, 2) if settings.quick else race.games
        if number:
            rows.append([race.title, str(number), *played(race, pyspiel, speeds[race.title], number)])
    section.table(["games at equal time", "games", "won", "drawn", "lost", "score", "Elo, 95 %"], rows)


# ---- speed


def engine_of(race: Race, threads: int = 1, options: Mapping[str, str] | None = None) -> MonteCarlo:
    """Ours, ready."""
    made = MonteCarlo(
        race.game, settings_from(race.options if options is None else options, race.game), threads=threads
    )
    made.prepare(race.game.initial())
    return made


def grown(engine: MonteCarlo, simulations: int) -> tuple[float, float]:
    """Processor time of the process, and time on the wall, of so many simulations from the start."""
    engine.clear()
    engine.begin()
    engine.set_root(engine.game.initial())
    wall, processor = time.perf_counter(), time.process_time()
    engine.grow(Limit(simulations=simulations))
    return time.process_time() - processor, time.perf_counter() - wall


def bot_of(pyspiel: Any, theirs: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's, with its solver, as ours has one."""
    return pyspiel.MCTSBot(
        theirs, pyspiel.RandomRolloutEvaluator(1, seed), UCT, simulations, 2000, True, seed, False
    )


def measured(race: Race, pyspiel: Any, settings: Settings) -> dict[str, float]:
    """Simulations a second of both; neither stops at a proof before it has made a good many."""
    engine = engine_of(race, options={**race.options, "proofs": "false"})
    theirs = pyspiel.load_game(race.theirs)
    share = 10 if settings.quick else 1
    ours_number, theirs_number = race.simulations // share, race.their_simulations // share

    def ours() -> float:
        seconds, _ = grown(engine, ours_number)
        expect(f"{race.title}: simulations", engine.simulations, ours_number)
        return seconds / ours_number

    def others() -> float:
        bot = pyspiel.MCTSBot(
            theirs, pyspiel.RandomRolloutEvaluator(1, 1), UCT, theirs_number, 2000, False, 1, False
        )
        state = theirs.new_initial_state()
        start = time.process_time()
        root = bot.mcts_search(state)
        seconds = time.process_time() - start
        expect(f"{race.title}: OpenSpiel's simulations", root.explore_count, theirs_number)
        return seconds / theirs_number

    contestants: dict[str, Contestant] = {"Halfmove": ours, "OpenSpiel": others}
    each = medians(alternate(contestants, settings.runs))
    return {name: 1 / seconds for name, seconds in each.items()}


def stored(race: Race, settings: Settings) -> list[str]:
    """How much faster two threads are, nodes a simulation, and bytes a node."""
    options = {**race.options, "proofs": "false"}
    one, two = engine_of(race, 1, options), engine_of(race, 2, options)
    number = race.simulations // (10 if settings.quick else 1)
    times = alternate({"1": lambda: grown(one, number)[1], "2": lambda: grown(two, number)[1]}, settings.runs)
    each = medians(times)
    (tree,) = one.trees
    nodes = tree.counters[NODES_USED]
    size = f"{8 * count_words(tree) / nodes:,.0f}"
    return [f"{each['1'] / each['2']:.2f}", f"{nodes / number:.2f}", size]


# ---- games


def played(race: Race, pyspiel: Any, rates: dict[str, float], number: int) -> list[str]:
    """Wins, draws, losses, score and Elo of ours, with the settings that it has without being told any."""
    engine = MonteCarlo(race.game)
    engine.prepare(race.game.initial())
    rng = random.Random(1)
    results = {1: 0, 0: 0, -1: 0}
    pairs = [0] * 5
    for _ in range(number // 2):
        opening = opened(race, rng)
        points = 0
        for seat in SEATS:
            result = game_of(race, engine, pyspiel, rates, opening, seat)
            results[result] += 1
            points += result + 1
        pairs[points] += 1
    counts = Counts(tuple(pairs), (results[1], results[0], results[-1]))
    found = elo(counts)
    score = (results[1] + results[0] / 2) / sum(results.values())
    telling = "–"
    if found is not None and 0 < score < 1:
        telling = f"{found.value:+.0f} ({found.low:+.0f} to {found.high:+.0f})"
    return [str(results[1]), str(results[0]), str(results[-1]), f"{100 * score:.1f} %", telling]


def opened(race: Race, rng: random.Random) -> list[int]:
    """The first actions of a game, at random."""
    history = History(race.game)
    for _ in range(RANDOM_PLIES):
        history.play(rng.choice(history.legal()))
    return history.actions


def game_of(
    race: Race, engine: MonteCarlo, pyspiel: Any, rates: dict[str, float], opening: list[int], seat: int
) -> int:
    """Our result, 1, 0 or -1, with a seat."""
    theirs = pyspiel.load_game(race.theirs)
    state = theirs.new_initial_state()
    history = History(race.game)
    bot = bot_of(pyspiel, theirs, max(round(rates["OpenSpiel"] * SECONDS), 2), len(opening) + seat)
    engine.clear()
    for action in opening:
        state.apply_action(race.to_theirs(race.game, history.state, action, state))
        history.play(action)
    while not history.over and not state.is_terminal():
        if history.mover == seat:
            *_, last = search(
                race.game, history.state, Limit(seconds=SECONDS), memory=engine, history=history
            )
            action = last.best
        else:
            chosen = bot.step(state)
            legal = history.legal()  # in Go, not all that is legal there: the pass, the last, then
            named = {race.to_theirs(race.game, history.state, a, state): a for a in legal}
            action = named.get(chosen, legal[-1])
        state.apply_action(race.to_theirs(race.game, history.state, action, state))
        history.play(action)
    utility = history.utility(seat) if history.over else state.returns()[seat]
    return int(utility > 0) - int(utility < 0)
