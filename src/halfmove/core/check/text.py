"""The promises of text and pictures: what is written can be read back."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from halfmove.core.check.examiner import Examiner


def check_text(examiner: Examiner, state: Any) -> None:
    """Notation of the position and its actions, and the pictures."""
    _check_position(examiner, state)
    if not examiner.ask("is_terminal", state):
        _check_actions(examiner, state)
    else:
        how = examiner.ask("ending", state)
        examiner.promise(
            "ending is a few words, or none",
            isinstance(how, str) and "\n" not in how,
            f"it is {how!r}",
            state,
        )
    shown = examiner.ask("show", state)
    examiner.promise("show gives text", isinstance(shown, str) and bool(shown), f"it gave {shown!r}", state)
    drawn = examiner.ask("draw", state)
    try:
        root = ElementTree.fromstring(drawn)
        examiner.promise(
            "draw gives an SVG document", root.tag.endswith("svg"), f"its root is {root.tag}", state
        )
    except (ElementTree.ParseError, TypeError) as error:
        examiner.promise("draw gives an SVG document", False, f"it is not well formed ({error})", state)


def _check_position(examiner: Examiner, state: Any) -> None:
    if not examiner.game.has_notation:
        return  # the game has no notation for positions
    text = examiner.ask("position_text", state)
    examiner.promise(
        "position_text is one line of text",
        isinstance(text, str) and "\n" not in text,
        f"it is {text!r}",
        state,
    )
    back = _read(examiner, "parse", state, text)
    examiner.promise(
        "parse reads back what position_text writes",
        back == state,
        lambda: f"{text!r} became {back!r}",
        state,
    )


def _check_actions(examiner: Examiner, state: Any) -> None:
    actions = examiner.legal(state)
    texts = [examiner.ask("action_text", state, action) for action in actions]
    examiner.promise(
        "action_text gives each action a text of its own",
        all(isinstance(t, str) and t == t.strip() != "" for t in texts) and len(set(texts)) == len(texts),
        lambda: f"the actions {actions} are called {texts}",
        state,
    )
    if state_of_nature(examiner, state):
        return
    for action, text in examiner.some(list(zip(actions, texts, strict=True))):
        back = _read(examiner, "parse_action", state, state, text)
        examiner.promise(
            "parse_action reads back what action_text writes",
            back == action,
            f"action {action!r} is called {text!r}, which is read as {back!r}",
            state,
        )


def state_of_nature(examiner: Examiner, state: Any) -> bool:
    """Whether nature moves: people never type its actions."""
    return examiner.game.has_chance and examiner.ask("to_move", state) < 0


def _read(examiner: Examiner, method: str, state: Any, *arguments: Any) -> Any:
    """What a method makes of text that the game itself wrote."""
    try:
        return getattr(examiner.game, method)(*arguments)
    except Exception as error:  # noqa: BLE001  whatever a user's method raises is a broken promise
        promise = f"{method} reads what the game itself writes"
        examiner.promise(promise, False, f"{arguments[-1]!r} gave {type(error).__name__} ({error})", state)
