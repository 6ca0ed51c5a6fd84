"""The board of notebooks: what its page is told, what it answers, and the page itself in a browser."""

import json
from pathlib import Path

import pytest
from browsing import browser

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.notebook import Board

pytestmark = pytest.mark.one_speed

PAGE = Path(hm.__file__).parent / "notebook"


def test_touches_are_moves_and_the_opponent_answers():
    board = hm.Board("tictactoe", opponent=lambda history: history.legal()[0])
    board.hear({"kind": "touches", "touches": ["b2"]})
    board.wait()
    assert board.history.texts() == [
        "b2",
        board.game.action_text(board.history.states[1], board.history.actions[1]),
    ]
    assert board.content()["plies"] == 2
    board.hear({"kind": "undo"})
    assert board.history.texts() == []


def test_who_looks_back_and_plays_gives_up_what_came_after():
    board = hm.Board("connect4", moves=["4", "4", "1"])
    board.hear({"kind": "step", "ply": 1})
    assert (board.content()["ply"], board.content()["plies"]) == (1, 3)
    board.play("7")
    assert board.history.texts() == ["4", "7"]
    board.begin()
    assert board.history.texts() == ["4", "4", "1"]


def test_moves_with_the_same_touches_are_asked_for():
    board = hm.Board("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    board.hear({"kind": "touches", "touches": ["a7", "a8"]})
    assert board.content()["buttons"] == ["a8=Q", "a8=R", "a8=B", "a8=N"]
    board.hear({"kind": "move", "text": "a8=N"})
    assert board.history.texts() == ["a8=N"]


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"kind": "move", "text": "z9"}, "not a square"),
        ({"kind": "dance"}, "knows no message"),
        ({"kind": "touches", "touches": ["nowhere"]}, ""),
        ({"kind": "step", "ply": 99}, ""),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_changes_nothing(message, sentence):
    board = hm.Board("tictactoe")
    board.hear(message)
    assert board.history.texts() == []
    assert sentence in board.content()["status"]


def test_a_player_does_not_see_the_card_of_the_other():
    told = set()
    for seed in range(12):
        board = hm.Board("kuhn", opponent="random", seed=seed)
        board.wait()
        own = board.game.draw_to(board.history.states[len(board.history.actions)], 0)
        assert board.content()["svg"] == own or board.game.surface() is not None
        told.add(tuple(board.content()["told"][:2]))
    assert all(len(pair) == 2 for pair in told)
    assert len(told) <= 3, "his own card tells three deals apart, not six"


def test_an_answer_to_what_was_taken_back_is_dropped():
    from threading import Event

    asked, go = Event(), Event()

    def slow(history):
        asked.set()
        assert go.wait(60)
        return history.legal()[0]

    board = hm.Board("tictactoe", opponent=slow)
    board.play("a1")
    assert asked.wait(60)
    assert board.content()["moves"] == []
    board.begin()
    go.set()
    board.wait()
    assert board.history.texts() == []
    assert board.content()["moves"]


@pytest.mark.parametrize("name", sorted(hm.all_games()))
def test_every_game_has_a_board(name):
    board = hm.Board(name, seed=1)
    content = board.content()
    assert json.loads(json.dumps(content)) == content
    assert content["moves"] or content["buttons"] or content["typed"]
    if content["moves"]:
        board.hear({"kind": "touches", "touches": content["moves"][0]})
        if board.content()["buttons"] and not board.history.actions:
            board.hear({"kind": "move", "text": board.content()["buttons"][0]})
    else:
        board.play(content["buttons"][0])
    assert board.history.actions


@pytest.mark.parametrize("wrong", [{"opponent": 11}, {"opponent": "nobody"}, {"seat": 2}, {"moves": ["z9"]}])
def test_what_is_wrong_at_the_start_is_refused(wrong):
    with pytest.raises(BadInput):
        hm.Board("tictactoe", **wrong)


def test_in_a_notebook_it_is_a_widget_and_a_picture():
    pytest.importorskip("anywidget")
    board = hm.Board("tictactoe")
    data, _ = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "<svg" in data["text/html"]
    board.play("b2")
    assert board._widget.content["plies"] == 1
    board._widget._handle_custom_msg({"kind": "undo"}, [])
    assert board._widget.content["plies"] == 0


MODEL = """
(source) => {
  const url = URL.createObjectURL(new Blob([source.page], { type: "text/javascript" }));
  return import(url).then(({ default: page }) => {
    window.sent = [];
    window.listeners = [];
    window.content = source.content;
    const model = {
      get: () => window.content,
      send: (message) => window.sent.push(message),
      on: (_, call) => window.listeners.push(call),
      off: () => {},
    };
    page.render({ model, el: document.body });
  });
}
"""


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture
def shown(chromium):
    """A function that shows a board on a page of its own."""
    page = chromium.new_page()

    def show(board: Board):
        page.goto("about:blank")
        page.add_style_tag(content=(PAGE / "board.css").read_text())
        source = {"page": (PAGE / "board.js").read_text(), "content": board.content()}
        page.evaluate(MODEL, source)
        return page

    yield show
    page.close()


def pass_on(page, board):
    """Hand what the page has sent to the board, and show what comes of it."""
    for message in page.evaluate("window.sent.splice(0)"):
        board.hear(message)
    board.wait()
    page.evaluate(
        "(now) => { window.content = now; window.listeners.forEach((call) => call()); }", board.content()
    )


def test_the_page_plays_by_clicks_and_keys(shown):
    board = hm.Board("chess")
    page = shown(board)
    page.locator("[data-point=e2]").click()
    assert page.locator(".hmn-target").count() == 2
    page.locator("[data-point=e4]").click()
    pass_on(page, board)
    assert board.history.texts() == ["e4"]
    assert page.locator(".hmn-last").count() == 2
    page.locator("[data-point=e7]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-point=e5]").focus()
    page.keyboard.press("Enter")
    pass_on(page, board)
    assert board.history.texts() == ["e4", "e5"]
    page.locator("[data-do=back]").click()
    pass_on(page, board)
    assert page.locator(".hmn-status").inner_text() == "Black to move"
    page.locator("[data-do=undo]").click()
    pass_on(page, board)
    assert board.history.texts() == ["e4"]


def test_the_page_asks_which_piece_and_takes_typed_moves(shown):
    board = hm.Board("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    page = shown(board)
    page.locator("[data-point=a7]").click()
    page.locator("[data-point=a8]").click()
    pass_on(page, board)
    page.get_by_role("button", name="a8=R").click()
    pass_on(page, board)
    assert board.history.texts() == ["a8=R"]
    go = hm.Board("go", moves=[])
    page = shown(go)
    page.get_by_label("a move in the game's notation").fill("D4")
    page.get_by_role("button", name="Play").click()
    pass_on(page, go)
    assert go.history.texts() == ["D4"]
