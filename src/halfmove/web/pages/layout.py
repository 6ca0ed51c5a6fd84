"""What is around every page: the way to the others, light and dark, how boards look, a link to the
content; and the pages that only say what there is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import Response
from nicegui import Client, context, ui
from starlette.exceptions import HTTPException

from halfmove.web import outbox
from halfmove.web.pages import versioned
from halfmove.web.pages.waiting import waiting
from halfmove.web.static_files import format_preloads

_FILES = ("/assets/", "/_nicegui")
"""Where paths name files, which programs ask for and not people."""
WAYS = (
    ("Games", "/"),
    ("Library", "/library"),
    ("Lessons", "/lessons"),
    ("Laboratory", "/lab"),
    ("Monte Carlo", "/montecarlo"),
    ("Regret", "/regret"),
    ("Practice", "/quiz"),
    ("Growth", "/growth"),
    ("Misconceptions", "/misconceptions"),
    ("Runs", "/runs"),
    ("Operations", "/operations"),
    ("API", "/docs"),
)

LOOKS = (
    ("pieces", "Pieces", {"usual": "Shaded", "flat": "Flat", "contrast": "High contrast, letters"}),
    ("board", "Boards", {"usual": "Wood", "green": "Green", "slate": "Slate"}),
    ("sound", "Sound", {"off": "Off", "on": "A knock at each move"}),
    ("animations", "Animations", {"on": "As the system setting", "off": "Off"}),
)
"""Setting, label, values by what they are called; the first is the usual one."""

LOOK_BUTTON = (
    '<button class="hm-theme" type="button" data-name="look" onclick="halfmoveLook()" '
    'aria-label="Look and sound" title="Look and sound"><svg viewBox="0 0 24 24" width="20" height="20" '
    'aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
    'd="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.4" fill="none" stroke="currentColor" '
    'stroke-width="2"/><circle cx="9" cy="17" r="2.4" fill="none" stroke="currentColor" stroke-width="2"/>'
    "</svg></button>"
)

_MENU_BUTTON = (
    '<button class="hm-theme hm-menu" type="button" data-name="menu" aria-label="Parts of Halfmove" '
    'aria-expanded="false" onclick="this.ariaExpanded = '
    'this.closest(\'header\').classList.toggle(\'hm-open\')"><svg viewBox="0 0 24 24" width="22" '
    'height="22" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" d="M4 7h16M4 12h16M4 17h16"/></svg></button>'
)
"""On a phone it shows the ways to the other parts, which have no room there."""

_HEAD = f"""{format_preloads()}
<link rel="stylesheet" href="{versioned("halfmove.css")}">
<link rel="stylesheet" href="{versioned("look.css")}">
<script src="{versioned("look.js")}"></script>
<script src="{versioned("dates.js")}"></script>
<script src="{versioned("changes.js")}"></script>
<script>
(() => {{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {{ // what was chosen, or else what the system has, now and whenever that changes
    const theme = localStorage.getItem("halfmove-theme") || (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    if (window.Quasar) Quasar.Dark.set(theme === "dark");
  }};
  show();
  system.addEventListener("change", show);
  addEventListener("storage", show); // another tab has chosen
  window.halfmoveTheme = () => {{
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("halfmove-theme", next);
    show();
  }};
  // Until the page has its connection, what is clicked would be lost: it says when it has.
  const wait = setInterval(() => {{
    if (!window.did_handshake) return;
    document.documentElement.dataset.live = "yes";
    const nav = document.querySelector(".hm-nav"), way = nav && nav.querySelector("[aria-current]");
    if (way) nav.scrollLeft = way.offsetLeft - nav.offsetLeft - (nav.clientWidth - way.clientWidth) / 2;
    clearInterval(wait);
  }}, 20);
  addEventListener("load", () => setTimeout(show));
}})();
</script>"""


@contextmanager
def page(title: str, way: str = "", *, wide: bool = False) -> Iterator[None]:
    """The frame of a page; its content goes inside.  `way` is the path of `WAYS` that it belongs to."""
    waiting.add(context.client)
    outbox.use(context.client)
    ui.page_title(f"{title} · Halfmove")
    # The toolkit's own page would be a <main> around everything, the header too.
    whole = context.client.content.parent_slot
    assert whole is not None
    whole.parent.tag = "div"
    ui.add_head_html(_HEAD)
    ui.html('<a class="hm-skip" href="#main">To the content</a>', sanitize=False)
    with ui.element("header").classes("hm-header"):
        ui.html(
            '<a class="hm-logo" href="/" aria-label="Halfmove: all games"><img alt="" width="28" height="28" '
            f'src="{versioned("halfmove.svg")}"><span>Halfmove</span></a>',
            sanitize=False,
        )
        ui.html(_MENU_BUTTON, sanitize=False)
        links = "".join(
            f'<a href="{path}"{" aria-current=page" if path == way else ""}>{name}</a>' for name, path in WAYS
        )
        ui.html(f'<nav class="hm-nav" aria-label="Parts of Halfmove">{links}</nav>', sanitize=False).classes(
            "hm-navbox"
        )
        ui.html(
            '<button class="hm-theme" type="button" onclick="halfmoveTheme()" aria-label="Light or dark" '
            'title="Light or dark"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">'
            '<path fill="currentColor" d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"/></svg></button>' + LOOK_BUTTON,
            sanitize=False,
        )
    ui.html(_look_dialog(), sanitize=False)
    with ui.element("main").classes("hm-main" + (" hm-wide" if wide else "")).props("id=main tabindex=-1"):
        yield


def _look_dialog() -> str:
    """The dialog for how boards look, sound and move, closed; what is chosen stays in the browser
    (`assets/look.js`)."""
    fields = "".join(
        f'<label class="hm-field"><span>{label}</span><select name="{name}">'
        + "".join(f'<option value="{key}">{escape(words)}</option>' for key, words in values.items())
        + "</select></label>"
        for name, label, values in LOOKS
    )
    return (
        '<dialog class="hm-look" id="hm-look" aria-labelledby="hm-look-title">'
        f'<h2 id="hm-look-title">Look and sound</h2>{fields}'
        '<form method="dialog"><button class="hm-button hm-main-button" data-name="lookdone">Done</button>'
        "</form></dialog>"
    )


def tile(
    href: str, heading: str, about: str, *, tag: str = "b", look: str = "hm-soft hm-small", above: str = ""
) -> str:
    """A card that is a link, in a list of class `hm-cards`; `look` are the classes of what is said about it,
    `above` is HTML."""
    return (
        f'<a class="hm-card hm-tile" href="{escape(href)}">{above}<{tag}>{escape(heading)}</{tag}>'
        f'<span class="{look}">{escape(about)}</span></a>'
    )


def not_found(title: str, way: str, sentence: str, heading: str = "") -> None:
    """A page, with status 404, that says what there is not, and leads to the list at `way`."""
    refuse(sentence, 404, heading or title, title=title, way=way, back="All of them")


def refuse(
    why: str, status: int, heading: str = "", *, title: str = "", way: str = "", back: str = "All games"
) -> None:
    """Make of the page that is being built one that says why it cannot be shown, and leads `back`."""
    heading = heading or ("This page does not exist" if status == 404 else "This link does not work")
    context.client.status_code = status
    with page(title or heading, way):
        ui.html(
            f'<h1>{escape(heading)}</h1><p class="hm-error">{escape(why)}</p>'
            f'<p><a href="{way or "/"}">{back}</a></p>',
            sanitize=False,
        )


async def nothing_there(request: Request, error: Exception) -> Response:
    """The answer to a path where nothing is."""
    path = request.url.path
    if path.startswith(_FILES):
        return await http_exception_handler(request, HTTPException(404, f"There is no {path[:200]}."))
    with Client(ui.page(""), request=request) as client:
        refuse(f"There is nothing at {path[:200]}.", 404)
    return client.build_response(request, 404)
