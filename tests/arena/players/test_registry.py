"""Kinds of player by name, by file and by entry point; what is wrong with a description, in one sentence."""

import types

import pytest
from packages import installed

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.player import Choice, Player
from halfmove.arena.players import registry
from halfmove.core.history import History

FIRST = """
from halfmove.arena.player import Choice, Player


class First(Player):
    def __init__(self, turn):
        self.turn = turn

    def new_game(self, game, seat, seed):
        pass

    def choose(self, history, budget):
        return Choice(history.legal()[self.turn])


def player(description):
    return First(int(description.options.get("turn", 0)))
"""


class Silent(Player):
    def new_game(self, game, seat, seed):
        pass

    def choose(self, history, budget):
        return Choice(resigns=True)


def made(text):
    return registry.player(describe(text))


def test_every_algorithm_is_a_kind_and_plays():
    game = hm.interpreted(hm.game("tictactoe"))
    listed = registry.kinds()
    assert set(hm.algorithms()) <= set(listed)
    assert {"auto", "random", "person", "uci", "gtp"} <= set(listed)
    for name, algorithm in hm.algorithms().items():
        player = made(f"{name}?depth=2" if "depth" in algorithm.limits else f"{name}?simulations=50")
        if algorithm.unfit(game):
            with pytest.raises(hm.Unsuitable):
                player.check(game)
            continue
        if algorithm.needs:
            with pytest.raises(hm.BadInput, match="needs the file of one"):
                player.check(game)
            continue
        player.check(game)
        player.new_game(game, 0, 1)
        assert player.choose(History(game), Budget()).action in list(game.actions(game.initial()))


def test_a_file_is_a_kind(tmp_path):
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    player = made(f"{file}?turn=2")
    game = hm.game("nim")
    assert player.choose(History(game), Budget()).action == list(game.actions(game.initial()))[2]


def test_files_that_define_no_player(tmp_path):
    file = tmp_path / "none.py"
    with pytest.raises(hm.BadInput, match="give the path of a Python file that defines a player"):
        made(str(file))
    file.write_text("x = 1")
    with pytest.raises(hm.BadInput, match=r"it has no function player\(description\)"):
        made(str(file))
    file.write_text("def player(description): return 7")
    with pytest.raises(hm.BadInput, match="returned 7, which is no Player"):
        made(str(file))
    file.write_text("import nowhere_at_all")
    with pytest.raises(hm.BadInput, match="line 1, fails when it is run"):
        made(str(file))


def test_packages_bring_kinds():
    module = types.SimpleNamespace(player=lambda description: Silent())
    broken = ("broken", ImportError("No module named 'nowhere'"))
    with installed(registry.OTHERS, ("silent", module), broken, ("random", module)):
        assert isinstance(made("silent"), Silent)
        assert registry.kinds()["silent"] == "from package somewhere:THING"
        assert not isinstance(made("random"), Silent)
        with pytest.raises(hm.BadInput, match=r"'broken' of .* cannot be loaded: No module"):
            made("broken")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("enigne?depth=3", "There is no kind of player 'enigne'; did you mean 'engine'"),
        (
            "zzz",
            "There is no kind of player 'zzz'; the kinds are: auto, gtp, level, person, random, strategy",
        ),
        ("engine?dept=3", "engine has no option 'dept'; did you mean 'depth'"),
        ("engine?depth=0", "'depth' must be a whole number from 1 to 10000, not '0'"),
        ("engine?seconds=-1", "'seconds' must be a number greater than zero, at most 1000000000, not '-1'"),
        ("engine?threads=1000", "must be a whole number from 1 to 256, not '1000'"),
        ("engine?memory=99999999", "'memory' must be a whole number from 1 to "),
        ("engine?simulations=10", "engine counts no simulations; what bounds it is seconds, depth, nodes"),
        ("alphabeta?threads=2", "alphabeta has no option 'threads': it keeps nothing"),
        ("alphabeta?dialect=nonsense", "'dialect' is one of"),
        ("quiescence?stand_pat=maybe", "'stand_pat' must be true or false, not 'maybe'"),
        ("singular?margin=x", "'margin' must be a number from -1000000000 to 1000000000, not 'x'"),
        ("random?depth=3", "random has no option 'depth'; its options are: seed, name"),
        ("level?n=11", "level's option 'n' must be a whole number from 1 to 10, not '11'"),
        ("random:target", "'random' takes no ':target'"),
        ("person?seed=1", "person has no option 'seed'; its options are: name"),
    ],
)
def test_bad_descriptions(text, sentence):
    with pytest.raises(hm.BadInput) as error:
        made(text)
    assert sentence in str(error.value)


def test_features_and_fitness_are_checked_with_the_game():
    with pytest.raises(hm.BadInput, match="no feature 'killer'; did you mean 'killers'"):
        made("engine?without=killer").check(hm.game("nim"))
    with pytest.raises(hm.BadInput, match="nim knows nothing of 'symmetry'"):
        made("auto?without=symmetry").check(hm.game("nim"))
    with pytest.raises(hm.Unsuitable, match="engine counts utilities up to 500"):
        made("engine?depth=3").check(hm.tree([[1, 1000], [2, 3]]))
