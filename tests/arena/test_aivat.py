"""AIVAT: the expectation stays exactly, whatever the others play, and the variance becomes smaller."""

from dataclasses import replace
from random import Random
from statistics import fmean, variance

import numpy as np
import pytest
from contest_records import a_game, results_of

import halfmove as hm
from halfmove.arena.aivat import LARGEST, Dice, Estimates, adjust_records, choose_adjustment
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import OpeningSource, Plan
from halfmove.arena.report.summary import report
from halfmove.arena.report.text import lines
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc
from halfmove.games.reference import GameReference
from halfmove.imperfect.layout import OVER
from halfmove.imperfect.steps import uniform
from halfmove.imperfect.strategy import Strategy

SEATS = {2: [(0, 1), (1, 0)], 3: [(0, 1, 2), (2, 0, 1)]}


@pytest.fixture(scope="module")
def strategies(tmp_path_factory):
    """Files of strategies far from even, by game."""
    folder = tmp_path_factory.mktemp("aivat")
    found = {}
    for game in (Kuhn(), Kuhn(players=3), Leduc()):
        rules = interpreted(game)
        random = Random(5)

        def policy(s, rules=rules, random=random):
            weights = [random.random() ** 3 + 0.01 for _ in rules.actions(s)]
            return {a: w / sum(weights) for a, w in zip(rules.actions(s), weights, strict=True)}

        file = folder / f"{game.name}{game.players}.json"
        Strategy.of(rules, policy).write(file)
        found[game.name, game.players] = file
    return found


def plan(game, *players):
    return Plan(game=GameReference(game.name, dict(game.parameters)), players=tuple(map(str, players)))


def other_policy(layout, seed):
    """What a player might play of whom nothing is known."""
    weights = np.random.default_rng(seed).random(int(layout.first[-1])) ** 2 + 1e-3
    for i in range(len(layout.first) - 1):
        first, last = layout.first[i : i + 2]
        weights[first:last] /= weights[first:last].sum()
    return weights


def probabilities(layout, policies):
    """How likely each history is where the seats play so."""
    likely = np.ones(len(layout.mover))
    for h in range(len(layout.mover)):
        for k, child in enumerate(range(layout.child[h], layout.child[h + 1])):
            mover = layout.mover[h]
            step = layout.chance[child]
            if mover >= 0:
                step = policies[mover][layout.first[layout.place[h]] + k]
            likely[child] = likely[h] * step
    return likely


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(players=3), Leduc()], ids=lambda g: f"{g.name}{g.players}")
@pytest.mark.parametrize("known", [0, 1])
def test_the_mean_stays_exactly_and_the_variance_shrinks(strategies, game, known):
    """Over all games that can be played, by their probabilities: against three strategies that AIVAT is not
    told of, with the known player in each seat."""
    players = [str(strategies[game.name, game.players]) if k < known else "" for k in range(game.players)]
    way = choose_adjustment(
        plan(game, *(f"strategy?file={f}" if f else "so-ismcts?simulations=1" for f in players))
    )
    layout = way.table.layout
    over = layout.mover == OVER
    ours = Strategy.read(game, strategies[game.name, game.players]).policy
    for seated in SEATS[game.players]:
        told = way.find_utilities(seated)
        for seed in range(3):
            theirs = other_policy(layout, seed)
            likely = probabilities(layout, [ours if one < known else theirs for one in seated])[over]
            earned = layout.earned[layout.place[over]]
            mean = likely @ earned
            assert likely @ told[over] == pytest.approx(mean)
            plain = likely @ (earned - mean) ** 2
            less = likely @ (told[over] - mean) ** 2
            assert (less < plain * 0.95).all()


def test_where_all_strategies_are_known_every_game_says_the_exact_result(strategies):
    game = Kuhn()
    way = choose_adjustment(plan(game, f"strategy?file={strategies['kuhn', 2]}", "random"))
    layout = way.table.layout
    over = layout.mover == OVER
    policies = [Strategy.read(game, strategies["kuhn", 2]).policy, uniform(layout)]
    exact = probabilities(layout, policies)[over] @ layout.earned[layout.place[over]]
    assert way.find_utilities((0, 1))[over] == pytest.approx(np.broadcast_to(exact, (over.sum(), 2)))


def naive(way, seated, policies):
    """What the ends of a game of Kuhn are told by the definition: each end's result less the luck of each
    known step, then the mean over the ends whose unknown players have the same sequences."""
    layout, players = way.table.layout, way.table.layout.players
    reckoned = [policies[one] if policies[one] is not None else policies[0] for one in seated]

    def value(h):
        if layout.mover[h] == OVER:
            return layout.earned[layout.place[h]]
        return sum(p * value(c) for c, p in steps(h, reckoned))

    def steps(h, by):
        for k, child in enumerate(range(layout.child[h], layout.child[h + 1])):
            mover = layout.mover[h]
            yield (
                child,
                layout.chance[child] if mover == CHANCE else by[mover][layout.first[layout.place[h]] + k],
            )

    ends = []

    def go(h, luck, weight, done):
        if layout.mover[h] == OVER:
            ends.append((h, value(h) - luck, weight, done))
            return
        mover = layout.mover[h]
        unknown = mover >= 0 and policies[seated[mover]] is None
        mean = 0 if unknown else sum(p * value(c) for c, p in steps(h, reckoned))
        for k, (child, p) in enumerate(steps(h, reckoned)):
            if unknown:
                go(child, luck, weight, done | {mover: (layout.place[h], k)})
            else:
                go(child, luck + value(child) - mean, weight * p, done)

    go(0, np.zeros(players), 1.0, {})
    told = {}
    for h, _, _, done in ends:
        alike = [(result, weight) for _, result, weight, other in ends if other == done]
        told[h] = sum(r * w for r, w in alike) / sum(w for _, w in alike)
    return told


@pytest.mark.parametrize("seated", SEATS[2])
def test_every_end_is_told_what_the_definition_says(strategies, seated):
    way = choose_adjustment(plan(Kuhn(), f"strategy?file={strategies['kuhn', 2]}", "so-ismcts?simulations=1"))
    policies = [Strategy.read(Kuhn(), strategies["kuhn", 2]).policy, None]
    told = way.find_utilities(seated)
    for h, expected in naive(way, seated, policies).items():
        assert told[h] == pytest.approx(expected)


@pytest.mark.slow_interpreted
def test_a_match_is_told_by_what_was_played(tmp_path):
    """Leduc: the same mean within the interval, less than half of its width, and duplicate deals."""
    file = tmp_path / "leduc.json"
    hm.regret(Leduc(), algorithm="cfr+", iterations=20).strategy.write(file)
    results = hm.match(f"strategy?file={file}", "so-ismcts?simulations=2", game="leduc", games=120)
    found = report(results, aivat=True)
    [meeting] = found.meetings
    assert meeting.aivat.error < meeting.points_a_game.error / 2
    assert abs(meeting.aivat.value - meeting.points_a_game.value) < meeting.points_a_game.error * 1.5
    told = found.to_dict()
    assert told["meetings"][0]["aivat"]["value"] == meeting.aivat.value
    assert sum(row["aivat"]["value"] for row in told["players"]) == pytest.approx(0)
    game = Leduc()
    for first, second in zip(*[iter(results.records.values())] * 2, strict=True):
        one, other = (record.open(game) for record in (first, second))
        assert first.players == second.players[::-1]
        assert one.states[2].cards == other.states[2].cards  # the same deal, held by the other player
        both = min(len(one.states), len(other.states)) > 2 and one.state.open and other.state.open
        assert not both or one.state.open == other.state.open  # however they have bet before it


def test_dice_are_judged_by_the_evaluation_after_the_best_reply():
    """The same mean, a smaller variance; what one player has the other has not."""
    game = interpreted(hm.game("pig", target=10))
    way = choose_adjustment(
        Plan(game=GameReference("pig", {"target": 10}), players=("star2?depth=1", "random"))
    )
    assert isinstance(way, Dice)
    games = [play(game, Random(n), [None, way.players[1]]) for n in range(60)]
    plain = [record.utilities[0] for record in games]
    less = [way.adjust(record)[0] for record in games]
    assert all(sum(way.adjust(record)) == pytest.approx(0) for record in games[:5])
    assert variance(less) < variance(plain)
    assert fmean(less) == pytest.approx(fmean(plain), abs=0.35)


def play(game, random, players):
    """A record of a game in which all is drawn."""
    state, moves = game.initial(), []
    while not game.is_terminal(state):
        mover = game.to_move(state)
        if mover == CHANCE:
            actions, weights = zip(*game.outcomes(state), strict=True)
            [action] = random.choices(actions, weights)
        else:
            action = random.choice(list(game.actions(state)))
        moves.append(MoveRecord(game.action_text(state, action), 0.0, seat=mover))
        state = game.result(state, action)
    utilities = tuple(float(game.utility(state, p)) for p in range(2))
    return Record(0, 0, (0, 1), (0.5, 0.5), Ending.RULES, "", tuple(moves), utilities=utilities)


class Cut(Game):
    """The first player doubles or not, then a card of three pays."""

    name = "cut"
    chance = "explicit"
    utility_limit = 4

    def initial(self):
        return (0, 0)

    def to_move(self, s):
        return 0 if s[0] == 0 else CHANCE

    def actions(self, s):
        yield from ((1, 2) if s[0] == 0 else (-1, 0, 2))

    def outcomes(self, s):
        yield from ((-1, 0.5), (0, 0.25), (2, 0.25))

    def result(self, s, a):
        return (a, 0) if s[0] == 0 else (s[0], a * 10 + 1)

    def is_terminal(self, s):
        return s[1] != 0

    def utility(self, s, player):
        won = s[0] * ((s[1] - 1) // 10)
        return won if player == 0 else -won

    def evaluate(self, s, player):
        return 0


def test_one_played_game_less_its_luck_by_hand():
    """The card's mean is 0 after either choice and 0 before: a game that brought 4 is told 0."""
    way = Estimates(interpreted(Cut()), [None, None], [False, False])
    moves = (MoveRecord("2", 0.0, seat=0), MoveRecord("2", 0.0))
    record = Record(0, 0, (0, 1), (1.0, 0.0), Ending.RULES, "", moves, utilities=(4.0, -4.0))
    assert way.adjust(record) == pytest.approx((0.0, 0.0))


def test_what_has_no_luck_to_be_taken_out_is_refused(strategies):
    with pytest.raises(Unsuitable, match="no luck for AIVAT"):
        choose_adjustment(
            Plan(game=GameReference("tictactoe", {}), players=("alphabeta?depth=1", "engine?depth=1"))
        )
    with pytest.raises(BadInput, match="cannot be read"):
        choose_adjustment(plan(Kuhn(), "strategy?file=/no/such/file", "random"))
    opened = replace(plan(Kuhn(), "random", "random"), openings=OpeningSource())
    record = Record(
        0, 0, (0, 1), (1.0, 0.0), Ending.RULES, "",
        (MoveRecord("J", 0.0, opening=True), MoveRecord("Q", 0.0)), utilities=(1.0, -1.0),
    )  # fmt: skip
    with pytest.raises(Unsuitable, match="leave --openings out"):
        adjust_records(opened, [record])


def test_a_game_that_is_too_large_and_has_no_evaluation_is_refused(monkeypatch):
    monkeypatch.setattr("halfmove.arena.aivat.LARGEST", 30)
    assert LARGEST > 30
    with pytest.raises(BadInput, match="too many to lay out"):
        choose_adjustment(plan(Kuhn(), "random", "random"))


def test_a_move_that_a_strategy_never_makes_is_named(tmp_path):
    game = interpreted(Kuhn())
    Strategy.of(game, lambda s: {0: 1.0}).write(tmp_path / "passive.json")
    asked = plan(Kuhn(), f"strategy?file={tmp_path / 'passive.json'}", "so-ismcts?simulations=1")
    texts = [("J", -1), ("K", -1), ("bet", 0), ("call", 1)]
    moves = tuple(MoveRecord(text, 0.0, seat=seat) for text, seat in texts)
    record = Record(4, 2, (0, 1), (0.0, 1.0), Ending.RULES, "", moves, utilities=(-2.0, 2.0))
    with pytest.raises(BadInput, match="Game 5 has a move that the strategy"):
        adjust_records(asked, [record])


def test_results_in_big_blinds(monkeypatch):
    """Pairs that bring 1 and 2 chips, where a big blind is two: 750 thousandths of it in the mean, with
    Student's t for one degree of freedom, 12.706, times 1,000/4."""
    monkeypatch.setattr(Leduc, "big_blind", lambda self: 2.0)
    records = {
        n: replace(a_game(n, (n % 2, 1 - n % 2), (1.0, 0.0)), utilities=(won, -won))
        for n, won in enumerate([2.0, 0.0, 3.0, -1.0])
    }
    found = report(results_of(records, game="leduc"))
    assert found.big_blind == 2.0
    assert "mbb a game       +750 ± 3,177   of A" in lines(found)
    assert found.to_dict()["big_blind"] == 2.0
    assert report(results_of({}, game="kuhn")).big_blind == 0.0
