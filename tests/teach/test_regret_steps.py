"""Regret minimisation step by step: the tables against the paper's recursion, and what is shown of them."""

import json
import re

import numpy as np
import pytest
from command import halfmove
from naive_regret import NaiveCFR

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.imperfect.solving import METHODS
from halfmove.teach import regret
from halfmove.teach.frames.player import player_data
from halfmove.teach.regret import Drawing, curves, plot, record

pytestmark = pytest.mark.one_speed

KUHN = hm.game("kuhn")


def test_the_tables_are_those_of_the_papers_recursion():
    trace, naive = record(KUHN, iterations=6), NaiveCFR(interpreted(KUHN))
    table = trace.table
    for tables in trace.tables[1:]:
        naive.iterate()
        for number in range(table.sets):
            key = table.owner(number), int(table.names[number])
            known = naive.regrets[key]
            mine = [tables.regret[s] for s in trace.rows(number)]
            assert mine == pytest.approx([known[a] for a in table.actions[number]], abs=1e-12)


def test_the_average_weighs_each_strategy_with_the_players_own_way_there():
    """Equation 4 of Zinkevich et al. (2007), over the strategies that the tables say were played."""
    trace = record(KUHN, iterations=6)
    table, game = trace.table, trace.game
    for done in range(1, 7):
        for number in range(table.sets):
            sums = dict.fromkeys(table.actions[number], 0.0)
            for tables in trace.tables[:done]:
                own, state = 1.0, game.initial()
                for action in table.way(number):
                    if game.to_move(state) == table.owner(number):
                        own *= played(trace, tables, state, action)
                    state = game.result(state, action)
                for action in sums:
                    sums[action] += own * played(trace, tables, state, action)
            mine = [trace.tables[done].average[s] for s in trace.rows(number)]
            if sum(sums.values()):  # else he never comes there, and any average will do
                assert mine == pytest.approx([share / sum(sums.values()) for share in sums.values()])


def played(trace, tables, state, action):
    """The probability of an action in a state, by the strategy of these tables."""
    mover = trace.game.to_move(state)
    number = trace.table.numbers[mover][int(trace.game.information(state, mover))]
    return tables.policy[trace.rows(number)[trace.table.actions[number].index(action)]]


@pytest.mark.parametrize("algorithm", METHODS)
def test_steps_lead_from_one_iteration_to_the_next(algorithm):
    game = hm.game("rock-paper-scissors") if METHODS[algorithm].once else KUHN
    trace = record(game, algorithm=algorithm, iterations=4, seed=3)
    ends = [k for k, step in enumerate(trace.steps, 1) if step.number is None]
    assert len(ends) == 4
    for tables, steps in zip(trace.tables, [0, *ends]):
        regret, policy, done = trace.at(steps)
        assert done is tables
        own = slice(trace.table.layout.players, None)  # what belongs to no information set is in no table
        np.testing.assert_array_equal(regret[own], tables.regret[own])
        np.testing.assert_array_equal(policy[own], tables.policy[own])
    changed = [step.number for step in trace.steps[: ends[0] - 1]]
    assert changed == sorted(set(changed))
    assert trace.at(1)[2] is trace.tables[0]


def test_the_first_iteration_is_told():
    """All actions alike are exploited for 11/24 a game, half the NashConv of 11/12 that is published."""
    trace = record(KUHN, iterations=1)
    assert trace.tables[1].exploitability == pytest.approx(11 / 24)
    assert trace.sentence(0).startswith("At the start")
    text = trace.text(width=None)
    assert (
        "First, information set “J a card”: regret of check 0 → −0.125, bet 0 → 0.125. "
        "Next strategy: check 0, bet 1." in text
    )
    assert "Iteration 1 is complete. The average strategy is worth 0.125 to first" in text
    assert text.count(", information set “") == len(trace.steps) - 1


def test_the_tree_joins_what_a_player_cannot_tell_apart():
    trace = record(KUHN, iterations=2)
    made = Drawing(trace)
    assert len(made.places) == 58
    assert sum(len(places) for places in made.members.values()) == 24  # 6 deals, 4 choices in each
    for number, places in made.members.items():
        held = {trace.game.information(s, trace.table.owner(number)) for s in states(trace, places)}
        assert held == {trace.table.names[number]}
    whole = trace.svg()
    dashed = re.findall(r'<polyline points="[^"]{200,}"[^>]*stroke-dasharray', whole)
    assert len(dashed) == 12  # two histories in each of the twelve
    now = trace.svg(steps=1)
    assert len(re.findall(r"<circle[^>]*s-ring", now)) == 2
    assert not re.findall(r"<circle[^>]*s-ring", whole)


def states(trace, places):
    """The states of histories, found by walking the tree of the drawing."""
    game, found = trace.game, {0: trace.game.initial()}
    wanted = {place.number for place in places}
    for place in Drawing(trace).places:
        state = found[place.number]
        if game.is_terminal(state):
            continue
        chance = game.to_move(state) == hm.CHANCE
        actions = [a for a, _ in game.outcomes(state)] if chance else list(game.actions(state))
        for below, action in zip(place.below, actions, strict=True):
            found[below.number] = game.result(state, action)
    return [found[number] for number in wanted]


def test_a_player_steps_through_tree_and_tables():
    trace = record(KUHN, iterations=2)
    _, data = player_data(trace.frames())
    assert data["stops"] == [k for k, step in enumerate(trace.steps, 1) if step.number is None]
    assert len(data["sentences"]) == len(data["at"]) == len(trace.steps) + 1
    tables = data["changes"]["terms"]
    assert [steps for steps, _ in tables] == list(range(len(trace.steps) + 1))
    assert "hl-taken" not in tables[0][1]
    assert tables[1][1].count('class="hl-taken"') == 2
    moved = [steps for steps, _ in data["changes"][data["at"][1]]]
    assert moved == [0]  # a node stays as it is; its arc and its edges change
    assert len(data["changes"]["s0"]) > 1


def test_curves_are_what_regret_minimisation_comes_to():
    found = curves(KUHN, iterations=50, seed=7)
    shown = [name for name, method in METHODS.items() if not method.once]
    assert list(found) == shown
    assert list(curves(hm.game("rock-paper-scissors"), iterations=2)) == list(METHODS)
    for name in ("cfr", "cfr+", "outcome-mccfr"):
        assert [n for n, _ in found[name]] == [1, 2, 5, 10, 20, 50]
        solution = hm.regret(interpreted(KUHN), algorithm=name, iterations=50, seed=7)
        assert found[name][-1][1] == pytest.approx(solution.exploitability, rel=1e-9)
    assert found["cfr+"][-1][1] < found["cfr"][-1][1] < found["cfr"][0][1]
    drawn = plot(found)
    assert all(f">{name}</text>" in drawn for name in shown)
    assert drawn.count("stroke-dasharray") == sum(METHODS[name].sampled for name in shown)


def test_the_command_line_tells_and_writes_it(tmp_path, monkeypatch):
    monkeypatch.setattr(regret, "SHOWN", 10)
    told = halfmove("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2", "--sentences")
    assert "Iteration 2 is complete." in told.out
    assert "every step is shown by `halfmove equilibrium`" in told.err
    assert "J a card check bet" in told.out
    data = halfmove("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2", "--sentences", "--json").json
    assert data["steps"][-1] in " ".join(told.out.split())
    picture, page = tmp_path / "kuhn.svg", tmp_path / "kuhn.html"
    assert halfmove("solve", "kuhn", "-o", str(picture), "--iterations", "1").status == 0
    assert picture.read_text(encoding="utf-8") == record(KUHN, algorithm="cfr+", iterations=1).svg()
    assert halfmove("solve", "kuhn", "--algorithm", "cfr", "-o", str(page), "--iterations", "2").status == 0
    whole = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', whole).group(1))
    assert data["sentences"] == player_data(record(KUHN, iterations=2).frames())[1]["sentences"]
    assert ">vr-mccfr</text>" in whole


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["leduc", "--sentences"], "leduc has more than 400 histories, too many to draw"),
        (["kuhn", "-o", "kuhn.png"], "Steps are written as .html or .svg, not as 'kuhn.png'."),
        (
            ["kuhn", "--sentences", "--iterations", "1001"],
            "1 to 1,000 iterations can be stepped through, not 1001",
        ),
        (["kuhn", "--sentences", "--seconds", "1"], "--seconds is not for a run to step through"),
        (["kuhn", "--sentences", "--algorithm", "linear-programme"], "there is nothing to step through"),
        (["nim", "--sentences"], "--sentences is not for a proof"),
    ],
)
def test_what_cannot_be_stepped_through(typed, sentence):
    outcome = halfmove("solve", *typed)
    assert outcome.status == 2
    assert sentence in outcome.err.replace("\n", " ")
