"""Shogi, minishogi and dōbutsu shōgi, beside an implementation on a dictionary and published counts."""

import random

import pytest
from naive_shogi import Naive
from surfaces import examine, states

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.shogi import Dobutsu, Minishogi, Shogi

NAIVE = {
    "shogi": (Shogi, {"impasse": "none"}, Naive()),
    "minishogi": (Minishogi, {}, Naive(5, 5, 1)),
    "dobutsu": (Dobutsu, {}, Naive(3, 4, 1, animals=True)),
}
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"


@pytest.mark.one_speed
@pytest.mark.parametrize("name", NAIVE)
def test_moves_and_results_are_the_naive_ones(name):
    kind, parameters, naive = NAIVE[name]
    game, rng = interpreted(kind(**parameters)), random.Random(3)
    games, plies = (12, 60) if name == "dobutsu" else (2, 100)
    for ply in range(games * plies):
        if ply % plies == 0:
            s = game.initial()
        position = naive.read(game.sfen(s))
        actions, moves = list(game.actions(s)), naive.moves(position)
        assert sorted(map(game.usi_text, actions)) == sorted(map(naive.text, moves))
        assert game.count_actions(s) == len(actions)
        assert game.is_terminal(s) == (not actions)
        assert game.in_check(s) == (not naive.safe(position, s.mover))
        assert game.parse(game.position_text(s)) == s
        if actions:
            a = rng.choice(actions)
            s = game.result(s, a)
            move = next(m for m in moves if naive.text(m) == game.usi_text(a))
            assert naive.read(game.sfen(s)) == naive.after(position, move)


def test_counts():
    """Published, at talkchess.com and by several programs; those of dōbutsu shōgi are the naive rules'."""
    shogi, mini, dobutsu = Shogi(), Minishogi(), Dobutsu()
    assert [hm.perft(shogi, shogi.initial(), n) for n in range(1, 3)] == [30, 900]
    assert [hm.perft(mini, mini.initial(), n) for n in range(1, 4)] == [14, 181, 2_512]
    assert [hm.perft(dobutsu, dobutsu.initial(), n) for n in range(1, 5)] == [4, 17, 123, 976]
    assert hm.perft(shogi, shogi.parse(MOST_MOVES), 1) == 593


@pytest.mark.slow_interpreted
def test_more_counts():
    shogi, mini, dobutsu = Shogi(), Minishogi(), Dobutsu()
    assert [hm.perft(shogi, shogi.initial(), n) for n in (3, 4)] == [25_470, 719_731]
    assert hm.perft(mini, mini.initial(), 4) == 35_401
    assert hm.perft(dobutsu, dobutsu.initial(), 5) == 8_122
    assert hm.perft(shogi, shogi.parse(MOST_MOVES), 2) == 105_677


@pytest.mark.exhaustive
def test_deep_counts():
    shogi = Shogi()
    assert hm.perft(shogi, shogi.initial(), 5) == 19_861_490
    assert hm.perft(shogi, shogi.initial(), 6) == 547_581_517
    assert hm.perft(shogi, shogi.parse(MOST_MOVES), 3) == 53_393_368


def legal(game, position):
    s = game.parse(position)
    return {game.usi_text(a) for a in game.actions(s)}


def test_a_pawn_may_not_mate_by_a_drop_but_by_a_move():
    """The king in the corner has no square, and nobody takes the pawn; where somebody does, it is no mate."""
    game = interpreted(Shogi())
    drop = "7nk/9/7SG/9/9/9/9/9/4K4 b P 1"
    assert "P*1b" not in legal(game, drop)
    assert "1c1b" in legal(game, drop)
    assert "P*1b" in legal(game, "7k1/9/7SG/9/9/9/9/9/4K4 b P 1")  # no check
    assert "P*1b" in legal(game, "7sk/9/7SG/9/9/9/9/9/4K4 b P 1")  # the silver takes it
    assert "P*1b" not in legal(game, "6Rgk/9/7SG/9/9/9/9/9/4K4 b P 1")  # the gold would, but it is pinned
    assert "P*1b" in legal(game, "8k/9/8G/9/9/9/9/9/4K4 b P 1")  # the king goes to 2a


@pytest.mark.parametrize(
    ("position", "wanted", "refused"),
    [
        ("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*1b", "P*5f"),  # two pawns on a file
        ("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*1b", "P*1a"),
        ("4k4/9/4+P4/9/9/9/9/9/4K4 b P 1", "P*5b", "P*5a"),  # a promoted pawn does not count
        ("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1c", "N*1b"),
        ("4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*1b", "L*1a"),
        ("8k/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", "9b9a"),
        ("8k/9/1N7/9/9/9/9/9/4K4 b - 1", "8c9a+", "8c9a"),
        ("8k/9/9/1N7/9/9/9/9/4K4 b - 1", "8d9b+", "8d9b"),
        ("8k/9/1S7/9/9/9/9/9/4K4 b - 1", "8c9d+", "8c8d"),  # leaving the zone promotes, too
    ],
)
def test_drops_and_promotions(position, wanted, refused):
    moves = legal(interpreted(Shogi()), position)
    assert wanted in moves
    assert refused not in moves


def played(game, start, texts):
    history = History(game, game.parse(start))
    for text in texts:
        history.play(game.parse_action(history.state, text))
    return history


def test_the_fourth_time_is_a_draw_but_perpetual_check_loses():
    shuffle = ["5i5h", "5a5b", "5h5i", "5b5a"] * 3
    history = played(interpreted(Shogi()), "4k4/9/9/9/9/9/9/9/4K4 b - 1", shuffle)
    assert history.over
    assert history.utility(0) == 0
    checks = ["2b2a", "5a5b", "2a2b", "5b5a"] * 3
    history = played(interpreted(Shogi()), "4k4/7R1/9/9/9/9/9/9/4K4 b - 1", checks)
    assert history.over
    assert (history.utility(0), history.utility(1)) == (-1, 1)
    history = played(interpreted(Shogi()), "4k4/7R1/9/9/9/9/9/9/4K4 b - 1", checks[:-1])
    assert not history.over
    mini = ["3e3d", "3a3b", "3d3e", "3b3a"] * 3
    history = played(interpreted(Minishogi()), "2k2/5/5/5/2K2 b - 1", mini)
    assert (history.utility(0), history.utility(1)) == (-1, 1)


def test_a_search_knows_that_perpetual_check_loses():
    """The rook alone can check for ever; to repeat is lost, so that the engine does not count on a draw."""
    game = interpreted(Shogi())
    s = game.parse("4k4/7R1/9/9/9/9/9/9/4K4 b - 1")
    a = game.parse_action(s, "2b2a")
    after = game.result(s, a)
    assert game.repetition_loser(after._replace(checks=(4, 0)), 8) == 0
    assert game.repetition_loser(after._replace(checks=(3, 0)), 8) == -1


@pytest.mark.parametrize(
    ("impasse", "position", "declares", "utility"),
    [
        ("27", "K1+R+R+B+B3/PPPPPPP2/9/9/9/9/9/9/8k b - 1", False, None),  # 27 points: Black needs 28
        ("27", "K1+R+R+B+B3/PPPPPPP2/9/9/9/9/9/9/8k b G 1", True, 1),
        ("27", "8K/9/9/9/9/9/9/2ppppppp/k1+r+r+b+b3 w - 1", True, -1),  # White needs 27
        ("27", "K1+R+R+B+B3/PPPPP1PP1/9/9/9/9/9/9/8k b G 1", True, 1),
        ("27", "K1+R+R+B+B3/PPPPP4/9/9/9/9/9/9/8k b 4G 1", False, None),  # nine pieces besides the king
        ("27", "2+R+R+B+B3/PPPPPPP2/9/9/K8/9/9/9/8k b 2G 1", False, None),
        ("24", "K1+R+R+B+B3/PPPPPPP2/9/9/9/9/9/9/8k b 3G 1", True, 0),
        ("24", "K1+R+R+B+B3/PPPPPPP2/9/9/9/9/9/9/8k b 4G 1", True, 1),
        ("24", "K1+R+R+B4/PPPPPPPP1/9/9/9/9/9/9/8k b - 1", False, None),
        ("none", "K1+R+R+B+B3/PPPPPPP2/9/9/9/9/9/9/8k b 3G 1", False, None),
    ],
)
def test_impasse(impasse, position, declares, utility):
    game = interpreted(Shogi(impasse=impasse))
    s = game.parse(position)
    texts = {game.action_text(s, a): a for a in game.actions(s)}
    assert ("win" in texts) == declares
    assert game.count_actions(s) == len(texts)
    if declares:
        after = game.result(s, texts["win"])
        assert game.is_terminal(after)
        assert game.utility(after, 0) == utility
        assert game.parse(game.position_text(after)) == after
        assert "impasse" in game.show(after)


def test_handicaps_leave_pieces_out_and_white_begins():
    game = interpreted(Shogi(handicap="two-piece"))
    s = game.initial()
    assert game.to_move(s) == 1
    assert game.sfen(s) == "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    with pytest.raises(BadInput, match="handicap is one of none, lance"):
        Shogi(handicap="queen")


@pytest.mark.parametrize(
    ("position", "move", "western", "japanese"),
    [
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f", "P-7f", "▲７六歩"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "6i5h", "G6i-5h", "▲５八金左"),
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", "P*5e", "▲５五歩"),
        ("4k4/9/9/4G4/9/9/9/9/4K4 b G 1", "G*5c", "G*5c", "▲５三金打"),
        ("8k/9/4S4/9/9/9/9/9/4K4 b - 1", "5c5b", "S-5b=", "▲５二銀不成"),
        ("8k/9/4S4/9/9/9/9/9/4K4 b - 1", "5c5b+", "S-5b+", "▲５二銀成"),
        ("8k/9/9/9/9/4s4/9/9/4K4 w - 1", "5f4g+", "S-4g+", "△４七銀成"),
        ("8k/9/9/9/3G1G3/9/9/9/4K4 b - 1", "6e5d", "G6e-5d", "▲５四金左"),
        ("8k/9/9/4G4/4G4/9/9/9/4K4 b - 1", "5e6d", "G5e-6d", "▲６四金上"),
        ("8k/9/9/9/9/3SSS3/9/9/4K4 b - 1", "5f5e", "S5f-5e", "▲５五銀直"),
        ("8k/9/9/9/2+R3+R2/9/9/9/4K4 b - 1", "7e5e", "+R7e-5e", "▲５五龍左"),
    ],
)
def test_moves_in_three_notations(position, move, western, japanese):
    game = interpreted(Shogi())
    s = game.parse(position)
    a = game.parse_action(s, move)
    assert game.usi_text(a) == move
    assert game.action_text(s, a) == western
    assert interpreted(Shogi(notation="japanese")).action_text(s, a) == japanese
    assert interpreted(Shogi(notation="usi")).action_text(s, a) == move
    for text in (western, japanese, japanese[1:]):
        assert game.parse_action(s, text) == a


def test_every_move_is_read_back_in_every_notation():
    rng = random.Random(5)
    games = [interpreted(Shogi(notation=name)) for name in ("western", "japanese")]
    s = games[0].initial()
    for _ in range(60):
        actions = list(games[0].actions(s))
        if not actions:
            break
        for game in games:
            texts = [game.action_text(s, a) for a in actions]
            assert len(set(texts)) == len(texts)
        a = rng.choice(actions)
        for game in games:
            assert game.parse_action(s, game.action_text(s, a)) == a
        s = games[0].result(s, a)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lnsgkgsnl b", "9 ranks"),
        ("x8/9/9/9/9/9/9/9/9 b - 1", "no piece of shogi"),
        ("+K8/9/9/9/9/9/9/9/8k b - 1", "no piece of shogi"),
        ("K9/9/9/9/9/9/9/9/8k b - 1", "A rank has 9 squares"),
        ("K8/9/9/9/9/9/9/9/8k b 3R 1", "2 rooks in the set, and not 3"),
        ("K8/9/9/9/9/9/9/9/7kk b - 1", "has one king, not 2"),
        ("K7P/9/9/9/9/9/9/9/7k1 b - 1", "could never move again"),
        ("K8/9/8P/9/8P/9/9/9/7k1 b - 1", "two pawns on file 1"),
        ("K8/9/9/9/9/9/9/9/R7k b - 1", "White is in check, and not to move"),
        ("K8/9/9/9/9/9/9/9/8k b X 1", "no piece that can be in hand"),
        ("K8/9/9/9/9/9/9/9/8k b - one", "whole number"),
        ("K8/9/9/9/9/9/9/9/8k b - 1 e5", "is too much"),
        ("nonsense", "looks like"),
    ],
)
def test_positions_that_no_game_comes_to_are_refused(text, words):
    with pytest.raises(BadInput, match=words):
        interpreted(Shogi()).parse(text)


def test_dobutsu_is_won_by_taking_the_lion_or_by_arriving():
    game = interpreted(Dobutsu())
    s = game.parse("1l1/1C1/3/1L1 b - 1")
    after = game.result(s, game.parse_action(s, "2b2a+"))
    assert game.is_terminal(after)
    assert game.utility(after, 0) == 1
    assert "the lion is taken" in game.show(after)
    s = game.parse("l2/2L/3/3 b - 1")
    after = game.result(s, game.parse_action(s, "1b1a"))
    assert game.is_terminal(after)
    assert game.ending(after) == "the lion has arrived"
    s = game.parse("1l1/2L/3/3 b - 1")
    after = game.result(s, game.parse_action(s, "1b1a"))  # where the other lion takes it
    assert not game.is_terminal(after)


@pytest.mark.parametrize(
    ("position", "plies"),
    [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
        ("8k/7sp/6P2/7R1/9/9/9/9/4K4 b RG 1", 3),
        ("7k1/8p/6P2/8L/9/9/9/9/4K4 b GS 1", 3),
        ("7k1/8p/6P2/9/9/9/9/9/4K4 b G 1", 5),
    ],
)
def test_the_engine_mates(position, plies):
    game = Shogi()
    found = hm.analyze(game, game.parse(position), limit=hm.Limit(depth=5))
    assert (found.score.value, found.score.plies) == (1, plies)


def test_the_engine_beats_a_random_player():
    results = hm.match("engine?depth=2", "random", game="minishogi", games=4, seed=1)
    assert [record.scores[record.players.index(0)] for record in results.records.values()] == [1.0] * 4


@pytest.mark.one_speed
def test_the_boards_can_be_touched():
    for kind in (Shogi, Minishogi, Dobutsu):
        game = interpreted(kind())
        for s in list(states(game, 1))[::9]:
            examine(game, s)


# ---- what proof-number search asks


@pytest.mark.one_speed
@pytest.mark.parametrize("kind", [Shogi, Minishogi])
def test_checks_are_listed_as_trying_every_action_finds_them(kind):
    game, rng = interpreted(kind()), random.Random(3)
    s, seen = game.initial(), 0
    for _ in range(150):
        if game.is_terminal(s):
            s = game.initial()
        actions, checks = list(game.actions(s)), list(game.checking(s))
        assert sorted(checks) == sorted(a for a in actions if game.in_check(game.result(s, a)))
        seen += len(checks)
        s = game.result(s, rng.choice(checks if checks and rng.random() < 0.5 else actions))
    assert seen > 50


def test_hands_are_ordered_where_all_else_is_the_same():
    game = Shogi()
    more, less, other = (
        game.parse(f"7nk/9/6G2/9/9/9/9/9/9 b {hands} 1") for hands in ("2GNs", "GNgs", "GNs")
    )
    assert game.key_without_holdings(more) == game.key_without_holdings(less)
    assert game.key_without_holdings(more) != game.key_without_holdings(other)
    assert game.holdings(more, 0) == 1 << 16 | 2 << 32
    assert game.holdings(less, 0) == 1 << 16 | 1 << 32
    assert game.holdings(less, 1) == 1 << 24 | 1 << 32
