"""Random irregular trees written as nested lists, for tests that change them or look into them."""

import random

import halfmove as hm


def spec(dice, depth, chance=False):
    """At most `depth` plies, leaves from -6 to 6; with `chance`, nature moves in every second layer."""
    if depth == 0 or (depth < 3 and dice.random() < 0.2):
        return dice.randint(-6, 6)
    children = [spec(dice, depth - 1, chance) for _ in range(dice.randint(1, 3))]
    if chance and depth % 2 == 0:
        return {"player": "chance", "children": children}
    return children


def trees(count, depth=5, seed=1, **options):
    """So many of them as games."""
    dice = random.Random(seed)
    return [hm.tree(spec(dice, depth, **options)) for _ in range(count)]
