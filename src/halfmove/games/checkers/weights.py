"""The weights of the evaluation of checkers: `weights.toml` has those of each feature in thousandths of a
man, for 24 pieces on the board and for none; between, they are mixed in proportion.

    halfmove match engine engine checkers --control nodes=1000 --games 870 --plies 8 --margin 2 --seed 1 \\
        --most-plies 240 --resign "5 4" --file games.sqlite --export games.pdn
    python -m benchmarks.checkers_weights games.pdn --output weights.toml

made them, from weights set by judgement (docs/decisions/0037-what-checkers-weights-are-fitted-to.md).
"""

from __future__ import annotations

from pathlib import Path

from halfmove.core.packed_weights import Feature, PackedWeights, offsets

FILE = Path(__file__).with_name("weights.toml")
WHOLE = 24
"""Pieces on the board at which only the middle game's weights count."""
FINENESS = 10
"""Units of a weight in a hundredth of a man."""
FEATURES = (
    Feature("men", 1, "men on the board"),
    Feature("kings", 1, "kings on the board"),
    Feature("bridge", 1, "both squares of the back row held that keep kings from being made"),
    Feature("back row", 1, "men on the side's own back row"),
    Feature("advancement", 6, "men by the rows they have gone, one to six"),
    Feature("centre", 2, "a man, a king on the eight squares in the middle"),
    Feature("edge", 2, "a man, a king at the left or the right edge"),
    Feature("double corner", 1, "kings on the two squares of a double corner"),
    Feature("backed men", 1, "men with nothing empty behind them, so that no jump from before takes them"),
    Feature("mobility", 2, "steps that its men, that its kings have"),
    Feature("trapped kings", 1, "kings without a step or a jump"),
    Feature("runaway men", 1, "men that nothing stands before, by how near the last row they are, 1 to 6"),
    Feature("the move", 1, "who makes the other run out of moves where pieces are even (opposition)"),
    Feature("turn", 1, "being to move"),
    Feature("exchanges", 1, "being ahead, more with fewer pieces on the board"),
)
"""Those of Samuel and of Chinook, named in `knowledge`."""
OFFSETS = offsets(FEATURES)


TUNABLE = PackedWeights(FILE, FEATURES, whole=WHOLE, fineness=FINENESS)
"""In hundredths of a man to whoever tunes them."""
WEIGHTS = tuple(int(word) for word in TUNABLE.read())
"""A tuple, of which machine code has every number as a literal."""
