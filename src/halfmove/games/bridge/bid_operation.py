"""The operation `bid`: the call of a hand after others, with its alternatives, explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    Choice,
    File,
    Request,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.results import Table

if TYPE_CHECKING:
    from halfmove.games.bridge import bidding

SEATS = ("N", "E", "S", "W")


class OptionData(TypedDict):
    """A call that the system has here."""

    call: Annotated[str, "P, X, XX or a bid."]
    meaning: Annotated[str, "What it shows."]
    forcing: Annotated[bool, "Whether partner may not pass."]
    fits: Annotated[bool, "Whether the hand has what it shows."]


class BidData(TypedDict):
    """The call of a hand."""

    hand: Annotated[str, "The hand, spades first."]
    auction: Annotated[list[str], "The calls before, from the dealer's."]
    dealer: str
    seat: Annotated[str, "Whose hand it is."]
    system: Annotated[str, "The name of the system."]
    call: Annotated[str, "The call chosen."]
    meaning: Annotated[str, "What it shows."]
    how: Annotated[str, "`rule`, `fallback` where no rule fits, or `simulation` where that chose."]
    options: Annotated[list[OptionData], "The calls of the system here, the first choice first."]
    shown: Annotated[dict[str, str], "What each other seat has shown."]


class Bid(Table):
    """The call chosen with the others."""

    def __init__(
        self,
        hand: str,
        calls: list[str],
        dealer: int,
        system: str,
        choice: bidding.Choice,
        shown: dict[str, str],
    ) -> None:
        self.hand, self.calls, self.dealer, self.system = hand, calls, dealer, system
        self.choice, self.shown = choice, shown

    def _options(self) -> list[OptionData]:
        from halfmove.games.bridge.auction import call_text

        return [
            {
                "call": call_text(option.call),
                "meaning": option.meaning.words(),
                "forcing": option.meaning.forcing,
                "fits": option.fits,
            }
            for option in self.choice.options
        ]

    def to_dict(self) -> BidData:
        from halfmove.games.bridge.auction import call_text

        return {
            "hand": self.hand,
            "auction": self.calls,
            "dealer": SEATS[self.dealer],
            "seat": SEATS[(self.dealer + len(self.calls)) % 4],
            "system": self.system,
            "call": call_text(self.choice.call),
            "meaning": self.choice.meaning.words(),
            "how": self.choice.how,
            "options": self._options(),
            "shown": self.shown,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        return [{**option} for option in self._options()]

    def to_text(self) -> str:
        data = self.to_dict()
        how = {"rule": "", "fallback": " (no rule fits)", "simulation": " (by simulation)"}
        lines = [f"{data['call']}{how[data['how']]}  {data['meaning']}", ""]
        for option in data["options"]:
            mark = "*" if option["call"] == data["call"] else "+" if option["fits"] else " "
            lines.append(
                f"{mark} {option['call']:<3} {option['meaning']}{' (forcing)' if option['forcing'] else ''}"
            )
        said = [f"{seat} has shown {words}" for seat, words in data["shown"].items() if words != "anything"]
        return "\n".join([*lines, *(["", *said] if said else [])])


@operation("bid", "Choose the call of a bridge hand by a bidding system.", doing="bidding")
@dataclass(frozen=True, kw_only=True)
class BidRequest(Request):
    """Choose the call of a hand after others by a bidding system, with the other calls and what each shows.

    The call chosen is marked *, others that the hand fits +.

    Example: halfmove bid AQ5.K72.QJ83.A94

    Example: halfmove bid KJ542.974.63.J82 --auction "1N P"
    """

    hand: str = field(
        Text(word="HAND"), "The hand, spades first: AKQ.JT9.8765.432.", place=True, example="AQ5.K72.QJ83.A94"
    )
    auction: str = field(Text(word='"CALL CALL …"'), "The calls before, from the dealer's: 1N P.", default="")
    dealer: str = field(Choice(SEATS), "Who called first.", default="N")
    vulnerable: str = field(
        Choice(("none", "NS", "EW", "both")), "The sides that are vulnerable, for simulation.", default="none"
    )
    simulate: bool = field(
        Switch(),
        "Where no rule fits or several are ranked alike, compare calls on deals that fit the auction.",
        default=False,
    )
    seed: int = field(Whole(0, 2**63 - 1), "Of these deals.", default=0)
    system: str | None = field(
        File(word="FILE.toml"),
        "Another system than the natural one.",
        default=None,
        faces=LOCAL_FACES,
    )

    def run(self, work: Work) -> Iterator[Bid]:
        """One result."""
        from halfmove.games.bridge.auction import call_text
        from halfmove.games.bridge.bidding import Bidder, read_calls
        from halfmove.games.bridge.system import read_system
        from halfmove.games.tricks.deals import hand_text, read_hand
        from halfmove.games.tricks.memory import RANKS

        hand = read_hand(self.hand)
        if hand.bit_count() != RANKS:
            raise BadInput(f"A hand has 13 cards, and '{self.hand}' has {hand.bit_count()}.")
        calls, dealer = read_calls(self.auction), SEATS.index(self.dealer)
        system = read_system(self.system) if self.system is not None else read_system()
        bidder = Bidder(system)
        choice = work.call(
            lambda: bidder.choose(
                hand, calls, self.vulnerable, dealer=dealer, simulate=self.simulate, seed=self.seed
            )
        )
        me = (dealer + len(calls)) % 4
        shown = {
            seat: part.words()
            for k, (seat, part) in enumerate(zip(SEATS, bidder.interpret(calls, dealer), strict=True))
            if k != me
        }
        yield Bid(hand_text(hand), [call_text(call) for call in calls], dealer, system.name, choice, shown)
