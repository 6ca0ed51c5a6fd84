"""A number that is typed under the board: a bet of hold'em."""

import re

import pytest
from browsing import expect, says

pytestmark = pytest.mark.one_speed
DEALT = "/analyse/holdem?players=3&stacks=5000&moves=Ah,Kd,7c,7d,Qs,Js"


def test_a_bet_of_any_size_is_typed(page):
    page.goto(DEALT)
    field = page.locator('input[data-name="amount"]')
    expect(field).to_have_attribute("aria-label", "raise to, 200 to 5,000")
    field.fill("150")
    page.locator('[data-name="bet"]').click()
    page.get_by_text(re.compile("raise to 150.* cannot be played here")).wait_for()
    field.fill("777")
    page.locator('[data-name="bet"]').click()
    page.get_by_text("raise to 777").first.wait_for()
    says(page, "SB to move")
    page.locator('input[data-name="amount"][aria-label="raise to, 1,454 to 5,000"]').wait_for()


def test_the_api_takes_any_bet_too(server):
    asked = {"game": "holdem", "moves": ["Ah", "Kd", "7c", "7d", "raise to 777"], "viewer": 0}
    answer = server.post("/api/positions", asked)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["moves"][-1] == "raise to 777"
    assert "7c" not in answer.text
    low = {**asked, "moves": ["Ah", "Kd", "7c", "7d", "raise to 150"], "viewer": "all"}
    refused = server.post("/api/positions", low)
    assert refused.status_code == 422
    assert "raise to 200 to 10000" in refused.text
