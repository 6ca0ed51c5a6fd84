"""The bot against a server of this machine with Lichess's API: games, faults of the line, challenges."""

import os
import signal
import subprocess
import sys
import threading

import engines
import pytest
from command import halfmove

from halfmove.bridges.lichess.bot import Bot
from halfmove.bridges.lichess.challenges import Acceptance, read_challenge
from halfmove.bridges.lichess.connection import Connection
from halfmove.bridges.lichess.game import Manner
from halfmove.core.errors import BadInput

pytest.importorskip("chess", reason="python-chess is not installed")

import chess
from lichess_server import TOKEN, Game, challenge, lichess

pytestmark = pytest.mark.one_speed

SCRIPTED = '''
from halfmove.arena.player import Choice, Player
from halfmove.core.dialects import uci_dialect


class Scripted(Player):
    """Plays the words in turn: a move, `resign`, `raise`, `illegal`; `=0.5` first says a value."""

    def __init__(self, words):
        self.words = words

    def new_game(self, game, seat, seed):
        pass

    def choose(self, history, budget):
        with open(__file__ + ".budgets", "a") as out:
            print(budget.clocks, budget.increments, budget.limit.seconds, file=out)
        word, _, value = self.words.pop(0).partition("=")
        if word == "raise":
            raise RuntimeError("no idea")
        if word == "illegal":
            return Choice(-1, text="e2e9")
        if word == "resign":
            return Choice(resigns=True)
        action = uci_dialect(history.game).parse_move(history.state, word)
        return Choice(action, value=float(value) if value else None)


def player(description):
    return Scripted(description.options["moves"].split(","))
'''
PATIENCE = 60.0


@pytest.fixture
def server():
    with lichess() as running:
        yield running


@pytest.fixture
def scripted(tmp_path):
    """The description of a player that plays these moves."""
    file = tmp_path / "scripted.py"
    file.write_text(SCRIPTED)
    return lambda moves: f"{file}?moves={moves.replace(' ', ',').replace('=', '%3D')}"


class Told:
    """What a bot says, and the pauses that it makes, which cost no time."""

    def __init__(self):
        self.lines, self.pauses = [], []

    def has(self, text):
        return any(text in line for line in self.lines)


def play(server, player="random", games=1, until=None, **how):
    """Have a bot play until a game has ended, or `until()`; what it said."""
    told = Told()
    line = Connection(server.url, TOKEN, told.lines.append, told.pauses.append)
    bot = Bot(line, player, how.get("acceptance", Acceptance()), how.get("manner", Manner()), games=games)
    bot.log_in()
    bot.prepare()
    thread = threading.Thread(target=bot.run, args=(until or server.has_ended,), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive(), told.lines
    return told


def moves_of(server):
    return [path.rsplit("/", 1)[1] for path in server.asked("/move/")]


# ---- whole games
@pytest.mark.parametrize(
    ("bot", "mine", "theirs"),
    [
        (chess.WHITE, "e2e4 d1h5 f1c4 h5f7", "e7e5 b8c6 g8f6"),
        (chess.BLACK, "e7e5 d8h4", "f2f3 g2g4"),
    ],
)
def test_a_challenge_is_accepted_and_its_game_played_to_mate(server, scripted, bot, mine, theirs):
    server.makes = lambda id_: Game(id_, bot, chess.Board(), theirs)
    server.events.put(challenge())
    told = play(server, scripted(mine))
    assert moves_of(server) == mine.split()
    assert server.asked("/api/challenge/") == ["/api/challenge/chal0001/accept"]
    assert server.games["chal0001"].status == "mate"
    colour = "white" if bot else "black"
    assert told.has(f"game chal0001: {colour} against Mary, standard, blitz")
    assert told.has(f"over: mate, {colour} wins")
    assert told.pauses == []


@pytest.mark.parametrize("bot", [chess.WHITE, chess.BLACK])
@pytest.mark.parametrize("number", [None, 0, 300, 959])
def test_random_games_of_both_colours_in_chess_and_chess960(server, bot, number):
    board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
    board.chess960 = number is not None
    game = Game(f"rand{number}", bot, board, resigns_at=80)
    server.begin(game)
    told = play(server)
    assert game.status in ("resign", "mate", "draw", "stalemate"), told.lines
    assert len(moves_of(server)) >= 20 or game.status != "resign"
    assert not told.has("given up")
    assert not told.has("refused")


@pytest.mark.parametrize(("move", "king", "chess960"), [
    ("e1b1", "c1", True), ("e1h1", "g1", True), ("e1g1", "g1", False), ("e1c1", "c1", False)
])  # fmt: skip
def test_castling_crosses_in_both_directions(server, scripted, move, king, chess960):
    row = "1r2k2r" if chess960 else "r3k2r"
    fen = f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1"
    board = chess.Board(fen, chess960=chess960)
    reply = "e8b8" if chess960 else "e8c8"
    game = Game("castle01", chess.WHITE, board, reply)
    server.begin(game)
    play(server, scripted(f"{move} resign"))
    assert moves_of(server) == [move]
    assert game.board.king(chess.WHITE) == chess.parse_square(king)
    assert game.status == "resign"  # the castling of the opponent was understood, and then the bot resigned


def test_the_stream_sends_castling_as_king_takes_rook_in_chess_too(server, scripted):
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    game = Game("castle02", chess.WHITE, board, "e8g8")
    server.begin(game)
    play(server, scripted("e1c1 resign"))
    assert game.state()["moves"].startswith("e8h8 e1a1")


def test_promotions_and_a_position_to_begin_from(server, scripted):
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    server.begin(Game("promo001", chess.WHITE, board, "h7h6", variant={"key": "fromPosition"}))
    play(server, scripted("a7a8n resign"))
    assert moves_of(server) == ["a7a8n"]


def test_an_engine_over_uci_plays(server, tmp_path):
    server.begin(Game("engine01", chess.WHITE, chess.Board(), "e7e5 a7a6", resigns_at=4))
    play(server, engines.scripted("uci", tmp_path, moves=["f2f3", "a2a3", "b2b3"]))
    assert moves_of(server) == ["f2f3", "a2a3", "b2b3"]


def test_an_algorithm_plays_by_the_clocks_of_the_stream(server):
    game = Game("clock001", chess.BLACK, chess.Board(), resigns_at=6)
    game.clock = (2_000, 0)
    server.begin(game)
    told = play(server, "alphabeta?depth=1")
    assert game.status == "resign"
    assert told.has("depth 1")


@pytest.mark.parametrize(("clock", "budget"), [
    ((60_000, 3_000), "(60.0, 59.5) (3.0, 3.0) None"),
    ((400, 0), "(0.4, 0.2) (0.0, 0.0) None"),
    (None, "() () 7.0"),
])  # fmt: skip
def test_the_time_for_a_move(server, scripted, tmp_path, clock, budget):
    """A clock loses the overhead, or half of what is left; without one each move has the same time."""
    game = Game("time0001", chess.BLACK, chess.Board(), "e2e4")
    game.clock = clock
    server.begin(game)
    play(server, scripted("resign"), manner=Manner(overhead=0.5, seconds=7.0))
    assert (tmp_path / "scripted.py.budgets").read_text() == budget + "\n"


def test_two_games_at_once_and_a_third_is_put_off(server):
    server.makes = lambda id_: Game(id_, chess.WHITE, chess.Board(), resigns_at=30)
    for number in range(3):
        server.events.put(challenge(f"chal000{number}"))
    over = lambda: [g.status for g in server.games.values()].count("resign") == 2  # noqa: E731
    server.events.put(challenge("chal0000"))  # as a stream that is opened anew has it
    play(server, games=2, until=over)
    assert [(p, f) for _, p, f in server.requests if "/api/challenge" in p][:3] == [
        ("/api/challenge/chal0000/accept", {}),
        ("/api/challenge/chal0001/accept", {}),
        ("/api/challenge/chal0002/decline", {"reason": "later"}),
    ]


# ---- faults of the line, and of the server
def test_streams_that_are_cut_are_opened_again_after_growing_pauses(server):
    server.cuts += [("event", 1), ("event", 0), ("event", 0), ("stream/cut00001", 1), ("stream/cut00001", 3)]
    game = Game("cut00001", chess.WHITE, chess.Board(), resigns_at=30)
    server.begin(game)
    told = play(server)
    assert game.status == "resign"
    assert len(server.asked("/api/bot/game/stream")) == 3
    assert len(server.asked("/api/stream/event")) == 4
    assert sorted(told.pauses) == [1.0, 1.0, 1.0, 2.0, 4.0]
    assert len(moves_of(server)) == 16  # none twice


def test_after_429_nothing_is_asked_for_a_minute(server):
    server.faults += [("/api/account", 429), ("/api/stream/event", 429), ("/move/", 429)]
    game = Game("busy0001", chess.WHITE, chess.Board(), resigns_at=10)
    server.begin(game)
    told = play(server)
    assert told.pauses == [60.0] * 3
    moves = moves_of(server)
    assert moves[0] == moves[1]
    assert game.status == "resign"


@pytest.mark.parametrize("fault", [0, 502])
def test_a_move_that_does_not_arrive_is_sent_again(server, fault):
    server.faults += [("/move/", fault)] * 2
    game = Game("lost0001", chess.WHITE, chess.Board(), resigns_at=10)
    server.begin(game)
    told = play(server)
    assert told.pauses == [0.5, 1.0]
    assert game.status == "resign"


def test_a_game_whose_move_is_refused_is_read_anew(server):
    server.faults += [("/move/", 400), ("/move/", 400)]
    game = Game("deny0001", chess.WHITE, chess.Board(), resigns_at=10)
    server.begin(game)
    told = play(server)
    assert len(server.asked("/api/bot/game/stream")) == 3
    assert told.has("as planned")
    assert game.status == "resign"


def test_a_server_that_is_away_for_long_ends_no_game(server):
    server.faults += [("/move/", 503)] * 20
    game = Game("away0001", chess.WHITE, chess.Board(), resigns_at=10)
    server.begin(game)
    told = play(server)
    assert told.pauses == [0.5, 1.0, 2.0, 4.0, 1.0] * 4
    assert (game.status, game.winner) == ("resign", "white")


def test_a_game_whose_moves_are_all_refused_is_given_up(server):
    server.faults += [("/move/", 400)] * 3
    game = Game("deny0002", chess.WHITE, chess.Board())
    server.begin(game)
    play(server)
    assert game.status == "aborted"


def test_a_game_that_is_over_already_and_one_that_is_not_there(server):
    game = Game("over0001", chess.WHITE, chess.Board())
    game.end("outoftime", "black")
    server.begin(game)
    gone = {"gameId": "gone0001", "id": "gone0001", "compat": {"bot": True}}
    server.events.put({"type": "gameStart", "game": gone})
    told = play(server, games=2, until=lambda: len(server.asked("stream/gone0001")) == 1)
    assert told.has("over: outoftime, black wins")
    assert told.has("No such game")
    assert moves_of(server) == []


def test_what_is_no_json_or_no_event_is_passed_over(server):
    for line in (b"{nonsense\n", b"[1, 2]\n", b'"\x1b[2J"\n', b"\xff\n"):
        server.events.put(line)
    for odd in ({"type": "challenge"}, {"type": "gameStart", "game": 3}, {"type": "never heard"}, {}):
        server.events.put(odd)
    game = Game("odd00001", chess.WHITE, chess.Board(), resigns_at=4)
    game.full["perf"] = None
    server.begin(game)
    told = play(server)
    assert game.status == "resign"
    assert sum("passed over" in line for line in told.lines) == 6
    assert not told.has("\x1b")


def test_a_state_without_what_it_needs_is_passed_over(server):
    game = Game("odd00002", chess.WHITE, chess.Board(), resigns_at=4)
    tell = game.tell
    game.tell = lambda: game.lines.put({"type": "gameState", "moves": "e2e4"}) or tell()
    server.begin(game)
    told = play(server)
    assert told.has("passed over an event (KeyError: 'status')")
    assert game.status == "resign"


# ---- what a player and its opponent do besides moves
def test_a_player_that_fails_is_started_anew_and_asked_again(server, scripted):
    game = Game("fail0001", chess.WHITE, chess.Board(), "e7e5")
    server.begin(game)
    told = play(server, scripted("raise e2e4 illegal resign"))
    assert told.has("the player RuntimeError: no idea")
    assert told.has("plays e2e9, which is not legal"), told.lines
    assert moves_of(server) == ["e2e4"]
    assert game.status == "resign"


@pytest.mark.parametrize(("moves", "status"), [("raise raise", "aborted"), ("e2e4 raise raise", "resign")])
def test_a_player_that_fails_twice_gives_the_game_up(server, scripted, moves, status):
    game = Game("fail0002", chess.WHITE, chess.Board(), "e7e5")
    server.begin(game)
    play(server, scripted(moves))
    assert game.status == status


@pytest.mark.parametrize(("value", "answer"), [("-0.4", "yes"), ("0", "yes"), ("0.7", "no"), ("", "no")])
def test_a_draw_is_accepted_by_a_player_that_does_not_stand_better(server, scripted, value, answer):
    game = Game("draw0001", chess.WHITE, chess.Board())
    play_on = game.answer
    game.answer = lambda: setattr(game, "offer", "draw" if game.board.move_stack else "") or play_on()
    server.begin(game)
    play(server, scripted(f"e2e4={value} resign" if value else "e2e4 resign"))
    assert server.asked("/draw/") == [f"/api/bot/game/draw0001/draw/{answer}"]
    assert game.status == ("draw" if answer == "yes" else "resign")


def test_a_takeback_is_refused(server, scripted):
    game = Game("back0001", chess.BLACK, chess.Board(), "e2e4")
    game.offer = "takeback"
    server.begin(game)
    play(server, scripted("resign"))
    assert server.asked("/takeback/") == ["/api/bot/game/back0001/takeback/no"]


@pytest.mark.parametrize(("value", "status"), [("0", "draw"), ("1", "resign")])
def test_a_third_repetition_is_claimed_or_played_on(server, scripted, value, status):
    game = Game("three001", chess.WHITE, chess.Board(), "b8c6 c6b8 b8c6 c6b8")
    server.begin(game)
    moves = ["b1c3", "c3b1"] * 2
    play(server, scripted(" ".join(f"{move}={value}" for move in moves) + " e2e4 resign"))
    assert game.status == status
    assert moves_of(server)[:4] == moves
    assert len(moves_of(server)) == 5  # refused after a draw


def test_a_victory_is_claimed_of_an_opponent_that_has_gone(server):
    game = Game("gone0001", chess.WHITE, chess.Board())
    game.answer = lambda: game.lines.put({"type": "opponentGone", "gone": True, "claimWinInSeconds": 0})
    server.begin(game)
    play(server)
    assert (game.status, game.winner) == ("timeout", "white")


def test_a_greeting_is_said_once_and_chat_is_shown_without_what_a_terminal_obeys(server):
    server.cuts.append(("stream/chat0001", 1))
    game = Game("chat0001", chess.WHITE, chess.Board(), resigns_at=4)
    server.begin(game)
    line = {"type": "chatLine", "room": "player", "username": "Mary", "text": "hi\x1b[2J\nthere"}
    tell = game.tell
    game.tell = lambda: game.lines.put(line) or tell()
    told = play(server, manner=Manner(greeting="Good luck"))
    said = [form for _, path, form in server.requests if path.endswith("/chat")]
    assert said == [{"room": "player", "text": "Good luck"}]
    assert told.has("Mary: hi\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}there")


# ---- challenges
@pytest.mark.parametrize(("said", "how", "reason"), [
    ({}, {}, None),
    ({"variant": "chess960"}, {}, None),
    ({"variant": "atomic"}, {}, "variant"),
    ({"variant": "chess960"}, {"variants": ("standard",)}, "standard"),
    ({"variant": "standard"}, {"variants": ("chess960",)}, "variant"),
    ({"speed": "ultraBullet", "clock": (15, 0)}, {}, "timeControl"),
    ({"speed": "correspondence", "clock": None}, {}, "timeControl"),
    ({"speed": "correspondence", "clock": None}, {"speeds": ("correspondence",)}, None),
    ({"rated": True}, {"modes": ("casual",)}, "casual"),
    ({"rated": False}, {"modes": ("rated",)}, "rated"),
    ({"title": "BOT"}, {"opponents": ("human",)}, "noBot"),
    ({"title": "GM"}, {"opponents": ("bot",)}, "onlyBot"),
    ({"clock": (60, 0)}, {"least_initial": 61}, "tooFast"),
    ({"clock": (180, 1)}, {"least_increment": 2}, "tooFast"),
    ({"clock": (600, 0)}, {"most_initial": 599}, "tooSlow"),
    ({"clock": (60, 9)}, {"most_increment": 8}, "tooSlow"),
    ({"clock": (60, 8)}, {"least_initial": 60, "most_initial": 60, "least_increment": 8}, None),
])  # fmt: skip
def test_which_challenges_are_accepted_and_why_others_are_not(said, how, reason):
    known = read_challenge(challenge(**said)["challenge"])
    assert Acceptance(**how).find_reason(known) == reason


def test_a_declined_challenge_has_its_reason_and_those_of_its_own_are_left_alone(server):
    server.events.put(challenge("mine0001", challenger={"id": "halfbot", "name": "HalfBot"}))
    server.events.put(challenge("atom0001", variant="atomic"))
    server.events.put({"type": "challengeCanceled", "challenge": {"id": "atom0001"}})
    told = play(server, until=lambda: len(server.asked("/decline")) == 1)
    asked = [(path, form) for _, path, form in server.requests if "/api/challenge/" in path]
    assert asked == [("/api/challenge/atom0001/decline", {"reason": "variant"})]
    assert told.has("challenge atom0001: Mary, casual atomic, blitz 180+2: declined (variant)")


# ---- the command
def run(server, *arguments, token=TOKEN):
    return halfmove("lichess", "random", "--url", server.url, *arguments)


@pytest.mark.parametrize(("account", "token", "words"), [
    (None, "", "There is no token for Lichess: set LICHESS_TOKEN, or name a file by --token-file."),
    (None, "two words", "one word"),
    (None, "wrong", "refuses the token: No such token."),
    ({"id": "mary", "username": "Mary"}, TOKEN, "Mary is not a BOT account; --upgrade makes it one"),
    ({"error": "?"}, TOKEN, "does not say whose the token is"),
])  # fmt: skip
def test_what_keeps_a_bot_from_playing_is_one_sentence(server, monkeypatch, account, token, words):
    server.account = account or server.account
    monkeypatch.setenv("LICHESS_TOKEN", token)
    outcome = run(server)
    assert outcome.status == 2
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
    assert not token or token not in outcome.err
    assert not server.asked("upgrade")


@pytest.mark.parametrize("arguments", [
    ["--speeds", "blitz,lightning"],
    ["--variants", ","],
    ["--modes", "Rated"],
    ["--least-initial", "9", "--most-initial", "8"],
    ["--games", "0"],
    ["--url", "http://lichess.org"],
    ["--url", "file:///etc/passwd"],
    ["--url", "https://user@lichess.org"],
    ["--url", "https://"],
    ["--url", "https://lichess.org:x"],
    ["--token-file", "/nowhere/token"],
])  # fmt: skip
def test_bad_options_are_refused_before_anything_is_asked(server, monkeypatch, arguments):
    monkeypatch.setenv("LICHESS_TOKEN", TOKEN)
    outcome = run(server, *arguments)
    assert outcome.status == 2, outcome.err
    assert outcome.err.count("\n") == 1
    assert server.requests == []


@pytest.mark.parametrize("player", ["person", "nobody", "connect4", "uci:/nowhere/engine"])
def test_a_player_that_cannot_play_is_refused(server, monkeypatch, player):
    monkeypatch.setenv("LICHESS_TOKEN", TOKEN)
    outcome = halfmove("lichess", player, "--url", server.url)
    assert outcome.status == 2
    assert outcome.err.startswith("halfmove: ")


def test_an_account_is_made_a_bot_only_when_asked_and_a_token_goes_nowhere_else(server, monkeypatch):
    server.account = {"id": "halfbot", "username": "HalfBot"}
    told = Told()
    Bot(Connection(server.url, TOKEN, told.lines.append)).log_in(upgrade=True)
    assert server.account["title"] == "BOT"
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    server.faults.append(("/api/account", 302))
    with pytest.raises(BadInput, match="as planned"):
        Bot(Connection(server.url, TOKEN, told.lines.append)).log_in()
    assert not server.asked("elsewhere")
    assert not told.has(TOKEN)


def test_ctrl_c_ends_the_bot_after_its_game(server, tmp_path):
    (tmp_path / "token").write_text(TOKEN + "\n")
    game = Game("ctrl0001", chess.WHITE, chess.Board(), resigns_at=10)
    command = [sys.executable, "-m", "halfmove", "lichess", "random", "--url", server.url]
    with subprocess.Popen(
        [*command, "--token-file", str(tmp_path / "token"), "--variants", "standard"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "LICHESS_TOKEN": ""},
    ) as bot:
        answer = game.answer
        game.answer = lambda: len(game.board.move_stack) == 1 and bot.send_signal(signal.SIGINT)

        def heard():
            for line in bot.stdout:
                yield line
                if "no new games" in line:
                    game.answer = answer
                    game.answer()

        server.begin(game)
        lines = list(heard())
        assert bot.wait(PATIENCE) == 0, lines
    assert game.status == "resign"
    assert not any(TOKEN in line for line in lines)
