"""The table of hooks: it has every method of the contract, as the method itself says it."""

import inspect

import pytest
from small_games import ListTree

import halfmove as hm
from halfmove.core.contract import Game, declared_parameters
from halfmove.core.contract.hooks import (
    ABOUT_OBJECTS,
    HOOKS,
    Answer,
    defines,
    listed,
    text_only,
    trait_names,
)
from halfmove.core.contract.traits import Traits, following
from halfmove.core.digest import digest_of_game
from halfmove.search.numbered import Numbered, numbered


def public_methods():
    return {name for name in dir(Game) if not name.startswith("_") and callable(getattr(Game, name, None))}


def test_every_method_of_the_contract_has_a_row():
    assert public_methods() - ABOUT_OBJECTS == HOOKS.keys()


@pytest.mark.parametrize("hook", HOOKS.values(), ids=lambda hook: hook.name)
def test_a_row_names_the_arguments_of_its_method(hook):
    method = inspect.getattr_static(Game, hook.name)
    parameters = list(inspect.signature(getattr(method, "__func__", method)).parameters)[1:]
    assert tuple(parameters) == (("who",) if hook.name == "player_name" else hook.arguments)


@pytest.mark.parametrize("hook", HOOKS.values(), ids=lambda hook: hook.name)
def test_every_method_says_what_it_means(hook):
    assert inspect.getdoc(getattr(Game, hook.name))


def test_a_game_defines_what_it_says_and_what_follows_from_it():
    class Silent(Game):
        pass

    class Named(Game):
        def key(self, s):
            return 1

    assert not any(defines(Silent, hook) for hook in HOOKS)
    assert defines(Named, "key")
    assert defines(Named, "repetition_key")  # made of it
    assert not defines(Named, "order")


def test_machine_code_depends_on_rules_and_not_on_text():
    def with_(**methods):
        return digest_of_game(type("One", (hm.all_games()["nim"],), methods)(heaps="3 5"))

    plain = with_()
    assert with_(show=lambda self, s: "other", action_seen=lambda self, s, a, viewer: "") == plain
    assert with_(information=lambda self, s, player: 0) != plain
    assert with_(order=lambda self, s, a: 3) != plain
    assert {"show", "draw", "parse", "terms"} <= text_only()
    assert not text_only() & {"actions", "result", "evaluate", "resample"}


def test_lists_are_made_from_generators():
    for name, generator in listed().items():
        assert name == f"list_{generator}"
        assert HOOKS[generator].answer is Answer.ACTIONS


class Words(ListTree):
    """Actions are texts, and every hook that a search asks says something of its own."""

    compiled = False

    def actions(self, s):
        return map("go {}".format, ListTree.actions(self, s))

    def result(self, s, a):
        return ListTree.result(self, s, int(a.split()[1]))

    def order(self, s, a):
        return len(a)

    def prior(self, s, a):
        return 7

    def is_legal(self, s, a):
        return a == "go 1"

    def playout(self, s, last, random):
        return "go 1" if last == "go 0" else -1

    def in_check(self, s):
        return True

    def exchange(self, s, a):
        return int(a[-1])


def test_numbers_stand_for_actions_in_every_hook():
    game = Words([[1, 2], [3, 4]])
    twin = numbered(game)
    assert isinstance(twin, Numbered)
    s = twin.initial()
    assert list(twin.actions(s)) == [0, 1]
    assert (twin.order(s, 0), twin.prior(s, 1), twin.exchange(s, 1)) == (4, 7, 1)
    assert (twin.is_legal(s, 0), twin.is_legal(s, 1)) == (False, True)
    assert (twin.playout(s, 0, None), twin.playout(s, -1, None)) == (1, -1)
    assert twin.in_check(s)
    assert twin.result(s, 1) == game.result(s, "go 1")
    for hook in HOOKS:
        assert hook in vars(Numbered), f"{hook} would be answered by the default, and not by the game"


def test_a_numbered_game_has_the_traits_of_the_game():
    game = Words([[1, 2], [3, 4]])
    game.payoffs, game.actions_limit, game.selective = "general", 77, True
    twin = numbered(game)
    its_own = ("compiled", "action_bits")  # it never is, and makes as many numbers as it needs
    assert {n: getattr(twin, n) for n in trait_names() if n not in its_own} == {
        n: getattr(game, n) for n in trait_names() if n not in its_own
    }


def test_a_compiled_game_needs_no_numbers_at_either_speed():
    game = hm.game("chess")
    assert numbered(game) is game
    twin = hm.interpreted(game)
    assert numbered(twin) is twin


def test_traits_are_members_or_their_texts():
    class Poker(Game):
        chance = "explicit"
        information_kind = "imperfect"
        payoffs = "general"

    assert (Poker.has_chance, Poker.hidden, Poker.zero_sum, Poker.simultaneous) == (True, True, False, False)
    assert Poker().chance is hm.Chance.EXPLICIT
    assert following(Poker) == {"has_chance": True, "hidden": True, "zero_sum": False, "simultaneous": False}
    assert declared_parameters(Poker) == {}


@pytest.mark.parametrize(
    ("attribute", "value", "words"),
    [
        ("chance", True, "is one of 'none', 'explicit', 'sampled', not True"),
        ("payoffs", "zero sum", "is one of 'zero-sum', 'constant-sum', 'one against all', 'general'"),
        ("hidden", True, "follows from information_kind"),
        ("zero_sum", False, "follows from payoffs"),
    ],
)
def test_a_wrong_trait_is_refused_with_what_is_right(attribute, value, words):
    with pytest.raises(TypeError, match=words):
        type("Wrong", (Game,), {attribute: value})


def test_a_trait_set_on_a_game_takes_its_truths_along():
    class Depends(Game):
        dice: bool = False

        def setup(self):
            self.chance = "explicit" if self.dice else "none"

    assert Depends(dice=True).has_chance
    assert not Depends().has_chance
    with pytest.raises(TypeError, match="not 'some'"):
        Depends().chance = "some"


def test_traits_are_annotated_once():
    assert set(trait_names()) == set(Traits.__annotations__)
