"""What the documents say holds: their examples run, their links lead somewhere."""

import re
import sys
from functools import cache

import pytest
from command import halfmove
from documents import DOCUMENTS, ROOT, blocks, matches, run

from halfmove.core.check import check_game
from halfmove.games.load import load
from halfmove.search.proof.solver import solve
from halfmove.teach.lessons.library import SHIPPED, LessonLibrary

EXAMPLES = sorted(ROOT.glob("examples/*.py"))


def name(path):
    return str(path.relative_to(ROOT))


COMPILED = {
    "README.md",
    *(
        f"docs/{page}.md"
        for page in (
            "arena",
            "books",
            "games/bridge",
            "games/tricks",
            "pgn",
            "searches",
            "sgf",
            "your-own-game",
        )
    ),
}
"""Pages whose examples take longer in plain Python than machine code takes to make."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            marks=pytest.mark.slow_interpreted if name(path) in COMPILED else pytest.mark.one_speed,
        )
        for path in DOCUMENTS
        if blocks(path)
    ],
    ids=name,
)
def test_examples_run(path, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    run(path)


@pytest.mark.one_speed
@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", path.read_text()):
        link = "".join(target)
        if link.startswith("lesson:"):  # a page of its own on the site
            LessonLibrary([SHIPPED]).entry(link.removeprefix("lesson:"))
        elif not link.startswith("http"):
            file, _, anchor = link.partition("#")
            aim = path.parent / file if file else path
            assert aim.exists(), f"{name(path)} links to {link}"
            if anchor and aim.suffix == ".md":
                assert anchor in anchors(aim.resolve()), f"{name(path)} links to {link}"


@cache
def anchors(path):
    """The names that a page's headings have in links."""
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    found = []
    for heading in re.findall(r"^#+ +(.+?) *$", text, flags=re.MULTILINE):
        said = re.sub(r"\]\([^)]*\)", "]", heading)
        anchor = re.sub(r"[^\w\- ]", "", said.lower()).replace(" ", "-")
        found.append(anchor if anchor not in found else f"{anchor}-{found.count(anchor)}")
    return {*found, *re.findall(r' id="([^"]+)"', text)}


@pytest.mark.one_speed
def test_every_document_is_on_the_map():
    index = (ROOT / "docs" / "index.md").read_text()
    for path in DOCUMENTS:
        if path.name not in ("README.md", "index.md"):
            assert str(path.relative_to(ROOT / "docs")) in index


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("path", EXAMPLES, ids=name)
def test_the_example_games_keep_their_promises(path):
    check_game(load(path))


def test_facts_about_the_example_games():
    hexapawn = load(ROOT / "examples" / "hexapawn.py")  # Gardner 1962: Black, who moves second, wins
    assert solve(hexapawn, megabytes=1).value == -1
    chomp = load(ROOT / "examples" / "chomp.py")  # Gale 1974: the first player wins
    assert solve(chomp, megabytes=1).value == 1


def test_an_ellipsis_stands_for_anything():
    assert matches("best … 4\n", "best move   4 \n")
    assert matches("a\n…\nd", "a\nb\nc\nd")
    assert not matches("best move 4", "best move 5")
    assert not matches("a … d", "a b c")


COMMAND = re.compile(r"^(?:    |\$ )halfmove ([a-z]+)( [^#\n]*)?", re.MULTILINE)
"""A command on a page, run by the tests or not."""


@pytest.mark.one_speed
@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_commands_have_the_options_that_pages_give_them(path):
    for verb, words in COMMAND.findall(path.read_text()):
        pages = [help_of(verb), *(help_of(verb, part) for part in words.split()[:1] if verb in GROUPS)]
        ours = re.sub(r"'[^']*'|\"[^\"]*\"", "", words).partition(" | ")[0]
        for option in {*re.findall(r"(?<![\w-])--[a-z][a-z-]*", ours)} - {"--help"}:
            assert any(re.search(rf"(?<![\w-]){option}(?![\w-])", page) for page in pages), (
                f"{name(path)}: halfmove {verb} has no {option}"
            )


GROUPS = ("book", "endgame", "library")


@cache
def help_of(*words):
    shown = halfmove(*words, "--help")
    assert shown.status == 0, shown.err
    return shown.out
