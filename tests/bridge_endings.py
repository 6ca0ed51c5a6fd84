"""Endings of bridge as a player sees them, and the best plan by a search that knows no shortcut."""

from itertools import combinations

from halfmove.core import bits
from halfmove.games.bridge.viewpoint import OPEN, Viewpoint
from halfmove.games.tricks.deals import STRAINS, read_card, read_hand
from halfmove.games.tricks.scoring import SEATS, Contract


def read_view(hands, hidden, contract="1N S", leader="N", plays="", won=0, **more):
    """Hands from North's on, with - for one that is not seen."""
    level, strain, declarer = int(contract[0]), STRAINS.index(contract[1]), SEATS.index(contract.split()[1])
    doubled = contract.split()[0].count("X")
    seen = tuple(0 if word == "-" else read_hand(word) for word in hands.split())
    cards = read_hand(hidden) if hidden else sum(0x1FFF << 16 * suit for suit in range(4)) & ~sum(seen)
    return Viewpoint(
        Contract(level, strain, declarer, doubled),
        seen,
        cards,
        SEATS.index(leader),
        tuple(map(read_card, plays.split())),
        won=won,
        **more,
    )


def every_state(view):
    """The positions that the player cannot tell apart, before any suit was not followed."""
    cards = list(bits.squares(view.unseen()))
    one, _ = view.hidden_seats
    size = bits.count(view.hands[(one + 1) % 4]) - sum(
        1 for place in range(len(view.plays)) if (view.leader + place) % 4 == one and len(view.plays) < 4
    )
    for mine in combinations(cards, size):
        first = sum(1 << card for card in mine)
        yield view.fill([first, view.unseen() & ~first])


def naive_chances(view, target):
    """The chance of each card of the declarer with the best plan against opponents who see all."""
    states = list(every_state(view))
    side = view.contract.declarer & 1
    found = {}
    for card in OPEN.actions(states[0]):
        outcomes = naive_outcomes([(i, OPEN.result(s, card)) for i, s in enumerate(states)], side, target)
        found[card] = max(map(len, outcomes)) / len(states)
    return found


def naive_outcomes(placed, side, target):
    """The sets of layouts in which the plans take the tricks, those that no other contains."""
    _, first = placed[0]
    if OPEN.is_terminal(first):
        return {frozenset(i for i, s in placed if (s.lost if side else s.won) >= target)}
    if OPEN.to_move(first) == side:
        return undominated(
            outcome
            for card in OPEN.actions(first)
            for outcome in naive_outcomes([(i, OPEN.result(s, card)) for i, s in placed], side, target)
        )
    after = {}
    for i, s in placed:
        for card in OPEN.actions(s):
            after.setdefault(card, []).append((i, OPEN.result(s, card)))
    everything = frozenset(i for i, _ in placed)
    found = {everything}
    for group in after.values():
        free = everything - {i for i, _ in group}
        parts = naive_outcomes(group, side, target)
        found = undominated(one & (other | free) for one in found for other in parts)
    return found


def undominated(outcomes):
    every = set(outcomes)
    return {one for one in every if not any(one < other for other in every)}


def read_problem(problem):
    """The position of a problem in `games/bridge_problems.toml` or `games/bridge_hands.toml`."""
    return read_view(
        problem["hands"],
        problem.get("hidden", ""),
        problem["contract"],
        problem.get("leader", "W"),
        problem["plays"],
        problem.get("won", 0),
    )
