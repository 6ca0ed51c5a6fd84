"""Games whose moves machine code plays are read as in plain Python: the same games, the same words."""

import random

import pytest

from halfmove.core.formats import Move
from halfmove.games.chess import Chess
from halfmove.games.chess.pgn import games, main_lines, pgn_text, reading
from halfmove.games.chess.pgn.following import Follower, code_of, text_of
from halfmove.games.chess.pgn.game import PgnGame, after
from halfmove.games.chess.pgn.position import initial, rules
from halfmove.games.chess.pgn.reading import FEW

pytestmark = pytest.mark.slow_interpreted  # with the JIT off there is one way only
SHARP = "r3k2r/1P2p3/8/2pP4/8/8/p5PP/R3K2R w KQkq c6 3 17"


@pytest.fixture(scope="module", autouse=True)
def _machine_code():
    Follower().prepare(rules(False, True), initial(rules(False, True)))


def line(rng, game, state, plies, depth):
    """A line of random moves with comments, glyphs and lines beside them."""
    moves = []
    for _ in range(plies):
        legal = list(game.actions(state))
        if not legal:
            break
        null = depth == 1 and not game.in_check(state) and rng.random() < 0.05
        action = None if null else rng.choice(legal)
        move = Move(action, "--" if null else game.action_text(state, action))
        move.comment = rng.choice(["", "", "good", "[%csl Rd5] so"])
        move.nags = tuple(rng.sample([1, 2, 5, 14], rng.randrange(2)))
        if depth and rng.random() < 0.1:
            move.variations = [line(rng, game, state, rng.randrange(1, 4), depth - 1)]
        moves.append(move)
        state = after(game, state, action)
    return moves


def written(seed, count=40):
    """Games of all sorts; every fifth with a slip in one of its words."""
    rng, texts = random.Random(seed), []
    for number in range(count):
        fischer = number % 4 == 1
        game = Chess(chess960=fischer, start=rng.randrange(960) if fischer else 518)
        start = game.parse(SHARP) if number % 4 == 2 else None if not fischer else game.initial()
        depth = 2 * (number % 3 == 0)
        moves = line(rng, game, game.initial() if start is None else start, rng.randrange(60), depth)
        headers = {"Event": str(number), "Result": rng.choice(["1-0", "0-1", "1/2-1/2", "*"])}
        text = pgn_text(PgnGame(game, start, headers, moves=moves))
        if number % 5 == 4:
            words = text.split(" ")
            at = rng.randrange(3, len(words)) if len(words) > 3 else 0
            words[at] = rng.choice(["Nf9", "e5", "(", ")", "O-O", "Qxe4", "{", "1/2", "♘f3", "hello"])
            text = " ".join(words)
        texts.append(text.rstrip() + "\n\n")
    return "".join(texts)


def told(reader, text, **options):
    broken = []
    found = list(reader(text, broken=lambda error: broken.append(str(error)), **options))
    return found, broken


def plain(monkeypatch):
    monkeypatch.setattr(reading.Reading, "followed", lambda self, games: self)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", [{}, {"most": 7}, {"strict": True}])
def test_the_same_games_and_sentences(seed, options, monkeypatch):
    text = written(seed)
    quick = [told(reader, text, **options) for reader in (games, main_lines)]
    plain(monkeypatch)
    slow = [told(reader, text, **options) for reader in (games, main_lines)]
    assert quick == slow
    assert len(quick[0][0]) > FEW
    for one, other in zip(quick[0][0], slow[0][0], strict=True):
        assert (one.place, one.repairs, one.by_rules, one.result) == (
            other.place, other.repairs, other.by_rules, other.result,
        )  # fmt: skip
    for one, other in zip(quick[1][0], slow[1][0], strict=True):
        assert (one.place, one.share, one.repairs) == (other.place, other.share, other.repairs)


def test_some_of_the_games_are_broken_and_some_end_in_mate():
    found, broken = told(games, "".join(written(seed) for seed in range(6)))
    assert len(broken) > 10
    assert any(game.by_rules for game in found)
    assert any(move.variations for game in found for move in game.moves)


def test_notation_by_numbers_is_the_game_s_own():
    game, follower = rules(False, True), Follower()
    rng = random.Random(5)
    for _ in range(60):
        state, texts, codes = game.initial(), [], []
        for _ in range(80):
            legal = list(game.actions(state))
            if not legal:
                break
            action = rng.choice(legal)
            texts.append(game.action_text(state, action))
            codes.append(code_of(texts[-1].rstrip("+#")))
            state = game.result(state, action)
        if -1 in codes:  # file and rank both told: left to plain Python
            continue
        found = follower.follow(game, game.initial(), codes)
        assert [text_of(found[2 * k], found[2 * k + 1]) for k in range(len(codes))] == texts
        assert follower.follow(game, game.initial(), [*codes[:3], code_of("a8")]) is None


def test_a_long_game_has_room():
    game = rules(False, True)
    words = ["Nf3", "Nf6", "Ng1", "Ng8"] * 1500
    found = Follower().follow(game, game.initial(), [code_of(word) for word in words])
    assert [text_of(found[2 * k], found[2 * k + 1]) for k in range(len(words))] == words
