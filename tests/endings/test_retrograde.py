"""Retrograde analysis beside the plainest oracle, and what is known of endings of chess."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uci_controller import Controller

import halfmove as hm
from halfmove.core.buffer import Buffer, put_short
from halfmove.core.endings import is_loss, is_win, known_bounds, plies_of
from halfmove.core.score import WIN
from halfmove.endings import kernels
from halfmove.endings.build import BuildStopped
from halfmove.endings.database import Database
from halfmove.endings.kernels import four_at, has_one, rests

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def hexapawn(tmp_path_factory):
    database = Database(hm.load(str(ROOT / "examples/hexapawn.py")), tmp_path_factory.mktemp("endings"))
    database.build("all")
    return database


def oracle(game):
    """The value and the plies of a state by plain recursion: the nearest win, the farthest loss."""

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state)), 0
        found = [value(game.result(state, a)) for a in game.actions(state)]
        wins = [plies for won, plies in found if won < 0]
        if wins:
            return 1, 1 + min(wins)
        if all(won > 0 for won, _ in found):
            return -1, 1 + max(plies for _, plies in found)
        return 0, 0

    return value


def test_every_position_has_the_value_of_plain_recursion(hexapawn):
    game = hm.interpreted(hexapawn.game)
    value = oracle(game)
    for index in range(0, game.ending_count(0), 7):
        if game.ending_weight(0, index) == 0:
            continue
        state = game.ending_state(0, index)
        code = hexapawn.probe(state)
        said = 1 if is_win(code) else -1 if is_loss(code) else 0
        assert (said, plies_of(code)) == value(state), state


def test_a_table_is_read_back_as_it_was_made(hexapawn):
    again = Database(hexapawn.game, hexapawn.folder.parent)
    again.load()
    file = again.open("all")
    for index in range(0, 39_366, 501):
        state = again.game.ending_state(0, index)
        assert file.code(index) == again.probe(state) == hexapawn.probe(state)
    assert again.summary("all") == hexapawn.summary("all")
    assert again.verify("all") == 2 * 2**3 * 3**6


@given(
    st.lists(
        st.sampled_from([0, 1, 2, 7, 0x1FFF, 0x2000, 0x4000, 0x8000, 0x8001, 0x8006, 0xFFFF]), min_size=4
    )
)
def test_four_numbers_at_once_are_read_as_one_by_one(words):
    work = Buffer(-(-len(words) // 4))
    for index, word in enumerate(words):
        put_short(work, index, word)
    for start in range(0, len(words) // 4 * 4, 4):
        four, alone = four_at(work, start), words[start : start + 4]
        assert rests(four) == all(word == 0 or word & kernels.KNOWN for word in alone)
        for word in (0, 1, 7, 0x8001, 0x8002, 0x8006):
            assert has_one(four, word) == (word in alone)


def test_verify_finds_an_entry_that_is_wrong(hexapawn):
    spoilt = Database(hexapawn.game, hexapawn.folder.parent)
    spoilt.load()
    data = spoilt._loaded["all"]
    data[2 + 1000] ^= 2
    with pytest.raises(hm.BadInput, match=r"all.ending' is wrong at number [0-9,]+: State"):
        spoilt.verify("all")


def test_a_search_knows_the_value_at_once(hexapawn):
    game = hexapawn.equipped()
    for algorithm in ("engine", "mcts"):
        analysis = hm.analyze(
            game,
            None,
            hm.Limit(depth=1) if algorithm == "engine" else hm.Limit(simulations=20),
            algorithm=algorithm,
        )
        assert (analysis.value, analysis.proven) == (-1, True)
    assert known_bounds(game, game.initial()) == (6 - WIN, 6 - WIN)
    assert hexapawn.game.endings_at == 0
    plain = hm.analyze(hexapawn.game, None, hm.Limit(depth=1), algorithm="engine")
    assert not plain.proven


def test_what_is_stopped_leaves_no_file(hexapawn, tmp_path):
    database = Database(hexapawn.game, tmp_path)
    with pytest.raises(BuildStopped):
        database.build("all", stop=lambda: True)
    assert database.there() == []
    assert not list(tmp_path.rglob("*.*"))


@pytest.fixture(scope="module")
def chess(tmp_path_factory):
    database = Database(hm.game("chess"), tmp_path_factory.mktemp("endings"))
    for name in ("KQK", "KRK", "KBK", "KNK", "KPK"):
        database.build(name, threads=2)
    return database


# Legal placements by the side to move: Nalimov's counts with his symmetries undone; longest wins in plies.
KNOWN = {
    "KQK": (((144_508, 0, 0), (0, 23_048, 200_896)), 19),
    "KRK": (((175_168, 0, 0), (0, 22_244, 201_700)), 31),
    "KPK": (((124_960, 38_368, 0), (0, 70_420, 97_604)), 55),
    "KBK": (((0, 193_284, 0), (0, 223_944, 0)), 0),
    "KNK": (((0, 205_496, 0), (0, 223_944, 0)), 0),
}


@pytest.mark.slow_interpreted
def test_three_men(chess):
    for name, (counts, longest) in KNOWN.items():
        summary = chess.summary(name)
        assert (summary.counts, summary.longest) == (counts, (longest, 0)), name
        assert chess.verify(name, threads=2) > 30_000


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 17),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0),  # mated by Black: colours change places
        ("8/8/8/3K4/8/8/8/kr6 b - - 0 1", 29),
    ],
)
def test_colours_change_places(chess, fen, plies):
    code = chess.probe(chess.game.parse(fen))
    assert plies_of(code) == plies


@pytest.mark.slow_interpreted
def test_the_engine_takes_the_nearest_mate(chess):
    game = chess.equipped()
    state = game.parse("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    distance = 17
    while distance:
        analysis = hm.analyze(game, state, hm.Limit(depth=distance + 1), algorithm="engine")
        assert analysis.score.distance == distance
        state = game.result(state, analysis.best)
        distance -= 1
    assert game.is_terminal(state)


@pytest.mark.slow_interpreted
def test_a_uci_engine_announces_the_mate(chess, tmp_path):
    uci = Controller()
    fen = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
    uci.send(f"setoption name Endings Path value {tmp_path}", "isready")
    assert any("There are no tables of chess" in line for line in uci.until("readyok"))
    uci.send(f"position fen {fen}", "go depth 2")
    assert not any("mate" in line for line in uci.until("bestmove"))
    uci.send(f"setoption name Endings Path value {chess.folder.parent}", "ucinewgame")
    uci.send(f"position fen {fen}", "go depth 2")
    assert any("score mate 9" in line for line in uci.until("bestmove"))
    uci.close()


@pytest.mark.slow_interpreted
def test_a_win_too_late_for_fifty_moves_is_not_promised(chess):
    game = chess.equipped()
    fresh = game.parse("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    assert known_bounds(game, fresh) == (WIN - 17, WIN - 17)
    assert known_bounds(game, fresh._replace(quiet=84)) == (0, WIN - 17)


@pytest.mark.parametrize(
    ("hook", "answer", "words"),
    [
        ("ending_table", 1, "ending_table is the place of a table"),
        ("ending_count", 5, "ending_index is below ending_count"),
        ("ending_weight", 0, "the number of a state that is played has a weight"),
        ("ending_index", 7, "ending_state"),
    ],
)
def test_the_contract_suite_tries_the_numbering(hook, answer, words):
    rules = type(hm.load(str(ROOT / "examples/hexapawn.py")))
    broken = type("Broken", (rules,), {hook: lambda self, *arguments: answer, "compiled": False})
    with pytest.raises(hm.BrokenPromise, match=words):
        hm.check_game(broken(), games=3)
