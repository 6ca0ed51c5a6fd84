"""Auctions for tests of bidding: the calls of a pattern of a system, and whole auctions of random deals."""

import random

from halfmove.games.bridge.auction import FIRST_BID, NOBODY, PASS, is_closed, read_call, with_call


def calls_of(tokens):
    """The calls that a pattern stands for, with the opponents' passes; the first to bid is the dealer."""
    calls = []
    for place, token in enumerate(tokens):
        own = not token.startswith("(")
        # between two calls of ours the opponents passed
        if place and own == (not tokens[place - 1].startswith("(")):
            calls.append(PASS)
        calls.append(read_call(token.strip("()")))
    if tokens and not tokens[-1].startswith("("):
        calls.append(PASS)
    return tuple(calls)


def random_deal(source):
    """Four hands."""
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)]
    source.shuffle(deck)
    return [sum(1 << card for card in deck[seat::4]) for seat in range(4)]


def bid_out(bidder, hands):
    """The choices until the auction is over, each with the calls before it."""
    calls, auction, bid, found = (), NOBODY, 0, []
    while not is_closed(auction, bid):
        choice = bidder.choose(hands[len(calls) % 4], calls)
        found.append((calls, choice))
        auction = with_call(auction, bid, choice.call)
        bid = choice.call - FIRST_BID if choice.call > FIRST_BID else bid
        calls = (*calls, choice.call)
    return calls, found


def random_auctions(bidder, seed, count):
    """The hands, the calls and the choices of so many random deals."""
    source = random.Random(seed)
    for _ in range(count):
        hands = random_deal(source)
        calls, found = bid_out(bidder, hands)
        yield hands, calls, found
