"""The operation `deals`: deals drawn by constraints on the hands, and what a contract takes on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NotRequired, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    Choice,
    OutputFile,
    Request,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.progress import at
from halfmove.core.results import Table

if TYPE_CHECKING:
    from halfmove.core.formats import GameRecord
    from halfmove.games.bridge.constraint_text import DealConstraints

SEATS = ("N", "E", "S", "W")
SUITS = ("spades", "hearts", "diamonds", "clubs")
FEW, FOR_A_CONTRACT, SHOWN = 10, 200, 20
NORMAL_95 = 1.959964
"""Standard errors on both sides of a mean, between which 95 % of a normal distribution lie."""


class DealtHandData(TypedDict):
    """The mean figures of a hand."""

    seat: Annotated[str, "N, E, S or W."]
    hcp: Annotated[float, "High-card points."]
    balanced: Annotated[float, "The share of balanced hands, from 0 to 1."]
    spades: Annotated[float, "Cards of each suit."]
    hearts: float
    diamonds: float
    clubs: float


class ContractData(TypedDict):
    """What a contract takes double dummy."""

    contract: Annotated[str, "The contract and the declarer, such as 3N S."]
    deals: Annotated[int, "Deals solved."]
    makes: Annotated[float, "The share of deals on which it is made, from 0 to 1."]
    makes_95: Annotated[list[float], "An interval that covers the chance with 95 % confidence."]
    tricks: NotRequired[Annotated[float, "The mean of the declarer's tricks; not with `made`, as the rest."]]
    tricks_95: NotRequired[Annotated[list[float], "An interval that covers it with 95 % confidence."]]
    score: NotRequired[Annotated[float, "The mean score to the declarer's side."]]
    distribution: NotRequired[Annotated[dict[str, int], "On how many deals he takes so many tricks."]]


class DealsData(TypedDict):
    """Deals that fit constraints."""

    constraints: Annotated[str, "What was asked of the hands."]
    count: Annotated[int, "Deals drawn."]
    chance: Annotated[float | None, "Of a random deal to fit, as far as those tried show; null if none was."]
    method: Annotated[str, "`rejection` or `suits`."]
    hands: Annotated[list[DealtHandData], "The mean figures of each hand."]
    deals: Annotated[list[str], "In PBN."]
    double_dummy: NotRequired[Annotated[ContractData, "With a contract."]]


def share_interval(part: int, whole: int) -> tuple[float, float]:
    """The interval of E. B. Wilson (*JASA* 22, 1927) that covers a chance with 95 % confidence."""
    z, share = NORMAL_95, part / whole
    centre = share + z * z / (2 * whole)
    spread = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return max((centre - spread) / (1 + z * z / whole), 0.0), min(
        (centre + spread) / (1 + z * z / whole), 1.0
    )


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean plus and minus 1.96 standard errors; of one value the value."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, mean
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    spread = NORMAL_95 * sqrt(variance / len(values))
    return mean - spread, mean + spread


class Played(NamedTuple):
    """What a contract took on each deal, in order."""

    contract: Any
    """A `tricks.scoring.Contract`."""
    vulnerable: bool
    tricks: list[int]
    """Of the declarer; empty where only `made` was asked for."""
    made: list[bool]

    @property
    def need(self) -> int:
        """The tricks that make it."""
        return int(self.contract.level) + 6

    def to_dict(self) -> ContractData:
        from halfmove.games.tricks.scoring import duplicate_score

        number, made = len(self.made), sum(self.made)
        data: ContractData = {
            "contract": str(self.contract),
            "deals": number,
            "makes": made / number,
            "makes_95": list(share_interval(made, number)),
        }
        if not self.tricks:
            return data
        scores = [duplicate_score(self.contract, taken, self.vulnerable) for taken in self.tricks]
        return data | {
            "tricks": sum(self.tricks) / number,
            "tricks_95": list(mean_interval(self.tricks)),
            "score": sum(scores) / number,
            "distribution": {str(taken): count for taken, count in sorted(Counter(self.tricks).items())},
        }


class Deals(Table):
    """Deals that were drawn, what their hands have on average, and what a contract took."""

    def __init__(
        self,
        words: str,
        deals: list[tuple[int, ...]],
        chance: float | None,
        played: Played | None,
        *,
        by_suits: bool = False,
    ) -> None:
        self.words, self.deals, self.chance, self.played = words, deals, chance, played
        self.by_suits = by_suits

    def hands(self) -> list[DealtHandData]:
        """The mean figures by seat."""
        from halfmove.games.bridge.constraints import BALANCED, Shape
        from halfmove.games.bridge.dealer import hold_deals
        from halfmove.games.bridge.hands import Hands

        rows: list[DealtHandData] = []
        for seat, cards in zip(SEATS, hold_deals(self.deals).T if self.deals else (), strict=False):
            hand = Hands(cards)
            clubs, diamonds, hearts, spades = (float(length.mean()) for length in hand.lengths)
            rows.append(
                {
                    "seat": seat,
                    "hcp": float(hand.hcp.mean()),
                    "balanced": float(Shape(BALANCED).test(hand).mean()),
                    "spades": spades,
                    "hearts": hearts,
                    "diamonds": diamonds,
                    "clubs": clubs,
                }
            )
        return rows

    def texts(self) -> list[str]:
        """The deals in PBN."""
        from halfmove.games.tricks.deals import deal_text

        return [deal_text(deal, "NESW") for deal in self.deals]

    def to_dict(self) -> DealsData:
        data: DealsData = {
            "constraints": self.words,
            "count": len(self.deals),
            "chance": self.chance,
            "method": "suits" if self.by_suits else "rejection",
            "hands": self.hands(),
            "deals": self.texts(),
        }
        if self.played is not None and self.played.made:
            data["double_dummy"] = self.played.to_dict()
        return data

    def to_rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = [{"deal": text} for text in self.texts()]
        if self.played is not None:
            name, found = ("tricks", self.played.tricks) if self.played.tricks else ("made", self.played.made)
            for number, row in enumerate(rows):
                row[name] = found[number] if number < len(found) else None
        return rows

    def to_text(self) -> str:
        lines = []
        if self.played is None:
            lines += [*self.texts()[:SHOWN]]
            more = len(self.deals) - SHOWN
            lines += [f"… and {more:,} more"] if more > 0 else []
            lines.append("")
        how = "none was tried" if self.chance is None else f"of random deals {100 * self.chance:.3g} % fit"
        lines += [f"{len(self.deals):,} deals; {how}: {self.words}", ""]
        lines.append("hand    HCP  balanced     ♠     ♥     ♦     ♣")
        for row in self.hands():
            lengths = "".join(f"{row[suit]:>6.2f}" for suit in SUITS)  # type: ignore[literal-required]
            lines.append(f"{row['seat']:<6}{row['hcp']:>5.1f}{100 * row['balanced']:>8.0f} %{lengths}")
        if self.played is not None and self.played.made:
            lines += ["", *self._contract_lines()]
        return "\n".join(lines)

    def _contract_lines(self) -> list[str]:
        assert self.played is not None
        data = self.played.to_dict()
        low, high = (100 * end for end in data["makes_95"])
        lines = [
            f"{data['contract']} double dummy on {data['deals']:,} deals: "
            f"made on {100 * data['makes']:.1f} % (95 %: {low:.1f} to {high:.1f})"
        ]
        if "distribution" not in data:
            return lines
        least, most = data["tricks_95"]
        lines += [
            f"tricks {data['tricks']:.2f} (95 %: {least:.2f} to {most:.2f}), mean score {data['score']:+.0f}",
            "",
            "tricks   deals",
        ]
        widest = max(data["distribution"].values())
        for taken, count in data["distribution"].items():
            bar = "█" * max(round(30 * count / widest), 1)
            lines.append(f"{taken:>6}{count:>8,}  {100 * count / data['deals']:>5.1f} %  {bar}")
        return lines


@operation("deals", "Draw bridge deals by constraints on the hands.", doing="dealing")
@dataclass(frozen=True, kw_only=True)
class DealsRequest(Request):
    """Draw bridge deals at random from all that fit constraints on the hands, each as likely as another.

    With a contract, it is played double dummy on these deals: how often it is made.

    Example: halfmove deals "N: balanced, 15-17; S: 5+ spades" --count 100 --pbn deals.pbn

    Example: halfmove deals "N: AQ5.K72.QJ83.A94; S: KJ4.A85.K62.T873" --contract 3N --declarer S
    """

    constraints: str = field(
        Text(word='"SEAT: CONSTRAINT, …"'),
        "What each hand has: N: balanced, 15-17; S: 5+ spades; NS: 25+.",
        default="",
        usual="any deal",
        place=True,
        example="N: balanced, 15-17; S: 5+ spades",
    )
    count: int | None = field(
        Whole(1, 1_000_000),
        "How many deals.",
        default=None,
        usual=f"{FEW}, or {FOR_A_CONTRACT} with a contract",
        example=3,
    )
    contract: str | None = field(
        Text(word="CONTRACT"), "The contract that is played double dummy, such as 3N or 4SX.", default=None
    )
    declarer: str = field(Choice(SEATS), "Who plays it.", default="S")
    vulnerable: str = field(
        Choice(("none", "NS", "EW", "both")), "The sides that are vulnerable, for the score.", default="none"
    )
    solve: int | None = field(
        Whole(1, 1_000_000), "Play the contract on so many of the deals.", default=None, usual="all"
    )
    made: bool = field(
        Switch(),
        "Ask only whether the contract is made, not for how many tricks: three times as fast.",
        default=False,
    )
    seed: int = field(Whole(0, 2**63 - 1), "Of the random deals.", default=0)
    threads: int | None = field(
        Whole(1, 256), "Processor cores to use.", default=None, usual="all of them", faces=LOCAL_FACES
    )
    pbn: str | None = field(OutputFile(), "Write the deals to this file in PBN.", default=None, group=OUTPUT)

    def check(self, name: Callable[[str], str]) -> None:
        if self.solve is not None and self.contract is None:
            raise BadInput(f"{name('solve')} needs {name('contract')}.")
        if self.made and self.contract is None:
            raise BadInput(f"{name('made')} needs {name('contract')}.")

    def run(self, work: Work) -> Iterator[Deals]:
        """One result; Ctrl-C ends it with the deals that there are."""
        from halfmove.games.bridge.constraint_text import parse_deal_constraints

        wanted = parse_deal_constraints(self.constraints)
        played = self._read_contract()
        found = work.call_until_stopped(lambda stop: self._find(wanted, played, work, stop))
        if self.pbn is not None:
            self._write(found.deals)
        yield found

    def _read_contract(self) -> Played | None:
        if self.contract is None:
            return None
        from halfmove.games.tricks.scoring import VULNERABLE, read_contract

        contract = read_contract(self.contract, SEATS.index(self.declarer))
        return Played(contract, contract.declarer & 1 in VULNERABLE[self.vulnerable], [], [])

    def _find(
        self, wanted: DealConstraints, played: Played | None, work: Work, stop: Callable[[], bool]
    ) -> Deals:
        from halfmove.core.computer import usable_cores
        from halfmove.games.bridge.dealer import Dealer

        count = self.count or (FEW if played is None else FOR_A_CONTRACT)
        dealer, deals = Dealer(wanted, self.seed), list[tuple[int, ...]]()
        for deal in dealer.iter_deals(count, stop):
            deals.append(deal)
            at(len(deals), count, "dealing", unit="deals")
        if played is not None:
            some = deals[: self.solve]
            for done in self._play(some, played, work.cores(self.threads or usable_cores())):
                at(done, len(some), "solving double dummy", unit="deals")
                if stop():
                    break
        by_suits = dealer.sampler is not None
        return Deals(
            wanted.words(), deals, dealer.chance if dealer.tried else None, played, by_suits=by_suits
        )

    def _play(self, deals: Sequence[Sequence[int]], played: Played, threads: int) -> Iterator[int]:
        """Add to `played` what the contract takes on each deal; how many are done."""
        from halfmove.games.tricks.solver import iter_made, iter_solved

        strain, leader = played.contract.strain, (played.contract.declarer + 1) % 4
        if self.made:
            for is_made in iter_made(deals, strain, leader, played.need, threads):
                played.made.append(is_made)
                yield len(played.made)
            return
        for taken in iter_solved(deals, strain, leader, threads):
            played.tricks.append(taken)
            played.made.append(taken >= played.need)
            yield len(played.made)

    def _write(self, deals: Sequence[Sequence[int]]) -> None:
        """As boards to be played; the dealer goes round with their numbers."""
        from halfmove.core.compile import interpreted
        from halfmove.games.bridge.game import Bridge
        from halfmove.games.bridge.pbn import PBN
        from halfmove.games.bridge.records import BoardReader
        from halfmove.games.tricks.scoring import VULNERABLE

        assert self.pbn is not None
        form = PBN(interpreted(Bridge()))
        vulnerable = sum(1 << side for side in VULNERABLE[self.vulnerable])

        def iter_boards() -> Iterator[GameRecord]:
            for number, hands in enumerate(deals, 1):
                record = BoardReader(form, hands, (number - 1) % 4, vulnerable).record
                record.headers["Board"] = str(number)
                at(number, len(deals), "writing", unit="deals")
                yield record

        form.write(self.pbn, iter_boards())
