"""The features of the evaluation by name, and where each has its weights in the one array of them.

A feature has as many weights as there are cases of it (mobility: one for each number of squares); every
weight is a pair, for the middle game and for the endgame.  All are from the side's own point of view: ranks
count from its own first rank, and of the files a and h, b and g … are one.
"""

from __future__ import annotations

from typing import NamedTuple


class Feature(NamedTuple):
    """A feature, its cases, and what it means."""

    name: str
    size: int
    words: str


FEATURES = (
    Feature("material", 5, "pawn, knight, bishop, rook, queen"),
    Feature("placement", 6 * 32, "where each kind of piece stands: kind, rank, file from the edge"),
    Feature(
        "knight mobility", 9, "squares a knight reaches that no enemy pawn guards and no own piece blocks"
    ),
    Feature("bishop mobility", 14, "the same for a bishop, looking through the own queen"),
    Feature("rook mobility", 15, "the same for a rook, looking through own rooks and the queen"),
    Feature("queen mobility", 28, "the same for the queen"),
    Feature("bishop pair", 1, "two bishops or more"),
    Feature("bad bishop", 1, "each own pawn on the colour of a bishop"),
    Feature(
        "outposts", 2, "a knight, a bishop guarded by a pawn where no enemy pawn can come to drive it off"
    ),
    Feature("rook files", 2, "a rook on an open file; on one without own pawns"),
    Feature("doubled pawns", 1, "a pawn with another of its own in front of it"),
    Feature("isolated pawns", 1, "a pawn without neighbours on the files beside it"),
    Feature(
        "backward pawns", 1, "a pawn that no own pawn can guard any more, its way guarded by an enemy pawn"
    ),
    Feature("connected pawns", 8, "a pawn guarded by, or beside, another: by rank"),
    Feature("passed pawns", 8, "a pawn that no enemy pawn can stop: by rank"),
    Feature(
        "passed pawns blocked", 8, "a passed pawn with an enemy piece on the square in front of it: by rank"
    ),
    Feature("passed pawns free", 8, "a passed pawn whose way is neither occupied nor attacked: by rank"),
    Feature(
        "passed pawns and kings", 2, "far passed pawns: each step of the own, of the enemy's king to them"
    ),
    Feature("king shelter", 8, "on each file about the king the rank of the nearest own pawn; first: none"),
    Feature("king storm", 8, "on each of those files the rank of the nearest enemy pawn; first: none"),
    Feature("king open files", 2, "files about the king with no pawn at all; with no own pawn"),
    Feature("king danger", 64, "how much bears on the king, in points: see king.py"),
    Feature("king flank", 3, "squares of the king's side of the board attacked; attacked twice; guarded"),
    Feature("pawnless flank", 1, "no pawn at all on the king's side of the board"),
    Feature("threats by pawns", 1, "each enemy piece that a pawn attacks"),
    Feature("threats by pieces", 2, "a minor piece attacking a rook or queen; a rook attacking a queen"),
    Feature("hanging pieces", 1, "each enemy piece that is attacked and not guarded"),
    Feature(
        "threats by minor pieces",
        5,
        "a pawn, knight, bishop, rook, queen attacked by one (pawns: if hardly guarded)",
    ),
    Feature("threats by rooks", 5, "the same, hardly guarded, attacked by a rook"),
    Feature("threats by the king", 1, "each hardly guarded piece or pawn that the king attacks"),
    Feature("weak pieces", 1, "each enemy piece attacked twice, or not guarded at all, and not by a pawn"),
    Feature("restricted squares", 1, "squares the enemy attacks that are contested"),
    Feature("pawn pushes", 1, "each enemy piece that a safe step of a pawn would attack"),
    Feature("space", 1, "safe squares in the middle on the own half"),
    Feature("behind pawns", 1, "a minor piece with a pawn in front of it"),
    Feature("distance to the king", 2, "steps of a knight, a bishop from its own king"),
    Feature(
        "pieces together", 15, "own numbers multiplied: pawn pawn, knight pawn, knight knight …"
    ),
    Feature("pieces against", 10, "own and enemy's multiplied: knight pawn, bishop pawn, bishop knight …"),
    Feature("tempo", 1, "to be on move"),
)

OFFSETS = {f.name: sum(g.size for g in FEATURES[:n]) for n, f in enumerate(FEATURES)}
SIZE = sum(f.size for f in FEATURES)

MATERIAL = OFFSETS["material"]
PLACEMENT = OFFSETS["placement"]
KNIGHT_MOBILITY = OFFSETS["knight mobility"]
BISHOP_MOBILITY = OFFSETS["bishop mobility"]
ROOK_MOBILITY = OFFSETS["rook mobility"]
QUEEN_MOBILITY = OFFSETS["queen mobility"]
BISHOP_PAIR = OFFSETS["bishop pair"]
BAD_BISHOP = OFFSETS["bad bishop"]
OUTPOSTS = OFFSETS["outposts"]
ROOK_FILES = OFFSETS["rook files"]
DOUBLED = OFFSETS["doubled pawns"]
ISOLATED = OFFSETS["isolated pawns"]
BACKWARD = OFFSETS["backward pawns"]
CONNECTED = OFFSETS["connected pawns"]
PASSED_PAWNS = OFFSETS["passed pawns"]
BLOCKED = OFFSETS["passed pawns blocked"]
FREE = OFFSETS["passed pawns free"]
RACING = OFFSETS["passed pawns and kings"]
SHELTER = OFFSETS["king shelter"]
STORM = OFFSETS["king storm"]
OPEN_FILES = OFFSETS["king open files"]
DANGER = OFFSETS["king danger"]
FLANK = OFFSETS["king flank"]
PAWNLESS = OFFSETS["pawnless flank"]
PAWN_THREATS = OFFSETS["threats by pawns"]
PIECE_THREATS = OFFSETS["threats by pieces"]
HANGING = OFFSETS["hanging pieces"]
MINOR_THREATS = OFFSETS["threats by minor pieces"]
ROOK_THREATS = OFFSETS["threats by rooks"]
KING_THREATS = OFFSETS["threats by the king"]
WEAK = OFFSETS["weak pieces"]
RESTRICTED = OFFSETS["restricted squares"]
PUSHES = OFFSETS["pawn pushes"]
SPACE = OFFSETS["space"]
BEHIND = OFFSETS["behind pawns"]
TO_KING = OFFSETS["distance to the king"]
TOGETHER = OFFSETS["pieces together"]
AGAINST = OFFSETS["pieces against"]
TEMPO = OFFSETS["tempo"]
