"""Retrograde analysis of positions in words, of dōbutsu shōgi with few pieces, beside the rules."""

import random
from pathlib import Path

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import Unsuitable
from halfmove.endings.backwards import solve
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


@pytest.fixture(scope="module")
def few(dobutsu):
    """A position of few pieces, and what the rules say of all that may come."""
    start = dobutsu.parse("1l1/3/3/1L1 b C 1")
    return start, *naive(dobutsu, start)


@pytest.mark.parametrize("threads", [1, 3])
def test_few_pieces_are_solved_as_by_the_rules(dobutsu, few, threads):
    start, states, plies = few
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


# ---------------------------------------------------------------- the operation

FEW = ["dobutsu", "--position", "1l1/3/3/1L1 b C 1", "--algorithm", "retrograde"]


def test_the_command_solves_keeps_and_proves(tmp_path):
    kept, proof = str(tmp_path / "few.positions"), str(tmp_path / "few.proof")
    found = halfmove("solve", *FEW, "--checkpoint", kept, "--certificate", proof, "--json").json
    assert (found["value"], found["proven"], found["distance"]) == (1, True, 5)
    checked = halfmove("verify", proof, "--json").json
    assert (checked["relation"], checked["value"], checked["plies"]) == (">=", 1, 5)
    again = halfmove("solve", *FEW, "--checkpoint", kept, "--json").json
    assert again["variation"] == found["variation"]
    other = halfmove("solve", *FEW[:2], "1l1/3/3/1L1 b G 1", *FEW[3:], "--checkpoint", kept)
    assert (other.status, "another position" in other.err) == (2, True)
    whole = Path(kept).read_bytes()
    for damaged in (whole[:-1], whole[:40], whole[:-500] + bytes([whole[-500] ^ 1]) + whole[-499:], b"x"):
        Path(kept).write_bytes(damaged)
        refused = halfmove("solve", *FEW, "--checkpoint", kept)
        assert (refused.status, refused.err.count("\n")) == (2, 1)


def test_a_draw_has_no_certificate(tmp_path, dobutsu, few):
    start, known, _ = few
    solved = solve_words(dobutsu, start)
    states = [s for s in known.values() if not dobutsu.is_terminal(s)]
    drawn = next(s for s in states if solved.plies(s) is None)
    file = tmp_path / "draw.proof"
    outcome = halfmove(
        "solve", "dobutsu", "--position", dobutsu.position_text(drawn), *FEW[3:], "--certificate", str(file)
    )
    assert (outcome.status, "this is a draw" in outcome.err) == (2, True)
    assert not file.exists()


def test_work_goes_on_where_it_was_stopped(dobutsu):
    """After Ctrl-C, with what was kept, as often as that happens."""
    start = dobutsu.parse("1l1/3/3/1L1 b C 1")
    whole, begun, stops = solve_words(dobutsu, start), None, 0
    for _ in range(1000):
        kept, left = [], 40

        def stop(*_):
            nonlocal left
            left -= 1
            if left == 0:
                raise KeyboardInterrupt

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("halfmove.endings.words.at", lambda *_, **__: stop())
            try:
                solved = solve_words(dobutsu, start, slots=1 << 14, begun=begun, keep=kept.append)
                break
            except KeyboardInterrupt:
                begun, stops = kept[-1], stops + 1
    assert stops > 3
    assert solved.counts == whole.counts


def test_what_does_not_fit_is_refused(dobutsu):
    with pytest.raises(Unsuitable, match="MB of memory"):
        solve_words(dobutsu, dobutsu.initial(), slots=1 << 12, megabytes=0.1)
    with pytest.raises(Unsuitable, match="in words"):
        solve(interpreted("minishogi"), interpreted("minishogi").initial())
