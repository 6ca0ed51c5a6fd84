"""One network for several variants of a game: played in turn, learnt together, and named in its file."""

import json

import numpy as np
import pytest
from drawn_samples import after, positions
from learn_small import SMALL

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.words import read_words
from halfmove.games.reference import GameReference
from halfmove.learn.batch import Batches
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.settings import RunSettings, find_usual_settings
from halfmove.learn.samples import Samples, Sizes
from halfmove.learn.selfplay import Options
from halfmove.learn.variants import VariedGames
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding
from halfmove.search.neural import usual
from halfmove.search.neural.network import Network

KOMI = "0.5,2.5,2.5,6"


def train(folder, game="go", **given):
    given = {"vary": {"komi": KOMI}, "parameters": {"width": 3, "height": 3}, "positions": 200} | given
    options = {**SMALL, **given.pop("options", {})}
    return hm.train(game, folder=folder, workers=0, options=options, **given)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    return train(tmp_path_factory.mktemp("variants") / "run")


def uniform(planes):
    return np.zeros((len(planes), 10), np.float32), np.zeros((len(planes), 1), np.float32)


def test_variants_are_played_as_often_as_they_stand_there():
    settings = find_usual_settings(
        GameReference("go", {"width": 3, "height": 3}), positions=1, vary={"komi": ("0.5", "2.5", "2.5", "6")}
    )
    games = {reference.open(): share for reference, share in settings.variants().items()}
    assert [(game.komi, share) for game, share in games.items()] == [(0.5, 1), (2.5, 2), (6.0, 1)]
    play = VariedGames(games, uniform, Options(games=8, simulations=2), seed=1)
    played = []
    while len(played) < 40:
        played += play.step()
    counts = [sum(game.samples.variant[0] == number for game in played) for number in range(3)]
    assert counts[1] > 1.5 * max(counts[0], counts[2]) > 0
    assert play.done.games == len(played)
    for game in played:
        rules = list(games)[game.samples.variant[0]]
        state = rules.initial()
        for action in game.actions:
            state = rules.result(state, action)
        if rules.is_terminal(state):
            assert game.outcome[0] == rules.utility(state, 0)


def test_one_variant_twice_and_combinations():
    reference = GameReference("go", {"width": 3, "height": 3})
    settings = find_usual_settings(
        reference, positions=1, vary={"komi": ("1", "2"), "rules": ("aga", "chinese", "aga")}
    )
    shares = {(r.parameters["komi"], r.parameters["rules"]): n for r, n in settings.variants().items()}
    assert shares == {("1", "aga"): 2, ("1", "chinese"): 1, ("2", "aga"): 2, ("2", "chinese"): 1}
    assert settings.serves() == {"komi": [1.0, 2.0], "rules": ["aga", "chinese"]}
    plain = find_usual_settings(reference, positions=1)
    assert plain.variants() == {reference: 1}
    assert plain.serves() == {}
    assert RunSettings.from_sections(settings.sections()) == settings


def test_a_batch_shows_each_position_with_its_own_komi(trained):
    encoding = Encoding(trained.game)
    window = Window(RunFolder(trained.folder).window, Sizes.of(encoding), trained.settings.learning.window)
    samples = window.read(np.arange(window.oldest, window.written))
    assert set(samples.variant.tolist()) == {0, 1, 2}
    variants = [Encoding(reference.open()) for reference in trained.settings.variants()]
    twins = np.arange(len(samples)) % 8
    batch = Batches(encoding, variants=variants).turn_samples(samples, twins)
    for number, other in enumerate(variants):
        rows = np.flatnonzero(samples.variant == number)
        alone = Batches(other).turn_samples(samples.take(rows), twins[rows])
        assert np.array_equal(batch.planes[rows], alone.planes)
        assert np.array_equal(batch.owners.points[rows], alone.owners.points)
    planes = [batch.planes[samples.variant == number][:, 8] for number in range(3)]
    assert abs(planes[0].astype(int)).max() <= 2 * 4 + 9 * 4
    assert len({int(abs(part.astype(int)).min()) for part in planes}) > 1


def test_its_file_says_for_which_games_it_is(trained):
    path = RunFolder(trained.folder).best
    main = hm.game("go", size=3)
    assert usual.served_of(usual._metadata(path)) == {"komi": [0.5, 6.0]}
    for komi in (0.5, 2, 3.5, 6, 7.5):
        game = hm.game("go", size=3, komi=komi)
        network = Network.load(path, game)
        assert network.game == game
        assert network.own == main
    for other in ({"komi": 8}, {"komi": 0}, {"komi": 2, "rules": "aga"}):
        with pytest.raises(BadInput, match=r"is for go\?.*komi=7.5.* \(komi 0.5 to 6.0\), not for go\?"):
            Network.load(path, hm.game("go", **{"size": 3, **other}))


def test_what_is_saved_again_is_of_the_same_game(trained, tmp_path):
    path = RunFolder(trained.folder).best
    again = tmp_path / "again.safetensors"
    Network.load(path, hm.game("go", size=3, komi=2)).save(again)
    metadata = [{**usual._metadata(one), "sealed": ""} for one in (path, again)]  # in no order of its own
    assert metadata[0] == metadata[1]


def test_the_usual_network_is_the_one_for_just_this_game_and_then_one_that_serves_it(trained, tmp_path):
    served = RunFolder(trained.folder).best
    exact = tmp_path / "exact.safetensors"
    game = hm.game("go", size=3, komi=2.5)
    Network.new(game, "tiny").save(exact)
    try:
        usual.make_usual([str(served), str(exact)])
        assert usual.usual(game) == exact
        assert usual.usual(hm.game("go", size=3, komi=2)) == served
        assert usual.usual(hm.game("go", size=3, komi=9)) is None
        assert usual.usual(hm.game("go", size=4, komi=2)) is None
    finally:
        usual.make_usual([])


@pytest.mark.parametrize(
    ("serves", "value", "served"),
    [
        ('{"komi": [1, 3]}', 2.5, True),
        ('{"komi": [1, 3]}', 3.5, False),
        ('{"komi": ["1", "3"]}', 2.5, False),
        ('{"komi": []}', 2.5, False),
        ('{"komi": 3}', 2.5, False),
        ("[1, 2]", 2.5, False),
        ("{", 2.5, False),
    ],
)
def test_what_a_file_claims_to_serve_is_not_trusted(serves, value, served):
    game = hm.game("go", size=3)
    found = usual.find_changes(
        {"game": usual.name_of(game), "serves": serves}, hm.game("go", size=3, komi=value)
    )
    assert found == ({"komi": "7.5"} if served else None)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"vary": {"komo": "3,4"}}, "has no parameter 'komo'"),
        ({"vary": {"komi": "3,high"}}, "'komi' must be a number"),
        ({"recipe": "alphago"}, "The recipe 'alphago' plays one game: leave --vary out"),
        ({"options": {"reanalyse": "1"}}, "nothing is searched anew"),
        ({"vary": {}, "options": {"auxiliary": "owners"}, "game": "tictactoe", "parameters": {}},
         "tictactoe does not say .write_owners.: leave them out"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_varied_is_refused(tmp_path, given, sentence):
    with pytest.raises(BadInput, match=sentence):
        train(tmp_path / "run", **given)
    assert not (tmp_path / "run").exists()


def test_a_run_goes_on_with_its_variants_and_with_no_others(trained):
    assert train(trained.folder).over
    for vary in ({"komi": "0.5,2.5"}, {"rules": "aga"}):
        with pytest.raises(BadInput, match=r"holds a run whose (komi|rules) is"):
            train(trained.folder, vary=vary)


def test_reports_have_the_losses_of_the_heads(trained):
    reports = [json.loads(line) for line in RunFolder(trained.folder).log.read_text().splitlines()]
    found = [report for report in reports if "policy" in report]
    assert found
    assert all(report["owners"] > 0 and report["score"] > 0 for report in found)


def test_one_value_that_is_not_the_games_own_is_played_learnt_and_served(tmp_path):
    trained = train(tmp_path / "run", vary={"komi": "1.5"})
    window = Window(RunFolder(trained.folder).window, Sizes.of(Encoding(trained.game)), 600)
    samples = window.read(np.arange(window.oldest, window.written))
    game = hm.game("go", size=3, komi=1.5)
    row = Buffer(Encoding(game).words)
    for i in np.flatnonzero(samples.owned)[:50]:
        row.array[:] = samples.last[i]
        ended = read_words(game.initial(), row, 0)
        row.array[:] = samples.words[i]
        mover = read_words(game.initial(), row, 0).mover
        assert samples.outcome[i, 0] == game.utility(ended, mover)
    assert Network.load(RunFolder(trained.folder).best, game).serves == {"komi": [1.5, 1.5]}


def test_one_value_under_two_texts_is_one_variant():
    settings = find_usual_settings(
        GameReference("go", {"width": 3, "height": 3}), positions=1, vary={"komi": ("7", "7.0", "5.5")}
    )
    assert [(r.open().komi, share) for r, share in settings.variants().items()] == [(7.0, 2), (5.5, 1)]


def test_each_sample_is_read_by_the_rules_of_its_variant():
    """Where suicide is allowed there are more actions, and each has its own place."""
    games = [hm.interpreted(hm.game("go", size=3, rules=rules)) for rules in ("chinese", "tromp-taylor")]
    encodings = [Encoding(game) for game in games]
    parts = []
    for number, game in enumerate(games):
        part = positions(game, 40)
        part.variant[:] = number
        parts.append(part)
    samples = Samples.concatenate(parts).take(np.random.default_rng(1).permutation(80))
    twins = np.arange(80) % 8
    batch = Batches(encodings[0], variants=encodings).turn_samples(samples, twins, after(samples))
    for number, encoding in enumerate(encodings):
        rows = np.flatnonzero(samples.variant == number)
        alone = Batches(encoding).turn_samples(samples.take(rows), twins[rows], after(samples).take(rows))
        for name in ("planes", "places", "legal", "shares", "values"):
            assert np.array_equal(getattr(batch, name)[rows], getattr(alone, name)), name
        for one, other in zip((*batch.reply, *batch.owners), (*alone.reply, *alone.owners), strict=True):
            assert np.array_equal(one[rows], other)


def test_a_class_that_is_for_some_sizes_only_is_opened_by_its_name(tmp_path):
    path = tmp_path / "othello.safetensors"
    own = hm.game("othello", width=12, height=12)
    network = Network.new(own, "tiny", policy_head="planes", value_head="pooled")
    network.serves = {"width": [6, 12], "height": [6, 12]}
    network.save(path)
    game = hm.game("othello", width=8, height=8)
    assert Network.load(path, game).own == own


def test_an_older_run_of_go_is_repeated_with_its_own_heads(tmp_path):
    options = {**SMALL, "auxiliary": "", "value_head": "dense", "policy_head": "dense"}
    given = {
        "folder": tmp_path / "run",
        "positions": 120,
        "workers": 0,
        "parameters": {"width": 3, "height": 3},
    }
    hm.train("go", network="tiny", options=options, **given)
    again = hm.train("go", network="tiny", options=SMALL, **given)
    assert again.settings.network.auxiliary == ()
    assert again.over


def test_a_run_of_alphagos_on_go_goes_on_with_the_same_command(tmp_path):
    options = {
        "learner": "numpy",
        "games": "8",
        "expert_simulations": "10",
        "reinforce_games": "8",
        "first": "30",
    }
    given = {"folder": tmp_path / "run", "recipe": "alphago", "network": "alphago-tiny", "positions": 60,
             "workers": 0, "parameters": {"width": 3, "height": 3}, "options": options}  # fmt: skip
    hm.train("go", **given)
    assert hm.train("go", **given).settings.network.kind == "alphago"
