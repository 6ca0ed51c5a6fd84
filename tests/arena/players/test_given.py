"""Players and games that are objects of the program that plays the match."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.arena.description import describe
from halfmove.arena.plan import list_names
from halfmove.arena.store import Store

pytestmark = pytest.mark.one_speed


def first(history: hm.History) -> Any:
    return history.legal()[0]


def nth(number: int, history: hm.History) -> Any:
    return history.legal()[min(number, len(history.legal()) - 1)]


class Last(hm.Player):
    """Plays the last move, and counts for how many games and moves it was asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def new_game(self, game: hm.Game, seat: int, seed: int) -> None:
        self.asked["games"] += 1

    def choose(self, history: hm.History, budget: object) -> hm.Choice:
        self.asked["moves"] += 1
        return hm.Choice(history.legal()[-1])


class Countdown(hm.Game):
    """A game that no other process can find under a name of its own, as one made in a notebook."""

    players = 2

    def initial(self) -> Any:
        return (3, 0)

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def actions(self, s: Any) -> Any:
        yield from range(1, min(2, s[0]) + 1)

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] - a, 1 - s[1])

    def is_terminal(self, s: Any) -> bool:
        return bool(s[0] == 0)

    def utility(self, s: Any, player: int) -> int:
        return 1 if player != s[1] else -1


Countdown.__module__ = "__main__"


def points(*players: Any, game: Any = "nim", **options: Any) -> dict[str, float]:
    options = {"games": 2, **options}
    return {row.name: row.points for row in hm.report(hm.match(*players, game=game, **options)).rows}


def moves(results: Any) -> list[list[str]]:
    return [[move.text for move in record.moves] for record in results.records.values()]


def test_a_function_plays_the_move_that_it_returns() -> None:
    results = hm.match(first, partial(nth, 2), game="nim", games=2)
    assert list_names(results.plan) == ["first", "nth"]
    game = hm.game("nim")
    for record in results.records.values():
        for move, state in zip(record.moves, record.open(game).states, strict=False):
            legal = list(game.actions(state))
            player = record.players[move.seat]
            expected = legal[0] if player == 0 else legal[min(2, len(legal) - 1)]
            assert game.parse_action(state, move.text) == expected


def test_a_function_may_answer_in_the_game_s_notation_or_with_a_choice() -> None:
    texts = hm.match(lambda h: h.game.action_text(h.state, h.legal()[0]), first, game="nim", games=2)
    choices = hm.match(lambda h: hm.Choice(h.legal()[0]), first, game="nim", games=2)
    assert moves(texts) == moves(choices) == moves(hm.match(first, first, game="nim", games=2))


def test_a_function_of_two_gets_the_time_too() -> None:
    seen = []

    def hasty(history: hm.History, budget: Any) -> Any:
        seen.append(budget.limit.seconds)
        return history.legal()[0]

    assert sum(points(hasty, "random", control="5/move").values()) == 2
    assert set(seen) == {5.0}


def test_the_object_itself_is_asked() -> None:
    last = Last()
    points(last, "random", games=4)
    assert last.asked["games"] == 4
    assert last.asked["moves"] > 4


def test_one_object_in_two_seats_is_two_players_of_two_names() -> None:
    results = hm.match(*[Last()] * 2, game="nim", games=2)
    assert list_names(results.plan) == ["Last (1)", "Last (2)"]
    assert len(set(map(tuple, moves(results)))) == 1


def test_one_that_cannot_be_copied_is_refused_two_seats() -> None:
    last = Last()
    last.lines = (line for line in "ab")  # type: ignore[attr-defined]  # generators cannot be copied
    with pytest.raises(hm.BadInput, match="cannot have two seats"):
        hm.match(last, last, game="nim", games=2)


def test_a_strategy_plays_its_own_game_and_no_other() -> None:
    strategy = hm.regret(hm.game("kuhn"), iterations=5).strategy
    assert sum(points(strategy, "random", game="kuhn").values()) == 2
    with pytest.raises(hm.BadInput, match="not of"):
        hm.match(strategy, "random", game="nim", games=2)


def test_hidden_cards_stay_hidden() -> None:
    seen = []

    def peek(history: Any) -> Any:
        seen.append((history.shown, history.viewer, history.told))
        return history.legal()[0]

    points(peek, "random", game="kuhn", games=4)
    assert len(seen) >= 4
    assert all(not actions or "deal" not in actions[0].lower() for _, _, actions in seen)
    assert {viewer for _, viewer, _ in seen} == {0, 1}


def test_a_game_of_the_program_is_played_and_reported() -> None:
    results = hm.match(first, Last(), game=Countdown(), games=2)
    assert results.plan.game.name == "object:Countdown"
    assert sum(row.points for row in hm.report(results).rows) == 2
    assert moves(results) == [["1", "2"], ["2", "1"]]


def test_a_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    last = Last()
    file = tmp_path / "games.db"
    hm.tournament(first, last, "random", game=Countdown(), games=2, file=file)
    before = last.asked["games"]
    results = hm.tournament(first, last, "random", game=Countdown(), games=4, file=file)
    assert len(results.records) == 12
    assert last.asked["games"] == 2 * before
    with Store(file) as store:
        assert len(store.contests()) == 1


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (3, "3 is no player"),
        (None, "None is no player"),
        (Last, "Last is a class"),
        (hm, "no player"),
    ],
)
def test_what_is_no_player_is_refused_in_a_sentence(player: Any, words: str) -> None:
    with pytest.raises(hm.BadInput, match=words):
        hm.match(player, "random", game="nim", games=2)


@pytest.mark.parametrize("answer", [None, "nonsense", 99, 1.5])
def test_an_answer_that_is_no_move_loses_the_game(answer: Any) -> None:
    results = hm.match(lambda _: answer, "random", game="nim", games=2)
    assert results.faults == 2
    assert [record.scores for record in results.records.values()] == [(0.0, 1.0), (1.0, 0.0)]
    assert all("legal" in record.words for record in results.records.values())


def test_objects_do_not_play_in_other_processes() -> None:
    with pytest.raises(hm.BadInput, match="one game at a time"):
        hm.match(first, "random", game="nim", games=2, at_once=2)


def test_a_name_outside_its_program_is_refused() -> None:
    with pytest.raises(hm.BadInput, match="known nowhere else"):
        hm.match("object:nobody", "random", game="nim", games=2)
    assert describe("object:nobody").target == "nobody"
