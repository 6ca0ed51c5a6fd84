"""Two-person whist: two open hands, follow suit, the winner of a trick leads to the next.

J. Wästlund, "A solution of two-person single-suit whist", *Electronic Journal of Combinatorics* 12, 2005, and
"Two-person symmetric whist", ibid.: simple as it looks, its theory is deep.  By default six cards each of two
suits, and no trump.
"""

from __future__ import annotations

from halfmove.games.tricks.rules import TrickGame


class Whist(TrickGame):
    """Two open hands of cards: follow suit, the higher card takes the trick and leads to the next."""

    name = "whist"
    title_text = "Two-person Whist"

    seats = 2
    seat_letters = "AB"
    player_names = ("A", "B")

    deal: str = "A:AT8.K93.. KJ9.AQ4.."
    strain: str = "N"
    leader: str = "A"
