"""A server of this machine with Lichess's Bot API, as far as its documentation says, and an opponent.

What it sends has the documentation's shape (https://github.com/lichess-org/api).  Its rules are
python-chess's; castling goes to the bot as king takes rook, as `gameState` is documented.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import chess

TOKEN = "lip_secret"
BOT, OPPONENT = "halfbot", "mary"
COLOURS = ("black", "white")
"""By python-chess's truth value."""


def challenge(id_: str = "chal0001", **said: Any) -> dict[str, Any]:
    """The event of a challenge: blitz, casual, by a person, where nothing else is said."""
    title = said.pop("title", None)
    clock = said.pop("clock", (180, 2))
    control = (
        {"type": "clock", "limit": clock[0], "increment": clock[1], "show": "3+2"}
        if clock
        else {"type": "correspondence", "daysPerTurn": 2}
    )
    data = {
        "id": id_,
        "url": f"https://lichess.org/{id_}",
        "status": "created",
        "challenger": {"id": OPPONENT, "name": "Mary", "title": title, "rating": 1500},
        "destUser": {"id": BOT, "name": "HalfBot", "title": "BOT", "rating": 1500},
        "variant": {"key": said.pop("variant", "standard"), "name": "Standard", "short": "Std"},
        "rated": False,
        "speed": "blitz",
        "timeControl": control,
        "color": "random",
        "perf": {"icon": "", "name": "Blitz"},
        **said,
    }
    return {"type": "challenge", "challenge": data}


class Game:
    """A game on the server.  The opponent plays `replies` in turn, then at random; it resigns when so many
    plies have been played."""

    def __init__(
        self, id_: str, bot: bool, board: chess.Board, replies: str = "", resigns_at: int = 40, **full: Any
    ) -> None:
        self.id, self.bot, self.board = id_, bot, board
        self.replies = replies.split()
        self.resigns_at = resigns_at
        self.random = Random(id_)
        self.status, self.winner = "started", ""
        self.offer = ""
        """What the next state says besides: `draw` or `takeback`, by the opponent."""
        self.clock: tuple[int, int] | None = (180_000, 2_000)
        self.full = full
        self.lines: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()

    @property
    def start(self) -> str:
        root = self.board.root()
        return "startpos" if root.fen() == chess.STARTING_FEN else root.fen()

    def state(self) -> dict[str, Any]:
        board = self.board.root()
        moves = []
        for move in self.board.move_stack:
            moves.append(board.uci(move, chess960=True))
            board.push(move)
        left, increment = self.clock or (2_147_483_647, 0)
        found: dict[str, Any] = {
            "type": "gameState",
            "moves": " ".join(moves),
            "wtime": left,
            "btime": left,
            "winc": increment,
            "binc": increment,
            "status": self.status,
        }
        if self.winner:
            found["winner"] = self.winner
        if self.offer:
            found[f"{COLOURS[not self.bot][0]}{self.offer}"] = True
        return found

    def opening(self) -> dict[str, Any]:
        users = {
            COLOURS[self.bot]: {"id": BOT, "name": "HalfBot", "title": "BOT", "rating": 1500},
            COLOURS[not self.bot]: {"id": OPPONENT, "name": "Mary", "title": None, "rating": 1500},
        }
        key = "chess960" if self.board.chess960 else "standard"
        clock = {"clock": {"initial": self.clock[0], "increment": self.clock[1]}} if self.clock else {}
        return {
            "id": self.id,
            "variant": {"key": key, "name": key, "short": key},
            "speed": "blitz",
            "perf": {"name": "Blitz"},
            "rated": False,
            "createdAt": 1_789_845_924_787,
            **users,
            **clock,
            "initialFen": self.start,
            "type": "gameFull",
            "state": self.state(),
            **self.full,
        }

    # ---- moves
    def play(self, text: str) -> str:
        """Play the bot's move, and the opponent's; why it cannot be, or "" where it could."""
        if self.status != "started":
            return "This game is already over"
        if self.board.turn != self.bot:
            return "Not your turn, or game already over"
        try:
            self.board.push_uci(text)
        except ValueError:
            return f"Piece on {text[:2]} cannot move to {text[2:4]}"
        self.tell()
        self.answer()
        return ""

    def answer(self) -> None:
        """Play the opponent's move, if it is its turn."""
        if self.status == "started" and self.board.turn != self.bot:
            if len(self.board.move_stack) >= self.resigns_at:
                self.end("resign", COLOURS[self.bot])
                return
            reply = self.replies.pop(0) if self.replies else ""
            legal = sorted(self.board.legal_moves, key=str)
            self.board.push(self.board.parse_uci(reply) if reply else self.random.choice(legal))
            self.tell()

    def tell(self) -> None:
        """Send the state; the game ends where the rules say so by themselves."""
        outcome = self.board.outcome()
        if outcome is not None and self.status == "started":
            name = outcome.termination.name
            self.status = {"CHECKMATE": "mate", "STALEMATE": "stalemate"}.get(name, "draw")
            self.winner = "" if outcome.winner is None else COLOURS[outcome.winner]
        self.lines.put(self.state())
        if self.status != "started":
            self.lines.put(None)

    def end(self, status: str, winner: str = "") -> None:
        self.status, self.winner = status, winner
        self.lines.put(self.state())
        self.lines.put(None)


class LichessServer(ThreadingHTTPServer):
    """The server; `requests` has what was asked of it: method, path, form."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.account: dict[str, Any] = {"id": BOT, "username": "HalfBot", "title": "BOT"}
        self.requests: list[tuple[str, str, dict[str, str]]] = []
        self.games: dict[str, Game] = {}
        self.events: queue.SimpleQueue[dict[str, Any] | bytes] = queue.SimpleQueue()
        self.faults: list[tuple[str, int]] = []
        """The next request whose path has the text is answered with the status; 0: the line is cut."""
        self.cuts: list[tuple[str, int]] = []
        """The next stream whose path has the text is cut after so many objects."""
        self.makes: Callable[[str], Game] | None = None
        """The game of a challenge that is accepted."""
        self.is_closing = False
        self.lock = threading.Lock()

    def asked(self, part: str) -> list[str]:
        """The paths of the requests that have the text."""
        return [path for _, path, _ in self.requests if part in path]

    def has_ended(self) -> bool:
        """Whether a game is over."""
        return any(game.status != "started" for game in self.games.values())

    def begin(self, game: Game) -> None:
        """Start a game."""
        self.games[game.id] = game
        data = {"gameId": game.id, "id": game.id, "color": COLOURS[game.bot], "compat": {"bot": True}}
        self.events.put({"type": "gameStart", "game": data})
        game.answer()

    def take(self, faults: list[tuple[str, int]], path: str) -> int | None:
        """What has been planned for a request of this path, once."""
        with self.lock:
            for one in faults:
                if one[0] in path:
                    faults.remove(one)
                    return one[1]
        return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LichessServer

    def log_message(self, *arguments: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.answer({})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.answer({key: values[0] for key, values in parse_qs(body).items()})

    def answer(self, form: dict[str, str]) -> None:
        path = urlsplit(self.path).path
        self.server.requests.append((self.command, path, form))
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            self.send({"error": "No such token"}, 401)
            return
        planned = self.server.take(self.server.faults, path)
        if planned == 0:
            self.close_connection = True
        elif planned is not None:
            self.send({"error": "as planned"}, planned)
        elif path == "/api/account":
            self.send(self.server.account)
        elif path == "/api/bot/account/upgrade":
            self.server.account["title"] = "BOT"
            self.send({"ok": True})
        elif path == "/api/stream/event":
            self.stream(self.server.events, path)
        elif path.startswith("/api/challenge/"):
            self.send({"ok": True})
            if path.endswith("/accept") and self.server.makes is not None:
                self.server.begin(self.server.makes(path.split("/")[3]))
        elif path.startswith("/api/bot/game/stream/"):
            self.stream_game(path)
        elif path.startswith("/api/bot/game/"):
            self.act(path, form)
        else:
            self.send({"error": "Not found"}, 404)

    def act(self, path: str, form: dict[str, str]) -> None:
        name, what, *more = path.split("/")[4:]
        game = self.server.games[name]
        with self.server.lock:
            if what == "move":
                wrong = game.play(more[0])
                self.send({"error": wrong} if wrong else {"ok": True}, 400 if wrong else 200)
                return
            if game.status != "started":
                self.send({"error": "This game is already over"}, 400)
                return
            self.send({"ok": True})
            if what == "draw" and more == ["no"]:
                game.offer = ""
            elif (what == "draw" and game.offer) or (what == "draw" and game.board.is_repetition(3)):
                game.end("draw")
            elif what == "takeback":
                game.offer = ""
            elif what in ("resign", "abort", "claim-victory"):
                wins = what == "claim-victory"
                game.end(
                    {"resign": "resign", "abort": "aborted"}.get(what, "timeout"),
                    "" if what == "abort" else COLOURS[game.bot == wins],
                )

    # ---- answers
    def send(self, data: dict[str, Any], status: int = 200) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if status == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def stream_game(self, path: str) -> None:
        game = self.server.games.get(path.rsplit("/", 1)[1])
        if game is None:
            self.send({"error": "No such game"}, 404)
            return
        with self.server.lock:
            lines: queue.SimpleQueue[Any] = queue.SimpleQueue()
            lines.put(game.opening())
            if game.status != "started":
                lines.put(None)
            game.lines = lines
        self.stream(lines, path)

    def stream(self, lines: queue.SimpleQueue[Any], path: str) -> None:
        """Send objects as they come, empty lines while none comes, up to None or to where the line is cut."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        cut = self.server.take(self.server.cuts, path)
        sent = 0
        self.close_connection = True
        try:
            while sent != cut and not self.server.is_closing:
                try:
                    data = lines.get(timeout=0.05)
                except queue.Empty:
                    self.chunk(b"\n")
                    continue
                if data is None:
                    self.chunk(b"")
                    return
                self.chunk(data if isinstance(data, bytes) else json.dumps(data).encode() + b"\n")
                sent += 1
        except OSError:
            return  # nobody listens any more


@contextmanager
def lichess() -> Iterator[LichessServer]:
    """The server while the block goes on."""
    server = LichessServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.is_closing = True
        server.shutdown()
        thread.join()
        server.server_close()
