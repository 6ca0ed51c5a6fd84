"""Random games beside other people's programs: some in every run, 20,000 plies a pair in `make test-all`."""

import random
import sys

import pytest

from halfmove.core.compile import interpreted
from halfmove.games.nim import Nim
from tests.beside import __main__ as command
from tests.beside.comparison import Difference, Pair, compare
from tests.beside.pairs import DEVELOPERS, OF_YOUR_OWN, PROGRAMS, kind, names, pair

pytestmark = pytest.mark.one_speed


def opened(name):
    try:
        return pair(name)
    except ImportError as missing:
        return pytest.skip(f"{missing.name} is not installed")


@pytest.mark.parametrize("name", DEVELOPERS)
def test_random_games_are_the_same(name):
    report = compare(opened(name), 2000)
    assert report.plies >= 2000


def every_pair():
    """OpenSpiel's are marked: `make test-peers` installs it."""
    for name in names():
        installed = name in (*DEVELOPERS, *PROGRAMS, *OF_YOUR_OWN)
        yield pytest.param(name, marks=[] if installed else [pytest.mark.peers])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", list(every_pair()))
def test_twenty_thousand_plies_are_the_same(name):
    compare(opened(name), 20_000, seed=10**6)


class Heaps(Pair):
    """Nim beside itself on a list, where one number too many may be taken."""

    name = "heaps"
    peer = "a list"

    def begin(self, draw):
        self.game = interpreted(Nim(heaps="3,4"))
        self.s, self.heaps, self.done = self.game.initial(), [3, 4], []

    def step(self, draw):
        game = self.game
        self.same("the end", game.is_terminal(self.s), not any(self.heaps))
        if game.is_terminal(self.s):
            return False
        ours = {game.action_text(self.s, a): a for a in game.actions(self.s)}
        self.same("moves", set(ours), {f"{'AB'[h]}{n + 1}" for h in (0, 1) for n in self.takes(h)})
        text = draw.choice(sorted(ours))
        self.count("whole heaps", self.heaps["AB".index(text[0])] == int(text[1:]))
        self.s = game.result(self.s, ours[text])
        self.heaps["AB".index(text[0])] -= int(text[1:])
        self.done.append(text)
        return True

    def takes(self, heap):
        return range(self.heaps[heap])

    def record(self):
        return f"heaps 3,4: {' '.join(self.done)}"


class WrongHeaps(Heaps):
    def takes(self, heap):
        return range(self.heaps[heap] + (self.heaps == [3, 1]))


def test_plies_and_what_is_rare_are_counted():
    report = compare(Heaps(), 50, seed=5)
    assert report.plies >= 50
    assert report.counts["whole heaps"] == 2 * report.games
    assert report.to_text().splitlines() == [
        f"heaps beside a list: {report.plies} plies of {report.games} games, no difference",
        f"    whole heaps {2 * report.games}",
    ]


def test_a_difference_is_told_with_its_game():
    with pytest.raises(Difference) as told:
        compare(WrongHeaps(), 1000)
    first, second, record, again = str(told.value).splitlines()
    seed = int(again.split("--seed ")[1].split()[0])
    assert record.startswith("heaps 3,4: ")
    assert first == f"heaps beside a list, seed {seed}, ply {len(record.split()[2:])}"
    assert second.startswith("moves (only here, only there): Halfmove says [], a list says [")
    with pytest.raises(Difference):
        compare(WrongHeaps(), 1, seed)


def test_the_command_says_what_is_equal_and_ends_with_1_where_something_is_not(monkeypatch, capsys):
    monkeypatch.setattr(command, "names", lambda: ["heaps"])
    for heaps, status in ((Heaps, 0), (WrongHeaps, 1)):
        monkeypatch.setattr(command, "pair", lambda name, heaps=heaps: heaps())
        monkeypatch.setattr(sys, "argv", ["beside", "heaps", "--plies", "1000"])
        assert command.main() == status
        assert ("no difference" in capsys.readouterr().out) == (status == 0)


class StoppedHeaps(Heaps):
    def begin(self, draw):
        super().begin(draw)
        self.begun = getattr(self, "begun", 0) + 1
        if self.begun > 3:
            raise KeyboardInterrupt


def test_who_stops_it_hears_how_far_it_came(monkeypatch, capsys):
    monkeypatch.setattr(command, "names", lambda: ["heaps"])
    monkeypatch.setattr(command, "pair", lambda name: StoppedHeaps())
    monkeypatch.setattr(sys, "argv", ["beside"])
    with pytest.raises(SystemExit, match="130"):
        command.main()
    said = capsys.readouterr().out
    assert "of 3 games, no difference" in said
    assert said.endswith("then stopped\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [(["hepas"], "There is no pair 'hepas'"), (["heaps", "--plies", "0"], "1 or more, not 0")],
)
def test_what_is_not_understood_is_one_sentence(monkeypatch, capsys, words, said):
    monkeypatch.setattr(command, "names", lambda: ["heaps"])
    monkeypatch.setattr(sys, "argv", ["beside", *words])
    assert command.main() == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", DEVELOPERS)
def test_every_game_says_how_it_is_played_again(name):
    both = opened(name)
    assert kind(name) is type(both)
    draw = random.Random(1)
    both.begin(draw)
    both.step(draw)
    assert repr(both.game) in both.record()
