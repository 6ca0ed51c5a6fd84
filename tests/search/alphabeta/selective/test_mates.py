"""Mates by checks at the root: found deeper than the levels reach, and not walked into."""

import pytest
from mates import read_mates

import halfmove as hm
from halfmove.core.history import History
from halfmove.core.score import INFINITY, WIN
from halfmove.games.shogi import Shogi
from halfmove.search.alphabeta.memory import NODES, STOP
from halfmove.search.alphabeta.selective.mates import MateSearch
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.proof.prover import Prover, Question

GAME = Shogi(notation="usi")
LONG = [(plies, sfen) for plies, sfen in read_mates() if plies >= 11][::4]


def search(state, nodes, **options):
    with hm.Session(GAME, "engine", megabytes=16, **options) as session:
        return session.analyze(History(GAME, state), hm.Limit(nodes=nodes))


def ends_the_game(state, line):
    for action in line:
        assert action in list(GAME.actions(state))
        state = GAME.result(state, action)
    return GAME.is_terminal(state)


@pytest.mark.slow_interpreted
def test_long_mates_are_found_with_all_their_moves():
    """Some are shorter with a move that gives no check."""
    with_it = without = 0
    for _, sfen in LONG:
        state = GAME.parse(sfen)
        analysis = search(state, 200_000)
        assert analysis.nodes <= 200_001
        with_it += bool(analysis.score.mate) and ends_the_game(state, analysis.lines[0].variation)
        without += bool(search(state, 200_000, without=["mates"]).score.mate)
    assert with_it > without
    assert with_it >= 3


THREATENED = {
    "7nk/9/6G2/9/9/9/9/9/9 w GN 1": {"1a1b", "2a1c"},
    "7nk/7pp/6G2/9/9/9/9/9/4R4 w GN 1": {"1b1c", "2a1c", "2b2c"},
    "6snk/6ppp/9/9/9/9/9/8R/8K w N2G 1": set(),
}
"""Positions of the defender, and the moves after which he is mated by checks."""


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("sfen", "losing"), THREATENED.items())
def test_what_is_said_of_replies_is_what_a_prover_says(sfen, losing):
    state, prover = GAME.parse(sfen), Prover(GAME, megabytes=4)
    mates, lost = MateSearch(Prover(GAME, megabytes=4), state, lambda: False), set()
    for action in GAME.actions(state):
        child = GAME.result(state, action)
        mate = mates.find(action, mates.nodes + 5_000)
        assert (mate is not None) == prover.prove(child, Question(0, checks=True))
        if mate is not None:
            lost.add(GAME.action_text(state, action))
            assert mate.score > -WIN
            assert 1 + len(mate.line) <= WIN + mate.score, "plies at most"
            assert ends_the_game(child, mate.line)
    assert lost == losing


@pytest.mark.slow_interpreted
def test_an_action_after_which_one_is_mated_is_not_played():
    state = GAME.parse("7nk/7pp/6G2/9/9/9/9/9/4R4 w GN 1")
    assert GAME.action_text(state, search(state, 20_000).best) == "2a3c"


@pytest.mark.slow_interpreted
def test_a_mate_leads_though_its_level_is_stopped():
    engine = Engine(GAME, megabytes=4)
    engine.begin()
    state = GAME.parse(LONG[0][1])
    [root] = engine.roots(state, 1)
    assert root.level(1, 1, -INFINITY, INFINITY)
    counters = root.memory.counters
    counters[NODES] = 800_000  # an eighth of them is enough for the mate

    def stop(*_):
        counters[STOP] = 1
        return 0

    root.search = stop
    assert not root.level(2, 1, -INFINITY, INFINITY)
    assert root.cut_short, "the caller is to take it"
    assert root.moves[0].score > WIN - 100
    assert ends_the_game(state, (root.moves[0].action, *root.line(root.moves[0], 1)))


def test_only_games_that_list_their_checks_have_a_prover_and_none_without_the_feature():
    assert Engine("chess", megabytes=1).prover is None
    assert Engine("connect4", megabytes=1).prover is None
    assert Engine(GAME, megabytes=1, selective=False).prover is None
    assert Engine(GAME, megabytes=1, without=["mates"]).prover is None
    assert Engine(GAME, megabytes=1).prover is not None
    with pytest.raises(hm.BadInput, match="knows nothing of 'mates'"):
        Engine("chess", megabytes=1, without=["mates"])
