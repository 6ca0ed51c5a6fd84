"""What a network says alone: its shares, how unsure it is, its value after each move, to the right player."""

import numpy as np
import pytest

import halfmove as hm
from halfmove.search.encoding import Encoding
from halfmove.search.neural.in_numpy import InNumPy
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.network import Network
from halfmove.search.neural.opinion import doubt_sentences, opinion_of

TTT = hm.interpreted(hm.game("tictactoe"))


def told(moves, logits, value):
    """The opinion of a network that says the same of every state."""
    state = hm.position(TTT, moves=moves)[0]

    def evaluate(planes):
        return np.tile(np.float32(logits), (len(planes), 1)), np.full((len(planes), 1), value, np.float32)

    return opinion_of(Judge(Encoding(TTT), evaluate), state)


def test_who_holds_two_moves_alike_is_unsure_by_one_bit():
    logits = np.full(9, -100.0)
    empty = [a for a in range(9) if a in TTT.actions(hm.position(TTT, moves="a1 b1")[0])]
    logits[empty[:2]] = 5.0
    opinion = told("a1 b1", logits, 0.0)
    assert opinion.entropy == pytest.approx(1)
    assert opinion.choices == pytest.approx(2)
    assert sum(opinion.policy.values()) == pytest.approx(1)
    assert set(list(opinion.policy)[:2]) == set(empty[:2]), "the likeliest first"


def test_values_after_moves_are_the_movers_and_those_of_finished_games_the_rules():
    opinion = told("a1 b1 a2 b2", np.zeros(9), 0.25)  # a3 wins
    assert opinion.score.value == pytest.approx(0.25)
    after = {TTT.action_text(opinion.state, a): score.value for a, score in opinion.after.items()}
    assert after.pop("a3") == 1
    assert set(after.values()) == {-0.25}, "then the other is to move, and has what the network says"
    assert opinion.entropy == pytest.approx(np.log2(5))


def test_the_move_whose_share_changed_most_is_named():
    opinion = told("", np.zeros(9), 0.0)
    first, second, *_ = opinion.policy
    assert opinion.furthest({first: 0.4, second: 0.6}) == second
    assert opinion.furthest(opinion.policy) is None


def test_nobody_is_asked_where_the_game_is_over():
    assert told("a1 b1 a2 b2 a3", np.zeros(9), 0.0) is None


def test_who_is_expected_to_hold_each_point_is_said_from_the_first_players_side():
    game = hm.interpreted(hm.game("go", size=3))
    network = Network.new(game, "tiny", value_head="pooled", auxiliary=("owners", "score"), seed=2)
    for moves in ("B2", "B2 A1"):
        state = hm.position(game, moves=moves)[0]
        opinion = opinion_of(Judge(network.encoding, network.evaluate("numpy")), state, network)
        said = InNumPy(network.architecture, network.parameters).heads(network.encoding.planes([state]))
        sign = 1 if state.mover == 0 else -1
        assert opinion.owners == pytest.approx(sign * said["owners"][0])
        assert opinion.lead == pytest.approx(sum(opinion.owners))
        data = opinion.to_dict()
        assert data["owners"] == pytest.approx(opinion.owners, abs=1e-3)
        ahead = f"{'Black' if opinion.lead >= 0 else 'White'} to hold {abs(round(opinion.lead, 1)):g} points"
        assert data["lead"] == f"expects {ahead} more of the board at the end"
        assert data["lead"] in doubt_sentences(data)
    plain = Network.new(game, "tiny")
    opinion = opinion_of(Judge(plain.encoding, plain.evaluate("numpy")), state, plain)
    assert not {"owners", "lead"} & opinion.to_dict().keys()
