import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import RandomTree, naive, root

import halfmove as hm
from halfmove.teach.why.lines import no_escape

FORK = "a1 b1 b2 c3"  # X forks with a3 or a2
BLOCK = "1 2 1 2 1"  # O must stop four X in column 1


def explained(name, moves="", limit=None, **parameters):
    game = hm.game(name, **parameters) if isinstance(name, str) else name
    return hm.explain(game, hm.position(game, moves=moves)[0], limit or hm.Limit(seconds=30))


def told(explanation):
    return " ".join(explanation.sentences)


def test_a_win_at_once():
    found = explained("connect4", "1 7 2 7 3 6", hm.Limit(depth=4))
    assert found.best.text == "4"
    assert found.sentences[0] == "4 wins at once (proven)."
    assert (found.best.over, len(found.best.plays), found.legal) == (True, 1, 7)
    assert [verdict.text for group in found.groups for verdict in group if verdict.reply.text == "4"]


def test_whatever_the_other_does():
    found = explained("tictactoe", FORK)
    assert found.sentences[:2] == (
        "a3 wins in 3 plies (proven).",
        "Whatever O does, X wins next: with c1 after a2, with a2 after anything else.",
    )
    assert "a2 wins just the same in 3 plies (proven)." in found.sentences
    assert "b3 and c1 only draw (proven): O replies a3." in found.sentences


def test_the_only_move_that_wins_and_moves_that_lose_the_same_way():
    found = explained("tictactoe", "a1 b2 c3 a3")
    assert found.sentences[:2] == ("c1 wins in 3 plies (proven).", "It is the only move that wins.")
    (group,) = found.groups
    assert sorted(verdict.text for verdict in group) == ["a2", "b1", "b3", "c2"]
    assert found.sentences[-1] == "b3, a2, c2 and b1 lose in 2 plies (proven): O replies c1 and wins."


def test_the_only_move_that_does_not_lose():
    assert "It is the only move that does not lose." in explained("tictactoe", "a1 b2 b1").sentences
    found = explained("connect4", BLOCK, hm.Limit(depth=6))
    assert found.best.text == "1"
    assert not found.best.line.proven
    assert "It is forced: every other move loses (proven)." in found.sentences
    assert "2, 3, 4, 5, 6 and 7 lose in 2 plies (proven): X replies 1 and wins." in found.sentences


def test_when_every_move_loses_the_best_loses_last():
    found = explained(hm.load("examples/hexapawn.py"))  # Gardner: Black wins
    assert found.sentences[0] == "Every move loses (proven); b1-b2 loses last, in 6 plies."
    assert found.sentences[-1] == "a1-a2 and c1-c2 lose sooner: in 4 plies (proven)."


def test_a_loss_in_four_names_the_answer_to_every_defence():
    found = explained("nim", heaps="3,4")
    assert (
        "Whatever the first player does, the second player wins next: with B1 after A1, with A1 after B1."
        in told(found)
    )


def test_one_legal_move_and_none():
    found = explained("tictactoe", "a1 b2 c3 a3 c1 b1 b3 c2")
    assert found.sentences == ("a2 is the only legal move.", "a2 draws (proven).")
    assert repr(found) == "<Explanation of tictactoe: a2 is the only legal move.>"
    over = explained("tictactoe", "a1 b2 c3 a3 c1 b1 b3 c2 a2")
    assert (over.best, over.groups, over.verdicts) == (None, (), ())
    assert over.sentences == ("The game is over: a draw.",)


def test_forced_replies_are_told():
    found = explained("tictactoe", "a1 b2 c3 a3 c1 b1 b3")
    assert found.legal == 2
    assert "is the only legal move there." in told(found)


@pytest.mark.parametrize("algorithm", ["auto", "minimax", "alphabeta"])
def test_explicit_trees_in_their_own_units(algorithm):
    found = hm.explain(hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), limit=hm.Limit(), algorithm=algorithm)
    assert found.sentences == (
        "0 is worth 3 to MAX (proven).",
        "No other move is worth as much.",
        "Expected play: 0 0, and MAX gets 3.",
        "1 is worth 2 (proven), 1 less: MIN replies 0, and MAX gets 2.",
        "2 is worth 2 (proven), 1 less: MIN replies 2, and MAX gets 2.",
    )


def test_min_s_values_are_min_s():
    found = hm.explain(hm.tree({"player": "min", "children": {"left": 3, "right": [2, 7]}}))
    assert found.sentences[0] == "left is worth -3 to MIN (proven).".replace("-", "−")
    assert found.sentences[-1] == "right is worth −7 (proven), 4 less: MAX replies 1, and MAX gets 7."


def test_chance():
    choice = hm.tree({"children": [{"player": "chance", "children": [3, 5]}, 2]})
    assert told(hm.explain(choice)) == (
        "0 is worth 4 to MAX (proven). No other move is worth as much. Then chance moves, and the value is "
        "the average over what may come. 1 is worth 2 (proven), 2 less: it ends the game, and MAX gets 2."
    )
    dice = hm.tree({"player": "chance", "children": [3, 5]})
    (sentence,) = hm.explain(dice).sentences
    assert sentence == (
        "Chance moves here, so there is nothing to choose; on average it is worth 4 (proven)."
    )


def test_many_players():
    vectors = [(1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1), (5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5)]
    pairs = [vectors[i : i + 2] for i in range(0, 8, 2)]
    found = hm.explain(hm.tree([pairs[:2], pairs[2:]]))  # Russell and Norvig, 4th ed., fig. 5.4
    assert found.best.line.value == 1
    assert "player 0 gets 1, player 1 gets 2 and player 2 gets 6" in told(found)


def test_every_verdict_is_the_search_s_and_every_line_is_legal():
    found = explained("tictactoe", "b2 a1")
    assert found.legal == len(found.verdicts) == 1 + sum(map(len, found.groups))
    values = [verdict.line.value for verdict in found.verdicts]
    assert values == sorted(values, reverse=True)
    for verdict in found.verdicts:
        state = found.state
        for play in verdict.plays:
            assert play.action in list(found.game.actions(state))
            assert play.player == found.game.to_move(state)
            state = found.game.result(state, play.action)
            assert state == play.state
        assert verdict.over == found.game.is_terminal(state)


@pytest.mark.slow_interpreted
@given(st.integers(0, 10**9))
def test_random_trees_values_distances_and_lines_hold(number):
    game, state = RandomTree(), root(number)
    found = hm.explain(game, state, hm.Limit(), algorithm="alphabeta")
    best = naive(game, state)
    for verdict in found.verdicts:
        value = naive(game, game.result(state, verdict.action))
        assert verdict.line.value == value
        assert verdict.behind == best - value
        assert (verdict.standing == "worse") == (value < best)
        assert game.utility(verdict.last, 0) == value


def test_a_proven_line_goes_on_to_the_end():
    found = explained("tictactoe", "a1 b1")
    for verdict in found.verdicts:
        assert verdict.over
        if verdict.line.distance is not None:
            assert len(verdict.plays) == verdict.line.distance


def test_no_escape_by_hand():
    game = hm.game("tictactoe")
    forked, _ = hm.position(game, moves=f"{FORK} a3")
    assert no_escape(game, forked, 0) == {"a2": ["b3", "c2", "c1"], "c1": ["a2"]}
    open_game, _ = hm.position(game, moves="b2")
    assert no_escape(game, open_game, 0) is None


def test_only_so_many_lines_are_explained_if_only_so_many_are_asked_for():
    game = hm.game("tictactoe")
    found = hm.explain(game, limit=hm.Limit(depth=2), lines=2)
    assert (len(found.verdicts), found.legal) == (2, 9)
    assert "7 more legal moves were found to be no better." in found.text()
    assert "only move" not in found.text()


def test_the_text_has_boards_side_by_side_and_keeps_its_width():
    text = explained("tictactoe", FORK).text(width=60)
    assert "  after a3 a2    1 ply later: X wins\n  3 X . O        3 X . O\n" in text
    assert max(map(len, text.splitlines())) <= 60
    narrow = explained("tictactoe", FORK).text(width=24)
    assert "  1 ply later: X wins\n  3 X . O\n" in narrow


def test_estimates_are_called_estimates():
    found = explained("connect4", "4 4", hm.Limit(depth=4))
    assert re.match(r"\d looks best: X's estimate after it is [+−]?0", found.sentences[0])
    assert all("proven" not in sentence for sentence in found.sentences)
    assert all("estimated at" in told_of for told_of in found.sentences if " less: " in told_of)


def test_json_and_html():
    found = explained("tictactoe", FORK)
    plain = found.to_dict()
    assert (plain["best"], plain["value"], plain["proven"], plain["distance"]) == ("a3", 1, True, 3)
    assert plain["moves"][0]["variation"] == [play.text for play in found.best.plays]
    assert plain["groups"][0] == ["a2"]
    html = found._repr_html_()
    assert html.count("<svg") == 1 + 2 + 2 + 2  # the position; two boards for each of three paragraphs
    assert html.count("<p>") == 4


def test_what_does_not_fit_is_refused():
    with pytest.raises(hm.Unsuitable, match="chance"):
        hm.explain(hm.tree({"player": "chance", "children": [1, 2]}), algorithm="engine")


def test_infinite_values():
    found = hm.explain(hm.tree([["inf", "inf"], [3, 4], ["-inf", 1]]))
    assert found.sentences[0] == "0 is worth ∞ to MAX (proven)."
    assert "1 is worth 3 (proven): MIN replies 0, and MAX gets 3." in found.sentences
    plain = found.to_dict()
    assert [(move["value"], move["behind"]) for move in plain["moves"]] == [
        ("inf", 0),
        (3, "inf"),
        ("-inf", "inf"),
    ]


def test_why_not_a_certain_move():
    found = explained("tictactoe", FORK)
    game, state = found.game, found.state
    asked = found.why_not(game.parse_action(state, "c2"))
    assert asked.sentences[0] == found.sentences[0]
    assert asked.sentences[-3] == "c2 only draws (proven): O replies a2."
    assert not any(sentence.startswith("b3") for sentence in asked.sentences)
    assert [[verdict.text for verdict in group] for group in asked.groups] == [["c2"]]
    assert found.why_not(found.best.action).sentences[0] == "a3 is the move to play."
    with pytest.raises(hm.BadInput, match="99 is not a legal action here"):
        found.why_not(99)
    few = hm.explain(game, state, hm.Limit(depth=9), lines=1)
    with pytest.raises(hm.BadInput, match="The search gave c2 no line of its own"):
        few.why_not(game.parse_action(state, "c2"))


VALUES = st.sampled_from([-3, -1, 0, 0.5, 1, 2])
TREES = st.recursive(
    VALUES,
    lambda below: st.one_of(
        st.lists(below, min_size=1, max_size=3),
        st.lists(below, min_size=1, max_size=3).map(lambda kids: {"player": "chance", "children": kids}),
        st.dictionaries(st.sampled_from("abc"), below, min_size=1).map(
            lambda kids: {"player": "min", "children": kids}
        ),
    ),
    max_leaves=12,
)


@given(TREES, st.sampled_from([1, 2, 20]))
def test_any_tree_is_explained_in_whole_sentences(spec, depth):
    game = hm.tree(spec)
    found = hm.explain(game, limit=hm.Limit(depth=depth))
    assert found.sentences
    assert all(sentence.endswith(".") and "None" not in sentence for sentence in found.sentences)
    assert (found.best is None) == (found.legal == 0 or game.to_move(game.root) == hm.CHANCE)
    assert "nan" not in json.dumps(found.to_dict(), allow_nan=False)
    shown = {verdict.text for group in found.groups for verdict in group}
    assert len(shown) == max(len(found.verdicts) - 1, 0)
