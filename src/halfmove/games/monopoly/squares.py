"""The forty squares of the board, the deeds of its lots and the two packs of cards.

Prices, rents and cards are those of the American edition since 2008 (Hasbro, item 00009): income tax 200,
luxury tax 100.  A lot is what can be owned, 22 streets, four railroads and two utilities; lots are numbered
in the order of the board.
"""

from __future__ import annotations

SQUARES = 40
GO, JAIL, GO_TO_JAIL = 0, 10, 30
READING, ST_CHARLES, ILLINOIS, BOARDWALK = 5, 11, 24, 39
INCOME_TAX, LUXURY_TAX = 4, 38
CHANCE_SQUARES, CHEST_SQUARES = (7, 22, 36), (2, 17, 33)
RAILROADS, UTILITIES = 8, 9
"""The groups after the eight colours, which are 0 to 7."""
COLOURS = 8
STREET_RENTS = 6

_DEEDS = (
    (1, "mediterranean-avenue", 0, 60, 50, (2, 10, 30, 90, 160, 250)),
    (3, "baltic-avenue", 0, 60, 50, (4, 20, 60, 180, 320, 450)),
    (5, "reading-railroad", RAILROADS, 200, 0, ()),
    (6, "oriental-avenue", 1, 100, 50, (6, 30, 90, 270, 400, 550)),
    (8, "vermont-avenue", 1, 100, 50, (6, 30, 90, 270, 400, 550)),
    (9, "connecticut-avenue", 1, 120, 50, (8, 40, 100, 300, 450, 600)),
    (11, "st-charles-place", 2, 140, 100, (10, 50, 150, 450, 625, 750)),
    (12, "electric-company", UTILITIES, 150, 0, ()),
    (13, "states-avenue", 2, 140, 100, (10, 50, 150, 450, 625, 750)),
    (14, "virginia-avenue", 2, 160, 100, (12, 60, 180, 500, 700, 900)),
    (15, "pennsylvania-railroad", RAILROADS, 200, 0, ()),
    (16, "st-james-place", 3, 180, 100, (14, 70, 200, 550, 750, 950)),
    (18, "tennessee-avenue", 3, 180, 100, (14, 70, 200, 550, 750, 950)),
    (19, "new-york-avenue", 3, 200, 100, (16, 80, 220, 600, 800, 1000)),
    (21, "kentucky-avenue", 4, 220, 150, (18, 90, 250, 700, 875, 1050)),
    (23, "indiana-avenue", 4, 220, 150, (18, 90, 250, 700, 875, 1050)),
    (24, "illinois-avenue", 4, 240, 150, (20, 100, 300, 750, 925, 1100)),
    (25, "b-and-o-railroad", RAILROADS, 200, 0, ()),
    (26, "atlantic-avenue", 5, 260, 150, (22, 110, 330, 800, 975, 1150)),
    (27, "ventnor-avenue", 5, 260, 150, (22, 110, 330, 800, 975, 1150)),
    (28, "water-works", UTILITIES, 150, 0, ()),
    (29, "marvin-gardens", 5, 280, 150, (24, 120, 360, 850, 1025, 1200)),
    (31, "pacific-avenue", 6, 300, 200, (26, 130, 390, 900, 1100, 1275)),
    (32, "north-carolina-avenue", 6, 300, 200, (26, 130, 390, 900, 1100, 1275)),
    (34, "pennsylvania-avenue", 6, 320, 200, (28, 150, 450, 1000, 1200, 1400)),
    (35, "short-line", RAILROADS, 200, 0, ()),
    (37, "park-place", 7, 350, 200, (35, 175, 500, 1100, 1300, 1500)),
    (39, "boardwalk", 7, 400, 200, (50, 200, 600, 1400, 1700, 2000)),
)
"""Square, name, group, price, price of a house, and the rents with 0 to 4 houses and with a hotel."""

LOTS = len(_DEEDS)
SQUARE_OF = tuple(deed[0] for deed in _DEEDS)
NAMES = tuple(deed[1] for deed in _DEEDS)
GROUP = tuple(deed[2] for deed in _DEEDS)
PRICE = tuple(deed[3] for deed in _DEEDS)
HOUSE = tuple(deed[4] for deed in _DEEDS)
"""What a house on a lot costs; 0: none is built there."""
RENT = tuple(rent for deed in _DEEDS for rent in (deed[5] or (0,) * STREET_RENTS))
"""Six numbers for each lot, without houses first."""
LOT_AT = tuple(SQUARE_OF.index(square) if square in SQUARE_OF else -1 for square in range(SQUARES))
"""The lot on a square; -1: none."""
GROUP_LOTS = tuple(
    sum(1 << lot for lot in range(LOTS) if GROUP[lot] == group) for group in range(UTILITIES + 1)
)
"""The lots of each group, as bits."""
PLACE = tuple(sum(GROUP[other] == GROUP[lot] for other in range(lot)) for lot in range(LOTS))
"""Which of its group a lot is: 0, 1, …"""

OTHER_SQUARES = {
    0: "go", 2: "community-chest", 4: "income-tax", 7: "chance", 10: "jail", 17: "community-chest",
    20: "free-parking", 22: "chance", 30: "go-to-jail", 33: "community-chest", 36: "chance",
    38: "luxury-tax",
}  # fmt: skip
SQUARE_NAMES = tuple(OTHER_SQUARES.get(q) or NAMES[SQUARE_OF.index(q)] for q in range(SQUARES))

# ---- the cards: what kind each is, and of how much
(
    ADVANCE,
    RAILROAD,
    UTILITY,
    BACK,
    ARREST,
    FREE,
    CASH,
    EACH,
    REPAIRS,
) = range(9)
"""Go to a square; to the next railroad, at twice the rent; to the next utility, at ten times the dice;
back; to jail; a card to leave jail with; money from the bank (or to it, below 0); from each player (or to
each); for buildings."""

CARDS = 16
FREE_CARD = 9
"""The number of the card to leave jail with, in both packs."""
_CHANCE = (
    ("boardwalk", ADVANCE, BOARDWALK),
    ("go", ADVANCE, GO),
    ("illinois-avenue", ADVANCE, ILLINOIS),
    ("st-charles-place", ADVANCE, ST_CHARLES),
    ("next-railroad", RAILROAD, 0),
    ("next-railroad-2", RAILROAD, 0),
    ("next-utility", UTILITY, 0),
    ("dividend", CASH, 50),
    ("loan-matures", CASH, 150),
    ("leave-jail-free", FREE, 0),
    ("back-three", BACK, 3),
    ("go-to-jail", ARREST, 0),
    ("general-repairs", REPAIRS, 25),
    ("speeding-fine", CASH, -15),
    ("reading-railroad", ADVANCE, READING),
    ("chairman", EACH, -50),
)
_CHEST = (
    ("go", ADVANCE, GO),
    ("bank-error", CASH, 200),
    ("doctor", CASH, -50),
    ("sale-of-stock", CASH, 50),
    ("holiday-fund", CASH, 100),
    ("tax-refund", CASH, 20),
    ("birthday", EACH, 10),
    ("life-insurance", CASH, 100),
    ("hospital", CASH, -100),
    ("leave-jail-free", FREE, 0),
    ("school", CASH, -50),
    ("go-to-jail", ARREST, 0),
    ("street-repairs", REPAIRS, 40),
    ("consultancy", CASH, 25),
    ("beauty-contest", CASH, 10),
    ("inheritance", CASH, 100),
)
CARD_NAMES = tuple(card[0] for card in (*_CHANCE, *_CHEST))
CARD_KIND = tuple(card[1] for card in (*_CHANCE, *_CHEST))
CARD_AMOUNT = tuple(card[2] for card in (*_CHANCE, *_CHEST))
"""Of the sixteen cards of Chance, then of the sixteen of Community Chest."""
HOTEL_REPAIRS = (100, 115)
"""What a hotel costs where a house costs 25 (Chance) or 40 (Community Chest)."""
