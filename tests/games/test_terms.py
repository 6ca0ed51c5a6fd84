"""The terms of evaluations: they add up to the estimate and count what they say; or a game has none."""

import pytest

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.term import unit_of
from tests.command import halfmove


def after(game, moves):
    state = game.initial()
    for move in moves.split():
        state = game.result(state, game.parse_action(state, move))
    return state


@pytest.mark.parametrize(
    ("game", "games", "slack"),
    [
        (hm.game("tictactoe"), 4, 1e-9),
        (hm.game("mnk", width=4, height=3, k=3), 4, 1e-9),
        (hm.game("mnk", width=6, height=6, k=6), 4, 1e-9),
        (interpreted(hm.game("gomoku", width=9, height=9)), 1, 1e-9),
        pytest.param(
            hm.game("gomoku", width=9, height=9),
            4,
            1e-9,
            marks=(pytest.mark.exhaustive, pytest.mark.slow_interpreted),
        ),
        (hm.game("connect4"), 4, 1e-9),
        (interpreted(hm.game("othello")), 4, 1e-9),
        (interpreted(hm.game("checkers")), 4, 1e-4),
        (interpreted(hm.game("othello", score="discs", width=6)), 4, 1e-9),
        (hm.game("connect4", width=5, height=4), 4, 1e-9),
    ],
    ids=repr,
)
def test_the_terms_of_random_positions_add_up_to_the_estimate(game, games, slack):
    report = check_game(game, games=games, seed=5)
    assert any(promise.startswith("the terms add up") for promise in report.promises)
    state = game.initial()
    while not game.is_terminal(state):
        total = sum(term.worth for term in game.terms(state))
        assert total == pytest.approx(game.evaluate(state, 0) / unit_of(game), abs=slack)
        actions = list(game.actions(state))
        state = game.result(state, actions[len(actions) * 5 // 7])


@pytest.mark.parametrize(
    "position",
    [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP3PPP/R2QKB1R b KQ - 3 9",
        "8/5pk1/3r2p1/7p/2R4P/5PP1/5K2/8 w - - 0 40",
        "4k3/2b5/8/8/8/8/2B1P3/4K3 w - - 0 1",
        "8/8/8/3kr3/8/8/1Q6/K7 w - - 0 1",
        "8/8/4k3/8/8/8/3R4/3K4 b - - 0 1",
        "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
    ],
)
def test_the_terms_of_chess_add_up_but_for_rounding(position):
    game = hm.game("chess")
    state = game.parse(position)
    estimate = game.evaluate(state, 0) / game.unit
    assert sum(term.worth for term in game.terms(state)) == pytest.approx(estimate, abs=1.5 / game.unit)


def test_tictactoe_as_the_textbook_counts():
    """X in a corner has two open lines, O in the middle three: 2 - 3 lines of 0.05."""
    game = hm.game("tictactoe")
    terms = {term.name: term for term in game.terms(after(game, "a1 b2"))}
    assert set(terms) == {"lines with 1", "lines with 2"}
    assert dict(terms["lines with 1"].parts) == pytest.approx({"X": 0.10, "O": 0.15})
    assert terms["lines with 1"].worth == pytest.approx(-0.05)
    assert terms["lines with 2"].worth == 0


def test_two_in_a_line_count_three_times_as_much():
    game = hm.game("tictactoe")
    terms = {term.name: term for term in game.terms(after(game, "a1 c3 b1"))}
    assert terms["lines with 2"].parts["X"] == pytest.approx(0.15), "the row alone"
    assert terms["lines with 1"].parts["X"] == pytest.approx(0.10), "both columns, not the diagonal of a1"
    assert terms["lines with 1"].parts["O"] == pytest.approx(0.10)


def test_connect_four_counts_threats_and_open_lines():
    game = hm.game("connect4")
    terms = {term.name: term for term in game.terms(after(game, "1 1 2 2 3 7"))}
    first, second = game.player_names
    threats = terms["threats on own rows"].parts
    assert threats[first] == pytest.approx(0.04), "the fourth square of the bottom row, an odd one"
    assert threats[second] == 0
    initial = {term.name: term.worth for term in game.terms(game.initial())}
    assert initial == {"threats on own rows": 0, "other threats": 0, "open lines": 0}
    assert game.terms(game.initial())[2].parts[first] == pytest.approx(69 * 0.0015), "69 lines in all"


def test_an_estimate_kept_below_a_win_says_so():
    class Heavy(type(hm.game("tictactoe"))):
        def setup(self):
            super().setup()
            self.weights = tuple(100 * weight for weight in self.weights)

    game = Heavy()
    terms = game.terms(after(game, "b2 a2"))
    assert terms[-1].name == "limit"
    assert sum(term.worth for term in terms) == pytest.approx(game.evaluate(after(game, "b2 a2"), 0) / 1e6)


def test_terms_that_do_not_add_up_break_a_promise():
    class Wrong(type(hm.game("tictactoe"))):
        def terms(self, s):
            return super().terms(s)[1:]

    with pytest.raises(hm.BrokenPromise, match="terms add up to the estimate"):
        check_game(Wrong(), games=2)


def test_the_command_line_shows_them():
    told = halfmove("explain", "tictactoe", "--moves", "a1 b2", "--evaluation")
    assert "lines with 1  +0.100  +0.150  -0.050" in told.out
    assert "shares of a win" in told.out
    found = halfmove("explain", "connect4", "--moves", "4 4", "--evaluation", "--json").json
    assert sum(term["worth"] for term in found["terms"]) == pytest.approx(found["estimate"])


def test_a_game_without_terms_is_refused():
    outcome = halfmove("explain", "nim", "--evaluation")
    assert outcome.status == 2
    assert outcome.err.count(".") == 1, "one sentence"
