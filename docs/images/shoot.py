"""Takes the pictures of docs/browser.md in Chromium: `python docs/images/shoot.py [ADDRESS [NAME ...]]`, all
or those of these names (`browser-phone.png`)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8321"
ITALIAN = "e4+e5+Nf3+Nc6+Bc4+Nf6+Ng5+d5+exd5+Nxd5"
TRAP = "e4+e5+Nf3+Nc6+Bc4+Nd4+Nxe5+Qg5+Nxf7+Qxg2+Rf1+Qxe4%2B+Be2+Nf3%23"
VARIED = (
    "e4+e5+(c5+Nf3+d6+(Nc6+d4+cxd4+Nxd4)+d4)+(e6+d4+d5)+Nf3+Nc6+(Nf6+Nxe5)+(d6+d4)"
    "+Bc4+(Bb5+a6+(Nf6+O-O+Nxe4)+Ba4+Nf6)+Nf6+(Bc5+c3+Nf6)+Ng5+h6"
)
TREE = "%5B%5B3,12,8%5D,%5B2,4,6%5D,%5B14,5,2%5D%5D"


def analyse(page: Any) -> None:
    """A position of chess, analysed, its tree opened."""
    page.goto(f"{ADDRESS}/analyse/chess?moves={ITALIAN}")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line", timeout=200_000)
    page.wait_for_timeout(5000)
    page.locator("summary", has_text="The tree").click()
    page.wait_for_timeout(2500)


def network(page: Any) -> None:
    """What the network of Connect Four thinks, beside the search with it."""
    page.goto(f"{ADDRESS}/analyse/connect4?moves=2+6+2")
    page.wait_for_selector("html[data-live]")
    page.get_by_label("Algorithm").select_option("network")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-thought", timeout=200_000)
    page.wait_for_timeout(5000)
    page.locator("[data-name=analyse1]").click()
    page.locator(".hm-thought tr").last.scroll_into_view_if_needed()
    page.wait_for_timeout(500)


def report(page: Any) -> None:
    """A game with its report, its graph and its tree, and a mistake to learn from."""
    page.goto(f"{ADDRESS}/analyse/chess?moves={TRAP}")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=report]").click()
    page.locator("[data-learn='start 0']").click(timeout=200_000)
    page.locator("[data-learn=hint]").click()
    page.wait_for_timeout(1000)


def variations(page: Any) -> None:
    """A tree of variations, and a threat."""
    page.goto(f"{ADDRESS}/analyse/chess?moves={VARIED}")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=variations] summary").click()
    page.locator("[data-name=threats]").click()
    page.locator(".hm-threat").wait_for(timeout=200_000)
    page.wait_for_timeout(5000)


def rollout(page: Any) -> None:
    """A position of backgammon, rolled out."""
    page.goto(f"{ADDRESS}/analyse/backgammon?moves=31+8/5+6/5+64")
    page.wait_for_selector("html[data-live]")
    page.locator("summary", has_text="Rollout").click()
    page.locator("[data-name=rollout]").click()
    page.locator("[data-name=rolled] [data-play]").first.wait_for(timeout=200_000)
    page.wait_for_timeout(15_000)


def monopoly(page: Any) -> None:
    """An offer in Monopoly."""
    cash = "A=900@illinois-avenue+B=900@jail+C=700@boardwalk+D=400@go"
    lots = "A:oriental-avenue,vermont-avenue,park-place+B:connecticut-avenue,boardwalk+C:reading-railroad"
    moves = "offer-B+give-park-place+ask-connecticut-avenue+give-50+propose"
    seats = "seats=you,you,you,you"
    page.goto(f"{ADDRESS}/play/monopoly?trades=true&{seats}&position={cash}+{lots}+A+manage&moves={moves}")
    page.wait_for_selector("html[data-live]")
    page.wait_for_timeout(1500)


def hands(page: Any) -> None:
    """A hand of hold'em that is over, the next to be dealt."""
    deal = "AhKd+7c7d+QsJs+9c8c+fold+raise+350+call+fold+Kc7h2d+check+bet+400+call"
    page.goto(f"{ADDRESS}/play/holdem?players=4&seats=you,5,5,5&moves={deal}+As+check+check+3s+bet+800+call")
    page.wait_for_selector("html[data-live]")
    page.wait_for_timeout(1500)


def bridge(page: Any) -> None:
    """An engine that declares claims the rest at a table of bridge."""
    deal = "N:AKQJ.AKQ.AKQ.AKQ+T987.JT98.JT9.J9+6543.7654.876.87+2.32.5432.T65432"
    play = "7N+P+P+P+ST+S3+S2+SA+CA+C9+C7+C2"
    page.goto(f"{ADDRESS}/play/bridge?position={deal}+N+none+{play}&seats=full,you,full,full")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=action]", has_text="agree").wait_for(timeout=200_000)
    page.wait_for_timeout(500)


def phone(page: Any) -> None:
    """Go on a phone."""
    page.goto(f"{ADDRESS}/play/go?width=9&height=9&seats=you,you&moves=E5+C4+G4+E3+D3+D4+E4+C3+F3+C6")
    page.wait_for_selector("html[data-live]")
    page.wait_for_timeout(500)


def rack(page: Any) -> None:
    """Tiles of a word of Scrabble laid down, the rest on the rack."""
    board = "/".join(["15"] * 7 + ["7CAT5"] + ["15"] * 7)
    page.goto(f"{ADDRESS}/play/scrabble?position={board}+EIQRSU?/AEINORT+31/12+0&seats=you,3")
    page.wait_for_selector("html[data-live]")
    page.locator(".hm-tray button").first.wait_for(timeout=60_000)
    page.locator('[data-point="K8"]').click()
    page.get_by_text("→").wait_for()
    page.locator('[data-point="K8"]').click()
    page.get_by_text("↓").wait_for()
    for letter in "sir":
        page.keyboard.press(letter)
    page.locator(".hm-composed", has_text="K8 SIR").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)


def settle(page: Any) -> None:
    """A game of Go being settled."""
    rows = "3XO4/3XO1O2/1X1XO4/3XO1O2/3XO2X1/1X1XO1O2/3XO4/1O1XO1O2/3XO4"
    page.goto(f"{ADDRESS}/play/go?width=9&height=9&seats=you,you&position={rows}+B+-+0&moves=pass+pass")
    page.wait_for_selector("[data-name=accept]:visible", timeout=200_000)
    page.wait_for_timeout(500)


def laboratory(page: Any) -> None:
    """A tree in the laboratory."""
    page.goto(f"{ADDRESS}/lab?tree={TREE}&step=14")
    page.wait_for_selector("html[data-live]")
    page.wait_for_timeout(3000)


def lesson(page: Any) -> None:
    """A step of a lesson: a search on its way, and a question below it."""
    page.goto(f"{ADDRESS}/lessons/alphabeta#step-2")
    page.wait_for_selector(".le-played")
    page.locator(".le-here [data-do=stop]").click()
    page.wait_for_timeout(500)


def run(page: Any) -> None:
    """A run of training; the server was given one called connect4 (`serve --runs`)."""
    page.goto(f"{ADDRESS}/runs/connect4")
    page.wait_for_selector("html[data-live]")
    page.wait_for_selector(".hr-chart")
    page.wait_for_timeout(500)


def class_work(page: Any) -> None:
    """The overview of a class's work with the id week5 and the key `shown` (`serve --class`)."""
    page.goto(f"{ADDRESS}/class/week5/results?key=shown")
    page.wait_for_selector("html[data-live]")
    page.wait_for_timeout(500)


def visit(page: Any, address: str) -> Any:
    """Another browser's page, at a link."""
    other = page.context.browser.new_context().new_page()
    other.goto(address)
    other.wait_for_selector("html[data-live]")
    other.wait_for_timeout(500)
    return other


def typed(page: Any, text: str) -> None:
    """A name."""
    page.locator("[data-name=name]").fill(text)
    page.locator("[data-name=name]").dispatch_event("change")


def room(page: Any) -> None:
    """A game between two browsers, in which a draw is offered."""
    page.goto(f"{ADDRESS}/friend/chess")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=side]").select_option("0")
    page.locator("[data-name=clock]").select_option("10+5")
    typed(page, "Ada")
    page.locator("[data-name=open]").click()
    page.wait_for_function("document.querySelector('[data-name=invitation]')?.value.startsWith('http')")
    other = visit(page, page.locator("[data-name=invitation]").input_value())
    typed(other, "Grace")
    other.locator("[data-name=sit1]").click()
    for player, start, end in (
        (page, "e2", "e4"),
        (other, "c7", "c5"),
        (page, "g1", "f3"),
        (other, "d7", "d6"),
    ):
        player.locator("[data-name=status]", has_text="Your turn").wait_for()
        player.locator(f'[data-point="{start}"]').click()
        player.locator(f'[data-point="{end}"]').click()
    page.locator("[data-name=status]", has_text="Your turn").wait_for()
    other.locator("[data-name=draw]").click()
    page.locator("[data-name=agree]").wait_for()
    other.locator("[data-name=say]").select_option("1")
    page.locator(".rm-said").wait_for()


def exhibition(page: Any) -> None:
    """The teacher's overview."""
    page.goto(f"{ADDRESS}/friend/connect4/class")
    page.wait_for_selector("html[data-live]")
    page.locator("[data-name=open]").click()
    page.wait_for_function("document.querySelector('[data-name=students]')?.value.startsWith('http')")
    link = page.locator("[data-name=students]").input_value()
    for number, name in enumerate(("Mia", "Noah", "Emma", "Luca", "Lea")):
        student = visit(page, link)
        typed(student, name)
        student.locator("[data-name=join]").click()
        for column in "4352"[: number + 1]:
            student.locator("[data-name=status]", has_text="Your turn").wait_for(timeout=120_000)
            student.locator(f'[data-point="{column}"]').click()
        student.wait_for_timeout(500)
        if name == "Emma":
            student.locator("[data-name=resign]").click()
            student.locator("[data-name=yes]").click()
            student.wait_for_timeout(500)
    page.wait_for_timeout(3000)


SHOTS = (
    ("browser-analyse.png", analyse, 1280, 800, "light"),
    ("browser-network.png", network, 1280, 900, "light"),
    ("browser-report.png", report, 1280, 800, "light"),
    ("browser-variations.png", variations, 1280, 800, "dark"),
    ("browser-rollout.png", rollout, 1280, 860, "light"),
    ("browser-monopoly.png", monopoly, 1280, 860, "light"),
    ("browser-hands.png", hands, 1280, 800, "light"),
    ("browser-bridge.png", bridge, 1280, 900, "light"),
    ("browser-rack.png", rack, 1000, 900, "light"),
    ("browser-phone.png", phone, 390, 760, "dark"),
    ("browser-settle.png", settle, 1280, 800, "light"),
    ("browser-lab.png", laboratory, 1280, 900, "light"),
    ("browser-lesson.png", lesson, 1280, 1100, "light"),
    ("browser-class.png", class_work, 1280, 900, "light"),
    ("browser-run.png", run, 1280, 900, "light"),
    ("rooms-game.png", room, 1280, 900, "light"),
    ("rooms-exhibition.png", exhibition, 1280, 800, "light"),
)

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, pose, width, height, scheme in SHOTS:
            if name not in (sys.argv[2:] or [name]):
                continue
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
            pose(page)
            page.screenshot(path=HERE / name)
        browser.close()
