"""Retrograde analysis of positions in words, of dōbutsu shōgi with few pieces, beside the rules."""

import random

import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import Unsuitable
from halfmove.endings.words import LISTED, solve_words


@pytest.fixture(scope="module")
def dobutsu():
    return interpreted("dobutsu")


def name(state):
    """A position without its past."""
    return (*state[:6], state.mover)


def ends_at_once(game, state):
    mover = game.to_move(state)
    after = [game.result(state, a) for a in game.actions(state)]
    return any(game.is_terminal(s) and game.utility(s, mover) > 0 for s in after)


def words(out, first, last):
    return [out[place] for place in range(first, last)]


@pytest.mark.parametrize("seed", range(3))
def test_words_follow_the_rules(dobutsu, seed):
    """In random games: the words after a position are those of its actions, and it is before each."""
    rng, out, seen = random.Random(seed), Buffer(2 * LISTED), 0
    for _ in range(12):
        state = dobutsu.initial()
        while not dobutsu.is_terminal(state):
            word = dobutsu.position_word(state)
            assert (word == 0) == ends_at_once(dobutsu, state)
            if word == 0:
                break
            after = [dobutsu.result(state, a) for a in dobutsu.actions(state)]
            after = [s for s in after if not dobutsu.is_terminal(s)]
            found = words(out, 0, dobutsu.list_next(word, out, 0))
            assert sorted(found) == sorted(map(dobutsu.position_word, after))
            for each in {*found} - {0}:
                before = words(out, 0, dobutsu.list_before(each, out, 0))
                assert word in before
                for other in before:
                    if not dobutsu.wins_at_once(other):
                        last = dobutsu.list_next(other, out, LISTED)
                        assert each in words(out, LISTED, last)
            seen += 1
            state = rng.choice(after)
    assert seen > 20


def naive(game, start):
    """Plies to the end of all positions, by going over all of them again and again; None: a draw."""
    states, replies, todo = {}, {}, [start]
    while todo:
        state = todo.pop()
        if name(state) in states:
            continue
        states[name(state)] = state
        if game.is_terminal(state) or ends_at_once(game, state):
            replies[name(state)] = []
            continue
        after = [game.result(state, a) for a in game.actions(state)]
        replies[name(state)] = [name(s) for s in after]
        todo += after
    plies = dict.fromkeys(states)
    for key, state in states.items():
        if game.is_terminal(state):
            plies[key] = 0
        elif ends_at_once(game, state):
            plies[key] = 1
    for now in range(2, 100):
        found = {}
        for key, after in replies.items():
            if plies[key] is None:
                ends = [plies[n] for n in after]
                is_won = now % 2 == 1 and now - 1 in ends
                if is_won or (now % 2 == 0 and all(end is not None and end % 2 for end in ends)):
                    found[key] = now
        plies.update(found)
    return states, plies


@pytest.mark.parametrize("threads", [1, 3])
def test_few_pieces_are_solved_as_by_the_rules(dobutsu, threads):
    start = dobutsu.parse("1l1/3/3/1L1 b C 1")
    states, plies = naive(dobutsu, start)
    solved = solve_words(dobutsu, start, slots=1 << 12, threads=threads)
    assert solved.longest == max(p for p in plies.values() if p is not None)
    for key, state in states.items():
        assert solved.plies(state) == plies[key]
    assert {p for p in plies.values() if p} > {1, 2, 3, 4, 5, 6, 7}
    assert None in plies.values()
    with pytest.raises(Unsuitable):
        solved.plies(dobutsu.initial())


@pytest.mark.slow_interpreted
def test_machine_code_solves_alike(dobutsu):
    game = hm.game("dobutsu")
    start = game.parse("1l1/3/3/1L1 b C 1")
    plain, compiled = solve_words(dobutsu, start), solve_words(game, start, threads=2)
    assert plain.counts == compiled.counts
    assert plain.positions == compiled.positions == 614
