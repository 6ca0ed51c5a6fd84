"""Texas hold'em: hands valued, beside phevaluator and eval7; subgames solved.

*In enumeration*: all 133,784,560 hands of seven cards by our tables, which must have the published
frequencies; eval7 cannot enumerate hands, so the comparison is with its Monte Carlo equity of hand against
hand, which draws five cards and evaluates two hands each time. *Called from Python*: 20,000 hands, one call
each; all programs must rank them in the same order; eval7 and Halfmove must also agree on the equity of a
hand against a range on a river. *Subgames*: a bet of half the pot or the pot, raises of the pot, all-in, a
stack of four pots, until the exact exploitability is half a percent of the pot. Times are processor time
unless stated otherwise, without compilation and without building tables.
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
PUBLISHED = (
    {
        "board": "QsJh2h",
        "pot": "10",
        "stack": "95",
        "bets": "1",
        "raises": "0.5",
        "most": "5",
        "first": (
            "AA,KK,QQ,JJ,TT,99:0.75,88:0.75,77:0.5,66:0.25,55:0.25,AK,AQs,AQo:0.75,AJs,AJo:0.5,"
            "ATs:0.75,A6s:0.25,A5s:0.75,A4s:0.75,A3s:0.5,A2s:0.5,KQs,KQo:0.5,KJs,KTs:0.75,K5s:0.25,"
            "K4s:0.25,QJs:0.75,QTs:0.75,Q9s:0.5,JTs:0.75,J9s:0.75,J8s:0.75,T9s:0.75,T8s:0.75,"
            "T7s:0.75,98s:0.75,97s:0.75,96s:0.5,87s:0.75,86s:0.5,85s:0.5,76s:0.75,75s:0.5,65s:0.75,"
            "64s:0.5,54s:0.75,53s:0.5,43s:0.5"
        ),
        "second": (
            "QQ:0.5,JJ:0.75,TT,99,88,77,66,55,44,33,22,AKo:0.25,AQs,AQo:0.75,AJs,AJo:0.75,ATs,"
            "ATo:0.75,A9s,A8s,A7s,A6s,A5s,A4s,A3s,A2s,KQ,KJ,KTs,KTo:0.5,K9s,K8s,K7s,K6s,K5s,K4s:0.5,"
            "K3s:0.5,K2s:0.5,QJ,QTs,Q9s,Q8s,Q7s,JTs,JTo:0.5,J9s,J8s,T9s,T8s,T7s,98s,97s,96s,87s,86s,"
            "76s,75s,65s,64s,54s,53s,43s"
        ),
    },
    {"value": 5.361, "seconds": 242, "megabytes": 492},
    {"seconds": 172, "megabytes": 1600},
)
"""The flop that TexasSolver publishes beside PioSOLVER (its `benchmark` folder): pot-sized bets, raises of
half the pot, all in; what they took on six threads, to 0.29 % of the pot, and what PioSOLVER says that it is
worth to the first player.  There the second player may not raise a raise, nor go all in on the turn."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    phevaluator = peer(section, "phevaluator", "phevaluator")
    eval7 = peer(section, "eval7", "eval7")
    enumerated(section, eval7, settings.runs)
    called(section, phevaluator, eval7, settings.runs)
    if eval7 is not None:
        agree(eval7)
    solved(section)
    if not settings.quick:
        as_published(section)


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


def as_published(section: Section) -> None:
    """The published flop, to the published exactness: the same value."""
    given, pio, texas = PUBLISHED
    made = PublicRun(subgame("holdem-flop", given), threads=2)
    made.prepare()
    begun = time.process_time()
    found, seconds = on_wall(lambda: solve(made, target=0.0029))
    used = time.process_time() - begun
    made.close()
    if abs(found.values[0] - pio["value"]) > 0.03:
        raise WrongAnswer(f"the published flop is worth {found.values[0]:.3f}, not {pio['value']}")
    head = ["flop Qs Jh 2h, to 0.29 %", "worth to the first", "MB", "threads", "seconds", "of the processor"]
    size, worth = f"{memory(made.tree.size) / 1e6:.0f}", f"{found.values[0]:.3f}"
    texas_size, texas_seconds = str(texas["megabytes"]), str(texas["seconds"])
    pio_size, pio_seconds = str(pio["megabytes"]), str(pio["seconds"])
    rows = [
        ["Halfmove", worth, size, "2", f"{seconds:.0f}", f"{used:.0f}"],
        ["TexasSolver 0.1.0, as published", "", texas_size, "6", texas_seconds, ""],
        ["PioSOLVER 1.0, as published there", str(pio["value"]), pio_size, "6", pio_seconds, ""],
    ]
    section.table(head, rows)
