"""Bidding by a system: every rule reachable, auctions legal, hands with what their calls say."""

import random
from pathlib import Path

import numpy as np
import pytest

from halfmove.core.errors import BadInput
from halfmove.games.bridge.auction import call_text, read_call
from halfmove.games.bridge.bidding import Bidder
from halfmove.games.bridge.constraint_text import parse_deal_constraints
from halfmove.games.bridge.constraints import ANY
from halfmove.games.bridge.dealer import DECK, draw_deals, hold_deals
from halfmove.games.bridge.game import Bridge
from halfmove.games.bridge.hands import Hands
from halfmove.games.bridge.rules import Rules
from halfmove.games.bridge.suit_sampling import PairSampler
from halfmove.games.bridge.system import list_tokens, read_system
from halfmove.games.tricks.deals import read_hand
from tests.bridge_auctions import calls_of, random_auctions
from tests.command import halfmove

pytestmark = pytest.mark.one_speed
JUDGED = ("bridge_bids.txt", "bridge_bids_second.txt")
RARE = {"7N", "7H", "7S", "5S"}
"""Calls by both hands together, grand slams and a sign-off above Blackwood, that few random deals have."""


@pytest.fixture(scope="module")
def bidder():
    return Bidder()


def calls(text):
    return tuple(read_call(word) for word in text.split() if word != "-")


def is_chosen(bidder, rule, before, hands):
    """Whether one of the hands is bid by this rule, and no rule before it."""
    many, left = Hands(hands), np.ones(len(hands), dtype=bool)
    for other in bidder.rules(before):
        fits = left & other.when.test(many)
        if other.number == rule.number and fits.any():
            return True
        left &= ~fits
    return False


@pytest.mark.exhaustive
def test_every_rule_is_reached(bidder):
    """For each rule with a whole auction a hand is bid by it; those that hold anywhere are used in random
    auctions, but for `RARE`."""
    numbers = np.random.default_rng(1)
    some = hold_deals(draw_deals(parse_deal_constraints(""), 5000, 1)).ravel()
    reached = set()
    for rule in bidder.system.rules:
        if rule.after[:1] == ("*",) or rule.number in reached:
            continue
        before = calls_of(rule.after)
        assert list_tokens(before) == rule.after
        if is_chosen(bidder, rule, before, some):
            reached.add(rule.number)
            continue
        same = [other for other in bidder.rules(before) if other.number == rule.number]
        sampler = PairSampler(DECK, (same[0].when.bounds(), ANY)) if same else None
        if (
            sampler is not None
            and sampler.total
            and is_chosen(bidder, rule, before, sampler.draw(500, numbers)[:, 0])
        ):
            reached.add(rule.number)
    for _, _, found in random_auctions(bidder, 8, 6000):
        for before, choice in found:
            if choice.how == "rule":
                reached |= {rule.number for rule in bidder.rules(before) if rule.call == choice.call}
    missing = {rule.number: rule for rule in bidder.system.rules if rule.number not in reached}
    assert [rule for rule in missing.values() if call_text(rule.call) not in RARE] == []


def check_auctions(bidder, count, seed):
    """All calls are legal by the rules of the game, few are by no rule, and hands fit theirs."""
    game, total, without = Rules(), 0, 0
    for hands, _, found in random_auctions(bidder, seed, count):
        state = game.first_state(hands, 0, 0)
        for before, choice in found:
            assert choice.call in list(game.actions(state))
            if choice.how == "rule":
                assert choice.meaning.constraint.test(Hands(hands[len(before) % 4]))
            state = game.result(state, choice.call)
            total += 1
            without += choice.how != "rule"
        assert state.declarer >= 0 or game.is_terminal(state)
    assert without < 0.02 * total


def test_random_deals_are_bid_to_the_end(bidder):
    check_auctions(bidder, 300, 4)


@pytest.mark.exhaustive
def test_20_000_random_deals_are_bid_to_the_end(bidder):
    check_auctions(bidder, 20_000, 5)


def test_hands_have_what_they_have_shown(bidder):
    """Whoever bids by rules alone has all that his calls say, taken together."""
    for hands, made, found in random_auctions(bidder, 6, 150):
        if all(choice.how == "rule" for _, choice in found):
            for seat, shown in enumerate(bidder.interpret(made)):
                assert shown.test(Hands(hands[seat])), shown.words()


def test_one_hand_and_many_choose_alike(bidder):
    hands = hold_deals(draw_deals(parse_deal_constraints(""), 100, 2)).ravel()
    for text in ("-", "1N P", "1H", "1C P 1H P"):
        many = bidder.choose_many(hands, calls(text))
        for hand, call in zip(hands, many, strict=True):
            choice = bidder.choose(int(hand), calls(text))
            assert choice.call == call or (call == -1 and choice.how == "fallback")


def test_meanings_in_words(bidder):
    meaning = bidder.meaning((), read_call("1N"))
    assert meaning.words() == "15–17 HCP, balanced"
    assert bidder.meaning(calls("1H P"), read_call("2H")).words() == "6–10 points for hearts, 3+ hearts"
    assert bidder.meaning((), read_call("5C")).words().startswith("not in the system")
    north, east, south, west = (part.words() for part in bidder.interpret(calls("1N P 2H P"), dealer=1))
    assert (east, west) == ("15–17 HCP, balanced", "5+ spades, spades >= hearts")
    assert (north, south) == ("anything", "anything")


@pytest.mark.parametrize("name", JUDGED)
def test_judged_hands(bidder, name):
    """The held-out sets: at least nine of ten calls as judged; the page says how many."""
    text = Path(__file__).with_name(name).read_text()
    lines = [line.split("|") for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) >= 60
    right = 0
    for hand, before, wanted in lines:
        right += call_text(bidder.choose(read_hand(hand.strip()), calls(before)).call) in wanted.split()
    assert right >= 0.9 * len(lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule = [", "is not TOML"),
        ("", "no rules"),
        ("[[rule]]\nafter=''\ncall='1K'\nwhen='12+'", "'1K' is no call"),
        ("[[rule]]\nafter=''\ncall='1S'\nwhen='5+ spoons'", "spoons"),
        ("[[rule]]\nafter='2S'\ncall='1S'\nwhen='12+'", "no call 1S is legal"),
        ("[[rule]]\nafter=''\ncall='1S'", "'when' is missing"),
        ("[[rule]]\nafter=''\ncall='1S'\nwhen='12+'\nfits=1", "no 'fits'"),
        ("[[rule]]\nafter=''\ncall='1S'\nwhen='12+'\npriority='x'", "'priority' cannot be"),
    ],
)
def test_a_broken_system_is_refused(tmp_path, text, said):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=said):
        read_system(file)


def test_another_system(tmp_path):
    """A file of two rules is a system: a weak no trump, and a pass."""
    file = tmp_path / "weak.toml"
    file.write_text(
        "name = 'weak'\n[[rule]]\nafter=''\ncall='1N'\nwhen='12-14, balanced'\n"
        "[[rule]]\nafter='*'\ncall='P'\nwhen='anything'\npriority=1\n"
    )
    weak = Bidder(read_system(file))
    assert call_text(weak.choose(read_hand("AQ5.K72.QJ83.T94"), ()).call) == "1N"
    assert call_text(weak.choose(read_hand("AQ5.K72.QJ83.A94"), ()).call) == "P"


def test_the_command():
    data = halfmove("bid", "KJ542.974.63.J82", "--auction", "1N P", "--dealer", "E", "--json").json
    assert (data["call"], data["how"], data["seat"]) == ("2H", "rule", "W")
    assert data["meaning"] == "a transfer to spades: 5+ spades, spades >= hearts"
    assert data["shown"]["E"] == "15–17 HCP, balanced"
    assert next(option["call"] for option in data["options"] if option["fits"]) == "2H"
    for arguments, said in (
        (["KJ542.974.63.J8"], "13 cards"),
        (["KJ542.974.63.J82", "--auction", "1N 1S"], "no legal call"),
        (["KJ542.974.63.J82", "--auction", "P P P P"], "is over"),
        (["KJ542.974.63.J82", "--auction", "1N X P P P"], "is over"),
        (["KJ542.974.63.J82", "--auction", "1K"], "no call"),
    ):
        refused = halfmove("bid", *arguments)
        assert refused.status == 2
        assert said in refused.err


def test_the_strategy_bids_by_the_system(bidder):
    """Its calls are those of the bidder, to the end of the auction; then it plays legal cards."""
    game, source = Bridge(), random.Random(2)
    policy = game.strategies()["rules"]
    hands, made, _ = next(random_auctions(bidder, 9, 1))
    state = game.first_state(hands, 0, 0)
    for call in made:
        assert policy.choose(game, state, source) == call
        state = game.result(state, call)
    while not game.is_terminal(state):
        card = policy.choose(game, state, source)
        assert card in list(game.actions(state))
        state = game.result(state, card)
    assert state.declarer >= 0
