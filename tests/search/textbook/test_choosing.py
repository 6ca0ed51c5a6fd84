"""`analyze` for games of chance and of several players: which search it takes, and what it says."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many_players import AIMA_THREE, COLLUSION, RIVALS, Selfish
from small_games import AIMA, ChanceTree, ListTree, expected, root

from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.games.kuhn import Kuhn
from halfmove.games.load import load
from halfmove.games.tree import tree
from halfmove.search.algorithms import analyze, choose, deepen
from halfmove.search.textbook.expectiminimax import FORM as EXPECTIMINIMAX
from halfmove.search.textbook.maxn import maxn
from halfmove.search.textbook.paranoid import paranoid
from halfmove.search.textbook.star import FORM as STAR1
from halfmove.search.textbook.star2 import FORM as STAR2

EVER = Limit()
NUMBERS = st.integers(0, 10**9)
GAME = ChanceTree()
DICE = {"player": "chance", "probabilities": [0.75, 0.25], "children": [[8, 9], [0, 4]]}
PIG = load(Path(__file__).resolve().parents[3] / "examples" / "pig.py")


# ---- which


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (tree(AIMA), "engine"),
        (tree([[3], DICE]), "star2"),
        (tree(AIMA_THREE), "maxn"),
        (tree([{"value": [1, 2]}, {"value": [3, 3]}]), "maxn"),
        (ListTree([[[1, 2]]], players=3), "alphabeta"),
        (Selfish(movers=3), "maxn"),
        (PIG, "star2"),
    ],
)
def test_auto_takes_what_is_meant(game, name):
    assert choose(game).name == name


def test_a_game_that_never_said_how_large_its_payoffs_are_is_not_searched_by_bounds():
    class Points(ListTree):
        chance, payoffs = "explicit", "general"

        def to_move(self, s):
            return CHANCE if len(s) % 2 else 0

    game = Points([[10, 30], [15, 20]], players=1)
    assert choose(game).name == "expectiminimax"
    assert analyze(game, limit=EVER).value == 20
    game.utility_limit = 30
    assert choose(game).name == "star2"
    assert analyze(game, limit=EVER).value == 20
    game.utility_limit = 25
    with pytest.raises(BadInput, match="outside the bounds from -25 to 25"):
        analyze(game, limit=EVER)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negamax", "scout", "mtdf"])
def test_searches_without_chance_say_what_a_game_of_dice_needs(name):
    with pytest.raises(Unsuitable, match="needs expectiminimax"):
        choose(PIG, name)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negamax", "expectiminimax", "star2", "paranoid"])
def test_searches_that_see_everything_name_no_other_that_does(name):
    with pytest.raises(Unsuitable, match="players do not see everything") as refused:
        choose(Kuhn(), name)
    assert "needs" not in str(refused.value)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectiminimax", "star1", "star2"])
def test_searches_for_opponents_say_what_two_others_need(name):
    with pytest.raises(Unsuitable, match="needs max\\^n"):
        choose(tree([{"value": [1, 2]}, {"value": [3, 3]}]), name)


# ---- where nature moves first


@pytest.mark.parametrize("name", ["star2", "star1", "expectiminimax", "maxn"])
@pytest.mark.parametrize("lines", [1, 3])
def test_where_nature_moves_there_is_a_value_and_no_line(name, lines):
    analysis = analyze(tree(DICE), limit=EVER, algorithm=name, lines=lines)
    assert (analysis.value, analysis.proven, analysis.lines) == (7.75, True, ())
    assert (analysis.best, analysis.variation) == (None, ())


def test_a_state_after_nature_s_last_move_is_worth_its_payoff():
    class Roll(ListTree):
        def to_move(self, s):
            return CHANCE

    assert analyze(Roll([7]), (0,), algorithm="expectiminimax").value == 7


# ---- what


@pytest.mark.parametrize("form", [EXPECTIMINIMAX, STAR1, STAR2])
@given(number=NUMBERS, lines=st.integers(1, 3), depth=st.sampled_from([None, 3]))
def test_lines_are_the_best_actions_with_their_values(form, number, lines, depth):
    state = root(number)
    if GAME.to_move(state) == CHANCE:
        return
    sign = 1 if GAME.to_move(state) == 0 else -1
    below = None if depth is None else depth - 1
    values = [(sign * expected(GAME, GAME.result(state, a), below), -a) for a in GAME.actions(state)]
    best = [(-a, value) for value, a in sorted(values, reverse=True)][:lines]
    (analysis,) = form.search(GAME, state, Limit(depth=depth), lines=lines)
    assert [line.action for line in analysis.lines] == [action for action, _ in best]
    assert [line.value for line in analysis.lines] == pytest.approx([value for _, value in best])


@given(NUMBERS, st.integers(1, 3))
def test_max_n_gives_the_mover_s_own_payoffs(number, lines):
    state = RIVALS.result(root(number), 0)
    mover = RIVALS.to_move(state)
    if RIVALS.is_terminal(state):
        return
    values = [(maxn(RIVALS, RIVALS.result(state, a)).value[mover], -a) for a in RIVALS.actions(state)]
    best = [(-a, value) for value, a in sorted(values, reverse=True)][:lines]
    analysis = analyze(RIVALS, state, EVER, algorithm="maxn", lines=lines)
    assert [(line.action, line.value) for line in analysis.lines] == best


@given(NUMBERS, st.integers(1, 3))
def test_the_paranoid_search_plays_for_whoever_is_at_the_root(number, lines):
    state = RIVALS.result(root(number), 0)
    mover = RIVALS.to_move(state)
    if RIVALS.is_terminal(state):
        return
    after = [paranoid(RIVALS, RIVALS.result(state, a), player=mover).value for a in RIVALS.actions(state)]
    best = [(-a, value) for value, a in sorted(zip(after, (0, -1, -2)), reverse=True)][:lines]
    analysis = analyze(RIVALS, state, EVER, algorithm="paranoid", lines=lines)
    assert [(line.action, line.value) for line in analysis.lines] == best


def test_selfish_and_paranoid_by_hand():
    assert analyze(tree(COLLUSION), algorithm="maxn").value == 8
    assert analyze(tree(COLLUSION), algorithm="paranoid").value == 5


# ---- Pig


def test_pig_keeps_the_contract():
    assert check_game(PIG, games=5).games == 5


def test_pig_by_hand():
    state = PIG.parse("A 15 B 19 A has 5")
    analysis = analyze(PIG, state, Limit(depth=4), lines=2)
    assert [PIG.action_text(state, line.action) for line in analysis.lines] == ["hold", "roll"]
    assert (analysis.value, analysis.lines[0].proven) == (1, True)
    # With 19 points any throw but a 1 wins; after a 1 the horizon says how far A is ahead, with 19 to the
    # 20/6 that B's roll brings on average.
    value = 5 / 6 * 1 + 1 / 6 * 0.8 * (19 - 20 / 6) / 20
    found = analyze(PIG, PIG.parse("A 19 B 0 A has 0"), Limit(depth=3)).value
    assert found == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("text", ["A 3", "A 20 B 20 A has 0", "A 25 B 3 B has 2", "A 1 B 2 C has 3"])
def test_positions_of_pig_that_cannot_be(text):
    with pytest.raises(BadInput):
        PIG.parse(text)


@pytest.mark.slow_interpreted
def test_a_game_of_dice_deepens_under_a_limit():
    levels = list(deepen(PIG, limit=Limit(nodes=20_000)))
    assert [level.depth for level in levels] == list(range(1, len(levels) + 1))
    assert len(levels) > 5
    assert not levels[-1].proven
    plain = list(deepen(interpreted(PIG), limit=Limit(nodes=20_000)))
    assert [level.value for level in plain] == [level.value for level in levels]
