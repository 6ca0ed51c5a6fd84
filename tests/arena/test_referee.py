"""One game: turns, clocks, rules, and every way for a player to go wrong."""

import time
from itertools import pairwise
from random import Random

import pytest
from misbehaving import Misbehaving
from rings import Drawing, Forbidding, Losing

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication, Ending, Job, Opening, as_json, parse_record
from halfmove.arena.player import Choice, Player
from halfmove.arena.referee import Turn, play
from halfmove.arena.seat import Seat
from halfmove.arena.underway import describe_game
from halfmove.arena.workers.pool import GameInProgress
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.view import Seen
from halfmove.games.kuhn import Kuhn
from halfmove.games.reference import GameReference

LOT = describe("random")


class Scripted(Player):
    """Plays these actions, then by lot; remembers what it was told."""

    def __init__(self, *actions, seconds=0.0, value=None):
        self.actions, self.seconds, self.value = list(actions), seconds, value
        self.games, self.budgets, self.ended, self.starts, self.closed = [], [], 0, 0, 0

    def start(self):
        self.starts += 1

    def new_game(self, game, seat, seed):
        self.games.append((game.name or type(game).__name__, seat, seed))
        self.left, self.random = list(self.actions), Random(seed)

    def choose(self, history, budget):
        self.budgets.append(budget)
        time.sleep(self.seconds)
        action = self.left.pop(0) if self.left else self.random.choice(history.legal())
        return action if isinstance(action, Choice) else Choice(action, value=self.value)

    def end_game(self, history):
        self.ended += 1

    def close(self):
        self.closed += 1


def job(game="nim", players=2, **changes):
    reference = game if isinstance(game, GameReference) else GameReference(game)
    settings = {
        "number": 3,
        "pair": 1,
        "game": reference,
        "players": tuple(range(players)),
        "descriptions": ("random",) * players,
        "controls": ("",) * players,
        "seed": 7,
    }
    return Job(**{**settings, **changes})


def game_of(one, *players, watch=None):
    seats = [Seat(LOT, player) for player in players]
    return play(one, seats, watch=watch), seats


def test_a_game_to_its_end():
    first, second = Scripted(), Scripted()
    record, _ = game_of(job(seed=11, game=GameReference("nim", {"heaps": "3,4"})), first, second)
    assert (record.number, record.pair, record.players) == (3, 1, (0, 1))
    assert record.ending == Ending.RULES
    assert sorted(record.scores) == [0, 1]
    winner = record.scores.index(1)
    assert record.moves[-1].seat == winner, "who takes the last match wins"
    assert record.words == f"{('first', 'second')[winner]} wins"
    assert [m.seat for m in record.moves] == [i % 2 for i in range(len(record.moves))]
    [(name, seat, seed)], [other] = first.games, second.games
    assert (name, seat, other[:2]) == ("nim", 0, ("nim", 1))
    assert seed != other[2], "each draws by a lot of its own"
    assert (first.starts, first.ended, first.closed) == (1, 1, 0), "it stays ready for its next game"
    assert 0 < record.thinking < record.seconds


def test_what_is_seen_while_it_is_played():
    events = []
    record, _ = game_of(
        job(game=GameReference("nim", {"heaps": "2,2"})), Scripted(), Scripted(), watch=events.append
    )
    turns = [e.seat for e in events if isinstance(e, Turn)]
    assert [e for e in events if not isinstance(e, Turn)] == list(record.moves)
    assert turns == [*(m.seat for m in record.moves), None]
    assert all(e.seconds > 0 for e in events if isinstance(e, Turn))


def test_an_opening_is_played_by_nobody():
    opening = Opening(("A1", "B2"))
    record, _ = game_of(job(opening=opening), Scripted(), Scripted())
    assert [(m.text, m.opening, m.seat) for m in record.moves[:3]][:2] == [("A1", True, -1), ("B2", True, -1)]
    assert record.moves[2].seat == 0
    assert not record.moves[2].opening
    record, _ = game_of(job(opening=Opening(position="1,1,0 second")), Scripted(), Scripted())
    assert (record.moves[0].seat, record.position) == (1, "1,1,0 second")


@pytest.mark.parametrize(
    ("opening", "words"),
    [
        (Opening(("A9",)), "The opening 'A9' cannot be used: Move 1, 'A9'"),
        (Opening(position="0,0,0 first"), "leaves nothing to play"),
        (Opening(position="many", name="my line"), "The opening 'my line' cannot be used"),
    ],
)
def test_an_opening_that_cannot_be_used_is_nobodys_fault(opening, words):
    with pytest.raises(BadInput, match=words):
        game_of(job(opening=opening), Scripted(), Scripted())


def test_the_number_of_seats_must_be_the_games():
    with pytest.raises(BadInput, match="is for 2 players, not 1"):
        game_of(job(), Scripted())


# ---- clocks
def test_a_clock_runs_down_and_is_refilled():
    slow, quick = Scripted(seconds=0.02), Scripted()
    game_of(job(controls=("10+0.5", "40/60"), game=GameReference("nim", {"heaps": "5,5"})), slow, quick)
    mine = [b.clocks[0] for b in slow.budgets]
    assert mine[0] == 10
    assert len(mine) > 1, "the seed gives a game of some moves"
    for before, after in pairwise(mine):
        assert before + 0.4 < after <= before + 0.5 - 0.02
    assert quick.budgets[0].clocks[1] == 60
    assert [b.moves_to_go for b in quick.budgets] == [40 - i for i in range(len(quick.budgets))]
    assert slow.budgets[0].increments == (0.5, 0)
    assert slow.budgets[0].moves_to_go is None


def test_who_takes_too_long_loses_on_time():
    record, _ = game_of(job(controls=("0.01/move", "1/move"), grace=0.02), Scripted(seconds=0.1), Scripted())
    assert (record.ending, record.scores) == (Ending.TIME, (0, 1))
    assert record.words.startswith("first loses on time (took 0.1")
    assert record.faults == ()
    record, _ = game_of(job(controls=("depth=3", "0.05"), grace=0.02), Scripted(), Scripted(seconds=0.1))
    assert (record.ending, record.scores) == (Ending.TIME, (1, 0))


def test_the_grace_is_forgiven():
    record, _ = game_of(job(controls=("0.01/move", ""), grace=5.0), Scripted(seconds=0.03), Scripted())
    assert record.ending == Ending.RULES


def test_what_a_player_is_told_of_its_bounds():
    one, other = Scripted(), Scripted()
    game_of(job(controls=("depth=6,nodes=100", "2/move"), grace=1, patience=3), one, other)
    assert (one.budgets[0].limit.depth, one.budgets[0].limit.nodes) == (6, 100)
    assert one.budgets[0].clocks == (None, None)
    assert other.budgets[0].limit.seconds == 2
    assert other.budgets[0].most == 6
    assert isinstance(other.budgets[0], Budget)


# ---- ends before the end
def test_resigning():
    record, _ = game_of(job(), Scripted(Choice(resigns=True)), Scripted())
    assert (record.ending, record.scores, record.words) == (Ending.RESIGNATION, (0, 1), "first resigns")


def test_scored_when_both_sides_say_so():
    rule = Adjudication(resign_value=0.9, resign_moves=2)
    big = GameReference("nim", {"heaps": "9,9,9"})
    record, _ = game_of(
        job(adjudication=rule, game=big), Scripted(0, 0, 0, value=-0.95), Scripted(0, 0, value=0.99)
    )
    assert (record.ending, record.scores, len(record.moves)) == (Ending.ADJUDICATION, (0, 1), 4)
    record, _ = game_of(job(adjudication=Adjudication(most_plies=2), game=big), Scripted(0), Scripted(0))
    assert (record.ending, record.scores, len(record.moves)) == (Ending.LENGTH, (0.5, 0.5), 2)


# ---- repetition
@pytest.mark.parametrize(
    ("ring", "scores", "plies"), [(Drawing, (0.5, 0.5), 5), (Losing, (0, 1), 3)], ids=["draw", "loss"]
)
def test_a_position_that_comes_again(ring, scores, plies, monkeypatch):
    monkeypatch.setattr(GameReference, "open", lambda self: ring())
    # places 1 2 1 0 1 …: at 1 with the second to move after plies 1, 3 and 5, each time by the first's move
    record, _ = game_of(job("ring"), Scripted(*[1, 2] * 9), Scripted(*[1, 2] * 9))
    assert (record.ending, record.scores, len(record.moves)) == (Ending.REPETITION, scores, plies)


def test_a_repetition_that_is_forbidden_is_illegal(monkeypatch):
    monkeypatch.setattr(GameReference, "open", lambda self: Forbidding())
    record, _ = game_of(job("ring"), Scripted(1), Scripted(2))
    assert (record.ending, record.scores) == (Ending.FAULT, (1, 0))
    assert record.faults[0].fault == "illegal"
    assert "brings back a position" in record.words


# ---- chance, many players
def test_nature_moves_by_the_seed():
    pig = GameReference("examples/pig.py")
    records = [game_of(job(pig, seed=seed), Scripted(), Scripted())[0] for seed in (1, 1, 2)]
    texts = [[m.text for m in r.moves] for r in records]
    assert texts[0] == texts[1] != texts[2]
    assert {m.seat for m in records[0].moves} == {-1, 0, 1}


def test_games_inside_a_match_are_kept():
    """What is won in them adds up to the match's score, and survives JSON."""
    match = GameReference("backgammon", {"match": 7})
    record = play(job(match, seed=4), [Seat(LOT, Scripted()), Seat(LOT, Scripted())])
    assert len(record.inner) > 1
    assert all(one == -other != 0 for one, other in record.inner)
    final = record.open(match.open()).state
    score = {final.mover: final.own_points, 1 - final.mover: final.other_points}
    for seat in (0, 1):
        assert sum(max(points[seat], 0) for points in record.inner) == score[seat]
    assert max(score.values()) >= 7
    assert parse_record(as_json(record)) == record
    money = GameReference("backgammon")
    assert play(job(money, seed=4), [Seat(LOT, Scripted()), Seat(LOT, Scripted())]).inner == ()


def test_three_at_a_board(monkeypatch):
    from many_players import RIVALS

    monkeypatch.setattr(GameReference, "open", lambda self: RIVALS)
    record, _ = game_of(job("rivals", 3), Scripted(), Scripted(), Scripted())
    assert len(record.scores) == 3
    assert sum(record.scores) == pytest.approx(1)
    assert {m.seat for m in record.moves} == {0, 1, 2}
    record, _ = game_of(job("rivals", 3), Scripted(), Scripted(Choice(-1)), Scripted())
    assert record.scores == pytest.approx((0.5, 0, 0.5)), "the others share what one has lost"


# ---- faults
FAULTS = [
    ("start", "start", 0, "first does not start: RuntimeError: no book"),
    ("late", "start", 0, "first has not said hello"),
    ("new_game", "crash", 0, "first fails: ValueError: what game?"),
    ("raise", "crash", 2, "first fails: ZeroDivisionError: by nought"),
    ("memory", "crash", 2, "first fails: MemoryError"),
    ("nonsense", "nonsense", 2, "first answers with 'e4', which is no Choice"),
    ("illegal", "illegal", 2, "first plays -7, which is not legal"),
]


@pytest.mark.parametrize(("fault", "kind", "ply", "words"), FAULTS, ids=[f[0] for f in FAULTS])
def test_who_is_at_fault_loses_and_starts_anew(fault, kind, ply, words, tmp_path):
    options = {"fault": fault, "at": "2", "mark": str(tmp_path / "done")}
    bad, good = Misbehaving(options), Scripted()
    big = GameReference("nim", {"heaps": "9,9,9"})
    seats = [Seat(LOT, bad), Seat(LOT, good)]
    record = play(job(game=big), seats)
    assert (record.ending, record.scores, record.words) == (Ending.FAULT, (0, 1), words)
    [told] = record.faults
    assert (told.seat, told.fault, told.ply) == (0, kind, ply)
    assert (seats[0].started, seats[1].started) == (False, ply > 0)
    assert play(job(game=big), seats).ending == Ending.RULES, "its next game is as good as any"


def test_a_fault_after_the_game_costs_nothing_but_a_new_start():
    bad = Misbehaving({"fault": "end_game"})
    record, seats = game_of(job(), bad, Scripted())
    assert (record.ending, record.faults) == (Ending.RULES, ())
    assert [seat.started for seat in seats] == [False, True]


# ---- what a game is worth where rules cannot say
class Judging(Scripted):
    def __init__(self, verdict):
        super().__init__()
        self.verdict = verdict

    def settle(self, history):
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict


@pytest.mark.parametrize(
    ("verdicts", "settled"),
    [
        ((((0, 5), "W+5"), ((0, 5), "W+5")), True),
        ((((0, 5), "W+5"), None), True),
        ((((0, 5), "W+5"), ((5, 0), "B+5")), False),
        ((((0, 5), "W+5"), OSError("gone")), True),
        ((None, None), False),
    ],
)
def test_players_that_agree_settle_a_finished_game(verdicts, settled):
    record, _ = game_of(job(game=GameReference("nim", {"heaps": "1"})), *map(Judging, verdicts))
    assert record.scores == ((0, 1) if settled else (1, 0))
    assert record.words == ("W+5" if settled else "first wins")


def test_a_history_is_what_the_player_sees():
    seen = []

    class Looking(Scripted):
        def choose(self, history, budget):
            seen.append((type(history), len(history.actions)))
            return super().choose(history, budget)

    game_of(job(opening=Opening(("A1",))), Looking(), Looking())
    assert seen[0] == (History, 1)


class Curious(Scripted):
    """Keeps everything that it is given."""

    def __init__(self, *actions):
        super().__init__(*actions)
        self.given = []

    def choose(self, history, budget):
        self.given.append(history)
        return super().choose(history, budget)


def test_players_of_a_game_that_hides_something_are_given_what_they_know():
    """Sixty games of Kuhn poker: what a player is given is drawn, so it is often not the true state."""
    differs = given = 0
    for seed in range(60):
        players = [Curious(), Curious()]
        record, _ = game_of(job(game="kuhn", seed=seed), *players)
        assert record.ending == Ending.RULES
        cards = [move.text for move in record.moves[:2]]
        for seat, player in enumerate(players):
            for history in player.given:
                assert isinstance(history, Seen)
                assert history.actions == []
                own, other = (history.game.card(history.state, who) for who in (seat, 1 - seat))
                assert "JQK"[own - 1] == cards[seat]
                assert cards[1 - seat] not in history.shown
                assert history.told[1 - seat] == "a card"
                differs += "JQK"[other - 1] != cards[1 - seat]
                given += 1
    assert 0.35 < differs / given < 0.65  # the other has one of two cards


def test_whoever_watches_is_told_what_a_spectator_sees():
    events = []
    record, _ = game_of(job(game="kuhn"), Scripted(), Scripted(), watch=events.append)
    moves = [event for event in events if not isinstance(event, Turn)]
    assert [move.seen for move in moves[:2]] == ["a card", "a card"]
    assert {move.seen for move in moves[2:]} == {None}
    assert record.open(GameReference("kuhn").open()).over
    events.clear()
    game_of(job(game=GameReference("goofspiel", {"cards": 3})), Scripted(), Scripted(), watch=events.append)
    choices = [event for event in events if not isinstance(event, Turn) and event.seat >= 0]
    assert [move.seen for move in choices if move.seat == 0] == ["a choice"] * 3
    assert all("/" in move.seen for move in choices if move.seat == 1)


def test_what_a_spectator_is_told_nothing_of_is_not_shown(monkeypatch):
    """A game may tell him nothing at all: an empty text is not his leave to read the move."""
    monkeypatch.setattr(Kuhn, "action_seen", lambda self, s, a, viewer: "")
    events = []
    asked = job(game="kuhn")
    game_of(asked, Scripted(), Scripted(), watch=events.append)
    playing = GameInProgress(asked, [event for event in events if not isinstance(event, Turn)])
    assert {move.seen for move in playing.moves} == {""}
    line = describe_game(playing)
    assert not any(move.text in line.partition(":")[2] for move in playing.moves)


def test_a_game_of_moves_at_once_is_played_in_turn_and_read_back():
    first, second = Curious(), Curious()
    record, _ = game_of(job(game=GameReference("goofspiel", {"cards": 3})), first, second)
    assert record.ending == Ending.RULES
    assert len(record.moves) == 9
    history = record.open(GameReference("goofspiel", {"cards": 3}).open())
    assert history.over
    assert sum(history.utility(seat) for seat in (0, 1)) == 0
    assert len(first.given) == len(second.given) == 3


def test_three_players_run_a_race_of_dice():
    record, _ = game_of(job(game="race", players=3), Scripted(), Scripted(), Scripted())
    assert record.ending == Ending.RULES
    assert sum(record.scores) == pytest.approx(1)
    assert "wins" in record.words
