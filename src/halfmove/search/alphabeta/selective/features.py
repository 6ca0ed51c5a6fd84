"""What the selective search can do without, feature by feature: each a bit of `counters[FEATURES]`.

Unlike the plain engine's (decision 0011) these are asked for while it runs: next to a node of such a game the
question costs nothing, and one machine code serves every setting.
"""

from __future__ import annotations

from halfmove.search.alphabeta.features import Feature
from halfmove.search.alphabeta.selective import memory as bit

SELECTIVE: dict[str, Feature] = {
    feature.name: feature
    for feature in (
        Feature(
            "table",
            "the transposition table: what was found out about a position is kept for when it comes again",
            "Greenblatt, Eastlake and Crocker 1967",
            bit=bit.TABLE,
        ),
        Feature(
            "quiescence",
            "beyond the horizon forcing actions are followed until the position is quiet",
            "Shannon 1950",
            bit=bit.QUIESCENCE,
            hooks=("forcing",),
        ),
        Feature(
            "exchanges",
            "static exchange evaluation: captures that lose material are searched late, or not at all",
            "Reinfeld's swap-off; Berliner 1974",
            bit=bit.EXCHANGES,
            hooks=("exchange",),
        ),
        Feature(
            "checks",
            "check extensions: an action that threatens at once is looked into a ply deeper",
            "Greenblatt, Eastlake and Crocker 1967",
            bit=bit.CHECK_EXTENSIONS,
            hooks=("in_check",),
        ),
        Feature(
            "singular",
            "singular extensions: an action that alone holds the value is looked into a ply deeper",
            "Anantharaman, Campbell and Hsu 1990",
            bit=bit.SINGULAR,
        ),
        Feature(
            "null-move",
            "a position that is good even if the opponent moves twice is not searched deeply",
            "Beal 1989; Donninger 1993",
            bit=bit.NULL_MOVE,
            hooks=("may_pass",),
        ),
        Feature(
            "futility",
            "near the horizon, positions and actions too far from the window are passed over",
            "Schaeffer 1986; Heinz 1998",
            bit=bit.FUTILITY,
        ),
        Feature(
            "reductions",
            "late move reductions, today's tapered search: the later an action in order, the shallower",
            "Winston's rank rule; Levy, Broughton and Taylor 1989",
            bit=bit.REDUCTIONS,
        ),
        Feature(
            "move-count",
            "near the horizon only so many quiet actions are looked at (the plausible ones: Type B)",
            "Shannon 1950; Greenblatt, Eastlake and Crocker 1967",
            bit=bit.MOVE_COUNT,
        ),
        Feature(
            "killers",
            "actions that refuted a sibling position are searched early",
            "Akl and Newborn 1977",
            bit=bit.KILLERS,
        ),
        Feature(
            "counter-moves",
            "the action that refuted the opponent's last one elsewhere is searched early",
            "Uiterwijk 1992",
            bit=bit.COUNTER_MOVES,
        ),
        Feature(
            "history",
            "actions that did well elsewhere in the tree, and after the same last action, are searched early",
            "Schaeffer 1983",
            bit=bit.HISTORY,
        ),
        Feature(
            "corrections",
            "the evaluation is corrected by how far it was off where the structure (pawns) was the same",
            "Waszak (Caissa) 2023",
            bit=bit.CORRECTIONS,
            hooks=("structure",),
        ),
        Feature(
            "iir",
            "internal iterative reductions: where nothing is known to try first, a ply less",
            "Schröder 2020",
            bit=bit.INTERNAL_REDUCTIONS,
        ),
        Feature(
            "mates",
            "between levels, proof numbers look for mates by checks: the mover's, and those that his best "
            "action allows",
            "Nagai 2002",
            bit=bit.MATES,
            hooks=("checking",),
        ),
        Feature(
            "aspiration",
            "each level begins with a narrow window around the score of the last",
            "Slate and Atkin 1977",
            bit=bit.ASPIRATION,
        ),
    )
}


def mask(names: tuple[str, ...]) -> int:
    """The bits of all features but these."""
    left_out = 0
    for name in names:
        left_out |= SELECTIVE[name].bit
    return bit.ALL & ~left_out
