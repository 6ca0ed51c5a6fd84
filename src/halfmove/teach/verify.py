"""The operation `verify`: does a certificate prove what it claims?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from halfmove.core.certificates import checker, compiled
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim, Tally
from halfmove.core.certificates.file import Certificate
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import count
from halfmove.core.in_turn import in_turn
from halfmove.core.naming import open_game
from halfmove.core.operation import LOCAL_FACES, File, Request, Settings, Switch, Work, field, operation
from halfmove.core.operation.position import GROUP, GameKind
from halfmove.core.results import Result
from halfmove.games.reference import GameReference


class CheckedCertificateData(TypedDict):
    """What a certificate proves, and how large it is."""

    game: str
    parameters: dict[str, Any]
    position: Annotated[str, "The position in the game's notation."]
    player: Annotated[str, "Who is to move there."]
    relation: Annotated[str, "=, >= or <=: the value to the player to move is equal to, at least, at most …"]
    value: Annotated[int, "… this."]
    plies: Annotated[
        int | None, "Plies to the end: with = under best play, else at most.  None: nothing is said."
    ]
    symmetric: Annotated[bool, "Whether positions that are alike by symmetry count as one."]
    positions: Annotated[int, "Positions in the proof."]
    numbers: Annotated[int, "Actions that are written in it."]
    bytes: Annotated[int, "The size of the file."]
    compiled: Annotated[bool, "Whether machine code has checked it, not plain Python."]
    seconds: Annotated[float, "How long it took to check."]


@dataclass(frozen=True)
class CheckedCertificate(Result):
    """A certificate that proves what it claims."""

    certificate: Certificate
    tally: Tally
    compiled: bool
    """Whether the compiled checker has checked it."""
    seconds: float

    def to_dict(self) -> CheckedCertificateData:
        game, start, claim = self.certificate.game, self.certificate.start, self.certificate.claim
        return {
            "game": game.name,
            "parameters": dict(game.parameters),
            "position": game.position_text(start),
            "player": game.player_names[game.to_move(start)],
            "relation": claim.relation,
            "value": claim.value,
            "plies": claim.plies,
            "symmetric": claim.symmetric,
            "positions": self.tally.positions,
            "numbers": self.tally.numbers,
            "bytes": self.certificate.size,
            "compiled": self.compiled,
            "seconds": round(self.seconds, 3),
        }

    def to_text(self) -> str:
        game, start = self.certificate.game, self.certificate.start
        where = "the initial position" if start == game.initial() else game.position_text(start)
        lines = [
            f"{game.title()}, {where}",
            f"Proven: {describe_claim(self.certificate)}.",
            f"{count(self.tally.positions)} positions, {count(self.tally.numbers)} actions written, "
            f"{count(self.certificate.size)} bytes, checked in {self.seconds:.2f} s",
        ]
        if self.certificate.claim.symmetric:
            lines.append("Positions that are alike by symmetry count as one; the game says which those are.")
        return "\n".join(lines)


def describe_claim(certificate: Certificate) -> str:
    """The claim in words."""
    game, claim = certificate.game, certificate.claim
    mover = game.to_move(certificate.start)
    name = game.player_names[mover]
    if game.utility_limit == 1 and (claim.relation == "=" or abs(claim.value) == 1):
        words = {1: "wins", 0: "draws with best play of both", -1: "loses"}.get(claim.value, "")
    else:
        said = {"=": "gets exactly", ">=": "gets at least", "<=": "gets at most"}[claim.relation]
        words = f"{said} {claim.value}"
    return f"{name}, to move, {words}{_plies_words(claim)}"


def _plies_words(claim: Claim) -> str:
    if claim.plies is None:
        return ""
    plies = f"{claim.plies} {'ply' if claim.plies == 1 else 'plies'}"
    return f" in {plies}, with best play of both" if claim.relation == "=" else f" within {plies}"


@operation(
    "verify",
    "Check a certificate: the proof of a value that solve has written.",
    doing="checking a certificate",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class VerifyRequest(Request):
    """Check a certificate, the proof of a value that `halfmove solve --certificate FILE` has written.

    Only the game's rules are asked, and no search. A file that is damaged, or about another game than the
    one that is given, is refused (exit status 2); a file that can be read and does not prove its claim is
    refuted in one sentence (exit status 1).

    Machine code checks it where the game has some; with --plain, or HALFMOVE_JIT=0, plain Python does.

    Example: halfmove verify connect4.proof

    Example: halfmove verify connect4.proof --plain
    """

    file: str = field(File(), "The certificate.", place=True)
    game: Game | str | None = field(
        GameKind(),
        "The game that it is to be about: needed for one of your own, as a certificate names no code to run.",
        default=None,
        usual="the game that it names",
        options=("--game",),
        group=GROUP,
    )
    parameters: Mapping[str, Any] = field(
        Settings(),
        "Parameters that the game is to have.",
        terminal="Repeatable.",
        default={},
        options=("--set",),
        group=GROUP,
    )

    plain: bool = field(
        Switch(),
        "Check by plain Python, the shorter program to believe, also where there is machine code.",
        default=False,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.game is None and self.parameters:
            raise BadInput(f"{name('parameters')} needs the game whose parameter it sets.")

    def run(self, work: Work) -> Iterator[CheckedCertificate]:
        """The one result; `NotProven` where there is none."""
        game = None
        if isinstance(self.game, str):
            game = in_turn(GameReference(self.game, self.parameters).open_rules())
        elif self.game is not None:
            game = in_turn(open_game(self.game))
        began = time.perf_counter()
        certificate = certificate_file.read(self.file, game)
        numbers = certificate_file.unpack(certificate.packed)
        is_compiled = not self.plain and compiled.is_fit(certificate.game, certificate.start)
        check = compiled.check if is_compiled else checker.check
        tally = check(certificate.game, certificate.start, certificate.claim, numbers)
        yield CheckedCertificate(certificate, tally, is_compiled, time.perf_counter() - began)
