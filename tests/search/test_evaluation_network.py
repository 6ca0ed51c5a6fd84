"""Networks that estimate: what a search keeps up to date is what the sum computed anew says."""

import platform
from random import Random
from typing import Any

import numpy as np
import pytest
from command import halfmove
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import jit_enabled, kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.evaluation_network import EvaluationNetwork
from halfmove.core.history import History
from halfmove.core.vectors import rows_of, sum_rows, weigh_row
from halfmove.search.alphabeta.network import network_estimate, new_sums
from halfmove.search.alphabeta.threads import Engine

WIDTH = 64


def make_network(game: Game, seed: int = 1, width: int = WIDTH) -> EvaluationNetwork:
    """Random weights, small enough for the sums of sixteen bits."""
    random = np.random.default_rng(seed)
    buckets = game.evaluation_buckets
    return EvaluationNetwork(
        random.integers(-60, 60, (game.evaluation_rows, width)).astype(np.int16),
        random.integers(0, 120, width).astype(np.int16),
        random.integers(-40, 40, (buckets, 2, width)).astype(np.int16),
        random.integers(-1000, 1000, buckets),
        game.unit * 3,
        "random weights",
    )


@kernel
def change_and_weigh(
    game: Game, sums: Buffer, rows: Buffer, changes: Buffer, added: int, removed: int, width: int
) -> int:
    zero = width - width
    sum_rows(sums, zero + 64, zero, rows, changes, zero, added, removed, width)
    return weigh_row(sums, zero + 64, zero + 255, rows, zero, width)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([64, 128, 256]), st.integers(0, 5), st.integers(0, 5))
def test_rows_are_summed_and_weighed_as_by_numpy(seed, width, added, removed):
    random = np.random.default_rng(seed)
    rows, sums, changes = Buffer(12 * 64), Buffer(128), Buffer(10)
    rows_of(rows)[:] = random.integers(-120, 120, 12 * 256)
    rows_of(sums)[:] = random.integers(-300, 300, 512)
    changes.array[:] = 64 * random.integers(0, 12, 10)
    want = rows_of(sums)[:width].astype(np.int64)
    for number in range(added + removed):
        row = rows_of(rows)[4 * changes[number] :][:width]
        want = want + row if number < added else want - row
    weighed = change_and_weigh(hm.game("nim"), sums, rows, changes, added, removed, width)
    assert (rows_of(sums)[256 : 256 + width] == want).all()
    assert weighed == int((rows_of(rows)[:width].astype(np.int64) * np.clip(want, 0, 255) ** 2).sum())


@kernel
def weigh_by_eight(game: Game, sums: Buffer, weights: Buffer, width: int) -> int:
    zero = width - width
    return weigh_row(sums, zero, zero + 255, weights, zero, width)


@kernel  # one for each processor: machine code is kept by the kernel's name
def weigh_by_pairs(game: Game, sums: Buffer, weights: Buffer, width: int) -> int:
    zero = width - width
    return weigh_row(sums, zero, zero + 255, weights, zero, width)


@pytest.mark.parametrize(
    ("weigh", "triple"), [(weigh_by_eight, "x86_64-linux-gnu"), (weigh_by_pairs, "aarch64-linux-gnu")]
)
def test_rows_are_weighed_alike_where_the_processor_has_less(monkeypatch, weigh, triple):
    if jit_enabled():
        if weigh is weigh_by_eight and platform.machine() not in ("x86_64", "AMD64"):
            pytest.skip("about x86")
        from halfmove.core.machine import vectors

        way = vectors.find_multiplication((triple, "", ""))
        monkeypatch.setattr(vectors, "find_multiplication", lambda target: way)
    random = np.random.default_rng(3)
    for width in (64, 256):
        sums, weights = Buffer(64), Buffer(64)
        rows_of(sums)[:] = random.integers(-300, 600, 256)
        rows_of(weights)[:] = random.integers(-128, 129, 256)
        want = np.clip(rows_of(sums)[:width].astype(np.int64), 0, 255) ** 2
        found = weigh(hm.game("nim"), sums, weights, width)
        assert found == int((rows_of(weights)[:width].astype(np.int64) * want).sum())


@kernel
def estimate_by_changes(game: Game, state: Any, mover: int, ply: int, network: Buffer, sums: Buffer) -> int:
    return network_estimate(game, state, mover, ply, network, sums)


@pytest.mark.parametrize(
    ("name", "seed"), [("chess", 0), ("chess", 1), ("chess", 2), ("checkers", 3), ("othello", 4)]
)
def test_sums_kept_up_to_date_are_sums_made_anew(name, seed):
    """Plies are met in any order, as in a search that goes back and evaluates only now and then."""
    game = hm.game(name)
    network = make_network(game, seed)
    weights = network.buffer(game)
    sums = new_sums(game, weights)
    random = Random(seed)
    asked = 0
    state = game.initial()
    for ply in range(120):
        if game.is_terminal(state):
            state = game.initial()
        if random.random() < 0.6:
            place = random.choice((ply % 5, ply % 7, ply))
            mover = game.to_move(state)
            found = estimate_by_changes(game, state, mover, place, weights, sums)
            assert found == network.evaluate(game, state, mover)
            asked += 1
        state = game.result(state, random.choice(list(game.actions(state))))
    assert asked > 40


def test_a_position_and_its_mirror_image_are_worth_the_same():
    game = hm.game("chess")
    network = make_network(game)
    white = game.parse("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8")
    black = game.parse("r2qk2r/pp1n1ppp/2pbpn2/3p1b2/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 b kq - 4 8")
    turned = game.parse("r3k1r1/ppp2ppp/8/8/8/8/PPP2PPP/R3K3 w - - 0 1")
    mirrored = game.parse("1r1k3r/ppp2ppp/8/8/8/8/PPP2PPP/3K3R w - - 0 1")
    assert network.evaluate(game, white, 0) == network.evaluate(game, black, 1) != 0
    assert network.evaluate(game, turned, 0) == network.evaluate(game, mirrored, 0)


def test_checkers_turned_and_othello_in_other_colours_are_worth_the_same():
    checkers = hm.game("checkers")
    black = checkers.parse("B:W18,24,K10:B12,16,K22,K25")
    white = checkers.parse("W:W21,17,K11,K8:B15,9,K23")
    assert make_network(checkers).evaluate(checkers, black, 0) == (
        make_network(checkers).evaluate(checkers, white, 1)
    )
    othello = hm.game("othello")
    first = History(othello, actions=[19, 18, 17]).state
    other = first._replace(mover=1 - first.mover)
    network = make_network(othello)
    assert network.evaluate(othello, first, 1) == network.evaluate(othello, other, 0) != 0


def test_a_plain_search_asks_the_network(tmp_path):
    """Othello's search is not selective: one ply deep it says what the network says of the best reply."""
    game = hm.game("othello")
    network, file = make_network(game), tmp_path / "random.npz"
    network.write(file)
    state = game.initial()
    found = hm.analyze(game, state, hm.Limit(depth=1), options={"evaluation": str(file)})
    replies = [game.result(state, action) for action in game.actions(state)]
    assert found.score.raw == max(-game.refine(s, 1, network.evaluate(game, s, 1)) for s in replies)


def test_a_network_is_worth_the_same_in_other_units(tmp_path):
    """Othello's discs are another part of a win where the number of discs is the score."""
    discs, wins = hm.game("othello", score="discs"), hm.game("othello")
    made = make_network(discs)
    network = EvaluationNetwork(
        made.rows, made.bias, made.outputs, made.output_bias, made.scale, "", discs.unit
    )
    network.write(tmp_path / "random.npz")
    again = EvaluationNetwork.read(tmp_path / "random.npz")
    state = History(wins, actions=[19, 18, 17]).state
    worth = again.evaluate(discs, state, 1) / discs.unit
    assert worth == pytest.approx(again.evaluate(wins, state, 1) / wins.unit, abs=0.001)
    assert worth != 0


def test_a_file_round_trips_and_the_engine_estimates_by_it(tmp_path):
    game = hm.game("chess")
    network = make_network(game)
    file = tmp_path / "random.npz"
    network.write(file)
    again = EvaluationNetwork.read(file)
    assert all((getattr(again, name) == getattr(network, name)).all() for name in ("rows", "bias", "outputs"))
    assert (again.scale, again.origin) == (network.scale, network.origin)
    state = game.initial()
    by_network = hm.analyze(game, state, hm.Limit(depth=2), options={"evaluation": str(file)})
    by_terms = hm.analyze(game, state, hm.Limit(depth=2), options={"evaluation": "terms"})
    assert by_network.score.raw != by_terms.score.raw


def test_the_evaluation_of_terms_names_no_inputs():
    assert not Engine("chess", megabytes=1, evaluation="terms").subject.estimates_by_network
    assert Engine("connect4", megabytes=1).network is None


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.npz", None, "cannot be read"),
        ("text.npz", b"not a network", "holds no evaluation network"),
    ],
)
def test_a_file_without_a_network_is_refused(tmp_path, name, content, said):
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    run = halfmove("analyze", "chess", "--depth", "2", "--option", f"evaluation={file}")
    assert run.status == 2
    assert said in run.err


def test_a_network_of_other_inputs_is_refused(tmp_path):
    game = hm.game("chess")
    made = make_network(game)
    file = tmp_path / "small.npz"
    EvaluationNetwork(
        made.rows[:64], made.bias, made.outputs, made.output_bias, made.scale, "too small"
    ).write(file)
    with pytest.raises(BadInput, match="has 64 inputs and 8 outputs, and chess has 3072 and 8"):
        hm.analyze(game, game.initial(), hm.Limit(depth=1), options={"evaluation": str(file)})


def test_a_game_without_inputs_takes_no_network(tmp_path):
    file = tmp_path / "chess.npz"
    make_network(hm.game("chess")).write(file)
    for name in ("connect4", "breakthrough"):
        run = halfmove("analyze", name, "--depth", "2", "--option", f"evaluation={file}")
        assert run.status == 2
        assert "has no inputs of an evaluation network" in run.err


def test_an_option_that_is_none_is_refused():
    run = halfmove("analyze", "chess", "--depth", "2", "--option", "evaluaton=terms")
    assert run.status == 2
    assert "has no option 'evaluaton'" in run.err
