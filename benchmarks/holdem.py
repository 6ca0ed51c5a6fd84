"""Texas hold'em: hands valued, beside phevaluator and eval7; subgames solved.

*In enumeration*: all 133,784,560 hands of seven cards by our tables, which must have the published
frequencies; eval7 has no enumeration of hands, so its Monte Carlo of a hand against a hand stands beside, two
hands and the drawing of five cards each time. *Called from Python*: 20,000 hands, one call each; all must
order them alike; eval7 and Halfmove must also agree on the equity of a hand against a range on a river.
*Subgames*: a bet of half the pot or the pot, raises of the pot, all-in, a stack of four pots, until the
exploitability, exact, is half a percent of the pot. Processor time, where
nothing else is said; machine code and tables are made before.
"""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.answers import WrongAnswer
from benchmarks.measure import alternate, medians, on_thread, on_wall
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.buffer import Buffer
from halfmove.games.holdem import hands
from halfmove.games.holdem.cards import card_text, read_cards
from halfmove.games.holdem.equity import equity
from halfmove.games.holdem.ranges import read_range
from halfmove.games.holdem.subgame import subgame
from halfmove.imperfect.public_solving import PublicRun, memory, solve

ALL, FLUSHES = 133_784_560, 4_047_644
RIVER, HAND, RANGE = "Kc7d2h5s3c", "AhKh", "22+, A2s+, KTs+, QJs, ATo+, KJo+"
SINGLE = 20_000
DRAWN = 2_000_000
SUBGAMES = [
    ("river, any hands", "holdem-river", {"board": "Kc7d2h5s3c"}, 1),
    ("turn, usual ranges", "holdem-turn", {"board": "Kc7d2h5s", "first": RANGE, "second": RANGE}, 2),
    ("turn, any hands", "holdem-turn", {"board": "Kc7d2h5s"}, 2),
]
"""What it is called, the subgame, what is set, and threads."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    phevaluator = peer(section, "phevaluator", "phevaluator")
    eval7 = peer(section, "eval7", "eval7")
    enumerated(section, eval7, settings.runs)
    called(section, phevaluator, eval7, settings.runs)
    if eval7 is not None:
        agree(eval7)
    solved(section)


def enumerated(section: Section, eval7: Any, runs: int) -> None:
    """Hands a second where a library is asked once."""
    tables, game = hands.hand_tables(), hands.deck()

    def ours() -> float:
        counts = Buffer(10)
        found, seconds = on_thread(lambda: hands.count_seven(game, tables, 0, 52, counts))
        if found != ALL or counts[hands.FLUSH] != FLUSHES:
            raise WrongAnswer(f"{found:,} hands with {counts[hands.FLUSH]:,} flushes")
        return seconds / ALL

    contestants = {"Halfmove": ours}
    if eval7 is not None:
        one = [eval7.Card(card) for card in ("As", "Kd")]
        other = eval7.HandRange("QhQc")

        def theirs() -> float:
            _, seconds = on_thread(lambda: eval7.py_hand_vs_range_monte_carlo(one, other, [], DRAWN))
            return seconds / (2 * DRAWN)

        contestants["eval7, drawn"] = theirs
    hands.count_seven.prepare(game, tables, 0, 52, Buffer(10))
    told = medians(alternate(contestants, runs))
    rows = [[who, f"{1e-6 / each:,.0f}", f"{each / told['Halfmove']:.1f}"] for who, each in told.items()]
    section.table(["in enumeration", "million hands a second", "Halfmove's to it"], rows)


def called(section: Section, phevaluator: Any, eval7: Any, runs: int) -> None:
    """Hands a second, one call from Python each."""
    draw = random.Random(1)
    some = [draw.sample(range(52), 7) for _ in range(SINGLE)]
    valued: dict[str, list[int]] = {}

    def contestant(who: str, value: Any, given: list[Any]) -> Any:
        def once() -> float:
            valued[who], seconds = on_thread(lambda: [value(hand) for hand in given])
            return seconds / SINGLE

        return once

    contestants = {"Halfmove": contestant("Halfmove", hands.value, some)}
    if phevaluator is not None:
        by_rank = contestant("phevaluator", lambda hand: -phevaluator.evaluate_cards(*hand), some)
        contestants["phevaluator"] = by_rank
    if eval7 is not None:
        cards = [[eval7.Card(card_text(card)) for card in hand] for hand in some]
        contestants["eval7"] = contestant("eval7", eval7.evaluate, cards)
    told = medians(alternate(contestants, runs))
    for who, values in valued.items():
        if len(set(zip(values, valued["Halfmove"], strict=True))) != len(set(valued["Halfmove"])):
            raise WrongAnswer(f"{who} ties other hands")
        pairs = sorted(zip(values, valued["Halfmove"], strict=True))
        if [mine for _, mine in pairs] != sorted(valued["Halfmove"]):
            raise WrongAnswer(f"{who} orders hands otherwise")
    rows = [[who, f"{1e-3 / each:,.0f}", f"{each / told['Halfmove']:.2f}"] for who, each in told.items()]
    section.table(["called from Python", "thousand hands a second", "Halfmove's to it"], rows)


def agree(eval7: Any) -> None:
    """A hand against a range on a whole board: the same share of the pot."""
    board = read_cards(RIVER)
    ranges = [read_range(HAND), read_range(RANGE)]
    one = [eval7.Card(HAND[:2]), eval7.Card(HAND[2:])]
    named = ",".join(f"{card_text(a)}{card_text(b)}" for a, b in held(ranges[1]))
    table = [eval7.Card(card_text(card)) for card in board]
    theirs = eval7.py_hand_vs_range_exact(one, eval7.HandRange(named), table)
    ours = equity(ranges, board=board).shares[0]
    if abs(ours - theirs) > 1e-6:
        raise WrongAnswer(f"an equity of {ours:.7f}, and {theirs:.7f} by eval7")


def held(weights: Any) -> list[tuple[int, int]]:
    """The cards of a range's hands."""
    from halfmove.games.holdem.cards import high_card, low_card

    return [(high_card(hand), low_card(hand)) for hand in range(1326) if weights[hand] > 0]


def solved(section: Section) -> None:
    """Subgames to half a percent of the pot."""
    rows = []
    for name, which, given, threads in SUBGAMES:
        usual = {"pot": "100", "stack": "400", "bets": "0.5,1", "raises": "1", "most": "3"}
        tree = subgame(which, {**usual, **given})
        made = PublicRun(tree, threads=threads)
        made.prepare()
        begun = time.process_time()
        found, seconds = on_wall(lambda made=made: solve(made))  # type: ignore[misc]
        used = time.process_time() - begun
        made.close()
        part = 100 * found.exploitability / tree.pot
        if not part <= 0.5:
            raise WrongAnswer(f"{name}: {part:.3g} % of the pot")
        rows.append(
            [name, f"{tree.nodes:,}", f"{memory(tree.size) / 1e6:.1f}", str(threads), str(made.iterations),
             f"{seconds:.2f}", f"{used:.2f}", f"{part:.2f}"]
        )  # fmt: skip
    section.table(
        [
            "subgame",
            "nodes",
            "MB",
            "threads",
            "iterations",
            "seconds on the wall",
            "of the processor",
            "% of the pot",
        ],
        rows,
    )
