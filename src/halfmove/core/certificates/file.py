"""Certificates as files.

halfmove certificate 1           the mark
{"game": …, "claim": …}          the head, a line of JSON
(zlib)                           the numbers of the actions, as `Game.actions` lists them, in the order of
                                 the checker's walk: seven bits a byte, the lowest first; the eighth bit
                                 says that more follow
(32 bytes)                       SHA-256 of all before
"""

from __future__ import annotations

import hashlib
import inspect
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import RECORDS, read_bounded
from halfmove.core.certificates.checker import Claim
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.naming import known_games, known_reference, open_state
from halfmove.core.sealed_head import open_head, seal_head

MARK = b"halfmove certificate 1\n"
_DIGEST = 32
_CHUNK = 1 << 16
_KEYS = {"game", "parameters", "source", "position", "claim"}
_RELATIONS = ("=", ">=", "<=")


@dataclass(frozen=True)
class Certificate:
    """What a file says: a claim, and the numbers that are to prove it."""

    game: Game
    start: Any
    claim: Claim
    packed: bytes
    size: int
    """Bytes of the file."""


def encode(number: int) -> bytes:
    """A number as the file holds it."""
    plain = bytearray()
    while number > 127:
        plain.append(number & 127 | 128)
        number >>= 7
    plain.append(number)
    return bytes(plain)


def pack(numbers: Iterable[int]) -> bytes:
    """The numbers as the file holds them."""
    return zlib.compress(b"".join(map(encode, numbers)), 9)


def unpack(packed: bytes) -> Iterator[int]:
    """The numbers again, a few at a time; `BadInput` where they are not written as `pack` writes them."""
    return decode(_inflate(packed))


def decode(blocks: Iterable[bytes]) -> Iterator[int]:
    """The numbers in blocks of bytes; `BadInput` where they are not written as `encode` writes them."""
    number, shift = 0, 0
    for plain in blocks:
        for byte in plain:
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                yield number
                number = shift = 0
            elif shift > 28:
                raise BadInput("The certificate is damaged: it has a number that is too large.")
    if shift:
        raise _cut_off()


def _inflate(packed: bytes) -> Iterator[bytes]:
    opener = zlib.decompressobj()
    while not opener.eof:
        try:
            plain = opener.decompress(packed, _CHUNK)
        except zlib.error:
            raise BadInput("The certificate is damaged: its numbers cannot be read.") from None
        packed = opener.unconsumed_tail
        if not plain and not opener.eof:
            break
        yield plain
    if not opener.eof or opener.unused_data:
        raise _cut_off()


def _cut_off() -> BadInput:
    return BadInput("The certificate is damaged: its numbers are cut off.")


def head_of(game: Game, start: Any, claim: Claim) -> bytes:
    """What a certificate is about, as a line."""
    text = None if start == game.initial() else game.position_text(start)
    if text is not None and open_state(game, text) != start:
        raise Unsuitable(f"{game.title()} has no notation that says all of this position.")
    said = {key: value for key, value in asdict(claim).items() if key != "symmetric" or value}
    return seal_head({**_identity(game), "position": text, "claim": said})


def write(game: Game, start: Any, claim: Claim, numbers: Iterable[int]) -> bytes:
    """A certificate as the bytes of a file."""
    whole = MARK + head_of(game, start, claim) + b"\n" + pack(numbers)
    return whole + hashlib.sha256(whole).digest()


def read(file: str | Path, game: Game | None = None) -> Certificate:
    """A certificate from a file; `BadInput`, in one sentence, for one that is damaged, or about another game
    than `game`.  A game that is not one of the list has to be given: a file that somebody sends names no code
    to run."""
    try:
        data = read_bounded(file, RECORDS)
    except OSError as error:
        raise BadInput(f"The certificate '{file}' cannot be read: {error.strerror}.") from None
    if not data.startswith(MARK):
        raise BadInput(f"'{file}' is no certificate.")
    whole, digest = data[:-_DIGEST], data[-_DIGEST:]
    head_line, end, packed = whole[len(MARK) :].partition(b"\n")
    if hashlib.sha256(whole).digest() != digest or not end:
        raise BadInput(f"The certificate '{file}' is damaged or cut off.")
    try:
        head = open_head(head_line)
        claim = Claim(**head["claim"])
        sound = set(head) == _KEYS and type(claim.value) is int and claim.relation in _RELATIONS
        sound = sound and (claim.plies is None or (type(claim.plies) is int and claim.plies >= 0))
        sound = sound and type(claim.symmetric) is bool
    except (ValueError, TypeError, KeyError):
        sound = False
    if not sound or not _is_sound(head):
        raise BadInput(f"The certificate '{file}' has a head that says no claim.")
    game = _opened(head) if game is None else game
    for what, its in _identity(game).items():
        if head[what] != its:
            raise BadInput(f"The certificate '{file}' has {what} {head[what]}, not {its}: another game.")
    return Certificate(game, open_state(game, head["position"]), claim, packed, len(data))


def _identity(game: Game) -> dict[str, Any]:
    """What says which game it is: its name and parameters, and of one that is not in the list the digest of
    what defines it."""
    reference = known_reference(game)
    if reference is None:
        raise Unsuitable(f"{game.title()} is defined where nobody else can find it: put it into a file.")
    parameters = {name: str(value) for name, value in reference.parameters.items()}
    if reference.name in known_games():
        return {"game": reference.name, "parameters": parameters, "source": None}
    if game.explicit:
        source = str(reference.name).encode()
    else:
        source = Path(inspect.getfile(type(game))).read_bytes()
    return {"game": game.title(), "parameters": parameters, "source": hashlib.sha256(source).hexdigest()}


def _opened(head: dict[str, Any]) -> Game:
    """The game of the list that a head names."""
    name, parameters = head["game"], head["parameters"]
    if head["source"] is not None or name not in known_games():
        raise BadInput(f"The certificate is about '{name}', which is in no list of games: give the game too.")
    return known_games()[name](**parameters)


def _is_sound(head: dict[str, Any]) -> bool:
    """Whether what says which game and which position it is has the types that it must have."""
    parameters = head["parameters"]
    return (
        isinstance(head["game"], str)
        and isinstance(parameters, dict)
        and all(isinstance(one, str) for one in parameters.values())
        and isinstance(head["source"], str | None)
        and isinstance(head["position"], str | None)
    )
