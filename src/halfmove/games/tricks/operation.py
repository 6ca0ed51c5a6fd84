"""The operation `tricks`: what every declarer takes in every strain, par, and what each card takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import LOCAL_FACES, Choice, Request, Text, Whole, Work, field, operation
from halfmove.core.results import Table

STRAIN_NAMES = ("C", "D", "H", "S", "N")
STRAIN_SIGNS = ("♣", "♦", "♥", "♠", "NT")
SEATS = ("N", "E", "S", "W")


class ParData(TypedDict):
    """What both sides get if they bid as well as can be."""

    score: Annotated[int, "To North and South."]
    contracts: Annotated[list[str], "Such as 4S N, or 5CX E for one that fails and is doubled."]


class TricksData(TypedDict):
    """The double dummy results of a deal."""

    deal: Annotated[str, "The deal in PBN."]
    tricks: Annotated[dict[str, dict[str, int]], "By strain, C D H S N, by declarer, N E S W."]
    par: Annotated[ParData | None, "Null for hands of fewer than thirteen cards."]
    cards: NotRequired[
        Annotated[dict[str, int], "With `strain` and `leader`: the tricks of the side to play."]
    ]


class Tricks(Table):
    """The tricks of each declarer in each strain, par, and those of each card."""

    def __init__(
        self,
        deal: str,
        results: list[list[int]],
        par: ParData | None,
        cards: dict[str, int] | None,
        seat: str,
    ) -> None:
        self.deal, self.results, self.par, self.cards, self.seat = deal, results, par, cards, seat

    def to_dict(self) -> TricksData:
        data: TricksData = {
            "deal": self.deal,
            "tricks": {
                strain: dict(zip(SEATS, row, strict=True))
                for strain, row in zip(STRAIN_NAMES, self.results, strict=True)
            },
            "par": self.par,
        }
        if self.cards is not None:
            data["cards"] = self.cards
        return data

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "declarer": seat,
                **{strain: row[k] for strain, row in zip(STRAIN_NAMES, self.results, strict=True)},
            }
            for k, seat in enumerate(SEATS)
        ]

    def to_text(self) -> str:
        lines = [self.deal, "", "declarer" + "".join(f"{sign:>4}" for sign in STRAIN_SIGNS)]
        for k, seat in enumerate(SEATS):
            lines.append(f"{seat:<8}" + "".join(f"{row[k]:>4}" for row in self.results))
        if self.par is not None:
            played = ", ".join(self.par["contracts"]) or "passed out"
            lines += ["", f"par: {self.par['score']:+d} to NS ({played})"]
        if self.cards is not None:
            lines += ["", f"{self.seat} to play; the tricks of the side to play after each card:"]
            by_tricks: dict[int, list[str]] = {}
            for card, tricks in self.cards.items():
                by_tricks.setdefault(tricks, []).append(card)
            lines += [
                f"{tricks:>4}  {' '.join(by_tricks[tricks])}" for tricks in sorted(by_tricks, reverse=True)
            ]
        return "\n".join(lines)


@operation("tricks", "Compute the double dummy results of a bridge deal.", doing="solving")
@dataclass(frozen=True, kw_only=True)
class TricksRequest(Request):
    """Compute how many tricks each declarer takes in each strain with all cards seen and best play, and par.

    With a strain and a leader, also the tricks after each card that may be played.

    Example: halfmove tricks "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"

    Example: halfmove tricks "N:AQ.3.. 32.4.. K4.5.. J5.6.." --strain N --leader N
    """

    deal: str = field(
        Text(word="DEAL"),
        "The four hands as PBN writes them, spades first: N:AKQ.… …; N's comes first, then clockwise.",
        place=True,
        example="N:AQ.3.. 32.4.. K4.5.. J5.6..",
    )
    dealer: str = field(Choice(SEATS), "Who begins the auction of which par is the result.", default="N")
    vulnerable: str = field(
        Choice(("none", "NS", "EW", "both")), "The sides that are vulnerable, for par.", default="none"
    )
    strain: str | None = field(
        Choice(STRAIN_NAMES), "With a leader: the strain in which each card is judged.", default=None
    )
    leader: str | None = field(Choice(SEATS), "Who leads.", default=None)
    moves: str = field(
        Text(word='"CARD CARD …"'),
        "Cards played before, such as SK S2, when each card is judged.",
        default="",
    )
    threads: int | None = field(
        Whole(1, 256), "Processor cores to use.", default=None, usual="all of them", faces=LOCAL_FACES
    )

    def check(self, name: Callable[[str], str]) -> None:
        if (self.strain is None) != (self.leader is None):
            raise BadInput(f"{name('strain')} and {name('leader')} go together.")
        if self.moves and self.strain is None:
            raise BadInput(f"{name('moves')} needs {name('strain')} and {name('leader')}.")

    def run(self, work: Work) -> Iterator[Tricks]:
        """One result."""
        from halfmove.core import bits
        from halfmove.core.computer import usable_cores
        from halfmove.games.tricks.deals import card_text, deal_text, read_strain, read_whole_deal
        from halfmove.games.tricks.double_dummy import DoubleDummy
        from halfmove.games.tricks.scoring import par
        from halfmove.games.tricks.solver import TrickSolver, all_results

        game = DoubleDummy()
        hands = read_whole_deal(self.deal, game.seat_letters)
        state, cards, seat = None, None, ""
        if self.strain is not None and self.leader is not None:
            state = game.first_state(hands, read_strain(self.strain), SEATS.index(self.leader))
            for word in self.moves.split():
                state = game.result(state, game.parse_action(state, word))
            seat = SEATS[game.seat(state)]
        threads = min(work.cores(self.threads or usable_cores()), 5)
        results = work.call(lambda: all_results(game, hands, threads))
        found: ParData | None = None
        if bits.count(hands[0]) == 13:
            best = par(results, SEATS.index(self.dealer), self.vulnerable)
            found = {"score": best.score, "contracts": [str(contract) for contract in best.contracts]}
        if state is not None:
            judged = work.call(lambda: TrickSolver(game).cards(state))
            cards = {card_text(card): tricks for card, tricks in judged.items()}
        yield Tricks(deal_text(hands, game.seat_letters), results, found, cards, seat)
