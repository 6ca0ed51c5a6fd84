"""Who owns what in Monopoly, what it is worth, and what may be done with it."""

from __future__ import annotations

from halfmove.core.contract import Game
from halfmove.games.monopoly.squares import (
    COLOURS,
    GROUP,
    GROUP_LOTS,
    HOUSE,
    LOTS,
    PRICE,
    RAILROADS,
    RENT,
    STREET_RENTS,
    UTILITIES,
)
from halfmove.games.monopoly.state import (
    BANK,
    HOTEL,
    HOTELS,
    HOUSES,
    MORTGAGED,
    OUT,
    State,
    interest_on,
    level_of,
    mortgage_of,
    ones,
)


class Property(Game):
    """Lots, buildings and mortgages."""

    players: int

    # ---- whose what is
    def owner(self, s: State, lot: int) -> int:
        """Whose a lot is; `BANK`: nobody's."""
        for player in range(self.players):
            if (s.owned[player] >> lot) & 1:
                return player
        return BANK

    def whole(self, s: State, player: int, group: int) -> bool:
        """Whether a player has all lots of a group."""
        return s.owned[player] & GROUP_LOTS[group] == GROUP_LOTS[group]

    def buildings(self, s: State, hotels: bool) -> int:
        """How many hotels, or houses, stand on the board."""
        count = 0
        for lot in range(LOTS):
            level = level_of(s, lot)
            if hotels:
                count += 1 if level == HOTEL else 0
            elif level < HOTEL:
                count += level
        return count

    def highest(self, s: State, group: int) -> int:
        """The highest level of building in a colour."""
        word = s.built[group]
        return max(word & 7, (word >> 3) & 7, (word >> 6) & 7)

    def fortune(self, s: State, player: int) -> int:
        """Cash, lots at their price, half of it where mortgaged, and buildings at what they cost; −1 for who
        is bankrupt: as the rules count where a game ends by time."""
        if (s.now[OUT] >> player) & 1:
            return -1
        total = s.cash[player]
        for lot in range(LOTS):
            if (s.owned[player] >> lot) & 1:
                total += mortgage_of(lot) if (s.now[MORTGAGED] >> lot) & 1 else PRICE[lot]
                total += level_of(s, lot) * HOUSE[lot]
        return total

    def raisable(self, s: State, player: int) -> int:
        """What a player could pay if he sold all buildings and mortgaged all lots."""
        total = s.cash[player]
        for lot in range(LOTS):
            if (s.owned[player] >> lot) & 1:
                if not (s.now[MORTGAGED] >> lot) & 1:
                    total += mortgage_of(lot)
                total += level_of(s, lot) * (HOUSE[lot] // 2)
        return total

    def rent(self, s: State, lot: int, dice: int) -> int:
        """What is owed for a lot that is owned and not mortgaged, the dice having shown so much together."""
        player, group = self.owner(s, lot), GROUP[lot]
        count = ones(s.owned[player] & GROUP_LOTS[group])
        if group == RAILROADS:
            return 25 << (count - 1)
        if group == UTILITIES:
            return (10 if count == 2 else 4) * dice
        level = level_of(s, lot)
        rent = RENT[STREET_RENTS * lot + level]
        return 2 * rent if level == 0 and self.whole(s, player, group) else rent

    # ---- what may be done with lots
    def may_build(self, s: State, player: int, lot: int) -> bool:
        """Evenly, on a colour that is all his and not mortgaged, while the bank has buildings."""
        group, level = GROUP[lot], level_of(s, lot)
        if group >= COLOURS or not (s.owned[player] >> lot) & 1 or level == HOTEL:
            return False
        if s.cash[player] < HOUSE[lot] or not self.whole(s, player, group):
            return False
        if s.now[MORTGAGED] & GROUP_LOTS[group]:
            return False
        for other in range(LOTS):
            if GROUP[other] == group and level_of(s, other) < level:
                return False
        if level == HOTEL - 1:
            return self.buildings(s, True) < HOTELS
        return self.buildings(s, False) < HOUSES

    def may_sell(self, s: State, player: int, lot: int) -> bool:
        """Evenly too."""
        level = level_of(s, lot)
        return level > 0 and bool((s.owned[player] >> lot) & 1) and level == self.highest(s, GROUP[lot])

    def may_mortgage(self, s: State, player: int, lot: int) -> bool:
        """With no building on the lots of its colour."""
        if not (s.owned[player] >> lot) & 1 or (s.now[MORTGAGED] >> lot) & 1:
            return False
        return GROUP[lot] >= COLOURS or s.built[GROUP[lot]] == 0

    def may_lift(self, s: State, player: int, lot: int) -> bool:
        mortgaged = (s.owned[player] & s.now[MORTGAGED]) >> lot
        return bool(mortgaged & 1) and s.cash[player] >= mortgage_of(lot) + interest_on(lot)
