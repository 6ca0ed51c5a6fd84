"""Words of Scrabble laid on the board in a real browser: dragged, touched, typed; and what others may see."""

from urllib.parse import quote

import pytest
from browsing import expect, has_moves, point, says

pytestmark = pytest.mark.one_speed

EMPTY = "/".join(["15"] * 15)
LAID = "/".join(["15"] * 7 + ["7CAT5"] + ["15"] * 7)


def table(racks, board=EMPTY, **parameters):
    position = quote(f"{board} {racks} 0/0 0")
    rest = "".join(f"&{key}={value}" for key, value in parameters.items())
    return f"/play/scrabble?position={position}&seats=you,you{rest}"


def take_the_seat(page, name):
    curtain = page.locator("[data-name=curtain]")
    curtain.wait_for()
    expect(curtain).to_contain_text(name)
    expect(page.locator(".hm-tray button")).to_have_count(0)
    curtain.click()
    curtain.wait_for(state="hidden")
    page.locator(".hm-tray button").first.wait_for()


def piece(page, words):
    return page.locator(f'.hm-tray button[aria-label^="{words}"]').first


def tells(page, text):
    page.locator(".hm-composed", has_text=text).wait_for()


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(start))
    page.mouse.down()
    x, y = middle(end)
    page.mouse.move(x - 9, y - 9)
    page.mouse.move(x, y)
    page.mouse.up()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_word_is_dragged_touched_and_played(page, width):
    page.set_viewport_size({"width": width, "height": 1300})
    page.goto(table("ACTQUIZ/EEIRSST"))
    take_the_seat(page, "Player 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    drag(page, piece(page, "C"), point(page, "H8"))
    tells(page, "A word has two letters at least.")
    piece(page, "T").click()
    point(page, "H10").click()
    tells(page, "without gaps")
    drag(page, piece(page, "A"), point(page, "H9"))
    tells(page, "H8 CAT: 10 points.")
    expect(page.locator("[data-at]")).to_have_count(3)
    expect(page.locator(".hm-tray button")).to_have_count(4)
    point(page, "H10").click()  # it comes back
    tells(page, "H8 CA: 8 points. CA is no word of the lexicon.")
    expect(page.locator('[data-name="compose"]')).to_be_disabled()
    piece(page, "T").click()
    point(page, "H10").click()
    tells(page, "H8 CAT: 10 points.")
    page.locator('[data-name="compose"]').click()
    page.get_by_text("H8 CAT").first.wait_for()


def test_a_word_is_typed_with_a_blank(page):
    page.goto(table("ACTQUI?/EEIRSST", LAID))
    take_the_seat(page, "Player 1")
    point(page, "K7").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # down
    page.get_by_text("↓").wait_for()
    page.keyboard.press("s")
    tells(page, "It joins no tile on the board.")
    page.keyboard.press("Backspace")
    tells(page, "Drag tiles to the board")
    page.keyboard.press("u")
    page.keyboard.press("q")
    page.keyboard.press("x")  # the blank
    page.keyboard.press("e")
    page.get_by_text("There is no E among your pieces.").wait_for()
    page.locator('[data-name="recall"]').click()
    tells(page, "Drag tiles to the board")
    drag(page, piece(page, "a blank"), point(page, "K8"))
    page.locator('[data-letter="s"]').click()
    tells(page, "8H CATs: 5 points.")
    expect(page.locator('.hm-layer [data-point="K8"]')).to_have_attribute(
        "aria-label", "K8, s, not played yet"
    )
    page.locator('[data-name="compose"]').click()
    page.get_by_text("8H CATs").first.wait_for()


def test_tiles_are_shuffled_and_exchanged(page):
    page.goto(table("ABCDEFG/EEIRSST"))
    take_the_seat(page, "Player 1")
    labels = "all => all.map(e => e.getAttribute('aria-label')[0])"
    before = page.locator(".hm-tray button").evaluate_all(labels)
    page.locator('[data-name="shuffle"]').click()
    page.wait_for_function(
        "before => [...document.querySelectorAll('.hm-tray button')]"
        ".map(e => e.getAttribute('aria-label')[0]).join() !== before",
        arg=",".join(before),
    )
    assert sorted(page.locator(".hm-tray button").evaluate_all(labels)) == before
    page.locator('[data-name="aside"]').click()
    tells(page, "Choose the tiles to exchange.")
    piece(page, "B").click()
    piece(page, "F").click()
    tells(page, "Exchange BF.")
    page.locator('[data-name="compose"]').click()
    page.get_by_text("exchange BF").or_(page.get_by_text("exchange 2")).first.wait_for()
    take_the_seat(page, "Player 2")
    assert "exchange BF" not in page.content()
    assert "exchange 2" in page.content()


def test_a_word_that_is_none_is_laid_and_challenged(page):
    page.goto(table("ACTQUIZ/EEIRSST", challenge="single"))
    take_the_seat(page, "Player 1")
    point(page, "H8").click()
    for letter in "zq":
        page.keyboard.press(letter)
    tells(page, "8H ZQ: 40 points. It may be challenged.")
    page.locator('[data-name="compose"]').click()
    curtain = page.locator("[data-name=curtain]")
    curtain.click()
    page.locator('[data-name="action"]', has_text="challenge").click()
    has_moves(page, 2)
    says(page, "Player 2 to move")


def test_nothing_of_anothers_rack_is_sent(page):
    """What goes over the wire while the first player lays tiles, and behind the curtain of the second."""
    sent = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    page.goto(table("AAAAAAA/QZXJKVV"))
    take_the_seat(page, "Player 1")
    piece(page, "A").click()
    point(page, "H8").click()
    tells(page, "A word has two letters at least.")
    everything = page.content() + "".join(sent)
    for words in (
        "Q, 10 points",
        "Z, 10 points",
        "QZXJ",
        "JKQV",
        "KVVX",
    ):  # fewer letters are in names by chance
        assert words not in everything
