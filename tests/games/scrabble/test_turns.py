"""What tiles that are kept are worth: the kernel's sums against those of the table's features."""

from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.games.scrabble.engine import ScrabbleExpert
from halfmove.games.scrabble.leaves import leaves_of
from halfmove.games.scrabble.tiles import tile_set
from halfmove.games.scrabble.turns import fill_leaves

ENGLISH = tile_set("english")
RULES = hm.game("scrabble")
DESK, MATCH = RULES.generator.desk, ScrabbleExpert(RULES).simulator.match


@given(st.lists(st.sampled_from(range(ENGLISH.size)), max_size=7))
def test_every_part_of_a_rack_is_worth_what_its_features_add_up_to(tiles):
    rack, leaves = bytes(sorted(tiles)), leaves_of(ENGLISH)
    RULES.generator.set(bytes(RULES.generator.size**2), rack)
    assert fill_leaves(DESK, MATCH, False, 20, 0) == len(rack)
    for used in range(1 << len(rack)):
        kept = bytes(tile for slot, tile in enumerate(rack) if not used >> slot & 1)
        assert DESK.leaves[used] == leaves.value(kept), (rack, used)
