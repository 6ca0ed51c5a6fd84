"""The dialog for how boards look, sound and move; what is chosen stays in the browser (`assets/look.js`)."""

from __future__ import annotations

from html import escape

CHOICES = (
    ("pieces", "Pieces", {"usual": "Shaded", "flat": "Flat", "contrast": "High contrast, letters"}),
    ("board", "Boards", {"usual": "Wood", "green": "Green", "slate": "Slate"}),
    ("sound", "Sound", {"off": "Off", "on": "A knock at each move"}),
    ("animations", "Animations", {"on": "As the system has it", "off": "Off"}),
)
"""Setting, label, values by what they are called; the first is the usual one."""

BUTTON = (
    '<button class="hm-theme" type="button" data-name="look" onclick="halfmoveLook()" '
    'aria-label="Look and sound" title="Look and sound"><svg viewBox="0 0 24 24" width="20" height="20" '
    'aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
    'd="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.4" fill="none" stroke="currentColor" '
    'stroke-width="2"/><circle cx="9" cy="17" r="2.4" fill="none" stroke="currentColor" stroke-width="2"/>'
    "</svg></button>"
)


def dialog() -> str:
    """The dialog as HTML, closed."""
    fields = "".join(
        f'<label class="hm-field"><span>{label}</span><select name="{name}">'
        + "".join(f'<option value="{key}">{escape(words)}</option>' for key, words in values.items())
        + "</select></label>"
        for name, label, values in CHOICES
    )
    return (
        '<dialog class="hm-look" id="hm-look" aria-labelledby="hm-look-title">'
        f'<h2 id="hm-look-title">Look and sound</h2>{fields}'
        '<form method="dialog"><button class="hm-button hm-main-button" data-name="lookdone">Done</button>'
        "</form></dialog>"
    )
