import random

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.backgammon import learner
from halfmove.games.backgammon.bearoff import at_home, in_words
from halfmove.games.backgammon.chequers import on
from halfmove.games.backgammon.learned import Learned
from halfmove.games.backgammon.learner import beginning, room, train
from halfmove.games.backgammon.network import (
    ACTIVE,
    HIDDEN,
    INPUTS,
    NETWORKS,
    SIDE,
    UNDIVIDED,
    Weights,
    chances,
    divided,
    may_meet,
    network_of,
    read,
    sense,
    shipped,
    shots,
    worth,
    write,
)

GAME = interpreted(Learned())
HAND = hm.game("backgammon", evaluation="hand")
AT = in_words().address
START = "4HPwATDgc/ABMA"


def positions(count, seed=1):
    """Positions to throw in, from games at random."""
    rng, s = random.Random(seed), GAME.initial()
    while count:
        if s.dice == 0 and rng.random() < 0.3:
            yield s
            count -= 1
        s = GAME.result(s, rng.choice(list(GAME.actions(s))))
        if GAME.is_terminal(s):
            s = GAME.initial()


def column(chequers):
    """How many stand on each place."""
    return [on(chequers, place) for place in range(25)]


# ---- what is seen
def naive_side(own, other, meet):
    """The inputs of one player, written from their description; those of shots apart."""
    mine, theirs = column(own), column(other)
    found = []
    for place in range(1, 25):
        n = mine[place]
        found += [n == 1, n == 2, n >= 3, max(n - 3, 0) / 2]
    home = sum(n >= 2 for n in mine[19:])
    pips = sum(n * (25 - place) for place, n in enumerate(mine))
    off = 15 - sum(mine)
    found += [mine[0] / 2, *(min(max(off - 5 * k, 0), 5) / 5 for k in range(3)), pips / 167, home / 6]
    if not meet:
        return [*map(float, found), *[0.0] * 15]
    row = longest = 0
    for place in range(1, 25):
        row = row + 1 if mine[place] >= 2 else 0
        longest = max(longest, row)
    men = [place for place in range(25) for _ in range(mine[place])]
    line = 25 - next(place for place, n in enumerate(theirs) if n)
    ways = [naive_escapes(place, theirs) for place in range(25)]
    anchors = [place for place in range(1, 7) if mine[place] >= 2]
    shut = sum(theirs[25 - place] >= 2 for place in range(1, 7))
    return [
        *map(float, found),
        longest / 6,
        men[0] / 25,
        *[None] * 3,
        ways[men[0]] / 36,
        min([36, *ways[men[0] : 13]]) / 36,
        min(ways[:13]) / 36,
        sum(ways[place] for place in men) / 270,
        max(anchors, default=0) / 6,
        len(anchors) / 3,
        shut**2 / 36,
        sum(line - place for place in men if place < line) / 100,
        sum(place < line for place in men) / 15,
        sum(25 - place for place in men if place >= line) / 100,
    ]


def naive_escapes(place, theirs):
    """With how many of the 36 throws a chequer goes by both dice, doublets by two."""
    free = [0 < p < 25 and theirs[25 - p] < 2 for p in range(60)]
    found = 0
    for a in range(1, 7):
        for b in range(1, 7):
            if free[place + a + b] and (free[place + a] or free[place + b]):
                found += 1
    return found


def naive_shots(own, other):
    """Of the 36 throws, those that hit, those of which one or another blot can be hit, and the pips of the
    costliest; nobody on the bar.  Chequers go one by one."""
    mine, theirs = column(own), column(other)
    hits = double = lost = 0
    for a in range(1, 7):
        for b in range(1, 7):
            ways = [[a] * n for n in (1, 2, 3, 4)] if a == b else [[a], [b], [a, b], [b, a]]
            hit = {
                place + sum(way)
                for place, n in enumerate(mine)
                if n
                for way in ways
                if reaches(place, way, theirs)
            }
            hits += len(hit) > 0
            double += len(hit) > 1
            lost += 25 - min(hit) if hit else 0
    return hits, double, lost


def reaches(place, way, theirs):
    for die in way:
        place += die
        if place > 24 or theirs[25 - place] >= 2:
            return False
    return theirs[25 - place] == 1


def test_inputs_are_those_described():
    index, value = np.zeros(ACTIVE, np.int64), np.zeros(ACTIVE, np.float32)
    throws = 0
    for s in positions(60):
        meet = may_meet(s.own, s.other)
        dense = np.zeros(INPUTS)
        count = sense(s.own, s.other, meet, index, value)
        assert len(set(index[:count])) == count <= ACTIVE
        dense[index[:count]] = value[:count]
        wanted = [*naive_side(s.own, s.other, meet), *naive_side(s.other, s.own, meet), 1.0]
        for own, other, at in ((s.own, s.other, 0), (s.other, s.own, SIDE)):
            if meet:
                if on(own, 0) == 0:
                    assert shots(own, other) == naive_shots(own, other)
                    throws += 1
                hits, double, lost = shots(own, other)
                wanted[at + 104 : at + 107] = hits / 18, double / 18, lost / 432
        assert dense == pytest.approx(np.array(wanted, float), abs=1e-6)
    assert throws > 30


def test_classes_are_those_described():
    seen = set()
    for s in positions(300, seed=6):
        classes = [0 if n == 0 else 1 if n < 3 else 2 for n in (sum(column(c)[:7]) for c in (s.own, s.other))]
        meet = any(
            place + beside < 25
            for place, mine in enumerate(column(s.own))
            for beside, theirs in enumerate(column(s.other))
            if mine and theirs
        )
        wanted = 3 * classes[0] + classes[1] if meet else NETWORKS - 1
        assert network_of(s.own, s.other, NETWORKS) == wanted
        assert network_of(s.own, s.other, UNDIVIDED) == (0 if meet else 1)
        seen.add(wanted)
    assert len(seen) > 6


def test_networks_that_are_divided_say_the_same_at_first():
    undivided = beginning(2)
    many = divided(undivided)
    assert [len(a) for a in many] == [len(a) // UNDIVIDED * NETWORKS for a in undivided]
    assert divided(many) is many
    for s in positions(40, seed=7):
        assert np.array_equal(chances(s.own, s.other, *many), chances(s.own, s.other, *undivided))


# ---- what is said
def test_the_network_is_what_numpy_makes_of_it():
    first, second, ends = shipped()
    index, value = np.zeros(ACTIVE, np.int64), np.zeros(ACTIVE, np.float32)
    for s in positions(25, seed=2):
        networks = len(ends) // 5
        net = network_of(s.own, s.other, networks)
        x = np.zeros(INPUTS)
        count = sense(s.own, s.other, net != networks - 1, index, value)
        x[index[:count]] = value[:count]
        u = x @ first[net * INPUTS : (net + 1) * INPUTS].astype(float)
        logits = second[net * 5 : net * 5 + 5] @ (u / (1 + abs(u))) + ends[net * 5 : net * 5 + 5]
        win, won, triple, lost, lost_triple = 1 / (1 + np.exp(-logits))
        won = 0 if sum(column(s.other)) < 15 else min(won, win)
        lost = 0 if sum(column(s.own)) < 15 else min(lost, 1 - win)
        wanted = [win, won, min(triple, won), lost, min(lost_triple, lost)]
        found = chances(s.own, s.other, first, second, ends)
        assert found == pytest.approx(wanted, abs=1e-4)
        if at_home(s.own) and at_home(s.other):  # the tables judge
            continue
        assert GAME.evaluate(s, s.mover) / 1e6 == pytest.approx(worth(found), abs=1e-5)
        assert GAME.evaluate(s, 0) == -GAME.evaluate(s, 1)


def test_the_terms_add_up():
    for s in positions(10, seed=3):
        assert sum(t.worth for t in GAME.terms(s)) == pytest.approx(GAME.evaluate(s, 0) / 1e6, abs=1e-5)


def test_it_has_learnt_the_plays_that_no_book_disputes():
    undisputed = {31: "8/5 6/5", 42: "8/4 6/4", 61: "13/7 8/7"}
    for dice, play in undisputed.items():
        s = GAME.result(GAME.parse(START), dice)
        best = max(GAME.actions(s), key=lambda a: GAME.evaluate(GAME.result(s, a), 0))
        assert GAME.action_text(s, best) == play


OPENINGS = {
    21: "13/11 6/5, 24/23 13/11",
    31: "8/5 6/5",
    41: "24/23 13/9, 13/9 6/5",
    51: "24/23 13/8, 13/8 6/5",
    61: "13/7 8/7",
    32: "24/21 13/11, 13/11 13/10",
    42: "8/4 6/4",
    52: "24/22 13/8, 13/11 13/8",
    62: "24/18 13/11, 24/16",
    43: "24/20 13/10, 24/21 13/9, 13/10 13/9",
    53: "8/3 6/3",
    63: "24/18 13/10, 24/15",
    54: "24/20 13/8, 13/8 13/9",
    64: "24/14, 24/18 13/9, 8/2 6/2",
    65: "24/13",
}
"""The plays of opening throws that rollouts of strong programs have within 0.02 of the best."""


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("dice", OPENINGS)
def test_what_analyze_answers_unless_told_otherwise(dice):
    game = hm.game("backgammon")
    s = game.result(game.parse(START), dice)
    found = hm.analyze(game, s, hm.Limit(depth=3))
    play = game.action_text(s, found.best)
    assert sorted(play.split()) in [sorted(words.split()) for words in OPENINGS[dice].split(", ")]


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_the_networks_beat_the_evaluation_by_hand():
    """One play ahead, the same throws with seats exchanged: some 0.9 points a game."""
    judges = hm.game("backgammon"), HAND
    points = []
    for seed in range(25):
        for first in (0, 1):
            rng, s = random.Random(seed), HAND.initial()
            while not HAND.is_terminal(s):
                mover = HAND.to_move(s)
                if mover < 0:
                    throws, chances = zip(*HAND.outcomes(s), strict=True)
                    action = rng.choices(throws, chances)[0]
                else:
                    game = judges[(mover + first) % 2]
                    action = hm.analyze(game, s, hm.Limit(depth=1), algorithm="chance-engine").best
                s = HAND.result(s, action)
            points.append(HAND.utility(s, first))
    assert np.mean(points) > 0.4


def test_nobody_is_ahead_before_the_first_throw():
    assert GAME.evaluate(GAME.initial(), 0) == 0


# ---- how it learns
@pytest.mark.slow_interpreted
def test_both_speeds_learn_the_same():
    after = []
    for rules in (HAND, interpreted(HAND)):
        weights = Weights(*(np.array(array) for array in shipped()))
        counters = Buffer(4)
        places = learner.game_room()
        plies = learner.learn(rules, 1, 0.01, 0.7, AT, stream(3), counters, *places, weights, room())
        after.append((plies, list(counters), weights))
    (plies, counted, machine), (same_plies, same_counted, python) = after
    assert plies == same_plies == counted[learner.PLIES] > 10
    assert counted == same_counted
    assert counted[learner.GAMES] == 1
    for a, b, old in zip(machine, python, shipped(), strict=True):
        assert a == pytest.approx(b, abs=1e-4)
        assert not np.array_equal(a, old)


@pytest.mark.slow_interpreted
def test_each_position_is_told_the_mean_of_what_followed(monkeypatch):
    """λ-returns, recomputed from their definition: Sutton and Barto, *Reinforcement Learning*, 12.1."""
    weights = Weights(*(np.array(array) for array in shipped()))
    seen, told = learner.game_room()
    targets = []

    def moved(net, count, rate, *rest):
        targets.append(np.array(rest[-1].target))

    monkeypatch.setattr(learner, "move", moved)
    rules = interpreted(HAND)
    plies = learner.learn(rules, 1, 0.01, 0.6, AT, stream(9), Buffer(4), seen, told, weights, room())
    assert len(targets) == plies
    following = [told[n].astype(float) for n in range(plies)]
    for n in range(0, plies, 7):
        wanted, weight = np.zeros(5), 1.0
        for k in range(n, plies):
            said = following[k] if (k - n) % 2 == 0 else turned_by_hand(following[k])
            last = k == plies - 1
            wanted += weight * (1.0 if last else 1 - 0.6) * said
            weight *= 0.6
        assert targets[plies - 1 - n] == pytest.approx(wanted, abs=1e-5)


def turned_by_hand(chances):
    win, won, triple, lost, lost_triple = chances
    return np.array([1 - win, lost, lost_triple, won, triple])


def test_a_step_goes_towards_what_is_told():
    s = next(p for p in positions(50, seed=4) if p.own != p.other and may_meet(p.own, p.other))
    weights = beginning(1)
    place = room()
    index, value, hidden, out, target, _ = place
    target[:] = 1.0, 0.5, 0.0, 0.0, 0.0

    def loss():
        """The cross-entropy, from the definition."""
        found = np.clip(chances(s.own, s.other, *weights).astype(float), 1e-9, 1 - 1e-9)
        return -np.sum(target * np.log(found) + (1 - target) * np.log(1 - found))

    losses = [loss()]
    for _ in range(5):
        count = learner.judge(s.own, s.other, *weights, index, value, hidden, out)
        learner.move(0, count, 0.02, weights, place)
        losses.append(loss())
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.8 * losses[0]
    assert np.array_equal(weights.first[INPUTS:], beginning(1).first[INPUTS:])  # of races nothing is learnt


@pytest.mark.slow_interpreted
def test_a_run_is_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(learner, "AT_ONCE", 50)
    seen = []
    stops = iter([False, False, True])
    train(tmp_path, minutes=10, seed=5, threads=1, see=seen.append, stop=lambda: next(stops))
    plies, seconds = seen[-1].plies, seen[-1].seconds
    assert plies >= 100
    assert seen[-1].share < 1
    kept = read(tmp_path / "best.safetensors")
    assert not np.array_equal(kept.first, beginning(5).first)
    stops = iter([False, True])
    train(tmp_path, threads=1, see=seen.append, stop=lambda: next(stops))
    assert seen[-1].plies > plies
    assert seen[-1].seconds > seconds
    assert (seen[-1].seed, seen[-1].minutes) == (5, 10)
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2


@pytest.mark.slow_interpreted
def test_a_run_begins_with_the_networks_of_another(tmp_path, monkeypatch):
    monkeypatch.setattr(learner, "AT_ONCE", 1)
    write(tmp_path / "before", beginning(4), {})
    stops = iter([False, True])
    after = train(
        tmp_path / "run",
        begin=tmp_path / "before",
        first_rate=0.01,
        last_rate=0.001,
        trace=0.7,
        threads=1,
        stop=lambda: next(stops),
    )
    changed = [a != b for a, b in zip(after.first, divided(beginning(4)).first, strict=True)]
    assert len(after.ends) == 5 * NETWORKS
    assert 0 < np.any(changed, axis=1).sum() < len(changed)
    with pytest.raises(BadInput, match="cannot be read"):
        train(tmp_path / "other", begin=tmp_path / "nowhere")


# ---- what is refused
def test_files_that_are_no_networks(tmp_path):
    (tmp_path / "text").write_text("no network")
    write(tmp_path / "small", shipped()._replace(ends=np.zeros(3, np.float32)), {})
    write(tmp_path / "endless", shipped()._replace(ends=np.full(len(shipped().ends), np.inf, np.float32)), {})
    write(tmp_path / "best.safetensors", shipped(), {})
    for name, words in (
        ("missing", "cannot be read"),
        ("text", "does not hold networks of backgammon"),
        ("small", "of this Halfmove"),
        ("endless", "not finite"),
    ):
        with pytest.raises(BadInput, match=words):
            read(tmp_path / name)
    with pytest.raises(BadInput, match="how far"):
        train(tmp_path)
    with pytest.raises(BadInput, match="minutes"):
        train(tmp_path, minutes=-1)
    with pytest.raises(BadInput, match="'trace'"):
        train(tmp_path, trace=2)
    with pytest.raises(BadInput, match="steps fall"):
        train(tmp_path, first_rate=0.01, last_rate=0.1)
    with pytest.raises(BadInput, match="threads"):
        train(tmp_path, threads=0)
    assert shipped().first.shape[1] == HIDDEN
