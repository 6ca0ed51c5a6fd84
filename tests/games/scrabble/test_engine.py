"""The engine of Scrabble: best plays, simulation, the end game and the pre-endgame, levels."""

import random
from itertools import pairwise, permutations

import pytest

import halfmove as hm
from halfmove.core.limit import Limit
from halfmove.core.randomness import stream
from halfmove.core.score import INFINITY, one_ply_on, score_of_utility
from halfmove.games.scrabble.endgame import EndGameDesk
from halfmove.games.scrabble.levels import LEVELS, Level, Levels, is_known
from halfmove.games.scrabble.plays import PASS, count_of, is_exchange, is_play
from halfmove.games.scrabble.rules import DRAW, TURN, lay_tiles
from halfmove.games.scrabble.simulation import ROUND, Candidate, Race
from halfmove.games.scrabble.winning import Chances, chances_of, fit_chances
from halfmove.search.expert import EndSearch

EMPTY = "/".join(["15"] * 15)
LATE = "15/15/15/15/15/15/15/4CATER6/15/15/15/15/15/15/15"


def started(seed, tiles_left=0):
    """A game of static players until so few tiles are in the bag."""
    game = hm.game("scrabble")
    expert, draw, s = game.expert(), random.Random(seed), game.initial()
    while s.phase == DRAW or (s.phase == TURN and sum(s.bag) > tiles_left):
        if s.phase == DRAW:
            tiles, weights = zip(*game.outcomes(s), strict=True)
            s = game.result(s, draw.choices(tiles, weights)[0])
        else:
            s = game.result(s, expert.candidates(s, 1)[0].action)
    return game, expert, s


def without_bag(game, text):
    """A position of which nothing is in the bag."""
    s = game.parse(text)
    return s._replace(bag=(0,) * len(s.bag), unknown=0)


@pytest.mark.slow_interpreted
def test_the_best_play_is_the_best_of_all():
    """With blanks, where bounds of anchors leave most of the plays out."""
    game = hm.game("scrabble")
    expert, draw = game.expert(), random.Random(2)
    simulator = expert.simulator
    bag = [tile for tile, count in enumerate(game.tile_set.counts) for _ in range(count)]
    board, seen = bytes(225), 0
    for _ in range(30):
        draw.shuffle(bag)
        rack = bytes(sorted([0] * draw.randint(0, 2) + bag[:5]))
        every = simulator.plays(board, rack, 50)
        best = simulator.best_worth(board, rack, 50)
        assert best == (max(round(1000 * (one.score + one.leave)) for one in every) if every else None)
        seen += len(every)
        if every and sum(map(bool, board)) < 70:
            board = lay_tiles(board, draw.choice(every[:20]).action, 15)
    assert seen > 1000


def play_out(game, expert, s, seen):
    """Static players until the end; the points that `seen` has gained."""
    before = game.utility(s, seen)
    while not game.is_terminal(s):
        s = game.result(s, expert.candidates(s, 1)[0].action)
    return game.utility(s, seen) - before


@pytest.mark.slow_interpreted
def test_a_trial_is_what_the_rules_say_of_static_players():
    for seed in range(3):
        game, expert, s = started(seed)
        if game.is_terminal(s):
            continue
        expert.take_position(s)
        chosen = expert.candidates(s, 5)
        results, _ = expert.simulator.play(chosen, 2, stream(1))
        for at, one in enumerate(chosen):
            after = game.result(s, one.action)
            gained = game.utility(after, s.mover) - game.utility(s, s.mover)
            assert results[0, at, 0] == gained + play_out(game, expert, after, s.mover)
            assert (results[0] == results[1]).all()


@pytest.mark.slow_interpreted
def test_a_simulation_repeats_and_says_what_players_count():
    from halfmove.search.algorithms import analyze

    game = hm.game("scrabble")
    s = game.parse(f"{EMPTY} AEINRS?/ 0/0 0")
    one, other = (analyze(game, s, Limit(simulations=30), lines=3, seed=5).to_dict() for _ in range(2))
    assert one["algorithm"] == "expert"
    assert [line["move"] for line in one["lines"]] == [line["move"] for line in other["lines"]]
    for line in one["lines"]:
        assert line["value"] == pytest.approx(line["equity"], abs=0.01)
        assert 0 < line["win"] < 1
        assert line["score"] > 50
        assert "leave" in line


def test_the_race_drops_what_is_beaten_and_keeps_what_is_level():
    import numpy as np

    draw = np.random.default_rng(1)
    candidates = [Candidate(PASS + k, 0, 0.0) for k in range(4)]
    race, watched = Race(candidates, [0.5] * 4), Race(candidates, [0.5] * 4, drops=False)
    luck = draw.normal(0, 30, (ROUND * 40, 1))  # the same tiles for all
    gained = luck + draw.normal(0, 3, (ROUND * 40, 4)) + np.array([0, 0, -40, -60])
    every = np.stack([gained, 0.5 + gained / 200, np.zeros_like(gained)], axis=2)
    for first in range(0, len(every), ROUND):
        race.add(every[first : first + ROUND][:, race.alive])
        watched.add(every[first : first + ROUND])
        if len(race.alive) == 2:
            break
    assert race.trials < ROUND * 20
    assert watched.alive == [0, 1, 2, 3]
    assert sorted(race.alive) == [0, 1]
    assert {found.candidate for found in race.found()[:2]} == set(candidates[:2])


def test_the_race_errs_seldom_and_not_for_want_of_a_difference_at_first():
    """Where the first is better by what 500 trials tell, it is seldom dropped; never by trials all alike."""
    import numpy as np

    draw, kept = np.random.default_rng(2), 0
    for _ in range(100):
        race = Race([Candidate(PASS + k, 0, 0.0) for k in range(3)], [0.5] * 3)
        while len(race.alive) > 1 and race.trials < 1000:
            chance = 0.5 + draw.normal(0, 0.12, (ROUND, 3)) + np.array([0.02, 0, 0])
            results = np.stack([np.zeros_like(chance), chance, np.zeros_like(chance)], axis=2)
            race.add(results[:, race.alive])
        kept += race.found()[0].candidate.action == PASS
    assert kept >= 90
    race = Race([Candidate(PASS + k, 0, 0.0) for k in range(3)], [0.5, 0.5, 0.499])
    race.add(np.full((ROUND, 3, 3), 0.5))
    assert race.alive == [0, 1, 2]


def test_a_chance_grows_with_the_lead_and_is_surer_near_the_end():
    chances = chances_of(hm.game("scrabble").tile_set)
    assert chances.win(0, 80) > 0.5  # the turn is worth something
    assert chances.win(40, 10) > chances.win(40, 70) > chances.win(0, 70)
    assert chances.table[chances.most * 801 + 400] == pytest.approx(1e6 * chances.win(0, chances.most), abs=1)


def test_chances_are_fitted_to_games():
    import numpy as np

    draw = np.random.default_rng(3)
    true = Chances("some", [10.0] * 5, [25.0] * 5)
    leads, bags = draw.normal(0, 60, 20_000), draw.integers(0, 5, 20_000)
    won = (draw.random(20_000) < 1 / (1 + np.exp(-(leads + 10) / 25))).astype(float)
    turn, scale = fit_chances(leads, bags, won, 18)
    assert turn == pytest.approx(true.turn, abs=4)
    assert scale == pytest.approx(true.scale, abs=4)


# ---- the end game


def naive_value(game, s, known):
    """The points that the player to move still gains, by the rules alone, with all six passes."""
    name = (s.board, s.racks, s.mover, s.scoreless)
    if name not in known:
        best = -(10**6)
        before = game.utility(s, s.mover)
        for action in game.actions(s):
            after = game.result(s, action)
            gained = game.utility(after, s.mover) - before
            if not game.is_terminal(after):
                gained -= naive_value(game, after, known)
            best = max(best, gained)
        known[name] = best
    return known[name]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("racks", ["Q/VX", "AE/Q", "IQ/EX", "OX/AZ", "VV/QI", "AET/UU"])
@pytest.mark.parametrize("idle", [0, 4, 5])
def test_end_games_are_worth_what_plain_minimax_says(racks, idle):
    game = hm.game("scrabble")
    s = without_bag(game, f"{LATE} {racks} 0/0 {idle}")
    desk, engine = EndGameDesk(game.generator), EndSearch()
    start = desk.set(s.board, s.racks, passed=idle == 5)
    found = engine.search(desk.game, start, None, lambda: False)
    assert found.proven
    assert found.value == naive_value(game, s, {})
    action = desk.play_of(found.action, s.board)
    after = game.result(s, action)
    gained = game.utility(after, 0) - game.utility(s, 0)
    gained -= 0 if game.is_terminal(after) else naive_value(game, after, {})
    assert gained == found.value


@pytest.mark.slow_interpreted
def test_an_end_game_has_the_plays_of_the_rules_and_no_bound_says_too_much():
    """On random ways through ends of games: lists that are kept, racks as words, plays that end it."""
    draw, bounded, listed = random.Random(1), 0, 0
    for seed in (1, 2):
        game, _, s = started(seed)
        if game.is_terminal(s):
            continue
        desk = EndGameDesk(game.generator)
        start = desk.set(s.board, (s.racks[s.mover], s.racks[1 - s.mover]), passed=False)
        for _ in range(6):
            here, there = start, s
            while not desk.game.is_terminal(here):
                actions = list(desk.game.actions(here))
                assert {desk.play_of(a, there.board) for a in actions} == set(game.actions(there))
                least, _ = desk.game.bounds(here)
                over = [after for a in actions if desk.game.is_terminal(after := desk.game.result(here, a))]
                if least > -INFINITY:
                    best = max(desk.game.utility(after, here.mover) for after in over)
                    assert least <= one_ply_on(score_of_utility(best))
                    bounded += 1
                action = draw.choice(actions)
                here, there = (
                    desk.game.result(here, action),
                    game.result(there, desk.play_of(action, there.board)),
                )
                gained = game.utility(there, s.mover) - game.utility(s, s.mover)
                assert desk.game.is_terminal(here) or here.lead == gained
                listed += len(actions)
    assert bounded > 5
    assert listed > 200


@pytest.mark.slow_interpreted
def test_the_expert_proves_the_end_and_counts_every_draw_before_it():
    from halfmove.search.algorithms import analyze

    game = hm.game("scrabble")
    s = without_bag(game, f"{LATE} OX/AZ 50/40 0")
    found = analyze(game, s, Limit(seconds=5), lines=3)
    assert found.proven
    assert found.value == 10 + naive_value(game, s, {})
    last = list(s.bag)
    last[game.tile_set.rack("V")[0]] = 1
    one_left = s._replace(bag=tuple(last))
    found = analyze(game, one_left, Limit(simulations=24), lines=20)
    assert "exactly, with every tile that may be drawn" in found.explanation[0]
    exact = found.lines[0]
    assert is_play(exact.action)
    worth = []
    pool = game.unseen(one_left, 0)
    for tile in game.tile_set.rack("AZV"):
        others = [t for t, n in enumerate(pool) for _ in range(n)]
        others.remove(tile)
        after = game.result(one_left, exact.action)
        after = after._replace(
            phase=TURN,
            bag=(0,) * len(s.bag),
            mover=1,
            racks=(bytes(sorted([*after.racks[0], tile])), bytes(others)),
        )
        worth.append(game.utility(after, 0) - naive_value(game, after, {}))
    assert exact.value == pytest.approx(sum(worth) / 3)


@pytest.mark.slow_interpreted
def test_a_pre_endgame_counts_the_draws_where_a_tile_stays():
    """Two tiles in the bag, one drawn: each order of the two, the other's best reply, and the end game."""
    game = hm.game("scrabble")
    s = without_bag(game, f"{LATE} OX/AZ 50/40 0")
    expert = game.expert()
    expert.use_engine(EndSearch().search)
    bag = list(s.bag)
    bag[game.tile_set.rack("V")[0]] += 1
    bag[game.tile_set.rack("E")[0]] += 1
    # Nature fills the first rack that is not full: the player who answers has to be that one.
    s = s._replace(bag=tuple(bag), mover=1, racks=(s.racks[1], s.racks[0]))
    action = next(one.action for one in expert.candidates(s) if count_of(one.action) == 1)
    judged, _ = expert._enumerate_draws(s, action, lambda: False)
    pool = game.tile_set.rack("AEVZ")
    worth = []
    for draw, stays in permutations(range(4), 2):
        others = bytes(tile for k, tile in enumerate(pool) if k not in (draw, stays))
        after = game.result(s, action)
        mine = bytes(sorted([*after.racks[1], pool[draw]]))
        left = tuple(int(tile == pool[stays]) for tile in range(len(bag)))
        after = after._replace(phase=TURN, racks=(others, mine), bag=left, mover=0)
        reply = game.result(after, expert.candidates(after, 1)[0].action)
        assert reply.phase == DRAW
        reply = game.result(reply, pool[stays])
        worth.append(game.utility(reply, 1) + naive_value(game, reply, {}))
    assert judged.value == pytest.approx(sum(worth) / len(worth))


# ---- levels


def test_who_knows_more_words_knows_all_that_others_know():
    game = hm.game("scrabble")
    words = [word for _, word in zip(range(3000), game.words.words(), strict=False)]
    known = [{word for word in words if is_known(word, level)} for level in LEVELS]
    assert all(fewer < more for fewer, more in pairwise(known))
    assert len(known[-1]) == len(words)
    assert is_known(words[0], Level(1.0, 0.0))


@pytest.mark.slow_interpreted
def test_levels_play_what_is_legal_and_the_eighth_is_the_static_player():
    game, expert, s = started(4, 40)
    levels = Levels(game)
    legal = set(game.actions(s))
    chosen = [levels.choose(s, level) for level in range(1, 9)]
    assert set(chosen) <= legal
    assert chosen[7] == expert.candidates(s, 1)[0].action
    assert levels.choose(s, 9) is None
    assert levels.describe(9) == ""
    assert levels.describe(3) == "knows 18% of the words of six letters, reckons with 0% of what it keeps"


def test_a_weak_player_exchanges_where_he_knows_no_word():
    game = hm.game("scrabble")
    s = game.parse(f"{EMPTY} VVUUIIW/ 0/0 0")
    assert is_exchange(Levels(game).choose(s, 1))
