"""The documentation site: its course, built as a whole where Zensical is installed, and read in a browser."""

import functools
import http.server
import importlib.util
import re
import shutil
import subprocess
import sys
import threading

import pytest
import yaml
from browsing import browser
from documents import ROOT

pytestmark = pytest.mark.one_speed

SITE = ROOT / "docs" / "site"
COURSE = sorted(SITE.glob("course/*.md"))
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PAGES = [
    "index.html",
    "docs/site/course/02-minimax.html",
    "docs/site/games/index.html",
    "docs/site/python/operations.html",
    "docs/site/commands/analyze.html",
    "docs/site/plots.html",
    "docs/benchmarks.html",
]
WIDTHS = [390, 820, 1440]


@pytest.fixture
def course(monkeypatch):
    monkeypatch.syspath_prepend(str(SITE))
    import course

    return course


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
def test_a_page_of_the_course_leads_to_the_next(path):
    following = COURSE[COURSE.index(path) + 1 :][:1]
    text = path.read_text()
    assert all(f"]({page.name})" in text for page in following)
    assert re.search(r"^    halfmove |^\$ halfmove ", text, re.MULTILINE), "something to try"


@pytest.mark.parametrize(
    "path",
    [*COURSE, *sorted(ROOT.glob("src/halfmove/teach/lessons/shipped/*.md"))],
    ids=lambda path: path.stem,
)
def test_the_front_matter_of_a_page_is_yaml(path):
    head = re.match(r"---\n(.*?)\n---\n", path.read_text(encoding="utf-8"), re.DOTALL)
    assert head is None or yaml.safe_load(head[1])["title"]


@pytest.mark.slow_interpreted
def test_searches_become_players_and_lessons_pages(course, tmp_path):
    text = course.fill(
        "<!-- steps: tree winston -->\n<!-- picture: tree winston --compact -->\n[Minimax](lesson:minimax)",
        tmp_path,
    )
    named = re.findall(r'src="([^"]+)"|\]\(([^)]+)\)', text)
    names = [first or second for first, second in named]
    assert names == ["tree-winston.html", "tree-winston-compact.svg", "lesson-minimax.html"]
    for name in names:
        assert (tmp_path / name).stat().st_size > 2000
    with pytest.raises(SystemExit, match="halfmove tree nonesuch"):
        course.fill("<!-- steps: tree nonesuch -->", tmp_path)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The address of the site, built and served."""
    if importlib.util.find_spec("zensical") is None:
        pytest.skip("Zensical is not installed: make site installs it")
    done = subprocess.run([sys.executable, SITE / "build.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    folder = tmp_path_factory.mktemp("site") / "site"
    shutil.copytree(ROOT / "dist" / "site", folder)
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, *words):
        """Nothing."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_in_a_browser(built, chromium, path, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = chromium.new_context(color_scheme=scheme)
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on(
        "request", lambda request: wrong.append(request.url) if not request.url.startswith(built) else None
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{built}/{path}", wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = axe.run(page, options={"runOnly": RULES, "resultTypes": ["violations"]}).response
    assert [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]] == []
    assert wrong == []
    context.close()


@pytest.mark.exhaustive
def test_a_search_is_stepped_through_on_a_page_without_a_server_of_ours(built, chromium):
    page = chromium.new_page()
    page.goto(f"{built}/docs/site/course/04-alpha-beta.html", wait_until="networkidle")
    player = page.frame_locator("iframe.steps").first
    player.get_by_role("button", name="next cut").click()
    player.get_by_text(re.compile("Cut at C")).first.wait_for()
    page.get_by_role("button", name="Search").first.click()
    page.keyboard.type("quiescence")
    page.get_by_text(re.compile("quiescence", re.IGNORECASE)).nth(1).wait_for()
    page.close()
