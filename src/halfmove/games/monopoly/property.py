"""Who owns what in Monopoly, what it is worth, and what may be done with it."""

from __future__ import annotations

from halfmove.core.contract import Game
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.state import State, interest_on, level_of, mortgage_of, ones


class Property(Game):
    """Lots, buildings and mortgages."""

    players: int

    # ---- whose what is
    def owner(self, s: State, lot: int) -> int:
        """Whose a lot is; `BANK`: nobody's."""
        for player in range(self.players):
            if (s.owned[player] >> lot) & 1:
                return player
        return state.BANK

    def whole(self, s: State, player: int, group: int) -> bool:
        """Whether a player has all lots of a group."""
        return s.owned[player] & squares.GROUP_LOTS[group] == squares.GROUP_LOTS[group]

    def buildings(self, s: State, hotels: bool) -> int:
        """How many hotels, or houses, stand on the board."""
        count = 0
        for lot in range(squares.LOTS):
            level = level_of(s, lot)
            if hotels:
                count += 1 if level == state.HOTEL else 0
            elif level < state.HOTEL:
                count += level
        return count

    def highest(self, s: State, group: int) -> int:
        """The highest level of building in a colour."""
        word = s.built[group]
        return max(word & 7, (word >> 3) & 7, (word >> 6) & 7)

    def fortune(self, s: State, player: int) -> int:
        """Cash, lots at their price, half of it where mortgaged, and buildings at what they cost; −1 for who
        is bankrupt: as the rules count where a game ends by time."""
        if (s.now[state.OUT] >> player) & 1:
            return -1
        total = s.cash[player]
        for lot in range(squares.LOTS):
            if (s.owned[player] >> lot) & 1:
                total += mortgage_of(lot) if (s.now[state.MORTGAGED] >> lot) & 1 else squares.PRICE[lot]
                total += level_of(s, lot) * squares.HOUSE[lot]
        return total

    def raisable(self, s: State, player: int) -> int:
        """What a player could pay if he sold all buildings and mortgaged all lots."""
        total = s.cash[player]
        for lot in range(squares.LOTS):
            if (s.owned[player] >> lot) & 1:
                if not (s.now[state.MORTGAGED] >> lot) & 1:
                    total += mortgage_of(lot)
                total += level_of(s, lot) * (squares.HOUSE[lot] // 2)
        return total

    def rent(self, s: State, lot: int, dice: int) -> int:
        """What is owed for a lot that is owned and not mortgaged, the dice having shown so much together."""
        player, group = self.owner(s, lot), squares.GROUP[lot]
        count = ones(s.owned[player] & squares.GROUP_LOTS[group])
        if group == squares.RAILROADS:
            return 25 << (count - 1)
        if group == squares.UTILITIES:
            return (10 if count == 2 else 4) * dice
        level = level_of(s, lot)
        rent = squares.RENT[squares.STREET_RENTS * lot + level]
        return 2 * rent if level == 0 and self.whole(s, player, group) else rent

    # ---- what may be done with lots
    def may_build(self, s: State, player: int, lot: int) -> bool:
        """Evenly, on a colour that is all his and not mortgaged, while the bank has buildings."""
        group, level = squares.GROUP[lot], level_of(s, lot)
        if group >= squares.COLOURS or not (s.owned[player] >> lot) & 1 or level == state.HOTEL:
            return False
        if s.cash[player] < squares.HOUSE[lot] or not self.whole(s, player, group):
            return False
        if s.now[state.MORTGAGED] & squares.GROUP_LOTS[group]:
            return False
        for other in range(squares.LOTS):
            if squares.GROUP[other] == group and level_of(s, other) < level:
                return False
        if level == state.HOTEL - 1:
            return self.buildings(s, True) < state.HOTELS
        return self.buildings(s, False) < state.HOUSES

    def may_sell(self, s: State, player: int, lot: int) -> bool:
        """Evenly too."""
        level = level_of(s, lot)
        return (
            level > 0 and bool((s.owned[player] >> lot) & 1) and level == self.highest(s, squares.GROUP[lot])
        )

    def may_mortgage(self, s: State, player: int, lot: int) -> bool:
        """With no building on the lots of its colour."""
        if not (s.owned[player] >> lot) & 1 or (s.now[state.MORTGAGED] >> lot) & 1:
            return False
        return squares.GROUP[lot] >= squares.COLOURS or s.built[squares.GROUP[lot]] == 0

    def may_lift(self, s: State, player: int, lot: int) -> bool:
        mortgaged = (s.owned[player] & s.now[state.MORTGAGED]) >> lot
        return bool(mortgaged & 1) and s.cash[player] >= mortgage_of(lot) + interest_on(lot)
