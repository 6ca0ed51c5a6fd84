"""The file of a network: safetensors, whose metadata say what the network is for.

    format        `halfmove network`, and `version`
    game          as `name_of` writes it: the rules and every parameter
    encoding      planes, rows and columns, places of the policy, and a digest of what the encoding says of
                  some positions of a random game
    architecture  `Architecture.to_text`
    weights       a digest of all parameters
    sealed        a digest of all bytes of the file, as they are with zeros in its place
    made          how it was made, in texts
    serves        parameters of which other values were trained for too, with these; of numbers the least and
                  the greatest
    ranges        what its operations give (`int8.Ranges`), where it plays in whole numbers of eight bits
    mixture       λ and n_thr (`mixture.Mixture`), where it plays best with playouts besides

The parameters are stored as they are trained, norms unfolded, in float32.  Nothing that a file says is
trusted: each thing is checked before the next is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import known_reference
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import below, stream
from halfmove.core.sealed_tensors import NO_SEAL, SEAL, is_whole, seal
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import MOST_PARAMETERS, Architecture
from halfmove.search.neural.initial import Parameters
from halfmove.search.neural.int8 import Ranges, read_ranges
from halfmove.search.neural.mixture import PURE, Mixture, read_mixture
from halfmove.search.neural.usual import find_changes, name_of, parse_name, served_of

FORMAT, VERSION, UNSEALED = "halfmove network", "2", "1"
"""Files of version 1 have no seal, and are read."""
LONGEST_HEADER = 1 << 22
"""Bytes: hundreds of blocks need a tenth of it."""
PLIES = 60
"""Of the random game whose positions the digest of an encoding is made from; the game begins anew where it
ends."""


class Contents(NamedTuple):
    """What a file holds, checked."""

    architecture: Architecture
    parameters: Parameters
    made: dict[str, str]
    game: Game
    """The game that it was made for."""
    serves: dict[str, list[Any]]
    """`Network.serves`."""
    ranges: Ranges | None
    """`Network.ranges`."""
    mixture: Mixture
    """`Network.mixture`."""


# ---- writing


def pack_network(
    game: Game,
    architecture: Architecture,
    parameters: Parameters,
    made: Mapping[str, str],
    *,
    serves: Mapping[str, Sequence[Any]],
    ranges: Ranges | None = None,
    mixture: Mixture = PURE,
) -> bytes:
    """A file's content; `BadInput` for parameters that are not finite."""
    if not all(np.isfinite(array).all() for array in parameters.values()):
        raise BadInput("A network whose weights are not finite numbers is not saved.")
    metadata = {
        "format": FORMAT,
        "version": VERSION,
        "game": name_of(game),
        "encoding": json.dumps(encoding_of(game)),
        "architecture": architecture.to_text(),
        "weights": weights_digest(parameters),
        "made": json.dumps(dict(made)),
        SEAL: NO_SEAL,
    }
    if serves:
        metadata["serves"] = json.dumps({key: list(values) for key, values in serves.items()})
    if ranges:
        metadata["ranges"] = json.dumps(ranges)
    if mixture != PURE:
        metadata["mixture"] = json.dumps(mixture)
    content = save({name: np.ascontiguousarray(array) for name, array in parameters.items()}, metadata)
    return seal(content)


@lru_cache(maxsize=64)
def encoding_of(game: Game) -> dict[str, object]:
    """What a network and a game must agree on: sizes, and a digest of planes and places.  A process that
    plays loads a network every few seconds, and in Go this takes a third of a second."""
    plain = interpreted(game)
    encoding = Encoding(plain)
    digest, random, state = hashlib.sha256(), stream(0), plain.initial()
    for _ in range(PLIES):
        if plain.is_terminal(state):
            state = plain.initial()
        if plain.is_terminal(state):
            break
        if plain.to_move(state) == CHANCE:
            state = plain.result(state, draw_outcome(plain, state, random))
            continue
        actions, places = encoding.places(state)
        digest.update(encoding.planes([state]).tobytes() + repr(places).encode())
        state = plain.result(state, actions[below(random, len(actions))])
    return {"shape": list(encoding.shape), "policy": encoding.policy, "digest": digest.hexdigest()}


def weights_digest(parameters: Parameters) -> str:
    """A digest of all parameters, by name."""
    digest = hashlib.sha256()
    for name in sorted(parameters):
        digest.update(name.encode() + np.ascontiguousarray(parameters[name]).tobytes())
    return digest.hexdigest()


# ---- reading


def read(path: str | Path, game: Game) -> Contents:
    """What a file holds; `BadInput`, in one sentence, where it is not a network for this game."""
    content = _bytes(path)
    metadata = metadata_of(path, content[: 8 + LONGEST_HEADER])
    own = _check_game(path, metadata, game)
    try:
        architecture = Architecture.from_text(metadata.get("architecture", ""))
    except BadInput as error:
        raise BadInput(f"The network '{path}' cannot be used: {error}") from None
    on_board = architecture.on_board(Encoding(game))
    if on_board is None or (own is not game and architecture.on_board(Encoding(own)) is None):
        raise BadInput(f"The network '{path}' is not built for the planes and moves of {name_of(game)}.")
    architecture = on_board
    parameters = _parameters(path, content, architecture)
    if weights_digest(parameters) != metadata.get("weights"):
        raise BadInput(f"The network '{path}' is damaged: its weights are not those that were saved.")
    if not all(np.isfinite(array).all() for array in parameters.values()):
        raise BadInput(f"The network '{path}' has weights that are not finite numbers.")
    if metadata["version"] != UNSEALED and not is_whole(content, metadata.get(SEAL, "")):
        raise BadInput(f"The network '{path}' is damaged: it is not as it was saved.")
    ranges = read_ranges(metadata.get("ranges", ""), architecture)
    mixture = read_mixture(metadata.get("mixture", ""))
    made = _read_origin(metadata)
    return Contents(architecture, parameters, made, own, served_of(metadata), ranges, mixture)


def read_own(path: str | Path, game: Game) -> Contents:
    """`read` for the game that the file was made for, whose parameters may be others than those of `game`."""
    title, own = parse_name(metadata_of(path, _bytes(path)[: 8 + LONGEST_HEADER]).get("game", ""))
    if title != game.title() or own.keys() != game.parameters.keys():
        raise BadInput(f"The network '{path}' is for {title}, not for {game.title()}.")
    return read(path, _reopen(game, own))


def metadata_of(path: str | Path, start: bytes) -> dict[str, str]:
    """What the head of a file says the network is for; `BadInput` where it is no network's, or of a version
    that is not known here."""
    wrong = BadInput(
        f"'{path}' is not a network of Halfmove's (a .safetensors file that `halfmove train` wrote)."
    )
    size = int.from_bytes(start[:8], "little")
    if len(start) < 8 or not 2 <= size <= LONGEST_HEADER:
        raise wrong
    if len(start) < 8 + size:
        raise BadInput(f"The file '{path}' is cut short.")
    try:
        metadata = json.loads(start[8 : 8 + size])["__metadata__"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise wrong from None
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise wrong
    if not all(isinstance(said, str) for said in metadata.values()):
        raise wrong
    if metadata.get("version") not in (UNSEALED, VERSION):
        raise BadInput(
            f"The network '{path}' is of version {metadata.get('version')} of the file's format, and this "
            f"Halfmove reads version {VERSION}."
        )
    return metadata


def _bytes(path: str | Path) -> bytes:
    file = Path(path).expanduser()
    try:
        if file.exists() and not file.is_file():
            raise BadInput(f"'{path}' is no file.")
        if file.stat().st_size > 4 * MOST_PARAMETERS + LONGEST_HEADER:
            raise BadInput(f"The file '{path}' is too large for a network.")
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"The network '{path}' cannot be read: {error.strerror}.") from None


def _check_game(path: str | Path, metadata: Mapping[str, str], game: Game) -> Game:
    """The game that the network was made for, which may differ from `game` in what it serves."""
    changes = find_changes(metadata, game)
    if changes is None:
        others = [f"{key} {' to '.join(map(str, ends))}" for key, ends in served_of(metadata).items()]
        also = f" ({', '.join(others)})" if others else ""
        raise BadInput(f"The network '{path}' is for {metadata.get('game')}{also}, not for {name_of(game)}.")
    own = _reopen(game, changes) if changes else game
    try:
        told = json.loads(metadata.get("encoding", ""))
    except (ValueError, RecursionError):
        told = None
    if told != encoding_of(own):
        raise BadInput(
            f"The network '{path}' was made with another encoding of {game.title()} than this Halfmove has; "
            "train it anew."
        )
    return own


def _reopen(game: Game, changes: Mapping[str, str]) -> Game:
    """The game with other parameters: by its name, as a class may be for some of them only."""
    reference = known_reference(game)
    if reference is None:
        return type(game)(**{**game.parameters, **changes})
    found: Game = replace(reference, parameters={**reference.parameters, **changes}).open_rules()
    return found


def _parameters(path: str | Path, content: bytes, architecture: Architecture) -> Parameters:
    """All parameters, of the shapes that the architecture asks for."""
    try:
        found = dict(deserialize(content))  # type: ignore[no-untyped-call]
    except SafetensorError:
        raise BadInput(f"The file '{path}' is cut short or damaged.") from None
    wanted = architecture.parameters()
    fits = found.keys() == wanted.keys() and all(
        tuple(found[name]["shape"]) == shape and found[name]["dtype"] == "F32"
        for name, shape in wanted.items()
    )
    if not fits:
        raise BadInput(f"The network '{path}' does not hold the weights of its own architecture.")
    return {
        name: np.frombuffer(found[name]["data"], "<f4").astype(np.float32).reshape(shape)
        for name, shape in wanted.items()
    }


def _read_origin(metadata: Mapping[str, str]) -> dict[str, str]:
    try:
        return {str(key): str(value) for key, value in json.loads(metadata.get("made", "{}")).items()}
    except (ValueError, AttributeError, RecursionError):
        return {}
