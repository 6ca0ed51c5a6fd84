"""The order of the house: nobody above `games/` asks which game it is; a game offers what it has.

What a game offers stands in `core.contract.capabilities`.  Imports between the folders are `make imports`'s.
"""

import ast
import re
from pathlib import Path

import pytest

import halfmove
from halfmove.games import registry

pytestmark = pytest.mark.one_speed

SOURCES = Path(halfmove.__file__).parent
BELOW = ("games",)
OPENING = ("game", "GameReference", "named", "open_game", "open_history")
"""Functions that open a game by its name."""
COMMON = ("description", "game_list", "load", "reference", "registry")
"""Modules of `games` that are about no particular game."""
EXCEPTIONS = {
    "__init__.py": "the flat namespace gives games' readers and writers of files under their own names",
    "books/polyglot.py": "reads books by python-chess",
    "bridges/python_chess.py": "boards of python-chess are chess",
    "cli/new/templates/my_algorithm/tests/test_my_algorithm.py": "a template's test, of games that are there",
    "cli/uci.py": "the protocol is that of chess engines",
    "cli/usi.py": "the protocol is that of engines of shogi",
    "core/extras.py": "the package python-chess",
    "protocols/uci/bounded.py": "drives engines by python-chess",
    "protocols/uci/client.py": "drives engines by python-chess",
    "protocols/uci/server/options.py": "what USI's option of variants offers",
    "protocols/uci_player.py": "drives engines by python-chess",
    "search/bench.py": "the benchmark measures the same games on all machines",
    "web/pages/docs.py": "examples of requests",
}
"""Modules that may name a game, each with its reason."""
HELP = ("example", "examples", "help", "description", "rich_help_panel", "reading")
"""Arguments whose texts are help."""
EXAMPLE = re.compile(r"\b(such as|like) |halfmove [a-z]+ |hm\.game\(|^_?EXAMPLE")
"""What introduces an example within a text."""
TREES = ("teach/", "web/lessons/", "web/pages/lab.py", "web/workers/tasks/")
"""Where explicit trees (`games.tree`) are made and shown: they are the laboratory's material, as games that
are written down.  Whether a game is one, `game.explicit` says there too."""


def modules():
    return sorted(
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if path.relative_to(SOURCES).parts[0] not in BELOW
    )


def imported(tree):
    """The modules of `halfmove.games` that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("halfmove.games"):
            if node.module == "halfmove.games":
                yield from (alias.name for alias in node.names)
            else:
                yield node.module.removeprefix("halfmove.games.")
        elif isinstance(node, ast.Import):
            yield from (
                alias.name.removeprefix("halfmove.games.")
                for alias in node.names
                if alias.name.startswith("halfmove.games.")
            )


def named(tree, names, classes):
    """Where a module compares with, or is given, the name of a game, or asks for a game's class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            texts = {part.value for part in parts if isinstance(part, ast.Constant)}
            for part in parts:
                if isinstance(part, ast.Tuple | ast.List | ast.Set):
                    texts |= {e.value for e in part.elts if isinstance(e, ast.Constant)}
            if texts & names:
                yield node.lineno
        elif isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called == "isinstance" and any(
                isinstance(part, ast.Name) and part.id in classes for part in ast.walk(node.args[1])
            ):
                yield node.lineno
            first = node.args[0] if node.args else None
            opens = called in ("game", "GameReference", "named", "open_game", "open_history") and isinstance(
                first, ast.Constant
            )
            if opens and first.value in names:
                yield node.lineno


ENGLISH = ("dark", "einstein", "go", "hex", "matrix", "nim", "pig", "race", "rock-paper-scissors", "tree")
"""Names of games that are words of other meanings too, or people: as names of games `named` finds them."""


def words(tree, names):
    """Where the code of a module has a game's name as a word: in a text that is no help, or as a name."""
    pattern = re.compile(
        "(?<![a-z])(?:" + "|".join(re.sub("-", "[- ]?", name) for name in names) + ")(?![a-z0-9])", re.I
    )
    aside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.add(node.value)  # a docstring
        elif isinstance(node, ast.keyword) and node.arg in HELP:
            aside |= set(ast.walk(node.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "field" and len(node.args) > 1:
            aside |= set(ast.walk(node.args[1]))  # the sentence about a field of a request
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Annotated":
            aside |= set(ast.walk(node.slice))  # that about a field of a result
        elif isinstance(node, ast.JoinedStr | ast.Constant) and EXAMPLE.search(ast.unparse(node)):
            aside |= set(ast.walk(node))
    for node in ast.walk(tree):
        if node in aside:
            continue
        match node:
            case ast.Constant(value=str(text)):
                pass
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.alias(name=text):
                text = text.replace("_", " ")
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text):
                text = text.replace("_", " ")
            case _:
                continue
        if pattern.search(text.replace("'", "")):
            yield node.lineno


@pytest.fixture(scope="module")
def plain(games):
    """The names of games that mean nothing else, and their classes."""
    return {name for name in games[0] if name not in ENGLISH} | {
        cls for cls in games[1] if cls.lower() not in ENGLISH
    }


@pytest.fixture(scope="module")
def games():
    """Names and classes of the games of this package."""
    rows = [(name, place.rpartition(":")[2]) for name, place in registry._own().games.items()]
    assert len(rows) >= 7
    return {name for name, _ in rows}, {cls for _, cls in rows} | {"Tree"}


@pytest.mark.parametrize("module", modules())
def test_no_module_above_the_games_names_one(module, games, plain):
    tree = ast.parse((SOURCES / module).read_text())
    allowed = (*COMMON, "tree") if module.startswith(TREES) else COMMON
    found = [name for name in imported(tree) if name.split(".")[0] not in allowed]
    places = [*named(tree, *games), *words(tree, plain)]
    if module in EXCEPTIONS:
        assert found or places, f"{module} is no exception any more"
        return
    assert not found, f"imports {found}: let the game offer it (core/contract/capabilities.py)"
    assert not places, f"names a game in lines {places}: let the game offer it"


@pytest.mark.parametrize(
    "text",
    [
        "from halfmove.games.chess import Chess",
        "def f():\n    from halfmove.games import go",
        "import halfmove.games.nim",
    ],
)
def test_imports_are_found(text):
    assert list(imported(ast.parse(text)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 'for Chess only'", True),
        ("def draw_othello_disc(): ...", True),
        ("class Kuhn: ...", True),
        ("import chess", True),
        ("f(x, help='as in chess')", False),
        ("raise BadInput('Give a game, such as chess.')", False),
        ("'UCI_Chess960'", False),
        ("def f():\n    'Draw a board of chess.'", False),
    ],
)
def test_words_are_found(text, found, plain):
    assert bool(list(words(ast.parse(text), plain))) == found


@pytest.mark.parametrize(
    "text",
    [
        'game.name == "chess"',
        'x if "go" != game.name else y',
        'name in ("chess", "nim")',
        "isinstance(game, Go)",
        "isinstance(game, games.Go | Tree)",
        'game("chess")',
        'open_history("chess", None)',
    ],
)
def test_names_are_found(text, games):
    assert list(named(ast.parse(text), *games))


# ---- within a game
ORDER = ("rules", "knowledge", "notation", "board", "records", "game")
"""The parts of a game from the ground up: text, picture and what can be touched stand on the rules."""
GAMES = SOURCES / "games"


def part(module, game):
    """Which part of a game a module is, by the name of its file or folder; None for another name."""
    name = module.removeprefix(f"halfmove.games.{game}.").split(".")[0]
    return ORDER.index(name) if module.startswith(f"halfmove.games.{game}.") and name in ORDER else None


def at_once(tree):
    """The modules that a module imports when it is imported itself: not in functions, nor for types only."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("game", ["chess", "connect4", "go", "mnk", "tree"])
def test_the_parts_of_a_game_stand_in_order(game):
    parts = {path.stem for path in (GAMES / game).iterdir()}
    assert {"notation", "board"} <= parts
    for path in (GAMES / game).rglob("*.py"):
        module = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
        mine = part(module, game)
        if mine is None:
            continue
        for other in at_once(ast.parse(path.read_text())):
            theirs = part(other, game)
            assert theirs is None or theirs <= mine, f"{module} imports {other}"


MARK = "# ---- to look at and to touch"


def test_games_of_one_file_have_board_and_picture_below_the_rules():
    games = [path for path in GAMES.glob("*.py") if re.search("^GAMES = ", path.read_text(), re.MULTILINE)]
    assert len(games) >= 10
    for path in games:
        above, mark, below = path.read_text().partition(MARK)
        assert mark or "(Goofspiel)" in above, path.name  # what stands on another game has its board
        assert "(Game)" not in below, path.name
        assert "(Surface)" not in above, path.name


def test_what_belongs_to_a_game_lies_in_its_folder():
    games = {path.stem for path in GAMES.iterdir()}
    for path in GAMES.glob("*.py"):
        assert not any(path.stem.startswith(f"{name}_") and name in games for name in games), path.name
