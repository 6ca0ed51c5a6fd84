"""Bridge in a real browser: calls from the box, cards that only their player sees, dummy for everybody."""

from __future__ import annotations

import re

import pytest
from browsing import expect, has_moves, point, says

pytestmark = pytest.mark.one_speed

DEAL = "N:QJ6.K652.J85.T98+873.J97.AT764.Q4+K5.T83.KQ9.A7652+AT942.AQ4.32.KJ3"
TABLE = f"/play/bridge?deal={DEAL}&seats=you,you,you,you"


def take_the_seat(page, name):
    """Behind the curtain that hides the cards until the next player sits there."""
    curtain = page.locator("[data-name=curtain]")
    curtain.wait_for()
    expect(curtain).to_contain_text(name)
    curtain.click()
    curtain.wait_for(state="hidden")


def call(page, name, word, number):
    take_the_seat(page, name)
    point(page, word).click()
    has_moves(page, number)


@pytest.mark.parametrize("width", [390, 1440])
def test_a_contract_is_bid_and_led_to(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(TABLE)
    says(page, "North to move")
    calls = [("North", "1N"), ("East", "P"), ("South", "3N"), ("West", "P"), ("North", "P"), ("East", "P")]
    for number, (name, word) in enumerate(calls, 1):
        call(page, name, word, number)
    # East, who called last, leads: no curtain falls
    page.wait_for_selector("[data-point=D6]")
    expect(page.locator("[data-at=S5]")).to_have_count(0)  # dummy's, face down before the lead
    expect(page.locator("[data-at=D6]")).to_have_count(1)
    expect(page.locator("[data-point]:visible")).to_have_count(13)
    point(page, "D6").click()
    has_moves(page, 7)
    take_the_seat(page, "North")  # plays for dummy
    page.wait_for_selector("[data-at=S5]")
    offered = page.locator("[data-point]:visible").evaluate_all("all => all.map(e => e.dataset.point)")
    assert sorted(offered) == ["D9", "DK", "DQ"]  # dummy follows suit
    point(page, "D9").click()
    has_moves(page, 8)
    take_the_seat(page, "West")
    page.wait_for_selector("[data-at=D3]")
    expect(page.locator("[data-at=S5]")).to_have_count(1)
    expect(page.locator("[data-at=SQ]")).to_have_count(0)


def test_cards_are_dealt_at_once(page):
    page.goto("/play/bridge?seats=you,you,you,you")
    take_the_seat(page, "North")
    page.wait_for_selector('[data-point="1C"]')
    expect(page.locator("[data-node]")).to_have_count(0)
    point(page, "P").click()
    has_moves(page, 1)
    page.locator("[data-name=first]").click()
    page.wait_for_function("document.querySelectorAll('[data-point]').length === 0")
    page.locator("[data-name=on]").click()
    page.wait_for_selector("text=North to call")


SURE = "N:AKQJ.AKQ.AKQ.AKQ+T987.JT98.JT9.J9+6543.7654.876.87+2.32.5432.T65432"
CLAIMED = f"/play/bridge?position={SURE}+N+none+7N+P+P+P+ST+S3+S2&seats=you,you,you,you"


@pytest.mark.parametrize("width", [390, 1440])
def test_tricks_are_claimed_and_the_next_board_is_dealt(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(CLAIMED)
    take_the_seat(page, "North")
    page.locator("[data-name=amount] input, input[data-name=amount]").first.fill("13")
    page.locator("[data-name=bet]").click()
    has_moves(page, 1)
    for number, name in enumerate(["East", "West"], 2):
        take_the_seat(page, name)
        page.wait_for_selector("[data-at=SA]")  # the hand that claimed lies open
        partners = "C2" if name == "East" else "HJ"  # which does not lie open
        expect(page.locator(f"[data-at={partners}]")).to_have_count(0)
        expect(page.locator("[data-name=bet]:visible")).to_have_count(0)
        page.locator("[data-name=action]", has_text="agree").click()
        has_moves(page, number)
    page.wait_for_selector("[data-name=totals] >> text=+1,520")
    page.locator("[data-tab=Review]").click()
    page.locator("[data-name=review]").wait_for()
    expect(page.locator("[data-name=meanings]")).not_to_contain_text("7NT")
    expect(page.locator("[data-name=meanings]")).to_contain_text("North 7N")
    page.locator("[data-name=next-hand]").click()
    take_the_seat(page, "East")  # who deals board 2
    page.wait_for_selector('[data-point="1C"]')
    page.wait_for_url(re.compile("board=2"))
    page.locator("[data-name=review]").wait_for(state="hidden")
