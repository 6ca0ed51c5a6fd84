"""What the functions of `core.words` mean in machine code: one line for each number of a state."""

from numba import types

from halfmove.core import bits
from halfmove.core.machine.inner import overload
from halfmove.core.words import read_words, write_words


def _size(kind):  # type: ignore[no-untyped-def]
    """How many words a value of a type takes; None where it has another than whole numbers."""
    if isinstance(kind, types.BaseTuple):
        sizes = [_size(item) for item in kind]
        return None if None in sizes else sum(sizes)
    return 1 if isinstance(kind, (types.Integer, types.Boolean)) else None


@overload(write_words)
def _write_words(s, out, at):  # type: ignore[no-untyped-def]
    if _size(s) is None:
        return None
    if isinstance(s, types.BaseTuple):
        body = ["def write(s, out, at):", "    place = at"]
        body += [f"    place = write_words(s[{i}], out, place)" for i in range(len(s))]
        scope = {"write_words": write_words, "__name__": __name__}
        exec("\n".join([*body, "    return place"]), scope)
        return scope["write"]

    def write(s, out, at):  # type: ignore[no-untyped-def]
        out[at] = bits.number(s)
        return at + 1

    return write


@overload(read_words)
def _read_words(like, words, at):  # type: ignore[no-untyped-def]
    if _size(like) is None:
        return None
    if isinstance(like, types.BaseTuple):
        places, place = [], 0
        for item in like:
            places.append(place)
            place += _size(item)
        parts = ", ".join(f"read_words(like[{i}], words, at + {p})" for i, p in enumerate(places))
        scope = {"read_words": read_words, "__name__": __name__}
        made = f"({parts},)" if parts else "()"
        if isinstance(like, types.BaseNamedTuple):
            scope["made"] = like.instance_class
            made = f"made({parts})"
        exec(f"def read(like, words, at): return {made}", scope)
        return scope["read"]
    if isinstance(like, types.Boolean):
        return lambda like, words, at: words[at] != 0
    if like == types.uint64:
        return lambda like, words, at: bits.board(words[at])
    return lambda like, words, at: words[at]
