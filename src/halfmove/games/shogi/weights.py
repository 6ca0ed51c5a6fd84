"""The weights of the evaluation of shogi: `weights.toml` has those of each feature in thousandths of a pawn,
for the opening and for where the kings are attacked; between, they are mixed in proportion.

    python -m benchmarks.shogi_weights --seconds 200 --output weights.toml

made them, from Apery's values of pieces (github.com/yaneurao/YaneuraOu, evaluate.h) and the rest by
judgement: the engine plays itself, and the tuner fits them to what its searches found.
"""

from __future__ import annotations

from pathlib import Path

from halfmove.core.packed_weights import Feature, PackedWeights, offsets

WHOLE = 16
"""Pieces in hand, and on the far ranks of their side, from which on only the attack's weights count."""
RANKS, FILES = 9, 5
KINDS = "pawn, lance, knight, silver, gold, bishop, rook"
FEATURES = (
    Feature("pieces", 7, f"on the board, not promoted: {KINDS}"),
    Feature("promoted", 6, "promoted on the board: pawn, lance, knight, silver, bishop, rook"),
    Feature("hand", 7, f"in hand: {KINDS}"),
    Feature("rank", 7 * RANKS, "where a piece stands that is not promoted: kind, rank from the far side"),
    Feature("file", 7 * FILES, "the same: kind, file from the edge"),
    Feature("king", RANKS + FILES, "where the king stands: rank from the far side; file from the edge"),
    Feature("guards", 7, f"within two squares of the own king: {KINDS}, promoted ones as what they move as"),
    Feature("attackers", 7, "within two squares of the other king: the same"),
    Feature("attacks", 9, "squares beside the other king that are attacked: none to eight"),
    Feature("drops", 1, "pieces in hand but pawns (eight count), times empty squares beside the other king"),
    Feature("mobility", 2, "squares that bishops, that rooks reach"),
    Feature("turn", 1, "being to move"),
)
OFFSETS = offsets(FEATURES)
TUNABLE = PackedWeights(Path(__file__).with_name("weights.toml"), FEATURES, whole=WHOLE, fineness=10)
"""In hundredths of a pawn to whoever tunes them."""
WEIGHTS = TUNABLE.read()
