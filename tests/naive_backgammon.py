"""Backgammon's plays the long way: every order of the dice, chequer by chequer, on lists of counts.

A side is a list of 26: how many stand on each of its own points 1 to 24, and on its bar, 25.
"""


def steps(own, other, die):
    """Both sides after each way to go with one die."""
    for start in [25] if own[25] else [p for p in range(1, 25) if own[p]]:
        end = start - die
        if end >= 1 and other[25 - end] >= 2:
            continue
        if end < 1 and (any(own[7:]) or (end < 0 and any(own[start + 1 : 7]))):
            continue
        mine, theirs = list(own), list(other)
        mine[start] -= 1
        if end >= 1:
            mine[end] += 1
            if theirs[25 - end] == 1:
                theirs[25 - end], theirs[25] = 0, theirs[25] + 1
        yield mine, theirs


def outcomes(own, other, high, low):
    """Both sides after each legal play, as a set of pairs of tuples."""
    found = {}

    def go_on(mine, theirs, dice, used):
        after = list(steps(mine, theirs, dice[0])) if dice else []
        for both in after:
            go_on(*both, dice[1:], (*used, dice[0]))
        if not after:
            found.setdefault(used, set()).add((tuple(mine), tuple(theirs)))

    for dice in [(high, low), (low, high)] if high != low else [(high,) * 4]:
        go_on(own, other, dice, ())
    most = max(map(len, found))
    longest = {used: boards for used, boards in found.items() if len(used) == most}
    if most == 1 and (high,) in longest:
        return longest[high,]
    return set().union(*longest.values())
