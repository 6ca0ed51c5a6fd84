"""The weights of the evaluation: its features by name, and where each has its own in the one array of all.

`weights.toml` has them in hundredths of a pawn, for the middle game and for the endgame.

A feature has as many weights as there are cases of it (mobility: one for each number of squares); every
weight is a pair, for the middle game and for the endgame.  All are from the side's own point of view: ranks
count from its own first rank, and of the files a and h, b and g … are one.
"""

from __future__ import annotations

from pathlib import Path

from halfmove.core.packed_weights import Feature, PackedWeights, offsets

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
    Feature("passed pawns on move", 8, "a passed pawn where it is its side's turn: by rank"),
    Feature(
        "passed pawns and kings", 16, "steps of the own king to a passed pawn: by rank; of the enemy's king"
    ),
    Feature("passed pawns and rooks", 2, "a passed pawn with an own, with an enemy rook behind it"),
    Feature(
        "passed pawns' way",
        4,
        "a square of it attacked; the next one guarded; all attacked ones guarded; the pawn itself loose",
    ),
    Feature("unopposed pawns", 2, "an isolated pawn without an enemy pawn before it; one not to be guarded"),
    Feature("doubled and isolated", 1, "an isolated pawn with another on its file"),
    Feature("pawn islands", 1, "groups of files with own pawns"),
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
    Feature("threats on move", 3, "on move: pieces that hang; hardly guarded; attacked by pawns"),
    Feature("queen's prey", 2, "an own piece that the enemy's queen attacks; an unguarded one for the own"),
    Feature("aimed at the queen", 1, "a rook or bishop with only its own side's pieces before the queen"),
    Feature("unguarded", 4, "a piece; a pawn; a pawn that a pawn guards; one attacked that no pawn guards"),
    Feature(
        "far up", 4, "on the enemy's half: a piece; a square attacked; twice; one of the four in the middle"
    ),
    Feature("castling", 1, "each right to castle"),
    Feature("behind pawns", 1, "a minor piece with a pawn in front of it"),
    Feature("distance to the king", 2, "steps of a knight, a bishop from its own king"),
    Feature("pieces together", 15, "own numbers multiplied: pawn pawn, knight pawn, knight knight …"),
    Feature("pieces against", 10, "own and enemy's multiplied: knight pawn, bishop pawn, bishop knight …"),
    Feature("tempo", 1, "to be on move"),
)

OFFSETS = offsets(FEATURES)
ALL_PHASES = 24
"""The phase of a game with all pieces on the board."""
WHOLE = 64 * ALL_PHASES
TUNABLE = PackedWeights(Path(__file__).with_name("weights.toml"), FEATURES, whole=WHOLE)
"""In hundredths of a pawn to whoever tunes them."""
WEIGHTS = TUNABLE.read()

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
ON_MOVE = OFFSETS["passed pawns on move"]
ROOKS_BEHIND = OFFSETS["passed pawns and rooks"]
WAY = OFFSETS["passed pawns' way"]
UNOPPOSED = OFFSETS["unopposed pawns"]
DOUBLED_ISOLATED = OFFSETS["doubled and isolated"]
ISLANDS = OFFSETS["pawn islands"]
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
THREATS_ON_MOVE = OFFSETS["threats on move"]
PREY = OFFSETS["queen's prey"]
AT_QUEEN = OFFSETS["aimed at the queen"]
UNGUARDED = OFFSETS["unguarded"]
FAR_UP = OFFSETS["far up"]
RIGHTS = OFFSETS["castling"]
BEHIND = OFFSETS["behind pawns"]
TO_KING = OFFSETS["distance to the king"]
TOGETHER = OFFSETS["pieces together"]
AGAINST = OFFSETS["pieces against"]
TEMPO = OFFSETS["tempo"]


def placement_index(kind: int, square: int, side: int) -> int:
    """The index of a piece's weight by where it stands."""
    own = square if side == 0 else square ^ 56
    file = own & 7
    return PLACEMENT + kind * 32 + (own >> 3) * 4 + (file if file < 4 else 7 - file)
