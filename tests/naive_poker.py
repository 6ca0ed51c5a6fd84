"""Hands of poker by the rules in words: the slow definition that the tables are held against."""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"


def five(cards):
    """What five cards, texts such as `Ah`, are worth, as a tuple that compares."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape, order = [count for count, _ in groups], [rank for _, rank in groups]
    flush = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    run = len(shape) == 5 and order[0] - order[4] == 4
    if run and flush:
        kind = 8
    elif shape == [4, 1]:
        kind = 7
    elif shape == [3, 2]:
        kind = 6
    elif flush:
        kind = 5
    elif run:
        kind = 4
    else:
        kind = {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 0}[tuple(shape)]
    return (kind, *order)


def best(cards):
    """The best five of five to seven cards."""
    return max(map(five, combinations(cards, 5)))
