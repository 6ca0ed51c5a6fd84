"""Which tiles were drawn when, where a record tells racks and not draws, or only parts of racks.

Each tile that a player holds is a slot: drawn at one time, of a letter that is known as soon as a rack or a
play names it.  Slots that nobody ever names get tiles that are left over then, the same for the same record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from halfmove.core.errors import BadInput
from halfmove.core.randomness import below, stream
from halfmove.games.scrabble.desk import FULL_RACK
from halfmove.games.scrabble.tiles import TileSet

UNKNOWN = -1


@dataclass(eq=False)
class Slot:
    """A tile in a player's hands."""

    drawn: int
    """When: tiles are drawn and go back one after the other."""
    tile: int = UNKNOWN
    back: int | None = None
    """When it went back into the bag; None: it was laid down, or is on the rack."""


class Racks:
    """The racks of a game, as far as they are known."""

    def __init__(self, tiles: TileSet, players: int) -> None:
        self.tiles = tiles
        self.racks: list[list[Slot]] = [[] for _ in range(players)]
        self.order: list[Slot] = []
        """All slots, as they were drawn."""
        self._bag = tiles.total
        self._time = 0
        for player in range(players):
            self.fill(player)

    def fill(self, player: int) -> None:
        """The player draws until he has seven tiles."""
        while len(self.racks[player]) < FULL_RACK and self._bag:
            slot = Slot(self._time)
            self.racks[player].append(slot)
            self.order.append(slot)
            self._bag -= 1
            self._time += 1

    def tell(self, player: int, tiles: Iterable[int]) -> bool:
        """Note that a player has these tiles at least; False, and nothing is noted, where he cannot."""
        found = self._find(player, tiles)
        if found is None:
            return False
        for slot, tile in found:
            slot.tile = tile
        return True

    def forget(self, player: int) -> None:
        """What is on a player's rack is not known after all."""
        for slot in self.racks[player]:
            slot.tile = UNKNOWN

    def _find(self, player: int, tiles: Iterable[int]) -> list[tuple[Slot, int]] | None:
        """A slot for each tile, those that are known to have it first, then those drawn last."""
        wanted, found = Counter(tiles), list[tuple[Slot, int]]()
        free = []
        for slot in self.racks[player]:
            if wanted[slot.tile] > 0:
                wanted[slot.tile] -= 1
                found.append((slot, slot.tile))
            elif slot.tile == UNKNOWN:
                free.append(slot)
        rest = sorted(wanted.elements())
        if len(rest) > len(free):
            return None
        return found + [(slot, tile) for slot, tile in zip(reversed(free), rest, strict=False)]

    def lay(self, player: int, tiles: Sequence[int]) -> None:
        """The player lays tiles down, which he has told (`tell`)."""
        self._take(player, tiles)

    def exchange(self, player: int, tiles: Sequence[int], many: int, after: Sequence[int]) -> list[Slot]:
        """The player puts so many tiles aside, of which some are known, and draws others; what he has put
        aside.  Of what nobody tells those stay that are on his rack afterwards."""
        aside = self._take(player, tiles)
        stays, first, last = Counter(after), list[Slot](), list[Slot]()
        for slot in self.racks[player]:
            kept = slot.tile != UNKNOWN and stays[slot.tile] > 0
            stays[slot.tile] -= kept
            (last if kept else first).append(slot)
        for slot in [*first, *last][: many - len(aside)]:
            self.racks[player].remove(slot)
            aside.append(slot)
        self.fill(player)
        for slot in aside:
            slot.back = self._time
        self._bag += len(aside)
        self._time += 1
        return aside

    def _take(self, player: int, tiles: Sequence[int]) -> list[Slot]:
        found = self._find(player, tiles)
        assert found is not None, "they were told"
        for slot, tile in found:
            slot.tile = tile
            self.racks[player].remove(slot)
        return [slot for slot, _ in found]

    def settle(self, seed: int) -> None:
        """Give the slots that nobody has named tiles that are left; `BadInput` where more of a tile are told
        than there are."""
        used = [[0] * (self._time + 1) for _ in range(self.tiles.size)]

        def hold(slot: Slot) -> None:
            for time in range(slot.drawn, self._time + 1 if slot.back is None else slot.back):
                used[slot.tile][time] += 1

        for slot in self.order:
            if slot.tile != UNKNOWN:
                hold(slot)
        for tile, counts in enumerate(used):
            if max(counts) > self.tiles.counts[tile]:
                raise BadInput(
                    f"it has more tiles {self.tiles.sign(tile)} than {self.tiles.counts[tile]}, as many as "
                    "there are."
                )
        random = stream(seed)
        for slot in self.order:
            if slot.tile == UNKNOWN:
                end = self._time + 1 if slot.back is None else slot.back
                left = [
                    most - max(counts[slot.drawn : end])
                    for most, counts in zip(self.tiles.counts, used, strict=True)
                ]
                if not sum(left):
                    raise BadInput("no tiles are left for the racks that it does not tell.")
                place = below(random, sum(left))
                slot.tile = next(t for t in range(len(left)) if place < sum(left[: t + 1]))
                hold(slot)
